/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/number.h"

#include <errno.h>
#include <stdbool.h>

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

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Adds a digit to a number. @return 0 or -ERANGE */
static int append(uint64_t *n, unsigned digit)
{
    return __builtin_mul_overflow(*n, 10, n) || __builtin_add_overflow(*n, digit, n) ? -ERANGE : 0;
}

/* Makes thousandths of a number, with the digits that a point at *text has behind it. @return 0 or -ERANGE */
static int read_fraction(const char **text, uint64_t *n)
{
    const char *c = *text + (**text == '.' && is_digit((*text)[1]));
    bool has_point = c != *text;
    for (unsigned place = 0; place < 3; place++) {
        bool has_digit = has_point && is_digit(*c);
        if (append(n, has_digit ? (unsigned)(*c - '0') : 0) != 0)
            return -ERANGE;
        c += has_digit;
    }
    *text = c;
    return 0;
}

int emuq_number_scan(const char *text, emuq_number_kind_t kind, uint64_t *number, const char **end)
{
    uint64_t n = 0;
    if (!is_digit(*text))
        return -EINVAL;
    for (; is_digit(*text); text++)
        if (append(&n, (unsigned)(*text - '0')) != 0)
            return -ERANGE;
    if (kind == EMUQ_NUMBER_THOUSANDTHS && read_fraction(&text, &n) != 0)
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
