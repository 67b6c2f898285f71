/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file routes.h
 * @brief Private to the kernel shim: class routes of a node (kernel-classroutes, kernel-gi).
 *
 * A route is a 32-bit word, input << 16 | output; two share a device control register, the even one in the
 * upper half. Word 0 is a free route. Functions that change something are called with the node's lock.
 */
#ifndef EMUQ_MU_ROUTES_H
#define EMUQ_MU_ROUTES_H

#include "hwi/include/bqc/classroute.h"
#include "kernel-shim/kernel/registers.h"

#define EMUQ_ROUTES       16u /**< of each kind, on a node */
#define EMUQ_JOB_ROUTE    0u
#define EMUQ_SYSTEM_ROUTE 14u
#define EMUQ_BLOCK_ROUTE  15u

/** A kind of route: its first device control register. */
#define EMUQ_ROUTE_COLLECTIVE ((uint32_t)ND_500_DCR(CTRL_COLL_CLASS_00_01))
#define EMUQ_ROUTE_GI         ((uint32_t)ND_500_DCR(CTRL_GI_CLASS_00_01))

/** The word of route @p id, 0..15. */
static inline uint32_t emuq_route_read(const emuq_node_t *node, uint32_t kind, uint32_t id)
{
    return (uint32_t)(emuq_node_dcr(node, kind + id / 2) >> (id % 2 == 0 ? 32 : 0));
}

/** Sets the word of route @p id. */
static inline void emuq_route_write(const emuq_node_t *node, uint32_t kind, uint32_t id, uint32_t word)
{
    uint32_t shift = id % 2 == 0 ? 32 : 0;
    emuq_node_dcr_update(node, kind + id / 2, (uint64_t)UINT32_MAX << shift, (uint64_t)word << shift);
}

/** The word of a route as programs describe it. */
static inline uint32_t emuq_route_word_of(const ClassRoute_t *cr)
{
    return (uint32_t)cr->input << 16 | cr->output;
}

/** Sets the user/system bit of a GI route. */
static inline void emuq_route_set_gi_system(const emuq_node_t *node, uint32_t id, bool system)
{
    uint64_t bit = UINT64_C(1) << (15 - id);
    emuq_node_dcr_update(node, MU_DCR(SYS_BARRIER), bit, system ? bit : 0);
}

#endif /* EMUQ_MU_ROUTES_H */
