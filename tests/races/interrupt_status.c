/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The four subgroups of a group share one interrupt status, with a copy in each subgroup. A raise and a clear
 * run at the same time; the raise or the clear is stopped after its first copy. In the end the copies are
 * equal, and both changes are in effect.
 */
#include "gate.h"
#include "mu_support.h"
#include "points.h"

#include <spi/include/kernel/thread.h>

enum { WINDOW_MS = 100 };

static unsigned has_passed; /* 1 after the change without a stop; atomic */

static void listen_to(mu_rec_t *rec)
{
    Kernel_RecFifoInterrupts_t which = {.Packet_Arrival = 1};
    CHECK_EQUAL(Kernel_ConfigureRecFifoInterrupts(&rec->group, 1, &rec->id, &which), 0);
}

static uint64_t bit_of(const mu_rec_t *rec)
{
    return UINT64_C(1) << (15 - rec->global % 16);
}

static uint64_t copy_of(mu_rec_t *rec, uint32_t subgroup)
{
    char *first = (char *)(uintptr_t)&rec->group.groupStatus->interruptStatus;
    return in64((uint64_t *)(first + (size_t)subgroup * BGQ_MU_SUBGROUP_SIZE));
}

static void raise_bit(mu_rank_t *me, mu_kit_t *kit, const mu_rec_t *rec)
{
    mu_send(me, kit->inj,
            (mu_message_t){
                .type = MUHWI_PACKET_TYPE_FIFO, .to = 0, .interrupt = 1, .rec_fifo = (uint16_t)rec->global});
}

/* Releases the stopped change when the second change is done or seems to wait. */
static void *release_later(void *unused)
{
    points_wait("interrupt_status_copy");
    step_done(3);
    (void)becomes_set(&has_passed, WINDOW_MS);
    points_release("interrupt_status_copy");
    return unused;
}

static bool raise_is_stopped; /* false: the clear is stopped */

static void clear(mu_rec_t *rec, uint64_t bits)
{
    MUSPI_ClearInterrupts(&rec->group, bits);
}

static void raising(mu_rank_t *me, mu_kit_t *kit, mu_rec_t *rec[2])
{
    raise_bit(me, kit, rec[0]);
    step_done(1);
    step_wait(2);
    if (!raise_is_stopped)
        step_wait(3);
    raise_bit(me, kit, rec[1]);
    if (!raise_is_stopped)
        __atomic_store_n(&has_passed, 1, __ATOMIC_RELEASE);
    step_done(4);
}

static void clearing(mu_rec_t *rec[2])
{
    pthread_t helper;
    step_wait(1);
    CHECK_EQUAL(copy_of(rec[0], 0), bit_of(rec[0]));
    points_stop("interrupt_status_copy", 2); /* the first copy is stored */
    step_done(2);
    CHECK_EQUAL(pthread_create(&helper, NULL, release_later, NULL), 0);
    if (raise_is_stopped)
        step_wait(3);
    clear(rec[0], bit_of(rec[0]));
    if (raise_is_stopped)
        __atomic_store_n(&has_passed, 1, __ATOMIC_RELEASE);
    step_wait(4);
    pthread_join(helper, NULL);
    for (uint32_t s = 0; s < 4; s++)
        CHECK_EQUAL(copy_of(rec[0], s), bit_of(rec[1]));
    clear(rec[0], bit_of(rec[1]));
    for (uint32_t s = 0; s < 4; s++)
        CHECK_EQUAL(copy_of(rec[0], s), 0);
}

static void body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 64);
    mu_rec_t *rec[2] = {kit.rec, mu_rec(me, 4096)};
    if (me->node == 0) {
        listen_to(rec[0]);
        listen_to(rec[1]);
    }
    mu_barrier(me);
    if (me->node == 0)
        clearing(rec);
    else
        raising(me, &kit, rec);
}

static void run(bool stops_raise)
{
    raise_is_stopped = stops_raise;
    has_passed = 0;
    mu_run(MU_NODES(1, 1, 1, 1, 2), body);
    points_clear();
}

static void a_clear_during_a_raise(void)
{
    run(true);
}

static void a_raise_during_a_clear(void)
{
    run(false);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a clear during a raise", a_clear_during_a_raise},
        {"a raise during a clear", a_raise_during_a_clear},
        {NULL, NULL},
    };
    setenv("EMUQ_ENGINES", "0", 1);
    return emuq_test_main("copies of the interrupt status", tests);
}
