/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The trees of a job (kernel-classroutes section 4). Dimensions are numbered A = 0 .. E = 4; the list of
 * dimensions, in which order and shape are decided, is E, D, C, B, A.
 */
#include <errno.h>
#include <stdlib.h>

#include "kernel-shim/partition/job.h"

#include "base/memory.h"

#define DIMS    5
#define LIST(i) (DIMS - 1 - (i)) /**< the list: its entry i, and the position of dimension i */

/** What both trees are made from. */
typedef struct tree {
    const emuq_geometry_t *geometry;
    uint32_t included; /**< n: nodes that count as holding ranks */
    uint32_t np[DIMS]; /**< size of the rectangle that holds them; it begins at the job's corner */
    uint32_t root[DIMS];
    int first; /**< position in the list at which the walk begins */
} tree_t;

/** Number of nodes that the control system includes, from the number of ranks. */
static uint32_t count_included(const emuq_partition_t *p)
{
    uint32_t included = 0;
    if (getenv("RUNJOB_USE_NEW_NP_INCLUDE_COUNT") == NULL)
        return p->nodes - (p->nodes * p->job.ppn - p->job.np) / p->job.ppn;
    for (uint32_t node = 0; node < p->nodes; node++)
        included += emuq_node_has_ranks(p, node);
    return included;
}

static void choose_rectangle(tree_t *tree)
{
    const uint32_t *size = tree->geometry->size;
    uint64_t unit = emuq_geometry_nodes(tree->geometry);
    bool full = false;
    for (int i = DIMS - 1; i >= 0; i--) {
        int d = LIST(i);
        unit /= size[d]; /* nodes in all dimensions before this one in the list */
        full = full || (tree->included + unit - 1) / unit > 1;
        tree->np[d] = full ? size[d] : 1;
    }
}

static void choose_root(tree_t *tree)
{
    tree->first = 0;
    for (int i = 0; i < DIMS; i++) {
        int d = LIST(i);
        tree->root[d] = tree->np[d] / 2;
        if (tree->np[d] > 1)
            tree->first = d; /* the dimension's number is used as a position */
    }
}

static uint16_t link_bit(int d, bool plus)
{
    return (uint16_t)(BGQ_CLASS_LINK_AM >> (2 * d + plus));
}

/** Dimension that the walk visits in its @p step-th step. */
static int visited(const tree_t *tree, int step)
{
    return LIST((tree->first + step) % DIMS);
}

/** Links of node @p m in the tree over the rectangle of @p size. */
static ClassRoute_t links(const tree_t *tree, const uint32_t size[DIMS], const uint32_t m[DIMS])
{
    ClassRoute_t cr = {0, 0};
    for (int step = 0; step < DIMS && cr.output == 0; step++) {
        int d = visited(tree, step);
        if (m[d] <= tree->root[d] && m[d] > 0)
            cr.input |= link_bit(d, false);
        if (m[d] >= tree->root[d] && m[d] + 1 < size[d])
            cr.input |= link_bit(d, true);
        if (m[d] != tree->root[d])
            cr.output = link_bit(d, m[d] < tree->root[d]);
    }
    return cr;
}

static bool inside(const uint32_t size[DIMS], const uint32_t m[DIMS])
{
    for (int d = 0; d < DIMS; d++)
        if (m[d] >= size[d])
            return false;
    return true;
}

/** Distance from the root in links: a path corrects one dimension after the other. */
static uint32_t depth(const tree_t *tree, const uint32_t m[DIMS])
{
    uint32_t sum = 0;
    for (int d = 0; d < DIMS; d++)
        sum += m[d] < tree->root[d] ? tree->root[d] - m[d] : m[d] - tree->root[d];
    return sum;
}

/** The np tree's working state. */
typedef struct np_nodes {
    uint32_t count;         /**< nodes in the rectangle */
    uint32_t *order;        /**< their numbers, deepest first */
    uint32_t *contributors; /**< [all nodes] contributors in the subtree of a node */
} np_nodes_t;

/** Lists the nodes of the rectangle, deepest first (a counting sort: depths are small). */
static int sort_by_depth(const tree_t *tree, uint32_t nodes, np_nodes_t *np)
{
    enum { DEPTHS = 4 * 64 + 2 };
    uint32_t at[DEPTHS + 1] = {0}, m[DIMS];
    for (uint32_t node = 0; node < nodes; node++) {
        emuq_geometry_coordinates(tree->geometry, node, m);
        if (inside(tree->np, m))
            at[DEPTHS - depth(tree, m)]++;
    }
    for (int i = 0; i <= DEPTHS; i++) {
        uint32_t here = at[i];
        at[i] = np->count;
        np->count += here;
    }
    np->order = emuq_calloc(np->count, sizeof(*np->order));
    np->contributors = emuq_calloc(nodes, sizeof(*np->contributors));
    if (np->order == NULL || np->contributors == NULL)
        return -ENOMEM;
    for (uint32_t node = 0; node < nodes; node++) {
        emuq_geometry_coordinates(tree->geometry, node, m);
        if (inside(tree->np, m))
            np->order[at[DEPTHS - depth(tree, m)]++] = node;
    }
    return 0;
}

/** Marks the nodes that contribute: all of the rectangle but the surplus, the last in the order of node
 *  numbers, E fastest. */
static void mark_contributors(const tree_t *tree, uint32_t nodes, np_nodes_t *np)
{
    uint32_t left = tree->included, m[DIMS];
    for (uint32_t node = 0; node < nodes && left > 0; node++) {
        emuq_geometry_coordinates(tree->geometry, node, m);
        if (inside(tree->np, m)) {
            np->contributors[node] = 1;
            left--;
        }
    }
}

/** Node at the other end of @p link, one bit. */
static uint32_t neighbour(const tree_t *tree, const uint32_t m[DIMS], uint16_t link)
{
    uint32_t to[DIMS];
    for (int d = 0; d < DIMS; d++)
        to[d] = m[d] + (link == link_bit(d, true)) - (link == link_bit(d, false));
    return emuq_geometry_node(tree->geometry, to);
}

/** Builds the np tree in @p route, zero before: leaves first, so that a node knows about its subtree. */
static void build_np(const tree_t *tree, const np_nodes_t *np, ClassRoute_t *route)
{
    for (uint32_t i = 0; i < np->count; i++) {
        uint32_t node = np->order[i], m[DIMS];
        emuq_geometry_coordinates(tree->geometry, node, m);
        ClassRoute_t full = links(tree, tree->np, m);
        bool local = np->contributors[node] != 0;
        for (int bit = 2; bit < 12; bit++) {
            uint16_t link = (uint16_t)(1 << bit);
            if ((full.input & link) != 0)
                np->contributors[node] += np->contributors[neighbour(tree, m, link)];
            if ((full.input & link) != 0 && np->contributors[neighbour(tree, m, link)] == 0)
                full.input &= (uint16_t)~link;
        }
        if (np->contributors[node] == 0)
            continue; /* a pruned branch */
        route[node].input = (uint16_t)(full.input | (local ? BGQ_CLASS_INPUT_LINK_LOCAL : 0));
        route[node].output = full.output;
    }
}

int emuq_job_trees(const emuq_partition_t *partition, ClassRoute_t *all, ClassRoute_t *np)
{
    tree_t tree = {.geometry = &partition->geometry, .included = count_included(partition)};
    choose_rectangle(&tree);
    choose_root(&tree);
    for (uint32_t node = 0; node < partition->nodes; node++) {
        uint32_t m[DIMS];
        emuq_geometry_coordinates(tree.geometry, node, m);
        all[node] = links(&tree, tree.geometry->size, m);
        all[node].input |= BGQ_CLASS_INPUT_LINK_LOCAL;
        np[node] = (ClassRoute_t){0, 0};
    }
    np_nodes_t nodes = {0};
    int rc = sort_by_depth(&tree, partition->nodes, &nodes);
    if (rc == 0) {
        mark_contributors(&tree, partition->nodes, &nodes);
        build_np(&tree, &nodes, np);
    }
    free(nodes.order);
    free(nodes.contributors);
    return rc;
}
