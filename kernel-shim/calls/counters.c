/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Performance counters (network-counters). The backend counts from the start of the partition and never
 * stops; starting, stopping and clearing are differences that are kept per process, in a slot of its SPI
 * data. One thread of the process controls them, as on the machine, so nothing is locked here.
 */
#include <errno.h>
#include <stdio.h>

#include "hwi/include/bqc/A2_inlines.h"
#include "kernel-shim/start/current.h"
#include "spi/include/kernel/cnk/emuq_process_data.h"
#include "spi/include/upci/upc_io.h"
#include "spi/include/upci/upc_nw.h"

#define CHANNELS     7
#define ALL_COUNTERS ((1u << UPC_NW_NUM_CTRS) - 1)
#define USER_PP      (UPC_NW_VC_USER_DYNAMIC | UPC_NW_VC_USER_ESCAPE | UPC_NW_VC_USER_PRIORITY)

/* The value that software sees is `sum`, plus what has been counted since `from` while it runs. */
typedef struct {
    uint64_t sum;
    uint64_t from;
    bool runs;
} counter_t;

typedef struct {
    bool ready; /* the initial values below are in place */
    bool nw_off;
    bool io_off;
    counter_t nw[UPC_NW_NUM_LINKS][UPC_NW_NUM_CTRS];
    unsigned channels[UPC_NW_NUM_LINKS][UPC_NW_NUM_CTRS];
    unsigned controlled[UPC_NW_NUM_LINKS]; /* counters that start, stop and clear act on */
    counter_t io[UPC_IO_NUM_EVENTS];
} counters_t;

_Static_assert(sizeof(counters_t) <= EMUQ_SLOT_BYTES_COUNTERS, "the slot is too small");

static counters_t *counters(void)
{
    static const unsigned start[UPC_NW_NUM_CTRS] = {USER_PP,
                                                    UPC_NW_VC_SYSTEM,
                                                    UPC_NW_VC_COL_USER_WORLD | UPC_NW_VC_COL_SYSTEM,
                                                    UPC_NW_VC_COL_USER_SUBCOMM,
                                                    USER_PP,
                                                    USER_PP};
    (void)emuq_process_self(); /* first: a thread outside any job gets its process, and slots, by this */
    counters_t *c = emuq_process_slot(EMUQ_SLOT_COUNTERS);
    for (unsigned link = 0; !c->ready && link < UPC_NW_NUM_LINKS; link++) {
        c->controlled[link] = ALL_COUNTERS;
        for (unsigned ctr = 0; ctr < UPC_NW_NUM_CTRS; ctr++)
            c->channels[link][ctr] = start[ctr];
    }
    c->ready = true;
    return c;
}

static void counter_stop(counter_t *c, uint64_t now)
{
    if (c->runs)
        c->sum += now - c->from;
    c->runs = false;
}

static void counter_start(counter_t *c, uint64_t now)
{
    counter_stop(c, now);
    c->from = now;
    c->runs = true;
}

static void counter_clear(counter_t *c, uint64_t now)
{
    c->sum = 0;
    c->from = now;
}

static uint64_t counter_value(const counter_t *c, uint64_t now)
{
    return c->sum + (c->runs ? now - c->from : 0);
}

/* What the backend has counted at the caller's node. */
static uint64_t count(emuq_count_t event, unsigned link, unsigned vc)
{
    const emuq_node_t *node = emuq_process_self()->node;
    const emuq_partition_t *p = node->partition;
    uint64_t value = 0;
    return emuq_backend->count(p->machine, node->number, event, link, vc, &value) == 0 ? value : 0;
}

/* The same for the virtual channels of a UPC_NW_VC_ mask: bit 0x40 is channel 0. */
static uint64_t count_link(emuq_count_t event, unsigned link, unsigned channels)
{
    uint64_t sum = 0;
    for (unsigned vc = 0; vc < CHANNELS; vc++)
        sum += channels & (UPC_NW_VC_USER_DYNAMIC >> vc) ? count(event, link, vc) : 0;
    return sum;
}

/* ---- links ---- */

static bool on_mask(uint16_t mask, unsigned link)
{
    return mask >> (15 - link) & 1;
}

static uint64_t nw_now(const counters_t *c, unsigned link, unsigned ctr)
{
    if (ctr == 5)
        return 0; /* nothing waits in receiver FIFOs */
    return count_link(ctr == 4 ? EMUQ_COUNT_LINK_PACKETS_RECEIVED : EMUQ_COUNT_LINK_CHUNKS_SENT, link,
                      c->channels[link][ctr]);
}

/* Applies @p act to the counters of the links that are controlled and, unless @p all, chosen. */
static int nw_each(uint16_t mask, bool all, void (*act)(counter_t *, uint64_t))
{
    counters_t *c = counters();
    for (unsigned link = 0; link < UPC_NW_NUM_LINKS; link++) {
        for (unsigned ctr = 0; ctr < UPC_NW_NUM_CTRS; ctr++) {
            if (on_mask(mask, link) && (all || c->controlled[link] >> ctr & 1))
                act(&c->nw[link][ctr], nw_now(c, link, ctr));
        }
    }
    return 0;
}

uint16_t UPC_NW_GetEnabledLinks(void)
{
    const emuq_node_t *node = emuq_process_self()->node;
    const emuq_geometry_t *g = &node->partition->geometry;
    uint16_t mask = 0;
    for (unsigned link = 0; link < 10; link++) {
        unsigned d = link / 2;
        uint32_t edge = link % 2 == 0 ? 0 : g->size[d] - 1;
        bool wraps = g->torus >> (4 - d) & 1;
        if (g->size[d] > 1 && (wraps || node->coordinates[d] != edge))
            mask |= (uint16_t)(0x8000u >> link);
    }
    return mask;
}

int UPC_NW_CtrCtlMask(uint16_t linkMask, unsigned ctrMask)
{
    counters_t *c = counters();
    if (ctrMask & ~ALL_COUNTERS)
        return -EINVAL;
    for (unsigned link = 0; link < UPC_NW_NUM_LINKS; link++) {
        if (on_mask(linkMask, link))
            c->controlled[link] = ctrMask;
    }
    return 0;
}

static void set_channels(counters_t *c, unsigned link, unsigned ctr, unsigned channels)
{
    counter_t *counter = &c->nw[link][ctr];
    bool ran = counter->runs;
    counter_stop(counter, nw_now(c, link, ctr));
    c->channels[link][ctr] = channels;
    if (ran)
        counter_start(counter, nw_now(c, link, ctr));
}

int UPC_NW_SetLinkCtrVChannel(unsigned link, unsigned ctr, unsigned vcMask)
{
    counters_t *c = counters();
    if (link >= UPC_NW_NUM_LINKS || ctr >= UPC_NW_NUM_CTRS || (vcMask & ~(unsigned)UPC_NW_VC_ALL))
        return -EINVAL;
    set_channels(c, link, ctr, vcMask);
    if (ctr >= 4)
        set_channels(c, link, 9 - ctr, vcMask); /* 4 and 5 share their channels */
    return 0;
}

int UPC_NW_SetCtrVChannel(uint16_t linkMask, unsigned ctr, unsigned vcMask)
{
    int rc = ctr < UPC_NW_NUM_CTRS ? 0 : -EINVAL;
    for (unsigned link = 0; link < UPC_NW_NUM_LINKS && rc == 0; link++) {
        if (on_mask(linkMask, link))
            rc = UPC_NW_SetLinkCtrVChannel(link, ctr, vcMask);
    }
    return rc;
}

int UPC_NW_GetCtrVChannel(unsigned link, unsigned ctr, unsigned *vcMask)
{
    if (link >= UPC_NW_NUM_LINKS || ctr >= UPC_NW_NUM_CTRS || vcMask == NULL)
        return -EINVAL;
    *vcMask = counters()->channels[link][ctr];
    return 0;
}

int UPC_NW_Clear(uint16_t linkMask)
{
    return nw_each(linkMask, false, counter_clear);
}

int UPC_NW_Start(uint16_t linkMask)
{
    return counters()->nw_off ? 0 : nw_each(linkMask, false, counter_start);
}

int UPC_NW_Stop(uint16_t linkMask)
{
    return nw_each(linkMask, false, counter_stop);
}

int UPC_NW_EnableUPC(int enable)
{
    counters()->nw_off = enable == 0;
    return enable ? 0 : nw_each(UPC_NW_ALL_LINKS, true, counter_stop);
}

uint64_t UPC_NW_ReadCtr(unsigned link, unsigned ctr)
{
    const counters_t *c = counters();
    if (link >= UPC_NW_NUM_LINKS || ctr >= UPC_NW_NUM_CTRS)
        return 0;
    return counter_value(&c->nw[link][ctr], nw_now(c, link, ctr));
}

uint64_t UPC_NW_LinkCtrTotal(uint16_t linkMask, unsigned ctr)
{
    uint64_t sum = 0;
    for (unsigned link = 0; link < UPC_NW_NUM_LINKS; link++)
        sum += on_mask(linkMask, link) ? UPC_NW_ReadCtr(link, ctr) : 0;
    return sum;
}

int UPC_NW_GetCtrArray(UPC_NW_CtrArray_t *array)
{
    if (array == NULL)
        return -EINVAL;
    for (unsigned link = 0; link < UPC_NW_NUM_LINKS; link++) {
        for (unsigned ctr = 0; ctr < UPC_NW_NUM_CTRS; ctr++)
            array->ctr[link][ctr] = UPC_NW_ReadCtr(link, ctr);
    }
    return 0;
}

void UPC_NW_DumpCtrArray(const UPC_NW_CtrArray_t *array)
{
    for (unsigned link = 0; link < UPC_NW_NUM_LINKS; link++) {
        if (link == 10)
            printf("IO");
        else
            printf("%c%c", 'A' + (int)link / 2, link % 2 == 0 ? '-' : '+');
        for (unsigned ctr = 0; ctr < UPC_NW_NUM_CTRS; ctr++)
            printf(" %20llu", (unsigned long long)array->ctr[link][ctr]);
        printf("\n");
    }
}

uint64_t UPC_NW_Convert2NWCycles(uint64_t cycles)
{
    return cycles / 16 * 5 + cycles % 16 * 5 / 16;
}

/* ---- Message Unit ---- */

/* The first events of the Message Unit are the backend's first counts, in order. */
static uint64_t io_now(unsigned event)
{
    if (event > PEVT_MU_PUT_PKT_RCV)
        return 0;
    return count((emuq_count_t)(EMUQ_COUNT_MU_PACKETS_INJECTED + (event - PEVT_MU_PKT_INJ)), 0, 0);
}

static int io_each(void (*act)(counter_t *, uint64_t))
{
    counters_t *c = counters();
    for (unsigned i = 0; i < UPC_IO_NUM_EVENTS; i++)
        act(&c->io[i], io_now(PEVT_MU_PKT_INJ + i));
    return 0;
}

int UPC_IO_EnableUPC(int enable)
{
    counters()->io_off = enable == 0;
    return enable ? 0 : io_each(counter_stop);
}

int UPC_IO_Start(void)
{
    return counters()->io_off ? 0 : io_each(counter_start);
}

int UPC_IO_Stop(void)
{
    return io_each(counter_stop);
}

int UPC_IO_Clear(void)
{
    return io_each(counter_clear);
}

uint64_t UPC_IO_ReadEvtCtr(int evtNum)
{
    if (evtNum < PEVT_MU_PKT_INJ || evtNum > PEVT_MU_PORT2_PEND_RD)
        return 0;
    return counter_value(&counters()->io[evtNum - PEVT_MU_PKT_INJ], io_now((unsigned)evtNum));
}

int UPC_IO_GetSnapShot(UPC_IO_SnapShot_t *snapshot)
{
    if (snapshot == NULL)
        return -EINVAL;
    for (int i = 0; i < UPC_IO_NUM_EVENTS; i++)
        snapshot->count[i] = UPC_IO_ReadEvtCtr(PEVT_MU_PKT_INJ + i);
    return 0;
}
