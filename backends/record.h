/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file record.h
 * @brief What threads note while a job is recorded: rings of records in the arena of the partition.
 *
 * Each thread has a ring of its own (sync/stream.h), made when it notes something for the first time; it
 * alone writes there, without a lock and without a system call. A ring keeps the latest records and counts
 * all, so that what was overwritten is known; or it is streamed: its records are written to the file while
 * the job runs, and what finds no room meanwhile is lost, and counted. The arena outlives the processes of
 * the ranks: who has made the partition writes the rings to a file (record_file.h) when the job is over,
 * however it ended.
 *
 * A backend looks at emuq_the_recording when a process attaches, and installs other hooks if it is not NULL:
 * a job that is not recorded runs the same instructions as without this file.
 *
 * | word                   | written by       | order   | pairs with                          |
 * |------------------------|------------------|---------|-------------------------------------|
 * | `stream` of a ring     | see sync/stream.h; its reader is who writes the file             | | |
 * | `ring[i]`              | thread i         | release | the same                            |
 * | `threads`, `without`   | any thread       | relaxed | the same, when the job is over      |
 *
 * A software error ends a process in which other threads still run and record: of those the file may have
 * records that are newer than the rest of their ring, or half written.
 */
#ifndef EMUQ_RECORD_H
#define EMUQ_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "backends/arena.h"
#include "base/text.h"
#include "base/lock.h"
#include "sync/stream.h"

/** What a record is of. The members that are named say what is meant by those of emuq_record_t. */
typedef enum emuq_record_kind {
    /** A message went all the way in the call that injected it: its descriptor is complete and the receiver
     * can see it. `fifo` injection FIFO, `node` its node, `bytes`, `header`; `position` where its packet ends
     * in a reception FIFO; `lasted` of some, 0 of the others. */
    EMUQ_RECORD_SEND,
    /** A descriptor was injected that has to wait for something, or be looked at closely. As above;
     * `position` its number. */
    EMUQ_RECORD_INJECT,
    /** Packets of such a message were put into a reception FIFO. `fifo`, `node` of that, `bytes` of payload,
     * `position` where they end, `origin`. */
    EMUQ_RECORD_DELIVER,
    /** Descriptors of a FIFO up to number `position` are complete, of which some were not before. */
    EMUQ_RECORD_COMPLETE,
    /** The program has given the memory of packets back. `fifo` reception FIFO, `position` where the packets
     * end. */
    EMUQ_RECORD_RECEIVE,
    /** Polls found nothing. From `ticks` to `position`, which is exact to eight quick polls; `detail`
       emuq_record_wait_t, `fifo` of what. */
    EMUQ_RECORD_WAIT,
    /** The program has set its bits of a global interrupt. `fifo` route, `position` bits. */
    EMUQ_RECORD_INTERRUPT,
    /** A message found its target full. `fifo` and `node` of its injection FIFO, `position` the target, as
     * node << 16 | FIFO. */
    EMUQ_RECORD_PARK,
    /** A parked message goes on. */
    EMUQ_RECORD_RESUME,
    /** The program's own; `text`, `position` its value, `detail` emuq_record_mark_t. */
    EMUQ_RECORD_MARK,
    /** Payload of the message before: `data`, `bytes` of them. */
    EMUQ_RECORD_PAYLOAD,
    /** The program has called the kernel. From `ticks` to `position`; `text` the call. */
    EMUQ_RECORD_KERNEL,
    /** The handler of an interrupt is called in a communication thread. `fifo` the hardware thread. */
    EMUQ_RECORD_HANDLER,
    /** A call of PAMI. From `ticks` to `position`; `text`, `detail` emuq_record_pami_t, `fifo` dispatch id,
     * `bytes` of data. */
    EMUQ_RECORD_PAMI,
    /** A message of a network card beside the Message Units has begun: all that follows from it in the call
     * is a part of it. `node` the card's, `fifo` process on it, `detail` emuq_record_start_t, `bytes`,
     * `lasted` how long the call took, `position` address at the other end, `card`. */
    EMUQ_RECORD_CARD_START,
    /** A card has written an event, and with EMUQ_RECORD_EVENT_RECEIVED what has come is in its buffer.
     * `node` the card's, `fifo` the outcome, 0 if all is well, `detail` emuq_record_event_t, `bytes`,
     * `position` number of the event at this card, `card`. */
    EMUQ_RECORD_CARD_EVENT,
    /** The program has taken an event. `node`, `fifo` process, `detail`, `bytes`, `position` as of the event.
     */
    EMUQ_RECORD_CARD_TAKE,
    /** A card has not had the translation of a page. `node`, `fifo` number of the table, `detail` whether the
     * table has the page, `position` the page. */
    EMUQ_RECORD_CARD_MISS,
    /** A card, or one of the calls apenet_rdma_put(), apenet_rdma_send(), apenet_rdma_get() and
     * apenet_wait_event(), has refused what was asked of it. `node`, `position` slot or errno, `detail`
     * emuq_record_refusal_t, `text`. */
    EMUQ_RECORD_CARD_REFUSE,
    EMUQ_RECORD_KINDS
} emuq_record_kind_t;

/** What a wait was for. */
typedef enum emuq_record_wait {
    EMUQ_RECORD_WAIT_PACKETS,    /**< in a reception FIFO */
    EMUQ_RECORD_WAIT_COMPLETION, /**< of a descriptor */
    EMUQ_RECORD_WAIT_ROOM,       /**< in an injection FIFO */
    EMUQ_RECORD_WAIT_INTERRUPT,  /**< a global interrupt */
    EMUQ_RECORD_WAIT_OTHER,
    EMUQ_RECORD_WAIT_MEMORY, /**< a change of memory, by the wakeup unit */
    EMUQ_RECORD_WAIT_EVENT,  /**< of a network card, of kinds that the bits of `fifo` say */
    EMUQ_RECORD_WAIT_SLOT,   /**< in the ring of a network card */
    EMUQ_RECORD_WAITS
} emuq_record_wait_t;

/** What a record of PAMI is. */
typedef enum emuq_record_pami {
    EMUQ_RECORD_PAMI_CALL,      /**< by the program */
    EMUQ_RECORD_PAMI_CALLBACK,  /**< a dispatch function of the program is called */
    EMUQ_RECORD_PAMI_OPERATION, /**< a collective, from its start to the call of its done function */
    EMUQ_RECORD_PAMIS
} emuq_record_pami_t;

/** What a mark of the program is. */
typedef enum emuq_record_mark {
    EMUQ_RECORD_MARK_POINT,
    EMUQ_RECORD_MARK_BEGIN,
    EMUQ_RECORD_MARK_END
} emuq_record_mark_t;

/** What the message of a network card is. */
typedef enum emuq_record_start {
    EMUQ_RECORD_START_PUT,
    EMUQ_RECORD_START_SEND,
    EMUQ_RECORD_START_GET,
    EMUQ_RECORD_STARTS
} emuq_record_start_t;

/** What the event of a network card says. */
typedef enum emuq_record_event {
    EMUQ_RECORD_EVENT_RECEIVED,  /**< a message has come */
    EMUQ_RECORD_EVENT_LOST,      /**< a message has come, and has found no place */
    EMUQ_RECORD_EVENT_COMPLETED, /**< an own message: its source may be used again, or a get is done */
    EMUQ_RECORD_EVENT_FAILED,    /**< an own message has been refused */
    EMUQ_RECORD_EVENTS
} emuq_record_event_t;

/** Who has refused. */
typedef enum emuq_record_refusal {
    EMUQ_RECORD_REFUSED_BY_CARD,
    EMUQ_RECORD_REFUSED_BY_CALL, /**< of those four */
    EMUQ_RECORD_REFUSALS
} emuq_record_refusal_t;

#define EMUQ_RECORD_HEADER_BYTES 32       /**< of a packet header, or of a text with its zero */
#define EMUQ_RECORD_DATA_BYTES   40       /**< payload bytes in one record */
#define EMUQ_RECORD_WORDS        8        /**< of 8 bytes, in a record */
#define EMUQ_RECORD_LONGEST      0xffffff /**< `lasted`: so long or longer */
/** How long a message takes that goes all the way at once is measured for one record in so many: on virtual
 * machines the clock costs more than the rest of a record. */
#define EMUQ_RECORD_MEASURED 16
#define EMUQ_RECORD_NO_NODE  UINT32_MAX /**< `node`: not known */
#define EMUQ_RECORD_AHEAD    8          /**< records for which the slot is fetched before */

/** Where packets come from. */
typedef struct emuq_record_origin {
    uint64_t number; /**< of the descriptor in its FIFO, from 1 */
    uint32_t node;   /**< EMUQ_RECORD_NO_NODE: not known, a result of a collective */
    uint32_t fifo;   /**< injection FIFO */
} emuq_record_origin_t;

/** Which message of a network card a record is of. */
typedef struct emuq_record_card {
    uint32_t peer;         /**< node at the other end, EMUQ_RECORD_NO_NODE: not known */
    uint16_t process;      /**< at this end ... */
    uint16_t peer_process; /**< ... and at the other */
    uint64_t message;   /**< number that the card which sends it gives it: the same soon after is another's */
    uint64_t operation; /**< number that its driver gives it; 0: it has none */
    uint64_t tag;       /**< the program's own */
} emuq_record_card_t;

/** A record: one cache line. */
typedef struct emuq_record {
    union {
        struct {
            uint64_t ticks;       /**< when it began; emuq_record_clock() */
            uint64_t bytes : 40;  /**< of the message */
            uint64_t lasted : 24; /**< ticks, at most EMUQ_RECORD_LONGEST */
            uint8_t kind;         /**< emuq_record_kind_t */
            uint8_t detail;
            uint16_t fifo;
            uint32_t node;
            union {
                struct {
                    uint64_t position;
                    union {
                        char header[EMUQ_RECORD_HEADER_BYTES]; /**< of packets, as the descriptor has it */
                        char text[EMUQ_RECORD_HEADER_BYTES];
                        emuq_record_origin_t origin;
                        emuq_record_card_t card;
                    };
                };
                char data[EMUQ_RECORD_DATA_BYTES];
            };
        };
        uint64_t word[EMUQ_RECORD_WORDS]; /**< the same, for emuq_record_write() */
    };
} emuq_record_t;

/** A record but its text, header, origin or data: for emuq_record_write(). */
typedef struct emuq_record_note {
    uint64_t ticks;    /**< as in emuq_record_t, like the rest */
    uint64_t bytes;    /**< of the message */
    uint64_t lasted;   /**< ticks */
    uint64_t position; /**< where the packet ends in its FIFO */
    uint32_t node;     /**< which it is of */
    uint16_t fifo;     /**< on that node */
    uint8_t kind;      /**< emuq_record_kind_t */
    uint8_t detail;    /**< of the kind */
} emuq_record_note_t;

/** The records of a thread. */
typedef struct emuq_record_ring {
    emuq_stream_t stream;
    uint64_t slots; /**< records that it holds */
    emuq_record_t *record;
    emuq_record_t lost;                 /**< where those are written for which there is no room */
    uint32_t kinds;                     /**< bit (1 << kind): is recorded */
    uint32_t node;                      /**< of the thread, or EMUQ_RECORD_NO_NODE */
    int32_t rank;                       /**< -1: a thread of the unit's own */
    int32_t process;                    /**< Linux process and ... */
    int32_t thread;                     /**< ... thread */
    uint32_t payload;                   /**< bytes of each message that are recorded */
    const volatile uint64_t *waits_for; /**< the register that it polls; NULL: none */
    uint32_t polls;                     /**< of that register */
    /** The wait that has not ended, as it would be recorded now, or until UINT64_MAX, if its kind is
     * EMUQ_RECORD_WAIT. */
    emuq_record_t waiting;
} emuq_record_ring_t;

#define EMUQ_RECORD_THREADS 4096 /**< that can be recorded */

/** The recording of a partition; in its arena. */
typedef struct emuq_recording {
    emuq_arena_t *arena;
    uint64_t records;     /**< of each ring, a power of two */
    uint32_t kinds;       /**< as of a ring */
    uint32_t payload;     /**< bytes of each message that are recorded */
    bool is_streamed;     /**< the rings are written to the file while the job runs */
    uint64_t ticks;       /**< when it began, by the processor's clock, */
    uint64_t ns;          /**< by the monotonic one, */
    uint64_t realtime_ns; /**< and by the time of day */
    uint32_t threads;     /**< that have wanted a ring */
    uint32_t without;     /**< threads that have none, for want of memory */
    emuq_record_ring_t *ring[EMUQ_RECORD_THREADS];
} emuq_recording_t;

/** The recording that this process takes part in, or NULL. Set before the process attaches to its partition.
 */
extern emuq_recording_t *emuq_the_recording;

/** Tells whose the calling thread is: sets node and rank of its ring. Set with emuq_the_recording. */
extern void (*emuq_record_identify)(emuq_record_ring_t *ring);

/** What the calling thread knows of its ring. */
typedef struct emuq_record_self {
    uint64_t ns;              /**< when the recording began of which the ring is */
    emuq_record_ring_t *ring; /**< NULL: there is no memory for one */
} emuq_record_self_t;

/** That of the calling thread. */
extern __thread emuq_record_self_t emuq_record_self __attribute__((tls_model("initial-exec")));

/** Begins a recording. @param records of each thread, rounded up to a power of two. @param payload bytes of
 * each message. @param is_streamed rings have a reader @return NULL: the arena has no room. */
emuq_recording_t *emuq_recording_begin(emuq_arena_t *arena, uint64_t records, uint32_t kinds,
                                       uint32_t payload, bool is_streamed);

/** The name of a kind, one word. */
const char *emuq_record_kind_name(emuq_record_kind_t kind);
/** The kind of a name, or EMUQ_RECORD_KINDS. */
emuq_record_kind_t emuq_record_kind_of(const char *name);
/** The name that was probably meant by @p word, which is none. */
emuq_nearest_t emuq_record_kind_nearest(const char *word);

/** Whether a record lasts until the time in its `position`. */
static inline bool emuq_record_is_span(uint8_t kind)
{
    return kind == EMUQ_RECORD_WAIT || kind == EMUQ_RECORD_KERNEL || kind == EMUQ_RECORD_PAMI;
}

/** Records a call that ends now, if the thread's job is recorded. @param begun emuq_record_clock() @param
 * name of the call; what is longer than a record has room for is cut off */
void emuq_record_call(emuq_record_kind_t kind, const char *name, uint64_t begun, emuq_record_t what);

/** Makes the ring of the calling thread. emuq_the_recording is not NULL. @return NULL: it has none. */
emuq_record_ring_t *emuq_record_ring_make(void);

/** The ring of the calling thread, or NULL. emuq_the_recording is not NULL. */
static inline emuq_record_ring_t *emuq_record_ring(void)
{
    if (__builtin_expect(emuq_record_self.ns == emuq_the_recording->ns, 1))
        return emuq_record_self.ring;
    return emuq_record_ring_make();
}

/** Modelled time of the calling thread since the job began, in ticks of which EMUQ_RECORD_MODELLED_TICKS are
 * a nanosecond; or NULL: records have the time of the host. __atomic, relaxed; set by a backend before
 * threads record. */
extern uint64_t (*emuq_record_time)(void);

#define EMUQ_RECORD_MODELLED_TICKS 8 /**< see there */

/** The processor's clock, in ticks of its own: the same for all processors of a machine. It may be read
 * before what stands before it is done, but never after what stands behind it can be seen by others: stores
 * are seen when the instructions before them are done. With modelled time it is that. */
static inline uint64_t emuq_record_clock(void)
{
    uint64_t (*modelled)(void) = __atomic_load_n(&emuq_record_time, __ATOMIC_RELAXED);
    if (__builtin_expect(modelled != NULL, 0))
        return modelled();
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    uint64_t ticks;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks)::"memory");
    return ticks;
#else
#error "the processor's clock is read for x86-64 and aarch64"
#endif
}

/** The same, read after all loads before it: for what has been seen. */
static inline uint64_t emuq_record_clock_after(void)
{
#if defined(__x86_64__)
    __builtin_ia32_lfence();
#elif defined(__aarch64__)
    __asm__ volatile("isb" ::: "memory");
#endif
    return emuq_record_clock();
}

/** Ticks since @p ticks, as a record has them. */
static inline uint64_t emuq_record_lasted(uint64_t ticks)
{
    uint64_t lasted = emuq_record_clock() - ticks;
    return lasted < EMUQ_RECORD_LONGEST ? lasted : EMUQ_RECORD_LONGEST;
}

/** Whether the thread records a kind. */
static inline bool emuq_record_wants(const emuq_record_ring_t *ring, emuq_record_kind_t kind)
{
    return ring->kinds >> kind & 1;
}

/** The ring of the calling thread if it records a kind; NULL: it does not, or nothing is recorded. */
static inline emuq_record_ring_t *emuq_record_ring_for(emuq_record_kind_t kind)
{
    emuq_record_ring_t *ring = emuq_the_recording != NULL ? emuq_record_ring() : NULL;
    return ring != NULL && emuq_record_wants(ring, kind) ? ring : NULL;
}

/** The place of the thread's next record: all of it is to be written, then emuq_record_add() called. */
static inline emuq_record_t *emuq_record_next(emuq_record_ring_t *ring)
{
    if (__builtin_expect(emuq_stream_is_full(&ring->stream, ring->slots), 0))
        return &ring->lost;
    return &ring->record[emuq_stream_slot(&ring->stream, ring->slots)];
}

/** Whether the thread's latest record was lost, so that what belongs to it is better left out, too. */
static inline bool emuq_record_is_lost(const emuq_record_ring_t *ring)
{
    return ring->stream.step == 0;
}

/** Stores a word of a record. Atomic, so that the compiler neither loads what is in the slot, which is in no
 * cache, nor puts words together in memory from which it loads them at once, before they are there. */
static inline void emuq_record_word(emuq_record_t *r, unsigned word, uint64_t value)
{
    __atomic_store_n(&r->word[word], value, __ATOMIC_RELAXED);
}

/** Copies a word of a text, header or origin; NULL: zeros. */
static inline void emuq_record_copy(emuq_record_t *r, unsigned word, const void *rest)
{
    uint64_t value = 0;
    if (rest != NULL)
        memcpy(&value, (const char *)rest + sizeof value * word, sizeof value);
    emuq_record_word(r, 4 + word, value);
}

/** Writes all of a record. @param rest of EMUQ_RECORD_HEADER_BYTES bytes; NULL: zeros */
static inline void emuq_record_write(emuq_record_t *r, emuq_record_note_t note, const void *rest)
{
    _Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && offsetof(emuq_record_t, kind) == 16 &&
                       offsetof(emuq_record_t, detail) == 17 && offsetof(emuq_record_t, fifo) == 18 &&
                       offsetof(emuq_record_t, node) == 20 && offsetof(emuq_record_t, position) == 24,
                   "the words of a record");
    emuq_record_word(r, 0, note.ticks);
    emuq_record_word(r, 1, (note.bytes & 0xffffffffff) | note.lasted << 40);
    emuq_record_word(
        r, 2, (uint64_t)note.node << 32 | (uint32_t)note.fifo << 16 | (uint32_t)note.detail << 8 | note.kind);
    emuq_record_word(r, 3, note.position);
    emuq_record_copy(r, 0, rest);
    emuq_record_copy(r, 1, rest);
    emuq_record_copy(r, 2, rest);
    emuq_record_copy(r, 3, rest);
}

/** The record is written. */
static inline void emuq_record_add(emuq_record_ring_t *ring)
{
    uint64_t written = emuq_stream_add(&ring->stream);
    /* A ring is larger than a cache, and stores are seen in order: those of the next message would wait for
     * the line of a record. */
    emuq_prefetch_for_write(&ring->record[(written + EMUQ_RECORD_AHEAD) & (ring->slots - 1)]);
}

/** Records the wait of the thread, which ends when its `position` says. */
static inline void emuq_record_waited(emuq_record_ring_t *ring)
{
    ring->waits_for = NULL;
    *emuq_record_next(ring) = ring->waiting;
    ring->waiting.kind = EMUQ_RECORD_KINDS;
    emuq_record_add(ring);
}

/** The thread does something else than poll registers: if it has, the latest poll was the last one. */
static inline void emuq_record_polls_end(emuq_record_ring_t *ring)
{
    if (ring->waits_for != NULL)
        emuq_record_waited(ring);
}

#endif /* EMUQ_RECORD_H */
