/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Kernel calls of the counter library (internal-headers 4): one call with operations, and a function for each
 * operation. The emulated counters need none of them, so most are accepted without effect.
 */
#include "spi/include/kernel/upci.h"

#include <errno.h>
#include <string.h>

#include "kernel-shim/kernel/by_number.h"
#include "kernel-shim/kernel/pointer.h"

/* Data of an operation: 0 none. */
static const size_t data_bytes[] = {
    [UPCI_KOP_RESETINTS] = sizeof(uint64_t),
    [UCPI_KOP_GETPARMS] = sizeof(Upci_Node_Parms_t),
    [UCPI_KOP_MODEINIT] = sizeof(Upci_ModeInitData_t),
    [UPCI_KOP_A2PC_APPLY] = sizeof(Upci_A2PC_t),
    [UPCI_KOP_A2PC_GET] = sizeof(Upci_A2PC_Val_t),
    [UPCI_KOP_PUNIT_CFG_APPLY] = sizeof(Upci_Punit_Cfg_t),
    [UPCI_KOP_PUNIT_CFG_ATTACH] = sizeof(Upci_Punit_Cfg_t),
    [UCPI_KOP_GETKDEBUG] = sizeof(Upci_KDebug_t),
    [UCPI_KOP_GETCNKCTRS] = sizeof(PerfCountItem_t), /* each */
};

#define NETWORK_MHZ 500
#define SPARE_CORE  17

static int get_parms(Upci_Node_Parms_t *parms)
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

static int get_debug(Upci_KDebug_t *debug)
{
    *debug = (Upci_KDebug_t){.jobid = Kernel_GetJobID(), .coreInitMask = CONFIG_MAX_CORES_MASK};
    return 0;
}

static int init_mode(const Upci_ModeInitData_t *data)
{
    return data->ctrMode <= UPC_CM_SYNC ? 0 : UPCI_EINV_PARM;
}

/* Ids count from 0; the counters read 0. */
static int get_kernel_counts(uint64_t type, PerfCountItem_t *items, size_t n)
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

/* Checks size and address of the data of an operation. */
static int check_data(uint64_t op, const void *data, size_t bytes)
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
    int rc = op < sizeof(data_bytes) / sizeof(data_bytes[0]) ? check_data(op, data, bytes) : 0;
    if (rc != 0)
        return rc;
    switch ((Upci_Kops_t)op) {
    case UCPI_KOP_GETPARMS:
        return get_parms(data);
    case UCPI_KOP_MODEINIT:
        return init_mode(data);
    case UPCI_KOP_A2PC_APPLY:
        Upci_A2PC_ApplyRegs(data);
        return 0;
    case UPCI_KOP_A2PC_GET:
        Upci_A2PC_GetRegs(data);
        return 0;
    case UCPI_KOP_GETKDEBUG:
        return get_debug(data);
    case UCPI_KOP_SETPMSIG:
        return target >= 1 && target <= (uint64_t)SIGRTMAX ? 0 : EINVAL;
    case UCPI_KOP_GETCNKCTRS:
        return get_kernel_counts(target, data, bytes / sizeof(PerfCountItem_t));
    default:
        return 0; /* accepted */
    }
}

/* The result has one sign: 0, a negated errno, or a UPCI_ code. */
static int operate(Upci_Kops_t op, uint64_t target, void *data, size_t bytes)
{
    int rc = (int)emuq_upci_operation(op, target, data, bytes);
    return rc > 0 ? -rc : rc;
}

int Kernel_Upci_ResetInts(uint64_t intStatusMask)
{
    return operate(UPCI_KOP_RESETINTS, 0, &intStatusMask, sizeof(intStatusMask));
}

int Kernel_Upci_GetNodeParms(Upci_Node_Parms_t *pNodeParms)
{
    return operate(UCPI_KOP_GETPARMS, 0, pNodeParms, sizeof(*pNodeParms));
}

int Kernel_Upci_GetKDebug(Upci_KDebug_t *pKDebug)
{
    return operate(UCPI_KOP_GETKDEBUG, 0, pKDebug, sizeof(*pKDebug));
}

int Kernel_Upci_Mode_Init(unsigned upcMode, UPC_Ctr_Mode_t ctrMode, unsigned unit)
{
    Upci_ModeInitData_t data = {upcMode, ctrMode, unit};
    return operate(UCPI_KOP_MODEINIT, 0, &data, sizeof(data));
}

int Kernel_Upci_Mode_Free(void)
{
    return operate(UPCI_KOP_MODEFREE, 0, NULL, 0);
}

int Kernel_Upci_A2PC_ApplyRegs(Upci_A2PC_t *pA2pc)
{
    return operate(UPCI_KOP_A2PC_APPLY, 0, pA2pc, sizeof(*pA2pc));
}

int Kernel_Upci_A2PC_GetRegs(Upci_A2PC_Val_t *pA2pcVal)
{
    return operate(UPCI_KOP_A2PC_GET, 0, pA2pcVal, sizeof(*pA2pcVal));
}

int Kernel_Upci_Punit_Cfg_Apply(Upci_Punit_Cfg_t *pCfg, unsigned unitId)
{
    return operate(UPCI_KOP_PUNIT_CFG_APPLY, unitId, pCfg, sizeof(*pCfg));
}

int Kernel_Upci_Punit_Cfg_Attach(Upci_Punit_Cfg_t *pCfg, unsigned unitId)
{
    return operate(UPCI_KOP_PUNIT_CFG_ATTACH, unitId, pCfg, sizeof(*pCfg));
}

int Kernel_Upci_SetBgpmThread(void)
{
    return operate(UPCI_KOP_SETBGPMTHREAD, 0, NULL, 0);
}

int Kernel_Upci_ClearBgpmThread(void)
{
    return operate(UPCI_KOP_CLEARBGPMTHREAD, 0, NULL, 0);
}

int Kernel_Upci_Wait4MailboxEmpty(void)
{
    return operate(UPCI_KOP_WAIT4MAILBOX, 0, NULL, 0);
}

int Kernel_Upci_SetPmSig(int sig)
{
    return operate(UCPI_KOP_SETPMSIG, (uint64_t)sig, NULL, 0);
}

int Kernel_Upci_GetCNKCounts(Upci_CNKCtrType_t ctrType, PerfCountItem_t *ctrBuff, int buffLen)
{
    if (buffLen <= 0)
        return UPCI_EINV_PARM;
    return operate(UCPI_KOP_GETCNKCTRS, ctrType, ctrBuff, (size_t)buffLen * sizeof(*ctrBuff));
}
