/* SPDX-License-Identifier: BSD-3-Clause */
/* Status 0 ends the calling rank where ranks are threads: ending the process would end all ranks silently.
 * Nonzero status ends the process. Functions of at_quick_exit() run only then. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kernel-shim/partition/rank_exit.h"

void _exit(int status)
{
    if (status == 0)
        emuq_rank_exit(0);
    for (;;)
        syscall(SYS_exit_group, status);
}

void _Exit(int status)
{
    _exit(status);
}

void quick_exit(int status)
{
    void (*next)(int) = NULL;
    if (status == 0)
        emuq_rank_exit(0);
    *(void **)&next = dlsym(RTLD_NEXT, "quick_exit");
    if (next != NULL)
        next(status);
    _exit(status);
}
