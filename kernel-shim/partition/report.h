/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file report.h
 * @brief Reports of software errors, failed hardware and fatal signals.
 */
#ifndef EMUQ_REPORT_H
#define EMUQ_REPORT_H

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <ucontext.h>

#include "base/text.h"
#include "hwi/include/bqc/MU_Descriptor.h"
#include "kernel-shim/partition/state.h"

/** Exit status of a job that a software error ends. */
#define EMUQ_VIOLATION_STATUS 1

/** Writes a report to standard error with one write(). Async-signal-safe. */
void emuq_write_report(const emuq_text_t *text);

/** Flushes a stream unless a thread holds its lock. */
void emuq_report_flush(FILE *stream);

/** Adds "rank 3, node 5 at (0,1,0,1,1)". @param rank negative: left out */
void emuq_report_location(emuq_text_t *text, const emuq_node_t *node, int32_t rank);

/** Adds possible senders of a memory-FIFO packet: up to four local injection FIFOs with a descriptor with
 * software byte 0 equal to @p function, to the node of @p receiver or along a line through it. */
void emuq_report_senders(emuq_text_t *text, const emuq_process_t *receiver, uint8_t function);

/** Adds all fields of @p descriptor, and its words (hwi-descriptor, hwi-packet-headers). */
void emuq_descriptor_dump(emuq_text_t *text, const MUHWI_Descriptor_t *descriptor);

/** Writes a report and applies EMUQ_ON_ERROR: "report" returns; "fatal" raises @p signal (0: none) if the
 * program handles it, and otherwise ends the job. Caller holds no lock. */
void emuq_violation(const emuq_text_t *report, int signal);

/** Marks the job as failed for a reported reason. Waits at most 0.2 s until remote hosts know, so that they
 * print nothing. */
void emuq_fail_job(emuq_partition_t *partition);

/** Backend callback: reports failed hardware as a fatal RAS event, and ends the job. */
void emuq_kernel_failed(void *partition, uint32_t node, const char *what, const char *advice)
    __attribute__((noreturn));

/** Reports like emuq_kernel_failed(), sets `failed` and returns. */
void emuq_engine_failed(emuq_partition_t *partition, uint32_t node, const char *what, const char *advice);

/** Backend callback: reports a software error. */
void emuq_kernel_error(void *partition, const emuq_mu_error_t *error);

/** Reports like emuq_kernel_error(), sets `failed` if the error ends the job, and returns. */
void emuq_engine_error(emuq_partition_t *partition, const emuq_mu_error_t *error);

/* Fatal signals. A report names the dying rank and its functions; with --backtrace a rank then stops for the
 * launcher. The process ends by the same signal, with a core dump at the same instruction. */

/** Installs handlers for fatal signals with the default action, once. @param all false: faults of the program
 * only */
void emuq_fatal_signals_install(bool all);

/** Whether @p action is a handler of this module, which counts as default */
bool emuq_fatal_signals_is_ours(const struct sigaction *action);

/** Gives the calling thread a signal stack, to report stack overflows. Optional. */
void emuq_fatal_signals_enter(void);

/** Frees the stack of emuq_fatal_signals_enter(). */
void emuq_fatal_signals_leave(void);

/* Stack of the thread that dies. For the handler of fatal signals alone, in one thread. */

/** Loads the libraries of emuq_crash_stack_add(). */
void emuq_crash_stack_prepare(void);

/** Adds a line for each function, from the fatal one to main(). Async-signal-safe, also after a stack
 * overflow and with a damaged stack; at most 7 seconds. @param instruction address of the fatal instruction
 */
void emuq_crash_stack_add(emuq_text_t *text, const void *instruction, const ucontext_t *u);

/** Whether the calling thread is in emuq_crash_stack_add(), which has caused a fault. */
bool emuq_crash_stack_fails(void);

/** Continues emuq_crash_stack_add() of the calling thread with addresses without names. */
void emuq_crash_stack_escape(void) __attribute__((noreturn));

#endif /* EMUQ_REPORT_H */
