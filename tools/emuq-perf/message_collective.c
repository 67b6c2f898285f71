/* SPDX-License-Identifier: BSD-3-Clause */
/* What collectives of the message layer cost: over all ranks, by the algorithm that a client would take. */
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
