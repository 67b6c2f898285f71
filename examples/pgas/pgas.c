/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Implementation of the operations:
 *   get, put        PAMI_Rget, PAMI_Rput: one for each block of the range
 *   add             a message whose data PAMI adds to the array on arrival; the owner replies
 *   fetch and add   PAMI_Rmw
 *   fence           PAMI_Fence_all, and the replies to additions
 * Start with pgas_create(), after which every task knows every part.
 */
#include "pgas.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { ID_ADD, ID_ADDED };

/* Header of an addition. Contains the target address, so no table of arrays is needed. */
typedef struct addition {
    double *target;
} addition_t;

/* ---- completions, called by PAMI while the task makes progress ---- */

static void one_less(pami_context_t context, void *cookie, pami_result_t result)
{
    (void)context;
    world_must(result, "a transfer");
    --*(unsigned long *)cookie;
}

static void wait_for(pgas_t *p, const unsigned long *left)
{
    while (*left != 0)
        world_advance(&p->world);
}

/* ---- additions ---- */

/* On the owner: the addition is complete. The sender's fence waits for this reply, because a PAMI fence may
 * complete after the arrival of the data but before the addition. */
static void added(pami_context_t context, void *cookie, pami_result_t result)
{
    world_must(result, "a sum");
    pami_send_immediate_t reply;
    memset(&reply, 0, sizeof reply);
    reply.dispatch = ID_ADDED;
    reply.dest = (pami_endpoint_t)(uintptr_t)cookie;
    world_must(PAMI_Send_immediate(context, &reply), "PAMI_Send_immediate");
}

/* On the owner: an addition arrives. Its data are never immediate, so PAMI combines them into the target with
 * this operation. */
static void on_add(pami_context_t context, void *cookie, const void *header, size_t header_size,
                   const void *pipe, size_t bytes, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)context, (void)cookie, (void)header_size, (void)pipe, (void)bytes;
    addition_t addition;
    memcpy(&addition, header, sizeof addition);
    recv->addr = addition.target;
    recv->type = PAMI_TYPE_DOUBLE;
    recv->data_fn = PAMI_DATA_SUM;
    recv->local_fn = added;
    recv->cookie = (void *)(uintptr_t)origin;
}

static void on_added(pami_context_t context, void *cookie, const void *header, size_t header_size,
                     const void *pipe, size_t bytes, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)context, (void)header, (void)header_size, (void)pipe, (void)bytes, (void)origin, (void)recv;
    pgas_t *p = cookie;
    p->pending_additions--;
}

void pgas_add(pgas_array_t *a, size_t first, size_t count, const double *values)
{
    pgas_t *p = a->pgas;
    unsigned long in_flight = 0;
    assert(a->bytes == sizeof(double));
    while (count != 0) {
        pgas_location_t at = pgas_locate(a, first);
        size_t n = at.run < count ? at.run : count;
        addition_t addition = {(double *)a->part[at.task].address + at.offset};
        pami_send_t send;
        memset(&send, 0, sizeof send);
        send.send.dispatch = ID_ADD;
        send.send.dest = world_endpoint(&p->world, at.task);
        send.send.header = (struct iovec){&addition, sizeof addition};
        send.send.data = (struct iovec){(void *)(uintptr_t)values, n * sizeof *values};
        send.events.cookie = &in_flight;
        send.events.local_fn = one_less; /* local completion: header and data may be reused */
        in_flight++;
        p->pending_additions++;
        world_must(PAMI_Send(p->world.context, &send), "PAMI_Send");
        wait_for(p, &in_flight);
        first += n, values += n, count -= n;
    }
}

/* ---- the runtime ---- */

void pgas_open(pgas_t *p)
{
    pami_dispatch_hint_t hints;
    memset(p, 0, sizeof *p);
    world_open(&p->world, "PGAS");
    p->task = p->world.task;
    p->tasks = p->world.tasks;
    memset(&hints, 0, sizeof hints);
    hints.recv_immediate = PAMI_HINT_DISABLE;
    world_dispatch(&p->world, ID_ADD, on_add, p, hints);
    hints.recv_immediate = PAMI_HINT_ENABLE;
    world_dispatch(&p->world, ID_ADDED, on_added, p, hints);
}

void pgas_close(pgas_t *p)
{
    pgas_fence(p);
    world_close(&p->world);
}

void pgas_fence(pgas_t *p)
{
    unsigned long left = 1;
    world_must(PAMI_Fence_all(p->world.context, one_less, &left), "PAMI_Fence_all");
    wait_for(p, &left);
    wait_for(p, &p->pending_additions);
}

void pgas_barrier(pgas_t *p)
{
    pgas_fence(p);
    world_barrier(&p->world);
}

void pgas_progress(pgas_t *p)
{
    world_advance(&p->world);
}

/* ---- arrays ---- */

static void *zeros(size_t count, size_t bytes)
{
    void *memory = calloc(count, bytes);
    if (memory == NULL) {
        fprintf(stderr, "pgas: out of memory for %zu elements of %zu bytes\n", count, bytes);
        exit(1);
    }
    return memory;
}

static void make_region(pgas_t *p, const void *memory, size_t bytes, pami_memregion_t *region)
{
    size_t granted;
    world_must(PAMI_Memregion_create(p->world.context, (void *)(uintptr_t)memory, bytes, &granted, region),
               "PAMI_Memregion_create");
    if (granted != bytes) {
        fprintf(stderr, "pgas: of %zu bytes only %zu can be transferred\n", bytes, granted);
        exit(1);
    }
}

void pgas_create(pgas_t *p, pgas_array_t *a, size_t elements, size_t bytes, size_t block)
{
    size_t blocks = (elements + block - 1) / block;
    size_t share = (blocks + p->tasks - 1) / p->tasks * block; /* equal on all tasks, at least one block */
    *a = (pgas_array_t){.pgas = p, .elements = elements, .bytes = bytes, .block = block};
    a->local = zeros(share != 0 ? share : 1, bytes);
    a->part = zeros(p->tasks, sizeof *a->part);

    pgas_part_t own;
    make_region(p, a->local, (share != 0 ? share : 1) * bytes, &own.region);
    own.address = a->local;
    pami_xfer_t xfer;
    memset(&xfer, 0, sizeof xfer);
    pami_allgather_t *gather = &xfer.cmd.xfer_allgather;
    gather->sndbuf = (char *)&own;
    gather->rcvbuf = (char *)a->part;
    gather->stype = gather->rtype = PAMI_TYPE_BYTE;
    gather->stypecount = gather->rtypecount = sizeof own;
    world_collective(&p->world, PAMI_XFER_ALLGATHER, &xfer);
}

void pgas_destroy(pgas_array_t *a)
{
    pgas_barrier(a->pgas);
    world_must(PAMI_Memregion_destroy(a->pgas->world.context, &a->part[a->pgas->task].region),
               "PAMI_Memregion_destroy");
    free(a->part);
    free(a->local);
    memset(a, 0, sizeof *a);
}

pgas_location_t pgas_locate(const pgas_array_t *a, size_t index)
{
    size_t number = index / a->block, within = index % a->block, tasks = a->pgas->tasks;
    assert(index < a->elements);
    pgas_location_t location = {.task = (pami_task_t)(number % tasks),
                                .offset = number / tasks * a->block + within,
                                .run = a->block - within};
    if (location.run > a->elements - index)
        location.run = a->elements - index;
    return location;
}

void *pgas_local(const pgas_array_t *a, size_t nth)
{
    return a->local + nth * a->block * a->bytes;
}

/* ---- puts and gets ---- */

/* Transfers a range of elements within a block. */
static void move_block(pgas_array_t *a, const pgas_location_t *at, size_t elements, size_t local, bool is_put,
                       pgas_handle_t *handle)
{
    pgas_t *p = a->pgas;
    pami_rma_t rma = {.dest = world_endpoint(&p->world, at->task),
                      .bytes = elements * a->bytes,
                      .cookie = &handle->transfers,
                      .done_fn = one_less};
    pami_rdma_t rdma = {.local = {&handle->region, local},
                        .remote = {&a->part[at->task].region, at->offset * a->bytes}};
    handle->transfers++;
    if (is_put) {
        pami_rput_simple_t put = {.rma = rma, .rdma = rdma};
        world_must(PAMI_Rput(p->world.context, &put), "PAMI_Rput");
    } else {
        pami_rget_simple_t get = {.rma = rma, .rdma = rdma};
        world_must(PAMI_Rget(p->world.context, &get), "PAMI_Rget");
    }
}

static void move(pgas_array_t *a, size_t first, size_t count, const void *memory, bool is_put,
                 pgas_handle_t *handle)
{
    *handle = (pgas_handle_t){.has_region = count != 0};
    if (count == 0)
        return;
    /* Regions are cheap and can be created for any memory, so no registration by the user is needed. */
    make_region(a->pgas, memory, count * a->bytes, &handle->region);
    for (size_t done = 0; done < count;) {
        pgas_location_t at = pgas_locate(a, first + done);
        size_t n = at.run < count - done ? at.run : count - done;
        move_block(a, &at, n, done * a->bytes, is_put, handle);
        done += n;
    }
}

void pgas_get_begin(pgas_array_t *a, size_t first, size_t count, void *to, pgas_handle_t *handle)
{
    move(a, first, count, to, false, handle);
}

void pgas_put_begin(pgas_array_t *a, size_t first, size_t count, const void *from, pgas_handle_t *handle)
{
    move(a, first, count, from, true, handle);
}

void pgas_wait(pgas_t *p, pgas_handle_t *handle)
{
    wait_for(p, &handle->transfers);
    if (handle->has_region)
        world_must(PAMI_Memregion_destroy(p->world.context, &handle->region), "PAMI_Memregion_destroy");
    handle->has_region = false;
}

void pgas_get(pgas_array_t *a, size_t first, size_t count, void *to)
{
    pgas_handle_t handle;
    pgas_get_begin(a, first, count, to, &handle);
    pgas_wait(a->pgas, &handle);
}

void pgas_put(pgas_array_t *a, size_t first, size_t count, const void *from)
{
    pgas_handle_t handle;
    pgas_put_begin(a, first, count, from, &handle);
    pgas_wait(a->pgas, &handle);
}

/* ---- fetch and add ---- */

int64_t pgas_fetch_add(pgas_array_t *a, size_t index, int64_t value)
{
    pgas_t *p = a->pgas;
    pgas_location_t at = pgas_locate(a, index);
    int64_t before = 0;
    unsigned long left = 1;
    assert(a->bytes == sizeof(int64_t));
    pami_rmw_t rmw = {.dest = world_endpoint(&p->world, at.task),
                      .cookie = &left,
                      .done_fn = one_less,
                      .local = &before,
                      .remote = a->part[at.task].address + at.offset * a->bytes,
                      .value = &value,
                      .operation = PAMI_ATOMIC_FETCH_ADD,
                      .type = PAMI_TYPE_SIGNED_LONG};
    world_must(PAMI_Rmw(p->world.context, &rmw), "PAMI_Rmw");
    wait_for(p, &left);
    return before;
}
