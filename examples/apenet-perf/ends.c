/* SPDX-License-Identifier: BSD-3-Clause */
/* Puts with memory of the host or of a GPU at either end. */
#include <errno.h>

#include "perf.h"

#define LOCAL  APENET_LOCAL_GPU(0)
#define REMOTE APENET_REMOTE_GPU(0)

/* Puts without waiting; the last one is answered. */
static double one_way(perf_t *p, const perf_test_t *t)
{
    apenet_address_t last = apenet_world_address(&p->world, p->world.ranks - 1);
    const void *from = (t->flags & LOCAL) != 0 ? p->gpu : p->source;
    uint64_t to = (t->flags & REMOTE) != 0 ? p->gpu_there : p->there;
    double begin = apenet_world_seconds();
    for (unsigned n = 0; n < t->rounds; n++)
        if (p->is_first) {
            int rc = apenet_rdma_put(p->world.card, last, from, t->bytes, to, 0, APENET_SILENT | t->flags);
            apenet_world_must(&p->world, rc == 0, "apenet_rdma_put");
        } else {
            apenet_world_other(&p->world);
        }
    return perf_answer(p, begin) / t->rounds;
}

void perf_measure_ends(perf_t *p)
{
    static const struct {
        const char *name;
        unsigned flags;
    } ends[] = {
        {"put, H to H", 0}, {"put, H to G", REMOTE}, {"put, G to H", LOCAL}, {"put, G to G", LOCAL | REMOTE}};
    static const struct {
        size_t bytes;
        unsigned rounds;
    } sizes[] = {{32, 500}, {4096, 200}, {65536, 50}, {1u << 20, 8}, {PERF_BYTES, 2}};
    for (unsigned k = 0; k < 4; k++)
        for (unsigned i = 0; i < sizeof sizes / sizeof *sizes && (k == 0 || p->gpu != NULL); i++) {
            perf_test_t t = {ends[k].name, sizes[i].bytes, sizes[i].rounds, one_way, ends[k].flags};
            perf_measure(p, &t);
        }
}

void perf_open_gpus(perf_t *p)
{
    unsigned last = p->world.ranks - 1;
    apenet_buffer_t buffer;
    void *gpu = NULL;
    int rc = apenet_gpu_alloc(p->world.card, 0, PERF_BYTES, &gpu);
    p->gpu = rc == 0 ? gpu : NULL;
    apenet_world_must(&p->world, rc == 0 || rc == -ENXIO, "apenet_gpu_alloc");
    if (rc == 0)
        rc = apenet_register_buffer(p->world.card, p->gpu, PERF_BYTES, APENET_GPU(0), 0, &buffer);
    apenet_world_must(&p->world, rc == 0 || p->gpu == NULL, "apenet_register_buffer");
    p->gpu_there = (uintptr_t)p->gpu;
    if (p->is_last)
        apenet_world_tell(&p->world, 0, &p->gpu_there, 1);
    if (p->is_first)
        p->gpu_there = *apenet_world_hear(&p->world, last);
}
