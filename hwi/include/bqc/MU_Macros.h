/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file MU_Macros.h
 * @brief The Message Unit's register map (hwi-registers 1 to 3, 6).
 *
 * A node has 17 groups of 4 subgroups; a subgroup has 4 KiB of registers. Access whole 64-bit registers
 * only. g = 0..16: group; sg = 0..3: subgroup; i: FIFO or table entry in the subgroup; r = 0..15: class
 * route.
 *
 * Addresses are privileged; for the user view: `address & ~PHYMAP_PRIVILEGEDOFFSET`.
 */
#ifndef _MU_MACROS_H_
#define _MU_MACROS_H_

/** The device control registers have the numbers of mu_dcr.h. */
#define BGQ_MU_DCR_USE_NEW_MAPPING 1

#include <hwi/include/common/compiler_support.h>
#include <hwi/include/bqc/PhysicalMap.h>
#include <hwi/include/bqc/mu_dcr.h>

/* clang-format off */
/** @name Numbers of units (hwi-registers 1)
 *  @{ */
#define BGQ_MU_NUM_FIFO_GROUPS             17 /**< Groups of a node. */
#define BGQ_MU_NUM_FIFO_SUBGROUPS          4 /**< Subgroups of a group. */
#define BGQ_MU_NUM_FIFO_SUBGROUPS_PER_NODE (BGQ_MU_NUM_FIFO_GROUPS * BGQ_MU_NUM_FIFO_SUBGROUPS) /**< 68 subgroups: 4 * group + subgroup. */

#define BGQ_MU_NUM_INJ_FIFO_GROUPS        BGQ_MU_NUM_FIFO_GROUPS
#define BGQ_MU_NUM_INJ_FIFO_SUBGROUPS     BGQ_MU_NUM_FIFO_SUBGROUPS
#define BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP 8 /**< Injection FIFOs of a subgroup. */
#define BGQ_MU_NUM_INJ_FIFOS_PER_GROUP    (BGQ_MU_NUM_INJ_FIFO_SUBGROUPS * BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP) /**< 32 */
#define BGQ_MU_NUM_INJ_FIFOS              (BGQ_MU_NUM_INJ_FIFO_GROUPS * BGQ_MU_NUM_INJ_FIFOS_PER_GROUP) /**< 544 */

#define BGQ_MU_NUM_REC_FIFO_GROUPS        BGQ_MU_NUM_FIFO_GROUPS
#define BGQ_MU_NUM_REC_FIFO_SUBGROUPS     BGQ_MU_NUM_FIFO_SUBGROUPS
#define BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP 4 /**< Reception FIFOs of a subgroup. */
#define BGQ_MU_NUM_REC_FIFOS_PER_GROUP    (BGQ_MU_NUM_REC_FIFO_SUBGROUPS * BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP) /**< 16 */
#define BGQ_MU_NUM_REC_FIFOS              (BGQ_MU_NUM_REC_FIFO_GROUPS * BGQ_MU_NUM_REC_FIFOS_PER_GROUP) /**< 272 */
/** @} */

/** @name Entries of the base address table, formerly named after their counters
 *  @{ */
#define BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP 8
#define BGQ_MU_NUM_DATA_COUNTERS_PER_GROUP    (BGQ_MU_NUM_FIFO_SUBGROUPS * BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP)
/** @} */

/** Class routes of the global interrupts. */
#define BGQ_MU_NUM_GI_CLASSES 16

/** @name The register file of a node (hwi-registers 3)
 *  @{ */
#define _BGQ_BASE_DMA        (PHYMAP_MINADDR_MU + PHYMAP_PRIVILEGEDOFFSET) /**< The first register. */
#define BGQ_MU_GROUP_SIZE    0x010000 /**< Bytes between two groups. */
#define BGQ_MU_SUBGROUP_SIZE 0x001000 /**< Bytes between two subgroups. */
#define _BGQ_SIZE_DMA        (BGQ_MU_NUM_FIFO_GROUPS * BGQ_MU_GROUP_SIZE) /**< Bytes of all groups. */
/* Not parenthesised, as in IBM's header. */
#define BGQ_MU_GROUP_ADDRESS_OFFSET(g)        _BGQ_BASE_DMA + (g) * BGQ_MU_GROUP_SIZE
#define BGQ_MU_SUBGROUP_ADDRESS_OFFSET(g, sg) BGQ_MU_GROUP_ADDRESS_OFFSET(g) + (sg) * BGQ_MU_SUBGROUP_SIZE
/** @} */

/** @name Injection FIFOs: 8 per subgroup, 64 bytes each
 *  @{ */
#define BGQ_MU_iDMA_GROUP_START_OFFSET(g)           (BGQ_MU_GROUP_ADDRESS_OFFSET(g))
#define BGQ_MU_iDMA_SUBGROUP_START_OFFSET(g, sg)    (BGQ_MU_SUBGROUP_ADDRESS_OFFSET(g, sg))
#define BGQ_MU_iDMA_FIFO_REGS_SIZE                  0x200 /**< Bytes of the eight FIFOs. */
#define BGQ_MU_iDMA_START_OFFSET(g, sg, i)          (BGQ_MU_iDMA_SUBGROUP_START_OFFSET(g, sg) + 0x00 + (i) * 0x40) /**< PA of the FIFO. */
#define BGQ_MU_iDMA_SIZE_OFFSET(g, sg, i)           (BGQ_MU_iDMA_SUBGROUP_START_OFFSET(g, sg) + 0x08 + (i) * 0x40) /**< FIFO size in bytes, minus 1. */
#define BGQ_MU_iDMA_HEAD_OFFSET(g, sg, i)           (BGQ_MU_iDMA_SUBGROUP_START_OFFSET(g, sg) + 0x10 + (i) * 0x40) /**< PA of the head; written by the unit. */
#define BGQ_MU_iDMA_TAIL_OFFSET(g, sg, i)           (BGQ_MU_iDMA_SUBGROUP_START_OFFSET(g, sg) + 0x18 + (i) * 0x40) /**< PA of the tail; a store starts messages. */
#define BGQ_MU_iDMA_DESC_COUNTER_OFFSET(g, sg, i)   (BGQ_MU_iDMA_SUBGROUP_START_OFFSET(g, sg) + 0x20 + (i) * 0x40) /**< Descriptors completed. */
#define BGQ_MU_iDMA_FREE_SPACE_OFFSET(g, sg, i)     (BGQ_MU_iDMA_SUBGROUP_START_OFFSET(g, sg) + 0x28 + (i) * 0x40) /**< Free slots; read only. */
/* No registers: the machine's macros use an undefined name. */
#define BGQ_MU_iDMA_FREE_HOLE1(g, sg, i)            (BGQ_MU_iDMA_SUBGROUP_HOLE1_OFFSET(g, sg) + (i) * 0x40)
#define BGQ_MU_iDMA_FREE_HOLE2(g, sg, i)            (BGQ_MU_iDMA_SUBGROUP_HOLE2_OFFSET(g, sg) + (i) * 0x40)
/** @} */

/** @name Reception FIFOs: 4 per subgroup, 64 bytes each
 *  @{ */
#define BGQ_MU_rDMA_STARTING_OFFSET              0x200 /**< Offset in the subgroup. */
#define BGQ_MU_rDMA_SUBGROUP_START_OFFSET(g, sg) (BGQ_MU_SUBGROUP_ADDRESS_OFFSET(g, sg) + BGQ_MU_rDMA_STARTING_OFFSET)
#define BGQ_MU_rDMA_FIFO_REGS_SIZE               0x100 /**< Bytes of the four FIFOs. */
#define BGQ_MU_rDMA_START_OFFSET(g, sg, i)       (BGQ_MU_rDMA_SUBGROUP_START_OFFSET(g, sg) + 0x00 + (i) * 0x40) /**< PA of the FIFO. */
#define BGQ_MU_rDMA_SIZE_OFFSET(g, sg, i)        (BGQ_MU_rDMA_SUBGROUP_START_OFFSET(g, sg) + 0x08 + (i) * 0x40) /**< FIFO size in bytes, minus 1. */
#define BGQ_MU_rDMA_HEAD_OFFSET(g, sg, i)        (BGQ_MU_rDMA_SUBGROUP_START_OFFSET(g, sg) + 0x10 + (i) * 0x40) /**< PA of the head; a store frees space. */
#define BGQ_MU_rDMA_TAIL_OFFSET(g, sg, i)        (BGQ_MU_rDMA_SUBGROUP_START_OFFSET(g, sg) + 0x18 + (i) * 0x40) /**< PA of the tail; written by the unit. */
/* No registers: the machine's macros use undefined names. */
#define BGQ_MU_rDMA_HOLE1_OFFSET(g, sg, i)       (BGQ_MU_rDMA_SUBGROUP_HOLE1_OFFSET(g, sg) + (i) * 0x40)
#define BGQ_MU_rDMA_HOLE2_OFFSET(g, sg, i)       (BGQ_MU_rDMA_SUBGROUP_HOLE2_OFFSET(g, sg) + (i) * 0x40)
#define BGQ_MU_rDMA_HOLE3_OFFSET(g, sg, i)       (BGQ_MU_rDMA_SUBGROUP_HOLE3_OFFSET(g, sg) + (i) * 0x40)
#define BGQ_MU_rDMA_HOLE4_OFFSET(g, sg, i)       (BGQ_MU_rDMA_SUBGROUP_HOLE4_OFFSET(g, sg) + (i) * 0x40)
/** @} */

/** @name Status and control of the group, repeated in each subgroup
 *  @{ */
#define BGQ_MU_STATUS_CONTROL_STARTING_OFFSET           0x300 /**< Offset in the subgroup. */
#define BGQ_MU_STATUS_CONTROL_REGS_START_OFFSET(g, sg)  (BGQ_MU_SUBGROUP_ADDRESS_OFFSET(g, sg) + BGQ_MU_STATUS_CONTROL_STARTING_OFFSET)
/** Covers five of the six registers, like IBM's macro. */
#define BGQ_MU_STATUS_CONTROL_REGS_SIZE                 0x28
#define BGQ_MU_iDMA_IS_ENABLED_OFFSET(g, sg)            (BGQ_MU_STATUS_CONTROL_REGS_START_OFFSET(g, sg) + 0x00) /**< Enabled FIFOs; read only. */
#define BGQ_MU_iDMA_ENABLE_OFFSET(g, sg)                (BGQ_MU_STATUS_CONTROL_REGS_START_OFFSET(g, sg) + 0x08) /**< Write 1 to enable. */
#define BGQ_MU_iDMA_DISABLE_OFFSET(g, sg)               (BGQ_MU_STATUS_CONTROL_REGS_START_OFFSET(g, sg) + 0x10) /**< Write 1 to disable. */
#define BGQ_MU_iDMA_HIGH_PRIORITY_OFFSET(g, sg)         (BGQ_MU_STATUS_CONTROL_REGS_START_OFFSET(g, sg) + 0x18) /**< FIFOs of high priority. */
#define BGQ_MU_READ_INT_STATUS_REGISTER_OFFSET(g, sg)   (BGQ_MU_STATUS_CONTROL_REGS_START_OFFSET(g, sg) + 0x20) /**< Interrupts; read only. */
#define BGQ_MU_CLEAR_INT_STATUS_REGISTER_OFFSET(g, sg)  (BGQ_MU_STATUS_CONTROL_REGS_START_OFFSET(g, sg) + 0x28) /**< Write 1 to clear. */
/** @} */

/** @name Base address table: 8 entries per subgroup
 *  @{ */
#define BGQ_MU_DATA_COUNTER_BASE_ADDRESS_STARTING_OFFSET      0x0400 /**< Offset in the subgroup. */
#define BGQ_MU_DATA_COUNTER_BASE_ADDRESS_START_OFFSET(g, sg)  (BGQ_MU_SUBGROUP_ADDRESS_OFFSET(g, sg) + BGQ_MU_DATA_COUNTER_BASE_ADDRESS_STARTING_OFFSET)
#define BGQ_MU_DATA_COUNTER_BASE_ADDRESS_OFFSET(g, sg, c)     (BGQ_MU_DATA_COUNTER_BASE_ADDRESS_START_OFFSET(g, sg) + (c) * 8) /**< Entry c = 0..7. */
#define BGQ_MU_COUNTER_REGS_SIZE                              0x40 /**< Bytes of the eight entries. */
/** @} */

/** @name Global interrupts: one set of registers, in every group
 *  @{ */
#define BGQ_MU_GI_CONTROL_STARTING_OFFSET 0x0500 /**< Offset in the group. */
#define BGQ_MU_GI_STATUS_STARTING_OFFSET  0x0580 /**< Offset in the group. */
#define BGQ_MU_GI_CONTROL_OFFSET(g, r)    (BGQ_MU_GROUP_ADDRESS_OFFSET(g) + BGQ_MU_GI_CONTROL_STARTING_OFFSET + (r) * 8) /**< This node's output, three bits. */
#define BGQ_MU_GI_STATUS_OFFSET(g, r)     (BGQ_MU_GROUP_ADDRESS_OFFSET(g) + BGQ_MU_GI_STATUS_STARTING_OFFSET + (r) * 8) /**< OR over all nodes, three bits; read only. */
/** @} */

/** @name Not part of the architecture
 *  @{ */
#define BGQ_TRIGGER_rDMA_SCAN_STARTING_OFFSET           0x0600
#define BGQ_MU_TRIGGER_rDMA_SCAN_START_OFFSET(g, sg)    (BGQ_MU_SUBGROUP_ADDRESS_OFFSET(g, sg) + BGQ_TRIGGER_rDMA_SCAN_STARTING_OFFSET)
#define BGQ_TRIGGER_iDMA_SCAN_STARTING_OFFSET           0x0700
#define BGQ_MU_TRIGGER_iDMA_SCAN_START_OFFSET(g, sg)    (BGQ_MU_SUBGROUP_ADDRESS_OFFSET(g, sg) + BGQ_TRIGGER_iDMA_SCAN_STARTING_OFFSET)
/** @} */

/** @name Device control registers in the address space (hwi-registers 6)
 *  @{ */
#define BGQ_MU_DCR_MEM_MAPPED_START_OFFSET() (PHYMAP_MINADDR_DCR + PHYMAP_PRIVILEGEDOFFSET) /**< Register number 0. */
/** Privileged address of register number @p dcr. */
#define EMUQ_DCR_ADDRESS(dcr) (BGQ_MU_DCR_MEM_MAPPED_START_OFFSET() + (dcr) * 8)

#define BGQ_MU_DCR_iDMA_THRESHOLD_INTERRUPT_ENABLE_OFFSET(g)        EMUQ_DCR_ADDRESS(MU_DCR(IMFIFO_THOLD_INT_EN) + (g))
#define BGQ_MU_DCR_iDMA_SYSTEM_FIFO_OFFSET(g)                       EMUQ_DCR_ADDRESS(MU_DCR(IMFIFO_SYSTEM) + (g))
#define BGQ_MU_DCR_iDMA_FIFO_AVAILABLE_REMOTE_GET_OFFSET(g)         EMUQ_DCR_ADDRESS(MU_DCR(IMFIFO_RGET) + (g))
#define BGQ_MU_DCR_iDMA_THRESHOLD_OFFSET                            EMUQ_DCR_ADDRESS(MU_DCR(IMU_THOLD))
#define BGQ_MU_DCR_iDMA_RGET_THRESHOLD_OFFSET                       EMUQ_DCR_ADDRESS(MU_DCR(RGET_THOLD))
#define BGQ_MU_DCR_rDMA_ENABLED_OFFSET(g)                           EMUQ_DCR_ADDRESS(MU_DCR(RMFIFO_EN) + (g))
#define BGQ_MU_DCR_rDMA_THRESHOLD_INTERRUPT_ENABLE_OFFSET(g)        EMUQ_DCR_ADDRESS(MU_DCR(RMFIFO_THOLD_INT_EN) + (g))
#define BGQ_MU_DCR_rDMA_PACKET_RECEIVED_INTERRUPT_ENABLE_OFFSET(g)  EMUQ_DCR_ADDRESS(MU_DCR(RMFIFO_PACKET_INT_EN) + (g))
#define BGQ_MU_DCR_rDMA_SYSTEM_FIFO_OFFSET(g)                       EMUQ_DCR_ADDRESS(MU_DCR(RMFIFO_SYSTEM) + (g))
#define BGQ_MU_DCR_rDMA_THRESHOLD_OFFSET                            EMUQ_DCR_ADDRESS(MU_DCR(RMU_THOLD))
/** A single register for all groups: the argument is ignored. */
#define BGQ_MU_DCR_BAT_MODE0_OFFSET(g)                              EMUQ_DCR_ADDRESS(MU_DCR(RPUTBASE_SYSTEM0))
#define BGQ_MU_DCR_BAT_MODE1_OFFSET(g)                              EMUQ_DCR_ADDRESS(MU_DCR(RPUTBASE_SYSTEM1))
#define BGQ_MU_DCR_GEA_INTERRUPT_ENABLE_0_7_OFFSET()                EMUQ_DCR_ADDRESS(MU_DCR(GIP_INT_EN_0_7))
#define BGQ_MU_DCR_GEA_INTERRUPT_ENABLE_8_15_OFFSET()               EMUQ_DCR_ADDRESS(MU_DCR(GIP_INT_EN_8_15))
#define BGQ_MU_DCR_GEA_INTERRUPT_ENABLE_16_OFFSET()                 EMUQ_DCR_ADDRESS(MU_DCR(GIP_INT_EN_16))
/** Needs nd_500_dcr.h. */
#define BGQ_MU_DCR_CLASS_ROUTE_OFFSET(_id_)                         EMUQ_DCR_ADDRESS(ND_500_DCR(CTRL_COLL_CLASS_00_01) + (_id_) / 2)

/* Names without a register, as in IBM's header. */
#define BGQ_MU_DCR_rDMA_RPUTBASE_SYSTEM_FIFO_OFFSET(g)  EMUQ_DCR_ADDRESS(MU_DCR(RPUTBASE_SYSTEM) + (g))
#define BGQ_MU_DCR_iDMA_MINIMUM_ADDRESS_OFFSET(g)       EMUQ_DCR_ADDRESS(MU_DCR(IMU_MIN_ADDR) + (g))
#define BGQ_MU_DCR_iDMA_MAXIMUM_ADDRESS_OFFSET(g)       EMUQ_DCR_ADDRESS(MU_DCR(IMU_MAX_ADDR) + (g))
#define BGQ_MU_DCR_rDMA_MINIMUM_ADDRESS_OFFSET(g)       EMUQ_DCR_ADDRESS(MU_DCR(RMU_MIN_ADDR) + (g))
#define BGQ_MU_DCR_rDMA_MAXIMUM_ADDRESS_OFFSET(g)       EMUQ_DCR_ADDRESS(MU_DCR(RMU_MAX_ADDR) + (g))
/** @} */
/* clang-format on */

#endif /* _MU_MACROS_H_ */
