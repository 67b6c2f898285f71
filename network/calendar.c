/* SPDX-License-Identifier: BSD-3-Clause */
/** @file calendar.c
 *  Wheel and heap. */
#include <stdlib.h>

#include "network/calendar.h"

static int sooner(const emuq_net_far_t *a, const emuq_net_far_t *b)
{
    return a->cycle != b->cycle ? a->cycle < b->cycle : a->serial < b->serial;
}

void emuq_net_post_far(emuq_net_calendar_t *c, uint64_t cycle, emuq_net_event_t event)
{
    const emuq_net_far_t entry = {cycle, c->serial++, event};
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

uint32_t emuq_net_add_block(emuq_net_calendar_t *c, uint32_t slot, uint32_t number)
{
    emuq_net_lane_t *lane = &c->slot[slot].lane[number];
    uint32_t block = c->block_free - 1;
    if (c->block_free != 0) {
        c->block_free = c->event[block * EMUQ_NET_BLOCK].item;
    } else {
        c->event =
            emuq_net_grow(c->event, c->block_count, &c->block_room, EMUQ_NET_BLOCK * sizeof(*c->event));
        block = c->block_count++;
    }
    if (lane->end == 0) {
        lane->first = block;
        c->full[slot / 64] |= UINT64_C(1) << slot % 64;
    } else {
        c->event[lane->end - EMUQ_NET_BLOCK].item = block + 1;
    }
    return block * EMUQ_NET_BLOCK + 1;
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
        emuq_net_post_near(c, cycle, pop_far(c));
    return &c->slot[cycle % EMUQ_NET_SLOTS];
}

void emuq_net_clear(emuq_net_calendar_t *c)
{
    uint32_t slot = c->now % EMUQ_NET_SLOTS;
    c->full[slot / 64] &= ~(UINT64_C(1) << slot % 64);
    for (uint32_t i = 0; i < EMUQ_NET_LANES; i++) {
        emuq_net_lane_t *lane = &c->slot[slot].lane[i];
        if (lane->end == 0)
            continue;
        c->event[(lane->end - 1) / EMUQ_NET_BLOCK * EMUQ_NET_BLOCK].item = c->block_free;
        c->block_free = lane->first + 1;
        lane->end = 0;
    }
}

void emuq_net_calendar_end(emuq_net_calendar_t *c)
{
    free(c->event);
    free(c->far);
}
