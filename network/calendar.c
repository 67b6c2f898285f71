/* SPDX-License-Identifier: BSD-3-Clause */
/** @file calendar.c
 *  Wheel and heap. */
#include <stdio.h>
#include <stdlib.h>

#include "network/calendar.h"

void *emuq_net_grow(void *array, uint32_t count, uint32_t *room, size_t size)
{
    if (count < *room)
        return array;
    uint32_t wanted = *room == 0 ? 16 : 2 * *room;
    void *grown = wanted > *room ? realloc(array, wanted * size) : NULL;
    if (grown == NULL) {
        fprintf(stderr, "emuq: no memory for the modelled network; use a smaller shape or load\n");
        abort();
    }
    *room = wanted;
    return grown;
}

static int sooner(const emuq_net_far_t *a, const emuq_net_far_t *b)
{
    return a->cycle != b->cycle ? a->cycle < b->cycle : a->serial < b->serial;
}

static void push_far(emuq_net_calendar_t *c, emuq_net_far_t entry)
{
    c->far = emuq_net_grow(c->far, c->far_count, &c->far_room, sizeof(*c->far));
    uint32_t i = c->far_count++;
    for (; i > 0 && sooner(&entry, &c->far[(i - 1) / 2]); i = (i - 1) / 2)
        c->far[i] = c->far[(i - 1) / 2];
    c->far[i] = entry;
}

static emuq_net_event_t pop_far(emuq_net_calendar_t *c)
{
    emuq_net_event_t first = c->far[0].event;
    emuq_net_far_t last = c->far[--c->far_count];
    uint32_t i = 0;
    for (uint32_t child; (child = 2 * i + 1) < c->far_count; i = child) {
        if (child + 1 < c->far_count && sooner(&c->far[child + 1], &c->far[child]))
            child++;
        if (!sooner(&c->far[child], &last))
            break;
        c->far[i] = c->far[child];
    }
    c->far[i] = last;
    return first;
}

static void push_near(emuq_net_calendar_t *c, uint64_t cycle, emuq_net_event_t event)
{
    uint32_t s = cycle % EMUQ_NET_SLOTS;
    emuq_net_slot_t *slot = &c->slot[s];
    slot->event = emuq_net_grow(slot->event, slot->count, &slot->room, sizeof(event));
    slot->event[slot->count++] = event;
    c->full[s / 64] |= UINT64_C(1) << s % 64;
}

void emuq_net_post(emuq_net_calendar_t *c, uint64_t cycle, emuq_net_event_t event)
{
    if (cycle - c->now < EMUQ_NET_SLOTS)
        push_near(c, cycle, event);
    else
        push_far(c, (emuq_net_far_t){cycle, c->serial++, event});
}

uint64_t emuq_net_upcoming(const emuq_net_calendar_t *c)
{
    uint64_t next = c->far_count > 0 ? c->far[0].cycle : UINT64_MAX;
    uint32_t first = c->now % EMUQ_NET_SLOTS;
    for (uint32_t i = 0; i <= EMUQ_NET_SLOTS / 64; i++) {
        uint32_t word = (first / 64 + i) % (EMUQ_NET_SLOTS / 64);
        uint64_t full = c->full[word];
        if (i == 0)
            full &= UINT64_MAX << first % 64;
        if (full == 0)
            continue;
        uint32_t slot = 64 * word + (uint32_t)__builtin_ctzll(full);
        uint64_t near = c->now + (slot - first) % EMUQ_NET_SLOTS;
        return near < next ? near : next;
    }
    return next;
}

emuq_net_slot_t *emuq_net_advance(emuq_net_calendar_t *c, uint64_t cycle)
{
    c->now = cycle;
    while (c->far_count > 0 && c->far[0].cycle == cycle)
        push_near(c, cycle, pop_far(c));
    return &c->slot[cycle % EMUQ_NET_SLOTS];
}

void emuq_net_clear(emuq_net_calendar_t *c)
{
    uint32_t s = c->now % EMUQ_NET_SLOTS;
    c->slot[s].count = 0;
    c->full[s / 64] &= ~(UINT64_C(1) << s % 64);
}

void emuq_net_calendar_end(emuq_net_calendar_t *c)
{
    for (uint32_t s = 0; s < EMUQ_NET_SLOTS; s++)
        free(c->slot[s].event);
    free(c->far);
}
