/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file prefetch.h
 * @brief Prefetch of a cache line that is about to be written.
 */
#ifndef EMUQ_EMULATOR_PREFETCH_H
#define EMUQ_EMULATOR_PREFETCH_H

/** Fetches the line of @p p for writing, from the core that owns it. */
static inline void emuq_prefetch_for_write(const volatile void *p)
{
#if defined(__x86_64__)
    /* The compiler's builtin fetches for reading, unless it may use later processors' instructions. */
    __asm__ volatile("prefetchw %0" : : "m"(*(const volatile char *)p));
#else
    __builtin_prefetch((const void *)p, 1);
#endif
}

#endif /* EMUQ_EMULATOR_PREFETCH_H */
