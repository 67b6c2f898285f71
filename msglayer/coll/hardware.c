/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives with the hardware. The members of a node send to their leader; leaders use the global
 * interrupts or the collective network, and send the result to the members. All members poll the end of a
 * barrier. Leaders use a class route in the order in which the collectives were started, which is the same on
 * all nodes.
 */
#include "msglayer/coll/hardware.h"

#include "msglayer/coll/blocks.h"
#include "msglayer/coll/matching.h"
#include "msglayer/coll/routes.h"

#include <hwi/include/bqc/MU_CollectiveNetworkHeader.h>

#define PART ((size_t)4096) /* bytes of a contribution; a multiple of a packet's payload */
#define ON_THE_WAY                                                                                           \
    (2 * PART) /* most bytes whose results are still to come: they have to fit into the FIFO                 \
                */

/* Longer data is left to software: in parts of halves it is faster, and a leader would have to take in all
 * that its node has. */
#define MOST ((size_t)16 * 1024)

/* ---- turns ---- */

/* Whether the schedule may use the class routes now. */
static bool is_my_turn(emuq_pami_network_t *n, const emuq_pami_schedule_t *p)
{
    return n->active == p || (n->active == NULL && p->turn == n->served);
}

static void end_turn(emuq_pami_network_t *n)
{
    n->active = NULL;
    n->served++;
}

/* Adds a poll of the leader that uses a class route. */
static void add_turn_poll(emuq_pami_schedule_t *p, emuq_pami_poll_fn poll, void *argument)
{
    emuq_pami_add_poll(p, poll, argument);
    p->uses_network = true;
}

/* ---- global interrupts ----
 *
 * A receiver should complete a barrier before it dispatches messages that were sent after the barrier. So
 * every member polls the status register before it takes packets (emuq_pami_receive()). The leader sends the
 * GI state of the barrier to the members of its node before it enters the barrier: a state that a member read
 * itself could be that of a barrier of the program. If the program uses the route after the barrier, the
 * state may recur before a member polls; then the leader's report of the end completes the barrier. */

/* A barrier at a member that is not the leader. */
typedef struct local_barrier {
    uint64_t state; /* from the leader */
    uint32_t gi;
    bool is_over; /* the leader has reported the end */
} local_barrier_t;

/* Takes the class route, if the barrier can be entered. */
static bool take_route(emuq_pami_schedule_t *p, emuq_pami_network_t *n)
{
    MUSPI_GIBarrier_t *b = &n->barrier;
    if (b->controlRegPtr == NULL)
        MUSPI_GIBarrierInit(b, n->gi);
    else /* the program may have used the route meanwhile */
        b->state = emuq_gi_barrier_state(b);
    /* After a route has been programmed: the local signal must have come round, or the barrier seems
     * complete. */
    n->is_raised = n->is_raised || (emuq_mmio_load(b->statusRegPtr) & b->state) != 0;
    if (!n->is_raised)
        return false;
    n->active = p;
    n->reported = 0;
    return true;
}

/* Reports the end of the barrier to the members of the node. @return false: no memory */
static bool report_end(const emuq_pami_schedule_t *p, emuq_pami_network_t *n)
{
    const emuq_pami_member_t *member = p->member;
    emuq_pami_coll_header_t h = {member->key, p->number, member->rank};
    for (; n->reported < n->locals; n->reported++)
        if (emuq_pami_send_short(member->context, member->geometry->endpoint[n->local[n->reported]],
                                 EMUQ_PAMI_ID_BARRIER_END, &h, sizeof h, NULL, 0) != PAMI_SUCCESS)
            return false;
    return true;
}

/* On a node with several members; the messages to the members and the entry follow. */
static bool poll_route(emuq_pami_schedule_t *p, void *argument)
{
    emuq_pami_network_t *n = argument;
    return is_my_turn(n, p) && take_route(p, n);
}

static bool enter_barrier(emuq_pami_schedule_t *p, void *argument)
{
    emuq_pami_network_t *n = argument;
    (void)p;
    MUSPI_GIBarrierEnter(&n->barrier);
    return true;
}

static bool poll_barrier(emuq_pami_schedule_t *p, void *argument)
{
    emuq_pami_network_t *n = argument;
    MUSPI_GIBarrier_t *b = &n->barrier;
    if (!is_my_turn(n, p))
        return false;
    if (n->active == NULL) {
        if (!take_route(p, n))
            return false;
        MUSPI_GIBarrierEnter(b);
    }
    /* Not MUSPI_GIBarrierPoll(), which waits a little when it finds nothing. */
    if ((emuq_mmio_load(b->statusRegPtr) & b->state) != 0 || !report_end(p, n))
        return false;
    end_turn(n);
    return true;
}

static bool poll_local_barrier(emuq_pami_schedule_t *p, void *argument)
{
    const local_barrier_t *b = argument;
    (void)p;
    return b->is_over || (emuq_mmio_load(emuq_gi_status(b->gi)) & b->state) == 0;
}

void emuq_pami_barrier_end(pami_context_t context, void *cookie, const void *header, size_t header_size,
                           const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)cookie, (void)header_size, (void)data, (void)data_size, (void)origin, (void)recv;
    emuq_pami_coll_header_t h;
    memcpy(&h, header, sizeof h);
    const emuq_pami_member_t *member = emuq_pami_member_known(context, h.key);
    const emuq_pami_schedule_t *p = member != NULL ? member->schedules : NULL;
    while (p != NULL && p->number != h.number)
        p = p->next;
    /* Usually the member has detected the end itself. */
    if (p == NULL || p->at == p->count)
        return;
    const emuq_pami_step_t *step = &p->steps[p->at];
    if (step->kind == EMUQ_PAMI_STEP_POLL && step->poll == poll_local_barrier)
        ((local_barrier_t *)step->to)->is_over = true;
}

const volatile uint64_t *emuq_pami_network_status(const emuq_pami_context_t *context, uint64_t *seen)
{
    for (const emuq_pami_schedule_t *p = context->coll->polled; p != NULL; p = p->next_polled) {
        const emuq_pami_step_t *step = &p->steps[p->at];
        const volatile uint64_t *status;
        uint64_t state;
        if (step->kind != EMUQ_PAMI_STEP_POLL)
            continue;
        if (step->poll == poll_barrier && ((const emuq_pami_network_t *)step->to)->active == p) {
            const MUSPI_GIBarrier_t *b = &((const emuq_pami_network_t *)step->to)->barrier;
            status = b->statusRegPtr;
            state = b->state;
        } else if (step->poll == poll_local_barrier) {
            const local_barrier_t *b = step->to;
            status = emuq_gi_status(b->gi);
            state = b->state;
        } else {
            continue;
        }
        /* If the barrier is over by now, the register differs from this, and the thread does not sleep. */
        *seen = emuq_mmio_load(status) | state;
        return status;
    }
    return NULL;
}

static pami_result_t write_local_barrier(emuq_pami_schedule_t *p, const emuq_pami_network_t *n)
{
    local_barrier_t *b = emuq_pami_schedule_scratch(p, sizeof *b);
    if (b == NULL)
        return PAMI_SUCCESS;
    *b = (local_barrier_t){.gi = n->gi};
    emuq_pami_add_send(p, n->leader, NULL, 0);
    emuq_pami_add_receive(p, n->leader, &b->state, sizeof b->state);
    emuq_pami_add_wait(p);
    emuq_pami_add_poll(p, poll_local_barrier, b);
    return PAMI_SUCCESS;
}

EMUQ_PAMI_WRITE(emuq_pami_write_barrier_gi)
{
    emuq_pami_network_t *n = schedule->member->geometry->network;
    (void)arguments;
    if (!emuq_pami_network_leads(schedule->member))
        return write_local_barrier(schedule, n);
    if (n->locals != 0) {
        for (uint32_t i = 0; i < n->locals; i++)
            emuq_pami_add_receive(schedule, n->local[i], NULL, 0);
        emuq_pami_add_wait(schedule);
        add_turn_poll(schedule, poll_route, n);
        for (uint32_t i = 0; i < n->locals; i++)
            emuq_pami_add_send(schedule, n->local[i], &n->barrier.state, sizeof n->barrier.state);
        add_turn_poll(schedule, enter_barrier, n);
    }
    add_turn_poll(schedule, poll_barrier, n);
    return PAMI_SUCCESS;
}

/* ---- the collective network ---- */

/* A combination over all nodes. */
typedef struct combination {
    emuq_pami_network_t *network;
    char *from, *to;
    size_t bytes;
    emuq_pami_mu_operation_t operation;
} combination_t;

/* Its result does not come as packets. */
static bool is_short(const combination_t *c)
{
    return c->bytes <= EMUQ_PAMI_PAYLOAD;
}

static void contribute(emuq_pami_schedule_t *p, const combination_t *c)
{
    emuq_pami_context_t *context = p->member->context;
    emuq_pami_network_t *n = c->network;
    while (n->sent < c->bytes && n->sent - n->got < ON_THE_WAY) {
        size_t left = c->bytes - n->sent;
        emuq_pami_contribution_t part = {.bytes = left < PART ? left : PART,
                                         .op_code = c->operation.op_code,
                                         .word_bytes = c->operation.word_bytes,
                                         .route = (uint8_t)n->collective,
                                         .t = n->t,
                                         .is_short = is_short(c),
                                         .word = p->member->key};
        if (!emuq_pami_pa(context->device, c->from + n->sent, part.bytes, &part.pa) ||
            !emuq_pami_contribute(n->combiner, context->client->resources, &part))
            return; /* no memory, or no room: in the next round */
        n->sent += part.bytes;
    }
}

static void take_short(emuq_pami_network_t *n)
{
    const char *result = emuq_pami_short_result(n->combiner, n->collective);
    if (result == NULL)
        return;
    memcpy(n->to, result, n->bytes);
    n->got = n->bytes;
}

static bool poll_combination(emuq_pami_schedule_t *p, void *argument)
{
    const combination_t *c = argument;
    emuq_pami_network_t *n = c->network;
    if (!is_my_turn(n, p))
        return false;
    if (n->active == NULL) {
        n->active = p;
        n->sent = n->got = 0;
        n->to = c->to;
        n->bytes = c->bytes;
    }
    contribute(p, c);
    if (is_short(c) && n->sent != 0)
        take_short(n);
    if (n->got < c->bytes)
        return false;
    end_turn(n);
    return true;
}

void emuq_pami_network_packet(emuq_pami_context_t *context, const MUHWI_PacketHeader_t *packet,
                              const char *payload)
{
    emuq_pami_member_t *member = emuq_pami_member_find(context, emuq_pami_software_of(packet)->word);
    emuq_pami_network_t *n = member->geometry != NULL ? member->geometry->network : NULL;
    if (n == NULL || n->active == NULL || n->got >= n->bytes)
        return;
    /* A part ends with a packet, so it is only the last of all that is shorter. */
    size_t left = n->bytes - n->got, bytes = left < EMUQ_PAMI_PAYLOAD ? left : EMUQ_PAMI_PAYLOAD;
    memcpy(n->to + n->got, payload, bytes);
    n->got += bytes;
}

#define ALL_RANKS UINT32_MAX

static bool wants(uint32_t rank, uint32_t root)
{
    return root == ALL_RANKS || root == rank;
}

/* A node's leader combines what its members have with what it has itself, then with all other nodes'.
 * `c->from` and `c->to` are one memory, where the result is at last. */
static void write_leader(emuq_pami_schedule_t *p, combination_t *c, size_t bytes, uint32_t root)
{
    emuq_pami_network_t *n = c->network;
    char *pieces = n->locals != 0 ? emuq_pami_schedule_scratch(p, n->locals * bytes) : NULL;
    if (p->failed)
        return;
    for (uint32_t i = 0; i < n->locals; i++)
        emuq_pami_add_receive(p, n->local[i], pieces + i * bytes, bytes);
    emuq_pami_add_wait(p);
    for (uint32_t i = 0; i < n->locals; i++)
        emuq_pami_add_combine(p, c->from, pieces + i * bytes, bytes);
    add_turn_poll(p, poll_combination, c);
    for (uint32_t i = 0; i < n->locals; i++)
        if (wants(n->local[i], root))
            emuq_pami_add_send(p, n->local[i], c->to, bytes);
    emuq_pami_add_wait(p);
}

/* Contiguous memory that the network takes and gives: a multiple of the operation's words, and where the
 * Message Unit can reach it. */
static char *whole_words(emuq_pami_schedule_t *p, char *memory, size_t bytes, size_t word, size_t *whole)
{
    uint64_t pa;
    *whole = (bytes + word - 1) / word * word;
    if (memory != NULL && *whole == bytes && emuq_pami_pa(p->member->context->device, memory, bytes, &pa))
        return memory;
    char *copy = emuq_pami_schedule_scratch(p, *whole);
    if (copy != NULL)
        memset(copy + bytes, 0, *whole - bytes);
    return copy;
}

/* A reduction, to all ranks or to a root. */
typedef struct reduction {
    const char *sndbuf;
    pami_type_t stype;
    size_t stypecount;
    char *rcvbuf; /* where the result is wanted */
    pami_type_t rtype;
    size_t rtypecount;
    pami_data_function op;
    void *cookie;
    uint32_t root;
} reduction_t;

static bool is_checked(const emuq_pami_checked_t *c, const reduction_t *r)
{
    return r->stype == c->stype && r->op == c->op && r->stypecount == c->stypecount &&
           r->rtypecount == c->rtypecount && r->rtype == c->rtype && r->root == ALL_RANKS && r->stype != NULL;
}

static bool is_constant(pami_type_t type)
{
    return emuq_pami_type_is_complete(type) && ((const emuq_pami_type_t *)type)->is_predefined;
}

/* The reduction has been checked, by all that it needs: it has one member here, which gets the result. */
static void remember(emuq_pami_network_t *n, const reduction_t *r, emuq_pami_mu_operation_t operation)
{
    if (n->locals == 0 && r->root == ALL_RANKS && is_constant(r->stype) && is_constant(r->rtype))
        n->checked =
            (emuq_pami_checked_t){r->stype, r->rtype, r->stypecount, r->rtypecount, r->op, operation};
}

/* Whether the network can do it. @return NULL: no */
static combination_t *start(emuq_pami_schedule_t *p, const reduction_t *r, size_t *bytes)
{
    emuq_pami_mu_operation_t operation = p->member->geometry->network->checked.operation;
    if (!is_checked(&p->member->geometry->network->checked, r) &&
        (r->stypecount == 0 || emuq_pami_buffer_check(r->stype, r->stypecount, r->op) != PAMI_SUCCESS ||
         !emuq_pami_type_mu_operation(r->stype, r->op, &operation)))
        return NULL;
    *bytes = r->stypecount * emuq_pami_type_size(r->stype);
    combination_t *c = *bytes <= MOST ? emuq_pami_schedule_scratch(p, sizeof *c) : NULL;
    if (c == NULL)
        return NULL;
    *c = (combination_t){.network = p->member->geometry->network, .operation = operation};
    return c;
}

static pami_result_t reduce(emuq_pami_schedule_t *p, const reduction_t *r, combination_t *c, size_t bytes)
{
    bool gets = wants(p->member->rank, r->root);
    if (!is_checked(&c->network->checked, r)) {
        if (emuq_pami_set_op(p, r->stype, r->stypecount, r->op, r->cookie) != PAMI_SUCCESS ||
            (gets && emuq_pami_buffer_check(r->rtype, r->rtypecount, PAMI_DATA_COPY) != PAMI_SUCCESS))
            return PAMI_INVAL;
        remember(c->network, r, c->operation);
    }
    const char *source = emuq_pami_schedule_source(p, r->sndbuf, r->stype, r->stypecount);
    char *result = gets ? emuq_pami_schedule_target(p, r->rcvbuf, r->rtype, r->rtypecount) : NULL;
    if (emuq_pami_network_leads(p->member)) {
        c->to = c->from = whole_words(p, result, bytes, c->operation.word_bytes, &c->bytes);
        if (p->failed)
            return PAMI_SUCCESS;
        emuq_pami_add_copy(p, c->from, source, bytes);
        write_leader(p, c, bytes, r->root);
        emuq_pami_add_copy(p, result, c->to, gets ? bytes : 0);
    } else {
        emuq_pami_add_send(p, c->network->leader, source, bytes);
        emuq_pami_add_wait(p); /* the result may go to the same memory */
        if (gets)
            emuq_pami_add_receive(p, c->network->leader, result, bytes);
        emuq_pami_add_wait(p);
    }
    if (gets)
        emuq_pami_add_unpack(p, r->rcvbuf, r->rtype, r->rtypecount, result);
    return PAMI_SUCCESS;
}

EMUQ_PAMI_WRITE(emuq_pami_write_allreduce_network)
{
    const pami_allreduce_t *a = &arguments->xfer_allreduce;
    reduction_t r = {a->sndbuf,     a->stype, a->stypecount,  a->rcvbuf, a->rtype,
                     a->rtypecount, a->op,    a->data_cookie, ALL_RANKS};
    size_t bytes;
    combination_t *c = start(schedule, &r, &bytes);
    return c != NULL ? reduce(schedule, &r, c, bytes) : emuq_pami_write_allreduce(schedule, arguments);
}

EMUQ_PAMI_WRITE(emuq_pami_write_reduce_network)
{
    const pami_reduce_t *a = &arguments->xfer_reduce;
    reduction_t r = {a->sndbuf,     a->stype, a->stypecount,  a->rcvbuf, a->rtype,
                     a->rtypecount, a->op,    a->data_cookie, 0};
    if (!emuq_pami_geometry_rank(schedule->member->geometry, a->root, &r.root))
        return PAMI_INVAL;
    size_t bytes;
    combination_t *c = start(schedule, &r, &bytes);
    return c != NULL ? reduce(schedule, &r, c, bytes) : emuq_pami_write_reduce(schedule, arguments);
}

/* ---- broadcast: all nodes but the root's contribute zeros to a bitwise or ---- */

/* The leader on the root's node has the data when it begins. */
static void write_broadcast_leader(emuq_pami_schedule_t *p, combination_t *c, const char *source,
                                   size_t bytes, uint32_t root)
{
    emuq_pami_network_t *n = c->network;
    memset(c->from, 0, c->bytes);
    if (p->member->rank == root)
        emuq_pami_add_copy(p, c->from, source, bytes);
    for (uint32_t i = 0; i < n->locals; i++)
        if (n->local[i] == root)
            emuq_pami_add_receive(p, root, c->from, bytes);
    emuq_pami_add_wait(p);
    add_turn_poll(p, poll_combination, c);
    for (uint32_t i = 0; i < n->locals; i++)
        if (n->local[i] != root)
            emuq_pami_add_send(p, n->local[i], c->to, bytes);
    emuq_pami_add_wait(p);
}

EMUQ_PAMI_WRITE(emuq_pami_write_broadcast_network)
{
    const pami_broadcast_t *b = &arguments->xfer_broadcast;
    emuq_pami_network_t *n = schedule->member->geometry->network;
    uint32_t rank = schedule->member->rank, root;
    if (emuq_pami_buffer_check(b->type, b->typecount, PAMI_DATA_COPY) != PAMI_SUCCESS ||
        !emuq_pami_geometry_rank(schedule->member->geometry, b->root, &root))
        return PAMI_INVAL;
    size_t bytes = b->typecount != 0 ? b->typecount * emuq_pami_type_size(b->type) : 0;
    if (bytes == 0 || bytes > MOST)
        return emuq_pami_write_broadcast(schedule, arguments);
    combination_t *c = emuq_pami_schedule_scratch(schedule, sizeof *c);
    const char *source =
        rank == root ? emuq_pami_schedule_source(schedule, b->buf, b->type, b->typecount) : NULL;
    char *result = rank != root ? emuq_pami_schedule_target(schedule, b->buf, b->type, b->typecount) : NULL;
    if (schedule->failed)
        return PAMI_SUCCESS;
    if (emuq_pami_network_leads(schedule->member)) {
        *c = (combination_t){.network = n, .operation = {MUHWI_COLLECTIVE_OP_CODE_OR, sizeof(uint64_t)}};
        c->to = c->from = whole_words(schedule, NULL, bytes, sizeof(uint64_t), &c->bytes);
        if (schedule->failed)
            return PAMI_SUCCESS;
        write_broadcast_leader(schedule, c, source, bytes, root);
        emuq_pami_add_copy(schedule, result, c->to, rank != root ? bytes : 0);
    } else if (rank == root) {
        emuq_pami_add_send(schedule, n->leader, source, bytes);
    } else {
        emuq_pami_add_receive(schedule, n->leader, result, bytes);
        emuq_pami_add_wait(schedule);
    }
    if (rank != root)
        emuq_pami_add_unpack(schedule, b->buf, b->type, b->typecount, result);
    return PAMI_SUCCESS;
}
