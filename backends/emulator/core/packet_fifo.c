/* SPDX-License-Identifier: BSD-3-Clause */
/* Delivery of memory-FIFO packets to reception FIFOs (hwi-packet-headers 8.1). */
#include "backends/emulator/core/deliver.h"

#include "backends/emulator/fault/fault.h"
#include "backends/emulator/trace/record.h"

#define BATCH_PACKETS 16u /* maximum packets per reservation */

typedef struct packet_span {
    emuq_span_t where;
    uint64_t bytes, free_before;
} packet_span_t;

void emuq_rec_reset(emuq_rec_t *r)
{
    AO_store(&r->taken, 0);
    /* Fails while packets are being written: then the unit owns the registers. */
    (void)emuq_byte_ring_reset(&r->ring, AO_load(&r->regs->start), AO_load(&r->regs->size_1) + 1,
                               &r->regs->tail);
}

/* Reserves @p wanted bytes, or as many whole packets as fit. @param exact free_before is needed @return
 * false: no space */
static bool packet_reserve(emuq_rec_t *r, uint64_t start, uint64_t size, uint64_t wanted, uint64_t packet,
                           bool exact, packet_span_t *s)
{
    for (;;) {
        uint64_t begin = emuq_byte_ring_begin(&r->ring);
        s->bytes = wanted;
        s->free_before = emuq_byte_ring_space(&r->ring, begin, start, size, &r->regs->head,
                                              exact ? EMUQ_BYTE_RING_ALL : wanted);
        if (s->free_before < wanted)
            s->bytes = s->free_before / packet * packet;
        if (s->bytes == 0)
            return false;
        if (emuq_byte_ring_reserve(&r->ring, begin, emuq_byte_ring_behind(begin, s->bytes, size), &s->where))
            return true;
    }
}

/* Source and FIFO may overlap. @return offset behind the copy */
static uint64_t packet_copy_wrapped(char *fifo, uint64_t size, uint64_t offset, const void *data,
                                    uint64_t bytes)
{
    uint64_t first = size - offset < bytes ? size - offset : bytes;
    memmove(fifo + offset, data, first);
    if (first < bytes)
        memmove(fifo, (const char *)data + first, bytes - first);
    offset += bytes;
    return offset >= size ? offset - size : offset;
}

static void packet_make_header(MUHWI_PacketHeader_t *h, const emuq_message_t *m, uint64_t at, uint32_t bytes)
{
    *h = *m->header;
    MUHWI_Pt2PtNetworkHeader_t *net = &h->NetworkHeader.pt2pt;
    net->Byte8.Size = (bytes + EMUQ_CHUNK - 1) / EMUQ_CHUNK;
    net->Byte2.Interrupt = m->interrupt && at + bytes == m->length;
    memset(&net->Injection_Info, 0, sizeof net->Injection_Info);
    /* In a message of one packet the put offset belongs to the client. */
    if (m->length > emuq_packet_limit(m->header))
        emuq_fifo_offset_add(h, at);
}

/* @return offset behind the packet */
static uint64_t packet_write(char *fifo, uint64_t size, uint64_t offset, const emuq_message_t *m, uint64_t at,
                             uint32_t bytes)
{
    static const char zeros[EMUQ_CHUNK];
    uint32_t padding = (EMUQ_CHUNK - bytes % EMUQ_CHUNK) % EMUQ_CHUNK;
    uint64_t next = offset + MUHWI_PACKET_HEADER_SIZE_IN_BYTES + bytes + padding;
    const char *payload = m->payload + (at - m->base);
    if (__builtin_expect(next < size, 1)) {
        char *p = fifo + offset;
        packet_make_header((MUHWI_PacketHeader_t *)p, m, at, bytes);
        p += MUHWI_PACKET_HEADER_SIZE_IN_BYTES;
        if (padding != 0) /* zeroes the last chunk; the payload overwrites its part */
            memset(p + bytes + padding - EMUQ_CHUNK, 0, EMUQ_CHUNK);
        if (bytes == sizeof(uint64_t))
            memcpy(p, payload, sizeof(uint64_t));
        else if (bytes != 0)
            memmove(p, payload, bytes);
        return next;
    }
    MUHWI_PacketHeader_t h;
    packet_make_header(&h, m, at, bytes);
    offset = packet_copy_wrapped(fifo, size, offset, &h, sizeof h);
    if (bytes != 0)
        offset = packet_copy_wrapped(fifo, size, offset, payload, bytes);
    return padding != 0 ? packet_copy_wrapped(fifo, size, offset, zeros, padding) : offset;
}

static void packet_write_all(char *fifo, uint64_t size, uint64_t offset, const emuq_message_t *m, uint64_t at,
                             uint64_t end)
{
    uint64_t limit = emuq_packet_limit(m->header);
    do {
        uint32_t bytes = (uint32_t)(end - at < limit ? end - at : limit);
        offset = packet_write(fifo, size, offset, m, at, bytes);
        at += bytes;
    } while (at < end);
}

static emuq_outcome_t packet_reject(emuq_work_t *w, const emuq_mu_node_t *to, uint32_t id, bool is_enabled)
{
    if (emuq_is_deallocated(&to->rec[id].owner, is_enabled))
        return emuq_reject(w, "deallocate the FIFO only after all packets for it have arrived",
                           "reception FIFO %u of node %u has been deallocated", id, to->number);
    if (!is_enabled)
        return emuq_reject(
            w, "enable it with Kernel_RecFifoEnable before a message is sent; the packet is dropped",
            "reception FIFO %u of node %u is not enabled", id, to->number);
    return emuq_reject(w, "send to a reception FIFO that a user program has allocated",
                       "a user packet names the system reception FIFO %u of node %u", id, to->number);
}

static emuq_outcome_t packet_check(emuq_work_t *w, const emuq_mu_node_t *to, uint32_t id, bool system)
{
    if (id >= EMUQ_REC_FIFOS)
        return emuq_reject(w, "reception FIFO ids are subgroup*4 + fifo, 0..271",
                           "reception FIFO %u does not exist", id);
    const emuq_rec_t *r = &to->rec[id];
    bool is_enabled = r->regs != NULL && AO_load_acquire(&r->enabled) != 0;
    if (!is_enabled || (AO_load(&r->system) != 0 && !system))
        return packet_reject(w, to, id, is_enabled);
    if (AO_load(&r->regs->size_1) + 1 < BGQ_MU_MIN_RECFIFO_SIZE_IN_BYTES)
        return emuq_reject(w, "call Kernel_RecFifoInit before the FIFO is enabled",
                           "reception FIFO %u of node %u has no memory yet", id, to->number);
    return EMUQ_DONE;
}

static uint64_t packet_bytes(uint64_t bytes, uint64_t limit, uint64_t *packets)
{
    *packets = bytes > limit ? (bytes + limit - 1) / limit : 1;
    uint64_t last = bytes - (*packets - 1) * limit;
    return (*packets - 1) * (MUHWI_PACKET_HEADER_SIZE_IN_BYTES + limit) + MUHWI_PACKET_HEADER_SIZE_IN_BYTES +
           (last + EMUQ_CHUNK - 1) / EMUQ_CHUNK * EMUQ_CHUNK;
}

static emuq_record_origin_t packet_origin(const emuq_message_t *m)
{
    const emuq_inj_t *f = m->waiter->inj;
    const emuq_request_t *r = m->waiter->request;
    if (m->origin != NULL)
        return *m->origin;
    if (m->waiter->is_delayed) {
        const emuq_delayed_t *late = EMUQ_LINKED(m->waiter, emuq_delayed_t, waiter);
        return (emuq_record_origin_t){late->number, late->inj->node->number, late->inj->id};
    }
    if (f != NULL)
        return (emuq_record_origin_t){f->current.count + 1, f->node->number, f->id};
    return r != NULL ? (emuq_record_origin_t){r->number, r->origin, r->fifo}
                     : (emuq_record_origin_t){0, EMUQ_RECORD_NO_NODE, 0};
}

/* A resumption costs as much as many packets: wait for a quarter of the FIFO, or half if a peer process must
 * be woken. */
static uint64_t packet_needed_space(const emuq_message_t *m, uint64_t size, uint64_t packet, uint64_t all)
{
    uint64_t part = m->waiter->request != NULL ? size / 2 : size / 4;
    uint64_t need = packet < part ? part : packet;
    return need < all ? need : all;
}

/* @return EMUQ_DONE or EMUQ_PARKED */
static emuq_outcome_t packet_send_batch(emuq_mu_node_t *to, emuq_rec_t *r, emuq_message_t *m, char *fifo,
                                        uint64_t start, uint64_t size, uint64_t end)
{
    bool exact = emuq_has_rec_threshold(to, r->id);
    uint64_t limit = emuq_packet_limit(m->header), packet = MUHWI_PACKET_HEADER_SIZE_IN_BYTES + limit;
    uint64_t at = *m->sent, packets, all = packet_bytes(end - at, limit, &packets);
    uint64_t wanted = packets <= BATCH_PACKETS ? all : BATCH_PACKETS * packet, clock = 0;
    packet_span_t s;
    if (__builtin_expect(emuq_the_recording != NULL, 0))
        clock = emuq_record_clock();
    if (!packet_reserve(r, start, size, wanted, packet, exact, &s)) {
        emuq_park(m->work, to, m->waiter, &r->space_queue, packet_needed_space(m, size, packet, all));
        return EMUQ_PARKED;
    }
    emuq_stamp(EMUQ_STAMP_RESERVED);
    emuq_tsan_passes(); /* the head may come from a peer process */
    if (s.bytes == wanted && packets <= BATCH_PACKETS)
        at = end;
    else
        at += s.bytes / packet * limit;
    packet_write_all(fifo, size, emuq_byte_ring_offset(s.where.begin), m, *m->sent, at);
    emuq_stamp(EMUQ_STAMP_COPIED);
    emuq_byte_ring_publish(&r->ring, &s.where, start,
                           &r->regs->tail); /* may complete the message and free the descriptor */
    emuq_stamp(EMUQ_STAMP_COUNTED);
    if (__builtin_expect(emuq_the_recording != NULL, 0))
        emuq_record_delivered(r, packet_origin(m), clock, at - *m->sent, s.where.end);
    *m->sent = at;
    if (__builtin_expect(exact, 0))
        emuq_rec_threshold(m->work, to, r->id, s.free_before, s.free_before - s.bytes);
    if (m->interrupt && at == m->length)
        emuq_raise_arrival(m->work, to, r->id);
    emuq_event_notify_light(&to->event, EMUQ_EVENT_ALL);
    return EMUQ_DONE;
}

emuq_outcome_t emuq_packet_drop(emuq_mu_node_t *to, emuq_message_t *m, uint64_t end)
{
    uint64_t chunks;
    (void)AO_fetch_and_add(&to->dropped, emuq_packets(m->header, end - *m->sent, &chunks));
    *m->sent = end;
    return EMUQ_DONE;
}

emuq_outcome_t emuq_packet_fifo(emuq_mu_node_t *to, emuq_message_t *m, uint64_t end)
{
    uint32_t id = emuq_rec_fifo_id(m->header);
    if (packet_check(m->work, to, id, m->system) != EMUQ_DONE)
        return EMUQ_FAILED;
    EMUQ_TEST_POINT(packet_fifo_checked);
    emuq_rec_t *r = &to->rec[id];
    if (emuq_is_retired(r))
        return emuq_packet_drop(to, m, end);
    emuq_owner_t owner = emuq_owner_of(&r->owner);
    uint64_t start = AO_load(&r->regs->start), size = AO_load(&r->regs->size_1) + 1;
    void *fifo;
    emuq_outcome_t outcome = emuq_reach(m->work, &owner, start, size, &fifo, &m->remote);
    if (outcome == EMUQ_OUTSIDE)
        return emuq_reject(m->work, "initialise the FIFO with a memory region of its own memory",
                           "the memory of reception FIFO %u of node %u is outside the windows of rank %d", id,
                           to->number, owner.rank);
    if (outcome != EMUQ_DONE)
        return outcome == EMUQ_DROPPED ? emuq_packet_drop(to, m, end) : outcome;
    emuq_stamp(EMUQ_STAMP_TRANSLATED);
    do
        outcome = packet_send_batch(to, r, m, fifo, start, size, end);
    while (outcome == EMUQ_DONE && *m->sent < end);
    return outcome;
}
