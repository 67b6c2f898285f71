/* SPDX-License-Identifier: BSD-3-Clause */
/** @file users.h  Programs of ranks that are threads, each with a card. */
#ifndef TEST_APENET_USERS_H
#define TEST_APENET_USERS_H

#include "apenet/rdma.h"
#include "emuq/partition.h"

#define USERS       4u         /**< maximum ranks */
#define USERS_BYTES (1u << 20) /**< of an area */

/** Shared state of the ranks: an area for each. */
extern char *users_area[USERS];

/** Body of a rank between opening and closing its card. */
typedef void users_program_t(apenet_card_t *card, apenet_address_t me);

/** Runs a program on @p a nodes with @p ppn ranks each and expects each to return 0. */
void users_run_program(emuq_main_t program, uint32_t a, uint32_t ppn);

/** The same for ranks with open cards. */
void users_run(users_program_t *program, uint32_t a, uint32_t ppn);

/** Barrier of all ranks of the job. */
void users_meet(void);

/** Opens the card of a rank. */
apenet_card_t *users_open(apenet_address_t *me);

/** Waits for the next event and checks its kind. */
apenet_event_t users_next(apenet_card_t *card, int kind);

#endif /* TEST_APENET_USERS_H */
