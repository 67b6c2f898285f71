/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kernel-shim/spin/spin.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>

#include "backends/settings.h"
#include "base/clock.h"
#include "base/free_signal.h"
#include "hwi/include/common/emuq_wait.h"
#include "kernel-shim/spin/alarm.h"
#include "kernel-shim/spin/mask.h"

enum { AUTO, OFF }; /* words of EMUQ_SPIN */

#define SHORTEST_NS UINT64_C(200000) /* between two alarms: a waiting loop that lasts longer is a wait */
#define POLLING_NS                                                                                           \
    UINT64_C(6400000) /* ... where polls give up the core: an armed timer costs at each switch */
#define WAIT_NS      UINT64_C(2000000)
#define MOST_SKIPPED UINT32_C(640) /* alarms between two waits: a thread that computes loses 2 ms of 130 */
/* A thread that has lost its core to another one shares it for so long, as far as is known. */
#define SHARED_NS UINT64_C(50000000)

/* Of the calling thread; the handler's, once the alarm is open. */
static __thread struct {
    int alarm; /* -1: none */
    emuq_machine_t *machine;
    uint32_t node;    /* of the thread */
    uint64_t period;  /* processor time between two alarms */
    uint32_t skipped; /* alarms since the last wait ... */
    uint32_t skip;    /* ... and before the next one */
    /* As they were at the last alarm: */
    uint64_t polls, yields, moves;
    long preempted;     /* times that the thread has lost its core */
    uint64_t shared_ns; /* until then it shares its core */
    emuq_spin_counts_t counts;
} self = {.alarm = -1};

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
static bool shares_core(void)
{
    struct rusage usage;
    uint64_t now = emuq_now_ns();
    if (getrusage(RUSAGE_THREAD, &usage) == 0 && usage.ru_nivcsw != self.preempted) {
        self.preempted = usage.ru_nivcsw;
        self.shared_ns = now + SHARED_NS;
    }
    return now < self.shared_ns;
}

/* The processor time until the next alarm. */
static void set_period(uint64_t ns)
{
    if (ns == self.period)
        return;
    self.period = ns;
    emuq_alarm_set(self.alarm, ns);
}

/* Waits until something arrives for the thread's node. A wait in vain doubles the time until the next one. */
static void wait(void)
{
    uint64_t ticket = emuq_backend->prepare(self.machine, self.node);
    self.counts.waits++;
    self.skipped = 0;
    if (emuq_backend->await(self.machine, self.node, ticket, WAIT_NS)) {
        self.counts.arrivals++;
        self.skip = 0;
    } else {
        self.skip = self.skip < MOST_SKIPPED / 2 ? 2 * self.skip + 1 : MOST_SKIPPED;
    }
}

/* All that it calls is async-signal-safe: clocks, getrusage(), ioctl(), sched_yield() and futex(). */
static void ring(int signal)
{
    int kept = errno;
    (void)signal;
    if (self.alarm < 0)
        return;
    self.counts.alarms++;
    bool called = has_called();
    uint64_t moves = emuq_backend->moves(self.machine, self.node);
    if (moves != self.moves || called)
        self.skip = 0;
    self.moves = moves;
    if (called)
        set_period(2 * self.period < POLLING_NS ? 2 * self.period : POLLING_NS);
    else
        set_period(SHORTEST_NS);
    if (shares_core() && !called) {
        if (self.skipped++ >= self.skip) {
            wait();
        } else {
            self.counts.yields++;
            sched_yield();
        }
    }
    errno = kept;
}

/* Signals that arrive during the wait are handled after it, so that their handlers may jump where they like.
 * The middle of the range: programs that use real-time signals count them from either end. */
static void take_signal(void)
{
    struct sigaction action = {.sa_handler = ring, .sa_flags = SA_RESTART};
    sigfillset(&action.sa_mask);
    number = emuq_free_signal_take((SIGRTMIN + SIGRTMAX) / 2, &action);
    if (number != 0)
        emuq_mask_keep_open(number);
}

bool emuq_spin_wanted(const emuq_partition_t *partition)
{
    return emuq_setting_number(EMUQ_SETTING_SPIN) != OFF && partition->processors != 0 &&
           partition->sharers > partition->processors && emuq_backend->await != NULL;
}

void emuq_spin_enter(emuq_process_t *process)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    int kept = errno;
    pthread_once(&once, take_signal);
    self.machine = process->node->partition->machine;
    self.node = process->node->number;
    self.period = SHORTEST_NS;
    self.skipped = self.skip = 0;
    self.shared_ns = 0;
    self.counts = (emuq_spin_counts_t){0};
    emuq_mask_open_here();
    int alarm = number != 0 ? emuq_alarm_open(number, SHORTEST_NS) : -EBUSY;
    self.alarm = alarm;
    __atomic_store_n(&process->spin, alarm < 0 ? alarm : 1, __ATOMIC_RELAXED);
    errno = kept;
}

void emuq_spin_leave(void)
{
    int alarm = self.alarm;
    self.alarm = -1;
    if (alarm >= 0)
        emuq_alarm_close(alarm, number);
}

emuq_spin_counts_t emuq_spin_counts(void)
{
    return self.counts;
}
