/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file driver.h
 * @brief The driver of APEnet+: what it keeps for each card, and for each process that uses one.
 *
 * All of it lies in the arena of the partition, so whoever finds entries in a card's event queue can hand
 * them to their processes: no interrupt is needed. Locks, in the order in which a thread takes them:
 *
 *     kernel_lock   of a process: the ring of its kernels; only tried for, but to open and close the ring
 *     ring_lock     of a card: descriptors; held for a whole message
 *     queue_lock    of a card: entries of its event queue
 *     client.lock   of a process: buffers, operations, events
 *     pins.lock     of a process: pages
 *     command_lock  of a card: the command FIFO
 *
 * and those of the cards themselves behind them, and the fd_lock of a process last. Waiters sleep on the
 * card's bell, holding at most ring_lock.
 */
#ifndef APENET_DRIVER_DRIVER_H
#define APENET_DRIVER_DRIVER_H

#include "apenet/card/device.h"
#include "apenet/rdma.h"
#include "kernel-shim/partition/state.h"

#define APENET_OPERATIONS 1024u /**< of a process that are not complete */
#define APENET_PIN_CHAINS 1024u
#define APENET_PIN_RECENT 8u
#define APENET_PIN_RANGES 16u

typedef struct apenet_host apenet_host_t;

/** A page that the card knows. */
typedef struct apenet_pin {
    struct apenet_pin *next;          /**< in its chain */
    struct apenet_pin *newer, *older; /**< idle pages, in the order in which they became so */
    uint64_t page;                    /**< its address */
    uint64_t bus;                     /**< its bus address */
    uint32_t uses;                    /**< buffers and gets; 0: idle */
} apenet_pin_t;

/** Pages of memory of the host that follow one another at both addresses, all of them in use; zeros: none. */
typedef struct apenet_pin_range {
    uint64_t va, end;
    uint64_t bus; /**< of the first one */
} apenet_pin_range_t;

/** The pinning cache of a process. */
typedef struct apenet_pins {
    emuq_light_mutex_t lock;
    apenet_pin_t *chain[APENET_PIN_CHAINS];
    apenet_pin_t *newest, *oldest; /**< of the idle pages */
    uint32_t idle;
    /** Pages of long buffers that were registered lately; lock. */
    apenet_pin_range_t range[APENET_PIN_RANGES];
    uint32_t next_range; /**< which becomes another one's next */
    /** __atomic, stored under the lock: pages that were found lately and are in use, as page << 24 | bus
     * address in pages; 0: none. A line of its own, which all threads read. */
    _Alignas(64) uint64_t recent[APENET_PIN_RECENT];
} apenet_pins_t;

/** A registered buffer. */
typedef struct apenet_record {
    uint64_t va, context;
    uint32_t bytes, flags; /**< APENET_STREAMING, APENET_GET, APENET_GPU() */
    uint32_t uses;         /**< how often it has been registered; 0: it is none */
    uint32_t generation;
    bool is_leaving; /**< the card does not know it any more; its last events are being handed out */
} apenet_record_t;

/** A put, get or send that is not complete. */
typedef struct apenet_operation {
    uint64_t local, tag;
    uint32_t bytes;
    uint32_t generation;
    apenet_address_t peer;
    bool is_open, is_get;
} apenet_operation_t;

/** An event that waits for its process. */
typedef struct apenet_note {
    struct apenet_note *next;
    uint32_t number; /**< of its entry in the queue */
    apenet_event_t event;
} apenet_note_t;

/** A process that uses a card: what programs know as a card. */
struct apenet_card {
    apenet_host_t *host;
    uint32_t pid;
    emuq_light_mutex_t lock; /**< of the members below */
    uint32_t opens;
    bool has_default;        /**< apenet_default_card() has opened it */
    uint32_t source;         /**< word 1 of headers of what it sends; constant */
    bool is_recorded;        /**< the job is; constant */
    uint32_t short_most;     /**< packets of a message that may go without the ring: 1; in a recorded job 0.
                                Constant */
    emuq_process_t *process; /**< whose card it is */
    unsigned owner;          /**< of locks: its Linux process */
    apenet_record_t record[APENET_BUFFERS_MOST]; /**< buffers */
    apenet_operation_t operation[APENET_OPERATIONS];
    uint32_t open_operations;    /**< __atomic, stored under the lock */
    uint32_t next_operation;     /**< where the search for a record that is free begins */
    apenet_note_t *first, **end; /**< events; `first` and links __atomic, `end` points to the last link */
    apenet_note_t *spare;
    uint32_t arrived;    /**< __atomic, stored under the lock: events so far */
    uint32_t waiters;    /**< threads that sleep */
    char wait_text[320]; /**< what the first of them waits for */
    apenet_pins_t pins;
    pthread_mutex_t kernel_lock;
    struct apenet_gpu_ring *kernels; /**< __atomic, stored under kernel_lock; NULL: no ring of kernels */
    pthread_mutex_t fd_lock;         /**< of the eventfd, while it is used; interrupts.h has its words */
    int fd;
    bool has_fd, is_shown, is_asked;
};

/** What the driver keeps for a card. */
struct apenet_host {
    apenet_device_t *device;
    struct apenet_host *all;      /**< the hosts of the machine, by number */
    apenet_descriptor_t *ring;    /**< [APENET_RING_DEFAULT] */
    apenet_entry_t *queue;        /**< [APENET_QUEUE_DEFAULT] */
    char *scratch;                /**< a page for each slot of the ring */
    uint32_t *target;             /**< __atomic; the card that each slot of the ring goes to */
    uint32_t pin_limit;           /**< idle pages of a process; constant */
    emuq_light_mutex_t ring_lock; /**< its owner is the process that has it: see post.c */
    uint32_t fill;                /**< next slot; ring_lock */
    uint16_t packets;             /**< number of the next packet, in a recorded job; ring_lock */
    /** __atomic, stored under ring_lock: the card had not read all slots when it was told of the last one. If
     * it is false, the ring is empty. */
    bool is_behind;
    emuq_light_mutex_t queue_lock;
    uint32_t read;     /**< __atomic, stored under queue_lock: entries of the event queue handed out */
    uint32_t returned; /**< of them, those whose room the card has back; queue_lock */
    pthread_mutex_t command_lock;
    uint16_t serial; /**< of the last command; command_lock */
    apenet_card_t *client[APENET_PIDS];
};

/** What a card calls a buffer or an operation: its generation, the process, and its number plus one. */
static inline uint64_t apenet_magic(uint32_t generation, uint32_t pid, uint32_t number)
{
    return (uint64_t)generation << 32 | pid << 30 | (number + 1);
}

/** Process in a magic. */
static inline uint32_t apenet_magic_pid(uint64_t magic)
{
    return (uint32_t)magic >> 30;
}

/** Number in a magic; UINT32_MAX: none. */
static inline uint32_t apenet_magic_number(uint64_t magic)
{
    return ((uint32_t)magic & 0x3fffffff) - 1;
}

/** Generation in a magic. */
static inline uint32_t apenet_magic_generation(uint64_t magic)
{
    return (uint32_t)(magic >> 32);
}

#endif /* APENET_DRIVER_DRIVER_H */
