/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file wu_mmio.h
 * @brief Registers of a core's wakeup unit (l2-atomics-wakeup-l1p 6).
 *
 * Indices count 8-byte registers from WAKEUP_BASE. N = 0..11 is an address comparator, i = 0..3 a thread of
 * the core. These registers are not mapped here: use the functions of wu/wait.h.
 */
#ifndef _WU_MMIO_H_
#define _WU_MMIO_H_

#include <hwi/include/common/bgq_bitnumbers.h>
#include <hwi/include/bqc/PhysicalMap.h>

/** Byte offset of the unit in the core's L1P page. */
#define WAKEUP_OFFSET_FROM_L1P 0x1c00
/** The unit in the privileged view. */
#define WAKEUP_BASE ((unsigned long *)(PHYMAP_MINADDR_L1P + PHYMAP_PRIVILEGEDOFFSET + WAKEUP_OFFSET_FROM_L1P))
/** The unit in the user view. */
#define WAKEUP_BASE_USER ((unsigned long *)(PHYMAP_MINADDR_L1P + WAKEUP_OFFSET_FROM_L1P))

/** Address of comparator @p N. */
#define WAC_BASE(N) (((N)*0x40) / 8)
/** Mask of significant address bits. */
#define WAC_ENABLE(N) ((0x20 + (N)*0x40) / 8)
/** Sets interrupts on a match. */
#define SET_GUARD (0x1e8 / 8)
/** Clears interrupts on a match. */
#define CLEAR_GUARD (0x1f0 / 8)
/** Registers writable by users. */
#define WU_USER_ACCESS (0x2c8 / 8)
/** Bus transactions watched by the comparators. */
#define WAC_TTYPES (0x2d0 / 8)
/** Events of thread @p i: write 1 to set (reads give the status), write 1 to clear. From bit 0: 12
 * comparators, 8 core-to-core, 4 MU, 4 aggregator, 4 software: pending; from bit 32 the same: enabled. */
#define SET_THREAD(i)   ((0x300 + (i)*0x40) / 8)
#define CLEAR_THREAD(i) ((0x320 + (i)*0x40) / 8)

/** Enables of a thread's four MU events, at their position. */
#define WU_DCR__THREAD0_WU_EVENT_SET__MU_WU_EN_set(v) _B4(55, v)
#define WU_DCR__THREAD0_WU_EVENT_CLR__MU_WU_EN_set(v) _B4(55, v)

#endif /* _WU_MMIO_H_ */
