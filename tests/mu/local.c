/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages to the own node: over local FIFOs, and over any FIFO that the program selects. */
#include "mu_support.h"

enum { BYTES = 3000, PLACE = 4096 };

static const struct {
    uint64_t map;
    uint8_t misc1, misc2;
} ways[] = {
    {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL0, 0, 0},
    {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL1, 0, 0},
    {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL0 | MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL1, 0, 0},
    {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_PRIORITY, 0, MUHWI_PACKET_VIRTUAL_CHANNEL_HIGH_PRIORITY},
    {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL0, MUHWI_PACKET_USE_DYNAMIC_ROUTING,
     MUHWI_PACKET_VIRTUAL_CHANNEL_DYNAMIC},
    /* Programs use torus FIFOs for messages that turn out to be local. */
    {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AM, 0, 0},
    {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP, 0, 0},
    {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_BM, 0, 0},
    {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CP, MUHWI_PACKET_USE_DYNAMIC_ROUTING,
     MUHWI_PACKET_VIRTUAL_CHANNEL_DYNAMIC},
    {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_DM, 0, 0},
    {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_EP, 0, 0},
    {0xffc0, 0, 0},
};
enum { WAYS = sizeof ways / sizeof *ways };

static void ways_of(mu_message_t *m, int way)
{
    m->map = ways[way].map;
    m->misc1 = ways[way].misc1;
    m->misc2 = ways[way].misc2;
}

static void put_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, WAYS * PLACE);
    for (int w = 0; w < WAYS; w++) {
        mu_fill(kit.source.va + w * PLACE, BYTES, (uint64_t)w, me->node);
        mu_message_t m = mu_put(me, &kit, me->node, (uint64_t)w * PLACE, (uint64_t)w * PLACE + 5, BYTES, 0);
        ways_of(&m, w);
        mu_send(me, kit.inj, m);
    }
    mu_wait_counter(&kit.counter[0], -(uint64_t)(WAYS * BYTES));
    for (int w = 0; w < WAYS; w++)
        CHECK_EQUAL(mu_same(kit.window.va + w * PLACE + 5, BYTES, (uint64_t)w, me->node), BYTES);
}

static void direct_puts(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), put_body);
    mu_run(MU_NODES(2, 3, 1, 1, 1), put_body);
}

typedef struct landed {
    uint64_t bytes[WAYS];
    uint32_t node;
} landed_t;

static void landed_packet(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    landed_t *l = argument;
    uint32_t w = mu_software_word(h, 4);
    uint64_t offset = mu_put_offset(h), valid = BYTES - offset < 512 ? BYTES - offset : 512;
    CHECK_EQUAL(bytes, 32 + (valid + 31) / 32 * 32);
    if (CHECK(w < WAYS)) {
        CHECK_EQUAL(mu_same(h + 1, valid, w, l->node + offset), valid);
        l->bytes[w] += valid;
    }
}

static void fifo_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 8192, WAYS * PLACE);
    for (int w = 0; w < WAYS; w++) {
        mu_message_t m = {.type = MUHWI_PACKET_TYPE_FIFO,
                          .to = me->node,
                          .pa = kit.source.pa + (uint64_t)w * PLACE,
                          .bytes = BYTES,
                          .rec_fifo = mu_rec_id(me, 0, 0)};
        mu_fill(kit.source.va + w * PLACE, BYTES, (uint64_t)w, me->node);
        mu_set_software_word(&m, 4, (uint32_t)w);
        ways_of(&m, w);
        mu_send(me, kit.inj, m);
    }
    landed_t l = {.node = me->node};
    mu_receive(kit.rec, WAYS * ((BYTES + 511) / 512), landed_packet, &l);
    for (int w = 0; w < WAYS; w++)
        CHECK_EQUAL(l.bytes[w], BYTES);
}

static void memory_fifo_messages(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), fifo_body);
    mu_run(MU_NODES(1, 1, 2, 2, 2), fifo_body);
}

/* A get from the own node is a memory copy by the unit with a remote trigger. */
static void get_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, WAYS * PLACE);
    mu_inj_t *answer = mu_inj(me, 16, MU_REMOTE_GET);
    mu_memory_t questions = mu_memory(me, WAYS * sizeof(MUHWI_Descriptor_t));
    MUHWI_Descriptor_t *d = (MUHWI_Descriptor_t *)questions.va;
    for (int w = 0; w < WAYS; w++) {
        mu_message_t m = {.type = MUHWI_PACKET_TYPE_GET,
                          .to = me->node,
                          .pa = questions.pa + (uint64_t)w * sizeof *d,
                          .bytes = sizeof *d,
                          .get_fifo = (uint16_t)answer->global};
        mu_fill(kit.source.va + w * PLACE, BYTES, (uint64_t)w, me->node);
        d[w] =
            mu_describe(me, mu_put(me, &kit, me->node, (uint64_t)w * PLACE, (uint64_t)w * PLACE, BYTES, 0));
        ways_of(&m, w);
        mu_send(me, kit.inj, m);
    }
    mu_wait_counter(&kit.counter[0], -(uint64_t)(WAYS * BYTES));
    for (int w = 0; w < WAYS; w++)
        CHECK_EQUAL(mu_same(kit.window.va + w * PLACE, BYTES, (uint64_t)w, me->node), BYTES);
}

static void remote_gets(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), get_body);
    mu_run(MU_NODES(4, 1, 1, 1, 1), get_body);
}

/* Source and target may share a cache line, or be equal. */
static void in_place_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, PLACE);
    mu_fill(kit.window.va, BYTES, 9, 0);
    mu_message_t m = mu_put(me, &kit, me->node, 0, 0, BYTES, 0);
    m.pa = kit.window.pa;
    mu_send(me, kit.inj, m);
    mu_wait_counter(&kit.counter[0], -(uint64_t)BYTES);
    CHECK_EQUAL(mu_same(kit.window.va, BYTES, 9, 0), BYTES);
}

static void onto_itself(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), in_place_body);
}

/* A packet moves as a whole: all bytes are read before the first is written. */
static void moved_body(mu_rank_t *me)
{
    enum { MOVED = 400, ROUNDS = 3, DISTANCE = 72 };
    mu_kit_t kit = mu_kit(me, 4096, PLACE);
    for (uint64_t i = 0; i < 2 * ROUNDS;
         i++) { /* upwards, then downwards; only the first of a kind takes the slow path */
        uint64_t from = i < ROUNDS ? 0 : DISTANCE, to = DISTANCE - from;
        mu_fill(kit.window.va + from, MOVED, i, 0);
        mu_message_t m = mu_put(me, &kit, me->node, 0, to, MOVED, 0);
        m.pa = kit.window.pa + from;
        mu_send(me, kit.inj, m);
        mu_wait_counter(&kit.counter[0], -(uint64_t)(MOVED * (i + 1)));
        CHECK_EQUAL(mu_same(kit.window.va + to, MOVED, i, 0), MOVED);
    }
}

static void onto_a_part_of_itself(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), moved_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"direct puts", direct_puts},
        {"memory FIFO messages", memory_fifo_messages},
        {"remote gets", remote_gets},
        {"onto itself", onto_itself},
        {"onto a part of itself", onto_a_part_of_itself},
        {NULL, NULL},
    };
    return emuq_test_main("messages to oneself", tests);
}
