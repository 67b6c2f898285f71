/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file MU_Descriptor.h
 * @brief The descriptor: a 64-byte message request to the Message Unit (hwi-descriptor).
 */
#ifndef _MUHWI_DESCRIPTOR_H_
#define _MUHWI_DESCRIPTOR_H_

#include <hwi/include/common/compiler_support.h>
#include <hwi/include/bqc/MU_PacketCommon.h>
#include <hwi/include/bqc/MU_PacketHeader.h>

__BEGIN_DECLS

/* clang-format off */
/** @name Prefetch_Only: load the payload into the cache, send nothing
 *  @{ */
#define MUHWI_DESCRIPTOR_PRE_FETCH_ONLY_YES (1)
#define MUHWI_DESCRIPTOR_PRE_FETCH_ONLY_NO  (0)
/** @} */

/** @name Interrupt: the message's last packet interrupts the receiver (memory FIFO only)
 *  @{ */
#define MUHWI_DESCRIPTOR_INTERRUPT_ON_PACKET_ARRIVAL        (1)
#define MUHWI_DESCRIPTOR_DO_NOT_INTERRUPT_ON_PACKET_ARRIVAL (0)
/** @} */

/** @name Torus_FIFO_Map: permitted injection FIFOs of the network
 *  Each of A+, A- and so on reaches every link. SYSTEM and CSYSTEM are privileged.
 *  @{ */
#define MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AM       0x8000ULL
#define MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP       0x4000ULL
#define MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_BM       0x2000ULL
#define MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_BP       0x1000ULL
#define MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CM       0x0800ULL
#define MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CP       0x0400ULL
#define MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_DM       0x0200ULL
#define MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_DP       0x0100ULL
#define MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_EM       0x0080ULL
#define MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_EP       0x0040ULL
#define MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL0   0x0020ULL /**< local node */
#define MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL1   0x0010ULL /**< local node */
#define MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_PRIORITY 0x0008ULL /**< high priority */
#define MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_SYSTEM   0x0004ULL /**< the system, I/O */
#define MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CUSER    0x0002ULL /**< collectives */
#define MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CSYSTEM  0x0001ULL /**< the system's collectives */
/** @} */
/* clang-format on */

/** A request for a message; a slot of an injection FIFO. */
typedef struct MUHWI_Descriptor {
    union {
        uint32_t Half_Word0; /**< The whole word. */
        __extension__ struct {
            EMUQ_BITS_2(uint32_t Unused1 : 31, uint32_t Prefetch_Only : 1);
        } __attribute__((__packed__));
    } __attribute__((__packed__)) Half_Word0;
    union {
        uint32_t Half_Word1; /**< The whole word. */
        __extension__ struct {
            EMUQ_BITS_2(uint32_t Unused2 : 31, uint32_t Interrupt : 1);
        } __attribute__((__packed__));
    } __attribute__((__packed__)) Half_Word1;
    uint64_t Pa_Payload;               /**< Payload address, 37 bits, or an atomic address. */
    uint64_t Message_Length;           /**< Bytes of payload: 37 bits. */
    uint64_t Torus_FIFO_Map;           /**< MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_... bits */
    MUHWI_PacketHeader_t PacketHeader; /**< Packet header, except fields set by the Message Unit. */
} __attribute__((__packed__, __aligned__(32))) MUHWI_Descriptor_t;

EMUQ_STATIC_ASSERT(sizeof(MUHWI_Descriptor_t) == 64, "a slot of an injection FIFO");

__END_DECLS

#endif /* _MUHWI_DESCRIPTOR_H_ */
