/* SPDX-License-Identifier: BSD-3-Clause */
/* Collectives: packet types, lengths, headers, order. */
#include "mu_support.h"

#define MOST         ((size_t)100 * 1024 + 8)
#define STANDARD_NAN UINT64_C(0x7ff4000000000000)

static const size_t lengths[] = {8, 16, 504, 512, 520, 1024, 4104, 20000, MOST};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

static mu_message_t collective(mu_message_t m, uint8_t type)
{
    m.word = 8;
    m.op = MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_ADD;
    m.collective = type;
    return m;
}

/* Sum over all nodes of word i of words(). */
static uint64_t sum_of(uint32_t nodes, uint64_t seed, uint64_t i)
{
    return nodes * (seed + i * i) + (uint64_t)nodes * (nodes - 1) / 2;
}

static void words(const mu_memory_t *m, size_t bytes, uint32_t node, uint64_t seed)
{
    for (uint64_t i = 0; i < bytes / 8; i++)
        ((uint64_t *)m->va)[i] = seed + i * i + node;
}

static bool is_sum(const void *data, size_t bytes, uint32_t nodes, uint64_t seed, uint64_t from)
{
    for (uint64_t i = 0; i < bytes / 8; i++) {
        uint64_t word;
        memcpy(&word, (const char *)data + 8 * i, 8);
        if (word != sum_of(nodes, seed, from + i))
            return false;
    }
    return true;
}

/* ---- Direct put ---- */

static void put_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, MOST + 128);
    mu_bat(me, MU_WINDOW, kit.window.pa + me->node); /* placement and alignment depend on the receiver only */
    for (int l = 0; l < LENGTHS; l++) {
        size_t bytes = lengths[l];
        words(&kit.source, bytes, me->node, (uint64_t)l);
        memset(kit.window.va, 0xee, bytes + 64);
        kit.counter[2] = bytes;
        mu_barrier(me);
        mu_message_t m = mu_put(me, &kit, 0, 0, 5, bytes, 2);
        mu_wait_sent(kit.inj, mu_send(me, kit.inj, collective(m, MUHWI_COLLECTIVE_TYPE_ALLREDUCE)));
        memset(kit.source.va, 0, bytes); /* complete: the source may be reused */
        mu_wait_counter(&kit.counter[2], 0);
        char *landed = kit.window.va + me->node + 5;
        CHECK(is_sum(landed, bytes, me->nodes, (uint64_t)l, 0));
        CHECK(mu_all(kit.window.va, me->node + 5, 0xee) && mu_all(landed + bytes, 32, 0xee));
        mu_barrier(me);
    }
}

static void allreduce_by_put(void)
{
    mu_run(MU_NODES(2, 3, 1, 1, 2), put_body);
    mu_run(MU_NODES(1, 1, 1, 1, 1), put_body);
}

/* Short results along cached routes: of broadcasts, of sums, and alternately of both, which displace each
 * other in the cache. The broadcasting node changes; its source overlaps its own target. Every second
 * broadcast is of floating-point words, which normalises NaNs. */
enum { ROUNDS = 40, BYTES = 16, SUM = 64, COUNTED = 8 };

static void known_way_round(mu_rank_t *me, mu_kit_t *kit, uint64_t round, bool broadcasts, bool sums)
{
    uint64_t *window = (uint64_t *)kit->window.va;
    bool is_root = round % me->nodes == me->node, is_float = round / me->nodes % 2 != 0;
    mu_message_t sum = collective(mu_put(me, kit, 0, 0, SUM, COUNTED, 1), MUHWI_COLLECTIVE_TYPE_ALLREDUCE);
    mu_message_t broadcast = collective(mu_put(me, kit, 0, 0, 0, BYTES, 2), MUHWI_COLLECTIVE_TYPE_BROADCAST);
    broadcast.pa = kit->window.pa + 8;
    if (is_float)
        broadcast.op = MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_ADD;
    *(uint64_t *)kit->source.va = round + me->node;
    kit->counter[1] = sums ? COUNTED : 0;
    kit->counter[2] = broadcasts ? BYTES : 0;
    memset(window, 0xee, SUM + COUNTED);
    if (is_root) {
        window[1] = round;
        window[2] = ~round;
    }
    mu_barrier(me);
    if (is_root && broadcasts)
        mu_send(me, kit->inj, broadcast);
    if (sums)
        mu_send(me, kit->inj, sum);
    mu_wait_counter(&kit->counter[1], 0);
    mu_wait_counter(&kit->counter[2], 0);
    if (broadcasts) {
        CHECK_EQUAL(window[0], round);
        CHECK_EQUAL(window[1], is_float ? STANDARD_NAN : ~round);
    }
    if (sums)
        CHECK_EQUAL(window[SUM / 8], sum_of(me->nodes, round, 0));
    mu_barrier(me);
}

static void known_ways_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    mu_bat(me, MU_WINDOW, kit.window.pa);
    for (uint64_t round = 0; round < ROUNDS; round++)
        known_way_round(me, &kit, round, true, false);
    for (uint64_t round = 0; round < ROUNDS; round++)
        known_way_round(me, &kit, round, false, true);
    for (uint64_t round = 0; round < ROUNDS; round++)
        known_way_round(me, &kit, round, true, true);
}

static void known_ways(void)
{
    mu_run(MU_NODES(2, 1, 1, 1, 1), known_ways_body);
    mu_run(MU_NODES(2, 1, 3, 1, 1), known_ways_body);
}

/* Contributions with different operations: an error is reported, nothing arrives, and later sums are
 * right. They take the cached routes of earlier sums. */
static void disagreement(mu_rank_t *me, mu_kit_t *kit, mu_message_t wrong)
{
    const mu_message_t sum =
        collective(mu_put(me, kit, 0, 0, SUM, COUNTED, 1), MUHWI_COLLECTIVE_TYPE_ALLREDUCE);
    *(uint64_t *)kit->source.va = me->node;
    kit->counter[1] = 3 * COUNTED;
    kit->counter[2] = 0;
    mu_barrier(me);
    mu_send(me, kit->inj, sum);
    mu_send(me, kit->inj, sum);
    mu_wait_counter(&kit->counter[1], COUNTED);
    memset(kit->window.va, 0xee, 4096);
    mu_barrier(me);
    mu_wait_sent(kit->inj, mu_send(me, kit->inj, me->node == 0 ? wrong : sum));
    mu_barrier(me);
    CHECK_EQUAL(kit->counter[1], COUNTED);
    CHECK_EQUAL(kit->counter[2], 0);
    CHECK(mu_all(kit->window.va, 4096, 0xee));
    mu_barrier(me);
    mu_send(me, kit->inj, sum);
    mu_wait_counter(&kit->counter[1], 0);
    CHECK_EQUAL(((uint64_t *)kit->window.va)[SUM / 8], sum_of(me->nodes, 0, 0));
    mu_barrier(me);
}

static void disagreement_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    mu_bat(me, MU_WINDOW, kit.window.pa);
    mu_message_t wrong = collective(mu_put(me, &kit, 0, 0, SUM, COUNTED, 1), MUHWI_COLLECTIVE_TYPE_ALLREDUCE);
    wrong.op = MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_MAX;
    disagreement(me, &kit, wrong);
    wrong = collective(mu_put(me, &kit, 0, 0, 0, BYTES, 2), MUHWI_COLLECTIVE_TYPE_ALLREDUCE);
    disagreement(me, &kit, wrong);
}

static void contributions_that_do_not_match(void)
{
    setenv("EMUQ_ON_ERROR", "report", 1);
    mu_run(MU_NODES(2, 1, 1, 1, 1), disagreement_body);
    mu_run(MU_NODES(2, 1, 3, 1, 1), disagreement_body);
    unsetenv("EMUQ_ON_ERROR");
}

/* ---- Memory FIFO ---- */

typedef struct inbox {
    const mu_rank_t *me;
    mu_message_t sent;
    uint64_t seed, offset;
} inbox_t;

static void check_header(const inbox_t *in, const MUHWI_PacketHeader_t *h, bool last)
{
    const MUHWI_CollectiveNetworkHeader_t *n = &h->NetworkHeader.collective;
    CHECK_EQUAL(n->Data_Packet_Type, MUHWI_COLLECTIVE_DATA_PACKET_TYPE);
    CHECK_EQUAL(n->Byte1.Byte1, in->sent.op | 1);
    CHECK_EQUAL(n->Byte2.Class_Route, in->sent.route);
    CHECK_EQUAL(n->Byte2.Interrupt, last);
    CHECK_EQUAL(n->Byte3.Byte3, MUHWI_PACKET_VIRTUAL_CHANNEL_USER_SUB_COMM | in->sent.collective);
    CHECK_EQUAL(n->Byte8.Packet_Type, 0);
    CHECK_EQUAL(h->messageUnitHeader.Packet_Types.Memory_FIFO.Rec_FIFO_Id, mu_rec_id(in->me, 0, 0));
    CHECK_EQUAL(h->messageUnitHeader.Packet_Types.Memory_FIFO.Unused1, 1);
    CHECK(memcmp(mu_software(h), in->sent.software, sizeof in->sent.software) == 0);
    CHECK_EQUAL(mu_put_offset(h), in->sent.put_offset + (in->sent.bytes > 512 ? in->offset : 0));
}

static void sum_packet(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    inbox_t *in = argument;
    uint64_t valid = in->sent.bytes - in->offset;
    bool last = valid <= 512;
    valid = last ? valid : 512;
    check_header(in, h, last);
    CHECK_EQUAL(bytes, 32 + (valid + 31) / 32 * 32);
    CHECK_EQUAL(h->NetworkHeader.collective.Byte8.Size, (valid + 31) / 32);
    CHECK(is_sum(h + 1, valid, in->sent.collective == MUHWI_COLLECTIVE_TYPE_BROADCAST ? 1 : in->me->nodes,
                 in->seed, in->offset / 8));
    in->offset += valid;
}

static void one_fifo(mu_rank_t *me, mu_kit_t *kit, size_t bytes, uint8_t type, uint32_t root)
{
    mu_message_t m = {.type = MUHWI_PACKET_TYPE_FIFO,
                      .to = root,
                      .pa = kit->source.pa,
                      .bytes = bytes,
                      .put_offset = 0x123456700 + bytes,
                      .interrupt = 1,
                      .software_bit = 1,
                      .rec_fifo = mu_rec_id(me, 0, 0)};
    m = collective(m, type);
    mu_fill(m.software, sizeof m.software, bytes, 0);
    inbox_t in = {me, m, bytes + type, 0};
    bool broadcast = type == MUHWI_COLLECTIVE_TYPE_BROADCAST;
    words(&kit->source, bytes, broadcast ? 0 : me->node, in.seed);
    if (!broadcast || me->node == root)
        mu_send(me, kit->inj, m);
    if (type != MUHWI_COLLECTIVE_TYPE_REDUCE || me->node == root)
        mu_receive(kit->rec, bytes == 0 ? 1 : (bytes + 511) / 512, sum_packet, &in);
    mu_wait_sent(kit->inj, MUSPI_getNumInjected(kit->inj->fifo));
    mu_barrier(me);
    CHECK_EQUAL(mu_poll(kit->rec, sum_packet, &in), 0);
    mu_barrier(me);
}

static void fifo_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, MOST);
    for (int l = -1; l < LENGTHS; l++) {
        size_t bytes = l < 0 ? 0 : lengths[l];
        one_fifo(me, &kit, bytes, MUHWI_COLLECTIVE_TYPE_ALLREDUCE, 0);
        one_fifo(me, &kit, bytes, MUHWI_COLLECTIVE_TYPE_REDUCE, (uint32_t)(l + 1) % me->nodes);
        one_fifo(me, &kit, bytes, MUHWI_COLLECTIVE_TYPE_BROADCAST, (uint32_t)(l + 2) % me->nodes);
    }
}

static void all_types_by_memory_fifo(void)
{
    mu_run(MU_NODES(3, 1, 2, 1, 1), fifo_body);
    mu_run(MU_NODES(1, 1, 1, 1, 1), fifo_body);
}

/* ---- Remote get ---- */

static void ignore(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    (void)argument, (void)h, (void)bytes;
}

enum { GET_NODES = 4, GET_BYTES = 800 };
static uint64_t contribution[GET_NODES][512]; /* per root; at the same address in all ranks */

/* Physical address of contribution[0]: the first region of each process, so equal in all processes. Heap
 * addresses may differ, because engines allocate memory. */
static uint64_t contribution_pa(void)
{
    Kernel_MemoryRegion_t region;
    CHECK_EQUAL(Kernel_CreateMemoryRegion(&region, contribution, sizeof contribution), 0);
    return (uint64_t)region.BasePa + ((uint64_t)contribution - (uint64_t)region.BaseVa);
}

/* A node broadcasts descriptors, by which each node sends it an empty packet and joins an all-reduce. */
static void get_body(mu_rank_t *me)
{
    uint64_t common_pa = contribution_pa();
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    mu_inj_t *answer = mu_inj(me, 16, MU_REMOTE_GET);
    mu_memory_t questions = mu_memory(me, 3 * sizeof(MUHWI_Descriptor_t));
    MUHWI_Descriptor_t *d = (MUHWI_Descriptor_t *)questions.va;
    for (uint32_t root = 0; root < me->nodes; root++) {
        kit.counter[0] = GET_BYTES;
        mu_barrier(me);
        if (me->node == root) {
            mu_message_t hello = {
                .type = MUHWI_PACKET_TYPE_FIFO, .to = root, .map = MU_TORUS, .rec_fifo = mu_rec_id(me, 0, 0)};
            mu_message_t sum =
                collective(mu_put(me, &kit, 0, 0, 0, GET_BYTES, 0), MUHWI_COLLECTIVE_TYPE_ALLREDUCE);
            sum.pa = common_pa + root * sizeof contribution[0];
            d[0] = d[2] = mu_describe(me, hello);
            d[1] = mu_describe(me, sum);
            mu_message_t get = {.type = MUHWI_PACKET_TYPE_GET,
                                .pa = questions.pa,
                                .bytes = questions.bytes,
                                .get_fifo = mu_inj_id(me, 0, 1)};
            mu_send(me, kit.inj, collective(get, MUHWI_COLLECTIVE_TYPE_BROADCAST));
            mu_receive(kit.rec, 2 * me->nodes, ignore, NULL);
        }
        mu_wait_counter(&kit.counter[0], 0);
        for (uint64_t i = 0; i < GET_BYTES / 8; i++)
            CHECK_EQUAL(((uint64_t *)kit.window.va)[i], me->nodes * (root + i * i));
        MU_WAIT(MUSPI_getHwDescCount(answer->fifo) == 3 * (root + 1));
        mu_barrier(me);
    }
}

static void a_broadcast_get_starts_a_collective(void)
{
    for (uint32_t root = 0; root < GET_NODES; root++) {
        mu_memory_t m = {.va = (char *)contribution[root]};
        words(&m, GET_BYTES, 0, root);
    }
    mu_run(MU_NODES(2, 2, 1, 1, 1), get_body);
}

/* ---- Order ---- */

/* Many collectives of all kinds in flight, each with a separate target and counter. */
static void pipeline_body(mu_rank_t *me)
{
    enum { COLLECTIVES = 120, PLACE = 4096, MOST_WORDS = 400 };
    uint32_t count = MU_ROUNDS(COLLECTIVES);
    mu_kit_t kit = mu_kit(me, 4096, COLLECTIVES * PLACE);
    uint64_t random = 99, delay = me->node;
    for (uint32_t i = 0; i < count; i++) {
        /* Equal numbers on every node. */
        uint64_t bytes = 8 * (1 + mu_random(&random) % MOST_WORDS), kind = mu_random(&random) % 3;
        uint32_t root = (uint32_t)(mu_random(&random) % me->nodes);
        mu_memory_t source = {kit.source.va + i * PLACE, kit.source.pa + i * PLACE, PLACE};
        words(&source, bytes, kind == 0 ? 0 : me->node, i);
        mu_message_t m = collective(mu_put(me, &kit, root, i * PLACE, i * PLACE, bytes, i),
                                    kind == 0   ? MUHWI_COLLECTIVE_TYPE_BROADCAST
                                    : kind == 1 ? MUHWI_COLLECTIVE_TYPE_ALLREDUCE
                                                : MUHWI_COLLECTIVE_TYPE_REDUCE);
        if (kind != 0 || root == me->node)
            mu_send(me, kit.inj, m);
        if (i % 16 == me->node)
            mu_dawdle(&delay, 500);
    }
    random = 99;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t bytes = 8 * (1 + mu_random(&random) % MOST_WORDS), kind = mu_random(&random) % 3;
        uint32_t root = (uint32_t)(mu_random(&random) % me->nodes);
        if (kind == 2 && root != me->node)
            continue;
        mu_wait_counter(&kit.counter[i], -bytes);
        CHECK(is_sum(kit.window.va + i * PLACE, bytes, kind == 0 ? 1 : me->nodes, i, 0));
    }
    mu_wait_sent(kit.inj, MUSPI_getNumInjected(kit.inj->fifo));
    mu_barrier(me);
    random = 99;
    for (uint32_t i = 0; i < count; i++) {
        mu_random(&random);
        bool reduce = mu_random(&random) % 3 == 2;
        uint32_t root = (uint32_t)(mu_random(&random) % me->nodes);
        if (reduce && root != me->node)
            CHECK_EQUAL(in64((uint64_t *)kit.counters.va + i), 0);
    }
}

static void the_next_before_the_last_is_complete(void)
{
    mu_run(MU_NODES(2, 2, 2, 1, 2), pipeline_body);
    mu_run(MU_NODES(5, 1, 1, 1, 1), pipeline_body);
}

/* A contribution waits for the remaining nodes; messages of further FIFOs pass meanwhile. */
static void waits_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    mu_inj_t *other = mu_inj(me, 64, 0);
    words(&kit.source, 80, me->node, 0);
    mu_barrier(me);
    mu_message_t m = collective(mu_put(me, &kit, 0, 0, 0, 80, 0), MUHWI_COLLECTIVE_TYPE_ALLREDUCE);
    if (me->node != me->nodes - 1)
        mu_send(me, kit.inj, m);
    for (uint32_t i = 0; i < 20; i++)
        mu_send(me, other, mu_put(me, &kit, (me->node + 1) % me->nodes, 0, 1000, 100, 1));
    mu_wait_counter(&kit.counter[1], -(uint64_t)2000);
    CHECK_EQUAL(in64((uint64_t *)kit.counters.va), 0);
    mu_barrier(me);
    CHECK_EQUAL(in64((uint64_t *)kit.counters.va), 0);
    mu_barrier(me);
    if (me->node == me->nodes - 1)
        mu_send(me, kit.inj, m);
    mu_wait_counter(&kit.counter[0], -(uint64_t)80);
    CHECK(is_sum(kit.window.va, 80, me->nodes, 0, 0));
}

static void a_contribution_waits_for_the_others(void)
{
    mu_run(MU_NODES(4, 1, 1, 1, 1), waits_body);
}

/* Results for a small full FIFO stay in the network, with all results behind. */
static void full_body(mu_rank_t *me)
{
    enum { COLLECTIVES = 40 };
    mu_kit_t kit = mu_kit(me, BGQ_MU_MIN_RECFIFO_SIZE_IN_BYTES, 4096);
    words(&kit.source, 512, me->node, 7);
    mu_message_t m = {.type = MUHWI_PACKET_TYPE_FIFO, .pa = kit.source.pa, .bytes = 512};
    m.interrupt = m.software_bit = 1;
    m.rec_fifo = mu_rec_id(me, 0, 0);
    m = collective(m, MUHWI_COLLECTIVE_TYPE_ALLREDUCE);
    for (uint32_t i = 0; i < COLLECTIVES; i++)
        mu_send(me, kit.inj, m);
    uint64_t delay = me->node;
    for (uint32_t i = 0; i < COLLECTIVES; i++) {
        inbox_t in = {me, m, 7, 0};
        if (i % 8 == me->node)
            mu_dawdle(&delay, 2000);
        uint32_t wrap = 0, bytes = 0;
        MU_WAIT(MUSPI_getAvailableBytes(kit.rec->fifo, &wrap) != 0);
        sum_packet(&in, MUSPI_getNextPacketWrap(kit.rec->fifo, &bytes), 544);
        CHECK_EQUAL(bytes, 544);
        MUSPI_syncRecFifoHwHead(kit.rec->fifo);
    }
    mu_wait_sent(kit.inj, COLLECTIVES);
}

static void a_full_fifo_holds_results_back(void)
{
    mu_run(MU_NODES(2, 2, 2, 1, 1), full_body);
}

/* Longer than one transfer between hosts and one combining step of a host. */
static void long_body(mu_rank_t *me)
{
    const size_t bytes = (3 << 20) + 8;
    mu_kit_t kit = mu_kit(me, 4096, bytes);
    for (uint64_t i = 0; i < 2; i++) {
        words(&kit.source, bytes, me->node, i);
        kit.counter[2] = bytes;
        mu_barrier(me);
        mu_send(me, kit.inj,
                collective(mu_put(me, &kit, 0, 0, 0, bytes, 2), MUHWI_COLLECTIVE_TYPE_ALLREDUCE));
        mu_wait_counter(&kit.counter[2], 0);
        CHECK(is_sum(kit.window.va, bytes, me->nodes, i, 0));
        mu_barrier(me);
    }
}

static void long_sums(void)
{
    mu_run(MU_NODES(3, 2, 1, 1, 1), long_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"all-reduce by put", allreduce_by_put},
        {"broadcasts and sums by known ways", known_ways},
        {"contributions that do not match", contributions_that_do_not_match},
        {"all types by memory FIFO", all_types_by_memory_fifo},
        {"a broadcast get starts a collective", a_broadcast_get_starts_a_collective},
        {"the next before the last is complete", the_next_before_the_last_is_complete},
        {"a contribution waits for the others", a_contribution_waits_for_the_others},
        {"a full FIFO holds results back", a_full_fifo_holds_results_back},
        {"long sums", long_sums},
        {NULL, NULL},
    };
    return emuq_test_main("collectives", tests);
}
