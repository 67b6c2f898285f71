/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-run/frame.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "tools/emuq-run/say.h"

#define READ_BYTES (64u << 10)

/* ---- bytes ---- */

/* Makes room for @p length more. */
static void make_room(emuq_bytes_t *b, size_t length)
{
    if (b->start + b->length + length <= b->room)
        return;
    if (b->length != 0)
        memmove(b->at, b->at + b->start, b->length);
    if (b->is_secret && b->start != 0) /* where the bytes were, as far as they are not again */
        explicit_bzero(b->at + b->length, b->start);
    b->start = 0;
    if (b->length + length <= b->room)
        return;
    size_t before = b->room;
    b->room = 2 * (b->length + length);
    if (!b->is_secret) {
        b->at = emuq_need(realloc(b->at, b->room));
        return;
    }
    char *at = emuq_need(malloc(b->room));
    if (b->length != 0)
        memcpy(at, b->at, b->length);
    emuq_secret_free(b->at, before);
    b->at = at;
}

void emuq_bytes_add(emuq_bytes_t *bytes, const void *data, size_t length)
{
    if (length == 0)
        return;
    make_room(bytes, length);
    memcpy(bytes->at + bytes->start + bytes->length, data, length);
    bytes->length += length;
}

void emuq_bytes_drop(emuq_bytes_t *bytes, size_t length)
{
    if (bytes->is_secret)
        explicit_bzero(bytes->at + bytes->start, length);
    bytes->length -= length;
    bytes->start = bytes->length != 0 ? bytes->start + length : 0;
}

void emuq_bytes_free(emuq_bytes_t *bytes)
{
    if (bytes->is_secret)
        emuq_secret_free(bytes->at, bytes->room);
    else
        free(bytes->at);
    *bytes = (emuq_bytes_t){.is_secret = bytes->is_secret};
}

ssize_t emuq_bytes_read(emuq_bytes_t *bytes, int fd)
{
    make_room(bytes, READ_BYTES);
    ssize_t got = read(fd, bytes->at + bytes->start + bytes->length, READ_BYTES);
    if (got < 0)
        return errno == EINTR ? -EAGAIN : -errno;
    bytes->length += (size_t)got;
    return got;
}

int emuq_bytes_write(emuq_bytes_t *bytes, int fd)
{
    while (bytes->length > 0) {
        ssize_t written = write(fd, bytes->at + bytes->start, bytes->length);
        if (written >= 0)
            emuq_bytes_drop(bytes, (size_t)written);
        else if (errno == EAGAIN)
            return 0;
        else if (errno != EINTR)
            return -errno;
    }
    return 0;
}

/* ---- writing ---- */

static void put(emuq_bytes_t *bytes, uint64_t number, unsigned size)
{
    unsigned char byte[8];
    for (unsigned i = 0; i < size; i++)
        byte[i] = (unsigned char)(number >> 8 * i);
    emuq_bytes_add(bytes, byte, size);
}

size_t emuq_frame_begin(emuq_bytes_t *bytes, emuq_frame_kind_t kind)
{
    size_t begin = bytes->length;
    emuq_frame_u32(bytes, 0);
    emuq_frame_u32(bytes, kind);
    return begin;
}

void emuq_frame_u32(emuq_bytes_t *bytes, uint32_t number)
{
    put(bytes, number, 4);
}

void emuq_frame_u64(emuq_bytes_t *bytes, uint64_t number)
{
    put(bytes, number, 8);
}

void emuq_frame_text(emuq_bytes_t *bytes, const void *text, size_t length)
{
    emuq_frame_u32(bytes, (uint32_t)length);
    emuq_bytes_add(bytes, text, length);
}

void emuq_frame_string(emuq_bytes_t *bytes, const char *string)
{
    emuq_frame_text(bytes, string, strlen(string));
}

void emuq_frame_end(emuq_bytes_t *bytes, size_t begin)
{
    size_t length = bytes->length - begin - EMUQ_FRAME_HEADER;
    for (unsigned i = 0; i < 4; i++)
        bytes->at[bytes->start + begin + i] = (char)(unsigned char)(length >> 8 * i);
}

void emuq_frame_add_text(emuq_bytes_t *bytes, emuq_frame_kind_t kind, const void *text, size_t length)
{
    size_t begin = emuq_frame_begin(bytes, kind);
    emuq_frame_text(bytes, text, length);
    emuq_frame_end(bytes, begin);
}

void emuq_frame_add_u32(emuq_bytes_t *bytes, emuq_frame_kind_t kind, uint32_t number)
{
    size_t begin = emuq_frame_begin(bytes, kind);
    emuq_frame_u32(bytes, number);
    emuq_frame_end(bytes, begin);
}

void emuq_frame_add_hello(emuq_bytes_t *bytes, uint64_t layout)
{
    size_t begin = emuq_frame_begin(bytes, EMUQ_FRAME_HELLO);
    emuq_frame_u64(bytes, EMUQ_FRAME_WORD);
    emuq_frame_u32(bytes, EMUQ_FRAME_VERSION);
    emuq_frame_u64(bytes, layout);
    emuq_frame_string(bytes, EMUQ_VERSION);
    emuq_frame_end(bytes, begin);
}

/* ---- reading ---- */

static uint64_t number_at(const char *at, unsigned size)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < size; i++)
        number |= (uint64_t)(unsigned char)at[i] << 8 * i;
    return number;
}

static int next_up_to(const emuq_bytes_t *bytes, uint32_t most, emuq_frame_read_t *frame)
{
    const char *at = bytes->at + bytes->start;
    if (bytes->length < EMUQ_FRAME_HEADER)
        return 0;
    uint32_t length = (uint32_t)number_at(at, 4), kind = (uint32_t)number_at(at + 4, 4);
    if (length > most || kind == 0 || kind >= EMUQ_FRAME_KINDS)
        return -EPROTO;
    if (bytes->length - EMUQ_FRAME_HEADER < length)
        return 0;
    *frame = (emuq_frame_read_t){.kind = (emuq_frame_kind_t)kind,
                                 .at = at + EMUQ_FRAME_HEADER,
                                 .left = length,
                                 .bytes = EMUQ_FRAME_HEADER + (size_t)length};
    return 1;
}

int emuq_frame_next(const emuq_bytes_t *bytes, emuq_frame_read_t *frame)
{
    return next_up_to(bytes, EMUQ_FRAME_MOST, frame);
}

int emuq_frame_first(const emuq_bytes_t *bytes, emuq_frame_read_t *frame)
{
    return next_up_to(bytes, EMUQ_FRAME_HELLO_MOST, frame);
}

static uint64_t get(emuq_frame_read_t *frame, unsigned size)
{
    if (frame->malformed || frame->left < size) {
        frame->malformed = true;
        return 0;
    }
    uint64_t number = number_at(frame->at, size);
    frame->at += size;
    frame->left -= size;
    return number;
}

uint32_t emuq_frame_get_u32(emuq_frame_read_t *frame)
{
    return (uint32_t)get(frame, 4);
}

uint64_t emuq_frame_get_u64(emuq_frame_read_t *frame)
{
    return get(frame, 8);
}

const char *emuq_frame_get_text(emuq_frame_read_t *frame, size_t *length)
{
    *length = emuq_frame_get_u32(frame);
    frame->malformed |= *length > frame->left;
    if (frame->malformed) {
        *length = 0;
        return "";
    }
    const char *text = frame->at;
    frame->at += *length;
    frame->left -= *length;
    return text;
}

char *emuq_frame_get_string(emuq_frame_read_t *frame)
{
    size_t length;
    const char *text = emuq_frame_get_text(frame, &length);
    if (memchr(text, '\0', length) != NULL) {
        frame->malformed = true;
        length = 0;
    }
    return emuq_need(strndup(text, length));
}

bool emuq_frame_is_done(const emuq_frame_read_t *frame)
{
    return !frame->malformed && frame->left == 0;
}

int emuq_frame_check_hello(emuq_frame_read_t *frame, uint64_t layout, const char *who)
{
    if (frame->kind != EMUQ_FRAME_HELLO || emuq_frame_get_u64(frame) != EMUQ_FRAME_WORD)
        return -EPROTO;
    uint32_t version = emuq_frame_get_u32(frame);
    if (frame->malformed)
        return -EPROTO;
    if (version == EMUQ_FRAME_VERSION && emuq_frame_get_u64(frame) == layout) {
        char *text = emuq_frame_get_string(frame);
        bool same = strcmp(text, EMUQ_VERSION) == 0;
        free(text);
        if (!emuq_frame_is_done(frame))
            return -EPROTO;
        if (same)
            return 0;
    }
    emuq_say("%s: another version or build of EMUQ is there; all hosts need the same", who);
    return -ENOEXEC;
}
