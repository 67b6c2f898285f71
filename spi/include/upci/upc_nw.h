/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file upc_nw.h
 * @brief Counters of the network unit: 6 for each of 11 links (network-counters).
 *
 * Links 0..9 are A-, A+, ... E+, link 10 is the I/O link. Counters 0..3 count 32-byte chunks sent on a set of
 * virtual channels, counter 4 packets received, counter 5 the cycles that those packets spend in receiver
 * FIFOs; 4 and 5 share one set. At the start a link counts user point to point (0), system point to point
 * (1), world and system collectives (2), sub-communicator collectives (3) and user point to point (4, 5).
 *
 * What is counted belongs to the node; what has been started, stopped and cleared belongs to the process, and
 * one of its threads controls it. A link that leads off a mesh, the I/O link and counter 5 read 0: the
 * emulation has no I/O nodes and delivers without receiver FIFOs. The interface specification names these
 * calls without their parameters; those are EMUQ's. Calls that return int: 0 or -EINVAL.
 */
#ifndef _UPCI_UPC_NW_H_
#define _UPCI_UPC_NW_H_

#include <stdint.h>

#include "hwi/include/bqc/nd_500_dcr.h"
#include "hwi/include/bqc/nd_rese_dcr.h"
#include "hwi/include/common/compiler_support.h"
#include "spi/include/kernel/upc_hw.h"
#include "spi/include/upci/upc_common.h"

__BEGIN_DECLS

/** Masks of virtual channels. */
typedef enum UPC_NW_Vchannels {
    UPC_NW_VC_USER_DYNAMIC = 0x40,     /**< user dynamic */
    UPC_NW_VC_USER_ESCAPE = 0x20,      /**< user deterministic */
    UPC_NW_VC_USER_PRIORITY = 0x10,    /**< user high priority */
    UPC_NW_VC_SYSTEM = 0x08,           /**< system point to point */
    UPC_NW_VC_COL_USER_WORLD = 0x04,   /**< user world collective */
    UPC_NW_VC_COL_USER_SUBCOMM = 0x02, /**< user sub-communicator collective */
    UPC_NW_VC_COL_SYSTEM = 0x01,       /**< system collective */
    UPC_NW_VC_ALL = 0x7F               /**< all */
} UPC_NW_Vchannels;

/** Masks of links: link n is 1 << (15 - n). */
typedef enum UPC_NW_LinkMasks {
    UPC_NW_ALL_LINKS = 0xFFE0,       /**< torus and I/O */
    UPC_NW_ALL_TORUS_LINKS = 0xFFC0, /**< A- to E+ */
    UPC_NW_ALL_IO_LINK = 0x0020,     /**< I/O */
    UPC_NW_LINK_A = 0xC000,          /**< A- and A+ */
    UPC_NW_LINK_A_MINUS = 0x8000,    /**< A- */
    UPC_NW_LINK_A_PLUS = 0x4000,     /**< A+ */
    UPC_NW_LINK_B = 0x3000,          /**< B- and B+ */
    UPC_NW_LINK_B_MINUS = 0x2000,    /**< B- */
    UPC_NW_LINK_B_PLUS = 0x1000,     /**< B+ */
    UPC_NW_LINK_C = 0x0C00,          /**< C- and C+ */
    UPC_NW_LINK_C_MINUS = 0x0800,    /**< C- */
    UPC_NW_LINK_C_PLUS = 0x0400,     /**< C+ */
    UPC_NW_LINK_D = 0x0300,          /**< D- and D+ */
    UPC_NW_LINK_D_MINUS = 0x0200,    /**< D- */
    UPC_NW_LINK_D_PLUS = 0x0100,     /**< D+ */
    UPC_NW_LINK_E = 0x00C0,          /**< E- and E+ */
    UPC_NW_LINK_E_MINUS = 0x0080,    /**< E- */
    UPC_NW_LINK_E_PLUS = 0x0040      /**< E+ */
} UPC_NW_LinkMasks;

#define UPC_NW_NUM_LINKS 11 /**< Links of a node, the I/O link included. */
#define UPC_NW_NUM_CTRS  6  /**< Counters of a link. */

/** All counters at one time. */
typedef struct UPC_NW_CtrArray {
    uint64_t ctr[UPC_NW_NUM_LINKS][UPC_NW_NUM_CTRS]; /**< by link and counter */
} UPC_NW_CtrArray_t;

/** @return mask of the links that lead to another node. */
uint16_t UPC_NW_GetEnabledLinks(void);

/** Chooses the counters of @p linkMask that UPC_NW_Start(), UPC_NW_Stop() and UPC_NW_Clear() act on; all at
 * the start.
 *  @param ctrMask bit n is counter n, 0..0x3F */
int UPC_NW_CtrCtlMask(uint16_t linkMask, unsigned ctrMask);

/** Chooses the virtual channels of one counter of one link.
 *  @param link 0..10 @param ctr 0..5; 4 and 5 change together @param vcMask UPC_NW_VC_... */
int UPC_NW_SetLinkCtrVChannel(unsigned link, unsigned ctr, unsigned vcMask);

/** The same for all links of @p linkMask. */
int UPC_NW_SetCtrVChannel(uint16_t linkMask, unsigned ctr, unsigned vcMask);

/** @param vcMask set to the virtual channels of a counter. */
int UPC_NW_GetCtrVChannel(unsigned link, unsigned ctr, unsigned *vcMask);

/** Sets counters to 0; those that run go on. */
int UPC_NW_Clear(uint16_t linkMask);

/** Starts counters from the value that they have. */
int UPC_NW_Start(uint16_t linkMask);

/** Stops counters; they keep their value. */
int UPC_NW_Stop(uint16_t linkMask);

/** @param enable 0: stops all counters, and UPC_NW_Start() has no effect until they are enabled again. They
 * are enabled at the start. */
int UPC_NW_EnableUPC(int enable);

/** @return the value of a counter, 0 if there is no such counter. @param link 0..10 @param ctr 0..5 */
uint64_t UPC_NW_ReadCtr(unsigned link, unsigned ctr);

/** @return the sum of counter @p ctr over the links of @p linkMask. */
uint64_t UPC_NW_LinkCtrTotal(uint16_t linkMask, unsigned ctr);

/** Reads all counters. */
int UPC_NW_GetCtrArray(UPC_NW_CtrArray_t *array);

/** Prints counters on standard output, one line a link. */
void UPC_NW_DumpCtrArray(const UPC_NW_CtrArray_t *array);

/** @return network cycles (500 MHz) of @p cycles processor cycles (1600 MHz). */
uint64_t UPC_NW_Convert2NWCycles(uint64_t cycles);

__END_DECLS

#endif /* _UPCI_UPC_NW_H_ */
