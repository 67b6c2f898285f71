/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/timed/network/audit.h"

#include <stdlib.h>
#include <string.h>

#include "network/machine.h"

/** Sums over the machine, compared with sizes at the end. */
typedef struct sums {
    uint32_t *buffer;    /**< tokens, by sender's node, link and channel */
    uint32_t *injection; /**< chunks, by node and FIFO */
    uint32_t *reception;
    uint64_t packets;
} sums_t;

static uint32_t *buffer_sum(const emuq_net_t *net, sums_t *s, uint32_t node, uint32_t link, uint32_t vc)
{
    return &s->buffer[((size_t)node * net->links + link) * EMUQ_NET_CHANNELS + vc];
}

/** Adds the chunks and tokens of a pending event. */
static void add_event(const emuq_net_t *net, sums_t *s, const emuq_net_event_t *e)
{
    switch (e->kind) {
    case EMUQ_NET_ARRIVE:
        *buffer_sum(net, s, emuq_net_peer(net, e->node, e->port), e->port ^ 1, e->vc) +=
            emuq_net_cost(net, e->vc, e->size);
        s->packets++;
        break;
    case EMUQ_NET_TOKEN:
        *buffer_sum(net, s, e->node, e->port, e->vc) += e->size;
        break;
    case EMUQ_NET_SENT:
        if (e->item >= EMUQ_NET_FIFO_UNIT && e->item < EMUQ_NET_UNITS)
            s->injection[e->node * EMUQ_NET_FIFOS + e->item - EMUQ_NET_FIFO_UNIT] += e->size;
        break;
    case EMUQ_NET_FETCHED:
    case EMUQ_NET_COPIED:
        s->injection[e->node * EMUQ_NET_FIFOS + e->port] += e->size;
        break;
    case EMUQ_NET_TAIL:
        s->reception[e->node * EMUQ_NET_FIFOS + e->port] += net->packet[e->item].size;
        s->packets++;
        break;
    default:
        break;
    }
}

static void add_events(const emuq_net_t *net, sums_t *s)
{
    const emuq_net_event_t *e;
    for (uint32_t i = 0; i < EMUQ_NET_SLOTS * EMUQ_NET_LISTS; i++) {
        const emuq_net_event_list_t *list = &net->calendar.slot[i / EMUQ_NET_LISTS].list[i % EMUQ_NET_LISTS];
        for (uint32_t position = 0; (e = emuq_net_read(&net->calendar, list, &position)) != NULL;)
            add_event(net, s, e);
    }
    for (uint32_t i = 0; i < net->calendar.heap_count; i++)
        add_event(net, s, &net->calendar.heap[i].event);
}

/** Chunks of the packets of a list. */
static uint32_t add_list(const emuq_net_t *net, sums_t *s, const emuq_net_list_t *list)
{
    uint32_t chunks = 0;
    for (uint32_t p = list->head; p != EMUQ_NET_NONE_ITEM; p = net->packet[p].next) {
        chunks += net->packet[p].size;
        s->packets++;
    }
    return chunks;
}

static void add_buffer(const emuq_net_t *net, sums_t *s, uint32_t node, uint32_t receiver, uint32_t vc)
{
    const emuq_net_buffer_t *b = emuq_net_buffer_of(net, node, receiver, vc);
    for (uint32_t h = 0; h < EMUQ_NET_HEADS; h++)
        for (uint32_t i = 0, p = b->queue[h].list.head; i < b->length[h]; i++, p = net->packet[p].next) {
            *buffer_sum(net, s, emuq_net_peer(net, node, receiver), receiver ^ 1, vc) +=
                emuq_net_cost(net, vc, net->packet[p].size);
            s->packets++;
        }
}

/** Same as add_buffer(), for a channel of trees. */
static void add_tree(const emuq_net_t *net, sums_t *s, uint32_t node, uint32_t receiver, uint32_t vc)
{
    const emuq_net_list_t *list = emuq_net_tree_buffer(net, node, receiver, vc);
    for (uint32_t p = list->head; p != EMUQ_NET_NONE_ITEM; p = net->packet[p].next) {
        *buffer_sum(net, s, emuq_net_peer(net, node, receiver), receiver ^ 1, vc) +=
            emuq_net_cost(net, vc, net->packet[p].size);
        s->packets++;
    }
}

static void add_node(const emuq_net_t *net, sums_t *s, uint32_t node)
{
    const emuq_net_node_t *n = &net->node[node];
    for (uint32_t f = 0; f < EMUQ_NET_FIFOS; f++) {
        s->injection[node * EMUQ_NET_FIFOS + f] +=
            n->injection[f].space + add_list(net, s, &n->injection[f].list);
        s->reception[node * EMUQ_NET_FIFOS + f] +=
            n->reception[f].space + add_list(net, s, &n->reception[f].list);
        add_list(net, s, &n->reception[f].drained);
    }
    for (uint32_t link = 0; link < net->links; link++)
        for (uint32_t vc = 0; vc < EMUQ_NET_CHANNELS; vc++) {
            *buffer_sum(net, s, node, link, vc) += emuq_net_token_count(n, vc, link);
            if (vc < EMUQ_NET_VCS)
                add_buffer(net, s, node, link, vc);
            else if (n->trees != NULL)
                add_tree(net, s, node, link, vc);
        }
}

/** True if a packet of a receiver's channel could start. */
static bool could_go(const emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t vc)
{
    const emuq_net_buffer_t *b = emuq_net_buffer_of(net, node, receiver, vc);
    bool slots = net->p.vc[vc].kind == EMUQ_NET_BUBBLE;
    uint32_t taken = 0;
    for (uint32_t heads = emuq_net_has_path(net, node, receiver, vc) ? b->heads : 0; heads != 0;
         heads &= heads - 1) {
        uint32_t h = (uint32_t)__builtin_ctz(heads);
        const emuq_net_head_t *packet = &b->queue[h].first;
        uint32_t want = packet->want & ~taken;
        if ((want & ~EMUQ_NET_WANT_LINKS && emuq_net_can_receive(net, node, receiver, packet)) ||
            emuq_net_move(net, node, receiver, vc, packet, want & EMUQ_NET_WANT_LINKS).link != EMUQ_NET_LINKS)
            return true;
        taken |= slots ? packet->want : 0;
    }
    return false;
}

static bool waits_in_vain(const emuq_net_t *net, uint32_t node)
{
    const emuq_net_node_t *n = &net->node[node];
    bool found = ((emuq_net_tree_links(net, node) | emuq_net_signal_links(net, node)) & n->free) != 0;
    for (uint32_t r = 0; r < net->links; r++)
        for (uint32_t vc = 0; vc < EMUQ_NET_VCS; vc++)
            found |= could_go(net, node, r, vc);
    for (uint32_t f = 0; f < EMUQ_NET_FIFOS; f++) {
        uint32_t head = n->injection[f].list.head;
        if (f < EMUQ_NET_C0 && head != EMUQ_NET_NONE_ITEM && !n->injection[f].leaving)
            found |= emuq_net_move(net, node, EMUQ_NET_FIFO_UNIT + f, n->injection[f].first.vc,
                                   &n->injection[f].first, EMUQ_NET_WANT_LINKS)
                         .link != EMUQ_NET_LINKS;
    }
    return found;
}

/** Wants of all heads of a unit. */
static uint32_t wants(const emuq_net_t *net, uint32_t node, uint32_t unit)
{
    uint32_t want = 0;
    if (unit >= EMUQ_NET_FIFO_UNIT) {
        const emuq_net_injection_t *injection = &net->node[node].injection[unit - EMUQ_NET_FIFO_UNIT];
        bool offers = injection->list.head != EMUQ_NET_NONE_ITEM && !injection->leaving &&
                      unit < EMUQ_NET_FIFO_UNIT + EMUQ_NET_C0;
        return offers ? injection->first.want : 0;
    }
    for (uint32_t vc = 0; unit < net->links && vc < EMUQ_NET_VCS; vc++) {
        const emuq_net_buffer_t *b = emuq_net_buffer_of(net, node, unit, vc);
        for (uint32_t heads = b->heads; heads != 0; heads &= heads - 1)
            want |= b->queue[__builtin_ctz(heads)].first.want;
    }
    return want;
}

/** True if the sets of a node match the wants of its units and the space in its FIFOs. */
static bool sets_agree(const emuq_net_t *net, uint32_t node)
{
    const emuq_net_node_t *n = &net->node[node];
    uint32_t requesters[EMUQ_NET_LINKS] = {0}, requested = 0, receiving = 0, spacious = 0;
    bool agree = true;
    for (uint32_t unit = 0; unit < EMUQ_NET_UNITS; unit++) {
        uint32_t want = wants(net, node, unit);
        agree &= n->want[unit] == want;
        receiving |= (uint32_t)((want & ~EMUQ_NET_WANT_LINKS) != 0) << unit;
        for (uint32_t links = want & EMUQ_NET_WANT_LINKS; links != 0; links &= links - 1)
            requesters[__builtin_ctz(links)] |= 1u << unit;
        requested |= want & EMUQ_NET_WANT_LINKS;
    }
    for (uint32_t f = 0; f < EMUQ_NET_FIFOS; f++)
        spacious |= (uint32_t)(n->injection[f].space >= EMUQ_NET_MAX_CHUNKS) << f;
    return agree && memcmp(requesters, n->requesters, sizeof(requesters)) == 0 && requested == n->requested &&
           receiving == n->receiving && spacious == n->spacious;
}

/** @return the violated invariant of a node, or NULL */
static const char *compare(const emuq_net_t *net, sums_t *s, uint32_t node)
{
    for (uint32_t link = 0; link < net->links; link++)
        for (uint32_t vc = 0; vc < EMUQ_NET_CHANNELS; vc++)
            if (*buffer_sum(net, s, node, link, vc) != net->p.vc[vc].tokens)
                return "tokens and packets of a buffer are not its size";
    for (uint32_t f = 0; f < EMUQ_NET_FIFOS; f++) {
        bool large = f >= EMUQ_NET_HP;
        if (s->injection[node * EMUQ_NET_FIFOS + f] != net->p.router.injection)
            return "space and packets of an injection FIFO are not its size";
        if (s->reception[node * EMUQ_NET_FIFOS + f] !=
            (large ? net->p.router.reception_large : net->p.router.reception))
            return "space and packets of a reception FIFO are not its size";
    }
    if (!sets_agree(net, node))
        return "the sets of a node are not what its units want";
    return waits_in_vain(net, node) ? "a packet waits that could go" : NULL;
}

const char *emuq_net_audit(const emuq_net_t *net)
{
    sums_t s = {.buffer = calloc((size_t)net->nodes * net->links * EMUQ_NET_CHANNELS, sizeof(uint32_t)),
                .injection = calloc((size_t)net->nodes * EMUQ_NET_FIFOS, sizeof(uint32_t)),
                .reception = calloc((size_t)net->nodes * EMUQ_NET_FIFOS, sizeof(uint32_t))};
    const char *wrong = "no memory";
    if (s.buffer != NULL && s.injection != NULL && s.reception != NULL) {
        for (uint32_t i = 0; i < net->parts; i++)
            add_events(net->part[i], &s);
        for (uint32_t node = 0; node < net->nodes; node++)
            add_node(emuq_net_part_of(net, node), &s, node);
        wrong = s.packets == emuq_net_present(net) ? NULL : "packets are lost, or there are too many";
        for (uint32_t node = 0; node < net->nodes && wrong == NULL; node++)
            wrong = compare(emuq_net_part_of(net, node), &s, node);
    }
    free(s.buffer);
    free(s.injection);
    free(s.reception);
    return wrong;
}
