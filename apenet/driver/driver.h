/* SPDX-License-Identifier: BSD-3-Clause */
/** @file driver.h
 * @brief The APEnet+ driver.
 *
 * State lies in the arena of the partition: any thread delivers events to any process. Locks in the order of
 * acquisition, followed by the locks of the cards; fd_lock is last:
 *
 *     kernel_lock   of a process: GPU kernel ring; waited for only to open and close it
 *     ring_lock     of a card: descriptors; held for a whole message
 *     queue_lock    of a card: event queue
 *     client.lock   of a process: buffers, operations, events
 *     pins.lock     of a process: pages
 *     command_lock  of a card: command FIFO
 *
 * Locks that other processes take, too, are taken over after the death of their owner; all but command_lock,
 * kernel_lock and fd_lock.
 *
 * The interrupt handler disables the interrupt of the card and signals the eventfd of each process. Threads
 * that deliver events signal, too: they may have cleared the status. A wait without a result enables the next
 * signal by apenet_interrupts_reset(), another poll, and apenet_interrupts_enable(). is_shown and
 * is_requested are exchanged acq_rel; has_fd is stored with release and loaded with acquire.
 */
#ifndef APENET_DRIVER_DRIVER_H
#define APENET_DRIVER_DRIVER_H

#include <errno.h>

#include "apenet/card/packets.h"
#include "apenet/rdma.h"
#include "backends/record.h"
#include "kernel-shim/partition/state.h"

#define APENET_OPERATIONS 1024u /**< maximum incomplete operations of a process */
#define APENET_PIN_CHAINS 1024u /**< of few pages; a power of two */
#define APENET_PIN_RECENT 128u
#define APENET_PIN_RANGES 16u

typedef struct apenet_host apenet_host_t;

typedef struct apenet_pin {
    struct apenet_pin *next;
    struct apenet_pin *newer, *older; /**< LRU neighbours among idle pages */
    uint64_t page;
    uint64_t bus;
    uint32_t uses; /**< number of buffers and gets; 0: idle */
} apenet_pin_t;

/** Pages in use that are consecutive at both addresses. Zeros: empty. */
typedef struct apenet_pin_range {
    uint64_t va, end;
    uint64_t bus;
} apenet_pin_range_t;

/** Idle pages stay registered up to a limit because registration is slow. */
typedef struct apenet_pins {
    emuq_light_mutex_t lock;
    apenet_pin_t *chain[APENET_PIN_CHAINS];
    apenet_pin_t **more; /**< [chains] replaces `chain`; NULL: few pages */
    uint32_t chains;
    uint32_t pages; /**< number in all chains */
    apenet_pin_t *newest, *oldest;
    uint32_t idle;
    apenet_pin_range_t range[APENET_PIN_RANGES];
    uint32_t next_range; /**< counter: selects the slot of `range` to replace next */
    /** Recently found pages in use: page << 24 | bus address in pages; 0: empty. Atomic; stores hold `lock`.
     * All threads load these cache lines. */
    _Alignas(64) uint64_t recent[APENET_PIN_RECENT];
} apenet_pins_t;

typedef struct apenet_record {
    uint64_t va, context;
    uint32_t bytes, flags; /**< bytes: size; flags: APENET_STREAMING, APENET_GET, APENET_GPU() */
    uint32_t uses;         /**< number of registrations; 0: free */
    uint32_t generation;
    bool is_leaving; /**< removed from the card; its last events are being delivered */
} apenet_record_t;

typedef struct apenet_operation {
    uint64_t local, tag;
    uint32_t bytes;
    uint32_t generation;
    apenet_address_t peer;
    bool is_open, is_get;
} apenet_operation_t;

typedef struct apenet_pending_event {
    struct apenet_pending_event *next;
    uint32_t number; /**< serial number of the event */
    apenet_event_t event;
} apenet_pending_event_t;

/** A card as seen by one process. */
struct apenet_card {
    apenet_host_t *host;
    uint32_t pid;
    emuq_light_mutex_t lock; /**< process lock; guards the members up to `wait_text` */
    uint32_t opens;
    bool has_default;
    uint32_t source;  /**< constant: word 1 of the headers of sent packets */
    bool is_recorded; /**< all messages take the ring */
    emuq_process_t *process;
    apenet_record_t record[APENET_BUFFERS_MAX];
    apenet_operation_t operation[APENET_OPERATIONS];
    uint32_t open_operations; /**< atomic; stores hold `lock` */
    uint32_t next_operation;
    /** Events. `first` and links are atomic; `end` points to the last link. */
    apenet_pending_event_t *first, **end;
    apenet_pending_event_t *spare;
    uint32_t arrived; /**< delivered events; atomic; stores hold `lock` */
    uint32_t waiters;
    char wait_text[320]; /**< what the first sleeping thread waits for */
    apenet_pins_t pins;
    pthread_mutex_t kernel_lock;
    struct apenet_gpu_ring *kernels;      /**< atomic; stores hold kernel_lock; NULL: no ring */
    uint32_t health[APENET_HEALTH_WORDS]; /**< last reported health; guarded by `lock` */
    pthread_mutex_t fd_lock;
    int fd;
    bool has_fd, is_shown, is_requested;
};

struct apenet_host {
    apenet_device_t *device;
    struct apenet_host *all;
    apenet_descriptor_t *ring;
    apenet_entry_t *queue;
    char *scratch;                /**< a page for each slot of the ring */
    uint32_t *target;             /**< atomic; destination card of each slot */
    uint32_t pin_limit;           /**< constant: maximum idle pages of a process */
    emuq_light_mutex_t ring_lock; /**< guards descriptors, see apenet_has_ring() */
    uint32_t fill;
    uint16_t packets; /**< recorded jobs: serial number of the next packet */
    /** Whether the card had unread slots at the last store of the ring pointer. Atomic; stores hold
     * ring_lock. */
    bool has_unread;
    emuq_light_mutex_t queue_lock;
    uint32_t read;     /**< delivered entries; atomic; stores hold queue_lock */
    uint32_t returned; /**< entries returned to the card */
    pthread_mutex_t command_lock;
    uint16_t serial; /**< serial number of the last command */
    bool is_watched; /**< atomic; a process has opened the card: HOST_WD counts */
    apenet_card_t *client[APENET_PIDS];
};

/** Repair state of a process, or the event queue of a card, after the death of the process with the lock. */
void apenet_client_repair(apenet_card_t *card);
void apenet_queue_repair(apenet_host_t *h);

static inline void apenet_client_lock(apenet_card_t *card)
{
    int rc = emuq_light_lock_for(&card->lock, AO_load(&apenet_lock_owner));
    if (__builtin_expect(rc != 0, 0))
        apenet_client_repair(card);
}

static inline void apenet_queue_lock(apenet_host_t *h)
{
    int rc = emuq_light_lock_for(&h->queue_lock, AO_load(&apenet_lock_owner));
    if (__builtin_expect(rc != 0, 0))
        apenet_queue_repair(h);
}

/** Not repaired: in general only the process itself has this lock. */
static inline void apenet_pins_lock(apenet_pins_t *p)
{
    (void)emuq_light_lock_for(&p->lock, AO_load(&apenet_lock_owner));
}

static inline uint64_t apenet_magic(uint32_t generation, uint32_t pid, uint32_t number)
{
    return (uint64_t)generation << 32 | pid << 30 | (number + 1);
}

static inline uint32_t apenet_magic_pid(uint64_t magic)
{
    return (uint32_t)magic >> 30;
}

/** @return UINT32_MAX: the magic names no buffer or operation */
static inline uint32_t apenet_magic_number(uint64_t magic)
{
    return ((uint32_t)magic & 0x3fffffff) - 1;
}

static inline uint32_t apenet_magic_generation(uint64_t magic)
{
    return (uint32_t)(magic >> 32);
}

/** Finds the card, open or not. The caller owns locks from then on, see ::apenet_lock_owner. @return 0 or as
 * apenet_open() */
int apenet_card_find(apenet_card_t **out);

/** Switches the messages of a node between packet mode and direct mode, for measurements. No process of the
 * node may send meanwhile, and the events of all sent messages must have been polled.
 * @return 0; -EINVAL: the job is in direct mode; -EBUSY: messages are not sent */
int apenet_set_direct(apenet_card_t *card, bool is_direct);

/** Whether messages are in direct mode: data are written before the APENET_EVENT_SENT of a put. In packet
 * mode they may still be on their path. */
static inline bool apenet_is_direct(const apenet_card_t *card)
{
    return card->host->device->machine->network == NULL;
}

/** Puts up to a packet in direct mode, without an event of the sender. @return true: the data are written;
 * false: nothing is done, for example because the target has no space for the event; use apenet_rdma_put() */
bool apenet_put_at_once(apenet_card_t *card, apenet_address_t to, const void *local, size_t bytes,
                        uint64_t remote_va);

enum { APENET_GPU_SHIFT = 4, APENET_LOCAL_GPU_SHIFT = 16 };

/** @return ::APENET_GPUS: no GPU */
static inline uint32_t apenet_gpu_in(unsigned flags, unsigned shift)
{
    return (flags >> shift & 1) != 0 ? flags >> (shift + 1) & (APENET_GPUS - 1) : APENET_GPUS;
}

static inline bool apenet_gpu_flags_are_bad(unsigned flags)
{
    const unsigned number = APENET_GPUS - 1;
    return ((flags >> APENET_GPU_SHIFT & 1) == 0 && (flags >> (APENET_GPU_SHIFT + 1) & number) != 0) ||
           ((flags >> APENET_LOCAL_GPU_SHIFT & 1) == 0 &&
            (flags >> (APENET_LOCAL_GPU_SHIFT + 1) & number) != 0);
}

/** Tests if this process may access memory of the processes with open cards. For processes that have joined.
 * @return 0; -ENOTSUP after printing an error */
int apenet_check_copies(const apenet_machine_t *m);

/** Translates host memory of the caller (::APENET_GPUS) or memory within one GPU block. @return 0;
 * -EFAULT: no such memory; -ENXIO: no such GPU; -ENOSPC: no physical address is left */
int apenet_bus_address(apenet_card_t *card, uint32_t gpu, uint64_t va, uint64_t bytes, uint64_t *bus);

/** @param word3 as in ::apenet_command_t @return 0 or a negative errno */
int apenet_submit(apenet_card_t *card, apenet_op_t op, uint64_t va, const uint32_t word3[4]);

int apenet_status_errno(uint32_t status);

/** Registers pages of the caller or increments their use counts. @param gpu ::APENET_GPUS: host @return 0;
 * without effect: -EFAULT: no such memory; -ENXIO; -ENOSPC; -ENOMEM */
int apenet_pin(apenet_card_t *card, uint32_t gpu, uint64_t va, uint32_t bytes);

/** Finds host memory with all pages in use. More than ::APENET_PINNED_PAGES pages are found only after
 * apenet_pins_note(). @return false: unknown */
bool apenet_pinned(apenet_card_t *card, uint64_t va, uint32_t bytes, uint64_t *bus);
#define APENET_PINNED_PAGES 16u

#define APENET_RECENT_BITS 24u /**< width of a page number on the bus */

static inline uint64_t *apenet_recent_of(apenet_pins_t *p, uint64_t va)
{
    return &p->recent[va / APENET_PAGE_BYTES % APENET_PIN_RECENT];
}

/** apenet_pinned() for bytes of one recent page. Relaxed: a thread unpins a page after messages from it. */
static inline bool apenet_pinned_recently(apenet_card_t *card, uint64_t va, uint64_t bytes, uint64_t *bus)
{
    uint64_t offset = va % APENET_PAGE_BYTES;
    uint64_t found = AO_load(apenet_recent_of(&card->pins, va));
    *bus = found % (UINT64_C(1) << APENET_RECENT_BITS) * APENET_PAGE_BYTES + offset;
    return found != 0 && found >> APENET_RECENT_BITS == va / APENET_PAGE_BYTES &&
           bytes <= APENET_PAGE_BYTES - offset;
}

void apenet_pins_note(apenet_card_t *card, uint64_t va, uint32_t bytes);

void apenet_unpin(apenet_card_t *card, uint64_t va, uint32_t bytes);

/** Unregisters idle pages before their memory is freed. @param va page-aligned */
void apenet_pins_forget(apenet_card_t *card, uint64_t va, uint64_t bytes);

/** @param what `local`, `bytes`, `tag`, `peer`, `is_get` @param keep records to leave free: 0 with ring_lock
 * held and a free record, else 1 @return magic; 0: no free record */
static inline uint64_t apenet_operation_begin(apenet_card_t *card, const apenet_operation_t *what,
                                              uint32_t keep)
{
    uint64_t magic = 0;
    apenet_client_lock(card);
    if (card->open_operations + keep < APENET_OPERATIONS) {
        uint32_t number = card->next_operation;
        while (card->operation[number].is_open)
            number = (number + 1) % APENET_OPERATIONS;
        card->next_operation = (number + 1) % APENET_OPERATIONS;
        apenet_operation_t *o = &card->operation[number];
        o->local = what->local;
        o->bytes = what->bytes;
        o->tag = what->tag;
        o->peer = what->peer;
        o->is_get = what->is_get;
        o->is_open = true;
        AO_int_store(&card->open_operations, card->open_operations + 1);
        magic = apenet_magic(o->generation, card->pid, number);
    }
    emuq_light_unlock(&card->lock);
    return magic;
}

static inline void apenet_operation_end(apenet_card_t *card, uint64_t magic)
{
    apenet_client_lock(card);
    apenet_operation_t *o = &card->operation[apenet_magic_number(magic)];
    o->is_open = false;
    o->generation++;
    AO_int_store(&card->open_operations, card->open_operations - 1);
    emuq_light_unlock(&card->lock);
}

/** Evaluates the result of a lock call. @return true: locked. If the previous owner died, slots after the
 * ring pointer are filled again; the receiver of an incomplete message gets no event. */
static inline bool apenet_has_ring(apenet_host_t *h, int rc)
{
    if (__builtin_expect(rc == EOWNERDEAD, 0)) {
        uint32_t pointers = apenet_reg_load(h->device->reg, APENET_REG_TX_RB_NEXT_PTR);
        h->fill = apenet_get(&pointers, APENET_PTR_DRIVER);
    }
    return rc != EBUSY;
}

static inline bool apenet_lock_ring(const apenet_card_t *card)
{
    return apenet_has_ring(card->host,
                           emuq_light_lock_for(&card->host->ring_lock, AO_load(&apenet_lock_owner)));
}

static inline bool apenet_try_ring(const apenet_card_t *card)
{
    return apenet_has_ring(card->host,
                           emuq_light_try_lock_for(&card->host->ring_lock, AO_load(&apenet_lock_owner)));
}

typedef struct apenet_post {
    apenet_rdma_cmd_t command;
    apenet_address_t to;
    uint32_t gpu;      /**< IS_GPU and GPU_ID, as in word 0 of a packet header */
    uint64_t address;  /**< destination; 0 for a send */
    const void *local; /**< local address for the operation record */
    uint32_t bytes;
    uint64_t bus;
    const void *payload; /**< NULL, or a source of one packet, copied to driver memory */
    uint32_t length;
    uint64_t tag;
    unsigned flags; /**< APENET_NOWAIT, APENET_SILENT, APENET_PHYS */
} apenet_post_t;

/** Waits for free slots and sends. @return 0; -EAGAIN: too few free slots with
 * APENET_NOWAIT; -ENOMEM: no memory for events that block the ring */
int apenet_post(apenet_card_t *card, const apenet_post_t *post);

/** Fills a descriptor for the source from byte @p at on, at bus address @p bus. */
void apenet_describe(const apenet_card_t *card, const apenet_post_t *post, uint64_t bus, uint32_t at,
                     uint32_t bytes, apenet_descriptor_t *d);

/** Sends a packet of a GPU kernel, with the tag as magic. @return false: no free slot */
bool apenet_post_descriptor(apenet_card_t *card, const apenet_descriptor_t *d);

static inline apenet_header_t apenet_header_of(const apenet_card_t *card, apenet_rdma_cmd_t command,
                                               apenet_address_t to, uint32_t bytes, uint64_t address)
{
    apenet_header_t h;
    h.w[0] = apenet_bits(APENET_HEADER_DEST_X, to.x) | apenet_bits(APENET_HEADER_DEST_Y, to.y) |
             apenet_bits(APENET_HEADER_DEST_Z, to.z) | apenet_bits(APENET_HEADER_DEST_PID, to.pid) |
             apenet_bits(APENET_HEADER_SIZE, apenet_words(bytes));
    h.w[1] = card->source | apenet_bits(APENET_HEADER_CMD, command) |
             apenet_bits(APENET_HEADER_LAST_FRAG, 1) |
             apenet_bits(APENET_HEADER_PAD, (0u - bytes) % APENET_WORD_BYTES);
    apenet_set64(&h.w[2], address);
    return h;
}

enum {
    APENET_LEFT_PACKETS = 1,
    APENET_LEFT_EVENTS = 2 /**< events could not be allocated */
};

/** Tests if the card has written an entry. Each pass through the queue inverts the phase. */
static inline bool apenet_entry_is_there(const apenet_host_t *h, uint32_t number)
{
    /* Acquire: pairs with the release of the card. */
    uint32_t phase = AO_int_load_acquire(&h->queue[number % APENET_QUEUE_DEFAULT].phase) & 1;
    return phase != (number / APENET_QUEUE_DEFAULT & 1);
}

/** First undelivered entry, or NULL. A hint. */
static inline const apenet_entry_t *apenet_first_entry(const apenet_host_t *h)
{
    /* Relaxed: a concurrent drain wakes sleepers, which poll again. */
    uint32_t number = AO_int_load(&h->read);
    return apenet_entry_is_there(h, number) ? &h->queue[number % APENET_QUEUE_DEFAULT] : NULL;
}

/** Tests for undelivered entries by one load. A hint. */
static inline bool apenet_has_entries(const apenet_host_t *h)
{
    return apenet_first_entry(h) != NULL;
}

/** Delivers a bounded number of queue entries and wakes sleepers. Takes queue_lock. @return false: no memory
 * for the next entry */
bool apenet_drain(apenet_host_t *h);

/** Drains the queues of the card and of the destination of the first packet, which may wait for space.
 * @return APENET_LEFT_... */
unsigned apenet_progress(apenet_host_t *h);

/** emuq_partition_find_deaths(). For machines with `finds_deaths`. */
void apenet_find_deaths(void);

/** Passes time on links to other hosts by apenet_tick(); reads their messages, unless another thread does,
 * and moves the words (links.c). Thread-safe */
void apenet_links_poll(apenet_device_t *d);

/** Begins or ends a batch of messages to other hosts, which leave at its end. @return the former state */
bool apenet_links_batch(bool begins);

/** Calls apenet_tick() if the machine has ticks. For waiting threads, without locks of cards. */
static inline void apenet_pass_time(const apenet_host_t *h)
{
    if (__builtin_expect(!h->device->machine->has_ticks, 1))
        return;
    if (h->device->machine->finds_deaths)
        apenet_find_deaths();
    if (h->device->machine->host_of != NULL)
        apenet_links_poll(h->device);
    else
        apenet_tick(h->device);
}

/** Takes a matching first entry, unless there are kept events. For jobs that are not recorded. @return false:
 * nothing is done */
bool apenet_take_first_event(apenet_card_t *card, uint32_t kinds, apenet_event_t *out);

/** Takes the oldest event of some kinds (a mask) and delivers earlier entries. @param[out] left result of
 * apenet_progress() @return false: no event */
bool apenet_next_event(apenet_card_t *card, uint32_t kinds, apenet_event_t *out, unsigned *left);

/** Caller holds the process lock. */
void apenet_drop_events(apenet_card_t *card);

/** Sends the interrupts of the cards to this process. */
void apenet_interrupts_connect(apenet_host_t *hosts, emuq_partition_t *of);

static inline bool apenet_has_fd(const apenet_card_t *card)
{
    return emuq_flag_load_acquire(&card->has_fd);
}

void apenet_interrupts_reset(apenet_card_t *card);

void apenet_interrupts_enable(apenet_card_t *card);

void apenet_interrupts_end(apenet_card_t *card);

typedef struct apenet_start {
    uint64_t ticks;
    uint64_t message; /**< serial number of the last packet */
} apenet_start_t;

/** Call before @p packets packets enter the ring. Caller holds the ring lock. */
apenet_start_t apenet_record_begin(apenet_host_t *h, uint32_t packets);

/** @param operation magic; 0: none */
void apenet_record_start(const apenet_card_t *card, const apenet_start_t *start, const apenet_post_t *post,
                         uint64_t operation);

/** @param what EMUQ_RECORD_WAIT_EVENT or _SLOT @param which as in emuq_record_wait_t
 * @return the recording ring, or NULL */
emuq_record_ring_t *apenet_record_wait(const apenet_card_t *card, emuq_record_wait_t what, unsigned which);

/** @param ring from apenet_record_wait(), or NULL */
void apenet_record_wait_end(emuq_record_ring_t *ring);

/** Records a rejected call. @return @p rc */
int apenet_record_rejected_call(const apenet_card_t *card, const char *call, int rc);

void apenet_record_rejection(uint32_t node, unsigned slot, const char *why);

void apenet_pause_begin(void);

/** Tests if the wait continues with a sleep: after many yields, or if a computing thread shares the core. */
bool apenet_prefers_sleep(const apenet_card_t *card);

/** Polls, then yields or returns. @param arrived delivered events before the last poll @param only_event
 * nothing else can end the wait */
void apenet_pause(const apenet_card_t *card, uint32_t arrived, bool only_event);

typedef struct apenet_sleep_ticket {
    emuq_ticket_t ticket;
    bool is_exact; /**< no wake-up can be missed */
} apenet_sleep_ticket_t;

/** Prepares a sleep. Poll again before apenet_sleep(). @param for_long exclude missed wake-ups by a system
 * call; otherwise sleep for at most a millisecond */
apenet_sleep_ticket_t apenet_sleep_prepare(apenet_host_t *h, bool for_long);

/** Sleeps until the card wakes sleepers; describes the first wait. @param kinds of events; 0: ring slots */
void apenet_sleep(apenet_card_t *card, unsigned kinds, apenet_sleep_ticket_t ticket, uint64_t ns);

/** Chooses how threads wait. @param has_links a thread receives the words of external wires */
void apenet_waits_open(const emuq_partition_t *p, bool has_links);

/** The partition of the open cards of this Linux process. For threads that are no members. */
emuq_partition_t *apenet_partition(void);

/** Packet mode: starts the watchdog thread of this Linux process, and HOST_WD of the node. Prints a failure.
 */
void apenet_watchdog_open(apenet_card_t *card);

/** Work of a waiting thread besides polling, if `has_service` is set: link time, and HEALTH events.
 * @return whether *out is a HEALTH event of @p kinds */
bool apenet_serve(apenet_card_t *card, uint32_t kinds, apenet_event_t *out);

void apenet_kernels_end(apenet_card_t *card);

#endif /* APENET_DRIVER_DRIVER_H */
