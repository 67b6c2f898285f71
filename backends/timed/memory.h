/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file memory.h
 * @brief Which memory the payloads of a node are in, if memory.kind is auto: the L2, or DDR when the program
 * sends and receives more different bytes than the L2 holds.
 *
 * What counts are the bytes of payloads that the Message Unit has read or written since the last barrier, or
 * in memory.window_cycles, whichever is longer. A barrier is a global interrupt that falls: all nodes of its
 * route have lowered it. Barriers that are a window apart begin another round of touched.h; what a window
 * counts is at least what the rule says, and begins at one of the last two of these barriers.
 *
 * A packet counts when it has been read, or has come. So the rate of the memory holds for the next one.
 */
#ifndef EMUQ_TIMED_MEMORY_H
#define EMUQ_TIMED_MEMORY_H

#include "backends/emulator/core/deliver.h"
#include "backends/timed/timed.h"

/** @return 0 or -ENOMEM */
int emuq_timed_memory_open(emuq_timed_t *t);

/** Frees what emuq_timed_memory_open() has made, if it has. */
void emuq_timed_memory_close(emuq_timed_t *t);

/** The Message Unit of a node has read or written @p bytes bytes at @p data. */
void emuq_timed_memory_touch(emuq_timed_t *t, uint32_t node, const void *data, uint64_t bytes);

/** A message is about to bring bytes [*m->sent, end) to a node that has room for them. */
void emuq_timed_memory_arrive(emuq_timed_t *t, emuq_mu_node_t *to, const emuq_message_t *m, uint64_t end);

/** Interrupts of a class route of a node are now @p bits. Before the node's register says so. */
void emuq_timed_memory_interrupt(emuq_timed_t *t, emuq_mu_node_t *n, uint32_t route, uint32_t bits);

#endif /* EMUQ_TIMED_MEMORY_H */
