/* SPDX-License-Identifier: BSD-3-Clause */
/* Delayed messages that the receiver rejects after their descriptors are complete. */
#include <spi/include/upci/events.h>
#include <spi/include/upci/upc_io.h>

#include "refusals.h"

enum { NOBODYS = 77, BYTES = 16 * 512, GOOD = 100 }; /* a reception FIFO without owner */

/* A rejected message of many packets is lost as a whole, and not counted; later messages arrive. */
static void lost_body(mu_rank_t *me, bool is_dynamic)
{
    mu_kit_t kit = mu_kit(me, 4096, BYTES);
    UPC_IO_Clear(0);
    UPC_IO_Start(0);
    mu_barrier(me);
    if (me->node == 0) {
        mu_message_t lost = {.type = MUHWI_PACKET_TYPE_FIFO,
                             .to = 1,
                             .pa = kit.source.pa,
                             .bytes = BYTES,
                             .rec_fifo = NOBODYS};
        lost.misc1 = is_dynamic ? MUHWI_PACKET_USE_DYNAMIC_ROUTING : 0;
        lost.misc2 =
            is_dynamic ? MUHWI_PACKET_VIRTUAL_CHANNEL_DYNAMIC : MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
        mu_wait_sent(kit.inj, mu_send(me, kit.inj, lost));
        CHECK(refusals_are(1));
        mu_activate(kit.inj, true);
        mu_wait_sent(kit.inj, mu_send(me, kit.inj, mu_put(me, &kit, 1, 0, 0, GOOD, 0)));
    } else {
        mu_wait_counter(&kit.counter[0], -(uint64_t)GOOD);
    }
    mu_barrier(me);
    CHECK_EQUAL(UPC_IO_ReadEvtCtr(PEVT_MU_MSG_INJ), me->node == 0 ? 1 : 0);
    CHECK_EQUAL(UPC_IO_ReadEvtCtr(PEVT_MU_FIFO_PKT_RCV), 0);
    CHECK_EQUAL(UPC_IO_ReadEvtCtr(PEVT_MU_PUT_PKT_RCV), me->node == 1 ? 1 : 0);
}

static void deterministic_body(mu_rank_t *me)
{
    lost_body(me, false);
}

static void dynamic_body(mu_rank_t *me)
{
    lost_body(me, true);
}

static void a_refused_message_is_lost_once(void)
{
    setenv("EMUQ_FAULTS", "seed=1,late=50", 1);
    mu_run_refused(MU_NODES(1, 1, 1, 1, 2), deterministic_body, 1, "descriptor number 1");
    mu_run_refused(MU_NODES(1, 1, 1, 1, 2), dynamic_body, 1, "descriptor number 1");
}

int main(void)
{
    static const emuq_test_t tests[] = {{"a refused message is lost once", a_refused_message_is_lost_once},
                                        {NULL, NULL}};
    return emuq_test_main("late and refused", tests);
}
