/* SPDX-License-Identifier: BSD-3-Clause */
/** @file call.h @brief Records of kernel calls (backends/record.h). */
#ifndef EMUQ_KERNEL_CALL_H
#define EMUQ_KERNEL_CALL_H

#include "backends/record.h"

/** A call that goes on. */
typedef struct emuq_call {
    const char *name; /**< NULL: it is not recorded */
    uint64_t begun;
} emuq_call_t;

/** A call begins. */
static inline emuq_call_t emuq_call_begin(const char *name)
{
    if (emuq_the_recording == NULL)
        return (emuq_call_t){NULL, 0};
    return (emuq_call_t){name, emuq_record_clock()};
}

/** It has ended. */
static inline void emuq_call_end(const emuq_call_t *call)
{
    if (call->name != NULL)
        emuq_record_call(EMUQ_RECORD_KERNEL, call->name, call->begun, (emuq_record_t){0});
}

/** First statement of a kernel call, which is recorded from here until it returns. */
#define EMUQ_KERNEL_CALL()                                                                                   \
    __attribute__((cleanup(emuq_call_end), unused)) const emuq_call_t emuq_this_call =                       \
        emuq_call_begin(__func__)

#endif /* EMUQ_KERNEL_CALL_H */
