/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file bus.h
 * @brief Memory as a card sees it, by bus address.
 *
 *  - Up to 36 bits: physical memory of the node (backends/address_space.h). What a process shares, all
 * processes reach; the rest is reached through the system calls by which processes read each other's memory.
 *  - An address in the driver's memory of this card is its own bus address.
 *  - From ::APENET_GPU_BUS on: memory of GPUs.
 */
#ifndef APENET_CARD_BUS_H
#define APENET_CARD_BUS_H

#include "apenet/card/device.h"

/** Where bytes are. */
typedef struct apenet_place {
    char *at; /**< for all processes; NULL: only process `pid` has them, at `va` */
    uintptr_t va;
    int32_t pid;
} apenet_place_t;

/** Who may use an address. */
typedef enum apenet_use {
    APENET_USE_MEMORY, /**< physical memory and that of GPUs: targets of messages */
    APENET_USE_ALL     /**< the driver's memory too: sources, ring, queue */
} apenet_use_t;

/** Whether an address is physical memory of process @p pid of the node, or the driver's. Ranks that are
 * threads share all. */
bool apenet_bus_is_of(const apenet_device_t *d, uint64_t bus, uint32_t pid);

/** Copies bytes. @return false: a process has ended, or has no memory there; a part may have been copied */
bool apenet_bus_copy(const apenet_place_t *to, const apenet_place_t *from, uint32_t bytes);

/** Bytes that are still to be copied: those of packets that follow one another at both ends are one copy.
 * Zeros: none. It has the effects of the copies that it was made from, in their order. */
typedef struct apenet_copy {
    char *to;
    const char *from;
    uint64_t bytes;
} apenet_copy_t;

/** The rest of apenet_copy_add(): a copy that does not go on with the one before. */
bool apenet_copy_begin(apenet_copy_t *c, const apenet_place_t *to, const apenet_place_t *from,
                       uint32_t bytes);

/** Adds a copy. What comes next at both ends is a part of one copy, unless an earlier part is written to
 * where a later one is read. @return as apenet_bus_copy() */
static inline bool apenet_copy_add(apenet_copy_t *c, const apenet_place_t *to, const apenet_place_t *from,
                                   uint32_t bytes)
{
    if (c->bytes == 0 || to->at != c->to + c->bytes || from->at != c->from + c->bytes ||
        (uintptr_t)c->to - (uintptr_t)c->from < c->bytes + bytes)
        return apenet_copy_begin(c, to, from, bytes);
    c->bytes += bytes;
    return true;
}

/** Copies what is left. */
void apenet_copy_end(apenet_copy_t *c);

/** The place @p bytes behind a place. */
static inline apenet_place_t apenet_place_behind(apenet_place_t place, uint32_t bytes)
{
    if (place.at != NULL)
        place.at += bytes;
    place.va += bytes;
    return place;
}

/** The place of memory that all processes see. */
static inline apenet_place_t apenet_place_of(void *p)
{
    apenet_place_t place = {p, 0, 0};
    return place;
}

/** apenet_bus_find() of what is no physical memory that all processes see. */
bool apenet_bus_find_slow(const apenet_device_t *d, uint64_t bus, uint64_t bytes, apenet_use_t use,
                          apenet_place_t *place);

/** Finds memory of a card. @return false: there is none. The bytes do not cross the end of a granule. */
static inline bool apenet_bus_find(const apenet_device_t *d, uint64_t bus, uint64_t bytes, apenet_use_t use,
                                   apenet_place_t *place)
{
    void *at = bus >> EMUQ_PA_BITS == 0 ? emuq_translate(d->memory, bus, bytes) : NULL;
    *place = apenet_place_of(at);
    return at != NULL || apenet_bus_find_slow(d, bus, bytes, use, place);
}

#endif /* APENET_CARD_BUS_H */
