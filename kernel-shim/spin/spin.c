/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kernel-shim/spin/spin.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "backends/settings.h"
#include "base/backoff.h"
#include "base/host_calls.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/lock.h"
#include "hwi/include/common/emuq_wait.h"
#include "kernel-shim/preload/preload.h"

#define LOWEST_FD 256 /* descriptors of the program keep their numbers */

static int spin_timer_direct(int fd, pid_t thread, int signal)
{
    struct f_owner_ex owner = {.type = F_OWNER_TID, .pid = thread != 0 ? thread : (pid_t)syscall(SYS_gettid)};
    if (fcntl(fd, F_SETOWN_EX, &owner) != 0 || fcntl(fd, F_SETSIG, signal) != 0 ||
        fcntl(fd, F_SETFL, O_ASYNC) != 0)
        return -errno;
    return 0;
}

int emuq_spin_timer_open(pid_t thread, int signal, uint64_t ns)
{
    struct perf_event_attr event = {.type = PERF_TYPE_SOFTWARE,
                                    .size = PERF_ATTR_SIZE_VER0,
                                    .config = PERF_COUNT_SW_TASK_CLOCK,
                                    .sample_period = ns,
                                    .disabled = 1,
                                    .exclude_kernel = 1,
                                    .exclude_hv = 1,
                                    .wakeup_events = 1};
    int first = (int)syscall(SYS_perf_event_open, &event, thread, -1, -1, PERF_FLAG_FD_CLOEXEC);
    if (first < 0)
        return -errno;
    int timer = fcntl(first, F_DUPFD_CLOEXEC, LOWEST_FD);
    if (timer < 0) /* the limit of descriptors is low */
        timer = first;
    else
        close(first);
    int rc = spin_timer_direct(timer, thread, signal);
    if (rc == 0 && ioctl(timer, PERF_EVENT_IOC_ENABLE, 0) != 0)
        rc = -errno;
    if (rc != 0)
        close(timer);
    return rc != 0 ? rc : timer;
}

static void spin_timer_set(int timer, uint64_t ns)
{
    ioctl(timer, PERF_EVENT_IOC_PERIOD, &ns);
}

void emuq_spin_timer_close(int timer, int signal)
{
    if (fcntl(timer, F_GETSIG) == signal)
        close(timer);
}

static int coarse_timer_open(timer_t *watch, pthread_t thread, pid_t number, int signal)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = signal};
    clockid_t clock;
    int error = pthread_getcpuclockid(thread, &clock);
    if (error != 0)
        return -error;
    event._sigev_un._tid = number; /* unnamed in the C library before 2.38 */
    return timer_create(clock, &event, watch) == 0 ? 0 : -errno;
}

static void coarse_timer_set(timer_t watch, uint64_t ns)
{
    struct timespec t = emuq_timespec(ns);
    timer_settime(watch, 0, &(struct itimerspec){.it_interval = t, .it_value = t}, NULL);
}

#define CLOSE  UINT64_C(256)              /* bytes of a loop's code; growth of a polled value */
#define RECENT (2 * EMUQ_BACKOFF_REPEATS) /* interruptions after which a wait is no longer recent */

#if defined(__x86_64__)
_Static_assert(REG_RIP == EMUQ_LOOP_REGISTERS - 1, "general registers come first");

static bool loop_read_registers(const ucontext_t *u, uint64_t *registers, uint64_t *vectors)
{
    for (size_t i = 0; i < EMUQ_LOOP_REGISTERS; i++)
        registers[i] = (uint64_t)u->uc_mcontext.gregs[i];
    memcpy(vectors, u->uc_mcontext.fpregs->_xmm, EMUQ_LOOP_VECTORS * sizeof(*vectors));
    return true;
}
#elif defined(__aarch64__)
static bool loop_read_registers(const ucontext_t *u, uint64_t *registers, uint64_t *vectors)
{
    const struct fpsimd_context *first = (const void *)u->uc_mcontext.__reserved;
    for (size_t i = 0; i < EMUQ_LOOP_REGISTERS - 2; i++)
        registers[i] = u->uc_mcontext.regs[i];
    registers[EMUQ_LOOP_REGISTERS - 2] = u->uc_mcontext.sp;
    registers[EMUQ_LOOP_REGISTERS - 1] = u->uc_mcontext.pc;
    if (first->head.magic != FPSIMD_MAGIC) /* Linux puts this context first */
        return false;
    memcpy(vectors, first->vregs, EMUQ_LOOP_VECTORS * sizeof(*vectors));
    return true;
}
#else
static bool loop_read_registers(const ucontext_t *u, uint64_t *registers, uint64_t *vectors)
{
    (void)u;
    (void)registers;
    (void)vectors;
    return false;
}
#endif

static bool loop_is_close(uint64_t a, uint64_t b)
{
    return a - b < CLOSE || b - a < CLOSE;
}

/* Stores the interrupted context. @return whether it equals the last one */
static bool loop_update(emuq_loop_t *loop, const ucontext_t *u)
{
    uint64_t registers[EMUQ_LOOP_REGISTERS], vectors[EMUQ_LOOP_VECTORS];
    uint32_t changed = 0;
    bool near = true;
    if (!loop_read_registers(u, registers, vectors))
        return false;
    for (size_t i = 0; i < EMUQ_LOOP_REGISTERS; i++) {
        changed += i != EMUQ_LOOP_REGISTERS - 1 && registers[i] != loop->registers[i];
        near = near && loop_is_close(registers[i], loop->registers[i]);
    }
    bool same = memcmp(loop->vectors, vectors, sizeof(vectors)) == 0;
    memcpy(loop->registers, registers, sizeof(registers));
    memcpy(loop->vectors, vectors, sizeof(vectors));
    return near && changed <= 1 && same;
}

bool emuq_loop_waits(emuq_loop_t *loop, const void *context, uint64_t now_ns)
{
    if (context == NULL)
        return false;
    if (!loop_update(loop, context)) {
        loop->seen = 0;
        loop->since_ns = now_ns;
    } else if (++loop->seen >= (loop->expected > 0 ? 1u : 2u)) {
        loop->expected = RECENT;
        return true;
    }
    loop->expected -= loop->expected > 0;
    return false;
}

enum { SPIN_AUTO, SPIN_OFF };    /* values of EMUQ_SPIN */
enum { NONE = -1, PAUSED = -2 }; /* values of waiter_t::timer besides descriptors */

/* Times and counts, derived from those of base/backoff.h */
#define SHORTEST_NS EMUQ_BACKOFF_SLEEP_NS      /* time between signals */
#define FREQUENT_NS EMUQ_BACKOFF_RECHECK_NS    /* time between signals of a frequent waiter */
#define COARSE_NS   EMUQ_BACKOFF_LONG_NS       /* between checks of a polling thread, at clock ticks */
#define WAIT_NS     (2 * EMUQ_BACKOFF_LONG_NS) /* sleep until a message; signals of a computing thread */
/* A thread that keeps its core for less time yields without timer signals. */
#define SHORT_NS (EMUQ_BACKOFF_RECHECK_NS / 2)
/* Maximum of poll_limit, which doubles when a pause of the spin timer ends soon. During a pause, a loop over
 * memory is not recognised before the next clock tick. */
#define MOST_POLLS       EMUQ_BACKOFF_REPEATS
#define KEPT_CORE_FACTOR EMUQ_BACKOFF_REPEATS /* factor of poll_limit for a thread that keeps its core */
#define LONGEST_SLEEP_NS (EMUQ_BACKOFF_DELAY * EMUQ_BACKOFF_LONG_NS)
/* Time for which the core counts as shared after an involuntary context switch: the longest sleep of another
 * thread, twice. A pause of less processor time is short. */
#define SHARED_NS (2 * LONGEST_SLEEP_NS)
/* Most signals between two sleeps: a computing thread loses one part in 65 of its time. */
#define MOST_SKIPPED ((uint32_t)(EMUQ_BACKOFF_SKIPS * WAIT_NS / SHORTEST_NS))
/* Signals between two sleeps from which on a thread is assumed to compute, and to compute for long: after
 * EMUQ_BACKOFF_REPEATS sleeps without an arrival. */
#define COMPUTES      ((uint32_t)(EMUQ_BACKOFF_POLLED_NS / SHORTEST_NS))
#define COMPUTES_LONG ((1u << EMUQ_BACKOFF_REPEATS) - 1)

/* State of a thread, private to the signal handler once the timer is open */
typedef struct waiter {
    /* First stored under the lock, with release: pairs with the acquire in the handler. Later stored by the
     * handler only. */
    unsigned timer;        /* atomic; as int: descriptor, NONE or PAUSED */
    bool has_coarse_timer; /* constant after the first store of `timer` */
    timer_t coarse_timer;
    struct waiter *next, **link; /* list `waiters`, under the lock; link NULL: not in the list */
    pthread_t thread;
    pid_t tid;
    emuq_process_t *process;
    emuq_machine_t *machine;
    uint32_t node;
    uint64_t period;  /* processor time between signals */
    uint32_t skipped; /* signals since the last sleep */
    uint32_t skip;    /* signals until the next sleep */
    /* Values at the last signal */
    uint64_t polls, yields, moves;
    uint32_t polled;     /* successive signals that found polls or yields */
    uint32_t missed;     /* signals since then without polls, which may be rarer than signals */
    uint32_t poll_limit; /* value of `polled` at which the spin timer is closed */
    uint64_t paused_ns;  /* processor time when the spin timer was closed */
    uint64_t switches;   /* involuntary context switches */
    uint64_t used_ns;    /* processor time at the end of the handler */
    uint64_t shared_ns;  /* end of the time in which the core counts as shared */
    emuq_loop_t loop;
    uint64_t ticket;
    bool announced; /* nothing has arrived since the ticket */
    bool is_sent;   /* the last sleep was ended by a message */
    emuq_spin_counts_t counts;
} waiter_t;

/* NULL: no member. Allocated, because a plugin has little static thread-local memory. */
static __thread waiter_t *self;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* Member threads that have not tried to open a timer; guarded by lock */
static waiter_t *waiters;

static int number; /* signal of the timers; 0: none; constant once a thread has a timer */

/* @return involuntary context switches, sched_yield() included, since the last call */
static uint64_t spin_switches(void)
{
    struct rusage usage;
    uint64_t before = self->switches;
    if (getrusage(RUSAGE_THREAD, &usage) == 0)
        self->switches = (uint64_t)usage.ru_nivcsw;
    return self->switches - before;
}

/* Whether the thread has polled by calls of EMUQ */
static bool spin_has_called(void)
{
    uint64_t polls = emuq_backend->waiting->polls(self->machine), yields = emuq_relax_yields();
    bool called = polls != self->polls || yields != self->yields;
    self->polls = polls;
    self->yields = yields;
    return called;
}

/* Whether the thread yields its core frequently; signal handlers yield, too. @param lost switches @param ran
 * ns of processor time */
static bool spin_gives_up(uint64_t lost, uint64_t ran)
{
    return lost >= EMUQ_BACKOFF_FEW && lost * SHORT_NS > ran;
}

static uint64_t spin_used_ns(void)
{
    struct timespec t;
    emuq_host_clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * EMUQ_NS_PER_S + (uint64_t)t.tv_nsec;
}

/* Whether the thread was in the kernel, which suppresses signals, in the last @p ns of processor time */
static bool spin_was_in_kernel(uint64_t ns)
{
    return ns > self->period + self->period / 2 + EMUQ_BACKOFF_WAKE_NS;
}

/* Whether the timer has expired in its handler: the thread has not run since. */
static bool spin_is_early(uint64_t ns)
{
    return ns < self->period / 2;
}

static void spin_set_period(uint64_t ns)
{
    if (ns == self->period)
        return;
    self->period = ns;
    spin_timer_set((int)AO_int_load(&self->timer), ns);
}

/* @return processor time until the next signal of a thread without polls */
static uint64_t spin_next_period(void)
{
    if (self->loop.expected > 0)
        return FREQUENT_NS;
    return self->loop.seen == 0 && self->skip >= COMPUTES_LONG ? WAIT_NS : SHORTEST_NS;
}

/* Sleeps until a message arrives for the thread's node. @return whether one did */
static bool spin_wait(uint64_t ns)
{
    if (!self->announced)
        self->ticket = emuq_backend->waiting->prepare(self->machine, self->node);
    self->counts.waits++;
    bool arrived = emuq_backend->waiting->await(self->machine, self->node, self->ticket, ns);
    self->announced = !arrived;
    self->is_sent = arrived;
    self->counts.arrivals += arrived;
    return arrived;
}

/* @return factor of sleeps: if very many ranks of a core sleep for a fraction of their waits, checks fill the
 * core */
static uint32_t spin_crowds(const emuq_partition_t *p)
{
    return 1 + p->sharers / p->processors / EMUQ_BACKOFF_DELAY;
}

/* Whether the process has more threads: the caller may wait for their stores, and an arrival may be for
 * them. */
static bool spin_has_helpers(void)
{
    return AO_int_load(&self->process->threads) > 1;
}

/* Sleeps in a recognised waiting loop. */
static void spin_sleep(uint64_t now)
{
    uint64_t times = spin_crowds(self->process->node->partition);
    uint64_t ns = times * (now - self->loop.since_ns) / EMUQ_BACKOFF_DELAY,
             longest = times * LONGEST_SLEEP_NS;
    ns = ns < EMUQ_BACKOFF_RECHECK_NS ? EMUQ_BACKOFF_RECHECK_NS : ns < longest ? ns : longest;
    self->counts.sleeps++;
    (void)spin_wait(self->is_sent && !spin_has_helpers() ? WAIT_NS : ns);
    self->shared_ns += emuq_host_now_ns() - now;
}

static void spin_try_wait(void)
{
    self->skipped += self->period > SHORTEST_NS ? (uint32_t)(self->period / SHORTEST_NS) : 1;
    if (self->skipped <= self->skip) {
        if (self->skip < COMPUTES) {
            self->counts.yields++;
            sched_yield();
        }
        return;
    }
    self->skipped = 0;
    if (spin_wait(spin_has_helpers() ? EMUQ_BACKOFF_RECHECK_NS : WAIT_NS))
        self->skip = 0;
    else
        self->skip = self->skip < MOST_SKIPPED / 2 ? 2 * self->skip + 1 : MOST_SKIPPED;
}

/* Closes the spin timer, which costs time at each context switch. The coarse timer runs until a check finds
 * no polls. */
static void spin_pause(void)
{
    if (!self->has_coarse_timer)
        return;
    self->counts.pauses++;
    self->paused_ns = spin_used_ns();
    emuq_spin_timer_close((int)emuq_int_exchange(&self->timer, PAUSED), number);
    coarse_timer_set(self->coarse_timer, COARSE_NS);
}

static void spin_check_paused(uint64_t ran)
{
    bool called = spin_has_called();
    if (spin_gives_up(spin_switches(), ran) || called || emuq_is_traced() > 0)
        return;
    int timer = emuq_spin_timer_open(0, number, FREQUENT_NS);
    if (timer < 0)
        return; /* too many open descriptors */
    coarse_timer_set(self->coarse_timer, 0);
    self->period = FREQUENT_NS;
    self->polled = 0;
    if (spin_used_ns() - self->paused_ns > SHARED_NS)
        self->poll_limit = 1;
    else if (self->poll_limit < MOST_POLLS)
        self->poll_limit *= 2;
    AO_int_store(&self->timer, timer);
}

static void spin_check_thread(const void *context, uint64_t ran)
{
    self->counts.signals++;
    uint64_t now = emuq_host_now_ns(), moves = emuq_backend->waiting->completions(self->machine, self->node),
             lost = spin_switches();
    bool often = spin_gives_up(lost, ran), polls = spin_has_called() || often,
         waits = emuq_loop_waits(&self->loop, spin_was_in_kernel(ran) ? NULL : context, now);
    if (lost > 0)
        self->shared_ns = now + SHARED_NS;
    if (moves != self->moves || polls)
        self->skip = 0;
    self->moves = moves;
    self->missed = polls ? 0 : self->missed + 1;
    self->polled = self->missed >= EMUQ_BACKOFF_FEW ? 0 : self->polled + polls;
    if (self->polled >= (often ? self->poll_limit : KEPT_CORE_FACTOR * self->poll_limit))
        spin_pause();
    if (polls)
        return;
    spin_set_period(spin_next_period());
    if (now >= self->shared_ns) /* the core is probably not shared */
        return;
    if (waits)
        spin_sleep(now);
    else
        spin_try_wait();
}

static void spin_handler(int signal, siginfo_t *info, void *context)
{
    if (self == NULL)
        return;
    int saved = errno, timer = (int)AO_int_load_acquire(&self->timer);
    uint64_t ran = spin_used_ns() - self->used_ns; /* processor time since the last signal */
    (void)signal;
    if (timer >= 0 && (spin_is_early(ran) || emuq_critical_depth != 0))
        self->counts.early++; /* signal raised by the handler itself, or in a critical section */
    else if (timer >= 0)
        spin_check_thread(context, ran);
    else if (timer == PAUSED && info->si_code == SI_TIMER)
        spin_check_paused(ran);
    self->used_ns = spin_used_ns();
    errno = saved;
}

/* ---- threads with timers ---- */

static void spin_lock(void)
{
    emuq_host_mutex_lock(&lock);
}

static void spin_unlock(void)
{
    emuq_host_mutex_unlock(&lock);
}

/* Runs in a forked child, which has one thread and no timers. */
static void spin_unlock_in_child(void)
{
    waiters = NULL;
    if (self != NULL) {
        self->link = NULL;
        self->has_coarse_timer = false;
    }
    emuq_host_mutex_unlock(&lock);
}

/* Blocks all signals during a sleep, so that handlers may leave by longjmp(). Programs use real-time signals
 * from both ends, so the number is in the middle. */
static void spin_take_signal(void)
{
    struct sigaction action = {.sa_sigaction = spin_handler, .sa_flags = SA_RESTART | SA_SIGINFO};
    sigfillset(&action.sa_mask);
    if (pthread_atfork(spin_lock, spin_unlock, spin_unlock_in_child) == 0)
        number = emuq_signal_claim((SIGRTMIN + SIGRTMAX) / 2, &action);
    if (number != 0)
        emuq_mask_keep_open(number);
}

static bool spin_has_signal(void)
{
    struct sigaction now;
    return number != 0 && sigaction(number, NULL, &now) == 0 && now.sa_sigaction == spin_handler;
}

/* Opens the timers of any thread. With a coarse timer, the spin timer is closed again. @return the value of
 * emuq_process::spin */
static int spin_open_timer(waiter_t *w)
{
    int timer = spin_has_signal() ? emuq_spin_timer_open(w->tid, number, FREQUENT_NS) : -EBUSY;
    if (timer < 0)
        return timer;
    w->has_coarse_timer = coarse_timer_open(&w->coarse_timer, w->thread, w->tid, number) == 0;
    if (w->has_coarse_timer)
        emuq_spin_timer_close(timer, number);
    AO_int_store_release(&w->timer, w->has_coarse_timer ? PAUSED : timer);
    if (w->has_coarse_timer)
        coarse_timer_set(w->coarse_timer, COARSE_NS);
    return 1;
}

static void spin_list(void)
{
    self->next = waiters;
    self->link = &waiters;
    if (waiters != NULL)
        waiters->link = &self->next;
    waiters = self;
}

static void spin_unlist(waiter_t *w)
{
    if (w->link == NULL)
        return;
    *w->link = w->next;
    if (w->next != NULL)
        w->next->link = w->link;
    w->link = NULL;
}

static void spin_open_timers(void)
{
    for (waiter_t *w = waiters; w != NULL; w = waiters) {
        spin_unlist(w);
        AO_int_store(&w->process->spin, spin_open_timer(w));
    }
}

/* False under a debugger, which would see thousands of signals per second. */
static bool spin_is_possible(const emuq_partition_t *partition)
{
    return emuq_setting_number(EMUQ_SETTING_SPIN) != SPIN_OFF && partition->processors != 0 &&
           emuq_backend->waiting != NULL && emuq_is_traced() <= 0;
}

bool emuq_spin_wanted(const emuq_partition_t *partition, uint32_t threads)
{
    return spin_is_possible(partition) && (uint64_t)partition->sharers * threads > partition->processors;
}

void emuq_spin_enter(emuq_process_t *process, uint32_t threads)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    const emuq_node_t *node = process->node;
    int saved = errno;
    if (!spin_is_possible(node->partition))
        return;
    emuq_host_once(&once, spin_take_signal);
    waiter_t *w = self != NULL ? self : emuq_calloc(1, sizeof *w);
    if (w == NULL) { /* the thread keeps its core while it waits */
        errno = saved;
        return;
    }
    *w = (waiter_t){.timer = NONE,
                    .thread = pthread_self(),
                    .tid = (pid_t)syscall(SYS_gettid),
                    .process = process,
                    .machine = node->partition->machine,
                    .node = node->number,
                    .period = FREQUENT_NS,
                    .poll_limit = 1};
    self = w;
    emuq_mask_open_here();
    spin_lock();
    spin_list();
    if (emuq_spin_wanted(node->partition, threads))
        spin_open_timers();
    spin_unlock();
    errno = saved;
}

void emuq_spin_leave(void)
{
    waiter_t *w = self;
    if (w == NULL)
        return;
    spin_lock();
    spin_unlist(w);
    int timer = (int)emuq_int_exchange(&w->timer, NONE);
    spin_unlock();
    if (timer >= 0)
        emuq_spin_timer_close(timer, number);
    if (w->has_coarse_timer)
        timer_delete(w->coarse_timer);
    self = NULL; /* before the memory is freed: a signal may be pending */
    AO_compiler_barrier();
    free(w);
}

emuq_spin_counts_t emuq_spin_counts(void)
{
    static const emuq_spin_counts_t none;
    return self != NULL ? self->counts : none;
}
