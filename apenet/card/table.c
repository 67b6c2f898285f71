/* SPDX-License-Identifier: BSD-3-Clause */
#include "apenet/card/table.h"

#include <string.h>

#define FIRST_ROOM 16u

/* Number of the buffer, or t->buffers. */
static uint32_t number_of(const apenet_table_t *t, uint64_t va, uint64_t magic)
{
    uint32_t i = 0;
    while (i < t->buffers && (t->buffer[i].va != va || t->buffer[i].magic != magic))
        i++;
    return i;
}

/* What searches have found ends with the buffers that they have been among. */
static void forget_near(apenet_table_t *t)
{
    for (unsigned i = 0; i < APENET_NEAR; i++)
        t->near[i].bytes = 0;
}

static void take_out(apenet_table_t *t, uint32_t i)
{
    forget_near(t);
    t->buffers--;
    memmove(&t->buffer[i], &t->buffer[i + 1], (t->buffers - i) * sizeof *t->buffer);
}

static bool grow(emuq_arena_t *arena, apenet_table_t *t)
{
    uint32_t room = t->room != 0 ? 2 * t->room : FIRST_ROOM;
    apenet_buffer_rec_t *buffer = emuq_arena_alloc(arena, room * sizeof *buffer, 64);
    if (buffer == NULL)
        return false;
    if (t->buffers != 0)
        memcpy(buffer, t->buffer, t->buffers * sizeof *buffer);
    emuq_arena_free(arena, t->buffer, t->room * sizeof *buffer);
    t->buffer = buffer;
    t->room = room;
    return true;
}

apenet_status_t apenet_buffer_add(emuq_arena_t *arena, apenet_table_t *t, const apenet_buffer_rec_t *buffer)
{
    if (buffer->va == 0 || buffer->bytes == 0 || buffer->va + buffer->bytes - 1 < buffer->va)
        return APENET_STATUS_TX_BAD_DESCRIPTOR;
    uint32_t i = number_of(t, buffer->va, buffer->magic);
    if (i < t->buffers)
        take_out(t, i);
    if (t->buffers >= APENET_BUFFERS_MOST || (t->buffers == t->room && !grow(arena, t)))
        return APENET_STATUS_TABLE_FULL;
    forget_near(t);
    t->buffer[t->buffers++] = *buffer;
    return APENET_STATUS_OK;
}

apenet_status_t apenet_buffer_remove(apenet_table_t *t, uint64_t va, uint64_t magic)
{
    uint32_t i = number_of(t, va, magic);
    if (i == t->buffers)
        return APENET_STATUS_RX_NO_BUFFER;
    take_out(t, i);
    return APENET_STATUS_OK;
}

const apenet_buffer_rec_t *apenet_buffer_find(const apenet_table_t *t, uint32_t pid, uint64_t va,
                                              uint32_t bytes)
{
    const apenet_buffer_rec_t *whole = NULL, *part = NULL;
    for (uint32_t i = 0; i < t->buffers; i++) {
        const apenet_buffer_rec_t *b = &t->buffer[i];
        uint64_t offset = va - b->va;
        if (b->owner != pid || offset >= b->bytes || (b->flags & APENET_BUFFER_STREAMING) != 0)
            continue;
        if (bytes <= b->bytes - offset && (whole == NULL || b->bytes < whole->bytes))
            whole = b;
        if (part == NULL || b->bytes < part->bytes)
            part = b;
    }
    return whole != NULL ? whole : part;
}

/* The first address behind @p va where a persistent buffer of a process begins or has ended. */
static uint64_t next_edge(const apenet_table_t *t, uint32_t pid, uint64_t va)
{
    uint64_t edge = UINT64_MAX;
    for (uint32_t i = 0; i < t->buffers; i++) {
        const apenet_buffer_rec_t *b = &t->buffer[i];
        uint64_t next = va < b->va ? b->va : b->va + b->bytes;
        if (b->owner == pid && (b->flags & APENET_BUFFER_STREAMING) == 0 && next > va && next < edge)
            edge = next;
    }
    return edge;
}

/* The last address up to @p va where a persistent buffer of a process begins or has ended. */
static uint64_t edge_before(const apenet_table_t *t, uint32_t pid, uint64_t va)
{
    uint64_t edge = 0;
    for (uint32_t i = 0; i < t->buffers; i++) {
        const apenet_buffer_rec_t *b = &t->buffer[i];
        uint64_t end = b->va + b->bytes, before = end != 0 && end <= va ? end : b->va;
        if (b->owner == pid && (b->flags & APENET_BUFFER_STREAMING) == 0 && before <= va && before > edge)
            edge = before;
    }
    return edge;
}

const apenet_buffer_rec_t *apenet_buffer_seek(apenet_table_t *t, uint32_t pid, uint64_t va, uint32_t bytes)
{
    const apenet_buffer_rec_t *b = apenet_buffer_known(t, pid, va, bytes);
    if (b != NULL)
        return b;
    apenet_near_t *n = &t->near[apenet_near_of(va)];
    uint64_t page = va / APENET_PAGE_BYTES;
    b = apenet_buffer_find(t, pid, va, bytes);
    /* What a place is for costs two more searches: of pages that want one by turns none gets it. */
    bool is_wanted = n->bytes == 0 || (n->missed == page && n->missed_pid == pid);
    n->missed = page;
    n->missed_pid = pid;
    if (b == NULL || !is_wanted)
        return b;
    uint64_t first = edge_before(t, pid, va), end = next_edge(t, pid, va);
    if (bytes <= end - va) /* else the answer is that of these bytes alone */
        *n = (apenet_near_t){first, end - first, b, page, pid, pid};
    return b;
}

const apenet_buffer_rec_t *apenet_buffer_find_next(const apenet_table_t *t, uint32_t pid, uint64_t va,
                                                   uint32_t bytes, apenet_found_t *found)
{
    if (found->table == t && found->pid == pid && va >= found->va && va < found->end &&
        bytes <= found->end - va)
        return found->buffer;
    const apenet_buffer_rec_t *b = apenet_buffer_find(t, pid, va, bytes);
    uint64_t edge = next_edge(t, pid, va);
    if (bytes <= edge - va) /* else the answer is that of these bytes alone */
        *found = (apenet_found_t){t, pid, va, edge, b};
    return b;
}

apenet_buffer_rec_t *apenet_buffer_stream(apenet_table_t *t, uint32_t pid, uint32_t bytes)
{
    for (uint32_t i = 0; i < t->buffers; i++) {
        apenet_buffer_rec_t *b = &t->buffer[i];
        if (b->owner == pid && (b->flags & APENET_BUFFER_STREAMING) != 0 && !b->is_used && b->bytes >= bytes)
            return b;
    }
    return NULL;
}

const apenet_buffer_rec_t *apenet_buffer_named(const apenet_table_t *t, uint64_t va, uint64_t magic)
{
    for (uint32_t i = 0; i < t->buffers; i++) {
        const apenet_buffer_rec_t *b = &t->buffer[i];
        if ((b->flags & APENET_BUFFER_STREAMING) != 0 && b->magic == magic && va - b->va < b->bytes)
            return b;
    }
    return NULL;
}

void apenet_table_clear(emuq_arena_t *arena, apenet_table_t *t)
{
    emuq_arena_free(arena, t->buffer, t->room * sizeof *t->buffer);
    forget_near(t);
    t->buffer = NULL;
    t->buffers = t->room = 0;
    apenet_page_clear(arena, &t->pages);
}
