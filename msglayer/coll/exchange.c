/* SPDX-License-Identifier: BSD-3-Clause */
/* Allgather and alltoall, with their vector forms. */
#include "msglayer/coll/blocks.h"

#define AT_ONCE 16u /* peers that a member of an alltoall exchanges blocks with at the same time */

/* An allgather of this many bytes altogether, or less, takes as few messages as possible; a longer one as few
 * bytes. */
#define SHORT ((size_t)32 * 1024)

/* ---- allgather ---- */

/* One member's part in it. */
typedef struct all {
    char *buffer;
    pami_type_t type;
    size_t count;
    emuq_pami_blocks_t blocks;
} all_t;

/* Each rank forwards to the next one what it has received from the one before. */
static void write_ring(emuq_pami_schedule_t *p, const emuq_pami_blocks_t *b)
{
    uint32_t n = p->member->geometry->size, rank = p->member->rank;
    for (uint32_t i = 0; i + 1 < n; i++) {
        uint32_t out = (rank + n - i) % n, in = (rank + n - i - 1) % n;
        size_t out_bytes = emuq_pami_blocks_bytes(b, out), in_bytes = emuq_pami_blocks_bytes(b, in);
        if (out_bytes != 0)
            emuq_pami_add_send(p, (uint32_t)(((uint64_t)rank + 1) % n), emuq_pami_blocks_memory(b, out),
                               out_bytes);
        if (in_bytes != 0)
            emuq_pami_add_receive(p, (rank + n - 1) % n, emuq_pami_blocks_memory(b, in), in_bytes);
        emuq_pami_add_wait(p);
    }
}

/* Each rank has the blocks of the ranks from its own on, and gets as many more, from the rank behind them, as
 * there are: 1, 2, 4 ... The memory begins with the own block. */
static void write_doubling(emuq_pami_schedule_t *p, const emuq_pami_blocks_t *b)
{
    uint32_t n = p->member->geometry->size, rank = p->member->rank;
    size_t *at = emuq_pami_schedule_scratch(p, (2 * (size_t)n + 1) * sizeof *at);
    if (at == NULL)
        return;
    at[0] = 0; /* at[i]: bytes of the blocks rank .. rank + i - 1 */
    for (uint32_t i = 0; i < 2 * n; i++)
        at[i + 1] = at[i] + emuq_pami_blocks_bytes(b, (uint32_t)(((uint64_t)rank + i) % n));
    char *memory = emuq_pami_schedule_scratch(p, at[n]);
    if (memory == NULL)
        return;
    emuq_pami_add_copy(p, memory, emuq_pami_blocks_memory(b, rank), at[1]);
    for (uint32_t have = 1; have < n; have *= 2) {
        uint32_t more = have < n - have ? have : n - have;
        if (at[more] != 0)
            emuq_pami_add_send(p, (rank + n - have) % n, memory, at[more]);
        if (at[have + more] != at[have])
            emuq_pami_add_receive(p, (uint32_t)(((uint64_t)rank + have) % n), memory + at[have],
                                  at[have + more] - at[have]);
        emuq_pami_add_wait(p);
    }
    for (uint32_t i = 1; i < n; i++)
        emuq_pami_add_copy(p, emuq_pami_blocks_memory(b, (uint32_t)(((uint64_t)rank + i) % n)),
                           memory + at[i], at[i + 1] - at[i]);
}

static pami_result_t allgather(emuq_pami_schedule_t *p, all_t *a)
{
    uint32_t n = p->member->geometry->size, rank = p->member->rank;
    size_t total = 0;
    if (emuq_pami_buffer_check(a->type, a->count, PAMI_DATA_COPY) != PAMI_SUCCESS ||
        emuq_pami_blocks_check(&a->blocks, n) != PAMI_SUCCESS)
        return PAMI_INVAL;
    for (uint32_t i = 0; i < n; i++)
        total += emuq_pami_blocks_bytes(&a->blocks, i);
    const char *own = emuq_pami_schedule_source(p, a->buffer, a->type, a->count);
    emuq_pami_blocks_open(&a->blocks, p, n, false, false);
    if (p->failed)
        return PAMI_SUCCESS;
    emuq_pami_add_copy(p, emuq_pami_blocks_memory(&a->blocks, rank), own,
                       emuq_pami_blocks_bytes(&a->blocks, rank));
    if (total <= SHORT)
        write_doubling(p, &a->blocks);
    else
        write_ring(p, &a->blocks);
    emuq_pami_blocks_unpack(&a->blocks, p, n);
    return PAMI_SUCCESS;
}

EMUQ_PAMI_WRITE(emuq_pami_write_allgather)
{
    const pami_allgather_t *a = &arguments->xfer_allgather;
    all_t all = {
        a->sndbuf, a->stype, a->stypecount, {.base = a->rcvbuf, .type = a->rtype, .each = a->rtypecount}};
    return allgather(schedule, &all);
}

EMUQ_PAMI_WRITE(emuq_pami_write_allgatherv)
{
    const pami_allgatherv_t *a = &arguments->xfer_allgatherv;
    all_t all = {a->sndbuf,
                 a->stype,
                 a->stypecount,
                 {.base = a->rcvbuf, .type = a->rtype, .counts = a->rtypecounts, .displs = a->rdispls}};
    return a->rtypecounts != NULL ? allgather(schedule, &all) : PAMI_INVAL;
}

EMUQ_PAMI_WRITE(emuq_pami_write_allgatherv_int)
{
    const pami_allgatherv_int_t *a = &arguments->xfer_allgatherv_int;
    all_t all = {a->sndbuf,
                 a->stype,
                 (size_t)a->stypecount,
                 {.base = a->rcvbuf, .type = a->rtype, .icounts = a->rtypecounts, .idispls = a->rdispls}};
    return a->rtypecounts != NULL && a->stypecount >= 0 ? allgather(schedule, &all) : PAMI_INVAL;
}

/* ---- alltoall ---- */

static pami_result_t alltoall(emuq_pami_schedule_t *p, emuq_pami_blocks_t *out, emuq_pami_blocks_t *in)
{
    uint32_t n = p->member->geometry->size, rank = p->member->rank;
    if (emuq_pami_blocks_check(out, n) != PAMI_SUCCESS || emuq_pami_blocks_check(in, n) != PAMI_SUCCESS)
        return PAMI_INVAL;
    emuq_pami_blocks_open(out, p, n, true, emuq_pami_blocks_overlap(out, in, n));
    emuq_pami_blocks_open(in, p, n, false, false);
    if (p->failed)
        return PAMI_SUCCESS;
    emuq_pami_add_copy(p, emuq_pami_blocks_memory(in, rank), emuq_pami_blocks_memory(out, rank),
                       emuq_pami_blocks_bytes(in, rank));
    for (uint32_t i = 1; i < n; i++) {
        uint32_t to = (uint32_t)(((uint64_t)rank + i) % n), from = (rank + n - i) % n;
        size_t out_bytes = emuq_pami_blocks_bytes(out, to), in_bytes = emuq_pami_blocks_bytes(in, from);
        if (in_bytes != 0)
            emuq_pami_add_receive(p, from, emuq_pami_blocks_memory(in, from), in_bytes);
        if (out_bytes != 0)
            emuq_pami_add_send(p, to, emuq_pami_blocks_memory(out, to), out_bytes);
        if (i % AT_ONCE == 0)
            emuq_pami_add_wait(p);
    }
    emuq_pami_add_wait(p);
    emuq_pami_blocks_unpack(in, p, n);
    return PAMI_SUCCESS;
}

EMUQ_PAMI_WRITE(emuq_pami_write_alltoall)
{
    const pami_alltoall_t *a = &arguments->xfer_alltoall;
    emuq_pami_blocks_t out = {.base = a->sndbuf, .type = a->stype, .each = a->stypecount};
    emuq_pami_blocks_t in = {.base = a->rcvbuf, .type = a->rtype, .each = a->rtypecount};
    return alltoall(schedule, &out, &in);
}

EMUQ_PAMI_WRITE(emuq_pami_write_alltoallv)
{
    const pami_alltoallv_t *a = &arguments->xfer_alltoallv;
    emuq_pami_blocks_t out = {
        .base = a->sndbuf, .type = a->stype, .counts = a->stypecounts, .displs = a->sdispls};
    emuq_pami_blocks_t in = {
        .base = a->rcvbuf, .type = a->rtype, .counts = a->rtypecounts, .displs = a->rdispls};
    return a->stypecounts != NULL && a->rtypecounts != NULL ? alltoall(schedule, &out, &in) : PAMI_INVAL;
}

EMUQ_PAMI_WRITE(emuq_pami_write_alltoallv_int)
{
    const pami_alltoallv_int_t *a = &arguments->xfer_alltoallv_int;
    emuq_pami_blocks_t out = {
        .base = a->sndbuf, .type = a->stype, .icounts = a->stypecounts, .idispls = a->sdispls};
    emuq_pami_blocks_t in = {
        .base = a->rcvbuf, .type = a->rtype, .icounts = a->rtypecounts, .idispls = a->rdispls};
    return a->stypecounts != NULL && a->rtypecounts != NULL ? alltoall(schedule, &out, &in) : PAMI_INVAL;
}
