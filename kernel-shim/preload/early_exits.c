/* SPDX-License-Identifier: BSD-3-Clause */
/* _exit(), _Exit() and quick_exit(). Where ranks are threads, status 0 ends the calling rank only: ending the
 * process would end all ranks silently. In all other cases the process ends, and quick_exit() runs the
 * functions of at_quick_exit(). */
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
