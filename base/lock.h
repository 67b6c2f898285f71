/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file lock.h
 * @brief Locks in shared memory, futex(2), deferred suspension.
 */
#ifndef EMUQ_BASE_LOCK_H
#define EMUQ_BASE_LOCK_H

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/atomic.h"
#include "base/backoff.h"
#include "base/host_calls.h"

/* ---- futex(2) ----
 *
 * Store the new value before a wake-up: the kernel compares the word before a sleep. The calls order no
 * memory accesses, preserve errno, and are allowed in signal handlers. */

#define EMUQ_FUTEX_FOREVER UINT64_MAX
#define EMUQ_FUTEX_ALL     INT_MAX

/** Sleeps while @p *word is @p seen, up to @p ns. @return 0, possibly spurious; -EAGAIN: the word differed;
 * -ETIMEDOUT; -EINTR; any negative errno for memory of a device */
static inline int emuq_futex_wait(const volatile unsigned *word, unsigned seen, uint64_t ns)
{
    struct timespec limit = emuq_timespec(ns);
    int kept = errno;
    long rc = syscall(SYS_futex, word, FUTEX_WAIT, seen, ns != EMUQ_FUTEX_FOREVER ? &limit : NULL, NULL, 0);
    int result = rc == 0 ? 0 : -errno;
    errno = kept;
    return result;
}

/** Acquire: pairs with emuq_futex_store_wake(). @return false: @p *word is @p seen after @p ns nanoseconds */
static inline bool emuq_futex_await(const volatile unsigned *word, unsigned seen, uint64_t ns)
{
    const uint64_t end = emuq_host_now_ns() + ns;
    for (uint64_t now; AO_int_load_acquire(word) == seen;) {
        if ((now = emuq_host_now_ns()) >= end)
            return false;
        (void)emuq_futex_wait(word, seen, end - now);
    }
    return true;
}

/** Wakes sleepers in any process. @return their number, or a negative errno */
static inline int emuq_futex_wake(const volatile unsigned *word, int threads)
{
    int kept = errno;
    long rc = syscall(SYS_futex, word, FUTEX_WAKE, threads, NULL, NULL, 0);
    int result = rc >= 0 ? (int)rc : -errno;
    errno = kept;
    return result;
}

/** Release: pairs with emuq_futex_await(). */
static inline void emuq_futex_store_wake(volatile unsigned *word, unsigned value)
{
    AO_int_store_release(word, value);
    (void)emuq_futex_wake(word, EMUQ_FUTEX_ALL);
}

static inline void emuq_pause(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb" ::: "memory");
#endif
}

/** Pauses; yields after EMUQ_BACKOFF_SPINS calls. @param rounds initially 0 */
static inline void emuq_spin(unsigned *rounds)
{
    /* Not sched_yield(): the one interposed in ranks polls the backend, and can advance modelled time. */
    if (++*rounds < EMUQ_BACKOFF_SPINS)
        emuq_pause();
    else
        syscall(SYS_sched_yield);
}

static inline void emuq_prefetch_for_write(const volatile void *p)
{
#if defined(__x86_64__)
    __asm__ volatile("prefetchw %0" : : "m"(*(const volatile char *)p));
#else
    /* Without the assembly, compilers drop calls of a pure function. */
    __builtin_prefetch((const void *)p, 1);
    __asm__ volatile("");
#endif
}

/** Leaf lock. Zero is free. A process that ends with the lock leaves it held. */
typedef AO_TS_t emuq_lock_t;

static inline bool emuq_try_lock(emuq_lock_t *lock)
{
    /* Acquire: pairs with emuq_unlock(). */
    if (AO_test_and_set_acquire(lock) != AO_TS_CLEAR)
        return false;
    emuq_tsan_passes();
    return true;
}

static inline void emuq_lock(emuq_lock_t *lock)
{
    unsigned rounds = 0;
    while (!emuq_try_lock(lock))
        emuq_spin(&rounds);
}

static inline void emuq_unlock(emuq_lock_t *lock)
{
    emuq_tsan_passes();
    AO_CLEAR(lock);
}

/* ---- deferred suspension ----
 *
 * After a rank has ended, its threads are suspended. A thread in a critical section, with a lock or claim
 * needed by other ranks, continues to the end of the section. Internal threads block the suspend signal.
 *
 * | word                | stored by         | order   | pairs with                                   |
 * |---------------------|-------------------|---------|----------------------------------------------|
 * | emuq_suspend_signal | suspending thread | release | acquire: emuq_critical_end(), emuq_suspend() |
 * | emuq_critical_depth | its own thread    | relaxed | its signal handler: compiler barriers        |
 *
 * The suspending thread stores the word before it sends signals. */

extern __thread unsigned emuq_critical_depth __attribute__((tls_model("initial-exec")));

/** signal of suspensions; 0: none */
extern unsigned emuq_suspend_signal;

/** Suspends the thread, except in a critical section. Call with all signals blocked; allowed in a signal
 * handler. */
void emuq_suspend(void);

/** Calls emuq_suspend(), unless the thread blocks the signal. */
void emuq_suspend_deferred(void);

static inline void emuq_critical_begin(void)
{
    AO_int_store(&emuq_critical_depth, emuq_critical_depth + 1);
    AO_compiler_barrier();
}

static inline void emuq_critical_end(void)
{
    AO_compiler_barrier();
    unsigned depth = emuq_critical_depth - 1;
    AO_int_store(&emuq_critical_depth, depth);
    AO_compiler_barrier();
    if (__builtin_expect(AO_int_load_acquire(&emuq_suspend_signal) != 0, 0) && depth == 0)
        emuq_suspend_deferred();
}

/* ---- mutexes shared by ranks: the holder is in a critical section ---- */

static inline int emuq_shared_lock(pthread_mutex_t *mutex)
{
    emuq_critical_begin();
    int rc = emuq_host_mutex_lock(mutex);
    emuq_tsan_passes();
    return rc;
}

/** @return 0, or an errno; EBUSY: no critical section begins */
static inline int emuq_shared_try_lock(pthread_mutex_t *mutex)
{
    emuq_critical_begin();
    int rc = emuq_host_mutex_trylock(mutex);
    if (rc == EBUSY)
        emuq_critical_end();
    emuq_tsan_passes();
    return rc;
}

static inline void emuq_shared_unlock(pthread_mutex_t *mutex)
{
    emuq_tsan_passes();
    emuq_host_mutex_unlock(mutex);
    emuq_critical_end();
}

/* ---- light mutex ----
 *
 * A waiter sleeps between polls. Zero is free; the owner is ::EMUQ_LIGHT_OWNER or a process number.
 *
 * | transition         | stored by                       | order   | pairs with                     |
 * |--------------------|---------------------------------|---------|--------------------------------|
 * | 0 -> owner         | new holder                      | acquire | release of the previous holder |
 * | owner -> 0         | holder                          | release | acquire of the next holder     |
 * | owner -> contended | waiter                          | relaxed | load of the holder             |
 * | owner -> new owner | waiter, after the owner's exit  | acquire | releases of the exited owner   | */

#define EMUQ_LIGHT_OWNER     1u /**< owner without a process: never taken over */
#define EMUQ_LIGHT_CONTENDED (1u << 31)

typedef unsigned emuq_light_mutex_t;

int emuq_light_wait(emuq_light_mutex_t *mutex, unsigned owner);

int emuq_light_take_over(emuq_light_mutex_t *mutex, unsigned owner);

void emuq_light_yield(emuq_light_mutex_t *mutex);

static inline bool emuq_light_acquire(emuq_light_mutex_t *mutex, unsigned owner)
{
    return AO_int_compare_and_swap_acquire(mutex, 0, owner);
}

/** @return 0; EOWNERDEAD: taken over, the protected data may be inconsistent */
static inline int emuq_light_lock_for(emuq_light_mutex_t *mutex, unsigned owner)
{
    emuq_critical_begin();
    return __builtin_expect(emuq_light_acquire(mutex, owner), 1) ? 0 : emuq_light_wait(mutex, owner);
}

/** @return 0; EBUSY; EOWNERDEAD, after many attempts: taken over, the data may be inconsistent */
static inline int emuq_light_try_lock_for(emuq_light_mutex_t *mutex, unsigned owner)
{
    emuq_critical_begin();
    int rc = __builtin_expect(emuq_light_acquire(mutex, owner), 1) ? 0 : emuq_light_take_over(mutex, owner);
    if (rc == EBUSY)
        emuq_critical_end();
    return rc;
}

static inline void emuq_light_lock(emuq_light_mutex_t *mutex)
{
    (void)emuq_light_lock_for(mutex, EMUQ_LIGHT_OWNER);
}

/** Whether a thread waits; a new waiter sets the bit within 50 us. */
static inline bool emuq_light_is_contended(const emuq_light_mutex_t *mutex)
{
    return (AO_int_load(mutex) & EMUQ_LIGHT_CONTENDED) != 0;
}

/** Lets a waiter lock the mutex before the caller locks it again. */
static inline void emuq_light_pass(emuq_light_mutex_t *mutex)
{
    bool is_contended = emuq_light_is_contended(mutex);
    AO_int_store_release(mutex, 0);
    if (__builtin_expect(is_contended, 0))
        emuq_light_yield(mutex);
    emuq_critical_end();
}

static inline void emuq_light_unlock(emuq_light_mutex_t *mutex)
{
    AO_int_store_release(mutex, 0);
    emuq_critical_end();
}

#endif /* EMUQ_BASE_LOCK_H */
