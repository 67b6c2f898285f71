/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file rank_engine.h
 * @brief Private to the kernel shim: the host engine in the process of a rank, the only one of its host.
 *
 * While a thread of the rank waits it does the work of the engine itself, and so a message passes from the
 * network to the rank, or the other way, without a change of threads or processes. While none does, because
 * the rank computes or sleeps, a thread of the engine's own does it. A claim (sync/claim.h) says which of
 * them it is at a moment: a thread of the rank that finds it taken does not wait, and what it has posted is
 * found by who has the claim.
 *
 * | word     | stored by                                           | order   | loaded by           |
 * |----------|-----------------------------------------------------|---------|---------------------|
 * | bell     | an event count: sync/event_count.h                  |         |                     |
 * | left     | 1: a thread of the rank; 0: engine's thread         | bell    | engine's thread     |
 * | naps     | engine's thread, before it announces its sleep      | bell    | threads of the rank |
 * | gathered | more: a thread of the rank that has posted; 0: who  | acq_rel | who has the claim;  |
 * |          | has the claim, before it looks for what is posted   | bell    | engine's thread     |
 * | looks    | who has the claim: looks of threads of the rank     | relaxed | engine's thread     |
 * | wants    | engine's thread, while it waits for the claim       | relaxed | threads of the rank |
 *
 * The bell orders the words that it is named for: a thread of the rank changes its word, and then looks
 * whether a sleep is announced; the engine's thread announces its sleep, and then looks at the words. `looks`
 * and `wants` are hints.
 *
 * The process has one engine, which begins before the first thread of the program.
 */
#ifndef EMUQ_HOSTS_RANK_ENGINE_H
#define EMUQ_HOSTS_RANK_ENGINE_H

#include "kernel-shim/partition/host_engine.h"

/** Whether the only rank of this host is to run its engine. */
bool emuq_rank_engine_suits(const emuq_partition_t *partition);

/** Takes the engine over that the launcher has offered, if it has, and connects it. @return 0, or a negative
 * errno after a message */
int emuq_rank_engine_accept(emuq_partition_t *partition);

/** As emuq_engine_start(), for an engine that is to run in this process. */
int emuq_rank_engine_open(emuq_partition_t *partition, const char *near, emuq_host_text_t *text);

/** As emuq_engine_connect(). */
int emuq_rank_engine_connect(const emuq_host_text_t *texts, const unsigned char key[EMUQ_KEY_BYTES]);

/** Whether this process runs the engine. */
bool emuq_rank_engine_is_open(void);

/** For emuq_partition_attach() of the rank. @return NULL: this process runs no engine */
const emuq_kernel_callbacks_t *emuq_rank_engine_callbacks(void);

/** Begins, if this process runs the engine and has attached. @param watches_ranks see emuq_connections_t
 *  @return 0, or a negative errno after a message */
int emuq_rank_engine_begin(bool watches_ranks);

/** Waits for the end of the engine, if there is one: when the job is over. */
void emuq_rank_engine_end(void);

#endif /* EMUQ_HOSTS_RANK_ENGINE_H */
