/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "apenet/card/bus.h"

#include <string.h>
#include <sys/uio.h>

#include "apenet/card/gpu.h"

/* Memory of another process that does not share it with all. The number of a process that has left may be
 * another one's by now. */
static bool find_private(const apenet_device_t *d, uint64_t pa, uint64_t bytes, apenet_place_t *place)
{
    const emuq_address_space_t *space = emuq_exclusive_owner(d->memory, pa);
    uint64_t offset = pa & (EMUQ_GRANULE_BYTES - 1);
    if (space == NULL || !d->machine->is_shared || bytes > EMUQ_GRANULE_BYTES - offset)
        return false;
    /* Acquire: pairs with the release of the process that has made the window. */
    uintptr_t va = __atomic_load_n(&d->memory->granule[pa >> EMUQ_GRANULE_BITS].va, __ATOMIC_ACQUIRE);
    if ((va & EMUQ_GRANULE_MAPPED) == 0)
        return false;
    place->at = NULL;
    place->va = (va & ~EMUQ_GRANULE_MAPPED) + offset;
    /* Acquire: pairs with the release of the process that has opened its card: it may be read by then. */
    place->pid = __atomic_load_n(&d->machine->pid[space->member], __ATOMIC_ACQUIRE);
    return place->pid != 0;
}

bool apenet_bus_find_slow(const apenet_device_t *d, uint64_t bus, uint64_t bytes, apenet_use_t use,
                          apenet_place_t *place)
{
    if (bus >> EMUQ_PA_BITS == 0)
        return find_private(d, bus, bytes, place);
    if (bus >= APENET_GPU_BUS) {
        *place = apenet_place_of(apenet_gpu_on_bus(d, bus, bytes));
        return place->at != NULL;
    }
    uint64_t offset = bus - (uintptr_t)d->kernel;
    if (use != APENET_USE_ALL || offset >= d->kernel_bytes || bytes > d->kernel_bytes - offset)
        return false;
    *place = apenet_place_of(d->kernel + offset);
    return true;
}

bool apenet_bus_is_of(const apenet_device_t *d, uint64_t bus, uint32_t pid)
{
    if (bus >> EMUQ_PA_BITS != 0 || !d->machine->is_shared)
        return bus < APENET_GPU_BUS;
    const emuq_address_space_t *space = emuq_space_of(d->memory, bus);
    return space != NULL && space->member == d->number * d->machine->pids + pid;
}

/* The bytes of `other` are read to `mine`, or written from there. */
static bool carry(void *mine, const apenet_place_t *other, uint32_t bytes, bool is_write)
{
    struct iovec here = {mine, bytes}, there = {(void *)other->va, bytes};
    ssize_t n = is_write ? process_vm_writev(other->pid, &here, 1, &there, 1, 0)
                         : process_vm_readv(other->pid, &here, 1, &there, 1, 0);
    return n == (ssize_t)bytes;
}

void apenet_copy_end(apenet_copy_t *c)
{
    if (c->bytes != 0)
        memmove(c->to, c->from, c->bytes);
    c->bytes = 0;
}

bool apenet_copy_begin(apenet_copy_t *c, const apenet_place_t *to, const apenet_place_t *from, uint32_t bytes)
{
    apenet_copy_end(c);
    if (to->at == NULL || from->at == NULL)
        return apenet_bus_copy(to, from, bytes);
    *c = (apenet_copy_t){to->at, from->at, bytes};
    return true;
}

bool apenet_bus_copy(const apenet_place_t *to, const apenet_place_t *from, uint32_t bytes)
{
    if (to->at != NULL && from->at != NULL) {
        memmove(to->at, from->at, bytes);
        return true;
    }
    if (to->at != NULL)
        return carry(to->at, from, bytes, false);
    if (from->at != NULL)
        return carry(from->at, to, bytes, true);
    char buffer[APENET_PAYLOAD_BYTES];
    return bytes <= sizeof buffer && carry(buffer, from, bytes, false) && carry(buffer, to, bytes, true);
}
