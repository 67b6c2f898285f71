/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file record.h
 * @brief Recording of a job: rings of records in the arena, and the file of a recording.
 *
 * Each thread creates a ring (sync/stream.h) with its first record and is its only writer. A ring keeps the
 * latest records; or it is streamed: a reader writes records to the file while the job runs, and records that
 * find the ring full are lost and counted. The creator of the partition writes the rings to a file after the
 * job.
 *
 * Thread i stores `ring[i]` with release; the writer of the file loads it with acquire. `threads` and
 * `without` are relaxed and read after the job.
 */
#ifndef EMUQ_RECORD_H
#define EMUQ_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <emuq_components.h>

#include "backends/arena.h"
#include "base/text.h"
#include "base/lock.h"
#include "sync/stream.h"

/** Kinds of records, with the members in use. The values of `detail` are in the enumeration of the kind. */
typedef enum emuq_record_kind {
    /** A message delivered by the call that injected it. `fifo` injection FIFO, `node`, `bytes`, `header`;
       `position` end of its packet in a reception FIFO; `lasted` of some records, else 0. */
    EMUQ_RECORD_SEND,
    /** A descriptor that waits or takes the slow path. `position` its number, else as for a message. */
    EMUQ_RECORD_INJECT,
    /** Packets of such a message entered reception FIFO `fifo` of `node`. `bytes` of payload, `position`
       their end, `origin`. */
    EMUQ_RECORD_DELIVER,
    /** Descriptors of `fifo` up to `position` are complete. */
    EMUQ_RECORD_COMPLETE,
    /** The program released packets of reception FIFO `fifo` up to `position`. */
    EMUQ_RECORD_RECEIVE,
    /** Unsuccessful polls from `ticks` to `position`, accurate to eight polls; `detail`,
       `fifo` the awaited FIFO. */
    EMUQ_RECORD_WAIT,
    /** The program set bits `position` of route `fifo`. */
    EMUQ_RECORD_INTERRUPT,
    /** A message of `fifo` and `node` found its target full; `position` the target as node << 16 | FIFO. */
    EMUQ_RECORD_PARK,
    EMUQ_RECORD_RESUME,
    /** A mark of the program. `text`, `position` its value, `detail`. */
    EMUQ_RECORD_MARK,
    EMUQ_RECORD_PAYLOAD,
    /** A kernel call `text` from `ticks` to `position`. */
    EMUQ_RECORD_KERNEL,
    /** Start of an interrupt handler in hardware thread `fifo`. */
    EMUQ_RECORD_HANDLER,
    /** A PAMI call `text` from `ticks` to `position`; `detail`, `fifo` dispatch id,
       `bytes`. */
    EMUQ_RECORD_PAMI,
    /** Start of a network card's message; later records of the call belong to it. `node` of the card, `fifo`
       process, `detail`, `bytes`, `lasted` duration of the call, `position` remote
       address, `card`. */
    EMUQ_RECORD_CARD_START,
    /** A card wrote an event. `node`, `fifo` result, 0 on success, `detail`, `bytes`,
       `position` number of the event, `card`. */
    EMUQ_RECORD_CARD_EVENT,
    /** The program took an event. `fifo` process, else as EMUQ_RECORD_CARD_EVENT. */
    EMUQ_RECORD_CARD_TAKE,
    /** A TLB miss of a card. `node`, `fifo` table, `detail` 1 if the table has the page, `position` the
     * page. */
    EMUQ_RECORD_CARD_MISS,
    /** A card or an APEnet call rejected a request. `node`, `position` slot or errno, `detail`, `text`. */
    EMUQ_RECORD_CARD_REFUSE,
    EMUQ_RECORD_KINDS
} emuq_record_kind_t;

typedef enum emuq_record_wait {
    EMUQ_RECORD_WAIT_PACKETS,
    EMUQ_RECORD_WAIT_COMPLETION,
    EMUQ_RECORD_WAIT_ROOM,
    EMUQ_RECORD_WAIT_INTERRUPT, /**< a global interrupt */
    EMUQ_RECORD_WAIT_OTHER,     /**< another register */
    EMUQ_RECORD_WAIT_MEMORY,    /**< a change of memory (wakeup unit) */
    EMUQ_RECORD_WAIT_EVENT,     /**< `fifo`: mask of kinds */
    EMUQ_RECORD_WAIT_SLOT,      /**< a free slot in the ring of a card */
    EMUQ_RECORD_WAITS
} emuq_record_wait_t;

typedef enum emuq_record_pami {
    EMUQ_RECORD_PAMI_CALL,
    EMUQ_RECORD_PAMI_CALLBACK,  /**< call of a dispatch function */
    EMUQ_RECORD_PAMI_OPERATION, /**< a collective, until its done function */
    EMUQ_RECORD_PAMIS
} emuq_record_pami_t;

typedef enum emuq_record_mark {
    EMUQ_RECORD_MARK_POINT,
    EMUQ_RECORD_MARK_BEGIN,
    EMUQ_RECORD_MARK_END
} emuq_record_mark_t;

typedef enum emuq_record_start {
    EMUQ_RECORD_START_PUT,
    EMUQ_RECORD_START_SEND,
    EMUQ_RECORD_START_GET,
    EMUQ_RECORD_STARTS
} emuq_record_start_t;

typedef enum emuq_record_event {
    EMUQ_RECORD_EVENT_RECEIVED,  /**< the data are in the buffer */
    EMUQ_RECORD_EVENT_LOST,      /**< a message found no buffer */
    EMUQ_RECORD_EVENT_COMPLETED, /**< the source is reusable, or a get is complete */
    EMUQ_RECORD_EVENT_FAILED,
    EMUQ_RECORD_EVENTS
} emuq_record_event_t;

typedef enum emuq_record_refusal {
    EMUQ_RECORD_REFUSED_BY_CARD,
    EMUQ_RECORD_REFUSED_BY_CALL,
    EMUQ_RECORD_REFUSALS
} emuq_record_refusal_t;

#define EMUQ_RECORD_HEADER_BYTES 32
#define EMUQ_RECORD_DATA_BYTES   40
#define EMUQ_RECORD_WORDS        8
#define EMUQ_RECORD_LONGEST      0xffffff /**< saturation of `lasted` */
#define EMUQ_RECORD_MEASURED     16       /**< every 16th EMUQ_RECORD_SEND has `lasted`: clocks may be slow */
#define EMUQ_RECORD_NO_NODE      UINT32_MAX /**< unknown */
#define EMUQ_RECORD_AHEAD        8          /**< prefetch distance */

typedef struct emuq_record_origin {
    uint64_t number; /**< number of the descriptor, from 1 */
    uint32_t node;   /**< EMUQ_RECORD_NO_NODE: a collective */
    uint32_t fifo;
} emuq_record_origin_t;

typedef struct emuq_record_card {
    uint32_t peer; /**< node; EMUQ_RECORD_NO_NODE: none */
    uint16_t process;
    uint16_t peer_process;
    uint64_t message;   /**< assigned by the sending card; reused */
    uint64_t operation; /**< assigned by the sending driver; 0: none */
    uint64_t tag;
} emuq_record_card_t;

/** One cache line. */
typedef struct emuq_record {
    union {
        struct {
            uint64_t ticks; /**< start */
            uint64_t bytes : 40;
            uint64_t lasted : 24; /**< duration in ticks, saturated */
            uint8_t kind;         /**< emuq_record_kind_t */
            uint8_t detail;
            uint16_t fifo;
            uint32_t node;
            union {
                struct {
                    uint64_t position;
                    union {
                        char header[EMUQ_RECORD_HEADER_BYTES];
                        char text[EMUQ_RECORD_HEADER_BYTES];
                        emuq_record_origin_t origin;
                        emuq_record_card_t card;
                    };
                };
                char data[EMUQ_RECORD_DATA_BYTES];
            };
        };
        uint64_t word[EMUQ_RECORD_WORDS];
    };
} emuq_record_t;

typedef struct emuq_record_note {
    uint64_t ticks;
    uint64_t bytes;
    uint64_t lasted;
    uint64_t position;
    uint32_t node;
    uint16_t fifo;
    uint8_t kind;
    uint8_t detail;
} emuq_record_note_t;

typedef struct emuq_record_ring {
    emuq_stream_t stream;
    uint64_t slots; /**< capacity in records */
    emuq_record_t *record;
    emuq_record_t lost;                 /**< target of records without a slot */
    uint32_t kinds;                     /**< mask, 1 << kind */
    uint32_t node;                      /**< EMUQ_RECORD_NO_NODE: none */
    int32_t rank;                       /**< -1: a thread of the unit */
    int32_t process;                    /**< Linux process id */
    int32_t thread;                     /**< Linux thread id */
    uint32_t payload;                   /**< recorded bytes of each message */
    const volatile uint64_t *waits_for; /**< awaited register, or NULL */
    uint32_t polls;                     /**< number of polls of that register */
    /** Valid if its kind is EMUQ_RECORD_WAIT. */
    emuq_record_t waiting;
} emuq_record_ring_t;

#define EMUQ_RECORD_THREADS 4096

typedef struct emuq_recording {
    emuq_arena_t *arena;
    uint64_t records; /**< records per ring, a power of two */
    uint32_t kinds;   /**< mask */
    uint32_t payload;
    bool is_streamed;
    uint64_t ticks;       /**< start by the processor's clock */
    uint64_t ns;          /**< start by the monotonic clock */
    uint64_t realtime_ns; /**< start by the time of day */
    uint32_t threads;
    uint32_t without; /**< threads without memory for a ring */
    emuq_record_ring_t *ring[EMUQ_RECORD_THREADS];
} emuq_recording_t;

typedef struct emuq_record_self {
    uint64_t ns;
    emuq_record_ring_t *ring; /**< NULL: out of memory */
} emuq_record_self_t;

/** Whether `position` is the end of a time span. */
static inline bool emuq_record_is_span(uint8_t kind)
{
    return kind == EMUQ_RECORD_WAIT || kind == EMUQ_RECORD_KERNEL || kind == EMUQ_RECORD_PAMI;
}

#if EMUQ_HAVE_TRACE

/** Recording of the job; NULL: none. Set before the process attaches. */
extern emuq_recording_t *emuq_the_recording;
/** Sets node and rank in a ring. */
extern void (*emuq_record_identify)(emuq_record_ring_t *ring);
extern __thread emuq_record_self_t emuq_record_self __attribute__((tls_model("initial-exec")));
/** @param records per thread @return NULL if the arena is full */
emuq_recording_t *emuq_recording_begin(emuq_arena_t *arena, uint64_t records, uint32_t kinds,
                                       uint32_t payload, bool is_streamed);
const char *emuq_record_kind_name(emuq_record_kind_t kind);
/** @return EMUQ_RECORD_KINDS: no such name */
emuq_record_kind_t emuq_record_kind_of(const char *name);
emuq_nearest_t emuq_record_kind_nearest(const char *word);
/** Records a call from @p begun until now, if there is a recording. */
void emuq_record_call(emuq_record_kind_t kind, const char *name, uint64_t begun, emuq_record_t what);
/** @return NULL: out of memory */
emuq_record_ring_t *emuq_record_ring_make(void);
/** @return the caller's ring, or NULL. Requires emuq_the_recording */
static inline emuq_record_ring_t *emuq_record_ring(void)
{
    if (__builtin_expect(emuq_record_self.ns == emuq_the_recording->ns, 1))
        return emuq_record_self.ring;
    return emuq_record_ring_make();
}

static inline void emuq_record_exchange(emuq_record_self_t *other)
{
    emuq_record_self_t self = emuq_record_self;
    emuq_record_self = *other;
    *other = self;
}

/** The caller's clock in modelled time; NULL: real time. Relaxed; set by a backend before threads record. */
extern uint64_t (*emuq_record_time)(void);

#else

/* Removes all records from the code. */
#define emuq_the_recording ((emuq_recording_t *)NULL)
static inline emuq_record_ring_t *emuq_record_ring_make(void)
{
    return NULL;
}
static inline emuq_record_ring_t *emuq_record_ring(void)
{
    return NULL;
}
static inline void emuq_record_exchange(emuq_record_self_t *other)
{
    (void)other;
}
static inline void emuq_record_call(emuq_record_kind_t kind, const char *name, uint64_t begun,
                                    emuq_record_t what)
{
    (void)kind, (void)name, (void)begun, (void)what;
}

#endif

#define EMUQ_RECORD_MODELLED_TICKS 8 /**< per nanosecond of modelled time */

static inline uint64_t emuq_processor_clock(void)
{
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

/** Completes all earlier loads before later instructions, as lfence on x86-64. */
static inline void emuq_processor_fence(void)
{
#if defined(__x86_64__)
    __builtin_ia32_lfence();
#else
    __asm__ volatile("isb" ::: "memory");
#endif
}

/** The processor's clock in ticks, equal on all processors of a host; or modelled time. The read may precede
 * the completion of earlier instructions, but never follows the visibility of later stores. */
static inline uint64_t emuq_record_clock(void)
{
#if EMUQ_HAVE_TRACE
    uint64_t (*modelled)(void) = emuq_pointer_load(&emuq_record_time);
    if (__builtin_expect(modelled != NULL, 0))
        return modelled();
#endif
    return emuq_processor_clock();
}

/** The clock after all earlier loads. */
static inline uint64_t emuq_record_clock_after(void)
{
    emuq_processor_fence();
    return emuq_record_clock();
}

static inline uint64_t emuq_record_lasted(uint64_t ticks)
{
    uint64_t lasted = emuq_record_clock() - ticks;
    return lasted < EMUQ_RECORD_LONGEST ? lasted : EMUQ_RECORD_LONGEST;
}

static inline bool emuq_record_wants(const emuq_record_ring_t *ring, emuq_record_kind_t kind)
{
    return ring->kinds >> kind & 1;
}

/** @return NULL: @p kind is not recorded */
static inline emuq_record_ring_t *emuq_record_ring_for(emuq_record_kind_t kind)
{
    emuq_record_ring_t *ring = emuq_the_recording != NULL ? emuq_record_ring() : NULL;
    return ring != NULL && emuq_record_wants(ring, kind) ? ring : NULL;
}

/** The caller fills the record before emuq_record_add(). */
static inline emuq_record_t *emuq_record_next(emuq_record_ring_t *ring)
{
    if (__builtin_expect(emuq_stream_is_full(&ring->stream, ring->slots), 0))
        return &ring->lost;
    return &ring->record[emuq_stream_slot(&ring->stream, ring->slots)];
}

static inline bool emuq_record_is_lost(const emuq_record_ring_t *ring)
{
    return ring->stream.step == 0;
}

/** Atomic, so that the compiler neither loads the uncached slot nor assembles words in memory. */
static inline void emuq_record_word(emuq_record_t *r, unsigned word, uint64_t value)
{
    AO_store(&r->word[word], value);
}

static inline void emuq_record_copy(emuq_record_t *r, unsigned word, const void *rest)
{
    uint64_t value = 0;
    if (rest != NULL)
        memcpy(&value, (const char *)rest + sizeof value * word, sizeof value);
    emuq_record_word(r, 4 + word, value);
}

/** @param rest EMUQ_RECORD_HEADER_BYTES bytes; NULL: zeros */
static inline void emuq_record_write(emuq_record_t *r, emuq_record_note_t note, const void *rest)
{
    _Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && offsetof(emuq_record_t, kind) == 16 &&
                       offsetof(emuq_record_t, detail) == 17 && offsetof(emuq_record_t, fifo) == 18 &&
                       offsetof(emuq_record_t, node) == 20 && offsetof(emuq_record_t, position) == 24,
                   "layout of the words of a record");
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

static inline void emuq_record_add(emuq_record_ring_t *ring)
{
    uint64_t written = emuq_stream_add(&ring->stream);
    /* Stores commit in order: stores of the next message would wait for the uncached line. */
    emuq_prefetch_for_write(&ring->record[(written + EMUQ_RECORD_AHEAD) & (ring->slots - 1)]);
}

static inline void emuq_record_waited(emuq_record_ring_t *ring)
{
    ring->waits_for = NULL;
    *emuq_record_next(ring) = ring->waiting;
    ring->waiting.kind = EMUQ_RECORD_KINDS;
    emuq_record_add(ring);
}

static inline void emuq_record_polls_end(emuq_record_ring_t *ring)
{
    if (ring->waits_for != NULL)
        emuq_record_waited(ring);
}

/*
 * ---- file of a recording, in the byte order and layout of the host ----
 *
 *     emuq_record_file_t
 *     uint32_t place[np]             of each rank: node * ppn + T coordinate
 *     `pieces` segments:
 *         emuq_record_thread_t
 *         emuq_record_t[kept]        oldest first
 *
 * A file has one segment per thread. A streamed file has any number; its head is rewritten periodically, so
 * the file of a killed writer is consistent.
 */

#define EMUQ_RECORD_MAGIC         "EMUQREC3" /**< identifies the layout */
#define EMUQ_RECORD_MAGIC_2       "EMUQREC2" /**< head without the members from `program` on */
#define EMUQ_RECORD_COMMAND_BYTES 1024

/** Members as in emuq_recording_t. */
typedef struct emuq_record_file {
    char magic[8];
    uint32_t record_bytes;
    uint32_t threads; /**< upper bound of thread numbers */
    uint64_t pieces;
    uint32_t size[5];
    uint32_t torus;
    uint32_t ppn;
    uint32_t np;
    uint32_t host;
    uint32_t hosts;
    uint32_t payload;
    uint32_t without;
    uint64_t job_id;
    uint64_t begun_ticks;
    uint64_t begun_ns;
    uint64_t ended_ticks;
    uint64_t ended_ns;
    uint64_t realtime_ns;
    char program[64]; /**< name; strings are zero-terminated */
    char machine[64]; /**< host name */
    char version[32]; /**< of EMUQ */
    /** Command line of the process that made the partition, quoted as for a shell. */
    char command[EMUQ_RECORD_COMMAND_BYTES];
} emuq_record_file_t;

#define EMUQ_RECORD_HEAD_2_BYTES offsetof(emuq_record_file_t, program)

typedef struct emuq_record_thread {
    uint64_t kept; /**< records in this segment */
    uint64_t lost; /**< lost records that are in no segment so far */
    uint32_t number;
    uint32_t is_modelled; /**< 1: from the start of the job */
    uint32_t node;
    int32_t rank;
    int32_t process;
    int32_t thread;
    emuq_record_t waiting;
} emuq_record_thread_t;

/* ---- stamps: times of the stages of a message, for emuq-perf --explain ---- */

typedef enum emuq_stamp {
    EMUQ_STAMP_BEGUN, /**< the program builds the descriptor */
    EMUQ_STAMP_BUILT,
    EMUQ_STAMP_RUNG, /**< descriptor and tail are written */
    EMUQ_STAMP_CLAIMED,
    EMUQ_STAMP_DECODED,
    EMUQ_STAMP_TRANSLATED,
    EMUQ_STAMP_RESERVED, /**< memory FIFO: space for the packets */
    EMUQ_STAMP_COPIED,   /**< the payload is written */
    EMUQ_STAMP_COUNTED,  /**< the message is visible to the receiver */
    EMUQ_STAMP_RETURNED,
    EMUQ_STAMPS
} emuq_stamp_t;

/** Ordered with all earlier and later instructions. */
static inline uint64_t emuq_ticks(void)
{
    emuq_processor_fence();
    uint64_t ticks = emuq_processor_clock();
    emuq_processor_fence();
    return ticks;
}

#ifdef EMUQ_TIME_STAMPS
extern __thread uint64_t emuq_thread_stamps[EMUQ_STAMPS];
#endif

/** @return the calling thread's latest stamps; NULL without EMUQ_TIME_STAMPS */
uint64_t *emuq_stamps(void);
static inline void emuq_stamp(emuq_stamp_t stage)
{
#ifdef EMUQ_TIME_STAMPS
    emuq_thread_stamps[stage] = emuq_ticks();
#else
    (void)stage;
#endif
}

#endif /* EMUQ_RECORD_H */
