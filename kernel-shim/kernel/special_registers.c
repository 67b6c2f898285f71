/* SPDX-License-Identifier: BSD-3-Clause */
/* Special purpose registers that programs read with mfspr() (core-inlines 6). */
#include <inttypes.h>

#include "hwi/include/bqc/A2_inlines.h"
#include "base/log.h"
#include "kernel-shim/partition/current.h"
#include "spi/include/kernel/location.h"
#include "spi/include/kernel/process.h"
#include "spi/include/kernel/thread.h"

/* Fields of SPRN_SPRG7RO, by shift (kernel-location-process-memory 6). */
enum {
    SPRG7_PROCESSES = 8,
    SPRG7_THREADS = 16,
    SPRG7_RUNNABLE = 24,
    SPRG7_LAST_CORE = 32,
};
#define LAST_CORE UINT64_C(15) /* cores of a job on a node, minus 1; the first one is core 0 */

/* Registers that a thread may write. */
enum { XER, CTR, VRSAVE, WRITABLE };
static __thread uint64_t writable[WRITABLE];

static uint64_t *writable_register(unsigned number)
{
    switch (number) {
    case SPRN_XER:
        return &writable[XER];
    case SPRN_CTR:
        return &writable[CTR];
    case SPRN_VRSAVE:
        return &writable[VRSAVE];
    default:
        return NULL;
    }
}

/* Reports a register without emulation, once for each process and number (modulo 64). */
static void report_absent(const char *macro, unsigned number, const char *effect)
{
    static uint64_t reported;
    uint64_t bit = UINT64_C(1) << (number & 63);
    /* Relaxed: the word orders nothing; the first thread that sets a bit prints. */
    if ((__atomic_fetch_or(&reported, bit, __ATOMIC_RELAXED) & bit) == 0)
        emuq_log("rank %" PRIu32
                     ": %s(0x%x): this special purpose register is not emulated: %s. Use the Kernel_ call "
                     "that returns what you need.",
                     Kernel_GetRank(), macro, number, effect);
}

uint64_t emuq_special_register(unsigned number)
{
    const uint64_t *own = writable_register(number);
    if (own != NULL)
        return *own;
    if (number == SPRN_AXUCR0)
        return Kernel_GetAXUCR0();
    if (number == SPRN_SPRG7RO)
        return Kernel_ProcessorID() | (uint64_t)Kernel_ProcessCount() << SPRG7_PROCESSES |
               (uint64_t)Kernel_SnoopNumThreads() << SPRG7_THREADS |
               (uint64_t)Kernel_SnoopRunnable() << SPRG7_RUNNABLE | LAST_CORE << SPRG7_LAST_CORE;
    report_absent("mfspr", number, "it reads as 0");
    return 0;
}

void emuq_set_special_register(unsigned number, uint64_t value)
{
    uint64_t *own = writable_register(number);
    if (own != NULL)
        *own = value;
    else
        report_absent("mtspr", number, "the store has no effect");
}
