/* SPDX-License-Identifier: BSD-3-Clause */
/** @file interrupt.c
 *  Bits up, their OR down. */
#include <errno.h>
#include <stdlib.h>

#include "network/interrupt.h"
#include "network/link.h"

/** A tree, as a node knows it. */
typedef struct line {
    emuq_net_tree_t tree;
    uint8_t own;                  /**< bits of the node */
    uint8_t in[EMUQ_NET_LINKS];   /**< bits that came in last */
    uint8_t told[EMUQ_NET_LINKS]; /**< bits that were sent last */
    uint8_t status;               /**< what the cores see, or will */
} line_t;

struct emuq_net_signals {
    uint16_t late[EMUQ_NET_LINKS]; /**< trees whose bits a link has yet to tell */
    uint16_t links;                /**< for which there are any */
    uint16_t changed;              /**< trees of which something is new */
    line_t line[EMUQ_NET_TREES];
};

/** Gives a node what it needs for interrupts. @return 0 or -ENOMEM */
static int make_signals(emuq_net_node_t *n)
{
    if (n->signals == NULL)
        n->signals = calloc(1, sizeof(*n->signals));
    return n->signals == NULL ? -ENOMEM : 0;
}

int emuq_net_set_interrupt_tree(emuq_net_t *net, uint32_t node, uint32_t tree, const emuq_net_tree_t *what)
{
    if (emuq_net_check_tree(net, node, tree, what) != 0)
        return -EINVAL;
    uint32_t links = what->inputs | 1u << what->output;
    for (uint32_t link = 0; link < net->links; link++) /* changes may go there, in a tree or not */
        if (links >> link & 1 && make_signals(&net->node[emuq_net_over(net, node, link)]) != 0)
            return -ENOMEM;
    if (make_signals(&net->node[node]) != 0)
        return -ENOMEM;
    net->node[node].signals->line[tree] = (line_t){.tree = *what};
    return 0;
}

int emuq_net_interrupt(emuq_net_t *net, uint64_t tick, uint32_t node, uint32_t tree, uint8_t bits)
{
    uint64_t cycle;
    if (node >= net->nodes || tree >= EMUQ_NET_TREES || net->node[node].signals == NULL ||
        !net->node[node].signals->line[tree].tree.local)
        return -EINVAL;
    net = emuq_net_part_of(net, node);
    if (!emuq_net_cycle_of(net, tick, &cycle))
        return -EINVAL;
    cycle += net->p.gi.ends / 2;
    emuq_net_post(
        &net->calendar, cycle > net->calendar.now ? cycle : cycle + 1,
        (emuq_net_event_t){.node = node, .kind = EMUQ_NET_STORED, .port = (uint8_t)tree, .size = bits});
    return 0;
}

/** Notes whether a link has something to tell about a tree. */
static void owe(emuq_net_signals_t *s, uint32_t link, uint32_t tree, uint8_t bits)
{
    uint16_t *late = &s->late[link];
    *late = (uint16_t)((*late & ~(1u << tree)) | (uint32_t)(s->line[tree].told[link] != bits) << tree);
    s->links = (uint16_t)((s->links & ~(1u << link)) | (uint32_t)(*late != 0) << link);
}

/** What a node tells the root: the OR of its own bits and of its inputs. */
static uint8_t gathered(const line_t *line)
{
    uint8_t bits = line->own;
    for (uint32_t rest = line->tree.inputs; rest != 0; rest &= rest - 1)
        bits |= line->in[__builtin_ctz(rest)];
    return bits;
}

/** What a node tells its inputs: what came from the root, or at the root itself the OR. */
static uint8_t result(const line_t *line)
{
    return line->tree.output < EMUQ_NET_LINKS ? line->in[line->tree.output] : gathered(line);
}

/** What follows from a change of a tree. */
static void spread(emuq_net_t *net, uint32_t node, uint32_t tree)
{
    emuq_net_signals_t *s = net->node[node].signals;
    line_t *line = &s->line[tree];
    uint8_t bits = result(line);
    if (line->tree.output < EMUQ_NET_LINKS)
        owe(s, line->tree.output, tree, gathered(line));
    for (uint32_t rest = line->tree.inputs; rest != 0; rest &= rest - 1)
        owe(s, (uint32_t)__builtin_ctz(rest), tree, bits);
    if (!line->tree.local || line->status == bits)
        return;
    line->status = bits;
    emuq_net_after(
        net, net->p.gi.ends - net->p.gi.ends / 2,
        (emuq_net_event_t){.node = node, .kind = EMUQ_NET_STATUS, .port = (uint8_t)tree, .size = bits});
}

void emuq_net_stored(emuq_net_t *net, uint32_t node, uint32_t tree, uint8_t bits)
{
    net->node[node].collective = true;
    net->node[node].signals->line[tree].own = bits;
    net->node[node].signals->changed |= (uint16_t)(1u << tree);
}

void emuq_net_signal(emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t tree, uint8_t bits)
{
    net->node[node].collective = true;
    net->node[node].signals->line[tree].in[receiver] = bits;
    net->node[node].signals->changed |= (uint16_t)(1u << tree);
}

void emuq_net_signal_settle(emuq_net_t *net, uint32_t node)
{
    emuq_net_signals_t *s = net->node[node].signals;
    for (; s->changed != 0; s->changed &= (uint16_t)(s->changed - 1))
        spread(net, node, (uint32_t)__builtin_ctz(s->changed));
}

void emuq_net_status(emuq_net_t *net, uint32_t node, uint32_t tree, uint8_t bits)
{
    if (net->client.interrupted != NULL)
        net->client.interrupted(net->client.context, node, tree, bits,
                                net->calendar.now * net->p.clock.cycle);
}

uint32_t emuq_net_signal_links(const emuq_net_t *net, uint32_t node)
{
    const emuq_net_signals_t *s = net->node[node].signals;
    return s == NULL ? 0 : s->links;
}

void emuq_net_signal_send(emuq_net_t *net, uint32_t node, uint32_t link)
{
    emuq_net_signals_t *s = net->node[node].signals;
    uint32_t tree = (uint32_t)__builtin_ctz(s->late[link]);
    line_t *line = &s->line[tree];
    line->told[link] = link == line->tree.output ? gathered(line) : result(line);
    owe(s, link, tree, line->told[link]);
    net->node[node].free &= (uint16_t) ~(1u << link);
    emuq_net_carry(net, net->hop[emuq_net_wire_of(net, node, link)] + net->p.gi.hop,
                   (emuq_net_event_t){.node = emuq_net_over(net, node, link),
                                      .item = tree,
                                      .kind = EMUQ_NET_SIGNAL,
                                      .port = (uint8_t)(link ^ 1),
                                      .size = line->told[link]});
    emuq_net_after(net, net->p.gi.link,
                   (emuq_net_event_t){
                       .node = node, .item = EMUQ_NET_UNITS, .kind = EMUQ_NET_SENT, .port = (uint8_t)link});
}
