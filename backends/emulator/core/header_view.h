/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file header_view.h
 * @brief The fields of descriptors and packet headers: the only file of the emulator that knows where they
 * are.
 *
 * Two views. By name, from the structures of hwi/: for checks and for delivery. By 8-byte words and masks:
 * for the fast path, because a core forwards a whole word from the stores of the program at once, while a
 * load of bytes that lie across two stores waits for the cache. tests/emulator/header_view.c holds the masks
 * against the names.
 */
#ifndef EMUQ_EMULATOR_HEADER_VIEW_H
#define EMUQ_EMULATOR_HEADER_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "hwi/include/bqc/MU_Descriptor.h"

#define EMUQ_CHUNK 32u /**< bytes; sizes of packets are multiples of it */

/** Packet types (network header byte 8). */
enum { EMUQ_TYPE_FIFO = 0, EMUQ_TYPE_PUT = 1, EMUQ_TYPE_GET = 2, EMUQ_TYPE_PACED_GET = 3 };

/* ---- By name ---- */

/** Packet type, EMUQ_TYPE_*; the same place in both kinds of network header. */
static inline uint32_t emuq_packet_type(const MUHWI_PacketHeader_t *h)
{
    return h->NetworkHeader.pt2pt.Byte8.Packet_Type;
}

/** Payload bytes that a packet of the message may have, 0..992 by the field, 0..512 after the checks. */
static inline uint32_t emuq_packet_limit(const MUHWI_PacketHeader_t *h)
{
    return h->NetworkHeader.pt2pt.Byte8.Size * EMUQ_CHUNK;
}

/** Whether it is a collective packet. */
static inline bool emuq_is_collective(const MUHWI_PacketHeader_t *h)
{
    return h->NetworkHeader.pt2pt.Data_Packet_Type == MUHWI_COLLECTIVE_DATA_PACKET_TYPE;
}

/** Destination coordinates, 6 bits each from bit 29 down. */
static inline uint32_t emuq_destination(const MUHWI_PacketHeader_t *h)
{
    return h->NetworkHeader.pt2pt.Destination.Destination.Destination;
}

/** Hint bits: byte 1 << 8 | the two of byte 2. */
static inline uint32_t emuq_hints(const MUHWI_PacketHeader_t *h)
{
    return (uint32_t)h->NetworkHeader.pt2pt.Hints << 8 | (h->NetworkHeader.pt2pt.Byte2.Byte2 & 0xc0);
}

/** Whether the packet is delivered at every node of its line. */
static inline bool emuq_is_deposit(const MUHWI_PacketHeader_t *h)
{
    return h->NetworkHeader.pt2pt.Byte2.Deposit;
}

/** Virtual channel, 0..7. */
static inline uint32_t emuq_virtual_channel(const MUHWI_PacketHeader_t *h)
{
    return h->NetworkHeader.pt2pt.Byte3.Virtual_channel;
}

/** Reception FIFO of a memory-FIFO packet, 0..511 by the field. */
static inline uint32_t emuq_rec_fifo_id(const MUHWI_PacketHeader_t *h)
{
    return h->messageUnitHeader.Packet_Types.Memory_FIFO.Rec_FIFO_Id;
}

/** Injection FIFO of a remote get. */
static inline uint32_t emuq_rget_fifo_id(const MUHWI_PacketHeader_t *h)
{
    return h->messageUnitHeader.Packet_Types.Remote_Get.Rget_Inj_FIFO_Id;
}

/** Base-address-table entry of a put's target. */
static inline uint32_t emuq_target_id(const MUHWI_PacketHeader_t *h)
{
    return h->messageUnitHeader.Packet_Types.Direct_Put.Rec_Payload_Base_Address_Id;
}

/** Base-address-table entry of a put's counter. */
static inline uint32_t emuq_counter_id(const MUHWI_PacketHeader_t *h)
{
    return h->messageUnitHeader.Packet_Types.Direct_Put.Rec_Counter_Base_Address_Id;
}

/** Offset of a put's counter, 64 bits by the field. */
static inline uint64_t emuq_counter_offset(const MUHWI_PacketHeader_t *h)
{
    return h->messageUnitHeader.Packet_Types.Direct_Put.Counter_Offset;
}

/** Moves the put offset of a memory-FIFO packet on. */
static inline void emuq_fifo_offset_add(MUHWI_PacketHeader_t *h, uint64_t bytes)
{
    uint64_t offset = ((uint64_t)h->messageUnitHeader.Packet_Types.Memory_FIFO.Put_Offset_MSB << 32 |
                       h->messageUnitHeader.Packet_Types.Memory_FIFO.Put_Offset_LSB) +
                      bytes;
    h->messageUnitHeader.Packet_Types.Memory_FIFO.Put_Offset_MSB = offset >> 32 & 0x1f;
    h->messageUnitHeader.Packet_Types.Memory_FIFO.Put_Offset_LSB = (uint32_t)offset;
}

/* ---- By words ---- */

/** Words of a packet header. */
enum { EMUQ_WORD_NETWORK = 0, EMUQ_WORD_IDS = 1, EMUQ_WORD_COUNTER_ID = 2, EMUQ_WORD_COUNTER = 3 };
/** Words of a descriptor (hwi-descriptor section 1); the packet header follows. */
enum {
    EMUQ_WORD_FLAGS = 0,
    EMUQ_WORD_PAYLOAD = 1,
    EMUQ_WORD_LENGTH = 2,
    EMUQ_WORD_FIFO_MAP = 3,
    EMUQ_WORD_HEADER = 4
};

_Static_assert(offsetof(MUHWI_Descriptor_t, Pa_Payload) == 8 * EMUQ_WORD_PAYLOAD &&
                   offsetof(MUHWI_Descriptor_t, Message_Length) == 8 * EMUQ_WORD_LENGTH &&
                   offsetof(MUHWI_Descriptor_t, Torus_FIFO_Map) == 8 * EMUQ_WORD_FIFO_MAP &&
                   offsetof(MUHWI_Descriptor_t, PacketHeader) == 8 * EMUQ_WORD_HEADER,
               "words of a descriptor");
_Static_assert(sizeof(MUHWI_PacketHeader_t) == 32 && offsetof(MUHWI_PacketHeader_t, messageUnitHeader) == 12,
               "words of a packet header");

/** EMUQ_WORD_FLAGS: prefetch-only, and interrupt on arrival. */
#define EMUQ_FLAG_BITS UINT64_C(0x0000000100000001)
/** EMUQ_WORD_NETWORK: the interrupt bit that the Message Unit writes. */
#define EMUQ_INTERRUPT_BIT UINT64_C(0x10000)
/** EMUQ_WORD_IDS: the bits that stay when the size of a packet is written: packet type, and what is not the
 * network's own. */
#define EMUQ_NOT_SIZE_BITS UINT64_C(0xffffffff000000e0)
/** EMUQ_WORD_IDS: end of the network header; reception FIFO, or table entry of the target. */
#define EMUQ_KIND_BITS UINT64_C(0x0000ffc0ffffffff)
/** EMUQ_WORD_IDS: table entry of the target. */
#define EMUQ_TARGET_BITS UINT64_C(0x0000ffc000000000)
/** EMUQ_WORD_IDS: the high bits of the put offset. */
#define EMUQ_OFFSET_HIGH_BITS UINT64_C(0x0000001f00000000)
/** EMUQ_WORD_COUNTER_ID: table entry of the counter. */
#define EMUQ_COUNTER_BITS UINT64_C(0x0000000003ff0000)

/** Word @p word of a descriptor or a packet header. */
static inline uint64_t emuq_word(const void *p, unsigned word)
{
    uint64_t value;
    memcpy(&value, (const char *)p + 8 * word, sizeof value);
    return value;
}

/** Put offset of a header. */
static inline uint64_t emuq_put_offset(const void *header)
{
    return (emuq_word(header, EMUQ_WORD_IDS) & EMUQ_OFFSET_HIGH_BITS) |
           emuq_word(header, EMUQ_WORD_IDS) >> 48 |
           (emuq_word(header, EMUQ_WORD_COUNTER_ID) & UINT64_C(0xffff)) << 16;
}

#endif /* EMUQ_EMULATOR_HEADER_VIEW_H */
