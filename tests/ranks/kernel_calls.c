/* SPDX-License-Identifier: BSD-3-Clause */
/* Results of location.h, process.h and thread.h in ranks. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backends/address_space.h"
#include "emuq/partition.h"
#include "emuq_test.h"
#include "hwi/include/bqc/A2_core.h"
#include "hwi/include/bqc/PhysicalMap.h"
#include "in_ranks.h"
#include "spi/include/kernel/location.h"
#include "spi/include/kernel/thread.h"

/* Shape 2x2x1x1x2, 4 processes a node, 27 ranks of 32, mapping TEABCD. */
static const emuq_job_t crowded = {.shape = {2, 2, 1, 1, 2}, .ppn = 4, .np = 27, .mapping = "TEABCD"};

static int where_am_i(int argc, char **argv)
{
    BG_CoordinateMapping_t map[27], again[27];
    BG_JobCoords_t job;
    Personality_t p;
    uint64_t entries = 0;
    uint32_t rank = Kernel_GetRank();
    (void)argc;
    (void)argv;
    CHECK(rank < 27);
    CHECK(Kernel_RanksToCoords(sizeof(map), map, &entries) == 0 && entries == 27);
    CHECK(CNK_SPI_SYSCALL_3(RANKS2COORDS, sizeof(again), again, &entries) == 0 && entries == 27);
    CHECK(memcmp(map, again, sizeof(map)) == 0);
    CHECK(Kernel_GetPersonality(&p, sizeof(p)) == 0);
    const Personality_Networks_t *net = &p.Network_Config;
    BG_CoordinateMapping_t me = map[rank];
    CHECK(me.a == net->Acoord && me.b == net->Bcoord && me.c == net->Ccoord && me.d == net->Dcoord &&
          me.e == net->Ecoord && me.t == Kernel_MyTcoord());
    /* Letters T E A B C D: D and C have one node, B is the fastest. */
    CHECK(me.b == rank % 2 && me.a == rank / 2 % 2 && me.e == rank / 4 % 2 && me.t == rank / 8);
    CHECK(Kernel_JobCoords(&job) == 0);
    CHECK(job.corner.a == 0 && job.corner.e == 0 && job.corner.core == 0 && job.isSubBlock == 0);
    CHECK(job.shape.a == 2 && job.shape.b == 2 && job.shape.c == 1 && job.shape.d == 1 && job.shape.e == 2 &&
          job.shape.core == 16);
    CHECK(Kernel_ProcessCount() == 4 && Kernel_ProcessorCount() == 16);
    CHECK(Kernel_ProcessorID() == 16 * me.t);
    CHECK(Kernel_ProcessorCoreID() == 4 * me.t && Kernel_ProcessorThreadID() == 0);
    CHECK(Kernel_PhysicalHWThreadIndex() == 16 * me.t && Kernel_PhysicalProcessorID() == 4 * me.t &&
          Kernel_PhysicalHWThreadID() == 0);
    CHECK(Kernel_IsGuestThread() == 0);
    CHECK(Kernel_BlockThreadId() == ((me.a * 2u + me.b) * 2 + me.e) * 68 + 16 * me.t);
    CHECK(Kernel_SnoopNumThreads() == 1 && Kernel_SnoopRunnable() == 1);
    return 0;
}

static void location_of_ranks(void)
{
    CU_ASSERT_EQUAL(emuq_run_threads(&crowded, where_am_i, 0, NULL), 0);
    CU_ASSERT_EQUAL(take_failures(), 0);
}

static int bad_arguments(int argc, char **argv)
{
    BG_CoordinateMapping_t map[27];
    uint64_t entries = 99;
    uint32_t is_file, pvr;
    char text[8];
    (void)argc;
    (void)argv;
    memset(map, 0xff, sizeof(map));
    errno = 77;
    CHECK(Kernel_JobCoords((BG_JobCoords_t *)(uintptr_t)8) == EFAULT);
    CHECK(Kernel_RanksToCoords(sizeof(map) - 1, map, &entries) == EINVAL && entries == 99 &&
          map[0].reserved == 1);
    CHECK(Kernel_RanksToCoords(sizeof(map), NULL, &entries) == EFAULT);
    CHECK(Kernel_RanksToCoords(sizeof(map), map, NULL) == EFAULT);
    CHECK(Kernel_JobCoords(NULL) == EFAULT);
    CHECK(Kernel_GetMapping(sizeof(text), NULL, &is_file) == EFAULT);
    CHECK(Kernel_GetMapping(sizeof(text), text, NULL) == EFAULT);
    CHECK(Kernel_GetPVR(NULL) == EFAULT);
    CHECK(Kernel_GetPVR(&pvr) == 0 && pvr == 0x490200);
    CHECK(errno == 77);
    return 0;
}

static void errors(void)
{
    CU_ASSERT_EQUAL(emuq_run_threads(&crowded, bad_arguments, 0, NULL), 0);
    CU_ASSERT_EQUAL(take_failures(), 0);
}

static int show_mapping(int argc, char **argv)
{
    char text[100];
    uint32_t is_file = 7;
    memset(text, '?', sizeof(text));
    CHECK(Kernel_GetMapping(sizeof(text), text, &is_file) == 0);
    CHECK(strcmp(text, argv[0]) == 0);
    CHECK(is_file == (uint32_t)(argc - 1));
    memset(text, '?', sizeof(text));
    CHECK(Kernel_GetMapping(3, text, &is_file) == 0);
    CHECK(memcmp(text, argv[0], 3) == 0 && text[3] == '?');
    return 0;
}

static void mapping(void)
{
    char path[] = "/tmp/emuq-map-XXXXXX", order[] = "TABCDE", *words[] = {order, path, NULL};
    emuq_job_t job = {.shape = {2}, .mapping = order};
    CU_ASSERT_EQUAL(emuq_run_threads(&job, show_mapping, 1, words), 0);
    char abcdet[] = "ABCDET", *none[] = {abcdet, NULL};
    CU_ASSERT_EQUAL(emuq_run_threads(NULL, show_mapping, 1, none), 0);
    int fd = mkstemp(path);
    CU_ASSERT_EQUAL(write(fd, "1 0 0 0 0 0\n0 0 0 0 0 0\n", 24), 24);
    close(fd);
    job.mapping = path;
    words[0] = path;
    CU_ASSERT_EQUAL(emuq_run_threads(&job, show_mapping, 2, words), 0);
    unlink(path);
    CU_ASSERT_EQUAL(take_failures(), 0);
}

static int masks(int argc, char **argv)
{
    uint32_t ppn = Kernel_ProcessCount(), own = Kernel_ProcessorCount();
    uint64_t all = 0, mine = Kernel_ThreadMask(Kernel_MyTcoord());
    (void)argc;
    (void)argv;
    CHECK(ppn * own == 64);
    for (uint32_t t = 0; t < ppn; t++) {
        CHECK((all & Kernel_ThreadMask(t)) == 0);
        CHECK(Kernel_ThreadMask(t) >> (64 - own * (t + 1)) == UINT64_MAX >> (64 - own));
        all |= Kernel_ThreadMask(t);
    }
    CHECK(all == UINT64_MAX);
    CHECK(Kernel_ThreadMask(ppn) == 0 && Kernel_ThreadMask(UINT32_MAX) == 0);
    CHECK((mine & UINT64_C(1) << (63 - Kernel_ProcessorID())) != 0);
    CHECK(Kernel_ProcessorID() == Kernel_MyTcoord() * own);
    return 0;
}

static void thread_masks(void)
{
    for (uint32_t ppn = 1; ppn <= 64; ppn *= 2) {
        emuq_job_t job = {.ppn = ppn};
        CU_ASSERT_EQUAL(emuq_run_threads(&job, masks, 0, NULL), 0);
    }
    CU_ASSERT_EQUAL(take_failures(), 0);
}

static int floating_point_control(int argc, char **argv)
{
    const uint64_t indicate = AXUCR0_ENAB_IND_ALL(0xff), own = AXUCR0_ENAB_IND(Kernel_ProcessorThreadID(), 3);
    (void)argc;
    (void)argv;
    if (Kernel_ProcessCount() <= 16) {
        CHECK(Kernel_GetAXUCR0() == indicate);
        CHECK(Kernel_SetAXUCR0(AXUCR0_SR_ENABLE | AXUCR0_ENAB_INF_IND_3) == 0);
        CHECK(Kernel_GetAXUCR0() == (AXUCR0_SR_ENABLE | AXUCR0_ENAB_INF_IND_3));
        CHECK(Kernel_SetAXUCR0(AXUCR0_LFSR_RESET | 1) == EINVAL);
        CHECK(Kernel_SetAXUCR0(AXUCR0_LFSR_RESET) == 0 && Kernel_GetAXUCR0() == AXUCR0_LFSR_RESET);
    } else {
        CHECK(Kernel_GetAXUCR0() == own);
        CHECK(Kernel_SetAXUCR0(indicate) == EINVAL);
        CHECK(Kernel_SetAXUCR0(AXUCR0_SR_ENABLE) == EINVAL);
        CHECK(Kernel_SetAXUCR0(0) == 0 && Kernel_GetAXUCR0() == 0);
        CHECK(Kernel_SetAXUCR0(own) == 0 && Kernel_GetAXUCR0() == own);
    }
    return 0;
}

static void axucr0(void)
{
    emuq_job_t few = {.ppn = 16}, many = {.ppn = 32};
    CU_ASSERT_EQUAL(emuq_run_threads(&few, floating_point_control, 0, NULL), 0);
    CU_ASSERT_EQUAL(emuq_run_threads(&many, floating_point_control, 0, NULL), 0);
    CU_ASSERT_EQUAL(take_failures(), 0);
}

static uint64_t job_ids[2][4];

static int take_job_id(int argc, char **argv)
{
    (void)argv;
    job_ids[argc][Kernel_GetRank()] = Kernel_GetJobID();
    return 0;
}

static void job_numbers(void)
{
    char *none[] = {NULL, NULL};
    char word[] = "p", *one[] = {word, NULL};
    emuq_job_t job = {.shape = {2, 2}};
    CU_ASSERT_EQUAL(emuq_run_threads(&job, take_job_id, 0, none), 0);
    CU_ASSERT_EQUAL(emuq_run_threads(&job, take_job_id, 1, one), 0);
    for (int i = 1; i < 4; i++)
        CU_ASSERT_TRUE(job_ids[0][i] == job_ids[0][0] && job_ids[1][i] == job_ids[1][0]);
    CU_ASSERT_NOT_EQUAL(job_ids[0][0], job_ids[1][0]);
    CU_ASSERT_NOT_EQUAL(job_ids[0][0], 0);
}

static void coordinate_word(void)
{
    BG_CoordinateMapping_t m;
    uint32_t word;
    memset(&m, 0, sizeof(m));
    m.e = 1;
    m.a = 0x21;
    m.b = 2;
    m.c = 3;
    m.d = 4;
    m.t = 0x3f;
    memcpy(&word, &m, sizeof(word));
    CU_ASSERT_EQUAL(word, 1u << 31 | 0x21u << 24 | 2u << 18 | 3u << 12 | 4u << 6 | 0x3fu);
}

/* Sanitizers map memory at these addresses. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZER 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(SANITIZER)
static const int has_sanitizer = 1;
#else
static const int has_sanitizer = 0;
#endif

static const uint64_t device_addresses[] = {PHYMAP_MINADDR_MU,      PHYMAP_MAXADDR_MU - 7,
                                            PHYMAP_MINADDR_L1P,     PHYMAP_MINADDR_DCR,
                                            PHYMAP_MAXADDR_DCR - 7, PHYMAP_MAXADDR_L1P - 7};

#define ADDRESSES (sizeof(device_addresses) / sizeof(device_addresses[0]))

static int touch_registers(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    for (size_t i = 0; i < ADDRESSES; i++) {
        volatile uint64_t *reg = (volatile uint64_t *)(uintptr_t)device_addresses[i];
        CHECK(emuq_is_mapped((const void *)reg, sizeof(*reg)));
        CHECK(*reg == 0);
        *reg = UINT64_MAX;
    }
    return 0;
}

static void register_addresses(void)
{
    if (has_sanitizer)
        return;
    for (int i = 0; i < 2; i++)
        CU_ASSERT_EQUAL(emuq_run_threads(NULL, touch_registers, 0, NULL), 0);
    for (size_t i = 0; i < ADDRESSES; i++)
        CU_ASSERT_FALSE(emuq_is_mapped((const void *)(uintptr_t)device_addresses[i], 8));
    CU_ASSERT_EQUAL(take_failures(), 0);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"coordinate word", coordinate_word},
                                        {"location of ranks", location_of_ranks},
                                        {"errors", errors},
                                        {"mapping", mapping},
                                        {"thread masks", thread_masks},
                                        {"AXUCR0", axucr0},
                                        {"job numbers", job_numbers},
                                        {"register addresses", register_addresses},
                                        {NULL, NULL}};
    return emuq_test_main("location, process and thread calls", tests);
}
