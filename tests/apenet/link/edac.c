/* SPDX-License-Identifier: BSD-3-Clause */
/* Error code of ExaNet words: reference values, all single errors repaired, all double errors detected. */
#include <string.h>

#include "apenet/exanet.h"
#include "emuq_test.h"

#define HEADERS 10000u
#define ALL     1000u /* headers with all double errors; the others with a sample */

static uint64_t state = 1;

static uint32_t next_random(void)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 32);
}

static void flip(uint32_t *w, unsigned bit)
{
    w[bit / 32] ^= UINT32_C(1) << bit % 32;
}

static void reference_values(void)
{
    static const struct {
        uint32_t w[4], edac;
    } words[] = {{{0x00200060, 0x00100020, 0, 0}, 0x1a},
                 {{0x10a24681, 0x10004867, 0x159e26af, 0x0001048d}, 0x53},
                 {{0x00200070, 0x00008020, 0, 0}, 0x12},
                 {{0x01004040, 0x00000001, 0, 0}, 0x4d},
                 {{0x01005143, 0x00000005, 0, 0}, 0x2c},
                 {{0x5555aaaa, 0xffffaaaa, 0x5555aaaa, 0xffffaaaa}, 0xb7},
                 {{0, 0, 0, 0}, 0}};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        CU_ASSERT_EQUAL(apenet_edac(words[i].w), words[i].edac);
    }
}

/* The definition, bit by bit. */
static uint32_t defined(const uint32_t *w)
{
    uint32_t syndrome = 0, parity = 0, position = 2;
    for (unsigned bit = 0; bit < 120; bit++) {
        do
            position++;
        while ((position & (position - 1)) == 0);
        if ((w[bit / 32] >> bit % 32 & 1) != 0) {
            syndrome ^= position;
            parity ^= 1;
        }
    }
    for (uint32_t rest = syndrome; rest != 0; rest >>= 1)
        parity ^= rest & 1;
    return syndrome << 1 | parity;
}

static void make(uint32_t *w)
{
    for (int i = 0; i < 4; i++)
        w[i] = next_random();
    w[3] = (w[3] & 0xffffff) | apenet_edac(w) << 24;
}

/* A repaired word has the syndrome in place of the code. */
static void check_single(const uint32_t *good, unsigned bit)
{
    uint32_t w[4], clean[4];
    memcpy(w, good, sizeof w);
    memcpy(clean, good, sizeof clean);
    clean[3] &= 0xffffff;
    flip(w, bit);
    if (apenet_edac_check(w) != APENET_EDAC_REPAIRED)
        CU_FAIL("single error not repaired");
    if ((w[3] >> 24 & 1) == 0)
        CU_FAIL("parity of the syndrome");
    w[3] &= 0xffffff;
    if (memcmp(w, clean, sizeof w) != 0)
        CU_FAIL("wrong repair");
}

static void check_double(const uint32_t *good, unsigned a, unsigned b)
{
    uint32_t w[4], before[4];
    memcpy(w, good, sizeof w);
    flip(w, a);
    flip(w, b);
    memcpy(before, w, sizeof w);
    if (apenet_edac_check(w) != APENET_EDAC_FATAL || memcmp(w, before, sizeof w) != 0)
        CU_FAIL("double error not detected");
}

static void errors(void)
{
    uint32_t w[4], good[4];
    for (unsigned i = 0; i < HEADERS; i++) {
        make(w);
        CU_ASSERT_EQUAL(w[3] >> 24, defined(w));
        memcpy(good, w, sizeof w);
        CU_ASSERT_EQUAL(apenet_edac_check(good), APENET_EDAC_GOOD);
        CU_ASSERT_EQUAL(good[3], w[3] & 0xffffff);
        for (unsigned a = 0; a < 128; a++) {
            check_single(w, a);
            if (i < ALL)
                for (unsigned b = a + 1; b < 128; b++)
                    check_double(w, a, b);
            else
                check_double(w, a, (a + 1 + next_random() % 127) % 128);
        }
    }
}

static void address_of_48_bits(void)
{
    uint32_t w[4] = {0, 0, 0, 0};
    apenet_exanet_set_address(w, UINT64_C(0x123456789abc));
    CU_ASSERT_EQUAL(apenet_exanet_address(w), UINT64_C(0x123456789abc));
    apenet_set(w, APENET_EXANET_VC, 1);
    apenet_set(w, APENET_EXANET_PROC_ID, 0x1234);
    apenet_set(w, APENET_EXANET_DEST_X, 5);
    apenet_set(w, APENET_EXANET_DEST_Y, 2);
    apenet_set(w, APENET_EXANET_DEST_Z, 7);
    apenet_set(w, APENET_EXANET_INTRA, 3);
    apenet_set(w, APENET_EXANET_TYPE, 9);
    apenet_set(w, APENET_EXANET_SIZE, 4096);
    apenet_set(w, APENET_EXANET_HOPS, 4);
    apenet_set(w, APENET_EXANET_EDAC, 0xa5);
    CU_ASSERT_EQUAL(w[0], 0x10a24681);
    CU_ASSERT_EQUAL(w[1], 0x10004867);
    CU_ASSERT_EQUAL(w[2], 0x159e26af);
    CU_ASSERT_EQUAL(w[3], 0xa501048d);
    CU_ASSERT_EQUAL(apenet_exanet_words(w), 256);
    apenet_set(w, APENET_EXANET_SIZE, 17);
    CU_ASSERT_EQUAL(apenet_exanet_words(w), 2);
    apenet_set(w, APENET_EXANET_HEADER_ONLY, 1);
    CU_ASSERT_EQUAL(apenet_exanet_words(w), 0);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"reference values", reference_values},
                                        {"fields of a header", address_of_48_bits},
                                        {"single and double errors", errors},
                                        {NULL, NULL}};
    return emuq_test_main("error code of ExaNet", tests);
}
