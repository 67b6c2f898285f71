/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A thread runs several FIFOs and finds a software error in the first one. The program's handler of
 * SIGMUNDFATAL leaves with siglongjmp(). By then the thread has run the remaining FIFOs and released all
 * claims. No engine and no second thread could run the FIFOs.
 */
#include <setjmp.h>
#include <signal.h>

#include "gate.h"
#include "mu_support.h"

enum { BYTES = 8 };

static volatile sig_atomic_t errors;
static sigjmp_buf back;

static void on_error(int signal)
{
    (void)signal;
    errors++;
    siglongjmp(back, 1);
}

static void drop(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    (void)argument, (void)h, (void)bytes;
}

/* A descriptor without a network FIFO. */
static MUHWI_Descriptor_t wrong_descriptor(const mu_rank_t *me, const mu_kit_t *kit)
{
    MUHWI_Descriptor_t d = mu_describe(me, mu_put(me, kit, 0, 0, 0, BYTES, 0));
    d.Torus_FIFO_Map = 0;
    return d;
}

/* ---- FIFOs resumed together by free space ---- */

static void parked_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, BGQ_MU_MIN_RECFIFO_SIZE_IN_BYTES, 4096);
    mu_inj_t *wrong = mu_inj(me, 16, 0), *right = mu_inj(me, 16, 0);
    const mu_message_t packet = {.type = MUHWI_PACKET_TYPE_FIFO, .to = 0, .rec_fifo = mu_rec_id(me, 0, 0)};
    mu_message_t full = packet;
    full.pa = kit.source.pa;
    full.bytes = 512;
    mu_wait_sent(kit.inj, mu_send(me, kit.inj, full));
    mu_send(me, wrong, packet);
    MUHWI_Descriptor_t d = wrong_descriptor(me, &kit);
    mu_inject(wrong, &d);
    mu_send(me, right, packet);
    uint64_t last = mu_send(me, right, mu_put(me, &kit, 0, 0, 0, BYTES, 0));
    CHECK_EQUAL(MUSPI_getHwDescCount(wrong->fifo), 0);
    CHECK_EQUAL(MUSPI_getHwDescCount(right->fifo), 0);
    if (sigsetjmp(back, 1) == 0)
        mu_poll(kit.rec, drop, NULL);
    CHECK_EQUAL(errors, 1);
    CHECK_EQUAL(MUSPI_getHwDescCount(wrong->fifo), 1);
    CHECK_EQUAL(MUSPI_getHwDescCount(right->fifo), 2);
    CHECK_EQUAL(kit.counter[0], -(uint64_t)BYTES);
    mu_wait_sent(right, last);
}

static void fifos_that_are_resumed(void)
{
    errors = 0;
    mu_run(MU_NODES(1, 1, 1, 1, 1), parked_body);
}

/* ---- FIFOs found by a scan ---- */

/* Injects by a plain store, without a doorbell. */
static void inject_silently(mu_inj_t *inj, const MUHWI_Descriptor_t *d)
{
    volatile MUHWI_Fifo_t *hw = inj->fifo->_fifo.hwfifo;
    memcpy(inj->memory.va, d, sizeof *d);
    __atomic_store_n(&hw->pa_tail, hw->pa_start + sizeof *d, __ATOMIC_RELEASE);
}

static void scanned_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    mu_inj_t *wrong = mu_inj(me, 16, 0), *right = mu_inj(me, 16, 0);
    MUHWI_Descriptor_t bad = wrong_descriptor(me, &kit),
                       good = mu_describe(me, mu_put(me, &kit, 0, 0, 0, BYTES, 0));
    inject_silently(wrong, &bad);
    inject_silently(right, &good);
    if (sigsetjmp(back, 1) == 0)
        MU_WAIT(mu_poll(kit.rec, drop, NULL) != 0); /* until a scan finds the FIFOs */
    CHECK_EQUAL(errors, 1);
    CHECK_EQUAL(MUSPI_getHwDescCount(wrong->fifo), 0);
    CHECK_EQUAL(MUSPI_getHwDescCount(right->fifo), 1);
    CHECK_EQUAL(kit.counter[0], -(uint64_t)BYTES);
}

static void fifos_that_a_scan_finds(void)
{
    errors = 0;
    mu_run(MU_NODES(1, 1, 1, 1, 1), scanned_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"FIFOs that are resumed", fifos_that_are_resumed},
        {"FIFOs that a scan finds", fifos_that_a_scan_finds},
        {NULL, NULL},
    };
    signal(SIGMUNDFATAL, on_error);
    setenv("EMUQ_ENGINES", "0", 1);
    setenv("EMUQ_WAIT", "sleep", 1); /* a scan after a few polls */
    return emuq_test_main("handlers that jump", tests);
}
