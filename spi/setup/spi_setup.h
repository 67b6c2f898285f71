/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file spi_setup.h
 * @brief Set-up of the Message Unit for a program: common to almost all SPI programs.
 *
 * To send, a process needs *injection FIFOs*: rings of descriptors in its memory, with head and tail in
 * registers of the Message Unit. Reception by direct put needs only an entry of the *base address table*
 * (BAT) with the address of the memory. A message has an entry and an offset, for its payload and for a
 * *counter*; the Message Unit stores the payload and then subtracts its length from the counter.
 *
 * Here every process has the same windows in the same BAT entries, with the same layout: no exchange of
 * addresses. Counters start at zero and are never reset: after messages of b bytes together, a counter has
 * the value -b.
 *
 * All state is in structures of the caller: ranks may be processes or threads of a process.
 */
#ifndef SPI_SETUP_SPI_SETUP_H
#define SPI_SETUP_SPI_SETUP_H

#include <stddef.h>
#include <stdint.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/gi.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>
#include <spi/include/kernel/process.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/GIBarrier.h>
#include <spi/include/mu/InjFifo.h>
#include <spi/include/wu/wait.h>

#define SPI_TORUS_DIMS       5 /**< A B C D E */
#define SPI_DIMS             6 /**< A B C D E, and T: the process on its node */
#define SPI_T                5
#define SPI_LINE             64 /**< distance of counters, to avoid shared cache lines */
#define SPI_MAX_FIFOS        8  /* injection FIFOs per process: a subgroup's, with 64 processes per node */
#define SPI_MAX_WINDOWS      6  /**< windows of the program; two more entries of the subgroup are used here */
#define SPI_TICKS_PER_SECOND 1.6e9 /**< frequency of GetTimeBase() */

/** Memory for puts by all processes through a BAT entry; also a source of messages. */
typedef struct spi_window {
    char *memory;
    size_t bytes;
    uint64_t physical; /**< physical address of the memory, for the Message Unit */
    uint32_t entry;    /**< BAT entry within the subgroup, the same in every process */
} spi_window_t;

/** A process and its part of the Message Unit. */
typedef struct spi_process {
    uint32_t rank, ranks;
    uint32_t extent[SPI_DIMS];       /**< nodes per dimension, and processes per node */
    uint32_t at[SPI_DIMS];           /**< coordinates in the job */
    uint32_t corner[SPI_TORUS_DIMS]; /**< corner of the job in its block: added to coordinates for the Message
                                        Unit */
    uint32_t subgroups;              /**< subgroups of each process */

    uint32_t fifos;
    uint32_t fifo_id[SPI_MAX_FIFOS];
    void *fifo_memory;
    MUSPI_InjFifoSubGroup_t injection;
    MUSPI_BaseAddressTableSubGroup_t bat;
    MUSPI_BaseAddressTableSubGroup_t turn; /**< marker entry: set-up of this process is complete */

    spi_window_t barrier_window;
    MUSPI_GIBarrier_t gi;
    uint64_t barriers; /**< number of barriers passed so far */
} spi_process_t;

/** Prints "rank N: ..." and ends the whole job. For failures of a single rank, undetected by all other
 * ranks. */
void spi_fatal(const spi_process_t *p, const char *format, ...)
    __attribute__((format(printf, 2, 3), noreturn));

/** Finds rank and coordinates of the process, and allocates, initialises and activates its resources.
 * Collective over the job.
 * @param fifos injection FIFOs, 1..SPI_MAX_FIFOS; number 0 is also used by the barrier
 * @param windows BAT entries 0..windows-1 become usable with spi_window_open(); at most SPI_MAX_WINDOWS
 * @return 0, or -1 (in every rank) when not every process of every node is a rank of the job: nothing is set
 * up then */
int spi_open(spi_process_t *p, uint32_t fifos, uint32_t windows);

/** Waits for all processes, then for this process's last message, and frees the memory. */
void spi_close(spi_process_t *p);

/** Barrier over all processes of the job. All earlier writes are visible afterwards. */
void spi_barrier(spi_process_t *p);

/** Allocates zeroed memory and registers BAT entry @p entry for the memory. Remote ranks may put into the
 * window after the next barrier. */
void spi_window_open(spi_process_t *p, spi_window_t *w, uint32_t entry, size_t bytes);
void spi_window_close(spi_window_t *w);

/** BAT id of a window, for messages to the process with T coordinate @p t of any node. */
static inline uint16_t spi_window_id(const spi_process_t *p, const spi_window_t *w, uint32_t t)
{
    return (uint16_t)(t * p->subgroups * BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP + w->entry);
}

/** Put offset for the receiver's counterpart of @p address. */
static inline uint64_t spi_payload_offset(const spi_window_t *w, const void *address)
{
    return (uint64_t)((const char *)address - w->memory);
}

/** Put offset for the receiver's counterpart of a counter: an atomic add instead of a store. */
static inline uint64_t spi_counter_offset(const spi_process_t *p, const spi_window_t *w,
                                          const uint64_t *counter)
{
    uint64_t physical = w->physical + (uint64_t)((const char *)counter - w->memory);
    return MUSPI_GetAtomicOffsetFromBaseAddress((MUSPI_BaseAddressTableSubGroup_t *)&p->bat,
                                                (uint8_t)w->entry, physical, MUHWI_ATOMIC_OPCODE_STORE_ADD);
}

/** Network FIFO for a message to a process: the link of the first dimension with different coordinates, or
 * the local FIFO within a node. */
uint64_t spi_network_fifo(const spi_process_t *p, const uint32_t to[SPI_DIMS], int sign);

/** Builds the descriptor of a direct put from this process' memory into the same window of any process, at an
 * arbitrary offset.
 * @param to coordinates of the receiver in the job
 * @param sign +1 or -1: on a ring of two nodes, the direction
 * @param source in window @p w
 * @param landing this process' counterpart of the destination address
 * @param counter this process' counterpart of the decremented counter */
void spi_put_descriptor(const spi_process_t *p, MUHWI_Descriptor_t *d, const uint32_t to[SPI_DIMS], int sign,
                        const spi_window_t *w, const void *source, size_t bytes, const void *landing,
                        const uint64_t *counter);

/** Injects a descriptor into FIFO @p fifo; waits for a free slot. @return the message's number in the FIFO */
uint64_t spi_inject(spi_process_t *p, uint32_t fifo, MUHWI_Descriptor_t *d);

/** Waits for local completion of the message: its source may then be modified. The message has not
 * necessarily arrived. */
void spi_wait_sent(spi_process_t *p, uint32_t fifo, uint64_t number);

/** Waits until messages of @p bytes bytes in total have arrived at a counter of window @p w of this process.
 * Their payload is visible afterwards. */
void spi_wait_counter(const spi_window_t *w, const uint64_t *counter, uint64_t bytes);

/** One iteration of a waiting loop. Yields: more ranks than processors may be running. */
void spi_pause(unsigned *turns);

#endif /* SPI_SETUP_SPI_SETUP_H */
