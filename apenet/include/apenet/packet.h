/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file packet.h
 * @brief APEnet+ packets: a header word, 1 to 256 words of payload and a footer word, 128 bits each.
 */
#ifndef APENET_PACKET_H
#define APENET_PACKET_H

#include "apenet/field.h"

#define APENET_WORD_BYTES    16u   /**< size of a packet word */
#define APENET_PAYLOAD_WORDS 256u  /**< maximum per packet, words */
#define APENET_PAYLOAD_BYTES 4096u /**< maximum per packet, bytes */
#define APENET_NODES_MOST    32u   /**< maximum per dimension */
#define APENET_PIDS          4u    /**< maximum per card */
#define APENET_GPUS          4u    /**< maximum per card */

/** Address of a process. */
typedef struct apenet_address {
    uint8_t x;   /**< coordinate of the node */
    uint8_t y;   /**< coordinate of the node */
    uint8_t z;   /**< coordinate of the node */
    uint8_t pid; /**< process of the node, 0..3 */
} apenet_address_t;

/** First word of a packet. */
typedef struct apenet_header {
    uint32_t w[4]; /**< APENET_HEADER_ fields; words 2 and 3: destination address, low word first */
} apenet_header_t;

/** Last word of a packet. */
typedef struct apenet_footer {
    uint32_t w[4]; /**< APENET_FOOTER_ fields */
} apenet_footer_t;

APENET_STATIC_ASSERT(sizeof(apenet_header_t) == 16, header_size);
APENET_STATIC_ASSERT(sizeof(apenet_footer_t) == 16, footer_size);
APENET_STATIC_ASSERT(sizeof(apenet_address_t) == 4, address_size);

/** Fields of a header. */
enum {
    APENET_HEADER_PKT_ERR = APENET_FIELD(0, 0, 1),    /**< damaged on its path, or a rejected get */
    APENET_HEADER_VC = APENET_FIELD(0, 1, 1),         /**< virtual channel, used by routers */
    APENET_HEADER_DEST_X = APENET_FIELD(0, 2, 5),     /**< destination node */
    APENET_HEADER_DEST_Y = APENET_FIELD(0, 7, 5),     /**< destination node */
    APENET_HEADER_DEST_Z = APENET_FIELD(0, 12, 5),    /**< destination node */
    APENET_HEADER_DEST_PID = APENET_FIELD(0, 17, 2),  /**< destination process */
    APENET_HEADER_SIZE = APENET_FIELD(0, 19, 10),     /**< payload in words, 1..256 */
    APENET_HEADER_IS_GPU = APENET_FIELD(0, 29, 1),    /**< destination in GPU memory */
    APENET_HEADER_GPU_ID = APENET_FIELD(0, 30, 2),    /**< GPU of the destination */
    APENET_HEADER_CMD = APENET_FIELD(1, 0, 2),        /**< ::apenet_rdma_cmd_t */
    APENET_HEADER_SRC_X = APENET_FIELD(1, 2, 5),      /**< source node */
    APENET_HEADER_SRC_Y = APENET_FIELD(1, 7, 5),      /**< source node */
    APENET_HEADER_SRC_Z = APENET_FIELD(1, 12, 5),     /**< source node */
    APENET_HEADER_SRC_PID = APENET_FIELD(1, 17, 2),   /**< source process */
    APENET_HEADER_NOT_ETH = APENET_FIELD(1, 19, 1),   /**< 1: torus packet */
    APENET_HEADER_LAST_FRAG = APENET_FIELD(1, 20, 1), /**< last packet of its message */
    APENET_HEADER_IS_PHYS = APENET_FIELD(1, 21, 1),   /**< bus address of the local card */
    APENET_HEADER_PAD = APENET_FIELD(1, 22, 4),       /**< unused bytes of the last payload word */
    APENET_HEADER_REPLY = APENET_FIELD(1, 26, 1),     /**< reply to a get */
    APENET_HEADER_RESERVED = APENET_FIELD(1, 27, 5)   /**< 0 */
};

/** Commands of packets. */
typedef enum apenet_rdma_cmd {
    APENET_CMD_LOOPBACK, /**< copy within the node */
    APENET_CMD_PUT,      /**< write to a registered buffer */
    APENET_CMD_SEND,     /**< write to a streaming buffer selected by the receiver */
    APENET_CMD_GET       /**< read request or reply */
} apenet_rdma_cmd_t;

/** Fields of a footer. */
enum {
    APENET_FOOTER_CRC = APENET_FIELD(0, 0, 32),        /**< CRC-32 of the padded payload */
    APENET_FOOTER_PAYLOAD_ERR = APENET_FIELD(1, 0, 1), /**< payload damaged by a link */
    APENET_FOOTER_SERIAL = APENET_FIELD(1, 16, 16),    /**< number of the packet at its source card */
    APENET_FOOTER_GET = APENET_FIELD(2, 0, 32),        /**< serial number of the get, in a reply */
    APENET_FOOTER_ENVELOPE = APENET_FIELD(3, 0, 32)    /**< CRC-32 of words 0..2 for the link */
};

/** Payload of a get: where the source card sends the bytes. */
typedef struct apenet_get_request {
    uint32_t sink[2]; /**< virtual address, low word first */
    uint32_t bytes;   /**< size */
    uint32_t table;   /**< DEST_PID, IS_GPU and GPU_ID of the sink, as in word 0 of a header */
    uint32_t serial;  /**< number of the get at its card */
    uint32_t zero[3]; /**< 0 */
} apenet_get_request_t;

APENET_STATIC_ASSERT(sizeof(apenet_get_request_t) == 32, get_request_size);

/** Packet words of a payload. @param bytes size of the payload */
static inline uint32_t apenet_words(uint32_t bytes)
{
    return (bytes + APENET_WORD_BYTES - 1) / APENET_WORD_BYTES;
}

/** Address in a header. @param word word 0 (destination) or 1 (source) */
static inline apenet_address_t apenet_address_in(const uint32_t *word)
{
    apenet_address_t a;
    a.x = (uint8_t)apenet_get(word, APENET_HEADER_DEST_X);
    a.y = (uint8_t)apenet_get(word, APENET_HEADER_DEST_Y);
    a.z = (uint8_t)apenet_get(word, APENET_HEADER_DEST_Z);
    a.pid = (uint8_t)apenet_get(word, APENET_HEADER_DEST_PID);
    return a;
}

/** Destination of a packet. */
static inline apenet_address_t apenet_destination(const apenet_header_t *h)
{
    return apenet_address_in(&h->w[0]);
}

/** Source of a packet. */
static inline apenet_address_t apenet_source(const apenet_header_t *h)
{
    return apenet_address_in(&h->w[1]);
}

/** Virtual destination address; 0: selected by the receiver. */
static inline uint64_t apenet_header_address(const apenet_header_t *h)
{
    return apenet_get64(&h->w[2]);
}

/** Initialises a torus header. The remaining fields are 0. @param bytes 1..4096 */
static inline void apenet_header_make(apenet_header_t *h, apenet_rdma_cmd_t cmd, apenet_address_t to,
                                      apenet_address_t from, uint64_t address, uint32_t bytes)
{
    h->w[0] = h->w[1] = 0;
    apenet_set(h->w, APENET_HEADER_DEST_X, to.x);
    apenet_set(h->w, APENET_HEADER_DEST_Y, to.y);
    apenet_set(h->w, APENET_HEADER_DEST_Z, to.z);
    apenet_set(h->w, APENET_HEADER_DEST_PID, to.pid);
    apenet_set(h->w, APENET_HEADER_SIZE, apenet_words(bytes));
    apenet_set(h->w, APENET_HEADER_CMD, (uint32_t)cmd);
    apenet_set(h->w, APENET_HEADER_SRC_X, from.x);
    apenet_set(h->w, APENET_HEADER_SRC_Y, from.y);
    apenet_set(h->w, APENET_HEADER_SRC_Z, from.z);
    apenet_set(h->w, APENET_HEADER_SRC_PID, from.pid);
    apenet_set(h->w, APENET_HEADER_NOT_ETH, 1);
    apenet_set(h->w, APENET_HEADER_PAD, 0u - bytes);
    apenet_set64(&h->w[2], address);
}

/** Valid bytes of the payload. */
static inline uint32_t apenet_header_bytes(const apenet_header_t *h)
{
    return apenet_get(h->w, APENET_HEADER_SIZE) * APENET_WORD_BYTES - apenet_get(h->w, APENET_HEADER_PAD);
}

#endif /* APENET_PACKET_H */
