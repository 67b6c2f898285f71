/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file MU_MessageUnitHeader.h
 * @brief The Message Unit's part of a packet header: its last 20 bytes (hwi-packet-headers 4).
 */
#ifndef _MUHWI_MESSAGE_UNIT_HEADER_H_
#define _MUHWI_MESSAGE_UNIT_HEADER_H_

#include <hwi/include/common/compiler_support.h>

__BEGIN_DECLS

/** @name Pacing of a direct put
 *  @{ */
#define MUHWI_PACKET_DIRECT_PUT_IS_NOT_PACED 0
#define MUHWI_PACKET_DIRECT_PUT_IS_PACED     1
/** @} */

/**
 * Header for the receiver's Message Unit; the network header's packet type selects the view.
 *
 * Ids of the receiving node: reception FIFO 0..271, base address table entry 0..543, injection FIFO 0..543.
 * The put offset has 37 bits, five of them in Put_Offset_MSB. The sender's Message Unit adds the payload
 * bytes of earlier packets, except in a single-packet memory-FIFO message. "Unused" fields are the client's
 * and are transmitted unchanged.
 */
typedef struct MUHWI_MessageUnitHeader {
    union {
        /** A packet for a reception FIFO. */
        struct {
            EMUQ_BITS_4(uint16_t Reserved1 : 1, uint16_t Rec_FIFO_Id : 9, uint16_t Unused1 : 1,
                        uint16_t Put_Offset_MSB : 5);
            uint32_t Put_Offset_LSB; /**< Low 32 bits of the put offset. */
            uint8_t Unused2[14];     /**< Software bytes. */
        } __attribute__((__packed__)) Memory_FIFO;

        /** A packet for memory: payload to entry + put offset; subtracts its bytes from the counter. */
        struct {
            EMUQ_BITS_3(uint16_t Rec_Payload_Base_Address_Id : 10, uint16_t Pacing : 1,
                        uint16_t Put_Offset_MSB : 5);
            uint32_t Put_Offset_LSB; /**< Low 32 bits of the put offset. */
            EMUQ_BITS_2(uint16_t Unused1 : 6, uint16_t Rec_Counter_Base_Address_Id : 10);
            uint16_t Valid_Bytes_In_Payload; /**< Valid payload bytes, 1..512; written by the Message Unit. */
            uint16_t Unused2;
            uint64_t Counter_Offset; /**< Added to the counter's table entry; 37 bits. */
        } __attribute__((__packed__)) Direct_Put;

        /** A packet of descriptors, for an injection FIFO. */
        struct {
            EMUQ_BITS_2(uint16_t Rget_Inj_FIFO_Id : 10, uint16_t Unused1 : 6);
            uint8_t Unused2[18];
        } __attribute__((__packed__)) Remote_Get;
    } __attribute__((__packed__)) Packet_Types;
} __attribute__((__packed__)) MUHWI_MessageUnitHeader_t;

EMUQ_STATIC_ASSERT(sizeof(MUHWI_MessageUnitHeader_t) == 20, "twenty bytes of the header");

__END_DECLS

#endif /* _MUHWI_MESSAGE_UNIT_HEADER_H_ */
