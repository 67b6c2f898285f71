/* SPDX-License-Identifier: BSD-3-Clause */
/** @file message_layer.h  A rank's client of the message layer, with one context. */
#ifndef EMUQ_PERF_MESSAGE_LAYER_H
#define EMUQ_PERF_MESSAGE_LAYER_H

#include <pami.h>

#include "tools/emuq-perf/rank.h"

typedef struct perf_layer {
    pami_client_t client;
    pami_context_t context;
    pami_endpoint_t partner;
    pami_memregion_t region; /**< the rank's window */
    size_t size;             /**< of the messages */
    uint64_t rounds;         /**< messages or puts each way, of this line of the table */
    uint64_t arrived;        /**< messages */
    uint64_t begun, done;    /**< operations that say when they are over */
    pami_xfer_t barrier, allreduce;
} perf_layer_t;

/** Leaves FIFOs of a process to emuq-perf's own use of the Message Unit. Called before there are ranks. */
void perf_layer_reserve(void);

/** Makes client and context. All ranks call it. @return false: the message layer does not fit beside the
 * rest, on any rank */
bool perf_layer_open(perf_rank_t *r);
void perf_layer_close(perf_rank_t *r);

/** Advances until what has been begun is done, and that many messages have arrived. */
static inline void perf_layer_await(perf_layer_t *l, uint64_t arrived)
{
    while (l->arrived != arrived || l->done != l->begun)
        PAMI_Context_advance(l->context, 1);
}

/** A message of the source's first bytes to the partner. */
pami_send_t perf_layer_message(perf_rank_t *r, size_t size);

/** A put from the source to the partner's counterpart of @p landing. */
pami_rput_simple_t perf_layer_rput(perf_rank_t *r, size_t size, const void *landing);

/** A get from the partner's source to the landing. */
pami_rget_simple_t perf_layer_rget(perf_rank_t *r, size_t size);

/** The end of an operation; the cookie is the perf_layer_t. */
void perf_layer_done(pami_context_t context, void *cookie, pami_result_t result);

/** Ends the job unless the message layer has accepted what it was told. */
static inline void perf_layer_check(const perf_rank_t *r, pami_result_t result, const char *what)
{
    if (__builtin_expect(result != PAMI_SUCCESS, 0))
        spi_fatal(&r->process, "%s returned %d", what, (int)result);
}

/** The message layer has used the barrier that spi_barrier() uses, too. */
void perf_layer_follow_barrier(perf_rank_t *r);

#endif /* EMUQ_PERF_MESSAGE_LAYER_H */
