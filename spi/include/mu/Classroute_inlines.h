/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file Classroute_inlines.h
 * @brief Construction of class-route trees and management of class-route ids
 *        (spi-classroute-collectives 4).
 *
 * A tree covers a rectangle of nodes. Nodes drain along the primary dimension toward the coordinate of the
 * root, then along the next dimension, and so on; trees use no wrap-around links. All trees derive from the
 * same root of the whole world: a node uses the same links in every rectangle, except at its faces.
 *
 * Below, @e dims is the order of the dimensions, five axis numbers, or NULL for A, B, C, D, E; and
 * @e dim0 and @e pri_dim are indices into that order, of the primary dimension. To program a route, call
 * Kernel_SetCollectiveClassRoute() or Kernel_SetGlobalInterruptClassRoute().
 */
#ifndef _MUSPI_CLASSROUTE_INLINES_H_
#define _MUSPI_CLASSROUTE_INLINES_H_

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "spi/include/mu/Classroute.h"

__BEGIN_DECLS

/** Kind of virtual channel of a route: BGQ_CLASS_INPUT_VC_... */
#define GET_CR_ROUTE_VC(crp) ((crp)->input & BGQ_CLASS_INPUT_VC_MASK)

/** Sets the kind of virtual channel. */
#define SET_CR_ROUTE_VC(crp, vc) ((crp)->input = (uint16_t)(((crp)->input & ~BGQ_CLASS_INPUT_VC_MASK) | (vc)))

/** Link bit by axis and direction. */
static const uint16_t cr_links[CR_NUM_DIMS][CR_NUM_DIRS] __attribute__((unused)) = {
    {BGQ_CLASS_LINK_AP, BGQ_CLASS_LINK_AM}, {BGQ_CLASS_LINK_BP, BGQ_CLASS_LINK_BM},
    {BGQ_CLASS_LINK_CP, BGQ_CLASS_LINK_CM}, {BGQ_CLASS_LINK_DP, BGQ_CLASS_LINK_DM},
    {BGQ_CLASS_LINK_EP, BGQ_CLASS_LINK_EM},
};

/** Link bit of axis @p n (CR_AXIS_...) and direction @p s (CR_SIGN_...). */
#define CR_LINK(n, s) cr_links[n][s]

/** Set in the result of MUSPI_GetClassrouteIds(): the id is in use for the same rectangle. */
#define CR_MATCH_RECT_FLAG 0x80000000

/** A use of a class-route id. */
struct cr_allocation {
    CR_RECT_T rect;
    uint32_t classid;
    ClassRoute_t classroute;       /**< kind of virtual channel; no links */
    struct cr_allocation *cr_peer; /**< previous use of the same id */
};

/** A node's state of class-route ids. */
struct cr_env {
    int isGI; /**< global-interrupt routes, not collective ones */
    struct cr_allocation *cr_alloc[BGQ_COLL_CLASS_MAX_CLASSROUTES]; /**< NULL: free */
};

/** An unavailable id: in use by the system or another program. */
#define CR_SYSTEM_ID ((struct cr_allocation *)-1)

/** @return axis of index @p i in the order @p dims. */
static inline int emuq_cr_axis(const int *dims, int i)
{
    return dims != NULL ? dims[i] : i;
}

/** @return number of nodes of @p r along @p axis. */
static inline int emuq_cr_extent(CR_RECT_T *r, int axis)
{
    return (int)(CR_COORD_DIM(CR_RECT_UR(r), axis) - CR_COORD_DIM(CR_RECT_LL(r), axis)) + 1;
}

/** @return 1 if two nodes have the same coordinates, else 0. */
static inline int __MUSPI_eq_coords(CR_COORD_T *c0, CR_COORD_T *c1)
{
    int d;
    for (d = 0; d < CR_NUM_DIMS; d++)
        if (CR_COORD_DIM(c0, d) != CR_COORD_DIM(c1, d))
            return 0;
    return 1;
}

/** @return 0 if two rectangles are the same, 1 if disjoint, else -1. */
static inline int __MUSPI_rect_compare(CR_RECT_T *rect1, CR_RECT_T *rect2)
{
    int d;
    if (__MUSPI_eq_coords(CR_RECT_LL(rect1), CR_RECT_LL(rect2)) &&
        __MUSPI_eq_coords(CR_RECT_UR(rect1), CR_RECT_UR(rect2)))
        return 0;
    for (d = 0; d < CR_NUM_DIMS; d++)
        if (CR_COORD_DIM(CR_RECT_UR(rect1), d) < CR_COORD_DIM(CR_RECT_LL(rect2), d) ||
            CR_COORD_DIM(CR_RECT_UR(rect2), d) < CR_COORD_DIM(CR_RECT_LL(rect1), d))
            return 1;
    return -1;
}

/** @return product of five values. */
static inline int __MUSPI_coords_size(CR_COORD_T *c)
{
    int d, size = 1;
    for (d = 0; d < CR_NUM_DIMS; d++)
        size *= (int)CR_COORD_DIM(c, d);
    return size;
}

/** @return number of nodes of a rectangle. */
static inline int __MUSPI_rect_size(CR_RECT_T *r)
{
    int d, size = 1;
    for (d = 0; d < CR_NUM_DIMS; d++)
        size *= emuq_cr_extent(r, d);
    return size;
}

/** Finds the links of a node in the tree over a rectangle. Does not set the local bit and the kind of virtual
 * channel. @param world not used. @param worldroot root of the tree over the world; outside @p comm it is
 * moved to the nearest face. @param me the node, in @p comm. @param cr set to the links; the output is 0 at
 * the root of the rectangle's tree. */
__INLINE__ void MUSPI_BuildNodeClassroute(CR_RECT_T *world, CR_COORD_T *worldroot, CR_COORD_T *me,
                                          CR_RECT_T *comm, int *dims, int dim0, ClassRoute_t *cr)
{
    unsigned input = 0, output = 0;
    int i;
    (void)world;
    for (i = 0; i < CR_NUM_DIMS && output == 0; i++) {
        int axis = emuq_cr_axis(dims, (dim0 + i) % CR_NUM_DIMS);
        uint32_t root = (uint32_t)CR_COORD_DIM(worldroot, axis);
        uint32_t here = (uint32_t)CR_COORD_DIM(me, axis);
        int minus = here > CR_COORD_DIM(CR_RECT_LL(comm), axis); /* there is a neighbour */
        int plus = here < CR_COORD_DIM(CR_RECT_UR(comm), axis);
        if (here <= root && minus)
            input |= CR_LINK(axis, CR_SIGN_NEG);
        if (here >= root && plus)
            input |= CR_LINK(axis, CR_SIGN_POS);
        if (here < root && plus)
            output = CR_LINK(axis, CR_SIGN_POS);
        else if (here > root && minus)
            output = CR_LINK(axis, CR_SIGN_NEG);
    }
    cr->input = (uint16_t)input;
    cr->output = (uint16_t)output;
}

/** Determines contributing nodes at and below a node.
 * @param level 0 for the node of the requested route: @p cr is set to its route, without links to subtrees
 * without contributors. At lower levels the search stops at the first contributor.
 * @return not 0 if a node contributes. */
static inline int __MUSPI_find_local_contrib(CR_RECT_T *world, CR_COORD_T *worldroot, CR_COORD_T *me,
                                             CR_RECT_T *comm, CR_COORD_T *exclude, int nexclude, int *dims,
                                             int dim0, ClassRoute_t *cr, int level)
{
    int axis, sign, i, contributors = 1;
    for (i = 0; i < nexclude && contributors; i++)
        contributors = !__MUSPI_eq_coords(me, &exclude[i]);
    if (level > 0 && contributors)
        return contributors;

    MUSPI_BuildNodeClassroute(world, worldroot, me, comm, dims, dim0, cr);
    if (contributors)
        cr->input |= BGQ_CLASS_INPUT_LINK_LOCAL;
    for (axis = 0; axis < CR_NUM_DIMS; axis++) {
        for (sign = 0; sign < CR_NUM_DIRS; sign++) {
            CR_COORD_T child = *me;
            ClassRoute_t child_cr;
            int below;
            if ((cr->input & CR_LINK(axis, sign)) == 0)
                continue;
            if (sign == CR_SIGN_POS)
                CR_COORD_DIM(&child, axis)++;
            else
                CR_COORD_DIM(&child, axis)--;
            below = __MUSPI_find_local_contrib(world, worldroot, &child, comm, exclude, nexclude, dims, dim0,
                                               &child_cr, level + 1);
            if (below == 0)
                cr->input = (uint16_t)(cr->input & ~CR_LINK(axis, sign));
            else if (level > 0)
                return below;
            contributors += below;
        }
    }
    if (contributors == 0)
        cr->output = 0;
    return contributors;
}

/** Finds the links of a node in the tree over a rectangle with non-contributing nodes: subtrees without
 * contributors are cut off. Sets the local bit if the node contributes. @param exclude, nexclude the
 * non-contributing nodes. For the other parameters see MUSPI_BuildNodeClassroute(). */
__INLINE__ void MUSPI_BuildNodeClassrouteSparse(CR_RECT_T *world, CR_COORD_T *worldroot, CR_COORD_T *me,
                                                CR_RECT_T *comm, CR_COORD_T *exclude, int nexclude, int *dims,
                                                int dim0, ClassRoute_t *cr)
{
    (void)__MUSPI_find_local_contrib(world, worldroot, me, comm, exclude, nexclude, dims, dim0, cr, 0);
}

/** Chooses the middle of a rectangle. @param worldroot set to the middle. @param pri_dim set to the index of
 * the last dimension in @p dims with size above 1; default 0. */
__INLINE__ void MUSPI_PickWorldRoot(CR_RECT_T *world, int *dims, CR_COORD_T *worldroot, int *pri_dim)
{
    int i;
    *pri_dim = 0;
    *worldroot = *CR_RECT_LL(world);
    for (i = 0; i < CR_NUM_DIMS; i++) {
        int axis = emuq_cr_axis(dims, i);
        int extent = emuq_cr_extent(world, axis);
        CR_COORD_DIM(worldroot, axis) += (uint32_t)extent / 2;
        if (extent > 1)
            *pri_dim = i;
    }
}

/** Chooses two roots with disjoint trees (no common link): in the middle of opposite faces. Not for a
 * single node.
 *  @param worldroot1, worldroot2 set to the roots. @param pri_dim set to the index of the dimension between
 *  the roots: the shortest with size above 1; among equally short ones, the last. */
__INLINE__ void MUSPI_PickWorldRootPair(CR_RECT_T *world, int *dims, CR_COORD_T *worldroot1,
                                        CR_COORD_T *worldroot2, int *pri_dim)
{
    int i, axis, shortest = 0;
    MUSPI_PickWorldRoot(world, dims, worldroot1, pri_dim);
    for (i = 0; i < CR_NUM_DIMS; i++) {
        int extent = emuq_cr_extent(world, emuq_cr_axis(dims, i));
        if (extent > 1 && (shortest == 0 || extent <= shortest)) {
            shortest = extent;
            *pri_dim = i;
        }
    }
    axis = emuq_cr_axis(dims, *pri_dim);
    *worldroot2 = *worldroot1;
    CR_COORD_DIM(worldroot1, axis) = CR_COORD_DIM(CR_RECT_LL(world), axis);
    CR_COORD_DIM(worldroot2, axis) = CR_COORD_DIM(CR_RECT_UR(world), axis);
}

/** Sets the available class-route ids. @param free_ids, nfree the ids; all other ids become CR_SYSTEM_ID. Ids
 * in use stay in use. No ids: all 16 in a new environment, else no change. @param isGI not 0: global
 * interrupts. @param env created if *env is NULL; release it with free() when no id is in use. @return 0. */
__INLINE__ uint32_t MUSPI_InitClassrouteIds(uint32_t *free_ids, uint32_t nfree, int isGI, void **env)
{
    struct cr_env *cr_env = (struct cr_env *)*env;
    uint32_t i;
    if (cr_env == NULL) {
        cr_env = (struct cr_env *)calloc(1, sizeof(*cr_env));
        MUSPI_assert(cr_env != NULL);
        cr_env->isGI = isGI;
        *env = cr_env;
    }
    if (free_ids == NULL || nfree == 0)
        return 0;
    for (i = 0; i < BGQ_COLL_CLASS_MAX_CLASSROUTES; i++)
        if (cr_env->cr_alloc[i] == NULL)
            cr_env->cr_alloc[i] = CR_SYSTEM_ID;
    for (i = 0; i < nfree; i++)
        if (cr_env->cr_alloc[free_ids[i]] == CR_SYSTEM_ID)
            cr_env->cr_alloc[free_ids[i]] = NULL;
    return 0;
}

/** Searches class-route ids for a rectangle. Participants must agree on the lowest id in all of their
 * results.
 * @param vc BGQ_CLASS_INPUT_VC_... @param env created if *env is NULL. @return CR_MATCH_RECT_FLAG and one
 * bit: the id is in use with the same @p vc and rectangle and can be shared; or the bits of all free ids (1
 * << id). */
__INLINE__ uint32_t MUSPI_GetClassrouteIds(int vc, CR_RECT_T *subcomm, void **env)
{
    struct cr_env *cr_env;
    uint32_t id, free_ids = 0;
    if (*env == NULL)
        MUSPI_InitClassrouteIds(NULL, 0, 0, env);
    cr_env = (struct cr_env *)*env;
    for (id = 0; id < BGQ_COLL_CLASS_MAX_CLASSROUTES; id++) {
        struct cr_allocation *use = cr_env->cr_alloc[id];
        if (use == NULL)
            free_ids |= 1u << id;
        for (; use != NULL && use != CR_SYSTEM_ID; use = use->cr_peer)
            if (GET_CR_ROUTE_VC(&use->classroute) == vc && __MUSPI_rect_compare(&use->rect, subcomm) == 0)
                return CR_MATCH_RECT_FLAG | 1u << id;
    }
    return free_ids;
}

/** Records a use of a class-route id, which can then be shared. @param id 0..15; a system id is the system's
 * again after the last drop. @param vc BGQ_CLASS_INPUT_VC_... @return 1 if the id was free: the route must be
 * programmed; 0: shared, or programmed by the system. */
__INLINE__ int MUSPI_SetClassrouteId(int id, int vc, CR_RECT_T *subcomm, void **env)
{
    struct cr_allocation **uses = &((struct cr_env *)*env)->cr_alloc[id];
    struct cr_allocation *use = (struct cr_allocation *)calloc(1, sizeof(*use));
    MUSPI_assert(use != NULL);
    use->rect = *subcomm;
    use->classid = (uint32_t)id;
    SET_CR_ROUTE_VC(&use->classroute, vc);
    use->cr_peer = *uses;
    *uses = use;
    return use->cr_peer == NULL;
}

/** Drops the latest use of a class-route id. @param vc, subcomm ignored. @return 1 if the id is free now: the
 * route must be cleared; 0: still in use, or the system's again. */
__INLINE__ int MUSPI_ReleaseClassrouteId(int id, int vc, CR_RECT_T *subcomm, void **env)
{
    struct cr_allocation **uses = &((struct cr_env *)*env)->cr_alloc[id];
    struct cr_allocation *use = *uses;
    (void)vc;
    (void)subcomm;
    MUSPI_assert(use != NULL && use != CR_SYSTEM_ID);
    *uses = use->cr_peer;
    free(use);
    return *uses == NULL;
}

/** Lists nodes of a rectangle from its upper right corner downwards, dims[d] slowest and dims[0] fastest.
 * @param pri_dim not used.
 * @param curr the present node; its coordinates of dims[d + 1] and higher stay.
 * @param num nodes still wanted; on return the shortage, 0 if the rectangle has enough.
 * @param ex, nx the list, and its length. */
static inline void __MUSPI_exclude_coords(CR_RECT_T *comm, int pri_dim, CR_COORD_T *curr, int d, int *dims,
                                          int *num, CR_COORD_T *ex, int *nx)
{
    int axis = emuq_cr_axis(dims, d);
    int left = emuq_cr_extent(comm, axis);
    CR_COORD_DIM(curr, axis) = CR_COORD_DIM(CR_RECT_UR(comm), axis);
    for (; left > 0 && *num > 0; left--) {
        if (d > 0) {
            __MUSPI_exclude_coords(comm, pri_dim, curr, d - 1, dims, num, ex, nx);
        } else {
            ex[(*nx)++] = *curr;
            --*num;
        }
        CR_COORD_DIM(curr, axis)--;
    }
}

/** Lists the excess nodes (beyond @p np) at the end of a rectangle. */
static inline void emuq_cr_exclude(CR_RECT_T *comm, int np, int *dims, CR_COORD_T *co, int *nx)
{
    CR_COORD_T curr = *CR_RECT_UR(comm);
    int surplus = __MUSPI_rect_size(comm) - np;
    *nx = 0;
    __MUSPI_exclude_coords(comm, 0, &curr, CR_NUM_DIMS - 1, dims, &surplus, co, nx);
}

/** Chooses a rectangle for @p np nodes in map order.
 * @param univ the block.
 * @param dims order of the map, required: dims[0] varies fastest.
 * @param comm set to the rectangle: from the block's lower left, full in the first dimensions, a single node
 * in the rest.
 * @param co, nx set to its nodes beyond @p np, and their number; capacity for all nodes.
 * @param pri_dim set to the axis of the last dimension in the order with size above 1; default 0. */
__INLINE__ void MUSPI_MakeNpRectMap(CR_RECT_T *univ, int np, int *dims, CR_RECT_T *comm, CR_COORD_T *co,
                                    int *nx, int *pri_dim)
{
    int x, unit = 1;
    *CR_RECT_LL(comm) = *CR_RECT_UR(comm) = *CR_RECT_LL(univ);
    *pri_dim = 0;
    for (x = 0; x < CR_NUM_DIMS && unit < np; x++) {
        CR_COORD_DIM(CR_RECT_UR(comm), dims[x]) = CR_COORD_DIM(CR_RECT_UR(univ), dims[x]);
        unit *= emuq_cr_extent(univ, dims[x]);
        if (emuq_cr_extent(univ, dims[x]) > 1)
            *pri_dim = dims[x];
    }
    emuq_cr_exclude(comm, np, dims, co, nx);
}

/** @return greatest f with f * f * f * f <= n, at least 1. */
static inline int emuq_cr_fourth_root(int n)
{
    int f = 1;
    while ((f + 1) * (f + 1) * (f + 1) * (f + 1) <= n)
        f++;
    return f;
}

/** Chooses a nearly cubic rectangle (A to D; full in E) for @p np nodes.
 * @param univ the block.
 * @param np at least the number of nodes of the block along E.
 * @param comm set to the rectangle, from the block's lower left. Has fewer than @p np nodes if no candidate
 * shape is large enough.
 * @param co, nx set to its nodes beyond @p np, and their number; capacity for all nodes.
 * @param pri_dim set to the first axis of A to D with cross-sections above *nx nodes; default 0. */
__INLINE__ void MUSPI_MakeNpRect(CR_RECT_T *univ, int np, CR_RECT_T *comm, CR_COORD_T *co, int *nx,
                                 int *pri_dim)
{
    static int dims[CR_NUM_DIMS] = {CR_AXIS_E, CR_AXIS_D, CR_AXIS_C, CR_AXIS_B, CR_AXIS_A};
    int f = emuq_cr_fourth_root(np / emuq_cr_extent(univ, CR_AXIS_E));
    int axis;
    *comm = *univ;
    for (axis = CR_AXIS_A; axis <= CR_AXIS_D; axis++)
        CR_COORD_DIM(CR_RECT_UR(comm), axis) = CR_COORD_DIM(CR_RECT_LL(univ), axis) + (uint32_t)f - 1;

    for (axis = CR_AXIS_A; axis <= CR_AXIS_D; axis++) {
        int block = emuq_cr_extent(univ, axis);
        int shortage = np - __MUSPI_rect_size(comm);
        int section = __MUSPI_rect_size(comm) / f;
        int extent = f;
        if (shortage > 0)
            extent += (shortage + section - 1) / section;
        if (extent > block)
            extent = block;
        CR_COORD_DIM(CR_RECT_UR(comm), axis) = CR_COORD_DIM(CR_RECT_LL(univ), axis) + (uint32_t)extent - 1;
    }

    emuq_cr_exclude(comm, np, dims, co, nx);
    *pri_dim = CR_AXIS_A;
    for (axis = CR_AXIS_D; axis >= CR_AXIS_A && *nx > 0; axis--)
        if (emuq_cr_extent(comm, axis) > 1 && __MUSPI_rect_size(comm) / emuq_cr_extent(comm, axis) > *nx)
            *pri_dim = axis;
}

__END_DECLS

#endif /* _MUSPI_CLASSROUTE_INLINES_H_ */
