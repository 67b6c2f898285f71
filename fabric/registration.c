/* SPDX-License-Identifier: BSD-3-Clause */
/* Registered memory: fi_mr_reg() and its relatives, tables, and checks of accesses. */
#include "fabric/registration.h"

#include <stdlib.h>
#include <string.h>

#include "base/atomic.h"
#include "emuq/join.h"
#include "fabric/port.h"

struct emuq_fi_region {
    struct fid_mr fid;
    emuq_fi_domain_t *domain;
    uint32_t at; /**< entry of the table; EMUQ_FI_KEYS: none */
    unsigned access;
    emuq_fi_cntr_t *read_cntr, *write_cntr; /**< of accesses by peers; NULL: not counted */
    uint32_t parts;
    struct iovec part[EMUQ_FI_PARTS];
    void *exposure[EMUQ_FI_PARTS]; /**< see emuq_fi_port_conceal() */
};

/* ---- errors ---- */

static const struct {
    int number, error;
    const char *text;
} errors[] = {{EMUQ_FI_NO_KEY, FI_ENOKEY, "no region of the peer has this key"},
              {EMUQ_FI_NO_RANGE, FI_EINVAL, "the access exceeds the region of the peer"},
              {EMUQ_FI_NO_RIGHT, FI_EACCES, "the region of the peer does not permit this access"},
              {EMUQ_FI_NO_TABLE, FI_EACCES, "the domain of the peer has no FI_RMA and no FI_ATOMIC"}};
#define ERRORS (sizeof errors / sizeof errors[0])

int emuq_fi_error(int number)
{
    for (size_t i = 0; i < ERRORS; i++)
        if (errors[i].number == number)
            return number << 16 | errors[i].error;
    return number;
}

const char *emuq_fi_error_text(int number)
{
    for (size_t i = 0; i < ERRORS; i++)
        if (errors[i].number == number)
            return errors[i].text;
    return NULL;
}

/* ---- entries ---- */

#define MULTIPLIER UINT64_C(0x9e3779b97f4a7c15)

static uint64_t key_mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * MULTIPLIER;
    return hash ^ hash >> 29;
}

uint32_t emuq_fi_key_bucket(uint64_t key)
{
    return (uint32_t)(key_mix(0, key) >> 32) % EMUQ_FI_BUCKETS;
}

/* @param k may be changing: any number of parts */
static uint64_t key_check(const emuq_fi_key_t *k)
{
    uint64_t hash = key_mix(key_mix(key_mix(MULTIPLIER, k->key), k->state), k->parts);
    for (size_t i = 0; i < EMUQ_FI_PARTS && i < k->parts; i++)
        hash = key_mix(key_mix(key_mix(hash, k->part[i].start), k->part[i].bytes), k->part[i].pa);
    return hash;
}

/* Words are atomic: the owner may be writing. */
static void key_copy(emuq_fi_key_t *to, const emuq_fi_key_t *from)
{
    const uint64_t *word = (const uint64_t *)(const void *)from;
    uint64_t copy[sizeof *to / sizeof(uint64_t)];
    for (size_t i = 0; i < sizeof copy / sizeof copy[0]; i++)
        copy[i] = AO_load(&word[i]);
    memcpy(to, copy, sizeof copy);
}

/* Caller holds the lock of the regions. Releases pair with emuq_fi_key_search(). */
static void key_store(emuq_fi_key_t *to, const emuq_fi_key_t *from)
{
    uint64_t copy[sizeof *from / sizeof(uint64_t)], *word = (uint64_t *)(void *)to;
    memcpy(copy, from, sizeof copy);
    copy[0] = key_check(from);
    for (size_t i = 0; i < sizeof copy / sizeof copy[0]; i++)
        AO_store_release(&word[i], copy[i]);
}

int emuq_fi_key_search(const emuq_fi_key_t *bucket, uint64_t key, emuq_fi_key_t *entry)
{
    bool is_last = false;
    for (uint32_t i = 0; i < EMUQ_FI_BUCKET; i++) {
        /* Acquire, pairs with key_store(): the key is that of the state, or later. */
        uint64_t state = AO_load_acquire(&bucket[i].state);
        if (state == EMUQ_FI_KEY_FREE)
            is_last = true;
        if ((state & EMUQ_FI_KEY_USED) == 0 || AO_load(&bucket[i].key) != key)
            continue;
        key_copy(entry, &bucket[i]);
        if (entry->check != key_check(entry))
            return EMUQ_FI_AGAIN;
        if (entry->key == key && (entry->state & EMUQ_FI_KEY_USED) != 0)
            return EMUQ_FI_FOUND;
    }
    return is_last ? 0 : EMUQ_FI_NEXT;
}

#define TRIES 100000u /* of an entry that changes; its owner may have died */

int emuq_fi_key_find(const emuq_fi_key_t *table, uint64_t key, emuq_fi_key_t *entry)
{
    uint32_t first = emuq_fi_key_bucket(key), tries = 0;
    for (uint32_t i = 0; i < EMUQ_FI_BUCKETS; i++) {
        const emuq_fi_key_t *bucket = table + (size_t)((first + i) % EMUQ_FI_BUCKETS) * EMUQ_FI_BUCKET;
        int rc;
        while ((rc = emuq_fi_key_search(bucket, key, entry)) == EMUQ_FI_AGAIN && ++tries < TRIES)
            continue;
        if (rc != EMUQ_FI_NEXT)
            return rc == EMUQ_FI_FOUND ? 0 : emuq_fi_error(EMUQ_FI_NO_KEY);
    }
    return emuq_fi_error(EMUQ_FI_NO_KEY);
}

int emuq_fi_key_access(const emuq_fi_key_t *k, uint64_t address, uint64_t bytes, unsigned right,
                       emuq_fi_segment_t *segment, uint32_t *segments)
{
    uint32_t n = *segments;
    if ((k->state & right) != right)
        return emuq_fi_error(EMUQ_FI_NO_RIGHT);
    /* Parts are consecutive offsets, or regions of virtual memory. */
    for (uint32_t i = 0; i < k->parts && bytes != 0; i++) {
        const emuq_fi_part_t *p = &k->part[i];
        if (address < p->start || address - p->start >= p->bytes)
            continue;
        uint64_t at = address - p->start, most = p->bytes - at, count = bytes < most ? bytes : most;
        if (n == EMUQ_FI_SEGMENTS)
            break;
        segment[n++] = (emuq_fi_segment_t){p->pa + at, count};
        address += count;
        bytes -= count;
    }
    if (bytes != 0)
        return emuq_fi_error(EMUQ_FI_NO_RANGE);
    *segments = n;
    return 0;
}

/* ---- memory of peers ---- */

/* Lets peers access memory. @param pa address for peers @param exposure set for emuq_fi_port_conceal()
 * @return 0; -FI_EINVAL: no such memory; -FI_ENOSPC: too many regions of a card */
static int memory_expose(const emuq_fi_regions_t *r, void *memory, size_t bytes, uint64_t *pa,
                         void **exposure)
{
    emuq_fi_window_t window;
    *exposure = NULL;
    if (bytes == 0)
        return -FI_EINVAL;
#ifdef EMUQ_FI_HAS_CARDS
    if (r->has_card) {
        *pa = (uintptr_t)memory;
        return emuq_fi_card_expose_region(memory, bytes, exposure);
    }
#endif
    (void)r;
    if (!emuq_fi_mu_region((uintptr_t)memory, bytes, &window))
        return -FI_EINVAL;
    *pa = window.pa + ((uintptr_t)memory - window.va);
    return 0;
}

/* ---- tables ---- */

/* Tables of closed domains, in memory that is never freed. */
static pthread_mutex_t tables_lock = PTHREAD_MUTEX_INITIALIZER;
static struct table_free {
    emuq_fi_key_t *table;
    struct table_free *next;
} * tables; /* guarded by tables_lock */

/* @return a table without entries; NULL: no memory */
static emuq_fi_key_t *table_take(void)
{
    pthread_mutex_lock(&tables_lock);
    struct table_free *t = tables;
    if (t != NULL)
        tables = t->next;
    pthread_mutex_unlock(&tables_lock);
    emuq_fi_key_t *table =
        t != NULL ? t->table : emuq_message_memory(EMUQ_FI_KEYS * sizeof *table, EMUQ_FI_BUCKET_BYTES);
    free(t);
    return table;
}

/* The table has no entries. */
static void table_put(emuq_fi_key_t *table)
{
    struct table_free *t = malloc(sizeof *t);
    if (t == NULL)
        return;
    pthread_mutex_lock(&tables_lock);
    *t = (struct table_free){table, tables};
    tables = t;
    pthread_mutex_unlock(&tables_lock);
}

static int table_open(emuq_fi_regions_t *r)
{
    r->table = table_take();
    r->region = calloc(EMUQ_FI_KEYS, sizeof(emuq_fi_region_t *));
    if (r->region != NULL && r->table != NULL &&
        memory_expose(r, r->table, EMUQ_FI_KEYS * sizeof *r->table, &r->table_pa, &r->exposure) == 0)
        return 0;
    free(r->region);
    if (r->table != NULL)
        table_put(r->table);
    return -FI_ENOMEM;
}

static void table_close(emuq_fi_regions_t *r)
{
    free(r->region);
    emuq_fi_port_conceal(r->exposure);
    for (uint32_t i = 0; i < EMUQ_FI_KEYS; i++)
        if (r->table[i].state != EMUQ_FI_KEY_FREE)
            AO_store_release(&r->table[i].state, EMUQ_FI_KEY_FREE);
    table_put(r->table);
}

int emuq_fi_regions_open(emuq_fi_regions_t *r, bool has_card, bool has_table, int mr_mode)
{
    pthread_mutex_init(&r->lock, NULL);
    r->has_card = has_card;
    r->is_virtual = (mr_mode & (FI_MR_VIRT_ADDR | FI_MR_BASIC)) != 0;
    r->chooses_keys = (mr_mode & (FI_MR_PROV_KEY | FI_MR_BASIC)) != 0;
    return has_table ? table_open(r) : 0;
}

void emuq_fi_regions_close(emuq_fi_regions_t *r)
{
    if (r->table != NULL)
        table_close(r);
    pthread_mutex_destroy(&r->lock);
}

static uint64_t address_check(const emuq_fi_address_t *a)
{
    return a->table == 0 && a->table_pa == 0
               ? 0
               : key_mix(key_mix(key_mix(a->job, (uint64_t)a->endpoint << 32 | a->rank), a->table),
                         a->table_pa);
}

void emuq_fi_regions_name(const emuq_fi_regions_t *r, emuq_fi_address_t *a)
{
    a->table = (uint64_t)(uintptr_t)r->table;
    a->table_pa = r->table != NULL ? r->table_pa : 0;
    a->check = address_check(a);
}

bool emuq_fi_regions_are_named(const emuq_fi_address_t *a)
{
    return a->check == address_check(a);
}

const emuq_fi_key_t *emuq_fi_regions_of(const emuq_fi_address_t *a)
{
    void *table = (void *)(uintptr_t)a->table;
    return table != NULL ? emuq_message_memory_of(a->rank, table, EMUQ_FI_KEYS * sizeof(emuq_fi_key_t))
                         : NULL;
}

/* ---- regions in a table; the caller holds the lock ---- */

/* @return the entry for a new key; EMUQ_FI_KEYS: the key is in use, or the table is full */
static uint32_t region_slot(const emuq_fi_regions_t *r, uint64_t key)
{
    uint32_t at = emuq_fi_key_bucket(key) * EMUQ_FI_BUCKET, found = EMUQ_FI_KEYS;
    emuq_fi_key_t used;
    if (r->count == EMUQ_FI_REGIONS || emuq_fi_key_find(r->table, key, &used) == 0)
        return EMUQ_FI_KEYS;
    for (uint32_t i = 0; i < EMUQ_FI_KEYS && found == EMUQ_FI_KEYS; i++, at = (at + 1) % EMUQ_FI_KEYS)
        if ((r->table[at].state & EMUQ_FI_KEY_USED) == 0)
            found = at;
    return found;
}

static bool region_bucket_is_free(const emuq_fi_regions_t *r, uint32_t bucket)
{
    bool is_free = true;
    for (uint32_t i = 0; i < EMUQ_FI_BUCKET; i++)
        is_free = is_free && r->table[bucket * EMUQ_FI_BUCKET + i].state == EMUQ_FI_KEY_FREE;
    return is_free;
}

/* Whether searches end at a bucket, or may end there because no key went on to the next one. */
static bool region_bucket_ends(const emuq_fi_regions_t *r, uint32_t bucket)
{
    for (uint32_t i = 0; i < EMUQ_FI_BUCKET; i++)
        if (r->table[bucket * EMUQ_FI_BUCKET + i].state == EMUQ_FI_KEY_FREE)
            return true;
    return region_bucket_is_free(r, (bucket + 1) % EMUQ_FI_BUCKETS);
}

static void region_remove(emuq_fi_regions_t *r, uint32_t at)
{
    bool ends = region_bucket_ends(r, at / EMUQ_FI_BUCKET);
    AO_store_release(&r->table[at].state, ends ? EMUQ_FI_KEY_FREE : EMUQ_FI_KEY_CLOSED);
    r->region[at] = NULL;
    r->count--;
}

static void region_set_events(emuq_fi_regions_t *r, uint32_t at)
{
    emuq_fi_key_t changed = r->table[at];
    changed.state |= EMUQ_FI_KEY_EVENTS;
    key_store(&r->table[at], &changed);
}

void emuq_fi_regions_count(emuq_fi_regions_t *r)
{
    pthread_mutex_lock(&r->lock);
    r->has_events = true;
    for (uint32_t i = 0; i < EMUQ_FI_KEYS && r->table != NULL; i++)
        if (r->region[i] != NULL)
            region_set_events(r, i);
    pthread_mutex_unlock(&r->lock);
}

/* @return NULL: no such region */
static emuq_fi_region_t *region_find(const emuq_fi_regions_t *r, uint64_t key)
{
    uint32_t at = emuq_fi_key_bucket(key) * EMUQ_FI_BUCKET;
    for (uint32_t i = 0; i < EMUQ_FI_KEYS && r->table != NULL; i++, at = (at + 1) % EMUQ_FI_KEYS) {
        if (r->table[at].state == EMUQ_FI_KEY_FREE && at % EMUQ_FI_BUCKET == EMUQ_FI_BUCKET - 1)
            break;
        if (r->region[at] != NULL && r->table[at].key == key)
            return r->region[at];
    }
    return NULL;
}

void emuq_fi_regions_event(emuq_fi_regions_t *r, uint64_t key, unsigned right)
{
    pthread_mutex_lock(&r->lock);
    const emuq_fi_region_t *m = region_find(r, key);
    emuq_fi_cntr_t *cntr = m == NULL ? NULL : right == EMUQ_FI_KEY_READ ? m->read_cntr : m->write_cntr;
    if (cntr != NULL)
        emuq_fi_cntr_count(cntr, 0);
    pthread_mutex_unlock(&r->lock);
}

int emuq_fi_regions_find(emuq_fi_regions_t *r, uint64_t key, uint64_t address, uint64_t bytes, unsigned right,
                         char **at)
{
    const emuq_fi_region_t *m = region_find(r, key);
    emuq_fi_segment_t segment[EMUQ_FI_SEGMENTS];
    uint32_t segments = 0;
    if (m == NULL)
        return emuq_fi_error(EMUQ_FI_NO_KEY);
    int rc = emuq_fi_key_access(&r->table[m->at], address, bytes, right, segment, &segments);
    if (rc != 0 || segments != 1)
        return rc != 0 ? rc : emuq_fi_error(EMUQ_FI_NO_RANGE);
    const emuq_fi_key_t *k = &r->table[m->at];
    uint32_t i = 0;
    while (address - k->part[i].start >= k->part[i].bytes)
        i++;
    *at = (char *)m->part[i].iov_base + (address - k->part[i].start);
    return 0;
}

/* ---- fi_mr_reg() ---- */

static void region_conceal(emuq_fi_region_t *m)
{
    for (uint32_t i = 0; i < m->parts; i++)
        emuq_fi_port_conceal(m->exposure[i]);
}

static int region_close(struct fid *fid)
{
    emuq_fi_region_t *m = (emuq_fi_region_t *)(void *)fid;
    emuq_fi_regions_t *r = &m->domain->regions;
    if (m->at != EMUQ_FI_KEYS) {
        pthread_mutex_lock(&r->lock);
        region_remove(r, m->at);
        pthread_mutex_unlock(&r->lock);
    }
    emuq_fi_cntr_t *cntr[] = {m->read_cntr, m->write_cntr};
    for (unsigned i = 0; i < 2; i++)
        if (cntr[i] != NULL)
            (void)AO_int_fetch_and_add_full(&cntr[i]->users, -1u);
    (void)AO_int_fetch_and_add_full(&m->domain->users, -1u);
    region_conceal(m);
    free(m);
    return 0;
}

static int region_bind_cntr(emuq_fi_region_t *m, emuq_fi_cntr_t *cntr, uint64_t flags)
{
    emuq_fi_regions_t *r = &m->domain->regions;
    if ((flags & (FI_REMOTE_READ | FI_REMOTE_WRITE)) == 0 ||
        (flags & ~(FI_REMOTE_READ | FI_REMOTE_WRITE)) != 0 || m->at == EMUQ_FI_KEYS ||
        ((flags & FI_REMOTE_READ) && m->read_cntr != NULL) ||
        ((flags & FI_REMOTE_WRITE) && m->write_cntr != NULL))
        return -FI_EINVAL;
    pthread_mutex_lock(&r->lock);
    region_set_events(r, m->at);
    cntr->has_regions = true;
    if (flags & FI_REMOTE_READ) {
        m->read_cntr = cntr;
        (void)AO_int_fetch_and_add_full(&cntr->users, 1);
    }
    if (flags & FI_REMOTE_WRITE) {
        m->write_cntr = cntr;
        (void)AO_int_fetch_and_add_full(&cntr->users, 1);
    }
    pthread_mutex_unlock(&r->lock);
    return 0;
}

/* Accepts an endpoint, too: all endpoints of the domain give access. */
static int region_bind(struct fid *fid, struct fid *other, uint64_t flags)
{
    if (other->fclass == FI_CLASS_EP)
        return 0;
    if (other->fclass != FI_CLASS_CNTR)
        return -FI_EINVAL;
    return region_bind_cntr((emuq_fi_region_t *)(void *)fid, (emuq_fi_cntr_t *)(void *)other, flags);
}

static int region_control(struct fid *fid, int command, void *argument)
{
    (void)fid, (void)argument;
    return command == FI_ENABLE ? 0 : -FI_ENOSYS; /* regions are enabled when they are made */
}

/* Describes memory for initiators. @return as memory_expose() */
static int region_describe(const emuq_fi_regions_t *r, emuq_fi_region_t *m, emuq_fi_key_t *k)
{
    uint64_t offset = 0;
    bool is_remote = (m->access & (FI_REMOTE_READ | FI_REMOTE_WRITE)) != 0;
    k->state = EMUQ_FI_KEY_USED | (m->access & FI_REMOTE_READ ? EMUQ_FI_KEY_READ : 0) |
               (m->access & FI_REMOTE_WRITE ? EMUQ_FI_KEY_WRITE : 0);
    for (uint32_t i = 0; i < m->parts && is_remote; i++) {
        void *memory = m->part[i].iov_base;
        size_t bytes = m->part[i].iov_len;
        uint64_t pa;
        int rc = memory_expose(r, memory, bytes, &pa, &m->exposure[i]);
        if (rc != 0)
            return rc;
        k->part[k->parts++] = (emuq_fi_part_t){r->is_virtual ? (uintptr_t)memory : offset, bytes, pa};
        offset += bytes;
    }
    return 0;
}

/* @return a key that no process has had: a key of another process, or of a closed region, is not found */
static uint64_t region_new_key(void)
{
    enum { SERIAL_BITS = 40 };
    static uint64_t keys; /* atomic: of this process */
    uint64_t serial = AO_fetch_and_add_full(&keys, 1) + 1;
    return (uint64_t)emuq_joined_rank() << SERIAL_BITS | (serial & ((UINT64_C(1) << SERIAL_BITS) - 1));
}

/* @return 0; -FI_ENOKEY: the key is in use; -FI_ENOSPC: too many regions */
static int region_publish(emuq_fi_regions_t *r, emuq_fi_region_t *m, emuq_fi_key_t *k, uint64_t key)
{
    int rc = 0;
    pthread_mutex_lock(&r->lock);
    if (r->chooses_keys)
        key = region_new_key();
    k->key = m->fid.key = key;
    uint32_t at = region_slot(r, key);
    if (at == EMUQ_FI_KEYS) {
        rc = r->count == EMUQ_FI_REGIONS ? -FI_ENOSPC : -FI_ENOKEY;
    } else {
        k->state |= r->has_events ? EMUQ_FI_KEY_EVENTS : 0;
        key_store(&r->table[at], k);
        r->region[at] = m;
        r->count++;
        m->at = at;
    }
    pthread_mutex_unlock(&r->lock);
    return rc;
}

static int region_open(emuq_fi_domain_t *domain, const struct fi_mr_attr *attr, emuq_fi_region_t *m)
{
    emuq_fi_regions_t *r = &domain->regions;
    emuq_fi_key_t entry = {0};
    m->domain = domain;
    m->access = (unsigned)attr->access & (FI_REMOTE_READ | FI_REMOTE_WRITE);
    m->at = EMUQ_FI_KEYS;
    m->fid.key = r->chooses_keys ? FI_KEY_NOTAVAIL : attr->requested_key;
    m->parts = (uint32_t)attr->iov_count;
    memcpy(m->part, attr->mr_iov, attr->iov_count * sizeof *m->part);
    if (r->table == NULL)
        return m->access != 0 ? -FI_ENOSYS : 0;
    int rc = region_describe(r, m, &entry);
    return rc == 0 ? region_publish(r, m, &entry, attr->requested_key) : rc;
}

static int mr_regattr(struct fid *fid, const struct fi_mr_attr *attr, uint64_t flags, struct fid_mr **mr)
{
    static struct fi_ops fid_ops = {.size = sizeof fid_ops,
                                    .close = region_close,
                                    .bind = region_bind,
                                    .control = region_control,
                                    .ops_open = emuq_fi_no_open};
    const uint64_t rights = FI_SEND | FI_RECV | FI_READ | FI_WRITE | FI_REMOTE_READ | FI_REMOTE_WRITE;
    (void)flags;
    if (attr->iov_count == 0 || attr->iov_count > EMUQ_FI_PARTS || attr->offset != 0 ||
        (attr->access & ~rights) != 0)
        return -FI_EINVAL;
    emuq_fi_region_t *m = calloc(1, sizeof *m);
    if (m == NULL)
        return -FI_ENOMEM;
    m->fid.fid = (struct fid){.fclass = FI_CLASS_MR, .context = attr->context, .ops = &fid_ops};
    int rc = region_open((emuq_fi_domain_t *)(void *)fid, attr, m);
    if (rc != 0) {
        region_conceal(m);
        free(m);
        return rc;
    }
    (void)AO_int_fetch_and_add_full(&m->domain->users, 1);
    *mr = &m->fid;
    return 0;
}

static int mr_regv(struct fid *fid, const struct iovec *iov, size_t count, uint64_t access, uint64_t offset,
                   uint64_t key, uint64_t flags, struct fid_mr **mr, void *context)
{
    const struct fi_mr_attr attr = {.mr_iov = iov,
                                    .iov_count = count,
                                    .access = access,
                                    .offset = offset,
                                    .requested_key = key,
                                    .context = context};
    return mr_regattr(fid, &attr, flags, mr);
}

static int mr_reg(struct fid *fid, const void *buf, size_t len, uint64_t access, uint64_t offset,
                  uint64_t key, uint64_t flags, struct fid_mr **mr, void *context)
{
    const struct iovec part = {(void *)(uintptr_t)buf, len};
    return mr_regv(fid, &part, 1, access, offset, key, flags, mr, context);
}

struct fi_ops_mr emuq_fi_mr_ops = {
    .size = sizeof emuq_fi_mr_ops, .reg = mr_reg, .regv = mr_regv, .regattr = mr_regattr};
