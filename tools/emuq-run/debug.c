/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-run/debug.h"

#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/emuq-run/say.h"

extern char **environ;

/* Starts tmux, which returns when the window is there. @return 0 or a negative errno. */
static int open_window(const emuq_crew_t *crew, uint32_t rank, const char *call)
{
    char tmux[] = "tmux", action[] = "new-window", option[] = "-n", name[32];
    char *argv[] = {tmux, action, option, name, (char *)(uintptr_t)call, NULL};
    posix_spawnattr_t attributes;
    pid_t pid;
    snprintf(name, sizeof name, "rank %u", rank);
    int rc = posix_spawnattr_init(&attributes);
    if (rc != 0)
        return -rc;
    posix_spawnattr_setsigmask(&attributes, &crew->signals);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    rc = posix_spawnp(&pid, argv[0], NULL, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    return -rc;
}

void emuq_debug_rank(const emuq_crew_t *crew, const emuq_command_t *command)
{
    char *call = NULL;
    uint32_t rank = command->debug_rank;
    int pid = (int)crew->rank[rank].pid;
    if (asprintf(&call, "%s -p %d", command->debugger, pid) < 0)
        emuq_need(NULL);
    if (getenv("TMUX") != NULL && open_window(crew, rank, call) == 0)
        emuq_say("rank %u (process %d) waits for the debugger in window \"rank %u\"", rank, pid, rank);
    else
        emuq_say("rank %u (process %d) waits for the debugger: call %s (or go on: kill -CONT %d)", rank, pid,
                 call, pid);
    free(call);
}
