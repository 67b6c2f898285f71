/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file unit.h
 * @brief State of the Message Units of a partition, in the arena.
 *
 * A thread claims an injection FIFO (sync/claim.h) for its head, count and free-space registers and the
 * marked members, and never waits for a second claim. Reception FIFOs need no claim (packet_fifo.c). Order of
 * locks: tree_lock, lock of a tree, lock of a mailbox; all others are leaves.
 */
#ifndef EMUQ_EMULATOR_UNIT_H
#define EMUQ_EMULATOR_UNIT_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "backends/address_space.h"
#include "backends/arena.h"
#include "backends/backend.h"
#include "backends/channel.h"
#include "backends/emulator/core/header.h"
#include "base/lock.h"
#include "hwi/include/bqc/MU_Addressing.h"
#include "hwi/include/bqc/MU_Descriptor.h"
#include "hwi/include/bqc/MU_Fifo.h"
#include "hwi/include/bqc/classroute.h"
#include "sync/byte_ring.h"
#include "sync/claim.h"
#include "sync/event_count.h"
#include "sync/mailbox.h"
#include "sync/queued.h"
#include "sync/wait_list.h"

#define EMUQ_SUBGROUPS BGQ_MU_NUM_FIFO_SUBGROUPS_PER_NODE
/** The other subgroups belong to the system (kernel-mu-resources). */
#define EMUQ_USER_SUBGROUPS 64u
#define EMUQ_INJ_FIFOS      BGQ_MU_NUM_INJ_FIFOS
#define EMUQ_REC_FIFOS      BGQ_MU_NUM_REC_FIFOS
#define EMUQ_BATS           (EMUQ_SUBGROUPS * BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP)
#define EMUQ_GROUPS         BGQ_MU_NUM_FIFO_GROUPS
#define EMUQ_ROUTES         BGQ_COLL_CLASS_MAX_CLASSROUTES
#define EMUQ_ATOMIC         MUHWI_ATOMIC_ADDRESS_INDICATOR
#define EMUQ_VCS            7
#define EMUQ_LINKS          10

/* Byte offsets in a subgroup's register page (hwi-registers 3). */
enum {
    EMUQ_REG_INJ = 0x000,
    EMUQ_REG_REC = 0x200,
    EMUQ_REG_IS_ENABLED = 0x300,
    EMUQ_REG_ENABLE = 0x308,
    EMUQ_REG_DISABLE = 0x310,
    EMUQ_REG_PRIORITY = 0x318,
    EMUQ_REG_INT_STATUS = 0x320,
    EMUQ_REG_INT_CLEAR = 0x328,
    EMUQ_REG_BAT = 0x400,
    EMUQ_REG_GI_CONTROL = 0x500,
    EMUQ_REG_GI_STATUS = 0x580
};

typedef struct emuq_inj_regs {
    volatile uint64_t start, size_1, head, tail, desc_count, free_space, hole[2];
} emuq_inj_regs_t;

typedef struct emuq_rec_regs {
    volatile uint64_t start, size_1, head, tail, hole[4];
} emuq_rec_regs_t;

_Static_assert(sizeof(emuq_inj_regs_t) == 64, "registers of an injection FIFO");
_Static_assert(sizeof(emuq_rec_regs_t) == 64, "registers of a reception FIFO");

typedef struct emuq_mu_node emuq_mu_node_t;
typedef struct emuq_inj emuq_inj_t;
typedef struct emuq_rec emuq_rec_t;
typedef struct emuq_tree emuq_tree_t;
typedef struct emuq_contributions emuq_contributions_t;
typedef struct emuq_space_queue emuq_space_queue_t;
typedef struct emuq_request emuq_request_t;

/** A suspended message, in one list at a time. The thread that removes a waiter owns it. */
typedef struct emuq_waiter {
    struct emuq_waiter *next;
    emuq_link_t link;
    emuq_waiting_t waiting;
    emuq_space_queue_t *awaited;      /**< FIFO whose space is needed, or NULL */
    emuq_space_queue_t *last_awaited; /**< last value of awaited for the current message */
    emuq_inj_t *inj;                  /**< suspended injection FIFO, or NULL */
    emuq_tree_t *tree;                /**< tree of a suspended collective, or NULL */
    bool completed;
    bool is_delayed;
    enum {
        EMUQ_LOCAL,
        EMUQ_REQUESTED, /**< the peer has to deliver */
        EMUQ_COMPLETED, /**< the peer has delivered */
        EMUQ_REJECTED,  /**< the peer has reported an error */
        EMUQ_TOLD,      /**< update for remote hosts */
        EMUQ_POSTED,
        EMUQ_LEVEL,           /**< change of a global interrupt */
        EMUQ_CHANNEL_POSTED,  /**< message of a channel */
        EMUQ_CHANNEL_RETURNED /**< returned messages of a channel */
    } state;
    emuq_request_t *request; /**< allocated on first use (deliver.c) */
} emuq_waiter_t;

/** Sets the state of an injection FIFO's waiter. Called by its owner. Relaxed: emuq_describe() loads it at
 * any time. */
static inline void emuq_waiter_set(emuq_waiter_t *w, unsigned state)
{
    AO_int_store((unsigned *)&w->state, state);
}

/** Waiters for space in one FIFO (emuq_park()). */
struct emuq_space_queue {
    emuq_wait_list_t list;
    emuq_space_queue_t *next; /**< next in emuq_mu_node_t::blocked; guarded by park_lock */
    bool is_listed;
    emuq_rec_t *rec;
    emuq_inj_t *inj; /**< remote-get FIFO, or NULL */
};

typedef struct emuq_member {
    emuq_mailbox_t mailbox;    /**< closed when the process ends */
    emuq_event_count_t wakeup; /**< engines sleep on it; notified after queueing */
    /** Thread of the host engine, woken by a signal; 0: woken by wakeup. Stored before its first
     * announcement. */
    int32_t process, thread;
    uint64_t kernel_requested; /**< 1: an engine is to call the kernel */
    uint64_t polled;           /**< offset + 1 of the last polled register; 0: none */
    uint64_t polled_ns;
} emuq_member_t;

enum { EMUQ_INJ_ENABLED = 1, EMUQ_INJ_RGET = 2, EMUQ_INJ_SYSTEM = 4 };

/** State of an injection FIFO, in emuq_inj_t::state; written under the claim.
 *
 *             fetch                  done
 *     0 ----------------> running ----------------> 0, next descriptor
 *                         |  ^  |
 *       long message:     |  |  | target full, or a peer process or collective must act first
 *       claim released    v  |  v
 *                         BUSY  PARKED ---- inject_resume()   ----> running
 *
 *     BUSY, resumed before the end of the copy: RETRY, and the copying thread sends again
 *     running, software error: STOPPED ---- FIFO enabled ----> 0
 *
 * Running: 0 with current.is_active. Rewritten registers detach an active message (current.is_detached). */
enum {
    EMUQ_FIFO_BUSY = 1,    /**< a thread copies the message with the claim released */
    EMUQ_FIFO_PARKED = 2,  /**< the waiter is on a list */
    EMUQ_FIFO_STOPPED = 4, /**< a message was rejected; until the FIFO is enabled */
    EMUQ_FIFO_RETRY = 8    /**< set with BUSY: resumed while parking */
};

/** Messages of one kind and destination, not yet counted in the node. */
typedef struct emuq_traffic {
    uint64_t key; /**< selects path and kind (unit.c) */
    uint64_t messages, packets, chunks;
} emuq_traffic_t;

/** Counts of a message. Computed before delivery: afterwards the descriptor may be reused. */
typedef struct emuq_tally {
    uint64_t key;
    uint64_t packets, chunks;
} emuq_tally_t;

typedef struct emuq_contribution_route {
    emuq_tree_t *tree;
    emuq_contributions_t *queue; /**< all inputs; never freed */
    uint32_t inputs, input;      /**< number of inputs, and this node's input */
} emuq_contribution_route_t;

/** Route learnt from a delivered message. Valid while the settings of @c to are @c settings. */
typedef struct emuq_cached_route {
    enum { EMUQ_ROUTE_NONE, EMUQ_ROUTE_PUT, EMUQ_ROUTE_PACKET, EMUQ_ROUTE_GET, EMUQ_ROUTE_CONTRIBUTION } kind;
    uint32_t max_bytes;      /**< longest message of the fast path */
    uint64_t match[3];       /**< descriptor words that select the kind */
    emuq_range_t source;     /**< memory around the last payload */
    emuq_owner_offset_t own; /**< address of that memory in the sender */
    emuq_traffic_t traffic;
    const volatile void *prefetch; /**< cache line polled by the receiver, or NULL */
    emuq_mu_node_t *to;            /**< destination; NULL: unused */
    uint64_t settings;
    union {
        emuq_put_route_t put;
        struct {
            emuq_rec_t *fifo;
            emuq_range_t memory;
            uint64_t end; /**< position behind the last packet */
        } packet;
        struct {
            emuq_inj_t *fifo;
            emuq_range_t memory;
        } get;
        emuq_contribution_route_t contribution;
    } target;
} emuq_cached_route_t;

/** Owner of a resource. Stored by the kernel (release), loaded by emuq_owner_of() (acquire). */
typedef struct emuq_owner {
    const emuq_address_space_t *space; /**< NULL: not allocated */
    int32_t rank;
} emuq_owner_t;

/** The head message of a FIFO between fetch and completion; independent of later changes of the FIFO. */
typedef struct emuq_current {
    bool is_active;
    bool has_value;    /**< the atomic load is done */
    bool completed;    /**< delivered; the FIFO's completion is left */
    bool was_disabled; /**< disabled since the fetch */
    bool is_detached;  /**< the registers describe another message */
    uint32_t hop;      /**< deposit: nodes already served */
    uint64_t sent;     /**< bytes delivered to node hop, or contributed */
    uint64_t value;
    MUHWI_Descriptor_t descriptor; /**< copy, as checked */
    uint64_t head, count;          /**< registers at the fetch */
    emuq_owner_t owner;
} emuq_current_t;

#define EMUQ_CACHED_ROUTES 8 /**< cached routes of an injection FIFO */

/** Flow control towards remote hosts. */
typedef struct emuq_remote_window {
    emuq_lock_t lock;
    uint32_t pieces, bytes; /**< unacknowledged */
    uint64_t posted;        /**< segments since the start */
    bool is_full;           /**< a FIFO waits for credit; a hint without the lock */
} emuq_remote_window_t;

struct emuq_inj {
    emuq_claim_t claim;
    uint64_t attributes;   /**< EMUQ_INJ_*; loaded with acquire */
    emuq_inj_regs_t *regs; /**< NULL before the first allocation */
    emuq_mu_node_t *node;  /**< constant after the first allocation */
    uint32_t id;
    emuq_owner_t owner; /**< changes only while disabled */

    /* Guarded by the claim, or owned by the thread that set EMUQ_FIFO_BUSY: */
    uint64_t state; /**< EMUQ_FIFO_*; a hint without the claim */
    bool is_idle;   /**< state 0, no active message */
    emuq_current_t current;
    uint64_t start, size_1;  /**< last valid registers */
    char *memory;            /**< shared address of the FIFO; NULL: unknown, or of a device */
    emuq_owner_offset_t own; /**< address in the owner */
    const volatile uint64_t *disable;
    emuq_traffic_t traffic;

    emuq_lock_t arrival_lock;       /**< remote-get FIFO: guards arrivals and free space */
    uint32_t late;                  /**< delayed messages; guarded by the lock of the fault queue */
    emuq_space_queue_t space_queue; /**< waiting senders of a remote-get FIFO */
    emuq_waiter_t waiter;
    emuq_queued_t scheduled; /**< queued in a work or in the engine queue */
    emuq_inj_t *next_scheduled;
    emuq_remote_window_t window;

    emuq_cached_route_t route[EMUQ_CACHED_ROUTES]; /**< guarded by the claim */
    emuq_cached_route_t *last_route;               /**< guarded by the claim */
    uint64_t fast_settings; /**< node settings that allow the fast path; 0: unknown. Guarded by the claim */

    uint64_t recorded; /**< last recorded descriptor; guarded by the claim */
    uint64_t injected; /**< last recorded descriptor that waited; stored under the claim */
};

/** A reception FIFO. First cache line: stored by senders. Second: loaded by the receiver. */
struct emuq_rec {
    emuq_byte_ring_t ring;
    emuq_space_queue_t space_queue __attribute__((aligned(64)));
    uint64_t enabled;      /**< DCR */
    uint64_t system;       /**< DCR */
    emuq_rec_regs_t *regs; /**< NULL before the first allocation */
    emuq_mu_node_t *node;
    emuq_owner_t owner;
    uint32_t id;
    uint32_t retired; /**< 1: the rank has ended, or emuq_machine_drop() */
    uint64_t taken;   /**< recorded job: position of the last head; 0: unknown. Stored by the receiver */
};

/** Device control registers (hwi-registers 6), stored by kernel calls (release). */
typedef struct emuq_dcrs {
    uint64_t inj_threshold_enable[EMUQ_GROUPS], inj_system[EMUQ_GROUPS], inj_rget[EMUQ_GROUPS];
    uint64_t inj_threshold, rget_threshold;
    uint64_t rec_enabled[EMUQ_GROUPS], rec_threshold_enable[EMUQ_GROUPS], rec_arrival_enable[EMUQ_GROUPS];
    uint64_t rec_system[EMUQ_GROUPS], rec_threshold;
    uint64_t bat_mode[2], gi_system, gi_interrupt_enable, gea[3];
    uint64_t coll_route[EMUQ_ROUTES / 2], gi_route[EMUQ_ROUTES / 2];
    uint64_t checksum[16];
} emuq_dcrs_t;

struct emuq_mu_node {
    emuq_machine_t *machine;
    uint32_t number;
    bool is_here;
    char *registers;

    uint64_t settings;           /**< advanced (release) after changes of DCRs and owners */
    emuq_event_count_t event;    /**< pollers sleep on it */
    emuq_event_count_t gi_event; /**< for pollers of GI registers without a tree */

    /* Class routes, guarded by tree_lock and the lock of the tree: */
    emuq_tree_t *coll_tree[EMUQ_ROUTES], *gi_tree[EMUQ_ROUTES]; /**< NULL: to be found */
    uint32_t coll_index[EMUQ_ROUTES];                           /**< input of coll_tree */
    uint64_t gi_contribution[EMUQ_ROUTES];                      /**< value counted in gi_tree */
    uint32_t gi_changes[EMUQ_ROUTES]; /**< changes of the route words; equal on all hosts */
    uint64_t gi_gone_on[EMUQ_ROUTES]; /**< last state seen by the rank */

    emuq_lock_t park_lock;
    emuq_space_queue_t *blocked;
    uint64_t parked_now; /**< number of waiters; a hint */

    uint64_t ready[2];        /**< bit per subgroup: the shared page is reset */
    uint64_t used[2];         /**< bit per subgroup: a resource was allocated */
    emuq_lock_t scan_lock;    /**< held by a scan that acts on control words */
    emuq_lock_t control_lock; /**< guards page resets, and words with four copies */
    emuq_dcrs_t dcr;

    uint64_t dropped;  /**< packets for ended ranks */
    uint32_t sleeping; /**< threads in emuq_idle_await(); a hint */
    uint64_t count[EMUQ_COUNT_MU_PUT_PACKETS_RECEIVED + 1];
    uint64_t chunks_sent[EMUQ_LINKS][EMUQ_VCS], packets_received[EMUQ_LINKS][EMUQ_VCS];
    uint64_t resent[EMUQ_LINKS];

    emuq_owner_t bat[EMUQ_BATS];
    emuq_rec_t rec[EMUQ_REC_FIFOS];
    emuq_inj_t inj[EMUQ_INJ_FIFOS];
};

enum {
    EMUQ_WATCHED_ASLEEP = 1, /**< threads may sleep on event counts of nodes */
    EMUQ_WATCHED_ALWAYS = 2  /**< interrupts enabled, or a device; permanent */
};

struct emuq_machine {
    emuq_geometry_t geometry;
    uint32_t nodes;
    uintptr_t base;
    uint64_t bytes;
    int template_fd; /**< image of a register file after reset */
    emuq_mu_node_t *node;
    emuq_arena_t *arena;
    bool is_shared;     /**< between Linux processes */
    uint64_t is_halted; /**< injection FIFOs cannot be enabled */
    bool is_device;
    uint32_t levels_watched; /**< EMUQ_WATCHED_* */
    bool carries_levels;     /**< GI changes go to a network model or to remote hosts */
    struct emuq_timed *timed;
    struct emuq_faults *faults;
    emuq_placement_t placement;
    emuq_channel_t *channel[EMUQ_CHANNELS]; /**< several hosts only */
    uint32_t engine;                        /**< member that is the host engine */
    emuq_member_t *member;
    uint32_t members;
    uint64_t inline_bytes; /**< longest message copied under the claim */
    emuq_backoff_policy_t wait;
    uint32_t share;            /**< ranks per core, rounded down */
    emuq_core_use_t *core_use; /**< [EMUQ_CORE_SLOTS] */
    uint64_t parked_now;       /**< number of waiters; a hint */
    pthread_mutex_t tree_lock; /**< guards class routes, and the members `trees` to `routeless` */
    emuq_tree_t *trees;
    emuq_tree_t *given_up;
    uint32_t *mark, epoch;    /**< nodes visited by the search for a tree */
    uint32_t *found;          /**< [nodes] found by that search */
    emuq_waiter_t *routeless; /**< contributions without a complete route */
    uint64_t routes_changed;  /**< 1: routeless may continue; a hint without tree_lock */
};

/** Fault injection. No operation is optional. */
typedef struct emuq_fault_ops {
    /** Stores the plan of the job. Called by open(). Returns 0 or -ENOMEM. */
    int (*plan)(emuq_machine_t *m);
    /** Starts delivery. Called by attach() if the machine has faults. Returns 0 or a negative errno. */
    int (*begin)(emuq_machine_t *m);
    /** Waits until the delayed messages of this process are delivered, or until host time @p end (ns). Called
     * before the process ends. */
    void (*drain)(const emuq_machine_t *m, uint64_t end);
    /** Stops delivery. Called by detach(), and if attach() fails. */
    void (*end)(emuq_machine_t *m);
    /** Continues a parked message, or takes over a message of this process's FIFO. */
    void (*resume)(struct emuq_waiter *w);
    /** Counts packets on the failing link of a local node, in the host engine. Does not return if the link
     * fails. */
    void (*link_packets)(emuq_machine_t *m, uint64_t packets);
} emuq_fault_ops_t;

/** NULL: the build has no fault injection. */
extern const emuq_fault_ops_t *emuq_fault_ops;

/** Machine of this process; set while no register is in use. */
extern emuq_machine_t *emuq_the_machine;
extern uint64_t emuq_machine_number;
extern emuq_kernel_callbacks_t emuq_the_kernel;
/** Node of the calling thread; UINT32_MAX: none (kernel, engines). */
extern __thread uint32_t emuq_my_node;
/** Whether the calling thread acts as the host engine. */
extern __thread bool emuq_serves_hosts;
/** Whether the thread has to run the host engine once it holds no lock. */
extern __thread bool emuq_engine_pending __attribute__((tls_model("initial-exec")));

static inline uint32_t emuq_acting_member(const emuq_machine_t *m)
{
    return emuq_serves_hosts ? m->engine : emuq_my_member;
}

/** Starts or stops acting as the host engine. @return the previous value */
static inline bool emuq_serve_hosts(bool serves)
{
    bool before = emuq_serves_hosts;
    emuq_serves_hosts = serves;
    return before;
}

/** Lets another thread run the host engine. Call before waiting for the engine; locks may be held.
 * Async-signal-safe. */
static inline void emuq_release_engine(void)
{
    if (emuq_the_kernel.hosts.progress != NULL)
        (void)emuq_the_kernel.hosts.progress(emuq_the_kernel.context, EMUQ_HOSTS_LEAVE);
}

/** Runs the host engine if the thread has to, and holds no lock. */
static inline void emuq_run_pending_engine(void)
{
    if (emuq_engine_pending && emuq_critical_depth == 0) {
        emuq_engine_pending = false;
        (void)emuq_the_kernel.hosts.progress(emuq_the_kernel.context, EMUQ_HOSTS_SEND);
    }
}

typedef enum emuq_outcome {
    EMUQ_DONE,
    EMUQ_PARKED,  /**< the waiter will be resumed */
    EMUQ_FAILED,  /**< recorded by emuq_reject() */
    EMUQ_REMOTE,  /**< nothing done: memory of a peer process */
    EMUQ_OUTSIDE, /**< nothing done: outside the windows of the owner */
    EMUQ_DROPPED  /**< nothing done: the owner has left, see emuq_address_space_t::is_leavable */
} emuq_outcome_t;

/** A register of a subgroup (0..67), by offset in the page. */
static inline volatile uint64_t *emuq_reg(const emuq_mu_node_t *n, uint32_t subgroup, uint32_t offset)
{
    return (volatile uint64_t *)(n->registers + (size_t)(subgroup >> 2) * 0x10000 + (subgroup & 3) * 0x1000u +
                                 offset);
}

/** @return NULL: not a register */
static inline emuq_mu_node_t *emuq_node_of(const volatile uint64_t *reg)
{
    const emuq_machine_t *m = emuq_the_machine;
    uint64_t offset = (uintptr_t)reg - m->base;
    return offset < m->bytes ? &m->node[offset / EMUQ_REGISTER_FILE_BYTES] : NULL;
}

typedef struct emuq_reg_place {
    emuq_mu_node_t *node;
    uint32_t subgroup, in_page; /**< in_page: EMUQ_REG_* */
} emuq_reg_place_t;

/** @return false: not a register */
static inline __attribute__((always_inline)) bool emuq_place_of(const volatile uint64_t *reg,
                                                                emuq_reg_place_t *p)
{
    emuq_machine_t *m = emuq_the_machine;
    uint64_t offset = (uintptr_t)reg - m->base;
    uint32_t in_node = (uint32_t)(offset % EMUQ_REGISTER_FILE_BYTES);
    if (offset >= m->bytes)
        return false;
    p->node = &m->node[offset / EMUQ_REGISTER_FILE_BYTES];
    p->subgroup = (in_node >> 16) * 4 + (in_node >> 12 & 3);
    p->in_page = in_node & 0xfff;
    return p->subgroup < EMUQ_SUBGROUPS;
}

static inline uint64_t emuq_ring_used(uint64_t size, uint64_t head, uint64_t tail)
{
    return tail >= head ? tail - head : size - (head - tail);
}

/** Free slots of an injection FIFO, except the one that stays unused; 0 while the registers are rewritten. */
static inline uint64_t emuq_free_slots(const emuq_inj_regs_t *r, uint64_t head, uint64_t tail)
{
    uint64_t start = AO_load(&r->start), size = AO_load(&r->size_1) + 1;
    if (head - start >= size || tail - start >= size)
        return 0;
    return (size - emuq_ring_used(size, head, tail)) / BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES - 1;
}

static inline bool emuq_put_route_matches(const emuq_put_route_t *route, const void *header)
{
    return (emuq_word(header, EMUQ_WORD_IDS) & EMUQ_TARGET_BITS) == route->entries[0] &&
           emuq_put_route_counts(route, header) && route->to != NULL &&
           AO_load_acquire(&route->to->settings) == route->settings;
}

/** Delivers a part of a put. @return false: nothing done */
static inline bool emuq_put_route_put(const emuq_put_route_t *route, const void *header, const char *payload,
                                      uint64_t at, uint64_t bytes)
{
    char *target = emuq_put_route_target(route, header, at, bytes);
    if (target == NULL)
        return false;
    emuq_put_route_copy(target, payload, bytes);
    emuq_put_route_subtract(route, bytes);
    emuq_event_notify_light(&route->to->event, EMUQ_EVENT_ALL);
    return true;
}

/** Acquire: pairs with emuq_owner_set(). */
static inline emuq_owner_t emuq_owner_of(const emuq_owner_t *shared)
{
    emuq_owner_t owner = {.space = emuq_pointer_load_acquire(&shared->space),
                          .rank = (int32_t)AO_int_load((const unsigned *)&shared->rank)};
    return owner;
}

#define EMUQ_RANK_DEALLOCATED (-1)

/** In a device, a deallocated FIFO has a space; if it is also disabled, its process may have ended instead
 * (emuq_emulator_revoke()). */
static inline bool emuq_is_deallocated(const emuq_owner_t *shared, bool is_enabled)
{
    emuq_owner_t owner = emuq_owner_of(shared);
    return owner.rank == EMUQ_RANK_DEALLOCATED && (owner.space == NULL || is_enabled);
}

/** Sets the owner; NULL and EMUQ_RANK_DEALLOCATED: none. */
static inline void emuq_owner_set(emuq_owner_t *shared, const emuq_address_space_t *space, int32_t rank)
{
    AO_int_store((unsigned *)&shared->rank, (unsigned)rank);
    emuq_pointer_store_release(&shared->space, space);
}

/** Whether packets are dropped, as the rank has ended. Acquire: pairs with emuq_machine_retire(). */
static inline bool emuq_is_retired(const emuq_rec_t *r)
{
    return AO_int_load_acquire(&r->retired) != 0;
}

/** Invalidates cached routes to a node. Release: pairs with the acquire in fast_path.c. */
static inline void emuq_settings_changed(emuq_mu_node_t *n)
{
    (void)AO_fetch_and_add1_release(&n->settings);
}

/** Outputs in the lower half, inputs in the upper half. */
static inline uint32_t emuq_route_word(const emuq_mu_node_t *n, uint32_t route, bool gi)
{
    const uint64_t *words = gi ? n->dcr.gi_route : n->dcr.coll_route;
    return (uint32_t)(AO_load_acquire(&words[route / 2]) >> (route % 2 ? 0 : 32));
}

/** Class-route bit of a link (0 A-, ... 9 E+). */
static inline uint32_t emuq_link_bit(uint32_t link)
{
    return BGQ_CLASS_LINK_AM >> link;
}

static inline bool emuq_is_participant(uint32_t word)
{
    return (word >> 16 & BGQ_CLASS_INPUT_LINK_LOCAL) != 0;
}

/** Whether a resource of a subgroup was ever allocated. Acquire: pairs with emuq_machine_assign(). */
static inline bool emuq_is_used(const emuq_mu_node_t *n, uint32_t subgroup)
{
    return AO_load_acquire(&n->used[subgroup / 64]) >> (subgroup % 64) & 1;
}

/** Iterates over allocated injection FIFOs; *id starts at 0. Acquire: pairs with the release of the first
 * allocation. @return NULL: end */
static inline emuq_inj_t *emuq_next_inj(emuq_mu_node_t *n, uint32_t *id)
{
    for (; *id < EMUQ_INJ_FIFOS; ++*id)
        if (!emuq_is_used(n, *id / 8))
            *id |= 7;
        else if (emuq_pointer_load_acquire(&n->inj[*id].regs) != NULL)
            return &n->inj[(*id)++];
    return NULL;
}

/** Iterates over enabled injection FIFOs; *id starts at 0. Acquire: pairs with the release that enables.
 * @return NULL: end */
static inline emuq_inj_t *emuq_next_enabled(emuq_mu_node_t *n, uint32_t *id)
{
    for (; *id < EMUQ_INJ_FIFOS; ++*id)
        if (!emuq_is_used(n, *id / 8))
            *id |= 7;
        else if (AO_load_acquire(&n->inj[*id].attributes) & EMUQ_INJ_ENABLED)
            return &n->inj[(*id)++];
    return NULL;
}

/** Node of emuq_destination(), or UINT32_MAX. */
static inline uint32_t emuq_destination_node(const emuq_geometry_t *g, uint32_t word)
{
    uint32_t c[5] = {word >> 24 & 63, word >> 18 & 63, word >> 12 & 63, word >> 6 & 63, word & 63};
    for (int i = 0; i < 5; i++)
        if (c[i] >= g->size[i])
            return UINT32_MAX;
    return emuq_geometry_node(g, c);
}

/* ---- Event counts (unit.c): sums per FIFO and route, moved to the nodes on demand ---- */

/** @return number of packets of a message. @param[out] chunks number of their 32-byte chunks, headers
 * included */
uint64_t emuq_packets(const MUHWI_PacketHeader_t *h, uint64_t length, uint64_t *chunks);
emuq_count_t emuq_received_event(uint32_t type);
emuq_tally_t emuq_tally_of(const MUHWI_PacketHeader_t *header, uint64_t length);
emuq_tally_t emuq_tally(const MUHWI_Descriptor_t *d);
/** Counts a message in its FIFO. Caller holds the claim. */
void emuq_count(emuq_inj_t *f, const emuq_tally_t *tally);
/** Counts a remote or delayed message. @p sign -1: takes back a rejected message. */
void emuq_count_direct(emuq_machine_t *m, uint32_t from, const emuq_tally_t *tally, int sign);
/** Moves a sum to the nodes on its path. */
void emuq_traffic_flush(emuq_machine_t *m, uint32_t from, emuq_traffic_t *t);
/** Adds a changing sum to a copy of the counters. @param counts [nodes] */
void emuq_traffic_snapshot(emuq_machine_t *m, uint32_t from, const emuq_traffic_t *t,
                           emuq_node_counts_t *counts);
/** Flushes all sums of a FIFO. Caller holds the claim. */
void emuq_count_flush(emuq_inj_t *f);
void emuq_count_received(emuq_mu_node_t *n, const MUHWI_PacketHeader_t *h, uint64_t bytes);

#endif /* EMUQ_EMULATOR_UNIT_H */
