/* SPDX-License-Identifier: BSD-3-Clause */
/** @file cycle.c
 *  Events are applied, nodes choose. */
#include "network/cycle.h"
#include "network/injection.h"
#include "network/interrupt.h"
#include "network/reception.h"
#include "network/router.h"
#include "network/tree.h"

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

void emuq_net_run_cycle(emuq_net_t *net, uint64_t cycle)
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
