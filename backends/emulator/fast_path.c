/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/fast_path.h"

#include "backends/emulator/collective.h"
#include "backends/emulator/count.h"
#include "backends/emulator/fifo_space.h"
#include "backends/emulator/interrupt.h"
#include "backends/emulator/packet_fifo.h"
#include "backends/emulator/put_route.h"
#include "backends/emulator/record_message.h"
#include "backends/emulator/remote_get.h"

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
        route->way.tree = tree;
        route->polled = &tree->lock;
        return true;
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

void emuq_fast_forget(emuq_inj_t *f)
{
    for (uint32_t i = 0; i < EMUQ_CACHED_ROUTES; i++)
        f->route[i].what = EMUQ_UNKNOWN;
}

/* Inlined with or without `where`: a job that is not recorded spends no instruction on it. */
#define INLINED static inline __attribute__((always_inline))

/* Sends a packet, a remote get or a contribution. @param where NULL, or set to where a packet is in its
 * FIFO. @return whether it has been done. */
INLINED bool send_other(emuq_work_t *work, emuq_inj_t *f, const emuq_cached_route_t *route,
                        const MUHWI_Descriptor_t *d, const char *payload, uint64_t bytes, emuq_span_t *where)
{
    if (__atomic_load_n(&route->to->settings, __ATOMIC_ACQUIRE) != route->settings)
        return false;
    const void *h = &d->PacketHeader;
    if (route->what != EMUQ_ROUTE_PACKET) {
        if (!work->is_begun)
            emuq_work_begin(work);
        return route->what == EMUQ_ROUTE_CONTRIBUTION
                   ? emuq_contribute_short(work, f, route->way.tree, d, payload, bytes)
                   : emuq_rget_fifo_id(&d->PacketHeader) == route->way.get.inj->id &&
                         emuq_remote_get_send(work, route->way.get.inj, &route->way.get.memory, payload,
                                              bytes);
    }
    uint64_t header[4] = {emuq_word(h, 0), emuq_word(h, 1), emuq_word(h, 2), emuq_word(h, 3)};
    if (where == NULL
            ? !emuq_packet_fifo_send(route->way.packet.rec, &route->way.packet.memory, header, payload, bytes)
            : !emuq_packet_fifo_send_at(route->way.packet.rec, &route->way.packet.memory, header, payload,
                                        bytes, where))
        return false;
    emuq_wake(route->to);
    return true;
}

/* @param where NULL, or set to where a packet is in its FIFO */
INLINED bool send(emuq_work_t *work, emuq_inj_t *f, const MUHWI_Descriptor_t *d, emuq_span_t *where)
{
    const void *header = &d->PacketHeader;
    uint64_t network = emuq_word(header, EMUQ_WORD_NETWORK),
             ids = emuq_word(header, EMUQ_WORD_IDS) & EMUQ_KIND_BITS;
    emuq_cached_route_t *route = &f->route[slot_of(network, ids)];
    uint64_t different = (emuq_word(d, EMUQ_WORD_FLAGS) & EMUQ_FLAG_BITS) |
                         (emuq_word(d, EMUQ_WORD_FIFO_MAP) ^ route->kind[0]) | (network ^ route->kind[1]) |
                         (ids ^ route->kind[2]);
    if (different != 0 || route->what == EMUQ_UNKNOWN)
        return false;
    emuq_stamp(EMUQ_STAMP_DECODED);
    /* Prefetch for write: the receiver's core normally owns the line. */
    if (route->polled != NULL)
        emuq_prefetch_for_write(route->polled);
    uint64_t bytes = emuq_word(d, EMUQ_WORD_LENGTH) & EMUQ_PA_MASK,
             pa = emuq_word(d, EMUQ_WORD_PAYLOAD) & EMUQ_PA_MASK;
    uint64_t packets = 1, chunks = 1 + (bytes + 31) / 32;
    if (bytes > route->most || (bytes != 0 && !emuq_range_holds(&route->source, pa, bytes)))
        return false;
    if (bytes > emuq_packet_limit(&d->PacketHeader))
        packets = emuq_packets(&d->PacketHeader, bytes, &chunks);
    const char *payload = emuq_range_at(&route->source, pa);
    if (route->what == EMUQ_ROUTE_PUT) {
        if (bytes == 0 || !emuq_put_route_matches(&route->way.put, header) ||
            !emuq_put_route_put(&route->way.put, header, payload, 0, bytes))
            return false;
    } else if (!send_other(work, f, route, d, payload, bytes, where)) {
        return false;
    }
    route->traffic.messages++;
    route->traffic.packets += packets;
    route->traffic.chunks += chunks;
    return true;
}

/* The injection is recorded by who has injected it. */
static __attribute__((noinline)) bool send_recorded(emuq_work_t *work, emuq_inj_t *f,
                                                    const MUHWI_Descriptor_t *d)
{
    uint64_t begun = emuq_record_clock();
    MUHWI_PacketHeader_t header = d->PacketHeader;
    uint64_t bytes = d->Message_Length & EMUQ_PA_MASK;
    emuq_span_t where;
    if (!send(work, f, d, &where))
        return false;
    if (!emuq_is_collective(&header) && emuq_packet_type(&header) == EMUQ_TYPE_FIFO) {
        const emuq_machine_t *m = f->node->machine;
        uint32_t to = emuq_destination_node(&m->geometry, emuq_destination(&header));
        emuq_record_origin_t origin = {emuq_load(&f->regs->desc_count) + 1, f->node->number, f->id};
        emuq_record_delivered(&m->node[to].rec[emuq_rec_fifo_id(&header)], origin, begun, bytes, where.end);
    }
    return true;
}

bool emuq_fast_send(emuq_work_t *work, emuq_inj_t *f, const MUHWI_Descriptor_t *d)
{
    return __builtin_expect(emuq_the_recording == NULL, 1) ? send(work, f, d, NULL)
                                                           : send_recorded(work, f, d);
}

/* With a record, if @p ring is not NULL. */
INLINED bool send_own(emuq_work_t *work, emuq_inj_t *f, const MUHWI_Descriptor_t *d, emuq_record_ring_t *ring)
{
    if (ring == NULL)
        return send(work, f, d, NULL);
    uint64_t begun = emuq_record_clock();
    emuq_span_t where = {0, 0};
    if (!send(work, f, d, &where))
        return false;
    emuq_record_sent(ring, f, d, begun, where.end);
    return true;
}

INLINED bool run(emuq_inj_t *f, emuq_work_t *work, emuq_record_ring_t *ring)
{
    emuq_inj_regs_t *r = f->regs;
    uint64_t start = f->start, size_1 = f->size_1;
    uint64_t head = emuq_load(&r->head) - start;
    /* Leave it to the slow path if registers changed or are invalid. */
    if (f->memory == NULL || emuq_load(&r->start) != start || emuq_load(&r->size_1) != size_1 ||
        emuq_load(&r->free_space) != size_1 / BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES ||
        emuq_has_inj_threshold(f->node, f->id))
        return false;
    for (;;) {
        /* Acquire: pairs with the release store of the tail; the descriptors behind it are visible. */
        uint64_t tail = emuq_load_acquire(&r->tail) - start;
        if (tail == head)
            break;
        if (__atomic_load_n(&f->attributes, __ATOMIC_ACQUIRE) != EMUQ_INJ_ENABLED ||
            emuq_load_acquire(f->disable) != 0 || ((head | tail) & 63) != 0 || head > size_1 ||
            tail > size_1 || !send_own(work, f, (const MUHWI_Descriptor_t *)(f->memory + head), ring))
            return false;
        head += BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES;
        if (head > size_1)
            head = 0;
        /* Head first, count last, as in complete() in inject.c. The free space stays what it is: all. */
        __atomic_store_n(&r->head, start + head, __ATOMIC_RELEASE);
        __atomic_store_n(&r->desc_count, emuq_load(&r->desc_count) + 1, __ATOMIC_RELEASE);
    }
    emuq_wake(f->node);
    return true;
}

bool emuq_fast_run(emuq_inj_t *f, emuq_work_t *work)
{
    return run(f, work, NULL);
}

bool emuq_fast_run_recorded(emuq_inj_t *f, emuq_work_t *work, emuq_record_ring_t *ring)
{
    return run(f, work, ring);
}
