/* SPDX-License-Identifier: BSD-3-Clause */
/* Reception counters on the stack, polled as plain memory: from the total down to 0, signed and unsigned, or
 * from 0 down to -size; one counter for many messages. No library call during the wait. */
#include "common.h"

#define MESSAGES 20
#define BYTES    3000

int main(void)
{
    volatile uint64_t total __attribute__((aligned(8)));
    volatile int64_t left;
    volatile uint64_t from_zero;
    char inj_memory[4096] __attribute__((aligned(64))); /* memory of the injection FIFO, on the stack too */
    char *source = malloc(MESSAGES * BYTES), *landing = malloc(MESSAGES * BYTES);
    MUSPI_InjFifoSubGroup_t inj;
    MUSPI_InjFifo_t *fifo = open_injection(&inj, 0, 0, inj_memory, sizeof inj_memory);
    neighbour_t next = next_node();
    uint64_t pa = pa_of(source, MESSAGES * BYTES);
    MUHWI_Descriptor_t d;
    int round, i;

    set_base(0, 0, pa_of(landing, MESSAGES * BYTES));
    set_base(0, 1, MUSPI_GetAtomicAddress(pa_of(&total, 8), MUHWI_ATOMIC_OPCODE_STORE_ADD));
    set_base(0, 2, MUSPI_GetAtomicAddress(pa_of(&left, 8), MUHWI_ATOMIC_OPCODE_STORE_ADD));
    set_base(0, 3, MUSPI_GetAtomicAddress(pa_of(&from_zero, 8), MUHWI_ATOMIC_OPCODE_STORE_ADD));
    for (round = 0; round < 3; round++) {
        for (i = 0; i < MESSAGES * BYTES; i++)
            source[i] = (char)(i * 11 + round);
        memset(landing, 0, MESSAGES * BYTES);
        total = MESSAGES * BYTES;
        left = MESSAGES * BYTES;
        from_zero = 0;
        barrier();
        for (i = 0; i < MESSAGES; i++) {
            describe_put(&d, &next, pa + (uint64_t)i * BYTES, BYTES, (uint64_t)i * BYTES, 0);
            MUSPI_SetRecCounterBaseAddressInfo(&d, (uint16_t)(1 + round), 0);
            MUSPI_InjFifoInject(fifo, &d);
        }
        if (round == 0)
            while (total)
                ;
        else if (round == 1)
            while (left > 0)
                ;
        else
            while (from_zero != (uint64_t) - (MESSAGES * BYTES))
                ;
        for (i = 0; i < MESSAGES * BYTES; i++)
            EXPECT(landing[i] == (char)(i * 11 + round));
        barrier();
    }
    return 0;
}
