/* SPDX-License-Identifier: BSD-3-Clause */
/* CRC-32 of words. Envelopes and payloads of small packets have 12 to 64 bytes, for which a general function
 * costs several times as much as carry-less multiplications of whole words. */
#include <libdeflate.h>
#include <string.h>

#include "apenet/link.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define CRC_SMALL 64u /* bytes */

/* The first byte has the highest powers, and bits are reflected, as in the CRC; x^n stands for x^n modulo
 * the polynomial. */
static const uint64_t crc_fold[2] __attribute__((aligned(16))) = {0x1751997d0, 0x0ccaa009e}; /* x^160, x^96 */
static const uint64_t crc_last[2] __attribute__((aligned(16))) = {0x163cd6124, 0};           /* x^64 */
static const uint64_t crc_barrett[2] __attribute__((aligned(16))) = {
    0x1db710641, 0x1f7011641}; /* polynomial; x^64 divided by the polynomial */

/* Remainder of 128 bits, times x^32. */
static inline __attribute__((target("pclmul"))) uint32_t crc_reduce(__m128i x)
{
    const __m128i low = _mm_set_epi32(0, 0, 0, -1), fold = _mm_load_si128((const __m128i *)crc_fold),
                  last = _mm_load_si128((const __m128i *)crc_last),
                  barrett = _mm_load_si128((const __m128i *)crc_barrett);
    x = _mm_xor_si128(_mm_srli_si128(x, 8), _mm_clmulepi64_si128(x, fold, 0x10));
    x = _mm_xor_si128(_mm_srli_si128(x, 4), _mm_clmulepi64_si128(_mm_and_si128(x, low), last, 0x00));
    __m128i q = _mm_clmulepi64_si128(_mm_and_si128(x, low), barrett, 0x10);
    q = _mm_clmulepi64_si128(_mm_and_si128(q, low), barrett, 0x00);
    return ~(uint32_t)_mm_cvtsi128_si32(_mm_srli_si128(_mm_xor_si128(x, q), 4));
}

/* @param bytes 12, or a multiple of 16 from 16 on */
static __attribute__((target("pclmul"))) uint32_t crc_small(const void *p, size_t bytes)
{
    const __m128i fold = _mm_load_si128((const __m128i *)crc_fold);
    const char *at = p;
    if (bytes == 12) { /* zeros in front change nothing */
        int last;
        memcpy(&last, at + 8, sizeof last);
        __m128i first = _mm_slli_si128(_mm_loadl_epi64((const __m128i *)at), 4);
        return crc_reduce(_mm_xor_si128(_mm_xor_si128(first, _mm_slli_si128(_mm_cvtsi32_si128(last), 12)),
                                        _mm_set_epi32(0, 0, -1, 0)));
    }
    __m128i x = _mm_xor_si128(_mm_loadu_si128((const __m128i *)at), _mm_set_epi32(0, 0, 0, -1));
    for (size_t i = 16; i < bytes; i += 16)
        x = _mm_xor_si128(
            _mm_loadu_si128((const __m128i *)(at + i)),
            _mm_xor_si128(_mm_clmulepi64_si128(x, fold, 0x00), _mm_clmulepi64_si128(x, fold, 0x11)));
    return crc_reduce(x);
}

uint32_t apenet_link_crc(const void *p, size_t bytes)
{
    bool is_small = bytes == 12 || (bytes % 16 == 0 && bytes - 1 < CRC_SMALL);
    if (is_small && __builtin_cpu_supports("pclmul"))
        return crc_small(p, bytes);
    return libdeflate_crc32(0, p, bytes);
}

#else

uint32_t apenet_link_crc(const void *p, size_t bytes)
{
    return libdeflate_crc32(0, p, bytes);
}

#endif
