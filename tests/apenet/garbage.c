/* SPDX-License-Identifier: BSD-3-Clause */
/* Random words in TX ring and CMD FIFO with many threads: every slot and command gets a reply, and memory
 * outside of targets stays unchanged. */
#include <pthread.h>
#include <sched.h>
#include <string.h>

#include "bench.h"
#include "emuq_test.h"

#define PAGE    4096u
#define ROUNDS  20000u
#define THREADS 4u
#define PUTS    2000u

static _Alignas(PAGE) unsigned char source[PAGE], target[THREADS * PAGE], guard[PAGE];

static uint64_t state = 12345;

static uint32_t next_random(void)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 32);
}

/* A valid descriptor with some inverted bits, or random words. */
static apenet_descriptor_t spoiled(const apenet_descriptor_t *good)
{
    apenet_descriptor_t d = *good;
    uint32_t *w = (uint32_t *)&d;
    if (next_random() % 8 == 0)
        for (unsigned i = 0; i < sizeof d / 4; i++)
            w[i] = next_random();
    else
        for (unsigned i = next_random() % 3; i > 0; i--)
            w[next_random() % (sizeof d / 4)] ^= 1u << next_random() % 32;
    /* All memory of the node is a valid source, even poisoned memory of a sanitizer. */
    if (apenet_get64(d.cmd0) != apenet_get64(good->cmd0))
        apenet_set64(d.cmd0, next_random() % 2 == 0 ? apenet_get64(good->cmd0)
                                                    : UINT64_C(0xfffffff000) ^ next_random() % 4096);
    return d;
}

static void garbage_in_the_ring(void)
{
    bench_t b;
    bench_open(&b, &(bench_plan_t){.size = {2, 2, 1}, .pids = 2, .drops = true});
    memset(guard, 0x5a, sizeof guard);
    bench_register(&b, 1, 0, target, sizeof target, 0, 1);
    apenet_descriptor_t good = bench_descriptor(&b, 0, 1, 0, APENET_CMD_PUT, source, 100, (uintptr_t)target);
    for (unsigned i = 0; i < ROUNDS; i++) {
        apenet_descriptor_t d = spoiled(&good);
        if (apenet_get(d.header.w, APENET_HEADER_IS_PHYS) != 0)
            continue; /* a physical address may be any memory of the node */
        CU_ASSERT_TRUE(bench_post(&b, 0, &d));
        bench_ring(&b, 0);
        apenet_entry_t e;
        for (unsigned card = 0; card < b.machine->devices; card++)
            while (bench_event(&b, card, &e))
                ;
        uint32_t pointers = apenet_reg_load(b.host[0].reg, APENET_REG_TX_RB_NEXT_PTR);
        CU_ASSERT_EQUAL(pointers >> 16, pointers & 0xffff);
    }
    for (unsigned i = 0; i < PAGE; i++)
        CU_ASSERT_EQUAL(guard[i], 0x5a);
    bench_close(&b);
}

static void garbage_in_the_commands(void)
{
    bench_t b;
    bench_open(&b, &(bench_plan_t){.size = {1, 1, 1}, .pids = 2});
    for (unsigned i = 0; i < ROUNDS; i++) {
        uint32_t word3[4];
        for (int k = 0; k < 4; k++)
            word3[k] = next_random();
        if (next_random() % 2 == 0) { /* sometimes a plausible page */
            word3[0] &= ~0xffffu;
            word3[2] &= 1;
        }
        uint64_t va = ((uint64_t)next_random() << 32 | next_random()) >> next_random() % 64;
        apenet_status_t status =
            bench_command(&b, 0, (apenet_op_t)(next_random() % 9), next_random() % 4,
                          va & (next_random() % 2 == 0 ? ~UINT64_C(0xfff) : ~UINT64_C(0)), word3);
        CU_ASSERT_TRUE(status <= APENET_STATUS_HOST_DEAD);
    }
    bench_close(&b);
}

/* ---- threads ---- */

static bench_t shared;

typedef struct sender {
    unsigned card;
    unsigned sent, received;
    bool is_right;
} sender_t;

static void poll_events(sender_t *s)
{
    apenet_entry_t e;
    while (bench_event(&shared, s->card, &e)) {
        s->sent += bench_kind(&e) == APENET_EVENT_SENT;
        s->received += bench_kind(&e) == APENET_EVENT_RECEIVED;
        s->is_right = s->is_right && bench_status(&e) == APENET_STATUS_OK;
    }
}

/* Puts to the other cards in rotation, each sender to a separate page; queues of 4 entries block all cards.
 */
static void *send_to_all(void *argument)
{
    sender_t *s = argument;
    apenet_descriptor_t d[THREADS];
    for (unsigned to = 0; to < THREADS; to++)
        d[to] = bench_descriptor(&shared, s->card, to, 0, APENET_CMD_PUT, source, 64,
                                 (uintptr_t)target + to * PAGE + s->card * 64);
    for (unsigned i = 0; i < PUTS; i++) {
        while (!bench_post(&shared, s->card, &d[(s->card + 1 + i % (THREADS - 1)) % THREADS])) {
            sched_yield();
            poll_events(s);
        }
        bench_ring(&shared, s->card);
        poll_events(s);
    }
    while (s->sent < PUTS || s->received < PUTS) {
        sched_yield();
        poll_events(s);
    }
    return NULL;
}

static void threads_hold_each_other_back(void)
{
    pthread_t thread[THREADS];
    sender_t sender[THREADS];
    bench_open(&shared, &(bench_plan_t){.size = {THREADS, 1, 1}, .queue = 4, .ring = 4});
    for (unsigned i = 0; i < THREADS; i++) {
        bench_register(&shared, i, 0, target + i * PAGE, PAGE, 0, i + 1);
        sender[i] = (sender_t){i, 0, 0, true};
    }
    for (unsigned i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, send_to_all, &sender[i]);
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
        CU_ASSERT_EQUAL(sender[i].sent, PUTS);
        CU_ASSERT_TRUE(sender[i].is_right);
    }
    bench_close(&shared);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"random words in the ring", garbage_in_the_ring},
                                        {"random commands", garbage_in_the_commands},
                                        {"threads hold each other back", threads_hold_each_other_back},
                                        {NULL, NULL}};
    return emuq_test_main("apenet_garbage", tests);
}
