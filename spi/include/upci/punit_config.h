/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file punit_config.h
 * @brief Configuration of the counters of a core (internal-headers 5).
 */
#ifndef _UPCI_PUNIT_CONFIG_H_
#define _UPCI_PUNIT_CONFIG_H_

#include "spi/include/upci/err.h"
#include "spi/include/upci/mode.h"
#include "spi/include/upci/punit_eventrecs.h"
#include "spi/include/upci/upc_a2.h"
#include "spi/include/upci/upc_a2_pc.h"

__BEGIN_DECLS

/** Version of Upci_Punit_Cfg_t. */
#define UPCI_CFG_VERSION 0x00020005

/** Configuration of the counters of a core. */
typedef struct Upci_Punit_Cfg {
    uint32_t version; /**< UPCI_CFG_VERSION */
    uint32_t context; /**< kernel 1, user 2, both 3 */
    uint32_t ctlMask; /**< counters in use: counter n is bit n */
    Upci_A2PC_t a2pc; /**< signals of the core */
} Upci_Punit_Cfg_t;

/** Selects the processor states for counting. @param ctx kernel 1, user 2, both 3. */
void Upci_Punit_Cfg_SetContext(Upci_Punit_Cfg_t *pCfg, uint32_t ctx);
/** @return the counters in use: counter n is bit n. */
uint32_t Upci_Punit_Cfg_GetCtlMask(Upci_Punit_Cfg_t *pCfg);
/** Initialises an empty configuration. */
void Upci_Punit_Cfg_Init(Upci_Punit_Cfg_t *pCfg, Upci_Mode_t *pMode);
/** Prints a configuration on standard output, each line after @p indent blanks. */
void Upci_Punit_Cfg_Dump(unsigned indent, Upci_Punit_Cfg_t *o);
/** Adds an event. @param bkRefIdx the caller's number for the event. */
void Upci_Punit_Cfg_AddEvent(Upci_Punit_Cfg_t *pCfg, Upci_PunitEventRec_t *pEvtRec, int bkRefIdx);
/** Applies a configuration to the caller's core. */
void Upci_Punit_Cfg_Apply(Upci_Punit_Cfg_t *pCfg);
/** Checks the @p edge setting of a signal's event: only the table's value is valid. */
UpciBool_t Upci_Punit_Cfg_Edge_Masks(Upci_Punit_Cfg_t *pCfg, unsigned short sig,
                                     UPC_PunitEvtTableRec_t *pEvent, unsigned short edge);
/** @return whether an event counts edges. */
unsigned short Upci_Punit_Cfg_GetEdgeValue(Upci_Punit_Cfg_t *pCfg, unsigned short sig,
                                           UPC_PunitEvtTableRec_t *pEvent);
/** Checks the @p invert setting of a signal's event: only the table's value is valid. */
UpciBool_t Upci_Punit_Cfg_Invert_Masks(Upci_Punit_Cfg_t *pCfg, unsigned short sig,
                                       UPC_PunitEvtTableRec_t *pEvent, unsigned short invert);
/** @return whether an event counts the inverted signal. */
unsigned short Upci_Punit_Cfg_GetInvertValue(Upci_Punit_Cfg_t *pCfg, unsigned short sig,
                                             UPC_PunitEvtTableRec_t *pEvent);
/** Does nothing: Upci_Punit_StopN_Snapshot_Counts() takes the snapshot. */
void Upci_Punit_Cfg_StopN_Snapshot_Counts(Upci_Punit_Cfg_t *pCfg);

__END_DECLS

#endif /* _UPCI_PUNIT_CONFIG_H_ */
