/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file nd_rese.h
 * @brief Registers and fields of nd_rese_dcr.h: made of hwi/dcr/fields.csv by hwi/dcr/make-headers.
 *
 * Of a register: _offset from the first one of the unit, _range (how many there are of the kind, if several),
 * _reset (contents after a reset, if known). Of a field: _width, _position (number of its last bit),
 * _get(x) from a register value x, _set(v) a register value of nothing else, _insert(x, v) into the variable x.
 */
#ifndef _EMUQ_DCR_ND_RESE_H_
#define _EMUQ_DCR_ND_RESE_H_

#include <hwi/include/common/bgq_bitnumbers.h>

/* clang-format off */

#define ND_RESE_DCR__RESET_offset 0x0000
#define ND_RESE_DCR__RESET_reset UNSIGNED64(0xFFFF000000000000)
#define ND_RESE_DCR__RESET__DCRS_OUT_width 1
#define ND_RESE_DCR__RESET__DCRS_OUT_position 0
#define ND_RESE_DCR__RESET__DCRS_OUT_get(x) _BGQ_GET(1, 0, x)
#define ND_RESE_DCR__RESET__DCRS_OUT_set(v) _BGQ_SET(1, 0, v)
#define ND_RESE_DCR__RESET__DCRS_OUT_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define ND_RESE_DCR__RESET__RE_width 1
#define ND_RESE_DCR__RESET__RE_position 1
#define ND_RESE_DCR__RESET__RE_get(x) _BGQ_GET(1, 1, x)
#define ND_RESE_DCR__RESET__RE_set(v) _BGQ_SET(1, 1, v)
#define ND_RESE_DCR__RESET__RE_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define ND_RESE_DCR__RESET__RE_VC0_width 1
#define ND_RESE_DCR__RESET__RE_VC0_position 2
#define ND_RESE_DCR__RESET__RE_VC0_get(x) _BGQ_GET(1, 2, x)
#define ND_RESE_DCR__RESET__RE_VC0_set(v) _BGQ_SET(1, 2, v)
#define ND_RESE_DCR__RESET__RE_VC0_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define ND_RESE_DCR__RESET__RE_VC1_width 1
#define ND_RESE_DCR__RESET__RE_VC1_position 3
#define ND_RESE_DCR__RESET__RE_VC1_get(x) _BGQ_GET(1, 3, x)
#define ND_RESE_DCR__RESET__RE_VC1_set(v) _BGQ_SET(1, 3, v)
#define ND_RESE_DCR__RESET__RE_VC1_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define ND_RESE_DCR__RESET__RE_VC2_width 1
#define ND_RESE_DCR__RESET__RE_VC2_position 4
#define ND_RESE_DCR__RESET__RE_VC2_get(x) _BGQ_GET(1, 4, x)
#define ND_RESE_DCR__RESET__RE_VC2_set(v) _BGQ_SET(1, 4, v)
#define ND_RESE_DCR__RESET__RE_VC2_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define ND_RESE_DCR__RESET__RE_VC3_width 1
#define ND_RESE_DCR__RESET__RE_VC3_position 5
#define ND_RESE_DCR__RESET__RE_VC3_get(x) _BGQ_GET(1, 5, x)
#define ND_RESE_DCR__RESET__RE_VC3_set(v) _BGQ_SET(1, 5, v)
#define ND_RESE_DCR__RESET__RE_VC3_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define ND_RESE_DCR__RESET__RE_VC4_width 1
#define ND_RESE_DCR__RESET__RE_VC4_position 6
#define ND_RESE_DCR__RESET__RE_VC4_get(x) _BGQ_GET(1, 6, x)
#define ND_RESE_DCR__RESET__RE_VC4_set(v) _BGQ_SET(1, 6, v)
#define ND_RESE_DCR__RESET__RE_VC4_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define ND_RESE_DCR__RESET__RE_VC5_width 1
#define ND_RESE_DCR__RESET__RE_VC5_position 7
#define ND_RESE_DCR__RESET__RE_VC5_get(x) _BGQ_GET(1, 7, x)
#define ND_RESE_DCR__RESET__RE_VC5_set(v) _BGQ_SET(1, 7, v)
#define ND_RESE_DCR__RESET__RE_VC5_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define ND_RESE_DCR__RESET__SE_width 1
#define ND_RESE_DCR__RESET__SE_position 8
#define ND_RESE_DCR__RESET__SE_get(x) _BGQ_GET(1, 8, x)
#define ND_RESE_DCR__RESET__SE_set(v) _BGQ_SET(1, 8, v)
#define ND_RESE_DCR__RESET__SE_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define ND_RESE_DCR__RESET__SE_TOK0_width 1
#define ND_RESE_DCR__RESET__SE_TOK0_position 9
#define ND_RESE_DCR__RESET__SE_TOK0_get(x) _BGQ_GET(1, 9, x)
#define ND_RESE_DCR__RESET__SE_TOK0_set(v) _BGQ_SET(1, 9, v)
#define ND_RESE_DCR__RESET__SE_TOK0_insert(x, v) _BGQ_INSERT(1, 9, x, v)
#define ND_RESE_DCR__RESET__SE_TOK1_width 1
#define ND_RESE_DCR__RESET__SE_TOK1_position 10
#define ND_RESE_DCR__RESET__SE_TOK1_get(x) _BGQ_GET(1, 10, x)
#define ND_RESE_DCR__RESET__SE_TOK1_set(v) _BGQ_SET(1, 10, v)
#define ND_RESE_DCR__RESET__SE_TOK1_insert(x, v) _BGQ_INSERT(1, 10, x, v)
#define ND_RESE_DCR__RESET__SE_TOK2_width 1
#define ND_RESE_DCR__RESET__SE_TOK2_position 11
#define ND_RESE_DCR__RESET__SE_TOK2_get(x) _BGQ_GET(1, 11, x)
#define ND_RESE_DCR__RESET__SE_TOK2_set(v) _BGQ_SET(1, 11, v)
#define ND_RESE_DCR__RESET__SE_TOK2_insert(x, v) _BGQ_INSERT(1, 11, x, v)
#define ND_RESE_DCR__RESET__SE_TOK3_width 1
#define ND_RESE_DCR__RESET__SE_TOK3_position 12
#define ND_RESE_DCR__RESET__SE_TOK3_get(x) _BGQ_GET(1, 12, x)
#define ND_RESE_DCR__RESET__SE_TOK3_set(v) _BGQ_SET(1, 12, v)
#define ND_RESE_DCR__RESET__SE_TOK3_insert(x, v) _BGQ_INSERT(1, 12, x, v)
#define ND_RESE_DCR__RESET__SE_TOK4_width 1
#define ND_RESE_DCR__RESET__SE_TOK4_position 13
#define ND_RESE_DCR__RESET__SE_TOK4_get(x) _BGQ_GET(1, 13, x)
#define ND_RESE_DCR__RESET__SE_TOK4_set(v) _BGQ_SET(1, 13, v)
#define ND_RESE_DCR__RESET__SE_TOK4_insert(x, v) _BGQ_INSERT(1, 13, x, v)
#define ND_RESE_DCR__RESET__SE_TOK5_width 1
#define ND_RESE_DCR__RESET__SE_TOK5_position 14
#define ND_RESE_DCR__RESET__SE_TOK5_get(x) _BGQ_GET(1, 14, x)
#define ND_RESE_DCR__RESET__SE_TOK5_set(v) _BGQ_SET(1, 14, v)
#define ND_RESE_DCR__RESET__SE_TOK5_insert(x, v) _BGQ_INSERT(1, 14, x, v)
#define ND_RESE_DCR__RESET__REG_CNT_width 1
#define ND_RESE_DCR__RESET__REG_CNT_position 15
#define ND_RESE_DCR__RESET__REG_CNT_get(x) _BGQ_GET(1, 15, x)
#define ND_RESE_DCR__RESET__REG_CNT_set(v) _BGQ_SET(1, 15, v)
#define ND_RESE_DCR__RESET__REG_CNT_insert(x, v) _BGQ_INSERT(1, 15, x, v)

#define ND_RESE_DCR__CTRL_offset 0x0001
#define ND_RESE_DCR__CTRL_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__CTRL__RE_LINK_STOP_width 1
#define ND_RESE_DCR__CTRL__RE_LINK_STOP_position 0
#define ND_RESE_DCR__CTRL__RE_LINK_STOP_get(x) _BGQ_GET(1, 0, x)
#define ND_RESE_DCR__CTRL__RE_LINK_STOP_set(v) _BGQ_SET(1, 0, v)
#define ND_RESE_DCR__CTRL__RE_LINK_STOP_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define ND_RESE_DCR__CTRL__SE_LINK_STOP_width 1
#define ND_RESE_DCR__CTRL__SE_LINK_STOP_position 1
#define ND_RESE_DCR__CTRL__SE_LINK_STOP_get(x) _BGQ_GET(1, 1, x)
#define ND_RESE_DCR__CTRL__SE_LINK_STOP_set(v) _BGQ_SET(1, 1, v)
#define ND_RESE_DCR__CTRL__SE_LINK_STOP_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define ND_RESE_DCR__CTRL__RE_UNIT_STOP_width 1
#define ND_RESE_DCR__CTRL__RE_UNIT_STOP_position 2
#define ND_RESE_DCR__CTRL__RE_UNIT_STOP_get(x) _BGQ_GET(1, 2, x)
#define ND_RESE_DCR__CTRL__RE_UNIT_STOP_set(v) _BGQ_SET(1, 2, v)
#define ND_RESE_DCR__CTRL__RE_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define ND_RESE_DCR__CTRL__SE_UNIT_STOP_width 1
#define ND_RESE_DCR__CTRL__SE_UNIT_STOP_position 3
#define ND_RESE_DCR__CTRL__SE_UNIT_STOP_get(x) _BGQ_GET(1, 3, x)
#define ND_RESE_DCR__CTRL__SE_UNIT_STOP_set(v) _BGQ_SET(1, 3, v)
#define ND_RESE_DCR__CTRL__SE_UNIT_STOP_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define ND_RESE_DCR__CTRL__SE_RETRANS_STOP_width 1
#define ND_RESE_DCR__CTRL__SE_RETRANS_STOP_position 4
#define ND_RESE_DCR__CTRL__SE_RETRANS_STOP_get(x) _BGQ_GET(1, 4, x)
#define ND_RESE_DCR__CTRL__SE_RETRANS_STOP_set(v) _BGQ_SET(1, 4, v)
#define ND_RESE_DCR__CTRL__SE_RETRANS_STOP_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define ND_RESE_DCR__CTRL__SE_DROP_PKT_USR_width 1
#define ND_RESE_DCR__CTRL__SE_DROP_PKT_USR_position 5
#define ND_RESE_DCR__CTRL__SE_DROP_PKT_USR_get(x) _BGQ_GET(1, 5, x)
#define ND_RESE_DCR__CTRL__SE_DROP_PKT_USR_set(v) _BGQ_SET(1, 5, v)
#define ND_RESE_DCR__CTRL__SE_DROP_PKT_USR_insert(x, v) _BGQ_INSERT(1, 5, x, v)
#define ND_RESE_DCR__CTRL__SE_DROP_PKT_SYS_width 1
#define ND_RESE_DCR__CTRL__SE_DROP_PKT_SYS_position 6
#define ND_RESE_DCR__CTRL__SE_DROP_PKT_SYS_get(x) _BGQ_GET(1, 6, x)
#define ND_RESE_DCR__CTRL__SE_DROP_PKT_SYS_set(v) _BGQ_SET(1, 6, v)
#define ND_RESE_DCR__CTRL__SE_DROP_PKT_SYS_insert(x, v) _BGQ_INSERT(1, 6, x, v)
#define ND_RESE_DCR__CTRL__RE_DISABLE_HDRCHK_width 1
#define ND_RESE_DCR__CTRL__RE_DISABLE_HDRCHK_position 7
#define ND_RESE_DCR__CTRL__RE_DISABLE_HDRCHK_get(x) _BGQ_GET(1, 7, x)
#define ND_RESE_DCR__CTRL__RE_DISABLE_HDRCHK_set(v) _BGQ_SET(1, 7, v)
#define ND_RESE_DCR__CTRL__RE_DISABLE_HDRCHK_insert(x, v) _BGQ_INSERT(1, 7, x, v)
#define ND_RESE_DCR__CTRL__DYN_TOK_REDUCE_width 4
#define ND_RESE_DCR__CTRL__DYN_TOK_REDUCE_position 11
#define ND_RESE_DCR__CTRL__DYN_TOK_REDUCE_get(x) _BGQ_GET(4, 11, x)
#define ND_RESE_DCR__CTRL__DYN_TOK_REDUCE_set(v) _BGQ_SET(4, 11, v)
#define ND_RESE_DCR__CTRL__DYN_TOK_REDUCE_insert(x, v) _BGQ_INSERT(4, 11, x, v)
#define ND_RESE_DCR__CTRL__BUBBLE_TOK_REDUCE_width 2
#define ND_RESE_DCR__CTRL__BUBBLE_TOK_REDUCE_position 13
#define ND_RESE_DCR__CTRL__BUBBLE_TOK_REDUCE_get(x) _BGQ_GET(2, 13, x)
#define ND_RESE_DCR__CTRL__BUBBLE_TOK_REDUCE_set(v) _BGQ_SET(2, 13, v)
#define ND_RESE_DCR__CTRL__BUBBLE_TOK_REDUCE_insert(x, v) _BGQ_INSERT(2, 13, x, v)
#define ND_RESE_DCR__CTRL__COLL_TOK_REDUCE_width 2
#define ND_RESE_DCR__CTRL__COLL_TOK_REDUCE_position 15
#define ND_RESE_DCR__CTRL__COLL_TOK_REDUCE_get(x) _BGQ_GET(2, 15, x)
#define ND_RESE_DCR__CTRL__COLL_TOK_REDUCE_set(v) _BGQ_SET(2, 15, v)
#define ND_RESE_DCR__CTRL__COLL_TOK_REDUCE_insert(x, v) _BGQ_INSERT(2, 15, x, v)
#define ND_RESE_DCR__CTRL__GI_STOP_width 1
#define ND_RESE_DCR__CTRL__GI_STOP_position 16
#define ND_RESE_DCR__CTRL__GI_STOP_get(x) _BGQ_GET(1, 16, x)
#define ND_RESE_DCR__CTRL__GI_STOP_set(v) _BGQ_SET(1, 16, v)
#define ND_RESE_DCR__CTRL__GI_STOP_insert(x, v) _BGQ_INSERT(1, 16, x, v)
#define ND_RESE_DCR__CTRL__RAN_COLL_SYS_SEL_width 1
#define ND_RESE_DCR__CTRL__RAN_COLL_SYS_SEL_position 17
#define ND_RESE_DCR__CTRL__RAN_COLL_SYS_SEL_get(x) _BGQ_GET(1, 17, x)
#define ND_RESE_DCR__CTRL__RAN_COLL_SYS_SEL_set(v) _BGQ_SET(1, 17, v)
#define ND_RESE_DCR__CTRL__RAN_COLL_SYS_SEL_insert(x, v) _BGQ_INSERT(1, 17, x, v)
#define ND_RESE_DCR__CTRL__RAN_COLL_UP_DOWN_SEL_width 1
#define ND_RESE_DCR__CTRL__RAN_COLL_UP_DOWN_SEL_position 18
#define ND_RESE_DCR__CTRL__RAN_COLL_UP_DOWN_SEL_get(x) _BGQ_GET(1, 18, x)
#define ND_RESE_DCR__CTRL__RAN_COLL_UP_DOWN_SEL_set(v) _BGQ_SET(1, 18, v)
#define ND_RESE_DCR__CTRL__RAN_COLL_UP_DOWN_SEL_insert(x, v) _BGQ_INSERT(1, 18, x, v)
#define ND_RESE_DCR__CTRL__RESERVED_width 45
#define ND_RESE_DCR__CTRL__RESERVED_position 63
#define ND_RESE_DCR__CTRL__RESERVED_get(x) _BGQ_GET(45, 63, x)
#define ND_RESE_DCR__CTRL__RESERVED_set(v) _BGQ_SET(45, 63, v)
#define ND_RESE_DCR__CTRL__RESERVED_insert(x, v) _BGQ_INSERT(45, 63, x, v)

#define ND_RESE_DCR__UPC_CTRL_offset 0x0002
#define ND_RESE_DCR__UPC_CTRL_reset UNSIGNED64(0x7008050270000000)
#define ND_RESE_DCR__UPC_CTRL__UPC0_VC_ENABLE_width 7
#define ND_RESE_DCR__UPC_CTRL__UPC0_VC_ENABLE_position 7
#define ND_RESE_DCR__UPC_CTRL__UPC0_VC_ENABLE_get(x) _BGQ_GET(7, 7, x)
#define ND_RESE_DCR__UPC_CTRL__UPC0_VC_ENABLE_set(v) _BGQ_SET(7, 7, v)
#define ND_RESE_DCR__UPC_CTRL__UPC0_VC_ENABLE_insert(x, v) _BGQ_INSERT(7, 7, x, v)
#define ND_RESE_DCR__UPC_CTRL__UPC1_VC_ENABLE_width 7
#define ND_RESE_DCR__UPC_CTRL__UPC1_VC_ENABLE_position 15
#define ND_RESE_DCR__UPC_CTRL__UPC1_VC_ENABLE_get(x) _BGQ_GET(7, 15, x)
#define ND_RESE_DCR__UPC_CTRL__UPC1_VC_ENABLE_set(v) _BGQ_SET(7, 15, v)
#define ND_RESE_DCR__UPC_CTRL__UPC1_VC_ENABLE_insert(x, v) _BGQ_INSERT(7, 15, x, v)
#define ND_RESE_DCR__UPC_CTRL__UPC2_VC_ENABLE_width 7
#define ND_RESE_DCR__UPC_CTRL__UPC2_VC_ENABLE_position 23
#define ND_RESE_DCR__UPC_CTRL__UPC2_VC_ENABLE_get(x) _BGQ_GET(7, 23, x)
#define ND_RESE_DCR__UPC_CTRL__UPC2_VC_ENABLE_set(v) _BGQ_SET(7, 23, v)
#define ND_RESE_DCR__UPC_CTRL__UPC2_VC_ENABLE_insert(x, v) _BGQ_INSERT(7, 23, x, v)
#define ND_RESE_DCR__UPC_CTRL__UPC3_VC_ENABLE_width 7
#define ND_RESE_DCR__UPC_CTRL__UPC3_VC_ENABLE_position 31
#define ND_RESE_DCR__UPC_CTRL__UPC3_VC_ENABLE_get(x) _BGQ_GET(7, 31, x)
#define ND_RESE_DCR__UPC_CTRL__UPC3_VC_ENABLE_set(v) _BGQ_SET(7, 31, v)
#define ND_RESE_DCR__UPC_CTRL__UPC3_VC_ENABLE_insert(x, v) _BGQ_INSERT(7, 31, x, v)
#define ND_RESE_DCR__UPC_CTRL__UPC45_VC_ENABLE_width 7
#define ND_RESE_DCR__UPC_CTRL__UPC45_VC_ENABLE_position 39
#define ND_RESE_DCR__UPC_CTRL__UPC45_VC_ENABLE_get(x) _BGQ_GET(7, 39, x)
#define ND_RESE_DCR__UPC_CTRL__UPC45_VC_ENABLE_set(v) _BGQ_SET(7, 39, v)
#define ND_RESE_DCR__UPC_CTRL__UPC45_VC_ENABLE_insert(x, v) _BGQ_INSERT(7, 39, x, v)
#define ND_RESE_DCR__UPC_CTRL__RESERVED_width 24
#define ND_RESE_DCR__UPC_CTRL__RESERVED_position 63
#define ND_RESE_DCR__UPC_CTRL__RESERVED_get(x) _BGQ_GET(24, 63, x)
#define ND_RESE_DCR__UPC_CTRL__RESERVED_set(v) _BGQ_SET(24, 63, v)
#define ND_RESE_DCR__UPC_CTRL__RESERVED_insert(x, v) _BGQ_INSERT(24, 63, x, v)

#define ND_RESE_DCR__THRESH_ARRAY_CE_offset 0x0003
#define ND_RESE_DCR__THRESH_ARRAY_CE_reset UNSIGNED64(0x00000000FFFFFFFF)
#define ND_RESE_DCR__THRESH_ARRAY_CE__VALUE_width 32
#define ND_RESE_DCR__THRESH_ARRAY_CE__VALUE_position 63
#define ND_RESE_DCR__THRESH_ARRAY_CE__VALUE_get(x) _BGQ_GET(32, 63, x)
#define ND_RESE_DCR__THRESH_ARRAY_CE__VALUE_set(v) _BGQ_SET(32, 63, v)
#define ND_RESE_DCR__THRESH_ARRAY_CE__VALUE_insert(x, v) _BGQ_INSERT(32, 63, x, v)

#define ND_RESE_DCR__THRESH_RE_ERR_offset 0x0004
#define ND_RESE_DCR__THRESH_RE_ERR_reset UNSIGNED64(0x00000000FFFFFFFF)
#define ND_RESE_DCR__THRESH_RE_ERR__VALUE_width 32
#define ND_RESE_DCR__THRESH_RE_ERR__VALUE_position 63
#define ND_RESE_DCR__THRESH_RE_ERR__VALUE_get(x) _BGQ_GET(32, 63, x)
#define ND_RESE_DCR__THRESH_RE_ERR__VALUE_set(v) _BGQ_SET(32, 63, v)
#define ND_RESE_DCR__THRESH_RE_ERR__VALUE_insert(x, v) _BGQ_INSERT(32, 63, x, v)

#define ND_RESE_DCR__THRESH_SE_RETRAN_offset 0x0005
#define ND_RESE_DCR__THRESH_SE_RETRAN_reset UNSIGNED64(0x00000000FFFFFFFF)
#define ND_RESE_DCR__THRESH_SE_RETRAN__VALUE_width 32
#define ND_RESE_DCR__THRESH_SE_RETRAN__VALUE_position 63
#define ND_RESE_DCR__THRESH_SE_RETRAN__VALUE_get(x) _BGQ_GET(32, 63, x)
#define ND_RESE_DCR__THRESH_SE_RETRAN__VALUE_set(v) _BGQ_SET(32, 63, v)
#define ND_RESE_DCR__THRESH_SE_RETRAN__VALUE_insert(x, v) _BGQ_INSERT(32, 63, x, v)

#define ND_RESE_DCR__CLEAR_offset 0x0006
#define ND_RESE_DCR__CLEAR_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__CLEAR__RE_CLR_LINK_CRC_USR_width 1
#define ND_RESE_DCR__CLEAR__RE_CLR_LINK_CRC_USR_position 0
#define ND_RESE_DCR__CLEAR__RE_CLR_LINK_CRC_USR_get(x) _BGQ_GET(1, 0, x)
#define ND_RESE_DCR__CLEAR__RE_CLR_LINK_CRC_USR_set(v) _BGQ_SET(1, 0, v)
#define ND_RESE_DCR__CLEAR__RE_CLR_LINK_CRC_USR_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define ND_RESE_DCR__CLEAR__RE_CLR_LINK_CRC_SYS_width 1
#define ND_RESE_DCR__CLEAR__RE_CLR_LINK_CRC_SYS_position 1
#define ND_RESE_DCR__CLEAR__RE_CLR_LINK_CRC_SYS_get(x) _BGQ_GET(1, 1, x)
#define ND_RESE_DCR__CLEAR__RE_CLR_LINK_CRC_SYS_set(v) _BGQ_SET(1, 1, v)
#define ND_RESE_DCR__CLEAR__RE_CLR_LINK_CRC_SYS_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define ND_RESE_DCR__CLEAR__SE_CLR_LINK_CRC_USR_width 1
#define ND_RESE_DCR__CLEAR__SE_CLR_LINK_CRC_USR_position 2
#define ND_RESE_DCR__CLEAR__SE_CLR_LINK_CRC_USR_get(x) _BGQ_GET(1, 2, x)
#define ND_RESE_DCR__CLEAR__SE_CLR_LINK_CRC_USR_set(v) _BGQ_SET(1, 2, v)
#define ND_RESE_DCR__CLEAR__SE_CLR_LINK_CRC_USR_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define ND_RESE_DCR__CLEAR__SE_CLR_LINK_CRC_SYS_width 1
#define ND_RESE_DCR__CLEAR__SE_CLR_LINK_CRC_SYS_position 3
#define ND_RESE_DCR__CLEAR__SE_CLR_LINK_CRC_SYS_get(x) _BGQ_GET(1, 3, x)
#define ND_RESE_DCR__CLEAR__SE_CLR_LINK_CRC_SYS_set(v) _BGQ_SET(1, 3, v)
#define ND_RESE_DCR__CLEAR__SE_CLR_LINK_CRC_SYS_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define ND_RESE_DCR__CLEAR__RE_CLR_LINK_ERR_CNT_width 1
#define ND_RESE_DCR__CLEAR__RE_CLR_LINK_ERR_CNT_position 4
#define ND_RESE_DCR__CLEAR__RE_CLR_LINK_ERR_CNT_get(x) _BGQ_GET(1, 4, x)
#define ND_RESE_DCR__CLEAR__RE_CLR_LINK_ERR_CNT_set(v) _BGQ_SET(1, 4, v)
#define ND_RESE_DCR__CLEAR__RE_CLR_LINK_ERR_CNT_insert(x, v) _BGQ_INSERT(1, 4, x, v)
#define ND_RESE_DCR__CLEAR__RE_CLR_CE_CNT_width 8
#define ND_RESE_DCR__CLEAR__RE_CLR_CE_CNT_position 12
#define ND_RESE_DCR__CLEAR__RE_CLR_CE_CNT_get(x) _BGQ_GET(8, 12, x)
#define ND_RESE_DCR__CLEAR__RE_CLR_CE_CNT_set(v) _BGQ_SET(8, 12, v)
#define ND_RESE_DCR__CLEAR__RE_CLR_CE_CNT_insert(x, v) _BGQ_INSERT(8, 12, x, v)
#define ND_RESE_DCR__CLEAR__RE_CLR_UE_width 6
#define ND_RESE_DCR__CLEAR__RE_CLR_UE_position 18
#define ND_RESE_DCR__CLEAR__RE_CLR_UE_get(x) _BGQ_GET(6, 18, x)
#define ND_RESE_DCR__CLEAR__RE_CLR_UE_set(v) _BGQ_SET(6, 18, v)
#define ND_RESE_DCR__CLEAR__RE_CLR_UE_insert(x, v) _BGQ_INSERT(6, 18, x, v)
#define ND_RESE_DCR__CLEAR__SE_CLR_RETRANS_CNT_width 1
#define ND_RESE_DCR__CLEAR__SE_CLR_RETRANS_CNT_position 19
#define ND_RESE_DCR__CLEAR__SE_CLR_RETRANS_CNT_get(x) _BGQ_GET(1, 19, x)
#define ND_RESE_DCR__CLEAR__SE_CLR_RETRANS_CNT_set(v) _BGQ_SET(1, 19, v)
#define ND_RESE_DCR__CLEAR__SE_CLR_RETRANS_CNT_insert(x, v) _BGQ_INSERT(1, 19, x, v)
#define ND_RESE_DCR__CLEAR__SE_CLR_CE_CNT_width 1
#define ND_RESE_DCR__CLEAR__SE_CLR_CE_CNT_position 20
#define ND_RESE_DCR__CLEAR__SE_CLR_CE_CNT_get(x) _BGQ_GET(1, 20, x)
#define ND_RESE_DCR__CLEAR__SE_CLR_CE_CNT_set(v) _BGQ_SET(1, 20, v)
#define ND_RESE_DCR__CLEAR__SE_CLR_CE_CNT_insert(x, v) _BGQ_INSERT(1, 20, x, v)
#define ND_RESE_DCR__CLEAR__SE_CLR_E2E_CRC_ERR_width 1
#define ND_RESE_DCR__CLEAR__SE_CLR_E2E_CRC_ERR_position 21
#define ND_RESE_DCR__CLEAR__SE_CLR_E2E_CRC_ERR_get(x) _BGQ_GET(1, 21, x)
#define ND_RESE_DCR__CLEAR__SE_CLR_E2E_CRC_ERR_set(v) _BGQ_SET(1, 21, v)
#define ND_RESE_DCR__CLEAR__SE_CLR_E2E_CRC_ERR_insert(x, v) _BGQ_INSERT(1, 21, x, v)
#define ND_RESE_DCR__CLEAR__SE_CLR_UE_width 1
#define ND_RESE_DCR__CLEAR__SE_CLR_UE_position 22
#define ND_RESE_DCR__CLEAR__SE_CLR_UE_get(x) _BGQ_GET(1, 22, x)
#define ND_RESE_DCR__CLEAR__SE_CLR_UE_set(v) _BGQ_SET(1, 22, v)
#define ND_RESE_DCR__CLEAR__SE_CLR_UE_insert(x, v) _BGQ_INSERT(1, 22, x, v)
#define ND_RESE_DCR__CLEAR__RESERVED_width 40
#define ND_RESE_DCR__CLEAR__RESERVED_position 62
#define ND_RESE_DCR__CLEAR__RESERVED_get(x) _BGQ_GET(40, 62, x)
#define ND_RESE_DCR__CLEAR__RESERVED_set(v) _BGQ_SET(40, 62, v)
#define ND_RESE_DCR__CLEAR__RESERVED_insert(x, v) _BGQ_INSERT(40, 62, x, v)
#define ND_RESE_DCR__CLEAR__SE_CLR_DROPPED_PKT_width 1
#define ND_RESE_DCR__CLEAR__SE_CLR_DROPPED_PKT_position 63
#define ND_RESE_DCR__CLEAR__SE_CLR_DROPPED_PKT_get(x) _BGQ_GET(1, 63, x)
#define ND_RESE_DCR__CLEAR__SE_CLR_DROPPED_PKT_set(v) _BGQ_SET(1, 63, v)
#define ND_RESE_DCR__CLEAR__SE_CLR_DROPPED_PKT_insert(x, v) _BGQ_INSERT(1, 63, x, v)

#define ND_RESE_DCR__FATAL_ERR_offset 0x0007
#define ND_RESE_DCR__FATAL_ERR_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__FATAL_ERR__DCR_SLAVE_MCHK_width 1
#define ND_RESE_DCR__FATAL_ERR__DCR_SLAVE_MCHK_position 0
#define ND_RESE_DCR__FATAL_ERR__DCR_SLAVE_MCHK_get(x) _BGQ_GET(1, 0, x)
#define ND_RESE_DCR__FATAL_ERR__DCR_SLAVE_MCHK_set(v) _BGQ_SET(1, 0, v)
#define ND_RESE_DCR__FATAL_ERR__DCR_SLAVE_MCHK_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define ND_RESE_DCR__FATAL_ERR__DCR_SLAVE_CRIT_width 1
#define ND_RESE_DCR__FATAL_ERR__DCR_SLAVE_CRIT_position 1
#define ND_RESE_DCR__FATAL_ERR__DCR_SLAVE_CRIT_get(x) _BGQ_GET(1, 1, x)
#define ND_RESE_DCR__FATAL_ERR__DCR_SLAVE_CRIT_set(v) _BGQ_SET(1, 1, v)
#define ND_RESE_DCR__FATAL_ERR__DCR_SLAVE_CRIT_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define ND_RESE_DCR__FATAL_ERR__RE_LINK_ERR_OVER_THRESH_width 1
#define ND_RESE_DCR__FATAL_ERR__RE_LINK_ERR_OVER_THRESH_position 2
#define ND_RESE_DCR__FATAL_ERR__RE_LINK_ERR_OVER_THRESH_get(x) _BGQ_GET(1, 2, x)
#define ND_RESE_DCR__FATAL_ERR__RE_LINK_ERR_OVER_THRESH_set(v) _BGQ_SET(1, 2, v)
#define ND_RESE_DCR__FATAL_ERR__RE_LINK_ERR_OVER_THRESH_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_CNT_OVER_THRESH_width 1
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_CNT_OVER_THRESH_position 3
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_CNT_OVER_THRESH_get(x) _BGQ_GET(1, 3, x)
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_CNT_OVER_THRESH_set(v) _BGQ_SET(1, 3, v)
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_CNT_OVER_THRESH_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define ND_RESE_DCR__FATAL_ERR__RE_CE_CNT_OVER_THRESH_width 8
#define ND_RESE_DCR__FATAL_ERR__RE_CE_CNT_OVER_THRESH_position 11
#define ND_RESE_DCR__FATAL_ERR__RE_CE_CNT_OVER_THRESH_get(x) _BGQ_GET(8, 11, x)
#define ND_RESE_DCR__FATAL_ERR__RE_CE_CNT_OVER_THRESH_set(v) _BGQ_SET(8, 11, v)
#define ND_RESE_DCR__FATAL_ERR__RE_CE_CNT_OVER_THRESH_insert(x, v) _BGQ_INSERT(8, 11, x, v)
#define ND_RESE_DCR__FATAL_ERR__SE_CE_CNT_OVER_THRESH_width 1
#define ND_RESE_DCR__FATAL_ERR__SE_CE_CNT_OVER_THRESH_position 12
#define ND_RESE_DCR__FATAL_ERR__SE_CE_CNT_OVER_THRESH_get(x) _BGQ_GET(1, 12, x)
#define ND_RESE_DCR__FATAL_ERR__SE_CE_CNT_OVER_THRESH_set(v) _BGQ_SET(1, 12, v)
#define ND_RESE_DCR__FATAL_ERR__SE_CE_CNT_OVER_THRESH_insert(x, v) _BGQ_INSERT(1, 12, x, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC0_UE_width 1
#define ND_RESE_DCR__FATAL_ERR__RE_VC0_UE_position 13
#define ND_RESE_DCR__FATAL_ERR__RE_VC0_UE_get(x) _BGQ_GET(1, 13, x)
#define ND_RESE_DCR__FATAL_ERR__RE_VC0_UE_set(v) _BGQ_SET(1, 13, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC0_UE_insert(x, v) _BGQ_INSERT(1, 13, x, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC1_UE_width 1
#define ND_RESE_DCR__FATAL_ERR__RE_VC1_UE_position 14
#define ND_RESE_DCR__FATAL_ERR__RE_VC1_UE_get(x) _BGQ_GET(1, 14, x)
#define ND_RESE_DCR__FATAL_ERR__RE_VC1_UE_set(v) _BGQ_SET(1, 14, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC1_UE_insert(x, v) _BGQ_INSERT(1, 14, x, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC2_UE_width 1
#define ND_RESE_DCR__FATAL_ERR__RE_VC2_UE_position 15
#define ND_RESE_DCR__FATAL_ERR__RE_VC2_UE_get(x) _BGQ_GET(1, 15, x)
#define ND_RESE_DCR__FATAL_ERR__RE_VC2_UE_set(v) _BGQ_SET(1, 15, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC2_UE_insert(x, v) _BGQ_INSERT(1, 15, x, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC3_UE_width 1
#define ND_RESE_DCR__FATAL_ERR__RE_VC3_UE_position 16
#define ND_RESE_DCR__FATAL_ERR__RE_VC3_UE_get(x) _BGQ_GET(1, 16, x)
#define ND_RESE_DCR__FATAL_ERR__RE_VC3_UE_set(v) _BGQ_SET(1, 16, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC3_UE_insert(x, v) _BGQ_INSERT(1, 16, x, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC4_UE_width 1
#define ND_RESE_DCR__FATAL_ERR__RE_VC4_UE_position 17
#define ND_RESE_DCR__FATAL_ERR__RE_VC4_UE_get(x) _BGQ_GET(1, 17, x)
#define ND_RESE_DCR__FATAL_ERR__RE_VC4_UE_set(v) _BGQ_SET(1, 17, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC4_UE_insert(x, v) _BGQ_INSERT(1, 17, x, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC5_UE_width 1
#define ND_RESE_DCR__FATAL_ERR__RE_VC5_UE_position 18
#define ND_RESE_DCR__FATAL_ERR__RE_VC5_UE_get(x) _BGQ_GET(1, 18, x)
#define ND_RESE_DCR__FATAL_ERR__RE_VC5_UE_set(v) _BGQ_SET(1, 18, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC5_UE_insert(x, v) _BGQ_INSERT(1, 18, x, v)
#define ND_RESE_DCR__FATAL_ERR__RE_PIPE_UE_width 1
#define ND_RESE_DCR__FATAL_ERR__RE_PIPE_UE_position 19
#define ND_RESE_DCR__FATAL_ERR__RE_PIPE_UE_get(x) _BGQ_GET(1, 19, x)
#define ND_RESE_DCR__FATAL_ERR__RE_PIPE_UE_set(v) _BGQ_SET(1, 19, v)
#define ND_RESE_DCR__FATAL_ERR__RE_PIPE_UE_insert(x, v) _BGQ_INSERT(1, 19, x, v)
#define ND_RESE_DCR__FATAL_ERR__RE_PIPE_PERR_width 1
#define ND_RESE_DCR__FATAL_ERR__RE_PIPE_PERR_position 20
#define ND_RESE_DCR__FATAL_ERR__RE_PIPE_PERR_get(x) _BGQ_GET(1, 20, x)
#define ND_RESE_DCR__FATAL_ERR__RE_PIPE_PERR_set(v) _BGQ_SET(1, 20, v)
#define ND_RESE_DCR__FATAL_ERR__RE_PIPE_PERR_insert(x, v) _BGQ_INSERT(1, 20, x, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC0_LIST_UE_width 1
#define ND_RESE_DCR__FATAL_ERR__RE_VC0_LIST_UE_position 21
#define ND_RESE_DCR__FATAL_ERR__RE_VC0_LIST_UE_get(x) _BGQ_GET(1, 21, x)
#define ND_RESE_DCR__FATAL_ERR__RE_VC0_LIST_UE_set(v) _BGQ_SET(1, 21, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC0_LIST_UE_insert(x, v) _BGQ_INSERT(1, 21, x, v)
#define ND_RESE_DCR__FATAL_ERR__RE_FIFO_WR_PERR_width 1
#define ND_RESE_DCR__FATAL_ERR__RE_FIFO_WR_PERR_position 22
#define ND_RESE_DCR__FATAL_ERR__RE_FIFO_WR_PERR_get(x) _BGQ_GET(1, 22, x)
#define ND_RESE_DCR__FATAL_ERR__RE_FIFO_WR_PERR_set(v) _BGQ_SET(1, 22, v)
#define ND_RESE_DCR__FATAL_ERR__RE_FIFO_WR_PERR_insert(x, v) _BGQ_INSERT(1, 22, x, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC0_CTRL_PERR_width 1
#define ND_RESE_DCR__FATAL_ERR__RE_VC0_CTRL_PERR_position 23
#define ND_RESE_DCR__FATAL_ERR__RE_VC0_CTRL_PERR_get(x) _BGQ_GET(1, 23, x)
#define ND_RESE_DCR__FATAL_ERR__RE_VC0_CTRL_PERR_set(v) _BGQ_SET(1, 23, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC0_CTRL_PERR_insert(x, v) _BGQ_INSERT(1, 23, x, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC0_FIFO_RD_PERR_width 1
#define ND_RESE_DCR__FATAL_ERR__RE_VC0_FIFO_RD_PERR_position 24
#define ND_RESE_DCR__FATAL_ERR__RE_VC0_FIFO_RD_PERR_get(x) _BGQ_GET(1, 24, x)
#define ND_RESE_DCR__FATAL_ERR__RE_VC0_FIFO_RD_PERR_set(v) _BGQ_SET(1, 24, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC0_FIFO_RD_PERR_insert(x, v) _BGQ_INSERT(1, 24, x, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC0_LIST_PERR_width 1
#define ND_RESE_DCR__FATAL_ERR__RE_VC0_LIST_PERR_position 25
#define ND_RESE_DCR__FATAL_ERR__RE_VC0_LIST_PERR_get(x) _BGQ_GET(1, 25, x)
#define ND_RESE_DCR__FATAL_ERR__RE_VC0_LIST_PERR_set(v) _BGQ_SET(1, 25, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC0_LIST_PERR_insert(x, v) _BGQ_INSERT(1, 25, x, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC1_CTRL_PERR_width 1
#define ND_RESE_DCR__FATAL_ERR__RE_VC1_CTRL_PERR_position 26
#define ND_RESE_DCR__FATAL_ERR__RE_VC1_CTRL_PERR_get(x) _BGQ_GET(1, 26, x)
#define ND_RESE_DCR__FATAL_ERR__RE_VC1_CTRL_PERR_set(v) _BGQ_SET(1, 26, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC1_CTRL_PERR_insert(x, v) _BGQ_INSERT(1, 26, x, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC1_FIFO_RD_PERR_width 1
#define ND_RESE_DCR__FATAL_ERR__RE_VC1_FIFO_RD_PERR_position 27
#define ND_RESE_DCR__FATAL_ERR__RE_VC1_FIFO_RD_PERR_get(x) _BGQ_GET(1, 27, x)
#define ND_RESE_DCR__FATAL_ERR__RE_VC1_FIFO_RD_PERR_set(v) _BGQ_SET(1, 27, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC1_FIFO_RD_PERR_insert(x, v) _BGQ_INSERT(1, 27, x, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC2_CTRL_PERR_width 1
#define ND_RESE_DCR__FATAL_ERR__RE_VC2_CTRL_PERR_position 28
#define ND_RESE_DCR__FATAL_ERR__RE_VC2_CTRL_PERR_get(x) _BGQ_GET(1, 28, x)
#define ND_RESE_DCR__FATAL_ERR__RE_VC2_CTRL_PERR_set(v) _BGQ_SET(1, 28, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC2_CTRL_PERR_insert(x, v) _BGQ_INSERT(1, 28, x, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC2_FIFO_RD_PERR_width 1
#define ND_RESE_DCR__FATAL_ERR__RE_VC2_FIFO_RD_PERR_position 29
#define ND_RESE_DCR__FATAL_ERR__RE_VC2_FIFO_RD_PERR_get(x) _BGQ_GET(1, 29, x)
#define ND_RESE_DCR__FATAL_ERR__RE_VC2_FIFO_RD_PERR_set(v) _BGQ_SET(1, 29, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC2_FIFO_RD_PERR_insert(x, v) _BGQ_INSERT(1, 29, x, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC3_CTRL_PERR_width 1
#define ND_RESE_DCR__FATAL_ERR__RE_VC3_CTRL_PERR_position 30
#define ND_RESE_DCR__FATAL_ERR__RE_VC3_CTRL_PERR_get(x) _BGQ_GET(1, 30, x)
#define ND_RESE_DCR__FATAL_ERR__RE_VC3_CTRL_PERR_set(v) _BGQ_SET(1, 30, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC3_CTRL_PERR_insert(x, v) _BGQ_INSERT(1, 30, x, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC3_FIFO_RD_PERR_width 1
#define ND_RESE_DCR__FATAL_ERR__RE_VC3_FIFO_RD_PERR_position 31
#define ND_RESE_DCR__FATAL_ERR__RE_VC3_FIFO_RD_PERR_get(x) _BGQ_GET(1, 31, x)
#define ND_RESE_DCR__FATAL_ERR__RE_VC3_FIFO_RD_PERR_set(v) _BGQ_SET(1, 31, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC3_FIFO_RD_PERR_insert(x, v) _BGQ_INSERT(1, 31, x, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC4_CTRL_PERR_width 1
#define ND_RESE_DCR__FATAL_ERR__RE_VC4_CTRL_PERR_position 32
#define ND_RESE_DCR__FATAL_ERR__RE_VC4_CTRL_PERR_get(x) _BGQ_GET(1, 32, x)
#define ND_RESE_DCR__FATAL_ERR__RE_VC4_CTRL_PERR_set(v) _BGQ_SET(1, 32, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC4_CTRL_PERR_insert(x, v) _BGQ_INSERT(1, 32, x, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC4_FIFO_RD_PERR_width 1
#define ND_RESE_DCR__FATAL_ERR__RE_VC4_FIFO_RD_PERR_position 33
#define ND_RESE_DCR__FATAL_ERR__RE_VC4_FIFO_RD_PERR_get(x) _BGQ_GET(1, 33, x)
#define ND_RESE_DCR__FATAL_ERR__RE_VC4_FIFO_RD_PERR_set(v) _BGQ_SET(1, 33, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC4_FIFO_RD_PERR_insert(x, v) _BGQ_INSERT(1, 33, x, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC5_CTRL_PERR_width 1
#define ND_RESE_DCR__FATAL_ERR__RE_VC5_CTRL_PERR_position 34
#define ND_RESE_DCR__FATAL_ERR__RE_VC5_CTRL_PERR_get(x) _BGQ_GET(1, 34, x)
#define ND_RESE_DCR__FATAL_ERR__RE_VC5_CTRL_PERR_set(v) _BGQ_SET(1, 34, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC5_CTRL_PERR_insert(x, v) _BGQ_INSERT(1, 34, x, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC5_FIFO_RD_PERR_width 1
#define ND_RESE_DCR__FATAL_ERR__RE_VC5_FIFO_RD_PERR_position 35
#define ND_RESE_DCR__FATAL_ERR__RE_VC5_FIFO_RD_PERR_get(x) _BGQ_GET(1, 35, x)
#define ND_RESE_DCR__FATAL_ERR__RE_VC5_FIFO_RD_PERR_set(v) _BGQ_SET(1, 35, v)
#define ND_RESE_DCR__FATAL_ERR__RE_VC5_FIFO_RD_PERR_insert(x, v) _BGQ_INSERT(1, 35, x, v)
#define ND_RESE_DCR__FATAL_ERR__UNUSED_width 1
#define ND_RESE_DCR__FATAL_ERR__UNUSED_position 36
#define ND_RESE_DCR__FATAL_ERR__UNUSED_get(x) _BGQ_GET(1, 36, x)
#define ND_RESE_DCR__FATAL_ERR__UNUSED_set(v) _BGQ_SET(1, 36, v)
#define ND_RESE_DCR__FATAL_ERR__UNUSED_insert(x, v) _BGQ_INSERT(1, 36, x, v)
#define ND_RESE_DCR__FATAL_ERR__SE_E2E_CRC_ERR_width 1
#define ND_RESE_DCR__FATAL_ERR__SE_E2E_CRC_ERR_position 37
#define ND_RESE_DCR__FATAL_ERR__SE_E2E_CRC_ERR_get(x) _BGQ_GET(1, 37, x)
#define ND_RESE_DCR__FATAL_ERR__SE_E2E_CRC_ERR_set(v) _BGQ_SET(1, 37, v)
#define ND_RESE_DCR__FATAL_ERR__SE_E2E_CRC_ERR_insert(x, v) _BGQ_INSERT(1, 37, x, v)
#define ND_RESE_DCR__FATAL_ERR__SE_DATA_IN_UE_width 1
#define ND_RESE_DCR__FATAL_ERR__SE_DATA_IN_UE_position 38
#define ND_RESE_DCR__FATAL_ERR__SE_DATA_IN_UE_get(x) _BGQ_GET(1, 38, x)
#define ND_RESE_DCR__FATAL_ERR__SE_DATA_IN_UE_set(v) _BGQ_SET(1, 38, v)
#define ND_RESE_DCR__FATAL_ERR__SE_DATA_IN_UE_insert(x, v) _BGQ_INSERT(1, 38, x, v)
#define ND_RESE_DCR__FATAL_ERR__SE_TOKEN_OVERFLOW_width 1
#define ND_RESE_DCR__FATAL_ERR__SE_TOKEN_OVERFLOW_position 39
#define ND_RESE_DCR__FATAL_ERR__SE_TOKEN_OVERFLOW_get(x) _BGQ_GET(1, 39, x)
#define ND_RESE_DCR__FATAL_ERR__SE_TOKEN_OVERFLOW_set(v) _BGQ_SET(1, 39, v)
#define ND_RESE_DCR__FATAL_ERR__SE_TOKEN_OVERFLOW_insert(x, v) _BGQ_INSERT(1, 39, x, v)
#define ND_RESE_DCR__FATAL_ERR__SE_TOKEN_PARITY_ERR_width 1
#define ND_RESE_DCR__FATAL_ERR__SE_TOKEN_PARITY_ERR_position 40
#define ND_RESE_DCR__FATAL_ERR__SE_TOKEN_PARITY_ERR_get(x) _BGQ_GET(1, 40, x)
#define ND_RESE_DCR__FATAL_ERR__SE_TOKEN_PARITY_ERR_set(v) _BGQ_SET(1, 40, v)
#define ND_RESE_DCR__FATAL_ERR__SE_TOKEN_PARITY_ERR_insert(x, v) _BGQ_INSERT(1, 40, x, v)
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_ARRAY_UE_width 1
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_ARRAY_UE_position 41
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_ARRAY_UE_get(x) _BGQ_GET(1, 41, x)
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_ARRAY_UE_set(v) _BGQ_SET(1, 41, v)
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_ARRAY_UE_insert(x, v) _BGQ_INSERT(1, 41, x, v)
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_PKT_TYPE_ERR_width 1
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_PKT_TYPE_ERR_position 42
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_PKT_TYPE_ERR_get(x) _BGQ_GET(1, 42, x)
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_PKT_TYPE_ERR_set(v) _BGQ_SET(1, 42, v)
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_PKT_TYPE_ERR_insert(x, v) _BGQ_INSERT(1, 42, x, v)
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_STATE_IN_PERR_width 1
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_STATE_IN_PERR_position 43
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_STATE_IN_PERR_get(x) _BGQ_GET(1, 43, x)
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_STATE_IN_PERR_set(v) _BGQ_SET(1, 43, v)
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_STATE_IN_PERR_insert(x, v) _BGQ_INSERT(1, 43, x, v)
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_STATE_OUT_PERR_width 1
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_STATE_OUT_PERR_position 44
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_STATE_OUT_PERR_get(x) _BGQ_GET(1, 44, x)
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_STATE_OUT_PERR_set(v) _BGQ_SET(1, 44, v)
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_STATE_OUT_PERR_insert(x, v) _BGQ_INSERT(1, 44, x, v)
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_POINTER_PERR_width 1
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_POINTER_PERR_position 45
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_POINTER_PERR_get(x) _BGQ_GET(1, 45, x)
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_POINTER_PERR_set(v) _BGQ_SET(1, 45, v)
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_POINTER_PERR_insert(x, v) _BGQ_INSERT(1, 45, x, v)
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_FIFO_OVERFLOW_width 1
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_FIFO_OVERFLOW_position 46
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_FIFO_OVERFLOW_get(x) _BGQ_GET(1, 46, x)
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_FIFO_OVERFLOW_set(v) _BGQ_SET(1, 46, v)
#define ND_RESE_DCR__FATAL_ERR__SE_RETRANS_FIFO_OVERFLOW_insert(x, v) _BGQ_INSERT(1, 46, x, v)
#define ND_RESE_DCR__FATAL_ERR__SE_GI_UE_width 1
#define ND_RESE_DCR__FATAL_ERR__SE_GI_UE_position 47
#define ND_RESE_DCR__FATAL_ERR__SE_GI_UE_get(x) _BGQ_GET(1, 47, x)
#define ND_RESE_DCR__FATAL_ERR__SE_GI_UE_set(v) _BGQ_SET(1, 47, v)
#define ND_RESE_DCR__FATAL_ERR__SE_GI_UE_insert(x, v) _BGQ_INSERT(1, 47, x, v)
#define ND_RESE_DCR__FATAL_ERR__SE_ARB_PERR_width 1
#define ND_RESE_DCR__FATAL_ERR__SE_ARB_PERR_position 48
#define ND_RESE_DCR__FATAL_ERR__SE_ARB_PERR_get(x) _BGQ_GET(1, 48, x)
#define ND_RESE_DCR__FATAL_ERR__SE_ARB_PERR_set(v) _BGQ_SET(1, 48, v)
#define ND_RESE_DCR__FATAL_ERR__SE_ARB_PERR_insert(x, v) _BGQ_INSERT(1, 48, x, v)
#define ND_RESE_DCR__FATAL_ERR__SE_CTRL_PERR_width 1
#define ND_RESE_DCR__FATAL_ERR__SE_CTRL_PERR_position 49
#define ND_RESE_DCR__FATAL_ERR__SE_CTRL_PERR_get(x) _BGQ_GET(1, 49, x)
#define ND_RESE_DCR__FATAL_ERR__SE_CTRL_PERR_set(v) _BGQ_SET(1, 49, v)
#define ND_RESE_DCR__FATAL_ERR__SE_CTRL_PERR_insert(x, v) _BGQ_INSERT(1, 49, x, v)
#define ND_RESE_DCR__FATAL_ERR__SE_TOK_RELS_PERR_width 1
#define ND_RESE_DCR__FATAL_ERR__SE_TOK_RELS_PERR_position 50
#define ND_RESE_DCR__FATAL_ERR__SE_TOK_RELS_PERR_get(x) _BGQ_GET(1, 50, x)
#define ND_RESE_DCR__FATAL_ERR__SE_TOK_RELS_PERR_set(v) _BGQ_SET(1, 50, v)
#define ND_RESE_DCR__FATAL_ERR__SE_TOK_RELS_PERR_insert(x, v) _BGQ_INSERT(1, 50, x, v)
#define ND_RESE_DCR__FATAL_ERR__DCR_PIPE_PERR_width 1
#define ND_RESE_DCR__FATAL_ERR__DCR_PIPE_PERR_position 52
#define ND_RESE_DCR__FATAL_ERR__DCR_PIPE_PERR_get(x) _BGQ_GET(1, 52, x)
#define ND_RESE_DCR__FATAL_ERR__DCR_PIPE_PERR_set(v) _BGQ_SET(1, 52, v)
#define ND_RESE_DCR__FATAL_ERR__DCR_PIPE_PERR_insert(x, v) _BGQ_INSERT(1, 52, x, v)
#define ND_RESE_DCR__FATAL_ERR__RESERVED_width 9
#define ND_RESE_DCR__FATAL_ERR__RESERVED_position 61
#define ND_RESE_DCR__FATAL_ERR__RESERVED_get(x) _BGQ_GET(9, 61, x)
#define ND_RESE_DCR__FATAL_ERR__RESERVED_set(v) _BGQ_SET(9, 61, v)
#define ND_RESE_DCR__FATAL_ERR__RESERVED_insert(x, v) _BGQ_INSERT(9, 61, x, v)
#define ND_RESE_DCR__FATAL_ERR__DCR_SLAVE_NON_CRIT_width 1
#define ND_RESE_DCR__FATAL_ERR__DCR_SLAVE_NON_CRIT_position 62
#define ND_RESE_DCR__FATAL_ERR__DCR_SLAVE_NON_CRIT_get(x) _BGQ_GET(1, 62, x)
#define ND_RESE_DCR__FATAL_ERR__DCR_SLAVE_NON_CRIT_set(v) _BGQ_SET(1, 62, v)
#define ND_RESE_DCR__FATAL_ERR__DCR_SLAVE_NON_CRIT_insert(x, v) _BGQ_INSERT(1, 62, x, v)
#define ND_RESE_DCR__FATAL_ERR__SE_DROPPED_PKT_width 1
#define ND_RESE_DCR__FATAL_ERR__SE_DROPPED_PKT_position 63
#define ND_RESE_DCR__FATAL_ERR__SE_DROPPED_PKT_get(x) _BGQ_GET(1, 63, x)
#define ND_RESE_DCR__FATAL_ERR__SE_DROPPED_PKT_set(v) _BGQ_SET(1, 63, v)
#define ND_RESE_DCR__FATAL_ERR__SE_DROPPED_PKT_insert(x, v) _BGQ_INSERT(1, 63, x, v)

#define ND_RESE_DCR__FATAL_ERR_ENABLE_offset 0x0008
#define ND_RESE_DCR__FATAL_ERR_ENABLE_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__FATAL_ERR_ENABLE__VALUE_width 64
#define ND_RESE_DCR__FATAL_ERR_ENABLE__VALUE_position 63
#define ND_RESE_DCR__FATAL_ERR_ENABLE__VALUE_get(x) _BGQ_GET(64, 63, x)
#define ND_RESE_DCR__FATAL_ERR_ENABLE__VALUE_set(v) _BGQ_SET(64, 63, v)
#define ND_RESE_DCR__FATAL_ERR_ENABLE__VALUE_insert(x, v) _BGQ_INSERT(64, 63, x, v)

#define ND_RESE_DCR__RE_LINK_ERR_CNT_offset 0x0009
#define ND_RESE_DCR__RE_LINK_ERR_CNT_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__RE_LINK_ERR_CNT__VALUE_width 32
#define ND_RESE_DCR__RE_LINK_ERR_CNT__VALUE_position 63
#define ND_RESE_DCR__RE_LINK_ERR_CNT__VALUE_get(x) _BGQ_GET(32, 63, x)
#define ND_RESE_DCR__RE_LINK_ERR_CNT__VALUE_set(v) _BGQ_SET(32, 63, v)
#define ND_RESE_DCR__RE_LINK_ERR_CNT__VALUE_insert(x, v) _BGQ_INSERT(32, 63, x, v)

#define ND_RESE_DCR__SE_RETRANS_CNT_offset 0x000A
#define ND_RESE_DCR__SE_RETRANS_CNT_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__SE_RETRANS_CNT__VALUE_width 32
#define ND_RESE_DCR__SE_RETRANS_CNT__VALUE_position 63
#define ND_RESE_DCR__SE_RETRANS_CNT__VALUE_get(x) _BGQ_GET(32, 63, x)
#define ND_RESE_DCR__SE_RETRANS_CNT__VALUE_set(v) _BGQ_SET(32, 63, v)
#define ND_RESE_DCR__SE_RETRANS_CNT__VALUE_insert(x, v) _BGQ_INSERT(32, 63, x, v)

#define ND_RESE_DCR__CE_COUNT_offset 0x000B
#define ND_RESE_DCR__CE_COUNT_range 0x9
#define ND_RESE_DCR__CE_COUNT_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__CE_COUNT__VALUE_width 32
#define ND_RESE_DCR__CE_COUNT__VALUE_position 63
#define ND_RESE_DCR__CE_COUNT__VALUE_get(x) _BGQ_GET(32, 63, x)
#define ND_RESE_DCR__CE_COUNT__VALUE_set(v) _BGQ_SET(32, 63, v)
#define ND_RESE_DCR__CE_COUNT__VALUE_insert(x, v) _BGQ_INSERT(32, 63, x, v)

#define ND_RESE_DCR__UPC_offset 0x0014
#define ND_RESE_DCR__UPC_range 0x6
#define ND_RESE_DCR__UPC_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__UPC__VALUE_width 64
#define ND_RESE_DCR__UPC__VALUE_position 63
#define ND_RESE_DCR__UPC__VALUE_get(x) _BGQ_GET(64, 63, x)
#define ND_RESE_DCR__UPC__VALUE_set(v) _BGQ_SET(64, 63, v)
#define ND_RESE_DCR__UPC__VALUE_insert(x, v) _BGQ_INSERT(64, 63, x, v)

#define ND_RESE_DCR__BACKDOOR_CTL_offset 0x0020
#define ND_RESE_DCR__BACKDOOR_CTL_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__BACKDOOR_CTL__COLL_CLASS_REMAP_EN_width 2
#define ND_RESE_DCR__BACKDOOR_CTL__COLL_CLASS_REMAP_EN_position 3
#define ND_RESE_DCR__BACKDOOR_CTL__COLL_CLASS_REMAP_EN_get(x) _BGQ_GET(2, 3, x)
#define ND_RESE_DCR__BACKDOOR_CTL__COLL_CLASS_REMAP_EN_set(v) _BGQ_SET(2, 3, v)
#define ND_RESE_DCR__BACKDOOR_CTL__COLL_CLASS_REMAP_EN_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define ND_RESE_DCR__BACKDOOR_CTL__RE_VC0_LIST_SEL_width 7
#define ND_RESE_DCR__BACKDOOR_CTL__RE_VC0_LIST_SEL_position 23
#define ND_RESE_DCR__BACKDOOR_CTL__RE_VC0_LIST_SEL_get(x) _BGQ_GET(7, 23, x)
#define ND_RESE_DCR__BACKDOOR_CTL__RE_VC0_LIST_SEL_set(v) _BGQ_SET(7, 23, v)
#define ND_RESE_DCR__BACKDOOR_CTL__RE_VC0_LIST_SEL_insert(x, v) _BGQ_INSERT(7, 23, x, v)
#define ND_RESE_DCR__BACKDOOR_CTL__EN_width 2
#define ND_RESE_DCR__BACKDOOR_CTL__EN_position 33
#define ND_RESE_DCR__BACKDOOR_CTL__EN_get(x) _BGQ_GET(2, 33, x)
#define ND_RESE_DCR__BACKDOOR_CTL__EN_set(v) _BGQ_SET(2, 33, v)
#define ND_RESE_DCR__BACKDOOR_CTL__EN_insert(x, v) _BGQ_INSERT(2, 33, x, v)
#define ND_RESE_DCR__BACKDOOR_CTL__WRITE_width 1
#define ND_RESE_DCR__BACKDOOR_CTL__WRITE_position 34
#define ND_RESE_DCR__BACKDOOR_CTL__WRITE_get(x) _BGQ_GET(1, 34, x)
#define ND_RESE_DCR__BACKDOOR_CTL__WRITE_set(v) _BGQ_SET(1, 34, v)
#define ND_RESE_DCR__BACKDOOR_CTL__WRITE_insert(x, v) _BGQ_INSERT(1, 34, x, v)
#define ND_RESE_DCR__BACKDOOR_CTL__READ_width 1
#define ND_RESE_DCR__BACKDOOR_CTL__READ_position 35
#define ND_RESE_DCR__BACKDOOR_CTL__READ_get(x) _BGQ_GET(1, 35, x)
#define ND_RESE_DCR__BACKDOOR_CTL__READ_set(v) _BGQ_SET(1, 35, v)
#define ND_RESE_DCR__BACKDOOR_CTL__READ_insert(x, v) _BGQ_INSERT(1, 35, x, v)
#define ND_RESE_DCR__BACKDOOR_CTL__ARRAY_SEL_width 4
#define ND_RESE_DCR__BACKDOOR_CTL__ARRAY_SEL_position 39
#define ND_RESE_DCR__BACKDOOR_CTL__ARRAY_SEL_get(x) _BGQ_GET(4, 39, x)
#define ND_RESE_DCR__BACKDOOR_CTL__ARRAY_SEL_set(v) _BGQ_SET(4, 39, v)
#define ND_RESE_DCR__BACKDOOR_CTL__ARRAY_SEL_insert(x, v) _BGQ_INSERT(4, 39, x, v)
#define ND_RESE_DCR__BACKDOOR_CTL__ADDRESS_width 16
#define ND_RESE_DCR__BACKDOOR_CTL__ADDRESS_position 63
#define ND_RESE_DCR__BACKDOOR_CTL__ADDRESS_get(x) _BGQ_GET(16, 63, x)
#define ND_RESE_DCR__BACKDOOR_CTL__ADDRESS_set(v) _BGQ_SET(16, 63, v)
#define ND_RESE_DCR__BACKDOOR_CTL__ADDRESS_insert(x, v) _BGQ_INSERT(16, 63, x, v)

#define ND_RESE_DCR__COLL_CLASS_REMAP_VEC_offset 0x0021
#define ND_RESE_DCR__COLL_CLASS_REMAP_VEC_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__COLL_CLASS_REMAP_VEC__VALUE_width 64
#define ND_RESE_DCR__COLL_CLASS_REMAP_VEC__VALUE_position 63
#define ND_RESE_DCR__COLL_CLASS_REMAP_VEC__VALUE_get(x) _BGQ_GET(64, 63, x)
#define ND_RESE_DCR__COLL_CLASS_REMAP_VEC__VALUE_set(v) _BGQ_SET(64, 63, v)
#define ND_RESE_DCR__COLL_CLASS_REMAP_VEC__VALUE_insert(x, v) _BGQ_INSERT(64, 63, x, v)

#define ND_RESE_DCR__BACKDOOR_WR_DATA_offset 0x0022
#define ND_RESE_DCR__BACKDOOR_WR_DATA_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__BACKDOOR_WR_DATA__VALUE_width 64
#define ND_RESE_DCR__BACKDOOR_WR_DATA__VALUE_position 63
#define ND_RESE_DCR__BACKDOOR_WR_DATA__VALUE_get(x) _BGQ_GET(64, 63, x)
#define ND_RESE_DCR__BACKDOOR_WR_DATA__VALUE_set(v) _BGQ_SET(64, 63, v)
#define ND_RESE_DCR__BACKDOOR_WR_DATA__VALUE_insert(x, v) _BGQ_INSERT(64, 63, x, v)

#define ND_RESE_DCR__BACKDOOR_WR_ECC_offset 0x0023
#define ND_RESE_DCR__BACKDOOR_WR_ECC_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__BACKDOOR_WR_ECC__VALUE_width 16
#define ND_RESE_DCR__BACKDOOR_WR_ECC__VALUE_position 63
#define ND_RESE_DCR__BACKDOOR_WR_ECC__VALUE_get(x) _BGQ_GET(16, 63, x)
#define ND_RESE_DCR__BACKDOOR_WR_ECC__VALUE_set(v) _BGQ_SET(16, 63, v)
#define ND_RESE_DCR__BACKDOOR_WR_ECC__VALUE_insert(x, v) _BGQ_INSERT(16, 63, x, v)

#define ND_RESE_DCR__BACKDOOR_RD_DATA_offset 0x0024
#define ND_RESE_DCR__BACKDOOR_RD_DATA_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__BACKDOOR_RD_DATA__VALUE_width 64
#define ND_RESE_DCR__BACKDOOR_RD_DATA__VALUE_position 63
#define ND_RESE_DCR__BACKDOOR_RD_DATA__VALUE_get(x) _BGQ_GET(64, 63, x)
#define ND_RESE_DCR__BACKDOOR_RD_DATA__VALUE_set(v) _BGQ_SET(64, 63, v)
#define ND_RESE_DCR__BACKDOOR_RD_DATA__VALUE_insert(x, v) _BGQ_INSERT(64, 63, x, v)

#define ND_RESE_DCR__BACKDOOR_RD_offset 0x0025
#define ND_RESE_DCR__BACKDOOR_RD_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__BACKDOOR_RD__LIST_USED_width 1
#define ND_RESE_DCR__BACKDOOR_RD__LIST_USED_position 8
#define ND_RESE_DCR__BACKDOOR_RD__LIST_USED_get(x) _BGQ_GET(1, 8, x)
#define ND_RESE_DCR__BACKDOOR_RD__LIST_USED_set(v) _BGQ_SET(1, 8, v)
#define ND_RESE_DCR__BACKDOOR_RD__LIST_USED_insert(x, v) _BGQ_INSERT(1, 8, x, v)
#define ND_RESE_DCR__BACKDOOR_RD__LIST_POINTER_width 12
#define ND_RESE_DCR__BACKDOOR_RD__LIST_POINTER_position 31
#define ND_RESE_DCR__BACKDOOR_RD__LIST_POINTER_get(x) _BGQ_GET(12, 31, x)
#define ND_RESE_DCR__BACKDOOR_RD__LIST_POINTER_set(v) _BGQ_SET(12, 31, v)
#define ND_RESE_DCR__BACKDOOR_RD__LIST_POINTER_insert(x, v) _BGQ_INSERT(12, 31, x, v)
#define ND_RESE_DCR__BACKDOOR_RD__ECC_width 16
#define ND_RESE_DCR__BACKDOOR_RD__ECC_position 63
#define ND_RESE_DCR__BACKDOOR_RD__ECC_get(x) _BGQ_GET(16, 63, x)
#define ND_RESE_DCR__BACKDOOR_RD__ECC_set(v) _BGQ_SET(16, 63, v)
#define ND_RESE_DCR__BACKDOOR_RD__ECC_insert(x, v) _BGQ_INSERT(16, 63, x, v)

#define ND_RESE_DCR__SE_GI_DATA_offset 0x0026
#define ND_RESE_DCR__SE_GI_DATA_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__SE_GI_DATA__VALUE_width 32
#define ND_RESE_DCR__SE_GI_DATA__VALUE_position 63
#define ND_RESE_DCR__SE_GI_DATA__VALUE_get(x) _BGQ_GET(32, 63, x)
#define ND_RESE_DCR__SE_GI_DATA__VALUE_set(v) _BGQ_SET(32, 63, v)
#define ND_RESE_DCR__SE_GI_DATA__VALUE_insert(x, v) _BGQ_INSERT(32, 63, x, v)

#define ND_RESE_DCR__RE_LINK_CRC_USR_offset 0x0027
#define ND_RESE_DCR__RE_LINK_CRC_USR_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__RE_LINK_CRC_USR__VALUE_width 64
#define ND_RESE_DCR__RE_LINK_CRC_USR__VALUE_position 63
#define ND_RESE_DCR__RE_LINK_CRC_USR__VALUE_get(x) _BGQ_GET(64, 63, x)
#define ND_RESE_DCR__RE_LINK_CRC_USR__VALUE_set(v) _BGQ_SET(64, 63, v)
#define ND_RESE_DCR__RE_LINK_CRC_USR__VALUE_insert(x, v) _BGQ_INSERT(64, 63, x, v)

#define ND_RESE_DCR__RE_LINK_CRC_SYS_offset 0x0028
#define ND_RESE_DCR__RE_LINK_CRC_SYS_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__RE_LINK_CRC_SYS__VALUE_width 64
#define ND_RESE_DCR__RE_LINK_CRC_SYS__VALUE_position 63
#define ND_RESE_DCR__RE_LINK_CRC_SYS__VALUE_get(x) _BGQ_GET(64, 63, x)
#define ND_RESE_DCR__RE_LINK_CRC_SYS__VALUE_set(v) _BGQ_SET(64, 63, v)
#define ND_RESE_DCR__RE_LINK_CRC_SYS__VALUE_insert(x, v) _BGQ_INSERT(64, 63, x, v)

#define ND_RESE_DCR__SE_LINK_CRC_USR_offset 0x0029
#define ND_RESE_DCR__SE_LINK_CRC_USR_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__SE_LINK_CRC_USR__VALUE_width 64
#define ND_RESE_DCR__SE_LINK_CRC_USR__VALUE_position 63
#define ND_RESE_DCR__SE_LINK_CRC_USR__VALUE_get(x) _BGQ_GET(64, 63, x)
#define ND_RESE_DCR__SE_LINK_CRC_USR__VALUE_set(v) _BGQ_SET(64, 63, v)
#define ND_RESE_DCR__SE_LINK_CRC_USR__VALUE_insert(x, v) _BGQ_INSERT(64, 63, x, v)

#define ND_RESE_DCR__SE_LINK_CRC_SYS_offset 0x002A
#define ND_RESE_DCR__SE_LINK_CRC_SYS_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__SE_LINK_CRC_SYS__VALUE_width 64
#define ND_RESE_DCR__SE_LINK_CRC_SYS__VALUE_position 63
#define ND_RESE_DCR__SE_LINK_CRC_SYS__VALUE_get(x) _BGQ_GET(64, 63, x)
#define ND_RESE_DCR__SE_LINK_CRC_SYS__VALUE_set(v) _BGQ_SET(64, 63, v)
#define ND_RESE_DCR__SE_LINK_CRC_SYS__VALUE_insert(x, v) _BGQ_INSERT(64, 63, x, v)

#define ND_RESE_DCR__RE_INTERNAL_STATE_offset 0x0030
#define ND_RESE_DCR__RE_INTERNAL_STATE_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__RE_INTERNAL_STATE__RE_PIPE_STATE_width 6
#define ND_RESE_DCR__RE_INTERNAL_STATE__RE_PIPE_STATE_position 7
#define ND_RESE_DCR__RE_INTERNAL_STATE__RE_PIPE_STATE_get(x) _BGQ_GET(6, 7, x)
#define ND_RESE_DCR__RE_INTERNAL_STATE__RE_PIPE_STATE_set(v) _BGQ_SET(6, 7, v)
#define ND_RESE_DCR__RE_INTERNAL_STATE__RE_PIPE_STATE_insert(x, v) _BGQ_INSERT(6, 7, x, v)
#define ND_RESE_DCR__RE_INTERNAL_STATE__RE_TS_ARB_STATE_width 4
#define ND_RESE_DCR__RE_INTERNAL_STATE__RE_TS_ARB_STATE_position 11
#define ND_RESE_DCR__RE_INTERNAL_STATE__RE_TS_ARB_STATE_get(x) _BGQ_GET(4, 11, x)
#define ND_RESE_DCR__RE_INTERNAL_STATE__RE_TS_ARB_STATE_set(v) _BGQ_SET(4, 11, v)
#define ND_RESE_DCR__RE_INTERNAL_STATE__RE_TS_ARB_STATE_insert(x, v) _BGQ_INSERT(4, 11, x, v)
#define ND_RESE_DCR__RE_INTERNAL_STATE__RE_BYP_ARB_STATE_width 3
#define ND_RESE_DCR__RE_INTERNAL_STATE__RE_BYP_ARB_STATE_position 15
#define ND_RESE_DCR__RE_INTERNAL_STATE__RE_BYP_ARB_STATE_get(x) _BGQ_GET(3, 15, x)
#define ND_RESE_DCR__RE_INTERNAL_STATE__RE_BYP_ARB_STATE_set(v) _BGQ_SET(3, 15, v)
#define ND_RESE_DCR__RE_INTERNAL_STATE__RE_BYP_ARB_STATE_insert(x, v) _BGQ_INSERT(3, 15, x, v)
#define ND_RESE_DCR__RE_INTERNAL_STATE__RE_FIFO_CTRL_STATE_width 3
#define ND_RESE_DCR__RE_INTERNAL_STATE__RE_FIFO_CTRL_STATE_position 19
#define ND_RESE_DCR__RE_INTERNAL_STATE__RE_FIFO_CTRL_STATE_get(x) _BGQ_GET(3, 19, x)
#define ND_RESE_DCR__RE_INTERNAL_STATE__RE_FIFO_CTRL_STATE_set(v) _BGQ_SET(3, 19, v)
#define ND_RESE_DCR__RE_INTERNAL_STATE__RE_FIFO_CTRL_STATE_insert(x, v) _BGQ_INSERT(3, 19, x, v)
#define ND_RESE_DCR__RE_INTERNAL_STATE__RE_FIFO_CTRL_COLL_STATE_width 3
#define ND_RESE_DCR__RE_INTERNAL_STATE__RE_FIFO_CTRL_COLL_STATE_position 23
#define ND_RESE_DCR__RE_INTERNAL_STATE__RE_FIFO_CTRL_COLL_STATE_get(x) _BGQ_GET(3, 23, x)
#define ND_RESE_DCR__RE_INTERNAL_STATE__RE_FIFO_CTRL_COLL_STATE_set(v) _BGQ_SET(3, 23, v)
#define ND_RESE_DCR__RE_INTERNAL_STATE__RE_FIFO_CTRL_COLL_STATE_insert(x, v) _BGQ_INSERT(3, 23, x, v)
#define ND_RESE_DCR__RE_INTERNAL_STATE__VALUE_width 40
#define ND_RESE_DCR__RE_INTERNAL_STATE__VALUE_position 63
#define ND_RESE_DCR__RE_INTERNAL_STATE__VALUE_get(x) _BGQ_GET(40, 63, x)
#define ND_RESE_DCR__RE_INTERNAL_STATE__VALUE_set(v) _BGQ_SET(40, 63, v)
#define ND_RESE_DCR__RE_INTERNAL_STATE__VALUE_insert(x, v) _BGQ_INSERT(40, 63, x, v)

#define ND_RESE_DCR__RE_VC0_HEAD_offset 0x0031
#define ND_RESE_DCR__RE_VC0_HEAD_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__RE_VC0_HEAD__RESERVED_width 8
#define ND_RESE_DCR__RE_VC0_HEAD__RESERVED_position 7
#define ND_RESE_DCR__RE_VC0_HEAD__RESERVED_get(x) _BGQ_GET(8, 7, x)
#define ND_RESE_DCR__RE_VC0_HEAD__RESERVED_set(v) _BGQ_SET(8, 7, v)
#define ND_RESE_DCR__RE_VC0_HEAD__RESERVED_insert(x, v) _BGQ_INSERT(8, 7, x, v)
#define ND_RESE_DCR__RE_VC0_HEAD__QUE0_width 7
#define ND_RESE_DCR__RE_VC0_HEAD__QUE0_position 15
#define ND_RESE_DCR__RE_VC0_HEAD__QUE0_get(x) _BGQ_GET(7, 15, x)
#define ND_RESE_DCR__RE_VC0_HEAD__QUE0_set(v) _BGQ_SET(7, 15, v)
#define ND_RESE_DCR__RE_VC0_HEAD__QUE0_insert(x, v) _BGQ_INSERT(7, 15, x, v)
#define ND_RESE_DCR__RE_VC0_HEAD__QUE1_width 7
#define ND_RESE_DCR__RE_VC0_HEAD__QUE1_position 23
#define ND_RESE_DCR__RE_VC0_HEAD__QUE1_get(x) _BGQ_GET(7, 23, x)
#define ND_RESE_DCR__RE_VC0_HEAD__QUE1_set(v) _BGQ_SET(7, 23, v)
#define ND_RESE_DCR__RE_VC0_HEAD__QUE1_insert(x, v) _BGQ_INSERT(7, 23, x, v)
#define ND_RESE_DCR__RE_VC0_HEAD__QUE2_width 7
#define ND_RESE_DCR__RE_VC0_HEAD__QUE2_position 31
#define ND_RESE_DCR__RE_VC0_HEAD__QUE2_get(x) _BGQ_GET(7, 31, x)
#define ND_RESE_DCR__RE_VC0_HEAD__QUE2_set(v) _BGQ_SET(7, 31, v)
#define ND_RESE_DCR__RE_VC0_HEAD__QUE2_insert(x, v) _BGQ_INSERT(7, 31, x, v)
#define ND_RESE_DCR__RE_VC0_HEAD__QUE3_width 7
#define ND_RESE_DCR__RE_VC0_HEAD__QUE3_position 39
#define ND_RESE_DCR__RE_VC0_HEAD__QUE3_get(x) _BGQ_GET(7, 39, x)
#define ND_RESE_DCR__RE_VC0_HEAD__QUE3_set(v) _BGQ_SET(7, 39, v)
#define ND_RESE_DCR__RE_VC0_HEAD__QUE3_insert(x, v) _BGQ_INSERT(7, 39, x, v)
#define ND_RESE_DCR__RE_VC0_HEAD__QUE4_width 7
#define ND_RESE_DCR__RE_VC0_HEAD__QUE4_position 47
#define ND_RESE_DCR__RE_VC0_HEAD__QUE4_get(x) _BGQ_GET(7, 47, x)
#define ND_RESE_DCR__RE_VC0_HEAD__QUE4_set(v) _BGQ_SET(7, 47, v)
#define ND_RESE_DCR__RE_VC0_HEAD__QUE4_insert(x, v) _BGQ_INSERT(7, 47, x, v)
#define ND_RESE_DCR__RE_VC0_HEAD__QUE5_width 7
#define ND_RESE_DCR__RE_VC0_HEAD__QUE5_position 55
#define ND_RESE_DCR__RE_VC0_HEAD__QUE5_get(x) _BGQ_GET(7, 55, x)
#define ND_RESE_DCR__RE_VC0_HEAD__QUE5_set(v) _BGQ_SET(7, 55, v)
#define ND_RESE_DCR__RE_VC0_HEAD__QUE5_insert(x, v) _BGQ_INSERT(7, 55, x, v)
#define ND_RESE_DCR__RE_VC0_HEAD__QUE6_width 7
#define ND_RESE_DCR__RE_VC0_HEAD__QUE6_position 63
#define ND_RESE_DCR__RE_VC0_HEAD__QUE6_get(x) _BGQ_GET(7, 63, x)
#define ND_RESE_DCR__RE_VC0_HEAD__QUE6_set(v) _BGQ_SET(7, 63, v)
#define ND_RESE_DCR__RE_VC0_HEAD__QUE6_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define ND_RESE_DCR__RE_VC0_TAIL_offset 0x0032
#define ND_RESE_DCR__RE_VC0_TAIL_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__RE_VC0_TAIL__RESERVED_width 8
#define ND_RESE_DCR__RE_VC0_TAIL__RESERVED_position 7
#define ND_RESE_DCR__RE_VC0_TAIL__RESERVED_get(x) _BGQ_GET(8, 7, x)
#define ND_RESE_DCR__RE_VC0_TAIL__RESERVED_set(v) _BGQ_SET(8, 7, v)
#define ND_RESE_DCR__RE_VC0_TAIL__RESERVED_insert(x, v) _BGQ_INSERT(8, 7, x, v)
#define ND_RESE_DCR__RE_VC0_TAIL__QUE0_width 7
#define ND_RESE_DCR__RE_VC0_TAIL__QUE0_position 15
#define ND_RESE_DCR__RE_VC0_TAIL__QUE0_get(x) _BGQ_GET(7, 15, x)
#define ND_RESE_DCR__RE_VC0_TAIL__QUE0_set(v) _BGQ_SET(7, 15, v)
#define ND_RESE_DCR__RE_VC0_TAIL__QUE0_insert(x, v) _BGQ_INSERT(7, 15, x, v)
#define ND_RESE_DCR__RE_VC0_TAIL__QUE1_width 7
#define ND_RESE_DCR__RE_VC0_TAIL__QUE1_position 23
#define ND_RESE_DCR__RE_VC0_TAIL__QUE1_get(x) _BGQ_GET(7, 23, x)
#define ND_RESE_DCR__RE_VC0_TAIL__QUE1_set(v) _BGQ_SET(7, 23, v)
#define ND_RESE_DCR__RE_VC0_TAIL__QUE1_insert(x, v) _BGQ_INSERT(7, 23, x, v)
#define ND_RESE_DCR__RE_VC0_TAIL__QUE2_width 7
#define ND_RESE_DCR__RE_VC0_TAIL__QUE2_position 31
#define ND_RESE_DCR__RE_VC0_TAIL__QUE2_get(x) _BGQ_GET(7, 31, x)
#define ND_RESE_DCR__RE_VC0_TAIL__QUE2_set(v) _BGQ_SET(7, 31, v)
#define ND_RESE_DCR__RE_VC0_TAIL__QUE2_insert(x, v) _BGQ_INSERT(7, 31, x, v)
#define ND_RESE_DCR__RE_VC0_TAIL__QUE3_width 7
#define ND_RESE_DCR__RE_VC0_TAIL__QUE3_position 39
#define ND_RESE_DCR__RE_VC0_TAIL__QUE3_get(x) _BGQ_GET(7, 39, x)
#define ND_RESE_DCR__RE_VC0_TAIL__QUE3_set(v) _BGQ_SET(7, 39, v)
#define ND_RESE_DCR__RE_VC0_TAIL__QUE3_insert(x, v) _BGQ_INSERT(7, 39, x, v)
#define ND_RESE_DCR__RE_VC0_TAIL__QUE4_width 7
#define ND_RESE_DCR__RE_VC0_TAIL__QUE4_position 47
#define ND_RESE_DCR__RE_VC0_TAIL__QUE4_get(x) _BGQ_GET(7, 47, x)
#define ND_RESE_DCR__RE_VC0_TAIL__QUE4_set(v) _BGQ_SET(7, 47, v)
#define ND_RESE_DCR__RE_VC0_TAIL__QUE4_insert(x, v) _BGQ_INSERT(7, 47, x, v)
#define ND_RESE_DCR__RE_VC0_TAIL__QUE5_width 7
#define ND_RESE_DCR__RE_VC0_TAIL__QUE5_position 55
#define ND_RESE_DCR__RE_VC0_TAIL__QUE5_get(x) _BGQ_GET(7, 55, x)
#define ND_RESE_DCR__RE_VC0_TAIL__QUE5_set(v) _BGQ_SET(7, 55, v)
#define ND_RESE_DCR__RE_VC0_TAIL__QUE5_insert(x, v) _BGQ_INSERT(7, 55, x, v)
#define ND_RESE_DCR__RE_VC0_TAIL__QUE6_width 7
#define ND_RESE_DCR__RE_VC0_TAIL__QUE6_position 63
#define ND_RESE_DCR__RE_VC0_TAIL__QUE6_get(x) _BGQ_GET(7, 63, x)
#define ND_RESE_DCR__RE_VC0_TAIL__QUE6_set(v) _BGQ_SET(7, 63, v)
#define ND_RESE_DCR__RE_VC0_TAIL__QUE6_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define ND_RESE_DCR__RE_VC0_PKT_CNT_offset 0x0033
#define ND_RESE_DCR__RE_VC0_PKT_CNT_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__RE_VC0_PKT_CNT__RESERVED_width 8
#define ND_RESE_DCR__RE_VC0_PKT_CNT__RESERVED_position 7
#define ND_RESE_DCR__RE_VC0_PKT_CNT__RESERVED_get(x) _BGQ_GET(8, 7, x)
#define ND_RESE_DCR__RE_VC0_PKT_CNT__RESERVED_set(v) _BGQ_SET(8, 7, v)
#define ND_RESE_DCR__RE_VC0_PKT_CNT__RESERVED_insert(x, v) _BGQ_INSERT(8, 7, x, v)
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE0_width 7
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE0_position 15
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE0_get(x) _BGQ_GET(7, 15, x)
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE0_set(v) _BGQ_SET(7, 15, v)
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE0_insert(x, v) _BGQ_INSERT(7, 15, x, v)
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE1_width 7
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE1_position 23
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE1_get(x) _BGQ_GET(7, 23, x)
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE1_set(v) _BGQ_SET(7, 23, v)
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE1_insert(x, v) _BGQ_INSERT(7, 23, x, v)
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE2_width 7
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE2_position 31
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE2_get(x) _BGQ_GET(7, 31, x)
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE2_set(v) _BGQ_SET(7, 31, v)
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE2_insert(x, v) _BGQ_INSERT(7, 31, x, v)
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE3_width 7
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE3_position 39
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE3_get(x) _BGQ_GET(7, 39, x)
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE3_set(v) _BGQ_SET(7, 39, v)
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE3_insert(x, v) _BGQ_INSERT(7, 39, x, v)
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE4_width 7
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE4_position 47
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE4_get(x) _BGQ_GET(7, 47, x)
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE4_set(v) _BGQ_SET(7, 47, v)
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE4_insert(x, v) _BGQ_INSERT(7, 47, x, v)
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE5_width 7
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE5_position 55
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE5_get(x) _BGQ_GET(7, 55, x)
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE5_set(v) _BGQ_SET(7, 55, v)
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE5_insert(x, v) _BGQ_INSERT(7, 55, x, v)
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE6_width 7
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE6_position 63
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE6_get(x) _BGQ_GET(7, 63, x)
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE6_set(v) _BGQ_SET(7, 63, v)
#define ND_RESE_DCR__RE_VC0_PKT_CNT__QUE6_insert(x, v) _BGQ_INSERT(7, 63, x, v)

#define ND_RESE_DCR__RE_VC0_STATE_offset 0x0034
#define ND_RESE_DCR__RE_VC0_STATE_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__RE_VC0_STATE__CTRL_WR_width 3
#define ND_RESE_DCR__RE_VC0_STATE__CTRL_WR_position 3
#define ND_RESE_DCR__RE_VC0_STATE__CTRL_WR_get(x) _BGQ_GET(3, 3, x)
#define ND_RESE_DCR__RE_VC0_STATE__CTRL_WR_set(v) _BGQ_SET(3, 3, v)
#define ND_RESE_DCR__RE_VC0_STATE__CTRL_WR_insert(x, v) _BGQ_INSERT(3, 3, x, v)
#define ND_RESE_DCR__RE_VC0_STATE__CTRL_HDR_width 3
#define ND_RESE_DCR__RE_VC0_STATE__CTRL_HDR_position 7
#define ND_RESE_DCR__RE_VC0_STATE__CTRL_HDR_get(x) _BGQ_GET(3, 7, x)
#define ND_RESE_DCR__RE_VC0_STATE__CTRL_HDR_set(v) _BGQ_SET(3, 7, v)
#define ND_RESE_DCR__RE_VC0_STATE__CTRL_HDR_insert(x, v) _BGQ_INSERT(3, 7, x, v)
#define ND_RESE_DCR__RE_VC0_STATE__CTRL_RD_width 4
#define ND_RESE_DCR__RE_VC0_STATE__CTRL_RD_position 11
#define ND_RESE_DCR__RE_VC0_STATE__CTRL_RD_get(x) _BGQ_GET(4, 11, x)
#define ND_RESE_DCR__RE_VC0_STATE__CTRL_RD_set(v) _BGQ_SET(4, 11, v)
#define ND_RESE_DCR__RE_VC0_STATE__CTRL_RD_insert(x, v) _BGQ_INSERT(4, 11, x, v)
#define ND_RESE_DCR__RE_VC0_STATE__CTRL_TRANS0_width 3
#define ND_RESE_DCR__RE_VC0_STATE__CTRL_TRANS0_position 15
#define ND_RESE_DCR__RE_VC0_STATE__CTRL_TRANS0_get(x) _BGQ_GET(3, 15, x)
#define ND_RESE_DCR__RE_VC0_STATE__CTRL_TRANS0_set(v) _BGQ_SET(3, 15, v)
#define ND_RESE_DCR__RE_VC0_STATE__CTRL_TRANS0_insert(x, v) _BGQ_INSERT(3, 15, x, v)
#define ND_RESE_DCR__RE_VC0_STATE__CTRL_TRANS1_width 3
#define ND_RESE_DCR__RE_VC0_STATE__CTRL_TRANS1_position 19
#define ND_RESE_DCR__RE_VC0_STATE__CTRL_TRANS1_get(x) _BGQ_GET(3, 19, x)
#define ND_RESE_DCR__RE_VC0_STATE__CTRL_TRANS1_set(v) _BGQ_SET(3, 19, v)
#define ND_RESE_DCR__RE_VC0_STATE__CTRL_TRANS1_insert(x, v) _BGQ_INSERT(3, 19, x, v)
#define ND_RESE_DCR__RE_VC0_STATE__ARB_width 3
#define ND_RESE_DCR__RE_VC0_STATE__ARB_position 23
#define ND_RESE_DCR__RE_VC0_STATE__ARB_get(x) _BGQ_GET(3, 23, x)
#define ND_RESE_DCR__RE_VC0_STATE__ARB_set(v) _BGQ_SET(3, 23, v)
#define ND_RESE_DCR__RE_VC0_STATE__ARB_insert(x, v) _BGQ_INSERT(3, 23, x, v)
#define ND_RESE_DCR__RE_VC0_STATE__FIFO_RD0_width 4
#define ND_RESE_DCR__RE_VC0_STATE__FIFO_RD0_position 27
#define ND_RESE_DCR__RE_VC0_STATE__FIFO_RD0_get(x) _BGQ_GET(4, 27, x)
#define ND_RESE_DCR__RE_VC0_STATE__FIFO_RD0_set(v) _BGQ_SET(4, 27, v)
#define ND_RESE_DCR__RE_VC0_STATE__FIFO_RD0_insert(x, v) _BGQ_INSERT(4, 27, x, v)
#define ND_RESE_DCR__RE_VC0_STATE__FIFO_RD1_width 4
#define ND_RESE_DCR__RE_VC0_STATE__FIFO_RD1_position 31
#define ND_RESE_DCR__RE_VC0_STATE__FIFO_RD1_get(x) _BGQ_GET(4, 31, x)
#define ND_RESE_DCR__RE_VC0_STATE__FIFO_RD1_set(v) _BGQ_SET(4, 31, v)
#define ND_RESE_DCR__RE_VC0_STATE__FIFO_RD1_insert(x, v) _BGQ_INSERT(4, 31, x, v)
#define ND_RESE_DCR__RE_VC0_STATE__LIST_WR_width 4
#define ND_RESE_DCR__RE_VC0_STATE__LIST_WR_position 35
#define ND_RESE_DCR__RE_VC0_STATE__LIST_WR_get(x) _BGQ_GET(4, 35, x)
#define ND_RESE_DCR__RE_VC0_STATE__LIST_WR_set(v) _BGQ_SET(4, 35, v)
#define ND_RESE_DCR__RE_VC0_STATE__LIST_WR_insert(x, v) _BGQ_INSERT(4, 35, x, v)
#define ND_RESE_DCR__RE_VC0_STATE__RESERVED_width 28
#define ND_RESE_DCR__RE_VC0_STATE__RESERVED_position 63
#define ND_RESE_DCR__RE_VC0_STATE__RESERVED_get(x) _BGQ_GET(28, 63, x)
#define ND_RESE_DCR__RE_VC0_STATE__RESERVED_set(v) _BGQ_SET(28, 63, v)
#define ND_RESE_DCR__RE_VC0_STATE__RESERVED_insert(x, v) _BGQ_INSERT(28, 63, x, v)

#define ND_RESE_DCR__RE_VC1_STATE_offset 0x0035
#define ND_RESE_DCR__RE_VC1_STATE_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__RE_VC1_STATE__CTRL_SLOT_VALID_width 7
#define ND_RESE_DCR__RE_VC1_STATE__CTRL_SLOT_VALID_position 6
#define ND_RESE_DCR__RE_VC1_STATE__CTRL_SLOT_VALID_get(x) _BGQ_GET(7, 6, x)
#define ND_RESE_DCR__RE_VC1_STATE__CTRL_SLOT_VALID_set(v) _BGQ_SET(7, 6, v)
#define ND_RESE_DCR__RE_VC1_STATE__CTRL_SLOT_VALID_insert(x, v) _BGQ_INSERT(7, 6, x, v)
#define ND_RESE_DCR__RE_VC1_STATE__CTRL_WR_width 3
#define ND_RESE_DCR__RE_VC1_STATE__CTRL_WR_position 11
#define ND_RESE_DCR__RE_VC1_STATE__CTRL_WR_get(x) _BGQ_GET(3, 11, x)
#define ND_RESE_DCR__RE_VC1_STATE__CTRL_WR_set(v) _BGQ_SET(3, 11, v)
#define ND_RESE_DCR__RE_VC1_STATE__CTRL_WR_insert(x, v) _BGQ_INSERT(3, 11, x, v)
#define ND_RESE_DCR__RE_VC1_STATE__CTRL_RD_width 4
#define ND_RESE_DCR__RE_VC1_STATE__CTRL_RD_position 15
#define ND_RESE_DCR__RE_VC1_STATE__CTRL_RD_get(x) _BGQ_GET(4, 15, x)
#define ND_RESE_DCR__RE_VC1_STATE__CTRL_RD_set(v) _BGQ_SET(4, 15, v)
#define ND_RESE_DCR__RE_VC1_STATE__CTRL_RD_insert(x, v) _BGQ_INSERT(4, 15, x, v)
#define ND_RESE_DCR__RE_VC1_STATE__CTRL_TRANS0_width 3
#define ND_RESE_DCR__RE_VC1_STATE__CTRL_TRANS0_position 19
#define ND_RESE_DCR__RE_VC1_STATE__CTRL_TRANS0_get(x) _BGQ_GET(3, 19, x)
#define ND_RESE_DCR__RE_VC1_STATE__CTRL_TRANS0_set(v) _BGQ_SET(3, 19, v)
#define ND_RESE_DCR__RE_VC1_STATE__CTRL_TRANS0_insert(x, v) _BGQ_INSERT(3, 19, x, v)
#define ND_RESE_DCR__RE_VC1_STATE__CTRL_TRANS1_width 3
#define ND_RESE_DCR__RE_VC1_STATE__CTRL_TRANS1_position 23
#define ND_RESE_DCR__RE_VC1_STATE__CTRL_TRANS1_get(x) _BGQ_GET(3, 23, x)
#define ND_RESE_DCR__RE_VC1_STATE__CTRL_TRANS1_set(v) _BGQ_SET(3, 23, v)
#define ND_RESE_DCR__RE_VC1_STATE__CTRL_TRANS1_insert(x, v) _BGQ_INSERT(3, 23, x, v)
#define ND_RESE_DCR__RE_VC1_STATE__ARB_width 3
#define ND_RESE_DCR__RE_VC1_STATE__ARB_position 27
#define ND_RESE_DCR__RE_VC1_STATE__ARB_get(x) _BGQ_GET(3, 27, x)
#define ND_RESE_DCR__RE_VC1_STATE__ARB_set(v) _BGQ_SET(3, 27, v)
#define ND_RESE_DCR__RE_VC1_STATE__ARB_insert(x, v) _BGQ_INSERT(3, 27, x, v)
#define ND_RESE_DCR__RE_VC1_STATE__FIFO_RD0_width 4
#define ND_RESE_DCR__RE_VC1_STATE__FIFO_RD0_position 31
#define ND_RESE_DCR__RE_VC1_STATE__FIFO_RD0_get(x) _BGQ_GET(4, 31, x)
#define ND_RESE_DCR__RE_VC1_STATE__FIFO_RD0_set(v) _BGQ_SET(4, 31, v)
#define ND_RESE_DCR__RE_VC1_STATE__FIFO_RD0_insert(x, v) _BGQ_INSERT(4, 31, x, v)
#define ND_RESE_DCR__RE_VC1_STATE__FIFO_RD1_width 4
#define ND_RESE_DCR__RE_VC1_STATE__FIFO_RD1_position 35
#define ND_RESE_DCR__RE_VC1_STATE__FIFO_RD1_get(x) _BGQ_GET(4, 35, x)
#define ND_RESE_DCR__RE_VC1_STATE__FIFO_RD1_set(v) _BGQ_SET(4, 35, v)
#define ND_RESE_DCR__RE_VC1_STATE__FIFO_RD1_insert(x, v) _BGQ_INSERT(4, 35, x, v)
#define ND_RESE_DCR__RE_VC1_STATE__RESERVED_width 28
#define ND_RESE_DCR__RE_VC1_STATE__RESERVED_position 63
#define ND_RESE_DCR__RE_VC1_STATE__RESERVED_get(x) _BGQ_GET(28, 63, x)
#define ND_RESE_DCR__RE_VC1_STATE__RESERVED_set(v) _BGQ_SET(28, 63, v)
#define ND_RESE_DCR__RE_VC1_STATE__RESERVED_insert(x, v) _BGQ_INSERT(28, 63, x, v)

#define ND_RESE_DCR__RE_VC2_STATE_offset 0x0036
#define ND_RESE_DCR__RE_VC2_STATE_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__RE_VC2_STATE__CTRL_SLOT_VALID_width 7
#define ND_RESE_DCR__RE_VC2_STATE__CTRL_SLOT_VALID_position 6
#define ND_RESE_DCR__RE_VC2_STATE__CTRL_SLOT_VALID_get(x) _BGQ_GET(7, 6, x)
#define ND_RESE_DCR__RE_VC2_STATE__CTRL_SLOT_VALID_set(v) _BGQ_SET(7, 6, v)
#define ND_RESE_DCR__RE_VC2_STATE__CTRL_SLOT_VALID_insert(x, v) _BGQ_INSERT(7, 6, x, v)
#define ND_RESE_DCR__RE_VC2_STATE__CTRL_WR_width 3
#define ND_RESE_DCR__RE_VC2_STATE__CTRL_WR_position 11
#define ND_RESE_DCR__RE_VC2_STATE__CTRL_WR_get(x) _BGQ_GET(3, 11, x)
#define ND_RESE_DCR__RE_VC2_STATE__CTRL_WR_set(v) _BGQ_SET(3, 11, v)
#define ND_RESE_DCR__RE_VC2_STATE__CTRL_WR_insert(x, v) _BGQ_INSERT(3, 11, x, v)
#define ND_RESE_DCR__RE_VC2_STATE__CTRL_RD_width 4
#define ND_RESE_DCR__RE_VC2_STATE__CTRL_RD_position 15
#define ND_RESE_DCR__RE_VC2_STATE__CTRL_RD_get(x) _BGQ_GET(4, 15, x)
#define ND_RESE_DCR__RE_VC2_STATE__CTRL_RD_set(v) _BGQ_SET(4, 15, v)
#define ND_RESE_DCR__RE_VC2_STATE__CTRL_RD_insert(x, v) _BGQ_INSERT(4, 15, x, v)
#define ND_RESE_DCR__RE_VC2_STATE__CTRL_TRANS0_width 3
#define ND_RESE_DCR__RE_VC2_STATE__CTRL_TRANS0_position 19
#define ND_RESE_DCR__RE_VC2_STATE__CTRL_TRANS0_get(x) _BGQ_GET(3, 19, x)
#define ND_RESE_DCR__RE_VC2_STATE__CTRL_TRANS0_set(v) _BGQ_SET(3, 19, v)
#define ND_RESE_DCR__RE_VC2_STATE__CTRL_TRANS0_insert(x, v) _BGQ_INSERT(3, 19, x, v)
#define ND_RESE_DCR__RE_VC2_STATE__CTRL_TRANS1_width 3
#define ND_RESE_DCR__RE_VC2_STATE__CTRL_TRANS1_position 23
#define ND_RESE_DCR__RE_VC2_STATE__CTRL_TRANS1_get(x) _BGQ_GET(3, 23, x)
#define ND_RESE_DCR__RE_VC2_STATE__CTRL_TRANS1_set(v) _BGQ_SET(3, 23, v)
#define ND_RESE_DCR__RE_VC2_STATE__CTRL_TRANS1_insert(x, v) _BGQ_INSERT(3, 23, x, v)
#define ND_RESE_DCR__RE_VC2_STATE__ARB_width 3
#define ND_RESE_DCR__RE_VC2_STATE__ARB_position 27
#define ND_RESE_DCR__RE_VC2_STATE__ARB_get(x) _BGQ_GET(3, 27, x)
#define ND_RESE_DCR__RE_VC2_STATE__ARB_set(v) _BGQ_SET(3, 27, v)
#define ND_RESE_DCR__RE_VC2_STATE__ARB_insert(x, v) _BGQ_INSERT(3, 27, x, v)
#define ND_RESE_DCR__RE_VC2_STATE__FIFO_RD0_width 4
#define ND_RESE_DCR__RE_VC2_STATE__FIFO_RD0_position 31
#define ND_RESE_DCR__RE_VC2_STATE__FIFO_RD0_get(x) _BGQ_GET(4, 31, x)
#define ND_RESE_DCR__RE_VC2_STATE__FIFO_RD0_set(v) _BGQ_SET(4, 31, v)
#define ND_RESE_DCR__RE_VC2_STATE__FIFO_RD0_insert(x, v) _BGQ_INSERT(4, 31, x, v)
#define ND_RESE_DCR__RE_VC2_STATE__FIFO_RD1_width 4
#define ND_RESE_DCR__RE_VC2_STATE__FIFO_RD1_position 35
#define ND_RESE_DCR__RE_VC2_STATE__FIFO_RD1_get(x) _BGQ_GET(4, 35, x)
#define ND_RESE_DCR__RE_VC2_STATE__FIFO_RD1_set(v) _BGQ_SET(4, 35, v)
#define ND_RESE_DCR__RE_VC2_STATE__FIFO_RD1_insert(x, v) _BGQ_INSERT(4, 35, x, v)
#define ND_RESE_DCR__RE_VC2_STATE__RESERVED_width 28
#define ND_RESE_DCR__RE_VC2_STATE__RESERVED_position 63
#define ND_RESE_DCR__RE_VC2_STATE__RESERVED_get(x) _BGQ_GET(28, 63, x)
#define ND_RESE_DCR__RE_VC2_STATE__RESERVED_set(v) _BGQ_SET(28, 63, v)
#define ND_RESE_DCR__RE_VC2_STATE__RESERVED_insert(x, v) _BGQ_INSERT(28, 63, x, v)

#define ND_RESE_DCR__RE_VC3_STATE_offset 0x0037
#define ND_RESE_DCR__RE_VC3_STATE_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__RE_VC3_STATE__CTRL_SLOT_VALID_width 7
#define ND_RESE_DCR__RE_VC3_STATE__CTRL_SLOT_VALID_position 6
#define ND_RESE_DCR__RE_VC3_STATE__CTRL_SLOT_VALID_get(x) _BGQ_GET(7, 6, x)
#define ND_RESE_DCR__RE_VC3_STATE__CTRL_SLOT_VALID_set(v) _BGQ_SET(7, 6, v)
#define ND_RESE_DCR__RE_VC3_STATE__CTRL_SLOT_VALID_insert(x, v) _BGQ_INSERT(7, 6, x, v)
#define ND_RESE_DCR__RE_VC3_STATE__CTRL_WR_width 3
#define ND_RESE_DCR__RE_VC3_STATE__CTRL_WR_position 11
#define ND_RESE_DCR__RE_VC3_STATE__CTRL_WR_get(x) _BGQ_GET(3, 11, x)
#define ND_RESE_DCR__RE_VC3_STATE__CTRL_WR_set(v) _BGQ_SET(3, 11, v)
#define ND_RESE_DCR__RE_VC3_STATE__CTRL_WR_insert(x, v) _BGQ_INSERT(3, 11, x, v)
#define ND_RESE_DCR__RE_VC3_STATE__CTRL_RD_width 4
#define ND_RESE_DCR__RE_VC3_STATE__CTRL_RD_position 15
#define ND_RESE_DCR__RE_VC3_STATE__CTRL_RD_get(x) _BGQ_GET(4, 15, x)
#define ND_RESE_DCR__RE_VC3_STATE__CTRL_RD_set(v) _BGQ_SET(4, 15, v)
#define ND_RESE_DCR__RE_VC3_STATE__CTRL_RD_insert(x, v) _BGQ_INSERT(4, 15, x, v)
#define ND_RESE_DCR__RE_VC3_STATE__CTRL_TRANS0_width 3
#define ND_RESE_DCR__RE_VC3_STATE__CTRL_TRANS0_position 19
#define ND_RESE_DCR__RE_VC3_STATE__CTRL_TRANS0_get(x) _BGQ_GET(3, 19, x)
#define ND_RESE_DCR__RE_VC3_STATE__CTRL_TRANS0_set(v) _BGQ_SET(3, 19, v)
#define ND_RESE_DCR__RE_VC3_STATE__CTRL_TRANS0_insert(x, v) _BGQ_INSERT(3, 19, x, v)
#define ND_RESE_DCR__RE_VC3_STATE__CTRL_TRANS1_width 3
#define ND_RESE_DCR__RE_VC3_STATE__CTRL_TRANS1_position 23
#define ND_RESE_DCR__RE_VC3_STATE__CTRL_TRANS1_get(x) _BGQ_GET(3, 23, x)
#define ND_RESE_DCR__RE_VC3_STATE__CTRL_TRANS1_set(v) _BGQ_SET(3, 23, v)
#define ND_RESE_DCR__RE_VC3_STATE__CTRL_TRANS1_insert(x, v) _BGQ_INSERT(3, 23, x, v)
#define ND_RESE_DCR__RE_VC3_STATE__ARB_width 3
#define ND_RESE_DCR__RE_VC3_STATE__ARB_position 27
#define ND_RESE_DCR__RE_VC3_STATE__ARB_get(x) _BGQ_GET(3, 27, x)
#define ND_RESE_DCR__RE_VC3_STATE__ARB_set(v) _BGQ_SET(3, 27, v)
#define ND_RESE_DCR__RE_VC3_STATE__ARB_insert(x, v) _BGQ_INSERT(3, 27, x, v)
#define ND_RESE_DCR__RE_VC3_STATE__FIFO_RD0_width 4
#define ND_RESE_DCR__RE_VC3_STATE__FIFO_RD0_position 31
#define ND_RESE_DCR__RE_VC3_STATE__FIFO_RD0_get(x) _BGQ_GET(4, 31, x)
#define ND_RESE_DCR__RE_VC3_STATE__FIFO_RD0_set(v) _BGQ_SET(4, 31, v)
#define ND_RESE_DCR__RE_VC3_STATE__FIFO_RD0_insert(x, v) _BGQ_INSERT(4, 31, x, v)
#define ND_RESE_DCR__RE_VC3_STATE__FIFO_RD1_width 4
#define ND_RESE_DCR__RE_VC3_STATE__FIFO_RD1_position 35
#define ND_RESE_DCR__RE_VC3_STATE__FIFO_RD1_get(x) _BGQ_GET(4, 35, x)
#define ND_RESE_DCR__RE_VC3_STATE__FIFO_RD1_set(v) _BGQ_SET(4, 35, v)
#define ND_RESE_DCR__RE_VC3_STATE__FIFO_RD1_insert(x, v) _BGQ_INSERT(4, 35, x, v)
#define ND_RESE_DCR__RE_VC3_STATE__RESERVED_width 28
#define ND_RESE_DCR__RE_VC3_STATE__RESERVED_position 63
#define ND_RESE_DCR__RE_VC3_STATE__RESERVED_get(x) _BGQ_GET(28, 63, x)
#define ND_RESE_DCR__RE_VC3_STATE__RESERVED_set(v) _BGQ_SET(28, 63, v)
#define ND_RESE_DCR__RE_VC3_STATE__RESERVED_insert(x, v) _BGQ_INSERT(28, 63, x, v)

#define ND_RESE_DCR__RE_VC4_STATE_offset 0x0038
#define ND_RESE_DCR__RE_VC4_STATE_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__RE_VC4_STATE__CTRL_SLOT_VALID_width 7
#define ND_RESE_DCR__RE_VC4_STATE__CTRL_SLOT_VALID_position 6
#define ND_RESE_DCR__RE_VC4_STATE__CTRL_SLOT_VALID_get(x) _BGQ_GET(7, 6, x)
#define ND_RESE_DCR__RE_VC4_STATE__CTRL_SLOT_VALID_set(v) _BGQ_SET(7, 6, v)
#define ND_RESE_DCR__RE_VC4_STATE__CTRL_SLOT_VALID_insert(x, v) _BGQ_INSERT(7, 6, x, v)
#define ND_RESE_DCR__RE_VC4_STATE__CTRL_HEAD_width 4
#define ND_RESE_DCR__RE_VC4_STATE__CTRL_HEAD_position 11
#define ND_RESE_DCR__RE_VC4_STATE__CTRL_HEAD_get(x) _BGQ_GET(4, 11, x)
#define ND_RESE_DCR__RE_VC4_STATE__CTRL_HEAD_set(v) _BGQ_SET(4, 11, v)
#define ND_RESE_DCR__RE_VC4_STATE__CTRL_HEAD_insert(x, v) _BGQ_INSERT(4, 11, x, v)
#define ND_RESE_DCR__RE_VC4_STATE__CTRL_TAIL_width 4
#define ND_RESE_DCR__RE_VC4_STATE__CTRL_TAIL_position 15
#define ND_RESE_DCR__RE_VC4_STATE__CTRL_TAIL_get(x) _BGQ_GET(4, 15, x)
#define ND_RESE_DCR__RE_VC4_STATE__CTRL_TAIL_set(v) _BGQ_SET(4, 15, v)
#define ND_RESE_DCR__RE_VC4_STATE__CTRL_TAIL_insert(x, v) _BGQ_INSERT(4, 15, x, v)
#define ND_RESE_DCR__RE_VC4_STATE__CTRL_WR_width 3
#define ND_RESE_DCR__RE_VC4_STATE__CTRL_WR_position 19
#define ND_RESE_DCR__RE_VC4_STATE__CTRL_WR_get(x) _BGQ_GET(3, 19, x)
#define ND_RESE_DCR__RE_VC4_STATE__CTRL_WR_set(v) _BGQ_SET(3, 19, v)
#define ND_RESE_DCR__RE_VC4_STATE__CTRL_WR_insert(x, v) _BGQ_INSERT(3, 19, x, v)
#define ND_RESE_DCR__RE_VC4_STATE__CTRL_RD_width 4
#define ND_RESE_DCR__RE_VC4_STATE__CTRL_RD_position 23
#define ND_RESE_DCR__RE_VC4_STATE__CTRL_RD_get(x) _BGQ_GET(4, 23, x)
#define ND_RESE_DCR__RE_VC4_STATE__CTRL_RD_set(v) _BGQ_SET(4, 23, v)
#define ND_RESE_DCR__RE_VC4_STATE__CTRL_RD_insert(x, v) _BGQ_INSERT(4, 23, x, v)
#define ND_RESE_DCR__RE_VC4_STATE__FIFO_RD_width 4
#define ND_RESE_DCR__RE_VC4_STATE__FIFO_RD_position 27
#define ND_RESE_DCR__RE_VC4_STATE__FIFO_RD_get(x) _BGQ_GET(4, 27, x)
#define ND_RESE_DCR__RE_VC4_STATE__FIFO_RD_set(v) _BGQ_SET(4, 27, v)
#define ND_RESE_DCR__RE_VC4_STATE__FIFO_RD_insert(x, v) _BGQ_INSERT(4, 27, x, v)
#define ND_RESE_DCR__RE_VC4_STATE__RESERVED_width 36
#define ND_RESE_DCR__RE_VC4_STATE__RESERVED_position 63
#define ND_RESE_DCR__RE_VC4_STATE__RESERVED_get(x) _BGQ_GET(36, 63, x)
#define ND_RESE_DCR__RE_VC4_STATE__RESERVED_set(v) _BGQ_SET(36, 63, v)
#define ND_RESE_DCR__RE_VC4_STATE__RESERVED_insert(x, v) _BGQ_INSERT(36, 63, x, v)

#define ND_RESE_DCR__RE_VC5_STATE_offset 0x0039
#define ND_RESE_DCR__RE_VC5_STATE_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__RE_VC5_STATE__CTRL_SLOT_VALID_width 7
#define ND_RESE_DCR__RE_VC5_STATE__CTRL_SLOT_VALID_position 6
#define ND_RESE_DCR__RE_VC5_STATE__CTRL_SLOT_VALID_get(x) _BGQ_GET(7, 6, x)
#define ND_RESE_DCR__RE_VC5_STATE__CTRL_SLOT_VALID_set(v) _BGQ_SET(7, 6, v)
#define ND_RESE_DCR__RE_VC5_STATE__CTRL_SLOT_VALID_insert(x, v) _BGQ_INSERT(7, 6, x, v)
#define ND_RESE_DCR__RE_VC5_STATE__CTRL_HEAD_width 4
#define ND_RESE_DCR__RE_VC5_STATE__CTRL_HEAD_position 11
#define ND_RESE_DCR__RE_VC5_STATE__CTRL_HEAD_get(x) _BGQ_GET(4, 11, x)
#define ND_RESE_DCR__RE_VC5_STATE__CTRL_HEAD_set(v) _BGQ_SET(4, 11, v)
#define ND_RESE_DCR__RE_VC5_STATE__CTRL_HEAD_insert(x, v) _BGQ_INSERT(4, 11, x, v)
#define ND_RESE_DCR__RE_VC5_STATE__CTRL_TAIL_width 4
#define ND_RESE_DCR__RE_VC5_STATE__CTRL_TAIL_position 15
#define ND_RESE_DCR__RE_VC5_STATE__CTRL_TAIL_get(x) _BGQ_GET(4, 15, x)
#define ND_RESE_DCR__RE_VC5_STATE__CTRL_TAIL_set(v) _BGQ_SET(4, 15, v)
#define ND_RESE_DCR__RE_VC5_STATE__CTRL_TAIL_insert(x, v) _BGQ_INSERT(4, 15, x, v)
#define ND_RESE_DCR__RE_VC5_STATE__CTRL_WR_width 3
#define ND_RESE_DCR__RE_VC5_STATE__CTRL_WR_position 19
#define ND_RESE_DCR__RE_VC5_STATE__CTRL_WR_get(x) _BGQ_GET(3, 19, x)
#define ND_RESE_DCR__RE_VC5_STATE__CTRL_WR_set(v) _BGQ_SET(3, 19, v)
#define ND_RESE_DCR__RE_VC5_STATE__CTRL_WR_insert(x, v) _BGQ_INSERT(3, 19, x, v)
#define ND_RESE_DCR__RE_VC5_STATE__CTRL_RD_width 4
#define ND_RESE_DCR__RE_VC5_STATE__CTRL_RD_position 23
#define ND_RESE_DCR__RE_VC5_STATE__CTRL_RD_get(x) _BGQ_GET(4, 23, x)
#define ND_RESE_DCR__RE_VC5_STATE__CTRL_RD_set(v) _BGQ_SET(4, 23, v)
#define ND_RESE_DCR__RE_VC5_STATE__CTRL_RD_insert(x, v) _BGQ_INSERT(4, 23, x, v)
#define ND_RESE_DCR__RE_VC5_STATE__FIFO_RD_width 4
#define ND_RESE_DCR__RE_VC5_STATE__FIFO_RD_position 27
#define ND_RESE_DCR__RE_VC5_STATE__FIFO_RD_get(x) _BGQ_GET(4, 27, x)
#define ND_RESE_DCR__RE_VC5_STATE__FIFO_RD_set(v) _BGQ_SET(4, 27, v)
#define ND_RESE_DCR__RE_VC5_STATE__FIFO_RD_insert(x, v) _BGQ_INSERT(4, 27, x, v)
#define ND_RESE_DCR__RE_VC5_STATE__RESERVED_width 36
#define ND_RESE_DCR__RE_VC5_STATE__RESERVED_position 63
#define ND_RESE_DCR__RE_VC5_STATE__RESERVED_get(x) _BGQ_GET(36, 63, x)
#define ND_RESE_DCR__RE_VC5_STATE__RESERVED_set(v) _BGQ_SET(36, 63, v)
#define ND_RESE_DCR__RE_VC5_STATE__RESERVED_insert(x, v) _BGQ_INSERT(36, 63, x, v)

#define ND_RESE_DCR__SE_INTERNAL_STATE_offset 0x003A
#define ND_RESE_DCR__SE_INTERNAL_STATE_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__SE_INTERNAL_STATE__ARB_width 4
#define ND_RESE_DCR__SE_INTERNAL_STATE__ARB_position 3
#define ND_RESE_DCR__SE_INTERNAL_STATE__ARB_get(x) _BGQ_GET(4, 3, x)
#define ND_RESE_DCR__SE_INTERNAL_STATE__ARB_set(v) _BGQ_SET(4, 3, v)
#define ND_RESE_DCR__SE_INTERNAL_STATE__ARB_insert(x, v) _BGQ_INSERT(4, 3, x, v)
#define ND_RESE_DCR__SE_INTERNAL_STATE__CTRL_width 5
#define ND_RESE_DCR__SE_INTERNAL_STATE__CTRL_position 11
#define ND_RESE_DCR__SE_INTERNAL_STATE__CTRL_get(x) _BGQ_GET(5, 11, x)
#define ND_RESE_DCR__SE_INTERNAL_STATE__CTRL_set(v) _BGQ_SET(5, 11, v)
#define ND_RESE_DCR__SE_INTERNAL_STATE__CTRL_insert(x, v) _BGQ_INSERT(5, 11, x, v)
#define ND_RESE_DCR__SE_INTERNAL_STATE__RETRANS_IN_width 3
#define ND_RESE_DCR__SE_INTERNAL_STATE__RETRANS_IN_position 15
#define ND_RESE_DCR__SE_INTERNAL_STATE__RETRANS_IN_get(x) _BGQ_GET(3, 15, x)
#define ND_RESE_DCR__SE_INTERNAL_STATE__RETRANS_IN_set(v) _BGQ_SET(3, 15, v)
#define ND_RESE_DCR__SE_INTERNAL_STATE__RETRANS_IN_insert(x, v) _BGQ_INSERT(3, 15, x, v)
#define ND_RESE_DCR__SE_INTERNAL_STATE__RETRANS_OUT_width 4
#define ND_RESE_DCR__SE_INTERNAL_STATE__RETRANS_OUT_position 19
#define ND_RESE_DCR__SE_INTERNAL_STATE__RETRANS_OUT_get(x) _BGQ_GET(4, 19, x)
#define ND_RESE_DCR__SE_INTERNAL_STATE__RETRANS_OUT_set(v) _BGQ_SET(4, 19, v)
#define ND_RESE_DCR__SE_INTERNAL_STATE__RETRANS_OUT_insert(x, v) _BGQ_INSERT(4, 19, x, v)
#define ND_RESE_DCR__SE_INTERNAL_STATE__BEGIN_PTR_width 12
#define ND_RESE_DCR__SE_INTERNAL_STATE__BEGIN_PTR_position 31
#define ND_RESE_DCR__SE_INTERNAL_STATE__BEGIN_PTR_get(x) _BGQ_GET(12, 31, x)
#define ND_RESE_DCR__SE_INTERNAL_STATE__BEGIN_PTR_set(v) _BGQ_SET(12, 31, v)
#define ND_RESE_DCR__SE_INTERNAL_STATE__BEGIN_PTR_insert(x, v) _BGQ_INSERT(12, 31, x, v)
#define ND_RESE_DCR__SE_INTERNAL_STATE__END_PTR_width 12
#define ND_RESE_DCR__SE_INTERNAL_STATE__END_PTR_position 43
#define ND_RESE_DCR__SE_INTERNAL_STATE__END_PTR_get(x) _BGQ_GET(12, 43, x)
#define ND_RESE_DCR__SE_INTERNAL_STATE__END_PTR_set(v) _BGQ_SET(12, 43, v)
#define ND_RESE_DCR__SE_INTERNAL_STATE__END_PTR_insert(x, v) _BGQ_INSERT(12, 43, x, v)
#define ND_RESE_DCR__SE_INTERNAL_STATE__RESERVED_width 20
#define ND_RESE_DCR__SE_INTERNAL_STATE__RESERVED_position 63
#define ND_RESE_DCR__SE_INTERNAL_STATE__RESERVED_get(x) _BGQ_GET(20, 63, x)
#define ND_RESE_DCR__SE_INTERNAL_STATE__RESERVED_set(v) _BGQ_SET(20, 63, v)
#define ND_RESE_DCR__SE_INTERNAL_STATE__RESERVED_insert(x, v) _BGQ_INSERT(20, 63, x, v)

#define ND_RESE_DCR__SE_TOKENS_offset 0x003B
#define ND_RESE_DCR__SE_TOKENS_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__SE_TOKENS__RESERVED_width 34
#define ND_RESE_DCR__SE_TOKENS__RESERVED_position 33
#define ND_RESE_DCR__SE_TOKENS__RESERVED_get(x) _BGQ_GET(34, 33, x)
#define ND_RESE_DCR__SE_TOKENS__RESERVED_set(v) _BGQ_SET(34, 33, v)
#define ND_RESE_DCR__SE_TOKENS__RESERVED_insert(x, v) _BGQ_INSERT(34, 33, x, v)
#define ND_RESE_DCR__SE_TOKENS__VC_DYNAMIC_width 10
#define ND_RESE_DCR__SE_TOKENS__VC_DYNAMIC_position 43
#define ND_RESE_DCR__SE_TOKENS__VC_DYNAMIC_get(x) _BGQ_GET(10, 43, x)
#define ND_RESE_DCR__SE_TOKENS__VC_DYNAMIC_set(v) _BGQ_SET(10, 43, v)
#define ND_RESE_DCR__SE_TOKENS__VC_DYNAMIC_insert(x, v) _BGQ_INSERT(10, 43, x, v)
#define ND_RESE_DCR__SE_TOKENS__VC_NORMAL_width 4
#define ND_RESE_DCR__SE_TOKENS__VC_NORMAL_position 47
#define ND_RESE_DCR__SE_TOKENS__VC_NORMAL_get(x) _BGQ_GET(4, 47, x)
#define ND_RESE_DCR__SE_TOKENS__VC_NORMAL_set(v) _BGQ_SET(4, 47, v)
#define ND_RESE_DCR__SE_TOKENS__VC_NORMAL_insert(x, v) _BGQ_INSERT(4, 47, x, v)
#define ND_RESE_DCR__SE_TOKENS__VC_PRIORITY_width 4
#define ND_RESE_DCR__SE_TOKENS__VC_PRIORITY_position 51
#define ND_RESE_DCR__SE_TOKENS__VC_PRIORITY_get(x) _BGQ_GET(4, 51, x)
#define ND_RESE_DCR__SE_TOKENS__VC_PRIORITY_set(v) _BGQ_SET(4, 51, v)
#define ND_RESE_DCR__SE_TOKENS__VC_PRIORITY_insert(x, v) _BGQ_INSERT(4, 51, x, v)
#define ND_RESE_DCR__SE_TOKENS__VC_SYSTEM_width 4
#define ND_RESE_DCR__SE_TOKENS__VC_SYSTEM_position 55
#define ND_RESE_DCR__SE_TOKENS__VC_SYSTEM_get(x) _BGQ_GET(4, 55, x)
#define ND_RESE_DCR__SE_TOKENS__VC_SYSTEM_set(v) _BGQ_SET(4, 55, v)
#define ND_RESE_DCR__SE_TOKENS__VC_SYSTEM_insert(x, v) _BGQ_INSERT(4, 55, x, v)
#define ND_RESE_DCR__SE_TOKENS__VC_COLL0_width 4
#define ND_RESE_DCR__SE_TOKENS__VC_COLL0_position 59
#define ND_RESE_DCR__SE_TOKENS__VC_COLL0_get(x) _BGQ_GET(4, 59, x)
#define ND_RESE_DCR__SE_TOKENS__VC_COLL0_set(v) _BGQ_SET(4, 59, v)
#define ND_RESE_DCR__SE_TOKENS__VC_COLL0_insert(x, v) _BGQ_INSERT(4, 59, x, v)
#define ND_RESE_DCR__SE_TOKENS__VC_COLL1_width 4
#define ND_RESE_DCR__SE_TOKENS__VC_COLL1_position 63
#define ND_RESE_DCR__SE_TOKENS__VC_COLL1_get(x) _BGQ_GET(4, 63, x)
#define ND_RESE_DCR__SE_TOKENS__VC_COLL1_set(v) _BGQ_SET(4, 63, v)
#define ND_RESE_DCR__SE_TOKENS__VC_COLL1_insert(x, v) _BGQ_INSERT(4, 63, x, v)

#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO_offset 0x0057
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__READ_width 1
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__READ_position 0
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__READ_get(x) _BGQ_GET(1, 0, x)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__READ_set(v) _BGQ_SET(1, 0, v)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__READ_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__WRITE_width 1
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__WRITE_position 1
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__WRITE_get(x) _BGQ_GET(1, 1, x)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__WRITE_set(v) _BGQ_SET(1, 1, v)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__WRITE_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__PRIVILEGED_width 1
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__PRIVILEGED_position 2
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__PRIVILEGED_get(x) _BGQ_GET(1, 2, x)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__PRIVILEGED_set(v) _BGQ_SET(1, 2, v)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__PRIVILEGED_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__TEST_INT_width 1
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__TEST_INT_position 3
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__TEST_INT_get(x) _BGQ_GET(1, 3, x)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__TEST_INT_set(v) _BGQ_SET(1, 3, v)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__TEST_INT_insert(x, v) _BGQ_INSERT(1, 3, x, v)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__ADDRESS_width 24
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__ADDRESS_position 63
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__ADDRESS_get(x) _BGQ_GET(24, 63, x)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__ADDRESS_set(v) _BGQ_SET(24, 63, v)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_SW_INFO__ADDRESS_insert(x, v) _BGQ_INSERT(24, 63, x, v)

#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO_offset 0x0058
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_PARITY_GOOD_width 3
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_PARITY_GOOD_position 6
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_PARITY_GOOD_get(x) _BGQ_GET(3, 6, x)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_PARITY_GOOD_set(v) _BGQ_SET(3, 6, v)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_PARITY_GOOD_insert(x, v) _BGQ_INSERT(3, 6, x, v)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__DATA_PARITY_GOOD_width 8
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__DATA_PARITY_GOOD_position 14
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__DATA_PARITY_GOOD_get(x) _BGQ_GET(8, 14, x)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__DATA_PARITY_GOOD_set(v) _BGQ_SET(8, 14, v)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__DATA_PARITY_GOOD_insert(x, v) _BGQ_INSERT(8, 14, x, v)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_width 24
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_position 63
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_get(x) _BGQ_GET(24, 63, x)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_set(v) _BGQ_SET(24, 63, v)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_HW_INFO__ADDRESS_insert(x, v) _BGQ_INSERT(24, 63, x, v)

#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_DATA_INFO_offset 0x0059
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_DATA_INFO_reset UNSIGNED64(0x0000000000000000)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_DATA_INFO__DATA_width 64
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_DATA_INFO__DATA_position 63
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_DATA_INFO__DATA_get(x) _BGQ_GET(64, 63, x)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_DATA_INFO__DATA_set(v) _BGQ_SET(64, 63, v)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_DATA_INFO__DATA_insert(x, v) _BGQ_INSERT(64, 63, x, v)

#define ND_RESE_DCR__RESE_INTERRUPTS__STATE_offset 0x0040

#define ND_RESE_DCR__RESE_INTERRUPTS__FIRST_offset 0x0044

#define ND_RESE_DCR__RESE_INTERRUPTS__FORCE_offset 0x0043

#define ND_RESE_DCR__RESE_INTERRUPTS__MACHINE_CHECK_offset 0x0045

#define ND_RESE_DCR__RESE_INTERRUPTS__CRITICAL_offset 0x0046

#define ND_RESE_DCR__RESE_INTERRUPTS__NONCRITICAL_offset 0x0047
#define ND_RESE_DCR__RESE_INTERRUPTS__LOCAL_RING_width 1
#define ND_RESE_DCR__RESE_INTERRUPTS__LOCAL_RING_position 63
#define ND_RESE_DCR__RESE_INTERRUPTS__LOCAL_RING_get(x) _BGQ_GET(1, 63, x)
#define ND_RESE_DCR__RESE_INTERRUPTS__LOCAL_RING_set(v) _BGQ_SET(1, 63, v)
#define ND_RESE_DCR__RESE_INTERRUPTS__LOCAL_RING_insert(x, v) _BGQ_INSERT(1, 63, x, v)

#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR__STATE_offset 0x0050

#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR__FIRST_offset 0x0053

#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR__FORCE_offset 0x0052

#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR__MACHINE_CHECK_offset 0x0054

#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR__CRITICAL_offset 0x0055

#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR__NONCRITICAL_offset 0x0056
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_width 1
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_position 0
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_get(x) _BGQ_GET(1, 0, x)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_set(v) _BGQ_SET(1, 0, v)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_insert(x, v) _BGQ_INSERT(1, 0, x, v)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR__BAD_PRIV_width 1
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR__BAD_PRIV_position 1
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR__BAD_PRIV_get(x) _BGQ_GET(1, 1, x)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR__BAD_PRIV_set(v) _BGQ_SET(1, 1, v)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR__BAD_PRIV_insert(x, v) _BGQ_INSERT(1, 1, x, v)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR__BAD_DATA_PARITY_width 1
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR__BAD_DATA_PARITY_position 2
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR__BAD_DATA_PARITY_get(x) _BGQ_GET(1, 2, x)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR__BAD_DATA_PARITY_set(v) _BGQ_SET(1, 2, v)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR__BAD_DATA_PARITY_insert(x, v) _BGQ_INSERT(1, 2, x, v)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_PARITY_width 1
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_PARITY_position 3
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_PARITY_get(x) _BGQ_GET(1, 3, x)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_PARITY_set(v) _BGQ_SET(1, 3, v)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR__BAD_ADDRESS_PARITY_insert(x, v) _BGQ_INSERT(1, 3, x, v)

#define ND_RESE_DCR__RESE_INTERRUPTS_CONTROL_LOW_offset 0x0041
#define ND_RESE_DCR__RESE_INTERRUPTS_CONTROL_LOW__LOCAL_RING_width 2
#define ND_RESE_DCR__RESE_INTERRUPTS_CONTROL_LOW__LOCAL_RING_position 63
#define ND_RESE_DCR__RESE_INTERRUPTS_CONTROL_LOW__LOCAL_RING_get(x) _BGQ_GET(2, 63, x)
#define ND_RESE_DCR__RESE_INTERRUPTS_CONTROL_LOW__LOCAL_RING_set(v) _BGQ_SET(2, 63, v)
#define ND_RESE_DCR__RESE_INTERRUPTS_CONTROL_LOW__LOCAL_RING_insert(x, v) _BGQ_INSERT(2, 63, x, v)

#define ND_RESE_DCR__RESE_INTERRUPTS_CONTROL_HIGH_offset 0x0042

#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH_offset 0x0051
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_width 2
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_position 1
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_get(x) _BGQ_GET(2, 1, x)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_set(v) _BGQ_SET(2, 1, v)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_insert(x, v) _BGQ_INSERT(2, 1, x, v)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_PRIV_width 2
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_PRIV_position 3
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_PRIV_get(x) _BGQ_GET(2, 3, x)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_PRIV_set(v) _BGQ_SET(2, 3, v)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_PRIV_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_DATA_PARITY_width 2
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_DATA_PARITY_position 5
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_DATA_PARITY_get(x) _BGQ_GET(2, 5, x)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_DATA_PARITY_set(v) _BGQ_SET(2, 5, v)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_DATA_PARITY_insert(x, v) _BGQ_INSERT(2, 5, x, v)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_PARITY_width 2
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_PARITY_position 7
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_PARITY_get(x) _BGQ_GET(2, 7, x)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_PARITY_set(v) _BGQ_SET(2, 7, v)
#define ND_RESE_DCR__INTERRUPT_INTERNAL_ERROR_CONTROL_HIGH__BAD_ADDRESS_PARITY_insert(x, v) _BGQ_INSERT(2, 7, x, v)

/* clang-format on */

#endif /* _EMUQ_DCR_ND_RESE_H_ */
