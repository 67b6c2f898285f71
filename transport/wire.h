/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file wire.h
 * @brief Private to the kernel shim: what host engines of one job send each other over a network.
 *
 * A network message is a head, frames that are aligned to EMUQ_FRAME_ALIGN, and a table of their lengths.
 * All hosts have the same byte order and the same build. A received message is checked here as a whole before
 * any of it is used, its authentication code first. Pure functions; thread-safe.
 */
#ifndef EMUQ_HOSTS_WIRE_H
#define EMUQ_HOSTS_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "backends/backend.h"
#include "transport/mac.h"

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
    EMUQ_WIRE_FRAMES_FOLLOW = 1, /**< frames of the engine */
    EMUQ_WIRE_BEAT,              /**< none: the sender lives */
    EMUQ_WIRE_BYE                /**< none: the sender's last message */
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
static inline size_t emuq_wire_room(size_t bytes)
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
int emuq_wire_judge(const emuq_wire_job_t *job, const void *message, size_t bytes, uint32_t *sender);

/** The next frame of a message that has been judged well. @return NULL: there is none. */
const void *emuq_wire_next(const void *message, emuq_wire_cursor_t *cursor, size_t *bytes);

#endif /* EMUQ_HOSTS_WIRE_H */
