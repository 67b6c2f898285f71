/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file against.h
 * @brief One job whose descriptors go to the Message Unit and to the reference: memory, counters, packets and
 * completion counts must agree. Not thread-safe.
 */
#ifndef AGAINST_H
#define AGAINST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Kinds of descriptors; the first three are the packet types. */
enum { AGAINST_FIFO, AGAINST_PUT, AGAINST_GET, AGAINST_COLLECTIVE, AGAINST_KINDS };

/** What a job has been. Where each rank is a process, which makes them for itself, there are 0 of all. */
typedef struct against {
    uint32_t size[5];
    uint64_t descriptors;
    uint64_t kind[AGAINST_KINDS]; /**< of them */
    uint64_t packets;             /**< into reception FIFOs */
} against_t;

/** Runs it. @param messages about how many, of all streams together; 0: as many as
 *  the nodes have landing places for @param choice [choices] as of
 * plan_choose()
 *  @return whether they agree; the first difference has been reported */
bool against_run(uint64_t seed, uint32_t messages, const uint8_t *choice, size_t choices, against_t *done);

#endif /* AGAINST_H */
