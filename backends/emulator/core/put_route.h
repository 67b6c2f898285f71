/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file put_route.h
 * @brief Cached routes of direct puts: where those of one kind go, after one has been delivered.
 *
 * A route is void when the receiving node's `settings` have advanced: DCRs and owners of resources change
 * before that (release), and the count is loaded (acquire) before what they said is used. Base-address
 * registers are programs' own to change, and are read each time.
 */
#ifndef EMUQ_EMULATOR_PUT_ROUTE_H
#define EMUQ_EMULATOR_PUT_ROUTE_H

#include "backends/emulator/core/header_view.h"
#include "base/lock.h"
#include "backends/emulator/core/wake.h"

/** @return whether a put with that header has the counter of this route, as far as the header says. */
static inline bool emuq_put_route_counts(const emuq_put_route_t *route, const void *header)
{
    return (((emuq_word(header, EMUQ_WORD_COUNTER_ID) & EMUQ_COUNTER_BITS) ^ route->entries[1]) |
            (emuq_word(header, EMUQ_WORD_COUNTER) ^ route->counter_offset)) == 0;
}

/** @return whether a put with that header takes this route, as far as the header says. */
static inline bool emuq_put_route_matches(const emuq_put_route_t *route, const void *header)
{
    return (emuq_word(header, EMUQ_WORD_IDS) & EMUQ_TARGET_BITS) == route->entries[0] &&
           emuq_put_route_counts(route, header) && route->to != NULL &&
           __atomic_load_n(&route->to->settings, __ATOMIC_ACQUIRE) == route->settings;
}

/** Where a put with that header writes @p bytes bytes that are @p at bytes into its message; 1 or more.
 *  @return NULL: a table entry has changed, or memory further away is meant */
static inline char *emuq_put_route_target(const emuq_put_route_t *route, const void *header, uint64_t at,
                                          uint64_t bytes)
{
    /* Acquire: pairs with the release store of MUSPI_SetBaseAddress. */
    uint64_t pa =
        (__atomic_load_n(route->base[0], __ATOMIC_ACQUIRE) & EMUQ_PA_MASK) + emuq_put_offset(header) + at;
    if (!emuq_range_holds(&route->target, pa, bytes) ||
        __atomic_load_n(route->base[1], __ATOMIC_ACQUIRE) != route->counter_base)
        return NULL;
    emuq_stamp(EMUQ_STAMP_TRANSLATED);
    return emuq_range_at(&route->target, pa);
}

/** Writes the bytes of a put. */
static inline void emuq_put_route_copy(char *target, const char *payload, uint64_t bytes)
{
    if (bytes == sizeof(uint64_t))
        memcpy(target, payload, sizeof(uint64_t));
    else
        memmove(target, payload, bytes);
    emuq_stamp(EMUQ_STAMP_COPIED);
}

/** Counts bytes that have been written. The caller wakes the sleepers of the node then. */
static inline void emuq_put_route_subtract(const emuq_put_route_t *route, uint64_t bytes)
{
    /* Release: pairs with the load (acquire, in64) with which the receiver polls its counter, so a receiver
     * that sees the counter sees the payload. */
    __atomic_fetch_sub(route->counter, bytes, __ATOMIC_RELEASE);
    emuq_stamp(EMUQ_STAMP_COUNTED);
}

/** The same, and wakes the sleepers. */
static inline void emuq_put_route_count(const emuq_put_route_t *route, uint64_t bytes)
{
    emuq_put_route_subtract(route, bytes);
    emuq_wake(route->to);
}

/** Puts bytes that are @p at bytes into their message; 1 or more.
 *  @return false if nothing has been done, as emuq_put_route_target() */
static inline bool emuq_put_route_put(const emuq_put_route_t *route, const void *header, const char *payload,
                                      uint64_t at, uint64_t bytes)
{
    char *target = emuq_put_route_target(route, header, at, bytes);
    if (target == NULL)
        return false;
    emuq_put_route_copy(target, payload, bytes);
    emuq_put_route_count(route, bytes);
    return true;
}

/** Finds the route of puts with that header, which has passed all checks, or is about to.
 *  @return false if the fast path cannot take it; route->to is NULL then */
bool emuq_put_route_find(emuq_put_route_t *route, emuq_mu_node_t *to, const MUHWI_PacketHeader_t *header);

#endif /* EMUQ_EMULATOR_PUT_ROUTE_H */
