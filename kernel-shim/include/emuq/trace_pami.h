/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file trace_pami.h
 * @brief Records of a message layer in the recording of its job: its calls, and those that it makes.
 *
 * All functions are thread-safe, and none takes a lock.
 */
#ifndef EMUQ_TRACE_PAMI_H
#define EMUQ_TRACE_PAMI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What is recorded. */
typedef enum emuq_trace_pami {
    EMUQ_TRACE_PAMI_CALL,     /**< by the program */
    EMUQ_TRACE_PAMI_CALLBACK, /**< a dispatch function of the program is called */
    EMUQ_TRACE_PAMI_OPERATION /**< a collective, from its start to the call of its done function */
} emuq_trace_pami_t;

/** The clock of the recording, or 0: the job is not recorded. */
uint64_t emuq_trace_clock(void);

/** Records what ends now. @param begun emuq_trace_clock() @param name cut off after 31 bytes
 * @param id dispatch id @param bytes of data */
void emuq_trace_pami(emuq_trace_pami_t what, const char *name, uint32_t id, size_t bytes, uint64_t begun);

#ifdef __cplusplus
}
#endif

#endif /* EMUQ_TRACE_PAMI_H */
