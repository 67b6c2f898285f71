/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file funcs.h
 * @brief The functions of BGPM (bgpm 3 to 10).
 *
 * Functions of type int return 0, a negative error or a positive warning (err.h) unless documented otherwise.
 * By default an error is printed and ends the process. A thread calls Bgpm_Init() first. Only the creating
 * thread may change or control a set; every initialised thread of the process may read its counts. @p hEvtSet
 * is the handle of a set, @p evtIdx the number of an event in the order of adding, from 0.
 */
#ifndef _BGPM_FUNCS_H_
#define _BGPM_FUNCS_H_

#include <stdint.h>
#include <unistd.h>

#include "bgpm/include/err.h"
#include "bgpm/include/types.h"
#include "hwi/include/common/compiler_support.h"
#include "spi/include/upci/upci.h"

__BEGIN_DECLS

/** @name Errors
 *  @{ */

/** Chooses whether errors of the thread are printed; default: yes. @return the former value */
unsigned short Bgpm_PrintOnError(unsigned short val);
/** Chooses whether errors of the thread end the process; default: yes. @return the former value */
unsigned short Bgpm_ExitOnError(unsigned short val);
/** Chooses whether errors of the thread leave a core file; default: no. @return the former value */
unsigned short Bgpm_DumpOnError(unsigned short val);
int Bgpm_LastErr(void);             /**< @return the last error of the thread, not cleared by success */
const char *Bgpm_LastErrStrg(void); /**< @return the description of Bgpm_LastErr(). */
/** @return the description of a code, valid until the next call of the thread. */
const char *Bgpm_ErrStrg(int errnum);
/** @} */

/** @name Life of threads and event sets
 *  @{ */

/** @return 1: the library is linked. A program may define a weak version with the result 0. */
int Bgpm_LibLinked(void);
/** Initialises the calling thread. @param mode equal for all threads of a node */
int Bgpm_Init(Bgpm_Modes mode);
/** Deletes the event sets of the calling thread and frees its links and counters, as does its end. */
int Bgpm_Disable(void);
int Bgpm_CreateEventSet(void); /**< @return the handle of a new event set, 0 or more, or an error. */
int Bgpm_DeleteEventSet(unsigned hEvtSet); /**< Deletes an event set; stops and frees its counters. */
/** Adds an event. The first event chooses the unit of the set. */
int Bgpm_AddEvent(unsigned hEvtSet, unsigned eventId);
/** Adds @p num events, all of the set's unit. */
int Bgpm_AddEventList(unsigned hEvtSet, unsigned *eventIds, unsigned num);
/** @return the number of events, 0 if there is no such set, or BGPM_ENOT_INIT. */
int Bgpm_NumEvents(unsigned hEvtSet);
/** @return the number of attached links or hardware threads; 1 for other units. */
int Bgpm_NumTargets(unsigned hEvtSet);
int Bgpm_IsController(unsigned hEvtSet); /**< @return 1 if the calling thread has created the set, else 0. */
int Bgpm_GetUnitType(unsigned hEvtSet);  /**< @return the unit of the set (BgpmUnitTypes). */
/** @} */

/** @name Counting
 *  @{ */

/** Loads the counters of a set with its events, and clears the counts. Not for network sets. */
int Bgpm_Apply(unsigned hEvtSet);
/**
 * Attaches network links, or hardware threads in BGPM_MODE_HWDISTRIB.
 * @param targMask network: UPC_NW_LINK_...; core: UPC_APP_HWTID_MASK()
 * @param agentMask hardware threads of the last core: UPC_AGENT_HWTID_MASK()
 */
int Bgpm_Attach(unsigned hEvtSet, uint64_t targMask, uint64_t agentMask);
int Bgpm_Detach(unsigned hEvtSet);     /**< Stops and frees all attached targets. */
int Bgpm_Start(unsigned hEvtSet);      /**< Starts the set from its present counts. */
int Bgpm_ResetStart(unsigned hEvtSet); /**< Starts the set from 0. */
int Bgpm_Reset(unsigned hEvtSet);      /**< Sets the counts to 0. */
int Bgpm_Stop(unsigned hEvtSet);       /**< Stops the set and keeps its counts. */
/** Reads a count, whether the set runs or not. */
int Bgpm_ReadEvent(unsigned hEvtSet, unsigned evtIdx, uint64_t *pValue);
/** Reads all counts. @param pLen elements of @p pValues; set to the number of events. */
int Bgpm_ReadEventList(unsigned hEvtSet, uint64_t *pValues, unsigned *pLen);
int Bgpm_WriteEvent(unsigned hEvtSet, unsigned evtIdx, uint64_t value); /**< Sets a count. */
/** Reads the sum over some attached hardware threads (BGPM_MODE_HWDISTRIB). */
int Bgpm_ReadThreadEvent(unsigned hEvtSet, unsigned evtIdx, uint64_t thdMask, uint64_t agentMask,
                         uint64_t *pValue);
/** Reads the sum over some attached links; of PEVT_NW_CYCLES the maximum. @param mask UPC_NW_LINK_... */
int Bgpm_NW_ReadLinkEvent(unsigned hEvtSet, unsigned evtIdx, UPC_NW_LinkMasks mask, uint64_t *pValue);
/** Reads a count of a slice of the L2 cache. @param slice 0..15 */
int Bgpm_L2_ReadEvent(unsigned hEvtSet, unsigned slice, unsigned idx, uint64_t *pValue);
/** Sets a count of a slice of the L2 cache. @param slice 0..15 */
int Bgpm_L2_WriteEvent(unsigned hEvtSet, unsigned slice, unsigned idx, uint64_t value);
/** Reads a count of the kernel since boot: 0 in the emulation. */
int Bgpm_CNK_SampleEvent(unsigned hEvtSet, unsigned evtIdx, uint64_t *pValue);
/** Chooses the virtual channels of PEVT_NW_SENT, PEVT_NW_RECV or PEVT_NW_RECV_FIFO, before Bgpm_Attach(). */
int Bgpm_SetEventVirtChannels(unsigned hEvtSet, unsigned evtIdx, UPC_NW_Vchannels mask);
/** Gets the virtual channels. */
int Bgpm_GetEventVirtChannels(unsigned hEvtSet, unsigned evtIdx, UPC_NW_Vchannels *pMask);
/** @} */

/** @name Events
 *  @{ */

/** @return the name of an event of a set, or NULL: see Bgpm_LastErr(). */
const char *Bgpm_GetEventLabel(unsigned hEvtSet, unsigned evtIdx);
/** @return the name of an event, NULL above PEVT_LAST_EVENT. */
const char *Bgpm_GetEventIdLabel(unsigned evtId);
int Bgpm_GetEventId(unsigned hEvtSet, unsigned evtIdx); /**< @return the number of an event of a set. */
/** Finds an event by its name; upper and lower case are equal. @return its number; 0: unknown name. */
int Bgpm_GetEventIdFromLabel(const char *evtLabel);
/** @return the index of the next event with this number from @p startIdx on, or the number of events */
int Bgpm_GetEventIndex(unsigned hEvtSet, unsigned evtId, unsigned startIdx);
int Bgpm_GetEventIdInfo(unsigned evtId, Bgpm_EventInfo_t *pInfo); /**< Gets all properties of an event. */
/** Gets the long description of an event. @param pLen bytes of @p pBuff; set to the length of the
 * description. */
int Bgpm_GetLongDesc(unsigned evtId, char *pBuff, int *pLen);

int Bgpm_SetEventSetUser1(unsigned hEvtSet, uint64_t value);               /**< Sets user word 1 of a set. */
int Bgpm_SetEventSetUser2(unsigned hEvtSet, uint64_t value);               /**< Sets user word 2 of a set. */
int Bgpm_GetEventSetUser1(unsigned hEvtSet, uint64_t *pValue);             /**< Gets user word 1 of a set. */
int Bgpm_GetEventSetUser2(unsigned hEvtSet, uint64_t *pValue);             /**< Gets user word 2 of a set. */
int Bgpm_SetEventUser1(unsigned hEvtSet, unsigned evtIdx, uint64_t value); /**< Sets user word 1. */
int Bgpm_SetEventUser2(unsigned hEvtSet, unsigned evtIdx, uint64_t value); /**< Sets user word 2. */
int Bgpm_GetEventUser1(unsigned hEvtSet, unsigned evtIdx, uint64_t *pValue); /**< Gets user word 1. */
int Bgpm_GetEventUser2(unsigned hEvtSet, unsigned evtIdx, uint64_t *pValue); /**< Gets user word 2. */
/** @} */

/** @name Attributes of core and L2 sets, before Bgpm_Apply()
 *  Attributes are stored and checked, without effect on counts.
 *  @{ */

int Bgpm_SetContext(unsigned hEvtSet, Bgpm_Context ctx);   /**< Chooses the privilege level. */
int Bgpm_GetContext(unsigned hEvtSet, Bgpm_Context *pCtx); /**< Gets the privilege level. */
/** Permits prefetcher and instruction events (without context) in a set with a context. */
int Bgpm_AllowMixedContext(unsigned hEvtSet);
int Bgpm_GetL1pMode(unsigned hEvtSet, Bgpml1pModes *pMode); /**< Gets the prefetcher mode of the events. */
/** Chooses the groups of PEVT_INST_QFPU_GRP_MASK. @param mask UPC_P_AXU_OGRP_... */
int Bgpm_SetQfpuGrpMask(unsigned hEvtSet, unsigned evtIdx, uint64_t mask);
int Bgpm_GetQfpuGrpMask(unsigned hEvtSet, unsigned evtIdx, uint64_t *pMask); /**< Gets the groups. */
/** Chooses the groups of PEVT_INST_XU_GRP_MASK. @param mask UPC_P_XU_OGRP_... */
int Bgpm_SetXuGrpMask(unsigned hEvtSet, unsigned evtIdx, uint64_t mask);
int Bgpm_GetXuGrpMask(unsigned hEvtSet, unsigned evtIdx, uint64_t *pMask); /**< Gets the groups. */
/** Chooses whether a floating-point event counts operations instead of instructions. */
int Bgpm_SetQfpuFp(unsigned hEvtSet, unsigned evtIdx, unsigned short countFp);
/** Gets the choice of Bgpm_SetQfpuFp(). */
int Bgpm_GetQfpuFp(unsigned hEvtSet, unsigned evtIdx, unsigned short *pCountFp);
/** Chooses the opcode of PEVT_INST_QFPU_MATCH. @param fpScale 0..3: times 1, 2, 4, 8 */
int Bgpm_SetQfpuMatch(unsigned hEvtSet, unsigned evtIdx, uint16_t match, uint16_t mask,
                      unsigned short fpScale);
/** Gets the opcode. */
int Bgpm_GetQfpuMatch(unsigned hEvtSet, unsigned evtIdx, uint16_t *pMatch, uint16_t *pMask,
                      unsigned short *pFpScale);
/** Chooses the opcode of PEVT_INST_XU_MATCH. */
int Bgpm_SetXuMatch(unsigned hEvtSet, unsigned evtIdx, uint16_t match, uint16_t mask);
/** Gets the opcode. */
int Bgpm_GetXuMatch(unsigned hEvtSet, unsigned evtIdx, uint16_t *pMatch, uint16_t *pMask);
/** Chooses the count of a square root. @param fpScale 0..3: 1, 2, 4, 8 */
int Bgpm_SetFpSqrScale(unsigned hEvtSet, unsigned short fpScale);
/** Gets the scale of Bgpm_SetFpSqrScale(). */
int Bgpm_GetFpSqrScale(unsigned hEvtSet, unsigned short *pFpScale);
/** Chooses the count of a division. @param fpScale 0..3: 1, 2, 4, 8 */
int Bgpm_SetFpDivScale(unsigned hEvtSet, unsigned short fpScale);
/** Gets the scale of Bgpm_SetFpDivScale(). */
int Bgpm_GetFpDivScale(unsigned hEvtSet, unsigned short *pFpScale);
/** Chooses whether an event counts edges. */
int Bgpm_SetEventEdge(unsigned hEvtSet, unsigned evtIdx, unsigned short edge);
/** Gets the choice of Bgpm_SetEventEdge(). */
int Bgpm_GetEventEdge(unsigned hEvtSet, unsigned evtIdx, unsigned short *pEdge);
/** Chooses whether an event counts the inverted signal. */
int Bgpm_SetEventInvert(unsigned hEvtSet, unsigned evtIdx, unsigned short invert);
/** Gets the choice of Bgpm_SetEventInvert(). */
int Bgpm_GetEventInvert(unsigned hEvtSet, unsigned evtIdx, unsigned short *pInvert);
/** Gets whether an L2 set counts all slices together. */
int Bgpm_GetL2Combine(unsigned hEvtSet, UpciBool_t *pCombine);
/** @} */

/** @name Core counters without checks
 *  @p mask consists of bits of allCtrMask; bit n is event n of the set. Only for the thread of the handles.
 *  @{ */

/** Gets the counters of a set (BGPM_MODE_SWDISTRIB); no more events can be added. */
int Bgpm_Punit_GetHandles(unsigned hEvtSet, Bgpm_Punit_Handles_t *pHandles);
void Bgpm_Punit_Start(uint64_t mask);    /**< Starts counters. */
void Bgpm_Punit_Stop(uint64_t mask);     /**< Stops counters. */
uint64_t Bgpm_Punit_Read(uint64_t hCtr); /**< @return a count. */
/** Gets the counters of a set (BGPM_MODE_LLDISTRIB); no more events can be added. */
int Bgpm_Punit_GetLLHandles(unsigned hEvtSet, Bgpm_Punit_LLHandles_t *pHandles);
void Bgpm_Punit_LLStart(uint64_t mask);      /**< Starts counters. */
void Bgpm_Punit_LLResetStart(uint64_t mask); /**< Starts counters from 0. */
void Bgpm_Punit_LLStop(uint64_t mask);       /**< Stops counters. */
/** @return the last 14 bits of a count; BGPM_LLCOUNT_OVERFLOW() marks larger counts. */
uint64_t Bgpm_Punit_LLRead(uint64_t hCtr);
void Bgpm_Punit_LLWrite(uint64_t hCtr, uint64_t val); /**< Sets a count. */
/** @} */

/** @name Overflow
 *  @{ */

/** Sets the overflow period of an event, 1 to 2^63 counts. Core sets (BGPM_MODE_SWDISTRIB), L2, I/O. */
int Bgpm_SetOverflow(unsigned hEvtSet, unsigned evtIdx, uint64_t period);
/** Chooses the overflow function of a set. NULL: none. */
int Bgpm_SetOverflowHandler(unsigned hEvtSet, Bgpm_OverflowHandler_t handler);
/** Gets period (0: none) and function of an event. */
int Bgpm_GetOverflow(unsigned hEvtSet, unsigned evtIdx, uint64_t *pPeriod, Bgpm_OverflowHandler_t *pHandler);
/** Gets the overflowed events. @param pLen elements of @p pIndicies; set to their number. */
int Bgpm_GetOverflowEventIndices(unsigned hEvtSet, uint64_t ovfVector, unsigned *pIndicies, unsigned *pLen);
/** @return counts of the calling thread's overflows. */
const BgpmDebugThreadVars_t *Bgpm_DebugGetThreadVars(void);
void BgpmDebugPrintThreadVars(void); /**< Prints Bgpm_DebugGetThreadVars() on standard error. */
/** @} */

/** @name Multiplexing
 *  The emulation counts all groups all the time: their elapsed cycles are equal and no count is scaled.
 *  @{ */

/** Multiplexes an empty core set in groups of 5 events. @param period cycles between switches; 0: only
 * Bgpm_SwitchMux() switches @param normalize 1: scale counts */
int Bgpm_SetMultiplex(unsigned hEvtSet, uint64_t period, int normalize);
/** Bgpm_SetMultiplex() with groups of @p maxEventsPerGroup. */
int Bgpm_SetMultiplex2(unsigned hEvtSet, uint64_t period, int normalize, RsvMuxCtrs maxEventsPerGroup);
/** Gets the state of a set; active is 0 without multiplexing. */
int Bgpm_GetMultiplex(unsigned hEvtSet, Bgpm_MuxStats_t *pStats);
int Bgpm_SwitchMux(unsigned hEvtSet); /**< Switches to the next group. */
/** @return the number of groups: 1 for core sets without multiplexing, 0 for other units. */
int Bgpm_GetMuxGroups(unsigned hEvtSet);
/** @return counted cycles of a group, or a negative error as uint64_t. */
uint64_t Bgpm_GetMuxElapsedCycles(unsigned hEvtSet, unsigned muxGrpNum);
/** @return counted cycles of an event's group, or a negative error as uint64_t. */
uint64_t Bgpm_GetMuxEventElapsedCycles(unsigned hEvtSet, unsigned evtIdx);
/** @} */

/** @name Debugging
 *  The functions print on standard error.
 *  @{ */

/** Stores reports about counters of the thread in a buffer instead of printing. @param pBuff NULL: print */
int Bgpm_SetThreadFeedbackBuffer(unsigned level, char *pBuff, int size);
int Bgpm_PrintFeedbackBuffer(const char *pBuff, int size); /**< Prints the reports in such a buffer. */
int Bgpm_PrintCurrentPunitReservations(unsigned hEvtSet);  /**< Prints the core counters of a set. */
int Bgpm_DumpEvtSet(unsigned hEvtSet, unsigned indentLvl); /**< Prints a set. */
int Bgpm_DumpEvtSetList(unsigned indentLvl);               /**< Prints all sets of the process. */
void Bgpm_DebugDumpShrMem(void);   /**< Prints the state common to the processes of the node. */
void Bgpm_DumpUPCPState(void);     /**< Prints the counters of the core: nothing here. */
void Bgpm_EnableTracePrint(void);  /**< Switches traces of calls on. */
void Bgpm_DisableTracePrint(void); /**< Switches traces of calls off. */
/** @} */

__END_DECLS

#endif /* _BGPM_FUNCS_H_ */
