/* SPDX-License-Identifier: BSD-3-Clause */
/* Peers of a context, and puts and gets between memory regions; the target's processes take no part. A put is
 * a direct-put descriptor, complete locally when the descriptor is. For remote completion, a remote get
 * behind the put carries a packet without payload that returns to the origin. A get is a remote get that
 * carries the put of the data, which counts at a counter of the origin. */
#include <stdlib.h>

#include <spi/include/kernel/cnk/emuq_rank.h>
#include <spi/include/mu/Descriptor_inlines.h>

#include "base/memory.h"
#include "msglayer/core/resources.h"
#include "msglayer/p2p/p2p.h"

#define RDMA_PA_BITS 37 /* significant bits of an address of the Message Unit */

/* ---- peers ---- */

static void peer_init(emuq_pami_context_t *context, emuq_pami_peer_t *peer, uint32_t endpoint,
                      emuq_pami_counter_t *counter)
{
    emuq_pami_device_t *device = context->device;
    const emuq_pami_resources_t *resources = device->resources;
    uint32_t task = emuq_pami_task(endpoint), offset = emuq_pami_offset(endpoint);
    emuq_pami_packet_model(device, task, offset, &peer->packet);
    emuq_pami_put_model(resources, task, &peer->put);
    emuq_pami_get_model(resources, task, offset, &peer->get);
    peer->fifo = &device->send[(task + offset) % resources->send_fifos];
    peer->eager = emuq_pami_setting(EMUQ_PAMI_EAGER);
    peer->is_same_host = !emuq_pami_setting_value(EMUQ_PAMI_EAGER)->is_set && emuq_rank_is_local(task);
    peer->left = context->window;
    peer->endpoint = endpoint;
    peer->is_local = emuq_pami_is_local(resources, task);
    peer->queue_last = &peer->queue;
    peer->gets_last = &peer->gets;
    peer->counter = counter;
    emuq_pami_put_model(resources, resources->task, &peer->fetch);
    peer->fetch.Torus_FIFO_Map = emuq_pami_map(resources->task, peer->is_local);
    MUSPI_SetRecCounterBaseAddressInfo(
        &peer->fetch, (uint16_t)emuq_pami_bat_id(resources, resources->t, EMUQ_PAMI_BAT_ZERO),
        counter->offset);
    peer->next = context->all_peers;
    context->all_peers = peer;
}

static bool peer_exists(const emuq_pami_context_t *context, uint32_t endpoint)
{
    const emuq_pami_resources_t *resources = context->client->resources;
    return emuq_pami_task(endpoint) < resources->tasks && emuq_pami_offset(endpoint) < resources->contexts;
}

pami_result_t emuq_pami_peer_error(const emuq_pami_context_t *context, uint32_t endpoint)
{
    const emuq_pami_resources_t *resources = context->client->resources;
    if (peer_exists(context, endpoint))
        return PAMI_ENOMEM;
    return emuq_pami_invalid("no endpoint of task %u, context %u: the job has %u tasks with up to %u "
                             "contexts",
                             emuq_pami_task(endpoint), emuq_pami_offset(endpoint), resources->tasks,
                             (unsigned)resources->contexts);
}

emuq_pami_peer_t *emuq_pami_peer_new(emuq_pami_context_t *context, uint32_t endpoint)
{
    const emuq_pami_resources_t *resources = context->client->resources;
    uint32_t task = emuq_pami_task(endpoint), offset = emuq_pami_offset(endpoint);
    if (!peer_exists(context, endpoint))
        return NULL;
    if (context->peers[offset] == NULL)
        context->peers[offset] = emuq_calloc(resources->tasks, sizeof *context->peers[offset]);
    emuq_pami_peer_t *peer = context->peers[offset] != NULL ? emuq_pami_alloc(sizeof *peer) : NULL;
    if (peer == NULL)
        return NULL;
    emuq_pami_counter_t *counter = emuq_pami_counter_acquire(context->device);
    if (counter == NULL) {
        free(peer);
        return NULL;
    }
    context->peers[offset][task] = peer;
    peer_init(context, peer, endpoint, counter);
    return peer;
}

bool emuq_pami_peer_has_ended(emuq_pami_context_t *context, emuq_pami_peer_t *peer)
{
    if (!emuq_rank_has_ended(emuq_pami_task(peer->endpoint)))
        return false;
    /* Relaxed: the exit handler reads the count from another thread, and the count orders nothing. */
    AO_int_store(&context->credit_requests, context->credit_requests - peer->credit_requests);
    peer->credit_requests = 0;
    peer->left = UINT64_MAX;
    return true;
}

void emuq_pami_peers_free(emuq_pami_context_t *context)
{
    while (context->all_peers != NULL) {
        emuq_pami_peer_t *peer = context->all_peers;
        context->all_peers = peer->next;
        emuq_pami_counter_release(context->device, peer->counter);
        free(peer);
    }
    for (uint32_t i = 0; i <= EMUQ_PAMI_OFFSET_MASK; i++) {
        free(context->peers[i]);
        context->peers[i] = NULL;
    }
}

/* ---- PAMI_Purge and PAMI_Resume: connections have no state to drop ---- */

static pami_result_t peer_check_endpoints(const emuq_pami_context_t *context, const pami_endpoint_t *dest,
                                          size_t count)
{
    if (context == NULL || (dest == NULL && count != 0))
        return emuq_pami_invalid("%s is null", context == NULL ? "context" : "dest");
    for (size_t i = 0; i < count; i++)
        if (emuq_pami_task(dest[i]) >= context->client->resources->tasks || dest[i] == context->endpoint)
            return emuq_pami_invalid(
                "dest[%zu] is the endpoint of this context, or task %u is out of range (%u tasks)", i,
                emuq_pami_task(dest[i]), context->client->resources->tasks);
    return PAMI_SUCCESS;
}

pami_result_t PAMI_Purge(pami_context_t context, pami_endpoint_t *dest, size_t count)
{
    EMUQ_PAMI_CALL();
    return emuq_pami_result(peer_check_endpoints(context, dest, count));
}

pami_result_t PAMI_Resume(pami_context_t context, pami_endpoint_t *dest, size_t count)
{
    EMUQ_PAMI_CALL();
    return emuq_pami_result(peer_check_endpoints(context, dest, count));
}

/* ---- puts and gets ---- */

/* Describes an empty packet about @p request that a remote Message Unit injects. */
static void rdma_describe_done(MUHWI_Descriptor_t *d, const MUHWI_Descriptor_t *model, uint64_t map,
                               uint32_t request)
{
    *d = *model;
    d->Torus_FIFO_Map = map;
    emuq_pami_software(&d->PacketHeader)->kind = EMUQ_PAMI_DONE;
    emuq_pami_software(&d->PacketHeader)->word = request;
}

/* Has the peer's Message Unit inject descriptors from the slot's payload. */
static inline __attribute__((always_inline)) void rdma_inject_remote(emuq_pami_fifo_t *f, void *slot,
                                                                     const emuq_pami_peer_t *peer,
                                                                     uint64_t pa, size_t descriptors)
{
    const MUHWI_Descriptor_t *model = &peer->get;
    emuq_pami_write_descriptor(slot, model, pa, descriptors * sizeof(MUHWI_Descriptor_t),
                               emuq_pami_model_word(model, 5), emuq_pami_model_word(model, 6),
                               emuq_pami_model_word(model, 7));
    emuq_pami_inject(f);
}

/* Sends a packet that returns behind all puts. */
static void rdma_issue_ping(emuq_pami_context_t *context, const emuq_pami_peer_t *peer, uint32_t request)
{
    char *payload;
    uint64_t pa;
    void *slot = emuq_pami_next_slot(&context->device->rdma, &payload, &pa);
    rdma_describe_done((MUHWI_Descriptor_t *)(void *)payload, &context->device->message,
                       emuq_pami_map(context->client->resources->task, peer->is_local), request);
    rdma_inject_remote(&context->device->rdma, slot, peer, pa, 1);
}

static inline __attribute__((always_inline)) void rdma_write_put(void *slot, const MUHWI_Descriptor_t *model,
                                                                 uint64_t pa, size_t bytes, uint64_t to)
{
    /* The put offset is bits 32 to 36 and 48 to 63 of word 5, and bits 0 to 15 of word 6. */
    emuq_pami_write_descriptor(
        slot, model, pa, bytes, emuq_pami_model_word(model, 5) | (to >> 32 & 0x1f) << 32 | to << 48,
        emuq_pami_model_word(model, 6) | (to >> 16 & 0xffff), emuq_pami_model_word(model, 7));
}

/* Injects a put. @return the number of its descriptor */
static inline __attribute__((always_inline)) uint64_t rdma_inject_put(emuq_pami_fifo_t *f,
                                                                      const MUHWI_Descriptor_t *model,
                                                                      uint64_t pa, size_t bytes,
                                                                      uint64_t remote_pa)
{
    char *payload;
    uint64_t payload_pa;
    rdma_write_put(emuq_pami_next_slot(f, &payload, &payload_pa), model, pa, bytes, remote_pa);
    return emuq_pami_inject(f);
}

/*
 * Injects a get. @param request operation of the peer that the get completes, too; 0: none
 * @return counter value with the last byte
 */
static inline __attribute__((always_inline)) uint64_t rdma_inject_get(emuq_pami_fifo_t *f,
                                                                      const emuq_pami_peer_t *peer,
                                                                      uint64_t pa, size_t bytes,
                                                                      uint64_t remote_pa, uint32_t request)
{
    char *payload;
    uint64_t payload_pa;
    void *slot = emuq_pami_next_slot(f, &payload, &payload_pa);
    rdma_write_put(payload, &peer->fetch, remote_pa, bytes, pa);
    if (request != 0)
        rdma_describe_done((MUHWI_Descriptor_t *)(void *)payload + 1, &peer->packet,
                           emuq_pami_map(emuq_pami_task(peer->endpoint), true), request);
    uint64_t number = peer->counter->requested += bytes;
    rdma_inject_remote(f, slot, peer, payload_pa, request != 0 ? 2 : 1);
    return number;
}

static void rdma_await_get(emuq_pami_context_t *context, emuq_pami_peer_t *peer, emuq_pami_op_t *op,
                           uint64_t number)
{
    op->number = number;
    EMUQ_PAMI_APPEND(peer->gets, peer->gets_last, op);
    if (peer->is_getting)
        return;
    peer->is_getting = true;
    peer->next_getting = context->getting;
    context->getting = peer;
}

/* The client's functions may start more gets: queued behind these, or at peers in the next round's list. */
static bool rdma_complete_gets_from(emuq_pami_context_t *context, emuq_pami_peer_t *peer)
{
    uint64_t arrived = emuq_pami_counter_arrived(peer->counter);
    bool any = false;
    while (peer->gets != NULL && (int64_t)(arrived - peer->gets->number) >= 0) {
        emuq_pami_op_t *op = peer->gets;
        EMUQ_PAMI_TAKE(peer->gets, peer->gets_last);
        emuq_pami_op_local(context, op);
        any = true;
    }
    return any;
}

bool emuq_pami_complete_gets(emuq_pami_context_t *context)
{
    emuq_pami_peer_t *peer = context->getting;
    bool any = false;
    context->getting = NULL;
    for (emuq_pami_peer_t *next; peer != NULL; peer = next) {
        next = peer->next_getting;
        any |= rdma_complete_gets_from(context, peer);
        peer->is_getting = peer->gets != NULL;
        if (peer->is_getting) {
            peer->next_getting = context->getting;
            context->getting = peer;
        }
    }
    return any;
}

static __attribute__((noinline)) void rdma_complete_later(emuq_pami_context_t *context,
                                                          emuq_pami_peer_t *peer, emuq_pami_op_kind_t kind,
                                                          uint64_t number, pami_event_function done_fn,
                                                          void *cookie)
{
    emuq_pami_op_t *op = emuq_pami_op_new(context); /* checked by rdma_may_go_now() */
    op->kind = (uint8_t)kind;
    op->dest = peer->endpoint;
    op->pending = EMUQ_PAMI_LOCAL;
    op->local_fn = done_fn;
    op->cookie = cookie;
    op->calls_client = true;
    if (kind == EMUQ_PAMI_OP_PUT)
        emuq_pami_op_await(context, &context->device->rdma, op, number);
    else
        rdma_await_get(context, peer, op, number);
}

/* Whether a put or get can be injected and completed now. */
static inline bool rdma_may_go_now(emuq_pami_context_t *context)
{
    return context->rdma == NULL && emuq_pami_may_call(context) &&
           emuq_pami_has_space(&context->device->rdma, 1) && context->ops.free != NULL;
}

/* Injects a put at once, if possible without an operation. @return false: not possible. Inlined: call
 * overhead is measurable for short puts. */
static inline __attribute__((always_inline)) bool rdma_put_now(emuq_pami_context_t *context,
                                                               emuq_pami_peer_t *peer, uint64_t pa,
                                                               size_t bytes, uint64_t remote_pa,
                                                               pami_event_function done_fn, void *cookie)
{
    emuq_pami_fifo_t *f = &context->device->rdma;
    if (!rdma_may_go_now(context))
        return false;
    uint64_t number = rdma_inject_put(f, &peer->put, pa, bytes, remote_pa);
    peer->was_put_to = true;
    if (done_fn == NULL)
        return true;
    if (number <= MUSPI_getHwDescCount(f->fifo)) {
        emuq_pami_call_now(context, done_fn, cookie);
        return true;
    }
    rdma_complete_later(context, peer, EMUQ_PAMI_OP_PUT, number, done_fn, cookie);
    return true;
}

/* Injects a get at once. @return false: not possible */
static inline __attribute__((always_inline)) bool rdma_get_now(emuq_pami_context_t *context,
                                                               emuq_pami_peer_t *peer, uint64_t pa,
                                                               size_t bytes, uint64_t remote_pa,
                                                               pami_event_function done_fn, void *cookie)
{
    if (!rdma_may_go_now(context))
        return false;
    uint64_t number = rdma_inject_get(&context->device->rdma, peer, pa, bytes, remote_pa, 0);
    if (peer->gets == NULL && emuq_pami_counter_arrived(peer->counter) == number)
        emuq_pami_call_now(context, done_fn, cookie);
    else
        rdma_complete_later(context, peer, EMUQ_PAMI_OP_GET, number, done_fn, cookie);
    return true;
}

static bool rdma_issue(emuq_pami_context_t *context, emuq_pami_op_t *op)
{
    emuq_pami_peer_t *peer = emuq_pami_peer(context, op->dest);
    emuq_pami_fifo_t *f = &context->device->rdma;
    if (!emuq_pami_has_space(f, 2))
        return false;
    if (op->kind == EMUQ_PAMI_OP_PUT) {
        uint64_t number = rdma_inject_put(f, &peer->put, op->pa, op->bytes, op->remote_pa);
        if (op->pending & EMUQ_PAMI_REMOTE)
            rdma_issue_ping(context, peer, op->id);
        emuq_pami_op_await(context, f, op, number);
    } else if (op->kind == EMUQ_PAMI_OP_PING) {
        rdma_issue_ping(context, peer, op->id);
    } else {
        uint64_t number = rdma_inject_get(f, peer, op->pa, op->bytes, op->remote_pa, op->request);
        rdma_await_get(context, peer, op, number);
    }
    return true;
}

void emuq_pami_rdma(emuq_pami_context_t *context, emuq_pami_op_t *op)
{
    if (op->kind == EMUQ_PAMI_OP_PUT)
        emuq_pami_peer(context, op->dest)->was_put_to = true;
    if (context->rdma != NULL || !rdma_issue(context, op))
        EMUQ_PAMI_APPEND(context->rdma, context->rdma_last, op);
}

bool emuq_pami_flush_rdma(emuq_pami_context_t *context)
{
    bool any = false;
    while (context->rdma != NULL) {
        emuq_pami_op_t *op = context->rdma, *next = op->next;
        if (!rdma_issue(context, op))
            break;
        context->rdma = next;
        if (next == NULL)
            context->rdma_last = &context->rdma;
        any = true;
    }
    return any;
}

/* ---- the public functions ---- */

static __attribute__((noinline)) pami_result_t rdma_start(emuq_pami_context_t *context, const pami_rma_t *rma,
                                                          uint64_t pa, uint64_t remote_pa,
                                                          emuq_pami_op_kind_t kind,
                                                          pami_event_function rdone_fn)
{
    emuq_pami_op_t *op = emuq_pami_op_new(context);
    if (op == NULL)
        return PAMI_ENOMEM;
    op->kind = (uint8_t)kind;
    op->dest = rma->dest;
    op->local_fn = rma->done_fn;
    op->remote_fn = rdone_fn;
    op->cookie = rma->cookie;
    op->calls_client = true;
    op->bytes = rma->bytes;
    op->pa = pa;
    op->remote_pa = remote_pa;
    op->pending = EMUQ_PAMI_LOCAL | (rdone_fn != NULL ? EMUQ_PAMI_REMOTE : 0);
    emuq_pami_rdma(context, op);
    return PAMI_SUCCESS;
}

/* True if bytes of a transfer are beyond the 37 bits of physical addresses, where the Message Unit would wrap
 * around. Offsets may be negative. */
static inline bool rdma_wraps(uint64_t pa, uint64_t remote_pa, size_t bytes)
{
    if (__builtin_expect(((pa | remote_pa | bytes) >> (RDMA_PA_BITS - 1)) == 0, 1))
        return false; /* no sum of two exceeds the limit */
    return ((pa | remote_pa | bytes | (pa + bytes) | (remote_pa + bytes)) >> RDMA_PA_BITS) != 0;
}

/* Reports the argument for which rdma_wraps() is true. @return PAMI_INVAL */
static __attribute__((cold, noinline)) pami_result_t rdma_reject_range(const pami_rdma_t *where, uint64_t pa,
                                                                       uint64_t remote_pa, size_t bytes)
{
    if (bytes >> RDMA_PA_BITS != 0)
        return emuq_pami_invalid("rma.bytes %zu exceeds physical addresses of %d bits", bytes, RDMA_PA_BITS);
    bool is_local = rdma_wraps(pa, 0, bytes);
    return emuq_pami_invalid(
        "rdma.%s.offset 0x%zx: %zu bytes at physical address 0x%llx exceed %d bits "
        "(offsets, and displacements of a type, count from the start of the memory region)",
        is_local ? "local" : "remote", is_local ? where->local.offset : where->remote.offset, bytes,
        (unsigned long long)(is_local ? pa : remote_pa), RDMA_PA_BITS);
}

static inline __attribute__((always_inline)) pami_result_t
rdma_transfer(emuq_pami_context_t *context, const pami_rma_t *rma, const pami_rdma_t *where,
              emuq_pami_op_kind_t kind, pami_event_function rdone_fn)
{
    emuq_pami_peer_t *peer = emuq_pami_peer(context, rma->dest);
    if (__builtin_expect(peer == NULL, 0))
        return emuq_pami_peer_error(context, rma->dest);
    if (where->local.mr == NULL || where->remote.mr == NULL)
        return emuq_pami_invalid("the %s memory region is null",
                                 where->local.mr == NULL ? "local" : "remote");
    uint64_t pa = emuq_pami_memregion_pa(&where->local), remote_pa = emuq_pami_memregion_pa(&where->remote);
    if (__builtin_expect(rdma_wraps(pa, remote_pa, rma->bytes), 0))
        return rdma_reject_range(where, pa, remote_pa, rma->bytes);
    if (kind == EMUQ_PAMI_OP_PUT && rdone_fn == NULL &&
        rdma_put_now(context, peer, pa, rma->bytes, remote_pa, rma->done_fn, rma->cookie))
        return PAMI_SUCCESS;
    if (kind == EMUQ_PAMI_OP_GET &&
        rdma_get_now(context, peer, pa, rma->bytes, remote_pa, rma->done_fn, rma->cookie))
        return PAMI_SUCCESS;
    return rdma_start(context, rma, pa, remote_pa, kind, rdone_fn);
}

pami_result_t PAMI_Rput(pami_context_t context, pami_rput_simple_t *parameters)
{
    if (context == NULL || parameters == NULL || parameters->rma.bytes == 0)
        return emuq_pami_result(emuq_pami_invalid_transfer(context, parameters));
    return emuq_pami_result(rdma_transfer(context, &parameters->rma, &parameters->rdma, EMUQ_PAMI_OP_PUT,
                                          parameters->put.rdone_fn));
}

pami_result_t PAMI_Rget(pami_context_t context, pami_rget_simple_t *parameters)
{
    if (context == NULL || parameters == NULL || parameters->rma.bytes == 0)
        return emuq_pami_result(emuq_pami_invalid_transfer(context, parameters));
    return emuq_pami_result(
        rdma_transfer(context, &parameters->rma, &parameters->rdma, EMUQ_PAMI_OP_GET, NULL));
}

/* ---- typed puts and gets: one for each segment that is contiguous on both sides ---- */

typedef struct rdma_segments {
    size_t local_left;  /* outstanding segments, plus 1 until all have started */
    size_t remote_left; /* 1: remote_fn is outstanding */
    pami_event_function local_fn, remote_fn;
    void *cookie;
} rdma_segments_t;

static void rdma_typed_free_if_complete(rdma_segments_t *p)
{
    if (p->local_left == 0 && p->remote_left == 0)
        free(p);
}

static void rdma_typed_local_step(pami_context_t context, void *cookie, pami_result_t result)
{
    rdma_segments_t *p = cookie;
    if (--p->local_left != 0)
        return;
    if (p->local_fn != NULL && !((emuq_pami_context_t *)context)->is_ending)
        p->local_fn(context, p->cookie, result);
    rdma_typed_free_if_complete(p);
}

static void rdma_typed_remote_step(pami_context_t context, void *cookie, pami_result_t result)
{
    rdma_segments_t *p = cookie;
    p->remote_left = 0;
    if (!((emuq_pami_context_t *)context)->is_ending)
        p->remote_fn(context, p->cookie, result);
    rdma_typed_free_if_complete(p);
}

typedef struct rdma_cursor {
    pami_type_t type;
    char *base; /* physical address at displacement 0 */
    size_t at;
} rdma_cursor_t;

/* Returns the address of the next contiguous bytes, at most @p most, and advances. @param bytes receives
 * their number */
static char *rdma_cursor_next(rdma_cursor_t *c, size_t most, size_t *bytes)
{
    ptrdiff_t displacement = 0;
    emuq_pami_type_run(c->type, c->at, &displacement, bytes);
    if (*bytes > most)
        *bytes = most;
    c->at += *bytes;
    return c->base + displacement;
}

/* Counts and checks the segments. @return PAMI_SUCCESS or PAMI_INVAL */
static pami_result_t rdma_typed_count_segments(const pami_rdma_t *where, rdma_cursor_t local,
                                               rdma_cursor_t remote, size_t bytes, size_t *segments)
{
    *segments = 0;
    for (size_t here, there; bytes != 0; bytes -= here, ++*segments) {
        rdma_cursor_t other = remote;
        rdma_cursor_next(&other, bytes, &there);
        uint64_t pa = (uintptr_t)rdma_cursor_next(&local, there, &here);
        uint64_t remote_pa = (uintptr_t)rdma_cursor_next(&remote, here, &here);
        if (rdma_wraps(pa, remote_pa, here))
            return rdma_reject_range(where, pa, remote_pa, here);
    }
    return PAMI_SUCCESS;
}

static void rdma_typed_start(emuq_pami_context_t *context, const pami_rma_t *rma, emuq_pami_op_kind_t kind,
                             rdma_cursor_t local, rdma_cursor_t remote, rdma_segments_t *all)
{
    size_t left = rma->bytes;
    while (left != 0) {
        rdma_cursor_t other = remote;
        size_t bytes, there;
        rdma_cursor_next(&other, left, &there);
        emuq_pami_op_t *op = emuq_pami_op_new(context); /* reserved by the caller */
        op->kind = (uint8_t)kind;
        op->dest = rma->dest;
        op->cookie = all;
        op->local_fn = rdma_typed_local_step;
        op->pending = EMUQ_PAMI_LOCAL;
        all->local_left++;
        op->pa = (uintptr_t)rdma_cursor_next(&local, there, &bytes);
        op->remote_pa = (uintptr_t)rdma_cursor_next(&remote, bytes, &bytes);
        op->bytes = bytes;
        left -= bytes;
        if (left == 0 && all->remote_left != 0) { /* the last put arrives last */
            op->remote_fn = rdma_typed_remote_step;
            op->pending |= EMUQ_PAMI_REMOTE;
        }
        emuq_pami_rdma(context, op);
    }
    rdma_typed_local_step(context, all, PAMI_SUCCESS);
}

static pami_result_t rdma_typed_transfer(emuq_pami_context_t *context, const pami_rma_t *rma,
                                         const pami_rdma_t *where, const pami_rma_typed_t *type,
                                         emuq_pami_op_kind_t kind, pami_event_function rdone_fn)
{
    if (rma->bytes == 0 || where->local.mr == NULL || where->remote.mr == NULL)
        return emuq_pami_invalid("%s", rma->bytes == 0           ? "the length is 0"
                                       : where->local.mr == NULL ? "the local memory region is null"
                                                                 : "the remote memory region is null");
    pami_result_t rc = emuq_pami_types_fit(type, rma->bytes);
    if (rc != PAMI_SUCCESS)
        return rc;
    if (emuq_pami_peer(context, rma->dest) == NULL)
        return emuq_pami_peer_error(context, rma->dest);
    rdma_cursor_t local = {type->local, (char *)(uintptr_t)emuq_pami_memregion_pa(&where->local), 0};
    rdma_cursor_t remote = {type->remote, (char *)(uintptr_t)emuq_pami_memregion_pa(&where->remote), 0};
    size_t segments;
    rc = rdma_typed_count_segments(where, local, remote, rma->bytes, &segments);
    if (rc != PAMI_SUCCESS)
        return rc;
    /* A started operation cannot be cancelled. */
    if (!emuq_pami_op_reserve(context, segments))
        return PAMI_ENOMEM;
    rdma_segments_t *all = emuq_malloc(sizeof *all);
    if (all == NULL)
        return PAMI_ENOMEM;
    *all = (rdma_segments_t){1, rdone_fn != NULL, rma->done_fn, rdone_fn, rma->cookie};
    rdma_typed_start(context, rma, kind, local, remote, all);
    return PAMI_SUCCESS;
}

pami_result_t PAMI_Rput_typed(pami_context_t context, pami_rput_typed_t *p)
{
    if (context == NULL || p == NULL)
        return emuq_pami_result(emuq_pami_null(context));
    return emuq_pami_result(
        rdma_typed_transfer(context, &p->rma, &p->rdma, &p->type, EMUQ_PAMI_OP_PUT, p->put.rdone_fn));
}

pami_result_t PAMI_Rget_typed(pami_context_t context, pami_rget_typed_t *p)
{
    if (context == NULL || p == NULL)
        return emuq_pami_result(emuq_pami_null(context));
    return emuq_pami_result(
        rdma_typed_transfer(context, &p->rma, &p->rdma, &p->type, EMUQ_PAMI_OP_GET, NULL));
}
