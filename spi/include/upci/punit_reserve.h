/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file punit_reserve.h
 * @brief Reservation of a core's counters (internal-headers 5).
 */
#ifndef _UPCI_PUNIT_RESERVE_H_
#define _UPCI_PUNIT_RESERVE_H_

#include <cnk/include/Config.h>

#include "spi/include/upci/err.h"
#include "spi/include/upci/mode.h"
#include "spi/include/upci/punit_eventrecs.h"

__BEGIN_DECLS

/** Reservations of a core's counters. Any event can use any counter of the core. */
typedef struct Upci_Punit_Rsv {
    uint32_t used;    /**< counters with an event: counter n is bit n */
    uint32_t skipped; /**< excluded counters */
    uint64_t signals; /**< excluded signals */
} Upci_Punit_Rsv_t;

/** @return the hardware thread sharing counters with @p thd (same core). */
unsigned Upci_Rsv_SiblingThread(unsigned thd);
/** Prints the used counters on standard output, after @p indent blanks. */
void Upci_Punit_Rsv_Dump(unsigned indent, Upci_Punit_Rsv_t *o);
/** Clears all reservations. */
void Upci_Punit_Reserve_Init(Upci_Punit_Rsv_t *pRsv, Upci_Mode_t *pMode);
/** Excludes signals and counters from use. */
void Upci_Punit_Reserve_SkipCtrs(Upci_Punit_Rsv_t *pRsv, uint64_t a2Signals, uint32_t upcPCtrs);
/** @return the signals in use or excluded. */
uint64_t Upci_Punit_Reserve_GetUsedSignalMask(Upci_Punit_Rsv_t *pRsv);
/** @return the counters in use or excluded: counter n is bit n. */
uint32_t Upci_Punit_Reserve_GetUsedCtrMask(Upci_Punit_Rsv_t *pRsv);
/** Reserves a counter. @param pEvtRec set to the event. @param unitId core. @param hwThdId hardware thread,
 * of the core or of the node. @param affGrpMask permitted groups of 6 counters, group n is bit n; 0: all.
 *  @return 0, UPCI_EINV_EVENT, UPCI_ETHRDCORE_MISMATCH, or UPCI_ECTRRESERVED. */
int Upci_Punit_ReserveEvent(Upci_Punit_Rsv_t *pRsv, Upci_EventIds evtId, Upci_PunitEventRec_t *pEvtRec,
                            unsigned unitId, unsigned hwThdId, uint8_t affGrpMask);
/** @return the free counters for an event. */
uint32_t Upci_Punit_Reserve_PossibleCtrMask(Upci_Punit_Rsv_t *pRsv, unsigned hwThd,
                                            UPC_PunitEvtTableRec_t *pEvent);
/** @return the signals of a set of counters: counters 3n to 3n + 2 have signal n. */
uint8_t Upci_Punit_Reserve_PossibleA2UnitSignalMask(uint32_t ctrMask);
/** @name Masks as strings The string is overwritten by the calling thread's next call.
 *  @{ */
const char *Upci_Punit_Reserve_SigMaskStrg(UPC_EventSources_t evtSrc, int a2Sig, uint8_t sigMask);
const char *Upci_Punit_Reserve_SigMaskStrgAll(UPC_EventSources_t evtSrc, uint32_t pcBusSigMask);
const char *Upci_Punit_Reserve_CtrMaskStrg(int ctr, uint32_t ctrMask);
/** @} */

__END_DECLS

#endif /* _UPCI_PUNIT_RESERVE_H_ */
