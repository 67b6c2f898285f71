/* SPDX-License-Identifier: BSD-3-Clause */
/* What all nodes do together, on class route 0. */
#include "tools/emuq-perf/batches.h"
#include "tools/emuq-perf/message.h"

double perf_gi_barrier(perf_rank_t *r, size_t size, uint64_t rounds)
{
    (void)size;
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++)
        MUSPI_GIBarrierEnterAndWait(&r->process.gi);
    return (perf_now() - begin) / (double)rounds;
}

void perf_collective_descriptor(const perf_rank_t *r, MUHWI_Descriptor_t *d, size_t size, uint8_t type)
{
    MUSPI_CollectiveDirectPutDescriptorInfo_t info;
    memset(&info, 0, sizeof info);
    info.Base.Payload_Address = r->window.physical + spi_payload_offset(&r->window, r->source);
    info.Base.Message_Length = size;
    info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CUSER;
    info.Collective.Op_Code = type == MUHWI_COLLECTIVE_TYPE_ALLREDUCE
                                  ? MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_ADD
                                  : MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_ADD;
    info.Collective.Word_Length = sizeof(double);
    info.Collective.Class_Route = 0;
    info.Collective.Misc = (uint8_t)(MUHWI_PACKET_VIRTUAL_CHANNEL_USER_SUB_COMM | type);
    uint16_t id = spi_window_id(&r->process, &r->window, 0);
    info.DirectPut.Rec_Payload_Base_Address_Id = info.DirectPut.Rec_Counter_Base_Address_Id = id;
    info.DirectPut.Rec_Payload_Offset = spi_payload_offset(&r->window, r->landing);
    info.DirectPut.Rec_Counter_Offset = spi_counter_offset(&r->process, &r->window, r->counter[PERF_DATA]);
    MUSPI_CreateCollectiveDirectPutDescriptor(d, &info);
}

void perf_check_sum(perf_rank_t *r, size_t size, uint32_t members)
{
    const double *source = (const double *)r->source, *sum = (const double *)r->landing;
    for (size_t i = 0; i < size / sizeof *sum; i += size / sizeof *sum / 2 + 1)
        r->wrong += sum[i] != source[i] * members;
}

double perf_allreduce(perf_rank_t *r, size_t size, uint64_t rounds)
{
    MUHWI_Descriptor_t d;
    MUSPI_InjFifo_t *fifo = perf_injection(r);
    perf_collective_descriptor(r, &d, size, MUHWI_COLLECTIVE_TYPE_ALLREDUCE);
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        perf_inject(r, fifo, &d);
        perf_await(r, PERF_DATA, size);
    }
    double seconds = (perf_now() - begin) / (double)rounds;
    perf_check_sum(r, size, r->process.ranks / r->process.extent[SPI_T]);
    return seconds;
}

/* The first and the last node take turns, each after it has heard from the other: so one broadcast begins
 * when another has arrived. */
double perf_broadcast(perf_rank_t *r, size_t size, uint64_t rounds)
{
    MUHWI_Descriptor_t d;
    MUSPI_InjFifo_t *fifo = perf_injection(r);
    perf_collective_descriptor(r, &d, size, MUHWI_COLLECTIVE_TYPE_BROADCAST);
    double begin = perf_now();
    for (uint64_t i = 0; i < 2 * rounds; i++) {
        if (r->role == (i % 2 == 0 ? PERF_FIRST : PERF_SECOND))
            perf_inject(r, fifo, &d);
        perf_await(r, PERF_DATA, size);
    }
    return (perf_now() - begin) / (2.0 * (double)rounds);
}
