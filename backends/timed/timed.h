/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file timed.h
 * @brief State and services of the timed backend.
 *
 * Every thread of the program is an *actor*: a simulated thread with a clock. Only the holder of the token
 * (sync/handoff.h) runs and accesses this state, without locks. Times are ticks of 125 ps. Functions return 0
 * or a negative errno unless noted.
 */
#ifndef EMUQ_TIMED_H
#define EMUQ_TIMED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "backends/emulator/core/deliver.h"
#include "backends/emulator/core/unit.h"
#include "backends/modelled_time.h"
#include "backends/record.h"
#include "base/atomic.h"
#include "network/network.h"
#include "sync/handoff.h"

#define EMUQ_NEVER              UINT64_MAX
#define EMUQ_WAIT_KEYS          8 /**< different polls in a loop */
#define EMUQ_WAIT_QUEUES        64
#define EMUQ_TIMED_DEADLOCK     1   /**< exit status */
#define EMUQ_TIMED_WARN_SECONDS 10u /**< host time without progress before a warning */

typedef enum emuq_actor_state {
    EMUQ_ACTOR_READY, /**< holds the token or waits for it */
    EMUQ_ACTOR_PARKED,
    EMUQ_ACTOR_ENDED
} emuq_actor_state_t;

typedef struct emuq_wait_key {
    const volatile void *where;
    uint64_t seen;
    uint64_t changes; /**< emuq_actor_t::changes at the poll */
} emuq_wait_key_t;

typedef struct emuq_actor {
    emuq_handoff_t wait_slot;
    emuq_actor_state_t state;
    uint32_t number; /**< number of the actor; of a main thread: the rank */
    uint32_t node;
    int32_t rank;
    bool is_main;
    bool rank_continues; /**< the main thread has left */
    uint64_t clock;
    uint32_t remainder;
    uint64_t resumed_ns; /**< processor time at the end of the latest call */
    uint64_t blocks;     /**< executed since the latest unsuccessful poll */
    bool is_active;      /**< may have stored to polled memory of its node */
    /** Number of changes visible to polls: packets, completed sends, GI states, stores of other actors of
     * the node */
    uint64_t changes;

    emuq_wait_t *wait; /**< ended by a release only; or NULL */

    uint64_t waited; /**< total ticks parked */
    uint64_t waits;  /**< number of times parked */

    bool is_waiting; /**< only unsuccessful polls since `since` */
    uint64_t since;
    uintptr_t spin_pc;
    bool reads_time;
    bool read_time_last;
    bool just_woken; /**< no poll since the actor was parked */
    emuq_wait_key_t key[EMUQ_WAIT_KEYS];
    uint32_t keys;

    pthread_t thread;
    bool has_thread;
    bool is_named;
    uint32_t tid;                       /**< relaxed, for the monitor thread; 0: not started */
    struct emuq_side_stack *side_stack; /**< for hand-overs from rank data, or NULL */
    struct emuq_context *context;       /**< saved context; NULL: never needed */
    bool is_pinned;
    bool may_leave;        /**< the actor may leave its thread in the present call */
    uint32_t leave_streak; /**< consecutive hand-overs with `may_leave` */
    bool is_saved;
    struct emuq_actor *next; /**< next actor of the node */
} emuq_actor_t;

/** Ticks of software operations. */
typedef struct emuq_costs {
    uint64_t inject;
    uint64_t poll;
    uint64_t store;
    uint64_t time;
    uint64_t atomic; /**< atomic or lock operation */
} emuq_costs_t;

/** Time of the program's code between calls. */
typedef enum emuq_core_model {
    EMUQ_CORES_ZERO,  /**< none, and calls are free */
    EMUQ_CORES_FIXED, /**< none */
    EMUQ_CORES_BLOCKS,
    EMUQ_CORES_HOST /**< processor time times a factor */
} emuq_core_model_t;

typedef struct emuq_cores {
    emuq_core_model_t model;
    uint64_t price; /**< femtoseconds per block, or picoseconds per nanosecond of the host */
} emuq_cores_t;

/** Class-route words: collectives, global interrupts. */
typedef struct emuq_known_routes {
    uint32_t word[2][EMUQ_ROUTES];
} emuq_known_routes_t;

typedef struct emuq_timed_tree emuq_timed_tree_t;
typedef struct emuq_working_set emuq_working_set_t;
typedef struct emuq_timed_message emuq_timed_message_t;
typedef struct emuq_timed_contribution emuq_timed_contribution_t;

typedef struct emuq_timed {
    emuq_machine_t *machine;
    emuq_net_t *network;
    emuq_net_parameters_t parameters;
    emuq_costs_t costs;
    emuq_cores_t cores;
    emuq_known_routes_t *route;
    bool is_booted;       /**< global interrupts have their initial states */
    uint64_t begin;       /**< start of the clocks */
    uint64_t now;         /**< time of the present event or actor step */
    uint64_t progress;    /**< time of the last action or arrival; relaxed */
    uint32_t idle_rounds; /**< rounds of polls without an event */

    emuq_lock_t lock; /**< guards the actors until the first hand-over */
    uint32_t ranks_pending;
    emuq_actor_t **actor; /**< by number */
    uint64_t *due;        /**< clock, next poll, or EMUQ_NEVER */
    uint32_t actors;
    uint32_t most;     /**< capacity of `actor` and `due` */
    emuq_actor_t **at; /**< by node */

    emuq_wait_t *queue[EMUQ_WAIT_QUEUES]; /**< by hashed emuq_wait_t::key */
    emuq_timed_tree_t *trees;
    emuq_working_set_t *working; /**< by node; NULL: memory.kind is not auto */
    emuq_record_self_t record;   /**< ring for network events */
    FILE *trace;
    emuq_progress_t *progressed; /**< shared with the launcher, or NULL */

    uint64_t packets;
    uint64_t hand_overs;
    uint64_t start_ns;

    emuq_actor_t *holder; /**< holder of the token; or NULL. Stored (release) by the previous holder, or by
                             the new one after a context switch */
    emuq_actor_t *thread; /**< actor whose thread executes the holder. Stored (relaxed) before `holder` */
    bool switches;        /**< actors may leave their threads */
    uint64_t steps;       /**< steps of all holders; relaxed */
    unsigned no_progress; /**< 1 (relaxed): a report is requested */
    pthread_t watcher;
    unsigned watch_stop;
} emuq_timed_t;

extern emuq_timed_t *emuq_the_timed;

/** Counts ranks whose main thread is parked, or has left while a second thread is parked. */
static inline uint32_t emuq_waiting_ranks(const emuq_timed_t *t)
{
    uint32_t ranks = 0;
    for (uint32_t i = 0; i < t->actors && t->actor[i]->is_main; i++) {
        bool waits = t->actor[i]->state == EMUQ_ACTOR_PARKED;
        for (const emuq_actor_t *a = t->at[t->actor[i]->node]; a != NULL && !waits; a = a->next)
            waits =
                t->actor[i]->rank_continues && a->rank == t->actor[i]->rank && a->state == EMUQ_ACTOR_PARKED;
        ranks += waits;
    }
    return ranks;
}

static inline uint64_t emuq_cpu_ticks(const emuq_timed_t *t, uint64_t cycles)
{
    return cycles * t->parameters.clock.cpu;
}

static inline bool emuq_cores_are_reproducible(const emuq_timed_t *t)
{
    return t->cores.model != EMUQ_CORES_HOST;
}

/** Link 0 of the network is bit 15 of the machine. */
static inline uint16_t emuq_reverse16(uint16_t word)
{
    uint32_t reversed = 0;
    for (uint32_t i = 0; i < 16; i++)
        reversed |= (uint32_t)(word >> i & 1) << (15 - i);
    return (uint16_t)reversed;
}

/** Maps the launcher's progress file, if set. */
int emuq_timed_progress_open(emuq_timed_t *t);
void emuq_timed_progress_close(emuq_timed_t *t);
/** Stops updates in a forked child. */
void emuq_timed_progress_leave(void);
void emuq_timed_progress_enter(const emuq_timed_t *t, emuq_actor_t *a);
/** Stops the process (SIGSTOP) before an error ends the job, if requested. Async-signal-safe. */
void emuq_timed_progress_stop(void);

static inline void emuq_timed_progress_show(const emuq_timed_t *t)
{
    if (t->progressed == NULL)
        return;
    AO_store(&t->progressed->tick, t->now - t->begin);
    AO_store(&t->progressed->packets, t->packets);
    AO_store(&t->progressed->hand_overs, t->hand_overs);
}

void emuq_timed_count_links(const emuq_timed_t *t);
void emuq_timed_totals(emuq_machine_t *m, emuq_node_counts_t *counts);

int emuq_timed_trace_open(emuq_timed_t *t);
void emuq_timed_trace_message(emuq_timed_t *t, const emuq_net_message_t *m);
/** Writes a comment: emuq-net does not replay collectives. */
void emuq_timed_trace_contribution(emuq_timed_t *t, const emuq_net_message_t *m);
void emuq_timed_trace_close(emuq_timed_t *t);

/** Call when no actor can run. A deadlock ends the process. */
void emuq_timed_finish(emuq_timed_t *t);
/** @return microseconds since `begin` */
double emuq_timed_us(const emuq_timed_t *t, uint64_t tick);
/** Warns that only modelled time advances. */
void emuq_timed_report_no_progress(emuq_timed_t *t);
void emuq_timed_fail(const char *why) __attribute__((noreturn));

/** Gives standard input to rank EMUQ_TIME_INPUT alone, if set. Exits on an error. */
void emuq_timed_input_open(uint32_t ranks);
void emuq_timed_input_close(void);
/** Selects stdin of a rank, whose static data are loaded. */
void emuq_timed_input_enter(int32_t rank);

/** Starts rank marks (EMUQ_TIME_MARK), for labels of emuq-run: a zero byte, the text of the setting, and the
 * rank in eight hexadecimal digits. */
void emuq_marks_open(void);
void emuq_marks_close(void);
/** Flushes standard output. */
void emuq_marks_leave(void);
/** Marks the output that follows. @param rank -1: none */
void emuq_marks_enter(int32_t rank);

int emuq_timed_memory_open(emuq_timed_t *t);
void emuq_timed_memory_close(emuq_timed_t *t);
void emuq_timed_memory_touch(emuq_timed_t *t, uint32_t node, const void *data, uint64_t bytes);
/** Accounts for bytes [*m->sent, end). Call before their delivery. */
void emuq_timed_memory_arrive(emuq_timed_t *t, emuq_mu_node_t *to, const emuq_message_t *m, uint64_t end);
/** Accounts for a change of a global interrupt. Call before the status register changes to @p bits. */
void emuq_timed_memory_interrupt(emuq_timed_t *t, emuq_mu_node_t *n, uint32_t route, uint32_t bits);

/** Copies the payload of a packet of the first message in @p f. An unmapped payload is reported (with @p d)
 * and sent as zeros. */
void emuq_timed_read_payload(emuq_timed_t *t, emuq_inj_t *f, const MUHWI_Descriptor_t *d,
                             const emuq_net_packet_t *p, char *to);
/** Completes the descriptor of the first message in @p f. */
void emuq_timed_sent(emuq_inj_t *f);

emuq_outcome_t emuq_timed_message_post(emuq_work_t *work, emuq_inj_t *f, uint32_t target, uint32_t copies);
/** Handles the entry of a packet into a network FIFO. */
void emuq_timed_message_built(emuq_timed_t *t, emuq_timed_message_t *message, const emuq_net_packet_t *p);
/** Handles the entry of the last packet into a network FIFO. */
void emuq_timed_message_sent(emuq_timed_t *t, emuq_timed_message_t *message);
/** @return false: the node has no space */
bool emuq_timed_message_arrived(emuq_timed_t *t, emuq_timed_message_t *message, uint32_t node,
                                const emuq_net_packet_t *p);

emuq_outcome_t emuq_timed_contribution_post(emuq_work_t *work, emuq_inj_t *f, emuq_tree_t *tree);
void emuq_timed_contribution_built(emuq_timed_t *t, emuq_timed_contribution_t *contribution,
                                   const emuq_net_packet_t *p);
void emuq_timed_contribution_sent(emuq_timed_t *t, emuq_timed_contribution_t *contribution);
bool emuq_timed_contribution_arrived(emuq_timed_t *t, emuq_timed_contribution_t *contribution, uint32_t node,
                                     const emuq_net_packet_t *p);

/** Copies changed, idle class routes to the network. Not for network callbacks. */
int emuq_routes_update(emuq_timed_t *t, uint32_t node);
/** Starts the clocks when all nodes have the initial states of global interrupts. */
void emuq_routes_boot(emuq_timed_t *t);
void emuq_routes_level(emuq_mu_node_t *n, uint32_t route, uint32_t bits);
void emuq_routes_interrupted(emuq_timed_t *t, uint32_t node, uint32_t route, uint32_t bits);

/* ---- Counts distinct bytes touched recently, in units of 16 bytes ---- */

#define EMUQ_TOUCHED_UNIT  16   /**< bytes */
#define EMUQ_TOUCHED_PAGE  4096 /**< bytes */
#define EMUQ_TOUCHED_WORDS (EMUQ_TOUCHED_PAGE / EMUQ_TOUCHED_UNIT / 64)

typedef struct emuq_touched_page {
    uint64_t number;                     /**< address / #EMUQ_TOUCHED_PAGE + 1; 0: free slot */
    uint64_t round;                      /**< round of the latest touch */
    uint64_t now[EMUQ_TOUCHED_WORDS];    /**< touched in that round */
    uint64_t before[EMUQ_TOUCHED_WORDS]; /**< touched in the round before */
} emuq_touched_page_t;

/** Zeros: an empty set. */
typedef struct emuq_touched {
    emuq_touched_page_t *page; /**< hash table with linear probing */
    size_t capacity;           /**< a power of two, or 0 */
    size_t pages;              /**< used slots */
    uint64_t round;            /**< present round, from 0 */
    uint64_t now;              /**< bytes of this round */
    uint64_t both;             /**< bytes of this or the previous round */
} emuq_touched_t;

/** @return false: out of memory; part of the bytes may be added */
bool emuq_touched_add(emuq_touched_t *s, const void *data, size_t bytes);

void emuq_touched_next_round(emuq_touched_t *s);

void emuq_touched_free(emuq_touched_t *s);

#endif /* EMUQ_TIMED_H */
