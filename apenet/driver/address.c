/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "apenet/driver/address.h"

#include <errno.h>
#include <sys/mman.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

static int gpu_address(apenet_card_t *card, uint32_t gpu, uint64_t va, uint64_t bytes, uint64_t *bus)
{
    apenet_device_t *d = card->host->device;
    if (d->gpu[gpu].bytes == 0)
        return -ENXIO;
    if (apenet_gpu_of(va) != gpu || apenet_gpu_at(d, card->pid, va, bytes) == NULL)
        return -EFAULT;
    *bus = va - APENET_GPU_VA + APENET_GPU_BUS;
    return 0;
}

int apenet_bus_address(apenet_card_t *card, uint32_t gpu, uint64_t va, uint64_t bytes, uint64_t *bus)
{
    emuq_window_t window;
    if (gpu != APENET_GPUS)
        return gpu_address(card, gpu, va, bytes, bus);
    if (!emuq_is_mapped((const void *)va, bytes))
        return -EFAULT;
    int rc = emuq_address_space_map_known(card->process->space, (const void *)va, bytes, &window);
    if (rc == 0 && va + bytes - window.va > window.bytes)
        rc = -EFAULT;
    *bus = rc == 0 ? window.pa + (va - window.va) : 0;
    return rc == 0 || rc == -ENOSPC ? rc : -EFAULT;
}

/* madvise() says EINVAL for memory that cannot be written, and for what the kernel does not know. */
static bool kernel_can_tell(void)
{
    static _Alignas(APENET_PAGE_BYTES) char page[APENET_PAGE_BYTES];
    return madvise(page, sizeof page, MADV_POPULATE_WRITE) == 0;
}

bool apenet_is_writable(uint64_t va, uint64_t bytes)
{
    uint64_t first = va & ~(uint64_t)(APENET_PAGE_BYTES - 1);
    return madvise((void *)first, va + bytes - first, MADV_POPULATE_WRITE) == 0 ||
           (errno != EINVAL && errno != EFAULT) || !kernel_can_tell();
}
