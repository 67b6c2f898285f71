/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file preload.h
 * @brief Functions that EMUQ defines in front of the C library's.
 *
 * docs/internals/process.md lists all of them.
 */
#ifndef EMUQ_PRELOAD_H
#define EMUQ_PRELOAD_H

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "backends/modelled_time.h"

/* ---- linking: a reference to one of these objects links its file, also under a sanitizer that defines the
 * same calls ---- */

extern const int emuq_preload_sync; /**< sync_calls.c */
extern const int emuq_preload_time; /**< time_calls.c */

/* ---- thread_calls.c: threads, signal masks and exit() ---- */

/** Hooks. NULL: the C library's function runs. Atomic, relaxed: a thread that needs a hook has stored it, or
 * was created by a thread that has */
typedef struct emuq_thread_calls {
    int (*create)(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *), void *argument);
    /** Called before a thread is joined */
    void (*join)(pthread_t thread);
    /** Ends the calling thread and records @p status as that of its rank. Called by exit(). Returns if the
     * thread is not in a rank of threads mode. */
    void (*exit)(int status);
} emuq_thread_calls_t;

extern emuq_thread_calls_t emuq_thread_calls;

/** pthread_create() of the C library, or of a sanitizer */
int emuq_real_pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *),
                             void *argument);

/** Keeps @p signal (0: none), that of EMUQ's timers, out of every mask that the program sets: sigwait() and
 * signalfd() would otherwise take it. Thread-safe */
void emuq_mask_keep_open(int signal);
/** Unblocks that signal in the calling thread, which may have inherited its mask. */
void emuq_mask_open_here(void);

/* ---- modelled time ---- */

/** @return the key of an address in the calling thread's rank, unique among all ranks */
static inline uintptr_t emuq_waits_key(const volatile void *where)
{
    return emuq_waits != NULL ? emuq_waits->key(where) : (uintptr_t)where;
}

/** Begins an attempt that does not wait. @return false if the thread has no modelled time; true:
 * emuq_waits_tried() must follow */
static inline bool emuq_waits_try(void)
{
    return __builtin_expect(emuq_waits != NULL, 0) && emuq_waits->observe();
}

/** Ends an attempt with result @p rc; EBUSY counts as an unsuccessful poll. @return rc */
static inline int emuq_waits_tried(const volatile void *where, int rc)
{
    if (rc == EBUSY)
        emuq_waits->failed_try(where);
    else
        (void)emuq_waits->enter();
    return rc;
}

/** Converts an absolute time limit of a wait into modelled time, after emuq_waits->enter(). @param clock
 * CLOCK_REALTIME or CLOCK_MONOTONIC @param ns set, saturated to EMUQ_NO_LIMIT @return false: @p limit or @p
 * clock is invalid, and the C library has to report the error */
bool emuq_clock_limit(clockid_t clock, const struct timespec *limit, uint64_t *ns);

/* ---- sections ---- */

#if defined(__x86_64__)
#define EMUQ_LARGEST_PAGE 4096 /**< largest page size of the architecture */
#else
#define EMUQ_LARGEST_PAGE 65536 /**< largest page size of the architecture */
#endif

/** The page behind EMUQ's initialised static data */
extern volatile char emuq_library_data_end[EMUQ_LARGEST_PAGE];
/** Links library_sections.c. */
extern const int emuq_library_sections_linked;

#endif /* EMUQ_PRELOAD_H */
