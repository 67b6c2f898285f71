/* SPDX-License-Identifier: BSD-3-Clause */
/* What collectives of the message layer cost: over all ranks, by the algorithm that a client would take. */
#include <stdbool.h>
#include <string.h>

#include "tools/emuq-perf/batches.h"
#include "tools/emuq-perf/message_layer.h"

#define MOST_ALGORITHMS 32

/* Of the algorithms that always work, the first that uses the hardware's collectives, or the first. */
static pami_algorithm_t choose(const perf_rank_t *r, pami_geometry_t world, pami_xfer_type_t type)
{
    pami_algorithm_t algorithm[MOST_ALGORITHMS];
    pami_metadata_t data[MOST_ALGORITHMS];
    size_t count[2] = {0, 0};
    perf_layer_check(r, PAMI_Geometry_algorithms_num(world, type, count), "PAMI_Geometry_algorithms_num");
    size_t known = count[0] < MOST_ALGORITHMS ? count[0] : MOST_ALGORITHMS;
    if (known == 0)
        spi_fatal(&r->process, "no algorithm of the message layer always works for collective %d", (int)type);
    perf_layer_check(r, PAMI_Geometry_algorithms_query(world, type, algorithm, data, known, NULL, NULL, 0),
                     "PAMI_Geometry_algorithms_query");
    for (size_t i = 0; i < known; i++)
        if (data[i].check_perf.values.hw_accel)
            return algorithm[i];
    return algorithm[0];
}

void perf_collective_prepare(perf_rank_t *r, size_t size)
{
    perf_layer_t *l = r->layer;
    pami_geometry_t world;
    if (size != 0)
        perf_fill(r, size);
    perf_layer_check(r, PAMI_Geometry_world(l->client, &world), "PAMI_Geometry_world");
    l->arrived = 0;
    l->barrier = (pami_xfer_t){.cb_done = perf_layer_done, .cookie = l};
    l->allreduce = l->barrier;
    l->barrier.algorithm = choose(r, world, PAMI_XFER_BARRIER);
    l->allreduce.algorithm = choose(r, world, PAMI_XFER_ALLREDUCE);
    l->allreduce.cmd.xfer_allreduce = (pami_allreduce_t){.sndbuf = r->source,
                                                         .stype = PAMI_TYPE_DOUBLE,
                                                         .stypecount = size / sizeof(double),
                                                         .rcvbuf = r->landing,
                                                         .rtype = PAMI_TYPE_DOUBLE,
                                                         .rtypecount = size / sizeof(double),
                                                         .op = PAMI_DATA_SUM,
                                                         .commutative = 1};
}

static double collectives(perf_rank_t *r, pami_xfer_t *xfer, uint64_t rounds)
{
    perf_layer_t *l = r->layer;
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        l->begun++;
        perf_layer_check(r, PAMI_Collective(l->context, xfer), "PAMI_Collective");
        perf_layer_await(l, 0);
    }
    double seconds = (perf_now() - begin) / (double)rounds;
    perf_layer_follow_barrier(r);
    return seconds;
}

double perf_pami_barrier(perf_rank_t *r, size_t size, uint64_t rounds)
{
    (void)size;
    return collectives(r, &r->layer->barrier, rounds);
}

double perf_pami_allreduce(perf_rank_t *r, size_t size, uint64_t rounds)
{
    memset(r->landing, 0, size);
    double seconds = collectives(r, &r->layer->allreduce, rounds);
    perf_check_sum(r, size, r->process.ranks);
    return seconds;
}

/* ---- communication threads ---- */

typedef void (*async_function)(pami_context_t context, void *cookie);
typedef pami_result_t (*async_register)(pami_context_t context, async_function progress,
                                        async_function suspend, async_function resume, void *cookie);
typedef pami_result_t (*async_enable)(pami_context_t context, int events);

/* __atomic: a collective that the communication thread has ended; release, pairs with the load of the main
 * thread. */
static void end_async(pami_context_t context, void *cookie, pami_result_t result)
{
    (void)context, (void)result;
    __atomic_store_n((bool *)cookie, true, __ATOMIC_RELEASE);
}

static pami_result_t begin_async(pami_context_t context, void *xfer)
{
    return PAMI_Collective(context, xfer);
}

/* The main thread only reads memory meanwhile. */
static double async_collectives(perf_rank_t *r, const pami_xfer_t *of, uint64_t rounds)
{
    bool is_done;
    pami_work_t work;
    pami_xfer_t xfer = *of;
    xfer.cb_done = end_async;
    xfer.cookie = &is_done;
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        __atomic_store_n(&is_done, false, __ATOMIC_RELAXED);
        perf_layer_check(r, PAMI_Context_post(r->layer->context, &work, begin_async, &xfer),
                         "PAMI_Context_post");
        while (!__atomic_load_n(&is_done, __ATOMIC_ACQUIRE))
            continue;
    }
    return (perf_now() - begin) / (double)rounds;
}

double perf_pami_async_allreduce(perf_rank_t *r, size_t size, uint64_t rounds)
{
    perf_layer_t *l = r->layer;
    pami_extension_t e;
    perf_layer_check(r, PAMI_Extension_open(l->client, "EXT_async_progress", &e), "PAMI_Extension_open");
    async_register enrol = (async_register)PAMI_Extension_symbol(e, "register");
    async_enable enable = (async_enable)PAMI_Extension_symbol(e, "enable"),
                 disable = (async_enable)PAMI_Extension_symbol(e, "disable");
    memset(r->landing, 0, size);
    perf_layer_check(r, enrol(l->context, NULL, NULL, NULL, NULL), "register of EXT_async_progress");
    perf_layer_check(r, enable(l->context, 0), "enable of EXT_async_progress");
    double seconds = async_collectives(r, &l->allreduce, rounds);
    perf_layer_check(r, disable(l->context, 0), "disable of EXT_async_progress");
    perf_layer_check(r, PAMI_Extension_close(e), "PAMI_Extension_close");
    perf_layer_follow_barrier(r);
    perf_check_sum(r, size, r->process.ranks);
    return seconds;
}
