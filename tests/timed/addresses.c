/* SPDX-License-Identifier: BSD-3-Clause */
/* Modelled time does not depend on addresses: a client takes equally long at the address of a freed
 * client and at a fresh address. */
#include <pami.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>

#include "emuq/partition.h"
#include "emuq_test.h"

enum { RANKS = 2, CLIENTS = 6, BLOCKS = 128, STEP = 1024 /* bytes */, TURNS = 200 };

static uint64_t measured[RANKS]; /* by rank */
static bool is_elsewhere;

static void polls(void)
{
    pami_client_t client;
    pami_context_t context;
    CU_ASSERT_EQUAL(PAMI_Client_create("CLIENT", &client, NULL, 0), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Context_createv(client, NULL, 0, &context, 1), PAMI_SUCCESS);
    for (unsigned i = 0; i < TURNS; i++) {
        PAMI_Context_advance(context, 1);
        DelayTimeBase(1);
    }
    CU_ASSERT_EQUAL(PAMI_Context_destroyv(&context, 1), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Client_destroy(&client), PAMI_SUCCESS);
}

static int several_clients(int argc, char **argv)
{
    void *block[CLIENTS][BLOCKS] = {{NULL}};
    (void)argc, (void)argv;
    for (size_t c = 0; c < CLIENTS; c++) {
        polls();
        for (size_t i = 0; i < BLOCKS && is_elsewhere; i++) /* fills the freed memory */
            CU_ASSERT_EQUAL(posix_memalign(&block[c][i], 128, (i + 1) * STEP), 0);
    }
    measured[Kernel_GetRank()] = GetTimeBase();
    for (size_t i = 0; i < CLIENTS * BLOCKS; i++)
        free(block[i / BLOCKS][i % BLOCKS]);
    return 0;
}

static void run(bool elsewhere)
{
    const emuq_job_t job = {.shape = {RANKS, 1, 1, 1, 1}};
    char name[] = "addresses", *argv[] = {name, NULL};
    is_elsewhere = elsewhere;
    memset(measured, 0, sizeof measured);
    CU_ASSERT_EQUAL(emuq_run_threads(&job, several_clients, 1, argv), 0);
}

static void a_client_may_be_anywhere(void)
{
    uint64_t first[RANKS];
    run(false);
    memcpy(first, measured, sizeof first);
    CU_ASSERT(first[0] > 0);
    run(true);
    for (unsigned rank = 0; rank < RANKS; rank++)
        CU_ASSERT_EQUAL(measured[rank], first[rank]);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"a client may be anywhere", a_client_may_be_anywhere}, {NULL, NULL}};
    setenv("EMUQ_BACKEND", "timed", 1);
    return emuq_test_main("addresses in modelled time", tests);
}
