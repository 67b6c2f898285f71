/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file upc_p.h
 * @brief Counters of a core, and the countable groups of instructions (bgpm 2).
 */
#ifndef _UPCI_UPC_P_H_
#define _UPCI_UPC_P_H_

#include "spi/include/kernel/upc_hw.h"
#include "spi/include/upci/upc_atomic.h"
#include "spi/include/upci/upc_common.h"

/** Counters of a core. */
#define UPC_P_NUM_COUNTERS 24

/** Groups of instructions of the execution unit: masks of PEVT_INST_XU_GRP_MASK. */
enum {
    UPC_P_XU_OGRP_FLD = 0x8000000, /**< float load instructions */
    UPC_P_XU_OGRP_FST = 0x4000000, /**< float store instructions */
    UPC_P_XU_OGRP_QLD = 0x2000000, /**< vector load instructions */
    UPC_P_XU_OGRP_QST = 0x1000000, /**< vector store instructions */
    UPC_P_XU_OGRP_BITS = 0x800000, /**< bit and rotate instructions */
    UPC_P_XU_OGRP_BRC = 0x400000,  /**< conditional branch instructions */
    UPC_P_XU_OGRP_BRU = 0x200000,  /**< unconditional branch instructions */
    UPC_P_XU_OGRP_CINV = 0x100000, /**< cache invalidate instructions */
    UPC_P_XU_OGRP_CSTO = 0x80000,  /**< cache store instructions */
    UPC_P_XU_OGRP_CTCH = 0x40000,  /**< cache touch instructions */
    UPC_P_XU_OGRP_IADD = 0x20000,  /**< integer add/subtract instructions */
    UPC_P_XU_OGRP_ICMP = 0x10000,  /**< integer compare instructions */
    UPC_P_XU_OGRP_ICSW = 0x8000,   /**< coprocessor instructions */
    UPC_P_XU_OGRP_IDIV = 0x4000,   /**< integer divide instructions */
    UPC_P_XU_OGRP_ILOG = 0x2000,   /**< integer logical instructions */
    UPC_P_XU_OGRP_IMOV = 0x1000,   /**< register move instructions */
    UPC_P_XU_OGRP_IMUL = 0x800,    /**< integer multiply instructions */
    UPC_P_XU_OGRP_INT = 0x400,     /**< system call and interrupt-return instructions */
    UPC_P_XU_OGRP_LD = 0x200,      /**< integer load instructions */
    UPC_P_XU_OGRP_LSCX = 0x100,    /**< reserve / conditional pair instructions */
    UPC_P_XU_OGRP_ST = 0x80,       /**< integer store instructions */
    UPC_P_XU_OGRP_SYNC = 0x40,     /**< synchronising instructions */
    UPC_P_XU_OGRP_TLB = 0x20,      /**< remaining TLB instructions */
    UPC_P_XU_OGRP_TLBI = 0x10,     /**< TLB invalidate instructions */
    UPC_P_XU_OGRP_WCH = 0x8,       /**< watch instructions */
    UPC_P_XU_OGRP_CYCLES = 0x4,    /**< processor cycles */
    UPC_P_XU_OGRP_MATCH = 0x2,     /**< instructions matching an opcode */
    UPC_P_XU_OGRP_MASK = 0,        /**< a user-defined mask */
    UPC_P_XU_OGRP_ALL = 0xFFFFFF8  /**< all groups */
};

/** Groups of instructions of the floating-point unit: masks of PEVT_INST_QFPU_GRP_MASK. */
enum {
    UPC_P_AXU_OGRP_FOTH = 0x200000,          /**< remaining scalar float instructions */
    UPC_P_AXU_OGRP_FRES = 0x100000,          /**< scalar reciprocal-estimate instructions */
    UPC_P_AXU_OGRP_FADD = 0x80000,           /**< scalar add/subtract instructions */
    UPC_P_AXU_OGRP_FCVT = 0x40000,           /**< scalar conversion instructions */
    UPC_P_AXU_OGRP_FCMP = 0x20000,           /**< scalar compare instructions */
    UPC_P_AXU_OGRP_FDIV = 0x10000,           /**< scalar divide instructions */
    UPC_P_AXU_OGRP_FMOV = 0x8000,            /**< scalar move instructions */
    UPC_P_AXU_OGRP_FMA = 0x4000,             /**< scalar fused multiply-add instructions */
    UPC_P_AXU_OGRP_FMUL = 0x2000,            /**< scalar multiply instructions */
    UPC_P_AXU_OGRP_FRND = 0x1000,            /**< scalar rounding instructions */
    UPC_P_AXU_OGRP_FSQE = 0x800,             /**< scalar root-estimate instructions */
    UPC_P_AXU_OGRP_FSQ = 0x400,              /**< scalar square-root instructions */
    UPC_P_AXU_OGRP_QMOV = 0x200,             /**< vector move instructions */
    UPC_P_AXU_OGRP_QOTH = 0x100,             /**< remaining vector instructions */
    UPC_P_AXU_OGRP_QADD = 0x80,              /**< vector add/subtract instructions */
    UPC_P_AXU_OGRP_QMUL = 0x40,              /**< vector multiply instructions */
    UPC_P_AXU_OGRP_QRES = 0x20,              /**< vector reciprocal-estimate instructions */
    UPC_P_AXU_OGRP_QMA = 0x10,               /**< vector fused multiply-add instructions */
    UPC_P_AXU_OGRP_QRND = 0x8,               /**< vector rounding instructions */
    UPC_P_AXU_OGRP_QCVT = 0x4,               /**< vector conversion instructions */
    UPC_P_AXU_OGRP_QCMP = 0x2,               /**< vector compare instructions */
    UPC_P_AXU_OGRP_MATCH = 0x1,              /**< instructions matching an opcode */
    UPC_P_AXU_OGRP_MASK = 0,                 /**< a user-defined mask */
    UPC_P_AXU_OGRP_UCODE = 0x10400,          /**< microcoded instructions */
    UPC_P_AXU_OGRP_ALL = 0x3FFFFE,           /**< all groups */
    UPC_P_AXU_OGRP_FPGRP1 = 0x3F7DFE,        /**< floating-point instructions, set 1 */
    UPC_P_AXU_OGRP_FPGRP1_SINGLE = 0x3F7C00, /**< the scalar ones of set 1 */
    UPC_P_AXU_OGRP_FPGRP1_QUAD = 0x1FE,      /**< the vector ones of set 1 */
    UPC_P_AXU_OGRP_FPGRP2 = 0x196CF0,        /**< floating-point instructions, set 2 */
    UPC_P_AXU_OGRP_FPGRP2_SINGLE = 0x196C00, /**< the scalar ones of set 2 */
    UPC_P_AXU_OGRP_FPGRP2_QUAD = 0xF0        /**< the vector ones of set 2 */
};

/** All instructions. */
enum { UPC_P_OGRP_ALL = 0 };

/** @name Hardware of a core's counters
 *  Accepted, without effect.
 *  @{ */
__BEGIN_DECLS
void UPC_P_Disable_Unit(int unit);
void UPC_P_Clear_Unit(int unit);
void UPC_P_Stop_Counters(int unit);
void UPC_P_Init_Unit_Mode(int unit, int mode, UPC_Ctr_Mode_t ctrMode);
void UPC_P_Enable_PM_Ints(int unit, short thread);
void UPC_P_M2_Trigger(upc_p_mmio_t *upc_p);
__END_DECLS
/** @} */

#endif /* _UPCI_UPC_P_H_ */
