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

/** Makes a record of an operation. @param what `local`, `bytes`, `tag`, `peer` and `is_get` count
 * @param keep how many records have to stay free: 0 for a thread that has the ring's lock and has seen that
 * there is one, 1 for others, so that this stays true
 * @return its magic; 0: there is no record for it */
static inline uint64_t apenet_operation_begin(apenet_card_t *card, const apenet_operation_t *what,
                                              uint32_t keep)
{
    uint64_t magic = 0;
    emuq_light_lock(&card->lock);
    if (card->open_operations + keep < APENET_OPERATIONS) {
        uint32_t number = card->next_operation;
        while (card->operation[number].is_open)
            number = (number + 1) % APENET_OPERATIONS;
        card->next_operation = (number + 1) % APENET_OPERATIONS;
        apenet_operation_t *o = &card->operation[number];
        o->local = what->local;
        o->bytes = what->bytes;
        o->tag = what->tag;
        o->peer = what->peer;
        o->is_get = what->is_get;
        o->is_open = true;
        __atomic_store_n(&card->open_operations, card->open_operations + 1, __ATOMIC_RELAXED);
        magic = apenet_magic(o->generation, card->pid, number);
    }
    emuq_light_unlock(&card->lock);
    return magic;
}

/** Takes a record back, of which no card knows. */
static inline void apenet_operation_end(apenet_card_t *card, uint64_t magic)
{
    emuq_light_lock(&card->lock);
    apenet_operation_t *o = &card->operation[apenet_magic_number(magic)];
    o->is_open = false;
    o->generation++;
    __atomic_store_n(&card->open_operations, card->open_operations - 1, __ATOMIC_RELAXED);
    emuq_light_unlock(&card->lock);
}

#endif /* APENET_DRIVER_OPERATIONS_H */
