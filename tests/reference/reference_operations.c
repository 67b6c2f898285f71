/* SPDX-License-Identifier: BSD-3-Clause */
#include "reference_operations.h"

#include <stdbool.h>

#define REFUSED (UINT64_C(1) << 63)

uint64_t ref_atomic_load(uint8_t *p, unsigned op)
{
    uint64_t v = get64(p);
    switch (op) {
    case 1:
        put64(p, 0);
        break;
    case 2:
        put64(p, v + 1);
        break;
    case 3:
        put64(p, v - 1);
        break;
    case 4:
        if (v == get64(p + 8))
            return REFUSED;
        put64(p, v + 1);
        break;
    case 5:
        if (v == get64(p - 8))
            return REFUSED;
        put64(p, v - 1);
        break;
    case 6:
        if (v != get64(p + 8))
            return REFUSED;
        put64(p, v + 1);
        break;
    default:
        break;
    }
    return v;
}

/* Whether a > b, in sign and magnitude. */
static bool greater_signed(uint64_t a, uint64_t b)
{
    bool a_minus = a >> 63, b_minus = b >> 63;
    if (a_minus != b_minus)
        return b_minus;
    return a_minus ? a < b : a > b;
}

void ref_atomic_store(uint8_t *p, unsigned op, uint64_t d)
{
    uint64_t v = get64(p);
    switch (op) {
    case 0:
        put64(p, d);
        break;
    case 1:
        if (v == get64(p + 8)) {
            put64(p, d);
            put64(p + 8, d);
        }
        break;
    case 2:
    case 3:
        put64(p, v + d);
        break;
    case 4:
        put64(p, v | d);
        break;
    case 5:
        put64(p, v ^ d);
        break;
    case 6:
        put64(p, d > v ? d : v);
        break;
    default:
        put64(p, greater_signed(d, v) ? d : v);
        break;
    }
}

static bool less(const uint8_t *a, const uint8_t *b, uint32_t word, bool is_signed)
{
    for (uint32_t i = word; i-- > 0;) {
        int x = a[i], y = b[i];
        if (is_signed && i == word - 1) {
            x = (int8_t)a[i];
            y = (int8_t)b[i];
        }
        if (x != y)
            return x < y;
    }
    return false;
}

void ref_combine_integers(uint8_t *a, const uint8_t *b, uint32_t word, unsigned op)
{
    unsigned carry = 0;
    if (op == 5 || op == 9 || op == 6 || op == 10) {
        bool b_less = less(b, a, word, op >= 9);
        if (b_less == (op == 5 || op == 9))
            memcpy(a, b, word);
        return;
    }
    for (uint32_t i = 0; i < word; i++) {
        if (op == 0)
            a[i] &= b[i];
        else if (op == 1)
            a[i] |= b[i];
        else if (op == 2)
            a[i] ^= b[i];
        else {
            carry += (unsigned)a[i] + b[i];
            a[i] = (uint8_t)carry;
            carry >>= 8;
        }
    }
}

void ref_combine_doubles(uint8_t *a, const uint8_t *b, unsigned op)
{
    double x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    x = op == 12 ? x + y : op == 13 ? (y < x ? y : x) : (y > x ? y : x);
    memcpy(a, &x, sizeof x);
}
