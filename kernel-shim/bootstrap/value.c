/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel-shim/bootstrap/value.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char hex[] = "0123456789abcdef";

static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c != '\0' && strchr("-._:/+@,", c) != NULL);
}

int emuq_value_encode(const char *text, char *value, size_t bytes)
{
    size_t length = 0;
    if (bytes < 2)
        return -EMSGSIZE;
    value[length++] = 'x';
    for (; *text != '\0'; text++) {
        if (length + (is_plain(*text) ? 1 : 3) >= bytes)
            return -EMSGSIZE;
        if (is_plain(*text)) {
            value[length++] = *text;
        } else {
            value[length++] = '%';
            value[length++] = hex[(unsigned char)*text >> 4];
            value[length++] = hex[*text & 0xf];
        }
    }
    value[length] = '\0';
    return 0;
}

int emuq_value_decode(const char *value, char *text, size_t bytes)
{
    size_t length = 0;
    if (*value++ != 'x')
        return -EPROTO;
    while (*value != '\0') {
        char c = *value++;
        if (c == '%') {
            if (strspn(value, hex) < 2)
                return -EPROTO;
            c = (char)strtoul((const char[]){value[0], value[1], '\0'}, NULL, 16);
            value += 2;
        } else if (!is_plain(c)) {
            return -EPROTO;
        }
        if (length + 1 >= bytes)
            return -EMSGSIZE;
        text[length++] = c;
    }
    text[length] = '\0';
    return 0;
}
