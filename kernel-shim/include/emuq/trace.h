/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file trace.h
 * @brief Marks of a program in the recording of its job (emuq-run --trace, EMUQ_TRACE).
 *
 * Without a recording the functions do nothing. Thread-safe and lock-free.
 */
#ifndef EMUQ_TRACE_H
#define EMUQ_TRACE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Maximum bytes of a mark's text; longer texts are cut. */
#define EMUQ_TRACE_TEXT 31

/** Marks a point of the calling thread. @param value arbitrary value, stored in the record */
void emuq_trace_mark(const char *text, uint64_t value);

/** Begins a phase of the calling thread; may be nested. @param value arbitrary value, stored in the record */
void emuq_trace_begin(const char *text, uint64_t value);

/** Ends the innermost phase of the calling thread. */
void emuq_trace_end(void);

#ifdef __cplusplus
}
#endif

#endif /* EMUQ_TRACE_H */
