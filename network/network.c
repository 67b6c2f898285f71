/* SPDX-License-Identifier: BSD-3-Clause */
/** @file network.c
 *  Messages come in, time goes on. */
#include <errno.h>

#include "network/injection.h"
#include "network/interrupt.h"
#include "network/reception.h"
#include "network/route.h"
#include "network/router.h"
#include "network/tree.h"

#define LOCAL_FIFOS (1u << EMUQ_NET_L0 | 1u << EMUQ_NET_L1)
#define LINK_FIFOS  (((1u << EMUQ_NET_L0) - 1) | 1u << EMUQ_NET_HP | 1u << EMUQ_NET_IO)

/** Whether messages of a header channel can be sent from point to point. */
static bool has_channel(const emuq_net_t *net, uint32_t vc)
{
    return net->p.vc[vc].kind != EMUQ_NET_NONE && net->p.vc[vc].kind != EMUQ_NET_UPPER;
}

/** Sets what follows from a message: hops, and FIFOs that it may use. @return 0 or -EINVAL */
static int plan(const emuq_net_t *net, const emuq_net_message_t *m, emuq_net_work_t *work)
{
    uint32_t hops = 0, fifos = LOCAL_FIFOS;
    if (m->source >= net->nodes || m->destination >= net->nodes || m->queue >= EMUQ_NET_QUEUES)
        return -EINVAL;
    if (m->vc >= EMUQ_NET_VCS) {
        int fifo = emuq_net_tree_plan(net, m);
        fifos = fifo < 0 ? 0 : 1u << fifo;
    } else if (m->zone >= EMUQ_NET_ZONES || m->hints >> net->links != 0 || !has_channel(net, m->vc) ||
               emuq_net_plan(net, m, work->left) != 0)
        return -EINVAL;
    for (uint32_t d = 0; d < net->shape.dimensions; d++)
        hops |= (uint32_t)(work->left[d] != 0);
    work->map = m->map & (hops == 0 ? fifos : LINK_FIFOS);
    return work->map != 0 ? 0 : -EINVAL;
}

int emuq_net_send(emuq_net_t *net, uint64_t tick, const emuq_net_message_t *message)
{
    emuq_net_work_t work = {.message = *message};
    if (plan(net, message, &work) != 0 || !emuq_net_cycle_of(net, tick, &work.available))
        return -EINVAL;
    uint32_t i = emuq_net_take_work(net);
    net->work[i] = work;
    emuq_net_enqueue(net, i);
    return 0;
}

/** A link has sent a packet. */
static void link_free(emuq_net_t *net, const emuq_net_event_t *e)
{
    emuq_net_node_t *n = &net->node[e->node];
    n->free |= (uint16_t)(1u << e->port);
    n->fresh |= (uint16_t)(1u << e->port);
    if (e->item < EMUQ_NET_FIFO_UNIT) {
        emuq_net_buffer_of(net, e->node, e->item, e->vc)->paths++;
        n->dirty |= 1u << e->item;
    } else if (e->item < EMUQ_NET_UNITS)
        emuq_net_left(net, e->node, e->item - EMUQ_NET_FIFO_UNIT, e->size);
}

/** A packet of a receiver is in a reception FIFO. */
static void taken(emuq_net_t *net, const emuq_net_event_t *e)
{
    emuq_net_node_t *n = &net->node[e->node];
    emuq_net_buffer_of(net, e->node, e->port, e->vc)->paths++;
    n->entering[e->port] &= (uint8_t)~e->size;
    n->dirty |= 1u << e->port;
}

static void apply(emuq_net_t *net, const emuq_net_event_t *e)
{
    emuq_net_node_t *n = &net->node[e->node];
    switch (e->kind) {
    case EMUQ_NET_ARRIVE:
        if (e->vc < EMUQ_NET_VCS)
            emuq_net_arrive(net, e->node, e->port, e->item);
        else
            emuq_net_tree_arrive(net, e->node, e->port, e->item);
        break;
    case EMUQ_NET_TOKEN:
        n->tokens[e->port][e->vc] += e->size;
        n->fresh |= (uint16_t)(1u << e->port);
        break;
    case EMUQ_NET_SENT:
        link_free(net, e);
        break;
    case EMUQ_NET_TAKEN:
        taken(net, e);
        break;
    case EMUQ_NET_COPIED:
        emuq_net_left(net, e->node, e->port, e->size);
        break;
    case EMUQ_NET_TAIL:
        emuq_net_complete(net, e->node, e->port, e->item);
        break;
    case EMUQ_NET_DRAINED:
        emuq_net_drained(net, e->node, e->port);
        break;
    case EMUQ_NET_VISIBLE:
        emuq_net_visible(net, e->node, e->port);
        break;
    case EMUQ_NET_RETRY:
        emuq_net_retry(net, e->node, e->port);
        break;
    case EMUQ_NET_READY:
        emuq_net_ready(net, e->item);
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
}

/** Applies the events of a cycle; then each node that had one chooses. */
static void run_cycle(emuq_net_t *net, uint64_t cycle)
{
    emuq_net_slot_t *slot = emuq_net_advance(&net->calendar, cycle);
    net->touched_count = 0;
    for (uint32_t i = 0; i < slot->count; i++) {
        emuq_net_event_t event = slot->event[i]; /* the array may move */
        if (!net->node[event.node].touched) {
            net->node[event.node].touched = true;
            net->touched[net->touched_count++] = event.node;
        }
        apply(net, &event);
    }
    emuq_net_clear(&net->calendar);
    for (uint32_t i = 0; i < net->touched_count; i++) {
        uint32_t node = net->touched[i];
        net->node[node].touched = false;
        emuq_net_build(net, node);
        emuq_net_choose(net, node);
    }
}

uint64_t emuq_net_next(const emuq_net_t *net)
{
    uint64_t cycle = emuq_net_upcoming(&net->calendar);
    return cycle == UINT64_MAX ? cycle : cycle * net->p.clock.cycle;
}

void emuq_net_run(emuq_net_t *net, uint64_t until)
{
    uint64_t cycle, last = until == UINT64_MAX ? until - 1 : until / net->p.clock.cycle;
    while ((cycle = emuq_net_upcoming(&net->calendar)) <= last)
        run_cycle(net, cycle);
    if (until != UINT64_MAX && last > net->calendar.now)
        net->calendar.now = last;
}

uint64_t emuq_net_present(const emuq_net_t *net)
{
    return net->present;
}

const emuq_net_counts_t *emuq_net_counts(const emuq_net_t *net, uint32_t node, uint32_t direction)
{
    return &net->counts[node * net->links + direction];
}
