/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file upc_io.h
 * @brief Counters of the Message Unit (network-counters).
 *
 * Counts are per node. Start, stop and clearing are per process; one thread of the process controls the
 * counters. Events PEVT_MU_PKT_INJ to PEVT_MU_PUT_PKT_RCV are counted; the other events read 0. Every
 * function acts on the Message Unit's counters and ignores units in nodeConfig: the emulation has no PCI
 * Express and no device bus.
 */
#ifndef _UPCI_UPC_IO_H_
#define _UPCI_UPC_IO_H_

#include <stdint.h>

#include "hwi/include/bqc/mu_dcr.h"
#include "hwi/include/common/compiler_support.h"
#include "spi/include/kernel/upc_hw.h"
#include "spi/include/upci/events.h"
#include "spi/include/upci/upc_c.h"
#include "spi/include/upci/upc_p.h"

__BEGIN_DECLS

/** Counters of Message Unit, PCI Express and device bus. */
#define UPC_IO_Counter_Range 64

/** Snapshot of all counters, by event number minus PEVT_MU_PKT_INJ. */
typedef struct UPC_IO_SnapShot {
    uint64_t ctr[UPC_IO_Counter_Range]; /**< the counters */
} UPC_IO_SnapShot_t;

/** Enables the counters of the Message Unit, in their initial state. @param indepStart UpciTrue: also starts
 * the counters. */
void UPC_MU_EnableUPC(UpciBool_t indepStart);
/** Stops the counters of the Message Unit; UPC_IO_Start() has no effect until re-enabled. */
void UPC_MU_DisableUPC(void);
void UPC_PCIe_EnableUPC(UpciBool_t indepStart);   /**< Does nothing. */
void UPC_PCIe_DisableUPC(void);                   /**< Does nothing. */
void UPC_DevBus_EnableUPC(UpciBool_t indepStart); /**< Does nothing. */
void UPC_DevBus_DisableUPC(void);                 /**< Does nothing. */

/** UPC_MU_EnableUPC(). @param nodeConfig PERS_ENABLE_... */
void UPC_IO_EnableUPC(UpciBool_t indepStart, uint64_t nodeConfig);

/** UPC_MU_DisableUPC(). @param nodeConfig PERS_ENABLE_... */
void UPC_IO_DisableUPC(uint64_t nodeConfig);

/** Sets all counters to 0; running counters continue. @param nodeConfig PERS_ENABLE_... */
void UPC_IO_Clear(uint64_t nodeConfig);

/** Starts all counters from their current values. @param nodeConfig PERS_ENABLE_... */
void UPC_IO_Start(uint64_t nodeConfig);

/** Stops all counters; values are kept. @param nodeConfig PERS_ENABLE_... */
void UPC_IO_Stop(uint64_t nodeConfig);

/** @return the counter of event @p evtNum (PEVT_MU_...), 0 if not counted. */
uint64_t UPC_IO_ReadEvtCtr(unsigned evtNum);

/** Reads all counters. */
void UPC_IO_GetSnapShot(UPC_IO_SnapShot_t *pss);

/** Prints the non-zero counters on standard output, a line each, after @p indent blanks. */
void UPC_IO_DumpSnapShot(unsigned indent, UPC_IO_SnapShot_t *o);

/** Reads the counters and prints the non-zero counters. @param nodeConfig PERS_ENABLE_... */
void UPC_IO_DumpState(unsigned indent, uint64_t nodeConfig);

__END_DECLS

#endif /* _UPCI_UPC_IO_H_ */
