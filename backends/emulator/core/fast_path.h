/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file fast_path.h
 * @brief Delivery of messages like an earlier message of the same FIFO, without checks and routing.
 *
 * Covers direct puts to shared memory, single packets, remote gets, and contributions of one packet, while
 * the target has space. Everything else is left to inject.c.
 */
#ifndef EMUQ_EMULATOR_FAST_PATH_H
#define EMUQ_EMULATOR_FAST_PATH_H

#include "backends/emulator/core/work.h"
#include "backends/record.h"

/** Sends the descriptors of an idle FIFO until one needs the slow path. Under the claim. @param work begun
 * if a message leads to work @return whether the FIFO is empty and its registers are up to date
 */
bool emuq_fast_run(emuq_inj_t *f, emuq_work_t *work);

bool emuq_fast_run_recorded(emuq_inj_t *f, emuq_work_t *work, emuq_record_ring_t *ring)
    __attribute__((nonnull(3)));

/** Sends one message if a route matches. Under the claim, while idle. @return false: nothing done */
bool emuq_fast_send(emuq_work_t *work, emuq_inj_t *f, const MUHWI_Descriptor_t *d);

/** Describes the route of a checked message, before delivery: afterwards the descriptor's memory may be
 * reused. @param to destination; of a collective, the sending node @param tree of a collective, or NULL */
void emuq_fast_describe(const emuq_inj_t *f, const MUHWI_Descriptor_t *d, emuq_mu_node_t *to,
                        emuq_tree_t *tree, emuq_cached_route_t *route);

/** Caches a route after delivery. Under the claim. */
void emuq_fast_learn(emuq_inj_t *f, const emuq_cached_route_t *route);

/** Drops all routes. Under the claim. */
void emuq_fast_forget(emuq_inj_t *f);

#endif /* EMUQ_EMULATOR_FAST_PATH_H */
