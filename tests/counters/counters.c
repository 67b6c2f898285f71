/* SPDX-License-Identifier: BSD-3-Clause */
/* Performance counters: rank 0 of four nodes in a ring puts messages to rank 1, and both count. */
#include <string.h>

#include <spi/include/upci/upc_io.h>
#include <spi/include/upci/upc_nw.h>

#include "emuq/partition.h"
#include "emuq_test.h"
#include "traffic.h"

/* Ranks are threads, and CUnit assertions are not thread-safe: ranks record the observed values. */
typedef struct {
    uint64_t injected[4], link[4][2], channels[3], array, unit[3], after_stop, after_start;
    uint16_t links;
} seen_t;

static seen_t seen[NODES];

static int run(emuq_main_t entry)
{
    emuq_job_t job = {.shape = {NODES}};
    char name[] = "counters";
    char *argv[] = {name, NULL};
    memset(seen, 0, sizeof seen);
    return emuq_run_threads(&job, entry, 1, argv);
}

static int links_rank(int argc, char **argv)
{
    (void)argc, (void)argv;
    traffic_rank_t r;
    traffic_open(&r);
    seen_t *s = &seen[r.process.rank];
    s->links = UPC_NW_GetEnabledLinks();
    UPC_NW_Clear(UPC_NW_CtrCtlMask(UPC_NW_ALL_LINKS, 0x3F));
    UPC_NW_Start(UPC_NW_CtrCtlMask(UPC_NW_ALL_LINKS, 0x3F));
    traffic_put(&r);
    for (unsigned link = 0; link < 4; link++) {
        s->link[link][0] = UPC_NW_ReadCtr(link, 0);
        s->link[link][1] = UPC_NW_ReadCtr(link, 4);
    }
    s->injected[0] = UPC_NW_LinkCtrTotal(UPC_NW_LINK_A_PLUS, 0);
    s->injected[1] = UPC_NW_LinkCtrTotal(UPC_NW_LINK_A_MINUS, 4);
    s->injected[2] = UPC_NW_LinkCtrTotal(UPC_NW_LINK_A, 1) + UPC_NW_LinkCtrTotal(UPC_NW_ALL_LINKS, 5);
    UPC_NW_CtrArray_t array;
    UPC_NW_GetCtrArray(&array);
    s->array = array.ctr[1][0];

    /* Different virtual channels, a stop, and a selection of counters. */
    UPC_NW_SetLinkCtrVChannel(UPC_NW_LINK_A, 5, UPC_NW_VC_SYSTEM);
    s->channels[0] = UPC_NW_GetCtrVChannel(1, 4);
    uint64_t counters_4 = UPC_NW_CtrCtlMask(UPC_NW_LINK_A, 1u << 4);
    UPC_NW_Clear(counters_4);
    UPC_NW_Stop(counters_4);
    uint64_t before = UPC_NW_ReadCtr(1, 0);
    traffic_put(&r);
    s->channels[1] = UPC_NW_ReadCtr(0, 4);
    s->channels[2] = UPC_NW_ReadCtr(1, 0) - before;
    traffic_close(&r);
    return 0;
}

static void links(void)
{
    CU_ASSERT_EQUAL(run(links_rank), 0);
    CU_ASSERT(seen[0].links == UPC_NW_LINK_A && seen[3].links == UPC_NW_LINK_A);
    CU_ASSERT_EQUAL(seen[0].injected[0], CHUNKS);
    CU_ASSERT_EQUAL(seen[0].injected[1], 0);
    CU_ASSERT_EQUAL(seen[1].injected[0], 0);
    CU_ASSERT_EQUAL(seen[1].injected[1], PACKETS);
    CU_ASSERT_EQUAL(seen[0].injected[2], 0);
    CU_ASSERT_EQUAL(seen[0].array, CHUNKS);
    CU_ASSERT(seen[0].link[2][0] == 0 && seen[0].link[3][0] == 0 && seen[1].link[2][1] == 0);
    CU_ASSERT(seen[0].channels[0] == UPC_NW_VC_SYSTEM && seen[1].channels[1] == 0);
    CU_ASSERT(seen[0].channels[2] == CHUNKS);
}

static int unit_rank(int argc, char **argv)
{
    (void)argc, (void)argv;
    traffic_rank_t r;
    traffic_open(&r);
    seen_t *s = &seen[r.process.rank];
    UPC_IO_Clear(0);
    UPC_IO_Start(0);
    traffic_put(&r);
    UPC_IO_Stop(0);
    s->unit[0] = UPC_IO_ReadEvtCtr(PEVT_MU_MSG_INJ);
    s->unit[1] = UPC_IO_ReadEvtCtr(PEVT_MU_PKT_INJ);
    UPC_IO_SnapShot_t snapshot;
    UPC_IO_GetSnapShot(&snapshot);
    s->unit[2] = snapshot.ctr[PEVT_MU_PUT_PKT_RCV - PEVT_MU_PKT_INJ];
    traffic_put(&r);
    s->after_stop = UPC_IO_ReadEvtCtr(PEVT_MU_MSG_INJ);
    UPC_IO_DisableUPC(0);
    UPC_IO_Start(0); /* no effect while disabled */
    traffic_put(&r);
    s->after_start = UPC_IO_ReadEvtCtr(PEVT_MU_MSG_INJ);
    traffic_close(&r);
    return 0;
}

static void unit(void)
{
    CU_ASSERT_EQUAL(run(unit_rank), 0);
    CU_ASSERT(seen[0].unit[0] == 1 && seen[0].unit[1] == PACKETS && seen[0].unit[2] == 0);
    CU_ASSERT(seen[1].unit[0] == 0 && seen[1].unit[1] == 0 && seen[1].unit[2] == PACKETS);
    CU_ASSERT(seen[0].after_stop == 1 && seen[0].after_start == 1);
}

static void arguments(void)
{
    static const uint8_t start[UPC_NW_NUM_CTRS] = {0x70, 0x08, 0x05, 0x02, 0x70, 0x70};
    UPC_NW_SetCtrVChannel(11, 0, 1);
    UPC_NW_SetCtrVChannel(0, 6, 1);
    for (unsigned ctr = 0; ctr < UPC_NW_NUM_CTRS; ctr++)
        CU_ASSERT(UPC_NW_GetCtrVChannel(10, ctr) == start[ctr] &&
                  UPC_NW_GetCtrVChannel(0, ctr) == start[ctr]);
    UPC_NW_SetCtrVChannel(0, 4, UPC_NW_VC_SYSTEM);
    CU_ASSERT(UPC_NW_GetCtrVChannel(0, 5) == UPC_NW_VC_SYSTEM);
    UPC_NW_EnableUPC();
    CU_ASSERT(UPC_NW_GetCtrVChannel(0, 5) == start[5]);
    CU_ASSERT(UPC_NW_CtrCtlMask(UPC_NW_ALL_LINKS, 0x40) == UPC_NW_CtrCtlMask(UPC_NW_ALL_LINKS, 0));
    CU_ASSERT(UPC_NW_GetCtrVChannel(0, 6) == 0 && UPC_NW_ReadCtr(0, 7) == 0 && UPC_NW_ReadCtr(11, 0) == 0);
    CU_ASSERT(UPC_IO_ReadEvtCtr(PEVT_NW_CYCLES) == 0 && UPC_IO_ReadEvtCtr(PEVT_L2UNIT_LAST_EVENT) == 0);
    CU_ASSERT(UPC_NW_Convert2NWCycles(1600) == 500 &&
              UPC_NW_Convert2NWCycles(UINT64_MAX) == UINT64_MAX / 16 * 5 + 4);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"links", links},
        {"Message Unit", unit},
        {"arguments", arguments},
        {NULL, NULL},
    };
    return emuq_test_main("performance counters", tests);
}
