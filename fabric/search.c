/* SPDX-License-Identifier: BSD-3-Clause */
#include "fabric/search.h"

#include <stdlib.h>

#include "base/atomic.h"
#include "emuq/join.h"
#include "fabric/port.h"

typedef union emuq_fi_bucket {
    emuq_fi_key_t entry[EMUQ_FI_BUCKET];
    union emuq_fi_bucket *next; /* of the free list */
} search_bucket_t;

/* A bucket in transfer, whose search has ended. */
typedef struct search_late {
    struct search_late *next;
    search_bucket_t *bucket;
    emuq_fi_get_t *get;
    bool is_of_card;
} search_late_t;

/* Free buckets of this process. They stay when an endpoint is closed: the Message Unit may write to them. */
static pthread_mutex_t buckets_lock = PTHREAD_MUTEX_INITIALIZER;
static search_bucket_t *buckets; /* guarded by buckets_lock */
static search_late_t *late;      /* guarded by buckets_lock */

#define BUCKETS 16u /* buckets of an allocation */

/* Caller holds the lock. */
static void bucket_add(search_bucket_t *b)
{
    b->next = buckets;
    buckets = b;
}

/* Frees what has arrived. Gets go to the calling endpoint. Caller holds the lock. */
static void buckets_collect(emuq_fi_endpoint_t *ep)
{
    for (search_late_t **at = &late, *l; (l = *at) != NULL;) {
        /* Acquire: pairs with the release of the Message Unit. */
        if (l->is_of_card != (ep->mu == NULL) || AO_load_acquire(&l->get->left) != 0) {
            at = &l->next;
            continue;
        }
        *at = l->next;
        bucket_add(l->bucket);
        emuq_fi_get_free(ep, l->get);
        free(l);
    }
}

/* @return NULL: no memory */
static search_bucket_t *bucket_new(emuq_fi_endpoint_t *ep)
{
    pthread_mutex_lock(&buckets_lock);
    if (buckets == NULL && late != NULL)
        buckets_collect(ep);
    if (buckets == NULL) {
        search_bucket_t *more = emuq_message_memory(BUCKETS * sizeof *more, sizeof *more);
        for (unsigned i = 0; i < BUCKETS && more != NULL; i++)
            bucket_add(&more[i]);
    }
    search_bucket_t *b = buckets;
    if (b != NULL)
        buckets = b->next;
    pthread_mutex_unlock(&buckets_lock);
    return b;
}

static void bucket_free(search_bucket_t *b)
{
    pthread_mutex_lock(&buckets_lock);
    bucket_add(b);
    pthread_mutex_unlock(&buckets_lock);
}

emuq_fi_get_t *emuq_fi_get_new(emuq_fi_endpoint_t *ep)
{
    if (ep->free_gets == NULL)
        ep->free_gets = emuq_fi_port_gets(ep);
    return ep->free_gets;
}

/* Gets a bucket, if there is space. @return EMUQ_FI_SEARCHES, or an error */
static int search_get(emuq_fi_endpoint_t *ep, emuq_fi_search_t *s, fi_addr_t peer, uint64_t table_pa)
{
    const emuq_fi_route_t *route = emuq_fi_route_of(ep, peer);
    uint64_t pa;
    if (s->bucket == NULL)
        s->bucket = bucket_new(ep);
    if (route == NULL || s->bucket == NULL || emuq_fi_get_new(ep) == NULL ||
        !emuq_fi_port_pa(ep, s->bucket, sizeof *s->bucket, &pa))
        return FI_ENOMEM;
    uint64_t from = table_pa + (uint64_t)s->number * sizeof *s->bucket;
    if (emuq_fi_port_get(ep, route, ep->free_gets, from, pa, sizeof *s->bucket))
        s->get = emuq_fi_get_take(ep);
    return EMUQ_FI_SEARCHES;
}

static int search_host(emuq_fi_endpoint_t *ep, emuq_fi_search_t *s, fi_addr_t peer, uint64_t table_pa,
                       uint64_t key, emuq_fi_key_t *entry)
{
    if (s->count == 0) {
        s->number = emuq_fi_key_bucket(key);
        s->count = 1;
    }
    if (s->get == NULL)
        return search_get(ep, s, peer, table_pa);
    if (AO_load_acquire(&s->get->left) != 0) /* pairs with the release of the Message Unit */
        return EMUQ_FI_SEARCHES;
    int error = s->get->error;
    emuq_fi_get_free(ep, s->get);
    s->get = NULL;
    if (error != 0)
        return error;
    int rc = emuq_fi_key_search(s->bucket->entry, key, entry);
    if (rc == EMUQ_FI_FOUND) {
        s->count = 0;
        return 0;
    }
    if (rc == EMUQ_FI_NEXT && s->count < EMUQ_FI_BUCKETS) {
        s->count++;
        s->number = (s->number + 1) % EMUQ_FI_BUCKETS;
    } else if (rc != EMUQ_FI_AGAIN) {
        return emuq_fi_error(EMUQ_FI_NO_KEY);
    }
    return search_get(ep, s, peer, table_pa);
}

int emuq_fi_search(emuq_fi_endpoint_t *ep, emuq_fi_search_t *s, fi_addr_t at, uint64_t key,
                   emuq_fi_key_t *entry)
{
    const emuq_fi_peer_t *peer = emuq_fi_av_peer(ep->av, at);
    if (peer->address.table == 0)
        return emuq_fi_error(EMUQ_FI_NO_TABLE);
    return peer->table != NULL ? emuq_fi_key_find(peer->table, key, entry)
                               : search_host(ep, s, at, peer->address.table_pa, key, entry);
}

void emuq_fi_search_end(emuq_fi_search_t *s)
{
    if (s->bucket != NULL && s->get == NULL) {
        bucket_free(s->bucket);
        s->bucket = NULL;
    }
}

void emuq_fi_search_abandon(emuq_fi_endpoint_t *ep, emuq_fi_search_t *s)
{
    search_late_t *l = s->get != NULL ? malloc(sizeof *l) : NULL;
    if (s->get == NULL) {
        emuq_fi_search_end(s);
    } else if (l != NULL) { /* else neither is used again */
        *l = (search_late_t){.bucket = s->bucket, .get = s->get, .is_of_card = ep->mu == NULL};
        pthread_mutex_lock(&buckets_lock);
        l->next = late;
        late = l;
        pthread_mutex_unlock(&buckets_lock);
    }
    *s = (emuq_fi_search_t){0};
}
