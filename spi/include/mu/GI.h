/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file GI.h
 * @brief Global interrupts (spi-gi-barrier 1, 2).
 *
 * A global-interrupt class route has three signals. Each node of the route drives a bit of a signal through
 * its control register; the status register shows the OR over all nodes, some time later. Only one process of
 * a node drives a signal. No ordering of ordinary memory.
 *
 * An unsuccessful poll yields the processor (emuq_mmio_idle()).
 */
#ifndef _MUSPI_GI__H_
#define _MUSPI_GI__H_

#include "hwi/include/bqc/MU_Macros.h"
#include "hwi/include/bqc/classroute.h"
#include "spi/include/kernel/memory.h"
#include "spi/include/mu/Util.h"

__BEGIN_DECLS

/** A signal of a route. */
typedef struct MUSPI_GI {
    uint64_t classRouteId;            /**< 0..15 */
    volatile uint64_t *controlRegPtr; /**< control register of the route */
    volatile uint64_t *statusRegPtr;  /**< status register of the route */
    uint64_t mask;                    /**< the signal's bit in both registers: 0x4 >> id */
} __attribute__((__aligned__(32))) MUSPI_GI_t;

/** A separate barrier over at least the nodes of the route. @return 0, or an error code. */
typedef int32_t (*MUSPI_GIInitMUBarrierFunction_t)(void *parm);

/** @return the control register of global-interrupt route @p id (0..15) of the caller's node. */
static inline volatile uint64_t *emuq_gi_control(uint64_t id)
{
    return emuq_mmio_register((uint64_t)(BGQ_MU_GI_CONTROL_OFFSET(0, id)) & ~PHYMAP_PRIVILEGEDOFFSET);
}

/** @return the status register of global-interrupt route @p id (0..15) of the caller's node. */
static inline volatile uint64_t *emuq_gi_status(uint64_t id)
{
    return emuq_mmio_register((uint64_t)(BGQ_MU_GI_STATUS_OFFSET(0, id)) & ~PHYMAP_PRIVILEGEDOFFSET);
}

/** Fills in a structure; touches no register.
 *  @param classRouteId 0..15. @param GIId signal, 0..2. @return 0. */
__INLINE__ int32_t MUSPI_GIInit(MUSPI_GI_t *GI, uint32_t classRouteId, uint32_t GIId)
{
    EMUQ_SPI_REQUIRE(classRouteId < BGQ_GI_CLASS_MAX_CLASSROUTES, "there is no class route %llu",
                     classRouteId,
                     "use a class route from Kernel_AllocateGlobalInterruptClassRoute, 0 to 15");
    EMUQ_SPI_REQUIRE(GIId < BGQ_GI_CLASS_MAX_GI_PER_CLASSROUTE, "there is no global interrupt %llu", GIId,
                     "use 0 to 2");
    GI->classRouteId = classRouteId;
    GI->controlRegPtr = emuq_gi_control(classRouteId);
    GI->statusRegPtr = emuq_gi_status(classRouteId);
    GI->mask = (uint64_t)0x4 >> GIId;
    return 0;
}

/** Raises the signal, visible to all nodes of the route including this node. @return 0. */
__INLINE__ int32_t MUSPI_GISend(MUSPI_GI_t *GI)
{
    emuq_mmio_store(GI->controlRegPtr, emuq_mmio_load(GI->controlRegPtr) | GI->mask);
    return 0;
}

/** Drops the signal. All nodes must have observed the raised signal before (the caller synchronises by
 * separate means). @return 0. */
__INLINE__ int32_t MUSPI_GISendClear(MUSPI_GI_t *GI)
{
    emuq_mmio_store(GI->controlRegPtr, emuq_mmio_load(GI->controlRegPtr) & ~GI->mask);
    return 0;
}

/** Polls once for signal value 1 (@p wanted != 0) or 0. @return 0 on a match, else -1. */
static inline int32_t emuq_gi_poll(MUSPI_GI_t *GI, uint64_t wanted)
{
    uint64_t status = emuq_mmio_load(GI->statusRegPtr);
    if (((status & GI->mask) != 0) == (wanted != 0))
        return 0;
    emuq_mmio_idle(GI->statusRegPtr, status);
    return -1;
}

/** Polls until the signal has value @p wanted, at least once. @return 0, or -1 after the time-out. */
static inline int32_t emuq_gi_wait(MUSPI_GI_t *GI, uint64_t wanted, uint64_t timeoutInCycles)
{
    uint64_t start = GetTimeBase();
    do {
        if (emuq_gi_poll(GI, wanted) == 0)
            return 0;
    } while (GetTimeBase() - start < timeoutInCycles);
    return -1;
}

/** Polls the signal once. @return 0 if the signal is 1, else -1. */
__INLINE__ int32_t MUSPI_GIPollForArrival(MUSPI_GI_t *GI)
{
    return emuq_gi_poll(GI, 1);
}

/** Waits for signal value 1. @param timeoutInCycles time-base ticks. @return 0, or -1 after the time-out. */
__INLINE__ int32_t MUSPI_GIPollForArrivalWithTimeout(MUSPI_GI_t *GI, uint64_t timeoutInCycles)
{
    return emuq_gi_wait(GI, 1, timeoutInCycles);
}

/** Polls the signal once. @return 0 if the signal is 0, else -1. */
__INLINE__ int32_t MUSPI_GIPollForClear(MUSPI_GI_t *GI)
{
    return emuq_gi_poll(GI, 0);
}

/** Waits for signal value 0. @param timeoutInCycles time-base ticks. @return 0, or -1 after the time-out. */
__INLINE__ int32_t MUSPI_GIPollForClearWithTimeout(MUSPI_GI_t *GI, uint64_t timeoutInCycles)
{
    return emuq_gi_wait(GI, 0, timeoutInCycles);
}

/** Sets a signal to 0 on all nodes of a route. Collective over the nodes of the route.
 * @param classRouteId 0..15.
 * @param GIId signal, 0..2.
 * @param barrierFunction called with @p barrierFunctionParm up to three times.
 * @param timeoutInCycles maximum wait for all nodes, in time-base ticks.
 * @return 0; -1 after the time-out; the code of a failed barrier. */
__INLINE__ int32_t MUSPI_GIInitMU(uint32_t classRouteId, uint32_t GIId,
                                  MUSPI_GIInitMUBarrierFunction_t barrierFunction, void *barrierFunctionParm,
                                  uint64_t timeoutInCycles)
{
    MUSPI_GI_t GI;
    int32_t rc = barrierFunction(barrierFunctionParm);
    if (rc != 0)
        return rc;
    MUSPI_GIInit(&GI, classRouteId, GIId);
    MUSPI_GISendClear(&GI);
    rc = barrierFunction(barrierFunctionParm);
    if (rc == 0)
        rc = MUSPI_GIPollForClearWithTimeout(&GI, timeoutInCycles);
    if (rc == 0)
        rc = barrierFunction(barrierFunctionParm);
    return rc;
}

__END_DECLS

#endif /* _MUSPI_GI__H_ */
