/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hwi/include/bqc/MU_Addressing.h>
#include <spi/include/mu/Descriptor_inlines.h>

/* Layout of an arena: counters; atomic words; integers to send; doubles to send; descriptors to get;
 * landing places of messages to one node; common landing places of several nodes. */
enum {
    SHARED_WORDS = PLAN_COUNTERS * 8,      /* 64 words; word i for stores of kind i % 5 */
    PRIVATE_LINES = SHARED_WORDS + 64 * 8, /* 32-byte lines to load from, two per stream of the partition */
    SOURCE = 65536,
    DOUBLES = 2 * 65536,
    DESCRIPTORS = 3 * 65536,
    LANDING = 5 * 65536,
    COMMON = 21 * 65536
};

/* Messages of a node with private landing places; later messages would all be memory-FIFO messages. */
enum { ROOM = 2500 };

uint64_t plan_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static uint32_t random_below(plan_t *p, uint32_t n)
{
    return (uint32_t)(plan_random(&p->random) % n);
}

/* The next given choice, or a random number. */
static uint32_t below(plan_t *p, uint32_t n)
{
    uint32_t choice = 0, bytes = n <= 256 ? 1 : 4;
    if (p->choices < bytes)
        return random_below(p, n);
    memcpy(&choice, p->choice, bytes);
    p->choice += bytes;
    p->choices -= bytes;
    return choice % n;
}

static bool chance(plan_t *p, uint32_t percent)
{
    return below(p, 100) < percent;
}

/* ---- Shape ---- */

void plan_choose(plan_t *p, uint64_t seed, uint32_t messages, const uint8_t *choice, size_t choices)
{
    static const uint32_t rec_sizes[] = {576, 608, 1088, 2048, 4096, 16384};
    static const uint32_t slot_counts[] = {2, 3, 8, 16, 64};
    plan_t old = *p;
    memset(p, 0, sizeof *p);
    memcpy(p->before, old.before, sizeof p->before);
    p->seed = p->random = seed;
    p->choice = choice;
    p->choices = choices;
    do {
        p->nodes = 1;
        for (int d = 0; d < 5; d++) {
            p->size[d] = chance(p, 50) ? 1 : 1 + below(p, d == 4 ? 2 : 5);
            p->nodes *= p->size[d];
        }
    } while (p->nodes > PLAN_NODES);
    p->torus = below(p, 32);
    p->streams = 1 + below(p, 4);
    for (int i = 0; i < PLAN_STREAMS; i++)
        p->slots[i] = slot_counts[below(p, 5)];
    for (int i = 0; i < PLAN_GETS; i++)
        p->get_slots[i] = 9 + below(p, 40);
    for (int i = 0; i < PLAN_REC; i++)
        p->rec_bytes[i] = rec_sizes[below(p, 6)];
    p->route_spans = 1 + below(p, 31);
    uint32_t of_node = messages == 0 ? ROOM : messages / p->nodes;
    p->messages = 1 + of_node / p->streams;
    p->collectives = 1 + of_node / 10;
}

void plan_box(const plan_t *p, uint32_t route, uint32_t node, uint32_t low[5], uint32_t high[5])
{
    for (int d = 4; d >= 0; d--) {
        uint32_t c = node % p->size[d];
        node /= p->size[d];
        bool spans = route == 0 || (p->route_spans >> d & 1);
        low[d] = spans ? 0 : c;
        high[d] = spans ? p->size[d] - 1 : c;
    }
}

static bool same_box(const plan_t *p, uint32_t route, uint32_t a, uint32_t b)
{
    uint32_t low[2][5], high[2][5];
    plan_box(p, route, a, low[0], high[0]);
    plan_box(p, route, b, low[1], high[1]);
    return memcmp(low[0], low[1], sizeof low[0]) == 0 && memcmp(high[0], high[1], sizeof high[0]) == 0;
}

static MUHWI_Destination_t destination(const plan_t *p, uint32_t node)
{
    MUHWI_Destination_t to;
    uint32_t c[5];
    for (int d = 4; d >= 0; d--) {
        c[d] = node % p->size[d];
        node /= p->size[d];
    }
    MUSPI_SetUpDestination(&to, c[0], c[1], c[2], c[3], c[4]);
    return to;
}

/* ---- Lists ---- */

static void *grow(void *list, uint32_t *room, uint32_t count, size_t size)
{
    if (count < *room)
        return list;
    *room = *room == 0 ? 64 : 2 * *room;
    list = realloc(list, *room * size);
    if (list == NULL)
        abort();
    return list;
}

static void add_descriptor(plan_list_t *l, const MUHWI_Descriptor_t *d)
{
    l->d = grow(l->d, &l->room, l->count, sizeof *l->d);
    l->d[l->count++] = *d;
}

/* ---- One descriptor ---- */

/* A descriptor under construction: requester, executor, receiver. */
typedef struct draft {
    MUHWI_Descriptor_t d;
    uint32_t stream; /* node * PLAN_STREAMS + stream */
    uint32_t executor;
    bool by_get;       /* received by a remote get */
    uint32_t receiver; /* UINT32_MAX: several nodes, in the common part */
    uint64_t landing;
} draft_t;

static void remember(plan_t *p, const draft_t *m)
{
    p->message = grow(p->message, &p->message_room, p->message_count, sizeof *p->message);
    plan_message_t *entry = &p->message[p->message_count++];
    entry->d = m->d;
    entry->stream = m->stream;
    entry->executor = m->executor;
    entry->number = p->next_number;
    entry->landing = m->landing;
    entry->receiver = m->receiver;
}

static MUHWI_Pt2PtNetworkHeader_t *pt2pt(draft_t *m)
{
    return &m->d.PacketHeader.NetworkHeader.pt2pt;
}

static uint32_t any_size(plan_t *p)
{
    static const uint32_t edges[] = {1, 31, 32, 33, 64, 511, 512, 513, 1023, 1024, 1025, 4096};
    switch (below(p, 8)) {
    case 0:
    case 1:
        return 1 + below(p, 64);
    case 2:
    case 3:
        return edges[below(p, 12)];
    case 7:
        return 1 + below(p, 6000);
    default:
        return 1 + below(p, 1200);
    }
}

/* A landing place; 0: none left. */
static uint64_t landing_place(plan_t *p, uint32_t receiver, uint32_t bytes)
{
    uint64_t *next = receiver == UINT32_MAX ? &p->next_common : &p->next_landing[receiver];
    uint64_t end = receiver == UINT32_MAX ? PLAN_ARENA : COMMON, at = *next + below(p, 9);
    if (at + bytes + 8 > end)
        return 0;
    *next = at + bytes;
    return at;
}

static void set_source(plan_t *p, draft_t *m, uint32_t bytes)
{
    m->d.Pa_Payload = p->pa[m->executor] + SOURCE + below(p, 65536 - 8192);
    m->d.Message_Length = bytes;
}

static void set_counter(plan_t *p, draft_t *m)
{
    uint64_t word = below(p, PLAN_COUNTERS) * 8;
    uint64_t op =
        chance(p, 50) ? MUHWI_ATOMIC_OPCODE_STORE_ADD : MUHWI_ATOMIC_OPCODE_STORE_ADD_COHERENCE_ON_ZERO;
    uint32_t way = m->receiver == UINT32_MAX ? below(p, 2) : below(p, 3);
    if (way == 0)
        MUSPI_SetRecCounterBaseAddressInfo(&m->d, PLAN_BAT_ARENA, MUHWI_ATOMIC_ADDRESS_INDICATOR | word | op);
    else if (way == 1)
        MUSPI_SetRecCounterBaseAddressInfo(&m->d, PLAN_BAT_ATOMIC, word | op);
    else
        MUSPI_SetRecCounterBaseAddressInfo(&m->d, PLAN_BAT_ZERO,
                                           MUHWI_ATOMIC_ADDRESS_INDICATOR | (p->pa[m->receiver] + word) | op);
}

static void set_landing(plan_t *p, draft_t *m)
{
    uint32_t way = m->receiver == UINT32_MAX ? below(p, 2) : below(p, 3);
    if (way == 0)
        MUSPI_SetRecPayloadBaseAddressInfo(&m->d, PLAN_BAT_ARENA, m->landing);
    else if (way == 1)
        MUSPI_SetRecPayloadBaseAddressInfo(&m->d, PLAN_BAT_ODD, m->landing - PLAN_ODD);
    else
        MUSPI_SetRecPayloadBaseAddressInfo(&m->d, PLAN_BAT_ZERO, p->pa[m->receiver] + m->landing);
}

static void make_fifo(plan_t *p, draft_t *m, uint32_t bytes)
{
    MUSPI_SetMessageUnitPacketType(&m->d, MUHWI_PACKET_TYPE_FIFO);
    set_source(p, m, bytes);
    uint8_t software[14];
    uint16_t stream = (uint16_t)m->stream;
    uint32_t number = p->next_number;
    memcpy(software + PLAN_SW_STREAM, &stream, sizeof stream);
    memcpy(software + PLAN_SW_NUMBER, &number, sizeof number);
    software[PLAN_SW_EXECUTOR] = (uint8_t)(m->executor | (m->by_get ? 0x80u : 0));
    /* Deposit and direct messages may take different paths to a node. */
    software[PLAN_SW_UNORDERED] = pt2pt(m)->Byte2.Dynamic || pt2pt(m)->Byte2.Deposit;
    for (int i = PLAN_SW_RANDOM; i < 14; i++)
        software[i] = (uint8_t)below(p, 256);
    MUSPI_SetRecFIFOId(&m->d, (uint16_t)below(p, PLAN_REC));
    MUSPI_SetSoftwareBytes(&m->d, software);
    MUSPI_SetSoftwareBit(&m->d, (uint8_t)below(p, 2));
    MUSPI_SetInterrupt(&m->d, below(p, 2));
    /* Unordered packets are sorted by offset, which must not wrap. */
    uint64_t offset = plan_random(&p->random) & ((UINT64_C(1) << 37) - 1);
    MUSPI_SetRecPutOffset(&m->d, software[PLAN_SW_UNORDERED] ? offset >> 1 : offset);
}

static bool make_put(plan_t *p, draft_t *m, uint32_t bytes)
{
    m->landing = landing_place(p, m->receiver, bytes);
    if (m->landing == 0) {
        m->landing = UINT64_MAX;
        return false;
    }
    MUSPI_SetMessageUnitPacketType(&m->d, MUHWI_PACKET_TYPE_PUT);
    set_source(p, m, bytes);
    set_landing(p, m);
    set_counter(p, m);
    MUSPI_SetPacing(&m->d, (uint8_t)below(p, 2));
    return true;
}

/* Operations on a shared word are of one kind and commute; otherwise words are private. */
static void make_atomic_store(plan_t *p, draft_t *m)
{
    static const uint64_t kinds[5] = {MUHWI_ATOMIC_OPCODE_STORE_ADD, MUHWI_ATOMIC_OPCODE_STORE_OR,
                                      MUHWI_ATOMIC_OPCODE_STORE_XOR, MUHWI_ATOMIC_OPCODE_STORE_MAX_UNSIGNED,
                                      MUHWI_ATOMIC_OPCODE_STORE_MAX_SIGNED};
    uint64_t at, op;
    if (chance(p, 70)) {
        uint64_t word = below(p, 64);
        at = SHARED_WORDS + 8 * word;
        op = kinds[word % 5];
        if (word % 5 == 0 && chance(p, 50))
            op = MUHWI_ATOMIC_OPCODE_STORE_ADD_COHERENCE_ON_ZERO;
    } else {
        at = landing_place(p, m->receiver, 64);
        if (at == 0)
            return;
        at = (at + 31) / 32 * 32; /* two words in one private line; equality depends on the arena */
        op = chance(p, 50) ? MUHWI_ATOMIC_OPCODE_STORE : MUHWI_ATOMIC_OPCODE_STORE_TWIN;
    }
    m->landing = at;
    m->d.Message_Length = 8;
    if (chance(p, 50))
        MUSPI_SetRecPayloadBaseAddressInfo(&m->d, PLAN_BAT_ARENA, MUHWI_ATOMIC_ADDRESS_INDICATOR | at | op);
    else
        MUSPI_SetRecPayloadBaseAddressInfo(&m->d, PLAN_BAT_ATOMIC, at | op);
}

/* A word of the executor for loads of one stream, directly or by gets; each path keeps its order. */
static void make_atomic_load(plan_t *p, draft_t *m)
{
    uint64_t line = PRIVATE_LINES + 32 * ((uint64_t)m->stream * 2 + m->by_get);
    m->d.Pa_Payload = MUHWI_ATOMIC_ADDRESS_INDICATOR | (p->pa[m->executor] + line + 8) | below(p, 7);
    m->d.Message_Length = 8;
}

/* Sets channel, routing and network FIFO. @p ordered: one path for all packets. */
static void set_way(plan_t *p, draft_t *m, uint32_t to, bool ordered)
{
    bool self = to == m->executor;
    pt2pt(m)->Data_Packet_Type = MUHWI_PT2PT_DATA_PACKET_TYPE;
    MUSPI_SetDestination(&m->d, destination(p, to));
    if (ordered) {
        m->d.Torus_FIFO_Map =
            self ? MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL0 : MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_BP;
        MUSPI_SetPt2PtVirtualChannel(&m->d, MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC);
        return;
    }
    m->d.Torus_FIFO_Map =
        self && chance(p, 70) ? (uint64_t)(1 + below(p, 3)) << 4 : (uint64_t)(1 + below(p, 1023)) << 6;
    MUSPI_SetRouting(&m->d, MUHWI_PACKET_USE_DYNAMIC_ROUTING);
    MUSPI_SetPt2PtVirtualChannel(&m->d, MUHWI_PACKET_VIRTUAL_CHANNEL_DYNAMIC);
    MUSPI_SetZoneRouting(&m->d, (uint8_t)(below(p, 4) << 3));
    MUSPI_SetStayOnBubble(&m->d, (uint8_t)(below(p, 2) << 2));
}

/* Chooses a line for the deposit bit. @return its last node, or UINT32_MAX: a single node */
static uint32_t set_line(plan_t *p, draft_t *m)
{
    static const uint8_t hints[4][2] = {{MUHWI_PACKET_HINT_AM, MUHWI_PACKET_HINT_AP},
                                        {MUHWI_PACKET_HINT_BM, MUHWI_PACKET_HINT_BP},
                                        {MUHWI_PACKET_HINT_CM, MUHWI_PACKET_HINT_CP},
                                        {MUHWI_PACKET_HINT_DM, MUHWI_PACKET_HINT_DP}};
    uint32_t c[5], rest = m->executor;
    int d = (int)below(p, 5), plus = (int)below(p, 2);
    for (int i = 4; i >= 0; i--) {
        c[i] = rest % p->size[i];
        rest /= p->size[i];
    }
    uint32_t n = p->size[d], limit = n - 1;
    if (!(p->torus & 0x10u >> d))
        limit = plus ? n - 1 - c[d] : c[d];
    if (limit == 0)
        return UINT32_MAX;
    uint32_t hops = 1 + below(p, limit);
    c[d] = (plus ? c[d] + hops : c[d] + n - hops) % n;
    uint32_t to = 0;
    for (int i = 0; i < 5; i++)
        to = to * p->size[i] + c[i];
    set_way(p, m, to, true);
    MUSPI_SetDeposit(&m->d, MUHWI_PACKET_DEPOSIT);
    if (2 * hops >= n || chance(p, 50)) /* otherwise the unit chooses the direction */
        MUSPI_SetHints(&m->d, d < 4 ? hints[d][plus] : 0,
                       d < 4  ? 0
                       : plus ? MUHWI_PACKET_HINT_EP
                              : MUHWI_PACKET_HINT_EM);
    return to;
}

/* Makes any descriptor but a remote get and a collective. */
static void make_message(plan_t *p, draft_t *m, bool may_deposit)
{
    MUSPI_DescriptorZeroOut(&m->d);
    m->landing = UINT64_MAX;
    m->receiver = below(p, p->nodes);
    p->next_number++;
    uint32_t kind = below(p, 100), bytes = any_size(p);
    pt2pt(m)->Byte8.Size = chance(p, 70) ? 16 : 1 + below(p, 16);
    if (may_deposit && kind < 15 && set_line(p, m) != UINT32_MAX) {
        m->receiver = UINT32_MAX;
        if (chance(p, 50) || !make_put(p, m, bytes))
            make_fifo(p, m, bytes);
    } else {
        set_way(p, m, m->receiver, chance(p, 75));
        if (kind < 60 && make_put(p, m, bytes)) {
            if (kind < 20)
                make_atomic_store(p, m);
            if (kind % 6 == 0 && (bytes >= 8 || m->d.Message_Length == 8))
                make_atomic_load(p, m);
        } else {
            make_fifo(p, m, chance(p, 15) ? 0 : bytes);
            if (kind % 6 == 0)
                make_atomic_load(p, m);
        }
    }
    MUSPI_SetPrefetchOnly(&m->d, chance(p, 3) && !(m->d.Pa_Payload & MUHWI_ATOMIC_ADDRESS_INDICATOR));
    remember(p, m);
}

/* Makes a remote get of up to 20 descriptors, executed by another node. */
static bool make_get(plan_t *p, draft_t *m)
{
    uint32_t node = m->stream / PLAN_STREAMS, whom = below(p, p->nodes),
             count = 1 + below(p, chance(p, 80) ? 8 : 20);
    uint64_t at = p->next_descriptor[node];
    if (at + count * sizeof(MUHWI_Descriptor_t) > LANDING)
        return false;
    p->next_descriptor[node] += count * sizeof(MUHWI_Descriptor_t);
    for (uint32_t i = 0; i < count; i++) {
        draft_t inner = {.stream = m->stream, .executor = whom, .by_get = true};
        make_message(p, &inner, false);
        memcpy(p->before[node] + at + i * sizeof inner.d, &inner.d, sizeof inner.d);
    }
    MUSPI_DescriptorZeroOut(&m->d);
    m->landing = UINT64_MAX;
    m->receiver = whom;
    p->next_number++;
    /* Gets of a stream must arrive in order: their atomic loads share words. */
    set_way(p, m, whom, true);
    MUSPI_SetMessageUnitPacketType(&m->d, MUHWI_PACKET_TYPE_GET);
    MUSPI_SetRemoteGetInjFIFOId(&m->d, (uint16_t)(p->streams + PLAN_ROUTES + m->stream % PLAN_GETS));
    pt2pt(m)->Byte8.Size = chance(p, 70) ? 16 : 2 * (1 + below(p, 8));
    m->d.Pa_Payload = p->pa[node] + at;
    m->d.Message_Length = count * sizeof(MUHWI_Descriptor_t);
    remember(p, m);
    return true;
}

/* ---- Collectives ---- */

/* Makes a collective on every box of a route. The root of a box is its lowest node plus an offset. */
static void make_collective(plan_t *p, uint32_t route)
{
    static const uint8_t types[] = {MUHWI_COLLECTIVE_TYPE_BROADCAST, MUHWI_COLLECTIVE_TYPE_ALLREDUCE,
                                    MUHWI_COLLECTIVE_TYPE_REDUCE};
    static const uint8_t ops[] = {0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14};
    uint8_t op = ops[below(p, 12)], type = types[below(p, 3)];
    uint16_t word = op >= 12 ? 8 : (uint16_t)(4u << below(p, 8));
    uint32_t bytes = word * (1 + below(p, 3000 / word)), pick = below(p, 64);
    draft_t m = {.stream = 0xff00 + route, .receiver = UINT32_MAX, .landing = UINT64_MAX};
    bool put = chance(p, 50);
    p->next_number++;
    MUSPI_DescriptorZeroOut(&m.d);
    if (!put || !make_put(p, &m, bytes))
        make_fifo(p, &m, type == MUHWI_COLLECTIVE_TYPE_BROADCAST || chance(p, 90) ? bytes : 0);
    MUSPI_CollectiveDescriptorInfoFields_t fields;
    memset(&fields, 0, sizeof fields);
    fields.Op_Code = (uint8_t)(op << 4);
    fields.Word_Length = word;
    fields.Class_Route = (uint8_t)route;
    fields.Misc = (uint8_t)(type | MUHWI_PACKET_VIRTUAL_CHANNEL_USER_SUB_COMM);
    MUSPI_SetCollectiveFields(&m.d, &fields);
    m.d.PacketHeader.NetworkHeader.collective.Data_Packet_Type = MUHWI_COLLECTIVE_DATA_PACKET_TYPE;
    m.d.PacketHeader.NetworkHeader.collective.Byte8.Size = 16;
    m.d.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CUSER;
    uint8_t *software = m.d.PacketHeader.messageUnitHeader.Packet_Types.Memory_FIFO.Unused2;
    if (m.d.PacketHeader.NetworkHeader.collective.Byte8.Packet_Type == 0) {
        software[PLAN_SW_EXECUTOR] = 0;
        software[PLAN_SW_UNORDERED] = 1; /* broadcasts of different nodes */
        MUSPI_SetRecPutOffset(&m.d, 0);
    }
    uint64_t source = (op >= 12 ? DOUBLES + 8 * below(p, 4096) : SOURCE + below(p, 32768)),
             length = m.d.Message_Length;
    for (uint32_t node = 0; node < p->nodes; node++) {
        uint32_t members[PLAN_NODES], count = 0;
        for (uint32_t n = 0; n < p->nodes; n++)
            if (same_box(p, route, node, n))
                members[count++] = n;
        uint32_t root = members[pick % count];
        if (type == MUHWI_COLLECTIVE_TYPE_BROADCAST && node != root)
            continue;
        MUSPI_SetDestination(&m.d, destination(p, root));
        MUSPI_SetPayload(&m.d, p->pa[node] + source, length);
        add_descriptor(&p->stream[node][p->streams + route], &m.d);
        m.executor = node;
        remember(p, &m);
    }
}

/* ---- Plan ---- */

static void fill_arena(plan_t *p, uint32_t node)
{
    uint8_t *a = p->before[node];
    memset(a, 0, LANDING);
    for (uint32_t i = 0; i < 64;
         i++) /* without zeros: maximum by sign and magnitude distinguishes two zeros */
        a[SHARED_WORDS + 8 * i] = (uint8_t)(1 + random_below(p, 255));
    for (uint32_t i = 0; PRIVATE_LINES + 32 * i + 32 <= SOURCE; i++)
        for (int w = 0; w < 3; w++) /* close values: bounds are reached */
            a[PRIVATE_LINES + 32 * i + 8 * (uint32_t)w] =
                (uint8_t)(random_below(p, 4) + (w == 1 ? 2u : 0u) + (w == 2 ? 6u : 0u));
    for (uint32_t i = SOURCE; i < DOUBLES; i++)
        a[i] = (uint8_t)random_below(p, 256);
    for (uint32_t i = DOUBLES; i < DESCRIPTORS; i += 8) {
        double value = (double)random_below(p, 20001) - 10000.5; /* halves: never zero, with exact sums */
        memcpy(a + i, &value, sizeof value);
    }
    for (uint32_t i = LANDING; i < PLAN_ARENA; i += 32)
        memset(a + i, (int)(i / 32 % 3), 32); /* equal pairs of words, for twin stores */
}

static void make_stream(plan_t *p, uint32_t node, uint32_t s)
{
    for (uint32_t i = 0; i < p->messages; i++) {
        draft_t m = {.stream = node * PLAN_STREAMS + s, .executor = node};
        if (!chance(p, 15) || !make_get(p, &m))
            make_message(p, &m, true);
        add_descriptor(&p->stream[node][s], &m.d);
    }
}

void plan_make(plan_t *p)
{
    for (uint32_t node = 0; node < p->nodes; node++) {
        if (p->before[node] == NULL && (p->before[node] = malloc(PLAN_ARENA)) == NULL)
            abort();
        fill_arena(p, node);
        p->next_landing[node] = LANDING + PLAN_ODD;
        p->next_descriptor[node] = DESCRIPTORS;
    }
    p->next_common = COMMON;
    for (uint32_t node = 0; node < p->nodes; node++)
        for (uint32_t s = 0; s < p->streams; s++)
            make_stream(p, node, s);
    for (uint32_t i = 0; i < p->collectives; i++)
        make_collective(p, below(p, PLAN_ROUTES));
}

void plan_free(plan_t *p)
{
    for (uint32_t node = 0; node < p->nodes; node++)
        for (int s = 0; s < PLAN_STREAMS; s++)
            free(p->stream[node][s].d);
    free(p->message);
}
