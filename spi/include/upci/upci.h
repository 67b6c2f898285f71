/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file upci.h
 * @brief All headers of the counter units (internal-headers 5).
 */
#ifndef _UPCI_UPCI_H_
#define _UPCI_UPCI_H_

#include "spi/include/kernel/upc_hw.h"
#include "spi/include/kernel/upci.h"
#include "spi/include/upci/upc_p.h"
#include "spi/include/upci/upc_io.h"
#include "spi/include/upci/upc_nw.h"
#include "spi/include/upci/err.h"
#include "spi/include/upci/upc_evttbl.h"
#include "spi/include/upci/events.h"

#endif /* _UPCI_UPCI_H_ */
