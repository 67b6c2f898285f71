/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file wait.h
 * @brief The wakeup unit: events for ppc_wait() (l2-atomics-wakeup-l1p 6).
 *
 * A thread arms events, tests its condition, and waits if not satisfied, in a loop: spurious wake-ups
 * occur. An event between arming and waiting is not lost.
 *
 * Here a wait ends when an armed Message Unit interrupt has occurred, or a message has arrived at the node
 * while an address is armed; and after a fraction of a millisecond, because plain stores to the armed line
 * are not watched: the program's test detects these. If ranks share cores, idle waits for an address grow
 * up to 8 milliseconds. All functions act on the calling thread's hardware thread.
 */
#ifndef _SPI_WU_WAIT_H_
#define _SPI_WU_WAIT_H_

#include "spi/include/kernel/cnk/kernel_impl.h"
#include "hwi/include/bqc/dcr_support.h"
#include "hwi/include/bqc/wu_mmio.h"
#include "spi/include/kernel/location.h"
#include "spi/include/kernel/memory.h"

__BEGIN_DECLS

/** Arms the thread's address comparator: a store to a matching line ends a wait.
 * @param physical_address address to watch, of a memory region.
 * @param mask significant bits of the address; ~((1 << k) - 1) watches 2^k bytes, k at least 6; 0 watches
 * everything. */
void WU_ArmWithAddress(uint64_t physical_address, uint64_t mask);

/** Adds Message Unit events of the caller's core: 8, 4, 2, 1 are the interrupts of its subgroups 0, 1, 2,
 *  3, if enabled by Kernel_Configure...Interrupts(). */
void WU_ArmMU(uint64_t bits);

/** Disarms Message Unit events. */
void WU_DisarmMU(uint64_t bits);

/** Same as WU_ArmMU(); the privileged view of the machine has the same registers. */
void WU_ArmMU_system(uint64_t bits);

__END_DECLS

#endif /* _SPI_WU_WAIT_H_ */
