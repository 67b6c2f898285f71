/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file Classroute.h
 * @brief Axes, directions and link masks of class-route trees (spi-classroute-collectives 3).
 *
 * "Classroute_impl.h" defines the types of coordinates and rectangles: mu/default for stand-alone programs,
 * mu/pami for programs with a message layer's types. Put mu/default or mu/pami on the include path.
 */
#ifndef _MUSPI_CLASSROUTE_H_
#define _MUSPI_CLASSROUTE_H_

#include "hwi/include/bqc/classroute.h"
#include "spi/include/kernel/cnk/kernel_impl.h"

/** Directions on an axis. */
#define CR_SIGN_POS 0
#define CR_SIGN_NEG 1
#define CR_NUM_DIRS 2

/** Axes. */
#define CR_AXIS_A   0
#define CR_AXIS_B   1
#define CR_AXIS_C   2
#define CR_AXIS_D   3
#define CR_AXIS_E   4
#define CR_NUM_DIMS 5

/** Names of axes and directions, by number. */
#define CR_DIM_NAMES "ABCDE"
#define CR_DIR_NAMES "+-"

/** The ten torus links. */
#define CR_COLL_CLASS_LINK_MASK                                                                              \
    (BGQ_CLASS_LINK_AM | BGQ_CLASS_LINK_AP | BGQ_CLASS_LINK_BM | BGQ_CLASS_LINK_BP | BGQ_CLASS_LINK_CM |     \
     BGQ_CLASS_LINK_CP | BGQ_CLASS_LINK_DM | BGQ_CLASS_LINK_DP | BGQ_CLASS_LINK_EM | BGQ_CLASS_LINK_EP)

/** Valid bits in the words of a collective class route. */
#define CR_COLL_CLASS_OUTPUT_MASK CR_COLL_CLASS_LINK_MASK
#define CR_COLL_CLASS_INPUT_MASK                                                                             \
    (CR_COLL_CLASS_LINK_MASK | BGQ_CLASS_INPUT_LINK_LOCAL | BGQ_CLASS_INPUT_VC_MASK)

#include "Classroute_impl.h"

#endif /* _MUSPI_CLASSROUTE_H_ */
