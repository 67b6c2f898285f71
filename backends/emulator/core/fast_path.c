/* SPDX-License-Identifier: BSD-3-Clause */
/* Fast path: messages like an earlier one of their FIFO skip checks and routing, by a cache of routes. */
#include "backends/emulator/core/inject.h"

#include "backends/emulator/collective/collective.h"
#include "backends/emulator/core/deliver.h"
#include "backends/emulator/trace/record.h"

#define FAST_RUN_MESSAGES 16u /* maximum messages per run */
#define FAST_RUN_BYTES    512 /* maximum bytes of puts per run */

/* NOINLINE: rare code must not take registers from the code for a single message. */
#define NOINLINE static __attribute__((noinline))
#define INLINED  static inline __attribute__((always_inline))

/* ---- Route cache ---- */

_Static_assert(EMUQ_CACHED_ROUTES == 8, "fast_slot() returns three bits");

static uint32_t fast_slot(uint64_t network, uint64_t ids)
{
    return (uint32_t)((network ^ ids) * UINT64_C(0x9e3779b97f4a7c15) >> 61);
}

static bool fast_describe_packet(const MUHWI_Descriptor_t *d, emuq_cached_route_t *route)
{
    uint32_t id = emuq_rec_fifo_id(&d->PacketHeader);
    if (id >= EMUQ_REC_FIFOS || route->to->rec[id].regs == NULL || emuq_has_rec_threshold(route->to, id))
        return false;
    emuq_rec_t *r = &route->to->rec[id];
    const emuq_address_space_t *space = emuq_owner_of(&r->owner).space;
    if (space == NULL || emuq_is_retired(r))
        return false;
    uint64_t start = AO_load(&r->regs->start), end = start + AO_load(&r->regs->size_1) + 1;
    emuq_range_t range = emuq_range_around(space->memory, start);
    route->target.packet.fifo = r;
    route->target.packet.memory = (emuq_range_t){start, end, (uintptr_t)emuq_range_at(&range, start)};
    route->max_bytes = emuq_packet_limit(&d->PacketHeader);
    return emuq_range_holds(&range, start, end - start);
}

static bool fast_describe_get(const MUHWI_Descriptor_t *d, emuq_cached_route_t *route)
{
    uint32_t id = emuq_rget_fifo_id(&d->PacketHeader);
    if (id >= EMUQ_INJ_FIFOS || route->to->inj[id].regs == NULL)
        return false;
    route->target.get.fifo = &route->to->inj[id];
    route->max_bytes = UINT32_MAX;
    return emuq_remote_get_describe(route->target.get.fifo, &route->target.get.memory);
}

static bool fast_describe_target(const emuq_inj_t *f, const MUHWI_Descriptor_t *d, emuq_tree_t *tree,
                                 emuq_cached_route_t *route)
{
    uint64_t inline_bytes = f->node->machine->inline_bytes;
    uint32_t type = emuq_packet_type(&d->PacketHeader);
    if (tree != NULL) {
        route->kind = EMUQ_ROUTE_CONTRIBUTION;
        route->max_bytes = MUHWI_PACKET_MAX_PAYLOAD_SIZE_IN_BYTES;
        route->prefetch = &tree->lock;
        return emuq_contribution_find(f->node, tree, &route->target.contribution);
    }
    if (!route->to->is_here)
        return false;
    if (type == EMUQ_TYPE_FIFO) {
        route->kind = EMUQ_ROUTE_PACKET;
        return fast_describe_packet(d, route);
    }
    if (type == EMUQ_TYPE_GET) {
        route->kind = EMUQ_ROUTE_GET;
        return fast_describe_get(d, route);
    }
    route->kind = EMUQ_ROUTE_PUT;
    route->max_bytes = inline_bytes < UINT32_MAX ? (uint32_t)inline_bytes : UINT32_MAX;
    if (type != EMUQ_TYPE_PUT || !emuq_put_route_find(&route->target.put, route->to, &d->PacketHeader))
        return false;
    route->prefetch = route->target.put.counter;
    return true;
}

static bool fast_overlap(const emuq_range_t *a, const emuq_range_t *b)
{
    return a->va < b->va + (b->end - b->pa) && b->va < a->va + (a->end - a->pa);
}

/* Whether payloads may overlap the memory that the route writes. */
static bool fast_may_overlap(const emuq_cached_route_t *route)
{
    const emuq_put_route_t *put = &route->target.put;
    switch (route->kind) {
    case EMUQ_ROUTE_PUT:
        return fast_overlap(&route->source, &put->target) ||
               (uintptr_t)put->counter - route->source.va < route->source.end - route->source.pa;
    case EMUQ_ROUTE_PACKET:
        return fast_overlap(&route->source, &route->target.packet.memory);
    case EMUQ_ROUTE_GET:
        return fast_overlap(&route->source, &route->target.get.memory);
    default:
        return false;
    }
}

void emuq_fast_describe(const emuq_inj_t *f, const MUHWI_Descriptor_t *d, emuq_mu_node_t *to,
                        emuq_tree_t *tree, emuq_cached_route_t *route)
{
    *route = (emuq_cached_route_t){.to = to, .settings = AO_load_acquire(&to->settings)};
    const emuq_address_space_t *space = emuq_owner_of(&f->owner).space;
    if (space == NULL || (AO_load(&f->attributes) & EMUQ_INJ_SYSTEM) ||
        !fast_describe_target(f, d, tree, route)) {
        route->kind = EMUQ_ROUTE_NONE;
        return;
    }
    route->match[0] = emuq_word(d, EMUQ_WORD_FIFO_MAP);
    route->match[1] = emuq_word(&d->PacketHeader, EMUQ_WORD_NETWORK);
    route->match[2] = emuq_word(&d->PacketHeader, EMUQ_WORD_IDS) & EMUQ_KIND_BITS;
    route->source = emuq_range_around(space->memory, d->Pa_Payload & EMUQ_PA_MASK);
    route->own = emuq_owner_view(space->memory, d->Pa_Payload & EMUQ_PA_MASK);
    if (fast_may_overlap(route))
        route->own.distance = 0; /* shared addresses, so that memmove() detects overlaps */
    route->traffic.key = emuq_tally(d).key;
}

void emuq_fast_learn(emuq_inj_t *f, const emuq_cached_route_t *route)
{
    if (route->kind == EMUQ_ROUTE_NONE)
        return;
    emuq_cached_route_t *slot = &f->route[fast_slot(route->match[1], route->match[2])];
    emuq_traffic_flush(f->node->machine, f->node->number, &slot->traffic);
    *slot = *route;
}

void emuq_fast_forget(emuq_inj_t *f)
{
    for (uint32_t i = 0; i < EMUQ_CACHED_ROUTES; i++)
        f->route[i].kind = EMUQ_ROUTE_NONE;
    f->last_route = f->route;
    f->fast_settings = 0;
}

INLINED bool fast_is_of_kind(const emuq_cached_route_t *route, const MUHWI_Descriptor_t *d)
{
    const void *header = &d->PacketHeader;
    uint64_t different = (emuq_word(d, EMUQ_WORD_FLAGS) & EMUQ_FLAG_BITS) |
                         (emuq_word(d, EMUQ_WORD_FIFO_MAP) ^ route->match[0]) |
                         (emuq_word(header, EMUQ_WORD_NETWORK) ^ route->match[1]) |
                         ((emuq_word(header, EMUQ_WORD_IDS) & EMUQ_KIND_BITS) ^ route->match[2]);
    return different == 0;
}

INLINED emuq_cached_route_t *fast_route_of(emuq_inj_t *f, const MUHWI_Descriptor_t *d)
{
    const void *header = &d->PacketHeader;
    return &f->route[fast_slot(emuq_word(header, EMUQ_WORD_NETWORK),
                               emuq_word(header, EMUQ_WORD_IDS) & EMUQ_KIND_BITS)];
}

/* Acquire: pairs with the release in emuq_settings_changed(). */
INLINED bool fast_is_current(const emuq_cached_route_t *route)
{
    return AO_load_acquire(&route->to->settings) == route->settings;
}

/* @return false: outside the source range, or too long */
INLINED bool fast_find_payload(const emuq_cached_route_t *route, const MUHWI_Descriptor_t *d,
                               const char **payload, uint64_t *bytes)
{
    uint64_t length = emuq_word(d, EMUQ_WORD_LENGTH) & EMUQ_PA_MASK,
             pa = emuq_word(d, EMUQ_WORD_PAYLOAD) & EMUQ_PA_MASK;
    *bytes = length;
    *payload = (char *)emuq_range_at(&route->source, pa) + emuq_owner_distance(&route->own);
    return length <= route->max_bytes && (length == 0 || emuq_range_holds(&route->source, pa, length));
}

INLINED void fast_count(emuq_cached_route_t *route, uint64_t messages, uint64_t packets, uint64_t chunks)
{
    route->traffic.messages += messages;
    route->traffic.packets += packets;
    route->traffic.chunks += chunks;
}

INLINED uint64_t fast_chunks(const MUHWI_Descriptor_t *d, uint64_t bytes, uint64_t *packets)
{
    uint64_t chunks = 1 + (bytes + EMUQ_CHUNK - 1) / EMUQ_CHUNK;
    *packets =
        bytes > emuq_packet_limit(&d->PacketHeader) ? emuq_packets(&d->PacketHeader, bytes, &chunks) : 1;
    return chunks;
}

/* ---- Direct put ---- */

INLINED bool fast_is_among(const uint64_t *word, const char *from, uint64_t bytes)
{
    return (uintptr_t)word - (uintptr_t)from + sizeof *word - 1 < bytes + sizeof *word - 1;
}

/* Copies one put. A later put of a run must not touch the counter, whose update is pending. @return bytes; 0:
 * nothing done */
INLINED uint64_t fast_copy_put(emuq_cached_route_t *route, const MUHWI_Descriptor_t *d, bool is_first)
{
    const emuq_put_route_t *put = &route->target.put;
    const char *payload;
    uint64_t bytes, packets, chunks;
    if (!fast_find_payload(route, d, &payload, &bytes) || bytes == 0 ||
        !emuq_put_route_counts(put, &d->PacketHeader))
        return 0;
    char *target = emuq_put_route_target(put, &d->PacketHeader, 0, bytes);
    if (target == NULL || (!is_first && (fast_is_among(put->counter, target, bytes) ||
                                         fast_is_among(put->counter, payload, bytes))))
        return 0;
    emuq_put_route_copy(target, payload, bytes);
    chunks = fast_chunks(d, bytes, &packets);
    fast_count(route, 0, packets, chunks);
    return bytes;
}

/* Copies later puts of a run. @param all bytes of the run @return puts of the run */
NOINLINE unsigned fast_copy_more_puts(emuq_cached_route_t *route, const MUHWI_Descriptor_t *d,
                                      const MUHWI_Descriptor_t *end, uint64_t *all)
{
    unsigned n = 1;
    uint64_t bytes;
    while (++d < end && n < FAST_RUN_MESSAGES && *all < FAST_RUN_BYTES && fast_is_of_kind(route, d) &&
           (bytes = fast_copy_put(route, d, false)) != 0) {
        *all += bytes;
        n++;
    }
    return n;
}

/* Sends the first puts of [d, end): all copies, one subtraction. @return number of puts */
INLINED unsigned fast_send_puts(emuq_cached_route_t *route, const MUHWI_Descriptor_t *d,
                                const MUHWI_Descriptor_t *end)
{
    unsigned n = 1;
    uint64_t bytes = fast_copy_put(route, d, true);
    if (bytes == 0)
        return 0;
    if (d + 1 < end)
        n = fast_copy_more_puts(route, d, end, &bytes);
    emuq_put_route_subtract(&route->target.put, bytes);
    emuq_event_notify_light(&route->to->event, EMUQ_EVENT_ALL);
    route->traffic.messages += n;
    return n;
}

/* ---- Memory-FIFO packet ---- */

INLINED void fast_store_word(char *packet, unsigned word, uint64_t value)
{
    memcpy(packet + 8 * word, &value, sizeof value);
}

/* Writes a packet: header with size and without the interrupt bit, padded payload. */
INLINED void fast_write_packet(char *p, const MUHWI_Descriptor_t *d, const char *payload, uint64_t bytes,
                               uint64_t chunks)
{
    const void *header = &d->PacketHeader;
    fast_store_word(p, EMUQ_WORD_NETWORK, emuq_word(header, EMUQ_WORD_NETWORK) & ~EMUQ_INTERRUPT_BIT);
    fast_store_word(p, EMUQ_WORD_IDS, (emuq_word(header, EMUQ_WORD_IDS) & EMUQ_NOT_SIZE_BITS) | chunks);
    fast_store_word(p, 2, emuq_word(header, 2));
    fast_store_word(p, 3, emuq_word(header, 3));
    p += MUHWI_PACKET_HEADER_SIZE_IN_BYTES;
    if (bytes == sizeof(uint64_t)) {
        memcpy(p, payload, sizeof(uint64_t));
        fast_store_word(p, 1, 0);
        fast_store_word(p, 2, 0);
        fast_store_word(p, 3, 0);
    } else if (bytes != 0) {
        memset(p + (chunks - 1) * EMUQ_CHUNK, 0, EMUQ_CHUNK); /* padding; the payload overwrites the rest */
        memmove(p, payload, bytes);
    }
}

/* Sends @p n packets of equal length. @return false: no contiguous space, nothing done */
INLINED bool fast_write_packets(emuq_cached_route_t *route, const MUHWI_Descriptor_t *d,
                                const char *const *payload, uint64_t bytes, unsigned n)
{
    emuq_stamp(EMUQ_STAMP_TRANSLATED);
    emuq_rec_t *r = route->target.packet.fifo;
    const emuq_range_t *memory = &route->target.packet.memory;
    uint64_t start = memory->pa, size = memory->end - start;
    uint64_t chunks = (bytes + EMUQ_CHUNK - 1) / EMUQ_CHUNK;
    uint64_t packet = MUHWI_PACKET_HEADER_SIZE_IN_BYTES + chunks * EMUQ_CHUNK, all = n * packet;
    uint64_t begin = emuq_byte_ring_begin(&r->ring), offset = emuq_byte_ring_offset(begin);
    emuq_span_t span;
    if (offset + all >= size ||
        emuq_byte_ring_space(&r->ring, begin, start, size, &r->regs->head, all) < all ||
        !emuq_byte_ring_reserve(&r->ring, begin, begin + all, &span))
        return false;
    emuq_stamp(EMUQ_STAMP_RESERVED);
    emuq_tsan_passes(); /* the head may come from a peer process */
    char *p = (char *)memory->va + offset, *behind = p + all;
    do {
        fast_write_packet(p, d++, *payload++, bytes, chunks);
        p += packet;
    } while (p < behind);
    emuq_stamp(EMUQ_STAMP_COPIED);
    emuq_byte_ring_publish(&r->ring, &span, start, &r->regs->tail);
    emuq_stamp(EMUQ_STAMP_COUNTED);
    emuq_event_notify_light(&route->to->event, EMUQ_EVENT_ALL);
    route->target.packet.end = begin + all;
    fast_count(route, n, n, n * (1 + chunks));
    return true;
}

/* Sends the first packets of [d, end), at least two of equal length. @return number of packets, or 0 */
NOINLINE unsigned fast_send_row(emuq_cached_route_t *route, const MUHWI_Descriptor_t *d,
                                const MUHWI_Descriptor_t *end)
{
    const char *payload[FAST_RUN_MESSAGES];
    uint64_t bytes = 0, next;
    unsigned n = 0;
    while (n < FAST_RUN_MESSAGES && &d[n] < end && fast_is_of_kind(route, &d[n]) &&
           fast_find_payload(route, &d[n], &payload[n], &next) && (n == 0 || next == bytes)) {
        bytes = next;
        n++;
    }
    return n > 1 && fast_write_packets(route, d, payload, bytes, n) ? n : 0;
}

INLINED unsigned fast_send_packets(emuq_cached_route_t *route, const MUHWI_Descriptor_t *d,
                                   const MUHWI_Descriptor_t *end)
{
    const char *payload;
    uint64_t bytes;
    unsigned n = d + 1 < end ? fast_send_row(route, d, end) : 0;
    return n != 0 ? n
                  : fast_find_payload(route, d, &payload, &bytes) &&
                        fast_write_packets(route, d, &payload, bytes, 1);
}

/* ---- Remote get, contribution to a collective ---- */

typedef struct fast_note {
    uint64_t begin; /* emuq_record_clock() before the delivery */
    uint64_t end;   /* position behind a packet; 0: not a packet */
} fast_note_t;

/* @return 1 if sent, or 0 */
NOINLINE unsigned fast_send_with_work(emuq_work_t *work, emuq_inj_t *f, emuq_cached_route_t *route,
                                      const MUHWI_Descriptor_t *d, fast_note_t *note)
{
    const char *payload;
    uint64_t bytes, packets, chunks;
    if (route->kind == EMUQ_ROUTE_NONE) /* matches a descriptor of zeros */
        return 0;
    if (route->prefetch != NULL)
        emuq_prefetch_for_write(route->prefetch);
    if (note != NULL)
        *note = (fast_note_t){emuq_record_clock(), 0};
    if (!fast_is_current(route) || !fast_find_payload(route, d, &payload, &bytes))
        return 0;
    chunks = fast_chunks(d, bytes, &packets);
    if (!work->is_begun)
        emuq_work_begin(work);
    bool is_done = route->kind == EMUQ_ROUTE_CONTRIBUTION
                       ? emuq_contribute_short(work, f, &route->target.contribution, d, payload, bytes)
                       : emuq_rget_fifo_id(&d->PacketHeader) == route->target.get.fifo->id &&
                             emuq_remote_get_send(work, route->target.get.fifo, &route->target.get.memory,
                                                  payload, bytes);
    if (is_done)
        fast_count(route, 1, packets, chunks);
    return is_done;
}

/* ---- Send and run ---- */

/* Sends the first messages of [d, end). @param note NULL, or set @return number of messages; 0: for the slow
 * path */
INLINED unsigned fast_send(emuq_work_t *work, emuq_inj_t *f, const MUHWI_Descriptor_t *d,
                           const MUHWI_Descriptor_t *end, fast_note_t *note)
{
    emuq_cached_route_t *route = f->last_route; /* usually the same: no hash */
    if (!fast_is_of_kind(route, d)) {
        route = fast_route_of(f, d);
        if (!fast_is_of_kind(route, d))
            return 0;
        f->last_route = route;
    }
    emuq_stamp(EMUQ_STAMP_DECODED);
    if (route->kind == EMUQ_ROUTE_PUT) {
        /* The receiver's core normally owns the line of the counter. */
        emuq_prefetch_for_write(route->prefetch);
        if (note != NULL) /* behind the prefetch: both proceed in parallel */
            *note = (fast_note_t){emuq_record_clock(), 0};
        return fast_is_current(route) ? fast_send_puts(route, d, end) : 0;
    }
    if (route->kind != EMUQ_ROUTE_PACKET)
        return fast_send_with_work(work, f, route, d, note);
    if (note != NULL)
        *note = (fast_note_t){emuq_record_clock(), 0};
    unsigned sent = fast_is_current(route) ? fast_send_packets(route, d, end) : 0;
    if (note != NULL)
        note->end = route->target.packet.end;
    return sent;
}

static void fast_record_arrival(emuq_inj_t *f, const MUHWI_Descriptor_t *d, const fast_note_t *note)
{
    const MUHWI_PacketHeader_t *h = &d->PacketHeader;
    const emuq_machine_t *m = f->node->machine;
    if (emuq_is_collective(h) || emuq_packet_type(h) != EMUQ_TYPE_FIFO)
        return;
    uint32_t to = emuq_destination_node(&m->geometry, emuq_destination(h));
    emuq_record_origin_t origin = {AO_load(&f->regs->desc_count) + 1, f->node->number, f->id};
    emuq_record_delivered(&m->node[to].rec[emuq_rec_fifo_id(h)], origin, note->begin,
                          d->Message_Length & EMUQ_PA_MASK, note->end);
}

NOINLINE bool fast_send_recorded(emuq_work_t *work, emuq_inj_t *f, const MUHWI_Descriptor_t *d)
{
    emuq_record_ring_t *ring = emuq_record_ring();
    fast_note_t note;
    if (fast_send(work, f, d, d + 1, &note) == 0)
        return false;
    if (emuq_record_knows_head(f))
        fast_record_arrival(f, d, &note);
    else if (ring != NULL && emuq_record_wants(ring, EMUQ_RECORD_SEND))
        emuq_record_sent(ring, f, d, 1, note.begin, note.end);
    return true;
}

bool emuq_fast_send(emuq_work_t *work, emuq_inj_t *f, const MUHWI_Descriptor_t *d)
{
    return __builtin_expect(emuq_the_recording == NULL, 1) ? fast_send(work, f, d, d + 1, NULL) != 0
                                                           : fast_send_recorded(work, f, d);
}

/* Records valid settings. @return whether processes share the FIFO's memory, without a threshold interrupt */
INLINED bool fast_check_settings(emuq_inj_t *f, uint64_t settings)
{
    if (settings == f->fast_settings)
        return true;
    if (f->memory == NULL || emuq_has_inj_threshold(f->node, f->id))
        return false;
    f->fast_settings = settings;
    return true;
}

/* Stores the head before the count, for the reason at inject_complete(). All slots stay free. */
INLINED void fast_complete(emuq_inj_regs_t *r, uint64_t head, uint64_t sent)
{
    AO_store_release(&r->head, head);
    AO_store_release(&r->desc_count, AO_load(&r->desc_count) + sent);
}

/* Sends all descriptors of an idle FIFO. @param ring NULL: no records @return whether all were sent */
INLINED bool fast_run_all(emuq_inj_t *f, emuq_work_t *work, emuq_record_ring_t *ring)
{
    emuq_inj_regs_t *r = f->regs;
    const uint64_t start = f->start, size_1 = f->size_1;
    uint64_t head = AO_load(&r->head) - start, tail;
    /* Acquire: pairs with the release in emuq_settings_changed(). */
    const uint64_t settings = AO_load_acquire(&f->node->settings);
    if (AO_load(&r->start) != start || AO_load(&r->size_1) != size_1 ||
        AO_load(&r->free_space) != size_1 / BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES || (head & 63) != 0 ||
        head > size_1 || !fast_check_settings(f, settings))
        return false;
    const char *memory = f->memory + emuq_owner_distance(&f->own);
    /* Acquire: pairs with the release store of the tail. */
    while ((tail = AO_load_acquire(&r->tail) - start) != head) {
        if (AO_load_acquire(&f->attributes) != EMUQ_INJ_ENABLED || AO_load_acquire(f->disable) != 0 ||
            (tail & 63) != 0 || tail > size_1)
            return false;
        const MUHWI_Descriptor_t *d = (const MUHWI_Descriptor_t *)(memory + head);
        const MUHWI_Descriptor_t *end =
            (const MUHWI_Descriptor_t *)(memory + (tail > head ? tail : size_1 + 1));
        fast_note_t note;
        uint64_t sent = fast_send(work, f, d, end, ring != NULL ? &note : NULL);
        if (sent == 0)
            return false;
        if (ring != NULL)
            emuq_record_sent(ring, f, d, (unsigned)sent, note.begin, note.end);
        head += sent * BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES;
        if (head > size_1)
            head = 0;
        fast_complete(r, start + head, sent);
    }
    emuq_event_notify_light(&f->node->event, EMUQ_EVENT_ALL);
    return true;
}

NOINLINE bool fast_run_several(emuq_inj_t *f, emuq_work_t *work)
{
    return fast_run_all(f, work, NULL);
}

__attribute__((flatten)) bool emuq_fast_run(emuq_inj_t *f, emuq_work_t *work)
{
    if (__builtin_expect(!f->is_idle, 0))
        return false;
    emuq_inj_regs_t *r = f->regs;
    uint64_t start = f->start, size_1 = f->size_1;
    uint64_t head = AO_load(&r->head), at = head - start;
    /* Acquire: pairs with the release store of the tail. */
    uint64_t tail = AO_load_acquire(&r->tail);
    uint64_t next =
        at + BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES > size_1 ? start : head + BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES;

    /* 1. Check for the usual case: one descriptor, FIFO enabled and as the last message left it. */
    uint64_t different = (AO_load(&r->start) ^ start) | (AO_load(&r->size_1) ^ size_1) |
                         (AO_load(&r->free_space) ^ size_1 / BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES) |
                         (at & (BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES - 1)) |
                         (AO_load_acquire(&f->attributes) ^ EMUQ_INJ_ENABLED) | AO_load_acquire(f->disable) |
                         (AO_load_acquire(&f->node->settings) ^ f->fast_settings);
    if (__builtin_expect((different | (tail ^ next)) != 0, 0) || __builtin_expect(at > size_1, 0))
        return fast_run_several(f, work);

    /* 2. Deliver. */
    const MUHWI_Descriptor_t *d = (const MUHWI_Descriptor_t *)(f->memory + emuq_owner_distance(&f->own) + at);
    if (__builtin_expect(fast_send(work, f, d, d + 1, NULL) == 0, 0))
        return false;

    /* 3. Complete. A later store of the tail waits for the claim, or has its holder scan the FIFO again. */
    fast_complete(r, next, 1);
    emuq_event_notify_light(&f->node->event, EMUQ_EVENT_ALL);
    return true;
}

bool emuq_fast_run_recorded(emuq_inj_t *f, emuq_work_t *work, emuq_record_ring_t *ring)
{
    return f->is_idle && fast_run_all(f, work, ring);
}
