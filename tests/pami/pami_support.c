/* SPDX-License-Identifier: BSD-3-Clause */
#include "pami_support.h"

#include <unistd.h>

#define BARRIER_ID       230
#define PATIENCE_SECONDS (MU_SANITIZED ? 200u : 100u)

const pami_dispatch_hint_t kit_no_hints;

static void barrier_message(pami_context_t context, void *cookie, const void *header, size_t header_size,
                            const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)context, (void)header_size, (void)data, (void)data_size, (void)origin, (void)recv;
    kit_t *kit = cookie;
    if (*(const int *)header)
        kit->barrier_out++;
    else
        kit->barrier_in++;
}

void kit_give_back_entries(mu_rank_t *me)
{
    uint32_t all[] = {0, 1, 2, 3, 4, 5, 6, 7};
    if (me->ppn == 64) {
        CHECK_EQUAL(Kernel_DeallocateBaseAddressTable(&me->bat, 8, all), 0);
        mu_barrier(me); /* an allocated table entry of this process signals remote processes that its client
                           is ready */
    }
}

void kit_open_named(kit_t *kit, mu_rank_t *me, const char *name, size_t contexts)
{
    memset(kit, 0, sizeof *kit);
    kit->me = me;
    CHECK_EQUAL(PAMI_Client_create(name, &kit->client, NULL, 0), PAMI_SUCCESS);
    MUSPI_GIBarrierInit(&me->gi, 0); /* used by the client, too */
    kit->task = (uint32_t)kit_query(kit, PAMI_CLIENT_TASK_ID);
    kit->tasks = (uint32_t)kit_query(kit, PAMI_CLIENT_NUM_TASKS);
    kit->contexts = contexts;
    CHECK_EQUAL(PAMI_Context_createv(kit->client, NULL, 0, kit->context, contexts), PAMI_SUCCESS);
    CHECK_EQUAL(kit_dispatch(kit->context[0], BARRIER_ID, barrier_message, kit, kit_no_hints), PAMI_SUCCESS);
}

void kit_open(kit_t *kit, mu_rank_t *me, size_t contexts)
{
    kit_give_back_entries(me);
    kit_open_named(kit, me, "TEST", contexts);
}

void kit_close(kit_t *kit)
{
    kit_barrier(kit);
    MUSPI_GIBarrierInit(&kit->me->gi, 0); /* used by barriers of the world, too */
    CHECK_EQUAL(PAMI_Context_destroyv(kit->context, kit->contexts), PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Client_destroy(&kit->client), PAMI_SUCCESS);
}

void kit_turn(kit_t *kit)
{
    if (kit->contexts == 1)
        PAMI_Context_advance(kit->context[0], 1);
    else
        PAMI_Context_advancev(kit->context, kit->contexts, 1);
}

void kit_patience(uint64_t since, const char *what, const char *file, int line)
{
    if (mu_microseconds() - since < PATIENCE_SECONDS * UINT64_C(1000000))
        return;
    fprintf(stderr, "%s:%d: task %u: waited %u seconds in vain for: %s\n", file, line, Kernel_GetRank(),
            PATIENCE_SECONDS, what);
    fflush(NULL);
    _exit(1);
}

void kit_barrier(kit_t *kit)
{
    int out = 1, in = 0;
    if (kit->task == 0) {
        KIT_WAIT(kit, kit->barrier_in == kit->tasks - 1);
        kit->barrier_in = 0;
        for (uint32_t i = 1; i < kit->tasks; i++)
            kit_send_immediate(kit->context[0], kit_endpoint(kit, i, 0), BARRIER_ID, &out, sizeof out, NULL,
                               0);
    } else {
        kit_send_immediate(kit->context[0], kit_endpoint(kit, 0, 0), BARRIER_ID, &in, sizeof in, NULL, 0);
        KIT_WAIT(kit, kit->barrier_out == 1);
        kit->barrier_out = 0;
    }
}

pami_endpoint_t kit_endpoint(const kit_t *kit, uint32_t task, size_t offset)
{
    pami_endpoint_t endpoint;
    CHECK_EQUAL(PAMI_Endpoint_create(kit->client, task, offset, &endpoint), PAMI_SUCCESS);
    return endpoint;
}

pami_result_t kit_dispatch(pami_context_t context, size_t id, pami_dispatch_p2p_function fn, void *cookie,
                           pami_dispatch_hint_t hints)
{
    pami_dispatch_callback_function f;
    f.p2p = fn;
    return PAMI_Dispatch_set(context, id, f, cookie, hints);
}

void kit_send_immediate(pami_context_t context, pami_endpoint_t to, size_t id, const void *header,
                        size_t header_size, const void *data, size_t data_size)
{
    pami_send_immediate_t send;
    memset(&send, 0xa5, sizeof send); /* hints mean nothing here */
    send.header.iov_base = (void *)(uintptr_t)header;
    send.header.iov_len = header_size;
    send.data.iov_base = (void *)(uintptr_t)data;
    send.data.iov_len = data_size;
    send.dispatch = id;
    send.dest = to;
    CHECK_EQUAL(PAMI_Send_immediate(context, &send), PAMI_SUCCESS);
}

void kit_count(pami_context_t context, void *cookie, pami_result_t result)
{
    (void)context;
    CHECK_EQUAL(result, PAMI_SUCCESS);
    ++*(unsigned *)cookie;
}

size_t kit_query(const kit_t *kit, pami_attribute_name_t name)
{
    pami_configuration_t q = {.name = name};
    CHECK_EQUAL(PAMI_Client_query(kit->client, &q, 1), PAMI_SUCCESS);
    return q.value.intval;
}

void kit_check_error(const char *name, const char *reason)
{
    char text[256];
    PAMI_Error_text(text, sizeof text);
    bool is_complete = strstr(text, name) != NULL && strstr(text, reason) != NULL;
    if (!is_complete)
        fprintf(stderr, "not \"%s\" and \"%s\": %s\n", name, reason, text);
    CHECK(is_complete);
}
