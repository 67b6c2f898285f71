/* SPDX-License-Identifier: BSD-3-Clause */
/* Physical addresses where a Message Unit reaches an aperture alone: they follow from where a byte's alias
 * lies in it, so there is no table to keep. */
#include <errno.h>

#include "backends/address_space.h"

static uint64_t pa_of(const emuq_address_space_t *space, const emuq_shared_range_t *range)
{
    return space->aperture.pa + (range->alias - space->aperture.va);
}

int emuq_aperture_map(const emuq_address_space_t *space, const void *va, emuq_window_t *window)
{
    for (int i = 0; i < EMUQ_SHARED_RANGES; i++) {
        const emuq_shared_range_t *r = &space->shared[i];
        if ((uintptr_t)va - r->va < r->bytes) {
            *window = (emuq_window_t){r->va, pa_of(space, r), r->bytes};
            return 0;
        }
    }
    return -EACCES;
}

void *emuq_aperture_translate(const emuq_address_space_t *space, uint64_t pa, uint64_t bytes)
{
    for (int i = 0; i < EMUQ_SHARED_RANGES; i++) {
        const emuq_shared_range_t *r = &space->shared[i];
        uint64_t offset = pa - pa_of(space, r);
        if (offset < r->bytes && bytes <= r->bytes - offset)
            return (void *)(r->va + (uintptr_t)offset);
    }
    return NULL;
}
