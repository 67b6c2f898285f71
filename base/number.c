/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/number.h"

#include <errno.h>

/* Logarithm of what a suffix multiplies by; 0: it is none. */
static unsigned shift_of(char suffix)
{
    switch (suffix) {
    case 'K':
    case 'k':
        return 10;
    case 'M':
    case 'm':
        return 20;
    case 'G':
    case 'g':
        return 30;
    default:
        return 0;
    }
}

int emuq_number_scan(const char *text, emuq_number_kind_t kind, uint64_t *number, const char **end)
{
    uint64_t n = 0;
    if (*text < '0' || *text > '9')
        return -EINVAL;
    for (; *text >= '0' && *text <= '9'; text++)
        if (__builtin_mul_overflow(n, 10, &n) || __builtin_add_overflow(n, (uint64_t)(*text - '0'), &n))
            return -ERANGE;
    unsigned shift = kind == EMUQ_NUMBER_SIZE ? shift_of(*text) : 0;
    if (n > UINT64_MAX >> shift)
        return -ERANGE;
    *number = n << shift;
    *end = text + (shift != 0);
    return 0;
}

int emuq_number_parse(const char *text, emuq_number_kind_t kind, uint64_t least, uint64_t most,
                      uint64_t *number)
{
    uint64_t n;
    const char *end;
    int rc = emuq_number_scan(text, kind, &n, &end);
    if (rc != 0)
        return rc;
    if (*end != '\0')
        return -EINVAL;
    if (n < least || n > most)
        return -ERANGE;
    *number = n;
    return 0;
}
