/* SPDX-License-Identifier: BSD-3-Clause */
/* Clients, contexts, endpoints, queries, dispatch hints, error text, time. */
#include "pami_support.h"

static void query_body(mu_rank_t *me)
{
    kit_t kit;
    size_t task_count = 0;
    kit_open(&kit, me, 1);
    CHECK_EQUAL(kit.task, me->rank);
    CHECK_EQUAL(kit.tasks, me->ranks);
    CHECK(kit_query(&kit, PAMI_CLIENT_NUM_CONTEXTS) >= 2);
    CHECK_EQUAL(kit_query(&kit, PAMI_CLIENT_NUM_LOCAL_TASKS), me->ppn);
    CHECK_EQUAL(kit_query(&kit, PAMI_CLIENT_HWTHREADS_AVAILABLE), 64 / me->ppn);
    CHECK_EQUAL(kit_query(&kit, PAMI_CLIENT_MEMREGION_SIZE), sizeof(pami_memregion_t));
    CHECK(kit_query(&kit, PAMI_CLIENT_MEM_SIZE) > 0);
    CHECK(kit_query(&kit, PAMI_CLIENT_CLOCK_MHZ) > 0);
    pami_configuration_t q[4] = {{.name = PAMI_CLIENT_LOCAL_TASKS},
                                 {.name = PAMI_CONTEXT_DISPATCH_ID_MAX},
                                 {.name = PAMI_CLIENT_PROCESSOR_NAME},
                                 {.name = PAMI_CLIENT_WTICK}};
    CHECK_EQUAL(PAMI_Client_query(kit.client, q, 4),
                PAMI_INVAL); /* one attribute is unknown; the query still returns the known ones */
    for (uint32_t i = 0; i < me->ppn; i++)
        task_count += q[0].value.intarray[i] / me->ppn == me->rank / me->ppn;
    CHECK_EQUAL(task_count, me->ppn);
    CHECK(strlen(q[2].value.chararray) > 0 && strlen(q[2].value.chararray) < 128);
    CHECK(q[3].value.doubleval > 0 && q[3].value.doubleval < 1e-3);
    CHECK_EQUAL(PAMI_Client_update(kit.client, q, 1), PAMI_INVAL);
    pami_configuration_t later[2] = {{.name = PAMI_CLIENT_NONCONTIG}, {.name = PAMI_CLIENT_MEMORY_OPTIMIZE}};
    CHECK_EQUAL(PAMI_Client_query(kit.client, later, 2), PAMI_SUCCESS);
    CHECK(later[0].value.intval == 1 && later[1].value.intval == 0);
    later[0].value.intval = 0;
    CHECK_EQUAL(PAMI_Client_update(kit.client, later, 2), PAMI_SUCCESS);
    later[0].value.intval = 1;
    CHECK_EQUAL(PAMI_Client_query(kit.client, later, 1), PAMI_SUCCESS);
    CHECK_EQUAL(later[0].value.intval, 0);
    later[1].name = PAMI_CLIENT_TASK_ID;
    later[0].value.intval = 1;
    CHECK_EQUAL(PAMI_Client_update(kit.client, later, 2), PAMI_INVAL);
    CHECK_EQUAL(PAMI_Client_query(kit.client, later, 1), PAMI_SUCCESS);
    CHECK_EQUAL(later[0].value.intval, 0);
    CHECK_EQUAL(PAMI_Context_query(kit.context[0], &q[1], 1), PAMI_SUCCESS);
    CHECK(q[1].value.intval >= 40 && q[1].value.intval < 256);
    CHECK_EQUAL(PAMI_Context_query(kit.context[0], q, 2), PAMI_INVAL);
    CHECK_EQUAL(PAMI_Context_update(kit.context[0], q, 1), PAMI_INVAL);
    char text[40];
    CHECK(PAMI_Error_text(text, sizeof text) == strlen(text) && strlen(text) > 0);
    double t = PAMI_Wtime(kit.client);
    unsigned long long base = PAMI_Wtimebase(kit.client);
    CHECK(PAMI_Wtime(kit.client) >= t && PAMI_Wtimebase(kit.client) >= base);
    kit_close(&kit);
    CHECK(kit.client == NULL && kit.context[0] == NULL);
}

static void on_packet(pami_context_t context, void *cookie, const void *header, size_t header_size,
                      const void *data, size_t size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)context, (void)cookie, (void)header, (void)header_size, (void)data, (void)size, (void)origin;
    (void)recv;
}

static void error_text_body(mu_rank_t *me)
{
    kit_t kit;
    kit_open(&kit, me, 1);
    pami_dispatch_callback_function fn = {.p2p = on_packet};
    pami_endpoint_t nowhere;
    pami_context_t more;
    pami_geometry_t geometry;
    char byte = 1;
    CHECK_EQUAL(PAMI_Dispatch_set(kit.context[0], 5000, fn, NULL, (pami_dispatch_hint_t){0}), PAMI_INVAL);
    kit_check_error("PAMI_Dispatch_set()", "dispatch id 5000 is out of range");
    CHECK_EQUAL(PAMI_Endpoint_create(kit.client, 4711, 0, &nowhere), PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Dispatch_set(kit.context[0], 1, fn, NULL, (pami_dispatch_hint_t){0}), PAMI_SUCCESS);
    pami_send_immediate_t send = {.header = {&byte, 1}, .dispatch = 1, .dest = nowhere};
    CHECK_EQUAL(PAMI_Send_immediate(kit.context[0], &send), PAMI_INVAL);
    kit_check_error("PAMI_Send_immediate()", "no endpoint of task 4711");
    send.dispatch = 77;
    CHECK_EQUAL(PAMI_Send_immediate(kit.context[0], &send), PAMI_INVAL);
    kit_check_error("PAMI_Send_immediate()", "dispatch id 77 is not set");
    send.data.iov_len = 100000;
    send.dispatch = 1;
    CHECK_EQUAL(PAMI_Send_immediate(kit.context[0], &send), PAMI_INVAL);
    kit_check_error("PAMI_Send_immediate()", "100000 bytes exceed");
    CHECK_EQUAL(PAMI_Context_createv(kit.client, NULL, 0, &more, 1000), PAMI_INVAL);
    kit_check_error("PAMI_Context_createv()", "1000 contexts requested");
    CHECK_EQUAL(PAMI_Context_createv(kit.client, NULL, 0, &more, 1), PAMI_ERROR);
    kit_check_error("PAMI_Context_createv()", "the client already has 1 contexts");
    /* An error without reason does not repeat the previous reason. */
    CHECK_EQUAL(PAMI_Geometry_create_endpointlist(kit.client, NULL, 0, &geometry, 1, &nowhere, UINT32_MAX,
                                                  kit.context[0], NULL, NULL),
                PAMI_ENOMEM);
    kit_check_error("PAMI_Geometry_create_endpointlist()", "no memory");
    kit_close(&kit);
}

static void error_text_of_hints(kit_t *kit)
{
    pami_dispatch_callback_function fn = {.p2p = on_packet};
    pami_dispatch_hint_t hints = {.remote_async_progress = PAMI_HINT_ENABLE};
    CHECK_EQUAL(PAMI_Dispatch_set(kit->context[0], 3, fn, NULL, hints), PAMI_ERROR);
    kit_check_error("PAMI_Dispatch_set()", "dispatch id 3: hint remote_async_progress cannot be enabled");
    hints = (pami_dispatch_hint_t){.buffer_registered = PAMI_HINT_ENABLE, .use_rdma = PAMI_HINT_DISABLE};
    CHECK_EQUAL(PAMI_Dispatch_set(kit->context[0], 3, fn, NULL, hints), PAMI_ERROR);
    kit_check_error("PAMI_Dispatch_set()", "dispatch id 3: hint buffer_registered is enabled");
}

static void error_text_of_geometries(kit_t *kit)
{
    pami_geometry_t geometry = PAMI_GEOMETRY_NULL;
    pami_task_t tasks[2] = {0, 99};
    pami_geometry_range_t range = {1, 0};
    pami_endpoint_t twice[2] = {kit_endpoint(kit, 0, 0), kit_endpoint(kit, 0, 0)};
    pami_configuration_t unknown = {.name = PAMI_CLIENT_TASK_ID};
    CHECK_EQUAL(PAMI_Geometry_create_tasklist(kit->client, 0, NULL, 0, &geometry, NULL, 1, tasks, 2,
                                              kit->context[0], NULL, NULL),
                PAMI_INVAL);
    kit_check_error("PAMI_Geometry_create_tasklist()",
                    "element 1 of the list: no task 99 (the job has 2 tasks)");
    CHECK_EQUAL(PAMI_Geometry_create_taskrange(kit->client, 0, NULL, 0, &geometry, NULL, 1, &range, 1,
                                               kit->context[0], NULL, NULL),
                PAMI_INVAL);
    kit_check_error("PAMI_Geometry_create_taskrange()", "range 0 of the list: tasks 1 to 0");
    CHECK_EQUAL(PAMI_Geometry_create_endpointlist(kit->client, NULL, 0, &geometry, 1, twice, 2,
                                                  kit->context[0], NULL, NULL),
                PAMI_INVAL);
    kit_check_error("PAMI_Geometry_create_endpointlist()", "task 0, context 0 twice");
    CHECK_EQUAL(PAMI_Geometry_create_endpointlist(kit->client, &unknown, 1, &geometry, 1, twice, 1,
                                                  kit->context[0], NULL, NULL),
                PAMI_INVAL);
    kit_check_error("PAMI_Geometry_create_endpointlist()", "of a geometry cannot be set");
    CHECK_EQUAL(PAMI_Geometry_destroy(kit->client, &geometry, kit->context[0], NULL, NULL), PAMI_INVAL);
    kit_check_error("PAMI_Geometry_destroy()", "geometry is null");
}

static void error_text_of_collectives(kit_t *kit)
{
    pami_geometry_t world;
    pami_algorithm_t algorithm;
    pami_type_t incomplete;
    size_t counts[2];
    char byte = 0;
    CHECK_EQUAL(PAMI_Geometry_world(kit->client, &world), PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Geometry_algorithms_num(world, (pami_xfer_type_t)77, counts), PAMI_INVAL);
    kit_check_error("PAMI_Geometry_algorithms_num()", "no collective has type 77");
    CHECK_EQUAL(
        PAMI_Geometry_algorithms_query(world, PAMI_XFER_BROADCAST, &algorithm, NULL, 1, NULL, NULL, 0),
        PAMI_SUCCESS);
    pami_xfer_t transfer = {.algorithm = algorithm};
    transfer.cmd.xfer_broadcast = (pami_broadcast_t){
        .root = kit_endpoint(kit, 1, 5), .buf = &byte, .type = PAMI_TYPE_BYTE, .typecount = 1};
    CHECK_EQUAL(PAMI_Collective(kit->context[0], &transfer), PAMI_INVAL);
    kit_check_error("PAMI_Collective()", "the root (task 1, context 5) is no member");
    CHECK_EQUAL(PAMI_Type_create(&incomplete), PAMI_SUCCESS);
    transfer.cmd.xfer_broadcast.root = 0;
    transfer.cmd.xfer_broadcast.type = incomplete;
    CHECK_EQUAL(PAMI_Collective(kit->context[0], &transfer), PAMI_INVAL);
    kit_check_error("PAMI_Collective()", "the type of 1 elements is null or incomplete");
    CHECK_EQUAL(PAMI_Type_complete(incomplete, 4711), PAMI_INVAL);
    kit_check_error("PAMI_Type_complete()", "atom_size 4711");
    transfer.algorithm = 0;
    CHECK_EQUAL(PAMI_Collective(kit->context[0], &transfer), PAMI_INVAL);
    kit_check_error("PAMI_Collective()", "algorithm is null");
    CHECK_EQUAL(PAMI_Type_destroy(&incomplete), PAMI_SUCCESS);
}

static void error_text_of_transfers(kit_t *kit)
{
    uint64_t word = 0;
    pami_put_simple_t put = {.rma = {.dest = kit_endpoint(kit, 0, 0)}};
    pami_rput_typed_t rput = {.rma = {.dest = kit_endpoint(kit, 0, 0), .bytes = 8}};
    pami_rmw_t rmw = {.local = &word, .remote = (char *)&word + 1, .operation = PAMI_ATOMIC_FETCH};
    CHECK_EQUAL(PAMI_Send(kit->context[0], NULL), PAMI_INVAL);
    kit_check_error("PAMI_Send()", "the parameters are null");
    CHECK_EQUAL(PAMI_Put(NULL, &put), PAMI_INVAL);
    kit_check_error("PAMI_Put()", "context is null");
    CHECK_EQUAL(PAMI_Put(kit->context[0], &put), PAMI_INVAL);
    kit_check_error("PAMI_Put()", "the length is 0");
    CHECK_EQUAL(PAMI_Rput_typed(kit->context[0], &rput), PAMI_INVAL);
    kit_check_error("PAMI_Rput_typed()", "the local memory region is null");
    CHECK_EQUAL(PAMI_Rmw(kit->context[0], &rmw), PAMI_INVAL);
    kit_check_error("PAMI_Rmw()", "type: expected");
    rmw.type = PAMI_TYPE_SIGNED_LONG;
    CHECK_EQUAL(PAMI_Rmw(kit->context[0], &rmw), PAMI_INVAL);
    kit_check_error("PAMI_Rmw()", "no multiple of 8 bytes");
    rmw.remote = &word;
    rmw.operation = PAMI_ATOMIC_ADD;
    CHECK_EQUAL(PAMI_Rmw(kit->context[0], &rmw), PAMI_INVAL);
    kit_check_error("PAMI_Rmw()", "operation 0x8 is unknown, or needs");
}

static void error_text_of_types(void)
{
    uint64_t nothing[16] = {0};
    double word = 0;
    void *address;
    pami_type_t type;
    pami_configuration_t unknown = {.name = PAMI_CLIENT_TASK_ID};
    CHECK_EQUAL(PAMI_Type_serialize(PAMI_TYPE_NULL, &address, NULL), PAMI_INVAL);
    kit_check_error("PAMI_Type_serialize()", "type is null or incomplete");
    CHECK_EQUAL(PAMI_Type_serialize(PAMI_TYPE_BYTE, &address, NULL), PAMI_INVAL);
    kit_check_error("PAMI_Type_serialize()", "size is null");
    CHECK_EQUAL(PAMI_Type_deserialize(&type, NULL, 8), PAMI_INVAL);
    kit_check_error("PAMI_Type_deserialize()", "address is null");
    CHECK_EQUAL(PAMI_Type_deserialize(&type, nothing, 8), PAMI_INVAL);
    kit_check_error("PAMI_Type_deserialize()", "size 8: a type of PAMI_Type_serialize() has at least");
    CHECK_EQUAL(PAMI_Type_deserialize(&type, nothing, sizeof nothing), PAMI_INVAL);
    kit_check_error("PAMI_Type_deserialize()", "the 128 bytes at");
    CHECK_EQUAL(PAMI_Type_query(PAMI_TYPE_BYTE, &unknown, 1), PAMI_INVAL);
    kit_check_error("PAMI_Type_query()", "of a type cannot be queried");
    CHECK_EQUAL(
        PAMI_Type_transform_data(&word, PAMI_TYPE_BYTE, 0, &word, PAMI_TYPE_NULL, 0, 8, PAMI_DATA_COPY, NULL),
        PAMI_INVAL);
    kit_check_error("PAMI_Type_transform_data()", "dst_type is null or incomplete");
    CHECK_EQUAL(PAMI_Type_transform_data(&word, PAMI_TYPE_DOUBLE, 0, &word, PAMI_TYPE_DOUBLE, 0, 7,
                                         PAMI_DATA_SUM, NULL),
                PAMI_INVAL);
    kit_check_error("PAMI_Type_transform_data()", "7 bytes at src_offset 0 and dst_offset 0");
    CHECK_EQUAL(PAMI_Type_transform_data(&word, PAMI_TYPE_DOUBLE, 0, &word, PAMI_TYPE_DOUBLE, 0, 8,
                                         PAMI_DATA_BXOR, NULL),
                PAMI_INVAL);
    kit_check_error("PAMI_Type_transform_data()", "the operation is not possible");
}

static void error_reason_body(mu_rank_t *me)
{
    kit_t kit;
    pami_extension_t extension;
    pami_context_t none = PAMI_CONTEXT_NULL;
    kit_open(&kit, me, 1);
    error_text_of_hints(&kit);
    error_text_of_geometries(&kit);
    error_text_of_collectives(&kit);
    error_text_of_types();
    error_text_of_transfers(&kit);
    CHECK_EQUAL(PAMI_Extension_open(kit.client, "EXT_none", &extension), PAMI_UNIMPL);
    kit_check_error("PAMI_Extension_open()", "no extension has the name \"EXT_none\"");
    CHECK_EQUAL(PAMI_Context_advancev(&none, 1, 1), PAMI_INVAL);
    kit_check_error("PAMI_Context_advancev()", "contexts[0] is null");
    CHECK_EQUAL(PAMI_Context_lock(NULL), PAMI_INVAL);
    kit_check_error("PAMI_Context_lock()", "context is null");
    kit_close(&kit);
}

static void error_reasons(void)
{
    mu_run(MU_NODES(2, 1, 1, 1, 1), error_reason_body);
}

static void error_texts(void)
{
    mu_run(MU_NODES(2, 1, 1, 1, 1), error_text_body);
}

static void queries(void)
{
    emuq_job_t job = MU_NODES(2, 1, 1, 1, 1);
    mu_run(job, query_body);
    job.ppn = 4;
    mu_run(job, query_body);
    job.ppn = 32;
    mu_run(job, query_body);
}

static void endpoint_body(mu_rank_t *me)
{
    kit_t kit;
    kit_open(&kit, me, 2);
    for (uint32_t task = 0; task < 5; task++)
        for (size_t offset = 0; offset < 64; offset += 7) {
            pami_task_t t;
            size_t o;
            pami_endpoint_t e = kit_endpoint(&kit, task, offset);
            CHECK_EQUAL(PAMI_Endpoint_query(e, &t, &o), PAMI_SUCCESS);
            CHECK(t == task && o == offset);
            CHECK(offset != 0 || e == task);
        }
    kit_close(&kit);
}

static void endpoints(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), endpoint_body);
}

/* Successive clients with all contexts; contexts are not destroyed. */
static void again_body(mu_rank_t *me)
{
    for (int i = 0; i < 4; i++) {
        kit_t kit;
        kit_open(&kit, me, i % 2 == 0 ? 1 : 2);
        CHECK_EQUAL(PAMI_Context_createv(kit.client, NULL, 0, kit.context, 1), PAMI_ERROR);
        if (i == 2) {
            kit_barrier(&kit);
            CHECK_EQUAL(PAMI_Client_destroy(&kit.client), PAMI_SUCCESS);
            CHECK_EQUAL(PAMI_Client_destroy(&kit.client), PAMI_INVAL);
        } else {
            kit_close(&kit);
        }
        mu_barrier(me); /* no message to a client of the previous round */
    }
    pami_client_t client;
    pami_context_t all[128];
    pami_configuration_t q = {.name = PAMI_CLIENT_NUM_CONTEXTS};
    CHECK_EQUAL(PAMI_Client_create("LAST", &client, NULL, 0), PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Client_query(client, &q, 1), PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Context_createv(client, NULL, 0, all, q.value.intval + 1), PAMI_INVAL);
    q = (pami_configuration_t){.name = PAMI_CLIENT_CONST_CONTEXTS, .value.intval = 1};
    pami_configuration_t count = {.name = PAMI_CLIENT_NUM_CONTEXTS};
    PAMI_Client_query(client, &count, 1);
    CHECK_EQUAL(PAMI_Context_createv(client, &q, 1, all, count.value.intval), PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Context_destroyv(all, count.value.intval), PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Context_destroyv(all, count.value.intval), PAMI_INVAL);
    CHECK_EQUAL(PAMI_Client_destroy(&client), PAMI_SUCCESS);
}

static void again(void)
{
    emuq_job_t job = MU_NODES(2, 1, 1, 1, 1);
    mu_run(job, again_body);
    job.ppn = 4;
    mu_run(job, again_body);
}

static void never(pami_context_t context, void *cookie, const void *header, size_t header_size,
                  const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)context, (void)cookie, (void)header, (void)header_size, (void)data, (void)data_size, (void)origin,
        (void)recv;
    CHECK(false);
}

static void hint_body(mu_rank_t *me)
{
    kit_t kit;
    kit_open(&kit, me, 1);
    for (unsigned field = 0; field < 11; field++)
        for (unsigned value = 0; value < 4; value++) {
            uint32_t bits = value << 2 * field;
            pami_dispatch_hint_t hint;
            memcpy(&hint, &bits, sizeof hint);
            /* A target never progresses by itself; everything else can be had. */
            pami_result_t wanted = field == 7 && value == PAMI_HINT_ENABLE ? PAMI_ERROR : PAMI_SUCCESS;
            CHECK_EQUAL(kit_dispatch(kit.context[0], field * 4 + value, never, NULL, hint), wanted);
            CHECK_EQUAL(kit_dispatch(kit.context[0], field * 4 + value, never, NULL, kit_no_hints),
                        PAMI_SUCCESS);
        }
    pami_dispatch_hint_t both = {.buffer_registered = PAMI_HINT_ENABLE, .use_rdma = PAMI_HINT_DISABLE};
    CHECK_EQUAL(kit_dispatch(kit.context[0], 100, never, NULL, both), PAMI_ERROR);
    CHECK_EQUAL(kit_dispatch(kit.context[0], 240, never, NULL, kit_no_hints), PAMI_INVAL);
    CHECK_EQUAL(kit_dispatch(kit.context[0], 239, never, NULL, kit_no_hints), PAMI_SUCCESS);
    pami_configuration_t q = {.name = PAMI_DISPATCH_ATOM_SIZE_MAX};
    CHECK_EQUAL(PAMI_Dispatch_query(kit.context[0], 1, &q, 1), PAMI_INVAL);
    CHECK_EQUAL(PAMI_Dispatch_update(kit.context[0], 1, &q, 1), PAMI_INVAL);
    char header[600] = {0}; /* the id promises short headers */
    pami_send_t p = {.send = {.header = {header, 600}, .dispatch = 1 * 4 + PAMI_HINT_DISABLE}};
    p.send.dest = kit_endpoint(&kit, me->rank, 0);
    CHECK_EQUAL(PAMI_Send(kit.context[0], &p), PAMI_INVAL);
    kit_close(&kit);
}

/* What has come for an id. */
typedef struct arrival {
    size_t bytes, whole; /* bytes of header and data; bytes delivered in one call */
    char memory[1200];
} arrival_t;

static void arrive(pami_context_t context, void *cookie, const void *header, size_t header_size,
                   const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)context, (void)header, (void)data, (void)origin;
    arrival_t *a = cookie;
    a->bytes = header_size + data_size;
    a->whole = recv == NULL ? header_size + data_size : 0;
    if (recv != NULL)
        recv->addr = a->memory;
}

/* The queried limits hold for every hint. Messages up to the limit are sent and arrive complete, unless the
 * hint says never; longer messages are rejected or arrive in parts. */
static void limit_body(mu_rank_t *me)
{
    kit_t kit;
    arrival_t a;
    char bytes[600] = {0};
    kit_open(&kit, me, 1);
    pami_configuration_t q[2] = {{.name = PAMI_DISPATCH_SEND_IMMEDIATE_MAX},
                                 {.name = PAMI_DISPATCH_RECV_IMMEDIATE_MAX}};
    CHECK_EQUAL(PAMI_Dispatch_query(kit.context[0], 50, q, 2), PAMI_INVAL); /* not set */
    CHECK_EQUAL(PAMI_Dispatch_query(kit.context[0], 240, q, 2), PAMI_INVAL);
    for (unsigned i = 0; i < 44; i++) {
        unsigned field = i / 4, value = i % 4;
        uint32_t bits = value << 2 * field;
        pami_dispatch_hint_t hint;
        memcpy(&hint, &bits, sizeof hint);
        if (kit_dispatch(kit.context[0], i, arrive, &a, hint) != PAMI_SUCCESS)
            continue;
        CHECK_EQUAL(PAMI_Dispatch_query(kit.context[0], i, q, 2), PAMI_SUCCESS);
        size_t send = q[0].value.intval, receive = q[1].value.intval;
        CHECK(send >= 160 && send <= receive && receive < sizeof bytes);
        pami_send_t p = {.send = {.header = {bytes, 8}, .data = {bytes, send - 8}, .dispatch = i}};
        p.send.dest = kit_endpoint(&kit, me->rank, 0);
        memset(&a, 0, sizeof a);
        CHECK_EQUAL(PAMI_Send_immediate(kit.context[0], &p.send), PAMI_SUCCESS);
        KIT_WAIT(&kit, a.bytes != 0);
        bool never_whole = field == 4 && value == PAMI_HINT_DISABLE;
        CHECK_EQUAL(a.whole, never_whole ? 0 : send);
        p.send.data.iov_len = send - 7;
        CHECK_EQUAL(PAMI_Send_immediate(kit.context[0], &p.send), PAMI_INVAL);
        memset(&a, 0, sizeof a);
        p.send.data.iov_len = receive - 8;
        CHECK_EQUAL(PAMI_Send(kit.context[0], &p), PAMI_SUCCESS);
        KIT_WAIT(&kit, a.bytes != 0);
        CHECK_EQUAL(a.whole, never_whole ? 0 : receive);
    }
    kit_close(&kit);
}

static void hints(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), hint_body);
}

static void limits(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), limit_body);
}

/* ---- the end of a context drops the client's functions ---- */

enum { FORGOTTEN_ID = 9 };

static void note_message(pami_context_t context, void *cookie, const void *header, size_t header_size,
                         const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)context, (void)header, (void)header_size, (void)data, (void)data_size, (void)origin, (void)recv;
    ++*(unsigned *)cookie;
}

static void destroy_body(mu_rank_t *me)
{
    kit_t kit;
    unsigned received = 0, calls = 0;
    char byte = 1;
    kit_open(&kit, me, 1);
    kit_dispatch(kit.context[0], FORGOTTEN_ID, note_message, &received, kit_no_hints);
    kit_barrier(&kit);
    if (kit.task == 0) {
        pami_send_t send = {
            .send = {.header = {&byte, 1}, .dispatch = FORGOTTEN_ID, .dest = kit_endpoint(&kit, 1, 0)},
            .events = {.cookie = &calls, .remote_fn = kit_count}};
        CHECK_EQUAL(PAMI_Send(kit.context[0], &send), PAMI_SUCCESS);
    } else {
        KIT_WAIT(&kit, received != 0);
    }
    mu_barrier(me); /* the acknowledgement waits in the reception FIFO of task 0 */
    CHECK_EQUAL(PAMI_Context_destroyv(kit.context, 1), PAMI_SUCCESS);
    CHECK_EQUAL(calls, 0);
    CHECK_EQUAL(PAMI_Client_destroy(&kit.client), PAMI_SUCCESS);
}

static void destroy_forgets(void)
{
    mu_run(MU_NODES(2, 1, 1, 1, 1), destroy_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"queries", queries},
        {"error texts", error_texts},
        {"error texts of hints, geometries, collectives and types", error_reasons},
        {"endpoints", endpoints},
        {"again", again},
        {"hints", hints},
        {"limits", limits},
        {"destroy forgets", destroy_forgets},
        {NULL, NULL},
    };
    return emuq_test_main("PAMI clients", tests);
}
