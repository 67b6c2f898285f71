/* SPDX-License-Identifier: BSD-3-Clause */
/* Collectives with class routes. The members of a node send to their leader; leaders use the global
 * interrupts or the collective network, then send the result to the members. Leaders use a class route in the
 * order of the starts, equal on all nodes. */
#include <hwi/include/bqc/MU_CollectiveNetworkHeader.h>

#include "msglayer/coll/network.h"
#include "msglayer/coll/schedule.h"

#define CONTRIBUTION  ((size_t)4096)     /* bytes: multiple of a packet's payload */
#define MAX_IN_FLIGHT (2 * CONTRIBUTION) /* bytes of outstanding results; fit into the reception FIFO */

/* Longer data is faster in software. */
#define MAX_BYTES ((size_t)16 * 1024)

static bool hardware_may_use(emuq_pami_network_t *n, const emuq_pami_schedule_t *p)
{
    return n->active == p || (n->active == NULL && p->ticket == n->now_serving);
}

static void hardware_release(emuq_pami_network_t *n)
{
    n->active = NULL;
    n->now_serving++;
}

static void hardware_add_poll(emuq_pami_schedule_t *p, emuq_pami_poll_fn poll, void *argument)
{
    emuq_pami_add_poll(p, poll, argument);
    p->uses_network = true;
}

/*
 * ---- global interrupts ----
 *
 * A member should complete a barrier before it dispatches messages sent after the barrier, so every member
 * polls the status register before it takes packets (progress_round()). The leader sends the GI state to its
 * members before it enters: a state that a member reads could belong to a barrier of the program. If the
 * program uses the route after the barrier, the state may recur before a member polls; then the leader's
 * report of the end completes the barrier.
 */

/* A barrier at a member that is not the leader. */
typedef struct hardware_local_barrier {
    uint64_t state; /* GI state sent by the leader */
    uint32_t gi;
    bool is_over; /* the leader has reported the end */
} hardware_local_barrier_t;

/* Takes the class route for a barrier. @return false: the node's signal has yet to arrive */
static bool hardware_take_route(emuq_pami_schedule_t *p, emuq_pami_network_t *n)
{
    MUSPI_GIBarrier_t *b = &n->barrier;
    if (b->controlRegPtr == NULL)
        MUSPI_GIBarrierInit(b, n->gi);
    else /* the program may have used the route */
        b->state = emuq_gi_barrier_state(b);
    /* The local signal must arrive first on a new route, or the barrier would seem complete. */
    n->is_raised = n->is_raised || (emuq_mmio_load(b->statusRegPtr) & b->state) != 0;
    if (!n->is_raised)
        return false;
    n->active = p;
    n->reported = 0;
    return true;
}

/* Reports the end of the barrier to the node's members. @return false: out of memory */
static bool hardware_report_end(const emuq_pami_schedule_t *p, emuq_pami_network_t *n)
{
    const emuq_pami_member_t *member = p->member;
    emuq_pami_coll_header_t h = {member->key, p->number, member->rank};
    for (; n->reported < n->locals; n->reported++)
        if (emuq_pami_send_short(member->context, member->geometry->endpoint[n->local[n->reported]],
                                 EMUQ_PAMI_ID_BARRIER_END, &h, sizeof h, NULL, 0) != PAMI_SUCCESS)
            return false;
    return true;
}

/* First step of a barrier with several members on the node. */
static bool hardware_poll_route(emuq_pami_schedule_t *p, void *argument)
{
    emuq_pami_network_t *n = argument;
    return hardware_may_use(n, p) && hardware_take_route(p, n);
}

static bool hardware_enter_barrier(emuq_pami_schedule_t *p, void *argument)
{
    emuq_pami_network_t *n = argument;
    (void)p;
    MUSPI_GIBarrierEnter(&n->barrier);
    return true;
}

static bool hardware_poll_barrier(emuq_pami_schedule_t *p, void *argument)
{
    emuq_pami_network_t *n = argument;
    MUSPI_GIBarrier_t *b = &n->barrier;
    if (!hardware_may_use(n, p))
        return false;
    if (n->active == NULL) {
        if (!hardware_take_route(p, n))
            return false;
        MUSPI_GIBarrierEnter(b);
    }
    /* MUSPI_GIBarrierPoll() would yield if the barrier is not complete. */
    if ((emuq_mmio_load(b->statusRegPtr) & b->state) != 0 || !hardware_report_end(p, n))
        return false;
    hardware_release(n);
    return true;
}

static bool hardware_poll_local_barrier(emuq_pami_schedule_t *p, void *argument)
{
    const hardware_local_barrier_t *b = argument;
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
    /* Usually the member has detected the end. */
    if (p == NULL || p->at == p->count)
        return;
    const emuq_pami_step_t *step = &p->steps[p->at];
    if (step->kind == EMUQ_PAMI_STEP_POLL && step->poll == hardware_poll_local_barrier)
        ((hardware_local_barrier_t *)step->to)->is_over = true;
}

const volatile uint64_t *emuq_pami_network_status(const emuq_pami_context_t *context, uint64_t *seen)
{
    for (const emuq_pami_schedule_t *p = context->coll->polled; p != NULL; p = p->next_polled) {
        const emuq_pami_step_t *step = &p->steps[p->at];
        const volatile uint64_t *status;
        uint64_t state;
        if (step->kind != EMUQ_PAMI_STEP_POLL)
            continue;
        if (step->poll == hardware_poll_barrier && ((const emuq_pami_network_t *)step->to)->active == p) {
            const MUSPI_GIBarrier_t *b = &((const emuq_pami_network_t *)step->to)->barrier;
            status = b->statusRegPtr;
            state = b->state;
        } else if (step->poll == hardware_poll_local_barrier) {
            const hardware_local_barrier_t *b = step->to;
            status = emuq_gi_status(b->gi);
            state = b->state;
        } else {
            continue;
        }
        /* If the barrier is over, the register differs from this value and the thread does not sleep. */
        *seen = emuq_mmio_load(status) | state;
        return status;
    }
    return NULL;
}

static pami_result_t hardware_write_local_barrier(emuq_pami_schedule_t *p, const emuq_pami_network_t *n)
{
    hardware_local_barrier_t *b = emuq_pami_schedule_scratch(p, sizeof *b);
    if (b == NULL)
        return PAMI_SUCCESS;
    *b = (hardware_local_barrier_t){.gi = n->gi};
    emuq_pami_add_send(p, n->leader, NULL, 0);
    emuq_pami_add_receive(p, n->leader, &b->state, sizeof b->state);
    emuq_pami_add_wait(p);
    emuq_pami_add_poll(p, hardware_poll_local_barrier, b);
    return PAMI_SUCCESS;
}

EMUQ_PAMI_WRITE(emuq_pami_write_barrier_gi)
{
    emuq_pami_network_t *n = schedule->member->geometry->network;
    (void)arguments;
    if (!emuq_pami_network_leads(schedule->member))
        return hardware_write_local_barrier(schedule, n);
    if (n->locals != 0) {
        for (uint32_t i = 0; i < n->locals; i++)
            emuq_pami_add_receive(schedule, n->local[i], NULL, 0);
        emuq_pami_add_wait(schedule);
        hardware_add_poll(schedule, hardware_poll_route, n);
        for (uint32_t i = 0; i < n->locals; i++)
            emuq_pami_add_send(schedule, n->local[i], &n->barrier.state, sizeof n->barrier.state);
        hardware_add_poll(schedule, hardware_enter_barrier, n);
    }
    hardware_add_poll(schedule, hardware_poll_barrier, n);
    return PAMI_SUCCESS;
}

/* ---- the collective network ---- */

typedef struct hardware_combine {
    emuq_pami_network_t *network;
    char *from, *to;
    size_t bytes;
    emuq_pami_mu_operation_t operation;
} hardware_combine_t;

/* Whether the result is put into memory. Otherwise packets carry it. */
static bool hardware_is_short(const hardware_combine_t *c)
{
    return c->bytes <= EMUQ_PAMI_PAYLOAD;
}

static void hardware_contribute(emuq_pami_schedule_t *p, const hardware_combine_t *c)
{
    emuq_pami_context_t *context = p->member->context;
    emuq_pami_network_t *n = c->network;
    while (n->sent < c->bytes && n->sent - n->got < MAX_IN_FLIGHT) {
        size_t left = c->bytes - n->sent;
        emuq_pami_contribution_t part = {.bytes = left < CONTRIBUTION ? left : CONTRIBUTION,
                                         .op_code = c->operation.op_code,
                                         .word_bytes = c->operation.word_bytes,
                                         .route = (uint8_t)n->collective,
                                         .t = n->t,
                                         .is_short = hardware_is_short(c),
                                         .word = p->member->key};
        if (!emuq_pami_pa(context->device, c->from + n->sent, part.bytes, &part.pa) ||
            !emuq_pami_contribute(n->coll_fifo, context->client->resources, &part))
            return; /* no memory or slot: retried in the next round */
        n->sent += part.bytes;
    }
}

static void hardware_take_short(emuq_pami_network_t *n)
{
    const emuq_pami_result_buffer_t *b = &n->coll_fifo->area->result_buffer[n->collective];
    /* Acquire: pairs with the Message Unit's release after the bytes. */
    if (-AO_load_acquire(&b->value) == b->requested) {
        memcpy(n->to, b->result, n->bytes);
        n->got = n->bytes;
    }
}

static bool hardware_poll_combine(emuq_pami_schedule_t *p, void *argument)
{
    const hardware_combine_t *c = argument;
    emuq_pami_network_t *n = c->network;
    if (!hardware_may_use(n, p))
        return false;
    if (n->active == NULL) {
        n->active = p;
        n->sent = n->got = 0;
        n->to = c->to;
        n->bytes = c->bytes;
    }
    hardware_contribute(p, c);
    if (hardware_is_short(c) && n->sent != 0)
        hardware_take_short(n);
    if (n->got < c->bytes)
        return false;
    hardware_release(n);
    return true;
}

void emuq_pami_network_packet(emuq_pami_context_t *context, const MUHWI_PacketHeader_t *packet,
                              const char *payload)
{
    emuq_pami_member_t *member = emuq_pami_member_find(context, emuq_pami_software(packet)->word);
    emuq_pami_network_t *n = member->geometry != NULL ? member->geometry->network : NULL;
    if (n == NULL || n->active == NULL || n->got >= n->bytes)
        return;
    /* Only the very last packet is shorter. */
    size_t left = n->bytes - n->got, bytes = left < EMUQ_PAMI_PAYLOAD ? left : EMUQ_PAMI_PAYLOAD;
    memcpy(n->to + n->got, payload, bytes);
    n->got += bytes;
}

/* Leader: combines the members' data, then the nodes' data. `c->from` and `c->to` are equal. */
static void hardware_write_leader(emuq_pami_schedule_t *p, hardware_combine_t *c, size_t bytes, uint32_t root)
{
    emuq_pami_network_t *n = c->network;
    char *segments = n->locals != 0 ? emuq_pami_schedule_scratch(p, n->locals * bytes) : NULL;
    if (p->failed)
        return;
    for (uint32_t i = 0; i < n->locals; i++)
        emuq_pami_add_receive(p, n->local[i], segments + i * bytes, bytes);
    emuq_pami_add_wait(p);
    for (uint32_t i = 0; i < n->locals; i++)
        emuq_pami_add_combine(p, c->from, segments + i * bytes, bytes);
    hardware_add_poll(p, hardware_poll_combine, c);
    for (uint32_t i = 0; i < n->locals; i++)
        if (root == EMUQ_PAMI_ALL_RANKS || root == n->local[i])
            emuq_pami_add_send(p, n->local[i], c->to, bytes);
    emuq_pami_add_wait(p);
}

/* Memory for the network, in whole words that the Message Unit can access: @p memory, or scratch without its
 * data. */
static char *hardware_whole_words(emuq_pami_schedule_t *p, char *memory, size_t bytes, size_t word,
                                  size_t *padded)
{
    uint64_t pa;
    *padded = (bytes + word - 1) / word * word;
    if (memory != NULL && *padded == bytes && emuq_pami_pa(p->member->context->device, memory, bytes, &pa))
        return memory;
    char *copy = emuq_pami_schedule_scratch(p, *padded);
    if (copy != NULL)
        memset(copy + bytes, 0, *padded - bytes);
    return copy;
}

static bool hardware_is_checked(const emuq_pami_checked_t *c, const pami_allreduce_t *a, uint32_t root)
{
    return a->stype == c->stype && a->op == c->op && a->stypecount == c->stypecount &&
           a->rtypecount == c->rtypecount && a->rtype == c->rtype && root == EMUQ_PAMI_ALL_RANKS &&
           a->stype != NULL;
}

static bool hardware_is_constant(pami_type_t type)
{
    return emuq_pami_type_is_complete(type) && ((const emuq_pami_type_t *)type)->is_predefined;
}

/* Prepares a reduction. @return NULL: not possible on the network */
static hardware_combine_t *hardware_start(emuq_pami_schedule_t *p, const pami_allreduce_t *a, uint32_t root,
                                          size_t *bytes)
{
    emuq_pami_network_t *n = p->member->geometry->network;
    emuq_pami_mu_operation_t operation = n->checked.operation;
    if (!hardware_is_checked(&n->checked, a, root) &&
        (a->stypecount == 0 || emuq_pami_buffer_check(a->stype, a->stypecount, a->op) != PAMI_SUCCESS ||
         !emuq_pami_type_mu_operation(a->stype, a->op, &operation)))
        return NULL;
    *bytes = a->stypecount * emuq_pami_type_size(a->stype);
    hardware_combine_t *c = *bytes <= MAX_BYTES ? emuq_pami_schedule_scratch(p, sizeof *c) : NULL;
    if (c == NULL)
        return NULL;
    *c = (hardware_combine_t){.network = n, .operation = operation};
    return c;
}

/* Writes a reduction on the network if possible, else by messages. */
static pami_result_t hardware_write_reduction(emuq_pami_schedule_t *p, const pami_allreduce_t *a,
                                              uint32_t root)
{
    bool receives = emuq_pami_receives(p, root);
    size_t bytes;
    hardware_combine_t *c = hardware_start(p, a, root, &bytes);
    if (c == NULL)
        return emuq_pami_write_reduction(p, a, root);
    if (!hardware_is_checked(&c->network->checked, a, root)) {
        if (emuq_pami_reduction_check(p, a, receives) != PAMI_SUCCESS)
            return PAMI_INVAL;
        if (c->network->locals == 0 && root == EMUQ_PAMI_ALL_RANKS && hardware_is_constant(a->stype) &&
            hardware_is_constant(a->rtype))
            c->network->checked =
                (emuq_pami_checked_t){a->stype, a->rtype, a->stypecount, a->rtypecount, a->op, c->operation};
    }
    const char *source = emuq_pami_schedule_source(p, a->sndbuf, a->stype, a->stypecount);
    char *result = receives ? emuq_pami_schedule_target(p, a->rcvbuf, a->rtype, a->rtypecount) : NULL;
    if (emuq_pami_network_leads(p->member)) {
        c->to = c->from = hardware_whole_words(p, result, bytes, c->operation.word_bytes, &c->bytes);
        if (p->failed)
            return PAMI_SUCCESS;
        emuq_pami_add_copy(p, c->from, source, bytes);
        hardware_write_leader(p, c, bytes, root);
        emuq_pami_add_copy(p, result, c->to, receives ? bytes : 0);
    } else {
        emuq_pami_add_send(p, c->network->leader, source, bytes);
        emuq_pami_add_wait(p); /* the result may overwrite the data */
        if (receives)
            emuq_pami_add_receive(p, c->network->leader, result, bytes);
        emuq_pami_add_wait(p);
    }
    if (receives)
        emuq_pami_add_unpack(p, a->rcvbuf, a->rtype, a->rtypecount, result);
    return PAMI_SUCCESS;
}

EMUQ_PAMI_WRITE(emuq_pami_write_allreduce_network)
{
    return hardware_write_reduction(schedule, &arguments->xfer_allreduce, EMUQ_PAMI_ALL_RANKS);
}

EMUQ_PAMI_WRITE(emuq_pami_write_reduce_network)
{
    pami_allreduce_t a;
    uint32_t root;
    return emuq_pami_read_reduce(schedule, arguments, &a, &root)
               ? hardware_write_reduction(schedule, &a, root)
               : emuq_pami_geometry_no_root(schedule->member->geometry, arguments->xfer_reduce.root);
}

/* ---- broadcast: all nodes except the root's contribute zeros to a bitwise or ---- */

/* Leader: contributes zeros, or the data on the root's node. */
static void hardware_write_broadcast_leader(emuq_pami_schedule_t *p, hardware_combine_t *c,
                                            const char *source, size_t bytes, uint32_t root)
{
    emuq_pami_network_t *n = c->network;
    memset(c->from, 0, c->bytes);
    if (p->member->rank == root)
        emuq_pami_add_copy(p, c->from, source, bytes);
    for (uint32_t i = 0; i < n->locals; i++)
        if (n->local[i] == root)
            emuq_pami_add_receive(p, root, c->from, bytes);
    emuq_pami_add_wait(p);
    hardware_add_poll(p, hardware_poll_combine, c);
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
    if (emuq_pami_buffer_check(b->type, b->typecount, PAMI_DATA_COPY) != PAMI_SUCCESS)
        return PAMI_INVAL;
    if (!emuq_pami_geometry_rank(schedule->member->geometry, b->root, &root))
        return emuq_pami_geometry_no_root(schedule->member->geometry, b->root);
    size_t bytes = b->typecount != 0 ? b->typecount * emuq_pami_type_size(b->type) : 0;
    if (bytes == 0 || bytes > MAX_BYTES)
        return emuq_pami_write_broadcast(schedule, arguments);
    hardware_combine_t *c = emuq_pami_schedule_scratch(schedule, sizeof *c);
    const char *source =
        rank == root ? emuq_pami_schedule_source(schedule, b->buf, b->type, b->typecount) : NULL;
    char *result = rank != root ? emuq_pami_schedule_target(schedule, b->buf, b->type, b->typecount) : NULL;
    if (schedule->failed)
        return PAMI_SUCCESS;
    if (emuq_pami_network_leads(schedule->member)) {
        *c = (hardware_combine_t){.network = n, .operation = {MUHWI_COLLECTIVE_OP_CODE_OR, sizeof(uint64_t)}};
        c->to = c->from = hardware_whole_words(schedule, NULL, bytes, sizeof(uint64_t), &c->bytes);
        if (schedule->failed)
            return PAMI_SUCCESS;
        hardware_write_broadcast_leader(schedule, c, source, bytes, root);
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
