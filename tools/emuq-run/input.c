/* SPDX-License-Identifier: BSD-3-Clause */
/* Passes standard input to one rank. */
#define _GNU_SOURCE
#include "tools/emuq-run/run.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define TERMINAL_MS 500 /* poll interval while the terminal is in the background or credit is missing */

void emuq_input_add_credit(emuq_input_t *input, size_t bytes)
{
    if (input->credit <= SIZE_MAX - bytes)
        input->credit += bytes;
}

int emuq_input_open(emuq_input_t *input, size_t credit, bool pumps)
{
    *input = (emuq_input_t){.to = -1, .given = -1, .is_terminal = isatty(STDIN_FILENO), .credit = credit};
    if (!input->is_terminal && !pumps) {
        input->given = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
        return input->given >= 0 ? 0 : -errno;
    }
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -errno;
    input->given = ends[0];
    input->to = ends[1];
    /* A pipe of one page is writable only when empty. */
    (void)fcntl(input->to, F_SETPIPE_SZ, (int)sysconf(_SC_PAGESIZE));
    return fcntl(input->to, F_SETFL, O_NONBLOCK) == 0 ? 0 : -errno;
}

/* Bytes of the latest line that the rank has not read. */
static size_t input_unread(const emuq_input_t *input)
{
    int bytes = 0;
    if (input->is_kept)
        return input->length;
    if (input->to < 0 || ioctl(input->to, FIONREAD, &bytes) != 0 || bytes < 0)
        return 0;
    return (size_t)bytes < input->length ? (size_t)bytes : input->length;
}

static bool input_has_reader(const emuq_input_t *input)
{
    struct pollfd to = {.fd = input->to, .events = 0};
    return poll(&to, 1, 0) <= 0 || (to.revents & POLLERR) == 0;
}

void emuq_input_drop(emuq_input_t *input)
{
    emuq_fd_close(&input->to);
    input->is_kept = false;
}

/* The rank does not read any more. TIOCSTI could return the line to the terminal, but would disturb typed
 * characters. */
static void input_end(emuq_input_t *input)
{
    if (input->is_terminal && input_unread(input) > 0)
        emuq_run_message(
            "no rank has read the last line typed at the terminal (%zu bytes); type it again if the next "
            "program is to read it",
            input_unread(input));
    emuq_input_drop(input);
}

void emuq_input_close(emuq_input_t *input)
{
    emuq_fd_close(&input->given);
    if (input->to >= 0)
        input_end(input);
}

/* Sets the descriptor to poll. @return false: none */
static bool input_poll(const emuq_input_t *input, struct pollfd *poll)
{
    if (input->to < 0)
        return false;
    if (input_unread(input) > 0)
        *poll = (struct pollfd){.fd = input->to, .events = POLLOUT};
    else if (input->credit >= sizeof(input->text) &&
             (!input->is_terminal || tcgetpgrp(STDIN_FILENO) == getpgrp()))
        *poll = (struct pollfd){.fd = STDIN_FILENO, .events = POLLIN};
    else
        return false;
    return true;
}

/* Moves up to a line or PIPE_BUF bytes from standard input to the rank, without blocking. */
static void input_move(emuq_input_t *input)
{
    if (!input_has_reader(input)) {
        input_end(input);
        return;
    }
    if (!input->is_kept) {
        if (input_unread(input) > 0 || input->credit < sizeof(input->text))
            return;
        ssize_t got = read(STDIN_FILENO, input->text, sizeof(input->text));
        if (got <= 0) {
            if (got == 0 || (errno != EINTR && errno != EAGAIN))
                emuq_input_drop(input);
            return;
        }
        input->length = (size_t)got;
        input->credit -= input->credit != SIZE_MAX ? (size_t)got : 0;
        if (emuq_member_pumps())
            emuq_output_report(EMUQ_MARK_INPUT, got, "");
    }
    /* A write of up to PIPE_BUF bytes is atomic. */
    input->is_kept = write(input->to, input->text, input->length) < 0;
    if (input->is_kept && errno != EAGAIN && errno != EINTR)
        input_end(input);
}

bool emuq_input_wait(emuq_input_t *input, int signals, uint64_t until_ms)
{
    struct pollfd polls[2 + EMUQ_OUTPUT_POLLS] = {{.fd = signals, .events = POLLIN}};
    int outputs = emuq_output_polls(&polls[1]), last = 1 + outputs;
    bool has_input = input_poll(input, &polls[last]);
    uint64_t now = emuq_now_ms(), most = input->to >= 0 && !has_input ? TERMINAL_MS : 60000;
    uint64_t wait = until_ms > now ? until_ms - now : 0;
    poll(polls, (nfds_t)(last + has_input), (int)(wait < most ? wait : most));
    emuq_output_move(&polls[1], outputs);
    if (has_input && polls[last].revents != 0)
        input_move(input);
    return polls[0].revents != 0;
}
