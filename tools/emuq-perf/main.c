/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * emuq-perf: what messages, barriers and collectives cost, beside what the machine could do.
 *
 * Reading order: main.c and runs.c (which jobs are run), options.c, tests.c (what can be measured), job.c
 * (what a rank does), rank.c and shared.c (what it has), sample.c (batches, medians), latency.c, chain.c,
 * stream.c, overlap.c, collective.c, many.c, halo.c, threads.c, message_layer.c, message_collective.c and
 * limits.c (the tests), explain.c (--explain), report.c and machine.c (what comes out).
 *
 * It has a main() of its own, which sees the options of the job: emuq_main would run it on every rank.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include <spi/include/kernel/location.h>

#include "emuq/partition.h"
#include "tools/common/output.h"
#include "tools/emuq-perf/job.h"
#include "tools/emuq-perf/machine.h"
#include "tools/emuq-perf/message_layer.h"
#include "tools/emuq-perf/options.h"
#include "tools/emuq-perf/runs.h"

/* Of the process: where ranks are threads, they only read it. */
static perf_options_t options;

static int thread_main(int argc, char **argv)
{
    (void)argc, (void)argv;
    return perf_job(&options, "threads");
}

/* A rank that somebody else has started. */
static int process_main(int argc, char **argv)
{
    int first = Kernel_GetRank() == 0;
    int rc = perf_options_read(&options, argc, argv, first);
    if (rc >= 0)
        return rc;
    if (options.progress != NULL || options.trace || options.modes == PERF_MODE_THREADS) {
        if (first)
            fputs("emuq-perf: ranks that are processes cannot take --mode threads, --progress or --trace; "
                  "start "
                  "emuq-perf itself, or set EMUQ_WAIT or EMUQ_TRACE\n",
                  stderr);
        return PERF_STATUS_USAGE;
    }
    return perf_job(&options, options.modes == PERF_MODE_HOSTS ? "hosts" : "processes");
}

static int run_threads(const emuq_job_t *job, int argc, char **argv)
{
    int status = emuq_run_threads(job, thread_main, argc, argv);
    if (status == -EINVAL)
        return PERF_STATUS_USAGE;
    return status >= 0 ? status : EXIT_FAILURE;
}

/* Nothing to say about the job means two nodes: one has nobody to talk to. */
static void choose_shape(emuq_job_t *job)
{
    uint64_t slots = job->ppn != 0 ? job->ppn : 1;
    for (int d = 0; d < 5; d++)
        slots *= job->shape[d] != 0 ? job->shape[d] : 1;
    if (slots == 1)
        job->shape[0] = 2;
}

int main(int argc, char **argv)
{
    emuq_stdout_guard("emuq-perf");
    emuq_job_t job;
    perf_layer_reserve();
    if (emuq_is_rank())
        return process_main(argc, argv);
    if (emuq_job_options(&job, &argc, argv) != 0)
        return PERF_STATUS_USAGE;
    int rc = perf_options_read(&options, argc, argv, true);
    if (rc >= 0)
        return rc;
    choose_shape(&job);
    if (options.record == NULL)
        perf_machine_print(stdout);
    if (options.modes == PERF_MODE_THREADS && options.progress == NULL && !options.trace)
        return run_threads(&job, argc, argv);
    return perf_runs(&options, &job, argc, argv);
}
