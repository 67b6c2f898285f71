/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Performance counters (network-counters). The backend counts from the start of the partition and never
 * stops; starting, stopping and clearing are differences that are kept per process, in a slot of its SPI
 * data. One thread of the process controls them, as on the machine, so nothing is locked here.
 */
#include <stdio.h>
#include <string.h>

#include "hwi/include/bqc/A2_inlines.h"
#include "kernel-shim/partition/current.h"
#include "spi/include/kernel/cnk/emuq_process_data.h"
#include "spi/include/upci/upc_evttbl.h"
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
    bool io_off;
    counter_t nw[UPC_NW_NUM_LINKS][UPC_NW_NUM_CTRS];
    uint8_t channels[UPC_NW_NUM_LINKS][UPC_NW_NUM_CTRS];
    counter_t io[UPC_IO_Counter_Range];
} counters_t;

_Static_assert(sizeof(counters_t) <= EMUQ_SLOT_BYTES_COUNTERS, "the slot is too small");

/* Gives the counters of the links the virtual channels that they have at the start. */
static void choose_first_channels(counters_t *c)
{
    static const uint8_t start[UPC_NW_NUM_CTRS] = {USER_PP,
                                                   UPC_NW_VC_SYSTEM,
                                                   UPC_NW_VC_COL_USER_WORLD | UPC_NW_VC_COL_SYSTEM,
                                                   UPC_NW_VC_COL_USER_SUBCOMM,
                                                   USER_PP,
                                                   USER_PP};
    for (unsigned link = 0; link < UPC_NW_NUM_LINKS; link++)
        memcpy(c->channels[link], start, sizeof(start));
}

static counters_t *counters(void)
{
    (void)emuq_process_self(); /* first: a thread outside any job gets its process, and slots, by this */
    counters_t *c = emuq_process_slot(EMUQ_SLOT_COUNTERS);
    if (!c->ready)
        choose_first_channels(c);
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

/* A count of the backend at the caller's node. */
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

/* A set of counters is the mask of the links, above 16 bits for the counters of each. */
#define SET_LINKS_SHIFT 16

/* Applies @p act to a set of counters. */
static void nw_each(uint64_t set, void (*act)(counter_t *, uint64_t))
{
    counters_t *c = counters();
    for (unsigned link = 0; link < UPC_NW_NUM_LINKS; link++) {
        for (unsigned ctr = 0; ctr < UPC_NW_NUM_CTRS; ctr++) {
            if (on_mask((uint16_t)(set >> SET_LINKS_SHIFT), link) && (set >> ctr & 1) != 0)
                act(&c->nw[link][ctr], nw_now(c, link, ctr));
        }
    }
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

uint64_t UPC_NW_CtrCtlMask(uint16_t linkMask, uint16_t ctrMask)
{
    return (uint64_t)(linkMask & UPC_NW_ALL_LINKS) << SET_LINKS_SHIFT | (ctrMask & ALL_COUNTERS);
}

static void set_channels(counters_t *c, unsigned link, unsigned ctr, uint8_t channels)
{
    counter_t *counter = &c->nw[link][ctr];
    bool ran = counter->runs;
    counter_stop(counter, nw_now(c, link, ctr));
    c->channels[link][ctr] = channels;
    if (ran)
        counter_start(counter, nw_now(c, link, ctr));
}

static bool is_counter(unsigned link, unsigned ctr)
{
    return link < UPC_NW_NUM_LINKS && ctr < UPC_NW_NUM_CTRS;
}

void UPC_NW_SetCtrVChannel(unsigned link, unsigned ctr, uint8_t vcMask)
{
    counters_t *c = counters();
    if (!is_counter(link, ctr))
        return;
    set_channels(c, link, ctr, vcMask & UPC_NW_VC_ALL);
    if (ctr >= 4)
        set_channels(c, link, 9 - ctr, vcMask & UPC_NW_VC_ALL); /* 4 and 5 share their channels */
}

void UPC_NW_SetLinkCtrVChannel(uint16_t linkMask, unsigned ctr, uint8_t vcMask)
{
    for (unsigned link = 0; link < UPC_NW_NUM_LINKS; link++) {
        if (on_mask(linkMask, link))
            UPC_NW_SetCtrVChannel(link, ctr, vcMask);
    }
}

uint8_t UPC_NW_GetCtrVChannel(unsigned link, unsigned ctr)
{
    return is_counter(link, ctr) ? counters()->channels[link][ctr] : 0;
}

void UPC_NW_Clear(uint64_t ctrCtlMask)
{
    nw_each(ctrCtlMask, counter_clear);
}

void UPC_NW_Start(uint64_t ctrCtlMask)
{
    nw_each(ctrCtlMask, counter_start);
}

void UPC_NW_Stop(uint64_t ctrCtlMask)
{
    nw_each(ctrCtlMask, counter_stop);
}

void UPC_NW_EnableUPC(void)
{
    counters_t *c = counters();
    memset(c->nw, 0, sizeof(c->nw));
    choose_first_channels(c);
}

uint64_t UPC_NW_ReadCtr(unsigned link, unsigned ctr)
{
    const counters_t *c = counters();
    if (!is_counter(link, ctr))
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

void UPC_NW_GetCtrArray(UPC_NW_CtrArray_t *pCtrs)
{
    for (unsigned link = 0; link < UPC_NW_NUM_LINKS; link++) {
        for (unsigned ctr = 0; ctr < UPC_NW_NUM_CTRS; ctr++)
            pCtrs->ctr[link][ctr] = UPC_NW_ReadCtr(link, ctr);
    }
}

void UPC_NW_DumpCtrArray(unsigned indent, UPC_NW_CtrArray_t *o)
{
    for (unsigned link = 0; link < UPC_NW_NUM_LINKS; link++) {
        if (link == 10)
            printf("%*sIO", (int)indent, "");
        else
            printf("%*s%c%c", (int)indent, "", 'A' + (int)link / 2, link % 2 == 0 ? '-' : '+');
        for (unsigned ctr = 0; ctr < UPC_NW_NUM_CTRS; ctr++)
            printf(" %20llu", (unsigned long long)o->ctr[link][ctr]);
        printf("\n");
    }
}

void UPC_NW_Dump(void)
{
    UPC_NW_CtrArray_t array;
    UPC_NW_GetCtrArray(&array);
    UPC_NW_DumpCtrArray(0, &array);
}

uint64_t UPC_NW_Convert2NWCycles(uint64_t cpuCycles)
{
    return cpuCycles / 16 * 5 + cpuCycles % 16 * 5 / 16;
}

/* ---- Message Unit ---- */

/* The first events of the Message Unit are the backend's first counts, in order. */
static uint64_t io_now(unsigned event)
{
    if (event > PEVT_MU_PUT_PKT_RCV)
        return 0;
    return count((emuq_count_t)(EMUQ_COUNT_MU_PACKETS_INJECTED + (event - PEVT_MU_PKT_INJ)), 0, 0);
}

static void io_each(void (*act)(counter_t *, uint64_t))
{
    counters_t *c = counters();
    for (unsigned i = 0; i < UPC_IO_Counter_Range; i++)
        act(&c->io[i], io_now(PEVT_MU_PKT_INJ + i));
}

void UPC_MU_EnableUPC(UpciBool_t indepStart)
{
    counters()->io_off = false;
    if (indepStart)
        io_each(counter_start);
}

void UPC_MU_DisableUPC(void)
{
    counters()->io_off = true;
    io_each(counter_stop);
}

void UPC_IO_EnableUPC(UpciBool_t indepStart, uint64_t nodeConfig)
{
    (void)nodeConfig;
    UPC_MU_EnableUPC(indepStart);
}

void UPC_IO_DisableUPC(uint64_t nodeConfig)
{
    (void)nodeConfig;
    UPC_MU_DisableUPC();
}

void UPC_IO_Start(uint64_t nodeConfig)
{
    (void)nodeConfig;
    if (!counters()->io_off)
        io_each(counter_start);
}

void UPC_IO_Stop(uint64_t nodeConfig)
{
    (void)nodeConfig;
    io_each(counter_stop);
}

void UPC_IO_Clear(uint64_t nodeConfig)
{
    (void)nodeConfig;
    io_each(counter_clear);
}

uint64_t UPC_IO_ReadEvtCtr(unsigned evtNum)
{
    if (evtNum < PEVT_MU_PKT_INJ || evtNum > PEVT_IOUNIT_LAST_EVENT)
        return 0;
    return counter_value(&counters()->io[evtNum - PEVT_MU_PKT_INJ], io_now(evtNum));
}

void UPC_IO_GetSnapShot(UPC_IO_SnapShot_t *pss)
{
    for (unsigned i = 0; i < UPC_IO_Counter_Range; i++)
        pss->ctr[i] = UPC_IO_ReadEvtCtr(PEVT_MU_PKT_INJ + i);
}

void UPC_IO_DumpSnapShot(unsigned indent, UPC_IO_SnapShot_t *o)
{
    for (unsigned i = 0; i <= PEVT_IOUNIT_LAST_EVENT - PEVT_MU_PKT_INJ; i++) {
        if (o->ctr[i] != 0)
            printf("%*s%-28s %20llu\n", (int)indent, "", Upci_GetEventLabel(PEVT_MU_PKT_INJ + i),
                   (unsigned long long)o->ctr[i]);
    }
}

void UPC_IO_DumpState(unsigned indent, uint64_t nodeConfig)
{
    UPC_IO_SnapShot_t snapshot;
    (void)nodeConfig;
    UPC_IO_GetSnapShot(&snapshot);
    UPC_IO_DumpSnapShot(indent, &snapshot);
}

/* PCI Express and the device bus are not emulated. */

/* clang-format off */
void UPC_PCIe_EnableUPC(UpciBool_t indepStart) { (void)indepStart; }
void UPC_PCIe_DisableUPC(void) { }
void UPC_DevBus_EnableUPC(UpciBool_t indepStart) { (void)indepStart; }
void UPC_DevBus_DisableUPC(void) { }
/* clang-format on */
