/* SPDX-License-Identifier: BSD-3-Clause */
/* The torus queries, against the kernel's own answers, in several shapes, mappings and numbers of ranks. */
#include <errno.h>
#include <mpix.h>
#include <stdlib.h>
#include <string.h>

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

/* What rank has not been found at a place. */
static int rank_at(const int *coords)
{
    int at[DIMS + 1], rank = -7;
    memcpy(at, coords, sizeof(at));
    int error = MPIX_Torus2rank(at, &rank);
    CHECK(error == 0 || error == EINVAL);
    CHECK((error == 0) == (rank >= 0));
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
    CHECK(hw.rankInPset == hw.prank && hw.sizeOfPset == hw.psize && hw.idOfPset == 0);
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

/* All places that are none, and ranks that are none. */
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
        CHECK(rank_at(at) == -7);
        at[d] = (int)(d < DIMS ? extent(d) : ppn());
        CHECK(rank_at(at) == -7);
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
    /* Of all slots, np have a rank. */
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

int main(void)
{
    static const emuq_test_t tests[] = {{"jobs", jobs}, {"outside of a job", outside_of_a_job}, {NULL, NULL}};
    return emuq_test_main("mpix.h", tests);
}
