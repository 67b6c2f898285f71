/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kernel-shim/spin/spin.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "backends/settings.h"
#include "base/clock.h"
#include "base/free_signal.h"
#include "hwi/include/common/emuq_wait.h"
#include "kernel-shim/spin/alarm.h"
#include "kernel-shim/spin/loop.h"
#include "kernel-shim/spin/mask.h"

enum { AUTO, OFF }; /* words of EMUQ_SPIN */

#define SHORTEST_NS UINT64_C(200000) /* between two alarms: a waiting loop that lasts longer is a wait */
/* ... of a thread that waits often; shorter ones cost more than they gain */
#define LOOK_NS UINT64_C(50000)
#define POLLING_NS                                                                                           \
    UINT64_C(6400000) /* ... where polls give up the core: an armed timer costs at each switch */
#define SWITCH_NS       UINT64_C(20000) /* of the time between two alarms, for a change of threads */
#define WAIT_NS         UINT64_C(2000000)
#define SHORTEST_NAP_NS UINT64_C(50000)
#define LONGEST_NAP_NS  UINT64_C(32000000)
#define NAP_SHARE       32 /* of the time that the thread has waited: a nap too long costs little of it */
#define FEW             32 /* ranks that share a core */
#define MOST_SKIPPED    UINT32_C(640) /* alarms between two waits: a thread that computes loses 2 ms of 130 */
#define COMPUTES        UINT32_C(32)  /* alarms between two waits, from which on the thread does not yield */
#define NS_OF_S         UINT64_C(1000000000)
/* A thread that has lost its core to another one shares it for so long, as far as is known. */
#define SHARED_NS UINT64_C(50000000)

/* Of a thread; the handler's, once the alarm is open. */
typedef struct waiter {
    int alarm;           /* __atomic, relaxed; -1: none. Opened under the lock, by whichever thread */
    struct waiter *next; /* under the lock */
    pid_t tid;
    emuq_process_t *process;
    emuq_machine_t *machine;
    uint32_t node;    /* of the thread */
    uint64_t period;  /* processor time between two alarms */
    uint32_t skipped; /* alarms since the last wait ... */
    uint32_t skip;    /* ... and before the next one */
    /* As they were at the last alarm: */
    uint64_t polls, yields, moves;
    long preempted;     /* times that the thread has lost its core */
    uint64_t used_ns;   /* processor time, at the end of the handler */
    uint64_t shared_ns; /* until then it shares its core */
    emuq_loop_t loop;
    uint64_t ticket;
    bool announced; /* as a sleeper of the node: since the ticket was given nothing has arrived */
    bool is_sent;   /* what it waited for last has arrived as a message */
    emuq_spin_counts_t counts;
} waiter_t;

static __thread waiter_t self = {.alarm = -1};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static waiter_t *waiters; /* the threads of this Linux process that are members of a rank; under the lock */

static int number; /* the signal, 0: none; constant once a thread has an alarm */

/* Whether the thread has waited by calls of ours, which give up the core themselves. */
static bool has_called(void)
{
    uint64_t polls = emuq_backend->polls(self.machine), yields = emuq_relax_yields();
    bool called = polls != self.polls || yields != self.yields;
    self.polls = polls;
    self.yields = yields;
    return called;
}

/* Whether other threads want the core. Nobody does where a thread is left alone with it. */
static bool shares_core(uint64_t now)
{
    struct rusage usage;
    if (getrusage(RUSAGE_THREAD, &usage) == 0 && usage.ru_nivcsw != self.preempted) {
        self.preempted = usage.ru_nivcsw;
        self.shared_ns = now + SHARED_NS;
    }
    return now < self.shared_ns;
}

static uint64_t used_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * NS_OF_S + (uint64_t)t.tv_nsec;
}

/* Whether alarms have been left out since the last one, because the thread was in the system. */
static bool is_late(void)
{
    return used_ns() - self.used_ns > self.period + self.period / 2 + SWITCH_NS;
}

/* The processor time until the next alarm. */
static void set_period(uint64_t ns)
{
    if (ns == self.period)
        return;
    self.period = ns;
    emuq_alarm_set(__atomic_load_n(&self.alarm, __ATOMIC_RELAXED), ns);
}

/* Waits until something arrives for the thread's node. @return whether it did. */
static bool wait(uint64_t ns)
{
    if (!self.announced)
        self.ticket = emuq_backend->prepare(self.machine, self.node);
    self.counts.waits++;
    bool arrived = emuq_backend->await(self.machine, self.node, self.ticket, ns);
    self.announced = !arrived;
    self.is_sent = arrived;
    self.counts.arrivals += arrived;
    return arrived;
}

/* A thread that is seen to wait: if not for a message, for a store of another thread, of which nothing tells.
 * So it looks again and again. Meanwhile it cannot notice that it shares its core. */
static void nap(uint64_t now)
{
    const emuq_partition_t *p = self.process->node->partition;
    uint64_t times = 1 + p->sharers / p->processors / FEW; /* with very many, looks alone would fill a core */
    uint64_t ns = times * (now - self.loop.since_ns) / NAP_SHARE, longest = times * LONGEST_NAP_NS;
    ns = ns < SHORTEST_NAP_NS ? SHORTEST_NAP_NS : ns < longest ? ns : longest;
    self.counts.naps++;
    (void)wait(self.is_sent ? WAIT_NS : ns);
    self.shared_ns += emuq_now_ns() - now;
}

/* A thread that may wait or compute. A wait in vain doubles the time until the next one. */
static void try_wait(void)
{
    if (self.skipped++ < self.skip) {
        if (self.skip < COMPUTES) {
            self.counts.yields++;
            sched_yield();
        }
        return;
    }
    self.skipped = 0;
    if (wait(WAIT_NS))
        self.skip = 0;
    else
        self.skip = self.skip < MOST_SKIPPED / 2 ? 2 * self.skip + 1 : MOST_SKIPPED;
}

/* All that it calls is async-signal-safe: clocks, getrusage(), ioctl(), sched_yield() and futex(). */
static void ring(int signal, siginfo_t *info, void *context)
{
    int kept = errno;
    (void)signal;
    (void)info;
    if (__atomic_load_n(&self.alarm, __ATOMIC_RELAXED) < 0)
        return;
    self.counts.alarms++;
    uint64_t now = emuq_now_ns(), moves = emuq_backend->moves(self.machine, self.node);
    bool called = has_called(), waits = emuq_loop_waits(&self.loop, is_late() ? NULL : context, now);
    if (moves != self.moves || called)
        self.skip = 0;
    self.moves = moves;
    if (called)
        set_period(2 * self.period < POLLING_NS ? 2 * self.period : POLLING_NS);
    else
        set_period(self.loop.expected > 0 ? LOOK_NS : SHORTEST_NS);
    if (shares_core(now) && !called) {
        if (waits)
            nap(now);
        else
            try_wait();
    }
    self.used_ns = used_ns();
    errno = kept;
}

/* ---- who has an alarm ---- */

static void hold(void)
{
    pthread_mutex_lock(&lock);
}

static void let_go(void)
{
    pthread_mutex_unlock(&lock);
}

/* A child of fork() has none of the other threads. */
static void let_go_in_child(void)
{
    waiters = NULL;
    pthread_mutex_unlock(&lock);
}

/* Signals that arrive during the wait are handled after it, so that their handlers may jump where they like.
 * The middle of the range: programs that use real-time signals count them from either end. */
static void take_signal(void)
{
    struct sigaction action = {.sa_sigaction = ring, .sa_flags = SA_RESTART | SA_SIGINFO};
    sigfillset(&action.sa_mask);
    if (pthread_atfork(hold, let_go, let_go_in_child) == 0)
        number = emuq_free_signal_take((SIGRTMIN + SIGRTMAX) / 2, &action);
    if (number != 0)
        emuq_mask_keep_open(number);
}

/* Whether the signal is still that of alarms: threads may come long after it has been taken. */
static bool has_signal(void)
{
    struct sigaction now;
    return number != 0 && sigaction(number, NULL, &now) == 0 && now.sa_sigaction == ring;
}

/* Gives an alarm to each thread that has none. */
static void open_alarms(void)
{
    bool possible = has_signal();
    for (waiter_t *w = waiters; w != NULL; w = w->next) {
        if (__atomic_load_n(&w->alarm, __ATOMIC_RELAXED) >= 0)
            continue;
        int alarm = possible ? emuq_alarm_open(w->tid, number, SHORTEST_NS) : -EBUSY;
        __atomic_store_n(&w->alarm, alarm, __ATOMIC_RELAXED);
        __atomic_store_n(&w->process->spin, alarm < 0 ? alarm : 1, __ATOMIC_RELAXED);
    }
}

static bool is_possible(const emuq_partition_t *partition)
{
    return emuq_setting_number(EMUQ_SETTING_SPIN) != OFF && partition->processors != 0 &&
           emuq_backend->await != NULL;
}

bool emuq_spin_wanted(const emuq_partition_t *partition, uint32_t threads)
{
    return is_possible(partition) && (uint64_t)partition->sharers * threads > partition->processors;
}

void emuq_spin_enter(emuq_process_t *process, uint32_t threads)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    const emuq_node_t *node = process->node;
    int kept = errno;
    if (!is_possible(node->partition))
        return;
    pthread_once(&once, take_signal);
    self = (waiter_t){.alarm = -1,
                      .tid = (pid_t)syscall(SYS_gettid),
                      .process = process,
                      .machine = node->partition->machine,
                      .node = node->number,
                      .period = SHORTEST_NS};
    emuq_mask_open_here();
    hold();
    self.next = waiters;
    waiters = &self;
    if (emuq_spin_wanted(node->partition, threads))
        open_alarms();
    let_go();
    errno = kept;
}

void emuq_spin_leave(void)
{
    hold();
    waiter_t **link = &waiters;
    while (*link != NULL && *link != &self)
        link = &(*link)->next;
    if (*link != NULL)
        *link = self.next;
    int alarm = __atomic_exchange_n(&self.alarm, -1, __ATOMIC_RELAXED);
    let_go();
    if (alarm >= 0)
        emuq_alarm_close(alarm, number);
}

emuq_spin_counts_t emuq_spin_counts(void)
{
    return self.counts;
}
