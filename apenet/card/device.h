/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file device.h
 * @brief The emulated cards of a partition, one for each node. All of it lies in the arena.
 *
 * A card has no thread of its own. Its TX ring is run by the thread that rings (register TX_RB_NEXT_PTR),
 * under the ring's claim: one thread at a time. It delivers a packet under the lock of the card that gets it.
 * A ring whose first packet finds no room there (event queue, streaming buffer) is *parked* at that card; who
 * makes room runs the rings that are parked, so the processes of neither end have to wait for each other. It
 * does not so for ever: after a long run, the thread that rings next takes the ring over.
 *
 * A thread takes claim, then lock; of two locks (a get) that of the card with the lower number first.
 */
#ifndef APENET_CARD_DEVICE_H
#define APENET_CARD_DEVICE_H

#include <pthread.h>

#include "apenet/card/table.h"
#include "apenet/card/tlb.h"
#include "apenet/event.h"
#include "apenet/packet.h"
#include "apenet/registers.h"
#include "apenet/ring.h"
#include "backends/address_space.h"
#include "base/lock.h"
#include "base/backoff.h"
#include "sync/claim.h"
#include "sync/event_count.h"

#define APENET_TABLES   (APENET_PIDS + APENET_GPUS)
#define APENET_GPU_BUS  (UINT64_C(1) << 60) /**< bus addresses of GPUs; above all pointers */
#define APENET_GPU_BITS 40                  /**< logarithm of the bus addresses of one GPU */

typedef struct apenet_machine apenet_machine_t;
typedef struct apenet_device apenet_device_t;

/** What a card has counted. Under its lock, but those of the TX block, which are under its claim, and
 * __atomic.
 */
typedef struct apenet_counters {
    uint64_t packets_sent, bytes_sent; /**< TX; also inside the node. Replies to gets are apart in the card,
                                          and in here in what is told of it */
    uint64_t refused;                  /**< TX: descriptors */
    uint64_t parked;                   /**< TX: how often the ring had to wait */
    uint64_t apart[4];                 /**< 0: different threads change what is before and behind */
    uint64_t replies, reply_bytes;     /**< to gets of others; __atomic */
    uint64_t packets_received, bytes_received;
    uint64_t dropped; /**< packets that were not written, or not wholly */
    uint64_t events;
    uint64_t pages_added, pages_removed;
    uint64_t tlb_hits, tlb_misses;
} apenet_counters_t;

/** A message of which the first packet has arrived, and the last has not. */
typedef struct apenet_message {
    struct apenet_message *next;
    uint32_t source;  /**< card */
    uint32_t ends;    /**< source and destination process, and table */
    uint64_t address; /**< of its first byte */
    uint32_t bytes;   /**< written */
    uint32_t offset;  /**< streaming: bytes of the packets so far */
    apenet_status_t status;
    uint64_t magic; /**< of the buffer */
    uint32_t owner; /**< process that it goes to */
    bool has_buffer;
    bool is_streaming;
} apenet_message_t;

/** The event queue. */
typedef struct apenet_queue {
    apenet_entry_t *entry; /**< NULL: there is none */
    uint32_t size, write, phase;
    uint32_t serial;
} apenet_queue_t;

/** The TX block. Covered by the claim. */
typedef struct apenet_tx {
    emuq_claim_t claim;
    apenet_descriptor_t *ring; /**< NULL: there is none */
    uint32_t size;
    uint16_t serial;        /**< of the next packet */
    uint32_t bytes;         /**< of the message so far */
    uint64_t known;         /**< short messages whose target was known (short.c); tests look at it */
    bool is_long;           /**< __atomic; the thread that runs the ring has done so for long */
    uint32_t heirs;         /**< __atomic; threads that wait for the claim, to run the ring in its place */
    bool is_done;           /**< the first descriptor has been executed; what is left is its event, */
    apenet_entry_t pending; /**< this one */
    bool is_loose;          /**< that event is of a message that has no slot, and goes before the first one */
} apenet_tx_t;

/** A page of a GPU's memory: the first page of the block that it belongs to, and whose that is. */
typedef struct apenet_gpu_page {
    uint32_t first;
    uint32_t owner; /**< process plus one; 0: nobody's */
} apenet_gpu_page_t;

/** Memory of a GPU. */
typedef struct apenet_gpu {
    char *base;     /**< __atomic; NULL: no memory yet */
    uint64_t bytes; /**< constant; 0: there is no such GPU */
    pthread_mutex_t lock;
    apenet_gpu_page_t *page; /**< [bytes / APENET_GPU_PAGE_BYTES]; lock */
} apenet_gpu_t;

/** A card. */
struct apenet_device {
    _Alignas(APENET_PAGE_BYTES) uint32_t reg[APENET_REGISTERS]; /**< __atomic */
    apenet_machine_t *machine;
    uint32_t number; /**< of its node */
    apenet_address_t address;
    emuq_memory_t *memory; /**< physical memory of the node */
    char *kernel;          /**< memory of the driver; its bus addresses are its addresses */
    uint64_t kernel_bytes;
    emuq_event_count_t bell; /**< notified, lightly, at each event, and when ring slots are free */
    apenet_gpu_t gpu[APENET_GPUS];
    _Alignas(64) emuq_light_mutex_t lock; /**< of the members below; in one line with what each event needs */
    apenet_queue_t queue;
    apenet_message_t *open; /**< messages */
    apenet_message_t *spare;
    uint64_t *parked;                    /**< [words of a set of cards] rings that wait for room here */
    uint32_t parks;                      /**< how many */
    apenet_table_t table[APENET_TABLES]; /**< of processes, then of GPUs */
    apenet_tlb_t tlb;
    _Alignas(64) apenet_counters_t counters;
    _Alignas(64) apenet_tx_t tx;
};

/** The cards of a partition. Constant but for `pid`. */
struct apenet_machine {
    emuq_arena_t *arena;
    uint32_t size[3]; /**< nodes in x, y, z */
    uint32_t devices;
    uint32_t pids;    /**< processes of a node */
    bool is_shared;   /**< processes are Linux processes */
    bool drops;       /**< a send without a buffer is dropped, and does not wait */
    bool is_recorded; /**< the job is */
    int32_t *pid;     /**< [devices * pids] __atomic; Linux process, or 0 */
    apenet_device_t *device;
    emuq_core_use_t *turns; /**< [EMUQ_CORE_SLOTS] cores on which threads wait for cards */
};

/** What a machine is made from. */
typedef struct apenet_plan {
    uint32_t size[3];
    uint32_t pids; /**< 1..APENET_PIDS */
    bool is_shared;
    bool drops;
    bool is_recorded;
    uint32_t tlb_entries;                                    /**< 0..65535 */
    uint32_t gpus;                                           /**< 0..APENET_GPUS, beside each card */
    uint64_t gpu_bytes;                                      /**< of the memory of each; whole pages */
    emuq_memory_t *(*memory)(void *argument, uint32_t node); /**< physical memory of a node */
    void *argument;
} apenet_plan_t;

/** Makes the cards in zeroed memory of an arena. @return 0 or -ENOMEM */
int apenet_machine_make(apenet_machine_t *m, emuq_arena_t *arena, const apenet_plan_t *plan);

/** The card at coordinates, or NULL outside the lattice. */
static inline apenet_device_t *apenet_device_at(const apenet_machine_t *m, apenet_address_t a)
{
    if (a.x >= m->size[0] || a.y >= m->size[1] || a.z >= m->size[2])
        return NULL;
    return &m->device[(a.x * m->size[1] + a.y) * m->size[2] + a.z];
}

/** Number of the table of a GPU or a process. */
static inline unsigned apenet_table_number(uint32_t is_gpu, uint32_t gpu, uint32_t pid)
{
    return is_gpu != 0 ? APENET_PIDS + gpu : pid;
}

/** The table that word 0 of a header names, or the word of a get's request. */
static inline unsigned apenet_table_of(uint32_t word0)
{
    return apenet_table_number(apenet_get(&word0, APENET_HEADER_IS_GPU),
                               apenet_get(&word0, APENET_HEADER_GPU_ID),
                               apenet_get(&word0, APENET_HEADER_DEST_PID));
}

/** Adds to a counter of which the caller has the lock or claim; others read it. */
static inline void apenet_count(uint64_t *counter, uint64_t n)
{
    __atomic_store_n(counter, __atomic_load_n(counter, __ATOMIC_RELAXED) + n, __ATOMIC_RELAXED);
}

/** Copies what a card has counted. Thread-safe. */
void apenet_device_counters(apenet_device_t *d, apenet_counters_t *out);

/** A descriptor that has been refused. */
typedef struct apenet_refusal {
    uint32_t node, slot;
    const char *why;    /**< one line */
    const char *report; /**< several lines */
} apenet_refusal_t;

/** Called after a descriptor has been refused, in the thread that runs the ring, which holds no lock but the
 * ring's claim; NULL: no report. __atomic, relaxed: a constant once it has been set. */
extern void (*apenet_refusal_hook)(const apenet_refusal_t *refusal);

#endif /* APENET_CARD_DEVICE_H */
