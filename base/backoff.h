/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file backoff.h
 * @brief Yield or sleep: detects whether a yield hands the core to a CPU-bound thread.
 *
 * Waiting threads of a core yield to each other, and each one runs again after all others have polled once. A
 * computing thread instead keeps the core for a time slice; then waiting threads should sleep, because the
 * scheduler prefers a thread that has just woken up. The duration of a yield does not distinguish the two
 * cases: many ranks with one message each take as long as a time slice. Therefore each core records the time
 * of its last yield, from which a thread that returns from a yield computes the run time of its predecessor
 * on the core.
 *
 * | word          | stored by                                            | order   |
 * |---------------|------------------------------------------------------|---------|
 * | yielded_ns    | a thread before a yield or sleep on the core | relaxed |
 * | busy_until_ns | a thread whose yield has returned on the core        | relaxed |
 * | slices        | the same thread, before busy_until_ns                | relaxed |
 *
 * The words are hints: a stale value costs a needless sleep or yield. Processes may share the words. Zeroed
 * memory is an initialised array.
 */
#ifndef EMUQ_BASE_BACKOFF_H
#define EMUQ_BASE_BACKOFF_H

#include <stdbool.h>
#include <stdint.h>

#include "base/atomic.h"

#define EMUQ_CORE_SLOTS      256               /**< entries of an array; core numbers are taken modulo this */
#define EMUQ_CORE_BUSY_NS    UINT64_C(1000000) /**< a thread that runs longer without a yield is CPU-bound */
#define EMUQ_CORE_SLICES_MIN 2u /**< initial number of time slices of sleeping instead of yielding */
#define EMUQ_CORE_SLICES_MAX 8u /**< maximum number; it doubles with each busy slice */

/** State of a core. */
typedef struct emuq_core_use {
    uint64_t yielded_ns;    /**< last yield of a waiting thread; emuq_host_now_ns() */
    uint64_t busy_until_ns; /**< time until which a yield would run a CPU-bound thread */
    uint64_t slices;        /**< length of the busy period in time slices */
} __attribute__((aligned(64))) emuq_core_use_t;

/** The entry of the core of the calling thread. @param cores [EMUQ_CORE_SLOTS] */
emuq_core_use_t *emuq_core_here(emuq_core_use_t *cores);

/** Whether a waiting thread should sleep rather than yield at @p now. */
static inline bool emuq_core_is_busy(const emuq_core_use_t *core, uint64_t now)
{
    return now < AO_load(&core->busy_until_ns);
}

/** Records a yield or sleep of the calling thread at @p now. */
static inline void emuq_core_yield_begin(emuq_core_use_t *core, uint64_t now)
{
    AO_store(&core->yielded_ns, now);
}

/** Whether a second waiting thread has run and yielded since the calling thread yielded at @p now. */
static inline bool emuq_core_was_shared(const emuq_core_use_t *core, uint64_t now)
{
    return AO_load(&core->yielded_ns) != now;
}

/** Records a yield from @p begin to @p now. */
static inline void emuq_core_yield_end(emuq_core_use_t *core, uint64_t begin, uint64_t now)
{
    uint64_t before = AO_load(&core->yielded_ns);
    uint64_t since = before > begin ? before : begin, slice = now > since ? now - since : 0;
    if (slice <= EMUQ_CORE_BUSY_NS)
        return;
    uint64_t until = AO_load(&core->busy_until_ns);
    uint64_t slices = 2 * AO_load(&core->slices);
    if (now > until + 2 * slice || slices < EMUQ_CORE_SLICES_MIN)
        slices = EMUQ_CORE_SLICES_MIN;
    else if (slices > EMUQ_CORE_SLICES_MAX)
        slices = EMUQ_CORE_SLICES_MAX;
    AO_store(&core->slices, slices);
    AO_store(&core->busy_until_ns, now + slices * slice);
}

/** Number of processors in the calling thread's affinity mask, at least 1. Thread-safe. */
uint32_t emuq_allowed_cores(void);

/** Whether sched_getaffinity() works. Where a system-call filter rejects the call, hwloc_topology_load() does
 * not return. Thread-safe. */
bool emuq_affinity_is_available(void);

#endif /* EMUQ_BASE_BACKOFF_H */
