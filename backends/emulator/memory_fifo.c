/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory FIFO packets (hwi-packet-headers section 8.1).
 *
 * Any number of senders: each reserves space by compare-and-swap on `reserve`, writes its packets there,
 * waits until `commit` has reached the start of its space (reservation order), and publishes: the tail
 * register, then `commit`. Both words are (generation << 32 | offset); the generation makes a stale
 * compare-and-swap fail.
 *   - tail register: release by the publisher, acquire by the polling thread: packets before the tail.
 *   - head register: release by the polling thread, acquire by the reserving sender: packets read before
 *     reuse. The sender that has loaded it passes it on in `seen_head`, release and acquire.
 *   - commit: release by the publisher, acquire by the next one: tail stores happen in order.
 */
#include "backends/emulator/emulator.h"

#include <string.h>

#define CHUNK         32u
#define BATCH_PACKETS 16u /* reserved at a time */

typedef struct span {
    uint64_t begin, end; /* as in reserve */
    uint32_t offset;
    uint64_t free_before;
} span_t;

static uint64_t rec_size(const emuq_rec_t *r)
{
    return AO_load(&r->regs->size_1) + 1;
}

/* Free bytes behind @p offset if the head is at @p head_pa; one chunk always stays unused. */
static uint64_t free_bytes(const emuq_rec_t *r, uint64_t offset, uint64_t head_pa)
{
    uint64_t size = rec_size(r);
    uint64_t head = head_pa - AO_load(&r->regs->start);
    uint64_t used = offset >= head ? offset - head : size - (head - offset);
    return used + CHUNK > size ? 0 : size - used - CHUNK;
}

uint64_t emuq_rec_room(const emuq_rec_t *r)
{
    return free_bytes(r, AO_load(&r->reserve) & UINT32_MAX, AO_load_acquire(&r->regs->head));
}

/* Only while no packet is on its way: at initialisation, or when a client has moved the tail itself. */
void emuq_rec_reset(emuq_rec_t *r)
{
    uint64_t offset = AO_load(&r->regs->tail) - AO_load(&r->regs->start);
    AO_t reserve = AO_load(&r->reserve);
    AO_store_release(&r->seen_head, AO_load_acquire(&r->regs->head));
    if (offset >= rec_size(r) || AO_load_acquire(&r->commit) != reserve || (reserve & UINT32_MAX) == offset)
        return;
    AO_t now = ((reserve >> 32) + 1) << 32 | offset;
    if (AO_compare_and_swap_full(&r->reserve, reserve, now))
        AO_store_release(&r->commit, now);
}

/* Free bytes behind @p offset: at least @p need, or exact. */
static uint64_t look_for_room(emuq_rec_t *r, uint64_t offset, uint64_t need)
{
    AO_t head = AO_load_acquire(&r->seen_head);
    if (head - AO_load(&r->regs->start) < rec_size(r)) {
        uint64_t room = free_bytes(r, offset, head);
        if (room >= need)
            return room;
    }
    head = AO_load_acquire(&r->regs->head);
    AO_store_release(&r->seen_head, head);
    return free_bytes(r, offset, head);
}

/* Reserves space for as many of the packets as fit, at least one. @p exact: free_before must be. */
static bool reserve(emuq_rec_t *r, const uint32_t *bytes, uint32_t packets, bool exact, uint32_t *taken,
                    span_t *s)
{
    uint64_t need = 0;
    for (uint32_t i = 0; i < packets; i++)
        need += bytes[i];
    for (;;) {
        AO_t begin = AO_load_acquire(&r->reserve);
        s->offset = (uint32_t)begin;
        s->free_before = look_for_room(r, s->offset, exact ? UINT64_MAX : need);
        uint64_t total = 0;
        for (*taken = 0; *taken < packets && total + bytes[*taken] <= s->free_before; ++*taken)
            total += bytes[*taken];
        if (*taken == 0)
            return false;
        uint64_t size = rec_size(r), offset = s->offset + total;
        if (offset >= size)
            offset -= size;
        AO_t end = ((begin >> 32) + 1) << 32 | offset;
        if (AO_compare_and_swap_full(&r->reserve, begin, end)) {
            s->begin = begin;
            s->end = end;
            return true;
        }
    }
}

static void publish(emuq_rec_t *r, const span_t *s)
{
    unsigned rounds = 0;
    while (AO_load_acquire(&r->commit) != s->begin)
        emuq_spin(&rounds);
    AO_store_release(&r->regs->tail, AO_load(&r->regs->start) + (s->end & UINT32_MAX));
    AO_store_release(&r->commit, s->end);
}

/* Copies into the FIFO at @p offset, around its end. @return the offset behind the copy. */
static uint64_t fifo_write(char *fifo, uint64_t size, uint64_t offset, const void *data, uint64_t bytes)
{
    uint64_t first = size - offset < bytes ? size - offset : bytes;
    memcpy(fifo + offset, data, first);
    if (first < bytes)
        memcpy(fifo, (const char *)data + first, bytes - first);
    offset += bytes;
    return offset >= size ? offset - size : offset;
}

/* The header of the packet that begins at byte @p at of the message. */
static void make_header(MUHWI_PacketHeader_t *h, const emuq_message_t *m, uint64_t at, uint32_t bytes)
{
    *h = *m->header;
    MUHWI_Pt2PtNetworkHeader_t *net = &h->NetworkHeader.pt2pt;
    uint32_t limit = m->header->NetworkHeader.pt2pt.Byte8.Size * CHUNK;
    net->Byte8.Size = (bytes + CHUNK - 1) / CHUNK;
    net->Byte2.Interrupt = m->interrupt && at + bytes == m->length;
    memset(&net->Injection_Info, 0, sizeof net->Injection_Info);
    if (m->length > limit) {
        /* The put offset counts only in messages of several packets: in a single packet it is the client's.
         */
        uint64_t offset = ((uint64_t)h->messageUnitHeader.Packet_Types.Memory_FIFO.Put_Offset_MSB << 32 |
                           h->messageUnitHeader.Packet_Types.Memory_FIFO.Put_Offset_LSB) +
                          at;
        h->messageUnitHeader.Packet_Types.Memory_FIFO.Put_Offset_MSB = offset >> 32 & 0x1f;
        h->messageUnitHeader.Packet_Types.Memory_FIFO.Put_Offset_LSB = (uint32_t)offset;
    }
}

static uint32_t packet_payload(const emuq_message_t *m, uint64_t at, uint64_t end)
{
    uint64_t limit = m->header->NetworkHeader.pt2pt.Byte8.Size * CHUNK;
    return (uint32_t)(end - at < limit ? end - at : limit);
}

/* Writes a packet at @p offset. @return the offset behind it. */
static uint64_t write_packet(char *fifo, uint64_t size, uint64_t offset, const emuq_message_t *m, uint64_t at,
                             uint32_t bytes)
{
    static const char zeros[CHUNK];
    uint32_t padding = (CHUNK - bytes % CHUNK) % CHUNK;
    uint64_t next = offset + MUHWI_PACKET_HEADER_SIZE_IN_BYTES + bytes + padding;
    const char *payload = m->payload + (at - m->base);
    if (__builtin_expect(next < size, 1)) {
        char *p = fifo + offset;
        make_header((MUHWI_PacketHeader_t *)p, m, at, bytes);
        p += MUHWI_PACKET_HEADER_SIZE_IN_BYTES;
        if (padding != 0) /* before the payload: whole words, and nothing depends on its end */
            memset(p + bytes + padding - CHUNK, 0, CHUNK);
        if (bytes == sizeof(uint64_t))
            memcpy(p, payload, sizeof(uint64_t));
        else if (bytes != 0)
            memcpy(p, payload, bytes);
        return next;
    }
    MUHWI_PacketHeader_t h;
    make_header(&h, m, at, bytes);
    offset = fifo_write(fifo, size, offset, &h, sizeof h);
    if (bytes != 0)
        offset = fifo_write(fifo, size, offset, payload, bytes);
    return padding != 0 ? fifo_write(fifo, size, offset, zeros, padding) : offset;
}

static void write_packets(char *fifo, uint64_t size, const span_t *s, const emuq_message_t *m, uint64_t at,
                          uint64_t end, uint32_t packets)
{
    uint64_t offset = s->offset;
    for (uint32_t i = 0; i < packets; i++) {
        uint32_t bytes = packet_payload(m, at, end);
        offset = write_packet(fifo, size, offset, m, at, bytes);
        at += bytes;
    }
}

static emuq_outcome_t check_target(const emuq_mu_node_t *to, uint32_t id, bool system)
{
    if (id >= EMUQ_REC_FIFOS)
        return emuq_refuse("reception FIFO ids are subgroup*4 + fifo, 0..271",
                           "reception FIFO %u does not exist", id);
    const emuq_rec_t *r = &to->rec[id];
    if (r->regs == NULL || AO_load_acquire(&r->enabled) == 0)
        return emuq_refuse("enable it with Kernel_RecFifoEnable before anybody sends; the packet is dropped",
                           "reception FIFO %u of node %u is not enabled", id, to->number);
    if (AO_load(&r->system) != 0 && !system)
        return emuq_refuse("send to a reception FIFO that a user program has allocated",
                           "a user packet names the system reception FIFO %u of node %u", id, to->number);
    return EMUQ_DONE;
}

emuq_outcome_t emuq_memory_fifo(emuq_mu_node_t *to, const emuq_message_t *m, uint64_t end)
{
    uint32_t id = m->header->messageUnitHeader.Packet_Types.Memory_FIFO.Rec_FIFO_Id;
    if (check_target(to, id, m->system) != EMUQ_DONE)
        return EMUQ_REFUSED;
    emuq_rec_t *r = &to->rec[id];
    emuq_outcome_t elsewhere;
    uint64_t size = rec_size(r);
    if (size < BGQ_MU_MIN_RECFIFO_SIZE_IN_BYTES)
        return emuq_refuse("call Kernel_RecFifoInit before the FIFO is enabled",
                           "reception FIFO %u of node %u has no memory yet", id, to->number);
    char *fifo = emuq_translate(r->space, AO_load(&r->regs->start), size);
    if (fifo == NULL && (elsewhere = emuq_elsewhere(r->space, r->rank)) != EMUQ_DONE)
        return elsewhere;
    if (fifo == NULL)
        return emuq_refuse("initialise the FIFO with a memory region of its own memory",
                           "the memory of reception FIFO %u of node %u is outside the windows of rank %d", id,
                           to->number, r->rank);
    bool exact = emuq_has_rec_threshold(to, id);
    do {
        uint32_t bytes[BATCH_PACKETS], payload[BATCH_PACKETS], packets = 0, taken = 0;
        uint64_t at = *m->sent;
        do {
            payload[packets] = packet_payload(m, at, end);
            at += payload[packets];
            bytes[packets] =
                MUHWI_PACKET_HEADER_SIZE_IN_BYTES + (payload[packets] + CHUNK - 1) / CHUNK * CHUNK;
            packets++;
        } while (at < end && packets < BATCH_PACKETS);

        span_t s;
        if (!reserve(r, bytes, packets, exact, &taken, &s)) {
            emuq_park(to, m->waiter, r, &r->waiting, bytes[0]);
            return EMUQ_PARKED;
        }
        at = *m->sent;
        write_packets(fifo, size, &s, m, at, end, taken);
        publish(r, &s); /* if that was all, the descriptor may be gone now */
        uint64_t stored = 0;
        for (uint32_t i = 0; i < taken; i++) {
            at += payload[i];
            stored += bytes[i];
        }
        *m->sent = at;
        if (__builtin_expect(exact, 0))
            emuq_rec_threshold(to, id, s.free_before, s.free_before - stored);
        if (m->interrupt && at == m->length)
            emuq_raise_arrival(to, id);
        emuq_wake(to);
    } while (*m->sent < end);
    return EMUQ_DONE;
}
