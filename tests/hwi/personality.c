/* SPDX-License-Identifier: BSD-3-Clause */
/* The personality's flags, accessors and defaults. */
#include "firmware/include/personality.h"

#include <string.h>

#include "emuq_test.h"
#include "golden.h"

#define DIMENSIONS 5

/* Compares a getter for each of its indices with an array of the vector. */
#define CHECK_EACH(name, count, expression)                                                                  \
    do {                                                                                                     \
        uint64_t expected[2 * (DIMENSIONS + 1)];                                                             \
        golden_array(out, #name, expected, count);                                                           \
        for (unsigned i = 0; i < (count); i++)                                                               \
            bad += golden_equal(#name, (expression), expected[i]);                                           \
    } while (0)
#define CHECK_ONE(name, flags) bad += golden_equal(#name, name(flags), golden_u64(out, #name))

static int check_flags(json_t *in, json_t *out, void *arg)
{
    (void)arg;
    fw_uint64_t f = golden_u64(in, "NetFlags");
    fw_uint64_t f2 = golden_u64(in, "NetFlags2");
    int bad = 0;
    CHECK_ONE(ND_GET_ENABLE_ION_LINK, f);
    CHECK_ONE(ND_GET_ALL_TORUS, f);
    CHECK_ONE(ND_GET_ALL_TORUS_RAN_HINTS, f);
    CHECK_ONE(ND_GET_SE_ARB_RE_INJ_RATIO, f);
    CHECK_ONE(TI_GET_ALL_TORUS_DIM_REVERSED, f2);
    CHECK_EACH(ND_GET_LOOPBACK, DIMENSIONS + 1, ND_GET_LOOPBACK(i, f));
    CHECK_EACH(ND_GET_TORUS, DIMENSIONS, ND_GET_TORUS(i, f));
    CHECK_EACH(ND_GET_TORUS_RAN_HINTS, DIMENSIONS, ND_GET_TORUS_RAN_HINTS(i, f));
    CHECK_EACH(ND_GET_DET_ORDER_MASK, DIMENSIONS, ND_GET_DET_ORDER_MASK(i, f));
    CHECK_EACH(ND_GET_LINK_ENABLE, 2 * (DIMENSIONS + 1), ND_GET_LINK_ENABLE(i / 2, i % 2, f2));
    CHECK_EACH(SD_GET_LINK_ENABLE, 2 * DIMENSIONS, SD_GET_LINK_ENABLE(i / 2, i % 2, f2));
    CHECK_EACH(TI_GET_TORUS_DIM_REVERSED, DIMENSIONS, TI_GET_TORUS_DIM_REVERSED(i, f2));
    return bad;
}

static void flags(void)
{
    CU_ASSERT_EQUAL(golden_each("addresses", "personality_flags", check_flags, NULL), 0);
}

/* What is set is what is got. */
static void net_flags(void)
{
    for (unsigned d = 0; d < DIMENSIONS; d++) {
        CU_ASSERT_EQUAL(ND_GET_ALL_TORUS(ND_ENABLE_TORUS(d)), 0x10u >> d);
        CU_ASSERT_EQUAL(ND_GET_ALL_TORUS_RAN_HINTS(ND_ENABLE_TORUS_RAN_HINTS(d)), 0x10u >> d);
        CU_ASSERT_EQUAL(ND_GET_DET_ORDER_MASK(d, ND_DET_ORDER_MASK(d, 0x1B)), 0x1B);
        fw_uint64_t f2 = 0;
        TI_SET_TORUS_DIM_REVERSED(d, f2);
        CU_ASSERT_EQUAL(f2, TI_TORUS_DIM_REVERSED(0x10u >> d));
        TI_CLEAR_TORUS_DIM_REVERSED(d, f2);
        CU_ASSERT_EQUAL(f2, 0);
    }
    for (unsigned d = 0; d <= DIMENSIONS; d++)
        CU_ASSERT_EQUAL(ND_GET_LOOPBACK(d, ND_DIM_LOOPBACK(d, ND_LOOPBACK_SERDES)), ND_LOOPBACK_SERDES);
    CU_ASSERT_EQUAL(ND_DIM_LOOPBACK(5, 3), ND_DIM_IO_LOOPBACK(3));
    CU_ASSERT_EQUAL(ND_DET_ORDER_MASK(4, 0x1F), ND_DET_ORDER_MASK_4(0x1F));
    CU_ASSERT_EQUAL(ND_GET_SE_ARB_RE_INJ_RATIO(ND_SE_ARB_RE_INJ_RATIO(0x19)), 9);
    CU_ASSERT_EQUAL(ND_LINK_ENABLE_MASK(4, 1), ND_ENABLE_LINK_E_PLUS);
    CU_ASSERT_EQUAL(SD_LINK_ENABLE_MASK(4, 1), SD_ENABLE_T9);
    fw_uint64_t f2 = 0;
    ND_SET_LINK_ENABLE(1, 0, f2);
    SD_SET_LINK_ENABLE(0, 1, f2);
    CU_ASSERT_EQUAL(f2, ND_ENABLE_LINK_B_MINUS | SD_ENABLE_T1);
    ND_CLEAR_LINK_ENABLE(1, 0, f2);
    SD_CLEAR_LINK_ENABLE(0, 1, f2);
    CU_ASSERT_EQUAL(f2, 0);
}

static void other_fields(void)
{
    Personality_Networks_t net;
    memset(&net, 0, sizeof net);
    ND_SET_DYNAMIC_ZONE_MASK(2, 0, 0x15, &net);
    ND_SET_DYNAMIC_ZONE_MASK(2, 4, 0x1F, &net);
    ND_SET_DYNAMIC_ZONE_MASK(2, 4, 0x03, &net);
    CU_ASSERT_EQUAL(net.ZoneRoutingMasks[2], ND_DYNAMIC_ZONE_MASK0(0x15) | ND_DYNAMIC_ZONE_MASK4(0x03));
    CU_ASSERT_EQUAL(ND_GET_DYNAMIC_ZONE_MASK(2, 0, &net), 0x15);
    CU_ASSERT_EQUAL(ND_GET_DYNAMIC_ZONE_MASK(2, 1, &net), 0);
    CU_ASSERT_EQUAL(ND_DYNAMIC_ZONE_MASK(1, 1), ND_DYNAMIC_ZONE_MASK1(1));

    fw_uint16_t route = 0;
    ND_CR_SET_COLL_TYPE(2, route);
    ND_CR_SET_COLL_INPUT(0x801, route);
    CU_ASSERT_EQUAL(route, 0x2801);
    CU_ASSERT_EQUAL(ND_CR_GET_COLL_TYPE(route), 2);
    CU_ASSERT_EQUAL(ND_CR_GET_COLL_INPUT(route), 0x801);
    CU_ASSERT_EQUAL(ND_CR_COLL_TYPE(5) | ND_CR_COLL_INPUT(0xf002), 0x1002);

    CU_ASSERT_EQUAL(MU_IS_GROUP_ENABLED(16, MU_ENABLE_GROUP(16)), 1);
    CU_ASSERT_EQUAL(MU_IS_GROUP_ENABLED(15, MU_ENABLE_GROUP(16)), 0);
    CU_ASSERT_EQUAL(MU_ENABLE_GROUPS(0x1FFFF), UINT64_C(1) << 63);

    fw_uint32_t ddr = 0xF1;
    DDR_SET_POWER_DOWN(ddr, DDR_POWER_DOWN_SLOW);
    CU_ASSERT_EQUAL(ddr, 0xF2);
    CU_ASSERT_EQUAL(DDR_GET_POWER_DOWN(ddr), DDR_POWER_DOWN_SLOW);

    CU_ASSERT_EQUAL(FW_BIT_x12(63, 0x1FFF), 0xFFF);
    CU_ASSERT_EQUAL(PERS_RASPOLICY_VERBOSITY(3), PERS_RASPOLICY_EXTREME);
}

/* (personality 6) */
static void defaults(void)
{
    /* The macros bring the semicolon. */
    Personality_t p = PERSONALITY_DEFAULT() Personality_t q =
        PERSONALITY_PROD_DEFAULT() CU_ASSERT_EQUAL(p.Version, 8);
    CU_ASSERT_EQUAL(p.PersonalitySizeWords, 44);
    CU_ASSERT_EQUAL(p.Kernel_Config.NodeConfig, UINT64_C(0x00A800000A253245));
    CU_ASSERT_EQUAL(p.Kernel_Config.FreqMHz, 1600);
    CU_ASSERT_EQUAL(p.DDR_Config.DDRFlags, 1);
    CU_ASSERT_EQUAL(p.DDR_Config.DDRSizeMB, 16384);
    CU_ASSERT_EQUAL(p.Network_Config.NetFlags, UINT64_C(0x01555FFFE0820820));
    CU_ASSERT_EQUAL(p.Network_Config.NetFlags2, UINT64_C(0xFFC0000000000000));
    CU_ASSERT_EQUAL(ND_TORUS_SIZE(p.Network_Config), 1);
    CU_ASSERT_EQUAL(p.Network_Config.Enodes, 1);
    CU_ASSERT_EQUAL(p.Network_Config.Acoord, 0);
    CU_ASSERT_EQUAL(p.Network_Config.PrimordialClassRoute.GlobIntUpPortInputs, 1);
    CU_ASSERT_EQUAL(p.Network_Config.PrimordialClassRoute.GlobIntUpPortOutputs, 0);
    CU_ASSERT_EQUAL(p.Network_Config.MuFlags, UINT64_C(0x8000000000000000));
    CU_ASSERT_EQUAL(p.Network_Config.latencyFromRoot, 0);

    CU_ASSERT_EQUAL(q.Kernel_Config.NodeConfig, UINT64_C(0xBAFC7C000A673344));
    CU_ASSERT_EQUAL(q.DDR_Config.DDRSizeMB, 4096);
    CU_ASSERT_EQUAL(q.Network_Config.MuFlags, UINT64_C(0xFFFF800000000000));
    CU_ASSERT_EQUAL(q.Network_Config.NetFlags, p.Network_Config.NetFlags);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"golden flags", flags},
                                        {"network flags", net_flags},
                                        {"other fields", other_fields},
                                        {"defaults", defaults},
                                        {NULL, NULL}};
    return emuq_test_main("personality", tests);
}
