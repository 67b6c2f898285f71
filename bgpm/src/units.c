/* SPDX-License-Identifier: BSD-3-Clause */
/* Sets of units with shared counters: L2, I/O and network (bgpm 4). */
#include "bgpm/src/private.h"

/* ---- L2 and I/O sets ----
 * All sets share the counters of a unit. The Message Unit counts per node; the host's processor counts L2
 * events per process. */

static bgpm_unit_t *units_unit(BgpmUnitTypes type)
{
    return type == BGPMUnitType_IO ? &bgpm_node()->io : &bgpm_self.process->l2;
}

static unsigned units_counter_of(const UPC_EvtTableRec_t *record)
{
    unsigned id = record->evtId;
    return record->unit == BGPMUnitType_IO ? id - PEVT_MU_PKT_INJ : (id - PEVT_L2_HITS) % BGPM_L2_COUNTERS;
}

bool bgpm_unit_is_sliced(const UPC_EvtTableRec_t *record)
{
    return record->srcType == UPC_ES_L2_SLICE;
}

static uint64_t units_now(BgpmUnitTypes type, unsigned counter)
{
    if (type == BGPMUnitType_IO)
        return bgpm_io_now(PEVT_MU_PKT_INJ + counter);
    return bgpm_source_now(&bgpm_self.process->l2_source[counter]);
}

int bgpm_unit_add(const UPC_EvtTableRec_t *record)
{
    bgpm_node_t *node = bgpm_node();
    if (node->l2_mode == BGPM_L2_FREE)
        node->l2_mode = bgpm_unit_is_sliced(record) ? BGPM_L2_SLICED : BGPM_L2_COMBINED;
    return bgpm_unit_is_sliced(record) == (node->l2_mode == BGPM_L2_SLICED) ? 0 : BGPM_ECONF_L2_COMBINE;
}

static void units_each(BgpmUnitTypes type, void (*act)(bgpm_tally_t *, uint64_t))
{
    bgpm_unit_t *unit = units_unit(type);
    unsigned counters = type == BGPMUnitType_IO ? BGPM_IO_EVENTS : BGPM_L2_COUNTERS;
    for (unsigned i = 0; i < counters; i++)
        act(&unit->tally[i], units_now(type, i));
}

void bgpm_unit_start(BgpmUnitTypes type)
{
    bgpm_unit_t *unit = units_unit(type);
    if (!unit->runs)
        units_each(type, bgpm_tally_start);
    unit->runs = true;
}

void bgpm_unit_stop(BgpmUnitTypes type)
{
    units_each(type, bgpm_tally_stop);
    units_unit(type)->runs = false;
}

void bgpm_unit_clear(BgpmUnitTypes type)
{
    units_each(type, bgpm_tally_clear);
    for (unsigned s = 0; type == BGPMUnitType_L2 && s < BGPM_L2_SLICES; s++)
        for (unsigned i = 0; i < BGPM_L2_COUNTERS; i++)
            bgpm_self.process->slice[s][i] = 0;
}

void bgpm_unit_apply(bgpm_set_t *set)
{
    for (unsigned i = 0; set->unit == BGPMUnitType_L2 && i < set->events; i++) {
        const UPC_EvtTableRec_t *record = set->event[i].record;
        bgpm_source_t *source = &bgpm_self.process->l2_source[units_counter_of(record)];
        if (source->emulation == EMUQ_EVENT_ZERO)
            bgpm_source_open(source, record, 0, 0);
    }
    bgpm_unit_clear(set->unit);
    set->frozen = set->applied = true;
}

uint64_t bgpm_unit_value(const bgpm_event_t *event)
{
    BgpmUnitTypes type = (BgpmUnitTypes)event->record->unit;
    unsigned counter = units_counter_of(event->record);
    if (!bgpm_unit_is_sliced(event->record))
        return bgpm_tally_value(&units_unit(type)->tally[counter], units_now(type, counter));
    uint64_t sum = 0;
    for (unsigned slice = 0; slice < BGPM_L2_SLICES; slice++)
        sum += bgpm_self.process->slice[slice][counter];
    return sum;
}

int bgpm_unit_write(const bgpm_event_t *event, uint64_t value)
{
    BgpmUnitTypes type = (BgpmUnitTypes)event->record->unit;
    unsigned counter = units_counter_of(event->record);
    if (bgpm_unit_is_sliced(event->record))
        return BGPM_EINV_OP;
    bgpm_tally_clear(&units_unit(type)->tally[counter], units_now(type, counter));
    units_unit(type)->tally[counter].sum = value;
    return 0;
}

uint64_t *bgpm_unit_period(const bgpm_event_t *event)
{
    unsigned counter = units_counter_of(event->record);
    bgpm_node_t *node = bgpm_node();
    return event->record->unit == BGPMUnitType_IO ? &node->io_period[counter] : &node->l2_period[counter];
}

/* Tests if another event of a set has a period for the counter. Combined events have separate counters. */
static bool units_set_shares_period(const bgpm_set_t *set, const bgpm_event_t *event)
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
            if (units_set_shares_period(process->set[s], event))
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

/* Counter of a slice, for applied sets of slice events. */
static uint64_t *units_slice_counter(bgpm_call_t *call, unsigned slice)
{
    bgpm_check(call, slice < BGPM_L2_SLICES, BGPM_EINV_L2_SLICE);
    bgpm_check(call, call->set->unit == BGPMUnitType_L2 && bgpm_unit_is_sliced(call->event->record),
               BGPM_EINV_OP);
    bgpm_check(call, call->set->applied, BGPM_ENOT_APPLIED);
    return call->rc == 0 ? &bgpm_self.process->slice[slice][units_counter_of(call->event->record)] : NULL;
}

int Bgpm_L2_ReadEvent(unsigned hEvtSet, unsigned slice, unsigned idx, uint64_t *pValue)
{
    bgpm_call_t call = bgpm_enter_event(hEvtSet, idx, BGPM_UNIT);
    bgpm_check(&call, pValue != NULL, BGPM_EINV_PARM);
    const uint64_t *counter = units_slice_counter(&call, slice);
    if (counter != NULL)
        *pValue = *counter;
    return BGPM_LEAVE(call);
}

int Bgpm_L2_WriteEvent(unsigned hEvtSet, unsigned slice, unsigned idx, uint64_t value)
{
    bgpm_call_t call = bgpm_enter_event(hEvtSet, idx, BGPM_CONTROL | BGPM_UNIT);
    uint64_t *counter = units_slice_counter(&call, slice);
    if (counter != NULL)
        *counter = value;
    return BGPM_LEAVE(call);
}

int Bgpm_GetL2Combine(unsigned hEvtSet, UpciBool_t *pCombine)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, BGPM_UNIT);
    bgpm_check(&call, pCombine != NULL, BGPM_EINV_PARM);
    if (bgpm_check(&call, call.set->unit == BGPMUnitType_L2, BGPM_EUNSUP_ATTRIB))
        *pCombine = !bgpm_unit_is_sliced(call.set->event[0].record);
    return BGPM_LEAVE(call);
}

/* ---- network sets ----
 * The first set of a link controls it; later sets of any process of the node read its counts. */

static bool units_mask_has(uint16_t mask, unsigned link)
{
    return mask >> (15 - link) & 1;
}

/* First counter of a link for an event; send events may take the following ones, too. */
static unsigned units_first_counter(unsigned id)
{
    if (id == PEVT_NW_CYCLES)
        return BGPM_LINK_COUNTERS;
    if (id >= PEVT_NW_SENT)
        return id == PEVT_NW_SENT ? 0 : id == PEVT_NW_RECV ? BGPM_SEND_COUNTERS : BGPM_SEND_COUNTERS + 1;
    if (id < PEVT_NW_USER_PP_RECV)
        return 0;
    return id < PEVT_NW_USER_PP_RECV_FIFO ? BGPM_SEND_COUNTERS : BGPM_SEND_COUNTERS + 1;
}

int bgpm_nw_assign(const bgpm_set_t *set, bgpm_event_t *event)
{
    unsigned counter = units_first_counter(event->record->evtId);
    unsigned end = counter == 0 ? (unsigned)BGPM_SEND_COUNTERS : counter + 1;
    unsigned used = 0;
    for (unsigned i = 0; i < set->events; i++)
        used |= 1u << set->event[i].nw_counter;
    while (counter < end && counter != BGPM_LINK_COUNTERS && (used >> counter & 1))
        counter++;
    if (counter >= end)
        return BGPM_ECTRRESERVED;
    event->nw_counter = (uint8_t)counter;
    return 0;
}

/* Tests if a link counts the channels of the events. */
static bool units_is_compatible(const bgpm_link_t *link, const bgpm_set_t *set)
{
    for (unsigned i = 0; i < set->events; i++) {
        const bgpm_event_t *e = &set->event[i];
        if (e->nw_counter < BGPM_LINK_COUNTERS && link->channels[e->nw_counter] != e->channels)
            return false;
    }
    return true;
}

static void units_each_counter(unsigned number, void (*act)(bgpm_tally_t *, uint64_t))
{
    bgpm_link_t *link = &bgpm_node()->link[number];
    for (unsigned i = 0; i <= BGPM_LINK_COUNTERS; i++)
        act(&link->tally[i], bgpm_link_now(number, i, i < BGPM_LINK_COUNTERS ? link->channels[i] : 0));
}

static void units_link_program(unsigned number, const bgpm_set_t *set)
{
    bgpm_link_t *link = &bgpm_node()->link[number];
    *link = (bgpm_link_t){.owner = set};
    for (unsigned i = 0; i < set->events; i++) {
        const bgpm_event_t *e = &set->event[i];
        if (e->nw_counter < BGPM_LINK_COUNTERS)
            link->channels[e->nw_counter] = e->channels;
    }
}

int bgpm_nw_attach(bgpm_set_t *set, uint64_t mask)
{
    bgpm_node_t *node = bgpm_node();
    if ((mask & ~(uint64_t)UPC_NW_ALL_LINKS) != 0)
        return BGPM_EINV_PARM;
    uint16_t links = (uint16_t)(mask & ~(uint64_t)set->links);
    for (unsigned link = 0; link < UPC_NW_NUM_LINKS; link++) {
        if (units_mask_has(links, link) && node->link[link].owner != NULL &&
            !units_is_compatible(&node->link[link], set))
            return BGPM_ELINK_CTRS_INCOMPAT;
    }
    for (unsigned link = 0; link < UPC_NW_NUM_LINKS; link++) {
        if (units_mask_has(links, link) && node->link[link].owner == NULL)
            units_link_program(link, set);
    }
    set->links |= links;
    return 0;
}

int bgpm_nw_detach(bgpm_set_t *set)
{
    bgpm_node_t *node = bgpm_node();
    if (set->links == 0)
        return BGPM_WNOT_LINK_CTL;
    for (unsigned link = 0; link < UPC_NW_NUM_LINKS; link++) {
        if (node->link[link].owner == set) {
            units_each_counter(link, bgpm_tally_stop);
            node->link[link].owner = NULL;
        }
    }
    set->links = 0;
    return 0;
}

/* Applies @p act to the controlled links that run or do not run. @param done set to their number @return
 * number of controlled links */
static unsigned units_each_controlled(const bgpm_set_t *set, bool running, unsigned *done,
                                      void (*act)(bgpm_tally_t *, uint64_t))
{
    const bgpm_node_t *node = bgpm_node();
    unsigned controlled = 0;
    *done = 0;
    for (unsigned link = 0; link < UPC_NW_NUM_LINKS; link++) {
        if (node->link[link].owner != set)
            continue;
        controlled++;
        if (node->link[link].tally[BGPM_LINK_COUNTERS].runs == running) {
            units_each_counter(link, act);
            (*done)++;
        }
    }
    return controlled;
}

int bgpm_nw_start(bgpm_set_t *set)
{
    unsigned started;
    if (units_each_controlled(set, false, &started, bgpm_tally_start) == 0)
        return BGPM_WNOT_LINK_CTL;
    return started == 0 ? BGPM_WALREADY_STARTED : 0;
}

int bgpm_nw_stop(bgpm_set_t *set)
{
    unsigned stopped;
    if (units_each_controlled(set, true, &stopped, bgpm_tally_stop) == 0)
        return BGPM_WNOT_LINK_CTL;
    return stopped == 0 ? BGPM_WALREADY_STOPPED : 0;
}

int bgpm_nw_reset(bgpm_set_t *set)
{
    unsigned done;
    (void)units_each_controlled(set, true, &done, bgpm_tally_clear);
    return units_each_controlled(set, false, &done, bgpm_tally_clear) == 0 ? BGPM_WNOT_LINK_CTL : 0;
}

int bgpm_nw_read(const bgpm_set_t *set, const bgpm_event_t *event, uint16_t mask, uint64_t *value)
{
    *value = 0;
    if (mask == 0 || (mask & ~set->links) != 0)
        return BGPM_WNOT_ATTACHED;
    unsigned counter = event->nw_counter;
    for (unsigned number = 0; number < UPC_NW_NUM_LINKS; number++) {
        if (!units_mask_has(mask, number))
            continue;
        const bgpm_link_t *link = &bgpm_node()->link[number];
        unsigned channels = counter < BGPM_LINK_COUNTERS ? link->channels[counter] : 0;
        uint64_t count = bgpm_tally_value(&link->tally[counter], bgpm_link_now(number, counter, channels));
        if (counter < BGPM_LINK_COUNTERS)
            *value += count;
        else
            *value = UPCI_MAX(*value, UPC_NW_Convert2NWCycles(count));
    }
    return 0;
}

int Bgpm_NW_ReadLinkEvent(unsigned hEvtSet, unsigned evtIdx, UPC_NW_LinkMasks mask, uint64_t *pValue)
{
    bgpm_call_t call = bgpm_enter_event(hEvtSet, evtIdx, BGPM_UNIT);
    bgpm_check(&call, pValue != NULL, BGPM_EINV_PARM);
    if (bgpm_check(&call, call.set->unit == BGPMUnitType_NW, BGPM_EINV_OP))
        call.rc = bgpm_nw_read(call.set, call.event, (uint16_t)mask, pValue);
    return BGPM_LEAVE(call);
}

static bool units_has_channels(const bgpm_event_t *event)
{
    unsigned id = event->record->evtId;
    return id >= PEVT_NW_SENT && id <= PEVT_NW_RECV_FIFO;
}

int Bgpm_SetEventVirtChannels(unsigned hEvtSet, unsigned evtIdx, UPC_NW_Vchannels mask)
{
    bgpm_call_t call = bgpm_enter_event(hEvtSet, evtIdx, BGPM_CONTROL | BGPM_UNIT);
    bgpm_check(&call, units_has_channels(call.event), BGPM_EUNSUP_ATTRIB);
    if (bgpm_check(&call, ((unsigned)mask & ~(unsigned)UPC_NW_VC_ALL) == 0, BGPM_EINV_PARM))
        call.event->channels = (uint8_t)mask;
    return BGPM_LEAVE(call);
}

int Bgpm_GetEventVirtChannels(unsigned hEvtSet, unsigned evtIdx, UPC_NW_Vchannels *pMask)
{
    bgpm_call_t call = bgpm_enter_event(hEvtSet, evtIdx, BGPM_UNIT);
    bgpm_check(&call, pMask != NULL, BGPM_EINV_PARM);
    if (bgpm_check(&call, units_has_channels(call.event), BGPM_EUNSUP_ATTRIB))
        *pMask = (UPC_NW_Vchannels)call.event->channels;
    return BGPM_LEAVE(call);
}
