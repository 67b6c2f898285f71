/* SPDX-License-Identifier: BSD-3-Clause */
/* Traps of single steps: a step that the kernel reports as a breakpoint counts as a step, and a trap of a
 * different origin reaches the handler of the program. The test changes or raises traps between the
 * kernel and EMUQ's handler. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <ucontext.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>

#include "emuq/partition.h"
#include "emuq_test.h"

#if defined(__x86_64__)

enum { LONG = 5000 /* cycles */, FOREIGN_AT = 10 /* step before which the test raises a trap */ };

static struct sigaction installed; /* EMUQ's action for SIGTRAP, installed after the program's */
static unsigned steps, changed;    /* of the rank's thread only */
static volatile unsigned received; /* by the handler of the program */
static int foreign_code, foreign_trap;
static volatile unsigned flag;

static void received_one(int signal)
{
    (void)signal;
    received++;
}

static void make_foreign(siginfo_t *info, ucontext_t *u)
{
    siginfo_t made = *info;
    greg_t trap = u->uc_mcontext.gregs[REG_TRAPNO];
    made.si_code = foreign_code;
    u->uc_mcontext.gregs[REG_TRAPNO] = foreign_trap;
    installed.sa_sigaction(SIGTRAP, &made, u);
    u->uc_mcontext.gregs[REG_TRAPNO] = trap;
}

/* Reports every second step as a breakpoint. */
static void between(int signal, siginfo_t *info, void *context)
{
    if (info->si_code == TRAP_TRACE && ++steps % 2 == 0) {
        changed++;
        info->si_code = TRAP_BRKPT;
    }
    if (steps == FOREIGN_AT && foreign_code != 0)
        make_foreign(info, context);
    installed.sa_sigaction(signal, info, context);
}

static int host_sigaction(int signal, const struct sigaction *action, struct sigaction *former)
{
    int (*function)(int, const struct sigaction *, struct sigaction *);
    *(void **)&function = dlsym(RTLD_NEXT, "sigaction");
    return function(signal, action, former);
}

/* Replaces the C library's function for EMUQ and this program. */
int sigaction(int signal, const struct sigaction *restrict action, struct sigaction *restrict former)
{
    struct sigaction ours, before;
    if (signal != SIGTRAP || (action != NULL && (action->sa_flags & SA_SIGINFO) == 0))
        return host_sigaction(signal, action, former);
    if (host_sigaction(signal, NULL, &before) != 0)
        return -1;
    if (former != NULL)
        *former = installed.sa_sigaction != NULL ? installed : before;
    if (action == NULL)
        return 0;
    ours = installed = *action;
    ours.sa_sigaction = between;
    return host_sigaction(signal, &ours, NULL);
}

static void *stores(void *nothing)
{
    DelayTimeBase(LONG);
    flag = 1;
    (void)GetTimeBase();
    return nothing;
}

/* Ends when single-stepping has recognised the wait. */
static int spins(int argc, char **argv)
{
    pthread_t thread;
    (void)argc, (void)argv;
    if (pthread_create(&thread, NULL, stores, NULL) != 0)
        return 1;
    while (flag == 0)
        continue;
    return pthread_join(thread, NULL);
}

static int breaks(int argc, char **argv)
{
    (void)argc, (void)argv;
    __asm__ volatile("int3");
    return raise(SIGTRAP);
}

static void run(emuq_main_t rank_main, int code, int trap)
{
    const emuq_job_t job = {.shape = {1, 1, 1, 1, 1}};
    char name[] = "traps", *argv[] = {name, NULL};
    foreign_code = code;
    foreign_trap = trap;
    steps = changed = received = flag = 0;
    CU_ASSERT_EQUAL(emuq_run_threads(&job, rank_main, 1, argv), 0);
}

static void a_step_may_look_like_a_breakpoint(void)
{
    run(spins, 0, 0);
    CU_ASSERT(changed >= 3);
    CU_ASSERT_EQUAL(received, 0);
}

static void a_breakpoint_among_steps_is_the_programs(void)
{
    run(spins, SI_KERNEL, 3);
    CU_ASSERT(steps > FOREIGN_AT);
    CU_ASSERT_EQUAL(received, 1);
}

/* The number of the last trap is still that of a step. */
static void a_signal_among_steps_is_the_programs(void)
{
    run(spins, SI_TKILL, 1);
    CU_ASSERT(steps > FOREIGN_AT);
    CU_ASSERT_EQUAL(received, 1);
}

static void traps_without_steps_are_the_programs(void)
{
    run(breaks, 0, 0);
    CU_ASSERT_EQUAL(received, 2);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a step may look like a breakpoint", a_step_may_look_like_a_breakpoint},
        {"a breakpoint among steps is the program's", a_breakpoint_among_steps_is_the_programs},
        {"a signal among steps is the program's", a_signal_among_steps_is_the_programs},
        {"traps without steps are the program's", traps_without_steps_are_the_programs},
        {NULL, NULL}};
    const struct sigaction action = {.sa_handler = received_one};
    setenv("EMUQ_BACKEND", "timed", 1);
    if (host_sigaction(SIGTRAP, &action, NULL) != 0)
        return 1;
    return emuq_test_main("traps of single steps", tests);
}

#else

int main(void)
{
    return 77;
}

#endif
