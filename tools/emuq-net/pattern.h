/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file pattern.h
 * @brief Who sends to whom. A pattern is a function of source and number of the message; it has no tables
 * (but the order of distances of alltoall:near-first, of one entry per node).
 */
#ifndef EMUQ_NET_PATTERN_H
#define EMUQ_NET_PATTERN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/text.h"
#include "network/parameters.h"
#include "tools/emuq-net/region.h"

typedef struct traffic_pattern traffic_pattern_t;

/** Where a message goes. */
typedef struct traffic_target {
    uint32_t node;
    uint16_t hints; /**< bit per direction that the pattern wants; 0: the network's rule */
} traffic_target_t;

/** What the nodes of trees do together. */
typedef enum traffic_collective {
    TRAFFIC_ALONE, /**< nothing: each message has one source and one target */
    TRAFFIC_ALLREDUCE,
    TRAFFIC_BROADCAST,
    TRAFFIC_BARRIER
} traffic_collective_t;

/** A kind of pattern. */
typedef struct traffic_pattern_kind {
    const char *name, *argument, *help; /**< argument NULL: takes none */
    /** Reads the argument ("" if there is none). @return 0 or -EINVAL */
    int (*read)(traffic_pattern_t *p, const char *argument, emuq_text_t *why);
    /** @return the target of message @p number, from 0; the source itself: this message is not sent.
     *  NULL: a collective */
    traffic_target_t (*target)(const traffic_pattern_t *p, uint32_t source, uint64_t number);
} traffic_pattern_kind_t;

/** A pattern on a shape. */
struct traffic_pattern {
    const traffic_pattern_kind_t *kind;
    char text[64]; /**< as written */
    emuq_net_shape_t shape;
    uint32_t nodes;
    uint64_t seed;
    uint64_t round;        /**< messages after which all repeats; 0: random ones, which never repeat */
    uint32_t window;       /**< bytes of a piece, of alltoall; 0: whole messages */
    uint32_t directions;   /**< neighbour: bit per direction */
    uint32_t target_node;  /**< hotspot */
    uint64_t probability;  /**< hotspot: in 2^-32 */
    bool everyone;         /**< alltoall */
    bool all;              /**< bisection: in all dimensions; transpose: by rank */
    uint32_t order;        /**< alltoall: of destinations */
    uint32_t *by_distance; /**< alltoall:near-first: offsets */
    traffic_collective_t collective;
    traffic_region_t region; /**< of a collective */
};

/** Reads a pattern. @param seed of its random choices
 *  @return 0, -EINVAL with the reason in @p why, -ENOMEM; undone by traffic_pattern_free() */
int traffic_pattern_open(traffic_pattern_t *p, const char *text, const emuq_net_shape_t *shape, uint64_t seed,
                         emuq_text_t *why);

void traffic_pattern_free(traffic_pattern_t *p);

/** Where message @p number of a source goes, see traffic_pattern_kind_t. Not of a collective. Thread-safe. */
static inline traffic_target_t traffic_pattern_target(const traffic_pattern_t *p, uint32_t source,
                                                      uint64_t number)
{
    return p->kind->target(p, source, number);
}

/** Prints the patterns, a line each. */
void traffic_pattern_list(FILE *out);

/* The kinds, by file. */
extern const traffic_pattern_kind_t traffic_patterns_random[], traffic_patterns_fixed[],
    traffic_patterns_exchange[], traffic_patterns_collective[]; /**< each ends with a name of NULL */

#endif /* EMUQ_NET_PATTERN_H */
