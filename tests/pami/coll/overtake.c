/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Messages sent after a barrier, and members that poll late. The last node enters a barrier of the global
 * interrupts while both tasks of the first node are stopped, then sends a message to both. Both have to
 * complete the barrier before dispatching the message. Ranks are threads and share the flags below.
 */
#include "coll_support.h"

#include <unistd.h>

#define ID 7

enum { LEADER, LOCAL, LAST }; /* ranks: two of the first node, and the leader of the second */

typedef enum round {
    STANDS,   /* the leader's report of the entry and the message wait for the local member together */
    ADVANCES, /* the local member takes the report first */
    ROUTE,    /* the program uses the class route before the local member polls */
    ROUNDS
} round_t;

typedef struct state {
    unsigned done, messages;
    bool is_overtaken;
} state_t;

/* __atomic: stores with release, loads with acquire. */
static unsigned stopped[ROUNDS]; /* stopped ranks of the first node */
static unsigned sent[ROUNDS];    /* the last node has finished */

static void await(unsigned *flag, unsigned value)
{
    uint64_t since = mu_microseconds();
    while (__atomic_load_n(flag, __ATOMIC_ACQUIRE) < value) {
        usleep(100);
        kit_patience(since, "another rank", __FILE__, __LINE__);
    }
}

static void message(pami_context_t context, void *cookie, const void *header, size_t header_size,
                    const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)context, (void)header, (void)header_size, (void)data, (void)data_size, (void)origin, (void)recv;
    state_t *s = cookie;
    s->messages++;
    s->is_overtaken |= s->done == 0;
}

static uint64_t gi_state(void)
{
    return emuq_mmio_load(emuq_gi_control(0)) & 7;
}

/* Two barriers restore the GI state. */
static void use_route(void)
{
    MUSPI_GIBarrier_t barrier;
    MUSPI_GIBarrierInit(&barrier, 0);
    for (int i = 0; i < 2; i++)
        MUSPI_GIBarrierEnterAndWait(&barrier);
}

/* The barrier has been started; returns when the last node has finished. */
static void stand_still(kit_t *kit, round_t r, const state_t *s, uint64_t before)
{
    bool leads = kit->task == LEADER;
    if (leads || r == ADVANCES) {
        KIT_WAIT(kit, gi_state() != before);
        if (!leads)
            kit_turn(kit);
    }
    CHECK_EQUAL(s->done, 0);
    __atomic_fetch_add(&stopped[r], 1, __ATOMIC_RELEASE);
    if (leads && r == ROUTE) {
        KIT_WAIT(kit, s->done == 1);
        use_route();
    }
    await(&sent[r], 1);
}

static void finish_first(kit_t *kit, round_t r, const state_t *s)
{
    KIT_WAIT(kit, s->done == 1);
    if (r == ROUTE)
        use_route();
    for (uint32_t to = LEADER; to <= LOCAL && r != ROUTE; to++)
        kit_send_immediate(kit->context[0], kit_endpoint(kit, to, 0), ID, &r, sizeof r, NULL, 0);
    __atomic_store_n(&sent[r], 1, __ATOMIC_RELEASE);
}

static void do_round(kit_t *kit, pami_algorithm_t algorithm, round_t r, state_t *s)
{
    pami_xfer_t x = {.cb_done = kit_count, .cookie = &s->done, .algorithm = algorithm};
    uint64_t before = gi_state();
    bool is_first = kit->task == LEADER || kit->task == LOCAL;
    *s = (state_t){0};
    if (kit->task == LAST)
        await(&stopped[r], 2);
    CHECK_EQUAL(PAMI_Collective(kit->context[0], &x), PAMI_SUCCESS);
    if (is_first)
        stand_still(kit, r, s, before);
    else if (kit->task == LAST)
        finish_first(kit, r, s);
    KIT_WAIT(kit, s->done == 1 && s->messages == (is_first && r != ROUTE));
    CHECK(!s->is_overtaken);
}

static void body(mu_rank_t *me)
{
    kit_t kit;
    coll_t c;
    state_t s = {0};
    pami_algorithm_t algorithm[8];
    kit_open(&kit, me, 1);
    coll_open(&c, &kit, COLL_WORLD);
    CHECK(coll_algorithms(&c, PAMI_XFER_BARRIER, algorithm, 8) >= 2); /* the first uses the hardware */
    CHECK_EQUAL(kit_dispatch(kit.context[0], ID, message, &s, kit_no_hints), PAMI_SUCCESS);
    for (round_t r = STANDS; r < ROUNDS; r++) {
        kit_barrier(&kit);
        do_round(&kit, algorithm[0], r, &s);
    }
    coll_close(&c);
    kit_close(&kit);
}

static void overtaken(void)
{
    emuq_job_t job = MU_NODES(2, 1, 1, 1, 1);
    job.ppn = 2;
    mu_run(job, body);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"messages behind a barrier", overtaken}, {NULL, NULL}};
    return emuq_test_main("PAMI barriers and messages", tests);
}
