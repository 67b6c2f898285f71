/* SPDX-License-Identifier: BSD-3-Clause */
/** @file post.h  Messages: from a call to descriptors in the ring of a card. */
#ifndef APENET_DRIVER_POST_H
#define APENET_DRIVER_POST_H

#include "apenet/driver/driver.h"

/** A message to send. */
typedef struct apenet_post {
    apenet_rdma_cmd_t command;
    apenet_address_t to;
    uint32_t gpu;      /**< of the destination: IS_GPU and GPU_ID in word 0 of a header */
    uint64_t address;  /**< of the destination; of a send, 0 */
    const void *local; /**< what the operation's record says */
    uint32_t bytes;
    uint64_t bus;        /**< of the source */
    const void *payload; /**< not NULL: the source is copied from here, to the driver's memory ... */
    uint32_t length;     /**< ... and is so long */
    uint64_t tag;
    unsigned flags; /**< APENET_NOWAIT, APENET_SILENT, APENET_PHYS count */
} apenet_post_t;

/**
 * Fills the ring with the packets of a message, and tells the card. Waits while there is no room.
 * @return 0; -EAGAIN: APENET_NOWAIT, and there is no room for all of them; -ENOMEM: there is no room, because
 * there is no memory for events
 */
int apenet_post(apenet_card_t *card, const apenet_post_t *post);

/** Fills a descriptor with @p bytes bytes from byte @p at of a message's source, which is where @p bus says.
 */
void apenet_describe(const apenet_card_t *card, const apenet_post_t *post, uint64_t bus, uint32_t at,
                     uint32_t bytes, apenet_descriptor_t *d);

/** Sends a packet that a kernel has described. Its magic is what an operation has as its tag. What is the
 * process's own name in it, the driver fills in. @return false: there is no room at this time */
bool apenet_post_descriptor(apenet_card_t *card, const apenet_descriptor_t *d);

/** The header of a message of one packet, between memories of hosts. */
static inline apenet_header_t apenet_header_of(const apenet_card_t *card, apenet_rdma_cmd_t command,
                                               apenet_address_t to, uint32_t bytes, uint64_t address)
{
    apenet_header_t h;
    h.w[0] = apenet_bits(APENET_HEADER_DEST_X, to.x) | apenet_bits(APENET_HEADER_DEST_Y, to.y) |
             apenet_bits(APENET_HEADER_DEST_Z, to.z) | apenet_bits(APENET_HEADER_DEST_PID, to.pid) |
             apenet_bits(APENET_HEADER_SIZE, apenet_words(bytes));
    h.w[1] = card->source | apenet_bits(APENET_HEADER_CMD, command) |
             apenet_bits(APENET_HEADER_LAST_FRAG, 1) |
             apenet_bits(APENET_HEADER_PAD, (0u - bytes) % APENET_WORD_BYTES);
    apenet_set64(&h.w[2], address);
    return h;
}

#endif /* APENET_DRIVER_POST_H */
