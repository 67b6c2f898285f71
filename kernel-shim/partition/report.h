/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file report.h
 * @brief Private to the kernel shim: what happens to a program that the hardware would punish.
 */
#ifndef EMUQ_REPORT_H
#define EMUQ_REPORT_H

#include "kernel-shim/partition/origin.h"
#include "kernel-shim/partition/state.h"
#include "base/text.h"

/** Exit status of a job that a violation ends. */
#define EMUQ_VIOLATION_STATUS 1

/**
 * Writes a report on standard error in one piece, and does what EMUQ_ON_ERROR says. "report": returns.
 * "fatal": raises @p signal in the calling thread and returns, if the program has installed a handler for it
 * (0: there is no such signal); else ends the Linux process, and so the job. Called with no lock held.
 */
void emuq_violation(const emuq_text_t *report, int signal);

/** The job ends for a reason that is, or will be, said in this process or by its launcher: the host engine
 * tells the other hosts, which add nothing. Waits for that, for 0.2 s at most. */
void emuq_fail_job(emuq_partition_t *partition);

/** Callback for the backend: the hardware of a node has failed. Says so, as the machine does by a fatal event
 * of reliability, availability and serviceability (RAS), and ends the process, with the job. */
void emuq_kernel_failed(void *partition, uint32_t node, const char *what, const char *advice)
    __attribute__((noreturn));

/** The same in the host engine: says it, and stores `failed` in the partition. Returns. */
void emuq_engine_failed(emuq_partition_t *partition, uint32_t node, const char *what, const char *advice);

/** Callback for the backend: a software error that the Message Unit has found. */
void emuq_kernel_error(void *partition, const emuq_mu_error_t *error);

/** The same in the host engine: says it, and stores `failed` in the partition if it ends the job. Returns. */
void emuq_engine_error(emuq_partition_t *partition, const emuq_mu_error_t *error);

#endif /* EMUQ_REPORT_H */
