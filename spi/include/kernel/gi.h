/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file gi.h
 * @brief Kernel services for global-interrupt class routes (kernel-gi).
 *
 * A node has 16 global-interrupt class routes of three wires. Route 0 spans all nodes of the job and is a
 * barrier, ready before main(); 14 and 15 are the system's. Routes i and i + 8 share wires, so they may not
 * have a link in common. The operations are in spi/include/mu/GIBarrier.h and spi/include/mu/GI.h.
 *
 * Calls return 0 or a positive code; EINVAL: no such id; EFAULT: a bad pointer. Single calls are atomic on
 * the node; a query and the allocation that follows it are two steps.
 */
#ifndef _SPI_KERNEL_GI_H_
#define _SPI_KERNEL_GI_H_

#include "spi/include/kernel/cnk/kernel_impl.h"
#include "hwi/include/bqc/classroute.h"
#include "hwi/include/bqc/dcr_support.h"
#include "hwi/include/bqc/nd_500_dcr.h"
#include "spi/include/kernel/memory.h"

__BEGIN_DECLS

/** All links of a class route: ten of the torus and the one to I/O. The semicolon belongs to the name: it can
 *  only end a statement (kernel-gi 1). */
#define _KERNEL_GI_CLASS_ROUTE_A_E_IO_BITS                                                                   \
    (BGQ_CLASS_LINK_AM | BGQ_CLASS_LINK_AP | BGQ_CLASS_LINK_BM | BGQ_CLASS_LINK_BP | BGQ_CLASS_LINK_CM |     \
     BGQ_CLASS_LINK_CP | BGQ_CLASS_LINK_DM | BGQ_CLASS_LINK_DP | BGQ_CLASS_LINK_EM | BGQ_CLASS_LINK_EP |     \
     BGQ_CLASS_LINK_IO);

/** Attributes of a global-interrupt class route. */
typedef struct Kernel_GlobalInterruptClassRouteAttributes {
    uint32_t System : 1; /**< 1: privileged; refused to user programs */
} Kernel_GlobalInterruptClassRouteAttributes_t;

/** Whether a wire interrupts. */
typedef enum Kernel_GIInterruptFlag {
    KERNEL_GI_INTERRUPT_FLAG_DISABLE = 0,
    KERNEL_GI_INTERRUPT_FLAG_ENABLE = 1
} Kernel_GIInterruptFlag_t;

/**
 * Reports the free class routes, ascending (kernel-gi 2).
 * @param nClassRoutes        gets the number of ids reported.
 * @param classRouteIds       gets the ids.
 * @param sizeOfClassRouteIds room in @p classRouteIds, in bytes.
 */
int32_t Kernel_QueryGlobalInterruptClassRoutes(uint32_t *nClassRoutes, uint32_t *classRouteIds,
                                               size_t sizeOfClassRouteIds);

/**
 * Takes class route @p id: a route of this node alone until it is programmed (kernel-gi 2).
 * @param attributes NULL: usable by user and system.
 * @return 0; EACCES: a system route is asked for; EAGAIN: not free.
 */
int32_t Kernel_AllocateGlobalInterruptClassRoute(uint32_t id,
                                                 Kernel_GlobalInterruptClassRouteAttributes_t *attributes);

/** Frees class route @p id, allocated or not (kernel-gi 2). */
int32_t Kernel_DeallocateGlobalInterruptClassRoute(int32_t id);

/**
 * Checks whether class route @p id can be programmed so on this node (kernel-gi 2). Changes nothing.
 * @return 0, or what is wrong: 1 more than one output; 2 LOCAL among the outputs; 3 a link is input and
 * output; 4 route (id + 8) mod 16 uses one of the links. EFAULT, EINVAL.
 */
int32_t Kernel_CheckGlobalInterruptClassRoute(int32_t id, ClassRoute_t *cr);

/** Checks, and programs class route @p id on this node, allocated or not (kernel-gi 2).
 *  @return as Kernel_CheckGlobalInterruptClassRoute() */
int32_t Kernel_SetGlobalInterruptClassRoute(int32_t id, ClassRoute_t *cr);

/** Takes the links from class route @p id: the first step when a set of routes is programmed anew, so that
 *  the links of old routes are in nobody's way (kernel-gi 2). */
int32_t Kernel_SetEmptyGlobalInterruptClassRoute(int32_t id);

/** Enables or disables the interrupt of wire @p giId (0..2) of class route @p id (kernel-gi 2). It persists
 *  while the wire's status is 1, and reaches line KERNEL_COMM_INT_GEA of every core, and
 *  emuq_gi_interrupt_fd(). */
int32_t Kernel_ConfigureGIInterrupts(uint32_t id, uint32_t giId, Kernel_GIInterruptFlag_t interruptFlag);

/** Tells the route of the job's ready-made barrier: 0 (kernel-gi 2). It only needs MUSPI_GIBarrierInit(). */
int32_t Kernel_GetGlobalBarrierUserClassRouteId(uint32_t *classRouteId);

__END_DECLS

#include "spi/include/kernel/cnk/gi_impl.h"

#endif /* _SPI_KERNEL_GI_H_ */
