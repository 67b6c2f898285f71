/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file MU.h
 * @brief Kernel services for injection FIFOs, reception FIFOs and the base address table
 * (kernel-mu-resources).
 *
 * Set-up of a FIFO: query the free ids of a subgroup, allocate, create a memory region, initialise, and
 * activate (injection) or enable (reception).
 *
 * A subgroup, 0..67, is 4 * core + hardware thread; a *group* is a core, 0..16. Ids count within the
 * subgroup: injection FIFOs and table entries 0..7, reception FIFOs 0..3.
 *
 * Every call returns 0 or a positive error number; errno is unchanged. EFAULT: a NULL or invalid pointer.
 * EINVAL: a subgroup, id or count out of range. Any process of a node may allocate and free any resource.
 * Single calls are atomic; programs on the same node must lock around a query and the following allocation.
 */
#ifndef _SPI_KERNEL_MU_H_
#define _SPI_KERNEL_MU_H_

#include "spi/include/kernel/cnk/kernel_impl.h"
#include "hwi/include/common/compiler_support.h"
#include "hwi/include/common/emuq_mmio.h"
#include "hwi/include/bqc/dcr_support.h"
#include "hwi/include/bqc/mu_dcr.h"
#include "hwi/include/bqc/dcr_names.h"
#include "hwi/include/bqc/MU_Macros.h"
#include "spi/include/mu/Addressing.h"
#include "spi/include/mu/InjFifo.h"
#include "spi/include/mu/RecFifo.h"
#include "spi/include/mu/Descriptor.h"
#include "spi/include/kernel/memory.h"

__BEGIN_DECLS

#define KERNEL_INJ_FIFO_ACTIVATE   1 /**< Kernel_InjFifoActivate(): start the FIFO */
#define KERNEL_INJ_FIFO_DEACTIVATE 0 /**< Kernel_InjFifoActivate(): stop the FIFO */

#define KERNEL_SUBGROUP_INTERRUPTS_GO_TO_GEA        1 /**< Kernel_Configure_MU_GEA(): on */
#define KERNEL_SUBGROUP_INTERRUPTS_DO_NOT_GO_TO_GEA 0 /**< Kernel_Configure_MU_GEA(): off */

/** Signal of a software error that stops a Message Unit; ends the job unless handled. */
#define SIGMUNDFATAL 36
/** Signal of a full memory FIFO; ignored unless handled. */
#define SIGMUFIFOFULL 37
/** Signal of a user's store to a protected device control register; ends the job unless handled. */
#define SIGDCRVIOLATION 38

/* The specification determines the member order: programs initialise these structures by position. */

/** Attributes of an injection FIFO (kernel-mu-resources 2). */
typedef struct Kernel_InjFifoAttributes {
    uint32_t RemoteGet : 1; /**< 1: for descriptors of remote-get packets; software may not inject */
    uint32_t System : 1;    /**< 1: privileged; denied to user programs */
    uint32_t Priority : 1;  /**< 1: high priority */
} Kernel_InjFifoAttributes_t;

/** Interrupts of an injection FIFO (kernel-mu-resources 2). */
typedef struct Kernel_InjFifoInterrupts {
    uint32_t Threshold_Crossing : 1; /**< free space crosses the node's threshold */
} Kernel_InjFifoInterrupts_t;

/** Attributes of a reception FIFO (kernel-mu-resources 2). */
typedef struct Kernel_RecFifoAttributes {
    uint32_t System : 1; /**< 1: privileged; denied to user programs */
} Kernel_RecFifoAttributes_t;

/** Interrupts of a reception FIFO (kernel-mu-resources 2). */
typedef struct Kernel_RecFifoInterrupts {
    uint32_t Threshold_Crossing : 1; /**< free space falls below the node's threshold */
    uint32_t Packet_Arrival : 1;     /**< a packet with its interrupt bit set has arrived */
} Kernel_RecFifoInterrupts_t;

/** Reports the free injection FIFOs of a subgroup (kernel-mu-resources 4).
 *  @param nfifos set to their number. @param fifoids set to their ids, ascending; capacity 8. */
int32_t Kernel_QueryInjFifos(uint32_t subgrpid, uint32_t *nfifos, uint32_t *fifoids);

/** Reports the free reception FIFOs of a subgroup (kernel-mu-resources 4).
 *  @param nfifos set to their number. @param fifoids set to their ids, ascending; capacity 4. */
int32_t Kernel_QueryRecFifos(uint32_t subgrpid, uint32_t *nfifos, uint32_t *fifoids);

/** Reports the free base address table entries of a subgroup (kernel-mu-resources 4).
 *  @param nbatids set to their number. @param batids set to their ids, ascending; capacity 8. */
int32_t Kernel_QueryBaseAddressTable(uint32_t subgrpid, uint32_t *nbatids, uint32_t *batids);

/** Allocates injection FIFOs (kernel-mu-resources 4), not activated. Their completed-descriptor counts stay
 * unchanged: 0 at first use in a job. @param sg_ptr zeroed and filled in for the FIFOs of this call; a second
 * call needs a second structure. @param nfifos up to 8. @param fifoAttrs in the order of the ids. @return 0;
 * EFAULT; EINVAL; EACCES: request for a system FIFO; EAGAIN: a FIFO is not free. Nothing changes on an error.
 */
int32_t Kernel_AllocateInjFifos(uint32_t subgrpid, MUSPI_InjFifoSubGroup_t *sg_ptr, uint32_t nfifos,
                                uint32_t *fifoids, Kernel_InjFifoAttributes_t *fifoAttrs);

/** Allocates reception FIFOs (kernel-mu-resources 4), not enabled. @param nfifos up to 4. For the other
 * parameters and the result see Kernel_AllocateInjFifos(). */
int32_t Kernel_AllocateRecFifos(uint32_t subgrpid, MUSPI_RecFifoSubGroup_t *sg_ptr, uint32_t nfifos,
                                uint32_t *fifoids, Kernel_RecFifoAttributes_t *fifoAttrs);

/** Allocates base address table entries and sets them to 0 (kernel-mu-resources 4). @param sg_ptr set to the
 * subgroup, its table, and permissions for the entries of this call alone; shadows of other entries stay.
 * @param nbatids 1..8. @param system 1 for privileged entries, else 0. @return 0; EFAULT; EINVAL; EACCES:
 * request for system entries, or the subgroup has system entries; EAGAIN: an entry is not free. Nothing
 * changes on an error. */
int32_t Kernel_AllocateBaseAddressTable(uint32_t subgrpid, MUSPI_BaseAddressTableSubGroup_t *sg_ptr,
                                        uint32_t nbatids, uint32_t *batids, uint32_t system);

/** Frees injection FIFOs, allocated or not (kernel-mu-resources 4). Deactivate them first. */
int32_t Kernel_DeallocateInjFifos(MUSPI_InjFifoSubGroup_t *sg_ptr, uint32_t nfifos, uint32_t *fifoids);

/** Frees reception FIFOs, allocated or not (kernel-mu-resources 4). The FIFOs stay enabled. */
int32_t Kernel_DeallocateRecFifos(MUSPI_RecFifoSubGroup_t *sg_ptr, uint32_t nfifos, uint32_t *fifoids);

/** Frees base address table entries, allocated or not, and removes their permissions from the structure
 *  (kernel-mu-resources 4). */
int32_t Kernel_DeallocateBaseAddressTable(MUSPI_BaseAddressTableSubGroup_t *sg_ptr, uint32_t nbatids,
                                          uint32_t *batids);

/** Fills in the software side of a FIFO, and programs start, size, head and tail of the hardware side. */
static inline void emuq_fifo_init(MUSPI_Fifo_t *fifo, char *va, uint64_t pa, uint64_t size_1)
{
    fifo->pa_start = pa;
    fifo->va_start = fifo->va_head = fifo->va_tail = va;
    fifo->va_end = va + size_1 + 1;
    fifo->size_1 = size_1;
    emuq_mmio_store(&fifo->hwfifo->pa_start, pa);
    emuq_mmio_store(&fifo->hwfifo->size_1, size_1);
    emuq_mmio_store(&fifo->hwfifo->pa_head, pa);
    emuq_mmio_store(&fifo->hwfifo->pa_tail, pa);
    emuq_mmio_flush(&fifo->hwfifo->pa_tail);
}

/** Sets the memory of an injection FIFO and empties the FIFO (kernel-mu-resources 5). Not for an active FIFO.
 * @param startoffset bytes from the start of the region; the address must be a multiple of 64. @param size_1
 * size in bytes, minus 1; the size is a multiple of 64, at least 128. @return 0 */
__INLINE__ int32_t Kernel_InjFifoInit(MUSPI_InjFifoSubGroup_t *sg_ptr, uint32_t fifoid,
                                      Kernel_MemoryRegion_t *memregion, uint64_t startoffset, uint64_t size_1)
{
    MUSPI_InjFifo_t *fifo;
    char *va;
    uint64_t pa;
    MUSPI_assert(sg_ptr != NULL);
    MUSPI_assert(memregion != NULL);
    va = (char *)memregion->BaseVa + startoffset;
    pa = (uint64_t)(uintptr_t)memregion->BasePa + startoffset;
    EMUQ_SPI_REQUIRE(fifoid < BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP, "a subgroup has no injection FIFO %llu",
                     fifoid, "use 0 to 7");
    EMUQ_SPI_REQUIRE(((uintptr_t)va & (BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES - 1)) == 0,
                     "the memory of the injection FIFO, at %#llx, is not aligned to 64 bytes", (uintptr_t)va,
                     "give the FIFO an address that is a multiple of 64");
    EMUQ_SPI_REQUIRE(size_1 + 1 >= BGQ_MU_MIN_INJFIFO_SIZE_IN_BYTES &&
                         ((size_1 + 1) & (BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES - 1)) == 0,
                     "the size of the injection FIFO, minus 1, is %llu", size_1,
                     "give the FIFO a multiple of 64 bytes, at least 128, and pass that size minus 1");
    EMUQ_SPI_REQUIRE(startoffset < memregion->Bytes,
                     "the injection FIFO starts %llu bytes into a memory region that is shorter", startoffset,
                     "pass the offset of the FIFO from the start of its memory region");
    fifo = &sg_ptr->_injfifos[fifoid];
    emuq_fifo_init(&fifo->_fifo, va, pa, size_1);
    fifo->freeSpace = MUSPI_getHwFreeSpace(fifo);
    return 0;
}

/** Sets the memory of a reception FIFO and empties the FIFO (kernel-mu-resources 5). @param startoffset bytes
 * from the start of the region; the address must be a multiple of 32. @param size_1 size in bytes, minus 1;
 * the size is a multiple of 32, at least 576. @return 0 */
__INLINE__ int32_t Kernel_RecFifoInit(MUSPI_RecFifoSubGroup_t *sg_ptr, uint32_t fifoid,
                                      Kernel_MemoryRegion_t *memregion, uint64_t startoffset, uint64_t size_1)
{
    char *va;
    uint64_t pa;
    MUSPI_assert(sg_ptr != NULL);
    MUSPI_assert(memregion != NULL);
    va = (char *)memregion->BaseVa + startoffset;
    pa = (uint64_t)(uintptr_t)memregion->BasePa + startoffset;
    EMUQ_SPI_REQUIRE(fifoid < BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP, "a subgroup has no reception FIFO %llu",
                     fifoid, "use 0 to 3");
    EMUQ_SPI_REQUIRE(((uintptr_t)va & 31) == 0,
                     "the memory of the reception FIFO, at %#llx, is not aligned to 32 bytes", (uintptr_t)va,
                     "give the FIFO an address that is a multiple of 32");
    EMUQ_SPI_REQUIRE(size_1 + 1 >= BGQ_MU_MIN_RECFIFO_SIZE_IN_BYTES && ((size_1 + 1) & 31) == 0,
                     "the size of the reception FIFO, minus 1, is %llu", size_1,
                     "give the FIFO a multiple of 32 bytes, at least 576, and pass that size minus 1");
    emuq_fifo_init(&sg_ptr->_recfifos[fifoid]._fifo, va, pa, size_1);
    return 0;
}

/** Starts or stops injection FIFOs (kernel-mu-resources 5). A stopped FIFO finishes its current descriptor.
 * @param activate KERNEL_INJ_FIFO_ACTIVATE or KERNEL_INJ_FIFO_DEACTIVATE. @return 0 */
__INLINE__ int32_t Kernel_InjFifoActivate(MUSPI_InjFifoSubGroup_t *sg_ptr, uint32_t nfifos, uint32_t *fifoids,
                                          uint32_t activate)
{
    volatile uint64_t *order;
    uint64_t mask = 0;
    uint32_t i;
    MUSPI_assert(sg_ptr != NULL);
    MUSPI_assert(fifoids != NULL);
    EMUQ_SPI_REQUIRE(nfifos <= BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP, "a subgroup has no %llu injection FIFOs",
                     nfifos, "name at most 8 FIFOs");
    EMUQ_SPI_REQUIRE(activate == KERNEL_INJ_FIFO_ACTIVATE || activate == KERNEL_INJ_FIFO_DEACTIVATE,
                     "the request %llu is unknown", activate,
                     "pass KERNEL_INJ_FIFO_ACTIVATE or KERNEL_INJ_FIFO_DEACTIVATE");
    for (i = 0; i < nfifos; i++) {
        EMUQ_SPI_REQUIRE(fifoids[i] < BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP,
                         "a subgroup has no injection FIFO %llu", fifoids[i], "use 0 to 7");
        mask |= (uint64_t)1 << (31 - (sg_ptr->subgroupid % BGQ_MU_NUM_FIFO_SUBGROUPS *
                                          BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP +
                                      fifoids[i]));
    }
    order =
        activate == KERNEL_INJ_FIFO_ACTIVATE ? &sg_ptr->groupStatus->enable : &sg_ptr->groupStatus->disable;
    emuq_mmio_store(order, mask);
    emuq_mmio_flush(order);
    return 0;
}

/** Lets packets into reception FIFOs (kernel-mu-resources 5).
 * @param groupid group, 0..16: not a subgroup.
 * @param enableBits FIFO f of the group's subgroup s is 1 << (15 - (4 * s + f)); at least one bit.
 * @return 0, or EINVAL */
int32_t Kernel_RecFifoEnable(uint32_t groupid, uint64_t enableBits);

/** Does nothing: a reception FIFO stays enabled (kernel-mu-resources 5). @return 0 */
int32_t Kernel_RecFifoDisable(uint32_t groupid, uint64_t disableBits);

/** Enables or disables the interrupts of the listed injection FIFOs (kernel-mu-resources 5). The interrupts
 * reach handlers of Kernel_CommThreadInstallHandler(), threads of WU_ArmMU(), and emuq_interrupt_fd(). */
int32_t Kernel_ConfigureInjFifoInterrupts(MUSPI_InjFifoSubGroup_t *sg_ptr, uint32_t nfifos, uint32_t *fifoids,
                                          Kernel_InjFifoInterrupts_t *fifoInterrupts);

/** Enables or disables the interrupts of the listed reception FIFOs (kernel-mu-resources 5). */
int32_t Kernel_ConfigureRecFifoInterrupts(MUSPI_RecFifoSubGroup_t *sg_ptr, uint32_t nfifos, uint32_t *fifoids,
                                          Kernel_RecFifoInterrupts_t *fifoInterrupts);

/** Chooses whether the interrupts of a subgroup also reach line KERNEL_COMM_INT_GEA of every core
 * (kernel-mu-resources 5). @param gea_flag KERNEL_SUBGROUP_INTERRUPTS_... */
int32_t Kernel_Configure_MU_GEA(uint32_t subgrpid, uint64_t gea_flag);

/** Reads the node's injection thresholds, in 64-byte descriptors: of normal FIFOs (a signal when more is
 * free) and of remote-get FIFOs (a signal when less is free). NULL: not read. */
int32_t Kernel_GetInjFifoThresholds(uint64_t *normalThreshold, uint64_t *remoteGetThreshold);

/** Sets the injection thresholds, in 64-byte descriptors; bits above the low 30 are ignored. NULL: unchanged.
 * @return 0, or EFAULT */
int32_t Kernel_ConfigureInjFifoThresholds(uint64_t *normalThreshold, uint64_t *remoteGetThreshold);

/** Reads the node's reception threshold, in 32-byte chunks: a FIFO signals when less is free.
 *  @return 0, or EFAULT */
int32_t Kernel_GetRecFifoThreshold(uint64_t *threshold);

/** Sets the reception threshold, in 32-byte chunks; bits above the low 31 are ignored. @return 0 */
int32_t Kernel_ConfigureRecFifoThreshold(uint64_t threshold);

/** @name Not for user programs (kernel-mu-resources 5) */
/**@{*/
/** @return ENOSYS */
int32_t Kernel_DropPacketsOnLink(uint32_t link_id, uint32_t drop_user, uint32_t drop_system);
/** @return ENOSYS */
int32_t Kernel_EnableSenderAndDropPacketsOnLink(uint32_t link_id, uint32_t drop_user, uint32_t drop_system);
/** Reports the tokens of the sender of an idle link for a virtual channel: 126 (dynamic) or 7, minus the
 *  reduction in the link's control register. The library's definition is weak: a definition in the program
 *  replaces it.
 *  @param link_id link 0..10. @param vc 0..6; 4 and 6 are the same channel. @param token_ptr set to the
 *  tokens.
 *  @return 0; 1: no such link; 2: the reduction of the dynamic channel is too large; 4: no such channel. */
int32_t Kernel_GetNDExpectedTokens(uint32_t link_id, uint32_t vc, uint32_t *token_ptr);

/** Reports the contents of the token register (SE_TOKENS) of an idle link. The library's definition is
 *  weak: a definition in the program replaces it.
 *  @param token_ptr set to the contents. @return see Kernel_GetNDExpectedTokens(). */
int32_t Kernel_GetNDExpectedTokensDCR(uint32_t link_id, uint64_t *token_ptr);
/** Declared but not defined, as on Blue Gene/Q. */
int32_t Kernel_MU_TermCheck(void);
/**@}*/

__END_DECLS

#include "spi/include/kernel/cnk/MU_impl.h"

#endif /* _SPI_KERNEL_MU_H_ */
