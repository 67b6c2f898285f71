/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file table.h
 * @brief What a card knows of a process, or of a GPU: registered buffers and pages. Covered by the card's
 * lock.
 */
#ifndef APENET_CARD_TABLE_H
#define APENET_CARD_TABLE_H

#include "apenet/card/page_table.h"
#include "apenet/event.h"
#include "apenet/registers.h"

#define APENET_BUFFERS_MOST 1024u /**< buffers of a table */

/** A registered buffer. */
typedef struct apenet_buffer_rec {
    uint64_t va;
    uint32_t bytes, flags; /**< 1 byte or more; APENET_BUFFER_... */
    uint64_t magic;        /**< the driver's name for it */
    uint32_t owner;        /**< process that has registered it */
    bool is_used;          /**< streaming: a message has come */
} apenet_buffer_rec_t;

#define APENET_NEAR_BITS 6u                       /**< of their number */
#define APENET_NEAR      (1u << APENET_NEAR_BITS) /**< searches whose results a table keeps */

/** The result of a search: of all bytes between two addresses, where no persistent buffer of the process
 * begins or ends. */
typedef struct apenet_near {
    uint64_t va, bytes;                /**< 0 bytes: none */
    const apenet_buffer_rec_t *buffer; /**< not NULL */
    uint64_t missed;                   /**< page that was searched for here at last, */
    uint32_t missed_pid;               /**< and for which process */
    uint32_t pid;                      /**< of the result */
} apenet_near_t;

/** A look-up table and its page table. */
typedef struct apenet_table {
    bool exists;
    uint32_t buffers, room;
    apenet_buffer_rec_t *buffer; /**< [room] in the order in which they were registered */
    apenet_page_table_t pages;
    apenet_near_t near[APENET_NEAR]; /**< by page; they end with each change of the buffers */
} apenet_table_t;

/** Registers a buffer; a streaming one that is there becomes unused, and the last. */
apenet_status_t apenet_buffer_add(emuq_arena_t *arena, apenet_table_t *t, const apenet_buffer_rec_t *buffer);

/** Removes the buffer with this address and magic. */
apenet_status_t apenet_buffer_remove(apenet_table_t *t, uint64_t va, uint64_t magic);

/** Finds the smallest persistent buffer of process @p pid that holds all of [va, va + bytes), the oldest of
 * several; or, if there is none, the smallest that holds the first byte; or NULL. (Only the table of a GPU
 * has buffers of several processes.) */
const apenet_buffer_rec_t *apenet_buffer_find(const apenet_table_t *t, uint32_t pid, uint64_t va,
                                              uint32_t bytes);

/** Where the result of a search for an address is kept, by a hash of its page: buffers often lie a power of
 * two apart. */
static inline uint32_t apenet_near_of(uint64_t va)
{
    return (uint32_t)(va / APENET_PAGE_BYTES * UINT64_C(0x9e3779b97f4a7c15) >> (64 - APENET_NEAR_BITS));
}

/** apenet_buffer_find() of what the table has kept from searches before; NULL: nothing is known. */
static inline const apenet_buffer_rec_t *apenet_buffer_known(const apenet_table_t *t, uint32_t pid,
                                                             uint64_t va, uint32_t bytes)
{
    const apenet_near_t *n = &t->near[apenet_near_of(va)];
    uint64_t offset = va - n->va;
    return offset < n->bytes && bytes <= n->bytes - offset && n->pid == pid ? n->buffer : NULL;
}

/** apenet_buffer_find(), whose result the table keeps. */
const apenet_buffer_rec_t *apenet_buffer_seek(apenet_table_t *t, uint32_t pid, uint64_t va, uint32_t bytes);

/** What apenet_buffer_find() has found at last; it holds as long as the table does not change. Zeros:
 * nothing.
 */
typedef struct apenet_found {
    const apenet_table_t *table;
    uint32_t pid;
    uint64_t va, end; /**< no buffer of the process begins or ends between */
    const apenet_buffer_rec_t *buffer;
} apenet_found_t;

/** The same, where addresses that follow one another are looked for. */
const apenet_buffer_rec_t *apenet_buffer_find_next(const apenet_table_t *t, uint32_t pid, uint64_t va,
                                                   uint32_t bytes, apenet_found_t *found);

/** Finds the first streaming buffer of process @p pid of so many bytes that is not used, or NULL. */
apenet_buffer_rec_t *apenet_buffer_stream(apenet_table_t *t, uint32_t pid, uint32_t bytes);

/** Finds a streaming buffer by name, or NULL. */
const apenet_buffer_rec_t *apenet_buffer_named(const apenet_table_t *t, uint64_t va, uint64_t magic);

/** Removes all buffers and pages. */
void apenet_table_clear(emuq_arena_t *arena, apenet_table_t *t);

#endif /* APENET_CARD_TABLE_H */
