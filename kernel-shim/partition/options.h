/* SPDX-License-Identifier: BSD-3-Clause */
/** @file options.h  The names of the options that emuq_job_options() reads, for who refuses another one. */
#ifndef EMUQ_JOB_OPTIONS_H
#define EMUQ_JOB_OPTIONS_H

#include "base/text.h"

/** Compares them all. Thread-safe for different searches. */
void emuq_job_options_try(emuq_nearest_t *search);

#endif /* EMUQ_JOB_OPTIONS_H */
