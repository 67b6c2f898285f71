/* SPDX-License-Identifier: BSD-3-Clause */
/** @file rank.h  A rank that measures: its Message Unit, its partner, its core. */
#ifndef EMUQ_PERF_RANK_H
#define EMUQ_PERF_RANK_H

#include <sched.h>

#include "base/host_calls.h"
#include "spi/setup/reception.h"
#include "spi/setup/spi_setup.h"
#include "tools/emuq-perf/options.h"
#include "tools/emuq-perf/shared.h"
#include "tools/emuq-perf/tests.h"

#define PERF_FIRST     0 /**< role: takes the time */
#define PERF_SECOND    1 /**< role: the partner of the first */
#define PERF_BYSTANDER 2 /**< role: takes part in what all nodes do, no partner of anybody */

/** Counters of a window, each in a line of its own. */
enum { PERF_DATA, PERF_ANSWER, PERF_UNSEEN /* nobody waits for it */, PERF_COUNTERS };

typedef struct perf_rank {
    const perf_options_t *options;
    spi_process_t process;
    spi_window_t window; /**< source, landing, counters; laid out in the same way everywhere */
    spi_reception_t reception;
    MUSPI_InjFifoSubGroup_t get_group; /**< the injection FIFO for remote gets */
    uint32_t get_fifo;
    void *get_memory;
    BG_CoordinateMapping_t *map; /**< of all ranks */

    uint64_t most; /**< bytes of the longest message */
    char *source, *landing;
    MUHWI_Descriptor_t *question; /**< what a remote get carries */
    uint64_t *counter[PERF_COUNTERS];
    char *lane[PERF_MOST_THREADS];     /**< of a thread: source, landing and counter, a line each */
    char *face_source[2];              /**< messages to neighbours, of this exchange and the one before */
    char *face[PERF_WAYS][2];          /**< messages from neighbours, in the same way */
    uint64_t *face_counter[PERF_WAYS]; /**< what has arrived */
    uint64_t face_expected[PERF_WAYS];
    uint32_t neighbour[PERF_WAYS];       /**< ranks to which messages go */
    uint64_t exchanges, plain_exchanges; /**< so far: by the Message Unit, and without it */
    uint64_t *flag;                      /**< puts of the message layer say here that they have arrived */
    uint64_t expected[PERF_COUNTERS];    /**< bytes that have arrived there so far */
    uint64_t packets;                    /**< that receive functions have seen */
    uint64_t taken;                      /**< bytes that perf_copy_packet has copied */
    uint8_t count_packet, copy_packet;   /**< ids of the receive functions */
    uint64_t rest_sum;                   /**< of the words of a filled source, without the first */

    perf_place_t place;
    perf_shared_t *shared;
    cpu_set_t home; /**< where the rank runs when no test says otherwise */
    bool is_pinned; /**< that is a part of the cores */

    /* Of the case that is measured. */
    bool playing;
    uint32_t role, pair, players;
    uint32_t partner[SPI_DIMS], partner_rank;
    uint32_t hops;
    uint64_t patience; /**< vain looks until a waiting loop yields */
    uint64_t computed; /**< batches of the job in which rank 0 has computed */
    uint32_t batch;    /**< number of the one that is measured */

    uint64_t wrong;
    struct perf_layer *layer;         /**< client of the message layer, or NULL; by message_layer.c */
    struct perf_explained *explained; /**< by explain.c, which makes it when it is first needed */
} perf_rank_t;

static inline perf_pair_t *perf_mine(const perf_rank_t *r)
{
    return &r->shared->pair[r->pair];
}

/** Seconds, from any beginning. */
static inline double perf_now(void)
{
    return (double)emuq_now_ns() * 1e-9;
}

/** Sets everything up; all ranks call it.
 *  @return 0, or -1 in all ranks after a message: not every process is a rank */
int perf_rank_open(perf_rank_t *r, const perf_options_t *o, const perf_needs_t *needs);
void perf_rank_close(perf_rank_t *r);

/** Torus distance of two ranks. */
uint32_t perf_distance(const perf_rank_t *r, uint32_t a, uint32_t b);

/** Chooses who plays which part, and where it runs.
 *  @param partner  of rank 0, for PERF_PAIRS with one pair */
void perf_rank_cast(perf_rank_t *r, const perf_test_t *t, uint32_t partner);
/** Lets the rank run where it did before. */
void perf_rank_uncast(perf_rank_t *r);
/** Lets the calling thread run on one core. @param core  any number: they are taken in turn */
void perf_run_on(const perf_rank_t *r, uint32_t core);

/** For a rank that has nothing to do in a batch, and should not use a core meanwhile: sleeps until the first
 * rank of its pair calls perf_end_sleep() in the same batch. */
void perf_sleep(perf_rank_t *r);
void perf_end_sleep(perf_rank_t *r);

#endif /* EMUQ_PERF_RANK_H */
