/* SPDX-License-Identifier: BSD-3-Clause */
/* PMI-2 against a server that follows a script: requests, and reactions to invalid replies. */
#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "../ranks/capture.h"
#include "emuq_test.h"
#include "kernel-shim/bootstrap/bootstrap.h"
#include "script_server.h"

static const step_t choice = {"cmd=init pmi_version=2 pmi_subversion=0\n",
                              "cmd=response_to_init pmi_version=2 pmi_subversion=0 rc=0\n"};
static const step_t init = {
    "cmd=fullinit;pmijobid=7.0;pmirank=1;threaded=FALSE;",
    "cmd=fullinit-response;rc=0;pmi-version=2;pmi-subversion=0;rank=1;size=2;appnum=-1;"
    "debugged=FALSE;pmiverbose=FALSE;"};
static const step_t mapping = {"cmd=info-getjobattr;key=PMI_process_mapping;",
                               "cmd=info-getjobattr-response;rc=0;found=TRUE;value=(vector,(0,2,1));"};
static const step_t put = {"cmd=kvs-put;key=emuq-1-1;value=xm%3bi%20ne;", "cmd=kvs-put-response;rc=0;"};
static const step_t fence = {"cmd=kvs-fence;", "cmd=kvs-fence-response;rc=0;"};
static const step_t get = {"cmd=kvs-get;jobid=7.0;srcid=-1;key=emuq-1-0;",
                           "cmd=kvs-get-response;rc=0;found=TRUE;value=xa%20b%3dc;"};
static const step_t finalize = {"cmd=finalize;", "cmd=finalize-response;rc=0;"};

static char text[2][8];

/* All requests of a rank on two hosts. */
static int bootstrap(void)
{
    uint32_t rank = 9, ranks = 9, host[2], hosts = 0;
    const uint32_t giver[] = {0, 1};
    const emuq_gather_t what = {2, giver, text[0], sizeof(text[0]), 0, 2, false};
    strcpy(text[1], "m;i ne");
    int error = emuq_bootstrap_pmi2.open(&rank, &ranks);
    if (error != 0)
        return error;
    CU_ASSERT(rank == 1 && ranks == 2);
    error = emuq_bootstrap_hosts(&emuq_bootstrap_pmi2, rank, ranks, host, &hosts);
    if (error != 0)
        return error;
    CU_ASSERT(hosts == 2 && host[0] == 0 && host[1] == 1);
    return emuq_bootstrap_pmi2.gather(&what);
}

static void two_hosts(void)
{
    const step_t steps[] = {choice, init, mapping, put, fence, get, fence, finalize, {NULL, NULL}};
    server_t server;
    start(&server, "1", steps);
    CU_ASSERT_EQUAL(bootstrap(), 0);
    CU_ASSERT_STRING_EQUAL(text[0], "a b=c");
    CU_ASSERT_STRING_EQUAL(text[1], "m;i ne");
    emuq_bootstrap_pmi2.close();
    stop(&server);
}

static void no_mapping(void)
{
    const step_t none = {mapping.request, "cmd=info-getjobattr-response;rc=0;found=FALSE;"};
    const step_t steps[] = {choice, init, none, {NULL, NULL}};
    uint32_t rank, ranks, node[2];
    server_t server;
    start(&server, "1", steps);
    CU_ASSERT_EQUAL(emuq_bootstrap_pmi2.open(&rank, &ranks), 0);
    CU_ASSERT_EQUAL(emuq_bootstrap_pmi2.nodes(ranks, node), -ENODATA);
    stop(&server);
}

/* The last message has no reply. */
static void aborts(void)
{
    const step_t word = {"cmd=abort;isworld=TRUE;msg=rank 1 exits with status 7, which ends the job;", NULL};
    const step_t steps[] = {choice, init, word, {NULL, NULL}};
    uint32_t rank, ranks;
    server_t server;
    start(&server, "1", steps);
    CU_ASSERT_EQUAL(emuq_bootstrap_pmi2.open(&rank, &ranks), 0);
    emuq_bootstrap_pmi2.abort(7);
    stop(&server);
}

/* Each script causes an error and a message; the connection is unused afterwards. */
static void wrong_answers(void)
{
    const struct {
        int error;
        const char *answer; /* to the last request; NULL: the server closes */
        step_t steps[REQUESTS];
    } cases[] = {
        {-EPIPE, NULL, {choice}},
        {-EPROTO, "cmd=response_to_init rc=-1\n", {choice}},
        {-EPROTO, "cmd=response_to_init pmi_version=2\n", {choice}},
        {-EPIPE, NULL, {choice, init}},
        {-EPIPE, "    ", {choice, init}},
        {-EPROTO, "    0x", {choice, init}},
        {-EPROTO, "999999cmd", {choice, init}},
        {-EPROTO, "     0", {choice, init}},
        {-EPIPE, "    99cmd=fullinit-response;", {choice, init}},
        {-EPROTO, "cmd=fullinit-response;rc=1;", {choice, init}},
        {-EPROTO, "cmd=fullinit-response;", {choice, init}},
        {-EPROTO, "cmd=kvs-put-response;rc=0;", {choice, init}},
        {-EPROTO, "cmd=info-getjobattr-response;rc=3;", {choice, init, mapping}},
        {-EPIPE, NULL, {choice, init, mapping, put}},
        {-EPIPE, NULL, {choice, init, mapping, put, fence}},
        {-EPROTO, "cmd=kvs-get-response;rc=0;found=FALSE;", {choice, init, mapping, put, fence, get}},
        {-EPROTO, "cmd=kvs-get-response;rc=0;found=TRUE;value=a;", {choice, init, mapping, put, fence, get}},
        {-EMSGSIZE,
         "cmd=kvs-get-response;rc=0;found=TRUE;value=xabcdefgh;",
         {choice, init, mapping, put, fence, get}},
        {-EPIPE, NULL, {choice, init, mapping, put, fence, get, fence}},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        step_t steps[REQUESTS + 1] = {{NULL, NULL}};
        int last = 0;
        for (; cases[i].steps[last].request != NULL; last++)
            steps[last] = cases[i].steps[last];
        steps[last - 1].answer = cases[i].answer;
        capture_t capture;
        server_t server;
        start(&server, "1", steps);
        capture_begin(&capture);
        int error = bootstrap();
        emuq_bootstrap_pmi2.close();
        capture_end(&capture);
        if (error != cases[i].error || capture_lines(&capture) != 1)
            printf("case %zu: %d %s\n", i, error, capture.text);
        CU_ASSERT_EQUAL(error, cases[i].error);
        CU_ASSERT_EQUAL(capture_lines(&capture), 1);
        CU_ASSERT_EQUAL(strncmp(capture.text, "emuq: rank 1: PMI-2: ", 21), 0);
        stop(&server);
    }
}

int main(void)
{
    static const emuq_test_t tests[] = {{"two hosts", two_hosts},
                                        {"no process mapping", no_mapping},
                                        {"abort", aborts},
                                        {"wrong answers", wrong_answers},
                                        {NULL, NULL}};
    return emuq_test_main("PMI-2 server", tests);
}
