/* SPDX-License-Identifier: BSD-3-Clause */
/* Eight bytes at a time: table k gives what a byte does to the remainder when k bytes follow it. */
#include "apenet/card/crc.h"

#include <string.h>

#define POLYNOMIAL 0xedb88320u /* reflected */

static uint32_t table[8][256]; /* constant after the constructor */

__attribute__((constructor)) static void make_tables(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int bit = 0; bit < 8; bit++)
            c = (c & 1) != 0 ? c >> 1 ^ POLYNOMIAL : c >> 1;
        table[0][i] = c;
    }
    for (uint32_t i = 0; i < 256; i++)
        for (int k = 1; k < 8; k++)
            table[k][i] = table[k - 1][i] >> 8 ^ table[0][table[k - 1][i] & 0xff];
}

static uint32_t eight(uint64_t x)
{
    uint32_t c = 0;
    for (int k = 0; k < 8; k++)
        c ^= table[7 - k][x >> 8 * k & 0xff];
    return c;
}

uint32_t apenet_crc32(const void *p, size_t bytes, size_t zeros)
{
    const unsigned char *at = p;
    uint32_t c = 0xffffffff;
    for (; bytes >= 8; bytes -= 8, at += 8) {
        uint64_t x;
        memcpy(&x, at, sizeof x);
        c = eight(x ^ c);
    }
    for (; bytes > 0; bytes--, at++)
        c = c >> 8 ^ table[0][(c ^ *at) & 0xff];
    for (; zeros > 0; zeros--)
        c = c >> 8 ^ table[0][c & 0xff];
    return ~c;
}
