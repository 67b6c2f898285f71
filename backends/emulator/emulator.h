/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file emulator.h
 * @brief The emulated Message Units of a partition: state, and what its files offer each other.
 *
 * Reading order: machine.c (life of a partition), doorbell.c (a register was written), inject.c (an injection
 * FIFO runs its descriptors), check.c (what a descriptor may say), then where a message goes: put.c,
 * memory_fifo.c, remote_get.c, collective.c; flow.c (a short cut for messages like the ones before); tree.c
 * and gi.c (class routes), park.c (what a full FIFO does to its senders), elsewhere.c (memory that only
 * another process can reach), engine.c (threads for what nobody else does), wait.c (what waiting costs);
 * device.c (the units as a device that other programs' processes have mapped).
 *
 * Who may change what:
 *  - An injection FIFO is *claimed* by one thread at a time; the claim covers its head, count and free-space
 *    registers and the "claim" members of emuq_inj_t. Nobody waits for a second claim while holding one, and
 *    nobody holds a claim during the copy of a long message.
 *  - A reception FIFO has no owner: senders reserve, write and publish (memory_fifo.c).
 *  - Everything else is a leaf lock: nothing is acquired under it.
 */
#ifndef EMUQ_EMULATOR_H
#define EMUQ_EMULATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "backends/backend.h"
#include "backends/emulator/sync.h"
#include "backends/stamps.h"
#include "base/clock.h"
#include "base/futex.h"
#include "hwi/include/bqc/MU_Addressing.h"
#include "hwi/include/bqc/MU_Fifo.h"
#include "hwi/include/bqc/classroute.h"

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
    volatile AO_t start, size_1, head, tail, desc_count, free_space, hole[2];
} emuq_inj_regs_t;

/** Registers of a reception FIFO: one cache line. */
typedef struct emuq_rec_regs {
    volatile AO_t start, size_1, head, tail, hole[4];
} emuq_rec_regs_t;

typedef struct emuq_mu_node emuq_mu_node_t;
typedef struct emuq_inj emuq_inj_t;
typedef struct emuq_rec emuq_rec_t;
typedef struct emuq_tree emuq_tree_t;

/** What may wait for room in a FIFO of some node: an injection FIFO, or a collective. See park.c. */
typedef struct emuq_waiter {
    struct emuq_waiter *next; /**< in the node's list (park_lock of that node), or in a thread's own */
    const void *blocker;      /**< the emuq_rec_t or emuq_inj_t without room; park_lock */
    uint64_t need;            /**< free bytes or slots without which it cannot go on; park_lock */
    emuq_inj_t *inj;          /**< one of these two is set */
    emuq_tree_t *tree;
    bool collected; /**< resumed because its message is complete */
    /** Whether another process is bringing the message to its memory; belongs to whom the waiter belongs to.
     */
    enum { EMUQ_HERE, EMUQ_ASKED, EMUQ_ANSWERED, EMUQ_REJECTED } state;
    struct emuq_request *request; /**< made when first needed; see elsewhere.c */
} emuq_waiter_t;

/** A Linux process of the partition, as the Message Units see it. */
typedef struct emuq_member {
    AO_TS_t lock;                /**< leaf; guards the three below */
    emuq_waiter_t *first, *last; /**< what others want done here; linked by next */
    bool ended;
    volatile AO_t poked;    /**< 1: the kernel of that process wants to be called */
    volatile unsigned bell; /**< the engines sleep on it; advanced after anything is queued for them */
    volatile AO_t asleep;   /**< engines that sleep, or are about to */
    /* For describe.c: what a thread of the process polls without success, and when it did so last. */
    volatile AO_t polled, polled_ns;
} emuq_member_t;

/** Attributes of an injection FIFO, in emuq_inj_t::attributes. */
enum { EMUQ_INJ_ENABLED = 1, EMUQ_INJ_RGET = 2, EMUQ_INJ_SYSTEM = 4 };

/** Why the head descriptor cannot go on now, in emuq_inj_t::hold. */
enum {
    EMUQ_HOLD_BUSY = 1,    /**< a thread moves it with the claim released */
    EMUQ_HOLD_PARKED = 2,  /**< it waits for room, or for a collective */
    EMUQ_HOLD_STOPPED = 4, /**< it was refused; until the FIFO is enabled again */
    EMUQ_HOLD_RESUMED = 8  /**< room came while it was busy parking: it must try again */
};

/** Messages of one kind to one destination that have not been added to the counters yet (counters.c). */
typedef struct emuq_traffic {
    uint64_t key; /**< header bytes that decide path and kind */
    uint64_t messages, packets, chunks;
} emuq_traffic_t;

/** The known way of direct puts of one kind to one node; see put.h. */
typedef struct emuq_put_way {
    emuq_mu_node_t *to;           /**< NULL: nothing is known */
    AO_t settings;                /**< of that node, when the way was found */
    uint64_t entries[2];          /**< header bits that name the table entries of target and counter ... */
    const volatile AO_t *base[2]; /**< ... which are these */
    uint64_t counter_offset, counter_base; /**< these two give ... */
    volatile AO_t *counter;                /**< ... this counter */
    emuq_range_t target;                   /**< around the target of the put for which the way was found */
} emuq_put_way_t;

/** What is known of messages of one kind to one place, after one of them has been found good and has been
 * delivered: everything that check, route and the look at the destination's resources would say (flow.c). */
typedef struct emuq_flow {
    enum { EMUQ_UNKNOWN, EMUQ_FLOW_PUT, EMUQ_FLOW_PACKET, EMUQ_FLOW_CONTRIBUTION } what;
    uint32_t most;               /**< bytes of the longest message that has a short way */
    uint64_t kind[3];            /**< the parts of a descriptor that decide it */
    emuq_range_t source;         /**< around the last payload */
    emuq_traffic_t traffic;      /**< not added to the counters yet */
    const volatile void *polled; /**< what others look at, to be fetched before it is written; NULL: later */
    emuq_mu_node_t *to;          /**< packet, contribution: whose settings ... */
    AO_t settings;               /**< ... were these */
    union {
        emuq_put_way_t put;
        struct {
            emuq_rec_t *rec;
            emuq_range_t memory; /**< of the FIFO */
        } packet;
        emuq_tree_t *tree; /**< contribution: of its class route */
    } way;
} emuq_flow_t;

/** A descriptor as it was when its message began. Programs that have mapped a device may change the one in
 * their memory while it is worked on, and what has been checked must be what is done. Under the claim, as the
 * other members of the FIFO. */
typedef struct emuq_descriptor_copy {
    MUHWI_Descriptor_t descriptor;
    AO_t head; /**< where it is in the FIFO */
    bool is_valid;
} emuq_descriptor_copy_t;

#define EMUQ_FLOWS 8 /**< kinds of messages that an injection FIFO remembers */

/** An injection FIFO, without its registers. */
struct emuq_inj {
    volatile AO_t claim;      /**< 0 free, 1 claimed, 2 claimed and to be run again; sync: claim.c rules */
    volatile AO_t attributes; /**< EMUQ_INJ_*: fetch-or/and by DCR and enable writes; acquire by the runner */
    emuq_inj_regs_t *regs;
    emuq_mu_node_t *node;
    const emuq_address_space_t *_Atomic space; /**< set at allocation, before the FIFO is enabled */
    _Atomic int32_t rank;
    uint32_t id; /**< 0..543 */

    /* Under the claim (or EMUQ_HOLD_BUSY, which passes the claim's rights to one thread): */
    volatile AO_t hold; /**< EMUQ_HOLD_*; scans read it without the claim, as a hint */
    uint32_t hop;       /**< deposit: nodes of the line already served */
    uint64_t sent;      /**< bytes of the head message that have been delivered (to the node at hop) */
    uint64_t fetched;   /**< value of the atomic load that is the payload */
    bool has_fetched;   /**< the atomic load has been done */
    bool collected;     /**< the head message is complete; the descriptor is not needed any more */
    bool at_rest;       /**< the five above are zero, and no process has been asked for the head message */
    uint64_t start, size_1;       /**< registers that were found sound, for memory ... */
    char *memory;                 /**< ... that every process sees here; NULL: none yet, or a device's */
    const volatile AO_t *disable; /**< the register that stops it */
    emuq_traffic_t traffic;

    AO_TS_t arrive;          /**< remote-get FIFO: orders arrivals and the free-space register; leaf */
    volatile AO_t waiting;   /**< senders parked for room here; see park.c */
    emuq_waiter_t waiter;    /**< this FIFO in another node's list */
    volatile AO_t listed;    /**< 1: in some thread's list of FIFOs to run, or in the engine queue */
    emuq_inj_t *next_listed; /**< owned by that list */

    emuq_flow_t flow[EMUQ_FLOWS]; /**< under the claim */
    emuq_descriptor_copy_t *copy; /**< NULL: the unit is no device */
};

/** A reception FIFO, without its registers. Reserve and commit hold (generation << 32 | byte offset). Senders
 * write the first cache line for every packet, so what the receiver looks at when it moves the head is in the
 * second. */
struct emuq_rec {
    volatile AO_t reserve; /**< end of the reserved space; compare-and-swap by senders */
    volatile AO_t commit;  /**< end of the published space; release by the sender whose turn it is */
    volatile AO_t
        seen_head; /**< the head register when a sender last needed it: senders do not wait for its cache line
                        while there is room in front of it; release and acquire among them */
    volatile AO_t waiting __attribute__((aligned(64))); /**< senders parked for room here */
    volatile AO_t enabled;                              /**< DCR */
    volatile AO_t system;                               /**< DCR */
    emuq_rec_regs_t *regs;
    const emuq_address_space_t *_Atomic space;
    _Atomic int32_t rank;
    uint32_t id; /**< 0..271 */
};

/** Whose a base-address-table entry is. */
typedef struct emuq_bat {
    const emuq_address_space_t *_Atomic space;
    _Atomic int32_t rank;
} emuq_bat_t;

/** Device control registers of a node (hwi-registers section 6). Written by kernel calls, one at a time. */
typedef struct emuq_dcrs {
    volatile AO_t inj_threshold_enable[EMUQ_GROUPS], inj_system[EMUQ_GROUPS], inj_rget[EMUQ_GROUPS];
    volatile AO_t inj_threshold, rget_threshold;
    volatile AO_t rec_enabled[EMUQ_GROUPS], rec_threshold_enable[EMUQ_GROUPS],
        rec_arrival_enable[EMUQ_GROUPS];
    volatile AO_t rec_system[EMUQ_GROUPS], rec_threshold;
    volatile AO_t bat_mode[2], gi_system, gi_interrupt_enable, gea[3];
    volatile AO_t coll_route[EMUQ_ROUTES / 2], gi_route[EMUQ_ROUTES / 2];
    volatile AO_t checksum[16];
} emuq_dcrs_t;

/** A Message Unit. */
struct emuq_mu_node {
    emuq_machine_t *machine;
    uint32_t number;
    char *registers; /**< the register file */

    volatile AO_t settings; /**< advanced (release) after every change of a DCR or of a resource's owner */
    /* What pollers of this node sleep on; see wait.c. */
    volatile AO_t sleepers; /**< 1: a thread may sleep on event; set by it, cleared by who wakes it */
    volatile unsigned int event;

    /* Class routes in use; see tree.c. Written under the machine's tree lock. */
    volatile AO_t coll_tree[EMUQ_ROUTES], gi_tree[EMUQ_ROUTES]; /**< emuq_tree_t *, 0 = to be found */
    uint32_t coll_index[EMUQ_ROUTES];                           /**< participant number in coll_tree */
    volatile AO_t gi_contribution[EMUQ_ROUTES];                 /**< what gi_tree counts; its lock */

    AO_TS_t park_lock;        /**< guards parked */
    emuq_waiter_t *parked;    /**< all that wait for room in a FIFO of this node, oldest first */
    volatile AO_t parked_now; /**< their number, for the engines' eyes */

    volatile AO_t ready[2]; /**< bit per subgroup: its page of shared registers is in reset state, or used */
    volatile AO_t used[2];  /**< bit per subgroup: some resource of it is allocated */
    AO_TS_t scan_lock;      /**< taken by the one scan that acts on control words; others pass by */
    AO_TS_t control_lock;   /**< serialises the reset of pages, enable, disable and interrupt-clear writes */
    emuq_dcrs_t dcr;

    volatile AO_t count[EMUQ_COUNT_MU_PUT_PACKETS_RECEIVED + 1];
    volatile AO_t chunks_sent[EMUQ_LINKS][EMUQ_VCS], packets_received[EMUQ_LINKS][EMUQ_VCS];

    emuq_bat_t bat[EMUQ_BATS];
    emuq_rec_t rec[EMUQ_REC_FIFOS];
    emuq_inj_t inj[EMUQ_INJ_FIFOS];
};

struct emuq_machine {
    emuq_geometry_t geometry;
    uint32_t nodes;
    uintptr_t base;  /**< first byte of the register files */
    uint64_t bytes;  /**< of all register files */
    int template_fd; /**< image of a register file after reset */
    emuq_mu_node_t *node;
    emuq_arena_t *arena;     /**< holds everything that hangs on the machine, and the machine */
    bool is_shared;          /**< by several Linux processes */
    volatile AO_t is_halted; /**< injection FIFOs cannot be enabled any more */
    emuq_descriptor_copy_t
        *copies; /**< [nodes * EMUQ_INJ_FIFOS] of a device, whose register files are not its own; else NULL */
    emuq_member_t *member; /**< [members] */
    uint32_t members;
    uint64_t inline_bytes;
    uint32_t spins, yields; /**< polls before a thread yields, and yields before it sleeps */
    bool may_sleep;
    pthread_mutex_t tree_lock; /**< class routes and their trees */
    emuq_tree_t *trees;        /**< all trees ever made; tree_lock */
    uint32_t *mark, epoch;     /**< nodes seen by the search for a tree; tree_lock */
    emuq_waiter_t *treeless;   /**< contributions to routes that are not complete yet; tree_lock */
};

/** The machine in force, for the hooks; set while no other thread uses a register. */
extern emuq_machine_t *emuq_the_machine;
/** The kernel of this Linux process. */
extern emuq_kernel_callbacks_t emuq_the_kernel;
/** Node of the calling thread, UINT32_MAX for none (kernel, engines). */
extern __thread uint32_t emuq_my_node;

/** What became of a message. */
typedef enum emuq_outcome {
    EMUQ_DONE,     /**< handed over; the descriptor is complete */
    EMUQ_PARKED,   /**< waits; somebody resumes the FIFO */
    EMUQ_REFUSED,  /**< a software error, recorded by emuq_refuse() */
    EMUQ_ELSEWHERE /**< nothing done: another process has the memory; see emuq_elsewhere() */
} emuq_outcome_t;

/* machine.c */
/** Writes the reset state of a register file. */
void emuq_reset_registers(char *file);
/** Makes a partition: see emuq_backend_t::open. @param registers the register files, which stay their owner's
 *  and have been reset; NULL: to be made. */
int emuq_machine_open(const emuq_geometry_t *geometry, emuq_arena_t *arena, uint32_t members, char *registers,
                      emuq_machine_t **machine);
static inline volatile AO_t *emuq_reg(const emuq_mu_node_t *n, uint32_t subgroup, uint32_t offset)
{
    return (volatile AO_t *)(n->registers + (size_t)(subgroup >> 2) * 0x10000 + (subgroup & 3) * 0x1000u +
                             offset);
}
/** Address of a register as the user of the node sees it, for messages. */
uint64_t emuq_register_address(const emuq_mu_node_t *n, const volatile void *reg);

/* doorbell.c */
void emuq_doorbell(volatile uint64_t *reg, uint64_t value);
/** Acts on the group's enable word, and clears it. */
void emuq_control_enable(emuq_mu_node_t *n, uint32_t group, uint64_t bits, bool enable);
/** Acts on the registers of a FIFO as if each had just been stored to by the kernel. */
void emuq_control_flush(emuq_mu_node_t *n, uint32_t subgroup);
/** Looks for registers that were stored to without a doorbell. @return whether there was one. */
bool emuq_scan_node(emuq_mu_node_t *n);

/* inject.c */
/** Runs the FIFO in the calling thread, waiting for the claim: its registers are exact afterwards. */
void emuq_inj_run(emuq_inj_t *f);
/** Engine threads: the same with long messages allowed, without waiting. */
void emuq_inj_run_long(emuq_inj_t *f);
/** Has the FIFO run by emuq_inj_drain(), or by whoever holds the claim. */
void emuq_inj_kick(emuq_inj_t *f);
/** Has a waiter that is on no list any more go on in emuq_inj_drain(). */
void emuq_resume_later(emuq_waiter_t *w);
/** Goes on with a waiter at once. */
void emuq_resume(emuq_waiter_t *w);
/** Runs everything that was kicked and resumed by this thread. Called with no claim and no lock held. */
void emuq_inj_drain(void);
void emuq_claim(emuq_inj_t *f);
/** The head descriptor is done, or not the one that it was. Under the claim. */
static inline void emuq_copy_forget(emuq_inj_t *f)
{
    if (f->copy != NULL)
        f->copy->is_valid = false;
}
void emuq_unclaim(emuq_inj_t *f);

/* flow.c */
/** Sends messages of known kinds for as long as nothing is in the way. Under the claim, and only while the
 * FIFO is at rest, is enabled and belongs to users.
 *  @param others  set if others may go on now, or a refusal may have to be reported
 *  @return whether the FIFO is empty now and its registers are exact */
bool emuq_flow_run(emuq_inj_t *f, bool *others);
/** Sends a message if it is of a known kind. Under the claim, and only while the FIFO is at rest.
 *  @return false if nothing has been done */
bool emuq_flow_send(emuq_inj_t *f, const MUHWI_Descriptor_t *d);
/** Describes a message that has passed all checks, before it is delivered: afterwards the memory of its
 *  descriptor may be gone.
 *  @param to    destination of a point-to-point message
 *  @param tree  of the class route of a collective; NULL otherwise */
void emuq_flow_describe(const emuq_inj_t *f, const MUHWI_Descriptor_t *d, emuq_mu_node_t *to,
                        emuq_tree_t *tree, emuq_flow_t *flow);
/** Remembers what has been described, after the message has been delivered. Under the claim. */
void emuq_flow_learn(emuq_inj_t *f, const emuq_flow_t *flow);

/* check.c, error.c */
/** Checks a descriptor against the rules of hwi-descriptor section 6 and hwi-packet-headers section 7.
 *  @return NULL, or what is wrong; *advice says what to do. */
const char *emuq_check_descriptor(const MUHWI_Descriptor_t *d, bool system_fifo, const char **advice);
/** Remembers a software error of the running descriptor. @return EMUQ_REFUSED. */
emuq_outcome_t emuq_refuse(const char *advice, const char *format, ...) __attribute__((format(printf, 2, 3)));
/** Takes back what emuq_refuse() remembered, as text. */
void emuq_unrefuse(char *what, size_t what_bytes, char *advice, size_t advice_bytes);
/** Adds the FIFO and the descriptor to what emuq_refuse() remembered. */
void emuq_refused_by(const emuq_inj_t *f, const MUHWI_Descriptor_t *d);
/** Reports what has been refused since the last call, if anything. Called with no claim and no lock held. */
void emuq_report_refused(void);
/** Reports a bad register access. */
void emuq_report_register(emuq_mu_node_t *n, const volatile void *reg, int32_t rank, const char *what,
                          const char *advice);

/* route.c */
/** Node next to @p node on link @p link (0 A-, 1 A+, ... 9 E+), or UINT32_MAX off a mesh. */
uint32_t emuq_neighbour(const emuq_geometry_t *g, uint32_t node, uint32_t link);
/** Direction (+1, -1, 0) in dimension @p d from @p src to @p dst: by hints (byte 1 << 8 | byte 2) or the
 *  shorter way. @p error is set when the hints do not lead there. */
int emuq_direction(const emuq_geometry_t *g, uint32_t src, uint32_t dst, int d, uint32_t hints,
                   const char **error);
/** Checks that @p hints lead from @p src to @p dst. @return NULL, or what is wrong. */
const char *emuq_route_check(const emuq_geometry_t *g, uint32_t src, uint32_t dst, uint32_t hints);
/** The @p k-th node (0 = first after the source) on the deposit line; *count gets the length of the line.
 *  @return UINT32_MAX and *error if it is no line. */
uint32_t emuq_line_node(const emuq_geometry_t *g, uint32_t src, uint32_t dst, uint32_t hints, uint32_t k,
                        uint32_t *count, const char **error);

/** A message on its way: the template header, where its bytes are, and how far it has come. */
typedef struct emuq_message {
    const MUHWI_PacketHeader_t *header;
    const char *payload; /**< byte number @c base of the message, in the sender's memory */
    uint64_t base;       /**< 0, or where the piece of a collective begins */
    uint64_t length;     /**< of the whole message */
    uint64_t *sent;      /**< progress; kept while the message is parked */
    emuq_waiter_t *waiter;
    bool interrupt; /**< interrupt on arrival of the last packet */
    bool system;    /**< on a system virtual channel */
    const MUHWI_Descriptor_t
        *descriptor; /**< if the message is complete when its last byte has been delivered */
} emuq_message_t;

/* put.c, memory_fifo.c, remote_get.c: bring bytes [*sent, end) of a message to a node. */
emuq_outcome_t emuq_put(emuq_mu_node_t *to, const emuq_message_t *m, uint64_t end);
emuq_outcome_t emuq_memory_fifo(emuq_mu_node_t *to, const emuq_message_t *m, uint64_t end);
/** A message of one packet that asks for no interrupt, to a FIFO that has taken such messages before.
 *  @param memory the FIFO's memory: what its registers said
 *  @param words  the header, in 8-byte words
 *  @return false: nothing has been done, because there is no room, or no short way */
bool emuq_memory_fifo_packet(emuq_rec_t *r, const emuq_range_t *memory, const uint64_t words[4],
                             const char *payload, uint64_t bytes);
emuq_outcome_t emuq_remote_get(emuq_mu_node_t *to, const emuq_message_t *m, uint64_t end);
emuq_outcome_t emuq_deliver_here(emuq_mu_node_t *to, const emuq_message_t *m, uint64_t end);

/* elsewhere.c */
/** Brings bytes [*sent, end) of a message to a node, with the help of another process if need be. */
emuq_outcome_t emuq_deliver(emuq_mu_node_t *to, const emuq_message_t *m, uint64_t end);
/** What a failed translation means: EMUQ_ELSEWHERE, or EMUQ_REFUSED with a reason if the process has ended,
 * or EMUQ_DONE if it is the caller's own: the range is in no window. */
emuq_outcome_t emuq_elsewhere(const emuq_address_space_t *space, int32_t rank);
/** Has the process that owns the FIFO go on with it. @return EMUQ_PARKED or EMUQ_REFUSED. */
emuq_outcome_t emuq_hand_over(emuq_inj_t *f);
/** Engine: does what another process has asked for. */
void emuq_serve(emuq_waiter_t *w);
/** The process has ended: whatever others still ask of it is refused. */
void emuq_serve_no_more(emuq_machine_t *m, uint32_t member);
/** Bytes that every process sees: the same if they are so already, or a copy in the waiter's staging memory.
 * NULL without memory. */
const char *emuq_stage(emuq_machine_t *m, emuq_waiter_t *w, const char *data, uint64_t bytes);
/** Client changed start, size or tail of a reception FIFO. */
void emuq_rec_reset(emuq_rec_t *r);
/** Free bytes of a reception FIFO, free slots of a remote-get FIFO, as far as reserved. */
uint64_t emuq_rec_room(const emuq_rec_t *r);
uint64_t emuq_rget_room(const emuq_inj_t *f);

/* park.c */
/** Puts a waiter on the node's list; it is resumed when the blocker has @p need free bytes (reception FIFO)
 * or slots (remote-get FIFO). The waiter belongs to whoever resumes it from then on. */
void emuq_park(emuq_mu_node_t *to, emuq_waiter_t *w, const void *blocker, volatile AO_t *waiting,
               uint64_t need);
/** The blocker has room: lets its waiters try again. */
void emuq_unpark(emuq_mu_node_t *to, const void *blocker, volatile AO_t *waiting);
/** A process has ended: those who wait for room in its FIFOs of the node try again, and find that out. */
void emuq_unpark_ended(emuq_mu_node_t *to, uint32_t member);
/** Looks for waiters whose wakeup was missed. */
void emuq_unpark_all(emuq_mu_node_t *to);

/* tree.c, gi.c, collective.c (see tree.h) */
void emuq_tree_route_changed(emuq_mu_node_t *n, uint32_t route, bool gi);
uint32_t emuq_route_word(const emuq_mu_node_t *n, uint32_t route, bool gi);
void emuq_gi_update(emuq_mu_node_t *n, uint32_t route);
/** Takes back a store to a control or status register that was refused. */
void emuq_gi_restore(emuq_mu_node_t *n, uint32_t route);
emuq_outcome_t emuq_contribute(emuq_inj_t *f, const MUHWI_Descriptor_t *d, const char *payload,
                               uint64_t length);
/** A contribution of a known kind that is buffered. @return false: nothing has been done. */
bool emuq_contribute_short(emuq_inj_t *f, emuq_tree_t *t, const MUHWI_Descriptor_t *d, const char *payload,
                           uint64_t length);
void emuq_collective_resume(emuq_tree_t *t);

/* operate.c */
/** dst = dst op src for @p bytes bytes; op as in header byte 1 (hwi-packet-headers section 3). */
void emuq_combine(uint8_t op, uint32_t word_bytes, void *dst, const void *src, uint64_t bytes);
/** NaNs become the standard signalling NaN. */
void emuq_normalise(void *data, uint64_t bytes);

/* interrupt.c */
void emuq_raise(emuq_mu_node_t *n, uint32_t group, uint64_t bits);
void emuq_raise_arrival(emuq_mu_node_t *n, uint32_t rec_id);
/** Whether a reception FIFO's threshold interrupt is enabled. */
bool emuq_has_rec_threshold(const emuq_mu_node_t *n, uint32_t rec_id);
void emuq_rec_threshold(emuq_mu_node_t *n, uint32_t rec_id, uint64_t free_before, uint64_t free_after);
/** Whether an injection FIFO's threshold interrupt is enabled. */
static inline bool emuq_has_inj_threshold(const emuq_mu_node_t *n, uint32_t inj_id)
{
    return AO_load(&n->dcr.inj_threshold_enable[inj_id / 32]) >> (31 - inj_id % 32) & 1;
}
void emuq_inj_threshold(emuq_mu_node_t *n, uint32_t inj_id, bool rget, uint64_t before, uint64_t after);

/* dcr.c */
void emuq_dcr_reset(emuq_mu_node_t *n);
int emuq_dcr_read(emuq_machine_t *m, uint32_t node, uint32_t dcr, uint64_t *value);
int emuq_dcr_write(emuq_machine_t *m, uint32_t node, uint32_t dcr, uint64_t value);

/* counters.c */
/** What a message adds to the counters. Taken from its descriptor before it is delivered: afterwards the
 * FIFO's memory may be gone. */
typedef struct emuq_tally {
    uint64_t key; /**< as in emuq_traffic_t */
    uint64_t packets, chunks;
} emuq_tally_t;
emuq_tally_t emuq_tally(const MUHWI_Descriptor_t *d);
/** Counts a message of the FIFO; under the claim. */
void emuq_count(emuq_inj_t *f, const emuq_tally_t *tally);
/** Adds what a sum holds to the counters of the nodes, and empties it. */
void emuq_traffic_flush(emuq_machine_t *m, uint32_t from, emuq_traffic_t *t);
int emuq_count_read(emuq_machine_t *m, uint32_t node, emuq_count_t event, uint32_t link, uint32_t vc,
                    uint64_t *value);
/** Adds the FIFO's sum to the counters of the nodes; under the claim. */
void emuq_count_flush(emuq_inj_t *f);
/** Counts packets of a collective that a node has received. */
void emuq_count_received(emuq_mu_node_t *n, const MUHWI_PacketHeader_t *h, uint64_t bytes);
/** Number of packets, and of 32-byte chunks including headers, of a message. */
uint64_t emuq_packets(const MUHWI_PacketHeader_t *h, uint64_t length, uint64_t *chunks);

/* describe.c */
size_t emuq_describe(emuq_machine_t *m, uint32_t node, uint32_t member, int32_t rank, char *text,
                     size_t bytes);

/* wait.c */
void emuq_wait_open(const emuq_machine_t *m);
void emuq_idle(const volatile uint64_t *reg, uint64_t seen);
/** Something that threads of the node may be waiting for has changed. */
static inline void emuq_wake(emuq_mu_node_t *n);
void emuq_wake_sleepers(emuq_mu_node_t *n);
static inline void emuq_wake(emuq_mu_node_t *n)
{
    if (__builtin_expect(AO_load(&n->sleepers) != 0, 0))
        emuq_wake_sleepers(n);
}

/* engine.c */
/** Starts the engines of this process; they look after the nodes [first, first + count). */
int emuq_engines_start(emuq_machine_t *m, uint32_t first, uint32_t count);
void emuq_engines_stop(emuq_machine_t *m);
/** Wakes an engine of a process: something has been queued for it. */
void emuq_ring(emuq_member_t *member);
/** Queues a FIFO for the engine threads. @return false if there are none. */
bool emuq_engine_queue(emuq_inj_t *f);
/** Queues a FIFO if an engine has a core to itself and would begin at once. @return false if not: the caller
 * had better do the work. */
bool emuq_engine_offer(emuq_inj_t *f);

#endif /* EMUQ_EMULATOR_H */
