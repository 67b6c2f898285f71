/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kernel-shim/partition/spin.h"

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
#include "base/hold.h"
#include "base/host_calls.h"
#include "base/traced.h"
#include "hwi/include/common/emuq_wait.h"
#include "kernel-shim/partition/spin_alarm.h"
#include "kernel-shim/partition/spin_loop.h"
#include "kernel-shim/preload/preload.h"
#include "kernel-shim/partition/spin_watch.h"

enum { AUTO, OFF };             /* words of EMUQ_SPIN */
enum { NONE = -1, RESTS = -2 }; /* alarms */

#define SHORTEST_NS UINT64_C(200000) /* between two alarms: a waiting loop that lasts longer is a wait */
/* ... of a thread that waits often; shorter ones cost more than they gain */
#define LOOK_NS UINT64_C(50000)
/* Between two looks at a thread whose polls give up the core; at a tick of the clock. */
#define WATCH_NS UINT64_C(1000000)
/* A thread that keeps its core no longer gives it up by itself. An alarm costs it more than the switches. */
#define SHORT_NS UINT64_C(25000)
#define SOME     4u /* switches: alarms themselves yield */
#define SELDOM   8u /* alarms of a thread that polls, but keeps its core, for one of a thread that does not */
/* Alarms in a row that show such a thread until its alarm rests, at most. Where polls and loops over memory
 * take turns, a rest ends soon, and costs a tick of the clock that the loop is not seen. */
#define MOST_POLLS      8u
#define MOST_MISSED     3u                 /* alarms between two polls, of LOOK_NS */
#define SHORT_REST_NS   UINT64_C(50000000) /* of processor time */
#define SWITCH_NS       UINT64_C(20000)    /* of the time between two alarms, for a change of threads */
#define WAIT_NS         UINT64_C(2000000)
#define SHORTEST_NAP_NS UINT64_C(50000)
#define LONGEST_NAP_NS  UINT64_C(32000000)
#define NAP_SHARE       32 /* of the time that the thread has waited: a nap too long costs little of it */
#define FEW             32 /* ranks that share a core */
#define MOST_SKIPPED    UINT32_C(640) /* alarms between two waits: a thread that computes loses 2 ms of 130 */
/* Alarms between two waits, from which on a thread computes: it does not yield; and from which on it has done
 * so for long. Alarms of 200 us would cost it 5 % of its time. */
#define COMPUTES      UINT32_C(32)
#define COMPUTES_LONG UINT32_C(160)
#define LONG_NS       UINT64_C(2000000) /* between two alarms then */
/* A thread that has lost its core to another one shares it for so long, as far as is known. */
#define SHARED_NS UINT64_C(50000000)

/* Of a thread; the handler's, once the alarm is open. */
typedef struct waiter {
    /* __atomic; NONE, RESTS. First stored under the lock, by whichever thread, with release: the thread's
     * handler loads it with acquire, and knows the watch. Then by the handler alone. */
    int alarm;
    bool is_watched; /* it has a watch, which runs while the alarm rests; constant since the first store */
    timer_t watch;
    struct waiter *next, **link; /* of `waiters`, under the lock; link NULL: it is not in the list */
    pthread_t thread;
    pid_t tid;
    emuq_process_t *process;
    emuq_machine_t *machine;
    uint32_t node;    /* of the thread */
    uint64_t period;  /* processor time between two alarms */
    uint32_t skipped; /* alarms since the last wait ... */
    uint32_t skip;    /* ... and before the next one */
    /* As they were at the last alarm: */
    uint64_t polls, yields, moves;
    uint32_t polled;    /* alarms in a row that found polls or yields ... */
    uint32_t missed;    /* ... and since then that found none: polls may be farther apart than alarms */
    uint32_t patience;  /* ... until the alarm rests */
    uint64_t rests_ns;  /* processor time at the begin of the rest */
    uint64_t switches;  /* times that the thread has lost its core */
    uint64_t used_ns;   /* processor time, at the end of the handler */
    uint64_t shared_ns; /* until then it shares its core */
    emuq_loop_t loop;
    uint64_t ticket;
    bool announced; /* as a sleeper of the node: since the ticket was given nothing has arrived */
    bool is_sent;   /* what it waited for last has arrived as a message */
    emuq_spin_counts_t counts;
} waiter_t;

static __thread waiter_t self = {.alarm = NONE};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* Threads of this Linux process that are members of a rank, and for which no alarm has been tried yet; under
 * the lock. */
static waiter_t *waiters;

static int number; /* the signal, 0: none; constant once a thread has an alarm */

/* The times that the thread has lost its core, or has given it up by sched_yield(), since the last look. */
static uint64_t switches(void)
{
    struct rusage usage;
    uint64_t before = self.switches;
    if (getrusage(RUSAGE_THREAD, &usage) == 0)
        self.switches = (uint64_t)usage.ru_nivcsw;
    return self.switches - before;
}

/* Whether the thread has waited by calls of ours, which give up the core themselves. */
static bool has_called(void)
{
    uint64_t polls = emuq_backend->polls(self.machine), yields = emuq_relax_yields();
    bool called = polls != self.polls || yields != self.yields;
    self.polls = polls;
    self.yields = yields;
    return called;
}

/* Whether the thread gives up its core all the time, by whatever calls. @param ran  processor time in which
 * it has had @p lost switches */
static bool gives_up(uint64_t lost, uint64_t ran)
{
    return lost >= SOME && lost * SHORT_NS > ran;
}

static uint64_t used_ns(void)
{
    struct timespec t;
    emuq_host_clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * EMUQ_NS_PER_S + (uint64_t)t.tv_nsec;
}

/* Whether alarms have been left out in the @p ns of processor time since the last one, because the thread was
 * in the system. */
static bool is_late(uint64_t ns)
{
    return ns > self.period + self.period / 2 + SWITCH_NS;
}

/* Whether the alarm went off in the handler, and the signal was taken as soon as it had returned: the thread
 * has done nothing meanwhile, so is as it was, whatever it does. */
static bool is_early(uint64_t ns)
{
    return ns < self.period / 2;
}

/* The processor time until the next alarm. */
static void set_period(uint64_t ns)
{
    if (ns == self.period)
        return;
    self.period = ns;
    emuq_alarm_set(__atomic_load_n(&self.alarm, __ATOMIC_RELAXED), ns);
}

/* The processor time until the next alarm of a thread that does not poll. */
static uint64_t next_period(void)
{
    if (self.loop.expected > 0)
        return LOOK_NS;
    return self.loop.seen == 0 && self.skip >= COMPUTES_LONG ? LONG_NS : SHORTEST_NS;
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

/* How many times FEW ranks share a core, at least 1. */
static uint32_t crowds(const emuq_partition_t *p)
{
    return 1 + p->sharers / p->processors / FEW;
}

/* Whether the process has other threads. The calling thread may wait for a plain store of one of them, and an
 * arrival at the node may be for that one. */
static bool has_helpers(void)
{
    return __atomic_load_n(&self.process->threads, __ATOMIC_RELAXED) > 1;
}

/* A thread that is seen to wait: if not for a message, for a store of another thread, of which nothing tells.
 * So it looks again and again. Meanwhile it cannot notice that it shares its core. */
static void nap(uint64_t now)
{
    uint64_t times =
        crowds(self.process->node->partition); /* with very many, looks alone would fill a core */
    uint64_t ns = times * (now - self.loop.since_ns) / NAP_SHARE, longest = times * LONGEST_NAP_NS;
    ns = ns < SHORTEST_NAP_NS ? SHORTEST_NAP_NS : ns < longest ? ns : longest;
    self.counts.naps++;
    (void)wait(self.is_sent && !has_helpers() ? WAIT_NS : ns);
    self.shared_ns += emuq_host_now_ns() - now;
}

/* A thread that may wait or compute. A wait in vain doubles the time until the next one. */
static void try_wait(void)
{
    self.skipped += self.period > SHORTEST_NS ? (uint32_t)(self.period / SHORTEST_NS) : 1;
    if (self.skipped <= self.skip) {
        if (self.skip < COMPUTES) {
            self.counts.yields++;
            sched_yield();
        }
        return;
    }
    self.skipped = 0;
    if (wait(has_helpers() ? SHORTEST_NAP_NS : WAIT_NS))
        self.skip = 0;
    else
        self.skip = self.skip < MOST_SKIPPED / 2 ? 2 * self.skip + 1 : MOST_SKIPPED;
}

/* An alarm costs whenever its thread gives up its core, and threads that poll do that all the time. So it
 * is closed, and a watch runs until a look finds no polls any more. */
static void rest(void)
{
    if (!self.is_watched)
        return;
    self.counts.rests++;
    self.rests_ns = used_ns();
    emuq_alarm_close(__atomic_exchange_n(&self.alarm, RESTS, __ATOMIC_RELAXED), number);
    emuq_watch_set(self.watch, WATCH_NS);
}

/* A thread whose alarm rests. */
static void look(uint64_t ran)
{
    bool called = has_called();
    if (gives_up(switches(), ran) || called || emuq_is_traced() > 0)
        return;
    int alarm = emuq_alarm_open(0, number, LOOK_NS);
    if (alarm < 0)
        return; /* too many descriptors are open: the next look tries again */
    emuq_watch_set(self.watch, 0);
    self.period = LOOK_NS;
    self.polled = 0;
    if (used_ns() - self.rests_ns > SHORT_REST_NS)
        self.patience = 1;
    else if (self.patience < MOST_POLLS)
        self.patience *= 2;
    __atomic_store_n(&self.alarm, alarm, __ATOMIC_RELAXED);
}

static void look_at_thread(const void *context, uint64_t ran)
{
    self.counts.alarms++;
    uint64_t now = emuq_host_now_ns(), moves = emuq_backend->moves(self.machine, self.node), lost = switches();
    bool often = gives_up(lost, ran), polls = has_called() || often,
         waits = emuq_loop_waits(&self.loop, is_late(ran) ? NULL : context, now);
    if (lost > 0)
        self.shared_ns = now + SHARED_NS;
    if (moves != self.moves || polls)
        self.skip = 0;
    self.moves = moves;
    self.missed = polls ? 0 : self.missed + 1;
    self.polled = self.missed > MOST_MISSED ? 0 : self.polled + polls;
    if (self.polled >= (often ? self.patience : SELDOM * self.patience))
        rest();
    if (polls)
        return;
    set_period(next_period());
    if (now >= self.shared_ns) /* nobody else wants the core, as far as is known */
        return;
    if (waits)
        nap(now);
    else
        try_wait();
}

/* All that it calls is async-signal-safe: clocks, timer_settime(), and calls of the system. */
static void ring(int signal, siginfo_t *info, void *context)
{
    int kept = errno, alarm = __atomic_load_n(&self.alarm, __ATOMIC_ACQUIRE);
    uint64_t ran = used_ns() - self.used_ns; /* since the last time here */
    (void)signal;
    if (alarm >= 0 && (is_early(ran) || emuq_holds != 0))
        self.counts.early++; /* or the thread has a lock, for which others would wait as well */
    else if (alarm >= 0)
        look_at_thread(context, ran);
    else if (alarm == RESTS && info->si_code == SI_TIMER)
        look(ran);
    self.used_ns = used_ns();
    errno = kept;
}

/* ---- who has an alarm ---- */

static void hold(void)
{
    emuq_host_mutex_lock(&lock);
}

static void let_go(void)
{
    emuq_host_mutex_unlock(&lock);
}

/* A child of fork() has none of the other threads, and no timers: another one may get the number. */
static void let_go_in_child(void)
{
    waiters = NULL;
    self.link = NULL;
    self.is_watched = false;
    emuq_host_mutex_unlock(&lock);
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

/* An alarm that rests at first, if it is possible at all. The thread may be another one than the caller.
 *  @return what the process notes */
static int open_alarm(waiter_t *w)
{
    int alarm = has_signal() ? emuq_alarm_open(w->tid, number, LOOK_NS) : -EBUSY;
    if (alarm < 0)
        return alarm;
    w->is_watched = emuq_watch_open(&w->watch, w->thread, w->tid, number) == 0;
    if (w->is_watched)
        emuq_alarm_close(alarm, number);
    __atomic_store_n(&w->alarm, w->is_watched ? RESTS : alarm, __ATOMIC_RELEASE);
    if (w->is_watched)
        emuq_watch_set(w->watch, WATCH_NS);
    return 1;
}

/* Adds the calling thread to the list; lock. */
static void list(void)
{
    self.next = waiters;
    self.link = &waiters;
    if (waiters != NULL)
        waiters->link = &self.next;
    waiters = &self;
}

/* Removes a thread from the list if it is in it; lock. */
static void unlist(waiter_t *w)
{
    if (w->link == NULL)
        return;
    *w->link = w->next;
    if (w->next != NULL)
        w->next->link = w->link;
    w->link = NULL;
}

/* Gives an alarm to each thread of the list, which gets empty: one that cannot have one is not tried again.
 */
static void open_alarms(void)
{
    for (waiter_t *w = waiters; w != NULL; w = waiters) {
        unlist(w);
        __atomic_store_n(&w->process->spin, open_alarm(w), __ATOMIC_RELAXED);
    }
}

/* Not under a debugger, which would see thousands of signals a second. */
static bool is_possible(const emuq_partition_t *partition)
{
    return emuq_setting_number(EMUQ_SETTING_SPIN) != OFF && partition->processors != 0 &&
           emuq_backend->await != NULL && emuq_is_traced() <= 0;
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
    emuq_host_once(&once, take_signal);
    self = (waiter_t){.alarm = NONE,
                      .thread = pthread_self(),
                      .tid = (pid_t)syscall(SYS_gettid),
                      .process = process,
                      .machine = node->partition->machine,
                      .node = node->number,
                      .period = LOOK_NS,
                      .patience = 1};
    emuq_mask_open_here();
    hold();
    list();
    if (emuq_spin_wanted(node->partition, threads))
        open_alarms();
    let_go();
    errno = kept;
}

void emuq_spin_leave(void)
{
    hold();
    unlist(&self);
    int alarm = __atomic_exchange_n(&self.alarm, NONE, __ATOMIC_RELAXED);
    let_go();
    if (alarm >= 0)
        emuq_alarm_close(alarm, number);
    if (self.is_watched)
        timer_delete(self.watch);
    self.is_watched = false;
}

emuq_spin_counts_t emuq_spin_counts(void)
{
    return self.counts;
}
