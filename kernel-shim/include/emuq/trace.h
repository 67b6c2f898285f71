/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file trace.h
 * @brief Marks of a program in the recording of its job (emuq-run --trace, EMUQ_TRACE).
 *
 * If the job is not recorded the functions do nothing. All are thread-safe, and none takes a lock.
 */
#ifndef EMUQ_TRACE_H
#define EMUQ_TRACE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Longest text of a mark, in bytes; what is longer is cut off. */
#define EMUQ_TRACE_TEXT 31

/** Marks a point of the calling thread. @param value of the program's own */
void emuq_trace_mark(const char *text, uint64_t value);

/** Begins a phase of the calling thread. Phases may be nested. @param value of the program's own */
void emuq_trace_begin(const char *text, uint64_t value);

/** Ends the phase of the calling thread that was begun last. */
void emuq_trace_end(void);

#ifdef __cplusplus
}
#endif

#endif /* EMUQ_TRACE_H */
