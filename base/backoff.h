/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file backoff.h
 * @brief How threads wait: spin, yield, sleep. All waits share the constants below.
 *
 * The spin limit adapts, because spinning delays an awaited thread on the same core. Before a sleep a thread
 * registers and polls again.
 */
#ifndef EMUQ_BASE_BACKOFF_H
#define EMUQ_BASE_BACKOFF_H

#include <stdbool.h>
#include <stdint.h>

#include "base/atomic.h"

/* ---- constants, and the measurements that chose them (2 cores) ---- */

/** Polls that outlast the transfer of a cache line; 0.6 us. */
#define EMUQ_BACKOFF_SPINS 64u

/** Fewest polls before a yield: 0.16 us; a hop to a thread on the same core takes 0.5 us. */
#define EMUQ_BACKOFF_SPINS_MIN 16u

/** Most polls before a yield: 11 us, half the cost of a sleep and a wake-up. */
#define EMUQ_BACKOFF_SPINS_MAX 1000u

/** Polls of a host engine between yields of a shared core: `unit_hop` takes 1.1 to 1.5 hops of libfabric.
 * Also yields of a rank between sleeps. */
#define EMUQ_BACKOFF_FEW 4u

/** Polls of a host engine between yields of a private core: yields of 0.2 us take 1 % of the time. */
#define EMUQ_BACKOFF_ENGINE_MAX 32u

/** Yields before a sleep on a private core: 10 us, half the cost of a sleep and a wake-up. */
#define EMUQ_BACKOFF_YIELDS 50u

/** Yields before a sleep, divided by the ranks per core: hops of 0.5 us, as long as the first sleep. */
#define EMUQ_BACKOFF_YIELDS_SHARED 400u

/** Repetitions that prove a state, such as a busy core: a check beside a computing thread takes one time
 * slice in nine. */
#define EMUQ_BACKOFF_REPEATS 8u

/** Most steps skipped after failures: a host engine beside computing threads yields for one time slice in
 * 65. */
#define EMUQ_BACKOFF_SKIPS 64u

/** Longer yields have run another thread. Also the shortest spinning of a host engine. */
#define EMUQ_BACKOFF_SWITCH_NS UINT64_C(2000)

/** Cost of a sleep and a wake-up between two cores. */
#define EMUQ_BACKOFF_WAKE_NS UINT64_C(20000)

/** Sleep between checks for a plain store, which wakes no thread; the timer slack of Linux. */
#define EMUQ_BACKOFF_RECHECK_NS UINT64_C(50000)

/** Longest spinning of a host engine. A message takes 40 us longer if both engines sleep. */
#define EMUQ_BACKOFF_SPIN_NS UINT64_C(100000)

/** Longest sleep, per rank of a core: wake-ups of 12 us leave 90 % of the core to computing ranks. */
#define EMUQ_BACKOFF_SHARE_NS UINT64_C(125000)

/** As EMUQ_BACKOFF_SHARE_NS, for sleeps above EMUQ_BACKOFF_POLLED_NS: leaves two thirds of the core. */
#define EMUQ_BACKOFF_SHARE_FULL_NS UINT64_C(39000)

/** First sleep of a thread that events wake. Timer signals at this interval cost 5 % of a core. */
#define EMUQ_BACKOFF_SLEEP_NS UINT64_C(200000)

/** A longer yield has run a computing thread: half of the time slice that ranks request. */
#define EMUQ_BACKOFF_COMPUTES_NS UINT64_C(250000)

/** A core without a yield for longer runs a computing thread. Longest sleep without membarrier(2), which
 * interrupts all cores: pami_send of 64 processes on 2 cores takes 2.2 s instead of 7.2 s. */
#define EMUQ_BACKOFF_LONG_NS UINT64_C(1000000)

/** Longest sleep of ranks, as programs check flags and clocks between polls; longer above 256 ranks per
 * core. */
#define EMUQ_BACKOFF_POLLED_NS UINT64_C(10000000)

/** Longest interval of scans for stores without a doorbell: wake-ups of 12 us take 0.06 % of a core. */
#define EMUQ_BACKOFF_SCAN_NS UINT64_C(20000000)

/* ---- use of cores ----
 *
 * Waiting threads of a core yield to each other. Beside a computing thread, which keeps the core for a time
 * slice, waiting threads should sleep, as the scheduler prefers a woken thread. Many ranks with one message
 * each also take as long as a time slice. Therefore each core records its last yield, from which a thread
 * computes the run time of its predecessor.
 *
 * | word          | stored by                              | order   |
 * |---------------|----------------------------------------|---------|
 * | yielded_ns    | a thread before a yield or sleep       | relaxed |
 * | busy_until_ns | a thread whose yield has returned      | relaxed |
 * | slices        | the same thread, before busy_until_ns  | relaxed |
 *
 * The words are hints: a stale value costs a needless sleep or yield. Processes may share the words. */

#define EMUQ_CORE_SLOTS 256u /**< entries of an array; core numbers are taken modulo this */

/** State of a core. Zeroed memory is initialised. */
typedef struct emuq_core_use {
    uint64_t yielded_ns;    /**< last yield of a waiting thread; emuq_host_now_ns() */
    uint64_t busy_until_ns; /**< until then a yield would run a computing thread */
    uint64_t slices;        /**< length of the busy period */
} __attribute__((aligned(64))) emuq_core_use_t;

/** The entry of the core of the calling thread. @param cores [EMUQ_CORE_SLOTS] */
emuq_core_use_t *emuq_core_here(emuq_core_use_t *cores);

/** Whether a waiting thread should sleep rather than yield. */
static inline bool emuq_core_is_busy(const emuq_core_use_t *core, uint64_t now)
{
    return now < AO_load(&core->busy_until_ns);
}

/** Call before a yield or sleep at @p now. */
static inline void emuq_core_yield_begin(emuq_core_use_t *core, uint64_t now)
{
    AO_store(&core->yielded_ns, now);
}

/** Whether another thread has yielded since the caller yielded at @p now. */
static inline bool emuq_core_was_shared(const emuq_core_use_t *core, uint64_t now)
{
    return AO_load(&core->yielded_ns) != now;
}

/** Call after a yield from @p begin to @p now. */
void emuq_core_yield_end(emuq_core_use_t *core, uint64_t begin, uint64_t now);

/* ---- waits of ranks, cards and devices ---- */

/** Policy of a kind of wait. */
typedef struct emuq_backoff_policy {
    uint32_t spins_min;    /**< fewest polls before a yield */
    uint32_t spins_max;    /**< most polls; #EMUQ_BACKOFF_NEVER: no yields */
    uint32_t yields;       /**< yields before a sleep; #EMUQ_BACKOFF_NEVER: no sleeps */
    bool sleeps_if_shared; /**< sleep only while yields run another thread; a long yield counts as many */
    uint64_t sleep_min_ns; /**< first sleep */
    uint64_t sleep_max_ns; /**< longest sleep */
} emuq_backoff_policy_t;

#define EMUQ_BACKOFF_NEVER UINT32_MAX /**< no limit */

/** Kinds of waits. */
typedef enum emuq_backoff_kind {
    EMUQ_BACKOFF_RANK,        /**< polls of registers, at least a core per rank */
    EMUQ_BACKOFF_RANK_SHARED, /**< polls of registers, ranks share cores */
    EMUQ_BACKOFF_CARD,        /**< events of an APEnet+ card, at least a core per rank */
    EMUQ_BACKOFF_CARD_SHARED,
    EMUQ_BACKOFF_DEVICE, /**< registers of a mapped device, a core per thread */
    EMUQ_BACKOFF_DEVICE_SHARED,
    EMUQ_BACKOFF_ENGINE, /**< frames of remote hosts */
    EMUQ_BACKOFF_SCAN,   /**< interval of scans for stores without a doorbell */
    EMUQ_BACKOFF_PROBE,  /**< interval of tests for an idle core */
    EMUQ_BACKOFF_KINDS
} emuq_backoff_kind_t;

/** Policies by kind. */
extern const emuq_backoff_policy_t emuq_backoff_table[EMUQ_BACKOFF_KINDS];

/** Values of EMUQ_WAIT. */
typedef enum emuq_backoff_mode {
    EMUQ_BACKOFF_AUTO,
    EMUQ_BACKOFF_SPIN_ONLY,
    EMUQ_BACKOFF_YIELD_ONLY,
    EMUQ_BACKOFF_SLEEP_SOON
} emuq_backoff_mode_t;

/** Policy with a value of EMUQ_WAIT. */
emuq_backoff_policy_t emuq_backoff_policy(emuq_backoff_kind_t kind, emuq_backoff_mode_t mode);

/** Policy of ranks that poll registers. */
emuq_backoff_policy_t emuq_backoff_rank(emuq_backoff_mode_t mode, uint32_t ranks, uint32_t cores);

/** Longest interval of scans with @p share ranks per core. */
uint64_t emuq_backoff_scan_ns(uint32_t share);

/** State of a waiting thread. Zeroed memory is initialised. */
typedef struct emuq_backoff {
    uint32_t polls;    /**< unsuccessful polls of this wait */
    uint32_t spins;    /**< polls before a yield */
    uint32_t yields;   /**< yields of this wait */
    uint64_t sleep_ns; /**< limit of the next sleep */
} emuq_backoff_t;

/** Next step of a waiting thread. */
typedef enum emuq_backoff_step {
    EMUQ_STEP_SPIN,  /**< poll again */
    EMUQ_STEP_YIELD, /**< call emuq_backoff_yield() or emuq_engine_backoff_yield() */
    EMUQ_STEP_SLEEP  /**< sleep up to sleep_ns, then call emuq_backoff_slept() */
} emuq_backoff_step_t;

/** Begins a wait. */
static inline void emuq_backoff_begin(emuq_backoff_t *b, const emuq_backoff_policy_t *p)
{
    b->polls = b->yields = 0;
    b->sleep_ns = p->sleep_min_ns;
    if (b->spins == 0)
        b->spins = p->spins_max;
}

/** Counts an unsuccessful poll. @return whether to poll again; otherwise call emuq_backoff_step() */
static inline bool emuq_backoff_spins(emuq_backoff_t *b)
{
    return ++b->polls < b->spins;
}

/** Next step at @p now. @param cores NULL: unknown */
emuq_backoff_step_t emuq_backoff_step(const emuq_backoff_t *b, const emuq_backoff_policy_t *p,
                                      emuq_core_use_t *cores, uint64_t now);

/** Adapts the spin limit. @param is_shared the yield has run another thread */
void emuq_backoff_adapt(emuq_backoff_t *b, const emuq_backoff_policy_t *p, bool is_shared);

/** Yields the core, and adapts the spin limit. @param cores NULL: not recorded @return the time after the
 * yield */
uint64_t emuq_backoff_yield(emuq_backoff_t *b, const emuq_backoff_policy_t *p, emuq_core_use_t *cores,
                            uint64_t now);

/** Doubles a sleep within the limits of the policy. */
static inline uint64_t emuq_backoff_longer(uint64_t ns, const emuq_backoff_policy_t *p)
{
    return 2 * ns < p->sleep_min_ns ? p->sleep_min_ns : 2 * ns < p->sleep_max_ns ? 2 * ns : p->sleep_max_ns;
}

/** Call after a sleep. @param timed_out false: the awaited event may have occurred */
void emuq_backoff_slept(emuq_backoff_t *b, const emuq_backoff_policy_t *p, bool timed_out);

/** Raises the spin limit after spinning has found the event. */
static inline void emuq_backoff_success(emuq_backoff_t *b, const emuq_backoff_policy_t *p)
{
    emuq_backoff_adapt(b, p, false);
}

/* ---- waits of host engines ----
 *
 * An engine spins while messages follow each other, and sleeps at once beside computing threads, which a
 * woken thread preempts. The scheduler moves the engine between cores, so the engine compares the cost of its
 * yields with the time saved by spinning. */

/** State of a host engine. */
typedef struct emuq_engine_backoff {
    emuq_backoff_t backoff; /**< empty polls since the last yield, and their limit */
    uint64_t max_ns;        /**< limit of limit_ns */
    uint64_t limit_ns;      /**< time to spin */
    uint64_t begun;         /**< start of the wait */
    uint64_t computing;     /**< until then computing threads use the core */
    uint64_t long_yield_ns; /**< length of the last yield if it was long, else 0 */
    uint64_t saved_ns;      /**< time saved by frames found without a sleep */
    uint32_t in_row;        /**< consecutive long yields */
    uint32_t skipped;       /**< length of the pause in yields, in units of the last harmful yield */
} emuq_engine_backoff_t;

/** What a poll of an engine has found. */
typedef enum emuq_found {
    EMUQ_FOUND_WORK, /**< work of local ranks, or completed sends */
    EMUQ_FOUND_FRAMES,
    EMUQ_FOUND_AFTER_SLEEP /**< anything, after a sleep */
} emuq_found_t;

/** Initialises an engine. @param max_ns maximum time to spin */
void emuq_engine_backoff_init(emuq_engine_backoff_t *e, uint64_t max_ns);

/** Begins a wait. */
void emuq_engine_backoff_begin(emuq_engine_backoff_t *e, uint64_t now);

/** Next step after an empty poll. @param most_ns sleep after this time */
emuq_backoff_step_t emuq_engine_backoff_step(emuq_engine_backoff_t *e, uint64_t now, uint64_t most_ns);

/** Adapts the state to a yield from @p before to @p now. */
void emuq_engine_backoff_yielded(emuq_engine_backoff_t *e, uint64_t before, uint64_t now);

/** Yields the core. */
void emuq_engine_backoff_yield(emuq_engine_backoff_t *e);

/** Adapts the state to a successful poll. @return whether to yield: a rank on the core may wait for the
 * result */
bool emuq_engine_backoff_success(emuq_engine_backoff_t *e, uint64_t now, emuq_found_t what);

/* ---- processors ---- */

/** Processors in the affinity mask of the calling thread, at least 1. Thread-safe. */
uint32_t emuq_allowed_cores(void);

/** Whether sched_getaffinity() works: otherwise hwloc_topology_load() does not return. Thread-safe. */
bool emuq_affinity_is_available(void);

#endif /* EMUQ_BASE_BACKOFF_H */
