/* SPDX-License-Identifier: BSD-3-Clause */
/* FIFO memory and descriptors directly from malloc(): programs rely on 64-byte and 32-byte alignment. */
#include "common.h"

static int receive(void *got, MUHWI_PacketHeader_t *header, uint32_t bytes)
{
    (void)bytes;
    memcpy(got, header + 1, sizeof(int));
    return 0;
}

int main(void)
{
    char *odd = malloc(13); /* shifts the following blocks */
    char *inj_memory = malloc(64 * 1024), *small = malloc(20), *rec_memory = malloc(64 * 1024);
    MUHWI_Descriptor_t *d = calloc(3, sizeof *d);
    MUSPI_InjFifoSubGroup_t *inj = malloc(sizeof *inj);
    MUSPI_RecFifoSubGroup_t *rec = malloc(sizeof *rec);
    int *number = realloc(malloc(10), 4096), got = 0, i;
    neighbour_t next = next_node();

    EXPECT(odd != NULL && small != NULL);
    EXPECT((uintptr_t)inj_memory % 64 == 0 && (uintptr_t)rec_memory % 32 == 0);
    EXPECT((uintptr_t)d % 64 == 0 && (uintptr_t)number % 64 == 0);
    MUSPI_InjFifo_t *fifo = open_injection(inj, 0, 0, inj_memory, 64 * 1024);
    MUSPI_RecFifo_t *packets = open_reception(rec, 0, 0, rec_memory, 64 * 1024);
    int id = MUSPI_RegisterReceiveFunction(receive, &got);
    barrier();
    for (i = 0; i < 3; i++) {
        number[i * 8] = 100 + i;
        describe_packet(&d[i], &next, pa_of(&number[i * 8], 4), 4, 0, (uint8_t)id);
        EXPECT(MUSPI_InjFifoInject(fifo, &d[i]) == (uint64_t)i + 1);
        while (MUSPI_RecFifoPoll(packets, 1) == 0)
            ;
        EXPECT(got == 100 + i);
    }
    barrier();
    return 0;
}
