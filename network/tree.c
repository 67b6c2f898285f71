/* SPDX-License-Identifier: BSD-3-Clause */
/* Collectives: packets are combined on the path up a tree, turn at the root, and are copied on the path down.
 * A node has one logic per direction, for one packet at a time. Interrupts: changes of bits travel up and
 * their OR down as short packets; a congested link sends only the latest bits. */
#include "network/machine.h"

#include <errno.h>
#include <stdlib.h>

#define BUFFERS 2                      /**< buffers of a receiver: channels 4 and 5 */
#define LOCAL   (1u << EMUQ_NET_LINKS) /**< the node as an input */

enum { UP = 1, DOWN = 2 };

typedef struct descent {
    uint32_t packet;  /**< #EMUQ_NET_NONE_ITEM: none */
    uint32_t sources; /**< links whose first packets leave with the last copy */
    uint32_t want;    /**< copies not yet started: links, LOCAL */
} descent_t;

struct emuq_net_trees {
    emuq_net_tree_t tree[EMUQ_NET_TREES];
    uint16_t here[EMUQ_NET_TREES];  /**< inputs whose first packet goes up */
    uint16_t alone[EMUQ_NET_TREES]; /**< subset of `here` that is not combined */
    emuq_net_list_t buffer[EMUQ_NET_LINKS][BUFFERS];
    uint16_t down[BUFFERS]; /**< receivers whose first packet goes down */
    uint8_t busy;           /**< UP, DOWN */
    descent_t descent;
};

static uint32_t tree_buffer(uint32_t vc)
{
    return vc == EMUQ_NET_VC_SUBGROUP;
}

static uint32_t tree_fifo(uint32_t vc)
{
    return vc == EMUQ_NET_VC_SYSTEM_WORLD ? EMUQ_NET_C1 : EMUQ_NET_C0;
}

static uint32_t tree_channel(uint32_t vc)
{
    return EMUQ_NET_VC_WORLD + tree_buffer(vc);
}

void emuq_net_tree_times(emuq_net_t *net)
{
    const emuq_net_parameters_t *p = &net->p;
    uint32_t software = (p->cpu.inject + p->cpu.poll + p->cpu.loop) * p->clock.cpu / p->clock.cycle;
    uint32_t packet = 2 * (p->link.chunk + p->mu.drain) + p->mu.header;
    uint32_t taken = software + packet, rest = p->tree.constant > taken ? p->tree.constant - taken : 0;
    uint32_t put = p->mu.inject + p->mu.receive;
    net->tree_inject = put == 0 ? 0 : (uint32_t)((uint64_t)rest * p->mu.inject / put);
    net->tree_receive = rest - net->tree_inject;
}

static int tree_alloc(emuq_net_node_t *n)
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

static bool tree_has_channel(const emuq_net_t *net, uint32_t vc)
{
    return vc >= EMUQ_NET_VC_WORLD && vc < EMUQ_NET_HEADER_VCS &&
           net->p.vc[tree_channel(vc)].kind == EMUQ_NET_COLLECTIVE;
}

static int tree_check(const emuq_net_t *net, uint32_t node, uint32_t tree, const emuq_net_tree_t *what)
{
    uint32_t links = what->inputs;
    if (node >= net->nodes || tree >= EMUQ_NET_TREES || links >> net->links != 0 ||
        (what->output >= net->links && what->output != EMUQ_NET_LINKS) || links >> what->output & 1)
        return -EINVAL;
    links |= 1u << what->output;
    for (uint32_t link = 0; link < net->links; link++)
        if (links >> link & 1 && emuq_net_neighbour(&net->shape, node, link) == EMUQ_NET_NOWHERE)
            return -EINVAL;
    return 0;
}

/** Allocates the state of a node and of its neighbours, which receive packets even outside of the tree. */
static int tree_alloc_nodes(emuq_net_t *net, uint32_t node, const emuq_net_tree_t *what,
                            int (*alloc)(emuq_net_node_t *))
{
    uint32_t links = what->inputs | 1u << what->output;
    for (uint32_t link = 0; link < net->links; link++)
        if (links >> link & 1 && alloc(&net->node[emuq_net_peer(net, node, link)]) != 0)
            return -ENOMEM;
    return alloc(&net->node[node]);
}

int emuq_net_set_tree(emuq_net_t *net, uint32_t node, uint32_t tree, const emuq_net_tree_t *what)
{
    if (tree_check(net, node, tree, what) != 0 || (what->vc != 0 && !tree_has_channel(net, what->vc)))
        return -EINVAL;
    if (tree_alloc_nodes(net, node, what, tree_alloc) != 0)
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
    return (int)tree_fifo(m->vc);
}

/** Records a first packet that goes up. @param input receiver, or EMUQ_NET_LINKS: the node */
static void tree_add_up(emuq_net_trees_t *t, const emuq_net_packet_t *packet, uint32_t input)
{
    t->here[packet->tree] |= (uint16_t)(1u << input);
    if (packet->flags & EMUQ_NET_BROADCAST)
        t->alone[packet->tree] |= (uint16_t)(1u << input);
}

static void tree_add_first(emuq_net_t *net, emuq_net_trees_t *t, uint32_t receiver, uint32_t buffer)
{
    uint32_t first = t->buffer[receiver][buffer].head;
    if (first == EMUQ_NET_NONE_ITEM)
        return;
    const emuq_net_packet_t *packet = &net->packet[first].packet;
    if (t->tree[packet->tree].output == receiver)
        t->down[buffer] |= (uint16_t)(1u << receiver);
    else
        tree_add_up(t, packet, receiver);
}

void emuq_net_tree_arrive(emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t packet)
{
    emuq_net_trees_t *t = net->node[node].trees;
    uint32_t buffer = tree_buffer(net->packet[packet].packet.vc);
    net->packet[packet].packet.hops++;
    net->node[node].collective = true;
    emuq_net_append(net, &t->buffer[receiver][buffer], packet);
    if (t->buffer[receiver][buffer].head == packet)
        tree_add_first(net, t, receiver, buffer);
}

void emuq_net_tree_inject(emuq_net_t *net, uint32_t node, uint32_t packet)
{
    net->node[node].collective = true;
    tree_add_up(net->node[node].trees, &net->packet[packet].packet, EMUQ_NET_LINKS);
}

bool emuq_net_tree_is_waiting(const emuq_net_t *net, uint32_t node)
{
    const emuq_net_trees_t *t = net->node[node].trees;
    if (t == NULL)
        return false;
    uint32_t waits = t->down[0] | t->down[1] | (uint32_t)(t->descent.packet != EMUQ_NET_NONE_ITEM);
    for (uint32_t i = 0; i < EMUQ_NET_TREES; i++)
        waits |= t->here[i];
    return waits != 0;
}

void emuq_net_logic(emuq_net_t *net, uint32_t node, uint32_t which)
{
    net->node[node].trees->busy &= (uint8_t)~which;
}

/** Inputs whose first packets can go up together. */
static uint32_t tree_ready_inputs(const emuq_net_trees_t *t, uint32_t tree)
{
    const emuq_net_tree_t *what = &t->tree[tree];
    uint32_t all = what->inputs | (what->local ? LOCAL : 0), alone = t->alone[tree];
    return alone != 0 ? alone & -alone : what->vc != 0 && t->here[tree] == all ? all : 0;
}

/** The packet that represents all inputs: the node's if included. */
static uint32_t tree_head(const emuq_net_t *net, uint32_t node, uint32_t inputs, uint32_t vc)
{
    const emuq_net_node_t *n = &net->node[node];
    return inputs & LOCAL ? n->injection[tree_fifo(vc)].list.head
                          : n->trees->buffer[__builtin_ctz(inputs)][tree_buffer(vc)].head;
}

static bool tree_fits(const emuq_net_t *net, uint32_t node, uint32_t link, uint32_t packet)
{
    uint32_t channel = tree_channel(net->packet[packet].packet.vc);
    return emuq_net_token_count(&net->node[node], channel, link) >=
           emuq_net_cost(net, channel, net->packet[packet].size);
}

/** True if a packet can go up, or turn at the root, once link and logic are free. */
static bool tree_can_ascend(const emuq_net_t *net, uint32_t node, uint32_t tree)
{
    const emuq_net_trees_t *t = net->node[node].trees;
    const emuq_net_tree_t *what = &t->tree[tree];
    uint32_t inputs = tree_ready_inputs(t, tree);
    return inputs != 0 && (what->output == EMUQ_NET_LINKS ||
                           tree_fits(net, node, what->output, tree_head(net, node, inputs, what->vc)));
}

/** Trees that can send up on a link. @param link EMUQ_NET_LINKS: trees that can turn */
static uint32_t tree_ascents(const emuq_net_t *net, uint32_t node, uint32_t link)
{
    const emuq_net_trees_t *t = net->node[node].trees;
    uint32_t trees = 0;
    for (uint32_t i = 0; i < EMUQ_NET_TREES && !(t->busy & UP); i++)
        trees |= (uint32_t)(t->here[i] != 0 && t->tree[i].output == link && tree_can_ascend(net, node, i))
                 << i;
    return trees;
}

static uint8_t tree_max_hops(const emuq_net_t *net, uint32_t node, uint32_t inputs, uint32_t vc)
{
    uint8_t most = 0;
    for (inputs &= ~LOCAL; inputs != 0; inputs &= inputs - 1) {
        uint32_t packet = net->node[node].trees->buffer[__builtin_ctz(inputs)][tree_buffer(vc)].head;
        most = net->packet[packet].packet.hops > most ? net->packet[packet].packet.hops : most;
    }
    return most;
}

/** Removes first packets; the next packet of the node's FIFO follows in @p busy cycles. */
static void tree_remove(emuq_net_t *net, uint32_t node, uint32_t sources, uint32_t vc, uint32_t busy)
{
    emuq_net_trees_t *t = net->node[node].trees;
    uint32_t buffer = tree_buffer(vc), fifo = tree_fifo(vc);
    for (uint32_t rest = sources & ~LOCAL; rest != 0; rest &= rest - 1) {
        uint32_t receiver = (uint32_t)__builtin_ctz(rest);
        uint32_t packet = emuq_net_remove(net, &t->buffer[receiver][buffer]);
        uint32_t tree = net->packet[packet].packet.tree;
        t->here[tree] &= (uint16_t) ~(1u << receiver);
        t->alone[tree] &= (uint16_t) ~(1u << receiver);
        t->down[buffer] &= (uint16_t) ~(1u << receiver);
        emuq_net_return_tokens(net, node, receiver, tree_channel(vc), net->packet[packet].size);
        emuq_net_drop_packet(net, packet);
        tree_add_first(net, t, receiver, buffer);
    }
    if (!(sources & LOCAL))
        return;
    emuq_net_injection_t *injection = &net->node[node].injection[fifo];
    uint32_t packet = emuq_net_remove(net, &injection->list), size = net->packet[packet].size;
    t->here[net->packet[packet].packet.tree] &= (uint16_t)~LOCAL;
    t->alone[net->packet[packet].packet.tree] &= (uint16_t)~LOCAL;
    injection->leaving = true;
    emuq_net_drop_packet(net, packet);
    emuq_net_after(net, busy, emuq_net_event(EMUQ_NET_COPIED, node, fifo, 0, size, 0));
}

static void tree_occupy(emuq_net_t *net, uint32_t node, uint32_t which, uint32_t cycles)
{
    net->node[node].trees->busy |= (uint8_t)which;
    emuq_net_after(net, cycles, emuq_net_event(EMUQ_NET_LOGIC, node, which, 0, 0, 0));
}

static uint32_t tree_up_cycles(const emuq_net_t *net, const emuq_net_record_t *packet)
{
    return emuq_net_occupancy(&net->p, packet->size) +
           (packet->packet.flags & EMUQ_NET_BROADCAST ? 0 : net->p.tree.gap);
}

static uint32_t tree_copy(emuq_net_t *net, uint32_t packet)
{
    uint32_t copy = emuq_net_take_packet(net);
    net->packet[copy] = net->packet[packet];
    return copy;
}

static void tree_depart(emuq_net_t *net, uint32_t node, uint32_t link, uint32_t packet, uint32_t extra,
                        uint32_t busy)
{
    emuq_net_depart(net, node, link, packet, tree_channel(net->packet[packet].packet.vc), extra, busy,
                    emuq_net_event(EMUQ_NET_SENT, node, link, 0, net->packet[packet].size, EMUQ_NET_UNITS));
}

static void tree_ascend(emuq_net_t *net, uint32_t node, uint32_t tree)
{
    const emuq_net_trees_t *t = net->node[node].trees;
    uint32_t vc = t->tree[tree].vc, inputs = tree_ready_inputs(t, tree);
    uint32_t packet = tree_copy(net, tree_head(net, node, inputs, vc));
    uint32_t busy = tree_up_cycles(net, &net->packet[packet]);
    net->packet[packet].packet.hops = tree_max_hops(net, node, inputs, vc);
    tree_depart(net, node, t->tree[tree].output, packet, net->p.tree.up, busy);
    tree_occupy(net, node, UP, busy);
    tree_remove(net, node, inputs, vc, busy);
}

static void tree_descend(emuq_net_t *net, uint32_t node, uint32_t sources, uint32_t packet)
{
    emuq_net_trees_t *t = net->node[node].trees;
    const emuq_net_packet_t *p = &net->packet[packet].packet;
    const emuq_net_tree_t *what = &t->tree[p->tree];
    bool here = what->local && (!(p->flags & EMUQ_NET_REDUCE) || p->destination == node);
    t->descent = (descent_t){packet, sources, what->inputs | (here ? LOCAL : 0)};
}

/** Selects a packet for the path down: from a receiver, else one that turns. */
static void tree_begin_descent(emuq_net_t *net, uint32_t node)
{
    emuq_net_trees_t *t = net->node[node].trees;
    uint32_t down = t->down[0] | (uint32_t)t->down[1] << EMUQ_NET_LINKS, trees;
    if (t->busy & DOWN || t->descent.packet != EMUQ_NET_NONE_ITEM)
        return;
    if (down != 0) {
        uint32_t choice = emuq_net_draw_bit(net, node, down), receiver = choice % EMUQ_NET_LINKS;
        tree_descend(net, node, 1u << receiver, t->buffer[receiver][choice / EMUQ_NET_LINKS].head);
    } else if ((trees = tree_ascents(net, node, EMUQ_NET_LINKS)) != 0) {
        uint32_t tree = emuq_net_draw_bit(net, node, trees), inputs = tree_ready_inputs(t, tree),
                 vc = t->tree[tree].vc;
        uint32_t packet = tree_head(net, node, inputs, vc);
        net->packet[packet].packet.hops = tree_max_hops(net, node, inputs, vc);
        tree_descend(net, node, inputs, packet);
        t->busy |= UP;
    }
}

static void tree_copy_local(emuq_net_t *net, uint32_t node)
{
    descent_t *d = &net->node[node].trees->descent;
    uint32_t fifo = tree_fifo(net->packet[d->packet].packet.vc);
    if (net->node[node].reception[fifo].space < net->packet[d->packet].size)
        return;
    emuq_net_receive(net, node, fifo, tree_copy(net, d->packet));
    d->want &= ~LOCAL;
}

static void tree_end_descent(emuq_net_t *net, uint32_t node)
{
    emuq_net_trees_t *t = net->node[node].trees;
    descent_t d = t->descent;
    const emuq_net_record_t *packet = &net->packet[d.packet];
    uint32_t vc = packet->packet.vc, busy = tree_up_cycles(net, packet);
    bool turned = t->tree[packet->packet.tree].output == EMUQ_NET_LINKS;
    t->descent.packet = EMUQ_NET_NONE_ITEM;
    tree_occupy(net, node, DOWN, emuq_net_occupancy(&net->p, packet->size));
    if (turned)
        tree_occupy(net, node, UP, busy);
    tree_remove(net, node, d.sources, vc, busy);
}

void emuq_net_tree_advance(emuq_net_t *net, uint32_t node)
{
    descent_t *d = &net->node[node].trees->descent;
    tree_begin_descent(net, node);
    if (d->packet != EMUQ_NET_NONE_ITEM && d->want & LOCAL)
        tree_copy_local(net, node);
    if (d->packet != EMUQ_NET_NONE_ITEM && d->want == 0)
        tree_end_descent(net, node);
}

static uint32_t tree_descent_links(const emuq_net_trees_t *t)
{
    return t->descent.packet != EMUQ_NET_NONE_ITEM ? t->descent.want & ~LOCAL : 0;
}

uint32_t emuq_net_tree_links(const emuq_net_t *net, uint32_t node)
{
    const emuq_net_trees_t *t = net->node[node].trees;
    uint32_t links = 0;
    if (t == NULL)
        return 0;
    for (uint32_t rest = tree_descent_links(t); rest != 0; rest &= rest - 1) {
        uint32_t link = (uint32_t)__builtin_ctz(rest);
        links |= (uint32_t)tree_fits(net, node, link, t->descent.packet) << link;
    }
    for (uint32_t i = 0; i < EMUQ_NET_TREES && !(t->busy & UP); i++)
        if (t->here[i] != 0 && t->tree[i].output < EMUQ_NET_LINKS)
            links |= (uint32_t)tree_can_ascend(net, node, i) << t->tree[i].output;
    return links;
}

void emuq_net_tree_send(emuq_net_t *net, uint32_t node, uint32_t link)
{
    descent_t *d = &net->node[node].trees->descent;
    uint32_t up = tree_ascents(net, node, link);
    bool down =
        tree_descent_links(net->node[node].trees) >> link & 1 && tree_fits(net, node, link, d->packet);
    if (up != 0 && (!down || emuq_net_draw(net, node, 2) == 0)) {
        tree_ascend(net, node, emuq_net_draw_bit(net, node, up));
        return;
    }
    d->want &= ~(1u << link);
    tree_depart(net, node, link, tree_copy(net, d->packet), net->p.tree.down,
                emuq_net_occupancy(&net->p, net->packet[d->packet].size));
}

const emuq_net_list_t *emuq_net_tree_buffer(const emuq_net_t *net, uint32_t node, uint32_t receiver,
                                            uint32_t channel)
{
    return &net->node[node].trees->buffer[receiver][channel - EMUQ_NET_VC_WORLD];
}

typedef struct signal_tree {
    emuq_net_tree_t tree;
    uint8_t local_bits;
    uint8_t in[EMUQ_NET_LINKS];   /**< bits received last */
    uint8_t sent[EMUQ_NET_LINKS]; /**< bits sent last */
    uint8_t status;               /**< current or announced bits of the cores */
} signal_tree_t;

struct emuq_net_signals {
    uint16_t pending[EMUQ_NET_LINKS]; /**< trees with unsent bits, by link */
    uint16_t links;                   /**< links with unsent bits */
    uint16_t changed;
    signal_tree_t line[EMUQ_NET_TREES];
};

static int signal_alloc(emuq_net_node_t *n)
{
    if (n->signals == NULL)
        n->signals = calloc(1, sizeof(*n->signals));
    return n->signals == NULL ? -ENOMEM : 0;
}

int emuq_net_set_interrupt_tree(emuq_net_t *net, uint32_t node, uint32_t tree, const emuq_net_tree_t *what)
{
    if (tree_check(net, node, tree, what) != 0)
        return -EINVAL;
    if (tree_alloc_nodes(net, node, what, signal_alloc) != 0)
        return -ENOMEM;
    net->node[node].signals->line[tree] = (signal_tree_t){.tree = *what};
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
    emuq_net_post(&net->calendar, cycle > net->calendar.now ? cycle : cycle + 1,
                  emuq_net_event(EMUQ_NET_STORED, node, tree, 0, bits, 0));
    return 0;
}

static void signal_update_pending(emuq_net_signals_t *s, uint32_t link, uint32_t tree, uint8_t bits)
{
    uint16_t *pending = &s->pending[link];
    *pending = (uint16_t)((*pending & ~(1u << tree)) | (uint32_t)(s->line[tree].sent[link] != bits) << tree);
    s->links = (uint16_t)((s->links & ~(1u << link)) | (uint32_t)(*pending != 0) << link);
}

static uint8_t signal_up(const signal_tree_t *line)
{
    uint8_t bits = line->local_bits;
    for (uint32_t rest = line->tree.inputs; rest != 0; rest &= rest - 1)
        bits |= line->in[__builtin_ctz(rest)];
    return bits;
}

/** Bits sent away from the root: received bits, or at the root the OR. */
static uint8_t signal_down(const signal_tree_t *line)
{
    return line->tree.output < EMUQ_NET_LINKS ? line->in[line->tree.output] : signal_up(line);
}

static void signal_propagate(emuq_net_t *net, uint32_t node, uint32_t tree)
{
    emuq_net_signals_t *s = net->node[node].signals;
    signal_tree_t *line = &s->line[tree];
    uint8_t bits = signal_down(line);
    if (line->tree.output < EMUQ_NET_LINKS)
        signal_update_pending(s, line->tree.output, tree, signal_up(line));
    for (uint32_t rest = line->tree.inputs; rest != 0; rest &= rest - 1)
        signal_update_pending(s, (uint32_t)__builtin_ctz(rest), tree, bits);
    if (!line->tree.local || line->status == bits)
        return;
    line->status = bits;
    emuq_net_after(net, net->p.gi.ends - net->p.gi.ends / 2,
                   emuq_net_event(EMUQ_NET_STATUS, node, tree, 0, bits, 0));
}

void emuq_net_stored(emuq_net_t *net, uint32_t node, uint32_t tree, uint8_t bits)
{
    net->node[node].collective = true;
    net->node[node].signals->line[tree].local_bits = bits;
    net->node[node].signals->changed |= (uint16_t)(1u << tree);
}

void emuq_net_signal(emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t tree, uint8_t bits)
{
    net->node[node].collective = true;
    net->node[node].signals->line[tree].in[receiver] = bits;
    net->node[node].signals->changed |= (uint16_t)(1u << tree);
}

void emuq_net_signal_advance(emuq_net_t *net, uint32_t node)
{
    emuq_net_signals_t *s = net->node[node].signals;
    for (; s->changed != 0; s->changed &= (uint16_t)(s->changed - 1))
        signal_propagate(net, node, (uint32_t)__builtin_ctz(s->changed));
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
    uint32_t tree = (uint32_t)__builtin_ctz(s->pending[link]);
    signal_tree_t *line = &s->line[tree];
    line->sent[link] = link == line->tree.output ? signal_up(line) : signal_down(line);
    signal_update_pending(s, link, tree, line->sent[link]);
    net->node[node].free &= (uint16_t) ~(1u << link);
    emuq_net_post_to(
        net, net->hop[emuq_net_wire_of(net, node, link)] + net->p.gi.hop,
        emuq_net_event(EMUQ_NET_SIGNAL, emuq_net_peer(net, node, link), link ^ 1, 0, line->sent[link], tree));
    emuq_net_after(net, net->p.gi.link, emuq_net_event(EMUQ_NET_SENT, node, link, 0, 0, EMUQ_NET_UNITS));
}
