/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "backends/timed/report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backends/emulator/core/describe.h"
#include "backends/rank_memory.h"
#include "backends/settings.h"
#include "backends/timed/cores.h"
#include "backends/timed/counts.h"
#include "backends/timed/progress.h"
#include "backends/timed/trace.h"
#include "base/clock.h"
#include "base/written.h"

#define TICKS_PER_US (1e6 / EMUQ_NET_TICK_PS)
#define MOST_THREADS 64u /* that are described */
#define TEXT_BYTES   2048

/* Microseconds since the clocks began. */
double emuq_timed_us(const emuq_timed_t *t, uint64_t tick)
{
    return (double)(tick - t->begin) / TICKS_PER_US;
}

/* The latest clock of an actor. */
static uint64_t end_of(const emuq_timed_t *t)
{
    uint64_t end = t->begin;
    for (uint32_t i = 0; i < t->actors; i++)
        if (t->actor[i]->clock > end)
            end = t->actor[i]->clock;
    return end;
}

static void say_times(const emuq_timed_t *t)
{
    fprintf(
        stderr,
        "emuq: modelled time %.3f us, host time %.3f s, %" PRIu64 " packets, %" PRIu64 " hand-overs; %s\n",
        emuq_timed_us(t, end_of(t)), (double)(emuq_host_now_ns() - t->begun_ns) / 1e9, t->packets, t->hand_overs,
        emuq_cores_are_exact(t) ? "reproducible" : "not reproducible: EMUQ_TIME=host has measured this host");
}

static const char *kind_of(const emuq_actor_t *a)
{
    return a->is_main ? "rank" : "thread";
}

/* A wait for a release: of what, and who has it. */
static void describe_wait(const emuq_timed_t *t, const emuq_wait_t *wait)
{
    int32_t tid = wait->holder != NULL ? wait->holder(wait) : 0;
    fprintf(stderr, "emuq:   for %s at %p", wait->what, (const void *)wait->where);
    for (uint32_t i = 0; i < t->actors && tid != 0; i++)
        if (t->actor[i]->tid == tid)
            fprintf(stderr, ", which %s %" PRIu32 " has%s", kind_of(t->actor[i]), i,
                    t->actor[i]->state == EMUQ_ACTOR_ENDED ? ", and has ended" : "");
    fputc('\n', stderr);
}

/* Whose end is waited for, if a wait for an end is what an actor does. */
static void describe_join(const emuq_timed_t *t, const emuq_wait_key_t *last)
{
    for (uint32_t i = 0; i < t->actors; i++)
        if (last->where == t->actor[i])
            fprintf(stderr, "emuq:   for the end of thread %" PRIu32 "\n", i);
}

/* What an actor waits for, as the emulator sees it, if it polls a register. */
static void describe(const emuq_timed_t *t, const emuq_actor_t *a)
{
    emuq_machine_t *m = t->machine;
    const emuq_wait_key_t *last = &a->key[(a->keys + EMUQ_WAIT_KEYS - 1) % EMUQ_WAIT_KEYS];
    uint64_t offset = (uintptr_t)last->where - m->base;
    char text[TEXT_BYTES] = "";
    if (a->wait != NULL) {
        describe_wait(t, a->wait);
        return;
    }
    if (a->spins_at != 0) {
        fprintf(stderr, "emuq:   in a loop without calls, which looks at memory, at 0x%" PRIxPTR "\n",
                a->spins_at);
        return;
    }
    describe_join(t, last);
    m->member[0].polled = offset < m->bytes ? offset + 1 : 0;
    m->member[0].polled_ns = emuq_host_now_ns();
    (void)emuq_describe(m, a->node, 0, a->is_main ? (int32_t)a->number : -1, text, sizeof(text));
    for (char *rest = text, *line; (line = strsep(&rest, "\n")) != NULL;)
        if (*line != '\0')
            fprintf(stderr, "emuq:   %s\n", line);
}

void emuq_timed_say_useless(emuq_timed_t *t)
{
    if (__atomic_load_n(&t->is_useless, __ATOMIC_RELAXED) == 0)
        return;
    __atomic_store_n(&t->is_useless, 0, __ATOMIC_RELAXED);
    fprintf(
        stderr,
        "emuq: for %u seconds no message has arrived, and no thread has done anything that another one "
        "sees; modelled time goes on, perhaps for ever. These compute, or wait in loops; if they wait for "
        "each other, end the job, and have them wait by calls of the SPI:\n",
        EMUQ_TIMED_PATIENT);
    for (uint32_t i = 0; i < t->actors; i++)
        if (t->actor[i]->state == EMUQ_ACTOR_READY)
            fprintf(stderr, "emuq:   %s %" PRIu32 " on node %" PRIu32 "\n", kind_of(t->actor[i]),
                    t->actor[i]->number, t->actor[i]->node);
}

/* The process ends with the job. */
static void end_recording(void)
{
    if (emuq_the_kernel.ending != NULL)
        emuq_the_kernel.ending(emuq_the_kernel.context);
}

static void say_deadlock(const emuq_timed_t *t, uint32_t ranks)
{
    uint32_t threads = 0;
    fprintf(stderr,
            "emuq: deadlock at %.3f us of modelled time: %" PRIu32
            " ranks wait, and nothing is on its way that could end their waits; the job ends\n",
            emuq_timed_us(t, end_of(t)), ranks);
    if (emuq_net_present(t->network) != 0)
        fprintf(stderr, "emuq: %" PRIu64 " packets are stuck in the network\n", emuq_net_present(t->network));
    for (uint32_t i = 0; i < t->actors; i++) {
        const emuq_actor_t *a = t->actor[i];
        if (a->state != EMUQ_ACTOR_PARKED || ++threads > MOST_THREADS)
            continue;
        fprintf(stderr, "emuq: %s %" PRIu32 " on node %" PRIu32 " waits since %.3f us\n", kind_of(a),
                a->number, a->node, emuq_timed_us(t, a->since));
        emuq_rank_data_enter((uint32_t)a->rank); /* what it waits for may be there */
        describe(t, a);
    }
    if (threads > MOST_THREADS)
        fprintf(stderr, "emuq: %" PRIu32 " more threads wait\n", threads - MOST_THREADS);
}

/* A line for each thread: the main threads by rank, the others in the order in which they were created. */
static void write_report(const emuq_timed_t *t, const char *path)
{
    FILE *out = fopen(path, "w");
    if (out == NULL) {
        emuq_file_lost(path, "EMUQ_TIME_REPORT", -errno);
        return;
    }
    fprintf(out, "rank,node,thread,modelled_us,parked_us,parked\n");
    for (uint32_t i = 0; i < t->actors; i++) {
        const emuq_actor_t *a = t->actor[i];
        fprintf(out, "%" PRId32 ",%" PRIu32 ",%" PRIu32 ",%.6f,%.6f,%" PRIu64 "\n", a->rank, a->node,
                a->number, emuq_timed_us(t, a->clock), (double)a->waited / TICKS_PER_US, a->waits);
    }
    emuq_file_finish(out, path, "EMUQ_TIME_REPORT");
}

void emuq_timed_over(emuq_timed_t *t)
{
    emuq_timed_trace_close(t);
    emuq_timed_write_counts(t);
    uint32_t ranks = emuq_waiting_ranks(t);
    if (ranks == 0) {
        const char *path = emuq_setting_text(EMUQ_SETTING_TIME_REPORT);
        say_times(t);
        if (*path != '\0')
            write_report(t, path);
        return;
    }
    fflush(stdout);
    say_deadlock(t, ranks);
    end_recording();
    emuq_timed_progress_stop();
    _exit(EMUQ_TIMED_DEADLOCK);
}

void emuq_timed_fail(const char *why)
{
    fflush(stdout);
    fprintf(stderr, "emuq: timed backend: %s\n", why);
    emuq_timed_progress_stop();
    _exit(EXIT_FAILURE);
}
