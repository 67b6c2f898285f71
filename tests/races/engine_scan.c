/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Scans of a busy engine. A program stores to registers without a doorbell: to the tail of an injection
 * FIFO, and to the head of a reception FIFO with a waiting message. No thread polls. A due scan finds both
 * stores before the engine continues with its queue.
 */
#include "gate.h"
#include "mu_support.h"

enum { FIFOS = 4, BEHIND = 100 /* descriptors; above a thread's limit for a resumed FIFO */, BYTES = 8 };
enum { SCAN_MS = 100 /* above the longest interval between scans */ };

static void drop(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    (void)argument, (void)h, (void)bytes;
}

/* Fills a reception FIFO with one packet. */
static void fill(mu_rank_t *me, mu_kit_t *kit, const mu_rec_t *rec)
{
    const mu_message_t m = {.type = MUHWI_PACKET_TYPE_FIFO,
                            .to = 0,
                            .pa = kit->source.pa,
                            .bytes = 512,
                            .rec_fifo = (uint16_t)rec->global};
    mu_wait_sent(kit->inj, mu_send(me, kit->inj, m));
}

/* Sends a packet to a full reception FIFO; the injection FIFO waits. */
static void park(mu_rank_t *me, mu_inj_t *inj, const mu_rec_t *rec)
{
    mu_send(me, inj,
            (mu_message_t){.type = MUHWI_PACKET_TYPE_FIFO, .to = 0, .rec_fifo = (uint16_t)rec->global});
    CHECK_EQUAL(MUSPI_getHwDescCount(inj->fifo), 0);
}

/* Injects by a plain store, without a doorbell. */
static void inject_silently(mu_inj_t *inj, const MUHWI_Descriptor_t *d)
{
    volatile MUHWI_Fifo_t *hw = inj->fifo->_fifo.hwfifo;
    memcpy(inj->memory.va, d, sizeof *d);
    __atomic_store_n(&hw->pa_tail, hw->pa_start + sizeof *d, __ATOMIC_RELEASE);
}

/* Frees a reception FIFO by a plain store, without a doorbell. */
static void free_silently(mu_rec_t *rec)
{
    volatile MUHWI_Fifo_t *hw = rec->fifo->_fifo.hwfifo;
    __atomic_store_n(&hw->pa_head, __atomic_load_n(&hw->pa_tail, __ATOMIC_ACQUIRE), __ATOMIC_RELEASE);
}

static void body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, BGQ_MU_MIN_RECFIFO_SIZE_IN_BYTES, 4096);
    mu_rec_t *freed = mu_rec(me, BGQ_MU_MIN_RECFIFO_SIZE_IN_BYTES);
    mu_inj_t *parked = mu_inj(me, 16, 0), *silent = mu_inj(me, 16, 0), *queued[FIFOS];
    MUHWI_Descriptor_t d = mu_describe(me, mu_put(me, &kit, 0, 0, 64 * FIFOS, BYTES, 1));
    fill(me, &kit, kit.rec);
    fill(me, &kit, freed);
    park(me, parked, freed);
    for (uint64_t i = 0; i < FIFOS; i++) {
        queued[i] = mu_inj(me, 256, 0);
        park(me, queued[i], kit.rec);
        for (int k = 0; k < BEHIND; k++)
            mu_send(me, queued[i], mu_put(me, &kit, 0, 0, 64 * i, BYTES, 0));
    }

    unsigned gate = gate_open("engine_work");
    gate_allow(gate, 0);
    mu_poll(kit.rec, drop, NULL); /* resumes all queued FIFOs; the rest of the work goes to the engine */
    gate_wait(gate, 1);
    inject_silently(silent, &d);
    free_silently(freed);
    CHECK(!becomes_set(&(unsigned){0}, SCAN_MS));
    gate_allow(gate, 1);
    gate_wait(gate, 2);
    CHECK_EQUAL(MUSPI_getHwDescCount(silent->fifo), 1);
    CHECK_EQUAL(MUSPI_getHwDescCount(parked->fifo), 1);
    CHECK(MUSPI_getHwDescCount(queued[FIFOS - 1]->fifo) < BEHIND); /* the engine has work left */
    gate_allow(gate, GATE_OPEN);
    mu_wait_counter(&kit.counter[0], -(uint64_t)(FIFOS * BEHIND * BYTES));
    CHECK_EQUAL(kit.counter[1], -(uint64_t)BYTES);
    gate_clear();
}

static void a_busy_engine_scans(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a busy engine scans", a_busy_engine_scans},
        {NULL, NULL},
    };
    setenv("EMUQ_ENGINES", "1", 1);
    return emuq_test_main("scans of a busy engine", tests);
}
