/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-run/debug_await.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>

#define LOOK_NS 20000000 /* how often it is looked for a debugger */

static bool is_traced(void)
{
    char line[256];
    int tracer = 0;
    FILE *status = fopen("/proc/self/status", "re");
    if (status == NULL)
        return true;
    while (fgets(line, sizeof line, status) != NULL)
        if (sscanf(line, "TracerPid: %d", &tracer) == 1)
            break;
    fclose(status);
    return tracer != 0;
}

/* The process is not stopped by a signal: a debugger would show that signal first. */
void emuq_debug_await(void)
{
    sigset_t go_on;
    sigemptyset(&go_on);
    sigaddset(&go_on, SIGCONT);
    sigprocmask(SIG_SETMASK, &go_on, NULL); /* SIGTERM ends the rank meanwhile */
    while (!is_traced() && sigtimedwait(&go_on, NULL, &(struct timespec){.tv_nsec = LOOK_NS}) != SIGCONT)
        ;
}
