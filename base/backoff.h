/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file backoff.h
 * @brief How threads wait: spin, yield, announced sleep. All waits share the constants below.
 *
 * A waiting thread spins up to its spin limit, then yields, then sleeps. The spin limit adapts: spinning
 * delays an awaited thread on the same core. The policy of a kind of wait is a row of ::emuq_backoff_table. A
 * sleep is announced: the thread registers, polls again, and sleeps on an event count (sync/event_count.h) or
 * a futex.
 *
 * Waits with private state machines use the constants alone: short waits for a lock (base/lock.h), waiting
 * loops of the SPI (hwi/include/common/emuq_wait.h), spin timers (kernel-shim/partition/spin.c).
 */
#ifndef EMUQ_BASE_BACKOFF_H
#define EMUQ_BASE_BACKOFF_H

#include <stdbool.h>
#include <stdint.h>

#include "base/atomic.h"

/* ---- constants, and the measurements that chose them (virtual machine with 2 cores) ---- */

/** Polls that outlast the transfer of a cache line: 64 pauses take 0.6 us. A pause may last longer than the
 *  transfer: polls of registers pause only after so many. */
#define EMUQ_BACKOFF_SPINS 64u

/** Fewest polls before a yield, for shared cores; also yields before a sleep in loops of the SPI. 16 pauses
 * take 0.16 us, a hop to a thread on the same core 0.5 us. */
#define EMUQ_BACKOFF_SPINS_MIN 16u

/** Most polls before a yield. With pauses 1000 polls take 11 us, half the cost of a sleep and a wake-up. */
#define EMUQ_BACKOFF_SPINS_MAX 1000u

/** Polls of a host engine between yields of a shared core, and yields of a rank between sleeps on a core that
 * may be private. With 4 polls `unit_hop` takes 1.1 to 1.5 hops of libfabric (docs/hosts.md). */
#define EMUQ_BACKOFF_FEW 4u

/** Polls of a host engine between yields of a private core: a poll takes 0.5 us, a yield 0.2 us, so the
 * yields take 1 % of the time. */
#define EMUQ_BACKOFF_ENGINE_MAX 32u

/** Yields before a sleep with a core per thread: 50 yields that return at once take 10 us, half the cost of a
 * sleep and a wake-up. */
#define EMUQ_BACKOFF_YIELDS 50u

/** Yields before a sleep, divided by the ranks per core, where ranks share cores. A yield then takes a hop of
 * 0.5 us per rank of the core: 400 hops last as long as the first sleep. */
#define EMUQ_BACKOFF_YIELDS_SHARED 400u

/** Repetitions that prove a state: close polls that make a wait; time slices for which a core counts as busy
 * after repeated checks. Beside a thread that never waits, one slice in nine is lost to a check. */
#define EMUQ_BACKOFF_REPEATS 8u

/** Most steps that are skipped after repeated failures. A host engine beside computing threads yields for one
 * slice in 65, a fifth of its time at most (tests/hosts_unit/engine_backoff.c). */
#define EMUQ_BACKOFF_SKIPS 64u

/** Longer yields have run another thread: a yield that returns at once takes 0.2 us. Also the shortest
 * spinning of a host engine. */
#define EMUQ_BACKOFF_SWITCH_NS UINT64_C(2000)

/** A sleep and a wake-up between two cores: 20 us. The first sleep of threads that no event wakes. A thread
 * with a longer gap between two polls has worked. */
#define EMUQ_BACKOFF_WAKE_NS UINT64_C(20000)

/** Sleep between two checks for a plain store, which wakes no thread. Timers of Linux have a slack of 50 us:
 * a sleep of 1 ns takes 64 us. */
#define EMUQ_BACKOFF_RECHECK_NS UINT64_C(50000)

/** Longest spinning of a host engine. A message takes 40 us longer and more if both engines sleep
 * (docs/hosts.md). */
#define EMUQ_BACKOFF_SPIN_NS UINT64_C(100000)

/** Longest sleep, per rank of a core. A wake-up takes 12 us when many processes share the caches: one per 125
 * us and rank leaves 90 % of the core to computing ranks. */
#define EMUQ_BACKOFF_SHARE_NS UINT64_C(125000)

/** As EMUQ_BACKOFF_SHARE_NS, for sleeps above EMUQ_BACKOFF_POLLED_NS: one wake-up per 39 us and rank leaves
 * two thirds of the core. */
#define EMUQ_BACKOFF_SHARE_FULL_NS UINT64_C(39000)

/** First sleep of a thread that events wake, and the shortest interval of scans and timer signals. Signals at
 * this interval cost 5 % of a core. */
#define EMUQ_BACKOFF_SLEEP_NS UINT64_C(200000)

/** A longer yield of a host engine has run a thread that does not wait: half of the time slice of 500 us that
 * ranks request (kernel-shim/partition/threads.c). */
#define EMUQ_BACKOFF_COMPUTES_NS UINT64_C(250000)

/** A core without a yield for longer runs a thread that computes. Also the longest sleep whose wake-up may be
 * missed: shorter sleeps omit membarrier(2), which interrupts all cores. With both rules 64 processes on 2
 * cores ran pami_send in 2.2 s instead of 7.2 s, pami_clients in 5.4 s instead of 16.8 s. */
#define EMUQ_BACKOFF_LONG_NS UINT64_C(1000000)

/** Longest sleep of ranks, as programs check flags and clocks between polls. With more than 256 ranks per
 * core the wake-ups require longer sleeps. Also the first interval of tests for an idle core. */
#define EMUQ_BACKOFF_POLLED_NS UINT64_C(10000000)

/** Longest interval of scans for stores without a doorbell: wake-ups of 12 us each take 0.06 % of a core. */
#define EMUQ_BACKOFF_SCAN_NS UINT64_C(20000000)

/* ---- use of cores ----
 *
 * Waiting threads of a core yield to each other, and each one runs again after all others have polled once. A
 * computing thread instead keeps the core for a time slice; then waiting threads should sleep, because the
 * scheduler prefers a thread that has just woken up. The duration of a yield does not distinguish the two
 * cases: many ranks with one message each take as long as a time slice. Therefore each core records the time
 * of its last yield, from which a thread that returns from a yield computes the run time of its predecessor
 * on the core.
 *
 * | word          | stored by                                     | order   |
 * |---------------|-----------------------------------------------|---------|
 * | yielded_ns    | a thread before a yield or sleep on the core  | relaxed |
 * | busy_until_ns | a thread whose yield has returned on the core | relaxed |
 * | slices        | the same thread, before busy_until_ns         | relaxed |
 *
 * The words are hints: a stale value costs a needless sleep or yield. Processes may share the words. Zeroed
 * memory is an initialised array. */

#define EMUQ_CORE_SLOTS 256u /**< entries of an array; core numbers are taken modulo this */

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
void emuq_core_yield_end(emuq_core_use_t *core, uint64_t begin, uint64_t now);

/* ---- waits of ranks, cards and devices ---- */

/** Policy of a kind of wait. */
typedef struct emuq_backoff_policy {
    uint32_t spins_min, spins_max; /**< limits of the polls before a yield; #EMUQ_BACKOFF_NEVER: no yields */
    uint32_t yields;               /**< yields before a sleep; #EMUQ_BACKOFF_NEVER: no sleeps */
    bool sleeps_if_shared; /**< sleep only while yields let other threads run; a long yield counts as many */
    uint64_t sleep_min_ns; /**< first sleep */
    uint64_t sleep_max_ns; /**< longest sleep */
} emuq_backoff_policy_t;

#define EMUQ_BACKOFF_NEVER UINT32_MAX /**< emuq_backoff_policy_t::spins_max, yields */

/** Kinds of waits. */
typedef enum emuq_backoff_kind {
    EMUQ_BACKOFF_RANK,          /**< polls of registers, at least a core per rank */
    EMUQ_BACKOFF_RANK_SHARED,   /**< polls of registers, ranks share cores: see emuq_backoff_rank() */
    EMUQ_BACKOFF_CARD,          /**< events of an APEnet+ card, at least a core per rank */
    EMUQ_BACKOFF_CARD_SHARED,   /**< events of an APEnet+ card, ranks share cores */
    EMUQ_BACKOFF_DEVICE,        /**< polls of registers of a mapped device, a core for each thread */
    EMUQ_BACKOFF_DEVICE_SHARED, /**< polls of registers of a mapped device, threads share cores */
    EMUQ_BACKOFF_ENGINE,        /**< frames of other hosts */
    EMUQ_BACKOFF_SCAN,          /**< interval of scans for stores without a doorbell; sleeps only */
    EMUQ_BACKOFF_PROBE,         /**< interval of tests of an engine thread for an idle core; sleeps only */
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

/** Policy of a kind of wait with a value of EMUQ_WAIT. */
emuq_backoff_policy_t emuq_backoff_policy(emuq_backoff_kind_t kind, emuq_backoff_mode_t mode);

/** Policy of ranks that poll registers. */
emuq_backoff_policy_t emuq_backoff_rank(emuq_backoff_mode_t mode, uint32_t ranks, uint32_t cores);

/** Longest interval of scans with @p share ranks per core: the scans of many processes take little of a core.
 */
uint64_t emuq_backoff_scan_ns(uint32_t share);

/** State of a waiting thread. Zeroed memory is an initialised state: emuq_backoff_begin() chooses the spin
 * limit. */
typedef struct emuq_backoff {
    uint32_t polls;    /**< of this wait, without success */
    uint32_t spins;    /**< spin limit: polls before a yield */
    uint32_t yields;   /**< of this wait */
    uint64_t sleep_ns; /**< limit of the next sleep */
} emuq_backoff_t;

/** Next step of a waiting thread. */
typedef enum emuq_backoff_step {
    EMUQ_STEP_SPIN,  /**< poll again */
    EMUQ_STEP_YIELD, /**< call emuq_backoff_yield() or emuq_engine_backoff_yield() */
    EMUQ_STEP_SLEEP  /**< sleep for emuq_backoff_t::sleep_ns at most, then call emuq_backoff_slept() */
} emuq_backoff_step_t;

/** A wait begins. */
static inline void emuq_backoff_begin(emuq_backoff_t *b, const emuq_backoff_policy_t *p)
{
    b->polls = b->yields = 0;
    b->sleep_ns = p->sleep_min_ns;
    if (b->spins == 0)
        b->spins = p->spins_max;
}

/** Counts an unsuccessful poll. @return whether to poll again; false: see emuq_backoff_step() */
static inline bool emuq_backoff_spins(emuq_backoff_t *b)
{
    return ++b->polls < b->spins;
}

/** Next step of a wait at @p now. @param cores use of cores, or NULL: unknown */
emuq_backoff_step_t emuq_backoff_step(const emuq_backoff_t *b, const emuq_backoff_policy_t *p,
                                      emuq_core_use_t *cores, uint64_t now);

/** Adapts the spin limit to a yield. @param is_shared the yield has run another thread */
void emuq_backoff_adapt(emuq_backoff_t *b, const emuq_backoff_policy_t *p, bool is_shared);

/** Yields the core at @p now, and adapts the spin limit. @param cores use of cores, or NULL: not recorded
 *  @return the time after the yield */
uint64_t emuq_backoff_yield(emuq_backoff_t *b, const emuq_backoff_policy_t *p, emuq_core_use_t *cores,
                            uint64_t now);

/** Twice a sleep, within the limits of the policy. */
static inline uint64_t emuq_backoff_longer(uint64_t ns, const emuq_backoff_policy_t *p)
{
    return 2 * ns < p->sleep_min_ns ? p->sleep_min_ns : 2 * ns < p->sleep_max_ns ? 2 * ns : p->sleep_max_ns;
}

/** A sleep has ended. @param timed_out by its limit; false: the awaited event may have occurred */
void emuq_backoff_slept(emuq_backoff_t *b, const emuq_backoff_policy_t *p, bool timed_out);

/** Spinning has found the event: spin longer. */
static inline void emuq_backoff_success(emuq_backoff_t *b, const emuq_backoff_policy_t *p)
{
    emuq_backoff_adapt(b, p, false);
}

/* ---- waits of host engines ----
 *
 * A sleep costs more than a message, so an engine spins while messages follow each other. It yields a shared
 * core after few empty polls, a private core after many. A computing thread keeps a yielded core for a time
 * slice, but a woken thread preempts it: beside computing threads the engine sleeps at once. Use of cores
 * does not serve here: an engine is one thread that the system moves, and weighs what its yields have cost
 * against what they have saved. */

/** State of a host engine. */
typedef struct emuq_engine_backoff {
    emuq_backoff_t backoff;    /**< empty polls since the last yield, and their limit */
    uint64_t max_ns, limit_ns; /**< maximum and current time to spin */
    uint64_t begun;            /**< ns; start of the wait */
    uint64_t computing;        /**< ns; until then computing threads want the core */
    uint64_t long_yield_ns;    /**< length of the last yield if it was long; else 0 */
    uint64_t saved_ns;         /**< saved by frames found without a sleep */
    uint32_t in_row;           /**< consecutive long yields */
    uint32_t skipped;          /**< yields to omit: multiple of the length of the last harmful yield */
} emuq_engine_backoff_t;

/** What a poll of an engine has found. */
typedef enum emuq_found {
    EMUQ_FOUND_WORK,       /**< work of local ranks, or completed sends */
    EMUQ_FOUND_FRAMES,     /**< frames of remote hosts */
    EMUQ_FOUND_AFTER_SLEEP /**< anything, after a sleep */
} emuq_found_t;

/** @param max_ns maximum time to spin */
void emuq_engine_backoff_init(emuq_engine_backoff_t *e, uint64_t max_ns);

/** A wait begins at @p now. */
void emuq_engine_backoff_begin(emuq_engine_backoff_t *e, uint64_t now);

/** Next step after an empty poll. @param most_ns sleep after this time */
emuq_backoff_step_t emuq_engine_backoff_step(emuq_engine_backoff_t *e, uint64_t now, uint64_t most_ns);

/** A yield took from @p before to @p now. */
void emuq_engine_backoff_yielded(emuq_engine_backoff_t *e, uint64_t before, uint64_t now);

/** Yields the core. */
void emuq_engine_backoff_yield(emuq_engine_backoff_t *e);

/** A poll was successful. @return whether to yield, as a rank on the same core may be waiting for the result
 */
bool emuq_engine_backoff_success(emuq_engine_backoff_t *e, uint64_t now, emuq_found_t what);

/* ---- processors ---- */

/** Number of processors in the calling thread's affinity mask, at least 1. Thread-safe. */
uint32_t emuq_allowed_cores(void);

/** Whether sched_getaffinity() works. Where a system-call filter rejects the call, hwloc_topology_load() does
 * not return. Thread-safe. */
bool emuq_affinity_is_available(void);

#endif /* EMUQ_BASE_BACKOFF_H */
