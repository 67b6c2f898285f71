/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file against.h
 * @brief One job for the Message Unit and for the reference: memory, counters, packets and completion counts
 * must agree. Not thread-safe.
 */
#ifndef AGAINST_H
#define AGAINST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Kinds of descriptors, packet types first. */
enum { AGAINST_FIFO, AGAINST_PUT, AGAINST_GET, AGAINST_COLLECTIVE, AGAINST_KINDS };

/** Contents of a job; all 0 if ranks are processes. */
typedef struct against {
    uint32_t size[5];
    uint64_t descriptors;
    uint64_t kind[AGAINST_KINDS]; /**< descriptors per kind */
    uint64_t packets;             /**< into reception FIFOs */
} against_t;

/** Runs a job. @param messages approximate number over all streams; 0: as many as landing places
 *  @param choice [choices] as of plan_choose()
 *  @return whether both agree; the first difference is reported */
bool against_run(uint64_t seed, uint32_t messages, const uint8_t *choice, size_t choices, against_t *done);

#endif /* AGAINST_H */
