/* SPDX-License-Identifier: BSD-3-Clause */
#include "network/files/quantity.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

int emuq_net_decimal(const char *text, unsigned places, uint64_t *value, const char **end)
{
    uint64_t n = 0;
    unsigned behind = 0;
    const char *c = text, *point = NULL;
    for (;; c++) {
        if (*c == '.' && point == NULL) {
            point = c;
            continue;
        }
        if (!isdigit((unsigned char)*c))
            break;
        if (point != NULL && ++behind > places)
            return -EINVAL;
        if (__builtin_mul_overflow(n, 10, &n) || __builtin_add_overflow(n, (uint64_t)(*c - '0'), &n))
            return -ERANGE;
    }
    if (!isdigit((unsigned char)*text) || (point != NULL && behind == 0))
        return -EINVAL;
    for (; behind < places; behind++)
        if (__builtin_mul_overflow(n, 10, &n))
            return -ERANGE;
    if (n >> 63 != 0)
        return -ERANGE;
    *value = n;
    *end = c;
    return 0;
}

int emuq_net_time(const char *text, uint64_t unit_ps, uint64_t *value)
{
    uint64_t fs; /* of a nanosecond six places are read: femtoseconds */
    const char *end;
    int rc = emuq_net_decimal(text, 6, &fs, &end);
    if (rc != 0)
        return rc;
    if (strcmp(end, "us") == 0) {
        if (__builtin_mul_overflow(fs, 1000, &fs))
            return -ERANGE;
    } else if (strcmp(end, "ns") != 0) {
        return -EINVAL;
    }
    uint64_t unit = unit_ps * 1000;
    *value = fs / unit + (fs % unit >= unit - fs % unit);
    return 0;
}
