/* SPDX-License-Identifier: BSD-3-Clause */
/* L2 and I/O sets: all sets share the counters of a unit (bgpm 4). The counters of the Message Unit are the
 * node's; the counters of the L2 cache come from the host's processor, per process. */
#include "bgpm/src/private.h"

static bgpm_unit_t *unit_of(BgpmUnitTypes type)
{
    return type == BGPMUnitType_IO ? &bgpm_node()->io : &bgpm_self.process->l2;
}

static unsigned counters_of(BgpmUnitTypes type)
{
    return type == BGPMUnitType_IO ? (unsigned)BGPM_IO_EVENTS : (unsigned)BGPM_L2_COUNTERS;
}

static unsigned counter_of(const UPC_EvtTableRec_t *record)
{
    unsigned id = record->evtId;
    return record->unit == BGPMUnitType_IO ? id - PEVT_MU_PKT_INJ : (id - PEVT_L2_HITS) % BGPM_L2_COUNTERS;
}

static bool is_sliced(const UPC_EvtTableRec_t *record)
{
    return record->srcType == UPC_ES_L2_SLICE;
}

bool bgpm_unit_is_sliced(const bgpm_event_t *event)
{
    return is_sliced(event->record);
}

static uint64_t unit_now(BgpmUnitTypes type, unsigned counter)
{
    if (type == BGPMUnitType_IO)
        return bgpm_io_now(PEVT_MU_PKT_INJ + counter);
    return bgpm_source_now(&bgpm_self.process->l2_source[counter]);
}

int bgpm_unit_add(const UPC_EvtTableRec_t *record)
{
    bgpm_node_t *node = bgpm_node();
    if (node->l2_mode == BGPM_L2_FREE)
        node->l2_mode = is_sliced(record) ? BGPM_L2_SLICED : BGPM_L2_COMBINED;
    return is_sliced(record) == (node->l2_mode == BGPM_L2_SLICED) ? 0 : BGPM_ECONF_L2_COMBINE;
}

static void unit_each(BgpmUnitTypes type, void (*act)(bgpm_tally_t *, uint64_t))
{
    bgpm_unit_t *unit = unit_of(type);
    for (unsigned i = 0; i < counters_of(type); i++)
        act(&unit->tally[i], unit_now(type, i));
}

void bgpm_unit_start(BgpmUnitTypes type)
{
    bgpm_unit_t *unit = unit_of(type);
    if (!unit->runs)
        unit_each(type, bgpm_tally_start);
    unit->runs = true;
}

void bgpm_unit_stop(BgpmUnitTypes type)
{
    unit_each(type, bgpm_tally_stop);
    unit_of(type)->runs = false;
}

void bgpm_unit_clear(BgpmUnitTypes type)
{
    unit_each(type, bgpm_tally_clear);
    for (unsigned s = 0; type == BGPMUnitType_L2 && s < BGPM_L2_SLICES; s++)
        for (unsigned i = 0; i < BGPM_L2_COUNTERS; i++)
            bgpm_self.process->slice[s][i] = 0;
}

void bgpm_unit_apply(bgpm_set_t *set)
{
    for (unsigned i = 0; set->unit == BGPMUnitType_L2 && i < set->events; i++) {
        const UPC_EvtTableRec_t *record = set->event[i].record;
        bgpm_source_t *source = &bgpm_self.process->l2_source[counter_of(record)];
        if (source->emulation == EMUQ_EVENT_ZERO)
            bgpm_source_open(source, record, 0, 0);
    }
    bgpm_unit_clear(set->unit);
    set->frozen = set->applied = true;
}

uint64_t bgpm_unit_value(const bgpm_event_t *event)
{
    BgpmUnitTypes type = (BgpmUnitTypes)event->record->unit;
    unsigned counter = counter_of(event->record);
    if (!is_sliced(event->record))
        return bgpm_tally_value(&unit_of(type)->tally[counter], unit_now(type, counter));
    uint64_t sum = 0;
    for (unsigned slice = 0; slice < BGPM_L2_SLICES; slice++)
        sum += bgpm_self.process->slice[slice][counter];
    return sum;
}

int bgpm_unit_write(const bgpm_event_t *event, uint64_t value)
{
    BgpmUnitTypes type = (BgpmUnitTypes)event->record->unit;
    unsigned counter = counter_of(event->record);
    if (is_sliced(event->record))
        return BGPM_EINV_OP;
    bgpm_tally_clear(&unit_of(type)->tally[counter], unit_now(type, counter));
    unit_of(type)->tally[counter].sum = value;
    return 0;
}

uint64_t *bgpm_unit_period(const bgpm_event_t *event)
{
    unsigned counter = counter_of(event->record);
    bgpm_node_t *node = bgpm_node();
    return event->record->unit == BGPMUnitType_IO ? &node->io_period[counter] : &node->l2_period[counter];
}

/* True if a different event, in a set of any process, has a period for the event's counter. Combined events
 * have separate counters. */
static bool set_shares_period(const bgpm_set_t *set, const bgpm_event_t *event)
{
    for (unsigned i = 0; set != NULL && i < set->events; i++) {
        const bgpm_event_t *other = &set->event[i];
        if (other != event && other->period != 0 && other->id == event->id)
            return true;
    }
    return false;
}

bool bgpm_unit_shares_period(const bgpm_event_t *event)
{
    const bgpm_node_t *node = bgpm_node();
    for (unsigned p = 0; p < BGPM_PROCESSES; p++) {
        const bgpm_process_t *process = node->process[p];
        for (unsigned s = 0; process != NULL && s < process->capacity; s++)
            if (set_shares_period(process->set[s], event))
                return true;
    }
    return false;
}

void bgpm_unit_release(bgpm_set_t *set)
{
    for (unsigned i = 0; i < set->events; i++) {
        bgpm_event_t *event = &set->event[i];
        if (event->period != 0 && !bgpm_unit_shares_period(event))
            *bgpm_unit_period(event) = 0;
        event->period = 0;
    }
}

void bgpm_unit_close(bgpm_process_t *process)
{
    for (unsigned i = 0; i < BGPM_L2_COUNTERS; i++)
        bgpm_source_close(&process->l2_source[i]);
}

/* ---- slices ---- */

/* The counter of a slice, for sets of slice events. */
static uint64_t *slice_counter(bgpm_call_t *call, unsigned slice)
{
    bgpm_check(call, slice < BGPM_L2_SLICES, BGPM_EINV_L2_SLICE);
    bgpm_check(call, call->rc != 0 || (call->set->unit == BGPMUnitType_L2 && is_sliced(call->event->record)),
               BGPM_EINV_OP);
    return call->rc == 0 ? &bgpm_self.process->slice[slice][counter_of(call->event->record)] : NULL;
}

int Bgpm_L2_ReadEvent(unsigned hEvtSet, unsigned slice, unsigned idx, uint64_t *pValue)
{
    bgpm_call_t call = bgpm_enter_event(hEvtSet, idx, BGPM_UNIT);
    bgpm_check(&call, pValue != NULL, BGPM_EINV_PARM);
    const uint64_t *counter = slice_counter(&call, slice);
    if (bgpm_check(&call, call.rc != 0 || call.set->applied, BGPM_ENOT_APPLIED))
        *pValue = *counter;
    return BGPM_LEAVE(call);
}

int Bgpm_L2_WriteEvent(unsigned hEvtSet, unsigned slice, unsigned idx, uint64_t value)
{
    bgpm_call_t call = bgpm_enter_event(hEvtSet, idx, BGPM_CONTROL | BGPM_UNIT);
    uint64_t *counter = slice_counter(&call, slice);
    if (bgpm_check(&call, call.rc != 0 || call.set->applied, BGPM_ENOT_APPLIED))
        *counter = value;
    return BGPM_LEAVE(call);
}

int Bgpm_GetL2Combine(unsigned hEvtSet, UpciBool_t *pCombine)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, BGPM_UNIT);
    bgpm_check(&call, pCombine != NULL, BGPM_EINV_PARM);
    if (bgpm_check(&call, call.rc != 0 || call.set->unit == BGPMUnitType_L2, BGPM_EUNSUP_ATTRIB))
        *pCombine = !is_sliced(call.set->event[0].record);
    return BGPM_LEAVE(call);
}
