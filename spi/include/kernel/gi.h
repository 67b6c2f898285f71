/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file gi.h
 * @brief Kernel services for global-interrupt class routes (kernel-gi).
 *
 * A node has 16 global-interrupt class routes of three signals. Route 0 spans all nodes of the job and is a
 * barrier, ready before main(); 14 and 15 are the system's. Routes i and i + 8 share signals and must not
 * have a common link. The operations are in spi/include/mu/GIBarrier.h and spi/include/mu/GI.h.
 *
 * Calls return 0 or a positive code; EINVAL: no such id; EFAULT: a bad pointer. Single calls are atomic on
 * the node; a query with a following allocation is not.
 */
#ifndef _SPI_KERNEL_GI_H_
#define _SPI_KERNEL_GI_H_

#include "spi/include/kernel/cnk/kernel_impl.h"
#include "hwi/include/bqc/classroute.h"
#include "hwi/include/bqc/dcr_support.h"
#include "hwi/include/bqc/nd_500_dcr.h"
#include "spi/include/kernel/memory.h"

__BEGIN_DECLS

/** All links of a class route: ten torus links and the I/O link. The semicolon is part of the macro: use the
 * macro only at the end of a statement (kernel-gi 1). */
#define _KERNEL_GI_CLASS_ROUTE_A_E_IO_BITS                                                                   \
    (BGQ_CLASS_LINK_AM | BGQ_CLASS_LINK_AP | BGQ_CLASS_LINK_BM | BGQ_CLASS_LINK_BP | BGQ_CLASS_LINK_CM |     \
     BGQ_CLASS_LINK_CP | BGQ_CLASS_LINK_DM | BGQ_CLASS_LINK_DP | BGQ_CLASS_LINK_EM | BGQ_CLASS_LINK_EP |     \
     BGQ_CLASS_LINK_IO);

/** Attributes of a global-interrupt class route. */
typedef struct Kernel_GlobalInterruptClassRouteAttributes {
    uint32_t System : 1; /**< 1: privileged; denied to user programs */
} Kernel_GlobalInterruptClassRouteAttributes_t;

/** Interrupt enable of a signal. */
typedef enum Kernel_GIInterruptFlag {
    KERNEL_GI_INTERRUPT_FLAG_DISABLE = 0,
    KERNEL_GI_INTERRUPT_FLAG_ENABLE = 1
} Kernel_GIInterruptFlag_t;

/** Reports the free class routes, ascending (kernel-gi 2). @param nClassRoutes set to the number of ids
 * reported. @param classRouteIds set to the ids. @param sizeOfClassRouteIds bytes of @p classRouteIds. */
int32_t Kernel_QueryGlobalInterruptClassRoutes(uint32_t *nClassRoutes, uint32_t *classRouteIds,
                                               size_t sizeOfClassRouteIds);

/** Allocates class route @p id: local to this node until programmed (kernel-gi 2). @param attributes NULL:
 * usable by user and system. @return 0; EACCES: request for a system route; EAGAIN: not free. */
int32_t Kernel_AllocateGlobalInterruptClassRoute(uint32_t id,
                                                 Kernel_GlobalInterruptClassRouteAttributes_t *attributes);

/** Frees class route @p id, allocated or not (kernel-gi 2). */
int32_t Kernel_DeallocateGlobalInterruptClassRoute(int32_t id);

/** Checks a configuration of class route @p id on this node (kernel-gi 2). Changes nothing.
 * @return 0, or the error: 1 more than one output; 2 LOCAL among the outputs; 3 a link is input and output; 4
 * route (id + 8) mod 16 uses one of the links. EFAULT, EINVAL. */
int32_t Kernel_CheckGlobalInterruptClassRoute(int32_t id, ClassRoute_t *cr);

/** Checks, and programs class route @p id on this node, allocated or not (kernel-gi 2).
 *  @return see Kernel_CheckGlobalInterruptClassRoute() */
int32_t Kernel_SetGlobalInterruptClassRoute(int32_t id, ClassRoute_t *cr);

/** Removes all links of class route @p id: the first step of reprogramming a set of routes, to avoid
 * conflicts with links of old routes (kernel-gi 2). */
int32_t Kernel_SetEmptyGlobalInterruptClassRoute(int32_t id);

/** Enables or disables the interrupt of signal @p giId (0..2) of class route @p id (kernel-gi 2). The
 *  interrupt is level-triggered by the signal's status 1 and reaches line KERNEL_COMM_INT_GEA of every core,
 *  and emuq_gi_interrupt_fd(). */
int32_t Kernel_ConfigureGIInterrupts(uint32_t id, uint32_t giId, Kernel_GIInterruptFlag_t interruptFlag);

/** Reports the route of the job's predefined barrier: 0 (kernel-gi 2). The route needs MUSPI_GIBarrierInit()
 * only. */
int32_t Kernel_GetGlobalBarrierUserClassRouteId(uint32_t *classRouteId);

__END_DECLS

#include "spi/include/kernel/cnk/gi_impl.h"

#endif /* _SPI_KERNEL_GI_H_ */
