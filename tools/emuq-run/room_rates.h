/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file room_rates.h
 * @brief How fast rooms beside the Message Units count: those of their counters that have the name of a rate.
 */
#ifndef EMUQ_ROOM_RATES_H
#define EMUQ_ROOM_RATES_H

#include <stdio.h>

#include "kernel-shim/partition/launch.h"

#define EMUQ_ROOM_RATES 8 /**< that are said, at most */

/** Counts at the latest look and the one before. Zeros before the first. */
typedef struct emuq_room_rates {
    uint32_t nodes, rates;
    const char *name[EMUQ_ROOM_RATES];
    uint64_t *before, *now; /**< [EMUQ_ROOM_RATES * nodes] */
    uint64_t looked;        /**< ns */
    double seconds;         /**< from the look before */
} emuq_room_rates_t;

/** Begins. */
void emuq_room_rates_open(emuq_room_rates_t *r, const emuq_launch_t *launch);
/** Frees what it has. */
void emuq_room_rates_close(emuq_room_rates_t *r);

/** Looks at the job. */
void emuq_room_rates_look(emuq_room_rates_t *r, const emuq_launch_t *launch);

/** Writes the rates between the latest two looks that are not 0: of all nodes, and of the one that has
 * counted most. @param before each @return how many */
uint32_t emuq_room_rates_write(const emuq_room_rates_t *r, const emuq_launch_t *launch, const char *before,
                               FILE *out);

#endif /* EMUQ_ROOM_RATES_H */
