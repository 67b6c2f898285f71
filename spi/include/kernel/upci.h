/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file upci.h
 * @brief What the performance-counter library asks of the kernel (kernel-misc 6). The counters that exist
 * here, those of the Message Unit and of the links, need no kernel call (spi/include/upci): every call
 * returns ENOSYS.
 */
#ifndef _SPI_KERNEL_UPCI_H_
#define _SPI_KERNEL_UPCI_H_

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cnk/include/Config.h>

#include "spi/include/kernel/cnk/any_parameters.h"
#include "spi/include/kernel/cnk/kernel_impl.h"
#include "spi/include/kernel/upc_hw.h"
#include "spi/include/upci/err.h"
#include "spi/include/upci/events.h"
#include "spi/include/upci/upc_evttbl.h"

__BEGIN_DECLS

/** Signal of a counter that overflows, unless Kernel_Upci_SetPmSig() chooses another. */
#define UPCI_DEFAULT_PM_SIGNAL 34

/* The specification names these calls without their parameters. */
#ifndef __cplusplus
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#endif
int Kernel_Upci_ResetInts(EMUQ_ANY_PARAMETERS);         /**< @return ENOSYS */
int Kernel_Upci_GetNodeParms(EMUQ_ANY_PARAMETERS);      /**< @return ENOSYS */
int Kernel_Upci_GetKDebug(EMUQ_ANY_PARAMETERS);         /**< @return ENOSYS */
int Kernel_Upci_Mode_Init(EMUQ_ANY_PARAMETERS);         /**< @return ENOSYS */
int Kernel_Upci_Mode_Free(EMUQ_ANY_PARAMETERS);         /**< @return ENOSYS */
int Kernel_Upci_A2PC_ApplyRegs(EMUQ_ANY_PARAMETERS);    /**< @return ENOSYS */
int Kernel_Upci_A2PC_GetRegs(EMUQ_ANY_PARAMETERS);      /**< @return ENOSYS */
int Kernel_Upci_Punit_Cfg_Apply(EMUQ_ANY_PARAMETERS);   /**< @return ENOSYS */
int Kernel_Upci_Punit_Cfg_Attach(EMUQ_ANY_PARAMETERS);  /**< @return ENOSYS */
int Kernel_Upci_SetBgpmThread(EMUQ_ANY_PARAMETERS);     /**< @return ENOSYS */
int Kernel_Upci_ClearBgpmThread(EMUQ_ANY_PARAMETERS);   /**< @return ENOSYS */
int Kernel_Upci_Wait4MailboxEmpty(EMUQ_ANY_PARAMETERS); /**< @return ENOSYS */
int Kernel_Upci_SetPmSig(EMUQ_ANY_PARAMETERS);          /**< @return ENOSYS */
int Kernel_Upci_GetCNKCounts(EMUQ_ANY_PARAMETERS);      /**< @return ENOSYS */
#ifndef __cplusplus
#pragma GCC diagnostic pop
#endif

__END_DECLS

#endif /* _SPI_KERNEL_UPCI_H_ */
