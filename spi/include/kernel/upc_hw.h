/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file upc_hw.h
 * @brief Addresses of the counter units (kernel-misc 6). The emulation has no such registers.
 */
#ifndef _SPI_KERNEL_UPC_HW_H_
#define _SPI_KERNEL_UPC_HW_H_

#include <memory.h>
#include <stdio.h>
#include <stdlib.h>

#include "hwi/include/bqc/dcr_support.h"
#include "hwi/include/bqc/l1p_mmio.h"
#include "spi/include/kernel/cnk/kernel_impl.h"
#include "spi/include/kernel/location.h"
#include "spi/include/upci/upc_c_dcr_wrapper.h"
#include "spi/include/upci/upc_common.h"

/** Unit number: the caller's core. */
#define UPC_LOCAL_UNIT -1

#include "spi/include/kernel/cnk/upc_hw_impl.h"

#endif /* _SPI_KERNEL_UPC_HW_H_ */
