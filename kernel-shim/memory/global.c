/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kernel-shim/memory/global.h"

#include <sys/mman.h>

#include "spi/include/kernel/memory.h"

static bool is_mapped;

static bool map_share(const emuq_arena_t *arena, const emuq_address_space_t *space, uint32_t member)
{
    emuq_backed_window_t w;
    uint64_t most = space->count << EMUQ_GRANULE_BITS;
    if (emuq_arena_window(arena, member, &w) != 0)
        return false;
    void *wanted = (void *)(uintptr_t)(CONFIG_GLOBAL_BASE + (space->first << EMUQ_GRANULE_BITS));
    size_t bytes = w.bytes < most ? w.bytes : most;
    void *got = mmap(wanted, bytes, PROT_READ, MAP_SHARED | MAP_NORESERVE | MAP_FIXED_NOREPLACE, w.fd,
                     (off_t)w.offset);
    if (got == wanted) {
        madvise(got, bytes, MADV_DONTDUMP); /* core files would hold all processes of the node */
        return true;
    }
    if (got != MAP_FAILED) /* kernels before 4.17 take the address for a hint */
        munmap(got, bytes);
    return false;
}

void emuq_global_map(const emuq_memory_t *memory, const emuq_arena_t *arena, uint32_t first_member)
{
    is_mapped = true;
    for (uint32_t i = 0; i < EMUQ_SHARES_MOST && memory->space[i] != NULL && is_mapped; i++)
        is_mapped = map_share(arena, memory->space[i], first_member + i);
}

/* Whether a process shares any of the bytes, if it has no window there yet: they have aliases in its window
 * of the arena. */
static bool will_be_shared(const emuq_address_space_t *space, uint64_t pa, uint64_t bytes)
{
    uint64_t first = pa - (space->first << EMUQ_GRANULE_BITS);
    for (int i = 0; i < EMUQ_SHARED_RANGES; i++) {
        const emuq_shared_range_t *r = &space->shared[i];
        uint64_t begin = r->alias - space->window;
        if (first < begin + r->bytes && first + bytes > begin)
            return true;
    }
    return false;
}

/* Whether a process shares any of the bytes. Memory that it does not share may have windows of physical
 * addresses that its heap does not use. */
static bool is_shared(const emuq_address_space_t *space, uint64_t pa, uint64_t bytes)
{
    for (uint64_t at = pa, next; at < pa + bytes; at = next) {
        const uint64_t slot = at >> EMUQ_GRANULE_BITS, offset = at & (EMUQ_GRANULE_BYTES - 1);
        const emuq_granule_t *g = &space->memory->granule[slot];
        next = (slot + 1) << EMUQ_GRANULE_BITS;
        uint64_t behind = offset + ((next < pa + bytes ? next : pa + bytes) - at);
        /* Acquire: pairs with the releases in address_space.c. */
        if (__atomic_load_n(&g->va, __ATOMIC_ACQUIRE) == 0) {
            if (will_be_shared(space, at, behind - offset))
                return true;
        } else if (offset < __atomic_load_n(&g->high, __ATOMIC_ACQUIRE) &&
                   behind > __atomic_load_n(&g->low, __ATOMIC_RELAXED) &&
                   g->alias == space->window + ((slot - space->first) << EMUQ_GRANULE_BITS)) {
            return true;
        }
    }
    return false;
}

void *emuq_global_address(const emuq_address_space_t *own, uint64_t pa, uint64_t bytes)
{
    if (!own->is_private)
        return emuq_translate_local(own, pa, bytes);
    const emuq_address_space_t *space = emuq_space_of(own->memory, pa);
    if (!is_mapped || space == NULL || !is_shared(space, pa, bytes))
        return NULL;
    return (void *)(uintptr_t)(CONFIG_GLOBAL_BASE + pa);
}
