/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file calls.h
 * @brief Pointer checks, records of kernel calls, and calls by number.
 */
#ifndef EMUQ_KERNEL_CALLS_H
#define EMUQ_KERNEL_CALLS_H

#include "backends/record.h"
#include "cnk/include/SPI_syscalls.h"
#include "kernel-shim/partition/partition.h"
#include "kernel-shim/partition/registers.h"

/** Whether a program's pointer is NULL or unmapped: the kernel returns EFAULT. Thread-safe */
static inline bool emuq_is_bad_pointer(const void *pointer)
{
    return !emuq_is_mapped(pointer, 1);
}

static inline emuq_node_t *emuq_node_lock_caller(void)
{
    emuq_node_t *node = emuq_process_self()->node;
    emuq_node_lock(node);
    return node;
}

/** A kernel call in progress, for the recording of the job */
typedef struct emuq_call {
    const char *name; /**< NULL: not recorded */
    uint64_t begun;   /**< emuq_record_clock() at the start */
} emuq_call_t;

static inline emuq_call_t emuq_call_begin(const char *name)
{
    if (emuq_the_recording == NULL)
        return (emuq_call_t){NULL, 0};
    return (emuq_call_t){name, emuq_record_clock()};
}

static inline void emuq_call_end(const emuq_call_t *call)
{
    if (call->name != NULL)
        emuq_record_call(EMUQ_RECORD_KERNEL, call->name, call->begun, (emuq_record_t){0});
}

/** First statement of a recorded kernel call: the record lasts until the call returns. */
#define EMUQ_KERNEL_CALL()                                                                                   \
    __attribute__((cleanup(emuq_call_end), unused)) const emuq_call_t emuq_this_call =                       \
        emuq_call_begin(__func__)

/** number of calls that SPI_syscalls.h names */
#define EMUQ_NUMBERED_CALLS (SPI_NUM_SYSCALLS - SYSCALL_START)

typedef struct emuq_numbered_call {
    const char *name;                              /**< name without __NR_ */
    char kinds[7];                                 /**< kind of each argument: p pointer, w word */
    uint64_t (*call)(const uint64_t arguments[6]); /**< NULL: not emulated */
} emuq_numbered_call_t;

/** All calls, by number minus SYSCALL_START. */
extern const emuq_numbered_call_t emuq_numbered_calls[EMUQ_NUMBERED_CALLS];

/** Performs UPCI_OP (spi/include/kernel/upci.h). @return 0, an errno, or a UPCI_ code */
int64_t emuq_upci_operation(uint64_t op, uint64_t target, void *data, size_t bytes);

#endif /* EMUQ_KERNEL_CALLS_H */
