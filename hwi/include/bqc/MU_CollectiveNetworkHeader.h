/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file MU_CollectiveNetworkHeader.h
 * @brief Network header of a collective packet: its first 12 bytes (hwi-packet-headers 3).
 *
 * Constants are whole-byte values: combine with `|`.
 */
#ifndef _MUHWI_COLLECTIVE_NETWORK_HEADER_H_
#define _MUHWI_COLLECTIVE_NETWORK_HEADER_H_

#include <hwi/include/common/compiler_support.h>
#include <hwi/include/bqc/MU_PacketCommon.h>

__BEGIN_DECLS

/** Byte 0 of a collective packet. */
#define MUHWI_COLLECTIVE_DATA_PACKET_TYPE 0x5a

/* clang-format off */
/** @name Byte 1: how contributions combine
 *  @{ */
#define MUHWI_COLLECTIVE_OP_CODE_AND                (0x00)
#define MUHWI_COLLECTIVE_OP_CODE_OR                 (0x10)
#define MUHWI_COLLECTIVE_OP_CODE_XOR                (0x20)
#define MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_ADD       (0x40)
#define MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_MIN       (0x50)
#define MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_MAX       (0x60)
#define MUHWI_COLLECTIVE_OP_CODE_SIGNED_ADD         (0x80)
#define MUHWI_COLLECTIVE_OP_CODE_SIGNED_MIN         (0x90)
#define MUHWI_COLLECTIVE_OP_CODE_SIGNED_MAX         (0xa0)
#define MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_ADD (0xc0)
#define MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_MIN (0xd0)
#define MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_MAX (0xe0)
/** @} */

/** @name Byte 3: receivers of the result
 *  @{ */
#define MUHWI_COLLECTIVE_TYPE_BROADCAST (0x00)
#define MUHWI_COLLECTIVE_TYPE_ALLREDUCE (0x10)
#define MUHWI_COLLECTIVE_TYPE_REDUCE    (0x18)
/** @} */
/* clang-format on */

/**
 * Network header of a collective packet.
 *
 * Fields of Byte1, from the top: OpCode, Word_Length n = 0..7 (an operand has 4 << n bytes; 1 for floating
 * point). Fields of Byte2: Class_Route 0..15, Interrupt (written by the Message Unit). Fields of Byte3:
 * Virtual_channel 4..6, Collective_Type (0 broadcast, 2 all-reduce, 3 reduce). Bytes 0, 4 to 8 and 9 to 11:
 * as in MUHWI_Pt2PtNetworkHeader.
 */
typedef struct MUHWI_CollectiveNetworkHeader {
    uint8_t Data_Packet_Type; /**< MUHWI_COLLECTIVE_DATA_PACKET_TYPE */
    union {
        uint8_t Byte1; /**< The whole byte. */
        __extension__ struct {
            EMUQ_BITS_2(uint8_t OpCode : 4, uint8_t Word_Length : 4);
        } __attribute__((__packed__));
    } __attribute__((__packed__)) Byte1;
    union {
        uint8_t Byte2; /**< The whole byte. */
        __extension__ struct {
            EMUQ_BITS_3(uint8_t Class_Route : 4, uint8_t Reserved1 : 3, uint8_t Interrupt : 1);
        } __attribute__((__packed__));
    } __attribute__((__packed__)) Byte2;
    union {
        uint8_t Byte3; /**< The whole byte. */
        __extension__ struct {
            EMUQ_BITS_3(uint8_t Virtual_channel : 3, uint8_t Collective_Type : 2, uint8_t Reserved2 : 3);
        } __attribute__((__packed__));
    } __attribute__((__packed__)) Byte3;
    MUHWI_Destination_t Destination; /**< Receivers of the result of a reduce. */
    union {
        uint8_t Byte8; /**< The whole byte. */
        __extension__ struct {
            EMUQ_BITS_3(uint8_t Packet_Type : 2, uint8_t Reserved3 : 1, uint8_t Size : 5);
        } __attribute__((__packed__));
    } __attribute__((__packed__)) Byte8;
    union {
        uint8_t Injection_Info[3]; /**< The whole bytes; used by the network in transit. */
        __extension__ struct {
            uint16_t Reserved4; /**< Reserved for the network. */
            uint8_t Skip;       /**< Words (4 bytes, 0..136) excluded from the injection checksum. */
        } __attribute__((__packed__));
    } __attribute__((__packed__)) Injection_Info;
} __attribute__((__packed__)) MUHWI_CollectiveNetworkHeader_t;

EMUQ_STATIC_ASSERT(sizeof(MUHWI_CollectiveNetworkHeader_t) == 12, "twelve bytes of the header");

__END_DECLS

#endif /* _MUHWI_COLLECTIVE_NETWORK_HEADER_H_ */
