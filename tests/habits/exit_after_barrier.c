/* SPDX-License-Identifier: BSD-3-Clause */
/* Some ranks exit right after a barrier; ranks 0 and 1 continue to communicate. */
#include "common.h"

#define ROUNDS 50

int main(void)
{
    struct {
        MUHWI_Descriptor_t fifo[16];
        volatile uint64_t word;
        uint64_t source;
        volatile uint64_t counter;
    } *m = malloc(sizeof *m);
    uint32_t rank = Kernel_GetRank();
    uint64_t pa = pa_of(m, sizeof *m), round;
    MUSPI_InjFifoSubGroup_t inj;
    MUSPI_InjFifo_t *fifo;
    neighbour_t other = next_node();
    MUHWI_Descriptor_t d;

    EXPECT(other.nodes >= 2);
    memset(m, 0, sizeof *m);
    fifo = open_injection(&inj, 0, 0, m->fifo, sizeof m->fifo);
    set_base(0, 0, pa);
    set_base(0, 1, MUSPI_GetAtomicAddress(pa_of(&m->counter, 8), MUHWI_ATOMIC_OPCODE_STORE_ADD));
    barrier();
    if (rank > 1)
        exit(0);
    MUSPI_SetUpDestination(&other.destination, 0, 0, 0, 0, 1 - rank);
    describe_put(&d, &other, pa_of(&m->source, 8), 8, (uint64_t)&m->word - (uint64_t)m, 0);
    for (round = 1; round <= ROUNDS; round++) {
        if (rank == 1)
            while (m->word < round)
                ;
        m->source = round;
        while (MUSPI_InjFifoInject(fifo, &d) == (uint64_t)-1)
            ;
        if (rank == 0)
            while (m->word < round)
                ;
    }
    while (m->counter != (uint64_t)-8 * ROUNDS)
        ;
    /* Each rank's last message must arrive before the rank exits; rank 0 receives last. */
    while (!MUSPI_CheckDescComplete(fifo, ROUNDS))
        ;
    return 0;
}
