/* SPDX-License-Identifier: BSD-3-Clause */
/* SEC-DED code of ExaNet headers and CREDITs: 7 Hamming bits and parity over 120 data bits. */
#include <string.h>

#include "apenet/exanet.h"

#define EDAC_BITS 7u
#define EDAC_AT   24u /* of the code in word 3 */

/* Data bits whose position has bit i set; data bits take the positions 3.. that are not powers of two. */
static const uint64_t edac_mask[EDAC_BITS][2] = {
    {UINT64_C(0xab55555556aaad5b), UINT64_C(0xaaaaaaaaaaaaaa)},
    {UINT64_C(0xcd9999999b33366d), UINT64_C(0xcccccccccccccc)},
    {UINT64_C(0xf1e1e1e1e3c3c78e), UINT64_C(0xf0f0f0f0f0f0f0)},
    {UINT64_C(0x01fe01fe03fc07f0), UINT64_C(0xff00ff00ff00ff)},
    {UINT64_C(0x01fffe0003fff800), UINT64_C(0xffff0000ffff00)},
    {UINT64_C(0x01fffffffc000000), UINT64_C(0xffffffff000000)},
    {UINT64_C(0xfe00000000000000), UINT64_C(0xffffffffffffff)},
};

uint32_t apenet_edac(const uint32_t *w)
{
    uint64_t low = apenet_get64(w), high = apenet_get64(w + 2) & UINT64_C(0xffffffffffffff);
    uint32_t syndrome = 0;
    for (unsigned i = 0; i < EDAC_BITS; i++)
        syndrome |= (uint32_t)__builtin_parityll((low & edac_mask[i][0]) ^ (high & edac_mask[i][1])) << i;
    uint32_t parity = (uint32_t)(__builtin_parityll(low ^ high) ^ __builtin_parity(syndrome));
    return syndrome << 1 | parity;
}

apenet_edac_result_t apenet_edac_check(uint32_t *w)
{
    uint32_t code = apenet_edac(w), stored = w[3] >> EDAC_AT;
    /* The computed parity bit fits the computed syndrome: the parity of all bits is that of the difference.
     */
    uint32_t syndrome = (code ^ stored) >> 1, parity = (uint32_t)__builtin_parity(code ^ stored);
    if (parity == 0 && syndrome != 0)
        return APENET_EDAC_FATAL;
    if (parity != 0 && (syndrome & (syndrome - 1)) != 0) {
        uint32_t bit = syndrome - 2 - (31 - (uint32_t)__builtin_clz(syndrome));
        w[bit / 32] ^= UINT32_C(1) << bit % 32;
    }
    w[3] = (w[3] & ~(UINT32_C(0xff) << EDAC_AT)) | (syndrome << 1 | parity) << EDAC_AT;
    return parity != 0 ? APENET_EDAC_REPAIRED : APENET_EDAC_GOOD;
}
