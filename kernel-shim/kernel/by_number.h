/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file by_number.h
 * @brief Private to the kernel shim: the table of the kernel calls that programs make by number.
 */
#ifndef EMUQ_BY_NUMBER_H
#define EMUQ_BY_NUMBER_H

#include "cnk/include/SPI_syscalls.h"
#include "spi/include/kernel/MU.h"
#include "spi/include/kernel/collective.h"
#include "spi/include/kernel/debug.h"
#include "spi/include/kernel/envmon.h"
#include "spi/include/kernel/gi.h"
#include "spi/include/kernel/location.h"
#include "spi/include/kernel/memory.h"
#include "spi/include/kernel/process.h"
#include "spi/include/kernel/thread.h"

/** Number of calls that SPI_syscalls.h names. */
#define EMUQ_NUMBERED_CALLS (SPI_NUM_SYSCALLS - SYSCALL_START)

/** One call. */
typedef struct emuq_numbered_call {
    const char *name; /**< without __NR_ */
    char kinds[7];    /**< of the arguments, a letter each: p pointer, w word */
    /** Makes the call; NULL: not emulated. Negative numbers are extended to 64 bits. */
    uint64_t (*call)(const uint64_t arguments[6]);
} emuq_numbered_call_t;

/** The calls by number minus SYSCALL_START. */
extern const emuq_numbered_call_t emuq_numbered_calls[EMUQ_NUMBERED_CALLS];

/** An operation of the counter units: UPCI_OP (spi/include/kernel/upci.h). @return 0, an errno, or a UPCI_
 * code. */
int64_t emuq_upci_operation(uint64_t op, uint64_t target, void *data, size_t bytes);

#endif /* EMUQ_BY_NUMBER_H */
