/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file upc_nw.h
 * @brief Counters of the network unit: 6 for each of 11 links (network-counters).
 *
 * Links 0..9 are A-, A+, ... E+, link 10 is the I/O link. Counters 0..3 count 32-byte chunks sent on a set
 * of virtual channels, counter 4 packets received, counter 5 the cycles of these packets in receiver FIFOs;
 * 4 and 5 share a set. At the start a link counts user point to point (0), system point to point
 * (1), world and system collectives (2), sub-communicator collectives (3) and user point to point (4, 5).
 *
 * Counts are per node. Start, stop and clearing are per process; one thread of the process controls the
 * counters. A link off a mesh's edge, the I/O link and counter 5 read 0: the emulation has no I/O nodes and
 * delivers without receiver FIFOs. Undefined links and counters read 0; calls to change these do nothing.
 */
#ifndef _UPCI_UPC_NW_H_
#define _UPCI_UPC_NW_H_

#include <stdint.h>

#include "hwi/include/bqc/nd_500_dcr.h"
#include "hwi/include/bqc/nd_rese_dcr.h"
#include "hwi/include/common/compiler_support.h"
#include "spi/include/kernel/upc_hw.h"
#include "spi/include/upci/node_parms.h"
#include "spi/include/upci/upc_atomic.h"
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

/** Snapshot of all counters. */
typedef struct UPC_NW_CtrArray {
    uint64_t ctr[UPC_NW_NUM_LINKS][UPC_NW_NUM_CTRS]; /**< indexed by link and counter */
} UPC_NW_CtrArray_t;

/** @return mask of the links to another node. */
uint16_t UPC_NW_GetEnabledLinks(void);

/** @return a set of counters for UPC_NW_Clear(), UPC_NW_Stop() and UPC_NW_Start(): the counters in @p ctrMask
 * of each link in @p linkMask. @param ctrMask bit n is counter n, 0..0x3F */
uint64_t UPC_NW_CtrCtlMask(uint16_t linkMask, uint16_t ctrMask);

/** @return virtual channels of a counter (UPC_NW_VC_...). @param link 0..10 @param ctr 0..5 */
uint8_t UPC_NW_GetCtrVChannel(unsigned link, unsigned ctr);

/** Selects the virtual channels of a counter of a link.
 *  @param link 0..10 @param ctr 0..5; 4 and 5 change together @param vcMask UPC_NW_VC_... */
void UPC_NW_SetCtrVChannel(unsigned link, unsigned ctr, uint8_t vcMask);

/** Selects the virtual channels of a counter of all links of @p linkMask. */
void UPC_NW_SetLinkCtrVChannel(uint16_t linkMask, unsigned ctr, uint8_t vcMask);

/** Sets counters to 0; running counters continue. @param ctrCtlMask from UPC_NW_CtrCtlMask() */
void UPC_NW_Clear(uint64_t ctrCtlMask);

/** Stops counters; values are kept. @param ctrCtlMask from UPC_NW_CtrCtlMask() */
void UPC_NW_Stop(uint64_t ctrCtlMask);

/** Starts counters from their current values. @param ctrCtlMask from UPC_NW_CtrCtlMask() */
void UPC_NW_Start(uint64_t ctrCtlMask);

/** Resets the counters: stopped, 0, with the default virtual channels above. */
void UPC_NW_EnableUPC(void);

/** @return the value of a counter. @param link 0..10 @param ctr 0..5 */
uint64_t UPC_NW_ReadCtr(unsigned link, unsigned ctr);

/** @return network cycles (500 MHz) of @p cpuCycles processor cycles (1600 MHz). */
uint64_t UPC_NW_Convert2NWCycles(uint64_t cpuCycles);

/** @return the sum of counter @p ctr over the links of @p linkMask. */
uint64_t UPC_NW_LinkCtrTotal(uint16_t linkMask, unsigned ctr);

/** Reads all counters. */
void UPC_NW_GetCtrArray(UPC_NW_CtrArray_t *pCtrs);

/** Prints counters on standard output, a line per link, after @p indent blanks. */
void UPC_NW_DumpCtrArray(unsigned indent, UPC_NW_CtrArray_t *o);

/** Reads and prints all counters. */
void UPC_NW_Dump(void);

__END_DECLS

#endif /* _UPCI_UPC_NW_H_ */
