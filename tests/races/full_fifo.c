/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A sender finds space for a part of its message in a reception FIFO. The sender is stopped between loading
 * the head and storing its copy of the head. Meanwhile the receiver frees space and a second sender fills the
 * space. The stored copy is then out of date. No sender may overwrite unread packets.
 */
#include "gate.h"
#include "mu_support.h"
#include "points.h"

enum { BYTES = 2048, ROOM = BYTES - 32, PACKET = 544 /* with the largest payload */, LATE = 4 };
enum { EARLY = (ROOM - PACKET) / 32, FREED = 18, REFILL = (ROOM - EARLY * 32 + FREED * 32) / 32 };
enum { RECEIVER, FILLER, STOPPED, THIRD, NODES };

/* Next expected packet number of each sender, from 0. */
typedef struct inbox {
    uint32_t next[NODES];
} inbox_t;

/* Sends a message of two packets, or of one packet without payload. */
static void send(mu_rank_t *me, mu_kit_t *kit, uint32_t number, bool is_long)
{
    mu_message_t m = {.type = MUHWI_PACKET_TYPE_FIFO,
                      .to = RECEIVER,
                      .pa = kit->source.pa,
                      .bytes = is_long ? 1024 : 0,
                      .rec_fifo = mu_rec_id(me, 0, 0)};
    mu_set_software_word(&m, 4, me->node);
    mu_set_software_word(&m, 8, number);
    mu_send(me, kit->inj, m);
}

static void arrive(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    inbox_t *in = argument;
    uint32_t from = mu_software_word(h, 4);
    CHECK_EQUAL(bytes, from == STOPPED ? PACKET : 32);
    if (CHECK(from < NODES) && CHECK_EQUAL(mu_software_word(h, 8), from == STOPPED ? 0 : in->next[from]))
        in->next[from]++;
}

/* Takes @p packets packets; all of them end before the wrap. */
static void take(mu_rec_t *rec, uint32_t packets, inbox_t *in)
{
    uint32_t wrap, bytes;
    CHECK(MUSPI_getAvailableBytes(rec->fifo, &wrap) >= packets * 32);
    while (packets-- > 0) {
        const MUHWI_PacketHeader_t *h = MUSPI_getNextPacketOptimized(rec->fifo, &bytes);
        arrive(in, h, bytes);
    }
    MUSPI_syncRecFifoHwHead(rec->fifo);
}

static void receiver(mu_kit_t *kit)
{
    inbox_t in = {.next = {0}};
    step_wait(1);
    points_stop("byte_ring_head_loaded", 1);
    step_done(2);
    points_wait("byte_ring_head_loaded");
    take(kit->rec, FREED, &in);
    step_done(3);
    step_wait(4);
    points_release("byte_ring_head_loaded");
    step_wait(6);
    mu_receive(kit->rec, EARLY - FREED + REFILL + 2 + LATE, arrive, &in);
    CHECK_EQUAL(in.next[FILLER], EARLY + REFILL);
    CHECK_EQUAL(in.next[STOPPED], 2);
    CHECK_EQUAL(in.next[THIRD], LATE);
}

static void body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, BYTES, 1024);
    uint32_t number = 0;
    switch (me->node) {
    case RECEIVER:
        receiver(&kit);
        break;
    case FILLER:
        while (number < EARLY)
            send(me, &kit, number++, false);
        mu_wait_sent(kit.inj, EARLY);
        step_done(1);
        step_wait(3);
        while (number < EARLY + REFILL)
            send(me, &kit, number++, false);
        CHECK_EQUAL(MUSPI_getHwDescCount(kit.inj->fifo), EARLY + REFILL);
        step_done(4);
        break;
    case STOPPED:
        step_wait(2);
        send(me, &kit, 0, true);
        CHECK_EQUAL(MUSPI_getHwDescCount(kit.inj->fifo), 0); /* no space left */
        step_done(5);
        break;
    default:
        step_wait(5);
        while (number < LATE)
            send(me, &kit, number++, false);
        CHECK_EQUAL(MUSPI_getHwDescCount(kit.inj->fifo), 0); /* no space left */
        step_done(6);
        break;
    }
}

static void unread_packets_stay(void)
{
    mu_run(MU_NODES(2, 2, 1, 1, 1), body);
    points_clear();
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"unread packets stay", unread_packets_stay},
        {NULL, NULL},
    };
    setenv("EMUQ_ENGINES", "0", 1);
    return emuq_test_main("a full FIFO and an old head", tests);
}
