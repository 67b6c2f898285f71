/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernel calls by number (internal-headers 2). */
#include <inttypes.h>
#include <stdbool.h>

#include "cnk/include/SPI_syscalls.h"
#include "kernel-shim/errors/say.h"
#include "spi/include/kernel/location.h"

static const char *const names[] = {
#define SYSCALL(name) #name,
#include "cnk/include/emuq_syscalls.def"
#undef SYSCALL
};

uint64_t emuq_spi_syscall(long number, const uint64_t arguments[6])
{
    static uint32_t reported;
    bool is_known = number >= SYSCALL_START && number < SPI_NUM_SYSCALLS;
    (void)arguments;
    /* Relaxed: the word orders nothing; the first caller prints. */
    if (__atomic_exchange_n(&reported, 1, __ATOMIC_RELAXED) == 0)
        emuq_job_say("rank %" PRIu32
                     ": kernel call %ld (%s) by number is not emulated; call the Kernel_ function",
                     Kernel_GetRank(), number, is_known ? names[number - SYSCALL_START] : "unknown");
    return ENOSYS;
}
