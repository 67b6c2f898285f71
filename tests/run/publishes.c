/* SPDX-License-Identifier: BSD-3-Clause */
/* Rank 0 publishes words HEALTH of all nodes, initially normal, and stores words from its standard input:
 * lines NODE WORD, up to the end. Prints each line after the store. */
#include <stdio.h>

#include "base/atomic.h"
#include "kernel-shim/partition/partition.h"

#define STRIDE 128u

int main(void)
{
    emuq_process_t *self = emuq_process_self();
    emuq_partition_t *p = self->node->partition;
    unsigned node, value;
    if (self->rank != 0)
        return 0;
    char *words = emuq_arena_alloc(p->arena, (size_t)p->nodes * STRIDE, 64);
    if (words == NULL)
        return 3;
    for (unsigned i = 0; i < p->nodes; i++)
        AO_int_store((unsigned *)(words + i * STRIDE), EMUQ_COMPONENT_HEALTH_VALID);
    emuq_component_health_publish(p, (const uint32_t *)words, STRIDE, p->nodes);
    puts("published");
    fflush(stdout);
    while (scanf("%u %x", &node, &value) == 2 && node < p->nodes) {
        AO_int_store((unsigned *)(words + node * STRIDE), value);
        printf("stored %u %x\n", node, value);
        fflush(stdout);
    }
    return 0;
}
