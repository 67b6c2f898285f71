/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the message layer adds to the Message Unit: an 8-byte message, from the send to the dispatch function,
 * against one bare memory-FIFO message; a put between regions against a bare one. Both in one run, in turns.
 *
 * usage: pami_latency [rounds]
 */
#include "pami_support.h"

#include <time.h>

enum { ID = 3, REPEAT = 9, BYTES = 8 };

static uint32_t rounds = 20000;

typedef struct bench {
    kit_t kit;
    mu_kit_t bare;
    mu_rank_t *me;
    volatile uint64_t got;
    uint64_t bare_got;
    pami_endpoint_t to;
    pami_memregion_t region, remote;
    unsigned done;
} bench_t;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void arrival(pami_context_t context, void *cookie, const void *header, size_t header_size,
                    const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)context, (void)header, (void)header_size, (void)data_size, (void)origin, (void)recv;
    bench_t *b = cookie;
    b->got += *(const uint64_t *)data;
}

static int packet(void *cookie, MUHWI_PacketHeader_t *header, uint32_t bytes)
{
    (void)bytes;
    *(uint64_t *)cookie += *(const uint64_t *)(header + 1);
    return 0;
}

static void pami_send(bench_t *b)
{
    static const uint64_t one = 1;
    pami_send_immediate_t p = {
        .header = {NULL, 0}, .data = {(void *)(uintptr_t)&one, BYTES}, .dispatch = ID, .dest = b->to};
    PAMI_Send_immediate(b->kit.context[0], &p);
}

static void pami_wait(bench_t *b, uint64_t count)
{
    while (b->got < count)
        PAMI_Context_advance(b->kit.context[0], 1);
}

/* One way, when both sides play. */
static double pami_round(bench_t *b)
{
    uint64_t begin = b->got;
    double t = now();
    for (uint32_t i = 1; i <= rounds; i++) {
        if (b->me->rank == 0)
            pami_send(b);
        pami_wait(b, begin + i);
        if (b->me->rank != 0)
            pami_send(b);
    }
    return (now() - t) / rounds / 2;
}

static double bare_round(bench_t *b, MUHWI_Descriptor_t *d)
{
    uint64_t begin = b->bare_got;
    double t = now();
    for (uint32_t i = 1; i <= rounds; i++) {
        if (b->me->rank == 0)
            MUSPI_InjFifoInject(b->bare.inj->fifo, d);
        while (b->bare_got < begin + i)
            MUSPI_RecFifoPoll(b->bare.rec->fifo, 10);
        if (b->me->rank != 0)
            MUSPI_InjFifoInject(b->bare.inj->fifo, d);
    }
    return (now() - t) / rounds / 2;
}

/* Alone: send to oneself, and wait for it. */
static double pami_self(bench_t *b)
{
    uint64_t begin = b->got;
    double t = now();
    for (uint32_t i = 1; i <= rounds; i++) {
        pami_send(b);
        pami_wait(b, begin + i);
    }
    return (now() - t) / rounds;
}

static double bare_self(bench_t *b, MUHWI_Descriptor_t *d)
{
    uint64_t begin = b->bare_got;
    double t = now();
    for (uint32_t i = 1; i <= rounds; i++) {
        MUSPI_InjFifoInject(b->bare.inj->fifo, d);
        while (b->bare_got < begin + i)
            MUSPI_RecFifoPoll(b->bare.rec->fifo, 10);
    }
    return (now() - t) / rounds;
}

static void done(pami_context_t context, void *cookie, pami_result_t result)
{
    (void)context, (void)result;
    ++*(unsigned *)cookie;
}

static double pami_put(bench_t *b)
{
    pami_rput_simple_t p = {.rma = {.dest = b->to, .bytes = BYTES, .cookie = &b->done, .done_fn = done},
                            .rdma = {{&b->region, 0}, {&b->remote, 64}}};
    double t = now();
    for (uint32_t i = 0; i < rounds; i++) {
        unsigned before = b->done;
        PAMI_Rput(b->kit.context[0], &p);
        while (b->done == before)
            PAMI_Context_advance(b->kit.context[0], 1);
    }
    return (now() - t) / rounds;
}

static double bare_put(bench_t *b, MUHWI_Descriptor_t *d)
{
    double t = now();
    for (uint32_t i = 0; i < rounds; i++) {
        uint64_t number = MUSPI_InjFifoInject(b->bare.inj->fifo, d);
        while (!MUSPI_CheckDescComplete(b->bare.inj->fifo, number)) {
        }
    }
    return (now() - t) / rounds;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double median(double *v)
{
    qsort(v, REPEAT, sizeof *v, by_value);
    return v[REPEAT / 2];
}

static void report(const char *what, double *pami, double *bare)
{
    double p = median(pami), m = median(bare);
    printf("%-24s pami %7.1f ns  bare %7.1f ns  ratio %.2f\n", what, p, m, p / m);
    fflush(stdout);
}

static void body(mu_rank_t *me)
{
    bench_t *b = calloc(1, sizeof *b);
    uint64_t *memory = calloc(64, sizeof *memory);
    uint32_t other = me->ranks == 1 ? 0 : 1 - me->rank;
    size_t bytes;
    b->me = me;
    kit_open(&b->kit, me, 1);
    b->bare = mu_kit(me, 65536, 4096);
    b->to = kit_endpoint(&b->kit, other, 0);
    kit_dispatch(b->kit.context[0], ID, arrival, b, kit_no_hints);
    MUSPI_RegisterRecvFunction(packet, &b->bare_got, 9);
    PAMI_Memregion_create(b->kit.context[0], memory, 512, &bytes, &b->region);
    memcpy(&mu_board[me->rank], &b->region, sizeof(uint64_t));
    mu_barrier(me);
    memset(&b->remote, 0, sizeof b->remote);
    memcpy(&b->remote, &mu_board[other], sizeof(uint64_t));
    *(uint64_t *)(void *)b->bare.source.va = 1;
    mu_message_t m = {.type = MUHWI_PACKET_TYPE_FIFO,
                      .to = other,
                      .pa = b->bare.source.pa,
                      .bytes = BYTES,
                      .rec_fifo = mu_rec_id(me, 0, 0)};
    m.software[0] = 9;
    MUHWI_Descriptor_t d = mu_describe(me, m),
                       put = mu_describe(me, mu_put(me, &b->bare, other, 0, 64, BYTES, 1));
    double pami[REPEAT], bare[REPEAT], pami_p[REPEAT], bare_p[REPEAT];
    for (int i = 0; i < REPEAT; i++) {
        mu_barrier(me);
        bare[i] = me->ranks == 1 ? bare_self(b, &d) : bare_round(b, &d);
        mu_barrier(me);
        pami[i] = me->ranks == 1 ? pami_self(b) : pami_round(b);
        mu_barrier(me);
        if (me->rank == 0) {
            bare_p[i] = bare_put(b, &put);
            pami_p[i] = pami_put(b);
        }
    }
    if (me->rank == 0) {
        report(me->ranks == 1 ? "message to oneself" : "message, one way", pami, bare);
        report(me->ranks == 1 ? "put to oneself" : "put", pami_p, bare_p);
    }
    mu_barrier(me);
    kit_close(&b->kit);
    free(memory);
    free(b);
}

static void run(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), body);
    mu_run(MU_NODES(2, 1, 1, 1, 1), body);
}

int main(int argc, char **argv)
{
    static const emuq_test_t tests[] = {{"latency", run}, {NULL, NULL}};
    if (argc > 1)
        rounds = (uint32_t)strtoul(argv[1], NULL, 10);
    return emuq_test_main("latency", tests);
}
