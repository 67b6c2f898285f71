/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file cycle.h
 * @brief What happens in a cycle. For the files of network/ alone.
 */
#ifndef EMUQ_NETWORK_CYCLE_H
#define EMUQ_NETWORK_CYCLE_H

#include "network/machine.h"

/** Applies the events of a cycle; then each node that had one chooses. */
void emuq_net_run_cycle(emuq_net_t *net, uint64_t cycle);

#endif /* EMUQ_NETWORK_CYCLE_H */
