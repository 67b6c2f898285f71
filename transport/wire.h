/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file wire.h
 * @brief Network messages between the host engines of one job: format and authentication.
 *
 * A network message consists of a head, frames aligned to EMUQ_FRAME_ALIGN, and a table of their lengths. A
 * message is checked as a whole before use, its code first. BLAKE2b derives secrets from the key of the job,
 * which is never sent: a key of SipHash-2-4 with 128-bit codes, and a 64-bit tag per receiver. Thread-safe
 * except emuq_mac_open().
 */
#ifndef EMUQ_TRANSPORT_WIRE_H
#define EMUQ_TRANSPORT_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "backends/backend.h"

#define EMUQ_KEY_BYTES 16u
#define EMUQ_MAC_BYTES 16u

typedef struct emuq_mac {
    unsigned char key[16]; /**< key of the codes */
    unsigned char tag_key[32];
} emuq_mac_t;

/** Derives the secrets of a job; loads the library on first use. @return 0; -ENOENT after printing an error:
 * libsodium is missing */
int emuq_mac_open(emuq_mac_t *mac, const unsigned char key[EMUQ_KEY_BYTES]);

uint64_t emuq_mac_tag(const emuq_mac_t *mac, uint32_t receiver);

void emuq_mac_sign(const emuq_mac_t *mac, const void *data, size_t bytes, unsigned char code[EMUQ_MAC_BYTES]);

/** Checks a code in constant time. */
bool emuq_mac_verify(const emuq_mac_t *mac, const void *data, size_t bytes,
                     const unsigned char code[EMUQ_MAC_BYTES]);

/** Maximum bytes of a frame. */
#define EMUQ_WIRE_FRAME  (272u << 10)
#define EMUQ_WIRE_FRAMES 120u       /**< maximum frames of a network message */
#define EMUQ_WIRE_BATCH  (1u << 14) /**< maximum bytes of a network message with several frames */
/** Longer messages have one frame, and their code need not cover all bytes. */
#define EMUQ_WIRE_LONG  (1u << 15)
#define EMUQ_WIRE_START (1u << 10) /**< bytes of a long message that are always covered */
#define EMUQ_WIRE_MOST  (sizeof(emuq_wire_head_t) + EMUQ_WIRE_FRAME + sizeof(uint32_t))

typedef enum emuq_wire_kind {
    EMUQ_WIRE_DATA = 1,  /**< frames follow */
    EMUQ_WIRE_HEARTBEAT, /**< no frames: the sender is alive */
    EMUQ_WIRE_BYE        /**< no frames: the last message of the sender */
} emuq_wire_kind_t;

/** Begins every network message. */
typedef struct emuq_wire_head {
    unsigned char mac[EMUQ_MAC_BYTES]; /**< code of the bytes behind it, or of their start */
    uint32_t magic;
    uint16_t version;
    uint16_t kind; /**< emuq_wire_kind_t */
    uint32_t sender, receiver;
    uint64_t sequence; /**< number of the message from sender to receiver, from 0 */
    uint32_t bytes;
    uint32_t frames;
    unsigned char reserved[16]; /**< zeros */
} __attribute__((aligned(EMUQ_FRAME_ALIGN))) emuq_wire_head_t;

typedef struct emuq_wire_job {
    uint32_t hosts, host;
    bool covers_all; /**< codes of long messages cover all bytes (EMUQ_HOST_MAC) */
    emuq_mac_t mac;
} emuq_wire_job_t;

typedef struct emuq_wire_cursor {
    uint32_t frame; /**< number of the next frame */
    size_t at;      /**< offset of the frame; 0: first frame */
} emuq_wire_cursor_t;

/** Bytes of a frame with padding, without its table entry. */
static inline size_t emuq_wire_padded(size_t bytes)
{
    return (bytes + EMUQ_FRAME_ALIGN - 1) & ~(size_t)(EMUQ_FRAME_ALIGN - 1);
}

/** Completes a message: table, head and code. @param message aligned to EMUQ_FRAME_ALIGN, with space for the
 * table @param end of the last padded frame @param length [frames] @return bytes of the message */
size_t emuq_wire_close(void *message, const emuq_wire_job_t *job, emuq_wire_kind_t kind, uint32_t receiver,
                       uint64_t sequence, size_t end, const uint32_t *length, uint32_t frames);

/** Checks a received message, aligned to EMUQ_FRAME_ALIGN. @return 0; -EACCES: not from a host of this job to
 * this host; -EPROTO: malformed, from @p sender */
int emuq_wire_check(const emuq_wire_job_t *job, const void *message, size_t bytes, uint32_t *sender);

/** @return the next frame of a checked message, or NULL. @param[out] bytes of the frame */
const void *emuq_wire_next(const void *message, emuq_wire_cursor_t *cursor, size_t *bytes);

#endif /* EMUQ_TRANSPORT_WIRE_H */
