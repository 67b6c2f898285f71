/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file upc_l1p.h
 * @brief Counters of a prefetcher (internal-headers 5). Its functions do nothing.
 */
#ifndef _UPCI_UPC_L1P_H_
#define _UPCI_UPC_L1P_H_

#include "spi/include/kernel/upc_hw.h"
#include "spi/include/upci/upc_c.h"
#include "spi/include/upci/upc_common.h"

__BEGIN_DECLS

void UPC_L1p_SetMode(short unit, uint64_t l1p_mode); /**< Does nothing. */
void UPC_L1p_EnableUPC(short unit);                  /**< Does nothing. */
void UPC_L1p_DisableUPC(short unit);                 /**< Does nothing. */

__END_DECLS

#endif /* _UPCI_UPC_L1P_H_ */
