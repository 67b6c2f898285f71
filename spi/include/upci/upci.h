/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file upci.h
 * @brief All headers of the counter units (internal-headers 5).
 */
#ifndef _UPCI_UPCI_H_
#define _UPCI_UPCI_H_

/* clang-format off: the machine's order */
#include "spi/include/kernel/upc_hw.h"
#include "spi/include/kernel/upci.h"
#include "spi/include/upci/upc_a2.h"
#include "spi/include/upci/upc_p.h"
#include "spi/include/upci/upc_c.h"
#include "spi/include/upci/upc_a2_pc.h"
#include "spi/include/upci/upc_io.h"
#include "spi/include/upci/upc_l1p.h"
#include "spi/include/upci/upc_l2.h"
#include "spi/include/upci/upc_nw.h"
#include "spi/include/upci/upc_atomic.h"
#include "spi/include/upci/err.h"
#include "spi/include/upci/mode.h"
#include "spi/include/upci/node_parms.h"
#include "spi/include/upci/punit.h"
#include "spi/include/upci/events.h"
/* clang-format on */

#endif /* _UPCI_UPCI_H_ */
