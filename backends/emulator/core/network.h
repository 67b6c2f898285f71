/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file network.h
 * @brief A network between the Message Units that takes time: backends/timed, and late.h.
 *
 * Without one, which is the rule, the thread that injects a message delivers it. A network takes the messages
 * over once they have been decoded and checked: it reads payloads, completes descriptors and delivers packets
 * when their time has come, by the functions here.
 */
#ifndef EMUQ_EMULATOR_NETWORK_H
#define EMUQ_EMULATOR_NETWORK_H

#include "backends/emulator/core/message.h"

/** The hooks of a network, process-wide. */
typedef struct emuq_network_hooks {
    /** Takes the message that f->begun describes. Under the claim of the FIFO, whose waiter it gets: the
     *  network ends it with emuq_inj_sent().
     *  @param target node at the end of the message's way
     *  @param copies nodes that it is delivered to: 1, or those of a deposit message's line
     *  @return EMUQ_PARKED; EMUQ_REFUSED: recorded in the work; EMUQ_DONE: the descriptor is complete, and
     * has been counted */
    emuq_outcome_t (*post)(emuq_work_t *work, emuq_inj_t *f, uint32_t target, uint32_t copies);
    /** Takes the contribution to a collective that f->begun describes, likewise.
     *  @param tree of its class route; complete
     *  @return EMUQ_OUTSIDE as well: the tree has just been given up */
    emuq_outcome_t (*contribute)(emuq_work_t *work, emuq_inj_t *f, emuq_tree_t *tree);
    /** The node's bits in a class route of global interrupts are now @p bits. Ends with
     * emuq_gi_show_status() at all nodes of the route whose status changes. Called if the machine's
     * carries_levels is set; NULL: the levels go as without a network. */
    void (*level)(emuq_mu_node_t *n, uint32_t route, uint32_t bits);
} emuq_network_hooks_t;

/** The network in force, or NULL. Set while no other thread uses a register. */
extern const emuq_network_hooks_t *emuq_the_network;

/** Finds the payload of the message that f->begun describes.
 *  @return EMUQ_DONE and *payload; EMUQ_REFUSED: there is none (any more); EMUQ_REMOTE: another process has
 * it
 */
emuq_outcome_t emuq_inj_payload(emuq_work_t *work, emuq_inj_t *f, const char **payload);

/** The last packet of the message that f->begun describes has been built: the descriptor is complete, and the
 * FIFO goes on. */
void emuq_inj_sent(emuq_work_t *work, emuq_inj_t *f);

/** Whether a node can take a packet with @p bytes of payload, or will refuse or drop it. */
bool emuq_has_room(emuq_mu_node_t *to, const MUHWI_PacketHeader_t *header, uint64_t bytes);

/** Rank that sees what a packet changes at a node: the owner of its FIFO or counter. @return -1: none, or any
 */
int32_t emuq_receiver(const emuq_mu_node_t *to, const MUHWI_PacketHeader_t *header);

/** Delivers bytes [*m->sent, end) of a message to a node that has room for them.
 *  @return EMUQ_DONE, EMUQ_REFUSED, or EMUQ_REMOTE: another process has the memory */
emuq_outcome_t emuq_deliver_packet(emuq_mu_node_t *to, emuq_message_t *m, uint64_t end);

/** Stores the status of a class route of global interrupts at a node, and raises what it enables. */
void emuq_gi_show_status(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route, uint32_t status);

#endif /* EMUQ_EMULATOR_NETWORK_H */
