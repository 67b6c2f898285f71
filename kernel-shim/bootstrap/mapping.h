/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file mapping.h
 * @brief Private to the methods with PMI: where the ranks are, as the launcher writes it.
 */
#ifndef EMUQ_BOOTSTRAP_MAPPING_H
#define EMUQ_BOOTSTRAP_MAPPING_H

#include <stdint.h>

/** Reads a PMI_process_mapping, "(vector,(0,2,4),(2,1,1))": groups of the first node, the number of nodes,
 *  and the ranks of each, which are taken again from the first group when ranks are left.
 *  @param node [ranks] set to the node of each rank
 *  @return 0, or -EINVAL without a message: it is none, or places no rank */
int emuq_mapping_nodes(const char *mapping, uint32_t ranks, uint32_t *node);

#endif /* EMUQ_BOOTSTRAP_MAPPING_H */
