/* SPDX-License-Identifier: BSD-3-Clause */
/* Programs that store to the tail register with their own code, and call nothing to send or to wait.
 * Their plain volatile accesses are not atomic, so this program is not for ThreadSanitizer. */
#include "mu_support.h"

enum { BYTES = 900 };

/* The barrier of such a program. */
static void fence(void)
{
    ppc_msync();
}

/* Stores a descriptor and the tail without the SPI. */
static void raw_inject(mu_inj_t *inj, uint32_t slots, uint64_t *injected, const MUHWI_Descriptor_t *d)
{
    volatile MUHWI_Fifo_t *hw = inj->fifo->_fifo.hwfifo;
    uint64_t next = (*injected + 1) % slots;
    memcpy(inj->memory.va + *injected % slots * sizeof *d, d, sizeof *d);
    ++*injected;
    fence();
    hw->pa_tail = hw->pa_start + next * sizeof *d;
}

static void neighbours_body(mu_rank_t *me)
{
    enum { ROUNDS = 50 };
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    uint32_t to = (me->node + 1) % me->nodes, from = (me->node + me->nodes - 1) % me->nodes;
    uint64_t injected = 0;
    MUHWI_Descriptor_t d = mu_describe(me, mu_put(me, &kit, to, 0, 0, BYTES, 0));
    for (uint32_t round = 0; round < ROUNDS; round++) {
        mu_fill(kit.source.va, BYTES, me->node, round);
        kit.counter[0] = BYTES;
        mu_barrier(me);
        raw_inject(kit.inj, 64, &injected, &d);
        while (kit.counter[0] != 0) /* without calls and without yields */
            ;
        fence();
        CHECK_EQUAL(mu_same(kit.window.va, BYTES, from, round), BYTES);
        while (kit.inj->fifo->hw_injfifo->descCount != injected)
            ;
        CHECK(kit.inj->fifo->_fifo.hwfifo->pa_head == kit.inj->fifo->_fifo.hwfifo->pa_tail);
        mu_barrier(me);
    }
}

static void counters_move_by_themselves(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), neighbours_body);
    mu_run(MU_NODES(2, 2, 1, 1, 1), neighbours_body);
    mu_run(MU_NODES(1, 1, 1, 1, 1), neighbours_body);
}

/* A chain in which only the first node calls functions: messages pass through remote gets. */
static void get_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    mu_inj_t *answer = mu_inj(me, 16, MU_REMOTE_GET);
    mu_memory_t question = mu_memory(me, sizeof(MUHWI_Descriptor_t));
    uint64_t *source_pa = mu_board;
    volatile uint64_t *finished = mu_board + 2;
    source_pa[me->node] = kit.source.pa;
    mu_fill(kit.source.va, BYTES, me->node, 0);
    mu_barrier(me);
    if (me->node == 0) {
        uint64_t injected = 0;
        mu_message_t m = mu_put(me, &kit, 0, 0, 0, BYTES, 0);
        m.pa = source_pa[1];
        m.map = MU_TORUS;
        *(MUHWI_Descriptor_t *)question.va = mu_describe(me, m);
        MUHWI_Descriptor_t get = mu_describe(me, (mu_message_t){.type = MUHWI_PACKET_TYPE_GET,
                                                                .to = 1,
                                                                .pa = question.pa,
                                                                .bytes = question.bytes,
                                                                .get_fifo = (uint16_t)answer->global});
        raw_inject(kit.inj, 64, &injected, &get);
        while (kit.counter[0] != -(uint64_t)BYTES)
            ;
        fence();
        CHECK_EQUAL(mu_same(kit.window.va, BYTES, 1, 0), BYTES);
        *finished = 1;
    } else {
        while (*finished == 0) /* a computation, for example */
            ;
    }
}

static void a_get_needs_no_help_of_its_target(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), get_body);
}

/* Memory FIFO: the receiver polls the tail register and stores the head register itself. */
static void fifo_body(mu_rank_t *me)
{
    enum { MESSAGES = 40, FIFO = 2048 };
    mu_kit_t kit = mu_kit(me, FIFO, 65536);
    volatile MUHWI_Fifo_t *hw = kit.rec->fifo->_fifo.hwfifo;
    uint64_t injected = 0, head = 0;
    if (me->node == 0) {
        for (uint32_t i = 0; i < MESSAGES; i++) {
            mu_fill(kit.source.va + i * 512, 512, i, 0);
            mu_message_t m = {.type = MUHWI_PACKET_TYPE_FIFO,
                              .to = 1,
                              .pa = kit.source.pa + i * 512,
                              .bytes = 512,
                              .rec_fifo = mu_rec_id(me, 0, 0)};
            MUHWI_Descriptor_t d = mu_describe(me, m);
            raw_inject(kit.inj, 64, &injected, &d);
        }
        while (kit.inj->fifo->hw_injfifo->descCount != MESSAGES)
            ;
        return;
    }
    for (uint32_t i = 0; i < MESSAGES; i++) {
        char packet[544];
        while (hw->pa_tail == hw->pa_start + head)
            ;
        fence();
        for (uint32_t byte = 0; byte < sizeof packet; byte += 32)
            memcpy(packet + byte, kit.rec->memory.va + (head + byte) % FIFO, 32);
        CHECK_EQUAL(mu_same(packet + 32, 512, i, 0), 512);
        head = (head + sizeof packet) % FIFO;
        hw->pa_head = hw->pa_start + head;
    }
}

static void packets_are_taken_by_hand(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), fifo_body);
}

/* Deactivate, rewrite the registers, activate: by plain stores. */
static void replay_body(mu_rank_t *me)
{
    enum { MESSAGES = 5 };
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    volatile MUHWI_Fifo_t *hw = kit.inj->fifo->_fifo.hwfifo;
    volatile MUHWI_InjFifo_t *count = kit.inj->fifo->hw_injfifo;
    for (uint32_t i = 0; i < MESSAGES; i++)
        mu_send(me, kit.inj, mu_put(me, &kit, me->node, 0, 0, BYTES, 0));
    for (uint64_t round = 1; round <= 10; round++) {
        while (kit.counter[0] != -(round * MESSAGES * BYTES) || count->descCount != MESSAGES)
            ;
        kit.inj->group.groupStatus->disable = UINT64_C(1) << (31 - kit.inj->global % 32);
        hw->pa_head = hw->pa_start;
        hw->pa_tail = hw->pa_start + MESSAGES * 64;
        count->descCount = 0;
        fence();
        if (round < 10)
            kit.inj->group.groupStatus->enable = UINT64_C(1) << (31 - kit.inj->global % 32);
    }
}

static void a_replay_with_plain_stores(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), replay_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"counters move by themselves", counters_move_by_themselves},
        {"a get needs no help of its target", a_get_needs_no_help_of_its_target},
        {"packets are taken by hand", packets_are_taken_by_hand},
        {"a replay with plain stores", a_replay_with_plain_stores},
        {NULL, NULL},
    };
    return emuq_test_main("raw stores", tests);
}
