/* SPDX-License-Identifier: BSD-3-Clause */
/* PMI-1 against a server that follows a script: what is sent, and what becomes of wrong answers, silence and
 * a closed connection. */
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>

#include "../ranks/capture.h"
#include "emuq_test.h"
#include "environment.h"
#include "kernel-shim/bootstrap/method.h"

#define REQUESTS 12

/* What the server expects, and answers. */
typedef struct step {
    const char *request; /* NULL: the end; the server closes */
    const char *answer;  /* NULL: nothing */
} step_t;

static const step_t init = {"cmd=init pmi_version=1 pmi_subversion=1\n",
                            "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0\n"};
static const step_t limits = {"cmd=get_maxes\n", "cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024\n"};
static const step_t name = {"cmd=get_my_kvsname\n", "cmd=my_kvsname kvsname=kvs_1_0\n"};
static const step_t barrier = {"cmd=barrier_in\n", "cmd=barrier_out\n"};
static const step_t finalize = {"cmd=finalize\n", "cmd=finalize_ack\n"};

#define PUT "cmd=put kvsname=kvs_1_0 key=emuq-partition value="
#define GET "cmd=get kvsname=kvs_1_0 key=emuq-partition\n"
static const step_t put = {PUT "x6120623d63\n", "cmd=put_result rc=0 msg=success\n"}; /* "a b=c" */
static const step_t get = {GET, "cmd=get_result rc=0 msg=success value=x6120623d63\n"};

typedef struct server {
    step_t step[REQUESTS];
    int fd[2]; /* of the server, of the client */
    int wrong; /* requests other than expected; valid after the thread has ended */
    pthread_t thread;
} server_t;

static void *serve(void *argument)
{
    server_t *s = argument;
    for (const step_t *step = s->step; step->request != NULL; step++) {
        char line[4096];
        size_t length = 0;
        while (length < sizeof(line) - 1 && read(s->fd[0], &line[length], 1) == 1)
            if (line[length++] == '\n')
                break;
        line[length] = '\0';
        if (strcmp(line, step->request) != 0) {
            printf("server: got \"%s\" for \"%s\"\n", line, step->request);
            s->wrong++;
        }
        if (step->answer != NULL && write(s->fd[0], step->answer, strlen(step->answer)) < 0)
            s->wrong++;
    }
    shutdown(s->fd[0], SHUT_WR);
    char byte;
    while (read(s->fd[0], &byte, 1) == 1) /* until the client has gone; it must say nothing more */
        s->wrong++;
    close(s->fd[0]);
    return NULL;
}

/* Starts a server with the steps, and sets the environment of rank @p rank of 2. */
static void start(server_t *s, const char *rank, const step_t *steps)
{
    memset(s, 0, sizeof(*s));
    for (int i = 0; steps[i].request != NULL; i++)
        s->step[i] = steps[i];
    CU_ASSERT_EQUAL_FATAL(socketpair(AF_UNIX, SOCK_STREAM, 0, s->fd), 0);
    char fd[16];
    snprintf(fd, sizeof(fd), "%d", s->fd[1]);
    const char *const variables[] = {"PMI_FD", fd, "PMI_RANK", rank, "PMI_SIZE", "2", NULL};
    environment(variables);
    pthread_create(&s->thread, NULL, serve, s);
}

static void stop(server_t *s)
{
    close(s->fd[1]);
    pthread_join(s->thread, NULL);
    CU_ASSERT_EQUAL(s->wrong, 0);
}

/* open() and share() as a constructor would call them. */
static int bootstrap(char *text, size_t bytes)
{
    uint32_t rank = 9, ranks = 9;
    int error = emuq_bootstrap_pmi.open(&rank, &ranks);
    if (error != 0)
        return error;
    CU_ASSERT_EQUAL(ranks, 2);
    return emuq_bootstrap_pmi.share(text, bytes);
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
    CU_ASSERT_EQUAL(bootstrap(text, sizeof(text)), 0);
    CU_ASSERT_STRING_EQUAL(text, "a b=c");
    emuq_bootstrap_pmi.close();
    stop(&server);
}

/* What comes behind an answer is for MPI. */
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

/* MPI_Finalize() has closed the descriptor, and the program has opened another. */
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

/* Each script is answered by an error and one line; after that the connection is left alone. */
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
        {-EPROTO, "1", "cmd=get_result rc=0 value=x61206\n", {init, limits, name, barrier, get}},
        {-EPROTO, "1", "cmd=get_result rc=0 value=\n", {init, limits, name, barrier, get}},
        {-EPROTO, "1", "cmd=get_result rc=0 value=616263\n", {init, limits, name, barrier, get}},
        {-EPROTO, "1", "cmd=get_result rc=0 value=x/path\n", {init, limits, name, barrier, get}},
        {-EMSGSIZE, "1", "cmd=get_result rc=0 value=x616263646566\n", {init, limits, name, barrier, get}},
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

static void too_long_for_the_server(void)
{
    const step_t short_limit = {"cmd=get_maxes\n", "cmd=maxes kvsname_max=8 keylen_max=8 vallen_max=11\n"};
    const step_t steps[] = {init, short_limit, name, {NULL, NULL}};
    char text[] = "a b=c"; /* x, 10 digits and a zero */
    capture_t capture;
    server_t server;
    start(&server, "0", steps);
    capture_begin(&capture);
    CU_ASSERT_EQUAL(bootstrap(text, sizeof(text)), -EMSGSIZE);
    capture_end(&capture);
    CU_ASSERT_EQUAL(capture_lines(&capture), 1);
    stop(&server);
}

/* A rank never comes. */
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
    CU_ASSERT_EQUAL(server.wrong, 1); /* the request that never came */
}

int main(void)
{
    static const emuq_test_t tests[] = {{"rank 0 gives", gives},
                                        {"rank 1 gets", gets},
                                        {"reads nothing ahead", reads_nothing_ahead},
                                        {"leaves another file on the descriptor alone", leaves_others_alone},
                                        {"wrong answers", wrong_answers},
                                        {"text too long for the server", too_long_for_the_server},
                                        {"silence", silence},
                                        {NULL, NULL}};
    return emuq_test_main("PMI-1 server", tests);
}
