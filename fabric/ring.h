/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file ring.h
 * @brief Ring of short messages in memory of a receiver, written by puts of one sender.
 *
 * The sender:
 *
 *     at = emuq_fi_ring_position(sent, bytes), end = emuq_fi_ring_end(shape, at, bytes);
 *     if (emuq_fi_ring_has_space(shape, end, returned)) put to emuq_fi_ring_offset(shape, at), sent = end;
 *
 * The receiver, for the event of each put, in their order:
 *
 *     at = emuq_fi_ring_position(consumed, bytes);     the event has the address of this position
 *     read the message; consumed = emuq_fi_ring_end(shape, at, bytes);
 *     if (emuq_fi_ring_is_due(shape, consumed, returned)) put consumed to the sender, returned = consumed;
 *
 * A message is a put of one packet of the card, so it crosses no page of ::EMUQ_FI_RING_PAGE bytes. Both ends
 * compute positions from the sizes of earlier messages: these need no numbers. A position counts bytes from
 * the begin of the connection, and never decreases.
 *
 * Returned space means that the card has read the source of the message: the sender can use it again.
 *
 * | word     | stored by                             | order   | pairs with                               |
 * |----------|---------------------------------------|---------|------------------------------------------|
 * | returned | the card, by a put of the receiver    | release | acquire of the sender                    |
 *
 * So reads of the receiver precede the next message in the same memory.
 *
 * The receiver returns space when half a ring is consumed. Progress: with all messages consumed, the space
 * that is not returned, the end of a page, and a message of a page are together not more than a ring, for
 * shapes of emuq_fi_ring_choose().
 */
#ifndef EMUQ_FABRIC_RING_H
#define EMUQ_FABRIC_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EMUQ_FI_RING_PAGE   4096u /**< maximum bytes of a message */
#define EMUQ_FI_RING_STEP   64u   /**< least distance of messages */
#define EMUQ_FI_RING_WORD   16u /**< sizes of messages are multiples: the check word of whole words is fast */
#define EMUQ_FI_RING_QUEUED 3072u /**< maximum messages in the event queue of a card */

/** Both are powers of 2. */
typedef struct emuq_fi_ring_shape {
    uint32_t bytes; /**< size, in whole pages */
    uint32_t step;  /**< distance of messages */
} emuq_fi_ring_shape_t;

/** Chooses a shape, equal for all processes: the event queue of a card, for all processes of a node, has
 * space for full rings if possible. @param pages of a ring, a power of 2 @param rings of a process @param
 * processes of a node */
static inline emuq_fi_ring_shape_t emuq_fi_ring_choose(uint32_t pages, uint32_t rings, uint32_t processes)
{
    emuq_fi_ring_shape_t shape = {.bytes = pages * EMUQ_FI_RING_PAGE, .step = EMUQ_FI_RING_STEP};
    while (shape.step < EMUQ_FI_RING_PAGE &&
           (uint64_t)rings * processes * shape.bytes / shape.step > EMUQ_FI_RING_QUEUED)
        shape.step *= 2;
    if (pages < 4) /* half a ring would not hold the end of a page and a message */
        shape.step = EMUQ_FI_RING_PAGE;
    return shape;
}

/** @return bytes of the put of a message */
static inline size_t emuq_fi_ring_round(size_t bytes)
{
    return (bytes + EMUQ_FI_RING_WORD - 1) & ~(size_t)(EMUQ_FI_RING_WORD - 1);
}

/** @return position of a message of @p bytes behind one that ends at @p end */
static inline uint64_t emuq_fi_ring_position(uint64_t end, size_t bytes)
{
    uint64_t left = EMUQ_FI_RING_PAGE - end % EMUQ_FI_RING_PAGE;
    return bytes <= left ? end : end + left;
}

/** @return end of a message at @p position */
static inline uint64_t emuq_fi_ring_end(emuq_fi_ring_shape_t shape, uint64_t position, size_t bytes)
{
    return (position + bytes + shape.step - 1) & ~(uint64_t)(shape.step - 1);
}

/** @return offset of a position in the ring */
static inline size_t emuq_fi_ring_offset(emuq_fi_ring_shape_t shape, uint64_t position)
{
    return position & (shape.bytes - 1);
}

/** @param end of the next message @param returned position that the receiver has returned */
static inline bool emuq_fi_ring_has_space(emuq_fi_ring_shape_t shape, uint64_t end, uint64_t returned)
{
    return end - returned <= shape.bytes;
}

/** @param reading position of a message that another thread still reads, plus 1; 0: none @return position up
 * to which the receiver may return space */
static inline uint64_t emuq_fi_ring_read(uint64_t consumed, uint64_t reading)
{
    return reading != 0 ? reading - 1 : consumed;
}

/** @return whether the receiver has to return the consumed space */
static inline bool emuq_fi_ring_is_due(emuq_fi_ring_shape_t shape, uint64_t consumed, uint64_t returned)
{
    uint64_t least = shape.bytes != EMUQ_FI_RING_PAGE ? shape.bytes / 2 : EMUQ_FI_RING_PAGE;
    return consumed - returned >= least;
}

#endif /* EMUQ_FABRIC_RING_H */
