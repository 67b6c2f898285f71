/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file Reset.h
 * @brief Reset of a node's Message Unit and network between jobs; for kernels (spi-misc 3).
 *
 * The caller executes a barrier over all nodes between the numbered steps. On this platform each job has a
 * new network: the steps for draining, restoring and releasing the network return 0. Step order, masks and
 * register accesses are those of the machine.
 */
#ifndef _MUSPI_RESET__H_
#define _MUSPI_RESET__H_

#include "hwi/include/bqc/MU_Macros.h"
#include "hwi/include/bqc/classroute.h"
#include "hwi/include/bqc/dcr_support.h"
#include "hwi/include/bqc/nd_500_dcr.h"
#include "hwi/include/bqc/nd_rese_dcr.h"
#include "hwi/include/bqc/nd_x2_dcr.h"
#include "spi/include/mu/Util.h"

__BEGIN_DECLS

/** Links of a node: ten torus links, one I/O link. */
#define EMUQ_RESET_LINKS 11

/** Number of the last step. */
#define EMUQ_RESET_LAST_STEP 9

/** State of a reset procedure. */
typedef struct MUSPI_RESET {
    uint64_t sequence;           /**< number of the next step, from 1 */
    uint64_t old_classroutes[8]; /**< saved collective class routes, two per word */
    uint64_t nd_linkmask;        /**< links to reset: 1 << link */
    uint64_t nd_holdreset;       /**< not 0: links stay in reset */
    uint64_t skip_collectives;   /**< not 0: collectives are not reset */
    uint64_t clear_user;         /**< not 0: user resources are cleared */
    uint64_t clear_system;       /**< not 0: system resources are cleared */
    uint64_t clear_allsubgroups; /**< not 0: all subgroups are cleared; 0: clear_subgroup only */
    uint64_t clear_subgroup;     /**< 0..67 */
    uint64_t lastSequenceID;     /**< number of the last step to do */
} MUSPI_RESET_t;

/** @return mask of IBM bits @p x to @p y (0 is the most significant). */
__INLINE__ uint64_t MUSPI_ResetBN_XtoY(uint64_t x, uint64_t y)
{
    return (~(uint64_t)0 >> x) & (~(uint64_t)0 << (63 - y));
}

/** The register at a privileged or user address of the MU space. */
static inline volatile uint64_t *emuq_reset_register(uint64_t address)
{
    return emuq_mmio_register(address & ~(uint64_t)PHYMAP_PRIVILEGEDOFFSET);
}

/** Writes the register at @p address of the MU space. */
__INLINE__ void MUSPI_ResetWriteMU(uint64_t address, uint64_t value)
{
    volatile uint64_t *reg = emuq_reset_register(address);
    emuq_mmio_store(reg, value);
    emuq_mmio_flush(reg); /* wait for the store to take effect: a unit must have stopped before it is reset */
}

/** @return the register at @p address of the MU space. */
__INLINE__ uint64_t MUSPI_ResetReadMU(uint64_t address)
{
    return emuq_mmio_load(emuq_reset_register(address));
}

/** Clears bits of the register at @p address of the MU space. */
__INLINE__ void MUSPI_ResetClearBitsMU(uint64_t address, uint64_t bitmask)
{
    MUSPI_ResetWriteMU(address, MUSPI_ResetReadMU(address) & ~bitmask);
}

/** Clears pending interrupts of a group. @param g group, @param sg subgroup in it, @param bitmask as for
 *  MUSPI_ClearInterrupts(). */
__INLINE__ void MUSPI_ResetClearMMIOIntMU(uint64_t g, uint64_t sg, uint64_t bitmask)
{
    MUSPI_ResetWriteMU((uint64_t)BGQ_MU_CLEAR_INT_STATUS_REGISTER_OFFSET(g, sg), bitmask);
}

/** Clears interrupts in a device control register: none are pending between jobs. */
__INLINE__ void MUSPI_ResetClearDcrIntMU(uint64_t addr, uint64_t bitmask)
{
    (void)addr;
    (void)bitmask;
}

/** Clears the interrupts in all device control registers: none are pending between jobs. */
__INLINE__ void MUSPI_ResetClearAllDcrIntMU(void) {}

/** True if a FIFO of the given owner (system or user) is to be cleared. */
static inline int emuq_reset_clears(const MUSPI_RESET_t *reset, uint64_t g, uint64_t sg, int is_system)
{
    if (!reset->clear_allsubgroups && reset->clear_subgroup != g * BGQ_MU_NUM_FIFO_SUBGROUPS + sg)
        return 0;
    return (is_system ? reset->clear_system : reset->clear_user) != 0;
}

/** Puts the injection FIFOs of a subgroup into the state of reset.
 *  @param system_ififoptr mask of the group's system FIFOs: FIFO n is bit 1 << (31 - n). */
__INLINE__ void MUSPI_ResetInitInjFifoSubgroupMU(MUSPI_RESET_t *reset, volatile uint64_t *system_ififoptr,
                                                 uint64_t g, uint64_t sg)
{
    uint64_t i;
    for (i = 0; i < BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP; i++) {
        uint64_t bit = (uint64_t)1 << (31 - (sg * BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP + i));
        if (!emuq_reset_clears(reset, g, sg, (*system_ififoptr & bit) != 0))
            continue;
        MUSPI_ResetWriteMU((uint64_t)BGQ_MU_iDMA_DISABLE_OFFSET(g, sg), bit);
        MUSPI_ResetClearBitsMU((uint64_t)BGQ_MU_iDMA_HIGH_PRIORITY_OFFSET(g, sg), bit);
        MUSPI_ResetWriteMU((uint64_t)BGQ_MU_iDMA_START_OFFSET(g, sg, i), 0);
        MUSPI_ResetWriteMU((uint64_t)BGQ_MU_iDMA_SIZE_OFFSET(g, sg, i), 0x3f);
        MUSPI_ResetWriteMU((uint64_t)BGQ_MU_iDMA_HEAD_OFFSET(g, sg, i), 0);
        MUSPI_ResetWriteMU((uint64_t)BGQ_MU_iDMA_TAIL_OFFSET(g, sg, i), 0);
        MUSPI_ResetWriteMU((uint64_t)BGQ_MU_iDMA_DESC_COUNTER_OFFSET(g, sg, i), 0);
    }
}

/** Puts the reception FIFOs of a subgroup into the state of reset.
 *  @param system_rfifoptr mask of the group's system FIFOs: FIFO n is bit 1 << (15 - n). */
__INLINE__ void MUSPI_ResetInitRecFifoSubgroupMU(MUSPI_RESET_t *reset, volatile uint64_t *system_rfifoptr,
                                                 uint64_t g, uint64_t sg)
{
    uint64_t i;
    for (i = 0; i < BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP; i++) {
        uint64_t bit = (uint64_t)1 << (15 - (sg * BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP + i));
        if (!emuq_reset_clears(reset, g, sg, (*system_rfifoptr & bit) != 0))
            continue;
        MUSPI_ResetWriteMU((uint64_t)BGQ_MU_rDMA_START_OFFSET(g, sg, i), 0);
        MUSPI_ResetWriteMU((uint64_t)BGQ_MU_rDMA_SIZE_OFFSET(g, sg, i), 0x1f);
        MUSPI_ResetWriteMU((uint64_t)BGQ_MU_rDMA_HEAD_OFFSET(g, sg, i), 0);
        MUSPI_ResetWriteMU((uint64_t)BGQ_MU_rDMA_TAIL_OFFSET(g, sg, i), 0);
    }
}

/** Clears the state of a global-interrupt route, unless a system route. @param sysgi mask of system routes:
 * route r is bit 1 << (15 - r). @param class_id 0..15. */
__INLINE__ void MUSPI_ResetDeallocUserGI(uint64_t sysgi, uint64_t class_id)
{
    if ((sysgi & (uint64_t)1 << (BGQ_GI_CLASS_MAX_CLASSROUTES - 1 - class_id)) == 0)
        MUSPI_ResetWriteMU((uint64_t)(BGQ_MU_GI_CONTROL_OFFSET(0, class_id)), 0);
}

/** Prepares a reset after a job: all links and subgroups, user resources. @return 0. */
__INLINE__ int32_t MUSPI_InitReset(MUSPI_RESET_t *reset)
{
    uint64_t i;
    memset(reset, 0, sizeof(*reset));
    for (i = 0; i < BGQ_COLL_CLASS_MAX_CLASSROUTES / 2; i++)
        reset->old_classroutes[i] = DCRReadUser(ND_500_DCR(CTRL_COLL_CLASS_00_01) + i);
    reset->sequence = 1;
    reset->nd_linkmask = ((uint64_t)1 << EMUQ_RESET_LINKS) - 1;
    reset->clear_user = 1;
    reset->clear_allsubgroups = 1;
    reset->lastSequenceID = 0xff;
    return 0;
}

/** Prepares the first half of a reset of one link (0..10) and subgroup (0..67): user and system resources,
 *  no collectives, up to the release of links. @return 0. */
__INLINE__ int32_t MUSPI_InitResetHold(MUSPI_RESET_t *reset, uint64_t subgroup, uint64_t link)
{
    MUSPI_InitReset(reset);
    reset->nd_linkmask = (uint64_t)1 << link;
    reset->skip_collectives = 1;
    reset->clear_system = 1;
    reset->clear_allsubgroups = 0;
    reset->clear_subgroup = subgroup;
    reset->lastSequenceID = 7;
    return 0;
}

/** Prepares the second half of the reset; links are not released. @return 0. */
__INLINE__ int32_t MUSPI_InitResetRelease(MUSPI_RESET_t *reset, uint64_t subgroup, uint64_t link)
{
    MUSPI_InitResetHold(reset, subgroup, link);
    reset->sequence = 8;
    reset->nd_holdreset = 1;
    reset->lastSequenceID = 0xff;
    return 0;
}

/** @name Steps
 * Each finds no work (see above) and returns 0.
 * @{ */
#define EMUQ_RESET_STEP(name)                                                                                \
    __INLINE__ int32_t name(MUSPI_RESET_t *reset)                                                            \
    {                                                                                                        \
        (void)reset;                                                                                         \
        return 0;                                                                                            \
    }
EMUQ_RESET_STEP(MUSPI_ResetIdle)
EMUQ_RESET_STEP(MUSPI_ResetCleanupStuckRmes)
EMUQ_RESET_STEP(MUSPI_ResetDisableUserReception)
EMUQ_RESET_STEP(MUSPI_ResetEnableUserRmes)
EMUQ_RESET_STEP(MUSPI_ResetNDTokens)
EMUQ_RESET_STEP(MUSPI_ResetDisableNDSenders)
EMUQ_RESET_STEP(MUSPI_ResetCollectiveUnit)
EMUQ_RESET_STEP(MUSPI_ResetCollectiveVC)
EMUQ_RESET_STEP(MUSPI_ResetCollectiveTokens)
EMUQ_RESET_STEP(MUSPI_ResetCollectiveLoopback)
EMUQ_RESET_STEP(MUSPI_ResetCollectiveUnitRelease)
EMUQ_RESET_STEP(MUSPI_ResetWaitCollectiveClear)
EMUQ_RESET_STEP(MUSPI_ResetReleaseVC)
EMUQ_RESET_STEP(MUSPI_ResetPermitNDSenders)
EMUQ_RESET_STEP(MUSPI_ResetRestoreMU)
EMUQ_RESET_STEP(MUSPI_ResetRestoreND)
#undef EMUQ_RESET_STEP
/** @} */

/** Executes the next step of the reset. @return EAGAIN: call again after a barrier over all nodes; 0 after
 * the last step; or the error code of the step. */
__INLINE__ int32_t MUSPI_Reset(MUSPI_RESET_t *reset)
{
    static int32_t (*const steps[EMUQ_RESET_LAST_STEP][6])(MUSPI_RESET_t *) = {
        {MUSPI_ResetIdle},
        {MUSPI_ResetCleanupStuckRmes, MUSPI_ResetDisableUserReception, MUSPI_ResetEnableUserRmes,
         MUSPI_ResetNDTokens},
        {MUSPI_ResetDisableNDSenders},
        {MUSPI_ResetCollectiveUnit, MUSPI_ResetCollectiveVC, MUSPI_ResetCollectiveTokens,
         MUSPI_ResetCollectiveLoopback, MUSPI_ResetCollectiveUnitRelease},
        {MUSPI_ResetWaitCollectiveClear},
        {MUSPI_ResetWaitCollectiveClear},
        {MUSPI_ResetReleaseVC},
        {MUSPI_ResetPermitNDSenders, MUSPI_ResetRestoreMU, MUSPI_ResetRestoreND},
        {MUSPI_ResetIdle},
    };
    int i;
    if (reset->sequence < 1 || reset->sequence > EMUQ_RESET_LAST_STEP)
        return EINVAL;
    for (i = 0; steps[reset->sequence - 1][i] != NULL; i++) {
        int32_t rc = steps[reset->sequence - 1][i](reset);
        if (rc != 0)
            return rc;
    }
    if (reset->sequence == EMUQ_RESET_LAST_STEP || reset->sequence >= reset->lastSequenceID)
        return 0;
    reset->sequence++;
    return EAGAIN;
}

__END_DECLS

#endif /* _MUSPI_RESET__H_ */
