/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Kernel_GetMemorySize() (kernel-location-process-memory section 5). The machine's answers follow from its
 * memory layout: a heap and a main stack that grow towards each other in the process's share of the node.
 * Linux has no such layout, so the numbers that a program would base a decision on are derived instead; see
 * memory.h.
 */
#define _GNU_SOURCE
#include <malloc.h>
#include <unistd.h>

#include "kernel-shim/kernel/pointer.h"
#include "kernel-shim/partition/current.h"
#include "spi/include/kernel/memory.h"

#define MIB (UINT64_C(1) << 20)

/** A size in MiB from the environment; a leading '+' adds to the default. */
static uint64_t environment_mib(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    if (text == NULL || *text == '\0')
        return otherwise;
    uint64_t mib = strtoull(text, NULL, 10);
    return *text == '+' ? otherwise + mib : mib;
}

/** What malloc() has from the system: the heap proper, and separate mappings. */
static void malloc_bytes(uint64_t *heap, uint64_t *mapped)
{
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
    struct mallinfo2 info = mallinfo2();
    *heap = info.arena;
    *mapped = info.hblkhd;
#else
    *heap = *mapped = 0; /* not known */
#endif
}

static uint64_t high_water(uint64_t heap)
{
    static uint64_t highest;
    uint64_t seen = __atomic_load_n(&highest, __ATOMIC_RELAXED);
    while (heap > seen &&
           !__atomic_compare_exchange_n(&highest, &seen, heap, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
    return heap > seen ? heap : seen;
}

/** What is left of the process's share of the node, but no more than the host has free. */
static uint64_t available(const emuq_process_t *self, uint64_t used)
{
    uint64_t share = self->node->personality.DDR_Config.DDRSizeMB * MIB / self->node->partition->job.ppn;
    uint64_t host = (uint64_t)sysconf(_SC_AVPHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t left = share > used ? share - used : 0;
    return left < host ? left : host;
}

/** Stack of the calling thread: bytes between its end and here, and its guard area. */
static uint64_t stack_bytes(uint64_t *guard)
{
    pthread_attr_t attributes;
    void *lowest = NULL;
    size_t size = 0, guard_size = 0;
    int kept = errno;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        pthread_attr_getstack(&attributes, &lowest, &size);
        pthread_attr_getguardsize(&attributes, &guard_size);
        pthread_attr_destroy(&attributes);
    }
    errno = kept;
    *guard = guard_size != 0 ? guard_size : (uint64_t)sysconf(_SC_PAGESIZE);
    return size != 0 ? (uintptr_t)lowest + size - (uintptr_t)__builtin_frame_address(0) : 0;
}

int Kernel_GetMemorySize(enum KERNEL_MEMSIZETYPE type, uint64_t *size)
{
    if (emuq_bad(size))
        return EFAULT;
    const emuq_process_t *self = emuq_process_self();
    bool main_only =
        type == KERNEL_MEMSIZE_HEAPAVAIL || type == KERNEL_MEMSIZE_STACKAVAIL || type == KERNEL_MEMSIZE_STACK;
    if (main_only && !emuq_thread_self.is_main)
        return EINVAL;
    uint64_t heap, mapped, guard, high, stack = stack_bytes(&guard);
    malloc_bytes(&heap, &mapped);
    high = high_water(heap);
    switch (type) {
    case KERNEL_MEMSIZE_SHARED:
        *size = environment_mib("BG_SHAREDMEMSIZE", self->node->partition->job.ppn == 1 ? 32 : 64) * MIB;
        return 0;
    case KERNEL_MEMSIZE_PERSIST:
        *size = environment_mib("BG_PERSISTMEMSIZE", 0) * MIB;
        return 0;
    case KERNEL_MEMSIZE_HEAPAVAIL:
    case KERNEL_MEMSIZE_ESTHEAPAVAIL:
    case KERNEL_MEMSIZE_STACKAVAIL:
    case KERNEL_MEMSIZE_ESTSTACKAVAIL:
        *size = available(self, heap + mapped);
        return 0;
    case KERNEL_MEMSIZE_STACK:
    case KERNEL_MEMSIZE_ESTSTACK:
        *size = stack;
        return 0;
    case KERNEL_MEMSIZE_HEAP:
        *size = heap;
        return 0;
    case KERNEL_MEMSIZE_GUARD:
        *size = guard;
        return 0;
    case KERNEL_MEMSIZE_HEAPMAX:
        *size = high;
        return 0;
    case KERNEL_MEMSIZE_MMAP:
        *size = mapped;
        return 0;
    }
    return EINVAL;
}
