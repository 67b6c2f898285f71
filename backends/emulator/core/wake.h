/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file wake.h
 * @brief Wakes the threads that sleep on a node: the notifying side of its event count (idle_wait.c sleeps).
 */
#ifndef EMUQ_EMULATOR_WAKE_H
#define EMUQ_EMULATOR_WAKE_H

#include "backends/emulator/core/node.h"

/** Something that threads of the node may poll for has changed: a load and a branch, if no thread sleeps. */
static inline void emuq_wake(emuq_mu_node_t *n)
{
    emuq_event_notify_light(&n->event, EMUQ_EVENT_ALL);
}

#endif /* EMUQ_EMULATOR_WAKE_H */
