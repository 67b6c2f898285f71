/* SPDX-License-Identifier: BSD-3-Clause */
/* Addresses of registers and numbers of device control registers. */
#include "hwi/include/bqc/dcr_names.h"
#include "hwi/include/bqc/l1p_mmio.h"
#include "hwi/include/bqc/MU_Macros.h"
#include "hwi/include/bqc/wu_mmio.h"

#include <string.h>

#include "emuq_test.h"
#include "golden.h"

/* Macros by their arguments. */
#define FIFO_REGISTERS(F)                                                                                    \
    F(BGQ_MU_iDMA_START_OFFSET)                                                                              \
    F(BGQ_MU_iDMA_SIZE_OFFSET)                                                                               \
    F(BGQ_MU_iDMA_HEAD_OFFSET)                                                                               \
    F(BGQ_MU_iDMA_TAIL_OFFSET)                                                                               \
    F(BGQ_MU_iDMA_DESC_COUNTER_OFFSET)                                                                       \
    F(BGQ_MU_iDMA_FREE_SPACE_OFFSET)                                                                         \
    F(BGQ_MU_DATA_COUNTER_BASE_ADDRESS_OFFSET)                                                               \
    F(BGQ_MU_rDMA_START_OFFSET)                                                                              \
    F(BGQ_MU_rDMA_SIZE_OFFSET)                                                                               \
    F(BGQ_MU_rDMA_HEAD_OFFSET)                                                                               \
    F(BGQ_MU_rDMA_TAIL_OFFSET)

#define SUBGROUP_REGISTERS(F)                                                                                \
    F(BGQ_MU_SUBGROUP_ADDRESS_OFFSET)                                                                        \
    F(BGQ_MU_iDMA_SUBGROUP_START_OFFSET)                                                                     \
    F(BGQ_MU_rDMA_SUBGROUP_START_OFFSET)                                                                     \
    F(BGQ_MU_STATUS_CONTROL_REGS_START_OFFSET)                                                               \
    F(BGQ_MU_iDMA_IS_ENABLED_OFFSET)                                                                         \
    F(BGQ_MU_iDMA_ENABLE_OFFSET)                                                                             \
    F(BGQ_MU_iDMA_DISABLE_OFFSET)                                                                            \
    F(BGQ_MU_iDMA_HIGH_PRIORITY_OFFSET)                                                                      \
    F(BGQ_MU_READ_INT_STATUS_REGISTER_OFFSET)                                                                \
    F(BGQ_MU_CLEAR_INT_STATUS_REGISTER_OFFSET)                                                               \
    F(BGQ_MU_DATA_COUNTER_BASE_ADDRESS_START_OFFSET)                                                         \
    F(BGQ_MU_TRIGGER_rDMA_SCAN_START_OFFSET)                                                                 \
    F(BGQ_MU_TRIGGER_iDMA_SCAN_START_OFFSET)

#define GI_REGISTERS(F)                                                                                      \
    F(BGQ_MU_GI_STATUS_OFFSET)                                                                               \
    F(BGQ_MU_GI_CONTROL_OFFSET)

#define GROUP_REGISTERS(F)                                                                                   \
    F(BGQ_MU_GROUP_ADDRESS_OFFSET)                                                                           \
    F(BGQ_MU_iDMA_GROUP_START_OFFSET)                                                                        \
    F(BGQ_MU_DCR_iDMA_THRESHOLD_INTERRUPT_ENABLE_OFFSET)                                                     \
    F(BGQ_MU_DCR_iDMA_SYSTEM_FIFO_OFFSET)                                                                    \
    F(BGQ_MU_DCR_iDMA_FIFO_AVAILABLE_REMOTE_GET_OFFSET)                                                      \
    F(BGQ_MU_DCR_rDMA_ENABLED_OFFSET)                                                                        \
    F(BGQ_MU_DCR_rDMA_THRESHOLD_INTERRUPT_ENABLE_OFFSET)                                                     \
    F(BGQ_MU_DCR_rDMA_PACKET_RECEIVED_INTERRUPT_ENABLE_OFFSET)                                               \
    F(BGQ_MU_DCR_rDMA_SYSTEM_FIFO_OFFSET)                                                                    \
    F(BGQ_MU_DCR_BAT_MODE0_OFFSET)                                                                           \
    F(BGQ_MU_DCR_BAT_MODE1_OFFSET)

#define SINGLE_REGISTERS(F)                                                                                  \
    F(BGQ_MU_DCR_MEM_MAPPED_START_OFFSET())                                                                  \
    F(BGQ_MU_DCR_iDMA_THRESHOLD_OFFSET)                                                                      \
    F(BGQ_MU_DCR_iDMA_RGET_THRESHOLD_OFFSET)                                                                 \
    F(BGQ_MU_DCR_rDMA_THRESHOLD_OFFSET)                                                                      \
    F(BGQ_MU_DCR_GEA_INTERRUPT_ENABLE_0_7_OFFSET())                                                          \
    F(BGQ_MU_DCR_GEA_INTERRUPT_ENABLE_8_15_OFFSET())                                                         \
    F(BGQ_MU_DCR_GEA_INTERRUPT_ENABLE_16_OFFSET())

#define MU_REGISTERS(F)                                                                                      \
    F(IMFIFO_THOLD_INT_EN)                                                                                   \
    F(IMFIFO_SYSTEM)                                                                                         \
    F(IMFIFO_RGET)                                                                                           \
    F(IMU_THOLD)                                                                                             \
    F(RGET_THOLD)                                                                                            \
    F(RMFIFO_EN)                                                                                             \
    F(RMFIFO_THOLD_INT_EN)                                                                                   \
    F(RMFIFO_PACKET_INT_EN)                                                                                  \
    F(RMFIFO_SYSTEM)                                                                                         \
    F(RMU_THOLD)                                                                                             \
    F(RPUTBASE_SYSTEM0)                                                                                      \
    F(RPUTBASE_SYSTEM1)                                                                                      \
    F(SYS_BARRIER)                                                                                           \
    F(BARRIER_INT_EN)                                                                                        \
    F(GIP_INT_EN_0_7)                                                                                        \
    F(GIP_INT_EN_8_15)                                                                                       \
    F(GIP_INT_EN_16)                                                                                         \
    F(RME_ENABLE)                                                                                            \
    F(RESET)

#define ND_REGISTERS(F)                                                                                      \
    F(CTRL_COLL_CLASS_00_01)                                                                                 \
    F(CTRL_COLL_CLASS_02_03)                                                                                 \
    F(CTRL_COLL_CLASS_14_15)                                                                                 \
    F(CTRL_GI_CLASS_00_01)                                                                                   \
    F(CTRL_GI_CLASS_14_15)

/* A macro, and the mapping of a vector's arguments. */
struct address {
    const char *name;
    uint64_t (*value)(json_t *in);
};

#define FIFO_FUNCTION(macro)                                                                                 \
    static uint64_t value_##macro(json_t *in)                                                                \
    {                                                                                                        \
        return (uint64_t)(macro(golden_u64(in, "g"), golden_u64(in, "sg"), golden_u64(in, "i")));            \
    }
#define SUBGROUP_FUNCTION(macro)                                                                             \
    static uint64_t value_##macro(json_t *in)                                                                \
    {                                                                                                        \
        return (uint64_t)(macro(golden_u64(in, "g"), golden_u64(in, "sg")));                                 \
    }
#define GI_FUNCTION(macro)                                                                                   \
    static uint64_t value_##macro(json_t *in)                                                                \
    {                                                                                                        \
        return (uint64_t)(macro(golden_u64(in, "g"), golden_u64(in, "r")));                                  \
    }
#define GROUP_FUNCTION(macro)                                                                                \
    static uint64_t value_##macro(json_t *in)                                                                \
    {                                                                                                        \
        uint64_t group = golden_u64(in, "g");                                                                \
        (void)group; /* two macros ignore their argument */                                                  \
        return (uint64_t)(macro(group));                                                                     \
    }
FIFO_REGISTERS(FIFO_FUNCTION)
SUBGROUP_REGISTERS(SUBGROUP_FUNCTION)
GI_REGISTERS(GI_FUNCTION)
GROUP_REGISTERS(GROUP_FUNCTION)

static uint64_t value_class_route(json_t *in)
{
    return (uint64_t)BGQ_MU_DCR_CLASS_ROUTE_OFFSET(golden_u64(in, "id"));
}

static int check_address(json_t *in, json_t *out, void *arg)
{
    const struct address *address = arg;
    uint64_t value = address->value(in);
    int bad = golden_equal(address->name, value, golden_u64(out, "value"));
    if (golden_has(out, "user"))
        bad += golden_equal("user view", value & ~PHYMAP_PRIVILEGEDOFFSET, golden_u64(out, "user"));
    return bad;
}

static void addresses(void)
{
#define ENTRY(macro) {#macro, value_##macro},
    struct address table[] = {FIFO_REGISTERS(ENTRY) SUBGROUP_REGISTERS(ENTRY) GI_REGISTERS(ENTRY)
                                  GROUP_REGISTERS(ENTRY){"BGQ_MU_DCR_CLASS_ROUTE_OFFSET", value_class_route}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        CU_ASSERT_EQUAL(golden_each("addresses", table[i].name, check_address, &table[i]), 0);
}

static int check_single(json_t *in, json_t *out, void *arg)
{
    (void)in;
    return golden_equal("value", *(uint64_t *)arg, golden_u64(out, "value"));
}

static void single_addresses(void)
{
    struct {
        const char *name;
        uint64_t value;
    } table[] = {
#define SINGLE(macro) {#macro, (uint64_t)(macro)},
        SINGLE_REGISTERS(SINGLE)};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        CU_ASSERT_EQUAL(golden_each("addresses", table[i].name, check_single, &table[i].value), 0);
}

/* A register's number by its name. */
struct number {
    const char *name;
    uint64_t value;
};

static int check_number(json_t *in, json_t *out, void *arg)
{
    const char *name = golden_string(in, "reg");
    for (const struct number *n = arg; n->name != NULL; n++) {
        if (strcmp(n->name, name) == 0)
            return golden_equal(name, n->value, golden_u64(out, "index"));
    }
    return golden_differs("the test does not know %s", name);
}

static void numbers(void)
{
#define MU_NUMBER(reg) {#reg, MU_DCR(reg)},
#define ND_NUMBER(reg) {#reg, ND_500_DCR(reg)},
    struct number mu[] = {MU_REGISTERS(MU_NUMBER){NULL, 0}};
    struct number nd[] = {ND_REGISTERS(ND_NUMBER){NULL, 0}};
    CU_ASSERT_EQUAL(golden_each("addresses", "MU_DCR", check_number, mu), 0);
    CU_ASSERT_EQUAL(golden_each("addresses", "ND_500_DCR", check_number, nd), 0);
}

/* Values of the specification without golden vector. */
static void other_numbers(void)
{
    CU_ASSERT_EQUAL(MU_DCR(MIN_USR_ADDR_RANGE), 0xE0D80);
    CU_ASSERT_EQUAL(MU_DCR(MAX_USR_ADDR_RANGE), 0xE0D94);
    CU_ASSERT_EQUAL(MU_DCR(USR_INJ_RANGE), 0xE0DB8);
    CU_ASSERT_EQUAL(MU_DCR__IMFIFO_SYSTEM_reset, 0xFFFFFFFF);
    CU_ASSERT_EQUAL(ND_500_DCR__CTRL_GI_CLASS_08_09_offset, 0x0F);
    CU_ASSERT_EQUAL(ND_RESE_DCR_num, 11);
#define ND_RESE_DCR__SOME_offset 0x12
    CU_ASSERT_EQUAL(ND_RESE_DCR(10, SOME), 0x168000 + 10 * 0x4000 + 0x12);

    CU_ASSERT_EQUAL((uint64_t)(uintptr_t)WAKEUP_BASE, 0x3ffe8001c00);
    CU_ASSERT_EQUAL((uint64_t)(uintptr_t)WAKEUP_BASE_USER, 0x3fde8001c00);
    CU_ASSERT_EQUAL(WAC_BASE(3) * 8, 0xc0);
    CU_ASSERT_EQUAL(WAC_ENABLE(3) * 8, 0xe0);
    CU_ASSERT_EQUAL(SET_THREAD(3) * 8, 0x3c0);
    CU_ASSERT_EQUAL(CLEAR_THREAD(3) * 8, 0x3e0);
    CU_ASSERT_EQUAL(SET_GUARD * 8, 0x1e8);
    CU_ASSERT_EQUAL(CLEAR_GUARD * 8, 0x1f0);
    CU_ASSERT_EQUAL(WAC_TTYPES * 8, 0x2d0);
    CU_ASSERT_EQUAL(WU_USER_ACCESS * 8, 0x2c8);
    CU_ASSERT_EQUAL(WU_DCR__THREAD0_WU_EVENT_SET__MU_WU_EN_set(0x1f), 0xf00);
    CU_ASSERT_EQUAL(WU_DCR__THREAD0_WU_EVENT_CLR__MU_WU_EN_set(9), 0x900);

    CU_ASSERT_EQUAL(L1P_PP_CTRL_DEPTH(7), 0x700);
    CU_ASSERT_EQUAL(L1P_PP_CTRL_MAXLIST(7), 0xe0);
    CU_ASSERT_EQUAL(L1P_PP_CTRL_INHIBIT, 0x10);
    CU_ASSERT_EQUAL(L1P_PP_CTRL_PAUSE, 1);
    CU_ASSERT_EQUAL(L1P_PP_STATUS_FINISHED, 8);
    CU_ASSERT_EQUAL(L1P_PP_ADDR_CURWRITE, 0x1038);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"addresses", addresses},
                                        {"single addresses", single_addresses},
                                        {"device control registers", numbers},
                                        {"values without vectors", other_numbers},
                                        {NULL, NULL}};
    return emuq_test_main("registers", tests);
}
