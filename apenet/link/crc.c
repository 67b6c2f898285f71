/* SPDX-License-Identifier: BSD-3-Clause */
/* CRC-32 of words. Envelopes and payloads of small packets have 12 to 64 bytes, for which a general function
 * costs several times as much as carry-less multiplications of whole words. For longer payloads, processors
 * with AVX-512 multiply four words at a time. */
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

#define CRC_WIDE       __attribute__((target("avx512f,vpclmulqdq,pclmul")))
#define CRC_WIDE_LEAST 128u /* bytes */

/* As crc_fold, for each 128 bits of a vector: over 2048 bits, 512 bits, and to the last 128 bits. */
static const uint64_t crc_fold_four[8] __attribute__((aligned(64))) = {
    0x11542778a, 0x1322d1430, 0x11542778a, 0x1322d1430, 0x11542778a, 0x1322d1430, 0x11542778a, 0x1322d1430};
static const uint64_t crc_fold_one[8] __attribute__((aligned(64))) = {
    0x154442bd4, 0x1c6e41596, 0x154442bd4, 0x1c6e41596, 0x154442bd4, 0x1c6e41596, 0x154442bd4, 0x1c6e41596};
static const uint64_t crc_fold_rest[8] __attribute__((aligned(64))) = {
    0x03db1ecdc, 0x174359406, 0x0f1da05aa, 0x15a546366, 0x1751997d0, 0x0ccaa009e, 0, 0};

static inline CRC_WIDE __m512i crc_wide_fold(__m512i x, __m512i by, __m512i next)
{
    return _mm512_ternarylogic_epi64(_mm512_clmulepi64_epi128(x, by, 0x00),
                                     _mm512_clmulepi64_epi128(x, by, 0x11), next, 0x96 /* XOR */);
}

/* @return the remainder of a vector in 128 bits */
static inline CRC_WIDE __m128i crc_wide_reduce(__m512i x)
{
    const __m512i last = _mm512_maskz_mov_epi64(0xc0, x),
                  y = crc_wide_fold(x, _mm512_load_si512(crc_fold_rest), last);
    const __m256i z = _mm256_xor_si256(_mm512_castsi512_si256(y), _mm512_extracti64x4_epi64(y, 1));
    return _mm_xor_si128(_mm256_castsi256_si128(z), _mm256_extracti128_si256(z, 1));
}

/* Four independent remainders hide the latency of multiplications. @param bytes a multiple of 16, at least
 * CRC_WIDE_LEAST */
static CRC_WIDE uint32_t crc_wide(const void *p, size_t bytes)
{
    const __m512i one = _mm512_load_si512(crc_fold_one);
    const __m128i fold = _mm_load_si128((const __m128i *)crc_fold);
    const char *at = p, *end = at + bytes;
    __m512i x = _mm512_xor_si512(_mm512_loadu_si512(at), _mm512_zextsi128_si512(_mm_set_epi32(0, 0, 0, -1)));
    at += 64;
    if (bytes >= 512) {
        const __m512i four = _mm512_load_si512(crc_fold_four);
        __m512i y = _mm512_loadu_si512(at), z = _mm512_loadu_si512(at + 64), w = _mm512_loadu_si512(at + 128);
        for (at += 192; end - at >= 256; at += 256) {
            x = crc_wide_fold(x, four, _mm512_loadu_si512(at));
            y = crc_wide_fold(y, four, _mm512_loadu_si512(at + 64));
            z = crc_wide_fold(z, four, _mm512_loadu_si512(at + 128));
            w = crc_wide_fold(w, four, _mm512_loadu_si512(at + 192));
        }
        x = crc_wide_fold(crc_wide_fold(crc_wide_fold(x, one, y), one, z), one, w);
    }
    for (; end - at >= 64; at += 64)
        x = crc_wide_fold(x, one, _mm512_loadu_si512(at));
    __m128i v = crc_wide_reduce(x);
    for (; at != end; at += 16)
        v = _mm_xor_si128(
            _mm_loadu_si128((const __m128i *)at),
            _mm_xor_si128(_mm_clmulepi64_si128(v, fold, 0x00), _mm_clmulepi64_si128(v, fold, 0x11)));
    return crc_reduce(v);
}

uint32_t apenet_link_crc(const void *p, size_t bytes)
{
    bool is_small = bytes == 12 || (bytes % 16 == 0 && bytes - 1 < CRC_SMALL);
    if (is_small && __builtin_cpu_supports("pclmul"))
        return crc_small(p, bytes);
    if (bytes % 16 == 0 && bytes >= CRC_WIDE_LEAST && __builtin_cpu_supports("vpclmulqdq") &&
        __builtin_cpu_supports("avx512f"))
        return crc_wide(p, bytes);
    return libdeflate_crc32(0, p, bytes);
}

#else

uint32_t apenet_link_crc(const void *p, size_t bytes)
{
    return libdeflate_crc32(0, p, bytes);
}

#endif
