/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file pami/Classroute_impl.h
 * @brief Coordinates and rectangles for programs of a message layer (spi-classroute-collectives 3).
 */
#ifndef _MUSPI_CLASSROUTE_IMPL_H_
#define _MUSPI_CLASSROUTE_IMPL_H_

#include <stdint.h>
#include <sys/types.h>

#include "sys/pami.h"

/** Coordinates of a node. The kind of network is ignored. */
typedef pami_coord_t CR_COORD_T;

/** Coordinates from five values. */
#define CR_COORD_INIT(...) ((CR_COORD_T){.network = PAMI_N_TORUS_NETWORK, .u = {.n_torus = {{__VA_ARGS__}}}})

/** Coordinate @p d of the node @p c points to; may be assigned to. */
#define CR_COORD_DIM(c, d) ((c)->u.n_torus.coords[d])

/** The nodes between two corners, both included. */
typedef struct {
    CR_COORD_T ll; /**< lower left */
    CR_COORD_T ur; /**< upper right */
} CR_RECT_T;

/** Pointers to the corners. */
#define CR_RECT_LL(r) (&(r)->ll)
#define CR_RECT_UR(r) (&(r)->ur)

#endif /* _MUSPI_CLASSROUTE_IMPL_H_ */
