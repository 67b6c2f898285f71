/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file fast_path.h
 * @brief Messages like one that has been delivered before.
 *
 * Programs send many messages of a kind; a message like one that passed all checks and was delivered is
 * neither checked nor routed again: a direct put whose memory every process sees, one packet for a reception
 * FIFO with room, descriptors for a remote-get FIFO with room, a contribution of one packet to a collective.
 * Everything else is left to inject.c, which begins from the same registers.
 *
 * A cached route belongs to the injection FIFO and is read and written under its claim. It is void when the
 * `settings` of the receiving node (of a collective: of the sending one) have advanced; see put_route.h.
 */
#ifndef EMUQ_EMULATOR_FAST_PATH_H
#define EMUQ_EMULATOR_FAST_PATH_H

#include "backends/emulator/core/work.h"
#include "backends/record.h"

/** Whether the last message of a FIFO is one for emuq_fast_single(): a hint, without the claim. */
static inline bool emuq_expects_single(const emuq_inj_t *f)
{
    return __atomic_load_n(&f->single, __ATOMIC_RELAXED) != 0;
}

/** Claims a FIFO, and sends its only descriptor if it is a direct put or a packet of a known kind: what
 * programs inject again and again. All that emuq_fast_run() looks at is looked at here too; what that has
 * found of the FIFO's threshold holds for as long as the node's settings have not advanced.
 *  @return true: it has been sent, the registers are exact, and the claim is released; false: the caller
 * holds the claim and goes on, whatever has been done, from the registers */
bool emuq_fast_single(emuq_inj_t *f);

/** Sends messages of known kinds for as long as nothing is in the way. Under the claim, and only while the
 * FIFO is idle.
 *  @param work  begun by this function if the message leads to work and that is not begun yet
 *  @return whether the FIFO is empty now and its registers are exact */
bool emuq_fast_run(emuq_inj_t *f, emuq_work_t *work);

/** The same, with a record of each message (backends/record.h). */
bool emuq_fast_run_recorded(emuq_inj_t *f, emuq_work_t *work, emuq_record_ring_t *ring)
    __attribute__((nonnull(3)));

/** Sends a message if it is of a known kind. Under the claim, and only while the FIFO is idle.
 *  @return false if nothing has been done */
bool emuq_fast_send(emuq_work_t *work, emuq_inj_t *f, const MUHWI_Descriptor_t *d);

/** Describes a message that has passed all checks, before it is delivered: afterwards the memory of its
 * descriptor may be gone.
 *  @param to    destination of a point-to-point message, the own node of a collective
 *  @param tree  of the class route of a collective; NULL otherwise */
void emuq_fast_describe(const emuq_inj_t *f, const MUHWI_Descriptor_t *d, emuq_mu_node_t *to,
                        emuq_tree_t *tree, emuq_cached_route_t *route);

/** Remembers what has been described, after the message has been delivered. Under the claim. */
void emuq_fast_learn(emuq_inj_t *f, const emuq_cached_route_t *route);

/** Forgets everything: the FIFO has another owner. Under the claim. */
void emuq_fast_forget(emuq_inj_t *f);

#endif /* EMUQ_EMULATOR_FAST_PATH_H */
