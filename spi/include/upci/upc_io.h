/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file upc_io.h
 * @brief Counters of the Message Unit (network-counters).
 *
 * What is counted belongs to the node; what has been started, stopped and cleared belongs to the process, and
 * one of its threads controls it. Events PEVT_MU_PKT_INJ to PEVT_MU_PUT_PKT_RCV are counted, the others read
 * 0. The interface specification names these calls without their parameters; those are EMUQ's. Calls that
 * return int: 0 or -EINVAL.
 */
#ifndef _UPCI_UPC_IO_H_
#define _UPCI_UPC_IO_H_

#include <stdint.h>

#include "hwi/include/bqc/mu_dcr.h"
#include "hwi/include/common/compiler_support.h"
#include "spi/include/kernel/upc_hw.h"
#include "spi/include/upci/events.h"
#include "spi/include/upci/upc_p.h"

__BEGIN_DECLS

/** Number of events of the Message Unit. */
#define UPC_IO_NUM_EVENTS (PEVT_MU_PORT2_PEND_RD - PEVT_MU_PKT_INJ + 1)

/** All counters at one time, by event number minus PEVT_MU_PKT_INJ. */
typedef struct UPC_IO_SnapShot {
    uint64_t count[UPC_IO_NUM_EVENTS]; /**< the counters */
} UPC_IO_SnapShot_t;

/** @param enable 0: stops all counters, and UPC_IO_Start() has no effect until they are enabled again. They
 * are enabled at the start. */
int UPC_IO_EnableUPC(int enable);

/** Starts all counters from the value that they have. */
int UPC_IO_Start(void);

/** Stops all counters; they keep their value. */
int UPC_IO_Stop(void);

/** Sets all counters to 0; if they run, they go on. */
int UPC_IO_Clear(void);

/** @return the counter of event @p evtNum (PEVT_MU_...), 0 if there is none. */
uint64_t UPC_IO_ReadEvtCtr(int evtNum);

/** Reads all counters. */
int UPC_IO_GetSnapShot(UPC_IO_SnapShot_t *snapshot);

__END_DECLS

#endif /* _UPCI_UPC_IO_H_ */
