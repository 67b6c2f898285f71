/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Eight bytes at a time by tables; on x86 with carry-less multiplication, 16 or 64 bytes at a time.
 *
 * Bytes are a polynomial over GF(2), reflected: the lowest bit is the highest power of x. To *fold* 16 of
 * them over n bits is to replace them by what they contribute to the remainder n bits further on: their
 * halves times two powers of x modulo P. So all that is left of a long message is 16 bytes with the same
 * remainder.
 */
#include "apenet/card/crc.h"

#include <string.h>

#define POLYNOMIAL 0xedb88320u /* reflected */

static uint32_t table[8][256]; /* constant after the constructor: what a byte does when k bytes follow it */

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
    return table[7][x & 0xff] ^ table[6][x >> 8 & 0xff] ^ table[5][x >> 16 & 0xff] ^
           table[4][x >> 24 & 0xff] ^ table[3][x >> 32 & 0xff] ^ table[2][x >> 40 & 0xff] ^
           table[1][x >> 48 & 0xff] ^ table[0][x >> 56];
}

/* Goes on with remainder @p c over some bytes, and so many zeros. */
static uint32_t by_tables(uint32_t c, const unsigned char *at, size_t bytes, size_t zeros)
{
    for (; bytes >= 8; bytes -= 8, at += 8) {
        uint64_t x;
        memcpy(&x, at, sizeof x);
        c = eight(x ^ c);
    }
    for (; bytes > 0; bytes--, at++)
        c = c >> 8 ^ table[0][(c ^ *at) & 0xff];
    for (; zeros > 0; zeros--)
        c = c >> 8 ^ table[0][c & 0xff];
    return c;
}

#ifdef __x86_64__
#include <immintrin.h>

#define WIDE 128u /* bytes for which four sums side by side are worth while */

/* x^(n-32) and x^(n+32) modulo P, reflected, and shifted by the bit that a product of reflected factors
 * lacks; for the high half and the low one. */
#define FOLD_512 0x01c6e41596, 0x0154442bd4
#define FOLD_128 0x00ccaa009e, 0x01751997d0
/* The same of x^64, to fold 32 bits; and P with the quotient of x^64 by it, reflected (Barrett). */
#define FOLD_64 0, 0x0163cd6124
#define BARRETT 0x01f7011641, 0x01db710641

__attribute__((target("pclmul"))) static __m128i fold(__m128i x, __m128i factors, __m128i next)
{
    __m128i low = _mm_clmulepi64_si128(x, factors, 0x00), high = _mm_clmulepi64_si128(x, factors, 0x11);
    return _mm_xor_si128(_mm_xor_si128(low, high), next);
}

static __m128i load(const unsigned char *at)
{
    return _mm_loadu_si128((const __m128i *)(const void *)at);
}

/* The remainder of 16 bytes: they become 12, then 8, whose quotient by P is found by a product. */
__attribute__((target("pclmul"))) static uint32_t reduce(__m128i x)
{
    const __m128i by_128 = _mm_set_epi64x(FOLD_128), by_64 = _mm_set_epi64x(FOLD_64),
                  barrett = _mm_set_epi64x(BARRETT), word = _mm_set_epi32(0, ~0, 0, ~0);
    x = _mm_xor_si128(_mm_srli_si128(x, 8), _mm_clmulepi64_si128(x, by_128, 0x10));
    x = _mm_xor_si128(_mm_srli_si128(x, 4), _mm_clmulepi64_si128(_mm_and_si128(x, word), by_64, 0x00));
    __m128i quotient = _mm_clmulepi64_si128(_mm_and_si128(x, word), barrett, 0x10);
    x = _mm_xor_si128(x, _mm_clmulepi64_si128(_mm_and_si128(quotient, word), barrett, 0x00));
    return (uint32_t)_mm_cvtsi128_si32(_mm_srli_si128(x, 4));
}

/* A multiple of 16 bytes, of which zeros behind @p bytes may be a part. */
__attribute__((target("pclmul"))) static uint32_t by_folding(uint32_t c, const unsigned char *at,
                                                             size_t bytes)
{
    const __m128i by_512 = _mm_set_epi64x(FOLD_512), by_128 = _mm_set_epi64x(FOLD_128);
    __m128i sum = _mm_setzero_si128(), first = _mm_cvtsi32_si128((int)c);
    if (bytes >= WIDE) {
        __m128i x[4] = {_mm_xor_si128(load(at), first), load(at + 16), load(at + 32), load(at + 48)};
        for (at += 64, bytes -= 64; bytes >= 64; at += 64, bytes -= 64)
            for (int k = 0; k < 4; k++)
                x[k] = fold(x[k], by_512, load(at + 16 * k));
        sum = x[0];
        for (int k = 1; k < 4; k++)
            sum = fold(sum, by_128, x[k]);
        first = _mm_setzero_si128();
    } else if (bytes >= 16) {
        sum = _mm_xor_si128(load(at), first);
        at += 16;
        bytes -= 16;
        first = _mm_setzero_si128();
    }
    for (; bytes >= 16; at += 16, bytes -= 16, first = _mm_setzero_si128())
        sum = fold(sum, by_128, _mm_xor_si128(load(at), first));
    if (bytes != 0) {
        unsigned char rest[16] = {0};
        memcpy(rest, at, bytes);
        sum = fold(sum, by_128, _mm_xor_si128(load(rest), first));
    }
    return reduce(sum);
}

/* Goes on with remainder @p c over some bytes, and so many zeros. */
static uint32_t go_on(uint32_t c, const unsigned char *at, size_t bytes, size_t zeros)
{
    if (bytes != 0 && zeros < 16 && (bytes + zeros) % 16 == 0 && __builtin_cpu_supports("pclmul"))
        return by_folding(c, at, bytes);
    return by_tables(c, at, bytes, zeros);
}
#else
#define go_on by_tables
#endif

uint32_t apenet_crc32(const void *p, size_t bytes, size_t zeros)
{
    return ~go_on(0xffffffff, p, bytes, zeros);
}
