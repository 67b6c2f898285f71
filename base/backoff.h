/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file backoff.h
 * @brief How threads wait: spin, yield, sleep. A waiting thread:
 *
 *     emuq_backoff_begin(&b, p);
 *     while (!ready)
 *         if (!emuq_backoff_spins(&b))
 *             yield or sleep, as emuq_backoff_step() returns
 */
#ifndef EMUQ_BASE_BACKOFF_H
#define EMUQ_BASE_BACKOFF_H

#include <stdbool.h>
#include <stdint.h>

#include "base/atomic.h"

/* ---- constants; docs/internals/waiting.md, "Backoff", has the measurements that chose them ---- */

/** Polls that outlast the transfer of a cache line. */
#define EMUQ_BACKOFF_SPINS 64u

/** Fewest polls before a yield. */
#define EMUQ_BACKOFF_SPINS_MIN 16u

/** Most polls before a yield. */
#define EMUQ_BACKOFF_SPINS_MAX 1000u

/** Polls of an engine between yields of a shared core. */
#define EMUQ_BACKOFF_FEW 4u

/** Polls of an engine between yields of a private core. */
#define EMUQ_BACKOFF_ENGINE_MAX 32u

/** Yields before a sleep. */
#define EMUQ_BACKOFF_YIELDS 50u

/** Yields before a sleep on a shared core, divided by the ranks per core. */
#define EMUQ_BACKOFF_YIELDS_SHARED 400u

/** Repetitions that prove a state, such as a busy core. */
#define EMUQ_BACKOFF_REPEATS 8u

/** Maximum number of steps skipped after failures. */
#define EMUQ_BACKOFF_SKIPS 64u

/** A wait for a plain store may be longer than necessary by this fraction of its length. */
#define EMUQ_BACKOFF_DELAY 32u

/** A longer yield has run another thread. */
#define EMUQ_BACKOFF_SWITCH_NS UINT64_C(2000)

/** Cost of a sleep and a wake-up. */
#define EMUQ_BACKOFF_WAKE_NS UINT64_C(20000)

/** Sleep between checks for a plain store. */
#define EMUQ_BACKOFF_RECHECK_NS UINT64_C(50000)

/** Longest spinning of an engine. */
#define EMUQ_BACKOFF_SPIN_NS UINT64_C(100000)

/** Longest sleep, per rank of a core. */
#define EMUQ_BACKOFF_SHARE_NS UINT64_C(125000)

/** Longest sleep per rank, above EMUQ_BACKOFF_POLLED_NS. */
#define EMUQ_BACKOFF_SHARE_FULL_NS UINT64_C(39000)

/** First sleep of a rank. */
#define EMUQ_BACKOFF_SLEEP_NS UINT64_C(200000)

/** A longer yield has run a computing thread. */
#define EMUQ_BACKOFF_COMPUTES_NS UINT64_C(250000)

/** A core without a yield for longer runs a computing thread. Longest sleep without membarrier(2). */
#define EMUQ_BACKOFF_LONG_NS UINT64_C(1000000)

/** Longest sleep of ranks, which check flags and clocks between polls. */
#define EMUQ_BACKOFF_POLLED_NS UINT64_C(10000000)

/** Longest interval of scans for stores. */
#define EMUQ_BACKOFF_SCAN_NS UINT64_C(20000000)

/* ---- use of cores: a thread on the core of a computing thread should sleep rather than yield ----
 *
 * The words are hints, stored by yielding threads (relaxed): a stale value costs a sleep or yield. */

#define EMUQ_CORE_SLOTS 256u

/** Zeroed memory is initialised. */
typedef struct emuq_core_use {
    uint64_t yielded_ns;    /**< last yield or sleep; emuq_host_now_ns() */
    uint64_t busy_until_ns; /**< end of the use by a computing thread */
    uint64_t slices;        /**< length of the busy period in time slices */
} __attribute__((aligned(64))) emuq_core_use_t;

/** @param cores array of EMUQ_CORE_SLOTS entries @return entry of the current core */
emuq_core_use_t *emuq_core_here(emuq_core_use_t *cores);

/** @return whether a yield would run a computing thread */
static inline bool emuq_core_is_busy(const emuq_core_use_t *core, uint64_t now)
{
    return now < AO_load(&core->busy_until_ns);
}

/** Records the start of a yield or sleep. */
static inline void emuq_core_yield_begin(emuq_core_use_t *core, uint64_t now)
{
    AO_store(&core->yielded_ns, now);
}

/** @return whether the yield started at @p now has run another waiting thread */
static inline bool emuq_core_was_shared(const emuq_core_use_t *core, uint64_t now)
{
    return AO_load(&core->yielded_ns) != now;
}

/** Detects a computing thread after a yield. */
void emuq_core_yield_end(emuq_core_use_t *core, uint64_t begin, uint64_t now);

typedef struct emuq_backoff_policy {
    uint32_t spins_min;    /**< polls before a yield on a shared core */
    uint32_t spins_max;    /**< polls before a yield on a private core; EMUQ_BACKOFF_NEVER: no yields */
    uint32_t yields;       /**< yields before a sleep; EMUQ_BACKOFF_NEVER: no sleeps */
    bool sleeps_if_shared; /**< sleep only while yields run another thread */
    uint64_t sleep_min_ns;
    uint64_t sleep_max_ns;
} emuq_backoff_policy_t;

#define EMUQ_BACKOFF_NEVER UINT32_MAX

typedef enum emuq_backoff_kind {
    EMUQ_BACKOFF_RANK,
    EMUQ_BACKOFF_RANK_SHARED,
    EMUQ_BACKOFF_CARD,
    EMUQ_BACKOFF_CARD_SHARED,
    EMUQ_BACKOFF_CARD_LINKS, /**< shared cores, links over datagrams or hosts */
    EMUQ_BACKOFF_DEVICE,
    EMUQ_BACKOFF_DEVICE_SHARED,
    EMUQ_BACKOFF_ENGINE,
    EMUQ_BACKOFF_SCAN,  /**< scans for stores without a doorbell */
    EMUQ_BACKOFF_PROBE, /**< tests for an idle core */
    EMUQ_BACKOFF_KINDS
} emuq_backoff_kind_t;

extern const emuq_backoff_policy_t emuq_backoff_table[EMUQ_BACKOFF_KINDS];

/** Values of EMUQ_WAIT. */
typedef enum emuq_backoff_mode {
    EMUQ_BACKOFF_AUTO,
    EMUQ_BACKOFF_SPIN_ONLY,
    EMUQ_BACKOFF_YIELD_ONLY,
    EMUQ_BACKOFF_SLEEP_SOON
} emuq_backoff_mode_t;

/** @return row of the table, changed by @p mode */
emuq_backoff_policy_t emuq_backoff_policy(emuq_backoff_kind_t kind, emuq_backoff_mode_t mode);

/** @return policy of @p ranks on @p cores of the host */
emuq_backoff_policy_t emuq_backoff_rank(emuq_backoff_mode_t mode, uint32_t ranks, uint32_t cores);

/** @param share ranks per core @return interval of scans by sleeping ranks */
uint64_t emuq_backoff_scan_ns(uint32_t share);

/** State of a thread; `spins` adapts, and outlasts a wait. Zeroed memory is initialised. */
typedef struct emuq_backoff {
    uint32_t polls;
    uint32_t spins; /**< polls before a yield */
    uint32_t yields;
    uint64_t sleep_ns; /**< next sleep */
} emuq_backoff_t;

typedef enum emuq_backoff_step {
    EMUQ_STEP_SPIN,
    EMUQ_STEP_YIELD,
    EMUQ_STEP_SLEEP /**< sleep up to sleep_ns, then call emuq_backoff_slept() */
} emuq_backoff_step_t;

static inline void emuq_backoff_begin(emuq_backoff_t *b, const emuq_backoff_policy_t *p)
{
    b->polls = b->yields = 0;
    b->sleep_ns = p->sleep_min_ns;
    if (b->spins == 0)
        b->spins = p->spins_max;
}

/** Counts a poll. @return whether to poll again */
static inline bool emuq_backoff_spins(emuq_backoff_t *b)
{
    return ++b->polls < b->spins;
}

/** @param cores NULL: unknown */
emuq_backoff_step_t emuq_backoff_step(const emuq_backoff_t *b, const emuq_backoff_policy_t *p,
                                      emuq_core_use_t *cores, uint64_t now);

/** Halves or doubles the polls before a yield. @param is_shared the yield has run another thread */
void emuq_backoff_adapt(emuq_backoff_t *b, const emuq_backoff_policy_t *p, bool is_shared);

/** Yields and adapts. @param cores NULL: not recorded @return emuq_host_now_ns() after the yield */
uint64_t emuq_backoff_yield(emuq_backoff_t *b, const emuq_backoff_policy_t *p, emuq_core_use_t *cores,
                            uint64_t now);

/** @return next sleep in ns, after a sleep of @p ns */
static inline uint64_t emuq_backoff_longer(uint64_t ns, const emuq_backoff_policy_t *p)
{
    return 2 * ns < p->sleep_min_ns ? p->sleep_min_ns : 2 * ns < p->sleep_max_ns ? 2 * ns : p->sleep_max_ns;
}

/** @param timed_out false: the awaited event may have occurred */
void emuq_backoff_slept(emuq_backoff_t *b, const emuq_backoff_policy_t *p, bool timed_out);

/** Doubles the polls before a yield, after a successful poll. */
static inline void emuq_backoff_success(emuq_backoff_t *b, const emuq_backoff_policy_t *p)
{
    emuq_backoff_adapt(b, p, false);
}

/* ---- waits of host engines ----
 *
 * An engine compares the cost of its yields with the time saved by spinning. */

typedef struct emuq_engine_backoff {
    emuq_backoff_t backoff;
    uint64_t max_ns;        /**< maximum of limit_ns */
    uint64_t limit_ns;      /**< maximum wait before a sleep */
    uint64_t begun;         /**< start of the wait, ns */
    uint64_t computing;     /**< end of a computing thread's use of the core, ns */
    uint64_t long_yield_ns; /**< 0: the last yield was short */
    uint64_t saved_ns;      /**< time saved by frames found without a sleep */
    uint32_t in_row;        /**< consecutive long yields */
    uint32_t skipped;       /**< length of the pause without yields, in multiples of long_yield_ns; 0: none */
} emuq_engine_backoff_t;

typedef enum emuq_found {
    EMUQ_FOUND_WORK, /**< work of local ranks, or completed sends */
    EMUQ_FOUND_FRAMES,
    EMUQ_FOUND_AFTER_SLEEP
} emuq_found_t;

void emuq_engine_backoff_init(emuq_engine_backoff_t *e, uint64_t max_ns);

void emuq_engine_backoff_begin(emuq_engine_backoff_t *e, uint64_t now);

/** Call after an unsuccessful poll. @param most_ns longest spinning in this wait */
emuq_backoff_step_t emuq_engine_backoff_step(emuq_engine_backoff_t *e, uint64_t now, uint64_t most_ns);

void emuq_engine_backoff_yielded(emuq_engine_backoff_t *e, uint64_t before, uint64_t now);

void emuq_engine_backoff_yield(emuq_engine_backoff_t *e);

/** Call after a successful poll. @return whether to yield: a rank on the core may wait for the result */
bool emuq_engine_backoff_success(emuq_engine_backoff_t *e, uint64_t now, emuq_found_t what);

/** Thread-safe. @return cores allowed or online, at least 1 */
uint32_t emuq_allowed_cores(void);

/** Whether the affinity is readable; otherwise hwloc_topology_load() does not return. Thread-safe. */
bool emuq_affinity_is_available(void);

#endif /* EMUQ_BASE_BACKOFF_H */
