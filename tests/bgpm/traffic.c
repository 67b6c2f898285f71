/* SPDX-License-Identifier: BSD-3-Clause */
/* Counted traffic: rank 0 of a ring of four nodes puts messages to rank 1, and both count by event sets. */
#include <string.h>

#include "emuq/partition.h"
#include "quiet.h"
#include "tests/counters/traffic.h"

enum { SENT, RECEIVED, SYSTEM, CYCLES, LINK_EVENTS };
enum { INJECTED, MESSAGES, PUTS, UNIT_EVENTS };

/* Ranks are threads, without assertions: ranks record their results. */
typedef struct {
    int rc, first;
    uint64_t link[LINK_EVENTS], plus, minus, other_link, stopped, again, unit[UNIT_EVENTS], list[LINK_EVENTS];
    unsigned listed;
} seen_t;

static seen_t seen[2 * NODES];

/* Returns when both ranks have counted. */
static void put(traffic_rank_t *r)
{
    traffic_put(r);
    spi_barrier(&r->process);
}

static int run(emuq_main_t entry, uint32_t ppn)
{
    emuq_job_t job = {.shape = {NODES}, .ppn = ppn};
    char name[] = "traffic";
    char *argv[] = {name, NULL};
    memset(seen, 0, sizeof seen);
    return emuq_run_threads(&job, entry, 1, argv);
}

static int links_rank(int argc, char **argv)
{
    (void)argc, (void)argv;
    unsigned events[LINK_EVENTS] = {PEVT_NW_USER_PP_SENT, PEVT_NW_USER_PP_RECV, PEVT_NW_SENT, PEVT_NW_CYCLES};
    traffic_rank_t r;
    traffic_open(&r);
    seen_t *s = &seen[r.process.rank];
    bgpm_quiet();
    s->rc |= Bgpm_Init(BGPM_MODE_SWDISTRIB);
    unsigned set = (unsigned)Bgpm_CreateEventSet();
    s->rc |= Bgpm_AddEventList(set, events, LINK_EVENTS);
    s->rc |= Bgpm_SetEventVirtChannels(set, SYSTEM, UPC_NW_VC_SYSTEM);
    s->rc |= Bgpm_Attach(set, UPC_NW_ALL_TORUS_LINKS, 0);
    s->rc |= Bgpm_ResetStart(set);
    put(&r);
    s->rc |= Bgpm_Stop(set);
    s->listed = LINK_EVENTS;
    s->rc |= Bgpm_ReadEventList(set, s->link, &s->listed);
    s->rc |= Bgpm_NW_ReadLinkEvent(set, SENT, UPC_NW_LINK_A_PLUS, &s->plus);
    s->rc |= Bgpm_NW_ReadLinkEvent(set, RECEIVED, UPC_NW_LINK_A_MINUS, &s->minus);
    s->rc |=
        Bgpm_NW_ReadLinkEvent(set, SENT, (UPC_NW_LinkMasks)(UPC_NW_LINK_B | UPC_NW_LINK_E), &s->other_link);
    put(&r);
    s->rc |= Bgpm_ReadEvent(set, r.process.rank == 0 ? SENT : RECEIVED, &s->stopped);
    s->rc |= Bgpm_Start(set);
    put(&r);
    s->rc |= Bgpm_ReadEvent(set, r.process.rank == 0 ? SENT : RECEIVED, &s->again);
    s->rc |= Bgpm_DeleteEventSet(set);
    s->rc |= Bgpm_Disable();
    traffic_close(&r);
    return 0;
}

static void links(void)
{
    CU_ASSERT_EQUAL(run(links_rank, 1), 0);
    for (int i = 0; i < NODES; i++)
        CU_ASSERT(seen[i].rc == 0 && seen[i].listed == LINK_EVENTS && seen[i].link[CYCLES] != 0);
    CU_ASSERT(seen[0].link[SENT] == CHUNKS && seen[0].link[RECEIVED] == 0 && seen[0].link[SYSTEM] == 0);
    CU_ASSERT(seen[1].link[SENT] == 0 && seen[1].link[RECEIVED] == PACKETS);
    CU_ASSERT(seen[2].link[SENT] == 0 && seen[2].link[RECEIVED] == 0);
    CU_ASSERT(seen[0].plus == CHUNKS && seen[1].minus == PACKETS && seen[0].other_link == 0);
    CU_ASSERT(seen[0].stopped == CHUNKS && seen[1].stopped == PACKETS);
    CU_ASSERT(seen[0].again == 2 * CHUNKS && seen[1].again == 2 * PACKETS);
}

static int unit_rank(int argc, char **argv)
{
    (void)argc, (void)argv;
    unsigned events[UNIT_EVENTS] = {PEVT_MU_PKT_INJ, PEVT_MU_MSG_INJ, PEVT_MU_PUT_PKT_RCV}, all = UNIT_EVENTS;
    traffic_rank_t r;
    traffic_open(&r);
    seen_t *s = &seen[r.process.rank];
    bgpm_quiet();
    s->rc |= Bgpm_Init(BGPM_MODE_SWDISTRIB);
    unsigned set = (unsigned)Bgpm_CreateEventSet();
    s->rc |= Bgpm_AddEventList(set, events, UNIT_EVENTS);
    put(&r);
    s->rc |= Bgpm_Apply(set);
    s->rc |= Bgpm_Start(set);
    put(&r);
    s->rc |= Bgpm_Stop(set);
    put(&r);
    s->rc |= Bgpm_ReadEventList(set, s->unit, &all);
    s->rc |= Bgpm_Disable();
    traffic_close(&r);
    return 0;
}

static void unit(void)
{
    CU_ASSERT_EQUAL(run(unit_rank, 1), 0);
    for (int i = 0; i < NODES; i++)
        CU_ASSERT_EQUAL(seen[i].rc, 0);
    CU_ASSERT(seen[0].unit[INJECTED] == PACKETS && seen[0].unit[MESSAGES] == 1 && seen[0].unit[PUTS] == 0);
    CU_ASSERT(seen[1].unit[INJECTED] == 0 && seen[1].unit[MESSAGES] == 0 && seen[1].unit[PUTS] == PACKETS);
}

/* Two processes of a node attach all links: the second reads what the first controls. */
static int shared_rank(int argc, char **argv)
{
    (void)argc, (void)argv;
    traffic_rank_t r;
    traffic_open(&r);
    seen_t *s = &seen[r.process.rank];
    bgpm_quiet();
    s->rc |= Bgpm_Init(BGPM_MODE_SWDISTRIB);
    spi_barrier(&r.process);
    unsigned set = (unsigned)Bgpm_CreateEventSet();
    s->rc |= Bgpm_AddEvent(set, PEVT_NW_CYCLES);
    for (int turn = 0; turn < 2; turn++) {
        if (turn == (Kernel_MyTcoord() == 0 ? 0 : 1)) {
            s->rc |= Bgpm_Attach(set, UPC_NW_ALL_LINKS, 0);
            s->first = Bgpm_Start(set);
        }
        spi_barrier(&r.process);
    }
    DelayTimeBase(1000);
    s->rc |= Bgpm_ReadEvent(set, 0, &s->plus);
    spi_barrier(&r.process);
    s->rc |= Bgpm_Disable();
    traffic_close(&r);
    return 0;
}

static void shared(void)
{
    CU_ASSERT_EQUAL(run(shared_rank, 2), 0);
    for (int i = 0; i < 2 * NODES; i++)
        CU_ASSERT(seen[i].rc == 0 && seen[i].plus >= 300);
    int controllers = 0, readers = 0;
    for (int i = 0; i < 2 * NODES; i++) {
        controllers += seen[i].first == 0;
        readers += seen[i].first == BGPM_WNOT_LINK_CTL;
    }
    CU_ASSERT(controllers == NODES && readers == NODES);
}

/* Process 0 ends without Bgpm_Disable(); then process 1 can choose a different mode. */
static int ended_rank(int argc, char **argv)
{
    (void)argc, (void)argv;
    unsigned turns = 0;
    int is_first = Kernel_MyTcoord() == 0;
    traffic_rank_t r;
    traffic_open(&r);
    seen_t *s = &seen[r.process.rank];
    bgpm_quiet();
    if (is_first)
        s->rc = Bgpm_Init(BGPM_MODE_SWDISTRIB);
    spi_barrier(&r.process);
    traffic_close(&r);
    while (!is_first && (s->rc = Bgpm_Init(BGPM_MODE_HWDISTRIB)) == BGPM_ECONF_MODE)
        emuq_relax(&turns);
    return 0;
}

static void ended(void)
{
    CU_ASSERT_EQUAL(run(ended_rank, 2), 0);
    for (int i = 0; i < 2 * NODES; i++)
        CU_ASSERT_EQUAL(seen[i].rc, 0);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"links", links},       {"Message Unit", unit}, {"two processes of a node", shared},
        {"ended ranks", ended}, {NULL, NULL},
    };
    return emuq_test_main("BGPM: traffic", tests);
}
