/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file packet_route.h
 * @brief Cached routes of short messages to reception FIFOs: packets of a kind, after one has been delivered.
 *
 * A route is void when the receiving node's `settings` have advanced, as in put_route.h. What packet_fifo.c
 * does for messages of any length and kind is done here for several of one packet at once.
 */
#ifndef EMUQ_EMULATOR_PACKET_ROUTE_H
#define EMUQ_EMULATOR_PACKET_ROUTE_H

#include "backends/emulator/core/header_view.h"
#include "backends/emulator/core/node.h"
#include "backends/record.h"
#include "base/thread_sanitizer.h"

/** Stores word @p word of a packet. */
static inline void emuq_packet_word(char *packet, unsigned word, uint64_t value)
{
    memcpy(packet + 8 * word, &value, sizeof value);
}

/** Writes a packet of @p chunks chunks of payload. */
static inline void emuq_packet_write(char *p, const MUHWI_Descriptor_t *d, const char *payload,
                                     uint64_t bytes, uint64_t chunks)
{
    const void *header = &d->PacketHeader;
    emuq_packet_word(p, EMUQ_WORD_NETWORK, emuq_word(header, EMUQ_WORD_NETWORK) & ~EMUQ_INTERRUPT_BIT);
    emuq_packet_word(p, EMUQ_WORD_IDS, (emuq_word(header, EMUQ_WORD_IDS) & EMUQ_NOT_SIZE_BITS) | chunks);
    emuq_packet_word(p, 2, emuq_word(header, 2));
    emuq_packet_word(p, 3, emuq_word(header, 3));
    p += MUHWI_PACKET_HEADER_SIZE_IN_BYTES;
    if (bytes == sizeof(uint64_t)) {
        memcpy(p, payload, sizeof(uint64_t));
        emuq_packet_word(p, 1, 0);
        emuq_packet_word(p, 2, 0);
        emuq_packet_word(p, 3, 0);
    } else if (bytes != 0) {
        memset(p + (chunks - 1) * EMUQ_CHUNK, 0,
               EMUQ_CHUNK); /* the padding, with some of what is overwritten now */
        memmove(p, payload, bytes);
    }
}

/** Sends messages of one packet each that ask for no interrupt to a FIFO that has taken such messages before.
 *  @param memory  the FIFO's memory: what its registers said
 *  @param d       @p count descriptors in a row
 *  @param payload of each
 *  @param bytes   length of each payload
 *  @return the position behind the packets in the FIFO; 0: nothing has been done, because there is no room
 * for all before the FIFO's end */
static inline __attribute__((always_inline)) uint64_t
emuq_packet_route_send(emuq_rec_t *r, const emuq_range_t *memory, const MUHWI_Descriptor_t *d,
                       const char *const *payload, uint64_t bytes, unsigned count)
{
    emuq_stamp(EMUQ_STAMP_TRANSLATED);
    uint64_t start = memory->pa, size = memory->end - start;
    uint64_t chunks = (bytes + EMUQ_CHUNK - 1) / EMUQ_CHUNK,
             packet = MUHWI_PACKET_HEADER_SIZE_IN_BYTES + chunks * EMUQ_CHUNK, all = count * packet;
    uint64_t begin = emuq_byte_ring_begin(&r->ring), offset = emuq_byte_ring_offset(begin);
    emuq_span_t span;
    if (offset + all >= size ||
        emuq_byte_ring_room(&r->ring, begin, start, size, &r->regs->head, all) < all ||
        !emuq_byte_ring_reserve(&r->ring, begin, begin + all, &span))
        return 0;
    emuq_stamp(EMUQ_STAMP_RESERVED);
    emuq_tsan_passes(); /* another process may have seen that the receiver has made room */
    char *p = (char *)memory->va + offset, *behind = p + all;
    do {
        emuq_packet_write(p, d++, *payload++, bytes, chunks);
        p += packet;
    } while (p < behind);
    emuq_stamp(EMUQ_STAMP_COPIED);
    emuq_byte_ring_publish(&r->ring, &span, start, &r->regs->tail);
    emuq_stamp(EMUQ_STAMP_COUNTED);
    return begin + all;
}

#endif /* EMUQ_EMULATOR_PACKET_ROUTE_H */
