/* SPDX-License-Identifier: BSD-3-Clause */
/** @file open.c
 *  Machines are made and freed. */
#include <errno.h>
#include <stdlib.h>

#include "network/errors.h"
#include "network/parts.h"
#include "network/route.h"
#include "network/tree.h"

#define LEAST_NODES 32 /**< of a part */

/** Which channels are of which class. Packets of a channel above a dateline are of that of the one below. */
static void classify(emuq_net_t *net)
{
    for (uint32_t vc = 0; vc < EMUQ_NET_VCS; vc++) {
        uint32_t header = net->p.vc[vc].kind == EMUQ_NET_UPPER ? vc - 1 : vc;
        net->class[header < EMUQ_NET_VC_PRIORITY ? 0 : header - 1] |= 1u << vc;
    }
}

static int allocate(emuq_net_t *net)
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

/** What links add to the number of a node, and how long they are. */
static void measure(emuq_net_t *net)
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

/** Links of a node: what they are, and the room behind them. */
static void wire_node(emuq_net_t *net, uint32_t node)
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

/** Network FIFOs of a node: empty, engines idle. */
static void empty_fifos(emuq_net_t *net, emuq_net_node_t *n)
{
    const emuq_net_list_t none = {EMUQ_NET_NONE_ITEM, EMUQ_NET_NONE_ITEM};
    n->idle = (1u << EMUQ_NET_FIFOS) - 1;
    for (uint32_t f = 0; f < EMUQ_NET_FIFOS; f++) {
        bool large = f >= EMUQ_NET_HP;
        n->injection[f] = (emuq_net_injection_t){.list = none};
        emuq_net_make_room(n, f, (int)net->p.router.injection);
        n->reception[f] = (emuq_net_reception_t){
            .list = none,
            .drained = none,
            .room = (uint16_t)(large ? net->p.router.reception_large : net->p.router.reception)};
    }
}

/** How many parts a machine is worth. */
static uint32_t parts_for(const emuq_net_t *net, uint32_t threads)
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
    if (allocate(made) != 0 || emuq_net_errors(made) != 0) {
        emuq_net_close(made);
        return -ENOMEM;
    }
    classify(made);
    emuq_net_tables(made);
    measure(made);
    emuq_net_tree_times(made);
    for (uint32_t node = 0; node < made->nodes; node++) {
        wire_node(made, node);
        empty_fifos(made, &made->node[node]);
    }
    if (emuq_net_cut(made, parts_for(made, threads)) != 0) {
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
    emuq_net_free_parts(net);
    emuq_net_unmap(net->at);
    emuq_net_unmap(net->node);
    emuq_net_unmap(net->sent);
    emuq_net_unmap(net->line);
    for (uint32_t vc = 0; vc < EMUQ_NET_VCS; vc++)
        emuq_net_unmap(net->buffer[vc]);
    emuq_net_unmap(net->queue);
    free(net);
}
