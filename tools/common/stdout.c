/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/common/stdout.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *name;
static pid_t owner;

static void flush(void)
{
    if (getpid() != owner) /* a child has a copy of the buffer */
        return;
    bool failed = ferror(stdout) != 0;
    errno = 0;
    if (fflush(stdout) == 0 && !failed)
        return;
    if (errno != EPIPE)
        fprintf(stderr, "%s: cannot write standard output: %s\n", name,
                errno != 0 ? strerror(errno) : "text has been lost");
    _exit(EXIT_FAILURE);
}

void emuq_stdout_guard(const char *tool)
{
    name = tool;
    owner = getpid();
    atexit(flush);
}
