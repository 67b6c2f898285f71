/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file layout.h
 * @brief The state of the emulated Message Units of a partition, all of it in the arena.
 *
 * Who may change what:
 *  - An injection FIFO is *claimed* by one thread at a time. The claim covers the head, count and free-space
 * registers and the members of emuq_inj_t that say so. No thread waits for a second claim while it holds one.
 * The claim is not held during the copy of a long point-to-point message: EMUQ_HOLD_BUSY passes its rights to
 * the copying thread.
 *  - A reception FIFO has no owner: senders reserve, write and publish (packet_fifo.c).
 *  - The other locks are leaf locks, with two exceptions: a tree's lock may be taken under the machine's
 * tree_lock, and that of a mailbox under a tree's.
 *  - No callback of the kernel runs under a claim or a lock: see work.h.
 */
#ifndef EMUQ_EMULATOR_LAYOUT_H
#define EMUQ_EMULATOR_LAYOUT_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "backends/address_space.h"
#include "backends/arena.h"
#include "backends/backend.h"
#include "base/atomic.h"
#include "base/lock.h"
#include "base/test_point.h"
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
#define EMUQ_INJ_FIFOS BGQ_MU_NUM_INJ_FIFOS
#define EMUQ_REC_FIFOS BGQ_MU_NUM_REC_FIFOS
#define EMUQ_BATS      (EMUQ_SUBGROUPS * BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP)
#define EMUQ_GROUPS    BGQ_MU_NUM_FIFO_GROUPS
#define EMUQ_ROUTES    BGQ_COLL_CLASS_MAX_CLASSROUTES
#define EMUQ_PA_MASK   UINT64_C(0x1fffffffff) /**< 37 significant bits of an MU address */
#define EMUQ_ATOMIC    MUHWI_ATOMIC_ADDRESS_INDICATOR
#define EMUQ_VCS       7
#define EMUQ_LINKS     10

/* Byte offsets in a subgroup's register page (hwi-registers section 3). */
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

/** Registers of an injection FIFO: one cache line. */
typedef struct emuq_inj_regs {
    volatile uint64_t start, size_1, head, tail, desc_count, free_space, hole[2];
} emuq_inj_regs_t;

/** Registers of a reception FIFO: one cache line. */
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
typedef struct emuq_blocker emuq_blocker_t;
typedef struct emuq_request emuq_request_t;

/** What waits: for room in a FIFO (park.h), for another process (delegate.h), for a collective (collective.h)
 * or for a class route (tree.h). A waiter is in one place at a time; who takes it off a list owns it. */
typedef struct emuq_waiter {
    struct emuq_waiter
        *next;        /**< in a list of the emulator's own: a work, a queue of contributions, routeless */
    emuq_link_t link; /**< in a mailbox */
    emuq_waiting_t waiting;     /**< in the wait list of a FIFO */
    emuq_blocker_t *blocker;    /**< the FIFO whose room it waits for, NULL: it waits for something else */
    emuq_blocker_t *taken_from; /**< the FIFO for whose room it waited last, until its message is complete */
    emuq_inj_t *inj;            /**< an injection FIFO waits, or ... */
    emuq_tree_t *tree;          /**< ... the collective that this tree runs; neither: flies, or see far.h */
    bool collected;             /**< resumed because its message is complete */
    bool flies;                 /**< it is that of a message that is late on purpose; see late_queue.h */
    /** Whether another process is asked to deliver the message, or something is to be told to other hosts;
     * passes with the waiter. */
    enum {
        EMUQ_LOCAL,
        EMUQ_REQUESTED,
        EMUQ_COMPLETED,
        EMUQ_REJECTED,
        EMUQ_TOLD,
        EMUQ_POSTED,
        EMUQ_LEVEL
    } state;
    emuq_request_t *request; /**< made when first needed; see delivery.c */
} emuq_waiter_t;

/** The waiters for room in one FIFO; see park.h. */
struct emuq_blocker {
    emuq_wait_list_t list;
    emuq_blocker_t *next; /**< in the node's list of FIFOs with waiters; park_lock */
    bool is_listed;       /**< whether it is in that list; park_lock */
    emuq_rec_t *rec;      /**< whose waiters they are: a reception FIFO, or ... */
    emuq_inj_t *inj;      /**< ... a remote-get FIFO. Constant after the first allocation. */
};

/** A Linux process of the partition, as the Message Units see it. */
typedef struct emuq_member {
    emuq_mailbox_t box;      /**< requests of other processes; closed when the process ends */
    emuq_event_count_t bell; /**< the engines sleep on it; notified after anything is queued for them */
    /** The host engine announces itself to the bell, and sleeps in ppoll(2): who rings sends this thread a
     * signal. 0: none. Stored before it announces itself for the first time. */
    int32_t process, thread;
    uint64_t poked; /**< 1: the kernel of that process wants to be called; set by any process, taken by an
                       engine */
    /** For descriptions: what a thread of the process polls without success, and when it did so last. */
    uint64_t polled, polled_ns;
} emuq_member_t;

/** Attributes of an injection FIFO, in emuq_inj_t::attributes. */
enum { EMUQ_INJ_ENABLED = 1, EMUQ_INJ_RGET = 2, EMUQ_INJ_SYSTEM = 4 };

/** Why the head descriptor cannot go on now, in emuq_inj_t::hold. */
enum {
    EMUQ_HOLD_BUSY = 1,    /**< a thread moves it with the claim released */
    EMUQ_HOLD_PARKED = 2,  /**< it waits; see emuq_waiter_t */
    EMUQ_HOLD_STOPPED = 4, /**< it was refused; until the FIFO is enabled again */
    EMUQ_HOLD_RESUMED = 8  /**< room came while it was busy parking: it must try again */
};

/** Messages of one kind to one destination that have not been added to the counters yet (count.h). */
typedef struct emuq_traffic {
    uint64_t key; /**< header bytes that decide path and kind */
    uint64_t messages, packets, chunks;
} emuq_traffic_t;

/** Where direct puts of one kind to one node go; see put_route.h. */
typedef struct emuq_put_route {
    emuq_mu_node_t *to;  /**< NULL: nothing is known */
    uint64_t settings;   /**< of that node, when the route was found */
    uint64_t entries[2]; /**< header bits that name the table entries of target and counter ... */
    const volatile uint64_t *base[2];      /**< ... which are these */
    uint64_t counter_offset, counter_base; /**< these two give ... */
    uint64_t *counter;                     /**< ... this counter */
    emuq_range_t target;                   /**< around the target of the put for which the route was found */
} emuq_put_route_t;

/** Where contributions to collectives go. */
typedef struct emuq_contribution_route {
    emuq_tree_t *tree;           /**< of the class route */
    emuq_contributions_t *queue; /**< of all inputs; both are memory of a tree for ever */
    uint32_t inputs, input;      /**< of the tree; this node's number among them */
} emuq_contribution_route_t;

/** What is known of messages of one kind to one place after one of them has passed all checks and has been
 * delivered; see fast_path.h. */
typedef struct emuq_cached_route {
    enum { EMUQ_UNKNOWN, EMUQ_ROUTE_PUT, EMUQ_ROUTE_PACKET, EMUQ_ROUTE_GET, EMUQ_ROUTE_CONTRIBUTION } what;
    uint32_t most;          /**< bytes of the longest message that takes the fast path */
    uint64_t kind[3];       /**< the parts of a descriptor that decide it */
    emuq_range_t source;    /**< around the last payload */
    emuq_owner_offset_t own;         /**< where its process sees that */
    emuq_traffic_t traffic; /**< not added to the counters yet */
    const volatile void
        *polled;        /**< the line that the receiver polls, prefetched before it is written; or NULL */
    emuq_mu_node_t *to; /**< NULL: the entry is unused; or the node whose settings ... */
    uint64_t settings;  /**< ... were these */
    union {
        emuq_put_route_t put;
        struct {
            emuq_rec_t *rec;
            emuq_range_t memory; /**< of the FIFO */
            uint64_t end;        /**< position behind the last packet that took this route; for records */
        } packet;
        struct {
            emuq_inj_t *inj;
            emuq_range_t memory; /**< of the FIFO */
        } get;
        emuq_contribution_route_t contribution;
    } way;
} emuq_cached_route_t;

/** Whose a resource is: addresses are read in @c space. Written by the kernel, one call at a time (release);
 * read by emuq_owner_of() (acquire). */
typedef struct emuq_owner {
    const emuq_address_space_t *space; /**< NULL: the resource is not allocated */
    int32_t rank;
} emuq_owner_t;

/** The head message of an injection FIFO from when its descriptor has been fetched until it is complete. It
 * goes on as it began, whatever happens to the FIFO: disabled, initialised anew, deallocated. */
typedef struct emuq_begun {
    bool is_begun;
    bool has_value;    /**< the atomic load that is the payload has been done */
    bool collected;    /**< the message is complete; the descriptor is not needed any more */
    bool was_disabled; /**< the registers may be another message's by now ... */
    bool is_apart;     /**< ... and they are */
    uint32_t hop;      /**< deposit: nodes of the line already served */
    uint64_t sent;     /**< bytes that have been delivered (to the node at hop), or contributed and counted */
    uint64_t value;    /**< of the atomic load */
    MUHWI_Descriptor_t descriptor; /**< as it was; what has been checked is what is done */
    uint64_t head, count;          /**< registers then */
    emuq_owner_t owner;            /**< of the FIFO then: source addresses are its */
} emuq_begun_t;

#define EMUQ_CACHED_ROUTES 8 /**< kinds of messages that an injection FIFO remembers */

/** What an injection FIFO has on its way to other hosts; far_post.h. */
typedef struct emuq_far_window {
    emuq_lock_t lock;       /**< guards the others; leaf */
    uint32_t pieces, bytes; /**< that have not been taken */
    uint64_t posted;        /**< pieces, ever */
    bool is_full;           /**< the FIFO is parked until there is room; read without it as a hint */
} emuq_far_window_t;

/** An injection FIFO, without its registers. */
struct emuq_inj {
    emuq_claim_t claim;
    uint64_t attributes; /**< EMUQ_INJ_*; written by kernel calls and control registers, read with acquire */
    emuq_inj_regs_t *regs;
    emuq_mu_node_t *node;
    uint32_t id;        /**< 0..543; this and the two above are constant after the first allocation */
    emuq_owner_t owner; /**< changes while the FIFO is not enabled */

    /* Under the claim (or EMUQ_HOLD_BUSY, which passes the claim's rights to one thread): */
    uint64_t hold; /**< EMUQ_HOLD_*; scans read it without the claim, as a hint */
    bool is_idle;  /**< hold is 0, and no message has begun */
    emuq_begun_t begun;
    uint64_t start, size_1;           /**< registers that were found valid, for memory ... */
    char *memory;                     /**< ... that every process sees here; NULL: none yet, or a device's */
    emuq_owner_offset_t own;                   /**< where its process sees that */
    const volatile uint64_t *disable; /**< the register that stops it */
    emuq_traffic_t traffic;

    emuq_lock_t arrive; /**< remote-get FIFO: orders arrivals and the free-space register; leaf */
    uint32_t late;      /**< messages on their way that are late on purpose; under the lock of late_queue.c */
    emuq_blocker_t blocker;     /**< remote-get FIFO: senders that wait for room here */
    emuq_waiter_t waiter;       /**< this FIFO, waiting */
    emuq_queued_t scheduled;    /**< in a work, or in an engine queue */
    emuq_inj_t *next_scheduled; /**< owned by that list */
    emuq_far_window_t window;   /**< to other hosts */

    emuq_cached_route_t route[EMUQ_CACHED_ROUTES]; /**< under the claim */
    emuq_cached_route_t *last;                     /**< that a put or a packet has taken. Under the claim */
    uint64_t single; /**< settings of the node when the FIFO had no threshold and its memory was known, if the
                          last message is one for emuq_fast_single(); otherwise 0. Relaxed, stored under the
                          claim */

    uint64_t recorded; /**< number of the last descriptor that is recorded; under the claim */
    uint64_t injected; /**< the last of these that waited then; relaxed, stored under the claim */
};

/** A reception FIFO, without its registers. Senders write the first cache line for every packet, so what the
 * receiver reads when it moves the head is in the second. */
struct emuq_rec {
    emuq_byte_ring_t ring;
    emuq_blocker_t blocker __attribute__((aligned(64))); /**< senders that wait for room here */
    uint64_t enabled;                                    /**< DCR */
    uint64_t system;                                     /**< DCR */
    emuq_rec_regs_t *regs;                               /**< NULL until the first allocation */
    emuq_mu_node_t *node;
    emuq_owner_t owner;
    uint32_t id;      /**< 0..271 */
    uint32_t retired; /**< 1: its rank has ended; see emuq_is_retired() */
    uint64_t taken;   /**< recorded job: position of the head when the program last moved it; 0: to be found.
                           Relaxed; the receiver's, but for emuq_rec_reset() */
};

/** Device control registers of a node (hwi-registers section 6). Written by kernel calls, one at a time
 * (release). */
typedef struct emuq_dcrs {
    uint64_t inj_threshold_enable[EMUQ_GROUPS], inj_system[EMUQ_GROUPS], inj_rget[EMUQ_GROUPS];
    uint64_t inj_threshold, rget_threshold;
    uint64_t rec_enabled[EMUQ_GROUPS], rec_threshold_enable[EMUQ_GROUPS], rec_arrival_enable[EMUQ_GROUPS];
    uint64_t rec_system[EMUQ_GROUPS], rec_threshold;
    uint64_t bat_mode[2], gi_system, gi_interrupt_enable, gea[3];
    uint64_t coll_route[EMUQ_ROUTES / 2], gi_route[EMUQ_ROUTES / 2];
    uint64_t checksum[16];
} emuq_dcrs_t;

/** A Message Unit. */
struct emuq_mu_node {
    emuq_machine_t *machine;
    uint32_t number;
    bool is_here;    /**< on this host; otherwise messages to it go through the host engine (far.h) */
    char *registers; /**< the register file */

    uint64_t settings;        /**< advanced (release) after every change of a DCR or of a resource's owner */
    emuq_event_count_t event; /**< pollers sleep on it (idle_wait.c); notified lightly (wake.h) */
    emuq_event_count_t gi_event; /**< the same for pollers of global-interrupt registers that have no tree */

    /* Class routes in use; see tree.h. Written under the machine's tree lock and the tree's. */
    emuq_tree_t *coll_tree[EMUQ_ROUTES], *gi_tree[EMUQ_ROUTES]; /**< NULL = to be found */
    uint32_t coll_index[EMUQ_ROUTES];                           /**< input of coll_tree; its lock */
    uint64_t gi_contribution[EMUQ_ROUTES];                      /**< what gi_tree counts; its lock */

    /** Several hosts: changes of the node's words, the same number on all hosts; the machine's tree_lock. The
     * level that its rank has gone on with; the lock of gi_tree. */
    uint32_t gi_changes[EMUQ_ROUTES];
    uint64_t gi_gone_on[EMUQ_ROUTES];

    emuq_lock_t park_lock;   /**< guards the list below */
    emuq_blocker_t *blocked; /**< FIFOs with waiters */
    uint64_t parked_now;     /**< number of waiters; a hint for engines */

    uint64_t ready[2];     /**< bit per subgroup: its page of shared registers is in reset state, or used */
    uint64_t used[2];      /**< bit per subgroup: some resource of it is allocated */
    emuq_lock_t scan_lock; /**< taken by the one scan that acts on control words; others pass by */
    emuq_lock_t control_lock; /**< serialises the reset of pages, the enable word and the interrupt status
                                 words, each of which has a copy in four pages */
    emuq_dcrs_t dcr;

    uint64_t dropped; /**< packets for ranks that had ended; relaxed additions of any sender */
    uint32_t napping; /**< threads in emuq_idle_await(); relaxed additions of theirs, a hint for pollers */
    uint64_t count[EMUQ_COUNT_MU_PUT_PACKETS_RECEIVED + 1];
    uint64_t chunks_sent[EMUQ_LINKS][EMUQ_VCS], packets_received[EMUQ_LINKS][EMUQ_VCS];
    uint64_t resent[EMUQ_LINKS]; /**< packets, after bit errors; atomic */

    emuq_owner_t bat[EMUQ_BATS];
    emuq_rec_t rec[EMUQ_REC_FIFOS];
    emuq_inj_t inj[EMUQ_INJ_FIFOS];
};

enum {
    EMUQ_WATCHED_ASLEEP = 1, /**< some may sleep on event counts of nodes; set by them after their
                                announcement, and taken by the thread that wakes all of them */
    EMUQ_WATCHED_ALWAYS = 2  /**< there are interrupts, or pollers elsewhere; stays */
};

struct emuq_machine {
    emuq_geometry_t geometry;
    uint32_t nodes;
    uintptr_t base;  /**< first byte of the register files */
    uint64_t bytes;  /**< of all register files */
    int template_fd; /**< image of a register file after reset */
    emuq_mu_node_t *node;
    emuq_arena_t *arena;      /**< holds everything that hangs on the machine, and the machine */
    bool is_shared;           /**< by several Linux processes */
    uint64_t is_halted;       /**< injection FIFOs cannot be enabled any more */
    bool is_device;           /**< the register files are not its own */
    uint32_t levels_watched;  /**< EMUQ_WATCHED_* bits: threads wait for changes of levels elsewhere than in a
                                 poll of their registers; gi.c tells them */
    bool carries_levels;      /**< changes of global interrupts are carried by a network, or to other hosts */
    struct emuq_timed *timed; /**< of the timed backend; otherwise NULL, and messages take no time */
    struct emuq_faults *faults; /**< on purpose (late_queue.h); otherwise NULL */
    emuq_placement_t placement; /**< hosts 1: all nodes are here */
    uint32_t engine;            /**< member that is the host engine, if there are several hosts */
    emuq_member_t *member;      /**< [members] */
    uint32_t members;
    uint64_t inline_bytes;
    uint32_t spins, yields; /**< polls before a thread yields, and yields before it sleeps */
    bool may_sleep;
    uint32_t share;            /**< ranks that take turns on a core of this machine, rounded down */
    struct emuq_turns *turns;  /**< [EMUQ_TURNS_CORES] the cores of this machine */
    bool is_crowded;           /**< by more ranks than cores */
    uint64_t sleep_ns;         /**< longest sleep of a poll then */
    uint64_t parked_now;       /**< waiters for room on all nodes; a hint */
    pthread_mutex_t tree_lock; /**< class routes and their trees; guards the members below */
    emuq_tree_t *trees;        /**< trees in use */
    emuq_tree_t *given_up;     /**< trees that were given up, to be used again */
    uint32_t *mark, epoch;     /**< nodes seen by the search for a tree */
    uint32_t *found;           /**< [nodes] nodes that the search has found */
    emuq_waiter_t *routeless;  /**< contributions to routes that are not complete yet */
    uint64_t routes_changed;   /**< 1: the contributions above may go on; set and taken under tree_lock, and
                                  read without it as a hint */
};

#endif /* EMUQ_EMULATOR_LAYOUT_H */
