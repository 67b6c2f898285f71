/* SPDX-License-Identifier: BSD-3-Clause */
/* FIFO structures and registers accessed directly: descriptors are injected by a plain store to pa_tail, and
 * again after the FIFO is stopped, rewound and restarted. */
#include "common.h"

#define SLOTS 32

/* MUSPI_InjFifoInject() as reimplemented by programs. */
static inline uint64_t own_inject(MUSPI_InjFifo_t *f, const MUHWI_Descriptor_t *d)
{
    MUHWI_Descriptor_t *tail = f->_fifo.va_tail;
    if (f->numInjected - f->hw_injfifo->descCount == SLOTS - 1)
        return (uint64_t)-1;
    *tail = *d;
    f->_fifo.va_tail = ++tail == f->_fifo.va_end ? f->_fifo.va_start : tail;
    _bgq_msync();
    f->_fifo.hwfifo->pa_tail = f->_fifo.pa_start + ((uint64_t)f->_fifo.va_tail - (uint64_t)f->_fifo.va_start);
    return ++f->numInjected;
}

int main(void)
{
    struct {
        MUHWI_Descriptor_t fifo[SLOTS];
        uint64_t from[8], to[8];
        volatile uint64_t counter;
    } *m = malloc(sizeof *m);
    MUSPI_InjFifoSubGroup_t group;
    MUSPI_RecFifoSubGroup_t rec_group;
    MUSPI_InjFifo_t *fifo;
    neighbour_t next = next_node();
    uint64_t pa = pa_of(m, sizeof *m);
    uint32_t id = 0;
    int i, round;

    memset(m, 0, sizeof *m);
    fifo = open_injection(&group, 0, 0, m->fifo, sizeof m->fifo);
    set_base(0, 0, pa);
    set_base(0, 1, MUSPI_GetAtomicAddress(pa_of(&m->counter, 8), MUHWI_ATOMIC_OPCODE_STORE_ADD));
    m->counter = 8 * 8;
    barrier();

    /* Writes descriptors to the slots, then the tail, then the software state. */
    MUSPI_Fifo_t *plain = (MUSPI_Fifo_t *)fifo;
    EXPECT((MUSPI_InjFifo_t *)plain == fifo);
    EXPECT(plain->hwfifo->pa_start == pa_of(m->fifo, sizeof m->fifo));
    EXPECT(fifo->_fifo.hwfifo->pa_head == plain->pa_start && plain->hwfifo->pa_tail == plain->pa_start);
    EXPECT(fifo->_fifo.hwfifo->size_1 == sizeof m->fifo - 1 && fifo->hw_injfifo->freeSpace == SLOTS - 1);
    MUHWI_Descriptor_t *slot = (MUHWI_Descriptor_t *)fifo->_fifo.va_start;
    for (i = 0; i < 8; i++) {
        m->from[i] = (uint64_t)i + 70;
        describe_put(&slot[i], &next, pa_of(&m->from[i], 8), 8, (uint64_t)&m->to[i] - (uint64_t)m, 0);
    }
    _bgq_msync();
    fifo->_fifo.hwfifo->pa_tail = fifo->_fifo.pa_start + 8 * sizeof(MUHWI_Descriptor_t);
    fifo->_fifo.va_tail = slot + 8;
    fifo->numInjected += 8;
    fifo->freeSpace -= 8;
    while (m->counter)
        ;
    while (fifo->hw_injfifo->descCount < 8)
        ;
    for (i = 0; i < 8; i++)
        EXPECT(m->to[i] == (uint64_t)i + 70);

    /* Injects the same descriptors repeatedly: stop, rewind, start. */
    for (round = 1; round <= 3; round++) {
        Kernel_InjFifoActivate(&group, 1, &id, KERNEL_INJ_FIFO_DEACTIVATE);
        barrier();
        memset(m->to, 0, sizeof m->to);
        for (i = 0; i < 8; i++)
            m->from[i] = (uint64_t)(i + 1000 * round);
        m->counter = 8 * 8;
        barrier();
        fifo->_fifo.hwfifo->pa_head = fifo->_fifo.pa_start;
        fifo->_fifo.hwfifo->pa_tail = fifo->_fifo.pa_start + 8 * sizeof(MUHWI_Descriptor_t);
        fifo->hw_injfifo->descCount = 0;
        Kernel_InjFifoActivate(&group, 1, &id, KERNEL_INJ_FIFO_ACTIVATE);
        while (m->counter)
            ;
        for (i = 0; i < 8; i++)
            EXPECT(m->to[i] == (uint64_t)(i + 1000 * round));
        while (fifo->hw_injfifo->descCount != 8)
            ;
        EXPECT(fifo->_fifo.hwfifo->pa_head == fifo->_fifo.hwfifo->pa_tail);
    }
    /* MUSPI calls continue with the state written directly. */
    m->counter = 8;
    m->to[0] = 0;
    barrier();
    EXPECT(MUSPI_InjFifoInject(fifo, &slot[0]) == 9);
    while (m->counter)
        ;
    EXPECT(m->to[0] == 3000);
    while (!MUSPI_CheckDescComplete(fifo, 9))
        ;

    /* Injects across the wrap several times, with the program's inject function. */
    m->counter = 100 * 8;
    barrier();
    for (i = 0; i < 100; i++)
        while (own_inject(fifo, &slot[i % 8]) == (uint64_t)-1)
            ;
    while (m->counter)
        ;
    while (!MUSPI_CheckDescComplete(fifo, 109))
        ;
    fifo->freeSpace = fifo->hw_injfifo->freeSpace;

    /* Reception FIFO: a program that reads packets directly also moves pa_head. */
    void *memory = malloc(4096);
    MUSPI_RecFifo_t *packets = open_reception(&rec_group, 0, 0, memory, 4096);
    MUHWI_Fifo_t *registers = ((MUSPI_Fifo_t *)packets)->hwfifo;
    MUHWI_Descriptor_t d;
    barrier();
    for (i = 0; i < 20; i++) { /* 20 packets of 512 + 32 bytes wrap several times */
        uint64_t at = registers->pa_head;
        describe_packet(&d, &next, pa_of(m, 512), 512, 0, 0);
        EXPECT(MUSPI_InjFifoInject(fifo, &d) == 110 + (uint64_t)i);
        while (registers->pa_tail == at)
            ;
        at += 544;
        if (at > registers->pa_start + registers->size_1)
            at -= registers->size_1 + 1;
        registers->pa_head = at;
    }
    barrier();
    return 0;
}
