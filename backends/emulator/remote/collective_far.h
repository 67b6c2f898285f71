/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file collective_far.h
 * @brief Collectives whose participants are on several hosts: values go up a tree of hosts, and results down.
 *
 * The hosts of the participants form a binomial tree (sync/or_tree.h), whatever the class route looks like.
 * What the class route's combining program computes is an expression of two operands each, with a participant
 * at each leaf. A host that has the contributions of its participants, and the values of the hosts below it,
 * computes what it can of that: each *value* is the largest part of the expression in which nobody else has a
 * share. It sends them to its parent, and place 0 has the result. So the operations, their operands and their
 * order are those of one host, and every result has the same bits; the longest way is log2(hosts) messages,
 * and as long again for the result. (tree_hosts.c divides the program: all hosts find the same values, in the
 * same order, and a value is named by its number among those of its host.)
 *
 *  - An input of a tree is the queue of a participant of this host, or of a value of a child. Broadcasts go
 * up as values of the first input of their host, and order and back-pressure are those of any queue.
 *  - At the other places than 0 a run ends when the parent has taken the values. The result comes later, to
 * the branch of the tree (emuq_branch_t::down), piece by piece; each host sends a piece on before it delivers
 * it, and answers when all hosts below have delivered it. Place 0 begins the next piece then.
 *  - Hosts learn of class-route words at different times. Frames name the tree by a number made from its
 * words: a value waits for the tree, and a result finds one that has been given up meanwhile. If the host has
 * never looked for it before a word changed, it says so, and its receivers, with those of the hosts below it,
 * get messages.
 *  - A result for one node (a reduce) goes from place 0 to its host as a message.
 *  - Place 0 counts what collectives carry over the links of the class route, for all hosts.
 */
#ifndef EMUQ_EMULATOR_COLLECTIVE_FAR_H
#define EMUQ_EMULATOR_COLLECTIVE_FAR_H

#include "backends/emulator/collective/collective_piece.h"

/** Goes on with the run of a tree. @return whether it is through; otherwise it belongs to the thread for
 * which emuq_far_goes_on() says so, or that resumes t->waiter */
bool emuq_far_run(emuq_work_t *work, emuq_tree_t *t);

/** Something has come that a host has waited for: an answer to an errand, or room for a receiver of a result.
 * @return whether the run of the tree goes on */
bool emuq_far_goes_on(emuq_work_t *work, emuq_waiter_t *w);

/** Host engine: a piece of a result has come. The request is done when it has been delivered. */
void emuq_far_result(emuq_work_t *work, emuq_waiter_t *w);

#endif /* EMUQ_EMULATOR_COLLECTIVE_FAR_H */
