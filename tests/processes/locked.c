/* SPDX-License-Identifier: BSD-3-Clause */
/* Rank 1 dies with a lock that rank 0 needs at its exit. For a job with EMUQ_ON_PEER_DEATH=report. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "base/host_calls.h"
#include "kernel-shim/partition/partition.h"

int main(void)
{
    const emuq_process_t *self = emuq_process_self();
    const emuq_partition_t *p = self->node->partition;
    emuq_process_t *first = &p->process[p->process_of_rank[0]], *second = &p->process[p->process_of_rank[1]];
    if (self->rank == 1) {
        while (AO_int_load_acquire(&first->state) != EMUQ_RANK_JOINED)
            usleep(1000);
        emuq_host_mutex_lock(&first->space->lock);
        raise(SIGKILL);
    }
    while (AO_int_load_acquire(&second->state) != EMUQ_RANK_ENDED) /* counted by the launcher */
        usleep(1000);
    puts("rank 0 exits");
    return 0;
}
