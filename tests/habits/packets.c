/* SPDX-License-Identifier: BSD-3-Clause */
/* Packets at the receiver: length in the header, padding, user words in the message-unit header, a packet
 * across the wrap of the FIFO, the callback's byte count. The return value of the callback is ignored. */
#include "common.h"

#define PACKETS 200

typedef struct {
    uint32_t taken, function;
    MUSPI_RecFifo_t *fifo;
    int wrapped;
} state_t;

static int receive(void *parameter, MUHWI_PacketHeader_t *header, uint32_t bytes)
{
    state_t *s = parameter;
    const unsigned char *words = (const unsigned char *)&header->messageUnitHeader;
    uint32_t number, payload = s->taken % 513;
    memcpy(&number, words + 12, sizeof number);
    EXPECT(number == 0xabcd0000 + s->taken);
    EXPECT(words[6] == s->function);
    EXPECT(bytes == 32 + (payload + 31) / 32 * 32);
    EXPECT(bytes == (header->NetworkHeader.pt2pt.Byte8.Size + 1u) << 5);
    for (uint32_t i = 0; i < payload; i++)
        EXPECT(((const unsigned char *)(header + 1))[i] == (unsigned char)(i + s->taken));
    s->wrapped += (char *)header == s->fifo->_wrapBuf;
    s->taken += 1;
    return -17;
}

static int never(void *parameter, MUHWI_PacketHeader_t *header, uint32_t bytes)
{
    (void)parameter;
    (void)header;
    (void)bytes;
    EXPECT(!"a function that no packet names");
    return 0;
}

int main(void)
{
    unsigned char *source = malloc(PACKETS + 512);
    char *inj_memory = malloc(2048), *rec_memory = malloc(4096);
    MUSPI_InjFifoSubGroup_t inj;
    MUSPI_RecFifoSubGroup_t rec;
    MUSPI_InjFifo_t *fifo = open_injection(&inj, 0, 0, inj_memory, 2048);
    neighbour_t next = next_node();
    state_t s = {0, 0, NULL, 0};
    uint64_t pa;
    uint32_t i;

    s.fifo = open_reception(&rec, 0, 0, rec_memory, 4096);
    EXPECT(MUSPI_RegisterReceiveFunction(never, NULL) == 0);
    s.function = (uint32_t)MUSPI_RegisterReceiveFunction(receive, &s);
    for (i = 0; i < PACKETS + 512; i++)
        source[i] = (unsigned char)i;
    pa = pa_of(source, PACKETS + 512);
    barrier();
    for (i = 0; i < PACKETS; i++) {
        MUHWI_Descriptor_t d;
        uint32_t number = 0xabcd0000 + i;
        describe_packet(&d, &next, pa + i, i % 513, 0, 0);
        ((unsigned char *)&d.PacketHeader.messageUnitHeader)[6] = (unsigned char)s.function;
        memcpy((char *)&d.PacketHeader.messageUnitHeader + 12, &number, sizeof number);
        while (MUSPI_InjFifoInject(fifo, &d) == (uint64_t)-1)
            MUSPI_RecFifoPoll(s.fifo, 2);
    }
    while (s.taken < PACKETS)
        MUSPI_RecFifoPoll(s.fifo, 3);
    EXPECT(s.wrapped > 0);
    barrier();
    return 0;
}
