/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file rings.h
 * @brief Rings (ring.h) for packets to a process by cards, one for each endpoint that sends.
 *
 * An endpoint requests a ring with its first packet to a process: a send into a streaming buffer, with the
 * address of its tail for the ring. The receiver allocates a ring, if one is left, and puts its address to
 * the tail; returned space uses the same put. Until then, without a ring, and while the ring is full, packets
 * are sends. The events of a card have the order of puts and sends, so packets do as well.
 *
 * The receiver keeps a ring for its sender until the end of the process: numbers of ranks are not used again,
 * and an endpoint continues with the tails of the previous one of its number.
 */
#ifndef EMUQ_FABRIC_RINGS_H
#define EMUQ_FABRIC_RINGS_H

#include "apenet/rdma.h"
#include "base/atomic.h"
#include "fabric/ring.h"

#define EMUQ_FI_RINGS_CONTEXT 0x10000u /**< of events of rings */

/** What the receiver puts. */
typedef struct emuq_fi_grant {
    uint64_t returned; /**< atomic; see ring.h */
    uint64_t ring;     /**< atomic; address; 0: none */
} emuq_fi_grant_t;

/** Ring of an endpoint at a process, in registered memory of the endpoint. */
typedef struct emuq_fi_tail {
    emuq_fi_grant_t grant;
    uint64_t sent; /**< position behind the last packet */
    bool is_requested;
} emuq_fi_tail_t;

/** Ring of this process. */
typedef struct emuq_fi_ring {
    uint64_t consumed, returned; /**< atomic. Stores hold the lock of the card */
    uint64_t reading; /**< atomic: position of a packet that a thread reads without the lock, plus 1 */
    uint64_t tail;    /**< address at the sender; 0: the ring is free */
    apenet_address_t sender;
    bool is_due; /**< a put to the tail was not possible */
} emuq_fi_ring_t;

/** Shape of all rings of the partition; constant once set. */
extern emuq_fi_ring_shape_t emuq_fi_rings_shape;

/** Chooses the shape. @return 0 or a negative errno. Caller holds the lock of the card. */
int emuq_fi_rings_open(apenet_card_t *card);

/** @return processes of the partition, numbered by node and pid */
uint32_t emuq_fi_rings_processes(void);

/** @return number of a process, below emuq_fi_rings_processes() for valid addresses */
uint32_t emuq_fi_rings_number_of(apenet_address_t process);

/** Finds memory for a packet at the receiver. @param bytes by emuq_fi_ring_round() @param end set to
 * emuq_fi_tail_t::sent after the put @return its address; 0: no ring, or no space */
static inline uint64_t emuq_fi_tail_find(const emuq_fi_tail_t *tail, size_t bytes, uint64_t *end)
{
    const emuq_fi_ring_shape_t shape = emuq_fi_rings_shape;
    uint64_t ring = AO_load(&tail->grant.ring);
    if (__builtin_expect(ring == 0, 0))
        return 0;
    uint64_t at = emuq_fi_ring_position(tail->sent, bytes);
    *end = emuq_fi_ring_end(shape, at, bytes);
    /* Acquire: pairs with the copy of the card. */
    bool has_space = emuq_fi_ring_has_space(shape, *end, AO_load_acquire(&tail->grant.returned));
    return has_space ? ring + emuq_fi_ring_offset(shape, at) : 0;
}

/** Gives a ring to a sender, if one is left. Caller holds the lock of the card.
 * @param tail address at the sender */
void emuq_fi_rings_grant(apenet_address_t sender, uint64_t tail);

/** Finds the ring of an event, and its packet. Caller holds the lock of the card.
 * @param at set to the position @return NULL: no packet that the sender may have put there */
emuq_fi_ring_t *emuq_fi_rings_arrived(const apenet_event_t *e, uint64_t *at);

/** Returns space if due. Caller holds the lock of the card. */
void emuq_fi_rings_return(emuq_fi_ring_t *ring);

/** Repeats puts that were not possible. Caller holds the lock of the card. */
void emuq_fi_rings_repeat(void);

/** Whether emuq_fi_rings_repeat() has puts; stores hold the lock of the card. */
extern bool emuq_fi_rings_are_due;

#endif /* EMUQ_FABRIC_RINGS_H */
