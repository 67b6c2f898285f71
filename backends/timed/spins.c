/* SPDX-License-Identifier: BSD-3-Clause */
/* Recognises waits in loops without calls, by single-stepping a thread that runs long without a call. If an
 * instruction repeats with the same registers and with unchanged memory at the addresses stored to, only a
 * store of another thread can end the loop: the actor is parked. Modelled times do not depend on the time of
 * the check, because no other thread has run since the loop began. */
#define _GNU_SOURCE
#include "backends/timed/scheduler.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "base/process.h"

#if defined(__x86_64__)

#define REX_W 8u
#define REX_R 4u
#define REX_X 2u
#define REX_B 1u

/* A failing atomic operation counts as a store of the old value. */
typedef enum effect {
    EFFECT_NONE,   /* stores to registers only */
    EFFECT_STORES, /* stores to a known address */
    EFFECT_UNKNOWN /* other instructions, a system call, a read of the time */
} effect_t;

typedef struct target {
    uintptr_t where;
    uint32_t bytes;
} target_t;

typedef struct code {
    const ucontext_t *context;
    const uint8_t *at; /* next byte to decode */
    bool is_short;     /* operand-size prefix */
    bool repeats;      /* prefix 0xf3 or 0xf2, also part of opcodes */
    bool is_of_thread; /* segment prefix: thread-local operand */
    unsigned rex;
    bool is_memory;
    bool is_relative; /* to the next instruction */
    unsigned reg;     /* operand or opcode extension */
    uintptr_t where;
} code_t;

static uint64_t insn_register(const code_t *c, unsigned number)
{
    static const uint8_t index[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                                    REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
    return (uint64_t)c->context->uc_mcontext.gregs[index[number]];
}

/* @return false: unsupported prefix */
static bool insn_read_prefixes(code_t *c)
{
    for (;; c->at++) {
        if (*c->at == 0x66)
            c->is_short = true;
        else if (*c->at == 0xf3 || *c->at == 0xf2)
            c->repeats = true;
        else if (*c->at == 0x64 || *c->at == 0x65)
            c->is_of_thread = true;
        else if (*c->at != 0x2e && *c->at != 0x3e && *c->at != 0xf0) /* branch hint, padding, lock */
            break;
    }
    if ((*c->at & 0xf0) == 0x40)
        c->rex = *c->at++;
    return *c->at != 0x67; /* address-size prefix */
}

static uintptr_t insn_displacement(code_t *c, unsigned bytes)
{
    int8_t near = 0;
    int32_t far = 0;
    memcpy(bytes == 1 ? (void *)&near : (void *)&far, c->at, bytes);
    c->at += bytes;
    return (uintptr_t)(intptr_t)(bytes == 1 ? near : far);
}

static void insn_read_operands(code_t *c)
{
    unsigned byte = *c->at++, mod = byte >> 6, rm = byte & 7;
    c->reg = (byte >> 3) & 7;
    c->is_memory = mod != 3;
    if (!c->is_memory)
        return;
    c->is_relative = mod == 0 && rm == 5;
    bool has_base = !c->is_relative;
    unsigned base = rm, index = 4, scale = 0;
    if (rm == 4) {
        scale = *c->at >> 6;
        index = ((*c->at >> 3) & 7) | ((c->rex & REX_X) != 0 ? 8 : 0);
        base = *c->at++ & 7;
        has_base = mod != 0 || base != 5;
    }
    c->where = has_base ? insn_register(c, base | ((c->rex & REX_B) != 0 ? 8 : 0)) : 0;
    if (rm == 4 && index != 4)
        c->where += insn_register(c, index) << scale;
    if (mod != 0 || !has_base)
        c->where += insn_displacement(c, mod == 1 ? 1 : 4);
}

static unsigned insn_operand_bytes(const code_t *c, bool is_byte)
{
    return is_byte ? 1 : (c->rex & REX_W) != 0 ? 8 : c->is_short ? 2 : 4;
}

/* @param immediate bytes behind the operand */
static effect_t insn_store(const code_t *c, bool is_byte, unsigned immediate, target_t *stored)
{
    if (!c->is_memory)
        return EFFECT_NONE;
    if (c->is_of_thread)
        return EFFECT_UNKNOWN;
    *stored = (target_t){c->where + (c->is_relative ? (uintptr_t)c->at + immediate : 0),
                         insn_operand_bytes(c, is_byte)};
    return EFFECT_STORES;
}

static effect_t insn_push(const code_t *c, target_t *stored)
{
    *stored = (target_t){insn_register(c, 4) - 8, 8};
    return c->is_short ? EFFECT_UNKNOWN : EFFECT_STORES;
}

static unsigned insn_immediate_bytes(const code_t *c, bool is_byte)
{
    unsigned bytes = insn_operand_bytes(c, is_byte);
    return bytes < 4 ? bytes : 4;
}

/* Opcodes with an extension in c->reg. */
static effect_t insn_group(code_t *c, unsigned op, target_t *stored)
{
    bool is_byte = (op & 1) == 0;
    switch (op) {
    case 0x80 ... 0x81:
    case 0x83: /* arithmetic; extension 7 compares */
        return c->reg == 7 ? EFFECT_NONE
                           : insn_store(c, is_byte, op == 0x81 ? insn_immediate_bytes(c, false) : 1, stored);
    case 0xc0 ... 0xc1: /* shifts */
        return insn_store(c, is_byte, 1, stored);
    case 0xd0 ... 0xd3:
        return insn_store(c, is_byte, 0, stored);
    case 0xc6 ... 0xc7: /* mov */
        return c->reg == 0 ? insn_store(c, is_byte, insn_immediate_bytes(c, is_byte), stored)
                           : EFFECT_UNKNOWN;
    case 0xf6 ... 0xf7: /* extensions 2 and 3: not, neg; else test, mul, div */
        return c->reg == 2 || c->reg == 3 ? insn_store(c, is_byte, 0, stored) : EFFECT_NONE;
    default: /* 0xfe, 0xff: inc, dec, call, jmp, push */
        if (c->reg < 2)
            return insn_store(c, is_byte, 0, stored);
        if (is_byte || c->reg == 3 || c->reg == 5 || c->reg == 7)
            return EFFECT_UNKNOWN;
        return c->reg == 4 ? EFFECT_NONE : insn_push(c, stored);
    }
}

static effect_t insn_two_byte(code_t *c, target_t *stored)
{
    unsigned op = *c->at++;
    if ((op >= 0x80 && op <= 0x8f) || (op >= 0xc8 && op <= 0xcf)) /* jcc; bswap */
        return EFFECT_NONE;
    insn_read_operands(c);
    if ((op >= 0x18 && op <= 0x1f) || (op >= 0x40 && op <= 0x4f)) /* hints; cmov */
        return EFFECT_NONE;
    if (op >= 0x90 && op <= 0x9f)
        return insn_store(c, true, 0, stored);
    switch (op) {
    case 0xa3:
    case 0xaf:
    case 0xb6 ... 0xb7:
    case 0xbc ... 0xbf:
    case 0x10:
    case 0x28:
    case 0x2e ... 0x2f:
    case 0x54:
    case 0x57:
    case 0x6f:
    case 0xef:
        return EFFECT_NONE; /* tests, products, loads, vector loads */
    case 0xae:              /* fences */
        return !c->is_memory && c->reg >= 5 && !c->repeats && !c->is_short ? EFFECT_NONE : EFFECT_UNKNOWN;
    case 0xba: /* bt for extension 4, else btc, btr, bts */
        return c->reg == 4 ? EFFECT_NONE : insn_store(c, false, 1, stored);
    case 0xb0 ... 0xb1: /* cmpxchg, xadd */
    case 0xc0 ... 0xc1:
        return insn_store(c, (op & 1) == 0, 0, stored);
    default:
        return EFFECT_UNKNOWN;
    }
}

/* Opcodes 0x00 to 0x3f. */
static effect_t insn_arithmetic(code_t *c, unsigned op, target_t *stored)
{
    unsigned form = op & 7;
    if (form >= 6)
        return EFFECT_UNKNOWN;
    if (form >= 4)
        return EFFECT_NONE;
    insn_read_operands(c);
    return form >= 2 || op >= 0x38 ? EFFECT_NONE : insn_store(c, form == 0, 0, stored);
}

static effect_t insn_effect(code_t *c, target_t *stored)
{
    unsigned op = *c->at++;
    if (op == 0x0f)
        return insn_two_byte(c, stored);
    if (op < 0x40)
        return insn_arithmetic(c, op, stored);
    if ((op >= 0x50 && op <= 0x57) || op == 0x68 || op == 0x6a || op == 0xe8) /* push, call */
        return insn_push(c, stored);
    if ((op >= 0x58 && op <= 0x5f) || (op >= 0x70 && op <= 0x7f) || (op >= 0xb0 && op <= 0xbf) ||
        (op >= 0xe0 && op <= 0xe3)) /* pop, jcc, mov of constants, loop */
        return EFFECT_NONE;
    switch (op) {
    case 0x63: /* loads, tests */
    case 0x69:
    case 0x6b:
    case 0x84 ... 0x85:
    case 0x8a ... 0x8b:
    case 0x8d:
    case 0x90: /* register operations */
    case 0x98 ... 0x99:
    case 0xa8 ... 0xa9:
    case 0xc2 ... 0xc3: /* ret, leave, jmp */
    case 0xc9:
    case 0xe9:
    case 0xeb:
        return EFFECT_NONE;
    case 0x86 ... 0x89: /* xchg, mov */
        insn_read_operands(c);
        return insn_store(c, (op & 1) == 0, 0, stored);
    case 0x80 ... 0x81:
    case 0x83:
    case 0xc0 ... 0xc1:
    case 0xc6 ... 0xc7:
    case 0xd0 ... 0xd3:
    case 0xf6 ... 0xf7:
    case 0xfe ... 0xff:
        insn_read_operands(c);
        return insn_group(c, op, stored);
    default:
        return EFFECT_UNKNOWN;
    }
}

static effect_t insn_decode(const ucontext_t *context, target_t *stored)
{
    code_t c = {.context = context, .at = (const uint8_t *)(uintptr_t)context->uc_mcontext.gregs[REG_RIP]};
    return insn_read_prefixes(&c) ? insn_effect(&c, stored) : EFFECT_UNKNOWN;
}

#define TRAP_FLAG  0x100 /* EFLAGS.TF: a trap after each instruction */
#define DEBUG_TRAP 1     /* single steps and hardware breakpoints */
#define RESULTS    0x8d5 /* arithmetic flags in EFLAGS */
#define MAX_STEPS  1024u /* instructions per check */
#define MAX_STORED 256u  /* bytes that a loop may store to */
#define REGISTERS  17u   /* general registers and program counter in Linux's order */
#define VECTORS    64u   /* 32-bit quarters of vector registers */

typedef struct stored {
    const volatile uint8_t *where;
    uint8_t before;
} stored_t;

/* Thread state at a reference instruction, and the bytes stored since. */
typedef struct spin {
    bool is_on;
    bool has_waited; /* the thread has waited since the interrupt */
    unsigned steps;
    unsigned renewed; /* step of the next reference; doubles */
    greg_t registers[REGISTERS];
    greg_t flags;
    uint32_t vectors[VECTORS];
    unsigned bytes;
    stored_t stored[MAX_STORED];
} spin_t;

/* Allocated by the first signal: a plugin has little static thread-local memory. */
static __thread spin_t *my_spin;
static int check_signal; /* 0: no free signal */
static struct sigaction previous_trap;

/* A loop may store to shadow memory of a sanitizer. */
#define OF_ANY_MEMORY __attribute__((no_sanitize("address")))

OF_ANY_MEMORY static bool spin_is_same(const spin_t *l, const ucontext_t *u)
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

static void spin_save(spin_t *l, const ucontext_t *u)
{
    for (unsigned i = 0; i < REGISTERS; i++)
        l->registers[i] = u->uc_mcontext.gregs[i];
    for (unsigned i = 0; i < VECTORS; i++)
        l->vectors[i] = u->uc_mcontext.fpregs->_xmm[i / 4].element[i % 4];
    l->flags = u->uc_mcontext.gregs[REG_EFL];
    l->bytes = 0;
}

/* @return false: too many bytes */
OF_ANY_MEMORY static bool spin_save_byte(spin_t *l, const volatile uint8_t *where)
{
    for (unsigned i = 0; i < l->bytes; i++)
        if (l->stored[i].where == where)
            return true;
    if (l->bytes == MAX_STORED)
        return false;
    l->stored[l->bytes++] = (stored_t){where, *where};
    return true;
}

/* Saves the memory that the next instruction overwrites. @return false: unknown effect */
static bool spin_save_stored(spin_t *l, const ucontext_t *u)
{
    target_t stored = {0, 0};
    effect_t effect = insn_decode(u, &stored);
    for (uint32_t i = 0; i < stored.bytes; i++)
        if (!spin_save_byte(l, (const volatile uint8_t *)stored.where + i))
            return false;
    return effect != EFFECT_UNKNOWN;
}

static void spin_wait(spin_t *l, uintptr_t pc)
{
    emuq_timed_t *t = emuq_the_timed;
    emuq_core_charge(t);
    emuq_actor_spin(t, pc, !l->has_waited);
    emuq_core_continue(t);
    l->has_waited = true;
    l->steps = l->renewed = 0;
}

/* @return true: single-step the next instruction */
static bool spin_step(spin_t *l, ucontext_t *u)
{
    if (!emuq_actor_is_running(emuq_the_timed))
        return false;
    if (l->steps != 0 && spin_is_same(l, u)) {
        spin_wait(l, (uintptr_t)u->uc_mcontext.gregs[REG_RIP]);
        /* The actor may have changed its kernel thread (contexts.c), and the kernel restores the alternate
         * stack from here when the handler returns. */
        (void)sigaltstack(NULL, &u->uc_stack);
    }
    if (l->steps == l->renewed) {
        spin_save(l, u);
        l->renewed = l->steps == 0 ? 1 : 2 * l->steps;
    }
    return l->steps++ < MAX_STEPS && spin_save_stored(l, u);
}

/* True if a trap ends a single step. Under a hypervisor the kernel may report TRAP_BRKPT. Signals of other
 * threads have a stale trap number but no positive code. */
static bool spin_is_step(const spin_t *l, const siginfo_t *info, const ucontext_t *u)
{
    bool is_debug =
        info->si_code == TRAP_TRACE || info->si_code == TRAP_BRKPT || info->si_code == TRAP_HWBKPT;
    return l->is_on && is_debug && u->uc_mcontext.gregs[REG_TRAPNO] == DEBUG_TRAP &&
           (u->uc_mcontext.gregs[REG_EFL] & TRAP_FLAG) != 0;
}

/* Otherwise the signal would seem to be a consequence of single-stepping. */
static void spin_report_trap(const siginfo_t *info, const ucontext_t *u)
{
    char text[256];
    int rank = emuq_my_actor != NULL ? emuq_my_actor->rank : -1;
    int bytes = snprintf(
        text, sizeof text,
        "emuq: rank %d: SIGTRAP (code %d, trap %d) at instruction %p is not a single step of "
        "EMUQ, which single-steps the thread; the previous signal action handles it\n",
        rank, info->si_code, (int)u->uc_mcontext.gregs[REG_TRAPNO], (void *)u->uc_mcontext.gregs[REG_RIP]);
    (void)!write(STDERR_FILENO, text, (size_t)bytes < sizeof text ? (size_t)bytes : sizeof text - 1);
}

/* Calls the program's handler, so that later steps are recognised; or restores the default action. */
static void spin_forward_trap(int signal, siginfo_t *info, void *context)
{
    if ((previous_trap.sa_flags & SA_SIGINFO) != 0) {
        previous_trap.sa_sigaction(signal, info, context);
    } else if (previous_trap.sa_handler == SIG_IGN && info->si_code <= 0) {
        return;
    } else if (previous_trap.sa_handler != SIG_DFL && previous_trap.sa_handler != SIG_IGN) {
        previous_trap.sa_handler(signal);
    } else {
        sigaction(signal, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
        raise(signal);
    }
}

static void spin_trapped(int signal, siginfo_t *info, void *context)
{
    ucontext_t *u = context;
    spin_t *l = my_spin;
    if (l == NULL || !spin_is_step(l, info, u)) {
        if (l != NULL && l->is_on)
            spin_report_trap(info, u);
        spin_forward_trap(signal, info, context);
        return;
    }
    l->is_on = spin_step(l, u);
    if (!l->is_on)
        u->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)TRAP_FLAG;
}

/* Single-stepping kills a thread if SIGTRAP does not reach spin_trapped(). */
static bool spin_can_step(const ucontext_t *u)
{
    struct sigaction now;
    return sigaction(SIGTRAP, NULL, &now) == 0 && (now.sa_flags & SA_SIGINFO) != 0 &&
           now.sa_sigaction == spin_trapped && sigismember(&u->uc_sigmask, SIGTRAP) == 0;
}

/* In a signal handler, so not by malloc(). */
static bool spin_allocate(void)
{
    if (my_spin != NULL)
        return true;
    void *p = mmap(NULL, sizeof *my_spin, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return false;
    my_spin = p;
    return true;
}

static void spin_begin(int signal, siginfo_t *info, void *context)
{
    ucontext_t *u = context;
    (void)signal, (void)info;
    if ((my_spin != NULL && my_spin->is_on) || emuq_the_timed == NULL ||
        !emuq_actor_is_running(emuq_the_timed) || !spin_can_step(u) || !spin_allocate())
        return;
    my_spin->is_on = true;
    my_spin->has_waited = false;
    my_spin->steps = my_spin->renewed = 0;
    u->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
}

/* No signal begins a check in a thread without an actor, and its first step ended a former one. */
void emuq_spins_leave(void)
{
    spin_t *l = my_spin;
    if (l == NULL || l->is_on)
        return;
    my_spin = NULL;
    (void)munmap(l, sizeof *l);
}

void emuq_spins_prepare(void)
{
    struct sigaction action = {.sa_sigaction = spin_begin, .sa_flags = SA_SIGINFO | SA_RESTART};
    if (check_signal != 0)
        return;
    sigemptyset(&action.sa_mask);
    check_signal = emuq_signal_claim((SIGRTMIN + SIGRTMAX) / 2, &action);
    action.sa_sigaction = spin_trapped;
    if (check_signal != 0)
        sigaction(SIGTRAP, &action, &previous_trap);
}

/* Not under a debugger, which would receive every trap. */
void emuq_spins_check(const emuq_actor_t *a)
{
    uint32_t tid = AO_int_load(&a->tid);
    if (check_signal != 0 && tid != 0 && emuq_is_traced() <= 0)
        (void)syscall(SYS_tgkill, getpid(), tid, check_signal);
}

#else

void emuq_spins_prepare(void) {}

void emuq_spins_leave(void) {}

void emuq_spins_check(const emuq_actor_t *a)
{
    (void)a;
}

#endif
