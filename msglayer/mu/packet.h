/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file packet.h
 * @brief What the message layer writes into the software bytes of its memory-FIFO packets.
 *
 * Of the 14 software bytes, the first two are the kind and the dispatch id, the next four the endpoint that
 * sends, the last eight the *word*, whose meaning depends on the kind. In packets of several-packet messages
 * the put offset counts the bytes from the beginning of the stream (hwi-descriptor 4).
 */
#ifndef EMUQ_PAMI_MU_PACKET_H
#define EMUQ_PAMI_MU_PACKET_H

#include <stdint.h>
#include <string.h>

#include <hwi/include/bqc/MU_PacketHeader.h>

/** The kinds of packets. "Request" is the number of an operation of the sender (core/op.h), 0: none. */
enum {
    /** A whole message. Word: request << 32 | data bytes << 16 | header bytes. Payload: header, data from a
     * multiple of 8 on. */
    EMUQ_PAMI_SINGLE,
    /** The beginning of a long message whose data follows at once. Word: request << 32 | header bytes.
     * Payload: an emuq_pami_start_t, then the header if it fits. */
    EMUQ_PAMI_EAGER_FIRST,
    /** The beginning of a message whose data the receiver gets. As EAGER_FIRST. */
    EMUQ_PAMI_RTS,
    /** More of the message begun last: first the header if it did not fit, then the data. */
    EMUQ_PAMI_CONTINUATION,
    /** The message of request (word) is in the receiver's memory; from the receiver. */
    EMUQ_PAMI_RECEIVED,
    /** The operation of request (word) is complete; injected by the target's Message Unit. */
    EMUQ_PAMI_DONE,
    /** The receiver has taken a packet with EMUQ_PAMI_CREDIT_REQUEST. */
    EMUQ_PAMI_CREDIT,
    /** A CREDIT that has been handled before its turn; the receiver's own mark. */
    EMUQ_PAMI_TAKEN,
    /** A result of the collective network. Word: the key of the geometry. */
    EMUQ_PAMI_COMBINED,
    EMUQ_PAMI_PACKET_KINDS = 16 /**< values of the field */
};

#define EMUQ_PAMI_KIND_MASK 0x0fu
/** Flag of the kind: the receiver replies with a CREDIT when it has taken the packet. */
#define EMUQ_PAMI_CREDIT_REQUEST 0x80u

/** Bytes of payload of the longest packet, and what of them is left for a header behind emuq_pami_start_t. */
#define EMUQ_PAMI_PAYLOAD      512u
#define EMUQ_PAMI_START_HEADER (EMUQ_PAMI_PAYLOAD - (uint32_t)sizeof(emuq_pami_start_t))

/** Most bytes of header and data together that fit into one packet however they are divided. */
#define EMUQ_PAMI_IMMEDIATE (EMUQ_PAMI_PAYLOAD - 8u)

/** Begins the payload of EAGER_FIRST and RTS. */
typedef struct emuq_pami_start {
    uint64_t data_size;
    uint64_t data_pa; /**< RTS: where the data is in the sender's memory */
} emuq_pami_start_t;

/** The software bytes. */
typedef struct emuq_pami_software {
    uint8_t kind;
    uint8_t id; /**< dispatch id */
    uint32_t origin;
    uint64_t word;
} __attribute__((__packed__)) emuq_pami_software_t;

EMUQ_STATIC_ASSERT(sizeof(emuq_pami_software_t) == 14, "all software bytes");

/** The software bytes of a packet or of a descriptor's header. */
static inline emuq_pami_software_t *emuq_pami_software(MUHWI_PacketHeader_t *header)
{
    return (emuq_pami_software_t *)(void *)header->messageUnitHeader.Packet_Types.Memory_FIFO.Unused2;
}

/** The software bytes of a packet that has been received. */
static inline const emuq_pami_software_t *emuq_pami_software_of(const MUHWI_PacketHeader_t *header)
{
    return (const emuq_pami_software_t *)(const void *)
        header->messageUnitHeader.Packet_Types.Memory_FIFO.Unused2;
}

/** The word of a descriptor that holds kind, id and origin (word 6), for a put offset of 0. The hosts are
 *  little-endian: byte n of the word is byte 48 + n of the descriptor. */
static inline uint64_t emuq_pami_kind_word(uint64_t model_word, uint8_t kind, uint8_t id)
{
    return model_word | (uint64_t)kind << 16 | (uint64_t)id << 24;
}

/** Position of the packet's payload in its stream. */
static inline uint64_t emuq_pami_stream_offset(const MUHWI_PacketHeader_t *header)
{
    return (uint64_t)header->messageUnitHeader.Packet_Types.Memory_FIFO.Put_Offset_MSB << 32 |
           header->messageUnitHeader.Packet_Types.Memory_FIFO.Put_Offset_LSB;
}

/** The word of a SINGLE. */
static inline uint64_t emuq_pami_single_word(uint32_t request, size_t header, size_t data)
{
    return (uint64_t)request << 32 | (uint64_t)data << 16 | header;
}

/** Where data begins behind @p header bytes of header. */
static inline size_t emuq_pami_aligned(size_t header)
{
    return (header + 7) & ~(size_t)7;
}

#endif /* EMUQ_PAMI_MU_PACKET_H */
