/* SPDX-License-Identifier: BSD-3-Clause */
/* The job trees (kernel-classroutes 4): against the SPI's builders, and as trees. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "emuq_test.h"
#include "kernel-shim/partition/job.h"
#include "spi/include/mu/Classroute_inlines.h"

#define LOCAL BGQ_CLASS_INPUT_LINK_LOCAL

/** A job with shape and ranks only. */
typedef struct job {
    emuq_partition_t partition;
    emuq_process_t *process;
    ClassRoute_t *all, *np;
} job_t;

static void build(job_t *job, const uint32_t size[5], uint32_t ppn, uint32_t np)
{
    emuq_partition_t *p = &job->partition;
    memset(job, 0, sizeof(*job));
    memcpy(p->geometry.size, size, sizeof(p->geometry.size));
    p->nodes = emuq_geometry_nodes(&p->geometry);
    p->job.ppn = ppn;
    p->job.np = np != 0 ? np : p->nodes * ppn;
    p->process = job->process = calloc(p->nodes * ppn, sizeof(*job->process));
    for (uint32_t i = 0; i < p->nodes * ppn; i++)
        job->process[i].rank = i < p->job.np ? i : UINT32_MAX;
    job->all = calloc(p->nodes, sizeof(*job->all));
    job->np = calloc(p->nodes, sizeof(*job->np));
    memset(job->all, 0xff, p->nodes * sizeof(*job->all));
    memset(job->np, 0xff, p->nodes * sizeof(*job->np));
    CU_ASSERT_EQUAL_FATAL(emuq_job_trees(p, job->all, job->np), 0);
}

static void drop(job_t *job)
{
    free(job->process);
    free(job->all);
    free(job->np);
}

/** The node at the remote end of link bit @p bit of a word (11 = A-, 10 = A+, ... 2 = E+). */
static uint32_t neighbour(const emuq_geometry_t *g, uint32_t node, int bit)
{
    uint32_t c[5];
    int d = (11 - bit) / 2;
    emuq_geometry_coordinates(g, node, c);
    c[d] += bit % 2 == 0 ? 1 : (uint32_t)-1;
    return c[d] < g->size[d] ? emuq_geometry_node(g, c) : UINT32_MAX;
}

/**
 * Checks that outputs match the parents' inputs, no link wraps, and all @p locals nodes with LOCAL reach a
 * common root.
 */
static void check_tree(const emuq_geometry_t *g, const ClassRoute_t *tree, uint32_t locals)
{
    uint32_t nodes = emuq_geometry_nodes(g), roots = 0, seen = 0, bad = 0;
    for (uint32_t node = 0; node < nodes; node++) {
        ClassRoute_t cr = tree[node];
        if (cr.input == 0 && cr.output == 0)
            continue;
        seen += (cr.input & LOCAL) != 0;
        roots += cr.output == 0;
        bad += (cr.output & (cr.output - 1)) != 0 || (cr.input & cr.output) != 0 || (cr.output & LOCAL) != 0;
        for (int bit = 2; bit < 12; bit++) {
            uint32_t to = neighbour(g, node, bit);
            uint16_t mine = (uint16_t)(1 << bit), theirs = (uint16_t)(1 << (bit ^ 1));
            if ((cr.output & mine) != 0)
                bad += to == UINT32_MAX || (tree[to].input & theirs) == 0;
            if ((cr.input & mine) != 0)
                bad += to == UINT32_MAX || tree[to].output != theirs;
        }
        /* Without a cycle every node reaches the root. */
        uint32_t at = node, steps = 0;
        while (tree[at].output != 0 && steps++ < nodes)
            at = neighbour(g, at, __builtin_ctz(tree[at].output));
        bad += tree[at].output != 0;
    }
    CU_ASSERT_EQUAL(bad, 0);
    CU_ASSERT_EQUAL(roots, 1);
    CU_ASSERT_EQUAL(seen, locals);
}

/** The same trees by the builders of the SPI, in the order of dimensions of the control system. */
static void check_against_spi(const job_t *job)
{
    const emuq_geometry_t *g = &job->partition.geometry;
    uint32_t nodes = job->partition.nodes, ppn = job->partition.job.ppn;
    uint32_t included = nodes - (nodes * ppn - job->partition.job.np) / ppn;
    int dims[5] = {CR_AXIS_E, CR_AXIS_D, CR_AXIS_C, CR_AXIS_B, CR_AXIS_A}, excluded = 0, first = 0;
    CR_RECT_T world, rectangle;
    CR_COORD_T root, *exclude = calloc(nodes, sizeof(*exclude));
    uint32_t bad = 0;
    for (int d = 0; d < 5; d++) {
        CR_COORD_DIM(CR_RECT_LL(&world), d) = 0;
        CR_COORD_DIM(CR_RECT_UR(&world), d) = g->size[d] - 1;
    }
    MUSPI_MakeNpRectMap(&world, (int)included, dims, &rectangle, exclude, &excluded, &first);
    for (int d = 0; d < 5; d++)
        CR_COORD_DIM(&root, d) = (CR_COORD_DIM(CR_RECT_UR(&rectangle), d) + 1) / 2;
    for (uint32_t node = 0; node < nodes; node++) {
        uint32_t c[5];
        CR_COORD_T me;
        ClassRoute_t all = {0, 0}, np = {0, 0};
        emuq_geometry_coordinates(g, node, c);
        bool in = true;
        for (int d = 0; d < 5; d++) {
            CR_COORD_DIM(&me, d) = c[d];
            in = in && c[d] <= CR_COORD_DIM(CR_RECT_UR(&rectangle), d);
        }
        MUSPI_BuildNodeClassroute(&world, &root, &me, &world, dims, first, &all);
        bad += all.output != job->all[node].output || (all.input | LOCAL) != job->all[node].input;
        if (in)
            MUSPI_BuildNodeClassrouteSparse(&world, &root, &me, &rectangle, exclude, excluded, dims, first,
                                            &np);
        bad += np.output != job->np[node].output || np.input != job->np[node].input;
    }
    CU_ASSERT_EQUAL(bad, 0);
    free(exclude);
}

static void check_job(const uint32_t size[5], uint32_t ppn, uint32_t np)
{
    job_t job;
    build(&job, size, ppn, np);
    check_tree(&job.partition.geometry, job.all, job.partition.nodes);
    uint32_t idle = (job.partition.nodes * ppn - job.partition.job.np) / ppn;
    check_tree(&job.partition.geometry, job.np, job.partition.nodes - idle);
    check_against_spi(&job);
    drop(&job);
}

static void one_node(void)
{
    static const uint32_t size[5] = {1, 1, 1, 1, 1};
    job_t job;
    build(&job, size, 4, 3);
    CU_ASSERT(job.all[0].input == LOCAL && job.all[0].output == 0);
    CU_ASSERT(job.np[0].input == LOCAL && job.np[0].output == 0);
    drop(&job);
    check_job(size, 1, 0);
}

/* Worked by hand: two nodes on A, the root is the second. */
static void two_nodes(void)
{
    static const uint32_t size[5] = {2, 1, 1, 1, 1};
    job_t job;
    build(&job, size, 1, 0);
    CU_ASSERT(job.all[0].input == LOCAL && job.all[0].output == BGQ_CLASS_LINK_AP);
    CU_ASSERT(job.all[1].input == (LOCAL | BGQ_CLASS_LINK_AM) && job.all[1].output == 0);
    CU_ASSERT_EQUAL(memcmp(job.all, job.np, 2 * sizeof(ClassRoute_t)), 0);
    drop(&job);
    /* With a single rank, the np tree is node 0, the root of both trees. */
    build(&job, size, 1, 1);
    CU_ASSERT(job.all[0].input == (LOCAL | BGQ_CLASS_LINK_AP) && job.all[0].output == 0);
    CU_ASSERT(job.all[1].input == LOCAL && job.all[1].output == BGQ_CLASS_LINK_AM);
    CU_ASSERT(job.np[0].input == LOCAL && job.np[0].output == 0);
    CU_ASSERT(job.np[1].input == 0 && job.np[1].output == 0);
    drop(&job);
}

/* By hand: 4x1x1x1x2, root (2,0,0,0,1); E is corrected before A. */
static void order_of_dimensions(void)
{
    static const uint32_t size[5] = {4, 1, 1, 1, 2};
    job_t job;
    build(&job, size, 1, 0);
    const ClassRoute_t *all = job.all; /* node = 2 * a + e */
    CU_ASSERT(all[0].input == LOCAL && all[0].output == BGQ_CLASS_LINK_EP);
    CU_ASSERT(all[1].input == (LOCAL | BGQ_CLASS_LINK_EM) && all[1].output == BGQ_CLASS_LINK_AP);
    CU_ASSERT(all[5].input == (LOCAL | BGQ_CLASS_LINK_EM | BGQ_CLASS_LINK_AM | BGQ_CLASS_LINK_AP) &&
              all[5].output == 0);
    CU_ASSERT(all[7].input == (LOCAL | BGQ_CLASS_LINK_EM) && all[7].output == BGQ_CLASS_LINK_AM);
    drop(&job);
}

/* Pruning: seven of eight nodes in a line of pairs; the last branch has no contributor. */
static void pruning(void)
{
    static const uint32_t size[5] = {4, 1, 1, 1, 2};
    job_t job;
    build(&job, size, 1, 6);
    CU_ASSERT(job.np[5].input == (LOCAL | BGQ_CLASS_LINK_EM | BGQ_CLASS_LINK_AM) && job.np[5].output == 0);
    CU_ASSERT(job.np[6].input == 0 && job.np[6].output == 0);
    CU_ASSERT(job.np[7].input == 0 && job.np[7].output == 0);
    drop(&job);
    build(&job, size, 1, 7);
    /* Node 7 forwards for node 6, and does not contribute. */
    CU_ASSERT(job.np[7].input == BGQ_CLASS_LINK_EM && job.np[7].output == BGQ_CLASS_LINK_AM);
    drop(&job);
}

static void all_shapes_and_ranks(void)
{
    static const uint32_t shapes[][5] = {{2, 2, 2, 2, 2}, {3, 1, 2, 1, 2}, {1, 3, 1, 4, 1}, {1, 1, 1, 1, 2},
                                         {1, 1, 1, 5, 2}, {5, 1, 1, 1, 1}, {2, 3, 2, 1, 1}, {1, 1, 3, 1, 2}};
    for (size_t s = 0; s < sizeof(shapes) / sizeof(shapes[0]); s++) {
        uint32_t nodes = shapes[s][0] * shapes[s][1] * shapes[s][2] * shapes[s][3] * shapes[s][4];
        for (uint32_t ppn = 1; ppn <= 4; ppn *= 4)
            for (uint32_t np = 1; np <= nodes * ppn; np += ppn == 1 ? 1 : 3)
                check_job(shapes[s], ppn, np);
    }
}

static void new_include_count(void)
{
    static const uint32_t size[5] = {4, 1, 1, 1, 2};
    job_t job;
    build(&job, size, 2, 0);
    /* One rank on each of the first six nodes, as under a mapping that fills T last. */
    job.partition.job.np = 6;
    for (uint32_t i = 0; i < 16; i++)
        job.process[i].rank = i % 2 == 0 && i / 2 < 6 ? i / 2 : UINT32_MAX;
    CU_ASSERT_EQUAL(emuq_job_trees(&job.partition, job.all, job.np), 0);
    check_tree(&job.partition.geometry, job.np, 3); /* as if the ranks filled nodes */
    setenv("RUNJOB_USE_NEW_NP_INCLUDE_COUNT", "1", 1);
    CU_ASSERT_EQUAL(emuq_job_trees(&job.partition, job.all, job.np), 0);
    check_tree(&job.partition.geometry, job.np, 6);
    unsetenv("RUNJOB_USE_NEW_NP_INCLUDE_COUNT");
    drop(&job);
}

static void large_jobs(void)
{
    static const uint32_t big[5] = {16, 16, 16, 16, 2}, half_rack[5] = {4, 4, 4, 4, 2};
    job_t job;
    check_job(half_rack, 1, 0);
    build(&job, half_rack, 16, 16 * 300 + 5);
    check_tree(&job.partition.geometry, job.np, 301);
    drop(&job);
    build(&job, big, 1, 100000);
    check_tree(&job.partition.geometry, job.all, 131072);
    check_tree(&job.partition.geometry, job.np, 100000);
    drop(&job);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"one node", one_node},
        {"two nodes", two_nodes},
        {"order of dimensions", order_of_dimensions},
        {"pruning", pruning},
        {"all shapes and ranks", all_shapes_and_ranks},
        {"new include count", new_include_count},
        {"large jobs", large_jobs},
        {NULL, NULL},
    };
    return emuq_test_main("job trees", tests);
}
