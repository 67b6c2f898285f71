/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file prefetch.h
 * @brief Asks for a cache line before it is needed.
 */
#ifndef EMUQ_BASE_PREFETCH_H
#define EMUQ_BASE_PREFETCH_H

/** Fetches the cache line at @p p, which the thread is going to write, from the core that has it. */
static inline void emuq_prefetch_for_write(const volatile void *p)
{
#if defined(__x86_64__)
    /* __builtin_prefetch() would fetch it for reading unless newer instructions are allowed. */
    __asm__ volatile("prefetchw %0" : : "m"(*(const volatile char *)p));
#else
    /* Compilers take a function that only fetches for one without effect, and drop calls of it, unless there
     * is assembly in it. */
    __builtin_prefetch((const void *)p, 1);
    __asm__ volatile("");
#endif
}

#endif /* EMUQ_BASE_PREFETCH_H */
