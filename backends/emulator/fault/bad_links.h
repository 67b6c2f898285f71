/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file bad_links.h
 * @brief Faults on purpose: links with bit errors, and a link that goes down (docs/faults.md).
 *
 * A packet that a link damages is sent again until it is whole. The sender's end of the link counts that
 * (`resent` of its node), and the packet and those behind it are late. A link that is down ends the job.
 *
 * On several hosts the sender's host finds out what happens to a packet on all links of its way. It counts
 * damage at its mirrors; who reads the counters of a link asks all hosts (count_read.h). Packets on the link
 * that is to go down are counted by the host that has its node.
 */
#ifndef EMUQ_EMULATOR_BAD_LINKS_H
#define EMUQ_EMULATOR_BAD_LINKS_H

#include "backends/emulator/fault/late_queue.h"
#include "backends/emulator/collective/tree.h"

/** A message whose packets cross links: what choices depend on. */
typedef struct emuq_crossing {
    emuq_machine_t *machine; /**< which has faults */
    uint32_t node, fifo;     /**< the injection FIFO; of a collective, that of one participant */
    uint64_t number;         /**< of the descriptor in it, from 1 */
    const MUHWI_PacketHeader_t *header;
    uint64_t asks; /**< packets on the link that is to go down, if it is a node's of another host: nobody has
                      counted them yet, see emuq_bad_links_ask() */
} emuq_crossing_t;

/** Computes how probable damage is. */
void emuq_bad_links_plan(emuq_faults_t *faults);

/** Bytes [begin, end) of a message from point to point, whole packets, are sent to node @p target. Does not
 * return if a link on their way is down. @return nanoseconds that they are late */
uint64_t emuq_bad_links_delay(emuq_crossing_t *c, uint32_t target, uint64_t begin, uint64_t end);

/** A collective of @p length bytes goes over all links of its tree. Does not return if one is down. */
void emuq_bad_links_collective(emuq_crossing_t *c, const emuq_tree_t *t, uint64_t length);

/** Packets are sent on the link that is to go down, which is a node's of this host. Does not return if it is
 * down. Thread-safe. */
void emuq_bad_links_crossed(emuq_machine_t *m, uint64_t packets);

/** Packets of node @p node are sent on the link that is to go down, a node's of another host: tells that
 * host.
 *  @param waits until it has counted them, with no lock held that arrived() needs
 *  @return false: the job is over, because the link is down or for another reason */
bool emuq_bad_links_ask(emuq_mu_node_t *node, uint64_t packets, bool waits);

#endif /* EMUQ_EMULATOR_BAD_LINKS_H */
