/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file Descriptor.h
 * @brief Builders of complete message descriptors (spi-addressing-descriptors 2, 3).
 *
 * A program fills an information structure by name and calls a builder; the builder copies the fields
 * unchanged. Setters for single fields are in Descriptor_inlines.h.
 */
#ifndef _MUSPI_DESCRIPTOR_H_
#define _MUSPI_DESCRIPTOR_H_

#include "hwi/include/bqc/MU_Descriptor.h"
#include "spi/include/mu/Util.h"

__BEGIN_DECLS

/** Fields of every message. */
typedef struct MUSPI_BaseDescriptorInfoFields {
    uint32_t Pre_Fetch_Only;  /**< MUHWI_DESCRIPTOR_PRE_FETCH_ONLY_... */
    uint64_t Payload_Address; /**< physical address, 37 bits */
    uint64_t Message_Length;  /**< bytes, 37 bits; 0 for memory FIFO only */
    uint64_t Torus_FIFO_Map;  /**< MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_..., one or more */
    MUHWI_Destination_t Dest; /**< absolute coordinates; in collectives for reduce only */
} MUSPI_BaseDescriptorInfoFields_t;

/** Fields of a point-to-point message. */
typedef struct MUSPI_Pt2PtDescriptorInfoFields {
    uint8_t Hints_ABCD; /**< hints for A to D: network header byte 1 */
    uint8_t Misc1;      /**< hints for E, I/O, routing, deposit: byte 2 */
    uint8_t Misc2;      /**< virtual channel, zone, bubble: byte 3 */
    uint16_t Skip;      /**< 4-byte words excluded from the checksum, 0..136: byte 11 */
} MUSPI_Pt2PtDescriptorInfoFields_t;

/** Fields of a collective message. */
typedef struct MUSPI_CollectiveDescriptorInfoFields {
    uint8_t Op_Code;      /**< MUHWI_COLLECTIVE_OP_CODE_... */
    uint16_t Word_Length; /**< bytes of an operand: 4, 8, ..., 512 */
    uint8_t Class_Route;  /**< 0..15 */
    uint8_t Misc;         /**< virtual channel and collective type */
    uint16_t Skip;        /**< 4-byte words excluded from the checksum, 0..136 */
} MUSPI_CollectiveDescriptorInfoFields_t;

/** Fields of a memory FIFO message. */
typedef struct MUSPI_MemoryFIFODescriptorInfoFields {
    uint16_t Rec_FIFO_Id;      /**< reception FIFO on the destination node, 0..271 */
    uint64_t Rec_Put_Offset;   /**< put offset of the first packet, 37 bits */
    uint32_t Interrupt;        /**< MUHWI_DESCRIPTOR_INTERRUPT_ON_PACKET_ARRIVAL or not */
    uint8_t SoftwareBit;       /**< a bit for the receiver */
    uint8_t SoftwareBytes[14]; /**< bytes for the receiver; 0 is the function id of MUSPI_RecFifoPoll() */
} MUSPI_MemoryFIFODescriptorInfoFields_t;

/** Fields of a direct put. */
typedef struct MUSPI_DirectPutDescriptorInfoFields {
    uint16_t Rec_Payload_Base_Address_Id; /**< base address of the data, 0..543 */
    uint64_t Rec_Payload_Offset;          /**< byte offset from the base address, 37 bits */
    uint16_t Rec_Counter_Base_Address_Id; /**< base address of the counter, 0..543 */
    uint64_t Rec_Counter_Offset; /**< byte offset from the base address, with atomic flag and operation */
    uint8_t Pacing;              /**< MUHWI_PACKET_DIRECT_PUT_IS_PACED or ..._IS_NOT_PACED */
} MUSPI_DirectPutDescriptorInfoFields_t;

/** Fields of a remote get. */
typedef struct MUSPI_RemoteGetDescriptorInfoFields {
    uint8_t Type;              /**< MUHWI_PACKET_TYPE_GET or MUHWI_PACKET_TYPE_PACED_GET */
    uint16_t Rget_Inj_FIFO_Id; /**< injection FIFO on the destination node, 0..543 */
} MUSPI_RemoteGetDescriptorInfoFields_t;

/** A point-to-point memory FIFO message. */
typedef struct MUSPI_Pt2PtMemoryFIFODescriptorInfo {
    MUSPI_BaseDescriptorInfoFields_t Base;
    MUSPI_Pt2PtDescriptorInfoFields_t Pt2Pt;
    MUSPI_MemoryFIFODescriptorInfoFields_t MemFIFO;
} MUSPI_Pt2PtMemoryFIFODescriptorInfo_t;

/** A point-to-point direct put. */
typedef struct MUSPI_Pt2PtDirectPutDescriptorInfo {
    MUSPI_BaseDescriptorInfoFields_t Base;
    MUSPI_Pt2PtDescriptorInfoFields_t Pt2Pt;
    MUSPI_DirectPutDescriptorInfoFields_t DirectPut;
} MUSPI_Pt2PtDirectPutDescriptorInfo_t;

/** A point-to-point remote get. */
typedef struct MUSPI_Pt2PtRemoteGetDescriptorInfo {
    MUSPI_BaseDescriptorInfoFields_t Base;
    MUSPI_Pt2PtDescriptorInfoFields_t Pt2Pt;
    MUSPI_RemoteGetDescriptorInfoFields_t RemoteGet;
} MUSPI_Pt2PtRemoteGetDescriptorInfo_t;

/** A collective memory FIFO message. */
typedef struct MUSPI_CollectiveMemoryFIFODescriptorInfo {
    MUSPI_BaseDescriptorInfoFields_t Base;
    MUSPI_CollectiveDescriptorInfoFields_t Collective;
    MUSPI_MemoryFIFODescriptorInfoFields_t MemFIFO;
} MUSPI_CollectiveMemoryFIFODescriptorInfo_t;

/** A collective direct put. */
typedef struct MUSPI_CollectiveDirectPutDescriptorInfo {
    MUSPI_BaseDescriptorInfoFields_t Base;
    MUSPI_CollectiveDescriptorInfoFields_t Collective;
    MUSPI_DirectPutDescriptorInfoFields_t DirectPut;
} MUSPI_CollectiveDirectPutDescriptorInfo_t;

/** A collective remote get. */
typedef struct MUSPI_CollectiveRemoteGetDescriptorInfo {
    MUSPI_BaseDescriptorInfoFields_t Base;
    MUSPI_CollectiveDescriptorInfoFields_t Collective;
    MUSPI_RemoteGetDescriptorInfoFields_t RemoteGet;
} MUSPI_CollectiveRemoteGetDescriptorInfo_t;

/** @name Builders
 * Each overwrites all 64 bytes of @p desc and sets the packet size to the maximum
 * (spi-addressing-descriptors 3). Builders check nothing: the Message Unit does. Reentrant.
 * @param desc the descriptor.
 * @param info the values of the fields.
 * @return 0.
 * @{ */
int MUSPI_CreatePt2PtMemoryFIFODescriptor(MUHWI_Descriptor_t *desc,
                                          MUSPI_Pt2PtMemoryFIFODescriptorInfo_t *info);
int MUSPI_CreatePt2PtDirectPutDescriptor(MUHWI_Descriptor_t *desc,
                                         MUSPI_Pt2PtDirectPutDescriptorInfo_t *info);
int MUSPI_CreatePt2PtRemoteGetDescriptor(MUHWI_Descriptor_t *desc,
                                         MUSPI_Pt2PtRemoteGetDescriptorInfo_t *info);
int MUSPI_CreateCollectiveMemoryFIFODescriptor(MUHWI_Descriptor_t *desc,
                                               MUSPI_CollectiveMemoryFIFODescriptorInfo_t *info);
int MUSPI_CreateCollectiveDirectPutDescriptor(MUHWI_Descriptor_t *desc,
                                              MUSPI_CollectiveDirectPutDescriptorInfo_t *info);
int MUSPI_CreateCollectiveRemoteGetDescriptor(MUHWI_Descriptor_t *desc,
                                              MUSPI_CollectiveRemoteGetDescriptorInfo_t *info);
/** @} */

/** Prints a descriptor to standard output: @p identifier, the address, and sixteen 32-bit words in
 * hexadecimal, in the machine's memory order (spi-addressing-descriptors 3). */
void MUSPI_DescriptorDumpHex(char *identifier, MUHWI_Descriptor_t *desc);

__END_DECLS

#endif /* _MUSPI_DESCRIPTOR_H_ */
