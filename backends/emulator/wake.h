/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file wake.h
 * @brief Wakes the threads that sleep on a node: the notifying side of its event count (idle_wait.c sleeps).
 */
#ifndef EMUQ_EMULATOR_WAKE_H
#define EMUQ_EMULATOR_WAKE_H

#include "backends/emulator/node.h"

/** Wakes all sleepers of a node. */
void emuq_wake_sleepers(emuq_mu_node_t *n);

/** Something that threads of the node may poll for has changed. The change comes first: the sleeper supplies
 * the barrier between it and the load of `sleepers` (membarrier(2), idle_wait.c). */
static inline void emuq_wake(emuq_mu_node_t *n)
{
    if (__builtin_expect(__atomic_load_n(&n->sleepers, __ATOMIC_RELAXED) != 0, 0))
        emuq_wake_sleepers(n);
}

#endif /* EMUQ_EMULATOR_WAKE_H */
