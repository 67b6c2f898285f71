/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file upci.h
 * @brief Kernel calls of the performance-counter library (kernel-misc 6, internal-headers 4). The emulated
 * counters (Message Unit and links) need no kernel calls.
 */
#ifndef _SPI_KERNEL_UPCI_H_
#define _SPI_KERNEL_UPCI_H_

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cnk/include/Config.h>
#include <cnk/include/kcounters.h>

#include "spi/include/kernel/cnk/kernel_impl.h"
#include "spi/include/kernel/cnk/upci_impl.h"
#include "spi/include/kernel/upc_hw.h"
#include "spi/include/upci/err.h"
#include "spi/include/upci/mode.h"
#include "spi/include/upci/node_parms.h"
#include "spi/include/upci/punit_config.h"
#include "spi/include/upci/upc_a2_pc.h"

__BEGIN_DECLS

/** Default signal of a counter overflow; see Kernel_Upci_SetPmSig(). */
#define UPCI_DEFAULT_PM_SIGNAL 34

/** Operations of the kernel call UPCI_OP. */
typedef enum Upci_Kops {
    UPCI_KOP_UNDEF = 0,            /**< none */
    UPCI_KOP_RESETINTS = 1,        /**< Kernel_Upci_ResetInts() */
    UCPI_KOP_GETPARMS = 2,         /**< Kernel_Upci_GetNodeParms() */
    UCPI_KOP_MODEINIT = 3,         /**< Kernel_Upci_Mode_Init() */
    UPCI_KOP_A2PC_APPLY = 4,       /**< Kernel_Upci_A2PC_ApplyRegs() */
    UPCI_KOP_A2PC_GET = 5,         /**< Kernel_Upci_A2PC_GetRegs() */
    UPCI_KOP_PUNIT_CFG_APPLY = 6,  /**< Kernel_Upci_Punit_Cfg_Apply() */
    UPCI_KOP_PUNIT_CFG_ATTACH = 7, /**< Kernel_Upci_Punit_Cfg_Attach() */
    UPCI_KOP_MODEFREE = 8,         /**< Kernel_Upci_Mode_Free() */
    UPCI_KOP_SETBGPMTHREAD = 9,    /**< Kernel_Upci_SetBgpmThread() */
    UPCI_KOP_CLEARBGPMTHREAD = 10, /**< Kernel_Upci_ClearBgpmThread() */
    UPCI_KOP_WAIT4MAILBOX = 11,    /**< Kernel_Upci_Wait4MailboxEmpty() */
    UCPI_KOP_GETKDEBUG = 12,       /**< Kernel_Upci_GetKDebug() */
    UCPI_KOP_SETPMSIG = 13,        /**< Kernel_Upci_SetPmSig() */
    UCPI_KOP_GETCNKCTRS = 14       /**< Kernel_Upci_GetCNKCounts() */
} Upci_Kops_t;

/** Owner of a counter of the kernel. */
typedef enum Upci_CNKCtrType {
    CNKCtrNode = 0, /**< the node */
    CNKCtrProc = 1, /**< the process */
    CNKCtrHWT = 2   /**< the hardware thread */
} Upci_CNKCtrType_t;

/** Registers and state for the debugging of the counter library. */
typedef struct Upci_KDebug {
    uint64_t xucr1;        /**< register of the core: 0 */
    uint64_t iullcr;       /**< register of the core: 0 */
    uint64_t jobid;        /**< Kernel_GetJobID() */
    uint32_t coreInitMask; /**< cores with counters: CONFIG_MAX_CORES_MASK */
} Upci_KDebug_t;

/** An initial value of Upci_KDebug_t. */
#define UPCI_KDEBUG_INIT                                                                                     \
    {                                                                                                        \
        0, 0, 0, 0                                                                                           \
    }

/** Data of UCPI_KOP_MODEINIT. */
typedef struct Upci_ModeInitData {
    unsigned upcMode;       /**< mode of the units */
    UPC_Ctr_Mode_t ctrMode; /**< control of the counters */
    unsigned unit;          /**< core, or UPC_LOCAL_UNIT */
} Upci_ModeInitData_t;

/** @name Calls; int results: 0, a negated errno or a UPCI_ code
 *  @{ */
/** Clears interrupts of the counters. */
int Kernel_Upci_ResetInts(uint64_t intStatusMask);
/** @param pNodeParms set to clocks and configuration of the node. */
int Kernel_Upci_GetNodeParms(Upci_Node_Parms_t *pNodeParms);
/** @param pKDebug set to state for debugging. */
int Kernel_Upci_GetKDebug(Upci_KDebug_t *pKDebug);
/** Chooses the mode of the counters. @return UPCI_EINV_PARM: there is no such mode. */
int Kernel_Upci_Mode_Init(unsigned upcMode, UPC_Ctr_Mode_t ctrMode, unsigned unit);
/** Releases the mode. */
int Kernel_Upci_Mode_Free(void);
/** Selects the counter signals of the caller's hardware thread. */
int Kernel_Upci_A2PC_ApplyRegs(Upci_A2PC_t *pA2pc);
/** @param pA2pcVal set to the selected signals. */
int Kernel_Upci_A2PC_GetRegs(Upci_A2PC_Val_t *pA2pcVal);
/** Applies a configuration of the counters of a core. */
int Kernel_Upci_Punit_Cfg_Apply(Upci_Punit_Cfg_t *pCfg, unsigned unitId);
/** Attaches to a configuration of the counters of a core. */
int Kernel_Upci_Punit_Cfg_Attach(Upci_Punit_Cfg_t *pCfg, unsigned unitId);
/** Requests overflow signals for the calling thread. */
int Kernel_Upci_SetBgpmThread(void);
/** Ends overflow signals to the calling thread. */
int Kernel_Upci_ClearBgpmThread(void);
/** Does nothing: the kernel's mailbox is always empty. */
int Kernel_Upci_Wait4MailboxEmpty(void);
/** Chooses the signal of overflows; accepted, without effect on BGPM (BGPM_SIGNAL). @return -EINVAL: not a
 * signal number. */
int Kernel_Upci_SetPmSig(int sig);
/** Reads counters of the kernel: 0 each. @param ctrBuff set to ids, in order, and values. @param buffLen
 * number of elements. @return UPCI_EINV_PARM: undefined kind, or too many counters. */
int Kernel_Upci_GetCNKCounts(Upci_CNKCtrType_t ctrType, PerfCountItem_t *ctrBuff, int buffLen);
/** @} */

__END_DECLS

#endif /* _SPI_KERNEL_UPCI_H_ */
