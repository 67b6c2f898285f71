/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kernel-shim/memory/main_stack.h"

#include <ucontext.h>

#include "kernel-shim/memory/window.h"

/* A context takes no pointers. There is one main(). */
static struct {
    int (*entry)(int argc, char **argv, char **envp);
    int argc;
    char **argv, **envp;
    int status;
    ucontext_t before, inside;
} run;

static void call_entry(void)
{
    run.status = run.entry(run.argc, run.argv, run.envp);
}

int emuq_run_main(int (*entry)(int argc, char **argv, char **envp), int argc, char **argv, char **envp)
{
    void *stack = emuq_window_stack(0);
    if (stack == NULL || getcontext(&run.inside) != 0)
        return entry(argc, argv, envp);
    run.entry = entry;
    run.argc = argc;
    run.argv = argv;
    run.envp = envp;
    run.inside.uc_stack.ss_sp = stack;
    run.inside.uc_stack.ss_size = emuq_stack_bytes();
    run.inside.uc_link = &run.before;
    makecontext(&run.inside, call_entry, 0);
    return swapcontext(&run.before, &run.inside) == 0 ? run.status : entry(argc, argv, envp);
}
