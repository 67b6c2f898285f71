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
    uint64_t bytes, free_before;
} span_t;

static uint64_t rec_size(const emuq_rec_t *r)
{
    return AO_load(&r->regs->size_1) + 1;
}

/* Free bytes behind @p offset of a FIFO of @p size bytes if the head is at @p head; one chunk always stays
 * unused. */
static uint64_t free_bytes(uint64_t size, uint64_t offset, uint64_t head)
{
    uint64_t used = offset >= head ? offset - head : size - (head - offset);
    return used + CHUNK > size ? 0 : size - used - CHUNK;
}

uint64_t emuq_rec_room(const emuq_rec_t *r)
{
    return free_bytes(rec_size(r), AO_load(&r->reserve) & UINT32_MAX,
                      AO_load_acquire(&r->regs->head) - AO_load(&r->regs->start));
}

/* Only while no packet is on its way: at initialisation, or when a client has moved the tail itself. The tail
 * is loaded last: one that a sender has published since then comes with another `reserve`. */
void emuq_rec_reset(emuq_rec_t *r)
{
    AO_t reserve = AO_load_acquire(&r->reserve);
    AO_store_release(&r->seen_head, AO_load_acquire(&r->regs->head));
    if (AO_load_acquire(&r->commit) != reserve)
        return;
    uint64_t offset = AO_load(&r->regs->tail) - AO_load(&r->regs->start);
    if (offset >= rec_size(r) || (reserve & UINT32_MAX) == offset)
        return;
    AO_t now = ((reserve >> 32) + 1) << 32 | offset;
    if (AO_compare_and_swap_full(&r->reserve, reserve, now))
        AO_store_release(&r->commit, now);
}

/* Free bytes behind @p offset of the FIFO at @p start: at least @p need, or exact. */
static uint64_t look_for_room(emuq_rec_t *r, uint64_t start, uint64_t size, uint64_t offset, uint64_t need)
{
    AO_t head = AO_load_acquire(&r->seen_head) - start;
    if (head < size) {
        uint64_t room = free_bytes(size, offset, head);
        if (room >= need)
            return room;
    }
    head = AO_load_acquire(&r->regs->head);
    AO_store_release(&r->seen_head, head);
    return free_bytes(size, offset, head - start);
}

/* Reserves @p wanted bytes, or if they do not fit, as many packets of @p packet bytes as do.
 * @p exact: free_before must be. @return false if there is no room for one. */
static bool reserve(emuq_rec_t *r, uint64_t wanted, uint64_t packet, bool exact, span_t *s)
{
    for (;;) {
        AO_t begin = AO_load_acquire(&r->reserve);
        s->offset = (uint32_t)begin;
        s->bytes = wanted;
        s->free_before =
            look_for_room(r, AO_load(&r->regs->start), rec_size(r), s->offset, exact ? UINT64_MAX : wanted);
        if (s->free_before < wanted)
            s->bytes = s->free_before / packet * packet;
        if (s->bytes == 0)
            return false;
        uint64_t size = rec_size(r), offset = s->offset + s->bytes;
        if (offset >= size)
            offset -= size;
        s->begin = begin;
        s->end = ((begin >> 32) + 1) << 32 | offset;
        if (AO_compare_and_swap_full(&r->reserve, begin, s->end))
            return true;
    }
}

static void publish(emuq_rec_t *r, uint64_t start, const span_t *s)
{
    unsigned rounds = 0;
    while (AO_load_acquire(&r->commit) != s->begin)
        emuq_spin(&rounds);
    AO_store_release(&r->regs->tail, start + (s->end & UINT32_MAX));
    AO_store_release(&r->commit, s->end);
}

/* Copies into the FIFO at @p offset, around its end. A program that sends out of the FIFO gets what it
 * deserves, but no more: the bytes may overlap. @return the offset behind the copy. */
static uint64_t fifo_write(char *fifo, uint64_t size, uint64_t offset, const void *data, uint64_t bytes)
{
    uint64_t first = size - offset < bytes ? size - offset : bytes;
    memmove(fifo + offset, data, first);
    if (first < bytes)
        memmove(fifo, (const char *)data + first, bytes - first);
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
            memmove(p, payload, bytes);
        return next;
    }
    MUHWI_PacketHeader_t h;
    make_header(&h, m, at, bytes);
    offset = fifo_write(fifo, size, offset, &h, sizeof h);
    if (bytes != 0)
        offset = fifo_write(fifo, size, offset, payload, bytes);
    return padding != 0 ? fifo_write(fifo, size, offset, zeros, padding) : offset;
}

/* Writes bytes [at, end) of the message, whole packets, from @p offset on; one packet if there are no bytes.
 */
static void write_packets(char *fifo, uint64_t size, uint64_t offset, const emuq_message_t *m, uint64_t at,
                          uint64_t end)
{
    uint64_t limit = m->header->NetworkHeader.pt2pt.Byte8.Size * CHUNK;
    do {
        uint32_t bytes = (uint32_t)(end - at < limit ? end - at : limit);
        offset = write_packet(fifo, size, offset, m, at, bytes);
        at += bytes;
    } while (at < end);
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
    emuq_stamp(EMUQ_STAMP_TRANSLATED);
    uint64_t payload = m->header->NetworkHeader.pt2pt.Byte8.Size * CHUNK;
    uint64_t packet = MUHWI_PACKET_HEADER_SIZE_IN_BYTES + payload;
    do {
        uint64_t at = *m->sent, left = end - at,
                 packets = left > payload ? (left + payload - 1) / payload : 1;
        uint64_t last = packets > 1 ? left - (packets - 1) * payload : left;
        last = MUHWI_PACKET_HEADER_SIZE_IN_BYTES + (last + CHUNK - 1) / CHUNK * CHUNK;
        uint64_t wanted = packets <= BATCH_PACKETS ? (packets - 1) * packet + last : BATCH_PACKETS * packet;

        span_t s;
        if (!reserve(r, wanted, packet, exact, &s)) {
            emuq_park(to, m->waiter, r, &r->waiting, packets > 1 ? packet : last);
            return EMUQ_PARKED;
        }
        emuq_stamp(EMUQ_STAMP_RESERVED);
        if (s.bytes == wanted && packets <= BATCH_PACKETS)
            at = end;
        else
            at += s.bytes / packet * payload;
        write_packets(fifo, size, s.offset, m, *m->sent, at);
        emuq_stamp(EMUQ_STAMP_COPIED);
        publish(r, AO_load(&r->regs->start), &s); /* if that was all, the descriptor may be gone now */
        emuq_stamp(EMUQ_STAMP_COUNTED);
        *m->sent = at;
        if (__builtin_expect(exact, 0))
            emuq_rec_threshold(to, id, s.free_before, s.free_before - s.bytes);
        if (m->interrupt && at == m->length)
            emuq_raise_arrival(to, id);
        emuq_wake(to);
    } while (*m->sent < end);
    return EMUQ_DONE;
}

/* The network header's last word and its neighbour, as a packet has them: the size, and nothing of the
 * network's own. */
#define SIZE_BITS   UINT64_C(0x1f)
#define BEFORE_SIZE UINT64_C(0xffffffff000000e0)
#define INTERRUPT   UINT64_C(0x10000) /* in the first word */

static inline void put_word(char *packet, unsigned word, uint64_t value)
{
    memcpy(packet + 8 * word, &value, sizeof value);
}

bool emuq_memory_fifo_packet(emuq_rec_t *r, const emuq_range_t *memory, const uint64_t words[4],
                             const char *payload, uint64_t bytes)
{
    emuq_stamp(EMUQ_STAMP_TRANSLATED);
    uint64_t start = memory->pa, size = memory->end - start;
    uint64_t chunks = (bytes + CHUNK - 1) / CHUNK,
             packet = MUHWI_PACKET_HEADER_SIZE_IN_BYTES + chunks * CHUNK;
    AO_t begin = AO_load_acquire(&r->reserve);
    uint64_t offset = begin & UINT32_MAX, after = offset + packet;
    char *p = (char *)memory->va + offset;
    if (after >= size || look_for_room(r, start, size, offset, packet) < packet)
        return false;
    span_t s = {.begin = begin, .end = ((begin >> 32) + 1) << 32 | after};
    if (!AO_compare_and_swap_full(&r->reserve, begin, s.end))
        return false;
    emuq_stamp(EMUQ_STAMP_RESERVED);
    put_word(p, 0, words[0] & ~INTERRUPT);
    put_word(p, 1, (words[1] & BEFORE_SIZE) | chunks);
    put_word(p, 2, words[2]);
    put_word(p, 3, words[3]);
    p += MUHWI_PACKET_HEADER_SIZE_IN_BYTES;
    if (bytes == sizeof(uint64_t)) {
        memcpy(p, payload, sizeof(uint64_t));
        put_word(p, 1, 0);
        put_word(p, 2, 0);
        put_word(p, 3, 0);
    } else if (bytes != 0) {
        memset(p + (chunks - 1) * CHUNK, 0, CHUNK); /* the padding, with some of what is overwritten now */
        memmove(p, payload, bytes);
    }
    emuq_stamp(EMUQ_STAMP_COPIED);
    publish(r, start, &s);
    emuq_stamp(EMUQ_STAMP_COUNTED);
    return true;
}
