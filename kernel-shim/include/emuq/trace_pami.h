/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file trace_pami.h
 * @brief Records of a message layer in the recording of its job. Thread-safe and lock-free.
 */
#ifndef EMUQ_TRACE_PAMI_H
#define EMUQ_TRACE_PAMI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Kind of a record. */
typedef enum emuq_trace_pami {
    EMUQ_TRACE_PAMI_CALL,     /**< call by the program */
    EMUQ_TRACE_PAMI_CALLBACK, /**< call of a dispatch function of the program */
    EMUQ_TRACE_PAMI_OPERATION /**< collective, from its start to its done function */
} emuq_trace_pami_t;

/** @return time of the recording's clock in ticks; 0: no recording */
uint64_t emuq_trace_clock(void);

/** Records an event that ends now. @param name cut at 31 bytes @param id dispatch id @param bytes size of the
 * data @param begun emuq_trace_clock() at the start */
void emuq_trace_pami(emuq_trace_pami_t what, const char *name, uint32_t id, size_t bytes, uint64_t begun);

#ifdef __cplusplus
}
#endif

#endif /* EMUQ_TRACE_PAMI_H */
