/* SPDX-License-Identifier: BSD-3-Clause */
/* No memory, no FIFOs, no table entries: every function reports the error, has no effect, and works when
 * resources are available. */
#include "pami_support.h"

#include <stdlib.h>

#include "fail_alloc.h"

enum { ID = 3, EACH = 150, LONG = 30000, BLOCK = 16 };

/* Every one-sided operation has separate memory on both sides. */
enum { OPERATIONS = 9, SLOT = 8192, MEMORY = EACH * OPERATIONS * SLOT };

/* Repeats a call with one more successful allocation each time, until the call succeeds. */
#define PERSIST(call) PERSIST_OR(call, PAMI_ENOMEM)
#define PERSIST_OR(call, error)                                                                              \
    do {                                                                                                     \
        bool failed_;                                                                                        \
        size_t n_ = 0;                                                                                       \
        pami_result_t rc_;                                                                                   \
        do {                                                                                                 \
            fail_after(n_++);                                                                                \
            rc_ = (call);                                                                                    \
            failed_ = fail_stop();                                                                           \
            CHECK(rc_ == PAMI_SUCCESS || (failed_ && rc_ == (error)));                                       \
        } while (rc_ != PAMI_SUCCESS && n_ < 1000);                                                          \
        CHECK_EQUAL(rc_, PAMI_SUCCESS);                                                                      \
    } while (0)

typedef struct state {
    kit_t kit;
    unsigned got, done, expected;
    char *data, *sink;
    pami_memregion_t region, sink_region;
    pami_type_t strided;
    uint64_t counter;
} state_t;

static void free_into(pami_context_t context, void *cookie, pami_result_t result)
{
    (void)context;
    CHECK_EQUAL(result, PAMI_SUCCESS);
    free(cookie);
}

static void arrival(pami_context_t context, void *cookie, const void *header, size_t header_size,
                    const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    state_t *s = cookie;
    (void)context, (void)header, (void)header_size, (void)data, (void)data_size, (void)origin;
    s->got++;
    if (recv != NULL) {
        recv->addr = recv->cookie = malloc(data_size);
        recv->local_fn = free_into;
    }
}

static pami_result_t make_strided(pami_type_t *type)
{
    pami_result_t rc = PAMI_Type_create(type);
    if (rc != PAMI_SUCCESS)
        return rc;
    rc = PAMI_Type_add_simple(*type, BLOCK, 0, 1, 2 * BLOCK);
    if (rc == PAMI_SUCCESS)
        rc = PAMI_Type_complete(*type, 1);
    if (rc != PAMI_SUCCESS)
        PAMI_Type_destroy(type);
    return rc;
}

static void open_state(state_t *s, mu_rank_t *me)
{
    kit_t *kit = &s->kit;
    size_t out;
    kit->me = me;
    kit_give_back_entries(me);
    PERSIST(PAMI_Client_create("TEST", &kit->client, NULL, 0));
    MUSPI_GIBarrierInit(&me->gi, 0);
    kit->tasks = 1;
    kit->contexts = 2;
    PERSIST(PAMI_Context_createv(kit->client, NULL, 0, kit->context, 2));
    for (size_t i = 0; i < 2; i++)
        PERSIST(kit_dispatch(kit->context[i], ID, arrival, s, kit_no_hints));
    PERSIST(make_strided(&s->strided));
    s->data = calloc(1, MEMORY);
    s->sink = calloc(1, MEMORY);
    PERSIST(PAMI_Memregion_create(kit->context[0], s->data, MEMORY, &out, &s->region));
    PERSIST(PAMI_Memregion_create(kit->context[0], s->sink, MEMORY, &out, &s->sink_region));
}

static pami_send_t a_send(state_t *s, size_t bytes)
{
    pami_send_t m = {.send = {.header = {s->data, 8}, .data = {s->data, bytes}, .dispatch = ID},
                     .events = {.cookie = &s->done, .local_fn = kit_count}};
    m.send.dest = kit_endpoint(&s->kit, 0, 1);
    return m;
}

/* Sends enough messages of all kinds to grow every structure and to form queues. */
static void send_all(state_t *s)
{
    static const size_t sizes[] = {8, 400, 2000, LONG};
    unsigned sent = 0;
    for (unsigned i = 0; i < EACH; i++)
        for (unsigned k = 0; k < 4; k++) {
            pami_send_t m = a_send(s, sizes[k]);
            pami_send_typed_t t = {.send = m.send, .events = m.events, .typed = {.type = s->strided}};
            PERSIST(PAMI_Send(s->kit.context[0], &m));
            PERSIST(PAMI_Send_typed(s->kit.context[0], &t));
            PERSIST(PAMI_Send_immediate(
                s->kit.context[0],
                &(pami_send_immediate_t){.header = {s->data, 100}, .dispatch = ID, .dest = m.send.dest}));
            s->expected += 2;
            sent += 3;
        }
    KIT_WAIT(&s->kit, s->got == sent && s->done == s->expected);
}

/* Runs all kinds of one-sided operations, each on a separate slot. */
static void one_sided(state_t *s, size_t slot)
{
    pami_context_t context = s->kit.context[0];
    uint64_t one = 1;
    pami_rma_t rma = {
        .dest = kit_endpoint(&s->kit, 0, 1), .bytes = 4000, .cookie = &s->done, .done_fn = kit_count};
    pami_rma_put_t told = {.rdone_fn = kit_count};
    pami_rma_typed_t types = {s->strided, PAMI_TYPE_BYTE};
#define NEXT_RDMA                                                                                            \
    {                                                                                                        \
        {&s->region, slot * SLOT},                                                                           \
        {                                                                                                    \
            &s->sink_region, slot *SLOT                                                                      \
        }                                                                                                    \
    }
#define NEXT_ADDR                                                                                            \
    {                                                                                                        \
        s->data + slot *SLOT, s->sink + slot *SLOT                                                           \
    }
    pami_rput_simple_t rput = {.rma = rma, .rdma = NEXT_RDMA};
    slot++;
    pami_rput_simple_t rput_told = {.rma = rma, .rdma = NEXT_RDMA, .put = told};
    slot++;
    pami_rput_typed_t rput_typed = {.rma = rma, .rdma = NEXT_RDMA, .type = types};
    slot++;
    pami_rget_simple_t rget = {.rma = rma, .rdma = NEXT_RDMA};
    slot++;
    pami_rget_typed_t rget_typed = {.rma = rma, .rdma = NEXT_RDMA, .type = types};
    slot++;
    pami_put_simple_t put = {.rma = rma, .addr = NEXT_ADDR};
    slot++;
    pami_put_typed_t put_typed = {.rma = rma, .addr = NEXT_ADDR, .type = types};
    slot++;
    pami_get_simple_t get = {.rma = rma, .addr = NEXT_ADDR};
    slot++;
    pami_get_typed_t get_typed = {.rma = rma, .addr = NEXT_ADDR, .type = types};
    pami_rmw_t rmw = {.dest = rma.dest,
                      .cookie = &s->done,
                      .done_fn = kit_count,
                      .remote = &s->counter,
                      .value = &one,
                      .operation = PAMI_ATOMIC_ADD,
                      .type = PAMI_TYPE_UNSIGNED_LONG};
    PERSIST(PAMI_Rput(context, &rput));
    PERSIST(PAMI_Rput(context, &rput_told));
    PERSIST(PAMI_Rput_typed(context, &rput_typed));
    PERSIST(PAMI_Rget(context, &rget));
    PERSIST(PAMI_Rget_typed(context, &rget_typed));
    PERSIST(PAMI_Put(context, &put));
    PERSIST(PAMI_Put_typed(context, &put_typed));
    PERSIST(PAMI_Get(context, &get));
    PERSIST(PAMI_Get_typed(context, &get_typed));
    PERSIST(PAMI_Rmw(context, &rmw));
    s->expected += 11;
}

static void one_sided_all(state_t *s)
{
    for (size_t i = 0; i < EACH; i++)
        one_sided(s, i * OPERATIONS);
    PERSIST(PAMI_Fence_all(s->kit.context[0], kit_count, &s->done));
    s->expected++;
    KIT_WAIT(&s->kit, s->done == s->expected);
    CHECK_EQUAL(s->counter, EACH);
}

static void memory_body(mu_rank_t *me)
{
    static const char *const extensions[] = {"EXT_async_progress", "EXT_torus_network", "EXT_is_local_task",
                                             "BGQ_bgq_mapping",    "EXT_bgq_l2atomic",  "EXT_test_extension"};
    state_t *s = calloc(1, sizeof *s);
    open_state(s, me);
    for (size_t i = 0; i < sizeof extensions / sizeof extensions[0]; i++) {
        pami_extension_t extension;
        PERSIST_OR(PAMI_Extension_open(s->kit.client, extensions[i], &extension), PAMI_ERROR);
        CHECK_EQUAL(PAMI_Extension_close(extension), PAMI_SUCCESS);
    }
    send_all(s);
    one_sided_all(s);
    CHECK_EQUAL(PAMI_Context_destroyv(s->kit.context, 2), PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Client_destroy(&s->kit.client), PAMI_SUCCESS);
    MUSPI_GIBarrierInit(&me->gi, 0);
    PAMI_Type_destroy(&s->strided);
    free(s->data);
    free(s->sink);
    free(s);
}

static void memory(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), memory_body);
}

/* ---- the program has taken what the library needs ---- */

/* A client is rejected and frees its resources: otherwise the second attempt would fail earlier. */
static void expect_refusal(void)
{
    pami_client_t client = NULL;
    CHECK_EQUAL(PAMI_Client_create("TEST", &client, NULL, 0), PAMI_INVAL);
    CHECK_EQUAL(PAMI_Client_create("TEST", &client, NULL, 0), PAMI_INVAL);
}

static void resources_body(mu_rank_t *me)
{
    uint32_t last = 63, id = 2;
    MUSPI_RecFifoSubGroup_t rec;
    MUSPI_InjFifoSubGroup_t inj;
    MUSPI_BaseAddressTableSubGroup_t bat;
    Kernel_RecFifoAttributes_t rec_attributes = {0};
    Kernel_InjFifoAttributes_t inj_attributes = {0};
    kit_t kit;
    CHECK_EQUAL(Kernel_AllocateRecFifos(last, &rec, 1, &id, &rec_attributes), 0);
    expect_refusal();
    CHECK_EQUAL(Kernel_DeallocateRecFifos(&rec, 1, &id), 0);
    id = 7; /* the remote-get FIFO of context 0 */
    CHECK_EQUAL(Kernel_AllocateInjFifos(last, &inj, 1, &id, &inj_attributes), 0);
    expect_refusal();
    CHECK_EQUAL(Kernel_DeallocateInjFifos(&inj, 1, &id), 0);
    for (id = 6; id <= 7; id++) {
        CHECK_EQUAL(Kernel_AllocateBaseAddressTable(last, &bat, 1, &id, 0), 0);
        expect_refusal();
        CHECK_EQUAL(Kernel_DeallocateBaseAddressTable(&bat, 1, &id), 0);
    }
    /* A FIFO of context 0's own is wanted when the contexts are made. */
    id = 4;
    memset(&kit, 0, sizeof kit);
    CHECK_EQUAL(Kernel_AllocateInjFifos(last, &inj, 1, &id, &inj_attributes), 0);
    CHECK_EQUAL(PAMI_Client_create("TEST", &kit.client, NULL, 0), PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Context_createv(kit.client, NULL, 0, kit.context, 2), PAMI_ENOMEM);
    CHECK_EQUAL(Kernel_DeallocateInjFifos(&inj, 1, &id), 0);
    CHECK_EQUAL(PAMI_Context_createv(kit.client, NULL, 0, kit.context, 2), PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Client_destroy(&kit.client), PAMI_SUCCESS);
    MUSPI_GIBarrierInit(&me->gi, 0);
}

static void resources(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), resources_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"memory", memory}, {"resources", resources}, {NULL, NULL}};
    return emuq_test_main("PAMI exhaustion", tests);
}
