/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file mu_support.h
 * @brief Support for tests of the Message Unit: ranks, memory, FIFOs, messages, waiting, checks.
 *
 * A test is a *body* that every rank of a job runs (mu_run()). The ranks are threads of the test's process,
 * or separate processes with MU_RANKS=processes in the environment. Besides messages, ranks communicate
 * through mu_board.
 *
 * Ranks that allocate in the same order get the same numbers: the k-th injection FIFO, reception FIFO or BAT
 * entry of process t of any node has a known global id (mu_inj_id() and so on).
 *
 * CUnit's assertions are not thread-safe: bodies use CHECK and CHECK_EQUAL, which count failures; mu_run()
 * asserts that the count is 0.
 */
#ifndef MU_SUPPORT_H
#define MU_SUPPORT_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <hwi/include/bqc/MU_Addressing.h>
#include <hwi/include/bqc/MU_Descriptor.h>
#include <hwi/include/bqc/classroute.h>
#include <hwi/include/common/emuq_wait.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/collective.h>
#include <spi/include/kernel/gi.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>
#include <spi/include/kernel/process.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Classroute_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/GI.h>
#include <spi/include/mu/GIBarrier.h>
#include <spi/include/mu/InjFifo.h>
#include <spi/include/mu/RecFifo.h>

#include "emuq/partition.h"
#include "emuq_test.h"
#include "mu_hosts.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define MU_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define MU_SANITIZED 1
#endif
#endif
#ifndef MU_SANITIZED
#define MU_SANITIZED 0
#endif

/** @p n rounds; about a fifth under a sanitizer and between hosts, which are slow. */
#define MU_ROUNDS(n) (MU_SANITIZED || mu_hosts() > 1 ? ((n) + 4) / 5 : (n))

/** Network FIFOs of a message whose sender is not the caller: to a remote node, and to the sender itself. */
#define MU_TORUS MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP
#define MU_LOCAL MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL0

/** Memory with a region. */
typedef struct mu_memory {
    char *va;
    uint64_t pa;
    size_t bytes;
} mu_memory_t;

typedef struct mu_inj {
    MUSPI_InjFifoSubGroup_t group;
    MUSPI_InjFifo_t *fifo;
    uint32_t id;     /**< within the subgroup */
    uint32_t global; /**< node-global id */
    mu_memory_t memory;
    struct mu_inj *next; /**< of the same rank */
} mu_inj_t;

typedef struct mu_rec {
    MUSPI_RecFifoSubGroup_t group;
    MUSPI_RecFifo_t *fifo;
    uint32_t id, global;
    mu_memory_t memory;
} mu_rec_t;

/** A rank. */
typedef struct mu_rank {
    uint32_t rank, ranks;
    uint32_t node, nodes; /**< own node, E fastest; nodes of the job */
    uint32_t t, ppn;
    uint32_t size[5], at[5];
    uint32_t torus;                       /**< bit (0x10 >> d): dimension d wraps around */
    uint32_t subgroup;                    /**< first of this process */
    MUSPI_BaseAddressTableSubGroup_t bat; /**< all 8 entries of that subgroup */
    MUSPI_GIBarrier_t gi;
    uint32_t inj_fifos, rec_fifos; /**< opened so far */
    struct mu_block *blocks;       /**< freed at the end of the rank */
    struct mu_inj *injs;           /**< stopped before */
} mu_rank_t;

/* ---- Jobs ---- */

typedef void (*mu_body_t)(mu_rank_t *me);

/** Words shared by all ranks of a job; zero at the start. A body puts barriers between writes and reads of
 * peers. */
extern uint64_t *mu_board;
#define MU_BOARD_WORDS 512

/** Whether ranks are separate processes. */
bool mu_in_processes(void);

/** Whether messages are delayed by fault injection. */
bool mu_is_late(void);

/** Whether messages can be in flight after completion of their descriptors: between hosts, and with fault
 * injection. A message rejected by the receiver is then lost, without stopping its FIFO; a message
 * waiting at a receiver holds no descriptor. */
bool mu_flies(void);

/** Host of a node. */
uint32_t mu_host_of(uint32_t node);
/** Frames sent by the engine of the caller's host to @p host. */
uint64_t mu_frames_to(uint32_t host);

/** Runs @p body on every rank of @p job between two barriers, and asserts that no check failed. */
void mu_run(emuq_job_t job, mu_body_t body);
/** Same as mu_run(), without CUnit. @return whether no check and no rank failed */
bool mu_try(emuq_job_t job, mu_body_t body);

/** A job of AxBxCxDxE nodes with one process each. */
#define MU_NODES(a, b, c, d, e) ((emuq_job_t){.shape = {a, b, c, d, e}})

/** Barrier of all ranks: GI route 0 between nodes, a POSIX barrier inside a node. */
void mu_barrier(mu_rank_t *me);

/** Serialises kernel calls that allocate on a node. */
void mu_node_lock(const mu_rank_t *me);
void mu_node_unlock(const mu_rank_t *me);

/* ---- Checks and waiting ---- */

#define CHECK(condition) mu_check((condition) != 0, #condition, __FILE__, __LINE__)
#define CHECK_EQUAL(got, wanted)                                                                             \
    mu_check_equal((uint64_t)(got), (uint64_t)(wanted), #got " == " #wanted, __FILE__, __LINE__)

bool mu_check(bool ok, const char *what, const char *file, int line);
bool mu_check_equal(uint64_t got, uint64_t wanted, const char *what, const char *file, int line);

/** Waits until @p condition is true. Ends the program with a message if the job makes no more progress. */
#define MU_WAIT(condition)                                                                                   \
    do {                                                                                                     \
        mu_wait_t mu_wait_ = {0, 0, 0, 0};                                                                   \
        while (!(condition))                                                                                 \
            mu_turn(&mu_wait_, #condition, __FILE__, __LINE__);                                              \
    } while (0)

typedef struct mu_wait {
    unsigned turns, looks;
    uint64_t since, progress;
} mu_wait_t;

/** Reports progress of the job; called by barriers, mu_inject() and mu_poll(). */
void mu_progress(void);

/** Waits a moment. @return false: long enough without progress of any rank, and often enough to exclude a
 * busy machine. @p w is zero at first */
bool mu_go_on(mu_wait_t *w);

void mu_turn(mu_wait_t *w, const char *what, const char *file, int line);

/** Microseconds of a monotonic clock. */
uint64_t mu_microseconds(void);

/** Next number of a sequence (splitmix64). */
uint64_t mu_random(uint64_t *state);

/** Sleeps for a random time up to @p microseconds. */
void mu_dawdle(uint64_t *random, unsigned microseconds);

/** Fills memory with byte sequence @p seed, from position @p from on. */
void mu_fill(void *va, size_t bytes, uint64_t seed, size_t from);

/** @return number of leading bytes equal to those of mu_fill(). */
size_t mu_same(const void *va, size_t bytes, uint64_t seed, size_t from);

/** Whether all bytes have the value @p value. */
bool mu_all(const void *va, size_t bytes, uint8_t value);

/* ---- Resources ---- */

/** First subgroup of process @p t of a node. */
uint32_t mu_subgroup(const mu_rank_t *me, uint32_t t);

/** Stops the rank's FIFOs, and frees its memory. */
void mu_free(mu_rank_t *me);

/** Zeroed memory, 128-byte aligned, freed by mu_run(). */
mu_memory_t mu_memory(mu_rank_t *me, size_t bytes);

#define MU_REMOTE_GET 1u /**< for remote gets */
#define MU_PRIORITY   2u /**< high priority */
#define MU_INACTIVE   4u /**< allocated and initialised, not activated */

/** The next injection FIFO of this process, with @p slots slots. */
mu_inj_t *mu_inj(mu_rank_t *me, uint32_t slots, uint32_t flags);
void mu_activate(mu_inj_t *inj, bool active);

/** The next reception FIFO of this process, enabled. */
mu_rec_t *mu_rec(mu_rank_t *me, size_t bytes);

/** Sets entry @p entry (0..7) of this process. */
void mu_bat(mu_rank_t *me, uint32_t entry, uint64_t base);

/** Node-global ids of the k-th resource of process t of any node. */
uint16_t mu_inj_id(const mu_rank_t *me, uint32_t t, uint32_t k);
uint16_t mu_rec_id(const mu_rank_t *me, uint32_t t, uint32_t k);
uint16_t mu_bat_id(const mu_rank_t *me, uint32_t t, uint32_t entry);

/** A box of nodes, corners included. */
typedef struct mu_box {
    uint32_t low[5], high[5];
} mu_box_t;

/** All nodes of the job; index of a node in a box; number of nodes in a box. */
mu_box_t mu_world(const mu_rank_t *me);
bool mu_inside(const mu_rank_t *me, const mu_box_t *box);
uint32_t mu_box_nodes(const mu_box_t *box);

/** Allocates and programs this node's part of collective or GI route @p id over @p box. Called by one
 * process of each node of the box, before a barrier. */
void mu_collective_route(mu_rank_t *me, uint32_t id, const mu_box_t *box);
void mu_gi_route(mu_rank_t *me, uint32_t id, const mu_box_t *box);

/* ---- Messages ---- */

/** Contents of a descriptor; zero is a good default for most members. */
typedef struct mu_message {
    uint8_t type; /**< MUHWI_PACKET_TYPE_FIFO, _PUT or _GET */
    uint32_t to;  /**< node number */
    uint64_t pa, bytes;
    uint64_t map;         /**< 0: LOCAL0 to the own node, A+ to remote nodes, CUSER for collectives */
    uint8_t hints;        /**< A..D */
    uint8_t misc1, misc2; /**< header bytes 2 and 3; without VC and dynamic bit: deterministic */
    uint8_t prefetch;
    /* memory FIFO */
    uint16_t rec_fifo;
    uint8_t interrupt, software_bit;
    uint8_t software[14];
    /* direct put; memory-FIFO messages use the put offset, too */
    uint64_t put_offset, counter_offset;
    uint16_t payload_bat, counter_bat;
    uint8_t pacing;
    /* remote get */
    uint16_t get_fifo;
    /* collectives, when word != 0 */
    uint16_t word; /**< operand bytes */
    uint8_t op, route;
    uint8_t collective; /**< MUHWI_COLLECTIVE_TYPE_* */
    uint8_t vc;         /**< 0: user sub-communicator */
} mu_message_t;

MUHWI_Descriptor_t mu_describe(const mu_rank_t *me, mu_message_t message);

/** Injects, waiting for space. @return the descriptor's number. */
uint64_t mu_inject(mu_inj_t *inj, const MUHWI_Descriptor_t *d);

/** mu_describe() and mu_inject(). */
uint64_t mu_send(mu_rank_t *me, mu_inj_t *inj, mu_message_t message);

/** Waits until descriptor @p number is complete. */
void mu_wait_sent(mu_inj_t *inj, uint64_t number);

/** Waits until the counter has the value @p value. */
void mu_wait_counter(volatile uint64_t *counter, uint64_t value);

/** Destination word of a node. */
MUHWI_Destination_t mu_destination(const mu_rank_t *me, uint32_t node);

/** Coordinates of a node, and the node at coordinates. */
void mu_coordinates(const mu_rank_t *me, uint32_t node, uint32_t c[5]);
uint32_t mu_node_at(const mu_rank_t *me, const uint32_t c[5]);

/** An atomic offset behind a plain BAT entry, or an atomic PA behind an entry 0. */
static inline uint64_t mu_atomic(uint64_t offset, uint64_t opcode)
{
    return MUHWI_ATOMIC_ADDRESS_INDICATOR | offset | opcode;
}

/** The usual counter: store-add at @p offset. */
static inline uint64_t mu_counter(uint64_t offset)
{
    return mu_atomic(offset, MUHWI_ATOMIC_OPCODE_STORE_ADD);
}

/* ---- Reception ---- */

typedef void (*mu_packet_t)(void *argument, const MUHWI_PacketHeader_t *packet, uint32_t bytes);

/** Takes available packets, in at most three rounds. @return their number. */
uint32_t mu_poll(mu_rec_t *rec, mu_packet_t fn, void *argument);

/** mu_poll() inside a wait: MU_WAIT(condition || mu_meanwhile(...)). @return false. */
static inline bool mu_meanwhile(mu_rec_t *rec, mu_packet_t fn, void *argument)
{
    mu_poll(rec, fn, argument);
    return false;
}

/** Waits for and takes exactly @p packets packets. */
void mu_receive(mu_rec_t *rec, uint64_t packets, mu_packet_t fn, void *argument);

/** Node-global FIFO id of a packet, its put offset, its payload and its size in bytes. */
static inline uint64_t mu_put_offset(const MUHWI_PacketHeader_t *h)
{
    return (uint64_t)h->messageUnitHeader.Packet_Types.Memory_FIFO.Put_Offset_MSB << 32 |
           h->messageUnitHeader.Packet_Types.Memory_FIFO.Put_Offset_LSB;
}

static inline const uint8_t *mu_software(const MUHWI_PacketHeader_t *h)
{
    return h->messageUnitHeader.Packet_Types.Memory_FIFO.Unused2;
}

/** A word in the software bytes of a memory FIFO message, at byte 0 or 4 or 8. */
static inline uint32_t mu_software_word(const MUHWI_PacketHeader_t *h, unsigned byte)
{
    uint32_t word;
    memcpy(&word, mu_software(h) + byte, sizeof word);
    return word;
}

static inline void mu_set_software_word(mu_message_t *m, unsigned byte, uint32_t word)
{
    memcpy(m->software + byte, &word, sizeof word);
}

/* ---- Kit of a rank ---- */

#define MU_WINDOW   0u /**< BAT entry of the window */
#define MU_COUNTERS 1u /**< BAT entry of the counters */
#define MU_ZERO     2u /**< BAT entry with the base 0 */

/** An injection and a reception FIFO, source memory, a window and counters. */
typedef struct mu_kit {
    mu_inj_t *inj;
    mu_rec_t *rec;
    mu_memory_t source, window, counters;
    volatile uint64_t *counter; /**< the counters as words, 8 bytes apart */
} mu_kit_t;

/** Opens a kit: a FIFO of 64 slots, a reception FIFO of @p rec_bytes, memory of @p bytes twice, 512
 * counters. */
mu_kit_t mu_kit(mu_rank_t *me, size_t rec_bytes, size_t bytes);

/** A put from @p source_offset in the source to @p offset in the window of node @p to, with counter @p
 * counter. */
mu_message_t mu_put(const mu_rank_t *me, const mu_kit_t *kit, uint32_t to, uint64_t source_offset,
                    uint64_t offset, uint64_t bytes, uint32_t counter);

#endif /* MU_SUPPORT_H */
