/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file ring.h
 * @brief The TX ring: descriptors filled by the driver and read by the card.
 */
#ifndef APENET_RING_H
#define APENET_RING_H

#include <stddef.h>

#include "apenet/packet.h"

/** A slot: one packet. Aligned to 128 bytes; words named zero are 0. */
typedef struct apenet_descriptor {
    apenet_header_t header; /**< header of the packet */
    uint32_t zero0[4];      /**< 0 */
    apenet_footer_t footer; /**< 0: filled by the card */
    uint32_t zero1[4];      /**< 0 */
    uint32_t cmd0[4];       /**< source DMA */
    uint32_t zero2[4];      /**< 0 */
    uint32_t cmd1[4];       /**< event */
    uint32_t zero3[4];      /**< 0 */
} apenet_descriptor_t;

APENET_STATIC_ASSERT(sizeof(apenet_descriptor_t) == 128, descriptor_size);
APENET_STATIC_ASSERT(offsetof(apenet_descriptor_t, footer) == 0x20, descriptor_footer);
APENET_STATIC_ASSERT(offsetof(apenet_descriptor_t, cmd0) == 0x40, descriptor_cmd0);
APENET_STATIC_ASSERT(offsetof(apenet_descriptor_t, cmd1) == 0x60, descriptor_cmd1);

/** Fields of CMD0. Words 0 and 1: bus address of the source, low word first. */
enum {
    APENET_CMD0_BYTES = APENET_FIELD(2, 0, 13),          /**< 1..4096 */
    APENET_CMD0_RESERVED_LOW = APENET_FIELD(2, 13, 3),   /**< 0 */
    APENET_CMD0_IS_GPU = APENET_FIELD(2, 16, 1),         /**< source in GPU memory */
    APENET_CMD0_GPU_ID = APENET_FIELD(2, 17, 2),         /**< GPU of the source */
    APENET_CMD0_PID = APENET_FIELD(2, 19, 2),            /**< owner of the source */
    APENET_CMD0_RESERVED_HIGH = APENET_FIELD(2, 21, 11), /**< 0 */
    APENET_CMD0_ZERO = APENET_FIELD(3, 0, 32)            /**< 0 */
};

/** Fields of CMD1. Words 0 and 1: magic of the driver record, low word first. */
enum {
    APENET_CMD1_TAG = APENET_FIELD(2, 0, 2),       /**< ::apenet_completion_t */
    APENET_CMD1_RESERVED = APENET_FIELD(2, 2, 30), /**< 0 */
    APENET_CMD1_SERIAL = APENET_FIELD(3, 0, 32)    /**< serial number of the message */
};

/** Whether a descriptor generates an event after its source is read. */
typedef enum apenet_completion {
    APENET_COMP_EQ = 0,  /**< one event */
    APENET_COMP_NONE = 2 /**< no event */
} apenet_completion_t;

#endif /* APENET_RING_H */
