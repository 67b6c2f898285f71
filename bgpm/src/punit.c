/* SPDX-License-Identifier: BSD-3-Clause */
/* Core sets: a counter for each event and hardware thread, and access without checks (bgpm 4, 6). */
#include <string.h>

#include "bgpm/src/private.h"

enum { LOW_COUNT_BITS = 14, LOW_COUNT_OVERFLOW = 1 << 15 };

/* Tests two masks of Bgpm_Attach(): bit n of `threads` is thread n, of `agents` thread 64 + n. */
static bool punit_thread_in(unsigned processor, uint64_t threads, uint64_t agents)
{
    if (processor < EMUQ_APP_THREADS)
        return (threads & UPC_APP_HWTID_MASK(processor)) != 0;
    return (agents & UPC_AGENT_HWTID_MASK(processor)) != 0;
}

static int punit_counters_make(bgpm_set_t *set)
{
    set->counter = bgpm_alloc((size_t)set->targets * set->events * sizeof(bgpm_counter_t));
    if (set->counter == NULL)
        return BGPM_ENOMEM;
    for (unsigned t = 0; t < set->targets; t++) {
        bool mine = set->target[t] == bgpm_self.processor; /* several threads may share a hardware thread */
        pid_t tid = mine ? bgpm_self.tid : bgpm_node()->tid[set->target[t]];
        for (unsigned i = 0; i < set->events; i++) {
            bgpm_event_t *event = &set->event[i];
            bgpm_counter_t *counter = bgpm_counter_of(set, t, i);
            if (tid != 0 || event->record->emulation < EMUQ_EVENT_PERF_INSTR)
                bgpm_source_open(&counter->source, event->record, tid,
                                 emuq_mmio.time.timebase == NULL ? event->period : 0);
        }
    }
    set->frozen = true;
    bgpm_overflow_reset(set);
    return 0;
}

int bgpm_punit_freeze(bgpm_set_t *set)
{
    if (set->counter != NULL)
        return 0;
    set->targets = 1;
    set->target[0] = (uint8_t)bgpm_self.processor;
    return punit_counters_make(set);
}

void bgpm_punit_release(bgpm_set_t *set)
{
    bgpm_node_t *node = bgpm_node();
    if (set->runs)
        bgpm_punit_stop(set);
    bgpm_overflow_disarm(set);
    for (unsigned i = 0; set->counter != NULL && i < set->targets * set->events; i++)
        bgpm_source_close(&set->counter[i].source);
    if (set->counter != NULL)
        bgpm_free(set->counter, (size_t)set->targets * set->events * sizeof(bgpm_counter_t));
    for (unsigned i = 0; i < EMUQ_HW_THREADS; i++)
        if (node->attached[i] == set)
            node->attached[i] = NULL;
    set->counter = NULL;
    set->targets = 0;
    set->frozen = set->applied = set->attached = false;
}

int bgpm_punit_apply(bgpm_set_t *set)
{
    bgpm_node_t *node = bgpm_node();
    const bgpm_set_t *attached = node->attached[bgpm_self.processor];
    if (set->events == 0)
        return BGPM_EEVT_SET_UNASSIGNED;
    if (Kernel_ProcessorID() != set->processor)
        return BGPM_ESWTHD_MOVED;
    if (attached != NULL && attached != set)
        return BGPM_WALREADY_ATTACHED;
    int rc = bgpm_punit_freeze(set);
    if (rc != 0)
        return rc;
    if (set->runs)
        bgpm_punit_stop(set);
    bgpm_punit_clear(set);
    if (node->mode == BGPM_MODE_HWDISTRIB)
        node->attached[bgpm_self.processor] = set;
    set->applied = true;
    bgpm_self.fast = set;
    return 0;
}

int bgpm_punit_attach(bgpm_set_t *set, uint64_t threads, uint64_t agents)
{
    bgpm_node_t *node = bgpm_node();
    if (node->mode != BGPM_MODE_HWDISTRIB)
        return BGPM_EINV_OP;
    unsigned targets = 0;
    uint8_t target[EMUQ_HW_THREADS];
    for (unsigned i = 0; i < EMUQ_HW_THREADS; i++) {
        if (!punit_thread_in(i, threads, agents))
            continue;
        if (node->attached[i] != NULL && node->attached[i] != set)
            return BGPM_ECTRS_IN_USE;
        target[targets++] = (uint8_t)i;
    }
    if (targets == 0)
        return BGPM_EINV_PARM;
    if (set->events == 0)
        return BGPM_EEVT_SET_UNASSIGNED;
    if (Kernel_ProcessorID() != set->processor)
        return BGPM_ESWTHD_MOVED;
    bgpm_punit_release(set);
    memcpy(set->target, target, sizeof target);
    set->targets = targets;
    int rc = punit_counters_make(set);
    if (rc != 0)
        return rc;
    for (unsigned t = 0; t < targets; t++)
        node->attached[target[t]] = set;
    set->applied = set->attached = true;
    return 0;
}

void bgpm_punit_start(bgpm_set_t *set)
{
    set->runs = true;
    bgpm_punit_count(set, UINT64_MAX, true);
    bgpm_overflow_arm(set);
}

void bgpm_punit_stop(bgpm_set_t *set)
{
    set->runs = false;
    bgpm_punit_count(set, UINT64_MAX, false);
    bgpm_overflow_disarm(set);
}

void bgpm_punit_clear(bgpm_set_t *set)
{
    for (unsigned i = 0; i < set->targets * set->events; i++)
        bgpm_tally_clear(&set->counter[i].tally, bgpm_source_now(&set->counter[i].source));
    bgpm_tally_clear(&set->mux.elapsed, GetTimeBase());
    bgpm_overflow_reset(set);
}

bool bgpm_punit_has_target(const bgpm_set_t *set, unsigned processor)
{
    for (unsigned t = 0; t < set->targets; t++)
        if (set->target[t] == processor)
            return true;
    return false;
}

int Bgpm_ReadThreadEvent(unsigned hEvtSet, unsigned evtIdx, uint64_t thdMask, uint64_t agentMask,
                         uint64_t *pValue)
{
    bgpm_call_t call = bgpm_enter_event(hEvtSet, evtIdx, BGPM_UNIT);
    bgpm_check(&call, pValue != NULL, BGPM_EINV_PARM);
    bgpm_check(&call, call.set->unit == BGPMUnitType_PUNIT && bgpm_node()->mode == BGPM_MODE_HWDISTRIB,
               BGPM_EINV_OP);
    if (call.rc != 0)
        return BGPM_LEAVE(call);
    const bgpm_set_t *set = call.set;
    *pValue = 0;
    for (unsigned i = 0; i < EMUQ_HW_THREADS; i++)
        if (punit_thread_in(i, thdMask, agentMask) && !bgpm_punit_has_target(set, i))
            call.rc = BGPM_WNOT_ATTACHED;
    for (unsigned t = 0; t < set->targets; t++)
        if (punit_thread_in(set->target[t], thdMask, agentMask))
            *pValue += bgpm_counter_value(bgpm_counter_of(set, t, evtIdx));
    return BGPM_LEAVE(call);
}

/* ---- access without checks ---- */

int Bgpm_Punit_GetHandles4Thread(unsigned hEvtSet, unsigned hwThd, Bgpm_Punit_Handles_t *pHandles);

/* Sets @p handle to the counters of a target. @param most capacity of @p handle */
static int punit_handles_make(bgpm_set_t *set, unsigned target, uint64_t *mask, unsigned *number,
                              uint64_t *handle, unsigned most)
{
    if (set->events > most)
        return BGPM_EARRAY_TOO_SMALL;
    *mask = 0;
    for (unsigned i = 0; i < set->events; i++) {
        *mask |= (uint64_t)1 << i;
        handle[i] = (uint64_t)(uintptr_t)bgpm_counter_of(set, target, i);
    }
    *number = set->events;
    bgpm_self.fast = set;
    return 0;
}

static bgpm_call_t punit_handles_enter(unsigned handle, Bgpm_Modes mode, bool has_result)
{
    bgpm_call_t call = bgpm_enter_set(handle, BGPM_CONTROL | BGPM_UNIT);
    bgpm_check(&call, has_result, BGPM_EINV_PARM);
    bgpm_check(&call, call.set->unit == BGPMUnitType_PUNIT && bgpm_node()->mode == mode, BGPM_EINV_OP);
    bgpm_check(&call, call.set->events != 0, BGPM_EEVT_SET_UNASSIGNED);
    if (call.rc == 0)
        call.rc = bgpm_punit_freeze(call.set);
    return call;
}

int Bgpm_Punit_GetHandles(unsigned hEvtSet, Bgpm_Punit_Handles_t *pHandles)
{
    bgpm_call_t call = punit_handles_enter(hEvtSet, BGPM_MODE_SWDISTRIB, pHandles != NULL);
    if (call.rc == 0)
        call.rc = punit_handles_make(call.set, 0, &pHandles->allCtrMask, &pHandles->numCtrs, pHandles->hCtr,
                                     BGPM_MAX_PUNIT_HANDLES);
    return BGPM_LEAVE(call);
}

int Bgpm_Punit_GetLLHandles(unsigned hEvtSet, Bgpm_Punit_LLHandles_t *pHandles)
{
    bgpm_call_t call = punit_handles_enter(hEvtSet, BGPM_MODE_LLDISTRIB, pHandles != NULL);
    if (call.rc == 0)
        call.rc = punit_handles_make(call.set, 0, &pHandles->allCtrMask, &pHandles->numCtrs, pHandles->hCtr,
                                     UPC_P_NUM_COUNTERS);
    return BGPM_LEAVE(call);
}

int Bgpm_Punit_GetHandles4Thread(unsigned hEvtSet, unsigned hwThd, Bgpm_Punit_Handles_t *pHandles)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, BGPM_CONTROL | BGPM_UNIT | BGPM_PUNIT);
    bgpm_check(&call, pHandles != NULL, BGPM_EINV_PARM);
    unsigned t = 0;
    while (call.rc == 0 && t < call.set->targets && call.set->target[t] != hwThd)
        t++;
    if (bgpm_check(&call, t < call.set->targets, BGPM_ENOT_APPLIED))
        call.rc = punit_handles_make(call.set, t, &pHandles->allCtrMask, &pHandles->numCtrs, pHandles->hCtr,
                                     BGPM_MAX_PUNIT_HANDLES);
    return BGPM_LEAVE(call);
}

/* Starts or stops counters of the set of the calling thread. */
static void punit_fast_count(uint64_t mask, bool run, bool clear)
{
    bgpm_lock();
    bgpm_set_t *set = bgpm_is_initialised() ? bgpm_self.fast : NULL;
    if (set == NULL || set->counter == NULL) {
        bgpm_unlock();
        return;
    }
    bool still = false;
    for (unsigned i = 0; clear && i < set->events; i++)
        if (i < 64 && (mask >> i & 1))
            bgpm_tally_clear(&set->counter[i].tally, bgpm_source_now(&set->counter[i].source));
    bgpm_punit_count(set, mask, run);
    for (unsigned i = 0; i < set->events; i++)
        still |= set->counter[i].tally.runs;
    set->runs = still;
    if (still)
        bgpm_overflow_arm(set);
    else
        bgpm_overflow_disarm(set);
    bgpm_unlock();
}

void Bgpm_Punit_Start(uint64_t mask)
{
    punit_fast_count(mask, true, false);
}

void Bgpm_Punit_Stop(uint64_t mask)
{
    punit_fast_count(mask, false, false);
}

uint64_t Bgpm_Punit_Read(uint64_t hCtr)
{
    bgpm_counter_t *counter = (bgpm_counter_t *)(uintptr_t)hCtr;
    counter->word = bgpm_counter_value(counter);
    return counter->word;
}

void Bgpm_Punit_LLStart(uint64_t mask)
{
    punit_fast_count(mask, true, false);
}

void Bgpm_Punit_LLResetStart(uint64_t mask)
{
    punit_fast_count(mask, true, true);
}

void Bgpm_Punit_LLStop(uint64_t mask)
{
    punit_fast_count(mask, false, false);
}

uint64_t Bgpm_Punit_LLRead(uint64_t hCtr)
{
    uint64_t value = Bgpm_Punit_Read(hCtr), low = value & ((1u << LOW_COUNT_BITS) - 1);
    return low != value ? low | LOW_COUNT_OVERFLOW : low;
}

void Bgpm_Punit_LLWrite(uint64_t hCtr, uint64_t val)
{
    bgpm_counter_t *counter = (bgpm_counter_t *)(uintptr_t)hCtr;
    bgpm_tally_clear(&counter->tally, bgpm_source_now(&counter->source));
    counter->tally.sum = val & ((1u << LOW_COUNT_BITS) - 1);
}
