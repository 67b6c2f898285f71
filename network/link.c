/* SPDX-License-Identifier: BSD-3-Clause */
/* Links and bit errors, reception FIFOs with their engines (rME), records of packets and messages. */
#include "network/machine.h"

#include <errno.h>

#include "network/rules.h"

uint32_t emuq_net_new_packet(emuq_net_t *net)
{
    net->packet = emuq_net_grow(net->packet, net->packet_count, &net->packet_capacity, sizeof(*net->packet));
    return net->packet_count++;
}

uint32_t emuq_net_take_work(emuq_net_t *net)
{
    uint32_t i = net->work_free;
    if (i != EMUQ_NET_NONE_ITEM) {
        net->work_free = net->work[i].next;
        return i;
    }
    net->work = emuq_net_grow(net->work, net->work_count, &net->work_capacity, sizeof(*net->work));
    return net->work_count++;
}

void emuq_net_drop_work(emuq_net_t *net, uint32_t work)
{
    net->work[work].next = net->work_free;
    net->work_free = work;
}

void emuq_net_post_remote(emuq_net_t *net, uint64_t cycles, emuq_net_event_t event)
{
    emuq_net_mailbox_t *mailbox = &net->out[emuq_net_part_number(net, event.node)];
    mailbox->remote =
        emuq_net_grow(mailbox->remote, mailbox->count, &mailbox->capacity, sizeof(*mailbox->remote));
    emuq_net_remote_event_t *remote = &mailbox->remote[mailbox->count++];
    remote->cycle = net->calendar.now + cycles;
    net->earliest = remote->cycle < net->earliest ? remote->cycle : net->earliest;
    remote->event = event;
    if (event.kind == EMUQ_NET_ARRIVE) {
        remote->record = net->packet[event.item];
        emuq_net_drop_packet(net, event.item);
    }
}

static emuq_net_line_t *errors_line(const emuq_net_t *net, uint32_t node, uint32_t link)
{
    return &net->line[(size_t)node * net->links + link];
}

static int errors_alloc(emuq_net_t *net)
{
    uint32_t check_bits = EMUQ_NET_CHUNK_BITS * net->p.link.trailer / net->p.link.chunk;
    for (uint32_t size = 0; size <= EMUQ_NET_MAX_CHUNKS; size++)
        net->damage[size] = emuq_net_damage(net->p.link.errors, EMUQ_NET_CHUNK_BITS * size + check_bits);
    net->line = emuq_net_map((size_t)net->nodes * net->links, sizeof(*net->line));
    return net->line == NULL ? -ENOMEM : 0;
}

int emuq_net_errors_init(emuq_net_t *net)
{
    return net->p.link.errors != 0 ? errors_alloc(net) : 0;
}

int emuq_net_break(emuq_net_t *net, uint32_t node, uint32_t direction, uint64_t packet)
{
    if (node >= net->nodes || direction >= net->links || packet == 0)
        return -EINVAL;
    if (net->line == NULL && errors_alloc(net) != 0)
        return -ENOMEM;
    for (uint32_t i = 0; i < net->parts; i++)
        net->part[i]->line = net->line;
    errors_line(net, node, direction)->packets_left = packet;
    return 0;
}

/** Cycles until a damaged packet is resent. */
static uint32_t errors_pause(const emuq_net_t *net, uint32_t node, uint32_t link, const emuq_net_line_t *line)
{
    bool alone = line->acknowledged <= net->calendar.now && net->node[node].requesters[link] == 0;
    return alone ? net->p.link.recovery : net->p.link.timeout;
}

uint64_t emuq_net_resend(emuq_net_t *net, uint32_t node, uint32_t link, uint32_t size, uint32_t busy)
{
    emuq_net_line_t *line = errors_line(net, node, link);
    uint32_t wire = emuq_net_wire_of(net, node, link);
    uint32_t times = 0;
    while (emuq_net_hash(net, node, net->node[node].draws++) < net->damage[size])
        times++;
    uint64_t delay = (uint64_t)times * (busy + errors_pause(net, node, link, line));
    emuq_net_sent_of(net, node, link)->resent += times;
    line->free = net->calendar.now + delay + busy;
    line->acknowledged = line->free + net->hop[wire] + net->token[wire];
    return delay;
}

bool emuq_net_is_down(emuq_net_t *net, uint32_t node, uint32_t link)
{
    emuq_net_line_t *line = errors_line(net, node, link);
    if (line->packets_left == 0 || --line->packets_left != 0)
        return line->is_down;
    line->is_down = true;
    if (net->client.down != NULL)
        net->client.down(net->client.context, node, link, net->calendar.now * net->p.clock.cycle);
    return true;
}

uint64_t emuq_net_resend_left(const emuq_net_t *net, uint32_t node, uint32_t link)
{
    uint64_t free = errors_line(net, node, link)->free;
    return free > net->calendar.now ? free - net->calendar.now : 0;
}

void emuq_net_receive(emuq_net_t *net, uint32_t node, uint32_t fifo, uint32_t packet)
{
    emuq_net_record_t *record = &net->packet[packet];
    net->node[node].reception[fifo].space -= record->size;
    emuq_net_after(net, net->p.link.chunk * record->size + net->p.mu.header,
                   emuq_net_event(EMUQ_NET_TAIL, node, fifo, 0, 0, packet));
}

/** Starts the rME if idle and the client has not rejected a packet. */
static void reception_drain(emuq_net_t *net, uint32_t node, uint32_t fifo)
{
    emuq_net_reception_t *r = &net->node[node].reception[fifo];
    if (r->draining || r->rejected || r->list.head == EMUQ_NET_NONE_ITEM)
        return;
    r->draining = true;
    const emuq_net_record_t *packet = &net->packet[r->list.head];
    emuq_net_access_t write = emuq_net_access(net, &net->node[node], packet->packet.bytes);
    uint64_t drained = write.begin + net->p.mu.drain * packet->size;
    emuq_net_after(net, drained > write.end ? drained : write.end,
                   emuq_net_event(EMUQ_NET_DRAINED, node, fifo, 0, 0, 0));
}

void emuq_net_tail(emuq_net_t *net, uint32_t node, uint32_t fifo, uint32_t packet)
{
    emuq_net_append(net, &net->node[node].reception[fifo].list, packet);
    reception_drain(net, node, fifo);
}

/** Cycles from the end of draining to visibility for a polling core. */
static uint32_t reception_cycles(const emuq_net_t *net, uint32_t fifo)
{
    uint32_t receive = net->p.mu.receive;
    if (fifo == EMUQ_NET_C0 || fifo == EMUQ_NET_C1)
        return net->tree_receive;
    if (fifo == EMUQ_NET_L0 || fifo == EMUQ_NET_L1)
        return receive > net->p.mu.local ? receive - net->p.mu.local : 0;
    return receive;
}

/** Wants satisfied by space in a reception FIFO. Collectives check by themselves. */
static uint16_t reception_wants(const emuq_net_node_t *n, uint32_t fifo)
{
    static const uint16_t wants[] = {[EMUQ_NET_L0] = EMUQ_NET_WANT_L,
                                     [EMUQ_NET_L1] = EMUQ_NET_WANT_L,
                                     [EMUQ_NET_HP] = EMUQ_NET_WANT_HP,
                                     [EMUQ_NET_IO] = EMUQ_NET_WANT_IO,
                                     [EMUQ_NET_C0] = 0,
                                     [EMUQ_NET_C1] = 0};
    uint16_t want = fifo < EMUQ_NET_L0 ? EMUQ_NET_WANT_T : wants[fifo];
    return n->receiving != 0 ? want : 0;
}

void emuq_net_drained(emuq_net_t *net, uint32_t node, uint32_t fifo)
{
    emuq_net_node_t *n = &net->node[node];
    emuq_net_reception_t *r = &n->reception[fifo];
    uint32_t packet = emuq_net_remove(net, &r->list);
    r->space += net->packet[packet].size;
    r->draining = false;
    n->fresh |= reception_wants(n, fifo);
    emuq_net_append(net, &r->drained, packet);
    emuq_net_after(net, reception_cycles(net, fifo), emuq_net_event(EMUQ_NET_VISIBLE, node, fifo, 0, 0, 0));
    reception_drain(net, node, fifo);
}

/** Delivers visible packets until the client rejects a packet. */
static void reception_deliver(emuq_net_t *net, uint32_t node, uint32_t fifo)
{
    emuq_net_reception_t *r = &net->node[node].reception[fifo];
    for (; r->due > 0; r->due--) {
        emuq_net_packet_t packet = net->packet[r->drained.head].packet;
        packet.fifo = (uint8_t)fifo;
        if (net->client.arrived != NULL && !net->client.arrived(net->client.context, node, &packet,
                                                                net->calendar.now * net->p.clock.cycle)) {
            r->rejected = true;
            emuq_net_after(net, net->p.mu.poll, emuq_net_event(EMUQ_NET_RETRY, node, fifo, 0, 0, 0));
            return;
        }
        emuq_net_drop_packet(net, emuq_net_remove(net, &r->drained));
    }
}

void emuq_net_visible(emuq_net_t *net, uint32_t node, uint32_t fifo)
{
    emuq_net_reception_t *r = &net->node[node].reception[fifo];
    r->due++;
    if (!r->rejected)
        reception_deliver(net, node, fifo);
}

void emuq_net_retry(emuq_net_t *net, uint32_t node, uint32_t fifo)
{
    net->node[node].reception[fifo].rejected = false;
    reception_deliver(net, node, fifo);
    reception_drain(net, node, fifo);
}
