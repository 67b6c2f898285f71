/* SPDX-License-Identifier: BSD-3-Clause */
#include "transport/watch.h"

#include "base/host_calls.h"
#include "base/process.h"

#define LOOK_NS  (EMUQ_NS_PER_S / 8)
#define GRACE_NS (EMUQ_NS_PER_S / 2)

static bool is_lost(const emuq_process_t *process)
{
    pid_t pid = __atomic_load_n(&process->pid, __ATOMIC_ACQUIRE);
    /* A rank says that it has ended before its process ends: the state is read last. Acquire: pairs with
     * emuq_rank_end(). */
    return pid != 0 && __atomic_load_n(&process->state, __ATOMIC_RELAXED) < EMUQ_RANK_ENDED &&
           emuq_process_has_exited(pid) && __atomic_load_n(&process->state, __ATOMIC_ACQUIRE) < EMUQ_RANK_ENDED;
}

/* @return the first rank of this host that is lost, or np */
static uint32_t first_lost(const emuq_partition_t *p)
{
    for (uint32_t rank = 0; rank < p->job.np; rank++) {
        const emuq_process_t *process = &p->process[p->process_of_rank[rank]];
        if (emuq_node_is_here(p, process->node->number) && is_lost(process))
            return rank;
    }
    return p->job.np;
}

bool emuq_watch_finds(emuq_watch_t *watch, const emuq_partition_t *partition)
{
    uint64_t now = emuq_host_now_ns();
    if (watch->since != 0)
        return now - watch->since >= GRACE_NS;
    if (now - watch->looked < LOOK_NS)
        return false;
    watch->looked = now;
    watch->rank = first_lost(partition);
    if (watch->rank < partition->job.np)
        watch->since = now;
    return false;
}
