/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file classroute.h
 * @brief A node's part of a class route, the tree of a collective or a global interrupt
 *        (kernel-classroutes 1, spi-classroute-collectives 1).
 */
#ifndef __hwi_bqc_class_route_h__
#define __hwi_bqc_class_route_h__

#include <hwi/include/common/compiler_support.h>

__BEGIN_DECLS

/* clang-format off */
/** Class routes of a node, for collectives and for global interrupts. */
#define BGQ_COLL_CLASS_MAX_CLASSROUTES     16
#define BGQ_GI_CLASS_MAX_CLASSROUTES       16
/** Signals of a class route of the global interrupts. */
#define BGQ_GI_CLASS_MAX_GI_PER_CLASSROUTE 3

/** @name Input word of a collective route: virtual channel of the packets
 *  @{ */
#define BGQ_CLASS_INPUT_VC_USER    (0 << 12) /**< virtual channel USER_COMM_WORLD */
#define BGQ_CLASS_INPUT_VC_SYSTEM  (1 << 12) /**< virtual channel SYSTEM_COLLECTIVE */
#define BGQ_CLASS_INPUT_VC_SUBCOMM (2 << 12) /**< virtual channel USER_SUB_COMM */
#define BGQ_CLASS_INPUT_VC_MASK    (3 << 12) /**< both bits set: allocated, no route yet */
/** @} */

/** @name Links, in both words: M in minus direction, P in plus direction
 *  @{ */
#define BGQ_CLASS_LINK_AM (1 << 11)
#define BGQ_CLASS_LINK_AP (1 << 10)
#define BGQ_CLASS_LINK_BM (1 << 9)
#define BGQ_CLASS_LINK_BP (1 << 8)
#define BGQ_CLASS_LINK_CM (1 << 7)
#define BGQ_CLASS_LINK_CP (1 << 6)
#define BGQ_CLASS_LINK_DM (1 << 5)
#define BGQ_CLASS_LINK_DP (1 << 4)
#define BGQ_CLASS_LINK_EM (1 << 3)
#define BGQ_CLASS_LINK_EP (1 << 2)
#define BGQ_CLASS_LINK_IO (1 << 1)
/** @} */

/** Input word: this node contributes and receives. */
#define BGQ_CLASS_INPUT_LINK_LOCAL (1 << 0)
/* clang-format on */

/** A node's part of a tree. */
typedef struct ClassRoute {
    uint16_t input;  /**< Links to the children, LOCAL, and the class type. */
    uint16_t output; /**< The link to the parent; 0 at the root. */
} ClassRoute_t;

EMUQ_STATIC_ASSERT(sizeof(ClassRoute_t) == 4, "half a register");

__END_DECLS

#endif /* __hwi_bqc_class_route_h__ */
