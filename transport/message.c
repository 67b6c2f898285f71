/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "transport/message.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define TABLE (EMUQ_WIRE_FRAMES * sizeof(uint32_t))

/* Sizes of messages, without the table, and how many are made at a time. */
static const struct {
    size_t room, count;
} sizes[] = {{EMUQ_WIRE_BATCH, 16}, {sizeof(emuq_wire_head_t) + EMUQ_WIRE_FRAME, 8}};

/* Messages that were made together. */
typedef struct emuq_slab {
    struct emuq_slab *next;
    char *memory;
    size_t bytes;
    emuq_registered_t registered;
    emuq_message_t message[];
} emuq_slab_t;

static unsigned class_of(size_t room)
{
    return room > sizes[0].room;
}

static bool make(emuq_messages_t *messages, unsigned class)
{
    size_t count = sizes[class].count, stride = sizes[class].room + emuq_wire_room(TABLE);
    emuq_slab_t *slab = calloc(1, sizeof *slab + count * sizeof slab->message[0]);
    if (slab == NULL)
        return false;
    slab->bytes = count * stride;
    slab->memory = mmap(NULL, slab->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (slab->memory == MAP_FAILED) {
        free(slab);
        return false;
    }
    if (emuq_endpoint_register(messages->endpoint, slab->memory, slab->bytes, &slab->registered) != 0) {
        munmap(slab->memory, slab->bytes);
        free(slab);
        return false;
    }
    slab->next = messages->slabs;
    messages->slabs = slab;
    for (size_t i = 0; i < count; i++) {
        emuq_message_t *m = &slab->message[i];
        m->wire = m->own = slab->memory + i * stride;
        m->descriptor = slab->registered.descriptor;
        m->room = sizes[class].room;
        emuq_message_give(messages, m);
    }
    return true;
}

emuq_message_t *emuq_message_take(emuq_messages_t *messages, size_t bytes)
{
    unsigned class = class_of(sizeof(emuq_wire_head_t) + emuq_wire_room(bytes));
    if (messages->free[class] == NULL && !make(messages, class))
        return NULL;
    emuq_message_t *m = messages->free[class];
    messages->free[class] = m->next;
    m->next = NULL;
    m->host = UINT32_MAX;
    m->kind = EMUQ_WIRE_FRAMES_FOLLOW;
    m->frames = m->waited = 0;
    m->closed = 0;
    m->end = sizeof(emuq_wire_head_t);
    return m;
}

void emuq_message_lend(emuq_message_t *m, void *frame, size_t bytes, void (*done)(void *argument),
                       void *argument)
{
    m->wire = (char *)frame - sizeof(emuq_wire_head_t);
    m->done = done;
    m->argument = argument;
    m->length[m->frames++] = (uint32_t)bytes;
    m->end += emuq_wire_room(bytes);
    memset((char *)frame + bytes, 0, emuq_wire_room(bytes) - bytes);
}

void emuq_message_give(emuq_messages_t *messages, emuq_message_t *m)
{
    if (m->done != NULL)
        m->done(m->argument);
    m->done = NULL;
    m->wire = m->own;
    unsigned class = class_of(m->room);
    m->next = messages->free[class];
    messages->free[class] = m;
}

void emuq_messages_free(emuq_messages_t *messages)
{
    emuq_slab_t *slab;
    while ((slab = messages->slabs) != NULL) {
        messages->slabs = slab->next;
        if (slab->registered.mr != NULL)
            fi_close(&slab->registered.mr->fid);
        munmap(slab->memory, slab->bytes);
        free(slab);
    }
}

bool emuq_message_fits(const emuq_message_t *m, size_t bytes)
{
    return m->kind == EMUQ_WIRE_FRAMES_FOLLOW && m->frames < EMUQ_WIRE_FRAMES &&
           m->end + emuq_wire_room(bytes) <= EMUQ_WIRE_BATCH;
}

void emuq_message_append(emuq_message_t *m, const struct iovec *part, int parts, size_t bytes)
{
    char *to = m->wire + m->end;
    for (int i = 0; i < parts; to += part[i++].iov_len)
        memcpy(to, part[i].iov_base, part[i].iov_len);
    memset(to, 0, emuq_wire_room(bytes) - bytes);
    m->length[m->frames++] = (uint32_t)bytes;
    m->end += emuq_wire_room(bytes);
}
