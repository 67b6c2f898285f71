/* SPDX-License-Identifier: BSD-3-Clause */
/* A thread that runs the ring for a continuously posting thread passes this work to the posting thread. */
#include "apenet/card/packets.h"

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>

#include "bench.h"
#include "emuq_test.h"

#define PACKETS (3 * APENET_RUN_LONG) /* maximum number of posts */

static bench_t bench;
static char memory[64];
static sem_t go, back;
static bool is_over; /* before the last `go` */
static pthread_t runner;
static unsigned posted, run_by_runner; /* by the runner */

/* Posts an invalid packet and stores the ring pointer. */
static void post_wrong(void)
{
    apenet_descriptor_t d = bench_descriptor(&bench, 0, 0, 0, APENET_CMD_PUT, memory, 8, (uintptr_t)memory);
    apenet_set(d.cmd1, APENET_CMD1_TAG, 1);
    CU_ASSERT_TRUE_FATAL(bench_post(&bench, 0, &d));
    bench_ring(&bench, 0);
}

static void *fill(void *argument)
{
    for (;;) {
        sem_wait(&go);
        if (is_over)
            return argument;
        post_wrong();
        sem_post(&back);
    }
}

/* During each packet of the runner the other thread posts the next one, and returns or waits to take over. */
static void refused(const apenet_rejection_t *refusal)
{
    (void)refusal;
    if (!pthread_equal(pthread_self(), runner))
        return;
    run_by_runner++;
    if (posted == PACKETS)
        return;
    posted++;
    sem_post(&go);
    while (sem_trywait(&back) != 0 &&
           __atomic_load_n(&bench.machine->device[0].tx.waiting_owners, __ATOMIC_RELAXED) == 0)
        sched_yield();
}

static void the_ring_is_taken_over(void)
{
    pthread_t filler;
    apenet_counters_t c;
    bench_open(&bench, &(bench_plan_t){.queue = 4 * APENET_RUN_LONG});
    sem_init(&go, 0, 0);
    sem_init(&back, 0, 0);
    runner = pthread_self();
    __atomic_store_n(&apenet_rejection_hook, refused, __ATOMIC_RELAXED);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&filler, NULL, fill, NULL), 0);
    posted = 1;
    post_wrong();
    is_over = true;
    sem_post(&go);
    pthread_join(filler, NULL);
    __atomic_store_n(&apenet_rejection_hook, NULL, __ATOMIC_RELAXED);
    apenet_device_counters(&bench.machine->device[0], &c);
    CU_ASSERT_EQUAL(run_by_runner, APENET_RUN_LONG + 1);
    CU_ASSERT_EQUAL(c.rejected, posted); /* the other thread has sent the rest */
    CU_ASSERT_EQUAL(posted, run_by_runner + 1);
    sem_destroy(&go);
    sem_destroy(&back);
    bench_close(&bench);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"the ring is taken over", the_ring_is_taken_over}, {NULL, NULL}};
    return emuq_test_main("long runs of a ring", tests);
}
