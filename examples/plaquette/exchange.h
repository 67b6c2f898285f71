/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file exchange.h
 * @brief The halo by direct put: every rank puts its boundary into the memory of its neighbours, and waits
 * for theirs.
 *
 * The dimensions go one after the other, x first, and a message includes the halo of the dimensions before:
 * so corners travel in steps, and eight messages per exchange are enough. A rank that has no neighbour in a
 * dimension is its own neighbour, and its messages go through the Message Unit all the same.
 *
 * No barrier. The receiver has two buffers per direction, used in turn. A rank sends message n+2 when it has
 * received message n+1 from the same neighbour, who had sent it after having emptied the buffer of message n:
 * the one that message n+2 goes to. Messages are never empty, so this chain never breaks.
 */
#ifndef PLAQUETTE_EXCHANGE_H
#define PLAQUETTE_EXCHANGE_H

#include "spi/setup/spi_setup.h"
#include "field.h"

#define EXCHANGE_DIRECTIONS                                                                                  \
    (2 * LATTICE_DIMS) /**< number 2 d is towards lower coordinates of d, 2 d + 1 higher */
#define EXCHANGE_BUFFERS 2

/** One direction of travel: what leaves this rank that way, and what arrives from behind. */
typedef struct exchange_way {
    uint32_t to[SPI_DIMS]; /**< coordinates of the receiver */
    size_t *leaving[2];    /**< per parity: own sites at the boundary */
    size_t *arriving[2];   /**< per parity: sites of the halo, in the order of the sender's list */
    size_t leaving_sites[2], arriving_sites[2];
    char *source;                        /**< the message that leaves */
    char *landing[EXCHANGE_BUFFERS];     /**< the messages that arrive */
    uint64_t *counter[EXCHANGE_BUFFERS]; /**< counts down what has arrived in each */
    uint64_t expected[EXCHANGE_BUFFERS]; /**< bytes that will have arrived when the next message is there */
    uint64_t sent;                       /**< number of the last descriptor */
} exchange_way_t;

typedef struct exchange {
    spi_process_t *process;
    spi_window_t window;
    exchange_way_t way[EXCHANGE_DIRECTIONS];
    uint64_t exchanges; /**< so far */
    uint64_t bytes;     /**< sent so far */
    uint64_t ticks;     /**< time base ticks spent so far, of which ... */
    uint64_t waiting;   /**< ... these waiting for neighbours */
} exchange_t;

/** All ranks call these. Uses all eight injection FIFOs, one per direction.
 *  @param entry  BAT entry for this module */
void exchange_open(exchange_t *e, spi_process_t *process, uint32_t entry, const lattice_t *lat);
void exchange_close(exchange_t *e);

/** Refreshes the halo; all ranks call it with the same arguments. A field_halo_t, with the exchange as
 * context. */
void exchange_halo(void *exchange, field_t *f, int mu, int parity);

#endif /* PLAQUETTE_EXCHANGE_H */
