/* SPDX-License-Identifier: BSD-3-Clause */
/** @file users.h  Programs on ranks that are threads, each with its card. */
#ifndef TEST_APENET_USERS_H
#define TEST_APENET_USERS_H

#include "apenet/rdma.h"
#include "emuq/partition.h"

#define USERS       4u         /**< most ranks */
#define USERS_BYTES (1u << 20) /**< of an area */

/** What the ranks of a job share: an area for each. */
extern char *users_area[USERS];

/** What a rank does between opening its card and closing it. */
typedef void users_program_t(apenet_card_t *card, apenet_address_t me);

/** Runs a program on @p a nodes of @p ppn ranks, and expects each to return 0. */
void users_run_program(emuq_main_t program, uint32_t a, uint32_t ppn);

/** The same for ranks whose cards are open. */
void users_run(users_program_t *program, uint32_t a, uint32_t ppn);

/** All ranks of the job meet. */
void users_meet(void);

/** Opens the card of a rank. */
apenet_card_t *users_open(apenet_address_t *me);

/** Waits for the next event, which must be of a kind. */
apenet_event_t users_next(apenet_card_t *card, int kind);

#endif /* TEST_APENET_USERS_H */
