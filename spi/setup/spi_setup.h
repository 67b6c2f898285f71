/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file spi_setup.h
 * @brief The Message Unit made ready for a program: what almost every SPI program does before its first
 * message.
 *
 * To send, a process needs *injection FIFOs*: rings of descriptors in its own memory, whose head and tail are
 * registers of the Message Unit. To receive by direct put it needs no code at all, only an entry of the *base
 * address table* (BAT) that says where its memory is. A message names that entry and an offset behind it, for
 * its payload and for a *counter*; the Message Unit stores the payload and then subtracts its length from the
 * counter.
 *
 * Here every process has the same windows in the same BAT entries, laid out in the same way. So a process
 * knows from its own memory where in its neighbour's memory a message has to go, and no addresses
 * have to be sent around.
 *
 * Counters start at zero and are never reset: after all messages so far, b bytes together, a counter has the
 * value -b. There is no moment at which a counter is being made ready, so no message can come too early.
 *
 * Everything is kept in structures of the caller, nothing in globals: ranks may be processes or threads of
 * one.
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
#define SPI_LINE             64 /**< counters keep this distance, so that they do not share a cache line */
#define SPI_MAX_FIFOS        8 /**< injection FIFOs of a subgroup, all that a process has when a node runs 64 */
#define SPI_MAX_WINDOWS      6     /**< for the program; two more entries of the subgroup are used here */
#define SPI_TICKS_PER_SECOND 1.6e9 /**< of GetTimeBase() */

/** Memory that other processes may put into, through one BAT entry. It serves as source of messages as well.
 */
typedef struct spi_window {
    char *memory;
    size_t bytes;
    uint64_t physical; /**< address of the memory, as the Message Unit sees it */
    uint32_t entry;    /**< BAT entry within the subgroup, the same in every process */
} spi_window_t;

/** A process and its part of the Message Unit. */
typedef struct spi_process {
    uint32_t rank, ranks;
    uint32_t extent[SPI_DIMS]; /**< nodes per dimension, and processes per node */
    uint32_t at[SPI_DIMS];     /**< coordinates in the job */
    uint32_t
        corner[SPI_TORUS_DIMS]; /**< of the job in its block: added to coordinates for the Message Unit */
    uint32_t subgroups;         /**< of each process */

    uint32_t fifos;
    uint32_t fifo_id[SPI_MAX_FIFOS];
    void *fifo_memory;
    MUSPI_InjFifoSubGroup_t injection;
    MUSPI_BaseAddressTableSubGroup_t bat;
    MUSPI_BaseAddressTableSubGroup_t turn; /**< the entry that says: my set-up is done */

    spi_window_t barrier_window;
    MUSPI_GIBarrier_t gi;
    uint64_t barriers; /**< passed so far */
} spi_process_t;

/** Prints "rank N: ..." and ends the whole job. For failures of one rank alone, which the other ranks do not
 * learn of. */
void spi_fatal(const spi_process_t *p, const char *format, ...)
    __attribute__((format(printf, 2, 3), noreturn));

/**
 * Finds rank and coordinates of the process, and allocates, initialises and activates its resources. All
 * processes of the job call it.
 * @param fifos    injection FIFOs, 1..SPI_MAX_FIFOS; number 0 serves the barrier as well
 * @param windows  BAT entries 0..windows-1 become usable with spi_window_open(); at most SPI_MAX_WINDOWS
 * @return 0, or -1 (in every rank) when not every process of every node is a rank of the job: nothing is set
 * up then
 */
int spi_open(spi_process_t *p, uint32_t fifos, uint32_t windows);

/** Waits for all processes, then for the last message of this one, and frees the memory. */
void spi_close(spi_process_t *p);

/** Waits until all processes of the job have come here. What they wrote before is visible afterwards. */
void spi_barrier(spi_process_t *p);

/** Allocates zeroed memory and makes it reachable through BAT entry @p entry. Other ranks may put into it
 * after the next barrier. */
void spi_window_open(spi_process_t *p, spi_window_t *w, uint32_t entry, size_t bytes);
void spi_window_close(spi_window_t *w);

/** BAT id of a window, as a message to the process with T coordinate @p t of any node needs it. */
static inline uint16_t spi_window_id(const spi_process_t *p, const spi_window_t *w, uint32_t t)
{
    return (uint16_t)(t * p->subgroups * BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP + w->entry);
}

/** Where a message has to go so that it arrives at the receiver's counterpart of @p address. */
static inline uint64_t spi_payload_offset(const spi_window_t *w, const void *address)
{
    return (uint64_t)((const char *)address - w->memory);
}

/** The same for a counter: the address tells the Message Unit to add, instead of to store. */
static inline uint64_t spi_counter_offset(const spi_process_t *p, const spi_window_t *w,
                                          const uint64_t *counter)
{
    uint64_t physical = w->physical + (uint64_t)((const char *)counter - w->memory);
    return MUSPI_GetAtomicOffsetFromBaseAddress((MUSPI_BaseAddressTableSubGroup_t *)&p->bat,
                                                (uint8_t)w->entry, physical, MUHWI_ATOMIC_OPCODE_STORE_ADD);
}

/** Network FIFO for a message to a process: the link of the first dimension in which it lies elsewhere, or
 * the local FIFO for one of the same node. */
uint64_t spi_network_fifo(const spi_process_t *p, const uint32_t to[SPI_DIMS], int sign);

/**
 * Builds the descriptor of a direct put from this process' memory to the same place, or another one, of a
 * window of another process (or of its own).
 * @param to        coordinates of the receiver in the job
 * @param sign      +1 or -1: on a ring of two nodes, the way to go
 * @param source    in window @p w
 * @param landing   this process' counterpart of the place where the message goes
 * @param counter   this process' counterpart of the counter that the message decrements
 */
void spi_put_descriptor(const spi_process_t *p, MUHWI_Descriptor_t *d, const uint32_t to[SPI_DIMS], int sign,
                        const spi_window_t *w, const void *source, size_t bytes, const void *landing,
                        const uint64_t *counter);

/** Injects a descriptor into FIFO @p fifo, as soon as there is room. @return its number in that FIFO */
uint64_t spi_inject(spi_process_t *p, uint32_t fifo, MUHWI_Descriptor_t *d);

/** Waits until the message with that number has left: its source may change then. It may not have arrived. */
void spi_wait_sent(spi_process_t *p, uint32_t fifo, uint64_t number);

/** Waits until messages of @p bytes bytes altogether have arrived at a counter of window @p w of this
 * process; what they brought is then visible. */
void spi_wait_counter(const spi_window_t *w, const uint64_t *counter, uint64_t bytes);

/** A turn of a waiting loop. More ranks may run than there are processors: give this one to another rank.
 */
void spi_pause(unsigned *turns);

#endif /* SPI_SETUP_SPI_SETUP_H */
