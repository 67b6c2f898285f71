/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file gpu.h
 * @brief Memory of the GPUs beside a card: blocks of pages of 64 KiB, each of one process.
 *
 * It has addresses of three kinds. For the machine it is a region of the arena, which cards, copies and
 * kernels use. Programs have virtual addresses from ::APENET_GPU_VA on, where no host has memory: a program
 * that uses one as a pointer ends there. A card has bus addresses from ::APENET_GPU_BUS on, of the same
 * offsets. The offsets say which GPU it is, so an address means one thing in all processes of the node.
 */
#ifndef APENET_CARD_GPU_H
#define APENET_CARD_GPU_H

#include "apenet/card/device.h"

#define APENET_GPU_VA (UINT64_C(1) << 50) /**< virtual addresses of GPUs; above all pointers */

/** Which GPU's a virtual address is; ::APENET_GPUS: none's. */
static inline uint32_t apenet_gpu_of(uint64_t va)
{
    uint64_t number = (va - APENET_GPU_VA) >> APENET_GPU_BITS;
    return number < APENET_GPUS ? (uint32_t)number : APENET_GPUS;
}

/** Which GPU's a bus address is; ::APENET_GPUS: none's. */
static inline uint32_t apenet_gpu_of_bus(uint64_t bus)
{
    return apenet_gpu_of(bus - APENET_GPU_BUS + APENET_GPU_VA);
}

/** Takes a block of memory for a process. @param va gets its virtual address
 *  @return 0; -ENXIO: there is no such GPU; -ENOMEM */
int apenet_gpu_take(apenet_device_t *d, uint32_t gpu, uint32_t pid, uint64_t bytes, uint64_t *va);

/** Gives the block back that begins at an address. @return 0; -ENOENT: the process has no such block */
int apenet_gpu_give(apenet_device_t *d, uint32_t pid, uint64_t va);

/** Bytes of the block of a process that begins at an address, of whole pages; 0: it has no such block. */
uint64_t apenet_gpu_block(apenet_device_t *d, uint32_t pid, uint64_t va);

/** The first block of a process on a GPU from a virtual address on, or 0. */
uint64_t apenet_gpu_next(apenet_device_t *d, uint32_t gpu, uint32_t pid, uint64_t va);

/** Where the machine has memory of a block of a process; NULL: not all of it is in one. */
void *apenet_gpu_at(apenet_device_t *d, uint32_t pid, uint64_t va, uint64_t bytes);

/** Where the machine has what a bus address of a GPU means, or NULL. */
void *apenet_gpu_on_bus(const apenet_device_t *d, uint64_t bus, uint64_t bytes);

#endif /* APENET_CARD_GPU_H */
