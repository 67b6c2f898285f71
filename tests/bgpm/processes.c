/* SPDX-License-Identifier: BSD-3-Clause */
/* Event sets with ranks as Linux processes: an exchange between two nodes, and links shared by two processes
 * of a node. */
#include <bgpm/include/bgpm.h>

#include "mu_support.h"

enum { BYTES = 2048, PACKETS = 4, CHUNKS = PACKETS * 17 };

static unsigned set_of(unsigned *events, unsigned number)
{
    unsigned set = (unsigned)Bgpm_CreateEventSet();
    CHECK_EQUAL(Bgpm_AddEventList(set, events, number), 0);
    return set;
}

static uint64_t count(unsigned set, unsigned index)
{
    uint64_t value = 0;
    CHECK_EQUAL(Bgpm_ReadEvent(set, index, &value), 0);
    return value;
}

static void exchange_body(mu_rank_t *me)
{
    unsigned links[] = {PEVT_NW_USER_PP_SENT, PEVT_NW_USER_PP_RECV}, unit[] = {PEVT_MU_PUT_PKT_RCV};
    mu_kit_t kit = mu_kit(me, 4096, 8192);
    CHECK_EQUAL(Bgpm_Init(BGPM_MODE_DEFAULT), 0);
    unsigned nw = set_of(links, 2), io = set_of(unit, 1);
    CHECK_EQUAL(Bgpm_Attach(nw, UPC_NW_ALL_TORUS_LINKS, 0), 0);
    CHECK_EQUAL(Bgpm_Apply(io), 0);
    CHECK_EQUAL(Bgpm_ResetStart(nw), 0);
    CHECK_EQUAL(Bgpm_Start(io), 0);
    mu_barrier(me);
    mu_send(me, kit.inj, mu_put(me, &kit, me->node ^ 1, 0, 0, BYTES, 0));
    mu_wait_counter(&kit.counter[0], -(uint64_t)BYTES);
    mu_wait_sent(kit.inj, 1);
    mu_barrier(me);
    CHECK_EQUAL(Bgpm_Stop(nw), 0);
    CHECK_EQUAL(count(nw, 0), CHUNKS);
    CHECK_EQUAL(count(nw, 1), PACKETS);
    CHECK_EQUAL(count(io, 0), PACKETS);
    CHECK_EQUAL(Bgpm_Disable(), 0);
}

static void exchange(void)
{
    mu_run(MU_NODES(1, 1, 1, 2, 1), exchange_body);
}

/* Process 0 controls the links; process 1 reads their counts, and controls the links after their release. */
static void sharing_body(mu_rank_t *me)
{
    unsigned events[] = {PEVT_NW_CYCLES};
    bool first = Kernel_MyTcoord() == 0;
    CHECK_EQUAL(Bgpm_Init(BGPM_MODE_SWDISTRIB), 0);
    unsigned set = set_of(events, 1);
    mu_barrier(me);
    if (first) {
        CHECK_EQUAL(Bgpm_Attach(set, UPC_NW_ALL_LINKS, 0), 0);
        CHECK_EQUAL(Bgpm_Start(set), 0);
    }
    mu_barrier(me);
    if (!first) {
        CHECK_EQUAL(Bgpm_Attach(set, UPC_NW_ALL_LINKS, 0), 0);
        CHECK_EQUAL(Bgpm_Start(set), BGPM_WNOT_LINK_CTL);
        DelayTimeBase(3200);
        CHECK(count(set, 0) >= 1000);
    }
    mu_barrier(me);
    if (first)
        CHECK_EQUAL(Bgpm_Disable(), 0);
    mu_barrier(me);
    if (!first) {
        CHECK_EQUAL(Bgpm_Detach(set), 0);
        CHECK_EQUAL(Bgpm_Attach(set, UPC_NW_ALL_LINKS, 0), 0);
        CHECK_EQUAL(Bgpm_Start(set), 0);
        CHECK_EQUAL(Bgpm_Disable(), 0);
    }
}

static void sharing(void)
{
    emuq_job_t job = MU_NODES(1, 1, 1, 1, 1);
    job.ppn = 2;
    mu_run(job, sharing_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"exchange", exchange}, {"sharing", sharing}, {NULL, NULL}};
    return emuq_test_main("BGPM: processes", tests);
}
