/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/common/json.h"

#include <stdbool.h>

static bool continues(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

/* Bytes of the character at @p c, if it is UTF-8 of more than one byte; else 0. Overlong forms count as none.
 */
static int utf8_length(const char *c)
{
    unsigned char first = (unsigned char)*c;
    int length = first >= 0xc2 && first < 0xe0   ? 2
                 : first >= 0xe0 && first < 0xf0 ? 3
                 : first >= 0xf0 && first < 0xf5 ? 4
                                                 : 0;
    for (int i = 1; i < length; i++)
        if (!continues(c[i]))
            return 0;
    unsigned char second = length != 0 ? (unsigned char)c[1] : 0;
    if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second >= 0xa0) ||
        (first == 0xf0 && second < 0x90) || (first == 0xf4 && second >= 0x90))
        return 0;
    return length;
}

void emuq_json_string(FILE *out, const char *text)
{
    putc('"', out);
    for (const char *c = text; *c != '\0'; c++) {
        int length = utf8_length(c);
        if (length != 0) {
            fwrite(c, 1, (size_t)length, out);
            c += length - 1;
        } else if (*c == '"' || *c == '\\') {
            fprintf(out, "\\%c", *c);
        } else if ((unsigned char)*c < 0x20 || (unsigned char)*c >= 0x80) {
            fprintf(out, "\\u%04x", (unsigned)(unsigned char)*c);
        } else {
            putc(*c, out);
        }
    }
    putc('"', out);
}
