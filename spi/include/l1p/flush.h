/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file flush.h
 * @brief Pushes memory accesses out of the core (l2-atomics-wakeup-l1p 7).
 */
#ifndef _L1P_FLUSH_H_
#define _L1P_FLUSH_H_

#include <sys/types.h>

#include "hwi/include/bqc/A2_inlines.h"
#include "hwi/include/bqc/MU_Macros.h"
#include "spi/include/l1p/types.h"

__BEGIN_DECLS

/** Completes all earlier loads and stores of the calling thread: a full memory barrier. */
__INLINE__ void L1P_FlushRequests(void)
{
    ppc_msync();
}

__END_DECLS

#endif /* _L1P_FLUSH_H_ */
