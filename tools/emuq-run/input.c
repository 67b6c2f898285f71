/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-run/input.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "tools/emuq-run/files.h"

int emuq_input_open(emuq_input_t *input)
{
    *input = (emuq_input_t){.to = -1, .given = -1};
    if (!isatty(STDIN_FILENO)) {
        input->given = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
        return input->given >= 0 ? 0 : -errno;
    }
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -errno;
    input->given = ends[0];
    input->to = ends[1];
    return fcntl(input->to, F_SETFL, O_NONBLOCK) == 0 ? 0 : -errno;
}

void emuq_input_given(emuq_input_t *input)
{
    emuq_shut(&input->given);
}

void emuq_input_close(emuq_input_t *input)
{
    emuq_shut(&input->given);
    emuq_shut(&input->to);
}

bool emuq_input_poll(const emuq_input_t *input, struct pollfd *poll)
{
    if (input->to < 0)
        return false;
    if (input->length > 0)
        *poll = (struct pollfd){.fd = input->to, .events = POLLOUT};
    else if (tcgetpgrp(STDIN_FILENO) == getpgrp())
        *poll = (struct pollfd){.fd = STDIN_FILENO, .events = POLLIN};
    else
        return false;
    return true;
}

void emuq_input_move(emuq_input_t *input)
{
    if (input->length == 0) {
        ssize_t got = read(STDIN_FILENO, input->text, sizeof(input->text));
        if (got <= 0) {
            if (got == 0 || (errno != EINTR && errno != EAGAIN))
                emuq_shut(&input->to);
            return;
        }
        input->length = (size_t)got;
    }
    /* Up to PIPE_BUF bytes go whole or not at all. */
    if (write(input->to, input->text, input->length) >= 0)
        input->length = 0;
    else if (errno != EAGAIN && errno != EINTR)
        emuq_shut(&input->to);
}
