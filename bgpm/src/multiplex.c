/* SPDX-License-Identifier: BSD-3-Clause */
/* Multiplexing: all groups count all the time, so no count needs to be scaled (bgpm 8). */
#include "bgpm/src/private.h"

static unsigned groups_of(const bgpm_set_t *set)
{
    if (set->unit != BGPMUnitType_PUNIT && !set->mux.active)
        return 0;
    return set->mux.active ? (set->events + set->mux.events - 1) / set->mux.events : 1;
}

int Bgpm_SetMultiplex2(unsigned hEvtSet, uint64_t period, int normalize, RsvMuxCtrs maxEventsPerGroup)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, BGPM_CONTROL);
    bgpm_check(&call, call.rc != 0 || call.set->unit == BGPMUnitType_UNDEF, BGPM_ENOT_EMPTY);
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

/* Number of switches: explicit switches and elapsed periods. */
static unsigned switches_of(const bgpm_set_t *set)
{
    uint64_t elapsed = bgpm_tally_value(&set->mux.elapsed, GetTimeBase());
    return set->mux.switches + (set->mux.period != 0 ? (unsigned)(elapsed / set->mux.period) : 0);
}

int Bgpm_GetMultiplex(unsigned hEvtSet, Bgpm_MuxStats_t *pStats)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, 0);
    bgpm_check(&call, pStats != NULL, BGPM_EINV_PARM);
    bgpm_check(&call, call.rc != 0 || call.set->mux.active || call.set->unit != BGPMUnitType_UNDEF,
               BGPM_EEVT_SET_UNASSIGNED);
    if (bgpm_check(&call, call.rc != 0 || call.set->mux.active || call.set->unit == BGPMUnitType_PUNIT,
                   BGPM_EINV_OP)) {
        const bgpm_set_t *set = call.set;
        *pStats = (Bgpm_MuxStats_t){.active = set->mux.active, .numGrps = groups_of(set)};
        if (set->mux.active) {
            pStats->period = set->mux.period;
            pStats->normalize = set->mux.normalize;
            pStats->maxEvtsPerGrp = set->mux.events;
            pStats->numSwitches = switches_of(set);
            pStats->elapsedCycles = bgpm_tally_value(&set->mux.elapsed, GetTimeBase());
        }
    }
    return BGPM_LEAVE(call);
}

int Bgpm_SwitchMux(unsigned hEvtSet)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, BGPM_CONTROL);
    if (bgpm_check(&call, call.rc != 0 || call.set->mux.active, BGPM_ENOT_MUXED))
        call.set->mux.switches++;
    return BGPM_LEAVE(call);
}

int Bgpm_GetMuxGroups(unsigned hEvtSet)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, 0);
    if (call.rc == 0)
        call.rc = (int)groups_of(call.set);
    return BGPM_LEAVE(call);
}

/* Counted cycles, or the error. */
static uint64_t elapsed_leave(bgpm_call_t *call, const char *function)
{
    uint64_t elapsed = call->rc == 0 ? bgpm_tally_value(&call->set->mux.elapsed, GetTimeBase()) : 0;
    int rc = bgpm_leave(call, function, __FILE__, __LINE__);
    return rc == 0 ? elapsed : (uint64_t)(int64_t)rc;
}

uint64_t Bgpm_GetMuxElapsedCycles(unsigned hEvtSet, unsigned muxGrpNum)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, BGPM_UNIT);
    bgpm_check(&call, call.rc != 0 || muxGrpNum < groups_of(call.set), BGPM_EINV_PARM);
    return elapsed_leave(&call, __func__);
}

uint64_t Bgpm_GetMuxEventElapsedCycles(unsigned hEvtSet, unsigned evtIdx)
{
    bgpm_call_t call = bgpm_enter_event(hEvtSet, evtIdx, BGPM_UNIT);
    bgpm_check(&call, call.rc != 0 || groups_of(call.set) != 0, BGPM_EINV_OP);
    return elapsed_leave(&call, __func__);
}
