/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file nd_x2.h
 * @brief Registers and fields of nd_x2_dcr.h: made of hwi/dcr/fields.csv by hwi/dcr/make-headers.
 *
 * Of a register: _offset from the first one of the unit, _range (how many there are of the kind, if several),
 * _reset (contents after a reset, if known). Of a field: _width, _position (number of its last bit),
 * _get(x) from a register value x, _set(v) a register value of nothing else, _insert(x, v) into the variable x.
 */
#ifndef _EMUQ_DCR_ND_X2_H_
#define _EMUQ_DCR_ND_X2_H_

#include <hwi/include/common/bgq_bitnumbers.h>

/* clang-format off */

#define ND_X2_DCR__RESET_offset 0x0000
#define ND_X2_DCR__RESET_reset UNSIGNED64(0xFFFFFFFF80000000)
#define ND_X2_DCR__RESET__DCRS_OUT_width 1
#define ND_X2_DCR__RESET__DCRS_OUT_position 0
#define ND_X2_DCR__RESET__DCRS_OUT_get(x) _BGQ_GET(1, 0, x)
#define ND_X2_DCR__RESET__DCRS_OUT_set(v) _BGQ_SET(1, 0, v)
#define ND_X2_DCR__RESET__DCRS_OUT_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define ND_X2_DCR__RESET__INJ_T0_width 1
#define ND_X2_DCR__RESET__INJ_T0_position 1
#define ND_X2_DCR__RESET__INJ_T0_get(x) _BGQ_GET(1, 1, x)
#define ND_X2_DCR__RESET__INJ_T0_set(v) _BGQ_SET(1, 1, v)
#define ND_X2_DCR__RESET__INJ_T0_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define ND_X2_DCR__RESET__INJ_T1_width 1
#define ND_X2_DCR__RESET__INJ_T1_position 2
#define ND_X2_DCR__RESET__INJ_T1_get(x) _BGQ_GET(1, 2, x)
#define ND_X2_DCR__RESET__INJ_T1_set(v) _BGQ_SET(1, 2, v)
#define ND_X2_DCR__RESET__INJ_T1_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define ND_X2_DCR__RESET__INJ_T2_width 1
#define ND_X2_DCR__RESET__INJ_T2_position 3
#define ND_X2_DCR__RESET__INJ_T2_get(x) _BGQ_GET(1, 3, x)
#define ND_X2_DCR__RESET__INJ_T2_set(v) _BGQ_SET(1, 3, v)
#define ND_X2_DCR__RESET__INJ_T2_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define ND_X2_DCR__RESET__INJ_T3_width 1
#define ND_X2_DCR__RESET__INJ_T3_position 4
#define ND_X2_DCR__RESET__INJ_T3_get(x) _BGQ_GET(1, 4, x)
#define ND_X2_DCR__RESET__INJ_T3_set(v) _BGQ_SET(1, 4, v)
#define ND_X2_DCR__RESET__INJ_T3_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define ND_X2_DCR__RESET__INJ_T4_width 1
#define ND_X2_DCR__RESET__INJ_T4_position 5
#define ND_X2_DCR__RESET__INJ_T4_get(x) _BGQ_GET(1, 5, x)
#define ND_X2_DCR__RESET__INJ_T4_set(v) _BGQ_SET(1, 5, v)
#define ND_X2_DCR__RESET__INJ_T4_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define ND_X2_DCR__RESET__INJ_T5_width 1
#define ND_X2_DCR__RESET__INJ_T5_position 6
#define ND_X2_DCR__RESET__INJ_T5_get(x) _BGQ_GET(1, 6, x)
#define ND_X2_DCR__RESET__INJ_T5_set(v) _BGQ_SET(1, 6, v)
#define ND_X2_DCR__RESET__INJ_T5_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define ND_X2_DCR__RESET__INJ_T6_width 1
#define ND_X2_DCR__RESET__INJ_T6_position 7
#define ND_X2_DCR__RESET__INJ_T6_get(x) _BGQ_GET(1, 7, x)
#define ND_X2_DCR__RESET__INJ_T6_set(v) _BGQ_SET(1, 7, v)
#define ND_X2_DCR__RESET__INJ_T6_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define ND_X2_DCR__RESET__INJ_T7_width 1
#define ND_X2_DCR__RESET__INJ_T7_position 8
#define ND_X2_DCR__RESET__INJ_T7_get(x) _BGQ_GET(1, 8, x)
#define ND_X2_DCR__RESET__INJ_T7_set(v) _BGQ_SET(1, 8, v)
#define ND_X2_DCR__RESET__INJ_T7_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define ND_X2_DCR__RESET__INJ_T8_width 1
#define ND_X2_DCR__RESET__INJ_T8_position 9
#define ND_X2_DCR__RESET__INJ_T8_get(x) _BGQ_GET(1, 9, x)
#define ND_X2_DCR__RESET__INJ_T8_set(v) _BGQ_SET(1, 9, v)
#define ND_X2_DCR__RESET__INJ_T8_insert(x, v) _BGQ_INSERT(1, 9, x, v)
#define ND_X2_DCR__RESET__INJ_T9_width 1
#define ND_X2_DCR__RESET__INJ_T9_position 10
#define ND_X2_DCR__RESET__INJ_T9_get(x) _BGQ_GET(1, 10, x)
#define ND_X2_DCR__RESET__INJ_T9_set(v) _BGQ_SET(1, 10, v)
#define ND_X2_DCR__RESET__INJ_T9_insert(x, v) _BGQ_INSERT(1, 10, x, v)
#define ND_X2_DCR__RESET__INJ_L0_width 1
#define ND_X2_DCR__RESET__INJ_L0_position 11
#define ND_X2_DCR__RESET__INJ_L0_get(x) _BGQ_GET(1, 11, x)
#define ND_X2_DCR__RESET__INJ_L0_set(v) _BGQ_SET(1, 11, v)
#define ND_X2_DCR__RESET__INJ_L0_insert(x, v) _BGQ_INSERT(1, 11, x, v)
#define ND_X2_DCR__RESET__INJ_L1_width 1
#define ND_X2_DCR__RESET__INJ_L1_position 12
#define ND_X2_DCR__RESET__INJ_L1_get(x) _BGQ_GET(1, 12, x)
#define ND_X2_DCR__RESET__INJ_L1_set(v) _BGQ_SET(1, 12, v)
#define ND_X2_DCR__RESET__INJ_L1_insert(x, v) _BGQ_INSERT(1, 12, x, v)
#define ND_X2_DCR__RESET__INJ_HP_width 1
#define ND_X2_DCR__RESET__INJ_HP_position 13
#define ND_X2_DCR__RESET__INJ_HP_get(x) _BGQ_GET(1, 13, x)
#define ND_X2_DCR__RESET__INJ_HP_set(v) _BGQ_SET(1, 13, v)
#define ND_X2_DCR__RESET__INJ_HP_insert(x, v) _BGQ_INSERT(1, 13, x, v)
#define ND_X2_DCR__RESET__INJ_IO_width 1
#define ND_X2_DCR__RESET__INJ_IO_position 14
#define ND_X2_DCR__RESET__INJ_IO_get(x) _BGQ_GET(1, 14, x)
#define ND_X2_DCR__RESET__INJ_IO_set(v) _BGQ_SET(1, 14, v)
#define ND_X2_DCR__RESET__INJ_IO_insert(x, v) _BGQ_INSERT(1, 14, x, v)
#define ND_X2_DCR__RESET__INJ_C0_width 1
#define ND_X2_DCR__RESET__INJ_C0_position 15
#define ND_X2_DCR__RESET__INJ_C0_get(x) _BGQ_GET(1, 15, x)
#define ND_X2_DCR__RESET__INJ_C0_set(v) _BGQ_SET(1, 15, v)
#define ND_X2_DCR__RESET__INJ_C0_insert(x, v) _BGQ_INSERT(1, 15, x, v)
#define ND_X2_DCR__RESET__INJ_C1_width 1
#define ND_X2_DCR__RESET__INJ_C1_position 16
#define ND_X2_DCR__RESET__INJ_C1_get(x) _BGQ_GET(1, 16, x)
#define ND_X2_DCR__RESET__INJ_C1_set(v) _BGQ_SET(1, 16, v)
#define ND_X2_DCR__RESET__INJ_C1_insert(x, v) _BGQ_INSERT(1, 16, x, v)
#define ND_X2_DCR__RESET__RCP_T0_width 1
#define ND_X2_DCR__RESET__RCP_T0_position 17
#define ND_X2_DCR__RESET__RCP_T0_get(x) _BGQ_GET(1, 17, x)
#define ND_X2_DCR__RESET__RCP_T0_set(v) _BGQ_SET(1, 17, v)
#define ND_X2_DCR__RESET__RCP_T0_insert(x, v) _BGQ_INSERT(1, 17, x, v)
#define ND_X2_DCR__RESET__RCP_T1_width 1
#define ND_X2_DCR__RESET__RCP_T1_position 18
#define ND_X2_DCR__RESET__RCP_T1_get(x) _BGQ_GET(1, 18, x)
#define ND_X2_DCR__RESET__RCP_T1_set(v) _BGQ_SET(1, 18, v)
#define ND_X2_DCR__RESET__RCP_T1_insert(x, v) _BGQ_INSERT(1, 18, x, v)
#define ND_X2_DCR__RESET__RCP_T2_width 1
#define ND_X2_DCR__RESET__RCP_T2_position 19
#define ND_X2_DCR__RESET__RCP_T2_get(x) _BGQ_GET(1, 19, x)
#define ND_X2_DCR__RESET__RCP_T2_set(v) _BGQ_SET(1, 19, v)
#define ND_X2_DCR__RESET__RCP_T2_insert(x, v) _BGQ_INSERT(1, 19, x, v)
#define ND_X2_DCR__RESET__RCP_T3_width 1
#define ND_X2_DCR__RESET__RCP_T3_position 20
#define ND_X2_DCR__RESET__RCP_T3_get(x) _BGQ_GET(1, 20, x)
#define ND_X2_DCR__RESET__RCP_T3_set(v) _BGQ_SET(1, 20, v)
#define ND_X2_DCR__RESET__RCP_T3_insert(x, v) _BGQ_INSERT(1, 20, x, v)
#define ND_X2_DCR__RESET__RCP_T4_width 1
#define ND_X2_DCR__RESET__RCP_T4_position 21
#define ND_X2_DCR__RESET__RCP_T4_get(x) _BGQ_GET(1, 21, x)
#define ND_X2_DCR__RESET__RCP_T4_set(v) _BGQ_SET(1, 21, v)
#define ND_X2_DCR__RESET__RCP_T4_insert(x, v) _BGQ_INSERT(1, 21, x, v)
#define ND_X2_DCR__RESET__RCP_T5_width 1
#define ND_X2_DCR__RESET__RCP_T5_position 22
#define ND_X2_DCR__RESET__RCP_T5_get(x) _BGQ_GET(1, 22, x)
#define ND_X2_DCR__RESET__RCP_T5_set(v) _BGQ_SET(1, 22, v)
#define ND_X2_DCR__RESET__RCP_T5_insert(x, v) _BGQ_INSERT(1, 22, x, v)
#define ND_X2_DCR__RESET__RCP_T6_width 1
#define ND_X2_DCR__RESET__RCP_T6_position 23
#define ND_X2_DCR__RESET__RCP_T6_get(x) _BGQ_GET(1, 23, x)
#define ND_X2_DCR__RESET__RCP_T6_set(v) _BGQ_SET(1, 23, v)
#define ND_X2_DCR__RESET__RCP_T6_insert(x, v) _BGQ_INSERT(1, 23, x, v)
#define ND_X2_DCR__RESET__RCP_T7_width 1
#define ND_X2_DCR__RESET__RCP_T7_position 24
#define ND_X2_DCR__RESET__RCP_T7_get(x) _BGQ_GET(1, 24, x)
#define ND_X2_DCR__RESET__RCP_T7_set(v) _BGQ_SET(1, 24, v)
#define ND_X2_DCR__RESET__RCP_T7_insert(x, v) _BGQ_INSERT(1, 24, x, v)
#define ND_X2_DCR__RESET__RCP_T8_width 1
#define ND_X2_DCR__RESET__RCP_T8_position 25
#define ND_X2_DCR__RESET__RCP_T8_get(x) _BGQ_GET(1, 25, x)
#define ND_X2_DCR__RESET__RCP_T8_set(v) _BGQ_SET(1, 25, v)
#define ND_X2_DCR__RESET__RCP_T8_insert(x, v) _BGQ_INSERT(1, 25, x, v)
#define ND_X2_DCR__RESET__RCP_T9_width 1
#define ND_X2_DCR__RESET__RCP_T9_position 26
#define ND_X2_DCR__RESET__RCP_T9_get(x) _BGQ_GET(1, 26, x)
#define ND_X2_DCR__RESET__RCP_T9_set(v) _BGQ_SET(1, 26, v)
#define ND_X2_DCR__RESET__RCP_T9_insert(x, v) _BGQ_INSERT(1, 26, x, v)
#define ND_X2_DCR__RESET__RCP_L0_width 1
#define ND_X2_DCR__RESET__RCP_L0_position 27
#define ND_X2_DCR__RESET__RCP_L0_get(x) _BGQ_GET(1, 27, x)
#define ND_X2_DCR__RESET__RCP_L0_set(v) _BGQ_SET(1, 27, v)
#define ND_X2_DCR__RESET__RCP_L0_insert(x, v) _BGQ_INSERT(1, 27, x, v)
#define ND_X2_DCR__RESET__RCP_L1_width 1
#define ND_X2_DCR__RESET__RCP_L1_position 28
#define ND_X2_DCR__RESET__RCP_L1_get(x) _BGQ_GET(1, 28, x)
#define ND_X2_DCR__RESET__RCP_L1_set(v) _BGQ_SET(1, 28, v)
#define ND_X2_DCR__RESET__RCP_L1_insert(x, v) _BGQ_INSERT(1, 28, x, v)
#define ND_X2_DCR__RESET__RCP_HP_width 1
#define ND_X2_DCR__RESET__RCP_HP_position 29
#define ND_X2_DCR__RESET__RCP_HP_get(x) _BGQ_GET(1, 29, x)
#define ND_X2_DCR__RESET__RCP_HP_set(v) _BGQ_SET(1, 29, v)
#define ND_X2_DCR__RESET__RCP_HP_insert(x, v) _BGQ_INSERT(1, 29, x, v)
#define ND_X2_DCR__RESET__RCP_IO_width 1
#define ND_X2_DCR__RESET__RCP_IO_position 30
#define ND_X2_DCR__RESET__RCP_IO_get(x) _BGQ_GET(1, 30, x)
#define ND_X2_DCR__RESET__RCP_IO_set(v) _BGQ_SET(1, 30, v)
#define ND_X2_DCR__RESET__RCP_IO_insert(x, v) _BGQ_INSERT(1, 30, x, v)
#define ND_X2_DCR__RESET__RCP_C0_width 1
#define ND_X2_DCR__RESET__RCP_C0_position 31
#define ND_X2_DCR__RESET__RCP_C0_get(x) _BGQ_GET(1, 31, x)
#define ND_X2_DCR__RESET__RCP_C0_set(v) _BGQ_SET(1, 31, v)
#define ND_X2_DCR__RESET__RCP_C0_insert(x, v) _BGQ_INSERT(1, 31, x, v)
#define ND_X2_DCR__RESET__RCP_C1_width 1
#define ND_X2_DCR__RESET__RCP_C1_position 32
#define ND_X2_DCR__RESET__RCP_C1_get(x) _BGQ_GET(1, 32, x)
#define ND_X2_DCR__RESET__RCP_C1_set(v) _BGQ_SET(1, 32, v)
#define ND_X2_DCR__RESET__RCP_C1_insert(x, v) _BGQ_INSERT(1, 32, x, v)

#define ND_X2_DCR__CTRL_offset 0x0001
#define ND_X2_DCR__CTRL_reset UNSIGNED64(0x0000000000000000)
#define ND_X2_DCR__CTRL__INJ_T0_UNIT_STOP_width 1
#define ND_X2_DCR__CTRL__INJ_T0_UNIT_STOP_position 0
#define ND_X2_DCR__CTRL__INJ_T0_UNIT_STOP_get(x) _BGQ_GET(1, 0, x)
#define ND_X2_DCR__CTRL__INJ_T0_UNIT_STOP_set(v) _BGQ_SET(1, 0, v)
#define ND_X2_DCR__CTRL__INJ_T0_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define ND_X2_DCR__CTRL__INJ_T1_UNIT_STOP_width 1
#define ND_X2_DCR__CTRL__INJ_T1_UNIT_STOP_position 1
#define ND_X2_DCR__CTRL__INJ_T1_UNIT_STOP_get(x) _BGQ_GET(1, 1, x)
#define ND_X2_DCR__CTRL__INJ_T1_UNIT_STOP_set(v) _BGQ_SET(1, 1, v)
#define ND_X2_DCR__CTRL__INJ_T1_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define ND_X2_DCR__CTRL__INJ_T2_UNIT_STOP_width 1
#define ND_X2_DCR__CTRL__INJ_T2_UNIT_STOP_position 2
#define ND_X2_DCR__CTRL__INJ_T2_UNIT_STOP_get(x) _BGQ_GET(1, 2, x)
#define ND_X2_DCR__CTRL__INJ_T2_UNIT_STOP_set(v) _BGQ_SET(1, 2, v)
#define ND_X2_DCR__CTRL__INJ_T2_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define ND_X2_DCR__CTRL__INJ_T3_UNIT_STOP_width 1
#define ND_X2_DCR__CTRL__INJ_T3_UNIT_STOP_position 3
#define ND_X2_DCR__CTRL__INJ_T3_UNIT_STOP_get(x) _BGQ_GET(1, 3, x)
#define ND_X2_DCR__CTRL__INJ_T3_UNIT_STOP_set(v) _BGQ_SET(1, 3, v)
#define ND_X2_DCR__CTRL__INJ_T3_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define ND_X2_DCR__CTRL__INJ_T4_UNIT_STOP_width 1
#define ND_X2_DCR__CTRL__INJ_T4_UNIT_STOP_position 4
#define ND_X2_DCR__CTRL__INJ_T4_UNIT_STOP_get(x) _BGQ_GET(1, 4, x)
#define ND_X2_DCR__CTRL__INJ_T4_UNIT_STOP_set(v) _BGQ_SET(1, 4, v)
#define ND_X2_DCR__CTRL__INJ_T4_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define ND_X2_DCR__CTRL__INJ_T5_UNIT_STOP_width 1
#define ND_X2_DCR__CTRL__INJ_T5_UNIT_STOP_position 5
#define ND_X2_DCR__CTRL__INJ_T5_UNIT_STOP_get(x) _BGQ_GET(1, 5, x)
#define ND_X2_DCR__CTRL__INJ_T5_UNIT_STOP_set(v) _BGQ_SET(1, 5, v)
#define ND_X2_DCR__CTRL__INJ_T5_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define ND_X2_DCR__CTRL__INJ_T6_UNIT_STOP_width 1
#define ND_X2_DCR__CTRL__INJ_T6_UNIT_STOP_position 6
#define ND_X2_DCR__CTRL__INJ_T6_UNIT_STOP_get(x) _BGQ_GET(1, 6, x)
#define ND_X2_DCR__CTRL__INJ_T6_UNIT_STOP_set(v) _BGQ_SET(1, 6, v)
#define ND_X2_DCR__CTRL__INJ_T6_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define ND_X2_DCR__CTRL__INJ_T7_UNIT_STOP_width 1
#define ND_X2_DCR__CTRL__INJ_T7_UNIT_STOP_position 7
#define ND_X2_DCR__CTRL__INJ_T7_UNIT_STOP_get(x) _BGQ_GET(1, 7, x)
#define ND_X2_DCR__CTRL__INJ_T7_UNIT_STOP_set(v) _BGQ_SET(1, 7, v)
#define ND_X2_DCR__CTRL__INJ_T7_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define ND_X2_DCR__CTRL__INJ_T8_UNIT_STOP_width 1
#define ND_X2_DCR__CTRL__INJ_T8_UNIT_STOP_position 8
#define ND_X2_DCR__CTRL__INJ_T8_UNIT_STOP_get(x) _BGQ_GET(1, 8, x)
#define ND_X2_DCR__CTRL__INJ_T8_UNIT_STOP_set(v) _BGQ_SET(1, 8, v)
#define ND_X2_DCR__CTRL__INJ_T8_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define ND_X2_DCR__CTRL__INJ_T9_UNIT_STOP_width 1
#define ND_X2_DCR__CTRL__INJ_T9_UNIT_STOP_position 9
#define ND_X2_DCR__CTRL__INJ_T9_UNIT_STOP_get(x) _BGQ_GET(1, 9, x)
#define ND_X2_DCR__CTRL__INJ_T9_UNIT_STOP_set(v) _BGQ_SET(1, 9, v)
#define ND_X2_DCR__CTRL__INJ_T9_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 9, x, v)
#define ND_X2_DCR__CTRL__INJ_L0_UNIT_STOP_width 1
#define ND_X2_DCR__CTRL__INJ_L0_UNIT_STOP_position 10
#define ND_X2_DCR__CTRL__INJ_L0_UNIT_STOP_get(x) _BGQ_GET(1, 10, x)
#define ND_X2_DCR__CTRL__INJ_L0_UNIT_STOP_set(v) _BGQ_SET(1, 10, v)
#define ND_X2_DCR__CTRL__INJ_L0_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 10, x, v)
#define ND_X2_DCR__CTRL__INJ_L1_UNIT_STOP_width 1
#define ND_X2_DCR__CTRL__INJ_L1_UNIT_STOP_position 11
#define ND_X2_DCR__CTRL__INJ_L1_UNIT_STOP_get(x) _BGQ_GET(1, 11, x)
#define ND_X2_DCR__CTRL__INJ_L1_UNIT_STOP_set(v) _BGQ_SET(1, 11, v)
#define ND_X2_DCR__CTRL__INJ_L1_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 11, x, v)
#define ND_X2_DCR__CTRL__INJ_HP_UNIT_STOP_width 1
#define ND_X2_DCR__CTRL__INJ_HP_UNIT_STOP_position 12
#define ND_X2_DCR__CTRL__INJ_HP_UNIT_STOP_get(x) _BGQ_GET(1, 12, x)
#define ND_X2_DCR__CTRL__INJ_HP_UNIT_STOP_set(v) _BGQ_SET(1, 12, v)
#define ND_X2_DCR__CTRL__INJ_HP_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 12, x, v)
#define ND_X2_DCR__CTRL__INJ_IO_UNIT_STOP_width 1
#define ND_X2_DCR__CTRL__INJ_IO_UNIT_STOP_position 13
#define ND_X2_DCR__CTRL__INJ_IO_UNIT_STOP_get(x) _BGQ_GET(1, 13, x)
#define ND_X2_DCR__CTRL__INJ_IO_UNIT_STOP_set(v) _BGQ_SET(1, 13, v)
#define ND_X2_DCR__CTRL__INJ_IO_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 13, x, v)
#define ND_X2_DCR__CTRL__INJ_C0_UNIT_STOP_width 1
#define ND_X2_DCR__CTRL__INJ_C0_UNIT_STOP_position 14
#define ND_X2_DCR__CTRL__INJ_C0_UNIT_STOP_get(x) _BGQ_GET(1, 14, x)
#define ND_X2_DCR__CTRL__INJ_C0_UNIT_STOP_set(v) _BGQ_SET(1, 14, v)
#define ND_X2_DCR__CTRL__INJ_C0_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 14, x, v)
#define ND_X2_DCR__CTRL__INJ_C1_UNIT_STOP_width 1
#define ND_X2_DCR__CTRL__INJ_C1_UNIT_STOP_position 15
#define ND_X2_DCR__CTRL__INJ_C1_UNIT_STOP_get(x) _BGQ_GET(1, 15, x)
#define ND_X2_DCR__CTRL__INJ_C1_UNIT_STOP_set(v) _BGQ_SET(1, 15, v)
#define ND_X2_DCR__CTRL__INJ_C1_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 15, x, v)
#define ND_X2_DCR__CTRL__RCP_T0_UNIT_STOP_width 1
#define ND_X2_DCR__CTRL__RCP_T0_UNIT_STOP_position 16
#define ND_X2_DCR__CTRL__RCP_T0_UNIT_STOP_get(x) _BGQ_GET(1, 16, x)
#define ND_X2_DCR__CTRL__RCP_T0_UNIT_STOP_set(v) _BGQ_SET(1, 16, v)
#define ND_X2_DCR__CTRL__RCP_T0_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 16, x, v)
#define ND_X2_DCR__CTRL__RCP_T1_UNIT_STOP_width 1
#define ND_X2_DCR__CTRL__RCP_T1_UNIT_STOP_position 17
#define ND_X2_DCR__CTRL__RCP_T1_UNIT_STOP_get(x) _BGQ_GET(1, 17, x)
#define ND_X2_DCR__CTRL__RCP_T1_UNIT_STOP_set(v) _BGQ_SET(1, 17, v)
#define ND_X2_DCR__CTRL__RCP_T1_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 17, x, v)
#define ND_X2_DCR__CTRL__RCP_T2_UNIT_STOP_width 1
#define ND_X2_DCR__CTRL__RCP_T2_UNIT_STOP_position 18
#define ND_X2_DCR__CTRL__RCP_T2_UNIT_STOP_get(x) _BGQ_GET(1, 18, x)
#define ND_X2_DCR__CTRL__RCP_T2_UNIT_STOP_set(v) _BGQ_SET(1, 18, v)
#define ND_X2_DCR__CTRL__RCP_T2_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 18, x, v)
#define ND_X2_DCR__CTRL__RCP_T3_UNIT_STOP_width 1
#define ND_X2_DCR__CTRL__RCP_T3_UNIT_STOP_position 19
#define ND_X2_DCR__CTRL__RCP_T3_UNIT_STOP_get(x) _BGQ_GET(1, 19, x)
#define ND_X2_DCR__CTRL__RCP_T3_UNIT_STOP_set(v) _BGQ_SET(1, 19, v)
#define ND_X2_DCR__CTRL__RCP_T3_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 19, x, v)
#define ND_X2_DCR__CTRL__RCP_T4_UNIT_STOP_width 1
#define ND_X2_DCR__CTRL__RCP_T4_UNIT_STOP_position 20
#define ND_X2_DCR__CTRL__RCP_T4_UNIT_STOP_get(x) _BGQ_GET(1, 20, x)
#define ND_X2_DCR__CTRL__RCP_T4_UNIT_STOP_set(v) _BGQ_SET(1, 20, v)
#define ND_X2_DCR__CTRL__RCP_T4_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 20, x, v)
#define ND_X2_DCR__CTRL__RCP_T5_UNIT_STOP_width 1
#define ND_X2_DCR__CTRL__RCP_T5_UNIT_STOP_position 21
#define ND_X2_DCR__CTRL__RCP_T5_UNIT_STOP_get(x) _BGQ_GET(1, 21, x)
#define ND_X2_DCR__CTRL__RCP_T5_UNIT_STOP_set(v) _BGQ_SET(1, 21, v)
#define ND_X2_DCR__CTRL__RCP_T5_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 21, x, v)
#define ND_X2_DCR__CTRL__RCP_T6_UNIT_STOP_width 1
#define ND_X2_DCR__CTRL__RCP_T6_UNIT_STOP_position 22
#define ND_X2_DCR__CTRL__RCP_T6_UNIT_STOP_get(x) _BGQ_GET(1, 22, x)
#define ND_X2_DCR__CTRL__RCP_T6_UNIT_STOP_set(v) _BGQ_SET(1, 22, v)
#define ND_X2_DCR__CTRL__RCP_T6_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 22, x, v)
#define ND_X2_DCR__CTRL__RCP_T7_UNIT_STOP_width 1
#define ND_X2_DCR__CTRL__RCP_T7_UNIT_STOP_position 23
#define ND_X2_DCR__CTRL__RCP_T7_UNIT_STOP_get(x) _BGQ_GET(1, 23, x)
#define ND_X2_DCR__CTRL__RCP_T7_UNIT_STOP_set(v) _BGQ_SET(1, 23, v)
#define ND_X2_DCR__CTRL__RCP_T7_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 23, x, v)
#define ND_X2_DCR__CTRL__RCP_T8_UNIT_STOP_width 1
#define ND_X2_DCR__CTRL__RCP_T8_UNIT_STOP_position 24
#define ND_X2_DCR__CTRL__RCP_T8_UNIT_STOP_get(x) _BGQ_GET(1, 24, x)
#define ND_X2_DCR__CTRL__RCP_T8_UNIT_STOP_set(v) _BGQ_SET(1, 24, v)
#define ND_X2_DCR__CTRL__RCP_T8_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 24, x, v)
#define ND_X2_DCR__CTRL__RCP_T9_UNIT_STOP_width 1
#define ND_X2_DCR__CTRL__RCP_T9_UNIT_STOP_position 25
#define ND_X2_DCR__CTRL__RCP_T9_UNIT_STOP_get(x) _BGQ_GET(1, 25, x)
#define ND_X2_DCR__CTRL__RCP_T9_UNIT_STOP_set(v) _BGQ_SET(1, 25, v)
#define ND_X2_DCR__CTRL__RCP_T9_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 25, x, v)
#define ND_X2_DCR__CTRL__RCP_L0_UNIT_STOP_width 1
#define ND_X2_DCR__CTRL__RCP_L0_UNIT_STOP_position 26
#define ND_X2_DCR__CTRL__RCP_L0_UNIT_STOP_get(x) _BGQ_GET(1, 26, x)
#define ND_X2_DCR__CTRL__RCP_L0_UNIT_STOP_set(v) _BGQ_SET(1, 26, v)
#define ND_X2_DCR__CTRL__RCP_L0_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 26, x, v)
#define ND_X2_DCR__CTRL__RCP_L1_UNIT_STOP_width 1
#define ND_X2_DCR__CTRL__RCP_L1_UNIT_STOP_position 27
#define ND_X2_DCR__CTRL__RCP_L1_UNIT_STOP_get(x) _BGQ_GET(1, 27, x)
#define ND_X2_DCR__CTRL__RCP_L1_UNIT_STOP_set(v) _BGQ_SET(1, 27, v)
#define ND_X2_DCR__CTRL__RCP_L1_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 27, x, v)
#define ND_X2_DCR__CTRL__RCP_HP_UNIT_STOP_width 1
#define ND_X2_DCR__CTRL__RCP_HP_UNIT_STOP_position 28
#define ND_X2_DCR__CTRL__RCP_HP_UNIT_STOP_get(x) _BGQ_GET(1, 28, x)
#define ND_X2_DCR__CTRL__RCP_HP_UNIT_STOP_set(v) _BGQ_SET(1, 28, v)
#define ND_X2_DCR__CTRL__RCP_HP_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 28, x, v)
#define ND_X2_DCR__CTRL__RCP_IO_UNIT_STOP_width 1
#define ND_X2_DCR__CTRL__RCP_IO_UNIT_STOP_position 29
#define ND_X2_DCR__CTRL__RCP_IO_UNIT_STOP_get(x) _BGQ_GET(1, 29, x)
#define ND_X2_DCR__CTRL__RCP_IO_UNIT_STOP_set(v) _BGQ_SET(1, 29, v)
#define ND_X2_DCR__CTRL__RCP_IO_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 29, x, v)
#define ND_X2_DCR__CTRL__RCP_C0_UNIT_STOP_width 1
#define ND_X2_DCR__CTRL__RCP_C0_UNIT_STOP_position 30
#define ND_X2_DCR__CTRL__RCP_C0_UNIT_STOP_get(x) _BGQ_GET(1, 30, x)
#define ND_X2_DCR__CTRL__RCP_C0_UNIT_STOP_set(v) _BGQ_SET(1, 30, v)
#define ND_X2_DCR__CTRL__RCP_C0_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 30, x, v)
#define ND_X2_DCR__CTRL__RCP_C1_UNIT_STOP_width 1
#define ND_X2_DCR__CTRL__RCP_C1_UNIT_STOP_position 31
#define ND_X2_DCR__CTRL__RCP_C1_UNIT_STOP_get(x) _BGQ_GET(1, 31, x)
#define ND_X2_DCR__CTRL__RCP_C1_UNIT_STOP_set(v) _BGQ_SET(1, 31, v)
#define ND_X2_DCR__CTRL__RCP_C1_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 31, x, v)
#define ND_X2_DCR__CTRL__RESERVED_width 32
#define ND_X2_DCR__CTRL__RESERVED_position 63
#define ND_X2_DCR__CTRL__RESERVED_get(x) _BGQ_GET(32, 63, x)
#define ND_X2_DCR__CTRL__RESERVED_set(v) _BGQ_SET(32, 63, v)
#define ND_X2_DCR__CTRL__RESERVED_insert(x, v) _BGQ_INSERT(32, 63, x, v)

#define ND_X2_DCR__FATAL_ERR0_ENABLE_offset 0x0002
#define ND_X2_DCR__FATAL_ERR0_ENABLE_reset UNSIGNED64(0x0000000000000000)
#define ND_X2_DCR__FATAL_ERR0_ENABLE__VALUE_width 64
#define ND_X2_DCR__FATAL_ERR0_ENABLE__VALUE_position 63
#define ND_X2_DCR__FATAL_ERR0_ENABLE__VALUE_get(x) _BGQ_GET(64, 63, x)
#define ND_X2_DCR__FATAL_ERR0_ENABLE__VALUE_set(v) _BGQ_SET(64, 63, v)
#define ND_X2_DCR__FATAL_ERR0_ENABLE__VALUE_insert(x, v) _BGQ_INSERT(64, 63, x, v)

#define ND_X2_DCR__FATAL_ERR0_offset 0x0003
#define ND_X2_DCR__FATAL_ERR0_reset UNSIGNED64(0x0000000000000000)
#define ND_X2_DCR__FATAL_ERR0__INJ_T0_T3_X2_PERR_width 1
#define ND_X2_DCR__FATAL_ERR0__INJ_T0_T3_X2_PERR_position 0
#define ND_X2_DCR__FATAL_ERR0__INJ_T0_T3_X2_PERR_get(x) _BGQ_GET(1, 0, x)
#define ND_X2_DCR__FATAL_ERR0__INJ_T0_T3_X2_PERR_set(v) _BGQ_SET(1, 0, v)
#define ND_X2_DCR__FATAL_ERR0__INJ_T0_T3_X2_PERR_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define ND_X2_DCR__FATAL_ERR0__INJ_T4_T7_X2_PERR_width 1
#define ND_X2_DCR__FATAL_ERR0__INJ_T4_T7_X2_PERR_position 1
#define ND_X2_DCR__FATAL_ERR0__INJ_T4_T7_X2_PERR_get(x) _BGQ_GET(1, 1, x)
#define ND_X2_DCR__FATAL_ERR0__INJ_T4_T7_X2_PERR_set(v) _BGQ_SET(1, 1, v)
#define ND_X2_DCR__FATAL_ERR0__INJ_T4_T7_X2_PERR_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define ND_X2_DCR__FATAL_ERR0__INJ_T8_L1_X2_PERR_width 1
#define ND_X2_DCR__FATAL_ERR0__INJ_T8_L1_X2_PERR_position 2
#define ND_X2_DCR__FATAL_ERR0__INJ_T8_L1_X2_PERR_get(x) _BGQ_GET(1, 2, x)
#define ND_X2_DCR__FATAL_ERR0__INJ_T8_L1_X2_PERR_set(v) _BGQ_SET(1, 2, v)
#define ND_X2_DCR__FATAL_ERR0__INJ_T8_L1_X2_PERR_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define ND_X2_DCR__FATAL_ERR0__INJ_HP_C1_X2_PERR_width 1
#define ND_X2_DCR__FATAL_ERR0__INJ_HP_C1_X2_PERR_position 3
#define ND_X2_DCR__FATAL_ERR0__INJ_HP_C1_X2_PERR_get(x) _BGQ_GET(1, 3, x)
#define ND_X2_DCR__FATAL_ERR0__INJ_HP_C1_X2_PERR_set(v) _BGQ_SET(1, 3, v)
#define ND_X2_DCR__FATAL_ERR0__INJ_HP_C1_X2_PERR_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define ND_X2_DCR__FATAL_ERR0__MU_DBUS_EN_PTR_EN_BOTH_HIGH_width 1
#define ND_X2_DCR__FATAL_ERR0__MU_DBUS_EN_PTR_EN_BOTH_HIGH_position 4
#define ND_X2_DCR__FATAL_ERR0__MU_DBUS_EN_PTR_EN_BOTH_HIGH_get(x) _BGQ_GET(1, 4, x)
#define ND_X2_DCR__FATAL_ERR0__MU_DBUS_EN_PTR_EN_BOTH_HIGH_set(v) _BGQ_SET(1, 4, v)
#define ND_X2_DCR__FATAL_ERR0__MU_DBUS_EN_PTR_EN_BOTH_HIGH_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define ND_X2_DCR__FATAL_ERR0__INJ_TOP_X2_PERR_width 1
#define ND_X2_DCR__FATAL_ERR0__INJ_TOP_X2_PERR_position 5
#define ND_X2_DCR__FATAL_ERR0__INJ_TOP_X2_PERR_get(x) _BGQ_GET(1, 5, x)
#define ND_X2_DCR__FATAL_ERR0__INJ_TOP_X2_PERR_set(v) _BGQ_SET(1, 5, v)
#define ND_X2_DCR__FATAL_ERR0__INJ_TOP_X2_PERR_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define ND_X2_DCR__FATAL_ERR0__MU_T0_T3_DBUS_EN_GT1_width 1
#define ND_X2_DCR__FATAL_ERR0__MU_T0_T3_DBUS_EN_GT1_position 6
#define ND_X2_DCR__FATAL_ERR0__MU_T0_T3_DBUS_EN_GT1_get(x) _BGQ_GET(1, 6, x)
#define ND_X2_DCR__FATAL_ERR0__MU_T0_T3_DBUS_EN_GT1_set(v) _BGQ_SET(1, 6, v)
#define ND_X2_DCR__FATAL_ERR0__MU_T0_T3_DBUS_EN_GT1_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define ND_X2_DCR__FATAL_ERR0__MU_T4_T7_DBUS_EN_GT1_width 1
#define ND_X2_DCR__FATAL_ERR0__MU_T4_T7_DBUS_EN_GT1_position 7
#define ND_X2_DCR__FATAL_ERR0__MU_T4_T7_DBUS_EN_GT1_get(x) _BGQ_GET(1, 7, x)
#define ND_X2_DCR__FATAL_ERR0__MU_T4_T7_DBUS_EN_GT1_set(v) _BGQ_SET(1, 7, v)
#define ND_X2_DCR__FATAL_ERR0__MU_T4_T7_DBUS_EN_GT1_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define ND_X2_DCR__FATAL_ERR0__MU_T8_L1_DBUS_EN_GT1_width 1
#define ND_X2_DCR__FATAL_ERR0__MU_T8_L1_DBUS_EN_GT1_position 8
#define ND_X2_DCR__FATAL_ERR0__MU_T8_L1_DBUS_EN_GT1_get(x) _BGQ_GET(1, 8, x)
#define ND_X2_DCR__FATAL_ERR0__MU_T8_L1_DBUS_EN_GT1_set(v) _BGQ_SET(1, 8, v)
#define ND_X2_DCR__FATAL_ERR0__MU_T8_L1_DBUS_EN_GT1_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define ND_X2_DCR__FATAL_ERR0__RESERVED_width 52
#define ND_X2_DCR__FATAL_ERR0__RESERVED_position 60
#define ND_X2_DCR__FATAL_ERR0__RESERVED_get(x) _BGQ_GET(52, 60, x)
#define ND_X2_DCR__FATAL_ERR0__RESERVED_set(v) _BGQ_SET(52, 60, v)
#define ND_X2_DCR__FATAL_ERR0__RESERVED_insert(x, v) _BGQ_INSERT(52, 60, x, v)
#define ND_X2_DCR__FATAL_ERR0__DCR_SLAVE_MCHK_width 1
#define ND_X2_DCR__FATAL_ERR0__DCR_SLAVE_MCHK_position 61
#define ND_X2_DCR__FATAL_ERR0__DCR_SLAVE_MCHK_get(x) _BGQ_GET(1, 61, x)
#define ND_X2_DCR__FATAL_ERR0__DCR_SLAVE_MCHK_set(v) _BGQ_SET(1, 61, v)
#define ND_X2_DCR__FATAL_ERR0__DCR_SLAVE_MCHK_insert(x, v) _BGQ_INSERT(1, 61, x, v)
#define ND_X2_DCR__FATAL_ERR0__DCR_SLAVE_CRIT_width 1
#define ND_X2_DCR__FATAL_ERR0__DCR_SLAVE_CRIT_position 62
#define ND_X2_DCR__FATAL_ERR0__DCR_SLAVE_CRIT_get(x) _BGQ_GET(1, 62, x)
#define ND_X2_DCR__FATAL_ERR0__DCR_SLAVE_CRIT_set(v) _BGQ_SET(1, 62, v)
#define ND_X2_DCR__FATAL_ERR0__DCR_SLAVE_CRIT_insert(x, v) _BGQ_INSERT(1, 62, x, v)
#define ND_X2_DCR__FATAL_ERR0__DCR_SLAVE_NON_CRIT_width 1
#define ND_X2_DCR__FATAL_ERR0__DCR_SLAVE_NON_CRIT_position 63
#define ND_X2_DCR__FATAL_ERR0__DCR_SLAVE_NON_CRIT_get(x) _BGQ_GET(1, 63, x)
#define ND_X2_DCR__FATAL_ERR0__DCR_SLAVE_NON_CRIT_set(v) _BGQ_SET(1, 63, v)
#define ND_X2_DCR__FATAL_ERR0__DCR_SLAVE_NON_CRIT_insert(x, v) _BGQ_INSERT(1, 63, x, v)

#define ND_X2_DCR__FATAL_ERR1_ENABLE_offset 0x0004
#define ND_X2_DCR__FATAL_ERR1_ENABLE_reset UNSIGNED64(0x0000000000000000)
#define ND_X2_DCR__FATAL_ERR1_ENABLE__VALUE_width 64
#define ND_X2_DCR__FATAL_ERR1_ENABLE__VALUE_position 63
#define ND_X2_DCR__FATAL_ERR1_ENABLE__VALUE_get(x) _BGQ_GET(64, 63, x)
#define ND_X2_DCR__FATAL_ERR1_ENABLE__VALUE_set(v) _BGQ_SET(64, 63, v)
#define ND_X2_DCR__FATAL_ERR1_ENABLE__VALUE_insert(x, v) _BGQ_INSERT(64, 63, x, v)

#define ND_X2_DCR__FATAL_ERR1_offset 0x0005
#define ND_X2_DCR__FATAL_ERR1_reset UNSIGNED64(0x0000000000000000)
#define ND_X2_DCR__FATAL_ERR1__RCP_T0_X2_PERR_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T0_X2_PERR_position 0
#define ND_X2_DCR__FATAL_ERR1__RCP_T0_X2_PERR_get(x) _BGQ_GET(1, 0, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T0_X2_PERR_set(v) _BGQ_SET(1, 0, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T0_X2_PERR_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T0_X2_INV_STATE_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T0_X2_INV_STATE_position 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T0_X2_INV_STATE_get(x) _BGQ_GET(1, 1, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T0_X2_INV_STATE_set(v) _BGQ_SET(1, 1, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T0_X2_INV_STATE_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T1_X2_PERR_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T1_X2_PERR_position 2
#define ND_X2_DCR__FATAL_ERR1__RCP_T1_X2_PERR_get(x) _BGQ_GET(1, 2, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T1_X2_PERR_set(v) _BGQ_SET(1, 2, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T1_X2_PERR_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T1_X2_INV_STATE_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T1_X2_INV_STATE_position 3
#define ND_X2_DCR__FATAL_ERR1__RCP_T1_X2_INV_STATE_get(x) _BGQ_GET(1, 3, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T1_X2_INV_STATE_set(v) _BGQ_SET(1, 3, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T1_X2_INV_STATE_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T2_X2_PERR_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T2_X2_PERR_position 4
#define ND_X2_DCR__FATAL_ERR1__RCP_T2_X2_PERR_get(x) _BGQ_GET(1, 4, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T2_X2_PERR_set(v) _BGQ_SET(1, 4, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T2_X2_PERR_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T2_X2_INV_STATE_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T2_X2_INV_STATE_position 5
#define ND_X2_DCR__FATAL_ERR1__RCP_T2_X2_INV_STATE_get(x) _BGQ_GET(1, 5, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T2_X2_INV_STATE_set(v) _BGQ_SET(1, 5, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T2_X2_INV_STATE_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T3_X2_PERR_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T3_X2_PERR_position 6
#define ND_X2_DCR__FATAL_ERR1__RCP_T3_X2_PERR_get(x) _BGQ_GET(1, 6, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T3_X2_PERR_set(v) _BGQ_SET(1, 6, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T3_X2_PERR_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T3_X2_INV_STATE_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T3_X2_INV_STATE_position 7
#define ND_X2_DCR__FATAL_ERR1__RCP_T3_X2_INV_STATE_get(x) _BGQ_GET(1, 7, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T3_X2_INV_STATE_set(v) _BGQ_SET(1, 7, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T3_X2_INV_STATE_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T4_X2_PERR_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T4_X2_PERR_position 8
#define ND_X2_DCR__FATAL_ERR1__RCP_T4_X2_PERR_get(x) _BGQ_GET(1, 8, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T4_X2_PERR_set(v) _BGQ_SET(1, 8, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T4_X2_PERR_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T4_X2_INV_STATE_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T4_X2_INV_STATE_position 9
#define ND_X2_DCR__FATAL_ERR1__RCP_T4_X2_INV_STATE_get(x) _BGQ_GET(1, 9, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T4_X2_INV_STATE_set(v) _BGQ_SET(1, 9, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T4_X2_INV_STATE_insert(x, v) _BGQ_INSERT(1, 9, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T5_X2_PERR_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T5_X2_PERR_position 10
#define ND_X2_DCR__FATAL_ERR1__RCP_T5_X2_PERR_get(x) _BGQ_GET(1, 10, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T5_X2_PERR_set(v) _BGQ_SET(1, 10, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T5_X2_PERR_insert(x, v) _BGQ_INSERT(1, 10, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T5_X2_INV_STATE_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T5_X2_INV_STATE_position 11
#define ND_X2_DCR__FATAL_ERR1__RCP_T5_X2_INV_STATE_get(x) _BGQ_GET(1, 11, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T5_X2_INV_STATE_set(v) _BGQ_SET(1, 11, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T5_X2_INV_STATE_insert(x, v) _BGQ_INSERT(1, 11, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T6_X2_PERR_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T6_X2_PERR_position 12
#define ND_X2_DCR__FATAL_ERR1__RCP_T6_X2_PERR_get(x) _BGQ_GET(1, 12, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T6_X2_PERR_set(v) _BGQ_SET(1, 12, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T6_X2_PERR_insert(x, v) _BGQ_INSERT(1, 12, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T6_X2_INV_STATE_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T6_X2_INV_STATE_position 13
#define ND_X2_DCR__FATAL_ERR1__RCP_T6_X2_INV_STATE_get(x) _BGQ_GET(1, 13, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T6_X2_INV_STATE_set(v) _BGQ_SET(1, 13, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T6_X2_INV_STATE_insert(x, v) _BGQ_INSERT(1, 13, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T7_X2_PERR_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T7_X2_PERR_position 14
#define ND_X2_DCR__FATAL_ERR1__RCP_T7_X2_PERR_get(x) _BGQ_GET(1, 14, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T7_X2_PERR_set(v) _BGQ_SET(1, 14, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T7_X2_PERR_insert(x, v) _BGQ_INSERT(1, 14, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T7_X2_INV_STATE_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T7_X2_INV_STATE_position 15
#define ND_X2_DCR__FATAL_ERR1__RCP_T7_X2_INV_STATE_get(x) _BGQ_GET(1, 15, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T7_X2_INV_STATE_set(v) _BGQ_SET(1, 15, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T7_X2_INV_STATE_insert(x, v) _BGQ_INSERT(1, 15, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T8_X2_PERR_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T8_X2_PERR_position 16
#define ND_X2_DCR__FATAL_ERR1__RCP_T8_X2_PERR_get(x) _BGQ_GET(1, 16, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T8_X2_PERR_set(v) _BGQ_SET(1, 16, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T8_X2_PERR_insert(x, v) _BGQ_INSERT(1, 16, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T8_X2_INV_STATE_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T8_X2_INV_STATE_position 17
#define ND_X2_DCR__FATAL_ERR1__RCP_T8_X2_INV_STATE_get(x) _BGQ_GET(1, 17, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T8_X2_INV_STATE_set(v) _BGQ_SET(1, 17, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T8_X2_INV_STATE_insert(x, v) _BGQ_INSERT(1, 17, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T9_X2_PERR_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T9_X2_PERR_position 18
#define ND_X2_DCR__FATAL_ERR1__RCP_T9_X2_PERR_get(x) _BGQ_GET(1, 18, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T9_X2_PERR_set(v) _BGQ_SET(1, 18, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T9_X2_PERR_insert(x, v) _BGQ_INSERT(1, 18, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T9_X2_INV_STATE_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T9_X2_INV_STATE_position 19
#define ND_X2_DCR__FATAL_ERR1__RCP_T9_X2_INV_STATE_get(x) _BGQ_GET(1, 19, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T9_X2_INV_STATE_set(v) _BGQ_SET(1, 19, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T9_X2_INV_STATE_insert(x, v) _BGQ_INSERT(1, 19, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_L0_X2_PERR_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_L0_X2_PERR_position 20
#define ND_X2_DCR__FATAL_ERR1__RCP_L0_X2_PERR_get(x) _BGQ_GET(1, 20, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_L0_X2_PERR_set(v) _BGQ_SET(1, 20, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_L0_X2_PERR_insert(x, v) _BGQ_INSERT(1, 20, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_L0_X2_INV_STATE_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_L0_X2_INV_STATE_position 21
#define ND_X2_DCR__FATAL_ERR1__RCP_L0_X2_INV_STATE_get(x) _BGQ_GET(1, 21, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_L0_X2_INV_STATE_set(v) _BGQ_SET(1, 21, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_L0_X2_INV_STATE_insert(x, v) _BGQ_INSERT(1, 21, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_L1_X2_PERR_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_L1_X2_PERR_position 22
#define ND_X2_DCR__FATAL_ERR1__RCP_L1_X2_PERR_get(x) _BGQ_GET(1, 22, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_L1_X2_PERR_set(v) _BGQ_SET(1, 22, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_L1_X2_PERR_insert(x, v) _BGQ_INSERT(1, 22, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_L1_X2_INV_STATE_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_L1_X2_INV_STATE_position 23
#define ND_X2_DCR__FATAL_ERR1__RCP_L1_X2_INV_STATE_get(x) _BGQ_GET(1, 23, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_L1_X2_INV_STATE_set(v) _BGQ_SET(1, 23, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_L1_X2_INV_STATE_insert(x, v) _BGQ_INSERT(1, 23, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_HP_X2_PERR_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_HP_X2_PERR_position 24
#define ND_X2_DCR__FATAL_ERR1__RCP_HP_X2_PERR_get(x) _BGQ_GET(1, 24, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_HP_X2_PERR_set(v) _BGQ_SET(1, 24, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_HP_X2_PERR_insert(x, v) _BGQ_INSERT(1, 24, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_HP_X2_INV_STATE_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_HP_X2_INV_STATE_position 25
#define ND_X2_DCR__FATAL_ERR1__RCP_HP_X2_INV_STATE_get(x) _BGQ_GET(1, 25, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_HP_X2_INV_STATE_set(v) _BGQ_SET(1, 25, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_HP_X2_INV_STATE_insert(x, v) _BGQ_INSERT(1, 25, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_IO_X2_PERR_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_IO_X2_PERR_position 26
#define ND_X2_DCR__FATAL_ERR1__RCP_IO_X2_PERR_get(x) _BGQ_GET(1, 26, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_IO_X2_PERR_set(v) _BGQ_SET(1, 26, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_IO_X2_PERR_insert(x, v) _BGQ_INSERT(1, 26, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_IO_X2_INV_STATE_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_IO_X2_INV_STATE_position 27
#define ND_X2_DCR__FATAL_ERR1__RCP_IO_X2_INV_STATE_get(x) _BGQ_GET(1, 27, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_IO_X2_INV_STATE_set(v) _BGQ_SET(1, 27, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_IO_X2_INV_STATE_insert(x, v) _BGQ_INSERT(1, 27, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_C0_X2_PERR_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_C0_X2_PERR_position 28
#define ND_X2_DCR__FATAL_ERR1__RCP_C0_X2_PERR_get(x) _BGQ_GET(1, 28, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_C0_X2_PERR_set(v) _BGQ_SET(1, 28, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_C0_X2_PERR_insert(x, v) _BGQ_INSERT(1, 28, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_C0_X2_INV_STATE_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_C0_X2_INV_STATE_position 29
#define ND_X2_DCR__FATAL_ERR1__RCP_C0_X2_INV_STATE_get(x) _BGQ_GET(1, 29, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_C0_X2_INV_STATE_set(v) _BGQ_SET(1, 29, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_C0_X2_INV_STATE_insert(x, v) _BGQ_INSERT(1, 29, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_C1_X2_PERR_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_C1_X2_PERR_position 30
#define ND_X2_DCR__FATAL_ERR1__RCP_C1_X2_PERR_get(x) _BGQ_GET(1, 30, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_C1_X2_PERR_set(v) _BGQ_SET(1, 30, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_C1_X2_PERR_insert(x, v) _BGQ_INSERT(1, 30, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_C1_X2_INV_STATE_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_C1_X2_INV_STATE_position 31
#define ND_X2_DCR__FATAL_ERR1__RCP_C1_X2_INV_STATE_get(x) _BGQ_GET(1, 31, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_C1_X2_INV_STATE_set(v) _BGQ_SET(1, 31, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_C1_X2_INV_STATE_insert(x, v) _BGQ_INSERT(1, 31, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T0_MU_INV_DONE_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T0_MU_INV_DONE_position 32
#define ND_X2_DCR__FATAL_ERR1__RCP_T0_MU_INV_DONE_get(x) _BGQ_GET(1, 32, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T0_MU_INV_DONE_set(v) _BGQ_SET(1, 32, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T0_MU_INV_DONE_insert(x, v) _BGQ_INSERT(1, 32, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T0_MU_INV_REQ_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T0_MU_INV_REQ_position 33
#define ND_X2_DCR__FATAL_ERR1__RCP_T0_MU_INV_REQ_get(x) _BGQ_GET(1, 33, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T0_MU_INV_REQ_set(v) _BGQ_SET(1, 33, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T0_MU_INV_REQ_insert(x, v) _BGQ_INSERT(1, 33, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T1_MU_INV_DONE_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T1_MU_INV_DONE_position 34
#define ND_X2_DCR__FATAL_ERR1__RCP_T1_MU_INV_DONE_get(x) _BGQ_GET(1, 34, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T1_MU_INV_DONE_set(v) _BGQ_SET(1, 34, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T1_MU_INV_DONE_insert(x, v) _BGQ_INSERT(1, 34, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T1_MU_INV_REQ_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T1_MU_INV_REQ_position 35
#define ND_X2_DCR__FATAL_ERR1__RCP_T1_MU_INV_REQ_get(x) _BGQ_GET(1, 35, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T1_MU_INV_REQ_set(v) _BGQ_SET(1, 35, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T1_MU_INV_REQ_insert(x, v) _BGQ_INSERT(1, 35, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T2_MU_INV_DONE_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T2_MU_INV_DONE_position 36
#define ND_X2_DCR__FATAL_ERR1__RCP_T2_MU_INV_DONE_get(x) _BGQ_GET(1, 36, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T2_MU_INV_DONE_set(v) _BGQ_SET(1, 36, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T2_MU_INV_DONE_insert(x, v) _BGQ_INSERT(1, 36, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T2_MU_INV_REQ_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T2_MU_INV_REQ_position 37
#define ND_X2_DCR__FATAL_ERR1__RCP_T2_MU_INV_REQ_get(x) _BGQ_GET(1, 37, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T2_MU_INV_REQ_set(v) _BGQ_SET(1, 37, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T2_MU_INV_REQ_insert(x, v) _BGQ_INSERT(1, 37, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T3_MU_INV_DONE_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T3_MU_INV_DONE_position 38
#define ND_X2_DCR__FATAL_ERR1__RCP_T3_MU_INV_DONE_get(x) _BGQ_GET(1, 38, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T3_MU_INV_DONE_set(v) _BGQ_SET(1, 38, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T3_MU_INV_DONE_insert(x, v) _BGQ_INSERT(1, 38, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T3_MU_INV_REQ_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T3_MU_INV_REQ_position 39
#define ND_X2_DCR__FATAL_ERR1__RCP_T3_MU_INV_REQ_get(x) _BGQ_GET(1, 39, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T3_MU_INV_REQ_set(v) _BGQ_SET(1, 39, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T3_MU_INV_REQ_insert(x, v) _BGQ_INSERT(1, 39, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T4_MU_INV_DONE_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T4_MU_INV_DONE_position 40
#define ND_X2_DCR__FATAL_ERR1__RCP_T4_MU_INV_DONE_get(x) _BGQ_GET(1, 40, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T4_MU_INV_DONE_set(v) _BGQ_SET(1, 40, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T4_MU_INV_DONE_insert(x, v) _BGQ_INSERT(1, 40, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T4_MU_INV_REQ_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T4_MU_INV_REQ_position 41
#define ND_X2_DCR__FATAL_ERR1__RCP_T4_MU_INV_REQ_get(x) _BGQ_GET(1, 41, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T4_MU_INV_REQ_set(v) _BGQ_SET(1, 41, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T4_MU_INV_REQ_insert(x, v) _BGQ_INSERT(1, 41, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T5_MU_INV_DONE_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T5_MU_INV_DONE_position 42
#define ND_X2_DCR__FATAL_ERR1__RCP_T5_MU_INV_DONE_get(x) _BGQ_GET(1, 42, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T5_MU_INV_DONE_set(v) _BGQ_SET(1, 42, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T5_MU_INV_DONE_insert(x, v) _BGQ_INSERT(1, 42, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T5_MU_INV_REQ_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T5_MU_INV_REQ_position 43
#define ND_X2_DCR__FATAL_ERR1__RCP_T5_MU_INV_REQ_get(x) _BGQ_GET(1, 43, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T5_MU_INV_REQ_set(v) _BGQ_SET(1, 43, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T5_MU_INV_REQ_insert(x, v) _BGQ_INSERT(1, 43, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T6_MU_INV_DONE_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T6_MU_INV_DONE_position 44
#define ND_X2_DCR__FATAL_ERR1__RCP_T6_MU_INV_DONE_get(x) _BGQ_GET(1, 44, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T6_MU_INV_DONE_set(v) _BGQ_SET(1, 44, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T6_MU_INV_DONE_insert(x, v) _BGQ_INSERT(1, 44, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T6_MU_INV_REQ_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T6_MU_INV_REQ_position 45
#define ND_X2_DCR__FATAL_ERR1__RCP_T6_MU_INV_REQ_get(x) _BGQ_GET(1, 45, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T6_MU_INV_REQ_set(v) _BGQ_SET(1, 45, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T6_MU_INV_REQ_insert(x, v) _BGQ_INSERT(1, 45, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T7_MU_INV_DONE_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T7_MU_INV_DONE_position 46
#define ND_X2_DCR__FATAL_ERR1__RCP_T7_MU_INV_DONE_get(x) _BGQ_GET(1, 46, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T7_MU_INV_DONE_set(v) _BGQ_SET(1, 46, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T7_MU_INV_DONE_insert(x, v) _BGQ_INSERT(1, 46, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T7_MU_INV_REQ_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T7_MU_INV_REQ_position 47
#define ND_X2_DCR__FATAL_ERR1__RCP_T7_MU_INV_REQ_get(x) _BGQ_GET(1, 47, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T7_MU_INV_REQ_set(v) _BGQ_SET(1, 47, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T7_MU_INV_REQ_insert(x, v) _BGQ_INSERT(1, 47, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T8_MU_INV_DONE_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T8_MU_INV_DONE_position 48
#define ND_X2_DCR__FATAL_ERR1__RCP_T8_MU_INV_DONE_get(x) _BGQ_GET(1, 48, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T8_MU_INV_DONE_set(v) _BGQ_SET(1, 48, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T8_MU_INV_DONE_insert(x, v) _BGQ_INSERT(1, 48, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T8_MU_INV_REQ_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T8_MU_INV_REQ_position 49
#define ND_X2_DCR__FATAL_ERR1__RCP_T8_MU_INV_REQ_get(x) _BGQ_GET(1, 49, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T8_MU_INV_REQ_set(v) _BGQ_SET(1, 49, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T8_MU_INV_REQ_insert(x, v) _BGQ_INSERT(1, 49, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T9_MU_INV_DONE_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T9_MU_INV_DONE_position 50
#define ND_X2_DCR__FATAL_ERR1__RCP_T9_MU_INV_DONE_get(x) _BGQ_GET(1, 50, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T9_MU_INV_DONE_set(v) _BGQ_SET(1, 50, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T9_MU_INV_DONE_insert(x, v) _BGQ_INSERT(1, 50, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T9_MU_INV_REQ_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_T9_MU_INV_REQ_position 51
#define ND_X2_DCR__FATAL_ERR1__RCP_T9_MU_INV_REQ_get(x) _BGQ_GET(1, 51, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_T9_MU_INV_REQ_set(v) _BGQ_SET(1, 51, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_T9_MU_INV_REQ_insert(x, v) _BGQ_INSERT(1, 51, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_L0_MU_INV_DONE_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_L0_MU_INV_DONE_position 52
#define ND_X2_DCR__FATAL_ERR1__RCP_L0_MU_INV_DONE_get(x) _BGQ_GET(1, 52, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_L0_MU_INV_DONE_set(v) _BGQ_SET(1, 52, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_L0_MU_INV_DONE_insert(x, v) _BGQ_INSERT(1, 52, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_L0_MU_INV_REQ_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_L0_MU_INV_REQ_position 53
#define ND_X2_DCR__FATAL_ERR1__RCP_L0_MU_INV_REQ_get(x) _BGQ_GET(1, 53, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_L0_MU_INV_REQ_set(v) _BGQ_SET(1, 53, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_L0_MU_INV_REQ_insert(x, v) _BGQ_INSERT(1, 53, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_L1_MU_INV_DONE_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_L1_MU_INV_DONE_position 54
#define ND_X2_DCR__FATAL_ERR1__RCP_L1_MU_INV_DONE_get(x) _BGQ_GET(1, 54, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_L1_MU_INV_DONE_set(v) _BGQ_SET(1, 54, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_L1_MU_INV_DONE_insert(x, v) _BGQ_INSERT(1, 54, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_L1_MU_INV_REQ_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_L1_MU_INV_REQ_position 55
#define ND_X2_DCR__FATAL_ERR1__RCP_L1_MU_INV_REQ_get(x) _BGQ_GET(1, 55, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_L1_MU_INV_REQ_set(v) _BGQ_SET(1, 55, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_L1_MU_INV_REQ_insert(x, v) _BGQ_INSERT(1, 55, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_HP_MU_INV_DONE_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_HP_MU_INV_DONE_position 56
#define ND_X2_DCR__FATAL_ERR1__RCP_HP_MU_INV_DONE_get(x) _BGQ_GET(1, 56, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_HP_MU_INV_DONE_set(v) _BGQ_SET(1, 56, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_HP_MU_INV_DONE_insert(x, v) _BGQ_INSERT(1, 56, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_HP_MU_INV_REQ_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_HP_MU_INV_REQ_position 57
#define ND_X2_DCR__FATAL_ERR1__RCP_HP_MU_INV_REQ_get(x) _BGQ_GET(1, 57, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_HP_MU_INV_REQ_set(v) _BGQ_SET(1, 57, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_HP_MU_INV_REQ_insert(x, v) _BGQ_INSERT(1, 57, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_IO_MU_INV_DONE_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_IO_MU_INV_DONE_position 58
#define ND_X2_DCR__FATAL_ERR1__RCP_IO_MU_INV_DONE_get(x) _BGQ_GET(1, 58, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_IO_MU_INV_DONE_set(v) _BGQ_SET(1, 58, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_IO_MU_INV_DONE_insert(x, v) _BGQ_INSERT(1, 58, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_IO_MU_INV_REQ_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_IO_MU_INV_REQ_position 59
#define ND_X2_DCR__FATAL_ERR1__RCP_IO_MU_INV_REQ_get(x) _BGQ_GET(1, 59, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_IO_MU_INV_REQ_set(v) _BGQ_SET(1, 59, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_IO_MU_INV_REQ_insert(x, v) _BGQ_INSERT(1, 59, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_C0_MU_INV_DONE_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_C0_MU_INV_DONE_position 60
#define ND_X2_DCR__FATAL_ERR1__RCP_C0_MU_INV_DONE_get(x) _BGQ_GET(1, 60, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_C0_MU_INV_DONE_set(v) _BGQ_SET(1, 60, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_C0_MU_INV_DONE_insert(x, v) _BGQ_INSERT(1, 60, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_C0_MU_INV_REQ_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_C0_MU_INV_REQ_position 61
#define ND_X2_DCR__FATAL_ERR1__RCP_C0_MU_INV_REQ_get(x) _BGQ_GET(1, 61, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_C0_MU_INV_REQ_set(v) _BGQ_SET(1, 61, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_C0_MU_INV_REQ_insert(x, v) _BGQ_INSERT(1, 61, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_C1_MU_INV_DONE_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_C1_MU_INV_DONE_position 62
#define ND_X2_DCR__FATAL_ERR1__RCP_C1_MU_INV_DONE_get(x) _BGQ_GET(1, 62, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_C1_MU_INV_DONE_set(v) _BGQ_SET(1, 62, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_C1_MU_INV_DONE_insert(x, v) _BGQ_INSERT(1, 62, x, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_C1_MU_INV_REQ_width 1
#define ND_X2_DCR__FATAL_ERR1__RCP_C1_MU_INV_REQ_position 63
#define ND_X2_DCR__FATAL_ERR1__RCP_C1_MU_INV_REQ_get(x) _BGQ_GET(1, 63, x)
#define ND_X2_DCR__FATAL_ERR1__RCP_C1_MU_INV_REQ_set(v) _BGQ_SET(1, 63, v)
#define ND_X2_DCR__FATAL_ERR1__RCP_C1_MU_INV_REQ_insert(x, v) _BGQ_INSERT(1, 63, x, v)

#define ND_X2_DCR__BACKDOOR_CTRL_offset 0x0006
#define ND_X2_DCR__BACKDOOR_CTRL_reset UNSIGNED64(0x0000000000000000)
#define ND_X2_DCR__BACKDOOR_CTRL__EN_width 2
#define ND_X2_DCR__BACKDOOR_CTRL__EN_position 1
#define ND_X2_DCR__BACKDOOR_CTRL__EN_get(x) _BGQ_GET(2, 1, x)
#define ND_X2_DCR__BACKDOOR_CTRL__EN_set(v) _BGQ_SET(2, 1, v)
#define ND_X2_DCR__BACKDOOR_CTRL__EN_insert(x, v) _BGQ_INSERT(2, 1, x, v)
#define ND_X2_DCR__BACKDOOR_CTRL__WRITE_width 1
#define ND_X2_DCR__BACKDOOR_CTRL__WRITE_position 2
#define ND_X2_DCR__BACKDOOR_CTRL__WRITE_get(x) _BGQ_GET(1, 2, x)
#define ND_X2_DCR__BACKDOOR_CTRL__WRITE_set(v) _BGQ_SET(1, 2, v)
#define ND_X2_DCR__BACKDOOR_CTRL__WRITE_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define ND_X2_DCR__BACKDOOR_CTRL__READ_width 1
#define ND_X2_DCR__BACKDOOR_CTRL__READ_position 3
#define ND_X2_DCR__BACKDOOR_CTRL__READ_get(x) _BGQ_GET(1, 3, x)
#define ND_X2_DCR__BACKDOOR_CTRL__READ_set(v) _BGQ_SET(1, 3, v)
#define ND_X2_DCR__BACKDOOR_CTRL__READ_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define ND_X2_DCR__BACKDOOR_CTRL__ARRAY_SEL_width 5
#define ND_X2_DCR__BACKDOOR_CTRL__ARRAY_SEL_position 11
#define ND_X2_DCR__BACKDOOR_CTRL__ARRAY_SEL_get(x) _BGQ_GET(5, 11, x)
#define ND_X2_DCR__BACKDOOR_CTRL__ARRAY_SEL_set(v) _BGQ_SET(5, 11, v)
#define ND_X2_DCR__BACKDOOR_CTRL__ARRAY_SEL_insert(x, v) _BGQ_INSERT(5, 11, x, v)
#define ND_X2_DCR__BACKDOOR_CTRL__ADDRESS_width 10
#define ND_X2_DCR__BACKDOOR_CTRL__ADDRESS_position 23
#define ND_X2_DCR__BACKDOOR_CTRL__ADDRESS_get(x) _BGQ_GET(10, 23, x)
#define ND_X2_DCR__BACKDOOR_CTRL__ADDRESS_set(v) _BGQ_SET(10, 23, v)
#define ND_X2_DCR__BACKDOOR_CTRL__ADDRESS_insert(x, v) _BGQ_INSERT(10, 23, x, v)

#define ND_X2_DCR__BACKDOOR_WR_DATA_offset 0x0007
#define ND_X2_DCR__BACKDOOR_WR_DATA_range 0x2
#define ND_X2_DCR__BACKDOOR_WR_DATA_reset UNSIGNED64(0x0000000000000000)
#define ND_X2_DCR__BACKDOOR_WR_DATA__VALUE_width 64
#define ND_X2_DCR__BACKDOOR_WR_DATA__VALUE_position 63
#define ND_X2_DCR__BACKDOOR_WR_DATA__VALUE_get(x) _BGQ_GET(64, 63, x)
#define ND_X2_DCR__BACKDOOR_WR_DATA__VALUE_set(v) _BGQ_SET(64, 63, v)
#define ND_X2_DCR__BACKDOOR_WR_DATA__VALUE_insert(x, v) _BGQ_INSERT(64, 63, x, v)

#define ND_X2_DCR__BACKDOOR_WR_ECC_offset 0x0009
#define ND_X2_DCR__BACKDOOR_WR_ECC_reset UNSIGNED64(0x0000000000000000)
#define ND_X2_DCR__BACKDOOR_WR_ECC__VALUE_width 16
#define ND_X2_DCR__BACKDOOR_WR_ECC__VALUE_position 63
#define ND_X2_DCR__BACKDOOR_WR_ECC__VALUE_get(x) _BGQ_GET(16, 63, x)
#define ND_X2_DCR__BACKDOOR_WR_ECC__VALUE_set(v) _BGQ_SET(16, 63, v)
#define ND_X2_DCR__BACKDOOR_WR_ECC__VALUE_insert(x, v) _BGQ_INSERT(16, 63, x, v)

#define ND_X2_DCR__BACKDOOR_RD_offset 0x000A
#define ND_X2_DCR__BACKDOOR_RD_reset UNSIGNED64(0x0000000000000000)
#define ND_X2_DCR__BACKDOOR_RD__ECC_width 7
#define ND_X2_DCR__BACKDOOR_RD__ECC_position 31
#define ND_X2_DCR__BACKDOOR_RD__ECC_get(x) _BGQ_GET(7, 31, x)
#define ND_X2_DCR__BACKDOOR_RD__ECC_set(v) _BGQ_SET(7, 31, v)
#define ND_X2_DCR__BACKDOOR_RD__ECC_insert(x, v) _BGQ_INSERT(7, 31, x, v)
#define ND_X2_DCR__BACKDOOR_RD__DATA_width 32
#define ND_X2_DCR__BACKDOOR_RD__DATA_position 63
#define ND_X2_DCR__BACKDOOR_RD__DATA_get(x) _BGQ_GET(32, 63, x)
#define ND_X2_DCR__BACKDOOR_RD__DATA_set(v) _BGQ_SET(32, 63, v)
#define ND_X2_DCR__BACKDOOR_RD__DATA_insert(x, v) _BGQ_INSERT(32, 63, x, v)

#define ND_X2_DCR__STAT0_offset 0x000B
#define ND_X2_DCR__STAT0_reset UNSIGNED64(0x0000000000000000)
#define ND_X2_DCR__STAT0__RCP_T0_MU_STATE_width 3
#define ND_X2_DCR__STAT0__RCP_T0_MU_STATE_position 2
#define ND_X2_DCR__STAT0__RCP_T0_MU_STATE_get(x) _BGQ_GET(3, 2, x)
#define ND_X2_DCR__STAT0__RCP_T0_MU_STATE_set(v) _BGQ_SET(3, 2, v)
#define ND_X2_DCR__STAT0__RCP_T0_MU_STATE_insert(x, v) _BGQ_INSERT(3, 2, x, v)
#define ND_X2_DCR__STAT0__RCP_T1_MU_STATE_width 3
#define ND_X2_DCR__STAT0__RCP_T1_MU_STATE_position 5
#define ND_X2_DCR__STAT0__RCP_T1_MU_STATE_get(x) _BGQ_GET(3, 5, x)
#define ND_X2_DCR__STAT0__RCP_T1_MU_STATE_set(v) _BGQ_SET(3, 5, v)
#define ND_X2_DCR__STAT0__RCP_T1_MU_STATE_insert(x, v) _BGQ_INSERT(3, 5, x, v)
#define ND_X2_DCR__STAT0__RCP_T2_MU_STATE_width 3
#define ND_X2_DCR__STAT0__RCP_T2_MU_STATE_position 8
#define ND_X2_DCR__STAT0__RCP_T2_MU_STATE_get(x) _BGQ_GET(3, 8, x)
#define ND_X2_DCR__STAT0__RCP_T2_MU_STATE_set(v) _BGQ_SET(3, 8, v)
#define ND_X2_DCR__STAT0__RCP_T2_MU_STATE_insert(x, v) _BGQ_INSERT(3, 8, x, v)
#define ND_X2_DCR__STAT0__RCP_T3_MU_STATE_width 3
#define ND_X2_DCR__STAT0__RCP_T3_MU_STATE_position 11
#define ND_X2_DCR__STAT0__RCP_T3_MU_STATE_get(x) _BGQ_GET(3, 11, x)
#define ND_X2_DCR__STAT0__RCP_T3_MU_STATE_set(v) _BGQ_SET(3, 11, v)
#define ND_X2_DCR__STAT0__RCP_T3_MU_STATE_insert(x, v) _BGQ_INSERT(3, 11, x, v)
#define ND_X2_DCR__STAT0__RCP_T4_MU_STATE_width 3
#define ND_X2_DCR__STAT0__RCP_T4_MU_STATE_position 14
#define ND_X2_DCR__STAT0__RCP_T4_MU_STATE_get(x) _BGQ_GET(3, 14, x)
#define ND_X2_DCR__STAT0__RCP_T4_MU_STATE_set(v) _BGQ_SET(3, 14, v)
#define ND_X2_DCR__STAT0__RCP_T4_MU_STATE_insert(x, v) _BGQ_INSERT(3, 14, x, v)
#define ND_X2_DCR__STAT0__RCP_T5_MU_STATE_width 3
#define ND_X2_DCR__STAT0__RCP_T5_MU_STATE_position 17
#define ND_X2_DCR__STAT0__RCP_T5_MU_STATE_get(x) _BGQ_GET(3, 17, x)
#define ND_X2_DCR__STAT0__RCP_T5_MU_STATE_set(v) _BGQ_SET(3, 17, v)
#define ND_X2_DCR__STAT0__RCP_T5_MU_STATE_insert(x, v) _BGQ_INSERT(3, 17, x, v)
#define ND_X2_DCR__STAT0__RCP_T6_MU_STATE_width 3
#define ND_X2_DCR__STAT0__RCP_T6_MU_STATE_position 20
#define ND_X2_DCR__STAT0__RCP_T6_MU_STATE_get(x) _BGQ_GET(3, 20, x)
#define ND_X2_DCR__STAT0__RCP_T6_MU_STATE_set(v) _BGQ_SET(3, 20, v)
#define ND_X2_DCR__STAT0__RCP_T6_MU_STATE_insert(x, v) _BGQ_INSERT(3, 20, x, v)
#define ND_X2_DCR__STAT0__RCP_T7_MU_STATE_width 3
#define ND_X2_DCR__STAT0__RCP_T7_MU_STATE_position 23
#define ND_X2_DCR__STAT0__RCP_T7_MU_STATE_get(x) _BGQ_GET(3, 23, x)
#define ND_X2_DCR__STAT0__RCP_T7_MU_STATE_set(v) _BGQ_SET(3, 23, v)
#define ND_X2_DCR__STAT0__RCP_T7_MU_STATE_insert(x, v) _BGQ_INSERT(3, 23, x, v)
#define ND_X2_DCR__STAT0__RCP_T8_MU_STATE_width 3
#define ND_X2_DCR__STAT0__RCP_T8_MU_STATE_position 26
#define ND_X2_DCR__STAT0__RCP_T8_MU_STATE_get(x) _BGQ_GET(3, 26, x)
#define ND_X2_DCR__STAT0__RCP_T8_MU_STATE_set(v) _BGQ_SET(3, 26, v)
#define ND_X2_DCR__STAT0__RCP_T8_MU_STATE_insert(x, v) _BGQ_INSERT(3, 26, x, v)
#define ND_X2_DCR__STAT0__RCP_T9_MU_STATE_width 3
#define ND_X2_DCR__STAT0__RCP_T9_MU_STATE_position 29
#define ND_X2_DCR__STAT0__RCP_T9_MU_STATE_get(x) _BGQ_GET(3, 29, x)
#define ND_X2_DCR__STAT0__RCP_T9_MU_STATE_set(v) _BGQ_SET(3, 29, v)
#define ND_X2_DCR__STAT0__RCP_T9_MU_STATE_insert(x, v) _BGQ_INSERT(3, 29, x, v)
#define ND_X2_DCR__STAT0__RCP_L0_MU_STATE_width 3
#define ND_X2_DCR__STAT0__RCP_L0_MU_STATE_position 32
#define ND_X2_DCR__STAT0__RCP_L0_MU_STATE_get(x) _BGQ_GET(3, 32, x)
#define ND_X2_DCR__STAT0__RCP_L0_MU_STATE_set(v) _BGQ_SET(3, 32, v)
#define ND_X2_DCR__STAT0__RCP_L0_MU_STATE_insert(x, v) _BGQ_INSERT(3, 32, x, v)
#define ND_X2_DCR__STAT0__RCP_L1_MU_STATE_width 3
#define ND_X2_DCR__STAT0__RCP_L1_MU_STATE_position 35
#define ND_X2_DCR__STAT0__RCP_L1_MU_STATE_get(x) _BGQ_GET(3, 35, x)
#define ND_X2_DCR__STAT0__RCP_L1_MU_STATE_set(v) _BGQ_SET(3, 35, v)
#define ND_X2_DCR__STAT0__RCP_L1_MU_STATE_insert(x, v) _BGQ_INSERT(3, 35, x, v)
#define ND_X2_DCR__STAT0__RCP_HP_MU_STATE_width 3
#define ND_X2_DCR__STAT0__RCP_HP_MU_STATE_position 38
#define ND_X2_DCR__STAT0__RCP_HP_MU_STATE_get(x) _BGQ_GET(3, 38, x)
#define ND_X2_DCR__STAT0__RCP_HP_MU_STATE_set(v) _BGQ_SET(3, 38, v)
#define ND_X2_DCR__STAT0__RCP_HP_MU_STATE_insert(x, v) _BGQ_INSERT(3, 38, x, v)
#define ND_X2_DCR__STAT0__RCP_IO_MU_STATE_width 3
#define ND_X2_DCR__STAT0__RCP_IO_MU_STATE_position 41
#define ND_X2_DCR__STAT0__RCP_IO_MU_STATE_get(x) _BGQ_GET(3, 41, x)
#define ND_X2_DCR__STAT0__RCP_IO_MU_STATE_set(v) _BGQ_SET(3, 41, v)
#define ND_X2_DCR__STAT0__RCP_IO_MU_STATE_insert(x, v) _BGQ_INSERT(3, 41, x, v)
#define ND_X2_DCR__STAT0__RCP_C0_MU_STATE_width 3
#define ND_X2_DCR__STAT0__RCP_C0_MU_STATE_position 44
#define ND_X2_DCR__STAT0__RCP_C0_MU_STATE_get(x) _BGQ_GET(3, 44, x)
#define ND_X2_DCR__STAT0__RCP_C0_MU_STATE_set(v) _BGQ_SET(3, 44, v)
#define ND_X2_DCR__STAT0__RCP_C0_MU_STATE_insert(x, v) _BGQ_INSERT(3, 44, x, v)
#define ND_X2_DCR__STAT0__RCP_C1_MU_STATE_width 3
#define ND_X2_DCR__STAT0__RCP_C1_MU_STATE_position 47
#define ND_X2_DCR__STAT0__RCP_C1_MU_STATE_get(x) _BGQ_GET(3, 47, x)
#define ND_X2_DCR__STAT0__RCP_C1_MU_STATE_set(v) _BGQ_SET(3, 47, v)
#define ND_X2_DCR__STAT0__RCP_C1_MU_STATE_insert(x, v) _BGQ_INSERT(3, 47, x, v)
#define ND_X2_DCR__STAT0__RESERVED_width 16
#define ND_X2_DCR__STAT0__RESERVED_position 63
#define ND_X2_DCR__STAT0__RESERVED_get(x) _BGQ_GET(16, 63, x)
#define ND_X2_DCR__STAT0__RESERVED_set(v) _BGQ_SET(16, 63, v)
#define ND_X2_DCR__STAT0__RESERVED_insert(x, v) _BGQ_INSERT(16, 63, x, v)

#define ND_X2_DCR__STAT1_offset 0x000C
#define ND_X2_DCR__STAT1_reset UNSIGNED64(0x0000000000000000)
#define ND_X2_DCR__STAT1__VALUE_width 64
#define ND_X2_DCR__STAT1__VALUE_position 63
#define ND_X2_DCR__STAT1__VALUE_get(x) _BGQ_GET(64, 63, x)
#define ND_X2_DCR__STAT1__VALUE_set(v) _BGQ_SET(64, 63, v)
#define ND_X2_DCR__STAT1__VALUE_insert(x, v) _BGQ_INSERT(64, 63, x, v)

#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO_offset 0x0037
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO_reset UNSIGNED64(0x0000000000000000)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__READ_width 1
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__READ_position 0
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__READ_get(x) _BGQ_GET(1, 0, x)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__READ_set(v) _BGQ_SET(1, 0, v)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__READ_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__WRITE_width 1
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__WRITE_position 1
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__WRITE_get(x) _BGQ_GET(1, 1, x)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__WRITE_set(v) _BGQ_SET(1, 1, v)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__WRITE_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__PRIVILEGED_width 1
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__PRIVILEGED_position 2
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__PRIVILEGED_get(x) _BGQ_GET(1, 2, x)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__PRIVILEGED_set(v) _BGQ_SET(1, 2, v)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__PRIVILEGED_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__TEST_INT_width 1
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__TEST_INT_position 3
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__TEST_INT_get(x) _BGQ_GET(1, 3, x)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__TEST_INT_set(v) _BGQ_SET(1, 3, v)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__TEST_INT_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__ADDRESS_width 24
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__ADDRESS_position 63
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__ADDRESS_get(x) _BGQ_GET(24, 63, x)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__ADDRESS_set(v) _BGQ_SET(24, 63, v)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__ADDRESS_insert(x, v) _BGQ_INSERT(24, 63, x, v)

#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO_offset 0x0038
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO_reset UNSIGNED64(0x0000000000000000)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_PARITY_GOOD_width 3
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_PARITY_GOOD_position 6
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_PARITY_GOOD_get(x) _BGQ_GET(3, 6, x)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_PARITY_GOOD_set(v) _BGQ_SET(3, 6, v)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_PARITY_GOOD_insert(x, v) _BGQ_INSERT(3, 6, x, v)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__DATA_PARITY_GOOD_width 8
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__DATA_PARITY_GOOD_position 14
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__DATA_PARITY_GOOD_get(x) _BGQ_GET(8, 14, x)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__DATA_PARITY_GOOD_set(v) _BGQ_SET(8, 14, v)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__DATA_PARITY_GOOD_insert(x, v) _BGQ_INSERT(8, 14, x, v)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_width 24
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_position 63
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_get(x) _BGQ_GET(24, 63, x)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_set(v) _BGQ_SET(24, 63, v)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_insert(x, v) _BGQ_INSERT(24, 63, x, v)

#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_DATA_INFO_offset 0x0039
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_DATA_INFO_reset UNSIGNED64(0x0000000000000000)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_DATA_INFO__DATA_width 64
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_DATA_INFO__DATA_position 63
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_DATA_INFO__DATA_get(x) _BGQ_GET(64, 63, x)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_DATA_INFO__DATA_set(v) _BGQ_SET(64, 63, v)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_DATA_INFO__DATA_insert(x, v) _BGQ_INSERT(64, 63, x, v)

#define ND_X2_DCR__X2_INTERRUPTS__STATE_offset 0x0020

#define ND_X2_DCR__X2_INTERRUPTS__FIRST_offset 0x0024

#define ND_X2_DCR__X2_INTERRUPTS__FORCE_offset 0x0023

#define ND_X2_DCR__X2_INTERRUPTS__MACHINE_CHECK_offset 0x0025

#define ND_X2_DCR__X2_INTERRUPTS__CRITICAL_offset 0x0026

#define ND_X2_DCR__X2_INTERRUPTS__NONCRITICAL_offset 0x0027
#define ND_X2_DCR__X2_INTERRUPTS__LOCAL_RING_width 1
#define ND_X2_DCR__X2_INTERRUPTS__LOCAL_RING_position 63
#define ND_X2_DCR__X2_INTERRUPTS__LOCAL_RING_get(x) _BGQ_GET(1, 63, x)
#define ND_X2_DCR__X2_INTERRUPTS__LOCAL_RING_set(v) _BGQ_SET(1, 63, v)
#define ND_X2_DCR__X2_INTERRUPTS__LOCAL_RING_insert(x, v) _BGQ_INSERT(1, 63, x, v)

#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR__STATE_offset 0x0030

#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR__FIRST_offset 0x0033

#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR__FORCE_offset 0x0032

#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR__MACHINE_CHECK_offset 0x0034

#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR__CRITICAL_offset 0x0035

#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR__NONCRITICAL_offset 0x0036
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_width 1
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_position 0
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_get(x) _BGQ_GET(1, 0, x)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_set(v) _BGQ_SET(1, 0, v)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR__BAD_PRIV_width 1
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR__BAD_PRIV_position 1
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR__BAD_PRIV_get(x) _BGQ_GET(1, 1, x)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR__BAD_PRIV_set(v) _BGQ_SET(1, 1, v)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR__BAD_PRIV_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR__BAD_DATA_PARITY_width 1
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR__BAD_DATA_PARITY_position 2
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR__BAD_DATA_PARITY_get(x) _BGQ_GET(1, 2, x)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR__BAD_DATA_PARITY_set(v) _BGQ_SET(1, 2, v)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR__BAD_DATA_PARITY_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_PARITY_width 1
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_PARITY_position 3
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_PARITY_get(x) _BGQ_GET(1, 3, x)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_PARITY_set(v) _BGQ_SET(1, 3, v)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_PARITY_insert(x, v) _BGQ_INSERT(1, 3, x, v)

#define ND_X2_DCR__X2_INTERRUPTS_CONTROL_LOW_offset 0x0021
#define ND_X2_DCR__X2_INTERRUPTS_CONTROL_LOW__LOCAL_RING_width 2
#define ND_X2_DCR__X2_INTERRUPTS_CONTROL_LOW__LOCAL_RING_position 63
#define ND_X2_DCR__X2_INTERRUPTS_CONTROL_LOW__LOCAL_RING_get(x) _BGQ_GET(2, 63, x)
#define ND_X2_DCR__X2_INTERRUPTS_CONTROL_LOW__LOCAL_RING_set(v) _BGQ_SET(2, 63, v)
#define ND_X2_DCR__X2_INTERRUPTS_CONTROL_LOW__LOCAL_RING_insert(x, v) _BGQ_INSERT(2, 63, x, v)

#define ND_X2_DCR__X2_INTERRUPTS_CONTROL_HIGH_offset 0x0022

#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH_offset 0x0031
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_width 2
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_position 1
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_get(x) _BGQ_GET(2, 1, x)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_set(v) _BGQ_SET(2, 1, v)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_insert(x, v) _BGQ_INSERT(2, 1, x, v)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_PRIV_width 2
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_PRIV_position 3
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_PRIV_get(x) _BGQ_GET(2, 3, x)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_PRIV_set(v) _BGQ_SET(2, 3, v)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_PRIV_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_DATA_PARITY_width 2
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_DATA_PARITY_position 5
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_DATA_PARITY_get(x) _BGQ_GET(2, 5, x)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_DATA_PARITY_set(v) _BGQ_SET(2, 5, v)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_DATA_PARITY_insert(x, v) _BGQ_INSERT(2, 5, x, v)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_PARITY_width 2
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_PARITY_position 7
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_PARITY_get(x) _BGQ_GET(2, 7, x)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_PARITY_set(v) _BGQ_SET(2, 7, v)
#define ND_X2_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_PARITY_insert(x, v) _BGQ_INSERT(2, 7, x, v)

/* clang-format on */

#endif /* _EMUQ_DCR_ND_X2_H_ */
