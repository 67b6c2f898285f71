/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file upc_hw.h
 * @brief Where the counter units are (kernel-misc 6). The emulation has no counters of cores and prefetchers,
 * and the specification gives no addresses.
 */
#ifndef _SPI_KERNEL_UPC_HW_H_
#define _SPI_KERNEL_UPC_HW_H_

#include <memory.h>
#include <stdio.h>

#include "hwi/include/bqc/dcr_support.h"
#include "hwi/include/bqc/l1p_mmio.h"
#include "spi/include/kernel/cnk/kernel_impl.h"
#include "spi/include/kernel/location.h"
#include "spi/include/upci/upc_common.h"

/** Unit number: that of the caller's core. */
#define UPC_LOCAL_UNIT -1

/** Registers of the core counters of @p unit, a core or UPC_LOCAL_UNIT: NULL, there are none. */
#define UPC_P_Addr(unit) ((void)(unit), (volatile uint64_t *)0)
/** Registers of the prefetcher counters of @p unit, a core or UPC_LOCAL_UNIT: NULL, there are none. */
#define UPC_L1p_Addr(unit) ((void)(unit), (volatile uint64_t *)0)

#endif /* _SPI_KERNEL_UPC_HW_H_ */
