/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file plan.h
 * @brief Random descriptor streams without races: the result does not depend on timing.
 *
 * Each node has one arena. Every message has a private landing place, counters are only added to, and atomic
 * words are private to a stream or see commuting operations. Two Message Units that execute a plan must
 * therefore end with equal memory, equal completion counts, and equal packets per stream and reception FIFO.
 */
#ifndef PLAN_H
#define PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <hwi/include/bqc/MU_Descriptor.h>

enum {
    PLAN_NODES = 32,
    PLAN_STREAMS = 8,    /**< injection FIFOs of a node, filled by software */
    PLAN_GETS = 2,       /**< remote-get FIFOs of a node */
    PLAN_REC = 3,        /**< reception FIFOs of a node */
    PLAN_ROUTES = 2,     /**< collective class routes: route 0 and an allocated route */
    PLAN_COUNTERS = 64,  /**< words at the start of an arena */
    PLAN_ARENA = 1 << 21 /**< bytes of an arena */
};

/** Base-address-table entries: arena, arena as atomic address, zero, a byte inside the arena. */
enum { PLAN_BAT_ARENA, PLAN_BAT_ATOMIC, PLAN_BAT_ZERO, PLAN_BAT_ODD, PLAN_BATS };

/** Offset of the odd entry in the arena. */
#define PLAN_ODD 77

/** Software bytes of memory-FIFO messages. */
enum {
    PLAN_SW_STREAM = 0,    /**< 2 bytes: stream of the requester; 0xff00 + route: collective */
    PLAN_SW_NUMBER = 2,    /**< 4 bytes: message number */
    PLAN_SW_EXECUTOR = 6,  /**< executing node; plus 0x80: received by a remote get */
    PLAN_SW_UNORDERED = 7, /**< packets may overtake each other */
    PLAN_SW_RANDOM = 8
};

/** Purpose of a descriptor, for reports. */
typedef struct plan_message {
    MUHWI_Descriptor_t d;
    uint32_t stream;   /**< node * PLAN_STREAMS + stream */
    uint32_t executor; /**< node */
    uint32_t number;
    uint64_t landing;  /**< offset in the receivers' arenas; UINT64_MAX: none */
    uint32_t receiver; /**< node; UINT32_MAX: several */
} plan_message_t;

typedef struct plan_list {
    MUHWI_Descriptor_t *d;
    uint32_t count, room;
} plan_list_t;

typedef struct plan {
    /* Chosen from the seed. */
    uint64_t seed;
    uint32_t size[5], torus, nodes;
    uint32_t streams; /**< streams of each node, without PLAN_ROUTES collective streams */
    uint32_t slots[PLAN_STREAMS], get_slots[PLAN_GETS], rec_bytes[PLAN_REC];
    uint32_t route_spans; /**< dimensions (1 << d) of the boxes of route 1 */
    uint32_t messages;    /**< of each stream */
    uint32_t collectives;
    /* Known when the job runs. */
    uint64_t pa[PLAN_NODES];
    uint8_t *before[PLAN_NODES]; /**< initial arenas */
    plan_list_t stream[PLAN_NODES][PLAN_STREAMS];
    plan_message_t *message; /**< all descriptors, for reports */
    uint32_t message_count, message_room;
    /* State of the generator. */
    uint64_t random;
    const uint8_t *choice; /**< first choices, at least a byte each */
    size_t choices;        /**< remaining bytes of choice */
    uint64_t next_landing[PLAN_NODES], next_common, next_descriptor[PLAN_NODES];
    uint32_t next_number;
} plan_t;

/** Chooses shape and resources for about @p messages messages; 0: as many as landing places.
 *  @param p zero, or a used plan whose arenas are reused
 *  @param choice [choices] first choices here and in plan_make(), or NULL; must outlive the plan */
void plan_choose(plan_t *p, uint64_t seed, uint32_t messages, const uint8_t *choice, size_t choices);

/** Fills the arenas and makes all streams. Needs pa[]. */
void plan_make(plan_t *p);

/** Frees the descriptors, not the arenas. */
void plan_free(plan_t *p);

/** Corners of the box of @p node on a route; route 0 spans all nodes. */
void plan_box(const plan_t *p, uint32_t route, uint32_t node, uint32_t low[5], uint32_t high[5]);

/** Global FIFO ids of a process with a whole node. */
static inline uint32_t plan_get_fifo(const plan_t *p, uint32_t k)
{
    return p->streams + PLAN_ROUTES + k;
}

uint64_t plan_random(uint64_t *state);

#endif /* PLAN_H */
