/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-run/tie.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/process.h"
#include "tools/emuq-run/frame.h"
#include "tools/emuq-run/say.h"

static struct {
    int fd; /* -1: there is no tie */
    int messages;
    char where[300];
} tie = {.fd = -1, .messages = -1};

void emuq_tie_open(int fd, int messages, const char *host)
{
    tie.fd = fd;
    tie.messages = messages;
    snprintf(tie.where, sizeof(tie.where), " on %s", host);
}

bool emuq_is_tied(void)
{
    return tie.fd >= 0;
}

const char *emuq_tie_where(void)
{
    return tie.where;
}

int emuq_tie_messages(void)
{
    return tie.messages;
}

/* The agent reads at any time. If it has gone, this process is being ended. */
static void send_all(emuq_bytes_t *bytes)
{
    while (bytes->length > 0) {
        ssize_t sent = send(tie.fd, bytes->at + bytes->start, bytes->length, MSG_NOSIGNAL);
        if (sent >= 0)
            emuq_bytes_drop(bytes, (size_t)sent);
        else if (errno != EINTR)
            break;
    }
    emuq_bytes_free(bytes);
}

void emuq_tie_cause(int status, bool is_consequence, const char *format, ...)
{
    emuq_bytes_t bytes = {0};
    char *text = NULL;
    va_list list;
    va_start(list, format);
    if (vasprintf(&text, format, list) < 0)
        emuq_need(NULL);
    va_end(list);
    if (emuq_is_tied()) {
        size_t begin = emuq_frame_begin(&bytes, EMUQ_FRAME_CAUSE);
        emuq_frame_u32(&bytes, (uint32_t)status);
        emuq_frame_u32(&bytes, is_consequence);
        emuq_frame_string(&bytes, text);
        emuq_frame_end(&bytes, begin);
        send_all(&bytes);
    } else if (*text != '\0') {
        emuq_say("%s", text);
    }
    free(text);
}

static void send_number(emuq_frame_kind_t kind, uint32_t number)
{
    emuq_bytes_t bytes = {0};
    emuq_frame_add_u32(&bytes, kind, number);
    send_all(&bytes);
}

void emuq_tie_want_input(void)
{
    send_number(EMUQ_FRAME_CREDIT, 0);
}

void emuq_tie_miss(uint32_t host)
{
    if (emuq_is_tied())
        send_number(EMUQ_FRAME_MISSED, host);
}

/* Reads the texts of all hosts. */
static int read_texts(emuq_frame_read_t *frame, uint32_t hosts, emuq_host_text_t *texts,
                      unsigned char key[EMUQ_KEY_BYTES])
{
    size_t length;
    const char *text = emuq_frame_get_text(frame, &length);
    if (frame->kind != EMUQ_FRAME_CONNECT || length != EMUQ_KEY_BYTES)
        return -EPROTO;
    memcpy(key, text, EMUQ_KEY_BYTES);
    if (emuq_frame_get_u32(frame) != hosts)
        return -EPROTO;
    for (uint32_t i = 0; i < hosts; i++) {
        text = emuq_frame_get_text(frame, &length);
        if (length >= EMUQ_HOST_TEXT)
            return -EPROTO;
        memcpy(texts[i].text, text, length);
        texts[i].text[length] = '\0';
    }
    return emuq_frame_is_done(frame) ? 0 : -EPROTO;
}

/* Takes the signals that have come. SIGUSR1 is dropped: no rank runs yet that could be described.
 * @return 0; -ESRCH: the engine has ended; -ECANCELED: the job ends */
static int take_signals(int signals, pid_t engine)
{
    struct signalfd_siginfo info;
    bool ends = false;
    while (read(signals, &info, sizeof(info)) == (ssize_t)sizeof(info))
        ends |= info.ssi_signo != SIGCHLD && info.ssi_signo != SIGUSR1;
    return ends ? -ECANCELED : emuq_child_has_exited(engine, NULL) ? -ESRCH : 0;
}

int emuq_tie_meet(const emuq_host_text_t *text, pid_t engine, int signals, uint32_t hosts,
                  emuq_host_text_t *texts, unsigned char key[EMUQ_KEY_BYTES])
{
    emuq_bytes_t bytes = {.is_secret = true};
    emuq_frame_read_t frame;
    emuq_frame_add_text(&bytes, EMUQ_FRAME_ENGINE, text->text, strnlen(text->text, EMUQ_HOST_TEXT));
    send_all(&bytes);
    int rc;
    while ((rc = emuq_frame_next(&bytes, &frame)) == 0) {
        struct pollfd polls[2] = {{.fd = tie.fd, .events = POLLIN}, {.fd = signals, .events = POLLIN}};
        if (poll(polls, 2, -1) < 0)
            continue;
        rc = polls[1].revents != 0 ? take_signals(signals, engine) : 0;
        ssize_t got = polls[0].revents != 0 ? emuq_bytes_read(&bytes, tie.fd) : -EAGAIN;
        if (rc != 0 || (got <= 0 && got != -EAGAIN)) {
            emuq_bytes_free(&bytes);
            return rc != 0 ? rc : -ECANCELED;
        }
    }
    rc = rc > 0 ? read_texts(&frame, hosts, texts, key) : rc;
    emuq_bytes_free(&bytes);
    if (rc != 0)
        emuq_say("the head of the job has sent nonsense");
    return rc;
}
