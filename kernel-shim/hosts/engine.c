/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel-shim/hosts/engine.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "kernel-shim/errors/say.h"
#include "kernel-shim/job/linger.h"
#include "kernel-shim/job/partition.h"

#define TURN_NS UINT64_C(5000000) /* between two looks for ranks that have ended */

/* Begins each frame of a lane. What follows is aligned as the frame is. */
typedef struct lane_frame {
    enum {
        UNIT, /* a frame of the unit follows */
        ENDED /* rank and status of a rank that has ended */
    } kind;
    uint32_t rank;
    int32_t status;
} __attribute__((aligned(EMUQ_FRAME_ALIGN))) lane_frame_t;

/* The engine of this process. */
static struct {
    emuq_partition_t *partition;
    const emuq_lanes_t *lanes;
    uint32_t ended; /* ranks that had ended at the last look */
    bool *told;     /* [np] the other hosts know that the rank has ended */
} engine;

static int carry(void *context, uint32_t host, const void *frame, size_t bytes)
{
    lane_frame_t unit = {.kind = UNIT};
    const struct iovec part[] = {{&unit, sizeof unit}, {(void *)(uintptr_t)frame, bytes}};
    (void)context;
    return engine.lanes->send(engine.lanes->context, host, part, 2);
}

static emuq_process_t *process_of(uint32_t rank)
{
    const emuq_partition_t *p = engine.partition;
    return &p->process[p->process_of_rank[rank]];
}

/* Whether all ranks of a host have ended. */
static bool is_done(uint32_t host)
{
    const emuq_partition_t *p = engine.partition;
    for (uint32_t rank = 0; rank < p->job.np; rank++) {
        const emuq_process_t *process = process_of(rank);
        if (emuq_node_host(p, process->node->number) == host &&
            __atomic_load_n(&process->state, __ATOMIC_ACQUIRE) < EMUQ_RANK_ENDED)
            return false;
    }
    return true;
}

static int rank_ended(uint32_t host, const lane_frame_t *frame)
{
    const emuq_partition_t *p = engine.partition;
    if (frame->rank >= p->job.np || emuq_node_host(p, process_of(frame->rank)->node->number) != host)
        return -EPROTO;
    emuq_rank_end(process_of(frame->rank), frame->status);
    return 0;
}

static int arrival(void *argument, uint32_t host, const void *frame, size_t bytes)
{
    emuq_partition_t *p = argument;
    const lane_frame_t *f = frame;
    int rc = -EPROTO;
    if (bytes == 0) {
        if (is_done(host))
            return 0;
        emuq_job_say("host %u is gone, with ranks that have not ended; the job cannot go on", host);
        return -EPIPE;
    }
    if (bytes > sizeof *f && f->kind == UNIT)
        rc = emuq_backend->arrived(p->machine, host, f + 1, bytes - sizeof *f);
    else if (bytes == sizeof *f && f->kind == ENDED)
        rc = rank_ended(host, f);
    if (rc != 0)
        emuq_job_say("a frame of %zu bytes from host %u cannot be handled: %s; all hosts need the same build "
                     "of EMUQ",
                     bytes, host, strerror(-rc));
    return rc;
}

/* Tells the other hosts of ranks of this one that have ended. */
static void tell_ends(void)
{
    const emuq_partition_t *p = engine.partition;
    uint32_t ended = __atomic_load_n(&p->ended, __ATOMIC_ACQUIRE);
    for (uint32_t rank = 0; rank < p->job.np && ended != engine.ended; rank++) {
        const emuq_process_t *process = process_of(rank);
        if (engine.told[rank] || !emuq_node_is_here(p, process->node->number) ||
            __atomic_load_n(&process->state, __ATOMIC_ACQUIRE) < EMUQ_RANK_ENDED)
            continue;
        engine.told[rank] = true;
        lane_frame_t frame = {ENDED, rank, __atomic_load_n(&process->status, __ATOMIC_RELAXED)};
        const struct iovec part = {&frame, sizeof frame};
        for (uint32_t host = 0; host < p->placement.hosts; host++)
            if (host != p->placement.host)
                (void)engine.lanes->send(engine.lanes->context, host, &part,
                                         1); /* lost: found by arrival() */
    }
    engine.ended = ended;
}

int emuq_host_engine(emuq_partition_t *partition, const emuq_lanes_t *lanes)
{
    engine.partition = partition;
    engine.lanes = lanes;
    engine.told = calloc(partition->job.np, sizeof *engine.told);
    emuq_my_member = partition->nodes * partition->job.ppn;
    int rc = engine.told != NULL ? emuq_partition_attach(partition, UINT32_MAX, carry) : -ENOMEM;
    if (rc != 0) {
        free(engine.told);
        return rc;
    }
    bool is_over = false;
    while (rc == 0 && !is_over) {
        is_over = emuq_job_is_over(partition);
        tell_ends();
        if (!is_over)
            rc = lanes->turn(lanes->context, TURN_NS, arrival, partition);
    }
    lanes->flush(lanes->context);
    emuq_partition_detach(partition);
    free(engine.told);
    return rc;
}
