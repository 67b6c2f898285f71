/* SPDX-License-Identifier: BSD-3-Clause */
/* FIFOs of many sizes, given as size - 1, with 64 FIFOs in one process; memory regions shorter by one byte
 * than the FIFO. */
#include <malloc.h>

#include "common.h"

#define FIFOS 64

static int count(void *seen, MUHWI_PacketHeader_t *header, uint32_t bytes)
{
    (void)header;
    (void)bytes;
    ++*(int *)seen;
    return 0;
}

static void injection_fifo(uint32_t i, MUSPI_InjFifoSubGroup_t *group, uint64_t size_1)
{
    Kernel_InjFifoAttributes_t attributes = {0, 0, 0};
    Kernel_MemoryRegion_t region;
    uint32_t id = i % 8;
    void *memory = memalign(64, size_1 + 1);
    EXPECT(memory != NULL);
    EXPECT(Kernel_AllocateInjFifos(i / 8, group, 1, &id, &attributes) == 0);
    EXPECT(Kernel_CreateMemoryRegion(&region, memory, size_1) == 0);
    EXPECT(Kernel_InjFifoInit(group, id, &region, (uint64_t)memory - (uint64_t)region.BaseVa, size_1) == 0);
    EXPECT(Kernel_InjFifoActivate(group, 1, &id, KERNEL_INJ_FIFO_ACTIVATE) == 0);
}

static void reception_fifo(uint32_t id, uint64_t size_1, MUSPI_RecFifoSubGroup_t *group)
{
    Kernel_RecFifoAttributes_t attributes = {0};
    Kernel_MemoryRegion_t region;
    void *memory = memalign(32, size_1 + 1);
    EXPECT(memory != NULL);
    EXPECT(Kernel_AllocateRecFifos(0, group, 1, &id, &attributes) == 0);
    EXPECT(Kernel_CreateMemoryRegion(&region, memory, size_1) == 0);
    EXPECT(Kernel_RecFifoInit(group, id, &region, (uint64_t)memory - (uint64_t)region.BaseVa, size_1) == 0);
    EXPECT(Kernel_RecFifoEnable(0, 1 << (15 - id)) == 0);
}

int main(void)
{
    static const uint64_t inj_sizes_1[5] = {(64 * 8) - 1, 2047, 0xFFFF, ((64 * 1024) - 1), 512 * 1024 - 1};
    MUSPI_InjFifoSubGroup_t *inj = malloc(FIFOS * sizeof *inj);
    MUSPI_RecFifoSubGroup_t rec[3];
    struct {
        uint64_t from[FIFOS], to[FIFOS];
        volatile uint64_t counter;
    } *m = malloc(sizeof *m);
    uint64_t pa = pa_of(m, sizeof *m);
    neighbour_t next = next_node();
    MUHWI_Descriptor_t d;
    uint32_t i;
    int seen = 0;

    memset(m->to, 0, sizeof m->to);
    m->counter = FIFOS * 8;
    set_base(0, 0, pa);
    set_base(0, 1, MUSPI_GetAtomicAddress(pa, MUHWI_ATOMIC_OPCODE_STORE_ADD));
    reception_fifo(0, 0xFFFF, &rec[0]);
    reception_fifo(1, 1024 * 1024 - 1, &rec[1]);
    reception_fifo(2, 8 * 1024 * 1024 - 1, &rec[2]);
    EXPECT(MUSPI_RegisterReceiveFunction(count, &seen) == 0);
    for (i = 0; i < FIFOS; i++)
        injection_fifo(i, &inj[i], inj_sizes_1[i % 5]);
    barrier();
    for (i = 0; i < FIFOS; i++) {
        m->from[i] = 1000 + i;
        describe_put(&d, &next, pa + i * 8, 8, (uint64_t)&m->to[i] - (uint64_t)m,
                     (uint64_t)&m->counter - (uint64_t)m);
        EXPECT(MUSPI_InjFifoInject(&inj[i]._injfifos[i % 8], &d) == 1);
    }
    for (i = 0; i < 3; i++) {
        describe_packet(&d, &next, pa, 100, (uint16_t)i, 0);
        EXPECT(MUSPI_InjFifoInject(&inj[0]._injfifos[0], &d) == i + 2);
    }
    while (m->counter)
        ;
    for (i = 0; i < FIFOS; i++)
        EXPECT(m->to[i] == 1000 + i);
    for (i = 0; i < 3; i++)
        while (MUSPI_RecFifoPoll(&rec[i]._recfifos[i], 10) == 0)
            ;
    EXPECT(seen == 3);
    barrier();
    return 0;
}
