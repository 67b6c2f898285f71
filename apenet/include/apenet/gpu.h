/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file gpu.h
 * @brief Memory of the GPUs beside an APEnet+ card. Included by rdma.h.
 *
 * A GPU has memory of its own, in blocks of one process. Addresses are unified: one that apenet_gpu_alloc()
 * gives is no address of anything else, and a call finds out by itself which GPU it belongs to, but the host
 * cannot use it as a pointer (that ends the program). What can is apenet_gpu_copy(), a *kernel* (code that
 * runs on the GPU: OpenCL, or a thread that plays one) at the address that apenet_gpu_kernel_address() gives
 * it, and the card: buffers with APENET_GPU(), operations with APENET_LOCAL_GPU() and APENET_REMOTE_GPU(). An
 * address and its flag have to agree.
 */
#ifndef APENET_GPU_H
#define APENET_GPU_H

#include "apenet/rdma.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Takes a block of memory of a GPU; its contents are anything.
 * @param gpu number at the node, from 0 @param bytes 1 or more; blocks are whole pages of 64 KiB
 * @return 0; -EINVAL; -ENXIO: no such GPU; -ENOMEM: the GPU has no such gap
 */
int apenet_gpu_alloc(apenet_card_t *card, int gpu, size_t bytes, void **out);

/** Gives a block back. NULL does nothing. apenet_close() gives back what is left.
 *  @return 0; -ENOENT: it is no block of this process; -EBUSY: a buffer is registered in it, or an operation
 * of this process uses it */
int apenet_gpu_free(apenet_card_t *card, void *memory);

/** Copies bytes that do not overlap, each end on the host or on a GPU of the caller's node.
 *  @return 0; -EINVAL: no bytes; -EFAULT: an end is not all mapped, or not in one block of this process; or
 * as apenet_open() */
int apenet_gpu_copy(void *to, const void *from, size_t bytes);

/** To be called with an event of a message that has come to a GPU, or of a get that is done, before a kernel
 * reads its bytes. @return 0; -EINVAL: the event is none of memory of a GPU */
int apenet_gpu_acquire(const apenet_event_t *event);

/** Tells where a kernel finds memory of a GPU. @return 0; -EFAULT: not in one block of this process; or as
 *  apenet_open() */
int apenet_gpu_kernel_address(const void *memory, size_t bytes, void **out);

#ifdef __cplusplus
}
#endif

#endif /* APENET_GPU_H */
