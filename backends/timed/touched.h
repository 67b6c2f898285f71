/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file touched.h
 * @brief How many different bytes have been touched lately.
 *
 * Exact in units of 16 bytes. Nothing that places data (an allocator, a stack, the loader) changes an address
 * modulo 16, so the number does not depend on where they are. Units are bits of pages in a hash table; pages
 * come and go with the data, and a touch looks at those that it lies in, two for the payload of a packet.
 *
 * Time goes by *rounds*. A page has the units of this round and those of the one before; pages that are older
 * are forgotten when the table is to grow.
 */
#ifndef EMUQ_TIMED_TOUCHED_H
#define EMUQ_TIMED_TOUCHED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EMUQ_TOUCHED_UNIT  16                                           /**< bytes */
#define EMUQ_TOUCHED_PAGE  4096                                         /**< bytes */
#define EMUQ_TOUCHED_WORDS (EMUQ_TOUCHED_PAGE / EMUQ_TOUCHED_UNIT / 64) /**< bits of a page, by 64 */

/** The units of a page. */
typedef struct emuq_touched_page {
    uint64_t number;                     /**< address / #EMUQ_TOUCHED_PAGE + 1; 0: no page */
    uint64_t round;                      /**< in which it has been touched last */
    uint64_t now[EMUQ_TOUCHED_WORDS];    /**< units of that round, a bit each */
    uint64_t before[EMUQ_TOUCHED_WORDS]; /**< of the round before it */
} emuq_touched_page_t;

/** The set. All zero: empty. */
typedef struct emuq_touched {
    emuq_touched_page_t *page; /**< [room] by a hash of the number, and what follows */
    size_t room;               /**< of the table: a power of two, or 0 */
    size_t pages;              /**< in it */
    uint64_t round;            /**< the present one; the first is 0 */
    uint64_t now;              /**< bytes in this round */
    uint64_t both;             /**< bytes in this round or the one before */
} emuq_touched_t;

/** Adds @p bytes bytes at @p data to this round. @return false: no memory; a part of them may be in */
bool emuq_touched_add(emuq_touched_t *s, const void *data, size_t bytes);

/** Begins another round. */
void emuq_touched_turn(emuq_touched_t *s);

/** Frees what the set has. It is empty then. */
void emuq_touched_free(emuq_touched_t *s);

#endif /* EMUQ_TIMED_TOUCHED_H */
