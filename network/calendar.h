/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file calendar.h
 * @brief Event calendar: a wheel of one slot per cycle, and a heap for later events; arrays.
 *
 * Events of a cycle and list leave in FIFO order, heap events after wheel events posted before the cycle
 * began.
 */
#ifndef EMUQ_NETWORK_CALENDAR_H
#define EMUQ_NETWORK_CALENDAR_H

#include <stddef.h>
#include <stdint.h>

#define EMUQ_NET_LINE 64 /**< bytes of a cache line */

#if defined(__SANITIZE_ADDRESS__)
#define EMUQ_NET_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define EMUQ_NET_SANITIZED 1
#endif
#endif

/** @return a zeroed, line-aligned array, or NULL */
void *emuq_net_map(size_t count, size_t size);

/** Frees an array of emuq_net_map(), or NULL. */
void emuq_net_unmap(void *array);

/** Doubles an array; release it with free(). Aborts if out of memory. */
void *emuq_net_grow_array(void *array, uint32_t count, uint32_t *capacity, size_t size);

/** Reserves space for one more element. @return the array, which may move */
static inline void *emuq_net_grow(void *array, uint32_t count, uint32_t *capacity, size_t size)
{
    return count < *capacity ? array : emuq_net_grow_array(array, count, capacity, size);
}

#define EMUQ_NET_SLOTS 1024
#define EMUQ_NET_BLOCK 64 /**< entries of a block; entry 0 links to the next block */

#define EMUQ_NET_LISTS 4 /**< lists per cycle: one for each of the first kinds, the last for the rest */

typedef struct emuq_net_event {
    uint32_t node;
    uint32_t item; /**< packet or message */
    uint8_t kind, port, vc, size;
} emuq_net_event_t;

static inline emuq_net_event_t emuq_net_event(uint8_t kind, uint32_t node, uint32_t port, uint32_t vc,
                                              uint32_t size, uint32_t item)
{
    return (emuq_net_event_t){node, item, kind, (uint8_t)port, (uint8_t)vc, (uint8_t)size};
}

/** Events of a list and cycle in linked blocks. */
typedef struct emuq_net_event_list {
    uint32_t first;
    uint32_t end; /**< position after the last event; 0: empty */
} emuq_net_event_list_t;

typedef struct emuq_net_slot {
    emuq_net_event_list_t list[EMUQ_NET_LISTS];
} emuq_net_slot_t;

typedef struct emuq_net_heap_event {
    uint64_t cycle, serial;
    emuq_net_event_t event;
} emuq_net_heap_event_t;

typedef struct emuq_net_calendar {
    uint64_t now;
    uint64_t full[EMUQ_NET_SLOTS / 64]; /**< bit per slot with events */
    emuq_net_slot_t slot[EMUQ_NET_SLOTS];
    emuq_net_event_t *event; /**< blocks; item of entry 0: next block + 1 */
    uint32_t block_count, block_capacity;
    uint32_t block_free; /**< first free block + 1, or 0 */
    emuq_net_heap_event_t *heap;
    uint32_t heap_count, heap_capacity;
    uint64_t serial; /**< number of the next heap event */
} emuq_net_calendar_t;

/** @param cycle at least #EMUQ_NET_SLOTS after @c now */
void emuq_net_post_heap(emuq_net_calendar_t *calendar, uint64_t cycle, emuq_net_event_t event);

/** Appends a block to a list. @return position of its first event */
uint32_t emuq_net_add_block(emuq_net_calendar_t *calendar, uint32_t slot, uint32_t list);

/** @param cycle less than #EMUQ_NET_SLOTS ahead of @c now */
static inline void emuq_net_post_wheel(emuq_net_calendar_t *c, uint64_t cycle, emuq_net_event_t event)
{
    uint32_t number = event.kind < EMUQ_NET_LISTS - 1 ? event.kind : EMUQ_NET_LISTS - 1;
    emuq_net_event_list_t *list = &c->slot[cycle % EMUQ_NET_SLOTS].list[number];
    uint32_t position = list->end;
    if (position % EMUQ_NET_BLOCK == 0)
        position = emuq_net_add_block(c, cycle % EMUQ_NET_SLOTS, number);
    c->event[position] = event;
    list->end = position + 1;
}

/** Inserts an event. @param cycle not before @c now */
static inline void emuq_net_post(emuq_net_calendar_t *c, uint64_t cycle, emuq_net_event_t event)
{
    if (cycle - c->now < EMUQ_NET_SLOTS)
        emuq_net_post_wheel(c, cycle, event);
    else
        emuq_net_post_heap(c, cycle, event);
}

/** @return cycle of the next event, or UINT64_MAX */
uint64_t emuq_net_calendar_next(const emuq_net_calendar_t *calendar);

/** Advances to a cycle not after the next event. Events may be posted to the cycle until
 * emuq_net_calendar_clear(). @return the events of the cycle */
emuq_net_slot_t *emuq_net_calendar_advance(emuq_net_calendar_t *calendar, uint64_t cycle);

/** Next event of a list, valid until a post. @param position iterator, initially 0 */
static inline emuq_net_event_t *emuq_net_read(const emuq_net_calendar_t *c, const emuq_net_event_list_t *list,
                                              uint32_t *position)
{
    if (*position == list->end)
        return NULL;
    if (*position % EMUQ_NET_BLOCK == 0)
        *position =
            (*position == 0 ? list->first : c->event[*position - EMUQ_NET_BLOCK].item - 1) * EMUQ_NET_BLOCK +
            1;
    return &c->event[(*position)++];
}

/** Drops the events of the current cycle. */
void emuq_net_calendar_clear(emuq_net_calendar_t *calendar);

void emuq_net_calendar_free(emuq_net_calendar_t *calendar);

#endif /* EMUQ_NETWORK_CALENDAR_H */
