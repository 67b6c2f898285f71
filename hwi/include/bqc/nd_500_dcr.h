/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file nd_500_dcr.h
 * @brief Device control registers of the network's central part (hwi-registers 6, core-inlines 7).
 *
 * A class route register holds two routes, the even one in the upper half; each half is
 * `input << 16 | output` (classroute.h). After a reset no route exists.
 */
#ifndef _ND_500_DCR_H_
#define _ND_500_DCR_H_

#include <hwi/include/common/bgq_bitnumbers.h>

/** Number of the unit's first register. */
#define ND_500_DCR_base 0x194000
/** Number of register @p reg, one of the names below. */
#define ND_500_DCR(reg) (ND_500_DCR_base + ND_500_DCR__##reg##_offset)

/* clang-format off */
/** @name Class routes of the global interrupts: distance from the first register, and contents after a reset
 *  @{ */
#define ND_500_DCR__CTRL_GI_CLASS_00_01_offset 0x0B
#define ND_500_DCR__CTRL_GI_CLASS_00_01_reset  UNSIGNED64(0)
#define ND_500_DCR__CTRL_GI_CLASS_02_03_offset 0x0C
#define ND_500_DCR__CTRL_GI_CLASS_02_03_reset  UNSIGNED64(0)
#define ND_500_DCR__CTRL_GI_CLASS_04_05_offset 0x0D
#define ND_500_DCR__CTRL_GI_CLASS_04_05_reset  UNSIGNED64(0)
#define ND_500_DCR__CTRL_GI_CLASS_06_07_offset 0x0E
#define ND_500_DCR__CTRL_GI_CLASS_06_07_reset  UNSIGNED64(0)
#define ND_500_DCR__CTRL_GI_CLASS_08_09_offset 0x0F
#define ND_500_DCR__CTRL_GI_CLASS_08_09_reset  UNSIGNED64(0)
#define ND_500_DCR__CTRL_GI_CLASS_10_11_offset 0x10
#define ND_500_DCR__CTRL_GI_CLASS_10_11_reset  UNSIGNED64(0)
#define ND_500_DCR__CTRL_GI_CLASS_12_13_offset 0x11
#define ND_500_DCR__CTRL_GI_CLASS_12_13_reset  UNSIGNED64(0)
#define ND_500_DCR__CTRL_GI_CLASS_14_15_offset 0x12
#define ND_500_DCR__CTRL_GI_CLASS_14_15_reset  UNSIGNED64(0)
/** @} */
/** @name Class routes of the collectives: distance from the first register, and contents after a reset
 *  @{ */
#define ND_500_DCR__CTRL_COLL_CLASS_00_01_offset 0x13
#define ND_500_DCR__CTRL_COLL_CLASS_00_01_reset  UNSIGNED64(0)
#define ND_500_DCR__CTRL_COLL_CLASS_02_03_offset 0x14
#define ND_500_DCR__CTRL_COLL_CLASS_02_03_reset  UNSIGNED64(0)
#define ND_500_DCR__CTRL_COLL_CLASS_04_05_offset 0x15
#define ND_500_DCR__CTRL_COLL_CLASS_04_05_reset  UNSIGNED64(0)
#define ND_500_DCR__CTRL_COLL_CLASS_06_07_offset 0x16
#define ND_500_DCR__CTRL_COLL_CLASS_06_07_reset  UNSIGNED64(0)
#define ND_500_DCR__CTRL_COLL_CLASS_08_09_offset 0x17
#define ND_500_DCR__CTRL_COLL_CLASS_08_09_reset  UNSIGNED64(0)
#define ND_500_DCR__CTRL_COLL_CLASS_10_11_offset 0x18
#define ND_500_DCR__CTRL_COLL_CLASS_10_11_reset  UNSIGNED64(0)
#define ND_500_DCR__CTRL_COLL_CLASS_12_13_offset 0x19
#define ND_500_DCR__CTRL_COLL_CLASS_12_13_reset  UNSIGNED64(0)
#define ND_500_DCR__CTRL_COLL_CLASS_14_15_offset 0x1A
#define ND_500_DCR__CTRL_COLL_CLASS_14_15_reset  UNSIGNED64(0)
/** @} */

/** Checksums of the injected traffic, one an injection FIFO of the network: 0..9 torus, then the others. The
 *  name is ours. */
#define ND_500_DCR__EMUQ_INJ_CHECKSUM_offset 0x60
#define ND_500_DCR__EMUQ_INJ_CHECKSUM_reset  UNSIGNED64(0)
/* clang-format on */

#endif /* _ND_500_DCR_H_ */
