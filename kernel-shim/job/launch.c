/* SPDX-License-Identifier: BSD-3-Clause */
/* A partition whose ranks are processes that a launcher starts and watches. */
#include "kernel-shim/job/launch.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel-shim/job/linger.h"
#include "kernel-shim/job/partition.h"
#include "kernel-shim/memory/slow.h"
#include "base/text.h"

struct emuq_launch {
    emuq_partition_t *partition;
    char path[PATH_MAX];
};

int emuq_launch_open(const emuq_job_t *job, emuq_launch_t **launch)
{
    emuq_launch_t *l = calloc(1, sizeof(*l));
    if (l == NULL)
        return -ENOMEM;
    int rc = emuq_partition_make(job, true, NULL, &l->partition);
    if (rc == 0)
        rc = emuq_arena_path(l->partition->arena, l->path, sizeof(l->path));
    if (rc < 0) {
        free(l);
        return rc;
    }
    emuq_arena_set_root(l->partition->arena, l->partition);
    *launch = l;
    return 0;
}

void emuq_launch_close(emuq_launch_t *launch)
{
    emuq_partition_close(launch->partition);
    free(launch);
}

const char *emuq_launch_path(const emuq_launch_t *launch)
{
    return launch->path;
}

uint32_t emuq_launch_ranks(const emuq_launch_t *launch)
{
    return launch->partition->job.np;
}

const emuq_job_t *emuq_launch_job(const emuq_launch_t *launch)
{
    return &launch->partition->job;
}

static emuq_process_t *process_of(const emuq_launch_t *launch, uint32_t rank)
{
    const emuq_partition_t *p = launch->partition;
    return &p->process[p->process_of_rank[rank]];
}

emuq_rank_state_t emuq_launch_state(const emuq_launch_t *launch, uint32_t rank)
{
    /* Acquire: pairs with the release in member.c. */
    return (emuq_rank_state_t)__atomic_load_n(&process_of(launch, rank)->state, __ATOMIC_ACQUIRE);
}

int emuq_launch_ended(const emuq_launch_t *launch, uint32_t rank, int status)
{
    emuq_process_t *process = process_of(launch, rank);
    if (emuq_launch_state(launch, rank) == EMUQ_RANK_ENDED)
        /* Killed while it lingered. Release: pairs with the acquire in emuq_translate_slow() and others. */
        __atomic_store_n(&process->space->ended, true, __ATOMIC_RELEASE);
    emuq_rank_end(process, status);
    return __atomic_load_n(&process->status, __ATOMIC_RELAXED);
}

int emuq_launch_status(const emuq_launch_t *launch)
{
    return __atomic_load_n(&launch->partition->status, __ATOMIC_RELAXED);
}

uint64_t emuq_launch_dropped(const emuq_launch_t *launch)
{
    return emuq_backend->dropped != NULL ? emuq_backend->dropped(launch->partition->machine) : 0;
}

int emuq_launch_failed(const emuq_launch_t *launch)
{
    return __atomic_load_n(&launch->partition->failed, __ATOMIC_ACQUIRE);
}

size_t emuq_launch_describe(const emuq_launch_t *launch, uint32_t rank, char *text, size_t bytes)
{
    const emuq_partition_t *p = launch->partition;
    const emuq_process_t *process = process_of(launch, rank);
    emuq_text_t t = emuq_text(text, bytes);
    emuq_rank_state_t state = emuq_launch_state(launch, rank);
    if (state == EMUQ_RANK_JOINED)
        return emuq_backend->describe(p->machine, process->node->number, (uint32_t)(process - p->process),
                                      (int32_t)rank, text, bytes);
    if (state == EMUQ_RANK_AWAITED)
        emuq_text_add(&t, "has not joined the partition (it may be no program of the SPI)\n");
    else
        emuq_text_add(&t, "has ended with status %d\n", __atomic_load_n(&process->status, __ATOMIC_RELAXED));
    return t.length;
}

size_t emuq_launch_slow(const emuq_launch_t *launch, uint32_t rank, char *text, size_t bytes)
{
    emuq_text_t t = emuq_text(text, bytes);
    if (emuq_backend->memory == NULL)
        emuq_slow_explain(process_of(launch, rank), &t);
    return t.length;
}

/* How the other ranks reach memory whose sharing has ended with @p rc. */
static const char *how(int rc)
{
    switch (rc) {
    case 0:
        return "shared, one copy by the sender";
    case -ECANCELED:
        return "copied by the owner's engine (EMUQ_SHARE says so)";
    case -ENOTSUP:
        return "copied by the owner's engine (a sanitizer's, or a program not built by emuqcc)";
    default:
        return "copied by the owner's engine (there was no room for it)";
    }
}

/* The same if the Message Units reach nothing else. */
static const char *where(int rc)
{
    switch (rc) {
    case 0:
        return "in the device's memory";
    case -ECANCELED:
        return "refused (EMUQ_SHARE says so)";
    case -ENOTSUP:
        return "refused (a sanitizer's, or a program not built by emuqcc)";
    default:
        return "refused (there was no room for it)";
    }
}

/* What its waits in memory do to other ranks; nothing where each has a core. */
static void explain_spin(const emuq_process_t *process, emuq_text_t *text)
{
    int spin = __atomic_load_n(&process->spin, __ATOMIC_RELAXED);
    if (spin > 0)
        emuq_text_add(text, "; waits in memory give up the core");
    else if (spin < 0)
        emuq_text_add(text,
                      "; waits in memory keep the core to the end of the time slice: the host allows no "
                      "performance events (%s; see kernel.perf_event_paranoid)",
                      strerror(-spin));
}

size_t emuq_launch_explain(const emuq_launch_t *launch, uint32_t rank, char *text, size_t bytes)
{
    const emuq_process_t *process = process_of(launch, rank);
    emuq_text_t t = emuq_text(text, bytes);
    if (emuq_launch_state(launch, rank) == EMUQ_RANK_AWAITED)
        emuq_text_add(&t, "backend %s; not joined", emuq_backend->name);
    else if (emuq_backend->memory != NULL)
        emuq_text_add(&t, "backend %s; static data %s; heap %s; other mappings refused", emuq_backend->name,
                      where(process->share_static), where(process->share_heap));
    else
        emuq_text_add(
            &t, "backend %s; static data %s; heap %s; stacks and other mappings copied by the owner's engine",
            emuq_backend->name, how(process->share_static), how(process->share_heap));
    explain_spin(process, &t);
    emuq_text_add(&t, "\n");
    return t.length;
}
