/* SPDX-License-Identifier: BSD-3-Clause */
/* Out-of-line functions of the Message Unit SPI: descriptors and reception FIFOs. */
#include <inttypes.h>
#include <stdio.h>

#include "spi/include/mu/Descriptor_inlines.h"
#include "spi/include/mu/RecFifo.h"

/** Zeroes a descriptor and sets the packet types. */
static void mu_start_descriptor(MUHWI_Descriptor_t *desc, uint8_t data_packet_type, uint8_t mu_packet_type)
{
    MUSPI_DescriptorZeroOut(desc);
    MUSPI_SetDataPacketType(desc, data_packet_type);
    MUSPI_SetMessageUnitPacketType(desc, mu_packet_type);
}

static void mu_start_pt2pt(MUHWI_Descriptor_t *desc, uint8_t mu_packet_type,
                           MUSPI_BaseDescriptorInfoFields_t *base, MUSPI_Pt2PtDescriptorInfoFields_t *pt2pt)
{
    mu_start_descriptor(desc, MUHWI_PT2PT_DATA_PACKET_TYPE, mu_packet_type);
    MUSPI_SetBaseFields(desc, base);
    MUSPI_SetPt2PtFields(desc, pt2pt);
}

static void mu_start_collective(MUHWI_Descriptor_t *desc, uint8_t mu_packet_type,
                                MUSPI_BaseDescriptorInfoFields_t *base,
                                MUSPI_CollectiveDescriptorInfoFields_t *collective)
{
    mu_start_descriptor(desc, MUHWI_COLLECTIVE_DATA_PACKET_TYPE, mu_packet_type);
    MUSPI_SetBaseFields(desc, base);
    MUSPI_SetCollectiveFields(desc, collective);
}

int MUSPI_CreatePt2PtMemoryFIFODescriptor(MUHWI_Descriptor_t *desc,
                                          MUSPI_Pt2PtMemoryFIFODescriptorInfo_t *info)
{
    mu_start_pt2pt(desc, MUHWI_PACKET_TYPE_FIFO, &info->Base, &info->Pt2Pt);
    MUSPI_SetMemoryFIFOFields(desc, &info->MemFIFO);
    return 0;
}

int MUSPI_CreatePt2PtDirectPutDescriptor(MUHWI_Descriptor_t *desc, MUSPI_Pt2PtDirectPutDescriptorInfo_t *info)
{
    mu_start_pt2pt(desc, MUHWI_PACKET_TYPE_PUT, &info->Base, &info->Pt2Pt);
    MUSPI_SetDirectPutFields(desc, &info->DirectPut);
    return 0;
}

int MUSPI_CreatePt2PtRemoteGetDescriptor(MUHWI_Descriptor_t *desc, MUSPI_Pt2PtRemoteGetDescriptorInfo_t *info)
{
    mu_start_pt2pt(desc, info->RemoteGet.Type, &info->Base, &info->Pt2Pt);
    MUSPI_SetRemoteGetFields(desc, &info->RemoteGet);
    return 0;
}

int MUSPI_CreateCollectiveMemoryFIFODescriptor(MUHWI_Descriptor_t *desc,
                                               MUSPI_CollectiveMemoryFIFODescriptorInfo_t *info)
{
    mu_start_collective(desc, MUHWI_PACKET_TYPE_FIFO, &info->Base, &info->Collective);
    MUSPI_SetMemoryFIFOFields(desc, &info->MemFIFO);
    return 0;
}

int MUSPI_CreateCollectiveDirectPutDescriptor(MUHWI_Descriptor_t *desc,
                                              MUSPI_CollectiveDirectPutDescriptorInfo_t *info)
{
    mu_start_collective(desc, MUHWI_PACKET_TYPE_PUT, &info->Base, &info->Collective);
    MUSPI_SetDirectPutFields(desc, &info->DirectPut);
    return 0;
}

int MUSPI_CreateCollectiveRemoteGetDescriptor(MUHWI_Descriptor_t *desc,
                                              MUSPI_CollectiveRemoteGetDescriptorInfo_t *info)
{
    mu_start_collective(desc, info->RemoteGet.Type, &info->Base, &info->Collective);
    MUSPI_SetRemoteGetFields(desc, &info->RemoteGet);
    return 0;
}

/** @p count bytes as a number, most significant byte first. */
static uint64_t mu_big_endian(const uint8_t *bytes, unsigned count)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < count; i++)
        value = value << 8 | bytes[i];
    return value;
}

/** Converts the Message Unit header to big-endian memory order: lower half of w[5], w[6] and w[7]. The packet
 * type selects the fields. */
static void mu_memory_order(const MUHWI_Descriptor_t *desc, uint64_t w[8])
{
    const uint8_t *bytes = (const uint8_t *)desc + offsetof(MUHWI_Descriptor_t, PacketHeader) +
                           offsetof(MUHWI_PacketHeader_t, messageUnitHeader);
    uint16_t first;
    memcpy(&first, bytes, sizeof(first));
    w[5] |= (uint64_t)first << 16;
    switch (EMUQ_PT2PT(desc).Byte8.Byte8 & 0xc0) {
    case MUHWI_PACKET_TYPE_FIFO:
        w[5] |= EMUQ_MU_HEADER(desc).Memory_FIFO.Put_Offset_LSB >> 16;
        w[6] = (uint64_t)EMUQ_MU_HEADER(desc).Memory_FIFO.Put_Offset_LSB << 48 | mu_big_endian(bytes + 6, 6);
        w[7] = mu_big_endian(bytes + 12, 8);
        break;
    case MUHWI_PACKET_TYPE_PUT:
        w[5] |= EMUQ_MU_HEADER(desc).Direct_Put.Put_Offset_LSB >> 16;
        w[6] = (uint64_t)EMUQ_MU_HEADER(desc).Direct_Put.Put_Offset_LSB << 48 |
               (uint64_t)EMUQ_MU_HEADER(desc).Direct_Put.Unused1 << 42 |
               (uint64_t)EMUQ_MU_HEADER(desc).Direct_Put.Rec_Counter_Base_Address_Id << 32 |
               (uint64_t)EMUQ_MU_HEADER(desc).Direct_Put.Valid_Bytes_In_Payload << 16 |
               EMUQ_MU_HEADER(desc).Direct_Put.Unused2;
        w[7] = EMUQ_MU_HEADER(desc).Direct_Put.Counter_Offset;
        break;
    default:
        w[5] |= mu_big_endian(bytes + 2, 2);
        w[6] = mu_big_endian(bytes + 4, 8);
        w[7] = mu_big_endian(bytes + 12, 8);
        break;
    }
}

void MUSPI_DescriptorDumpHex(char *identifier, MUHWI_Descriptor_t *desc)
{
    const uint8_t *header = (const uint8_t *)&desc->PacketHeader;
    uint64_t w[8] = {(uint64_t)desc->Half_Word0.Half_Word0 << 32 | desc->Half_Word1.Half_Word1,
                     desc->Pa_Payload,
                     desc->Message_Length,
                     desc->Torus_FIFO_Map,
                     mu_big_endian(header, 4) << 32 | EMUQ_PT2PT(desc).Destination.Destination.Destination,
                     mu_big_endian(header + 8, 4) << 32};
    mu_memory_order(desc, w);
    printf("%s: descriptor at %p\n", identifier, (void *)desc);
    for (unsigned i = 0; i < 8; i += 2)
        printf("  %02x: %08" PRIx32 " %08" PRIx32 " %08" PRIx32 " %08" PRIx32 "\n", i * 8,
               (uint32_t)(w[i] >> 32), (uint32_t)w[i], (uint32_t)(w[i + 1] >> 32), (uint32_t)w[i + 1]);
}

uint32_t MUSPI_RecFifoPollWrap(MUSPI_RecFifo_t *rec_fifo, uint32_t npackets)
{
    char *start_of_poll = rec_fifo->_fifo.va_head;
    char *head = start_of_poll;
    uint32_t delivered = 0;
    /* The head moves back only by wrapping, after delivery of the packet across the end. */
    do {
        uint32_t bytes;
        void *packet = emuq_rec_fifo_take(rec_fifo, &head, &bytes);
        emuq_rec_fifo_deliver(packet, bytes);
    } while (++delivered < npackets && head > start_of_poll);
    rec_fifo->_fifo.va_head = head;
    MUSPI_syncRecFifoHwHead(rec_fifo);
    return delivered;
}
