/* SPDX-License-Identifier: BSD-3-Clause */
/* Ranks that poll plain memory yield their core, without effects visible to the program. All ranks share a
 * core. */
#define _GNU_SOURCE
#include "mu_support.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/lock.h"
#include "kernel-shim/spin/spin.h"
#include "spi/include/l2/emuq_fair.h"
#include "token.h"

enum { FIRST_FD = 256, LAST_FD = 320 };

#define PERIOD_NS  200000u    /* time between two signals of a waiting thread */
#define LONGEST_NS 128000000u /* time between two signals of a computing thread */

/* Evidence of a polling thread: its registers, except under ThreadSanitizer, whose runtime polls. */
#if defined(__SANITIZE_THREAD__)
#define TIMES_SEEN(counts) ((counts).sleeps + (counts).waits + (counts).yields)
#else
#define TIMES_SEEN(counts) ((counts).sleeps)
#endif

/* Uses the processor without calls of EMUQ until @p times more timer signals. */
static void burn_alarms(uint64_t times)
{
    uint64_t wanted = emuq_spin_counts().signals + times, begin = clock_ns(CLOCK_THREAD_CPUTIME_ID);
    while (emuq_spin_counts().signals < wanted)
        if (is_in_vain(begin)) {
            CHECK(!"the alarm rings");
            return;
        }
}

/* Computes for about 10 us. */
static void compute(void)
{
    static __thread volatile uint64_t result;
    uint64_t x = result;
    for (int i = 0; i < 4000; i++)
        x = x * 6364136223846793005u + 1442695040888963407u;
    result = x;
}

static void burn_ns(uint64_t ns)
{
    uint64_t begin = clock_ns(CLOCK_THREAD_CPUTIME_ID);
    while (clock_ns(CLOCK_THREAD_CPUTIME_ID) - begin < ns)
        compute();
}

/* Runs a body in more ranks than there are cores. */
static void run(const char *setting, uint32_t ranks, mu_body_t body)
{
    setenv("EMUQ_SPIN", setting, 1);
    mu_run(MU_NODES(ranks, 1, 1, 1, 1), body);
    unsetenv("EMUQ_SPIN");
}

/* ---- waits ---- */

enum { SEEN, LAST, TOKEN }; /* of the machine */

/*
 * A token circulates; each rank polls for it in a private loop, until an arrival of the token has ended a
 * sleep.
 */
static void ring_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    const uint64_t *counter = (const uint64_t *)(uintptr_t)&kit.counter[0];
    uint64_t begin = clock_ns(CLOCK_THREAD_CPUTIME_ID), seen = 0, last = 0;
    uint32_t next = (me->node + 1) % me->nodes;
    mu_barrier(me);
    for (uint64_t round = 1; last == 0; round++) {
        if (me->node == 0 && round >= ROUNDS && (in64(&mu_board[SEEN]) > 0 || is_in_vain(begin)))
            __atomic_store_n(&mu_board[LAST], round, __ATOMIC_RELEASE);
        if (me->node == 0)
            mu_send(me, kit.inj, mu_put(me, &kit, next, 0, 0, 8, 0));
        while (__atomic_load_n(counter, __ATOMIC_ACQUIRE) != -(round * 8)) {
        }
        last = in64(&mu_board[LAST]); /* the last round is announced before the token */
        uint64_t arrivals = emuq_spin_counts().arrivals;
        __atomic_fetch_add(&mu_board[SEEN], arrivals - seen, __ATOMIC_RELEASE);
        seen = arrivals;
        if (me->node != 0)
            mu_send(me, kit.inj, mu_put(me, &kit, next, 0, 0, 8, 0));
    }
    emuq_spin_counts_t counts = emuq_spin_counts();
    CHECK(counts.arrivals <= counts.waits && counts.waits <= counts.signals && counts.sleeps <= counts.waits);
    mu_barrier(me);
    CHECK(mu_board[SEEN] > 0);
}

static void an_arrival_ends_a_wait(void)
{
    run("auto", RANKS, ring_body);
}

static void silent_body(mu_rank_t *me)
{
    (void)me;
    burn_ns(20 * PERIOD_NS);
    CHECK_EQUAL(emuq_spin_counts().signals, 0);
}

static void note_seen(void *argument)
{
    uint64_t *seen = argument, now = TIMES_SEEN(emuq_spin_counts());
    __atomic_fetch_add(&mu_board[SEEN], now - *seen, __ATOMIC_RELAXED);
    *seen = now;
}

static bool is_seen(void *argument)
{
    (void)argument;
    return in64(&mu_board[SEEN]) > 0;
}

/* Passes the token by plain stores, without messages: a waiting thread sleeps once its loop is recognised. */
static void plain_body(mu_rank_t *me)
{
    uint64_t seen = 0;
    mu_barrier(me);
    pass_token(&mu_board[TOKEN], me->rank, note_seen, is_seen, &seen);
    mu_barrier(me);
    CHECK(mu_board[SEEN] > 0);
}

static void a_token_in_plain_memory(void)
{
    run("auto", RANKS, plain_body);
}

static void none_where_there_are_cores_enough(void)
{
    run("auto", 1, silent_body);
}

static void none_if_it_is_off(void)
{
    run("off", RANKS, silent_body);
}

/* Passes signals on to all processes and threads of @p child. @return its status */
static int trace(pid_t child)
{
    int status, result = -1;
    for (pid_t pid; (pid = waitpid(-1, &status, __WALL)) > 0;) {
        if (!WIFSTOPPED(status)) {
            result = pid == child ? status : result;
            continue;
        }
        int number = status >> 16 != 0 || WSTOPSIG(status) == SIGSTOP ? 0 : WSTOPSIG(status);
        ptrace(PTRACE_SETOPTIONS, pid, 0, PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK);
        ptrace(PTRACE_CONT, pid, 0, number);
    }
    return result;
}

static bool is_traced;

/* LeakSanitizer needs ptrace() itself. */
int __lsan_is_turned_off(void);

int __lsan_is_turned_off(void)
{
    return is_traced;
}

/* A debugger stops ranks at each signal. */
static void none_under_a_debugger(void)
{
    pid_t child = fork();
    if (child == 0) {
        is_traced = true;
        unsigned before = CU_get_number_of_failures();
        if (ptrace(PTRACE_TRACEME, 0, 0, 0) != 0)
            _exit(EMUQ_TEST_SKIPPED);
        raise(SIGSTOP);
        run("auto", RANKS, silent_body);
        _exit(CU_get_number_of_failures() != before);
    }
    int status = trace(child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == EMUQ_TEST_SKIPPED)
        printf("  not tested: this host allows no ptrace()\n");
    else
        CU_ASSERT_EQUAL(status, 0);
}

/*
 * Computes for a while. @return whether sleeps were as rare as for a computing thread: each sleep without an
 * arrival doubles the time until the next. If the host takes the core frequently, the thread resembles a
 * polling thread, and the shortest time applies again.
 */
static bool computes_undisturbed(void)
{
    uint64_t begin = clock_ns(CLOCK_THREAD_CPUTIME_ID);
    emuq_spin_counts_t before = emuq_spin_counts();
    burn_ns(400000000);
    emuq_spin_counts_t after = emuq_spin_counts();
    uint64_t burnt = clock_ns(CLOCK_THREAD_CPUTIME_ID) - begin,
             doublings = 10; /* 2^10 periods: the longest */
    CHECK(after.waits > before.waits);
    /* Each arrival resets the time to the shortest. */
    uint64_t begun = 1 + after.arrivals - before.arrivals;
    uint64_t sleeps = after.sleeps - before.sleeps; /* two reads of the clock gave the same value */
    return sleeps <= burnt / PERIOD_NS / 20 &&
           after.waits - before.waits - sleeps <= begun * doublings + burnt / LONGEST_NS + 1;
}

static void computing_body(mu_rank_t *me)
{
    mu_barrier(me);
    burn_alarms(1); /* sleeps, since computing ranks share the core */
    uint64_t begin = clock_ns(CLOCK_THREAD_CPUTIME_ID), yields = emuq_spin_counts().yields;
    bool seldom = computes_undisturbed();
    CHECK(emuq_spin_counts().yields > yields); /* until recognised as computing */
    while (!seldom && !is_in_vain(begin))
        seldom = computes_undisturbed();
    CHECK(seldom);
    mu_barrier(me);
}

static void a_thread_that_computes_waits_seldom(void)
{
    run("auto", RANKS, computing_body);
}

/* @return the signal of this thread's timer, a descriptor of the process */
static int alarm_signal(void)
{
    int signal = 0;
    for (int fd = FIRST_FD; fd < LAST_FD && signal <= 0; fd++)
        signal = fcntl(fd, F_GETSIG);
    return signal;
}

/* A timer that expires in its own handler proves nothing about the thread. */
static void early_body(mu_rank_t *me)
{
    mu_barrier(me);
    burn_alarms(1); /* opens the timer */
    int signal = alarm_signal();
    CHECK(signal > 0);
    emuq_spin_counts_t before = emuq_spin_counts();
    for (int i = 0; i < ROUNDS; i++)
        raise(signal);
    emuq_spin_counts_t after = emuq_spin_counts();
    CHECK(after.early - before.early >= ROUNDS / 2);
    CHECK(after.waits - before.waits <= ROUNDS / 2); /* on a busy machine */
    mu_barrier(me);
}

static void a_thread_that_has_done_nothing_is_not_looked_at(void)
{
    run("auto", RANKS, early_body);
}

/* A thread that holds a shared lock, such as a lock of the Message Unit. */
static void holding_body(mu_rank_t *me)
{
    mu_barrier(me);
    burn_alarms(2);
    emuq_critical_begin();
    emuq_spin_counts_t before = emuq_spin_counts();
    burn_ns(100 * PERIOD_NS);
    emuq_spin_counts_t after = emuq_spin_counts();
    emuq_critical_end();
    CHECK_EQUAL(after.waits, before.waits);
    CHECK_EQUAL(after.yields, before.yields);
    burn_alarms(2); /* the timer sends signals again afterwards */
    mu_barrier(me);
}

static void a_thread_that_holds_a_lock_does_not_wait(void)
{
    run("auto", RANKS, holding_body);
}

static void poll_ns(uint64_t ns)
{
    static volatile uint64_t word __attribute__((aligned(32)));
    uint64_t begin = clock_ns(CLOCK_THREAD_CPUTIME_ID);
    while (clock_ns(CLOCK_THREAD_CPUTIME_ID) - begin < ns)
        emuq_relax_rejected(&word);
}

/* Uses the processor in yielding calls of EMUQ until the thread's timer is closed. */
static void poll_until_pause(void)
{
    burn_alarms(1); /* the timer is stopped at first */
    uint64_t pauses = emuq_spin_counts().pauses, begin = clock_ns(CLOCK_THREAD_CPUTIME_ID);
    while (emuq_spin_counts().pauses == pauses) {
        poll_ns(PERIOD_NS);
        if (is_in_vain(begin)) {
            CHECK(!"the timer is closed");
            return;
        }
    }
}

/* The kernel reprograms a short timer at each context switch, an overhead for polling threads. */
static void polling_body(mu_rank_t *me)
{
    mu_barrier(me);
    poll_until_pause();
    uint64_t alarms = emuq_spin_counts().signals;
    poll_ns(200 * PERIOD_NS);
    CHECK_EQUAL(emuq_spin_counts().signals, alarms);
    burn_alarms(2); /* the timer sends signals again after polls stop */
    mu_barrier(me);
}

static void timer_of_a_polling_thread_is_closed(void)
{
    run("auto", RANKS, polling_body);
}

/*
 * Like a communication thread between events: a sleep in the signal handler would delay threads that wait for
 * this one.
 */
static void sleeping_body(mu_rank_t *me)
{
    enum { LATE = 4 }; /* signals may be delayed on a busy host */
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    const volatile uint64_t *reg = &kit.rec->fifo->_fifo.hwfifo->pa_tail;
    mu_barrier(me);
    burn_alarms(1); /* opens the timer */
    emuq_mmio_sleep(reg, emuq_mmio_prepare(reg), PERIOD_NS / 20);
    emuq_spin_counts_t before = emuq_spin_counts();
    uint64_t begin = clock_ns(CLOCK_THREAD_CPUTIME_ID);
    while (emuq_spin_counts().pauses == before.pauses && !is_in_vain(begin)) {
        burn_ns(PERIOD_NS / 20);
        emuq_mmio_sleep(reg, emuq_mmio_prepare(reg), PERIOD_NS / 20);
    }
    CHECK(emuq_spin_counts().pauses > before.pauses);
    CHECK(emuq_spin_counts().waits < before.waits + LATE);
    mu_barrier(me);
}

static void timer_of_a_sleeping_thread_is_closed(void)
{
    run("auto", RANKS, sleeping_body);
}

static void *thread_with_alarm(void *nothing)
{
    burn_alarms(2);
    return nothing;
}

static void threads_body(mu_rank_t *me)
{
    pthread_t thread;
    (void)me;
    CHECK_EQUAL(pthread_create(&thread, NULL, thread_with_alarm, NULL), 0);
    pthread_join(thread, NULL);
}

static void threads_of_ranks_have_alarms(void)
{
    run("auto", RANKS, threads_body);
}

/*
 * A single rank whose threads pass a token by plain stores. The first thread exists before there are more
 * threads than cores.
 */
typedef struct relay {
    pthread_t thread;
    uint64_t place;
} relay_t;

static struct {
    uint64_t token, sleeps, signals; /* atomic; signals: of the first thread */
} relayed;

static void note_relay(void *argument)
{
    const relay_t *me = argument;
    const emuq_spin_counts_t counts = emuq_spin_counts();
    if (TIMES_SEEN(counts) > 0)
        __atomic_store_n(&relayed.sleeps, 1, __ATOMIC_RELAXED);
    if (me->place == 0)
        __atomic_store_n(&relayed.signals, counts.signals, __ATOMIC_RELAXED);
}

static bool is_relayed(void *argument)
{
    (void)argument;
    return in64(&relayed.sleeps) > 0 && in64(&relayed.signals) > 0;
}

static void *pass_on(void *argument)
{
    relay_t *me = argument;
    pass_token(&relayed.token, me->place, note_relay, is_relayed, me);
    return NULL;
}

static void relay_body(mu_rank_t *me)
{
    relay_t relays[RANKS];
    (void)me;
    burn_ns(20 * PERIOD_NS);
    CHECK_EQUAL(emuq_spin_counts().signals, 0);
    memset(&relayed, 0, sizeof relayed);
    for (uint64_t i = 0; i < RANKS; i++) {
        relays[i] = (relay_t){.place = i};
        if (i > 0)
            CHECK_EQUAL(pthread_create(&relays[i].thread, NULL, pass_on, &relays[i]), 0);
    }
    pass_on(&relays[0]);
    for (int i = 1; i < RANKS; i++)
        pthread_join(relays[i].thread, NULL);
    CHECK(relayed.sleeps > 0);
    CHECK(relayed.signals > 0); /* a second thread has opened its timer */
}

static void threads_of_one_rank_have_alarms(void)
{
    run("auto", 1, relay_body);
}

/* ---- no effect is visible to the program ---- */

static int signalled; /* atomic; handled signals */

static void count_signal(int signal)
{
    (void)signal;
    __atomic_fetch_add(&signalled, 1, __ATOMIC_RELEASE);
}

static void *send_signals(void *target)
{
    for (int i = 0; i < ROUNDS; i++) {
        nanosleep(&(struct timespec){0, 5000000}, NULL);
        pthread_kill(*(pthread_t *)target, SIGUSR2);
        while (__atomic_load_n(&signalled, __ATOMIC_ACQUIRE) <= i)
            sched_yield();
    }
    return NULL;
}

/* A handler that ends a wait runs after the sleep, each time. */
static void signals_body(mu_rank_t *me)
{
    struct sigaction action = {.sa_handler = count_signal};
    pthread_t thread, self = pthread_self();
    (void)me;
    __atomic_store_n(&signalled, 0, __ATOMIC_RELAXED);
    CHECK_EQUAL(sigaction(SIGUSR2, &action, NULL), 0);
    CHECK_EQUAL(pthread_create(&thread, NULL, send_signals, &self), 0);
    for (int i = 0; i < ROUNDS; i++) {
        while (__atomic_load_n(&signalled, __ATOMIC_ACQUIRE) <= i) {
        } /* without a signal, until the time limit of the test */
    }
    pthread_join(thread, NULL);
    CHECK_EQUAL(signalled, ROUNDS);
    CHECK(emuq_spin_counts().waits > 0);
}

static void signals_end_waits(void)
{
    run("auto", 1, signals_body);
}

static void masks_body(mu_rank_t *me)
{
    sigset_t all, before, now, pending;
    (void)me;
    sigfillset(&all);
    sigdelset(&all, SIGTERM); /* signals of the launcher and of the test's time limit */
    CHECK_EQUAL(pthread_sigmask(SIG_BLOCK, &all, &before), 0);
    burn_alarms(3); /* the timer works although all signals are blocked, and no signal stays pending */
    CHECK_EQUAL(sigpending(&pending), 0);
    for (int s = SIGRTMIN; s <= SIGRTMAX; s++)
        CHECK(!sigismember(&pending, s));
    const struct timespec none = {0, 0};
    CHECK(sigtimedwait(&all, NULL, &none) == -1 && errno == EAGAIN);
    CHECK_EQUAL(sigprocmask(SIG_SETMASK, &all, NULL), 0);
    burn_alarms(1);
    CHECK_EQUAL(pthread_sigmask(SIG_SETMASK, &before, &now), 0);
    CHECK(sigismember(&now, SIGUSR1) == 1 && sigismember(&now, SIGTERM) == 0);
    CHECK_EQUAL(pthread_sigmask(-1, &all, NULL), EINVAL);
    CHECK(sigprocmask(-1, &all, NULL) == -1 && errno == EINVAL);
}

static void masks_of_the_program_stay(void)
{
    run("auto", RANKS, masks_body);
}

/*
 * Calls that a signal handler interrupts even with SA_RESTART. Processor time is mostly spent in the kernel.
 * Results and errno are correct.
 */
static uint64_t interrupted_calls(void)
{
    uint64_t begin = clock_ns(CLOCK_THREAD_CPUTIME_ID), interrupted = 0;
    while (clock_ns(CLOCK_THREAD_CPUTIME_ID) - begin < 100 * PERIOD_NS)
        for (int i = 0; i < 20; i++)
            interrupted += nanosleep(&(struct timespec){0, 1}, NULL) != 0;
    return interrupted;
}

static void calls_body(mu_rank_t *me)
{
    (void)me;
    CHECK_EQUAL(interrupted_calls(), 0);
    poll_until_pause();
    CHECK_EQUAL(interrupted_calls(), 0);
    errno = ENOTTY;
    burn_alarms(2);
    CHECK_EQUAL(errno, ENOTTY);
}

static void calls_of_the_program_are_not_interrupted(void)
{
    run("auto", RANKS, calls_body);
}

/* A program may close all descriptors and reuse the number of the spin timer: the runtime must not close that
 * descriptor, and the thread runs without a timer. */
static void descriptors_body(mu_rank_t *me)
{
    int opened[LAST_FD - FIRST_FD], null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    bool mine = me->rank == 0; /* descriptors belong to all ranks that are threads of the process */
    mu_barrier(me);
    if (mine)
        burn_alarms(1); /* its alarm is open */
    for (int fd = FIRST_FD; mine && fd < LAST_FD; fd++) {
        opened[fd - FIRST_FD] = fcntl(fd, F_GETSIG);
        if (opened[fd - FIRST_FD] > 0)
            CHECK_EQUAL(dup2(null, fd), fd);
    }
    mu_barrier(me);
    emuq_spin_leave();
    mu_barrier(me);
    uint32_t kept = 0;
    for (int fd = FIRST_FD; mine && fd < LAST_FD; fd++)
        if (opened[fd - FIRST_FD] > 0) {
            CHECK(fcntl(fd, F_GETFD) >= 0);
            close(fd);
            kept++;
        }
    CHECK(!mine || kept > 0);
    close(null);
    mu_barrier(me);
}

static void descriptors_of_the_program_stay(void)
{
    run("auto", RANKS, descriptors_body);
}

static void children_body(mu_rank_t *me)
{
    int status = 0;
    (void)me;
    pid_t child = mu_in_processes() ? fork() : 0; /* only if the process has a single rank */
    if (child == 0) {
        timer_t timer; /* timer with the number of the parent's timer, which a child does not inherit */
        struct itimerspec left;
        bool is_made = timer_create(CLOCK_MONOTONIC, NULL, &timer) == 0;
        burn_ns(3 * PERIOD_NS);
        if (mu_in_processes()) {
            emuq_spin_leave();
            _exit(is_made && timer_gettime(timer, &left) == 0 ? 7 : 8);
        }
        timer_delete(timer);
        return;
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 7);
    burn_alarms(1);
}

static void children_go_on(void)
{
    run("auto", RANKS, children_body);
}

/* Whether the host permits timers with signals. */
static bool is_possible(void)
{
    int alarm = emuq_spin_timer_open(0, SIGURG, 1000000000);
    if (alarm >= 0)
        emuq_spin_timer_close(alarm, SIGURG);
    else
        fprintf(stderr, "skipped: this host allows no performance events (%s)\n", strerror(-alarm));
    return alarm >= 0;
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"an arrival ends a wait", an_arrival_ends_a_wait},
        {"a token in plain memory", a_token_in_plain_memory},
        {"none where there are cores enough", none_where_there_are_cores_enough},
        {"none if it is off", none_if_it_is_off},
        {"none under a debugger", none_under_a_debugger},
        {"a thread that holds a lock does not wait", a_thread_that_holds_a_lock_does_not_wait},
        {"timer of a polling thread is closed", timer_of_a_polling_thread_is_closed},
        {"timer of a sleeping thread is closed", timer_of_a_sleeping_thread_is_closed},
        {"a thread that has done nothing is not looked at", a_thread_that_has_done_nothing_is_not_looked_at},
        {"a thread that computes waits seldom", a_thread_that_computes_waits_seldom},
        {"threads of ranks have alarms", threads_of_ranks_have_alarms},
        {"threads of one rank have alarms", threads_of_one_rank_have_alarms},
        {"signals end waits", signals_end_waits},
        {"masks of the program stay", masks_of_the_program_stay},
        {"calls of the program are not interrupted", calls_of_the_program_are_not_interrupted},
        {"descriptors of the program stay", descriptors_of_the_program_stay},
        {"children go on", children_go_on},
        {NULL, NULL},
    };
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    if (sched_setaffinity(0, sizeof(one), &one) != 0 || !is_possible())
        return EMUQ_TEST_SKIPPED;
    return emuq_test_main("waits in memory", tests);
}
