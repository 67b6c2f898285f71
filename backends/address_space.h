/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file address_space.h
 * @brief Physical-address windows of a process: what an IOMMU would hold.
 *
 * A Message Unit sees 36-bit physical addresses (PA); a process has 47-bit virtual addresses (VA). The PA
 * space of a process is cut into granules of 64 MiB; a table gives the VA of each granule, so a
 * translation is a shift, a load and an addition. Inside one window, PA and VA differ by a constant.
 *
 *  - A VA below 2^36 is mapped to itself where possible (non-PIE programs assume PA == VA).
 *  - Other windows are handed out from the top of the PA space downwards.
 *  - One VA may lie in several windows (regions overlap and grow); every PA has at most one VA.
 *
 * Concurrency: the table is written under a lock and never changes an entry that is set, so translation
 * takes none: an acquire load of an entry pairs with the release store that published it.
 */
#ifndef EMUQ_ADDRESS_SPACE_H
#define EMUQ_ADDRESS_SPACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EMUQ_PA_BITS       36 /**< Width of a physical memory address. */
#define EMUQ_GRANULE_BITS  26 /**< Logarithm of the size of a granule. */
#define EMUQ_GRANULES      (1u << (EMUQ_PA_BITS - EMUQ_GRANULE_BITS)) /**< Entries of the table. */
#define EMUQ_GRANULE_BYTES (UINT64_C(1) << EMUQ_GRANULE_BITS)         /**< Size of a granule. */

/** The windows of one process. Opaque except to emuq_translate(). */
typedef struct emuq_address_space {
    /** VA of each granule with bit 0 set, or 0 for "no window here". */
    uintptr_t granule[EMUQ_GRANULES];
    struct emuq_windows *windows; /**< Bookkeeping of the windows handed out. */
} emuq_address_space_t;

/** One window: the @c bytes bytes from @c va are seen by the Message Unit from @c pa. */
typedef struct emuq_window {
    uintptr_t va;
    uint64_t pa;
    uint64_t bytes;
} emuq_window_t;

/** @return a new, empty address space, or NULL without memory. */
emuq_address_space_t *emuq_address_space_new(void);
/** Frees an address space that no Message Unit uses any more; NULL is allowed. */
void emuq_address_space_free(emuq_address_space_t *space);

/**
 * Finds or makes a window around [va, va + bytes).
 * @param bytes  at least 1; 0 counts as 1.
 * @param window filled on success; may begin before @p va and end behind the range.
 * @return 0; -EINVAL if the first byte is not mapped memory; -ENOSPC if no PA is left. Thread-safe.
 */
int emuq_address_space_map(emuq_address_space_t *space, const void *va, size_t bytes, emuq_window_t *window);

/** Whether every page of [va, va + bytes) is mapped memory of this Linux process. 0 bytes count as 1. */
bool emuq_is_mapped(const void *va, size_t bytes);

/** Slow path of emuq_translate(): ranges over granule ends, and identity windows made on demand.
 *  @return the VA, or NULL if some byte of the range is in no window. Thread-safe. */
void *emuq_translate_slow(const emuq_address_space_t *space, uint64_t pa, uint64_t bytes);

/** VA for @p pa, valid for @p bytes (1 or more) bytes, or NULL if the range is not in the windows. */
static inline void *emuq_translate(const emuq_address_space_t *space, uint64_t pa, uint64_t bytes)
{
    uint64_t last = pa + bytes - 1;
    if (__builtin_expect(last >> EMUQ_GRANULE_BITS == pa >> EMUQ_GRANULE_BITS, 1) &&
        __builtin_expect(pa >> EMUQ_PA_BITS == 0, 1)) {
        /* Acquire: pairs with the release store in emuq_address_space_map(). */
        uintptr_t base = __atomic_load_n(&space->granule[pa >> EMUQ_GRANULE_BITS], __ATOMIC_ACQUIRE);
        if (__builtin_expect(base != 0, 1))
            return (void *)((base & ~(uintptr_t)1) + (uintptr_t)(pa & (EMUQ_GRANULE_BYTES - 1)));
    }
    return emuq_translate_slow(space, pa, bytes);
}

#endif /* EMUQ_ADDRESS_SPACE_H */
