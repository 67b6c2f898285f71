/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages between all pairs of kinds of memory (kinds.h): by direct put with its counter and an atomic
 * operand, memory FIFO, remote get, PAMI_Send, PAMI_Rput, PAMI_Rget and a reduction, in the lengths around
 * each threshold. Targets are the memory of a put, of a reception FIFO and of a remote-get FIFO; injection
 * FIFOs are in all kinds. Two ranks exchange messages. Each byte of a target is compared, including bytes
 * between messages.
 */
#include <pami.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>
#include <spi/include/kernel/process.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/InjFifo.h>
#include <spi/include/mu/RecFifo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kinds.h"

enum { PIECE = 1 << 18, EAGER_NEAR = 1024, STAGING = 4096, EAGER = 8192, PACKET = 512 };
static const size_t lengths[] = {1,          PACKET - 1,     PACKET,      PACKET + 1, EAGER_NEAR - 1,
                                 EAGER_NEAR, EAGER_NEAR + 1, STAGING - 1, STAGING,    STAGING + 1,
                                 EAGER - 1,  EAGER,          EAGER + 1,   PIECE,      PIECE + 1};
enum { LENGTHS = sizeof lengths / sizeof lengths[0], GETS = 5, GET_MOST = 65 };
static const size_t gets[GETS] = {1, 7, 8, 64, GET_MOST}; /* descriptors of a remote get */

/* Layout of memory of a kind. */
enum {
    DATA = 0x40,
    DATA_END = 0xa0000,
    SHIFT = 3, /* of sources: addresses modulo 64 differ from targets */
    COUNTERS = DATA_END,
    OPERAND = COUNTERS + KIND_WRITABLE * 64,
    RING = 0xa1000,
    RING_BYTES = 0x1000,
    TABLES = RING + RING_BYTES,
    RECEPTION = 0xb0000,
    RECEPTION_BYTES = 0x4000,
    INJECTION = RECEPTION + RECEPTION_BYTES,
    INJECTION_BYTES = 0x1000
};

enum { PUT, PACKETS, GET, SEND, RPUT, RGET, REDUCE, ROUTES };
static const char *const route_name[ROUTES] = {"direct put", "memory FIFO", "remote get", "PAMI_Send",
                                               "PAMI_Rput",  "PAMI_Rget",   "allreduce"};

/* Information for the remote rank. */
typedef struct side {
    MUHWI_Destination_t node;
    uint32_t subgroup; /* the first of ours */
    uint64_t source[KINDS], target[KIND_WRITABLE], values;
    pami_memregion_t from[KINDS], to[KIND_WRITABLE];
} side_t;

static side_t sides[2], *mine, *peer;
static size_t me;
static pami_client_t client;
static pami_context_t context;
static pami_endpoint_t other;
static char *source[KINDS], *target[KIND_WRITABLE];
static size_t at[LENGTHS]; /* where messages begin, from DATA */
static uint64_t values[GET_MOST], landed[KIND_WRITABLE][GET_MOST];
static volatile uint64_t landed_counter[KIND_WRITABLE];
static MUSPI_InjFifoSubGroup_t injection[KIND_WRITABLE]; /* of each, one FIFO */
static MUSPI_InjFifo_t *fifo[KIND_WRITABLE];
static int fifo_kind; /* of the one in use */
static char *pattern, *image;
static int left, arrived;
static unsigned wrong;

/* Of reception FIFOs. */
static MUSPI_RecFifoSubGroup_t reception[KIND_WRITABLE]; /* of each, one FIFO */
static char *collected;
static size_t collected_bytes, collecting, collecting_left;

#define MUST(call)                                                                                           \
    do {                                                                                                     \
        long must_ = (long)(call);                                                                           \
        if (must_ != 0) {                                                                                    \
            fprintf(stderr, "rank %zu: %s = %ld\n", me, #call, must_);                                       \
            exit(2);                                                                                         \
        }                                                                                                    \
    } while (0)

static void advance(void)
{
    PAMI_Context_advance(context, 1);
}

static void done(pami_context_t c, void *cookie, pami_result_t result)
{
    (void)c, (void)cookie;
    MUST(result);
    left--;
}

static void received(pami_context_t c, void *cookie, pami_result_t result)
{
    (void)c, (void)cookie;
    MUST(result);
    arrived++;
}

static void finish(void)
{
    while (left > 0)
        advance();
}

static void collective(pami_xfer_type_t type, pami_xfer_t *x)
{
    pami_geometry_t world;
    MUST(PAMI_Geometry_world(client, &world));
    MUST(PAMI_Geometry_algorithms_query(world, type, &x->algorithm, NULL, 1, NULL, NULL, 0));
    left = 1;
    x->cb_done = done;
    MUST(PAMI_Collective(context, x));
    finish();
}

static void barrier(void)
{
    pami_xfer_t x;
    memset(&x, 0, sizeof x);
    collective(PAMI_XFER_BARRIER, &x);
}

static void exchange(void)
{
    pami_xfer_t x;
    side_t own = *mine;
    memset(&x, 0, sizeof x);
    x.cmd.xfer_allgather = (pami_allgather_t){.sndbuf = (char *)&own,
                                              .stype = PAMI_TYPE_BYTE,
                                              .stypecount = sizeof own,
                                              .rcvbuf = (char *)sides,
                                              .rtype = PAMI_TYPE_BYTE,
                                              .rtypecount = sizeof own};
    collective(PAMI_XFER_ALLGATHER, &x);
}

/* ---- the Message Unit ---- */

static uint64_t physical(const volatile void *memory, size_t bytes)
{
    Kernel_MemoryRegion_t r;
    MUST(Kernel_CreateMemoryRegion(&r, (void *)(uintptr_t)memory, bytes));
    return (uint64_t)r.BasePa + ((uint64_t)memory - (uint64_t)r.BaseVa);
}

static void open_injection(uint32_t number, MUSPI_InjFifoSubGroup_t *group, char *memory, size_t bytes,
                           int is_remote_get)
{
    uint32_t subgroup = number / 8, id = number % 8;
    Kernel_InjFifoAttributes_t attributes;
    Kernel_MemoryRegion_t r;
    memset(&attributes, 0, sizeof attributes);
    attributes.RemoteGet = is_remote_get;
    MUST(Kernel_AllocateInjFifos(subgroup, group, 1, &id, &attributes));
    MUST(Kernel_CreateMemoryRegion(&r, memory, bytes));
    MUST(Kernel_InjFifoInit(group, id, &r, (uint64_t)memory - (uint64_t)r.BaseVa, bytes - 1));
    MUST(Kernel_InjFifoActivate(group, 1, &id, KERNEL_INJ_FIFO_ACTIVATE));
}

static void open_reception(uint32_t subgroup, uint32_t id, MUSPI_RecFifoSubGroup_t *group, char *memory)
{
    Kernel_RecFifoAttributes_t attributes;
    Kernel_MemoryRegion_t r;
    memset(&attributes, 0, sizeof attributes);
    MUST(Kernel_AllocateRecFifos(subgroup, group, 1, &id, &attributes));
    MUST(Kernel_CreateMemoryRegion(&r, memory, RECEPTION_BYTES));
    MUST(Kernel_RecFifoInit(group, id, &r, (uint64_t)memory - (uint64_t)r.BaseVa, RECEPTION_BYTES - 1));
    MUST(Kernel_RecFifoEnable(subgroup / 4, (uint64_t)1 << (15 - (subgroup % 4 * 4 + id))));
}

/* Reception FIFO t, of four in each subgroup, and remote-get FIFO t, of eight. */
static uint32_t reception_of(const side_t *s, int t)
{
    return s->subgroup * 4 + (uint32_t)t;
}
static uint32_t get_of(const side_t *s, int t)
{
    return s->subgroup * 8 + (uint32_t)t;
}

/* The first free injection FIFO of the process. */
static uint32_t free_injection(void)
{
    uint32_t ids[8], count = 0, subgroup = mine->subgroup;
    for (; count == 0; subgroup++)
        MUST(Kernel_QueryInjFifos(subgroup, &count, ids));
    return (subgroup - 1) * 8 + ids[0];
}

static void open_unit(void)
{
    MUSPI_BaseAddressTableSubGroup_t table;
    MUSPI_InjFifoSubGroup_t unused;
    uint32_t entry = 0;
    MUST(Kernel_AllocateBaseAddressTable(mine->subgroup, &table, 1, &entry, 0));
    MUST(MUSPI_SetBaseAddress(&table, 0, 0)); /* offsets are physical addresses */
    for (int t = 0; t < KIND_WRITABLE; t++) {
        uint32_t rec = reception_of(mine, t);
        open_reception(rec / 4, rec % 4, &reception[t], target[t] + RECEPTION);
        open_injection(get_of(mine, t), &unused, target[t] + RING, RING_BYTES, 1);
    }
    for (int t = 0; t < KIND_WRITABLE; t++) {
        uint32_t number = free_injection();
        open_injection(number, &injection[t], target[t] + INJECTION, INJECTION_BYTES, 0);
        fifo[t] = MUSPI_IdToInjFifo((int)(number % 8), &injection[t]);
    }
}

static void fill_base(MUSPI_BaseDescriptorInfoFields_t *base, MUSPI_Pt2PtDescriptorInfoFields_t *route,
                      const side_t *to, uint64_t pa, uint64_t bytes)
{
    int is_local = memcmp(&sides[0].node, &sides[1].node, sizeof to->node) == 0;
    base->Payload_Address = pa;
    base->Message_Length = bytes;
    base->Torus_FIFO_Map =
        is_local ? MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL0 : MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
    base->Dest = to->node;
    route->Misc1 = MUHWI_PACKET_USE_DETERMINISTIC_ROUTING;
    route->Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
}

static void describe_put(MUHWI_Descriptor_t *d, const side_t *to, uint64_t from, uint64_t bytes,
                         uint64_t landing, uint64_t counter)
{
    MUSPI_Pt2PtDirectPutDescriptorInfo_t i;
    memset(&i, 0, sizeof i);
    fill_base(&i.Base, &i.Pt2Pt, to, from, bytes);
    i.DirectPut.Rec_Payload_Base_Address_Id = i.DirectPut.Rec_Counter_Base_Address_Id =
        (uint16_t)(to->subgroup * 8);
    i.DirectPut.Rec_Payload_Offset = landing;
    i.DirectPut.Rec_Counter_Offset = MUSPI_GetAtomicAddress(counter, MUHWI_ATOMIC_OPCODE_STORE_ADD);
    i.DirectPut.Pacing = MUHWI_PACKET_DIRECT_PUT_IS_NOT_PACED;
    MUST(MUSPI_CreatePt2PtDirectPutDescriptor(d, &i));
}

static void inject(MUHWI_Descriptor_t *d)
{
    while (MUSPI_InjFifoInject(fifo[fifo_kind], d) == (uint64_t)-1)
        advance();
}

/* ---- the six routes: all messages from one kind of memory ---- */

static volatile uint64_t *word(char *memory, int offset)
{
    return (volatile uint64_t *)(void *)(memory + offset);
}

/* The counter of target t is in memory of a different kind. */
static int counter_kind(int s, int t)
{
    return (s + t) % KIND_WRITABLE;
}

static int has_operand(int s)
{
    return s < KIND_WRITABLE;
}

static void prepare_puts(int s)
{
    uint64_t all = has_operand(s) ? 8 : 0;
    for (int l = 0; l < LENGTHS; l++)
        all += lengths[l];
    if (has_operand(s))
        *word(source[s], OPERAND) = 1000;
    for (int t = 0; t < KIND_WRITABLE; t++) {
        *word(target[counter_kind(s, t)], COUNTERS + 64 * t) = all;
        *word(target[t], OPERAND) = 1;
    }
}

static void put(int s)
{
    MUHWI_Descriptor_t d __attribute__((aligned(64)));
    uint64_t operand = MUSPI_GetAtomicAddress(mine->source[s] + OPERAND, MUHWI_ATOMIC_OPCODE_LOAD_INCREMENT);
    for (int t = 0; t < KIND_WRITABLE; t++) {
        uint64_t counter = peer->target[counter_kind(s, t)] + COUNTERS + 64 * (uint64_t)t;
        for (int l = 0; l < LENGTHS; l++) {
            describe_put(&d, peer, mine->source[s] + DATA + SHIFT + at[l], lengths[l],
                         peer->target[t] + DATA + at[l], counter);
            inject(&d);
        }
        describe_put(&d, peer, operand, 8,
                     MUSPI_GetAtomicAddress(peer->target[t] + OPERAND, MUHWI_ATOMIC_OPCODE_STORE_ADD),
                     counter);
        if (has_operand(s))
            inject(&d);
    }
    for (int t = 0; t < KIND_WRITABLE; t++)
        while (*word(target[counter_kind(s, t)], COUNTERS + 64 * t) != 0)
            advance();
}

/* Packets of a FIFO arrive in order. */
static int collect(void *unused, MUHWI_PacketHeader_t *packet, uint32_t bytes)
{
    (void)unused;
    size_t payload = bytes - sizeof *packet;
    size_t some = payload < collecting_left ? payload : collecting_left;
    memcpy(collected + at[collecting] + lengths[collecting] - collecting_left, packet + 1, some);
    collected_bytes += some;
    collecting_left -= some;
    if (collecting_left == 0 && ++collecting < LENGTHS)
        collecting_left = lengths[collecting];
    return 0;
}

/* Target by target: a FIFO has space for few messages. */
static void send_packets(int s)
{
    for (int t = 0; t < KIND_WRITABLE; t++) {
        size_t all = 0;
        collected = target[t] + DATA;
        collected_bytes = collecting = 0, collecting_left = lengths[0];
        for (int l = 0; l < LENGTHS; l++) {
            MUHWI_Descriptor_t d __attribute__((aligned(64)));
            MUSPI_Pt2PtMemoryFIFODescriptorInfo_t i;
            memset(&i, 0, sizeof i);
            fill_base(&i.Base, &i.Pt2Pt, peer, mine->source[s] + DATA + SHIFT + at[l], lengths[l]);
            i.MemFIFO.Rec_FIFO_Id = (uint16_t)reception_of(peer, t);
            i.MemFIFO.SoftwareBytes[0] = 1;
            MUST(MUSPI_CreatePt2PtMemoryFIFODescriptor(&d, &i));
            inject(&d);
            all += lengths[l];
        }
        MUSPI_RecFifo_t *from = MUSPI_IdToRecFifo(t % 4, &reception[t]);
        while (collected_bytes < all)
            if (MUSPI_RecFifoPoll(from, 100) == 0)
                advance();
    }
}

/* Descriptors of a remote get, in memory of kind s: puts of the remote rank's values to this rank. */
static void write_tables(int s)
{
    for (int t = 0; t < KIND_WRITABLE; t++)
        for (size_t i = 0; i < GET_MOST; i++)
            describe_put((MUHWI_Descriptor_t *)(void *)(source[s] + TABLES + 64 * (GET_MOST * (size_t)t + i)),
                         mine, peer->values + 8 * i, 8, physical(&landed[t][i], 8),
                         physical(&landed_counter[t], 8));
}

_Static_assert(TABLES + KIND_WRITABLE * GET_MOST * 64 <= KIND_BYTES, "tables");

static void get(int s)
{
    size_t all = 0;
    for (int g = 0; g < GETS; g++)
        all += 8 * gets[g];
    memset(landed, 0, sizeof landed);
    for (int t = 0; t < KIND_WRITABLE; t++) {
        landed_counter[t] = all;
        for (int g = 0; g < GETS; g++) {
            MUHWI_Descriptor_t d __attribute__((aligned(64)));
            MUSPI_Pt2PtRemoteGetDescriptorInfo_t i;
            memset(&i, 0, sizeof i);
            fill_base(&i.Base, &i.Pt2Pt, peer, mine->source[s] + TABLES + 64 * GET_MOST * (uint64_t)t,
                      64 * gets[g]);
            i.RemoteGet.Type = MUHWI_PACKET_TYPE_GET;
            i.RemoteGet.Rget_Inj_FIFO_Id = (uint16_t)get_of(peer, t);
            MUST(MUSPI_CreatePt2PtRemoteGetDescriptor(&d, &i));
            inject(&d);
        }
    }
    for (int t = 0; t < KIND_WRITABLE; t++)
        while (landed_counter[t] != 0)
            advance();
}

typedef struct header {
    int target, length;
} header_t;

static void on_message(pami_context_t c, void *k, const void *h, size_t hs, const void *data, size_t n,
                       pami_endpoint_t o, pami_recv_t *r)
{
    (void)c, (void)k, (void)hs, (void)o;
    header_t header;
    memcpy(&header, h, sizeof header);
    char *to = target[header.target] + DATA + at[header.length];
    if (r == NULL) {
        memcpy(to, data, n);
        arrived++;
        return;
    }
    memset(r, 0, sizeof *r);
    r->addr = to;
    r->type = PAMI_TYPE_BYTE;
    r->data_fn = PAMI_DATA_COPY;
    r->local_fn = received;
}

static void send_pami(int s)
{
    header_t headers[KIND_WRITABLE][LENGTHS];
    for (int t = 0; t < KIND_WRITABLE; t++)
        for (int l = 0; l < LENGTHS; l++) {
            pami_send_t x;
            headers[t][l] = (header_t){t, l};
            memset(&x, 0, sizeof x);
            x.send.header = (struct iovec){&headers[t][l], sizeof(header_t)};
            x.send.data = (struct iovec){source[s] + DATA + SHIFT + at[l], lengths[l]};
            x.send.dispatch = 1;
            x.send.dest = other;
            x.events.local_fn = done;
            left++;
            MUST(PAMI_Send(context, &x));
        }
    finish();
    while (arrived < KIND_WRITABLE * LENGTHS)
        advance();
}

static void rma(int s, int is_get)
{
    for (int t = 0; t < KIND_WRITABLE; t++)
        for (int l = 0; l < LENGTHS; l++, left++) {
            pami_rma_t how = {.dest = other, .bytes = lengths[l]};
            pami_rput_simple_t p = {.rma = how, .put = {.rdone_fn = done}};
            p.rdma.local.mr = &mine->from[s];
            p.rdma.local.offset = DATA + SHIFT + at[l];
            p.rdma.remote.mr = &peer->to[t];
            p.rdma.remote.offset = DATA + at[l];
            pami_rget_simple_t g = {.rma = how};
            g.rma.done_fn = done;
            g.rdma.local.mr = &mine->to[t];
            g.rdma.local.offset = DATA + at[l];
            g.rdma.remote.mr = &peer->from[s];
            g.rdma.remote.offset = DATA + SHIFT + at[l];
            MUST(is_get ? PAMI_Rget(context, &g) : PAMI_Rput(context, &p));
        }
    finish();
}

/* Addends. */
static const size_t counts[] = {2, 130, 1030, 5000};
enum { COUNTS = sizeof counts / sizeof counts[0], ALIGN = 8 - SHIFT, RESULT = 0x10000 };

static void reduce(int s)
{
    for (int t = 0; t < KIND_WRITABLE; t++)
        for (int i = 0; i < COUNTS; i++) {
            pami_xfer_t x;
            memset(&x, 0, sizeof x);
            x.cmd.xfer_allreduce = (pami_allreduce_t){.op = PAMI_DATA_SUM,
                                                      .sndbuf = source[s] + DATA + SHIFT + ALIGN,
                                                      .stype = PAMI_TYPE_UNSIGNED_INT,
                                                      .stypecount = counts[i],
                                                      .rcvbuf = target[t] + DATA + RESULT * i,
                                                      .rtype = PAMI_TYPE_UNSIGNED_INT,
                                                      .rtypecount = counts[i]};
            collective(PAMI_XFER_ALLREDUCE, &x);
        }
}

/* ---- verification ---- */

static void report(int route, int s, int t, size_t bytes)
{
    if (++wrong <= 20)
        printf("rank %zu: %s, %s to %s: wrong from byte %zu\n", me, route_name[route], kind_name[s],
               kind_name[t], bytes);
}

/* Both ranks fill equal kinds with equal bytes, except for a shift of the pattern. */
static const char *bytes_of(size_t rank, int kind)
{
    return kind == KIND_CONST ? source[kind] + DATA + SHIFT
                              : pattern + SHIFT + 1000 * rank + 100 * (size_t)kind;
}

static void expect_sums(int s)
{
    const char *mine_from = bytes_of(me, s) + ALIGN, *peer_from = bytes_of(1 - me, s) + ALIGN;
    for (int i = 0; i < COUNTS; i++)
        for (size_t k = 0; k < counts[i]; k++) {
            unsigned a, b;
            memcpy(&a, mine_from + sizeof a * k, sizeof a);
            memcpy(&b, peer_from + sizeof b * k, sizeof b);
            a += b;
            memcpy(image + DATA + RESULT * i + sizeof a * k, &a, sizeof a);
        }
}

static void check_data(int route, int s)
{
    memset(image, 0, DATA_END);
    if (route == REDUCE)
        expect_sums(s);
    for (int l = 0; l < LENGTHS && route != REDUCE; l++)
        memcpy(image + DATA + at[l], bytes_of(1 - me, s) + at[l], lengths[l]);
    for (int t = 0; t < KIND_WRITABLE; t++) {
        size_t i = 0;
        if (memcmp(target[t], image, DATA_END) != 0) {
            while (target[t][i] == image[i])
                i++;
            report(route, s, t, i);
        }
        memset(target[t], 0, DATA_END);
    }
}

static void check_operands(int s)
{
    for (int t = 0; t < KIND_WRITABLE && has_operand(s); t++)
        if (*word(target[t], OPERAND) != 1001 + (uint64_t)t)
            report(PUT, s, t, OPERAND);
    if (has_operand(s) && *word(source[s], OPERAND) != 1000 + KIND_WRITABLE)
        report(PUT, s, s, OPERAND);
}

static void check_gets(int s)
{
    for (int t = 0; t < KIND_WRITABLE; t++)
        for (size_t i = 0; i < GET_MOST; i++)
            if (landed[t][i] != 1 + i + 100 * (1 - me)) {
                report(GET, s, t, 64 * i);
                break;
            }
}

static void run(int route, int s)
{
    arrived = 0;
    fifo_kind = (5 * s + 3) % KIND_WRITABLE;
    if (route == PUT)
        prepare_puts(s);
    barrier();
    switch (route) {
    case PUT:
        put(s);
        break;
    case PACKETS:
        send_packets(s);
        break;
    case GET:
        if (s != KIND_CONST)
            get(s);
        break;
    case SEND:
        send_pami(s);
        break;
    case REDUCE:
        reduce(s);
        break;
    default:
        rma(s, route == RGET);
        break;
    }
    barrier();
    if (route != GET)
        check_data(route, s);
    else if (s != KIND_CONST)
        check_gets(s);
    if (route == PUT)
        check_operands(s);
}

static void fill_pattern(void)
{
    uint32_t random = 1;
    pattern = malloc(KIND_BYTES + 8192);
    image = calloc(1, KIND_BYTES);
    for (size_t i = 0; i < KIND_BYTES + 8192; i++) {
        random = random * 1664525 + 1013904223;
        pattern[i] = (char)(random >> 24 | 1);
    }
    for (size_t i = 0, next = 0; i < LENGTHS; i++) {
        at[i] = next;
        next += (lengths[i] + 64 + 63) & ~(size_t)63;
        if (DATA + next > DATA_END)
            exit(2);
    }
    for (size_t i = 0; i < GET_MOST; i++)
        values[i] = 1 + i + 100 * me;
}

static void make_memory(char *stack)
{
    size_t granted;
    int rank = (int)Kernel_MyTcoord();
    for (int k = 0; k < KINDS; k++) {
        source[k] = kind_make(k, 0, rank, stack);
        if (k != KIND_CONST)
            memcpy(source[k] + DATA + SHIFT, bytes_of(me, k), DATA_END - DATA - SHIFT);
        if (k < KIND_WRITABLE)
            target[k] = kind_make(k, 1, rank, stack);
    }
    for (int k = 0; k < KINDS; k++) {
        mine->source[k] = physical(source[k], KIND_BYTES);
        MUST(PAMI_Memregion_create(context, source[k], KIND_BYTES, &granted, &mine->from[k]));
    }
    for (int k = 0; k < KIND_WRITABLE; k++) {
        mine->target[k] = physical(target[k], KIND_BYTES);
        MUST(PAMI_Memregion_create(context, target[k], KIND_BYTES, &granted, &mine->to[k]));
    }
    mine->values = physical(values, sizeof values);
}

static void open_world(void)
{
    pami_configuration_t question = {.name = PAMI_CLIENT_TASK_ID};
    pami_dispatch_hint_t none;
    Personality_t p;
    MUST(PAMI_Client_create("TEST", &client, NULL, 0));
    MUST(PAMI_Client_query(client, &question, 1));
    me = question.value.intval;
    mine = &sides[me], peer = &sides[1 - me];
    MUST(PAMI_Context_createv(client, NULL, 0, &context, 1));
    memset(&none, 0, sizeof none);
    MUST(PAMI_Dispatch_set(context, 1, (pami_dispatch_callback_function){.p2p = on_message}, NULL, none));
    MUST(PAMI_Endpoint_create(client, (pami_task_t)(1 - me), 0, &other));
    MUST(Kernel_GetPersonality(&p, sizeof p));
    MUSPI_SetUpDestination(&mine->node, p.Network_Config.Acoord, p.Network_Config.Bcoord,
                           p.Network_Config.Ccoord, p.Network_Config.Dcoord, p.Network_Config.Ecoord);
    mine->subgroup =
        Kernel_MyTcoord() * (64 / Kernel_ProcessCount()); /* PAMI allocates its FIFOs from the opposite end */
    MUSPI_RegisterRecvFunction(collect, NULL, 1);
}

int main(void)
{
    char stack[2 * KIND_BYTES] __attribute__((aligned(64)));
    open_world();
    fill_pattern();
    make_memory(stack);
    open_unit();
    exchange();
    for (int s = 0; s < KIND_CONST; s++)
        write_tables(s);
    kind_protect(source[KIND_READ_ONLY]);
    for (int route = 0; route < ROUTES; route++)
        for (int s = 0; s < KINDS; s++)
            run(route, s);
    barrier();
    if (wrong != 0)
        printf("rank %zu: %u of %d pairs are wrong\n", me, wrong, ROUTES * KINDS * KIND_WRITABLE);
    return wrong != 0;
}
