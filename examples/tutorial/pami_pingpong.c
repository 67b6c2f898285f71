/* SPDX-License-Identifier: BSD-3-Clause */
/* PAMI: tasks 0 and 1 exchange messages. Argument: bytes of a message. */
#include <err.h>
#include <pami.h>
#include <stdio.h>
#include <stdlib.h>

enum { HOPS = 200, LONGEST = 1 << 20 };
static char buffer[LONGEST];
static unsigned events; /* messages sent and received */

static void must(pami_result_t result)
{
    char text[300];
    if (result != PAMI_SUCCESS && PAMI_Error_text(text, sizeof text) != 0)
        errx(1, "%s", text);
}

static void on_done(pami_context_t context, void *cookie, pami_result_t result)
{
    (void)context, (void)cookie, must(result);
    events++;
}

static void on_ball(pami_context_t context, void *cookie, const void *header, size_t header_size,
                    const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)context, (void)header, (void)header_size, (void)data, (void)data_size, (void)origin;
    recv->addr = cookie;
    recv->local_fn = on_done;
}

int main(int argc, char **argv)
{
    pami_client_t client;
    pami_context_t context;
    pami_configuration_t task = {.name = PAMI_CLIENT_TASK_ID};
    pami_dispatch_callback_function function = {.p2p = on_ball};
    pami_dispatch_hint_t hints = {.recv_immediate = PAMI_HINT_DISABLE};
    pami_send_t ball = {.send = {.data = {buffer, argc > 1 ? atoi(argv[1]) : 8}, .dispatch = 1},
                        .events = {.local_fn = on_done}};
    if (ball.send.data.iov_len > LONGEST)
        errx(1, "%s: expected 0 to %d bytes", argv[1], LONGEST);
    must(PAMI_Client_create("TUTORIAL", &client, NULL, 0));
    must(PAMI_Client_query(client, &task, 1));
    must(PAMI_Context_createv(client, NULL, 0, &context, 1));
    must(PAMI_Dispatch_set(context, 1, function, buffer, hints));
    must(PAMI_Endpoint_create(client, 1 - task.value.intval, 0, &ball.send.dest));
    double start = PAMI_Wtime(client);
    for (unsigned hop = 0; hop < HOPS; hop++) {
        if (hop % 2 == task.value.intval)
            must(PAMI_Send(context, &ball));
        while (events <= hop)
            must(PAMI_Context_advance(context, 1));
    }
    double us = 1e6 * (PAMI_Wtime(client) - start) / HOPS;
    if (task.value.intval == 0)
        printf("%zu bytes: %.2f us\n", ball.send.data.iov_len, us);
    must(PAMI_Client_destroy(&client));
}
