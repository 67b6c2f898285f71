/* SPDX-License-Identifier: BSD-3-Clause */
/* Remote gets: descriptors sent by a node and executed by a second node. */
#include "mu_support.h"

enum { PIECE = 1000, MOST = 20 };

enum { SOURCE_PA = 0 }; /* on the board, by node: addresses of the executing nodes */

/* Resources of a rank, and a remote-get FIFO for descriptors of peers. */
typedef struct getter {
    mu_rank_t *me;
    mu_kit_t kit;
    mu_inj_t *answer;      /* injection FIFO number 1 of every process */
    mu_memory_t questions; /* descriptors to send */
    MUHWI_Descriptor_t *d; /* as an array */
} getter_t;

static getter_t open_getter(mu_rank_t *me, uint32_t slots, size_t bytes)
{
    getter_t g = {.me = me};
    g.questions = mu_memory(me, 1024 * sizeof(MUHWI_Descriptor_t));
    g.d = (MUHWI_Descriptor_t *)g.questions.va;
    g.kit = mu_kit(me, 16384, bytes);
    g.answer = mu_inj(me, slots, MU_REMOTE_GET);
    mu_fill(g.kit.source.va, bytes, me->node, 0);
    mu_board[SOURCE_PA + me->node] = g.kit.source.pa;
    mu_barrier(me);
    return g;
}

/* Sends descriptors @p first .. @p first + @p count - 1 of g->d to node @p whom. */
static uint64_t ask(getter_t *g, uint32_t whom, uint32_t first, uint32_t count, mu_message_t m)
{
    m.type = MUHWI_PACKET_TYPE_GET;
    m.to = whom;
    m.pa = g->questions.pa + first * sizeof(MUHWI_Descriptor_t);
    m.bytes = count * sizeof(MUHWI_Descriptor_t);
    m.get_fifo = mu_inj_id(g->me, 0, 1);
    return mu_send(g->me, g->kit.inj, m);
}

/* A put from @p offset in the source of node @p from to @p offset in the window of node @p to. */
static MUHWI_Descriptor_t answer(getter_t *g, uint32_t from, uint32_t to, uint64_t offset, uint64_t bytes)
{
    mu_message_t m = mu_put(g->me, &g->kit, to, 0, offset, bytes, 0);
    m.pa = mu_board[SOURCE_PA + from] + offset;
    m.map = from == to ? MU_LOCAL : MU_TORUS;
    return mu_describe(g->me, m);
}

static void counts_body(mu_rank_t *me)
{
    getter_t g = open_getter(me, 64, 32768);
    uint32_t peer = me->node ^ 1;
    uint64_t asked = 0;
    for (uint32_t count = 1; count <= MOST; count++) { /* 20 descriptors: packets of 8, 8 and 4 */
        memset(g.kit.window.va, 0, g.kit.window.bytes);
        g.kit.counter[0] = count * PIECE;
        mu_barrier(me);
        for (uint32_t i = 0; i < count; i++)
            g.d[i] = answer(&g, peer, me->node, i * PIECE, PIECE);
        ask(&g, peer, 0, count, (mu_message_t){0});
        mu_wait_counter(&g.kit.counter[0], 0);
        CHECK_EQUAL(mu_same(g.kit.window.va, count * PIECE, peer, 0), count * PIECE);
        CHECK(mu_all(g.kit.window.va + count * PIECE, PIECE, 0));
        asked += count;
        mu_barrier(me);
        /* The MU moves this FIFO, not software: its software copies of registers do not change. */
        MU_WAIT(MUSPI_getHwDescCount(g.answer->fifo) == asked);
        CHECK_EQUAL(MUSPI_getHwHead(&g.answer->fifo->_fifo), MUSPI_getHwTail(&g.answer->fifo->_fifo));
        CHECK_EQUAL(MUSPI_getHwTail(&g.answer->fifo->_fifo), g.answer->memory.pa + asked % 64 * 64);
        CHECK_EQUAL(MUSPI_getHwFreeSpace(g.answer->fifo), 63);
        CHECK_EQUAL(MUSPI_getNumInjected(g.answer->fifo), 0);
        CHECK_EQUAL(MUSPI_getFreeSpaceFromShadow(g.answer->fifo), 63);
        CHECK(MUSPI_getTailVa(&g.answer->fifo->_fifo) == g.answer->memory.va);
    }
}

static void one_to_twenty_descriptors(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), counts_body);
}

/* Descriptors arrive unmodified in the FIFO's memory. */
static void image_body(mu_rank_t *me)
{
    getter_t g = open_getter(me, 64, 32768);
    enum { DESCRIPTORS = 8, WORDS = DESCRIPTORS * sizeof(MUHWI_Descriptor_t) / sizeof *mu_board };
    for (uint32_t i = 0; i < DESCRIPTORS; i++) {
        g.d[i] = answer(&g, me->node ^ 1, me->node, i * PIECE, PIECE);
        g.d[i].PacketHeader.messageUnitHeader.Packet_Types.Direct_Put.Unused2 = (uint16_t)(0x1111 * i);
    }
    memcpy(mu_board + 32 + WORDS * me->node, g.d, DESCRIPTORS * sizeof *g.d);
    ask(&g, me->node ^ 1, 0, DESCRIPTORS, (mu_message_t){0});
    mu_wait_counter(&g.kit.counter[0], -(uint64_t)(DESCRIPTORS * PIECE));
    mu_barrier(me);
    CHECK(memcmp(g.answer->memory.va, mu_board + 32 + WORDS * (me->node ^ 1), DESCRIPTORS * sizeof *g.d) ==
          0);
}

static void descriptors_arrive_unmodified(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), image_body);
}

/* All nodes send gets to node 0, whose FIFO has space for one packet of 8 descriptors. */
static void full_body(mu_rank_t *me)
{
    enum { QUESTIONS = 60 };
    uint32_t count = MU_ROUNDS(QUESTIONS);
    getter_t g = open_getter(me, 9, 32768);
    for (uint32_t i = 0; i < 8; i++)
        g.d[i] = answer(&g, 0, me->node, i * PIECE, PIECE);
    for (uint32_t q = 0; q < count; q++)
        ask(&g, 0, 0, 8, (mu_message_t){0});
    mu_wait_counter(&g.kit.counter[0], -(uint64_t)(count * 8 * PIECE));
    CHECK_EQUAL(mu_same(g.kit.window.va, 8 * PIECE, 0, 0), 8 * PIECE);
    mu_barrier(me);
    if (me->node == 0)
        MU_WAIT(MUSPI_getHwDescCount(g.answer->fifo) == me->nodes * count * 8);
}

static void a_full_fifo_holds_the_askers_back(void)
{
    mu_run(MU_NODES(2, 2, 1, 1, 1), full_body);
}

static void ignore(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    (void)argument, (void)h, (void)bytes;
}

/* The first descriptor is a message without a receiver yet; the following ones fill the FIFO, and further
 * packets find no space. Messages of another FIFO pass. */
static void stuck_body(mu_rank_t *me)
{
    enum { ASKED = 24, BYTES = 5000 };
    getter_t g = open_getter(me, 9, 32768);
    uint32_t peer = me->node ^ 1;
    mu_inj_t *other = mu_inj(me, 64, 0);
    mu_rec_t *small = mu_rec(me, BGQ_MU_MIN_RECFIFO_SIZE_IN_BYTES);
    g.d[0] = mu_describe(me, (mu_message_t){.type = MUHWI_PACKET_TYPE_FIFO,
                                            .to = me->node,
                                            .map = MU_TORUS,
                                            .pa = mu_board[SOURCE_PA + peer],
                                            .bytes = BYTES,
                                            .rec_fifo = (uint16_t)small->global});
    for (uint32_t i = 1; i < ASKED; i++)
        g.d[i] = answer(&g, peer, me->node, i * PIECE, PIECE);
    mu_barrier(me);
    uint64_t n = ask(&g, peer, 0, ASKED, (mu_message_t){0});
    mu_send(me, other, mu_put(me, &g.kit, peer, 0, 0, 777, 1));
    mu_wait_counter(&g.kit.counter[1], -(uint64_t)777);
    bool is_stuck = !mu_flies(); /* otherwise the replies are in flight behind the message */
    MU_WAIT(!is_stuck || MUSPI_getHwFreeSpace(g.answer->fifo) == 0);
    uint64_t random = 1;
    for (int i = 0; i < 20; i++)
        mu_dawdle(&random, 1000);
    CHECK_EQUAL(in64((uint64_t *)g.kit.counters.va), 0);
    CHECK(!is_stuck || MUSPI_getHwFreeSpace(g.answer->fifo) == 0);
    CHECK(!is_stuck || MUSPI_getHwDescCount(g.answer->fifo) == 0);
    mu_barrier(me);
    mu_receive(small, (BYTES + 511) / 512, ignore, NULL);
    mu_wait_counter(&g.kit.counter[0], -(uint64_t)((ASKED - 1) * PIECE));
    CHECK_EQUAL(mu_same(g.kit.window.va + PIECE, (ASKED - 1) * PIECE, peer, PIECE), (ASKED - 1) * PIECE);
    mu_wait_sent(g.kit.inj, n);
}

static void room_is_waited_for(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), stuck_body);
}

/* ---- Operations of the descriptors ---- */

static void third_body(mu_rank_t *me)
{
    /* Node n has node n+1 put a segment of its memory into node n+2, and send a segment to a FIFO of n+3. */
    getter_t g = open_getter(me, 16, 32768);
    uint32_t n = me->nodes, from = (me->node + 1) % n, third = (me->node + 2) % n,
             fourth = (me->node + 3) % n;
    g.d[0] = answer(&g, from, third, 0, PIECE);
    mu_message_t m = {.type = MUHWI_PACKET_TYPE_FIFO,
                      .to = fourth,
                      .map = from == fourth ? MU_LOCAL : MU_TORUS,
                      .pa = mu_board[SOURCE_PA + from] + 5000,
                      .bytes = 500,
                      .rec_fifo = mu_rec_id(me, 0, 0)};
    mu_set_software_word(&m, 4, me->node);
    g.d[1] = mu_describe(me, m);
    ask(&g, from, 0, 2, (mu_message_t){0});
    mu_wait_counter(&g.kit.counter[0], -(uint64_t)PIECE);
    CHECK_EQUAL(mu_same(g.kit.window.va, PIECE, (me->node + n - 1) % n, 0), PIECE);
    uint32_t wrap = 0, bytes = 0;
    MU_WAIT(MUSPI_getAvailableBytes(g.kit.rec->fifo, &wrap) != 0);
    const MUHWI_PacketHeader_t *h = MUSPI_getNextPacketWrap(g.kit.rec->fifo, &bytes);
    CHECK_EQUAL(bytes, 32 + 512);
    CHECK_EQUAL(mu_software_word(h, 4), (me->node + n - 3) % n);
    CHECK_EQUAL(mu_same(h + 1, 500, (me->node + n - 2) % n, 5000), 500);
}

static void answers_go_anywhere(void)
{
    mu_run(MU_NODES(5, 1, 1, 1, 1), third_body);
    mu_run(MU_NODES(3, 1, 1, 1, 1), third_body);
}

enum { COUNTER_PA0 = 16 }; /* on the board */

/* Each node takes numbers from a counter in node 0: a descriptor with an atomic load as payload. */
static void tickets_body(mu_rank_t *me)
{
    enum { DRAWS = 100 };
    uint32_t draws = MU_ROUNDS(DRAWS);
    uint8_t *drawn = (uint8_t *)(mu_board + 32);
    getter_t g = open_getter(me, 64, 4096);
    if (me->node == 0) {
        mu_board[COUNTER_PA0] = g.kit.counters.pa + 8 * 16;
    }
    mu_barrier(me);
    volatile uint64_t *landed = (volatile uint64_t *)g.kit.window.va;
    uint64_t last = 0;
    for (uint32_t i = 0; i < draws; i++) {
        mu_message_t m = mu_put(me, &g.kit, me->node, 0, 0, 8, 0);
        m.pa = mu_atomic(mu_board[COUNTER_PA0], MUHWI_ATOMIC_OPCODE_LOAD_INCREMENT);
        m.map = me->node == 0 ? MU_LOCAL : MU_TORUS;
        g.d[0] = mu_describe(me, m);
        g.kit.counter[0] = 8;
        ask(&g, 0, 0, 1, (mu_message_t){0});
        mu_wait_counter(&g.kit.counter[0], 0);
        uint64_t ticket = landed[0];
        if (CHECK(ticket < me->nodes * draws))
            CHECK_EQUAL(__atomic_fetch_add(&drawn[ticket], 1, __ATOMIC_RELAXED), 0);
        CHECK(i == 0 || ticket > last);
        last = ticket;
    }
    mu_barrier(me);
    if (me->node == 0)
        CHECK_EQUAL(in64((uint64_t *)g.kit.counters.va + 16), me->nodes * draws);
}

static void fetch_and_increment(void)
{
    mu_run(MU_NODES(2, 2, 2, 1, 1), tickets_body);
}

enum { SUM_PA = 17 }; /* on the board, by node */

/* A fetch-and-increment in one node, added to a word in a third node. */
static void load_add_body(mu_rank_t *me)
{
    enum { DRAWS = 50 };
    getter_t g = open_getter(me, 64, 4096);
    mu_board[SUM_PA + me->node] = g.kit.counters.pa;
    mu_barrier(me);
    for (uint32_t i = 0; i < DRAWS; i++) {
        g.d[i] = mu_describe(
            me,
            (mu_message_t){.type = MUHWI_PACKET_TYPE_PUT,
                           .to = 2,
                           .map = MU_TORUS,
                           .pa = mu_atomic(mu_board[SUM_PA + 1] + 80, MUHWI_ATOMIC_OPCODE_LOAD_INCREMENT),
                           .bytes = 8,
                           .payload_bat = MU_ZERO,
                           .put_offset = mu_atomic(mu_board[SUM_PA + 2] + 160, MUHWI_ATOMIC_OPCODE_STORE_ADD),
                           .counter_bat = MU_COUNTERS,
                           .counter_offset = mu_counter(0)});
        ask(&g, 1, i, 1, (mu_message_t){0});
    }
    uint64_t n = (uint64_t)DRAWS * me->nodes;
    if (me->node == 2) {
        mu_wait_counter(&g.kit.counter[0], -(n * 8));
        CHECK_EQUAL(in64((uint64_t *)g.kit.counters.va + 20), n * (n - 1) / 2);
    }
    mu_barrier(me);
    if (me->node == 1)
        CHECK_EQUAL(in64((uint64_t *)g.kit.counters.va + 10), n);
}

static void an_atomic_load_feeds_an_atomic_store(void)
{
    mu_run(MU_NODES(4, 1, 1, 1, 1), load_add_body);
}

/* Gets on the high-priority channel, and to the own node. */
static void ways_body(mu_rank_t *me)
{
    static const struct {
        uint64_t map;
        uint8_t misc1, misc2;
    } way[] = {
        {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_PRIORITY, 0, MUHWI_PACKET_VIRTUAL_CHANNEL_HIGH_PRIORITY},
        {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CP, MUHWI_PACKET_USE_DYNAMIC_ROUTING,
         MUHWI_PACKET_VIRTUAL_CHANNEL_DYNAMIC},
        {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_EM, 0, MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC},
    };
    getter_t g = open_getter(me, 64, 32768);
    uint64_t expected = 0;
    for (uint32_t whom = 0; whom < me->nodes; whom++) {
        for (int w = 0; w < 3; w++) {
            uint32_t i = whom * 3 + (uint32_t)w;
            g.d[i] = answer(&g, whom, me->node, i * PIECE, PIECE);
            ask(&g, whom, i, 1,
                (mu_message_t){.map = way[w].map, .misc1 = way[w].misc1, .misc2 = way[w].misc2});
            expected += PIECE;
        }
    }
    mu_wait_counter(&g.kit.counter[0], -expected);
    for (uint32_t whom = 0; whom < me->nodes; whom++)
        CHECK_EQUAL(mu_same(g.kit.window.va + whom * 3 * PIECE, 3 * PIECE, whom, whom * 3 * PIECE),
                    3 * PIECE);
}

static void any_channel_will_do(void)
{
    mu_run(MU_NODES(2, 1, 2, 1, 2), ways_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"one to twenty descriptors", one_to_twenty_descriptors},
        {"descriptors arrive unmodified", descriptors_arrive_unmodified},
        {"a full FIFO holds the askers back", a_full_fifo_holds_the_askers_back},
        {"room is waited for", room_is_waited_for},
        {"answers go anywhere", answers_go_anywhere},
        {"fetch and increment", fetch_and_increment},
        {"an atomic load feeds an atomic store", an_atomic_load_feeds_an_atomic_store},
        {"any channel will do", any_channel_will_do},
        {NULL, NULL},
    };
    return emuq_test_main("remote gets", tests);
}
