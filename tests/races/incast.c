/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Many senders wait for space in one reception FIFO with space for one packet. Each removed packet resumes
 * the longest-waiting sender only: the total work is linear in the number of packets, not quadratic.
 */
#include "gate.h"
#include "mu_support.h"

enum { WAITING = 64, BYTES = 512 };

static void arrive(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    uint32_t *next = argument;
    CHECK_EQUAL(bytes, 32 + BYTES);
    CHECK_EQUAL(mu_software_word(h, 8), *next);
    ++*next;
}

static void body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, BGQ_MU_MIN_RECFIFO_SIZE_IN_BYTES, 4096);
    mu_message_t m = {.type = MUHWI_PACKET_TYPE_FIFO,
                      .to = 0,
                      .pa = kit.source.pa,
                      .bytes = BYTES,
                      .rec_fifo = mu_rec_id(me, 0, 0)};
    mu_wait_sent(kit.inj, mu_send(me, kit.inj, m));
    mu_inj_t *inj[WAITING];
    for (uint32_t i = 0; i < WAITING; i++) {
        inj[i] = mu_inj(me, 2, 0);
        mu_set_software_word(&m, 8, i + 1);
        mu_send(me, inj[i], m);
        CHECK_EQUAL(MUSPI_getHwDescCount(inj[i]->fifo), 0);
    }
    unsigned resumed = gate_open("park_resumed");
    uint32_t next = 0, wrap = 0;
    for (uint32_t i = 0; i < WAITING; i++) {
        /* Takes one packet; mu_poll() would also take packets that arrive meanwhile. */
        uint32_t bytes;
        CHECK(MUSPI_getAvailableBytes(kit.rec->fifo, &wrap) != 0);
        const MUHWI_PacketHeader_t *h = wrap ? MUSPI_getNextPacketWrap(kit.rec->fifo, &bytes)
                                             : MUSPI_getNextPacketOptimized(kit.rec->fifo, &bytes);
        arrive(&next, h, bytes);
        MUSPI_syncRecFifoHwHead(kit.rec->fifo);
        CHECK_EQUAL(gate_count(resumed), i + 1);
        CHECK_EQUAL(MUSPI_getHwDescCount(inj[i]->fifo), 1);
    }
    mu_receive(kit.rec, 1, arrive, &next);
    CHECK_EQUAL(next, WAITING + 1);
    CHECK_EQUAL(gate_count(resumed), WAITING);
    gate_clear();
}

static void a_packet_resumes_one_sender(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a packet resumes one sender", a_packet_resumes_one_sender},
        {NULL, NULL},
    };
    setenv("EMUQ_ENGINES", "0", 1);
    return emuq_test_main("many senders to one FIFO", tests);
}
