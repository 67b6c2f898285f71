/* SPDX-License-Identifier: BSD-3-Clause */
/* PAMI: each task requests a number of the next task, whose dispatch function replies. */
#include <err.h>
#include <pami.h>
#include <stdio.h>
#include <string.h>

enum { REQUEST = 1, REPLY };
static size_t number, copy; /* of this task, of the next task */
static unsigned served, replies;

static void must(pami_result_t result)
{
    char text[300];
    if (result != PAMI_SUCCESS && PAMI_Error_text(text, sizeof text) != 0)
        errx(1, "%s", text);
}

static void on_query(pami_context_t context, void *cookie, const void *header, size_t header_size,
                     const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)cookie, (void)header, (void)header_size, (void)data, (void)data_size, (void)recv;
    pami_send_immediate_t reply = {
        .data = {&number, sizeof(size_t)}, .dispatch = REPLY, .dest = origin};
    must(PAMI_Send_immediate(context, &reply));
    served++;
}

static void on_reply(pami_context_t context, void *cookie, const void *header, size_t header_size,
                     const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)context, (void)cookie, (void)header, (void)header_size, (void)origin, (void)recv;
    memcpy(&copy, data, data_size);
    replies++;
}

int main(void)
{
    pami_client_t client;
    pami_context_t context;
    pami_configuration_t query[] = {{.name = PAMI_CLIENT_TASK_ID}, {.name = PAMI_CLIENT_NUM_TASKS}};
    pami_dispatch_callback_function request = {.p2p = on_query}, reply = {.p2p = on_reply};
    must(PAMI_Client_create("TUTORIAL", &client, NULL, 0));
    must(PAMI_Client_query(client, query, 2));
    must(PAMI_Context_createv(client, NULL, 0, &context, 1));
    size_t task = query[0].value.intval, tasks = query[1].value.intval;
    number = task * task;
    must(PAMI_Dispatch_set(context, REQUEST, request, NULL, (pami_dispatch_hint_t){0}));
    must(PAMI_Dispatch_set(context, REPLY, reply, NULL, (pami_dispatch_hint_t){0}));
    pami_send_immediate_t message = {.dispatch = REQUEST};
    must(PAMI_Endpoint_create(client, (task + 1) % tasks, 0, &message.dest));
    must(PAMI_Send_immediate(context, &message));
    while (served == 0 || replies == 0)
        must(PAMI_Context_advance(context, 1));
    printf("task %zu: the next task has %zu\n", task, copy);
    must(PAMI_Client_destroy(&client));
}
