/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file calendar.h
 * @brief Events to come: a wheel of one slot per cycle for near ones, and a heap for the others.
 *
 * Events of one cycle come out in the order in which they went in, but those of the heap behind those of the
 * wheel that were posted before the cycle began. Not thread-safe: a calendar has one user.
 */
#ifndef EMUQ_NETWORK_CALENDAR_H
#define EMUQ_NETWORK_CALENDAR_H

#include <stddef.h>
#include <stdint.h>

#define EMUQ_NET_SLOTS 1024 /**< cycles ahead that the wheel knows */

/** Something that happens at a node. What the members mean is up to the kind. */
typedef struct emuq_net_event {
    uint32_t node;
    uint32_t item; /**< number of a packet or message */
    uint8_t kind, port, vc, size;
} emuq_net_event_t;

/** Events of a cycle. */
typedef struct emuq_net_slot {
    emuq_net_event_t *event;
    uint32_t count, room;
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
    emuq_net_far_t *far;
    uint32_t far_count, far_room;
    uint64_t serial; /**< of the next event that goes to the heap */
} emuq_net_calendar_t;

/** Makes room for one more of @p size bytes each. Ends the program if there is no memory: a machine that has
 *  lost an event cannot go on.
 *  @param room elements that fit; grows
 *  @return the array, maybe elsewhere */
void *emuq_net_grow(void *array, uint32_t count, uint32_t *room, size_t size);

/** Puts an event in. @param cycle not before @c now */
void emuq_net_post(emuq_net_calendar_t *calendar, uint64_t cycle, emuq_net_event_t event);

/** @return cycle of the next event, or UINT64_MAX */
uint64_t emuq_net_upcoming(const emuq_net_calendar_t *calendar);

/** Moves to a cycle at or before the next event. @return the events of that cycle; more may be posted to it
 *  while they are read. emuq_net_clear() ends the cycle. */
emuq_net_slot_t *emuq_net_advance(emuq_net_calendar_t *calendar, uint64_t cycle);

/** Forgets the events of the present cycle. */
void emuq_net_clear(emuq_net_calendar_t *calendar);

/** Frees what a calendar holds. */
void emuq_net_calendar_end(emuq_net_calendar_t *calendar);

#endif /* EMUQ_NETWORK_CALENDAR_H */
