/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel-shim/partition/shape.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#define A_TO_D_MAX 64u
#define NODES_MAX  (UINT64_C(2) * A_TO_D_MAX * A_TO_D_MAX * A_TO_D_MAX * A_TO_D_MAX)

/* The best choice so far: the least sum means the least difference, and the shortest paths through a torus.
 */
typedef struct choice {
    uint32_t size[4];
    uint32_t sum; /* 0: none yet */
} choice_t;

/* Tries all sizes of dimension @p d and those behind it whose product is @p product. */
static void try_sizes(uint32_t product, int d, uint32_t *size, choice_t *best)
{
    uint32_t most = d == 0 ? A_TO_D_MAX : size[d - 1];
    if (d == 3) {
        uint32_t sum = size[0] + size[1] + size[2] + product;
        if (product > most || (best->sum != 0 && sum >= best->sum))
            return;
        size[3] = product;
        memcpy(best->size, size, sizeof(best->size));
        best->sum = sum;
        return;
    }
    for (size[d] = 1; size[d] <= most; size[d]++)
        if (product % size[d] == 0)
            try_sizes(product / size[d], d + 1, size, best);
}

/* Finds the shape of exactly so many nodes. */
static bool factorise(uint32_t nodes, uint32_t shape[5])
{
    uint32_t e = nodes % 2 == 0 ? 2 : 1, size[4];
    choice_t best = {.sum = 0};
    try_sizes(nodes / e, 0, size, &best);
    if (best.sum == 0)
        return false;
    memcpy(shape, best.size, sizeof(best.size));
    shape[4] = e;
    return true;
}

int emuq_default_shape(uint64_t nodes, uint32_t shape[5])
{
    if (nodes < 1 || nodes > NODES_MAX)
        return -ERANGE;
    while (!factorise((uint32_t)nodes, shape))
        nodes++;
    return 0;
}
