/* SPDX-License-Identifier: BSD-3-Clause */
/* A thread for each context of a task, each with a member of a geometry of all contexts, each advancing its
 * own context only. */
#include "coll_support.h"

typedef struct worker {
    pthread_t thread;
    const coll_t *c;
    uint32_t seat;
    unsigned rounds, done;
    pami_algorithm_t barrier, sum, all, broadcast;
} worker_t;

static void finish(worker_t *w, pami_xfer_t *x, pami_algorithm_t algorithm)
{
    unsigned before = w->done;
    x->cb_done = kit_count;
    x->cookie = &w->done;
    x->algorithm = algorithm;
    CHECK_EQUAL(PAMI_Collective(w->c->context[w->seat], x), PAMI_SUCCESS);
    while (w->done == before)
        PAMI_Context_advance(w->c->context[w->seat], 10);
}

static void *work(void *argument)
{
    worker_t *w = argument;
    uint32_t rank = w->c->rank[w->seat], size = w->c->size;
    enum { WORDS = 3000 };
    uint64_t *out = calloc(WORDS, sizeof *out), *in = calloc(WORDS, sizeof *in),
             *all = calloc(size, sizeof *all);
    for (unsigned i = 0; i < w->rounds; i++) {
        pami_xfer_t x;
        size_t words = i % 4 == 3 ? WORDS : i % 5;
        for (size_t k = 0; k < words; k++)
            out[k] = rank * 3 + k + i;
        x.cmd.xfer_allreduce = (pami_allreduce_t){
            (char *)out, PAMI_TYPE_UNSIGNED_LONG, words, (char *)in, PAMI_TYPE_UNSIGNED_LONG,
            words,       PAMI_DATA_SUM,           NULL,  1};
        finish(w, &x, w->sum);
        for (size_t k = 0; k < words; k++)
            if (!CHECK_EQUAL(in[k], (uint64_t)size * (size - 1) / 2 * 3 + size * (k + i)))
                break;
        uint64_t mine = rank * 7 + i;
        x.cmd.xfer_allgather = (pami_allgather_t){(char *)&mine, PAMI_TYPE_UNSIGNED_LONG, 1,
                                                  (char *)all,   PAMI_TYPE_UNSIGNED_LONG, 1};
        finish(w, &x, w->all);
        for (uint32_t k = 0; k < size; k++)
            CHECK_EQUAL(all[k], k * 7 + i);
        x.cmd.xfer_broadcast = (pami_broadcast_t){
            w->c->endpoint[i % size], (char *)(rank == i % size ? all : in), PAMI_TYPE_UNSIGNED_LONG, size};
        finish(w, &x, w->broadcast);
        CHECK(rank == i % size || memcmp(in, all, size * sizeof *all) == 0);
        if (i % 3 == 0)
            finish(w, &x, w->barrier);
    }
    free(out);
    free(in);
    free(all);
    return NULL;
}

static pami_algorithm_t first(const coll_t *c, pami_xfer_type_t type)
{
    pami_algorithm_t a[8];
    coll_algorithms(c, type, a, 8);
    return a[0];
}

static void body(mu_rank_t *me)
{
    static const coll_kind_t kinds[] = {COLL_CONTEXTS, COLL_ENDPOINTS};
    kit_t kit;
    worker_t w[KIT_CONTEXTS];
    kit_open(&kit, me, 3);
    for (unsigned k = 0; k < 2; k++) {
        coll_t c;
        coll_open(&c, &kit, kinds[k]);
        for (uint32_t i = 0; i < c.seats; i++) {
            w[i] = (worker_t){.c = &c,
                              .seat = i,
                              .rounds = MU_ROUNDS(60u),
                              .barrier = first(&c, PAMI_XFER_BARRIER),
                              .sum = first(&c, PAMI_XFER_ALLREDUCE),
                              .all = first(&c, PAMI_XFER_ALLGATHER),
                              .broadcast = first(&c, PAMI_XFER_BROADCAST)};
            pthread_create(&w[i].thread, NULL, work, &w[i]);
        }
        for (uint32_t i = 0; i < c.seats; i++)
            pthread_join(w[i].thread, NULL);
        coll_close(&c);
    }
    kit_close(&kit);
}

static void threads(void)
{
    coll_jobs(body);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"threads", threads}, {NULL, NULL}};
    return emuq_test_main("PAMI collectives of several threads", tests);
}
