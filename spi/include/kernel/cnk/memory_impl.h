/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file memory_impl.h
 * @brief The per-process cache of memory regions (kernel-location-process-memory 5).
 *
 * On the machine these are variables of the library. Here a rank is not always a process: each name is an
 * lvalue of the calling thread's process. Programs only read; Kernel_CreateMemoryRegion() fills the cache.
 */
#ifndef _EMUQ_MEMORY_IMPL_H_
#define _EMUQ_MEMORY_IMPL_H_

#include <stdint.h>
#include <stdio.h>

#include <cnk/include/Config.h>
#include <cnk/include/SPI_syscalls.h>

#include "hwi/include/bqc/PhysicalMap.h"
#include "hwi/include/bqc/l1p_mmio.h"
#include "hwi/include/common/compiler_support.h"
#include "spi/include/kernel/cnk/emuq_process_data.h"
#include "spi/include/kernel/cnk/kernel_impl.h"

__BEGIN_DECLS

/** Capacity of the cache, in regions. */
#define CNKSPI_MAX_NUM_CACHED_MEMORY_REGIONS 5

/** A region. */
typedef struct CNKSPI_MemoryRegionCacheElement {
    void *startPtr; /**< first byte, virtual */
    void *endPtr;   /**< last byte, virtual */
    void *PA;       /**< physical address of the first byte */
    uint64_t bytes; /**< length */
} CNKSPI_MemoryRegionCacheElement_t;

/** The cache of one process; all zero is an empty cache. */
typedef struct {
    volatile uint32_t lock; /**< lock of the cache: 1 while held */
    uint32_t elements;      /**< regions in the cache */
    uint32_t accessed;      /**< index of the region of the last hit */
    CNKSPI_MemoryRegionCacheElement_t element[CNKSPI_MAX_NUM_CACHED_MEMORY_REGIONS];
} emuq_region_cache_t;

/** @return the cache of the calling thread's process. */
static inline emuq_region_cache_t *emuq_region_cache(void)
{
    return (emuq_region_cache_t *)emuq_process_slot(EMUQ_SLOT_REGION_CACHE);
}

/** The cached regions. */
#define _cnkspi_MemoryRegionCache (emuq_region_cache()->element)
/** Number of cached regions. */
#define _cnkspi_MemoryRegionCacheNumElements (emuq_region_cache()->elements)
/** Index of the region of the last hit. */
#define _cnkspi_MemoryRegionCacheLastAccessedElementNumber (emuq_region_cache()->accessed)
/** 1 while the cache is locked. */
#define _cnkspi_MemoryRegionCacheLock (emuq_region_cache()->lock)

__END_DECLS

#endif /* _EMUQ_MEMORY_IMPL_H_ */
