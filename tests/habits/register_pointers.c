/* SPDX-License-Identifier: BSD-3-Clause */
/* Pointers to registers made of the address macros, with stores through the pointers. */
#include <hwi/include/bqc/MU_Macros.h>
#include <hwi/include/bqc/PhysicalMap.h>
#include <hwi/include/bqc/l1p_mmio.h>

#include "common.h"

int main(void)
{
    uint64_t thread = Kernel_ProcessorThreadID();
    volatile uint64_t *control =
        (volatile uint64_t *)(Kernel_L1pBaseAddress() + L1P_PP_CTRL + thread * L1P_PP_THREADOFFSET);
    volatile uint64_t *status =
        (volatile uint64_t *)(uintptr_t)((BGQ_MU_STATUS_CONTROL_REGS_START_OFFSET(15, 3)) &
                                         ~PHYMAP_PRIVILEGEDOFFSET);
    *control = L1P_PP_CTRL_PAUSE;
    *control = 0;
    status[5] = 0; /* clears no interrupt */
    out64_sync((uint64_t *)(uintptr_t)control, L1P_PP_CTRL_INHIBIT);
    barrier();
    return 0;
}
