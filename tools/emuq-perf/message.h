/* SPDX-License-Identifier: BSD-3-Clause */
/** @file message.h  Messages of the tests: descriptors, injection, completion, without a function call. */
#ifndef EMUQ_PERF_MESSAGE_H
#define EMUQ_PERF_MESSAGE_H

#include <string.h>

#include "tools/emuq-perf/rank.h"

/** The rank's injection FIFO. */
static inline MUSPI_InjFifo_t *perf_injection(perf_rank_t *r)
{
    return MUSPI_IdToInjFifo((int)r->process.fifo_id[0], &r->process.injection);
}

/** Injects, as soon as there is room. */
static inline void perf_inject(perf_rank_t *r, MUSPI_InjFifo_t *fifo, MUHWI_Descriptor_t *d)
{
    uint64_t turns = 0;
    while (MUSPI_InjFifoInject(fifo, d) == (uint64_t)-1)
        perf_relax(&turns, r->patience);
}

/** A put from the source to the partner's landing. */
static inline void perf_put_descriptor(const perf_rank_t *r, MUHWI_Descriptor_t *d, size_t size, int counter)
{
    spi_put_descriptor(&r->process, d, r->partner, 1, &r->window, r->source, size, r->landing,
                       r->counter[counter]);
}

/** A memory-FIFO message from the source to a receive function of the partner. */
static inline void perf_fifo_descriptor(const perf_rank_t *r, MUHWI_Descriptor_t *d, size_t size,
                                        uint8_t function)
{
    spi_fifo_descriptor(&r->process, d, r->partner, 1, r->window.physical, size, 0, function);
}

/** A remote get: injects the descriptor that is at @p carried, in the window, at the partner. */
void perf_carry_descriptor(const perf_rank_t *r, MUHWI_Descriptor_t *d, const MUHWI_Descriptor_t *carried);

/** A remote get of what perf_rget_prepare() has prepared at the partner: it arrives at PERF_DATA. */
void perf_get_descriptor(perf_rank_t *r, MUHWI_Descriptor_t *d);

/** A collective on class route 0, from the source to the landings of all nodes, counted at PERF_DATA.
 *  @param type  MUHWI_COLLECTIVE_TYPE_ALLREDUCE (sum of doubles) or _BROADCAST */
void perf_collective_descriptor(const perf_rank_t *r, MUHWI_Descriptor_t *d, size_t size, uint8_t type);

/** Waits until that many more bytes have arrived at a counter, by nothing but looking at it. There may be
 * more already: in a broadcast the others can be ahead. */
static inline void perf_await(perf_rank_t *r, int counter, uint64_t bytes)
{
    uint64_t turns = 0, expected = r->expected[counter] += bytes;
    while ((int64_t)(__atomic_load_n(r->counter[counter], __ATOMIC_ACQUIRE) + expected) > 0)
        perf_relax(&turns, r->patience);
}

/** Polls until a receive function has seen that many more packets. */
static inline void perf_await_packets(perf_rank_t *r, uint64_t packets)
{
    MUSPI_RecFifo_t *fifo = MUSPI_IdToRecFifo(0, &r->reception.group);
    uint64_t expected = r->packets + packets;
    while (r->packets != expected)
        MUSPI_RecFifoPoll(fifo, 64);
}

/** Packets of a message. */
static inline uint64_t perf_packets(size_t size)
{
    return (size + MUHWI_PACKET_MAX_PAYLOAD_SIZE_IN_BYTES - 1) / MUHWI_PACKET_MAX_PAYLOAD_SIZE_IN_BYTES;
}

/** Reads a block of whole words. @return their sum. */
static inline uint64_t perf_read(const void *block, size_t size)
{
    const uint64_t *word = block;
    uint64_t sum[8] = {0};
    size_t i = 0, words = size / sizeof *word;
    for (; i + 8 <= words; i += 8)
        for (int lane = 0; lane < 8; lane++)
            sum[lane] += word[i + (size_t)lane];
    for (; i < words; i++)
        sum[0] += word[i];
    return sum[0] + sum[1] + sum[2] + sum[3] + sum[4] + sum[5] + sum[6] + sum[7];
}

#endif /* EMUQ_PERF_MESSAGE_H */
