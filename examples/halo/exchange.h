/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file exchange.h
 * @brief The halo of a gauge field by rdma_put.
 *
 * As in the example plaquette the dimensions go one after the other, and a message includes the halo of those
 * before. A direction has two ports, used in turn: a rank sends message n + 2 when it has received message n
 * + 1 from the neighbour on that side, who had sent it after having emptied the port of message n.
 */
#ifndef HALO_EXCHANGE_H
#define HALO_EXCHANGE_H

#include "apenet_world.h"
#include "examples/plaquette/field.h"

#define EXCHANGE_DIRECTIONS (2 * LATTICE_DIMS) /**< 2 d is towards lower coordinates of d, 2 d + 1 higher */
#define EXCHANGE_PORTS      (2 * EXCHANGE_DIRECTIONS)

/** One direction of travel: what leaves this rank that way, and what arrives from behind. */
typedef struct exchange_way {
    unsigned to;      /**< rank of the receiver */
    size_t sites;     /**< that leave; as many arrive */
    size_t *leaving;  /**< own sites at the boundary */
    size_t *arriving; /**< sites of the halo, in the order of the sender's list */
    su3_t *source;    /**< the message that leaves */
} exchange_way_t;

typedef struct exchange {
    apenet_world_t *world;
    exchange_way_t way[EXCHANGE_DIRECTIONS];
    unsigned count; /**< exchanges so far */
} exchange_t;

/** Bytes of the largest message: the size of a port. */
size_t exchange_port_bytes(const lattice_t *lat);

/** Each rank calls it, when the windows are open. */
void exchange_open(exchange_t *e, apenet_world_t *world, const lattice_t *lat);
void exchange_close(exchange_t *e);

/** Refreshes the halo; all ranks call it. */
void exchange_halo(exchange_t *e, field_t *f);

#endif /* HALO_EXCHANGE_H */
