/* SPDX-License-Identifier: BSD-3-Clause */
/* Apply, attach, start, stop, reset, read and write (bgpm 4), and multiplexing (bgpm 8). */
#include "bgpm/src/private.h"

static bool control_is_hardware_mode(void)
{
    return bgpm_node()->mode == BGPM_MODE_HWDISTRIB;
}

int Bgpm_Apply(unsigned hEvtSet)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, BGPM_CONTROL | BGPM_UNIT);
    if (call.rc != 0)
        return BGPM_LEAVE(call);
    switch (call.set->unit) {
    case BGPMUnitType_PUNIT:
        call.rc = bgpm_punit_apply(call.set);
        break;
    case BGPMUnitType_L2:
    case BGPMUnitType_IO:
        bgpm_unit_apply(call.set);
        break;
    case BGPMUnitType_CNK:
        break;
    default:
        call.rc = BGPM_EINV_OP;
    }
    return BGPM_LEAVE(call);
}

int Bgpm_Attach(unsigned hEvtSet, uint64_t targMask, uint64_t agentMask)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, BGPM_CONTROL | BGPM_UNIT);
    if (call.rc != 0)
        return BGPM_LEAVE(call);
    if (call.set->unit == BGPMUnitType_NW)
        call.rc = bgpm_nw_attach(call.set, targMask);
    else if (call.set->unit == BGPMUnitType_PUNIT)
        call.rc = bgpm_punit_attach(call.set, targMask, agentMask);
    else
        call.rc = BGPM_EINV_OP;
    return BGPM_LEAVE(call);
}

int Bgpm_Detach(unsigned hEvtSet)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, BGPM_CONTROL | BGPM_UNIT);
    if (call.rc != 0)
        return BGPM_LEAVE(call);
    if (call.set->unit == BGPMUnitType_NW)
        call.rc = bgpm_nw_detach(call.set);
    else if (call.set->unit != BGPMUnitType_PUNIT || !control_is_hardware_mode())
        call.rc = BGPM_EINV_OP;
    else if (!call.set->attached)
        call.rc = BGPM_WNOT_ATTACHED;
    else
        bgpm_punit_release(call.set);
    return BGPM_LEAVE(call);
}

/* ---- kernel sets: a count is the value written last ---- */

static int control_kernel_run(bgpm_set_t *set, bool run)
{
    if (set->runs == run)
        return run ? BGPM_WALREADY_STARTED : BGPM_WALREADY_STOPPED;
    set->runs = run;
    return 0;
}

/* ---- start and stop ---- */

/* In hardware mode a signal starts or stops all units of the node; here, the units of the process. */
static void control_all_run(bool run)
{
    const bgpm_process_t *process = bgpm_self.process;
    for (unsigned i = 0; i < process->capacity; i++) {
        bgpm_set_t *set = process->set[i];
        if (set != NULL && set->unit == BGPMUnitType_PUNIT && set->applied && set->runs != run)
            (run ? bgpm_punit_start : bgpm_punit_stop)(set);
    }
    for (BgpmUnitTypes unit = BGPMUnitType_L2; unit <= BGPMUnitType_IO; unit = (BgpmUnitTypes)(unit + 1))
        (run ? bgpm_unit_start : bgpm_unit_stop)(unit);
}

static int control_set_start(bgpm_set_t *set)
{
    if (set->unit == BGPMUnitType_NW)
        return bgpm_nw_start(set);
    if (set->unit == BGPMUnitType_CNK)
        return control_kernel_run(set, true);
    if (!set->applied)
        return BGPM_ENOT_APPLIED;
    if (bgpm_is_shared_unit(set))
        bgpm_unit_start(set->unit);
    else if (!control_is_hardware_mode())
        bgpm_punit_start(set);
    else if (bgpm_punit_has_target(set, set->processor))
        control_all_run(true);
    else
        return BGPM_ENOT_APPLIED;
    return 0;
}

static int control_set_stop(bgpm_set_t *set)
{
    if (set->unit == BGPMUnitType_NW)
        return bgpm_nw_stop(set);
    if (set->unit == BGPMUnitType_CNK)
        return control_kernel_run(set, false);
    if (!set->applied)
        return BGPM_ENOT_APPLIED;
    if (bgpm_is_shared_unit(set))
        bgpm_unit_stop(set->unit);
    else if (control_is_hardware_mode())
        control_all_run(false);
    else if (!set->runs)
        return BGPM_WALREADY_STOPPED;
    else
        bgpm_punit_stop(set);
    return 0;
}

/* @param starts the set is started afterwards */
static int control_set_reset(bgpm_set_t *set, bool starts)
{
    if (set->unit == BGPMUnitType_NW) {
        if (starts)
            (void)bgpm_nw_stop(set);
        return bgpm_nw_reset(set);
    }
    if (set->unit == BGPMUnitType_CNK) {
        set->runs = set->runs && !starts;
        for (unsigned i = 0; i < set->events; i++)
            bgpm_tally_clear(&set->event[i].tally, 0);
        return 0;
    }
    if (!set->applied)
        return BGPM_ENOT_APPLIED;
    if (bgpm_is_shared_unit(set))
        bgpm_unit_clear(set->unit);
    else if (set->runs && !control_is_hardware_mode())
        return BGPM_EUPDATE_DISALLOWED;
    else
        bgpm_punit_clear(set);
    return 0;
}

int Bgpm_Start(unsigned hEvtSet)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, BGPM_CONTROL | BGPM_UNIT);
    if (call.rc == 0)
        call.rc = control_set_start(call.set);
    return BGPM_LEAVE(call);
}

int Bgpm_ResetStart(unsigned hEvtSet)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, BGPM_CONTROL | BGPM_UNIT);
    if (call.rc == 0)
        call.rc = control_set_reset(call.set, true);
    if (call.rc == 0)
        call.rc = control_set_start(call.set);
    return BGPM_LEAVE(call);
}

int Bgpm_Reset(unsigned hEvtSet)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, BGPM_CONTROL | BGPM_UNIT);
    if (call.rc == 0)
        call.rc = control_set_reset(call.set, false);
    return BGPM_LEAVE(call);
}

int Bgpm_Stop(unsigned hEvtSet)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, BGPM_CONTROL | BGPM_UNIT);
    if (call.rc == 0)
        call.rc = control_set_stop(call.set);
    return BGPM_LEAVE(call);
}

/* ---- read and write ---- */

static int control_event_read(const bgpm_set_t *set, unsigned index, uint64_t *value)
{
    const bgpm_event_t *event = &set->event[index];
    if (set->unit == BGPMUnitType_NW)
        return bgpm_nw_read(set, event, set->links, value);
    if (set->unit == BGPMUnitType_CNK) {
        *value = bgpm_tally_value(&event->tally, 0);
        return 0;
    }
    if (!set->frozen)
        return BGPM_ENOT_APPLIED;
    *value = bgpm_is_shared_unit(set) ? bgpm_unit_value(event) : bgpm_punit_value(set, index);
    return 0;
}

int Bgpm_ReadEvent(unsigned hEvtSet, unsigned evtIdx, uint64_t *pValue)
{
    bgpm_call_t call = bgpm_enter_event(hEvtSet, evtIdx, BGPM_UNIT);
    if (bgpm_check(&call, pValue != NULL, BGPM_EINV_PARM))
        call.rc = control_event_read(call.set, evtIdx, pValue);
    return BGPM_LEAVE(call);
}

int Bgpm_ReadEventList(unsigned hEvtSet, uint64_t *pValues, unsigned *pLen)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, BGPM_UNIT);
    if (!bgpm_check(&call, pValues != NULL && pLen != NULL, BGPM_EINV_PARM))
        return BGPM_LEAVE(call);
    unsigned space = *pLen, events = call.set->events;
    *pLen = events;
    bgpm_check(&call, space >= events, BGPM_EARRAY_TOO_SMALL);
    int rc = call.rc;
    for (unsigned i = 0; rc >= 0 && call.rc >= 0 && i < events; i++) {
        rc = control_event_read(call.set, i, &pValues[i]);
        call.rc = rc != 0 ? rc : call.rc;
    }
    return BGPM_LEAVE(call);
}

static int control_event_write(bgpm_set_t *set, bgpm_event_t *event, uint64_t value)
{
    if (set->unit == BGPMUnitType_NW)
        return BGPM_EINV_OP;
    if (set->unit == BGPMUnitType_CNK) {
        event->tally.sum = value;
        return 0;
    }
    if (!set->frozen)
        return BGPM_ENOT_APPLIED;
    if (event->period != 0)
        return BGPM_EINV_WRT2OVF;
    if (bgpm_is_shared_unit(set))
        return bgpm_unit_write(event, value);
    if (set->runs && !control_is_hardware_mode())
        return BGPM_EUPDATE_DISALLOWED;
    for (unsigned t = 0; t < set->targets; t++) {
        bgpm_counter_t *counter = bgpm_counter_of(set, t, (unsigned)(event - set->event));
        bgpm_tally_clear(&counter->tally, bgpm_source_now(&counter->source));
        counter->tally.sum = value;
    }
    return 0;
}

int Bgpm_WriteEvent(unsigned hEvtSet, unsigned evtIdx, uint64_t value)
{
    bgpm_call_t call = bgpm_enter_event(hEvtSet, evtIdx, BGPM_CONTROL | BGPM_UNIT);
    if (call.rc == 0)
        call.rc = control_event_write(call.set, call.event, value);
    return BGPM_LEAVE(call);
}

int Bgpm_CNK_SampleEvent(unsigned hEvtSet, unsigned evtIdx, uint64_t *pValue)
{
    bgpm_call_t call = bgpm_enter_event(hEvtSet, evtIdx, BGPM_UNIT);
    bgpm_check(&call, pValue != NULL, BGPM_EINV_PARM);
    if (bgpm_check(&call, call.set->unit == BGPMUnitType_CNK, BGPM_EINV_OP))
        *pValue = 0; /* the emulated kernel counts nothing */
    return BGPM_LEAVE(call);
}

/* ---- multiplexing: all groups count all the time, so no count needs to be scaled ---- */

static unsigned control_mux_groups(const bgpm_set_t *set)
{
    if (set->unit != BGPMUnitType_PUNIT && !set->mux.active)
        return 0;
    return set->mux.active ? (set->events + set->mux.events - 1) / set->mux.events : 1;
}

int Bgpm_SetMultiplex2(unsigned hEvtSet, uint64_t period, int normalize, RsvMuxCtrs maxEventsPerGroup)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, BGPM_CONTROL);
    bgpm_check(&call, call.set->unit == BGPMUnitType_UNDEF, BGPM_ENOT_EMPTY);
    bgpm_check(&call, normalize == BGPM_NORMAL || normalize == BGPM_NOTNORMAL, BGPM_EINV_PARM);
    bgpm_check(&call,
               maxEventsPerGroup == BGPMMuxMinEvts || maxEventsPerGroup == BGPMMuxMedEvts ||
                   maxEventsPerGroup == BGPMMuxMaxEvts,
               BGPM_EINV_PARM);
    if (bgpm_check(&call, call.rc != 0 || bgpm_node()->mode == BGPM_MODE_SWDISTRIB, BGPM_EINV_OP)) {
        call.set->mux.active = true;
        call.set->mux.period = period;
        call.set->mux.normalize = normalize;
        call.set->mux.events = (unsigned)maxEventsPerGroup;
    }
    return BGPM_LEAVE(call);
}

int Bgpm_SetMultiplex(unsigned hEvtSet, uint64_t period, int normalize)
{
    return Bgpm_SetMultiplex2(hEvtSet, period, normalize, BGPMMuxMinEvts);
}

static unsigned control_mux_switches(const bgpm_set_t *set)
{
    uint64_t elapsed = bgpm_tally_value(&set->mux.elapsed, GetTimeBase());
    return set->mux.switches + (set->mux.period != 0 ? (unsigned)(elapsed / set->mux.period) : 0);
}

int Bgpm_GetMultiplex(unsigned hEvtSet, Bgpm_MuxStats_t *pStats)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, 0);
    bgpm_check(&call, pStats != NULL, BGPM_EINV_PARM);
    bgpm_check(&call, call.set->mux.active || call.set->unit != BGPMUnitType_UNDEF, BGPM_EEVT_SET_UNASSIGNED);
    if (bgpm_check(&call, call.set->mux.active || call.set->unit == BGPMUnitType_PUNIT, BGPM_EINV_OP)) {
        const bgpm_set_t *set = call.set;
        *pStats = (Bgpm_MuxStats_t){.active = set->mux.active, .numGrps = control_mux_groups(set)};
        if (set->mux.active) {
            pStats->period = set->mux.period;
            pStats->normalize = set->mux.normalize;
            pStats->maxEvtsPerGrp = set->mux.events;
            pStats->numSwitches = control_mux_switches(set);
            pStats->elapsedCycles = bgpm_tally_value(&set->mux.elapsed, GetTimeBase());
        }
    }
    return BGPM_LEAVE(call);
}

int Bgpm_SwitchMux(unsigned hEvtSet)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, BGPM_CONTROL);
    if (bgpm_check(&call, call.set->mux.active, BGPM_ENOT_MUXED))
        call.set->mux.switches++;
    return BGPM_LEAVE(call);
}

int Bgpm_GetMuxGroups(unsigned hEvtSet)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, 0);
    if (call.rc == 0)
        call.rc = (int)control_mux_groups(call.set);
    return BGPM_LEAVE(call);
}

/* Ends a call. @return counted cycles, or the error */
static uint64_t control_leave_elapsed(bgpm_call_t *call, const char *function)
{
    uint64_t elapsed = call->rc == 0 ? bgpm_tally_value(&call->set->mux.elapsed, GetTimeBase()) : 0;
    int rc = bgpm_leave(call, function, __FILE__, __LINE__);
    return rc == 0 ? elapsed : (uint64_t)(int64_t)rc;
}

uint64_t Bgpm_GetMuxElapsedCycles(unsigned hEvtSet, unsigned muxGrpNum)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, BGPM_UNIT);
    bgpm_check(&call, muxGrpNum < control_mux_groups(call.set), BGPM_EINV_PARM);
    return control_leave_elapsed(&call, __func__);
}

uint64_t Bgpm_GetMuxEventElapsedCycles(unsigned hEvtSet, unsigned evtIdx)
{
    bgpm_call_t call = bgpm_enter_event(hEvtSet, evtIdx, BGPM_UNIT);
    bgpm_check(&call, control_mux_groups(call.set) != 0, BGPM_EINV_OP);
    return control_leave_elapsed(&call, __func__);
}
