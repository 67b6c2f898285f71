/* SPDX-License-Identifier: BSD-3-Clause */
/** @file runs.h  Several jobs, one after the other: threads and processes, and settings of progress. */
#ifndef EMUQ_PERF_RUNS_H
#define EMUQ_PERF_RUNS_H

#include "emuq/partition.h"
#include "tools/emuq-perf/options.h"

/** Runs emuq-perf again for each mode and setting, and gathers the results.
 *  @param argv  the command line without the options of the job
 *  @return exit status: the worst of all */
int perf_runs(const perf_options_t *o, const emuq_job_t *job, int argc, char **argv);

#endif /* EMUQ_PERF_RUNS_H */
