/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file batches.h
 * @brief What the tests do. Each function is called by all ranks that take part, does its operation a number
 * of times, and returns the seconds of one where the rank's role is PERF_FIRST (see perf_test_t).
 */
#ifndef EMUQ_PERF_BATCHES_H
#define EMUQ_PERF_BATCHES_H

#include <stddef.h>
#include <stdint.h>

struct perf_rank;

/** Fills the source with doubles, whose sum as words is noted in the rank. */
void perf_fill(struct perf_rank *r, size_t size);
/** Builds the put that will answer a remote get, and gives it to the partner. */
void perf_rget_prepare(struct perf_rank *r, size_t size);

/* latency.c: to and fro; half the time of both ways */
double perf_put_latency(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_fifo_latency(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_rget_latency(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_put_read(struct perf_rank *r, size_t size, uint64_t rounds);

/* chain.c: Message Units by themselves; both ranks sleep */
void perf_chain_prepare(struct perf_rank *r, size_t size);
double perf_unit_hop(struct perf_rank *r, size_t size, uint64_t rounds);

/* stream.c: one way; the second rank answers when everything has arrived */
double perf_put_stream(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_put_multiple(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_fifo_stream(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_fifo_multiple(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_fifo_copied(struct perf_rank *r, size_t size, uint64_t rounds);

/* overlap.c */
double perf_overlap(struct perf_rank *r, size_t size, uint64_t rounds);

/* collective.c */
double perf_gi_barrier(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_allreduce(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_broadcast(struct perf_rank *r, size_t size, uint64_t rounds);

/* many.c */
double perf_incast(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_one_core_pair(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_spin_exchange(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_spin_computing(struct perf_rank *r, size_t size, uint64_t rounds);

/* halo.c */
void perf_faces_prepare(struct perf_rank *r, size_t size);
double perf_halo_6(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_halo_10(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_exchange_6(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_exchange_10(struct perf_rank *r, size_t size, uint64_t rounds);

/* threads.c: a round is many operations of each thread */
double perf_fifo_threads_1(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_fifo_threads_2(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_fifo_threads_4(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_stores_1(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_stores_2(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_stores_4(struct perf_rank *r, size_t size, uint64_t rounds);

/** Looks whether the landing has the sum of the same source of all @p members. */
void perf_check_sum(struct perf_rank *r, size_t size, uint32_t members);

/* message_layer.c */
void perf_layer_prepare(struct perf_rank *r, size_t size);
double perf_send_immediate(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_send(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_send_rate(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_rput(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_rget(struct perf_rank *r, size_t size, uint64_t rounds);

/* message_collective.c */
void perf_collective_prepare(struct perf_rank *r, size_t size);
double perf_pami_barrier(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_pami_allreduce(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_pami_async_allreduce(struct perf_rank *r, size_t size, uint64_t rounds);

/* limits.c: the machine without a Message Unit */
double perf_handoff(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_handoff64(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_copy_read(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_memcpy(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_sum_and_copies(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_ring(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_pipe(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_spin_barrier(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_yield_barrier(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_futex_wake_hop(struct perf_rank *r, size_t size, uint64_t rounds);

/* network.c: what the network between hosts does without a Message Unit */
void perf_tcp_prepare(struct perf_rank *r, size_t size);
double perf_tcp_hop(struct perf_rank *r, size_t size, uint64_t rounds);
void perf_fabric_prepare(struct perf_rank *r, size_t size);
double perf_fabric_hop(struct perf_rank *r, size_t size, uint64_t rounds);
double perf_fabric_stream(struct perf_rank *r, size_t size, uint64_t rounds);

#endif /* EMUQ_PERF_BATCHES_H */
