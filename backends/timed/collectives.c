/* SPDX-License-Identifier: BSD-3-Clause */
/* Class routes, global interrupts and collectives in modelled time. */

#include <errno.h>
#include <stdlib.h>

#include "backends/emulator/collective/collective.h"
#include "backends/emulator/core/deliver.h"
#include "backends/emulator/core/inject.h"
#include "backends/emulator/collective/tree.h"
#include "backends/timed/scheduler.h"

#define LINKS      0x3ffu
#define FIRST_LINK 4

static uint16_t route_links_of(uint32_t half)
{
    return (uint16_t)(emuq_reverse16((uint16_t)half) >> FIRST_LINK & LINKS);
}

/* A word with two output links is not a route: the node takes no part. */
static emuq_net_tree_t route_part_of(uint32_t word)
{
    static const uint8_t channel[] = {EMUQ_NET_VC_WORLD, EMUQ_NET_VC_SYSTEM_WORLD, EMUQ_NET_VC_SUBGROUP, 0};
    uint32_t output = route_links_of(word);
    if (word == 0 || (output & (output - 1)) != 0)
        return (emuq_net_tree_t){.output = EMUQ_NET_LINKS};
    return (emuq_net_tree_t){.inputs = route_links_of(word >> 16),
                             .output = output != 0 ? (uint8_t)__builtin_ctz(output) : EMUQ_NET_LINKS,
                             .vc = channel[word >> 28 & 3],
                             .local = emuq_is_participant(word)};
}

static int route_set_tree(emuq_timed_t *t, uint32_t node, uint32_t route, bool gi, uint32_t word)
{
    static const emuq_net_tree_t none = {.output = EMUQ_NET_LINKS};
    emuq_net_tree_t part = route_part_of(word);
    int (*set_tree)(emuq_net_t *, uint32_t, uint32_t, const emuq_net_tree_t *) =
        gi ? emuq_net_set_interrupt_tree : emuq_net_set_tree;
    int rc = set_tree(t->network, node, route, &part);
    return rc != -EINVAL ? rc : set_tree(t->network, node, route, &none); /* names a missing link */
}

static void route_send_state(emuq_timed_t *t, uint32_t node, uint32_t route)
{
    emuq_mu_node_t *n = &t->machine->node[node];
    uint64_t bits = AO_load(emuq_reg(n, 0, EMUQ_REG_GI_CONTROL + route * 8));
    if (bits != 0)
        emuq_routes_level(n, route, (uint32_t)bits);
}

/* Nodes that join late have missed states: if the tree is complete, all participants send again. */
static int route_restart_interrupts(emuq_timed_t *t, uint32_t node, uint32_t route)
{
    const emuq_tree_t *tree = emuq_tree_find(&t->machine->node[node], route, true);
    int rc = tree != NULL ? 0 : -ENOMEM;
    for (uint32_t i = 0; rc == 0 && tree->complete && i < tree->nodes; i++)
        rc = route_set_tree(t, tree->node[i], route, true, tree->word[i]);
    for (uint32_t i = 0; rc == 0 && tree->complete && i < tree->nodes; i++)
        route_send_state(t, tree->node[i], route);
    return rc;
}

int emuq_routes_update(emuq_timed_t *t, uint32_t node)
{
    const emuq_mu_node_t *n = &t->machine->node[node];
    for (uint32_t gi = 0; gi < 2; gi++)
        for (uint32_t route = 0; route < EMUQ_ROUTES; route++) {
            uint32_t *known = &t->route[node].word[gi][route], word = emuq_route_word(n, route, gi);
            if (word == *known)
                continue;
            if (route_set_tree(t, node, route, gi, word) != 0)
                return -ENOMEM;
            *known = word;
            if (gi && t->is_booted && word != 0 && route_restart_interrupts(t, node, route) != 0)
                return -ENOMEM;
        }
    return 0;
}

void emuq_routes_level(emuq_mu_node_t *n, uint32_t route, uint32_t bits)
{
    emuq_timed_t *t = emuq_the_timed;
    (void)emuq_net_interrupt(t->network, t->now, n->number, route, (uint8_t)bits);
}

void emuq_routes_boot(emuq_timed_t *t)
{
    for (uint32_t node = 0; node < t->machine->nodes; node++)
        for (uint32_t route = 0; route < EMUQ_ROUTES; route++)
            route_send_state(t, node, route);
    t->is_booted = true;
    for (uint64_t event; (event = emuq_net_next(t->network)) != EMUQ_NEVER; t->begin = event)
        emuq_net_run(t->network, event);
}

void emuq_routes_interrupted(emuq_timed_t *t, uint32_t node, uint32_t route, uint32_t bits)
{
    emuq_work_t work;
    emuq_timed_memory_interrupt(t, &t->machine->node[node], route, bits);
    emuq_work_begin(&work);
    emuq_gi_show_status(&work, &t->machine->node[node], route, bits);
    emuq_work_run(&work);
    emuq_actors_notify(t, node, -1);
}

#define FRAGMENT_BYTES 512u /* maximum payload */

struct emuq_timed_contribution {
    emuq_inj_t *inj;
    emuq_timed_tree_t *tree_state;
    uint32_t participant;
    bool is_sent;
    uint32_t packets; /* packets in the network */
    MUHWI_Descriptor_t descriptor;
};

/* A packet of a broadcast, or equally numbered packets of all participants of a reduction. */
typedef struct sum {
    struct sum *next;
    emuq_timed_contribution_t *source;        /* origin of a broadcast; NULL: a reduction */
    uint64_t number;                          /* number of the reduction, or of the broadcast's packet */
    uint32_t offset, bytes;                   /* position and length in the message */
    uint32_t left;                            /* participants without the result */
    const char *result;                       /* in `data`; NULL: not computed */
    emuq_timed_contribution_t **contribution; /* [participants]; NULL: not built */
    bool *has_result;
    char *data; /* payloads of FRAGMENT_BYTES, and the result */
} sum_t;

struct emuq_timed_tree {
    emuq_timed_tree_t *next;
    emuq_tree_t *tree;
    uint32_t contributions;
    uint64_t *built; /* [participants] */
    sum_t *first, **end;
};

static const MUHWI_PacketHeader_t *coll_header(const emuq_timed_contribution_t *o)
{
    return &o->descriptor.PacketHeader;
}

static uint64_t coll_length(const emuq_timed_contribution_t *o)
{
    return o->descriptor.Message_Length & EMUQ_PA_MASK;
}

static bool coll_is_broadcast(const emuq_timed_contribution_t *o)
{
    return emuq_collective_kind(coll_header(o)) == EMUQ_BROADCAST;
}

static void *coll_need(void *memory)
{
    if (memory == NULL)
        emuq_timed_fail("no memory for a collective; give the process more memory");
    return memory;
}

static emuq_timed_tree_t *coll_tree(emuq_timed_t *t, emuq_tree_t *tree)
{
    emuq_timed_tree_t *g = t->trees;
    while (g != NULL && g->tree != tree)
        g = g->next;
    if (g != NULL)
        return g;
    g = coll_need(malloc(sizeof *g));
    *g = (emuq_timed_tree_t){.next = t->trees, .tree = tree};
    g->built = coll_need(calloc(tree->participants, sizeof *g->built));
    g->end = &g->first;
    return t->trees = g;
}

static void coll_tree_put(emuq_timed_t *t, emuq_timed_tree_t *g)
{
    emuq_timed_tree_t **link = &t->trees;
    if (g->contributions != 0)
        return;
    while (*link != g)
        link = &(*link)->next;
    *link = g->next;
    free(g->built);
    free(g);
}

static void coll_contribution_put(emuq_timed_t *t, emuq_timed_contribution_t *o)
{
    if (!o->is_sent || o->packets != 0)
        return;
    o->tree_state->contributions--;
    coll_tree_put(t, o->tree_state);
    free(o);
}

static sum_t *coll_new_sum(emuq_timed_tree_t *g, emuq_timed_contribution_t *o, uint64_t number,
                           const emuq_net_packet_t *p)
{
    uint32_t n = g->tree->participants, fragments = coll_is_broadcast(o) ? 1 : n;
    bool is_reduce = emuq_collective_kind(coll_header(o)) == EMUQ_REDUCE;
    sum_t *s = coll_need(malloc(sizeof *s));
    *s = (sum_t){.source = coll_is_broadcast(o) ? o : NULL,
                 .number = number,
                 .offset = p->offset,
                 .bytes = p->bytes,
                 .left = is_reduce ? 1 : n,
                 .contribution = coll_need(calloc(n, sizeof(emuq_timed_contribution_t *))),
                 .has_result = coll_need(calloc(n, sizeof(bool))),
                 .data = coll_need(malloc((fragments + 1) * FRAGMENT_BYTES))};
    for (uint32_t i = 0; is_reduce && i < n; i++)
        s->has_result[i] = i != emuq_collective_destination(g->tree, coll_header(o));
    *g->end = s;
    g->end = &s->next;
    return s;
}

static sum_t *coll_packet_sum(emuq_timed_tree_t *g, emuq_timed_contribution_t *o, const emuq_net_packet_t *p)
{
    if (coll_is_broadcast(o))
        return coll_new_sum(g, o, p->number, p);
    uint64_t number = g->built[o->participant]++;
    for (sum_t *s = g->first; s != NULL; s = s->next)
        if (s->source == NULL && s->number == number)
            return s;
    return coll_new_sum(g, o, number, p);
}

/* Link to the sum that arrives next at a participant. */
static sum_t **coll_next_sum(emuq_timed_tree_t *g, const emuq_timed_contribution_t *o, uint32_t participant,
                             uint64_t number)
{
    sum_t **link = &g->first;
    for (; *link != NULL; link = &(*link)->next) {
        const sum_t *s = *link;
        if (coll_is_broadcast(o) ? s->source == o && s->number == number
                                 : s->source == NULL && !s->has_result[participant])
            return link;
    }
    emuq_timed_fail("the modelled network has delivered a collective twice");
}

static void coll_sum_free(emuq_timed_t *t, emuq_timed_tree_t *g, sum_t **link)
{
    sum_t *s = *link;
    *link = s->next;
    if (g->end == &s->next)
        g->end = link;
    for (uint32_t p = 0, n = g->tree->participants; p < n; p++) /* the last release frees the tree */
        if (s->contribution[p] != NULL) {
            s->contribution[p]->packets--;
            coll_contribution_put(t, s->contribution[p]);
        }
    free(s->contribution);
    free(s->has_result);
    free(s->data);
    free(s);
}

static const char *coll_fragment(const emuq_tree_t *tree, uint32_t participant, const void *data)
{
    (void)tree;
    return (const char *)data + participant * FRAGMENT_BYTES;
}

/* The origin of a broadcast, or the participant nearest to the root. */
static const emuq_timed_contribution_t *coll_reference(const emuq_timed_tree_t *g, const sum_t *s)
{
    return s->source != NULL ? s->source : s->contribution[g->tree->participants - 1];
}

/* Reports an error of the program unless all contributions match. */
static void coll_check(emuq_work_t *work, const emuq_timed_tree_t *g, const sum_t *s)
{
    const emuq_tree_t *tree = g->tree;
    const emuq_timed_contribution_t *model = coll_reference(g, s);
    for (uint32_t p = 0; s->source == NULL && p < tree->participants; p++)
        if (s->contribution[p] == NULL ||
            !emuq_collective_is_same(coll_header(s->contribution[p]), coll_length(s->contribution[p]),
                                     coll_header(model), coll_length(model))) {
            emuq_reject(work,
                        "all participants inject the same sequence of collectives with equal length, "
                        "operation, operand size and type",
                        "class route %u: the collective of node %u does not match that of node %u",
                        tree->route, tree->participant[p], tree->participant[tree->participants - 1]);
            emuq_rejected_by_none(work);
            return;
        }
}

static void coll_combine(const emuq_timed_tree_t *g, sum_t *s)
{
    const MUHWI_PacketHeader_t *h = coll_header(coll_reference(g, s));
    char *result = s->data + (s->source != NULL ? 1 : g->tree->participants) * FRAGMENT_BYTES;
    if (s->bytes != 0 && s->source == NULL)
        memcpy(
            result,
            emuq_tree_combine(g->tree, g->tree->stack, g->tree->piece, h, s->bytes, coll_fragment, s->data),
            s->bytes);
    else
        memcpy(result, s->data, s->bytes);
    if (s->source != NULL && h->NetworkHeader.collective.Byte1.OpCode >= 12)
        emuq_normalise(result, s->bytes);
    s->result = result;
}

static emuq_net_message_t coll_message(emuq_timed_contribution_t *o, uint32_t destination)
{
    const emuq_mu_node_t *n = o->inj->node;
    uint32_t kind = emuq_collective_kind(coll_header(o)), route = o->tree_state->tree->route;
    return (emuq_net_message_t){.source = n->number,
                                .destination = destination,
                                .bytes = (uint32_t)coll_length(o),
                                .packet = (uint16_t)emuq_packet_limit(coll_header(o)),
                                .queue = (uint16_t)o->inj->id,
                                .map = emuq_reverse16((uint16_t)o->descriptor.Torus_FIFO_Map) |
                                       1u << EMUQ_NET_C0,
                                .vc = route_part_of(emuq_route_word(n, route, false)).vc,
                                .flags = (uint8_t)(kind == EMUQ_BROADCAST ? EMUQ_NET_BROADCAST
                                                   : kind == EMUQ_REDUCE  ? EMUQ_NET_REDUCE
                                                                          : 0),
                                .tree = (uint8_t)route,
                                .tag = (uintptr_t)o};
}

emuq_outcome_t emuq_timed_contribution_post(emuq_work_t *work, emuq_inj_t *f, emuq_tree_t *tree)
{
    emuq_timed_t *t = emuq_the_timed;
    const MUHWI_Descriptor_t *d = &f->current.descriptor;
    uint32_t destination = f->node->number;
    if (emuq_collective_kind(&d->PacketHeader) == EMUQ_REDUCE) {
        uint32_t p = emuq_collective_destination(tree, &d->PacketHeader);
        if (p == UINT32_MAX)
            return emuq_reject(work, "set the destination of all contributions to a node of the route",
                               "class route %u: the destination of a reduce is not a participant",
                               tree->route);
        destination = tree->participant[p];
    }
    emuq_timed_contribution_t *o = coll_need(malloc(sizeof *o));
    *o = (emuq_timed_contribution_t){.inj = f,
                                     .tree_state = coll_tree(t, tree),
                                     .participant = f->node->coll_index[tree->route],
                                     .descriptor = *d};
    o->tree_state->contributions++;
    emuq_net_message_t message = coll_message(o, destination);
    if (message.bytes == coll_length(o) && emuq_net_send(t->network, t->now, &message) == 0) {
        emuq_timed_trace_contribution(t, &message);
        return EMUQ_PARKED;
    }
    o->is_sent = true;
    coll_contribution_put(t, o);
    return emuq_reject(work, "contribute less than 4 GiB at once",
                       "the modelled network cannot carry the contribution to class route %u", tree->route);
}

void emuq_timed_contribution_built(emuq_timed_t *t, emuq_timed_contribution_t *o, const emuq_net_packet_t *p)
{
    sum_t *s = coll_packet_sum(o->tree_state, o, p);
    char *fragment = s->data + (s->source != NULL ? 0 : o->participant) * FRAGMENT_BYTES;
    s->contribution[o->participant] = o;
    o->packets++;
    emuq_timed_read_payload(t, o->inj, &o->descriptor, p, fragment);
}

void emuq_timed_contribution_sent(emuq_timed_t *t, emuq_timed_contribution_t *o)
{
    emuq_inj_t *f = o->inj;
    o->is_sent = true;
    coll_contribution_put(t, o);
    emuq_timed_sent(f);
    emuq_actors_notify(t, f->node->number, emuq_owner_of(&f->owner).rank);
}

static void coll_deliver(emuq_timed_t *t, emuq_work_t *work, emuq_mu_node_t *to,
                         const emuq_timed_contribution_t *model, const sum_t *s)
{
    uint64_t begin = s->offset;
    emuq_waiter_t nobody = {.state = EMUQ_LOCAL};
    emuq_message_t m = {.header = coll_header(model),
                        .payload = s->result,
                        .base = s->offset,
                        .length = coll_length(model),
                        .sent = &begin,
                        .waiter = &nobody,
                        .work = work,
                        .interrupt = model->descriptor.Half_Word1.Interrupt};
    emuq_timed_memory_arrive(t, to, &m, s->offset + s->bytes);
    (void)emuq_deliver_packet(to, &m, s->offset + s->bytes);
    emuq_rejected_by_none(work);
}

static void coll_count(const emuq_timed_tree_t *g, const sum_t *s)
{
    const emuq_timed_contribution_t *model = coll_reference(g, s);
    const MUHWI_PacketHeader_t *h = coll_header(model);
    bool is_reduce = emuq_collective_kind(h) == EMUQ_REDUCE;
    if (s->offset + s->bytes == coll_length(model))
        emuq_collective_count(g->tree, h, coll_length(model),
                              is_reduce ? emuq_collective_destination(g->tree, h) : UINT32_MAX);
}

bool emuq_timed_contribution_arrived(emuq_timed_t *t, emuq_timed_contribution_t *o, uint32_t node,
                                     const emuq_net_packet_t *p)
{
    emuq_timed_tree_t *g = o->tree_state;
    emuq_mu_node_t *to = &t->machine->node[node];
    uint32_t participant = to->coll_index[g->tree->route];
    sum_t **link = coll_next_sum(g, o, participant, p->number), *s = *link;
    const emuq_timed_contribution_t *model = coll_reference(g, s);
    int32_t receiver = emuq_receiving_rank(to, coll_header(model));
    emuq_work_t work;
    emuq_work_begin(&work);
    if (s->result == NULL)
        coll_check(&work, g, s);
    if (!work.has_error && !emuq_has_space(to, coll_header(model), s->bytes)) {
        emuq_work_run(&work);
        return false;
    }
    if (!work.has_error && s->result == NULL)
        coll_combine(g, s);
    if (s->result != NULL)
        coll_deliver(t, &work, to, model, s);
    s->has_result[participant] = true;
    if (--s->left == 0) {
        coll_count(g, s);
        coll_sum_free(t, g, link);
    }
    emuq_work_run(&work);
    emuq_actors_notify(t, node, receiver);
    return true;
}
