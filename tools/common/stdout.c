/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/common/stdout.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *name;
static pid_t owner;

/* Whether standard output is a pipe that nothing reads: a reader that ends early is no error of the output.
 * The errno of an earlier write is gone. */
static bool reader_has_gone(void)
{
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

static void flush(void)
{
    if (getpid() != owner) /* a child has a copy of the buffer */
        return;
    bool failed = ferror(stdout) != 0;
    errno = 0;
    if (fflush(stdout) == 0 && !failed)
        return;
    if (errno != EPIPE && !reader_has_gone())
        fprintf(stderr, "%s: cannot write standard output: %s\n", name,
                errno != 0 ? strerror(errno) : "an earlier write has failed");
    _exit(EXIT_FAILURE);
}

void emuq_stdout_guard(const char *tool)
{
    name = tool;
    owner = getpid();
    atexit(flush);
}
