/* SPDX-License-Identifier: BSD-3-Clause */
/** @file rank.h @brief Ranks that measure: shared memory, messages, and the operations of the tests. */
#ifndef EMUQ_PERF_RANK_H
#define EMUQ_PERF_RANK_H

#include <pami.h>
#include <sched.h>
#include <string.h>

#include "base/atomic.h"
#include "base/host_calls.h"
#include "spi/setup/reception.h"
#include "spi/setup/spi_setup.h"
#include "tools/emuq-perf/perf.h"

/* ---- memory shared by all ranks ---- */

#define PERF_LINE       64
#define PERF_RING_SLOTS 256   /**< the ring fits into a first-level cache */
#define PERF_PIPE_BYTES 65536 /**< size of the reception FIFOs of the tests */
#define PERF_MAX_CORES  1024
#define PERF_DIRECTIONS 10         /**< neighbours: down and up in each dimension */
#define PERF_NO_PORT    UINT32_MAX /**< port after a failed listen() */

/** A word in a separate cache line. */
typedef struct perf_word {
    uint64_t value __attribute__((aligned(PERF_LINE)));
} perf_word_t;

typedef struct perf_barrier {
    perf_word_t arrived, generation;
} perf_barrier_t;

/** A slot of the ring. A new `number` publishes the payload. */
typedef struct perf_slot {
    uint64_t payload[7];
    uint64_t number;
} __attribute__((aligned(PERF_LINE))) perf_slot_t;

/** Address of a libfabric endpoint. */
typedef struct perf_fabric_name {
    uint64_t length; /**< bytes; 0: not yet known. Stored with release, loaded with acquire */
    char bytes[128];
} perf_fabric_name_t;

/** Data of a pair. The first rank writes index [0], the second rank [1]. */
typedef struct perf_pair {
    perf_word_t flag[2];
    uint64_t payload[2][8] __attribute__((aligned(PERF_LINE)));
    uint32_t futex __attribute__((aligned(PERF_LINE)));
    uint32_t finished_batch;    /**< futex: the last batch that the first rank ended */
    pami_memregion_t region[2]; /**< windows, for the message layer */
    MUHWI_Descriptor_t reply;   /**< put to the first rank that its remote get injects */
    MUHWI_Descriptor_t link;    /**< second rank's link in a chain of remote gets */
    uint64_t seen;              /**< processor ticks when the second rank saw a message */
    perf_word_t consumed;       /**< slots read from the ring */
    uint32_t port;              /**< TCP port of the first rank; 0: not yet known */
    perf_fabric_name_t name[2];
    perf_slot_t ring[PERF_RING_SLOTS];
    perf_word_t pipe_position[2]; /**< fragments written, fragments read */
    char pipe[PERF_PIPE_BYTES] __attribute__((aligned(PERF_LINE)));
} perf_pair_t;

/** The next batch. */
typedef struct perf_command {
    uint32_t batch;  /**< index of the test in sample.c */
    uint64_t rounds; /**< 0: no further batch */
    uint32_t number; /**< increases with each batch */
} perf_command_t;

/** Memory that all ranks map. */
typedef struct perf_shared {
    perf_barrier_t start;           /**< barrier of the active ranks, around each batch */
    perf_barrier_t measured;        /**< measured by the barrier tests */
    perf_word_t computed;           /**< batches in which rank 0 computed; written by rank 0 */
    perf_command_t command;         /**< written by rank 0 between two batches */
    double seconds[PERF_MAX_PAIRS]; /**< seconds per operation; written by each first rank */
    uint32_t finished;              /**< futex: number of measured lines */
    uint32_t cores;
    int core[PERF_MAX_CORES]; /**< a hardware thread of each core */
    uint64_t block_bytes;     /**< size of each of a pair's two blocks */
    uint64_t blocks;          /**< offset of the first block */
    uint64_t bytes;           /**< total size */
    uint64_t face_bytes;      /**< space for a message from a neighbour; 0: none */
    uint64_t faces;           /**< offset of the faces of rank 0 */
    perf_pair_t pair[];
} perf_shared_t;

/** Identifies a perf_shared_t; sent to all ranks. */
typedef struct perf_handle {
    uint64_t process, descriptor, address;
} perf_handle_t;

/** Memory requirements of the ranks. */
typedef struct perf_needs {
    uint32_t pairs, ranks, fifos; /**< `fifos`: injection FIFOs of each rank */
    uint64_t block_bytes;         /**< size of the longest message */
    uint64_t face_bytes;          /**< size of the longest message from a neighbour; 0: none */
} perf_needs_t;

/** Block @p which (0 or 1) of a pair. */
static inline char *perf_block(perf_shared_t *s, uint32_t pair, uint32_t which)
{
    return (char *)s + s->blocks + (2 * pair + which) * s->block_bytes;
}

/** The word that publishes a message from a neighbour; space for two messages follows.
 *  @param direction 2 d: down in dimension d; 2 d + 1: up */
static inline perf_word_t *perf_face_flag(perf_shared_t *s, uint32_t rank, uint32_t direction)
{
    uint64_t each = sizeof(perf_word_t) + 2 * s->face_bytes;
    return (perf_word_t *)((char *)s + s->faces + (rank * (uint64_t)PERF_DIRECTIONS + direction) * each);
}

/** Message @p which (0 or 1) after the flag. */
static inline char *perf_face(perf_shared_t *s, uint32_t rank, uint32_t direction, uint32_t which)
{
    return (char *)(perf_face_flag(s, rank, direction) + 1) + which * s->face_bytes;
}

/** One iteration of a waiting loop: yields the core after @p spin_limit iterations. */
void perf_relax(uint64_t *spins, uint64_t spin_limit);

/** Waits for @p members ranks. */
void perf_barrier(perf_barrier_t *b, uint64_t members, uint64_t spin_limit);

/** Sleeps until *word is @p value. Works between processes. Acquire: pairs with perf_futex_set(). */
void perf_futex_wait(uint32_t *word, uint32_t value);
/** Stores @p value with release, and wakes all ranks that sleep on the word. */
void perf_futex_set(uint32_t *word, uint32_t value);

/* ---- ranks ---- */

#define PERF_FIRST     0 /**< role: measures the time */
#define PERF_SECOND    1 /**< role: partner of the first rank */
#define PERF_BYSTANDER 2 /**< role: takes part in operations of all nodes, without a partner */

/** Counters of a window, each in a separate cache line. */
enum { PERF_DATA, PERF_REPLY, PERF_UNWATCHED /* never waited for */, PERF_COUNTERS };

struct perf_rank {
    const perf_options_t *options;
    spi_process_t process;
    spi_window_t window; /**< source, target, counters; the same layout on all ranks */
    spi_reception_t reception;
    MUSPI_InjFifoSubGroup_t get_group; /**< injection FIFO for remote gets */
    uint32_t get_fifo;
    void *get_memory;
    BG_CoordinateMapping_t *map; /**< coordinates of all ranks */

    uint64_t most; /**< size of source and target */
    char *source, *target;
    MUHWI_Descriptor_t *request; /**< payload of a remote get */
    uint64_t *counter[PERF_COUNTERS];
    char *thread_buffer[PERF_MOST_THREADS];  /**< source, target and counter of a thread, a line each */
    char *face_source[2];                    /**< to neighbours, used alternately */
    char *face[PERF_DIRECTIONS][2];          /**< from neighbours, used alternately */
    uint64_t *face_counter[PERF_DIRECTIONS]; /**< reception counters */
    uint64_t face_expected[PERF_DIRECTIONS];
    uint32_t neighbour[PERF_DIRECTIONS]; /**< target ranks of faces */
    uint64_t exchanges, plain_exchanges; /**< exchanges with and without the Message Unit */
    uint64_t *flag;                      /**< last put of a round of the message layer: its number */
    uint64_t expected[PERF_COUNTERS];    /**< total bytes, including awaited bytes */
    uint64_t packets;                    /**< received packets */
    uint64_t consumed;                   /**< target offset of the copying receive function */
    uint8_t count_packet, copy_packet;   /**< ids of the receive functions */
    uint64_t tail_sum;                   /**< sum of the words of the source after the first */

    perf_handle_t handle;
    perf_shared_t *shared;
    cpu_set_t cores_mask; /**< cores of the rank between tests */
    bool is_pinned;       /**< `cores_mask` is a part of the job's cores */

    /* State of the current line of the table. */
    bool is_active;
    uint32_t role, pair, active; /**< `active`: number of active ranks */
    uint32_t partner[SPI_DIMS], partner_rank;
    uint32_t hops;
    uint64_t spin_limit; /**< unsuccessful polls before a waiting loop yields */
    uint64_t computed;   /**< batches in which rank 0 computed */
    uint32_t batch;      /**< number of the current batch */
    uint32_t parameter;  /**< perf_test_t::parameter */

    double load;                /**< load average before the measurement; negative: unknown */
    uint64_t wrong;             /**< messages and results with wrong contents */
    struct perf_layer *layer;   /**< client of the message layer, or NULL */
    struct perf_stamps *stamps; /**< time stamps of explain.c, or NULL */
};

static inline perf_pair_t *perf_pair(const perf_rank_t *r)
{
    return &r->shared->pair[r->pair];
}

/** Seconds since an arbitrary time. */
static inline double perf_now(void)
{
    return (double)emuq_now_ns() * 1e-9;
}

/** Sets up a rank. Called by all ranks.
 *  @return 0, or -1 on all ranks after printing an error: a process is not a rank */
int perf_rank_open(perf_rank_t *r, const perf_options_t *o, const perf_needs_t *needs);
/** Releases the resources of a rank. Called by all ranks. */
void perf_rank_close(perf_rank_t *r);

/** Torus distance of two ranks. */
uint32_t perf_distance(const perf_rank_t *r, uint32_t a, uint32_t b);

/** Assigns roles, partners and cores for a test.
 *  @param partner partner of rank 0 for PERF_PAIRS with one pair */
void perf_rank_assign(perf_rank_t *r, const perf_test_t *t, uint32_t partner);
/** Restores the core binding from before perf_rank_assign(). */
void perf_rank_restore(perf_rank_t *r);
/** Binds the calling thread to a core. @param core taken modulo the number of cores */
void perf_bind(const perf_rank_t *r, uint32_t core);

/** Sleeps through a batch, until the first rank of the pair calls perf_end_sleep(). */
void perf_sleep(perf_rank_t *r);
/** Wakes the pair's ranks in perf_sleep(). */
void perf_end_sleep(perf_rank_t *r);

/* ---- messages ---- */

static inline MUSPI_InjFifo_t *perf_injection(perf_rank_t *r)
{
    return MUSPI_IdToInjFifo((int)r->process.fifo_id[0], &r->process.injection);
}

/** Injects a descriptor; waits for space in the FIFO. */
static inline void perf_inject(perf_rank_t *r, MUSPI_InjFifo_t *fifo, MUHWI_Descriptor_t *d)
{
    uint64_t spins = 0;
    while (MUSPI_InjFifoInject(fifo, d) == (uint64_t)-1)
        perf_relax(&spins, r->spin_limit);
}

/** Builds a put from the source to the partner's target. */
static inline void perf_put_descriptor(const perf_rank_t *r, MUHWI_Descriptor_t *d, size_t size, int counter)
{
    spi_put_descriptor(&r->process, d, r->partner, 1, &r->window, r->source, size, r->target,
                       r->counter[counter]);
}

/** Builds a memory-FIFO message from the source to a receive function of the partner. */
static inline void perf_fifo_descriptor(const perf_rank_t *r, MUHWI_Descriptor_t *d, size_t size,
                                        uint8_t function)
{
    spi_fifo_descriptor(&r->process, d, r->partner, 1, r->window.physical, size, 0, function);
}

/** Builds a remote get that injects @p carried, a descriptor in the window, at the partner. */
void perf_carry_descriptor(const perf_rank_t *r, MUHWI_Descriptor_t *d, const MUHWI_Descriptor_t *carried);

/** Builds a remote get of the data that the partner offers with perf_rget_prepare(), counted at PERF_DATA. */
void perf_get_descriptor(perf_rank_t *r, MUHWI_Descriptor_t *d);

/** Builds a collective on class route 0 from the source to the targets of all nodes, counted at PERF_DATA.
 *  @param type MUHWI_COLLECTIVE_TYPE_ALLREDUCE (sum of doubles) or _BROADCAST */
void perf_collective_descriptor(const perf_rank_t *r, MUHWI_Descriptor_t *d, size_t size, uint8_t type);

/** Polls a counter until @p bytes more bytes have arrived, or more: senders of a broadcast can be ahead. */
static inline void perf_await(perf_rank_t *r, int counter, uint64_t bytes)
{
    uint64_t spins = 0, expected = r->expected[counter] += bytes;
    while ((int64_t)(AO_load_acquire(r->counter[counter]) + expected) > 0)
        perf_relax(&spins, r->spin_limit);
}

/** Polls until a receive function has processed @p packets more packets. */
static inline void perf_await_packets(perf_rank_t *r, uint64_t packets)
{
    MUSPI_RecFifo_t *fifo = MUSPI_IdToRecFifo(0, &r->reception.group);
    uint64_t expected = r->packets + packets;
    while (r->packets != expected)
        MUSPI_RecFifoPoll(fifo, 64);
}

static inline uint64_t perf_packets(size_t size)
{
    return (size + MUHWI_PACKET_MAX_PAYLOAD_SIZE_IN_BYTES - 1) / MUHWI_PACKET_MAX_PAYLOAD_SIZE_IN_BYTES;
}

/** Reads a block of whole words. @return their sum */
static inline uint64_t perf_read(const void *block, size_t size)
{
    const uint64_t *word = block;
    uint64_t sum[8] = {0};
    size_t i = 0, words = size / sizeof *word;
    for (; i + 8 <= words; i += 8)
        for (int k = 0; k < 8; k++)
            sum[k] += word[i + (size_t)k];
    for (; i < words; i++)
        sum[0] += word[i];
    return sum[0] + sum[1] + sum[2] + sum[3] + sum[4] + sum[5] + sum[6] + sum[7];
}

/* ---- message_layer.c: a client of the message layer with one context ---- */

typedef struct perf_layer {
    pami_client_t client;
    pami_context_t context;
    pami_endpoint_t partner;
    pami_memregion_t region; /**< the rank's window */
    size_t size;             /**< message size */
    uint64_t rounds;         /**< messages or puts in each direction, for this line of the table */
    uint64_t arrived;        /**< received messages */
    uint64_t started, done;  /**< operations with a completion callback */
    pami_xfer_t barrier, allreduce;
} perf_layer_t;

/** Reserves FIFOs for emuq-perf in the settings of the message layer. Call before the ranks start. */
void perf_layer_reserve(void);

/** Creates client and context. Called by all ranks. @return false if resources are missing on any rank */
bool perf_layer_open(perf_rank_t *r);
void perf_layer_close(perf_rank_t *r);

/** Advances until all started operations are done and @p arrived messages have arrived. */
static inline void perf_layer_await(perf_layer_t *l, uint64_t arrived)
{
    while (l->arrived != arrived || l->done != l->started)
        PAMI_Context_advance(l->context, 1);
}

/** A message with the first bytes of the source to the partner. */
pami_send_t perf_layer_message(perf_rank_t *r, size_t size);

/** A put from the source to the address of the partner that corresponds to @p target. */
pami_rput_simple_t perf_layer_rput(perf_rank_t *r, size_t size, const void *target);

/** A get from the partner's source to the target. */
pami_rget_simple_t perf_layer_rget(perf_rank_t *r, size_t size);

/** Completion callback; the cookie is the perf_layer_t. */
void perf_layer_done(pami_context_t context, void *cookie, pami_result_t result);

/** Ends the job if a call of the message layer failed. */
static inline void perf_layer_check(const perf_rank_t *r, pami_result_t result, const char *what)
{
    if (__builtin_expect(result != PAMI_SUCCESS, 0))
        spi_fatal(&r->process, "%s returned %d", what, (int)result);
}

/** Reinitializes spi_barrier() after the message layer used the same hardware barrier. */
void perf_layer_resync_barrier(perf_rank_t *r);

/* ---- operations of the tests: perf_test_t::prepare and perf_test_t::batch ---- */

typedef double perf_batch_t(perf_rank_t *r, size_t size, uint64_t rounds);

/* point_to_point.c. Parameter of streams: descriptors per injection, or 0; of the last two: threads */
perf_batch_t perf_put_latency, perf_fifo_latency, perf_rget_latency, perf_put_read, perf_put_stream,
    perf_fifo_stream, perf_unit_hop, perf_overlap, perf_fifo_threads, perf_stores;
/* many.c: nodes or ranks together. Parameter of the last two: neighbours */
perf_batch_t perf_gi_barrier, perf_allreduce, perf_broadcast, perf_incast, perf_one_core_pair,
    perf_spin_exchange, perf_spin_computing, perf_halo, perf_exchange;
/* message_layer.c */
perf_batch_t perf_send_immediate, perf_send, perf_send_rate, perf_rput, perf_rget, perf_pami_barrier,
    perf_pami_allreduce, perf_pami_async_allreduce;
/* limits.c: the machine without a Message Unit. Parameter of the barrier: 1 yields in each poll */
perf_batch_t perf_handoff, perf_handoff64, perf_copy_read, perf_memcpy, perf_sum_and_copies, perf_ring,
    perf_pipe, perf_central_barrier, perf_futex_wake_hop;
/* network.c: the network between hosts without a Message Unit */
perf_batch_t perf_tcp_hop, perf_fabric_hop, perf_fabric_stream;

/** Fills the source with doubles and sets perf_rank_t::tail_sum. */
void perf_fill(perf_rank_t *r, size_t size);
/** Offers the put that a remote get of the partner injects. */
void perf_rget_prepare(perf_rank_t *r, size_t size);
/** Offers the links of a chain of remote gets. */
void perf_chain_prepare(perf_rank_t *r, size_t size);
/** Finds the neighbours of the rank and fills the faces. */
void perf_faces_prepare(perf_rank_t *r, size_t size);
/** Checks that the target is the sum of @p members equal sources. */
void perf_check_sum(perf_rank_t *r, size_t size, uint32_t members);
/** Prepares messages or collectives of the message layer. */
void perf_layer_prepare(perf_rank_t *r, size_t size);
void perf_collective_prepare(perf_rank_t *r, size_t size);
/** Connects the pair over TCP or libfabric, unless it is connected. */
void perf_tcp_prepare(perf_rank_t *r, size_t size);
void perf_fabric_prepare(perf_rank_t *r, size_t size);

#endif /* EMUQ_PERF_RANK_H */
