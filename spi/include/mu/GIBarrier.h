/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file GIBarrier.h
 * @brief The barrier on the three signals of a global-interrupt class route (spi-gi-barrier 3).
 *
 * In state s (4, 2, 1, then 4 again) every node before its entry drives signal s. To enter, a node clears
 * signal s and sets the signal of the next state; the barrier is complete when signal s is 0 on all nodes.
 * The third signal allows a fast node to enter the next barrier before a slow node has observed the end of
 * this one.
 *
 * Only one process of a node drives a route. Each entry needs exactly one successful poll. No ordering of
 * ordinary memory. An unsuccessful poll yields the processor (emuq_mmio_idle()).
 */
#ifndef _MUSPI_GI_BARRIER_H_
#define _MUSPI_GI_BARRIER_H_

#include "hwi/include/bqc/MU_Macros.h"
#include "hwi/include/bqc/classroute.h"
#include "spi/include/kernel/memory.h"
#include "spi/include/mu/GI.h"
#include "spi/include/mu/Util.h"

__BEGIN_DECLS

/** Initial state of a barrier. */
#define MUSPI_GIBARRIER_INITIAL_STATE 0x4

/** A node's side of the barrier. */
typedef struct MUSPI_GIBarrier {
    uint64_t classRouteId;            /**< 0..15 */
    volatile uint64_t *controlRegPtr; /**< control register of the route */
    volatile uint64_t *statusRegPtr;  /**< status register of the route */
    uint64_t state;                   /**< 4, 2 or 1 */
} __attribute__((__aligned__(32))) MUSPI_GIBarrier_t;

/** A separate barrier over at least the nodes of the route. @return 0, or an error code. */
typedef int32_t (*MUSPI_GIBarrierInitMUBarrierFunction_t)(void *parm);

/** First half of MUSPI_GIBarrierInitMU(): this node's signals. @param classRouteId 0..15. @return 0. */
__INLINE__ int32_t MUSPI_GIBarrierInitMU1(uint32_t classRouteId)
{
    EMUQ_SPI_REQUIRE(classRouteId < BGQ_GI_CLASS_MAX_CLASSROUTES, "there is no class route %llu",
                     classRouteId,
                     "use a class route from Kernel_AllocateGlobalInterruptClassRoute, 0 to 15");
    emuq_mmio_store(emuq_gi_control(classRouteId), MUSPI_GIBARRIER_INITIAL_STATE);
    return 0;
}

/** Second half of MUSPI_GIBarrierInitMU(): waits until all nodes have done the first.
 *  @param timeoutInCycles time-base ticks. @return 0, or -1 after the time-out. */
__INLINE__ int32_t MUSPI_GIBarrierInitMU2(uint32_t classRouteId, uint64_t timeoutInCycles)
{
    volatile uint64_t *status = emuq_gi_status(classRouteId);
    uint64_t start = GetTimeBase();
    EMUQ_SPI_REQUIRE(classRouteId < BGQ_GI_CLASS_MAX_CLASSROUTES, "there is no class route %llu",
                     classRouteId,
                     "use a class route from Kernel_AllocateGlobalInterruptClassRoute, 0 to 15");
    do {
        uint64_t seen = emuq_mmio_load(status);
        if ((seen & 0x7) == MUSPI_GIBARRIER_INITIAL_STATE)
            return 0;
        emuq_mmio_idle(status, seen);
    } while (GetTimeBase() - start < timeoutInCycles);
    return -1;
}

/** Initialises a route for barriers. Collective over the nodes of the route, once; route 0 is ready at job
 * start.
 * @param classRouteId 0..15.
 * @param barrierFunction called with @p barrierFunctionParm up to three times.
 * @param timeoutInCycles maximum wait for all nodes, in time-base ticks.
 * @return 0; -1 after the time-out; the code of a failed barrier. */
__INLINE__ int32_t MUSPI_GIBarrierInitMU(uint32_t classRouteId,
                                         MUSPI_GIBarrierInitMUBarrierFunction_t barrierFunction,
                                         void *barrierFunctionParm, uint64_t timeoutInCycles)
{
    int32_t rc = barrierFunction(barrierFunctionParm);
    if (rc == 0)
        rc = MUSPI_GIBarrierInitMU1(classRouteId);
    if (rc == 0)
        rc = barrierFunction(barrierFunctionParm);
    if (rc == 0)
        rc = MUSPI_GIBarrierInitMU2(classRouteId, timeoutInCycles);
    if (rc == 0)
        rc = barrierFunction(barrierFunctionParm);
    return rc;
}

/** @return the barrier state, from this node's signals. */
static inline uint64_t emuq_gi_barrier_state(const MUSPI_GIBarrier_t *GIBarrier)
{
    return emuq_mmio_load(GIBarrier->controlRegPtr) & 0x7;
}

/** Fills in a structure. Only between barriers: the state is read from this node's signals.
 *  @param classRouteId 0..15. @return 0. */
__INLINE__ int32_t MUSPI_GIBarrierInit(MUSPI_GIBarrier_t *GIBarrier, uint32_t classRouteId)
{
    EMUQ_SPI_REQUIRE(classRouteId < BGQ_GI_CLASS_MAX_CLASSROUTES, "there is no class route %llu",
                     classRouteId,
                     "use a class route from Kernel_AllocateGlobalInterruptClassRoute, 0 to 15");
    GIBarrier->classRouteId = classRouteId;
    GIBarrier->controlRegPtr = emuq_gi_control(classRouteId);
    GIBarrier->statusRegPtr = emuq_gi_status(classRouteId);
    GIBarrier->state = emuq_gi_barrier_state(GIBarrier);
    return 0;
}

/** @return the state after @p state. */
static inline uint64_t emuq_gi_barrier_next(uint64_t state)
{
    return state > 1 ? state >> 1 : MUSPI_GIBARRIER_INITIAL_STATE;
}

/** Enters the barrier; does not wait. @return 0. */
__INLINE__ int32_t MUSPI_GIBarrierEnter(MUSPI_GIBarrier_t *GIBarrier)
{
    emuq_mmio_store(GIBarrier->controlRegPtr, emuq_gi_barrier_next(GIBarrier->state));
    return 0;
}

/** Polls the barrier once. @return 0 if all nodes have entered (the state advances), else -1. */
__INLINE__ int32_t MUSPI_GIBarrierPoll(MUSPI_GIBarrier_t *GIBarrier)
{
    uint64_t status = emuq_mmio_load(GIBarrier->statusRegPtr);
    if (status & GIBarrier->state) {
        emuq_mmio_idle(GIBarrier->statusRegPtr, status);
        return -1;
    }
    GIBarrier->state = emuq_gi_barrier_next(GIBarrier->state);
    return 0;
}

/** Waits until all nodes have entered. @param timeoutInCycles time-base ticks.
 *  @return 0, or -1 after the time-out; may be repeated. */
__INLINE__ int32_t MUSPI_GIBarrierPollWithTimeout(MUSPI_GIBarrier_t *GIBarrier, uint64_t timeoutInCycles)
{
    uint64_t start = GetTimeBase();
    do {
        if (MUSPI_GIBarrierPoll(GIBarrier) == 0)
            return 0;
    } while (GetTimeBase() - start < timeoutInCycles);
    return -1;
}

/** Enters the barrier and waits for all nodes, without time-out. @return 0. */
__INLINE__ int32_t MUSPI_GIBarrierEnterAndWait(MUSPI_GIBarrier_t *GIBarrier)
{
    MUSPI_GIBarrierEnter(GIBarrier);
    while (MUSPI_GIBarrierPoll(GIBarrier) != 0) {
    }
    return 0;
}

/** Enters the barrier and waits for all nodes. @param timeoutInCycles time-base ticks.
 *  @return 0, or -1 after the time-out; then MUSPI_GIBarrierPollWithTimeout() may go on waiting. */
__INLINE__ int32_t MUSPI_GIBarrierEnterAndWaitWithTimeout(MUSPI_GIBarrier_t *GIBarrier,
                                                          uint64_t timeoutInCycles)
{
    MUSPI_GIBarrierEnter(GIBarrier);
    return MUSPI_GIBarrierPollWithTimeout(GIBarrier, timeoutInCycles);
}

__END_DECLS

#endif /* _MUSPI_GI_BARRIER_H_ */
