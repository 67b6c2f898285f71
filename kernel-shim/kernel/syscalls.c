/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernel calls by number (internal-headers 2). */
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>

#include "kernel-shim/kernel/calls.h"
#include "base/text.h"

#define KERNEL_CALL_FUNCTIONS
#include "kernel-shim/kernel/by_number.def"

const emuq_numbered_call_t emuq_numbered_calls[EMUQ_NUMBERED_CALLS] = {
#define SYSCALL(call) [__NR_##call - SYSCALL_START].name = #call,
#include "cnk/include/emuq_syscalls.def"
#undef SYSCALL
#define P(type, i) [i] = 'p'
#define W(type, i) [i] = 'w'
#define KINDS(...) __VA_ARGS__
#define SLOT(call) [__NR_##call - SYSCALL_START]
#define KERNEL_CALL(name, function, arguments)                                                               \
    SLOT(name).call = call_##name, SLOT(name).kinds = {[6] = '\0', KINDS arguments},
#include "kernel-shim/kernel/by_number.def"
#undef SLOT
#undef KINDS
};

/* Reports a missing call once per process and number; numbers outside the table share a flag. */
static void syscall_report_missing(long number, const char *name, size_t slot)
{
    static bool reported[EMUQ_NUMBERED_CALLS + 1];
    /* Orders nothing; the first thread prints. */
    if (emuq_flag_exchange(&reported[slot], true))
        return;
    emuq_log("rank %" PRIu32 ": kernel call %ld (%s) is not emulated and returns ENOSYS; do not call it",
             Kernel_GetRank(), number, name);
}

uint64_t emuq_spi_syscall(long number, const uint64_t arguments[6])
{
    bool is_known = number >= SYSCALL_START && number < SPI_NUM_SYSCALLS;
    size_t slot = is_known ? (size_t)(number - SYSCALL_START) : EMUQ_NUMBERED_CALLS;
    if (is_known && emuq_numbered_calls[slot].call != NULL)
        return emuq_numbered_calls[slot].call(arguments);
    syscall_report_missing(number, is_known ? emuq_numbered_calls[slot].name : "unknown", slot);
    return ENOSYS;
}
