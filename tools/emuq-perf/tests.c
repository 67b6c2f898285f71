/* SPDX-License-Identifier: BSD-3-Clause */
/* The table of tests. */
#include <stdio.h>
#include <string.h>

#include "tools/emuq-perf/rank.h"

#define K 1024
#define M (1024 * 1024)

#define ONE_PACKET 504 /* maximum bytes of a PAMI_Send with a single packet */

#define BARRIER "barrier" /* stands for spin_barrier or yield_barrier */

/* clang-format off */
const perf_test_t perf_tests[] = {
    /* The Message Unit. */
    {"put_latency", "direct put, until the receiver sees its counter",
     PERF_TIME, PERF_PAIRS, {8}, 1, 0, "handoff64", 64, "copy_read", NULL, perf_put_latency, "fabric_hop", 0},
    {"fifo_latency", "memory-FIFO message, until the receive function was called",
     PERF_TIME, PERF_PAIRS, {8}, 1, 0, "handoff64", 64, "copy_read", NULL, perf_fifo_latency, "fabric_hop", 0},
    {"rget_latency", "remote get, until the data arrived",
     PERF_TIME, PERF_PAIRS, {8}, 1, 0, "handoff64", 64, "copy_read", perf_rget_prepare, perf_rget_latency, "fabric_hop", 0},
    {"unit_hop", "remote get from one Message Unit to the other, in a chain without involvement of ranks",
     PERF_TIME, PERF_PAIRS, {64}, 0, PERF_HOSTS, NULL, 0, NULL, perf_chain_prepare, perf_unit_hop, "fabric_hop", 0},
    {"put_read", "direct put, until the receiver read the data",
     PERF_TIME, PERF_PAIRS, {4 * K, 64 * K, M}, 1, 0, "copy_read", 0, NULL, perf_fill, perf_put_read, NULL, 0},
    {"put_bandwidth", "a stream of direct puts",
     PERF_BANDWIDTH, PERF_PAIRS, {4 * K, 64 * K, M}, 1, 0, "memcpy", 0, NULL, NULL, perf_put_stream, "fabric_stream", 1},
    {"fifo_bandwidth", "memory-FIFO messages, copied by the receive function",
     PERF_BANDWIDTH, PERF_PAIRS, {4 * K, 64 * K, M}, 1, 0, "pipe", 0, NULL, NULL, perf_fifo_stream, "fabric_stream", 0},
    {"put_rate", "direct puts, one per injection",
     PERF_RATE, PERF_PAIRS, {8}, 1, 0, "ring", 0, NULL, NULL, perf_put_stream, NULL, 1},
    {"put_rate_multiple", "direct puts, 16 per injection",
     PERF_RATE, PERF_PAIRS, {8}, 1, 0, "ring", 0, NULL, NULL, perf_put_stream, NULL, 16},
    {"fifo_rate", "memory-FIFO messages, one per injection",
     PERF_RATE, PERF_PAIRS, {8}, 1, 0, "ring", 0, NULL, NULL, perf_fifo_stream, NULL, 1},
    {"fifo_rate_multiple", "memory-FIFO messages, 16 per injection",
     PERF_RATE, PERF_PAIRS, {8}, 1, 0, "ring", 0, NULL, NULL, perf_fifo_stream, NULL, 16},
    {"put_latency_one_core", "put_latency, both ranks on one core, yielding",
     PERF_TIME, PERF_PAIRS, {8}, 1, PERF_ONE_CORE, "yield_hop", 0, NULL, NULL, perf_put_latency, NULL, 0},
    {"fifo_latency_one_core", "fifo_latency, both ranks on one core",
     PERF_TIME, PERF_PAIRS, {8}, 1, PERF_ONE_CORE, "yield_hop", 0, NULL, NULL, perf_fifo_latency, NULL, 0},
    {"overlap", "share of the time of a put in which its sender can compute, with a free core",
     PERF_PERCENT, PERF_ONE, {M}, 1, 0, NULL, 0, NULL, NULL, perf_overlap, NULL, 0},
    {"gi_barrier", "global-interrupt barrier of all nodes",
     PERF_TIME, PERF_NODES, {0}, 0, 0, BARRIER, 0, NULL, NULL, perf_gi_barrier, "fabric_hop", 0},
    {"allreduce", "sum of doubles over all nodes, class route 0, result by direct put",
     PERF_TIME, PERF_NODES, {8, M}, 1, 0, BARRIER, 512, "sum_and_copies", perf_fill, perf_allreduce, "fabric_hop", 0},
    {"broadcast", "broadcast to all nodes, class route 0, by direct put",
     PERF_TIME, PERF_NODES, {8, M}, 1, 0, "handoff64", 64, "copy_read", NULL, perf_broadcast, "fabric_hop", 0},
    {"incast", "memory-FIFO messages of 8 bytes from all ranks to one; time per message",
     PERF_TIME, PERF_ALL, {8}, 0, 0, "one_core_pair", 0, NULL, NULL, perf_incast, NULL, 0},
    {"halo_6", "direct puts to both neighbours in A, then B, then C, until their puts have been read; all ranks",
     PERF_TIME, PERF_ALL, {8, 4 * K}, 1, PERF_FACES, "exchange_6", 0, NULL, perf_faces_prepare, perf_halo, NULL, 6},
    {"halo_10", "the same in all five dimensions",
     PERF_TIME, PERF_ALL, {8, 4 * K}, 1, PERF_FACES, "exchange_10", 0, NULL, perf_faces_prepare, perf_halo, NULL, 10},
    {"spin_exchange", "8-byte puts to both neighbours in a ring of all ranks, waits that only poll counters",
     PERF_TIME, PERF_ALL, {8}, 0, 0, NULL, 0, NULL, NULL, perf_spin_exchange, NULL, 0},
    {"spin_computing", "share of a core for computing on rank 0 while all further ranks poll memory",
     PERF_PERCENT, PERF_ALL, {0}, 0, 0, NULL, 0, NULL, NULL, perf_spin_computing, NULL, 0},
    /* The message layer. */
    {"send_immediate", "PAMI_Send_immediate of 8 bytes, until the dispatch function was called",
     PERF_TIME, PERF_PAIRS, {8}, 0, PERF_LAYER, "fifo_latency", 0, NULL, perf_layer_prepare, perf_send_immediate, NULL, 0},
    {"send", "PAMI_Send, until the message is in the receiver's buffer; long messages are read",
     PERF_TIME, PERF_PAIRS, {8, 4 * K, 16 * K, 64 * K, M}, 1, PERF_LAYER, "fifo_latency", ONE_PACKET, "copy_read",
     perf_layer_prepare, perf_send, NULL, 0},
    {"send_rate", "PAMI_Send of 8 bytes, up to 16 in flight",
     PERF_RATE, PERF_PAIRS, {8}, 0, PERF_LAYER, "fifo_rate", 0, NULL, perf_layer_prepare, perf_send_rate, NULL, 0},
    {"rput", "PAMI_Rput, until the receiver sees the data; long messages are read",
     PERF_TIME, PERF_PAIRS, {8, 64 * K, M}, 1, PERF_LAYER, "put_latency", 64, "copy_read", perf_layer_prepare, perf_rput, NULL, 0},
    {"rget", "PAMI_Rget, until the data arrived",
     PERF_TIME, PERF_PAIRS, {8, 64 * K, M}, 1, PERF_LAYER, "rget_latency", 0, NULL, perf_layer_prepare, perf_rget, NULL, 0},
    {"pami_barrier", "PAMI_Collective: a barrier of all ranks",
     PERF_TIME, PERF_ALL, {0}, 0, PERF_LAYER, "gi_barrier", 0, NULL, perf_collective_prepare, perf_pami_barrier, NULL, 0},
    {"pami_allreduce", "PAMI_Collective: sum of doubles over all ranks",
     PERF_TIME, PERF_ALL, {8, M}, 1, PERF_LAYER, "allreduce", 0, NULL, perf_collective_prepare, perf_pami_allreduce, NULL, 0},
    /* The machine. */
    {"handoff", "a cache line from one core to another",
     PERF_TIME, PERF_PAIRS, {8}, 0, 0, NULL, 0, NULL, NULL, perf_handoff, NULL, 0},
    {"handoff64", "64 bytes and a flag from one core to another",
     PERF_TIME, PERF_PAIRS, {64}, 0, 0, NULL, 0, NULL, NULL, perf_handoff64, NULL, 0},
    {"copy_read", "a block copied by one core, then read by a second core",
     PERF_TIME, PERF_PAIRS, {4 * K, 64 * K, M}, 1, 0, NULL, 0, NULL, perf_fill, perf_copy_read, NULL, 0},
    {"memcpy", "memcpy() by one core",
     PERF_BANDWIDTH, PERF_ONE, {4 * K, 64 * K, M}, 1, 0, NULL, 0, NULL, NULL, perf_memcpy, NULL, 0},
    {"sum_and_copies", "a sum of two blocks and two copies of it, by one core",
     PERF_TIME, PERF_ONE, {M}, 1, 0, NULL, 0, NULL, perf_fill, perf_sum_and_copies, NULL, 0},
    {"ring", "a ring of 64-byte slots from one core to another",
     PERF_RATE, PERF_PAIRS, {64}, 0, 0, NULL, 0, NULL, NULL, perf_ring, NULL, 0},
    {"pipe", "64 KiB, one core copies in and a second core copies out, 512 bytes at a time",
     PERF_BANDWIDTH, PERF_PAIRS, {4 * K, 64 * K, M}, 1, 0, NULL, 0, NULL, NULL, perf_pipe, NULL, 0},
    {"one_core_pair", "memory-FIFO messages of 8 bytes from one rank to another on the same core; time per message",
     PERF_TIME, PERF_PAIRS, {8}, 0, 0, NULL, 0, NULL, NULL, perf_one_core_pair, NULL, 0},
    {"exchange_6", "the exchange of halo_6, each rank copying into memory of its neighbours",
     PERF_TIME, PERF_ALL, {8, 4 * K}, 1, PERF_FACES, NULL, 0, NULL, perf_faces_prepare, perf_exchange, NULL, 6},
    {"exchange_10", "the exchange of halo_10, by the same copies",
     PERF_TIME, PERF_ALL, {8, 4 * K}, 1, PERF_FACES, NULL, 0, NULL, perf_faces_prepare, perf_exchange, NULL, 10},
    {"spin_barrier", "a central barrier of all nodes, spinning",
     PERF_TIME, PERF_NODES, {0}, 0, 0, NULL, 0, NULL, NULL, perf_central_barrier, NULL, 0},
    {"yield_barrier", "a central barrier of all nodes, yielding the core",
     PERF_TIME, PERF_NODES, {0}, 0, 0, NULL, 0, NULL, NULL, perf_central_barrier, NULL, 1},
    {"yield_hop", "switch between two ranks by sched_yield() on one core",
     PERF_TIME, PERF_PAIRS, {8}, 0, PERF_ONE_CORE, NULL, 0, NULL, NULL, perf_handoff, NULL, 0},
    {"futex_wake", "from the futex wake-up of a sleeping rank until it runs",
     PERF_TIME, PERF_PAIRS, {8}, 0, 0, NULL, 0, NULL, NULL, perf_futex_wake_hop, NULL, 0},
    /* The network between hosts. */
    {"tcp_hop", "bytes over TCP from one rank to another, spinning",
     PERF_TIME, PERF_PAIRS, {8}, 1, PERF_HOSTS, NULL, 0, NULL, perf_tcp_prepare, perf_tcp_hop, NULL, 0},
    {"fabric_hop", "a message of libfabric from one rank to another, spinning",
     PERF_TIME, PERF_PAIRS, {8}, 0, PERF_HOSTS, NULL, 0, NULL, perf_fabric_prepare, perf_fabric_hop, NULL, 0},
    {"fabric_stream", "messages of libfabric from one rank to another, 16 in flight",
     PERF_BANDWIDTH, PERF_PAIRS, {4 * K, 64 * K, M}, 1, PERF_HOSTS, NULL, 0, NULL, perf_fabric_prepare, perf_fabric_stream, NULL, 0},
    /* Threads of a rank. Last in the table: once a job has had more threads than cores, all its threads yield periodically. */
    {"pami_async_allreduce", "PAMI_Collective by the communication thread of each rank, whose main thread polls a flag",
     PERF_TIME, PERF_ALL, {8}, 0, PERF_LAYER, "allreduce", 0, NULL, perf_collective_prepare, perf_pami_async_allreduce, NULL, 0},
    {"fifo_threads_1", "8-byte puts of one thread of a rank through a private injection FIFO",
     PERF_RATE, PERF_PAIRS, {8}, 0, PERF_THREADED, "stores_1", 0, NULL, NULL, perf_fifo_threads, NULL, 1},
    {"fifo_threads_2", "8-byte puts of two threads of a rank, each through a private injection FIFO; total rate",
     PERF_RATE, PERF_PAIRS, {8}, 0, PERF_THREADED, "stores_2", 0, NULL, NULL, perf_fifo_threads, NULL, 2},
    {"fifo_threads_4", "the same with four threads",
     PERF_RATE, PERF_PAIRS, {8}, 0, PERF_THREADED, "stores_4", 0, NULL, NULL, perf_fifo_threads, NULL, 4},
    {"stores_1", "64-byte slots written by one thread",
     PERF_RATE, PERF_PAIRS, {64}, 0, 0, NULL, 0, NULL, NULL, perf_stores, NULL, 1},
    {"stores_2", "64-byte slots written by two threads to private memory; total rate",
     PERF_RATE, PERF_PAIRS, {64}, 0, 0, NULL, 0, NULL, NULL, perf_stores, NULL, 2},
    {"stores_4", "the same with four threads",
     PERF_RATE, PERF_PAIRS, {64}, 0, 0, NULL, 0, NULL, NULL, perf_stores, NULL, 4},
};
/* clang-format on */

const size_t perf_test_count = sizeof perf_tests / sizeof perf_tests[0];

int perf_test_number(const char *name, size_t length)
{
    for (size_t i = 0; i < perf_test_count; i++)
        if (strlen(perf_tests[i].name) == length && strncmp(perf_tests[i].name, name, length) == 0)
            return (int)i;
    return -1;
}

const perf_test_t *perf_find_limit(const perf_test_t *t, size_t size, int oversubscribed, int between_hosts)
{
    const char *name = between_hosts                                    ? t->limit_between_hosts
                       : t->limit_long != NULL && size > t->limit_up_to ? t->limit_long
                                                                        : t->limit;
    if (name == NULL)
        return NULL;
    if (strcmp(name, BARRIER) == 0)
        name = oversubscribed ? "yield_barrier" : "spin_barrier";
    return &perf_tests[perf_test_number(name, strlen(name))];
}

void perf_tests_print(void)
{
    for (size_t i = 0; i < perf_test_count; i++) {
        const perf_test_t *t = &perf_tests[i];
        printf("%-22s %s", t->name, t->help);
        for (size_t s = 0; t->sized && t->sizes[s] != 0; s++)
            printf("%s%zu", s == 0 ? "; bytes: " : ", ", t->sizes[s]);
        putchar('\n');
    }
}
