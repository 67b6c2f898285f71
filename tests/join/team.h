/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file team.h
 * @brief Processes of a test that join a partition. Each runs a function; a failed check ends it with
 * status 1.
 */
#ifndef EMUQ_TEST_TEAM_H
#define EMUQ_TEST_TEAM_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

#include "emuq/join.h"

#define TEAM_MOST  8u
#define TEAM_BYTES 4096u

/** Shared by the processes of a team. */
typedef struct team {
    pthread_barrier_t barrier;
    uint32_t size;
    pid_t process[TEAM_MOST];
    char name[64];                                  /**< of a partition, unique */
    _Alignas(64) char text[TEAM_MOST * TEAM_BYTES]; /**< of team_exchange() */
} team_t;

extern team_t *team;
extern uint32_t team_self; /**< number of the process, from 0 */

/** Runs @p run in @p size new processes. @return the number of processes with an exit status other than 0 */
unsigned team_run(uint32_t size, void (*run)(void));

/** Waits for all processes of the team. */
void team_meet(void);

/** emuq_join_t::exchange among the team. */
int team_exchange(void *argument, const void *mine, void *all, size_t bytes);

/** Joins the team's partition. */
int team_join(uint32_t rank, uint32_t ranks);

#define TEAM_CHECK(condition)                                                                                \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "%s:%d: process %u: %s\n", __FILE__, __LINE__, team_self, #condition);           \
            _exit(1);                                                                                        \
        }                                                                                                    \
    } while (0)

#endif /* EMUQ_TEST_TEAM_H */
