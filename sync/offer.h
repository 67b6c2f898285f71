/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file offer.h
 * @brief An operation that one of two parties executes, exactly once.
 *
 * The initiator offers an operation to a target, which may make no progress, and can take it back:
 *
 *     ticket = emuq_offer_open(&offer);
 *     send a request with &offer and ticket;
 *     await the reply, or after some time: if (emuq_offer_claim(&offer, ticket)) execute;
 *
 * The target, when the request arrives:
 *
 *     if (emuq_offer_claim(&offer, ticket)) execute, and reply;
 *
 * The claim of an offer succeeds once. Without success, the initiator awaits the reply, and the target drops
 * the request. After its claim, or the reply, the initiator may open the word again, at once: requests of
 * earlier offers may still be on their way. So the memory of an offer is never used for another purpose, and
 * keeps its word from one user to the next: no ticket of a word ever repeats.
 *
 * A target that ends between claim and reply leaves an operation of which nothing is known.
 *
 * | word  | stored by                          | order   | pairs with                             |
 * |-------|------------------------------------|---------|----------------------------------------|
 * | offer | even -> odd, ticket: the initiator | release | acquire of the claim                   |
 * | offer | ticket -> even: either party       | acquire | release of the initiator that opened   |
 *
 * The party with the claim sees all stores of the initiator that precede the offer, whatever the order of the
 * request. The reply needs release and acquire: what the target did precedes the next offer.
 *
 * Zero is an offer that was never open.
 */
#ifndef EMUQ_SYNC_OFFER_H
#define EMUQ_SYNC_OFFER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/atomic.h"

/** Number of openings and claims; odd: open. */
typedef uint64_t emuq_offer_t;

/** Opens an offer that is not open. One thread at a time. @return the ticket, odd */
static inline uint64_t emuq_offer_open(emuq_offer_t *offer)
{
    uint64_t ticket = AO_load(offer) + 1;
    EMUQ_TEST_POINT(offer_open);
    AO_store_release(offer, ticket);
    return ticket;
}

/** Claims an offer. @param ticket of emuq_offer_open(); any other number claims nothing @return success: the
 * caller executes the operation */
static inline bool emuq_offer_claim(emuq_offer_t *offer, uint64_t ticket)
{
    EMUQ_TEST_POINT(offer_claim);
    return ticket % 2 != 0 && AO_compare_and_swap_acquire(offer, ticket, ticket + 1);
}

#endif /* EMUQ_SYNC_OFFER_H */
