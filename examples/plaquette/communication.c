/* SPDX-License-Identifier: BSD-3-Clause */
/* Halo exchange and reductions. */
#include <stdlib.h>
#include <string.h>

#include "plaquette.h"

/* Each message starts with its number, to detect misplaced messages. */
#define HEADER_BYTES sizeof(uint64_t)

/* Size of the largest message: all links of all sites of a layer. */
static size_t capacity(const lattice_t *lat, int d)
{
    size_t sites = lattice_layer(lat, d, 0, 0, NULL) + lattice_layer(lat, d, 0, 1, NULL);
    return (HEADER_BYTES + sites * 4 * sizeof(su3_t) + SPI_LINE - 1) / SPI_LINE * SPI_LINE;
}

/* Lists the sites of a layer. */
static size_t *list_layer(exchange_t *e, const lattice_t *lat, int d, int layer, int parity, size_t *sites)
{
    *sites = lattice_layer(lat, d, layer, parity, NULL);
    size_t *list = malloc((*sites + 1) * sizeof *list);
    if (list == NULL)
        spi_fatal(e->process, "out of memory for the lists of boundary sites");
    lattice_layer(lat, d, layer, parity, list);
    return list;
}

static void list_sites(exchange_t *e, const lattice_t *lat, int d, int up)
{
    exchange_direction_t *direction = &e->direction[2 * d + up];
    int end = lat->local[d];
    for (int p = 0; p < 2; p++) {
        direction->leaving[p] = list_layer(e, lat, d, up ? end - 1 : 0, p, &direction->leaving_sites[p]);
        direction->arriving[p] = list_layer(e, lat, d, up ? -1 : end, p, &direction->arriving_sites[p]);
    }
}

/* Assigns addresses in the window: counters, then source and target buffers of each direction. */
static void assign_window(exchange_t *e, const lattice_t *lat)
{
    char *next = e->window.memory;
    for (int k = 0; k < EXCHANGE_DIRECTIONS; k++)
        for (int b = 0; b < EXCHANGE_BUFFERS; b++, next += SPI_LINE)
            e->direction[k].counter[b] = (uint64_t *)(void *)next;
    for (int k = 0; k < EXCHANGE_DIRECTIONS; k++) {
        size_t bytes = capacity(lat, k / 2);
        e->direction[k].source = next;
        next += bytes;
        for (int b = 0; b < EXCHANGE_BUFFERS; b++, next += bytes)
            e->direction[k].target[b] = next;
    }
}

void exchange_open(exchange_t *e, spi_process_t *process, uint32_t entry, const lattice_t *lat)
{
    *e = (exchange_t){.process = process};
    size_t bytes = EXCHANGE_DIRECTIONS * EXCHANGE_BUFFERS * SPI_LINE;
    for (int k = 0; k < EXCHANGE_DIRECTIONS; k++)
        bytes += (1 + EXCHANGE_BUFFERS) * capacity(lat, k / 2);
    spi_window_open(process, &e->window, entry, bytes);
    assign_window(e, lat);
    for (int d = 0; d < LATTICE_DIMS; d++)
        for (int up = 0; up < 2; up++) {
            int place[LATTICE_DIMS];
            memcpy(place, lat->place, sizeof place);
            place[d] += up ? 1 : -1;
            lattice_machine_coordinates(lat, place, e->direction[2 * d + up].to);
            list_sites(e, lat, d, up);
        }
    spi_barrier(process); /* all windows are open */
}

void exchange_close(exchange_t *e)
{
    for (uint32_t k = 0; k < EXCHANGE_DIRECTIONS; k++)
        spi_wait_sent(e->process, k, e->direction[k].sent);
    spi_barrier(e->process); /* no more puts arrive in the window */
    for (int k = 0; k < EXCHANGE_DIRECTIONS; k++)
        for (int parity = 0; parity < 2; parity++) {
            free(e->direction[k].leaving[parity]);
            free(e->direction[k].arriving[parity]);
        }
    spi_window_close(&e->window);
}

/* Copies links between a message and the field. @return end of the message */
static char *copy_links(field_t *f, const size_t *site, size_t sites, int mu, char *at, int into_message)
{
    int first = mu == FIELD_ALL_DIRECTIONS ? 0 : mu;
    size_t bytes = (mu == FIELD_ALL_DIRECTIONS ? 4 : 1) * sizeof(su3_t);
    for (size_t i = 0; i < sites; i++, at += bytes) {
        su3_t *link = field_link(f, site[i], first);
        if (into_message)
            memcpy(at, link, bytes);
        else
            memcpy(link, at, bytes);
    }
    return at;
}

static int has_parity(int wanted, int parity)
{
    return wanted == FIELD_BOTH_PARITIES || wanted == parity;
}

/* Builds and sends message number e->exchanges of direction k. */
static void send(exchange_t *e, field_t *f, uint32_t k, int mu, int parity)
{
    exchange_direction_t *direction = &e->direction[k];
    int buffer = (int)(e->exchanges % EXCHANGE_BUFFERS);
    spi_wait_sent(e->process, k, direction->sent); /* waits: the next message overwrites the source */
    memcpy(direction->source, &e->exchanges, HEADER_BYTES);
    char *end = direction->source + HEADER_BYTES;
    for (int p = 0; p < 2; p++)
        if (has_parity(parity, p))
            end = copy_links(f, direction->leaving[p], direction->leaving_sites[p], mu, end, 1);

    MUHWI_Descriptor_t descriptor;
    size_t bytes = (size_t)(end - direction->source);
    spi_put_descriptor(e->process, &descriptor, direction->to, k % 2 ? 1 : -1, &e->window, direction->source,
                       bytes, direction->target[buffer], direction->counter[buffer]);
    direction->sent = spi_inject(e->process, k, &descriptor);
    e->bytes += bytes;
}

/* Receives the message that travels in direction k and stores it in the halo. */
static void receive(exchange_t *e, field_t *f, uint32_t k, int mu, int parity)
{
    exchange_direction_t *direction = &e->direction[k];
    int buffer = (int)(e->exchanges % EXCHANGE_BUFFERS);
    size_t links = 0, per_site = mu == FIELD_ALL_DIRECTIONS ? 4 : 1;
    for (int p = 0; p < 2; p++)
        if (has_parity(parity, p))
            links += direction->arriving_sites[p] * per_site;
    direction->expected[buffer] += HEADER_BYTES + links * sizeof(su3_t);
    uint64_t start = GetTimeBase();
    spi_wait_counter(&e->window, direction->counter[buffer], direction->expected[buffer]);
    e->waiting += GetTimeBase() - start;

    char *at = direction->target[buffer];
    uint64_t number;
    memcpy(&number, at, HEADER_BYTES);
    if (number != e->exchanges)
        spi_fatal(e->process, "message %llu in direction %u where %llu was due", (unsigned long long)number,
                  k, (unsigned long long)e->exchanges);
    at += HEADER_BYTES;
    for (int p = 0; p < 2; p++)
        if (has_parity(parity, p))
            at = copy_links(f, direction->arriving[p], direction->arriving_sites[p], mu, at, 0);
}

void exchange_halo(void *exchange, field_t *f, int mu, int parity)
{
    exchange_t *e = exchange;
    uint64_t start = GetTimeBase();
    for (uint32_t d = 0; d < LATTICE_DIMS; d++) {
        send(e, f, 2 * d, mu, parity);
        send(e, f, 2 * d + 1, mu, parity);
        receive(e, f, 2 * d, mu, parity);
        receive(e, f, 2 * d + 1, mu, parity);
    }
    e->exchanges++;
    e->ticks += GetTimeBase() - start;
}

#define MAX_PROCESSES   64
#define FIFO            0
#define JOB_CLASS_ROUTE 0 /* class route of all nodes of the job, programmed by the kernel */

typedef struct reduce_words {
    uint64_t word[REDUCE_MAX_WORDS];
} reduce_words_t;

/* Layout of the window, equal on all processes; some parts are used by process 0 only. */
typedef struct reduce_memory {
    uint64_t arrived
        __attribute__((aligned(SPI_LINE))); /* counter of process 0: contributions of the node's processes */
    uint64_t returned __attribute__((aligned(SPI_LINE))); /* counter of results */
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
    spi_barrier(r->process); /* no more puts arrive in the window */
    spi_window_close(&r->window);
}

/* Combines a word of two processes of a node, with the operation that the network applies to nodes. */
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

/* All-reduce with one contribution per node; the result is put into the memory of all contributors. */
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

/* Puts words to a process of the same node. */
static void put_in_node(reduce_t *r, uint32_t t, const void *source, size_t bytes, void *target,
                        uint64_t *counter)
{
    MUHWI_Descriptor_t descriptor;
    uint32_t to[SPI_DIMS];
    memcpy(to, r->process->at, sizeof to);
    to[SPI_T] = t;
    spi_put_descriptor(r->process, &descriptor, to, 0, &r->window, source, bytes, target, counter);
    spi_inject(r->process, FIFO, &descriptor);
}

/* No buffer is overwritten early: a process contributes again only after reading the result, and process 0
 * returns a result only after reading all contributions. */
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
