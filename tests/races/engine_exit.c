/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A rank's process ends. Between the end of its engines and the end of its engine queue, one of its threads
 * makes room for a message of another rank, and so runs that rank's FIFO; what is too much for the thread
 * goes into the queue. The FIFO's owner must not wait for it for ever.
 */
#include "gate.h"
#include "mu_support.h"
#include "points.h"

enum { BEHIND = 150 /* descriptors; more than a thread runs for another one's FIFO */ };

static void drop(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    (void)argument, (void)h, (void)bytes;
}

/* Of rank 1, whose engines have stopped. Registers and heap of rank 0 are memory of the partition. */
static void *make_room(void *unused)
{
    mu_rec_t *rec = (mu_rec_t *)(uintptr_t)mu_board[0]; /* of rank 0 */
    points_wait("engines_stopped");
    CHECK(mu_poll(rec, drop, NULL) != 0);
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
    mu_send(me, inj, packet); /* there is no room */
    uint64_t last = 0;
    for (int i = 0; i < BEHIND; i++)
        last = mu_send(me, inj, mu_put(me, kit, 0, 0, 0, 8, 0));
    CHECK_EQUAL(MUSPI_getHwDescCount(inj->fifo), 0);
    mu_board[0] = (uint64_t)(uintptr_t)kit->rec;
    step_done(1);
    step_wait(2);
    mu_wait_sent(inj, last);
    mu_wait_counter(&kit->counter[0], -(uint64_t)(8 * BEHIND));
}

static void ending(mu_rank_t *me)
{
    pthread_t helper;
    step_wait(1);
    points_stop("engines_stopped", 1);
    CHECK_EQUAL(pthread_create(&helper, NULL, make_room, NULL), 0);
    MUSPI_GIBarrierEnter(&me->gi); /* the one at the end of the job */
    exit(0);
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
