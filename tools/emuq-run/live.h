/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file live.h
 * @brief --watch: what a running job is doing, once a second.
 *
 * On a terminal a block of lines that is drawn again in its place; otherwise one line each time. The job is
 * looked at from outside: its ranks run the same code as ever.
 */
#ifndef EMUQ_LIVE_H
#define EMUQ_LIVE_H

#include <stdint.h>

#include "kernel-shim/partition/launch.h"
#include "tools/emuq-run/crew.h"

typedef struct emuq_live emuq_live_t;

/** Begins to look at a job. */
emuq_live_t *emuq_live_open(const emuq_crew_t *crew, const emuq_launch_t *launch);
/** Takes the block away. @param live NULL: does nothing */
void emuq_live_close(emuq_live_t *live);

/** Milliseconds until the job is to be looked at again. */
uint64_t emuq_live_due(const emuq_live_t *live);
/** Looks, if it is time to. */
void emuq_live_look(emuq_live_t *live);

#endif /* EMUQ_LIVE_H */
