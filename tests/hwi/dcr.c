/* SPDX-License-Identifier: BSD-3-Clause */
/* Registers and fields of the device control registers: a row of each unit and kind, and what its macros do.
 */
#include "hwi/include/bqc/dcr_names.h"

#include "emuq_test.h"

static void registers(void)
{
    CU_ASSERT_EQUAL(ND_500_DCR(FATAL_ERR_ENABLE), 0x19401B);
    CU_ASSERT_EQUAL(ND_500_DCR__FATAL_ERR_ENABLE_range, 6);
    CU_ASSERT_EQUAL(ND_500_DCR__RESET_reset, UINT64_C(0xFFFFFFFFFC000000));
    CU_ASSERT_EQUAL(ND_X2_DCR(BACKDOOR_WR_DATA), 0x198007);
    CU_ASSERT_EQUAL(ND_X2_DCR__BACKDOOR_WR_DATA_range, 2);
    CU_ASSERT_EQUAL(ND_RESE_DCR(3, SE_TOKENS), 0x168000 + 3 * 0x4000 + 0x3B);
    CU_ASSERT_EQUAL(ND_RESE_DCR__RESET_reset, UINT64_C(0xFFFF000000000000));
    CU_ASSERT_EQUAL(MU_DCR(UPC_MU_COUNTER), 0xE0F00);
    CU_ASSERT_EQUAL(MU_DCR__UPC_MU_COUNTER_range, 40);
}

static void fields(void)
{
    CU_ASSERT_EQUAL(ND_RESE_DCR__SE_TOKENS__VC_DYNAMIC_width, 10);
    CU_ASSERT_EQUAL(ND_RESE_DCR__SE_TOKENS__VC_DYNAMIC_position, 43);
    CU_ASSERT_EQUAL(ND_RESE_DCR__SE_TOKENS__VC_DYNAMIC_get(UINT64_C(126) << 20), 126);
    CU_ASSERT_EQUAL(ND_RESE_DCR__SE_TOKENS__VC_DYNAMIC_get(UINT64_MAX), 1023);
    CU_ASSERT_EQUAL(ND_RESE_DCR__SE_TOKENS__VC_DYNAMIC_set(1024 + 5), 5 << 20);
    uint64_t word = UINT64_MAX;
    ND_RESE_DCR__SE_TOKENS__VC_DYNAMIC_insert(word, 1024 + 5);
    CU_ASSERT_EQUAL(word, ~(UINT64_C(1023) << 20) | 5 << 20);

    CU_ASSERT_EQUAL(ND_500_DCR__RESET__DCRS_OUT_set(1), UINT64_C(1) << 63);
    CU_ASSERT_EQUAL(ND_X2_DCR__RESET__INJ_T0_get(UINT64_C(1) << 62), 1);
    CU_ASSERT_EQUAL(MU_DCR__RMFIFO_EN__VALUE_get(UINT64_C(0xabcd1234)), 0x1234);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"registers", registers}, {"fields", fields}, {NULL, NULL}};
    return emuq_test_main("device control registers", tests);
}
