/* SPDX-License-Identifier: BSD-3-Clause */
/* Rings of records, and stamps. */
#define _GNU_SOURCE
#include "backends/record.h"

#include <pthread.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/host_calls.h"

_Static_assert(sizeof(emuq_record_t) == 64, "a record is a cache line");
_Static_assert(sizeof(emuq_record_card_t) == EMUQ_RECORD_HEADER_BYTES,
               "the data of a card fit into a record");
_Static_assert(EMUQ_RECORD_KINDS <= 32, "kinds are bits of a 32-bit mask");

emuq_recording_t *emuq_the_recording;
void (*emuq_record_identify)(emuq_record_ring_t *ring);
uint64_t (*emuq_record_time)(void);
__thread emuq_record_self_t emuq_record_self;

static const char *const record_names[EMUQ_RECORD_KINDS] = {
    [EMUQ_RECORD_SEND] = "send",
    [EMUQ_RECORD_INJECT] = "inject",
    [EMUQ_RECORD_DELIVER] = "deliver",
    [EMUQ_RECORD_COMPLETE] = "complete",
    [EMUQ_RECORD_RECEIVE] = "receive",
    [EMUQ_RECORD_WAIT] = "wait",
    [EMUQ_RECORD_INTERRUPT] = "interrupt",
    [EMUQ_RECORD_PARK] = "park",
    [EMUQ_RECORD_RESUME] = "resume",
    [EMUQ_RECORD_MARK] = "mark",
    [EMUQ_RECORD_PAYLOAD] = "payload",
    [EMUQ_RECORD_KERNEL] = "kernel",
    [EMUQ_RECORD_HANDLER] = "handler",
    [EMUQ_RECORD_PAMI] = "pami",
    [EMUQ_RECORD_CARD_START] = "card-start",
    [EMUQ_RECORD_CARD_EVENT] = "card-event",
    [EMUQ_RECORD_CARD_TAKE] = "card-take",
    [EMUQ_RECORD_CARD_MISS] = "card-miss",
    [EMUQ_RECORD_CARD_REFUSE] = "card-refuse",
};

const char *emuq_record_kind_name(emuq_record_kind_t kind)
{
    return kind < EMUQ_RECORD_KINDS ? record_names[kind] : "unknown";
}

emuq_record_kind_t emuq_record_kind_of(const char *name)
{
    unsigned kind = 0;
    while (kind < EMUQ_RECORD_KINDS && strcmp(record_names[kind], name) != 0)
        kind++;
    return (emuq_record_kind_t)kind;
}

emuq_nearest_t emuq_record_kind_nearest(const char *word)
{
    emuq_nearest_t search = emuq_nearest(word, strlen(word));
    emuq_nearest_of(&search, record_names, EMUQ_RECORD_KINDS);
    return search;
}

static uint64_t record_realtime_ns(void)
{
    struct timespec t;
    emuq_host_clock_gettime(CLOCK_REALTIME, &t);
    return (uint64_t)t.tv_sec * EMUQ_NS_PER_S + (uint64_t)t.tv_nsec;
}

emuq_recording_t *emuq_recording_begin(emuq_arena_t *arena, uint64_t records, uint32_t kinds,
                                       uint32_t payload, bool is_streamed)
{
    emuq_recording_t *r = emuq_arena_alloc(arena, sizeof *r, 64);
    if (r == NULL)
        return NULL;
    r->arena = arena;
    for (r->records = 1; r->records < records;)
        r->records *= 2;
    r->kinds = kinds;
    r->payload = payload;
    r->is_streamed = is_streamed;
    r->ns = emuq_host_now_ns();
    r->ticks = emuq_record_clock_after();
    r->realtime_ns = record_realtime_ns();
    return r;
}

static emuq_record_ring_t *record_make_ring(emuq_recording_t *recording)
{
    emuq_record_ring_t *ring = emuq_arena_alloc(recording->arena, sizeof *ring, 64);
    if (ring == NULL)
        return NULL;
    ring->record = emuq_arena_alloc(recording->arena, recording->records * sizeof *ring->record, 4096);
    if (ring->record == NULL)
        return NULL;
    ring->slots = recording->records;
    emuq_stream_init(&ring->stream, ring->slots, recording->is_streamed);
    ring->kinds = recording->kinds;
    ring->payload = recording->payload;
    ring->waiting.kind = EMUQ_RECORD_KINDS;
    ring->node = EMUQ_RECORD_NO_NODE;
    ring->rank = -1;
    ring->process = (int32_t)getpid();
    ring->thread = (int32_t)gettid();
    emuq_record_identify(ring);
    return ring;
}

/* A child of fork() must not write to the ring of the parent's thread. */
static void record_leave_in_child(void)
{
    emuq_record_self = (emuq_record_self_t){0, NULL};
}

static void record_watch_forks(void)
{
    (void)pthread_atfork(NULL, NULL, record_leave_in_child); /* on failure children may damage records */
}

emuq_record_ring_t *emuq_record_ring_make(void)
{
    static pthread_once_t watched = PTHREAD_ONCE_INIT;
    emuq_host_once(&watched, record_watch_forks);
    emuq_recording_t *recording = emuq_the_recording;
    uint32_t number = AO_int_fetch_and_add1(&recording->threads);
    emuq_record_ring_t *ring = number < EMUQ_RECORD_THREADS ? record_make_ring(recording) : NULL;
    if (ring != NULL) /* Release: pairs with the acquire of the thread that writes the file. */
        emuq_pointer_store_release(&recording->ring[number], ring);
    else
        (void)AO_int_fetch_and_add1(&recording->without);
    emuq_record_self = (emuq_record_self_t){recording->ns, ring};
    return ring;
}

void emuq_record_call(emuq_record_kind_t kind, const char *name, uint64_t begun, emuq_record_t what)
{
    emuq_record_ring_t *ring = emuq_record_ring_for(kind);
    if (ring == NULL)
        return;
    what.ticks = begun;
    what.kind = (uint8_t)kind;
    what.node = ring->node;
    what.position = emuq_record_clock_after();
    memset(what.text, 0, sizeof what.text);
    memcpy(what.text, name, strnlen(name, sizeof what.text - 1));
    *emuq_record_next(ring) = what;
    emuq_record_add(ring);
}
