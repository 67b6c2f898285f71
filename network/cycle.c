/* SPDX-License-Identifier: BSD-3-Clause */
/* Executes a cycle: its events, then the choices of marked nodes. State is prefetched before its use. */
#include "base/lock.h"
#include "network/machine.h"

#define FETCH_EVENTS 8 /* prefetch distance in events */
#define FETCH_NODES  5 /* prefetch distance in nodes */

/** Lists a node whose packets may start at the end of the cycle. */
static inline void cycle_touch(emuq_net_t *net, uint32_t node)
{
    emuq_net_node_t *n = &net->node[node];
    if (!n->touched && (n->dirty != 0 || n->fresh != 0 || n->engines != 0 || n->collective)) {
        n->touched = true;
        net->touched[net->touched_count++] = node;
    }
}

/** Marks a link that may have become usable. @return true: the link is idle and requested */
static inline bool cycle_refresh(emuq_net_node_t *n, uint32_t link)
{
    bool matters = n->free & n->requested & 1u << link || n->collective;
    n->fresh |= (uint16_t)(matters << link);
    if (matters)
        emuq_prefetch_for_write(n->requesters);
    return matters;
}

static inline void cycle_tokens(emuq_net_t *net, const emuq_net_event_t *e)
{
    emuq_net_node_t *n = &net->node[e->node];
    emuq_net_tokens(n, e->vc)[e->port] += e->size;
    if (cycle_refresh(n, e->port))
        cycle_touch(net, e->node);
}

static inline void cycle_arrive(emuq_net_t *net, const emuq_net_event_t *e)
{
    if (e->vc < EMUQ_NET_VCS)
        emuq_net_arrive(net, e->node, e->port, e->vc, e->item);
    else
        emuq_net_tree_arrive(net, e->node, e->port, e->item);
    cycle_touch(net, e->node);
}

/** Handles #EMUQ_NET_SENT. */
static inline void cycle_link_free(emuq_net_t *net, const emuq_net_event_t *e)
{
    emuq_net_node_t *n = &net->node[e->node];
    uint64_t resending = net->line != NULL ? emuq_net_resend_left(net, e->node, e->port) : 0;
    if (resending > 0) /* a retransmission holds no path or space */
        emuq_net_after(net, resending, emuq_net_event(EMUQ_NET_SENT, e->node, e->port, 0, 0, EMUQ_NET_UNITS));
    else {
        n->free |= (uint16_t)(1u << e->port);
        cycle_refresh(n, e->port);
    }
    if (e->item < EMUQ_NET_FIFO_UNIT) {
        emuq_net_busy(n, e->vc)[e->item]--;
        emuq_net_mark_dirty(n, e->item);
    } else if (e->item < EMUQ_NET_UNITS)
        emuq_net_fifo_left(net, e->node, e->item - EMUQ_NET_FIFO_UNIT, e->size);
    cycle_touch(net, e->node);
}

static void cycle_taken(emuq_net_t *net, const emuq_net_event_t *e)
{
    emuq_net_node_t *n = &net->node[e->node];
    emuq_net_busy(n, e->vc)[e->port]--;
    n->entering[e->port] &= (uint8_t)~e->size;
    emuq_net_mark_dirty(n, e->port);
}

/** Applies an event of the last list. */
static inline void cycle_apply_rest(emuq_net_t *net, const emuq_net_event_t *e)
{
    switch (e->kind) {
    case EMUQ_NET_TAKEN:
        cycle_taken(net, e);
        break;
    case EMUQ_NET_COPIED:
        emuq_net_fifo_left(net, e->node, e->port, e->size);
        break;
    case EMUQ_NET_TAIL:
        emuq_net_tail(net, e->node, e->port, e->item);
        return; /* nothing new to choose */
    case EMUQ_NET_DRAINED:
        emuq_net_drained(net, e->node, e->port);
        break;
    case EMUQ_NET_VISIBLE:
        emuq_net_visible(net, e->node, e->port);
        return;
    case EMUQ_NET_RETRY:
        emuq_net_retry(net, e->node, e->port);
        return;
    case EMUQ_NET_READY:
        emuq_net_ready(net, e->item);
        break;
    case EMUQ_NET_FETCHED:
        emuq_net_fetched(net, e->port, e->item, e->size);
        break;
    case EMUQ_NET_BUILT:
        emuq_net_built(net, e->port, e->item);
        break;
    case EMUQ_NET_LOGIC:
        emuq_net_logic(net, e->node, e->port);
        break;
    case EMUQ_NET_STORED:
        emuq_net_stored(net, e->node, e->port, e->size);
        break;
    case EMUQ_NET_SIGNAL:
        emuq_net_signal(net, e->node, e->port, e->item, e->size);
        break;
    case EMUQ_NET_STATUS:
        emuq_net_status(net, e->node, e->port, e->size);
        break;
    }
    cycle_touch(net, e->node);
}

static void cycle_fetch_arrival(const emuq_net_t *net, const emuq_net_event_t *e)
{
    const emuq_net_node_t *n = &net->node[e->node];
    emuq_prefetch_for_write(n);
    emuq_prefetch_for_write(n->requesters);
    emuq_prefetch_for_write(&net->packet[e->item]);
    if (e->vc < EMUQ_NET_VCS) /* tree buffers are elsewhere */
        emuq_prefetch_for_write(emuq_net_buffer_of(net, e->node, e->port, e->vc));
}

static void cycle_fetch_free(const emuq_net_t *net, const emuq_net_event_t *e)
{
    const emuq_net_node_t *n = &net->node[e->node];
    emuq_prefetch_for_write(n);
    if (e->item < EMUQ_NET_FIFO_UNIT)
        emuq_prefetch_for_write(n->busy);
    else if (e->item < EMUQ_NET_UNITS)
        emuq_prefetch_for_write(&n->injection[e->item - EMUQ_NET_FIFO_UNIT]);
}

static void cycle_fetch_rest(const emuq_net_t *net, const emuq_net_event_t *e)
{
    const emuq_net_node_t *n = &net->node[e->node];
    emuq_prefetch_for_write(n);
    switch (e->kind) {
    case EMUQ_NET_TAIL:
        emuq_prefetch_for_write(&net->packet[e->item]);
        emuq_prefetch_for_write(&n->reception[e->port]);
        break;
    case EMUQ_NET_DRAINED:
    case EMUQ_NET_VISIBLE:
        emuq_prefetch_for_write(&n->reception[e->port]);
        break;
    case EMUQ_NET_BUILT:
    case EMUQ_NET_READY:
        emuq_prefetch_for_write(&net->work[e->item]);
        emuq_prefetch_for_write(&n->waiting);
        break;
    default:
        break;
    }
}

static inline void cycle_fetch(const emuq_net_t *net, uint32_t list, const emuq_net_event_t *e)
{
    switch (list) {
    case EMUQ_NET_ARRIVE:
        cycle_fetch_arrival(net, e);
        break;
    case EMUQ_NET_TOKEN:
        emuq_prefetch_for_write(&net->node[e->node]);
        break;
    case EMUQ_NET_SENT:
        cycle_fetch_free(net, e);
        break;
    default:
        cycle_fetch_rest(net, e);
    }
}

static inline void cycle_apply(emuq_net_t *net, uint32_t list, const emuq_net_event_t *e)
{
    switch (list) {
    case EMUQ_NET_ARRIVE:
        cycle_arrive(net, e);
        break;
    case EMUQ_NET_TOKEN:
        cycle_tokens(net, e);
        break;
    case EMUQ_NET_SENT:
        cycle_link_free(net, e);
        break;
    default:
        cycle_apply_rest(net, e);
    }
}

/** Applies the events of a list, a compile-time constant. The first events have been prefetched. */
static inline __attribute__((always_inline)) void cycle_run_list(emuq_net_t *net, const emuq_net_slot_t *slot,
                                                                 uint32_t list)
{
    const emuq_net_event_t *next;
    uint32_t position = 0, ahead = 0;
    for (uint32_t i = 0; i < FETCH_EVENTS && emuq_net_read(&net->calendar, &slot->list[list], &ahead) != NULL;
         i++)
        continue;
    while ((next = emuq_net_read(&net->calendar, &slot->list[list], &position)) != NULL) {
        emuq_net_event_t event = *next; /* posts may move the array */
        if ((next = emuq_net_read(&net->calendar, &slot->list[list], &ahead)) != NULL)
            cycle_fetch(net, list, next);
        cycle_apply(net, list, &event);
    }
}

static void cycle_fetch_units(const emuq_net_t *net, uint32_t node, uint32_t units)
{
    const emuq_net_node_t *n = &net->node[node];
    for (; units != 0; units &= units - 1) {
        uint32_t unit = (uint32_t)__builtin_ctz(units);
        if (unit >= EMUQ_NET_FIFO_UNIT) {
            emuq_prefetch_for_write(&n->injection[unit - EMUQ_NET_FIFO_UNIT]);
            continue;
        }
        for (uint32_t channels = n->heads[unit]; channels != 0; channels &= channels - 1)
            emuq_prefetch_for_write(emuq_net_buffer_of(net, node, unit, (uint32_t)__builtin_ctz(channels)));
    }
}

/** Prefetches messages, reception FIFOs, and the first link that may be granted. */
static void cycle_fetch_choice(const emuq_net_t *net, uint32_t node)
{
    const emuq_net_node_t *n = &net->node[node];
    uint32_t links = n->fresh;
    if (n->engines != 0)
        emuq_prefetch_for_write(&n->waiting);
    for (uint32_t units = n->dirty & n->receiving & ((1u << EMUQ_NET_FIFO_UNIT) - 1); units != 0;
         units &= units - 1)
        emuq_prefetch_for_write(
            &n->reception[emuq_net_reception_fifo(EMUQ_NET_WANT_T, (uint32_t)__builtin_ctz(units))]);
    for (uint32_t units = n->dirty; units != 0; units &= units - 1)
        links |= n->want[__builtin_ctz(units)];
    links &= n->free & n->requested;
    emuq_prefetch_for_write(n->busy);
    if (links == 0)
        return;
    emuq_prefetch_for_write(n->recent);
    cycle_fetch_units(net, node, n->requesters[__builtin_ctz(links)]);
}

/** Lets the listed nodes grant links. */
static void cycle_choose(emuq_net_t *net)
{
    for (uint32_t i = 0; i < FETCH_NODES && i < net->touched_count; i++)
        cycle_fetch_choice(net, net->touched[i]);
    for (uint32_t i = 0; i < net->touched_count; i++) {
        uint32_t node = net->touched[i];
        if (i + 2 * FETCH_NODES < net->touched_count) {
            emuq_prefetch_for_write(&net->node[net->touched[i + 2 * FETCH_NODES]]);
            emuq_prefetch_for_write(net->node[net->touched[i + 2 * FETCH_NODES]].requesters);
        }
        if (i + FETCH_NODES < net->touched_count)
            cycle_fetch_choice(net, net->touched[i + FETCH_NODES]);
        net->node[node].touched = false;
        if (net->node[node].engines != 0)
            emuq_net_build(net, node);
        emuq_net_choose(net, node);
    }
}

static void cycle_fetch_next(const emuq_net_t *net, uint64_t cycle)
{
    const emuq_net_slot_t *slot = &net->calendar.slot[cycle % EMUQ_NET_SLOTS];
    const emuq_net_event_t *e;
    for (uint32_t list = 0; list < EMUQ_NET_LISTS; list++) {
        uint32_t ahead = 0;
        for (uint32_t i = 0;
             i < FETCH_EVENTS && (e = emuq_net_read(&net->calendar, &slot->list[list], &ahead)) != NULL; i++)
            cycle_fetch(net, list, e);
    }
}

void emuq_net_run_cycle(emuq_net_t *net, uint64_t cycle)
{
    const emuq_net_slot_t *slot = emuq_net_calendar_advance(&net->calendar, cycle);
    net->touched_count = 0;
    cycle_run_list(net, slot, EMUQ_NET_TOKEN);
    cycle_run_list(net, slot, EMUQ_NET_ARRIVE);
    cycle_run_list(net, slot, EMUQ_NET_SENT);
    cycle_run_list(net, slot, EMUQ_NET_LISTS - 1);
    emuq_net_calendar_clear(&net->calendar);
    cycle_fetch_next(net, cycle + 1);
    cycle_choose(net);
}
