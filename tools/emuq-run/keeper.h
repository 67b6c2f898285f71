/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file keeper.h
 * @brief A process that ends what the ranks have started if the launcher is killed.
 *
 * The ranks themselves are ended by the kernel then. The keeper sleeps until the launcher has ended. It
 * holds no descriptor but its pipe.
 */
#ifndef EMUQ_KEEPER_H
#define EMUQ_KEEPER_H

#include <stdint.h>
#include <sys/types.h>

typedef struct emuq_keeper {
    pid_t pid;
    int alarm;    /**< the keeper holds the other end of this pipe */
    pid_t *group; /**< shared with it: process group of each rank, 0 if there is none */
    uint32_t groups;
} emuq_keeper_t;

/** Starts the keeper, before any rank. @return 0, or a negative errno with the keeper all zero. */
int emuq_keeper_open(emuq_keeper_t *keeper, uint32_t groups);
/** Kills it; an all-zero keeper is accepted. No rank runs any more. */
void emuq_keeper_close(emuq_keeper_t *keeper);

/** The process group of a rank; 0: it has gone. */
void emuq_keeper_set(emuq_keeper_t *keeper, uint32_t rank, pid_t group);

#endif /* EMUQ_KEEPER_H */
