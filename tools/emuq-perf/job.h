/* SPDX-License-Identifier: BSD-3-Clause */
/** @file job.h  What every rank does: measure, line by line. */
#ifndef EMUQ_PERF_JOB_H
#define EMUQ_PERF_JOB_H

#include "tools/emuq-perf/options.h"

/** Runs the tests; every rank calls it. @param mode "threads" or "processes" @return exit status */
int perf_job(const perf_options_t *o, const char *mode);

#endif /* EMUQ_PERF_JOB_H */
