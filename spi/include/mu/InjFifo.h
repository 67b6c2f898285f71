/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file InjFifo.h
 * @brief Injection FIFOs: submission of descriptors to the Message Unit (spi-injection 2, 3).
 *
 * A FIFO of N slots of 64 bytes holds at most N - 1 descriptors. Descriptors are numbered from 1 in
 * injection order, without wrap-around, and complete in this order. After completion the source buffer may
 * be reused; the message has not necessarily arrived. One thread at a time uses a FIFO.
 *
 * Calls on a full FIFO or an incomplete descriptor yield the processor (emuq_mmio_idle()): callers spin on
 * these calls.
 */
#ifndef __MUSPI_INJ_FIFO__
#define __MUSPI_INJ_FIFO__

#include "hwi/include/bqc/MU_Descriptor.h"
#include "hwi/include/bqc/MU_Fifo.h"
#include "spi/include/mu/Descriptor.h"
#include "spi/include/mu/Fifo.h"
#include "spi/include/mu/Util.h"

__BEGIN_DECLS

/** Software state of an injection FIFO (spi-injection 2). */
typedef struct MUSPI_InjFifo {
    MUSPI_Fifo_t _fifo;          /**< start, size, tail */
    uint64_t descCount;          /**< shadow of the number of completed descriptors */
    uint64_t freeSpace;          /**< shadow of the number of free slots: never more than there are */
    uint64_t numInjected;        /**< descriptors injected so far */
    MUHWI_InjFifo_t *hw_injfifo; /**< the hardware's counters */
} MUSPI_InjFifo_t;

/** The injection FIFOs of a subgroup (spi-injection 2). */
typedef struct MUSPI_InjFifoSubGroup {
    MUSPI_InjFifo_t _injfifos[BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP];
    MUHWI_InjFifoStatus_t *groupStatus; /**< status and control registers of the subgroup's group */
    uint32_t subgroupid;                /**< 0..67 */
} MUSPI_InjFifoSubGroup_t;

/** @return the shadow of the number of free slots (spi-injection 3). */
__INLINE__ uint64_t MUSPI_getFreeSpaceFromShadow(MUSPI_InjFifo_t *ififo)
{
    return ififo->freeSpace;
}

/** @return the shadow of the number of completed descriptors (spi-injection 3). */
__INLINE__ uint64_t MUSPI_getDescCountFromShadow(MUSPI_InjFifo_t *ififo)
{
    return ififo->descCount;
}

/** @return number of descriptors injected so far (spi-injection 3). */
__INLINE__ uint64_t MUSPI_getNumInjected(MUSPI_InjFifo_t *ififo)
{
    return ififo->numInjected;
}

/** @return number of free slots, from the hardware; the shadow stays (spi-injection 3). */
__INLINE__ uint64_t MUSPI_getHwFreeSpace(MUSPI_InjFifo_t *ififo)
{
    /* The register of a device counts slots as free until the device has read the tail. */
    emuq_mmio_flush(&ififo->hw_injfifo->freeSpace);
    return emuq_mmio_load(&ififo->hw_injfifo->freeSpace);
}

/** @return number of completed descriptors, from the hardware; the shadow stays (spi-injection 3). */
__INLINE__ uint64_t MUSPI_getHwDescCount(MUSPI_InjFifo_t *ififo)
{
    return emuq_mmio_load(&ififo->hw_injfifo->descCount);
}

/** @return FIFO @p fifoid (0..7) of a subgroup (spi-injection 3). */
__INLINE__ MUSPI_InjFifo_t *MUSPI_IdToInjFifo(int fifoid, MUSPI_InjFifoSubGroup_t *fg_ptr)
{
    EMUQ_SPI_REQUIRE(fifoid < BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP, "a subgroup has no injection FIFO %llu",
                     fifoid, "use 0 to 7");
    return &fg_ptr->_injfifos[fifoid];
}

/** Free slots, from head and tail. The free-space register is not used: an asynchronous device may not have
 * read the tail. One slot always stays unused. */
static inline uint64_t emuq_inj_fifo_slots(const MUSPI_InjFifo_t *injfifo)
{
    const MUSPI_Fifo_t *fifo = &injfifo->_fifo;
    uint64_t size = fifo->size_1 + 1, head = emuq_mmio_load(&fifo->hwfifo->pa_head) - fifo->pa_start;
    uint64_t tail = (uint64_t)((const char *)fifo->va_tail - (const char *)fifo->va_start);
    uint64_t used = tail >= head ? tail - head : size - (head - tail);
    return (size - used) / BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES - 1;
}

/** Slow path of emuq_inj_fifo_has_room(): reads the hardware registers. */
static inline int emuq_inj_fifo_refresh(MUSPI_InjFifo_t *injfifo, uint64_t slots)
{
    injfifo->freeSpace = __LIKELY(emuq_mmio.access.flush == 0)
                             ? emuq_mmio_load(&injfifo->hw_injfifo->freeSpace)
                             : emuq_inj_fifo_slots(injfifo);
    if (injfifo->freeSpace >= slots)
        return 1;
    emuq_mmio_idle(&injfifo->hw_injfifo->freeSpace, injfifo->freeSpace);
    return 0;
}

/** True if @p slots slots are free. Reads the hardware registers only if the shadow has too few. */
static inline int emuq_inj_fifo_has_room(MUSPI_InjFifo_t *injfifo, uint64_t slots)
{
    return __LIKELY(injfifo->freeSpace >= slots) || emuq_inj_fifo_refresh(injfifo, slots);
}

/** The slot after @p slot, modulo the FIFO size. */
static inline char *emuq_inj_fifo_next_slot(const MUSPI_InjFifo_t *injfifo, char *slot)
{
    slot += BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES;
    return slot == (char *)injfifo->_fifo.va_end ? (char *)injfifo->_fifo.va_start : slot;
}

/** Submits @p slots filled slots before @p tail. @return the number of the last descriptor. */
static inline uint64_t emuq_inj_fifo_publish(MUSPI_InjFifo_t *injfifo, uint64_t slots, char *tail)
{
    uint64_t number = injfifo->numInjected + slots;
    injfifo->freeSpace -= slots;
    injfifo->numInjected = number;
    injfifo->_fifo.va_tail = tail;
    /* Release: pairs with the Message Unit's acquire load of the tail, before its loads of descriptors. */
    emuq_mmio_store(&injfifo->_fifo.hwfifo->pa_tail,
                    injfifo->_fifo.pa_start + (uint64_t)(tail - (const char *)injfifo->_fifo.va_start));
    return number;
}

/** Injects a descriptor (spi-injection 3). @param desc 64 bytes of any alignment; may be reused at once.
 * @return the descriptor's number, or (uint64_t)-1 if the FIFO is full: nothing is injected. */
__INLINE__ uint64_t MUSPI_InjFifoInject(MUSPI_InjFifo_t *injfifo, void *desc)
{
    char *slot = (char *)injfifo->_fifo.va_tail;
    if (__UNLIKELY(!emuq_inj_fifo_has_room(injfifo, 1)))
        return (uint64_t)-1;
    memcpy(slot, desc, BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES);
    return emuq_inj_fifo_publish(injfifo, 1, emuq_inj_fifo_next_slot(injfifo, slot));
}

/** Injects @p ndesc descriptors at once, or none (spi-injection 3). @param desc the contiguous descriptors.
 * @return the number of the last descriptor, or (uint64_t)-1 if fewer slots are free. */
__INLINE__ uint64_t MUSPI_InjFifoInjectMultiple(MUSPI_InjFifo_t *injfifo, void *desc, uint32_t ndesc)
{
    const char *from = (const char *)desc;
    char *slot = (char *)injfifo->_fifo.va_tail;
    uint32_t i;
    if (__UNLIKELY(!emuq_inj_fifo_has_room(injfifo, ndesc)))
        return (uint64_t)-1;
    for (i = 0; i < ndesc; i++) {
        memcpy(slot, from, BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES);
        from += BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES;
        slot = emuq_inj_fifo_next_slot(injfifo, slot);
    }
    return emuq_inj_fifo_publish(injfifo, ndesc, slot);
}

/** Finds the slot of the next descriptor; the caller writes all 64 bytes in place (spi-injection 3). Reserves
 * nothing; MUSPI_InjFifoAdvanceDesc() injects.
 * @param desc set to the slot.
 * @return the number of the future descriptor, or (uint64_t)-1, *desc untouched, if the FIFO is full. */
__INLINE__ uint64_t MUSPI_InjFifoNextDesc(MUSPI_InjFifo_t *injfifo, void **desc)
{
    if (__UNLIKELY(!emuq_inj_fifo_has_room(injfifo, 1)))
        return (uint64_t)-1;
    *desc = injfifo->_fifo.va_tail;
    return injfifo->numInjected + 1;
}

/** Injects the descriptor built in the slot of the last MUSPI_InjFifoNextDesc() (spi-injection 3).
 *  @return its number. Free space is not checked again. */
__INLINE__ uint64_t MUSPI_InjFifoAdvanceDesc(MUSPI_InjFifo_t *injfifo)
{
    return emuq_inj_fifo_publish(injfifo, 1,
                                 emuq_inj_fifo_next_slot(injfifo, (char *)injfifo->_fifo.va_tail));
}

/** Same as MUSPI_InjFifoNextDescMultiple(), without a check for free slots (spi-injection 3). */
__INLINE__ uint64_t MUSPI_InjFifoNextDescMultipleNoCheck(MUSPI_InjFifo_t *injfifo, uint32_t N, void **descs)
{
    char *slot = (char *)injfifo->_fifo.va_tail;
    uint32_t i;
    for (i = 0; i < N; i++) {
        descs[i] = slot;
        slot = emuq_inj_fifo_next_slot(injfifo, slot);
    }
    return injfifo->numInjected + N;
}

/** Finds the slots for the next @p N descriptors (spi-injection 3). Reserves nothing.
 * @param descs set to the N slots, in order.
 * @return the number of the last future descriptor, or (uint64_t)-1, *descs untouched, if fewer than N slots
 * are free. */
__INLINE__ uint64_t MUSPI_InjFifoNextDescMultiple(MUSPI_InjFifo_t *injfifo, uint32_t N, void **descs)
{
    if (__UNLIKELY(!emuq_inj_fifo_has_room(injfifo, N)))
        return (uint64_t)-1;
    return MUSPI_InjFifoNextDescMultipleNoCheck(injfifo, N, descs);
}

/** Injects the descriptors built in the first @p N slots of the last MUSPI_InjFifoNextDescMultiple()
 *  (spi-injection 3). @return the number of the last descriptor. Free space is not checked again. */
__INLINE__ uint64_t MUSPI_InjFifoAdvanceDescMultiple(MUSPI_InjFifo_t *injfifo, uint32_t N)
{
    uint64_t tail = emuq_fifo_offset(&injfifo->_fifo, injfifo->_fifo.va_tail);
    tail += (uint64_t)N * BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES;
    if (tail > injfifo->_fifo.size_1)
        tail -= injfifo->_fifo.size_1 + 1;
    return emuq_inj_fifo_publish(injfifo, N, (char *)injfifo->_fifo.va_start + tail);
}

/** Checks completion of a descriptor (spi-injection 3). Reads the hardware counter only if the shadow is
 * behind.
 * @param desc_count its number.
 * @return 1 if this descriptor and all before it are complete, else 0. */
__INLINE__ uint32_t MUSPI_CheckDescComplete(MUSPI_InjFifo_t *injfifo, uint64_t desc_count)
{
    if (desc_count <= injfifo->descCount)
        return 1;
    injfifo->descCount = MUSPI_getHwDescCount(injfifo);
    if (desc_count <= injfifo->descCount)
        return 1;
    emuq_mmio_idle(&injfifo->hw_injfifo->descCount, injfifo->descCount);
    return 0;
}

__END_DECLS

#endif /* __MUSPI_INJ_FIFO__ */
