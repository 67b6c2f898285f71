/* SPDX-License-Identifier: BSD-3-Clause */
/* PAMI: tasks 0 and 1 put a row into memory of the other task, and get a row from there. */
#include <err.h>
#include <pami.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NOTE = 1, MINE = 0, WRITTEN, READ, CELLS = 1000, ROW = CELLS * sizeof(double) };
typedef struct {
    pami_memregion_t other; /* rows of the other task */
    unsigned notes, done;
} state_t;

static void must(pami_result_t result)
{
    char text[300];
    if (result != PAMI_SUCCESS && PAMI_Error_text(text, sizeof text) != 0)
        errx(1, "%s", text);
}

static void on_note(pami_context_t context, void *cookie, const void *header, size_t header_size,
                    const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)context, (void)header, (void)header_size, (void)origin, (void)recv;
    memcpy(((state_t *)cookie)->other, data, data_size);
    ((state_t *)cookie)->notes++;
}

static void on_done(pami_context_t context, void *cookie, pami_result_t result)
{
    (void)context, must(result), ((state_t *)cookie)->done++;
}

int main(void)
{
    pami_client_t client;
    pami_context_t context;
    pami_memregion_t mine;
    pami_configuration_t task = {.name = PAMI_CLIENT_TASK_ID};
    pami_dispatch_callback_function function = {.p2p = on_note};
    pami_send_immediate_t note = {.data = {&mine, sizeof mine}, .dispatch = NOTE};
    state_t me = {.done = 0};
    double(*row)[CELLS] = calloc(3, ROW);
    size_t bytes;
    must(PAMI_Client_create("TUTORIAL", &client, NULL, 0));
    must(PAMI_Client_query(client, &task, 1));
    must(PAMI_Context_createv(client, NULL, 0, &context, 1));
    must(PAMI_Dispatch_set(context, NOTE, function, &me, (pami_dispatch_hint_t){0}));
    must(PAMI_Endpoint_create(client, 1 - task.value.intval, 0, &note.dest));
    must(PAMI_Memregion_create(context, row, 3 * ROW, &bytes, &mine));
    row[MINE][0] = 100.0 + task.value.intval;
    must(PAMI_Send_immediate(context, &note));
    while (me.notes < 1)
        must(PAMI_Context_advance(context, 1));
    pami_rput_simple_t put = {.rma = {.dest = note.dest, .bytes = ROW, .cookie = &me},
                              .rdma = {{&mine, MINE * ROW}, {&me.other, WRITTEN * ROW}},
                              .put = {.rdone_fn = on_done}};
    pami_rget_simple_t get = {.rma = {.dest = note.dest, .bytes = ROW, .cookie = &me},
                              .rdma = {{&mine, READ * ROW}, {&me.other, MINE * ROW}}};
    get.rma.done_fn = on_done;
    must(PAMI_Rput(context, &put));
    must(PAMI_Rget(context, &get));
    while (me.done < 2)
        must(PAMI_Context_advance(context, 1));
    must(PAMI_Send_immediate(context, &note));
    while (me.notes < 2)
        must(PAMI_Context_advance(context, 1));
    printf("task %zu: got %.0f, read %.0f\n", task.value.intval, row[WRITTEN][0], row[READ][0]);
    must(PAMI_Memregion_destroy(context, &mine));
    must(PAMI_Client_destroy(&client));
}
