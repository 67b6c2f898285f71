/* SPDX-License-Identifier: BSD-3-Clause */
/** @file cards.h  Operations of APEnet+ cards, a step at a time, on two ranks. */
#ifndef PERF_INSTRUCTIONS_CARDS_H
#define PERF_INSTRUCTIONS_CARDS_H

#include <stdbool.h>

#include "apenet/rdma.h"

#define CARDS_SMALL 32u         /**< bytes */
#define CARDS_LARGE (64u << 10) /**< bytes; the sender copies them */

/** What a rank has for the steps. */
typedef struct cards_rank {
    apenet_card_t *card;
    char *source, *target; /**< registered */
    apenet_address_t other;
    uint64_t there; /**< target of the other rank */
} cards_rank_t;

/** Opens the card of a rank. @return 0, or a negative errno */
int cards_open(cards_rank_t *r);

/** Says to rank @p r where the target of the other one is. */
void cards_meet(cards_rank_t *r, const cards_rank_t *other);

/** Closes it. */
void cards_close(cards_rank_t *r);

/** A put to the other rank, of which the sender gets an event, or none. */
void cards_put(cards_rank_t *r, uint32_t bytes, bool is_silent);

/** Takes an event that is there. */
void cards_take(cards_rank_t *r, int kind);

#endif /* PERF_INSTRUCTIONS_CARDS_H */
