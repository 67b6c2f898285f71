/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file collective.h
 * @brief Collectives over class routes (spi-classroute-collectives section 2).
 */
#ifndef EMUQ_EMULATOR_COLLECTIVE_H
#define EMUQ_EMULATOR_COLLECTIVE_H

#include "backends/emulator/tree.h"

/** Kinds of collectives (Collective_Type). */
enum { EMUQ_BROADCAST = 0, EMUQ_ALLREDUCE = 2, EMUQ_REDUCE = 3 };

/** Kind of a collective packet. */
static inline uint32_t emuq_collective_kind(const MUHWI_PacketHeader_t *h)
{
    return h->NetworkHeader.collective.Byte3.Collective_Type;
}

/** Whether contributions with these headers and lengths are to the same operation. */
bool emuq_collective_is_same(const MUHWI_PacketHeader_t *a, uint64_t a_length, const MUHWI_PacketHeader_t *b,
                             uint64_t b_length);

/** Participant that a reduce is for, or UINT32_MAX: it is none. */
uint32_t emuq_collective_destination(const emuq_tree_t *t, const MUHWI_PacketHeader_t *h);

/** Counts a collective that has been delivered. @param only participant that got the result, or UINT32_MAX:
 * all have */
void emuq_collective_count(emuq_tree_t *t, const MUHWI_PacketHeader_t *h, uint64_t length, uint32_t only);

/** Finds the tree for a descriptor of a collective.
 *  @return EMUQ_DONE and *tree; EMUQ_PARKED: the route is not complete; EMUQ_REFUSED */
emuq_outcome_t emuq_collective_find(emuq_work_t *work, emuq_inj_t *f, const MUHWI_Descriptor_t *d,
                                    emuq_tree_t **tree);

/** Contributes the message of a descriptor, and runs what that completes.
 *  @return EMUQ_DONE: buffered; EMUQ_PARKED: the FIFO waits until its source has been read or the queue has a
 * place; EMUQ_REFUSED; EMUQ_OUTSIDE: nothing done, the tree is not the node's any more */
emuq_outcome_t emuq_contribute(emuq_work_t *work, emuq_inj_t *f, emuq_tree_t *t, const MUHWI_Descriptor_t *d,
                               const char *payload, uint64_t length);

/** The same for a message of a known kind that is buffered. @return false: nothing has been done. */
bool emuq_contribute_short(emuq_work_t *work, emuq_inj_t *f, emuq_tree_t *t, const MUHWI_Descriptor_t *d,
                           const char *payload, uint64_t length);

/** Contributes a request of another host, whose root is a node of this host. The request is done when the
 * contribution is buffered or has been read. */
void emuq_collective_request(emuq_work_t *work, emuq_waiter_t *w);

/** Goes on with the run of a tree that was parked. */
void emuq_collective_resume(emuq_work_t *work, emuq_tree_t *t);

#endif /* EMUQ_EMULATOR_COLLECTIVE_H */
