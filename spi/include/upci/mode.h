/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file mode.h
 * @brief The mode of the counter units (internal-headers 5).
 */
#ifndef _UPCI_MODE_H_
#define _UPCI_MODE_H_

#include "spi/include/upci/node_parms.h"
#include "spi/include/upci/upc_c.h"

__BEGIN_DECLS

/** Counter-unit mode chosen by a thread. */
typedef struct Upci_Mode {
    unsigned upcMode;                    /**< mode of the units */
    unsigned ctrMode;                    /**< UPC_Ctr_Mode_t */
    const Upci_Node_Parms_t *pNodeParms; /**< clocks and configuration of the node */
} Upci_Mode_t;

/** Chooses a mode. @param unit a core, or UPC_LOCAL_UNIT. @return 0, or UPCI_EINV_PARM. */
int Upci_Mode_Init(Upci_Mode_t *pMode, unsigned upcMode, UPC_Ctr_Mode_t ctrMode, unsigned unit);
/** Releases the mode. */
void Upci_Mode_Free(void);
/** Prints a mode on standard output, each line after @p indent blanks. */
void Upci_Mode_Dump(unsigned indent, Upci_Mode_t *o);

__END_DECLS

#endif /* _UPCI_MODE_H_ */
