/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/remote/far_table.h"

#include <stdlib.h>

#define FIRST_CAPACITY 64u
#define NONE           UINT32_MAX

/* A free place has thing NULL. */
typedef struct place {
    void *thing;
    uint32_t host, left; /* answers */
    uint32_t next;       /* free place */
} place_t;

static struct {
    place_t *place;
    uint32_t capacity, free;
} table = {.free = NONE};

static int grow(void)
{
    uint32_t capacity = table.capacity != 0 ? 2 * table.capacity : FIRST_CAPACITY;
    place_t *larger = realloc(table.place, capacity * sizeof(*larger));
    if (larger == NULL)
        return -1;
    for (uint32_t i = table.capacity; i < capacity; i++)
        larger[i] = (place_t){.next = i + 1 < capacity ? i + 1 : NONE};
    table.free = table.capacity;
    table.place = larger;
    table.capacity = capacity;
    return 0;
}

uint32_t emuq_far_note(void *thing, uint32_t host, uint32_t count)
{
    uint32_t token = 0;
    if (table.free != NONE || grow() == 0) {
        token = table.free + 1;
        place_t *p = &table.place[table.free];
        table.free = p->next;
        *p = (place_t){.thing = thing, .host = host, .left = count};
    }
    return token;
}

void *emuq_far_answered(uint32_t token, uint32_t host, bool is_alone, uint32_t *left)
{
    void *thing = NULL;
    place_t *p = token - 1 < table.capacity ? &table.place[token - 1] : NULL;
    if (p != NULL && p->thing != NULL && p->host == (is_alone ? host : NONE)) {
        thing = p->thing;
        *left = --p->left;
        if (*left == 0) {
            *p = (place_t){.next = table.free};
            table.free = token - 1;
        }
    }
    return thing;
}

bool emuq_far_noted(uint32_t token, uint32_t *host, void **thing)
{
    bool is_token = token - 1 < table.capacity;
    if (is_token) {
        *host = table.place[token - 1].host;
        *thing = *host != NONE ? table.place[token - 1].thing : NULL;
    }
    return is_token;
}
