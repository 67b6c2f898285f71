/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-run/marked.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/emuq-run/say.h"

#define READ_BYTES (64u << 10)
#define DIGITS     8u

/* The stream of a rank, made when needed; of none for its number - 1. */
static emuq_stream_t *stream_of(emuq_marked_t *m, uint32_t rank)
{
    uint32_t place = rank + 1;
    while (m->streams <= place) {
        m->stream = emuq_need(realloc(m->stream, (m->streams + 1) * sizeof *m->stream));
        emuq_stream_t *stream = m->stream[m->streams] = emuq_need(malloc(sizeof *stream));
        emuq_stream_open_plain(stream, m->number);
        if (m->streams != 0)
            snprintf(stream->label, sizeof stream->label, m->label, m->streams - 1);
        m->streams++;
    }
    return m->stream[place];
}

int emuq_marked_open(emuq_marked_t *m, int number, const char *mark, const char *label, int *write_end)
{
    int ends[2];
    *m = (emuq_marked_t){.fd = -1, .number = number, .mark = mark, .label = label};
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -errno;
    (void)fcntl(ends[0], F_SETFL, O_NONBLOCK);
    m->fd = ends[0];
    *write_end = ends[1];
    m->writer = stream_of(m, UINT32_MAX);
    return 0;
}

/* Whether @p length bytes are a mark, or begin one. */
static bool begins_mark(const emuq_marked_t *m, const char *text, size_t length)
{
    size_t mark = strlen(m->mark);
    if (text[0] != '\0')
        return false;
    return memcmp(text + 1, m->mark, length - 1 < mark ? length - 1 : mark) == 0;
}

/* Takes a byte. What may be a mark is kept until it is known. */
static void take_byte(emuq_marked_t *m, char byte)
{
    size_t whole = 1 + strlen(m->mark) + DIGITS;
    m->kept[m->length++] = byte;
    if (!begins_mark(m, m->kept, m->length)) {
        /* Another one can only begin with a zero: the last byte. */
        size_t pass = m->length > 1 && byte == '\0' ? m->length - 1 : m->length;
        emuq_stream_take(m->writer, m->kept, pass);
        m->length -= pass;
        m->kept[0] = byte;
    } else if (m->length == whole) {
        m->kept[whole] = '\0';
        m->writer = stream_of(m, (uint32_t)strtoul(m->kept + whole - DIGITS, NULL, 16));
        m->length = 0;
    }
}

static void take(emuq_marked_t *m, const char *text, size_t length)
{
    while (length > 0) {
        const char *zero = m->length == 0 ? memchr(text, '\0', length) : text;
        size_t plain = zero != NULL ? (size_t)(zero - text) : length;
        emuq_stream_take(m->writer, text, plain);
        if (plain < length)
            take_byte(m, text[plain++]);
        text += plain;
        length -= plain;
    }
}

/* @return whether there may be more */
static bool read_once(emuq_marked_t *m)
{
    static char buffer[READ_BYTES];
    ssize_t got = m->fd >= 0 ? read(m->fd, buffer, sizeof buffer) : 0;
    if (got > 0)
        take(m, buffer, (size_t)got);
    else if (got == 0 && m->fd >= 0) {
        close(m->fd);
        m->fd = -1;
    }
    return got > 0;
}

void emuq_marked_read(emuq_marked_t *m)
{
    (void)read_once(m);
}

void emuq_marked_close(emuq_marked_t *m)
{
    while (read_once(m))
        continue;
    if (m->fd >= 0)
        close(m->fd);
    m->fd = -1;
    emuq_stream_take(m->writer, m->kept, m->length);
    for (uint32_t i = 0; i < m->streams; i++) {
        emuq_stream_close(m->stream[i]);
        free(m->stream[i]);
    }
    free(m->stream);
}
