/* SPDX-License-Identifier: BSD-3-Clause */
/* PAMI: each of two tasks puts a row into the memory of the other task. */
#include <err.h>
#include <pami.h>
#include <stdio.h>
#include <string.h>

static double row[2][1000];            /* source and target */
static pami_memregion_t local, remote; /* rows of this task and of the other task */
static unsigned events;                /* complete transfers, and notes of the other task */

static void must(pami_result_t result)
{
    char text[300];
    if (result != PAMI_SUCCESS && PAMI_Error_text(text, sizeof text) != 0)
        errx(1, "%s", text);
}

static void on_note(pami_context_t context, void *cookie, const void *header, size_t header_size,
                    const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)context, (void)cookie, (void)header, (void)header_size, (void)origin, (void)recv;
    memcpy(&remote, data, data_size);
    events++;
}

static void on_done(pami_context_t context, void *note, pami_result_t result)
{
    must(result);
    must(PAMI_Send_immediate(context, note));
    events++;
}

int main(void)
{
    pami_client_t client;
    pami_context_t context;
    size_t bytes;
    pami_configuration_t task = {.name = PAMI_CLIENT_TASK_ID};
    pami_dispatch_callback_function function = {.p2p = on_note};
    pami_send_immediate_t note = {.data = {&local, sizeof local}, .dispatch = 1};
    must(PAMI_Client_create("TUTORIAL", &client, NULL, 0));
    must(PAMI_Client_query(client, &task, 1));
    must(PAMI_Context_createv(client, NULL, 0, &context, 1));
    must(PAMI_Dispatch_set(context, 1, function, NULL, (pami_dispatch_hint_t){0}));
    must(PAMI_Endpoint_create(client, 1 - task.value.intval, 0, &note.dest));
    must(PAMI_Memregion_create(context, row, sizeof row, &bytes, &local));
    row[0][0] = 100.0 + task.value.intval;
    must(PAMI_Send_immediate(context, &note));
    while (events < 1)
        must(PAMI_Context_advance(context, 1));
    pami_rput_simple_t put = {.rma = {.dest = note.dest, .bytes = sizeof row[0], .cookie = &note},
                              .rdma = {{&local, 0}, {&remote, sizeof row[0]}}};
    put.put.rdone_fn = on_done;
    must(PAMI_Rput(context, &put));
    while (events < 3)
        must(PAMI_Context_advance(context, 1));
    printf("task %zu: received %.0f\n", task.value.intval, row[1][0]);
    must(PAMI_Client_destroy(&client));
}
