/* SPDX-License-Identifier: BSD-3-Clause */
/** @file cycle.c
 *  Events are applied, nodes choose. */
#include "base/lock.h"
#include "network/cycle.h"
#include "network/errors.h"
#include "network/injection.h"
#include "network/interrupt.h"
#include "network/reception.h"
#include "network/router.h"
#include "network/tree.h"

#define AHEAD 8 /* events between the one that is applied and the one whose state is fetched */
#define FAR   5 /* nodes between the one that chooses and the one whose buffers are fetched */

/** Notes that a node must choose when all events of the cycle were applied, if there is something to choose
 * from. */
static inline void touch(emuq_net_t *net, uint32_t node)
{
    emuq_net_node_t *n = &net->node[node];
    if (!n->touched && (n->dirty != 0 || n->fresh != 0 || n->engines != 0 || n->collective)) {
        n->touched = true;
        net->touched[net->touched_count++] = node;
    }
}

/** A link may have become of use. That changes nothing while it is busy, or nothing asks for it.
 *  @return it does change something */
static inline bool refresh(emuq_net_node_t *n, uint32_t link)
{
    bool matters = n->free & n->asked & 1u << link || n->collective;
    n->fresh |= (uint16_t)(matters << link);
    if (matters)
        emuq_prefetch_for_write(n->asks); /* the node chooses at the end of the cycle */
    return matters;
}

/** Tokens are back. */
static inline void tokens_back(emuq_net_t *net, const emuq_net_event_t *e)
{
    emuq_net_node_t *n = &net->node[e->node];
    emuq_net_tokens(n, e->vc)[e->port] += e->size;
    if (refresh(n, e->port))
        touch(net, e->node);
}

/** A header has come in. */
static inline void arrive(emuq_net_t *net, const emuq_net_event_t *e)
{
    if (e->vc < EMUQ_NET_VCS)
        emuq_net_arrive(net, e->node, e->port, e->vc, e->item);
    else
        emuq_net_tree_arrive(net, e->node, e->port, e->item);
    touch(net, e->node);
}

/** A link has sent a packet. */
static inline void link_free(emuq_net_t *net, const emuq_net_event_t *e)
{
    emuq_net_node_t *n = &net->node[e->node];
    uint64_t resending = net->line != NULL ? emuq_net_resending(net, e->node, e->port) : 0;
    if (resending > 0) /* the copy that is kept has neither a path nor a place of the unit */
        emuq_net_after(net, resending,
                       (emuq_net_event_t){
                           .node = e->node, .item = EMUQ_NET_UNITS, .kind = EMUQ_NET_SENT, .port = e->port});
    else {
        n->free |= (uint16_t)(1u << e->port);
        refresh(n, e->port);
    }
    if (e->item < EMUQ_NET_FIFO_UNIT) {
        emuq_net_busy(n, e->vc)[e->item]--;
        emuq_net_offer(n, e->item);
    } else if (e->item < EMUQ_NET_UNITS)
        emuq_net_left(net, e->node, e->item - EMUQ_NET_FIFO_UNIT, e->size);
    touch(net, e->node);
}

/** A packet of a receiver is in a reception FIFO. */
static void taken(emuq_net_t *net, const emuq_net_event_t *e)
{
    emuq_net_node_t *n = &net->node[e->node];
    emuq_net_busy(n, e->vc)[e->port]--;
    n->entering[e->port] &= (uint8_t)~e->size;
    emuq_net_offer(n, e->port);
}

/** An event of the last lane. */
static inline void apply_rest(emuq_net_t *net, const emuq_net_event_t *e)
{
    switch (e->kind) {
    case EMUQ_NET_TAKEN:
        taken(net, e);
        break;
    case EMUQ_NET_COPIED:
        emuq_net_left(net, e->node, e->port, e->size);
        break;
    case EMUQ_NET_TAIL:
        emuq_net_complete(net, e->node, e->port, e->item);
        return; /* there is nothing new to choose from; the same below */
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
        emuq_net_tree_free(net, e->node, e->port);
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
    touch(net, e->node);
}

static void expect_tokens(const emuq_net_t *net, const emuq_net_event_t *e)
{
    emuq_prefetch_for_write(&net->node[e->node]);
}

static void expect_arrival(const emuq_net_t *net, const emuq_net_event_t *e)
{
    const emuq_net_node_t *n = &net->node[e->node];
    emuq_prefetch_for_write(n);
    emuq_prefetch_for_write(n->asks);
    emuq_prefetch_for_write(&net->packet[e->item]);
    if (e->vc < EMUQ_NET_VCS) /* trees have no such buffers */
        emuq_prefetch_for_write(emuq_net_buffer_of(net, e->node, e->port, e->vc));
}

static void expect_free(const emuq_net_t *net, const emuq_net_event_t *e)
{
    const emuq_net_node_t *n = &net->node[e->node];
    emuq_prefetch_for_write(n);
    if (e->item < EMUQ_NET_FIFO_UNIT)
        emuq_prefetch_for_write(n->busy);
    else if (e->item < EMUQ_NET_UNITS)
        emuq_prefetch_for_write(&n->injection[e->item - EMUQ_NET_FIFO_UNIT]);
}

static void expect_rest(const emuq_net_t *net, const emuq_net_event_t *e)
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

/** Brings into the cache what an event to come looks at. */
static inline void expect(const emuq_net_t *net, uint32_t lane, const emuq_net_event_t *e)
{
    switch (lane) {
    case EMUQ_NET_ARRIVE:
        expect_arrival(net, e);
        break;
    case EMUQ_NET_TOKEN:
        expect_tokens(net, e);
        break;
    case EMUQ_NET_SENT:
        expect_free(net, e);
        break;
    default:
        expect_rest(net, e);
    }
}

static inline void apply(emuq_net_t *net, uint32_t lane, const emuq_net_event_t *e)
{
    switch (lane) {
    case EMUQ_NET_ARRIVE:
        arrive(net, e);
        break;
    case EMUQ_NET_TOKEN:
        tokens_back(net, e);
        break;
    case EMUQ_NET_SENT:
        link_free(net, e);
        break;
    default:
        apply_rest(net, e);
    }
}

/** Applies the events of a lane, which the compiler knows. Those that come first have been fetched in the
 * cycle before. */
static inline __attribute__((always_inline)) void run_lane(emuq_net_t *net, const emuq_net_slot_t *slot,
                                                           uint32_t lane)
{
    const emuq_net_event_t *next;
    uint32_t place = 0, ahead = 0;
    for (uint32_t i = 0; i < AHEAD && emuq_net_read(&net->calendar, &slot->lane[lane], &ahead) != NULL; i++)
        continue;
    while ((next = emuq_net_read(&net->calendar, &slot->lane[lane], &place)) != NULL) {
        emuq_net_event_t event = *next; /* the array may move */
        if ((next = emuq_net_read(&net->calendar, &slot->lane[lane], &ahead)) != NULL)
            expect(net, lane, next);
        apply(net, lane, &event);
    }
}

/** Brings into the cache the first packets of units that ask for a link. */
static void expect_units(const emuq_net_t *net, uint32_t node, uint32_t units)
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

/** Brings into the cache what a node looks at that chooses soon: of what iMEs may build, of packets that may
 * be received, and of the first link that may be granted. */
static void expect_choice(const emuq_net_t *net, uint32_t node)
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
    links &= n->free & n->asked;
    emuq_prefetch_for_write(n->busy);
    if (links == 0)
        return;
    emuq_prefetch_for_write(n->recent);
    expect_units(net, node, n->asks[__builtin_ctz(links)]);
}

/** Nodes choose that may have got something to choose from. What shows what they look at is fetched before
 * that itself is. */
static void choose(emuq_net_t *net)
{
    for (uint32_t i = 0; i < FAR && i < net->touched_count; i++)
        expect_choice(net, net->touched[i]);
    for (uint32_t i = 0; i < net->touched_count; i++) {
        uint32_t node = net->touched[i];
        if (i + 2 * FAR < net->touched_count) {
            emuq_prefetch_for_write(&net->node[net->touched[i + 2 * FAR]]);
            emuq_prefetch_for_write(net->node[net->touched[i + 2 * FAR]].asks);
        }
        if (i + FAR < net->touched_count)
            expect_choice(net, net->touched[i + FAR]);
        net->node[node].touched = false;
        if (net->node[node].engines != 0)
            emuq_net_build(net, node);
        emuq_net_choose(net, node);
    }
}

/** What the first events of the next cycle look at. */
static void expect_next(const emuq_net_t *net, uint64_t cycle)
{
    const emuq_net_slot_t *slot = &net->calendar.slot[cycle % EMUQ_NET_SLOTS];
    const emuq_net_event_t *e;
    for (uint32_t lane = 0; lane < EMUQ_NET_LANES; lane++) {
        uint32_t ahead = 0;
        for (uint32_t i = 0;
             i < AHEAD && (e = emuq_net_read(&net->calendar, &slot->lane[lane], &ahead)) != NULL; i++)
            expect(net, lane, e);
    }
}

void emuq_net_run_cycle(emuq_net_t *net, uint64_t cycle)
{
    const emuq_net_slot_t *slot = emuq_net_advance(&net->calendar, cycle);
    net->touched_count = 0;
    run_lane(net, slot, EMUQ_NET_TOKEN);
    run_lane(net, slot, EMUQ_NET_ARRIVE);
    run_lane(net, slot, EMUQ_NET_SENT);
    run_lane(net, slot, EMUQ_NET_LANES - 1);
    emuq_net_clear(&net->calendar);
    expect_next(net, cycle + 1);
    choose(net);
}
