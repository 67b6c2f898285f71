/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file far_drain.h
 * @brief Messages to nodes of other hosts: the end of a rank that has sent some.
 */
#ifndef EMUQ_EMULATOR_FAR_DRAIN_H
#define EMUQ_EMULATOR_FAR_DRAIN_H

#include <stdint.h>

#include "backends/emulator/core/unit.h"

/** Waits until what the injection FIFOs of a node of this host have posted has been taken, up to the time @p
 * end (emuq_host_now_ns()). */
void emuq_far_drain(emuq_machine_t *m, uint32_t node, uint64_t end);

#endif /* EMUQ_EMULATOR_FAR_DRAIN_H */
