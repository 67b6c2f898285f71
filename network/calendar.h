/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file calendar.h
 * @brief Events to come: a wheel of one slot per cycle for near ones, and a heap for the others.
 *
 * Events of one cycle that are in the same lane come out in the order in which they went in, but those of the
 * heap behind those of the wheel that were posted before the cycle began. Not thread-safe: a calendar has one
 * user.
 */
#ifndef EMUQ_NETWORK_CALENDAR_H
#define EMUQ_NETWORK_CALENDAR_H

#include "network/memory.h"

#define EMUQ_NET_SLOTS 1024 /**< cycles ahead that the wheel knows */
#define EMUQ_NET_BLOCK 64   /**< places of a block, which fills cache lines; the first names the next block */

#define EMUQ_NET_LANES                                                                                       \
    4 /**< kinds of events below the last lane have one each; all others share that one                      \
       */

/** Something that happens at a node. What the members mean is up to the kind. */
typedef struct emuq_net_event {
    uint32_t node;
    uint32_t item; /**< number of a packet or message */
    uint8_t kind, port, vc, size;
} emuq_net_event_t;

/** Events of a lane in a cycle: they lie in blocks. A position is that of an event among those of all blocks.
 *  The block that was freed last is used next, as it is still in the cache. */
typedef struct emuq_net_lane {
    uint32_t first; /**< block; unset if there are no events */
    uint32_t end; /**< position behind the last event, a multiple of #EMUQ_NET_BLOCK if its block is full; 0:
                       there are no events */
} emuq_net_lane_t;

/** Events of a cycle. */
typedef struct emuq_net_slot {
    emuq_net_lane_t lane[EMUQ_NET_LANES];
} emuq_net_slot_t;

/** An event of the heap. */
typedef struct emuq_net_far {
    uint64_t cycle, serial;
    emuq_net_event_t event;
} emuq_net_far_t;

typedef struct emuq_net_calendar {
    uint64_t now;
    uint64_t full[EMUQ_NET_SLOTS / 64]; /**< bit: the slot has events */
    emuq_net_slot_t slot[EMUQ_NET_SLOTS];
    emuq_net_event_t *event; /**< of all blocks; member item of a block's first place: number + 1 of the next
                                block of the cycle, or of the next free one */
    uint32_t block_count, block_room;
    uint32_t block_free; /**< the first free one + 1, or 0 */
    emuq_net_far_t *far;
    uint32_t far_count, far_room;
    uint64_t serial; /**< of the next event that goes to the heap */
} emuq_net_calendar_t;

/** Puts an event into the heap. @param cycle more than the wheel's ahead */
void emuq_net_post_far(emuq_net_calendar_t *calendar, uint64_t cycle, emuq_net_event_t event);

/** Adds a block to a lane that has no room left. @return position of its first event */
uint32_t emuq_net_add_block(emuq_net_calendar_t *calendar, uint32_t slot, uint32_t lane);

/** Puts an event into the wheel. @param cycle from @c now, less than #EMUQ_NET_SLOTS ahead */
static inline void emuq_net_post_near(emuq_net_calendar_t *c, uint64_t cycle, emuq_net_event_t event)
{
    uint32_t number = event.kind < EMUQ_NET_LANES - 1 ? event.kind : EMUQ_NET_LANES - 1;
    emuq_net_lane_t *lane = &c->slot[cycle % EMUQ_NET_SLOTS].lane[number];
    uint32_t place = lane->end;
    if (place % EMUQ_NET_BLOCK == 0)
        place = emuq_net_add_block(c, cycle % EMUQ_NET_SLOTS, number);
    c->event[place] = event;
    lane->end = place + 1;
}

/** Puts an event in. @param cycle not before @c now */
static inline void emuq_net_post(emuq_net_calendar_t *c, uint64_t cycle, emuq_net_event_t event)
{
    if (cycle - c->now < EMUQ_NET_SLOTS)
        emuq_net_post_near(c, cycle, event);
    else
        emuq_net_post_far(c, cycle, event);
}

/** @return cycle of the next event, or UINT64_MAX */
uint64_t emuq_net_upcoming(const emuq_net_calendar_t *calendar);

/** Moves to a cycle at or before the next event. @return the events of that cycle; more may be posted to it
 *  while they are read. emuq_net_clear() ends the cycle. */
emuq_net_slot_t *emuq_net_advance(emuq_net_calendar_t *calendar, uint64_t cycle);

/** The next event of a lane. @param place where a reader is, at first 0
 *  @return NULL: no more; else valid until an event is posted */
static inline emuq_net_event_t *emuq_net_read(const emuq_net_calendar_t *c, const emuq_net_lane_t *lane,
                                              uint32_t *place)
{
    if (*place == lane->end)
        return NULL;
    if (*place % EMUQ_NET_BLOCK == 0)
        *place =
            (*place == 0 ? lane->first : c->event[*place - EMUQ_NET_BLOCK].item - 1) * EMUQ_NET_BLOCK + 1;
    return &c->event[(*place)++];
}

/** Forgets the events of the present cycle. */
void emuq_net_clear(emuq_net_calendar_t *calendar);

/** Frees what a calendar holds. */
void emuq_net_calendar_end(emuq_net_calendar_t *calendar);

#endif /* EMUQ_NETWORK_CALENDAR_H */
