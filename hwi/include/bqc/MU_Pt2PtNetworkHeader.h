/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file MU_Pt2PtNetworkHeader.h
 * @brief Network header of a point-to-point packet: its first 12 bytes (hwi-packet-headers 2, 7).
 *
 * Constants are whole-byte values: combine with `|`.
 */
#ifndef _MUHWI_PT2PT_NETWORK_HEADER_H_
#define _MUHWI_PT2PT_NETWORK_HEADER_H_

#include <hwi/include/common/compiler_support.h>
#include <hwi/include/bqc/MU_PacketCommon.h>

__BEGIN_DECLS

/** Byte 0 of a point-to-point packet. */
#define MUHWI_PT2PT_DATA_PACKET_TYPE 0x55

/* clang-format off */
/** @name Byte 1: hint bits, permitted directions; all ten zero: chosen by the hardware
 *  @{ */
#define MUHWI_PACKET_HINT_A_NONE (0x00)
#define MUHWI_PACKET_HINT_AM     (0x80)
#define MUHWI_PACKET_HINT_AP     (0x40)
#define MUHWI_PACKET_HINT_B_NONE (0x00)
#define MUHWI_PACKET_HINT_BM     (0x20)
#define MUHWI_PACKET_HINT_BP     (0x10)
#define MUHWI_PACKET_HINT_C_NONE (0x00)
#define MUHWI_PACKET_HINT_CM     (0x08)
#define MUHWI_PACKET_HINT_CP     (0x04)
#define MUHWI_PACKET_HINT_D_NONE (0x00)
#define MUHWI_PACKET_HINT_DM     (0x02)
#define MUHWI_PACKET_HINT_DP     (0x01)
/** @} */

/** @name Byte 2: hint bits of dimension E
 *  @{ */
#define MUHWI_PACKET_HINT_E_NONE (0x00)
#define MUHWI_PACKET_HINT_EM     (0x80)
#define MUHWI_PACKET_HINT_EP     (0x40)
/** @} */

/** @name Byte 2: to and from the I/O node
 *  @{ */
#define MUHWI_PACKET_ROUTE_TO_IO_NODE                       (0x20)
#define MUHWI_PACKET_DO_NOT_ROUTE_TO_IO_NODE                (0x00)
#define MUHWI_PACKET_RETURN_FROM_IO_NODE_USING_TORUS_PORT_6 (0x08)
#define MUHWI_PACKET_RETURN_FROM_IO_NODE_USING_TORUS_PORT_7 (0x10)
#define MUHWI_PACKET_RETURN_FROM_IO_NODE_USING_IO_PORT      (0x18)
/** @} */

/** @name Byte 2: dynamic routing also needs virtual channel DYNAMIC
 *  @{ */
#define MUHWI_PACKET_USE_DYNAMIC_ROUTING       (0x04)
#define MUHWI_PACKET_USE_DETERMINISTIC_ROUTING (0x00)
/** @} */

/** @name Byte 2: also deliver the packet at every node on the route
 *  @{ */
#define MUHWI_PACKET_DEPOSIT        (0x02)
#define MUHWI_PACKET_DO_NOT_DEPOSIT (0x00)
/** @} */

/** @name Byte 3: zone mask (of four) of a dynamic packet
 *  @{ */
#define MUHWI_PACKET_ZONE_ROUTING_0 (0x00)
#define MUHWI_PACKET_ZONE_ROUTING_1 (0x08)
#define MUHWI_PACKET_ZONE_ROUTING_2 (0x10)
#define MUHWI_PACKET_ZONE_ROUTING_3 (0x18)
/** @} */
/* clang-format on */

/**
 * Network header of a point-to-point packet.
 *
 * Fields of Byte2, from the top: hint bits of dimension E (member names are exchanged: Hint_E_plus is
 * MUHWI_PACKET_HINT_EM; the macros are right), Route_To_IO_Node (1: leave through the destination's I/O
 * link), Return_From_IO_Node (0 no; by 1 torus port 6, 2 torus port 7, 3 I/O port), Dynamic, Deposit,
 * Interrupt (written by the Message Unit). Fields of Byte3: Virtual_channel 0..3, Zone_Routing_Id 0..3,
 * Stay_On_Bubble. Fields of Byte8: Packet_Type (0 memory FIFO, 1 direct put, 2 remote get), Size: 32-byte
 * chunks of payload, 0..16; in a descriptor the maximum.
 */
typedef struct MUHWI_Pt2PtNetworkHeader {
    uint8_t Data_Packet_Type; /**< MUHWI_PT2PT_DATA_PACKET_TYPE */
    uint8_t Hints;            /**< Hint bits of dimensions A to D. */
    union {
        uint8_t Byte2; /**< The whole byte. */
        __extension__ struct {
            EMUQ_BITS_7(uint8_t Hint_E_plus : 1, uint8_t Hint_E_minus : 1, uint8_t Route_To_IO_Node : 1,
                        uint8_t Return_From_IO_Node : 2, uint8_t Dynamic : 1, uint8_t Deposit : 1,
                        uint8_t Interrupt : 1);
        } __attribute__((__packed__));
    } __attribute__((__packed__)) Byte2;
    union {
        uint8_t Byte3; /**< The whole byte. */
        __extension__ struct {
            EMUQ_BITS_4(uint8_t Virtual_channel : 3, uint8_t Zone_Routing_Id : 2, uint8_t Stay_On_Bubble : 1,
                        uint8_t Reserved1 : 2);
        } __attribute__((__packed__));
    } __attribute__((__packed__)) Byte3;
    MUHWI_Destination_t Destination; /**< Destination. */
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
} __attribute__((__packed__)) MUHWI_Pt2PtNetworkHeader_t;

EMUQ_STATIC_ASSERT(sizeof(MUHWI_Pt2PtNetworkHeader_t) == 12, "twelve bytes of the header");

__END_DECLS

#endif /* _MUHWI_PT2PT_NETWORK_HEADER_H_ */
