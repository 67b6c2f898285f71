/* SPDX-License-Identifier: BSD-3-Clause */
#include "spi/setup/reception.h"

#include <stdlib.h>
#include <string.h>

static void open_fifos(spi_process_t *p, spi_reception_t *r, size_t bytes)
{
    uint32_t subgroup = p->at[SPI_T] * p->subgroups;
    uint32_t ids[BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP];
    Kernel_RecFifoAttributes_t attributes[BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP];
    Kernel_MemoryRegion_t region;
    memset(attributes, 0, sizeof attributes);
    for (uint32_t i = 0; i < r->fifos; i++)
        ids[i] = i;
    if (posix_memalign(&r->memory, SPI_LINE, r->fifos * bytes) != 0)
        spi_fatal(p, "no memory for reception FIFOs");
    if (Kernel_AllocateRecFifos(subgroup, &r->group, r->fifos, ids, attributes) != 0)
        spi_fatal(p, "cannot allocate reception FIFOs of subgroup %u", subgroup);
    if (Kernel_CreateMemoryRegion(&region, r->memory, r->fifos * bytes) != 0)
        spi_fatal(p, "cannot create a memory region for reception FIFOs");

    uint64_t offset = (uint64_t)((char *)r->memory - (char *)region.BaseVa), enable = 0;
    for (uint32_t i = 0; i < r->fifos; i++) {
        /* The size argument is the size minus one. */
        Kernel_RecFifoInit(&r->group, i, &region, offset + i * bytes, bytes - 1);
        enable |= UINT64_C(1) << (15 - (subgroup % 4 * BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP + i));
    }
    Kernel_RecFifoEnable(subgroup / 4, enable);
}

void spi_reception_open(spi_process_t *p, spi_reception_t *r, uint32_t fifos, size_t bytes)
{
    memset(r, 0, sizeof *r);
    r->fifos = fifos;
    /* Allocation calls need mutual exclusion between the processes of a node. */
    for (uint32_t t = 0; t < p->extent[SPI_T]; t++) {
        if (t == p->at[SPI_T])
            open_fifos(p, r, bytes);
        spi_barrier(p);
    }
}

void spi_reception_close(spi_process_t *p, spi_reception_t *r)
{
    uint32_t ids[BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP] = {0, 1, 2, 3};
    for (uint32_t t = 0; t < p->extent[SPI_T]; t++) {
        spi_barrier(p); /* no process sends any more */
        if (t == p->at[SPI_T])
            Kernel_DeallocateRecFifos(&r->group, r->fifos, ids);
    }
    free(r->memory);
}

void spi_fifo_descriptor(const spi_process_t *p, MUHWI_Descriptor_t *d, const uint32_t to[SPI_DIMS], int sign,
                         uint64_t payload, size_t bytes, uint32_t fifo, uint8_t function)
{
    MUSPI_Pt2PtMemoryFIFODescriptorInfo_t info;
    memset(&info, 0, sizeof info);
    info.Base.Pre_Fetch_Only = MUHWI_DESCRIPTOR_PRE_FETCH_ONLY_NO;
    info.Base.Payload_Address = payload;
    info.Base.Message_Length = bytes;
    info.Base.Torus_FIFO_Map = spi_network_fifo(p, to, sign);
    MUSPI_SetUpDestination(&info.Base.Dest, p->corner[0] + to[0], p->corner[1] + to[1], p->corner[2] + to[2],
                           p->corner[3] + to[3], p->corner[4] + to[4]);
    info.Pt2Pt.Misc1 = MUHWI_PACKET_USE_DETERMINISTIC_ROUTING | MUHWI_PACKET_DO_NOT_DEPOSIT;
    info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
    info.MemFIFO.Rec_FIFO_Id = spi_reception_id(p, fifo, to[SPI_T]);
    info.MemFIFO.Interrupt = MUHWI_DESCRIPTOR_DO_NOT_INTERRUPT_ON_PACKET_ARRIVAL;
    info.MemFIFO.SoftwareBytes[0] = function; /* MUSPI_RecFifoPoll() reads this id */
    MUSPI_CreatePt2PtMemoryFIFODescriptor(d, &info);
}
