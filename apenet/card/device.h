/* SPDX-License-Identifier: BSD-3-Clause */
/** @file device.h
 * @brief The emulated cards of a partition.
 *
 * A card has no thread. The thread that stores TX_RB_NEXT_PTR runs the ring under its claim and delivers each
 * packet under the lock of the receiver. Without credit (event queue, streaming buffer) the ring is *parked*
 * at the receiver; the thread that frees space runs it. Lock order: claim, card locks by number.
 *
 * Bus addresses: 36 bits of physical memory of the node (private memory by process_vm_readv() and
 * process_vm_writev()); addresses of driver memory; GPU memory from ::APENET_GPU_BUS on.
 *
 * IRQ_STATUS and IRQ_ENABLE are accessed seq_cst: if a bit is set and enabled concurrently, one of both
 * threads sees both. A set bit is not set again: queue entries are written and bits cleared under the card
 * lock, and the ring pointer is stored seq_cst before IRQ_STATUS is loaded.
 */
#ifndef APENET_CARD_DEVICE_H
#define APENET_CARD_DEVICE_H

#include <errno.h>
#include <pthread.h>

#include "apenet/card/tables.h"
#include "apenet/event.h"
#include "apenet/net/health.h"
#include "apenet/net/network.h"
#include "apenet/packet.h"
#include "apenet/registers.h"
#include "apenet/ring.h"
#include "backends/address_space.h"
#include "base/backoff.h"
#include "base/lock.h"
#include "sync/claim.h"
#include "sync/event_count.h"

#define APENET_TABLES   (APENET_PIDS + APENET_GPUS)
#define APENET_GPU_BUS  (UINT64_C(1) << 60) /**< above all pointers */
#define APENET_GPU_BITS 40                  /**< log2 of the bus address range of a GPU */

typedef struct apenet_machine apenet_machine_t;
typedef struct apenet_device apenet_device_t;

/** Guarded by the card lock; counters of the TX block are atomic, guarded by the claim. */
typedef struct apenet_counters {
    uint64_t packets_sent, bytes_sent; /**< without replies to gets */
    uint64_t rejected;
    uint64_t parked;               /**< number of times the ring was parked */
    uint64_t padding[4];           /**< separates the words of different writers */
    uint64_t replies, reply_bytes; /**< replies to remote gets; atomic */
    uint64_t packets_received, bytes_received;
    uint64_t dropped; /**< packets not or only partly written */
    uint64_t events;
    uint64_t pages_added, pages_removed;
    uint64_t tlb_hits, tlb_misses;
} apenet_counters_t;

typedef struct apenet_message {
    struct apenet_message *next;
    uint32_t source;
    uint32_t ends; /**< source and destination process, and table */
    uint64_t address;
    uint32_t bytes;
    uint32_t offset; /**< streaming: received bytes */
    apenet_status_t status;
    uint64_t magic;
    uint32_t owner;
    bool has_buffer;
    bool is_streaming;
} apenet_message_t;

typedef struct apenet_queue {
    apenet_entry_t *entry; /**< NULL: no queue */
    uint32_t size, write, phase;
    uint32_t serial;
} apenet_queue_t;

/** Paths of the TX block. */
typedef enum apenet_tx_mode {
    APENET_TX_DIRECT,  /**< packets are written to the target at once */
    APENET_TX_NO_SLOT, /**< direct; `pending` is of a message before the first descriptor */
    APENET_TX_ABORTED, /**< direct; the rest of a message is dropped after the death of the claim's holder */
    APENET_TX_PACKETS  /**< packets move through the network */
} apenet_tx_mode_t;

/** Guarded by the claim. */
typedef struct apenet_tx {
    emuq_claim_t claim;
    apenet_descriptor_t *ring; /**< NULL: no ring */
    uint32_t size;
    uint16_t serial;
    uint32_t bytes;          /**< bytes sent of the current message */
    uint64_t known;          /**< short messages on the fast path, for tests */
    bool is_long;            /**< atomic; the running thread has sent at least APENET_RUN_LONG packets */
    uint32_t waiting_owners; /**< atomic; threads that wait to take the ring over */
    bool is_done;            /**< the first descriptor is executed, its event not yet written */
    apenet_entry_t pending;
    uint8_t mode;                     /**< ::apenet_tx_mode_t */
    bool is_getting;                  /**< packet mode: the first descriptor is a get without a reply */
    bool is_failed;                   /**< packet mode: a packet of the current message had no path */
    apenet_descriptor_t *direct_ring; /**< `ring`, or NULL in packet mode and while a message is aborted */
    uint64_t begun;   /**< atomic; slot that is executed or was executed last, so of an empty ring
                           the one before the first; packet mode: see transmit_inject() */
    uint32_t aborted; /**< process whose message is aborted */
} apenet_tx_t;

/** A get that waits for replies; packet mode. */
typedef struct apenet_open_get {
    apenet_header_t header; /**< of the request */
    bool is_open;
    apenet_status_t status;
    uint32_t serial;
    uint32_t bytes;
} apenet_open_get_t;

/** A request whose replies are not all injected; packet mode. */
typedef struct apenet_reply {
    struct apenet_reply *next;
    apenet_header_t header;
    apenet_get_request_t request;
    uint32_t at;
    bool is_damaged;
} apenet_reply_t;

typedef struct apenet_gpu_page {
    uint32_t first;
    uint32_t owner; /**< process plus one; 0: free */
} apenet_gpu_page_t;

typedef struct apenet_gpu {
    char *base;     /**< atomic; NULL until the first allocation */
    uint64_t bytes; /**< constant; 0: no such GPU */
    pthread_mutex_t lock;
    apenet_gpu_page_t *page; /**< [bytes / APENET_GPU_PAGE_BYTES]; guarded by `lock` */
} apenet_gpu_t;

/** Watchdog and link registers; packet mode. `health` is guarded by the claim of the node in the network. */
typedef struct apenet_monitor {
    uint64_t stepped; /**< atomic; emuq_host_now_ns() of the last step; stores hold the claim */
    bool has_change;  /**< atomic; the interrupt of a change is not raised yet */
    apenet_health_t health;
} apenet_monitor_t;

struct apenet_device {
    /** Puts TX_RB_NEXT_PTR and EQ_NEXT_PTR into two pairs of cache lines: the sender loads the first at each
     * message, other cards store the second at each event. */
    _Alignas(APENET_PAGE_BYTES) char before_registers[512 - APENET_REG_EQ_ADDR_HI * sizeof(uint32_t)];
    uint32_t reg[APENET_REGISTERS]; /**< atomic */
    apenet_machine_t *machine;
    uint32_t number;
    apenet_address_t address;
    emuq_memory_t *memory;
    char *kernel; /**< driver memory; bus addresses equal addresses */
    uint64_t kernel_bytes;
    emuq_event_count_t wakeup; /**< notified at each event and free ring slot */
    apenet_gpu_t gpu[APENET_GPUS];
    /** Guards the following members; shares a cache line with the state that each event changes. */
    _Alignas(64) emuq_light_mutex_t lock;
    apenet_queue_t queue;
    apenet_message_t *open;
    apenet_message_t *spare;
    uint64_t *parked; /**< [words] bit set of rings that wait for credit here */
    uint32_t parks;
    apenet_table_t table[APENET_TABLES]; /**< tables of processes, then of GPUs */
    apenet_tlb_t tlb;
    _Alignas(64) apenet_counters_t counters;
    _Alignas(64) apenet_tx_t tx;
    /** Packet mode. The list of replies is guarded by the claim of the node in the network. */
    _Alignas(64) apenet_open_get_t get; /**< guarded by the card lock */
    apenet_reply_t *reply, *spare_reply;
    uint16_t reply_serial;
    uint64_t bad_datagrams; /**< of a wrong size; atomic, stored by the thread that receives */
    _Alignas(64) apenet_monitor_t monitor;
};

_Static_assert((offsetof(apenet_device_t, reg[APENET_REG_TX_RB_NEXT_PTR]) ^
                offsetof(apenet_device_t, reg[APENET_REG_EQ_NEXT_PTR])) >= 128,
               "pairs of cache lines");

/** Constant except `pid`. */
struct apenet_machine {
    emuq_arena_t *arena;
    uint32_t size[3];
    uint32_t devices;
    uint32_t pids;
    bool is_shared;
    bool drops; /**< drop a send without a buffer instead of delaying it */
    bool is_recorded;
    uint32_t *pid; /**< [devices * pids] atomic; Linux process id or 0 */
    apenet_device_t *device;
    emuq_core_use_t *core_use;      /**< [EMUQ_CORE_SLOTS] */
    struct apenet_network *network; /**< NULL: direct mode */
    bool has_ticks;                 /**< waiting threads call apenet_tick(): links have faults, or
                                         deaths are reported */
    bool has_link_time;             /**< links have faults or external wires: apenet_tick() passes time */
    bool has_service;               /**< waiting threads do more than polling: ticks, or HEALTH events */
    uint32_t period_ms;             /**< initial period of the watchdogs; 0: no watchdogs */
    uint64_t next_tick;             /**< atomic; emuq_host_now_ns() */
    unsigned deaths;                /**< atomic; grows with each death of a process while the job continues */
    unsigned repaired;              /**< atomic; value of `deaths` at the last apenet_repair() */
    bool finds_deaths;              /**< no launcher reports deaths: waiting threads find dead processes */
    bool waits;                     /**< atomic, a hint: a link waits for link time to pass */
    /** External wires (driver/links.c). */
    bool has_datagrams;      /**< all wires carry datagrams; else only wires between hosts are external */
    const uint16_t *host_of; /**< host of each node; NULL: one host */
    uint32_t host;           /**< this host */
    uint64_t *endpoint;      /**< [devices * APENET_PORTS] atomic; IPv4 address << 16 | port; 0: none */
    uint32_t *opener;        /**< [devices] atomic; process with the sockets of the node */
    uint8_t *reported;       /**< [devices] links that are down, as reported to all hosts; of the reader */
    emuq_claim_t reader;     /**< held by the thread that reads messages of other hosts */
    struct emuq_channel_message *unread; /**< taken message whose words have no space; of the reader */
};

typedef struct apenet_plan {
    uint32_t size[3];
    uint32_t pids; /**< 1..APENET_PIDS */
    bool is_shared;
    bool drops;
    bool is_recorded;
    bool is_packet; /**< packets move through routers and links */
    uint32_t mesh;  /**< packet mode: bit (0x10 >> d) set: dimension d does not wrap around */
    const struct apenet_fault_plan *faults; /**< packet mode; NULL: none */
    bool has_datagrams;                     /**< packet mode: links carry datagrams */
    const uint16_t *host_of; /**< packet mode: host of each node, in the arena; NULL: one host */
    uint32_t host;
    uint32_t period_ms;   /**< packet mode: initial period of the watchdogs; 0: none */
    bool reports_deaths;  /**< the job continues after the death of a process, which changes `deaths` */
    bool finds_deaths;    /**< the launcher does not report deaths */
    uint32_t tlb_entries; /**< 0..65535 */
    uint32_t gpus;
    uint64_t gpu_bytes; /**< memory of each GPU, in whole pages */
    emuq_memory_t *(*memory)(void *argument, uint32_t node);
    void *argument;
} apenet_plan_t;

/** Creates the cards. @param m zeroed memory of the arena @return 0 or -ENOMEM */
int apenet_machine_make(apenet_machine_t *m, emuq_arena_t *arena, const apenet_plan_t *plan);

/** Whether the card of a node is on another host. */
static inline bool apenet_is_remote(const apenet_machine_t *m, uint32_t node)
{
    return m->host_of != NULL && m->host_of[node] != m->host;
}

/** @return NULL outside of the lattice */
static inline apenet_device_t *apenet_device_at(const apenet_machine_t *m, apenet_address_t a)
{
    if (a.x >= m->size[0] || a.y >= m->size[1] || a.z >= m->size[2])
        return NULL;
    return &m->device[(a.x * m->size[1] + a.y) * m->size[2] + a.z];
}

/** Whether a process has died while the job continues: emuq_process_lost() has cleared the flag of its table.
 */
static inline bool apenet_process_is_dead(const apenet_device_t *d, uint32_t pid)
{
    /* Acquire: pairs with the releases in command_table_free() and presence_clear(). */
    return pid < d->machine->pids && !emuq_flag_load_acquire(&d->table[pid].exists) &&
           !emuq_flag_load(&d->table[pid].is_freed);
}

/** Repairs a card after the death of the process with its lock: event queue, TLB and caches. */
void apenet_card_repair(apenet_device_t *d);

/** Locks a card, if needed after a process that has died. */
static inline void apenet_card_lock(apenet_device_t *d)
{
    int rc = emuq_light_lock_for(&d->lock, AO_load(&apenet_lock_owner));
    if (__builtin_expect(rc != 0, 0))
        apenet_card_repair(d);
}

/** apenet_card_lock() without waiting. Takes over the lock of a process that has died after many attempts.
 * @return false: not locked */
static inline bool apenet_card_try_lock(apenet_device_t *d)
{
    int rc = emuq_light_try_lock_for(&d->lock, AO_load(&apenet_lock_owner));
    if (rc != 0 && rc != EBUSY)
        apenet_card_repair(d);
    return rc != EBUSY;
}

/** apenet_card_lock() in a critical section of the caller. Release with apenet_card_unlock_critical(). */
static inline void apenet_card_lock_critical(apenet_device_t *d)
{
    unsigned owner = AO_load(&apenet_lock_owner);
    if (__builtin_expect(!emuq_light_acquire(&d->lock, owner), 0) && emuq_light_wait(&d->lock, owner) != 0)
        apenet_card_repair(d);
}

static inline void apenet_card_unlock_critical(apenet_device_t *d)
{
    /* Release: pairs with the acquire of the next holder. */
    AO_int_store_release(&d->lock, 0);
}

static inline unsigned apenet_table_number(uint32_t is_gpu, uint32_t gpu, uint32_t pid)
{
    return is_gpu != 0 ? APENET_PIDS + gpu : pid;
}

static inline unsigned apenet_table_of(uint32_t word0)
{
    return apenet_table_number(apenet_get(&word0, APENET_HEADER_IS_GPU),
                               apenet_get(&word0, APENET_HEADER_GPU_ID),
                               apenet_get(&word0, APENET_HEADER_DEST_PID));
}

/** Adds to a counter that the caller owns by lock or claim; readers need neither. */
static inline void apenet_count(uint64_t *counter, uint64_t n)
{
    AO_store(counter, AO_load(counter) + n);
}

/** Copies the counters, with replies counted as sent. Thread-safe. */
void apenet_device_counters(apenet_device_t *d, apenet_counters_t *out);

typedef struct apenet_rejection {
    uint32_t node, slot;
    const char *why;
    const char *report;
} apenet_rejection_t;

/** Reports a rejected descriptor. Called with the claim, without locks. May be NULL. Atomic, relaxed:
 * constant once set. */
extern void (*apenet_rejection_hook)(const apenet_rejection_t *rejection);

typedef struct apenet_location {
    char *at; /**< address valid in all processes; NULL: only process `pid` has the bytes, at `va` */
    uintptr_t va;
    int32_t pid;
} apenet_location_t;

typedef enum apenet_use {
    APENET_USE_MEMORY, /**< physical and GPU memory: targets of messages */
    APENET_USE_ALL     /**< also driver memory: sources, ring, queue */
} apenet_use_t;

/** Tests for memory of process @p pid of the node, or driver memory. */
bool apenet_bus_is_of(const apenet_device_t *d, uint64_t bus, uint32_t pid);

/** Copies @p bytes bytes. @return false: a process has ended or lacks the memory; some bytes may be copied */
bool apenet_bus_copy(const apenet_location_t *to, const apenet_location_t *from, uint32_t bytes);

/** A pending copy: merges copies that are contiguous at both ends, in order. Zeros: empty. */
typedef struct apenet_copy {
    char *to;
    const char *from;
    uint64_t bytes;
    /** Copies between processes whose memory is not shared wait, too: one system call for many pages. */
    bool defers;
    bool has_failed; /**< since the start: a deferred copy; some bytes may be copied */
    uint32_t deferred_bytes;
    apenet_location_t deferred_to, deferred_from;
} apenet_copy_t;

static inline bool apenet_location_is_next(const apenet_location_t *first, uint32_t bytes,
                                           const apenet_location_t *next)
{
    return first->at != NULL ? next->at == first->at + bytes
                             : next->at == NULL && next->pid == first->pid && next->va == first->va + bytes;
}

/** Merges a copy into the deferred one. @return false: not contiguous */
static inline bool apenet_copy_merge(apenet_copy_t *c, const apenet_location_t *to,
                                     const apenet_location_t *from, uint32_t bytes)
{
    if (c->deferred_bytes == 0 || !apenet_location_is_next(&c->deferred_to, c->deferred_bytes, to) ||
        !apenet_location_is_next(&c->deferred_from, c->deferred_bytes, from))
        return false;
    c->deferred_bytes += bytes;
    return true;
}

/** Completes the pending copies, and begins one. @return as apenet_bus_copy(); true for a deferred copy */
bool apenet_copy_begin(apenet_copy_t *c, const apenet_location_t *to, const apenet_location_t *from,
                       uint32_t bytes);

/** Merges the copy unless its source overlaps an earlier target. @return as apenet_bus_copy() */
static inline bool apenet_copy_add(apenet_copy_t *c, const apenet_location_t *to,
                                   const apenet_location_t *from, uint32_t bytes)
{
    if (c->bytes == 0 || to->at != c->to + c->bytes || from->at != c->from + c->bytes ||
        (uintptr_t)c->to - (uintptr_t)c->from < c->bytes + bytes)
        return apenet_copy_begin(c, to, from, bytes);
    c->bytes += bytes;
    return true;
}

/** Completes the pending copies. With `defers` check `has_failed` then; else no copy can fail here. */
void apenet_copy_end(apenet_copy_t *c);

static inline apenet_location_t apenet_location_after(apenet_location_t location, uint32_t bytes)
{
    if (location.at != NULL)
        location.at += bytes;
    location.va += bytes;
    return location;
}

static inline apenet_location_t apenet_location_of(void *p)
{
    apenet_location_t location = {p, 0, 0};
    return location;
}

/** Slow path of apenet_bus_find(): all but shared physical memory. */
bool apenet_bus_find_slow(const apenet_device_t *d, uint64_t bus, uint64_t bytes, apenet_use_t use,
                          apenet_location_t *location);

/** Finds memory within one granule by bus address. @return false: no such memory */
static inline bool apenet_bus_find(const apenet_device_t *d, uint64_t bus, uint64_t bytes, apenet_use_t use,
                                   apenet_location_t *location)
{
    void *at = bus >> EMUQ_PA_BITS == 0 ? emuq_translate(d->memory, bus, bytes) : NULL;
    *location = apenet_location_of(at);
    return at != NULL || apenet_bus_find_slow(d, bus, bytes, use, location);
}

#define APENET_GPU_VA (UINT64_C(1) << 50) /**< above all pointers */

/** @return ::APENET_GPUS: not a GPU address */
static inline uint32_t apenet_gpu_of(uint64_t va)
{
    uint64_t number = (va - APENET_GPU_VA) >> APENET_GPU_BITS;
    return number < APENET_GPUS ? (uint32_t)number : APENET_GPUS;
}

/** @return ::APENET_GPUS: not a GPU address */
static inline uint32_t apenet_gpu_of_bus(uint64_t bus)
{
    return apenet_gpu_of(bus - APENET_GPU_BUS + APENET_GPU_VA);
}

int apenet_gpu_alloc_block(apenet_device_t *d, uint32_t gpu, uint32_t pid, uint64_t bytes, uint64_t *va);

int apenet_gpu_free_block(apenet_device_t *d, uint32_t pid, uint64_t va);

/** Bytes of the block at an address; 0: no such block of the process. */
uint64_t apenet_gpu_block(apenet_device_t *d, uint32_t pid, uint64_t va);

/** First block of a process at or after a virtual address, or 0. */
uint64_t apenet_gpu_next(apenet_device_t *d, uint32_t gpu, uint32_t pid, uint64_t va);

/** Address for direct access; NULL: not within one block of the process. */
void *apenet_gpu_at(apenet_device_t *d, uint32_t pid, uint64_t va, uint64_t bytes);

/** Records a TLB miss. @param is_found the page table has the page */
void apenet_record_miss(const apenet_device_t *d, unsigned table, uint64_t page, bool is_found);

/** Called by the thread that sets an enabled bit or enables a set bit, possibly with a card lock held. May be
 * NULL. It takes no card lock and may store IRQ_ENABLE. Atomic, relaxed: constant once set. */
extern void (*apenet_interrupt_hook)(apenet_device_t *d);

/** Internal bit of IRQ_ENABLE: the job is recorded. */
#define APENET_IRQ_RECORDED (UINT32_C(1) << 31)

/** Slow path of apenet_interrupt_raise(). @param enabled value of IRQ_ENABLE */
void apenet_interrupt_call(apenet_device_t *d, uint32_t bits, uint32_t enabled);

static inline void apenet_interrupt_raise(apenet_device_t *d, uint32_t bits)
{
    if (__builtin_expect((~emuq_load_ordered(&d->reg[APENET_REG_IRQ_STATUS]) & bits) != 0, 0))
        AO_int_or_full(&d->reg[APENET_REG_IRQ_STATUS], bits);
    uint32_t enabled = emuq_load_ordered(&d->reg[APENET_REG_IRQ_ENABLE]);
    if (__builtin_expect((enabled & (bits | APENET_IRQ_RECORDED)) != 0, 0))
        apenet_interrupt_call(d, bits, enabled);
}

void apenet_interrupt_clear(apenet_device_t *d, uint32_t bits);

void apenet_interrupt_enable(apenet_device_t *d, uint32_t bits);

apenet_entry_t apenet_entry(apenet_event_kind_t kind, apenet_status_t status);

/** Writes an entry and notifies waiters. Caller holds the card lock; the queue must have space. */
void apenet_queue_write(apenet_device_t *d, const apenet_entry_t *entry);

void apenet_park(apenet_device_t *d, const apenet_device_t *sender);

static inline uint32_t apenet_queue_after(const apenet_queue_t *q)
{
    return q->write + 1 < q->size ? q->write + 1 : 0;
}

/** One entry always stays free. */
static inline bool apenet_queue_has_space(const apenet_device_t *d)
{
    const apenet_queue_t *q = &d->queue;
    /* Acquire: pairs with the release of the driver; the entries before its index are read. */
    uint32_t pointers = AO_int_load_acquire(&d->reg[APENET_REG_EQ_NEXT_PTR]);
    return q->entry != NULL && apenet_queue_after(q) != apenet_get(&pointers, APENET_PTR_DRIVER);
}

/** The next entry, to be filled except serial number and phase. */
static inline apenet_entry_t *apenet_queue_next(const apenet_device_t *d)
{
    return &d->queue.entry[d->queue.write];
}

/** Publishes the filled entry and notifies waiters. */
static inline void apenet_queue_show(apenet_device_t *d, apenet_event_kind_t kind)
{
    apenet_queue_t *q = &d->queue;
    apenet_entry_t *slot = &q->entry[q->write];
    slot->serial = ++q->serial;
    /* Release: pairs with the acquire of the driver; entry and message bytes are visible. */
    AO_int_store_release(&slot->phase, q->phase);
    q->write = apenet_queue_after(q);
    q->phase ^= q->write == 0;
    d->counters.events++;
    uint32_t pointers = AO_int_load(&d->reg[APENET_REG_EQ_NEXT_PTR]);
    apenet_set(&pointers, APENET_PTR_CARD, q->write);
    AO_int_store_release(&d->reg[APENET_REG_EQ_NEXT_PTR], pointers); /* all stores hold the card lock */
    apenet_interrupt_raise(d, APENET_IRQ_EVENT | (kind == APENET_EVENT_ERROR ? APENET_IRQ_ERROR : 0));
    emuq_event_notify_light(&d->wakeup, EMUQ_EVENT_ALL);
}

#endif /* APENET_CARD_DEVICE_H */
