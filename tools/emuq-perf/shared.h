/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file shared.h
 * @brief Memory that all ranks have mapped: to begin batches together, and to measure what the machine
 * does without a Message Unit.
 */
#ifndef EMUQ_PERF_SHARED_H
#define EMUQ_PERF_SHARED_H

#include <hwi/include/bqc/MU_Descriptor.h>
#include <pami.h>
#include <stdbool.h>
#include <stdint.h>

#include "tools/emuq-perf/options.h"

#define PERF_LINE       64
#define PERF_RING_SLOTS 256   /* they fit into a first-level cache */
#define PERF_PIPE_BYTES 65536 /* as much as a reception FIFO of the tests has */
#define PERF_MAX_CORES  1024
#define PERF_WAYS       10 /* to neighbours: down and up in each dimension */

/** A word alone in its cache line. */
typedef struct perf_word {
    uint64_t value __attribute__((aligned(PERF_LINE)));
} perf_word_t;

/** A central barrier. */
typedef struct perf_barrier {
    perf_word_t arrived, generation;
} perf_barrier_t;

/** A slot of the ring: 56 bytes, and a number that says that they are there. */
typedef struct perf_slot {
    uint64_t payload[7];
    uint64_t number;
} __attribute__((aligned(PERF_LINE))) perf_slot_t;

#define PERF_NO_PORT UINT32_MAX

/** Where an endpoint of libfabric is. */
typedef struct perf_fabric_name {
    uint64_t length; /**< bytes; 0: not known yet. Stored with release, loaded with acquire */
    char bytes[128];
} perf_fabric_name_t;

/** What two ranks share; of each pair of words, [0] is written by the pair's first rank. */
typedef struct perf_pair {
    perf_word_t flag[2];
    uint64_t payload[2][8] __attribute__((aligned(PERF_LINE)));
    uint32_t futex __attribute__((aligned(PERF_LINE)));
    uint32_t played;            /**< number of the last batch whose end its first rank has told: a futex */
    pami_memregion_t region[2]; /**< windows of the two, for the message layer */
    MUHWI_Descriptor_t answer;  /**< of the second rank: the put that answers a remote get */
    MUHWI_Descriptor_t link;    /**< of the second rank, in a chain of remote gets */
    uint64_t seen;     /**< by the second rank: when it has seen a message, in ticks of the processor */
    perf_word_t taken; /**< slots of the ring, by the reader */
    uint32_t port;     /**< of TCP, for the second rank; network.c */
    perf_fabric_name_t name[2];
    perf_slot_t ring[PERF_RING_SLOTS];
    perf_word_t piped[2]; /**< pieces that are in the pipe or were, and that have been taken out of it */
    char pipe[PERF_PIPE_BYTES] __attribute__((aligned(PERF_LINE)));
} perf_pair_t;

/** What the next batch is. */
typedef struct perf_command {
    uint32_t batch;  /**< PERF_BATCH_... */
    uint64_t rounds; /**< 0: there is no other */
    uint32_t number; /**< grows from batch to batch */
} perf_command_t;

typedef struct perf_shared {
    perf_barrier_t start;           /**< of those who take part */
    perf_barrier_t measured;        /**< what the barrier tests measure */
    perf_word_t computed;           /**< batches in which rank 0 has computed, by rank 0 */
    perf_command_t command;         /**< by rank 0, between the ends of one batch and the start of the next */
    double seconds[PERF_MAX_PAIRS]; /**< of one operation, by each pair's first rank */
    uint32_t finished;              /**< cases that have been measured: a futex */
    uint32_t cores;
    int core[PERF_MAX_CORES]; /**< numbers of the system for one hardware thread of each core */
    uint32_t pairs;
    uint64_t block_bytes; /**< of each of a pair's two blocks */
    uint64_t blocks;      /**< offset of the first */
    uint64_t bytes;       /**< of all */
    uint64_t face_bytes;  /**< room for a message from a neighbour; 0: there is none */
    uint64_t faces;       /**< offset of those of rank 0 */
    perf_pair_t pair[];
} perf_shared_t;

/** Where others find a perf_shared_t: sent to all ranks. */
typedef struct perf_place {
    uint64_t process, descriptor, address;
} perf_place_t;

/** What ranks need memory for. */
typedef struct perf_needs {
    uint32_t pairs, ranks, fifos; /**< fifos: injection FIFOs of each rank */
    uint64_t block_bytes;         /**< of the longest message */
    uint64_t face_bytes;          /**< of the longest from a neighbour; 0: there is none */
} perf_needs_t;

/** Makes the memory. @return NULL and errno if the system rejects it. */
perf_shared_t *perf_shared_make(const perf_needs_t *needs, perf_place_t *place);
/** Maps what another rank has made. @return NULL if the system refuses. */
perf_shared_t *perf_shared_map(const perf_place_t *place);
/** Gives it up. @p place says who made it: who has only mapped it passes what perf_shared_map() got. */
void perf_shared_unmap(perf_shared_t *s, const perf_place_t *place, bool maker);

/** Block @p which (0 or 1) of a pair. */
static inline char *perf_block(perf_shared_t *s, uint32_t pair, uint32_t which)
{
    return (char *)s + s->blocks + (2 * pair + which) * s->block_bytes;
}

/** The word in which a neighbour says that its message is there, and, behind it, room for two messages.
 *  @param way  2 d: from the neighbour at higher coordinates of dimension d, to which it travels down; 2 d +
 * 1: the other way */
static inline perf_word_t *perf_face_flag(perf_shared_t *s, uint32_t rank, uint32_t way)
{
    uint64_t each = sizeof(perf_word_t) + 2 * s->face_bytes;
    return (perf_word_t *)((char *)s + s->faces + (rank * (uint64_t)PERF_WAYS + way) * each);
}

/** Message @p which (0 or 1) behind it. */
static inline char *perf_face(perf_shared_t *s, uint32_t rank, uint32_t way, uint32_t which)
{
    return (char *)(perf_face_flag(s, rank, way) + 1) + which * s->face_bytes;
}

/** A turn of a waiting loop: after @p patience of them the core is given away at each. */
void perf_relax(uint64_t *turns, uint64_t patience);

/** Waits for @p members ranks. */
void perf_barrier(perf_barrier_t *b, uint64_t members, uint64_t patience);

/** Sleeps while *word is @p value; wakes all who do. Also between processes. */
void perf_futex_wait(uint32_t *word, uint32_t value);
void perf_futex_wake(uint32_t *word);

#endif /* EMUQ_PERF_SHARED_H */
