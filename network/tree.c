/* SPDX-License-Identifier: BSD-3-Clause */
/** @file tree.c
 *  The way up, the turn, the way down. */
#include <errno.h>
#include <stdlib.h>

#include "network/link.h"
#include "network/reception.h"
#include "network/tree.h"

#define BUFFERS 2                      /**< of a receiver: channels 4 and 5 */
#define LOCAL   (1u << EMUQ_NET_LINKS) /**< the node itself among the inputs of a tree */

/** What logic is busy; also #EMUQ_NET_LOGIC. */
enum { UP = 1, DOWN = 2 };

/** A packet on its way down from this node. */
typedef struct descent {
    uint32_t packet; /**< or #EMUQ_NET_NONE_ITEM: there is none */
    uint32_t places; /**< inputs whose first packets leave when the last copy has started; or the output */
    uint32_t want;   /**< copies to be started: links, LOCAL */
} descent_t;

struct emuq_net_trees {
    emuq_net_tree_t tree[EMUQ_NET_TREES];
    uint16_t here[EMUQ_NET_TREES];  /**< inputs whose first packet goes up the tree */
    uint16_t alone[EMUQ_NET_TREES]; /**< of these: those whose packet is not combined */
    emuq_net_list_t buffer[EMUQ_NET_LINKS][BUFFERS];
    uint16_t down[BUFFERS]; /**< receivers whose first packet goes down */
    uint8_t busy;           /**< UP, DOWN */
    descent_t descent;
};

static uint32_t buffer_of(uint32_t vc)
{
    return vc == EMUQ_NET_VC_SUBGROUP;
}

/** The network FIFO of a header channel. */
static uint32_t fifo_of(uint32_t vc)
{
    return vc == EMUQ_NET_VC_SYSTEM_WORLD ? EMUQ_NET_C1 : EMUQ_NET_C0;
}

static uint32_t channel_of(uint32_t vc)
{
    return EMUQ_NET_VC_WORLD + buffer_of(vc);
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

void emuq_net_tree_times(emuq_net_t *net)
{
    const emuq_net_parameters_t *p = &net->p;
    uint32_t software = (p->cpu.inject + p->cpu.poll + p->cpu.loop) * p->clock.cpu / p->clock.cycle;
    uint32_t packet = 2 * (p->link.chunk + p->mu.drain) + p->mu.header;
    uint32_t rest = p->tree.constant - least(p->tree.constant, software + packet);
    uint32_t put = p->mu.inject + p->mu.receive;
    net->tree_inject = put == 0 ? 0 : (uint32_t)((uint64_t)rest * p->mu.inject / put);
    net->tree_receive = rest - net->tree_inject;
}

/** Gives a node what it needs for being in trees. @return 0 or -ENOMEM */
static int make_trees(emuq_net_node_t *n)
{
    if (n->trees != NULL)
        return 0;
    emuq_net_trees_t *t = n->trees = calloc(1, sizeof(*t));
    if (t == NULL)
        return -ENOMEM;
    for (uint32_t i = 0; i < EMUQ_NET_LINKS * BUFFERS; i++)
        t->buffer[i / BUFFERS][i % BUFFERS] = (emuq_net_list_t){EMUQ_NET_NONE_ITEM, EMUQ_NET_NONE_ITEM};
    t->descent.packet = EMUQ_NET_NONE_ITEM;
    return 0;
}

static bool has_channel(const emuq_net_t *net, uint32_t vc)
{
    return vc >= EMUQ_NET_VC_WORLD && vc < EMUQ_NET_HEADER_VCS &&
           net->p.vc[channel_of(vc)].kind == EMUQ_NET_COLLECTIVE;
}

int emuq_net_set_tree(emuq_net_t *net, uint32_t node, uint32_t tree, const emuq_net_tree_t *what)
{
    if (emuq_net_check_tree(net, node, tree, what) != 0 || (what->vc != 0 && !has_channel(net, what->vc)))
        return -EINVAL;
    uint32_t links = what->inputs | 1u << what->output;
    for (uint32_t link = 0; link < net->links; link++) /* packets may go there, in a tree or not */
        if (links >> link & 1 && make_trees(&net->node[emuq_net_over(net, node, link)]) != 0)
            return -ENOMEM;
    if (make_trees(&net->node[node]) != 0)
        return -ENOMEM;
    net->node[node].trees->tree[tree] = *what;
    return 0;
}

int emuq_net_tree_plan(const emuq_net_t *net, const emuq_net_message_t *m)
{
    const emuq_net_trees_t *t = net->node[m->source].trees;
    bool broadcast = m->flags & EMUQ_NET_BROADCAST;
    if (t == NULL || m->tree >= EMUQ_NET_TREES || t->tree[m->tree].vc != m->vc ||
        !(t->tree[m->tree].local || broadcast))
        return -EINVAL;
    return (int)fifo_of(m->vc);
}

/** Notes a packet that goes up. @param input receiver that has it, or EMUQ_NET_LINKS: the node's own */
static void note_up(emuq_net_trees_t *t, const emuq_net_packet_t *packet, uint32_t input)
{
    t->here[packet->tree] |= (uint16_t)(1u << input);
    if (packet->flags & EMUQ_NET_BROADCAST)
        t->alone[packet->tree] |= (uint16_t)(1u << input);
}

/** Notes the first packet of a buffer, if it has one. */
static void note_first(emuq_net_t *net, emuq_net_trees_t *t, uint32_t receiver, uint32_t buffer)
{
    uint32_t first = t->buffer[receiver][buffer].head;
    if (first == EMUQ_NET_NONE_ITEM)
        return;
    const emuq_net_packet_t *packet = &net->packet[first].packet;
    if (t->tree[packet->tree].output == receiver)
        t->down[buffer] |= (uint16_t)(1u << receiver);
    else
        note_up(t, packet, receiver);
}

void emuq_net_tree_arrive(emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t packet)
{
    emuq_net_trees_t *t = net->node[node].trees;
    uint32_t buffer = buffer_of(net->packet[packet].packet.vc);
    net->packet[packet].packet.hops++;
    net->node[node].collective = true;
    emuq_net_append(net, &t->buffer[receiver][buffer], packet);
    if (t->buffer[receiver][buffer].head == packet)
        note_first(net, t, receiver, buffer);
}

void emuq_net_tree_offer(emuq_net_t *net, uint32_t node, uint32_t packet)
{
    net->node[node].collective = true;
    note_up(net->node[node].trees, &net->packet[packet].packet, EMUQ_NET_LINKS);
}

bool emuq_net_tree_waits(const emuq_net_t *net, uint32_t node)
{
    const emuq_net_trees_t *t = net->node[node].trees;
    if (t == NULL)
        return false;
    uint32_t waits = t->down[0] | t->down[1] | (uint32_t)(t->descent.packet != EMUQ_NET_NONE_ITEM);
    for (uint32_t i = 0; i < EMUQ_NET_TREES; i++)
        waits |= t->here[i];
    return waits != 0;
}

void emuq_net_tree_free(emuq_net_t *net, uint32_t node, uint32_t which)
{
    net->node[node].trees->busy &= (uint8_t)~which;
}

/** Inputs of a tree whose first packets can go up together now, or 0. */
static uint32_t ready(const emuq_net_trees_t *t, uint32_t tree)
{
    const emuq_net_tree_t *what = &t->tree[tree];
    uint32_t all = what->inputs | (what->local ? LOCAL : 0), alone = t->alone[tree];
    return alone != 0 ? alone & -alone : what->vc != 0 && t->here[tree] == all ? all : 0;
}

/** The packet that stands for all inputs of a tree: that of the node if it is one of them. */
static uint32_t representative(const emuq_net_t *net, uint32_t node, uint32_t inputs, uint32_t vc)
{
    const emuq_net_node_t *n = &net->node[node];
    return inputs & LOCAL ? n->injection[fifo_of(vc)].list.head
                          : n->trees->buffer[__builtin_ctz(inputs)][buffer_of(vc)].head;
}

/** Whether there is room behind a link for a packet. */
static bool fits(const emuq_net_t *net, uint32_t node, uint32_t link, uint32_t packet)
{
    uint32_t channel = channel_of(net->packet[packet].packet.vc);
    return emuq_net_room(&net->node[node], channel, link) >=
           emuq_net_cost(net, channel, net->packet[packet].size);
}

/** Whether a tree of which there are packets has one that can go up as soon as the link and the logic are
 * free; or turn, at the root. */
static bool can_ascend(const emuq_net_t *net, uint32_t node, uint32_t tree)
{
    const emuq_net_trees_t *t = net->node[node].trees;
    const emuq_net_tree_t *what = &t->tree[tree];
    uint32_t inputs = ready(t, tree);
    return inputs != 0 && (what->output == EMUQ_NET_LINKS ||
                           fits(net, node, what->output, representative(net, node, inputs, what->vc)));
}

/** Trees whose packets can go up on a link. @param link EMUQ_NET_LINKS: can turn */
static uint32_t ascents(const emuq_net_t *net, uint32_t node, uint32_t link)
{
    const emuq_net_trees_t *t = net->node[node].trees;
    uint32_t trees = 0;
    for (uint32_t i = 0; i < EMUQ_NET_TREES && !(t->busy & UP); i++)
        trees |= (uint32_t)(t->here[i] != 0 && t->tree[i].output == link && can_ascend(net, node, i)) << i;
    return trees;
}

/** The most hops of the first packets of some inputs. */
static uint8_t most_hops(const emuq_net_t *net, uint32_t node, uint32_t inputs, uint32_t vc)
{
    uint8_t most = 0;
    for (inputs &= ~LOCAL; inputs != 0; inputs &= inputs - 1) {
        uint32_t packet = net->node[node].trees->buffer[__builtin_ctz(inputs)][buffer_of(vc)].head;
        most = net->packet[packet].packet.hops > most ? net->packet[packet].packet.hops : most;
    }
    return most;
}

/** Takes the first packets of some places out: of receivers, and of the node's own FIFO, whose next packet
 *  may follow in @p busy cycles. */
static void leave(emuq_net_t *net, uint32_t node, uint32_t places, uint32_t vc, uint32_t busy)
{
    emuq_net_trees_t *t = net->node[node].trees;
    uint32_t buffer = buffer_of(vc), fifo = fifo_of(vc);
    for (uint32_t rest = places & ~LOCAL; rest != 0; rest &= rest - 1) {
        uint32_t receiver = (uint32_t)__builtin_ctz(rest);
        uint32_t packet = emuq_net_remove(net, &t->buffer[receiver][buffer]);
        uint32_t tree = net->packet[packet].packet.tree;
        t->here[tree] &= (uint16_t) ~(1u << receiver);
        t->alone[tree] &= (uint16_t) ~(1u << receiver);
        t->down[buffer] &= (uint16_t) ~(1u << receiver);
        emuq_net_return_tokens(net, node, receiver, channel_of(vc), net->packet[packet].size);
        emuq_net_drop_packet(net, packet);
        note_first(net, t, receiver, buffer);
    }
    if (!(places & LOCAL))
        return;
    emuq_net_injection_t *injection = &net->node[node].injection[fifo];
    uint32_t packet = emuq_net_remove(net, &injection->list), size = net->packet[packet].size;
    t->here[net->packet[packet].packet.tree] &= (uint16_t)~LOCAL;
    t->alone[net->packet[packet].packet.tree] &= (uint16_t)~LOCAL;
    injection->leaving = true;
    emuq_net_drop_packet(net, packet);
    emuq_net_after(net, busy,
                   (emuq_net_event_t){
                       .node = node, .kind = EMUQ_NET_COPIED, .port = (uint8_t)fifo, .size = (uint8_t)size});
}

/** Logic works until @p cycles from now. */
static void occupy(emuq_net_t *net, uint32_t node, uint32_t which, uint32_t cycles)
{
    net->node[node].trees->busy |= (uint8_t)which;
    emuq_net_after(net, cycles,
                   (emuq_net_event_t){.node = node, .kind = EMUQ_NET_LOGIC, .port = (uint8_t)which});
}

/** Cycles that a packet on its way up keeps a link busy. */
static uint32_t up_occupancy(const emuq_net_t *net, const emuq_net_record_t *packet)
{
    return emuq_net_occupancy(&net->p, packet->size) +
           (packet->packet.flags & EMUQ_NET_BROADCAST ? 0 : net->p.tree.gap);
}

static uint32_t copy_packet(emuq_net_t *net, uint32_t packet)
{
    uint32_t copy = emuq_net_take_packet(net);
    net->packet[copy] = net->packet[packet];
    return copy;
}

static void send_on(emuq_net_t *net, uint32_t node, uint32_t link, uint32_t packet, uint32_t extra,
                    uint32_t busy)
{
    emuq_net_depart(net, node, link, packet, channel_of(net->packet[packet].packet.vc), extra, busy,
                    (emuq_net_event_t){.node = node,
                                       .item = EMUQ_NET_UNITS,
                                       .kind = EMUQ_NET_SENT,
                                       .port = (uint8_t)link,
                                       .size = net->packet[packet].size});
}

/** Combines the inputs of a tree, and sends the result on the link to the root. */
static void ascend(emuq_net_t *net, uint32_t node, uint32_t tree)
{
    const emuq_net_trees_t *t = net->node[node].trees;
    uint32_t vc = t->tree[tree].vc, inputs = ready(t, tree);
    uint32_t packet = copy_packet(net, representative(net, node, inputs, vc));
    uint32_t busy = up_occupancy(net, &net->packet[packet]);
    net->packet[packet].packet.hops = most_hops(net, node, inputs, vc);
    send_on(net, node, t->tree[tree].output, packet, net->p.tree.up, busy);
    occupy(net, node, UP, busy);
    leave(net, node, inputs, vc, busy);
}

/** The logic for the way down takes a packet. @param places that have it */
static void descend(emuq_net_t *net, uint32_t node, uint32_t places, uint32_t packet)
{
    emuq_net_trees_t *t = net->node[node].trees;
    const emuq_net_packet_t *p = &net->packet[packet].packet;
    const emuq_net_tree_t *what = &t->tree[p->tree];
    bool here = what->local && (!(p->flags & EMUQ_NET_REDUCE) || p->destination == node);
    t->descent = (descent_t){packet, places, what->inputs | (here ? LOCAL : 0)};
}

/** Finds a packet for the way down: of a receiver, or else one that turns here. */
static void begin_descent(emuq_net_t *net, uint32_t node)
{
    emuq_net_trees_t *t = net->node[node].trees;
    uint32_t down = t->down[0] | (uint32_t)t->down[1] << EMUQ_NET_LINKS, trees;
    if (t->busy & DOWN || t->descent.packet != EMUQ_NET_NONE_ITEM)
        return;
    if (down != 0) {
        uint32_t place = emuq_net_draw_bit(net, node, down), receiver = place % EMUQ_NET_LINKS;
        descend(net, node, 1u << receiver, t->buffer[receiver][place / EMUQ_NET_LINKS].head);
    } else if ((trees = ascents(net, node, EMUQ_NET_LINKS)) != 0) {
        uint32_t tree = emuq_net_draw_bit(net, node, trees), inputs = ready(t, tree), vc = t->tree[tree].vc;
        uint32_t packet = representative(net, node, inputs, vc);
        net->packet[packet].packet.hops = most_hops(net, node, inputs, vc);
        descend(net, node, inputs, packet);
        t->busy |= UP;
    }
}

/** Starts the copy for the node itself, if there is room. */
static void copy_to_node(emuq_net_t *net, uint32_t node)
{
    descent_t *d = &net->node[node].trees->descent;
    uint32_t fifo = fifo_of(net->packet[d->packet].packet.vc);
    if (net->node[node].reception[fifo].room < net->packet[d->packet].size)
        return;
    emuq_net_receive(net, node, fifo, copy_packet(net, d->packet));
    d->want &= ~LOCAL;
}

/** The last copy has started: the packet leaves where it was. */
static void end_descent(emuq_net_t *net, uint32_t node)
{
    emuq_net_trees_t *t = net->node[node].trees;
    descent_t d = t->descent;
    const emuq_net_record_t *packet = &net->packet[d.packet];
    uint32_t vc = packet->packet.vc, busy = up_occupancy(net, packet);
    bool turned = t->tree[packet->packet.tree].output == EMUQ_NET_LINKS;
    t->descent.packet = EMUQ_NET_NONE_ITEM;
    occupy(net, node, DOWN, emuq_net_occupancy(&net->p, packet->size));
    if (turned)
        occupy(net, node, UP, busy);
    leave(net, node, d.places, vc, busy);
}

void emuq_net_tree_settle(emuq_net_t *net, uint32_t node)
{
    descent_t *d = &net->node[node].trees->descent;
    begin_descent(net, node);
    if (d->packet != EMUQ_NET_NONE_ITEM && d->want & LOCAL)
        copy_to_node(net, node);
    if (d->packet != EMUQ_NET_NONE_ITEM && d->want == 0)
        end_descent(net, node);
}

/** Links on which copies of the packet on its way down are to be started. */
static uint32_t descent_links(const emuq_net_trees_t *t)
{
    return t->descent.packet != EMUQ_NET_NONE_ITEM ? t->descent.want & ~LOCAL : 0;
}

uint32_t emuq_net_tree_links(const emuq_net_t *net, uint32_t node)
{
    const emuq_net_trees_t *t = net->node[node].trees;
    uint32_t links = 0;
    if (t == NULL)
        return 0;
    for (uint32_t rest = descent_links(t); rest != 0; rest &= rest - 1) {
        uint32_t link = (uint32_t)__builtin_ctz(rest);
        links |= (uint32_t)fits(net, node, link, t->descent.packet) << link;
    }
    for (uint32_t i = 0; i < EMUQ_NET_TREES && !(t->busy & UP); i++)
        if (t->here[i] != 0 && t->tree[i].output < EMUQ_NET_LINKS)
            links |= (uint32_t)can_ascend(net, node, i) << t->tree[i].output;
    return links;
}

void emuq_net_tree_send(emuq_net_t *net, uint32_t node, uint32_t link)
{
    descent_t *d = &net->node[node].trees->descent;
    uint32_t up = ascents(net, node, link);
    bool down = descent_links(net->node[node].trees) >> link & 1 && fits(net, node, link, d->packet);
    if (up != 0 && (!down || emuq_net_draw(net, node, 2) == 0)) {
        ascend(net, node, emuq_net_draw_bit(net, node, up));
        return;
    }
    d->want &= ~(1u << link);
    send_on(net, node, link, copy_packet(net, d->packet), net->p.tree.down,
            emuq_net_occupancy(&net->p, net->packet[d->packet].size));
}

const emuq_net_list_t *emuq_net_tree_buffer(const emuq_net_t *net, uint32_t node, uint32_t receiver,
                                            uint32_t channel)
{
    return &net->node[node].trees->buffer[receiver][channel - EMUQ_NET_VC_WORLD];
}
