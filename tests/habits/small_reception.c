/* SPDX-License-Identifier: BSD-3-Clause */
/* A reception FIFO smaller than one message: the sender is blocked until the receiver polls. */
#include "common.h"

#define BYTES (100 * 512)

static int receive(void *place, MUHWI_PacketHeader_t *header, uint32_t bytes)
{
    char **to = place;
    memcpy(*to, header + 1, bytes - 32);
    *to += bytes - 32;
    return 0;
}

int main(void)
{
    char *from = malloc(BYTES), *to = malloc(BYTES), *place = to, *inj_memory = malloc(512);
    char rec_memory[2048] __attribute__((aligned(32)));
    MUSPI_InjFifoSubGroup_t inj;
    MUSPI_RecFifoSubGroup_t rec;
    MUSPI_InjFifo_t *fifo = open_injection(&inj, 0, 0, inj_memory, 512);
    MUSPI_RecFifo_t *packets = open_reception(&rec, 0, 0, rec_memory, 2048);
    int function = MUSPI_RegisterReceiveFunction(receive, &place), i;
    neighbour_t next = next_node();
    MUHWI_Descriptor_t d;
    uint64_t number;

    for (i = 0; i < BYTES; i++)
        from[i] = (char)(i * 5 + i / 512);
    describe_packet(&d, &next, pa_of(from, BYTES), BYTES, 0, (uint8_t)function);
    barrier();
    number = MUSPI_InjFifoInject(fifo, &d);
    DelayTimeBase(1600000 * 5); /* without polls the message cannot complete */
    barrier();
    EXPECT(!MUSPI_CheckDescComplete(fifo, number));
    barrier();
    while (place < to + BYTES)
        MUSPI_RecFifoPoll(packets, 1000);
    EXPECT(memcmp(from, to, BYTES) == 0);
    while (!MUSPI_CheckDescComplete(fifo, number))
        ;
    barrier();
    return 0;
}
