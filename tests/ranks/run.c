/* SPDX-License-Identifier: BSD-3-Clause */
/* Start and end of ranks, and the result for the caller. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emuq/partition.h"
#include "emuq_test.h"
#include "in_ranks.h"
#include "spi/include/kernel/location.h"
#include "spi/include/mu/RecFifo.h"

static uint32_t ran; /* atomic: ended ranks */

static uint32_t take_ran(void)
{
    return __atomic_exchange_n(&ran, 0, __ATOMIC_RELAXED);
}

static int count_me(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    CHECK(Kernel_GetRank() < 2000);
    __atomic_add_fetch(&ran, 1, __ATOMIC_RELAXED);
    return 0;
}

static void all_ranks_run_once(void)
{
    CU_ASSERT_EQUAL(emuq_run_threads(NULL, count_me, 0, NULL), 0);
    CU_ASSERT_EQUAL(take_ran(), 1);
    const emuq_job_t job = {.shape = {2, 1, 3}, .ppn = 2};
    for (int i = 0; i < 3; i++) {
        CU_ASSERT_EQUAL(emuq_run_threads(&job, count_me, 0, NULL), 0);
        CU_ASSERT_EQUAL(take_ran(), 12);
    }
}

static void inactive_slots_run_nothing(void)
{
    const emuq_job_t job = {.shape = {2, 2}, .ppn = 4, .np = 5};
    CU_ASSERT_EQUAL(emuq_run_threads(&job, count_me, 0, NULL), 0);
    CU_ASSERT_EQUAL(take_ran(), 5);
}

static void many_nodes(void)
{
    const emuq_job_t job = {.shape = {4, 4, 4, 4, 2}};
    CU_ASSERT_EQUAL(emuq_run_threads(&job, count_me, 0, NULL), 0);
    CU_ASSERT_EQUAL(take_ran(), 512);
}

static int change_arguments(int argc, char **argv)
{
    CHECK(argc == 3 && argv[3] == NULL);
    CHECK(strcmp(argv[0], "program") == 0 && strcmp(argv[1], "") == 0 && strcmp(argv[2], "word") == 0);
    memset(argv[2], 'x', 4);
    argv[0] = NULL;
    return 0;
}

static void own_arguments(void)
{
    char program[] = "program", empty[] = "", word[] = "word", *argv[] = {program, empty, word, NULL};
    const emuq_job_t job = {.shape = {4}};
    CU_ASSERT_EQUAL(emuq_run_threads(&job, change_arguments, 3, argv), 0);
    CU_ASSERT_EQUAL(take_failures(), 0);
    CU_ASSERT_STRING_EQUAL(argv[2], "word");
}

/* Ranks end in different ways, by the first letter of the argument. */
static int end(int argc, char **argv)
{
    static const int statuses[] = {0, 3, 9, 4};
    uint32_t rank = Kernel_GetRank();
    (void)argc;
    if (argv[0][0] == 'r')
        return statuses[rank];
    if (argv[0][0] == 'e' && rank != 0)
        exit(statuses[rank]);
    if (argv[0][0] == 'b' && rank == 2)
        exit(0x1ff);
    __atomic_add_fetch(&ran, 1, __ATOMIC_RELAXED);
    return 0;
}

static void statuses(void)
{
    const emuq_job_t job = {.shape = {4}};
    char word[] = "return", *argv[] = {word, NULL};
    CU_ASSERT_EQUAL(emuq_run_threads(&job, end, 1, argv), 9);
    strcpy(word, "exit");
    CU_ASSERT_EQUAL(emuq_run_threads(&job, end, 1, argv), 9);
    CU_ASSERT_EQUAL(take_ran(), 1);
    strcpy(word, "big");
    CU_ASSERT_EQUAL(emuq_run_threads(&job, end, 1, argv), 0xff);
    CU_ASSERT_EQUAL(take_ran(), 3);
    strcpy(word, "none");
    CU_ASSERT_EQUAL(emuq_run_threads(&job, end, 1, argv), 0);
    CU_ASSERT_EQUAL(take_ran(), 4);
}

static void *exit_elsewhere(void *argument)
{
    (void)argument;
    exit(5);
}

static int rank_with_exiting_thread(int argc, char **argv)
{
    pthread_t thread;
    (void)argc;
    (void)argv;
    if (Kernel_GetRank() != 1)
        return 0;
    CHECK(pthread_create(&thread, NULL, exit_elsewhere, NULL) == 0);
    pthread_join(thread, NULL);
    __atomic_add_fetch(&ran, 1, __ATOMIC_RELAXED);
    return 2; /* the first status counts */
}

static void exit_on_another_thread(void)
{
    const emuq_job_t job = {.shape = {2}};
    CU_ASSERT_EQUAL(emuq_run_threads(&job, rank_with_exiting_thread, 0, NULL), 5);
    CU_ASSERT_EQUAL(take_ran(), 1);
    CU_ASSERT_EQUAL(take_failures(), 0);
}

static void *late(void *argument)
{
    (void)argument;
    usleep(200000);
    CHECK(Kernel_GetRank() == 0);
    __atomic_add_fetch(&ran, 1, __ATOMIC_RELAXED);
    return NULL;
}

static int leave_a_thread(int argc, char **argv)
{
    pthread_t thread;
    (void)argv;
    CHECK(pthread_create(&thread, NULL, late, NULL) == 0);
    pthread_detach(thread);
    if (argc != 0)
        pthread_exit(NULL);
    return 0;
}

static void threads_may_end_later(void)
{
    char word[] = "p", *argv[] = {word, NULL};
    for (int argc = 0; argc < 2; argc++) {
        CU_ASSERT_EQUAL(emuq_run_threads(NULL, leave_a_thread, argc, argv), 0);
        CU_ASSERT_EQUAL(take_ran(), 1);
    }
    CU_ASSERT_EQUAL(take_failures(), 0);
}

static int run_again(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    return emuq_run_threads(NULL, count_me, 0, NULL) == -EBUSY ? 0 : 1;
}

static void *run_elsewhere(void *result)
{
    *(int *)result = emuq_run_threads(NULL, count_me, 0, NULL);
    return NULL;
}

static int run_beside(int argc, char **argv)
{
    pthread_t thread;
    int rc = 0;
    (void)argc;
    (void)argv;
    pthread_create(&thread, NULL, run_elsewhere, &rc);
    pthread_join(thread, NULL);
    return rc == -EBUSY ? 0 : 1;
}

static void one_job_at_a_time(void)
{
    CU_ASSERT_EQUAL(emuq_run_threads(NULL, run_again, 0, NULL), 0);
    CU_ASSERT_EQUAL(emuq_run_threads(NULL, run_beside, 0, NULL), 0);
    CU_ASSERT_EQUAL(take_ran(), 0);
    CU_ASSERT_EQUAL(emuq_run_threads(NULL, NULL, 0, NULL), -EINVAL);
}

static int no_function(void *parm, MUHWI_PacketHeader_t *header, uint32_t bytes)
{
    (void)parm;
    (void)header;
    return (int)bytes;
}

static pthread_barrier_t everybody;
static void *tables[4];

/* Each rank has separate receive functions. */
static int register_functions(int argc, char **argv)
{
    uint32_t rank = Kernel_GetRank();
    (void)argc;
    (void)argv;
    for (uint32_t id = 0; id <= rank; id++) {
        CHECK(MUSPI_RegisterReceiveFunction(no_function, &tables[rank]) == (int32_t)id);
        pthread_barrier_wait(&everybody);
    }
    for (uint32_t id = rank + 1; id < 4; id++)
        pthread_barrier_wait(&everybody);
    tables[rank] = emuq_process_slot(EMUQ_SLOT_RECV_INFO);
    pthread_barrier_wait(&everybody);
    for (uint32_t other = 0; other < 4; other++)
        CHECK((tables[other] == tables[rank]) == (other == rank));
    return 0;
}

static void process_data(void)
{
    const emuq_job_t job = {.shape = {2}, .ppn = 2};
    pthread_barrier_init(&everybody, NULL, 4);
    CU_ASSERT_EQUAL(emuq_run_threads(&job, register_functions, 0, NULL), 0);
    pthread_barrier_destroy(&everybody);
    CU_ASSERT_EQUAL(take_failures(), 0);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"all ranks run once", all_ranks_run_once},
                                        {"inactive slots run nothing", inactive_slots_run_nothing},
                                        {"many nodes", many_nodes},
                                        {"own arguments", own_arguments},
                                        {"statuses", statuses},
                                        {"exit on another thread", exit_on_another_thread},
                                        {"threads may end later", threads_may_end_later},
                                        {"one job at a time", one_job_at_a_time},
                                        {"process data", process_data},
                                        {NULL, NULL}};
    return emuq_test_main("running ranks", tests);
}
