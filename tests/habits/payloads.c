/* SPDX-License-Identifier: BSD-3-Clause */
/* Payloads of any length at any address: multiples of 48, odd sizes, and packets without payload. */
#include "common.h"

static const int lengths[] = {1, 3, 31, 32, 33, 48, 96, 144, 511, 512, 513, 528, 1024, 1441, 4800, 9999};
#define LENGTHS (int)(sizeof lengths / sizeof lengths[0])

typedef struct {
    int packets;
    uint32_t bytes;
} seen_t;

static int receive(void *parameter, MUHWI_PacketHeader_t *header, uint32_t bytes)
{
    seen_t *seen = parameter;
    EXPECT(bytes == (header->NetworkHeader.pt2pt.Byte8.Size + 1u) << 5);
    if (seen->packets++ == 0)
        EXPECT(bytes == 32);
    seen->bytes += bytes - 32;
    return 0;
}

int main(void)
{
    char *from = malloc(10100), *to = malloc(10100), *inj_memory = malloc(4096), *rec_memory = malloc(65536);
    volatile uint64_t counter = 0;
    MUSPI_InjFifoSubGroup_t inj;
    MUSPI_RecFifoSubGroup_t rec;
    MUSPI_InjFifo_t *fifo = open_injection(&inj, 0, 0, inj_memory, 4096);
    MUSPI_RecFifo_t *packets = open_reception(&rec, 0, 0, rec_memory, 65536);
    seen_t seen = {0, 0};
    int function = MUSPI_RegisterReceiveFunction(receive, &seen);
    neighbour_t next = next_node();
    uint64_t pa = pa_of(from, 10100);
    MUHWI_Descriptor_t d;
    int i, k;

    set_base(0, 0, pa_of(to, 10100));
    set_base(0, 1, MUSPI_GetAtomicAddress(pa_of(&counter, 8), MUHWI_ATOMIC_OPCODE_STORE_ADD));
    for (i = 0; i < LENGTHS; i++) {
        int shift = i * 5 + 1, bytes = lengths[i], target = i * 3;
        for (k = 0; k < 10100; k++)
            from[k] = (char)(k * 7 + i);
        memset(to, 99, 10100);
        counter = (uint64_t)bytes;
        barrier();
        describe_put(&d, &next, pa + (uint64_t)shift, (uint64_t)bytes, (uint64_t)target, 0);
        MUSPI_InjFifoInject(fifo, &d);
        while (counter > 0)
            ;
        EXPECT(memcmp(to + target, from + shift, (size_t)bytes) == 0);
        EXPECT(to[target + bytes] == 99 && (target == 0 || to[target - 1] == 99));
        barrier();
    }

    describe_packet(&d, &next, pa, 0, 0, (uint8_t)function); /* header only */
    MUSPI_InjFifoInject(fifo, &d);
    while (seen.packets < 1)
        MUSPI_RecFifoPoll(packets, 10);
    describe_packet(&d, &next, pa + 5, 1025, 0, (uint8_t)function); /* two full packets and one byte */
    MUSPI_InjFifoInject(fifo, &d);
    while (seen.packets < 4)
        MUSPI_RecFifoPoll(packets, 10);
    EXPECT(seen.bytes == 512 + 512 + 32);
    barrier();
    return 0;
}
