/* SPDX-License-Identifier: BSD-3-Clause */
/* Bit numbers, rotations, counts, and the constants made of bits. */
#include "hwi/include/bqc/A2_inlines.h"

#include <string.h>

#include "emuq_test.h"
#include "golden.h"

static int check_set(json_t *in, json_t *out, void *arg)
{
    (void)arg;
    uint64_t w = golden_u64(in, "w"), b = golden_u64(in, "b"), v = golden_u64(in, "v");
    return golden_equal("_BGQ_SET", _BGQ_SET(w, b, v), golden_u64(out, "ret")) +
           golden_equal("_BS64", _BS64(b, v, w), golden_u64(out, "ret"));
}

static int check_get(json_t *in, json_t *out, void *arg)
{
    (void)arg;
    uint64_t w = golden_u64(in, "w"), b = golden_u64(in, "b"), x = golden_u64(in, "x");
    return golden_equal("_BGQ_GET", _BGQ_GET(w, b, x), golden_u64(out, "ret")) +
           golden_equal("_BG64", _BG64(b, x, w), golden_u64(out, "ret"));
}

static int check_insert(json_t *in, json_t *out, void *arg)
{
    (void)arg;
    uint64_t x = golden_u64(in, "x");
    _BGQ_INSERT(golden_u64(in, "w"), golden_u64(in, "b"), x, golden_u64(in, "v"));
    return golden_equal("x", x, golden_u64(out, "x"));
}

static int check_bit(json_t *in, json_t *out, void *arg)
{
    (void)arg;
    return golden_equal("_BN", _BN(golden_u64(in, "b")), golden_u64(out, "ret"));
}

/* The numbered families, for the widths with vectors. */
#define WIDTHS(F) F(2) F(4) F(5) F(7) F(16) F(32) F(64)
#define CHECK_WIDTH(n)                                                                                       \
    static int check_B##n(json_t *in, json_t *out, void *arg)                                                \
    {                                                                                                        \
        (void)arg;                                                                                           \
        return golden_equal("_B" #n, _B##n(golden_u64(in, "b"), golden_u64(in, "v")),                        \
                            golden_u64(out, "ret"));                                                         \
    }                                                                                                        \
    static int check_G##n(json_t *in, json_t *out, void *arg)                                                \
    {                                                                                                        \
        (void)arg;                                                                                           \
        return golden_equal("_G" #n, _G##n(golden_u64(in, "x"), golden_u64(in, "b")),                        \
                            golden_u64(out, "ret"));                                                         \
    }
WIDTHS(CHECK_WIDTH)

static void bit_numbers(void)
{
    CU_ASSERT_EQUAL(golden_each("addresses", "_BGQ_SET", check_set, NULL), 0);
    CU_ASSERT_EQUAL(golden_each("addresses", "_BGQ_GET", check_get, NULL), 0);
    CU_ASSERT_EQUAL(golden_each("addresses", "_BGQ_INSERT", check_insert, NULL), 0);
    CU_ASSERT_EQUAL(golden_each("addresses", "_BN", check_bit, NULL), 0);
#define RUN_WIDTH(n)                                                                                         \
    CU_ASSERT_EQUAL(golden_each("addresses", "_B" #n, check_B##n, NULL), 0);                                 \
    CU_ASSERT_EQUAL(golden_each("addresses", "_G" #n, check_G##n, NULL), 0);
    WIDTHS(RUN_WIDTH)
}

/* Bit numbers without vectors. */
static void other_bit_numbers(void)
{
    CU_ASSERT_EQUAL(_GN(UINT64_C(1) << 62, 1), 1);
    CU_ASSERT_EQUAL(_GN(UINT64_C(1) << 62, 2), 0);
    CU_ASSERT_EQUAL(_BS32(27, 0x35, 4), 0x50);
    CU_ASSERT_EQUAL(_BG32(27, 0x750u, 4), 5);
    CU_ASSERT_EQUAL(_BS32(31, 0xdeadbeefu, 32), 0xdeadbeef);
    CU_ASSERT_EQUAL(_B1(0, 3), UINT64_C(1) << 63);
    CU_ASSERT_EQUAL(_G63(~UINT64_C(0), 63), ~UINT64_C(0) >> 1);
    /* Narrow and negative arguments. */
    CU_ASSERT_EQUAL(_B8(7, -1), UINT64_C(0xff) << 56);
    CU_ASSERT_EQUAL(_G5((uint8_t)0x1f, 31), 0);
}

static int check_rlimi(json_t *in, json_t *out, void *arg)
{
    (void)arg;
    uint64_t ra = golden_u64(in, "ra");
    RLIMI64(ra, golden_u64(in, "rs"), (unsigned)golden_u64(in, "sh"), (unsigned)golden_u64(in, "mb"));
    return golden_equal("ra", ra, golden_u64(out, "ra"));
}

static int check_rldcl(json_t *in, json_t *out, void *arg)
{
    (void)arg;
    uint64_t ra = 0;
    RLDCL64(ra, golden_u64(in, "rs"), golden_u64(in, "rb"), (unsigned)golden_u64(in, "mb"));
    return golden_equal("ra", ra, golden_u64(out, "ra"));
}

static int check_cntlz32(json_t *in, json_t *out, void *arg)
{
    (void)arg;
    return golden_equal("cntlz32", cntlz32((uint32_t)golden_u64(in, "v")), golden_u64(out, "ret"));
}

static int check_cntlz64(json_t *in, json_t *out, void *arg)
{
    (void)arg;
    return golden_equal("cntlz64", cntlz64(golden_u64(in, "v")), golden_u64(out, "ret"));
}

static int check_popcnt64(json_t *in, json_t *out, void *arg)
{
    (void)arg;
    return golden_equal("popcnt64", popcnt64(golden_u64(in, "v")), golden_u64(out, "ret"));
}

static void instructions(void)
{
    CU_ASSERT_EQUAL(golden_each("addresses", "RLIMI64", check_rlimi, NULL), 0);
    CU_ASSERT_EQUAL(golden_each("addresses", "RLDCL64", check_rldcl, NULL), 0);
    CU_ASSERT_EQUAL(golden_each("addresses", "cntlz32", check_cntlz32, NULL), 0);
    CU_ASSERT_EQUAL(golden_each("addresses", "cntlz64", check_cntlz64, NULL), 0);
    CU_ASSERT_EQUAL(golden_each("addresses", "popcnt64", check_popcnt64, NULL), 0);
    CU_ASSERT_EQUAL(cntlz32(0), 32);
    CU_ASSERT_EQUAL(cntlz64(0), 64);
    /* A wrapped mask: all bits except the bits between. */
    uint64_t ra = 0;
    RLIMI64(ra, ~UINT64_C(0), 60, 62);
    CU_ASSERT_EQUAL(ra, UINT64_C(0xf000000000000003));
}

/* Check values (core-inlines 6). */
static void core_constants(void)
{
    CU_ASSERT_EQUAL(XER_SO, 0x80000000);
    CU_ASSERT_EQUAL(XER_SI(0x1ff), 0x7f);
    CU_ASSERT_EQUAL(AXUCR0_ENAB_IND_ALL(0xff), UINT64_C(0xff) << 36);
    CU_ASSERT_EQUAL(AXUCR0_ENAB_IND(0, 3), AXUCR0_ENAB_NAN_IND_0 | AXUCR0_ENAB_INF_IND_0);
    CU_ASSERT_EQUAL(AXUCR0_ENAB_IND(3, 3), AXUCR0_ENAB_NAN_IND_3 | AXUCR0_ENAB_INF_IND_3);
    CU_ASSERT_EQUAL(FPSCR_RN(FPSCR_RN_MINF), 3);
    CU_ASSERT_EQUAL(FPSCR_DRN(FPSCR_DRN_SHORTER), UINT64_C(7) << 32);
    CU_ASSERT_EQUAL(FPSCR_NI, 4);
    CU_ASSERT_EQUAL(FPSCR_FX, 0x80000000);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"bit numbers", bit_numbers},
                                        {"other bit numbers", other_bit_numbers},
                                        {"instructions", instructions},
                                        {"constants of the core", core_constants},
                                        {NULL, NULL}};
    return emuq_test_main("bits", tests);
}
