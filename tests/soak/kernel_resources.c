/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Leak test: a job creates and destroys kernel resources repeatedly. Its memory after all rounds must equal
 * its memory after a tenth of the rounds.
 *
 * SOAK_ROUNDS in the environment sets the number of rounds; the target `soak` runs many.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <malloc.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emuq/partition.h"
#include "emuq_test.h"
#include "kernel-shim/partition/state.h"
#include "ranks/in_ranks.h"
#include "spi/include/kernel/MU.h"
#include "spi/include/kernel/collective.h"
#include "spi/include/kernel/gi.h"
#include "spi/include/kernel/location.h"
#include "spi/include/kernel/memory.h"
#include "spi/include/kernel/thread.h"

#define ROUNDS  2000u
#define LEAST   200u
#define EVENTS  2u /* number of subgroups with an eventfd */
#define ROUTE   5u
#define BUFFERS 16u

/* One round of creating and destroying. */
typedef void (*turn_t)(unsigned round);

/* Resources held by the process. */
typedef struct holding {
    uintptr_t arena; /* address of the next allocation, minus the bytes allocated by arena_end() */
    size_t heap;     /* bytes of malloc() in use */
    unsigned files, threads;
} holding_t;

static unsigned count_entries(const char *folder)
{
    unsigned count = 0;
    DIR *d = opendir(folder);
    while (d != NULL && readdir(d) != NULL)
        count++;
    if (d != NULL)
        closedir(d);
    return count;
}

/* @return the end of the arena. An arena never frees memory, so its next allocation shows its total use. */
static uintptr_t arena_end(void)
{
    static uintptr_t own;
    if (emuq_thread_self.process == NULL)
        return 0;
    uintptr_t at = (uintptr_t)emuq_arena_alloc(emuq_thread_self.process->node->partition->arena, 64, 64);
    own += 64;
    return at - own;
}

static size_t heap_bytes(void)
{
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#else
    return 0;
#endif
}

static holding_t holding(void)
{
    holding_t h = {.arena = arena_end(), .files = count_entries("/proc/self/fd")};
    h.threads = count_entries("/proc/self/task");
    h.heap = heap_bytes();
    return h;
}

static unsigned rounds(void)
{
    const char *text = getenv("SOAK_ROUNDS");
    unsigned n = text != NULL ? (unsigned)strtoul(text, NULL, 10) : 0;
    return n >= LEAST ? n : ROUNDS;
}

/* Runs a tenth of the rounds, then the rest. The rest must not add memory; the limit is one byte per round,
 * because ending threads and buffers of the C library cause small changes. */
static void soak(const char *what, turn_t turn, unsigned n)
{
    unsigned round = 0;
    for (; round < n / 10; round++)
        turn(round);
    holding_t before = holding();
    for (; round < n; round++)
        turn(round);
    holding_t after = holding();
    ssize_t more = (ssize_t)(n - n / 10), arena = (ssize_t)(after.arena - before.arena);
    ssize_t heap = (ssize_t)(after.heap - before.heap);
    int files = (int)(after.files - before.files), threads = (int)(after.threads - before.threads);
    bool grows = arena >= more || heap >= more || files >= more / 10 || threads >= more / 10;
    if (grows)
        fprintf(stderr, "%s: %zd rounds added %zd bytes of arena, %zd of heap, %d files, %d threads\n", what,
                more, arena, heap, files, threads);
    CHECK(!grows);
}

/* ---- the rounds ---- */

static void regions(unsigned round)
{
    Kernel_MemoryRegion_t region[BUFFERS];
    char *buffer[BUFFERS];
    for (unsigned i = 0; i < BUFFERS; i++) {
        size_t bytes = (size_t)4096 << (round + i) % 8;
        buffer[i] = malloc(bytes);
        CHECK(buffer[i] != NULL && Kernel_CreateMemoryRegion(&region[i], buffer[i], bytes) == 0);
    }
    for (unsigned i = 0; i < BUFFERS; i++) {
        CHECK(Kernel_DestroyMemoryRegion(&region[i]) == 0);
        free(buffer[i]);
    }
}

static void fifos_and_tables(unsigned round)
{
    uint32_t sg = round % 64, inj_id = round % 8, rec_id = round % 4, bat_id = round % 8;
    MUSPI_InjFifoSubGroup_t inj;
    MUSPI_RecFifoSubGroup_t rec;
    MUSPI_BaseAddressTableSubGroup_t bat;
    Kernel_InjFifoAttributes_t inj_attributes;
    Kernel_RecFifoAttributes_t rec_attributes;
    memset(&inj_attributes, 0, sizeof(inj_attributes));
    memset(&rec_attributes, 0, sizeof(rec_attributes));
    CHECK(Kernel_AllocateInjFifos(sg, &inj, 1, &inj_id, &inj_attributes) == 0);
    CHECK(Kernel_AllocateRecFifos(sg, &rec, 1, &rec_id, &rec_attributes) == 0);
    CHECK(Kernel_AllocateBaseAddressTable(sg, &bat, 1, &bat_id, 0) == 0);
    CHECK(Kernel_DeallocateInjFifos(&inj, 1, &inj_id) == 0);
    CHECK(Kernel_DeallocateRecFifos(&rec, 1, &rec_id) == 0);
    CHECK(Kernel_DeallocateBaseAddressTable(&bat, 1, &bat_id) == 0);
}

static void class_routes(unsigned round)
{
    ClassRoute_t local = {BGQ_CLASS_INPUT_LINK_LOCAL | BGQ_CLASS_INPUT_VC_SUBCOMM, 0};
    ClassRoute_t wires = {BGQ_CLASS_INPUT_LINK_LOCAL, 0};
    (void)round;
    CHECK(Kernel_AllocateCollectiveClassRoute(ROUTE) == 0);
    CHECK(Kernel_SetCollectiveClassRoute(ROUTE, &local) == 0);
    CHECK(Kernel_DeallocateCollectiveClassRoute(ROUTE) == 0);
    CHECK(Kernel_AllocateGlobalInterruptClassRoute(ROUTE, NULL) == 0);
    CHECK(Kernel_SetGlobalInterruptClassRoute((int32_t)ROUTE, &wires) == 0);
    CHECK(Kernel_DeallocateGlobalInterruptClassRoute((int32_t)ROUTE) == 0);
}

static void interrupts(unsigned round)
{
    CHECK(emuq_interrupt_fd(round % EVENTS) >= 0);
    CHECK(emuq_gi_interrupt_fd(round % EVENTS) >= 0);
    CHECK(Kernel_ConfigureGIInterrupts(0, 0, KERNEL_GI_INTERRUPT_FLAG_ENABLE) == 0);
    CHECK(Kernel_ConfigureGIInterrupts(0, 0, KERNEL_GI_INTERRUPT_FLAG_DISABLE) == 0);
}

static void *say_rank(void *nothing)
{
    CHECK(Kernel_GetRank() == 0);
    CHECK(Kernel_CommThreadDisableInterrupts() == 0);
    return nothing;
}

static void threads(unsigned round)
{
    pthread_t thread;
    (void)round;
    CHECK(pthread_create(&thread, NULL, say_rank, NULL) == 0);
    pthread_join(thread, NULL);
}

static int in_a_rank(int argc, char **argv)
{
    (void)argc, (void)argv;
    soak("memory regions", regions, rounds());
    soak("FIFOs and base address tables", fifos_and_tables, rounds());
    soak("class routes", class_routes, rounds());
    soak("interrupts", interrupts, rounds());
    soak("threads", threads, rounds());
    return 0;
}

static void resources_of_a_rank(void)
{
    CU_ASSERT_EQUAL(emuq_run_threads(NULL, in_a_rank, 0, NULL), 0);
    CU_ASSERT_EQUAL(take_failures(), 0);
}

/* ---- whole jobs ---- */

static int ask_rank(int argc, char **argv)
{
    (void)argc, (void)argv;
    CHECK(Kernel_GetRank() < 4);
    CHECK(emuq_interrupt_fd(0) >= 0);
    return 0;
}

static void job(unsigned round)
{
    (void)round;
    CHECK(emuq_run_threads(&(emuq_job_t){.shape = {2}, .ppn = 2}, ask_rank, 0, NULL) == 0);
}

static void jobs(void)
{
    soak("jobs", job, rounds() / 20); /* a job takes as long as hundreds of calls */
    CU_ASSERT_EQUAL(take_failures(), 0);
}

/* Restarts the program without per-thread caches of malloc(): cached blocks would count as in use. */
static void without_thread_caches(char **argv)
{
    if (getenv("GLIBC_TUNABLES") != NULL)
        return;
    setenv("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0:glibc.malloc.arena_max=1", 1);
    execv("/proc/self/exe", argv);
    perror("cannot start again");
}

int main(int argc, char **argv)
{
    (void)argc;
    without_thread_caches(argv);
    static const emuq_test_t tests[] = {
        {"resources of a rank", resources_of_a_rank},
        {"jobs", jobs},
        {NULL, NULL},
    };
    return emuq_test_main("memory of kernel resources", tests);
}
