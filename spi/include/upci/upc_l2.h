/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file upc_l2.h
 * @brief Counters of the L2 cache (internal-headers 5). All counters read 0.
 */
#ifndef _UPCI_UPC_L2_H_
#define _UPCI_UPC_L2_H_

#include "spi/include/kernel/upc_hw.h"
#include "spi/include/upci/upc_c.h"
#include "spi/include/upci/upc_common.h"

__BEGIN_DECLS

/** Counters of a slice. */
#define UPC_L2_NUM_COUNTERS 16

/** Counters of a slice, in the order of the events from PEVT_L2_HITS on; the remaining ten have no names. */
enum {
    UPC_L2_CTR_HITS = 0,     /**< hits */
    UPC_L2_CTR_MISSES = 1,   /**< misses */
    UPC_L2_PREFETCH = 2,     /**< prefetches */
    UPC_L2_FETCH_LINE = 3,   /**< lines fetched */
    UPC_L2_STORE_LINE = 4,   /**< lines stored */
    UPC_L2_STORE_PARTIAL = 5 /**< parts of lines stored */
};

void UPC_L2_EnableUPC(UpciBool_t indepCtl, UpciBool_t combine); /**< Does nothing. */
void UPC_L2_Start(void);                                        /**< Does nothing. */
void UPC_L2_Stop(void);                                         /**< Does nothing. */
void UPC_L2_Reset(void);                                        /**< Does nothing. */
uint64_t UPC_L2_ReadCtr(unsigned slice, unsigned ctr);          /**< @return 0 */
/** Does nothing. */
void UPC_L2_WriteCtr(unsigned slice, unsigned ctr, uint64_t value);
void UPC_L2_DisableUPC(void); /**< Does nothing. */

__END_DECLS

#endif /* _UPCI_UPC_L2_H_ */
