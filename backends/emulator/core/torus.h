/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file torus.h
 * @brief Neighbours, directions and lines of a torus or mesh (hwi-packet-headers section 7). No state.
 */
#ifndef EMUQ_EMULATOR_TORUS_H
#define EMUQ_EMULATOR_TORUS_H

#include "backends/backend.h"

/** Node next to @p node on link @p link (0 A-, 1 A+, ... 9 E+), or UINT32_MAX off a mesh. */
uint32_t emuq_neighbour(const emuq_geometry_t *g, uint32_t node, uint32_t link);

/** Direction (+1, -1, 0) in dimension @p d from @p src to @p dst: by hints (see emuq_hints()) or the shorter
 * way.
 *  @p error is set when the hints do not lead there. */
int emuq_direction(const emuq_geometry_t *g, uint32_t src, uint32_t dst, int d, uint32_t hints,
                   const char **error);

/** The way of deterministic packets, dimension by dimension: one link after the other. */
typedef struct emuq_way {
    const emuq_geometry_t *geometry;
    uint32_t at[5], to[5];     /**< coordinates */
    uint32_t source_sum;       /**< of the coordinates of the source */
    uint32_t hints;            /**< as for emuq_direction() */
    int dimension;             /**< the present one ... */
    int sign;                  /**< ... and the direction in it; 0: not known yet */
    uint32_t from, link, next; /**< the present link, and the nodes at its ends */
} emuq_way_t;

/** Begins before the first link. */
emuq_way_t emuq_way(const emuq_geometry_t *g, uint32_t source, uint32_t to, uint32_t hints);

/** Goes on to the next link. @return false: the way is at its end */
bool emuq_way_next(emuq_way_t *way);

/** Checks that @p hints lead from @p src to @p dst. @return NULL, or what is wrong. */
const char *emuq_route_check(const emuq_geometry_t *g, uint32_t src, uint32_t dst, uint32_t hints);

/** The @p k-th node (0 = first after the source) on the deposit line; *count gets the length of the line.
 *  @return UINT32_MAX and *error if it is no line. */
uint32_t emuq_line_node(const emuq_geometry_t *g, uint32_t src, uint32_t dst, uint32_t hints, uint32_t k,
                        uint32_t *count, const char **error);

#endif /* EMUQ_EMULATOR_TORUS_H */
