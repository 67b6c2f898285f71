/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file spread.h
 * @brief Private to the kernel shim: nodes follow their ranks to the hosts where a foreign launcher has
 * started these.
 */
#ifndef EMUQ_START_SPREAD_H
#define EMUQ_START_SPREAD_H

#include "kernel-shim/partition/partition.h"

/** emuq_spread_t.place, with the host of each rank ([np], uint32_t) as its argument. A node without ranks is
 *  where the node before it is. Only host 0 gives the message.
 *  @return 0, or -EINVAL: the ranks of a node are on several hosts */
int emuq_place_by_ranks(const emuq_spread_t *spread, const emuq_partition_t *p, uint16_t *of_node);

#endif /* EMUQ_START_SPREAD_H */
