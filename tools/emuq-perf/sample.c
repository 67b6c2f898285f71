/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-perf/sample.h"

#include <stdlib.h>
#include <string.h>

#define BATCHES       100 /* that the time of a line is meant for */
#define LEAST_SAMPLES 5
#define MOST_SAMPLES  4000
#define MOST_ROUNDS   (UINT64_C(1) << 20)
#define OVERTIME      10 /* a line may take so many times its time to have LEAST_SAMPLES */

/* The test, and what bounds it. */
enum { TEST, LIMIT, KINDS };

typedef struct plan {
    const perf_test_t *test[KINDS];
    uint64_t size, rounds[KINDS];
    double *sample[KINDS];
    uint64_t samples;
} plan_t;

/* ---- batches ---- */

/* What the rank does in a batch. */
static void play(perf_rank_t *r, const plan_t *plan, perf_command_t command)
{
    const perf_test_t *t = plan->test[command.batch];
    r->batch = command.number;
    bool takes_part = t->who != PERF_NODES || r->process.at[SPI_T] == 0;
    double seconds = takes_part ? t->batch(r, plan->size, command.rounds) : 0;
    if (r->role == PERF_FIRST)
        r->shared->seconds[r->pair] = seconds;
    perf_barrier(&r->shared->start, r->players, r->patience); /* all have written their time */
}

/* A rank that follows: does what rank 0 says until that is nothing. */
static void follow(perf_rank_t *r, const plan_t *plan)
{
    for (;;) {
        perf_barrier(&r->shared->start, r->players, r->patience);
        perf_command_t command = r->shared->command;
        if (command.rounds == 0)
            return;
        play(r, plan, command);
    }
}

static void command(perf_rank_t *r, uint32_t kind, uint64_t rounds)
{
    r->shared->command = (perf_command_t){kind, rounds, r->shared->command.number + 1};
    perf_barrier(&r->shared->start, r->players, r->patience);
}

/* @return what the batch has shown, in the unit of the test. */
static double lead(perf_rank_t *r, const plan_t *plan, uint32_t kind)
{
    command(r, kind, plan->rounds[kind]);
    play(r, plan, r->shared->command);
    uint32_t pairs = plan->test[TEST]->who == PERF_PAIRS ? r->options->pairs : 1;
    double time = 0, rate = 0;
    for (uint32_t pair = 0; pair < pairs; pair++) {
        time += r->shared->seconds[pair] / pairs;
        rate += 1 / r->shared->seconds[pair];
    }
    switch (plan->test[kind]->unit) {
    case PERF_TIME:
        return time * 1e9;
    case PERF_BANDWIDTH:
        return rate * (double)plan->size / 1e9;
    case PERF_RATE:
        return rate / 1e6;
    default:
        return time * 100;
    }
}

/* A batch of fewer shows how long the answer takes, rather than how fast messages follow each other. */
static uint64_t least_rounds(const perf_test_t *test)
{
    return test->unit == PERF_RATE ? 256 : test->unit == PERF_BANDWIDTH ? 16 : 1;
}

/* Finds how many rounds fill @p goal seconds; that warms everything up, too. */
static void calibrate(perf_rank_t *r, plan_t *plan, uint32_t kind, double goal)
{
    for (plan->rounds[kind] = least_rounds(plan->test[kind]);;) {
        double begin = perf_now();
        lead(r, plan, kind);
        double elapsed = perf_now() - begin;
        if (elapsed >= goal || plan->rounds[kind] >= MOST_ROUNDS)
            return;
        plan->rounds[kind] *= elapsed < goal / 8 ? 4 : 2;
    }
}

static void sample(perf_rank_t *r, plan_t *plan)
{
    uint32_t kinds = plan->test[LIMIT] != NULL ? KINDS : 1;
    double seconds = r->options->seconds, begin = perf_now();
    for (uint32_t kind = 0; kind < kinds; kind++)
        calibrate(r, plan, kind, seconds / BATCHES);
    for (double elapsed = 0; plan->samples < MOST_SAMPLES; elapsed = perf_now() - begin) {
        if (elapsed >= seconds && (plan->samples >= LEAST_SAMPLES || elapsed >= OVERTIME * seconds) &&
            plan->samples > 0)
            break;
        for (uint32_t kind = 0; kind < kinds; kind++)
            plan->sample[kind][plan->samples] = lead(r, plan, kind);
        plan->samples++;
    }
}

/* ---- values ---- */

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The sample below which a part of the others lies. */
static double quantile(const double *sorted, uint64_t count, double part)
{
    double at = part * (double)(count - 1);
    uint64_t i = (uint64_t)at;
    return i + 1 < count ? sorted[i] + (at - (double)i) * (sorted[i + 1] - sorted[i]) : sorted[i];
}

static perf_value_t value_of(double *sample, uint64_t count)
{
    qsort(sample, count, sizeof *sample, compare);
    return (perf_value_t){quantile(sample, count, 0.5), quantile(sample, count, 0.25),
                          quantile(sample, count, 0.75)};
}

static void measure(perf_rank_t *r, plan_t *plan, perf_result_t *result)
{
    double *memory = calloc(KINDS * MOST_SAMPLES, sizeof *memory);
    if (memory == NULL)
        spi_fatal(&r->process, "no memory for samples");
    plan->sample[TEST] = memory;
    plan->sample[LIMIT] = memory + MOST_SAMPLES;
    sample(r, plan);
    command(r, TEST, 0);
    const perf_test_t *test = plan->test[TEST];
    *result = (perf_result_t){.test = test,
                              .limit = plan->test[LIMIT],
                              .size = plan->size,
                              .value = value_of(plan->sample[TEST], plan->samples),
                              .samples = plan->samples,
                              .hops = test->who == PERF_PAIRS ? r->hops : 0,
                              .pairs = test->who == PERF_PAIRS ? r->options->pairs : 0};
    if (result->limit != NULL)
        result->bound = value_of(plan->sample[LIMIT], plan->samples);
    free(memory);
}

void perf_measure(perf_rank_t *r, const perf_test_t *test, const perf_test_t *limit, uint64_t size,
                  uint32_t partner, perf_result_t *result)
{
    plan_t plan = {.test = {test, limit}, .size = size};
    uint32_t *finished = &r->shared->finished, before = __atomic_load_n(finished, __ATOMIC_RELAXED);
    spi_barrier(&r->process);
    perf_rank_cast(r, test, partner);
    if (!r->playing) { /* asleep, out of the way of those who measure */
        perf_futex_wait(finished, before);
        return;
    }
    for (int kind = 0; kind < KINDS; kind++)
        if (plan.test[kind] != NULL && plan.test[kind]->prepare != NULL)
            plan.test[kind]->prepare(r, size);
    if (r->process.rank == 0) {
        measure(r, &plan, result);
        __atomic_store_n(finished, before + 1, __ATOMIC_RELEASE); /* pairs with perf_futex_wait() */
        perf_futex_wake(finished);
    } else {
        follow(r, &plan);
    }
    perf_rank_uncast(r);
}
