/* SPDX-License-Identifier: BSD-3-Clause */
#include "apenet/card/crc.h"

#include <libdeflate.h>

uint32_t apenet_crc32(const void *p, size_t bytes, size_t zeros)
{
    static const unsigned char zero[64];
    uint32_t crc = libdeflate_crc32(0, p, bytes);
    for (size_t n; zeros > 0; zeros -= n) {
        n = zeros < sizeof zero ? zeros : sizeof zero;
        crc = libdeflate_crc32(crc, zero, n);
    }
    return crc;
}
