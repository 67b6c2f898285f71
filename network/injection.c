/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages, and the engines that split them into packets (iME). */
#include "network/machine.h"

#include <string.h>

static uint64_t injection_max(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/** Makes the first message of a queue available to engines. */
static void injection_schedule(emuq_net_t *net, uint32_t work, uint64_t cycle)
{
    emuq_net_post(&net->calendar, injection_max(cycle, net->calendar.now + 1),
                  emuq_net_event(EMUQ_NET_READY, net->work[work].message.source, 0, 0, 0, work));
}

static uint32_t injection_cycles(const emuq_net_t *net, const emuq_net_work_t *w)
{
    return w->message.vc < EMUQ_NET_VCS ? net->p.mu.inject : net->tree_inject;
}

void emuq_net_enqueue(emuq_net_t *net, uint32_t work)
{
    emuq_net_work_t *w = &net->work[work];
    uint32_t *last = &net->queue[(size_t)w->message.queue * net->nodes + w->message.source], former = *last;
    w->next = EMUQ_NET_NONE_ITEM;
    *last = work + 1;
    if (former != 0)
        net->work[former - 1].next = work;
    else
        injection_schedule(net, work, w->available + injection_cycles(net, w));
}

static uint32_t injection_payload(const emuq_net_t *net, const emuq_net_work_t *w)
{
    uint32_t rest = w->message.bytes - w->offset;
    uint32_t most = w->message.packet != 0 ? w->message.packet : net->p.mu.payload;
    return rest < most ? rest : most;
}

void emuq_net_ready(emuq_net_t *net, uint32_t work)
{
    const emuq_net_work_t *w = &net->work[work];
    emuq_net_node_t *n = &net->node[w->message.source];
    uint32_t size = emuq_net_chunks(injection_payload(net, w));
    if (n->waiting_count == 0 || size < n->waiting_min)
        n->waiting_min = (uint8_t)size;
    n->waiting = emuq_net_grow(n->waiting, n->waiting_count, &n->waiting_capacity, sizeof(*n->waiting));
    n->waiting[n->waiting_count++] =
        (emuq_net_candidate_t){.work = work,
                               .map = w->map,
                               .size = (uint8_t)size,
                               .class = w->message.vc < EMUQ_NET_VC_PRIORITY ? 1 : w->message.vc};
    uint32_t idle = n->idle & w->map & ~(uint32_t)n->engines;
    n->engines |= (uint16_t)(idle & n->spacious);
    for (uint32_t rest = idle & ~(uint32_t)n->spacious; rest != 0; rest &= rest - 1) {
        uint32_t fifo = (uint32_t)__builtin_ctz(rest);
        n->engines |= (uint16_t)((n->injection[fifo].space >= size) << fifo);
    }
}

/** Class of a message for an engine; 0: it does not fit. */
static uint32_t injection_class(const emuq_net_candidate_t *c, uint32_t fifo, uint32_t space)
{
    return c->map >> fifo & 1 && c->size <= space ? c->class : 0;
}

/** @return index of a random waiting message of the highest class, or #EMUQ_NET_NONE_ITEM */
static uint32_t injection_pick(emuq_net_t *net, uint32_t node, uint32_t fifo)
{
    const emuq_net_node_t *n = &net->node[node];
    uint32_t rivals = 0, best = 1, space = n->injection[fifo].space, i = 0;
    if (space < n->waiting_min)
        return EMUQ_NET_NONE_ITEM;
    for (; i < n->waiting_count; i++) {
        uint32_t class = injection_class(&n->waiting[i], fifo, space);
        if (class > best)
            rivals = 0;
        best = class > best ? class : best;
        rivals += class == best;
    }
    if (rivals == 0)
        return EMUQ_NET_NONE_ITEM;
    uint32_t skip = rivals > 1 ? emuq_net_draw(net, node, rivals) : 0;
    for (i = 0;; i++)
        if (injection_class(&n->waiting[i], fifo, space) == best && skip-- == 0)
            return i;
}

/** Requests the links or reception FIFOs for the new head of an injection FIFO. */
static void injection_offer_head(emuq_net_t *net, uint32_t node, uint32_t fifo)
{
    emuq_net_node_t *n = &net->node[node];
    uint32_t head = n->injection[fifo].list.head;
    if (head == EMUQ_NET_NONE_ITEM)
        return;
    const emuq_net_record_t *record = &net->packet[head];
    if (record->packet.vc >= EMUQ_NET_VCS) {
        emuq_net_tree_inject(net, node, head);
        return;
    }
    emuq_net_head_t first = emuq_net_route(net, record, EMUQ_NET_FIFO_UNIT, record->packet.vc);
    n->injection[fifo].first = first;
    emuq_net_request(n, EMUQ_NET_FIFO_UNIT + fifo, first.want, !(net->class[0] >> first.vc & 1));
    emuq_net_mark_dirty(n, EMUQ_NET_FIFO_UNIT + fifo);
}

static uint32_t injection_make_packet(emuq_net_t *net, emuq_net_work_t *w, uint32_t fifo)
{
    const emuq_net_message_t *m = &w->message;
    uint32_t bytes = injection_payload(net, w), packet = emuq_net_take_packet(net);
    emuq_net_record_t *record = &net->packet[packet];
    memcpy(record->left, w->left, sizeof(record->left));
    record->directions = emuq_net_directions_left(net, record);
    record->size = (uint8_t)emuq_net_chunks(bytes);
    record->zone = m->zone;
    record->packet = (emuq_net_packet_t){.tag = m->tag,
                                         .built = net->calendar.now * net->p.clock.cycle,
                                         .source = m->source,
                                         .destination = m->destination,
                                         .number = w->number++,
                                         .offset = w->offset,
                                         .bytes = (uint16_t)bytes,
                                         .vc = m->vc,
                                         .fifo = (uint8_t)fifo,
                                         .flags = m->flags,
                                         .tree = m->tree};
    w->offset += bytes;
    return packet;
}

/** Puts the next packet of a message into its network FIFO.
 * @param busy cycles until the iME is idle */
static void injection_fill(emuq_net_t *net, uint32_t fifo, uint32_t work, uint64_t busy)
{
    emuq_net_work_t *w = &net->work[work];
    uint32_t node = w->message.source;
    emuq_net_injection_t *injection = &net->node[node].injection[fifo];
    uint32_t packet = injection_make_packet(net, w, fifo);
    emuq_net_append(net, &injection->list, packet);
    if (injection->list.head == packet && !injection->leaving)
        injection_offer_head(net, node, fifo);
    emuq_net_after(net, busy, emuq_net_event(EMUQ_NET_BUILT, node, fifo, 0, 0, work));
    if (net->client.built != NULL) {
        emuq_net_packet_t copy = net->packet[packet].packet;
        net->client.built(net->client.context, &copy, copy.built);
    }
}

static void injection_build(emuq_net_t *net, uint32_t node, uint32_t fifo, uint32_t index)
{
    emuq_net_node_t *n = &net->node[node];
    uint32_t work = n->waiting[index].work, size = n->waiting[index].size;
    emuq_net_work_t *w = &net->work[work];
    n->waiting[index] = n->waiting[--n->waiting_count];
    if (w->number == 0)
        w->begin = net->calendar.now;
    emuq_net_add_space(n, fifo, -(int)size);
    n->idle &= (uint16_t) ~(1u << fifo);
    emuq_net_access_t read = emuq_net_access(net, n, injection_payload(net, w));
    if (read.begin == 0)
        injection_fill(net, fifo, work, injection_max(net->p.mu.engine * size, read.end));
    else
        emuq_net_after(net, read.begin, emuq_net_event(EMUQ_NET_FETCHED, node, fifo, 0, size, work));
}

void emuq_net_fetched(emuq_net_t *net, uint32_t fifo, uint32_t work, uint32_t size)
{
    uint32_t read = (injection_payload(net, &net->work[work]) + net->p.memory.rate - 1) / net->p.memory.rate;
    injection_fill(net, fifo, work, injection_max(net->p.mu.engine * size, read));
}

void emuq_net_build(emuq_net_t *net, uint32_t node)
{
    emuq_net_node_t *n = &net->node[node];
    uint32_t engines = n->engines & n->idle;
    n->engines = 0;
    if (engines == 0 || n->waiting_count == 0)
        return;
    uint32_t start = emuq_net_draw(net, node, EMUQ_NET_FIFOS);
    uint32_t rest = ((engines | engines << EMUQ_NET_FIFOS) >> start) & ((1u << EMUQ_NET_FIFOS) - 1);
    for (; rest != 0 && n->waiting_count > 0; rest &= rest - 1) {
        uint32_t fifo = (start + (uint32_t)__builtin_ctz(rest)) % EMUQ_NET_FIFOS;
        uint32_t index = injection_pick(net, node, fifo);
        if (index != EMUQ_NET_NONE_ITEM)
            injection_build(net, node, fifo, index);
    }
}

/** Ends a message, and schedules the next message of its queue. */
static void injection_finish(emuq_net_t *net, uint32_t work)
{
    emuq_net_work_t w = net->work[work];
    emuq_net_drop_work(net, work);
    if (w.next == EMUQ_NET_NONE_ITEM)
        net->queue[(size_t)w.message.queue * net->nodes + w.message.source] = 0;
    else
        injection_schedule(
            net, w.next,
            injection_max(net->work[w.next].available + injection_cycles(net, &net->work[w.next]),
                          injection_max(net->work[w.next].available, w.begin) + net->p.mu.descriptor));
    if (net->client.sent != NULL)
        net->client.sent(net->client.context, &w.message, net->calendar.now * net->p.clock.cycle);
}

void emuq_net_built(emuq_net_t *net, uint32_t fifo, uint32_t work)
{
    emuq_net_work_t *w = &net->work[work];
    net->node[w->message.source].idle |= (uint16_t)(1u << fifo);
    net->node[w->message.source].engines |= (uint16_t)(1u << fifo);
    if (w->offset < w->message.bytes)
        emuq_net_ready(net, work);
    else
        injection_finish(net, work);
}

void emuq_net_fifo_left(emuq_net_t *net, uint32_t node, uint32_t fifo, uint32_t size)
{
    emuq_net_injection_t *injection = &net->node[node].injection[fifo];
    injection->leaving = false;
    emuq_net_add_space(&net->node[node], fifo, (int)size);
    net->node[node].engines |= (uint16_t)(1u << fifo);
    injection_offer_head(net, node, fifo);
}
