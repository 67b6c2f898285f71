/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file sync.h
 * @brief Spinning, in one place. The atomic operations themselves are libatomic_ops'.
 */
#ifndef EMUQ_SYNC_H
#define EMUQ_SYNC_H

#include <pthread.h>
#include <sched.h>
#include <stdint.h>

#include <atomic_ops.h>

#if UINTPTR_MAX != UINT64_MAX
#error "a register is one AO_t: a 64-bit platform is required"
#endif

/** Tells the core that the thread spins. */
static inline void emuq_pause(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb" ::: "memory");
#endif
}

/** Fetches a cache line that the thread is going to write, from whatever core has it. */
static inline void emuq_prefetch_for_write(const volatile void *p)
{
#if defined(__x86_64__)
    /* The compiler's own would fetch it for reading, unless it may use later processors' instructions. */
    __asm__ volatile("prefetchw %0" : : "m"(*(const volatile char *)p));
#else
    __builtin_prefetch((const void *)p, 1);
#endif
}

/** One round of waiting for a thread that will not take long, but may have lost its core. */
static inline void emuq_spin(unsigned *rounds)
{
    if (++*rounds < 64)
        emuq_pause();
    else
        sched_yield();
}

/** A leaf lock: held for a few instructions, nothing acquired under it. */
static inline void emuq_lock(volatile AO_TS_t *l)
{
    unsigned rounds = 0;
    /* Acquire: pairs with the release in emuq_unlock(). */
    while (AO_test_and_set_acquire(l) != AO_TS_CLEAR)
        emuq_spin(&rounds);
}

static inline void emuq_unlock(volatile AO_TS_t *l)
{
    AO_CLEAR(l);
}

#endif /* EMUQ_SYNC_H */
