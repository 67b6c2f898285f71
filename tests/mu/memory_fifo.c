/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory-FIFO messages: division into packets, headers, wrapping, order. */
#include "mu_support.h"

#define MIB ((size_t)1 << 20)

/* A message of a stream known to sender and receiver. */
typedef struct spec {
    size_t bytes;
    unsigned shift; /* of the payload behind an aligned address */
    unsigned size;  /* of the template, in chunks */
} spec_t;

/* Next expected data of a sender. */
typedef struct stream {
    const mu_rank_t *me;
    const spec_t *spec;
    uint32_t next;   /* message */
    uint64_t offset; /* in it */
} stream_t;

/* Header fields that depend only on the message number. */
static mu_message_t numbered(uint32_t number)
{
    mu_message_t m = {.type = MUHWI_PACKET_TYPE_FIFO,
                      .put_offset = (UINT64_C(0x1fffffff00) + number * UINT64_C(0x0123456789)) &
                                    ((UINT64_C(1) << 37) - 1),
                      .interrupt = number % 3 == 0,
                      .software_bit = number & 1,
                      /* The interrupt bit of the template is ignored: the MU writes it. */
                      .misc1 = number % 4 == 1 ? MUHWI_PACKET_INTERRUPT_ON_PACKET_ARRIVAL : 0};
    mu_fill(m.software, sizeof m.software, number, 77);
    return m;
}

static size_t payload_limit(const spec_t *s)
{
    return s->size * 32u;
}

static void check_header(const stream_t *s, const MUHWI_PacketHeader_t *h, bool last)
{
    const spec_t *spec = &s->spec[s->next];
    mu_message_t m = numbered(s->next);
    const MUHWI_Pt2PtNetworkHeader_t *n = &h->NetworkHeader.pt2pt;
    uint64_t advance = spec->bytes > payload_limit(spec) ? s->offset : 0;
    CHECK_EQUAL(n->Data_Packet_Type, MUHWI_PT2PT_DATA_PACKET_TYPE);
    CHECK_EQUAL(n->Byte2.Interrupt, last && m.interrupt);
    CHECK_EQUAL(n->Byte3.Byte3, MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC);
    CHECK_EQUAL(n->Destination.Destination.Destination,
                mu_destination(s->me, s->me->node).Destination.Destination);
    CHECK_EQUAL(n->Byte8.Packet_Type, 0);
    CHECK_EQUAL(h->messageUnitHeader.Packet_Types.Memory_FIFO.Rec_FIFO_Id, mu_rec_id(s->me, 0, 0));
    CHECK_EQUAL(h->messageUnitHeader.Packet_Types.Memory_FIFO.Unused1, m.software_bit);
    CHECK_EQUAL(mu_put_offset(h), (m.put_offset + advance) & ((UINT64_C(1) << 37) - 1));
    CHECK(memcmp(mu_software(h), m.software, sizeof m.software) == 0);
}

static void check_packet(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    stream_t *s = argument;
    const spec_t *spec = &s->spec[s->next];
    size_t valid = spec->bytes - s->offset;
    bool last = valid <= payload_limit(spec);
    if (!last)
        valid = payload_limit(spec);
    size_t chunks = (valid + 31) / 32;
    const char *payload = (const char *)(h + 1);
    check_header(s, h, last);
    CHECK_EQUAL(h->NetworkHeader.pt2pt.Byte8.Size, chunks);
    if (CHECK_EQUAL(bytes, 32 + 32 * chunks)) {
        CHECK_EQUAL(mu_same(payload, valid, s->next, s->offset), valid);
        CHECK(mu_all(payload + valid, chunks * 32 - valid, 0));
    }
    s->offset += valid;
    if (last) {
        s->next++;
        s->offset = 0;
    }
}

static uint64_t packets_of(const spec_t *spec)
{
    return spec->bytes == 0 ? 1 : (spec->bytes + payload_limit(spec) - 1) / payload_limit(spec);
}

/* Every node sends the messages of @p spec to @p to, and receives the messages of its sender. */
static void exchange(mu_rank_t *me, mu_kit_t *kit, uint32_t to, const spec_t *spec, uint32_t count)
{
    uint64_t packets = 0;
    size_t at = 0;
    for (uint32_t i = 0; i < count; i++) {
        mu_message_t m = numbered(i);
        m.to = to;
        m.pa = kit->source.pa + at + spec[i].shift;
        m.bytes = spec[i].bytes;
        m.rec_fifo = mu_rec_id(me, 0, 0);
        mu_fill(kit->source.va + at + spec[i].shift, spec[i].bytes, i, 0);
        at += (spec[i].bytes + spec[i].shift + 127) / 128 * 128;
        if (!CHECK(at <= kit->source.bytes))
            return;
        packets += packets_of(&spec[i]);
        MUHWI_Descriptor_t d = mu_describe(me, m);
        d.PacketHeader.NetworkHeader.pt2pt.Byte8.Size = spec[i].size & 31;
        mu_inject(kit->inj, &d);
    }
    stream_t s = {me, spec, 0, 0};
    mu_receive(kit->rec, packets, check_packet, &s);
    CHECK_EQUAL(s.next, count);
    mu_wait_sent(kit->inj, MUSPI_getNumInjected(kit->inj->fifo));
    mu_barrier(me);
}

static void sizes_body(mu_rank_t *me)
{
    static const size_t sizes[] = {0, 1, 31, 32, 33, 511, 512, 513, 1024, 5000, MIB};
    static const unsigned shifts[] = {0, 1, 7, 32, 63};
    spec_t spec[sizeof sizes / sizeof *sizes * (sizeof shifts / sizeof *shifts)];
    uint32_t count = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t j = 0; j < sizeof shifts / sizeof *shifts; j++)
            if (sizes[i] < MIB || j < 2)
                spec[count++] = (spec_t){sizes[i], shifts[j], 16};
    mu_kit_t kit = mu_kit(me, 65536, 3 * MIB);
    exchange(me, &kit, me->node, spec, count);
    exchange(me, &kit, me->node ^ 1, spec, count);
}

static void every_size_and_alignment(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), sizes_body);
}

static void smaller_body(mu_rank_t *me)
{
    static const unsigned chunks[] = {1, 2, 3, 8, 15, 16};
    static const size_t sizes[] = {1, 32, 33, 96, 480, 481, 1000, 4097};
    spec_t spec[48];
    uint32_t count = 0;
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 8; j++)
            spec[count++] = (spec_t){sizes[j], (unsigned)j, chunks[i]};
    mu_kit_t kit = mu_kit(me, 16384, 64 * 1024);
    exchange(me, &kit, me->node ^ 1, spec, count);
    exchange(me, &kit, me->node, spec, count);
}

static void a_smaller_template_makes_smaller_packets(void)
{
    mu_run(MU_NODES(2, 1, 1, 1, 1), smaller_body);
}

/* ---- Wrapping ---- */

enum { WRAP_MESSAGES = 300, WAYS = 3 };

typedef struct wrap {
    uint32_t fixed_bytes; /* of every message; 0: random sizes */
    uint32_t next;
    uint64_t random;
} wrap_t;

static uint32_t wrap_bytes(wrap_t *w)
{
    uint32_t bytes = (uint32_t)(mu_random(&w->random) % 513);
    return w->fixed_bytes != 0 ? w->fixed_bytes : bytes;
}

static void wrap_packet(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    wrap_t *w = argument;
    uint32_t valid = wrap_bytes(w);
    CHECK_EQUAL(bytes, 32 + (valid + 31) / 32 * 32);
    CHECK_EQUAL(mu_software_word(h, 4), w->next);
    CHECK_EQUAL(mu_same(h + 1, valid, w->next, 0), valid);
    w->next++;
}

static int wrap_callback(void *argument, MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    CHECK_EQUAL((uintptr_t)h % 32, 0);
    wrap_packet(argument, h, bytes);
    return 12345; /* ignored */
}

/* The three functions that receive packets. */
static uint32_t take(int way, mu_rec_t *rec, wrap_t *w)
{
    uint32_t before = w->next;
    if (way == 0)
        return mu_poll(rec, wrap_packet, w);
    if (way == 1)
        return MUSPI_RecFifoPoll(rec->fifo, 1 + before % 3);
    MUSPI_RecFifoExamplePoll(rec->fifo, wrap_callback, w);
    return w->next - before;
}

static void wrap_one(mu_rank_t *me, mu_kit_t *kit, mu_rec_t *rec, uint32_t fixed_bytes, int way)
{
    wrap_t out = {fixed_bytes, 0, 1}, in = out;
    int32_t function = MUSPI_RegisterReceiveFunction(wrap_callback, &in);
    CHECK(function >= 0);
    uint32_t taken = 0;
    for (uint32_t i = 0; i < WRAP_MESSAGES; i++) {
        mu_message_t m = {.type = MUHWI_PACKET_TYPE_FIFO,
                          .to = me->node,
                          .pa = kit->source.pa + i % 64 * 1024,
                          .bytes = wrap_bytes(&out),
                          .rec_fifo = (uint16_t)rec->global};
        m.software[0] = (uint8_t)function;
        mu_set_software_word(&m, 4, i);
        /* Before a slot of the source is reused, its former message has been received. */
        MU_WAIT(taken + 60 > i || (taken += take(way, rec, &in)) + 60 > i);
        mu_fill(kit->source.va + i % 64 * 1024, m.bytes, i, 0);
        mu_send(me, kit->inj, m);
        if (i % 7 == 0)
            taken += take(way, rec, &in);
    }
    MU_WAIT(taken >= WRAP_MESSAGES || (taken += take(way, rec, &in)) >= WRAP_MESSAGES);
    CHECK_EQUAL(in.next, WRAP_MESSAGES);
    CHECK_EQUAL(taken, WRAP_MESSAGES);
    CHECK_EQUAL(MUSPI_getHwHead(&rec->fifo->_fifo), MUSPI_getHwTail(&rec->fifo->_fifo));
    CHECK_EQUAL(MUSPI_DeRegisterReceiveFunction((uint32_t)function), 0);
}

static void wrap_body(mu_rank_t *me)
{
    /* 544-byte packets end exactly at the end of 1088 and 1632 bytes, and at every offset of further
     * sizes. */
    static const size_t sizes[] = {576, 608, 1088, 1120, 1632, 4096};
    mu_kit_t kit = mu_kit(me, 65536, 64 * 1024);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        mu_rec_t *rec = mu_rec(me, sizes[i]);
        for (int way = 0; way < WAYS; way++) {
            wrap_one(me, &kit, rec, 512, way);
            wrap_one(me, &kit, rec, 0, way);
            wrap_one(me, &kit, rec, 224, way);
        }
    }
}

static void packets_wrap_at_the_end_of_a_fifo(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), wrap_body);
}

/* ---- Many senders ---- */

enum { SENDERS = 8, SENDER_MESSAGES = 400 };

static size_t sender_bytes(uint32_t sender, uint32_t i)
{
    uint64_t random = sender * UINT64_C(1000003) + i;
    return mu_random(&random) % 1500;
}

typedef struct senders {
    uint32_t next[SENDERS];
    uint64_t offset[SENDERS];
    uint64_t taken; /* packets */
} senders_t;

static void sender_packet(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    senders_t *s = argument;
    uint32_t from = mu_software_word(h, 4), i = mu_software_word(h, 8);
    if (!CHECK(from < SENDERS) || !CHECK_EQUAL(i, s->next[from]))
        return;
    size_t total = sender_bytes(from, i), valid = total - s->offset[from];
    bool last = valid <= 512;
    valid = last ? valid : 512;
    CHECK_EQUAL(bytes, 32 + (valid + 31) / 32 * 32);
    CHECK_EQUAL(mu_put_offset(h), s->offset[from]);
    CHECK_EQUAL(mu_same(h + 1, valid, from * 100000 + i, s->offset[from]), valid);
    s->offset[from] = last ? 0 : s->offset[from] + valid;
    s->next[from] += last;
    s->taken++;
}

static void senders_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 8192, SENDER_MESSAGES * 1536);
    uint64_t packets = 0;
    uint32_t count = MU_ROUNDS(SENDER_MESSAGES);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t from = 0; from < SENDERS; from++)
            packets += sender_bytes(from, i) == 0 ? 1 : (sender_bytes(from, i) + 511) / 512;
        mu_fill(kit.source.va + i * 1536, sender_bytes(me->node, i), me->node * 100000 + i, 0);
    }
    senders_t s = {{0}, {0}, 0};
    for (uint32_t i = 0; i < count; i++) {
        mu_message_t m = {.type = MUHWI_PACKET_TYPE_FIFO,
                          .to = 0,
                          .pa = kit.source.pa + i * 1536,
                          .bytes = sender_bytes(me->node, i),
                          .rec_fifo = mu_rec_id(me, 0, 0)};
        mu_set_software_word(&m, 4, me->node);
        mu_set_software_word(&m, 8, i);
        if (me->node == 0) /* the receiver must not wait for space in its own FIFO */
            MU_WAIT(MUSPI_getHwFreeSpace(kit.inj->fifo) != 0 || mu_meanwhile(kit.rec, sender_packet, &s));
        mu_send(me, kit.inj, m);
    }
    if (me->node == 0) {
        MU_WAIT(s.taken >= packets || mu_meanwhile(kit.rec, sender_packet, &s));
        CHECK_EQUAL(s.taken, packets);
        for (int from = 0; from < SENDERS; from++)
            CHECK_EQUAL(s.next[from], count);
    }
}

static void senders_share_a_fifo_each_in_order(void)
{
    mu_run(MU_NODES(2, 2, 2, 1, 1), senders_body);
}

/* ---- Several reception FIFOs ---- */

static void count_packet(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    uint32_t *next = argument; /* of this FIFO; [1]: number of the FIFO */
    CHECK_EQUAL(bytes, 64);
    CHECK_EQUAL(mu_software_word(h, 4), next[1]);
    CHECK_EQUAL(mu_software_word(h, 8), next[0]);
    next[0]++;
}

static void several_body(mu_rank_t *me)
{
    enum { FIFOS = 6, EACH = 50 }; /* more than in a subgroup */
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    mu_rec_t *rec[FIFOS];
    for (uint32_t f = 0; f < FIFOS; f++)
        rec[f] = mu_rec(me, 16384);
    mu_barrier(me);
    for (uint32_t i = 0; i < EACH * FIFOS; i++) {
        mu_message_t m = {.type = MUHWI_PACKET_TYPE_FIFO,
                          .to = (me->node + 1) % me->nodes,
                          .pa = kit.source.pa,
                          .bytes = 20,
                          .rec_fifo = mu_rec_id(me, 0, 1 + i % FIFOS)};
        mu_set_software_word(&m, 4, i % FIFOS);
        mu_set_software_word(&m, 8, i / FIFOS);
        mu_send(me, kit.inj, m);
    }
    for (uint32_t f = 0; f < FIFOS; f++) {
        uint32_t next[2] = {0, f};
        mu_receive(rec[f], EACH, count_packet, next);
    }
}

static void each_fifo_gets_its_own_packets(void)
{
    mu_run(MU_NODES(3, 1, 1, 1, 1), several_body);
}

/* ---- Any path ---- */

typedef struct pieces {
    char *into;
    uint64_t bytes;
} pieces_t;

static void piece(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    pieces_t *p = argument;
    uint64_t offset = mu_put_offset(h);
    if (CHECK(offset + (bytes - 32) <= p->bytes))
        memcpy(p->into + offset, h + 1, bytes - 32);
}

static void dynamic_body(mu_rank_t *me)
{
    enum { BYTES = 128 * 1024 };
    static const uint8_t zones[] = {MUHWI_PACKET_ZONE_ROUTING_0, MUHWI_PACKET_ZONE_ROUTING_1,
                                    MUHWI_PACKET_ZONE_ROUTING_2, MUHWI_PACKET_ZONE_ROUTING_3};
    mu_kit_t kit = mu_kit(me, 32768, BYTES);
    uint32_t to = me->nodes - 1 - me->node;
    mu_fill(kit.source.va, BYTES, me->node, 0);
    for (int z = 0; z < 4; z++) {
        memset(kit.window.va, 0, BYTES);
        mu_send(me, kit.inj,
                (mu_message_t){.type = MUHWI_PACKET_TYPE_FIFO,
                               .to = to,
                               .pa = kit.source.pa,
                               .bytes = BYTES,
                               .map = 0xffc0, /* all ten */
                               .misc1 = MUHWI_PACKET_USE_DYNAMIC_ROUTING,
                               .misc2 = (uint8_t)(MUHWI_PACKET_VIRTUAL_CHANNEL_DYNAMIC | zones[z] |
                                                  (z & 1 ? MUHWI_PACKET_STAY_ON_BUBBLE : 0)),
                               .rec_fifo = mu_rec_id(me, 0, 0)});
        pieces_t p = {kit.window.va, BYTES};
        mu_receive(kit.rec, BYTES / 512, piece, &p);
        CHECK_EQUAL(mu_same(kit.window.va, BYTES, to, 0), BYTES);
        mu_barrier(me);
    }
}

static void dynamic_packets_carry_their_offset(void)
{
    mu_run(MU_NODES(3, 2, 1, 1, 2), dynamic_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"every size and alignment", every_size_and_alignment},
        {"a smaller template makes smaller packets", a_smaller_template_makes_smaller_packets},
        {"packets wrap at the end of a FIFO", packets_wrap_at_the_end_of_a_fifo},
        {"senders share a FIFO, each in order", senders_share_a_fifo_each_in_order},
        {"each FIFO gets its own packets", each_fifo_gets_its_own_packets},
        {"dynamic packets carry their offset", dynamic_packets_carry_their_offset},
        {NULL, NULL},
    };
    return emuq_test_main("memory FIFO messages", tests);
}
