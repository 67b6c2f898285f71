/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/common/options.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- standard output ---- */

static const char *stdout_tool;
static pid_t stdout_owner;

/* Whether standard output is a pipe without a reader. A reader that ends early is no error. The errno of an
 * earlier write is not available. */
static bool stdout_reader_has_gone(void)
{
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

static void stdout_flush(void)
{
    if (getpid() != stdout_owner) /* a child has a copy of the buffer */
        return;
    bool failed = ferror(stdout) != 0;
    errno = 0;
    if (fflush(stdout) == 0 && !failed)
        return;
    if (errno != EPIPE && !stdout_reader_has_gone())
        fprintf(stderr, "%s: cannot write standard output: %s\n", stdout_tool,
                errno != 0 ? strerror(errno) : "an earlier write has failed");
    _exit(EXIT_FAILURE);
}

void emuq_stdout_guard(const char *tool)
{
    stdout_tool = tool;
    stdout_owner = getpid();
    atexit(stdout_flush);
}

/* ---- JSON ---- */

static bool json_is_continuation(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

/* Length of a UTF-8 character of more than one byte; 0: ASCII, or invalid UTF-8 (also overlong forms). */
static int json_utf8_length(const char *c)
{
    unsigned char first = (unsigned char)*c;
    int length = first >= 0xc2 && first < 0xe0   ? 2
                 : first >= 0xe0 && first < 0xf0 ? 3
                 : first >= 0xf0 && first < 0xf5 ? 4
                                                 : 0;
    for (int i = 1; i < length; i++)
        if (!json_is_continuation(c[i]))
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
        int length = json_utf8_length(c);
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
