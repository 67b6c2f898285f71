/* SPDX-License-Identifier: BSD-3-Clause */
/* Network sets: the processes of a node share the links; the first set of a link controls the link, later
 * sets read its counts (bgpm 4). */
#include "bgpm/src/private.h"

static bool on_mask(uint16_t mask, unsigned link)
{
    return mask >> (15 - link) & 1;
}

unsigned bgpm_nw_links(uint16_t mask)
{
    return (unsigned)__builtin_popcount(mask);
}

/* The first counter of a link for an event; send events may take the following counters, too. */
static unsigned first_counter(unsigned id)
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
    unsigned counter = first_counter(event->record->evtId);
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

/* Whether a link counts the channels of the events of a set. */
static bool is_compatible(const bgpm_link_t *link, const bgpm_set_t *set)
{
    for (unsigned i = 0; i < set->events; i++) {
        const bgpm_event_t *e = &set->event[i];
        if (e->nw_counter < BGPM_LINK_COUNTERS && link->channels[e->nw_counter] != e->channels)
            return false;
    }
    return true;
}

/* Applies @p act to the counters of a link. */
static void link_each(unsigned number, void (*act)(bgpm_tally_t *, uint64_t))
{
    bgpm_link_t *link = &bgpm_node()->link[number];
    for (unsigned i = 0; i <= BGPM_LINK_COUNTERS; i++)
        act(&link->tally[i], bgpm_link_now(number, i, i < BGPM_LINK_COUNTERS ? link->channels[i] : 0));
}

static bool link_runs(const bgpm_link_t *link)
{
    return link->tally[BGPM_LINK_COUNTERS].runs;
}

static void link_program(unsigned number, const bgpm_set_t *set)
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
        if (on_mask(links, link) && node->link[link].owner != NULL && !is_compatible(&node->link[link], set))
            return BGPM_ELINK_CTRS_INCOMPAT;
    }
    for (unsigned link = 0; link < UPC_NW_NUM_LINKS; link++) {
        if (on_mask(links, link) && node->link[link].owner == NULL)
            link_program(link, set);
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
            link_each(link, bgpm_tally_stop);
            node->link[link].owner = NULL;
        }
    }
    set->links = 0;
    return 0;
}

/* Applies @p act to the controlled links in the given state.
 * @param done set to the number of links @return the number of controlled links */
static unsigned controlled_each(const bgpm_set_t *set, bool running, unsigned *done,
                                void (*act)(bgpm_tally_t *, uint64_t))
{
    const bgpm_node_t *node = bgpm_node();
    unsigned controlled = 0;
    *done = 0;
    for (unsigned link = 0; link < UPC_NW_NUM_LINKS; link++) {
        if (node->link[link].owner != set)
            continue;
        controlled++;
        if (link_runs(&node->link[link]) == running) {
            link_each(link, act);
            (*done)++;
        }
    }
    return controlled;
}

int bgpm_nw_start(bgpm_set_t *set)
{
    unsigned started;
    if (controlled_each(set, false, &started, bgpm_tally_start) == 0)
        return BGPM_WNOT_LINK_CTL;
    return started == 0 ? BGPM_WALREADY_STARTED : 0;
}

int bgpm_nw_stop(bgpm_set_t *set)
{
    unsigned stopped;
    if (controlled_each(set, true, &stopped, bgpm_tally_stop) == 0)
        return BGPM_WNOT_LINK_CTL;
    return stopped == 0 ? BGPM_WALREADY_STOPPED : 0;
}

int bgpm_nw_reset(bgpm_set_t *set)
{
    unsigned done;
    (void)controlled_each(set, true, &done, bgpm_tally_clear);
    return controlled_each(set, false, &done, bgpm_tally_clear) == 0 ? BGPM_WNOT_LINK_CTL : 0;
}

int bgpm_nw_read(const bgpm_set_t *set, const bgpm_event_t *event, uint16_t mask, uint64_t *value)
{
    *value = 0;
    if (mask == 0 || (mask & ~set->links) != 0)
        return BGPM_WNOT_ATTACHED;
    unsigned counter = event->nw_counter;
    for (unsigned number = 0; number < UPC_NW_NUM_LINKS; number++) {
        if (!on_mask(mask, number))
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

/* ---- public ---- */

int Bgpm_NW_ReadLinkEvent(unsigned hEvtSet, unsigned evtIdx, UPC_NW_LinkMasks mask, uint64_t *pValue)
{
    bgpm_call_t call = bgpm_enter_event(hEvtSet, evtIdx, BGPM_UNIT);
    bgpm_check(&call, pValue != NULL, BGPM_EINV_PARM);
    if (bgpm_check(&call, call.rc != 0 || call.set->unit == BGPMUnitType_NW, BGPM_EINV_OP))
        call.rc = bgpm_nw_read(call.set, call.event, (uint16_t)mask, pValue);
    return BGPM_LEAVE(call);
}

static bool has_channels(const bgpm_event_t *event)
{
    unsigned id = event->record->evtId;
    return id >= PEVT_NW_SENT && id <= PEVT_NW_RECV_FIFO;
}

int Bgpm_SetEventVirtChannels(unsigned hEvtSet, unsigned evtIdx, UPC_NW_Vchannels mask)
{
    bgpm_call_t call = bgpm_enter_event(hEvtSet, evtIdx, BGPM_CONTROL | BGPM_UNIT);
    bgpm_check(&call, call.rc != 0 || has_channels(call.event), BGPM_EUNSUP_ATTRIB);
    if (bgpm_check(&call, ((unsigned)mask & ~(unsigned)UPC_NW_VC_ALL) == 0, BGPM_EINV_PARM))
        call.event->channels = (uint8_t)mask;
    return BGPM_LEAVE(call);
}

int Bgpm_GetEventVirtChannels(unsigned hEvtSet, unsigned evtIdx, UPC_NW_Vchannels *pMask)
{
    bgpm_call_t call = bgpm_enter_event(hEvtSet, evtIdx, BGPM_UNIT);
    bgpm_check(&call, pMask != NULL, BGPM_EINV_PARM);
    if (bgpm_check(&call, call.rc != 0 || has_channels(call.event), BGPM_EUNSUP_ATTRIB))
        *pMask = (UPC_NW_Vchannels)call.event->channels;
    return BGPM_LEAVE(call);
}
