/* SPDX-License-Identifier: BSD-3-Clause */
/** @file memregion.h
 *  @brief What is in a pami_memregion_t. */
#ifndef EMUQ_PAMI_CORE_MEMREGION_H
#define EMUQ_PAMI_CORE_MEMREGION_H

#include <stdint.h>
#include <string.h>

#include <pami.h>

/** A region, as bytes. */
typedef struct emuq_pami_memregion {
    uint64_t pa; /**< of its first byte, in its process */
} emuq_pami_memregion_t;

/** Physical address in a region. The client's object need not be aligned. */
static inline uint64_t emuq_pami_memregion_pa(const pami_rma_mr_t *at)
{
    emuq_pami_memregion_t region;
    memcpy(&region, at->mr, sizeof region);
    return region.pa + at->offset;
}

#endif /* EMUQ_PAMI_CORE_MEMREGION_H */
