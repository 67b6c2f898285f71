/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file mu.h
 * @brief Registers and fields of mu_dcr.h: made of hwi/dcr/fields.csv by hwi/dcr/make-headers.
 *
 * Of a register: _offset from the first one of the unit, _range (how many there are of the kind, if several),
 * _reset (contents after a reset, if known). Of a field: _width, _position (number of its last bit),
 * _get(x) from a register value x, _set(v) a register value of nothing else, _insert(x, v) into the variable x.
 */
#ifndef _EMUQ_DCR_MU_H_
#define _EMUQ_DCR_MU_H_

#include <hwi/include/common/bgq_bitnumbers.h>

/* clang-format off */

#define MU_DCR__IMFIFO_THOLD_INT_EN_offset 0x0D00
#define MU_DCR__IMFIFO_THOLD_INT_EN_range 0x11
#define MU_DCR__IMFIFO_THOLD_INT_EN_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__IMFIFO_THOLD_INT_EN__RESERVED_width 32
#define MU_DCR__IMFIFO_THOLD_INT_EN__RESERVED_position 63
#define MU_DCR__IMFIFO_THOLD_INT_EN__RESERVED_get(x) _BGQ_GET(32, 63, x)
#define MU_DCR__IMFIFO_THOLD_INT_EN__RESERVED_set(v) _BGQ_SET(32, 63, v)
#define MU_DCR__IMFIFO_THOLD_INT_EN__RESERVED_insert(x, v) _BGQ_INSERT(32, 63, x, v)

#define MU_DCR__IMFIFO_SYSTEM_offset 0x0D11
#define MU_DCR__IMFIFO_SYSTEM_range 0x11
#define MU_DCR__IMFIFO_SYSTEM_reset UNSIGNED64(0x00000000FFFFFFFF)
#define MU_DCR__IMFIFO_SYSTEM__RESERVED_width 32
#define MU_DCR__IMFIFO_SYSTEM__RESERVED_position 63
#define MU_DCR__IMFIFO_SYSTEM__RESERVED_get(x) _BGQ_GET(32, 63, x)
#define MU_DCR__IMFIFO_SYSTEM__RESERVED_set(v) _BGQ_SET(32, 63, v)
#define MU_DCR__IMFIFO_SYSTEM__RESERVED_insert(x, v) _BGQ_INSERT(32, 63, x, v)

#define MU_DCR__IMFIFO_RGET_offset 0x0D22
#define MU_DCR__IMFIFO_RGET_range 0x11
#define MU_DCR__IMFIFO_RGET_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__IMFIFO_RGET__RESERVED_width 32
#define MU_DCR__IMFIFO_RGET__RESERVED_position 63
#define MU_DCR__IMFIFO_RGET__RESERVED_get(x) _BGQ_GET(32, 63, x)
#define MU_DCR__IMFIFO_RGET__RESERVED_set(v) _BGQ_SET(32, 63, v)
#define MU_DCR__IMFIFO_RGET__RESERVED_insert(x, v) _BGQ_INSERT(32, 63, x, v)

#define MU_DCR__IMU_THOLD_offset 0x0D33
#define MU_DCR__IMU_THOLD_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__IMU_THOLD__VALUE_width 30
#define MU_DCR__IMU_THOLD__VALUE_position 63
#define MU_DCR__IMU_THOLD__VALUE_get(x) _BGQ_GET(30, 63, x)
#define MU_DCR__IMU_THOLD__VALUE_set(v) _BGQ_SET(30, 63, v)
#define MU_DCR__IMU_THOLD__VALUE_insert(x, v) _BGQ_INSERT(30, 63, x, v)

#define MU_DCR__RGET_THOLD_offset 0x0D34
#define MU_DCR__RGET_THOLD_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RGET_THOLD__VALUE_width 30
#define MU_DCR__RGET_THOLD__VALUE_position 63
#define MU_DCR__RGET_THOLD__VALUE_get(x) _BGQ_GET(30, 63, x)
#define MU_DCR__RGET_THOLD__VALUE_set(v) _BGQ_SET(30, 63, v)
#define MU_DCR__RGET_THOLD__VALUE_insert(x, v) _BGQ_INSERT(30, 63, x, v)

#define MU_DCR__RMFIFO_EN_offset 0x0D35
#define MU_DCR__RMFIFO_EN_range 0x11
#define MU_DCR__RMFIFO_EN_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RMFIFO_EN__VALUE_width 16
#define MU_DCR__RMFIFO_EN__VALUE_position 63
#define MU_DCR__RMFIFO_EN__VALUE_get(x) _BGQ_GET(16, 63, x)
#define MU_DCR__RMFIFO_EN__VALUE_set(v) _BGQ_SET(16, 63, v)
#define MU_DCR__RMFIFO_EN__VALUE_insert(x, v) _BGQ_INSERT(16, 63, x, v)

#define MU_DCR__RMFIFO_THOLD_INT_EN_offset 0x0D46
#define MU_DCR__RMFIFO_THOLD_INT_EN_range 0x11
#define MU_DCR__RMFIFO_THOLD_INT_EN_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RMFIFO_THOLD_INT_EN__VALUE_width 16
#define MU_DCR__RMFIFO_THOLD_INT_EN__VALUE_position 63
#define MU_DCR__RMFIFO_THOLD_INT_EN__VALUE_get(x) _BGQ_GET(16, 63, x)
#define MU_DCR__RMFIFO_THOLD_INT_EN__VALUE_set(v) _BGQ_SET(16, 63, v)
#define MU_DCR__RMFIFO_THOLD_INT_EN__VALUE_insert(x, v) _BGQ_INSERT(16, 63, x, v)

#define MU_DCR__RMFIFO_PACKET_INT_EN_offset 0x0D57
#define MU_DCR__RMFIFO_PACKET_INT_EN_range 0x11
#define MU_DCR__RMFIFO_PACKET_INT_EN_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RMFIFO_PACKET_INT_EN__VALUE_width 16
#define MU_DCR__RMFIFO_PACKET_INT_EN__VALUE_position 63
#define MU_DCR__RMFIFO_PACKET_INT_EN__VALUE_get(x) _BGQ_GET(16, 63, x)
#define MU_DCR__RMFIFO_PACKET_INT_EN__VALUE_set(v) _BGQ_SET(16, 63, v)
#define MU_DCR__RMFIFO_PACKET_INT_EN__VALUE_insert(x, v) _BGQ_INSERT(16, 63, x, v)

#define MU_DCR__RMFIFO_SYSTEM_offset 0x0D68
#define MU_DCR__RMFIFO_SYSTEM_range 0x11
#define MU_DCR__RMFIFO_SYSTEM_reset UNSIGNED64(0x000000000000FFFF)
#define MU_DCR__RMFIFO_SYSTEM__VALUE_width 16
#define MU_DCR__RMFIFO_SYSTEM__VALUE_position 63
#define MU_DCR__RMFIFO_SYSTEM__VALUE_get(x) _BGQ_GET(16, 63, x)
#define MU_DCR__RMFIFO_SYSTEM__VALUE_set(v) _BGQ_SET(16, 63, v)
#define MU_DCR__RMFIFO_SYSTEM__VALUE_insert(x, v) _BGQ_INSERT(16, 63, x, v)

#define MU_DCR__RMU_THOLD_offset 0x0D79
#define MU_DCR__RMU_THOLD_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RMU_THOLD__VALUE_width 31
#define MU_DCR__RMU_THOLD__VALUE_position 63
#define MU_DCR__RMU_THOLD__VALUE_get(x) _BGQ_GET(31, 63, x)
#define MU_DCR__RMU_THOLD__VALUE_set(v) _BGQ_SET(31, 63, v)
#define MU_DCR__RMU_THOLD__VALUE_insert(x, v) _BGQ_INSERT(31, 63, x, v)

#define MU_DCR__RPUTBASE_SYSTEM0_offset 0x0D7A
#define MU_DCR__RPUTBASE_SYSTEM0_reset UNSIGNED64(0xFFFFFFFFFFFFFFFF)
#define MU_DCR__RPUTBASE_SYSTEM0__VALUE_width 64
#define MU_DCR__RPUTBASE_SYSTEM0__VALUE_position 63
#define MU_DCR__RPUTBASE_SYSTEM0__VALUE_get(x) _BGQ_GET(64, 63, x)
#define MU_DCR__RPUTBASE_SYSTEM0__VALUE_set(v) _BGQ_SET(64, 63, v)
#define MU_DCR__RPUTBASE_SYSTEM0__VALUE_insert(x, v) _BGQ_INSERT(64, 63, x, v)

#define MU_DCR__RPUTBASE_SYSTEM1_offset 0x0D7B
#define MU_DCR__RPUTBASE_SYSTEM1_reset UNSIGNED64(0xF000000000000000)
#define MU_DCR__RPUTBASE_SYSTEM1__VALUE_width 4
#define MU_DCR__RPUTBASE_SYSTEM1__VALUE_position 3
#define MU_DCR__RPUTBASE_SYSTEM1__VALUE_get(x) _BGQ_GET(4, 3, x)
#define MU_DCR__RPUTBASE_SYSTEM1__VALUE_set(v) _BGQ_SET(4, 3, v)
#define MU_DCR__RPUTBASE_SYSTEM1__VALUE_insert(x, v) _BGQ_INSERT(4, 3, x, v)

#define MU_DCR__SYS_BARRIER_offset 0x0D7C
#define MU_DCR__SYS_BARRIER_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__SYS_BARRIER__VALUE_width 16
#define MU_DCR__SYS_BARRIER__VALUE_position 63
#define MU_DCR__SYS_BARRIER__VALUE_get(x) _BGQ_GET(16, 63, x)
#define MU_DCR__SYS_BARRIER__VALUE_set(v) _BGQ_SET(16, 63, v)
#define MU_DCR__SYS_BARRIER__VALUE_insert(x, v) _BGQ_INSERT(16, 63, x, v)

#define MU_DCR__BARRIER_INT_EN_offset 0x0D7D
#define MU_DCR__BARRIER_INT_EN_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__BARRIER_INT_EN__CLASS0_width 3
#define MU_DCR__BARRIER_INT_EN__CLASS0_position 3
#define MU_DCR__BARRIER_INT_EN__CLASS0_get(x) _BGQ_GET(3, 3, x)
#define MU_DCR__BARRIER_INT_EN__CLASS0_set(v) _BGQ_SET(3, 3, v)
#define MU_DCR__BARRIER_INT_EN__CLASS0_insert(x, v) _BGQ_INSERT(3, 3, x, v)
#define MU_DCR__BARRIER_INT_EN__CLASS1_width 3
#define MU_DCR__BARRIER_INT_EN__CLASS1_position 7
#define MU_DCR__BARRIER_INT_EN__CLASS1_get(x) _BGQ_GET(3, 7, x)
#define MU_DCR__BARRIER_INT_EN__CLASS1_set(v) _BGQ_SET(3, 7, v)
#define MU_DCR__BARRIER_INT_EN__CLASS1_insert(x, v) _BGQ_INSERT(3, 7, x, v)
#define MU_DCR__BARRIER_INT_EN__CLASS2_width 3
#define MU_DCR__BARRIER_INT_EN__CLASS2_position 11
#define MU_DCR__BARRIER_INT_EN__CLASS2_get(x) _BGQ_GET(3, 11, x)
#define MU_DCR__BARRIER_INT_EN__CLASS2_set(v) _BGQ_SET(3, 11, v)
#define MU_DCR__BARRIER_INT_EN__CLASS2_insert(x, v) _BGQ_INSERT(3, 11, x, v)
#define MU_DCR__BARRIER_INT_EN__CLASS3_width 3
#define MU_DCR__BARRIER_INT_EN__CLASS3_position 15
#define MU_DCR__BARRIER_INT_EN__CLASS3_get(x) _BGQ_GET(3, 15, x)
#define MU_DCR__BARRIER_INT_EN__CLASS3_set(v) _BGQ_SET(3, 15, v)
#define MU_DCR__BARRIER_INT_EN__CLASS3_insert(x, v) _BGQ_INSERT(3, 15, x, v)
#define MU_DCR__BARRIER_INT_EN__CLASS4_width 3
#define MU_DCR__BARRIER_INT_EN__CLASS4_position 19
#define MU_DCR__BARRIER_INT_EN__CLASS4_get(x) _BGQ_GET(3, 19, x)
#define MU_DCR__BARRIER_INT_EN__CLASS4_set(v) _BGQ_SET(3, 19, v)
#define MU_DCR__BARRIER_INT_EN__CLASS4_insert(x, v) _BGQ_INSERT(3, 19, x, v)
#define MU_DCR__BARRIER_INT_EN__CLASS5_width 3
#define MU_DCR__BARRIER_INT_EN__CLASS5_position 23
#define MU_DCR__BARRIER_INT_EN__CLASS5_get(x) _BGQ_GET(3, 23, x)
#define MU_DCR__BARRIER_INT_EN__CLASS5_set(v) _BGQ_SET(3, 23, v)
#define MU_DCR__BARRIER_INT_EN__CLASS5_insert(x, v) _BGQ_INSERT(3, 23, x, v)
#define MU_DCR__BARRIER_INT_EN__CLASS6_width 3
#define MU_DCR__BARRIER_INT_EN__CLASS6_position 27
#define MU_DCR__BARRIER_INT_EN__CLASS6_get(x) _BGQ_GET(3, 27, x)
#define MU_DCR__BARRIER_INT_EN__CLASS6_set(v) _BGQ_SET(3, 27, v)
#define MU_DCR__BARRIER_INT_EN__CLASS6_insert(x, v) _BGQ_INSERT(3, 27, x, v)
#define MU_DCR__BARRIER_INT_EN__CLASS7_width 3
#define MU_DCR__BARRIER_INT_EN__CLASS7_position 31
#define MU_DCR__BARRIER_INT_EN__CLASS7_get(x) _BGQ_GET(3, 31, x)
#define MU_DCR__BARRIER_INT_EN__CLASS7_set(v) _BGQ_SET(3, 31, v)
#define MU_DCR__BARRIER_INT_EN__CLASS7_insert(x, v) _BGQ_INSERT(3, 31, x, v)
#define MU_DCR__BARRIER_INT_EN__CLASS8_width 3
#define MU_DCR__BARRIER_INT_EN__CLASS8_position 35
#define MU_DCR__BARRIER_INT_EN__CLASS8_get(x) _BGQ_GET(3, 35, x)
#define MU_DCR__BARRIER_INT_EN__CLASS8_set(v) _BGQ_SET(3, 35, v)
#define MU_DCR__BARRIER_INT_EN__CLASS8_insert(x, v) _BGQ_INSERT(3, 35, x, v)
#define MU_DCR__BARRIER_INT_EN__CLASS9_width 3
#define MU_DCR__BARRIER_INT_EN__CLASS9_position 39
#define MU_DCR__BARRIER_INT_EN__CLASS9_get(x) _BGQ_GET(3, 39, x)
#define MU_DCR__BARRIER_INT_EN__CLASS9_set(v) _BGQ_SET(3, 39, v)
#define MU_DCR__BARRIER_INT_EN__CLASS9_insert(x, v) _BGQ_INSERT(3, 39, x, v)
#define MU_DCR__BARRIER_INT_EN__CLASS10_width 3
#define MU_DCR__BARRIER_INT_EN__CLASS10_position 43
#define MU_DCR__BARRIER_INT_EN__CLASS10_get(x) _BGQ_GET(3, 43, x)
#define MU_DCR__BARRIER_INT_EN__CLASS10_set(v) _BGQ_SET(3, 43, v)
#define MU_DCR__BARRIER_INT_EN__CLASS10_insert(x, v) _BGQ_INSERT(3, 43, x, v)
#define MU_DCR__BARRIER_INT_EN__CLASS11_width 3
#define MU_DCR__BARRIER_INT_EN__CLASS11_position 47
#define MU_DCR__BARRIER_INT_EN__CLASS11_get(x) _BGQ_GET(3, 47, x)
#define MU_DCR__BARRIER_INT_EN__CLASS11_set(v) _BGQ_SET(3, 47, v)
#define MU_DCR__BARRIER_INT_EN__CLASS11_insert(x, v) _BGQ_INSERT(3, 47, x, v)
#define MU_DCR__BARRIER_INT_EN__CLASS12_width 3
#define MU_DCR__BARRIER_INT_EN__CLASS12_position 51
#define MU_DCR__BARRIER_INT_EN__CLASS12_get(x) _BGQ_GET(3, 51, x)
#define MU_DCR__BARRIER_INT_EN__CLASS12_set(v) _BGQ_SET(3, 51, v)
#define MU_DCR__BARRIER_INT_EN__CLASS12_insert(x, v) _BGQ_INSERT(3, 51, x, v)
#define MU_DCR__BARRIER_INT_EN__CLASS13_width 3
#define MU_DCR__BARRIER_INT_EN__CLASS13_position 55
#define MU_DCR__BARRIER_INT_EN__CLASS13_get(x) _BGQ_GET(3, 55, x)
#define MU_DCR__BARRIER_INT_EN__CLASS13_set(v) _BGQ_SET(3, 55, v)
#define MU_DCR__BARRIER_INT_EN__CLASS13_insert(x, v) _BGQ_INSERT(3, 55, x, v)
#define MU_DCR__BARRIER_INT_EN__CLASS14_width 3
#define MU_DCR__BARRIER_INT_EN__CLASS14_position 59
#define MU_DCR__BARRIER_INT_EN__CLASS14_get(x) _BGQ_GET(3, 59, x)
#define MU_DCR__BARRIER_INT_EN__CLASS14_set(v) _BGQ_SET(3, 59, v)
#define MU_DCR__BARRIER_INT_EN__CLASS14_insert(x, v) _BGQ_INSERT(3, 59, x, v)
#define MU_DCR__BARRIER_INT_EN__CLASS15_width 3
#define MU_DCR__BARRIER_INT_EN__CLASS15_position 63
#define MU_DCR__BARRIER_INT_EN__CLASS15_get(x) _BGQ_GET(3, 63, x)
#define MU_DCR__BARRIER_INT_EN__CLASS15_set(v) _BGQ_SET(3, 63, v)
#define MU_DCR__BARRIER_INT_EN__CLASS15_insert(x, v) _BGQ_INSERT(3, 63, x, v)

#define MU_DCR__MIN_USR_ADDR_RANGE_offset 0x0D80
#define MU_DCR__MIN_USR_ADDR_RANGE_range 0x14
#define MU_DCR__MIN_USR_ADDR_RANGE_reset UNSIGNED64(0x0000000FFFF00000)
#define MU_DCR__MIN_USR_ADDR_RANGE__VALUE_width 16
#define MU_DCR__MIN_USR_ADDR_RANGE__VALUE_position 43
#define MU_DCR__MIN_USR_ADDR_RANGE__VALUE_get(x) _BGQ_GET(16, 43, x)
#define MU_DCR__MIN_USR_ADDR_RANGE__VALUE_set(v) _BGQ_SET(16, 43, v)
#define MU_DCR__MIN_USR_ADDR_RANGE__VALUE_insert(x, v) _BGQ_INSERT(16, 43, x, v)

#define MU_DCR__MAX_USR_ADDR_RANGE_offset 0x0D94
#define MU_DCR__MAX_USR_ADDR_RANGE_range 0x14
#define MU_DCR__MAX_USR_ADDR_RANGE_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__MAX_USR_ADDR_RANGE__VALUE_width 16
#define MU_DCR__MAX_USR_ADDR_RANGE__VALUE_position 43
#define MU_DCR__MAX_USR_ADDR_RANGE__VALUE_get(x) _BGQ_GET(16, 43, x)
#define MU_DCR__MAX_USR_ADDR_RANGE__VALUE_set(v) _BGQ_SET(16, 43, v)
#define MU_DCR__MAX_USR_ADDR_RANGE__VALUE_insert(x, v) _BGQ_INSERT(16, 43, x, v)

#define MU_DCR__MIN_SYS_ADDR_RANGE_offset 0x0DA8
#define MU_DCR__MIN_SYS_ADDR_RANGE_range 0x8
#define MU_DCR__MIN_SYS_ADDR_RANGE_reset UNSIGNED64(0x0000000FFFF00000)
#define MU_DCR__MIN_SYS_ADDR_RANGE__VALUE_width 16
#define MU_DCR__MIN_SYS_ADDR_RANGE__VALUE_position 43
#define MU_DCR__MIN_SYS_ADDR_RANGE__VALUE_get(x) _BGQ_GET(16, 43, x)
#define MU_DCR__MIN_SYS_ADDR_RANGE__VALUE_set(v) _BGQ_SET(16, 43, v)
#define MU_DCR__MIN_SYS_ADDR_RANGE__VALUE_insert(x, v) _BGQ_INSERT(16, 43, x, v)

#define MU_DCR__MAX_SYS_ADDR_RANGE_offset 0x0DB0
#define MU_DCR__MAX_SYS_ADDR_RANGE_range 0x8
#define MU_DCR__MAX_SYS_ADDR_RANGE_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__MAX_SYS_ADDR_RANGE__VALUE_width 16
#define MU_DCR__MAX_SYS_ADDR_RANGE__VALUE_position 43
#define MU_DCR__MAX_SYS_ADDR_RANGE__VALUE_get(x) _BGQ_GET(16, 43, x)
#define MU_DCR__MAX_SYS_ADDR_RANGE__VALUE_set(v) _BGQ_SET(16, 43, v)
#define MU_DCR__MAX_SYS_ADDR_RANGE__VALUE_insert(x, v) _BGQ_INSERT(16, 43, x, v)

#define MU_DCR__USR_INJ_RANGE_offset 0x0DB8
#define MU_DCR__USR_INJ_RANGE_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__USR_INJ_RANGE__VALUE_width 20
#define MU_DCR__USR_INJ_RANGE__VALUE_position 63
#define MU_DCR__USR_INJ_RANGE__VALUE_get(x) _BGQ_GET(20, 63, x)
#define MU_DCR__USR_INJ_RANGE__VALUE_set(v) _BGQ_SET(20, 63, v)
#define MU_DCR__USR_INJ_RANGE__VALUE_insert(x, v) _BGQ_INSERT(20, 63, x, v)

#define MU_DCR__SYS_INJ_RANGE_offset 0x0DB9
#define MU_DCR__SYS_INJ_RANGE_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__SYS_INJ_RANGE__VALUE_width 8
#define MU_DCR__SYS_INJ_RANGE__VALUE_position 63
#define MU_DCR__SYS_INJ_RANGE__VALUE_get(x) _BGQ_GET(8, 63, x)
#define MU_DCR__SYS_INJ_RANGE__VALUE_set(v) _BGQ_SET(8, 63, v)
#define MU_DCR__SYS_INJ_RANGE__VALUE_insert(x, v) _BGQ_INSERT(8, 63, x, v)

#define MU_DCR__IME_ENABLE_offset 0x0DC7
#define MU_DCR__IME_ENABLE_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__IME_ENABLE__VALUE_width 16
#define MU_DCR__IME_ENABLE__VALUE_position 15
#define MU_DCR__IME_ENABLE__VALUE_get(x) _BGQ_GET(16, 15, x)
#define MU_DCR__IME_ENABLE__VALUE_set(v) _BGQ_SET(16, 15, v)
#define MU_DCR__IME_ENABLE__VALUE_insert(x, v) _BGQ_INSERT(16, 15, x, v)

#define MU_DCR__RME_ENABLE_offset 0x0DC8
#define MU_DCR__RME_ENABLE_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_ENABLE__VALUE_width 16
#define MU_DCR__RME_ENABLE__VALUE_position 15
#define MU_DCR__RME_ENABLE__VALUE_get(x) _BGQ_GET(16, 15, x)
#define MU_DCR__RME_ENABLE__VALUE_set(v) _BGQ_SET(16, 15, v)
#define MU_DCR__RME_ENABLE__VALUE_insert(x, v) _BGQ_INSERT(16, 15, x, v)

#define MU_DCR__RME_WAIT_FULL_offset 0x0DC9
#define MU_DCR__RME_WAIT_FULL_reset UNSIGNED64(0x1000000000000000)
#define MU_DCR__RME_WAIT_FULL__VALUE_width 8
#define MU_DCR__RME_WAIT_FULL__VALUE_position 7
#define MU_DCR__RME_WAIT_FULL__VALUE_get(x) _BGQ_GET(8, 7, x)
#define MU_DCR__RME_WAIT_FULL__VALUE_set(v) _BGQ_SET(8, 7, v)
#define MU_DCR__RME_WAIT_FULL__VALUE_insert(x, v) _BGQ_INSERT(8, 7, x, v)

#define MU_DCR__RME_WAIT_TAIL_offset 0x0DCA
#define MU_DCR__RME_WAIT_TAIL_reset UNSIGNED64(0x0200000000000000)
#define MU_DCR__RME_WAIT_TAIL__VALUE_width 8
#define MU_DCR__RME_WAIT_TAIL__VALUE_position 7
#define MU_DCR__RME_WAIT_TAIL__VALUE_get(x) _BGQ_GET(8, 7, x)
#define MU_DCR__RME_WAIT_TAIL__VALUE_set(v) _BGQ_SET(8, 7, v)
#define MU_DCR__RME_WAIT_TAIL__VALUE_insert(x, v) _BGQ_INSERT(8, 7, x, v)

#define MU_DCR__GIP_INT_EN_0_7_offset 0x0DCB
#define MU_DCR__GIP_INT_EN_0_7_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__GIP_INT_EN_0_7__VALUE_width 32
#define MU_DCR__GIP_INT_EN_0_7__VALUE_position 63
#define MU_DCR__GIP_INT_EN_0_7__VALUE_get(x) _BGQ_GET(32, 63, x)
#define MU_DCR__GIP_INT_EN_0_7__VALUE_set(v) _BGQ_SET(32, 63, v)
#define MU_DCR__GIP_INT_EN_0_7__VALUE_insert(x, v) _BGQ_INSERT(32, 63, x, v)

#define MU_DCR__GIP_INT_EN_8_15_offset 0x0DCC
#define MU_DCR__GIP_INT_EN_8_15_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__GIP_INT_EN_8_15__VALUE_width 32
#define MU_DCR__GIP_INT_EN_8_15__VALUE_position 63
#define MU_DCR__GIP_INT_EN_8_15__VALUE_get(x) _BGQ_GET(32, 63, x)
#define MU_DCR__GIP_INT_EN_8_15__VALUE_set(v) _BGQ_SET(32, 63, v)
#define MU_DCR__GIP_INT_EN_8_15__VALUE_insert(x, v) _BGQ_INSERT(32, 63, x, v)

#define MU_DCR__GIP_INT_EN_16_offset 0x0DCD
#define MU_DCR__GIP_INT_EN_16_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__GIP_INT_EN_16__VALUE_width 4
#define MU_DCR__GIP_INT_EN_16__VALUE_position 63
#define MU_DCR__GIP_INT_EN_16__VALUE_get(x) _BGQ_GET(4, 63, x)
#define MU_DCR__GIP_INT_EN_16__VALUE_set(v) _BGQ_SET(4, 63, v)
#define MU_DCR__GIP_INT_EN_16__VALUE_insert(x, v) _BGQ_INSERT(4, 63, x, v)

#define MU_DCR__XM_GEN_CNT_DELAY_offset 0x0DCE
#define MU_DCR__XM_GEN_CNT_DELAY_reset UNSIGNED64(0x0000000000000006)
#define MU_DCR__XM_GEN_CNT_DELAY__VALUE_width 4
#define MU_DCR__XM_GEN_CNT_DELAY__VALUE_position 63
#define MU_DCR__XM_GEN_CNT_DELAY__VALUE_get(x) _BGQ_GET(4, 63, x)
#define MU_DCR__XM_GEN_CNT_DELAY__VALUE_set(v) _BGQ_SET(4, 63, v)
#define MU_DCR__XM_GEN_CNT_DELAY__VALUE_insert(x, v) _BGQ_INSERT(4, 63, x, v)

#define MU_DCR__RESET_offset 0x0DCF
#define MU_DCR__RESET_reset UNSIGNED64(0xFFF000FFFFFFFFFF)
#define MU_DCR__RESET__DCRS_OUT_width 1
#define MU_DCR__RESET__DCRS_OUT_position 0
#define MU_DCR__RESET__DCRS_OUT_get(x) _BGQ_GET(1, 0, x)
#define MU_DCR__RESET__DCRS_OUT_set(v) _BGQ_SET(1, 0, v)
#define MU_DCR__RESET__DCRS_OUT_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define MU_DCR__RESET__XM0_width 1
#define MU_DCR__RESET__XM0_position 1
#define MU_DCR__RESET__XM0_get(x) _BGQ_GET(1, 1, x)
#define MU_DCR__RESET__XM0_set(v) _BGQ_SET(1, 1, v)
#define MU_DCR__RESET__XM0_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define MU_DCR__RESET__XM1_width 1
#define MU_DCR__RESET__XM1_position 2
#define MU_DCR__RESET__XM1_get(x) _BGQ_GET(1, 2, x)
#define MU_DCR__RESET__XM1_set(v) _BGQ_SET(1, 2, v)
#define MU_DCR__RESET__XM1_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define MU_DCR__RESET__XM2_width 1
#define MU_DCR__RESET__XM2_position 3
#define MU_DCR__RESET__XM2_get(x) _BGQ_GET(1, 3, x)
#define MU_DCR__RESET__XM2_set(v) _BGQ_SET(1, 3, v)
#define MU_DCR__RESET__XM2_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define MU_DCR__RESET__XS_width 1
#define MU_DCR__RESET__XS_position 4
#define MU_DCR__RESET__XS_get(x) _BGQ_GET(1, 4, x)
#define MU_DCR__RESET__XS_set(v) _BGQ_SET(1, 4, v)
#define MU_DCR__RESET__XS_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define MU_DCR__RESET__ICSRAM_width 1
#define MU_DCR__RESET__ICSRAM_position 5
#define MU_DCR__RESET__ICSRAM_get(x) _BGQ_GET(1, 5, x)
#define MU_DCR__RESET__ICSRAM_set(v) _BGQ_SET(1, 5, v)
#define MU_DCR__RESET__ICSRAM_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define MU_DCR__RESET__MCSRAM_width 1
#define MU_DCR__RESET__MCSRAM_position 6
#define MU_DCR__RESET__MCSRAM_get(x) _BGQ_GET(1, 6, x)
#define MU_DCR__RESET__MCSRAM_set(v) _BGQ_SET(1, 6, v)
#define MU_DCR__RESET__MCSRAM_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define MU_DCR__RESET__RCSRAM_width 1
#define MU_DCR__RESET__RCSRAM_position 7
#define MU_DCR__RESET__RCSRAM_get(x) _BGQ_GET(1, 7, x)
#define MU_DCR__RESET__RCSRAM_set(v) _BGQ_SET(1, 7, v)
#define MU_DCR__RESET__RCSRAM_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define MU_DCR__RESET__RPUTSRAM_width 1
#define MU_DCR__RESET__RPUTSRAM_position 8
#define MU_DCR__RESET__RPUTSRAM_get(x) _BGQ_GET(1, 8, x)
#define MU_DCR__RESET__RPUTSRAM_set(v) _BGQ_SET(1, 8, v)
#define MU_DCR__RESET__RPUTSRAM_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define MU_DCR__RESET__MMREGS_width 1
#define MU_DCR__RESET__MMREGS_position 9
#define MU_DCR__RESET__MMREGS_get(x) _BGQ_GET(1, 9, x)
#define MU_DCR__RESET__MMREGS_set(v) _BGQ_SET(1, 9, v)
#define MU_DCR__RESET__MMREGS_insert(x, v) _BGQ_INSERT(1, 9, x, v)
#define MU_DCR__RESET__UPC_width 1
#define MU_DCR__RESET__UPC_position 10
#define MU_DCR__RESET__UPC_get(x) _BGQ_GET(1, 10, x)
#define MU_DCR__RESET__UPC_set(v) _BGQ_SET(1, 10, v)
#define MU_DCR__RESET__UPC_insert(x, v) _BGQ_INSERT(1, 10, x, v)
#define MU_DCR__RESET__MU_TOP_width 1
#define MU_DCR__RESET__MU_TOP_position 11
#define MU_DCR__RESET__MU_TOP_get(x) _BGQ_GET(1, 11, x)
#define MU_DCR__RESET__MU_TOP_set(v) _BGQ_SET(1, 11, v)
#define MU_DCR__RESET__MU_TOP_insert(x, v) _BGQ_INSERT(1, 11, x, v)
#define MU_DCR__RESET__ECC_VEC_width 8
#define MU_DCR__RESET__ECC_VEC_position 31
#define MU_DCR__RESET__ECC_VEC_get(x) _BGQ_GET(8, 31, x)
#define MU_DCR__RESET__ECC_VEC_set(v) _BGQ_SET(8, 31, v)
#define MU_DCR__RESET__ECC_VEC_insert(x, v) _BGQ_INSERT(8, 31, x, v)
#define MU_DCR__RESET__RME_VEC_width 16
#define MU_DCR__RESET__RME_VEC_position 47
#define MU_DCR__RESET__RME_VEC_get(x) _BGQ_GET(16, 47, x)
#define MU_DCR__RESET__RME_VEC_set(v) _BGQ_SET(16, 47, v)
#define MU_DCR__RESET__RME_VEC_insert(x, v) _BGQ_INSERT(16, 47, x, v)
#define MU_DCR__RESET__IME_VEC_width 16
#define MU_DCR__RESET__IME_VEC_position 63
#define MU_DCR__RESET__IME_VEC_get(x) _BGQ_GET(16, 63, x)
#define MU_DCR__RESET__IME_VEC_set(v) _BGQ_SET(16, 63, v)
#define MU_DCR__RESET__IME_VEC_insert(x, v) _BGQ_INSERT(16, 63, x, v)

#define MU_DCR__MOD_HALT_EN_offset 0x0DD0
#define MU_DCR__MOD_HALT_EN_reset UNSIGNED64(0xFFFFFFFFFFE00000)
#define MU_DCR__MOD_HALT_EN__XM_VEC_width 3
#define MU_DCR__MOD_HALT_EN__XM_VEC_position 2
#define MU_DCR__MOD_HALT_EN__XM_VEC_get(x) _BGQ_GET(3, 2, x)
#define MU_DCR__MOD_HALT_EN__XM_VEC_set(v) _BGQ_SET(3, 2, v)
#define MU_DCR__MOD_HALT_EN__XM_VEC_insert(x, v) _BGQ_INSERT(3, 2, x, v)
#define MU_DCR__MOD_HALT_EN__XS_width 1
#define MU_DCR__MOD_HALT_EN__XS_position 3
#define MU_DCR__MOD_HALT_EN__XS_get(x) _BGQ_GET(1, 3, x)
#define MU_DCR__MOD_HALT_EN__XS_set(v) _BGQ_SET(1, 3, v)
#define MU_DCR__MOD_HALT_EN__XS_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define MU_DCR__MOD_HALT_EN__ICSRAM_width 1
#define MU_DCR__MOD_HALT_EN__ICSRAM_position 4
#define MU_DCR__MOD_HALT_EN__ICSRAM_get(x) _BGQ_GET(1, 4, x)
#define MU_DCR__MOD_HALT_EN__ICSRAM_set(v) _BGQ_SET(1, 4, v)
#define MU_DCR__MOD_HALT_EN__ICSRAM_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define MU_DCR__MOD_HALT_EN__MCSRAM_width 1
#define MU_DCR__MOD_HALT_EN__MCSRAM_position 5
#define MU_DCR__MOD_HALT_EN__MCSRAM_get(x) _BGQ_GET(1, 5, x)
#define MU_DCR__MOD_HALT_EN__MCSRAM_set(v) _BGQ_SET(1, 5, v)
#define MU_DCR__MOD_HALT_EN__MCSRAM_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define MU_DCR__MOD_HALT_EN__RCSRAM_width 1
#define MU_DCR__MOD_HALT_EN__RCSRAM_position 6
#define MU_DCR__MOD_HALT_EN__RCSRAM_get(x) _BGQ_GET(1, 6, x)
#define MU_DCR__MOD_HALT_EN__RCSRAM_set(v) _BGQ_SET(1, 6, v)
#define MU_DCR__MOD_HALT_EN__RCSRAM_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define MU_DCR__MOD_HALT_EN__RPUTSRAM_width 1
#define MU_DCR__MOD_HALT_EN__RPUTSRAM_position 7
#define MU_DCR__MOD_HALT_EN__RPUTSRAM_get(x) _BGQ_GET(1, 7, x)
#define MU_DCR__MOD_HALT_EN__RPUTSRAM_set(v) _BGQ_SET(1, 7, v)
#define MU_DCR__MOD_HALT_EN__RPUTSRAM_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define MU_DCR__MOD_HALT_EN__MMREGS_width 1
#define MU_DCR__MOD_HALT_EN__MMREGS_position 8
#define MU_DCR__MOD_HALT_EN__MMREGS_get(x) _BGQ_GET(1, 8, x)
#define MU_DCR__MOD_HALT_EN__MMREGS_set(v) _BGQ_SET(1, 8, v)
#define MU_DCR__MOD_HALT_EN__MMREGS_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define MU_DCR__MOD_HALT_EN__ARLOG_width 1
#define MU_DCR__MOD_HALT_EN__ARLOG_position 9
#define MU_DCR__MOD_HALT_EN__ARLOG_get(x) _BGQ_GET(1, 9, x)
#define MU_DCR__MOD_HALT_EN__ARLOG_set(v) _BGQ_SET(1, 9, v)
#define MU_DCR__MOD_HALT_EN__ARLOG_insert(x, v) _BGQ_INSERT(1, 9, x, v)
#define MU_DCR__MOD_HALT_EN__ICSRAM_SELECT_width 1
#define MU_DCR__MOD_HALT_EN__ICSRAM_SELECT_position 10
#define MU_DCR__MOD_HALT_EN__ICSRAM_SELECT_get(x) _BGQ_GET(1, 10, x)
#define MU_DCR__MOD_HALT_EN__ICSRAM_SELECT_set(v) _BGQ_SET(1, 10, v)
#define MU_DCR__MOD_HALT_EN__ICSRAM_SELECT_insert(x, v) _BGQ_INSERT(1, 10, x, v)
#define MU_DCR__MOD_HALT_EN__RME_VEC_width 16
#define MU_DCR__MOD_HALT_EN__RME_VEC_position 26
#define MU_DCR__MOD_HALT_EN__RME_VEC_get(x) _BGQ_GET(16, 26, x)
#define MU_DCR__MOD_HALT_EN__RME_VEC_set(v) _BGQ_SET(16, 26, v)
#define MU_DCR__MOD_HALT_EN__RME_VEC_insert(x, v) _BGQ_INSERT(16, 26, x, v)
#define MU_DCR__MOD_HALT_EN__IME_VEC_width 16
#define MU_DCR__MOD_HALT_EN__IME_VEC_position 42
#define MU_DCR__MOD_HALT_EN__IME_VEC_get(x) _BGQ_GET(16, 42, x)
#define MU_DCR__MOD_HALT_EN__IME_VEC_set(v) _BGQ_SET(16, 42, v)
#define MU_DCR__MOD_HALT_EN__IME_VEC_insert(x, v) _BGQ_INSERT(16, 42, x, v)

#define MU_DCR__MOD_HALTED_offset 0x0DD1
#define MU_DCR__MOD_HALTED_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__MOD_HALTED__XM_VEC_width 3
#define MU_DCR__MOD_HALTED__XM_VEC_position 2
#define MU_DCR__MOD_HALTED__XM_VEC_get(x) _BGQ_GET(3, 2, x)
#define MU_DCR__MOD_HALTED__XM_VEC_set(v) _BGQ_SET(3, 2, v)
#define MU_DCR__MOD_HALTED__XM_VEC_insert(x, v) _BGQ_INSERT(3, 2, x, v)
#define MU_DCR__MOD_HALTED__XS_width 1
#define MU_DCR__MOD_HALTED__XS_position 3
#define MU_DCR__MOD_HALTED__XS_get(x) _BGQ_GET(1, 3, x)
#define MU_DCR__MOD_HALTED__XS_set(v) _BGQ_SET(1, 3, v)
#define MU_DCR__MOD_HALTED__XS_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define MU_DCR__MOD_HALTED__ICSRAM_width 1
#define MU_DCR__MOD_HALTED__ICSRAM_position 4
#define MU_DCR__MOD_HALTED__ICSRAM_get(x) _BGQ_GET(1, 4, x)
#define MU_DCR__MOD_HALTED__ICSRAM_set(v) _BGQ_SET(1, 4, v)
#define MU_DCR__MOD_HALTED__ICSRAM_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define MU_DCR__MOD_HALTED__MCSRAM_width 1
#define MU_DCR__MOD_HALTED__MCSRAM_position 5
#define MU_DCR__MOD_HALTED__MCSRAM_get(x) _BGQ_GET(1, 5, x)
#define MU_DCR__MOD_HALTED__MCSRAM_set(v) _BGQ_SET(1, 5, v)
#define MU_DCR__MOD_HALTED__MCSRAM_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define MU_DCR__MOD_HALTED__RCSRAM_width 1
#define MU_DCR__MOD_HALTED__RCSRAM_position 6
#define MU_DCR__MOD_HALTED__RCSRAM_get(x) _BGQ_GET(1, 6, x)
#define MU_DCR__MOD_HALTED__RCSRAM_set(v) _BGQ_SET(1, 6, v)
#define MU_DCR__MOD_HALTED__RCSRAM_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define MU_DCR__MOD_HALTED__RPUTSRAM_width 1
#define MU_DCR__MOD_HALTED__RPUTSRAM_position 7
#define MU_DCR__MOD_HALTED__RPUTSRAM_get(x) _BGQ_GET(1, 7, x)
#define MU_DCR__MOD_HALTED__RPUTSRAM_set(v) _BGQ_SET(1, 7, v)
#define MU_DCR__MOD_HALTED__RPUTSRAM_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define MU_DCR__MOD_HALTED__MMREGS_width 1
#define MU_DCR__MOD_HALTED__MMREGS_position 8
#define MU_DCR__MOD_HALTED__MMREGS_get(x) _BGQ_GET(1, 8, x)
#define MU_DCR__MOD_HALTED__MMREGS_set(v) _BGQ_SET(1, 8, v)
#define MU_DCR__MOD_HALTED__MMREGS_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define MU_DCR__MOD_HALTED__ARLOG_width 1
#define MU_DCR__MOD_HALTED__ARLOG_position 9
#define MU_DCR__MOD_HALTED__ARLOG_get(x) _BGQ_GET(1, 9, x)
#define MU_DCR__MOD_HALTED__ARLOG_set(v) _BGQ_SET(1, 9, v)
#define MU_DCR__MOD_HALTED__ARLOG_insert(x, v) _BGQ_INSERT(1, 9, x, v)
#define MU_DCR__MOD_HALTED__ICSRAM_SELECT_width 1
#define MU_DCR__MOD_HALTED__ICSRAM_SELECT_position 10
#define MU_DCR__MOD_HALTED__ICSRAM_SELECT_get(x) _BGQ_GET(1, 10, x)
#define MU_DCR__MOD_HALTED__ICSRAM_SELECT_set(v) _BGQ_SET(1, 10, v)
#define MU_DCR__MOD_HALTED__ICSRAM_SELECT_insert(x, v) _BGQ_INSERT(1, 10, x, v)

#define MU_DCR__ARLOG_SCAN_ENABLE_offset 0x0DD2
#define MU_DCR__ARLOG_SCAN_ENABLE_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__ARLOG_SCAN_ENABLE__VALUE_width 1
#define MU_DCR__ARLOG_SCAN_ENABLE__VALUE_position 0
#define MU_DCR__ARLOG_SCAN_ENABLE__VALUE_get(x) _BGQ_GET(1, 0, x)
#define MU_DCR__ARLOG_SCAN_ENABLE__VALUE_set(v) _BGQ_SET(1, 0, v)
#define MU_DCR__ARLOG_SCAN_ENABLE__VALUE_insert(x, v) _BGQ_INSERT(1, 0, x, v)

#define MU_DCR__RME_HDUMP_offset 0x0DD3
#define MU_DCR__RME_HDUMP_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_HDUMP__EN_width 1
#define MU_DCR__RME_HDUMP__EN_position 35
#define MU_DCR__RME_HDUMP__EN_get(x) _BGQ_GET(1, 35, x)
#define MU_DCR__RME_HDUMP__EN_set(v) _BGQ_SET(1, 35, v)
#define MU_DCR__RME_HDUMP__EN_insert(x, v) _BGQ_INSERT(1, 35, x, v)
#define MU_DCR__RME_HDUMP__BASE_width 27
#define MU_DCR__RME_HDUMP__BASE_position 63
#define MU_DCR__RME_HDUMP__BASE_get(x) _BGQ_GET(27, 63, x)
#define MU_DCR__RME_HDUMP__BASE_set(v) _BGQ_SET(27, 63, v)
#define MU_DCR__RME_HDUMP__BASE_insert(x, v) _BGQ_INSERT(27, 63, x, v)

#define MU_DCR__ECC_PASS_offset 0x0DD4
#define MU_DCR__ECC_PASS_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__ECC_PASS__VALUE_width 1
#define MU_DCR__ECC_PASS__VALUE_position 0
#define MU_DCR__ECC_PASS__VALUE_get(x) _BGQ_GET(1, 0, x)
#define MU_DCR__ECC_PASS__VALUE_set(v) _BGQ_SET(1, 0, v)
#define MU_DCR__ECC_PASS__VALUE_insert(x, v) _BGQ_INSERT(1, 0, x, v)

#define MU_DCR__MCSRAM_BD_CTL_offset 0x0DD5
#define MU_DCR__MCSRAM_BD_CTL_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__MCSRAM_BD_CTL__INDEX_width 10
#define MU_DCR__MCSRAM_BD_CTL__INDEX_position 60
#define MU_DCR__MCSRAM_BD_CTL__INDEX_get(x) _BGQ_GET(10, 60, x)
#define MU_DCR__MCSRAM_BD_CTL__INDEX_set(v) _BGQ_SET(10, 60, v)
#define MU_DCR__MCSRAM_BD_CTL__INDEX_insert(x, v) _BGQ_INSERT(10, 60, x, v)
#define MU_DCR__MCSRAM_BD_CTL__EN_width 1
#define MU_DCR__MCSRAM_BD_CTL__EN_position 61
#define MU_DCR__MCSRAM_BD_CTL__EN_get(x) _BGQ_GET(1, 61, x)
#define MU_DCR__MCSRAM_BD_CTL__EN_set(v) _BGQ_SET(1, 61, v)
#define MU_DCR__MCSRAM_BD_CTL__EN_insert(x, v) _BGQ_INSERT(1, 61, x, v)
#define MU_DCR__MCSRAM_BD_CTL__NOWRECC_width 1
#define MU_DCR__MCSRAM_BD_CTL__NOWRECC_position 62
#define MU_DCR__MCSRAM_BD_CTL__NOWRECC_get(x) _BGQ_GET(1, 62, x)
#define MU_DCR__MCSRAM_BD_CTL__NOWRECC_set(v) _BGQ_SET(1, 62, v)
#define MU_DCR__MCSRAM_BD_CTL__NOWRECC_insert(x, v) _BGQ_INSERT(1, 62, x, v)
#define MU_DCR__MCSRAM_BD_CTL__RD_width 1
#define MU_DCR__MCSRAM_BD_CTL__RD_position 63
#define MU_DCR__MCSRAM_BD_CTL__RD_get(x) _BGQ_GET(1, 63, x)
#define MU_DCR__MCSRAM_BD_CTL__RD_set(v) _BGQ_SET(1, 63, v)
#define MU_DCR__MCSRAM_BD_CTL__RD_insert(x, v) _BGQ_INSERT(1, 63, x, v)

#define MU_DCR__MCSRAM_BD_WDATA_offset 0x0DD6
#define MU_DCR__MCSRAM_BD_WDATA_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__MCSRAM_BD_WDATA__VALUE_width 56
#define MU_DCR__MCSRAM_BD_WDATA__VALUE_position 55
#define MU_DCR__MCSRAM_BD_WDATA__VALUE_get(x) _BGQ_GET(56, 55, x)
#define MU_DCR__MCSRAM_BD_WDATA__VALUE_set(v) _BGQ_SET(56, 55, v)
#define MU_DCR__MCSRAM_BD_WDATA__VALUE_insert(x, v) _BGQ_INSERT(56, 55, x, v)
#define MU_DCR__MCSRAM_BD_WDATA__ID_width 3
#define MU_DCR__MCSRAM_BD_WDATA__ID_position 61
#define MU_DCR__MCSRAM_BD_WDATA__ID_get(x) _BGQ_GET(3, 61, x)
#define MU_DCR__MCSRAM_BD_WDATA__ID_set(v) _BGQ_SET(3, 61, v)
#define MU_DCR__MCSRAM_BD_WDATA__ID_insert(x, v) _BGQ_INSERT(3, 61, x, v)
#define MU_DCR__MCSRAM_BD_WDATA__WR_width 1
#define MU_DCR__MCSRAM_BD_WDATA__WR_position 62
#define MU_DCR__MCSRAM_BD_WDATA__WR_get(x) _BGQ_GET(1, 62, x)
#define MU_DCR__MCSRAM_BD_WDATA__WR_set(v) _BGQ_SET(1, 62, v)
#define MU_DCR__MCSRAM_BD_WDATA__WR_insert(x, v) _BGQ_INSERT(1, 62, x, v)
#define MU_DCR__MCSRAM_BD_WDATA__LATCH_DATA_width 1
#define MU_DCR__MCSRAM_BD_WDATA__LATCH_DATA_position 63
#define MU_DCR__MCSRAM_BD_WDATA__LATCH_DATA_get(x) _BGQ_GET(1, 63, x)
#define MU_DCR__MCSRAM_BD_WDATA__LATCH_DATA_set(v) _BGQ_SET(1, 63, v)
#define MU_DCR__MCSRAM_BD_WDATA__LATCH_DATA_insert(x, v) _BGQ_INSERT(1, 63, x, v)

#define MU_DCR__MCSRAM_BD_RDATA0_offset 0x0DDD
#define MU_DCR__MCSRAM_BD_RDATA0_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__MCSRAM_BD_RDATA0__VALUE_width 64
#define MU_DCR__MCSRAM_BD_RDATA0__VALUE_position 63
#define MU_DCR__MCSRAM_BD_RDATA0__VALUE_get(x) _BGQ_GET(64, 63, x)
#define MU_DCR__MCSRAM_BD_RDATA0__VALUE_set(v) _BGQ_SET(64, 63, v)
#define MU_DCR__MCSRAM_BD_RDATA0__VALUE_insert(x, v) _BGQ_INSERT(64, 63, x, v)

#define MU_DCR__MCSRAM_BD_RDATA1_offset 0x0DDE
#define MU_DCR__MCSRAM_BD_RDATA1_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__MCSRAM_BD_RDATA1__VALUE_width 47
#define MU_DCR__MCSRAM_BD_RDATA1__VALUE_position 46
#define MU_DCR__MCSRAM_BD_RDATA1__VALUE_get(x) _BGQ_GET(47, 46, x)
#define MU_DCR__MCSRAM_BD_RDATA1__VALUE_set(v) _BGQ_SET(47, 46, v)
#define MU_DCR__MCSRAM_BD_RDATA1__VALUE_insert(x, v) _BGQ_INSERT(47, 46, x, v)

#define MU_DCR__MCSRAM_BD_RDATA2_offset 0x0DDF
#define MU_DCR__MCSRAM_BD_RDATA2_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__MCSRAM_BD_RDATA2__VALUE_width 64
#define MU_DCR__MCSRAM_BD_RDATA2__VALUE_position 63
#define MU_DCR__MCSRAM_BD_RDATA2__VALUE_get(x) _BGQ_GET(64, 63, x)
#define MU_DCR__MCSRAM_BD_RDATA2__VALUE_set(v) _BGQ_SET(64, 63, v)
#define MU_DCR__MCSRAM_BD_RDATA2__VALUE_insert(x, v) _BGQ_INSERT(64, 63, x, v)

#define MU_DCR__MCSRAM_BD_RDATA3_offset 0x0DE0
#define MU_DCR__MCSRAM_BD_RDATA3_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__MCSRAM_BD_RDATA3__VALUE_width 64
#define MU_DCR__MCSRAM_BD_RDATA3__VALUE_position 63
#define MU_DCR__MCSRAM_BD_RDATA3__VALUE_get(x) _BGQ_GET(64, 63, x)
#define MU_DCR__MCSRAM_BD_RDATA3__VALUE_set(v) _BGQ_SET(64, 63, v)
#define MU_DCR__MCSRAM_BD_RDATA3__VALUE_insert(x, v) _BGQ_INSERT(64, 63, x, v)

#define MU_DCR__MCSRAM_BD_RDATA4_offset 0x0DE1
#define MU_DCR__MCSRAM_BD_RDATA4_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__MCSRAM_BD_RDATA4__VALUE_width 64
#define MU_DCR__MCSRAM_BD_RDATA4__VALUE_position 63
#define MU_DCR__MCSRAM_BD_RDATA4__VALUE_get(x) _BGQ_GET(64, 63, x)
#define MU_DCR__MCSRAM_BD_RDATA4__VALUE_set(v) _BGQ_SET(64, 63, v)
#define MU_DCR__MCSRAM_BD_RDATA4__VALUE_insert(x, v) _BGQ_INSERT(64, 63, x, v)

#define MU_DCR__MCSRAM_BD_RDATA5_offset 0x0DE2
#define MU_DCR__MCSRAM_BD_RDATA5_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__MCSRAM_BD_RDATA5__VALUE_width 29
#define MU_DCR__MCSRAM_BD_RDATA5__VALUE_position 28
#define MU_DCR__MCSRAM_BD_RDATA5__VALUE_get(x) _BGQ_GET(29, 28, x)
#define MU_DCR__MCSRAM_BD_RDATA5__VALUE_set(v) _BGQ_SET(29, 28, v)
#define MU_DCR__MCSRAM_BD_RDATA5__VALUE_insert(x, v) _BGQ_INSERT(29, 28, x, v)

#define MU_DCR__MCSRAM_BD_RDECC_offset 0x0DE3
#define MU_DCR__MCSRAM_BD_RDECC_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__MCSRAM_BD_RDECC__ECC5_width 7
#define MU_DCR__MCSRAM_BD_RDECC__ECC5_position 23
#define MU_DCR__MCSRAM_BD_RDECC__ECC5_get(x) _BGQ_GET(7, 23, x)
#define MU_DCR__MCSRAM_BD_RDECC__ECC5_set(v) _BGQ_SET(7, 23, v)
#define MU_DCR__MCSRAM_BD_RDECC__ECC5_insert(x, v) _BGQ_INSERT(7, 23, x, v)
#define MU_DCR__MCSRAM_BD_RDECC__ECC4_width 8
#define MU_DCR__MCSRAM_BD_RDECC__ECC4_position 31
#define MU_DCR__MCSRAM_BD_RDECC__ECC4_get(x) _BGQ_GET(8, 31, x)
#define MU_DCR__MCSRAM_BD_RDECC__ECC4_set(v) _BGQ_SET(8, 31, v)
#define MU_DCR__MCSRAM_BD_RDECC__ECC4_insert(x, v) _BGQ_INSERT(8, 31, x, v)
#define MU_DCR__MCSRAM_BD_RDECC__ECC3_width 8
#define MU_DCR__MCSRAM_BD_RDECC__ECC3_position 39
#define MU_DCR__MCSRAM_BD_RDECC__ECC3_get(x) _BGQ_GET(8, 39, x)
#define MU_DCR__MCSRAM_BD_RDECC__ECC3_set(v) _BGQ_SET(8, 39, v)
#define MU_DCR__MCSRAM_BD_RDECC__ECC3_insert(x, v) _BGQ_INSERT(8, 39, x, v)
#define MU_DCR__MCSRAM_BD_RDECC__ECC2_width 8
#define MU_DCR__MCSRAM_BD_RDECC__ECC2_position 47
#define MU_DCR__MCSRAM_BD_RDECC__ECC2_get(x) _BGQ_GET(8, 47, x)
#define MU_DCR__MCSRAM_BD_RDECC__ECC2_set(v) _BGQ_SET(8, 47, v)
#define MU_DCR__MCSRAM_BD_RDECC__ECC2_insert(x, v) _BGQ_INSERT(8, 47, x, v)
#define MU_DCR__MCSRAM_BD_RDECC__ECC1_width 8
#define MU_DCR__MCSRAM_BD_RDECC__ECC1_position 55
#define MU_DCR__MCSRAM_BD_RDECC__ECC1_get(x) _BGQ_GET(8, 55, x)
#define MU_DCR__MCSRAM_BD_RDECC__ECC1_set(v) _BGQ_SET(8, 55, v)
#define MU_DCR__MCSRAM_BD_RDECC__ECC1_insert(x, v) _BGQ_INSERT(8, 55, x, v)
#define MU_DCR__MCSRAM_BD_RDECC__ECC0_width 8
#define MU_DCR__MCSRAM_BD_RDECC__ECC0_position 63
#define MU_DCR__MCSRAM_BD_RDECC__ECC0_get(x) _BGQ_GET(8, 63, x)
#define MU_DCR__MCSRAM_BD_RDECC__ECC0_set(v) _BGQ_SET(8, 63, v)
#define MU_DCR__MCSRAM_BD_RDECC__ECC0_insert(x, v) _BGQ_INSERT(8, 63, x, v)

#define MU_DCR__MCSRAM_BD_FETCHING_DESC_offset 0x0DE4
#define MU_DCR__MCSRAM_BD_FETCHING_DESC_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__MCSRAM_BD_FETCHING_DESC__SYS_width 1
#define MU_DCR__MCSRAM_BD_FETCHING_DESC__SYS_position 62
#define MU_DCR__MCSRAM_BD_FETCHING_DESC__SYS_get(x) _BGQ_GET(1, 62, x)
#define MU_DCR__MCSRAM_BD_FETCHING_DESC__SYS_set(v) _BGQ_SET(1, 62, v)
#define MU_DCR__MCSRAM_BD_FETCHING_DESC__SYS_insert(x, v) _BGQ_INSERT(1, 62, x, v)
#define MU_DCR__MCSRAM_BD_FETCHING_DESC__USR_width 1
#define MU_DCR__MCSRAM_BD_FETCHING_DESC__USR_position 63
#define MU_DCR__MCSRAM_BD_FETCHING_DESC__USR_get(x) _BGQ_GET(1, 63, x)
#define MU_DCR__MCSRAM_BD_FETCHING_DESC__USR_set(v) _BGQ_SET(1, 63, v)
#define MU_DCR__MCSRAM_BD_FETCHING_DESC__USR_insert(x, v) _BGQ_INSERT(1, 63, x, v)

#define MU_DCR__RCSRAM_BD_CTL_offset 0x0DE5
#define MU_DCR__RCSRAM_BD_CTL_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RCSRAM_BD_CTL__ID_width 5
#define MU_DCR__RCSRAM_BD_CTL__ID_position 51
#define MU_DCR__RCSRAM_BD_CTL__ID_get(x) _BGQ_GET(5, 51, x)
#define MU_DCR__RCSRAM_BD_CTL__ID_set(v) _BGQ_SET(5, 51, v)
#define MU_DCR__RCSRAM_BD_CTL__ID_insert(x, v) _BGQ_INSERT(5, 51, x, v)
#define MU_DCR__RCSRAM_BD_CTL__ECC_width 8
#define MU_DCR__RCSRAM_BD_CTL__ECC_position 59
#define MU_DCR__RCSRAM_BD_CTL__ECC_get(x) _BGQ_GET(8, 59, x)
#define MU_DCR__RCSRAM_BD_CTL__ECC_set(v) _BGQ_SET(8, 59, v)
#define MU_DCR__RCSRAM_BD_CTL__ECC_insert(x, v) _BGQ_INSERT(8, 59, x, v)
#define MU_DCR__RCSRAM_BD_CTL__TAIL_SEL_width 1
#define MU_DCR__RCSRAM_BD_CTL__TAIL_SEL_position 60
#define MU_DCR__RCSRAM_BD_CTL__TAIL_SEL_get(x) _BGQ_GET(1, 60, x)
#define MU_DCR__RCSRAM_BD_CTL__TAIL_SEL_set(v) _BGQ_SET(1, 60, v)
#define MU_DCR__RCSRAM_BD_CTL__TAIL_SEL_insert(x, v) _BGQ_INSERT(1, 60, x, v)
#define MU_DCR__RCSRAM_BD_CTL__RD_EN_width 1
#define MU_DCR__RCSRAM_BD_CTL__RD_EN_position 61
#define MU_DCR__RCSRAM_BD_CTL__RD_EN_get(x) _BGQ_GET(1, 61, x)
#define MU_DCR__RCSRAM_BD_CTL__RD_EN_set(v) _BGQ_SET(1, 61, v)
#define MU_DCR__RCSRAM_BD_CTL__RD_EN_insert(x, v) _BGQ_INSERT(1, 61, x, v)
#define MU_DCR__RCSRAM_BD_CTL__WID_EN_width 1
#define MU_DCR__RCSRAM_BD_CTL__WID_EN_position 62
#define MU_DCR__RCSRAM_BD_CTL__WID_EN_get(x) _BGQ_GET(1, 62, x)
#define MU_DCR__RCSRAM_BD_CTL__WID_EN_set(v) _BGQ_SET(1, 62, v)
#define MU_DCR__RCSRAM_BD_CTL__WID_EN_insert(x, v) _BGQ_INSERT(1, 62, x, v)
#define MU_DCR__RCSRAM_BD_CTL__WECC_EN_width 1
#define MU_DCR__RCSRAM_BD_CTL__WECC_EN_position 63
#define MU_DCR__RCSRAM_BD_CTL__WECC_EN_get(x) _BGQ_GET(1, 63, x)
#define MU_DCR__RCSRAM_BD_CTL__WECC_EN_set(v) _BGQ_SET(1, 63, v)
#define MU_DCR__RCSRAM_BD_CTL__WECC_EN_insert(x, v) _BGQ_INSERT(1, 63, x, v)

#define MU_DCR__RCSRAM_BD_RDATA_offset 0x0DE6
#define MU_DCR__RCSRAM_BD_RDATA_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RCSRAM_BD_RDATA__ID_width 5
#define MU_DCR__RCSRAM_BD_RDATA__ID_position 55
#define MU_DCR__RCSRAM_BD_RDATA__ID_get(x) _BGQ_GET(5, 55, x)
#define MU_DCR__RCSRAM_BD_RDATA__ID_set(v) _BGQ_SET(5, 55, v)
#define MU_DCR__RCSRAM_BD_RDATA__ID_insert(x, v) _BGQ_INSERT(5, 55, x, v)
#define MU_DCR__RCSRAM_BD_RDATA__ECC_width 8
#define MU_DCR__RCSRAM_BD_RDATA__ECC_position 63
#define MU_DCR__RCSRAM_BD_RDATA__ECC_get(x) _BGQ_GET(8, 63, x)
#define MU_DCR__RCSRAM_BD_RDATA__ECC_set(v) _BGQ_SET(8, 63, v)
#define MU_DCR__RCSRAM_BD_RDATA__ECC_insert(x, v) _BGQ_INSERT(8, 63, x, v)

#define MU_DCR__RPUT_BACKDOOR_offset 0x0DE7
#define MU_DCR__RPUT_BACKDOOR_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RPUT_BACKDOOR__EN_width 1
#define MU_DCR__RPUT_BACKDOOR__EN_position 22
#define MU_DCR__RPUT_BACKDOOR__EN_get(x) _BGQ_GET(1, 22, x)
#define MU_DCR__RPUT_BACKDOOR__EN_set(v) _BGQ_SET(1, 22, v)
#define MU_DCR__RPUT_BACKDOOR__EN_insert(x, v) _BGQ_INSERT(1, 22, x, v)
#define MU_DCR__RPUT_BACKDOOR__NOWRECC_width 1
#define MU_DCR__RPUT_BACKDOOR__NOWRECC_position 23
#define MU_DCR__RPUT_BACKDOOR__NOWRECC_get(x) _BGQ_GET(1, 23, x)
#define MU_DCR__RPUT_BACKDOOR__NOWRECC_set(v) _BGQ_SET(1, 23, v)
#define MU_DCR__RPUT_BACKDOOR__NOWRECC_insert(x, v) _BGQ_INSERT(1, 23, x, v)
#define MU_DCR__RPUT_BACKDOOR__WRECC_width 8
#define MU_DCR__RPUT_BACKDOOR__WRECC_position 31
#define MU_DCR__RPUT_BACKDOOR__WRECC_get(x) _BGQ_GET(8, 31, x)
#define MU_DCR__RPUT_BACKDOOR__WRECC_set(v) _BGQ_SET(8, 31, v)
#define MU_DCR__RPUT_BACKDOOR__WRECC_insert(x, v) _BGQ_INSERT(8, 31, x, v)

#define MU_DCR__RPUT_BACKDOOR_RDECC_offset 0x0DE8
#define MU_DCR__RPUT_BACKDOOR_RDECC_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RPUT_BACKDOOR_RDECC__VALUE_width 8
#define MU_DCR__RPUT_BACKDOOR_RDECC__VALUE_position 31
#define MU_DCR__RPUT_BACKDOOR_RDECC__VALUE_get(x) _BGQ_GET(8, 31, x)
#define MU_DCR__RPUT_BACKDOOR_RDECC__VALUE_set(v) _BGQ_SET(8, 31, v)
#define MU_DCR__RPUT_BACKDOOR_RDECC__VALUE_insert(x, v) _BGQ_INSERT(8, 31, x, v)

#define MU_DCR__IME_STATE_offset 0x0DE9
#define MU_DCR__IME_STATE_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__IME_STATE__VALUE_width 48
#define MU_DCR__IME_STATE__VALUE_position 63
#define MU_DCR__IME_STATE__VALUE_get(x) _BGQ_GET(48, 63, x)
#define MU_DCR__IME_STATE__VALUE_set(v) _BGQ_SET(48, 63, v)
#define MU_DCR__IME_STATE__VALUE_insert(x, v) _BGQ_INSERT(48, 63, x, v)

#define MU_DCR__RME_STATE0_offset 0x0DEA
#define MU_DCR__RME_STATE0_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_STATE0__VALUE_width 40
#define MU_DCR__RME_STATE0__VALUE_position 63
#define MU_DCR__RME_STATE0__VALUE_get(x) _BGQ_GET(40, 63, x)
#define MU_DCR__RME_STATE0__VALUE_set(v) _BGQ_SET(40, 63, v)
#define MU_DCR__RME_STATE0__VALUE_insert(x, v) _BGQ_INSERT(40, 63, x, v)

#define MU_DCR__RME_STATE1_offset 0x0DEB
#define MU_DCR__RME_STATE1_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_STATE1__VALUE_width 40
#define MU_DCR__RME_STATE1__VALUE_position 63
#define MU_DCR__RME_STATE1__VALUE_get(x) _BGQ_GET(40, 63, x)
#define MU_DCR__RME_STATE1__VALUE_set(v) _BGQ_SET(40, 63, v)
#define MU_DCR__RME_STATE1__VALUE_insert(x, v) _BGQ_INSERT(40, 63, x, v)

#define MU_DCR__INJ_NDFIFO_AVAIL_offset 0x0DEC
#define MU_DCR__INJ_NDFIFO_AVAIL_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__INJ_NDFIFO_AVAIL__VALUE_width 16
#define MU_DCR__INJ_NDFIFO_AVAIL__VALUE_position 63
#define MU_DCR__INJ_NDFIFO_AVAIL__VALUE_get(x) _BGQ_GET(16, 63, x)
#define MU_DCR__INJ_NDFIFO_AVAIL__VALUE_set(v) _BGQ_SET(16, 63, v)
#define MU_DCR__INJ_NDFIFO_AVAIL__VALUE_insert(x, v) _BGQ_INSERT(16, 63, x, v)

#define MU_DCR__ECC_INT_THRESH_offset 0x0DED
#define MU_DCR__ECC_INT_THRESH_reset UNSIGNED64(0x00000000FFFFFFFF)
#define MU_DCR__ECC_INT_THRESH__VALUE_width 32
#define MU_DCR__ECC_INT_THRESH__VALUE_position 63
#define MU_DCR__ECC_INT_THRESH__VALUE_get(x) _BGQ_GET(32, 63, x)
#define MU_DCR__ECC_INT_THRESH__VALUE_set(v) _BGQ_SET(32, 63, v)
#define MU_DCR__ECC_INT_THRESH__VALUE_insert(x, v) _BGQ_INSERT(32, 63, x, v)

#define MU_DCR__ARLOG_ECC_COUNT_offset 0x0DEE
#define MU_DCR__ARLOG_ECC_COUNT_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__ARLOG_ECC_COUNT__VALUE_width 32
#define MU_DCR__ARLOG_ECC_COUNT__VALUE_position 63
#define MU_DCR__ARLOG_ECC_COUNT__VALUE_get(x) _BGQ_GET(32, 63, x)
#define MU_DCR__ARLOG_ECC_COUNT__VALUE_set(v) _BGQ_SET(32, 63, v)
#define MU_DCR__ARLOG_ECC_COUNT__VALUE_insert(x, v) _BGQ_INSERT(32, 63, x, v)

#define MU_DCR__ICSRAM_ECC_COUNT_offset 0x0DEF
#define MU_DCR__ICSRAM_ECC_COUNT_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__ICSRAM_ECC_COUNT__VALUE_width 32
#define MU_DCR__ICSRAM_ECC_COUNT__VALUE_position 63
#define MU_DCR__ICSRAM_ECC_COUNT__VALUE_get(x) _BGQ_GET(32, 63, x)
#define MU_DCR__ICSRAM_ECC_COUNT__VALUE_set(v) _BGQ_SET(32, 63, v)
#define MU_DCR__ICSRAM_ECC_COUNT__VALUE_insert(x, v) _BGQ_INSERT(32, 63, x, v)

#define MU_DCR__MCSRAM_ECC_COUNT_offset 0x0DF0
#define MU_DCR__MCSRAM_ECC_COUNT_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__MCSRAM_ECC_COUNT__VALUE_width 32
#define MU_DCR__MCSRAM_ECC_COUNT__VALUE_position 63
#define MU_DCR__MCSRAM_ECC_COUNT__VALUE_get(x) _BGQ_GET(32, 63, x)
#define MU_DCR__MCSRAM_ECC_COUNT__VALUE_set(v) _BGQ_SET(32, 63, v)
#define MU_DCR__MCSRAM_ECC_COUNT__VALUE_insert(x, v) _BGQ_INSERT(32, 63, x, v)

#define MU_DCR__RCSRAM_ECC_COUNT_offset 0x0DF1
#define MU_DCR__RCSRAM_ECC_COUNT_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RCSRAM_ECC_COUNT__VALUE_width 32
#define MU_DCR__RCSRAM_ECC_COUNT__VALUE_position 63
#define MU_DCR__RCSRAM_ECC_COUNT__VALUE_get(x) _BGQ_GET(32, 63, x)
#define MU_DCR__RCSRAM_ECC_COUNT__VALUE_set(v) _BGQ_SET(32, 63, v)
#define MU_DCR__RCSRAM_ECC_COUNT__VALUE_insert(x, v) _BGQ_INSERT(32, 63, x, v)

#define MU_DCR__RPUT_ECC_COUNT_offset 0x0DF2
#define MU_DCR__RPUT_ECC_COUNT_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RPUT_ECC_COUNT__VALUE_width 32
#define MU_DCR__RPUT_ECC_COUNT__VALUE_position 63
#define MU_DCR__RPUT_ECC_COUNT__VALUE_get(x) _BGQ_GET(32, 63, x)
#define MU_DCR__RPUT_ECC_COUNT__VALUE_set(v) _BGQ_SET(32, 63, v)
#define MU_DCR__RPUT_ECC_COUNT__VALUE_insert(x, v) _BGQ_INSERT(32, 63, x, v)

#define MU_DCR__MMREGS_ECC_COUNT_offset 0x0DF3
#define MU_DCR__MMREGS_ECC_COUNT_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__MMREGS_ECC_COUNT__VALUE_width 32
#define MU_DCR__MMREGS_ECC_COUNT__VALUE_position 63
#define MU_DCR__MMREGS_ECC_COUNT__VALUE_get(x) _BGQ_GET(32, 63, x)
#define MU_DCR__MMREGS_ECC_COUNT__VALUE_set(v) _BGQ_SET(32, 63, v)
#define MU_DCR__MMREGS_ECC_COUNT__VALUE_insert(x, v) _BGQ_INSERT(32, 63, x, v)

#define MU_DCR__XS_ECC_COUNT_offset 0x0DF4
#define MU_DCR__XS_ECC_COUNT_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__XS_ECC_COUNT__VALUE_width 32
#define MU_DCR__XS_ECC_COUNT__VALUE_position 63
#define MU_DCR__XS_ECC_COUNT__VALUE_get(x) _BGQ_GET(32, 63, x)
#define MU_DCR__XS_ECC_COUNT__VALUE_set(v) _BGQ_SET(32, 63, v)
#define MU_DCR__XS_ECC_COUNT__VALUE_insert(x, v) _BGQ_INSERT(32, 63, x, v)

#define MU_DCR__RME_ECC_COUNT_offset 0x0DF5
#define MU_DCR__RME_ECC_COUNT_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_ECC_COUNT__VALUE_width 32
#define MU_DCR__RME_ECC_COUNT__VALUE_position 63
#define MU_DCR__RME_ECC_COUNT__VALUE_get(x) _BGQ_GET(32, 63, x)
#define MU_DCR__RME_ECC_COUNT__VALUE_set(v) _BGQ_SET(32, 63, v)
#define MU_DCR__RME_ECC_COUNT__VALUE_insert(x, v) _BGQ_INSERT(32, 63, x, v)

#define MU_DCR__SPARE_DCR_offset 0x0DF6
#define MU_DCR__SPARE_DCR_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__SPARE_DCR__RESERVED_width 64
#define MU_DCR__SPARE_DCR__RESERVED_position 63
#define MU_DCR__SPARE_DCR__RESERVED_get(x) _BGQ_GET(64, 63, x)
#define MU_DCR__SPARE_DCR__RESERVED_set(v) _BGQ_SET(64, 63, v)
#define MU_DCR__SPARE_DCR__RESERVED_insert(x, v) _BGQ_INSERT(64, 63, x, v)

#define MU_DCR__XM0_ERR_INFO_offset 0x0E12
#define MU_DCR__XM0_ERR_INFO_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__XM0_ERR_INFO__SYS_width 1
#define MU_DCR__XM0_ERR_INFO__SYS_position 26
#define MU_DCR__XM0_ERR_INFO__SYS_get(x) _BGQ_GET(1, 26, x)
#define MU_DCR__XM0_ERR_INFO__SYS_set(v) _BGQ_SET(1, 26, v)
#define MU_DCR__XM0_ERR_INFO__SYS_insert(x, v) _BGQ_INSERT(1, 26, x, v)
#define MU_DCR__XM0_ERR_INFO__ADDR_width 37
#define MU_DCR__XM0_ERR_INFO__ADDR_position 63
#define MU_DCR__XM0_ERR_INFO__ADDR_get(x) _BGQ_GET(37, 63, x)
#define MU_DCR__XM0_ERR_INFO__ADDR_set(v) _BGQ_SET(37, 63, v)
#define MU_DCR__XM0_ERR_INFO__ADDR_insert(x, v) _BGQ_INSERT(37, 63, x, v)

#define MU_DCR__XM1_ERR_INFO_offset 0x0E1B
#define MU_DCR__XM1_ERR_INFO_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__XM1_ERR_INFO__SYS_width 1
#define MU_DCR__XM1_ERR_INFO__SYS_position 26
#define MU_DCR__XM1_ERR_INFO__SYS_get(x) _BGQ_GET(1, 26, x)
#define MU_DCR__XM1_ERR_INFO__SYS_set(v) _BGQ_SET(1, 26, v)
#define MU_DCR__XM1_ERR_INFO__SYS_insert(x, v) _BGQ_INSERT(1, 26, x, v)
#define MU_DCR__XM1_ERR_INFO__ADDR_width 37
#define MU_DCR__XM1_ERR_INFO__ADDR_position 63
#define MU_DCR__XM1_ERR_INFO__ADDR_get(x) _BGQ_GET(37, 63, x)
#define MU_DCR__XM1_ERR_INFO__ADDR_set(v) _BGQ_SET(37, 63, v)
#define MU_DCR__XM1_ERR_INFO__ADDR_insert(x, v) _BGQ_INSERT(37, 63, x, v)

#define MU_DCR__XM2_ERR_INFO_offset 0x0E24
#define MU_DCR__XM2_ERR_INFO_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__XM2_ERR_INFO__SYS_width 1
#define MU_DCR__XM2_ERR_INFO__SYS_position 26
#define MU_DCR__XM2_ERR_INFO__SYS_get(x) _BGQ_GET(1, 26, x)
#define MU_DCR__XM2_ERR_INFO__SYS_set(v) _BGQ_SET(1, 26, v)
#define MU_DCR__XM2_ERR_INFO__SYS_insert(x, v) _BGQ_INSERT(1, 26, x, v)
#define MU_DCR__XM2_ERR_INFO__ADDR_width 37
#define MU_DCR__XM2_ERR_INFO__ADDR_position 63
#define MU_DCR__XM2_ERR_INFO__ADDR_get(x) _BGQ_GET(37, 63, x)
#define MU_DCR__XM2_ERR_INFO__ADDR_set(v) _BGQ_SET(37, 63, v)
#define MU_DCR__XM2_ERR_INFO__ADDR_insert(x, v) _BGQ_INSERT(37, 63, x, v)

#define MU_DCR__XS_ERR_INFO_offset 0x0E2D
#define MU_DCR__XS_ERR_INFO_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__XS_ERR_INFO__SRC_width 5
#define MU_DCR__XS_ERR_INFO__SRC_position 18
#define MU_DCR__XS_ERR_INFO__SRC_get(x) _BGQ_GET(5, 18, x)
#define MU_DCR__XS_ERR_INFO__SRC_set(v) _BGQ_SET(5, 18, v)
#define MU_DCR__XS_ERR_INFO__SRC_insert(x, v) _BGQ_INSERT(5, 18, x, v)
#define MU_DCR__XS_ERR_INFO__TID_width 2
#define MU_DCR__XS_ERR_INFO__TID_position 20
#define MU_DCR__XS_ERR_INFO__TID_get(x) _BGQ_GET(2, 20, x)
#define MU_DCR__XS_ERR_INFO__TID_set(v) _BGQ_SET(2, 20, v)
#define MU_DCR__XS_ERR_INFO__TID_insert(x, v) _BGQ_INSERT(2, 20, x, v)
#define MU_DCR__XS_ERR_INFO__ADDR_width 34
#define MU_DCR__XS_ERR_INFO__ADDR_position 54
#define MU_DCR__XS_ERR_INFO__ADDR_get(x) _BGQ_GET(34, 54, x)
#define MU_DCR__XS_ERR_INFO__ADDR_set(v) _BGQ_SET(34, 54, v)
#define MU_DCR__XS_ERR_INFO__ADDR_insert(x, v) _BGQ_INSERT(34, 54, x, v)
#define MU_DCR__XS_ERR_INFO__TTYPE_width 6
#define MU_DCR__XS_ERR_INFO__TTYPE_position 60
#define MU_DCR__XS_ERR_INFO__TTYPE_get(x) _BGQ_GET(6, 60, x)
#define MU_DCR__XS_ERR_INFO__TTYPE_set(v) _BGQ_SET(6, 60, v)
#define MU_DCR__XS_ERR_INFO__TTYPE_insert(x, v) _BGQ_INSERT(6, 60, x, v)
#define MU_DCR__XS_ERR_INFO__SIZE_width 3
#define MU_DCR__XS_ERR_INFO__SIZE_position 63
#define MU_DCR__XS_ERR_INFO__SIZE_get(x) _BGQ_GET(3, 63, x)
#define MU_DCR__XS_ERR_INFO__SIZE_set(v) _BGQ_SET(3, 63, v)
#define MU_DCR__XS_ERR_INFO__SIZE_insert(x, v) _BGQ_INSERT(3, 63, x, v)

#define MU_DCR__MMREGS_FIFO_PROT_ERR_offset 0x0E36
#define MU_DCR__MMREGS_FIFO_PROT_ERR_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__MMREGS_FIFO_PROT_ERR__INDEX_width 11
#define MU_DCR__MMREGS_FIFO_PROT_ERR__INDEX_position 63
#define MU_DCR__MMREGS_FIFO_PROT_ERR__INDEX_get(x) _BGQ_GET(11, 63, x)
#define MU_DCR__MMREGS_FIFO_PROT_ERR__INDEX_set(v) _BGQ_SET(11, 63, v)
#define MU_DCR__MMREGS_FIFO_PROT_ERR__INDEX_insert(x, v) _BGQ_INSERT(11, 63, x, v)

#define MU_DCR__RMFIFO_offset 0x0E3F
#define MU_DCR__RMFIFO_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RMFIFO__VIOLATION_ID_width 9
#define MU_DCR__RMFIFO__VIOLATION_ID_position 63
#define MU_DCR__RMFIFO__VIOLATION_ID_get(x) _BGQ_GET(9, 63, x)
#define MU_DCR__RMFIFO__VIOLATION_ID_set(v) _BGQ_SET(9, 63, v)
#define MU_DCR__RMFIFO__VIOLATION_ID_insert(x, v) _BGQ_INSERT(9, 63, x, v)

#define MU_DCR__MCSRAM_ERR_FIFO_ID_offset 0x0E50
#define MU_DCR__MCSRAM_ERR_FIFO_ID_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__MCSRAM_ERR_FIFO_ID__VALUE_width 10
#define MU_DCR__MCSRAM_ERR_FIFO_ID__VALUE_position 63
#define MU_DCR__MCSRAM_ERR_FIFO_ID__VALUE_get(x) _BGQ_GET(10, 63, x)
#define MU_DCR__MCSRAM_ERR_FIFO_ID__VALUE_set(v) _BGQ_SET(10, 63, v)
#define MU_DCR__MCSRAM_ERR_FIFO_ID__VALUE_insert(x, v) _BGQ_INSERT(10, 63, x, v)

#define MU_DCR__IMFIFO_offset 0x0E51
#define MU_DCR__IMFIFO_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__IMFIFO__VIOLATION_ID_width 10
#define MU_DCR__IMFIFO__VIOLATION_ID_position 63
#define MU_DCR__IMFIFO__VIOLATION_ID_get(x) _BGQ_GET(10, 63, x)
#define MU_DCR__IMFIFO__VIOLATION_ID_set(v) _BGQ_SET(10, 63, v)
#define MU_DCR__IMFIFO__VIOLATION_ID_insert(x, v) _BGQ_INSERT(10, 63, x, v)

#define MU_DCR__RMFIFO_ACCESS_ERROR_ID_offset 0x0E6A
#define MU_DCR__RMFIFO_ACCESS_ERROR_ID_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RMFIFO_ACCESS_ERROR_ID__RMFIFO_ID_width 9
#define MU_DCR__RMFIFO_ACCESS_ERROR_ID__RMFIFO_ID_position 63
#define MU_DCR__RMFIFO_ACCESS_ERROR_ID__RMFIFO_ID_get(x) _BGQ_GET(9, 63, x)
#define MU_DCR__RMFIFO_ACCESS_ERROR_ID__RMFIFO_ID_set(v) _BGQ_SET(9, 63, v)
#define MU_DCR__RMFIFO_ACCESS_ERROR_ID__RMFIFO_ID_insert(x, v) _BGQ_INSERT(9, 63, x, v)

#define MU_DCR__IME_P_ERR0_offset 0x0E7B
#define MU_DCR__IME_P_ERR0_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__IME_P_ERR0__IME_P_ERR_MAP0_width 7
#define MU_DCR__IME_P_ERR0__IME_P_ERR_MAP0_position 63
#define MU_DCR__IME_P_ERR0__IME_P_ERR_MAP0_get(x) _BGQ_GET(7, 63, x)
#define MU_DCR__IME_P_ERR0__IME_P_ERR_MAP0_set(v) _BGQ_SET(7, 63, v)
#define MU_DCR__IME_P_ERR0__IME_P_ERR_MAP0_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define MU_DCR__IME_P_ERR1_offset 0x0E7C
#define MU_DCR__IME_P_ERR1_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__IME_P_ERR1__IME_P_ERR_MAP1_width 7
#define MU_DCR__IME_P_ERR1__IME_P_ERR_MAP1_position 63
#define MU_DCR__IME_P_ERR1__IME_P_ERR_MAP1_get(x) _BGQ_GET(7, 63, x)
#define MU_DCR__IME_P_ERR1__IME_P_ERR_MAP1_set(v) _BGQ_SET(7, 63, v)
#define MU_DCR__IME_P_ERR1__IME_P_ERR_MAP1_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define MU_DCR__IME_P_ERR2_offset 0x0E7D
#define MU_DCR__IME_P_ERR2_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__IME_P_ERR2__IME_P_ERR_MAP2_width 7
#define MU_DCR__IME_P_ERR2__IME_P_ERR_MAP2_position 63
#define MU_DCR__IME_P_ERR2__IME_P_ERR_MAP2_get(x) _BGQ_GET(7, 63, x)
#define MU_DCR__IME_P_ERR2__IME_P_ERR_MAP2_set(v) _BGQ_SET(7, 63, v)
#define MU_DCR__IME_P_ERR2__IME_P_ERR_MAP2_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define MU_DCR__IME_P_ERR3_offset 0x0E7E
#define MU_DCR__IME_P_ERR3_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__IME_P_ERR3__IME_P_ERR_MAP3_width 7
#define MU_DCR__IME_P_ERR3__IME_P_ERR_MAP3_position 63
#define MU_DCR__IME_P_ERR3__IME_P_ERR_MAP3_get(x) _BGQ_GET(7, 63, x)
#define MU_DCR__IME_P_ERR3__IME_P_ERR_MAP3_set(v) _BGQ_SET(7, 63, v)
#define MU_DCR__IME_P_ERR3__IME_P_ERR_MAP3_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define MU_DCR__IME_P_ERR4_offset 0x0E7F
#define MU_DCR__IME_P_ERR4_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__IME_P_ERR4__IME_P_ERR_MAP4_width 7
#define MU_DCR__IME_P_ERR4__IME_P_ERR_MAP4_position 63
#define MU_DCR__IME_P_ERR4__IME_P_ERR_MAP4_get(x) _BGQ_GET(7, 63, x)
#define MU_DCR__IME_P_ERR4__IME_P_ERR_MAP4_set(v) _BGQ_SET(7, 63, v)
#define MU_DCR__IME_P_ERR4__IME_P_ERR_MAP4_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define MU_DCR__IME_P_ERR5_offset 0x0E80
#define MU_DCR__IME_P_ERR5_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__IME_P_ERR5__IME_P_ERR_MAP5_width 7
#define MU_DCR__IME_P_ERR5__IME_P_ERR_MAP5_position 63
#define MU_DCR__IME_P_ERR5__IME_P_ERR_MAP5_get(x) _BGQ_GET(7, 63, x)
#define MU_DCR__IME_P_ERR5__IME_P_ERR_MAP5_set(v) _BGQ_SET(7, 63, v)
#define MU_DCR__IME_P_ERR5__IME_P_ERR_MAP5_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define MU_DCR__IME_P_ERR6_offset 0x0E81
#define MU_DCR__IME_P_ERR6_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__IME_P_ERR6__IME_P_ERR_MAP6_width 7
#define MU_DCR__IME_P_ERR6__IME_P_ERR_MAP6_position 63
#define MU_DCR__IME_P_ERR6__IME_P_ERR_MAP6_get(x) _BGQ_GET(7, 63, x)
#define MU_DCR__IME_P_ERR6__IME_P_ERR_MAP6_set(v) _BGQ_SET(7, 63, v)
#define MU_DCR__IME_P_ERR6__IME_P_ERR_MAP6_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define MU_DCR__IME_P_ERR7_offset 0x0E82
#define MU_DCR__IME_P_ERR7_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__IME_P_ERR7__IME_P_ERR_MAP7_width 7
#define MU_DCR__IME_P_ERR7__IME_P_ERR_MAP7_position 63
#define MU_DCR__IME_P_ERR7__IME_P_ERR_MAP7_get(x) _BGQ_GET(7, 63, x)
#define MU_DCR__IME_P_ERR7__IME_P_ERR_MAP7_set(v) _BGQ_SET(7, 63, v)
#define MU_DCR__IME_P_ERR7__IME_P_ERR_MAP7_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define MU_DCR__IME_P_ERR8_offset 0x0E83
#define MU_DCR__IME_P_ERR8_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__IME_P_ERR8__IME_P_ERR_MAP8_width 7
#define MU_DCR__IME_P_ERR8__IME_P_ERR_MAP8_position 63
#define MU_DCR__IME_P_ERR8__IME_P_ERR_MAP8_get(x) _BGQ_GET(7, 63, x)
#define MU_DCR__IME_P_ERR8__IME_P_ERR_MAP8_set(v) _BGQ_SET(7, 63, v)
#define MU_DCR__IME_P_ERR8__IME_P_ERR_MAP8_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define MU_DCR__IME_P_ERR9_offset 0x0E84
#define MU_DCR__IME_P_ERR9_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__IME_P_ERR9__IME_P_ERR_MAP9_width 7
#define MU_DCR__IME_P_ERR9__IME_P_ERR_MAP9_position 63
#define MU_DCR__IME_P_ERR9__IME_P_ERR_MAP9_get(x) _BGQ_GET(7, 63, x)
#define MU_DCR__IME_P_ERR9__IME_P_ERR_MAP9_set(v) _BGQ_SET(7, 63, v)
#define MU_DCR__IME_P_ERR9__IME_P_ERR_MAP9_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define MU_DCR__IME_P_ERR10_offset 0x0E85
#define MU_DCR__IME_P_ERR10_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__IME_P_ERR10__IME_P_ERR_MAP10_width 7
#define MU_DCR__IME_P_ERR10__IME_P_ERR_MAP10_position 63
#define MU_DCR__IME_P_ERR10__IME_P_ERR_MAP10_get(x) _BGQ_GET(7, 63, x)
#define MU_DCR__IME_P_ERR10__IME_P_ERR_MAP10_set(v) _BGQ_SET(7, 63, v)
#define MU_DCR__IME_P_ERR10__IME_P_ERR_MAP10_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define MU_DCR__IME_P_ERR11_offset 0x0E86
#define MU_DCR__IME_P_ERR11_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__IME_P_ERR11__IME_P_ERR_MAP11_width 7
#define MU_DCR__IME_P_ERR11__IME_P_ERR_MAP11_position 63
#define MU_DCR__IME_P_ERR11__IME_P_ERR_MAP11_get(x) _BGQ_GET(7, 63, x)
#define MU_DCR__IME_P_ERR11__IME_P_ERR_MAP11_set(v) _BGQ_SET(7, 63, v)
#define MU_DCR__IME_P_ERR11__IME_P_ERR_MAP11_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define MU_DCR__IME_P_ERR12_offset 0x0E87
#define MU_DCR__IME_P_ERR12_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__IME_P_ERR12__IME_P_ERR_MAP12_width 7
#define MU_DCR__IME_P_ERR12__IME_P_ERR_MAP12_position 63
#define MU_DCR__IME_P_ERR12__IME_P_ERR_MAP12_get(x) _BGQ_GET(7, 63, x)
#define MU_DCR__IME_P_ERR12__IME_P_ERR_MAP12_set(v) _BGQ_SET(7, 63, v)
#define MU_DCR__IME_P_ERR12__IME_P_ERR_MAP12_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define MU_DCR__IME_P_ERR13_offset 0x0E88
#define MU_DCR__IME_P_ERR13_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__IME_P_ERR13__IME_P_ERR_MAP13_width 7
#define MU_DCR__IME_P_ERR13__IME_P_ERR_MAP13_position 63
#define MU_DCR__IME_P_ERR13__IME_P_ERR_MAP13_get(x) _BGQ_GET(7, 63, x)
#define MU_DCR__IME_P_ERR13__IME_P_ERR_MAP13_set(v) _BGQ_SET(7, 63, v)
#define MU_DCR__IME_P_ERR13__IME_P_ERR_MAP13_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define MU_DCR__IME_P_ERR14_offset 0x0E89
#define MU_DCR__IME_P_ERR14_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__IME_P_ERR14__IME_P_ERR_MAP14_width 7
#define MU_DCR__IME_P_ERR14__IME_P_ERR_MAP14_position 63
#define MU_DCR__IME_P_ERR14__IME_P_ERR_MAP14_get(x) _BGQ_GET(7, 63, x)
#define MU_DCR__IME_P_ERR14__IME_P_ERR_MAP14_set(v) _BGQ_SET(7, 63, v)
#define MU_DCR__IME_P_ERR14__IME_P_ERR_MAP14_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define MU_DCR__IME_P_ERR15_offset 0x0E8A
#define MU_DCR__IME_P_ERR15_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__IME_P_ERR15__IME_P_ERR_MAP15_width 7
#define MU_DCR__IME_P_ERR15__IME_P_ERR_MAP15_position 63
#define MU_DCR__IME_P_ERR15__IME_P_ERR_MAP15_get(x) _BGQ_GET(7, 63, x)
#define MU_DCR__IME_P_ERR15__IME_P_ERR_MAP15_set(v) _BGQ_SET(7, 63, v)
#define MU_DCR__IME_P_ERR15__IME_P_ERR_MAP15_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define MU_DCR__RME_P_ERR0_offset 0x0E9B
#define MU_DCR__RME_P_ERR0_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_P_ERR0__RME_P_ERR_MAP0_width 10
#define MU_DCR__RME_P_ERR0__RME_P_ERR_MAP0_position 63
#define MU_DCR__RME_P_ERR0__RME_P_ERR_MAP0_get(x) _BGQ_GET(10, 63, x)
#define MU_DCR__RME_P_ERR0__RME_P_ERR_MAP0_set(v) _BGQ_SET(10, 63, v)
#define MU_DCR__RME_P_ERR0__RME_P_ERR_MAP0_insert(x, v) _BGQ_INSERT(10, 63, x, v)

#define MU_DCR__RME_HEADER_ERR0_offset 0x0E9C
#define MU_DCR__RME_HEADER_ERR0_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_HEADER_ERR0__RME_HEADER_ERR_MAP0_width 7
#define MU_DCR__RME_HEADER_ERR0__RME_HEADER_ERR_MAP0_position 63
#define MU_DCR__RME_HEADER_ERR0__RME_HEADER_ERR_MAP0_get(x) _BGQ_GET(7, 63, x)
#define MU_DCR__RME_HEADER_ERR0__RME_HEADER_ERR_MAP0_set(v) _BGQ_SET(7, 63, v)
#define MU_DCR__RME_HEADER_ERR0__RME_HEADER_ERR_MAP0_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define MU_DCR__RME_P_ERR1_offset 0x0E9D
#define MU_DCR__RME_P_ERR1_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_P_ERR1__RME_P_ERR_MAP1_width 10
#define MU_DCR__RME_P_ERR1__RME_P_ERR_MAP1_position 63
#define MU_DCR__RME_P_ERR1__RME_P_ERR_MAP1_get(x) _BGQ_GET(10, 63, x)
#define MU_DCR__RME_P_ERR1__RME_P_ERR_MAP1_set(v) _BGQ_SET(10, 63, v)
#define MU_DCR__RME_P_ERR1__RME_P_ERR_MAP1_insert(x, v) _BGQ_INSERT(10, 63, x, v)

#define MU_DCR__RME_HEADER_ERR1_offset 0x0E9E
#define MU_DCR__RME_HEADER_ERR1_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_HEADER_ERR1__RME_HEADER_ERR_MAP1_width 7
#define MU_DCR__RME_HEADER_ERR1__RME_HEADER_ERR_MAP1_position 63
#define MU_DCR__RME_HEADER_ERR1__RME_HEADER_ERR_MAP1_get(x) _BGQ_GET(7, 63, x)
#define MU_DCR__RME_HEADER_ERR1__RME_HEADER_ERR_MAP1_set(v) _BGQ_SET(7, 63, v)
#define MU_DCR__RME_HEADER_ERR1__RME_HEADER_ERR_MAP1_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define MU_DCR__RME_P_ERR2_offset 0x0E9F
#define MU_DCR__RME_P_ERR2_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_P_ERR2__RME_P_ERR_MAP2_width 10
#define MU_DCR__RME_P_ERR2__RME_P_ERR_MAP2_position 63
#define MU_DCR__RME_P_ERR2__RME_P_ERR_MAP2_get(x) _BGQ_GET(10, 63, x)
#define MU_DCR__RME_P_ERR2__RME_P_ERR_MAP2_set(v) _BGQ_SET(10, 63, v)
#define MU_DCR__RME_P_ERR2__RME_P_ERR_MAP2_insert(x, v) _BGQ_INSERT(10, 63, x, v)

#define MU_DCR__RME_HEADER_ERR2_offset 0x0EA0
#define MU_DCR__RME_HEADER_ERR2_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_HEADER_ERR2__RME_HEADER_ERR_MAP2_width 7
#define MU_DCR__RME_HEADER_ERR2__RME_HEADER_ERR_MAP2_position 63
#define MU_DCR__RME_HEADER_ERR2__RME_HEADER_ERR_MAP2_get(x) _BGQ_GET(7, 63, x)
#define MU_DCR__RME_HEADER_ERR2__RME_HEADER_ERR_MAP2_set(v) _BGQ_SET(7, 63, v)
#define MU_DCR__RME_HEADER_ERR2__RME_HEADER_ERR_MAP2_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define MU_DCR__RME_P_ERR3_offset 0x0EA1
#define MU_DCR__RME_P_ERR3_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_P_ERR3__RME_P_ERR_MAP3_width 10
#define MU_DCR__RME_P_ERR3__RME_P_ERR_MAP3_position 63
#define MU_DCR__RME_P_ERR3__RME_P_ERR_MAP3_get(x) _BGQ_GET(10, 63, x)
#define MU_DCR__RME_P_ERR3__RME_P_ERR_MAP3_set(v) _BGQ_SET(10, 63, v)
#define MU_DCR__RME_P_ERR3__RME_P_ERR_MAP3_insert(x, v) _BGQ_INSERT(10, 63, x, v)

#define MU_DCR__RME_HEADER_ERR3_offset 0x0EA2
#define MU_DCR__RME_HEADER_ERR3_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_HEADER_ERR3__RME_HEADER_ERR_MAP3_width 7
#define MU_DCR__RME_HEADER_ERR3__RME_HEADER_ERR_MAP3_position 63
#define MU_DCR__RME_HEADER_ERR3__RME_HEADER_ERR_MAP3_get(x) _BGQ_GET(7, 63, x)
#define MU_DCR__RME_HEADER_ERR3__RME_HEADER_ERR_MAP3_set(v) _BGQ_SET(7, 63, v)
#define MU_DCR__RME_HEADER_ERR3__RME_HEADER_ERR_MAP3_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define MU_DCR__RME_P_ERR4_offset 0x0EA3
#define MU_DCR__RME_P_ERR4_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_P_ERR4__RME_P_ERR_MAP4_width 10
#define MU_DCR__RME_P_ERR4__RME_P_ERR_MAP4_position 63
#define MU_DCR__RME_P_ERR4__RME_P_ERR_MAP4_get(x) _BGQ_GET(10, 63, x)
#define MU_DCR__RME_P_ERR4__RME_P_ERR_MAP4_set(v) _BGQ_SET(10, 63, v)
#define MU_DCR__RME_P_ERR4__RME_P_ERR_MAP4_insert(x, v) _BGQ_INSERT(10, 63, x, v)

#define MU_DCR__RME_HEADER_ERR4_offset 0x0EA4
#define MU_DCR__RME_HEADER_ERR4_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_HEADER_ERR4__RME_HEADER_ERR_MAP4_width 7
#define MU_DCR__RME_HEADER_ERR4__RME_HEADER_ERR_MAP4_position 63
#define MU_DCR__RME_HEADER_ERR4__RME_HEADER_ERR_MAP4_get(x) _BGQ_GET(7, 63, x)
#define MU_DCR__RME_HEADER_ERR4__RME_HEADER_ERR_MAP4_set(v) _BGQ_SET(7, 63, v)
#define MU_DCR__RME_HEADER_ERR4__RME_HEADER_ERR_MAP4_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define MU_DCR__RME_P_ERR5_offset 0x0EA5
#define MU_DCR__RME_P_ERR5_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_P_ERR5__RME_P_ERR_MAP5_width 10
#define MU_DCR__RME_P_ERR5__RME_P_ERR_MAP5_position 63
#define MU_DCR__RME_P_ERR5__RME_P_ERR_MAP5_get(x) _BGQ_GET(10, 63, x)
#define MU_DCR__RME_P_ERR5__RME_P_ERR_MAP5_set(v) _BGQ_SET(10, 63, v)
#define MU_DCR__RME_P_ERR5__RME_P_ERR_MAP5_insert(x, v) _BGQ_INSERT(10, 63, x, v)

#define MU_DCR__RME_HEADER_ERR5_offset 0x0EA6
#define MU_DCR__RME_HEADER_ERR5_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_HEADER_ERR5__RME_HEADER_ERR_MAP5_width 7
#define MU_DCR__RME_HEADER_ERR5__RME_HEADER_ERR_MAP5_position 63
#define MU_DCR__RME_HEADER_ERR5__RME_HEADER_ERR_MAP5_get(x) _BGQ_GET(7, 63, x)
#define MU_DCR__RME_HEADER_ERR5__RME_HEADER_ERR_MAP5_set(v) _BGQ_SET(7, 63, v)
#define MU_DCR__RME_HEADER_ERR5__RME_HEADER_ERR_MAP5_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define MU_DCR__RME_P_ERR6_offset 0x0EA7
#define MU_DCR__RME_P_ERR6_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_P_ERR6__RME_P_ERR_MAP6_width 10
#define MU_DCR__RME_P_ERR6__RME_P_ERR_MAP6_position 63
#define MU_DCR__RME_P_ERR6__RME_P_ERR_MAP6_get(x) _BGQ_GET(10, 63, x)
#define MU_DCR__RME_P_ERR6__RME_P_ERR_MAP6_set(v) _BGQ_SET(10, 63, v)
#define MU_DCR__RME_P_ERR6__RME_P_ERR_MAP6_insert(x, v) _BGQ_INSERT(10, 63, x, v)

#define MU_DCR__RME_HEADER_ERR6_offset 0x0EA8
#define MU_DCR__RME_HEADER_ERR6_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_HEADER_ERR6__RME_HEADER_ERR_MAP6_width 7
#define MU_DCR__RME_HEADER_ERR6__RME_HEADER_ERR_MAP6_position 63
#define MU_DCR__RME_HEADER_ERR6__RME_HEADER_ERR_MAP6_get(x) _BGQ_GET(7, 63, x)
#define MU_DCR__RME_HEADER_ERR6__RME_HEADER_ERR_MAP6_set(v) _BGQ_SET(7, 63, v)
#define MU_DCR__RME_HEADER_ERR6__RME_HEADER_ERR_MAP6_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define MU_DCR__RME_P_ERR7_offset 0x0EA9
#define MU_DCR__RME_P_ERR7_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_P_ERR7__RME_P_ERR_MAP7_width 10
#define MU_DCR__RME_P_ERR7__RME_P_ERR_MAP7_position 63
#define MU_DCR__RME_P_ERR7__RME_P_ERR_MAP7_get(x) _BGQ_GET(10, 63, x)
#define MU_DCR__RME_P_ERR7__RME_P_ERR_MAP7_set(v) _BGQ_SET(10, 63, v)
#define MU_DCR__RME_P_ERR7__RME_P_ERR_MAP7_insert(x, v) _BGQ_INSERT(10, 63, x, v)

#define MU_DCR__RME_HEADER_ERR7_offset 0x0EAA
#define MU_DCR__RME_HEADER_ERR7_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_HEADER_ERR7__RME_HEADER_ERR_MAP7_width 7
#define MU_DCR__RME_HEADER_ERR7__RME_HEADER_ERR_MAP7_position 63
#define MU_DCR__RME_HEADER_ERR7__RME_HEADER_ERR_MAP7_get(x) _BGQ_GET(7, 63, x)
#define MU_DCR__RME_HEADER_ERR7__RME_HEADER_ERR_MAP7_set(v) _BGQ_SET(7, 63, v)
#define MU_DCR__RME_HEADER_ERR7__RME_HEADER_ERR_MAP7_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define MU_DCR__RME_P_ERR8_offset 0x0EAB
#define MU_DCR__RME_P_ERR8_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_P_ERR8__RME_P_ERR_MAP8_width 10
#define MU_DCR__RME_P_ERR8__RME_P_ERR_MAP8_position 63
#define MU_DCR__RME_P_ERR8__RME_P_ERR_MAP8_get(x) _BGQ_GET(10, 63, x)
#define MU_DCR__RME_P_ERR8__RME_P_ERR_MAP8_set(v) _BGQ_SET(10, 63, v)
#define MU_DCR__RME_P_ERR8__RME_P_ERR_MAP8_insert(x, v) _BGQ_INSERT(10, 63, x, v)

#define MU_DCR__RME_HEADER_ERR8_offset 0x0EAC
#define MU_DCR__RME_HEADER_ERR8_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_HEADER_ERR8__RME_HEADER_ERR_MAP8_width 7
#define MU_DCR__RME_HEADER_ERR8__RME_HEADER_ERR_MAP8_position 63
#define MU_DCR__RME_HEADER_ERR8__RME_HEADER_ERR_MAP8_get(x) _BGQ_GET(7, 63, x)
#define MU_DCR__RME_HEADER_ERR8__RME_HEADER_ERR_MAP8_set(v) _BGQ_SET(7, 63, v)
#define MU_DCR__RME_HEADER_ERR8__RME_HEADER_ERR_MAP8_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define MU_DCR__RME_P_ERR9_offset 0x0EAD
#define MU_DCR__RME_P_ERR9_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_P_ERR9__RME_P_ERR_MAP9_width 10
#define MU_DCR__RME_P_ERR9__RME_P_ERR_MAP9_position 63
#define MU_DCR__RME_P_ERR9__RME_P_ERR_MAP9_get(x) _BGQ_GET(10, 63, x)
#define MU_DCR__RME_P_ERR9__RME_P_ERR_MAP9_set(v) _BGQ_SET(10, 63, v)
#define MU_DCR__RME_P_ERR9__RME_P_ERR_MAP9_insert(x, v) _BGQ_INSERT(10, 63, x, v)

#define MU_DCR__RME_HEADER_ERR9_offset 0x0EAE
#define MU_DCR__RME_HEADER_ERR9_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_HEADER_ERR9__RME_HEADER_ERR_MAP9_width 7
#define MU_DCR__RME_HEADER_ERR9__RME_HEADER_ERR_MAP9_position 63
#define MU_DCR__RME_HEADER_ERR9__RME_HEADER_ERR_MAP9_get(x) _BGQ_GET(7, 63, x)
#define MU_DCR__RME_HEADER_ERR9__RME_HEADER_ERR_MAP9_set(v) _BGQ_SET(7, 63, v)
#define MU_DCR__RME_HEADER_ERR9__RME_HEADER_ERR_MAP9_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define MU_DCR__RME_P_ERR10_offset 0x0EAF
#define MU_DCR__RME_P_ERR10_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_P_ERR10__RME_P_ERR_MAP10_width 10
#define MU_DCR__RME_P_ERR10__RME_P_ERR_MAP10_position 63
#define MU_DCR__RME_P_ERR10__RME_P_ERR_MAP10_get(x) _BGQ_GET(10, 63, x)
#define MU_DCR__RME_P_ERR10__RME_P_ERR_MAP10_set(v) _BGQ_SET(10, 63, v)
#define MU_DCR__RME_P_ERR10__RME_P_ERR_MAP10_insert(x, v) _BGQ_INSERT(10, 63, x, v)

#define MU_DCR__RME_HEADER_ERR10_offset 0x0EB0
#define MU_DCR__RME_HEADER_ERR10_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_HEADER_ERR10__RME_HEADER_ERR_MAP10_width 7
#define MU_DCR__RME_HEADER_ERR10__RME_HEADER_ERR_MAP10_position 63
#define MU_DCR__RME_HEADER_ERR10__RME_HEADER_ERR_MAP10_get(x) _BGQ_GET(7, 63, x)
#define MU_DCR__RME_HEADER_ERR10__RME_HEADER_ERR_MAP10_set(v) _BGQ_SET(7, 63, v)
#define MU_DCR__RME_HEADER_ERR10__RME_HEADER_ERR_MAP10_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define MU_DCR__RME_P_ERR11_offset 0x0EB1
#define MU_DCR__RME_P_ERR11_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_P_ERR11__RME_P_ERR_MAP11_width 10
#define MU_DCR__RME_P_ERR11__RME_P_ERR_MAP11_position 63
#define MU_DCR__RME_P_ERR11__RME_P_ERR_MAP11_get(x) _BGQ_GET(10, 63, x)
#define MU_DCR__RME_P_ERR11__RME_P_ERR_MAP11_set(v) _BGQ_SET(10, 63, v)
#define MU_DCR__RME_P_ERR11__RME_P_ERR_MAP11_insert(x, v) _BGQ_INSERT(10, 63, x, v)

#define MU_DCR__RME_HEADER_ERR11_offset 0x0EB2
#define MU_DCR__RME_HEADER_ERR11_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_HEADER_ERR11__RME_HEADER_ERR_MAP11_width 7
#define MU_DCR__RME_HEADER_ERR11__RME_HEADER_ERR_MAP11_position 63
#define MU_DCR__RME_HEADER_ERR11__RME_HEADER_ERR_MAP11_get(x) _BGQ_GET(7, 63, x)
#define MU_DCR__RME_HEADER_ERR11__RME_HEADER_ERR_MAP11_set(v) _BGQ_SET(7, 63, v)
#define MU_DCR__RME_HEADER_ERR11__RME_HEADER_ERR_MAP11_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define MU_DCR__RME_P_ERR12_offset 0x0EB3
#define MU_DCR__RME_P_ERR12_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_P_ERR12__RME_P_ERR_MAP12_width 10
#define MU_DCR__RME_P_ERR12__RME_P_ERR_MAP12_position 63
#define MU_DCR__RME_P_ERR12__RME_P_ERR_MAP12_get(x) _BGQ_GET(10, 63, x)
#define MU_DCR__RME_P_ERR12__RME_P_ERR_MAP12_set(v) _BGQ_SET(10, 63, v)
#define MU_DCR__RME_P_ERR12__RME_P_ERR_MAP12_insert(x, v) _BGQ_INSERT(10, 63, x, v)

#define MU_DCR__RME_HEADER_ERR12_offset 0x0EB4
#define MU_DCR__RME_HEADER_ERR12_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_HEADER_ERR12__RME_HEADER_ERR_MAP12_width 7
#define MU_DCR__RME_HEADER_ERR12__RME_HEADER_ERR_MAP12_position 63
#define MU_DCR__RME_HEADER_ERR12__RME_HEADER_ERR_MAP12_get(x) _BGQ_GET(7, 63, x)
#define MU_DCR__RME_HEADER_ERR12__RME_HEADER_ERR_MAP12_set(v) _BGQ_SET(7, 63, v)
#define MU_DCR__RME_HEADER_ERR12__RME_HEADER_ERR_MAP12_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define MU_DCR__RME_P_ERR13_offset 0x0EB5
#define MU_DCR__RME_P_ERR13_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_P_ERR13__RME_P_ERR_MAP13_width 10
#define MU_DCR__RME_P_ERR13__RME_P_ERR_MAP13_position 63
#define MU_DCR__RME_P_ERR13__RME_P_ERR_MAP13_get(x) _BGQ_GET(10, 63, x)
#define MU_DCR__RME_P_ERR13__RME_P_ERR_MAP13_set(v) _BGQ_SET(10, 63, v)
#define MU_DCR__RME_P_ERR13__RME_P_ERR_MAP13_insert(x, v) _BGQ_INSERT(10, 63, x, v)

#define MU_DCR__RME_HEADER_ERR13_offset 0x0EB6
#define MU_DCR__RME_HEADER_ERR13_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_HEADER_ERR13__RME_HEADER_ERR_MAP13_width 7
#define MU_DCR__RME_HEADER_ERR13__RME_HEADER_ERR_MAP13_position 63
#define MU_DCR__RME_HEADER_ERR13__RME_HEADER_ERR_MAP13_get(x) _BGQ_GET(7, 63, x)
#define MU_DCR__RME_HEADER_ERR13__RME_HEADER_ERR_MAP13_set(v) _BGQ_SET(7, 63, v)
#define MU_DCR__RME_HEADER_ERR13__RME_HEADER_ERR_MAP13_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define MU_DCR__RME_P_ERR14_offset 0x0EB7
#define MU_DCR__RME_P_ERR14_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_P_ERR14__RME_P_ERR_MAP14_width 10
#define MU_DCR__RME_P_ERR14__RME_P_ERR_MAP14_position 63
#define MU_DCR__RME_P_ERR14__RME_P_ERR_MAP14_get(x) _BGQ_GET(10, 63, x)
#define MU_DCR__RME_P_ERR14__RME_P_ERR_MAP14_set(v) _BGQ_SET(10, 63, v)
#define MU_DCR__RME_P_ERR14__RME_P_ERR_MAP14_insert(x, v) _BGQ_INSERT(10, 63, x, v)

#define MU_DCR__RME_HEADER_ERR14_offset 0x0EB8
#define MU_DCR__RME_HEADER_ERR14_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_HEADER_ERR14__RME_HEADER_ERR_MAP14_width 7
#define MU_DCR__RME_HEADER_ERR14__RME_HEADER_ERR_MAP14_position 63
#define MU_DCR__RME_HEADER_ERR14__RME_HEADER_ERR_MAP14_get(x) _BGQ_GET(7, 63, x)
#define MU_DCR__RME_HEADER_ERR14__RME_HEADER_ERR_MAP14_set(v) _BGQ_SET(7, 63, v)
#define MU_DCR__RME_HEADER_ERR14__RME_HEADER_ERR_MAP14_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define MU_DCR__RME_P_ERR15_offset 0x0EB9
#define MU_DCR__RME_P_ERR15_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_P_ERR15__RME_P_ERR_MAP15_width 10
#define MU_DCR__RME_P_ERR15__RME_P_ERR_MAP15_position 63
#define MU_DCR__RME_P_ERR15__RME_P_ERR_MAP15_get(x) _BGQ_GET(10, 63, x)
#define MU_DCR__RME_P_ERR15__RME_P_ERR_MAP15_set(v) _BGQ_SET(10, 63, v)
#define MU_DCR__RME_P_ERR15__RME_P_ERR_MAP15_insert(x, v) _BGQ_INSERT(10, 63, x, v)

#define MU_DCR__RME_HEADER_ERR15_offset 0x0EBA
#define MU_DCR__RME_HEADER_ERR15_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__RME_HEADER_ERR15__RME_HEADER_ERR_MAP15_width 7
#define MU_DCR__RME_HEADER_ERR15__RME_HEADER_ERR_MAP15_position 63
#define MU_DCR__RME_HEADER_ERR15__RME_HEADER_ERR_MAP15_get(x) _BGQ_GET(7, 63, x)
#define MU_DCR__RME_HEADER_ERR15__RME_HEADER_ERR_MAP15_set(v) _BGQ_SET(7, 63, v)
#define MU_DCR__RME_HEADER_ERR15__RME_HEADER_ERR_MAP15_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define MU_DCR__ICSRAM_RGET_FIFO_FULL_offset 0x0EC3
#define MU_DCR__ICSRAM_RGET_FIFO_FULL_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__ICSRAM_RGET_FIFO_FULL__ID_width 10
#define MU_DCR__ICSRAM_RGET_FIFO_FULL__ID_position 63
#define MU_DCR__ICSRAM_RGET_FIFO_FULL__ID_get(x) _BGQ_GET(10, 63, x)
#define MU_DCR__ICSRAM_RGET_FIFO_FULL__ID_set(v) _BGQ_SET(10, 63, v)
#define MU_DCR__ICSRAM_RGET_FIFO_FULL__ID_insert(x, v) _BGQ_INSERT(10, 63, x, v)

#define MU_DCR__IMFIFO_ACCESS_ERROR_ID_offset 0x0ECC
#define MU_DCR__IMFIFO_ACCESS_ERROR_ID_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__IMFIFO_ACCESS_ERROR_ID__IMFIFO_ID_width 10
#define MU_DCR__IMFIFO_ACCESS_ERROR_ID__IMFIFO_ID_position 63
#define MU_DCR__IMFIFO_ACCESS_ERROR_ID__IMFIFO_ID_get(x) _BGQ_GET(10, 63, x)
#define MU_DCR__IMFIFO_ACCESS_ERROR_ID__IMFIFO_ID_set(v) _BGQ_SET(10, 63, v)
#define MU_DCR__IMFIFO_ACCESS_ERROR_ID__IMFIFO_ID_insert(x, v) _BGQ_INSERT(10, 63, x, v)

#define MU_DCR__UPC_MU_COUNTER_offset 0x0F00
#define MU_DCR__UPC_MU_COUNTER_range 0x28
#define MU_DCR__UPC_MU_COUNTER_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__UPC_MU_COUNTER__OVF_width 1
#define MU_DCR__UPC_MU_COUNTER__OVF_position 49
#define MU_DCR__UPC_MU_COUNTER__OVF_get(x) _BGQ_GET(1, 49, x)
#define MU_DCR__UPC_MU_COUNTER__OVF_set(v) _BGQ_SET(1, 49, v)
#define MU_DCR__UPC_MU_COUNTER__OVF_insert(x, v) _BGQ_INSERT(1, 49, x, v)
#define MU_DCR__UPC_MU_COUNTER__DATA_width 14
#define MU_DCR__UPC_MU_COUNTER__DATA_position 63
#define MU_DCR__UPC_MU_COUNTER__DATA_get(x) _BGQ_GET(14, 63, x)
#define MU_DCR__UPC_MU_COUNTER__DATA_set(v) _BGQ_SET(14, 63, v)
#define MU_DCR__UPC_MU_COUNTER__DATA_insert(x, v) _BGQ_INSERT(14, 63, x, v)

#define MU_DCR__UPC_MU_COUNTER_CONTROL_RW_offset 0x0F41
#define MU_DCR__UPC_MU_COUNTER_CONTROL_RW_range 0x1
#define MU_DCR__UPC_MU_COUNTER_CONTROL_RW_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__UPC_MU_COUNTER_CONTROL_RW__RESET_width 1
#define MU_DCR__UPC_MU_COUNTER_CONTROL_RW__RESET_position 0
#define MU_DCR__UPC_MU_COUNTER_CONTROL_RW__RESET_get(x) _BGQ_GET(1, 0, x)
#define MU_DCR__UPC_MU_COUNTER_CONTROL_RW__RESET_set(v) _BGQ_SET(1, 0, v)
#define MU_DCR__UPC_MU_COUNTER_CONTROL_RW__RESET_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define MU_DCR__UPC_MU_COUNTER_CONTROL_RW__ENABLE_width 1
#define MU_DCR__UPC_MU_COUNTER_CONTROL_RW__ENABLE_position 32
#define MU_DCR__UPC_MU_COUNTER_CONTROL_RW__ENABLE_get(x) _BGQ_GET(1, 32, x)
#define MU_DCR__UPC_MU_COUNTER_CONTROL_RW__ENABLE_set(v) _BGQ_SET(1, 32, v)
#define MU_DCR__UPC_MU_COUNTER_CONTROL_RW__ENABLE_insert(x, v) _BGQ_INSERT(1, 32, x, v)

#define MU_DCR__UPC_MU_COUNTER_CONTROL_W1S_offset 0x0F42
#define MU_DCR__UPC_MU_COUNTER_CONTROL_W1S_range 0x1
#define MU_DCR__UPC_MU_COUNTER_CONTROL_W1S_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__UPC_MU_COUNTER_CONTROL_W1S__RESET_width 1
#define MU_DCR__UPC_MU_COUNTER_CONTROL_W1S__RESET_position 0
#define MU_DCR__UPC_MU_COUNTER_CONTROL_W1S__RESET_get(x) _BGQ_GET(1, 0, x)
#define MU_DCR__UPC_MU_COUNTER_CONTROL_W1S__RESET_set(v) _BGQ_SET(1, 0, v)
#define MU_DCR__UPC_MU_COUNTER_CONTROL_W1S__RESET_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define MU_DCR__UPC_MU_COUNTER_CONTROL_W1S__ENABLE_width 1
#define MU_DCR__UPC_MU_COUNTER_CONTROL_W1S__ENABLE_position 32
#define MU_DCR__UPC_MU_COUNTER_CONTROL_W1S__ENABLE_get(x) _BGQ_GET(1, 32, x)
#define MU_DCR__UPC_MU_COUNTER_CONTROL_W1S__ENABLE_set(v) _BGQ_SET(1, 32, v)
#define MU_DCR__UPC_MU_COUNTER_CONTROL_W1S__ENABLE_insert(x, v) _BGQ_INSERT(1, 32, x, v)

#define MU_DCR__UPC_MU_COUNTER_CONTROL_W1C_offset 0x0F43
#define MU_DCR__UPC_MU_COUNTER_CONTROL_W1C_range 0x1
#define MU_DCR__UPC_MU_COUNTER_CONTROL_W1C_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__UPC_MU_COUNTER_CONTROL_W1C__RESET_width 1
#define MU_DCR__UPC_MU_COUNTER_CONTROL_W1C__RESET_position 0
#define MU_DCR__UPC_MU_COUNTER_CONTROL_W1C__RESET_get(x) _BGQ_GET(1, 0, x)
#define MU_DCR__UPC_MU_COUNTER_CONTROL_W1C__RESET_set(v) _BGQ_SET(1, 0, v)
#define MU_DCR__UPC_MU_COUNTER_CONTROL_W1C__RESET_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define MU_DCR__UPC_MU_COUNTER_CONTROL_W1C__ENABLE_width 1
#define MU_DCR__UPC_MU_COUNTER_CONTROL_W1C__ENABLE_position 32
#define MU_DCR__UPC_MU_COUNTER_CONTROL_W1C__ENABLE_get(x) _BGQ_GET(1, 32, x)
#define MU_DCR__UPC_MU_COUNTER_CONTROL_W1C__ENABLE_set(v) _BGQ_SET(1, 32, v)
#define MU_DCR__UPC_MU_COUNTER_CONTROL_W1C__ENABLE_insert(x, v) _BGQ_INSERT(1, 32, x, v)

#define MU_DCR__UPC_MU_CONFIG_offset 0x0F44
#define MU_DCR__UPC_MU_CONFIG_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__UPC_MU_CONFIG__UPC_MU_RING_ENABLE_width 1
#define MU_DCR__UPC_MU_CONFIG__UPC_MU_RING_ENABLE_position 3
#define MU_DCR__UPC_MU_CONFIG__UPC_MU_RING_ENABLE_get(x) _BGQ_GET(1, 3, x)
#define MU_DCR__UPC_MU_CONFIG__UPC_MU_RING_ENABLE_set(v) _BGQ_SET(1, 3, v)
#define MU_DCR__UPC_MU_CONFIG__UPC_MU_RING_ENABLE_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define MU_DCR__UPC_MU_CONFIG__SYNC_OVERRIDE_width 1
#define MU_DCR__UPC_MU_CONFIG__SYNC_OVERRIDE_position 48
#define MU_DCR__UPC_MU_CONFIG__SYNC_OVERRIDE_get(x) _BGQ_GET(1, 48, x)
#define MU_DCR__UPC_MU_CONFIG__SYNC_OVERRIDE_set(v) _BGQ_SET(1, 48, v)
#define MU_DCR__UPC_MU_CONFIG__SYNC_OVERRIDE_insert(x, v) _BGQ_INSERT(1, 48, x, v)

#define MU_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO_offset 0x0E07
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__READ_width 1
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__READ_position 0
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__READ_get(x) _BGQ_GET(1, 0, x)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__READ_set(v) _BGQ_SET(1, 0, v)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__READ_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__WRITE_width 1
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__WRITE_position 1
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__WRITE_get(x) _BGQ_GET(1, 1, x)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__WRITE_set(v) _BGQ_SET(1, 1, v)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__WRITE_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__PRIVILEGED_width 1
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__PRIVILEGED_position 2
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__PRIVILEGED_get(x) _BGQ_GET(1, 2, x)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__PRIVILEGED_set(v) _BGQ_SET(1, 2, v)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__PRIVILEGED_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__TEST_INT_width 1
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__TEST_INT_position 3
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__TEST_INT_get(x) _BGQ_GET(1, 3, x)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__TEST_INT_set(v) _BGQ_SET(1, 3, v)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__TEST_INT_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__ADDRESS_width 24
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__ADDRESS_position 63
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__ADDRESS_get(x) _BGQ_GET(24, 63, x)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__ADDRESS_set(v) _BGQ_SET(24, 63, v)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__ADDRESS_insert(x, v) _BGQ_INSERT(24, 63, x, v)

#define MU_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO_offset 0x0E08
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_PARITY_GOOD_width 3
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_PARITY_GOOD_position 6
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_PARITY_GOOD_get(x) _BGQ_GET(3, 6, x)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_PARITY_GOOD_set(v) _BGQ_SET(3, 6, v)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_PARITY_GOOD_insert(x, v) _BGQ_INSERT(3, 6, x, v)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__DATA_PARITY_GOOD_width 8
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__DATA_PARITY_GOOD_position 14
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__DATA_PARITY_GOOD_get(x) _BGQ_GET(8, 14, x)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__DATA_PARITY_GOOD_set(v) _BGQ_SET(8, 14, v)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__DATA_PARITY_GOOD_insert(x, v) _BGQ_INSERT(8, 14, x, v)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_width 24
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_position 63
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_get(x) _BGQ_GET(24, 63, x)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_set(v) _BGQ_SET(24, 63, v)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_insert(x, v) _BGQ_INSERT(24, 63, x, v)

#define MU_DCR__INTERRUPT_INTERNAL_ERROR_DATA_INFO_offset 0x0E09
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_DATA_INFO_reset UNSIGNED64(0x0000000000000000)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_DATA_INFO__DATA_width 64
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_DATA_INFO__DATA_position 63
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_DATA_INFO__DATA_get(x) _BGQ_GET(64, 63, x)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_DATA_INFO__DATA_set(v) _BGQ_SET(64, 63, v)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_DATA_INFO__DATA_insert(x, v) _BGQ_INSERT(64, 63, x, v)

#define MU_DCR__INTERRUPT_INTERNAL_ERROR__STATE_offset 0x0E00

#define MU_DCR__INTERRUPT_INTERNAL_ERROR__FIRST_offset 0x0E03

#define MU_DCR__INTERRUPT_INTERNAL_ERROR__FORCE_offset 0x0E02

#define MU_DCR__INTERRUPT_INTERNAL_ERROR__MACHINE_CHECK_offset 0x0E04

#define MU_DCR__INTERRUPT_INTERNAL_ERROR__CRITICAL_offset 0x0E05

#define MU_DCR__INTERRUPT_INTERNAL_ERROR__NONCRITICAL_offset 0x0E06
#define MU_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_width 1
#define MU_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_position 0
#define MU_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_get(x) _BGQ_GET(1, 0, x)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_set(v) _BGQ_SET(1, 0, v)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR__BAD_PRIV_width 1
#define MU_DCR__INTERRUPT_INTERNAL_ERROR__BAD_PRIV_position 1
#define MU_DCR__INTERRUPT_INTERNAL_ERROR__BAD_PRIV_get(x) _BGQ_GET(1, 1, x)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR__BAD_PRIV_set(v) _BGQ_SET(1, 1, v)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR__BAD_PRIV_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR__BAD_DATA_PARITY_width 1
#define MU_DCR__INTERRUPT_INTERNAL_ERROR__BAD_DATA_PARITY_position 2
#define MU_DCR__INTERRUPT_INTERNAL_ERROR__BAD_DATA_PARITY_get(x) _BGQ_GET(1, 2, x)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR__BAD_DATA_PARITY_set(v) _BGQ_SET(1, 2, v)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR__BAD_DATA_PARITY_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_PARITY_width 1
#define MU_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_PARITY_position 3
#define MU_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_PARITY_get(x) _BGQ_GET(1, 3, x)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_PARITY_set(v) _BGQ_SET(1, 3, v)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_PARITY_insert(x, v) _BGQ_INSERT(1, 3, x, v)

#define MU_DCR__MASTER_PORT0_INTERRUPTS__STATE_offset 0x0E0A

#define MU_DCR__MASTER_PORT0_INTERRUPTS__FIRST_offset 0x0E0E

#define MU_DCR__MASTER_PORT0_INTERRUPTS__FORCE_offset 0x0E0D

#define MU_DCR__MASTER_PORT0_INTERRUPTS__MACHINE_CHECK_offset 0x0E0F

#define MU_DCR__MASTER_PORT0_INTERRUPTS__CRITICAL_offset 0x0E10

#define MU_DCR__MASTER_PORT0_INTERRUPTS__NONCRITICAL_offset 0x0E11
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR0_width 1
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR0_position 0
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR0_get(x) _BGQ_GET(1, 0, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR0_set(v) _BGQ_SET(1, 0, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR0_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR1_width 1
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR1_position 1
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR1_get(x) _BGQ_GET(1, 1, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR1_set(v) _BGQ_SET(1, 1, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR1_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR2_width 1
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR2_position 2
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR2_get(x) _BGQ_GET(1, 2, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR2_set(v) _BGQ_SET(1, 2, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR2_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR3_width 1
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR3_position 3
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR3_get(x) _BGQ_GET(1, 3, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR3_set(v) _BGQ_SET(1, 3, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR3_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR4_width 1
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR4_position 4
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR4_get(x) _BGQ_GET(1, 4, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR4_set(v) _BGQ_SET(1, 4, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR4_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR5_width 1
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR5_position 5
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR5_get(x) _BGQ_GET(1, 5, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR5_set(v) _BGQ_SET(1, 5, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR5_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR6_width 1
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR6_position 6
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR6_get(x) _BGQ_GET(1, 6, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR6_set(v) _BGQ_SET(1, 6, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR6_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR7_width 1
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR7_position 7
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR7_get(x) _BGQ_GET(1, 7, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR7_set(v) _BGQ_SET(1, 7, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR7_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR8_width 1
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR8_position 8
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR8_get(x) _BGQ_GET(1, 8, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR8_set(v) _BGQ_SET(1, 8, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR8_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR9_width 1
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR9_position 9
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR9_get(x) _BGQ_GET(1, 9, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR9_set(v) _BGQ_SET(1, 9, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR9_insert(x, v) _BGQ_INSERT(1, 9, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR10_width 1
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR10_position 10
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR10_get(x) _BGQ_GET(1, 10, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR10_set(v) _BGQ_SET(1, 10, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR10_insert(x, v) _BGQ_INSERT(1, 10, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR11_width 1
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR11_position 11
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR11_get(x) _BGQ_GET(1, 11, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR11_set(v) _BGQ_SET(1, 11, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR11_insert(x, v) _BGQ_INSERT(1, 11, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR12_width 1
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR12_position 12
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR12_get(x) _BGQ_GET(1, 12, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR12_set(v) _BGQ_SET(1, 12, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR12_insert(x, v) _BGQ_INSERT(1, 12, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR13_width 1
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR13_position 13
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR13_get(x) _BGQ_GET(1, 13, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR13_set(v) _BGQ_SET(1, 13, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR13_insert(x, v) _BGQ_INSERT(1, 13, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR14_width 1
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR14_position 14
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR14_get(x) _BGQ_GET(1, 14, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR14_set(v) _BGQ_SET(1, 14, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR14_insert(x, v) _BGQ_INSERT(1, 14, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR15_width 1
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR15_position 15
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR15_get(x) _BGQ_GET(1, 15, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR15_set(v) _BGQ_SET(1, 15, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR15_insert(x, v) _BGQ_INSERT(1, 15, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR16_width 1
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR16_position 16
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR16_get(x) _BGQ_GET(1, 16, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR16_set(v) _BGQ_SET(1, 16, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR16_insert(x, v) _BGQ_INSERT(1, 16, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR17_width 1
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR17_position 17
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR17_get(x) _BGQ_GET(1, 17, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR17_set(v) _BGQ_SET(1, 17, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR17_insert(x, v) _BGQ_INSERT(1, 17, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR18_width 1
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR18_position 18
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR18_get(x) _BGQ_GET(1, 18, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR18_set(v) _BGQ_SET(1, 18, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR18_insert(x, v) _BGQ_INSERT(1, 18, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR19_width 1
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR19_position 19
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR19_get(x) _BGQ_GET(1, 19, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR19_set(v) _BGQ_SET(1, 19, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR19_insert(x, v) _BGQ_INSERT(1, 19, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR20_width 1
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR20_position 20
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR20_get(x) _BGQ_GET(1, 20, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR20_set(v) _BGQ_SET(1, 20, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR20_insert(x, v) _BGQ_INSERT(1, 20, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR21_width 1
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR21_position 21
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR21_get(x) _BGQ_GET(1, 21, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR21_set(v) _BGQ_SET(1, 21, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR21_insert(x, v) _BGQ_INSERT(1, 21, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR22_width 1
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR22_position 22
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR22_get(x) _BGQ_GET(1, 22, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR22_set(v) _BGQ_SET(1, 22, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR22_insert(x, v) _BGQ_INSERT(1, 22, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR23_width 1
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR23_position 23
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR23_get(x) _BGQ_GET(1, 23, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR23_set(v) _BGQ_SET(1, 23, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_FATAL_ERR23_insert(x, v) _BGQ_INSERT(1, 23, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_SOFTWARE_ERR24_width 1
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_SOFTWARE_ERR24_position 24
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_SOFTWARE_ERR24_get(x) _BGQ_GET(1, 24, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_SOFTWARE_ERR24_set(v) _BGQ_SET(1, 24, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_SOFTWARE_ERR24_insert(x, v) _BGQ_INSERT(1, 24, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_SOFTWARE_ERR25_width 1
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_SOFTWARE_ERR25_position 25
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_SOFTWARE_ERR25_get(x) _BGQ_GET(1, 25, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_SOFTWARE_ERR25_set(v) _BGQ_SET(1, 25, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_SOFTWARE_ERR25_insert(x, v) _BGQ_INSERT(1, 25, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_CORR_ERR26_width 1
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_CORR_ERR26_position 26
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_CORR_ERR26_get(x) _BGQ_GET(1, 26, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_CORR_ERR26_set(v) _BGQ_SET(1, 26, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS__XM0_CORR_ERR26_insert(x, v) _BGQ_INSERT(1, 26, x, v)

#define MU_DCR__MASTER_PORT1_INTERRUPTS__STATE_offset 0x0E13

#define MU_DCR__MASTER_PORT1_INTERRUPTS__FIRST_offset 0x0E17

#define MU_DCR__MASTER_PORT1_INTERRUPTS__FORCE_offset 0x0E16

#define MU_DCR__MASTER_PORT1_INTERRUPTS__MACHINE_CHECK_offset 0x0E18

#define MU_DCR__MASTER_PORT1_INTERRUPTS__CRITICAL_offset 0x0E19

#define MU_DCR__MASTER_PORT1_INTERRUPTS__NONCRITICAL_offset 0x0E1A
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR0_width 1
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR0_position 0
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR0_get(x) _BGQ_GET(1, 0, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR0_set(v) _BGQ_SET(1, 0, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR0_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR1_width 1
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR1_position 1
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR1_get(x) _BGQ_GET(1, 1, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR1_set(v) _BGQ_SET(1, 1, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR1_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR2_width 1
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR2_position 2
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR2_get(x) _BGQ_GET(1, 2, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR2_set(v) _BGQ_SET(1, 2, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR2_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR3_width 1
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR3_position 3
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR3_get(x) _BGQ_GET(1, 3, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR3_set(v) _BGQ_SET(1, 3, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR3_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR4_width 1
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR4_position 4
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR4_get(x) _BGQ_GET(1, 4, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR4_set(v) _BGQ_SET(1, 4, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR4_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR5_width 1
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR5_position 5
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR5_get(x) _BGQ_GET(1, 5, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR5_set(v) _BGQ_SET(1, 5, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR5_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR6_width 1
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR6_position 6
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR6_get(x) _BGQ_GET(1, 6, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR6_set(v) _BGQ_SET(1, 6, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR6_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR7_width 1
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR7_position 7
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR7_get(x) _BGQ_GET(1, 7, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR7_set(v) _BGQ_SET(1, 7, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR7_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR8_width 1
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR8_position 8
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR8_get(x) _BGQ_GET(1, 8, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR8_set(v) _BGQ_SET(1, 8, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR8_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR9_width 1
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR9_position 9
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR9_get(x) _BGQ_GET(1, 9, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR9_set(v) _BGQ_SET(1, 9, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR9_insert(x, v) _BGQ_INSERT(1, 9, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR10_width 1
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR10_position 10
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR10_get(x) _BGQ_GET(1, 10, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR10_set(v) _BGQ_SET(1, 10, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR10_insert(x, v) _BGQ_INSERT(1, 10, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR11_width 1
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR11_position 11
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR11_get(x) _BGQ_GET(1, 11, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR11_set(v) _BGQ_SET(1, 11, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR11_insert(x, v) _BGQ_INSERT(1, 11, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR12_width 1
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR12_position 12
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR12_get(x) _BGQ_GET(1, 12, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR12_set(v) _BGQ_SET(1, 12, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR12_insert(x, v) _BGQ_INSERT(1, 12, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR13_width 1
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR13_position 13
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR13_get(x) _BGQ_GET(1, 13, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR13_set(v) _BGQ_SET(1, 13, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR13_insert(x, v) _BGQ_INSERT(1, 13, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR14_width 1
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR14_position 14
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR14_get(x) _BGQ_GET(1, 14, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR14_set(v) _BGQ_SET(1, 14, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR14_insert(x, v) _BGQ_INSERT(1, 14, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR15_width 1
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR15_position 15
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR15_get(x) _BGQ_GET(1, 15, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR15_set(v) _BGQ_SET(1, 15, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR15_insert(x, v) _BGQ_INSERT(1, 15, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR16_width 1
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR16_position 16
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR16_get(x) _BGQ_GET(1, 16, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR16_set(v) _BGQ_SET(1, 16, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR16_insert(x, v) _BGQ_INSERT(1, 16, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR17_width 1
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR17_position 17
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR17_get(x) _BGQ_GET(1, 17, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR17_set(v) _BGQ_SET(1, 17, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR17_insert(x, v) _BGQ_INSERT(1, 17, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR18_width 1
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR18_position 18
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR18_get(x) _BGQ_GET(1, 18, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR18_set(v) _BGQ_SET(1, 18, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR18_insert(x, v) _BGQ_INSERT(1, 18, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR19_width 1
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR19_position 19
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR19_get(x) _BGQ_GET(1, 19, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR19_set(v) _BGQ_SET(1, 19, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR19_insert(x, v) _BGQ_INSERT(1, 19, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR20_width 1
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR20_position 20
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR20_get(x) _BGQ_GET(1, 20, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR20_set(v) _BGQ_SET(1, 20, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR20_insert(x, v) _BGQ_INSERT(1, 20, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR21_width 1
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR21_position 21
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR21_get(x) _BGQ_GET(1, 21, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR21_set(v) _BGQ_SET(1, 21, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR21_insert(x, v) _BGQ_INSERT(1, 21, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR22_width 1
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR22_position 22
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR22_get(x) _BGQ_GET(1, 22, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR22_set(v) _BGQ_SET(1, 22, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR22_insert(x, v) _BGQ_INSERT(1, 22, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR23_width 1
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR23_position 23
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR23_get(x) _BGQ_GET(1, 23, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR23_set(v) _BGQ_SET(1, 23, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_FATAL_ERR23_insert(x, v) _BGQ_INSERT(1, 23, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_SOFTWARE_ERR24_width 1
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_SOFTWARE_ERR24_position 24
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_SOFTWARE_ERR24_get(x) _BGQ_GET(1, 24, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_SOFTWARE_ERR24_set(v) _BGQ_SET(1, 24, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_SOFTWARE_ERR24_insert(x, v) _BGQ_INSERT(1, 24, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_SOFTWARE_ERR25_width 1
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_SOFTWARE_ERR25_position 25
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_SOFTWARE_ERR25_get(x) _BGQ_GET(1, 25, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_SOFTWARE_ERR25_set(v) _BGQ_SET(1, 25, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_SOFTWARE_ERR25_insert(x, v) _BGQ_INSERT(1, 25, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_CORR_ERR26_width 1
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_CORR_ERR26_position 26
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_CORR_ERR26_get(x) _BGQ_GET(1, 26, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_CORR_ERR26_set(v) _BGQ_SET(1, 26, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS__XM1_CORR_ERR26_insert(x, v) _BGQ_INSERT(1, 26, x, v)

#define MU_DCR__MASTER_PORT2_INTERRUPTS__STATE_offset 0x0E1C

#define MU_DCR__MASTER_PORT2_INTERRUPTS__FIRST_offset 0x0E20

#define MU_DCR__MASTER_PORT2_INTERRUPTS__FORCE_offset 0x0E1F

#define MU_DCR__MASTER_PORT2_INTERRUPTS__MACHINE_CHECK_offset 0x0E21

#define MU_DCR__MASTER_PORT2_INTERRUPTS__CRITICAL_offset 0x0E22

#define MU_DCR__MASTER_PORT2_INTERRUPTS__NONCRITICAL_offset 0x0E23
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR0_width 1
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR0_position 0
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR0_get(x) _BGQ_GET(1, 0, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR0_set(v) _BGQ_SET(1, 0, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR0_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR1_width 1
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR1_position 1
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR1_get(x) _BGQ_GET(1, 1, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR1_set(v) _BGQ_SET(1, 1, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR1_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR2_width 1
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR2_position 2
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR2_get(x) _BGQ_GET(1, 2, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR2_set(v) _BGQ_SET(1, 2, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR2_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR3_width 1
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR3_position 3
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR3_get(x) _BGQ_GET(1, 3, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR3_set(v) _BGQ_SET(1, 3, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR3_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR4_width 1
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR4_position 4
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR4_get(x) _BGQ_GET(1, 4, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR4_set(v) _BGQ_SET(1, 4, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR4_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR5_width 1
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR5_position 5
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR5_get(x) _BGQ_GET(1, 5, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR5_set(v) _BGQ_SET(1, 5, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR5_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR6_width 1
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR6_position 6
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR6_get(x) _BGQ_GET(1, 6, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR6_set(v) _BGQ_SET(1, 6, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR6_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR7_width 1
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR7_position 7
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR7_get(x) _BGQ_GET(1, 7, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR7_set(v) _BGQ_SET(1, 7, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR7_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR8_width 1
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR8_position 8
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR8_get(x) _BGQ_GET(1, 8, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR8_set(v) _BGQ_SET(1, 8, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR8_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR9_width 1
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR9_position 9
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR9_get(x) _BGQ_GET(1, 9, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR9_set(v) _BGQ_SET(1, 9, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR9_insert(x, v) _BGQ_INSERT(1, 9, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR10_width 1
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR10_position 10
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR10_get(x) _BGQ_GET(1, 10, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR10_set(v) _BGQ_SET(1, 10, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR10_insert(x, v) _BGQ_INSERT(1, 10, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR11_width 1
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR11_position 11
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR11_get(x) _BGQ_GET(1, 11, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR11_set(v) _BGQ_SET(1, 11, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR11_insert(x, v) _BGQ_INSERT(1, 11, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR12_width 1
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR12_position 12
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR12_get(x) _BGQ_GET(1, 12, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR12_set(v) _BGQ_SET(1, 12, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR12_insert(x, v) _BGQ_INSERT(1, 12, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR13_width 1
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR13_position 13
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR13_get(x) _BGQ_GET(1, 13, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR13_set(v) _BGQ_SET(1, 13, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR13_insert(x, v) _BGQ_INSERT(1, 13, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR14_width 1
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR14_position 14
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR14_get(x) _BGQ_GET(1, 14, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR14_set(v) _BGQ_SET(1, 14, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR14_insert(x, v) _BGQ_INSERT(1, 14, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR15_width 1
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR15_position 15
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR15_get(x) _BGQ_GET(1, 15, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR15_set(v) _BGQ_SET(1, 15, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR15_insert(x, v) _BGQ_INSERT(1, 15, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR16_width 1
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR16_position 16
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR16_get(x) _BGQ_GET(1, 16, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR16_set(v) _BGQ_SET(1, 16, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR16_insert(x, v) _BGQ_INSERT(1, 16, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR17_width 1
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR17_position 17
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR17_get(x) _BGQ_GET(1, 17, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR17_set(v) _BGQ_SET(1, 17, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR17_insert(x, v) _BGQ_INSERT(1, 17, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR18_width 1
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR18_position 18
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR18_get(x) _BGQ_GET(1, 18, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR18_set(v) _BGQ_SET(1, 18, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR18_insert(x, v) _BGQ_INSERT(1, 18, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR19_width 1
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR19_position 19
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR19_get(x) _BGQ_GET(1, 19, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR19_set(v) _BGQ_SET(1, 19, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR19_insert(x, v) _BGQ_INSERT(1, 19, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR20_width 1
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR20_position 20
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR20_get(x) _BGQ_GET(1, 20, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR20_set(v) _BGQ_SET(1, 20, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR20_insert(x, v) _BGQ_INSERT(1, 20, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR21_width 1
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR21_position 21
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR21_get(x) _BGQ_GET(1, 21, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR21_set(v) _BGQ_SET(1, 21, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR21_insert(x, v) _BGQ_INSERT(1, 21, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR22_width 1
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR22_position 22
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR22_get(x) _BGQ_GET(1, 22, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR22_set(v) _BGQ_SET(1, 22, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR22_insert(x, v) _BGQ_INSERT(1, 22, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR23_width 1
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR23_position 23
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR23_get(x) _BGQ_GET(1, 23, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR23_set(v) _BGQ_SET(1, 23, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_FATAL_ERR23_insert(x, v) _BGQ_INSERT(1, 23, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_SOFTWARE_ERR24_width 1
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_SOFTWARE_ERR24_position 24
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_SOFTWARE_ERR24_get(x) _BGQ_GET(1, 24, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_SOFTWARE_ERR24_set(v) _BGQ_SET(1, 24, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_SOFTWARE_ERR24_insert(x, v) _BGQ_INSERT(1, 24, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_SOFTWARE_ERR25_width 1
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_SOFTWARE_ERR25_position 25
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_SOFTWARE_ERR25_get(x) _BGQ_GET(1, 25, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_SOFTWARE_ERR25_set(v) _BGQ_SET(1, 25, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_SOFTWARE_ERR25_insert(x, v) _BGQ_INSERT(1, 25, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_CORR_ERR26_width 1
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_CORR_ERR26_position 26
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_CORR_ERR26_get(x) _BGQ_GET(1, 26, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_CORR_ERR26_set(v) _BGQ_SET(1, 26, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS__XM2_CORR_ERR26_insert(x, v) _BGQ_INSERT(1, 26, x, v)

#define MU_DCR__SLAVE_PORT_INTERRUPTS__STATE_offset 0x0E25

#define MU_DCR__SLAVE_PORT_INTERRUPTS__FIRST_offset 0x0E29

#define MU_DCR__SLAVE_PORT_INTERRUPTS__FORCE_offset 0x0E28

#define MU_DCR__SLAVE_PORT_INTERRUPTS__MACHINE_CHECK_offset 0x0E2A

#define MU_DCR__SLAVE_PORT_INTERRUPTS__CRITICAL_offset 0x0E2B

#define MU_DCR__SLAVE_PORT_INTERRUPTS__NONCRITICAL_offset 0x0E2C
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR0_width 1
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR0_position 0
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR0_get(x) _BGQ_GET(1, 0, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR0_set(v) _BGQ_SET(1, 0, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR0_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR1_width 1
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR1_position 1
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR1_get(x) _BGQ_GET(1, 1, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR1_set(v) _BGQ_SET(1, 1, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR1_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR2_width 1
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR2_position 2
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR2_get(x) _BGQ_GET(1, 2, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR2_set(v) _BGQ_SET(1, 2, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR2_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR3_width 1
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR3_position 3
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR3_get(x) _BGQ_GET(1, 3, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR3_set(v) _BGQ_SET(1, 3, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR3_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR4_width 1
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR4_position 4
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR4_get(x) _BGQ_GET(1, 4, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR4_set(v) _BGQ_SET(1, 4, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR4_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR5_width 1
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR5_position 5
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR5_get(x) _BGQ_GET(1, 5, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR5_set(v) _BGQ_SET(1, 5, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR5_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR6_width 1
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR6_position 6
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR6_get(x) _BGQ_GET(1, 6, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR6_set(v) _BGQ_SET(1, 6, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR6_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR7_width 1
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR7_position 7
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR7_get(x) _BGQ_GET(1, 7, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR7_set(v) _BGQ_SET(1, 7, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR7_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR8_width 1
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR8_position 8
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR8_get(x) _BGQ_GET(1, 8, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR8_set(v) _BGQ_SET(1, 8, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR8_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR9_width 1
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR9_position 9
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR9_get(x) _BGQ_GET(1, 9, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR9_set(v) _BGQ_SET(1, 9, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR9_insert(x, v) _BGQ_INSERT(1, 9, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR10_width 1
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR10_position 10
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR10_get(x) _BGQ_GET(1, 10, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR10_set(v) _BGQ_SET(1, 10, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR10_insert(x, v) _BGQ_INSERT(1, 10, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR11_width 1
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR11_position 11
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR11_get(x) _BGQ_GET(1, 11, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR11_set(v) _BGQ_SET(1, 11, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR11_insert(x, v) _BGQ_INSERT(1, 11, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR12_width 1
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR12_position 12
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR12_get(x) _BGQ_GET(1, 12, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR12_set(v) _BGQ_SET(1, 12, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR12_insert(x, v) _BGQ_INSERT(1, 12, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR13_width 1
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR13_position 13
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR13_get(x) _BGQ_GET(1, 13, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR13_set(v) _BGQ_SET(1, 13, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR13_insert(x, v) _BGQ_INSERT(1, 13, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR14_width 1
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR14_position 14
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR14_get(x) _BGQ_GET(1, 14, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR14_set(v) _BGQ_SET(1, 14, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR14_insert(x, v) _BGQ_INSERT(1, 14, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR15_width 1
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR15_position 15
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR15_get(x) _BGQ_GET(1, 15, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR15_set(v) _BGQ_SET(1, 15, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR15_insert(x, v) _BGQ_INSERT(1, 15, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR16_width 1
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR16_position 16
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR16_get(x) _BGQ_GET(1, 16, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR16_set(v) _BGQ_SET(1, 16, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR16_insert(x, v) _BGQ_INSERT(1, 16, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR17_width 1
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR17_position 17
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR17_get(x) _BGQ_GET(1, 17, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR17_set(v) _BGQ_SET(1, 17, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR17_insert(x, v) _BGQ_INSERT(1, 17, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR18_width 1
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR18_position 18
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR18_get(x) _BGQ_GET(1, 18, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR18_set(v) _BGQ_SET(1, 18, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR18_insert(x, v) _BGQ_INSERT(1, 18, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR19_width 1
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR19_position 19
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR19_get(x) _BGQ_GET(1, 19, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR19_set(v) _BGQ_SET(1, 19, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR19_insert(x, v) _BGQ_INSERT(1, 19, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR20_width 1
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR20_position 20
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR20_get(x) _BGQ_GET(1, 20, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR20_set(v) _BGQ_SET(1, 20, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_FATAL_ERR20_insert(x, v) _BGQ_INSERT(1, 20, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR21_width 1
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR21_position 21
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR21_get(x) _BGQ_GET(1, 21, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR21_set(v) _BGQ_SET(1, 21, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR21_insert(x, v) _BGQ_INSERT(1, 21, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR22_width 1
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR22_position 22
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR22_get(x) _BGQ_GET(1, 22, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR22_set(v) _BGQ_SET(1, 22, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR22_insert(x, v) _BGQ_INSERT(1, 22, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR23_width 1
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR23_position 23
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR23_get(x) _BGQ_GET(1, 23, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR23_set(v) _BGQ_SET(1, 23, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR23_insert(x, v) _BGQ_INSERT(1, 23, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR24_width 1
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR24_position 24
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR24_get(x) _BGQ_GET(1, 24, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR24_set(v) _BGQ_SET(1, 24, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR24_insert(x, v) _BGQ_INSERT(1, 24, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR25_width 1
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR25_position 25
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR25_get(x) _BGQ_GET(1, 25, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR25_set(v) _BGQ_SET(1, 25, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR25_insert(x, v) _BGQ_INSERT(1, 25, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR26_width 1
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR26_position 26
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR26_get(x) _BGQ_GET(1, 26, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR26_set(v) _BGQ_SET(1, 26, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR26_insert(x, v) _BGQ_INSERT(1, 26, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR27_width 1
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR27_position 27
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR27_get(x) _BGQ_GET(1, 27, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR27_set(v) _BGQ_SET(1, 27, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS__XS_SOFTWARE_ERR27_insert(x, v) _BGQ_INSERT(1, 27, x, v)

#define MU_DCR__MMREGS_INTERRUPTS__STATE_offset 0x0E2E

#define MU_DCR__MMREGS_INTERRUPTS__FIRST_offset 0x0E32

#define MU_DCR__MMREGS_INTERRUPTS__FORCE_offset 0x0E31

#define MU_DCR__MMREGS_INTERRUPTS__MACHINE_CHECK_offset 0x0E33

#define MU_DCR__MMREGS_INTERRUPTS__CRITICAL_offset 0x0E34

#define MU_DCR__MMREGS_INTERRUPTS__NONCRITICAL_offset 0x0E35
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR0_width 1
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR0_position 0
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR0_get(x) _BGQ_GET(1, 0, x)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR0_set(v) _BGQ_SET(1, 0, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR0_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR1_width 1
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR1_position 1
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR1_get(x) _BGQ_GET(1, 1, x)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR1_set(v) _BGQ_SET(1, 1, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR1_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR2_width 1
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR2_position 2
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR2_get(x) _BGQ_GET(1, 2, x)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR2_set(v) _BGQ_SET(1, 2, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR2_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR3_width 1
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR3_position 3
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR3_get(x) _BGQ_GET(1, 3, x)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR3_set(v) _BGQ_SET(1, 3, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR3_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR4_width 1
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR4_position 4
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR4_get(x) _BGQ_GET(1, 4, x)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR4_set(v) _BGQ_SET(1, 4, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR4_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR5_width 1
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR5_position 5
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR5_get(x) _BGQ_GET(1, 5, x)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR5_set(v) _BGQ_SET(1, 5, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR5_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR6_width 1
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR6_position 6
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR6_get(x) _BGQ_GET(1, 6, x)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR6_set(v) _BGQ_SET(1, 6, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR6_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR7_width 1
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR7_position 7
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR7_get(x) _BGQ_GET(1, 7, x)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR7_set(v) _BGQ_SET(1, 7, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR7_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR8_width 1
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR8_position 8
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR8_get(x) _BGQ_GET(1, 8, x)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR8_set(v) _BGQ_SET(1, 8, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_FATAL_ERR8_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR9_width 1
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR9_position 9
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR9_get(x) _BGQ_GET(1, 9, x)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR9_set(v) _BGQ_SET(1, 9, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR9_insert(x, v) _BGQ_INSERT(1, 9, x, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR10_width 1
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR10_position 10
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR10_get(x) _BGQ_GET(1, 10, x)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR10_set(v) _BGQ_SET(1, 10, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR10_insert(x, v) _BGQ_INSERT(1, 10, x, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR11_width 1
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR11_position 11
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR11_get(x) _BGQ_GET(1, 11, x)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR11_set(v) _BGQ_SET(1, 11, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR11_insert(x, v) _BGQ_INSERT(1, 11, x, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR12_width 1
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR12_position 12
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR12_get(x) _BGQ_GET(1, 12, x)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR12_set(v) _BGQ_SET(1, 12, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR12_insert(x, v) _BGQ_INSERT(1, 12, x, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR13_width 1
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR13_position 13
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR13_get(x) _BGQ_GET(1, 13, x)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR13_set(v) _BGQ_SET(1, 13, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR13_insert(x, v) _BGQ_INSERT(1, 13, x, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR14_width 1
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR14_position 14
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR14_get(x) _BGQ_GET(1, 14, x)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR14_set(v) _BGQ_SET(1, 14, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR14_insert(x, v) _BGQ_INSERT(1, 14, x, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR15_width 1
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR15_position 15
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR15_get(x) _BGQ_GET(1, 15, x)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR15_set(v) _BGQ_SET(1, 15, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR15_insert(x, v) _BGQ_INSERT(1, 15, x, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR16_width 1
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR16_position 16
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR16_get(x) _BGQ_GET(1, 16, x)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR16_set(v) _BGQ_SET(1, 16, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR16_insert(x, v) _BGQ_INSERT(1, 16, x, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR17_width 1
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR17_position 17
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR17_get(x) _BGQ_GET(1, 17, x)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR17_set(v) _BGQ_SET(1, 17, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR17_insert(x, v) _BGQ_INSERT(1, 17, x, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR18_width 1
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR18_position 18
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR18_get(x) _BGQ_GET(1, 18, x)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR18_set(v) _BGQ_SET(1, 18, v)
#define MU_DCR__MMREGS_INTERRUPTS__MMREGS_SOFTWARE_ERR18_insert(x, v) _BGQ_INSERT(1, 18, x, v)

#define MU_DCR__FIFO_INTERRUPTS__STATE_offset 0x0E37

#define MU_DCR__FIFO_INTERRUPTS__FIRST_offset 0x0E3B

#define MU_DCR__FIFO_INTERRUPTS__FORCE_offset 0x0E3A

#define MU_DCR__FIFO_INTERRUPTS__MACHINE_CHECK_offset 0x0E3C

#define MU_DCR__FIFO_INTERRUPTS__CRITICAL_offset 0x0E3D

#define MU_DCR__FIFO_INTERRUPTS__NONCRITICAL_offset 0x0E3E
#define MU_DCR__FIFO_INTERRUPTS__LOCAL_RING_width 1
#define MU_DCR__FIFO_INTERRUPTS__LOCAL_RING_position 61
#define MU_DCR__FIFO_INTERRUPTS__LOCAL_RING_get(x) _BGQ_GET(1, 61, x)
#define MU_DCR__FIFO_INTERRUPTS__LOCAL_RING_set(v) _BGQ_SET(1, 61, v)
#define MU_DCR__FIFO_INTERRUPTS__LOCAL_RING_insert(x, v) _BGQ_INSERT(1, 61, x, v)
#define MU_DCR__FIFO_INTERRUPTS__RMFIFO_INSUFFICIENT_SPACE_width 1
#define MU_DCR__FIFO_INTERRUPTS__RMFIFO_INSUFFICIENT_SPACE_position 63
#define MU_DCR__FIFO_INTERRUPTS__RMFIFO_INSUFFICIENT_SPACE_get(x) _BGQ_GET(1, 63, x)
#define MU_DCR__FIFO_INTERRUPTS__RMFIFO_INSUFFICIENT_SPACE_set(v) _BGQ_SET(1, 63, v)
#define MU_DCR__FIFO_INTERRUPTS__RMFIFO_INSUFFICIENT_SPACE_insert(x, v) _BGQ_INSERT(1, 63, x, v)

#define MU_DCR__IMU_ECC_INTERRUPTS__STATE_offset 0x0E40

#define MU_DCR__IMU_ECC_INTERRUPTS__FIRST_offset 0x0E44

#define MU_DCR__IMU_ECC_INTERRUPTS__FORCE_offset 0x0E43

#define MU_DCR__IMU_ECC_INTERRUPTS__MACHINE_CHECK_offset 0x0E45

#define MU_DCR__IMU_ECC_INTERRUPTS__CRITICAL_offset 0x0E46

#define MU_DCR__IMU_ECC_INTERRUPTS__NONCRITICAL_offset 0x0E47
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE0_width 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE0_position 0
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE0_get(x) _BGQ_GET(1, 0, x)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE0_set(v) _BGQ_SET(1, 0, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE0_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE1_width 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE1_position 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE1_get(x) _BGQ_GET(1, 1, x)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE1_set(v) _BGQ_SET(1, 1, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE1_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE2_width 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE2_position 2
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE2_get(x) _BGQ_GET(1, 2, x)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE2_set(v) _BGQ_SET(1, 2, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE2_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE3_width 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE3_position 3
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE3_get(x) _BGQ_GET(1, 3, x)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE3_set(v) _BGQ_SET(1, 3, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE3_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE4_width 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE4_position 4
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE4_get(x) _BGQ_GET(1, 4, x)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE4_set(v) _BGQ_SET(1, 4, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE4_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE5_width 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE5_position 5
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE5_get(x) _BGQ_GET(1, 5, x)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE5_set(v) _BGQ_SET(1, 5, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE5_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE6_width 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE6_position 6
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE6_get(x) _BGQ_GET(1, 6, x)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE6_set(v) _BGQ_SET(1, 6, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE6_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE7_width 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE7_position 7
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE7_get(x) _BGQ_GET(1, 7, x)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE7_set(v) _BGQ_SET(1, 7, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE7_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE8_width 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE8_position 8
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE8_get(x) _BGQ_GET(1, 8, x)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE8_set(v) _BGQ_SET(1, 8, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE8_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE9_width 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE9_position 9
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE9_get(x) _BGQ_GET(1, 9, x)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE9_set(v) _BGQ_SET(1, 9, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE9_insert(x, v) _BGQ_INSERT(1, 9, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE10_width 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE10_position 10
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE10_get(x) _BGQ_GET(1, 10, x)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE10_set(v) _BGQ_SET(1, 10, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_UE10_insert(x, v) _BGQ_INSERT(1, 10, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE0_width 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE0_position 11
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE0_get(x) _BGQ_GET(1, 11, x)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE0_set(v) _BGQ_SET(1, 11, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE0_insert(x, v) _BGQ_INSERT(1, 11, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE1_width 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE1_position 12
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE1_get(x) _BGQ_GET(1, 12, x)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE1_set(v) _BGQ_SET(1, 12, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE1_insert(x, v) _BGQ_INSERT(1, 12, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE2_width 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE2_position 13
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE2_get(x) _BGQ_GET(1, 13, x)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE2_set(v) _BGQ_SET(1, 13, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE2_insert(x, v) _BGQ_INSERT(1, 13, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE3_width 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE3_position 14
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE3_get(x) _BGQ_GET(1, 14, x)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE3_set(v) _BGQ_SET(1, 14, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE3_insert(x, v) _BGQ_INSERT(1, 14, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE4_width 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE4_position 15
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE4_get(x) _BGQ_GET(1, 15, x)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE4_set(v) _BGQ_SET(1, 15, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE4_insert(x, v) _BGQ_INSERT(1, 15, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE5_width 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE5_position 16
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE5_get(x) _BGQ_GET(1, 16, x)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE5_set(v) _BGQ_SET(1, 16, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE5_insert(x, v) _BGQ_INSERT(1, 16, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE6_width 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE6_position 17
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE6_get(x) _BGQ_GET(1, 17, x)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE6_set(v) _BGQ_SET(1, 17, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE6_insert(x, v) _BGQ_INSERT(1, 17, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE7_width 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE7_position 18
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE7_get(x) _BGQ_GET(1, 18, x)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE7_set(v) _BGQ_SET(1, 18, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE7_insert(x, v) _BGQ_INSERT(1, 18, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE8_width 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE8_position 19
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE8_get(x) _BGQ_GET(1, 19, x)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE8_set(v) _BGQ_SET(1, 19, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE8_insert(x, v) _BGQ_INSERT(1, 19, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE9_width 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE9_position 20
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE9_get(x) _BGQ_GET(1, 20, x)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE9_set(v) _BGQ_SET(1, 20, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE9_insert(x, v) _BGQ_INSERT(1, 20, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE10_width 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE10_position 21
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE10_get(x) _BGQ_GET(1, 21, x)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE10_set(v) _BGQ_SET(1, 21, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE10_insert(x, v) _BGQ_INSERT(1, 21, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE11_width 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE11_position 22
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE11_get(x) _BGQ_GET(1, 22, x)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE11_set(v) _BGQ_SET(1, 22, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE11_insert(x, v) _BGQ_INSERT(1, 22, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE12_width 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE12_position 23
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE12_get(x) _BGQ_GET(1, 23, x)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE12_set(v) _BGQ_SET(1, 23, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE12_insert(x, v) _BGQ_INSERT(1, 23, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE13_width 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE13_position 24
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE13_get(x) _BGQ_GET(1, 24, x)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE13_set(v) _BGQ_SET(1, 24, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE13_insert(x, v) _BGQ_INSERT(1, 24, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE14_width 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE14_position 25
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE14_get(x) _BGQ_GET(1, 25, x)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE14_set(v) _BGQ_SET(1, 25, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE14_insert(x, v) _BGQ_INSERT(1, 25, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE15_width 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE15_position 26
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE15_get(x) _BGQ_GET(1, 26, x)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE15_set(v) _BGQ_SET(1, 26, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE15_insert(x, v) _BGQ_INSERT(1, 26, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE16_width 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE16_position 27
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE16_get(x) _BGQ_GET(1, 27, x)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE16_set(v) _BGQ_SET(1, 27, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE16_insert(x, v) _BGQ_INSERT(1, 27, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE17_width 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE17_position 28
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE17_get(x) _BGQ_GET(1, 28, x)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE17_set(v) _BGQ_SET(1, 28, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE17_insert(x, v) _BGQ_INSERT(1, 28, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE18_width 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE18_position 29
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE18_get(x) _BGQ_GET(1, 29, x)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE18_set(v) _BGQ_SET(1, 29, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE18_insert(x, v) _BGQ_INSERT(1, 29, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE19_width 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE19_position 30
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE19_get(x) _BGQ_GET(1, 30, x)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE19_set(v) _BGQ_SET(1, 30, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE19_insert(x, v) _BGQ_INSERT(1, 30, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE20_width 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE20_position 31
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE20_get(x) _BGQ_GET(1, 31, x)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE20_set(v) _BGQ_SET(1, 31, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE20_insert(x, v) _BGQ_INSERT(1, 31, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE21_width 1
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE21_position 32
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE21_get(x) _BGQ_GET(1, 32, x)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE21_set(v) _BGQ_SET(1, 32, v)
#define MU_DCR__IMU_ECC_INTERRUPTS__IMU_ECC_CE21_insert(x, v) _BGQ_INSERT(1, 32, x, v)

#define MU_DCR__MCSRAM_INTERRUPTS__STATE_offset 0x0E48

#define MU_DCR__MCSRAM_INTERRUPTS__FIRST_offset 0x0E4C

#define MU_DCR__MCSRAM_INTERRUPTS__FORCE_offset 0x0E4B

#define MU_DCR__MCSRAM_INTERRUPTS__MACHINE_CHECK_offset 0x0E4D

#define MU_DCR__MCSRAM_INTERRUPTS__CRITICAL_offset 0x0E4E

#define MU_DCR__MCSRAM_INTERRUPTS__NONCRITICAL_offset 0x0E4F
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR0_width 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR0_position 0
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR0_get(x) _BGQ_GET(1, 0, x)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR0_set(v) _BGQ_SET(1, 0, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR0_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR1_width 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR1_position 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR1_get(x) _BGQ_GET(1, 1, x)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR1_set(v) _BGQ_SET(1, 1, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR1_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR2_width 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR2_position 2
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR2_get(x) _BGQ_GET(1, 2, x)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR2_set(v) _BGQ_SET(1, 2, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR2_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR3_width 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR3_position 3
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR3_get(x) _BGQ_GET(1, 3, x)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR3_set(v) _BGQ_SET(1, 3, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR3_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR4_width 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR4_position 4
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR4_get(x) _BGQ_GET(1, 4, x)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR4_set(v) _BGQ_SET(1, 4, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR4_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR5_width 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR5_position 5
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR5_get(x) _BGQ_GET(1, 5, x)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR5_set(v) _BGQ_SET(1, 5, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR5_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR6_width 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR6_position 6
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR6_get(x) _BGQ_GET(1, 6, x)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR6_set(v) _BGQ_SET(1, 6, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR6_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR7_width 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR7_position 7
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR7_get(x) _BGQ_GET(1, 7, x)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR7_set(v) _BGQ_SET(1, 7, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR7_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR8_width 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR8_position 8
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR8_get(x) _BGQ_GET(1, 8, x)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR8_set(v) _BGQ_SET(1, 8, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR8_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR9_width 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR9_position 9
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR9_get(x) _BGQ_GET(1, 9, x)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR9_set(v) _BGQ_SET(1, 9, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR9_insert(x, v) _BGQ_INSERT(1, 9, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR10_width 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR10_position 10
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR10_get(x) _BGQ_GET(1, 10, x)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR10_set(v) _BGQ_SET(1, 10, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR10_insert(x, v) _BGQ_INSERT(1, 10, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR11_width 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR11_position 11
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR11_get(x) _BGQ_GET(1, 11, x)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR11_set(v) _BGQ_SET(1, 11, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR11_insert(x, v) _BGQ_INSERT(1, 11, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR12_width 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR12_position 12
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR12_get(x) _BGQ_GET(1, 12, x)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR12_set(v) _BGQ_SET(1, 12, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR12_insert(x, v) _BGQ_INSERT(1, 12, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR13_width 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR13_position 13
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR13_get(x) _BGQ_GET(1, 13, x)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR13_set(v) _BGQ_SET(1, 13, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR13_insert(x, v) _BGQ_INSERT(1, 13, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR14_width 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR14_position 14
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR14_get(x) _BGQ_GET(1, 14, x)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR14_set(v) _BGQ_SET(1, 14, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR14_insert(x, v) _BGQ_INSERT(1, 14, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR15_width 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR15_position 15
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR15_get(x) _BGQ_GET(1, 15, x)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR15_set(v) _BGQ_SET(1, 15, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR15_insert(x, v) _BGQ_INSERT(1, 15, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR16_width 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR16_position 16
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR16_get(x) _BGQ_GET(1, 16, x)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR16_set(v) _BGQ_SET(1, 16, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR16_insert(x, v) _BGQ_INSERT(1, 16, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR17_width 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR17_position 17
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR17_get(x) _BGQ_GET(1, 17, x)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR17_set(v) _BGQ_SET(1, 17, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR17_insert(x, v) _BGQ_INSERT(1, 17, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR18_width 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR18_position 18
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR18_get(x) _BGQ_GET(1, 18, x)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR18_set(v) _BGQ_SET(1, 18, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR18_insert(x, v) _BGQ_INSERT(1, 18, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR19_width 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR19_position 19
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR19_get(x) _BGQ_GET(1, 19, x)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR19_set(v) _BGQ_SET(1, 19, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR19_insert(x, v) _BGQ_INSERT(1, 19, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR20_width 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR20_position 20
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR20_get(x) _BGQ_GET(1, 20, x)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR20_set(v) _BGQ_SET(1, 20, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR20_insert(x, v) _BGQ_INSERT(1, 20, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR21_width 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR21_position 21
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR21_get(x) _BGQ_GET(1, 21, x)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR21_set(v) _BGQ_SET(1, 21, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR21_insert(x, v) _BGQ_INSERT(1, 21, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR22_width 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR22_position 22
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR22_get(x) _BGQ_GET(1, 22, x)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR22_set(v) _BGQ_SET(1, 22, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR22_insert(x, v) _BGQ_INSERT(1, 22, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR23_width 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR23_position 23
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR23_get(x) _BGQ_GET(1, 23, x)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR23_set(v) _BGQ_SET(1, 23, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR23_insert(x, v) _BGQ_INSERT(1, 23, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR24_width 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR24_position 24
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR24_get(x) _BGQ_GET(1, 24, x)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR24_set(v) _BGQ_SET(1, 24, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR24_insert(x, v) _BGQ_INSERT(1, 24, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR25_width 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR25_position 25
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR25_get(x) _BGQ_GET(1, 25, x)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR25_set(v) _BGQ_SET(1, 25, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR25_insert(x, v) _BGQ_INSERT(1, 25, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR26_width 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR26_position 26
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR26_get(x) _BGQ_GET(1, 26, x)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR26_set(v) _BGQ_SET(1, 26, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR26_insert(x, v) _BGQ_INSERT(1, 26, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR27_width 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR27_position 27
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR27_get(x) _BGQ_GET(1, 27, x)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR27_set(v) _BGQ_SET(1, 27, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR27_insert(x, v) _BGQ_INSERT(1, 27, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR28_width 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR28_position 28
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR28_get(x) _BGQ_GET(1, 28, x)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR28_set(v) _BGQ_SET(1, 28, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR28_insert(x, v) _BGQ_INSERT(1, 28, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR29_width 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR29_position 29
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR29_get(x) _BGQ_GET(1, 29, x)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR29_set(v) _BGQ_SET(1, 29, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR29_insert(x, v) _BGQ_INSERT(1, 29, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR30_width 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR30_position 30
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR30_get(x) _BGQ_GET(1, 30, x)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR30_set(v) _BGQ_SET(1, 30, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_ERR30_insert(x, v) _BGQ_INSERT(1, 30, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_DD2_ERR0_width 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_DD2_ERR0_position 31
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_DD2_ERR0_get(x) _BGQ_GET(1, 31, x)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_DD2_ERR0_set(v) _BGQ_SET(1, 31, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_DD2_ERR0_insert(x, v) _BGQ_INSERT(1, 31, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_DD2_ERR1_width 1
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_DD2_ERR1_position 32
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_DD2_ERR1_get(x) _BGQ_GET(1, 32, x)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_DD2_ERR1_set(v) _BGQ_SET(1, 32, v)
#define MU_DCR__MCSRAM_INTERRUPTS__MCSRAM_DD2_ERR1_insert(x, v) _BGQ_INSERT(1, 32, x, v)

#define MU_DCR__ARLOG_INTERRUPTS__STATE_offset 0x0E52

#define MU_DCR__ARLOG_INTERRUPTS__FIRST_offset 0x0E56

#define MU_DCR__ARLOG_INTERRUPTS__FORCE_offset 0x0E55

#define MU_DCR__ARLOG_INTERRUPTS__MACHINE_CHECK_offset 0x0E57

#define MU_DCR__ARLOG_INTERRUPTS__CRITICAL_offset 0x0E58

#define MU_DCR__ARLOG_INTERRUPTS__NONCRITICAL_offset 0x0E59
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR0_width 1
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR0_position 0
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR0_get(x) _BGQ_GET(1, 0, x)
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR0_set(v) _BGQ_SET(1, 0, v)
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR0_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR1_width 1
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR1_position 1
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR1_get(x) _BGQ_GET(1, 1, x)
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR1_set(v) _BGQ_SET(1, 1, v)
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR1_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR2_width 1
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR2_position 2
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR2_get(x) _BGQ_GET(1, 2, x)
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR2_set(v) _BGQ_SET(1, 2, v)
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR2_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR3_width 1
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR3_position 3
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR3_get(x) _BGQ_GET(1, 3, x)
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR3_set(v) _BGQ_SET(1, 3, v)
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR3_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR4_width 1
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR4_position 4
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR4_get(x) _BGQ_GET(1, 4, x)
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR4_set(v) _BGQ_SET(1, 4, v)
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR4_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR5_width 1
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR5_position 5
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR5_get(x) _BGQ_GET(1, 5, x)
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR5_set(v) _BGQ_SET(1, 5, v)
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR5_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR6_width 1
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR6_position 6
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR6_get(x) _BGQ_GET(1, 6, x)
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR6_set(v) _BGQ_SET(1, 6, v)
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR6_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR7_width 1
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR7_position 7
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR7_get(x) _BGQ_GET(1, 7, x)
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR7_set(v) _BGQ_SET(1, 7, v)
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR7_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR8_width 1
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR8_position 8
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR8_get(x) _BGQ_GET(1, 8, x)
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR8_set(v) _BGQ_SET(1, 8, v)
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR8_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR9_width 1
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR9_position 9
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR9_get(x) _BGQ_GET(1, 9, x)
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR9_set(v) _BGQ_SET(1, 9, v)
#define MU_DCR__ARLOG_INTERRUPTS__ARLOG_ERR9_insert(x, v) _BGQ_INSERT(1, 9, x, v)

#define MU_DCR__RMU_ECC_INTERRUPTS__STATE_offset 0x0E5A

#define MU_DCR__RMU_ECC_INTERRUPTS__FIRST_offset 0x0E5E

#define MU_DCR__RMU_ECC_INTERRUPTS__FORCE_offset 0x0E5D

#define MU_DCR__RMU_ECC_INTERRUPTS__MACHINE_CHECK_offset 0x0E5F

#define MU_DCR__RMU_ECC_INTERRUPTS__CRITICAL_offset 0x0E60

#define MU_DCR__RMU_ECC_INTERRUPTS__NONCRITICAL_offset 0x0E61
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE0_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE0_position 0
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE0_get(x) _BGQ_GET(1, 0, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE0_set(v) _BGQ_SET(1, 0, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE0_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE1_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE1_position 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE1_get(x) _BGQ_GET(1, 1, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE1_set(v) _BGQ_SET(1, 1, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE1_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE2_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE2_position 2
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE2_get(x) _BGQ_GET(1, 2, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE2_set(v) _BGQ_SET(1, 2, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE2_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE3_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE3_position 3
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE3_get(x) _BGQ_GET(1, 3, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE3_set(v) _BGQ_SET(1, 3, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE3_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE4_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE4_position 4
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE4_get(x) _BGQ_GET(1, 4, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE4_set(v) _BGQ_SET(1, 4, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE4_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE5_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE5_position 5
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE5_get(x) _BGQ_GET(1, 5, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE5_set(v) _BGQ_SET(1, 5, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE5_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE6_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE6_position 6
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE6_get(x) _BGQ_GET(1, 6, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE6_set(v) _BGQ_SET(1, 6, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE6_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE7_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE7_position 7
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE7_get(x) _BGQ_GET(1, 7, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE7_set(v) _BGQ_SET(1, 7, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE7_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE8_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE8_position 8
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE8_get(x) _BGQ_GET(1, 8, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE8_set(v) _BGQ_SET(1, 8, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE8_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE9_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE9_position 9
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE9_get(x) _BGQ_GET(1, 9, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE9_set(v) _BGQ_SET(1, 9, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE9_insert(x, v) _BGQ_INSERT(1, 9, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE10_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE10_position 10
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE10_get(x) _BGQ_GET(1, 10, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE10_set(v) _BGQ_SET(1, 10, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE10_insert(x, v) _BGQ_INSERT(1, 10, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE11_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE11_position 11
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE11_get(x) _BGQ_GET(1, 11, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE11_set(v) _BGQ_SET(1, 11, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE11_insert(x, v) _BGQ_INSERT(1, 11, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE12_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE12_position 12
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE12_get(x) _BGQ_GET(1, 12, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE12_set(v) _BGQ_SET(1, 12, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE12_insert(x, v) _BGQ_INSERT(1, 12, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE13_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE13_position 13
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE13_get(x) _BGQ_GET(1, 13, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE13_set(v) _BGQ_SET(1, 13, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE13_insert(x, v) _BGQ_INSERT(1, 13, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE14_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE14_position 14
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE14_get(x) _BGQ_GET(1, 14, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE14_set(v) _BGQ_SET(1, 14, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE14_insert(x, v) _BGQ_INSERT(1, 14, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE15_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE15_position 15
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE15_get(x) _BGQ_GET(1, 15, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE15_set(v) _BGQ_SET(1, 15, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE15_insert(x, v) _BGQ_INSERT(1, 15, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE16_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE16_position 16
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE16_get(x) _BGQ_GET(1, 16, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE16_set(v) _BGQ_SET(1, 16, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE16_insert(x, v) _BGQ_INSERT(1, 16, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE17_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE17_position 17
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE17_get(x) _BGQ_GET(1, 17, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE17_set(v) _BGQ_SET(1, 17, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE17_insert(x, v) _BGQ_INSERT(1, 17, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE18_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE18_position 18
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE18_get(x) _BGQ_GET(1, 18, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE18_set(v) _BGQ_SET(1, 18, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE18_insert(x, v) _BGQ_INSERT(1, 18, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE19_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE19_position 19
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE19_get(x) _BGQ_GET(1, 19, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE19_set(v) _BGQ_SET(1, 19, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE19_insert(x, v) _BGQ_INSERT(1, 19, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE20_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE20_position 20
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE20_get(x) _BGQ_GET(1, 20, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE20_set(v) _BGQ_SET(1, 20, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE20_insert(x, v) _BGQ_INSERT(1, 20, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE21_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE21_position 21
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE21_get(x) _BGQ_GET(1, 21, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE21_set(v) _BGQ_SET(1, 21, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE21_insert(x, v) _BGQ_INSERT(1, 21, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE22_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE22_position 22
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE22_get(x) _BGQ_GET(1, 22, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE22_set(v) _BGQ_SET(1, 22, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE22_insert(x, v) _BGQ_INSERT(1, 22, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE23_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE23_position 23
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE23_get(x) _BGQ_GET(1, 23, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE23_set(v) _BGQ_SET(1, 23, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE23_insert(x, v) _BGQ_INSERT(1, 23, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE24_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE24_position 24
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE24_get(x) _BGQ_GET(1, 24, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE24_set(v) _BGQ_SET(1, 24, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE24_insert(x, v) _BGQ_INSERT(1, 24, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE25_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE25_position 25
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE25_get(x) _BGQ_GET(1, 25, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE25_set(v) _BGQ_SET(1, 25, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE25_insert(x, v) _BGQ_INSERT(1, 25, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE26_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE26_position 26
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE26_get(x) _BGQ_GET(1, 26, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE26_set(v) _BGQ_SET(1, 26, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE26_insert(x, v) _BGQ_INSERT(1, 26, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE27_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE27_position 27
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE27_get(x) _BGQ_GET(1, 27, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE27_set(v) _BGQ_SET(1, 27, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE27_insert(x, v) _BGQ_INSERT(1, 27, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE28_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE28_position 28
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE28_get(x) _BGQ_GET(1, 28, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE28_set(v) _BGQ_SET(1, 28, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE28_insert(x, v) _BGQ_INSERT(1, 28, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE29_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE29_position 29
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE29_get(x) _BGQ_GET(1, 29, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE29_set(v) _BGQ_SET(1, 29, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE29_insert(x, v) _BGQ_INSERT(1, 29, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE30_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE30_position 30
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE30_get(x) _BGQ_GET(1, 30, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE30_set(v) _BGQ_SET(1, 30, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE30_insert(x, v) _BGQ_INSERT(1, 30, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE31_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE31_position 31
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE31_get(x) _BGQ_GET(1, 31, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE31_set(v) _BGQ_SET(1, 31, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE31_insert(x, v) _BGQ_INSERT(1, 31, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE32_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE32_position 32
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE32_get(x) _BGQ_GET(1, 32, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE32_set(v) _BGQ_SET(1, 32, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE32_insert(x, v) _BGQ_INSERT(1, 32, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE33_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE33_position 33
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE33_get(x) _BGQ_GET(1, 33, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE33_set(v) _BGQ_SET(1, 33, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE33_insert(x, v) _BGQ_INSERT(1, 33, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE34_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE34_position 34
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE34_get(x) _BGQ_GET(1, 34, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE34_set(v) _BGQ_SET(1, 34, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE34_insert(x, v) _BGQ_INSERT(1, 34, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE35_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE35_position 35
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE35_get(x) _BGQ_GET(1, 35, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE35_set(v) _BGQ_SET(1, 35, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE35_insert(x, v) _BGQ_INSERT(1, 35, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE36_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE36_position 36
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE36_get(x) _BGQ_GET(1, 36, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE36_set(v) _BGQ_SET(1, 36, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE36_insert(x, v) _BGQ_INSERT(1, 36, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE37_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE37_position 37
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE37_get(x) _BGQ_GET(1, 37, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE37_set(v) _BGQ_SET(1, 37, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE37_insert(x, v) _BGQ_INSERT(1, 37, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE38_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE38_position 38
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE38_get(x) _BGQ_GET(1, 38, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE38_set(v) _BGQ_SET(1, 38, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE38_insert(x, v) _BGQ_INSERT(1, 38, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE39_width 1
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE39_position 39
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE39_get(x) _BGQ_GET(1, 39, x)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE39_set(v) _BGQ_SET(1, 39, v)
#define MU_DCR__RMU_ECC_INTERRUPTS__RMU_ECC_UE39_insert(x, v) _BGQ_INSERT(1, 39, x, v)

#define MU_DCR__RCSRAM_INTERRUPTS__STATE_offset 0x0E62

#define MU_DCR__RCSRAM_INTERRUPTS__FIRST_offset 0x0E66

#define MU_DCR__RCSRAM_INTERRUPTS__FORCE_offset 0x0E65

#define MU_DCR__RCSRAM_INTERRUPTS__MACHINE_CHECK_offset 0x0E67

#define MU_DCR__RCSRAM_INTERRUPTS__CRITICAL_offset 0x0E68

#define MU_DCR__RCSRAM_INTERRUPTS__NONCRITICAL_offset 0x0E69
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR0_width 1
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR0_position 0
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR0_get(x) _BGQ_GET(1, 0, x)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR0_set(v) _BGQ_SET(1, 0, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR0_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR1_width 1
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR1_position 1
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR1_get(x) _BGQ_GET(1, 1, x)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR1_set(v) _BGQ_SET(1, 1, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR1_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR2_width 1
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR2_position 2
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR2_get(x) _BGQ_GET(1, 2, x)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR2_set(v) _BGQ_SET(1, 2, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR2_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR3_width 1
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR3_position 3
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR3_get(x) _BGQ_GET(1, 3, x)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR3_set(v) _BGQ_SET(1, 3, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR3_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR4_width 1
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR4_position 4
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR4_get(x) _BGQ_GET(1, 4, x)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR4_set(v) _BGQ_SET(1, 4, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR4_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR5_width 1
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR5_position 5
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR5_get(x) _BGQ_GET(1, 5, x)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR5_set(v) _BGQ_SET(1, 5, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR5_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR6_width 1
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR6_position 6
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR6_get(x) _BGQ_GET(1, 6, x)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR6_set(v) _BGQ_SET(1, 6, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR6_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR7_width 1
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR7_position 7
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR7_get(x) _BGQ_GET(1, 7, x)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR7_set(v) _BGQ_SET(1, 7, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR7_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR8_width 1
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR8_position 8
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR8_get(x) _BGQ_GET(1, 8, x)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR8_set(v) _BGQ_SET(1, 8, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR8_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR9_width 1
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR9_position 9
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR9_get(x) _BGQ_GET(1, 9, x)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR9_set(v) _BGQ_SET(1, 9, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR9_insert(x, v) _BGQ_INSERT(1, 9, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR10_width 1
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR10_position 10
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR10_get(x) _BGQ_GET(1, 10, x)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR10_set(v) _BGQ_SET(1, 10, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR10_insert(x, v) _BGQ_INSERT(1, 10, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR11_width 1
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR11_position 11
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR11_get(x) _BGQ_GET(1, 11, x)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR11_set(v) _BGQ_SET(1, 11, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR11_insert(x, v) _BGQ_INSERT(1, 11, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR12_width 1
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR12_position 12
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR12_get(x) _BGQ_GET(1, 12, x)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR12_set(v) _BGQ_SET(1, 12, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR12_insert(x, v) _BGQ_INSERT(1, 12, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR13_width 1
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR13_position 13
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR13_get(x) _BGQ_GET(1, 13, x)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR13_set(v) _BGQ_SET(1, 13, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR13_insert(x, v) _BGQ_INSERT(1, 13, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR14_width 1
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR14_position 14
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR14_get(x) _BGQ_GET(1, 14, x)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR14_set(v) _BGQ_SET(1, 14, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR14_insert(x, v) _BGQ_INSERT(1, 14, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR15_width 1
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR15_position 15
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR15_get(x) _BGQ_GET(1, 15, x)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR15_set(v) _BGQ_SET(1, 15, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR15_insert(x, v) _BGQ_INSERT(1, 15, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR16_width 1
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR16_position 16
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR16_get(x) _BGQ_GET(1, 16, x)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR16_set(v) _BGQ_SET(1, 16, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR16_insert(x, v) _BGQ_INSERT(1, 16, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR17_width 1
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR17_position 17
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR17_get(x) _BGQ_GET(1, 17, x)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR17_set(v) _BGQ_SET(1, 17, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR17_insert(x, v) _BGQ_INSERT(1, 17, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR18_width 1
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR18_position 18
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR18_get(x) _BGQ_GET(1, 18, x)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR18_set(v) _BGQ_SET(1, 18, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR18_insert(x, v) _BGQ_INSERT(1, 18, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR19_width 1
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR19_position 19
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR19_get(x) _BGQ_GET(1, 19, x)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR19_set(v) _BGQ_SET(1, 19, v)
#define MU_DCR__RCSRAM_INTERRUPTS__RCSRAM_ERR19_insert(x, v) _BGQ_INSERT(1, 19, x, v)

#define MU_DCR__RPUTSRAM_INTERRUPTS__STATE_offset 0x0E6B

#define MU_DCR__RPUTSRAM_INTERRUPTS__FIRST_offset 0x0E6F

#define MU_DCR__RPUTSRAM_INTERRUPTS__FORCE_offset 0x0E6E

#define MU_DCR__RPUTSRAM_INTERRUPTS__MACHINE_CHECK_offset 0x0E70

#define MU_DCR__RPUTSRAM_INTERRUPTS__CRITICAL_offset 0x0E71

#define MU_DCR__RPUTSRAM_INTERRUPTS__NONCRITICAL_offset 0x0E72
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR0_width 1
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR0_position 0
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR0_get(x) _BGQ_GET(1, 0, x)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR0_set(v) _BGQ_SET(1, 0, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR0_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR1_width 1
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR1_position 1
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR1_get(x) _BGQ_GET(1, 1, x)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR1_set(v) _BGQ_SET(1, 1, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR1_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR2_width 1
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR2_position 2
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR2_get(x) _BGQ_GET(1, 2, x)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR2_set(v) _BGQ_SET(1, 2, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR2_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR3_width 1
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR3_position 3
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR3_get(x) _BGQ_GET(1, 3, x)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR3_set(v) _BGQ_SET(1, 3, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR3_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR4_width 1
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR4_position 4
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR4_get(x) _BGQ_GET(1, 4, x)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR4_set(v) _BGQ_SET(1, 4, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR4_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR5_width 1
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR5_position 5
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR5_get(x) _BGQ_GET(1, 5, x)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR5_set(v) _BGQ_SET(1, 5, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR5_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR6_width 1
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR6_position 6
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR6_get(x) _BGQ_GET(1, 6, x)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR6_set(v) _BGQ_SET(1, 6, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR6_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR7_width 1
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR7_position 7
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR7_get(x) _BGQ_GET(1, 7, x)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR7_set(v) _BGQ_SET(1, 7, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR7_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR8_width 1
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR8_position 8
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR8_get(x) _BGQ_GET(1, 8, x)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR8_set(v) _BGQ_SET(1, 8, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR8_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR9_width 1
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR9_position 9
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR9_get(x) _BGQ_GET(1, 9, x)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR9_set(v) _BGQ_SET(1, 9, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR9_insert(x, v) _BGQ_INSERT(1, 9, x, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR10_width 1
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR10_position 10
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR10_get(x) _BGQ_GET(1, 10, x)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR10_set(v) _BGQ_SET(1, 10, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR10_insert(x, v) _BGQ_INSERT(1, 10, x, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR11_width 1
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR11_position 11
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR11_get(x) _BGQ_GET(1, 11, x)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR11_set(v) _BGQ_SET(1, 11, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR11_insert(x, v) _BGQ_INSERT(1, 11, x, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR12_width 1
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR12_position 12
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR12_get(x) _BGQ_GET(1, 12, x)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR12_set(v) _BGQ_SET(1, 12, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR12_insert(x, v) _BGQ_INSERT(1, 12, x, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR13_width 1
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR13_position 13
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR13_get(x) _BGQ_GET(1, 13, x)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR13_set(v) _BGQ_SET(1, 13, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS__RPUTSRAM_ERR13_insert(x, v) _BGQ_INSERT(1, 13, x, v)

#define MU_DCR__IME_INTERRUPTS__STATE_offset 0x0E73

#define MU_DCR__IME_INTERRUPTS__FIRST_offset 0x0E77

#define MU_DCR__IME_INTERRUPTS__FORCE_offset 0x0E76

#define MU_DCR__IME_INTERRUPTS__MACHINE_CHECK_offset 0x0E78

#define MU_DCR__IME_INTERRUPTS__CRITICAL_offset 0x0E79

#define MU_DCR__IME_INTERRUPTS__NONCRITICAL_offset 0x0E7A
#define MU_DCR__IME_INTERRUPTS__IME_ERR0_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR0_position 0
#define MU_DCR__IME_INTERRUPTS__IME_ERR0_get(x) _BGQ_GET(1, 0, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR0_set(v) _BGQ_SET(1, 0, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR0_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR1_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR1_position 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR1_get(x) _BGQ_GET(1, 1, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR1_set(v) _BGQ_SET(1, 1, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR1_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR2_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR2_position 2
#define MU_DCR__IME_INTERRUPTS__IME_ERR2_get(x) _BGQ_GET(1, 2, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR2_set(v) _BGQ_SET(1, 2, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR2_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR3_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR3_position 3
#define MU_DCR__IME_INTERRUPTS__IME_ERR3_get(x) _BGQ_GET(1, 3, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR3_set(v) _BGQ_SET(1, 3, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR3_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR4_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR4_position 4
#define MU_DCR__IME_INTERRUPTS__IME_ERR4_get(x) _BGQ_GET(1, 4, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR4_set(v) _BGQ_SET(1, 4, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR4_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR5_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR5_position 5
#define MU_DCR__IME_INTERRUPTS__IME_ERR5_get(x) _BGQ_GET(1, 5, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR5_set(v) _BGQ_SET(1, 5, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR5_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR6_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR6_position 6
#define MU_DCR__IME_INTERRUPTS__IME_ERR6_get(x) _BGQ_GET(1, 6, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR6_set(v) _BGQ_SET(1, 6, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR6_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR7_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR7_position 7
#define MU_DCR__IME_INTERRUPTS__IME_ERR7_get(x) _BGQ_GET(1, 7, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR7_set(v) _BGQ_SET(1, 7, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR7_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR8_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR8_position 8
#define MU_DCR__IME_INTERRUPTS__IME_ERR8_get(x) _BGQ_GET(1, 8, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR8_set(v) _BGQ_SET(1, 8, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR8_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR9_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR9_position 9
#define MU_DCR__IME_INTERRUPTS__IME_ERR9_get(x) _BGQ_GET(1, 9, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR9_set(v) _BGQ_SET(1, 9, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR9_insert(x, v) _BGQ_INSERT(1, 9, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR10_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR10_position 10
#define MU_DCR__IME_INTERRUPTS__IME_ERR10_get(x) _BGQ_GET(1, 10, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR10_set(v) _BGQ_SET(1, 10, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR10_insert(x, v) _BGQ_INSERT(1, 10, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR11_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR11_position 11
#define MU_DCR__IME_INTERRUPTS__IME_ERR11_get(x) _BGQ_GET(1, 11, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR11_set(v) _BGQ_SET(1, 11, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR11_insert(x, v) _BGQ_INSERT(1, 11, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR12_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR12_position 12
#define MU_DCR__IME_INTERRUPTS__IME_ERR12_get(x) _BGQ_GET(1, 12, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR12_set(v) _BGQ_SET(1, 12, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR12_insert(x, v) _BGQ_INSERT(1, 12, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR13_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR13_position 13
#define MU_DCR__IME_INTERRUPTS__IME_ERR13_get(x) _BGQ_GET(1, 13, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR13_set(v) _BGQ_SET(1, 13, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR13_insert(x, v) _BGQ_INSERT(1, 13, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR14_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR14_position 14
#define MU_DCR__IME_INTERRUPTS__IME_ERR14_get(x) _BGQ_GET(1, 14, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR14_set(v) _BGQ_SET(1, 14, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR14_insert(x, v) _BGQ_INSERT(1, 14, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR15_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR15_position 15
#define MU_DCR__IME_INTERRUPTS__IME_ERR15_get(x) _BGQ_GET(1, 15, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR15_set(v) _BGQ_SET(1, 15, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR15_insert(x, v) _BGQ_INSERT(1, 15, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR16_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR16_position 16
#define MU_DCR__IME_INTERRUPTS__IME_ERR16_get(x) _BGQ_GET(1, 16, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR16_set(v) _BGQ_SET(1, 16, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR16_insert(x, v) _BGQ_INSERT(1, 16, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR17_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR17_position 17
#define MU_DCR__IME_INTERRUPTS__IME_ERR17_get(x) _BGQ_GET(1, 17, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR17_set(v) _BGQ_SET(1, 17, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR17_insert(x, v) _BGQ_INSERT(1, 17, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR18_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR18_position 18
#define MU_DCR__IME_INTERRUPTS__IME_ERR18_get(x) _BGQ_GET(1, 18, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR18_set(v) _BGQ_SET(1, 18, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR18_insert(x, v) _BGQ_INSERT(1, 18, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR19_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR19_position 19
#define MU_DCR__IME_INTERRUPTS__IME_ERR19_get(x) _BGQ_GET(1, 19, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR19_set(v) _BGQ_SET(1, 19, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR19_insert(x, v) _BGQ_INSERT(1, 19, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR20_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR20_position 20
#define MU_DCR__IME_INTERRUPTS__IME_ERR20_get(x) _BGQ_GET(1, 20, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR20_set(v) _BGQ_SET(1, 20, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR20_insert(x, v) _BGQ_INSERT(1, 20, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR21_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR21_position 21
#define MU_DCR__IME_INTERRUPTS__IME_ERR21_get(x) _BGQ_GET(1, 21, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR21_set(v) _BGQ_SET(1, 21, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR21_insert(x, v) _BGQ_INSERT(1, 21, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR22_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR22_position 22
#define MU_DCR__IME_INTERRUPTS__IME_ERR22_get(x) _BGQ_GET(1, 22, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR22_set(v) _BGQ_SET(1, 22, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR22_insert(x, v) _BGQ_INSERT(1, 22, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR23_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR23_position 23
#define MU_DCR__IME_INTERRUPTS__IME_ERR23_get(x) _BGQ_GET(1, 23, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR23_set(v) _BGQ_SET(1, 23, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR23_insert(x, v) _BGQ_INSERT(1, 23, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR24_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR24_position 24
#define MU_DCR__IME_INTERRUPTS__IME_ERR24_get(x) _BGQ_GET(1, 24, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR24_set(v) _BGQ_SET(1, 24, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR24_insert(x, v) _BGQ_INSERT(1, 24, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR25_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR25_position 25
#define MU_DCR__IME_INTERRUPTS__IME_ERR25_get(x) _BGQ_GET(1, 25, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR25_set(v) _BGQ_SET(1, 25, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR25_insert(x, v) _BGQ_INSERT(1, 25, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR26_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR26_position 26
#define MU_DCR__IME_INTERRUPTS__IME_ERR26_get(x) _BGQ_GET(1, 26, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR26_set(v) _BGQ_SET(1, 26, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR26_insert(x, v) _BGQ_INSERT(1, 26, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR27_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR27_position 27
#define MU_DCR__IME_INTERRUPTS__IME_ERR27_get(x) _BGQ_GET(1, 27, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR27_set(v) _BGQ_SET(1, 27, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR27_insert(x, v) _BGQ_INSERT(1, 27, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR28_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR28_position 28
#define MU_DCR__IME_INTERRUPTS__IME_ERR28_get(x) _BGQ_GET(1, 28, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR28_set(v) _BGQ_SET(1, 28, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR28_insert(x, v) _BGQ_INSERT(1, 28, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR29_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR29_position 29
#define MU_DCR__IME_INTERRUPTS__IME_ERR29_get(x) _BGQ_GET(1, 29, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR29_set(v) _BGQ_SET(1, 29, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR29_insert(x, v) _BGQ_INSERT(1, 29, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR30_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR30_position 30
#define MU_DCR__IME_INTERRUPTS__IME_ERR30_get(x) _BGQ_GET(1, 30, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR30_set(v) _BGQ_SET(1, 30, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR30_insert(x, v) _BGQ_INSERT(1, 30, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR31_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR31_position 31
#define MU_DCR__IME_INTERRUPTS__IME_ERR31_get(x) _BGQ_GET(1, 31, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR31_set(v) _BGQ_SET(1, 31, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR31_insert(x, v) _BGQ_INSERT(1, 31, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR32_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR32_position 32
#define MU_DCR__IME_INTERRUPTS__IME_ERR32_get(x) _BGQ_GET(1, 32, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR32_set(v) _BGQ_SET(1, 32, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR32_insert(x, v) _BGQ_INSERT(1, 32, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR33_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR33_position 33
#define MU_DCR__IME_INTERRUPTS__IME_ERR33_get(x) _BGQ_GET(1, 33, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR33_set(v) _BGQ_SET(1, 33, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR33_insert(x, v) _BGQ_INSERT(1, 33, x, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR34_width 1
#define MU_DCR__IME_INTERRUPTS__IME_ERR34_position 34
#define MU_DCR__IME_INTERRUPTS__IME_ERR34_get(x) _BGQ_GET(1, 34, x)
#define MU_DCR__IME_INTERRUPTS__IME_ERR34_set(v) _BGQ_SET(1, 34, v)
#define MU_DCR__IME_INTERRUPTS__IME_ERR34_insert(x, v) _BGQ_INSERT(1, 34, x, v)

#define MU_DCR__RME_INTERRUPTS0__STATE_offset 0x0E8B

#define MU_DCR__RME_INTERRUPTS0__FIRST_offset 0x0E8F

#define MU_DCR__RME_INTERRUPTS0__FORCE_offset 0x0E8E

#define MU_DCR__RME_INTERRUPTS0__MACHINE_CHECK_offset 0x0E90

#define MU_DCR__RME_INTERRUPTS0__CRITICAL_offset 0x0E91

#define MU_DCR__RME_INTERRUPTS0__NONCRITICAL_offset 0x0E92
#define MU_DCR__RME_INTERRUPTS0__RME_ERR0_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR0_position 0
#define MU_DCR__RME_INTERRUPTS0__RME_ERR0_get(x) _BGQ_GET(1, 0, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR0_set(v) _BGQ_SET(1, 0, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR0_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR1_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR1_position 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR1_get(x) _BGQ_GET(1, 1, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR1_set(v) _BGQ_SET(1, 1, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR1_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR2_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR2_position 2
#define MU_DCR__RME_INTERRUPTS0__RME_ERR2_get(x) _BGQ_GET(1, 2, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR2_set(v) _BGQ_SET(1, 2, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR2_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR3_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR3_position 3
#define MU_DCR__RME_INTERRUPTS0__RME_ERR3_get(x) _BGQ_GET(1, 3, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR3_set(v) _BGQ_SET(1, 3, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR3_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR4_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR4_position 4
#define MU_DCR__RME_INTERRUPTS0__RME_ERR4_get(x) _BGQ_GET(1, 4, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR4_set(v) _BGQ_SET(1, 4, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR4_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR5_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR5_position 5
#define MU_DCR__RME_INTERRUPTS0__RME_ERR5_get(x) _BGQ_GET(1, 5, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR5_set(v) _BGQ_SET(1, 5, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR5_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR6_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR6_position 6
#define MU_DCR__RME_INTERRUPTS0__RME_ERR6_get(x) _BGQ_GET(1, 6, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR6_set(v) _BGQ_SET(1, 6, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR6_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR7_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR7_position 7
#define MU_DCR__RME_INTERRUPTS0__RME_ERR7_get(x) _BGQ_GET(1, 7, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR7_set(v) _BGQ_SET(1, 7, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR7_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR8_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR8_position 8
#define MU_DCR__RME_INTERRUPTS0__RME_ERR8_get(x) _BGQ_GET(1, 8, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR8_set(v) _BGQ_SET(1, 8, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR8_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR9_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR9_position 9
#define MU_DCR__RME_INTERRUPTS0__RME_ERR9_get(x) _BGQ_GET(1, 9, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR9_set(v) _BGQ_SET(1, 9, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR9_insert(x, v) _BGQ_INSERT(1, 9, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR10_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR10_position 10
#define MU_DCR__RME_INTERRUPTS0__RME_ERR10_get(x) _BGQ_GET(1, 10, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR10_set(v) _BGQ_SET(1, 10, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR10_insert(x, v) _BGQ_INSERT(1, 10, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR11_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR11_position 11
#define MU_DCR__RME_INTERRUPTS0__RME_ERR11_get(x) _BGQ_GET(1, 11, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR11_set(v) _BGQ_SET(1, 11, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR11_insert(x, v) _BGQ_INSERT(1, 11, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR12_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR12_position 12
#define MU_DCR__RME_INTERRUPTS0__RME_ERR12_get(x) _BGQ_GET(1, 12, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR12_set(v) _BGQ_SET(1, 12, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR12_insert(x, v) _BGQ_INSERT(1, 12, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR13_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR13_position 13
#define MU_DCR__RME_INTERRUPTS0__RME_ERR13_get(x) _BGQ_GET(1, 13, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR13_set(v) _BGQ_SET(1, 13, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR13_insert(x, v) _BGQ_INSERT(1, 13, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR14_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR14_position 14
#define MU_DCR__RME_INTERRUPTS0__RME_ERR14_get(x) _BGQ_GET(1, 14, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR14_set(v) _BGQ_SET(1, 14, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR14_insert(x, v) _BGQ_INSERT(1, 14, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR15_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR15_position 15
#define MU_DCR__RME_INTERRUPTS0__RME_ERR15_get(x) _BGQ_GET(1, 15, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR15_set(v) _BGQ_SET(1, 15, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR15_insert(x, v) _BGQ_INSERT(1, 15, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR16_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR16_position 16
#define MU_DCR__RME_INTERRUPTS0__RME_ERR16_get(x) _BGQ_GET(1, 16, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR16_set(v) _BGQ_SET(1, 16, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR16_insert(x, v) _BGQ_INSERT(1, 16, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR17_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR17_position 17
#define MU_DCR__RME_INTERRUPTS0__RME_ERR17_get(x) _BGQ_GET(1, 17, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR17_set(v) _BGQ_SET(1, 17, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR17_insert(x, v) _BGQ_INSERT(1, 17, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR18_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR18_position 18
#define MU_DCR__RME_INTERRUPTS0__RME_ERR18_get(x) _BGQ_GET(1, 18, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR18_set(v) _BGQ_SET(1, 18, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR18_insert(x, v) _BGQ_INSERT(1, 18, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR19_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR19_position 19
#define MU_DCR__RME_INTERRUPTS0__RME_ERR19_get(x) _BGQ_GET(1, 19, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR19_set(v) _BGQ_SET(1, 19, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR19_insert(x, v) _BGQ_INSERT(1, 19, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR20_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR20_position 20
#define MU_DCR__RME_INTERRUPTS0__RME_ERR20_get(x) _BGQ_GET(1, 20, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR20_set(v) _BGQ_SET(1, 20, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR20_insert(x, v) _BGQ_INSERT(1, 20, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR21_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR21_position 21
#define MU_DCR__RME_INTERRUPTS0__RME_ERR21_get(x) _BGQ_GET(1, 21, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR21_set(v) _BGQ_SET(1, 21, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR21_insert(x, v) _BGQ_INSERT(1, 21, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR22_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR22_position 22
#define MU_DCR__RME_INTERRUPTS0__RME_ERR22_get(x) _BGQ_GET(1, 22, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR22_set(v) _BGQ_SET(1, 22, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR22_insert(x, v) _BGQ_INSERT(1, 22, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR23_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR23_position 23
#define MU_DCR__RME_INTERRUPTS0__RME_ERR23_get(x) _BGQ_GET(1, 23, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR23_set(v) _BGQ_SET(1, 23, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR23_insert(x, v) _BGQ_INSERT(1, 23, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR24_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR24_position 24
#define MU_DCR__RME_INTERRUPTS0__RME_ERR24_get(x) _BGQ_GET(1, 24, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR24_set(v) _BGQ_SET(1, 24, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR24_insert(x, v) _BGQ_INSERT(1, 24, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR25_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR25_position 25
#define MU_DCR__RME_INTERRUPTS0__RME_ERR25_get(x) _BGQ_GET(1, 25, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR25_set(v) _BGQ_SET(1, 25, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR25_insert(x, v) _BGQ_INSERT(1, 25, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR26_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR26_position 26
#define MU_DCR__RME_INTERRUPTS0__RME_ERR26_get(x) _BGQ_GET(1, 26, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR26_set(v) _BGQ_SET(1, 26, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR26_insert(x, v) _BGQ_INSERT(1, 26, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR27_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR27_position 27
#define MU_DCR__RME_INTERRUPTS0__RME_ERR27_get(x) _BGQ_GET(1, 27, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR27_set(v) _BGQ_SET(1, 27, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR27_insert(x, v) _BGQ_INSERT(1, 27, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR28_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR28_position 28
#define MU_DCR__RME_INTERRUPTS0__RME_ERR28_get(x) _BGQ_GET(1, 28, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR28_set(v) _BGQ_SET(1, 28, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR28_insert(x, v) _BGQ_INSERT(1, 28, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR29_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR29_position 29
#define MU_DCR__RME_INTERRUPTS0__RME_ERR29_get(x) _BGQ_GET(1, 29, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR29_set(v) _BGQ_SET(1, 29, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR29_insert(x, v) _BGQ_INSERT(1, 29, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR30_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR30_position 30
#define MU_DCR__RME_INTERRUPTS0__RME_ERR30_get(x) _BGQ_GET(1, 30, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR30_set(v) _BGQ_SET(1, 30, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR30_insert(x, v) _BGQ_INSERT(1, 30, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR31_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR31_position 31
#define MU_DCR__RME_INTERRUPTS0__RME_ERR31_get(x) _BGQ_GET(1, 31, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR31_set(v) _BGQ_SET(1, 31, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR31_insert(x, v) _BGQ_INSERT(1, 31, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR32_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR32_position 32
#define MU_DCR__RME_INTERRUPTS0__RME_ERR32_get(x) _BGQ_GET(1, 32, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR32_set(v) _BGQ_SET(1, 32, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR32_insert(x, v) _BGQ_INSERT(1, 32, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR33_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR33_position 33
#define MU_DCR__RME_INTERRUPTS0__RME_ERR33_get(x) _BGQ_GET(1, 33, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR33_set(v) _BGQ_SET(1, 33, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR33_insert(x, v) _BGQ_INSERT(1, 33, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR34_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR34_position 34
#define MU_DCR__RME_INTERRUPTS0__RME_ERR34_get(x) _BGQ_GET(1, 34, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR34_set(v) _BGQ_SET(1, 34, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR34_insert(x, v) _BGQ_INSERT(1, 34, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR35_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR35_position 35
#define MU_DCR__RME_INTERRUPTS0__RME_ERR35_get(x) _BGQ_GET(1, 35, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR35_set(v) _BGQ_SET(1, 35, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR35_insert(x, v) _BGQ_INSERT(1, 35, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR36_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR36_position 36
#define MU_DCR__RME_INTERRUPTS0__RME_ERR36_get(x) _BGQ_GET(1, 36, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR36_set(v) _BGQ_SET(1, 36, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR36_insert(x, v) _BGQ_INSERT(1, 36, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR37_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR37_position 37
#define MU_DCR__RME_INTERRUPTS0__RME_ERR37_get(x) _BGQ_GET(1, 37, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR37_set(v) _BGQ_SET(1, 37, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR37_insert(x, v) _BGQ_INSERT(1, 37, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR38_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR38_position 38
#define MU_DCR__RME_INTERRUPTS0__RME_ERR38_get(x) _BGQ_GET(1, 38, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR38_set(v) _BGQ_SET(1, 38, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR38_insert(x, v) _BGQ_INSERT(1, 38, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR39_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR39_position 39
#define MU_DCR__RME_INTERRUPTS0__RME_ERR39_get(x) _BGQ_GET(1, 39, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR39_set(v) _BGQ_SET(1, 39, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR39_insert(x, v) _BGQ_INSERT(1, 39, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR40_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR40_position 40
#define MU_DCR__RME_INTERRUPTS0__RME_ERR40_get(x) _BGQ_GET(1, 40, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR40_set(v) _BGQ_SET(1, 40, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR40_insert(x, v) _BGQ_INSERT(1, 40, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR41_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR41_position 41
#define MU_DCR__RME_INTERRUPTS0__RME_ERR41_get(x) _BGQ_GET(1, 41, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR41_set(v) _BGQ_SET(1, 41, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR41_insert(x, v) _BGQ_INSERT(1, 41, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR42_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR42_position 42
#define MU_DCR__RME_INTERRUPTS0__RME_ERR42_get(x) _BGQ_GET(1, 42, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR42_set(v) _BGQ_SET(1, 42, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR42_insert(x, v) _BGQ_INSERT(1, 42, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR43_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR43_position 43
#define MU_DCR__RME_INTERRUPTS0__RME_ERR43_get(x) _BGQ_GET(1, 43, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR43_set(v) _BGQ_SET(1, 43, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR43_insert(x, v) _BGQ_INSERT(1, 43, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR44_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR44_position 44
#define MU_DCR__RME_INTERRUPTS0__RME_ERR44_get(x) _BGQ_GET(1, 44, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR44_set(v) _BGQ_SET(1, 44, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR44_insert(x, v) _BGQ_INSERT(1, 44, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR45_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR45_position 45
#define MU_DCR__RME_INTERRUPTS0__RME_ERR45_get(x) _BGQ_GET(1, 45, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR45_set(v) _BGQ_SET(1, 45, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR45_insert(x, v) _BGQ_INSERT(1, 45, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR46_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR46_position 46
#define MU_DCR__RME_INTERRUPTS0__RME_ERR46_get(x) _BGQ_GET(1, 46, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR46_set(v) _BGQ_SET(1, 46, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR46_insert(x, v) _BGQ_INSERT(1, 46, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR47_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR47_position 47
#define MU_DCR__RME_INTERRUPTS0__RME_ERR47_get(x) _BGQ_GET(1, 47, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR47_set(v) _BGQ_SET(1, 47, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR47_insert(x, v) _BGQ_INSERT(1, 47, x, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR48_width 1
#define MU_DCR__RME_INTERRUPTS0__RME_ERR48_position 48
#define MU_DCR__RME_INTERRUPTS0__RME_ERR48_get(x) _BGQ_GET(1, 48, x)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR48_set(v) _BGQ_SET(1, 48, v)
#define MU_DCR__RME_INTERRUPTS0__RME_ERR48_insert(x, v) _BGQ_INSERT(1, 48, x, v)

#define MU_DCR__RME_INTERRUPTS1__STATE_offset 0x0E93

#define MU_DCR__RME_INTERRUPTS1__FIRST_offset 0x0E97

#define MU_DCR__RME_INTERRUPTS1__FORCE_offset 0x0E96

#define MU_DCR__RME_INTERRUPTS1__MACHINE_CHECK_offset 0x0E98

#define MU_DCR__RME_INTERRUPTS1__CRITICAL_offset 0x0E99

#define MU_DCR__RME_INTERRUPTS1__NONCRITICAL_offset 0x0E9A
#define MU_DCR__RME_INTERRUPTS1__RME_ERR49_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR49_position 0
#define MU_DCR__RME_INTERRUPTS1__RME_ERR49_get(x) _BGQ_GET(1, 0, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR49_set(v) _BGQ_SET(1, 0, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR49_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR50_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR50_position 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR50_get(x) _BGQ_GET(1, 1, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR50_set(v) _BGQ_SET(1, 1, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR50_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR51_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR51_position 2
#define MU_DCR__RME_INTERRUPTS1__RME_ERR51_get(x) _BGQ_GET(1, 2, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR51_set(v) _BGQ_SET(1, 2, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR51_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR52_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR52_position 3
#define MU_DCR__RME_INTERRUPTS1__RME_ERR52_get(x) _BGQ_GET(1, 3, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR52_set(v) _BGQ_SET(1, 3, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR52_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR53_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR53_position 4
#define MU_DCR__RME_INTERRUPTS1__RME_ERR53_get(x) _BGQ_GET(1, 4, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR53_set(v) _BGQ_SET(1, 4, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR53_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR54_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR54_position 5
#define MU_DCR__RME_INTERRUPTS1__RME_ERR54_get(x) _BGQ_GET(1, 5, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR54_set(v) _BGQ_SET(1, 5, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR54_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR55_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR55_position 6
#define MU_DCR__RME_INTERRUPTS1__RME_ERR55_get(x) _BGQ_GET(1, 6, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR55_set(v) _BGQ_SET(1, 6, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR55_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR56_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR56_position 7
#define MU_DCR__RME_INTERRUPTS1__RME_ERR56_get(x) _BGQ_GET(1, 7, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR56_set(v) _BGQ_SET(1, 7, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR56_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR57_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR57_position 8
#define MU_DCR__RME_INTERRUPTS1__RME_ERR57_get(x) _BGQ_GET(1, 8, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR57_set(v) _BGQ_SET(1, 8, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR57_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR58_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR58_position 9
#define MU_DCR__RME_INTERRUPTS1__RME_ERR58_get(x) _BGQ_GET(1, 9, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR58_set(v) _BGQ_SET(1, 9, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR58_insert(x, v) _BGQ_INSERT(1, 9, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR59_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR59_position 10
#define MU_DCR__RME_INTERRUPTS1__RME_ERR59_get(x) _BGQ_GET(1, 10, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR59_set(v) _BGQ_SET(1, 10, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR59_insert(x, v) _BGQ_INSERT(1, 10, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR60_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR60_position 11
#define MU_DCR__RME_INTERRUPTS1__RME_ERR60_get(x) _BGQ_GET(1, 11, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR60_set(v) _BGQ_SET(1, 11, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR60_insert(x, v) _BGQ_INSERT(1, 11, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR61_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR61_position 12
#define MU_DCR__RME_INTERRUPTS1__RME_ERR61_get(x) _BGQ_GET(1, 12, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR61_set(v) _BGQ_SET(1, 12, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR61_insert(x, v) _BGQ_INSERT(1, 12, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR62_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR62_position 13
#define MU_DCR__RME_INTERRUPTS1__RME_ERR62_get(x) _BGQ_GET(1, 13, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR62_set(v) _BGQ_SET(1, 13, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR62_insert(x, v) _BGQ_INSERT(1, 13, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR63_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR63_position 14
#define MU_DCR__RME_INTERRUPTS1__RME_ERR63_get(x) _BGQ_GET(1, 14, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR63_set(v) _BGQ_SET(1, 14, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR63_insert(x, v) _BGQ_INSERT(1, 14, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR64_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR64_position 15
#define MU_DCR__RME_INTERRUPTS1__RME_ERR64_get(x) _BGQ_GET(1, 15, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR64_set(v) _BGQ_SET(1, 15, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR64_insert(x, v) _BGQ_INSERT(1, 15, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR65_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR65_position 16
#define MU_DCR__RME_INTERRUPTS1__RME_ERR65_get(x) _BGQ_GET(1, 16, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR65_set(v) _BGQ_SET(1, 16, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR65_insert(x, v) _BGQ_INSERT(1, 16, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR66_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR66_position 17
#define MU_DCR__RME_INTERRUPTS1__RME_ERR66_get(x) _BGQ_GET(1, 17, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR66_set(v) _BGQ_SET(1, 17, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR66_insert(x, v) _BGQ_INSERT(1, 17, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR67_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR67_position 18
#define MU_DCR__RME_INTERRUPTS1__RME_ERR67_get(x) _BGQ_GET(1, 18, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR67_set(v) _BGQ_SET(1, 18, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR67_insert(x, v) _BGQ_INSERT(1, 18, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR68_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR68_position 19
#define MU_DCR__RME_INTERRUPTS1__RME_ERR68_get(x) _BGQ_GET(1, 19, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR68_set(v) _BGQ_SET(1, 19, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR68_insert(x, v) _BGQ_INSERT(1, 19, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR69_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR69_position 20
#define MU_DCR__RME_INTERRUPTS1__RME_ERR69_get(x) _BGQ_GET(1, 20, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR69_set(v) _BGQ_SET(1, 20, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR69_insert(x, v) _BGQ_INSERT(1, 20, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR70_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR70_position 21
#define MU_DCR__RME_INTERRUPTS1__RME_ERR70_get(x) _BGQ_GET(1, 21, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR70_set(v) _BGQ_SET(1, 21, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR70_insert(x, v) _BGQ_INSERT(1, 21, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR71_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR71_position 22
#define MU_DCR__RME_INTERRUPTS1__RME_ERR71_get(x) _BGQ_GET(1, 22, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR71_set(v) _BGQ_SET(1, 22, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR71_insert(x, v) _BGQ_INSERT(1, 22, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR72_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR72_position 23
#define MU_DCR__RME_INTERRUPTS1__RME_ERR72_get(x) _BGQ_GET(1, 23, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR72_set(v) _BGQ_SET(1, 23, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR72_insert(x, v) _BGQ_INSERT(1, 23, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR73_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR73_position 24
#define MU_DCR__RME_INTERRUPTS1__RME_ERR73_get(x) _BGQ_GET(1, 24, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR73_set(v) _BGQ_SET(1, 24, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR73_insert(x, v) _BGQ_INSERT(1, 24, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR74_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR74_position 25
#define MU_DCR__RME_INTERRUPTS1__RME_ERR74_get(x) _BGQ_GET(1, 25, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR74_set(v) _BGQ_SET(1, 25, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR74_insert(x, v) _BGQ_INSERT(1, 25, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR75_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR75_position 26
#define MU_DCR__RME_INTERRUPTS1__RME_ERR75_get(x) _BGQ_GET(1, 26, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR75_set(v) _BGQ_SET(1, 26, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR75_insert(x, v) _BGQ_INSERT(1, 26, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR76_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR76_position 27
#define MU_DCR__RME_INTERRUPTS1__RME_ERR76_get(x) _BGQ_GET(1, 27, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR76_set(v) _BGQ_SET(1, 27, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR76_insert(x, v) _BGQ_INSERT(1, 27, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR77_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR77_position 28
#define MU_DCR__RME_INTERRUPTS1__RME_ERR77_get(x) _BGQ_GET(1, 28, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR77_set(v) _BGQ_SET(1, 28, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR77_insert(x, v) _BGQ_INSERT(1, 28, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR78_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR78_position 29
#define MU_DCR__RME_INTERRUPTS1__RME_ERR78_get(x) _BGQ_GET(1, 29, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR78_set(v) _BGQ_SET(1, 29, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR78_insert(x, v) _BGQ_INSERT(1, 29, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR79_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR79_position 30
#define MU_DCR__RME_INTERRUPTS1__RME_ERR79_get(x) _BGQ_GET(1, 30, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR79_set(v) _BGQ_SET(1, 30, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR79_insert(x, v) _BGQ_INSERT(1, 30, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR80_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR80_position 31
#define MU_DCR__RME_INTERRUPTS1__RME_ERR80_get(x) _BGQ_GET(1, 31, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR80_set(v) _BGQ_SET(1, 31, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR80_insert(x, v) _BGQ_INSERT(1, 31, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR81_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR81_position 32
#define MU_DCR__RME_INTERRUPTS1__RME_ERR81_get(x) _BGQ_GET(1, 32, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR81_set(v) _BGQ_SET(1, 32, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR81_insert(x, v) _BGQ_INSERT(1, 32, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR82_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR82_position 33
#define MU_DCR__RME_INTERRUPTS1__RME_ERR82_get(x) _BGQ_GET(1, 33, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR82_set(v) _BGQ_SET(1, 33, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR82_insert(x, v) _BGQ_INSERT(1, 33, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR83_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR83_position 34
#define MU_DCR__RME_INTERRUPTS1__RME_ERR83_get(x) _BGQ_GET(1, 34, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR83_set(v) _BGQ_SET(1, 34, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR83_insert(x, v) _BGQ_INSERT(1, 34, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR84_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR84_position 35
#define MU_DCR__RME_INTERRUPTS1__RME_ERR84_get(x) _BGQ_GET(1, 35, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR84_set(v) _BGQ_SET(1, 35, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR84_insert(x, v) _BGQ_INSERT(1, 35, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR85_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR85_position 36
#define MU_DCR__RME_INTERRUPTS1__RME_ERR85_get(x) _BGQ_GET(1, 36, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR85_set(v) _BGQ_SET(1, 36, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR85_insert(x, v) _BGQ_INSERT(1, 36, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR86_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR86_position 37
#define MU_DCR__RME_INTERRUPTS1__RME_ERR86_get(x) _BGQ_GET(1, 37, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR86_set(v) _BGQ_SET(1, 37, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR86_insert(x, v) _BGQ_INSERT(1, 37, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR87_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR87_position 38
#define MU_DCR__RME_INTERRUPTS1__RME_ERR87_get(x) _BGQ_GET(1, 38, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR87_set(v) _BGQ_SET(1, 38, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR87_insert(x, v) _BGQ_INSERT(1, 38, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR88_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR88_position 39
#define MU_DCR__RME_INTERRUPTS1__RME_ERR88_get(x) _BGQ_GET(1, 39, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR88_set(v) _BGQ_SET(1, 39, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR88_insert(x, v) _BGQ_INSERT(1, 39, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR89_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR89_position 40
#define MU_DCR__RME_INTERRUPTS1__RME_ERR89_get(x) _BGQ_GET(1, 40, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR89_set(v) _BGQ_SET(1, 40, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR89_insert(x, v) _BGQ_INSERT(1, 40, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR90_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR90_position 41
#define MU_DCR__RME_INTERRUPTS1__RME_ERR90_get(x) _BGQ_GET(1, 41, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR90_set(v) _BGQ_SET(1, 41, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR90_insert(x, v) _BGQ_INSERT(1, 41, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR91_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR91_position 42
#define MU_DCR__RME_INTERRUPTS1__RME_ERR91_get(x) _BGQ_GET(1, 42, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR91_set(v) _BGQ_SET(1, 42, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR91_insert(x, v) _BGQ_INSERT(1, 42, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR92_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR92_position 43
#define MU_DCR__RME_INTERRUPTS1__RME_ERR92_get(x) _BGQ_GET(1, 43, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR92_set(v) _BGQ_SET(1, 43, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR92_insert(x, v) _BGQ_INSERT(1, 43, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR93_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR93_position 44
#define MU_DCR__RME_INTERRUPTS1__RME_ERR93_get(x) _BGQ_GET(1, 44, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR93_set(v) _BGQ_SET(1, 44, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR93_insert(x, v) _BGQ_INSERT(1, 44, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR94_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR94_position 45
#define MU_DCR__RME_INTERRUPTS1__RME_ERR94_get(x) _BGQ_GET(1, 45, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR94_set(v) _BGQ_SET(1, 45, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR94_insert(x, v) _BGQ_INSERT(1, 45, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR95_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR95_position 46
#define MU_DCR__RME_INTERRUPTS1__RME_ERR95_get(x) _BGQ_GET(1, 46, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR95_set(v) _BGQ_SET(1, 46, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR95_insert(x, v) _BGQ_INSERT(1, 46, x, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR96_width 1
#define MU_DCR__RME_INTERRUPTS1__RME_ERR96_position 47
#define MU_DCR__RME_INTERRUPTS1__RME_ERR96_get(x) _BGQ_GET(1, 47, x)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR96_set(v) _BGQ_SET(1, 47, v)
#define MU_DCR__RME_INTERRUPTS1__RME_ERR96_insert(x, v) _BGQ_INSERT(1, 47, x, v)

#define MU_DCR__ICSRAM_INTERRUPTS__STATE_offset 0x0EBB

#define MU_DCR__ICSRAM_INTERRUPTS__FIRST_offset 0x0EBF

#define MU_DCR__ICSRAM_INTERRUPTS__FORCE_offset 0x0EBE

#define MU_DCR__ICSRAM_INTERRUPTS__MACHINE_CHECK_offset 0x0EC0

#define MU_DCR__ICSRAM_INTERRUPTS__CRITICAL_offset 0x0EC1

#define MU_DCR__ICSRAM_INTERRUPTS__NONCRITICAL_offset 0x0EC2
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR0_width 1
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR0_position 0
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR0_get(x) _BGQ_GET(1, 0, x)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR0_set(v) _BGQ_SET(1, 0, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR0_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR1_width 1
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR1_position 1
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR1_get(x) _BGQ_GET(1, 1, x)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR1_set(v) _BGQ_SET(1, 1, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR1_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR2_width 1
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR2_position 2
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR2_get(x) _BGQ_GET(1, 2, x)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR2_set(v) _BGQ_SET(1, 2, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR2_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR3_width 1
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR3_position 3
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR3_get(x) _BGQ_GET(1, 3, x)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR3_set(v) _BGQ_SET(1, 3, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR3_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR4_width 1
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR4_position 4
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR4_get(x) _BGQ_GET(1, 4, x)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR4_set(v) _BGQ_SET(1, 4, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR4_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR5_width 1
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR5_position 5
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR5_get(x) _BGQ_GET(1, 5, x)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR5_set(v) _BGQ_SET(1, 5, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR5_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR6_width 1
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR6_position 6
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR6_get(x) _BGQ_GET(1, 6, x)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR6_set(v) _BGQ_SET(1, 6, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR6_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR7_width 1
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR7_position 7
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR7_get(x) _BGQ_GET(1, 7, x)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR7_set(v) _BGQ_SET(1, 7, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR7_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR8_width 1
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR8_position 8
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR8_get(x) _BGQ_GET(1, 8, x)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR8_set(v) _BGQ_SET(1, 8, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR8_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR9_width 1
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR9_position 9
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR9_get(x) _BGQ_GET(1, 9, x)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR9_set(v) _BGQ_SET(1, 9, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR9_insert(x, v) _BGQ_INSERT(1, 9, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR10_width 1
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR10_position 10
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR10_get(x) _BGQ_GET(1, 10, x)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR10_set(v) _BGQ_SET(1, 10, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR10_insert(x, v) _BGQ_INSERT(1, 10, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR11_width 1
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR11_position 11
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR11_get(x) _BGQ_GET(1, 11, x)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR11_set(v) _BGQ_SET(1, 11, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR11_insert(x, v) _BGQ_INSERT(1, 11, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR12_width 1
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR12_position 12
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR12_get(x) _BGQ_GET(1, 12, x)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR12_set(v) _BGQ_SET(1, 12, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR12_insert(x, v) _BGQ_INSERT(1, 12, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR13_width 1
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR13_position 13
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR13_get(x) _BGQ_GET(1, 13, x)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR13_set(v) _BGQ_SET(1, 13, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR13_insert(x, v) _BGQ_INSERT(1, 13, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR14_width 1
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR14_position 14
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR14_get(x) _BGQ_GET(1, 14, x)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR14_set(v) _BGQ_SET(1, 14, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR14_insert(x, v) _BGQ_INSERT(1, 14, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR15_width 1
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR15_position 15
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR15_get(x) _BGQ_GET(1, 15, x)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR15_set(v) _BGQ_SET(1, 15, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR15_insert(x, v) _BGQ_INSERT(1, 15, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR16_width 1
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR16_position 16
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR16_get(x) _BGQ_GET(1, 16, x)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR16_set(v) _BGQ_SET(1, 16, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR16_insert(x, v) _BGQ_INSERT(1, 16, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR17_width 1
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR17_position 17
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR17_get(x) _BGQ_GET(1, 17, x)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR17_set(v) _BGQ_SET(1, 17, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR17_insert(x, v) _BGQ_INSERT(1, 17, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR18_width 1
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR18_position 18
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR18_get(x) _BGQ_GET(1, 18, x)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR18_set(v) _BGQ_SET(1, 18, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR18_insert(x, v) _BGQ_INSERT(1, 18, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR19_width 1
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR19_position 19
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR19_get(x) _BGQ_GET(1, 19, x)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR19_set(v) _BGQ_SET(1, 19, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR19_insert(x, v) _BGQ_INSERT(1, 19, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR20_width 1
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR20_position 20
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR20_get(x) _BGQ_GET(1, 20, x)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR20_set(v) _BGQ_SET(1, 20, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR20_insert(x, v) _BGQ_INSERT(1, 20, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR21_width 1
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR21_position 21
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR21_get(x) _BGQ_GET(1, 21, x)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR21_set(v) _BGQ_SET(1, 21, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR21_insert(x, v) _BGQ_INSERT(1, 21, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR22_width 1
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR22_position 22
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR22_get(x) _BGQ_GET(1, 22, x)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR22_set(v) _BGQ_SET(1, 22, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR22_insert(x, v) _BGQ_INSERT(1, 22, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR23_width 1
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR23_position 23
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR23_get(x) _BGQ_GET(1, 23, x)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR23_set(v) _BGQ_SET(1, 23, v)
#define MU_DCR__ICSRAM_INTERRUPTS__ICSRAM_ERR23_insert(x, v) _BGQ_INSERT(1, 23, x, v)

#define MU_DCR__MISC_INTERRUPTS__STATE_offset 0x0EC4

#define MU_DCR__MISC_INTERRUPTS__FIRST_offset 0x0EC8

#define MU_DCR__MISC_INTERRUPTS__FORCE_offset 0x0EC7

#define MU_DCR__MISC_INTERRUPTS__MACHINE_CHECK_offset 0x0EC9

#define MU_DCR__MISC_INTERRUPTS__CRITICAL_offset 0x0ECA

#define MU_DCR__MISC_INTERRUPTS__NONCRITICAL_offset 0x0ECB
#define MU_DCR__MISC_INTERRUPTS__ICSRAM_SELECT_ERR0_width 1
#define MU_DCR__MISC_INTERRUPTS__ICSRAM_SELECT_ERR0_position 0
#define MU_DCR__MISC_INTERRUPTS__ICSRAM_SELECT_ERR0_get(x) _BGQ_GET(1, 0, x)
#define MU_DCR__MISC_INTERRUPTS__ICSRAM_SELECT_ERR0_set(v) _BGQ_SET(1, 0, v)
#define MU_DCR__MISC_INTERRUPTS__ICSRAM_SELECT_ERR0_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define MU_DCR__MISC_INTERRUPTS__ICSRAM_SELECT_ERR1_width 1
#define MU_DCR__MISC_INTERRUPTS__ICSRAM_SELECT_ERR1_position 1
#define MU_DCR__MISC_INTERRUPTS__ICSRAM_SELECT_ERR1_get(x) _BGQ_GET(1, 1, x)
#define MU_DCR__MISC_INTERRUPTS__ICSRAM_SELECT_ERR1_set(v) _BGQ_SET(1, 1, v)
#define MU_DCR__MISC_INTERRUPTS__ICSRAM_SELECT_ERR1_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define MU_DCR__MISC_INTERRUPTS__ICSRAM_SELECT_ERR2_width 1
#define MU_DCR__MISC_INTERRUPTS__ICSRAM_SELECT_ERR2_position 2
#define MU_DCR__MISC_INTERRUPTS__ICSRAM_SELECT_ERR2_get(x) _BGQ_GET(1, 2, x)
#define MU_DCR__MISC_INTERRUPTS__ICSRAM_SELECT_ERR2_set(v) _BGQ_SET(1, 2, v)
#define MU_DCR__MISC_INTERRUPTS__ICSRAM_SELECT_ERR2_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define MU_DCR__MISC_INTERRUPTS__ICSRAM_SELECT_ERR3_width 1
#define MU_DCR__MISC_INTERRUPTS__ICSRAM_SELECT_ERR3_position 3
#define MU_DCR__MISC_INTERRUPTS__ICSRAM_SELECT_ERR3_get(x) _BGQ_GET(1, 3, x)
#define MU_DCR__MISC_INTERRUPTS__ICSRAM_SELECT_ERR3_set(v) _BGQ_SET(1, 3, v)
#define MU_DCR__MISC_INTERRUPTS__ICSRAM_SELECT_ERR3_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define MU_DCR__MISC_INTERRUPTS__ICSRAM_SELECT_ERR4_width 1
#define MU_DCR__MISC_INTERRUPTS__ICSRAM_SELECT_ERR4_position 4
#define MU_DCR__MISC_INTERRUPTS__ICSRAM_SELECT_ERR4_get(x) _BGQ_GET(1, 4, x)
#define MU_DCR__MISC_INTERRUPTS__ICSRAM_SELECT_ERR4_set(v) _BGQ_SET(1, 4, v)
#define MU_DCR__MISC_INTERRUPTS__ICSRAM_SELECT_ERR4_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define MU_DCR__MISC_INTERRUPTS__ICSRAM_SELECT_ERR5_width 1
#define MU_DCR__MISC_INTERRUPTS__ICSRAM_SELECT_ERR5_position 5
#define MU_DCR__MISC_INTERRUPTS__ICSRAM_SELECT_ERR5_get(x) _BGQ_GET(1, 5, x)
#define MU_DCR__MISC_INTERRUPTS__ICSRAM_SELECT_ERR5_set(v) _BGQ_SET(1, 5, v)
#define MU_DCR__MISC_INTERRUPTS__ICSRAM_SELECT_ERR5_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define MU_DCR__MISC_INTERRUPTS__RAN_ERR0_width 1
#define MU_DCR__MISC_INTERRUPTS__RAN_ERR0_position 6
#define MU_DCR__MISC_INTERRUPTS__RAN_ERR0_get(x) _BGQ_GET(1, 6, x)
#define MU_DCR__MISC_INTERRUPTS__RAN_ERR0_set(v) _BGQ_SET(1, 6, v)
#define MU_DCR__MISC_INTERRUPTS__RAN_ERR0_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define MU_DCR__MISC_INTERRUPTS__MU_ERR0_width 1
#define MU_DCR__MISC_INTERRUPTS__MU_ERR0_position 7
#define MU_DCR__MISC_INTERRUPTS__MU_ERR0_get(x) _BGQ_GET(1, 7, x)
#define MU_DCR__MISC_INTERRUPTS__MU_ERR0_set(v) _BGQ_SET(1, 7, v)
#define MU_DCR__MISC_INTERRUPTS__MU_ERR0_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define MU_DCR__MISC_INTERRUPTS__MU_ERR1_width 1
#define MU_DCR__MISC_INTERRUPTS__MU_ERR1_position 8
#define MU_DCR__MISC_INTERRUPTS__MU_ERR1_get(x) _BGQ_GET(1, 8, x)
#define MU_DCR__MISC_INTERRUPTS__MU_ERR1_set(v) _BGQ_SET(1, 8, v)
#define MU_DCR__MISC_INTERRUPTS__MU_ERR1_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define MU_DCR__MISC_INTERRUPTS__UPC_COUNTER_OVF_width 1
#define MU_DCR__MISC_INTERRUPTS__UPC_COUNTER_OVF_position 9
#define MU_DCR__MISC_INTERRUPTS__UPC_COUNTER_OVF_get(x) _BGQ_GET(1, 9, x)
#define MU_DCR__MISC_INTERRUPTS__UPC_COUNTER_OVF_set(v) _BGQ_SET(1, 9, v)
#define MU_DCR__MISC_INTERRUPTS__UPC_COUNTER_OVF_insert(x, v) _BGQ_INSERT(1, 9, x, v)

#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__STATE_offset 0x0ECD

#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__FIRST_offset 0x0ED1

#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__FORCE_offset 0x0ED0

#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__MACHINE_CHECK_offset 0x0ED2

#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__CRITICAL_offset 0x0ED3

#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__NONCRITICAL_offset 0x0ED4
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE0_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE0_position 0
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE0_get(x) _BGQ_GET(1, 0, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE0_set(v) _BGQ_SET(1, 0, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE0_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE1_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE1_position 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE1_get(x) _BGQ_GET(1, 1, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE1_set(v) _BGQ_SET(1, 1, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE1_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE2_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE2_position 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE2_get(x) _BGQ_GET(1, 2, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE2_set(v) _BGQ_SET(1, 2, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE2_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE3_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE3_position 3
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE3_get(x) _BGQ_GET(1, 3, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE3_set(v) _BGQ_SET(1, 3, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE3_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE4_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE4_position 4
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE4_get(x) _BGQ_GET(1, 4, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE4_set(v) _BGQ_SET(1, 4, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE4_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE5_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE5_position 5
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE5_get(x) _BGQ_GET(1, 5, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE5_set(v) _BGQ_SET(1, 5, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE5_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE6_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE6_position 6
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE6_get(x) _BGQ_GET(1, 6, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE6_set(v) _BGQ_SET(1, 6, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE6_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE7_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE7_position 7
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE7_get(x) _BGQ_GET(1, 7, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE7_set(v) _BGQ_SET(1, 7, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE7_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE8_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE8_position 8
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE8_get(x) _BGQ_GET(1, 8, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE8_set(v) _BGQ_SET(1, 8, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE8_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE9_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE9_position 9
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE9_get(x) _BGQ_GET(1, 9, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE9_set(v) _BGQ_SET(1, 9, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE9_insert(x, v) _BGQ_INSERT(1, 9, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE10_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE10_position 10
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE10_get(x) _BGQ_GET(1, 10, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE10_set(v) _BGQ_SET(1, 10, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE10_insert(x, v) _BGQ_INSERT(1, 10, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE11_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE11_position 11
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE11_get(x) _BGQ_GET(1, 11, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE11_set(v) _BGQ_SET(1, 11, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE11_insert(x, v) _BGQ_INSERT(1, 11, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE12_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE12_position 12
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE12_get(x) _BGQ_GET(1, 12, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE12_set(v) _BGQ_SET(1, 12, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE12_insert(x, v) _BGQ_INSERT(1, 12, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE13_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE13_position 13
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE13_get(x) _BGQ_GET(1, 13, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE13_set(v) _BGQ_SET(1, 13, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE13_insert(x, v) _BGQ_INSERT(1, 13, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE14_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE14_position 14
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE14_get(x) _BGQ_GET(1, 14, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE14_set(v) _BGQ_SET(1, 14, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE14_insert(x, v) _BGQ_INSERT(1, 14, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE15_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE15_position 15
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE15_get(x) _BGQ_GET(1, 15, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE15_set(v) _BGQ_SET(1, 15, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE15_insert(x, v) _BGQ_INSERT(1, 15, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE16_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE16_position 16
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE16_get(x) _BGQ_GET(1, 16, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE16_set(v) _BGQ_SET(1, 16, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE16_insert(x, v) _BGQ_INSERT(1, 16, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE17_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE17_position 17
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE17_get(x) _BGQ_GET(1, 17, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE17_set(v) _BGQ_SET(1, 17, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE17_insert(x, v) _BGQ_INSERT(1, 17, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE18_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE18_position 18
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE18_get(x) _BGQ_GET(1, 18, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE18_set(v) _BGQ_SET(1, 18, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE18_insert(x, v) _BGQ_INSERT(1, 18, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE19_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE19_position 19
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE19_get(x) _BGQ_GET(1, 19, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE19_set(v) _BGQ_SET(1, 19, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE19_insert(x, v) _BGQ_INSERT(1, 19, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE20_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE20_position 20
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE20_get(x) _BGQ_GET(1, 20, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE20_set(v) _BGQ_SET(1, 20, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE20_insert(x, v) _BGQ_INSERT(1, 20, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE21_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE21_position 21
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE21_get(x) _BGQ_GET(1, 21, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE21_set(v) _BGQ_SET(1, 21, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE21_insert(x, v) _BGQ_INSERT(1, 21, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE22_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE22_position 22
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE22_get(x) _BGQ_GET(1, 22, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE22_set(v) _BGQ_SET(1, 22, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE22_insert(x, v) _BGQ_INSERT(1, 22, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE23_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE23_position 23
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE23_get(x) _BGQ_GET(1, 23, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE23_set(v) _BGQ_SET(1, 23, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE23_insert(x, v) _BGQ_INSERT(1, 23, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE24_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE24_position 24
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE24_get(x) _BGQ_GET(1, 24, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE24_set(v) _BGQ_SET(1, 24, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE24_insert(x, v) _BGQ_INSERT(1, 24, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE25_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE25_position 25
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE25_get(x) _BGQ_GET(1, 25, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE25_set(v) _BGQ_SET(1, 25, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE25_insert(x, v) _BGQ_INSERT(1, 25, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE26_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE26_position 26
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE26_get(x) _BGQ_GET(1, 26, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE26_set(v) _BGQ_SET(1, 26, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE26_insert(x, v) _BGQ_INSERT(1, 26, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE27_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE27_position 27
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE27_get(x) _BGQ_GET(1, 27, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE27_set(v) _BGQ_SET(1, 27, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE27_insert(x, v) _BGQ_INSERT(1, 27, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE28_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE28_position 28
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE28_get(x) _BGQ_GET(1, 28, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE28_set(v) _BGQ_SET(1, 28, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE28_insert(x, v) _BGQ_INSERT(1, 28, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE29_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE29_position 29
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE29_get(x) _BGQ_GET(1, 29, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE29_set(v) _BGQ_SET(1, 29, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE29_insert(x, v) _BGQ_INSERT(1, 29, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE30_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE30_position 30
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE30_get(x) _BGQ_GET(1, 30, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE30_set(v) _BGQ_SET(1, 30, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE30_insert(x, v) _BGQ_INSERT(1, 30, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE31_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE31_position 31
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE31_get(x) _BGQ_GET(1, 31, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE31_set(v) _BGQ_SET(1, 31, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE31_insert(x, v) _BGQ_INSERT(1, 31, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE32_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE32_position 32
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE32_get(x) _BGQ_GET(1, 32, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE32_set(v) _BGQ_SET(1, 32, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE32_insert(x, v) _BGQ_INSERT(1, 32, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE33_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE33_position 33
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE33_get(x) _BGQ_GET(1, 33, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE33_set(v) _BGQ_SET(1, 33, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE33_insert(x, v) _BGQ_INSERT(1, 33, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE34_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE34_position 34
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE34_get(x) _BGQ_GET(1, 34, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE34_set(v) _BGQ_SET(1, 34, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE34_insert(x, v) _BGQ_INSERT(1, 34, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE35_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE35_position 35
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE35_get(x) _BGQ_GET(1, 35, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE35_set(v) _BGQ_SET(1, 35, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE35_insert(x, v) _BGQ_INSERT(1, 35, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE36_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE36_position 36
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE36_get(x) _BGQ_GET(1, 36, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE36_set(v) _BGQ_SET(1, 36, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE36_insert(x, v) _BGQ_INSERT(1, 36, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE37_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE37_position 37
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE37_get(x) _BGQ_GET(1, 37, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE37_set(v) _BGQ_SET(1, 37, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE37_insert(x, v) _BGQ_INSERT(1, 37, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE38_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE38_position 38
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE38_get(x) _BGQ_GET(1, 38, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE38_set(v) _BGQ_SET(1, 38, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE38_insert(x, v) _BGQ_INSERT(1, 38, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE39_width 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE39_position 39
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE39_get(x) _BGQ_GET(1, 39, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE39_set(v) _BGQ_SET(1, 39, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS__RMU_ECC_CE39_insert(x, v) _BGQ_INSERT(1, 39, x, v)

#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__STATE_offset 0x0ED5

#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__FIRST_offset 0x0ED9

#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__FORCE_offset 0x0ED8

#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__MACHINE_CHECK_offset 0x0EDA

#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__CRITICAL_offset 0x0EDB

#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__NONCRITICAL_offset 0x0EDC
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__MMREGS_ECC_CE0_width 1
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__MMREGS_ECC_CE0_position 0
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__MMREGS_ECC_CE0_get(x) _BGQ_GET(1, 0, x)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__MMREGS_ECC_CE0_set(v) _BGQ_SET(1, 0, v)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__MMREGS_ECC_CE0_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__MMREGS_ECC_CE1_width 1
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__MMREGS_ECC_CE1_position 1
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__MMREGS_ECC_CE1_get(x) _BGQ_GET(1, 1, x)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__MMREGS_ECC_CE1_set(v) _BGQ_SET(1, 1, v)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__MMREGS_ECC_CE1_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__MMREGS_ECC_CE2_width 1
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__MMREGS_ECC_CE2_position 2
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__MMREGS_ECC_CE2_get(x) _BGQ_GET(1, 2, x)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__MMREGS_ECC_CE2_set(v) _BGQ_SET(1, 2, v)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__MMREGS_ECC_CE2_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__XS_ECC_CE0_width 1
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__XS_ECC_CE0_position 3
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__XS_ECC_CE0_get(x) _BGQ_GET(1, 3, x)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__XS_ECC_CE0_set(v) _BGQ_SET(1, 3, v)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__XS_ECC_CE0_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__XS_ECC_CE1_width 1
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__XS_ECC_CE1_position 4
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__XS_ECC_CE1_get(x) _BGQ_GET(1, 4, x)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__XS_ECC_CE1_set(v) _BGQ_SET(1, 4, v)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__XS_ECC_CE1_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__XS_ECC_CE2_width 1
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__XS_ECC_CE2_position 5
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__XS_ECC_CE2_get(x) _BGQ_GET(1, 5, x)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__XS_ECC_CE2_set(v) _BGQ_SET(1, 5, v)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS__XS_ECC_CE2_insert(x, v) _BGQ_INSERT(1, 5, x, v)

#define MU_DCR__ECC_COUNT_INTERRUPTS__STATE_offset 0x0EDD

#define MU_DCR__ECC_COUNT_INTERRUPTS__FIRST_offset 0x0EE1

#define MU_DCR__ECC_COUNT_INTERRUPTS__FORCE_offset 0x0EE0

#define MU_DCR__ECC_COUNT_INTERRUPTS__MACHINE_CHECK_offset 0x0EE2

#define MU_DCR__ECC_COUNT_INTERRUPTS__CRITICAL_offset 0x0EE3

#define MU_DCR__ECC_COUNT_INTERRUPTS__NONCRITICAL_offset 0x0EE4
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER0_width 1
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER0_position 0
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER0_get(x) _BGQ_GET(1, 0, x)
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER0_set(v) _BGQ_SET(1, 0, v)
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER0_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER1_width 1
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER1_position 1
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER1_get(x) _BGQ_GET(1, 1, x)
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER1_set(v) _BGQ_SET(1, 1, v)
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER1_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER2_width 1
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER2_position 2
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER2_get(x) _BGQ_GET(1, 2, x)
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER2_set(v) _BGQ_SET(1, 2, v)
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER2_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER3_width 1
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER3_position 3
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER3_get(x) _BGQ_GET(1, 3, x)
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER3_set(v) _BGQ_SET(1, 3, v)
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER3_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER4_width 1
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER4_position 4
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER4_get(x) _BGQ_GET(1, 4, x)
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER4_set(v) _BGQ_SET(1, 4, v)
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER4_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER5_width 1
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER5_position 5
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER5_get(x) _BGQ_GET(1, 5, x)
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER5_set(v) _BGQ_SET(1, 5, v)
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER5_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER6_width 1
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER6_position 6
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER6_get(x) _BGQ_GET(1, 6, x)
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER6_set(v) _BGQ_SET(1, 6, v)
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER6_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER7_width 1
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER7_position 7
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER7_get(x) _BGQ_GET(1, 7, x)
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER7_set(v) _BGQ_SET(1, 7, v)
#define MU_DCR__ECC_COUNT_INTERRUPTS__ECC_COUNT_OVER7_insert(x, v) _BGQ_INSERT(1, 7, x, v)

#define MU_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH_offset 0x0E01
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_width 2
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_position 1
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_get(x) _BGQ_GET(2, 1, x)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_set(v) _BGQ_SET(2, 1, v)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_insert(x, v) _BGQ_INSERT(2, 1, x, v)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_PRIV_width 2
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_PRIV_position 3
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_PRIV_get(x) _BGQ_GET(2, 3, x)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_PRIV_set(v) _BGQ_SET(2, 3, v)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_PRIV_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_DATA_PARITY_width 2
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_DATA_PARITY_position 5
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_DATA_PARITY_get(x) _BGQ_GET(2, 5, x)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_DATA_PARITY_set(v) _BGQ_SET(2, 5, v)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_DATA_PARITY_insert(x, v) _BGQ_INSERT(2, 5, x, v)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_PARITY_width 2
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_PARITY_position 7
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_PARITY_get(x) _BGQ_GET(2, 7, x)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_PARITY_set(v) _BGQ_SET(2, 7, v)
#define MU_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_PARITY_insert(x, v) _BGQ_INSERT(2, 7, x, v)

#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_LOW_offset 0x0E0B

#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH_offset 0x0E0C
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR0_width 2
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR0_position 1
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR0_get(x) _BGQ_GET(2, 1, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR0_set(v) _BGQ_SET(2, 1, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR0_insert(x, v) _BGQ_INSERT(2, 1, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR1_width 2
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR1_position 3
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR1_get(x) _BGQ_GET(2, 3, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR1_set(v) _BGQ_SET(2, 3, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR1_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR2_width 2
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR2_position 5
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR2_get(x) _BGQ_GET(2, 5, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR2_set(v) _BGQ_SET(2, 5, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR2_insert(x, v) _BGQ_INSERT(2, 5, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR3_width 2
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR3_position 7
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR3_get(x) _BGQ_GET(2, 7, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR3_set(v) _BGQ_SET(2, 7, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR3_insert(x, v) _BGQ_INSERT(2, 7, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR4_width 2
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR4_position 9
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR4_get(x) _BGQ_GET(2, 9, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR4_set(v) _BGQ_SET(2, 9, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR4_insert(x, v) _BGQ_INSERT(2, 9, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR5_width 2
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR5_position 11
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR5_get(x) _BGQ_GET(2, 11, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR5_set(v) _BGQ_SET(2, 11, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR5_insert(x, v) _BGQ_INSERT(2, 11, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR6_width 2
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR6_position 13
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR6_get(x) _BGQ_GET(2, 13, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR6_set(v) _BGQ_SET(2, 13, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR6_insert(x, v) _BGQ_INSERT(2, 13, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR7_width 2
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR7_position 15
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR7_get(x) _BGQ_GET(2, 15, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR7_set(v) _BGQ_SET(2, 15, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR7_insert(x, v) _BGQ_INSERT(2, 15, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR8_width 2
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR8_position 17
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR8_get(x) _BGQ_GET(2, 17, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR8_set(v) _BGQ_SET(2, 17, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR8_insert(x, v) _BGQ_INSERT(2, 17, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR9_width 2
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR9_position 19
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR9_get(x) _BGQ_GET(2, 19, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR9_set(v) _BGQ_SET(2, 19, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR9_insert(x, v) _BGQ_INSERT(2, 19, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR10_width 2
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR10_position 21
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR10_get(x) _BGQ_GET(2, 21, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR10_set(v) _BGQ_SET(2, 21, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR10_insert(x, v) _BGQ_INSERT(2, 21, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR11_width 2
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR11_position 23
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR11_get(x) _BGQ_GET(2, 23, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR11_set(v) _BGQ_SET(2, 23, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR11_insert(x, v) _BGQ_INSERT(2, 23, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR12_width 2
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR12_position 25
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR12_get(x) _BGQ_GET(2, 25, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR12_set(v) _BGQ_SET(2, 25, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR12_insert(x, v) _BGQ_INSERT(2, 25, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR13_width 2
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR13_position 27
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR13_get(x) _BGQ_GET(2, 27, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR13_set(v) _BGQ_SET(2, 27, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR13_insert(x, v) _BGQ_INSERT(2, 27, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR14_width 2
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR14_position 29
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR14_get(x) _BGQ_GET(2, 29, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR14_set(v) _BGQ_SET(2, 29, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR14_insert(x, v) _BGQ_INSERT(2, 29, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR15_width 2
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR15_position 31
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR15_get(x) _BGQ_GET(2, 31, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR15_set(v) _BGQ_SET(2, 31, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR15_insert(x, v) _BGQ_INSERT(2, 31, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR16_width 2
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR16_position 33
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR16_get(x) _BGQ_GET(2, 33, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR16_set(v) _BGQ_SET(2, 33, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR16_insert(x, v) _BGQ_INSERT(2, 33, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR17_width 2
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR17_position 35
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR17_get(x) _BGQ_GET(2, 35, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR17_set(v) _BGQ_SET(2, 35, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR17_insert(x, v) _BGQ_INSERT(2, 35, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR18_width 2
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR18_position 37
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR18_get(x) _BGQ_GET(2, 37, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR18_set(v) _BGQ_SET(2, 37, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR18_insert(x, v) _BGQ_INSERT(2, 37, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR19_width 2
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR19_position 39
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR19_get(x) _BGQ_GET(2, 39, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR19_set(v) _BGQ_SET(2, 39, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR19_insert(x, v) _BGQ_INSERT(2, 39, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR20_width 2
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR20_position 41
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR20_get(x) _BGQ_GET(2, 41, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR20_set(v) _BGQ_SET(2, 41, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR20_insert(x, v) _BGQ_INSERT(2, 41, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR21_width 2
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR21_position 43
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR21_get(x) _BGQ_GET(2, 43, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR21_set(v) _BGQ_SET(2, 43, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR21_insert(x, v) _BGQ_INSERT(2, 43, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR22_width 2
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR22_position 45
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR22_get(x) _BGQ_GET(2, 45, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR22_set(v) _BGQ_SET(2, 45, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR22_insert(x, v) _BGQ_INSERT(2, 45, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR23_width 2
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR23_position 47
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR23_get(x) _BGQ_GET(2, 47, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR23_set(v) _BGQ_SET(2, 47, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_FATAL_ERR23_insert(x, v) _BGQ_INSERT(2, 47, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_SOFTWARE_ERR24_width 2
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_SOFTWARE_ERR24_position 49
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_SOFTWARE_ERR24_get(x) _BGQ_GET(2, 49, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_SOFTWARE_ERR24_set(v) _BGQ_SET(2, 49, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_SOFTWARE_ERR24_insert(x, v) _BGQ_INSERT(2, 49, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_SOFTWARE_ERR25_width 2
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_SOFTWARE_ERR25_position 51
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_SOFTWARE_ERR25_get(x) _BGQ_GET(2, 51, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_SOFTWARE_ERR25_set(v) _BGQ_SET(2, 51, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_SOFTWARE_ERR25_insert(x, v) _BGQ_INSERT(2, 51, x, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_CORR_ERR26_width 2
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_CORR_ERR26_position 53
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_CORR_ERR26_get(x) _BGQ_GET(2, 53, x)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_CORR_ERR26_set(v) _BGQ_SET(2, 53, v)
#define MU_DCR__MASTER_PORT0_INTERRUPTS_CONTROL_HIGH__XM0_CORR_ERR26_insert(x, v) _BGQ_INSERT(2, 53, x, v)

#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_LOW_offset 0x0E14

#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH_offset 0x0E15
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR0_width 2
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR0_position 1
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR0_get(x) _BGQ_GET(2, 1, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR0_set(v) _BGQ_SET(2, 1, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR0_insert(x, v) _BGQ_INSERT(2, 1, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR1_width 2
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR1_position 3
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR1_get(x) _BGQ_GET(2, 3, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR1_set(v) _BGQ_SET(2, 3, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR1_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR2_width 2
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR2_position 5
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR2_get(x) _BGQ_GET(2, 5, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR2_set(v) _BGQ_SET(2, 5, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR2_insert(x, v) _BGQ_INSERT(2, 5, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR3_width 2
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR3_position 7
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR3_get(x) _BGQ_GET(2, 7, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR3_set(v) _BGQ_SET(2, 7, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR3_insert(x, v) _BGQ_INSERT(2, 7, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR4_width 2
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR4_position 9
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR4_get(x) _BGQ_GET(2, 9, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR4_set(v) _BGQ_SET(2, 9, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR4_insert(x, v) _BGQ_INSERT(2, 9, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR5_width 2
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR5_position 11
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR5_get(x) _BGQ_GET(2, 11, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR5_set(v) _BGQ_SET(2, 11, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR5_insert(x, v) _BGQ_INSERT(2, 11, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR6_width 2
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR6_position 13
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR6_get(x) _BGQ_GET(2, 13, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR6_set(v) _BGQ_SET(2, 13, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR6_insert(x, v) _BGQ_INSERT(2, 13, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR7_width 2
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR7_position 15
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR7_get(x) _BGQ_GET(2, 15, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR7_set(v) _BGQ_SET(2, 15, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR7_insert(x, v) _BGQ_INSERT(2, 15, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR8_width 2
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR8_position 17
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR8_get(x) _BGQ_GET(2, 17, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR8_set(v) _BGQ_SET(2, 17, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR8_insert(x, v) _BGQ_INSERT(2, 17, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR9_width 2
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR9_position 19
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR9_get(x) _BGQ_GET(2, 19, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR9_set(v) _BGQ_SET(2, 19, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR9_insert(x, v) _BGQ_INSERT(2, 19, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR10_width 2
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR10_position 21
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR10_get(x) _BGQ_GET(2, 21, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR10_set(v) _BGQ_SET(2, 21, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR10_insert(x, v) _BGQ_INSERT(2, 21, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR11_width 2
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR11_position 23
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR11_get(x) _BGQ_GET(2, 23, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR11_set(v) _BGQ_SET(2, 23, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR11_insert(x, v) _BGQ_INSERT(2, 23, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR12_width 2
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR12_position 25
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR12_get(x) _BGQ_GET(2, 25, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR12_set(v) _BGQ_SET(2, 25, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR12_insert(x, v) _BGQ_INSERT(2, 25, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR13_width 2
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR13_position 27
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR13_get(x) _BGQ_GET(2, 27, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR13_set(v) _BGQ_SET(2, 27, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR13_insert(x, v) _BGQ_INSERT(2, 27, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR14_width 2
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR14_position 29
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR14_get(x) _BGQ_GET(2, 29, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR14_set(v) _BGQ_SET(2, 29, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR14_insert(x, v) _BGQ_INSERT(2, 29, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR15_width 2
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR15_position 31
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR15_get(x) _BGQ_GET(2, 31, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR15_set(v) _BGQ_SET(2, 31, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR15_insert(x, v) _BGQ_INSERT(2, 31, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR16_width 2
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR16_position 33
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR16_get(x) _BGQ_GET(2, 33, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR16_set(v) _BGQ_SET(2, 33, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR16_insert(x, v) _BGQ_INSERT(2, 33, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR17_width 2
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR17_position 35
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR17_get(x) _BGQ_GET(2, 35, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR17_set(v) _BGQ_SET(2, 35, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR17_insert(x, v) _BGQ_INSERT(2, 35, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR18_width 2
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR18_position 37
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR18_get(x) _BGQ_GET(2, 37, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR18_set(v) _BGQ_SET(2, 37, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR18_insert(x, v) _BGQ_INSERT(2, 37, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR19_width 2
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR19_position 39
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR19_get(x) _BGQ_GET(2, 39, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR19_set(v) _BGQ_SET(2, 39, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR19_insert(x, v) _BGQ_INSERT(2, 39, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR20_width 2
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR20_position 41
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR20_get(x) _BGQ_GET(2, 41, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR20_set(v) _BGQ_SET(2, 41, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR20_insert(x, v) _BGQ_INSERT(2, 41, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR21_width 2
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR21_position 43
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR21_get(x) _BGQ_GET(2, 43, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR21_set(v) _BGQ_SET(2, 43, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR21_insert(x, v) _BGQ_INSERT(2, 43, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR22_width 2
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR22_position 45
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR22_get(x) _BGQ_GET(2, 45, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR22_set(v) _BGQ_SET(2, 45, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR22_insert(x, v) _BGQ_INSERT(2, 45, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR23_width 2
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR23_position 47
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR23_get(x) _BGQ_GET(2, 47, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR23_set(v) _BGQ_SET(2, 47, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_FATAL_ERR23_insert(x, v) _BGQ_INSERT(2, 47, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_SOFTWARE_ERR24_width 2
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_SOFTWARE_ERR24_position 49
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_SOFTWARE_ERR24_get(x) _BGQ_GET(2, 49, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_SOFTWARE_ERR24_set(v) _BGQ_SET(2, 49, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_SOFTWARE_ERR24_insert(x, v) _BGQ_INSERT(2, 49, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_SOFTWARE_ERR25_width 2
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_SOFTWARE_ERR25_position 51
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_SOFTWARE_ERR25_get(x) _BGQ_GET(2, 51, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_SOFTWARE_ERR25_set(v) _BGQ_SET(2, 51, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_SOFTWARE_ERR25_insert(x, v) _BGQ_INSERT(2, 51, x, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_CORR_ERR26_width 2
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_CORR_ERR26_position 53
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_CORR_ERR26_get(x) _BGQ_GET(2, 53, x)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_CORR_ERR26_set(v) _BGQ_SET(2, 53, v)
#define MU_DCR__MASTER_PORT1_INTERRUPTS_CONTROL_HIGH__XM1_CORR_ERR26_insert(x, v) _BGQ_INSERT(2, 53, x, v)

#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_LOW_offset 0x0E1D

#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH_offset 0x0E1E
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR0_width 2
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR0_position 1
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR0_get(x) _BGQ_GET(2, 1, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR0_set(v) _BGQ_SET(2, 1, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR0_insert(x, v) _BGQ_INSERT(2, 1, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR1_width 2
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR1_position 3
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR1_get(x) _BGQ_GET(2, 3, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR1_set(v) _BGQ_SET(2, 3, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR1_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR2_width 2
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR2_position 5
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR2_get(x) _BGQ_GET(2, 5, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR2_set(v) _BGQ_SET(2, 5, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR2_insert(x, v) _BGQ_INSERT(2, 5, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR3_width 2
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR3_position 7
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR3_get(x) _BGQ_GET(2, 7, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR3_set(v) _BGQ_SET(2, 7, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR3_insert(x, v) _BGQ_INSERT(2, 7, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR4_width 2
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR4_position 9
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR4_get(x) _BGQ_GET(2, 9, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR4_set(v) _BGQ_SET(2, 9, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR4_insert(x, v) _BGQ_INSERT(2, 9, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR5_width 2
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR5_position 11
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR5_get(x) _BGQ_GET(2, 11, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR5_set(v) _BGQ_SET(2, 11, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR5_insert(x, v) _BGQ_INSERT(2, 11, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR6_width 2
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR6_position 13
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR6_get(x) _BGQ_GET(2, 13, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR6_set(v) _BGQ_SET(2, 13, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR6_insert(x, v) _BGQ_INSERT(2, 13, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR7_width 2
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR7_position 15
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR7_get(x) _BGQ_GET(2, 15, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR7_set(v) _BGQ_SET(2, 15, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR7_insert(x, v) _BGQ_INSERT(2, 15, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR8_width 2
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR8_position 17
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR8_get(x) _BGQ_GET(2, 17, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR8_set(v) _BGQ_SET(2, 17, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR8_insert(x, v) _BGQ_INSERT(2, 17, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR9_width 2
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR9_position 19
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR9_get(x) _BGQ_GET(2, 19, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR9_set(v) _BGQ_SET(2, 19, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR9_insert(x, v) _BGQ_INSERT(2, 19, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR10_width 2
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR10_position 21
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR10_get(x) _BGQ_GET(2, 21, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR10_set(v) _BGQ_SET(2, 21, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR10_insert(x, v) _BGQ_INSERT(2, 21, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR11_width 2
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR11_position 23
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR11_get(x) _BGQ_GET(2, 23, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR11_set(v) _BGQ_SET(2, 23, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR11_insert(x, v) _BGQ_INSERT(2, 23, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR12_width 2
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR12_position 25
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR12_get(x) _BGQ_GET(2, 25, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR12_set(v) _BGQ_SET(2, 25, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR12_insert(x, v) _BGQ_INSERT(2, 25, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR13_width 2
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR13_position 27
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR13_get(x) _BGQ_GET(2, 27, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR13_set(v) _BGQ_SET(2, 27, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR13_insert(x, v) _BGQ_INSERT(2, 27, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR14_width 2
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR14_position 29
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR14_get(x) _BGQ_GET(2, 29, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR14_set(v) _BGQ_SET(2, 29, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR14_insert(x, v) _BGQ_INSERT(2, 29, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR15_width 2
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR15_position 31
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR15_get(x) _BGQ_GET(2, 31, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR15_set(v) _BGQ_SET(2, 31, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR15_insert(x, v) _BGQ_INSERT(2, 31, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR16_width 2
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR16_position 33
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR16_get(x) _BGQ_GET(2, 33, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR16_set(v) _BGQ_SET(2, 33, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR16_insert(x, v) _BGQ_INSERT(2, 33, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR17_width 2
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR17_position 35
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR17_get(x) _BGQ_GET(2, 35, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR17_set(v) _BGQ_SET(2, 35, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR17_insert(x, v) _BGQ_INSERT(2, 35, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR18_width 2
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR18_position 37
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR18_get(x) _BGQ_GET(2, 37, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR18_set(v) _BGQ_SET(2, 37, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR18_insert(x, v) _BGQ_INSERT(2, 37, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR19_width 2
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR19_position 39
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR19_get(x) _BGQ_GET(2, 39, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR19_set(v) _BGQ_SET(2, 39, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR19_insert(x, v) _BGQ_INSERT(2, 39, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR20_width 2
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR20_position 41
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR20_get(x) _BGQ_GET(2, 41, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR20_set(v) _BGQ_SET(2, 41, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR20_insert(x, v) _BGQ_INSERT(2, 41, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR21_width 2
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR21_position 43
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR21_get(x) _BGQ_GET(2, 43, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR21_set(v) _BGQ_SET(2, 43, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR21_insert(x, v) _BGQ_INSERT(2, 43, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR22_width 2
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR22_position 45
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR22_get(x) _BGQ_GET(2, 45, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR22_set(v) _BGQ_SET(2, 45, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR22_insert(x, v) _BGQ_INSERT(2, 45, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR23_width 2
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR23_position 47
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR23_get(x) _BGQ_GET(2, 47, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR23_set(v) _BGQ_SET(2, 47, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_FATAL_ERR23_insert(x, v) _BGQ_INSERT(2, 47, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_SOFTWARE_ERR24_width 2
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_SOFTWARE_ERR24_position 49
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_SOFTWARE_ERR24_get(x) _BGQ_GET(2, 49, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_SOFTWARE_ERR24_set(v) _BGQ_SET(2, 49, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_SOFTWARE_ERR24_insert(x, v) _BGQ_INSERT(2, 49, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_SOFTWARE_ERR25_width 2
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_SOFTWARE_ERR25_position 51
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_SOFTWARE_ERR25_get(x) _BGQ_GET(2, 51, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_SOFTWARE_ERR25_set(v) _BGQ_SET(2, 51, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_SOFTWARE_ERR25_insert(x, v) _BGQ_INSERT(2, 51, x, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_CORR_ERR26_width 2
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_CORR_ERR26_position 53
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_CORR_ERR26_get(x) _BGQ_GET(2, 53, x)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_CORR_ERR26_set(v) _BGQ_SET(2, 53, v)
#define MU_DCR__MASTER_PORT2_INTERRUPTS_CONTROL_HIGH__XM2_CORR_ERR26_insert(x, v) _BGQ_INSERT(2, 53, x, v)

#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_LOW_offset 0x0E26

#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH_offset 0x0E27
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR0_width 2
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR0_position 1
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR0_get(x) _BGQ_GET(2, 1, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR0_set(v) _BGQ_SET(2, 1, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR0_insert(x, v) _BGQ_INSERT(2, 1, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR1_width 2
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR1_position 3
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR1_get(x) _BGQ_GET(2, 3, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR1_set(v) _BGQ_SET(2, 3, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR1_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR2_width 2
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR2_position 5
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR2_get(x) _BGQ_GET(2, 5, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR2_set(v) _BGQ_SET(2, 5, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR2_insert(x, v) _BGQ_INSERT(2, 5, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR3_width 2
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR3_position 7
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR3_get(x) _BGQ_GET(2, 7, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR3_set(v) _BGQ_SET(2, 7, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR3_insert(x, v) _BGQ_INSERT(2, 7, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR4_width 2
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR4_position 9
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR4_get(x) _BGQ_GET(2, 9, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR4_set(v) _BGQ_SET(2, 9, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR4_insert(x, v) _BGQ_INSERT(2, 9, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR5_width 2
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR5_position 11
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR5_get(x) _BGQ_GET(2, 11, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR5_set(v) _BGQ_SET(2, 11, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR5_insert(x, v) _BGQ_INSERT(2, 11, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR6_width 2
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR6_position 13
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR6_get(x) _BGQ_GET(2, 13, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR6_set(v) _BGQ_SET(2, 13, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR6_insert(x, v) _BGQ_INSERT(2, 13, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR7_width 2
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR7_position 15
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR7_get(x) _BGQ_GET(2, 15, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR7_set(v) _BGQ_SET(2, 15, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR7_insert(x, v) _BGQ_INSERT(2, 15, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR8_width 2
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR8_position 17
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR8_get(x) _BGQ_GET(2, 17, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR8_set(v) _BGQ_SET(2, 17, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR8_insert(x, v) _BGQ_INSERT(2, 17, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR9_width 2
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR9_position 19
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR9_get(x) _BGQ_GET(2, 19, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR9_set(v) _BGQ_SET(2, 19, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR9_insert(x, v) _BGQ_INSERT(2, 19, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR10_width 2
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR10_position 21
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR10_get(x) _BGQ_GET(2, 21, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR10_set(v) _BGQ_SET(2, 21, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR10_insert(x, v) _BGQ_INSERT(2, 21, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR11_width 2
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR11_position 23
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR11_get(x) _BGQ_GET(2, 23, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR11_set(v) _BGQ_SET(2, 23, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR11_insert(x, v) _BGQ_INSERT(2, 23, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR12_width 2
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR12_position 25
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR12_get(x) _BGQ_GET(2, 25, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR12_set(v) _BGQ_SET(2, 25, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR12_insert(x, v) _BGQ_INSERT(2, 25, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR13_width 2
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR13_position 27
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR13_get(x) _BGQ_GET(2, 27, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR13_set(v) _BGQ_SET(2, 27, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR13_insert(x, v) _BGQ_INSERT(2, 27, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR14_width 2
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR14_position 29
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR14_get(x) _BGQ_GET(2, 29, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR14_set(v) _BGQ_SET(2, 29, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR14_insert(x, v) _BGQ_INSERT(2, 29, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR15_width 2
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR15_position 31
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR15_get(x) _BGQ_GET(2, 31, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR15_set(v) _BGQ_SET(2, 31, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR15_insert(x, v) _BGQ_INSERT(2, 31, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR16_width 2
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR16_position 33
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR16_get(x) _BGQ_GET(2, 33, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR16_set(v) _BGQ_SET(2, 33, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR16_insert(x, v) _BGQ_INSERT(2, 33, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR17_width 2
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR17_position 35
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR17_get(x) _BGQ_GET(2, 35, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR17_set(v) _BGQ_SET(2, 35, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR17_insert(x, v) _BGQ_INSERT(2, 35, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR18_width 2
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR18_position 37
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR18_get(x) _BGQ_GET(2, 37, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR18_set(v) _BGQ_SET(2, 37, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR18_insert(x, v) _BGQ_INSERT(2, 37, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR19_width 2
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR19_position 39
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR19_get(x) _BGQ_GET(2, 39, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR19_set(v) _BGQ_SET(2, 39, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR19_insert(x, v) _BGQ_INSERT(2, 39, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR20_width 2
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR20_position 41
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR20_get(x) _BGQ_GET(2, 41, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR20_set(v) _BGQ_SET(2, 41, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_FATAL_ERR20_insert(x, v) _BGQ_INSERT(2, 41, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR21_width 2
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR21_position 43
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR21_get(x) _BGQ_GET(2, 43, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR21_set(v) _BGQ_SET(2, 43, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR21_insert(x, v) _BGQ_INSERT(2, 43, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR22_width 2
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR22_position 45
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR22_get(x) _BGQ_GET(2, 45, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR22_set(v) _BGQ_SET(2, 45, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR22_insert(x, v) _BGQ_INSERT(2, 45, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR23_width 2
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR23_position 47
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR23_get(x) _BGQ_GET(2, 47, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR23_set(v) _BGQ_SET(2, 47, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR23_insert(x, v) _BGQ_INSERT(2, 47, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR24_width 2
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR24_position 49
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR24_get(x) _BGQ_GET(2, 49, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR24_set(v) _BGQ_SET(2, 49, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR24_insert(x, v) _BGQ_INSERT(2, 49, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR25_width 2
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR25_position 51
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR25_get(x) _BGQ_GET(2, 51, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR25_set(v) _BGQ_SET(2, 51, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR25_insert(x, v) _BGQ_INSERT(2, 51, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR26_width 2
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR26_position 53
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR26_get(x) _BGQ_GET(2, 53, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR26_set(v) _BGQ_SET(2, 53, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR26_insert(x, v) _BGQ_INSERT(2, 53, x, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR27_width 2
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR27_position 55
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR27_get(x) _BGQ_GET(2, 55, x)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR27_set(v) _BGQ_SET(2, 55, v)
#define MU_DCR__SLAVE_PORT_INTERRUPTS_CONTROL_HIGH__XS_SOFTWARE_ERR27_insert(x, v) _BGQ_INSERT(2, 55, x, v)

#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_LOW_offset 0x0E2F

#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH_offset 0x0E30
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR0_width 2
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR0_position 1
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR0_get(x) _BGQ_GET(2, 1, x)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR0_set(v) _BGQ_SET(2, 1, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR0_insert(x, v) _BGQ_INSERT(2, 1, x, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR1_width 2
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR1_position 3
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR1_get(x) _BGQ_GET(2, 3, x)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR1_set(v) _BGQ_SET(2, 3, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR1_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR2_width 2
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR2_position 5
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR2_get(x) _BGQ_GET(2, 5, x)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR2_set(v) _BGQ_SET(2, 5, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR2_insert(x, v) _BGQ_INSERT(2, 5, x, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR3_width 2
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR3_position 7
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR3_get(x) _BGQ_GET(2, 7, x)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR3_set(v) _BGQ_SET(2, 7, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR3_insert(x, v) _BGQ_INSERT(2, 7, x, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR4_width 2
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR4_position 9
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR4_get(x) _BGQ_GET(2, 9, x)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR4_set(v) _BGQ_SET(2, 9, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR4_insert(x, v) _BGQ_INSERT(2, 9, x, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR5_width 2
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR5_position 11
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR5_get(x) _BGQ_GET(2, 11, x)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR5_set(v) _BGQ_SET(2, 11, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR5_insert(x, v) _BGQ_INSERT(2, 11, x, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR6_width 2
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR6_position 13
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR6_get(x) _BGQ_GET(2, 13, x)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR6_set(v) _BGQ_SET(2, 13, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR6_insert(x, v) _BGQ_INSERT(2, 13, x, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR7_width 2
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR7_position 15
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR7_get(x) _BGQ_GET(2, 15, x)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR7_set(v) _BGQ_SET(2, 15, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR7_insert(x, v) _BGQ_INSERT(2, 15, x, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR8_width 2
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR8_position 17
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR8_get(x) _BGQ_GET(2, 17, x)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR8_set(v) _BGQ_SET(2, 17, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_FATAL_ERR8_insert(x, v) _BGQ_INSERT(2, 17, x, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR9_width 2
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR9_position 19
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR9_get(x) _BGQ_GET(2, 19, x)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR9_set(v) _BGQ_SET(2, 19, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR9_insert(x, v) _BGQ_INSERT(2, 19, x, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR10_width 2
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR10_position 21
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR10_get(x) _BGQ_GET(2, 21, x)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR10_set(v) _BGQ_SET(2, 21, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR10_insert(x, v) _BGQ_INSERT(2, 21, x, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR11_width 2
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR11_position 23
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR11_get(x) _BGQ_GET(2, 23, x)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR11_set(v) _BGQ_SET(2, 23, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR11_insert(x, v) _BGQ_INSERT(2, 23, x, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR12_width 2
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR12_position 25
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR12_get(x) _BGQ_GET(2, 25, x)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR12_set(v) _BGQ_SET(2, 25, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR12_insert(x, v) _BGQ_INSERT(2, 25, x, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR13_width 2
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR13_position 27
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR13_get(x) _BGQ_GET(2, 27, x)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR13_set(v) _BGQ_SET(2, 27, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR13_insert(x, v) _BGQ_INSERT(2, 27, x, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR14_width 2
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR14_position 29
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR14_get(x) _BGQ_GET(2, 29, x)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR14_set(v) _BGQ_SET(2, 29, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR14_insert(x, v) _BGQ_INSERT(2, 29, x, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR15_width 2
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR15_position 31
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR15_get(x) _BGQ_GET(2, 31, x)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR15_set(v) _BGQ_SET(2, 31, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR15_insert(x, v) _BGQ_INSERT(2, 31, x, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR16_width 2
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR16_position 33
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR16_get(x) _BGQ_GET(2, 33, x)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR16_set(v) _BGQ_SET(2, 33, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR16_insert(x, v) _BGQ_INSERT(2, 33, x, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR17_width 2
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR17_position 35
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR17_get(x) _BGQ_GET(2, 35, x)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR17_set(v) _BGQ_SET(2, 35, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR17_insert(x, v) _BGQ_INSERT(2, 35, x, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR18_width 2
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR18_position 37
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR18_get(x) _BGQ_GET(2, 37, x)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR18_set(v) _BGQ_SET(2, 37, v)
#define MU_DCR__MMREGS_INTERRUPTS_CONTROL_HIGH__MMREGS_SOFTWARE_ERR18_insert(x, v) _BGQ_INSERT(2, 37, x, v)

#define MU_DCR__FIFO_INTERRUPTS_CONTROL_LOW_offset 0x0E38
#define MU_DCR__FIFO_INTERRUPTS_CONTROL_LOW__LOCAL_RING_width 2
#define MU_DCR__FIFO_INTERRUPTS_CONTROL_LOW__LOCAL_RING_position 59
#define MU_DCR__FIFO_INTERRUPTS_CONTROL_LOW__LOCAL_RING_get(x) _BGQ_GET(2, 59, x)
#define MU_DCR__FIFO_INTERRUPTS_CONTROL_LOW__LOCAL_RING_set(v) _BGQ_SET(2, 59, v)
#define MU_DCR__FIFO_INTERRUPTS_CONTROL_LOW__LOCAL_RING_insert(x, v) _BGQ_INSERT(2, 59, x, v)
#define MU_DCR__FIFO_INTERRUPTS_CONTROL_LOW__RMFIFO_INSUFFICIENT_SPACE_width 2
#define MU_DCR__FIFO_INTERRUPTS_CONTROL_LOW__RMFIFO_INSUFFICIENT_SPACE_position 63
#define MU_DCR__FIFO_INTERRUPTS_CONTROL_LOW__RMFIFO_INSUFFICIENT_SPACE_get(x) _BGQ_GET(2, 63, x)
#define MU_DCR__FIFO_INTERRUPTS_CONTROL_LOW__RMFIFO_INSUFFICIENT_SPACE_set(v) _BGQ_SET(2, 63, v)
#define MU_DCR__FIFO_INTERRUPTS_CONTROL_LOW__RMFIFO_INSUFFICIENT_SPACE_insert(x, v) _BGQ_INSERT(2, 63, x, v)

#define MU_DCR__FIFO_INTERRUPTS_CONTROL_HIGH_offset 0x0E39

#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_LOW_offset 0x0E41
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_LOW__IMU_ECC_CE21_width 2
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_LOW__IMU_ECC_CE21_position 1
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_LOW__IMU_ECC_CE21_get(x) _BGQ_GET(2, 1, x)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_LOW__IMU_ECC_CE21_set(v) _BGQ_SET(2, 1, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_LOW__IMU_ECC_CE21_insert(x, v) _BGQ_INSERT(2, 1, x, v)

#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH_offset 0x0E42
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE0_width 2
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE0_position 1
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE0_get(x) _BGQ_GET(2, 1, x)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE0_set(v) _BGQ_SET(2, 1, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE0_insert(x, v) _BGQ_INSERT(2, 1, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE1_width 2
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE1_position 3
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE1_get(x) _BGQ_GET(2, 3, x)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE1_set(v) _BGQ_SET(2, 3, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE1_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE2_width 2
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE2_position 5
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE2_get(x) _BGQ_GET(2, 5, x)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE2_set(v) _BGQ_SET(2, 5, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE2_insert(x, v) _BGQ_INSERT(2, 5, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE3_width 2
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE3_position 7
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE3_get(x) _BGQ_GET(2, 7, x)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE3_set(v) _BGQ_SET(2, 7, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE3_insert(x, v) _BGQ_INSERT(2, 7, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE4_width 2
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE4_position 9
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE4_get(x) _BGQ_GET(2, 9, x)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE4_set(v) _BGQ_SET(2, 9, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE4_insert(x, v) _BGQ_INSERT(2, 9, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE5_width 2
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE5_position 11
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE5_get(x) _BGQ_GET(2, 11, x)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE5_set(v) _BGQ_SET(2, 11, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE5_insert(x, v) _BGQ_INSERT(2, 11, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE6_width 2
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE6_position 13
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE6_get(x) _BGQ_GET(2, 13, x)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE6_set(v) _BGQ_SET(2, 13, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE6_insert(x, v) _BGQ_INSERT(2, 13, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE7_width 2
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE7_position 15
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE7_get(x) _BGQ_GET(2, 15, x)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE7_set(v) _BGQ_SET(2, 15, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE7_insert(x, v) _BGQ_INSERT(2, 15, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE8_width 2
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE8_position 17
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE8_get(x) _BGQ_GET(2, 17, x)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE8_set(v) _BGQ_SET(2, 17, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE8_insert(x, v) _BGQ_INSERT(2, 17, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE9_width 2
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE9_position 19
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE9_get(x) _BGQ_GET(2, 19, x)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE9_set(v) _BGQ_SET(2, 19, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE9_insert(x, v) _BGQ_INSERT(2, 19, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE10_width 2
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE10_position 21
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE10_get(x) _BGQ_GET(2, 21, x)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE10_set(v) _BGQ_SET(2, 21, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_UE10_insert(x, v) _BGQ_INSERT(2, 21, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE0_width 2
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE0_position 23
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE0_get(x) _BGQ_GET(2, 23, x)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE0_set(v) _BGQ_SET(2, 23, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE0_insert(x, v) _BGQ_INSERT(2, 23, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE1_width 2
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE1_position 25
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE1_get(x) _BGQ_GET(2, 25, x)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE1_set(v) _BGQ_SET(2, 25, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE1_insert(x, v) _BGQ_INSERT(2, 25, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE2_width 2
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE2_position 27
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE2_get(x) _BGQ_GET(2, 27, x)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE2_set(v) _BGQ_SET(2, 27, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE2_insert(x, v) _BGQ_INSERT(2, 27, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE3_width 2
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE3_position 29
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE3_get(x) _BGQ_GET(2, 29, x)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE3_set(v) _BGQ_SET(2, 29, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE3_insert(x, v) _BGQ_INSERT(2, 29, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE4_width 2
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE4_position 31
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE4_get(x) _BGQ_GET(2, 31, x)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE4_set(v) _BGQ_SET(2, 31, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE4_insert(x, v) _BGQ_INSERT(2, 31, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE5_width 2
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE5_position 33
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE5_get(x) _BGQ_GET(2, 33, x)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE5_set(v) _BGQ_SET(2, 33, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE5_insert(x, v) _BGQ_INSERT(2, 33, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE6_width 2
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE6_position 35
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE6_get(x) _BGQ_GET(2, 35, x)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE6_set(v) _BGQ_SET(2, 35, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE6_insert(x, v) _BGQ_INSERT(2, 35, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE7_width 2
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE7_position 37
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE7_get(x) _BGQ_GET(2, 37, x)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE7_set(v) _BGQ_SET(2, 37, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE7_insert(x, v) _BGQ_INSERT(2, 37, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE8_width 2
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE8_position 39
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE8_get(x) _BGQ_GET(2, 39, x)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE8_set(v) _BGQ_SET(2, 39, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE8_insert(x, v) _BGQ_INSERT(2, 39, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE9_width 2
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE9_position 41
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE9_get(x) _BGQ_GET(2, 41, x)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE9_set(v) _BGQ_SET(2, 41, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE9_insert(x, v) _BGQ_INSERT(2, 41, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE10_width 2
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE10_position 43
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE10_get(x) _BGQ_GET(2, 43, x)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE10_set(v) _BGQ_SET(2, 43, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE10_insert(x, v) _BGQ_INSERT(2, 43, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE11_width 2
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE11_position 45
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE11_get(x) _BGQ_GET(2, 45, x)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE11_set(v) _BGQ_SET(2, 45, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE11_insert(x, v) _BGQ_INSERT(2, 45, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE12_width 2
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE12_position 47
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE12_get(x) _BGQ_GET(2, 47, x)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE12_set(v) _BGQ_SET(2, 47, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE12_insert(x, v) _BGQ_INSERT(2, 47, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE13_width 2
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE13_position 49
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE13_get(x) _BGQ_GET(2, 49, x)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE13_set(v) _BGQ_SET(2, 49, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE13_insert(x, v) _BGQ_INSERT(2, 49, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE14_width 2
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE14_position 51
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE14_get(x) _BGQ_GET(2, 51, x)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE14_set(v) _BGQ_SET(2, 51, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE14_insert(x, v) _BGQ_INSERT(2, 51, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE15_width 2
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE15_position 53
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE15_get(x) _BGQ_GET(2, 53, x)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE15_set(v) _BGQ_SET(2, 53, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE15_insert(x, v) _BGQ_INSERT(2, 53, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE16_width 2
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE16_position 55
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE16_get(x) _BGQ_GET(2, 55, x)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE16_set(v) _BGQ_SET(2, 55, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE16_insert(x, v) _BGQ_INSERT(2, 55, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE17_width 2
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE17_position 57
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE17_get(x) _BGQ_GET(2, 57, x)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE17_set(v) _BGQ_SET(2, 57, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE17_insert(x, v) _BGQ_INSERT(2, 57, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE18_width 2
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE18_position 59
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE18_get(x) _BGQ_GET(2, 59, x)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE18_set(v) _BGQ_SET(2, 59, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE18_insert(x, v) _BGQ_INSERT(2, 59, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE19_width 2
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE19_position 61
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE19_get(x) _BGQ_GET(2, 61, x)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE19_set(v) _BGQ_SET(2, 61, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE19_insert(x, v) _BGQ_INSERT(2, 61, x, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE20_width 2
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE20_position 63
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE20_get(x) _BGQ_GET(2, 63, x)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE20_set(v) _BGQ_SET(2, 63, v)
#define MU_DCR__IMU_ECC_INTERRUPTS_CONTROL_HIGH__IMU_ECC_CE20_insert(x, v) _BGQ_INSERT(2, 63, x, v)

#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_LOW_offset 0x0E49
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_LOW__MCSRAM_DD2_ERR1_width 2
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_LOW__MCSRAM_DD2_ERR1_position 1
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_LOW__MCSRAM_DD2_ERR1_get(x) _BGQ_GET(2, 1, x)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_LOW__MCSRAM_DD2_ERR1_set(v) _BGQ_SET(2, 1, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_LOW__MCSRAM_DD2_ERR1_insert(x, v) _BGQ_INSERT(2, 1, x, v)

#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH_offset 0x0E4A
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR0_width 2
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR0_position 1
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR0_get(x) _BGQ_GET(2, 1, x)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR0_set(v) _BGQ_SET(2, 1, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR0_insert(x, v) _BGQ_INSERT(2, 1, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR1_width 2
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR1_position 3
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR1_get(x) _BGQ_GET(2, 3, x)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR1_set(v) _BGQ_SET(2, 3, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR1_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR2_width 2
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR2_position 5
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR2_get(x) _BGQ_GET(2, 5, x)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR2_set(v) _BGQ_SET(2, 5, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR2_insert(x, v) _BGQ_INSERT(2, 5, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR3_width 2
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR3_position 7
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR3_get(x) _BGQ_GET(2, 7, x)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR3_set(v) _BGQ_SET(2, 7, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR3_insert(x, v) _BGQ_INSERT(2, 7, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR4_width 2
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR4_position 9
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR4_get(x) _BGQ_GET(2, 9, x)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR4_set(v) _BGQ_SET(2, 9, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR4_insert(x, v) _BGQ_INSERT(2, 9, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR5_width 2
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR5_position 11
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR5_get(x) _BGQ_GET(2, 11, x)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR5_set(v) _BGQ_SET(2, 11, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR5_insert(x, v) _BGQ_INSERT(2, 11, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR6_width 2
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR6_position 13
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR6_get(x) _BGQ_GET(2, 13, x)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR6_set(v) _BGQ_SET(2, 13, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR6_insert(x, v) _BGQ_INSERT(2, 13, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR7_width 2
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR7_position 15
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR7_get(x) _BGQ_GET(2, 15, x)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR7_set(v) _BGQ_SET(2, 15, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR7_insert(x, v) _BGQ_INSERT(2, 15, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR8_width 2
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR8_position 17
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR8_get(x) _BGQ_GET(2, 17, x)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR8_set(v) _BGQ_SET(2, 17, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR8_insert(x, v) _BGQ_INSERT(2, 17, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR9_width 2
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR9_position 19
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR9_get(x) _BGQ_GET(2, 19, x)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR9_set(v) _BGQ_SET(2, 19, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR9_insert(x, v) _BGQ_INSERT(2, 19, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR10_width 2
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR10_position 21
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR10_get(x) _BGQ_GET(2, 21, x)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR10_set(v) _BGQ_SET(2, 21, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR10_insert(x, v) _BGQ_INSERT(2, 21, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR11_width 2
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR11_position 23
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR11_get(x) _BGQ_GET(2, 23, x)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR11_set(v) _BGQ_SET(2, 23, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR11_insert(x, v) _BGQ_INSERT(2, 23, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR12_width 2
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR12_position 25
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR12_get(x) _BGQ_GET(2, 25, x)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR12_set(v) _BGQ_SET(2, 25, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR12_insert(x, v) _BGQ_INSERT(2, 25, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR13_width 2
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR13_position 27
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR13_get(x) _BGQ_GET(2, 27, x)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR13_set(v) _BGQ_SET(2, 27, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR13_insert(x, v) _BGQ_INSERT(2, 27, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR14_width 2
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR14_position 29
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR14_get(x) _BGQ_GET(2, 29, x)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR14_set(v) _BGQ_SET(2, 29, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR14_insert(x, v) _BGQ_INSERT(2, 29, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR15_width 2
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR15_position 31
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR15_get(x) _BGQ_GET(2, 31, x)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR15_set(v) _BGQ_SET(2, 31, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR15_insert(x, v) _BGQ_INSERT(2, 31, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR16_width 2
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR16_position 33
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR16_get(x) _BGQ_GET(2, 33, x)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR16_set(v) _BGQ_SET(2, 33, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR16_insert(x, v) _BGQ_INSERT(2, 33, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR17_width 2
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR17_position 35
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR17_get(x) _BGQ_GET(2, 35, x)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR17_set(v) _BGQ_SET(2, 35, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR17_insert(x, v) _BGQ_INSERT(2, 35, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR18_width 2
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR18_position 37
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR18_get(x) _BGQ_GET(2, 37, x)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR18_set(v) _BGQ_SET(2, 37, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR18_insert(x, v) _BGQ_INSERT(2, 37, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR19_width 2
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR19_position 39
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR19_get(x) _BGQ_GET(2, 39, x)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR19_set(v) _BGQ_SET(2, 39, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR19_insert(x, v) _BGQ_INSERT(2, 39, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR20_width 2
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR20_position 41
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR20_get(x) _BGQ_GET(2, 41, x)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR20_set(v) _BGQ_SET(2, 41, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR20_insert(x, v) _BGQ_INSERT(2, 41, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR21_width 2
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR21_position 43
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR21_get(x) _BGQ_GET(2, 43, x)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR21_set(v) _BGQ_SET(2, 43, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR21_insert(x, v) _BGQ_INSERT(2, 43, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR22_width 2
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR22_position 45
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR22_get(x) _BGQ_GET(2, 45, x)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR22_set(v) _BGQ_SET(2, 45, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR22_insert(x, v) _BGQ_INSERT(2, 45, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR23_width 2
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR23_position 47
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR23_get(x) _BGQ_GET(2, 47, x)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR23_set(v) _BGQ_SET(2, 47, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR23_insert(x, v) _BGQ_INSERT(2, 47, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR24_width 2
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR24_position 49
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR24_get(x) _BGQ_GET(2, 49, x)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR24_set(v) _BGQ_SET(2, 49, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR24_insert(x, v) _BGQ_INSERT(2, 49, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR25_width 2
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR25_position 51
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR25_get(x) _BGQ_GET(2, 51, x)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR25_set(v) _BGQ_SET(2, 51, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR25_insert(x, v) _BGQ_INSERT(2, 51, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR26_width 2
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR26_position 53
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR26_get(x) _BGQ_GET(2, 53, x)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR26_set(v) _BGQ_SET(2, 53, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR26_insert(x, v) _BGQ_INSERT(2, 53, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR27_width 2
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR27_position 55
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR27_get(x) _BGQ_GET(2, 55, x)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR27_set(v) _BGQ_SET(2, 55, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR27_insert(x, v) _BGQ_INSERT(2, 55, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR28_width 2
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR28_position 57
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR28_get(x) _BGQ_GET(2, 57, x)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR28_set(v) _BGQ_SET(2, 57, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR28_insert(x, v) _BGQ_INSERT(2, 57, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR29_width 2
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR29_position 59
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR29_get(x) _BGQ_GET(2, 59, x)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR29_set(v) _BGQ_SET(2, 59, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR29_insert(x, v) _BGQ_INSERT(2, 59, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR30_width 2
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR30_position 61
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR30_get(x) _BGQ_GET(2, 61, x)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR30_set(v) _BGQ_SET(2, 61, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_ERR30_insert(x, v) _BGQ_INSERT(2, 61, x, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_DD2_ERR0_width 2
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_DD2_ERR0_position 63
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_DD2_ERR0_get(x) _BGQ_GET(2, 63, x)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_DD2_ERR0_set(v) _BGQ_SET(2, 63, v)
#define MU_DCR__MCSRAM_INTERRUPTS_CONTROL_HIGH__MCSRAM_DD2_ERR0_insert(x, v) _BGQ_INSERT(2, 63, x, v)

#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_LOW_offset 0x0E53

#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH_offset 0x0E54
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR0_width 2
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR0_position 1
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR0_get(x) _BGQ_GET(2, 1, x)
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR0_set(v) _BGQ_SET(2, 1, v)
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR0_insert(x, v) _BGQ_INSERT(2, 1, x, v)
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR1_width 2
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR1_position 3
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR1_get(x) _BGQ_GET(2, 3, x)
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR1_set(v) _BGQ_SET(2, 3, v)
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR1_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR2_width 2
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR2_position 5
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR2_get(x) _BGQ_GET(2, 5, x)
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR2_set(v) _BGQ_SET(2, 5, v)
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR2_insert(x, v) _BGQ_INSERT(2, 5, x, v)
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR3_width 2
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR3_position 7
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR3_get(x) _BGQ_GET(2, 7, x)
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR3_set(v) _BGQ_SET(2, 7, v)
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR3_insert(x, v) _BGQ_INSERT(2, 7, x, v)
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR4_width 2
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR4_position 9
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR4_get(x) _BGQ_GET(2, 9, x)
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR4_set(v) _BGQ_SET(2, 9, v)
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR4_insert(x, v) _BGQ_INSERT(2, 9, x, v)
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR5_width 2
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR5_position 11
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR5_get(x) _BGQ_GET(2, 11, x)
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR5_set(v) _BGQ_SET(2, 11, v)
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR5_insert(x, v) _BGQ_INSERT(2, 11, x, v)
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR6_width 2
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR6_position 13
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR6_get(x) _BGQ_GET(2, 13, x)
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR6_set(v) _BGQ_SET(2, 13, v)
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR6_insert(x, v) _BGQ_INSERT(2, 13, x, v)
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR7_width 2
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR7_position 15
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR7_get(x) _BGQ_GET(2, 15, x)
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR7_set(v) _BGQ_SET(2, 15, v)
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR7_insert(x, v) _BGQ_INSERT(2, 15, x, v)
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR8_width 2
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR8_position 17
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR8_get(x) _BGQ_GET(2, 17, x)
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR8_set(v) _BGQ_SET(2, 17, v)
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR8_insert(x, v) _BGQ_INSERT(2, 17, x, v)
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR9_width 2
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR9_position 19
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR9_get(x) _BGQ_GET(2, 19, x)
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR9_set(v) _BGQ_SET(2, 19, v)
#define MU_DCR__ARLOG_INTERRUPTS_CONTROL_HIGH__ARLOG_ERR9_insert(x, v) _BGQ_INSERT(2, 19, x, v)

#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW_offset 0x0E5B
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE32_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE32_position 1
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE32_get(x) _BGQ_GET(2, 1, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE32_set(v) _BGQ_SET(2, 1, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE32_insert(x, v) _BGQ_INSERT(2, 1, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE33_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE33_position 3
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE33_get(x) _BGQ_GET(2, 3, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE33_set(v) _BGQ_SET(2, 3, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE33_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE34_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE34_position 5
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE34_get(x) _BGQ_GET(2, 5, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE34_set(v) _BGQ_SET(2, 5, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE34_insert(x, v) _BGQ_INSERT(2, 5, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE35_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE35_position 7
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE35_get(x) _BGQ_GET(2, 7, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE35_set(v) _BGQ_SET(2, 7, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE35_insert(x, v) _BGQ_INSERT(2, 7, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE36_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE36_position 9
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE36_get(x) _BGQ_GET(2, 9, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE36_set(v) _BGQ_SET(2, 9, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE36_insert(x, v) _BGQ_INSERT(2, 9, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE37_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE37_position 11
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE37_get(x) _BGQ_GET(2, 11, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE37_set(v) _BGQ_SET(2, 11, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE37_insert(x, v) _BGQ_INSERT(2, 11, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE38_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE38_position 13
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE38_get(x) _BGQ_GET(2, 13, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE38_set(v) _BGQ_SET(2, 13, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE38_insert(x, v) _BGQ_INSERT(2, 13, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE39_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE39_position 15
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE39_get(x) _BGQ_GET(2, 15, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE39_set(v) _BGQ_SET(2, 15, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_LOW__RMU_ECC_UE39_insert(x, v) _BGQ_INSERT(2, 15, x, v)

#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH_offset 0x0E5C
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE0_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE0_position 1
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE0_get(x) _BGQ_GET(2, 1, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE0_set(v) _BGQ_SET(2, 1, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE0_insert(x, v) _BGQ_INSERT(2, 1, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE1_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE1_position 3
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE1_get(x) _BGQ_GET(2, 3, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE1_set(v) _BGQ_SET(2, 3, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE1_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE2_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE2_position 5
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE2_get(x) _BGQ_GET(2, 5, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE2_set(v) _BGQ_SET(2, 5, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE2_insert(x, v) _BGQ_INSERT(2, 5, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE3_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE3_position 7
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE3_get(x) _BGQ_GET(2, 7, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE3_set(v) _BGQ_SET(2, 7, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE3_insert(x, v) _BGQ_INSERT(2, 7, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE4_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE4_position 9
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE4_get(x) _BGQ_GET(2, 9, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE4_set(v) _BGQ_SET(2, 9, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE4_insert(x, v) _BGQ_INSERT(2, 9, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE5_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE5_position 11
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE5_get(x) _BGQ_GET(2, 11, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE5_set(v) _BGQ_SET(2, 11, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE5_insert(x, v) _BGQ_INSERT(2, 11, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE6_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE6_position 13
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE6_get(x) _BGQ_GET(2, 13, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE6_set(v) _BGQ_SET(2, 13, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE6_insert(x, v) _BGQ_INSERT(2, 13, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE7_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE7_position 15
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE7_get(x) _BGQ_GET(2, 15, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE7_set(v) _BGQ_SET(2, 15, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE7_insert(x, v) _BGQ_INSERT(2, 15, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE8_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE8_position 17
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE8_get(x) _BGQ_GET(2, 17, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE8_set(v) _BGQ_SET(2, 17, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE8_insert(x, v) _BGQ_INSERT(2, 17, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE9_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE9_position 19
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE9_get(x) _BGQ_GET(2, 19, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE9_set(v) _BGQ_SET(2, 19, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE9_insert(x, v) _BGQ_INSERT(2, 19, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE10_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE10_position 21
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE10_get(x) _BGQ_GET(2, 21, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE10_set(v) _BGQ_SET(2, 21, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE10_insert(x, v) _BGQ_INSERT(2, 21, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE11_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE11_position 23
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE11_get(x) _BGQ_GET(2, 23, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE11_set(v) _BGQ_SET(2, 23, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE11_insert(x, v) _BGQ_INSERT(2, 23, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE12_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE12_position 25
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE12_get(x) _BGQ_GET(2, 25, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE12_set(v) _BGQ_SET(2, 25, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE12_insert(x, v) _BGQ_INSERT(2, 25, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE13_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE13_position 27
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE13_get(x) _BGQ_GET(2, 27, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE13_set(v) _BGQ_SET(2, 27, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE13_insert(x, v) _BGQ_INSERT(2, 27, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE14_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE14_position 29
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE14_get(x) _BGQ_GET(2, 29, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE14_set(v) _BGQ_SET(2, 29, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE14_insert(x, v) _BGQ_INSERT(2, 29, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE15_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE15_position 31
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE15_get(x) _BGQ_GET(2, 31, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE15_set(v) _BGQ_SET(2, 31, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE15_insert(x, v) _BGQ_INSERT(2, 31, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE16_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE16_position 33
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE16_get(x) _BGQ_GET(2, 33, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE16_set(v) _BGQ_SET(2, 33, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE16_insert(x, v) _BGQ_INSERT(2, 33, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE17_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE17_position 35
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE17_get(x) _BGQ_GET(2, 35, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE17_set(v) _BGQ_SET(2, 35, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE17_insert(x, v) _BGQ_INSERT(2, 35, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE18_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE18_position 37
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE18_get(x) _BGQ_GET(2, 37, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE18_set(v) _BGQ_SET(2, 37, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE18_insert(x, v) _BGQ_INSERT(2, 37, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE19_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE19_position 39
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE19_get(x) _BGQ_GET(2, 39, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE19_set(v) _BGQ_SET(2, 39, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE19_insert(x, v) _BGQ_INSERT(2, 39, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE20_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE20_position 41
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE20_get(x) _BGQ_GET(2, 41, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE20_set(v) _BGQ_SET(2, 41, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE20_insert(x, v) _BGQ_INSERT(2, 41, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE21_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE21_position 43
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE21_get(x) _BGQ_GET(2, 43, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE21_set(v) _BGQ_SET(2, 43, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE21_insert(x, v) _BGQ_INSERT(2, 43, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE22_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE22_position 45
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE22_get(x) _BGQ_GET(2, 45, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE22_set(v) _BGQ_SET(2, 45, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE22_insert(x, v) _BGQ_INSERT(2, 45, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE23_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE23_position 47
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE23_get(x) _BGQ_GET(2, 47, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE23_set(v) _BGQ_SET(2, 47, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE23_insert(x, v) _BGQ_INSERT(2, 47, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE24_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE24_position 49
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE24_get(x) _BGQ_GET(2, 49, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE24_set(v) _BGQ_SET(2, 49, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE24_insert(x, v) _BGQ_INSERT(2, 49, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE25_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE25_position 51
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE25_get(x) _BGQ_GET(2, 51, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE25_set(v) _BGQ_SET(2, 51, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE25_insert(x, v) _BGQ_INSERT(2, 51, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE26_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE26_position 53
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE26_get(x) _BGQ_GET(2, 53, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE26_set(v) _BGQ_SET(2, 53, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE26_insert(x, v) _BGQ_INSERT(2, 53, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE27_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE27_position 55
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE27_get(x) _BGQ_GET(2, 55, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE27_set(v) _BGQ_SET(2, 55, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE27_insert(x, v) _BGQ_INSERT(2, 55, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE28_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE28_position 57
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE28_get(x) _BGQ_GET(2, 57, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE28_set(v) _BGQ_SET(2, 57, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE28_insert(x, v) _BGQ_INSERT(2, 57, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE29_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE29_position 59
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE29_get(x) _BGQ_GET(2, 59, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE29_set(v) _BGQ_SET(2, 59, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE29_insert(x, v) _BGQ_INSERT(2, 59, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE30_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE30_position 61
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE30_get(x) _BGQ_GET(2, 61, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE30_set(v) _BGQ_SET(2, 61, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE30_insert(x, v) _BGQ_INSERT(2, 61, x, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE31_width 2
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE31_position 63
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE31_get(x) _BGQ_GET(2, 63, x)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE31_set(v) _BGQ_SET(2, 63, v)
#define MU_DCR__RMU_ECC_INTERRUPTS_CONTROL_HIGH__RMU_ECC_UE31_insert(x, v) _BGQ_INSERT(2, 63, x, v)

#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_LOW_offset 0x0E63

#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH_offset 0x0E64
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR0_width 2
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR0_position 1
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR0_get(x) _BGQ_GET(2, 1, x)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR0_set(v) _BGQ_SET(2, 1, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR0_insert(x, v) _BGQ_INSERT(2, 1, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR1_width 2
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR1_position 3
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR1_get(x) _BGQ_GET(2, 3, x)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR1_set(v) _BGQ_SET(2, 3, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR1_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR2_width 2
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR2_position 5
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR2_get(x) _BGQ_GET(2, 5, x)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR2_set(v) _BGQ_SET(2, 5, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR2_insert(x, v) _BGQ_INSERT(2, 5, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR3_width 2
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR3_position 7
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR3_get(x) _BGQ_GET(2, 7, x)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR3_set(v) _BGQ_SET(2, 7, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR3_insert(x, v) _BGQ_INSERT(2, 7, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR4_width 2
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR4_position 9
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR4_get(x) _BGQ_GET(2, 9, x)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR4_set(v) _BGQ_SET(2, 9, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR4_insert(x, v) _BGQ_INSERT(2, 9, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR5_width 2
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR5_position 11
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR5_get(x) _BGQ_GET(2, 11, x)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR5_set(v) _BGQ_SET(2, 11, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR5_insert(x, v) _BGQ_INSERT(2, 11, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR6_width 2
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR6_position 13
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR6_get(x) _BGQ_GET(2, 13, x)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR6_set(v) _BGQ_SET(2, 13, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR6_insert(x, v) _BGQ_INSERT(2, 13, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR7_width 2
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR7_position 15
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR7_get(x) _BGQ_GET(2, 15, x)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR7_set(v) _BGQ_SET(2, 15, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR7_insert(x, v) _BGQ_INSERT(2, 15, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR8_width 2
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR8_position 17
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR8_get(x) _BGQ_GET(2, 17, x)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR8_set(v) _BGQ_SET(2, 17, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR8_insert(x, v) _BGQ_INSERT(2, 17, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR9_width 2
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR9_position 19
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR9_get(x) _BGQ_GET(2, 19, x)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR9_set(v) _BGQ_SET(2, 19, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR9_insert(x, v) _BGQ_INSERT(2, 19, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR10_width 2
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR10_position 21
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR10_get(x) _BGQ_GET(2, 21, x)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR10_set(v) _BGQ_SET(2, 21, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR10_insert(x, v) _BGQ_INSERT(2, 21, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR11_width 2
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR11_position 23
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR11_get(x) _BGQ_GET(2, 23, x)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR11_set(v) _BGQ_SET(2, 23, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR11_insert(x, v) _BGQ_INSERT(2, 23, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR12_width 2
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR12_position 25
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR12_get(x) _BGQ_GET(2, 25, x)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR12_set(v) _BGQ_SET(2, 25, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR12_insert(x, v) _BGQ_INSERT(2, 25, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR13_width 2
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR13_position 27
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR13_get(x) _BGQ_GET(2, 27, x)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR13_set(v) _BGQ_SET(2, 27, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR13_insert(x, v) _BGQ_INSERT(2, 27, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR14_width 2
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR14_position 29
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR14_get(x) _BGQ_GET(2, 29, x)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR14_set(v) _BGQ_SET(2, 29, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR14_insert(x, v) _BGQ_INSERT(2, 29, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR15_width 2
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR15_position 31
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR15_get(x) _BGQ_GET(2, 31, x)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR15_set(v) _BGQ_SET(2, 31, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR15_insert(x, v) _BGQ_INSERT(2, 31, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR16_width 2
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR16_position 33
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR16_get(x) _BGQ_GET(2, 33, x)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR16_set(v) _BGQ_SET(2, 33, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR16_insert(x, v) _BGQ_INSERT(2, 33, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR17_width 2
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR17_position 35
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR17_get(x) _BGQ_GET(2, 35, x)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR17_set(v) _BGQ_SET(2, 35, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR17_insert(x, v) _BGQ_INSERT(2, 35, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR18_width 2
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR18_position 37
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR18_get(x) _BGQ_GET(2, 37, x)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR18_set(v) _BGQ_SET(2, 37, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR18_insert(x, v) _BGQ_INSERT(2, 37, x, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR19_width 2
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR19_position 39
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR19_get(x) _BGQ_GET(2, 39, x)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR19_set(v) _BGQ_SET(2, 39, v)
#define MU_DCR__RCSRAM_INTERRUPTS_CONTROL_HIGH__RCSRAM_ERR19_insert(x, v) _BGQ_INSERT(2, 39, x, v)

#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_LOW_offset 0x0E6C

#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH_offset 0x0E6D
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR0_width 2
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR0_position 1
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR0_get(x) _BGQ_GET(2, 1, x)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR0_set(v) _BGQ_SET(2, 1, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR0_insert(x, v) _BGQ_INSERT(2, 1, x, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR1_width 2
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR1_position 3
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR1_get(x) _BGQ_GET(2, 3, x)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR1_set(v) _BGQ_SET(2, 3, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR1_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR2_width 2
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR2_position 5
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR2_get(x) _BGQ_GET(2, 5, x)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR2_set(v) _BGQ_SET(2, 5, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR2_insert(x, v) _BGQ_INSERT(2, 5, x, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR3_width 2
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR3_position 7
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR3_get(x) _BGQ_GET(2, 7, x)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR3_set(v) _BGQ_SET(2, 7, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR3_insert(x, v) _BGQ_INSERT(2, 7, x, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR4_width 2
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR4_position 9
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR4_get(x) _BGQ_GET(2, 9, x)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR4_set(v) _BGQ_SET(2, 9, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR4_insert(x, v) _BGQ_INSERT(2, 9, x, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR5_width 2
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR5_position 11
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR5_get(x) _BGQ_GET(2, 11, x)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR5_set(v) _BGQ_SET(2, 11, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR5_insert(x, v) _BGQ_INSERT(2, 11, x, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR6_width 2
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR6_position 13
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR6_get(x) _BGQ_GET(2, 13, x)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR6_set(v) _BGQ_SET(2, 13, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR6_insert(x, v) _BGQ_INSERT(2, 13, x, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR7_width 2
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR7_position 15
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR7_get(x) _BGQ_GET(2, 15, x)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR7_set(v) _BGQ_SET(2, 15, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR7_insert(x, v) _BGQ_INSERT(2, 15, x, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR8_width 2
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR8_position 17
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR8_get(x) _BGQ_GET(2, 17, x)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR8_set(v) _BGQ_SET(2, 17, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR8_insert(x, v) _BGQ_INSERT(2, 17, x, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR9_width 2
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR9_position 19
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR9_get(x) _BGQ_GET(2, 19, x)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR9_set(v) _BGQ_SET(2, 19, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR9_insert(x, v) _BGQ_INSERT(2, 19, x, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR10_width 2
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR10_position 21
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR10_get(x) _BGQ_GET(2, 21, x)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR10_set(v) _BGQ_SET(2, 21, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR10_insert(x, v) _BGQ_INSERT(2, 21, x, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR11_width 2
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR11_position 23
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR11_get(x) _BGQ_GET(2, 23, x)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR11_set(v) _BGQ_SET(2, 23, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR11_insert(x, v) _BGQ_INSERT(2, 23, x, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR12_width 2
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR12_position 25
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR12_get(x) _BGQ_GET(2, 25, x)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR12_set(v) _BGQ_SET(2, 25, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR12_insert(x, v) _BGQ_INSERT(2, 25, x, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR13_width 2
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR13_position 27
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR13_get(x) _BGQ_GET(2, 27, x)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR13_set(v) _BGQ_SET(2, 27, v)
#define MU_DCR__RPUTSRAM_INTERRUPTS_CONTROL_HIGH__RPUTSRAM_ERR13_insert(x, v) _BGQ_INSERT(2, 27, x, v)

#define MU_DCR__IME_INTERRUPTS_CONTROL_LOW_offset 0x0E74
#define MU_DCR__IME_INTERRUPTS_CONTROL_LOW__IME_ERR32_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_LOW__IME_ERR32_position 1
#define MU_DCR__IME_INTERRUPTS_CONTROL_LOW__IME_ERR32_get(x) _BGQ_GET(2, 1, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_LOW__IME_ERR32_set(v) _BGQ_SET(2, 1, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_LOW__IME_ERR32_insert(x, v) _BGQ_INSERT(2, 1, x, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_LOW__IME_ERR33_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_LOW__IME_ERR33_position 3
#define MU_DCR__IME_INTERRUPTS_CONTROL_LOW__IME_ERR33_get(x) _BGQ_GET(2, 3, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_LOW__IME_ERR33_set(v) _BGQ_SET(2, 3, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_LOW__IME_ERR33_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_LOW__IME_ERR34_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_LOW__IME_ERR34_position 5
#define MU_DCR__IME_INTERRUPTS_CONTROL_LOW__IME_ERR34_get(x) _BGQ_GET(2, 5, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_LOW__IME_ERR34_set(v) _BGQ_SET(2, 5, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_LOW__IME_ERR34_insert(x, v) _BGQ_INSERT(2, 5, x, v)

#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH_offset 0x0E75
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR0_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR0_position 1
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR0_get(x) _BGQ_GET(2, 1, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR0_set(v) _BGQ_SET(2, 1, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR0_insert(x, v) _BGQ_INSERT(2, 1, x, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR1_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR1_position 3
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR1_get(x) _BGQ_GET(2, 3, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR1_set(v) _BGQ_SET(2, 3, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR1_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR2_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR2_position 5
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR2_get(x) _BGQ_GET(2, 5, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR2_set(v) _BGQ_SET(2, 5, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR2_insert(x, v) _BGQ_INSERT(2, 5, x, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR3_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR3_position 7
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR3_get(x) _BGQ_GET(2, 7, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR3_set(v) _BGQ_SET(2, 7, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR3_insert(x, v) _BGQ_INSERT(2, 7, x, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR4_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR4_position 9
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR4_get(x) _BGQ_GET(2, 9, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR4_set(v) _BGQ_SET(2, 9, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR4_insert(x, v) _BGQ_INSERT(2, 9, x, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR5_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR5_position 11
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR5_get(x) _BGQ_GET(2, 11, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR5_set(v) _BGQ_SET(2, 11, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR5_insert(x, v) _BGQ_INSERT(2, 11, x, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR6_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR6_position 13
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR6_get(x) _BGQ_GET(2, 13, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR6_set(v) _BGQ_SET(2, 13, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR6_insert(x, v) _BGQ_INSERT(2, 13, x, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR7_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR7_position 15
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR7_get(x) _BGQ_GET(2, 15, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR7_set(v) _BGQ_SET(2, 15, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR7_insert(x, v) _BGQ_INSERT(2, 15, x, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR8_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR8_position 17
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR8_get(x) _BGQ_GET(2, 17, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR8_set(v) _BGQ_SET(2, 17, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR8_insert(x, v) _BGQ_INSERT(2, 17, x, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR9_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR9_position 19
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR9_get(x) _BGQ_GET(2, 19, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR9_set(v) _BGQ_SET(2, 19, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR9_insert(x, v) _BGQ_INSERT(2, 19, x, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR10_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR10_position 21
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR10_get(x) _BGQ_GET(2, 21, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR10_set(v) _BGQ_SET(2, 21, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR10_insert(x, v) _BGQ_INSERT(2, 21, x, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR11_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR11_position 23
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR11_get(x) _BGQ_GET(2, 23, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR11_set(v) _BGQ_SET(2, 23, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR11_insert(x, v) _BGQ_INSERT(2, 23, x, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR12_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR12_position 25
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR12_get(x) _BGQ_GET(2, 25, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR12_set(v) _BGQ_SET(2, 25, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR12_insert(x, v) _BGQ_INSERT(2, 25, x, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR13_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR13_position 27
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR13_get(x) _BGQ_GET(2, 27, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR13_set(v) _BGQ_SET(2, 27, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR13_insert(x, v) _BGQ_INSERT(2, 27, x, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR14_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR14_position 29
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR14_get(x) _BGQ_GET(2, 29, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR14_set(v) _BGQ_SET(2, 29, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR14_insert(x, v) _BGQ_INSERT(2, 29, x, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR15_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR15_position 31
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR15_get(x) _BGQ_GET(2, 31, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR15_set(v) _BGQ_SET(2, 31, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR15_insert(x, v) _BGQ_INSERT(2, 31, x, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR16_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR16_position 33
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR16_get(x) _BGQ_GET(2, 33, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR16_set(v) _BGQ_SET(2, 33, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR16_insert(x, v) _BGQ_INSERT(2, 33, x, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR17_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR17_position 35
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR17_get(x) _BGQ_GET(2, 35, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR17_set(v) _BGQ_SET(2, 35, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR17_insert(x, v) _BGQ_INSERT(2, 35, x, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR18_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR18_position 37
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR18_get(x) _BGQ_GET(2, 37, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR18_set(v) _BGQ_SET(2, 37, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR18_insert(x, v) _BGQ_INSERT(2, 37, x, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR19_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR19_position 39
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR19_get(x) _BGQ_GET(2, 39, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR19_set(v) _BGQ_SET(2, 39, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR19_insert(x, v) _BGQ_INSERT(2, 39, x, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR20_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR20_position 41
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR20_get(x) _BGQ_GET(2, 41, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR20_set(v) _BGQ_SET(2, 41, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR20_insert(x, v) _BGQ_INSERT(2, 41, x, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR21_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR21_position 43
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR21_get(x) _BGQ_GET(2, 43, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR21_set(v) _BGQ_SET(2, 43, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR21_insert(x, v) _BGQ_INSERT(2, 43, x, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR22_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR22_position 45
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR22_get(x) _BGQ_GET(2, 45, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR22_set(v) _BGQ_SET(2, 45, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR22_insert(x, v) _BGQ_INSERT(2, 45, x, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR23_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR23_position 47
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR23_get(x) _BGQ_GET(2, 47, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR23_set(v) _BGQ_SET(2, 47, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR23_insert(x, v) _BGQ_INSERT(2, 47, x, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR24_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR24_position 49
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR24_get(x) _BGQ_GET(2, 49, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR24_set(v) _BGQ_SET(2, 49, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR24_insert(x, v) _BGQ_INSERT(2, 49, x, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR25_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR25_position 51
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR25_get(x) _BGQ_GET(2, 51, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR25_set(v) _BGQ_SET(2, 51, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR25_insert(x, v) _BGQ_INSERT(2, 51, x, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR26_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR26_position 53
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR26_get(x) _BGQ_GET(2, 53, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR26_set(v) _BGQ_SET(2, 53, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR26_insert(x, v) _BGQ_INSERT(2, 53, x, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR27_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR27_position 55
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR27_get(x) _BGQ_GET(2, 55, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR27_set(v) _BGQ_SET(2, 55, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR27_insert(x, v) _BGQ_INSERT(2, 55, x, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR28_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR28_position 57
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR28_get(x) _BGQ_GET(2, 57, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR28_set(v) _BGQ_SET(2, 57, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR28_insert(x, v) _BGQ_INSERT(2, 57, x, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR29_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR29_position 59
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR29_get(x) _BGQ_GET(2, 59, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR29_set(v) _BGQ_SET(2, 59, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR29_insert(x, v) _BGQ_INSERT(2, 59, x, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR30_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR30_position 61
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR30_get(x) _BGQ_GET(2, 61, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR30_set(v) _BGQ_SET(2, 61, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR30_insert(x, v) _BGQ_INSERT(2, 61, x, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR31_width 2
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR31_position 63
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR31_get(x) _BGQ_GET(2, 63, x)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR31_set(v) _BGQ_SET(2, 63, v)
#define MU_DCR__IME_INTERRUPTS_CONTROL_HIGH__IME_ERR31_insert(x, v) _BGQ_INSERT(2, 63, x, v)

#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW_offset 0x0E8C
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR32_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR32_position 1
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR32_get(x) _BGQ_GET(2, 1, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR32_set(v) _BGQ_SET(2, 1, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR32_insert(x, v) _BGQ_INSERT(2, 1, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR33_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR33_position 3
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR33_get(x) _BGQ_GET(2, 3, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR33_set(v) _BGQ_SET(2, 3, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR33_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR34_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR34_position 5
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR34_get(x) _BGQ_GET(2, 5, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR34_set(v) _BGQ_SET(2, 5, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR34_insert(x, v) _BGQ_INSERT(2, 5, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR35_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR35_position 7
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR35_get(x) _BGQ_GET(2, 7, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR35_set(v) _BGQ_SET(2, 7, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR35_insert(x, v) _BGQ_INSERT(2, 7, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR36_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR36_position 9
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR36_get(x) _BGQ_GET(2, 9, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR36_set(v) _BGQ_SET(2, 9, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR36_insert(x, v) _BGQ_INSERT(2, 9, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR37_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR37_position 11
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR37_get(x) _BGQ_GET(2, 11, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR37_set(v) _BGQ_SET(2, 11, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR37_insert(x, v) _BGQ_INSERT(2, 11, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR38_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR38_position 13
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR38_get(x) _BGQ_GET(2, 13, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR38_set(v) _BGQ_SET(2, 13, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR38_insert(x, v) _BGQ_INSERT(2, 13, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR39_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR39_position 15
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR39_get(x) _BGQ_GET(2, 15, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR39_set(v) _BGQ_SET(2, 15, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR39_insert(x, v) _BGQ_INSERT(2, 15, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR40_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR40_position 17
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR40_get(x) _BGQ_GET(2, 17, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR40_set(v) _BGQ_SET(2, 17, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR40_insert(x, v) _BGQ_INSERT(2, 17, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR41_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR41_position 19
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR41_get(x) _BGQ_GET(2, 19, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR41_set(v) _BGQ_SET(2, 19, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR41_insert(x, v) _BGQ_INSERT(2, 19, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR42_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR42_position 21
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR42_get(x) _BGQ_GET(2, 21, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR42_set(v) _BGQ_SET(2, 21, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR42_insert(x, v) _BGQ_INSERT(2, 21, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR43_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR43_position 23
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR43_get(x) _BGQ_GET(2, 23, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR43_set(v) _BGQ_SET(2, 23, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR43_insert(x, v) _BGQ_INSERT(2, 23, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR44_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR44_position 25
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR44_get(x) _BGQ_GET(2, 25, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR44_set(v) _BGQ_SET(2, 25, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR44_insert(x, v) _BGQ_INSERT(2, 25, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR45_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR45_position 27
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR45_get(x) _BGQ_GET(2, 27, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR45_set(v) _BGQ_SET(2, 27, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR45_insert(x, v) _BGQ_INSERT(2, 27, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR46_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR46_position 29
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR46_get(x) _BGQ_GET(2, 29, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR46_set(v) _BGQ_SET(2, 29, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR46_insert(x, v) _BGQ_INSERT(2, 29, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR47_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR47_position 31
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR47_get(x) _BGQ_GET(2, 31, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR47_set(v) _BGQ_SET(2, 31, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR47_insert(x, v) _BGQ_INSERT(2, 31, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR48_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR48_position 33
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR48_get(x) _BGQ_GET(2, 33, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR48_set(v) _BGQ_SET(2, 33, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_LOW__RME_ERR48_insert(x, v) _BGQ_INSERT(2, 33, x, v)

#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH_offset 0x0E8D
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR0_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR0_position 1
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR0_get(x) _BGQ_GET(2, 1, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR0_set(v) _BGQ_SET(2, 1, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR0_insert(x, v) _BGQ_INSERT(2, 1, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR1_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR1_position 3
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR1_get(x) _BGQ_GET(2, 3, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR1_set(v) _BGQ_SET(2, 3, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR1_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR2_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR2_position 5
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR2_get(x) _BGQ_GET(2, 5, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR2_set(v) _BGQ_SET(2, 5, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR2_insert(x, v) _BGQ_INSERT(2, 5, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR3_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR3_position 7
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR3_get(x) _BGQ_GET(2, 7, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR3_set(v) _BGQ_SET(2, 7, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR3_insert(x, v) _BGQ_INSERT(2, 7, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR4_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR4_position 9
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR4_get(x) _BGQ_GET(2, 9, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR4_set(v) _BGQ_SET(2, 9, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR4_insert(x, v) _BGQ_INSERT(2, 9, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR5_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR5_position 11
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR5_get(x) _BGQ_GET(2, 11, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR5_set(v) _BGQ_SET(2, 11, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR5_insert(x, v) _BGQ_INSERT(2, 11, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR6_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR6_position 13
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR6_get(x) _BGQ_GET(2, 13, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR6_set(v) _BGQ_SET(2, 13, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR6_insert(x, v) _BGQ_INSERT(2, 13, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR7_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR7_position 15
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR7_get(x) _BGQ_GET(2, 15, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR7_set(v) _BGQ_SET(2, 15, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR7_insert(x, v) _BGQ_INSERT(2, 15, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR8_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR8_position 17
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR8_get(x) _BGQ_GET(2, 17, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR8_set(v) _BGQ_SET(2, 17, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR8_insert(x, v) _BGQ_INSERT(2, 17, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR9_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR9_position 19
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR9_get(x) _BGQ_GET(2, 19, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR9_set(v) _BGQ_SET(2, 19, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR9_insert(x, v) _BGQ_INSERT(2, 19, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR10_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR10_position 21
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR10_get(x) _BGQ_GET(2, 21, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR10_set(v) _BGQ_SET(2, 21, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR10_insert(x, v) _BGQ_INSERT(2, 21, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR11_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR11_position 23
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR11_get(x) _BGQ_GET(2, 23, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR11_set(v) _BGQ_SET(2, 23, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR11_insert(x, v) _BGQ_INSERT(2, 23, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR12_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR12_position 25
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR12_get(x) _BGQ_GET(2, 25, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR12_set(v) _BGQ_SET(2, 25, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR12_insert(x, v) _BGQ_INSERT(2, 25, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR13_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR13_position 27
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR13_get(x) _BGQ_GET(2, 27, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR13_set(v) _BGQ_SET(2, 27, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR13_insert(x, v) _BGQ_INSERT(2, 27, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR14_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR14_position 29
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR14_get(x) _BGQ_GET(2, 29, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR14_set(v) _BGQ_SET(2, 29, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR14_insert(x, v) _BGQ_INSERT(2, 29, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR15_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR15_position 31
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR15_get(x) _BGQ_GET(2, 31, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR15_set(v) _BGQ_SET(2, 31, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR15_insert(x, v) _BGQ_INSERT(2, 31, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR16_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR16_position 33
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR16_get(x) _BGQ_GET(2, 33, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR16_set(v) _BGQ_SET(2, 33, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR16_insert(x, v) _BGQ_INSERT(2, 33, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR17_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR17_position 35
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR17_get(x) _BGQ_GET(2, 35, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR17_set(v) _BGQ_SET(2, 35, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR17_insert(x, v) _BGQ_INSERT(2, 35, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR18_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR18_position 37
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR18_get(x) _BGQ_GET(2, 37, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR18_set(v) _BGQ_SET(2, 37, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR18_insert(x, v) _BGQ_INSERT(2, 37, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR19_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR19_position 39
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR19_get(x) _BGQ_GET(2, 39, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR19_set(v) _BGQ_SET(2, 39, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR19_insert(x, v) _BGQ_INSERT(2, 39, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR20_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR20_position 41
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR20_get(x) _BGQ_GET(2, 41, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR20_set(v) _BGQ_SET(2, 41, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR20_insert(x, v) _BGQ_INSERT(2, 41, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR21_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR21_position 43
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR21_get(x) _BGQ_GET(2, 43, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR21_set(v) _BGQ_SET(2, 43, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR21_insert(x, v) _BGQ_INSERT(2, 43, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR22_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR22_position 45
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR22_get(x) _BGQ_GET(2, 45, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR22_set(v) _BGQ_SET(2, 45, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR22_insert(x, v) _BGQ_INSERT(2, 45, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR23_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR23_position 47
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR23_get(x) _BGQ_GET(2, 47, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR23_set(v) _BGQ_SET(2, 47, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR23_insert(x, v) _BGQ_INSERT(2, 47, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR24_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR24_position 49
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR24_get(x) _BGQ_GET(2, 49, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR24_set(v) _BGQ_SET(2, 49, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR24_insert(x, v) _BGQ_INSERT(2, 49, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR25_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR25_position 51
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR25_get(x) _BGQ_GET(2, 51, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR25_set(v) _BGQ_SET(2, 51, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR25_insert(x, v) _BGQ_INSERT(2, 51, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR26_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR26_position 53
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR26_get(x) _BGQ_GET(2, 53, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR26_set(v) _BGQ_SET(2, 53, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR26_insert(x, v) _BGQ_INSERT(2, 53, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR27_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR27_position 55
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR27_get(x) _BGQ_GET(2, 55, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR27_set(v) _BGQ_SET(2, 55, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR27_insert(x, v) _BGQ_INSERT(2, 55, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR28_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR28_position 57
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR28_get(x) _BGQ_GET(2, 57, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR28_set(v) _BGQ_SET(2, 57, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR28_insert(x, v) _BGQ_INSERT(2, 57, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR29_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR29_position 59
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR29_get(x) _BGQ_GET(2, 59, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR29_set(v) _BGQ_SET(2, 59, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR29_insert(x, v) _BGQ_INSERT(2, 59, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR30_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR30_position 61
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR30_get(x) _BGQ_GET(2, 61, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR30_set(v) _BGQ_SET(2, 61, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR30_insert(x, v) _BGQ_INSERT(2, 61, x, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR31_width 2
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR31_position 63
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR31_get(x) _BGQ_GET(2, 63, x)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR31_set(v) _BGQ_SET(2, 63, v)
#define MU_DCR__RME_INTERRUPTS0_CONTROL_HIGH__RME_ERR31_insert(x, v) _BGQ_INSERT(2, 63, x, v)

#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW_offset 0x0E94
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR81_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR81_position 1
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR81_get(x) _BGQ_GET(2, 1, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR81_set(v) _BGQ_SET(2, 1, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR81_insert(x, v) _BGQ_INSERT(2, 1, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR82_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR82_position 3
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR82_get(x) _BGQ_GET(2, 3, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR82_set(v) _BGQ_SET(2, 3, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR82_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR83_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR83_position 5
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR83_get(x) _BGQ_GET(2, 5, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR83_set(v) _BGQ_SET(2, 5, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR83_insert(x, v) _BGQ_INSERT(2, 5, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR84_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR84_position 7
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR84_get(x) _BGQ_GET(2, 7, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR84_set(v) _BGQ_SET(2, 7, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR84_insert(x, v) _BGQ_INSERT(2, 7, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR85_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR85_position 9
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR85_get(x) _BGQ_GET(2, 9, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR85_set(v) _BGQ_SET(2, 9, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR85_insert(x, v) _BGQ_INSERT(2, 9, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR86_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR86_position 11
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR86_get(x) _BGQ_GET(2, 11, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR86_set(v) _BGQ_SET(2, 11, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR86_insert(x, v) _BGQ_INSERT(2, 11, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR87_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR87_position 13
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR87_get(x) _BGQ_GET(2, 13, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR87_set(v) _BGQ_SET(2, 13, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR87_insert(x, v) _BGQ_INSERT(2, 13, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR88_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR88_position 15
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR88_get(x) _BGQ_GET(2, 15, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR88_set(v) _BGQ_SET(2, 15, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR88_insert(x, v) _BGQ_INSERT(2, 15, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR89_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR89_position 17
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR89_get(x) _BGQ_GET(2, 17, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR89_set(v) _BGQ_SET(2, 17, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR89_insert(x, v) _BGQ_INSERT(2, 17, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR90_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR90_position 19
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR90_get(x) _BGQ_GET(2, 19, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR90_set(v) _BGQ_SET(2, 19, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR90_insert(x, v) _BGQ_INSERT(2, 19, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR91_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR91_position 21
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR91_get(x) _BGQ_GET(2, 21, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR91_set(v) _BGQ_SET(2, 21, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR91_insert(x, v) _BGQ_INSERT(2, 21, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR92_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR92_position 23
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR92_get(x) _BGQ_GET(2, 23, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR92_set(v) _BGQ_SET(2, 23, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR92_insert(x, v) _BGQ_INSERT(2, 23, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR93_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR93_position 25
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR93_get(x) _BGQ_GET(2, 25, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR93_set(v) _BGQ_SET(2, 25, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR93_insert(x, v) _BGQ_INSERT(2, 25, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR94_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR94_position 27
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR94_get(x) _BGQ_GET(2, 27, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR94_set(v) _BGQ_SET(2, 27, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR94_insert(x, v) _BGQ_INSERT(2, 27, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR95_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR95_position 29
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR95_get(x) _BGQ_GET(2, 29, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR95_set(v) _BGQ_SET(2, 29, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR95_insert(x, v) _BGQ_INSERT(2, 29, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR96_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR96_position 31
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR96_get(x) _BGQ_GET(2, 31, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR96_set(v) _BGQ_SET(2, 31, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_LOW__RME_ERR96_insert(x, v) _BGQ_INSERT(2, 31, x, v)

#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH_offset 0x0E95
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR49_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR49_position 1
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR49_get(x) _BGQ_GET(2, 1, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR49_set(v) _BGQ_SET(2, 1, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR49_insert(x, v) _BGQ_INSERT(2, 1, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR50_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR50_position 3
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR50_get(x) _BGQ_GET(2, 3, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR50_set(v) _BGQ_SET(2, 3, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR50_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR51_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR51_position 5
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR51_get(x) _BGQ_GET(2, 5, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR51_set(v) _BGQ_SET(2, 5, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR51_insert(x, v) _BGQ_INSERT(2, 5, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR52_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR52_position 7
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR52_get(x) _BGQ_GET(2, 7, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR52_set(v) _BGQ_SET(2, 7, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR52_insert(x, v) _BGQ_INSERT(2, 7, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR53_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR53_position 9
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR53_get(x) _BGQ_GET(2, 9, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR53_set(v) _BGQ_SET(2, 9, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR53_insert(x, v) _BGQ_INSERT(2, 9, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR54_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR54_position 11
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR54_get(x) _BGQ_GET(2, 11, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR54_set(v) _BGQ_SET(2, 11, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR54_insert(x, v) _BGQ_INSERT(2, 11, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR55_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR55_position 13
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR55_get(x) _BGQ_GET(2, 13, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR55_set(v) _BGQ_SET(2, 13, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR55_insert(x, v) _BGQ_INSERT(2, 13, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR56_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR56_position 15
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR56_get(x) _BGQ_GET(2, 15, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR56_set(v) _BGQ_SET(2, 15, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR56_insert(x, v) _BGQ_INSERT(2, 15, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR57_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR57_position 17
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR57_get(x) _BGQ_GET(2, 17, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR57_set(v) _BGQ_SET(2, 17, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR57_insert(x, v) _BGQ_INSERT(2, 17, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR58_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR58_position 19
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR58_get(x) _BGQ_GET(2, 19, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR58_set(v) _BGQ_SET(2, 19, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR58_insert(x, v) _BGQ_INSERT(2, 19, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR59_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR59_position 21
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR59_get(x) _BGQ_GET(2, 21, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR59_set(v) _BGQ_SET(2, 21, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR59_insert(x, v) _BGQ_INSERT(2, 21, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR60_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR60_position 23
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR60_get(x) _BGQ_GET(2, 23, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR60_set(v) _BGQ_SET(2, 23, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR60_insert(x, v) _BGQ_INSERT(2, 23, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR61_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR61_position 25
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR61_get(x) _BGQ_GET(2, 25, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR61_set(v) _BGQ_SET(2, 25, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR61_insert(x, v) _BGQ_INSERT(2, 25, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR62_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR62_position 27
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR62_get(x) _BGQ_GET(2, 27, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR62_set(v) _BGQ_SET(2, 27, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR62_insert(x, v) _BGQ_INSERT(2, 27, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR63_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR63_position 29
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR63_get(x) _BGQ_GET(2, 29, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR63_set(v) _BGQ_SET(2, 29, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR63_insert(x, v) _BGQ_INSERT(2, 29, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR64_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR64_position 31
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR64_get(x) _BGQ_GET(2, 31, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR64_set(v) _BGQ_SET(2, 31, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR64_insert(x, v) _BGQ_INSERT(2, 31, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR65_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR65_position 33
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR65_get(x) _BGQ_GET(2, 33, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR65_set(v) _BGQ_SET(2, 33, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR65_insert(x, v) _BGQ_INSERT(2, 33, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR66_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR66_position 35
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR66_get(x) _BGQ_GET(2, 35, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR66_set(v) _BGQ_SET(2, 35, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR66_insert(x, v) _BGQ_INSERT(2, 35, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR67_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR67_position 37
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR67_get(x) _BGQ_GET(2, 37, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR67_set(v) _BGQ_SET(2, 37, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR67_insert(x, v) _BGQ_INSERT(2, 37, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR68_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR68_position 39
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR68_get(x) _BGQ_GET(2, 39, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR68_set(v) _BGQ_SET(2, 39, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR68_insert(x, v) _BGQ_INSERT(2, 39, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR69_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR69_position 41
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR69_get(x) _BGQ_GET(2, 41, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR69_set(v) _BGQ_SET(2, 41, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR69_insert(x, v) _BGQ_INSERT(2, 41, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR70_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR70_position 43
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR70_get(x) _BGQ_GET(2, 43, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR70_set(v) _BGQ_SET(2, 43, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR70_insert(x, v) _BGQ_INSERT(2, 43, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR71_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR71_position 45
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR71_get(x) _BGQ_GET(2, 45, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR71_set(v) _BGQ_SET(2, 45, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR71_insert(x, v) _BGQ_INSERT(2, 45, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR72_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR72_position 47
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR72_get(x) _BGQ_GET(2, 47, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR72_set(v) _BGQ_SET(2, 47, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR72_insert(x, v) _BGQ_INSERT(2, 47, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR73_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR73_position 49
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR73_get(x) _BGQ_GET(2, 49, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR73_set(v) _BGQ_SET(2, 49, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR73_insert(x, v) _BGQ_INSERT(2, 49, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR74_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR74_position 51
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR74_get(x) _BGQ_GET(2, 51, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR74_set(v) _BGQ_SET(2, 51, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR74_insert(x, v) _BGQ_INSERT(2, 51, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR75_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR75_position 53
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR75_get(x) _BGQ_GET(2, 53, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR75_set(v) _BGQ_SET(2, 53, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR75_insert(x, v) _BGQ_INSERT(2, 53, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR76_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR76_position 55
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR76_get(x) _BGQ_GET(2, 55, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR76_set(v) _BGQ_SET(2, 55, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR76_insert(x, v) _BGQ_INSERT(2, 55, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR77_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR77_position 57
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR77_get(x) _BGQ_GET(2, 57, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR77_set(v) _BGQ_SET(2, 57, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR77_insert(x, v) _BGQ_INSERT(2, 57, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR78_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR78_position 59
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR78_get(x) _BGQ_GET(2, 59, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR78_set(v) _BGQ_SET(2, 59, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR78_insert(x, v) _BGQ_INSERT(2, 59, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR79_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR79_position 61
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR79_get(x) _BGQ_GET(2, 61, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR79_set(v) _BGQ_SET(2, 61, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR79_insert(x, v) _BGQ_INSERT(2, 61, x, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR80_width 2
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR80_position 63
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR80_get(x) _BGQ_GET(2, 63, x)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR80_set(v) _BGQ_SET(2, 63, v)
#define MU_DCR__RME_INTERRUPTS1_CONTROL_HIGH__RME_ERR80_insert(x, v) _BGQ_INSERT(2, 63, x, v)

#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_LOW_offset 0x0EBC

#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH_offset 0x0EBD
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR0_width 2
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR0_position 1
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR0_get(x) _BGQ_GET(2, 1, x)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR0_set(v) _BGQ_SET(2, 1, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR0_insert(x, v) _BGQ_INSERT(2, 1, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR1_width 2
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR1_position 3
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR1_get(x) _BGQ_GET(2, 3, x)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR1_set(v) _BGQ_SET(2, 3, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR1_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR2_width 2
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR2_position 5
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR2_get(x) _BGQ_GET(2, 5, x)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR2_set(v) _BGQ_SET(2, 5, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR2_insert(x, v) _BGQ_INSERT(2, 5, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR3_width 2
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR3_position 7
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR3_get(x) _BGQ_GET(2, 7, x)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR3_set(v) _BGQ_SET(2, 7, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR3_insert(x, v) _BGQ_INSERT(2, 7, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR4_width 2
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR4_position 9
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR4_get(x) _BGQ_GET(2, 9, x)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR4_set(v) _BGQ_SET(2, 9, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR4_insert(x, v) _BGQ_INSERT(2, 9, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR5_width 2
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR5_position 11
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR5_get(x) _BGQ_GET(2, 11, x)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR5_set(v) _BGQ_SET(2, 11, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR5_insert(x, v) _BGQ_INSERT(2, 11, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR6_width 2
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR6_position 13
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR6_get(x) _BGQ_GET(2, 13, x)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR6_set(v) _BGQ_SET(2, 13, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR6_insert(x, v) _BGQ_INSERT(2, 13, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR7_width 2
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR7_position 15
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR7_get(x) _BGQ_GET(2, 15, x)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR7_set(v) _BGQ_SET(2, 15, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR7_insert(x, v) _BGQ_INSERT(2, 15, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR8_width 2
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR8_position 17
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR8_get(x) _BGQ_GET(2, 17, x)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR8_set(v) _BGQ_SET(2, 17, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR8_insert(x, v) _BGQ_INSERT(2, 17, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR9_width 2
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR9_position 19
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR9_get(x) _BGQ_GET(2, 19, x)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR9_set(v) _BGQ_SET(2, 19, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR9_insert(x, v) _BGQ_INSERT(2, 19, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR10_width 2
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR10_position 21
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR10_get(x) _BGQ_GET(2, 21, x)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR10_set(v) _BGQ_SET(2, 21, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR10_insert(x, v) _BGQ_INSERT(2, 21, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR11_width 2
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR11_position 23
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR11_get(x) _BGQ_GET(2, 23, x)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR11_set(v) _BGQ_SET(2, 23, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR11_insert(x, v) _BGQ_INSERT(2, 23, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR12_width 2
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR12_position 25
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR12_get(x) _BGQ_GET(2, 25, x)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR12_set(v) _BGQ_SET(2, 25, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR12_insert(x, v) _BGQ_INSERT(2, 25, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR13_width 2
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR13_position 27
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR13_get(x) _BGQ_GET(2, 27, x)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR13_set(v) _BGQ_SET(2, 27, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR13_insert(x, v) _BGQ_INSERT(2, 27, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR14_width 2
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR14_position 29
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR14_get(x) _BGQ_GET(2, 29, x)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR14_set(v) _BGQ_SET(2, 29, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR14_insert(x, v) _BGQ_INSERT(2, 29, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR15_width 2
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR15_position 31
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR15_get(x) _BGQ_GET(2, 31, x)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR15_set(v) _BGQ_SET(2, 31, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR15_insert(x, v) _BGQ_INSERT(2, 31, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR16_width 2
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR16_position 33
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR16_get(x) _BGQ_GET(2, 33, x)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR16_set(v) _BGQ_SET(2, 33, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR16_insert(x, v) _BGQ_INSERT(2, 33, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR17_width 2
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR17_position 35
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR17_get(x) _BGQ_GET(2, 35, x)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR17_set(v) _BGQ_SET(2, 35, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR17_insert(x, v) _BGQ_INSERT(2, 35, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR18_width 2
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR18_position 37
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR18_get(x) _BGQ_GET(2, 37, x)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR18_set(v) _BGQ_SET(2, 37, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR18_insert(x, v) _BGQ_INSERT(2, 37, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR19_width 2
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR19_position 39
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR19_get(x) _BGQ_GET(2, 39, x)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR19_set(v) _BGQ_SET(2, 39, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR19_insert(x, v) _BGQ_INSERT(2, 39, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR20_width 2
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR20_position 41
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR20_get(x) _BGQ_GET(2, 41, x)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR20_set(v) _BGQ_SET(2, 41, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR20_insert(x, v) _BGQ_INSERT(2, 41, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR21_width 2
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR21_position 43
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR21_get(x) _BGQ_GET(2, 43, x)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR21_set(v) _BGQ_SET(2, 43, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR21_insert(x, v) _BGQ_INSERT(2, 43, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR22_width 2
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR22_position 45
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR22_get(x) _BGQ_GET(2, 45, x)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR22_set(v) _BGQ_SET(2, 45, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR22_insert(x, v) _BGQ_INSERT(2, 45, x, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR23_width 2
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR23_position 47
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR23_get(x) _BGQ_GET(2, 47, x)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR23_set(v) _BGQ_SET(2, 47, v)
#define MU_DCR__ICSRAM_INTERRUPTS_CONTROL_HIGH__ICSRAM_ERR23_insert(x, v) _BGQ_INSERT(2, 47, x, v)

#define MU_DCR__MISC_INTERRUPTS_CONTROL_LOW_offset 0x0EC5

#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH_offset 0x0EC6
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__ICSRAM_SELECT_ERR0_width 2
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__ICSRAM_SELECT_ERR0_position 1
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__ICSRAM_SELECT_ERR0_get(x) _BGQ_GET(2, 1, x)
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__ICSRAM_SELECT_ERR0_set(v) _BGQ_SET(2, 1, v)
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__ICSRAM_SELECT_ERR0_insert(x, v) _BGQ_INSERT(2, 1, x, v)
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__ICSRAM_SELECT_ERR1_width 2
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__ICSRAM_SELECT_ERR1_position 3
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__ICSRAM_SELECT_ERR1_get(x) _BGQ_GET(2, 3, x)
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__ICSRAM_SELECT_ERR1_set(v) _BGQ_SET(2, 3, v)
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__ICSRAM_SELECT_ERR1_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__ICSRAM_SELECT_ERR2_width 2
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__ICSRAM_SELECT_ERR2_position 5
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__ICSRAM_SELECT_ERR2_get(x) _BGQ_GET(2, 5, x)
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__ICSRAM_SELECT_ERR2_set(v) _BGQ_SET(2, 5, v)
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__ICSRAM_SELECT_ERR2_insert(x, v) _BGQ_INSERT(2, 5, x, v)
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__ICSRAM_SELECT_ERR3_width 2
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__ICSRAM_SELECT_ERR3_position 7
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__ICSRAM_SELECT_ERR3_get(x) _BGQ_GET(2, 7, x)
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__ICSRAM_SELECT_ERR3_set(v) _BGQ_SET(2, 7, v)
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__ICSRAM_SELECT_ERR3_insert(x, v) _BGQ_INSERT(2, 7, x, v)
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__ICSRAM_SELECT_ERR4_width 2
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__ICSRAM_SELECT_ERR4_position 9
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__ICSRAM_SELECT_ERR4_get(x) _BGQ_GET(2, 9, x)
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__ICSRAM_SELECT_ERR4_set(v) _BGQ_SET(2, 9, v)
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__ICSRAM_SELECT_ERR4_insert(x, v) _BGQ_INSERT(2, 9, x, v)
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__ICSRAM_SELECT_ERR5_width 2
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__ICSRAM_SELECT_ERR5_position 11
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__ICSRAM_SELECT_ERR5_get(x) _BGQ_GET(2, 11, x)
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__ICSRAM_SELECT_ERR5_set(v) _BGQ_SET(2, 11, v)
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__ICSRAM_SELECT_ERR5_insert(x, v) _BGQ_INSERT(2, 11, x, v)
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__RAN_ERR0_width 2
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__RAN_ERR0_position 13
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__RAN_ERR0_get(x) _BGQ_GET(2, 13, x)
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__RAN_ERR0_set(v) _BGQ_SET(2, 13, v)
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__RAN_ERR0_insert(x, v) _BGQ_INSERT(2, 13, x, v)
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__MU_ERR0_width 2
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__MU_ERR0_position 15
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__MU_ERR0_get(x) _BGQ_GET(2, 15, x)
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__MU_ERR0_set(v) _BGQ_SET(2, 15, v)
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__MU_ERR0_insert(x, v) _BGQ_INSERT(2, 15, x, v)
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__MU_ERR1_width 2
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__MU_ERR1_position 17
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__MU_ERR1_get(x) _BGQ_GET(2, 17, x)
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__MU_ERR1_set(v) _BGQ_SET(2, 17, v)
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__MU_ERR1_insert(x, v) _BGQ_INSERT(2, 17, x, v)
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__UPC_COUNTER_OVF_width 2
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__UPC_COUNTER_OVF_position 19
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__UPC_COUNTER_OVF_get(x) _BGQ_GET(2, 19, x)
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__UPC_COUNTER_OVF_set(v) _BGQ_SET(2, 19, v)
#define MU_DCR__MISC_INTERRUPTS_CONTROL_HIGH__UPC_COUNTER_OVF_insert(x, v) _BGQ_INSERT(2, 19, x, v)

#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW_offset 0x0ECE
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE32_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE32_position 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE32_get(x) _BGQ_GET(2, 1, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE32_set(v) _BGQ_SET(2, 1, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE32_insert(x, v) _BGQ_INSERT(2, 1, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE33_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE33_position 3
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE33_get(x) _BGQ_GET(2, 3, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE33_set(v) _BGQ_SET(2, 3, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE33_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE34_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE34_position 5
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE34_get(x) _BGQ_GET(2, 5, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE34_set(v) _BGQ_SET(2, 5, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE34_insert(x, v) _BGQ_INSERT(2, 5, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE35_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE35_position 7
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE35_get(x) _BGQ_GET(2, 7, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE35_set(v) _BGQ_SET(2, 7, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE35_insert(x, v) _BGQ_INSERT(2, 7, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE36_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE36_position 9
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE36_get(x) _BGQ_GET(2, 9, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE36_set(v) _BGQ_SET(2, 9, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE36_insert(x, v) _BGQ_INSERT(2, 9, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE37_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE37_position 11
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE37_get(x) _BGQ_GET(2, 11, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE37_set(v) _BGQ_SET(2, 11, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE37_insert(x, v) _BGQ_INSERT(2, 11, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE38_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE38_position 13
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE38_get(x) _BGQ_GET(2, 13, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE38_set(v) _BGQ_SET(2, 13, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE38_insert(x, v) _BGQ_INSERT(2, 13, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE39_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE39_position 15
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE39_get(x) _BGQ_GET(2, 15, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE39_set(v) _BGQ_SET(2, 15, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_LOW__RMU_ECC_CE39_insert(x, v) _BGQ_INSERT(2, 15, x, v)

#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH_offset 0x0ECF
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE0_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE0_position 1
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE0_get(x) _BGQ_GET(2, 1, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE0_set(v) _BGQ_SET(2, 1, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE0_insert(x, v) _BGQ_INSERT(2, 1, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE1_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE1_position 3
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE1_get(x) _BGQ_GET(2, 3, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE1_set(v) _BGQ_SET(2, 3, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE1_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE2_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE2_position 5
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE2_get(x) _BGQ_GET(2, 5, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE2_set(v) _BGQ_SET(2, 5, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE2_insert(x, v) _BGQ_INSERT(2, 5, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE3_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE3_position 7
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE3_get(x) _BGQ_GET(2, 7, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE3_set(v) _BGQ_SET(2, 7, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE3_insert(x, v) _BGQ_INSERT(2, 7, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE4_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE4_position 9
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE4_get(x) _BGQ_GET(2, 9, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE4_set(v) _BGQ_SET(2, 9, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE4_insert(x, v) _BGQ_INSERT(2, 9, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE5_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE5_position 11
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE5_get(x) _BGQ_GET(2, 11, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE5_set(v) _BGQ_SET(2, 11, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE5_insert(x, v) _BGQ_INSERT(2, 11, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE6_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE6_position 13
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE6_get(x) _BGQ_GET(2, 13, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE6_set(v) _BGQ_SET(2, 13, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE6_insert(x, v) _BGQ_INSERT(2, 13, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE7_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE7_position 15
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE7_get(x) _BGQ_GET(2, 15, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE7_set(v) _BGQ_SET(2, 15, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE7_insert(x, v) _BGQ_INSERT(2, 15, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE8_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE8_position 17
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE8_get(x) _BGQ_GET(2, 17, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE8_set(v) _BGQ_SET(2, 17, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE8_insert(x, v) _BGQ_INSERT(2, 17, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE9_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE9_position 19
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE9_get(x) _BGQ_GET(2, 19, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE9_set(v) _BGQ_SET(2, 19, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE9_insert(x, v) _BGQ_INSERT(2, 19, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE10_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE10_position 21
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE10_get(x) _BGQ_GET(2, 21, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE10_set(v) _BGQ_SET(2, 21, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE10_insert(x, v) _BGQ_INSERT(2, 21, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE11_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE11_position 23
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE11_get(x) _BGQ_GET(2, 23, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE11_set(v) _BGQ_SET(2, 23, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE11_insert(x, v) _BGQ_INSERT(2, 23, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE12_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE12_position 25
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE12_get(x) _BGQ_GET(2, 25, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE12_set(v) _BGQ_SET(2, 25, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE12_insert(x, v) _BGQ_INSERT(2, 25, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE13_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE13_position 27
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE13_get(x) _BGQ_GET(2, 27, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE13_set(v) _BGQ_SET(2, 27, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE13_insert(x, v) _BGQ_INSERT(2, 27, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE14_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE14_position 29
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE14_get(x) _BGQ_GET(2, 29, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE14_set(v) _BGQ_SET(2, 29, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE14_insert(x, v) _BGQ_INSERT(2, 29, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE15_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE15_position 31
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE15_get(x) _BGQ_GET(2, 31, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE15_set(v) _BGQ_SET(2, 31, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE15_insert(x, v) _BGQ_INSERT(2, 31, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE16_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE16_position 33
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE16_get(x) _BGQ_GET(2, 33, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE16_set(v) _BGQ_SET(2, 33, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE16_insert(x, v) _BGQ_INSERT(2, 33, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE17_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE17_position 35
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE17_get(x) _BGQ_GET(2, 35, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE17_set(v) _BGQ_SET(2, 35, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE17_insert(x, v) _BGQ_INSERT(2, 35, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE18_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE18_position 37
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE18_get(x) _BGQ_GET(2, 37, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE18_set(v) _BGQ_SET(2, 37, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE18_insert(x, v) _BGQ_INSERT(2, 37, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE19_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE19_position 39
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE19_get(x) _BGQ_GET(2, 39, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE19_set(v) _BGQ_SET(2, 39, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE19_insert(x, v) _BGQ_INSERT(2, 39, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE20_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE20_position 41
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE20_get(x) _BGQ_GET(2, 41, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE20_set(v) _BGQ_SET(2, 41, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE20_insert(x, v) _BGQ_INSERT(2, 41, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE21_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE21_position 43
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE21_get(x) _BGQ_GET(2, 43, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE21_set(v) _BGQ_SET(2, 43, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE21_insert(x, v) _BGQ_INSERT(2, 43, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE22_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE22_position 45
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE22_get(x) _BGQ_GET(2, 45, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE22_set(v) _BGQ_SET(2, 45, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE22_insert(x, v) _BGQ_INSERT(2, 45, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE23_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE23_position 47
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE23_get(x) _BGQ_GET(2, 47, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE23_set(v) _BGQ_SET(2, 47, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE23_insert(x, v) _BGQ_INSERT(2, 47, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE24_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE24_position 49
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE24_get(x) _BGQ_GET(2, 49, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE24_set(v) _BGQ_SET(2, 49, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE24_insert(x, v) _BGQ_INSERT(2, 49, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE25_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE25_position 51
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE25_get(x) _BGQ_GET(2, 51, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE25_set(v) _BGQ_SET(2, 51, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE25_insert(x, v) _BGQ_INSERT(2, 51, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE26_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE26_position 53
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE26_get(x) _BGQ_GET(2, 53, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE26_set(v) _BGQ_SET(2, 53, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE26_insert(x, v) _BGQ_INSERT(2, 53, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE27_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE27_position 55
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE27_get(x) _BGQ_GET(2, 55, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE27_set(v) _BGQ_SET(2, 55, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE27_insert(x, v) _BGQ_INSERT(2, 55, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE28_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE28_position 57
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE28_get(x) _BGQ_GET(2, 57, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE28_set(v) _BGQ_SET(2, 57, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE28_insert(x, v) _BGQ_INSERT(2, 57, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE29_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE29_position 59
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE29_get(x) _BGQ_GET(2, 59, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE29_set(v) _BGQ_SET(2, 59, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE29_insert(x, v) _BGQ_INSERT(2, 59, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE30_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE30_position 61
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE30_get(x) _BGQ_GET(2, 61, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE30_set(v) _BGQ_SET(2, 61, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE30_insert(x, v) _BGQ_INSERT(2, 61, x, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE31_width 2
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE31_position 63
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE31_get(x) _BGQ_GET(2, 63, x)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE31_set(v) _BGQ_SET(2, 63, v)
#define MU_DCR__RMU_ECC_CORR_INTERRUPTS_CONTROL_HIGH__RMU_ECC_CE31_insert(x, v) _BGQ_INSERT(2, 63, x, v)

#define MU_DCR__MISC_ECC_CORR_INTERRUPTS_CONTROL_LOW_offset 0x0ED6

#define MU_DCR__MISC_ECC_CORR_INTERRUPTS_CONTROL_HIGH_offset 0x0ED7
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS_CONTROL_HIGH__MMREGS_ECC_CE0_width 2
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS_CONTROL_HIGH__MMREGS_ECC_CE0_position 1
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS_CONTROL_HIGH__MMREGS_ECC_CE0_get(x) _BGQ_GET(2, 1, x)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS_CONTROL_HIGH__MMREGS_ECC_CE0_set(v) _BGQ_SET(2, 1, v)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS_CONTROL_HIGH__MMREGS_ECC_CE0_insert(x, v) _BGQ_INSERT(2, 1, x, v)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS_CONTROL_HIGH__MMREGS_ECC_CE1_width 2
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS_CONTROL_HIGH__MMREGS_ECC_CE1_position 3
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS_CONTROL_HIGH__MMREGS_ECC_CE1_get(x) _BGQ_GET(2, 3, x)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS_CONTROL_HIGH__MMREGS_ECC_CE1_set(v) _BGQ_SET(2, 3, v)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS_CONTROL_HIGH__MMREGS_ECC_CE1_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS_CONTROL_HIGH__MMREGS_ECC_CE2_width 2
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS_CONTROL_HIGH__MMREGS_ECC_CE2_position 5
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS_CONTROL_HIGH__MMREGS_ECC_CE2_get(x) _BGQ_GET(2, 5, x)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS_CONTROL_HIGH__MMREGS_ECC_CE2_set(v) _BGQ_SET(2, 5, v)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS_CONTROL_HIGH__MMREGS_ECC_CE2_insert(x, v) _BGQ_INSERT(2, 5, x, v)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS_CONTROL_HIGH__XS_ECC_CE0_width 2
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS_CONTROL_HIGH__XS_ECC_CE0_position 7
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS_CONTROL_HIGH__XS_ECC_CE0_get(x) _BGQ_GET(2, 7, x)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS_CONTROL_HIGH__XS_ECC_CE0_set(v) _BGQ_SET(2, 7, v)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS_CONTROL_HIGH__XS_ECC_CE0_insert(x, v) _BGQ_INSERT(2, 7, x, v)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS_CONTROL_HIGH__XS_ECC_CE1_width 2
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS_CONTROL_HIGH__XS_ECC_CE1_position 9
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS_CONTROL_HIGH__XS_ECC_CE1_get(x) _BGQ_GET(2, 9, x)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS_CONTROL_HIGH__XS_ECC_CE1_set(v) _BGQ_SET(2, 9, v)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS_CONTROL_HIGH__XS_ECC_CE1_insert(x, v) _BGQ_INSERT(2, 9, x, v)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS_CONTROL_HIGH__XS_ECC_CE2_width 2
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS_CONTROL_HIGH__XS_ECC_CE2_position 11
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS_CONTROL_HIGH__XS_ECC_CE2_get(x) _BGQ_GET(2, 11, x)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS_CONTROL_HIGH__XS_ECC_CE2_set(v) _BGQ_SET(2, 11, v)
#define MU_DCR__MISC_ECC_CORR_INTERRUPTS_CONTROL_HIGH__XS_ECC_CE2_insert(x, v) _BGQ_INSERT(2, 11, x, v)

#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_LOW_offset 0x0EDE

#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH_offset 0x0EDF
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER0_width 2
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER0_position 1
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER0_get(x) _BGQ_GET(2, 1, x)
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER0_set(v) _BGQ_SET(2, 1, v)
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER0_insert(x, v) _BGQ_INSERT(2, 1, x, v)
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER1_width 2
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER1_position 3
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER1_get(x) _BGQ_GET(2, 3, x)
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER1_set(v) _BGQ_SET(2, 3, v)
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER1_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER2_width 2
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER2_position 5
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER2_get(x) _BGQ_GET(2, 5, x)
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER2_set(v) _BGQ_SET(2, 5, v)
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER2_insert(x, v) _BGQ_INSERT(2, 5, x, v)
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER3_width 2
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER3_position 7
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER3_get(x) _BGQ_GET(2, 7, x)
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER3_set(v) _BGQ_SET(2, 7, v)
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER3_insert(x, v) _BGQ_INSERT(2, 7, x, v)
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER4_width 2
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER4_position 9
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER4_get(x) _BGQ_GET(2, 9, x)
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER4_set(v) _BGQ_SET(2, 9, v)
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER4_insert(x, v) _BGQ_INSERT(2, 9, x, v)
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER5_width 2
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER5_position 11
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER5_get(x) _BGQ_GET(2, 11, x)
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER5_set(v) _BGQ_SET(2, 11, v)
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER5_insert(x, v) _BGQ_INSERT(2, 11, x, v)
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER6_width 2
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER6_position 13
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER6_get(x) _BGQ_GET(2, 13, x)
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER6_set(v) _BGQ_SET(2, 13, v)
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER6_insert(x, v) _BGQ_INSERT(2, 13, x, v)
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER7_width 2
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER7_position 15
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER7_get(x) _BGQ_GET(2, 15, x)
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER7_set(v) _BGQ_SET(2, 15, v)
#define MU_DCR__ECC_COUNT_INTERRUPTS_CONTROL_HIGH__ECC_COUNT_OVER7_insert(x, v) _BGQ_INSERT(2, 15, x, v)

/* clang-format on */

#endif /* _EMUQ_DCR_MU_H_ */
