/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file put.h
 * @brief The known way of direct puts: where those of one kind go, after one has been found good.
 *
 * Knowledge is void when the receiving node's `settings` have advanced: DCRs and owners of resources change
 * before that (release), and the count is loaded (acquire) before what they said is used. Base-address
 * registers are programs' own to change, and are read each time.
 */
#ifndef EMUQ_PUT_H
#define EMUQ_PUT_H

#include <string.h>

#include "backends/emulator/emulator.h"

/** Words of a packet header, 8 bytes each: whole words are what the core still has from the stores of the
 *  program, while parts that lie across two of them have to wait for memory. */
enum { EMUQ_WORD_NETWORK = 0, EMUQ_WORD_IDS = 1, EMUQ_WORD_COUNTER_ID = 2, EMUQ_WORD_COUNTER = 3 };

#define EMUQ_TARGET_ENTRY  UINT64_C(0x0000ffc000000000) /**< in EMUQ_WORD_IDS: table entry of the target */
#define EMUQ_COUNTER_ENTRY UINT64_C(0x0000000003ff0000) /**< in EMUQ_WORD_COUNTER_ID: that of the counter */

static inline uint64_t emuq_word(const void *header, unsigned word)
{
    uint64_t value;
    memcpy(&value, (const char *)header + 8 * word, sizeof value);
    return value;
}

/** Put offset of a header. */
static inline uint64_t emuq_put_offset(const void *header)
{
    return (emuq_word(header, EMUQ_WORD_IDS) & UINT64_C(0x1f00000000)) |
           emuq_word(header, EMUQ_WORD_IDS) >> 48 |
           (emuq_word(header, EMUQ_WORD_COUNTER_ID) & UINT64_C(0xffff)) << 16;
}

/** @return whether a put with that header has this way, as far as the header says. */
static inline bool emuq_put_is_known(const emuq_put_way_t *way, const void *header)
{
    uint64_t different = ((emuq_word(header, EMUQ_WORD_IDS) & EMUQ_TARGET_ENTRY) ^ way->entries[0]) |
                         ((emuq_word(header, EMUQ_WORD_COUNTER_ID) & EMUQ_COUNTER_ENTRY) ^ way->entries[1]) |
                         (emuq_word(header, EMUQ_WORD_COUNTER) ^ way->counter_offset);
    return different == 0 && way->to != NULL && AO_load_acquire(&way->to->settings) == way->settings;
}

/** Asks for the lines that a put with that header will write: the receiver usually has them. */
static inline void emuq_put_prefetch(const emuq_put_way_t *way, const void *header)
{
    if (!emuq_put_is_known(way, header))
        return;
    uint64_t pa = (AO_load(way->base[0]) & EMUQ_PA_MASK) + emuq_put_offset(header);
    emuq_prefetch_for_write(way->counter);
    if (emuq_range_holds(&way->target, pa, 1))
        emuq_prefetch_for_write(emuq_range_at(&way->target, pa));
}

/** Puts bytes that are @p at bytes into their message; 1 or more.
 *  @return false if nothing has been done: a table entry has changed, or memory further away is meant */
static inline bool emuq_put_along(const emuq_put_way_t *way, const void *header, const char *payload,
                                  uint64_t at, uint64_t bytes)
{
    /* Acquire: pairs with the release store of MUSPI_SetBaseAddress. */
    uint64_t pa = (AO_load_acquire(way->base[0]) & EMUQ_PA_MASK) + emuq_put_offset(header) + at;
    if (!emuq_range_holds(&way->target, pa, bytes) || AO_load_acquire(way->base[1]) != way->counter_base)
        return false;
    char *target = emuq_range_at(&way->target, pa);
    volatile AO_t *counter = way->counter;
    emuq_stamp(EMUQ_STAMP_TRANSLATED);
    if (bytes == sizeof(uint64_t))
        memcpy(target, payload, sizeof(uint64_t));
    else
        memmove(target, payload, bytes);
    emuq_stamp(EMUQ_STAMP_COPIED);
    /* Release: pairs with the load (acquire, in64) with which the receiver polls its counter, so a receiver
     * that sees the counter sees the payload. */
    AO_fetch_and_add_release(counter, (AO_t)0 - bytes);
    emuq_stamp(EMUQ_STAMP_COUNTED);
    emuq_wake(way->to);
    return true;
}

/** Finds the way of puts with that header, which is good, or is about to be found so.
 *  @return false if there is no short one; way->to is NULL then */
bool emuq_put_find_way(emuq_put_way_t *way, emuq_mu_node_t *to, const MUHWI_PacketHeader_t *header);

#endif /* EMUQ_PUT_H */
