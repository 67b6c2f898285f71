/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file A2_core.h
 * @brief User-visible constants of the machine's processor core (core-inlines 6).
 */
#ifndef _A2_CORE_H_
#define _A2_CORE_H_

#include <hwi/include/common/compiler_support.h>
#include <hwi/include/common/bgq_bitnumbers.h>

/** Bytes in a line of the instruction cache and of the data cache. */
#define L1I_CACHE_LINE_SIZE 64
#define L1D_CACHE_LINE_SIZE 64

/* clang-format off */
/** @name Special purpose registers, for mfspr() and mtspr()
 *  @{ */
#define SPRN_XER      0x001
#define SPRN_LR       0x008
#define SPRN_CTR      0x009
#define SPRN_VRSAVE   0x100
#define SPRN_SPRG3RO  0x103
#define SPRN_SPRG4RO  0x104
#define SPRN_SPRG5RO  0x105
#define SPRN_SPRG6RO  0x106
#define SPRN_SPRG7RO  0x107
#define SPRN_TBRO     0x10C /**< All 64 bits of the time base. */
#define SPRN_TBLRO    0x10C
#define SPRN_TBURO    0x10D /**< The upper half of the time base. */
#define SPRN_GSPRG3RO 595
#define SPRN_AXUCR0   0x3D0
/** @} */

/** @name Processor versions
 *  @{ */
#define SPRN_PVR_DD1 0x490000
#define SPRN_PVR_DD2 0x490200
/** @} */

/** @name Bits of the exception register
 *  @{ */
#define XER_SO    _BN(32) /**< Summary overflow. */
#define XER_OV    _BN(33) /**< Overflow. */
#define XER_CA    _BN(34) /**< Carry. */
#define XER_SI(x) _B7(63, x) /**< String index. */
/** @} */

/** @name Bits of the floating-point configuration register; th = 0..3 is a thread of the core
 *  @{ */
#define AXUCR0_LFSR_RESET      _BN(15)
#define AXUCR0_SR_ENABLE       _BN(16)
#define AXUCR0_ENAB_NAN_IND_0  _BN(20)
#define AXUCR0_ENAB_INF_IND_0  _BN(21)
#define AXUCR0_ENAB_NAN_IND_1  _BN(22)
#define AXUCR0_ENAB_INF_IND_1  _BN(23)
#define AXUCR0_ENAB_NAN_IND_2  _BN(24)
#define AXUCR0_ENAB_INF_IND_2  _BN(25)
#define AXUCR0_ENAB_NAN_IND_3  _BN(26)
#define AXUCR0_ENAB_INF_IND_3  _BN(27)
#define AXUCR0_ENAB_IND_ALL(x) _B8(27, x)
#define AXUCR0_ENAB_IND(th, x) (_B2(21, x) >> (2 * (th)))
/** @} */

/** @name Bits of the floating-point status and control register
 *  @{ */
#define FPSCR_DRN(x) _B3(31, x) /**< Rounding of decimal numbers. */
#define FPSCR_DRN_NEAREST_EVEN 0
#define FPSCR_DRN_ZERO         1
#define FPSCR_DRN_PLUS_INF     2
#define FPSCR_DRN_MINUS_INF    3
#define FPSCR_DRN_NEAREST_NZ   4
#define FPSCR_DRN_NEAREST_ZERO 5
#define FPSCR_DRN_NONZERO      6
#define FPSCR_DRN_SHORTER      7
#define FPSCR_FX     _BN(32)
#define FPSCR_FEX    _BN(33)
#define FPSCR_VX     _BN(34)
#define FPSCR_OX     _BN(35)
#define FPSCR_UX     _BN(36)
#define FPSCR_ZX     _BN(37)
#define FPSCR_XX     _BN(38)
#define FPSCR_VXSNAN _BN(39)
#define FPSCR_VXISI  _BN(40)
#define FPSCR_VXIDI  _BN(41)
#define FPSCR_VXZDZ  _BN(42)
#define FPSCR_VXIMZ  _BN(43)
#define FPSCR_VXVC   _BN(44)
#define FPSCR_FR     _BN(45)
#define FPSCR_FI     _BN(46)
#define FPSCR_FPRF   _BN(47)
#define FPSCR_FL     _BN(48)
#define FPSCR_FG     _BN(49)
#define FPSCR_FE     _BN(50)
#define FPSCR_FU     _BN(51)
#define FPSCR_Rsvd52 _BN(52)
#define FPSCR_VXSOFT _BN(53)
#define FPSCR_VXSQRT _BN(54)
#define FPSCR_VXCVI  _BN(55)
#define FPSCR_VE     _BN(56)
#define FPSCR_OE     _BN(57)
#define FPSCR_UE     _BN(58)
#define FPSCR_ZE     _BN(59)
#define FPSCR_XE     _BN(60)
#define FPSCR_NI     _BN(61)
#define FPSCR_RN(x)  _B2(63, x) /**< Rounding of binary numbers. */
#define FPSCR_RN_NEAR 0
#define FPSCR_RN_ZERO 1
#define FPSCR_RN_PINF 2
#define FPSCR_RN_MINF 3
#define FPSCR_INIT   0
/** @} */
/* clang-format on */

#endif /* _A2_CORE_H_ */
