/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file search.h
 * @brief Searches of the table of a peer (registration.h), which may be on another host.
 *
 * All calls are made with the lock of the endpoint.
 */
#ifndef EMUQ_FABRIC_SEARCH_H
#define EMUQ_FABRIC_SEARCH_H

#include "fabric/provider.h"

/** A search; zero: not begun. */
typedef struct emuq_fi_search {
    union emuq_fi_bucket *bucket; /**< copy of a bucket, in memory of the Message Unit */
    emuq_fi_get_t *get;           /**< of the bucket, in transfer; NULL: none */
    uint32_t number, count;       /**< of the bucket in the table; buckets read */
} emuq_fi_search_t;

#define EMUQ_FI_SEARCHES (-1) /**< a get of a bucket waits, or is in transfer */

/**
 * Finds an entry in the table of @p peer. On this host: at once. Else the call is repeated, with progress,
 * while it returns EMUQ_FI_SEARCHES; afterwards the search may begin with another key.
 * @return 0, EMUQ_FI_SEARCHES, or emuq_fi_error()
 */
int emuq_fi_search(emuq_fi_endpoint_t *ep, emuq_fi_search_t *s, fi_addr_t peer, uint64_t key,
                   emuq_fi_key_t *entry);

/** Frees what a search used that is not in transfer. */
void emuq_fi_search_end(emuq_fi_search_t *s);

/** Ends a search. What is in transfer is used again after its arrival, by searches of all endpoints. */
void emuq_fi_search_abandon(emuq_fi_endpoint_t *ep, emuq_fi_search_t *s);

/** @return a get for the next access, the first of ep->free_gets; NULL: no memory */
emuq_fi_get_t *emuq_fi_get_new(emuq_fi_endpoint_t *ep);

/** Frees a get whose peer has left. @return false: in transfer, not used again (peers.c) */
bool emuq_fi_get_abandon(emuq_fi_endpoint_t *ep, emuq_fi_get_t *get);

/** Removes the get of emuq_fi_get_new() from the list. */
static inline emuq_fi_get_t *emuq_fi_get_take(emuq_fi_endpoint_t *ep)
{
    emuq_fi_get_t *g = ep->free_gets;
    ep->free_gets = g->next;
    g->next = NULL;
    return g;
}

static inline void emuq_fi_get_free(emuq_fi_endpoint_t *ep, emuq_fi_get_t *g)
{
    g->next = ep->free_gets;
    ep->free_gets = g;
}

#endif /* EMUQ_FABRIC_SEARCH_H */
