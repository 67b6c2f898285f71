/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file receive.h
 * @brief The RX block: what becomes of a packet that has arrived. Under the lock of the card that receives.
 */
#ifndef APENET_CARD_RECEIVE_H
#define APENET_CARD_RECEIVE_H

#include "apenet/card/bus.h"

/** What packets to a card that follow one another have in common, while its lock is held. Zeros before the
 * first one; behind the last one, apenet_copy_end(). */
typedef struct apenet_train {
    apenet_copy_t copy;
    apenet_found_t found;
} apenet_train_t;

/** A packet on its way. */
typedef struct apenet_packet {
    apenet_header_t header;
    apenet_place_t source; /**< of its payload */
    uint32_t bytes;
    uint32_t from;         /**< card */
    uint16_t serial;       /**< at its source card */
    apenet_train_t *train; /**< that it is in */
} apenet_packet_t;

/** Writes a packet to where it belongs, and makes the event of its message if it is the last one.
 * @return false: there is no room, nothing has been done, and the ring of card `from` has been parked */
bool apenet_receive(apenet_device_t *d, const apenet_packet_t *packet);

/** Packets that are delivered under one lock of a card; so others wait for 128 KiB at most. */
#define APENET_TRAIN 32u

/** Takes packets of one message that follow one another at both ends, of which none is the last of the
 * message:
 * @p packet, and others behind it of APENET_PAYLOAD_BYTES each. It stops before the first one that is no put
 * into the buffer of the one before, behind the first one that cannot be written, and every APENET_TRAIN
 * packets if another thread waits for the card: the caller gives it back, and goes on. What becomes of them
 * is as by apenet_receive(). @return how many have been taken */
uint32_t apenet_receive_run(apenet_device_t *d, const apenet_packet_t *packet, uint32_t packets);

/** apenet_translate() of what the TLB does not have. */
bool apenet_translate_slow(apenet_device_t *d, unsigned table, uint64_t page, uint64_t *bus);

/** Translates one page of a table, by the TLB first. @return whether the page is registered; *bus is the
 * address of byte @p va, and *left how many bytes of the page begin there */
static inline bool apenet_translate(apenet_device_t *d, unsigned table, uint64_t va, uint64_t *bus,
                                    uint32_t *left)
{
    uint64_t bytes = UINT64_C(1) << d->table[table].pages.page_bits, offset = va & (bytes - 1);
    if (!apenet_tlb_find(&d->tlb, table, va - offset, bus) &&
        !apenet_translate_slow(d, table, va - offset, bus))
        return false;
    *bus += offset;
    *left = (uint32_t)(bytes - offset);
    return true;
}

/** Writes bytes (1..4096) to a table's addresses, by a copy that the caller ends. @return OK, or RX_NO_PAGE
 * and nothing has been written */
apenet_status_t apenet_write(apenet_device_t *d, unsigned table, uint64_t va, apenet_place_t from,
                             uint32_t bytes, apenet_copy_t *copy);

#endif /* APENET_CARD_RECEIVE_H */
