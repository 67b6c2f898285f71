/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file node_parms.h
 * @brief Clocks and configuration of a node (internal-headers 5).
 */
#ifndef _UPCI_NODE_PARMS_H_
#define _UPCI_NODE_PARMS_H_

#include "spi/include/upci/upc_atomic.h"
#include "spi/include/upci/upc_common.h"

__BEGIN_DECLS

/** Clocks and configuration of a node. */
typedef struct Upci_Node_Parms {
    uint64_t cpuSpeed;     /**< processor clock in MHz: 1600 */
    uint64_t nwSpeed;      /**< network clock in MHz: 500 */
    double cycleRatio;     /**< processor cycles a network cycle: 3.2 */
    short spareCore;       /**< number of the unused core: 17 */
    UpciBool_t dd1Enabled; /**< true for an early chip: UpciFalse */
    uint64_t nodeConfig;   /**< PERS_ENABLE_... of the personality */
} Upci_Node_Parms_t;

/** @return the parameters of the caller's node. */
const Upci_Node_Parms_t *Upci_GetNodeParms(void);
/** Prints the parameters on standard output, each line after @p indent blanks. */
void Upci_DumpNodeParms(unsigned indent);

__END_DECLS

#endif /* _UPCI_NODE_PARMS_H_ */
