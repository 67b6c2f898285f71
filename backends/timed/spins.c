/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "backends/timed/spins.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "backends/timed/actors.h"
#include "backends/timed/cores.h"
#include "backends/timed/instruction.h"
#include "base/process.h"

#if defined(__x86_64__)

#define TRAP_FLAG   0x100 /* the processor interrupts after each instruction */
#define DEBUG_TRAP  1     /* of the processor: single steps and hardware breakpoints */
#define RESULTS     0x8d5 /* flags that instructions set and look at */
#define MOST_STEPS  1024u /* instructions of a look */
#define MOST_STORED 256u  /* bytes that a loop may store to */
#define REGISTERS   17u   /* general ones and the program counter, by Linux's numbers; then the flags */
#define VECTORS     64u   /* quarters of vector registers */

/* A byte that the loop stores to. */
typedef struct stored {
    const volatile uint8_t *where;
    uint8_t before;
} stored_t;

/* The state of the thread at an instruction, and what it has stored since. */
typedef struct look {
    bool is_on;
    bool has_waited; /* in this loop, since it was interrupted */
    unsigned steps;
    unsigned renewed; /* step after which the state is the next time */
    greg_t registers[REGISTERS];
    greg_t flags;
    uint32_t vectors[VECTORS];
    unsigned bytes;
    stored_t stored[MOST_STORED];
} look_t;

static __thread look_t my_look;
static int look_signal; /* 0: none is free */
static struct sigaction former_trap;

/* Memory that a sanitizer keeps books in is memory, too. */
#define OF_ANY_MEMORY __attribute__((no_sanitize("address")))

OF_ANY_MEMORY static bool is_same(const look_t *l, const ucontext_t *u)
{
    bool same = ((l->flags ^ u->uc_mcontext.gregs[REG_EFL]) & RESULTS) == 0;
    for (unsigned i = 0; i < REGISTERS && same; i++)
        same = l->registers[i] == u->uc_mcontext.gregs[i];
    for (unsigned i = 0; i < VECTORS && same; i++)
        same = l->vectors[i] == u->uc_mcontext.fpregs->_xmm[i / 4].element[i % 4];
    for (unsigned i = 0; i < l->bytes && same; i++)
        same = *l->stored[i].where == l->stored[i].before;
    return same;
}

static void remember(look_t *l, const ucontext_t *u)
{
    for (unsigned i = 0; i < REGISTERS; i++)
        l->registers[i] = u->uc_mcontext.gregs[i];
    for (unsigned i = 0; i < VECTORS; i++)
        l->vectors[i] = u->uc_mcontext.fpregs->_xmm[i / 4].element[i % 4];
    l->flags = u->uc_mcontext.gregs[REG_EFL];
    l->bytes = 0;
}

/* A byte is about to be stored to. @return false: there are too many */
OF_ANY_MEMORY static bool note(look_t *l, const volatile uint8_t *where)
{
    for (unsigned i = 0; i < l->bytes; i++)
        if (l->stored[i].where == where)
            return true;
    if (l->bytes == MOST_STORED)
        return false;
    l->stored[l->bytes++] = (stored_t){where, *where};
    return true;
}

/* The next instruction is about to be executed. @return false: what it does is not known */
static bool note_effect(look_t *l, const ucontext_t *u)
{
    emuq_stored_t stored = {0, 0};
    emuq_effect_t effect = emuq_instruction_effect(u, &stored);
    for (uint32_t i = 0; i < stored.bytes; i++)
        if (!note(l, (const volatile uint8_t *)stored.where + i))
            return false;
    return effect != EMUQ_EFFECT_UNKNOWN;
}

/* The thread waits until something changes at its node. */
static void wait_here(look_t *l, uintptr_t place)
{
    emuq_timed_t *t = emuq_the_timed;
    emuq_core_stops(t);
    emuq_actor_spin(t, place, !l->has_waited);
    emuq_core_runs(t);
    l->has_waited = true;
    l->steps = l->renewed = 0;
}

/* An instruction has been executed. @return whether the next one is to be looked at, too */
static bool step(look_t *l, ucontext_t *u)
{
    if (!emuq_actor_runs(emuq_the_timed))
        return false;
    if (l->steps != 0 && is_same(l, u)) {
        wait_here(l, (uintptr_t)u->uc_mcontext.gregs[REG_RIP]);
        /* The actor may have returned to its kernel thread (contexts.h). At the end of the handler the kernel
         * sets the alternate stack of the thread from here. */
        (void)sigaltstack(NULL, &u->uc_stack);
    }
    if (l->steps == l->renewed) {
        remember(l, u);
        l->renewed = l->steps == 0 ? 1 : 2 * l->steps;
    }
    return l->steps++ < MOST_STEPS && note_effect(l, u);
}

/* Whether a trap ends a single step of the calling thread. A hypervisor may lose the bit of the debug status
 * that tells a step from a breakpoint: the kernel then reports TRAP_BRKPT. A signal that another thread sends
 * carries the number of an earlier trap, but no positive code; int3 is trap 3. */
static bool spins_is_step(const look_t *l, const siginfo_t *info, const ucontext_t *u)
{
    bool is_debug =
        info->si_code == TRAP_TRACE || info->si_code == TRAP_BRKPT || info->si_code == TRAP_HWBKPT;
    return l->is_on && is_debug && u->uc_mcontext.gregs[REG_TRAPNO] == DEBUG_TRAP &&
           (u->uc_mcontext.gregs[REG_EFL] & TRAP_FLAG) != 0;
}

/* Names the thread: without the report the signal looks like a consequence of stepping. Async-signal-safe. */
static void spins_report_foreign(const siginfo_t *info, const ucontext_t *u)
{
    char text[256];
    int rank = emuq_my_actor != NULL ? emuq_my_actor->rank : -1;
    int bytes = snprintf(
        text, sizeof text,
        "emuq: rank %d: SIGTRAP (code %d, trap %d) at instruction %p is not a single step of "
        "EMUQ, which single-steps the thread; it goes to the former action\n",
        rank, info->si_code, (int)u->uc_mcontext.gregs[REG_TRAPNO], (void *)u->uc_mcontext.gregs[REG_RIP]);
    (void)!write(STDERR_FILENO, text, (size_t)bytes < sizeof text ? (size_t)bytes : sizeof text - 1);
}

/* The program's handler is called in place, so that later steps are still recognized. The default action ends
 * the process; it cannot be called. */
static void spins_pass_on(int signal, siginfo_t *info, void *context)
{
    if ((former_trap.sa_flags & SA_SIGINFO) != 0) {
        former_trap.sa_sigaction(signal, info, context);
    } else if (former_trap.sa_handler == SIG_IGN && info->si_code <= 0) {
        return;
    } else if (former_trap.sa_handler != SIG_DFL && former_trap.sa_handler != SIG_IGN) {
        former_trap.sa_handler(signal);
    } else {
        sigaction(signal, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
        raise(signal); /* when the handler returns */
    }
}

static void trapped(int signal, siginfo_t *info, void *context)
{
    ucontext_t *u = context;
    look_t *l = &my_look;
    if (!spins_is_step(l, info, u)) {
        if (l->is_on)
            spins_report_foreign(info, u);
        spins_pass_on(signal, info, context);
        return;
    }
    l->is_on = step(l, u);
    if (!l->is_on)
        u->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)TRAP_FLAG;
}

/* A thread without a handler for what stepping needs would be killed. */
static bool can_step(const ucontext_t *u)
{
    struct sigaction now;
    return sigaction(SIGTRAP, NULL, &now) == 0 && (now.sa_flags & SA_SIGINFO) != 0 &&
           now.sa_sigaction == trapped && sigismember(&u->uc_sigmask, SIGTRAP) == 0;
}

static void look(int signal, siginfo_t *info, void *context)
{
    ucontext_t *u = context;
    (void)signal, (void)info;
    if (my_look.is_on || emuq_the_timed == NULL || !emuq_actor_runs(emuq_the_timed) || !can_step(u))
        return;
    my_look.is_on = true;
    my_look.has_waited = false;
    my_look.steps = my_look.renewed = 0;
    u->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
}

void emuq_spins_prepare(void)
{
    struct sigaction action = {.sa_sigaction = look, .sa_flags = SA_SIGINFO | SA_RESTART};
    if (look_signal != 0)
        return;
    sigemptyset(&action.sa_mask);
    look_signal = emuq_signal_claim((SIGRTMIN + SIGRTMAX) / 2, &action);
    action.sa_sigaction = trapped;
    if (look_signal != 0)
        sigaction(SIGTRAP, &action, &former_trap);
}

/* A debugger would get the interruptions after each instruction. */
void emuq_spins_look(const emuq_actor_t *a)
{
    int32_t tid = __atomic_load_n(&a->tid, __ATOMIC_RELAXED);
    if (look_signal != 0 && tid != 0 && emuq_is_traced() <= 0)
        (void)syscall(SYS_tgkill, getpid(), tid, look_signal);
}

#else

void emuq_spins_prepare(void) {}

void emuq_spins_look(const emuq_actor_t *a)
{
    (void)a;
}

#endif
