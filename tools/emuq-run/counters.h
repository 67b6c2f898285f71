/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file counters.h
 * @brief What the launcher says of the counters of Message Units and links (--counters).
 */
#ifndef EMUQ_COUNTERS_H
#define EMUQ_COUNTERS_H

#include "kernel-shim/partition/launch.h"

/** Says what has been counted, by the machine's names, and which links have carried most. No rank runs any
 * more. */
void emuq_counters_say(const emuq_launch_t *launch);

/** The same of counts that are there. @param node one of each node of the shape */
void emuq_counters_say_of(const emuq_node_counts_t *node, const uint32_t shape[5]);

/** "3 (0,1,1,0,0)": a node and its coordinates. @param shape [5] @param text of 64 bytes */
const char *emuq_node_name(const uint32_t *shape, uint32_t node, char *text);

#endif /* EMUQ_COUNTERS_H */
