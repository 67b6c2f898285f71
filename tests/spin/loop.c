/* SPDX-License-Identifier: BSD-3-Clause */
/* Recognition of waiting loops, in artificial signal contexts and in those of a waiting thread. */
#define _GNU_SOURCE
#include "kernel-shim/spin/spin.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>

#include "emuq_test.h"

enum { PC = EMUQ_LOOP_REGISTERS - 1, FLAG = 3, POINTER = 5, TIMES = 20, MOST_INTERRUPTIONS = 20000 };

/* ---- artificial contexts ---- */

/* Registers of an interrupted thread. */
typedef struct thread {
    uint64_t registers[EMUQ_LOOP_REGISTERS];
    uint64_t vectors[EMUQ_LOOP_VECTORS];
    uint64_t now_ns;
    emuq_loop_t loop;
} thread_t;

#if defined(__x86_64__)
static bool interrupt(thread_t *t)
{
    struct _libc_fpstate vectors = {0};
    ucontext_t u = {.uc_mcontext.fpregs = &vectors};
    for (int i = 0; i < EMUQ_LOOP_REGISTERS; i++)
        u.uc_mcontext.gregs[i] = (greg_t)t->registers[i];
    memcpy(vectors._xmm, t->vectors, sizeof(t->vectors));
    return emuq_loop_waits(&t->loop, &u, ++t->now_ns);
}
#elif defined(__aarch64__)
static bool interrupt(thread_t *t)
{
    ucontext_t u = {0};
    struct fpsimd_context *first = (void *)u.uc_mcontext.__reserved;
    first->head.magic = FPSIMD_MAGIC;
    memcpy(u.uc_mcontext.regs, t->registers, sizeof(u.uc_mcontext.regs));
    u.uc_mcontext.sp = t->registers[PC - 1];
    u.uc_mcontext.pc = t->registers[PC];
    memcpy(first->vregs, t->vectors, sizeof(t->vectors));
    return emuq_loop_waits(&t->loop, &u, ++t->now_ns);
}
#endif

static thread_t started(void)
{
    thread_t t = {.now_ns = 1000};
    for (uint64_t i = 0; i < EMUQ_LOOP_REGISTERS; i++)
        t.registers[i] = (i + 1) << 32;
    for (uint64_t i = 0; i < EMUQ_LOOP_VECTORS; i++)
        t.vectors[i] = i;
    return t;
}

/*
 * Adds to a word at each of many interruptions. @return number of interruptions until the wait is recognised
 */
static int waits_after(thread_t *t, uint64_t *word, uint64_t addend)
{
    for (int i = 1; i <= TIMES; i++) {
        if (interrupt(t))
            return i;
        *word += addend;
    }
    return 0;
}

static void the_same_place_with_the_same_registers_waits(void)
{
    thread_t t = started();
    CU_ASSERT_EQUAL(waits_after(&t, &t.registers[FLAG], 0), 3);
    CU_ASSERT_EQUAL(t.loop.since_ns, 1001);
    CU_ASSERT(interrupt(&t));
    CU_ASSERT_EQUAL(t.loop.since_ns, 1001);
}

static void another_instruction_of_the_loop_waits(void)
{
    thread_t t = started();
    CU_ASSERT_EQUAL(waits_after(&t, &t.registers[PC], 12), 3);
}

static void a_counter_that_others_advance_a_little_waits(void)
{
    thread_t up = started(), down = started();
    CU_ASSERT_EQUAL(waits_after(&up, &up.registers[FLAG], 64), 3);
    CU_ASSERT_EQUAL(waits_after(&down, &down.registers[FLAG], (uint64_t)-64), 3);
}

static void what_has_waited_lately_is_seen_sooner(void)
{
    thread_t t = started();
    (void)waits_after(&t, &t.registers[FLAG], 0);
    t.registers[PC] += 4096; /* the thread continues, and waits elsewhere */
    CU_ASSERT(!interrupt(&t));
    CU_ASSERT(interrupt(&t));
    for (int i = 0; i < TIMES; i++) {
        t.registers[PC] += 4096;
        CU_ASSERT(!interrupt(&t));
    }
    CU_ASSERT_EQUAL(waits_after(&t, &t.registers[FLAG], 0), 2);
}

static void a_loop_that_computes_does_not_wait(void)
{
    thread_t counts = started(), walks = started(), jumps = started();
    CU_ASSERT_EQUAL(waits_after(&counts, &counts.registers[FLAG], 100000), 0);
    CU_ASSERT_EQUAL(waits_after(&walks, &walks.registers[POINTER], 4096), 0);
    CU_ASSERT_EQUAL(waits_after(&jumps, &jumps.registers[PC], 4096), 0);
}

static void two_registers_that_change_a_little_do_not_wait(void)
{
    thread_t t = started();
    for (int i = 0; i < TIMES; i++) {
        CU_ASSERT(!interrupt(&t));
        t.registers[FLAG]++;
        t.registers[POINTER] += 8;
    }
}

static void a_vector_that_changes_does_not_wait(void)
{
    thread_t first = started(), last = started();
    CU_ASSERT_EQUAL(waits_after(&first, &first.vectors[0], 1), 0);
    CU_ASSERT_EQUAL(waits_after(&last, &last.vectors[EMUQ_LOOP_VECTORS - 1], 1), 0);
}

static void an_interruption_without_a_context_says_nothing(void)
{
    thread_t t = started();
    (void)interrupt(&t);
    (void)interrupt(&t);
    uint64_t since = t.loop.since_ns;
    CU_ASSERT(!emuq_loop_waits(&t.loop, NULL, 5000));
    CU_ASSERT_EQUAL(t.loop.since_ns, since);
    CU_ASSERT(interrupt(&t)); /* third interruption in the loop */
}

/* ---- contexts of Linux ---- */

static emuq_loop_t real;  /* of the handler */
static int seen, flag;    /* atomic; the wait is recognised, and ends */
static int interruptions; /* atomic; handled */

static void look(int signal, siginfo_t *info, void *context)
{
    (void)signal;
    (void)info;
    if (emuq_loop_waits(&real, context, 1))
        __atomic_store_n(&seen, 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&interruptions, 1, __ATOMIC_RELEASE);
}

static void *wait_for_flag(void *nothing)
{
    while (__atomic_load_n(&flag, __ATOMIC_ACQUIRE) == 0) {
    }
    return nothing;
}

static void a_thread_that_looks_at_a_flag_waits(void)
{
    struct sigaction action = {.sa_sigaction = look, .sa_flags = SA_SIGINFO};
    pthread_t thread;
    CU_ASSERT_EQUAL_FATAL(sigaction(SIGUSR1, &action, NULL), 0);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, wait_for_flag, NULL), 0);
    for (int i = 1; i <= MOST_INTERRUPTIONS && __atomic_load_n(&seen, __ATOMIC_RELAXED) == 0; i++) {
        pthread_kill(thread, SIGUSR1);
        while (__atomic_load_n(&interruptions, __ATOMIC_ACQUIRE) < i)
            nanosleep(&(struct timespec){0, 100000}, NULL);
    }
    __atomic_store_n(&flag, 1, __ATOMIC_RELEASE);
    pthread_join(thread, NULL);
    CU_ASSERT_EQUAL(seen, 1);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"the same place with the same registers waits", the_same_place_with_the_same_registers_waits},
        {"another instruction of the loop waits", another_instruction_of_the_loop_waits},
        {"a counter that others advance a little waits", a_counter_that_others_advance_a_little_waits},
        {"what has waited lately is seen sooner", what_has_waited_lately_is_seen_sooner},
        {"a loop that computes does not wait", a_loop_that_computes_does_not_wait},
        {"two registers that change a little do not wait", two_registers_that_change_a_little_do_not_wait},
        {"a vector that changes does not wait", a_vector_that_changes_does_not_wait},
        {"an interruption without a context says nothing", an_interruption_without_a_context_says_nothing},
        {"a thread that looks at a flag waits", a_thread_that_looks_at_a_flag_waits},
        {NULL, NULL},
    };
    return emuq_test_main("loops that wait", tests);
}
