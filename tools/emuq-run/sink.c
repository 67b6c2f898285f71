/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-run/sink.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/emuq-run/say.h"

#define FULL_BYTES  (1u << 20)
#define FIRST_BYTES (64u << 10)

int emuq_sink_open(emuq_sink_t *sink, int fd)
{
    struct stat status;
    *sink = (emuq_sink_t){.fd = fd, .sources = epoll_create1(EPOLL_CLOEXEC)};
    if (sink->sources < 0)
        return -errno;
    sink->is_file = fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
    return 0;
}

void emuq_sink_close(emuq_sink_t *sink)
{
    free(sink->text);
    close(sink->sources);
}

bool emuq_sink_is_full(const emuq_sink_t *sink)
{
    return sink->length >= FULL_BYTES;
}

static void append(emuq_sink_t *sink, const char *text, size_t length)
{
    if (length == 0)
        return;
    if (sink->start + sink->length + length > sink->room) {
        if (sink->length != 0)
            memmove(sink->text, sink->text + sink->start, sink->length);
        sink->start = 0;
        size_t room = sink->room != 0 ? sink->room : FIRST_BYTES;
        while (sink->length + length > room)
            room *= 2;
        if (room != sink->room)
            sink->text = emuq_need(realloc(sink->text, room));
        sink->room = room;
    }
    memcpy(sink->text + sink->start + sink->length, text, length);
    sink->length += length;
}

/* Takes away what is shown: up by so many lines, and erases to the end of the screen. */
static void withdraw(emuq_sink_t *sink)
{
    char text[32];
    if (sink->shown == 0)
        return;
    snprintf(text, sizeof text, "\033[%uF\033[J", sink->shown);
    append(sink, text, strlen(text));
    sink->shown = 0;
}

void emuq_sink_show(emuq_sink_t *sink, const char *lines)
{
    if (sink->error != 0 || sink->length != 0)
        return;
    withdraw(sink);
    if (*lines == '\0')
        return;
    if (sink->in_line)
        append(sink, "\n", 1);
    sink->in_line = false;
    append(sink, lines, strlen(lines));
    for (; *lines != '\0'; lines++)
        sink->shown += *lines == '\n';
}

void emuq_sink_put(emuq_sink_t *sink, const void *owner, const char *label, const char *text, size_t length)
{
    if (sink->error != 0 || length == 0)
        return;
    withdraw(sink);
    if (sink->in_line && sink->owner != owner) {
        append(sink, "\n", 1);
        sink->in_line = false;
    }
    if (!sink->in_line)
        append(sink, label, strlen(label));
    append(sink, text, length);
    sink->in_line = text[length - 1] != '\n';
    sink->owner = owner;
}

/* Whether a little can be written at once. A sink is not made non-blocking: others have it too. */
static bool is_ready(const emuq_sink_t *sink, bool wait)
{
    struct pollfd poll_sink = {.fd = sink->fd, .events = POLLOUT};
    if (sink->is_file || wait)
        return true;
    return poll(&poll_sink, 1, 0) > 0;
}

void emuq_sink_write(emuq_sink_t *sink, bool wait)
{
    while (sink->length > 0 && is_ready(sink, wait)) {
        /* A pipe that is ready has room for PIPE_BUF bytes. */
        size_t most = sink->is_file || wait || sink->length < PIPE_BUF ? sink->length : PIPE_BUF;
        ssize_t written = write(sink->fd, sink->text + sink->start, most);
        if (written >= 0) {
            sink->start += (size_t)written;
            sink->length -= (size_t)written;
        } else if (errno == EAGAIN) {
            struct pollfd poll_sink = {.fd = sink->fd, .events = POLLOUT};
            if (!wait)
                return;
            poll(&poll_sink, 1, -1);
        } else if (errno != EINTR) {
            sink->error = errno;
            sink->length = 0;
        }
    }
    if (sink->length == 0)
        sink->start = 0;
}
