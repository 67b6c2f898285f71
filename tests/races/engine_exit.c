/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A process leaves the partition. Its engines have ended, but its engine queue still exists. One of its
 * threads frees space for a message of rank 0 and so runs the FIFO of rank 0. Work beyond the thread's limit
 * goes to the queue without engines. Rank 0 must not wait forever for the queued work.
 */
#include <unistd.h>

#include "gate.h"
#include "kernel-shim/partition/rank_exit.h"
#include "kernel-shim/partition/partition.h"
#include "kernel-shim/partition/state.h"
#include "mu_support.h"
#include "points.h"

enum { BEHIND = 150 /* descriptors; above a thread's limit for a resumed FIFO */ };

/* Helper thread of rank 1, after the end of its engines. The registers of rank 0's FIFO are in partition
 * memory. */
static void *make_room(void *unused)
{
    MUHWI_Fifo_t *regs = (MUHWI_Fifo_t *)(uintptr_t)mu_board[0];
    points_wait("engines_stopped");
    uint64_t tail = emuq_mmio_load(&regs->pa_tail);
    CHECK(tail != emuq_mmio_load(&regs->pa_head));
    emuq_mmio_store(&regs->pa_head, tail);
    points_release("engines_stopped");
    step_done(2);
    return unused;
}

static void owner(mu_rank_t *me, mu_kit_t *kit)
{
    mu_inj_t *inj = mu_inj(me, 256, 0);
    const mu_message_t packet = {.type = MUHWI_PACKET_TYPE_FIFO,
                                 .to = 0,
                                 .pa = kit->source.pa,
                                 .bytes = 512,
                                 .rec_fifo = mu_rec_id(me, 0, 0)};
    mu_wait_sent(kit->inj, mu_send(me, kit->inj, packet));
    mu_send(me, inj, packet); /* waits: the reception FIFO is full */
    uint64_t last = 0;
    for (int i = 0; i < BEHIND; i++)
        last = mu_send(me, inj, mu_put(me, kit, 0, 0, 0, 8, 0));
    CHECK_EQUAL(MUSPI_getHwDescCount(inj->fifo), 0);
    mu_board[0] = (uint64_t)(uintptr_t)kit->rec->fifo->_fifo.hwfifo;
    step_done(1);
    step_wait(2);
    mu_wait_sent(inj, last);
    mu_wait_counter(&kit->counter[0], -(uint64_t)(8 * BEHIND));
}

static void ending(mu_rank_t *me)
{
    emuq_process_t *self = emuq_joined_process;
    pthread_t helper;
    step_wait(1);
    points_stop("engines_stopped", 1);
    CHECK_EQUAL(pthread_create(&helper, NULL, make_room, NULL), 0);
    MUSPI_GIBarrierEnter(&me->gi); /* counterpart of the barrier at the end of the job */
    /* Leaves here: exit() would wait for rank 0 first. */
    emuq_rank_end(self, 0);
    emuq_partition_leave(self->node->partition, self->space);
    _exit(0);
}

static void body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, BGQ_MU_MIN_RECFIFO_SIZE_IN_BYTES, 4096);
    if (me->node == 0)
        owner(me, &kit);
    else
        ending(me);
}

static void queued_fifos_are_run(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), body);
    points_clear();
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"queued FIFOs are run", queued_fifos_are_run},
        {NULL, NULL},
    };
    setenv("MU_RANKS", "processes", 1);
    return emuq_test_main("the engine queue of a process that ends", tests);
}
