/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/timed/collectives.h"

#include <stdlib.h>

#include "backends/emulator/collective/collective.h"
#include "backends/emulator/core/run.h"
#include "backends/timed/actors.h"
#include "backends/timed/bits.h"
#include "backends/timed/memory.h"
#include "backends/timed/payload.h"
#include "backends/timed/record.h"
#include "backends/timed/report.h"
#include "backends/timed/trace.h"
#include "backends/timed/routes.h"

#define PIECE 512u /* bytes of a packet's payload at most */

struct emuq_offer {
    emuq_inj_t *inj;
    emuq_gather_t *gather;
    uint32_t participant;
    bool is_sent;
    uint32_t packets; /* that have been built and not delivered to all */
    MUHWI_Descriptor_t descriptor;
};

/* What becomes of the same packet of all participants, or of a packet that is broadcast. */
typedef struct sum {
    struct sum *next;
    emuq_offer_t *source;   /* that broadcasts it; NULL: a reduction */
    uint64_t number;        /* among the reductions of the tree; or in the message */
    uint32_t offset, bytes; /* in the message */
    uint32_t left;          /* participants that it has not come to */
    const char *result;     /* in data; NULL: not combined yet */
    emuq_offer_t **offer;   /* [participants] of which packets have been built */
    bool *has_come;         /* [participants] or it does not come there */
    char *data;             /* [participants] pieces, and one for the result */
} sum_t;

/* A tree while anything of it is on its way. */
struct emuq_gather {
    emuq_gather_t *next;
    emuq_tree_t *tree;
    uint32_t offers;
    uint64_t *built; /* [participants] packets for reductions */
    sum_t *first, **end;
};

static const MUHWI_PacketHeader_t *header_of(const emuq_offer_t *o)
{
    return &o->descriptor.PacketHeader;
}

static uint64_t length_of(const emuq_offer_t *o)
{
    return o->descriptor.Message_Length & EMUQ_PA_MASK;
}

static bool is_broadcast(const emuq_offer_t *o)
{
    return emuq_collective_kind(header_of(o)) == EMUQ_BROADCAST;
}

static void *need(void *memory)
{
    if (memory == NULL)
        emuq_timed_fail("no memory for a collective on its way; give the process more memory");
    return memory;
}

/* ---- trees ---- */

static emuq_gather_t *gather_of(emuq_timed_t *t, emuq_tree_t *tree)
{
    emuq_gather_t *g = t->gathers;
    while (g != NULL && g->tree != tree)
        g = g->next;
    if (g != NULL)
        return g;
    g = need(malloc(sizeof *g));
    *g = (emuq_gather_t){.next = t->gathers, .tree = tree};
    g->built = need(calloc(tree->participants, sizeof *g->built));
    g->end = &g->first;
    return t->gathers = g;
}

static void end_if_idle(emuq_timed_t *t, emuq_gather_t *g)
{
    emuq_gather_t **link = &t->gathers;
    if (g->offers != 0)
        return;
    while (*link != g)
        link = &(*link)->next;
    *link = g->next;
    free(g->built);
    free(g);
}

static void end_if_over(emuq_timed_t *t, emuq_offer_t *o)
{
    if (!o->is_sent || o->packets != 0)
        return;
    o->gather->offers--;
    end_if_idle(t, o->gather);
    free(o);
}

/* ---- sums ---- */

static sum_t *new_sum(emuq_gather_t *g, emuq_offer_t *o, uint64_t number, const emuq_net_packet_t *p)
{
    uint32_t n = g->tree->participants, pieces = is_broadcast(o) ? 1 : n;
    bool is_reduce = emuq_collective_kind(header_of(o)) == EMUQ_REDUCE;
    sum_t *s = need(malloc(sizeof *s));
    *s = (sum_t){.source = is_broadcast(o) ? o : NULL,
                 .number = number,
                 .offset = p->offset,
                 .bytes = p->bytes,
                 .left = is_reduce ? 1 : n,
                 .offer = need(calloc(n, sizeof(emuq_offer_t *))),
                 .has_come = need(calloc(n, sizeof(bool))),
                 .data = need(malloc((pieces + 1) * PIECE))};
    for (uint32_t i = 0; is_reduce && i < n; i++)
        s->has_come[i] = i != emuq_collective_destination(g->tree, header_of(o));
    *g->end = s;
    g->end = &s->next;
    return s;
}

/* The sum that a packet goes into, when it is built. */
static sum_t *sum_for(emuq_gather_t *g, emuq_offer_t *o, const emuq_net_packet_t *p)
{
    if (is_broadcast(o))
        return new_sum(g, o, p->number, p);
    uint64_t number = g->built[o->participant]++;
    for (sum_t *s = g->first; s != NULL; s = s->next)
        if (s->source == NULL && s->number == number)
            return s;
    return new_sum(g, o, number, p);
}

/* The place of the sum that comes to a participant next. */
static sum_t **arriving(emuq_gather_t *g, const emuq_offer_t *o, uint32_t participant, uint64_t number)
{
    sum_t **place = &g->first;
    for (; *place != NULL; place = &(*place)->next) {
        const sum_t *s = *place;
        if (is_broadcast(o) ? s->source == o && s->number == number
                            : s->source == NULL && !s->has_come[participant])
            return place;
    }
    emuq_timed_fail("the modelled network has delivered a collective twice");
}

static void end_sum(emuq_timed_t *t, emuq_gather_t *g, sum_t **place)
{
    sum_t *s = *place;
    *place = s->next;
    if (g->end == &s->next)
        g->end = place;
    for (uint32_t p = 0, n = g->tree->participants; p < n; p++) /* the last one ends the gather */
        if (s->offer[p] != NULL) {
            s->offer[p]->packets--;
            end_if_over(t, s->offer[p]);
        }
    free(s->offer);
    free(s->has_come);
    free(s->data);
    free(s);
}

static const char *piece_of(const emuq_tree_t *tree, uint32_t participant, const void *data)
{
    (void)tree;
    return (const char *)data + participant * PIECE;
}

/* The participant nearest the root, or the one that broadcasts: what its header says is done. */
static const emuq_offer_t *model_of(const emuq_gather_t *g, const sum_t *s)
{
    return s->source != NULL ? s->source : s->offer[g->tree->participants - 1];
}

/* All are of one operation, or that is an error of the program. */
static void check(emuq_work_t *work, const emuq_gather_t *g, const sum_t *s)
{
    const emuq_tree_t *tree = g->tree;
    const emuq_offer_t *model = model_of(g, s);
    for (uint32_t p = 0; s->source == NULL && p < tree->participants; p++)
        if (s->offer[p] == NULL || !emuq_collective_is_same(header_of(s->offer[p]), length_of(s->offer[p]),
                                                            header_of(model), length_of(model))) {
            emuq_refuse(work,
                        "all participants inject the same sequence of collectives with equal length, "
                        "operation, operand size and type",
                        "class route %u: the collective of node %u does not match that of node %u",
                        tree->route, tree->participant[p], tree->participant[tree->participants - 1]);
            emuq_refused_by_none(work);
            return;
        }
}

static void combine(const emuq_gather_t *g, sum_t *s)
{
    const MUHWI_PacketHeader_t *h = header_of(model_of(g, s));
    char *result = s->data + (s->source != NULL ? 1 : g->tree->participants) * PIECE;
    if (s->bytes != 0 && s->source == NULL)
        memcpy(result,
               emuq_tree_combine(g->tree, g->tree->stack, g->tree->piece, h, s->bytes, piece_of, s->data),
               s->bytes);
    else
        memcpy(result, s->data, s->bytes);
    if (s->source != NULL && h->NetworkHeader.collective.Byte1.OpCode >= 12)
        emuq_normalise(result, s->bytes);
    s->result = result;
}

/* ---- what the network is given, and calls ---- */

static emuq_net_message_t message_of(emuq_offer_t *o, uint32_t destination)
{
    const emuq_mu_node_t *n = o->inj->node;
    uint32_t kind = emuq_collective_kind(header_of(o)), route = o->gather->tree->route;
    uint8_t vc = emuq_routes_channel(n, route);
    return (emuq_net_message_t){.source = n->number,
                                .destination = destination,
                                .bytes = (uint32_t)length_of(o),
                                .packet = (uint16_t)emuq_packet_limit(header_of(o)),
                                .queue = (uint16_t)o->inj->id,
                                .map =
                                    emuq_mirror16((uint16_t)o->descriptor.Torus_FIFO_Map) | 1u << EMUQ_NET_C0,
                                .vc = vc,
                                .flags = (uint8_t)(kind == EMUQ_BROADCAST ? EMUQ_NET_BROADCAST
                                                   : kind == EMUQ_REDUCE  ? EMUQ_NET_REDUCE
                                                                          : 0),
                                .tree = (uint8_t)route,
                                .tag = (uintptr_t)o};
}

emuq_outcome_t emuq_offer_post(emuq_work_t *work, emuq_inj_t *f, emuq_tree_t *tree)
{
    emuq_timed_t *t = emuq_the_timed;
    const MUHWI_Descriptor_t *d = &f->begun.descriptor;
    uint32_t destination = f->node->number;
    if (emuq_collective_kind(&d->PacketHeader) == EMUQ_REDUCE) {
        uint32_t p = emuq_collective_destination(tree, &d->PacketHeader);
        if (p == UINT32_MAX)
            return emuq_refuse(work, "set the destination of all contributions to a node of the route",
                               "class route %u: the destination of a reduce is not a participant",
                               tree->route);
        destination = tree->participant[p];
    }
    emuq_offer_t *o = need(malloc(sizeof *o));
    *o = (emuq_offer_t){.inj = f,
                        .gather = gather_of(t, tree),
                        .participant = f->node->coll_index[tree->route],
                        .descriptor = *d};
    o->gather->offers++;
    emuq_net_message_t message = message_of(o, destination);
    if (message.bytes == length_of(o) && emuq_net_send(t->network, t->now, &message) == 0) {
        emuq_timed_trace_contribution(t, &message);
        return EMUQ_PARKED;
    }
    o->is_sent = true;
    end_if_over(t, o);
    return emuq_refuse(work, "contribute less than 4 GiB at once",
                       "the modelled network cannot carry the contribution to class route %u", tree->route);
}

void emuq_offer_built(emuq_timed_t *t, emuq_offer_t *o, const emuq_net_packet_t *p)
{
    sum_t *s = sum_for(o->gather, o, p);
    char *piece = s->data + (s->source != NULL ? 0 : o->participant) * PIECE;
    s->offer[o->participant] = o;
    o->packets++;
    emuq_payload_read(t, o->inj, &o->descriptor, p, piece);
}

void emuq_offer_sent(emuq_timed_t *t, emuq_offer_t *o)
{
    emuq_inj_t *f = o->inj;
    o->is_sent = true;
    end_if_over(t, o);
    emuq_timed_sent(f);
    emuq_actor_wake(t, f->node->number, emuq_owner_of(&f->owner).rank);
}

static void deliver(emuq_timed_t *t, emuq_work_t *work, emuq_mu_node_t *to, const emuq_offer_t *model,
                    const sum_t *s)
{
    uint64_t begin = s->offset;
    emuq_waiter_t nobody = {.state = EMUQ_LOCAL};
    emuq_message_t m = {.header = header_of(model),
                        .payload = s->result,
                        .base = s->offset,
                        .length = length_of(model),
                        .sent = &begin,
                        .waiter = &nobody,
                        .work = work,
                        .interrupt = model->descriptor.Half_Word1.Interrupt};
    emuq_timed_memory_arrive(t, to, &m, s->offset + s->bytes);
    (void)emuq_deliver_packet(to, &m, s->offset + s->bytes);
    emuq_refused_by_none(work);
}

/* The last packet of a collective has been delivered to all. */
static void count(const emuq_gather_t *g, const sum_t *s)
{
    const emuq_offer_t *model = model_of(g, s);
    const MUHWI_PacketHeader_t *h = header_of(model);
    bool is_reduce = emuq_collective_kind(h) == EMUQ_REDUCE;
    if (s->offset + s->bytes == length_of(model))
        emuq_collective_count(g->tree, h, length_of(model),
                              is_reduce ? emuq_collective_destination(g->tree, h) : UINT32_MAX);
}

bool emuq_offer_arrived(emuq_timed_t *t, emuq_offer_t *o, uint32_t node, const emuq_net_packet_t *p)
{
    emuq_gather_t *g = o->gather;
    emuq_mu_node_t *to = &t->machine->node[node];
    uint32_t participant = to->coll_index[g->tree->route];
    sum_t **place = arriving(g, o, participant, p->number), *s = *place;
    const emuq_offer_t *model = model_of(g, s);
    int32_t receiver = emuq_receiver(to, header_of(model));
    emuq_work_t work;
    emuq_work_begin(&work);
    if (s->result == NULL)
        check(&work, g, s);
    if (!work.refused && !emuq_has_room(to, header_of(model), s->bytes)) {
        emuq_work_run(&work);
        return false;
    }
    if (!work.refused && s->result == NULL)
        combine(g, s);
    if (s->result != NULL)
        deliver(t, &work, to, model, s);
    s->has_come[participant] = true;
    if (--s->left == 0) {
        count(g, s);
        end_sum(t, g, place);
    }
    emuq_work_run(&work);
    emuq_actor_wake(t, node, receiver);
    return true;
}
