/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file count_read.h
 * @brief Reading event counts (network-counters).
 */
#ifndef EMUQ_EMULATOR_COUNT_READ_H
#define EMUQ_EMULATOR_COUNT_READ_H

#include "backends/emulator/core/work.h"

/** What this host has counted for a node. @param counter of a question of another host
 *  @return 0, or -EINVAL: there is no such counter */
int emuq_count_here(emuq_work_t *work, emuq_machine_t *m, uint32_t node, uint32_t counter, uint64_t *value);
/** See emuq_backend_t::count. On several hosts the sum of what they have counted. */
int emuq_count_read(emuq_machine_t *m, uint32_t node, emuq_count_t event, uint32_t link, uint32_t vc,
                    uint64_t *value);

/** Packets that a link of a node has damaged: sent again by the node, or received by it (@p received). On
 * several hosts the sum of what they have counted. @return 0 or -ENOMEM */
int emuq_count_read_damaged(emuq_machine_t *m, uint32_t node, uint32_t link, bool received, uint64_t *value);

/** See emuq_backend_t::settle. */
void emuq_count_settle(emuq_machine_t *m, emuq_node_counts_t *counts);

/** See emuq_backend_t::moves. */
uint64_t emuq_count_moves(emuq_machine_t *m, uint32_t node);

#endif /* EMUQ_EMULATOR_COUNT_READ_H */
