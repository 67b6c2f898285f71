/* SPDX-License-Identifier: BSD-3-Clause */
#include "apenet/card/gpu.h"

#include <errno.h>

#define PAGE ((uint64_t)APENET_GPU_PAGE_BYTES)

static uint64_t offset_of(uint64_t address)
{
    return address & ((UINT64_C(1) << APENET_GPU_BITS) - 1);
}

static uint64_t address_of(uint32_t gpu, uint32_t page)
{
    return APENET_GPU_VA + ((uint64_t)gpu << APENET_GPU_BITS) + page * PAGE;
}

static uint32_t pages_of(const apenet_gpu_t *g)
{
    return (uint32_t)(g->bytes / PAGE);
}

/* Makes the memory with the first block. The caller has the lock. */
static int make(const apenet_device_t *d, apenet_gpu_t *g)
{
    emuq_arena_t *arena = d->machine->arena;
    if (g->base != NULL)
        return 0;
    if (g->page == NULL)
        g->page = emuq_arena_alloc(arena, pages_of(g) * sizeof *g->page, 64);
    char *base = g->page != NULL ? emuq_arena_alloc(arena, g->bytes, PAGE) : NULL;
    /* Release: pairs with the acquire of cards that find memory. */
    __atomic_store_n(&g->base, base, __ATOMIC_RELEASE);
    return base != NULL ? 0 : -ENOMEM;
}

/* The first page of the first gap of so many pages, or the number of pages. */
static uint32_t find_gap(const apenet_gpu_t *g, uint64_t pages)
{
    uint32_t all = pages_of(g), first = 0;
    for (uint32_t i = 0; i < all && i - first < pages; i++)
        if (g->page[i].owner != 0)
            first = i + 1;
    return pages <= all && first <= all - pages ? first : all;
}

static void set_owner(apenet_gpu_t *g, uint32_t first, uint64_t pages, uint32_t owner)
{
    for (uint32_t i = 0; i < pages; i++)
        g->page[first + i] = (apenet_gpu_page_t){first, owner};
}

/* The page of an address, or NULL: there is no memory. The caller has the lock. */
static const apenet_gpu_page_t *page_at(const apenet_gpu_t *g, uint64_t va)
{
    uint64_t offset = offset_of(va);
    return g->base != NULL && offset < g->bytes ? &g->page[offset / PAGE] : NULL;
}

/* Pages of the block of a process that begins at an address; 0: there is none. The caller has the lock. */
static uint32_t block(const apenet_gpu_t *g, uint32_t pid, uint64_t va)
{
    const apenet_gpu_page_t *p = page_at(g, va);
    uint32_t first = (uint32_t)(offset_of(va) / PAGE), pages = 0;
    if (p == NULL || va % PAGE != 0 || p->owner != pid + 1 || p->first != first)
        return 0;
    while (first + pages < pages_of(g) && p[pages].owner != 0 && p[pages].first == first)
        pages++;
    return pages;
}

int apenet_gpu_take(apenet_device_t *d, uint32_t gpu, uint32_t pid, uint64_t bytes, uint64_t *va)
{
    if (gpu >= APENET_GPUS || d->gpu[gpu].bytes == 0)
        return -ENXIO;
    apenet_gpu_t *g = &d->gpu[gpu];
    uint64_t pages = bytes / PAGE + (bytes % PAGE != 0);
    emuq_shared_lock(&g->lock);
    int rc = make(d, g);
    uint32_t first = rc == 0 ? find_gap(g, pages) : 0;
    if (rc == 0 && first == pages_of(g))
        rc = -ENOMEM;
    if (rc == 0) {
        set_owner(g, first, pages, pid + 1);
        *va = address_of(gpu, first);
    }
    emuq_shared_unlock(&g->lock);
    return rc;
}

int apenet_gpu_give(apenet_device_t *d, uint32_t pid, uint64_t va)
{
    uint32_t gpu = apenet_gpu_of(va);
    if (gpu == APENET_GPUS)
        return -ENOENT;
    apenet_gpu_t *g = &d->gpu[gpu];
    emuq_shared_lock(&g->lock);
    uint32_t pages = block(g, pid, va);
    set_owner(g, (uint32_t)(offset_of(va) / PAGE), pages, 0);
    emuq_shared_unlock(&g->lock);
    return pages != 0 ? 0 : -ENOENT;
}

uint64_t apenet_gpu_block(apenet_device_t *d, uint32_t pid, uint64_t va)
{
    uint32_t gpu = apenet_gpu_of(va);
    if (gpu == APENET_GPUS)
        return 0;
    emuq_shared_lock(&d->gpu[gpu].lock);
    uint32_t pages = block(&d->gpu[gpu], pid, va);
    emuq_shared_unlock(&d->gpu[gpu].lock);
    return pages * PAGE;
}

uint64_t apenet_gpu_next(apenet_device_t *d, uint32_t gpu, uint32_t pid, uint64_t va)
{
    apenet_gpu_t *g = &d->gpu[gpu];
    uint64_t found = 0;
    emuq_shared_lock(&g->lock);
    uint32_t first = va != 0 ? (uint32_t)(offset_of(va) / PAGE) : 0;
    for (uint32_t i = first; g->base != NULL && i < pages_of(g) && found == 0; i++)
        if (g->page[i].owner == pid + 1 && g->page[i].first == i)
            found = address_of(gpu, i);
    emuq_shared_unlock(&g->lock);
    return found;
}

void *apenet_gpu_at(apenet_device_t *d, uint32_t pid, uint64_t va, uint64_t bytes)
{
    uint32_t gpu = apenet_gpu_of(va);
    if (gpu == APENET_GPUS || bytes == 0 || bytes > d->gpu[gpu].bytes)
        return NULL;
    apenet_gpu_t *g = &d->gpu[gpu];
    emuq_shared_lock(&g->lock);
    const apenet_gpu_page_t *first = page_at(g, va), *last = page_at(g, va + bytes - 1);
    bool is_in_one = first != NULL && last != NULL && first->owner == pid + 1 && last->owner == pid + 1 &&
                     first->first == last->first;
    void *at = is_in_one ? g->base + offset_of(va) : NULL;
    emuq_shared_unlock(&g->lock);
    return at;
}

void *apenet_gpu_on_bus(const apenet_device_t *d, uint64_t bus, uint64_t bytes)
{
    uint32_t gpu = apenet_gpu_of_bus(bus);
    uint64_t offset = offset_of(bus);
    if (gpu == APENET_GPUS)
        return NULL;
    const apenet_gpu_t *g = &d->gpu[gpu];
    /* Acquire: pairs with the release of who has made the memory. */
    char *base = __atomic_load_n(&g->base, __ATOMIC_ACQUIRE);
    return base != NULL && offset < g->bytes && bytes <= g->bytes - offset ? base + offset : NULL;
}
