/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file tree_hosts.h
 * @brief The nodes of a tree, and the hosts on which they are.
 */
#ifndef EMUQ_EMULATOR_TREE_HOSTS_H
#define EMUQ_EMULATOR_TREE_HOSTS_H

#include "backends/emulator/collective/tree.h"

/** Fills in what the t->nodes nodes of a new tree are: of global interrupts, those of this host first. Under
 * the machine's tree_lock. @param found their numbers */
void emuq_tree_place(emuq_tree_t *t, const uint32_t *found);

/** Divides the combining program of a tree of collectives between the hosts of its participants: it becomes
 * the program of this host (collective_far.h). Nothing is done if that is one host. @return 0 or -ENOMEM */
int emuq_tree_divide(emuq_tree_t *t);

/** The place of a participant's host. */
uint32_t emuq_tree_place_of(const emuq_tree_t *t, uint32_t node);

#endif /* EMUQ_EMULATOR_TREE_HOSTS_H */
