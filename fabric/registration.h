/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file registration.h
 * @brief Registered memory: the table of a domain, which initiators read without the target's help.
 *
 * The table is a hash table of keys in memory that all processes of the host access. Addresses of endpoints
 * name it. An initiator of the same host loads entries; one of another host gets a bucket by a remote get
 * before each access, because a copy that it kept could be older than fi_close(). The owner changes entries
 * with a lock that initiators do not have. A checksum detects an entry that was read during a change. An
 * entry that is free and was never used ends a search.
 *
 * All functions but emuq_fi_regions_open() and emuq_fi_regions_close() are thread-safe.
 */
#ifndef EMUQ_FABRIC_REGISTRATION_H
#define EMUQ_FABRIC_REGISTRATION_H

#include <pthread.h>
#include <rdma/fabric.h>
#include <rdma/fi_domain.h>
#include <stdbool.h>
#include <stdint.h>

#include "fabric/mu.h"

#define EMUQ_FI_PARTS        4u     /**< most parts of a registration */
#define EMUQ_FI_KEYS         16384u /**< entries of a table, a power of two */
#define EMUQ_FI_BUCKET       4u     /**< entries of a bucket, which a packet holds */
#define EMUQ_FI_BUCKETS      (EMUQ_FI_KEYS / EMUQ_FI_BUCKET)
#define EMUQ_FI_REGIONS      (EMUQ_FI_KEYS / 2) /**< most regions of a domain */
#define EMUQ_FI_SEGMENTS     (4u * EMUQ_FI_PARTS)
#define EMUQ_FI_BUCKET_BYTES (EMUQ_FI_BUCKET * sizeof(emuq_fi_key_t))

/** States of an entry, and flags of EMUQ_FI_KEY_USED. */
enum {
    EMUQ_FI_KEY_FREE,
    EMUQ_FI_KEY_CLOSED = 1, /**< free; a search continues */
    EMUQ_FI_KEY_USED = 2,
    EMUQ_FI_KEY_READ = 4,   /**< FI_REMOTE_READ */
    EMUQ_FI_KEY_WRITE = 8,  /**< FI_REMOTE_WRITE */
    EMUQ_FI_KEY_EVENTS = 16 /**< the target counts accesses */
};

/** A contiguous part of a registration. */
typedef struct emuq_fi_part {
    uint64_t start; /**< address for initiators: virtual, or an offset */
    uint64_t bytes, pa;
} emuq_fi_part_t;

/** Entry of a table. */
typedef struct emuq_fi_key {
    uint64_t check, key, state; /**< check: of the following words; state: atomic */
    uint64_t parts;
    emuq_fi_part_t part[EMUQ_FI_PARTS];
} emuq_fi_key_t;

_Static_assert(sizeof(emuq_fi_key_t) * EMUQ_FI_BUCKET == EMUQ_FI_PACKET, "a bucket is a packet");

/** A part of a remote access. */
typedef struct emuq_fi_segment {
    uint64_t pa, bytes;
} emuq_fi_segment_t;

/** Numbers of errors for fi_cq_strerror(), above all errno; the low bits of emuq_fi_detail() are the errno.
 */
enum { EMUQ_FI_NO_KEY = 0x101, EMUQ_FI_NO_RANGE, EMUQ_FI_NO_RIGHT, EMUQ_FI_NO_TABLE };

/** @return an error of an entry of a completion queue: errno, and the number of the provider */
int emuq_fi_error(int number);
#define EMUQ_FI_ERRNO(error)  ((error)&0xffff)
#define EMUQ_FI_DETAIL(error) ((error) >> 16 != 0 ? (error) >> 16 : (error))

/** @return the text of a number of the provider; NULL: not one */
const char *emuq_fi_error_text(int number);

/** Result of a search: an entry; 0: not found, or not yet. */
enum { EMUQ_FI_FOUND = 1, EMUQ_FI_NEXT = 2 /**< in the next bucket */, EMUQ_FI_AGAIN = 3 /**< read again */ };

/** @return the first bucket of a key */
uint32_t emuq_fi_key_bucket(uint64_t key);

/** Searches a bucket, in a table or a copy. @param entry set if found */
int emuq_fi_key_search(const emuq_fi_key_t *bucket, uint64_t key, emuq_fi_key_t *entry);

/** Searches a table of this host. @return 0, or emuq_fi_error() */
int emuq_fi_key_find(const emuq_fi_key_t *table, uint64_t key, emuq_fi_key_t *entry);

/** Appends the segments of an access. @param right EMUQ_FI_KEY_READ, EMUQ_FI_KEY_WRITE or both
 * @param segment [EMUQ_FI_SEGMENTS] @return 0, or emuq_fi_error() with @p segments unchanged */
int emuq_fi_key_access(const emuq_fi_key_t *entry, uint64_t address, uint64_t bytes, unsigned right,
                       emuq_fi_segment_t *segment, uint32_t *segments);

typedef struct emuq_fi_domain emuq_fi_domain_t;
typedef struct emuq_fi_region emuq_fi_region_t;
typedef struct emuq_fi_cntr emuq_fi_cntr_t;

/** Regions of a domain. */
typedef struct emuq_fi_regions {
    pthread_mutex_t lock;      /**< of all members */
    emuq_fi_key_t *table;      /**< [EMUQ_FI_KEYS]; NULL: no remote access */
    uint64_t table_pa;         /**< address of the table for peers */
    emuq_fi_region_t **region; /**< [EMUQ_FI_KEYS], by entry */
    void *exposure;            /**< of the table, see emuq_fi_port_conceal() */
    uint32_t count;
    bool has_card;     /**< addresses of memory are virtual, and exposed by the card */
    bool is_virtual;   /**< addresses of accesses are virtual */
    bool chooses_keys; /**< keys are the provider's */
    bool has_events;   /**< an endpoint counts remote accesses */
} emuq_fi_regions_t;

/** Prepares the regions of a domain. @param has_table for remote access @return 0 or -FI_ENOMEM */
int emuq_fi_regions_open(emuq_fi_regions_t *r, bool has_card, bool has_table, int mr_mode);
/** There are no regions. */
void emuq_fi_regions_close(emuq_fi_regions_t *r);

/** Names the table in the address of an endpoint. */
void emuq_fi_regions_name(const emuq_fi_regions_t *r, emuq_fi_address_t *address);

/** @return whether the address names a table, or none, without transmission errors */
bool emuq_fi_regions_are_named(const emuq_fi_address_t *address);

/** @return the table of a peer of this host; NULL: another host, or none */
const emuq_fi_key_t *emuq_fi_regions_of(const emuq_fi_address_t *address);

/** Has initiators report all accesses from now on. */
void emuq_fi_regions_count(emuq_fi_regions_t *r);

/** Reports an access of a peer to the counter of the region, if there is one. @param right EMUQ_FI_KEY_READ
 * or EMUQ_FI_KEY_WRITE */
void emuq_fi_regions_event(emuq_fi_regions_t *r, uint64_t key, unsigned right);

/** Finds memory for an access in this process. Caller holds the lock of the regions until the end of the
 * access. @param at set @return 0, or emuq_fi_error() */
int emuq_fi_regions_find(emuq_fi_regions_t *r, uint64_t key, uint64_t address, uint64_t bytes, unsigned right,
                         char **at);

extern struct fi_ops_mr emuq_fi_mr_ops;

#endif /* EMUQ_FABRIC_REGISTRATION_H */
