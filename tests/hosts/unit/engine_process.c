/* SPDX-License-Identifier: BSD-3-Clause */
/* Host engines as processes on three simulated hosts, each with one rank that never exits. A fault on one
 * host ends the job on all hosts, and a host that detects the fault reports the failed host. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/host_calls.h"
#include "base/process.h"
#include "emuq_test.h"
#include "kernel-shim/partition/report.h"
#include "transport/connection.h"
#include "kernel-shim/partition/host_engine.h"
#include "kernel-shim/partition/rank_exit.h"
#include "kernel-shim/partition/join.h"
#include "kernel-shim/partition/partition.h"

enum { HOSTS = 3, LOST = 2, SKIP = 77, LIMIT_MS = 60000 };

/* Shared by the hosts and the test. */
typedef struct common {
    pthread_barrier_t barrier; /* of hosts and test */
    emuq_host_text_t text[HOSTS];
    pid_t launcher[HOSTS], watchdog[HOSTS], engine[HOSTS], rank[HOSTS];
    int rc[HOSTS];          /* result of emuq_engine_await() */
    int rank_signal[HOSTS]; /* signal that ended the rank */
    int rank_status[HOSTS]; /* exit status of the rank */
    uint64_t frames[HOSTS]; /* frames sent by each engine */
    bool has_failed;        /* __atomic */
    bool engine_is_left;    /* on the lost host, after its launcher has given up */
} common_t;

static common_t *common;
static unsigned patience_ms = LIMIT_MS; /* time limit of the launcher of the lost host for its engine */
static char said[HOSTS][4096];

static const unsigned char key[EMUQ_KEY_BYTES] = "key of the tests";

static void report_error(int signal)
{
    char buffer[64];
    emuq_text_t text = emuq_text(buffer, sizeof buffer);
    (void)signal;
    emuq_text_add(&text, "rank 2 has done wrong\n");
    emuq_violation(&text, 0);
}

/* A rank that never ends, or ends soon, or fails on request. */
static void run_rank(emuq_partition_t *p, uint32_t rank, bool ends)
{
    if (emuq_member_join(p, rank) != 0)
        _exit(1);
    signal(SIGUSR1, report_error);
    pthread_barrier_wait(&common->barrier);
    if (ends) {
        usleep(500000);
        exit(0);
    }
    for (;;)
        pause();
}

/* The engine; the started process is its watchdog. */
static pid_t child_of(pid_t watchdog)
{
    char path[64];
    int child = 0;
    snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", (long)watchdog, (long)watchdog);
    FILE *children = fopen(path, "r");
    if (children == NULL || fscanf(children, "%d", &child) != 1)
        abort();
    fclose(children);
    return child;
}

static bool is_left(pid_t pid)
{
    for (int ms = 0; ms < LIMIT_MS / 6 && !emuq_process_has_exited(pid); ms++)
        usleep(1000);
    return !emuq_process_has_exited(pid);
}

static void run_launcher(uint32_t host, bool ranks_end)
{
    const emuq_job_hosts_t spread = {.hosts = HOSTS, .host = host};
    const emuq_job_t job = {.shape = {HOSTS, 1, 1, 1, 1}};
    emuq_engine_process_t engine;
    emuq_partition_t *p;
    int status = 0;
    if (emuq_partition_make(&job, true, &spread, &p) != 0 ||
        emuq_engine_start(p, "127.0.0.1", true, -1, &engine, &common->text[host]) != 0)
        __atomic_store_n(&common->has_failed, true, __ATOMIC_RELAXED);
    pthread_barrier_wait(&common->barrier);
    if (__atomic_load_n(&common->has_failed, __ATOMIC_RELAXED))
        exit(1);
    if (emuq_engine_connect(&engine, common->text, key) != 0)
        abort();
    common->watchdog[host] = engine.pid;
    common->engine[host] = child_of(engine.pid);
    pid_t rank = fork();
    if (rank == 0) {
        close(engine.control);
        run_rank(p, host, ranks_end);
    }
    common->rank[host] = rank;
    common->rc[host] = emuq_engine_await(&engine, host == LOST ? patience_ms : LIMIT_MS);
    if (common->rc[host] == -ETIMEDOUT)
        common->engine_is_left = is_left(common->engine[host]);
    if (host == LOST && !ranks_end)
        kill(rank, SIGKILL);
    waitpid(rank, &status, 0);
    common->rank_signal[host] = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    common->rank_status[host] = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    emuq_connection_counts_t counts;
    for (uint32_t h = 0; h < HOSTS; h++)
        if (emuq_connection_counts_read(p, h, &counts) == 0)
            common->frames[host] += counts.frames_out;
    exit(0);
}

static pid_t start_launcher(uint32_t host, int output, bool ranks_end)
{
    pid_t pid = fork();
    if (pid == 0) {
        dup2(output, STDERR_FILENO);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        run_launcher(host, ranks_end);
    }
    return pid;
}

/* Runs a job of three hosts; calls @p harm when all ranks have joined. @return ns from then to the end */
static uint64_t run(void (*harm)(void), bool ranks_end)
{
    int output[HOSTS];
    pthread_barrierattr_t shared;
    if (common == NULL) {
        common = mmap(NULL, sizeof *common, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (common == MAP_FAILED || prctl(PR_SET_CHILD_SUBREAPER, 1) != 0)
            abort();
    }
    memset(common, 0, sizeof *common);
    memset(said, 0, sizeof said);
    pthread_barrierattr_init(&shared);
    pthread_barrierattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
    pthread_barrier_init(&common->barrier, &shared, HOSTS + 1);
    for (uint32_t h = 0; h < HOSTS; h++) {
        output[h] = memfd_create("said", MFD_CLOEXEC);
        common->launcher[h] = start_launcher(h, output[h], ranks_end);
    }
    pthread_barrier_wait(&common->barrier);
    if (__atomic_load_n(&common->has_failed, __ATOMIC_RELAXED)) {
        printf("skipped: no endpoint\n");
        exit(SKIP);
    }
    pthread_barrier_wait(&common->barrier);
    uint64_t begin = emuq_now_ns();
    usleep(500000); /* the engines have exchanged frames */
    harm();
    for (uint32_t h = 0; h < HOSTS; h++)
        if (h != LOST || ranks_end)
            waitpid(common->launcher[h], NULL, 0);
    uint64_t end = emuq_now_ns();
    if (patience_ms != LIMIT_MS) /* ended by its launcher */
        waitpid(common->launcher[LOST], NULL, 0);
    kill(common->engine[LOST], SIGKILL);
    waitpid(common->launcher[LOST], NULL, 0);
    for (uint32_t h = 0; h < HOSTS; h++) {
        ssize_t bytes = pread(output[h], said[h], sizeof said[h] - 1, 0);
        printf("host %u, after %.1f s, %d: %.*s%s", h, (double)(end - begin) / 1e9, common->rc[h],
               (int)(bytes > 0 ? bytes : 0), said[h], bytes > 0 ? "" : "\n");
        close(output[h]);
    }
    return end - begin;
}

static unsigned lines(const char *text)
{
    unsigned count = 0;
    for (; *text != '\0'; text++)
        count += *text == '\n';
    return count;
}

/* Checks that no ranks are left on the hosts that are not lost, and that @p least to @p most of these hosts
 * print a line with these words. */
static void expect(const char *words, unsigned least, unsigned most)
{
    unsigned all = 0;
    for (uint32_t h = 0; h < HOSTS; h++) {
        if (h == LOST)
            continue;
        unsigned count = lines(said[h]);
        all += count;
        CU_ASSERT(count <= 1);
        CU_ASSERT(count == 0 || strstr(said[h], words) != NULL);
        CU_ASSERT(count == 0 || strstr(said[h], "host 2 (") != NULL);
        CU_ASSERT_EQUAL(common->rc[h], -EPIPE);
        CU_ASSERT_NOT_EQUAL(common->rank_signal[h], 0);
    }
    CU_ASSERT(all >= least && all <= most);
}

static void do_nothing(void) {}

static void kill_engine(void)
{
    kill(common->engine[LOST], SIGKILL);
}

static void kill_watchdog(void)
{
    kill(common->watchdog[LOST], SIGKILL);
}

static void stop_engine(void)
{
    kill(common->engine[LOST], SIGSTOP);
}

static void kill_launcher(void)
{
    kill(common->launcher[LOST], SIGKILL);
}

static void kill_rank(void)
{
    kill(common->rank[LOST], SIGKILL);
}

static void make_error(void)
{
    kill(common->rank[LOST], SIGUSR1);
}

static void a_job_that_ends(void)
{
    run(do_nothing, true);
    for (uint32_t h = 0; h < HOSTS; h++) {
        CU_ASSERT_EQUAL(common->rc[h], 0);
        CU_ASSERT_EQUAL(lines(said[h]), 0);
        CU_ASSERT(common->frames[h] >=
                  HOSTS - 1); /* each engine reports at least the end of its rank to each remote host */
    }
}

static void an_engine_that_is_killed(void)
{
    setenv("EMUQ_HEARTBEAT", "50", 1);
    CU_ASSERT(run(kill_engine, false) < 40 * EMUQ_NS_PER_S);
    expect("is gone", 1, 2); /* both may detect it */
    setenv("EMUQ_HEARTBEAT", "3", 1);
}

static void an_engine_that_is_stopped(void)
{
    run(stop_engine, false);
    expect("does not answer", 1, 2);
}

/* No process is left to end the ranks of the host. */
static void a_watchdog_that_is_killed(void)
{
    CU_ASSERT(run(kill_watchdog, false) < 40 * EMUQ_NS_PER_S);
    expect("", 0, 0);
    CU_ASSERT_EQUAL(lines(said[LOST]), 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(said[LOST], "the watchdog of its host engine was killed"));
    CU_ASSERT_EQUAL(common->rank_signal[LOST], SIGTERM);
}

/* A launcher kills watchdog and engine, which print nothing. */
static void give_up(void (*harm)(void))
{
    patience_ms = 1500;
    run(harm, false);
    expect("host 2 (", 1, 2);
    CU_ASSERT_EQUAL(lines(said[LOST]), 0);
    CU_ASSERT_EQUAL(common->rc[LOST], -ETIMEDOUT);
    CU_ASSERT_FALSE(common->engine_is_left);
    patience_ms = LIMIT_MS;
}

static void an_engine_that_is_given_up(void)
{
    give_up(do_nothing);
}

static void a_stopped_engine_that_is_given_up(void)
{
    give_up(stop_engine);
}

static void a_launcher_that_is_killed(void)
{
    run(kill_launcher, false);
    expect("ends the job: its ranks have been ended from outside", 1, 1);
    /* The engine ends the rank, now a child of the test. */
    pid_t ended = 0;
    int status = 0;
    for (int ms = 0; ms < LIMIT_MS && ended == 0; ms++, usleep(1000))
        ended = waitpid(common->rank[LOST], &status, WNOHANG);
    CU_ASSERT_EQUAL(ended, common->rank[LOST]);
    CU_ASSERT(WIFSIGNALED(status));
}

static void a_rank_that_is_killed(void)
{
    CU_ASSERT(run(kill_rank, false) < 40 * EMUQ_NS_PER_S);
    expect("", 0, 0);
    CU_ASSERT_EQUAL(lines(said[LOST]), 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(said[LOST], "rank 2 was killed"));
    CU_ASSERT_EQUAL(common->rc[LOST], -EPIPE);
}

/* One host has reported the error: remote hosts print nothing. */
static void an_error_of_a_rank(void)
{
    CU_ASSERT(run(make_error, false) < 40 * EMUQ_NS_PER_S);
    CU_ASSERT_STRING_EQUAL(said[LOST], "rank 2 has done wrong\n");
    CU_ASSERT_EQUAL(common->rank_status[LOST], EMUQ_VIOLATION_STATUS);
    for (uint32_t h = 0; h < HOSTS; h++) {
        CU_ASSERT_EQUAL(common->rc[h], -EPIPE);
        if (h == LOST)
            continue;
        CU_ASSERT_EQUAL(lines(said[h]), 0);
        CU_ASSERT_EQUAL(common->rank_signal[h], SIGTERM);
    }
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a job that ends", a_job_that_ends},
        {"an engine that is killed", an_engine_that_is_killed},
        {"an engine that is stopped", an_engine_that_is_stopped},
        {"a watchdog that is killed", a_watchdog_that_is_killed},
        {"an engine that is given up", an_engine_that_is_given_up},
        {"a stopped engine that is given up", a_stopped_engine_that_is_given_up},
        {"a launcher that is killed", a_launcher_that_is_killed},
        {"a rank that is killed", a_rank_that_is_killed},
        {"an error of a rank", an_error_of_a_rank},
        {NULL, NULL},
    };
    setenv("EMUQ_HEARTBEAT", "3", 1);
    return emuq_test_main_concurrent("host engines as processes", tests);
}
