/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file halo.h
 * @brief The exchange of the halo of a gauge field, in memory of the host or of a GPU.
 */
#ifndef HALO_H
#define HALO_H

#include "apenet_world.h"
#include "examples/plaquette/ildg.h"

/* ---- exchange of the halo by rdma_put ----
 *
 * As in the example plaquette, dimensions are exchanged in turn, and a message includes the halo
 * of the previous dimensions. Each direction has two ports, used alternately. A rank sends message n + 2
 * after receiving message n + 1 of the neighbour on that side. The neighbour sent n + 1 after emptying the
 * port of message n. */

#define HALO_DIRECTIONS (2 * LATTICE_DIMS) /**< 2 d: towards lower coordinates of d; 2 d + 1: higher */
#define HALO_PORTS      (2 * HALO_DIRECTIONS)

/** A direction of travel: the outgoing message, and the incoming message from the opposite neighbour. */
typedef struct halo_direction {
    unsigned to;
    size_t sites;     /**< number of outgoing and of incoming sites */
    size_t *leaving;  /**< local sites at the boundary */
    size_t *arriving; /**< halo sites, in the order of the sender's list */
    su3_t *source;
} halo_direction_t;

typedef struct halo_exchange {
    apenet_world_t *world;
    halo_direction_t direction[HALO_DIRECTIONS];
    unsigned count;
} halo_exchange_t;

#define HALO_SITE_BYTES (4 * sizeof(su3_t)) /* links of a site */

typedef struct halo_job {
    apenet_world_t world;
    lattice_t lat;
    field_t field;
    ildg_file_t file;
    halo_exchange_t exchange;
    struct halo_gpu *gpu; /**< NULL: the field is in memory of the host */
} halo_job_t;

/** Size of the largest message, and of a port. */
size_t halo_port_bytes(const lattice_t *lat);

/** Port of the next message in direction k. */
unsigned halo_port_of(const halo_exchange_t *e, int k);

/* ---- the field in memory of a GPU ---- */

/** Collective, after opening the exchange: opens the windows, and copies the field to the GPU.
 * @param is_direct the card reads and writes the GPU; else messages are copied to and from the host
 * @return 0, or -1 without OpenCL, with a message */
int halo_gpu_open(halo_job_t *j, bool is_direct);
void halo_gpu_close(halo_job_t *j);

/** Collective: exchanges the halo. @return field_plaquette_sum() */
double halo_gpu_plaquette_sum(halo_job_t *j);

#endif /* HALO_H */
