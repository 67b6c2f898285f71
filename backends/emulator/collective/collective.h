/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file collective.h
 * @brief Collectives over class routes.
 */
#ifndef EMUQ_EMULATOR_COLLECTIVE_H
#define EMUQ_EMULATOR_COLLECTIVE_H

#include "backends/emulator/collective/tree.h"

/** dst = dst op src. @param op header byte 1 (hwi-packet-headers 3) @param word_bytes operand, 4 to
 * 512 */
void emuq_combine(uint8_t op, uint32_t word_bytes, void *dst, const void *src, uint64_t bytes);

/** Replaces each NaN by the standard signalling NaN. */
void emuq_normalise(void *data, uint64_t bytes);

typedef const char *emuq_find_segment_t(const emuq_tree_t *t, uint32_t input, const void *context);

/** Runs the combining program of a tree on a segment of all inputs. Inlined: no call per input. @param stack
 * t->depth segments @param segment stride of the stack @return the last result */
static inline __attribute__((always_inline)) const char *
emuq_tree_combine(const emuq_tree_t *t, char *stack, uint64_t segment, const MUHWI_PacketHeader_t *h,
                  uint64_t bytes, emuq_find_segment_t *find, const void *context)
{
    uint8_t op = (uint8_t)h->NetworkHeader.collective.Byte1.OpCode;
    uint32_t word = 4u << h->NetworkHeader.collective.Byte1.Word_Length;
    char *top = stack - segment;
    for (uint32_t i = 0; i < t->steps; i++) {
        const emuq_combine_step_t *s = &t->step[i];
        switch (s->what) {
        case EMUQ_PUSH:
            top += segment;
            if (bytes == sizeof(uint64_t))
                memcpy(top, find(t, s->input, context), sizeof(uint64_t));
            else
                memcpy(top, find(t, s->input, context), bytes);
            break;
        case EMUQ_COMBINE_LOCAL:
            emuq_combine(op, word, top, find(t, s->input, context), bytes);
            break;
        case EMUQ_MERGE:
            top -= segment;
            emuq_combine(op, word, top, top + segment, bytes);
            break;
        }
    }
    return top;
}

enum { EMUQ_BROADCAST = 0, EMUQ_ALLREDUCE = 2, EMUQ_REDUCE = 3 };

static inline uint32_t emuq_collective_kind(const MUHWI_PacketHeader_t *h)
{
    return h->NetworkHeader.collective.Byte3.Collective_Type;
}

static inline emuq_contribution_t *emuq_collective_oldest(const emuq_tree_t *t, uint32_t input)
{
    emuq_contributions_t *q = &t->queue[input];
    return &q->ring[q->first];
}

/** Combines the segment at t->run.at. Called by the running thread. */
void emuq_segment_prepare(emuq_tree_t *t);

/** Delivers the current segment to the local receivers, or the only one. @param waiter parked if necessary
 * @return false: parked; the resuming thread owns the run */
bool emuq_segment_deliver(emuq_work_t *work, emuq_tree_t *t, emuq_collective_run_t *run,
                          emuq_waiter_t *waiter);

void emuq_segment_next(emuq_collective_run_t *run);

/** Delivers a collective on one host. @return false: parked; the resuming thread owns the run */
bool emuq_segments_deliver(emuq_work_t *work, emuq_tree_t *t);

bool emuq_collective_is_same(const MUHWI_PacketHeader_t *a, uint64_t a_length, const MUHWI_PacketHeader_t *b,
                             uint64_t b_length);

/** Receiver of a reduce; UINT32_MAX: none. */
uint32_t emuq_collective_destination(const emuq_tree_t *t, const MUHWI_PacketHeader_t *h);

/** Counts a delivered collective. Caller holds the lock. @param only receiver, or UINT32_MAX */
void emuq_collective_count(emuq_tree_t *t, const MUHWI_PacketHeader_t *h, uint64_t length, uint32_t only);

void emuq_collective_resume(emuq_work_t *work, emuq_waiter_t *w);

/** Finds the tree of a descriptor. @return EMUQ_DONE; EMUQ_PARKED: incomplete route; EMUQ_FAILED */
emuq_outcome_t emuq_collective_find(emuq_work_t *work, emuq_inj_t *f, const MUHWI_Descriptor_t *d,
                                    emuq_tree_t **tree);

/** Contributes the message of a descriptor, and runs collectives that become ready. @return EMUQ_DONE:
 * buffered; EMUQ_PARKED: until read, or until a slot is free; EMUQ_FAILED; EMUQ_OUTSIDE: the node has another
 * tree */
emuq_outcome_t emuq_contribute(emuq_work_t *work, emuq_inj_t *f, emuq_tree_t *t, const MUHWI_Descriptor_t *d,
                               const char *payload, uint64_t length);

/** @return false: the node has another tree */
bool emuq_contribution_find(emuq_mu_node_t *n, emuq_tree_t *t, emuq_contribution_route_t *route);

/** Contributes a short message by a cached route. @return false: nothing done */
bool emuq_contribute_short(emuq_work_t *work, emuq_inj_t *f, const emuq_contribution_route_t *route,
                           const MUHWI_Descriptor_t *d, const char *payload, uint64_t length);

/** Contributes a value of a remote host, or delivers a result, in the host engine. */
void emuq_collective_request(emuq_work_t *work, emuq_waiter_t *w);

#endif /* EMUQ_EMULATOR_COLLECTIVE_H */
