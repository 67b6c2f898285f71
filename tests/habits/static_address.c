/* SPDX-License-Identifier: BSD-3-Clause */
/* The virtual address of static data is its physical address, and the same in every process. */
#include "common.h"

static MUHWI_Descriptor_t fifo_memory[32] __attribute__((aligned(64)));
static MUSPI_InjFifoSubGroup_t group;
static double from[64], to[64];
static volatile uint64_t received;

int main(void)
{
    MUSPI_InjFifo_t *fifo = open_injection(&group, 0, 0, fifo_memory, sizeof fifo_memory);
    neighbour_t next = next_node();
    MUHWI_Descriptor_t d;
    int i;

    EXPECT((uint64_t)&fifo_memory < (uint64_t)1 << 36);
    EXPECT(pa_of(from, sizeof from) == (uint64_t)from);
    EXPECT(pa_of(to, sizeof to) == (uint64_t)to);
    EXPECT(fifo->_fifo.pa_start == (uint64_t)fifo_memory);
    EXPECT(pa_of((void *)(uintptr_t)&received, 8) == (uint64_t)&received);

    set_base(0, 0, 0);
    set_base(0, 1, 0);
    for (i = 0; i < 64; i++)
        from[i] = 1000.0 * Kernel_GetRank() + i;
    received = sizeof from;
    barrier();
    /* Complete addresses in the offsets: the variables have the same addresses on the neighbour. */
    describe_put(&d, &next, (uint64_t)from, sizeof from, (uint64_t)to,
                 MUSPI_GetAtomicAddress((uint64_t)&received, MUHWI_ATOMIC_OPCODE_STORE_ADD));
    MUSPI_InjFifoInject(fifo, &d);
    while (received != 0)
        ;
    for (i = 0; i < 64; i++)
        EXPECT(to[i] == 1000.0 * ((Kernel_GetRank() + next.nodes - 1) % next.nodes) + i);
    barrier();
    return 0;
}
