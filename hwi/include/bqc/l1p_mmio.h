/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file l1p_mmio.h
 * @brief Registers of the pattern prefetcher (l2-atomics-wakeup-l1p 8).
 *
 * Byte offsets from Kernel_L1pBaseAddress(); a set per thread of the core.
 */
#ifndef _L1P_MMIO_H_
#define _L1P_MMIO_H_

#include <hwi/include/common/bgq_bitnumbers.h>

/** Distance between the registers of two threads. */
#define L1P_PP_THREADOFFSET 0x040

/* clang-format off */
/** @name Control: prefetch depth, list length, commands
 *  @{ */
#define L1P_PP_CTRL            0x1000
#define L1P_PP_CTRL_DEPTH(x)   _B3(55, x)
#define L1P_PP_CTRL_MAXLIST(x) _B3(58, x)
#define L1P_PP_CTRL_INHIBIT    _B1(59, 1)
#define L1P_PP_CTRL_IGNORETOL  _B1(60, 1)
#define L1P_PP_CTRL_START      _B1(61, 1)
#define L1P_PP_CTRL_LOAD       _B1(62, 1)
#define L1P_PP_CTRL_PAUSE      _B1(63, 1)
/** @} */

/** Tolerance of wrong entries. */
#define L1P_PP_MAXTOL     0x1008
/** Size of the lists. */
#define L1P_PP_MAXSIZE    0x1010
/** Physical address of the playback list. */
#define L1P_PP_ADDR_READ  0x1018
/** Physical address of the recorded list. */
#define L1P_PP_ADDR_WRITE 0x1020

/** @name Status
 *  @{ */
#define L1P_PP_STATUS           0x1028
#define L1P_PP_STATUS_FINISHED  _B1(60, 1)
#define L1P_PP_STATUS_ABANDONED _B1(61, 1)
#define L1P_PP_STATUS_MAXLENGTH _B1(62, 1)
#define L1P_PP_STATUS_ENDOFLIST _B1(63, 1)
/** @} */

/** Position in the playback list. */
#define L1P_PP_ADDR_CURREAD  0x1030
/** Position in the recorded list. */
#define L1P_PP_ADDR_CURWRITE 0x1038
/* clang-format on */

#endif /* _L1P_MMIO_H_ */
