/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages like earlier messages, and changes in between: reception FIFOs, interrupts, counts, owners of
 * resources, and ranks that end. */
#include <spi/include/upci/events.h>
#include <spi/include/upci/upc_io.h>
#include <spi/include/upci/upc_nw.h>

#include "hwi/include/bqc/dcr_support.h"
#include "hwi/include/bqc/mu_dcr.h"
#include "refusals.h"

enum { KNOWN = 3, PAYLOAD = 200 };

static mu_message_t to_fifo(const mu_rank_t *me, const mu_kit_t *kit, uint32_t to, uint64_t bytes)
{
    return (mu_message_t){.type = MUHWI_PACKET_TYPE_FIFO,
                          .to = to,
                          .pa = kit->source.pa,
                          .bytes = bytes,
                          .rec_fifo = mu_rec_id(me, 0, 0)};
}

static void ignore(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    (void)argument, (void)h, (void)bytes;
}

/* Sends messages until their route is cached; node 1 receives. */
static void make_known(mu_rank_t *me, mu_kit_t *kit, mu_message_t m)
{
    for (int i = 0; me->node == 0 && i < KNOWN; i++)
        mu_wait_sent(kit->inj, mu_send(me, kit->inj, m));
    if (me->node == 1)
        mu_receive(kit->rec, KNOWN, ignore, NULL);
    mu_barrier(me);
}

static uint64_t rec_bit(const mu_rec_t *rec)
{
    return UINT64_C(1) << (15 - rec->global % 16);
}

/* ---- The same packet by both paths ---- */

typedef struct copy {
    char byte[544];
    uint32_t bytes;
} copy_t;

static void keep_packet(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    copy_t *copy = argument;
    copy->bytes = bytes;
    memcpy(copy->byte, h, bytes);
    ((MUHWI_PacketHeader_t *)copy->byte)->messageUnitHeader.Packet_Types.Memory_FIFO.Rec_FIFO_Id = 0;
}

/* A FIFO with a threshold interrupt checks every packet, and is never cached. */
static void twins_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    mu_rec_t *watched = mu_rec(me, 4096);
    Kernel_RecFifoInterrupts_t threshold = {.Threshold_Crossing = 1};
    CHECK_EQUAL(Kernel_ConfigureRecFifoInterrupts(&watched->group, 1, &watched->id, &threshold), 0);
    memset(kit.rec->memory.va, 0xee, 4096);
    memset(watched->memory.va, 0xdd, 4096);
    mu_fill(kit.source.va, kit.source.bytes, me->node, 0);
    mu_barrier(me);
    uint64_t random = 1;
    copy_t one, two;
    for (uint32_t i = 0; i < 3 * 513; i++) {
        mu_message_t m = to_fifo(me, &kit, me->nodes - 1 - me->node, i % 513);
        m.pa += i % 50;
        m.put_offset = mu_random(&random) & UINT64_C(0x1fffffffff);
        m.software_bit = i / 513 & 1;
        m.misc2 = (uint8_t)(MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC | (i / 513) << 3);
        for (int b = 0; b < 14; b++)
            m.software[b] = (uint8_t)mu_random(&random);
        mu_send(me, kit.inj, m);
        mu_receive(kit.rec, 1, keep_packet, &one);
        m.rec_fifo = (uint16_t)watched->global;
        mu_send(me, kit.inj, m);
        mu_receive(watched, 1, keep_packet, &two);
        if (!CHECK_EQUAL(one.bytes, two.bytes) || !CHECK(memcmp(one.byte, two.byte, one.bytes) == 0))
            break;
    }
}

static void packets_look_the_same(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), twins_body);
    mu_run(MU_NODES(1, 1, 1, 1, 1), twins_body);
}

/* ---- FIFOs that are disabled or lose their owner ---- */

static void set_enabled(const mu_rec_t *rec, bool on)
{
    uint64_t dcr = MU_DCR(RMFIFO_EN) + rec->global / 16;
    if (on)
        CHECK_EQUAL(Kernel_RecFifoEnable(rec->global / 16, rec_bit(rec)), 0);
    else
        DCRWritePriv(dcr, DCRReadPriv(dcr) & ~rec_bit(rec));
}

static void init_fifo(mu_rec_t *rec, char *va, size_t bytes)
{
    Kernel_MemoryRegion_t region;
    CHECK_EQUAL(Kernel_CreateMemoryRegion(&region, va, bytes), 0);
    CHECK_EQUAL(
        Kernel_RecFifoInit(&rec->group, rec->id, &region, (uint64_t)va - (uint64_t)region.BaseVa, bytes - 1),
        0);
}

/* Node 0 sends into the missing FIFO; node 1 restores the FIFO, and the message arrives. */
static void refuse_one(mu_rank_t *me, mu_kit_t *kit, bool disable, uint32_t reports)
{
    mu_rec_t *rec = kit->rec;
    Kernel_RecFifoAttributes_t attributes = {.System = 0};
    make_known(me, kit, to_fifo(me, kit, 1, PAYLOAD));
    if (me->node == 1 && disable)
        set_enabled(rec, false);
    else if (me->node == 1)
        CHECK_EQUAL(Kernel_DeallocateRecFifos(&rec->group, 1, &rec->id), 0);
    if (me->node == 1)
        memset(rec->memory.va, 0xee, rec->memory.bytes);
    mu_barrier(me);
    if (me->node == 0) {
        mu_send(me, kit->inj, to_fifo(me, kit, 1, PAYLOAD));
        CHECK(refusals_are(reports));
    }
    mu_barrier(me);
    if (me->node == 1)
        CHECK(mu_all(rec->memory.va, rec->memory.bytes, 0xee));
    if (me->node == 1 && disable) {
        set_enabled(rec, true);
    } else if (me->node == 1) {
        CHECK_EQUAL(Kernel_AllocateRecFifos(me->subgroup, &rec->group, 1, &rec->id, &attributes), 0);
        init_fifo(rec, rec->memory.va, rec->memory.bytes);
    }
    mu_barrier(me);
    if (me->node == 0)
        mu_activate(kit->inj, true);
    if (me->node == 0 && mu_flies()) /* complete, and lost */
        mu_send(me, kit->inj, to_fifo(me, kit, 1, PAYLOAD));
    if (me->node == 1)
        mu_receive(rec, 1, ignore, NULL);
    mu_barrier(me);
}

static void refused_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    for (uint32_t i = 0; i < 4; i++)
        refuse_one(me, &kit, i % 2 == 0, i + 1);
}

static void fifos_that_take_nothing(void)
{
    mu_run_refused(MU_NODES(1, 1, 1, 1, 2), refused_body, 4, "is not enabled");
}

/* ---- FIFOs with new memory ---- */

typedef struct expected {
    uint32_t next;
} expected_t;

static void in_order(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    expected_t *e = argument;
    CHECK_EQUAL(bytes, 32 + (PAYLOAD + 31) / 32 * 32);
    CHECK_EQUAL(mu_software_word(h, 4), e->next);
    CHECK_EQUAL(mu_same(h + 1, PAYLOAD, 7, e->next % 100), PAYLOAD);
    e->next++;
}

static uint64_t used(const mu_rec_t *rec, uint64_t size)
{
    return (MUSPI_getHwTail(&rec->fifo->_fifo) + size - MUSPI_getHwHead(&rec->fifo->_fifo)) % size;
}

/* Segments of one memory, partly overlapping. */
static void memory_body(mu_rank_t *me)
{
    enum { PLACES = 7, PACKET = 256, ALL = 32768 };
    static const size_t size[PLACES] = {4096, 1088, 2048, 576, 8192, 1024, 4096},
                        start[PLACES] = {0, 1024, 512, 2048, 0, 3072, 16384};
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    mu_memory_t memory = mu_memory(me, ALL);
    expected_t e = {0};
    uint64_t random = me->node, sent = 0;
    mu_fill(kit.source.va, 400, 7, 0);
    for (uint32_t round = 0; round < 2 * PLACES; round++) {
        uint32_t at = round % PLACES, packets = (uint32_t)(3 * size[at] / PACKET + 5);
        char *fifo = memory.va + start[at];
        memset(memory.va, 0xee, ALL);
        if (me->node == 1)
            init_fifo(kit.rec, fifo, size[at]);
        mu_barrier(me);
        for (uint32_t i = 0; me->node == 0 && i < packets; i++) {
            mu_message_t m = to_fifo(me, &kit, 1, PAYLOAD);
            mu_set_software_word(&m, 4, (uint32_t)sent);
            m.pa += sent++ % 100;
            mu_send(me, kit.inj, m);
        }
        if (me->node == 1) {
            MU_WAIT(used(kit.rec, size[at]) + PACKET + 32 > size[at]); /* full */
            mu_dawdle(&random, 500);
            CHECK(used(kit.rec, size[at]) <= size[at] - 32);
            mu_receive(kit.rec, packets, in_order, &e);
            CHECK(mu_all(memory.va, start[at], 0xee));
            CHECK(mu_all(fifo + size[at], ALL - start[at] - size[at], 0xee));
        }
        mu_barrier(me);
    }
}

static void fifos_get_other_memory(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), memory_body);
}

/* ---- Interrupts enabled later ---- */

static uint64_t status_of(mu_rec_t *rec)
{
    return in64((uint64_t *)(uintptr_t)&rec->group.groupStatus->interruptStatus);
}

/* Sends a message along a cached route. A delayed message may arrive after the barrier. @return
 * interrupts of node 1 */
static uint64_t interrupts_after(mu_rank_t *me, mu_kit_t *kit, bool interrupt, uint64_t expected)
{
    mu_message_t m = to_fifo(me, kit, 1, PAYLOAD);
    m.interrupt = interrupt;
    if (me->node == 0)
        mu_wait_sent(kit->inj, mu_send(me, kit->inj, m));
    mu_barrier(me);
    if (me->node == 1 && expected != 0)
        MU_WAIT(status_of(kit->rec) == expected);
    uint64_t status = me->node == 1 ? status_of(kit->rec) : 0;
    if (me->node == 1) {
        MUSPI_ClearInterrupts(&kit->rec->group, status);
        mu_receive(kit->rec, 1, ignore, NULL);
    }
    mu_barrier(me);
    return status;
}

static void listen_to(mu_rank_t *me, mu_rec_t *rec, bool threshold, bool arrival)
{
    Kernel_RecFifoInterrupts_t which = {.Threshold_Crossing = threshold, .Packet_Arrival = arrival};
    if (me->node == 1)
        CHECK_EQUAL(Kernel_ConfigureRecFifoInterrupts(&rec->group, 1, &rec->id, &which), 0);
    mu_barrier(me);
}

static void interrupts_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 1024, 4096);
    const uint64_t arrived = me->node == 1 ? rec_bit(kit.rec) : 0, low = arrived << 16;
    for (int round = 0; round < 3; round++) {
        CHECK_EQUAL(Kernel_ConfigureRecFifoThreshold(0), 0);
        make_known(me, &kit, to_fifo(me, &kit, 1, PAYLOAD));
        CHECK_EQUAL(interrupts_after(me, &kit, true, 0), 0);
        listen_to(me, kit.rec, false, true);
        CHECK_EQUAL(interrupts_after(me, &kit, false, 0), 0);
        CHECK_EQUAL(interrupts_after(me, &kit, true, arrived), arrived);
        listen_to(me, kit.rec, true, false);
        CHECK_EQUAL(interrupts_after(me, &kit, true, 0), 0);
        CHECK_EQUAL(Kernel_ConfigureRecFifoThreshold(30), 0); /* 31 free without packets */
        mu_barrier(me);
        CHECK_EQUAL(interrupts_after(me, &kit, false, low), low);
        listen_to(me, kit.rec, true, true);
        CHECK_EQUAL(interrupts_after(me, &kit, true, low | arrived), low | arrived);
        listen_to(me, kit.rec, false, false);
        CHECK_EQUAL(interrupts_after(me, &kit, true, 0), 0);
    }
}

static void interrupts_asked_for_late(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), interrupts_body);
}

/* Several messages sent together move the free space of the injection FIFO above a threshold. */
static void injection_body(mu_rank_t *me)
{
    enum { MANY = 8 };
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    const uint64_t bit = UINT64_C(1) << (63 - kit.inj->global % 32);
    uint64_t threshold = 60, now = 0; /* of 63 free slots */
    Kernel_InjFifoInterrupts_t which = {.Threshold_Crossing = 1};
    MUHWI_Descriptor_t d[MANY];
    CHECK_EQUAL(Kernel_ConfigureInjFifoThresholds(&threshold, NULL), 0);
    CHECK_EQUAL(Kernel_ConfigureInjFifoInterrupts(&kit.inj->group, 1, &kit.inj->id, &which), 0);
    for (int i = 0; i < MANY; i++)
        d[i] = mu_describe(me, mu_put(me, &kit, 0, 0, 0, 16, 0));
    for (int round = 0; round < 5; round++) { /* the first round has no cached route */
        MU_WAIT((now = MUSPI_InjFifoInjectMultiple(kit.inj->fifo, d, MANY)) != (uint64_t)-1);
        mu_wait_sent(kit.inj, now);
        CHECK_EQUAL(status_of(kit.rec) & bit, bit);
        MUSPI_ClearInterrupts(&kit.rec->group, bit);
        CHECK_EQUAL(status_of(kit.rec) & bit, 0);
        mu_wait_counter(&kit.counter[0], -(uint64_t)((round + 1) * MANY * 16));
    }
}

static void injection_thresholds(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), injection_body);
}

/* ---- Many kinds ---- */

enum { KINDS = 20, FAR = 3 };

typedef struct sums {
    uint64_t messages, packets, chunks, fifo[1 + FAR], put[1 + FAR], counted[1 + FAR][2];
} sums_t;

/* Makes a message of kind @p kind to node 1, 2 or 3, and updates the sums. */
static mu_message_t of_kind(const mu_rank_t *me, const mu_kit_t *kit, uint32_t kind, uint64_t bytes,
                            sums_t *s)
{
    uint32_t to = 1 + kind % FAR;
    bool put = kind / FAR % 2;
    mu_message_t m = put ? mu_put(me, kit, to, 0, 0, bytes, kind % 2) : to_fifo(me, kit, to, bytes);
    m.misc2 = (uint8_t)(MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC | (kind / (2 * FAR)) << 3);
    uint64_t packets = (bytes + 511) / 512;
    s->messages++;
    s->packets += packets;
    s->chunks += packets + (bytes + 31) / 32;
    *(put ? &s->put[to] : &s->fifo[to]) += packets;
    s->counted[to][kind % 2] += put ? bytes : 0;
    return m;
}

static void check_sums(const sums_t *s)
{
    CHECK_EQUAL(UPC_IO_ReadEvtCtr(PEVT_MU_MSG_INJ), s->messages);
    CHECK_EQUAL(UPC_IO_ReadEvtCtr(PEVT_MU_PKT_INJ), s->packets);
    CHECK_EQUAL(UPC_NW_LinkCtrTotal(UPC_NW_ALL_LINKS, 0), s->chunks);
}

/* Kinds in turn, then each several times, then the first again; every node knows the expected sums. */
static void kinds_body(mu_rank_t *me)
{
    enum { ROUNDS = 12 };
    mu_kit_t kit = mu_kit(me, 1 << 20, 4096);
    uint64_t random = 8, taken = 0;
    sums_t s = {0};
    UPC_IO_Clear(0);
    UPC_IO_Start(0);
    UPC_NW_Clear(UPC_NW_CtrCtlMask(UPC_NW_ALL_LINKS, 0x3F));
    UPC_NW_Start(UPC_NW_CtrCtlMask(UPC_NW_ALL_LINKS, 0x3F));
    mu_barrier(me);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        uint32_t kinds = round % 3 == 2 ? 6 : KINDS, times = round % 3 == 0 ? 1 : 4;
        for (uint32_t i = 0; i < kinds * times; i++) {
            uint64_t bytes = 1 + mu_random(&random) % (i % 5 == 0 ? 2000 : 512);
            mu_message_t m = of_kind(me, &kit, round % 3 == 2 ? i % kinds : i / times, bytes, &s);
            if (me->node != 0)
                continue;
            mu_wait_sent(kit.inj, mu_send(me, kit.inj, m));
            if (i % 11 == 0) /* in the middle of the stream */
                check_sums(&s);
        }
        if (me->node == 0) {
            check_sums(&s);
            if (round % 4 == 1) { /* cached routes may survive; the counts must */
                mu_activate(kit.inj, false);
                check_sums(&s);
                mu_activate(kit.inj, true);
            }
        } else {
            mu_receive(kit.rec, s.fifo[me->node] - taken, ignore, NULL);
            taken = s.fifo[me->node];
        }
        mu_barrier(me);
    }
    for (int c = 0; c < 2; c++)
        mu_wait_counter(&kit.counter[c], -s.counted[me->node][c]);
    CHECK_EQUAL(UPC_IO_ReadEvtCtr(PEVT_MU_FIFO_PKT_RCV), s.fifo[me->node]);
    CHECK_EQUAL(UPC_IO_ReadEvtCtr(PEVT_MU_PUT_PKT_RCV), s.put[me->node]);
}

static void twenty_kinds_in_turn(void)
{
    mu_run(MU_NODES(4, 1, 1, 1, 1), kinds_body);
}

/* ---- Unusual messages of a usual kind ---- */

typedef struct unusual {
    uint32_t next;
    uint64_t word; /* expected results of the atomic payloads */
} unusual_t;

enum { STEPS = 8 };

static void unusual_packet(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    unusual_t *u = argument;
    uint32_t number = mu_software_word(h, 4), step = number % STEPS;
    uint64_t at = mu_put_offset(h);
    bool last = true;
    CHECK_EQUAL(number, u->next);
    CHECK_EQUAL(h->NetworkHeader.pt2pt.Byte8.Size * 32 + 32, bytes);
    if (step == 2) {
        CHECK_EQUAL(bytes, 32);
    } else if (step == 3) {
        CHECK(memcmp(h + 1, &u->word, 8) == 0);
        CHECK(mu_all((const char *)(h + 1) + 8, 24, 0));
        u->word++;
    } else {
        uint64_t length = step == 4 ? 1300 : PAYLOAD, here = length - at < 512 ? length - at : 512;
        CHECK_EQUAL(mu_same(h + 1, here, 7, at), here);
        last = at + here == length;
    }
    CHECK_EQUAL(h->NetworkHeader.pt2pt.Byte2.Interrupt, last && step == 1);
    if (last)
        u->next += step == 4 ? STEPS - 4 : 1; /* the following messages are not packets */
}

static void unusual_body(mu_rank_t *me)
{
    enum { ROUNDS = 100 };
    mu_kit_t kit = mu_kit(me, 8192, 4096);
    uint64_t *word = (uint64_t *)(kit.source.va + 4000), last = 0, counter = 0;
    uint32_t to = me->nodes - 1 - me->node;
    unusual_t u = {0, 0};
    mu_fill(kit.source.va, 2000, 7, 0);
    UPC_IO_Clear(0);
    UPC_IO_Start(0);
    mu_barrier(me);
    for (uint32_t i = 0; i < MU_ROUNDS(ROUNDS) * STEPS; i++) {
        uint32_t step = i % STEPS;
        bool put = step > 5;
        mu_message_t m = put ? mu_put(me, &kit, to, 0, 64, 8, 0) : to_fifo(me, &kit, to, PAYLOAD);
        mu_set_software_word(&m, put ? 0 : 4, put ? 0 : i);
        m.interrupt = step == 1;
        m.prefetch = step == 5 || (step == 6 && i / STEPS % 3 == 0);
        m.bytes = step == 2 ? 0 : step == 3 ? 8 : step == 4 ? 1300 : m.bytes;
        if (step == 3 || (step == 7 && i / STEPS % 2))
            m.pa = mu_atomic(kit.source.pa + 4000,
                             step == 3 ? MUHWI_ATOMIC_OPCODE_LOAD_INCREMENT : MUHWI_ATOMIC_OPCODE_LOAD);
        counter -= put && !m.prefetch ? 8 : 0;
        last = mu_send(me, kit.inj, m);
        if (step == 7) /* of the peer node */
            MU_WAIT(u.next > i || mu_meanwhile(kit.rec, unusual_packet, &u));
    }
    mu_wait_sent(kit.inj, last);
    mu_wait_counter(&kit.counter[0], counter);
    mu_barrier(me);
    CHECK_EQUAL(*word, MU_ROUNDS(ROUNDS));
    uint64_t puts = -counter / 8;
    CHECK_EQUAL(UPC_IO_ReadEvtCtr(PEVT_MU_MSG_INJ), MU_ROUNDS(ROUNDS) * 5 + puts);
    CHECK_EQUAL(UPC_IO_ReadEvtCtr(PEVT_MU_PKT_INJ), MU_ROUNDS(ROUNDS) * 7 + puts);
    CHECK_EQUAL(UPC_IO_ReadEvtCtr(PEVT_MU_FIFO_PKT_RCV), MU_ROUNDS(ROUNDS) * 7);
    CHECK_EQUAL(UPC_IO_ReadEvtCtr(PEVT_MU_PUT_PKT_RCV), puts);
}

static void unusual_messages_of_a_known_kind(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), unusual_body);
    mu_run(MU_NODES(1, 1, 1, 1, 1), unusual_body);
}

/* ---- Order ---- */

typedef struct order {
    uint32_t next;
    uint64_t at, *random;
} order_t;

static uint64_t next_length(uint64_t *random)
{
    uint64_t draw = mu_random(random);
    return draw % 4 == 0 ? draw / 8 % 1400 : draw / 8 % 513;
}

static void check_order(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    order_t *o = argument;
    uint64_t ahead = *o->random, length = next_length(&ahead);
    CHECK_EQUAL(mu_software_word(h, 4), o->next);
    CHECK_EQUAL(mu_put_offset(h), o->at);
    o->at += bytes - 32;
    if (o->at < length)
        return;
    o->at = 0;
    o->next++;
    *o->random = ahead;
}

static void order_body(mu_rank_t *me)
{
    enum { MESSAGES = 2000 };
    mu_kit_t kit = mu_kit(me, 2176, 4096);
    uint64_t random = 3, choice = 4, now = 0;
    MUHWI_Descriptor_t d[8];
    order_t o = {0, 0, &random};
    if (me->node == 1)
        MU_WAIT(o.next == MU_ROUNDS(MESSAGES) || mu_meanwhile(kit.rec, check_order, &o));
    for (uint32_t i = 0, n = 0; me->node == 0 && i < MU_ROUNDS(MESSAGES); n = 0) {
        for (uint32_t many = 1 + mu_random(&choice) % 8; n < many && i < MU_ROUNDS(MESSAGES); n++, i++) {
            uint32_t kind = mu_random(&choice) % 24;
            mu_message_t m = to_fifo(me, &kit, 1, next_length(&random));
            m.misc2 = (uint8_t)(MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC | kind % 4 << 3);
            m.map =
                UINT64_C(1) << (6 + (mu_is_late() ? 0 : kind / 4)); /* network FIFOs overtake each other */
            m.interrupt = mu_random(&choice) % 5 == 0;
            mu_set_software_word(&m, 4, i);
            d[n] = mu_describe(me, m);
        }
        MU_WAIT((now = MUSPI_InjFifoInjectMultiple(kit.inj->fifo, d, n)) != (uint64_t)-1);
    }
    if (me->node == 0)
        mu_wait_sent(kit.inj, now);
}

static void known_and_unknown_keep_order(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), order_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"packets look the same", packets_look_the_same},
        {"FIFOs that take nothing", fifos_that_take_nothing},
        {"FIFOs get other memory", fifos_get_other_memory},
        {"interrupts asked for late", interrupts_asked_for_late},
        {"injection thresholds", injection_thresholds},
        {"twenty kinds in turn", twenty_kinds_in_turn},
        {"unusual messages of a known kind", unusual_messages_of_a_known_kind},
        {"known and unknown keep order", known_and_unknown_keep_order},
        {NULL, NULL},
    };
    return emuq_test_main("known kinds: packets", tests);
}
