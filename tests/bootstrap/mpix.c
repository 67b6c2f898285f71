/* SPDX-License-Identifier: BSD-3-Clause */
/* The torus queries, compared with the kernel's results, in several shapes, mappings and numbers of ranks. */
#include <errno.h>
#include <mpix.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../ranks/in_ranks.h"
#include "emuq/partition.h"
#include "emuq_test.h"
#include "spi/include/kernel/location.h"

#define DIMS MPIX_TORUS_MAX_DIMS

static const emuq_job_t *job;

static uint32_t extent(int d)
{
    return job->shape[d] == 0 ? 1 : job->shape[d];
}

static uint32_t ppn(void)
{
    return job->ppn == 0 ? 1 : job->ppn;
}

/* The rank at coordinates, or -1. */
static int rank_at(const int *coords)
{
    int at[DIMS + 1], rank = -7;
    memcpy(at, coords, sizeof(at));
    CHECK(MPIX_Torus2rank(at, &rank) == 0);
    CHECK(rank >= -1);
    CHECK(memcmp(at, coords, sizeof(at)) == 0);
    return rank;
}

static void check_hardware(void)
{
    MPIX_Hardware_t hw;
    memset(&hw, 0xff, sizeof(hw));
    CHECK(MPIX_Hardware(&hw) == 0);
    uint32_t node = 0, nodes = 1;
    int coords[DIMS + 1] = {0};
    for (int d = 0; d < DIMS; d++) {
        CHECK(hw.Size[d] == extent(d));
        CHECK(hw.Coords[d] < hw.Size[d]);
        CHECK(hw.isTorus[d] == (extent(d) == 1 || (job->mesh & (0x10u >> d)) == 0));
        node = node * extent(d) + hw.Coords[d];
        nodes *= extent(d);
        coords[d] = (int)hw.Coords[d];
    }
    coords[DIMS] = (int)hw.coreID;
    CHECK(rank_at(coords) == (int)Kernel_GetRank());
    CHECK(hw.coreID == Kernel_MyTcoord());
    CHECK(hw.ppn == ppn() && hw.torus_dimension == DIMS);
    CHECK(hw.prank == node * ppn() + hw.coreID && hw.psize == nodes * ppn());
    CHECK(hw.clockMHz == 1600 && hw.memSize == 16384);
    CHECK(hw.rankInPset == 0 && hw.sizeOfPset == 0 && hw.idOfPset == 0);
}

static void check_ranks(const BG_CoordinateMapping_t *map, int np)
{
    for (int rank = 0; rank < np; rank++) {
        int coords[DIMS + 2] = {-1, -1, -1, -1, -1, -1, -99};
        const int wanted[DIMS + 2] = {(int)map[rank].a,
                                      (int)map[rank].b,
                                      (int)map[rank].c,
                                      (int)map[rank].d,
                                      (int)map[rank].e,
                                      (int)map[rank].t,
                                      -99};
        CHECK(MPIX_Rank2torus(rank, coords) == 0);
        CHECK(memcmp(coords, wanted, sizeof(coords)) == 0);
        CHECK(rank_at(coords) == rank);
    }
}

/* All invalid coordinates and invalid ranks. */
static void check_refused(int np)
{
    int coords[DIMS + 1] = {-1, -1, -1, -1, -1, -1};
    const int zero[DIMS + 1] = {0};
    CHECK(MPIX_Rank2torus(-1, coords) == EINVAL);
    CHECK(MPIX_Rank2torus(np, coords) == EINVAL);
    CHECK(coords[0] == -1 && coords[DIMS] == -1);
    for (int d = 0; d <= DIMS; d++) {
        int at[DIMS + 1];
        memcpy(at, zero, sizeof(at));
        at[d] = -1;
        CHECK(rank_at(at) == -1);
        at[d] = (int)(d < DIMS ? extent(d) : ppn());
        CHECK(rank_at(at) == -1);
    }
}

static int in_rank(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    int dims = 0;
    CHECK(MPIX_Torus_ndims(&dims) == 0 && dims == 5);
    check_hardware();
    uint64_t np = 0;
    BG_CoordinateMapping_t map[256];
    CHECK(Kernel_RanksToCoords(sizeof(map), map, &np) == 0);
    check_ranks(map, (int)np);
    check_refused((int)np);
    /* np slots have a rank. */
    uint32_t found = 0, slots = ppn();
    for (int d = 0; d < DIMS; d++)
        slots *= extent(d);
    for (uint32_t slot = 0; slot < slots; slot++) {
        int at[DIMS + 1];
        uint32_t rest = slot / ppn();
        at[DIMS] = (int)(slot % ppn());
        for (int d = DIMS - 1; d >= 0; rest /= extent(d), d--)
            at[d] = (int)(rest % extent(d));
        found += rank_at(at) >= 0;
    }
    CHECK(found == np);
    return 0;
}

static void jobs(void)
{
    static const emuq_job_t cases[] = {
        {.ppn = 1},
        {.ppn = 64},
        {.shape = {2, 2, 2, 2, 2}},
        {.shape = {3, 2, 1, 4, 2}, .ppn = 2, .mapping = "TEDCBA"},
        {.shape = {3, 2, 1, 4, 2}, .ppn = 2, .mapping = "CATBED", .mesh = 0x10 | 0x04},
        {.shape = {2, 3}, .ppn = 4, .np = 17, .mapping = "ABCDET"},
        {.shape = {2, 3}, .ppn = 4, .np = 7, .mapping = "TBADCE", .mesh = 0x1f},
        {.shape = {3, 2}, .ppn = 4}, /* as many slots as before */
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        job = &cases[i];
        CU_ASSERT_EQUAL(emuq_run_threads(job, in_rank, 0, NULL), 0);
        CU_ASSERT_EQUAL(take_failures(), 0);
    }
}

static void outside_of_a_job(void)
{
    static const emuq_job_t one = {.ppn = 1};
    job = &one;
    CU_ASSERT_EQUAL(in_rank(0, NULL), 0);
    CU_ASSERT_EQUAL(take_failures(), 0);
}

/* ---- I/O nodes ---- */

/* Reports of ranks in ABCDE order, one rank per node. */
static struct io_place {
    int node_id, link_id, distance;
} place[512];

static int in_node(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    MPIX_Hardware_t hw;
    struct io_place *p;
    int route = -1, distance = -1;
    CHECK(MPIX_Hardware(&hw) == 0 && hw.prank < 512);
    p = &place[hw.prank];
    *p = (struct io_place){MPIX_IO_node_id(), MPIX_IO_link_id(), MPIX_IO_distance()};
    MPIX_Pset_io_node(&route, &distance);
    CHECK(route == p->link_id && distance == p->distance);
    return 0;
}

/* The check values of the specification (mpix 3). */
typedef struct io_block {
    const char *ratio;
    emuq_job_t job;
    int nodes, links, io_nodes, first_id, last_id, farthest, sum, last_link, last_distance;
} io_block_t;

static void check_block(const io_block_t *b)
{
    int links = 0, io_nodes = 0, farthest = 0, sum = 0, wrong = 0;
    setenv("EMUQ_IO_RATIO", b->ratio, 1);
    CU_ASSERT_EQUAL(emuq_run_threads(&b->job, in_node, 0, NULL), 0);
    CU_ASSERT_EQUAL(take_failures(), 0);
    for (int n = 0; n < b->nodes; n++) {
        const struct io_place *p = &place[n], *bridge = &place[p->link_id];
        /* The node with distance 1 is the bridge, whose number is the link's; nodes of a link share an I/O
         * node. */
        wrong += p->link_id < 0 || p->link_id >= b->nodes || p->distance < 1;
        wrong += (p->distance == 1) != (p->link_id == n);
        wrong += bridge->link_id != p->link_id || bridge->node_id != p->node_id;
        links += p->link_id == n;
        sum += p->distance;
        farthest = p->distance > farthest ? p->distance : farthest;
        bool is_new = true;
        for (int m = 0; m < n; m++)
            is_new = is_new && place[m].node_id != p->node_id;
        io_nodes += is_new;
    }
    const struct io_place *last = &place[b->nodes - 1];
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_EQUAL(links, b->links);
    CU_ASSERT_EQUAL(io_nodes, b->io_nodes);
    CU_ASSERT_EQUAL(farthest, b->farthest);
    CU_ASSERT_EQUAL(sum, b->sum);
    CU_ASSERT_EQUAL(place[0].node_id, b->first_id);
    CU_ASSERT_EQUAL(last->node_id, b->last_id);
    CU_ASSERT_EQUAL(last->link_id, b->last_link);
    CU_ASSERT_EQUAL(last->distance, b->last_distance);
    unsetenv("EMUQ_IO_RATIO");
}

static void io_nodes(void)
{
    static const io_block_t blocks[] = {
        {"128", {.shape = {1, 1, 1, 1, 1}}, 1, 1, 1, 0x38000000, 0x38000000, 1, 1, 0, 1},
        {"128", {.shape = {2, 2, 2, 2, 2}}, 32, 1, 1, 0x38000000, 0x38000000, 6, 112, 0, 6},
        {"128", {.shape = {2, 2, 4, 4, 2}}, 128, 2, 1, 0x38000000, 0x38000000, 7, 512, 16, 6},
        {"128", {.shape = {4, 4, 4, 4, 2}}, 512, 8, 4, 0x38000000, 0x380000C0, 7, 2048, 336, 6},
        {"32", {.shape = {4, 4, 4, 4, 2}}, 512, 32, 16, 0x38000000, 0x380011C0, 5, 1536, 468, 5},
        {"8", {.shape = {3, 1, 1, 1, 2}}, 6, 2, 1, 0x38000000, 0x38000000, 3, 11, 4, 2},
    };
    for (size_t i = 0; i < sizeof(blocks) / sizeof(blocks[0]); i++)
        check_block(&blocks[i]);
}

static void stacks(void)
{
    FILE *out = tmpfile();
    char text[8192] = "";
    int saved = dup(STDERR_FILENO), frames = 0, lines = 0;
    CU_ASSERT_FATAL(out != NULL && dup2(fileno(out), STDERR_FILENO) >= 0);
    MPIX_Dump_stacks();
    dup2(saved, STDERR_FILENO);
    close(saved);
    CU_ASSERT(pread(fileno(out), text, sizeof(text) - 1, 0) > 0);
    fclose(out);
    CU_ASSERT_EQUAL(sscanf(text, "%d stack frames:", &frames), 1);
    for (const char *c = text; *c != '\0'; c++)
        lines += *c == '\n';
    CU_ASSERT(frames >= 2 && frames <= 31 && lines == frames + 1);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"jobs", jobs},
                                        {"outside of a job", outside_of_a_job},
                                        {"I/O nodes", io_nodes},
                                        {"stacks", stacks},
                                        {NULL, NULL}};
    return emuq_test_main("mpix.h", tests);
}
