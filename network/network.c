/* SPDX-License-Identifier: BSD-3-Clause */
/* Public functions of the network: opening and closing of machines, messages, time. */
#include "network/machine.h"

#include <errno.h>
#include <stdlib.h>

#define LOCAL_FIFOS (1u << EMUQ_NET_L0 | 1u << EMUQ_NET_L1)
#define LINK_FIFOS  (((1u << EMUQ_NET_L0) - 1) | 1u << EMUQ_NET_HP | 1u << EMUQ_NET_IO)

/** Sets hops and FIFOs of a message. @return 0 or -EINVAL */
static int net_plan(const emuq_net_t *net, const emuq_net_message_t *m, emuq_net_work_t *work)
{
    uint32_t hops = 0, fifos = LOCAL_FIFOS;
    if (m->source >= net->nodes || m->destination >= net->nodes || m->queue >= EMUQ_NET_QUEUES ||
        m->packet > net->p.mu.payload)
        return -EINVAL;
    if (m->vc >= EMUQ_NET_VCS) {
        int fifo = emuq_net_tree_plan(net, m);
        fifos = fifo < 0 ? 0 : 1u << fifo;
    } else if (m->zone >= EMUQ_NET_ZONES || m->hints >> net->links != 0 ||
               net->p.vc[m->vc].kind == EMUQ_NET_NONE || net->p.vc[m->vc].kind == EMUQ_NET_UPPER ||
               emuq_net_route_plan(net, m, work->left) != 0)
        return -EINVAL;
    for (uint32_t d = 0; d < net->shape.dimensions; d++)
        hops |= (uint32_t)(work->left[d] != 0);
    work->map = m->map & (hops == 0 ? fifos : LINK_FIFOS);
    return work->map != 0 ? 0 : -EINVAL;
}

int emuq_net_send(emuq_net_t *net, uint64_t tick, const emuq_net_message_t *message)
{
    emuq_net_work_t work = {.message = *message};
    if (net_plan(net, message, &work) != 0)
        return -EINVAL;
    net = emuq_net_part_of(net, message->source);
    if (!emuq_net_cycle_of(net, tick, &work.available))
        return -EINVAL;
    uint32_t i = emuq_net_take_work(net);
    net->work[i] = work;
    emuq_net_enqueue(net, i);
    return 0;
}

int emuq_net_spill(emuq_net_t *net, uint32_t node, bool in_ddr)
{
    if (node >= net->nodes || net->p.memory.kind != EMUQ_NET_AUTO)
        return -EINVAL;
    net->node[node].spills = in_ddr;
    return 0;
}

uint64_t emuq_net_next(const emuq_net_t *net)
{
    uint64_t cycle = UINT64_MAX;
    for (uint32_t i = 0; i < net->parts; i++) {
        uint64_t upcoming = emuq_net_calendar_next(&net->part[i]->calendar);
        cycle = upcoming < cycle ? upcoming : cycle;
    }
    return cycle == UINT64_MAX ? cycle : cycle * net->p.clock.cycle;
}

void emuq_net_run(emuq_net_t *net, uint64_t until)
{
    uint64_t cycle, last = until == UINT64_MAX ? until - 1 : until / net->p.clock.cycle, now = 0;
    if (net->parts > 1)
        emuq_net_parts_run(net, last);
    else
        while ((cycle = emuq_net_calendar_next(&net->calendar)) <= last)
            emuq_net_run_cycle(net, cycle);
    for (uint32_t i = 0; i < net->parts; i++)
        now = net->part[i]->calendar.now > now ? net->part[i]->calendar.now : now;
    if (until != UINT64_MAX && last > now)
        now = last;
    for (uint32_t i = 0; i < net->parts; i++)
        net->part[i]->calendar.now = now;
}

uint64_t emuq_net_present(const emuq_net_t *net)
{
    uint64_t present = 0;
    for (uint32_t i = 0; i < net->parts; i++)
        present += net->part[i]->present;
    return present;
}

emuq_net_counts_t emuq_net_counts(const emuq_net_t *net, uint32_t node, uint32_t direction)
{
    emuq_net_counts_t counts = *emuq_net_sent_of(net, node, direction);
    emuq_net_add_recent(&counts, net->node[node].recent[direction]);
    return counts;
}

emuq_net_waits_t emuq_net_waits(const emuq_net_t *net, uint32_t node, uint32_t direction)
{
    emuq_net_waits_t w;
    uint64_t now = emuq_net_part_of(net, node)->calendar.now;
    for (uint32_t vc = 0; vc < EMUQ_NET_VCS; vc++) {
        const emuq_net_buffer_t *b = emuq_net_buffer_of(net, node, direction, vc);
        uint64_t present = 0;
        for (uint32_t i = 0; i < EMUQ_NET_HEADS; i++)
            present += b->length[i];
        w.packets[vc] = b->arrivals;
        w.cycles[vc] = b->left + present * now;
    }
    return w;
}

#define LEAST_NODES 32 /**< minimum nodes of a part */

/** Assigns channels to classes. The channels of a dateline pair share a class. */
static void net_set_classes(emuq_net_t *net)
{
    for (uint32_t vc = 0; vc < EMUQ_NET_VCS; vc++) {
        uint32_t header = net->p.vc[vc].kind == EMUQ_NET_UPPER ? vc - 1 : vc;
        net->class[header < EMUQ_NET_VC_PRIORITY ? 0 : header - 1] |= 1u << vc;
    }
}

static int net_alloc(emuq_net_t *net)
{
    size_t nodes = net->nodes, links = nodes * net->links;
    bool complete = true;
    net->at = emuq_net_map(nodes, sizeof(*net->at));
    net->node = emuq_net_map(nodes, sizeof(*net->node));
    net->sent = emuq_net_map(links, sizeof(*net->sent));
    net->queue = emuq_net_map(nodes * EMUQ_NET_QUEUES, sizeof(*net->queue));
    for (uint32_t vc = 0; vc < EMUQ_NET_VCS; vc++)
        complete &= (net->buffer[vc] = emuq_net_map(links, sizeof(*net->buffer[vc]))) != NULL;
    complete &= net->at != NULL && net->node != NULL && net->sent != NULL && net->queue != NULL;
    return complete ? 0 : -ENOMEM;
}

/** Sets node-number changes and delays of links. */
static void net_set_lengths(emuq_net_t *net)
{
    uint32_t stride = 1;
    for (uint32_t d = net->shape.dimensions; d-- > 0; stride *= net->shape.size[d])
        for (uint32_t plus = 0; plus < 2; plus++) {
            uint32_t around = (net->shape.size[d] - 1) * stride;
            net->step[0][2 * d + plus] = plus ? stride : -stride;
            net->step[1][2 * d + plus] = plus ? -around : around;
        }
    for (uint32_t wire = 0; wire < EMUQ_NET_WIRES; wire++) {
        net->hop[wire] = net->p.link.hop + net->p.wire[wire];
        net->token[wire] = net->p.router.token + net->p.wire[wire];
    }
}

/** Sets wires, coordinates and tokens of a node's links. */
static void net_init_links(emuq_net_t *net, uint32_t node)
{
    uint8_t *at = net->at[node];
    emuq_net_node_t *n = &net->node[node];
    emuq_net_coordinates(&net->shape, node, at);
    for (uint32_t link = 0; link < net->links; link++) {
        n->wires |= (uint32_t)emuq_net_wire(&net->shape, link, at[link / 2]) << 2 * link;
        if (emuq_net_neighbour(&net->shape, node, link) != EMUQ_NET_NOWHERE)
            n->free |= (uint16_t)(1u << link);
        if (emuq_net_wraps(&net->shape, link, at[link / 2]))
            n->wraps |= (uint16_t)(1u << link);
        for (uint32_t vc = 0; vc < EMUQ_NET_CHANNELS; vc++)
            emuq_net_tokens(n, vc)[link] = (uint8_t)net->p.vc[vc].tokens;
    }
}

static void net_init_fifos(emuq_net_t *net, emuq_net_node_t *n)
{
    const emuq_net_list_t none = {EMUQ_NET_NONE_ITEM, EMUQ_NET_NONE_ITEM};
    n->idle = (1u << EMUQ_NET_FIFOS) - 1;
    for (uint32_t f = 0; f < EMUQ_NET_FIFOS; f++) {
        bool large = f >= EMUQ_NET_HP;
        n->injection[f] = (emuq_net_injection_t){.list = none};
        emuq_net_add_space(n, f, (int)net->p.router.injection);
        n->reception[f] = (emuq_net_reception_t){
            .list = none,
            .drained = none,
            .space = (uint16_t)(large ? net->p.router.reception_large : net->p.router.reception)};
    }
}

static uint32_t net_part_count(const emuq_net_t *net, uint32_t threads)
{
    uint32_t most = net->nodes / LEAST_NODES;
    return most == 0 ? 1 : threads < most ? threads : most;
}

int emuq_net_open(const emuq_net_parameters_t *parameters, const emuq_net_shape_t *shape, uint64_t seed,
                  uint32_t threads, const emuq_net_client_t *client, emuq_net_t **net)
{
    if (emuq_net_parameters_check(parameters, NULL) != 0 || emuq_net_shape_check(shape) != 0 || threads == 0)
        return -EINVAL;
    emuq_net_t *made = calloc(1, sizeof(*made));
    if (made == NULL)
        return -ENOMEM;
    made->p = *parameters;
    made->shape = *shape;
    made->client = *client;
    made->seed = seed;
    made->nodes = emuq_net_nodes(shape);
    made->links = 2 * shape->dimensions;
    if (net_alloc(made) != 0 || emuq_net_errors_init(made) != 0) {
        emuq_net_close(made);
        return -ENOMEM;
    }
    net_set_classes(made);
    emuq_net_routes_init(made);
    net_set_lengths(made);
    emuq_net_tree_times(made);
    for (uint32_t node = 0; node < made->nodes; node++) {
        net_init_links(made, node);
        net_init_fifos(made, &made->node[node]);
    }
    if (emuq_net_parts_create(made, net_part_count(made, threads)) != 0) {
        emuq_net_close(made);
        return -ENOMEM;
    }
    *net = made;
    return 0;
}

void emuq_net_close(emuq_net_t *net)
{
    if (net == NULL)
        return;
    for (uint32_t node = 0; net->node != NULL && node < net->nodes; node++) {
        free(net->node[node].waiting);
        free(net->node[node].trees);
        free(net->node[node].signals);
    }
    emuq_net_parts_free(net);
    emuq_net_unmap(net->at);
    emuq_net_unmap(net->node);
    emuq_net_unmap(net->sent);
    emuq_net_unmap(net->line);
    for (uint32_t vc = 0; vc < EMUQ_NET_VCS; vc++)
        emuq_net_unmap(net->buffer[vc]);
    emuq_net_unmap(net->queue);
    free(net);
}
