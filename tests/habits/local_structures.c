/* SPDX-License-Identifier: BSD-3-Clause */
/* Set-up structures in local variables, out of scope after the set-up; two structures allocated in one
 * subgroup. */
#include "common.h"

typedef struct {
    MUHWI_Descriptor_t fifo[2][16];
    uint64_t from, to[2];
    volatile uint64_t counter[2];
} memory_t;

static void set_up_addresses(uint32_t subgroup, memory_t *m)
{
    MUSPI_BaseAddressTableSubGroup_t first, second;
    uint32_t id[2] = {0, 1}, later[2] = {4, 5};
    EXPECT(Kernel_AllocateBaseAddressTable(subgroup, &first, 2, id, 0) == 0);
    EXPECT(Kernel_AllocateBaseAddressTable(subgroup, &second, 2, later, 0) == 0);
    MUSPI_SetBaseAddress(&second, 4, pa_of(&m->to[1], 8));
    MUSPI_SetBaseAddress(&first, 0, pa_of(&m->to[0], 8));
    MUSPI_SetBaseAddress(&first, 1,
                         MUSPI_GetAtomicAddress(pa_of(&m->counter[0], 8), MUHWI_ATOMIC_OPCODE_STORE_ADD));
    MUSPI_SetBaseAddress(&second, 5,
                         MUSPI_GetAtomicAddress(pa_of(&m->counter[1], 8), MUHWI_ATOMIC_OPCODE_STORE_ADD));
}

/* After the return, only the copy of the software FIFO remains of the subgroup's structure. */
static MUSPI_InjFifo_t set_up_fifo(uint32_t subgroup, uint32_t id, void *memory)
{
    MUSPI_InjFifoSubGroup_t group;
    return *open_injection(&group, subgroup, id, memory, 16 * 64);
}

static int scribble(void)
{
    volatile char over[4096];
    memset((void *)over, 0xcc, sizeof over);
    return over[17];
}

int main(void)
{
    memory_t *m = malloc(sizeof *m);
    MUSPI_InjFifo_t fifo[2];
    neighbour_t next = next_node();
    MUHWI_Descriptor_t d;
    int i;

    memset(m, 0, sizeof *m);
    m->from = 4711;
    m->counter[0] = m->counter[1] = 8;
    set_up_addresses(3, m);
    fifo[0] = set_up_fifo(3, 2, m->fifo[0]);
    fifo[1] = set_up_fifo(3, 6, m->fifo[1]);
    EXPECT(scribble() != 0);
    barrier();
    for (i = 0; i < 2; i++) {
        describe_put(&d, &next, pa_of(&m->from, 8), 8, 0, 0);
        MUSPI_SetRecPayloadBaseAddressInfo(&d, (uint16_t)(3 * 8 + i * 4), 0);
        MUSPI_SetRecCounterBaseAddressInfo(&d, (uint16_t)(3 * 8 + i * 4 + 1), 0);
        EXPECT(MUSPI_InjFifoInject(&fifo[i], &d) == 1);
    }
    while (m->counter[0] + m->counter[1] != 0)
        ;
    EXPECT(m->to[0] == 4711 && m->to[1] == 4711);
    barrier();
    return 0;
}
