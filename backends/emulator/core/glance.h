/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file glance.h
 * @brief What the Message Units are doing, seen from outside while the job runs.
 *
 * No claim and no lock is taken, and nothing is written: who looks may belong to no rank, and a rank may be
 * killed meanwhile. So sums that threads are changing are read as they are.
 */
#ifndef EMUQ_EMULATOR_GLANCE_H
#define EMUQ_EMULATOR_GLANCE_H

#include "backends/emulator/core/layout.h"

/** See emuq_backend_t::glance. */
void emuq_glance(emuq_machine_t *m, emuq_node_counts_t *counts);

/** See emuq_backend_t::fullest. */
uint32_t emuq_fullest(const emuq_machine_t *m, emuq_fifo_fill_t *fill, uint32_t most);

#endif /* EMUQ_EMULATOR_GLANCE_H */
