/* SPDX-License-Identifier: BSD-3-Clause */
/** @file operations.h  Operations of a process that are not complete. */
#ifndef APENET_DRIVER_OPERATIONS_H
#define APENET_DRIVER_OPERATIONS_H

#include "apenet/driver/driver.h"

/** Whether an operation uses a part of [va, va + bytes). The caller has the process's lock. */
static inline bool apenet_is_in_use(const apenet_card_t *card, uint64_t va, uint64_t bytes)
{
    for (uint32_t i = 0; i < APENET_OPERATIONS; i++) {
        const apenet_operation_t *o = &card->operation[i];
        if (o->is_open && o->local < va + bytes && va < o->local + o->bytes)
            return true;
    }
    return false;
}

#endif /* APENET_DRIVER_OPERATIONS_H */
