/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file MU_PacketCommon.h
 * @brief Definitions common to point-to-point and collective packets (hwi-packet-headers 1).
 *
 * Constants are whole-byte values: combine with `|`.
 */
#ifndef _MUHWI_PACKET_COMMON_H_
#define _MUHWI_PACKET_COMMON_H_

#include <hwi/include/common/compiler_support.h>

__BEGIN_DECLS

/** Header bytes of a packet. */
#define MUHWI_PACKET_HEADER_SIZE_IN_BYTES 32
/** Maximum payload bytes of a packet. */
#define MUHWI_PACKET_MAX_PAYLOAD_SIZE_IN_BYTES 512

/* clang-format off */
/** @name Byte 2: interrupt the receiver
 *  @{ */
#define MUHWI_PACKET_INTERRUPT_ON_PACKET_ARRIVAL        (0x01)
#define MUHWI_PACKET_DO_NOT_INTERRUPT_ON_PACKET_ARRIVAL (0x00)
/** @} */

/** @name Byte 3: virtual channel. SYSTEM channels are privileged
 *  @{ */
#define MUHWI_PACKET_VIRTUAL_CHANNEL_DYNAMIC           (0x00) /**< 0: dynamic routing */
#define MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC     (0x20) /**< 1: deterministic routing */
#define MUHWI_PACKET_VIRTUAL_CHANNEL_HIGH_PRIORITY     (0x40) /**< 2: deterministic, bypasses waiting packets */
#define MUHWI_PACKET_VIRTUAL_CHANNEL_SYSTEM            (0x60) /**< 3: the system */
#define MUHWI_PACKET_VIRTUAL_CHANNEL_USER_COMM_WORLD   (0x80) /**< 4: collectives of class type USER */
#define MUHWI_PACKET_VIRTUAL_CHANNEL_USER_SUB_COMM     (0xa0) /**< 5: collectives of class type SUBCOMM */
#define MUHWI_PACKET_VIRTUAL_CHANNEL_SYSTEM_COLLECTIVE (0xc0) /**< 6: collectives of class type SYSTEM */
/** @} */

/** @name Byte 3: a dynamic packet moved to the deterministic channel stays there
 *  @{ */
#define MUHWI_PACKET_STAY_ON_BUBBLE        (0x04)
#define MUHWI_PACKET_DO_NOT_STAY_ON_BUBBLE (0x00)
/** @} */

/** @name Byte 8: packet type, selects the receiver's action
 *  @{ */
#define MUHWI_PACKET_TYPE_FIFO      (0x00) /**< stores the packet in a reception FIFO */
#define MUHWI_PACKET_TYPE_PUT       (0x40) /**< stores its payload, counts its bytes */
#define MUHWI_PACKET_TYPE_GET       (0x80) /**< puts its payload, descriptors, in an injection FIFO */
#define MUHWI_PACKET_TYPE_PACED_GET (0xc0) /**< invalid; a name only */
/** @} */
/* clang-format on */

/** A node of the partition, by absolute coordinates (0..63 each): A in bits 29..24 of the word, then B, C, D,
 * and E in bits 5..0. */
typedef struct MUHWI_Destination {
    union {
        uint32_t Destination; /**< The whole word. */
        __extension__ struct {
            EMUQ_BITS_6(uint32_t Reserved2 : 2, uint32_t A_Destination : 6, uint32_t B_Destination : 6,
                        uint32_t C_Destination : 6, uint32_t D_Destination : 6, uint32_t E_Destination : 6);
        } __attribute__((__packed__));
    } __attribute__((__packed__)) Destination;
} __attribute__((__packed__)) MUHWI_Destination_t;

EMUQ_STATIC_ASSERT(sizeof(MUHWI_Destination_t) == 4, "one word of the header");

__END_DECLS

#endif /* _MUHWI_PACKET_COMMON_H_ */
