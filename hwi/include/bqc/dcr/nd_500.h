/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file nd_500.h
 * @brief Registers and fields of nd_500_dcr.h: made of hwi/dcr/fields.csv by hwi/dcr/make-headers.
 *
 * Of a register: _offset from the first one of the unit, _range (how many there are of the kind, if several),
 * _reset (contents after a reset, if known). Of a field: _width, _position (number of its last bit),
 * _get(x) from a register value x, _set(v) a register value of nothing else, _insert(x, v) into the variable x.
 */
#ifndef _EMUQ_DCR_ND_500_H_
#define _EMUQ_DCR_ND_500_H_

#include <hwi/include/common/bgq_bitnumbers.h>

/* clang-format off */

#define ND_500_DCR__RESET_offset 0x0000
#define ND_500_DCR__RESET_reset UNSIGNED64(0xFFFFFFFFFC000000)
#define ND_500_DCR__RESET__DCRS_OUT_width 1
#define ND_500_DCR__RESET__DCRS_OUT_position 0
#define ND_500_DCR__RESET__DCRS_OUT_get(x) _BGQ_GET(1, 0, x)
#define ND_500_DCR__RESET__DCRS_OUT_set(v) _BGQ_SET(1, 0, v)
#define ND_500_DCR__RESET__DCRS_OUT_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define ND_500_DCR__RESET__INJ_T0_width 1
#define ND_500_DCR__RESET__INJ_T0_position 1
#define ND_500_DCR__RESET__INJ_T0_get(x) _BGQ_GET(1, 1, x)
#define ND_500_DCR__RESET__INJ_T0_set(v) _BGQ_SET(1, 1, v)
#define ND_500_DCR__RESET__INJ_T0_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define ND_500_DCR__RESET__INJ_T1_width 1
#define ND_500_DCR__RESET__INJ_T1_position 2
#define ND_500_DCR__RESET__INJ_T1_get(x) _BGQ_GET(1, 2, x)
#define ND_500_DCR__RESET__INJ_T1_set(v) _BGQ_SET(1, 2, v)
#define ND_500_DCR__RESET__INJ_T1_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define ND_500_DCR__RESET__INJ_T2_width 1
#define ND_500_DCR__RESET__INJ_T2_position 3
#define ND_500_DCR__RESET__INJ_T2_get(x) _BGQ_GET(1, 3, x)
#define ND_500_DCR__RESET__INJ_T2_set(v) _BGQ_SET(1, 3, v)
#define ND_500_DCR__RESET__INJ_T2_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define ND_500_DCR__RESET__INJ_T3_width 1
#define ND_500_DCR__RESET__INJ_T3_position 4
#define ND_500_DCR__RESET__INJ_T3_get(x) _BGQ_GET(1, 4, x)
#define ND_500_DCR__RESET__INJ_T3_set(v) _BGQ_SET(1, 4, v)
#define ND_500_DCR__RESET__INJ_T3_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define ND_500_DCR__RESET__INJ_T4_width 1
#define ND_500_DCR__RESET__INJ_T4_position 5
#define ND_500_DCR__RESET__INJ_T4_get(x) _BGQ_GET(1, 5, x)
#define ND_500_DCR__RESET__INJ_T4_set(v) _BGQ_SET(1, 5, v)
#define ND_500_DCR__RESET__INJ_T4_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define ND_500_DCR__RESET__INJ_T5_width 1
#define ND_500_DCR__RESET__INJ_T5_position 6
#define ND_500_DCR__RESET__INJ_T5_get(x) _BGQ_GET(1, 6, x)
#define ND_500_DCR__RESET__INJ_T5_set(v) _BGQ_SET(1, 6, v)
#define ND_500_DCR__RESET__INJ_T5_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define ND_500_DCR__RESET__INJ_T6_width 1
#define ND_500_DCR__RESET__INJ_T6_position 7
#define ND_500_DCR__RESET__INJ_T6_get(x) _BGQ_GET(1, 7, x)
#define ND_500_DCR__RESET__INJ_T6_set(v) _BGQ_SET(1, 7, v)
#define ND_500_DCR__RESET__INJ_T6_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define ND_500_DCR__RESET__INJ_T7_width 1
#define ND_500_DCR__RESET__INJ_T7_position 8
#define ND_500_DCR__RESET__INJ_T7_get(x) _BGQ_GET(1, 8, x)
#define ND_500_DCR__RESET__INJ_T7_set(v) _BGQ_SET(1, 8, v)
#define ND_500_DCR__RESET__INJ_T7_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define ND_500_DCR__RESET__INJ_T8_width 1
#define ND_500_DCR__RESET__INJ_T8_position 9
#define ND_500_DCR__RESET__INJ_T8_get(x) _BGQ_GET(1, 9, x)
#define ND_500_DCR__RESET__INJ_T8_set(v) _BGQ_SET(1, 9, v)
#define ND_500_DCR__RESET__INJ_T8_insert(x, v) _BGQ_INSERT(1, 9, x, v)
#define ND_500_DCR__RESET__INJ_T9_width 1
#define ND_500_DCR__RESET__INJ_T9_position 10
#define ND_500_DCR__RESET__INJ_T9_get(x) _BGQ_GET(1, 10, x)
#define ND_500_DCR__RESET__INJ_T9_set(v) _BGQ_SET(1, 10, v)
#define ND_500_DCR__RESET__INJ_T9_insert(x, v) _BGQ_INSERT(1, 10, x, v)
#define ND_500_DCR__RESET__INJ_L0_width 1
#define ND_500_DCR__RESET__INJ_L0_position 11
#define ND_500_DCR__RESET__INJ_L0_get(x) _BGQ_GET(1, 11, x)
#define ND_500_DCR__RESET__INJ_L0_set(v) _BGQ_SET(1, 11, v)
#define ND_500_DCR__RESET__INJ_L0_insert(x, v) _BGQ_INSERT(1, 11, x, v)
#define ND_500_DCR__RESET__INJ_L1_width 1
#define ND_500_DCR__RESET__INJ_L1_position 12
#define ND_500_DCR__RESET__INJ_L1_get(x) _BGQ_GET(1, 12, x)
#define ND_500_DCR__RESET__INJ_L1_set(v) _BGQ_SET(1, 12, v)
#define ND_500_DCR__RESET__INJ_L1_insert(x, v) _BGQ_INSERT(1, 12, x, v)
#define ND_500_DCR__RESET__INJ_HP_width 1
#define ND_500_DCR__RESET__INJ_HP_position 13
#define ND_500_DCR__RESET__INJ_HP_get(x) _BGQ_GET(1, 13, x)
#define ND_500_DCR__RESET__INJ_HP_set(v) _BGQ_SET(1, 13, v)
#define ND_500_DCR__RESET__INJ_HP_insert(x, v) _BGQ_INSERT(1, 13, x, v)
#define ND_500_DCR__RESET__INJ_IO_width 1
#define ND_500_DCR__RESET__INJ_IO_position 14
#define ND_500_DCR__RESET__INJ_IO_get(x) _BGQ_GET(1, 14, x)
#define ND_500_DCR__RESET__INJ_IO_set(v) _BGQ_SET(1, 14, v)
#define ND_500_DCR__RESET__INJ_IO_insert(x, v) _BGQ_INSERT(1, 14, x, v)
#define ND_500_DCR__RESET__INJ_C0_width 1
#define ND_500_DCR__RESET__INJ_C0_position 15
#define ND_500_DCR__RESET__INJ_C0_get(x) _BGQ_GET(1, 15, x)
#define ND_500_DCR__RESET__INJ_C0_set(v) _BGQ_SET(1, 15, v)
#define ND_500_DCR__RESET__INJ_C0_insert(x, v) _BGQ_INSERT(1, 15, x, v)
#define ND_500_DCR__RESET__INJ_C1_width 1
#define ND_500_DCR__RESET__INJ_C1_position 16
#define ND_500_DCR__RESET__INJ_C1_get(x) _BGQ_GET(1, 16, x)
#define ND_500_DCR__RESET__INJ_C1_set(v) _BGQ_SET(1, 16, v)
#define ND_500_DCR__RESET__INJ_C1_insert(x, v) _BGQ_INSERT(1, 16, x, v)
#define ND_500_DCR__RESET__RCP_T0_width 1
#define ND_500_DCR__RESET__RCP_T0_position 17
#define ND_500_DCR__RESET__RCP_T0_get(x) _BGQ_GET(1, 17, x)
#define ND_500_DCR__RESET__RCP_T0_set(v) _BGQ_SET(1, 17, v)
#define ND_500_DCR__RESET__RCP_T0_insert(x, v) _BGQ_INSERT(1, 17, x, v)
#define ND_500_DCR__RESET__RCP_T1_width 1
#define ND_500_DCR__RESET__RCP_T1_position 18
#define ND_500_DCR__RESET__RCP_T1_get(x) _BGQ_GET(1, 18, x)
#define ND_500_DCR__RESET__RCP_T1_set(v) _BGQ_SET(1, 18, v)
#define ND_500_DCR__RESET__RCP_T1_insert(x, v) _BGQ_INSERT(1, 18, x, v)
#define ND_500_DCR__RESET__RCP_T2_width 1
#define ND_500_DCR__RESET__RCP_T2_position 19
#define ND_500_DCR__RESET__RCP_T2_get(x) _BGQ_GET(1, 19, x)
#define ND_500_DCR__RESET__RCP_T2_set(v) _BGQ_SET(1, 19, v)
#define ND_500_DCR__RESET__RCP_T2_insert(x, v) _BGQ_INSERT(1, 19, x, v)
#define ND_500_DCR__RESET__RCP_T3_width 1
#define ND_500_DCR__RESET__RCP_T3_position 20
#define ND_500_DCR__RESET__RCP_T3_get(x) _BGQ_GET(1, 20, x)
#define ND_500_DCR__RESET__RCP_T3_set(v) _BGQ_SET(1, 20, v)
#define ND_500_DCR__RESET__RCP_T3_insert(x, v) _BGQ_INSERT(1, 20, x, v)
#define ND_500_DCR__RESET__RCP_T4_width 1
#define ND_500_DCR__RESET__RCP_T4_position 21
#define ND_500_DCR__RESET__RCP_T4_get(x) _BGQ_GET(1, 21, x)
#define ND_500_DCR__RESET__RCP_T4_set(v) _BGQ_SET(1, 21, v)
#define ND_500_DCR__RESET__RCP_T4_insert(x, v) _BGQ_INSERT(1, 21, x, v)
#define ND_500_DCR__RESET__RCP_T5_width 1
#define ND_500_DCR__RESET__RCP_T5_position 22
#define ND_500_DCR__RESET__RCP_T5_get(x) _BGQ_GET(1, 22, x)
#define ND_500_DCR__RESET__RCP_T5_set(v) _BGQ_SET(1, 22, v)
#define ND_500_DCR__RESET__RCP_T5_insert(x, v) _BGQ_INSERT(1, 22, x, v)
#define ND_500_DCR__RESET__RCP_T6_width 1
#define ND_500_DCR__RESET__RCP_T6_position 23
#define ND_500_DCR__RESET__RCP_T6_get(x) _BGQ_GET(1, 23, x)
#define ND_500_DCR__RESET__RCP_T6_set(v) _BGQ_SET(1, 23, v)
#define ND_500_DCR__RESET__RCP_T6_insert(x, v) _BGQ_INSERT(1, 23, x, v)
#define ND_500_DCR__RESET__RCP_T7_width 1
#define ND_500_DCR__RESET__RCP_T7_position 24
#define ND_500_DCR__RESET__RCP_T7_get(x) _BGQ_GET(1, 24, x)
#define ND_500_DCR__RESET__RCP_T7_set(v) _BGQ_SET(1, 24, v)
#define ND_500_DCR__RESET__RCP_T7_insert(x, v) _BGQ_INSERT(1, 24, x, v)
#define ND_500_DCR__RESET__RCP_T8_width 1
#define ND_500_DCR__RESET__RCP_T8_position 25
#define ND_500_DCR__RESET__RCP_T8_get(x) _BGQ_GET(1, 25, x)
#define ND_500_DCR__RESET__RCP_T8_set(v) _BGQ_SET(1, 25, v)
#define ND_500_DCR__RESET__RCP_T8_insert(x, v) _BGQ_INSERT(1, 25, x, v)
#define ND_500_DCR__RESET__RCP_T9_width 1
#define ND_500_DCR__RESET__RCP_T9_position 26
#define ND_500_DCR__RESET__RCP_T9_get(x) _BGQ_GET(1, 26, x)
#define ND_500_DCR__RESET__RCP_T9_set(v) _BGQ_SET(1, 26, v)
#define ND_500_DCR__RESET__RCP_T9_insert(x, v) _BGQ_INSERT(1, 26, x, v)
#define ND_500_DCR__RESET__RCP_L0_width 1
#define ND_500_DCR__RESET__RCP_L0_position 27
#define ND_500_DCR__RESET__RCP_L0_get(x) _BGQ_GET(1, 27, x)
#define ND_500_DCR__RESET__RCP_L0_set(v) _BGQ_SET(1, 27, v)
#define ND_500_DCR__RESET__RCP_L0_insert(x, v) _BGQ_INSERT(1, 27, x, v)
#define ND_500_DCR__RESET__RCP_L1_width 1
#define ND_500_DCR__RESET__RCP_L1_position 28
#define ND_500_DCR__RESET__RCP_L1_get(x) _BGQ_GET(1, 28, x)
#define ND_500_DCR__RESET__RCP_L1_set(v) _BGQ_SET(1, 28, v)
#define ND_500_DCR__RESET__RCP_L1_insert(x, v) _BGQ_INSERT(1, 28, x, v)
#define ND_500_DCR__RESET__RCP_HP_width 1
#define ND_500_DCR__RESET__RCP_HP_position 29
#define ND_500_DCR__RESET__RCP_HP_get(x) _BGQ_GET(1, 29, x)
#define ND_500_DCR__RESET__RCP_HP_set(v) _BGQ_SET(1, 29, v)
#define ND_500_DCR__RESET__RCP_HP_insert(x, v) _BGQ_INSERT(1, 29, x, v)
#define ND_500_DCR__RESET__RCP_IO_width 1
#define ND_500_DCR__RESET__RCP_IO_position 30
#define ND_500_DCR__RESET__RCP_IO_get(x) _BGQ_GET(1, 30, x)
#define ND_500_DCR__RESET__RCP_IO_set(v) _BGQ_SET(1, 30, v)
#define ND_500_DCR__RESET__RCP_IO_insert(x, v) _BGQ_INSERT(1, 30, x, v)
#define ND_500_DCR__RESET__RCP_C0_width 1
#define ND_500_DCR__RESET__RCP_C0_position 31
#define ND_500_DCR__RESET__RCP_C0_get(x) _BGQ_GET(1, 31, x)
#define ND_500_DCR__RESET__RCP_C0_set(v) _BGQ_SET(1, 31, v)
#define ND_500_DCR__RESET__RCP_C0_insert(x, v) _BGQ_INSERT(1, 31, x, v)
#define ND_500_DCR__RESET__RCP_C1_width 1
#define ND_500_DCR__RESET__RCP_C1_position 32
#define ND_500_DCR__RESET__RCP_C1_get(x) _BGQ_GET(1, 32, x)
#define ND_500_DCR__RESET__RCP_C1_set(v) _BGQ_SET(1, 32, v)
#define ND_500_DCR__RESET__RCP_C1_insert(x, v) _BGQ_INSERT(1, 32, x, v)
#define ND_500_DCR__RESET__GI_width 1
#define ND_500_DCR__RESET__GI_position 33
#define ND_500_DCR__RESET__GI_get(x) _BGQ_GET(1, 33, x)
#define ND_500_DCR__RESET__GI_set(v) _BGQ_SET(1, 33, v)
#define ND_500_DCR__RESET__GI_insert(x, v) _BGQ_INSERT(1, 33, x, v)
#define ND_500_DCR__RESET__COLL_width 1
#define ND_500_DCR__RESET__COLL_position 34
#define ND_500_DCR__RESET__COLL_get(x) _BGQ_GET(1, 34, x)
#define ND_500_DCR__RESET__COLL_set(v) _BGQ_SET(1, 34, v)
#define ND_500_DCR__RESET__COLL_insert(x, v) _BGQ_INSERT(1, 34, x, v)
#define ND_500_DCR__RESET__INJ_RAN_width 1
#define ND_500_DCR__RESET__INJ_RAN_position 35
#define ND_500_DCR__RESET__INJ_RAN_get(x) _BGQ_GET(1, 35, x)
#define ND_500_DCR__RESET__INJ_RAN_set(v) _BGQ_SET(1, 35, v)
#define ND_500_DCR__RESET__INJ_RAN_insert(x, v) _BGQ_INSERT(1, 35, x, v)
#define ND_500_DCR__RESET__RCP_RAN_width 1
#define ND_500_DCR__RESET__RCP_RAN_position 36
#define ND_500_DCR__RESET__RCP_RAN_get(x) _BGQ_GET(1, 36, x)
#define ND_500_DCR__RESET__RCP_RAN_set(v) _BGQ_SET(1, 36, v)
#define ND_500_DCR__RESET__RCP_RAN_insert(x, v) _BGQ_INSERT(1, 36, x, v)
#define ND_500_DCR__RESET__REG_CNT_width 1
#define ND_500_DCR__RESET__REG_CNT_position 37
#define ND_500_DCR__RESET__REG_CNT_get(x) _BGQ_GET(1, 37, x)
#define ND_500_DCR__RESET__REG_CNT_set(v) _BGQ_SET(1, 37, v)
#define ND_500_DCR__RESET__REG_CNT_insert(x, v) _BGQ_INSERT(1, 37, x, v)

#define ND_500_DCR__CTRL_STOP_offset 0x0001
#define ND_500_DCR__CTRL_STOP_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__CTRL_STOP__INJ_T0_UNIT_STOP_width 1
#define ND_500_DCR__CTRL_STOP__INJ_T0_UNIT_STOP_position 0
#define ND_500_DCR__CTRL_STOP__INJ_T0_UNIT_STOP_get(x) _BGQ_GET(1, 0, x)
#define ND_500_DCR__CTRL_STOP__INJ_T0_UNIT_STOP_set(v) _BGQ_SET(1, 0, v)
#define ND_500_DCR__CTRL_STOP__INJ_T0_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define ND_500_DCR__CTRL_STOP__INJ_T1_UNIT_STOP_width 1
#define ND_500_DCR__CTRL_STOP__INJ_T1_UNIT_STOP_position 1
#define ND_500_DCR__CTRL_STOP__INJ_T1_UNIT_STOP_get(x) _BGQ_GET(1, 1, x)
#define ND_500_DCR__CTRL_STOP__INJ_T1_UNIT_STOP_set(v) _BGQ_SET(1, 1, v)
#define ND_500_DCR__CTRL_STOP__INJ_T1_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define ND_500_DCR__CTRL_STOP__INJ_T2_UNIT_STOP_width 1
#define ND_500_DCR__CTRL_STOP__INJ_T2_UNIT_STOP_position 2
#define ND_500_DCR__CTRL_STOP__INJ_T2_UNIT_STOP_get(x) _BGQ_GET(1, 2, x)
#define ND_500_DCR__CTRL_STOP__INJ_T2_UNIT_STOP_set(v) _BGQ_SET(1, 2, v)
#define ND_500_DCR__CTRL_STOP__INJ_T2_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define ND_500_DCR__CTRL_STOP__INJ_T3_UNIT_STOP_width 1
#define ND_500_DCR__CTRL_STOP__INJ_T3_UNIT_STOP_position 3
#define ND_500_DCR__CTRL_STOP__INJ_T3_UNIT_STOP_get(x) _BGQ_GET(1, 3, x)
#define ND_500_DCR__CTRL_STOP__INJ_T3_UNIT_STOP_set(v) _BGQ_SET(1, 3, v)
#define ND_500_DCR__CTRL_STOP__INJ_T3_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define ND_500_DCR__CTRL_STOP__INJ_T4_UNIT_STOP_width 1
#define ND_500_DCR__CTRL_STOP__INJ_T4_UNIT_STOP_position 4
#define ND_500_DCR__CTRL_STOP__INJ_T4_UNIT_STOP_get(x) _BGQ_GET(1, 4, x)
#define ND_500_DCR__CTRL_STOP__INJ_T4_UNIT_STOP_set(v) _BGQ_SET(1, 4, v)
#define ND_500_DCR__CTRL_STOP__INJ_T4_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define ND_500_DCR__CTRL_STOP__INJ_T5_UNIT_STOP_width 1
#define ND_500_DCR__CTRL_STOP__INJ_T5_UNIT_STOP_position 5
#define ND_500_DCR__CTRL_STOP__INJ_T5_UNIT_STOP_get(x) _BGQ_GET(1, 5, x)
#define ND_500_DCR__CTRL_STOP__INJ_T5_UNIT_STOP_set(v) _BGQ_SET(1, 5, v)
#define ND_500_DCR__CTRL_STOP__INJ_T5_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define ND_500_DCR__CTRL_STOP__INJ_T6_UNIT_STOP_width 1
#define ND_500_DCR__CTRL_STOP__INJ_T6_UNIT_STOP_position 6
#define ND_500_DCR__CTRL_STOP__INJ_T6_UNIT_STOP_get(x) _BGQ_GET(1, 6, x)
#define ND_500_DCR__CTRL_STOP__INJ_T6_UNIT_STOP_set(v) _BGQ_SET(1, 6, v)
#define ND_500_DCR__CTRL_STOP__INJ_T6_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define ND_500_DCR__CTRL_STOP__INJ_T7_UNIT_STOP_width 1
#define ND_500_DCR__CTRL_STOP__INJ_T7_UNIT_STOP_position 7
#define ND_500_DCR__CTRL_STOP__INJ_T7_UNIT_STOP_get(x) _BGQ_GET(1, 7, x)
#define ND_500_DCR__CTRL_STOP__INJ_T7_UNIT_STOP_set(v) _BGQ_SET(1, 7, v)
#define ND_500_DCR__CTRL_STOP__INJ_T7_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define ND_500_DCR__CTRL_STOP__INJ_T8_UNIT_STOP_width 1
#define ND_500_DCR__CTRL_STOP__INJ_T8_UNIT_STOP_position 8
#define ND_500_DCR__CTRL_STOP__INJ_T8_UNIT_STOP_get(x) _BGQ_GET(1, 8, x)
#define ND_500_DCR__CTRL_STOP__INJ_T8_UNIT_STOP_set(v) _BGQ_SET(1, 8, v)
#define ND_500_DCR__CTRL_STOP__INJ_T8_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define ND_500_DCR__CTRL_STOP__INJ_T9_UNIT_STOP_width 1
#define ND_500_DCR__CTRL_STOP__INJ_T9_UNIT_STOP_position 9
#define ND_500_DCR__CTRL_STOP__INJ_T9_UNIT_STOP_get(x) _BGQ_GET(1, 9, x)
#define ND_500_DCR__CTRL_STOP__INJ_T9_UNIT_STOP_set(v) _BGQ_SET(1, 9, v)
#define ND_500_DCR__CTRL_STOP__INJ_T9_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 9, x, v)
#define ND_500_DCR__CTRL_STOP__INJ_L0_UNIT_STOP_width 1
#define ND_500_DCR__CTRL_STOP__INJ_L0_UNIT_STOP_position 10
#define ND_500_DCR__CTRL_STOP__INJ_L0_UNIT_STOP_get(x) _BGQ_GET(1, 10, x)
#define ND_500_DCR__CTRL_STOP__INJ_L0_UNIT_STOP_set(v) _BGQ_SET(1, 10, v)
#define ND_500_DCR__CTRL_STOP__INJ_L0_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 10, x, v)
#define ND_500_DCR__CTRL_STOP__INJ_L1_UNIT_STOP_width 1
#define ND_500_DCR__CTRL_STOP__INJ_L1_UNIT_STOP_position 11
#define ND_500_DCR__CTRL_STOP__INJ_L1_UNIT_STOP_get(x) _BGQ_GET(1, 11, x)
#define ND_500_DCR__CTRL_STOP__INJ_L1_UNIT_STOP_set(v) _BGQ_SET(1, 11, v)
#define ND_500_DCR__CTRL_STOP__INJ_L1_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 11, x, v)
#define ND_500_DCR__CTRL_STOP__INJ_HP_UNIT_STOP_width 1
#define ND_500_DCR__CTRL_STOP__INJ_HP_UNIT_STOP_position 12
#define ND_500_DCR__CTRL_STOP__INJ_HP_UNIT_STOP_get(x) _BGQ_GET(1, 12, x)
#define ND_500_DCR__CTRL_STOP__INJ_HP_UNIT_STOP_set(v) _BGQ_SET(1, 12, v)
#define ND_500_DCR__CTRL_STOP__INJ_HP_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 12, x, v)
#define ND_500_DCR__CTRL_STOP__INJ_IO_UNIT_STOP_width 1
#define ND_500_DCR__CTRL_STOP__INJ_IO_UNIT_STOP_position 13
#define ND_500_DCR__CTRL_STOP__INJ_IO_UNIT_STOP_get(x) _BGQ_GET(1, 13, x)
#define ND_500_DCR__CTRL_STOP__INJ_IO_UNIT_STOP_set(v) _BGQ_SET(1, 13, v)
#define ND_500_DCR__CTRL_STOP__INJ_IO_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 13, x, v)
#define ND_500_DCR__CTRL_STOP__INJ_C0_UNIT_STOP_width 1
#define ND_500_DCR__CTRL_STOP__INJ_C0_UNIT_STOP_position 14
#define ND_500_DCR__CTRL_STOP__INJ_C0_UNIT_STOP_get(x) _BGQ_GET(1, 14, x)
#define ND_500_DCR__CTRL_STOP__INJ_C0_UNIT_STOP_set(v) _BGQ_SET(1, 14, v)
#define ND_500_DCR__CTRL_STOP__INJ_C0_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 14, x, v)
#define ND_500_DCR__CTRL_STOP__INJ_C1_UNIT_STOP_width 1
#define ND_500_DCR__CTRL_STOP__INJ_C1_UNIT_STOP_position 15
#define ND_500_DCR__CTRL_STOP__INJ_C1_UNIT_STOP_get(x) _BGQ_GET(1, 15, x)
#define ND_500_DCR__CTRL_STOP__INJ_C1_UNIT_STOP_set(v) _BGQ_SET(1, 15, v)
#define ND_500_DCR__CTRL_STOP__INJ_C1_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 15, x, v)
#define ND_500_DCR__CTRL_STOP__RCP_T0_UNIT_STOP_width 1
#define ND_500_DCR__CTRL_STOP__RCP_T0_UNIT_STOP_position 16
#define ND_500_DCR__CTRL_STOP__RCP_T0_UNIT_STOP_get(x) _BGQ_GET(1, 16, x)
#define ND_500_DCR__CTRL_STOP__RCP_T0_UNIT_STOP_set(v) _BGQ_SET(1, 16, v)
#define ND_500_DCR__CTRL_STOP__RCP_T0_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 16, x, v)
#define ND_500_DCR__CTRL_STOP__RCP_T1_UNIT_STOP_width 1
#define ND_500_DCR__CTRL_STOP__RCP_T1_UNIT_STOP_position 17
#define ND_500_DCR__CTRL_STOP__RCP_T1_UNIT_STOP_get(x) _BGQ_GET(1, 17, x)
#define ND_500_DCR__CTRL_STOP__RCP_T1_UNIT_STOP_set(v) _BGQ_SET(1, 17, v)
#define ND_500_DCR__CTRL_STOP__RCP_T1_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 17, x, v)
#define ND_500_DCR__CTRL_STOP__RCP_T2_UNIT_STOP_width 1
#define ND_500_DCR__CTRL_STOP__RCP_T2_UNIT_STOP_position 18
#define ND_500_DCR__CTRL_STOP__RCP_T2_UNIT_STOP_get(x) _BGQ_GET(1, 18, x)
#define ND_500_DCR__CTRL_STOP__RCP_T2_UNIT_STOP_set(v) _BGQ_SET(1, 18, v)
#define ND_500_DCR__CTRL_STOP__RCP_T2_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 18, x, v)
#define ND_500_DCR__CTRL_STOP__RCP_T3_UNIT_STOP_width 1
#define ND_500_DCR__CTRL_STOP__RCP_T3_UNIT_STOP_position 19
#define ND_500_DCR__CTRL_STOP__RCP_T3_UNIT_STOP_get(x) _BGQ_GET(1, 19, x)
#define ND_500_DCR__CTRL_STOP__RCP_T3_UNIT_STOP_set(v) _BGQ_SET(1, 19, v)
#define ND_500_DCR__CTRL_STOP__RCP_T3_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 19, x, v)
#define ND_500_DCR__CTRL_STOP__RCP_T4_UNIT_STOP_width 1
#define ND_500_DCR__CTRL_STOP__RCP_T4_UNIT_STOP_position 20
#define ND_500_DCR__CTRL_STOP__RCP_T4_UNIT_STOP_get(x) _BGQ_GET(1, 20, x)
#define ND_500_DCR__CTRL_STOP__RCP_T4_UNIT_STOP_set(v) _BGQ_SET(1, 20, v)
#define ND_500_DCR__CTRL_STOP__RCP_T4_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 20, x, v)
#define ND_500_DCR__CTRL_STOP__RCP_T5_UNIT_STOP_width 1
#define ND_500_DCR__CTRL_STOP__RCP_T5_UNIT_STOP_position 21
#define ND_500_DCR__CTRL_STOP__RCP_T5_UNIT_STOP_get(x) _BGQ_GET(1, 21, x)
#define ND_500_DCR__CTRL_STOP__RCP_T5_UNIT_STOP_set(v) _BGQ_SET(1, 21, v)
#define ND_500_DCR__CTRL_STOP__RCP_T5_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 21, x, v)
#define ND_500_DCR__CTRL_STOP__RCP_T6_UNIT_STOP_width 1
#define ND_500_DCR__CTRL_STOP__RCP_T6_UNIT_STOP_position 22
#define ND_500_DCR__CTRL_STOP__RCP_T6_UNIT_STOP_get(x) _BGQ_GET(1, 22, x)
#define ND_500_DCR__CTRL_STOP__RCP_T6_UNIT_STOP_set(v) _BGQ_SET(1, 22, v)
#define ND_500_DCR__CTRL_STOP__RCP_T6_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 22, x, v)
#define ND_500_DCR__CTRL_STOP__RCP_T7_UNIT_STOP_width 1
#define ND_500_DCR__CTRL_STOP__RCP_T7_UNIT_STOP_position 23
#define ND_500_DCR__CTRL_STOP__RCP_T7_UNIT_STOP_get(x) _BGQ_GET(1, 23, x)
#define ND_500_DCR__CTRL_STOP__RCP_T7_UNIT_STOP_set(v) _BGQ_SET(1, 23, v)
#define ND_500_DCR__CTRL_STOP__RCP_T7_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 23, x, v)
#define ND_500_DCR__CTRL_STOP__RCP_T8_UNIT_STOP_width 1
#define ND_500_DCR__CTRL_STOP__RCP_T8_UNIT_STOP_position 24
#define ND_500_DCR__CTRL_STOP__RCP_T8_UNIT_STOP_get(x) _BGQ_GET(1, 24, x)
#define ND_500_DCR__CTRL_STOP__RCP_T8_UNIT_STOP_set(v) _BGQ_SET(1, 24, v)
#define ND_500_DCR__CTRL_STOP__RCP_T8_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 24, x, v)
#define ND_500_DCR__CTRL_STOP__RCP_T9_UNIT_STOP_width 1
#define ND_500_DCR__CTRL_STOP__RCP_T9_UNIT_STOP_position 25
#define ND_500_DCR__CTRL_STOP__RCP_T9_UNIT_STOP_get(x) _BGQ_GET(1, 25, x)
#define ND_500_DCR__CTRL_STOP__RCP_T9_UNIT_STOP_set(v) _BGQ_SET(1, 25, v)
#define ND_500_DCR__CTRL_STOP__RCP_T9_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 25, x, v)
#define ND_500_DCR__CTRL_STOP__RCP_HP_UNIT_STOP_width 1
#define ND_500_DCR__CTRL_STOP__RCP_HP_UNIT_STOP_position 26
#define ND_500_DCR__CTRL_STOP__RCP_HP_UNIT_STOP_get(x) _BGQ_GET(1, 26, x)
#define ND_500_DCR__CTRL_STOP__RCP_HP_UNIT_STOP_set(v) _BGQ_SET(1, 26, v)
#define ND_500_DCR__CTRL_STOP__RCP_HP_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 26, x, v)
#define ND_500_DCR__CTRL_STOP__RCP_IO_UNIT_STOP_width 1
#define ND_500_DCR__CTRL_STOP__RCP_IO_UNIT_STOP_position 27
#define ND_500_DCR__CTRL_STOP__RCP_IO_UNIT_STOP_get(x) _BGQ_GET(1, 27, x)
#define ND_500_DCR__CTRL_STOP__RCP_IO_UNIT_STOP_set(v) _BGQ_SET(1, 27, v)
#define ND_500_DCR__CTRL_STOP__RCP_IO_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 27, x, v)
#define ND_500_DCR__CTRL_STOP__RCP_C0_UNIT_STOP_width 1
#define ND_500_DCR__CTRL_STOP__RCP_C0_UNIT_STOP_position 28
#define ND_500_DCR__CTRL_STOP__RCP_C0_UNIT_STOP_get(x) _BGQ_GET(1, 28, x)
#define ND_500_DCR__CTRL_STOP__RCP_C0_UNIT_STOP_set(v) _BGQ_SET(1, 28, v)
#define ND_500_DCR__CTRL_STOP__RCP_C0_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 28, x, v)
#define ND_500_DCR__CTRL_STOP__RCP_C1_UNIT_STOP_width 1
#define ND_500_DCR__CTRL_STOP__RCP_C1_UNIT_STOP_position 29
#define ND_500_DCR__CTRL_STOP__RCP_C1_UNIT_STOP_get(x) _BGQ_GET(1, 29, x)
#define ND_500_DCR__CTRL_STOP__RCP_C1_UNIT_STOP_set(v) _BGQ_SET(1, 29, v)
#define ND_500_DCR__CTRL_STOP__RCP_C1_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 29, x, v)
#define ND_500_DCR__CTRL_STOP__RCP_T0_DROP_PKT_width 1
#define ND_500_DCR__CTRL_STOP__RCP_T0_DROP_PKT_position 30
#define ND_500_DCR__CTRL_STOP__RCP_T0_DROP_PKT_get(x) _BGQ_GET(1, 30, x)
#define ND_500_DCR__CTRL_STOP__RCP_T0_DROP_PKT_set(v) _BGQ_SET(1, 30, v)
#define ND_500_DCR__CTRL_STOP__RCP_T0_DROP_PKT_insert(x, v) _BGQ_INSERT(1, 30, x, v)
#define ND_500_DCR__CTRL_STOP__RCP_T1_DROP_PKT_width 1
#define ND_500_DCR__CTRL_STOP__RCP_T1_DROP_PKT_position 31
#define ND_500_DCR__CTRL_STOP__RCP_T1_DROP_PKT_get(x) _BGQ_GET(1, 31, x)
#define ND_500_DCR__CTRL_STOP__RCP_T1_DROP_PKT_set(v) _BGQ_SET(1, 31, v)
#define ND_500_DCR__CTRL_STOP__RCP_T1_DROP_PKT_insert(x, v) _BGQ_INSERT(1, 31, x, v)
#define ND_500_DCR__CTRL_STOP__RCP_T2_DROP_PKT_width 1
#define ND_500_DCR__CTRL_STOP__RCP_T2_DROP_PKT_position 32
#define ND_500_DCR__CTRL_STOP__RCP_T2_DROP_PKT_get(x) _BGQ_GET(1, 32, x)
#define ND_500_DCR__CTRL_STOP__RCP_T2_DROP_PKT_set(v) _BGQ_SET(1, 32, v)
#define ND_500_DCR__CTRL_STOP__RCP_T2_DROP_PKT_insert(x, v) _BGQ_INSERT(1, 32, x, v)
#define ND_500_DCR__CTRL_STOP__RCP_T3_DROP_PKT_width 1
#define ND_500_DCR__CTRL_STOP__RCP_T3_DROP_PKT_position 33
#define ND_500_DCR__CTRL_STOP__RCP_T3_DROP_PKT_get(x) _BGQ_GET(1, 33, x)
#define ND_500_DCR__CTRL_STOP__RCP_T3_DROP_PKT_set(v) _BGQ_SET(1, 33, v)
#define ND_500_DCR__CTRL_STOP__RCP_T3_DROP_PKT_insert(x, v) _BGQ_INSERT(1, 33, x, v)
#define ND_500_DCR__CTRL_STOP__RCP_T4_DROP_PKT_width 1
#define ND_500_DCR__CTRL_STOP__RCP_T4_DROP_PKT_position 34
#define ND_500_DCR__CTRL_STOP__RCP_T4_DROP_PKT_get(x) _BGQ_GET(1, 34, x)
#define ND_500_DCR__CTRL_STOP__RCP_T4_DROP_PKT_set(v) _BGQ_SET(1, 34, v)
#define ND_500_DCR__CTRL_STOP__RCP_T4_DROP_PKT_insert(x, v) _BGQ_INSERT(1, 34, x, v)
#define ND_500_DCR__CTRL_STOP__RCP_T5_DROP_PKT_width 1
#define ND_500_DCR__CTRL_STOP__RCP_T5_DROP_PKT_position 35
#define ND_500_DCR__CTRL_STOP__RCP_T5_DROP_PKT_get(x) _BGQ_GET(1, 35, x)
#define ND_500_DCR__CTRL_STOP__RCP_T5_DROP_PKT_set(v) _BGQ_SET(1, 35, v)
#define ND_500_DCR__CTRL_STOP__RCP_T5_DROP_PKT_insert(x, v) _BGQ_INSERT(1, 35, x, v)
#define ND_500_DCR__CTRL_STOP__RCP_T6_DROP_PKT_width 1
#define ND_500_DCR__CTRL_STOP__RCP_T6_DROP_PKT_position 36
#define ND_500_DCR__CTRL_STOP__RCP_T6_DROP_PKT_get(x) _BGQ_GET(1, 36, x)
#define ND_500_DCR__CTRL_STOP__RCP_T6_DROP_PKT_set(v) _BGQ_SET(1, 36, v)
#define ND_500_DCR__CTRL_STOP__RCP_T6_DROP_PKT_insert(x, v) _BGQ_INSERT(1, 36, x, v)
#define ND_500_DCR__CTRL_STOP__RCP_T7_DROP_PKT_width 1
#define ND_500_DCR__CTRL_STOP__RCP_T7_DROP_PKT_position 37
#define ND_500_DCR__CTRL_STOP__RCP_T7_DROP_PKT_get(x) _BGQ_GET(1, 37, x)
#define ND_500_DCR__CTRL_STOP__RCP_T7_DROP_PKT_set(v) _BGQ_SET(1, 37, v)
#define ND_500_DCR__CTRL_STOP__RCP_T7_DROP_PKT_insert(x, v) _BGQ_INSERT(1, 37, x, v)
#define ND_500_DCR__CTRL_STOP__RCP_T8_DROP_PKT_width 1
#define ND_500_DCR__CTRL_STOP__RCP_T8_DROP_PKT_position 38
#define ND_500_DCR__CTRL_STOP__RCP_T8_DROP_PKT_get(x) _BGQ_GET(1, 38, x)
#define ND_500_DCR__CTRL_STOP__RCP_T8_DROP_PKT_set(v) _BGQ_SET(1, 38, v)
#define ND_500_DCR__CTRL_STOP__RCP_T8_DROP_PKT_insert(x, v) _BGQ_INSERT(1, 38, x, v)
#define ND_500_DCR__CTRL_STOP__RCP_T9_DROP_PKT_width 1
#define ND_500_DCR__CTRL_STOP__RCP_T9_DROP_PKT_position 39
#define ND_500_DCR__CTRL_STOP__RCP_T9_DROP_PKT_get(x) _BGQ_GET(1, 39, x)
#define ND_500_DCR__CTRL_STOP__RCP_T9_DROP_PKT_set(v) _BGQ_SET(1, 39, v)
#define ND_500_DCR__CTRL_STOP__RCP_T9_DROP_PKT_insert(x, v) _BGQ_INSERT(1, 39, x, v)
#define ND_500_DCR__CTRL_STOP__RCP_HP_DROP_PKT_width 1
#define ND_500_DCR__CTRL_STOP__RCP_HP_DROP_PKT_position 40
#define ND_500_DCR__CTRL_STOP__RCP_HP_DROP_PKT_get(x) _BGQ_GET(1, 40, x)
#define ND_500_DCR__CTRL_STOP__RCP_HP_DROP_PKT_set(v) _BGQ_SET(1, 40, v)
#define ND_500_DCR__CTRL_STOP__RCP_HP_DROP_PKT_insert(x, v) _BGQ_INSERT(1, 40, x, v)
#define ND_500_DCR__CTRL_STOP__RCP_IO_DROP_PKT_width 1
#define ND_500_DCR__CTRL_STOP__RCP_IO_DROP_PKT_position 41
#define ND_500_DCR__CTRL_STOP__RCP_IO_DROP_PKT_get(x) _BGQ_GET(1, 41, x)
#define ND_500_DCR__CTRL_STOP__RCP_IO_DROP_PKT_set(v) _BGQ_SET(1, 41, v)
#define ND_500_DCR__CTRL_STOP__RCP_IO_DROP_PKT_insert(x, v) _BGQ_INSERT(1, 41, x, v)
#define ND_500_DCR__CTRL_STOP__RCP_L0_DROP_PKT_width 1
#define ND_500_DCR__CTRL_STOP__RCP_L0_DROP_PKT_position 42
#define ND_500_DCR__CTRL_STOP__RCP_L0_DROP_PKT_get(x) _BGQ_GET(1, 42, x)
#define ND_500_DCR__CTRL_STOP__RCP_L0_DROP_PKT_set(v) _BGQ_SET(1, 42, v)
#define ND_500_DCR__CTRL_STOP__RCP_L0_DROP_PKT_insert(x, v) _BGQ_INSERT(1, 42, x, v)
#define ND_500_DCR__CTRL_STOP__RCP_L1_DROP_PKT_width 1
#define ND_500_DCR__CTRL_STOP__RCP_L1_DROP_PKT_position 43
#define ND_500_DCR__CTRL_STOP__RCP_L1_DROP_PKT_get(x) _BGQ_GET(1, 43, x)
#define ND_500_DCR__CTRL_STOP__RCP_L1_DROP_PKT_set(v) _BGQ_SET(1, 43, v)
#define ND_500_DCR__CTRL_STOP__RCP_L1_DROP_PKT_insert(x, v) _BGQ_INSERT(1, 43, x, v)
#define ND_500_DCR__CTRL_STOP__RCP_C0_DROP_PKT_width 1
#define ND_500_DCR__CTRL_STOP__RCP_C0_DROP_PKT_position 44
#define ND_500_DCR__CTRL_STOP__RCP_C0_DROP_PKT_get(x) _BGQ_GET(1, 44, x)
#define ND_500_DCR__CTRL_STOP__RCP_C0_DROP_PKT_set(v) _BGQ_SET(1, 44, v)
#define ND_500_DCR__CTRL_STOP__RCP_C0_DROP_PKT_insert(x, v) _BGQ_INSERT(1, 44, x, v)
#define ND_500_DCR__CTRL_STOP__RCP_C1_DROP_PKT_width 1
#define ND_500_DCR__CTRL_STOP__RCP_C1_DROP_PKT_position 45
#define ND_500_DCR__CTRL_STOP__RCP_C1_DROP_PKT_get(x) _BGQ_GET(1, 45, x)
#define ND_500_DCR__CTRL_STOP__RCP_C1_DROP_PKT_set(v) _BGQ_SET(1, 45, v)
#define ND_500_DCR__CTRL_STOP__RCP_C1_DROP_PKT_insert(x, v) _BGQ_INSERT(1, 45, x, v)
#define ND_500_DCR__CTRL_STOP__RESERVED_width 18
#define ND_500_DCR__CTRL_STOP__RESERVED_position 63
#define ND_500_DCR__CTRL_STOP__RESERVED_get(x) _BGQ_GET(18, 63, x)
#define ND_500_DCR__CTRL_STOP__RESERVED_set(v) _BGQ_SET(18, 63, v)
#define ND_500_DCR__CTRL_STOP__RESERVED_insert(x, v) _BGQ_INSERT(18, 63, x, v)

#define ND_500_DCR__CTRL_INTERNAL_offset 0x0002
#define ND_500_DCR__CTRL_INTERNAL_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__CTRL_INTERNAL__LOOPBACK_width 6
#define ND_500_DCR__CTRL_INTERNAL__LOOPBACK_position 5
#define ND_500_DCR__CTRL_INTERNAL__LOOPBACK_get(x) _BGQ_GET(6, 5, x)
#define ND_500_DCR__CTRL_INTERNAL__LOOPBACK_set(v) _BGQ_SET(6, 5, v)
#define ND_500_DCR__CTRL_INTERNAL__LOOPBACK_insert(x, v) _BGQ_INSERT(6, 5, x, v)
#define ND_500_DCR__CTRL_INTERNAL__IS_TORUS_width 5
#define ND_500_DCR__CTRL_INTERNAL__IS_TORUS_position 10
#define ND_500_DCR__CTRL_INTERNAL__IS_TORUS_get(x) _BGQ_GET(5, 10, x)
#define ND_500_DCR__CTRL_INTERNAL__IS_TORUS_set(v) _BGQ_SET(5, 10, v)
#define ND_500_DCR__CTRL_INTERNAL__IS_TORUS_insert(x, v) _BGQ_INSERT(5, 10, x, v)
#define ND_500_DCR__CTRL_INTERNAL__VCDN_RAN_HINTS_width 5
#define ND_500_DCR__CTRL_INTERNAL__VCDN_RAN_HINTS_position 15
#define ND_500_DCR__CTRL_INTERNAL__VCDN_RAN_HINTS_get(x) _BGQ_GET(5, 15, x)
#define ND_500_DCR__CTRL_INTERNAL__VCDN_RAN_HINTS_set(v) _BGQ_SET(5, 15, v)
#define ND_500_DCR__CTRL_INTERNAL__VCDN_RAN_HINTS_insert(x, v) _BGQ_INSERT(5, 15, x, v)
#define ND_500_DCR__CTRL_INTERNAL__SE_ARB_RE_INJ_RATIO_width 4
#define ND_500_DCR__CTRL_INTERNAL__SE_ARB_RE_INJ_RATIO_position 19
#define ND_500_DCR__CTRL_INTERNAL__SE_ARB_RE_INJ_RATIO_get(x) _BGQ_GET(4, 19, x)
#define ND_500_DCR__CTRL_INTERNAL__SE_ARB_RE_INJ_RATIO_set(v) _BGQ_SET(4, 19, v)
#define ND_500_DCR__CTRL_INTERNAL__SE_ARB_RE_INJ_RATIO_insert(x, v) _BGQ_INSERT(4, 19, x, v)
#define ND_500_DCR__CTRL_INTERNAL__COLL_UP_ARB_SE_AVAIL_SEL_width 1
#define ND_500_DCR__CTRL_INTERNAL__COLL_UP_ARB_SE_AVAIL_SEL_position 20
#define ND_500_DCR__CTRL_INTERNAL__COLL_UP_ARB_SE_AVAIL_SEL_get(x) _BGQ_GET(1, 20, x)
#define ND_500_DCR__CTRL_INTERNAL__COLL_UP_ARB_SE_AVAIL_SEL_set(v) _BGQ_SET(1, 20, v)
#define ND_500_DCR__CTRL_INTERNAL__COLL_UP_ARB_SE_AVAIL_SEL_insert(x, v) _BGQ_INSERT(1, 20, x, v)
#define ND_500_DCR__CTRL_INTERNAL__COLL_UP_ARB_RE_DROP_REQ_SEL_width 1
#define ND_500_DCR__CTRL_INTERNAL__COLL_UP_ARB_RE_DROP_REQ_SEL_position 21
#define ND_500_DCR__CTRL_INTERNAL__COLL_UP_ARB_RE_DROP_REQ_SEL_get(x) _BGQ_GET(1, 21, x)
#define ND_500_DCR__CTRL_INTERNAL__COLL_UP_ARB_RE_DROP_REQ_SEL_set(v) _BGQ_SET(1, 21, v)
#define ND_500_DCR__CTRL_INTERNAL__COLL_UP_ARB_RE_DROP_REQ_SEL_insert(x, v) _BGQ_INSERT(1, 21, x, v)
#define ND_500_DCR__CTRL_INTERNAL__RESERVED_width 42
#define ND_500_DCR__CTRL_INTERNAL__RESERVED_position 63
#define ND_500_DCR__CTRL_INTERNAL__RESERVED_get(x) _BGQ_GET(42, 63, x)
#define ND_500_DCR__CTRL_INTERNAL__RESERVED_set(v) _BGQ_SET(42, 63, v)
#define ND_500_DCR__CTRL_INTERNAL__RESERVED_insert(x, v) _BGQ_INSERT(42, 63, x, v)

#define ND_500_DCR__CTRL_CLEAR0_offset 0x0003
#define ND_500_DCR__CTRL_CLEAR0_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__CTRL_CLEAR0__CLR_HDRCHK_ERR_width 12
#define ND_500_DCR__CTRL_CLEAR0__CLR_HDRCHK_ERR_position 11
#define ND_500_DCR__CTRL_CLEAR0__CLR_HDRCHK_ERR_get(x) _BGQ_GET(12, 11, x)
#define ND_500_DCR__CTRL_CLEAR0__CLR_HDRCHK_ERR_set(v) _BGQ_SET(12, 11, v)
#define ND_500_DCR__CTRL_CLEAR0__CLR_HDRCHK_ERR_insert(x, v) _BGQ_INSERT(12, 11, x, v)
#define ND_500_DCR__CTRL_CLEAR0__CLR_COLL_HDRCHK_ERR_width 2
#define ND_500_DCR__CTRL_CLEAR0__CLR_COLL_HDRCHK_ERR_position 13
#define ND_500_DCR__CTRL_CLEAR0__CLR_COLL_HDRCHK_ERR_get(x) _BGQ_GET(2, 13, x)
#define ND_500_DCR__CTRL_CLEAR0__CLR_COLL_HDRCHK_ERR_set(v) _BGQ_SET(2, 13, v)
#define ND_500_DCR__CTRL_CLEAR0__CLR_COLL_HDRCHK_ERR_insert(x, v) _BGQ_INSERT(2, 13, x, v)
#define ND_500_DCR__CTRL_CLEAR0__UNUSED_width 10
#define ND_500_DCR__CTRL_CLEAR0__UNUSED_position 23
#define ND_500_DCR__CTRL_CLEAR0__UNUSED_get(x) _BGQ_GET(10, 23, x)
#define ND_500_DCR__CTRL_CLEAR0__UNUSED_set(v) _BGQ_SET(10, 23, v)
#define ND_500_DCR__CTRL_CLEAR0__UNUSED_insert(x, v) _BGQ_INSERT(10, 23, x, v)
#define ND_500_DCR__CTRL_CLEAR0__INT_RCP_500_CLR_width 8
#define ND_500_DCR__CTRL_CLEAR0__INT_RCP_500_CLR_position 31
#define ND_500_DCR__CTRL_CLEAR0__INT_RCP_500_CLR_get(x) _BGQ_GET(8, 31, x)
#define ND_500_DCR__CTRL_CLEAR0__INT_RCP_500_CLR_set(v) _BGQ_SET(8, 31, v)
#define ND_500_DCR__CTRL_CLEAR0__INT_RCP_500_CLR_insert(x, v) _BGQ_INSERT(8, 31, x, v)
#define ND_500_DCR__CTRL_CLEAR0__COLL_NONFATAL_CLR_width 32
#define ND_500_DCR__CTRL_CLEAR0__COLL_NONFATAL_CLR_position 63
#define ND_500_DCR__CTRL_CLEAR0__COLL_NONFATAL_CLR_get(x) _BGQ_GET(32, 63, x)
#define ND_500_DCR__CTRL_CLEAR0__COLL_NONFATAL_CLR_set(v) _BGQ_SET(32, 63, v)
#define ND_500_DCR__CTRL_CLEAR0__COLL_NONFATAL_CLR_insert(x, v) _BGQ_INSERT(32, 63, x, v)

#define ND_500_DCR__CTRL_COORDS_offset 0x0004
#define ND_500_DCR__CTRL_COORDS_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_A_width 6
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_A_position 7
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_A_get(x) _BGQ_GET(6, 7, x)
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_A_set(v) _BGQ_SET(6, 7, v)
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_A_insert(x, v) _BGQ_INSERT(6, 7, x, v)
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_B_width 6
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_B_position 13
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_B_get(x) _BGQ_GET(6, 13, x)
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_B_set(v) _BGQ_SET(6, 13, v)
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_B_insert(x, v) _BGQ_INSERT(6, 13, x, v)
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_C_width 6
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_C_position 19
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_C_get(x) _BGQ_GET(6, 19, x)
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_C_set(v) _BGQ_SET(6, 19, v)
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_C_insert(x, v) _BGQ_INSERT(6, 19, x, v)
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_D_width 6
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_D_position 25
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_D_get(x) _BGQ_GET(6, 25, x)
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_D_set(v) _BGQ_SET(6, 25, v)
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_D_insert(x, v) _BGQ_INSERT(6, 25, x, v)
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_E_width 6
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_E_position 31
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_E_get(x) _BGQ_GET(6, 31, x)
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_E_set(v) _BGQ_SET(6, 31, v)
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_E_insert(x, v) _BGQ_INSERT(6, 31, x, v)
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_A_width 6
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_A_position 39
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_A_get(x) _BGQ_GET(6, 39, x)
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_A_set(v) _BGQ_SET(6, 39, v)
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_A_insert(x, v) _BGQ_INSERT(6, 39, x, v)
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_B_width 6
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_B_position 45
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_B_get(x) _BGQ_GET(6, 45, x)
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_B_set(v) _BGQ_SET(6, 45, v)
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_B_insert(x, v) _BGQ_INSERT(6, 45, x, v)
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_C_width 6
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_C_position 51
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_C_get(x) _BGQ_GET(6, 51, x)
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_C_set(v) _BGQ_SET(6, 51, v)
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_C_insert(x, v) _BGQ_INSERT(6, 51, x, v)
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_D_width 6
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_D_position 57
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_D_get(x) _BGQ_GET(6, 57, x)
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_D_set(v) _BGQ_SET(6, 57, v)
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_D_insert(x, v) _BGQ_INSERT(6, 57, x, v)
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_E_width 6
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_E_position 63
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_E_get(x) _BGQ_GET(6, 63, x)
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_E_set(v) _BGQ_SET(6, 63, v)
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_E_insert(x, v) _BGQ_INSERT(6, 63, x, v)

#define ND_500_DCR__CTRL_CUTOFFS_offset 0x0005
#define ND_500_DCR__CTRL_CUTOFFS_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__CTRL_CUTOFFS__A_PLUS_width 6
#define ND_500_DCR__CTRL_CUTOFFS__A_PLUS_position 7
#define ND_500_DCR__CTRL_CUTOFFS__A_PLUS_get(x) _BGQ_GET(6, 7, x)
#define ND_500_DCR__CTRL_CUTOFFS__A_PLUS_set(v) _BGQ_SET(6, 7, v)
#define ND_500_DCR__CTRL_CUTOFFS__A_PLUS_insert(x, v) _BGQ_INSERT(6, 7, x, v)
#define ND_500_DCR__CTRL_CUTOFFS__B_PLUS_width 6
#define ND_500_DCR__CTRL_CUTOFFS__B_PLUS_position 13
#define ND_500_DCR__CTRL_CUTOFFS__B_PLUS_get(x) _BGQ_GET(6, 13, x)
#define ND_500_DCR__CTRL_CUTOFFS__B_PLUS_set(v) _BGQ_SET(6, 13, v)
#define ND_500_DCR__CTRL_CUTOFFS__B_PLUS_insert(x, v) _BGQ_INSERT(6, 13, x, v)
#define ND_500_DCR__CTRL_CUTOFFS__C_PLUS_width 6
#define ND_500_DCR__CTRL_CUTOFFS__C_PLUS_position 19
#define ND_500_DCR__CTRL_CUTOFFS__C_PLUS_get(x) _BGQ_GET(6, 19, x)
#define ND_500_DCR__CTRL_CUTOFFS__C_PLUS_set(v) _BGQ_SET(6, 19, v)
#define ND_500_DCR__CTRL_CUTOFFS__C_PLUS_insert(x, v) _BGQ_INSERT(6, 19, x, v)
#define ND_500_DCR__CTRL_CUTOFFS__D_PLUS_width 6
#define ND_500_DCR__CTRL_CUTOFFS__D_PLUS_position 25
#define ND_500_DCR__CTRL_CUTOFFS__D_PLUS_get(x) _BGQ_GET(6, 25, x)
#define ND_500_DCR__CTRL_CUTOFFS__D_PLUS_set(v) _BGQ_SET(6, 25, v)
#define ND_500_DCR__CTRL_CUTOFFS__D_PLUS_insert(x, v) _BGQ_INSERT(6, 25, x, v)
#define ND_500_DCR__CTRL_CUTOFFS__E_PLUS_width 6
#define ND_500_DCR__CTRL_CUTOFFS__E_PLUS_position 31
#define ND_500_DCR__CTRL_CUTOFFS__E_PLUS_get(x) _BGQ_GET(6, 31, x)
#define ND_500_DCR__CTRL_CUTOFFS__E_PLUS_set(v) _BGQ_SET(6, 31, v)
#define ND_500_DCR__CTRL_CUTOFFS__E_PLUS_insert(x, v) _BGQ_INSERT(6, 31, x, v)
#define ND_500_DCR__CTRL_CUTOFFS__A_MINUS_width 6
#define ND_500_DCR__CTRL_CUTOFFS__A_MINUS_position 39
#define ND_500_DCR__CTRL_CUTOFFS__A_MINUS_get(x) _BGQ_GET(6, 39, x)
#define ND_500_DCR__CTRL_CUTOFFS__A_MINUS_set(v) _BGQ_SET(6, 39, v)
#define ND_500_DCR__CTRL_CUTOFFS__A_MINUS_insert(x, v) _BGQ_INSERT(6, 39, x, v)
#define ND_500_DCR__CTRL_CUTOFFS__B_MINUS_width 6
#define ND_500_DCR__CTRL_CUTOFFS__B_MINUS_position 45
#define ND_500_DCR__CTRL_CUTOFFS__B_MINUS_get(x) _BGQ_GET(6, 45, x)
#define ND_500_DCR__CTRL_CUTOFFS__B_MINUS_set(v) _BGQ_SET(6, 45, v)
#define ND_500_DCR__CTRL_CUTOFFS__B_MINUS_insert(x, v) _BGQ_INSERT(6, 45, x, v)
#define ND_500_DCR__CTRL_CUTOFFS__C_MINUS_width 6
#define ND_500_DCR__CTRL_CUTOFFS__C_MINUS_position 51
#define ND_500_DCR__CTRL_CUTOFFS__C_MINUS_get(x) _BGQ_GET(6, 51, x)
#define ND_500_DCR__CTRL_CUTOFFS__C_MINUS_set(v) _BGQ_SET(6, 51, v)
#define ND_500_DCR__CTRL_CUTOFFS__C_MINUS_insert(x, v) _BGQ_INSERT(6, 51, x, v)
#define ND_500_DCR__CTRL_CUTOFFS__D_MINUS_width 6
#define ND_500_DCR__CTRL_CUTOFFS__D_MINUS_position 57
#define ND_500_DCR__CTRL_CUTOFFS__D_MINUS_get(x) _BGQ_GET(6, 57, x)
#define ND_500_DCR__CTRL_CUTOFFS__D_MINUS_set(v) _BGQ_SET(6, 57, v)
#define ND_500_DCR__CTRL_CUTOFFS__D_MINUS_insert(x, v) _BGQ_INSERT(6, 57, x, v)
#define ND_500_DCR__CTRL_CUTOFFS__E_MINUS_width 6
#define ND_500_DCR__CTRL_CUTOFFS__E_MINUS_position 63
#define ND_500_DCR__CTRL_CUTOFFS__E_MINUS_get(x) _BGQ_GET(6, 63, x)
#define ND_500_DCR__CTRL_CUTOFFS__E_MINUS_set(v) _BGQ_SET(6, 63, v)
#define ND_500_DCR__CTRL_CUTOFFS__E_MINUS_insert(x, v) _BGQ_INSERT(6, 63, x, v)

#define ND_500_DCR__CTRL_NEIGHBOR_COORDS_offset 0x0006
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__A_MINUS_width 6
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__A_MINUS_position 9
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__A_MINUS_get(x) _BGQ_GET(6, 9, x)
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__A_MINUS_set(v) _BGQ_SET(6, 9, v)
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__A_MINUS_insert(x, v) _BGQ_INSERT(6, 9, x, v)
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__A_PLUS_width 6
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__A_PLUS_position 15
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__A_PLUS_get(x) _BGQ_GET(6, 15, x)
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__A_PLUS_set(v) _BGQ_SET(6, 15, v)
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__A_PLUS_insert(x, v) _BGQ_INSERT(6, 15, x, v)
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__B_MINUS_width 6
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__B_MINUS_position 21
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__B_MINUS_get(x) _BGQ_GET(6, 21, x)
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__B_MINUS_set(v) _BGQ_SET(6, 21, v)
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__B_MINUS_insert(x, v) _BGQ_INSERT(6, 21, x, v)
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__B_PLUS_width 6
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__B_PLUS_position 27
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__B_PLUS_get(x) _BGQ_GET(6, 27, x)
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__B_PLUS_set(v) _BGQ_SET(6, 27, v)
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__B_PLUS_insert(x, v) _BGQ_INSERT(6, 27, x, v)
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__C_MINUS_width 6
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__C_MINUS_position 33
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__C_MINUS_get(x) _BGQ_GET(6, 33, x)
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__C_MINUS_set(v) _BGQ_SET(6, 33, v)
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__C_MINUS_insert(x, v) _BGQ_INSERT(6, 33, x, v)
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__C_PLUS_width 6
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__C_PLUS_position 39
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__C_PLUS_get(x) _BGQ_GET(6, 39, x)
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__C_PLUS_set(v) _BGQ_SET(6, 39, v)
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__C_PLUS_insert(x, v) _BGQ_INSERT(6, 39, x, v)
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__D_MINUS_width 6
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__D_MINUS_position 45
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__D_MINUS_get(x) _BGQ_GET(6, 45, x)
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__D_MINUS_set(v) _BGQ_SET(6, 45, v)
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__D_MINUS_insert(x, v) _BGQ_INSERT(6, 45, x, v)
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__D_PLUS_width 6
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__D_PLUS_position 51
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__D_PLUS_get(x) _BGQ_GET(6, 51, x)
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__D_PLUS_set(v) _BGQ_SET(6, 51, v)
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__D_PLUS_insert(x, v) _BGQ_INSERT(6, 51, x, v)
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__E_MINUS_width 6
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__E_MINUS_position 57
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__E_MINUS_get(x) _BGQ_GET(6, 57, x)
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__E_MINUS_set(v) _BGQ_SET(6, 57, v)
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__E_MINUS_insert(x, v) _BGQ_INSERT(6, 57, x, v)
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__E_PLUS_width 6
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__E_PLUS_position 63
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__E_PLUS_get(x) _BGQ_GET(6, 63, x)
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__E_PLUS_set(v) _BGQ_SET(6, 63, v)
#define ND_500_DCR__CTRL_NEIGHBOR_COORDS__E_PLUS_insert(x, v) _BGQ_INSERT(6, 63, x, v)

#define ND_500_DCR__CTRL_DET_ORDER_offset 0x0007
#define ND_500_DCR__CTRL_DET_ORDER_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__CTRL_DET_ORDER__MASK0_width 5
#define ND_500_DCR__CTRL_DET_ORDER__MASK0_position 43
#define ND_500_DCR__CTRL_DET_ORDER__MASK0_get(x) _BGQ_GET(5, 43, x)
#define ND_500_DCR__CTRL_DET_ORDER__MASK0_set(v) _BGQ_SET(5, 43, v)
#define ND_500_DCR__CTRL_DET_ORDER__MASK0_insert(x, v) _BGQ_INSERT(5, 43, x, v)
#define ND_500_DCR__CTRL_DET_ORDER__MASK1_width 5
#define ND_500_DCR__CTRL_DET_ORDER__MASK1_position 48
#define ND_500_DCR__CTRL_DET_ORDER__MASK1_get(x) _BGQ_GET(5, 48, x)
#define ND_500_DCR__CTRL_DET_ORDER__MASK1_set(v) _BGQ_SET(5, 48, v)
#define ND_500_DCR__CTRL_DET_ORDER__MASK1_insert(x, v) _BGQ_INSERT(5, 48, x, v)
#define ND_500_DCR__CTRL_DET_ORDER__MASK2_width 5
#define ND_500_DCR__CTRL_DET_ORDER__MASK2_position 53
#define ND_500_DCR__CTRL_DET_ORDER__MASK2_get(x) _BGQ_GET(5, 53, x)
#define ND_500_DCR__CTRL_DET_ORDER__MASK2_set(v) _BGQ_SET(5, 53, v)
#define ND_500_DCR__CTRL_DET_ORDER__MASK2_insert(x, v) _BGQ_INSERT(5, 53, x, v)
#define ND_500_DCR__CTRL_DET_ORDER__MASK3_width 5
#define ND_500_DCR__CTRL_DET_ORDER__MASK3_position 58
#define ND_500_DCR__CTRL_DET_ORDER__MASK3_get(x) _BGQ_GET(5, 58, x)
#define ND_500_DCR__CTRL_DET_ORDER__MASK3_set(v) _BGQ_SET(5, 58, v)
#define ND_500_DCR__CTRL_DET_ORDER__MASK3_insert(x, v) _BGQ_INSERT(5, 58, x, v)
#define ND_500_DCR__CTRL_DET_ORDER__MASK4_width 5
#define ND_500_DCR__CTRL_DET_ORDER__MASK4_position 63
#define ND_500_DCR__CTRL_DET_ORDER__MASK4_get(x) _BGQ_GET(5, 63, x)
#define ND_500_DCR__CTRL_DET_ORDER__MASK4_set(v) _BGQ_SET(5, 63, v)
#define ND_500_DCR__CTRL_DET_ORDER__MASK4_insert(x, v) _BGQ_INSERT(5, 63, x, v)

#define ND_500_DCR__CTRL_DYNAMIC_ZONE01_offset 0x0008
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE0_MASK0_width 5
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE0_MASK0_position 11
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE0_MASK0_get(x) _BGQ_GET(5, 11, x)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE0_MASK0_set(v) _BGQ_SET(5, 11, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE0_MASK0_insert(x, v) _BGQ_INSERT(5, 11, x, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE0_MASK1_width 5
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE0_MASK1_position 16
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE0_MASK1_get(x) _BGQ_GET(5, 16, x)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE0_MASK1_set(v) _BGQ_SET(5, 16, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE0_MASK1_insert(x, v) _BGQ_INSERT(5, 16, x, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE0_MASK2_width 5
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE0_MASK2_position 21
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE0_MASK2_get(x) _BGQ_GET(5, 21, x)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE0_MASK2_set(v) _BGQ_SET(5, 21, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE0_MASK2_insert(x, v) _BGQ_INSERT(5, 21, x, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE0_MASK3_width 5
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE0_MASK3_position 26
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE0_MASK3_get(x) _BGQ_GET(5, 26, x)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE0_MASK3_set(v) _BGQ_SET(5, 26, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE0_MASK3_insert(x, v) _BGQ_INSERT(5, 26, x, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE0_MASK4_width 5
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE0_MASK4_position 31
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE0_MASK4_get(x) _BGQ_GET(5, 31, x)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE0_MASK4_set(v) _BGQ_SET(5, 31, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE0_MASK4_insert(x, v) _BGQ_INSERT(5, 31, x, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE1_MASK0_width 5
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE1_MASK0_position 43
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE1_MASK0_get(x) _BGQ_GET(5, 43, x)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE1_MASK0_set(v) _BGQ_SET(5, 43, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE1_MASK0_insert(x, v) _BGQ_INSERT(5, 43, x, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE1_MASK1_width 5
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE1_MASK1_position 48
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE1_MASK1_get(x) _BGQ_GET(5, 48, x)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE1_MASK1_set(v) _BGQ_SET(5, 48, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE1_MASK1_insert(x, v) _BGQ_INSERT(5, 48, x, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE1_MASK2_width 5
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE1_MASK2_position 53
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE1_MASK2_get(x) _BGQ_GET(5, 53, x)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE1_MASK2_set(v) _BGQ_SET(5, 53, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE1_MASK2_insert(x, v) _BGQ_INSERT(5, 53, x, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE1_MASK3_width 5
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE1_MASK3_position 58
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE1_MASK3_get(x) _BGQ_GET(5, 58, x)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE1_MASK3_set(v) _BGQ_SET(5, 58, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE1_MASK3_insert(x, v) _BGQ_INSERT(5, 58, x, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE1_MASK4_width 5
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE1_MASK4_position 63
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE1_MASK4_get(x) _BGQ_GET(5, 63, x)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE1_MASK4_set(v) _BGQ_SET(5, 63, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE01__ZONE1_MASK4_insert(x, v) _BGQ_INSERT(5, 63, x, v)

#define ND_500_DCR__CTRL_DYNAMIC_ZONE23_offset 0x0009
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE2_MASK0_width 5
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE2_MASK0_position 11
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE2_MASK0_get(x) _BGQ_GET(5, 11, x)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE2_MASK0_set(v) _BGQ_SET(5, 11, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE2_MASK0_insert(x, v) _BGQ_INSERT(5, 11, x, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE2_MASK1_width 5
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE2_MASK1_position 16
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE2_MASK1_get(x) _BGQ_GET(5, 16, x)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE2_MASK1_set(v) _BGQ_SET(5, 16, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE2_MASK1_insert(x, v) _BGQ_INSERT(5, 16, x, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE2_MASK2_width 5
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE2_MASK2_position 21
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE2_MASK2_get(x) _BGQ_GET(5, 21, x)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE2_MASK2_set(v) _BGQ_SET(5, 21, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE2_MASK2_insert(x, v) _BGQ_INSERT(5, 21, x, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE2_MASK3_width 5
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE2_MASK3_position 26
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE2_MASK3_get(x) _BGQ_GET(5, 26, x)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE2_MASK3_set(v) _BGQ_SET(5, 26, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE2_MASK3_insert(x, v) _BGQ_INSERT(5, 26, x, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE2_MASK4_width 5
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE2_MASK4_position 31
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE2_MASK4_get(x) _BGQ_GET(5, 31, x)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE2_MASK4_set(v) _BGQ_SET(5, 31, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE2_MASK4_insert(x, v) _BGQ_INSERT(5, 31, x, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE3_MASK0_width 5
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE3_MASK0_position 43
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE3_MASK0_get(x) _BGQ_GET(5, 43, x)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE3_MASK0_set(v) _BGQ_SET(5, 43, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE3_MASK0_insert(x, v) _BGQ_INSERT(5, 43, x, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE3_MASK1_width 5
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE3_MASK1_position 48
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE3_MASK1_get(x) _BGQ_GET(5, 48, x)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE3_MASK1_set(v) _BGQ_SET(5, 48, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE3_MASK1_insert(x, v) _BGQ_INSERT(5, 48, x, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE3_MASK2_width 5
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE3_MASK2_position 53
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE3_MASK2_get(x) _BGQ_GET(5, 53, x)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE3_MASK2_set(v) _BGQ_SET(5, 53, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE3_MASK2_insert(x, v) _BGQ_INSERT(5, 53, x, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE3_MASK3_width 5
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE3_MASK3_position 58
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE3_MASK3_get(x) _BGQ_GET(5, 58, x)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE3_MASK3_set(v) _BGQ_SET(5, 58, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE3_MASK3_insert(x, v) _BGQ_INSERT(5, 58, x, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE3_MASK4_width 5
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE3_MASK4_position 63
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE3_MASK4_get(x) _BGQ_GET(5, 63, x)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE3_MASK4_set(v) _BGQ_SET(5, 63, v)
#define ND_500_DCR__CTRL_DYNAMIC_ZONE23__ZONE3_MASK4_insert(x, v) _BGQ_INSERT(5, 63, x, v)

#define ND_500_DCR__CTRL_TIMEOUT_offset 0x000A
#define ND_500_DCR__CTRL_TIMEOUT_reset UNSIGNED64(0x0000000002000200)
#define ND_500_DCR__CTRL_TIMEOUT__COLL_GRANT_width 16
#define ND_500_DCR__CTRL_TIMEOUT__COLL_GRANT_position 47
#define ND_500_DCR__CTRL_TIMEOUT__COLL_GRANT_get(x) _BGQ_GET(16, 47, x)
#define ND_500_DCR__CTRL_TIMEOUT__COLL_GRANT_set(v) _BGQ_SET(16, 47, v)
#define ND_500_DCR__CTRL_TIMEOUT__COLL_GRANT_insert(x, v) _BGQ_INSERT(16, 47, x, v)
#define ND_500_DCR__CTRL_TIMEOUT__SE_RETRANS_width 16
#define ND_500_DCR__CTRL_TIMEOUT__SE_RETRANS_position 63
#define ND_500_DCR__CTRL_TIMEOUT__SE_RETRANS_get(x) _BGQ_GET(16, 63, x)
#define ND_500_DCR__CTRL_TIMEOUT__SE_RETRANS_set(v) _BGQ_SET(16, 63, v)
#define ND_500_DCR__CTRL_TIMEOUT__SE_RETRANS_insert(x, v) _BGQ_INSERT(16, 63, x, v)

#define ND_500_DCR__CTRL_GI_CLASS_00_01_offset 0x000B
#define ND_500_DCR__CTRL_GI_CLASS_00_01_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS00_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS00_UP_PORT_I_position 15
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS00_UP_PORT_I_get(x) _BGQ_GET(12, 15, x)
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS00_UP_PORT_I_set(v) _BGQ_SET(12, 15, v)
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS00_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 15, x, v)
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS00_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS00_UP_PORT_O_position 31
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS00_UP_PORT_O_get(x) _BGQ_GET(12, 31, x)
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS00_UP_PORT_O_set(v) _BGQ_SET(12, 31, v)
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS00_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 31, x, v)
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS01_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS01_UP_PORT_I_position 47
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS01_UP_PORT_I_get(x) _BGQ_GET(12, 47, x)
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS01_UP_PORT_I_set(v) _BGQ_SET(12, 47, v)
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS01_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 47, x, v)
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS01_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS01_UP_PORT_O_position 63
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS01_UP_PORT_O_get(x) _BGQ_GET(12, 63, x)
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS01_UP_PORT_O_set(v) _BGQ_SET(12, 63, v)
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS01_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 63, x, v)

#define ND_500_DCR__CTRL_GI_CLASS_02_03_offset 0x000C
#define ND_500_DCR__CTRL_GI_CLASS_02_03_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__CTRL_GI_CLASS_02_03__CLASS02_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_GI_CLASS_02_03__CLASS02_UP_PORT_I_position 15
#define ND_500_DCR__CTRL_GI_CLASS_02_03__CLASS02_UP_PORT_I_get(x) _BGQ_GET(12, 15, x)
#define ND_500_DCR__CTRL_GI_CLASS_02_03__CLASS02_UP_PORT_I_set(v) _BGQ_SET(12, 15, v)
#define ND_500_DCR__CTRL_GI_CLASS_02_03__CLASS02_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 15, x, v)
#define ND_500_DCR__CTRL_GI_CLASS_02_03__CLASS02_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_GI_CLASS_02_03__CLASS02_UP_PORT_O_position 31
#define ND_500_DCR__CTRL_GI_CLASS_02_03__CLASS02_UP_PORT_O_get(x) _BGQ_GET(12, 31, x)
#define ND_500_DCR__CTRL_GI_CLASS_02_03__CLASS02_UP_PORT_O_set(v) _BGQ_SET(12, 31, v)
#define ND_500_DCR__CTRL_GI_CLASS_02_03__CLASS02_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 31, x, v)
#define ND_500_DCR__CTRL_GI_CLASS_02_03__CLASS03_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_GI_CLASS_02_03__CLASS03_UP_PORT_I_position 47
#define ND_500_DCR__CTRL_GI_CLASS_02_03__CLASS03_UP_PORT_I_get(x) _BGQ_GET(12, 47, x)
#define ND_500_DCR__CTRL_GI_CLASS_02_03__CLASS03_UP_PORT_I_set(v) _BGQ_SET(12, 47, v)
#define ND_500_DCR__CTRL_GI_CLASS_02_03__CLASS03_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 47, x, v)
#define ND_500_DCR__CTRL_GI_CLASS_02_03__CLASS03_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_GI_CLASS_02_03__CLASS03_UP_PORT_O_position 63
#define ND_500_DCR__CTRL_GI_CLASS_02_03__CLASS03_UP_PORT_O_get(x) _BGQ_GET(12, 63, x)
#define ND_500_DCR__CTRL_GI_CLASS_02_03__CLASS03_UP_PORT_O_set(v) _BGQ_SET(12, 63, v)
#define ND_500_DCR__CTRL_GI_CLASS_02_03__CLASS03_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 63, x, v)

#define ND_500_DCR__CTRL_GI_CLASS_04_05_offset 0x000D
#define ND_500_DCR__CTRL_GI_CLASS_04_05_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__CTRL_GI_CLASS_04_05__CLASS04_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_GI_CLASS_04_05__CLASS04_UP_PORT_I_position 15
#define ND_500_DCR__CTRL_GI_CLASS_04_05__CLASS04_UP_PORT_I_get(x) _BGQ_GET(12, 15, x)
#define ND_500_DCR__CTRL_GI_CLASS_04_05__CLASS04_UP_PORT_I_set(v) _BGQ_SET(12, 15, v)
#define ND_500_DCR__CTRL_GI_CLASS_04_05__CLASS04_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 15, x, v)
#define ND_500_DCR__CTRL_GI_CLASS_04_05__CLASS04_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_GI_CLASS_04_05__CLASS04_UP_PORT_O_position 31
#define ND_500_DCR__CTRL_GI_CLASS_04_05__CLASS04_UP_PORT_O_get(x) _BGQ_GET(12, 31, x)
#define ND_500_DCR__CTRL_GI_CLASS_04_05__CLASS04_UP_PORT_O_set(v) _BGQ_SET(12, 31, v)
#define ND_500_DCR__CTRL_GI_CLASS_04_05__CLASS04_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 31, x, v)
#define ND_500_DCR__CTRL_GI_CLASS_04_05__CLASS05_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_GI_CLASS_04_05__CLASS05_UP_PORT_I_position 47
#define ND_500_DCR__CTRL_GI_CLASS_04_05__CLASS05_UP_PORT_I_get(x) _BGQ_GET(12, 47, x)
#define ND_500_DCR__CTRL_GI_CLASS_04_05__CLASS05_UP_PORT_I_set(v) _BGQ_SET(12, 47, v)
#define ND_500_DCR__CTRL_GI_CLASS_04_05__CLASS05_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 47, x, v)
#define ND_500_DCR__CTRL_GI_CLASS_04_05__CLASS05_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_GI_CLASS_04_05__CLASS05_UP_PORT_O_position 63
#define ND_500_DCR__CTRL_GI_CLASS_04_05__CLASS05_UP_PORT_O_get(x) _BGQ_GET(12, 63, x)
#define ND_500_DCR__CTRL_GI_CLASS_04_05__CLASS05_UP_PORT_O_set(v) _BGQ_SET(12, 63, v)
#define ND_500_DCR__CTRL_GI_CLASS_04_05__CLASS05_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 63, x, v)

#define ND_500_DCR__CTRL_GI_CLASS_06_07_offset 0x000E
#define ND_500_DCR__CTRL_GI_CLASS_06_07_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__CTRL_GI_CLASS_06_07__CLASS06_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_GI_CLASS_06_07__CLASS06_UP_PORT_I_position 15
#define ND_500_DCR__CTRL_GI_CLASS_06_07__CLASS06_UP_PORT_I_get(x) _BGQ_GET(12, 15, x)
#define ND_500_DCR__CTRL_GI_CLASS_06_07__CLASS06_UP_PORT_I_set(v) _BGQ_SET(12, 15, v)
#define ND_500_DCR__CTRL_GI_CLASS_06_07__CLASS06_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 15, x, v)
#define ND_500_DCR__CTRL_GI_CLASS_06_07__CLASS06_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_GI_CLASS_06_07__CLASS06_UP_PORT_O_position 31
#define ND_500_DCR__CTRL_GI_CLASS_06_07__CLASS06_UP_PORT_O_get(x) _BGQ_GET(12, 31, x)
#define ND_500_DCR__CTRL_GI_CLASS_06_07__CLASS06_UP_PORT_O_set(v) _BGQ_SET(12, 31, v)
#define ND_500_DCR__CTRL_GI_CLASS_06_07__CLASS06_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 31, x, v)
#define ND_500_DCR__CTRL_GI_CLASS_06_07__CLASS07_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_GI_CLASS_06_07__CLASS07_UP_PORT_I_position 47
#define ND_500_DCR__CTRL_GI_CLASS_06_07__CLASS07_UP_PORT_I_get(x) _BGQ_GET(12, 47, x)
#define ND_500_DCR__CTRL_GI_CLASS_06_07__CLASS07_UP_PORT_I_set(v) _BGQ_SET(12, 47, v)
#define ND_500_DCR__CTRL_GI_CLASS_06_07__CLASS07_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 47, x, v)
#define ND_500_DCR__CTRL_GI_CLASS_06_07__CLASS07_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_GI_CLASS_06_07__CLASS07_UP_PORT_O_position 63
#define ND_500_DCR__CTRL_GI_CLASS_06_07__CLASS07_UP_PORT_O_get(x) _BGQ_GET(12, 63, x)
#define ND_500_DCR__CTRL_GI_CLASS_06_07__CLASS07_UP_PORT_O_set(v) _BGQ_SET(12, 63, v)
#define ND_500_DCR__CTRL_GI_CLASS_06_07__CLASS07_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 63, x, v)

#define ND_500_DCR__CTRL_GI_CLASS_08_09_offset 0x000F
#define ND_500_DCR__CTRL_GI_CLASS_08_09_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__CTRL_GI_CLASS_08_09__CLASS08_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_GI_CLASS_08_09__CLASS08_UP_PORT_I_position 15
#define ND_500_DCR__CTRL_GI_CLASS_08_09__CLASS08_UP_PORT_I_get(x) _BGQ_GET(12, 15, x)
#define ND_500_DCR__CTRL_GI_CLASS_08_09__CLASS08_UP_PORT_I_set(v) _BGQ_SET(12, 15, v)
#define ND_500_DCR__CTRL_GI_CLASS_08_09__CLASS08_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 15, x, v)
#define ND_500_DCR__CTRL_GI_CLASS_08_09__CLASS08_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_GI_CLASS_08_09__CLASS08_UP_PORT_O_position 31
#define ND_500_DCR__CTRL_GI_CLASS_08_09__CLASS08_UP_PORT_O_get(x) _BGQ_GET(12, 31, x)
#define ND_500_DCR__CTRL_GI_CLASS_08_09__CLASS08_UP_PORT_O_set(v) _BGQ_SET(12, 31, v)
#define ND_500_DCR__CTRL_GI_CLASS_08_09__CLASS08_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 31, x, v)
#define ND_500_DCR__CTRL_GI_CLASS_08_09__CLASS09_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_GI_CLASS_08_09__CLASS09_UP_PORT_I_position 47
#define ND_500_DCR__CTRL_GI_CLASS_08_09__CLASS09_UP_PORT_I_get(x) _BGQ_GET(12, 47, x)
#define ND_500_DCR__CTRL_GI_CLASS_08_09__CLASS09_UP_PORT_I_set(v) _BGQ_SET(12, 47, v)
#define ND_500_DCR__CTRL_GI_CLASS_08_09__CLASS09_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 47, x, v)
#define ND_500_DCR__CTRL_GI_CLASS_08_09__CLASS09_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_GI_CLASS_08_09__CLASS09_UP_PORT_O_position 63
#define ND_500_DCR__CTRL_GI_CLASS_08_09__CLASS09_UP_PORT_O_get(x) _BGQ_GET(12, 63, x)
#define ND_500_DCR__CTRL_GI_CLASS_08_09__CLASS09_UP_PORT_O_set(v) _BGQ_SET(12, 63, v)
#define ND_500_DCR__CTRL_GI_CLASS_08_09__CLASS09_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 63, x, v)

#define ND_500_DCR__CTRL_GI_CLASS_10_11_offset 0x0010
#define ND_500_DCR__CTRL_GI_CLASS_10_11_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__CTRL_GI_CLASS_10_11__CLASS10_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_GI_CLASS_10_11__CLASS10_UP_PORT_I_position 15
#define ND_500_DCR__CTRL_GI_CLASS_10_11__CLASS10_UP_PORT_I_get(x) _BGQ_GET(12, 15, x)
#define ND_500_DCR__CTRL_GI_CLASS_10_11__CLASS10_UP_PORT_I_set(v) _BGQ_SET(12, 15, v)
#define ND_500_DCR__CTRL_GI_CLASS_10_11__CLASS10_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 15, x, v)
#define ND_500_DCR__CTRL_GI_CLASS_10_11__CLASS10_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_GI_CLASS_10_11__CLASS10_UP_PORT_O_position 31
#define ND_500_DCR__CTRL_GI_CLASS_10_11__CLASS10_UP_PORT_O_get(x) _BGQ_GET(12, 31, x)
#define ND_500_DCR__CTRL_GI_CLASS_10_11__CLASS10_UP_PORT_O_set(v) _BGQ_SET(12, 31, v)
#define ND_500_DCR__CTRL_GI_CLASS_10_11__CLASS10_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 31, x, v)
#define ND_500_DCR__CTRL_GI_CLASS_10_11__CLASS11_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_GI_CLASS_10_11__CLASS11_UP_PORT_I_position 47
#define ND_500_DCR__CTRL_GI_CLASS_10_11__CLASS11_UP_PORT_I_get(x) _BGQ_GET(12, 47, x)
#define ND_500_DCR__CTRL_GI_CLASS_10_11__CLASS11_UP_PORT_I_set(v) _BGQ_SET(12, 47, v)
#define ND_500_DCR__CTRL_GI_CLASS_10_11__CLASS11_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 47, x, v)
#define ND_500_DCR__CTRL_GI_CLASS_10_11__CLASS11_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_GI_CLASS_10_11__CLASS11_UP_PORT_O_position 63
#define ND_500_DCR__CTRL_GI_CLASS_10_11__CLASS11_UP_PORT_O_get(x) _BGQ_GET(12, 63, x)
#define ND_500_DCR__CTRL_GI_CLASS_10_11__CLASS11_UP_PORT_O_set(v) _BGQ_SET(12, 63, v)
#define ND_500_DCR__CTRL_GI_CLASS_10_11__CLASS11_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 63, x, v)

#define ND_500_DCR__CTRL_GI_CLASS_12_13_offset 0x0011
#define ND_500_DCR__CTRL_GI_CLASS_12_13_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__CTRL_GI_CLASS_12_13__CLASS12_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_GI_CLASS_12_13__CLASS12_UP_PORT_I_position 15
#define ND_500_DCR__CTRL_GI_CLASS_12_13__CLASS12_UP_PORT_I_get(x) _BGQ_GET(12, 15, x)
#define ND_500_DCR__CTRL_GI_CLASS_12_13__CLASS12_UP_PORT_I_set(v) _BGQ_SET(12, 15, v)
#define ND_500_DCR__CTRL_GI_CLASS_12_13__CLASS12_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 15, x, v)
#define ND_500_DCR__CTRL_GI_CLASS_12_13__CLASS12_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_GI_CLASS_12_13__CLASS12_UP_PORT_O_position 31
#define ND_500_DCR__CTRL_GI_CLASS_12_13__CLASS12_UP_PORT_O_get(x) _BGQ_GET(12, 31, x)
#define ND_500_DCR__CTRL_GI_CLASS_12_13__CLASS12_UP_PORT_O_set(v) _BGQ_SET(12, 31, v)
#define ND_500_DCR__CTRL_GI_CLASS_12_13__CLASS12_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 31, x, v)
#define ND_500_DCR__CTRL_GI_CLASS_12_13__CLASS13_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_GI_CLASS_12_13__CLASS13_UP_PORT_I_position 47
#define ND_500_DCR__CTRL_GI_CLASS_12_13__CLASS13_UP_PORT_I_get(x) _BGQ_GET(12, 47, x)
#define ND_500_DCR__CTRL_GI_CLASS_12_13__CLASS13_UP_PORT_I_set(v) _BGQ_SET(12, 47, v)
#define ND_500_DCR__CTRL_GI_CLASS_12_13__CLASS13_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 47, x, v)
#define ND_500_DCR__CTRL_GI_CLASS_12_13__CLASS13_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_GI_CLASS_12_13__CLASS13_UP_PORT_O_position 63
#define ND_500_DCR__CTRL_GI_CLASS_12_13__CLASS13_UP_PORT_O_get(x) _BGQ_GET(12, 63, x)
#define ND_500_DCR__CTRL_GI_CLASS_12_13__CLASS13_UP_PORT_O_set(v) _BGQ_SET(12, 63, v)
#define ND_500_DCR__CTRL_GI_CLASS_12_13__CLASS13_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 63, x, v)

#define ND_500_DCR__CTRL_GI_CLASS_14_15_offset 0x0012
#define ND_500_DCR__CTRL_GI_CLASS_14_15_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__CTRL_GI_CLASS_14_15__CLASS14_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_GI_CLASS_14_15__CLASS14_UP_PORT_I_position 15
#define ND_500_DCR__CTRL_GI_CLASS_14_15__CLASS14_UP_PORT_I_get(x) _BGQ_GET(12, 15, x)
#define ND_500_DCR__CTRL_GI_CLASS_14_15__CLASS14_UP_PORT_I_set(v) _BGQ_SET(12, 15, v)
#define ND_500_DCR__CTRL_GI_CLASS_14_15__CLASS14_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 15, x, v)
#define ND_500_DCR__CTRL_GI_CLASS_14_15__CLASS14_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_GI_CLASS_14_15__CLASS14_UP_PORT_O_position 31
#define ND_500_DCR__CTRL_GI_CLASS_14_15__CLASS14_UP_PORT_O_get(x) _BGQ_GET(12, 31, x)
#define ND_500_DCR__CTRL_GI_CLASS_14_15__CLASS14_UP_PORT_O_set(v) _BGQ_SET(12, 31, v)
#define ND_500_DCR__CTRL_GI_CLASS_14_15__CLASS14_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 31, x, v)
#define ND_500_DCR__CTRL_GI_CLASS_14_15__CLASS15_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_GI_CLASS_14_15__CLASS15_UP_PORT_I_position 47
#define ND_500_DCR__CTRL_GI_CLASS_14_15__CLASS15_UP_PORT_I_get(x) _BGQ_GET(12, 47, x)
#define ND_500_DCR__CTRL_GI_CLASS_14_15__CLASS15_UP_PORT_I_set(v) _BGQ_SET(12, 47, v)
#define ND_500_DCR__CTRL_GI_CLASS_14_15__CLASS15_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 47, x, v)
#define ND_500_DCR__CTRL_GI_CLASS_14_15__CLASS15_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_GI_CLASS_14_15__CLASS15_UP_PORT_O_position 63
#define ND_500_DCR__CTRL_GI_CLASS_14_15__CLASS15_UP_PORT_O_get(x) _BGQ_GET(12, 63, x)
#define ND_500_DCR__CTRL_GI_CLASS_14_15__CLASS15_UP_PORT_O_set(v) _BGQ_SET(12, 63, v)
#define ND_500_DCR__CTRL_GI_CLASS_14_15__CLASS15_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 63, x, v)

#define ND_500_DCR__CTRL_COLL_CLASS_00_01_offset 0x0013
#define ND_500_DCR__CTRL_COLL_CLASS_00_01_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS00_TYPE_width 2
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS00_TYPE_position 3
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS00_TYPE_get(x) _BGQ_GET(2, 3, x)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS00_TYPE_set(v) _BGQ_SET(2, 3, v)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS00_TYPE_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS00_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS00_UP_PORT_I_position 15
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS00_UP_PORT_I_get(x) _BGQ_GET(12, 15, x)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS00_UP_PORT_I_set(v) _BGQ_SET(12, 15, v)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS00_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 15, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS00_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS00_UP_PORT_O_position 31
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS00_UP_PORT_O_get(x) _BGQ_GET(12, 31, x)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS00_UP_PORT_O_set(v) _BGQ_SET(12, 31, v)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS00_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 31, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS01_TYPE_width 2
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS01_TYPE_position 35
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS01_TYPE_get(x) _BGQ_GET(2, 35, x)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS01_TYPE_set(v) _BGQ_SET(2, 35, v)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS01_TYPE_insert(x, v) _BGQ_INSERT(2, 35, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS01_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS01_UP_PORT_I_position 47
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS01_UP_PORT_I_get(x) _BGQ_GET(12, 47, x)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS01_UP_PORT_I_set(v) _BGQ_SET(12, 47, v)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS01_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 47, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS01_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS01_UP_PORT_O_position 63
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS01_UP_PORT_O_get(x) _BGQ_GET(12, 63, x)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS01_UP_PORT_O_set(v) _BGQ_SET(12, 63, v)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS01_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 63, x, v)

#define ND_500_DCR__CTRL_COLL_CLASS_02_03_offset 0x0014
#define ND_500_DCR__CTRL_COLL_CLASS_02_03_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__CTRL_COLL_CLASS_02_03__CLASS02_TYPE_width 2
#define ND_500_DCR__CTRL_COLL_CLASS_02_03__CLASS02_TYPE_position 3
#define ND_500_DCR__CTRL_COLL_CLASS_02_03__CLASS02_TYPE_get(x) _BGQ_GET(2, 3, x)
#define ND_500_DCR__CTRL_COLL_CLASS_02_03__CLASS02_TYPE_set(v) _BGQ_SET(2, 3, v)
#define ND_500_DCR__CTRL_COLL_CLASS_02_03__CLASS02_TYPE_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_02_03__CLASS02_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_02_03__CLASS02_UP_PORT_I_position 15
#define ND_500_DCR__CTRL_COLL_CLASS_02_03__CLASS02_UP_PORT_I_get(x) _BGQ_GET(12, 15, x)
#define ND_500_DCR__CTRL_COLL_CLASS_02_03__CLASS02_UP_PORT_I_set(v) _BGQ_SET(12, 15, v)
#define ND_500_DCR__CTRL_COLL_CLASS_02_03__CLASS02_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 15, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_02_03__CLASS02_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_02_03__CLASS02_UP_PORT_O_position 31
#define ND_500_DCR__CTRL_COLL_CLASS_02_03__CLASS02_UP_PORT_O_get(x) _BGQ_GET(12, 31, x)
#define ND_500_DCR__CTRL_COLL_CLASS_02_03__CLASS02_UP_PORT_O_set(v) _BGQ_SET(12, 31, v)
#define ND_500_DCR__CTRL_COLL_CLASS_02_03__CLASS02_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 31, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_02_03__CLASS03_TYPE_width 2
#define ND_500_DCR__CTRL_COLL_CLASS_02_03__CLASS03_TYPE_position 35
#define ND_500_DCR__CTRL_COLL_CLASS_02_03__CLASS03_TYPE_get(x) _BGQ_GET(2, 35, x)
#define ND_500_DCR__CTRL_COLL_CLASS_02_03__CLASS03_TYPE_set(v) _BGQ_SET(2, 35, v)
#define ND_500_DCR__CTRL_COLL_CLASS_02_03__CLASS03_TYPE_insert(x, v) _BGQ_INSERT(2, 35, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_02_03__CLASS03_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_02_03__CLASS03_UP_PORT_I_position 47
#define ND_500_DCR__CTRL_COLL_CLASS_02_03__CLASS03_UP_PORT_I_get(x) _BGQ_GET(12, 47, x)
#define ND_500_DCR__CTRL_COLL_CLASS_02_03__CLASS03_UP_PORT_I_set(v) _BGQ_SET(12, 47, v)
#define ND_500_DCR__CTRL_COLL_CLASS_02_03__CLASS03_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 47, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_02_03__CLASS03_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_02_03__CLASS03_UP_PORT_O_position 63
#define ND_500_DCR__CTRL_COLL_CLASS_02_03__CLASS03_UP_PORT_O_get(x) _BGQ_GET(12, 63, x)
#define ND_500_DCR__CTRL_COLL_CLASS_02_03__CLASS03_UP_PORT_O_set(v) _BGQ_SET(12, 63, v)
#define ND_500_DCR__CTRL_COLL_CLASS_02_03__CLASS03_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 63, x, v)

#define ND_500_DCR__CTRL_COLL_CLASS_04_05_offset 0x0015
#define ND_500_DCR__CTRL_COLL_CLASS_04_05_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__CTRL_COLL_CLASS_04_05__CLASS04_TYPE_width 2
#define ND_500_DCR__CTRL_COLL_CLASS_04_05__CLASS04_TYPE_position 3
#define ND_500_DCR__CTRL_COLL_CLASS_04_05__CLASS04_TYPE_get(x) _BGQ_GET(2, 3, x)
#define ND_500_DCR__CTRL_COLL_CLASS_04_05__CLASS04_TYPE_set(v) _BGQ_SET(2, 3, v)
#define ND_500_DCR__CTRL_COLL_CLASS_04_05__CLASS04_TYPE_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_04_05__CLASS04_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_04_05__CLASS04_UP_PORT_I_position 15
#define ND_500_DCR__CTRL_COLL_CLASS_04_05__CLASS04_UP_PORT_I_get(x) _BGQ_GET(12, 15, x)
#define ND_500_DCR__CTRL_COLL_CLASS_04_05__CLASS04_UP_PORT_I_set(v) _BGQ_SET(12, 15, v)
#define ND_500_DCR__CTRL_COLL_CLASS_04_05__CLASS04_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 15, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_04_05__CLASS04_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_04_05__CLASS04_UP_PORT_O_position 31
#define ND_500_DCR__CTRL_COLL_CLASS_04_05__CLASS04_UP_PORT_O_get(x) _BGQ_GET(12, 31, x)
#define ND_500_DCR__CTRL_COLL_CLASS_04_05__CLASS04_UP_PORT_O_set(v) _BGQ_SET(12, 31, v)
#define ND_500_DCR__CTRL_COLL_CLASS_04_05__CLASS04_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 31, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_04_05__CLASS05_TYPE_width 2
#define ND_500_DCR__CTRL_COLL_CLASS_04_05__CLASS05_TYPE_position 35
#define ND_500_DCR__CTRL_COLL_CLASS_04_05__CLASS05_TYPE_get(x) _BGQ_GET(2, 35, x)
#define ND_500_DCR__CTRL_COLL_CLASS_04_05__CLASS05_TYPE_set(v) _BGQ_SET(2, 35, v)
#define ND_500_DCR__CTRL_COLL_CLASS_04_05__CLASS05_TYPE_insert(x, v) _BGQ_INSERT(2, 35, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_04_05__CLASS05_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_04_05__CLASS05_UP_PORT_I_position 47
#define ND_500_DCR__CTRL_COLL_CLASS_04_05__CLASS05_UP_PORT_I_get(x) _BGQ_GET(12, 47, x)
#define ND_500_DCR__CTRL_COLL_CLASS_04_05__CLASS05_UP_PORT_I_set(v) _BGQ_SET(12, 47, v)
#define ND_500_DCR__CTRL_COLL_CLASS_04_05__CLASS05_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 47, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_04_05__CLASS05_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_04_05__CLASS05_UP_PORT_O_position 63
#define ND_500_DCR__CTRL_COLL_CLASS_04_05__CLASS05_UP_PORT_O_get(x) _BGQ_GET(12, 63, x)
#define ND_500_DCR__CTRL_COLL_CLASS_04_05__CLASS05_UP_PORT_O_set(v) _BGQ_SET(12, 63, v)
#define ND_500_DCR__CTRL_COLL_CLASS_04_05__CLASS05_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 63, x, v)

#define ND_500_DCR__CTRL_COLL_CLASS_06_07_offset 0x0016
#define ND_500_DCR__CTRL_COLL_CLASS_06_07_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__CTRL_COLL_CLASS_06_07__CLASS06_TYPE_width 2
#define ND_500_DCR__CTRL_COLL_CLASS_06_07__CLASS06_TYPE_position 3
#define ND_500_DCR__CTRL_COLL_CLASS_06_07__CLASS06_TYPE_get(x) _BGQ_GET(2, 3, x)
#define ND_500_DCR__CTRL_COLL_CLASS_06_07__CLASS06_TYPE_set(v) _BGQ_SET(2, 3, v)
#define ND_500_DCR__CTRL_COLL_CLASS_06_07__CLASS06_TYPE_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_06_07__CLASS06_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_06_07__CLASS06_UP_PORT_I_position 15
#define ND_500_DCR__CTRL_COLL_CLASS_06_07__CLASS06_UP_PORT_I_get(x) _BGQ_GET(12, 15, x)
#define ND_500_DCR__CTRL_COLL_CLASS_06_07__CLASS06_UP_PORT_I_set(v) _BGQ_SET(12, 15, v)
#define ND_500_DCR__CTRL_COLL_CLASS_06_07__CLASS06_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 15, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_06_07__CLASS06_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_06_07__CLASS06_UP_PORT_O_position 31
#define ND_500_DCR__CTRL_COLL_CLASS_06_07__CLASS06_UP_PORT_O_get(x) _BGQ_GET(12, 31, x)
#define ND_500_DCR__CTRL_COLL_CLASS_06_07__CLASS06_UP_PORT_O_set(v) _BGQ_SET(12, 31, v)
#define ND_500_DCR__CTRL_COLL_CLASS_06_07__CLASS06_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 31, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_06_07__CLASS07_TYPE_width 2
#define ND_500_DCR__CTRL_COLL_CLASS_06_07__CLASS07_TYPE_position 35
#define ND_500_DCR__CTRL_COLL_CLASS_06_07__CLASS07_TYPE_get(x) _BGQ_GET(2, 35, x)
#define ND_500_DCR__CTRL_COLL_CLASS_06_07__CLASS07_TYPE_set(v) _BGQ_SET(2, 35, v)
#define ND_500_DCR__CTRL_COLL_CLASS_06_07__CLASS07_TYPE_insert(x, v) _BGQ_INSERT(2, 35, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_06_07__CLASS07_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_06_07__CLASS07_UP_PORT_I_position 47
#define ND_500_DCR__CTRL_COLL_CLASS_06_07__CLASS07_UP_PORT_I_get(x) _BGQ_GET(12, 47, x)
#define ND_500_DCR__CTRL_COLL_CLASS_06_07__CLASS07_UP_PORT_I_set(v) _BGQ_SET(12, 47, v)
#define ND_500_DCR__CTRL_COLL_CLASS_06_07__CLASS07_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 47, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_06_07__CLASS07_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_06_07__CLASS07_UP_PORT_O_position 63
#define ND_500_DCR__CTRL_COLL_CLASS_06_07__CLASS07_UP_PORT_O_get(x) _BGQ_GET(12, 63, x)
#define ND_500_DCR__CTRL_COLL_CLASS_06_07__CLASS07_UP_PORT_O_set(v) _BGQ_SET(12, 63, v)
#define ND_500_DCR__CTRL_COLL_CLASS_06_07__CLASS07_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 63, x, v)

#define ND_500_DCR__CTRL_COLL_CLASS_08_09_offset 0x0017
#define ND_500_DCR__CTRL_COLL_CLASS_08_09_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__CTRL_COLL_CLASS_08_09__CLASS08_TYPE_width 2
#define ND_500_DCR__CTRL_COLL_CLASS_08_09__CLASS08_TYPE_position 3
#define ND_500_DCR__CTRL_COLL_CLASS_08_09__CLASS08_TYPE_get(x) _BGQ_GET(2, 3, x)
#define ND_500_DCR__CTRL_COLL_CLASS_08_09__CLASS08_TYPE_set(v) _BGQ_SET(2, 3, v)
#define ND_500_DCR__CTRL_COLL_CLASS_08_09__CLASS08_TYPE_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_08_09__CLASS08_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_08_09__CLASS08_UP_PORT_I_position 15
#define ND_500_DCR__CTRL_COLL_CLASS_08_09__CLASS08_UP_PORT_I_get(x) _BGQ_GET(12, 15, x)
#define ND_500_DCR__CTRL_COLL_CLASS_08_09__CLASS08_UP_PORT_I_set(v) _BGQ_SET(12, 15, v)
#define ND_500_DCR__CTRL_COLL_CLASS_08_09__CLASS08_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 15, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_08_09__CLASS08_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_08_09__CLASS08_UP_PORT_O_position 31
#define ND_500_DCR__CTRL_COLL_CLASS_08_09__CLASS08_UP_PORT_O_get(x) _BGQ_GET(12, 31, x)
#define ND_500_DCR__CTRL_COLL_CLASS_08_09__CLASS08_UP_PORT_O_set(v) _BGQ_SET(12, 31, v)
#define ND_500_DCR__CTRL_COLL_CLASS_08_09__CLASS08_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 31, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_08_09__CLASS09_TYPE_width 2
#define ND_500_DCR__CTRL_COLL_CLASS_08_09__CLASS09_TYPE_position 35
#define ND_500_DCR__CTRL_COLL_CLASS_08_09__CLASS09_TYPE_get(x) _BGQ_GET(2, 35, x)
#define ND_500_DCR__CTRL_COLL_CLASS_08_09__CLASS09_TYPE_set(v) _BGQ_SET(2, 35, v)
#define ND_500_DCR__CTRL_COLL_CLASS_08_09__CLASS09_TYPE_insert(x, v) _BGQ_INSERT(2, 35, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_08_09__CLASS09_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_08_09__CLASS09_UP_PORT_I_position 47
#define ND_500_DCR__CTRL_COLL_CLASS_08_09__CLASS09_UP_PORT_I_get(x) _BGQ_GET(12, 47, x)
#define ND_500_DCR__CTRL_COLL_CLASS_08_09__CLASS09_UP_PORT_I_set(v) _BGQ_SET(12, 47, v)
#define ND_500_DCR__CTRL_COLL_CLASS_08_09__CLASS09_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 47, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_08_09__CLASS09_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_08_09__CLASS09_UP_PORT_O_position 63
#define ND_500_DCR__CTRL_COLL_CLASS_08_09__CLASS09_UP_PORT_O_get(x) _BGQ_GET(12, 63, x)
#define ND_500_DCR__CTRL_COLL_CLASS_08_09__CLASS09_UP_PORT_O_set(v) _BGQ_SET(12, 63, v)
#define ND_500_DCR__CTRL_COLL_CLASS_08_09__CLASS09_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 63, x, v)

#define ND_500_DCR__CTRL_COLL_CLASS_10_11_offset 0x0018
#define ND_500_DCR__CTRL_COLL_CLASS_10_11_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__CTRL_COLL_CLASS_10_11__CLASS10_TYPE_width 2
#define ND_500_DCR__CTRL_COLL_CLASS_10_11__CLASS10_TYPE_position 3
#define ND_500_DCR__CTRL_COLL_CLASS_10_11__CLASS10_TYPE_get(x) _BGQ_GET(2, 3, x)
#define ND_500_DCR__CTRL_COLL_CLASS_10_11__CLASS10_TYPE_set(v) _BGQ_SET(2, 3, v)
#define ND_500_DCR__CTRL_COLL_CLASS_10_11__CLASS10_TYPE_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_10_11__CLASS10_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_10_11__CLASS10_UP_PORT_I_position 15
#define ND_500_DCR__CTRL_COLL_CLASS_10_11__CLASS10_UP_PORT_I_get(x) _BGQ_GET(12, 15, x)
#define ND_500_DCR__CTRL_COLL_CLASS_10_11__CLASS10_UP_PORT_I_set(v) _BGQ_SET(12, 15, v)
#define ND_500_DCR__CTRL_COLL_CLASS_10_11__CLASS10_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 15, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_10_11__CLASS10_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_10_11__CLASS10_UP_PORT_O_position 31
#define ND_500_DCR__CTRL_COLL_CLASS_10_11__CLASS10_UP_PORT_O_get(x) _BGQ_GET(12, 31, x)
#define ND_500_DCR__CTRL_COLL_CLASS_10_11__CLASS10_UP_PORT_O_set(v) _BGQ_SET(12, 31, v)
#define ND_500_DCR__CTRL_COLL_CLASS_10_11__CLASS10_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 31, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_10_11__CLASS11_TYPE_width 2
#define ND_500_DCR__CTRL_COLL_CLASS_10_11__CLASS11_TYPE_position 35
#define ND_500_DCR__CTRL_COLL_CLASS_10_11__CLASS11_TYPE_get(x) _BGQ_GET(2, 35, x)
#define ND_500_DCR__CTRL_COLL_CLASS_10_11__CLASS11_TYPE_set(v) _BGQ_SET(2, 35, v)
#define ND_500_DCR__CTRL_COLL_CLASS_10_11__CLASS11_TYPE_insert(x, v) _BGQ_INSERT(2, 35, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_10_11__CLASS11_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_10_11__CLASS11_UP_PORT_I_position 47
#define ND_500_DCR__CTRL_COLL_CLASS_10_11__CLASS11_UP_PORT_I_get(x) _BGQ_GET(12, 47, x)
#define ND_500_DCR__CTRL_COLL_CLASS_10_11__CLASS11_UP_PORT_I_set(v) _BGQ_SET(12, 47, v)
#define ND_500_DCR__CTRL_COLL_CLASS_10_11__CLASS11_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 47, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_10_11__CLASS11_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_10_11__CLASS11_UP_PORT_O_position 63
#define ND_500_DCR__CTRL_COLL_CLASS_10_11__CLASS11_UP_PORT_O_get(x) _BGQ_GET(12, 63, x)
#define ND_500_DCR__CTRL_COLL_CLASS_10_11__CLASS11_UP_PORT_O_set(v) _BGQ_SET(12, 63, v)
#define ND_500_DCR__CTRL_COLL_CLASS_10_11__CLASS11_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 63, x, v)

#define ND_500_DCR__CTRL_COLL_CLASS_12_13_offset 0x0019
#define ND_500_DCR__CTRL_COLL_CLASS_12_13_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__CTRL_COLL_CLASS_12_13__CLASS12_TYPE_width 2
#define ND_500_DCR__CTRL_COLL_CLASS_12_13__CLASS12_TYPE_position 3
#define ND_500_DCR__CTRL_COLL_CLASS_12_13__CLASS12_TYPE_get(x) _BGQ_GET(2, 3, x)
#define ND_500_DCR__CTRL_COLL_CLASS_12_13__CLASS12_TYPE_set(v) _BGQ_SET(2, 3, v)
#define ND_500_DCR__CTRL_COLL_CLASS_12_13__CLASS12_TYPE_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_12_13__CLASS12_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_12_13__CLASS12_UP_PORT_I_position 15
#define ND_500_DCR__CTRL_COLL_CLASS_12_13__CLASS12_UP_PORT_I_get(x) _BGQ_GET(12, 15, x)
#define ND_500_DCR__CTRL_COLL_CLASS_12_13__CLASS12_UP_PORT_I_set(v) _BGQ_SET(12, 15, v)
#define ND_500_DCR__CTRL_COLL_CLASS_12_13__CLASS12_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 15, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_12_13__CLASS12_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_12_13__CLASS12_UP_PORT_O_position 31
#define ND_500_DCR__CTRL_COLL_CLASS_12_13__CLASS12_UP_PORT_O_get(x) _BGQ_GET(12, 31, x)
#define ND_500_DCR__CTRL_COLL_CLASS_12_13__CLASS12_UP_PORT_O_set(v) _BGQ_SET(12, 31, v)
#define ND_500_DCR__CTRL_COLL_CLASS_12_13__CLASS12_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 31, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_12_13__CLASS13_TYPE_width 2
#define ND_500_DCR__CTRL_COLL_CLASS_12_13__CLASS13_TYPE_position 35
#define ND_500_DCR__CTRL_COLL_CLASS_12_13__CLASS13_TYPE_get(x) _BGQ_GET(2, 35, x)
#define ND_500_DCR__CTRL_COLL_CLASS_12_13__CLASS13_TYPE_set(v) _BGQ_SET(2, 35, v)
#define ND_500_DCR__CTRL_COLL_CLASS_12_13__CLASS13_TYPE_insert(x, v) _BGQ_INSERT(2, 35, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_12_13__CLASS13_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_12_13__CLASS13_UP_PORT_I_position 47
#define ND_500_DCR__CTRL_COLL_CLASS_12_13__CLASS13_UP_PORT_I_get(x) _BGQ_GET(12, 47, x)
#define ND_500_DCR__CTRL_COLL_CLASS_12_13__CLASS13_UP_PORT_I_set(v) _BGQ_SET(12, 47, v)
#define ND_500_DCR__CTRL_COLL_CLASS_12_13__CLASS13_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 47, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_12_13__CLASS13_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_12_13__CLASS13_UP_PORT_O_position 63
#define ND_500_DCR__CTRL_COLL_CLASS_12_13__CLASS13_UP_PORT_O_get(x) _BGQ_GET(12, 63, x)
#define ND_500_DCR__CTRL_COLL_CLASS_12_13__CLASS13_UP_PORT_O_set(v) _BGQ_SET(12, 63, v)
#define ND_500_DCR__CTRL_COLL_CLASS_12_13__CLASS13_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 63, x, v)

#define ND_500_DCR__CTRL_COLL_CLASS_14_15_offset 0x001A
#define ND_500_DCR__CTRL_COLL_CLASS_14_15_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__CTRL_COLL_CLASS_14_15__CLASS14_TYPE_width 2
#define ND_500_DCR__CTRL_COLL_CLASS_14_15__CLASS14_TYPE_position 3
#define ND_500_DCR__CTRL_COLL_CLASS_14_15__CLASS14_TYPE_get(x) _BGQ_GET(2, 3, x)
#define ND_500_DCR__CTRL_COLL_CLASS_14_15__CLASS14_TYPE_set(v) _BGQ_SET(2, 3, v)
#define ND_500_DCR__CTRL_COLL_CLASS_14_15__CLASS14_TYPE_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_14_15__CLASS14_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_14_15__CLASS14_UP_PORT_I_position 15
#define ND_500_DCR__CTRL_COLL_CLASS_14_15__CLASS14_UP_PORT_I_get(x) _BGQ_GET(12, 15, x)
#define ND_500_DCR__CTRL_COLL_CLASS_14_15__CLASS14_UP_PORT_I_set(v) _BGQ_SET(12, 15, v)
#define ND_500_DCR__CTRL_COLL_CLASS_14_15__CLASS14_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 15, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_14_15__CLASS14_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_14_15__CLASS14_UP_PORT_O_position 31
#define ND_500_DCR__CTRL_COLL_CLASS_14_15__CLASS14_UP_PORT_O_get(x) _BGQ_GET(12, 31, x)
#define ND_500_DCR__CTRL_COLL_CLASS_14_15__CLASS14_UP_PORT_O_set(v) _BGQ_SET(12, 31, v)
#define ND_500_DCR__CTRL_COLL_CLASS_14_15__CLASS14_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 31, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_14_15__CLASS15_TYPE_width 2
#define ND_500_DCR__CTRL_COLL_CLASS_14_15__CLASS15_TYPE_position 35
#define ND_500_DCR__CTRL_COLL_CLASS_14_15__CLASS15_TYPE_get(x) _BGQ_GET(2, 35, x)
#define ND_500_DCR__CTRL_COLL_CLASS_14_15__CLASS15_TYPE_set(v) _BGQ_SET(2, 35, v)
#define ND_500_DCR__CTRL_COLL_CLASS_14_15__CLASS15_TYPE_insert(x, v) _BGQ_INSERT(2, 35, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_14_15__CLASS15_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_14_15__CLASS15_UP_PORT_I_position 47
#define ND_500_DCR__CTRL_COLL_CLASS_14_15__CLASS15_UP_PORT_I_get(x) _BGQ_GET(12, 47, x)
#define ND_500_DCR__CTRL_COLL_CLASS_14_15__CLASS15_UP_PORT_I_set(v) _BGQ_SET(12, 47, v)
#define ND_500_DCR__CTRL_COLL_CLASS_14_15__CLASS15_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 47, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_14_15__CLASS15_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_14_15__CLASS15_UP_PORT_O_position 63
#define ND_500_DCR__CTRL_COLL_CLASS_14_15__CLASS15_UP_PORT_O_get(x) _BGQ_GET(12, 63, x)
#define ND_500_DCR__CTRL_COLL_CLASS_14_15__CLASS15_UP_PORT_O_set(v) _BGQ_SET(12, 63, v)
#define ND_500_DCR__CTRL_COLL_CLASS_14_15__CLASS15_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 63, x, v)

#define ND_500_DCR__FATAL_ERR_ENABLE_offset 0x001B
#define ND_500_DCR__FATAL_ERR_ENABLE_range 0x6
#define ND_500_DCR__FATAL_ERR_ENABLE_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__FATAL_ERR_ENABLE__VALUE_width 64
#define ND_500_DCR__FATAL_ERR_ENABLE__VALUE_position 63
#define ND_500_DCR__FATAL_ERR_ENABLE__VALUE_get(x) _BGQ_GET(64, 63, x)
#define ND_500_DCR__FATAL_ERR_ENABLE__VALUE_set(v) _BGQ_SET(64, 63, v)
#define ND_500_DCR__FATAL_ERR_ENABLE__VALUE_insert(x, v) _BGQ_INSERT(64, 63, x, v)

#define ND_500_DCR__NON_FATAL_ERR_ENABLE_offset 0x0021
#define ND_500_DCR__NON_FATAL_ERR_ENABLE_range 0x2
#define ND_500_DCR__NON_FATAL_ERR_ENABLE_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__NON_FATAL_ERR_ENABLE__VALUE_width 64
#define ND_500_DCR__NON_FATAL_ERR_ENABLE__VALUE_position 63
#define ND_500_DCR__NON_FATAL_ERR_ENABLE__VALUE_get(x) _BGQ_GET(64, 63, x)
#define ND_500_DCR__NON_FATAL_ERR_ENABLE__VALUE_set(v) _BGQ_SET(64, 63, v)
#define ND_500_DCR__NON_FATAL_ERR_ENABLE__VALUE_insert(x, v) _BGQ_INSERT(64, 63, x, v)

#define ND_500_DCR__FATAL_ERR0_offset 0x0023
#define ND_500_DCR__FATAL_ERR0_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__FATAL_ERR0__INJ_T0_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T0_PARITY_ERR_position 0
#define ND_500_DCR__FATAL_ERR0__INJ_T0_PARITY_ERR_get(x) _BGQ_GET(1, 0, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T0_PARITY_ERR_set(v) _BGQ_SET(1, 0, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T0_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T0_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T0_INV_STATE_position 1
#define ND_500_DCR__FATAL_ERR0__INJ_T0_INV_STATE_get(x) _BGQ_GET(1, 1, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T0_INV_STATE_set(v) _BGQ_SET(1, 1, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T0_INV_STATE_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T0_UE0_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T0_UE0_position 2
#define ND_500_DCR__FATAL_ERR0__INJ_T0_UE0_get(x) _BGQ_GET(1, 2, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T0_UE0_set(v) _BGQ_SET(1, 2, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T0_UE0_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T0_UE1_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T0_UE1_position 3
#define ND_500_DCR__FATAL_ERR0__INJ_T0_UE1_get(x) _BGQ_GET(1, 3, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T0_UE1_set(v) _BGQ_SET(1, 3, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T0_UE1_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T0_VALID_BYTES_ERR_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T0_VALID_BYTES_ERR_position 4
#define ND_500_DCR__FATAL_ERR0__INJ_T0_VALID_BYTES_ERR_get(x) _BGQ_GET(1, 4, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T0_VALID_BYTES_ERR_set(v) _BGQ_SET(1, 4, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T0_VALID_BYTES_ERR_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T1_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T1_PARITY_ERR_position 5
#define ND_500_DCR__FATAL_ERR0__INJ_T1_PARITY_ERR_get(x) _BGQ_GET(1, 5, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T1_PARITY_ERR_set(v) _BGQ_SET(1, 5, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T1_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T1_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T1_INV_STATE_position 6
#define ND_500_DCR__FATAL_ERR0__INJ_T1_INV_STATE_get(x) _BGQ_GET(1, 6, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T1_INV_STATE_set(v) _BGQ_SET(1, 6, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T1_INV_STATE_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T1_UE0_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T1_UE0_position 7
#define ND_500_DCR__FATAL_ERR0__INJ_T1_UE0_get(x) _BGQ_GET(1, 7, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T1_UE0_set(v) _BGQ_SET(1, 7, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T1_UE0_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T1_UE1_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T1_UE1_position 8
#define ND_500_DCR__FATAL_ERR0__INJ_T1_UE1_get(x) _BGQ_GET(1, 8, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T1_UE1_set(v) _BGQ_SET(1, 8, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T1_UE1_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T1_VALID_BYTES_ERR_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T1_VALID_BYTES_ERR_position 9
#define ND_500_DCR__FATAL_ERR0__INJ_T1_VALID_BYTES_ERR_get(x) _BGQ_GET(1, 9, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T1_VALID_BYTES_ERR_set(v) _BGQ_SET(1, 9, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T1_VALID_BYTES_ERR_insert(x, v) _BGQ_INSERT(1, 9, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T2_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T2_PARITY_ERR_position 10
#define ND_500_DCR__FATAL_ERR0__INJ_T2_PARITY_ERR_get(x) _BGQ_GET(1, 10, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T2_PARITY_ERR_set(v) _BGQ_SET(1, 10, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T2_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 10, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T2_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T2_INV_STATE_position 11
#define ND_500_DCR__FATAL_ERR0__INJ_T2_INV_STATE_get(x) _BGQ_GET(1, 11, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T2_INV_STATE_set(v) _BGQ_SET(1, 11, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T2_INV_STATE_insert(x, v) _BGQ_INSERT(1, 11, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T2_UE0_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T2_UE0_position 12
#define ND_500_DCR__FATAL_ERR0__INJ_T2_UE0_get(x) _BGQ_GET(1, 12, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T2_UE0_set(v) _BGQ_SET(1, 12, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T2_UE0_insert(x, v) _BGQ_INSERT(1, 12, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T2_UE1_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T2_UE1_position 13
#define ND_500_DCR__FATAL_ERR0__INJ_T2_UE1_get(x) _BGQ_GET(1, 13, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T2_UE1_set(v) _BGQ_SET(1, 13, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T2_UE1_insert(x, v) _BGQ_INSERT(1, 13, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T2_VALID_BYTES_ERR_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T2_VALID_BYTES_ERR_position 14
#define ND_500_DCR__FATAL_ERR0__INJ_T2_VALID_BYTES_ERR_get(x) _BGQ_GET(1, 14, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T2_VALID_BYTES_ERR_set(v) _BGQ_SET(1, 14, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T2_VALID_BYTES_ERR_insert(x, v) _BGQ_INSERT(1, 14, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T3_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T3_PARITY_ERR_position 15
#define ND_500_DCR__FATAL_ERR0__INJ_T3_PARITY_ERR_get(x) _BGQ_GET(1, 15, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T3_PARITY_ERR_set(v) _BGQ_SET(1, 15, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T3_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 15, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T3_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T3_INV_STATE_position 16
#define ND_500_DCR__FATAL_ERR0__INJ_T3_INV_STATE_get(x) _BGQ_GET(1, 16, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T3_INV_STATE_set(v) _BGQ_SET(1, 16, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T3_INV_STATE_insert(x, v) _BGQ_INSERT(1, 16, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T3_UE0_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T3_UE0_position 17
#define ND_500_DCR__FATAL_ERR0__INJ_T3_UE0_get(x) _BGQ_GET(1, 17, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T3_UE0_set(v) _BGQ_SET(1, 17, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T3_UE0_insert(x, v) _BGQ_INSERT(1, 17, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T3_UE1_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T3_UE1_position 18
#define ND_500_DCR__FATAL_ERR0__INJ_T3_UE1_get(x) _BGQ_GET(1, 18, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T3_UE1_set(v) _BGQ_SET(1, 18, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T3_UE1_insert(x, v) _BGQ_INSERT(1, 18, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T3_VALID_BYTES_ERR_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T3_VALID_BYTES_ERR_position 19
#define ND_500_DCR__FATAL_ERR0__INJ_T3_VALID_BYTES_ERR_get(x) _BGQ_GET(1, 19, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T3_VALID_BYTES_ERR_set(v) _BGQ_SET(1, 19, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T3_VALID_BYTES_ERR_insert(x, v) _BGQ_INSERT(1, 19, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T0_T3_TOP_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T0_T3_TOP_PARITY_ERR_position 20
#define ND_500_DCR__FATAL_ERR0__INJ_T0_T3_TOP_PARITY_ERR_get(x) _BGQ_GET(1, 20, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T0_T3_TOP_PARITY_ERR_set(v) _BGQ_SET(1, 20, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T0_T3_TOP_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 20, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T4_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T4_PARITY_ERR_position 21
#define ND_500_DCR__FATAL_ERR0__INJ_T4_PARITY_ERR_get(x) _BGQ_GET(1, 21, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T4_PARITY_ERR_set(v) _BGQ_SET(1, 21, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T4_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 21, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T4_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T4_INV_STATE_position 22
#define ND_500_DCR__FATAL_ERR0__INJ_T4_INV_STATE_get(x) _BGQ_GET(1, 22, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T4_INV_STATE_set(v) _BGQ_SET(1, 22, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T4_INV_STATE_insert(x, v) _BGQ_INSERT(1, 22, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T4_UE0_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T4_UE0_position 23
#define ND_500_DCR__FATAL_ERR0__INJ_T4_UE0_get(x) _BGQ_GET(1, 23, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T4_UE0_set(v) _BGQ_SET(1, 23, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T4_UE0_insert(x, v) _BGQ_INSERT(1, 23, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T4_UE1_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T4_UE1_position 24
#define ND_500_DCR__FATAL_ERR0__INJ_T4_UE1_get(x) _BGQ_GET(1, 24, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T4_UE1_set(v) _BGQ_SET(1, 24, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T4_UE1_insert(x, v) _BGQ_INSERT(1, 24, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T4_VALID_BYTES_ERR_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T4_VALID_BYTES_ERR_position 25
#define ND_500_DCR__FATAL_ERR0__INJ_T4_VALID_BYTES_ERR_get(x) _BGQ_GET(1, 25, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T4_VALID_BYTES_ERR_set(v) _BGQ_SET(1, 25, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T4_VALID_BYTES_ERR_insert(x, v) _BGQ_INSERT(1, 25, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T5_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T5_PARITY_ERR_position 26
#define ND_500_DCR__FATAL_ERR0__INJ_T5_PARITY_ERR_get(x) _BGQ_GET(1, 26, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T5_PARITY_ERR_set(v) _BGQ_SET(1, 26, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T5_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 26, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T5_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T5_INV_STATE_position 27
#define ND_500_DCR__FATAL_ERR0__INJ_T5_INV_STATE_get(x) _BGQ_GET(1, 27, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T5_INV_STATE_set(v) _BGQ_SET(1, 27, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T5_INV_STATE_insert(x, v) _BGQ_INSERT(1, 27, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T5_UE0_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T5_UE0_position 28
#define ND_500_DCR__FATAL_ERR0__INJ_T5_UE0_get(x) _BGQ_GET(1, 28, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T5_UE0_set(v) _BGQ_SET(1, 28, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T5_UE0_insert(x, v) _BGQ_INSERT(1, 28, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T5_UE1_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T5_UE1_position 29
#define ND_500_DCR__FATAL_ERR0__INJ_T5_UE1_get(x) _BGQ_GET(1, 29, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T5_UE1_set(v) _BGQ_SET(1, 29, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T5_UE1_insert(x, v) _BGQ_INSERT(1, 29, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T5_VALID_BYTES_ERR_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T5_VALID_BYTES_ERR_position 30
#define ND_500_DCR__FATAL_ERR0__INJ_T5_VALID_BYTES_ERR_get(x) _BGQ_GET(1, 30, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T5_VALID_BYTES_ERR_set(v) _BGQ_SET(1, 30, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T5_VALID_BYTES_ERR_insert(x, v) _BGQ_INSERT(1, 30, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T6_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T6_PARITY_ERR_position 31
#define ND_500_DCR__FATAL_ERR0__INJ_T6_PARITY_ERR_get(x) _BGQ_GET(1, 31, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T6_PARITY_ERR_set(v) _BGQ_SET(1, 31, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T6_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 31, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T6_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T6_INV_STATE_position 32
#define ND_500_DCR__FATAL_ERR0__INJ_T6_INV_STATE_get(x) _BGQ_GET(1, 32, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T6_INV_STATE_set(v) _BGQ_SET(1, 32, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T6_INV_STATE_insert(x, v) _BGQ_INSERT(1, 32, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T6_UE0_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T6_UE0_position 33
#define ND_500_DCR__FATAL_ERR0__INJ_T6_UE0_get(x) _BGQ_GET(1, 33, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T6_UE0_set(v) _BGQ_SET(1, 33, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T6_UE0_insert(x, v) _BGQ_INSERT(1, 33, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T6_UE1_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T6_UE1_position 34
#define ND_500_DCR__FATAL_ERR0__INJ_T6_UE1_get(x) _BGQ_GET(1, 34, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T6_UE1_set(v) _BGQ_SET(1, 34, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T6_UE1_insert(x, v) _BGQ_INSERT(1, 34, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T6_VALID_BYTES_ERR_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T6_VALID_BYTES_ERR_position 35
#define ND_500_DCR__FATAL_ERR0__INJ_T6_VALID_BYTES_ERR_get(x) _BGQ_GET(1, 35, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T6_VALID_BYTES_ERR_set(v) _BGQ_SET(1, 35, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T6_VALID_BYTES_ERR_insert(x, v) _BGQ_INSERT(1, 35, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T7_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T7_PARITY_ERR_position 36
#define ND_500_DCR__FATAL_ERR0__INJ_T7_PARITY_ERR_get(x) _BGQ_GET(1, 36, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T7_PARITY_ERR_set(v) _BGQ_SET(1, 36, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T7_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 36, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T7_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T7_INV_STATE_position 37
#define ND_500_DCR__FATAL_ERR0__INJ_T7_INV_STATE_get(x) _BGQ_GET(1, 37, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T7_INV_STATE_set(v) _BGQ_SET(1, 37, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T7_INV_STATE_insert(x, v) _BGQ_INSERT(1, 37, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T7_UE0_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T7_UE0_position 38
#define ND_500_DCR__FATAL_ERR0__INJ_T7_UE0_get(x) _BGQ_GET(1, 38, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T7_UE0_set(v) _BGQ_SET(1, 38, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T7_UE0_insert(x, v) _BGQ_INSERT(1, 38, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T7_UE1_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T7_UE1_position 39
#define ND_500_DCR__FATAL_ERR0__INJ_T7_UE1_get(x) _BGQ_GET(1, 39, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T7_UE1_set(v) _BGQ_SET(1, 39, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T7_UE1_insert(x, v) _BGQ_INSERT(1, 39, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T7_VALID_BYTES_ERR_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T7_VALID_BYTES_ERR_position 40
#define ND_500_DCR__FATAL_ERR0__INJ_T7_VALID_BYTES_ERR_get(x) _BGQ_GET(1, 40, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T7_VALID_BYTES_ERR_set(v) _BGQ_SET(1, 40, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T7_VALID_BYTES_ERR_insert(x, v) _BGQ_INSERT(1, 40, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T4_T7_TOP_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T4_T7_TOP_PARITY_ERR_position 41
#define ND_500_DCR__FATAL_ERR0__INJ_T4_T7_TOP_PARITY_ERR_get(x) _BGQ_GET(1, 41, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T4_T7_TOP_PARITY_ERR_set(v) _BGQ_SET(1, 41, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T4_T7_TOP_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 41, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T8_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T8_PARITY_ERR_position 42
#define ND_500_DCR__FATAL_ERR0__INJ_T8_PARITY_ERR_get(x) _BGQ_GET(1, 42, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T8_PARITY_ERR_set(v) _BGQ_SET(1, 42, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T8_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 42, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T8_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T8_INV_STATE_position 43
#define ND_500_DCR__FATAL_ERR0__INJ_T8_INV_STATE_get(x) _BGQ_GET(1, 43, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T8_INV_STATE_set(v) _BGQ_SET(1, 43, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T8_INV_STATE_insert(x, v) _BGQ_INSERT(1, 43, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T8_UE0_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T8_UE0_position 44
#define ND_500_DCR__FATAL_ERR0__INJ_T8_UE0_get(x) _BGQ_GET(1, 44, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T8_UE0_set(v) _BGQ_SET(1, 44, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T8_UE0_insert(x, v) _BGQ_INSERT(1, 44, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T8_UE1_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T8_UE1_position 45
#define ND_500_DCR__FATAL_ERR0__INJ_T8_UE1_get(x) _BGQ_GET(1, 45, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T8_UE1_set(v) _BGQ_SET(1, 45, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T8_UE1_insert(x, v) _BGQ_INSERT(1, 45, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T8_VALID_BYTES_ERR_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T8_VALID_BYTES_ERR_position 46
#define ND_500_DCR__FATAL_ERR0__INJ_T8_VALID_BYTES_ERR_get(x) _BGQ_GET(1, 46, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T8_VALID_BYTES_ERR_set(v) _BGQ_SET(1, 46, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T8_VALID_BYTES_ERR_insert(x, v) _BGQ_INSERT(1, 46, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T9_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T9_PARITY_ERR_position 47
#define ND_500_DCR__FATAL_ERR0__INJ_T9_PARITY_ERR_get(x) _BGQ_GET(1, 47, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T9_PARITY_ERR_set(v) _BGQ_SET(1, 47, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T9_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 47, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T9_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T9_INV_STATE_position 48
#define ND_500_DCR__FATAL_ERR0__INJ_T9_INV_STATE_get(x) _BGQ_GET(1, 48, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T9_INV_STATE_set(v) _BGQ_SET(1, 48, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T9_INV_STATE_insert(x, v) _BGQ_INSERT(1, 48, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T9_UE0_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T9_UE0_position 49
#define ND_500_DCR__FATAL_ERR0__INJ_T9_UE0_get(x) _BGQ_GET(1, 49, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T9_UE0_set(v) _BGQ_SET(1, 49, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T9_UE0_insert(x, v) _BGQ_INSERT(1, 49, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T9_UE1_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T9_UE1_position 50
#define ND_500_DCR__FATAL_ERR0__INJ_T9_UE1_get(x) _BGQ_GET(1, 50, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T9_UE1_set(v) _BGQ_SET(1, 50, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T9_UE1_insert(x, v) _BGQ_INSERT(1, 50, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T9_VALID_BYTES_ERR_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T9_VALID_BYTES_ERR_position 51
#define ND_500_DCR__FATAL_ERR0__INJ_T9_VALID_BYTES_ERR_get(x) _BGQ_GET(1, 51, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T9_VALID_BYTES_ERR_set(v) _BGQ_SET(1, 51, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T9_VALID_BYTES_ERR_insert(x, v) _BGQ_INSERT(1, 51, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_L0_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_L0_PARITY_ERR_position 52
#define ND_500_DCR__FATAL_ERR0__INJ_L0_PARITY_ERR_get(x) _BGQ_GET(1, 52, x)
#define ND_500_DCR__FATAL_ERR0__INJ_L0_PARITY_ERR_set(v) _BGQ_SET(1, 52, v)
#define ND_500_DCR__FATAL_ERR0__INJ_L0_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 52, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_L0_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_L0_INV_STATE_position 53
#define ND_500_DCR__FATAL_ERR0__INJ_L0_INV_STATE_get(x) _BGQ_GET(1, 53, x)
#define ND_500_DCR__FATAL_ERR0__INJ_L0_INV_STATE_set(v) _BGQ_SET(1, 53, v)
#define ND_500_DCR__FATAL_ERR0__INJ_L0_INV_STATE_insert(x, v) _BGQ_INSERT(1, 53, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_L0_UE0_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_L0_UE0_position 54
#define ND_500_DCR__FATAL_ERR0__INJ_L0_UE0_get(x) _BGQ_GET(1, 54, x)
#define ND_500_DCR__FATAL_ERR0__INJ_L0_UE0_set(v) _BGQ_SET(1, 54, v)
#define ND_500_DCR__FATAL_ERR0__INJ_L0_UE0_insert(x, v) _BGQ_INSERT(1, 54, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_L0_UE1_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_L0_UE1_position 55
#define ND_500_DCR__FATAL_ERR0__INJ_L0_UE1_get(x) _BGQ_GET(1, 55, x)
#define ND_500_DCR__FATAL_ERR0__INJ_L0_UE1_set(v) _BGQ_SET(1, 55, v)
#define ND_500_DCR__FATAL_ERR0__INJ_L0_UE1_insert(x, v) _BGQ_INSERT(1, 55, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_L0_VALID_BYTES_ERR_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_L0_VALID_BYTES_ERR_position 56
#define ND_500_DCR__FATAL_ERR0__INJ_L0_VALID_BYTES_ERR_get(x) _BGQ_GET(1, 56, x)
#define ND_500_DCR__FATAL_ERR0__INJ_L0_VALID_BYTES_ERR_set(v) _BGQ_SET(1, 56, v)
#define ND_500_DCR__FATAL_ERR0__INJ_L0_VALID_BYTES_ERR_insert(x, v) _BGQ_INSERT(1, 56, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_L1_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_L1_PARITY_ERR_position 57
#define ND_500_DCR__FATAL_ERR0__INJ_L1_PARITY_ERR_get(x) _BGQ_GET(1, 57, x)
#define ND_500_DCR__FATAL_ERR0__INJ_L1_PARITY_ERR_set(v) _BGQ_SET(1, 57, v)
#define ND_500_DCR__FATAL_ERR0__INJ_L1_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 57, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_L1_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_L1_INV_STATE_position 58
#define ND_500_DCR__FATAL_ERR0__INJ_L1_INV_STATE_get(x) _BGQ_GET(1, 58, x)
#define ND_500_DCR__FATAL_ERR0__INJ_L1_INV_STATE_set(v) _BGQ_SET(1, 58, v)
#define ND_500_DCR__FATAL_ERR0__INJ_L1_INV_STATE_insert(x, v) _BGQ_INSERT(1, 58, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_L1_UE0_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_L1_UE0_position 59
#define ND_500_DCR__FATAL_ERR0__INJ_L1_UE0_get(x) _BGQ_GET(1, 59, x)
#define ND_500_DCR__FATAL_ERR0__INJ_L1_UE0_set(v) _BGQ_SET(1, 59, v)
#define ND_500_DCR__FATAL_ERR0__INJ_L1_UE0_insert(x, v) _BGQ_INSERT(1, 59, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_L1_UE1_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_L1_UE1_position 60
#define ND_500_DCR__FATAL_ERR0__INJ_L1_UE1_get(x) _BGQ_GET(1, 60, x)
#define ND_500_DCR__FATAL_ERR0__INJ_L1_UE1_set(v) _BGQ_SET(1, 60, v)
#define ND_500_DCR__FATAL_ERR0__INJ_L1_UE1_insert(x, v) _BGQ_INSERT(1, 60, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_L1_VALID_BYTES_ERR_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_L1_VALID_BYTES_ERR_position 61
#define ND_500_DCR__FATAL_ERR0__INJ_L1_VALID_BYTES_ERR_get(x) _BGQ_GET(1, 61, x)
#define ND_500_DCR__FATAL_ERR0__INJ_L1_VALID_BYTES_ERR_set(v) _BGQ_SET(1, 61, v)
#define ND_500_DCR__FATAL_ERR0__INJ_L1_VALID_BYTES_ERR_insert(x, v) _BGQ_INSERT(1, 61, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T8_L1_TOP_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_T8_L1_TOP_PARITY_ERR_position 62
#define ND_500_DCR__FATAL_ERR0__INJ_T8_L1_TOP_PARITY_ERR_get(x) _BGQ_GET(1, 62, x)
#define ND_500_DCR__FATAL_ERR0__INJ_T8_L1_TOP_PARITY_ERR_set(v) _BGQ_SET(1, 62, v)
#define ND_500_DCR__FATAL_ERR0__INJ_T8_L1_TOP_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 62, x, v)
#define ND_500_DCR__FATAL_ERR0__INJ_HP_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR0__INJ_HP_PARITY_ERR_position 63
#define ND_500_DCR__FATAL_ERR0__INJ_HP_PARITY_ERR_get(x) _BGQ_GET(1, 63, x)
#define ND_500_DCR__FATAL_ERR0__INJ_HP_PARITY_ERR_set(v) _BGQ_SET(1, 63, v)
#define ND_500_DCR__FATAL_ERR0__INJ_HP_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 63, x, v)

#define ND_500_DCR__FATAL_ERR1_offset 0x0024
#define ND_500_DCR__FATAL_ERR1_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__FATAL_ERR1__INJ_HP_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_HP_INV_STATE_position 0
#define ND_500_DCR__FATAL_ERR1__INJ_HP_INV_STATE_get(x) _BGQ_GET(1, 0, x)
#define ND_500_DCR__FATAL_ERR1__INJ_HP_INV_STATE_set(v) _BGQ_SET(1, 0, v)
#define ND_500_DCR__FATAL_ERR1__INJ_HP_INV_STATE_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_HP_UE0_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_HP_UE0_position 1
#define ND_500_DCR__FATAL_ERR1__INJ_HP_UE0_get(x) _BGQ_GET(1, 1, x)
#define ND_500_DCR__FATAL_ERR1__INJ_HP_UE0_set(v) _BGQ_SET(1, 1, v)
#define ND_500_DCR__FATAL_ERR1__INJ_HP_UE0_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_HP_UE1_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_HP_UE1_position 2
#define ND_500_DCR__FATAL_ERR1__INJ_HP_UE1_get(x) _BGQ_GET(1, 2, x)
#define ND_500_DCR__FATAL_ERR1__INJ_HP_UE1_set(v) _BGQ_SET(1, 2, v)
#define ND_500_DCR__FATAL_ERR1__INJ_HP_UE1_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_HP_VALID_BYTES_ERR_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_HP_VALID_BYTES_ERR_position 3
#define ND_500_DCR__FATAL_ERR1__INJ_HP_VALID_BYTES_ERR_get(x) _BGQ_GET(1, 3, x)
#define ND_500_DCR__FATAL_ERR1__INJ_HP_VALID_BYTES_ERR_set(v) _BGQ_SET(1, 3, v)
#define ND_500_DCR__FATAL_ERR1__INJ_HP_VALID_BYTES_ERR_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_IO_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_IO_PARITY_ERR_position 4
#define ND_500_DCR__FATAL_ERR1__INJ_IO_PARITY_ERR_get(x) _BGQ_GET(1, 4, x)
#define ND_500_DCR__FATAL_ERR1__INJ_IO_PARITY_ERR_set(v) _BGQ_SET(1, 4, v)
#define ND_500_DCR__FATAL_ERR1__INJ_IO_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_IO_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_IO_INV_STATE_position 5
#define ND_500_DCR__FATAL_ERR1__INJ_IO_INV_STATE_get(x) _BGQ_GET(1, 5, x)
#define ND_500_DCR__FATAL_ERR1__INJ_IO_INV_STATE_set(v) _BGQ_SET(1, 5, v)
#define ND_500_DCR__FATAL_ERR1__INJ_IO_INV_STATE_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_IO_UE0_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_IO_UE0_position 6
#define ND_500_DCR__FATAL_ERR1__INJ_IO_UE0_get(x) _BGQ_GET(1, 6, x)
#define ND_500_DCR__FATAL_ERR1__INJ_IO_UE0_set(v) _BGQ_SET(1, 6, v)
#define ND_500_DCR__FATAL_ERR1__INJ_IO_UE0_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_IO_UE1_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_IO_UE1_position 7
#define ND_500_DCR__FATAL_ERR1__INJ_IO_UE1_get(x) _BGQ_GET(1, 7, x)
#define ND_500_DCR__FATAL_ERR1__INJ_IO_UE1_set(v) _BGQ_SET(1, 7, v)
#define ND_500_DCR__FATAL_ERR1__INJ_IO_UE1_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_IO_VALID_BYTES_ERR_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_IO_VALID_BYTES_ERR_position 8
#define ND_500_DCR__FATAL_ERR1__INJ_IO_VALID_BYTES_ERR_get(x) _BGQ_GET(1, 8, x)
#define ND_500_DCR__FATAL_ERR1__INJ_IO_VALID_BYTES_ERR_set(v) _BGQ_SET(1, 8, v)
#define ND_500_DCR__FATAL_ERR1__INJ_IO_VALID_BYTES_ERR_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_C0_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_C0_PARITY_ERR_position 9
#define ND_500_DCR__FATAL_ERR1__INJ_C0_PARITY_ERR_get(x) _BGQ_GET(1, 9, x)
#define ND_500_DCR__FATAL_ERR1__INJ_C0_PARITY_ERR_set(v) _BGQ_SET(1, 9, v)
#define ND_500_DCR__FATAL_ERR1__INJ_C0_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 9, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_C0_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_C0_INV_STATE_position 10
#define ND_500_DCR__FATAL_ERR1__INJ_C0_INV_STATE_get(x) _BGQ_GET(1, 10, x)
#define ND_500_DCR__FATAL_ERR1__INJ_C0_INV_STATE_set(v) _BGQ_SET(1, 10, v)
#define ND_500_DCR__FATAL_ERR1__INJ_C0_INV_STATE_insert(x, v) _BGQ_INSERT(1, 10, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_C0_UE0_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_C0_UE0_position 11
#define ND_500_DCR__FATAL_ERR1__INJ_C0_UE0_get(x) _BGQ_GET(1, 11, x)
#define ND_500_DCR__FATAL_ERR1__INJ_C0_UE0_set(v) _BGQ_SET(1, 11, v)
#define ND_500_DCR__FATAL_ERR1__INJ_C0_UE0_insert(x, v) _BGQ_INSERT(1, 11, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_C0_UE1_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_C0_UE1_position 12
#define ND_500_DCR__FATAL_ERR1__INJ_C0_UE1_get(x) _BGQ_GET(1, 12, x)
#define ND_500_DCR__FATAL_ERR1__INJ_C0_UE1_set(v) _BGQ_SET(1, 12, v)
#define ND_500_DCR__FATAL_ERR1__INJ_C0_UE1_insert(x, v) _BGQ_INSERT(1, 12, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_C0_VALID_BYTES_ERR_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_C0_VALID_BYTES_ERR_position 13
#define ND_500_DCR__FATAL_ERR1__INJ_C0_VALID_BYTES_ERR_get(x) _BGQ_GET(1, 13, x)
#define ND_500_DCR__FATAL_ERR1__INJ_C0_VALID_BYTES_ERR_set(v) _BGQ_SET(1, 13, v)
#define ND_500_DCR__FATAL_ERR1__INJ_C0_VALID_BYTES_ERR_insert(x, v) _BGQ_INSERT(1, 13, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_C1_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_C1_PARITY_ERR_position 14
#define ND_500_DCR__FATAL_ERR1__INJ_C1_PARITY_ERR_get(x) _BGQ_GET(1, 14, x)
#define ND_500_DCR__FATAL_ERR1__INJ_C1_PARITY_ERR_set(v) _BGQ_SET(1, 14, v)
#define ND_500_DCR__FATAL_ERR1__INJ_C1_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 14, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_C1_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_C1_INV_STATE_position 15
#define ND_500_DCR__FATAL_ERR1__INJ_C1_INV_STATE_get(x) _BGQ_GET(1, 15, x)
#define ND_500_DCR__FATAL_ERR1__INJ_C1_INV_STATE_set(v) _BGQ_SET(1, 15, v)
#define ND_500_DCR__FATAL_ERR1__INJ_C1_INV_STATE_insert(x, v) _BGQ_INSERT(1, 15, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_C1_UE0_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_C1_UE0_position 16
#define ND_500_DCR__FATAL_ERR1__INJ_C1_UE0_get(x) _BGQ_GET(1, 16, x)
#define ND_500_DCR__FATAL_ERR1__INJ_C1_UE0_set(v) _BGQ_SET(1, 16, v)
#define ND_500_DCR__FATAL_ERR1__INJ_C1_UE0_insert(x, v) _BGQ_INSERT(1, 16, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_C1_UE1_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_C1_UE1_position 17
#define ND_500_DCR__FATAL_ERR1__INJ_C1_UE1_get(x) _BGQ_GET(1, 17, x)
#define ND_500_DCR__FATAL_ERR1__INJ_C1_UE1_set(v) _BGQ_SET(1, 17, v)
#define ND_500_DCR__FATAL_ERR1__INJ_C1_UE1_insert(x, v) _BGQ_INSERT(1, 17, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_C1_VALID_BYTES_ERR_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_C1_VALID_BYTES_ERR_position 18
#define ND_500_DCR__FATAL_ERR1__INJ_C1_VALID_BYTES_ERR_get(x) _BGQ_GET(1, 18, x)
#define ND_500_DCR__FATAL_ERR1__INJ_C1_VALID_BYTES_ERR_set(v) _BGQ_SET(1, 18, v)
#define ND_500_DCR__FATAL_ERR1__INJ_C1_VALID_BYTES_ERR_insert(x, v) _BGQ_INSERT(1, 18, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_HP_C1_TOP_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_HP_C1_TOP_PARITY_ERR_position 19
#define ND_500_DCR__FATAL_ERR1__INJ_HP_C1_TOP_PARITY_ERR_get(x) _BGQ_GET(1, 19, x)
#define ND_500_DCR__FATAL_ERR1__INJ_HP_C1_TOP_PARITY_ERR_set(v) _BGQ_SET(1, 19, v)
#define ND_500_DCR__FATAL_ERR1__INJ_HP_C1_TOP_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 19, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T0_INVALID_GRANT_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_T0_INVALID_GRANT_position 20
#define ND_500_DCR__FATAL_ERR1__INJ_T0_INVALID_GRANT_get(x) _BGQ_GET(1, 20, x)
#define ND_500_DCR__FATAL_ERR1__INJ_T0_INVALID_GRANT_set(v) _BGQ_SET(1, 20, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T0_INVALID_GRANT_insert(x, v) _BGQ_INSERT(1, 20, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T1_INVALID_GRANT_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_T1_INVALID_GRANT_position 21
#define ND_500_DCR__FATAL_ERR1__INJ_T1_INVALID_GRANT_get(x) _BGQ_GET(1, 21, x)
#define ND_500_DCR__FATAL_ERR1__INJ_T1_INVALID_GRANT_set(v) _BGQ_SET(1, 21, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T1_INVALID_GRANT_insert(x, v) _BGQ_INSERT(1, 21, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T2_INVALID_GRANT_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_T2_INVALID_GRANT_position 22
#define ND_500_DCR__FATAL_ERR1__INJ_T2_INVALID_GRANT_get(x) _BGQ_GET(1, 22, x)
#define ND_500_DCR__FATAL_ERR1__INJ_T2_INVALID_GRANT_set(v) _BGQ_SET(1, 22, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T2_INVALID_GRANT_insert(x, v) _BGQ_INSERT(1, 22, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T3_INVALID_GRANT_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_T3_INVALID_GRANT_position 23
#define ND_500_DCR__FATAL_ERR1__INJ_T3_INVALID_GRANT_get(x) _BGQ_GET(1, 23, x)
#define ND_500_DCR__FATAL_ERR1__INJ_T3_INVALID_GRANT_set(v) _BGQ_SET(1, 23, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T3_INVALID_GRANT_insert(x, v) _BGQ_INSERT(1, 23, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T4_INVALID_GRANT_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_T4_INVALID_GRANT_position 24
#define ND_500_DCR__FATAL_ERR1__INJ_T4_INVALID_GRANT_get(x) _BGQ_GET(1, 24, x)
#define ND_500_DCR__FATAL_ERR1__INJ_T4_INVALID_GRANT_set(v) _BGQ_SET(1, 24, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T4_INVALID_GRANT_insert(x, v) _BGQ_INSERT(1, 24, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T5_INVALID_GRANT_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_T5_INVALID_GRANT_position 25
#define ND_500_DCR__FATAL_ERR1__INJ_T5_INVALID_GRANT_get(x) _BGQ_GET(1, 25, x)
#define ND_500_DCR__FATAL_ERR1__INJ_T5_INVALID_GRANT_set(v) _BGQ_SET(1, 25, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T5_INVALID_GRANT_insert(x, v) _BGQ_INSERT(1, 25, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T6_INVALID_GRANT_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_T6_INVALID_GRANT_position 26
#define ND_500_DCR__FATAL_ERR1__INJ_T6_INVALID_GRANT_get(x) _BGQ_GET(1, 26, x)
#define ND_500_DCR__FATAL_ERR1__INJ_T6_INVALID_GRANT_set(v) _BGQ_SET(1, 26, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T6_INVALID_GRANT_insert(x, v) _BGQ_INSERT(1, 26, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T7_INVALID_GRANT_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_T7_INVALID_GRANT_position 27
#define ND_500_DCR__FATAL_ERR1__INJ_T7_INVALID_GRANT_get(x) _BGQ_GET(1, 27, x)
#define ND_500_DCR__FATAL_ERR1__INJ_T7_INVALID_GRANT_set(v) _BGQ_SET(1, 27, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T7_INVALID_GRANT_insert(x, v) _BGQ_INSERT(1, 27, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T8_INVALID_GRANT_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_T8_INVALID_GRANT_position 28
#define ND_500_DCR__FATAL_ERR1__INJ_T8_INVALID_GRANT_get(x) _BGQ_GET(1, 28, x)
#define ND_500_DCR__FATAL_ERR1__INJ_T8_INVALID_GRANT_set(v) _BGQ_SET(1, 28, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T8_INVALID_GRANT_insert(x, v) _BGQ_INSERT(1, 28, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T9_INVALID_GRANT_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_T9_INVALID_GRANT_position 29
#define ND_500_DCR__FATAL_ERR1__INJ_T9_INVALID_GRANT_get(x) _BGQ_GET(1, 29, x)
#define ND_500_DCR__FATAL_ERR1__INJ_T9_INVALID_GRANT_set(v) _BGQ_SET(1, 29, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T9_INVALID_GRANT_insert(x, v) _BGQ_INSERT(1, 29, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_L0_INVALID_GRANT_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_L0_INVALID_GRANT_position 30
#define ND_500_DCR__FATAL_ERR1__INJ_L0_INVALID_GRANT_get(x) _BGQ_GET(1, 30, x)
#define ND_500_DCR__FATAL_ERR1__INJ_L0_INVALID_GRANT_set(v) _BGQ_SET(1, 30, v)
#define ND_500_DCR__FATAL_ERR1__INJ_L0_INVALID_GRANT_insert(x, v) _BGQ_INSERT(1, 30, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_L1_INVALID_GRANT_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_L1_INVALID_GRANT_position 31
#define ND_500_DCR__FATAL_ERR1__INJ_L1_INVALID_GRANT_get(x) _BGQ_GET(1, 31, x)
#define ND_500_DCR__FATAL_ERR1__INJ_L1_INVALID_GRANT_set(v) _BGQ_SET(1, 31, v)
#define ND_500_DCR__FATAL_ERR1__INJ_L1_INVALID_GRANT_insert(x, v) _BGQ_INSERT(1, 31, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_HP_INVALID_GRANT_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_HP_INVALID_GRANT_position 32
#define ND_500_DCR__FATAL_ERR1__INJ_HP_INVALID_GRANT_get(x) _BGQ_GET(1, 32, x)
#define ND_500_DCR__FATAL_ERR1__INJ_HP_INVALID_GRANT_set(v) _BGQ_SET(1, 32, v)
#define ND_500_DCR__FATAL_ERR1__INJ_HP_INVALID_GRANT_insert(x, v) _BGQ_INSERT(1, 32, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_IO_INVALID_GRANT_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_IO_INVALID_GRANT_position 33
#define ND_500_DCR__FATAL_ERR1__INJ_IO_INVALID_GRANT_get(x) _BGQ_GET(1, 33, x)
#define ND_500_DCR__FATAL_ERR1__INJ_IO_INVALID_GRANT_set(v) _BGQ_SET(1, 33, v)
#define ND_500_DCR__FATAL_ERR1__INJ_IO_INVALID_GRANT_insert(x, v) _BGQ_INSERT(1, 33, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_C0_INVALID_GRANT_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_C0_INVALID_GRANT_position 34
#define ND_500_DCR__FATAL_ERR1__INJ_C0_INVALID_GRANT_get(x) _BGQ_GET(1, 34, x)
#define ND_500_DCR__FATAL_ERR1__INJ_C0_INVALID_GRANT_set(v) _BGQ_SET(1, 34, v)
#define ND_500_DCR__FATAL_ERR1__INJ_C0_INVALID_GRANT_insert(x, v) _BGQ_INSERT(1, 34, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_C1_INVALID_GRANT_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_C1_INVALID_GRANT_position 35
#define ND_500_DCR__FATAL_ERR1__INJ_C1_INVALID_GRANT_get(x) _BGQ_GET(1, 35, x)
#define ND_500_DCR__FATAL_ERR1__INJ_C1_INVALID_GRANT_set(v) _BGQ_SET(1, 35, v)
#define ND_500_DCR__FATAL_ERR1__INJ_C1_INVALID_GRANT_insert(x, v) _BGQ_INSERT(1, 35, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T0_ARB_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_T0_ARB_PARITY_ERR_position 36
#define ND_500_DCR__FATAL_ERR1__INJ_T0_ARB_PARITY_ERR_get(x) _BGQ_GET(1, 36, x)
#define ND_500_DCR__FATAL_ERR1__INJ_T0_ARB_PARITY_ERR_set(v) _BGQ_SET(1, 36, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T0_ARB_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 36, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T1_ARB_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_T1_ARB_PARITY_ERR_position 37
#define ND_500_DCR__FATAL_ERR1__INJ_T1_ARB_PARITY_ERR_get(x) _BGQ_GET(1, 37, x)
#define ND_500_DCR__FATAL_ERR1__INJ_T1_ARB_PARITY_ERR_set(v) _BGQ_SET(1, 37, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T1_ARB_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 37, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T2_ARB_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_T2_ARB_PARITY_ERR_position 38
#define ND_500_DCR__FATAL_ERR1__INJ_T2_ARB_PARITY_ERR_get(x) _BGQ_GET(1, 38, x)
#define ND_500_DCR__FATAL_ERR1__INJ_T2_ARB_PARITY_ERR_set(v) _BGQ_SET(1, 38, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T2_ARB_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 38, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T3_ARB_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_T3_ARB_PARITY_ERR_position 39
#define ND_500_DCR__FATAL_ERR1__INJ_T3_ARB_PARITY_ERR_get(x) _BGQ_GET(1, 39, x)
#define ND_500_DCR__FATAL_ERR1__INJ_T3_ARB_PARITY_ERR_set(v) _BGQ_SET(1, 39, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T3_ARB_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 39, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T4_ARB_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_T4_ARB_PARITY_ERR_position 40
#define ND_500_DCR__FATAL_ERR1__INJ_T4_ARB_PARITY_ERR_get(x) _BGQ_GET(1, 40, x)
#define ND_500_DCR__FATAL_ERR1__INJ_T4_ARB_PARITY_ERR_set(v) _BGQ_SET(1, 40, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T4_ARB_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 40, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T5_ARB_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_T5_ARB_PARITY_ERR_position 41
#define ND_500_DCR__FATAL_ERR1__INJ_T5_ARB_PARITY_ERR_get(x) _BGQ_GET(1, 41, x)
#define ND_500_DCR__FATAL_ERR1__INJ_T5_ARB_PARITY_ERR_set(v) _BGQ_SET(1, 41, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T5_ARB_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 41, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T6_ARB_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_T6_ARB_PARITY_ERR_position 42
#define ND_500_DCR__FATAL_ERR1__INJ_T6_ARB_PARITY_ERR_get(x) _BGQ_GET(1, 42, x)
#define ND_500_DCR__FATAL_ERR1__INJ_T6_ARB_PARITY_ERR_set(v) _BGQ_SET(1, 42, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T6_ARB_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 42, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T7_ARB_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_T7_ARB_PARITY_ERR_position 43
#define ND_500_DCR__FATAL_ERR1__INJ_T7_ARB_PARITY_ERR_get(x) _BGQ_GET(1, 43, x)
#define ND_500_DCR__FATAL_ERR1__INJ_T7_ARB_PARITY_ERR_set(v) _BGQ_SET(1, 43, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T7_ARB_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 43, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T8_ARB_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_T8_ARB_PARITY_ERR_position 44
#define ND_500_DCR__FATAL_ERR1__INJ_T8_ARB_PARITY_ERR_get(x) _BGQ_GET(1, 44, x)
#define ND_500_DCR__FATAL_ERR1__INJ_T8_ARB_PARITY_ERR_set(v) _BGQ_SET(1, 44, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T8_ARB_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 44, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T9_ARB_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_T9_ARB_PARITY_ERR_position 45
#define ND_500_DCR__FATAL_ERR1__INJ_T9_ARB_PARITY_ERR_get(x) _BGQ_GET(1, 45, x)
#define ND_500_DCR__FATAL_ERR1__INJ_T9_ARB_PARITY_ERR_set(v) _BGQ_SET(1, 45, v)
#define ND_500_DCR__FATAL_ERR1__INJ_T9_ARB_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 45, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_HP_ARB_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_HP_ARB_PARITY_ERR_position 46
#define ND_500_DCR__FATAL_ERR1__INJ_HP_ARB_PARITY_ERR_get(x) _BGQ_GET(1, 46, x)
#define ND_500_DCR__FATAL_ERR1__INJ_HP_ARB_PARITY_ERR_set(v) _BGQ_SET(1, 46, v)
#define ND_500_DCR__FATAL_ERR1__INJ_HP_ARB_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 46, x, v)
#define ND_500_DCR__FATAL_ERR1__INJ_IO_ARB_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR1__INJ_IO_ARB_PARITY_ERR_position 47
#define ND_500_DCR__FATAL_ERR1__INJ_IO_ARB_PARITY_ERR_get(x) _BGQ_GET(1, 47, x)
#define ND_500_DCR__FATAL_ERR1__INJ_IO_ARB_PARITY_ERR_set(v) _BGQ_SET(1, 47, v)
#define ND_500_DCR__FATAL_ERR1__INJ_IO_ARB_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 47, x, v)
#define ND_500_DCR__FATAL_ERR1__RESERVED_width 16
#define ND_500_DCR__FATAL_ERR1__RESERVED_position 63
#define ND_500_DCR__FATAL_ERR1__RESERVED_get(x) _BGQ_GET(16, 63, x)
#define ND_500_DCR__FATAL_ERR1__RESERVED_set(v) _BGQ_SET(16, 63, v)
#define ND_500_DCR__FATAL_ERR1__RESERVED_insert(x, v) _BGQ_INSERT(16, 63, x, v)

#define ND_500_DCR__FATAL_ERR2_offset 0x0025
#define ND_500_DCR__FATAL_ERR2_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__FATAL_ERR2__RCP_T0_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR2__RCP_T0_PARITY_ERR_position 0
#define ND_500_DCR__FATAL_ERR2__RCP_T0_PARITY_ERR_get(x) _BGQ_GET(1, 0, x)
#define ND_500_DCR__FATAL_ERR2__RCP_T0_PARITY_ERR_set(v) _BGQ_SET(1, 0, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T0_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T0_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR2__RCP_T0_INV_STATE_position 1
#define ND_500_DCR__FATAL_ERR2__RCP_T0_INV_STATE_get(x) _BGQ_GET(1, 1, x)
#define ND_500_DCR__FATAL_ERR2__RCP_T0_INV_STATE_set(v) _BGQ_SET(1, 1, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T0_INV_STATE_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T1_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR2__RCP_T1_PARITY_ERR_position 2
#define ND_500_DCR__FATAL_ERR2__RCP_T1_PARITY_ERR_get(x) _BGQ_GET(1, 2, x)
#define ND_500_DCR__FATAL_ERR2__RCP_T1_PARITY_ERR_set(v) _BGQ_SET(1, 2, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T1_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T1_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR2__RCP_T1_INV_STATE_position 3
#define ND_500_DCR__FATAL_ERR2__RCP_T1_INV_STATE_get(x) _BGQ_GET(1, 3, x)
#define ND_500_DCR__FATAL_ERR2__RCP_T1_INV_STATE_set(v) _BGQ_SET(1, 3, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T1_INV_STATE_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T2_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR2__RCP_T2_PARITY_ERR_position 4
#define ND_500_DCR__FATAL_ERR2__RCP_T2_PARITY_ERR_get(x) _BGQ_GET(1, 4, x)
#define ND_500_DCR__FATAL_ERR2__RCP_T2_PARITY_ERR_set(v) _BGQ_SET(1, 4, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T2_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T2_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR2__RCP_T2_INV_STATE_position 5
#define ND_500_DCR__FATAL_ERR2__RCP_T2_INV_STATE_get(x) _BGQ_GET(1, 5, x)
#define ND_500_DCR__FATAL_ERR2__RCP_T2_INV_STATE_set(v) _BGQ_SET(1, 5, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T2_INV_STATE_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T3_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR2__RCP_T3_PARITY_ERR_position 6
#define ND_500_DCR__FATAL_ERR2__RCP_T3_PARITY_ERR_get(x) _BGQ_GET(1, 6, x)
#define ND_500_DCR__FATAL_ERR2__RCP_T3_PARITY_ERR_set(v) _BGQ_SET(1, 6, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T3_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T3_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR2__RCP_T3_INV_STATE_position 7
#define ND_500_DCR__FATAL_ERR2__RCP_T3_INV_STATE_get(x) _BGQ_GET(1, 7, x)
#define ND_500_DCR__FATAL_ERR2__RCP_T3_INV_STATE_set(v) _BGQ_SET(1, 7, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T3_INV_STATE_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T4_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR2__RCP_T4_PARITY_ERR_position 8
#define ND_500_DCR__FATAL_ERR2__RCP_T4_PARITY_ERR_get(x) _BGQ_GET(1, 8, x)
#define ND_500_DCR__FATAL_ERR2__RCP_T4_PARITY_ERR_set(v) _BGQ_SET(1, 8, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T4_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T4_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR2__RCP_T4_INV_STATE_position 9
#define ND_500_DCR__FATAL_ERR2__RCP_T4_INV_STATE_get(x) _BGQ_GET(1, 9, x)
#define ND_500_DCR__FATAL_ERR2__RCP_T4_INV_STATE_set(v) _BGQ_SET(1, 9, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T4_INV_STATE_insert(x, v) _BGQ_INSERT(1, 9, x, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T5_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR2__RCP_T5_PARITY_ERR_position 10
#define ND_500_DCR__FATAL_ERR2__RCP_T5_PARITY_ERR_get(x) _BGQ_GET(1, 10, x)
#define ND_500_DCR__FATAL_ERR2__RCP_T5_PARITY_ERR_set(v) _BGQ_SET(1, 10, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T5_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 10, x, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T5_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR2__RCP_T5_INV_STATE_position 11
#define ND_500_DCR__FATAL_ERR2__RCP_T5_INV_STATE_get(x) _BGQ_GET(1, 11, x)
#define ND_500_DCR__FATAL_ERR2__RCP_T5_INV_STATE_set(v) _BGQ_SET(1, 11, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T5_INV_STATE_insert(x, v) _BGQ_INSERT(1, 11, x, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T6_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR2__RCP_T6_PARITY_ERR_position 12
#define ND_500_DCR__FATAL_ERR2__RCP_T6_PARITY_ERR_get(x) _BGQ_GET(1, 12, x)
#define ND_500_DCR__FATAL_ERR2__RCP_T6_PARITY_ERR_set(v) _BGQ_SET(1, 12, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T6_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 12, x, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T6_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR2__RCP_T6_INV_STATE_position 13
#define ND_500_DCR__FATAL_ERR2__RCP_T6_INV_STATE_get(x) _BGQ_GET(1, 13, x)
#define ND_500_DCR__FATAL_ERR2__RCP_T6_INV_STATE_set(v) _BGQ_SET(1, 13, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T6_INV_STATE_insert(x, v) _BGQ_INSERT(1, 13, x, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T7_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR2__RCP_T7_PARITY_ERR_position 14
#define ND_500_DCR__FATAL_ERR2__RCP_T7_PARITY_ERR_get(x) _BGQ_GET(1, 14, x)
#define ND_500_DCR__FATAL_ERR2__RCP_T7_PARITY_ERR_set(v) _BGQ_SET(1, 14, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T7_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 14, x, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T7_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR2__RCP_T7_INV_STATE_position 15
#define ND_500_DCR__FATAL_ERR2__RCP_T7_INV_STATE_get(x) _BGQ_GET(1, 15, x)
#define ND_500_DCR__FATAL_ERR2__RCP_T7_INV_STATE_set(v) _BGQ_SET(1, 15, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T7_INV_STATE_insert(x, v) _BGQ_INSERT(1, 15, x, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T8_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR2__RCP_T8_PARITY_ERR_position 16
#define ND_500_DCR__FATAL_ERR2__RCP_T8_PARITY_ERR_get(x) _BGQ_GET(1, 16, x)
#define ND_500_DCR__FATAL_ERR2__RCP_T8_PARITY_ERR_set(v) _BGQ_SET(1, 16, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T8_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 16, x, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T8_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR2__RCP_T8_INV_STATE_position 17
#define ND_500_DCR__FATAL_ERR2__RCP_T8_INV_STATE_get(x) _BGQ_GET(1, 17, x)
#define ND_500_DCR__FATAL_ERR2__RCP_T8_INV_STATE_set(v) _BGQ_SET(1, 17, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T8_INV_STATE_insert(x, v) _BGQ_INSERT(1, 17, x, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T9_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR2__RCP_T9_PARITY_ERR_position 18
#define ND_500_DCR__FATAL_ERR2__RCP_T9_PARITY_ERR_get(x) _BGQ_GET(1, 18, x)
#define ND_500_DCR__FATAL_ERR2__RCP_T9_PARITY_ERR_set(v) _BGQ_SET(1, 18, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T9_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 18, x, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T9_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR2__RCP_T9_INV_STATE_position 19
#define ND_500_DCR__FATAL_ERR2__RCP_T9_INV_STATE_get(x) _BGQ_GET(1, 19, x)
#define ND_500_DCR__FATAL_ERR2__RCP_T9_INV_STATE_set(v) _BGQ_SET(1, 19, v)
#define ND_500_DCR__FATAL_ERR2__RCP_T9_INV_STATE_insert(x, v) _BGQ_INSERT(1, 19, x, v)
#define ND_500_DCR__FATAL_ERR2__RCP_L0_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR2__RCP_L0_PARITY_ERR_position 20
#define ND_500_DCR__FATAL_ERR2__RCP_L0_PARITY_ERR_get(x) _BGQ_GET(1, 20, x)
#define ND_500_DCR__FATAL_ERR2__RCP_L0_PARITY_ERR_set(v) _BGQ_SET(1, 20, v)
#define ND_500_DCR__FATAL_ERR2__RCP_L0_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 20, x, v)
#define ND_500_DCR__FATAL_ERR2__RCP_L0_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR2__RCP_L0_INV_STATE_position 21
#define ND_500_DCR__FATAL_ERR2__RCP_L0_INV_STATE_get(x) _BGQ_GET(1, 21, x)
#define ND_500_DCR__FATAL_ERR2__RCP_L0_INV_STATE_set(v) _BGQ_SET(1, 21, v)
#define ND_500_DCR__FATAL_ERR2__RCP_L0_INV_STATE_insert(x, v) _BGQ_INSERT(1, 21, x, v)
#define ND_500_DCR__FATAL_ERR2__RCP_L1_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR2__RCP_L1_PARITY_ERR_position 22
#define ND_500_DCR__FATAL_ERR2__RCP_L1_PARITY_ERR_get(x) _BGQ_GET(1, 22, x)
#define ND_500_DCR__FATAL_ERR2__RCP_L1_PARITY_ERR_set(v) _BGQ_SET(1, 22, v)
#define ND_500_DCR__FATAL_ERR2__RCP_L1_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 22, x, v)
#define ND_500_DCR__FATAL_ERR2__RCP_L1_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR2__RCP_L1_INV_STATE_position 23
#define ND_500_DCR__FATAL_ERR2__RCP_L1_INV_STATE_get(x) _BGQ_GET(1, 23, x)
#define ND_500_DCR__FATAL_ERR2__RCP_L1_INV_STATE_set(v) _BGQ_SET(1, 23, v)
#define ND_500_DCR__FATAL_ERR2__RCP_L1_INV_STATE_insert(x, v) _BGQ_INSERT(1, 23, x, v)
#define ND_500_DCR__FATAL_ERR2__RCP_HP_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR2__RCP_HP_PARITY_ERR_position 24
#define ND_500_DCR__FATAL_ERR2__RCP_HP_PARITY_ERR_get(x) _BGQ_GET(1, 24, x)
#define ND_500_DCR__FATAL_ERR2__RCP_HP_PARITY_ERR_set(v) _BGQ_SET(1, 24, v)
#define ND_500_DCR__FATAL_ERR2__RCP_HP_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 24, x, v)
#define ND_500_DCR__FATAL_ERR2__RCP_HP_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR2__RCP_HP_INV_STATE_position 25
#define ND_500_DCR__FATAL_ERR2__RCP_HP_INV_STATE_get(x) _BGQ_GET(1, 25, x)
#define ND_500_DCR__FATAL_ERR2__RCP_HP_INV_STATE_set(v) _BGQ_SET(1, 25, v)
#define ND_500_DCR__FATAL_ERR2__RCP_HP_INV_STATE_insert(x, v) _BGQ_INSERT(1, 25, x, v)
#define ND_500_DCR__FATAL_ERR2__RCP_IO_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR2__RCP_IO_PARITY_ERR_position 26
#define ND_500_DCR__FATAL_ERR2__RCP_IO_PARITY_ERR_get(x) _BGQ_GET(1, 26, x)
#define ND_500_DCR__FATAL_ERR2__RCP_IO_PARITY_ERR_set(v) _BGQ_SET(1, 26, v)
#define ND_500_DCR__FATAL_ERR2__RCP_IO_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 26, x, v)
#define ND_500_DCR__FATAL_ERR2__RCP_IO_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR2__RCP_IO_INV_STATE_position 27
#define ND_500_DCR__FATAL_ERR2__RCP_IO_INV_STATE_get(x) _BGQ_GET(1, 27, x)
#define ND_500_DCR__FATAL_ERR2__RCP_IO_INV_STATE_set(v) _BGQ_SET(1, 27, v)
#define ND_500_DCR__FATAL_ERR2__RCP_IO_INV_STATE_insert(x, v) _BGQ_INSERT(1, 27, x, v)
#define ND_500_DCR__FATAL_ERR2__RCP_C0_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR2__RCP_C0_PARITY_ERR_position 28
#define ND_500_DCR__FATAL_ERR2__RCP_C0_PARITY_ERR_get(x) _BGQ_GET(1, 28, x)
#define ND_500_DCR__FATAL_ERR2__RCP_C0_PARITY_ERR_set(v) _BGQ_SET(1, 28, v)
#define ND_500_DCR__FATAL_ERR2__RCP_C0_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 28, x, v)
#define ND_500_DCR__FATAL_ERR2__RCP_C0_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR2__RCP_C0_INV_STATE_position 29
#define ND_500_DCR__FATAL_ERR2__RCP_C0_INV_STATE_get(x) _BGQ_GET(1, 29, x)
#define ND_500_DCR__FATAL_ERR2__RCP_C0_INV_STATE_set(v) _BGQ_SET(1, 29, v)
#define ND_500_DCR__FATAL_ERR2__RCP_C0_INV_STATE_insert(x, v) _BGQ_INSERT(1, 29, x, v)
#define ND_500_DCR__FATAL_ERR2__RCP_C1_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR2__RCP_C1_PARITY_ERR_position 30
#define ND_500_DCR__FATAL_ERR2__RCP_C1_PARITY_ERR_get(x) _BGQ_GET(1, 30, x)
#define ND_500_DCR__FATAL_ERR2__RCP_C1_PARITY_ERR_set(v) _BGQ_SET(1, 30, v)
#define ND_500_DCR__FATAL_ERR2__RCP_C1_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 30, x, v)
#define ND_500_DCR__FATAL_ERR2__RCP_C1_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR2__RCP_C1_INV_STATE_position 31
#define ND_500_DCR__FATAL_ERR2__RCP_C1_INV_STATE_get(x) _BGQ_GET(1, 31, x)
#define ND_500_DCR__FATAL_ERR2__RCP_C1_INV_STATE_set(v) _BGQ_SET(1, 31, v)
#define ND_500_DCR__FATAL_ERR2__RCP_C1_INV_STATE_insert(x, v) _BGQ_INSERT(1, 31, x, v)
#define ND_500_DCR__FATAL_ERR2__RESERVED_width 32
#define ND_500_DCR__FATAL_ERR2__RESERVED_position 63
#define ND_500_DCR__FATAL_ERR2__RESERVED_get(x) _BGQ_GET(32, 63, x)
#define ND_500_DCR__FATAL_ERR2__RESERVED_set(v) _BGQ_SET(32, 63, v)
#define ND_500_DCR__FATAL_ERR2__RESERVED_insert(x, v) _BGQ_INSERT(32, 63, x, v)

#define ND_500_DCR__FATAL_ERR3_offset 0x0026
#define ND_500_DCR__FATAL_ERR3_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__FATAL_ERR3__RCP_T0_OVERFLOW_width 1
#define ND_500_DCR__FATAL_ERR3__RCP_T0_OVERFLOW_position 0
#define ND_500_DCR__FATAL_ERR3__RCP_T0_OVERFLOW_get(x) _BGQ_GET(1, 0, x)
#define ND_500_DCR__FATAL_ERR3__RCP_T0_OVERFLOW_set(v) _BGQ_SET(1, 0, v)
#define ND_500_DCR__FATAL_ERR3__RCP_T0_OVERFLOW_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define ND_500_DCR__FATAL_ERR3__UNUSED_T0_width 2
#define ND_500_DCR__FATAL_ERR3__UNUSED_T0_position 2
#define ND_500_DCR__FATAL_ERR3__UNUSED_T0_get(x) _BGQ_GET(2, 2, x)
#define ND_500_DCR__FATAL_ERR3__UNUSED_T0_set(v) _BGQ_SET(2, 2, v)
#define ND_500_DCR__FATAL_ERR3__UNUSED_T0_insert(x, v) _BGQ_INSERT(2, 2, x, v)
#define ND_500_DCR__FATAL_ERR3__RCP_T1_OVERFLOW_width 1
#define ND_500_DCR__FATAL_ERR3__RCP_T1_OVERFLOW_position 3
#define ND_500_DCR__FATAL_ERR3__RCP_T1_OVERFLOW_get(x) _BGQ_GET(1, 3, x)
#define ND_500_DCR__FATAL_ERR3__RCP_T1_OVERFLOW_set(v) _BGQ_SET(1, 3, v)
#define ND_500_DCR__FATAL_ERR3__RCP_T1_OVERFLOW_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define ND_500_DCR__FATAL_ERR3__UNUSED_T1_width 2
#define ND_500_DCR__FATAL_ERR3__UNUSED_T1_position 5
#define ND_500_DCR__FATAL_ERR3__UNUSED_T1_get(x) _BGQ_GET(2, 5, x)
#define ND_500_DCR__FATAL_ERR3__UNUSED_T1_set(v) _BGQ_SET(2, 5, v)
#define ND_500_DCR__FATAL_ERR3__UNUSED_T1_insert(x, v) _BGQ_INSERT(2, 5, x, v)
#define ND_500_DCR__FATAL_ERR3__RCP_T2_OVERFLOW_width 1
#define ND_500_DCR__FATAL_ERR3__RCP_T2_OVERFLOW_position 6
#define ND_500_DCR__FATAL_ERR3__RCP_T2_OVERFLOW_get(x) _BGQ_GET(1, 6, x)
#define ND_500_DCR__FATAL_ERR3__RCP_T2_OVERFLOW_set(v) _BGQ_SET(1, 6, v)
#define ND_500_DCR__FATAL_ERR3__RCP_T2_OVERFLOW_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define ND_500_DCR__FATAL_ERR3__UNUSED_T2_width 2
#define ND_500_DCR__FATAL_ERR3__UNUSED_T2_position 8
#define ND_500_DCR__FATAL_ERR3__UNUSED_T2_get(x) _BGQ_GET(2, 8, x)
#define ND_500_DCR__FATAL_ERR3__UNUSED_T2_set(v) _BGQ_SET(2, 8, v)
#define ND_500_DCR__FATAL_ERR3__UNUSED_T2_insert(x, v) _BGQ_INSERT(2, 8, x, v)
#define ND_500_DCR__FATAL_ERR3__RCP_T3_OVERFLOW_width 1
#define ND_500_DCR__FATAL_ERR3__RCP_T3_OVERFLOW_position 9
#define ND_500_DCR__FATAL_ERR3__RCP_T3_OVERFLOW_get(x) _BGQ_GET(1, 9, x)
#define ND_500_DCR__FATAL_ERR3__RCP_T3_OVERFLOW_set(v) _BGQ_SET(1, 9, v)
#define ND_500_DCR__FATAL_ERR3__RCP_T3_OVERFLOW_insert(x, v) _BGQ_INSERT(1, 9, x, v)
#define ND_500_DCR__FATAL_ERR3__UNUSED_T3_width 2
#define ND_500_DCR__FATAL_ERR3__UNUSED_T3_position 11
#define ND_500_DCR__FATAL_ERR3__UNUSED_T3_get(x) _BGQ_GET(2, 11, x)
#define ND_500_DCR__FATAL_ERR3__UNUSED_T3_set(v) _BGQ_SET(2, 11, v)
#define ND_500_DCR__FATAL_ERR3__UNUSED_T3_insert(x, v) _BGQ_INSERT(2, 11, x, v)
#define ND_500_DCR__FATAL_ERR3__RCP_T4_OVERFLOW_width 1
#define ND_500_DCR__FATAL_ERR3__RCP_T4_OVERFLOW_position 12
#define ND_500_DCR__FATAL_ERR3__RCP_T4_OVERFLOW_get(x) _BGQ_GET(1, 12, x)
#define ND_500_DCR__FATAL_ERR3__RCP_T4_OVERFLOW_set(v) _BGQ_SET(1, 12, v)
#define ND_500_DCR__FATAL_ERR3__RCP_T4_OVERFLOW_insert(x, v) _BGQ_INSERT(1, 12, x, v)
#define ND_500_DCR__FATAL_ERR3__UNUSED_T4_width 2
#define ND_500_DCR__FATAL_ERR3__UNUSED_T4_position 14
#define ND_500_DCR__FATAL_ERR3__UNUSED_T4_get(x) _BGQ_GET(2, 14, x)
#define ND_500_DCR__FATAL_ERR3__UNUSED_T4_set(v) _BGQ_SET(2, 14, v)
#define ND_500_DCR__FATAL_ERR3__UNUSED_T4_insert(x, v) _BGQ_INSERT(2, 14, x, v)
#define ND_500_DCR__FATAL_ERR3__RCP_T5_OVERFLOW_width 1
#define ND_500_DCR__FATAL_ERR3__RCP_T5_OVERFLOW_position 15
#define ND_500_DCR__FATAL_ERR3__RCP_T5_OVERFLOW_get(x) _BGQ_GET(1, 15, x)
#define ND_500_DCR__FATAL_ERR3__RCP_T5_OVERFLOW_set(v) _BGQ_SET(1, 15, v)
#define ND_500_DCR__FATAL_ERR3__RCP_T5_OVERFLOW_insert(x, v) _BGQ_INSERT(1, 15, x, v)
#define ND_500_DCR__FATAL_ERR3__UNUSED_T5_width 2
#define ND_500_DCR__FATAL_ERR3__UNUSED_T5_position 17
#define ND_500_DCR__FATAL_ERR3__UNUSED_T5_get(x) _BGQ_GET(2, 17, x)
#define ND_500_DCR__FATAL_ERR3__UNUSED_T5_set(v) _BGQ_SET(2, 17, v)
#define ND_500_DCR__FATAL_ERR3__UNUSED_T5_insert(x, v) _BGQ_INSERT(2, 17, x, v)
#define ND_500_DCR__FATAL_ERR3__RCP_T6_OVERFLOW_width 1
#define ND_500_DCR__FATAL_ERR3__RCP_T6_OVERFLOW_position 18
#define ND_500_DCR__FATAL_ERR3__RCP_T6_OVERFLOW_get(x) _BGQ_GET(1, 18, x)
#define ND_500_DCR__FATAL_ERR3__RCP_T6_OVERFLOW_set(v) _BGQ_SET(1, 18, v)
#define ND_500_DCR__FATAL_ERR3__RCP_T6_OVERFLOW_insert(x, v) _BGQ_INSERT(1, 18, x, v)
#define ND_500_DCR__FATAL_ERR3__UNUSED_T6_width 2
#define ND_500_DCR__FATAL_ERR3__UNUSED_T6_position 20
#define ND_500_DCR__FATAL_ERR3__UNUSED_T6_get(x) _BGQ_GET(2, 20, x)
#define ND_500_DCR__FATAL_ERR3__UNUSED_T6_set(v) _BGQ_SET(2, 20, v)
#define ND_500_DCR__FATAL_ERR3__UNUSED_T6_insert(x, v) _BGQ_INSERT(2, 20, x, v)
#define ND_500_DCR__FATAL_ERR3__RCP_T7_OVERFLOW_width 1
#define ND_500_DCR__FATAL_ERR3__RCP_T7_OVERFLOW_position 21
#define ND_500_DCR__FATAL_ERR3__RCP_T7_OVERFLOW_get(x) _BGQ_GET(1, 21, x)
#define ND_500_DCR__FATAL_ERR3__RCP_T7_OVERFLOW_set(v) _BGQ_SET(1, 21, v)
#define ND_500_DCR__FATAL_ERR3__RCP_T7_OVERFLOW_insert(x, v) _BGQ_INSERT(1, 21, x, v)
#define ND_500_DCR__FATAL_ERR3__UNUSED_T7_width 2
#define ND_500_DCR__FATAL_ERR3__UNUSED_T7_position 23
#define ND_500_DCR__FATAL_ERR3__UNUSED_T7_get(x) _BGQ_GET(2, 23, x)
#define ND_500_DCR__FATAL_ERR3__UNUSED_T7_set(v) _BGQ_SET(2, 23, v)
#define ND_500_DCR__FATAL_ERR3__UNUSED_T7_insert(x, v) _BGQ_INSERT(2, 23, x, v)
#define ND_500_DCR__FATAL_ERR3__RCP_T8_OVERFLOW_width 1
#define ND_500_DCR__FATAL_ERR3__RCP_T8_OVERFLOW_position 24
#define ND_500_DCR__FATAL_ERR3__RCP_T8_OVERFLOW_get(x) _BGQ_GET(1, 24, x)
#define ND_500_DCR__FATAL_ERR3__RCP_T8_OVERFLOW_set(v) _BGQ_SET(1, 24, v)
#define ND_500_DCR__FATAL_ERR3__RCP_T8_OVERFLOW_insert(x, v) _BGQ_INSERT(1, 24, x, v)
#define ND_500_DCR__FATAL_ERR3__UNUSED_T8_width 2
#define ND_500_DCR__FATAL_ERR3__UNUSED_T8_position 26
#define ND_500_DCR__FATAL_ERR3__UNUSED_T8_get(x) _BGQ_GET(2, 26, x)
#define ND_500_DCR__FATAL_ERR3__UNUSED_T8_set(v) _BGQ_SET(2, 26, v)
#define ND_500_DCR__FATAL_ERR3__UNUSED_T8_insert(x, v) _BGQ_INSERT(2, 26, x, v)
#define ND_500_DCR__FATAL_ERR3__RCP_T9_OVERFLOW_width 1
#define ND_500_DCR__FATAL_ERR3__RCP_T9_OVERFLOW_position 27
#define ND_500_DCR__FATAL_ERR3__RCP_T9_OVERFLOW_get(x) _BGQ_GET(1, 27, x)
#define ND_500_DCR__FATAL_ERR3__RCP_T9_OVERFLOW_set(v) _BGQ_SET(1, 27, v)
#define ND_500_DCR__FATAL_ERR3__RCP_T9_OVERFLOW_insert(x, v) _BGQ_INSERT(1, 27, x, v)
#define ND_500_DCR__FATAL_ERR3__UNUSED_T9_width 2
#define ND_500_DCR__FATAL_ERR3__UNUSED_T9_position 29
#define ND_500_DCR__FATAL_ERR3__UNUSED_T9_get(x) _BGQ_GET(2, 29, x)
#define ND_500_DCR__FATAL_ERR3__UNUSED_T9_set(v) _BGQ_SET(2, 29, v)
#define ND_500_DCR__FATAL_ERR3__UNUSED_T9_insert(x, v) _BGQ_INSERT(2, 29, x, v)
#define ND_500_DCR__FATAL_ERR3__RCP_L0_OVERFLOW_width 1
#define ND_500_DCR__FATAL_ERR3__RCP_L0_OVERFLOW_position 30
#define ND_500_DCR__FATAL_ERR3__RCP_L0_OVERFLOW_get(x) _BGQ_GET(1, 30, x)
#define ND_500_DCR__FATAL_ERR3__RCP_L0_OVERFLOW_set(v) _BGQ_SET(1, 30, v)
#define ND_500_DCR__FATAL_ERR3__RCP_L0_OVERFLOW_insert(x, v) _BGQ_INSERT(1, 30, x, v)
#define ND_500_DCR__FATAL_ERR3__UNUSED_L0_width 2
#define ND_500_DCR__FATAL_ERR3__UNUSED_L0_position 32
#define ND_500_DCR__FATAL_ERR3__UNUSED_L0_get(x) _BGQ_GET(2, 32, x)
#define ND_500_DCR__FATAL_ERR3__UNUSED_L0_set(v) _BGQ_SET(2, 32, v)
#define ND_500_DCR__FATAL_ERR3__UNUSED_L0_insert(x, v) _BGQ_INSERT(2, 32, x, v)
#define ND_500_DCR__FATAL_ERR3__RCP_L1_OVERFLOW_width 1
#define ND_500_DCR__FATAL_ERR3__RCP_L1_OVERFLOW_position 33
#define ND_500_DCR__FATAL_ERR3__RCP_L1_OVERFLOW_get(x) _BGQ_GET(1, 33, x)
#define ND_500_DCR__FATAL_ERR3__RCP_L1_OVERFLOW_set(v) _BGQ_SET(1, 33, v)
#define ND_500_DCR__FATAL_ERR3__RCP_L1_OVERFLOW_insert(x, v) _BGQ_INSERT(1, 33, x, v)
#define ND_500_DCR__FATAL_ERR3__UNUSED_L1_width 2
#define ND_500_DCR__FATAL_ERR3__UNUSED_L1_position 35
#define ND_500_DCR__FATAL_ERR3__UNUSED_L1_get(x) _BGQ_GET(2, 35, x)
#define ND_500_DCR__FATAL_ERR3__UNUSED_L1_set(v) _BGQ_SET(2, 35, v)
#define ND_500_DCR__FATAL_ERR3__UNUSED_L1_insert(x, v) _BGQ_INSERT(2, 35, x, v)
#define ND_500_DCR__FATAL_ERR3__RCP_HP_OVERFLOW_width 1
#define ND_500_DCR__FATAL_ERR3__RCP_HP_OVERFLOW_position 36
#define ND_500_DCR__FATAL_ERR3__RCP_HP_OVERFLOW_get(x) _BGQ_GET(1, 36, x)
#define ND_500_DCR__FATAL_ERR3__RCP_HP_OVERFLOW_set(v) _BGQ_SET(1, 36, v)
#define ND_500_DCR__FATAL_ERR3__RCP_HP_OVERFLOW_insert(x, v) _BGQ_INSERT(1, 36, x, v)
#define ND_500_DCR__FATAL_ERR3__UNUSED_HP_width 2
#define ND_500_DCR__FATAL_ERR3__UNUSED_HP_position 38
#define ND_500_DCR__FATAL_ERR3__UNUSED_HP_get(x) _BGQ_GET(2, 38, x)
#define ND_500_DCR__FATAL_ERR3__UNUSED_HP_set(v) _BGQ_SET(2, 38, v)
#define ND_500_DCR__FATAL_ERR3__UNUSED_HP_insert(x, v) _BGQ_INSERT(2, 38, x, v)
#define ND_500_DCR__FATAL_ERR3__RCP_IO_OVERFLOW_width 1
#define ND_500_DCR__FATAL_ERR3__RCP_IO_OVERFLOW_position 39
#define ND_500_DCR__FATAL_ERR3__RCP_IO_OVERFLOW_get(x) _BGQ_GET(1, 39, x)
#define ND_500_DCR__FATAL_ERR3__RCP_IO_OVERFLOW_set(v) _BGQ_SET(1, 39, v)
#define ND_500_DCR__FATAL_ERR3__RCP_IO_OVERFLOW_insert(x, v) _BGQ_INSERT(1, 39, x, v)
#define ND_500_DCR__FATAL_ERR3__UNUSED_IO_width 2
#define ND_500_DCR__FATAL_ERR3__UNUSED_IO_position 41
#define ND_500_DCR__FATAL_ERR3__UNUSED_IO_get(x) _BGQ_GET(2, 41, x)
#define ND_500_DCR__FATAL_ERR3__UNUSED_IO_set(v) _BGQ_SET(2, 41, v)
#define ND_500_DCR__FATAL_ERR3__UNUSED_IO_insert(x, v) _BGQ_INSERT(2, 41, x, v)
#define ND_500_DCR__FATAL_ERR3__RCP_C0_OVERFLOW_width 1
#define ND_500_DCR__FATAL_ERR3__RCP_C0_OVERFLOW_position 42
#define ND_500_DCR__FATAL_ERR3__RCP_C0_OVERFLOW_get(x) _BGQ_GET(1, 42, x)
#define ND_500_DCR__FATAL_ERR3__RCP_C0_OVERFLOW_set(v) _BGQ_SET(1, 42, v)
#define ND_500_DCR__FATAL_ERR3__RCP_C0_OVERFLOW_insert(x, v) _BGQ_INSERT(1, 42, x, v)
#define ND_500_DCR__FATAL_ERR3__UNUSED_C0_width 2
#define ND_500_DCR__FATAL_ERR3__UNUSED_C0_position 44
#define ND_500_DCR__FATAL_ERR3__UNUSED_C0_get(x) _BGQ_GET(2, 44, x)
#define ND_500_DCR__FATAL_ERR3__UNUSED_C0_set(v) _BGQ_SET(2, 44, v)
#define ND_500_DCR__FATAL_ERR3__UNUSED_C0_insert(x, v) _BGQ_INSERT(2, 44, x, v)
#define ND_500_DCR__FATAL_ERR3__RCP_C0_UE_width 1
#define ND_500_DCR__FATAL_ERR3__RCP_C0_UE_position 45
#define ND_500_DCR__FATAL_ERR3__RCP_C0_UE_get(x) _BGQ_GET(1, 45, x)
#define ND_500_DCR__FATAL_ERR3__RCP_C0_UE_set(v) _BGQ_SET(1, 45, v)
#define ND_500_DCR__FATAL_ERR3__RCP_C0_UE_insert(x, v) _BGQ_INSERT(1, 45, x, v)
#define ND_500_DCR__FATAL_ERR3__RCP_C1_OVERFLOW_width 1
#define ND_500_DCR__FATAL_ERR3__RCP_C1_OVERFLOW_position 46
#define ND_500_DCR__FATAL_ERR3__RCP_C1_OVERFLOW_get(x) _BGQ_GET(1, 46, x)
#define ND_500_DCR__FATAL_ERR3__RCP_C1_OVERFLOW_set(v) _BGQ_SET(1, 46, v)
#define ND_500_DCR__FATAL_ERR3__RCP_C1_OVERFLOW_insert(x, v) _BGQ_INSERT(1, 46, x, v)
#define ND_500_DCR__FATAL_ERR3__UNUSED_C1_width 2
#define ND_500_DCR__FATAL_ERR3__UNUSED_C1_position 48
#define ND_500_DCR__FATAL_ERR3__UNUSED_C1_get(x) _BGQ_GET(2, 48, x)
#define ND_500_DCR__FATAL_ERR3__UNUSED_C1_set(v) _BGQ_SET(2, 48, v)
#define ND_500_DCR__FATAL_ERR3__UNUSED_C1_insert(x, v) _BGQ_INSERT(2, 48, x, v)
#define ND_500_DCR__FATAL_ERR3__RCP_C1_UE_width 1
#define ND_500_DCR__FATAL_ERR3__RCP_C1_UE_position 49
#define ND_500_DCR__FATAL_ERR3__RCP_C1_UE_get(x) _BGQ_GET(1, 49, x)
#define ND_500_DCR__FATAL_ERR3__RCP_C1_UE_set(v) _BGQ_SET(1, 49, v)
#define ND_500_DCR__FATAL_ERR3__RCP_C1_UE_insert(x, v) _BGQ_INSERT(1, 49, x, v)
#define ND_500_DCR__FATAL_ERR3__RESERVED_width 14
#define ND_500_DCR__FATAL_ERR3__RESERVED_position 63
#define ND_500_DCR__FATAL_ERR3__RESERVED_get(x) _BGQ_GET(14, 63, x)
#define ND_500_DCR__FATAL_ERR3__RESERVED_set(v) _BGQ_SET(14, 63, v)
#define ND_500_DCR__FATAL_ERR3__RESERVED_insert(x, v) _BGQ_INSERT(14, 63, x, v)

#define ND_500_DCR__FATAL_ERR4_offset 0x0027
#define ND_500_DCR__FATAL_ERR4_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__FATAL_ERR4__COLL_ALU_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR4__COLL_ALU_PARITY_ERR_position 0
#define ND_500_DCR__FATAL_ERR4__COLL_ALU_PARITY_ERR_get(x) _BGQ_GET(1, 0, x)
#define ND_500_DCR__FATAL_ERR4__COLL_ALU_PARITY_ERR_set(v) _BGQ_SET(1, 0, v)
#define ND_500_DCR__FATAL_ERR4__COLL_ALU_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define ND_500_DCR__FATAL_ERR4__COLL_FP_FRONT_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR4__COLL_FP_FRONT_PARITY_ERR_position 1
#define ND_500_DCR__FATAL_ERR4__COLL_FP_FRONT_PARITY_ERR_get(x) _BGQ_GET(1, 1, x)
#define ND_500_DCR__FATAL_ERR4__COLL_FP_FRONT_PARITY_ERR_set(v) _BGQ_SET(1, 1, v)
#define ND_500_DCR__FATAL_ERR4__COLL_FP_FRONT_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define ND_500_DCR__FATAL_ERR4__COLL_FP_BACK_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR4__COLL_FP_BACK_PARITY_ERR_position 2
#define ND_500_DCR__FATAL_ERR4__COLL_FP_BACK_PARITY_ERR_get(x) _BGQ_GET(1, 2, x)
#define ND_500_DCR__FATAL_ERR4__COLL_FP_BACK_PARITY_ERR_set(v) _BGQ_SET(1, 2, v)
#define ND_500_DCR__FATAL_ERR4__COLL_FP_BACK_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define ND_500_DCR__FATAL_ERR4__COLL_UPTREE_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR4__COLL_UPTREE_PARITY_ERR_position 3
#define ND_500_DCR__FATAL_ERR4__COLL_UPTREE_PARITY_ERR_get(x) _BGQ_GET(1, 3, x)
#define ND_500_DCR__FATAL_ERR4__COLL_UPTREE_PARITY_ERR_set(v) _BGQ_SET(1, 3, v)
#define ND_500_DCR__FATAL_ERR4__COLL_UPTREE_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define ND_500_DCR__FATAL_ERR4__COLL_DOWNTREE_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR4__COLL_DOWNTREE_PARITY_ERR_position 4
#define ND_500_DCR__FATAL_ERR4__COLL_DOWNTREE_PARITY_ERR_get(x) _BGQ_GET(1, 4, x)
#define ND_500_DCR__FATAL_ERR4__COLL_DOWNTREE_PARITY_ERR_set(v) _BGQ_SET(1, 4, v)
#define ND_500_DCR__FATAL_ERR4__COLL_DOWNTREE_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define ND_500_DCR__FATAL_ERR4__COLL_TOP_PARITY_ERR_width 1
#define ND_500_DCR__FATAL_ERR4__COLL_TOP_PARITY_ERR_position 5
#define ND_500_DCR__FATAL_ERR4__COLL_TOP_PARITY_ERR_get(x) _BGQ_GET(1, 5, x)
#define ND_500_DCR__FATAL_ERR4__COLL_TOP_PARITY_ERR_set(v) _BGQ_SET(1, 5, v)
#define ND_500_DCR__FATAL_ERR4__COLL_TOP_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define ND_500_DCR__FATAL_ERR4__COLL_UPTREE_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR4__COLL_UPTREE_INV_STATE_position 6
#define ND_500_DCR__FATAL_ERR4__COLL_UPTREE_INV_STATE_get(x) _BGQ_GET(1, 6, x)
#define ND_500_DCR__FATAL_ERR4__COLL_UPTREE_INV_STATE_set(v) _BGQ_SET(1, 6, v)
#define ND_500_DCR__FATAL_ERR4__COLL_UPTREE_INV_STATE_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define ND_500_DCR__FATAL_ERR4__COLL_DOWNTREE_INV_STATE_width 1
#define ND_500_DCR__FATAL_ERR4__COLL_DOWNTREE_INV_STATE_position 7
#define ND_500_DCR__FATAL_ERR4__COLL_DOWNTREE_INV_STATE_get(x) _BGQ_GET(1, 7, x)
#define ND_500_DCR__FATAL_ERR4__COLL_DOWNTREE_INV_STATE_set(v) _BGQ_SET(1, 7, v)
#define ND_500_DCR__FATAL_ERR4__COLL_DOWNTREE_INV_STATE_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define ND_500_DCR__FATAL_ERR4__COLL_DBUS_ERR_width 1
#define ND_500_DCR__FATAL_ERR4__COLL_DBUS_ERR_position 8
#define ND_500_DCR__FATAL_ERR4__COLL_DBUS_ERR_get(x) _BGQ_GET(1, 8, x)
#define ND_500_DCR__FATAL_ERR4__COLL_DBUS_ERR_set(v) _BGQ_SET(1, 8, v)
#define ND_500_DCR__FATAL_ERR4__COLL_DBUS_ERR_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define ND_500_DCR__FATAL_ERR4__COLL_CE_OR_UE_width 1
#define ND_500_DCR__FATAL_ERR4__COLL_CE_OR_UE_position 9
#define ND_500_DCR__FATAL_ERR4__COLL_CE_OR_UE_get(x) _BGQ_GET(1, 9, x)
#define ND_500_DCR__FATAL_ERR4__COLL_CE_OR_UE_set(v) _BGQ_SET(1, 9, v)
#define ND_500_DCR__FATAL_ERR4__COLL_CE_OR_UE_insert(x, v) _BGQ_INSERT(1, 9, x, v)
#define ND_500_DCR__FATAL_ERR4__RESERVED_width 54
#define ND_500_DCR__FATAL_ERR4__RESERVED_position 63
#define ND_500_DCR__FATAL_ERR4__RESERVED_get(x) _BGQ_GET(54, 63, x)
#define ND_500_DCR__FATAL_ERR4__RESERVED_set(v) _BGQ_SET(54, 63, v)
#define ND_500_DCR__FATAL_ERR4__RESERVED_insert(x, v) _BGQ_INSERT(54, 63, x, v)

#define ND_500_DCR__FATAL_ERR5_offset 0x0028
#define ND_500_DCR__FATAL_ERR5_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__FATAL_ERR5__INJ_FIFO_A_CE_OVER_THRESH_width 1
#define ND_500_DCR__FATAL_ERR5__INJ_FIFO_A_CE_OVER_THRESH_position 0
#define ND_500_DCR__FATAL_ERR5__INJ_FIFO_A_CE_OVER_THRESH_get(x) _BGQ_GET(1, 0, x)
#define ND_500_DCR__FATAL_ERR5__INJ_FIFO_A_CE_OVER_THRESH_set(v) _BGQ_SET(1, 0, v)
#define ND_500_DCR__FATAL_ERR5__INJ_FIFO_A_CE_OVER_THRESH_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define ND_500_DCR__FATAL_ERR5__INJ_FIFO_B_CE_OVER_THRESH_width 1
#define ND_500_DCR__FATAL_ERR5__INJ_FIFO_B_CE_OVER_THRESH_position 1
#define ND_500_DCR__FATAL_ERR5__INJ_FIFO_B_CE_OVER_THRESH_get(x) _BGQ_GET(1, 1, x)
#define ND_500_DCR__FATAL_ERR5__INJ_FIFO_B_CE_OVER_THRESH_set(v) _BGQ_SET(1, 1, v)
#define ND_500_DCR__FATAL_ERR5__INJ_FIFO_B_CE_OVER_THRESH_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define ND_500_DCR__FATAL_ERR5__INJ_FIFO_C_CE_OVER_THRESH_width 1
#define ND_500_DCR__FATAL_ERR5__INJ_FIFO_C_CE_OVER_THRESH_position 2
#define ND_500_DCR__FATAL_ERR5__INJ_FIFO_C_CE_OVER_THRESH_get(x) _BGQ_GET(1, 2, x)
#define ND_500_DCR__FATAL_ERR5__INJ_FIFO_C_CE_OVER_THRESH_set(v) _BGQ_SET(1, 2, v)
#define ND_500_DCR__FATAL_ERR5__INJ_FIFO_C_CE_OVER_THRESH_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define ND_500_DCR__FATAL_ERR5__INJ_FIFO_D_CE_OVER_THRESH_width 1
#define ND_500_DCR__FATAL_ERR5__INJ_FIFO_D_CE_OVER_THRESH_position 3
#define ND_500_DCR__FATAL_ERR5__INJ_FIFO_D_CE_OVER_THRESH_get(x) _BGQ_GET(1, 3, x)
#define ND_500_DCR__FATAL_ERR5__INJ_FIFO_D_CE_OVER_THRESH_set(v) _BGQ_SET(1, 3, v)
#define ND_500_DCR__FATAL_ERR5__INJ_FIFO_D_CE_OVER_THRESH_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define ND_500_DCR__FATAL_ERR5__RCP_FIFO_C0_CE_OVER_THRESH_width 1
#define ND_500_DCR__FATAL_ERR5__RCP_FIFO_C0_CE_OVER_THRESH_position 4
#define ND_500_DCR__FATAL_ERR5__RCP_FIFO_C0_CE_OVER_THRESH_get(x) _BGQ_GET(1, 4, x)
#define ND_500_DCR__FATAL_ERR5__RCP_FIFO_C0_CE_OVER_THRESH_set(v) _BGQ_SET(1, 4, v)
#define ND_500_DCR__FATAL_ERR5__RCP_FIFO_C0_CE_OVER_THRESH_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define ND_500_DCR__FATAL_ERR5__RCP_FIFO_C1_CE_OVER_THRESH_width 1
#define ND_500_DCR__FATAL_ERR5__RCP_FIFO_C1_CE_OVER_THRESH_position 5
#define ND_500_DCR__FATAL_ERR5__RCP_FIFO_C1_CE_OVER_THRESH_get(x) _BGQ_GET(1, 5, x)
#define ND_500_DCR__FATAL_ERR5__RCP_FIFO_C1_CE_OVER_THRESH_set(v) _BGQ_SET(1, 5, v)
#define ND_500_DCR__FATAL_ERR5__RCP_FIFO_C1_CE_OVER_THRESH_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define ND_500_DCR__FATAL_ERR5__COLL_DOWNTREE_CE_OVER_THRESH_width 1
#define ND_500_DCR__FATAL_ERR5__COLL_DOWNTREE_CE_OVER_THRESH_position 6
#define ND_500_DCR__FATAL_ERR5__COLL_DOWNTREE_CE_OVER_THRESH_get(x) _BGQ_GET(1, 6, x)
#define ND_500_DCR__FATAL_ERR5__COLL_DOWNTREE_CE_OVER_THRESH_set(v) _BGQ_SET(1, 6, v)
#define ND_500_DCR__FATAL_ERR5__COLL_DOWNTREE_CE_OVER_THRESH_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define ND_500_DCR__FATAL_ERR5__UNUSED_width 1
#define ND_500_DCR__FATAL_ERR5__UNUSED_position 7
#define ND_500_DCR__FATAL_ERR5__UNUSED_get(x) _BGQ_GET(1, 7, x)
#define ND_500_DCR__FATAL_ERR5__UNUSED_set(v) _BGQ_SET(1, 7, v)
#define ND_500_DCR__FATAL_ERR5__UNUSED_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define ND_500_DCR__FATAL_ERR5__GI_CE_OVER_THRESH_width 1
#define ND_500_DCR__FATAL_ERR5__GI_CE_OVER_THRESH_position 8
#define ND_500_DCR__FATAL_ERR5__GI_CE_OVER_THRESH_get(x) _BGQ_GET(1, 8, x)
#define ND_500_DCR__FATAL_ERR5__GI_CE_OVER_THRESH_set(v) _BGQ_SET(1, 8, v)
#define ND_500_DCR__FATAL_ERR5__GI_CE_OVER_THRESH_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define ND_500_DCR__FATAL_ERR5__GI_UE_width 1
#define ND_500_DCR__FATAL_ERR5__GI_UE_position 9
#define ND_500_DCR__FATAL_ERR5__GI_UE_get(x) _BGQ_GET(1, 9, x)
#define ND_500_DCR__FATAL_ERR5__GI_UE_set(v) _BGQ_SET(1, 9, v)
#define ND_500_DCR__FATAL_ERR5__GI_UE_insert(x, v) _BGQ_INSERT(1, 9, x, v)
#define ND_500_DCR__FATAL_ERR5__DCR_SLAVE_MCHK_width 1
#define ND_500_DCR__FATAL_ERR5__DCR_SLAVE_MCHK_position 10
#define ND_500_DCR__FATAL_ERR5__DCR_SLAVE_MCHK_get(x) _BGQ_GET(1, 10, x)
#define ND_500_DCR__FATAL_ERR5__DCR_SLAVE_MCHK_set(v) _BGQ_SET(1, 10, v)
#define ND_500_DCR__FATAL_ERR5__DCR_SLAVE_MCHK_insert(x, v) _BGQ_INSERT(1, 10, x, v)
#define ND_500_DCR__FATAL_ERR5__DCR_SLAVE_CRIT_width 1
#define ND_500_DCR__FATAL_ERR5__DCR_SLAVE_CRIT_position 11
#define ND_500_DCR__FATAL_ERR5__DCR_SLAVE_CRIT_get(x) _BGQ_GET(1, 11, x)
#define ND_500_DCR__FATAL_ERR5__DCR_SLAVE_CRIT_set(v) _BGQ_SET(1, 11, v)
#define ND_500_DCR__FATAL_ERR5__DCR_SLAVE_CRIT_insert(x, v) _BGQ_INSERT(1, 11, x, v)
#define ND_500_DCR__FATAL_ERR5__RESERVED_width 52
#define ND_500_DCR__FATAL_ERR5__RESERVED_position 63
#define ND_500_DCR__FATAL_ERR5__RESERVED_get(x) _BGQ_GET(52, 63, x)
#define ND_500_DCR__FATAL_ERR5__RESERVED_set(v) _BGQ_SET(52, 63, v)
#define ND_500_DCR__FATAL_ERR5__RESERVED_insert(x, v) _BGQ_INSERT(52, 63, x, v)

#define ND_500_DCR__NON_FATAL_ERR0_offset 0x0029
#define ND_500_DCR__NON_FATAL_ERR0_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T0_HDRCHK_ERR_width 1
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T0_HDRCHK_ERR_position 0
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T0_HDRCHK_ERR_get(x) _BGQ_GET(1, 0, x)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T0_HDRCHK_ERR_set(v) _BGQ_SET(1, 0, v)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T0_HDRCHK_ERR_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T1_HDRCHK_ERR_width 1
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T1_HDRCHK_ERR_position 1
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T1_HDRCHK_ERR_get(x) _BGQ_GET(1, 1, x)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T1_HDRCHK_ERR_set(v) _BGQ_SET(1, 1, v)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T1_HDRCHK_ERR_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T2_HDRCHK_ERR_width 1
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T2_HDRCHK_ERR_position 2
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T2_HDRCHK_ERR_get(x) _BGQ_GET(1, 2, x)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T2_HDRCHK_ERR_set(v) _BGQ_SET(1, 2, v)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T2_HDRCHK_ERR_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T3_HDRCHK_ERR_width 1
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T3_HDRCHK_ERR_position 3
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T3_HDRCHK_ERR_get(x) _BGQ_GET(1, 3, x)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T3_HDRCHK_ERR_set(v) _BGQ_SET(1, 3, v)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T3_HDRCHK_ERR_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T4_HDRCHK_ERR_width 1
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T4_HDRCHK_ERR_position 4
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T4_HDRCHK_ERR_get(x) _BGQ_GET(1, 4, x)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T4_HDRCHK_ERR_set(v) _BGQ_SET(1, 4, v)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T4_HDRCHK_ERR_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T5_HDRCHK_ERR_width 1
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T5_HDRCHK_ERR_position 5
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T5_HDRCHK_ERR_get(x) _BGQ_GET(1, 5, x)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T5_HDRCHK_ERR_set(v) _BGQ_SET(1, 5, v)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T5_HDRCHK_ERR_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T6_HDRCHK_ERR_width 1
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T6_HDRCHK_ERR_position 6
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T6_HDRCHK_ERR_get(x) _BGQ_GET(1, 6, x)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T6_HDRCHK_ERR_set(v) _BGQ_SET(1, 6, v)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T6_HDRCHK_ERR_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T7_HDRCHK_ERR_width 1
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T7_HDRCHK_ERR_position 7
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T7_HDRCHK_ERR_get(x) _BGQ_GET(1, 7, x)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T7_HDRCHK_ERR_set(v) _BGQ_SET(1, 7, v)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T7_HDRCHK_ERR_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T8_HDRCHK_ERR_width 1
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T8_HDRCHK_ERR_position 8
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T8_HDRCHK_ERR_get(x) _BGQ_GET(1, 8, x)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T8_HDRCHK_ERR_set(v) _BGQ_SET(1, 8, v)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T8_HDRCHK_ERR_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T9_HDRCHK_ERR_width 1
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T9_HDRCHK_ERR_position 9
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T9_HDRCHK_ERR_get(x) _BGQ_GET(1, 9, x)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T9_HDRCHK_ERR_set(v) _BGQ_SET(1, 9, v)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_T9_HDRCHK_ERR_insert(x, v) _BGQ_INSERT(1, 9, x, v)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_HP_HDRCHK_ERR_width 1
#define ND_500_DCR__NON_FATAL_ERR0__INJ_HP_HDRCHK_ERR_position 10
#define ND_500_DCR__NON_FATAL_ERR0__INJ_HP_HDRCHK_ERR_get(x) _BGQ_GET(1, 10, x)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_HP_HDRCHK_ERR_set(v) _BGQ_SET(1, 10, v)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_HP_HDRCHK_ERR_insert(x, v) _BGQ_INSERT(1, 10, x, v)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_IO_HDRCHK_ERR_width 1
#define ND_500_DCR__NON_FATAL_ERR0__INJ_IO_HDRCHK_ERR_position 11
#define ND_500_DCR__NON_FATAL_ERR0__INJ_IO_HDRCHK_ERR_get(x) _BGQ_GET(1, 11, x)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_IO_HDRCHK_ERR_set(v) _BGQ_SET(1, 11, v)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_IO_HDRCHK_ERR_insert(x, v) _BGQ_INSERT(1, 11, x, v)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_C0_HDRCHK_ERR_width 1
#define ND_500_DCR__NON_FATAL_ERR0__INJ_C0_HDRCHK_ERR_position 12
#define ND_500_DCR__NON_FATAL_ERR0__INJ_C0_HDRCHK_ERR_get(x) _BGQ_GET(1, 12, x)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_C0_HDRCHK_ERR_set(v) _BGQ_SET(1, 12, v)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_C0_HDRCHK_ERR_insert(x, v) _BGQ_INSERT(1, 12, x, v)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_C1_HDRCHK_ERR_width 1
#define ND_500_DCR__NON_FATAL_ERR0__INJ_C1_HDRCHK_ERR_position 13
#define ND_500_DCR__NON_FATAL_ERR0__INJ_C1_HDRCHK_ERR_get(x) _BGQ_GET(1, 13, x)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_C1_HDRCHK_ERR_set(v) _BGQ_SET(1, 13, v)
#define ND_500_DCR__NON_FATAL_ERR0__INJ_C1_HDRCHK_ERR_insert(x, v) _BGQ_INSERT(1, 13, x, v)
#define ND_500_DCR__NON_FATAL_ERR0__UNUSED0_width 11
#define ND_500_DCR__NON_FATAL_ERR0__UNUSED0_position 24
#define ND_500_DCR__NON_FATAL_ERR0__UNUSED0_get(x) _BGQ_GET(11, 24, x)
#define ND_500_DCR__NON_FATAL_ERR0__UNUSED0_set(v) _BGQ_SET(11, 24, v)
#define ND_500_DCR__NON_FATAL_ERR0__UNUSED0_insert(x, v) _BGQ_INSERT(11, 24, x, v)
#define ND_500_DCR__NON_FATAL_ERR0__RCP_C0_OVERFLOW_SET_width 1
#define ND_500_DCR__NON_FATAL_ERR0__RCP_C0_OVERFLOW_SET_position 25
#define ND_500_DCR__NON_FATAL_ERR0__RCP_C0_OVERFLOW_SET_get(x) _BGQ_GET(1, 25, x)
#define ND_500_DCR__NON_FATAL_ERR0__RCP_C0_OVERFLOW_SET_set(v) _BGQ_SET(1, 25, v)
#define ND_500_DCR__NON_FATAL_ERR0__RCP_C0_OVERFLOW_SET_insert(x, v) _BGQ_INSERT(1, 25, x, v)
#define ND_500_DCR__NON_FATAL_ERR0__RCP_C0_NAN_SET_width 1
#define ND_500_DCR__NON_FATAL_ERR0__RCP_C0_NAN_SET_position 26
#define ND_500_DCR__NON_FATAL_ERR0__RCP_C0_NAN_SET_get(x) _BGQ_GET(1, 26, x)
#define ND_500_DCR__NON_FATAL_ERR0__RCP_C0_NAN_SET_set(v) _BGQ_SET(1, 26, v)
#define ND_500_DCR__NON_FATAL_ERR0__RCP_C0_NAN_SET_insert(x, v) _BGQ_INSERT(1, 26, x, v)
#define ND_500_DCR__NON_FATAL_ERR0__RCP_C0_OTHER_SET_width 1
#define ND_500_DCR__NON_FATAL_ERR0__RCP_C0_OTHER_SET_position 27
#define ND_500_DCR__NON_FATAL_ERR0__RCP_C0_OTHER_SET_get(x) _BGQ_GET(1, 27, x)
#define ND_500_DCR__NON_FATAL_ERR0__RCP_C0_OTHER_SET_set(v) _BGQ_SET(1, 27, v)
#define ND_500_DCR__NON_FATAL_ERR0__RCP_C0_OTHER_SET_insert(x, v) _BGQ_INSERT(1, 27, x, v)
#define ND_500_DCR__NON_FATAL_ERR0__UNUSED1_width 1
#define ND_500_DCR__NON_FATAL_ERR0__UNUSED1_position 28
#define ND_500_DCR__NON_FATAL_ERR0__UNUSED1_get(x) _BGQ_GET(1, 28, x)
#define ND_500_DCR__NON_FATAL_ERR0__UNUSED1_set(v) _BGQ_SET(1, 28, v)
#define ND_500_DCR__NON_FATAL_ERR0__UNUSED1_insert(x, v) _BGQ_INSERT(1, 28, x, v)
#define ND_500_DCR__NON_FATAL_ERR0__RCP_C1_OVERFLOW_SET_width 1
#define ND_500_DCR__NON_FATAL_ERR0__RCP_C1_OVERFLOW_SET_position 29
#define ND_500_DCR__NON_FATAL_ERR0__RCP_C1_OVERFLOW_SET_get(x) _BGQ_GET(1, 29, x)
#define ND_500_DCR__NON_FATAL_ERR0__RCP_C1_OVERFLOW_SET_set(v) _BGQ_SET(1, 29, v)
#define ND_500_DCR__NON_FATAL_ERR0__RCP_C1_OVERFLOW_SET_insert(x, v) _BGQ_INSERT(1, 29, x, v)
#define ND_500_DCR__NON_FATAL_ERR0__RCP_C1_NAN_SET_width 1
#define ND_500_DCR__NON_FATAL_ERR0__RCP_C1_NAN_SET_position 30
#define ND_500_DCR__NON_FATAL_ERR0__RCP_C1_NAN_SET_get(x) _BGQ_GET(1, 30, x)
#define ND_500_DCR__NON_FATAL_ERR0__RCP_C1_NAN_SET_set(v) _BGQ_SET(1, 30, v)
#define ND_500_DCR__NON_FATAL_ERR0__RCP_C1_NAN_SET_insert(x, v) _BGQ_INSERT(1, 30, x, v)
#define ND_500_DCR__NON_FATAL_ERR0__RCP_C1_OTHER_SET_width 1
#define ND_500_DCR__NON_FATAL_ERR0__RCP_C1_OTHER_SET_position 31
#define ND_500_DCR__NON_FATAL_ERR0__RCP_C1_OTHER_SET_get(x) _BGQ_GET(1, 31, x)
#define ND_500_DCR__NON_FATAL_ERR0__RCP_C1_OTHER_SET_set(v) _BGQ_SET(1, 31, v)
#define ND_500_DCR__NON_FATAL_ERR0__RCP_C1_OTHER_SET_insert(x, v) _BGQ_INSERT(1, 31, x, v)
#define ND_500_DCR__NON_FATAL_ERR0__COLL_DOWNTREE_GRANT_TIMEOUT_width 1
#define ND_500_DCR__NON_FATAL_ERR0__COLL_DOWNTREE_GRANT_TIMEOUT_position 32
#define ND_500_DCR__NON_FATAL_ERR0__COLL_DOWNTREE_GRANT_TIMEOUT_get(x) _BGQ_GET(1, 32, x)
#define ND_500_DCR__NON_FATAL_ERR0__COLL_DOWNTREE_GRANT_TIMEOUT_set(v) _BGQ_SET(1, 32, v)
#define ND_500_DCR__NON_FATAL_ERR0__COLL_DOWNTREE_GRANT_TIMEOUT_insert(x, v) _BGQ_INSERT(1, 32, x, v)
#define ND_500_DCR__NON_FATAL_ERR0__COLL_NAN_GENERATED_width 1
#define ND_500_DCR__NON_FATAL_ERR0__COLL_NAN_GENERATED_position 33
#define ND_500_DCR__NON_FATAL_ERR0__COLL_NAN_GENERATED_get(x) _BGQ_GET(1, 33, x)
#define ND_500_DCR__NON_FATAL_ERR0__COLL_NAN_GENERATED_set(v) _BGQ_SET(1, 33, v)
#define ND_500_DCR__NON_FATAL_ERR0__COLL_NAN_GENERATED_insert(x, v) _BGQ_INSERT(1, 33, x, v)
#define ND_500_DCR__NON_FATAL_ERR0__COLL_OVERFLOW_width 1
#define ND_500_DCR__NON_FATAL_ERR0__COLL_OVERFLOW_position 34
#define ND_500_DCR__NON_FATAL_ERR0__COLL_OVERFLOW_get(x) _BGQ_GET(1, 34, x)
#define ND_500_DCR__NON_FATAL_ERR0__COLL_OVERFLOW_set(v) _BGQ_SET(1, 34, v)
#define ND_500_DCR__NON_FATAL_ERR0__COLL_OVERFLOW_insert(x, v) _BGQ_INSERT(1, 34, x, v)
#define ND_500_DCR__NON_FATAL_ERR0__COLL_HEADER_MISMATCH_width 1
#define ND_500_DCR__NON_FATAL_ERR0__COLL_HEADER_MISMATCH_position 35
#define ND_500_DCR__NON_FATAL_ERR0__COLL_HEADER_MISMATCH_get(x) _BGQ_GET(1, 35, x)
#define ND_500_DCR__NON_FATAL_ERR0__COLL_HEADER_MISMATCH_set(v) _BGQ_SET(1, 35, v)
#define ND_500_DCR__NON_FATAL_ERR0__COLL_HEADER_MISMATCH_insert(x, v) _BGQ_INSERT(1, 35, x, v)
#define ND_500_DCR__NON_FATAL_ERR0__RESERVED_width 28
#define ND_500_DCR__NON_FATAL_ERR0__RESERVED_position 63
#define ND_500_DCR__NON_FATAL_ERR0__RESERVED_get(x) _BGQ_GET(28, 63, x)
#define ND_500_DCR__NON_FATAL_ERR0__RESERVED_set(v) _BGQ_SET(28, 63, v)
#define ND_500_DCR__NON_FATAL_ERR0__RESERVED_insert(x, v) _BGQ_INSERT(28, 63, x, v)

#define ND_500_DCR__NON_FATAL_ERR1_offset 0x002A
#define ND_500_DCR__NON_FATAL_ERR1_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__NON_FATAL_ERR1__DCR_SLAVE_NON_CRIT_width 1
#define ND_500_DCR__NON_FATAL_ERR1__DCR_SLAVE_NON_CRIT_position 0
#define ND_500_DCR__NON_FATAL_ERR1__DCR_SLAVE_NON_CRIT_get(x) _BGQ_GET(1, 0, x)
#define ND_500_DCR__NON_FATAL_ERR1__DCR_SLAVE_NON_CRIT_set(v) _BGQ_SET(1, 0, v)
#define ND_500_DCR__NON_FATAL_ERR1__DCR_SLAVE_NON_CRIT_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define ND_500_DCR__NON_FATAL_ERR1__RESERVED_width 63
#define ND_500_DCR__NON_FATAL_ERR1__RESERVED_position 63
#define ND_500_DCR__NON_FATAL_ERR1__RESERVED_get(x) _BGQ_GET(63, 63, x)
#define ND_500_DCR__NON_FATAL_ERR1__RESERVED_set(v) _BGQ_SET(63, 63, v)
#define ND_500_DCR__NON_FATAL_ERR1__RESERVED_insert(x, v) _BGQ_INSERT(63, 63, x, v)

#define ND_500_DCR__BACKDOOR_CTRL_offset 0x002B
#define ND_500_DCR__BACKDOOR_CTRL_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__BACKDOOR_CTRL__EN_width 2
#define ND_500_DCR__BACKDOOR_CTRL__EN_position 1
#define ND_500_DCR__BACKDOOR_CTRL__EN_get(x) _BGQ_GET(2, 1, x)
#define ND_500_DCR__BACKDOOR_CTRL__EN_set(v) _BGQ_SET(2, 1, v)
#define ND_500_DCR__BACKDOOR_CTRL__EN_insert(x, v) _BGQ_INSERT(2, 1, x, v)
#define ND_500_DCR__BACKDOOR_CTRL__WRITE_width 1
#define ND_500_DCR__BACKDOOR_CTRL__WRITE_position 2
#define ND_500_DCR__BACKDOOR_CTRL__WRITE_get(x) _BGQ_GET(1, 2, x)
#define ND_500_DCR__BACKDOOR_CTRL__WRITE_set(v) _BGQ_SET(1, 2, v)
#define ND_500_DCR__BACKDOOR_CTRL__WRITE_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define ND_500_DCR__BACKDOOR_CTRL__READ_width 1
#define ND_500_DCR__BACKDOOR_CTRL__READ_position 3
#define ND_500_DCR__BACKDOOR_CTRL__READ_get(x) _BGQ_GET(1, 3, x)
#define ND_500_DCR__BACKDOOR_CTRL__READ_set(v) _BGQ_SET(1, 3, v)
#define ND_500_DCR__BACKDOOR_CTRL__READ_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define ND_500_DCR__BACKDOOR_CTRL__ARRAY_SEL_width 5
#define ND_500_DCR__BACKDOOR_CTRL__ARRAY_SEL_position 11
#define ND_500_DCR__BACKDOOR_CTRL__ARRAY_SEL_get(x) _BGQ_GET(5, 11, x)
#define ND_500_DCR__BACKDOOR_CTRL__ARRAY_SEL_set(v) _BGQ_SET(5, 11, v)
#define ND_500_DCR__BACKDOOR_CTRL__ARRAY_SEL_insert(x, v) _BGQ_INSERT(5, 11, x, v)
#define ND_500_DCR__BACKDOOR_CTRL__ADDRESS_width 10
#define ND_500_DCR__BACKDOOR_CTRL__ADDRESS_position 23
#define ND_500_DCR__BACKDOOR_CTRL__ADDRESS_get(x) _BGQ_GET(10, 23, x)
#define ND_500_DCR__BACKDOOR_CTRL__ADDRESS_set(v) _BGQ_SET(10, 23, v)
#define ND_500_DCR__BACKDOOR_CTRL__ADDRESS_insert(x, v) _BGQ_INSERT(10, 23, x, v)

#define ND_500_DCR__BACKDOOR_WR_offset 0x002C
#define ND_500_DCR__BACKDOOR_WR_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__BACKDOOR_WR__ECC_width 7
#define ND_500_DCR__BACKDOOR_WR__ECC_position 31
#define ND_500_DCR__BACKDOOR_WR__ECC_get(x) _BGQ_GET(7, 31, x)
#define ND_500_DCR__BACKDOOR_WR__ECC_set(v) _BGQ_SET(7, 31, v)
#define ND_500_DCR__BACKDOOR_WR__ECC_insert(x, v) _BGQ_INSERT(7, 31, x, v)
#define ND_500_DCR__BACKDOOR_WR__DATA_width 32
#define ND_500_DCR__BACKDOOR_WR__DATA_position 63
#define ND_500_DCR__BACKDOOR_WR__DATA_get(x) _BGQ_GET(32, 63, x)
#define ND_500_DCR__BACKDOOR_WR__DATA_set(v) _BGQ_SET(32, 63, v)
#define ND_500_DCR__BACKDOOR_WR__DATA_insert(x, v) _BGQ_INSERT(32, 63, x, v)

#define ND_500_DCR__BACKDOOR_RD_DATA_offset 0x002E
#define ND_500_DCR__BACKDOOR_RD_DATA_range 0x2
#define ND_500_DCR__BACKDOOR_RD_DATA_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__BACKDOOR_RD_DATA__VALUE_width 64
#define ND_500_DCR__BACKDOOR_RD_DATA__VALUE_position 63
#define ND_500_DCR__BACKDOOR_RD_DATA__VALUE_get(x) _BGQ_GET(64, 63, x)
#define ND_500_DCR__BACKDOOR_RD_DATA__VALUE_set(v) _BGQ_SET(64, 63, v)
#define ND_500_DCR__BACKDOOR_RD_DATA__VALUE_insert(x, v) _BGQ_INSERT(64, 63, x, v)

#define ND_500_DCR__BACKDOOR_RD_ECC_offset 0x0030
#define ND_500_DCR__BACKDOOR_RD_ECC_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__BACKDOOR_RD_ECC__VALUE_width 16
#define ND_500_DCR__BACKDOOR_RD_ECC__VALUE_position 63
#define ND_500_DCR__BACKDOOR_RD_ECC__VALUE_get(x) _BGQ_GET(16, 63, x)
#define ND_500_DCR__BACKDOOR_RD_ECC__VALUE_set(v) _BGQ_SET(16, 63, v)
#define ND_500_DCR__BACKDOOR_RD_ECC__VALUE_insert(x, v) _BGQ_INSERT(16, 63, x, v)

#define ND_500_DCR__STAT0_offset 0x0031
#define ND_500_DCR__STAT0_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__STAT0__INJ_T0_ARB_STATE_width 4
#define ND_500_DCR__STAT0__INJ_T0_ARB_STATE_position 3
#define ND_500_DCR__STAT0__INJ_T0_ARB_STATE_get(x) _BGQ_GET(4, 3, x)
#define ND_500_DCR__STAT0__INJ_T0_ARB_STATE_set(v) _BGQ_SET(4, 3, v)
#define ND_500_DCR__STAT0__INJ_T0_ARB_STATE_insert(x, v) _BGQ_INSERT(4, 3, x, v)
#define ND_500_DCR__STAT0__INJ_T1_ARB_STATE_width 4
#define ND_500_DCR__STAT0__INJ_T1_ARB_STATE_position 7
#define ND_500_DCR__STAT0__INJ_T1_ARB_STATE_get(x) _BGQ_GET(4, 7, x)
#define ND_500_DCR__STAT0__INJ_T1_ARB_STATE_set(v) _BGQ_SET(4, 7, v)
#define ND_500_DCR__STAT0__INJ_T1_ARB_STATE_insert(x, v) _BGQ_INSERT(4, 7, x, v)
#define ND_500_DCR__STAT0__INJ_T2_ARB_STATE_width 4
#define ND_500_DCR__STAT0__INJ_T2_ARB_STATE_position 11
#define ND_500_DCR__STAT0__INJ_T2_ARB_STATE_get(x) _BGQ_GET(4, 11, x)
#define ND_500_DCR__STAT0__INJ_T2_ARB_STATE_set(v) _BGQ_SET(4, 11, v)
#define ND_500_DCR__STAT0__INJ_T2_ARB_STATE_insert(x, v) _BGQ_INSERT(4, 11, x, v)
#define ND_500_DCR__STAT0__INJ_T3_ARB_STATE_width 4
#define ND_500_DCR__STAT0__INJ_T3_ARB_STATE_position 15
#define ND_500_DCR__STAT0__INJ_T3_ARB_STATE_get(x) _BGQ_GET(4, 15, x)
#define ND_500_DCR__STAT0__INJ_T3_ARB_STATE_set(v) _BGQ_SET(4, 15, v)
#define ND_500_DCR__STAT0__INJ_T3_ARB_STATE_insert(x, v) _BGQ_INSERT(4, 15, x, v)
#define ND_500_DCR__STAT0__INJ_T4_ARB_STATE_width 4
#define ND_500_DCR__STAT0__INJ_T4_ARB_STATE_position 19
#define ND_500_DCR__STAT0__INJ_T4_ARB_STATE_get(x) _BGQ_GET(4, 19, x)
#define ND_500_DCR__STAT0__INJ_T4_ARB_STATE_set(v) _BGQ_SET(4, 19, v)
#define ND_500_DCR__STAT0__INJ_T4_ARB_STATE_insert(x, v) _BGQ_INSERT(4, 19, x, v)
#define ND_500_DCR__STAT0__INJ_T5_ARB_STATE_width 4
#define ND_500_DCR__STAT0__INJ_T5_ARB_STATE_position 23
#define ND_500_DCR__STAT0__INJ_T5_ARB_STATE_get(x) _BGQ_GET(4, 23, x)
#define ND_500_DCR__STAT0__INJ_T5_ARB_STATE_set(v) _BGQ_SET(4, 23, v)
#define ND_500_DCR__STAT0__INJ_T5_ARB_STATE_insert(x, v) _BGQ_INSERT(4, 23, x, v)
#define ND_500_DCR__STAT0__INJ_T6_ARB_STATE_width 4
#define ND_500_DCR__STAT0__INJ_T6_ARB_STATE_position 27
#define ND_500_DCR__STAT0__INJ_T6_ARB_STATE_get(x) _BGQ_GET(4, 27, x)
#define ND_500_DCR__STAT0__INJ_T6_ARB_STATE_set(v) _BGQ_SET(4, 27, v)
#define ND_500_DCR__STAT0__INJ_T6_ARB_STATE_insert(x, v) _BGQ_INSERT(4, 27, x, v)
#define ND_500_DCR__STAT0__INJ_T7_ARB_STATE_width 4
#define ND_500_DCR__STAT0__INJ_T7_ARB_STATE_position 31
#define ND_500_DCR__STAT0__INJ_T7_ARB_STATE_get(x) _BGQ_GET(4, 31, x)
#define ND_500_DCR__STAT0__INJ_T7_ARB_STATE_set(v) _BGQ_SET(4, 31, v)
#define ND_500_DCR__STAT0__INJ_T7_ARB_STATE_insert(x, v) _BGQ_INSERT(4, 31, x, v)
#define ND_500_DCR__STAT0__INJ_T8_ARB_STATE_width 4
#define ND_500_DCR__STAT0__INJ_T8_ARB_STATE_position 35
#define ND_500_DCR__STAT0__INJ_T8_ARB_STATE_get(x) _BGQ_GET(4, 35, x)
#define ND_500_DCR__STAT0__INJ_T8_ARB_STATE_set(v) _BGQ_SET(4, 35, v)
#define ND_500_DCR__STAT0__INJ_T8_ARB_STATE_insert(x, v) _BGQ_INSERT(4, 35, x, v)
#define ND_500_DCR__STAT0__INJ_T9_ARB_STATE_width 4
#define ND_500_DCR__STAT0__INJ_T9_ARB_STATE_position 39
#define ND_500_DCR__STAT0__INJ_T9_ARB_STATE_get(x) _BGQ_GET(4, 39, x)
#define ND_500_DCR__STAT0__INJ_T9_ARB_STATE_set(v) _BGQ_SET(4, 39, v)
#define ND_500_DCR__STAT0__INJ_T9_ARB_STATE_insert(x, v) _BGQ_INSERT(4, 39, x, v)
#define ND_500_DCR__STAT0__INJ_HP_ARB_STATE_width 4
#define ND_500_DCR__STAT0__INJ_HP_ARB_STATE_position 43
#define ND_500_DCR__STAT0__INJ_HP_ARB_STATE_get(x) _BGQ_GET(4, 43, x)
#define ND_500_DCR__STAT0__INJ_HP_ARB_STATE_set(v) _BGQ_SET(4, 43, v)
#define ND_500_DCR__STAT0__INJ_HP_ARB_STATE_insert(x, v) _BGQ_INSERT(4, 43, x, v)
#define ND_500_DCR__STAT0__INJ_IO_ARB_STATE_width 4
#define ND_500_DCR__STAT0__INJ_IO_ARB_STATE_position 47
#define ND_500_DCR__STAT0__INJ_IO_ARB_STATE_get(x) _BGQ_GET(4, 47, x)
#define ND_500_DCR__STAT0__INJ_IO_ARB_STATE_set(v) _BGQ_SET(4, 47, v)
#define ND_500_DCR__STAT0__INJ_IO_ARB_STATE_insert(x, v) _BGQ_INSERT(4, 47, x, v)
#define ND_500_DCR__STAT0__RESERVED_width 16
#define ND_500_DCR__STAT0__RESERVED_position 63
#define ND_500_DCR__STAT0__RESERVED_get(x) _BGQ_GET(16, 63, x)
#define ND_500_DCR__STAT0__RESERVED_set(v) _BGQ_SET(16, 63, v)
#define ND_500_DCR__STAT0__RESERVED_insert(x, v) _BGQ_INSERT(16, 63, x, v)

#define ND_500_DCR__STAT1_offset 0x0032
#define ND_500_DCR__STAT1_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__STAT1__RCP_T0_ND_STATE_width 3
#define ND_500_DCR__STAT1__RCP_T0_ND_STATE_position 2
#define ND_500_DCR__STAT1__RCP_T0_ND_STATE_get(x) _BGQ_GET(3, 2, x)
#define ND_500_DCR__STAT1__RCP_T0_ND_STATE_set(v) _BGQ_SET(3, 2, v)
#define ND_500_DCR__STAT1__RCP_T0_ND_STATE_insert(x, v) _BGQ_INSERT(3, 2, x, v)
#define ND_500_DCR__STAT1__RCP_T1_ND_STATE_width 3
#define ND_500_DCR__STAT1__RCP_T1_ND_STATE_position 5
#define ND_500_DCR__STAT1__RCP_T1_ND_STATE_get(x) _BGQ_GET(3, 5, x)
#define ND_500_DCR__STAT1__RCP_T1_ND_STATE_set(v) _BGQ_SET(3, 5, v)
#define ND_500_DCR__STAT1__RCP_T1_ND_STATE_insert(x, v) _BGQ_INSERT(3, 5, x, v)
#define ND_500_DCR__STAT1__RCP_T2_ND_STATE_width 3
#define ND_500_DCR__STAT1__RCP_T2_ND_STATE_position 8
#define ND_500_DCR__STAT1__RCP_T2_ND_STATE_get(x) _BGQ_GET(3, 8, x)
#define ND_500_DCR__STAT1__RCP_T2_ND_STATE_set(v) _BGQ_SET(3, 8, v)
#define ND_500_DCR__STAT1__RCP_T2_ND_STATE_insert(x, v) _BGQ_INSERT(3, 8, x, v)
#define ND_500_DCR__STAT1__RCP_T3_ND_STATE_width 3
#define ND_500_DCR__STAT1__RCP_T3_ND_STATE_position 11
#define ND_500_DCR__STAT1__RCP_T3_ND_STATE_get(x) _BGQ_GET(3, 11, x)
#define ND_500_DCR__STAT1__RCP_T3_ND_STATE_set(v) _BGQ_SET(3, 11, v)
#define ND_500_DCR__STAT1__RCP_T3_ND_STATE_insert(x, v) _BGQ_INSERT(3, 11, x, v)
#define ND_500_DCR__STAT1__RCP_T4_ND_STATE_width 3
#define ND_500_DCR__STAT1__RCP_T4_ND_STATE_position 14
#define ND_500_DCR__STAT1__RCP_T4_ND_STATE_get(x) _BGQ_GET(3, 14, x)
#define ND_500_DCR__STAT1__RCP_T4_ND_STATE_set(v) _BGQ_SET(3, 14, v)
#define ND_500_DCR__STAT1__RCP_T4_ND_STATE_insert(x, v) _BGQ_INSERT(3, 14, x, v)
#define ND_500_DCR__STAT1__RCP_T5_ND_STATE_width 3
#define ND_500_DCR__STAT1__RCP_T5_ND_STATE_position 17
#define ND_500_DCR__STAT1__RCP_T5_ND_STATE_get(x) _BGQ_GET(3, 17, x)
#define ND_500_DCR__STAT1__RCP_T5_ND_STATE_set(v) _BGQ_SET(3, 17, v)
#define ND_500_DCR__STAT1__RCP_T5_ND_STATE_insert(x, v) _BGQ_INSERT(3, 17, x, v)
#define ND_500_DCR__STAT1__RCP_T6_ND_STATE_width 3
#define ND_500_DCR__STAT1__RCP_T6_ND_STATE_position 20
#define ND_500_DCR__STAT1__RCP_T6_ND_STATE_get(x) _BGQ_GET(3, 20, x)
#define ND_500_DCR__STAT1__RCP_T6_ND_STATE_set(v) _BGQ_SET(3, 20, v)
#define ND_500_DCR__STAT1__RCP_T6_ND_STATE_insert(x, v) _BGQ_INSERT(3, 20, x, v)
#define ND_500_DCR__STAT1__RCP_T7_ND_STATE_width 3
#define ND_500_DCR__STAT1__RCP_T7_ND_STATE_position 23
#define ND_500_DCR__STAT1__RCP_T7_ND_STATE_get(x) _BGQ_GET(3, 23, x)
#define ND_500_DCR__STAT1__RCP_T7_ND_STATE_set(v) _BGQ_SET(3, 23, v)
#define ND_500_DCR__STAT1__RCP_T7_ND_STATE_insert(x, v) _BGQ_INSERT(3, 23, x, v)
#define ND_500_DCR__STAT1__RCP_T8_ND_STATE_width 3
#define ND_500_DCR__STAT1__RCP_T8_ND_STATE_position 26
#define ND_500_DCR__STAT1__RCP_T8_ND_STATE_get(x) _BGQ_GET(3, 26, x)
#define ND_500_DCR__STAT1__RCP_T8_ND_STATE_set(v) _BGQ_SET(3, 26, v)
#define ND_500_DCR__STAT1__RCP_T8_ND_STATE_insert(x, v) _BGQ_INSERT(3, 26, x, v)
#define ND_500_DCR__STAT1__RCP_T9_ND_STATE_width 3
#define ND_500_DCR__STAT1__RCP_T9_ND_STATE_position 29
#define ND_500_DCR__STAT1__RCP_T9_ND_STATE_get(x) _BGQ_GET(3, 29, x)
#define ND_500_DCR__STAT1__RCP_T9_ND_STATE_set(v) _BGQ_SET(3, 29, v)
#define ND_500_DCR__STAT1__RCP_T9_ND_STATE_insert(x, v) _BGQ_INSERT(3, 29, x, v)
#define ND_500_DCR__STAT1__RCP_L0_ND_STATE_width 3
#define ND_500_DCR__STAT1__RCP_L0_ND_STATE_position 32
#define ND_500_DCR__STAT1__RCP_L0_ND_STATE_get(x) _BGQ_GET(3, 32, x)
#define ND_500_DCR__STAT1__RCP_L0_ND_STATE_set(v) _BGQ_SET(3, 32, v)
#define ND_500_DCR__STAT1__RCP_L0_ND_STATE_insert(x, v) _BGQ_INSERT(3, 32, x, v)
#define ND_500_DCR__STAT1__RCP_L1_ND_STATE_width 3
#define ND_500_DCR__STAT1__RCP_L1_ND_STATE_position 35
#define ND_500_DCR__STAT1__RCP_L1_ND_STATE_get(x) _BGQ_GET(3, 35, x)
#define ND_500_DCR__STAT1__RCP_L1_ND_STATE_set(v) _BGQ_SET(3, 35, v)
#define ND_500_DCR__STAT1__RCP_L1_ND_STATE_insert(x, v) _BGQ_INSERT(3, 35, x, v)
#define ND_500_DCR__STAT1__RCP_HP_ND_STATE_width 3
#define ND_500_DCR__STAT1__RCP_HP_ND_STATE_position 38
#define ND_500_DCR__STAT1__RCP_HP_ND_STATE_get(x) _BGQ_GET(3, 38, x)
#define ND_500_DCR__STAT1__RCP_HP_ND_STATE_set(v) _BGQ_SET(3, 38, v)
#define ND_500_DCR__STAT1__RCP_HP_ND_STATE_insert(x, v) _BGQ_INSERT(3, 38, x, v)
#define ND_500_DCR__STAT1__RCP_IO_ND_STATE_width 3
#define ND_500_DCR__STAT1__RCP_IO_ND_STATE_position 41
#define ND_500_DCR__STAT1__RCP_IO_ND_STATE_get(x) _BGQ_GET(3, 41, x)
#define ND_500_DCR__STAT1__RCP_IO_ND_STATE_set(v) _BGQ_SET(3, 41, v)
#define ND_500_DCR__STAT1__RCP_IO_ND_STATE_insert(x, v) _BGQ_INSERT(3, 41, x, v)
#define ND_500_DCR__STAT1__RCP_C0_ND_STATE_width 3
#define ND_500_DCR__STAT1__RCP_C0_ND_STATE_position 44
#define ND_500_DCR__STAT1__RCP_C0_ND_STATE_get(x) _BGQ_GET(3, 44, x)
#define ND_500_DCR__STAT1__RCP_C0_ND_STATE_set(v) _BGQ_SET(3, 44, v)
#define ND_500_DCR__STAT1__RCP_C0_ND_STATE_insert(x, v) _BGQ_INSERT(3, 44, x, v)
#define ND_500_DCR__STAT1__RCP_C1_ND_STATE_width 3
#define ND_500_DCR__STAT1__RCP_C1_ND_STATE_position 47
#define ND_500_DCR__STAT1__RCP_C1_ND_STATE_get(x) _BGQ_GET(3, 47, x)
#define ND_500_DCR__STAT1__RCP_C1_ND_STATE_set(v) _BGQ_SET(3, 47, v)
#define ND_500_DCR__STAT1__RCP_C1_ND_STATE_insert(x, v) _BGQ_INSERT(3, 47, x, v)
#define ND_500_DCR__STAT1__COLL_UP_ARB_STATE_width 6
#define ND_500_DCR__STAT1__COLL_UP_ARB_STATE_position 53
#define ND_500_DCR__STAT1__COLL_UP_ARB_STATE_get(x) _BGQ_GET(6, 53, x)
#define ND_500_DCR__STAT1__COLL_UP_ARB_STATE_set(v) _BGQ_SET(6, 53, v)
#define ND_500_DCR__STAT1__COLL_UP_ARB_STATE_insert(x, v) _BGQ_INSERT(6, 53, x, v)
#define ND_500_DCR__STAT1__COLL_DOWN_ARB_STATE_width 6
#define ND_500_DCR__STAT1__COLL_DOWN_ARB_STATE_position 59
#define ND_500_DCR__STAT1__COLL_DOWN_ARB_STATE_get(x) _BGQ_GET(6, 59, x)
#define ND_500_DCR__STAT1__COLL_DOWN_ARB_STATE_set(v) _BGQ_SET(6, 59, v)
#define ND_500_DCR__STAT1__COLL_DOWN_ARB_STATE_insert(x, v) _BGQ_INSERT(6, 59, x, v)
#define ND_500_DCR__STAT1__RESERVED_width 4
#define ND_500_DCR__STAT1__RESERVED_position 63
#define ND_500_DCR__STAT1__RESERVED_get(x) _BGQ_GET(4, 63, x)
#define ND_500_DCR__STAT1__RESERVED_set(v) _BGQ_SET(4, 63, v)
#define ND_500_DCR__STAT1__RESERVED_insert(x, v) _BGQ_INSERT(4, 63, x, v)

#define ND_500_DCR__STAT2_offset 0x0033
#define ND_500_DCR__STAT2_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__STAT2__INJ_T0_ND_STATE_width 5
#define ND_500_DCR__STAT2__INJ_T0_ND_STATE_position 4
#define ND_500_DCR__STAT2__INJ_T0_ND_STATE_get(x) _BGQ_GET(5, 4, x)
#define ND_500_DCR__STAT2__INJ_T0_ND_STATE_set(v) _BGQ_SET(5, 4, v)
#define ND_500_DCR__STAT2__INJ_T0_ND_STATE_insert(x, v) _BGQ_INSERT(5, 4, x, v)
#define ND_500_DCR__STAT2__INJ_T1_ND_STATE_width 5
#define ND_500_DCR__STAT2__INJ_T1_ND_STATE_position 9
#define ND_500_DCR__STAT2__INJ_T1_ND_STATE_get(x) _BGQ_GET(5, 9, x)
#define ND_500_DCR__STAT2__INJ_T1_ND_STATE_set(v) _BGQ_SET(5, 9, v)
#define ND_500_DCR__STAT2__INJ_T1_ND_STATE_insert(x, v) _BGQ_INSERT(5, 9, x, v)
#define ND_500_DCR__STAT2__INJ_T2_ND_STATE_width 5
#define ND_500_DCR__STAT2__INJ_T2_ND_STATE_position 14
#define ND_500_DCR__STAT2__INJ_T2_ND_STATE_get(x) _BGQ_GET(5, 14, x)
#define ND_500_DCR__STAT2__INJ_T2_ND_STATE_set(v) _BGQ_SET(5, 14, v)
#define ND_500_DCR__STAT2__INJ_T2_ND_STATE_insert(x, v) _BGQ_INSERT(5, 14, x, v)
#define ND_500_DCR__STAT2__INJ_T3_ND_STATE_width 5
#define ND_500_DCR__STAT2__INJ_T3_ND_STATE_position 19
#define ND_500_DCR__STAT2__INJ_T3_ND_STATE_get(x) _BGQ_GET(5, 19, x)
#define ND_500_DCR__STAT2__INJ_T3_ND_STATE_set(v) _BGQ_SET(5, 19, v)
#define ND_500_DCR__STAT2__INJ_T3_ND_STATE_insert(x, v) _BGQ_INSERT(5, 19, x, v)
#define ND_500_DCR__STAT2__INJ_T4_ND_STATE_width 5
#define ND_500_DCR__STAT2__INJ_T4_ND_STATE_position 24
#define ND_500_DCR__STAT2__INJ_T4_ND_STATE_get(x) _BGQ_GET(5, 24, x)
#define ND_500_DCR__STAT2__INJ_T4_ND_STATE_set(v) _BGQ_SET(5, 24, v)
#define ND_500_DCR__STAT2__INJ_T4_ND_STATE_insert(x, v) _BGQ_INSERT(5, 24, x, v)
#define ND_500_DCR__STAT2__INJ_T5_ND_STATE_width 5
#define ND_500_DCR__STAT2__INJ_T5_ND_STATE_position 29
#define ND_500_DCR__STAT2__INJ_T5_ND_STATE_get(x) _BGQ_GET(5, 29, x)
#define ND_500_DCR__STAT2__INJ_T5_ND_STATE_set(v) _BGQ_SET(5, 29, v)
#define ND_500_DCR__STAT2__INJ_T5_ND_STATE_insert(x, v) _BGQ_INSERT(5, 29, x, v)
#define ND_500_DCR__STAT2__INJ_T6_ND_STATE_width 5
#define ND_500_DCR__STAT2__INJ_T6_ND_STATE_position 34
#define ND_500_DCR__STAT2__INJ_T6_ND_STATE_get(x) _BGQ_GET(5, 34, x)
#define ND_500_DCR__STAT2__INJ_T6_ND_STATE_set(v) _BGQ_SET(5, 34, v)
#define ND_500_DCR__STAT2__INJ_T6_ND_STATE_insert(x, v) _BGQ_INSERT(5, 34, x, v)
#define ND_500_DCR__STAT2__INJ_T7_ND_STATE_width 5
#define ND_500_DCR__STAT2__INJ_T7_ND_STATE_position 39
#define ND_500_DCR__STAT2__INJ_T7_ND_STATE_get(x) _BGQ_GET(5, 39, x)
#define ND_500_DCR__STAT2__INJ_T7_ND_STATE_set(v) _BGQ_SET(5, 39, v)
#define ND_500_DCR__STAT2__INJ_T7_ND_STATE_insert(x, v) _BGQ_INSERT(5, 39, x, v)
#define ND_500_DCR__STAT2__INJ_T8_ND_STATE_width 5
#define ND_500_DCR__STAT2__INJ_T8_ND_STATE_position 44
#define ND_500_DCR__STAT2__INJ_T8_ND_STATE_get(x) _BGQ_GET(5, 44, x)
#define ND_500_DCR__STAT2__INJ_T8_ND_STATE_set(v) _BGQ_SET(5, 44, v)
#define ND_500_DCR__STAT2__INJ_T8_ND_STATE_insert(x, v) _BGQ_INSERT(5, 44, x, v)
#define ND_500_DCR__STAT2__INJ_T9_ND_STATE_width 5
#define ND_500_DCR__STAT2__INJ_T9_ND_STATE_position 49
#define ND_500_DCR__STAT2__INJ_T9_ND_STATE_get(x) _BGQ_GET(5, 49, x)
#define ND_500_DCR__STAT2__INJ_T9_ND_STATE_set(v) _BGQ_SET(5, 49, v)
#define ND_500_DCR__STAT2__INJ_T9_ND_STATE_insert(x, v) _BGQ_INSERT(5, 49, x, v)
#define ND_500_DCR__STAT2__INJ_L0_ND_STATE_width 5
#define ND_500_DCR__STAT2__INJ_L0_ND_STATE_position 54
#define ND_500_DCR__STAT2__INJ_L0_ND_STATE_get(x) _BGQ_GET(5, 54, x)
#define ND_500_DCR__STAT2__INJ_L0_ND_STATE_set(v) _BGQ_SET(5, 54, v)
#define ND_500_DCR__STAT2__INJ_L0_ND_STATE_insert(x, v) _BGQ_INSERT(5, 54, x, v)
#define ND_500_DCR__STAT2__INJ_L1_ND_STATE_width 5
#define ND_500_DCR__STAT2__INJ_L1_ND_STATE_position 59
#define ND_500_DCR__STAT2__INJ_L1_ND_STATE_get(x) _BGQ_GET(5, 59, x)
#define ND_500_DCR__STAT2__INJ_L1_ND_STATE_set(v) _BGQ_SET(5, 59, v)
#define ND_500_DCR__STAT2__INJ_L1_ND_STATE_insert(x, v) _BGQ_INSERT(5, 59, x, v)
#define ND_500_DCR__STAT2__RESERVED_width 4
#define ND_500_DCR__STAT2__RESERVED_position 63
#define ND_500_DCR__STAT2__RESERVED_get(x) _BGQ_GET(4, 63, x)
#define ND_500_DCR__STAT2__RESERVED_set(v) _BGQ_SET(4, 63, v)
#define ND_500_DCR__STAT2__RESERVED_insert(x, v) _BGQ_INSERT(4, 63, x, v)

#define ND_500_DCR__STAT3_offset 0x0034
#define ND_500_DCR__STAT3_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__STAT3__INJ_HP_ND_STATE_width 5
#define ND_500_DCR__STAT3__INJ_HP_ND_STATE_position 4
#define ND_500_DCR__STAT3__INJ_HP_ND_STATE_get(x) _BGQ_GET(5, 4, x)
#define ND_500_DCR__STAT3__INJ_HP_ND_STATE_set(v) _BGQ_SET(5, 4, v)
#define ND_500_DCR__STAT3__INJ_HP_ND_STATE_insert(x, v) _BGQ_INSERT(5, 4, x, v)
#define ND_500_DCR__STAT3__INJ_IO_ND_STATE_width 5
#define ND_500_DCR__STAT3__INJ_IO_ND_STATE_position 9
#define ND_500_DCR__STAT3__INJ_IO_ND_STATE_get(x) _BGQ_GET(5, 9, x)
#define ND_500_DCR__STAT3__INJ_IO_ND_STATE_set(v) _BGQ_SET(5, 9, v)
#define ND_500_DCR__STAT3__INJ_IO_ND_STATE_insert(x, v) _BGQ_INSERT(5, 9, x, v)
#define ND_500_DCR__STAT3__INJ_C0_ND_STATE_width 5
#define ND_500_DCR__STAT3__INJ_C0_ND_STATE_position 14
#define ND_500_DCR__STAT3__INJ_C0_ND_STATE_get(x) _BGQ_GET(5, 14, x)
#define ND_500_DCR__STAT3__INJ_C0_ND_STATE_set(v) _BGQ_SET(5, 14, v)
#define ND_500_DCR__STAT3__INJ_C0_ND_STATE_insert(x, v) _BGQ_INSERT(5, 14, x, v)
#define ND_500_DCR__STAT3__INJ_C1_ND_STATE_width 5
#define ND_500_DCR__STAT3__INJ_C1_ND_STATE_position 19
#define ND_500_DCR__STAT3__INJ_C1_ND_STATE_get(x) _BGQ_GET(5, 19, x)
#define ND_500_DCR__STAT3__INJ_C1_ND_STATE_set(v) _BGQ_SET(5, 19, v)
#define ND_500_DCR__STAT3__INJ_C1_ND_STATE_insert(x, v) _BGQ_INSERT(5, 19, x, v)
#define ND_500_DCR__STAT3__RESERVED_width 44
#define ND_500_DCR__STAT3__RESERVED_position 63
#define ND_500_DCR__STAT3__RESERVED_get(x) _BGQ_GET(44, 63, x)
#define ND_500_DCR__STAT3__RESERVED_set(v) _BGQ_SET(44, 63, v)
#define ND_500_DCR__STAT3__RESERVED_insert(x, v) _BGQ_INSERT(44, 63, x, v)

#define ND_500_DCR__STAT4_offset 0x0035
#define ND_500_DCR__STAT4_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__STAT4__INJ_T0_HDRCHK_ERR_VEC_width 16
#define ND_500_DCR__STAT4__INJ_T0_HDRCHK_ERR_VEC_position 15
#define ND_500_DCR__STAT4__INJ_T0_HDRCHK_ERR_VEC_get(x) _BGQ_GET(16, 15, x)
#define ND_500_DCR__STAT4__INJ_T0_HDRCHK_ERR_VEC_set(v) _BGQ_SET(16, 15, v)
#define ND_500_DCR__STAT4__INJ_T0_HDRCHK_ERR_VEC_insert(x, v) _BGQ_INSERT(16, 15, x, v)
#define ND_500_DCR__STAT4__INJ_T1_HDRCHK_ERR_VEC_width 16
#define ND_500_DCR__STAT4__INJ_T1_HDRCHK_ERR_VEC_position 31
#define ND_500_DCR__STAT4__INJ_T1_HDRCHK_ERR_VEC_get(x) _BGQ_GET(16, 31, x)
#define ND_500_DCR__STAT4__INJ_T1_HDRCHK_ERR_VEC_set(v) _BGQ_SET(16, 31, v)
#define ND_500_DCR__STAT4__INJ_T1_HDRCHK_ERR_VEC_insert(x, v) _BGQ_INSERT(16, 31, x, v)
#define ND_500_DCR__STAT4__INJ_T2_HDRCHK_ERR_VEC_width 16
#define ND_500_DCR__STAT4__INJ_T2_HDRCHK_ERR_VEC_position 47
#define ND_500_DCR__STAT4__INJ_T2_HDRCHK_ERR_VEC_get(x) _BGQ_GET(16, 47, x)
#define ND_500_DCR__STAT4__INJ_T2_HDRCHK_ERR_VEC_set(v) _BGQ_SET(16, 47, v)
#define ND_500_DCR__STAT4__INJ_T2_HDRCHK_ERR_VEC_insert(x, v) _BGQ_INSERT(16, 47, x, v)
#define ND_500_DCR__STAT4__INJ_T3_HDRCHK_ERR_VEC_width 16
#define ND_500_DCR__STAT4__INJ_T3_HDRCHK_ERR_VEC_position 63
#define ND_500_DCR__STAT4__INJ_T3_HDRCHK_ERR_VEC_get(x) _BGQ_GET(16, 63, x)
#define ND_500_DCR__STAT4__INJ_T3_HDRCHK_ERR_VEC_set(v) _BGQ_SET(16, 63, v)
#define ND_500_DCR__STAT4__INJ_T3_HDRCHK_ERR_VEC_insert(x, v) _BGQ_INSERT(16, 63, x, v)

#define ND_500_DCR__STAT5_offset 0x0036
#define ND_500_DCR__STAT5_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__STAT5__INJ_T4_HDRCHK_ERR_VEC_width 16
#define ND_500_DCR__STAT5__INJ_T4_HDRCHK_ERR_VEC_position 15
#define ND_500_DCR__STAT5__INJ_T4_HDRCHK_ERR_VEC_get(x) _BGQ_GET(16, 15, x)
#define ND_500_DCR__STAT5__INJ_T4_HDRCHK_ERR_VEC_set(v) _BGQ_SET(16, 15, v)
#define ND_500_DCR__STAT5__INJ_T4_HDRCHK_ERR_VEC_insert(x, v) _BGQ_INSERT(16, 15, x, v)
#define ND_500_DCR__STAT5__INJ_T5_HDRCHK_ERR_VEC_width 16
#define ND_500_DCR__STAT5__INJ_T5_HDRCHK_ERR_VEC_position 31
#define ND_500_DCR__STAT5__INJ_T5_HDRCHK_ERR_VEC_get(x) _BGQ_GET(16, 31, x)
#define ND_500_DCR__STAT5__INJ_T5_HDRCHK_ERR_VEC_set(v) _BGQ_SET(16, 31, v)
#define ND_500_DCR__STAT5__INJ_T5_HDRCHK_ERR_VEC_insert(x, v) _BGQ_INSERT(16, 31, x, v)
#define ND_500_DCR__STAT5__INJ_T6_HDRCHK_ERR_VEC_width 16
#define ND_500_DCR__STAT5__INJ_T6_HDRCHK_ERR_VEC_position 47
#define ND_500_DCR__STAT5__INJ_T6_HDRCHK_ERR_VEC_get(x) _BGQ_GET(16, 47, x)
#define ND_500_DCR__STAT5__INJ_T6_HDRCHK_ERR_VEC_set(v) _BGQ_SET(16, 47, v)
#define ND_500_DCR__STAT5__INJ_T6_HDRCHK_ERR_VEC_insert(x, v) _BGQ_INSERT(16, 47, x, v)
#define ND_500_DCR__STAT5__INJ_T7_HDRCHK_ERR_VEC_width 16
#define ND_500_DCR__STAT5__INJ_T7_HDRCHK_ERR_VEC_position 63
#define ND_500_DCR__STAT5__INJ_T7_HDRCHK_ERR_VEC_get(x) _BGQ_GET(16, 63, x)
#define ND_500_DCR__STAT5__INJ_T7_HDRCHK_ERR_VEC_set(v) _BGQ_SET(16, 63, v)
#define ND_500_DCR__STAT5__INJ_T7_HDRCHK_ERR_VEC_insert(x, v) _BGQ_INSERT(16, 63, x, v)

#define ND_500_DCR__STAT6_offset 0x0037
#define ND_500_DCR__STAT6_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__STAT6__INJ_T8_HDRCHK_ERR_VEC_width 16
#define ND_500_DCR__STAT6__INJ_T8_HDRCHK_ERR_VEC_position 15
#define ND_500_DCR__STAT6__INJ_T8_HDRCHK_ERR_VEC_get(x) _BGQ_GET(16, 15, x)
#define ND_500_DCR__STAT6__INJ_T8_HDRCHK_ERR_VEC_set(v) _BGQ_SET(16, 15, v)
#define ND_500_DCR__STAT6__INJ_T8_HDRCHK_ERR_VEC_insert(x, v) _BGQ_INSERT(16, 15, x, v)
#define ND_500_DCR__STAT6__INJ_T9_HDRCHK_ERR_VEC_width 16
#define ND_500_DCR__STAT6__INJ_T9_HDRCHK_ERR_VEC_position 31
#define ND_500_DCR__STAT6__INJ_T9_HDRCHK_ERR_VEC_get(x) _BGQ_GET(16, 31, x)
#define ND_500_DCR__STAT6__INJ_T9_HDRCHK_ERR_VEC_set(v) _BGQ_SET(16, 31, v)
#define ND_500_DCR__STAT6__INJ_T9_HDRCHK_ERR_VEC_insert(x, v) _BGQ_INSERT(16, 31, x, v)
#define ND_500_DCR__STAT6__INJ_HP_HDRCHK_ERR_VEC_width 16
#define ND_500_DCR__STAT6__INJ_HP_HDRCHK_ERR_VEC_position 47
#define ND_500_DCR__STAT6__INJ_HP_HDRCHK_ERR_VEC_get(x) _BGQ_GET(16, 47, x)
#define ND_500_DCR__STAT6__INJ_HP_HDRCHK_ERR_VEC_set(v) _BGQ_SET(16, 47, v)
#define ND_500_DCR__STAT6__INJ_HP_HDRCHK_ERR_VEC_insert(x, v) _BGQ_INSERT(16, 47, x, v)
#define ND_500_DCR__STAT6__INJ_IO_HDRCHK_ERR_VEC_width 16
#define ND_500_DCR__STAT6__INJ_IO_HDRCHK_ERR_VEC_position 63
#define ND_500_DCR__STAT6__INJ_IO_HDRCHK_ERR_VEC_get(x) _BGQ_GET(16, 63, x)
#define ND_500_DCR__STAT6__INJ_IO_HDRCHK_ERR_VEC_set(v) _BGQ_SET(16, 63, v)
#define ND_500_DCR__STAT6__INJ_IO_HDRCHK_ERR_VEC_insert(x, v) _BGQ_INSERT(16, 63, x, v)

#define ND_500_DCR__STAT7_offset 0x0038
#define ND_500_DCR__STAT7_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__STAT7__INJ_C0_HDRCHK_ERR_VEC_width 8
#define ND_500_DCR__STAT7__INJ_C0_HDRCHK_ERR_VEC_position 7
#define ND_500_DCR__STAT7__INJ_C0_HDRCHK_ERR_VEC_get(x) _BGQ_GET(8, 7, x)
#define ND_500_DCR__STAT7__INJ_C0_HDRCHK_ERR_VEC_set(v) _BGQ_SET(8, 7, v)
#define ND_500_DCR__STAT7__INJ_C0_HDRCHK_ERR_VEC_insert(x, v) _BGQ_INSERT(8, 7, x, v)
#define ND_500_DCR__STAT7__INJ_C1_HDRCHK_ERR_VEC_width 8
#define ND_500_DCR__STAT7__INJ_C1_HDRCHK_ERR_VEC_position 15
#define ND_500_DCR__STAT7__INJ_C1_HDRCHK_ERR_VEC_get(x) _BGQ_GET(8, 15, x)
#define ND_500_DCR__STAT7__INJ_C1_HDRCHK_ERR_VEC_set(v) _BGQ_SET(8, 15, v)
#define ND_500_DCR__STAT7__INJ_C1_HDRCHK_ERR_VEC_insert(x, v) _BGQ_INSERT(8, 15, x, v)
#define ND_500_DCR__STAT7__RESERVED_width 48
#define ND_500_DCR__STAT7__RESERVED_position 63
#define ND_500_DCR__STAT7__RESERVED_get(x) _BGQ_GET(48, 63, x)
#define ND_500_DCR__STAT7__RESERVED_set(v) _BGQ_SET(48, 63, v)
#define ND_500_DCR__STAT7__RESERVED_insert(x, v) _BGQ_INSERT(48, 63, x, v)

#define ND_500_DCR__STAT8_offset 0x0039
#define ND_500_DCR__STAT8_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__STAT8__RESERVED_width 64
#define ND_500_DCR__STAT8__RESERVED_position 63
#define ND_500_DCR__STAT8__RESERVED_get(x) _BGQ_GET(64, 63, x)
#define ND_500_DCR__STAT8__RESERVED_set(v) _BGQ_SET(64, 63, v)
#define ND_500_DCR__STAT8__RESERVED_insert(x, v) _BGQ_INSERT(64, 63, x, v)

#define ND_500_DCR__STAT9_offset 0x003A
#define ND_500_DCR__STAT9_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__STAT9__RESERVED_width 64
#define ND_500_DCR__STAT9__RESERVED_position 63
#define ND_500_DCR__STAT9__RESERVED_get(x) _BGQ_GET(64, 63, x)
#define ND_500_DCR__STAT9__RESERVED_set(v) _BGQ_SET(64, 63, v)
#define ND_500_DCR__STAT9__RESERVED_insert(x, v) _BGQ_INSERT(64, 63, x, v)

#define ND_500_DCR__GI_STAT_RE_offset 0x003B
#define ND_500_DCR__GI_STAT_RE_range 0xB
#define ND_500_DCR__GI_STAT_RE_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__GI_STAT_RE__VALUE_width 32
#define ND_500_DCR__GI_STAT_RE__VALUE_position 63
#define ND_500_DCR__GI_STAT_RE__VALUE_get(x) _BGQ_GET(32, 63, x)
#define ND_500_DCR__GI_STAT_RE__VALUE_set(v) _BGQ_SET(32, 63, v)
#define ND_500_DCR__GI_STAT_RE__VALUE_insert(x, v) _BGQ_INSERT(32, 63, x, v)

#define ND_500_DCR__CE_CNT_offset 0x0046
#define ND_500_DCR__CE_CNT_range 0x9
#define ND_500_DCR__CE_CNT_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__CE_CNT__VALUE_width 32
#define ND_500_DCR__CE_CNT__VALUE_position 63
#define ND_500_DCR__CE_CNT__VALUE_get(x) _BGQ_GET(32, 63, x)
#define ND_500_DCR__CE_CNT__VALUE_set(v) _BGQ_SET(32, 63, v)
#define ND_500_DCR__CE_CNT__VALUE_insert(x, v) _BGQ_INSERT(32, 63, x, v)

#define ND_500_DCR__CE_THRESHOLD_offset 0x004F
#define ND_500_DCR__CE_THRESHOLD_reset UNSIGNED64(0x00000000FFFFFFFF)
#define ND_500_DCR__CE_THRESHOLD__VALUE_width 32
#define ND_500_DCR__CE_THRESHOLD__VALUE_position 63
#define ND_500_DCR__CE_THRESHOLD__VALUE_get(x) _BGQ_GET(32, 63, x)
#define ND_500_DCR__CE_THRESHOLD__VALUE_set(v) _BGQ_SET(32, 63, v)
#define ND_500_DCR__CE_THRESHOLD__VALUE_insert(x, v) _BGQ_INSERT(32, 63, x, v)

#define ND_500_DCR__CTRL_CLEAR1_offset 0x0050
#define ND_500_DCR__CTRL_CLEAR1_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__CTRL_CLEAR1__CE_CLR_width 9
#define ND_500_DCR__CTRL_CLEAR1__CE_CLR_position 8
#define ND_500_DCR__CTRL_CLEAR1__CE_CLR_get(x) _BGQ_GET(9, 8, x)
#define ND_500_DCR__CTRL_CLEAR1__CE_CLR_set(v) _BGQ_SET(9, 8, v)
#define ND_500_DCR__CTRL_CLEAR1__CE_CLR_insert(x, v) _BGQ_INSERT(9, 8, x, v)
#define ND_500_DCR__CTRL_CLEAR1__UNUSED_width 7
#define ND_500_DCR__CTRL_CLEAR1__UNUSED_position 15
#define ND_500_DCR__CTRL_CLEAR1__UNUSED_get(x) _BGQ_GET(7, 15, x)
#define ND_500_DCR__CTRL_CLEAR1__UNUSED_set(v) _BGQ_SET(7, 15, v)
#define ND_500_DCR__CTRL_CLEAR1__UNUSED_insert(x, v) _BGQ_INSERT(7, 15, x, v)
#define ND_500_DCR__CTRL_CLEAR1__INJ_CSUM_CLR_width 16
#define ND_500_DCR__CTRL_CLEAR1__INJ_CSUM_CLR_position 31
#define ND_500_DCR__CTRL_CLEAR1__INJ_CSUM_CLR_get(x) _BGQ_GET(16, 31, x)
#define ND_500_DCR__CTRL_CLEAR1__INJ_CSUM_CLR_set(v) _BGQ_SET(16, 31, v)
#define ND_500_DCR__CTRL_CLEAR1__INJ_CSUM_CLR_insert(x, v) _BGQ_INSERT(16, 31, x, v)
#define ND_500_DCR__CTRL_CLEAR1__RESERVED_width 32
#define ND_500_DCR__CTRL_CLEAR1__RESERVED_position 63
#define ND_500_DCR__CTRL_CLEAR1__RESERVED_get(x) _BGQ_GET(32, 63, x)
#define ND_500_DCR__CTRL_CLEAR1__RESERVED_set(v) _BGQ_SET(32, 63, v)
#define ND_500_DCR__CTRL_CLEAR1__RESERVED_insert(x, v) _BGQ_INSERT(32, 63, x, v)

#define ND_500_DCR__CTRL_RESERVED_offset 0x0051
#define ND_500_DCR__CTRL_RESERVED_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__CTRL_RESERVED__VALUE_width 64
#define ND_500_DCR__CTRL_RESERVED__VALUE_position 63
#define ND_500_DCR__CTRL_RESERVED__VALUE_get(x) _BGQ_GET(64, 63, x)
#define ND_500_DCR__CTRL_RESERVED__VALUE_set(v) _BGQ_SET(64, 63, v)
#define ND_500_DCR__CTRL_RESERVED__VALUE_insert(x, v) _BGQ_INSERT(64, 63, x, v)

#define ND_500_DCR__CTRL_UPC_CLEAR_offset 0x0052
#define ND_500_DCR__CTRL_UPC_CLEAR_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__CTRL_UPC_CLEAR__UPC_CLR_width 55
#define ND_500_DCR__CTRL_UPC_CLEAR__UPC_CLR_position 54
#define ND_500_DCR__CTRL_UPC_CLEAR__UPC_CLR_get(x) _BGQ_GET(55, 54, x)
#define ND_500_DCR__CTRL_UPC_CLEAR__UPC_CLR_set(v) _BGQ_SET(55, 54, v)
#define ND_500_DCR__CTRL_UPC_CLEAR__UPC_CLR_insert(x, v) _BGQ_INSERT(55, 54, x, v)

#define ND_500_DCR__CTRL_UPC_STOP_offset 0x0053
#define ND_500_DCR__CTRL_UPC_STOP_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__CTRL_UPC_STOP__UPC_STOP_width 55
#define ND_500_DCR__CTRL_UPC_STOP__UPC_STOP_position 54
#define ND_500_DCR__CTRL_UPC_STOP__UPC_STOP_get(x) _BGQ_GET(55, 54, x)
#define ND_500_DCR__CTRL_UPC_STOP__UPC_STOP_set(v) _BGQ_SET(55, 54, v)
#define ND_500_DCR__CTRL_UPC_STOP__UPC_STOP_insert(x, v) _BGQ_INSERT(55, 54, x, v)

#define ND_500_DCR__FATAL_ERR_STAT_offset 0x0054
#define ND_500_DCR__FATAL_ERR_STAT_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__FATAL_ERR_STAT__VALUE_width 64
#define ND_500_DCR__FATAL_ERR_STAT__VALUE_position 63
#define ND_500_DCR__FATAL_ERR_STAT__VALUE_get(x) _BGQ_GET(64, 63, x)
#define ND_500_DCR__FATAL_ERR_STAT__VALUE_set(v) _BGQ_SET(64, 63, v)
#define ND_500_DCR__FATAL_ERR_STAT__VALUE_insert(x, v) _BGQ_INSERT(64, 63, x, v)

#define ND_500_DCR__NON_FATAL_ERR_STAT_offset 0x0055
#define ND_500_DCR__NON_FATAL_ERR_STAT_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__NON_FATAL_ERR_STAT__VALUE_width 64
#define ND_500_DCR__NON_FATAL_ERR_STAT__VALUE_position 63
#define ND_500_DCR__NON_FATAL_ERR_STAT__VALUE_get(x) _BGQ_GET(64, 63, x)
#define ND_500_DCR__NON_FATAL_ERR_STAT__VALUE_set(v) _BGQ_SET(64, 63, v)
#define ND_500_DCR__NON_FATAL_ERR_STAT__VALUE_insert(x, v) _BGQ_INSERT(64, 63, x, v)

#define ND_500_DCR__INJ_FIFO_CHKSUM_offset 0x0060
#define ND_500_DCR__INJ_FIFO_CHKSUM_range 0x10
#define ND_500_DCR__INJ_FIFO_CHKSUM_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__INJ_FIFO_CHKSUM__VALUE_width 64
#define ND_500_DCR__INJ_FIFO_CHKSUM__VALUE_position 63
#define ND_500_DCR__INJ_FIFO_CHKSUM__VALUE_get(x) _BGQ_GET(64, 63, x)
#define ND_500_DCR__INJ_FIFO_CHKSUM__VALUE_set(v) _BGQ_SET(64, 63, v)
#define ND_500_DCR__INJ_FIFO_CHKSUM__VALUE_insert(x, v) _BGQ_INSERT(64, 63, x, v)

#define ND_500_DCR__INJ_FIFO_HEAD_P0_offset 0x0070
#define ND_500_DCR__INJ_FIFO_HEAD_P0_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T0_HEAD_width 6
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T0_HEAD_position 7
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T0_HEAD_get(x) _BGQ_GET(6, 7, x)
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T0_HEAD_set(v) _BGQ_SET(6, 7, v)
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T0_HEAD_insert(x, v) _BGQ_INSERT(6, 7, x, v)
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T1_HEAD_width 6
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T1_HEAD_position 15
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T1_HEAD_get(x) _BGQ_GET(6, 15, x)
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T1_HEAD_set(v) _BGQ_SET(6, 15, v)
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T1_HEAD_insert(x, v) _BGQ_INSERT(6, 15, x, v)
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T2_HEAD_width 6
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T2_HEAD_position 23
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T2_HEAD_get(x) _BGQ_GET(6, 23, x)
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T2_HEAD_set(v) _BGQ_SET(6, 23, v)
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T2_HEAD_insert(x, v) _BGQ_INSERT(6, 23, x, v)
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T3_HEAD_width 6
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T3_HEAD_position 31
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T3_HEAD_get(x) _BGQ_GET(6, 31, x)
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T3_HEAD_set(v) _BGQ_SET(6, 31, v)
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T3_HEAD_insert(x, v) _BGQ_INSERT(6, 31, x, v)
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T4_HEAD_width 6
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T4_HEAD_position 39
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T4_HEAD_get(x) _BGQ_GET(6, 39, x)
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T4_HEAD_set(v) _BGQ_SET(6, 39, v)
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T4_HEAD_insert(x, v) _BGQ_INSERT(6, 39, x, v)
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T5_HEAD_width 6
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T5_HEAD_position 47
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T5_HEAD_get(x) _BGQ_GET(6, 47, x)
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T5_HEAD_set(v) _BGQ_SET(6, 47, v)
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T5_HEAD_insert(x, v) _BGQ_INSERT(6, 47, x, v)
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T6_HEAD_width 6
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T6_HEAD_position 55
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T6_HEAD_get(x) _BGQ_GET(6, 55, x)
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T6_HEAD_set(v) _BGQ_SET(6, 55, v)
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T6_HEAD_insert(x, v) _BGQ_INSERT(6, 55, x, v)
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T7_HEAD_width 6
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T7_HEAD_position 63
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T7_HEAD_get(x) _BGQ_GET(6, 63, x)
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T7_HEAD_set(v) _BGQ_SET(6, 63, v)
#define ND_500_DCR__INJ_FIFO_HEAD_P0__INJ_T7_HEAD_insert(x, v) _BGQ_INSERT(6, 63, x, v)

#define ND_500_DCR__INJ_FIFO_HEAD_P1_offset 0x0071
#define ND_500_DCR__INJ_FIFO_HEAD_P1_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_T8_HEAD_width 6
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_T8_HEAD_position 7
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_T8_HEAD_get(x) _BGQ_GET(6, 7, x)
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_T8_HEAD_set(v) _BGQ_SET(6, 7, v)
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_T8_HEAD_insert(x, v) _BGQ_INSERT(6, 7, x, v)
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_T9_HEAD_width 6
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_T9_HEAD_position 15
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_T9_HEAD_get(x) _BGQ_GET(6, 15, x)
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_T9_HEAD_set(v) _BGQ_SET(6, 15, v)
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_T9_HEAD_insert(x, v) _BGQ_INSERT(6, 15, x, v)
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_L0_HEAD_width 6
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_L0_HEAD_position 23
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_L0_HEAD_get(x) _BGQ_GET(6, 23, x)
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_L0_HEAD_set(v) _BGQ_SET(6, 23, v)
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_L0_HEAD_insert(x, v) _BGQ_INSERT(6, 23, x, v)
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_L1_HEAD_width 6
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_L1_HEAD_position 31
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_L1_HEAD_get(x) _BGQ_GET(6, 31, x)
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_L1_HEAD_set(v) _BGQ_SET(6, 31, v)
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_L1_HEAD_insert(x, v) _BGQ_INSERT(6, 31, x, v)
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_HP_HEAD_width 6
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_HP_HEAD_position 39
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_HP_HEAD_get(x) _BGQ_GET(6, 39, x)
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_HP_HEAD_set(v) _BGQ_SET(6, 39, v)
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_HP_HEAD_insert(x, v) _BGQ_INSERT(6, 39, x, v)
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_IO_HEAD_width 6
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_IO_HEAD_position 47
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_IO_HEAD_get(x) _BGQ_GET(6, 47, x)
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_IO_HEAD_set(v) _BGQ_SET(6, 47, v)
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_IO_HEAD_insert(x, v) _BGQ_INSERT(6, 47, x, v)
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_C0_HEAD_width 6
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_C0_HEAD_position 55
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_C0_HEAD_get(x) _BGQ_GET(6, 55, x)
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_C0_HEAD_set(v) _BGQ_SET(6, 55, v)
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_C0_HEAD_insert(x, v) _BGQ_INSERT(6, 55, x, v)
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_C1_HEAD_width 6
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_C1_HEAD_position 63
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_C1_HEAD_get(x) _BGQ_GET(6, 63, x)
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_C1_HEAD_set(v) _BGQ_SET(6, 63, v)
#define ND_500_DCR__INJ_FIFO_HEAD_P1__INJ_C1_HEAD_insert(x, v) _BGQ_INSERT(6, 63, x, v)

#define ND_500_DCR__INJ_FIFO_TAIL_P0_offset 0x0072
#define ND_500_DCR__INJ_FIFO_TAIL_P0_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T0_TAIL_width 6
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T0_TAIL_position 7
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T0_TAIL_get(x) _BGQ_GET(6, 7, x)
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T0_TAIL_set(v) _BGQ_SET(6, 7, v)
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T0_TAIL_insert(x, v) _BGQ_INSERT(6, 7, x, v)
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T1_TAIL_width 6
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T1_TAIL_position 15
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T1_TAIL_get(x) _BGQ_GET(6, 15, x)
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T1_TAIL_set(v) _BGQ_SET(6, 15, v)
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T1_TAIL_insert(x, v) _BGQ_INSERT(6, 15, x, v)
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T2_TAIL_width 6
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T2_TAIL_position 23
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T2_TAIL_get(x) _BGQ_GET(6, 23, x)
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T2_TAIL_set(v) _BGQ_SET(6, 23, v)
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T2_TAIL_insert(x, v) _BGQ_INSERT(6, 23, x, v)
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T3_TAIL_width 6
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T3_TAIL_position 31
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T3_TAIL_get(x) _BGQ_GET(6, 31, x)
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T3_TAIL_set(v) _BGQ_SET(6, 31, v)
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T3_TAIL_insert(x, v) _BGQ_INSERT(6, 31, x, v)
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T4_TAIL_width 6
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T4_TAIL_position 39
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T4_TAIL_get(x) _BGQ_GET(6, 39, x)
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T4_TAIL_set(v) _BGQ_SET(6, 39, v)
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T4_TAIL_insert(x, v) _BGQ_INSERT(6, 39, x, v)
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T5_TAIL_width 6
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T5_TAIL_position 47
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T5_TAIL_get(x) _BGQ_GET(6, 47, x)
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T5_TAIL_set(v) _BGQ_SET(6, 47, v)
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T5_TAIL_insert(x, v) _BGQ_INSERT(6, 47, x, v)
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T6_TAIL_width 6
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T6_TAIL_position 55
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T6_TAIL_get(x) _BGQ_GET(6, 55, x)
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T6_TAIL_set(v) _BGQ_SET(6, 55, v)
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T6_TAIL_insert(x, v) _BGQ_INSERT(6, 55, x, v)
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T7_TAIL_width 6
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T7_TAIL_position 63
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T7_TAIL_get(x) _BGQ_GET(6, 63, x)
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T7_TAIL_set(v) _BGQ_SET(6, 63, v)
#define ND_500_DCR__INJ_FIFO_TAIL_P0__INJ_T7_TAIL_insert(x, v) _BGQ_INSERT(6, 63, x, v)

#define ND_500_DCR__INJ_FIFO_TAIL_P1_offset 0x0073
#define ND_500_DCR__INJ_FIFO_TAIL_P1_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_T8_TAIL_width 6
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_T8_TAIL_position 7
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_T8_TAIL_get(x) _BGQ_GET(6, 7, x)
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_T8_TAIL_set(v) _BGQ_SET(6, 7, v)
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_T8_TAIL_insert(x, v) _BGQ_INSERT(6, 7, x, v)
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_T9_TAIL_width 6
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_T9_TAIL_position 15
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_T9_TAIL_get(x) _BGQ_GET(6, 15, x)
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_T9_TAIL_set(v) _BGQ_SET(6, 15, v)
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_T9_TAIL_insert(x, v) _BGQ_INSERT(6, 15, x, v)
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_L0_TAIL_width 6
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_L0_TAIL_position 23
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_L0_TAIL_get(x) _BGQ_GET(6, 23, x)
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_L0_TAIL_set(v) _BGQ_SET(6, 23, v)
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_L0_TAIL_insert(x, v) _BGQ_INSERT(6, 23, x, v)
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_L1_TAIL_width 6
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_L1_TAIL_position 31
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_L1_TAIL_get(x) _BGQ_GET(6, 31, x)
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_L1_TAIL_set(v) _BGQ_SET(6, 31, v)
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_L1_TAIL_insert(x, v) _BGQ_INSERT(6, 31, x, v)
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_HP_TAIL_width 6
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_HP_TAIL_position 39
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_HP_TAIL_get(x) _BGQ_GET(6, 39, x)
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_HP_TAIL_set(v) _BGQ_SET(6, 39, v)
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_HP_TAIL_insert(x, v) _BGQ_INSERT(6, 39, x, v)
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_IO_TAIL_width 6
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_IO_TAIL_position 47
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_IO_TAIL_get(x) _BGQ_GET(6, 47, x)
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_IO_TAIL_set(v) _BGQ_SET(6, 47, v)
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_IO_TAIL_insert(x, v) _BGQ_INSERT(6, 47, x, v)
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_C0_TAIL_width 6
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_C0_TAIL_position 55
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_C0_TAIL_get(x) _BGQ_GET(6, 55, x)
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_C0_TAIL_set(v) _BGQ_SET(6, 55, v)
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_C0_TAIL_insert(x, v) _BGQ_INSERT(6, 55, x, v)
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_C1_TAIL_width 6
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_C1_TAIL_position 63
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_C1_TAIL_get(x) _BGQ_GET(6, 63, x)
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_C1_TAIL_set(v) _BGQ_SET(6, 63, v)
#define ND_500_DCR__INJ_FIFO_TAIL_P1__INJ_C1_TAIL_insert(x, v) _BGQ_INSERT(6, 63, x, v)

#define ND_500_DCR__RCP_FIFO_HEAD_P0_offset 0x0074
#define ND_500_DCR__RCP_FIFO_HEAD_P0_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__RCP_FIFO_HEAD_P0__RCP_T0_HEAD_width 9
#define ND_500_DCR__RCP_FIFO_HEAD_P0__RCP_T0_HEAD_position 15
#define ND_500_DCR__RCP_FIFO_HEAD_P0__RCP_T0_HEAD_get(x) _BGQ_GET(9, 15, x)
#define ND_500_DCR__RCP_FIFO_HEAD_P0__RCP_T0_HEAD_set(v) _BGQ_SET(9, 15, v)
#define ND_500_DCR__RCP_FIFO_HEAD_P0__RCP_T0_HEAD_insert(x, v) _BGQ_INSERT(9, 15, x, v)
#define ND_500_DCR__RCP_FIFO_HEAD_P0__RCP_T1_HEAD_width 9
#define ND_500_DCR__RCP_FIFO_HEAD_P0__RCP_T1_HEAD_position 31
#define ND_500_DCR__RCP_FIFO_HEAD_P0__RCP_T1_HEAD_get(x) _BGQ_GET(9, 31, x)
#define ND_500_DCR__RCP_FIFO_HEAD_P0__RCP_T1_HEAD_set(v) _BGQ_SET(9, 31, v)
#define ND_500_DCR__RCP_FIFO_HEAD_P0__RCP_T1_HEAD_insert(x, v) _BGQ_INSERT(9, 31, x, v)
#define ND_500_DCR__RCP_FIFO_HEAD_P0__RCP_T2_HEAD_width 9
#define ND_500_DCR__RCP_FIFO_HEAD_P0__RCP_T2_HEAD_position 47
#define ND_500_DCR__RCP_FIFO_HEAD_P0__RCP_T2_HEAD_get(x) _BGQ_GET(9, 47, x)
#define ND_500_DCR__RCP_FIFO_HEAD_P0__RCP_T2_HEAD_set(v) _BGQ_SET(9, 47, v)
#define ND_500_DCR__RCP_FIFO_HEAD_P0__RCP_T2_HEAD_insert(x, v) _BGQ_INSERT(9, 47, x, v)
#define ND_500_DCR__RCP_FIFO_HEAD_P0__RCP_T3_HEAD_width 9
#define ND_500_DCR__RCP_FIFO_HEAD_P0__RCP_T3_HEAD_position 63
#define ND_500_DCR__RCP_FIFO_HEAD_P0__RCP_T3_HEAD_get(x) _BGQ_GET(9, 63, x)
#define ND_500_DCR__RCP_FIFO_HEAD_P0__RCP_T3_HEAD_set(v) _BGQ_SET(9, 63, v)
#define ND_500_DCR__RCP_FIFO_HEAD_P0__RCP_T3_HEAD_insert(x, v) _BGQ_INSERT(9, 63, x, v)

#define ND_500_DCR__RCP_FIFO_HEAD_P1_offset 0x0075
#define ND_500_DCR__RCP_FIFO_HEAD_P1_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__RCP_FIFO_HEAD_P1__RCP_T4_HEAD_width 9
#define ND_500_DCR__RCP_FIFO_HEAD_P1__RCP_T4_HEAD_position 15
#define ND_500_DCR__RCP_FIFO_HEAD_P1__RCP_T4_HEAD_get(x) _BGQ_GET(9, 15, x)
#define ND_500_DCR__RCP_FIFO_HEAD_P1__RCP_T4_HEAD_set(v) _BGQ_SET(9, 15, v)
#define ND_500_DCR__RCP_FIFO_HEAD_P1__RCP_T4_HEAD_insert(x, v) _BGQ_INSERT(9, 15, x, v)
#define ND_500_DCR__RCP_FIFO_HEAD_P1__RCP_T5_HEAD_width 9
#define ND_500_DCR__RCP_FIFO_HEAD_P1__RCP_T5_HEAD_position 31
#define ND_500_DCR__RCP_FIFO_HEAD_P1__RCP_T5_HEAD_get(x) _BGQ_GET(9, 31, x)
#define ND_500_DCR__RCP_FIFO_HEAD_P1__RCP_T5_HEAD_set(v) _BGQ_SET(9, 31, v)
#define ND_500_DCR__RCP_FIFO_HEAD_P1__RCP_T5_HEAD_insert(x, v) _BGQ_INSERT(9, 31, x, v)
#define ND_500_DCR__RCP_FIFO_HEAD_P1__RCP_T6_HEAD_width 9
#define ND_500_DCR__RCP_FIFO_HEAD_P1__RCP_T6_HEAD_position 47
#define ND_500_DCR__RCP_FIFO_HEAD_P1__RCP_T6_HEAD_get(x) _BGQ_GET(9, 47, x)
#define ND_500_DCR__RCP_FIFO_HEAD_P1__RCP_T6_HEAD_set(v) _BGQ_SET(9, 47, v)
#define ND_500_DCR__RCP_FIFO_HEAD_P1__RCP_T6_HEAD_insert(x, v) _BGQ_INSERT(9, 47, x, v)
#define ND_500_DCR__RCP_FIFO_HEAD_P1__RCP_T7_HEAD_width 9
#define ND_500_DCR__RCP_FIFO_HEAD_P1__RCP_T7_HEAD_position 63
#define ND_500_DCR__RCP_FIFO_HEAD_P1__RCP_T7_HEAD_get(x) _BGQ_GET(9, 63, x)
#define ND_500_DCR__RCP_FIFO_HEAD_P1__RCP_T7_HEAD_set(v) _BGQ_SET(9, 63, v)
#define ND_500_DCR__RCP_FIFO_HEAD_P1__RCP_T7_HEAD_insert(x, v) _BGQ_INSERT(9, 63, x, v)

#define ND_500_DCR__RCP_FIFO_HEAD_P2_offset 0x0076
#define ND_500_DCR__RCP_FIFO_HEAD_P2_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__RCP_FIFO_HEAD_P2__RCP_T8_HEAD_width 9
#define ND_500_DCR__RCP_FIFO_HEAD_P2__RCP_T8_HEAD_position 15
#define ND_500_DCR__RCP_FIFO_HEAD_P2__RCP_T8_HEAD_get(x) _BGQ_GET(9, 15, x)
#define ND_500_DCR__RCP_FIFO_HEAD_P2__RCP_T8_HEAD_set(v) _BGQ_SET(9, 15, v)
#define ND_500_DCR__RCP_FIFO_HEAD_P2__RCP_T8_HEAD_insert(x, v) _BGQ_INSERT(9, 15, x, v)
#define ND_500_DCR__RCP_FIFO_HEAD_P2__RCP_T9_HEAD_width 9
#define ND_500_DCR__RCP_FIFO_HEAD_P2__RCP_T9_HEAD_position 31
#define ND_500_DCR__RCP_FIFO_HEAD_P2__RCP_T9_HEAD_get(x) _BGQ_GET(9, 31, x)
#define ND_500_DCR__RCP_FIFO_HEAD_P2__RCP_T9_HEAD_set(v) _BGQ_SET(9, 31, v)
#define ND_500_DCR__RCP_FIFO_HEAD_P2__RCP_T9_HEAD_insert(x, v) _BGQ_INSERT(9, 31, x, v)
#define ND_500_DCR__RCP_FIFO_HEAD_P2__RCP_L0_HEAD_width 9
#define ND_500_DCR__RCP_FIFO_HEAD_P2__RCP_L0_HEAD_position 47
#define ND_500_DCR__RCP_FIFO_HEAD_P2__RCP_L0_HEAD_get(x) _BGQ_GET(9, 47, x)
#define ND_500_DCR__RCP_FIFO_HEAD_P2__RCP_L0_HEAD_set(v) _BGQ_SET(9, 47, v)
#define ND_500_DCR__RCP_FIFO_HEAD_P2__RCP_L0_HEAD_insert(x, v) _BGQ_INSERT(9, 47, x, v)
#define ND_500_DCR__RCP_FIFO_HEAD_P2__RCP_L1_HEAD_width 9
#define ND_500_DCR__RCP_FIFO_HEAD_P2__RCP_L1_HEAD_position 63
#define ND_500_DCR__RCP_FIFO_HEAD_P2__RCP_L1_HEAD_get(x) _BGQ_GET(9, 63, x)
#define ND_500_DCR__RCP_FIFO_HEAD_P2__RCP_L1_HEAD_set(v) _BGQ_SET(9, 63, v)
#define ND_500_DCR__RCP_FIFO_HEAD_P2__RCP_L1_HEAD_insert(x, v) _BGQ_INSERT(9, 63, x, v)

#define ND_500_DCR__RCP_FIFO_HEAD_P3_offset 0x0077
#define ND_500_DCR__RCP_FIFO_HEAD_P3_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__RCP_FIFO_HEAD_P3__RCP_HP_HEAD_width 10
#define ND_500_DCR__RCP_FIFO_HEAD_P3__RCP_HP_HEAD_position 15
#define ND_500_DCR__RCP_FIFO_HEAD_P3__RCP_HP_HEAD_get(x) _BGQ_GET(10, 15, x)
#define ND_500_DCR__RCP_FIFO_HEAD_P3__RCP_HP_HEAD_set(v) _BGQ_SET(10, 15, v)
#define ND_500_DCR__RCP_FIFO_HEAD_P3__RCP_HP_HEAD_insert(x, v) _BGQ_INSERT(10, 15, x, v)
#define ND_500_DCR__RCP_FIFO_HEAD_P3__RCP_IO_HEAD_width 10
#define ND_500_DCR__RCP_FIFO_HEAD_P3__RCP_IO_HEAD_position 31
#define ND_500_DCR__RCP_FIFO_HEAD_P3__RCP_IO_HEAD_get(x) _BGQ_GET(10, 31, x)
#define ND_500_DCR__RCP_FIFO_HEAD_P3__RCP_IO_HEAD_set(v) _BGQ_SET(10, 31, v)
#define ND_500_DCR__RCP_FIFO_HEAD_P3__RCP_IO_HEAD_insert(x, v) _BGQ_INSERT(10, 31, x, v)
#define ND_500_DCR__RCP_FIFO_HEAD_P3__RCP_C0_HEAD_width 10
#define ND_500_DCR__RCP_FIFO_HEAD_P3__RCP_C0_HEAD_position 47
#define ND_500_DCR__RCP_FIFO_HEAD_P3__RCP_C0_HEAD_get(x) _BGQ_GET(10, 47, x)
#define ND_500_DCR__RCP_FIFO_HEAD_P3__RCP_C0_HEAD_set(v) _BGQ_SET(10, 47, v)
#define ND_500_DCR__RCP_FIFO_HEAD_P3__RCP_C0_HEAD_insert(x, v) _BGQ_INSERT(10, 47, x, v)
#define ND_500_DCR__RCP_FIFO_HEAD_P3__RCP_C1_HEAD_width 10
#define ND_500_DCR__RCP_FIFO_HEAD_P3__RCP_C1_HEAD_position 63
#define ND_500_DCR__RCP_FIFO_HEAD_P3__RCP_C1_HEAD_get(x) _BGQ_GET(10, 63, x)
#define ND_500_DCR__RCP_FIFO_HEAD_P3__RCP_C1_HEAD_set(v) _BGQ_SET(10, 63, v)
#define ND_500_DCR__RCP_FIFO_HEAD_P3__RCP_C1_HEAD_insert(x, v) _BGQ_INSERT(10, 63, x, v)

#define ND_500_DCR__RCP_FIFO_TAIL_P0_offset 0x0078
#define ND_500_DCR__RCP_FIFO_TAIL_P0_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__RCP_FIFO_TAIL_P0__RCP_T0_TAIL_width 9
#define ND_500_DCR__RCP_FIFO_TAIL_P0__RCP_T0_TAIL_position 15
#define ND_500_DCR__RCP_FIFO_TAIL_P0__RCP_T0_TAIL_get(x) _BGQ_GET(9, 15, x)
#define ND_500_DCR__RCP_FIFO_TAIL_P0__RCP_T0_TAIL_set(v) _BGQ_SET(9, 15, v)
#define ND_500_DCR__RCP_FIFO_TAIL_P0__RCP_T0_TAIL_insert(x, v) _BGQ_INSERT(9, 15, x, v)
#define ND_500_DCR__RCP_FIFO_TAIL_P0__RCP_T1_TAIL_width 9
#define ND_500_DCR__RCP_FIFO_TAIL_P0__RCP_T1_TAIL_position 31
#define ND_500_DCR__RCP_FIFO_TAIL_P0__RCP_T1_TAIL_get(x) _BGQ_GET(9, 31, x)
#define ND_500_DCR__RCP_FIFO_TAIL_P0__RCP_T1_TAIL_set(v) _BGQ_SET(9, 31, v)
#define ND_500_DCR__RCP_FIFO_TAIL_P0__RCP_T1_TAIL_insert(x, v) _BGQ_INSERT(9, 31, x, v)
#define ND_500_DCR__RCP_FIFO_TAIL_P0__RCP_T2_TAIL_width 9
#define ND_500_DCR__RCP_FIFO_TAIL_P0__RCP_T2_TAIL_position 47
#define ND_500_DCR__RCP_FIFO_TAIL_P0__RCP_T2_TAIL_get(x) _BGQ_GET(9, 47, x)
#define ND_500_DCR__RCP_FIFO_TAIL_P0__RCP_T2_TAIL_set(v) _BGQ_SET(9, 47, v)
#define ND_500_DCR__RCP_FIFO_TAIL_P0__RCP_T2_TAIL_insert(x, v) _BGQ_INSERT(9, 47, x, v)
#define ND_500_DCR__RCP_FIFO_TAIL_P0__RCP_T3_TAIL_width 9
#define ND_500_DCR__RCP_FIFO_TAIL_P0__RCP_T3_TAIL_position 63
#define ND_500_DCR__RCP_FIFO_TAIL_P0__RCP_T3_TAIL_get(x) _BGQ_GET(9, 63, x)
#define ND_500_DCR__RCP_FIFO_TAIL_P0__RCP_T3_TAIL_set(v) _BGQ_SET(9, 63, v)
#define ND_500_DCR__RCP_FIFO_TAIL_P0__RCP_T3_TAIL_insert(x, v) _BGQ_INSERT(9, 63, x, v)

#define ND_500_DCR__RCP_FIFO_TAIL_P1_offset 0x0079
#define ND_500_DCR__RCP_FIFO_TAIL_P1_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__RCP_FIFO_TAIL_P1__RCP_T4_TAIL_width 9
#define ND_500_DCR__RCP_FIFO_TAIL_P1__RCP_T4_TAIL_position 15
#define ND_500_DCR__RCP_FIFO_TAIL_P1__RCP_T4_TAIL_get(x) _BGQ_GET(9, 15, x)
#define ND_500_DCR__RCP_FIFO_TAIL_P1__RCP_T4_TAIL_set(v) _BGQ_SET(9, 15, v)
#define ND_500_DCR__RCP_FIFO_TAIL_P1__RCP_T4_TAIL_insert(x, v) _BGQ_INSERT(9, 15, x, v)
#define ND_500_DCR__RCP_FIFO_TAIL_P1__RCP_T5_TAIL_width 9
#define ND_500_DCR__RCP_FIFO_TAIL_P1__RCP_T5_TAIL_position 31
#define ND_500_DCR__RCP_FIFO_TAIL_P1__RCP_T5_TAIL_get(x) _BGQ_GET(9, 31, x)
#define ND_500_DCR__RCP_FIFO_TAIL_P1__RCP_T5_TAIL_set(v) _BGQ_SET(9, 31, v)
#define ND_500_DCR__RCP_FIFO_TAIL_P1__RCP_T5_TAIL_insert(x, v) _BGQ_INSERT(9, 31, x, v)
#define ND_500_DCR__RCP_FIFO_TAIL_P1__RCP_T6_TAIL_width 9
#define ND_500_DCR__RCP_FIFO_TAIL_P1__RCP_T6_TAIL_position 47
#define ND_500_DCR__RCP_FIFO_TAIL_P1__RCP_T6_TAIL_get(x) _BGQ_GET(9, 47, x)
#define ND_500_DCR__RCP_FIFO_TAIL_P1__RCP_T6_TAIL_set(v) _BGQ_SET(9, 47, v)
#define ND_500_DCR__RCP_FIFO_TAIL_P1__RCP_T6_TAIL_insert(x, v) _BGQ_INSERT(9, 47, x, v)
#define ND_500_DCR__RCP_FIFO_TAIL_P1__RCP_T7_TAIL_width 9
#define ND_500_DCR__RCP_FIFO_TAIL_P1__RCP_T7_TAIL_position 63
#define ND_500_DCR__RCP_FIFO_TAIL_P1__RCP_T7_TAIL_get(x) _BGQ_GET(9, 63, x)
#define ND_500_DCR__RCP_FIFO_TAIL_P1__RCP_T7_TAIL_set(v) _BGQ_SET(9, 63, v)
#define ND_500_DCR__RCP_FIFO_TAIL_P1__RCP_T7_TAIL_insert(x, v) _BGQ_INSERT(9, 63, x, v)

#define ND_500_DCR__RCP_FIFO_TAIL_P2_offset 0x007A
#define ND_500_DCR__RCP_FIFO_TAIL_P2_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__RCP_FIFO_TAIL_P2__RCP_T8_TAIL_width 9
#define ND_500_DCR__RCP_FIFO_TAIL_P2__RCP_T8_TAIL_position 15
#define ND_500_DCR__RCP_FIFO_TAIL_P2__RCP_T8_TAIL_get(x) _BGQ_GET(9, 15, x)
#define ND_500_DCR__RCP_FIFO_TAIL_P2__RCP_T8_TAIL_set(v) _BGQ_SET(9, 15, v)
#define ND_500_DCR__RCP_FIFO_TAIL_P2__RCP_T8_TAIL_insert(x, v) _BGQ_INSERT(9, 15, x, v)
#define ND_500_DCR__RCP_FIFO_TAIL_P2__RCP_T9_TAIL_width 9
#define ND_500_DCR__RCP_FIFO_TAIL_P2__RCP_T9_TAIL_position 31
#define ND_500_DCR__RCP_FIFO_TAIL_P2__RCP_T9_TAIL_get(x) _BGQ_GET(9, 31, x)
#define ND_500_DCR__RCP_FIFO_TAIL_P2__RCP_T9_TAIL_set(v) _BGQ_SET(9, 31, v)
#define ND_500_DCR__RCP_FIFO_TAIL_P2__RCP_T9_TAIL_insert(x, v) _BGQ_INSERT(9, 31, x, v)
#define ND_500_DCR__RCP_FIFO_TAIL_P2__RCP_L0_TAIL_width 9
#define ND_500_DCR__RCP_FIFO_TAIL_P2__RCP_L0_TAIL_position 47
#define ND_500_DCR__RCP_FIFO_TAIL_P2__RCP_L0_TAIL_get(x) _BGQ_GET(9, 47, x)
#define ND_500_DCR__RCP_FIFO_TAIL_P2__RCP_L0_TAIL_set(v) _BGQ_SET(9, 47, v)
#define ND_500_DCR__RCP_FIFO_TAIL_P2__RCP_L0_TAIL_insert(x, v) _BGQ_INSERT(9, 47, x, v)
#define ND_500_DCR__RCP_FIFO_TAIL_P2__RCP_L1_TAIL_width 9
#define ND_500_DCR__RCP_FIFO_TAIL_P2__RCP_L1_TAIL_position 63
#define ND_500_DCR__RCP_FIFO_TAIL_P2__RCP_L1_TAIL_get(x) _BGQ_GET(9, 63, x)
#define ND_500_DCR__RCP_FIFO_TAIL_P2__RCP_L1_TAIL_set(v) _BGQ_SET(9, 63, v)
#define ND_500_DCR__RCP_FIFO_TAIL_P2__RCP_L1_TAIL_insert(x, v) _BGQ_INSERT(9, 63, x, v)

#define ND_500_DCR__RCP_FIFO_TAIL_P3_offset 0x007B
#define ND_500_DCR__RCP_FIFO_TAIL_P3_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__RCP_FIFO_TAIL_P3__RCP_HP_TAIL_width 10
#define ND_500_DCR__RCP_FIFO_TAIL_P3__RCP_HP_TAIL_position 15
#define ND_500_DCR__RCP_FIFO_TAIL_P3__RCP_HP_TAIL_get(x) _BGQ_GET(10, 15, x)
#define ND_500_DCR__RCP_FIFO_TAIL_P3__RCP_HP_TAIL_set(v) _BGQ_SET(10, 15, v)
#define ND_500_DCR__RCP_FIFO_TAIL_P3__RCP_HP_TAIL_insert(x, v) _BGQ_INSERT(10, 15, x, v)
#define ND_500_DCR__RCP_FIFO_TAIL_P3__RCP_IO_TAIL_width 10
#define ND_500_DCR__RCP_FIFO_TAIL_P3__RCP_IO_TAIL_position 31
#define ND_500_DCR__RCP_FIFO_TAIL_P3__RCP_IO_TAIL_get(x) _BGQ_GET(10, 31, x)
#define ND_500_DCR__RCP_FIFO_TAIL_P3__RCP_IO_TAIL_set(v) _BGQ_SET(10, 31, v)
#define ND_500_DCR__RCP_FIFO_TAIL_P3__RCP_IO_TAIL_insert(x, v) _BGQ_INSERT(10, 31, x, v)
#define ND_500_DCR__RCP_FIFO_TAIL_P3__RCP_C0_TAIL_width 10
#define ND_500_DCR__RCP_FIFO_TAIL_P3__RCP_C0_TAIL_position 47
#define ND_500_DCR__RCP_FIFO_TAIL_P3__RCP_C0_TAIL_get(x) _BGQ_GET(10, 47, x)
#define ND_500_DCR__RCP_FIFO_TAIL_P3__RCP_C0_TAIL_set(v) _BGQ_SET(10, 47, v)
#define ND_500_DCR__RCP_FIFO_TAIL_P3__RCP_C0_TAIL_insert(x, v) _BGQ_INSERT(10, 47, x, v)
#define ND_500_DCR__RCP_FIFO_TAIL_P3__RCP_C1_TAIL_width 10
#define ND_500_DCR__RCP_FIFO_TAIL_P3__RCP_C1_TAIL_position 63
#define ND_500_DCR__RCP_FIFO_TAIL_P3__RCP_C1_TAIL_get(x) _BGQ_GET(10, 63, x)
#define ND_500_DCR__RCP_FIFO_TAIL_P3__RCP_C1_TAIL_set(v) _BGQ_SET(10, 63, v)
#define ND_500_DCR__RCP_FIFO_TAIL_P3__RCP_C1_TAIL_insert(x, v) _BGQ_INSERT(10, 63, x, v)

#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO_offset 0x0097
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__READ_width 1
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__READ_position 0
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__READ_get(x) _BGQ_GET(1, 0, x)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__READ_set(v) _BGQ_SET(1, 0, v)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__READ_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__WRITE_width 1
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__WRITE_position 1
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__WRITE_get(x) _BGQ_GET(1, 1, x)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__WRITE_set(v) _BGQ_SET(1, 1, v)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__WRITE_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__PRIVILEGED_width 1
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__PRIVILEGED_position 2
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__PRIVILEGED_get(x) _BGQ_GET(1, 2, x)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__PRIVILEGED_set(v) _BGQ_SET(1, 2, v)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__PRIVILEGED_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__TEST_INT_width 1
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__TEST_INT_position 3
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__TEST_INT_get(x) _BGQ_GET(1, 3, x)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__TEST_INT_set(v) _BGQ_SET(1, 3, v)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__TEST_INT_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__ADDRESS_width 24
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__ADDRESS_position 63
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__ADDRESS_get(x) _BGQ_GET(24, 63, x)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__ADDRESS_set(v) _BGQ_SET(24, 63, v)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__ADDRESS_insert(x, v) _BGQ_INSERT(24, 63, x, v)

#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO_offset 0x0098
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_PARITY_GOOD_width 3
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_PARITY_GOOD_position 6
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_PARITY_GOOD_get(x) _BGQ_GET(3, 6, x)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_PARITY_GOOD_set(v) _BGQ_SET(3, 6, v)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_PARITY_GOOD_insert(x, v) _BGQ_INSERT(3, 6, x, v)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__DATA_PARITY_GOOD_width 8
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__DATA_PARITY_GOOD_position 14
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__DATA_PARITY_GOOD_get(x) _BGQ_GET(8, 14, x)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__DATA_PARITY_GOOD_set(v) _BGQ_SET(8, 14, v)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__DATA_PARITY_GOOD_insert(x, v) _BGQ_INSERT(8, 14, x, v)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_width 24
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_position 63
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_get(x) _BGQ_GET(24, 63, x)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_set(v) _BGQ_SET(24, 63, v)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_insert(x, v) _BGQ_INSERT(24, 63, x, v)

#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_DATA_INFO_offset 0x0099
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_DATA_INFO_reset UNSIGNED64(0x0000000000000000)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_DATA_INFO__DATA_width 64
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_DATA_INFO__DATA_position 63
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_DATA_INFO__DATA_get(x) _BGQ_GET(64, 63, x)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_DATA_INFO__DATA_set(v) _BGQ_SET(64, 63, v)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_DATA_INFO__DATA_insert(x, v) _BGQ_INSERT(64, 63, x, v)

#define ND_500_DCR__N500_INTERRUPTS__STATE_offset 0x0080

#define ND_500_DCR__N500_INTERRUPTS__FIRST_offset 0x0084

#define ND_500_DCR__N500_INTERRUPTS__FORCE_offset 0x0083

#define ND_500_DCR__N500_INTERRUPTS__MACHINE_CHECK_offset 0x0085

#define ND_500_DCR__N500_INTERRUPTS__CRITICAL_offset 0x0086

#define ND_500_DCR__N500_INTERRUPTS__NONCRITICAL_offset 0x0087
#define ND_500_DCR__N500_INTERRUPTS__LOCAL_RING_width 1
#define ND_500_DCR__N500_INTERRUPTS__LOCAL_RING_position 63
#define ND_500_DCR__N500_INTERRUPTS__LOCAL_RING_get(x) _BGQ_GET(1, 63, x)
#define ND_500_DCR__N500_INTERRUPTS__LOCAL_RING_set(v) _BGQ_SET(1, 63, v)
#define ND_500_DCR__N500_INTERRUPTS__LOCAL_RING_insert(x, v) _BGQ_INSERT(1, 63, x, v)

#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR__STATE_offset 0x0090

#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR__FIRST_offset 0x0093

#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR__FORCE_offset 0x0092

#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR__MACHINE_CHECK_offset 0x0094

#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR__CRITICAL_offset 0x0095

#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR__NONCRITICAL_offset 0x0096
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_width 1
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_position 0
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_get(x) _BGQ_GET(1, 0, x)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_set(v) _BGQ_SET(1, 0, v)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR__BAD_PRIV_width 1
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR__BAD_PRIV_position 1
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR__BAD_PRIV_get(x) _BGQ_GET(1, 1, x)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR__BAD_PRIV_set(v) _BGQ_SET(1, 1, v)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR__BAD_PRIV_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR__BAD_DATA_PARITY_width 1
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR__BAD_DATA_PARITY_position 2
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR__BAD_DATA_PARITY_get(x) _BGQ_GET(1, 2, x)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR__BAD_DATA_PARITY_set(v) _BGQ_SET(1, 2, v)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR__BAD_DATA_PARITY_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_PARITY_width 1
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_PARITY_position 3
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_PARITY_get(x) _BGQ_GET(1, 3, x)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_PARITY_set(v) _BGQ_SET(1, 3, v)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_PARITY_insert(x, v) _BGQ_INSERT(1, 3, x, v)

#define ND_500_DCR__N500_INTERRUPTS_CONTROL_LOW_offset 0x0081
#define ND_500_DCR__N500_INTERRUPTS_CONTROL_LOW__LOCAL_RING_width 2
#define ND_500_DCR__N500_INTERRUPTS_CONTROL_LOW__LOCAL_RING_position 63
#define ND_500_DCR__N500_INTERRUPTS_CONTROL_LOW__LOCAL_RING_get(x) _BGQ_GET(2, 63, x)
#define ND_500_DCR__N500_INTERRUPTS_CONTROL_LOW__LOCAL_RING_set(v) _BGQ_SET(2, 63, v)
#define ND_500_DCR__N500_INTERRUPTS_CONTROL_LOW__LOCAL_RING_insert(x, v) _BGQ_INSERT(2, 63, x, v)

#define ND_500_DCR__N500_INTERRUPTS_CONTROL_HIGH_offset 0x0082

#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH_offset 0x0091
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_width 2
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_position 1
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_get(x) _BGQ_GET(2, 1, x)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_set(v) _BGQ_SET(2, 1, v)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_insert(x, v) _BGQ_INSERT(2, 1, x, v)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_PRIV_width 2
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_PRIV_position 3
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_PRIV_get(x) _BGQ_GET(2, 3, x)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_PRIV_set(v) _BGQ_SET(2, 3, v)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_PRIV_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_DATA_PARITY_width 2
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_DATA_PARITY_position 5
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_DATA_PARITY_get(x) _BGQ_GET(2, 5, x)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_DATA_PARITY_set(v) _BGQ_SET(2, 5, v)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_DATA_PARITY_insert(x, v) _BGQ_INSERT(2, 5, x, v)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_PARITY_width 2
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_PARITY_position 7
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_PARITY_get(x) _BGQ_GET(2, 7, x)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_PARITY_set(v) _BGQ_SET(2, 7, v)
#define ND_500_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_PARITY_insert(x, v) _BGQ_INSERT(2, 7, x, v)

/* clang-format on */

#endif /* _EMUQ_DCR_ND_500_H_ */
