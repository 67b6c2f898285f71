/* SPDX-License-Identifier: BSD-3-Clause */
/* Lists of events of a core (internal-headers 5). A cycle event counts the time base; events without a source
 * keep the value written last. One thread at a time uses a list: no locks. */
#include <stdbool.h>
#include <string.h>

#include "spi/include/kernel/upci.h"
#include "spi/include/upci/punit.h"

#define ALL_COUNTERS    ((UINT32_C(1) << UPC_P_NUM_COUNTERS) - 1)
#define GROUP_COUNTERS  6u /* counters of each group in a mask of groups */
#define SIGNAL_COUNTERS 3u /* counters reachable from a signal */
#define CORE_THREADS    4u
#define LL_OVERFLOW     (UINT64_C(1) << 15)

/* ---- counters in use ---- */

unsigned Upci_Rsv_SiblingThread(unsigned thd)
{
    return thd ^ 1; /* the two threads of a pair share 12 counters */
}

void Upci_Punit_Rsv_Dump(unsigned indent, Upci_Punit_Rsv_t *o)
{
    printf("%*scounters used %#x, left out %#x\n", (int)indent, "", o->used, o->skipped);
}

void Upci_Punit_Reserve_Init(Upci_Punit_Rsv_t *pRsv, Upci_Mode_t *pMode)
{
    (void)pMode;
    memset(pRsv, 0, sizeof(*pRsv));
}

void Upci_Punit_Reserve_SkipCtrs(Upci_Punit_Rsv_t *pRsv, uint64_t a2Signals, uint32_t upcPCtrs)
{
    pRsv->signals |= a2Signals;
    pRsv->skipped |= upcPCtrs & ALL_COUNTERS;
}

uint64_t Upci_Punit_Reserve_GetUsedSignalMask(Upci_Punit_Rsv_t *pRsv)
{
    return pRsv->signals;
}

uint32_t Upci_Punit_Reserve_GetUsedCtrMask(Upci_Punit_Rsv_t *pRsv)
{
    return pRsv->used | pRsv->skipped;
}

/* The counters of a mask of groups; 0 is all groups. */
static uint32_t upci_punit_group_counters(uint8_t groups)
{
    uint32_t mask = 0;
    for (unsigned ctr = 0; ctr < UPC_P_NUM_COUNTERS; ctr++)
        mask |= groups == 0 || (groups >> ctr / GROUP_COUNTERS & 1) != 0 ? UINT32_C(1) << ctr : 0;
    return mask;
}

int Upci_Punit_ReserveEvent(Upci_Punit_Rsv_t *pRsv, Upci_EventIds evtId, Upci_PunitEventRec_t *pEvtRec,
                            unsigned unitId, unsigned hwThdId, uint8_t affGrpMask)
{
    if (evtId == PEVT_UNDEF || Upci_GetPunitEventRec(evtId) == NULL)
        return UPCI_EINV_EVENT;
    if (hwThdId >= CORE_THREADS && hwThdId / CORE_THREADS != unitId)
        return UPCI_ETHRDCORE_MISMATCH;
    uint32_t free = upci_punit_group_counters(affGrpMask) & ~Upci_Punit_Reserve_GetUsedCtrMask(pRsv);
    if (free == 0)
        return UPCI_ECTRRESERVED;
    memset(pEvtRec, 0, sizeof(*pEvtRec));
    pEvtRec->used = UpciTrue;
    pEvtRec->evtId = evtId;
    pEvtRec->thdId = hwThdId;
    pEvtRec->ctr = (unsigned)__builtin_ctz(free);
    pEvtRec->affGrpMask = affGrpMask;
    pEvtRec->edge = Upci_GetPunitEventRec(evtId)->edge;
    pEvtRec->invert = Upci_GetPunitEventRec(evtId)->inverted;
    pRsv->used |= UINT32_C(1) << pEvtRec->ctr;
    return 0;
}

uint32_t Upci_Punit_Reserve_PossibleCtrMask(Upci_Punit_Rsv_t *pRsv, unsigned hwThd,
                                            UPC_PunitEvtTableRec_t *pEvent)
{
    (void)hwThd;
    return pEvent == NULL ? 0 : ALL_COUNTERS & ~Upci_Punit_Reserve_GetUsedCtrMask(pRsv);
}

uint8_t Upci_Punit_Reserve_PossibleA2UnitSignalMask(uint32_t ctrMask)
{
    uint8_t signals = 0;
    for (unsigned ctr = 0; ctr < UPC_P_NUM_COUNTERS; ctr++)
        signals |= (uint8_t)((ctrMask >> ctr & 1) << ctr / SIGNAL_COUNTERS);
    return signals;
}

/* "signal 3 of 0x18", or without the number if negative. */
static const char *upci_punit_mask_text(const char *what, int number, uint32_t mask)
{
    static __thread char text[64];
    if (number >= 0)
        snprintf(text, sizeof(text), "%s %d of %#x", what, number, mask);
    else
        snprintf(text, sizeof(text), "%s %#x", what, mask);
    return text;
}

const char *Upci_Punit_Reserve_SigMaskStrg(UPC_EventSources_t evtSrc, int a2Sig, uint8_t sigMask)
{
    (void)evtSrc;
    return upci_punit_mask_text("signal", a2Sig, sigMask);
}

const char *Upci_Punit_Reserve_SigMaskStrgAll(UPC_EventSources_t evtSrc, uint32_t pcBusSigMask)
{
    (void)evtSrc;
    return upci_punit_mask_text("signals", -1, pcBusSigMask);
}

const char *Upci_Punit_Reserve_CtrMaskStrg(int ctr, uint32_t ctrMask)
{
    return upci_punit_mask_text("counter", ctr, ctrMask);
}

/* ---- configuration ---- */

#define CONTEXT_BOTH 3u

void Upci_Punit_Cfg_Init(Upci_Punit_Cfg_t *pCfg, Upci_Mode_t *pMode)
{
    (void)pMode;
    memset(pCfg, 0, sizeof(*pCfg));
    pCfg->version = UPCI_CFG_VERSION;
    pCfg->context = CONTEXT_BOTH;
    Upci_A2PC_Init(&pCfg->a2pc);
}

void Upci_Punit_Cfg_SetContext(Upci_Punit_Cfg_t *pCfg, uint32_t ctx)
{
    pCfg->context = ctx;
}

uint32_t Upci_Punit_Cfg_GetCtlMask(Upci_Punit_Cfg_t *pCfg)
{
    return pCfg->ctlMask;
}

void Upci_Punit_Cfg_Dump(unsigned indent, Upci_Punit_Cfg_t *o)
{
    printf("%*scontext %u, counters %#x\n", (int)indent, "", o->context, o->ctlMask);
    Upci_A2PC_Dump(indent, &o->a2pc);
}

void Upci_Punit_Cfg_AddEvent(Upci_Punit_Cfg_t *pCfg, Upci_PunitEventRec_t *pEvtRec, int bkRefIdx)
{
    pEvtRec->bkRefIdx = bkRefIdx;
    pCfg->ctlMask |= UINT32_C(1) << pEvtRec->ctr;
}

void Upci_Punit_Cfg_Apply(Upci_Punit_Cfg_t *pCfg)
{
    (void)Kernel_Upci_Punit_Cfg_Apply(pCfg, Kernel_ProcessorCoreID());
}

UpciBool_t Upci_Punit_Cfg_Edge_Masks(Upci_Punit_Cfg_t *pCfg, unsigned short sig,
                                     UPC_PunitEvtTableRec_t *pEvent, unsigned short edge)
{
    return Upci_Punit_Cfg_GetEdgeValue(pCfg, sig, pEvent) == (edge != 0);
}

unsigned short Upci_Punit_Cfg_GetEdgeValue(Upci_Punit_Cfg_t *pCfg, unsigned short sig,
                                           UPC_PunitEvtTableRec_t *pEvent)
{
    (void)pCfg, (void)sig;
    return pEvent->edge;
}

UpciBool_t Upci_Punit_Cfg_Invert_Masks(Upci_Punit_Cfg_t *pCfg, unsigned short sig,
                                       UPC_PunitEvtTableRec_t *pEvent, unsigned short invert)
{
    return Upci_Punit_Cfg_GetInvertValue(pCfg, sig, pEvent) == (invert != 0);
}

unsigned short Upci_Punit_Cfg_GetInvertValue(Upci_Punit_Cfg_t *pCfg, unsigned short sig,
                                             UPC_PunitEvtTableRec_t *pEvent)
{
    (void)pCfg, (void)sig;
    return pEvent->inverted;
}

void Upci_Punit_Cfg_StopN_Snapshot_Counts(Upci_Punit_Cfg_t *pCfg)
{
    (void)pCfg;
}

/* ---- lists ---- */

/* The event at an index, or NULL. */
static Upci_PunitEventRec_t *upci_punit_event_at(Upci_Punit_t *punit, unsigned idx)
{
    return idx < UPC_P_NUM_COUNTERS && punit->evts[idx].used ? &punit->evts[idx] : NULL;
}

static bool upci_punit_is_running(const Upci_Punit_t *punit)
{
    return (punit->status & UPCI_UnitStatus_Running) != 0;
}

/* The clock of an event. */
static uint64_t upci_punit_event_clock(const Upci_PunitEventRec_t *event)
{
    return Upci_GetPunitEventRec(event->evtId)->emulation == EMUQ_EVENT_CLOCK ? GetTimeBase() : 0;
}

static uint64_t upci_punit_event_count(const Upci_Punit_t *punit, const Upci_PunitEventRec_t *event)
{
    return event->sum + (upci_punit_is_running(punit) ? upci_punit_event_clock(event) - event->from : 0);
}

static void upci_punit_event_set(Upci_PunitEventRec_t *event, uint64_t value)
{
    event->sum = value;
    event->from = upci_punit_event_clock(event);
}

void Upci_Punit_Init(Upci_Punit_t *pPunit, Upci_Mode_t *pMode, unsigned unitId)
{
    memset(pPunit, 0, sizeof(*pPunit));
    pPunit->mode = *pMode;
    pPunit->unit = unitId == (unsigned)UPC_LOCAL_UNIT ? Kernel_ProcessorCoreID() : unitId;
    pPunit->maxEvtIdx = -1;
    Upci_Punit_Reserve_Init(&pPunit->rsv, pMode);
    Upci_Punit_Cfg_Init(&pPunit->cfg, pMode);
}

void Upci_PunitEventRec_Dump(unsigned indent, Upci_PunitEventRec_t *o)
{
    printf("%*s%s, thread %u, counter %u, count %llu\n", (int)indent, "", Upci_GetEventLabel(o->evtId),
           o->thdId, o->ctr, (unsigned long long)o->sum);
}

void Upci_Punit_EventH_Dump(unsigned indent, unsigned idx, Upci_Punit_EventH_t *o)
{
    printf("%*sevent %u: %s, index %u, counter %u\n", (int)indent, "", idx, o->valid ? "valid" : "invalid",
           o->evtIdx, o->ctr);
}

void Upci_Punit_Dump(unsigned indent, Upci_Punit_t *o)
{
    printf("%*score %u, status %u, %u events\n", (int)indent, "", o->unit, o->status, o->numEvts);
    Upci_Punit_Rsv_Dump(indent, &o->rsv);
    for (unsigned i = 0; i < UPC_P_NUM_COUNTERS; i++)
        if (upci_punit_event_at(o, i) != NULL)
            Upci_PunitEventRec_Dump(indent, &o->evts[i]);
}

void Upci_Punit_SkipCtrs(Upci_Punit_t *pPunit, uint64_t a2Signals, uint32_t upcPCtrs)
{
    Upci_Punit_Reserve_SkipCtrs(&pPunit->rsv, a2Signals, upcPCtrs);
}

uint64_t Upci_Punit_GetUsedSignalMask(Upci_Punit_t *pPunit)
{
    return Upci_Punit_Reserve_GetUsedSignalMask(&pPunit->rsv);
}

uint32_t Upci_Punit_GetUsedCtrMask(Upci_Punit_t *pPunit)
{
    return Upci_Punit_Reserve_GetUsedCtrMask(&pPunit->rsv);
}

int Upci_Punit_AddEventAtIdx(Upci_Punit_t *pPunit, Upci_EventIds evtId, unsigned thdId, int evtIdx,
                             int bkRefIdx, uint8_t affGrpMask, Upci_Punit_EventH_t *phEvt)
{
    if (evtIdx < 0 || evtIdx >= UPC_P_NUM_COUNTERS || pPunit->evts[evtIdx].used)
        return UPCI_EINV_EVT_IDX;
    Upci_PunitEventRec_t *event = &pPunit->evts[evtIdx];
    int rc = Upci_Punit_ReserveEvent(&pPunit->rsv, evtId, event, pPunit->unit, thdId, affGrpMask);
    if (rc != 0)
        return rc;
    event->from = upci_punit_event_clock(event);
    Upci_Punit_Cfg_AddEvent(&pPunit->cfg, event, bkRefIdx);
    pPunit->numEvts++;
    pPunit->maxEvtIdx = UPCI_MAX(pPunit->maxEvtIdx, evtIdx);
    return phEvt != NULL ? Upci_Punit_GetEventH(pPunit, (unsigned)evtIdx, phEvt) : 0;
}

int Upci_Punit_AddEvent(Upci_Punit_t *pPunit, Upci_EventIds evtId, unsigned thdId, Upci_Punit_EventH_t *phEvt)
{
    int idx = pPunit->maxEvtIdx + 1;
    if (idx == UPC_P_NUM_COUNTERS)
        return UPCI_ECTRRESERVED;
    return Upci_Punit_AddEventAtIdx(pPunit, evtId, thdId, idx, idx, 0, phEvt);
}

int Upci_Punit_GetEventH(Upci_Punit_t *pPunit, unsigned evtIdx, Upci_Punit_EventH_t *phEvt)
{
    const Upci_PunitEventRec_t *event = upci_punit_event_at(pPunit, evtIdx);
    memset(phEvt, 0, sizeof(*phEvt));
    if (event == NULL)
        return UPCI_EINV_EVT_IDX;
    phEvt->valid = 1;
    phEvt->evtIdx = (uint8_t)evtIdx;
    phEvt->ctrGrp = (uint8_t)(event->ctr / GROUP_COUNTERS);
    phEvt->ctr = (uint8_t)event->ctr;
    return 0;
}

int Upci_Punit_GetCkRefIdx(Upci_Punit_t *pPunit, int evtIdx)
{
    const Upci_PunitEventRec_t *event = upci_punit_event_at(pPunit, (unsigned)evtIdx);
    return event != NULL ? event->bkRefIdx : UPCI_EINV_EVT_IDX;
}

/* No counter of a core overflows. */
/* clang-format off */
void Upci_Punit_EnablePMInt(Upci_Punit_t *pPunit) { (void)pPunit; }
void Upci_Punit_DisablePMInt(Upci_Punit_t *pPunit) { (void)pPunit; }
/* clang-format on */

/* ---- applying ---- */

int Upci_Punit_Apply(Upci_Punit_t *pPunit)
{
    int rc = Kernel_Upci_Punit_Cfg_Apply(&pPunit->cfg, pPunit->unit);
    if (rc == 0)
        pPunit->status |= UPCI_UnitStatus_Applied;
    return rc;
}

int Upci_Punit_Attach(Upci_Punit_t *pPunit)
{
    int rc = Kernel_Upci_Punit_Cfg_Attach(&pPunit->cfg, pPunit->unit);
    if (rc == 0)
        pPunit->status |= UPCI_UnitStatus_Applied;
    return rc;
}

int Upci_Punit_UnApply(Upci_Punit_t *pPunit)
{
    Upci_Punit_Stop(pPunit, UPCI_CTL_DEF);
    pPunit->status = 0;
    return 0;
}

int Upci_Punit_UnAttach(Upci_Punit_t *pPunit)
{
    return Upci_Punit_UnApply(pPunit);
}

/* ---- properties of an event ---- */

int Upci_Punit_Event_SetThreshold(Upci_Punit_t *pPunit, unsigned evtIdx, uint64_t threshold)
{
    Upci_PunitEventRec_t *event = upci_punit_event_at(pPunit, evtIdx);
    if (event == NULL)
        return UPCI_EINV_EVT_IDX;
    event->threshold = threshold;
    return 0;
}

uint64_t Upci_Punit_Event_GetThreshold(Upci_Punit_t *pPunit, unsigned idx)
{
    const Upci_PunitEventRec_t *event = upci_punit_event_at(pPunit, idx);
    return event != NULL ? event->threshold : 0;
}

uint64_t Upci_Punit_GetIntMask(Upci_Punit_t *pPunit, unsigned idx)
{
    const Upci_PunitEventRec_t *event = upci_punit_event_at(pPunit, idx);
    return event != NULL ? UINT64_C(1) << event->ctr : 0;
}

void Upci_Punit_Set_OpcodeGrpMask(Upci_Punit_t *pPunit, unsigned idx, uint64_t mask)
{
    Upci_PunitEventRec_t *event = upci_punit_event_at(pPunit, idx);
    if (event != NULL)
        event->grpMask = mask;
}

uint64_t Upci_Punit_Get_OpcodeGrpMask(Upci_Punit_t *pPunit, unsigned idx)
{
    const Upci_PunitEventRec_t *event = upci_punit_event_at(pPunit, idx);
    return event != NULL ? event->grpMask : 0;
}

void Upci_Punit_Set_OpsNotFlops(Upci_Punit_t *pPunit, unsigned idx, UpciBool_t countOps)
{
    Upci_PunitEventRec_t *event = upci_punit_event_at(pPunit, idx);
    if (event != NULL)
        event->opsNotFlops = countOps;
}

UpciBool_t Upci_Punit_Get_OpsNotFlops(Upci_Punit_t *pPunit, unsigned idx)
{
    const Upci_PunitEventRec_t *event = upci_punit_event_at(pPunit, idx);
    return event != NULL ? event->opsNotFlops : 0;
}

UpciBool_t Upci_Punit_Set_Edge(Upci_Punit_t *pPunit, unsigned idx, UpciBool_t edge)
{
    Upci_PunitEventRec_t *event = upci_punit_event_at(pPunit, idx);
    UpciBool_t before = Upci_Punit_Get_Edge(pPunit, idx);
    if (event != NULL)
        event->edge = edge;
    return before;
}

UpciBool_t Upci_Punit_Get_Edge(Upci_Punit_t *pPunit, unsigned idx)
{
    const Upci_PunitEventRec_t *event = upci_punit_event_at(pPunit, idx);
    return event != NULL ? event->edge : 0;
}

UpciBool_t Upci_Punit_Set_Invert(Upci_Punit_t *pPunit, unsigned idx, UpciBool_t invert)
{
    Upci_PunitEventRec_t *event = upci_punit_event_at(pPunit, idx);
    UpciBool_t before = Upci_Punit_Get_Invert(pPunit, idx);
    if (event != NULL)
        event->invert = invert;
    return before;
}

UpciBool_t Upci_Punit_Get_Invert(Upci_Punit_t *pPunit, unsigned idx)
{
    const Upci_PunitEventRec_t *event = upci_punit_event_at(pPunit, idx);
    return event != NULL ? event->invert : 0;
}

/* ---- counts ---- */

uint64_t Upci_Punit_Event_ReadIdx(Upci_Punit_t *pPunit, unsigned idx)
{
    const Upci_PunitEventRec_t *event = upci_punit_event_at(pPunit, idx);
    return event != NULL ? upci_punit_event_count(pPunit, event) : 0;
}

uint64_t Upci_Punit_Event_Read(Upci_Punit_t *pPunit, Upci_Punit_EventH_t hEvt)
{
    return hEvt.valid ? Upci_Punit_Event_ReadIdx(pPunit, hEvt.evtIdx) : 0;
}

uint64_t Upci_Punit_Event_ReadSnapShot(Upci_Punit_t *pPunit, unsigned idx)
{
    const Upci_PunitEventRec_t *event = upci_punit_event_at(pPunit, idx);
    return event != NULL ? event->snapshot : 0;
}

void Upci_Punit_Event_WriteIdx(Upci_Punit_t *pPunit, unsigned idx, uint64_t value)
{
    Upci_PunitEventRec_t *event = upci_punit_event_at(pPunit, idx);
    if (event != NULL)
        upci_punit_event_set(event, value);
}

void Upci_Punit_Event_Write(Upci_Punit_t *pPunit, Upci_Punit_EventH_t hEvt, uint64_t value)
{
    if (hEvt.valid)
        Upci_Punit_Event_WriteIdx(pPunit, hEvt.evtIdx, value);
}

void Upci_Punit_Event_WriteSnapShot(Upci_Punit_t *pPunit, unsigned idx, uint64_t value)
{
    Upci_PunitEventRec_t *event = upci_punit_event_at(pPunit, idx);
    if (event != NULL)
        event->snapshot = value;
}

/* Nothing overflows, so nothing is to be added up. */
int Upci_Punit_AccumResetThresholds(Upci_Punit_t *pPunit, uint64_t intMask)
{
    (void)pPunit, (void)intMask;
    return 0;
}

int Upci_Punit_GetOvfBackRefs(Upci_Punit_t *pPunit, uint64_t intMask, unsigned *pIndicies, unsigned *pLen)
{
    unsigned n = 0;
    for (unsigned i = 0; i < UPC_P_NUM_COUNTERS; i++) {
        if ((Upci_Punit_GetIntMask(pPunit, i) & intMask) == 0)
            continue;
        if (n < *pLen)
            pIndicies[n] = (unsigned)pPunit->evts[i].bkRefIdx;
        n++;
    }
    int rc = n <= *pLen ? 0 : UPCI_EINV_PARM;
    *pLen = n;
    return rc;
}

void Upci_Punit_StopN_Snapshot_Counts(Upci_Punit_t *pPunit)
{
    Upci_Punit_Stop(pPunit, UPCI_CTL_DEF);
    for (unsigned i = 0; i < UPC_P_NUM_COUNTERS; i++)
        pPunit->evts[i].snapshot = pPunit->evts[i].sum;
}

void Upci_Punit_Reset_Stopped_Counters(Upci_Punit_t *pPunit, uint32_t opt)
{
    if (!upci_punit_is_running(pPunit))
        Upci_Punit_Reset_Counts(pPunit, opt);
}

void Upci_Punit_Reset_Counts(Upci_Punit_t *pPunit, uint32_t opt)
{
    (void)opt;
    for (unsigned i = 0; i < UPC_P_NUM_COUNTERS; i++)
        Upci_Punit_Event_WriteIdx(pPunit, i, 0);
}

void Upci_Punit_Reset_SnapShots(Upci_Punit_t *pPunit)
{
    for (unsigned i = 0; i < UPC_P_NUM_COUNTERS; i++)
        pPunit->evts[i].snapshot = 0;
}

/* ---- names ---- */

int Upci_Punit_GetEventIdIdx(Upci_Punit_t *pPunit, unsigned idx)
{
    const Upci_PunitEventRec_t *event = upci_punit_event_at(pPunit, idx);
    return event != NULL ? (int)event->evtId : UPCI_EINV_EVT_IDX;
}

const char *Upci_Punit_GetEventLabelIdx(Upci_Punit_t *pPunit, unsigned idx)
{
    const Upci_PunitEventRec_t *event = upci_punit_event_at(pPunit, idx);
    return event != NULL ? Upci_GetEventLabel(event->evtId) : NULL;
}

const char *Upci_Punit_GetEventLabel(Upci_Punit_t *pPunit, Upci_Punit_EventH_t hEvt)
{
    return hEvt.valid ? Upci_Punit_GetEventLabelIdx(pPunit, hEvt.evtIdx) : NULL;
}

/* ---- control ---- */

void Upci_Punit_Start(Upci_Punit_t *pPunit, uint32_t opt)
{
    if ((pPunit->status & UPCI_UnitStatus_Applied) == 0)
        return;
    if (opt & UPCI_CTL_RESET)
        Upci_Punit_Reset_Counts(pPunit, opt);
    if (upci_punit_is_running(pPunit))
        return;
    for (unsigned i = 0; i < UPC_P_NUM_COUNTERS; i++)
        if (pPunit->evts[i].used)
            pPunit->evts[i].from = upci_punit_event_clock(&pPunit->evts[i]);
    pPunit->status |= UPCI_UnitStatus_Running;
}

void Upci_Punit_Stop(Upci_Punit_t *pPunit, uint32_t opt)
{
    (void)opt;
    for (unsigned i = 0; i < UPC_P_NUM_COUNTERS; i++)
        if (pPunit->evts[i].used)
            pPunit->evts[i].sum = upci_punit_event_count(pPunit, &pPunit->evts[i]);
    pPunit->status &= ~(Upci_UnitStatus_t)UPCI_UnitStatus_Running;
}

void Upci_Punit_Start_Sync(Upci_Punit_t *pPunit, uint32_t opt)
{
    Upci_Punit_Start(pPunit, opt);
}

void Upci_Punit_Start_Indep(Upci_Punit_t *pPunit, uint32_t opt)
{
    Upci_Punit_Start(pPunit, opt);
}

void Upci_Punit_Stop_Sync(Upci_Punit_t *pPunit, uint32_t opt)
{
    Upci_Punit_Stop(pPunit, opt);
}

void Upci_Punit_Stop_Indep(Upci_Punit_t *pPunit, uint32_t opt)
{
    Upci_Punit_Stop(pPunit, opt);
}

/* ---- low latency: counters without events ---- */

Upci_Ctr_CtlMask_t Upci_Punit_GetLLCtlMask(Upci_Punit_t *pPunit, uint32_t opt)
{
    Upci_Ctr_CtlMask_t mask = 0;
    (void)opt;
    for (unsigned i = 0; i < UPC_P_NUM_COUNTERS; i++)
        mask |= (Upci_Ctr_CtlMask_t)pPunit->evts[i].used << i;
    return mask;
}

/* clang-format off */
void Upci_Punit_LLResetStart(Upci_Ctr_CtlMask_t ctlMask) { (void)ctlMask; }
void Upci_Punit_LLStart(Upci_Ctr_CtlMask_t ctlMask) { (void)ctlMask; }
void Upci_Punit_LLStop(Upci_Ctr_CtlMask_t ctlMask) { (void)ctlMask; }
uint64_t Upci_Punit_LLCCtr_Read(Upci_Punit_EventH_t hEvt) { (void)hEvt; return 0; }
uint64_t Upci_Punit_LLPCtr_Read(Upci_Punit_EventH_t hEvt) { (void)hEvt; return 0; }
void Upci_Punit_LLPCtr_Write(Upci_Punit_EventH_t hEvt, uint64_t val) { (void)hEvt, (void)val; }
uint64_t Upci_Punit_LLPCtr_Ovf(uint64_t val) { return (val & LL_OVERFLOW) != 0; }
/* clang-format on */
