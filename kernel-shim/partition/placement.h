/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file placement.h
 * @brief Private to the kernel shim: which nodes are on which host.
 */
#ifndef EMUQ_JOB_PLACEMENT_H
#define EMUQ_JOB_PLACEMENT_H

#include <stdint.h>

/** Places blocks of consecutive nodes, as even as possible, on hosts. @param of_node [nodes] set
 *  @param hosts 1..nodes */
void emuq_place_evenly(uint16_t *of_node, uint32_t nodes, uint32_t hosts);

#endif /* EMUQ_JOB_PLACEMENT_H */
