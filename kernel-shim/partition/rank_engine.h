/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file rank_engine.h
 * @brief The host engine inside the only rank of a host.
 *
 * While a thread of the rank waits, it runs the engine: a message passes between network and rank without a
 * thread switch. While the rank computes or sleeps, a separate thread runs the engine. A claim
 * (sync/claim.h) selects the thread. A thread of the rank that finds the claim taken does not wait; its posts
 * are found by the thread with the claim.
 *
 * | word        | stored by                                         | order   | loaded by           |
 * |-------------|---------------------------------------------------|---------|---------------------|
 * | wakeup      | an event count: sync/event_count.h                |         |                     |
 * | requested   | 1: a thread of the rank; 0: engine's thread       | wakeup  | engine's thread     |
 * | sleeps_long | engine's thread, before it announces its sleep    | wakeup  | threads of the rank |
 * | coalesced   | incremented: posting thread of the rank; 0:       | acq_rel | thread with claim;  |
 * |             | thread with the claim, before it searches posts  | wakeup  | engine's thread     |
 * | polls       | thread with the claim: polls of the rank          | relaxed | engine's thread     |
 * | wants_claim | engine's thread, while it waits for the claim     | relaxed | threads of the rank |
 *
 * `runs` is stored with release when the engine is complete, and loaded with acquire by threads of the unit,
 * which are older. `wakeup` orders its words: a thread of the rank changes a word, then checks for an
 * announced sleep; the engine's thread announces its sleep, then checks the words. `polls` and `wants_claim`
 * are hints.
 *
 * A process has one engine, started before the first thread of the program.
 */
#ifndef EMUQ_HOSTS_RANK_ENGINE_H
#define EMUQ_HOSTS_RANK_ENGINE_H

#include "kernel-shim/partition/host_engine.h"

/** Whether the only rank of this host shall run the engine */
bool emuq_rank_engine_suits(const emuq_partition_t *partition);

/** Accepts an offered engine, and connects. @return 0, or -errno after printing an error */
int emuq_rank_engine_accept(emuq_partition_t *partition);

/** Starts the host engine in this process. @param local_address, text see emuq_engine_start() @return 0 or a
 * negative errno */
int emuq_rank_engine_open(emuq_partition_t *partition, const char *local_address, emuq_host_text_t *text);

/** Connects the engine of this process to those of the other hosts. @param texts [hosts] @return 0 or a
 * negative errno */
int emuq_rank_engine_connect(const emuq_host_text_t *texts, const unsigned char key[EMUQ_KEY_BYTES]);

/** Whether this process runs the engine */
bool emuq_rank_engine_is_open(void);

/** Callbacks for emuq_partition_attach(). @return NULL: no engine */
const emuq_kernel_callbacks_t *emuq_rank_engine_callbacks(void);

/** Starts the engine. @param watches_ranks see emuq_connections_t @return 0, or -errno after printing an
 * error */
int emuq_rank_engine_begin(bool watches_ranks);

/** Waits for the end of the engine, when the job is over. */
void emuq_rank_engine_end(void);

#endif /* EMUQ_HOSTS_RANK_ENGINE_H */
