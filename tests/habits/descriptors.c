/* SPDX-License-Identifier: BSD-3-Clause */
/* Descriptors built by one MUSPI_Create call, by MUSPI_Set calls in FIFO memory, or by assignment to fields,
 * and modified between injections; raw words compared and assigned; struct tags. */
#include "common.h"

#define BYTES 900
#define TIMES 30

int main(void)
{
    char *from = malloc(BYTES * TIMES), *to = malloc(BYTES * TIMES), *memory = malloc(8192);
    volatile uint64_t counters[2] = {0, 0};
    MUSPI_InjFifoSubGroup_t group;
    MUSPI_InjFifo_t *fifo = open_injection(&group, 0, 0, memory, 8192);
    neighbour_t next = next_node();
    uint64_t pa = pa_of(from, BYTES * TIMES);
    struct MUHWI_Descriptor model, plain;
    struct MUHWI_Destination where = next.destination;
    void *slot;
    int i;

    for (i = 0; i < BYTES * TIMES; i++)
        from[i] = (char)(i * 3 + i / 256);
    memset(to, 0, BYTES * TIMES);
    set_base(0, 0, pa_of(to, BYTES * TIMES));
    set_base(0, 1, MUSPI_GetAtomicAddress(pa_of(counters, 16), MUHWI_ATOMIC_OPCODE_STORE_ADD));
    barrier();

    /* Destination word, composed by hand and from the coordinates given by the kernel. */
    BG_CoordinateMapping_t map[64];
    uint64_t ranks;
    uint32_t word;
    EXPECT(Kernel_RanksToCoords(sizeof map, map, &ranks) == 0);
    for (i = 0; i < (int)ranks; i++)
        if (map[i].a == where.Destination.A_Destination && map[i].b == where.Destination.B_Destination &&
            map[i].c == where.Destination.C_Destination && map[i].d == where.Destination.D_Destination &&
            map[i].e == where.Destination.E_Destination)
            break;
    EXPECT(i < (int)ranks);
    memcpy(&word, &map[i], sizeof word);
    EXPECT(word == ((uint32_t)map[i].e << 31 | (uint32_t)map[i].a << 24 | (uint32_t)map[i].b << 18 |
                    (uint32_t)map[i].c << 12 | (uint32_t)map[i].d << 6 | map[i].t));
    EXPECT(where.Destination.Destination == ((uint32_t)map[i].a << 24 | (uint32_t)map[i].b << 18 |
                                             (uint32_t)map[i].c << 12 | (uint32_t)map[i].d << 6 | map[i].e));

    /* Builds a descriptor from zero, field by field. */
    memset(&plain, 0, sizeof plain);
    plain.Torus_FIFO_Map = next.map;
    plain.PacketHeader.NetworkHeader.pt2pt.Data_Packet_Type = MUHWI_PT2PT_DATA_PACKET_TYPE;
    plain.PacketHeader.NetworkHeader.pt2pt.Destination.Destination.Destination =
        (word & 0x3fffffc0) | word >> 31;
    plain.PacketHeader.NetworkHeader.pt2pt.Byte3.Virtual_channel = 1;
    plain.PacketHeader.NetworkHeader.pt2pt.Byte8.Packet_Type = 1;
    plain.PacketHeader.NetworkHeader.pt2pt.Byte8.Size = 16;
    plain.PacketHeader.messageUnitHeader.Packet_Types.Direct_Put.Rec_Payload_Base_Address_Id = 0;
    plain.PacketHeader.messageUnitHeader.Packet_Types.Direct_Put.Rec_Counter_Base_Address_Id = 1;
    describe_put(&model, &next, pa, BYTES, 0, 0);
    EXPECT(model.PacketHeader.NetworkHeader.pt2pt.Destination.Destination.Destination ==
           plain.PacketHeader.NetworkHeader.pt2pt.Destination.Destination.Destination);

    for (i = 0; i < TIMES; i++) {
        uint64_t at = (uint64_t)i * BYTES;
        if (i % 3 == 0) { /* modified by calls, injected from user memory */
            MUSPI_SetPayload(&model, pa + at, BYTES);
            MUSPI_SetRecPayloadBaseAddressInfo(&model, 0, at);
            model.PacketHeader.messageUnitHeader.Packet_Types.Direct_Put.Counter_Offset =
                (uint64_t)(i % 2 * 8);
            while (MUSPI_InjFifoInject(fifo, &model) == (uint64_t)-1)
                ;
        } else if (i % 3 == 1) { /* modified by assignment */
            plain.Pa_Payload = pa + at;
            plain.Message_Length = BYTES;
            plain.PacketHeader.messageUnitHeader.Packet_Types.Direct_Put.Put_Offset_MSB = 0;
            plain.PacketHeader.messageUnitHeader.Packet_Types.Direct_Put.Put_Offset_LSB = (uint32_t)at;
            plain.PacketHeader.messageUnitHeader.Packet_Types.Direct_Put.Counter_Offset =
                (uint64_t)(i % 2 * 8);
            while (MUSPI_InjFifoInject(fifo, &plain) == (uint64_t)-1)
                ;
        } else { /* built in its slot of the FIFO */
            while (MUSPI_InjFifoNextDesc(fifo, &slot) == (uint64_t)-1)
                ;
            MUHWI_Descriptor_t *d = slot;
            MUSPI_DescriptorZeroOut(d);
            MUSPI_SetPrefetchOnly(d, MUHWI_DESCRIPTOR_PRE_FETCH_ONLY_NO);
            MUSPI_SetInterrupt(d, MUHWI_DESCRIPTOR_DO_NOT_INTERRUPT_ON_PACKET_ARRIVAL);
            MUSPI_SetPayload(d, pa + at, BYTES);
            MUSPI_SetTorusInjectionFIFOMap(d, next.map);
            MUSPI_SetDataPacketType(d, MUHWI_PT2PT_DATA_PACKET_TYPE);
            MUSPI_SetDestination(d, where);
            MUSPI_SetHintsABCD(d, 0);
            MUSPI_SetPt2PtMisc1(d, MUHWI_PACKET_USE_DETERMINISTIC_ROUTING);
            MUSPI_SetPt2PtMisc2(d, MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC);
            MUSPI_SetMessageUnitPacketType(d, MUHWI_PACKET_TYPE_PUT);
            MUSPI_SetSize(d);
            MUSPI_SetPacing(d, MUHWI_PACKET_DIRECT_PUT_IS_NOT_PACED);
            MUSPI_SetRecPayloadBaseAddressInfo(d, 0, at);
            MUSPI_SetRecCounterBaseAddressInfo(d, 1, (uint64_t)(i % 2 * 8));
            MUSPI_InjFifoAdvanceDesc(fifo);
        }
    }
    while (counters[0] + counters[1] != (uint64_t)-BYTES * TIMES)
        ;
    EXPECT(counters[0] == counters[1]);
    EXPECT(memcmp(from, to, BYTES * TIMES) == 0);
    barrier();
    return 0;
}
