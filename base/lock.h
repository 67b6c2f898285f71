/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file lock.h
 * @brief Waiting in shared memory: futex, spin lock, deferred suspension, mutexes.
 *
 * Spinning threads yield by the system call, never by sched_yield() of the C library: in a program of a rank
 * this function may do unrelated work (emuq_mmio_wait_hooks_t::poll), and a spinning thread may hold locks.
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

/* ---- futex(2): sleep on a word until a change ----
 *
 * The waking thread stores the new value, then calls emuq_futex_wake(). A sleeper passes the value that it
 * has loaded; the kernel compares it with the word before the thread sleeps, so no wake-up is lost. The calls
 * order no other memory accesses, preserve errno and are thread-safe. */

#define EMUQ_FUTEX_FOREVER UINT64_MAX /**< emuq_futex_wait() without a limit */
#define EMUQ_FUTEX_ALL     INT_MAX    /**< emuq_futex_wake() of every sleeper */

/**
 * Sleeps while @p *word is @p seen, at most @p ns nanoseconds.
 * @return 0 after a wake-up, possibly a spurious one; -EAGAIN: the word differed; -ETIMEDOUT; -EINTR; any
 * negative errno where the kernel cannot wait (memory of a device). Reload the word in every case.
 */
static inline int emuq_futex_wait(const volatile unsigned *word, unsigned seen, uint64_t ns)
{
    struct timespec limit = emuq_timespec(ns);
    int kept = errno;
    long rc = syscall(SYS_futex, word, FUTEX_WAIT, seen, ns != EMUQ_FUTEX_FOREVER ? &limit : NULL, NULL, 0);
    int result = rc == 0 ? 0 : -errno;
    errno = kept;
    return result;
}

/** Waits until @p *word differs from @p seen, at most @p ns nanoseconds. Acquire: pairs with the release of
 *  emuq_futex_store_wake(). @return whether the word differs */
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

/** Wakes up to @p threads sleepers of the word, in any process. Allowed in a signal handler.
 *  @return number of threads woken, or a negative errno where the kernel cannot wait */
static inline int emuq_futex_wake(const volatile unsigned *word, int threads)
{
    int kept = errno;
    long rc = syscall(SYS_futex, word, FUTEX_WAKE, threads, NULL, NULL, 0);
    int result = rc >= 0 ? (int)rc : -errno;
    errno = kept;
    return result;
}

/** Stores a value and wakes all sleepers. Release: pairs with the acquire of emuq_futex_await(). Allowed in a
 *  signal handler. */
static inline void emuq_futex_store_wake(volatile unsigned *word, unsigned value)
{
    AO_int_store_release(word, value);
    (void)emuq_futex_wake(word, EMUQ_FUTEX_ALL);
}

/* ---- spinning ---- */

/** Spin hint to the core. Orders nothing. */
static inline void emuq_pause(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb" ::: "memory"); /* "yield" has no effect on most cores */
#endif
}

/** One round of a short wait for another thread, which may have no core.
 *  @param rounds counter of the caller, 0 when the wait begins */
static inline void emuq_spin(unsigned *rounds)
{
    if (++*rounds < EMUQ_BACKOFF_SPINS)
        emuq_pause();
    else
        syscall(SYS_sched_yield);
}

/** Fetches the cache line at @p p for writing, from its owning core. */
static inline void emuq_prefetch_for_write(const volatile void *p)
{
#if defined(__x86_64__)
    /* __builtin_prefetch() would fetch for reading unless newer instructions are enabled. */
    __asm__ volatile("prefetchw %0" : : "m"(*(const volatile char *)p));
#else
    /* Without the assembly, compilers drop calls of a pure prefetch function. */
    __builtin_prefetch((const void *)p, 1);
    __asm__ volatile("");
#endif
}

/** A leaf lock: held for a few instructions, without acquiring another lock. Zero is free. Not recursive. A
 * process that ends while it holds the lock leaves it held. Stored by locking threads (acquire) and by the
 * holder (release). */
typedef AO_TS_t emuq_lock_t;

/** Acquires a free lock. @return whether the caller holds the lock */
static inline bool emuq_try_lock(emuq_lock_t *lock)
{
    /* Acquire: pairs with the release in emuq_unlock(). */
    if (AO_test_and_set_acquire(lock) != AO_TS_CLEAR)
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

/** Releases the lock. The caller holds it. */
static inline void emuq_unlock(emuq_lock_t *lock)
{
    emuq_tsan_passes();
    AO_CLEAR(lock); /* release: pairs with the acquire in emuq_try_lock() */
}

/* ---- deferred suspension ----
 *
 * When a rank has ended, its process stays and the program's threads are suspended at any point. A
 * thread in a critical section (a lock or claim needed by the ranks) is suspended only at the end of the
 * section. Sections nest. A thread that blocks the suspend signal is never suspended: EMUQ's own threads do.
 *
 * | word                | stored by             | order   | pairs with                                  |
 * |---------------------|-----------------------|---------|---------------------------------------------|
 * | emuq_suspend_signal | the suspending thread | release | acquire: emuq_critical_end(), emuq_suspend() |
 * | emuq_critical_depth | its own thread        | relaxed | its signal handler: compiler barriers       |
 *
 * The suspending thread stores emuq_suspend_signal before it sends signals. A thread whose handler has
 * deferred the suspension therefore sees the signal in its emuq_critical_end(). */

/** Nesting depth of the calling thread's critical sections. */
extern __thread unsigned emuq_critical_depth __attribute__((tls_model("initial-exec")));

/** The signal for suspension; 0: no suspension. */
extern unsigned emuq_suspend_signal;

/** Suspends the calling thread while emuq_suspend_signal is set, unless the thread is in a critical section.
 *  Call with all signals blocked; allowed in a signal handler. */
void emuq_suspend(void);

/** emuq_suspend() at the end of a critical section, unless the thread blocks the signal. Pending signals are
 *  handled when the thread resumes. */
void emuq_suspend_deferred(void);

/** Begins a critical section. */
static inline void emuq_critical_begin(void)
{
    AO_int_store(&emuq_critical_depth, emuq_critical_depth + 1);
    AO_compiler_barrier();
}

/** Ends a critical section. The thread is suspended here if a suspension was deferred. */
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

/** pthread_mutex_lock() with the begin of a critical section. */
static inline int emuq_shared_lock(pthread_mutex_t *mutex)
{
    emuq_critical_begin();
    int rc = emuq_host_mutex_lock(mutex);
    emuq_tsan_passes();
    return rc;
}

/** pthread_mutex_trylock() with the begin of a critical section on success. */
static inline int emuq_shared_try_lock(pthread_mutex_t *mutex)
{
    emuq_critical_begin();
    int rc = emuq_host_mutex_trylock(mutex);
    if (rc == EBUSY)
        emuq_critical_end();
    emuq_tsan_passes();
    return rc;
}

/** Unlocks the mutex and ends the critical section. */
static inline void emuq_shared_unlock(pthread_mutex_t *mutex)
{
    emuq_tsan_passes();
    emuq_host_mutex_unlock(mutex);
    emuq_critical_end();
}

/* ---- light mutex: a word, an atomic operation to lock, a store to unlock ----
 *
 * Unlocking wakes no thread: a waiter polls, yields, then sleeps between polls. Zero is free. Not recursive,
 * not fair. The word is 0 or the owner (::EMUQ_LIGHT_OWNER, or a process number), with ::EMUQ_LIGHT_CONTENDED
 * added by a waiter, so that a long-time holder detects waiters with a load. A waiter takes over the mutex of
 * an exited process.
 *
 * | transition           | stored by                        | order   | pairs with                     |
 * |----------------------|----------------------------------|---------|--------------------------------|
 * | 0 -> owner           | new holder                       | acquire | release of the previous holder |
 * | owner -> 0           | holder                           | release | acquire of the next holder     |
 * | owner -> contended   | waiter                           | relaxed | load of the holder             |
 * | owner -> new owner   | waiter, after exit of the owner  | acquire | releases of the exited owner   | */

#define EMUQ_LIGHT_OWNER     1u         /**< owner without a process: the mutex is never taken over */
#define EMUQ_LIGHT_CONTENDED (1u << 31) /**< added to the owner: a thread waits */

/** A light mutex. */
typedef unsigned emuq_light_mutex_t;

/** Slow path of emuq_light_lock_for(). */
int emuq_light_wait(emuq_light_mutex_t *mutex, unsigned owner);

/** Slow path of emuq_light_try_lock_for(). */
int emuq_light_take_over(emuq_light_mutex_t *mutex, unsigned owner);

/** Slow path of emuq_light_pass(), after the unlock: waits until a waiter has locked the mutex. */
void emuq_light_yield(emuq_light_mutex_t *mutex);

/** Locks a free mutex. @return whether the caller has locked it */
static inline bool emuq_light_acquire(emuq_light_mutex_t *mutex, unsigned owner)
{
    return AO_int_compare_and_swap_acquire(mutex, 0, owner);
}

/** Locks the mutex for an owner. @return 0; EOWNERDEAD: taken over from an exited process; the protected data
 * may be inconsistent */
static inline int emuq_light_lock_for(emuq_light_mutex_t *mutex, unsigned owner)
{
    emuq_critical_begin();
    return __builtin_expect(emuq_light_acquire(mutex, owner), 1) ? 0 : emuq_light_wait(mutex, owner);
}

/** Locks a free mutex for an owner. @return 0; EBUSY; EOWNERDEAD: as above, after many attempts */
static inline int emuq_light_try_lock_for(emuq_light_mutex_t *mutex, unsigned owner)
{
    emuq_critical_begin();
    int rc = __builtin_expect(emuq_light_acquire(mutex, owner), 1) ? 0 : emuq_light_take_over(mutex, owner);
    if (rc == EBUSY)
        emuq_critical_end();
    return rc;
}

/** Locks the mutex. */
static inline void emuq_light_lock(emuq_light_mutex_t *mutex)
{
    (void)emuq_light_lock_for(mutex, EMUQ_LIGHT_OWNER);
}

/** Whether a thread waits for a mutex held by the caller. A sleeping waiter marks the word at its next poll,
 * at most 50 us later. */
static inline bool emuq_light_is_contended(const emuq_light_mutex_t *mutex)
{
    return (AO_int_load(mutex) & EMUQ_LIGHT_CONTENDED) != 0;
}

/** Unlocks the mutex for a caller that locks it again soon. If a thread waits, the caller yields until the
 * waiter has the mutex, about the duration of a sched_yield(); otherwise the caller would lock it again
 * before the waiter polls. */
static inline void emuq_light_pass(emuq_light_mutex_t *mutex)
{
    bool is_contended = emuq_light_is_contended(mutex);
    AO_int_store_release(mutex, 0);
    if (__builtin_expect(is_contended, 0))
        emuq_light_yield(mutex);
    emuq_critical_end();
}

/** Unlocks the mutex and ends the critical section. */
static inline void emuq_light_unlock(emuq_light_mutex_t *mutex)
{
    AO_int_store_release(mutex, 0);
    emuq_critical_end();
}

#endif /* EMUQ_BASE_LOCK_H */
