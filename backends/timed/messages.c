/* SPDX-License-Identifier: BSD-3-Clause */
/* Point-to-point messages in modelled time, from injection to the arrival of their last packet. */

#include <stdlib.h>
#include <string.h>

#include "backends/emulator/core/header.h"
#include "backends/emulator/trace/record.h"
#include "backends/emulator/core/inject.h"
#include "backends/timed/scheduler.h"

#define LOCAL_FIFOS (1u << EMUQ_NET_L0 | 1u << EMUQ_NET_L1)
#define TORUS_FIFOS ((1u << EMUQ_NET_L0) - 1)
#define LINK_FIFOS  (TORUS_FIFOS | 1u << EMUQ_NET_HP | 1u << EMUQ_NET_IO)

/* Part of the latency that a remote get lacks: no core polls for it. */
#define GET_POLL_CYCLES 25u

typedef struct packet {
    struct packet *next;
    uint32_t number; /* index in the message */
    uint32_t copies; /* nodes without a delivery so far */
    char data[];
} packet_t;

struct emuq_timed_message {
    emuq_inj_t *inj;
    emuq_record_origin_t origin;
    bool is_sent;
    uint32_t copies; /* destination nodes of each packet */
    packet_t *first; /* packets in the network, oldest first */
    packet_t **end;  /* where the next packet is linked */
    MUHWI_Descriptor_t descriptor;
};

void emuq_timed_read_payload(emuq_timed_t *t, emuq_inj_t *f, const MUHWI_Descriptor_t *d,
                             const emuq_net_packet_t *p, char *to)
{
    const char *payload;
    emuq_work_t work;
    t->packets++;
    if (p->bytes == 0)
        return;
    emuq_work_begin(&work);
    if (emuq_inj_payload(&work, f, &payload) == EMUQ_DONE) {
        memcpy(to, payload + p->offset, p->bytes);
        emuq_timed_memory_touch(t, f->node->number, payload + p->offset, p->bytes);
    } else {
        memset(to, 0, p->bytes);
        emuq_rejected_by(&work, f, d);
    }
    emuq_work_run(&work);
}

void emuq_timed_sent(emuq_inj_t *f)
{
    uint64_t before = AO_load(&f->regs->desc_count);
    emuq_work_t work;
    emuq_work_begin(&work);
    emuq_inj_sent(&work, f);
    if (emuq_the_recording != NULL)
        emuq_record_run(emuq_record_ring(), f, before);
    emuq_work_run(&work);
}

/* The map of a local message may name torus FIFOs and vice versa. */
static uint16_t message_fifos(const MUHWI_Descriptor_t *d, bool is_local)
{
    uint16_t map = emuq_reverse16((uint16_t)d->Torus_FIFO_Map);
    if (is_local)
        return map & LOCAL_FIFOS ? map : map | LOCAL_FIFOS;
    return map & LINK_FIFOS ? map : map | TORUS_FIFOS;
}

static emuq_net_message_t message_describe(emuq_timed_message_t *message, uint32_t target)
{
    const MUHWI_Descriptor_t *d = &message->descriptor;
    const MUHWI_PacketHeader_t *h = &d->PacketHeader;
    const MUHWI_Pt2PtNetworkHeader_t *net = &h->NetworkHeader.pt2pt;
    uint32_t source = message->inj->node->number;
    return (emuq_net_message_t){.source = source,
                                .destination = target,
                                .bytes = (uint32_t)(d->Message_Length & EMUQ_PA_MASK),
                                .packet = (uint16_t)emuq_packet_limit(h),
                                .queue = (uint16_t)message->inj->id,
                                .map = message_fifos(d, target == source),
                                .hints = emuq_reverse16((uint16_t)emuq_hints(h)),
                                .vc = (uint8_t)emuq_virtual_channel(h),
                                .zone = net->Byte3.Zone_Routing_Id,
                                .flags = (uint8_t)((net->Byte3.Stay_On_Bubble ? EMUQ_NET_STAY : 0) |
                                                   (emuq_is_deposit(h) ? EMUQ_NET_DEPOSIT : 0)),
                                .tag = (uintptr_t)message};
}

emuq_outcome_t emuq_timed_message_post(emuq_work_t *work, emuq_inj_t *f, uint32_t target, uint32_t copies)
{
    emuq_timed_t *t = emuq_the_timed;
    emuq_timed_message_t *message = malloc(sizeof *message);
    if (message == NULL)
        return emuq_reject(work, "give the process more memory", "no memory for a message");
    *message = (emuq_timed_message_t){.inj = f,
                                      .origin = {f->current.count + 1, f->node->number, f->id},
                                      .copies = copies,
                                      .descriptor = f->current.descriptor};
    message->end = &message->first;
    emuq_net_message_t sent = message_describe(message, target);
    if (sent.bytes == (message->descriptor.Message_Length & EMUQ_PA_MASK) &&
        emuq_net_send(t->network, t->now, &sent) == 0) {
        emuq_timed_trace_message(t, &sent);
        return EMUQ_PARKED;
    }
    free(message);
    return emuq_reject(work, "send less than 4 GiB at once, over channels and hints that lead to the target",
                       "the modelled network cannot carry the message to node %u", target);
}

static void message_put(emuq_timed_message_t *message)
{
    if (message->is_sent && message->first == NULL)
        free(message);
}

void emuq_timed_message_built(emuq_timed_t *t, emuq_timed_message_t *message, const emuq_net_packet_t *p)
{
    packet_t *packet = malloc(sizeof *packet + p->bytes);
    if (packet == NULL)
        emuq_timed_fail("no memory for a packet; give the process more memory");
    *packet = (packet_t){.number = p->number, .copies = message->copies};
    *message->end = packet;
    message->end = &packet->next;
    emuq_timed_read_payload(t, message->inj, &message->descriptor, p, packet->data);
}

void emuq_timed_message_sent(emuq_timed_t *t, emuq_timed_message_t *message)
{
    emuq_inj_t *f = message->inj;
    message->is_sent = true;
    message_put(message);
    emuq_timed_sent(f);
    emuq_actors_notify(t, f->node->number, emuq_owner_of(&f->owner).rank);
}

static packet_t **message_find_packet(emuq_timed_message_t *message, uint32_t number)
{
    packet_t **link = &message->first;
    while ((*link)->number != number)
        link = &(*link)->next;
    return link;
}

static void message_packet_put(emuq_timed_message_t *message, packet_t **link)
{
    packet_t *packet = *link;
    if (--packet->copies != 0)
        return;
    *link = packet->next;
    if (message->end == &packet->next)
        message->end = link;
    free(packet);
    message_put(message);
}

/* Adds the time until a remote get has its descriptors in their FIFO. */
static uint64_t message_ready(const emuq_timed_t *t, const MUHWI_PacketHeader_t *h, uint64_t tick)
{
    const emuq_net_parameters_t *p = &t->parameters;
    if (emuq_packet_type(h) < EMUQ_TYPE_GET || p->mu.remote_get < GET_POLL_CYCLES)
        return tick;
    return tick + (uint64_t)(p->mu.remote_get - GET_POLL_CYCLES) * p->clock.cycle;
}

bool emuq_timed_message_arrived(emuq_timed_t *t, emuq_timed_message_t *message, uint32_t node,
                                const emuq_net_packet_t *p)
{
    const MUHWI_Descriptor_t *d = &message->descriptor;
    emuq_mu_node_t *to = &t->machine->node[node];
    if (!emuq_has_space(to, &d->PacketHeader, p->bytes))
        return false;
    packet_t **link = message_find_packet(message, p->number);
    uint64_t begin = p->offset, tick = t->now;
    int32_t receiver = emuq_receiving_rank(to, &d->PacketHeader);
    emuq_work_t work;
    emuq_waiter_t nobody = {.state = EMUQ_LOCAL};
    emuq_message_t m = {.header = &d->PacketHeader,
                        .payload = (*link)->data,
                        .base = p->offset,
                        .length = d->Message_Length & EMUQ_PA_MASK,
                        .sent = &begin,
                        .waiter = &nobody,
                        .work = &work,
                        .origin = &message->origin,
                        .interrupt = d->Half_Word1.Interrupt,
                        .system = emuq_virtual_channel(&d->PacketHeader) == EMUQ_NET_VC_SYSTEM};
    emuq_work_begin(&work);
    emuq_timed_memory_arrive(t, to, &m, p->offset + p->bytes);
    if (emuq_deliver_packet(to, &m, p->offset + p->bytes) == EMUQ_FAILED) {
        emuq_rejected_by(&work, message->inj, d);
        work.error.number = message->origin.number; /* the FIFO may have advanced past the descriptor */
    }
    t->now = message_ready(t, &d->PacketHeader, tick);
    message_packet_put(message, link);
    emuq_work_run(&work);
    t->now = tick;
    emuq_actors_notify(t, node, receiver);
    return true;
}
