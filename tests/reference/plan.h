/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file plan.h
 * @brief Random descriptor streams without races: whatever the timing, the outcome is the same.
 *
 * Each node has one arena of memory. Every message has a landing place of its own; counters are only added
 * to; atomic words are private to one stream, or see operations of one kind, which commute. So two Message
 * Units that execute the same plan must end with the same memory, the same completion counts, and the same
 * packets from each stream in each reception FIFO.
 */
#ifndef PLAN_H
#define PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <hwi/include/bqc/MU_Descriptor.h>

enum {
    PLAN_NODES = 32,
    PLAN_STREAMS = 8,    /**< of a node: injection FIFOs that software fills */
    PLAN_GETS = 2,       /**< remote-get FIFOs of a node */
    PLAN_REC = 3,        /**< reception FIFOs of a node */
    PLAN_ROUTES = 2,     /**< collective class routes: 0, and one of our own */
    PLAN_COUNTERS = 64,  /**< words at the beginning of an arena */
    PLAN_ARENA = 1 << 21 /**< bytes of an arena */
};

/** Base address table entries: the arena, the arena as atomic address, nothing, somewhere in the arena. */
enum { PLAN_BAT_ARENA, PLAN_BAT_ATOMIC, PLAN_BAT_ZERO, PLAN_BAT_ODD, PLAN_BATS };

/** Distance of the odd entry's base from the arena's beginning. */
#define PLAN_ODD 77

/** Software bytes of memory FIFO messages. */
enum {
    PLAN_SW_STREAM = 0, /**< 2 bytes: stream of the program that asked for it; 0xff00 + route: a collective */
    PLAN_SW_NUMBER = 2, /**< 4 bytes: message number */
    PLAN_SW_EXECUTOR = 6,  /**< node that executed the descriptor; 0x80 more: got it by a remote get */
    PLAN_SW_UNORDERED = 7, /**< its packets may overtake each other */
    PLAN_SW_RANDOM = 8
};

/** What a descriptor was meant to do, for the report of a difference. */
typedef struct plan_message {
    MUHWI_Descriptor_t d;
    uint32_t stream;   /**< node * PLAN_STREAMS + stream of the node */
    uint32_t executor; /**< node */
    uint32_t number;
    uint64_t landing;  /**< offset in the arenas of its receivers, UINT64_MAX: none */
    uint32_t receiver; /**< node, or UINT32_MAX: several */
} plan_message_t;

typedef struct plan_list {
    MUHWI_Descriptor_t *d;
    uint32_t count, room;
} plan_list_t;

typedef struct plan {
    /* Chosen from the seed alone. */
    uint64_t seed;
    uint32_t size[5], torus, nodes;
    uint32_t streams; /**< ordinary streams of each node; PLAN_ROUTES more for collectives */
    uint32_t slots[PLAN_STREAMS], get_slots[PLAN_GETS], rec_bytes[PLAN_REC];
    uint32_t route_spans; /**< dimensions (1 << d) of the boxes of route 1 */
    uint32_t messages;    /**< of each ordinary stream */
    uint32_t collectives;
    /* Known when the job runs. */
    uint64_t pa[PLAN_NODES];
    uint8_t *before[PLAN_NODES]; /**< the arenas at the start */
    plan_list_t stream[PLAN_NODES][PLAN_STREAMS];
    plan_message_t *message; /**< every descriptor, for reports */
    uint32_t message_count, message_room;
    /* Of the generator. */
    uint64_t random;
    const uint8_t *choice; /**< what is chosen first, a byte or more for each choice */
    size_t choices;        /**< bytes left of it */
    uint64_t next_landing[PLAN_NODES], next_common, next_descriptor[PLAN_NODES];
    uint32_t next_number;
} plan_t;

/** Chooses shape and resources, for about @p messages messages of all streams together; 0: as many as there
 *  are landing places for. @p p is zero, or has been used before: then it keeps the arenas' memory.
 *  @param choice [choices] what to choose first, here and in plan_make(); may be NULL. It stays until then */
void plan_choose(plan_t *p, uint64_t seed, uint32_t messages, const uint8_t *choice, size_t choices);

/** Fills the arenas with what messages will be made of, then makes all streams; pa[] is known. */
void plan_make(plan_t *p);

/** Frees the descriptors, not the arenas. */
void plan_free(plan_t *p);

/** Collective route 0 spans all; the box of @p node on @p route has these corners. */
void plan_box(const plan_t *p, uint32_t route, uint32_t node, uint32_t low[5], uint32_t high[5]);

/** Global ids, the same on every node: the k-th FIFO of a process that owns the whole node. */
static inline uint32_t plan_get_fifo(const plan_t *p, uint32_t k)
{
    return p->streams + PLAN_ROUTES + k;
}

uint64_t plan_random(uint64_t *state);

#endif /* PLAN_H */
