/* SPDX-License-Identifier: BSD-3-Clause */
/* Trees of a job and its first class routes (kernel-classroutes 3, 4, kernel-gi 3), and the system's
 * resources of a node (kernel-mu-resources 6). Dimensions are A = 0 .. E = 4; the dimension list, for order
 * and shape, is E, D, C, B, A. */
#include "kernel-shim/partition/job.h"

#include <errno.h>
#include <stdlib.h>

#include "base/memory.h"
#include "kernel-shim/partition/registers.h"
#include "spi/include/mu/GIBarrier.h"

#define DIMS    5
#define LIST(i) (DIMS - 1 - (i)) /**< entry i of the dimension list, and position of dimension i */

/** Parameters of both trees */
typedef struct job_tree {
    const emuq_geometry_t *geometry;
    uint32_t included; /**< nodes counted as having ranks */
    uint32_t np[DIMS]; /**< size of their rectangle, from the job's corner */
    uint32_t root[DIMS];
    int first; /**< position in the dimension list where the walk begins */
} job_tree_t;

/** @return the number of nodes for the number of ranks, as by the control system */
static uint32_t tree_count_included(const emuq_partition_t *p)
{
    uint32_t included = 0;
    if (getenv("RUNJOB_USE_NEW_NP_INCLUDE_COUNT") == NULL)
        return p->nodes - (p->nodes * p->job.ppn - p->job.np) / p->job.ppn;
    for (uint32_t node = 0; node < p->nodes; node++)
        included += emuq_node_has_ranks(p, node);
    return included;
}

static void tree_choose_rectangle(job_tree_t *tree)
{
    const uint32_t *size = tree->geometry->size;
    uint64_t unit = emuq_geometry_nodes(tree->geometry);
    bool full = false;
    for (int i = DIMS - 1; i >= 0; i--) {
        int d = LIST(i);
        unit /= size[d]; /* nodes in all dimensions before @p d in the list */
        full = full || (tree->included + unit - 1) / unit > 1;
        tree->np[d] = full ? size[d] : 1;
    }
}

static void tree_choose_root(job_tree_t *tree)
{
    tree->first = 0;
    for (int i = 0; i < DIMS; i++) {
        int d = LIST(i);
        tree->root[d] = tree->np[d] / 2;
        if (tree->np[d] > 1)
            tree->first = d; /* the dimension's number is used as a position, as by the machine */
    }
}

static uint16_t tree_link_bit(int d, bool plus)
{
    return (uint16_t)(BGQ_CLASS_LINK_AM >> (2 * d + plus));
}

static ClassRoute_t tree_links(const job_tree_t *tree, const uint32_t size[DIMS], const uint32_t m[DIMS])
{
    ClassRoute_t cr = {0, 0};
    for (int step = 0; step < DIMS && cr.output == 0; step++) {
        int d = LIST((tree->first + step) % DIMS);
        if (m[d] <= tree->root[d] && m[d] > 0)
            cr.input |= tree_link_bit(d, false);
        if (m[d] >= tree->root[d] && m[d] + 1 < size[d])
            cr.input |= tree_link_bit(d, true);
        if (m[d] != tree->root[d])
            cr.output = tree_link_bit(d, m[d] < tree->root[d]);
    }
    return cr;
}

static bool tree_is_inside(const uint32_t size[DIMS], const uint32_t m[DIMS])
{
    for (int d = 0; d < DIMS; d++)
        if (m[d] >= size[d])
            return false;
    return true;
}

static uint32_t tree_depth(const job_tree_t *tree, const uint32_t m[DIMS])
{
    uint32_t sum = 0;
    for (int d = 0; d < DIMS; d++)
        sum += m[d] < tree->root[d] ? tree->root[d] - m[d] : m[d] - tree->root[d];
    return sum;
}

typedef struct np_nodes {
    uint32_t count;         /**< nodes in the rectangle */
    uint32_t *order;        /**< node numbers, deepest first */
    uint32_t *contributors; /**< [nodes of the partition] contributors in the subtree */
} np_nodes_t;

static int tree_sort_by_depth(const job_tree_t *tree, uint32_t nodes, np_nodes_t *np)
{
    enum { DEPTHS = 4 * 64 + 2 };
    uint32_t at[DEPTHS + 1] = {0}, m[DIMS];
    for (uint32_t node = 0; node < nodes; node++) {
        emuq_geometry_coordinates(tree->geometry, node, m);
        if (tree_is_inside(tree->np, m))
            at[DEPTHS - tree_depth(tree, m)]++;
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
        if (tree_is_inside(tree->np, m))
            np->order[at[DEPTHS - tree_depth(tree, m)]++] = node;
    }
    return 0;
}

/** Marks contributing nodes: the first `included` of the rectangle. */
static void tree_mark_contributors(const job_tree_t *tree, uint32_t nodes, np_nodes_t *np)
{
    uint32_t left = tree->included, m[DIMS];
    for (uint32_t node = 0; node < nodes && left > 0; node++) {
        emuq_geometry_coordinates(tree->geometry, node, m);
        if (tree_is_inside(tree->np, m)) {
            np->contributors[node] = 1;
            left--;
        }
    }
}

static uint32_t tree_neighbour(const job_tree_t *tree, const uint32_t m[DIMS], uint16_t link)
{
    uint32_t to[DIMS];
    for (int d = 0; d < DIMS; d++)
        to[d] = m[d] + (link == tree_link_bit(d, true)) - (link == tree_link_bit(d, false));
    return emuq_geometry_node(tree->geometry, to);
}

/** Leaves first: a node needs the contributors of its subtree. @param route initially zero */
static void tree_build_np(const job_tree_t *tree, const np_nodes_t *np, ClassRoute_t *route)
{
    for (uint32_t i = 0; i < np->count; i++) {
        uint32_t node = np->order[i], m[DIMS];
        emuq_geometry_coordinates(tree->geometry, node, m);
        ClassRoute_t full = tree_links(tree, tree->np, m);
        bool local = np->contributors[node] != 0;
        for (int bit = 2; bit < 12; bit++) {
            uint16_t link = (uint16_t)(1 << bit);
            if ((full.input & link) != 0)
                np->contributors[node] += np->contributors[tree_neighbour(tree, m, link)];
            if ((full.input & link) != 0 && np->contributors[tree_neighbour(tree, m, link)] == 0)
                full.input &= (uint16_t)~link;
        }
        if (np->contributors[node] == 0)
            continue; /* pruned branch */
        route[node].input = (uint16_t)(full.input | (local ? BGQ_CLASS_INPUT_LINK_LOCAL : 0));
        route[node].output = full.output;
    }
}

int emuq_job_trees(const emuq_partition_t *partition, ClassRoute_t *all, ClassRoute_t *np)
{
    job_tree_t tree = {.geometry = &partition->geometry, .included = tree_count_included(partition)};
    tree_choose_rectangle(&tree);
    tree_choose_root(&tree);
    for (uint32_t node = 0; node < partition->nodes; node++) {
        uint32_t m[DIMS];
        emuq_geometry_coordinates(tree.geometry, node, m);
        all[node] = tree_links(&tree, tree.geometry->size, m);
        all[node].input |= BGQ_CLASS_INPUT_LINK_LOCAL;
        np[node] = (ClassRoute_t){0, 0};
    }
    np_nodes_t nodes = {0};
    int rc = tree_sort_by_depth(&tree, partition->nodes, &nodes);
    if (rc == 0) {
        tree_mark_contributors(&tree, partition->nodes, &nodes);
        tree_build_np(&tree, &nodes, np);
    }
    free(nodes.order);
    free(nodes.contributors);
    return rc;
}

/** @param all part of the tree over all nodes @param np part of the tree over nodes with ranks */
static void boot_node(const emuq_partition_t *p, emuq_node_t *node, ClassRoute_t all, ClassRoute_t np)
{
    struct PrimordialClassRoute *block = &node->personality.Network_Config.PrimordialClassRoute;
    block->GlobIntUpPortInputs = all.input;
    block->GlobIntUpPortOutputs = all.output;
    block->CollectiveTypeAndUpPortInputs = (uint16_t)(BGQ_CLASS_INPUT_VC_SYSTEM | all.input);
    block->CollectiveUpPortOutputs = all.output;

    uint32_t system = (uint32_t)block->CollectiveTypeAndUpPortInputs << 16 | block->CollectiveUpPortOutputs;
    emuq_route_write(node, EMUQ_ROUTE_COLLECTIVE, EMUQ_JOB_ROUTE,
                     (uint32_t)BGQ_CLASS_INPUT_VC_SUBCOMM << 16 | emuq_route_word_of(&np));
    emuq_route_write(node, EMUQ_ROUTE_COLLECTIVE, EMUQ_SYSTEM_ROUTE, system);
    emuq_route_write(node, EMUQ_ROUTE_COLLECTIVE, EMUQ_BLOCK_ROUTE, system);

    /* The job's barrier does not wait for nodes without ranks. */
    uint32_t job = emuq_route_word_of(&all);
    if (!emuq_node_has_ranks(p, node->number))
        job &= ~((uint32_t)BGQ_CLASS_INPUT_LINK_LOCAL << 16);
    emuq_route_write(node, EMUQ_ROUTE_GI, EMUQ_JOB_ROUTE, job);
    emuq_route_write(node, EMUQ_ROUTE_GI, EMUQ_SYSTEM_ROUTE, emuq_route_word_of(&all));
    emuq_route_write(node, EMUQ_ROUTE_GI, EMUQ_BLOCK_ROUTE, emuq_route_word_of(&all));
    emuq_route_set_gi_system(node, EMUQ_JOB_ROUTE, false);
}

/** Sets the control registers of a barrier to the initial state. */
static void boot_barrier(const emuq_partition_t *p, uint32_t id)
{
    uint64_t control = BGQ_MU_GI_CONTROL_OFFSET(0, (uint64_t)id);
    for (uint32_t i = 0; i < p->nodes; i++)
        emuq_register_store(emuq_node_register(&p->node[i], control), MUSPI_GIBARRIER_INITIAL_STATE);
    for (uint32_t i = 0; i < p->nodes && emuq_mmio.access.doorbell != NULL; i++)
        emuq_mmio.access.doorbell(emuq_node_register(&p->node[i], control), MUSPI_GIBARRIER_INITIAL_STATE);
    for (uint32_t i = 0; i < p->nodes && emuq_backend->unit->flush != NULL; i++)
        emuq_backend->unit->flush(p->machine, i);
}

int emuq_job_boot_routes(emuq_partition_t *partition)
{
    ClassRoute_t *all = emuq_calloc(partition->nodes, 2 * sizeof(*all));
    if (all == NULL)
        return -ENOMEM;
    ClassRoute_t *np = all + partition->nodes;
    int rc = emuq_job_trees(partition, all, np);
    if (rc == 0) {
        for (uint32_t i = 0; i < partition->nodes; i++)
            boot_node(partition, &partition->node[i], all[i], np[i]);
        boot_barrier(partition, EMUQ_JOB_ROUTE);
        boot_barrier(partition, EMUQ_SYSTEM_ROUTE);
        boot_barrier(partition, EMUQ_BLOCK_ROUTE);
    }
    free(all);
    return rc;
}

const emuq_mu_kind_t emuq_inj_fifos = {
    EMUQ_RESOURCE_INJ_FIFO, BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP, 0, 0x40, 0, 0x40};
const emuq_mu_kind_t emuq_rec_fifos = {
    EMUQ_RESOURCE_REC_FIFO, BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP, BGQ_MU_rDMA_STARTING_OFFSET, 0x40, 0, 0x240};
const emuq_mu_kind_t emuq_bat_entries = {EMUQ_RESOURCE_BAT,
                                         BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP,
                                         BGQ_MU_DATA_COUNTER_BASE_ADDRESS_STARTING_OFFSET,
                                         sizeof(uint64_t),
                                         UINT64_C(0x1fffffffff),
                                         0};

int emuq_mu_boot_resources(emuq_node_t *node)
{
    /* The kernel's resources: FIFO 0 of both kinds and all table entries of subgroups 66 and 67. System
     * attributes are set after a reset. */
    for (uint32_t sg = 66; sg <= 67; sg++) {
        emuq_register_store(emuq_resource_register(node, &emuq_inj_fifos, sg, 0), emuq_inj_fifos.taken);
        emuq_register_store(emuq_resource_register(node, &emuq_rec_fifos, sg, 0), emuq_rec_fifos.taken);
        for (uint32_t id = 0; id < emuq_bat_entries.per_subgroup; id++)
            emuq_register_store(emuq_resource_register(node, &emuq_bat_entries, sg, id),
                                emuq_bat_entries.taken);
    }
    return 0;
}
