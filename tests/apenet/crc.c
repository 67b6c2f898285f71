/* SPDX-License-Identifier: BSD-3-Clause */
/* Check words of footers: known values, and all lengths and offsets against the definition. */
#include "apenet/card/packets.h"

#include <string.h>

#include "emuq_test.h"

#define BYTES 4096u

static unsigned char bytes[BYTES + 16];

static void known(void)
{
    memset(bytes, 0, BYTES);
    CU_ASSERT_EQUAL(apenet_crc32("123456789", 9, 0), 0xcbf43926);
    CU_ASSERT_EQUAL(apenet_crc32("\x04\x31\x02\x08\x91\x62\x0c\0\0\x70\x56\x34\x12\x7f\0\0", 16, 0),
                    0xd4e6fed1);
    CU_ASSERT_EQUAL(apenet_crc32(bytes, 16, 0), 0xecbb4b55);
    CU_ASSERT_EQUAL(apenet_crc32(bytes, 0, 16), 0xecbb4b55);
    CU_ASSERT_EQUAL(apenet_crc32(bytes, BYTES, 0), 0xc71c0011);
    for (unsigned i = 0; i < BYTES; i++)
        bytes[i] = (unsigned char)i;
    CU_ASSERT_EQUAL(apenet_crc32(bytes, BYTES, 0), 0xa2912082);
    CU_ASSERT_EQUAL(apenet_crc32(bytes, 0, 0), 0);
}

/* Bitwise CRC, followed by zeros. */
static uint32_t defined(const unsigned char *at, size_t n, size_t zeros)
{
    uint32_t c = 0xffffffff;
    for (n += zeros; n > 0; n--, at++) {
        c ^= n > zeros ? *at : 0;
        for (int bit = 0; bit < 8; bit++)
            c = (c & 1) != 0 ? c >> 1 ^ 0xedb88320u : c >> 1;
    }
    return ~c;
}

static void all_lengths(void)
{
    uint32_t state = 1;
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)((state = state * 1664525 + 1013904223) >> 24);
    for (size_t at = 0; at < 16; at++)
        for (size_t n = 0; n <= 400; n++)
            for (size_t zeros = 0; zeros <= 16; zeros += at == 0 ? 1 : 16)
                CU_ASSERT_EQUAL(apenet_crc32(bytes + at, n, zeros), defined(bytes + at, n, zeros));
    for (size_t n = 1; n <= 400; n++) /* up to whole words */
        CU_ASSERT_EQUAL(apenet_crc32(bytes + 5, n, -n % 16), defined(bytes + 5, n, -n % 16));
    for (size_t n = 400; n <= BYTES; n += 16)
        CU_ASSERT_EQUAL(apenet_crc32(bytes + n / 16 % 16, n, 0), defined(bytes + n / 16 % 16, n, 0));
    for (size_t n = BYTES - 70; n <= BYTES; n++)
        CU_ASSERT_EQUAL(apenet_crc32(bytes + 3, n, 0), defined(bytes + 3, n, 0));
}

int main(void)
{
    static const emuq_test_t tests[] = {{"known words", known}, {"all lengths", all_lengths}, {NULL, NULL}};
    return emuq_test_main("check words of APEnet+", tests);
}
