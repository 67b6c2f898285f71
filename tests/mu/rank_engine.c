/* SPDX-License-Identifier: BSD-3-Clause */
/* Program actions between messages while the rank runs the host engine: fork, cancellation of waiting
 * threads, polling memory without calls. Messages arrive as with a separate engine. */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mu_support.h"

enum { ROUNDS = 20, BYTES = 1000, YIELDS = 2000, THREADS = 4 };

/* Signal actions before the first rank. */
static struct sigaction at_start[NSIG];

/* Sends to the next rank, and waits for the message of the previous rank, without calls if @p is_silent. */
static void exchange(mu_rank_t *me, mu_kit_t *kit, uint64_t round, bool is_silent)
{
    uint32_t to = (me->node + 1) % me->nodes, from = (me->node + me->nodes - 1) % me->nodes;
    mu_fill(kit->source.va, BYTES, round + me->node, 0);
    uint64_t last = mu_send(me, kit->inj, mu_put(me, kit, to, 0, 0, BYTES, 0));
    const volatile uint64_t *counter = (uint64_t *)kit->counters.va;
    while (is_silent && *counter != -(round + 1) * BYTES) {
    }
    mu_wait_counter(&kit->counter[0], -(round + 1) * BYTES);
    mu_wait_sent(kit->inj, last);
    CHECK_EQUAL(mu_same(kit->window.va, BYTES, round + from, 0), BYTES);
    mu_barrier(me);
}

static void silent_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    for (uint64_t round = 0; round < ROUNDS; round++)
        exchange(me, &kit, round, true);
}

/* A child waits on its own, while the rank continues its messages. */
static void forking_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    for (uint64_t round = 0; round < ROUNDS; round++) {
        int status = 0;
        pid_t child = fork();
        if (child == 0) {
            for (int i = 0; i < YIELDS; i++)
                sched_yield();
            _exit(7);
        }
        exchange(me, &kit, round, false);
        CHECK_EQUAL(waitpid(child, &status, 0), child);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 7);
    }
}

static void *wait_for_ever(void *unused)
{
    (void)unused;
    for (;;) {
        sched_yield();
        pthread_testcancel();
    }
    return NULL;
}

static void cancelling_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    for (uint64_t round = 0; round < ROUNDS; round++) {
        pthread_t thread[THREADS];
        void *result;
        for (int i = 0; i < THREADS; i++)
            CHECK_EQUAL(pthread_create(&thread[i], NULL, wait_for_ever, NULL), 0);
        exchange(me, &kit, round, false);
        for (int i = 0; i < THREADS; i++) {
            pthread_cancel(thread[i]);
            CHECK_EQUAL(pthread_join(thread[i], &result), 0);
            CHECK(result == PTHREAD_CANCELED);
        }
    }
}

/* Whether EMUQ reports the signal before it ends the rank. */
static bool is_fault(int signal)
{
    return signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGFPE ||
           signal == SIGABRT || signal == SIGTRAP || signal == SIGSYS;
}

/* Network libraries are loaded into the rank's process. Real-time signals may belong to EMUQ. */
static void body_with_signals(mu_rank_t *me)
{
    struct sigaction now;
    mu_barrier(me);
    for (int signal = 1; signal < 32; signal++)
        if (!is_fault(signal) && sigaction(signal, NULL, &now) == 0)
            CHECK_EQUAL((uintptr_t)now.sa_handler, (uintptr_t)at_start[signal].sa_handler);
}

static void signals_stay_the_programs(void)
{
    mu_run(MU_NODES(2, 1, 1, 1, 1), body_with_signals);
}

static void a_rank_that_looks_at_memory(void)
{
    mu_run(MU_NODES(2, 1, 1, 1, 1), silent_body);
}

static void a_rank_that_forks(void)
{
    mu_run(MU_NODES(3, 1, 1, 1, 1), forking_body);
}

static void threads_that_are_cancelled(void)
{
    mu_run(MU_NODES(3, 1, 1, 1, 1), cancelling_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"a rank that looks at memory", a_rank_that_looks_at_memory},
                                        {"a rank that forks", a_rank_that_forks},
                                        {"threads that are cancelled", threads_that_are_cancelled},
                                        {"signals stay the program's", signals_stay_the_programs},
                                        {NULL, NULL}};
    for (int signal = 1; signal < NSIG; signal++)
        (void)sigaction(signal, NULL, &at_start[signal]);
    return emuq_test_main("host engines in ranks", tests);
}
