/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-perf/tests.h"

#include <stdio.h>
#include <string.h>

#include "tools/emuq-perf/batches.h"

#define K 1024
#define M (1024 * 1024)

#define ONE_PACKET 504 /* bytes of the longest PAMI_Send that is one */

#define BARRIER "barrier" /* spin_barrier or yield_barrier */

/* clang-format off */
const perf_test_t perf_tests[] = {
    /* The Message Unit. */
    {"put_latency", "direct put, until the receiver has seen its counter",
     PERF_TIME, PERF_PAIRS, {8}, 1, 0, "handoff64", 64, "copy_read", NULL, perf_put_latency, "fabric_hop"},
    {"fifo_latency", "memory-FIFO message, until the receive function has been called",
     PERF_TIME, PERF_PAIRS, {8}, 1, 0, "handoff64", 64, "copy_read", NULL, perf_fifo_latency, "fabric_hop"},
    {"rget_latency", "remote get, until the data are there",
     PERF_TIME, PERF_PAIRS, {8}, 1, 0, "handoff64", 64, "copy_read", perf_rget_prepare, perf_rget_latency, "fabric_hop"},
    {"unit_hop", "remote get from one Message Unit to the other, in a chain that no rank takes part in",
     PERF_TIME, PERF_PAIRS, {64}, 0, PERF_HOSTS, NULL, 0, NULL, perf_chain_prepare, perf_unit_hop, "fabric_hop"},
    {"put_read", "direct put, until the receiver has read the data",
     PERF_TIME, PERF_PAIRS, {4 * K, 64 * K, M}, 1, 0, "copy_read", 0, NULL, perf_fill, perf_put_read, NULL},
    {"put_bandwidth", "direct puts, one after the other",
     PERF_BANDWIDTH, PERF_PAIRS, {4 * K, 64 * K, M}, 1, 0, "memcpy", 0, NULL, NULL, perf_put_stream, "fabric_stream"},
    {"fifo_bandwidth", "memory-FIFO messages, copied by the receive function",
     PERF_BANDWIDTH, PERF_PAIRS, {4 * K, 64 * K, M}, 1, 0, "pipe", 0, NULL, NULL, perf_fifo_copied, "fabric_stream"},
    {"put_rate", "direct puts, one by one",
     PERF_RATE, PERF_PAIRS, {8}, 1, 0, "ring", 0, NULL, NULL, perf_put_stream, NULL},
    {"put_rate_multiple", "direct puts, 16 injected at once",
     PERF_RATE, PERF_PAIRS, {8}, 1, 0, "ring", 0, NULL, NULL, perf_put_multiple, NULL},
    {"fifo_rate", "memory-FIFO messages, one by one",
     PERF_RATE, PERF_PAIRS, {8}, 1, 0, "ring", 0, NULL, NULL, perf_fifo_stream, NULL},
    {"fifo_rate_multiple", "memory-FIFO messages, 16 injected at once",
     PERF_RATE, PERF_PAIRS, {8}, 1, 0, "ring", 0, NULL, NULL, perf_fifo_multiple, NULL},
    {"put_latency_one_core", "put_latency, both ranks on one core, yielding it",
     PERF_TIME, PERF_PAIRS, {8}, 1, PERF_ONE_CORE, "yield_hop", 0, NULL, NULL, perf_put_latency, NULL},
    {"fifo_latency_one_core", "fifo_latency, both ranks on one core",
     PERF_TIME, PERF_PAIRS, {8}, 1, PERF_ONE_CORE, "yield_hop", 0, NULL, NULL, perf_fifo_latency, NULL},
    {"overlap", "time of a put that its sender has for computing, a core being free",
     PERF_PERCENT, PERF_ONE, {M}, 1, 0, NULL, 0, NULL, NULL, perf_overlap, NULL},
    {"gi_barrier", "global-interrupt barrier of all nodes",
     PERF_TIME, PERF_NODES, {0}, 0, 0, BARRIER, 0, NULL, NULL, perf_gi_barrier, "fabric_hop"},
    {"allreduce", "sum of doubles over all nodes, class route 0, result by direct put",
     PERF_TIME, PERF_NODES, {8, M}, 1, 0, BARRIER, 512, "sum_and_copies", perf_fill, perf_allreduce, "fabric_hop"},
    {"broadcast", "broadcast to all nodes, class route 0, by direct put",
     PERF_TIME, PERF_NODES, {8, M}, 1, 0, "handoff64", 64, "copy_read", NULL, perf_broadcast, "fabric_hop"},
    {"incast", "memory-FIFO messages of 8 bytes from all ranks to one; for one message",
     PERF_TIME, PERF_ALL, {8}, 0, 0, "one_core_pair", 0, NULL, NULL, perf_incast, NULL},
    {"halo_6", "direct puts to both neighbours in A, then B, then C, until what they put has been read; all ranks",
     PERF_TIME, PERF_ALL, {8, 4 * K}, 1, PERF_FACES, "exchange_6", 0, NULL, perf_faces_prepare, perf_halo_6, NULL},
    {"halo_10", "the same in all five dimensions",
     PERF_TIME, PERF_ALL, {8, 4 * K}, 1, PERF_FACES, "exchange_10", 0, NULL, perf_faces_prepare, perf_halo_10, NULL},
    {"spin_exchange", "8-byte puts to both neighbours in a ring of all ranks, waits that only look at counters",
     PERF_TIME, PERF_ALL, {8}, 0, 0, NULL, 0, NULL, NULL, perf_spin_exchange, NULL},
    {"spin_computing", "part of a core that rank 0 has for computing while all others look at memory",
     PERF_PERCENT, PERF_ALL, {0}, 0, 0, NULL, 0, NULL, NULL, perf_spin_computing, NULL},
    /* The message layer. */
    {"send_immediate", "PAMI_Send_immediate of 8 bytes, until the dispatch function has been called",
     PERF_TIME, PERF_PAIRS, {8}, 0, PERF_LAYER, "fifo_latency", 0, NULL, perf_layer_prepare, perf_send_immediate, NULL},
    {"send", "PAMI_Send, until the message is in the receiver's buffer; long ones are read",
     PERF_TIME, PERF_PAIRS, {8, 4 * K, 16 * K, 64 * K, M}, 1, PERF_LAYER, "fifo_latency", ONE_PACKET, "copy_read",
     perf_layer_prepare, perf_send, NULL},
    {"send_rate", "PAMI_Send of 8 bytes, up to 16 on their way",
     PERF_RATE, PERF_PAIRS, {8}, 0, PERF_LAYER, "fifo_rate", 0, NULL, perf_layer_prepare, perf_send_rate, NULL},
    {"rput", "PAMI_Rput, until the receiver has seen it; long ones are read",
     PERF_TIME, PERF_PAIRS, {8, 64 * K, M}, 1, PERF_LAYER, "put_latency", 64, "copy_read", perf_layer_prepare, perf_rput, NULL},
    {"rget", "PAMI_Rget, until the data are there",
     PERF_TIME, PERF_PAIRS, {8, 64 * K, M}, 1, PERF_LAYER, "rget_latency", 0, NULL, perf_layer_prepare, perf_rget, NULL},
    {"pami_barrier", "PAMI_Collective: a barrier of all ranks",
     PERF_TIME, PERF_ALL, {0}, 0, PERF_LAYER, "gi_barrier", 0, NULL, perf_collective_prepare, perf_pami_barrier, NULL},
    {"pami_allreduce", "PAMI_Collective: sum of doubles over all ranks",
     PERF_TIME, PERF_ALL, {8, M}, 1, PERF_LAYER, "allreduce", 0, NULL, perf_collective_prepare, perf_pami_allreduce, NULL},
    /* The machine. */
    {"handoff", "a cache line from one core to another",
     PERF_TIME, PERF_PAIRS, {8}, 0, 0, NULL, 0, NULL, NULL, perf_handoff, NULL},
    {"handoff64", "64 bytes and a flag from one core to another",
     PERF_TIME, PERF_PAIRS, {64}, 0, 0, NULL, 0, NULL, NULL, perf_handoff64, NULL},
    {"copy_read", "a block copied by one core, then read by another",
     PERF_TIME, PERF_PAIRS, {4 * K, 64 * K, M}, 1, 0, NULL, 0, NULL, perf_fill, perf_copy_read, NULL},
    {"memcpy", "memcpy() by one core",
     PERF_BANDWIDTH, PERF_ONE, {4 * K, 64 * K, M}, 1, 0, NULL, 0, NULL, NULL, perf_memcpy, NULL},
    {"sum_and_copies", "a sum of two blocks and two copies of it, by one core",
     PERF_TIME, PERF_ONE, {M}, 1, 0, NULL, 0, NULL, perf_fill, perf_sum_and_copies, NULL},
    {"ring", "a ring of 64-byte slots from one core to another",
     PERF_RATE, PERF_PAIRS, {64}, 0, 0, NULL, 0, NULL, NULL, perf_ring, NULL},
    {"pipe", "64 KiB that one core copies into and another one out of, 512 bytes at a time",
     PERF_BANDWIDTH, PERF_PAIRS, {4 * K, 64 * K, M}, 1, 0, NULL, 0, NULL, NULL, perf_pipe, NULL},
    {"one_core_pair", "memory-FIFO messages of 8 bytes from one rank to another on the same core; for one message",
     PERF_TIME, PERF_PAIRS, {8}, 0, 0, NULL, 0, NULL, NULL, perf_one_core_pair, NULL},
    {"exchange_6", "the exchange of halo_6, each rank copying into memory of its neighbours",
     PERF_TIME, PERF_ALL, {8, 4 * K}, 1, PERF_FACES, NULL, 0, NULL, perf_faces_prepare, perf_exchange_6, NULL},
    {"exchange_10", "the exchange of halo_10, in the same way",
     PERF_TIME, PERF_ALL, {8, 4 * K}, 1, PERF_FACES, NULL, 0, NULL, perf_faces_prepare, perf_exchange_10, NULL},
    {"spin_barrier", "a central barrier of all nodes, spinning",
     PERF_TIME, PERF_NODES, {0}, 0, 0, NULL, 0, NULL, NULL, perf_spin_barrier, NULL},
    {"yield_barrier", "a central barrier of all nodes, yielding the core",
     PERF_TIME, PERF_NODES, {0}, 0, 0, NULL, 0, NULL, NULL, perf_yield_barrier, NULL},
    {"yield_hop", "from one rank to another by sched_yield() on one core",
     PERF_TIME, PERF_PAIRS, {8}, 0, PERF_ONE_CORE, NULL, 0, NULL, NULL, perf_handoff, NULL},
    {"futex_wake", "from the wake-up of a rank that sleeps on a futex until it says it runs",
     PERF_TIME, PERF_PAIRS, {8}, 0, 0, NULL, 0, NULL, NULL, perf_futex_wake_hop, NULL},
    /* The network between hosts. */
    {"tcp_hop", "bytes over TCP from one rank to another, spinning",
     PERF_TIME, PERF_PAIRS, {8}, 1, PERF_HOSTS, NULL, 0, NULL, perf_tcp_prepare, perf_tcp_hop, NULL},
    {"fabric_hop", "a message of libfabric from one rank to another, spinning",
     PERF_TIME, PERF_PAIRS, {8}, 0, PERF_HOSTS, NULL, 0, NULL, perf_fabric_prepare, perf_fabric_hop, NULL},
    {"fabric_stream", "messages of libfabric from one rank to another, 16 under way",
     PERF_BANDWIDTH, PERF_PAIRS, {4 * K, 64 * K, M}, 1, PERF_HOSTS, NULL, 0, NULL, perf_fabric_prepare, perf_fabric_stream, NULL},
    /* Threads of a rank. They are last: from the first time that a job has more threads than cores, all its threads
     * are made to give up their cores now and then. */
    {"pami_async_allreduce", "PAMI_Collective by the communication thread of each rank, whose main thread spins on a flag",
     PERF_TIME, PERF_ALL, {8}, 0, PERF_LAYER, "allreduce", 0, NULL, perf_collective_prepare, perf_pami_async_allreduce, NULL},
    {"fifo_threads_1", "8-byte puts of one thread of a rank through an injection FIFO of its own",
     PERF_RATE, PERF_PAIRS, {8}, 0, PERF_THREADED, "stores_1", 0, NULL, NULL, perf_fifo_threads_1, NULL},
    {"fifo_threads_2", "8-byte puts of two threads of a rank, each through an injection FIFO of its own; of both together",
     PERF_RATE, PERF_PAIRS, {8}, 0, PERF_THREADED, "stores_2", 0, NULL, NULL, perf_fifo_threads_2, NULL},
    {"fifo_threads_4", "the same of four threads",
     PERF_RATE, PERF_PAIRS, {8}, 0, PERF_THREADED, "stores_4", 0, NULL, NULL, perf_fifo_threads_4, NULL},
    {"stores_1", "64-byte slots that one thread writes",
     PERF_RATE, PERF_PAIRS, {64}, 0, 0, NULL, 0, NULL, NULL, perf_stores_1, NULL},
    {"stores_2", "64-byte slots that two threads write, each to memory of its own; of both together",
     PERF_RATE, PERF_PAIRS, {64}, 0, 0, NULL, 0, NULL, NULL, perf_stores_2, NULL},
    {"stores_4", "the same of four threads",
     PERF_RATE, PERF_PAIRS, {64}, 0, 0, NULL, 0, NULL, NULL, perf_stores_4, NULL},
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

const perf_test_t *perf_limit_of(const perf_test_t *t, size_t size, int crowded, int spread)
{
    const char *name = spread                                           ? t->limit_between_hosts
                       : t->limit_long != NULL && size > t->limit_up_to ? t->limit_long
                                                                        : t->limit;
    if (name == NULL)
        return NULL;
    if (strcmp(name, BARRIER) == 0)
        name = crowded ? "yield_barrier" : "spin_barrier";
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
