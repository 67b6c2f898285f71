/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file lock.h
 * @brief Spinning: the pause of a core, a wait that gives the core away, and a lock for a few instructions.
 *
 * All of it works in memory that several processes share, and none of it makes a system call except
 * sched_yield(2): not the function of that name, for in a program a thread that calls it may do other work
 * (emuq_mmio_hooks_t::look), and who spins may hold locks and claims.
 */
#ifndef EMUQ_BASE_LOCK_H
#define EMUQ_BASE_LOCK_H

#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/thread_sanitizer.h"

#define EMUQ_SPIN_PAUSES 64u /**< rounds of emuq_spin() before it gives the core away */

/** Tells the core that the thread spins. Orders nothing. */
static inline void emuq_pause(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb" ::: "memory"); /* "yield" does nothing on most cores */
#endif
}

/** One round of waiting for a thread that will not take long, but may have lost its core.
 * @param rounds the caller's count, 0 when its wait begins. */
static inline void emuq_spin(unsigned *rounds)
{
    if (++*rounds < EMUQ_SPIN_PAUSES)
        emuq_pause();
    else
        syscall(SYS_sched_yield);
}

/** A leaf lock: held for a few instructions, and no other lock is acquired under it. Zero is free, so memory
 * of zeros is an initialised lock. Not recursive. A process that ends while it holds the lock leaves it held.
 * Written by the threads that lock (acquire) and by the holder (release). */
typedef unsigned char emuq_lock_t;

/** Acquires the lock if it is free. @return whether the caller holds it now. */
static inline bool emuq_try_lock(emuq_lock_t *lock)
{
    /* Acquire: pairs with the release in emuq_unlock(). */
    if (__atomic_test_and_set(lock, __ATOMIC_ACQUIRE))
        return false;
    emuq_tsan_passes();
    return true;
}

/** Acquires the lock. */
static inline void emuq_lock(emuq_lock_t *lock)
{
    unsigned rounds = 0;
    while (!emuq_try_lock(lock))
        emuq_spin(&rounds);
}

/** Releases the lock, which the caller holds. */
static inline void emuq_unlock(emuq_lock_t *lock)
{
    emuq_tsan_passes();
    __atomic_clear(lock, __ATOMIC_RELEASE);
}

#endif /* EMUQ_BASE_LOCK_H */
