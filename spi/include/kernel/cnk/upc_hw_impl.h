/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file upc_hw_impl.h
 * @brief Access to the counter units of a node (internal-headers 1). They have no registers here.
 */
#ifndef _KERNEL_UPC_HW_IMPL_H_
#define _KERNEL_UPC_HW_IMPL_H_

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include <cnk/include/SPI_syscalls.h>

#include "hwi/include/bqc/PhysicalMap.h"
#include "hwi/include/bqc/dcr_support.h"
#include "spi/include/kernel/cnk/kernel_impl.h"
#include "spi/include/kernel/location.h"
#include "spi/include/kernel/process.h"

/** Physical address of the central counter unit. */
#define UPC_C_MMIO_ADDR PHYMAP_MINADDR_UPC
/** Storage of variables of a thread. */
#define UPC_USER_THRLOCAL __thread
/** Stores to a device control register. */
#define DCRWriteCommon DCRWriteUser

/** Prints a message with the location @p loc, and ends the program. */
#define UPC_FATAL_ERRIMPL(loc, ...)                                                                          \
    do {                                                                                                     \
        UPC_CRITICAL_WARNIMPL(loc, __VA_ARGS__);                                                             \
        abort();                                                                                             \
    } while (0)
/** Prints a message with the location @p loc on standard error. */
#define UPC_CRITICAL_WARNIMPL(loc, ...)                                                                      \
    do {                                                                                                     \
        fprintf(stderr, "%s: ", (loc));                                                                      \
        fprintf(stderr, __VA_ARGS__);                                                                        \
        fprintf(stderr, "\n");                                                                               \
    } while (0)

__BEGIN_DECLS

/** Registers of the central unit; the interface gives no layout. */
typedef struct upc_c_mmio upc_c_mmio_t;
/** Registers of the unit of a core; the interface gives no layout. */
typedef struct upc_p_mmio upc_p_mmio_t;

/** The central unit: NULL. */
extern upc_c_mmio_t *const upc_c;
/** The unit of the caller's core: NULL. */
extern upc_p_mmio_t *const upc_p_local;

/** Registers of the core counters of @p unit, a core or UPC_LOCAL_UNIT. @return NULL: the unit has no such
 * registers */
static inline upc_p_mmio_t *UPC_P_Addr(int unit)
{
    (void)unit;
    return NULL;
}

/** Registers of the prefetcher counters of @p unit, a core or UPC_LOCAL_UNIT. @return NULL: the unit has no
 * such registers */
static inline void *UPC_L1p_Addr(int unit)
{
    (void)unit;
    return NULL;
}

__END_DECLS

#endif /* _KERNEL_UPC_HW_IMPL_H_ */
