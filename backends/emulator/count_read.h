/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file count_read.h
 * @brief Reading event counts (network-counters).
 */
#ifndef EMUQ_EMULATOR_COUNT_READ_H
#define EMUQ_EMULATOR_COUNT_READ_H

#include "backends/emulator/node.h"

/** See emuq_backend_t::count. */
int emuq_count_read(emuq_machine_t *m, uint32_t node, emuq_count_t event, uint32_t link, uint32_t vc,
                    uint64_t *value);

/** See emuq_backend_t::moves. */
uint64_t emuq_count_moves(emuq_machine_t *m, uint32_t node);

#endif /* EMUQ_EMULATOR_COUNT_READ_H */
