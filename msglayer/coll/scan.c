/* SPDX-License-Identifier: BSD-3-Clause */
/* Scan, and reduce-scatter. */
#include "msglayer/coll/blocks.h"

/* The first rank of an exclusive scan: nothing comes to it, so its buffer stays as it is. */
static void write_first(emuq_pami_schedule_t *p, const char *source, size_t bytes)
{
    uint32_t n = p->member->geometry->size;
    for (uint32_t distance = 1; distance < n; distance *= 2)
        emuq_pami_add_send(p, distance, source, bytes);
    if (n > 1)
        emuq_pami_add_send(p, 1, source, bytes);
}

/* In round k each rank sends to the rank 2^k above what it has combined so far, of itself and the 2^k - 1
 * ranks below. An exclusive scan then moves everything up by one. */
EMUQ_PAMI_WRITE(emuq_pami_write_scan)
{
    const pami_scan_t *a = &arguments->xfer_scan;
    uint32_t n = schedule->member->geometry->size, rank = schedule->member->rank;
    pami_result_t rc = emuq_pami_set_op(schedule, a->stype, a->stypecount, a->op, a->data_cookie);
    if (rc == PAMI_SUCCESS)
        rc = emuq_pami_buffer_check(a->rtype, a->rtypecount, PAMI_DATA_COPY);
    if (rc != PAMI_SUCCESS || a->stypecount == 0)
        return rc;
    size_t bytes = a->stypecount * emuq_pami_type_size(a->stype);
    const char *source = emuq_pami_schedule_source(schedule, a->sndbuf, a->stype, a->stypecount);
    if (a->exclusive && rank == 0) {
        write_first(schedule, source, bytes);
        return PAMI_SUCCESS;
    }
    char *result = emuq_pami_schedule_target(schedule, a->rcvbuf, a->rtype, a->rtypecount);
    char *have = result, *other = emuq_pami_schedule_scratch(schedule, bytes);
    if (schedule->failed)
        return PAMI_SUCCESS;
    emuq_pami_add_copy(schedule, have, source, bytes);
    for (uint32_t distance = 1; distance < n; distance *= 2) {
        if (rank + distance < n)
            emuq_pami_add_send(schedule, rank + distance, have, bytes);
        if (rank >= distance)
            emuq_pami_add_receive(schedule, rank - distance, other, bytes);
        emuq_pami_add_wait(schedule);
        if (rank >= distance) {
            emuq_pami_add_combine(schedule, other, have, bytes);
            char *sum = other;
            other = have;
            have = sum;
        }
    }
    if (a->exclusive) {
        if (rank + 1 < n)
            emuq_pami_add_send(schedule, rank + 1, have, bytes);
        emuq_pami_add_receive(schedule, rank - 1, other, bytes);
        emuq_pami_add_wait(schedule);
        have = other;
    }
    emuq_pami_add_copy(schedule, result, have, bytes);
    emuq_pami_add_unpack(schedule, a->rcvbuf, a->rtype, a->rtypecount, result);
    return PAMI_SUCCESS;
}

/* As the groups of reduce.c would. */
void emuq_pami_combination(uint32_t pieces, void (*join)(void *cookie, uint32_t left, uint32_t right),
                           void *cookie)
{
    uint32_t groups = 1;
    while (groups <= pieces / 2)
        groups *= 2;
    uint32_t pairs = pieces - groups;
    for (uint32_t i = 0; i < pairs; i++)
        join(cookie, 2 * i, 2 * i + 1);
    for (uint32_t bit = 1; bit < groups; bit *= 2)
        for (uint32_t g = 0; g < groups; g += 2 * bit) {
            uint32_t left = g < pairs ? 2 * g : g + pairs, right = g + bit;
            join(cookie, left, right < pairs ? 2 * right : right + pairs);
        }
}

typedef struct pieces {
    emuq_pami_schedule_t *schedule;
    char *at;
    size_t bytes;
} pieces_t;

static void join(void *cookie, uint32_t left, uint32_t right)
{
    const pieces_t *p = cookie;
    emuq_pami_add_combine(p->schedule, p->at + left * p->bytes, p->at + right * p->bytes, p->bytes);
}

#define AT_ONCE 16u /* peers that a member exchanges blocks with at the same time */

/* Each rank gets its block of all data, and combines. */
EMUQ_PAMI_WRITE(emuq_pami_write_reduce_scatter)
{
    const pami_reduce_scatter_t *a = &arguments->xfer_reduce_scatter;
    uint32_t n = schedule->member->geometry->size, rank = schedule->member->rank;
    pami_result_t rc = emuq_pami_set_op(schedule, a->stype, a->stypecount, a->op, a->data_cookie);
    if (rc != PAMI_SUCCESS || a->rcounts == NULL ||
        emuq_pami_buffer_check(a->rtype, a->rcounts[rank], PAMI_DATA_COPY) != PAMI_SUCCESS)
        return PAMI_INVAL;
    const char *source = emuq_pami_schedule_source(schedule, a->sndbuf, a->stype, a->stypecount);
    size_t *at = emuq_pami_schedule_scratch(schedule, (n + 1) * sizeof *at);
    if (schedule->failed)
        return PAMI_SUCCESS;
    at[0] = 0;
    for (uint32_t i = 0; i < n; i++)
        at[i + 1] = at[i] + (a->rcounts[i] != 0 ? a->rcounts[i] * emuq_pami_type_size(a->rtype) : 0);
    size_t bytes = at[rank + 1] - at[rank];
    char *pieces = emuq_pami_schedule_scratch(schedule, n * bytes);
    if (pieces == NULL)
        return PAMI_SUCCESS;
    pieces_t p = {schedule, pieces, bytes};
    emuq_pami_add_copy(schedule, pieces + rank * bytes, source + at[rank], bytes);
    for (uint32_t i = 1; i < n; i++) {
        uint32_t to = (uint32_t)(((uint64_t)rank + i) % n), from = (rank + n - i) % n;
        if (at[to + 1] != at[to])
            emuq_pami_add_send(schedule, to, source + at[to], at[to + 1] - at[to]);
        if (bytes != 0)
            emuq_pami_add_receive(schedule, from, pieces + from * bytes, bytes);
        if (i % AT_ONCE == 0)
            emuq_pami_add_wait(schedule);
    }
    emuq_pami_add_wait(schedule);
    emuq_pami_combination(n, join, &p);
    emuq_pami_add_unpack(schedule, a->rcvbuf, a->rtype, a->rcounts[rank], pieces);
    return PAMI_SUCCESS;
}
