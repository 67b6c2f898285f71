/* SPDX-License-Identifier: BSD-3-Clause */
/** @file address.h  Where memory of a process is: on the host or on a GPU, and its bus addresses. */
#ifndef APENET_DRIVER_ADDRESS_H
#define APENET_DRIVER_ADDRESS_H

#include "apenet/card/gpu.h"
#include "apenet/driver/driver.h"

/** Where the GPU is in flags: of a buffer and of a remote end, of a local end. One bit, then the number. */
enum { APENET_GPU_SHIFT = 4, APENET_LOCAL_GPU_SHIFT = 16 };

/** The GPU that flags name; ::APENET_GPUS: none. */
static inline uint32_t apenet_gpu_in(unsigned flags, unsigned shift)
{
    return (flags >> shift & 1) != 0 ? flags >> (shift + 1) & (APENET_GPUS - 1) : APENET_GPUS;
}

/** Whether flags have the number of a GPU, but do not say that there is one. */
static inline bool apenet_gpu_flags_are_bad(unsigned flags)
{
    const unsigned number = APENET_GPUS - 1;
    return ((flags >> APENET_GPU_SHIFT & 1) == 0 && (flags >> (APENET_GPU_SHIFT + 1) & number) != 0) ||
           ((flags >> APENET_LOCAL_GPU_SHIFT & 1) == 0 &&
            (flags >> (APENET_LOCAL_GPU_SHIFT + 1) & number) != 0);
}

/** Bus address of memory of the calling process: on the host (@p gpu is ::APENET_GPUS), where all pages are
 * mapped, or in one block on a GPU. Byte after byte, the addresses of [va, va + bytes) follow.
 * @return 0; -EFAULT: there is no such memory there; -ENXIO: no such GPU; -ENOSPC */
int apenet_bus_address(apenet_card_t *card, uint32_t gpu, uint64_t va, uint64_t bytes, uint64_t *bus);

/** Whether memory of the calling process on the host can be written, all of whose pages are mapped. The pages
 * get memory, as when a kernel pins them. A kernel that cannot tell (Linux before 5.14): true. */
bool apenet_is_writable(uint64_t va, uint64_t bytes);

#endif /* APENET_DRIVER_ADDRESS_H */
