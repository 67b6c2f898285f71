/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file default/Classroute_impl.h
 * @brief Coordinates and rectangles for stand-alone programs (spi-classroute-collectives 3).
 */
#ifndef _MUSPI_CLASSROUTE_IMPL_H_
#define _MUSPI_CLASSROUTE_IMPL_H_

#include <stdint.h>
#include <sys/types.h>

/** Coordinates of a node. */
typedef struct {
    uint32_t coords[CR_NUM_DIMS];
} CR_COORD_T;

/** Coordinates from five values. */
#define CR_COORD_INIT(...) ((CR_COORD_T){{__VA_ARGS__}})

/** Coordinate @p d of the node @p c points to; may be assigned to. */
#define CR_COORD_DIM(c, d) ((c)->coords[d])

/** The nodes between two corners, both included. */
typedef struct {
    CR_COORD_T ll; /**< lower left */
    CR_COORD_T ur; /**< upper right */
} CR_RECT_T;

/** Pointers to the corners. */
#define CR_RECT_LL(r) (&(r)->ll)
#define CR_RECT_UR(r) (&(r)->ur)

#endif /* _MUSPI_CLASSROUTE_IMPL_H_ */
