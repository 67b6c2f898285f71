/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file collective.h
 * @brief Kernel services for collective class routes (kernel-classroutes).
 *
 * A node has 16 collective class routes. Route 0 spans the job's nodes with ranks and is ready before
 * main(); 14 and 15 are the system's. Use the query for all other routes. Every node of a tree programs
 * its local part, under the same id.
 *
 * Calls return 0 or a positive code; EINVAL: no such id; EFAULT: a bad pointer. Single calls are atomic on
 * the node; a query with a following allocation is not.
 */
#ifndef _SPI_KERNEL_COLLECTIVE_H_
#define _SPI_KERNEL_COLLECTIVE_H_

#include "spi/include/kernel/cnk/kernel_impl.h"
#include "hwi/include/bqc/classroute.h"
#include "hwi/include/bqc/nd_500_dcr.h"

__BEGIN_DECLS

/** Reports the free class routes, ascending (kernel-classroutes 2).
 * @param nClassRoutes set to the number of ids reported.
 * @param classRouteIds set to the ids.
 * @param sizeOfClassRouteIds bytes of @p classRouteIds. */
int32_t Kernel_QueryCollectiveClassRoutes(uint32_t *nClassRoutes, uint32_t *classRouteIds,
                                          size_t sizeOfClassRouteIds);

/** Allocates class route @p id, without links (kernel-classroutes 2). @return 0, EAGAIN if not free. */
int32_t Kernel_AllocateCollectiveClassRoute(uint32_t id);

/** Programs class route @p id on this node, allocated or not (kernel-classroutes 2).
 * @param cr input with the class type, and output.
 * @return 0, or the error: 1 more than one output; 2 LOCAL among the outputs; 3 LOCAL not among the inputs; 4
 * a link is input and output; 5 a USER route shares a link with a SYSTEM route. EFAULT, EINVAL. */
int32_t Kernel_SetCollectiveClassRoute(uint32_t id, ClassRoute_t *cr);

/** Frees class route @p id, allocated or not (kernel-classroutes 2). */
int32_t Kernel_DeallocateCollectiveClassRoute(uint32_t id);

/** Clears a checksum of injected traffic. @param linkID 0..15 (kernel-classroutes 2).
 *  @return 0, or -1: no such link. */
int32_t Kernel_ClearInjectionChecksum(uint64_t linkID);

/** Reads a checksum of injected traffic. @return 0; EFAULT; EINVAL: no such link. */
int32_t Kernel_GetInjectionChecksum(uint64_t linkID, uint64_t *checksum);

__END_DECLS

#include "spi/include/kernel/cnk/collective_impl.h"

#endif /* _SPI_KERNEL_COLLECTIVE_H_ */
