/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/core/fast_path.h"

#include "backends/emulator/collective/collective.h"
#include "backends/emulator/core/count.h"
#include "backends/emulator/core/fifo_space.h"
#include "backends/emulator/core/interrupt.h"
#include "backends/emulator/core/packet_route.h"
#include "backends/emulator/core/put_route.h"
#include "backends/emulator/trace/record_message.h"
#include "backends/emulator/core/remote_get.h"

/* The entry of a kind of messages. */
static uint32_t slot_of(uint64_t network, uint64_t ids)
{
    return (uint32_t)((network ^ ids) * UINT64_C(0x9e3779b97f4a7c15) >> 61);
}

_Static_assert(EMUQ_CACHED_ROUTES == 8, "slot_of() gives three bits");

static bool describe_packet(const MUHWI_Descriptor_t *d, emuq_cached_route_t *route)
{
    uint32_t id = emuq_rec_fifo_id(&d->PacketHeader);
    if (id >= EMUQ_REC_FIFOS || route->to->rec[id].regs == NULL || emuq_has_rec_threshold(route->to, id))
        return false;
    emuq_rec_t *r = &route->to->rec[id];
    const emuq_address_space_t *space = emuq_owner_of(&r->owner).space;
    if (space == NULL || emuq_is_retired(r))
        return false; /* deallocated: it will be refused; or dropped */
    uint64_t start = emuq_load(&r->regs->start), end = start + emuq_load(&r->regs->size_1) + 1;
    emuq_range_t range = emuq_range_around(space->memory, start);
    route->way.packet.rec = r;
    route->way.packet.memory = (emuq_range_t){start, end, (uintptr_t)emuq_range_at(&range, start)};
    route->most = emuq_packet_limit(&d->PacketHeader);
    return emuq_range_holds(&range, start, end - start);
}

static bool describe_get(const MUHWI_Descriptor_t *d, emuq_cached_route_t *route)
{
    uint32_t id = emuq_rget_fifo_id(&d->PacketHeader);
    if (id >= EMUQ_INJ_FIFOS || route->to->inj[id].regs == NULL)
        return false;
    route->way.get.inj = &route->to->inj[id];
    route->most = UINT32_MAX;
    return emuq_remote_get_describe(route->way.get.inj, &route->way.get.memory);
}

static bool describe(const emuq_inj_t *f, const MUHWI_Descriptor_t *d, emuq_tree_t *tree,
                     emuq_cached_route_t *route)
{
    uint64_t inline_bytes = f->node->machine->inline_bytes;
    uint32_t type = emuq_packet_type(&d->PacketHeader);
    if (tree != NULL) {
        route->what = EMUQ_ROUTE_CONTRIBUTION;
        route->most = MUHWI_PACKET_MAX_PAYLOAD_SIZE_IN_BYTES;
        route->polled = &tree->lock;
        return emuq_contribution_find(f->node, tree, &route->way.contribution);
    }
    if (!route->to->is_here)
        return false;
    if (type == EMUQ_TYPE_FIFO) {
        route->what = EMUQ_ROUTE_PACKET;
        return describe_packet(d, route);
    }
    if (type == EMUQ_TYPE_GET) {
        route->what = EMUQ_ROUTE_GET;
        return describe_get(d, route);
    }
    route->what = EMUQ_ROUTE_PUT;
    route->most = inline_bytes < UINT32_MAX ? (uint32_t)inline_bytes : UINT32_MAX;
    if (type != EMUQ_TYPE_PUT || !emuq_put_route_find(&route->way.put, route->to, &d->PacketHeader))
        return false;
    route->polled = route->way.put.counter;
    return true;
}

static bool overlap(const emuq_range_t *a, const emuq_range_t *b)
{
    return a->va < b->va + (b->end - b->pa) && b->va < a->va + (a->end - a->pa);
}

/* Whether payloads may be where messages of the route write: then both are known by the addresses that all
 * processes see, which tell it. */
static bool may_overlap(const emuq_cached_route_t *route)
{
    const emuq_put_route_t *put = &route->way.put;
    switch (route->what) {
    case EMUQ_ROUTE_PUT:
        return overlap(&route->source, &put->target) ||
               (uintptr_t)put->counter - route->source.va < route->source.end - route->source.pa;
    case EMUQ_ROUTE_PACKET:
        return overlap(&route->source, &route->way.packet.memory);
    case EMUQ_ROUTE_GET:
        return overlap(&route->source, &route->way.get.memory);
    default:
        return false;
    }
}

void emuq_fast_describe(const emuq_inj_t *f, const MUHWI_Descriptor_t *d, emuq_mu_node_t *to,
                        emuq_tree_t *tree, emuq_cached_route_t *route)
{
    *route = (emuq_cached_route_t){.to = to, .settings = __atomic_load_n(&to->settings, __ATOMIC_ACQUIRE)};
    const emuq_address_space_t *space = emuq_owner_of(&f->owner).space;
    if (space == NULL || (__atomic_load_n(&f->attributes, __ATOMIC_RELAXED) & EMUQ_INJ_SYSTEM) ||
        !describe(f, d, tree, route)) {
        route->what = EMUQ_UNKNOWN;
        return;
    }
    route->kind[0] = emuq_word(d, EMUQ_WORD_FIFO_MAP);
    route->kind[1] = emuq_word(&d->PacketHeader, EMUQ_WORD_NETWORK);
    route->kind[2] = emuq_word(&d->PacketHeader, EMUQ_WORD_IDS) & EMUQ_KIND_BITS;
    route->source = emuq_range_around(space->memory, d->Pa_Payload & EMUQ_PA_MASK);
    route->own = emuq_owner_view(space->memory, d->Pa_Payload & EMUQ_PA_MASK);
    if (may_overlap(route))
        route->own.distance = 0;
    route->traffic.key = emuq_tally(d).key;
}

void emuq_fast_learn(emuq_inj_t *f, const emuq_cached_route_t *route)
{
    if (route->what == EMUQ_UNKNOWN)
        return;
    emuq_cached_route_t *slot = &f->route[slot_of(route->kind[1], route->kind[2])];
    emuq_traffic_flush(f->node->machine, f->node->number, &slot->traffic);
    *slot = *route;
}

/* @param settings see emuq_inj_t. Relaxed: who looks without the claim takes it as a hint. */
static inline void expect_single(emuq_inj_t *f, uint64_t settings)
{
    __atomic_store_n(&f->single, settings, __ATOMIC_RELAXED);
}

void emuq_fast_forget(emuq_inj_t *f)
{
    for (uint32_t i = 0; i < EMUQ_CACHED_ROUTES; i++)
        f->route[i].what = EMUQ_UNKNOWN;
    f->last = f->route;
    expect_single(f, 0);
}

#define RUN_MESSAGES 16u /* short messages of a kind that are delivered at once, at most ... */
#define RUN_BYTES    512 /* ... and of puts about so many bytes: the receiver sees them together */

/* Inlined: a job that is not recorded spends no instruction on records. Apart: what is common to all messages
 * keeps its registers. */
#define APART   static __attribute__((noinline))
#define INLINED static inline __attribute__((always_inline))

/* Whether the descriptor is of the kind of the route. */
INLINED bool is_of_kind(const emuq_cached_route_t *route, const MUHWI_Descriptor_t *d)
{
    const void *header = &d->PacketHeader;
    uint64_t different = (emuq_word(d, EMUQ_WORD_FLAGS) & EMUQ_FLAG_BITS) |
                         (emuq_word(d, EMUQ_WORD_FIFO_MAP) ^ route->kind[0]) |
                         (emuq_word(header, EMUQ_WORD_NETWORK) ^ route->kind[1]) |
                         ((emuq_word(header, EMUQ_WORD_IDS) & EMUQ_KIND_BITS) ^ route->kind[2]);
    return different == 0;
}

/* The payload of a descriptor. @return false if the route does not reach it, or is not for messages of that
 * length. */
INLINED bool find_payload(const emuq_cached_route_t *route, const MUHWI_Descriptor_t *d, const char **payload,
                          uint64_t *bytes)
{
    uint64_t length = emuq_word(d, EMUQ_WORD_LENGTH) & EMUQ_PA_MASK,
             pa = emuq_word(d, EMUQ_WORD_PAYLOAD) & EMUQ_PA_MASK;
    *bytes = length;
    *payload = (char *)emuq_range_at(&route->source, pa) + emuq_owner_distance(&route->own);
    return length <= route->most && (length == 0 || emuq_range_holds(&route->source, pa, length));
}

INLINED void count(emuq_cached_route_t *route, uint64_t messages, uint64_t packets, uint64_t chunks)
{
    route->traffic.messages += messages;
    route->traffic.packets += packets;
    route->traffic.chunks += chunks;
}

/* Whether @p word is among the bytes. */
INLINED bool is_among(const uint64_t *word, const char *from, uint64_t bytes)
{
    return (uintptr_t)word - (uintptr_t)from + sizeof *word - 1 < bytes + sizeof *word - 1;
}

/* What a message adds to the counters of its route. */
INLINED uint64_t own_chunks(const MUHWI_Descriptor_t *d, uint64_t bytes, uint64_t *packets)
{
    uint64_t chunks = 1 + (bytes + EMUQ_CHUNK - 1) / EMUQ_CHUNK;
    *packets =
        bytes > emuq_packet_limit(&d->PacketHeader) ? emuq_packets(&d->PacketHeader, bytes, &chunks) : 1;
    return chunks;
}

/* One direct put, without the subtraction from the counter. @return its bytes, or 0. */
INLINED uint64_t copy_put(emuq_cached_route_t *route, const MUHWI_Descriptor_t *d, bool is_first)
{
    const emuq_put_route_t *put = &route->way.put;
    const char *payload;
    uint64_t bytes, packets, chunks;
    if (!find_payload(route, d, &payload, &bytes) || bytes == 0 ||
        !emuq_put_route_counts(put, &d->PacketHeader))
        return 0;
    char *target = emuq_put_route_target(put, &d->PacketHeader, 0, bytes);
    if (target == NULL ||
        (!is_first && (is_among(put->counter, target, bytes) || is_among(put->counter, payload, bytes))))
        return 0;
    emuq_put_route_copy(target, payload, bytes);
    chunks = own_chunks(d, bytes, &packets);
    count(route, 0, packets, chunks);
    return bytes;
}

/* The descriptors behind a put that is not counted yet. */
APART unsigned more_puts(emuq_cached_route_t *route, const MUHWI_Descriptor_t *d,
                         const MUHWI_Descriptor_t *end, uint64_t *all)
{
    unsigned done = 1;
    uint64_t bytes;
    while (++d < end && done < RUN_MESSAGES && *all < RUN_BYTES && is_of_kind(route, d) &&
           (bytes = copy_put(route, d, false)) != 0) {
        *all += bytes;
        done++;
    }
    return done;
}

/* Direct puts of the descriptors in a row that take the route, and one subtraction from their counter: the
 * receiver would see each of them, one shortly after the other. What follows in the FIFO finds the counter as
 * it should be. @return how many: the first at least, or 0. */
APART unsigned send_puts(emuq_cached_route_t *route, const MUHWI_Descriptor_t *d,
                         const MUHWI_Descriptor_t *end)
{
    unsigned done = 1;
    uint64_t bytes = copy_put(route, d, true);
    if (bytes == 0)
        return 0;
    if (d + 1 < end)
        done = more_puts(route, d, end, &bytes);
    emuq_put_route_count(&route->way.put, bytes);
    route->traffic.messages += done;
    return done;
}

/* Sends a packet of each of @p n descriptors. @return whether there was room. */
INLINED bool send_packets(emuq_cached_route_t *route, const MUHWI_Descriptor_t *d, const char *const *payload,
                          uint64_t bytes, unsigned n)
{
    uint64_t end =
        emuq_packet_route_send(route->way.packet.rec, &route->way.packet.memory, d, payload, bytes, n);
    if (end == 0)
        return false;
    route->way.packet.end = end;
    emuq_wake(route->to);
    count(route, n, n, n * (1 + (bytes + EMUQ_CHUNK - 1) / EMUQ_CHUNK));
    return true;
}

/* Packets of the descriptors in a row that take the route and have the same length, into space that is
 * reserved at once. @return how many: all of them, or 0. */
APART unsigned send_row(emuq_cached_route_t *route, const MUHWI_Descriptor_t *d,
                        const MUHWI_Descriptor_t *end)
{
    const char *payload[RUN_MESSAGES];
    uint64_t bytes = 0, next;
    unsigned n = 0;
    while (n < RUN_MESSAGES && &d[n] < end && is_of_kind(route, &d[n]) &&
           find_payload(route, &d[n], &payload[n], &next) && (n == 0 || next == bytes)) {
        bytes = next;
        n++;
    }
    return n > 1 && send_packets(route, d, payload, bytes, n) ? n : 0;
}

/* The packet of a descriptor. @return 1, or 0. */
APART unsigned send_packet(emuq_cached_route_t *route, const MUHWI_Descriptor_t *d)
{
    const char *payload;
    uint64_t bytes;
    return find_payload(route, d, &payload, &bytes) && send_packets(route, d, &payload, bytes, 1);
}

/* A remote get, or a contribution. @return 1 if it has been done, or 0. */
APART unsigned send_other(emuq_work_t *work, emuq_inj_t *f, emuq_cached_route_t *route,
                          const MUHWI_Descriptor_t *d)
{
    const char *payload;
    uint64_t bytes, packets, chunks;
    if (!find_payload(route, d, &payload, &bytes))
        return 0;
    chunks = own_chunks(d, bytes, &packets);
    if (!work->is_begun)
        emuq_work_begin(work);
    bool is_done =
        route->what == EMUQ_ROUTE_CONTRIBUTION
            ? emuq_contribute_short(work, f, &route->way.contribution, d, payload, bytes)
            : emuq_rget_fifo_id(&d->PacketHeader) == route->way.get.inj->id &&
                  emuq_remote_get_send(work, route->way.get.inj, &route->way.get.memory, payload, bytes);
    if (is_done)
        count(route, 1, packets, chunks);
    return is_done;
}

/* What a record says of a message. */
typedef struct noted {
    uint64_t begun; /* clock before the receiver could see anything of it */
    uint64_t where; /* position behind a packet in its FIFO, or 0 */
} noted_t;

/* The cached route of messages of a kind. */
INLINED emuq_cached_route_t *route_of(emuq_inj_t *f, const MUHWI_Descriptor_t *d)
{
    const void *header = &d->PacketHeader;
    emuq_cached_route_t *route = &f->route[slot_of(emuq_word(header, EMUQ_WORD_NETWORK),
                                                   emuq_word(header, EMUQ_WORD_IDS) & EMUQ_KIND_BITS)];
    __asm__("" : "+r"(route)); /* computed once: it takes a multiplication */
    return route;
}

/* Sends the first of the descriptors in a row before @p end, and those after it that can be sent with it.
 * @param noted NULL, or set. @return how many have been sent. */
INLINED unsigned send(emuq_work_t *work, emuq_inj_t *f, const MUHWI_Descriptor_t *d,
                      const MUHWI_Descriptor_t *end, noted_t *noted)
{
    emuq_cached_route_t *route = route_of(f, d);
    if (!is_of_kind(route, d) || route->what == EMUQ_UNKNOWN)
        return 0;
    emuq_stamp(EMUQ_STAMP_DECODED);
    /* Prefetch for write: the receiver's core normally owns the line. */
    if (route->polled != NULL)
        emuq_prefetch_for_write(route->polled);
    if (noted != NULL) /* behind the prefetch: the line is on its way meanwhile */
        *noted = (noted_t){emuq_record_clock(), 0};
    if (__atomic_load_n(&route->to->settings, __ATOMIC_ACQUIRE) != route->settings)
        return 0;
    if (route->what == EMUQ_ROUTE_PUT)
        return send_puts(route, d, end);
    if (route->what == EMUQ_ROUTE_PACKET) {
        unsigned sent = d + 1 < end ? send_row(route, d, end) : 0;
        if (sent == 0)
            sent = send_packet(route, d);
        if (noted != NULL)
            noted->where = route->way.packet.end;
        return sent;
    }
    expect_single(f, 0);
    return send_other(work, f, route, d);
}

/* The arrival of a message whose injection is recorded. */
static void record_arrival(emuq_inj_t *f, const MUHWI_Descriptor_t *d, const noted_t *noted)
{
    const MUHWI_PacketHeader_t *h = &d->PacketHeader;
    const emuq_machine_t *m = f->node->machine;
    if (emuq_is_collective(h) || emuq_packet_type(h) != EMUQ_TYPE_FIFO)
        return;
    uint32_t to = emuq_destination_node(&m->geometry, emuq_destination(h));
    emuq_record_origin_t origin = {emuq_load(&f->regs->desc_count) + 1, f->node->number, f->id};
    emuq_record_delivered(&m->node[to].rec[emuq_rec_fifo_id(h)], origin, noted->begun,
                          d->Message_Length & EMUQ_PA_MASK, noted->where);
}

static __attribute__((noinline)) bool send_recorded(emuq_work_t *work, emuq_inj_t *f,
                                                    const MUHWI_Descriptor_t *d)
{
    emuq_record_ring_t *ring = emuq_record_ring();
    noted_t noted;
    if (send(work, f, d, d + 1, &noted) == 0)
        return false;
    if (emuq_record_knows_head(f))
        record_arrival(f, d, &noted);
    else if (ring != NULL && emuq_record_wants(ring, EMUQ_RECORD_SEND))
        emuq_record_sent(ring, f, d, 1, noted.begun, noted.where);
    return true;
}

bool emuq_fast_send(emuq_work_t *work, emuq_inj_t *f, const MUHWI_Descriptor_t *d)
{
    return __builtin_expect(emuq_the_recording == NULL, 1) ? send(work, f, d, d + 1, NULL) != 0
                                                           : send_recorded(work, f, d);
}

/* As send(); with a record of each message if @p ring is not NULL. */
INLINED unsigned send_own(emuq_work_t *work, emuq_inj_t *f, const MUHWI_Descriptor_t *d,
                          const MUHWI_Descriptor_t *end, emuq_record_ring_t *ring)
{
    if (ring == NULL)
        return send(work, f, d, end, NULL);
    noted_t noted;
    unsigned sent = send(work, f, d, end, &noted);
    if (sent != 0)
        emuq_record_sent(ring, f, d, sent, noted.begun, noted.where);
    return sent;
}

INLINED bool run(emuq_inj_t *f, emuq_work_t *work, emuq_record_ring_t *ring)
{
    emuq_inj_regs_t *r = f->regs;
    uint64_t start = f->start, size_1 = f->size_1;
    uint64_t head = emuq_load(&r->head) - start;
    /* Acquire: pairs with the release behind a change of the threshold, which is looked at below. */
    uint64_t settings = __atomic_load_n(&f->node->settings, __ATOMIC_ACQUIRE);
    /* Leave it to the slow path if registers changed or are invalid. */
    if (f->memory == NULL || emuq_load(&r->start) != start || emuq_load(&r->size_1) != size_1 ||
        emuq_load(&r->free_space) != size_1 / BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES ||
        emuq_has_inj_threshold(f->node, f->id))
        return false;
    if ((head & 63) != 0 || head > size_1)
        return false;
    expect_single(f, settings);
    const char *memory = f->memory + emuq_owner_distance(&f->own);
    for (;;) {
        /* Acquire: pairs with the release store of the tail; the descriptors behind it are visible. */
        uint64_t tail = emuq_load_acquire(&r->tail) - start;
        if (tail == head)
            break;
        if (__atomic_load_n(&f->attributes, __ATOMIC_ACQUIRE) != EMUQ_INJ_ENABLED ||
            emuq_load_acquire(f->disable) != 0 || (tail & 63) != 0 || tail > size_1)
            return false;
        uint64_t end = tail > head ? tail : size_1 + 1;
        uint64_t sent = send_own(work, f, (const MUHWI_Descriptor_t *)(memory + head),
                                 (const MUHWI_Descriptor_t *)(memory + end), ring);
        if (sent == 0)
            return false;
        if (sent != 1)
            expect_single(f, 0);
        head += sent * BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES;
        if (head > size_1)
            head = 0;
        /* Head first, count last, as in complete() in inject.c. The free space stays what it is: all. */
        __atomic_store_n(&r->head, start + head, __ATOMIC_RELEASE);
        __atomic_store_n(&r->desc_count, emuq_load(&r->desc_count) + sent, __ATOMIC_RELEASE);
    }
    emuq_wake(f->node);
    return true;
}

/* The only descriptor of a FIFO whose registers are as they have been for the last message.
 * @param next where the head goes. @return NULL: they are not, or there are several */
INLINED const MUHWI_Descriptor_t *only_descriptor(const emuq_inj_t *f, uint64_t *next)
{
    const emuq_inj_regs_t *r = f->regs;
    uint64_t start = f->start, size_1 = f->size_1, head = emuq_load(&r->head), at = head - start;
    /* Acquire: pairs with the release store of the tail; the descriptor before it is visible. */
    uint64_t tail = emuq_load_acquire(&r->tail);
    *next = at + BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES > size_1 ? start : head + BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES;
    if (tail != *next || at > size_1)
        return NULL;
    uint64_t different = (emuq_load(&r->start) ^ start) | (emuq_load(&r->size_1) ^ size_1) |
                         (emuq_load(&r->free_space) ^ size_1 / BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES) |
                         (at & (BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES - 1)) |
                         (__atomic_load_n(&f->attributes, __ATOMIC_ACQUIRE) ^ EMUQ_INJ_ENABLED) |
                         emuq_load_acquire(f->disable) |
                         (__atomic_load_n(&f->node->settings, __ATOMIC_ACQUIRE) ^ emuq_load(&f->single));
    return different == 0 ? (const MUHWI_Descriptor_t *)(f->memory + emuq_owner_distance(&f->own) + at) : NULL;
}

/* Whether the node that the route leads to is as it was when the route was found: not for unused entries. */
INLINED bool is_current(const emuq_cached_route_t *route)
{
    return __atomic_load_n(&route->to->settings, __ATOMIC_ACQUIRE) == route->settings;
}

/* As emuq_fast_single(), under the claim and while the FIFO is idle. */
INLINED bool send_single(emuq_inj_t *f)
{
    uint64_t next, bytes;
    const MUHWI_Descriptor_t *d = only_descriptor(f, &next);
    if (d == NULL)
        return false;
    emuq_cached_route_t *route = f->last; /* needs no load of the descriptor */
    if (!is_of_kind(route, d) && !is_of_kind(route = route_of(f, d), d))
        return false;
    f->last = route;
    emuq_stamp(EMUQ_STAMP_DECODED);
    if (route->what == EMUQ_ROUTE_PUT && is_current(route)) {
        emuq_prefetch_for_write(route->polled);
        bytes = copy_put(route, d, true);
        if (bytes == 0)
            return false;
        emuq_put_route_count(&route->way.put, bytes);
        route->traffic.messages++;
    } else if (route->what == EMUQ_ROUTE_PACKET && is_current(route)) {
        const char *payload;
        if (!find_payload(route, d, &payload, &bytes) || !send_packets(route, d, &payload, bytes, 1))
            return false;
    } else { /* maybe an unused entry, which is zeros, as a descriptor may be */
        return false;
    }
    emuq_inj_regs_t *r = f->regs;
    /* As in run(). */
    __atomic_store_n(&r->head, next, __ATOMIC_RELEASE);
    __atomic_store_n(&r->desc_count, emuq_load(&r->desc_count) + 1, __ATOMIC_RELEASE);
    emuq_wake(f->node);
    return true; /* who stores the tail from here on claims the FIFO, or leaves a note */
}

bool emuq_fast_single(emuq_inj_t *f)
{
    emuq_claim_wait(&f->claim);
    emuq_stamp(EMUQ_STAMP_CLAIMED);
    return f->is_idle && emuq_expects_single(f) && send_single(f) && emuq_claim_release(&f->claim);
}

bool emuq_fast_run(emuq_inj_t *f, emuq_work_t *work)
{
    return run(f, work, NULL);
}

bool emuq_fast_run_recorded(emuq_inj_t *f, emuq_work_t *work, emuq_record_ring_t *ring)
{
    return run(f, work, ring);
}
