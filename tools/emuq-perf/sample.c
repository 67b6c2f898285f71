/* SPDX-License-Identifier: BSD-3-Clause */
/* Alternates batches of a test and of its limit until the time of the line is over. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/lock.h"
#include "tools/emuq-perf/rank.h"

#define BATCHES       100 /* number of batches in the time of a line */
#define LEAST_SAMPLES 5
#define MOST_SAMPLES  4000
#define MOST_ROUNDS   (UINT64_C(1) << 20)
#define OVERTIME      10 /* factor by which a line may exceed its time to get LEAST_SAMPLES */

/* Index of the measured test and of its limit. */
enum { TEST, LIMIT, KINDS };

typedef struct sample_plan {
    const perf_test_t *test[KINDS];
    uint64_t size, rounds[KINDS];
    double *sample[KINDS];
    uint64_t samples;
} sample_plan_t;

/* ---- batches ---- */

static void sample_run_batch(perf_rank_t *r, const sample_plan_t *plan, perf_command_t command)
{
    const perf_test_t *t = plan->test[command.batch];
    r->batch = command.number;
    r->parameter = t->parameter;
    bool takes_part = t->group != PERF_NODES || r->process.at[SPI_T] == 0;
    double seconds = takes_part ? t->batch(r, plan->size, command.rounds) : 0;
    if (r->role == PERF_FIRST)
        r->shared->seconds[r->pair] = seconds;
    perf_barrier(&r->shared->start, r->active, r->spin_limit); /* all ranks stored their time */
}

/* Runs batches at the command of rank 0 until the command is empty. */
static void sample_follow(perf_rank_t *r, const sample_plan_t *plan)
{
    for (;;) {
        perf_barrier(&r->shared->start, r->active, r->spin_limit);
        perf_command_t command = r->shared->command;
        if (command.rounds == 0)
            return;
        sample_run_batch(r, plan, command);
    }
}

static void sample_command(perf_rank_t *r, uint32_t kind, uint64_t rounds)
{
    r->shared->command = (perf_command_t){kind, rounds, r->shared->command.number + 1};
    perf_barrier(&r->shared->start, r->active, r->spin_limit);
}

/* Runs a batch on rank 0. @return the result in the unit of the test */
static double sample_lead(perf_rank_t *r, const sample_plan_t *plan, uint32_t kind)
{
    sample_command(r, kind, plan->rounds[kind]);
    sample_run_batch(r, plan, r->shared->command);
    uint32_t pairs = plan->test[TEST]->group == PERF_PAIRS ? r->options->pairs : 1;
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

/* Finds the number of rounds that takes @p goal seconds. Also warms up caches. */
static void sample_calibrate(perf_rank_t *r, sample_plan_t *plan, uint32_t kind, double goal)
{
    perf_unit_t unit = plan->test[kind]->unit;
    /* Shorter batches would measure the reply instead of the rate. */
    for (plan->rounds[kind] = unit == PERF_RATE ? 256 : unit == PERF_BANDWIDTH ? 16 : 1;;) {
        double begin = perf_now();
        sample_lead(r, plan, kind);
        double elapsed = perf_now() - begin;
        if (elapsed >= goal || plan->rounds[kind] >= MOST_ROUNDS)
            return;
        plan->rounds[kind] *= elapsed < goal / 8 ? 4 : 2;
    }
}

static void sample_line(perf_rank_t *r, sample_plan_t *plan)
{
    uint32_t kinds = plan->test[LIMIT] != NULL ? KINDS : 1;
    double seconds = r->options->seconds, begin = perf_now();
    for (uint32_t kind = 0; kind < kinds; kind++)
        sample_calibrate(r, plan, kind, seconds / BATCHES);
    for (double elapsed = 0; plan->samples < MOST_SAMPLES; elapsed = perf_now() - begin) {
        if (elapsed >= seconds && (plan->samples >= LEAST_SAMPLES || elapsed >= OVERTIME * seconds) &&
            plan->samples > 0)
            break;
        for (uint32_t kind = 0; kind < kinds; kind++)
            plan->sample[kind][plan->samples] = sample_lead(r, plan, kind);
        plan->samples++;
    }
}

/* ---- values ---- */

/* Interpolated quantile. @param part fraction of samples below the result */
static double sample_quantile(const double *sorted, uint64_t count, double part)
{
    double at = part * (double)(count - 1);
    uint64_t i = (uint64_t)at;
    return i + 1 < count ? sorted[i] + (at - (double)i) * (sorted[i + 1] - sorted[i]) : sorted[i];
}

static perf_value_t sample_value(double *sample, uint64_t count)
{
    qsort(sample, count, sizeof *sample, perf_compare);
    return (perf_value_t){sample_quantile(sample, count, 0.5), sample_quantile(sample, count, 0.25),
                          sample_quantile(sample, count, 0.75), sample[0]};
}

/* Preemptions of the calling thread so far. */
static uint64_t sample_preemptions(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_THREAD, &usage) == 0 ? (uint64_t)usage.ru_nivcsw : 0;
}

/* True if ranks share cores by design or by choice: yielding a core counts as preemption. */
static bool sample_shares_cores(const perf_rank_t *r, const sample_plan_t *plan)
{
    const char *wait = getenv("EMUQ_WAIT");
    for (int kind = 0; kind < KINDS; kind++)
        if (plan->test[kind] != NULL &&
            ((plan->test[kind]->flags & PERF_ONE_CORE) != 0 || plan->test[kind]->batch == perf_one_core_pair))
            return true;
    return r->active > r->shared->cores || (wait != NULL && strcmp(wait, "yield") == 0);
}

static void sample_measure(perf_rank_t *r, sample_plan_t *plan, perf_result_t *result)
{
    double *memory = calloc(KINDS * MOST_SAMPLES, sizeof *memory);
    if (memory == NULL)
        spi_fatal(&r->process, "out of memory for samples");
    plan->sample[TEST] = memory;
    plan->sample[LIMIT] = memory + MOST_SAMPLES;
    uint64_t preemptions = sample_preemptions();
    sample_line(r, plan);
    preemptions = sample_preemptions() - preemptions;
    sample_command(r, TEST, 0);
    double begun, ended;
    perf_thirds(plan->sample[plan->test[LIMIT] != NULL ? LIMIT : TEST], plan->samples, &begun, &ended);
    const perf_test_t *test = plan->test[TEST];
    *result = (perf_result_t){.test = test,
                              .limit = plan->test[LIMIT],
                              .size = plan->size,
                              .value = sample_value(plan->sample[TEST], plan->samples),
                              .samples = plan->samples,
                              .hops = test->group == PERF_PAIRS ? r->hops : 0,
                              .pairs = test->group == PERF_PAIRS ? r->options->pairs : 0};
    if (result->limit != NULL)
        result->bound = sample_value(plan->sample[LIMIT], plan->samples);
    result->conditions = (perf_conditions_t){.load = r->load,
                                             .cores = r->shared->cores,
                                             .switches = preemptions,
                                             .samples = plan->samples,
                                             .shares_cores = sample_shares_cores(r, plan),
                                             .begun = begun,
                                             .ended = ended,
                                             .low = result->value.low,
                                             .high = result->value.high,
                                             .limit_low = result->bound.low,
                                             .limit_high = result->bound.high};
    result->doubts = perf_doubts(&result->conditions);
    free(memory);
}

void perf_measure(perf_rank_t *r, const perf_test_t *test, const perf_test_t *limit, uint64_t size,
                  uint32_t partner, perf_result_t *result)
{
    sample_plan_t plan = {.test = {test, limit}, .size = size};
    uint32_t *finished = &r->shared->finished, before = AO_int_load(finished);
    spi_barrier(&r->process);
    perf_rank_assign(r, test, partner);
    if (!r->is_active) { /* inactive ranks sleep, to leave the cores to active ranks */
        while (AO_int_load_acquire(finished) == before) /* pairs with perf_futex_set() */
            emuq_futex_wait(finished, before, EMUQ_FUTEX_FOREVER);
        return;
    }
    for (int kind = 0; kind < KINDS; kind++)
        if (plan.test[kind] != NULL && plan.test[kind]->prepare != NULL)
            plan.test[kind]->prepare(r, size);
    if (r->process.rank == 0) {
        sample_measure(r, &plan, result);
        perf_futex_set(finished, before + 1);
    } else {
        sample_follow(r, &plan);
    }
    perf_rank_restore(r);
}
