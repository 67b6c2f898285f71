/* SPDX-License-Identifier: BSD-3-Clause */
/* PMI-1 against a server that follows a script: requests, and reactions to invalid replies, silence and a
 * closed connection. */
#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "../ranks/capture.h"
#include "emuq_test.h"
#include "kernel-shim/bootstrap/bootstrap.h"
#include "script_server.h"

static const step_t init = {"cmd=init pmi_version=1 pmi_subversion=1\n",
                            "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0\n"};
static const step_t limits = {"cmd=get_maxes\n", "cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024\n"};
static const step_t name = {"cmd=get_my_kvsname\n", "cmd=my_kvsname kvsname=kvs_1_0\n"};
static const step_t barrier = {"cmd=barrier_in\n", "cmd=barrier_out\n"};
static const step_t finalize = {"cmd=finalize\n", "cmd=finalize_ack\n"};

#define PUT "cmd=put kvsname=kvs_1_0 key=emuq-1-0 value="
#define GET "cmd=get kvsname=kvs_1_0 key=emuq-1-0\n"
static const step_t put = {PUT "xa%20b%3dc\n", "cmd=put_result rc=0 msg=success\n"}; /* "a b=c" */
static const step_t get = {GET, "cmd=get_result rc=0 msg=success value=xa%20b%3dc\n"};

/* recv() of this thread, by --wrap. */
static __thread unsigned received;

ssize_t __real_recv(int fd, void *bytes, size_t length, int flags);
ssize_t __wrap_recv(int fd, void *bytes, size_t length, int flags);
ssize_t __wrap_recv(int fd, void *bytes, size_t length, int flags)
{
    received++;
    return __real_recv(fd, bytes, length, flags);
}

/* open() and gather() as in a constructor. */
static int bootstrap(char *text, size_t bytes)
{
    uint32_t rank = 9, ranks = 9;
    int error = emuq_bootstrap_pmi.open(&rank, &ranks);
    if (error != 0)
        return error;
    CU_ASSERT_EQUAL(ranks, 2);
    const uint32_t giver = 0;
    const emuq_gather_t what = {1, &giver, text, bytes, 0, 1, false};
    return emuq_bootstrap_pmi.gather(&what);
}

static void gives(void)
{
    const step_t steps[] = {init, limits, name, put, barrier, barrier, finalize, {NULL, NULL}};
    char text[] = "a b=c";
    server_t server;
    start(&server, "0", steps);
    CU_ASSERT_EQUAL(bootstrap(text, sizeof(text)), 0);
    emuq_bootstrap_pmi.close();
    stop(&server);
}

static void gets(void)
{
    const step_t steps[] = {init, limits, name, barrier, get, barrier, finalize, {NULL, NULL}};
    char text[6] = ""; /* exactly long enough */
    server_t server;
    start(&server, "1", steps);
    received = 0;
    CU_ASSERT_EQUAL(bootstrap(text, sizeof(text)), 0);
    CU_ASSERT_STRING_EQUAL(text, "a b=c");
    CU_ASSERT(received <= 4 * (sizeof(steps) / sizeof(steps[0]))); /* lines, not bytes */
    emuq_bootstrap_pmi.close();
    stop(&server);
}

/* Bytes behind a reply belong to MPI. */
static void reads_nothing_ahead(void)
{
    const step_t last = {"cmd=barrier_in\n", "cmd=barrier_out\nnext"};
    const step_t steps[] = {init, limits, name, barrier, get, last, {NULL, NULL}};
    char text[6], next[8] = "";
    server_t server;
    start(&server, "1", steps);
    CU_ASSERT_EQUAL(bootstrap(text, sizeof(text)), 0);
    CU_ASSERT_EQUAL(recv(server.fd[1], next, 4, MSG_WAITALL), 4);
    CU_ASSERT_STRING_EQUAL(next, "next");
    stop(&server);
}

/* MPI_Finalize() has closed the descriptor, and the program has reused the number. */
static void leaves_others_alone(void)
{
    const step_t steps[] = {init, limits, name, put, barrier, barrier, {NULL, NULL}};
    char text[] = "a b=c", byte;
    int other[2];
    server_t server;
    start(&server, "0", steps);
    CU_ASSERT_EQUAL(bootstrap(text, sizeof(text)), 0);
    CU_ASSERT_EQUAL_FATAL(socketpair(AF_UNIX, SOCK_STREAM, 0, other), 0);
    dup2(other[1], server.fd[1]);
    emuq_bootstrap_pmi.close();
    CU_ASSERT(recv(other[0], &byte, 1, MSG_DONTWAIT) < 0 && errno == EAGAIN);
    close(server.fd[1]);
    emuq_bootstrap_pmi.close(); /* now it is closed */
    close(other[0]);
    close(other[1]);
    pthread_join(server.thread, NULL);
    CU_ASSERT_EQUAL(server.wrong, 0);
}

static const char endless[5000] = {[0 ... 4998] = 'x'};

/* Each script causes an error and a message; the connection is unused afterwards. */
static void wrong_answers(void)
{
    const struct {
        int error;
        const char *rank;
        const char *answer; /* to the last request; NULL: the server closes */
        step_t steps[REQUESTS];
    } cases[] = {
        {-EPIPE, "1", NULL, {init}},
        {-EPIPE, "1", "cmd=response_to_init", {init}}, /* and closes in the middle of the line */
        {-EPROTO, "1", "\n", {init}},
        {-EPROTO, "1", "cmd=response_to_init rc=-1\n", {init}},
        {-EPROTO, "1", "cmd=barrier_out\n", {init}},
        {-EPROTO, "1", endless, {init}},
        {-EPIPE, "1", NULL, {init, limits}},
        {-EPROTO, "1", "cmd=maxes\n", {init, limits}},
        {-EPROTO, "1", "cmd=maxes vallen_max=many\n", {init, limits}},
        {-EPIPE, "1", NULL, {init, limits, name}},
        {-EPROTO, "1", "cmd=my_kvsname\n", {init, limits, name}},
        {-EPIPE, "0", NULL, {init, limits, name, put}},
        {-EPROTO, "0", "cmd=put_result rc=-1 msg=duplicate_key\n", {init, limits, name, put}},
        {-EPIPE, "1", NULL, {init, limits, name, barrier}},
        {-EPROTO, "1", "cmd=abort\n", {init, limits, name, barrier}},
        {-EPIPE, "1", NULL, {init, limits, name, barrier, get}},
        {-EPROTO,
         "1",
         "cmd=get_result rc=-1 msg=key_not_found value=unknown\n",
         {init, limits, name, barrier, get}},
        {-EPROTO, "1", "cmd=get_result rc=0 msg=success\n", {init, limits, name, barrier, get}},
        {-EPROTO, "1", "cmd=get_result rc=0 value=xa%2\n", {init, limits, name, barrier, get}},
        {-EPROTO, "1", "cmd=get_result rc=0 value=\n", {init, limits, name, barrier, get}},
        {-EPROTO, "1", "cmd=get_result rc=0 value=abc\n", {init, limits, name, barrier, get}},
        {-EPROTO, "1", "cmd=get_result rc=0 value=x(path)\n", {init, limits, name, barrier, get}},
        {-EMSGSIZE, "1", "cmd=get_result rc=0 value=xabcdef\n", {init, limits, name, barrier, get}},
        {-EPIPE, "1", NULL, {init, limits, name, barrier, get, barrier}},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        step_t steps[REQUESTS + 1] = {{NULL, NULL}};
        int last = 0;
        for (; cases[i].steps[last].request != NULL; last++)
            steps[last] = cases[i].steps[last];
        steps[last - 1].answer = cases[i].answer;
        char text[6] = "a b=c";
        capture_t capture;
        server_t server;
        start(&server, cases[i].rank, steps);
        capture_begin(&capture);
        int error = bootstrap(text, sizeof(text));
        emuq_bootstrap_pmi.close();
        capture_end(&capture);
        if (error != cases[i].error || capture_lines(&capture) != 1)
            printf("case %zu: %d %s\n", i, error, capture.text);
        CU_ASSERT_EQUAL(error, cases[i].error);
        CU_ASSERT_EQUAL(capture_lines(&capture), 1);
        CU_ASSERT_EQUAL(strncmp(capture.text, "emuq: rank ", 11), 0);
        stop(&server);
    }
}

/* An earlier program of the same process (in a script) has closed the connection. */
static void used_before(void)
{
    const step_t steps[] = {{NULL, NULL}};
    char text[6] = "a b=c", byte;
    capture_t capture;
    server_t server;
    start(&server, "1", steps);
    CU_ASSERT_EQUAL(recv(server.fd[1], &byte, 1, MSG_PEEK), 0);
    capture_begin(&capture);
    CU_ASSERT_EQUAL(bootstrap(text, sizeof(text)), -EPIPE);
    emuq_bootstrap_pmi.close();
    capture_end(&capture);
    CU_ASSERT_EQUAL(capture_lines(&capture), 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(capture.text, "one program per process"));
    stop(&server);
}

static void too_long_for_the_server(void)
{
    const step_t short_limit = {"cmd=get_maxes\n", "cmd=maxes kvsname_max=8 keylen_max=8 vallen_max=10\n"};
    const step_t steps[] = {init, short_limit, name, {NULL, NULL}};
    char text[] = "a b=c"; /* x, 9 characters and a zero */
    capture_t capture;
    server_t server;
    start(&server, "0", steps);
    capture_begin(&capture);
    CU_ASSERT_EQUAL(bootstrap(text, sizeof(text)), -EMSGSIZE);
    capture_end(&capture);
    CU_ASSERT_EQUAL(capture_lines(&capture), 1);
    stop(&server);
}

/* A rank is missing. */
static void silence(void)
{
    const step_t silent = {"cmd=barrier_in\n", NULL}, never = {"(never sent)", NULL};
    const step_t steps[] = {init, limits, name, silent, never, {NULL, NULL}};
    char text[6];
    capture_t capture;
    server_t server;
    start(&server, "1", steps);
    capture_begin(&capture);
    emuq_bootstrap_seconds = 1;
    CU_ASSERT_EQUAL(bootstrap(text, sizeof(text)), -ETIMEDOUT);
    emuq_bootstrap_seconds = 60;
    emuq_bootstrap_pmi.close();
    capture_end(&capture);
    CU_ASSERT_EQUAL(capture_lines(&capture), 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(capture.text, "waiting for all ranks"));
    close(server.fd[1]);
    pthread_join(server.thread, NULL);
    CU_ASSERT_EQUAL(server.wrong, 1); /* the missing request */
}

/* Texts of two hosts, with a launcher that knows the nodes of ranks. */
static void two_hosts(void)
{
    const step_t mapping = {"cmd=get kvsname=kvs_1_0 key=PMI_process_mapping\n",
                            "cmd=get_result rc=0 msg=success value=(vector,(0,2,1))\n"};
    const step_t put_1 = {"cmd=put kvsname=kvs_1_0 key=emuq-1-1 value=xmine\n", "cmd=put_result rc=0\n"};
    const step_t steps[] = {init,    limits, name,    mapping,  put_1,
                            barrier, get,    barrier, finalize, {NULL, NULL}};
    uint32_t rank, ranks, host[2], hosts = 0;
    const uint32_t giver[] = {0, 1};
    char text[2][16] = {"", "mine"};
    const emuq_gather_t what = {2, giver, text[0], sizeof(text[0]), 0, 2, false};
    server_t server;
    start(&server, "1", steps);
    CU_ASSERT_EQUAL(emuq_bootstrap_pmi.open(&rank, &ranks), 0);
    CU_ASSERT_EQUAL(emuq_bootstrap_hosts(&emuq_bootstrap_pmi, rank, ranks, host, &hosts), 0);
    CU_ASSERT(hosts == 2 && host[0] == 0 && host[1] == 1);
    CU_ASSERT_EQUAL(emuq_bootstrap_pmi.gather(&what), 0);
    CU_ASSERT_STRING_EQUAL(text[0], "a b=c");
    CU_ASSERT_STRING_EQUAL(text[1], "mine");
    emuq_bootstrap_pmi.close();
    stop(&server);
}

/* A rank requests only its texts, and does not wait for all receivers if all ranks continue. */
static void takes_some(void)
{
    const step_t put_1 = {"cmd=put kvsname=kvs_1_0 key=emuq-1-1 value=xmine\n", "cmd=put_result rc=0\n"};
    const step_t steps[] = {init, limits, name, put_1, barrier, finalize, {NULL, NULL}};
    uint32_t rank, ranks;
    const uint32_t giver[] = {0, 1};
    char text[2][16] = {"", "mine"};
    const emuq_gather_t what = {2, giver, text[0], sizeof(text[0]), 1, 2, true};
    server_t server;
    start(&server, "1", steps);
    CU_ASSERT_EQUAL(emuq_bootstrap_pmi.open(&rank, &ranks), 0);
    CU_ASSERT_EQUAL(emuq_bootstrap_pmi.gather(&what), 0);
    CU_ASSERT_STRING_EQUAL(text[0], "");
    CU_ASSERT_STRING_EQUAL(text[1], "mine");
    emuq_bootstrap_pmi.close();
    stop(&server);
}

/* A launcher without the mapping, or with a private format. */
static void no_mapping(void)
{
    static const char *const answers[] = {"cmd=get_result rc=-1 msg=key_not_found value=unknown\n",
                                          "cmd=get_result rc=0 value=(matrix)\n", "cmd=get_result rc=0\n"};
    for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++) {
        const step_t mapping = {"cmd=get kvsname=kvs_1_0 key=PMI_process_mapping\n", answers[i]};
        const step_t steps[] = {init, limits, name, mapping, finalize, {NULL, NULL}};
        uint32_t rank, ranks, node[2];
        server_t server;
        start(&server, "1", steps);
        CU_ASSERT_EQUAL(emuq_bootstrap_pmi.open(&rank, &ranks), 0);
        CU_ASSERT_EQUAL(emuq_bootstrap_pmi.nodes(ranks, node), -ENODATA);
        emuq_bootstrap_pmi.close();
        stop(&server);
    }
}

int main(void)
{
    static const emuq_test_t tests[] = {{"rank 0 gives", gives},
                                        {"rank 1 gets", gets},
                                        {"reads nothing ahead", reads_nothing_ahead},
                                        {"leaves another file on the descriptor alone", leaves_others_alone},
                                        {"wrong answers", wrong_answers},
                                        {"text too long for the server", too_long_for_the_server},
                                        {"a program before has used the connection", used_before},
                                        {"silence", silence},
                                        {"two hosts", two_hosts},
                                        {"takes some", takes_some},
                                        {"no process mapping", no_mapping},
                                        {NULL, NULL}};
    return emuq_test_main("PMI-1 server", tests);
}
