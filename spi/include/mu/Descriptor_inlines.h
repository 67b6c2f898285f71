/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file Descriptor_inlines.h
 * @brief Setters of single fields of message descriptors (spi-addressing-descriptors 4).
 *
 * For descriptors modified between injections, or built in FIFO memory. A zeroed descriptor needs at least
 * the packet types, MUSPI_SetSize(), payload, FIFO map and destination.
 *
 * MUHWI_... constants are already in position within their header byte. A setter of a part of a byte keeps
 * all other bits and, unless documented otherwise, ignores bits outside the part.
 */
#ifndef _MUSPI_DESCRIPTOR_INLINES_H_
#define _MUSPI_DESCRIPTOR_INLINES_H_

#include "spi/include/mu/Descriptor.h"

__BEGIN_DECLS

/** The headers inside a descriptor. */
#define EMUQ_PT2PT(desc)      ((desc)->PacketHeader.NetworkHeader.pt2pt)
#define EMUQ_COLLECTIVE(desc) ((desc)->PacketHeader.NetworkHeader.collective)
#define EMUQ_MU_HEADER(desc)  ((desc)->PacketHeader.messageUnitHeader.Packet_Types)

/** 32-byte chunks of payload in the longest packet. */
#define EMUQ_MAX_PACKET_CHUNKS (MUHWI_PACKET_MAX_PAYLOAD_SIZE_IN_BYTES / 32)

/** @return @p byte with the bits under @p mask taken from @p value. */
static inline uint8_t emuq_merge(uint8_t byte, uint8_t mask, uint8_t value)
{
    return (uint8_t)((byte & ~mask) | (value & mask));
}

/** Zeroes all 64 bytes. */
__INLINE__ void MUSPI_DescriptorZeroOut(MUHWI_Descriptor_t *desc)
{
    memset((void *)desc, 0, sizeof(*desc));
}

/** @return payload chunks of a packet for a message of any length: 16, the most. The Message Unit shortens
 * the last packet itself. */
__INLINE__ uint8_t MUSPI_DescriptorGetNumPacketChunks(uint64_t message_length)
{
    (void)message_length;
    return EMUQ_MAX_PACKET_CHUNKS;
}

/** Creates a destination from absolute coordinates, each below 64. */
__INLINE__ void MUSPI_SetUpDestination(MUHWI_Destination_t *dest, uint32_t A, uint32_t B, uint32_t C,
                                       uint32_t D, uint32_t E)
{
    dest->Destination.Destination = A << 24 | B << 18 | C << 12 | D << 6 | E;
}

/** @name Fields of every message
 * @{ */

/** Byte 0. @param type MUHWI_PT2PT_DATA_PACKET_TYPE or MUHWI_COLLECTIVE_DATA_PACKET_TYPE. */
__INLINE__ void MUSPI_SetDataPacketType(MUHWI_Descriptor_t *desc, uint8_t type)
{
    EMUQ_PT2PT(desc).Data_Packet_Type = type;
}

/** Upper two bits of byte 8. @param type MUHWI_PACKET_TYPE_... */
__INLINE__ void MUSPI_SetMessageUnitPacketType(MUHWI_Descriptor_t *desc, uint8_t type)
{
    EMUQ_PT2PT(desc).Byte8.Byte8 = emuq_merge(EMUQ_PT2PT(desc).Byte8.Byte8, 0xc0, type);
}

/** @param indicator MUHWI_DESCRIPTOR_PRE_FETCH_ONLY_... */
__INLINE__ void MUSPI_SetPrefetchOnly(MUHWI_Descriptor_t *desc, uint32_t indicator)
{
    desc->Half_Word0.Prefetch_Only = indicator & 1;
}

/** Lower five bits of byte 8: maximum packet length. */
__INLINE__ void MUSPI_SetSize(MUHWI_Descriptor_t *desc)
{
    EMUQ_PT2PT(desc).Byte8.Size = EMUQ_MAX_PACKET_CHUNKS;
}

/** @param payloadAddress physical or atomic address. @param messageLength bytes. */
__INLINE__ void MUSPI_SetPayload(MUHWI_Descriptor_t *desc, uint64_t payloadAddress, uint64_t messageLength)
{
    desc->Pa_Payload = payloadAddress;
    desc->Message_Length = messageLength;
}

/** @param torusFIFOMap MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_..., one or more. */
__INLINE__ void MUSPI_SetTorusInjectionFIFOMap(MUHWI_Descriptor_t *desc, uint64_t torusFIFOMap)
{
    desc->Torus_FIFO_Map = torusFIFOMap;
}

/** Bytes 4..7. @param dest absolute coordinates. */
__INLINE__ void MUSPI_SetDestination(MUHWI_Descriptor_t *desc, MUHWI_Destination_t dest)
{
    EMUQ_PT2PT(desc).Destination.Destination.Destination = dest.Destination.Destination;
}

/** Same as MUSPI_SetBaseFields(), without the size. */
static inline void emuq_set_base_fields(MUHWI_Descriptor_t *desc,
                                        const MUSPI_BaseDescriptorInfoFields_t *info)
{
    desc->Half_Word0.Half_Word0 = info->Pre_Fetch_Only;
    MUSPI_SetPayload(desc, info->Payload_Address, info->Message_Length);
    MUSPI_SetTorusInjectionFIFOMap(desc, info->Torus_FIFO_Map);
    MUSPI_SetDestination(desc, info->Dest);
}

/** The fields of @p info, and the size. */
__INLINE__ void MUSPI_SetBaseFields(MUHWI_Descriptor_t *desc, MUSPI_BaseDescriptorInfoFields_t *info)
{
    emuq_set_base_fields(desc, info);
    MUSPI_SetSize(desc);
}

/** @}
 * @name Fields of point-to-point messages
 * @{ */

/** Byte 1. @param hintsABCD MUHWI_PACKET_HINT_A... to ..._D..., or 0. */
__INLINE__ void MUSPI_SetHintsABCD(MUHWI_Descriptor_t *desc, uint8_t hintsABCD)
{
    EMUQ_PT2PT(desc).Hints = hintsABCD;
}

/** Byte 1, and the upper two bits of byte 2. @param hintsE MUHWI_PACKET_HINT_E... */
__INLINE__ void MUSPI_SetHints(MUHWI_Descriptor_t *desc, uint8_t hintsABCD, uint8_t hintsE)
{
    MUSPI_SetHintsABCD(desc, hintsABCD);
    EMUQ_PT2PT(desc).Byte2.Byte2 = emuq_merge(EMUQ_PT2PT(desc).Byte2.Byte2, 0xc0, hintsE);
}

/** Byte 2. @param misc1 hints for E, I/O, routing and deposit. */
__INLINE__ void MUSPI_SetPt2PtMisc1(MUHWI_Descriptor_t *desc, uint8_t misc1)
{
    EMUQ_PT2PT(desc).Byte2.Byte2 = misc1;
}

/** Byte 2, mask 0x20. @param indicator MUHWI_PACKET_ROUTE_TO_IO_NODE or ..._DO_NOT_ROUTE_TO_IO_NODE. */
__INLINE__ void MUSPI_SetRouteToIONode(MUHWI_Descriptor_t *desc, uint8_t indicator)
{
    EMUQ_PT2PT(desc).Byte2.Byte2 = emuq_merge(EMUQ_PT2PT(desc).Byte2.Byte2, 0x20, indicator);
}

/** Byte 2, mask 0x18. @param port MUHWI_PACKET_RETURN_FROM_IO_NODE_..., or 0. */
__INLINE__ void MUSPI_SetReturnFromIONode(MUHWI_Descriptor_t *desc, uint8_t port)
{
    EMUQ_PT2PT(desc).Byte2.Byte2 = emuq_merge(EMUQ_PT2PT(desc).Byte2.Byte2, 0x18, port);
}

/** Byte 2, mask 0x04. @param indicator MUHWI_PACKET_USE_DYNAMIC_ROUTING or ..._DETERMINISTIC_ROUTING. */
__INLINE__ void MUSPI_SetRouting(MUHWI_Descriptor_t *desc, uint8_t indicator)
{
    EMUQ_PT2PT(desc).Byte2.Byte2 = emuq_merge(EMUQ_PT2PT(desc).Byte2.Byte2, 0x04, indicator);
}

/** Byte 2, mask 0x02. @param indicator MUHWI_PACKET_DEPOSIT or MUHWI_PACKET_DO_NOT_DEPOSIT. */
__INLINE__ void MUSPI_SetDeposit(MUHWI_Descriptor_t *desc, uint8_t indicator)
{
    EMUQ_PT2PT(desc).Byte2.Byte2 = emuq_merge(EMUQ_PT2PT(desc).Byte2.Byte2, 0x02, indicator);
}

/** Byte 3. @param misc2 virtual channel, zone and bubble. */
__INLINE__ void MUSPI_SetPt2PtMisc2(MUHWI_Descriptor_t *desc, uint8_t misc2)
{
    EMUQ_PT2PT(desc).Byte3.Byte3 = misc2;
}

/** Byte 3, mask 0xe0. @param channel MUHWI_PACKET_VIRTUAL_CHANNEL_... */
__INLINE__ void MUSPI_SetPt2PtVirtualChannel(MUHWI_Descriptor_t *desc, uint8_t channel)
{
    EMUQ_PT2PT(desc).Byte3.Byte3 = emuq_merge(EMUQ_PT2PT(desc).Byte3.Byte3, 0xe0, channel);
}

/** Byte 3, mask 0x18. @param zone MUHWI_PACKET_ZONE_ROUTING_... */
__INLINE__ void MUSPI_SetZoneRouting(MUHWI_Descriptor_t *desc, uint8_t zone)
{
    EMUQ_PT2PT(desc).Byte3.Byte3 = emuq_merge(EMUQ_PT2PT(desc).Byte3.Byte3, 0x18, zone);
}

/** Byte 3, mask 0x04. @param stay MUHWI_PACKET_STAY_ON_BUBBLE or MUHWI_PACKET_DO_NOT_STAY_ON_BUBBLE. */
__INLINE__ void MUSPI_SetStayOnBubble(MUHWI_Descriptor_t *desc, uint8_t stay)
{
    EMUQ_PT2PT(desc).Byte3.Byte3 = emuq_merge(EMUQ_PT2PT(desc).Byte3.Byte3, 0x04, stay);
}

/** Byte 11. @param skip 4-byte words at the start of the message excluded from the checksum, 0..136. */
__INLINE__ void MUSPI_SetPt2PtSkip(MUHWI_Descriptor_t *desc, uint16_t skip)
{
    EMUQ_PT2PT(desc).Injection_Info.Skip = (uint8_t)skip;
}

/** Bytes 1, 2, 3 and 11. */
__INLINE__ void MUSPI_SetPt2PtFields(MUHWI_Descriptor_t *desc, MUSPI_Pt2PtDescriptorInfoFields_t *info)
{
    MUSPI_SetHintsABCD(desc, info->Hints_ABCD);
    MUSPI_SetPt2PtMisc1(desc, info->Misc1);
    MUSPI_SetPt2PtMisc2(desc, info->Misc2);
    MUSPI_SetPt2PtSkip(desc, info->Skip);
}

/** @}
 * @name Fields of collective messages
 * @{ */

/** @return the field for operands of @p bytes bytes: n for 4 << n. Right for 4, 8, ..., 512; all other
 * values follow the machine's rule. */
static inline uint8_t emuq_word_length_exponent(uint32_t bytes)
{
    return (uint8_t)((__builtin_popcount(bytes - 1u) - 2) & 7);
}

/** Upper four bits of byte 1. @param opCode MUHWI_COLLECTIVE_OP_CODE_...; its lower bits are not cut off. */
__INLINE__ void MUSPI_SetOpCode(MUHWI_Descriptor_t *desc, uint8_t opCode)
{
    EMUQ_COLLECTIVE(desc).Byte1.Byte1 = (uint8_t)((EMUQ_COLLECTIVE(desc).Byte1.Byte1 & 0x0f) | opCode);
}

/** Lower four bits of byte 1. @param wordLength bytes of an operand: 4, 8, ..., 128. The parameter is too
 *  narrow for more: 256 works by chance, 512 becomes 256; MUSPI_SetCollectiveFields() takes 512. */
__INLINE__ void MUSPI_SetWordLength(MUHWI_Descriptor_t *desc, uint8_t wordLength)
{
    EMUQ_COLLECTIVE(desc).Byte1.Byte1 =
        emuq_merge(EMUQ_COLLECTIVE(desc).Byte1.Byte1, 0x0f, emuq_word_length_exponent(wordLength));
}

/** Upper four bits of byte 2. @param classRoute 0..15. */
__INLINE__ void MUSPI_SetClassRoute(MUHWI_Descriptor_t *desc, uint8_t classRoute)
{
    EMUQ_COLLECTIVE(desc).Byte2.Class_Route = classRoute & 0x0f;
}

/** Byte 3. @param misc virtual channel and collective type. */
__INLINE__ void MUSPI_SetCollectiveMisc(MUHWI_Descriptor_t *desc, uint8_t misc)
{
    EMUQ_COLLECTIVE(desc).Byte3.Byte3 = misc;
}

/** Upper three bits of byte 3. @param virtualChannel MUHWI_PACKET_VIRTUAL_CHANNEL_...; its lower bits are not
 *  cut off. */
__INLINE__ void MUSPI_SetCollectiveVirtualChannel(MUHWI_Descriptor_t *desc, uint8_t virtualChannel)
{
    EMUQ_COLLECTIVE(desc).Byte3.Byte3 =
        (uint8_t)((EMUQ_COLLECTIVE(desc).Byte3.Byte3 & ~0xe0) | virtualChannel);
}

/** Bits 4..3 of byte 3. @param type MUHWI_COLLECTIVE_TYPE_...; excess bits are not masked. */
__INLINE__ void MUSPI_SetCollectiveType(MUHWI_Descriptor_t *desc, uint8_t type)
{
    EMUQ_COLLECTIVE(desc).Byte3.Byte3 = (uint8_t)((EMUQ_COLLECTIVE(desc).Byte3.Byte3 & ~0x18) | type);
}

/** Byte 11. @param skip 4-byte words at the start of the message excluded from the checksum, 0..136. */
__INLINE__ void MUSPI_SetCollectiveSkip(MUHWI_Descriptor_t *desc, uint16_t skip)
{
    EMUQ_COLLECTIVE(desc).Injection_Info.Skip = (uint8_t)skip;
}

/** Bytes 1, 2, 3 and 11. */
__INLINE__ void MUSPI_SetCollectiveFields(MUHWI_Descriptor_t *desc,
                                          MUSPI_CollectiveDescriptorInfoFields_t *info)
{
    EMUQ_COLLECTIVE(desc).Byte1.Byte1 =
        (uint8_t)(info->Op_Code | emuq_word_length_exponent(info->Word_Length));
    EMUQ_COLLECTIVE(desc).Byte2.Byte2 = (uint8_t)(info->Class_Route << 4);
    MUSPI_SetCollectiveMisc(desc, info->Misc);
    MUSPI_SetCollectiveSkip(desc, info->Skip);
}

/** @}
 * @name Fields of memory FIFO messages
 * @{ */

/** @param id reception FIFO of the destination node, 0..271. */
__INLINE__ void MUSPI_SetRecFIFOId(MUHWI_Descriptor_t *desc, uint16_t id)
{
    EMUQ_MU_HEADER(desc).Memory_FIFO.Rec_FIFO_Id = id & 0x1ff;
}

/** @param offset put offset of the first packet, 37 bits; the same field as in a direct put. */
__INLINE__ void MUSPI_SetRecPutOffset(MUHWI_Descriptor_t *desc, uint64_t offset)
{
    EMUQ_MU_HEADER(desc).Memory_FIFO.Put_Offset_MSB = (offset >> 32) & 0x1f;
    EMUQ_MU_HEADER(desc).Memory_FIFO.Put_Offset_LSB = (uint32_t)offset;
}

/** @param indicator MUHWI_DESCRIPTOR_INTERRUPT_ON_PACKET_ARRIVAL or ..._DO_NOT_INTERRUPT_... */
__INLINE__ void MUSPI_SetInterrupt(MUHWI_Descriptor_t *desc, uint32_t indicator)
{
    desc->Half_Word1.Interrupt = indicator & 1;
}

/** @param softwareBit a bit for the receiver. */
__INLINE__ void MUSPI_SetSoftwareBit(MUHWI_Descriptor_t *desc, uint8_t softwareBit)
{
    EMUQ_MU_HEADER(desc).Memory_FIFO.Unused1 = softwareBit & 1;
}

/** @param softwareBytes 14 bytes for the receiver. */
__INLINE__ void MUSPI_SetSoftwareBytes(MUHWI_Descriptor_t *desc, uint8_t softwareBytes[])
{
    memcpy(EMUQ_MU_HEADER(desc).Memory_FIFO.Unused2, softwareBytes,
           sizeof(EMUQ_MU_HEADER(desc).Memory_FIFO.Unused2));
}

/** @param byteNumber 0..13, not checked. @param byteValue a byte for the receiver. */
__INLINE__ void MUSPI_SetSoftwareByte(MUHWI_Descriptor_t *desc, uint8_t byteNumber, uint8_t byteValue)
{
    EMUQ_MU_HEADER(desc).Memory_FIFO.Unused2[byteNumber] = byteValue;
}

/** All fields of @p info. */
__INLINE__ void MUSPI_SetMemoryFIFOFields(MUHWI_Descriptor_t *desc,
                                          MUSPI_MemoryFIFODescriptorInfoFields_t *info)
{
    desc->Half_Word1.Half_Word1 = info->Interrupt;
    MUSPI_SetRecFIFOId(desc, info->Rec_FIFO_Id);
    MUSPI_SetRecPutOffset(desc, info->Rec_Put_Offset);
    MUSPI_SetSoftwareBit(desc, info->SoftwareBit);
    MUSPI_SetSoftwareBytes(desc, info->SoftwareBytes);
}

/** @}
 * @name Fields of direct puts
 * @{ */

/** @param id base address of the data on the destination node, 0..543. @param offset byte offset from the
 * base address, 37 bits. */
__INLINE__ void MUSPI_SetRecPayloadBaseAddressInfo(MUHWI_Descriptor_t *desc, uint16_t id, uint64_t offset)
{
    EMUQ_MU_HEADER(desc).Direct_Put.Rec_Payload_Base_Address_Id = id & 0x3ff;
    MUSPI_SetRecPutOffset(desc, offset);
}

/** @param id base address of the counter on the destination node, 0..543. @param offset byte offset from the
 * base address, with atomic flag and operation unless present in the base. */
__INLINE__ void MUSPI_SetRecCounterBaseAddressInfo(MUHWI_Descriptor_t *desc, uint16_t id, uint64_t offset)
{
    EMUQ_MU_HEADER(desc).Direct_Put.Rec_Counter_Base_Address_Id = id & 0x3ff;
    EMUQ_MU_HEADER(desc).Direct_Put.Counter_Offset = offset;
}

/** @param indicator MUHWI_PACKET_DIRECT_PUT_IS_PACED or ..._IS_NOT_PACED. */
__INLINE__ void MUSPI_SetPacing(MUHWI_Descriptor_t *desc, uint8_t indicator)
{
    EMUQ_MU_HEADER(desc).Direct_Put.Pacing = indicator & 1;
}

/** All fields of @p info. */
__INLINE__ void MUSPI_SetDirectPutFields(MUHWI_Descriptor_t *desc,
                                         MUSPI_DirectPutDescriptorInfoFields_t *info)
{
    MUSPI_SetRecPayloadBaseAddressInfo(desc, info->Rec_Payload_Base_Address_Id, info->Rec_Payload_Offset);
    MUSPI_SetRecCounterBaseAddressInfo(desc, info->Rec_Counter_Base_Address_Id, info->Rec_Counter_Offset);
    MUSPI_SetPacing(desc, info->Pacing);
}

/** @}
 * @name Fields of remote gets
 * @{ */

/** @param id injection FIFO on the destination node, 0..543. */
__INLINE__ void MUSPI_SetRemoteGetInjFIFOId(MUHWI_Descriptor_t *desc, uint16_t id)
{
    EMUQ_MU_HEADER(desc).Remote_Get.Rget_Inj_FIFO_Id = id & 0x3ff;
}

/** All fields of @p info. */
__INLINE__ void MUSPI_SetRemoteGetFields(MUHWI_Descriptor_t *desc,
                                         MUSPI_RemoteGetDescriptorInfoFields_t *info)
{
    MUSPI_SetMessageUnitPacketType(desc, info->Type);
    MUSPI_SetRemoteGetInjFIFOId(desc, info->Rget_Inj_FIFO_Id);
}

/** @} */

__END_DECLS

#endif /* _MUSPI_DESCRIPTOR_INLINES_H_ */
