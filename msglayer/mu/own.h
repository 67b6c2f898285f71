/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file own.h
 * @brief What the Message Unit writes for a process outside its FIFOs, at the same place in all processes.
 *
 * The process's table entry EMUQ_PAMI_BAT_OWN has the physical address as its base, so that one packet header
 * names a word of it in every process: results of the collective network are put there on all nodes at once.
 */
#ifndef EMUQ_PAMI_MU_OWN_H
#define EMUQ_PAMI_MU_OWN_H

#include <hwi/include/bqc/MU_Addressing.h>

#include "msglayer/mu/packet.h"

#define EMUQ_PAMI_ROUTES 16u /**< class routes of each kind, on a node */

/** A short result of a class route. A result is overwritten by the next one of its route, to which this
 * process has contributed then. */
typedef struct emuq_pami_landing {
    uint64_t value; /**< __atomic: minus the bytes that have arrived; the Message Unit's, release */
    char result[EMUQ_PAMI_PAYLOAD]; /**< a few bytes of it share the counter's cache line */
    uint64_t requested;             /**< bytes of all results so far; of the thread that contributes */
} __attribute__((aligned(64))) emuq_pami_landing_t;

/** All of it. */
typedef struct emuq_pami_own {
    uint64_t dummy; /**< counter of all puts into this process; its value is never used */
    emuq_pami_landing_t landing[EMUQ_PAMI_ROUTES];
} __attribute__((aligned(64))) emuq_pami_own_t;

/** What a put names a counter at @p offset of emuq_pami_own_t by. */
static inline uint64_t emuq_pami_own_counter(size_t offset)
{
    return MUHWI_ATOMIC_ADDRESS_INDICATOR | offset | MUHWI_ATOMIC_OPCODE_STORE_ADD;
}

#endif /* EMUQ_PAMI_MU_OWN_H */
