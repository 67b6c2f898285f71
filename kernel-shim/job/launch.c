/* SPDX-License-Identifier: BSD-3-Clause */
/* A partition whose ranks are processes that a launcher starts and watches. */
#include "kernel-shim/job/launch.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "kernel-shim/job/partition.h"
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
    int rc = emuq_partition_make(job, true, &l->partition);
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

static const emuq_process_t *process_of(const emuq_launch_t *launch, uint32_t rank)
{
    const emuq_partition_t *p = launch->partition;
    return &p->process[p->process_of_rank[rank]];
}

emuq_rank_state_t emuq_launch_state(const emuq_launch_t *launch, uint32_t rank)
{
    /* Acquire: pairs with the release in member.c. */
    return (emuq_rank_state_t)__atomic_load_n(&process_of(launch, rank)->state, __ATOMIC_ACQUIRE);
}

int emuq_launch_failed(const emuq_launch_t *launch)
{
    return __atomic_load_n(&launch->partition->failed, __ATOMIC_ACQUIRE);
}

size_t emuq_launch_describe(const emuq_launch_t *launch, uint32_t rank, char *text, size_t bytes)
{
    static const char *const states[] = {"has not joined the partition (it may be no program of the SPI)",
                                         NULL, "has ended"};
    const emuq_partition_t *p = launch->partition;
    const emuq_process_t *process = process_of(launch, rank);
    emuq_text_t t = emuq_text(text, bytes);
    const char *state = states[emuq_launch_state(launch, rank)];
    if (state != NULL) {
        emuq_text_add(&t, "%s\n", state);
        return t.length;
    }
    size_t said = emuq_backend->describe(p->machine, process->node->number, (uint32_t)(process - p->process),
                                         (int32_t)rank, text, bytes);
    return said;
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

size_t emuq_launch_explain(const emuq_launch_t *launch, uint32_t rank, char *text, size_t bytes)
{
    const emuq_process_t *process = process_of(launch, rank);
    emuq_text_t t = emuq_text(text, bytes);
    if (emuq_launch_state(launch, rank) == EMUQ_RANK_AWAITED)
        emuq_text_add(&t, "backend %s; not joined\n", emuq_backend->name);
    else if (emuq_backend->memory != NULL)
        emuq_text_add(&t, "backend %s; static data %s; heap %s; other mappings refused\n", emuq_backend->name,
                      where(process->share_static), where(process->share_heap));
    else
        emuq_text_add(
            &t,
            "backend %s; static data %s; heap %s; stacks and other mappings copied by the owner's engine\n",
            emuq_backend->name, how(process->share_static), how(process->share_heap));
    return t.length;
}
