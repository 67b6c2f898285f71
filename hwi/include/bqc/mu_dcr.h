/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file mu_dcr.h
 * @brief Device control registers of the Message Unit (hwi-registers 6, core-inlines 7).
 *
 * A register is 64 bits and has a number; "one a group" means 17 registers, for groups 0..16. Bits count
 * FIFOs from the top of the field: injection FIFO i of a group is bit 1 << (31 - i), reception FIFO i is bit
 * 1 << (15 - i).
 */
#ifndef _MU_DCR_H_
#define _MU_DCR_H_

#include <hwi/include/common/bgq_bitnumbers.h>

/** Number of the unit's first register. */
#define MU_DCR_base 0x0E0000
/** Number of register @p reg, one of the names below. */
#define MU_DCR(reg) (MU_DCR_base + MU_DCR__##reg##_offset)

/** @name Registers: distance from the first one, and contents after a reset
 *  @{ */
/* clang-format off */
/** Injection threshold interrupt enable, one a group. */
#define MU_DCR__IMFIFO_THOLD_INT_EN_offset 0xD00
#define MU_DCR__IMFIFO_THOLD_INT_EN_reset  UNSIGNED64(0)
/** System injection FIFOs, one a group. */
#define MU_DCR__IMFIFO_SYSTEM_offset 0xD11
#define MU_DCR__IMFIFO_SYSTEM_reset  UNSIGNED64(0xFFFFFFFF)
/** Injection FIFOs that remote gets may use, one a group. */
#define MU_DCR__IMFIFO_RGET_offset 0xD22
#define MU_DCR__IMFIFO_RGET_reset  UNSIGNED64(0)
/** Injection threshold of the node, 30 bits, in descriptors. */
#define MU_DCR__IMU_THOLD_offset 0xD33
#define MU_DCR__IMU_THOLD_reset  UNSIGNED64(0)
/** Remote-get threshold of the node, 30 bits, in 32-byte chunks. */
#define MU_DCR__RGET_THOLD_offset 0xD34
#define MU_DCR__RGET_THOLD_reset  UNSIGNED64(0)
/** Enabled reception FIFOs, one a group. */
#define MU_DCR__RMFIFO_EN_offset 0xD35
#define MU_DCR__RMFIFO_EN_reset  UNSIGNED64(0)
/** Reception threshold interrupt enable, one a group. */
#define MU_DCR__RMFIFO_THOLD_INT_EN_offset 0xD46
#define MU_DCR__RMFIFO_THOLD_INT_EN_reset  UNSIGNED64(0)
/** Packet arrival interrupt enable, one a group. */
#define MU_DCR__RMFIFO_PACKET_INT_EN_offset 0xD57
#define MU_DCR__RMFIFO_PACKET_INT_EN_reset  UNSIGNED64(0)
/** System reception FIFOs, one a group. */
#define MU_DCR__RMFIFO_SYSTEM_offset 0xD68
#define MU_DCR__RMFIFO_SYSTEM_reset  UNSIGNED64(0xFFFF)
/** Reception threshold of the node, in 32-byte chunks. */
#define MU_DCR__RMU_THOLD_offset 0xD79
#define MU_DCR__RMU_THOLD_reset  UNSIGNED64(0)
/** System base address table entries, by subgroup s = 0..63: `1 << (63 - s)`. */
#define MU_DCR__RPUTBASE_SYSTEM0_offset 0xD7A
#define MU_DCR__RPUTBASE_SYSTEM0_reset  UNSIGNED64(0xFFFFFFFFFFFFFFFF)
/** The same for subgroups 64..67, in the top four bits. */
#define MU_DCR__RPUTBASE_SYSTEM1_offset 0xD7B
#define MU_DCR__RPUTBASE_SYSTEM1_reset  UNSIGNED64(0xF000000000000000)
/** System class routes of the global interrupts: route c is `1 << (15 - c)`. */
#define MU_DCR__SYS_BARRIER_offset 0xD7C
#define MU_DCR__SYS_BARRIER_reset  UNSIGNED64(0xFFFF)
/** Global interrupt enable: one nibble a class route from the top, its low three bits for the three wires. */
#define MU_DCR__BARRIER_INT_EN_offset 0xD7D
#define MU_DCR__BARRIER_INT_EN_reset  UNSIGNED64(0)
/** Physical addresses that users may use: first byte, one a range. */
#define MU_DCR__MIN_USR_ADDR_RANGE_offset 0xD80
#define MU_DCR__MIN_USR_ADDR_RANGE_reset  UNSIGNED64(0)
/** Physical addresses that users may use: last byte, one a range. */
#define MU_DCR__MAX_USR_ADDR_RANGE_offset 0xD94
#define MU_DCR__MAX_USR_ADDR_RANGE_reset  UNSIGNED64(0)
/** Ranges that users may only inject from. */
#define MU_DCR__USR_INJ_RANGE_offset 0xDB8
#define MU_DCR__USR_INJ_RANGE_reset  UNSIGNED64(0)
/** Enabled reception engines. */
#define MU_DCR__RME_ENABLE_offset 0xDC8
#define MU_DCR__RME_ENABLE_reset  UNSIGNED64(0)
/** Direct interrupts to cores 0..7, 8..15 and 16, four bits a core. */
#define MU_DCR__GIP_INT_EN_0_7_offset  0xDCB
#define MU_DCR__GIP_INT_EN_0_7_reset   UNSIGNED64(0)
#define MU_DCR__GIP_INT_EN_8_15_offset 0xDCC
#define MU_DCR__GIP_INT_EN_8_15_reset  UNSIGNED64(0)
#define MU_DCR__GIP_INT_EN_16_offset   0xDCD
#define MU_DCR__GIP_INT_EN_16_reset    UNSIGNED64(0)
/** Reset of the unit. */
#define MU_DCR__RESET_offset 0xDCF
#define MU_DCR__RESET_reset  UNSIGNED64(0)
/* clang-format on */
/** @} */

#endif /* _MU_DCR_H_ */
