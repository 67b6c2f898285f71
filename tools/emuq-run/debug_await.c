/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-run/debug_await.h"

#include <signal.h>
#include <time.h>

#include "base/process.h"

#define LOOK_NS 20000000 /* how often it is looked for a debugger */

/* The process is not stopped by a signal: a debugger would show that signal first. */
void emuq_debug_await(void)
{
    sigset_t go_on;
    sigemptyset(&go_on);
    sigaddset(&go_on, SIGCONT);
    sigprocmask(SIG_SETMASK, &go_on, NULL); /* SIGTERM ends the rank meanwhile */
    while (emuq_is_traced() == 0 &&
           sigtimedwait(&go_on, NULL, &(struct timespec){.tv_nsec = LOOK_NS}) != SIGCONT)
        ;
}
