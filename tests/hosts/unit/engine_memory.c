/* SPDX-License-Identifier: BSD-3-Clause */
/* A host engine that cannot allocate a frame: a remote host waits for that frame, so the job ends with an
 * error, even if software errors are only reported. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backends/emulator/remote/remote.h"
#include "backends/emulator/core/unit.h"
#include "backends/emulator/core/inject.h"
#include "emuq_test.h"
#include "kernel-shim/partition/host_engine.h"
#include "kernel-shim/partition/rank_exit.h"
#include "kernel-shim/partition/partition.h"

enum { HOSTS = 2, PEER = 1, SAID = 4096, TURNS = 100, ENDLESS = 1 };

static emuq_partition_t *partition;

/* State of the connections. */
static struct {
    bool brings_news, ends_rank, asks;
    bool is_misled;               /* received a frame for a wrong host */
    unsigned turns, frames, told; /* `told`: number of frames that report the reason for the end of the job */
} lanes;

/* Allocation fails for the first frame, and succeeds for the failure report. */
static int send_frame(void *context, uint32_t host, const struct iovec *part, int parts)
{
    (void)context;
    lanes.is_misled |= host != PEER;
    if (lanes.frames++ == 0)
        return -ENOMEM;
    lanes.told += parts == 2 && strstr(part[1].iov_base, "no memory") != NULL;
    return 0;
}

/* Update of the remote host that expects an acknowledgement: a frame of the unit inside a frame of the
 * engine. */
static int bring_news(const emuq_connection_user_t *user)
{
    static char frame[EMUQ_FRAME_ALIGN + sizeof(emuq_remote_update_t)]
        __attribute__((aligned(EMUQ_FRAME_ALIGN)));
    const emuq_remote_update_t news = {{EMUQ_REMOTE_UPDATE, 1}, PEER, EMUQ_UPDATE_CREDIT_REQUEST, 0, 0};
    memset(frame, 0, sizeof frame);
    memcpy(frame + EMUQ_FRAME_ALIGN, &news, sizeof news);
    return user->arrival(user->argument, PEER, frame, sizeof frame);
}

/* Requests that the remote host delivers a segment. */
static void ask(void)
{
    static const char payload[8];
    static emuq_request_t request = {.payload = payload, .length = sizeof payload, .end = sizeof payload};
    static emuq_waiter_t waiter = {.state = EMUQ_REQUESTED, .request = &request};
    emuq_work_t work;
    request.to = &emuq_the_machine->node[PEER];
    emuq_work_begin(&work);
    emuq_remote_request_send(&work, &waiter);
    emuq_work_run(&work);
}

static int turn(void *context, uint64_t ns, const emuq_connection_user_t *user)
{
    (void)context;
    (void)ns;
    if (++lanes.turns == TURNS)
        exit(ENDLESS);
    if (lanes.ends_rank && lanes.turns == 1)
        emuq_rank_end(&partition->process[0], 0);
    if (lanes.asks && lanes.turns == 1)
        ask();
    return lanes.brings_news && lanes.turns == 1 ? bring_news(user) : 0;
}

static void flush(void *context)
{
    (void)context;
}

/* Child process: the engine of host 0. */
static void run_engine(void)
{
    const emuq_job_hosts_t spread = {.hosts = HOSTS};
    const emuq_job_t job = {.shape = {HOSTS, 1, 1, 1, 1}};
    const emuq_connections_t table = {.send = send_frame, .progress = turn, .flush = flush, .parent = -1};
    setenv("EMUQ_ON_ERROR", "report", 1);
    if (emuq_partition_make(&job, true, &spread, &partition) != 0)
        exit(ENDLESS + 1);
    int rc = emuq_host_engine(partition, &table);
    emuq_partition_close(partition);
    exit(rc == -ENOMEM && lanes.told == 1 && !lanes.is_misled ? 0 : ENDLESS + 2);
}

static void expect_end(void)
{
    char said[SAID] = "";
    FILE *file = tmpfile();
    int status;
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        dup2(fileno(file), STDERR_FILENO);
        run_engine();
    }
    CU_ASSERT_EQUAL(waitpid(child, &status, 0), child);
    CU_ASSERT_EQUAL(status, 0);
    CU_ASSERT(pread(fileno(file), said, sizeof said - 1, 0) > 0);
    fclose(file);
    CU_ASSERT_PTR_NOT_NULL(strstr(said, "host 0: its host engine has no memory for messages"));
    CU_ASSERT_PTR_NULL(strstr(said, "is gone")); /* the remote host is alive */
    printf("%s", said);
}

static void an_answer_is_lost(void)
{
    memset(&lanes, 0, sizeof lanes);
    lanes.brings_news = true;
    expect_end();
}

static void the_end_of_a_rank_is_not_told(void)
{
    memset(&lanes, 0, sizeof lanes);
    lanes.ends_rank = true;
    expect_end();
}

static void a_piece_is_not_sent(void)
{
    memset(&lanes, 0, sizeof lanes);
    lanes.asks = true;
    expect_end();
}

int main(void)
{
    static const emuq_test_t tests[] = {{"an answer is lost", an_answer_is_lost},
                                        {"the end of a rank is not told", the_end_of_a_rank_is_not_told},
                                        {"a piece is not sent", a_piece_is_not_sent},
                                        {NULL, NULL}};
    return emuq_test_main("host engine without memory", tests);
}
