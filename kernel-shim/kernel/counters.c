/* SPDX-License-Identifier: BSD-3-Clause */
/* Performance counters (network-counters), and kernel calls of the counter library (internal-headers 4). The
 * backend counts from the start of the partition: start, stop and clear are differences in a slot of the
 * process's SPI data. One thread of a process controls the counters. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "hwi/include/bqc/A2_inlines.h"
#include "kernel-shim/kernel/calls.h"
#include "spi/include/kernel/cnk/emuq_process_data.h"
#include "spi/include/kernel/upci.h"
#include "spi/include/upci/upc_evttbl.h"
#include "spi/include/upci/upc_io.h"
#include "spi/include/upci/upc_nw.h"

#define CHANNELS     7
#define ALL_COUNTERS ((1u << UPC_NW_NUM_CTRS) - 1)
#define USER_PP      (UPC_NW_VC_USER_DYNAMIC | UPC_NW_VC_USER_ESCAPE | UPC_NW_VC_USER_PRIORITY)

/* Value: `sum`, plus the counts since `from` while the counter runs. */
typedef struct {
    uint64_t sum;
    uint64_t from;
    bool runs;
} counter_t;

typedef struct {
    bool ready;
    bool io_off;
    counter_t nw[UPC_NW_NUM_LINKS][UPC_NW_NUM_CTRS];
    uint8_t channels[UPC_NW_NUM_LINKS][UPC_NW_NUM_CTRS];
    counter_t io[UPC_IO_Counter_Range];
} counter_slot_t;

_Static_assert(sizeof(counter_slot_t) <= EMUQ_SLOT_BYTES_COUNTERS, "the slot is too small");

static void counter_set_initial_channels(counter_slot_t *c)
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

static counter_slot_t *counter_slot(void)
{
    (void)emuq_process_self(); /* gives a thread outside any job its slots */
    counter_slot_t *c = emuq_process_slot(EMUQ_SLOT_COUNTERS);
    if (!c->ready)
        counter_set_initial_channels(c);
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

static uint64_t counter_read(emuq_count_t event, unsigned link, unsigned vc)
{
    const emuq_node_t *node = emuq_process_self()->node;
    const emuq_partition_t *p = node->partition;
    uint64_t value = 0;
    return emuq_backend->stats->count(p->machine, node->number, event, link, vc, &value) == 0 ? value : 0;
}

/* Sums a count over a UPC_NW_VC_ mask: bit 0x40 is channel 0. */
static uint64_t counter_read_link(emuq_count_t event, unsigned link, unsigned channels)
{
    uint64_t sum = 0;
    for (unsigned vc = 0; vc < CHANNELS; vc++)
        sum += channels & (UPC_NW_VC_USER_DYNAMIC >> vc) ? counter_read(event, link, vc) : 0;
    return sum;
}

/* ---- links ---- */

static bool counter_is_in_mask(uint16_t mask, unsigned link)
{
    return mask >> (15 - link) & 1;
}

static uint64_t counter_nw_now(const counter_slot_t *c, unsigned link, unsigned ctr)
{
    if (ctr == 5)
        return 0; /* receiver FIFOs are always empty */
    return counter_read_link(ctr == 4 ? EMUQ_COUNT_LINK_PACKETS_RECEIVED : EMUQ_COUNT_LINK_CHUNKS_SENT, link,
                             c->channels[link][ctr]);
}

/* In a set of counters: link mask << 16 | counter mask */
#define SET_LINKS_SHIFT 16

static void counter_nw_each(uint64_t set, void (*act)(counter_t *, uint64_t))
{
    counter_slot_t *c = counter_slot();
    for (unsigned link = 0; link < UPC_NW_NUM_LINKS; link++) {
        for (unsigned ctr = 0; ctr < UPC_NW_NUM_CTRS; ctr++) {
            if (counter_is_in_mask((uint16_t)(set >> SET_LINKS_SHIFT), link) && (set >> ctr & 1) != 0)
                act(&c->nw[link][ctr], counter_nw_now(c, link, ctr));
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

static void counter_set_channels(counter_slot_t *c, unsigned link, unsigned ctr, uint8_t channels)
{
    counter_t *counter = &c->nw[link][ctr];
    bool ran = counter->runs;
    counter_stop(counter, counter_nw_now(c, link, ctr));
    c->channels[link][ctr] = channels;
    if (ran)
        counter_start(counter, counter_nw_now(c, link, ctr));
}

static bool counter_exists(unsigned link, unsigned ctr)
{
    return link < UPC_NW_NUM_LINKS && ctr < UPC_NW_NUM_CTRS;
}

void UPC_NW_SetCtrVChannel(unsigned link, unsigned ctr, uint8_t vcMask)
{
    counter_slot_t *c = counter_slot();
    if (!counter_exists(link, ctr))
        return;
    counter_set_channels(c, link, ctr, vcMask & UPC_NW_VC_ALL);
    if (ctr >= 4)
        counter_set_channels(c, link, 9 - ctr, vcMask & UPC_NW_VC_ALL); /* counters 4 and 5 share channels */
}

void UPC_NW_SetLinkCtrVChannel(uint16_t linkMask, unsigned ctr, uint8_t vcMask)
{
    for (unsigned link = 0; link < UPC_NW_NUM_LINKS; link++) {
        if (counter_is_in_mask(linkMask, link))
            UPC_NW_SetCtrVChannel(link, ctr, vcMask);
    }
}

uint8_t UPC_NW_GetCtrVChannel(unsigned link, unsigned ctr)
{
    return counter_exists(link, ctr) ? counter_slot()->channels[link][ctr] : 0;
}

void UPC_NW_Clear(uint64_t ctrCtlMask)
{
    counter_nw_each(ctrCtlMask, counter_clear);
}

void UPC_NW_Start(uint64_t ctrCtlMask)
{
    counter_nw_each(ctrCtlMask, counter_start);
}

void UPC_NW_Stop(uint64_t ctrCtlMask)
{
    counter_nw_each(ctrCtlMask, counter_stop);
}

void UPC_NW_EnableUPC(void)
{
    counter_slot_t *c = counter_slot();
    memset(c->nw, 0, sizeof(c->nw));
    counter_set_initial_channels(c);
}

uint64_t UPC_NW_ReadCtr(unsigned link, unsigned ctr)
{
    const counter_slot_t *c = counter_slot();
    if (!counter_exists(link, ctr))
        return 0;
    return counter_value(&c->nw[link][ctr], counter_nw_now(c, link, ctr));
}

uint64_t UPC_NW_LinkCtrTotal(uint16_t linkMask, unsigned ctr)
{
    uint64_t sum = 0;
    for (unsigned link = 0; link < UPC_NW_NUM_LINKS; link++)
        sum += counter_is_in_mask(linkMask, link) ? UPC_NW_ReadCtr(link, ctr) : 0;
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

/* The first events of the Message Unit are the backend's first counts, in the same order. */
static uint64_t counter_io_now(unsigned event)
{
    if (event > PEVT_MU_PUT_PKT_RCV)
        return 0;
    return counter_read((emuq_count_t)(EMUQ_COUNT_MU_PACKETS_INJECTED + (event - PEVT_MU_PKT_INJ)), 0, 0);
}

static void counter_io_each(void (*act)(counter_t *, uint64_t))
{
    counter_slot_t *c = counter_slot();
    for (unsigned i = 0; i < UPC_IO_Counter_Range; i++)
        act(&c->io[i], counter_io_now(PEVT_MU_PKT_INJ + i));
}

void UPC_MU_EnableUPC(UpciBool_t indepStart)
{
    counter_slot()->io_off = false;
    if (indepStart)
        counter_io_each(counter_start);
}

void UPC_MU_DisableUPC(void)
{
    counter_slot()->io_off = true;
    counter_io_each(counter_stop);
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
    if (!counter_slot()->io_off)
        counter_io_each(counter_start);
}

void UPC_IO_Stop(uint64_t nodeConfig)
{
    (void)nodeConfig;
    counter_io_each(counter_stop);
}

void UPC_IO_Clear(uint64_t nodeConfig)
{
    (void)nodeConfig;
    counter_io_each(counter_clear);
}

uint64_t UPC_IO_ReadEvtCtr(unsigned evtNum)
{
    if (evtNum < PEVT_MU_PKT_INJ || evtNum > PEVT_IOUNIT_LAST_EVENT)
        return 0;
    return counter_value(&counter_slot()->io[evtNum - PEVT_MU_PKT_INJ], counter_io_now(evtNum));
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

/* not emulated: PCI Express and the device bus */

/* clang-format off */
void UPC_PCIe_EnableUPC(UpciBool_t indepStart) { (void)indepStart; }
void UPC_PCIe_DisableUPC(void) { }
void UPC_DevBus_EnableUPC(UpciBool_t indepStart) { (void)indepStart; }
void UPC_DevBus_DisableUPC(void) { }
/* clang-format on */

/* Bytes of an operation's data; 0: none */
static const size_t data_bytes[] = {
    [UPCI_KOP_RESETINTS] = sizeof(uint64_t),
    [UCPI_KOP_GETPARMS] = sizeof(Upci_Node_Parms_t),
    [UCPI_KOP_MODEINIT] = sizeof(Upci_ModeInitData_t),
    [UPCI_KOP_A2PC_APPLY] = sizeof(Upci_A2PC_t),
    [UPCI_KOP_A2PC_GET] = sizeof(Upci_A2PC_Val_t),
    [UPCI_KOP_PUNIT_CFG_APPLY] = sizeof(Upci_Punit_Cfg_t),
    [UPCI_KOP_PUNIT_CFG_ATTACH] = sizeof(Upci_Punit_Cfg_t),
    [UCPI_KOP_GETKDEBUG] = sizeof(Upci_KDebug_t),
    [UCPI_KOP_GETCNKCTRS] = sizeof(PerfCountItem_t), /* bytes per item */
};

#define NETWORK_MHZ 500
#define SPARE_CORE  17

static int upci_get_parms(Upci_Node_Parms_t *parms)
{
    Personality_t personality;
    (void)Kernel_GetPersonality(&personality, sizeof(personality));
    uint64_t mhz = personality.Kernel_Config.FreqMHz;
    *parms = (Upci_Node_Parms_t){.cpuSpeed = mhz,
                                 .nwSpeed = NETWORK_MHZ,
                                 .cycleRatio = (double)mhz / NETWORK_MHZ,
                                 .spareCore = SPARE_CORE,
                                 .dd1Enabled = UpciFalse,
                                 .nodeConfig = personality.Kernel_Config.NodeConfig};
    return 0;
}

/* Item ids count from 0; all counters read 0. */
static int upci_get_kernel_counts(uint64_t type, PerfCountItem_t *items, size_t n)
{
    static const size_t most[] = {[CNKCtrNode] = CNK_NODEPERFCOUNT_NUM,
                                  [CNKCtrProc] = CNK_PROCPERFCOUNT_NUM,
                                  [CNKCtrHWT] = CNK_HWTPERFCOUNT_NUM};
    if (type > CNKCtrHWT || n > most[type])
        return UPCI_EINV_PARM;
    for (size_t i = 0; i < n; i++)
        items[i] = (PerfCountItem_t){.id = i, .value = 0};
    return 0;
}

static int upci_check_data(uint64_t op, const void *data, size_t bytes)
{
    size_t unit = data_bytes[op];
    bool is_right = unit == 0                   ? true
                    : op == UCPI_KOP_GETCNKCTRS ? bytes % unit == 0 && bytes != 0
                                                : bytes == unit;
    if (!is_right)
        return UPCI_ESYSCALL_DATASIZE;
    return unit != 0 && !emuq_is_mapped(data, bytes) ? EFAULT : 0;
}

int64_t emuq_upci_operation(uint64_t op, uint64_t target, void *data, size_t bytes)
{
    if (op == UPCI_KOP_UNDEF || op > UCPI_KOP_GETCNKCTRS)
        return UPCI_ESYSCALL_INVALID;
    int rc = op < sizeof(data_bytes) / sizeof(data_bytes[0]) ? upci_check_data(op, data, bytes) : 0;
    if (rc != 0)
        return rc;
    switch ((Upci_Kops_t)op) {
    case UCPI_KOP_GETPARMS:
        return upci_get_parms(data);
    case UCPI_KOP_MODEINIT:
        return ((const Upci_ModeInitData_t *)data)->ctrMode <= UPC_CM_SYNC ? 0 : UPCI_EINV_PARM;
    case UPCI_KOP_A2PC_APPLY:
        Upci_A2PC_ApplyRegs(data);
        return 0;
    case UPCI_KOP_A2PC_GET:
        Upci_A2PC_GetRegs(data);
        return 0;
    case UCPI_KOP_GETKDEBUG:
        *(Upci_KDebug_t *)data =
            (Upci_KDebug_t){.jobid = Kernel_GetJobID(), .coreInitMask = CONFIG_MAX_CORES_MASK};
        return 0;
    case UCPI_KOP_SETPMSIG:
        return target >= 1 && target <= (uint64_t)SIGRTMAX ? 0 : EINVAL;
    case UCPI_KOP_GETCNKCTRS:
        return upci_get_kernel_counts(target, data, bytes / sizeof(PerfCountItem_t));
    default:
        return 0; /* accepted without effect: emulated counters need no setup */
    }
}

/* @return 0, a negative errno, or a UPCI_ code */
static int upci_operate(Upci_Kops_t op, uint64_t target, void *data, size_t bytes)
{
    int rc = (int)emuq_upci_operation(op, target, data, bytes);
    return rc > 0 ? -rc : rc;
}

int Kernel_Upci_ResetInts(uint64_t intStatusMask)
{
    return upci_operate(UPCI_KOP_RESETINTS, 0, &intStatusMask, sizeof(intStatusMask));
}

int Kernel_Upci_GetNodeParms(Upci_Node_Parms_t *pNodeParms)
{
    return upci_operate(UCPI_KOP_GETPARMS, 0, pNodeParms, sizeof(*pNodeParms));
}

int Kernel_Upci_GetKDebug(Upci_KDebug_t *pKDebug)
{
    return upci_operate(UCPI_KOP_GETKDEBUG, 0, pKDebug, sizeof(*pKDebug));
}

int Kernel_Upci_Mode_Init(unsigned upcMode, UPC_Ctr_Mode_t ctrMode, unsigned unit)
{
    Upci_ModeInitData_t data = {upcMode, ctrMode, unit};
    return upci_operate(UCPI_KOP_MODEINIT, 0, &data, sizeof(data));
}

int Kernel_Upci_Mode_Free(void)
{
    return upci_operate(UPCI_KOP_MODEFREE, 0, NULL, 0);
}

int Kernel_Upci_A2PC_ApplyRegs(Upci_A2PC_t *pA2pc)
{
    return upci_operate(UPCI_KOP_A2PC_APPLY, 0, pA2pc, sizeof(*pA2pc));
}

int Kernel_Upci_A2PC_GetRegs(Upci_A2PC_Val_t *pA2pcVal)
{
    return upci_operate(UPCI_KOP_A2PC_GET, 0, pA2pcVal, sizeof(*pA2pcVal));
}

int Kernel_Upci_Punit_Cfg_Apply(Upci_Punit_Cfg_t *pCfg, unsigned unitId)
{
    return upci_operate(UPCI_KOP_PUNIT_CFG_APPLY, unitId, pCfg, sizeof(*pCfg));
}

int Kernel_Upci_Punit_Cfg_Attach(Upci_Punit_Cfg_t *pCfg, unsigned unitId)
{
    return upci_operate(UPCI_KOP_PUNIT_CFG_ATTACH, unitId, pCfg, sizeof(*pCfg));
}

int Kernel_Upci_SetBgpmThread(void)
{
    return upci_operate(UPCI_KOP_SETBGPMTHREAD, 0, NULL, 0);
}

int Kernel_Upci_ClearBgpmThread(void)
{
    return upci_operate(UPCI_KOP_CLEARBGPMTHREAD, 0, NULL, 0);
}

int Kernel_Upci_Wait4MailboxEmpty(void)
{
    return upci_operate(UPCI_KOP_WAIT4MAILBOX, 0, NULL, 0);
}

int Kernel_Upci_SetPmSig(int sig)
{
    return upci_operate(UCPI_KOP_SETPMSIG, (uint64_t)sig, NULL, 0);
}

int Kernel_Upci_GetCNKCounts(Upci_CNKCtrType_t ctrType, PerfCountItem_t *ctrBuff, int buffLen)
{
    if (buffLen <= 0)
        return UPCI_EINV_PARM;
    return upci_operate(UCPI_KOP_GETCNKCTRS, ctrType, ctrBuff, (size_t)buffLen * sizeof(*ctrBuff));
}
