/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file punit.h
 * @brief Events of a core (internal-headers 5). Cycle events count the time base; all other
 * events are accepted and read 0, or the value written last.
 */
#ifndef _UPCI_PUNIT_H_
#define _UPCI_PUNIT_H_

#include <cnk/include/Config.h>

#include "spi/include/upci/mode.h"
#include "spi/include/upci/punit_config.h"
#include "spi/include/upci/punit_eventrecs.h"
#include "spi/include/upci/punit_reserve.h"

__BEGIN_DECLS

/** State of a list of events. */
typedef uint32_t Upci_UnitStatus_t;
enum {
    UPCI_UnitStatus_Running = 1, /**< counting */
    UPCI_UnitStatus_Applied = 2  /**< applied or attached */
};

/** Options of the control functions. */
typedef enum Upci_Control_Opts {
    UPCI_CTL_DEF = 0,   /**< no option */
    UPCI_CTL_RESET = 1, /**< sets the counts to 0 first */
    UPCI_CTL_OVF = 4,   /**< with overflow; here the same as UPCI_CTL_DEF */
    UPCI_CTL_DELAY = 8  /**< waits until the counts are up to date; here the same as UPCI_CTL_DEF */
} Upci_Control_Opts_t;

/** Events of a list, for the low-latency functions: event n is bit n. */
typedef uint64_t Upci_Ctr_CtlMask_t;

/** A list of events of a core. */
typedef struct Upci_Punit {
    Upci_Mode_t mode;                              /**< mode of the units */
    Upci_UnitStatus_t status;                      /**< UPCI_UnitStatus_... */
    Upci_Punit_Rsv_t rsv;                          /**< counters in use */
    unsigned unit;                                 /**< core */
    Upci_PunitEventRec_t evts[UPC_P_NUM_COUNTERS]; /**< the events, by index */
    unsigned numEvts;                              /**< number of events */
    int maxEvtIdx;                                 /**< largest index, -1: none */
    Upci_Punit_Cfg_t cfg;                          /**< configuration */
} Upci_Punit_t;

/** Handle of an event. */
typedef struct Upci_Punit_EventH {
    uint8_t valid;  /**< 1 */
    uint8_t rsv[4]; /**< 0 */
    uint8_t evtIdx; /**< index in the list */
    uint8_t ctrGrp; /**< group of 6 counters */
    uint8_t ctr;    /**< counter, 0..23 */
} Upci_Punit_EventH_t;

/** @name Lists
 *  Calls that return int: 0 or a UPCI_ code. An index without an event is UPCI_EINV_EVT_IDX, or reads 0.
 *  One thread at a time uses a list and its events.
 *  @{ */
void Upci_Punit_Dump(unsigned indent, Upci_Punit_t *o);
/** @param unitId a core, or UPC_LOCAL_UNIT. */
void Upci_Punit_Init(Upci_Punit_t *pPunit, Upci_Mode_t *pMode, unsigned unitId);
void Upci_Punit_EventH_Dump(unsigned indent, unsigned idx, Upci_Punit_EventH_t *o);
void Upci_Punit_SkipCtrs(Upci_Punit_t *pPunit, uint64_t a2Signals, uint32_t upcPCtrs);
uint64_t Upci_Punit_GetUsedSignalMask(Upci_Punit_t *pPunit);
uint32_t Upci_Punit_GetUsedCtrMask(Upci_Punit_t *pPunit);
/** Adds an event at an empty index. @param phEvt set to the event's handle, may be NULL. */
int Upci_Punit_AddEventAtIdx(Upci_Punit_t *pPunit, Upci_EventIds evtId, unsigned thdId, int evtIdx,
                             int bkRefIdx, uint8_t affGrpMask, Upci_Punit_EventH_t *phEvt);
/** Appends an event. */
int Upci_Punit_AddEvent(Upci_Punit_t *pPunit, Upci_EventIds evtId, unsigned thdId,
                        Upci_Punit_EventH_t *phEvt);
int Upci_Punit_GetEventH(Upci_Punit_t *pPunit, unsigned evtIdx, Upci_Punit_EventH_t *phEvt);
/** @return the caller's number for the event. */
int Upci_Punit_GetCkRefIdx(Upci_Punit_t *pPunit, int evtIdx);
void Upci_Punit_EnablePMInt(Upci_Punit_t *pPunit);  /**< Does nothing: no counter of a core overflows here. */
void Upci_Punit_DisablePMInt(Upci_Punit_t *pPunit); /**< Does nothing. */
/** @} */

/** @name Applying a list to its core
 *  @{ */
int Upci_Punit_Apply(Upci_Punit_t *pPunit);
int Upci_Punit_Attach(Upci_Punit_t *pPunit);
int Upci_Punit_UnApply(Upci_Punit_t *pPunit);
int Upci_Punit_UnAttach(Upci_Punit_t *pPunit);
/** @} */

/** @name Properties of an event
 *  Stored; setters with a result return the former value.
 *  @{ */
int Upci_Punit_Event_SetThreshold(Upci_Punit_t *pPunit, unsigned evtIdx, uint64_t threshold);
uint64_t Upci_Punit_Event_GetThreshold(Upci_Punit_t *pPunit, unsigned idx);
/** @return the interrupt of the event's counter: counter n is bit n. */
uint64_t Upci_Punit_GetIntMask(Upci_Punit_t *pPunit, unsigned idx);
void Upci_Punit_Set_OpcodeGrpMask(Upci_Punit_t *pPunit, unsigned idx, uint64_t mask);
uint64_t Upci_Punit_Get_OpcodeGrpMask(Upci_Punit_t *pPunit, unsigned idx);
void Upci_Punit_Set_OpsNotFlops(Upci_Punit_t *pPunit, unsigned idx, UpciBool_t countOps);
UpciBool_t Upci_Punit_Get_OpsNotFlops(Upci_Punit_t *pPunit, unsigned idx);
UpciBool_t Upci_Punit_Set_Edge(Upci_Punit_t *pPunit, unsigned idx, UpciBool_t edge);
UpciBool_t Upci_Punit_Get_Edge(Upci_Punit_t *pPunit, unsigned idx);
UpciBool_t Upci_Punit_Set_Invert(Upci_Punit_t *pPunit, unsigned idx, UpciBool_t invert);
UpciBool_t Upci_Punit_Get_Invert(Upci_Punit_t *pPunit, unsigned idx);
/** @} */

/** @name Counts
 *  Write to stopped counters only.
 *  @{ */
uint64_t Upci_Punit_Event_Read(Upci_Punit_t *pPunit, Upci_Punit_EventH_t hEvt);
uint64_t Upci_Punit_Event_ReadIdx(Upci_Punit_t *pPunit, unsigned idx);
uint64_t Upci_Punit_Event_ReadSnapShot(Upci_Punit_t *pPunit, unsigned idx);
void Upci_Punit_Event_Write(Upci_Punit_t *pPunit, Upci_Punit_EventH_t hEvt, uint64_t value);
void Upci_Punit_Event_WriteIdx(Upci_Punit_t *pPunit, unsigned idx, uint64_t value);
void Upci_Punit_Event_WriteSnapShot(Upci_Punit_t *pPunit, unsigned idx, uint64_t value);
int Upci_Punit_AccumResetThresholds(Upci_Punit_t *pPunit, uint64_t intMask);
/** Reports the caller's numbers of the events with counters in @p intMask. @param pLen the array's length;
 * set to the number of events. @return UPCI_EINV_PARM: the array is too short. */
int Upci_Punit_GetOvfBackRefs(Upci_Punit_t *pPunit, uint64_t intMask, unsigned *pIndicies, unsigned *pLen);
void Upci_Punit_StopN_Snapshot_Counts(Upci_Punit_t *pPunit);
void Upci_Punit_Reset_Stopped_Counters(Upci_Punit_t *pPunit, uint32_t opt);
void Upci_Punit_Reset_Counts(Upci_Punit_t *pPunit, uint32_t opt);
void Upci_Punit_Reset_SnapShots(Upci_Punit_t *pPunit);
/** @} */

/** @name Names
 *  @{ */
const char *Upci_Punit_GetEventLabelIdx(Upci_Punit_t *pPunit, unsigned idx);
int Upci_Punit_GetEventIdIdx(Upci_Punit_t *pPunit, unsigned idx);
const char *Upci_Punit_GetEventLabel(Upci_Punit_t *pPunit, Upci_Punit_EventH_t hEvt);
/** @} */

/** @name Control
 *  @p opt is UPCI_CTL_... Only an applied list starts. The forms for synchronised and independent units are
 *  identical.
 *  @{ */
void Upci_Punit_Start(Upci_Punit_t *pPunit, uint32_t opt);
void Upci_Punit_Start_Sync(Upci_Punit_t *pPunit, uint32_t opt);
void Upci_Punit_Start_Indep(Upci_Punit_t *pPunit, uint32_t opt);
void Upci_Punit_Stop(Upci_Punit_t *pPunit, uint32_t opt);
void Upci_Punit_Stop_Sync(Upci_Punit_t *pPunit, uint32_t opt);
void Upci_Punit_Stop_Indep(Upci_Punit_t *pPunit, uint32_t opt);
/** @} */

/** @name Low latency
 *  Counters of 14 bits: accepted; read as 0.
 *  @{ */
/** @return the list's events: event n is bit n. */
Upci_Ctr_CtlMask_t Upci_Punit_GetLLCtlMask(Upci_Punit_t *pPunit, uint32_t opt);
void Upci_Punit_LLResetStart(Upci_Ctr_CtlMask_t ctlMask);
void Upci_Punit_LLStart(Upci_Ctr_CtlMask_t ctlMask);
void Upci_Punit_LLStop(Upci_Ctr_CtlMask_t ctlMask);
uint64_t Upci_Punit_LLCCtr_Read(Upci_Punit_EventH_t hEvt);
uint64_t Upci_Punit_LLPCtr_Read(Upci_Punit_EventH_t hEvt);
void Upci_Punit_LLPCtr_Write(Upci_Punit_EventH_t hEvt, uint64_t val);
/** @return whether bit 15 of @p val marks an overflow. */
uint64_t Upci_Punit_LLPCtr_Ovf(uint64_t val);
/** @} */

__END_DECLS

#endif /* _UPCI_PUNIT_H_ */
