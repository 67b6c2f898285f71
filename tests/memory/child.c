/* SPDX-License-Identifier: BSD-3-Clause */
/* A forked child of a rank that sends ends with nonzero status and does not affect the rank: the rank's
 * messages before and after arrive once, with the rank's bytes. */
#include <pami.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BYTES = 400, ROUNDS = 3 };
static pami_client_t client;
static pami_context_t context;
static char data[BYTES], received[ROUNDS + 1];
static int left, arrived;

static void must(pami_result_t result, const char *what)
{
    if (result != PAMI_SUCCESS) {
        fprintf(stderr, "%s: %d\n", what, (int)result);
        exit(2);
    }
}

static void done(pami_context_t c, void *cookie, pami_result_t result)
{
    (void)c, (void)cookie;
    must(result, "an operation");
    left--;
}

static void on_message(pami_context_t c, void *k, const void *h, size_t hs, const void *bytes, size_t n,
                       pami_endpoint_t o, pami_recv_t *r)
{
    (void)c, (void)k, (void)h, (void)hs, (void)o;
    if (r != NULL || n != BYTES || arrived >= ROUNDS)
        exit(3);
    received[arrived++] = *(const char *)bytes;
}

static void barrier(void)
{
    pami_xfer_t x;
    pami_geometry_t world;
    memset(&x, 0, sizeof x);
    must(PAMI_Geometry_world(client, &world), "world");
    must(PAMI_Geometry_algorithms_query(world, PAMI_XFER_BARRIER, &x.algorithm, NULL, 1, NULL, NULL, 0),
         "query");
    left = 1;
    x.cb_done = done;
    must(PAMI_Collective(context, &x), "barrier");
    while (left > 0)
        PAMI_Context_advance(context, 1);
}

static void send_all(char value)
{
    pami_send_t x;
    pami_endpoint_t other;
    must(PAMI_Endpoint_create(client, 1, 0, &other), "endpoint");
    memset(data, value, sizeof data);
    memset(&x, 0, sizeof x);
    x.send.data = (struct iovec){data, sizeof data};
    x.send.dispatch = 1;
    x.send.dest = other;
    x.events.local_fn = done;
    left = 1;
    must(PAMI_Send(context, &x), "PAMI_Send");
    while (left > 0)
        PAMI_Context_advance(context, 1);
}

static void send_from_child(void)
{
    int status = -1;
    pid_t child = fork();
    if (child == 0) {
        send_all('c');
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) == 0) {
        fprintf(stderr, "status of the child: 0x%x\n", (unsigned)status);
        exit(4);
    }
}

int main(void)
{
    pami_configuration_t question = {.name = PAMI_CLIENT_TASK_ID};
    pami_dispatch_hint_t none;
    must(PAMI_Client_create("TEST", &client, NULL, 0), "client");
    must(PAMI_Client_query(client, &question, 1), "query");
    must(PAMI_Context_createv(client, NULL, 0, &context, 1), "context");
    memset(&none, 0, sizeof none);
    must(PAMI_Dispatch_set(context, 1, (pami_dispatch_callback_function){.p2p = on_message}, NULL, none),
         "dispatch");
    barrier();
    for (int i = 0; i < ROUNDS && question.value.intval == 0; i++) {
        send_all((char)('0' + i));
        send_from_child();
    }
    while (arrived < ROUNDS && question.value.intval == 1)
        PAMI_Context_advance(context, 1);
    barrier();
    if (question.value.intval == 1 && strcmp(received, "012") != 0) {
        fprintf(stderr, "received: %s\n", received);
        return 5;
    }
    return 0;
}
