/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages to and fro between two ranks. An answer says that a message has arrived, so that its source may
 * be written again. */
#include "tools/emuq-perf/batches.h"
#include "tools/emuq-perf/message.h"

void perf_fill(perf_rank_t *r, size_t size)
{
    double *source = (double *)r->source;
    for (size_t i = 0; i < size / sizeof *source; i++)
        source[i] = (double)(i % 1000 + 1);
    r->rest_sum = perf_read(source + 1, size - sizeof *source);
}

double perf_put_latency(perf_rank_t *r, size_t size, uint64_t rounds)
{
    MUHWI_Descriptor_t d;
    MUSPI_InjFifo_t *fifo = perf_injection(r);
    perf_put_descriptor(r, &d, size, PERF_DATA);
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        if (r->role == PERF_FIRST)
            perf_inject(r, fifo, &d);
        perf_await(r, PERF_DATA, size);
        if (r->role == PERF_SECOND)
            perf_inject(r, fifo, &d);
    }
    return (perf_now() - begin) / (2.0 * (double)rounds);
}

double perf_fifo_latency(perf_rank_t *r, size_t size, uint64_t rounds)
{
    MUHWI_Descriptor_t d;
    MUSPI_InjFifo_t *fifo = perf_injection(r);
    uint64_t packets = perf_packets(size);
    perf_fifo_descriptor(r, &d, size, r->count_packet);
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        if (r->role == PERF_FIRST)
            perf_inject(r, fifo, &d);
        perf_await_packets(r, packets);
        if (r->role == PERF_SECOND)
            perf_inject(r, fifo, &d);
    }
    return (perf_now() - begin) / (2.0 * (double)rounds);
}

/* A message whose first word is the number of the round: its reader knows the sum of what it reads. */
static void send_block(perf_rank_t *r, MUSPI_InjFifo_t *fifo, MUHWI_Descriptor_t *d, uint64_t round)
{
    *(uint64_t *)r->source = round;
    perf_inject(r, fifo, d);
}

double perf_put_read(perf_rank_t *r, size_t size, uint64_t rounds)
{
    MUHWI_Descriptor_t d;
    MUSPI_InjFifo_t *fifo = perf_injection(r);
    perf_put_descriptor(r, &d, size, PERF_DATA);
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        if (r->role == PERF_FIRST)
            send_block(r, fifo, &d, i);
        perf_await(r, PERF_DATA, size);
        r->wrong += perf_read(r->landing, size) != r->rest_sum + i;
        if (r->role == PERF_SECOND)
            send_block(r, fifo, &d, i);
    }
    return (perf_now() - begin) / (2.0 * (double)rounds);
}

/* ---- remote get ---- */

void perf_rget_prepare(perf_rank_t *r, size_t size)
{
    if (r->role == PERF_SECOND)
        perf_put_descriptor(r, &perf_mine(r)->answer, size, PERF_DATA);
}

void perf_carry_descriptor(const perf_rank_t *r, MUHWI_Descriptor_t *d, const MUHWI_Descriptor_t *carried)
{
    const spi_process_t *p = &r->process;
    const uint32_t *to = r->partner;
    MUSPI_Pt2PtRemoteGetDescriptorInfo_t info;
    memset(&info, 0, sizeof info);
    info.Base.Pre_Fetch_Only = MUHWI_DESCRIPTOR_PRE_FETCH_ONLY_NO;
    info.Base.Payload_Address = r->window.physical + spi_payload_offset(&r->window, carried);
    info.Base.Message_Length = sizeof *carried;
    info.Base.Torus_FIFO_Map = spi_network_fifo(p, to, 1);
    MUSPI_SetUpDestination(&info.Base.Dest, p->corner[0] + to[0], p->corner[1] + to[1], p->corner[2] + to[2],
                           p->corner[3] + to[3], p->corner[4] + to[4]);
    info.Pt2Pt.Misc1 = MUHWI_PACKET_USE_DETERMINISTIC_ROUTING | MUHWI_PACKET_DO_NOT_DEPOSIT;
    info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
    info.RemoteGet.Type = MUHWI_PACKET_TYPE_GET;
    info.RemoteGet.Rget_Inj_FIFO_Id =
        (uint16_t)(to[SPI_T] * p->subgroups * BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP + r->get_fifo);
    MUSPI_CreatePt2PtRemoteGetDescriptor(d, &info);
}

void perf_get_descriptor(perf_rank_t *r, MUHWI_Descriptor_t *d)
{
    *r->question = perf_mine(r)->answer;
    perf_carry_descriptor(r, d, r->question);
}

/* The second rank does nothing: its Message Unit answers. */
double perf_rget_latency(perf_rank_t *r, size_t size, uint64_t rounds)
{
    MUHWI_Descriptor_t d;
    MUSPI_InjFifo_t *fifo = perf_injection(r);
    if (r->role != PERF_FIRST)
        return 0;
    perf_get_descriptor(r, &d);
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        perf_inject(r, fifo, &d);
        perf_await(r, PERF_DATA, size);
    }
    return (perf_now() - begin) / (double)rounds;
}
