/* SPDX-License-Identifier: BSD-3-Clause */
/* Five methods to detect the completion of a send, including none; return values of MUSPI_InjFifoInject(). */
#include "common.h"

#define SLOTS 8

int main(void)
{
    struct {
        MUHWI_Descriptor_t fifo[SLOTS];
        char from[512], to[512];
        volatile uint64_t counter;
    } *m = malloc(sizeof *m);
    MUSPI_InjFifoSubGroup_t inj;
    MUSPI_InjFifo_t *fifo;
    neighbour_t next = next_node();
    uint64_t pa = pa_of(m, sizeof *m), number = 0;
    MUHWI_Descriptor_t d;
    uint32_t id = 0;
    int i;

    memset(m, 0, sizeof *m);
    fifo = open_injection(&inj, 0, 0, m->fifo, sizeof m->fifo);
    set_base(0, 0, pa);
    set_base(0, 1, MUSPI_GetAtomicAddress(pa_of(&m->counter, 8), MUHWI_ATOMIC_OPCODE_STORE_ADD));
    describe_put(&d, &next, pa_of(m->from, 512), 512, (uint64_t)m->to - (uint64_t)m, 0);
    barrier();

    /* 1: sequence number of the descriptor */
    number = MUSPI_InjFifoInject(fifo, &d);
    EXPECT(number == 1);
    while (!MUSPI_CheckDescComplete(fifo, number))
        ;
    /* 2: descriptor count of the hardware */
    MUSPI_InjFifoInject(fifo, &d);
    while (fifo->hw_injfifo->descCount != fifo->numInjected)
        ;
    /* 3: head equals tail */
    MUSPI_InjFifoInject(fifo, &d);
    while (MUSPI_getHwHead(&fifo->_fifo) != MUSPI_getHwTail(&fifo->_fifo))
        ;
    /* 4: free space */
    MUSPI_InjFifoInject(fifo, &d);
    while (fifo->hw_injfifo->freeSpace != SLOTS - 1)
        ;
    while (MUSPI_getHwDescCount(fifo) < 4) /* the count changes last */
        ;
    EXPECT(MUSPI_getHwDescCount(fifo) == 4);
    /* A stopped FIFO fills up. */
    Kernel_InjFifoActivate(&inj, 1, &id, KERNEL_INJ_FIFO_DEACTIVATE);
    for (i = 0; i < SLOTS - 1; i++)
        EXPECT(MUSPI_InjFifoInject(fifo, &d) == 5 + (uint64_t)i);
    EXPECT(MUSPI_InjFifoInject(fifo, &d) == (uint64_t)-1);
    Kernel_InjFifoActivate(&inj, 1, &id, KERNEL_INJ_FIFO_ACTIVATE);
    /* 5: no check by the sender; the receiver counts */
    for (i = 0; i < 30; i++)
        while (MUSPI_InjFifoInject(fifo, &d) == (uint64_t)-1)
            ;
    while ((int64_t)m->counter != -512 * (4 + SLOTS - 1 + 30))
        ;
    barrier();
    return 0;
}
