/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file touched.h
 * @brief Counts distinct bytes touched recently, in units of 16 bytes.
 *
 * Allocators, stacks and the loader keep addresses modulo 16, so the count does not depend on the location of
 * data. A page stores the units of the present and the previous *round* as bits.
 */
#ifndef EMUQ_TIMED_TOUCHED_H
#define EMUQ_TIMED_TOUCHED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EMUQ_TOUCHED_UNIT  16   /**< bytes */
#define EMUQ_TOUCHED_PAGE  4096 /**< bytes */
#define EMUQ_TOUCHED_WORDS (EMUQ_TOUCHED_PAGE / EMUQ_TOUCHED_UNIT / 64)

typedef struct emuq_touched_page {
    uint64_t number;                     /**< address / #EMUQ_TOUCHED_PAGE + 1; 0: free slot */
    uint64_t round;                      /**< round of the latest touch */
    uint64_t now[EMUQ_TOUCHED_WORDS];    /**< touched in that round */
    uint64_t before[EMUQ_TOUCHED_WORDS]; /**< touched in the round before */
} emuq_touched_page_t;

/** Zeros: an empty set. */
typedef struct emuq_touched {
    emuq_touched_page_t *page; /**< hash table with linear probing */
    size_t capacity;           /**< a power of two, or 0 */
    size_t pages;              /**< used slots */
    uint64_t round;            /**< present round, from 0 */
    uint64_t now;              /**< bytes of this round */
    uint64_t both;             /**< bytes of this or the previous round */
} emuq_touched_t;

/** @return false: out of memory; part of the bytes may be added */
bool emuq_touched_add(emuq_touched_t *s, const void *data, size_t bytes);

void emuq_touched_next_round(emuq_touched_t *s);

void emuq_touched_free(emuq_touched_t *s);

#endif /* EMUQ_TIMED_TOUCHED_H */
