/* SPDX-License-Identifier: BSD-3-Clause */
/** OPENING
 * @file mac.h
 * @brief Private to the kernel shim: authentication of messages between the host engines of one job
 * (libsodium).
 *
 * BLAKE2b derives secrets from the key of the job, which is never sent: a key of SipHash-2-4 with codes of
 * 128 bits, and one 64-bit tag per receiver. Functions are thread-safe except emuq_mac_open().

 * @file wire.h
 * @brief Private to the kernel shim: what host engines of one job send each other over a network.
 *
 * A network message is a head, frames that are aligned to EMUQ_FRAME_ALIGN, and a table of their lengths.
 * All hosts have the same byte order and the same build. A received message is checked here as a whole before
 * any of it is used, its authentication code first. Pure functions; thread-safe.
 */
#ifndef EMUQ_TRANSPORT_WIRE_H
#define EMUQ_TRANSPORT_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "backends/backend.h"

#define EMUQ_KEY_BYTES 16u /**< of the key of a job */
#define EMUQ_MAC_BYTES 16u /**< of a message authentication code */

/** The secrets of a job. */
typedef struct emuq_mac {
    unsigned char key[16]; /**< of codes */
    unsigned char tag_key[32];
} emuq_mac_t;

/** Derives the secrets of a job; loads the library at the first call.
 *  @return 0; or -ENOENT after a message: the library is missing */
int emuq_mac_open(emuq_mac_t *mac, const unsigned char key[EMUQ_KEY_BYTES]);

/** The tag of messages to a host. */
uint64_t emuq_mac_tag(const emuq_mac_t *mac, uint32_t receiver);

/** Computes the code of @p bytes bytes. */
void emuq_mac_sign(const emuq_mac_t *mac, const void *data, size_t bytes, unsigned char code[EMUQ_MAC_BYTES]);

/** Whether @p code is that of @p bytes bytes; takes the same time wherever a wrong one differs. */
bool emuq_mac_verify(const emuq_mac_t *mac, const void *data, size_t bytes,
                     const unsigned char code[EMUQ_MAC_BYTES]);

/** Bytes of a frame at most: a piece of a message, and what is said of it. */
#define EMUQ_WIRE_FRAME  (272u << 10)
#define EMUQ_WIRE_FRAMES 120u       /**< of a network message, at most */
#define EMUQ_WIRE_BATCH  (1u << 14) /**< bytes of a network message with more than one frame, at most */
#define EMUQ_WIRE_LONG   (1u << 15) /**< longer messages have one frame, and need not be covered whole */
#define EMUQ_WIRE_START  (1u << 10) /**< bytes of a long message that are always covered */
/** Bytes of a network message at most. */
#define EMUQ_WIRE_MOST (sizeof(emuq_wire_head_t) + EMUQ_WIRE_FRAME + sizeof(uint32_t))

/** What a network message is for. */
typedef enum emuq_wire_kind {
    EMUQ_WIRE_DATA = 1,  /**< frames of the engine */
    EMUQ_WIRE_HEARTBEAT, /**< none: the sender lives */
    EMUQ_WIRE_BYE        /**< none: the sender's last message */
} emuq_wire_kind_t;

/** Begins every network message. */
typedef struct emuq_wire_head {
    unsigned char mac[EMUQ_MAC_BYTES]; /**< of what follows it, or the start of that */
    uint32_t magic;
    uint16_t version;
    uint16_t kind; /**< emuq_wire_kind_t */
    uint32_t sender, receiver;
    uint64_t sequence; /**< of the message among those from the sender to the receiver, from 0 */
    uint32_t bytes;    /**< of the message */
    uint32_t frames;
    unsigned char reserved[16]; /**< zeros */
} __attribute__((aligned(EMUQ_FRAME_ALIGN))) emuq_wire_head_t;

/** The hosts of a job and its secrets. */
typedef struct emuq_wire_job {
    uint32_t hosts, host; /**< number of hosts; index of this one */
    bool covers_all;      /**< the code of a long message covers every byte (EMUQ_HOST_MAC) */
    emuq_mac_t mac;
} emuq_wire_job_t;

/** A frame that is read or written. */
typedef struct emuq_wire_cursor {
    uint32_t frame; /**< the next one's number */
    size_t at;      /**< where it begins; 0: at the first */
} emuq_wire_cursor_t;

/** Bytes that a frame takes in a message without its entry in the table. */
static inline size_t emuq_wire_padded(size_t bytes)
{
    return (bytes + EMUQ_FRAME_ALIGN - 1) & ~(size_t)(EMUQ_FRAME_ALIGN - 1);
}

/** Completes a message: its table behind the frames, and its head with the authentication code.
 *  @param message aligned as frames are, with space for the table @param end behind the last frame, padded
 *  @param length [frames]
 *  @return bytes of the message */
size_t emuq_wire_close(void *message, const emuq_wire_job_t *job, emuq_wire_kind_t kind, uint32_t receiver,
                       uint64_t sequence, size_t end, const uint32_t *length, uint32_t frames);

/** Judges a message. @param message aligned as frames are
 *  @return 0: all of its frames may be read; -EACCES: no host of this job has sent it to this host; -EPROTO:
 *  a host of this job has sent it, and it is malformed; @p sender is set then, too */
int emuq_wire_check(const emuq_wire_job_t *job, const void *message, size_t bytes, uint32_t *sender);

/** The next frame of a message that has been judged well. @return NULL: there is none. */
const void *emuq_wire_next(const void *message, emuq_wire_cursor_t *cursor, size_t *bytes);

#endif /* EMUQ_TRANSPORT_WIRE_H */
