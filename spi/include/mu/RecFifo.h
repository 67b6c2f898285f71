/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file RecFifo.h
 * @brief Reception FIFOs: packet polling (spi-reception).
 *
 * The Message Unit stores packets of 32 to 544 bytes at the tail. Software consumes packets at the head and
 * frees the space by a store of the hardware head. A packet across the end of the FIFO is delivered from a
 * contiguous buffer. One thread at a time polls a FIFO.
 *
 * An empty poll yields the processor (emuq_mmio_idle()): callers spin on the poll functions.
 */
#ifndef __MUSPI_REC_FIFO__
#define __MUSPI_REC_FIFO__

#include "hwi/include/bqc/MU_PacketHeader.h"
#include "spi/include/kernel/cnk/emuq_process_data.h"
#include "spi/include/mu/Fifo.h"
#include "spi/include/mu/Util.h"

__BEGIN_DECLS

/** Full memory barrier, to be called as _bgq_msync(). The functions below need no barrier: the tail load is
 * an acquire. */
#define _bgq_msync ppc_msync

/** Bytes of the longest packet. */
#define EMUQ_MAX_PACKET_BYTES (MUHWI_PACKET_HEADER_SIZE_IN_BYTES + MUHWI_PACKET_MAX_PAYLOAD_SIZE_IN_BYTES)

/** Maximum number of registered receive functions. */
#define MUSPI_MAX_FUNCTION_IDS 256

/** Software state of a reception FIFO (spi-reception 1). */
typedef struct MUSPI_RecFifo {
    MUSPI_Fifo_t _fifo;                                                /**< start, size, head */
    uint64_t numProcessed;                                             /**< not used */
    char _wrapBuf[EMUQ_MAX_PACKET_BYTES] __attribute__((aligned(32))); /**< packet across the FIFO's end */
} MUSPI_RecFifo_t;

/** The reception FIFOs of a subgroup (spi-reception 1). */
typedef struct MUSPI_RecFifoSubGroup {
    MUSPI_RecFifo_t _recfifos[BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP];
    MUHWI_RecFifoStatus_t *groupStatus; /**< status registers of the subgroup's group */
    uint32_t subgroupid;                /**< 0..67 */
} MUSPI_RecFifoSubGroup_t;

/** Called once for every packet (spi-reception 1).
 * @param recv_func_parm as registered.
 * @param packet_ptr header, then payload; contiguous, 32-byte aligned, valid during the call only.
 * @param packet_bytes header and payload, a multiple of 32.
 * @return 0 by convention; ignored. */
typedef int (*MUSPI_RecvFunction_t)(void *recv_func_parm, MUHWI_PacketHeader_t *packet_ptr,
                                    uint32_t packet_bytes);

/** A registered receive function; recvFunction NULL: a free id. */
typedef struct MUSPI_RecvInfoElement {
    MUSPI_RecvFunction_t recvFunction;
    void *recvParam;
} MUSPI_RecvInfoElement_t;

/** The receive functions of a process, by id. */
typedef struct MUSPI_RecvInfoTable {
    MUSPI_RecvInfoElement_t table[MUSPI_MAX_FUNCTION_IDS];
} MUSPI_RecvInfoTable_t;

/** Per-process state of receive functions. */
typedef struct {
    MUSPI_RecvInfoTable_t functions;
    uint32_t next_free_id; /**< first id of the next search for a free id */
} emuq_recv_info_t;

/** The receive functions of the calling thread's process. */
static inline emuq_recv_info_t *emuq_recv_info(void)
{
    return (emuq_recv_info_t *)emuq_process_slot(EMUQ_SLOT_RECV_INFO);
}

/** The receive functions of the process (spi-reception 1): a variable, initially zero. No locking. */
#define _muspi_RecvInfo (emuq_recv_info()->functions)

/** First id of the next search for a free id (spi-reception 1): a variable, initially 0. No locking. */
#define _muspi_RecvInfoNextFreeId (emuq_recv_info()->next_free_id)

/** Registers a receive function (spi-reception 2). In a fresh process ids are assigned as 0, 1, 2...
 * @param fn not NULL.
 * @param param passed to every call.
 * @return the id for software byte 0 of packets; -1 if no id from the last assigned id upwards is free: the
 * next call searches all ids. */
__INLINE__ int32_t MUSPI_RegisterReceiveFunction(MUSPI_RecvFunction_t fn, void *param)
{
    emuq_recv_info_t *info = emuq_recv_info();
    uint32_t id = info->next_free_id;
    MUSPI_assert(fn != NULL);
    while (id < MUSPI_MAX_FUNCTION_IDS && info->functions.table[id].recvFunction != NULL)
        id++;
    if (id >= MUSPI_MAX_FUNCTION_IDS) {
        info->next_free_id = 0;
        return -1;
    }
    info->functions.table[id].recvFunction = fn;
    info->functions.table[id].recvParam = param;
    info->next_free_id = id + 1;
    return (int32_t)id;
}

/** Frees the id of a receive function (spi-reception 2). @return 0, or -1 if there is no such id. */
__INLINE__ int32_t MUSPI_DeRegisterReceiveFunction(uint32_t id)
{
    emuq_recv_info_t *info = emuq_recv_info();
    if (id >= MUSPI_MAX_FUNCTION_IDS)
        return -1;
    info->functions.table[id].recvFunction = NULL;
    info->functions.table[id].recvParam = NULL;
    info->next_free_id = 0;
    return 0;
}

/** Registers a receive function at an id (0..255) of the caller's choice, replacing any previous function;
 *  deprecated (spi-reception 2). */
__INLINE__ void MUSPI_RegisterRecvFunction(MUSPI_RecvFunction_t fn, void *param, uint32_t id)
{
    emuq_recv_info_t *info = emuq_recv_info();
    EMUQ_SPI_REQUIRE(id < MUSPI_MAX_FUNCTION_IDS, "there is no receive function id %llu", id, "use 0 to 255");
    info->functions.table[id].recvFunction = fn;
    info->functions.table[id].recvParam = param;
}

/** @return bytes of the packet at @p packet, header included. */
static inline uint32_t emuq_packet_bytes(const void *packet)
{
    const MUHWI_PacketHeader_t *header = (const MUHWI_PacketHeader_t *)packet;
    return (header->NetworkHeader.pt2pt.Byte8.Size + 1u) * 32u;
}

/** Reports a packet for unregistered receive function @p id, with its possible senders, and ends the process
 * by SIGABRT. */
void emuq_no_receive_function(uint32_t id) __attribute__((cold, noreturn));

/** Calls the receive function of @p packet. */
static inline void emuq_rec_fifo_deliver(void *packet, uint32_t bytes)
{
    MUHWI_PacketHeader_t *header = (MUHWI_PacketHeader_t *)packet;
    uint8_t id = header->messageUnitHeader.Packet_Types.Memory_FIFO.Unused2[0];
    const MUSPI_RecvInfoElement_t *receiver = &emuq_recv_info()->functions.table[id];
#ifdef EMUQ_SPI_REPORTS
    if (__builtin_expect(receiver->recvFunction == NULL, 0))
        emuq_no_receive_function(id);
#else
    MUSPI_assert(receiver->recvFunction != NULL);
#endif
    receiver->recvFunction(receiver->recvParam, header, bytes);
}

/** @return the first address at which a packet may cross the end of the FIFO. */
static inline char *emuq_rec_fifo_wrap_zone(const MUSPI_RecFifo_t *rec_fifo)
{
    return (char *)rec_fifo->_fifo.va_end - EMUQ_MAX_PACKET_BYTES;
}

/** Consumes the packet at @p head; the packet may cross the end of the FIFO.
 * @param head set to the first byte after the packet.
 * @param bytes set to its length.
 * @return the packet, contiguous: in the wrap buffer if the packet crosses the end, else in the FIFO. */
static inline void *emuq_rec_fifo_take(MUSPI_RecFifo_t *rec_fifo, char **head, uint32_t *bytes)
{
    char *packet = *head;
    size_t before_end = (size_t)((char *)rec_fifo->_fifo.va_end - packet);
    *bytes = emuq_packet_bytes(packet);
    if (*bytes < before_end) {
        *head = packet + *bytes;
        return packet;
    }
    memcpy(rec_fifo->_wrapBuf, packet, before_end);
    memcpy(rec_fifo->_wrapBuf + before_end, rec_fifo->_fifo.va_start, *bytes - before_end);
    *head = (char *)rec_fifo->_fifo.va_start + (*bytes - before_end);
    return rec_fifo->_wrapBuf;
}

/** Delivers packets of wrapped contents, up to and including the packet at the end (spi-reception 3). @param
 * rec_fifo the head is in the last 544 bytes and the tail before the head. @param npackets maximum, at least
 * 1. @return number of packets delivered. */
uint32_t MUSPI_RecFifoPollWrap(MUSPI_RecFifo_t *rec_fifo, uint32_t npackets);

/** Delivers packets to their receive functions, which must not poll the same FIFO (spi-reception 3). Never
 * blocks. Wrapped contents take up to three calls. @param npackets maximum, at least 1. @return number of
 * packets delivered; 0: the FIFO is empty. A result below npackets does not imply an empty FIFO. */
__INLINE__ uint32_t MUSPI_RecFifoPoll(MUSPI_RecFifo_t *rec_fifo, uint32_t npackets)
{
    MUSPI_Fifo_t *fifo = &rec_fifo->_fifo;
    /* Acquire: pairs with the Message Unit's release store of the tail after complete packets. */
    uint64_t pa_tail = MUSPI_getHwTail(fifo);
    char *end = (char *)fifo->va_start + (pa_tail - fifo->pa_start);
    char *head = (char *)fifo->va_head;
    uint32_t delivered = 0;
    MUSPI_assert(npackets >= 1);

    if (head == end) {
        /* Speculative execution prefetches during the tail load: the packet arrives with the tail. */
        __builtin_prefetch(head);
        emuq_mmio_idle(&fifo->hwfifo->pa_tail, pa_tail);
        return 0;
    }
    if (end < head) {
        end = emuq_rec_fifo_wrap_zone(rec_fifo);
        if (head >= end)
            return MUSPI_RecFifoPollWrap(rec_fifo, npackets);
    }
    do {
        uint32_t bytes = emuq_packet_bytes(head);
        emuq_rec_fifo_deliver(head, bytes);
        head += bytes;
        MUSPI_setHwHead(fifo, emuq_fifo_offset(fifo, head));
    } while (++delivered < npackets && head < end);
    fifo->va_head = head;
    return delivered;
}

/** MUSPI_getAvailableBytes() without the yield. */
static inline uint32_t emuq_rec_fifo_available(MUSPI_RecFifo_t *rec_fifo, uint32_t *wrap)
{
    MUSPI_Fifo_t *fifo = &rec_fifo->_fifo;
    char *head = (char *)fifo->va_head;
    /* Acquire: pairs with the Message Unit's release store of the tail after complete packets. */
    char *tail = (char *)fifo->va_start + (MUSPI_getHwTail(fifo) - fifo->pa_start);
    fifo->va_tail = tail;
    if (head == tail)
        return 0;
    *wrap = 0;
    if (tail > head)
        return (uint32_t)(tail - head);
    if (head < emuq_rec_fifo_wrap_zone(rec_fifo))
        return (uint32_t)(emuq_rec_fifo_wrap_zone(rec_fifo) - head);
    *wrap = 1;
    return (uint32_t)((char *)fifo->va_end - head);
}

/** Bytes available in a FIFO (spi-reception 4). Sets the shadow of the tail. @param wrap set to 0: consume
 * packets with MUSPI_getNextPacketOptimized() until their lengths reach or exceed the result; 1: consume one
 * packet with MUSPI_getNextPacketWrap(). Untouched if the result is 0. */
__INLINE__ uint32_t MUSPI_getAvailableBytes(MUSPI_RecFifo_t *rec_fifo, uint32_t *wrap)
{
    MUSPI_Fifo_t *fifo = &rec_fifo->_fifo;
    uint32_t bytes = emuq_rec_fifo_available(rec_fifo, wrap);
    if (bytes == 0) {
        __builtin_prefetch(fifo->va_head); /* as in MUSPI_RecFifoPoll() */
        emuq_mmio_idle(&fifo->hwfifo->pa_tail, fifo->pa_start + emuq_fifo_offset(fifo, fifo->va_tail));
    }
    return bytes;
}

/** Consumes a packet before the end of the FIFO (spi-reception 4). MUSPI_syncRecFifoHwHead() returns the
 * space to the Message Unit. @param pbytes set to the packet's length. @return the packet, in the FIFO. */
__INLINE__ MUHWI_PacketHeader_t *MUSPI_getNextPacketOptimized(MUSPI_RecFifo_t *rec_fifo, uint32_t *pbytes)
{
    char *packet = (char *)rec_fifo->_fifo.va_head;
    MUSPI_assert(packet < (char *)rec_fifo->_fifo.va_tail || packet < emuq_rec_fifo_wrap_zone(rec_fifo));
    *pbytes = emuq_packet_bytes(packet);
    rec_fifo->_fifo.va_head = packet + *pbytes;
    return (MUHWI_PacketHeader_t *)packet;
}

/** Consumes any packet (spi-reception 4). MUSPI_syncRecFifoHwHead() returns the space to the Message Unit.
 * @param pbytes set to the packet's length. @return the packet, in the FIFO or in the wrap buffer. */
__INLINE__ MUHWI_PacketHeader_t *MUSPI_getNextPacketWrap(MUSPI_RecFifo_t *rec_fifo, uint32_t *pbytes)
{
    char *head = (char *)rec_fifo->_fifo.va_head;
    void *packet = emuq_rec_fifo_take(rec_fifo, &head, pbytes);
    rec_fifo->_fifo.va_head = head;
    return (MUHWI_PacketHeader_t *)packet;
}

/** Returns the space of all consumed packets to the Message Unit (spi-reception 4). */
__INLINE__ void MUSPI_syncRecFifoHwHead(MUSPI_RecFifo_t *rec_fifo)
{
    MUSPI_setHwHead(&rec_fifo->_fifo, emuq_fifo_offset(&rec_fifo->_fifo, rec_fifo->_fifo.va_head));
}

/** Calls @p fn with @p clientdata for every packet until the FIFO is empty (spi-reception 4): under steady
 * traffic the function does not return. */
__INLINE__ void MUSPI_RecFifoExamplePoll(MUSPI_RecFifo_t *rfifo, MUSPI_RecvFunction_t fn, void *clientdata)
{
    uint32_t wrap, bytes;
    /* Only the first iteration counts as an empty poll. */
    uint32_t available = MUSPI_getAvailableBytes(rfifo, &wrap);
    for (; available != 0; available = emuq_rec_fifo_available(rfifo, &wrap)) {
        if (wrap) {
            MUHWI_PacketHeader_t *packet = MUSPI_getNextPacketWrap(rfifo, &bytes);
            fn(clientdata, packet, bytes);
        } else {
            uint32_t taken = 0;
            while (taken < available) {
                MUHWI_PacketHeader_t *packet = MUSPI_getNextPacketOptimized(rfifo, &bytes);
                fn(clientdata, packet, bytes);
                taken += bytes;
            }
        }
        MUSPI_syncRecFifoHwHead(rfifo);
    }
}

/** @return FIFO @p fifoid (0..3) of a subgroup (spi-reception 5). */
__INLINE__ MUSPI_RecFifo_t *MUSPI_IdToRecFifo(int fifoid, MUSPI_RecFifoSubGroup_t *fg_ptr)
{
    return &fg_ptr->_recfifos[fifoid];
}

/** Clears interrupts through a pointer to the register (spi-reception 5).
 *  @param mask as for MUSPI_ClearInterrupts(). */
__INLINE__ void MUSPI_ClearInterruptsDirect(volatile uint64_t *clearInterruptStatusPtr, uint64_t mask)
{
    if (mask == 0)
        return;
    emuq_mmio_store(clearInterruptStatusPtr, mask);
    emuq_mmio_flush(clearInterruptStatusPtr);
}

/** @return the clear register of interrupts of the subgroup's group (spi-reception 5). */
__INLINE__ volatile uint64_t *MUSPI_GetClearInterruptsStatusPtr(MUSPI_RecFifoSubGroup_t *sg_ptr)
{
    return &sg_ptr->groupStatus->clearInterruptStatus;
}

/** Clears interrupts of the subgroup's group (spi-reception 5). @param mask bits 63..32 injection threshold,
 * 31..16 reception threshold, 15..0 packet arrival; 0 does nothing. */
__INLINE__ void MUSPI_ClearInterrupts(MUSPI_RecFifoSubGroup_t *sg_ptr, uint64_t mask)
{
    MUSPI_ClearInterruptsDirect(MUSPI_GetClearInterruptsStatusPtr(sg_ptr), mask);
}

__END_DECLS

#endif /* __MUSPI_REC_FIFO__ */
