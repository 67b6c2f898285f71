/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file timed.h
 * @brief The state of the timed backend: the emulated Message Units, the modelled network between them, and
 * the clocks of the threads that use them.
 *
 * Every thread of the program is an *actor* with a clock of its own. One at a time runs: it has the baton
 * (sync/baton.h). All that is here, and the network, belongs to who has it, so there are no locks.
 *
 * Times are ticks of 125 ps (network/network.h).
 */
#ifndef EMUQ_TIMED_H
#define EMUQ_TIMED_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "backends/emulator/core/node.h"
#include "backends/modelled_time.h"
#include "backends/record.h"
#include "network/network.h"
#include "sync/baton.h"

#define EMUQ_NEVER       UINT64_MAX /**< a time that does not come */
#define EMUQ_WAIT_KEYS   8          /**< different things that a waiting loop may poll in turn */
#define EMUQ_WAIT_QUEUES 64         /**< lists of threads that wait for a release */

/** What an actor does. */
typedef enum emuq_actor_state {
    EMUQ_ACTOR_READY,  /**< runs when its clock is the smallest time; or has the baton */
    EMUQ_ACTOR_PARKED, /**< waits for a change at its node, or for a release */
    EMUQ_ACTOR_ENDED
} emuq_actor_state_t;

/** A poll in vain: what it looked at, and what it saw. */
typedef struct emuq_wait_key {
    const volatile void *where;
    uint64_t seen;
    uint64_t changes; /**< at the actor's node, as far as the actor had been told then */
} emuq_wait_key_t;

/** A thread of the program. */
typedef struct emuq_actor {
    emuq_seat_t seat;
    emuq_actor_state_t state;
    uint32_t number; /**< main threads: of the rank */
    uint32_t node;
    int32_t rank; /**< whose thread it is */
    bool is_main;
    bool rank_lasts; /**< a main thread that has left, but not its rank: other threads may go on */
    uint64_t clock;
    uint32_t rest;     /**< of the time of its own code: what does not fill a tick yet (cores.c) */
    uint64_t began_ns; /**< processor time of the host when its own code went on */
    uint64_t blocks;   /**< that it has executed since its latest poll in vain */
    bool is_active;    /**< it may have stored something that others at its node wait for */
    uint64_t changes;  /**< told to it: packets that have arrived, stores of others at its node */

    emuq_wait_t *wait; /**< for a release: nothing else wakes it. NULL: it is in no queue */

    uint64_t waited; /**< ticks that it has been parked ... */
    uint64_t waits;  /**< ... and how often */

    bool is_waiting;    /**< it does nothing but poll in vain; since then: */
    uint64_t since;     /**< clock when that began */
    uintptr_t spins_at; /**< an instruction of the loop in which it waits, calling nothing; or 0 */
    bool reads_time;    /**< it has asked for the time: it may wait for a time */
    bool asks_again;    /**< the time is the latest that it has asked for */
    bool has_looked;    /**< it has not waited since it got the baton */
    emuq_wait_key_t key[EMUQ_WAIT_KEYS]; /**< the latest different polls */
    uint32_t keys;                       /**< number of different polls */

    pthread_t thread;             /**< whose actor it is */
    bool has_thread;              /**< that is known: the thread exists */
    bool is_named;                /**< after its rank, for debuggers */
    int32_t tid;                  /**< its number for Linux; 0: it has not begun */
    struct emuq_aside *aside;     /**< what it hands over on, if it has used a stack of its rank; or NULL */
    struct emuq_context *context; /**< NULL: it has never left its thread */
    bool stays;                   /**< it never leaves its thread again (contexts.h) */
    bool may_leave;               /**< in the present call it may leave its thread */
    uint32_t could_leave;         /**< hand-overs in a row in which it might have left its thread */
    bool is_saved;                /**< it can go on in any thread */
    struct emuq_actor *next;      /**< at the same node */
} emuq_actor_t;

/** What software costs, in ticks (network-model 7.3). */
typedef struct emuq_costs {
    uint64_t inject; /**< a descriptor, injected */
    uint64_t poll;   /**< a look at a FIFO or a counter */
    uint64_t store;  /**< to a register */
    uint64_t time;   /**< asking for the time */
    uint64_t atomic; /**< an atomic operation: of the L2 cache, or on a lock */
} emuq_costs_t;

/** What the program's own code takes; by the words of EMUQ_TIME. */
typedef enum emuq_core_model {
    EMUQ_CORES_ZERO,   /**< nothing, nor do calls */
    EMUQ_CORES_FIXED,  /**< nothing */
    EMUQ_CORES_BLOCKS, /**< a price for each basic block */
    EMUQ_CORES_HOST    /**< processor time of the host */
} emuq_core_model_t;

/** That, and its price. */
typedef struct emuq_cores {
    emuq_core_model_t model;
    uint64_t price; /**< of a block: femtoseconds; of a nanosecond: picoseconds */
} emuq_cores_t;

/** Class-route words of a node that the network knows, of collectives and of global interrupts. */
typedef struct emuq_known_routes {
    uint32_t word[2][EMUQ_ROUTES];
} emuq_known_routes_t;

typedef struct emuq_gather emuq_gather_t;           /**< collectives.c */
typedef struct emuq_working_set emuq_working_set_t; /**< memory.c */

/** A timed partition. */
typedef struct emuq_timed {
    emuq_machine_t *machine;
    emuq_net_t *network;
    emuq_net_parameters_t parameters;
    emuq_costs_t costs;
    emuq_cores_t cores;
    emuq_known_routes_t *route; /**< [nodes] */
    bool is_booted;             /**< the network knows the levels of the beginning */
    uint64_t begin;             /**< when the clocks begin */
    uint64_t now;               /**< of what happens at the moment: an event, or a step of an actor */
    uint64_t progress; /**< when an actor has acted or anything has arrived last; relaxed, for the watch */
    uint32_t looks;    /**< rounds in which all parked actors have looked and nothing has happened */

    emuq_lock_t lock;     /**< guards the actors until the first of them gets the baton */
    uint32_t awaited;     /**< main threads that have not come yet */
    emuq_actor_t **actor; /**< [most] by number */
    uint64_t *due;        /**< [most] when it runs: its clock, the time of its next look, or EMUQ_NEVER */
    uint32_t actors;      /**< so far */
    uint32_t most;        /**< for which there is room */
    emuq_actor_t **at;    /**< [nodes] the actors of a node */

    emuq_wait_t *queue[EMUQ_WAIT_QUEUES]; /**< by place: who waits for a release, in the order of coming */

    emuq_gather_t *gathers; /**< trees with collectives on their way */

    emuq_working_set_t *working; /**< [nodes] NULL: which memory payloads are in is a parameter */

    emuq_record_self_t record; /**< of a recorded job: the ring for what happens in the network */

    FILE *trace; /**< trace.c; NULL: none is wanted */

    emuq_progress_t *progressed; /**< shared with the launcher; NULL: nobody looks */

    uint64_t packets;    /**< for the line at the end */
    uint64_t hand_overs; /**< of the baton; for the same line */
    uint64_t begun_ns;   /**< host time when the clocks began */

    emuq_actor_t *holder; /**< the actor that has the baton, or NULL; stored (release) by the thread that
                             gives the baton, after a context switch by the holder */
    emuq_actor_t *thread; /**< in whose thread the holder runs; stored by the thread that gives the baton,
                             relaxed, before `holder` */
    bool switches;        /**< actors may leave their threads */
    uint64_t steps;       /**< of holders; relaxed */
    unsigned is_useless;  /**< 1, from the watch, relaxed: it is to be said that only time goes on */
    pthread_t watcher;    /**< watch.c */
    unsigned watch_ends;  /**< 1: the watcher ends */
} emuq_timed_t;

/** The partition of this process. */
extern emuq_timed_t *emuq_the_timed;

/** Ranks that wait: their main threads do, or have left and other threads of theirs do. */
static inline uint32_t emuq_waiting_ranks(const emuq_timed_t *t)
{
    uint32_t ranks = 0;
    for (uint32_t i = 0; i < t->actors && t->actor[i]->is_main; i++) {
        bool waits = t->actor[i]->state == EMUQ_ACTOR_PARKED;
        for (const emuq_actor_t *a = t->at[t->actor[i]->node]; a != NULL && !waits; a = a->next)
            waits = t->actor[i]->rank_lasts && a->rank == t->actor[i]->rank && a->state == EMUQ_ACTOR_PARKED;
        ranks += waits;
    }
    return ranks;
}

/** Cycles of a core, as ticks. */
static inline uint64_t emuq_cpu_ticks(const emuq_timed_t *t, uint64_t cycles)
{
    return cycles * t->parameters.clock.cpu;
}

#endif /* EMUQ_TIMED_H */
