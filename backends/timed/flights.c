/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/timed/flights.h"

#include <stdlib.h>

#include "backends/emulator/core/header.h"
#include "backends/emulator/core/inject.h"
#include "backends/timed/actors.h"
#include "backends/timed/bits.h"
#include "backends/timed/memory.h"
#include "backends/timed/payload.h"
#include "backends/timed/record.h"
#include "backends/timed/report.h"
#include "backends/timed/trace.h"

#define LOCAL_FIFOS (1u << EMUQ_NET_L0 | 1u << EMUQ_NET_L1)
#define TORUS_FIFOS ((1u << EMUQ_NET_L0) - 1)
#define LINK_FIFOS  (TORUS_FIFOS | 1u << EMUQ_NET_HP | 1u << EMUQ_NET_IO)

/* Nobody polls for a remote get: of the time until a polling core sees a packet, this does not pass. */
#define GET_SAVES 25u /* cycles */

/* A packet between its two ends. */
typedef struct cargo {
    struct cargo *next;
    uint32_t number; /* of its message */
    uint32_t copies; /* nodes that it has not arrived at */
    char data[];
} cargo_t;

struct emuq_flight {
    emuq_inj_t *inj;
    emuq_record_origin_t origin;
    bool is_sent;
    uint32_t copies; /* nodes that each packet is delivered to */
    cargo_t *first;  /* packets on their way, oldest first ... */
    cargo_t **end;   /* ... and the place of the next one */
    MUHWI_Descriptor_t descriptor;
};

/* FIFOs that a message may use. Descriptors of local messages may name torus FIFOs, and the other way. */
static uint16_t fifos(const MUHWI_Descriptor_t *d, bool is_local)
{
    uint16_t map = emuq_mirror16((uint16_t)d->Torus_FIFO_Map);
    if (is_local)
        return map & LOCAL_FIFOS ? map : map | LOCAL_FIFOS;
    return map & LINK_FIFOS ? map : map | TORUS_FIFOS;
}

/* What the network has to know of a descriptor. */
static emuq_net_message_t message_of(emuq_flight_t *flight, uint32_t target)
{
    const MUHWI_Descriptor_t *d = &flight->descriptor;
    const MUHWI_PacketHeader_t *h = &d->PacketHeader;
    const MUHWI_Pt2PtNetworkHeader_t *net = &h->NetworkHeader.pt2pt;
    uint32_t source = flight->inj->node->number;
    return (emuq_net_message_t){.source = source,
                                .destination = target,
                                .bytes = (uint32_t)(d->Message_Length & EMUQ_PA_MASK),
                                .packet = (uint16_t)emuq_packet_limit(h),
                                .queue = (uint16_t)flight->inj->id,
                                .map = fifos(d, target == source),
                                .hints = emuq_mirror16((uint16_t)emuq_hints(h)),
                                .vc = (uint8_t)emuq_virtual_channel(h),
                                .zone = net->Byte3.Zone_Routing_Id,
                                .flags = (uint8_t)((net->Byte3.Stay_On_Bubble ? EMUQ_NET_STAY : 0) |
                                                   (emuq_is_deposit(h) ? EMUQ_NET_DEPOSIT : 0)),
                                .tag = (uintptr_t)flight};
}

emuq_outcome_t emuq_flight_post(emuq_work_t *work, emuq_inj_t *f, uint32_t target, uint32_t copies)
{
    emuq_timed_t *t = emuq_the_timed;
    emuq_flight_t *flight = malloc(sizeof *flight);
    if (flight == NULL)
        return emuq_reject(work, "give the process more memory", "no memory for a message on its way");
    *flight = (emuq_flight_t){.inj = f,
                              .origin = {f->current.count + 1, f->node->number, f->id},
                              .copies = copies,
                              .descriptor = f->current.descriptor};
    flight->end = &flight->first;
    emuq_net_message_t message = message_of(flight, target);
    if (message.bytes == (flight->descriptor.Message_Length & EMUQ_PA_MASK) &&
        emuq_net_send(t->network, t->now, &message) == 0) {
        emuq_timed_trace_message(t, &message);
        return EMUQ_PARKED;
    }
    free(flight);
    return emuq_reject(work, "send less than 4 GiB at once, over channels and hints that lead to the target",
                       "the modelled network cannot carry the message to node %u", target);
}

static void end_if_landed(emuq_flight_t *flight)
{
    if (flight->is_sent && flight->first == NULL)
        free(flight);
}

void emuq_flight_built(emuq_timed_t *t, emuq_flight_t *flight, const emuq_net_packet_t *p)
{
    cargo_t *cargo = malloc(sizeof *cargo + p->bytes);
    if (cargo == NULL)
        emuq_timed_fail("no memory for a packet on its way; give the process more memory");
    *cargo = (cargo_t){.number = p->number, .copies = flight->copies};
    *flight->end = cargo;
    flight->end = &cargo->next;
    emuq_payload_read(t, flight->inj, &flight->descriptor, p, cargo->data);
}

void emuq_flight_sent(emuq_timed_t *t, emuq_flight_t *flight)
{
    emuq_inj_t *f = flight->inj;
    flight->is_sent = true;
    end_if_landed(flight);
    emuq_timed_sent(f);
    emuq_actor_wake(t, f->node->number, emuq_owner_of(&f->owner).rank);
}

/* The packet's place in the list of its flight. */
static cargo_t **find(emuq_flight_t *flight, uint32_t number)
{
    cargo_t **place = &flight->first;
    while ((*place)->number != number)
        place = &(*place)->next;
    return place;
}

static void unload(emuq_flight_t *flight, cargo_t **place)
{
    cargo_t *cargo = *place;
    if (--cargo->copies != 0)
        return;
    *place = cargo->next;
    if (flight->end == &cargo->next)
        flight->end = place;
    free(cargo);
    end_if_landed(flight);
}

/* What follows from a get begins when its descriptors are in their FIFO. */
static uint64_t ready(const emuq_timed_t *t, const MUHWI_PacketHeader_t *h, uint64_t tick)
{
    const emuq_net_parameters_t *p = &t->parameters;
    if (emuq_packet_type(h) < EMUQ_TYPE_GET || p->mu.remote_get < GET_SAVES)
        return tick;
    return tick + (uint64_t)(p->mu.remote_get - GET_SAVES) * p->clock.cycle;
}

bool emuq_flight_arrived(emuq_timed_t *t, emuq_flight_t *flight, uint32_t node, const emuq_net_packet_t *p)
{
    const MUHWI_Descriptor_t *d = &flight->descriptor;
    emuq_mu_node_t *to = &t->machine->node[node];
    if (!emuq_has_space(to, &d->PacketHeader, p->bytes))
        return false;
    cargo_t **place = find(flight, p->number);
    uint64_t begin = p->offset, tick = t->now;
    int32_t receiver = emuq_receiving_rank(to, &d->PacketHeader);
    emuq_work_t work;
    emuq_waiter_t nobody = {.state = EMUQ_LOCAL};
    emuq_message_t m = {.header = &d->PacketHeader,
                        .payload = (*place)->data,
                        .base = p->offset,
                        .length = d->Message_Length & EMUQ_PA_MASK,
                        .sent = &begin,
                        .waiter = &nobody,
                        .work = &work,
                        .origin = &flight->origin,
                        .interrupt = d->Half_Word1.Interrupt,
                        .system = emuq_virtual_channel(&d->PacketHeader) == EMUQ_NET_VC_SYSTEM};
    emuq_work_begin(&work);
    emuq_timed_memory_arrive(t, to, &m, p->offset + p->bytes);
    if (emuq_deliver_packet(to, &m, p->offset + p->bytes) == EMUQ_FAILED) {
        emuq_rejected_by(&work, flight->inj, d);
        work.error.number = flight->origin.number; /* the FIFO may be behind it */
    }
    t->now = ready(t, &d->PacketHeader, tick);
    unload(flight, place);
    emuq_work_run(&work);
    t->now = tick;
    emuq_actor_wake(t, node, receiver);
    return true;
}
