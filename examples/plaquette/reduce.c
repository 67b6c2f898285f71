/* SPDX-License-Identifier: BSD-3-Clause */
#include "reduce.h"

#include <string.h>

#define MAX_PROCESSES   64
#define FIFO            0
#define JOB_CLASS_ROUTE 0 /* programmed by the kernel: all nodes of the job */

typedef struct reduce_words {
    uint64_t word[REDUCE_MAX_WORDS];
} reduce_words_t;

/* The same in every process; not every process uses all of it. */
typedef struct reduce_memory {
    uint64_t arrived
        __attribute__((aligned(SPI_LINE))); /* counter of process 0: contributions of the others */
    uint64_t returned __attribute__((aligned(SPI_LINE))); /* counter: results */
    reduce_words_t source __attribute__((aligned(SPI_LINE)));
    reduce_words_t result __attribute__((aligned(SPI_LINE)));
    reduce_words_t from[MAX_PROCESSES] __attribute__((aligned(SPI_LINE)));
} reduce_memory_t;

static reduce_memory_t *memory_of(const reduce_t *r)
{
    return (reduce_memory_t *)r->window.memory;
}

void reduce_open(reduce_t *r, spi_process_t *process, uint32_t entry)
{
    *r = (reduce_t){.process = process};
    spi_window_open(process, &r->window, entry, sizeof(reduce_memory_t));
    spi_barrier(process);
}

void reduce_close(reduce_t *r)
{
    spi_barrier(r->process); /* nobody puts into the window any more */
    spi_window_close(&r->window);
}

/* One word of the node's contribution: what the collective network does with those of the nodes. */
static uint64_t combine(reduce_operation_t operation, uint64_t a, uint64_t b)
{
    double x, y;
    if (operation == REDUCE_XOR)
        return a ^ b;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    switch (operation) {
    case REDUCE_MIN:
        x = y < x ? y : x;
        break;
    case REDUCE_MAX:
        x = y > x ? y : x;
        break;
    default:
        x += y;
        break;
    }
    memcpy(&a, &x, sizeof a);
    return a;
}

/* An all-reduce of the nodes: one contribution each, the result is put into every contributor's memory. */
static void allreduce_nodes(reduce_t *r, reduce_operation_t operation, size_t bytes)
{
    static const uint8_t code[] = {[REDUCE_SUM] = MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_ADD,
                                   [REDUCE_MIN] = MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_MIN,
                                   [REDUCE_MAX] = MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_MAX,
                                   [REDUCE_XOR] = MUHWI_COLLECTIVE_OP_CODE_XOR};
    reduce_memory_t *m = memory_of(r);
    uint16_t id = spi_window_id(r->process, &r->window, 0);
    MUSPI_CollectiveDirectPutDescriptorInfo_t info;
    memset(&info, 0, sizeof info);
    info.Base.Pre_Fetch_Only = MUHWI_DESCRIPTOR_PRE_FETCH_ONLY_NO;
    info.Base.Payload_Address = r->window.physical + spi_payload_offset(&r->window, &m->source);
    info.Base.Message_Length = bytes;
    info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CUSER;
    info.Collective.Op_Code = code[operation];
    info.Collective.Word_Length = sizeof(uint64_t);
    info.Collective.Class_Route = JOB_CLASS_ROUTE;
    info.Collective.Misc = MUHWI_PACKET_VIRTUAL_CHANNEL_USER_SUB_COMM | MUHWI_COLLECTIVE_TYPE_ALLREDUCE;
    info.DirectPut.Rec_Payload_Base_Address_Id = id;
    info.DirectPut.Rec_Payload_Offset = spi_payload_offset(&r->window, &m->result);
    info.DirectPut.Rec_Counter_Base_Address_Id = id;
    info.DirectPut.Rec_Counter_Offset = spi_counter_offset(r->process, &r->window, &m->returned);
    info.DirectPut.Pacing = MUHWI_PACKET_DIRECT_PUT_IS_NOT_PACED;

    MUHWI_Descriptor_t descriptor;
    MUSPI_CreateCollectiveDirectPutDescriptor(&descriptor, &info);
    spi_inject(r->process, FIFO, &descriptor);
    spi_wait_counter(&r->window, &m->returned, r->results);
}

/* Puts words from this process to another one of the same node. */
static void put_in_node(reduce_t *r, uint32_t t, const void *source, size_t bytes, void *landing,
                        uint64_t *counter)
{
    MUHWI_Descriptor_t descriptor;
    uint32_t to[SPI_DIMS];
    memcpy(to, r->process->at, sizeof to);
    to[SPI_T] = t;
    spi_put_descriptor(r->process, &descriptor, to, 0, &r->window, source, bytes, landing, counter);
    spi_inject(r->process, FIFO, &descriptor);
}

/* No buffer is written too early: a process contributes again only after it has read the result, and process
 * 0 returns a result only after it has read all contributions. */
static void reduce(reduce_t *r, reduce_operation_t operation, void *values, int n)
{
    reduce_memory_t *m = memory_of(r);
    uint32_t t = r->process->at[SPI_T], processes = r->process->extent[SPI_T];
    size_t bytes = (size_t)n * sizeof(uint64_t);
    if (n < 1 || n > REDUCE_MAX_WORDS)
        spi_fatal(r->process, "cannot reduce %d words at once", n);
    memcpy(&m->source, values, bytes);
    r->results += bytes;
    r->contributed += bytes;
    if (t != 0) {
        put_in_node(r, 0, &m->source, bytes, &m->from[t], &m->arrived);
        spi_wait_counter(&r->window, &m->returned, r->results);
    } else {
        spi_wait_counter(&r->window, &m->arrived, (processes - 1) * r->contributed);
        for (uint32_t other = 1; other < processes; other++)
            for (int i = 0; i < n; i++)
                m->source.word[i] = combine(operation, m->source.word[i], m->from[other].word[i]);
        allreduce_nodes(r, operation, bytes);
        for (uint32_t other = 1; other < processes; other++)
            put_in_node(r, other, &m->result, bytes, &m->result, &m->returned);
    }
    memcpy(values, &m->result, bytes);
    spi_wait_sent(
        r->process, FIFO,
        MUSPI_getNumInjected(MUSPI_IdToInjFifo((int)r->process->fifo_id[FIFO], &r->process->injection)));
}

void reduce_numbers(reduce_t *r, reduce_operation_t operation, double *number, int n)
{
    reduce(r, operation, number, n);
}

void reduce_xor(reduce_t *r, uint64_t *word, int n)
{
    reduce(r, REDUCE_XOR, word, n);
}
