/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kernel-shim/partition/deaths.h"

#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "backends/backend.h"
#include "kernel-shim/partition/origin.h"
#include "kernel-shim/partition/state.h"
#include "kernel-shim/partition/thread.h"

#define STACK_BYTES ((size_t)64 << 10) /* registers of the processor included */

static pid_t owner; /* process that has installed the handlers, 0: none; a child of fork() is no rank */
static __thread void *stack;

static void *deaths_instruction(const ucontext_t *u)
{
#if defined(__x86_64__)
    return (void *)u->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    return (void *)u->uc_mcontext.pc;
#else
    (void)u;
    return NULL;
#endif
}

/* Whether the calling thread is the first that dies. Others add nothing, but they let it report: their
 * default action would end the process before. A signal of another kind in the report itself does not wait
 * for it. */
static bool deaths_is_first(void)
{
    static int reported; /* relaxed: orders nothing */
    static __thread bool reported_here;
    if (__atomic_exchange_n(&reported, 1, __ATOMIC_RELAXED) != 0) {
        if (!reported_here)
            (void)poll(NULL, 0, 1000); /* the first thread ends the process long before */
        return false;
    }
    reported_here = true;
    return true;
}

/* Whether a fault of the calling thread, or a thread of the process, is the reason. The kernel chooses the
 * thread that gets another signal, so the rank of that thread says nothing. */
static bool deaths_is_local(int signal, const siginfo_t *info)
{
    if (info->si_code <= 0)
        return info->si_pid == getpid() && info->si_code != SI_TIMER;
    return signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGFPE ||
           signal == SIGTRAP || signal == SIGSYS;
}

/* Async-signal-safe as far as snprintf() with numbers is. */
static void deaths_report(int signal, const siginfo_t *info, const ucontext_t *u)
{
    char buffer[320];
    emuq_text_t text = emuq_text(buffer, sizeof buffer);
    const emuq_process_t *process = emuq_thread_self.process;
    if (emuq_joined_process != NULL && !deaths_is_local(signal, info))
        return; /* the launcher reports the end of a process */
    if (!deaths_is_first())
        return;
    emuq_text_add(&text, "emuq: ");
    if (!deaths_is_local(signal, info))
        emuq_text_add(&text, "all ranks");
    else if (process != NULL)
        emuq_say_where(&text, process->node, (int32_t)process->rank);
    else
        emuq_text_add(&text, "a thread of no rank");
    emuq_text_add(&text, ": ended by SIG%s (%s)", sigabbrev_np(signal), sigdescr_np(signal));
    if (info->si_code > 0 && (signal == SIGSEGV || signal == SIGBUS))
        emuq_text_add(&text, " at address %p", info->si_addr);
    if (deaths_is_local(signal, info))
        emuq_text_add(&text, ", instruction %p", deaths_instruction(u));
    else if (info->si_code == SI_USER || info->si_code == SI_QUEUE || info->si_code == SI_TKILL)
        emuq_text_add(&text, ", sent by process %d", (int)info->si_pid);
    emuq_text_add(&text, "; the job ends\n");
    emuq_write_report(&text);
}

/* Stops the process of a rank, once, until the launcher has printed its stacks. SIGCONT, with or without a
 * debugger, ends that: a second signal, or another thread that dies too, does not stop the process again. */
static void deaths_stop(void)
{
    emuq_process_t *process = emuq_joined_process;
    if (process == NULL || !process->node->partition->stops_dying)
        return;
    /* Release: pairs with the acquire in emuq_launch_is_dying(). */
    if (!__atomic_exchange_n(&process->is_dying, true, __ATOMIC_RELEASE))
        raise(SIGSTOP);
}

/* A fault happens again when the handler returns, now with the default action. A signal that was sent, and a
 * breakpoint, do not: they are raised, and wait until the handler returns. */
static void deaths_handler(int signal, siginfo_t *info, void *context)
{
    int error = errno;
    if (getpid() == owner) {
        deaths_report(signal, info, context);
        if (deaths_is_local(signal, info) && emuq_backend != NULL && emuq_backend->failing != NULL)
            emuq_backend->failing();
        deaths_stop();
    }
    (void)sigaction(signal, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
    if (info->si_code <= 0 || signal == SIGTRAP || signal == SIGSYS || !deaths_is_local(signal, info))
        raise(signal);
    errno = error;
}

bool emuq_deaths_is_ours(const struct sigaction *action)
{
    return (action->sa_flags & SA_SIGINFO) != 0 && action->sa_sigaction == deaths_handler;
}

void emuq_deaths_watch(void)
{
    /* All that end a process by default, but SIGKILL and the real-time signals, of which EMUQ takes free
     * ones. */
    static const int deaths[] = {SIGSEGV, SIGBUS,  SIGILL,  SIGFPE,    SIGABRT, SIGTRAP,  SIGSYS, SIGHUP,
                                 SIGINT,  SIGQUIT, SIGTERM, SIGUSR1,   SIGUSR2, SIGPIPE,  SIGIO,  SIGALRM,
                                 SIGPROF, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPWR,  SIGSTKFLT};
    struct sigaction now, action = {.sa_sigaction = deaths_handler, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    if (owner == getpid())
        return;
    owner = getpid();
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof deaths / sizeof deaths[0]; i++)
        if (sigaction(deaths[i], NULL, &now) == 0 && (now.sa_flags & SA_SIGINFO) == 0 &&
            now.sa_handler == SIG_DFL)
            (void)sigaction(deaths[i], &action, NULL);
}

void emuq_deaths_enter(void)
{
    stack_t now;
    if (owner == 0 || sigaltstack(NULL, &now) != 0 || (now.ss_flags & SS_DISABLE) == 0)
        return;
    void *area =
        mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (area == MAP_FAILED)
        return;
    if (sigaltstack(&(stack_t){.ss_sp = area, .ss_size = STACK_BYTES}, NULL) == 0)
        stack = area;
    else
        munmap(area, STACK_BYTES);
}

void emuq_deaths_leave(void)
{
    stack_t now = {0};
    if (stack == NULL)
        return;
    if (sigaltstack(NULL, &now) == 0 && (now.ss_flags & SS_ONSTACK) != 0) /* pthread_exit() in a handler */
        return;
    if (now.ss_sp == stack)
        (void)sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
    munmap(stack, STACK_BYTES);
    stack = NULL;
}
