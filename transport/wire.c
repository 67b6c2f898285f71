/* SPDX-License-Identifier: BSD-3-Clause */
#include "transport/wire.h"

#include <errno.h>
#include <string.h>

#define MAGIC   0x51554d45u /* "EMUQ" */
#define VERSION 3u

_Static_assert(sizeof(emuq_wire_head_t) == EMUQ_FRAME_ALIGN, "frames behind the head are aligned");
_Static_assert(offsetof(emuq_wire_head_t, magic) == EMUQ_MAC_BYTES, "the code is before what it covers");

/* Bytes behind its code that the code of a message covers. Structures of the unit are at the start of a long
 * message; the rest is data of the program. */
static size_t covered(const emuq_wire_job_t *job, size_t bytes)
{
    return (bytes > EMUQ_WIRE_LONG && !job->covers_all ? EMUQ_WIRE_START : bytes) - EMUQ_MAC_BYTES;
}

size_t emuq_wire_close(void *message, const emuq_wire_job_t *job, emuq_wire_kind_t kind, uint32_t receiver,
                       uint64_t sequence, size_t end, const uint32_t *length, uint32_t frames)
{
    emuq_wire_head_t head = {.magic = MAGIC,
                             .version = VERSION,
                             .kind = (uint16_t)kind,
                             .sender = job->host,
                             .receiver = receiver,
                             .sequence = sequence,
                             .bytes = (uint32_t)(end + frames * sizeof *length),
                             .frames = frames};
    memcpy(message, &head, sizeof head);
    if (frames != 0)
        memcpy((char *)message + end, length, frames * sizeof *length);
    emuq_mac_sign(&job->mac, (char *)message + EMUQ_MAC_BYTES, covered(job, head.bytes), message);
    return head.bytes;
}

/* Length of a frame of a message whose table is inside of it. */
static uint32_t length_of(const emuq_wire_head_t *head, uint32_t frame)
{
    uint32_t length;
    const char *table = (const char *)head + head->bytes - head->frames * sizeof length;
    memcpy(&length, table + frame * sizeof length, sizeof length);
    return length;
}

/* Whether the head's count of frames, their lengths and the bytes of the message agree. */
static bool is_sound(const emuq_wire_head_t *head)
{
    bool has_frames = head->kind == EMUQ_WIRE_FRAMES_FOLLOW;
    if (head->kind < EMUQ_WIRE_FRAMES_FOLLOW || head->kind > EMUQ_WIRE_BYE ||
        head->frames > EMUQ_WIRE_FRAMES || has_frames != (head->frames != 0) ||
        (head->bytes > EMUQ_WIRE_LONG && head->frames != 1))
        return false;
    uint64_t need = sizeof *head + head->frames * sizeof(uint32_t);
    if (head->bytes < need)
        return false;
    for (uint32_t f = 0; f < head->frames; f++) {
        uint32_t length = length_of(head, f);
        if (length == 0 || length > EMUQ_WIRE_FRAME)
            return false;
        need += emuq_wire_room(length);
    }
    return need == head->bytes;
}

int emuq_wire_judge(const emuq_wire_job_t *job, const void *message, size_t bytes, uint32_t *sender)
{
    const emuq_wire_head_t *head = message;
    /* The length is checked before the code, which does not cover the end of a long message. */
    if (bytes < sizeof *head || head->magic != MAGIC || head->bytes != bytes || head->receiver != job->host ||
        head->sender >= job->hosts || head->sender == job->host ||
        !emuq_mac_verify(&job->mac, &head->magic, covered(job, bytes), head->mac))
        return -EACCES;
    *sender = head->sender;
    if (head->version != VERSION || !is_sound(head))
        return -EPROTO;
    return 0;
}

const void *emuq_wire_next(const void *message, emuq_wire_cursor_t *cursor, size_t *bytes)
{
    const emuq_wire_head_t *head = message;
    if (cursor->frame == head->frames)
        return NULL;
    size_t at = cursor->at != 0 ? cursor->at : sizeof *head;
    *bytes = length_of(head, cursor->frame++);
    cursor->at = at + emuq_wire_room(*bytes);
    return (const char *)message + at;
}
