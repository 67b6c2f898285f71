/* SPDX-License-Identifier: BSD-3-Clause */
#include "users.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "emuq_test.h"

char *users_area[USERS];
static pthread_barrier_t barrier;
static users_program_t *user; /* constant while a job runs */

void users_meet(void)
{
    pthread_barrier_wait(&barrier);
}

void users_run_program(emuq_main_t program, uint32_t a, uint32_t ppn)
{
    emuq_job_t job = {.shape = {a, 1, 1, 1, 1}, .ppn = ppn};
    pthread_barrier_init(&barrier, NULL, a * ppn);
    for (unsigned i = 0; i < USERS; i++)
        users_area[i] = aligned_alloc(4096, USERS_BYTES);
    CU_ASSERT_EQUAL(emuq_run_threads(&job, program, 0, NULL), 0);
    for (unsigned i = 0; i < USERS; i++)
        free(users_area[i]);
    pthread_barrier_destroy(&barrier);
}

apenet_card_t *users_open(apenet_address_t *me)
{
    apenet_card_t *card;
    CU_ASSERT_EQUAL_FATAL(apenet_open(0, &card), 0);
    CU_ASSERT_EQUAL(apenet_whoami(card, me, NULL), 0);
    return card;
}

static int use_card(int argc, char **argv)
{
    apenet_address_t me;
    apenet_card_t *card = users_open(&me);
    (void)argc;
    (void)argv;
    user(card, me);
    CU_ASSERT_EQUAL(apenet_close(card), 0);
    return 0;
}

void users_run(users_program_t *program, uint32_t a, uint32_t ppn)
{
    user = program;
    users_run_program(use_card, a, ppn);
}

apenet_event_t users_next(apenet_card_t *card, int kind)
{
    apenet_event_t e;
    memset(&e, 0, sizeof e);
    CU_ASSERT_EQUAL_FATAL(apenet_wait_event(card, APENET_ANY, 20000, &e), 0);
    CU_ASSERT_EQUAL_FATAL(e.kind, kind);
    return e;
}
