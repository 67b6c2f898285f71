/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file Fifo.h
 * @brief The software shadow of a Message Unit FIFO, injection or reception (spi-injection 1).
 */
#ifndef __MUSPI_FIFO__
#define __MUSPI_FIFO__

#include "hwi/include/bqc/MU_Fifo.h"
#include "spi/include/mu/Util.h"

__BEGIN_DECLS

/** Software state of a FIFO. Virtual and physical addresses differ by a constant over the FIFO. */
typedef struct MUSPI_Fifo {
    uint64_t pa_start;    /**< physical address of the first byte */
    void *va_start;       /**< virtual address of the first byte */
    uint64_t size_1;      /**< size in bytes minus 1 */
    void *va_head;        /**< shadow of the head; used for reception */
    void *va_tail;        /**< shadow of the tail; used for injection */
    void *va_end;         /**< one past the last byte */
    MUHWI_Fifo_t *hwfifo; /**< the hardware registers */
} MUSPI_Fifo_t;

/** @return size of the FIFO in bytes minus 1. */
__INLINE__ uint64_t MUSPI_getSize(MUSPI_Fifo_t *fifo)
{
    return fifo->size_1;
}

/** @return physical address of the first byte. */
__INLINE__ uint64_t MUSPI_getStartPa(MUSPI_Fifo_t *fifo)
{
    return fifo->pa_start;
}

/** @return virtual address of the first byte. */
__INLINE__ void *MUSPI_getStartVa(MUSPI_Fifo_t *fifo)
{
    return fifo->va_start;
}

/** @return shadow of the head. */
__INLINE__ void *MUSPI_getHeadVa(MUSPI_Fifo_t *fifo)
{
    return fifo->va_head;
}

/** @return shadow of the tail. */
__INLINE__ void *MUSPI_getTailVa(MUSPI_Fifo_t *fifo)
{
    return fifo->va_tail;
}

/** @return virtual address one past the last byte. */
__INLINE__ void *MUSPI_getEndVa(MUSPI_Fifo_t *fifo)
{
    return fifo->va_end;
}

/** @return the hardware's size in bytes minus 1. */
__INLINE__ uint64_t MUSPI_getHwSize(MUSPI_Fifo_t *fifo)
{
    return emuq_mmio_load(&fifo->hwfifo->size_1);
}

/** @return the hardware's start, a physical address. */
__INLINE__ uint64_t MUSPI_getHwStart(MUSPI_Fifo_t *fifo)
{
    return emuq_mmio_load(&fifo->hwfifo->pa_start);
}

/** @return the hardware's head, a physical address. */
__INLINE__ uint64_t MUSPI_getHwHead(MUSPI_Fifo_t *fifo)
{
    return emuq_mmio_load(&fifo->hwfifo->pa_head);
}

/** @return the hardware's tail, a physical address. All stores of the Message Unit before its tail update
 * are visible afterwards. */
__INLINE__ uint64_t MUSPI_getHwTail(MUSPI_Fifo_t *fifo)
{
    return emuq_mmio_load(&fifo->hwfifo->pa_tail);
}

/** Sets the shadow of the head. @param new_head in the FIFO, 32-byte aligned. */
__INLINE__ void MUSPI_setHeadVa(MUSPI_Fifo_t *fifo, void *new_head)
{
    MUSPI_assert(((uintptr_t)new_head & 0x1f) == 0);
    fifo->va_head = new_head;
}

/** Sets the shadow of the tail.
 *  @param new_tail in the FIFO, 32-byte aligned (64-byte aligned in an injection FIFO). */
__INLINE__ void MUSPI_setTailVa(MUSPI_Fifo_t *fifo, void *new_tail)
{
    MUSPI_assert(((uintptr_t)new_tail & 0x1f) == 0);
    fifo->va_tail = new_tail;
}

/** Moves the hardware's head: in a reception FIFO the bytes before the new head become free. @param
 * head_offset bytes from the start of the FIFO, up to size_1. */
__INLINE__ void MUSPI_setHwHead(MUSPI_Fifo_t *fifo, uint64_t head_offset)
{
    MUSPI_assert(head_offset <= fifo->size_1);
    emuq_mmio_store(&fifo->hwfifo->pa_head, fifo->pa_start + head_offset);
}

/** Moves the hardware's tail: in an injection FIFO the Message Unit starts the descriptors before the new
 * tail. The store is a release for descriptors and payload written by this thread.
 * @param tail_offset bytes from the start of the FIFO, less than size_1. */
__INLINE__ void MUSPI_setHwTail(MUSPI_Fifo_t *fifo, uint64_t tail_offset)
{
    MUSPI_assert(tail_offset < fifo->size_1);
    emuq_mmio_store(&fifo->hwfifo->pa_tail, fifo->pa_start + tail_offset);
}

/** @return distance in bytes of @p va from the start of the FIFO. */
static inline uint64_t emuq_fifo_offset(const MUSPI_Fifo_t *fifo, const void *va)
{
    return (uint64_t)((const char *)va - (const char *)fifo->va_start);
}

__END_DECLS

#endif /* __MUSPI_FIFO__ */
