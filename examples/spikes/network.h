/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file network.h
 * @brief A network of spiking neurons: columns on a square grid that closes upon itself, whose neurons
 * project to the own column and to those up to three steps away.
 *
 * All numbers are integers, and all that is random is a function of who is meant, so what a neuron does
 * depends neither on the order in which spikes come nor on which rank has it.
 */
#ifndef SPIKES_NETWORK_H
#define SPIKES_NETWORK_H

#include <stdbool.h>
#include <stdint.h>

#define NETWORK_NEURONS 64u /**< of a column */
#define NETWORK_REACH   3   /**< columns that projections go */

/** The columns of a rank. */
typedef struct network {
    unsigned edge;              /**< columns along each side of the grid */
    unsigned first, columns;    /**< of this rank */
    int32_t *potential, *input; /**< [columns * NETWORK_NEURONS] */
} network_t;

/** Makes the columns; all neurons are at rest. @return 0, or -1: no memory */
int network_open(network_t *n, unsigned edge, unsigned first, unsigned columns);
void network_close(network_t *n);

/** Steps between two columns, 0..; along the longer of both ways. */
unsigned network_distance(const network_t *n, unsigned a, unsigned b);

/** Gives a spike of any neuron of the network to the neurons here on which it acts. */
void network_receive(network_t *n, uint32_t neuron);

/** Performs a step with what has been received. @param spikes [neurons of the rank] gets the neurons that
 * fire.
 * @return how many */
unsigned network_step(network_t *n, uint32_t step, uint32_t *spikes);

/** A random number that belongs to three. */
uint64_t network_hash(uint32_t a, uint32_t b, uint32_t c);

#endif /* SPIKES_NETWORK_H */
