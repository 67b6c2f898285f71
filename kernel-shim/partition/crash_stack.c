/* SPDX-License-Identifier: BSD-3-Clause */
/* Stack of a thread that dies by a signal, with the names of its functions. Nothing here uses the heap:
 * libbacktrace maps memory. Without libbacktrace, frames have the names that dladdr() knows. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <inttypes.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#ifdef EMUQ_HAVE_BACKTRACE
#include <backtrace.h>
#else
#include <execinfo.h>
#endif

#include "backends/modelled_time.h"
#include "kernel-shim/partition/report.h"

#define FRAMES_MOST  32u
#define HANDLERS     16u /* frames of the handler below those of the program */
#define SECONDS_MOST 5
#define SECONDS_MORE 1 /* after an escape: the names may wait for the same lock as the addresses */
#define NO_TIMER     (-1)

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

/* Static, as its members keep their values over siglongjmp(). One thread uses it. */
static struct {
    sigjmp_buf escape;
    int timer;                 /* NO_TIMER: none */
    uintptr_t fatal;           /* fatal instruction */
    uintptr_t pc[FRAMES_MOST]; /* inside of the call instructions, except the fatal instruction */
    unsigned count, next;      /* number of addresses; the next to describe */
    unsigned skipped;          /* frames of the handler */
    unsigned number;           /* number of the next frame; inlined functions count */
    bool is_over;              /* main() has been described */
    const char *name;          /* function and line of the last frame; NULL: none */
    int line;
    unsigned repeats; /* further frames with the same function and line */
    emuq_text_t *text;
} crash;

static __thread volatile bool crash_is_guarded;

/* ---- frames ---- */

static int crash_add_frame(void *argument, uintptr_t pc)
{
    (void)argument;
    bool begins = pc == crash.fatal || pc + 1 == crash.fatal;
    if (crash.count != 0 && pc + 1 == 0) /* the first frame of a thread */
        return 1;
    if (crash.count == 0 && !begins)
        return ++crash.skipped > HANDLERS;
    crash.pc[crash.count++] = pc;
    return crash.count == FRAMES_MOST;
}

static void crash_end_repeats(void)
{
    if (crash.repeats != 0)
        emuq_text_add(crash.text, "  ... and %u more calls of %s\n", crash.repeats, crash.name);
    crash.repeats = 0;
}

/* Names the module, and the exported function if there is one. */
static void crash_add_module(uintptr_t pc)
{
    Dl_info info;
    crash_end_repeats();
    crash.name = NULL;
    if (dladdr((const void *)pc, &info) == 0 || info.dli_fname == NULL) {
        emuq_text_add(crash.text, "  #%u 0x%" PRIxPTR "\n", crash.number++, pc);
        return;
    }
    const char *slash = strrchr(info.dli_fname, '/'), *name = info.dli_sname;
    emuq_text_add(crash.text, "  #%u %s%s%s+0x%" PRIxPTR "%s\n", crash.number++, name != NULL ? name : "",
                  name != NULL ? " (" : "", slash != NULL ? slash + 1 : info.dli_fname,
                  pc - (uintptr_t)info.dli_fbase, name != NULL ? ")" : "");
    crash.is_over |= name != NULL && strcmp(name, "main") == 0;
}

#ifdef EMUQ_HAVE_BACKTRACE
static struct backtrace_state *symbols; /* NULL: not prepared */

static void crash_add_text(const char *name, const char *file, int line)
{
    if (crash.name != NULL && crash.line == line && strcmp(crash.name, name) == 0) {
        crash.number++;
        crash.repeats++;
        return;
    }
    crash_end_repeats();
    crash.name = name;
    crash.line = line;
    emuq_text_add(crash.text, "  #%u %s", crash.number++, name);
    if (file != NULL && line > 0)
        emuq_text_add(crash.text, " at %s:%d", file, line);
    emuq_text_add(crash.text, "\n");
    crash.is_over |= strcmp(name, "main") == 0;
}

static void crash_ignore(void *argument, const char *message, int error)
{
    (void)argument, (void)message, (void)error;
}

static int crash_add_source(void *argument, uintptr_t pc, const char *file, int line, const char *function)
{
    (void)argument, (void)pc;
    if (function != NULL)
        crash_add_text(function, file, line);
    return crash.is_over;
}

static void crash_add_symbol(void *argument, uintptr_t pc, const char *name, uintptr_t value, uintptr_t size)
{
    (void)argument, (void)pc, (void)value, (void)size;
    if (name != NULL)
        crash_add_text(name, NULL, 0);
}

static void crash_describe(uintptr_t pc)
{
    unsigned before = crash.number;
    if (symbols != NULL)
        backtrace_pcinfo(symbols, pc, crash_add_source, crash_ignore, NULL);
    if (symbols != NULL && crash.number == before)
        backtrace_syminfo(symbols, pc, crash_add_symbol, crash_ignore, NULL);
    if (crash.number == before)
        crash_add_module(pc);
}

static void crash_unwind(void)
{
    if (symbols != NULL)
        backtrace_simple(symbols, 0, crash_add_frame, crash_ignore, NULL);
}

static int crash_stop(void *argument, uintptr_t pc)
{
    (void)argument, (void)pc;
    return 1;
}

void emuq_crash_stack_prepare(void)
{
    if (symbols == NULL)
        symbols = backtrace_create_state(NULL, 1, crash_ignore, NULL);
    if (symbols != NULL) /* binds the functions of the unwinder */
        backtrace_simple(symbols, 0, crash_stop, crash_ignore, NULL);
}
#else
static void crash_describe(uintptr_t pc)
{
    crash_add_module(pc);
}

static void crash_unwind(void)
{
    void *address[FRAMES_MOST + HANDLERS];
    int count = backtrace(address, FRAMES_MOST + HANDLERS);
    for (int i = 0; i < count && crash.count < FRAMES_MOST; i++)
        if (crash_add_frame(NULL, (uintptr_t)address[i] - (crash.count != 0)) != 0)
            return;
}

void emuq_crash_stack_prepare(void)
{
    void *address; /* the first call loads the unwinder */
    (void)backtrace(&address, 1);
}
#endif

/* A jump to an address without code leaves no frame to unwind: the caller is known from the return address.
 */
static void crash_add_caller(const ucontext_t *u)
{
    uintptr_t caller = 0;
#if defined(__x86_64__)
    struct iovec to = {&caller, sizeof caller},
                 from = {(void *)(uintptr_t)u->uc_mcontext.gregs[REG_RSP], sizeof caller};
    if (process_vm_readv(getpid(), &to, 1, &from, 1, 0) != (ssize_t)sizeof caller)
        caller = 0;
#elif defined(__aarch64__)
    caller = u->uc_mcontext.regs[30];
#else
    (void)u;
#endif
    if (caller != 0)
        crash.pc[crash.count++] = caller - 1;
}

/* Finds the addresses. Without any, the fatal instruction is the only one. */
static void crash_find(const ucontext_t *u)
{
    Dl_info info;
    crash_unwind();
    if (crash.count == 0)
        crash.pc[crash.count++] = crash.fatal;
    if (crash.count == 1 && dladdr((const void *)crash.fatal, &info) == 0)
        crash_add_caller(u);
}

/* ---- errors and endless loops of the description ---- */

bool emuq_crash_stack_fails(void)
{
    return crash_is_guarded;
}

void emuq_crash_stack_escape(void)
{
    siglongjmp(crash.escape, 1);
}

static void crash_on_timer(int signal, siginfo_t *info, void *context)
{
    (void)signal, (void)context;
    if (crash_is_guarded && info->si_code == SI_TIMER && info->si_value.sival_ptr == &crash)
        emuq_crash_stack_escape();
}

/* Starts the timer of the calling thread. System calls, since programs in modelled time have other timers. */
static void crash_start_timer(void)
{
    struct sigaction action = {.sa_sigaction = crash_on_timer, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGALRM};
    struct itimerspec time = {.it_value.tv_sec = SECONDS_MOST, .it_interval.tv_sec = SECONDS_MORE};
    crash.timer = NO_TIMER;
    event.sigev_value.sival_ptr = &crash;
    event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
    if (sigaction(SIGALRM, &action, NULL) == 0 &&
        syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &crash.timer) == 0)
        syscall(SYS_timer_settime, crash.timer, 0, &time, NULL);
}

/* The faults of the description, and the timer */
static void crash_unblock(void)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGALRM};
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        sigaddset(&set, signals[i]);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

void emuq_crash_stack_add(emuq_text_t *text, const void *instruction, const ucontext_t *u)
{
    const emuq_waits_t *waits = emuq_waits;
    struct sigaction alarm;
    sigset_t mask;
    emuq_waits = NULL; /* locks of the libraries must not let another thread run in modelled time */
    (void)sigaction(SIGALRM, NULL, &alarm);
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    crash.fatal = (uintptr_t)instruction;
    crash.text = text;
    crash_start_timer();
    crash_unblock();
    if (sigsetjmp(crash.escape, 1) == 0) {
        crash_is_guarded = true;
        crash_find(u);
    }
    if (crash.count == 0)
        crash.pc[crash.count++] = crash.fatal;
    if (sigsetjmp(crash.escape, 1) == 0) {
        crash_is_guarded = true;
        for (; crash.next < crash.count && !crash.is_over; crash.next++)
            crash_describe(crash.pc[crash.next]);
    }
    crash_end_repeats();
    crash_is_guarded = false;
    /* Before SIGALRM has its former mask and action, which a last signal must not reach. */
    if (crash.timer != NO_TIMER)
        syscall(SYS_timer_delete, crash.timer);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    (void)sigaction(SIGALRM, &alarm, NULL);
    emuq_waits = waits;
    for (; crash.next < crash.count && !crash.is_over; crash.next++)
        emuq_text_add(text, "  #%u 0x%" PRIxPTR "\n", crash.number++, crash.pc[crash.next]);
    if (text->length + 1 == text->size)
        text->buffer[text->length - 1] = '\n';
}
