/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file far_levels.h
 * @brief Global interrupts between hosts: levels go up a tree of hosts and the status comes down.
 *
 * The hosts of a class route's tree are the places of a tree of ORs (sync/or_tree.h). What a host says is the
 * OR of its own participants; a rank stores it and asks the host engine, which tells the parent and shows to
 * its nodes the status that it is told. A level that drops a wire goes at once; one that only raises wires as
 * a part of an exchange (a barrier is entered) goes with the next drop, or after a millisecond, or at the
 * next look of a host engine that sleeps.
 *
 * Hosts learn of class-route words at different times, and may see different trees meanwhile. So frames name
 * the tree by a number that only this tree has (tree_hosts.c), and a frame for another tree than the host's
 * is lost, as or_tree.h allows. A host that has lost one finds its trees again after each change of a word
 * that it hears of. Once all know the same words, they have the same trees.
 *
 * What a rank may rely on:
 *  - A store to a control register returns when the status of the tree is known: until then the register
 *    could show that of another tree.
 *  - A store that only raises wires returns when all hosts have seen them: where a program raises a wire and
 *    then says so by other means, no rank finds the wire low. A *fence* goes with the level up to the root,
 *    and with the status down to all hosts, and each answers to the host whose fence it is (SEEN). There are
 *    fences only while the status is known, so each host that loses one knows a newer tree; then the rank's
 *    host is going to, and the rank begins again.
 */
#ifndef EMUQ_EMULATOR_FAR_LEVELS_H
#define EMUQ_EMULATOR_FAR_LEVELS_H

#include "backends/emulator/remote/far_frame.h"

/** A node of this host says something else on a route of global interrupts. May wait for other hosts; no lock
 * is held. Not in the host engine. */
void emuq_far_level(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route);

/* What follows is the host engine's. */

/** A rank has asked it to look at a tree. @param w of the tree */
void emuq_far_levels_asked(emuq_work_t *work, emuq_waiter_t *w);
/** A frame of another host. @return 0, or a negative errno: nonsense, or no memory */
int emuq_far_levels_arrived(emuq_work_t *work, emuq_machine_t *m, uint32_t host, const emuq_frame_level_t *f);
/** Class-route words of a mirror have changed. */
void emuq_far_levels_renew(emuq_work_t *work, emuq_machine_t *m);
/** Tells what has been owed for long enough. @return whether there was something */
bool emuq_far_levels_settle(emuq_work_t *work);

#endif /* EMUQ_EMULATOR_FAR_LEVELS_H */
