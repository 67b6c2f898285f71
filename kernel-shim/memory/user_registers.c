/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * On the machine, user programs see device registers at fixed virtual addresses. Some build such an address
 * by themselves and store there, usually to a register without an effect on messages. While a partition is
 * open, zeroed memory lies there, where the addresses are free (sanitizers have their shadow there). It
 * answers nothing: the registers of the Message Unit are reached through hwi/include/common/emuq_mmio.h.
 */
#define _GNU_SOURCE
#include "kernel-shim/memory/user_registers.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

#include "hwi/include/bqc/PhysicalMap.h"

/* ThreadSanitizer ends a program that maps memory outside the ranges it knows. */
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define __SANITIZE_THREAD__ 1
#endif
#endif
#if defined(__SANITIZE_THREAD__)
#define MAY_MAP 0
#else
#define MAY_MAP 1
#endif

static const struct {
    uintptr_t address;
    size_t bytes;
} ranges[] = {
    {(uintptr_t)PHYMAP_MINADDR_MU, (size_t)PHYMAP_SIZE_MU},
    {(uintptr_t)PHYMAP_MINADDR_L1P, (size_t)PHYMAP_SIZE_L1P},
    {(uintptr_t)PHYMAP_MINADDR_DCR, (size_t)PHYMAP_SIZE_DCR},
};

#define RANGES (sizeof(ranges) / sizeof(ranges[0]))

static void *mapped[RANGES]; /* NULL where the address was taken */

void emuq_user_registers_map(void)
{
    for (unsigned i = 0; MAY_MAP && i < RANGES; i++) {
        void *wanted = (void *)ranges[i].address;
        void *got = mmap(wanted, ranges[i].bytes, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
        /* Kernels before 4.17 take the address for a hint. */
        if (got != MAP_FAILED && got != wanted)
            munmap(got, ranges[i].bytes);
        mapped[i] = got == wanted ? got : NULL;
    }
}

void emuq_user_registers_unmap(void)
{
    for (unsigned i = 0; i < RANGES; i++) {
        if (mapped[i] != NULL)
            munmap(mapped[i], ranges[i].bytes);
        mapped[i] = NULL;
    }
}
