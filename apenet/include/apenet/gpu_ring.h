/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file gpu_ring.h
 * @brief Messages that a kernel on a GPU starts by itself: a TX ring of its own, in memory that it reaches.
 *
 * A kernel cannot call the host. It writes a descriptor to a slot of the ring, then stores the number of the
 * slot behind it to the doorbell, with release; both are plain stores. The driver moves what is there to the
 * ring of the card, in that order, while a thread of the process is in apenet_wait_event(). What a kernel has
 * filled and not rung for holds nobody up, so it does not matter when a kernel ends.
 *
 * A slot may be filled when the number behind it (modulo ::APENET_GPU_SLOTS) is not `read`: one slot always
 * stays empty. Kernels that use the ring at a time agree between themselves who fills which slot.
 *
 * The host prepares descriptors by apenet_gpu_prepare_put(); kernels copy them, and may change address,
 * length (size and padding too) and source. A descriptor that the card refuses is reported as a program's
 * error.
 */
#ifndef APENET_GPU_RING_H
#define APENET_GPU_RING_H

#include "apenet/rdma.h"
#include "apenet/ring.h"

#define APENET_GPU_SLOTS 64u

/** The ring of a process. Words are __atomic. */
typedef struct apenet_gpu_ring {
    uint32_t next; /**< doorbell: the slot that the kernel fills next; other numbers are ignored */
    uint32_t zero0[31];
    uint32_t read; /**< the slot that the driver reads next */
    uint32_t zero1[31];
    apenet_descriptor_t slot[APENET_GPU_SLOTS];
} apenet_gpu_ring_t;

APENET_STATIC_ASSERT(offsetof(apenet_gpu_ring_t, read) == 128, gpu_ring_read);
APENET_STATIC_ASSERT(offsetof(apenet_gpu_ring_t, slot) == 256, gpu_ring_slot);

#ifdef __cplusplus
extern "C" {
#endif

/** Makes the ring of the calling process, empty. @param out where host and kernels find it
 *  @return 0; -EBUSY: there is one; -ENOMEM */
int apenet_gpu_ring_open(apenet_card_t *card, apenet_gpu_ring_t **out);

/** Ends the ring; no kernel uses it any more. apenet_close() does it too. What kernels have rung for is sent
 *  first. @return 0; -ENOENT: there is none; -EAGAIN: the card has no room for it all at this time, or
 *  another thread is sending a message */
int apenet_gpu_ring_close(apenet_card_t *card);

/**
 * Fills a descriptor of a put, as apenet_rdma_put() would. It is valid as long as the source is where it is.
 * @param bytes 1..4096, in one page of 4096 bytes of the source; else -EMSGSIZE
 * @param tag comes back with APENET_EVENT_SENT @param flags APENET_SILENT, APENET_LOCAL_GPU(),
 * APENET_REMOTE_GPU()
 * @return 0 or as apenet_rdma_put()
 */
int apenet_gpu_prepare_put(apenet_card_t *card, apenet_address_t to, const void *local, size_t bytes,
                           uint64_t remote_va, uint64_t tag, unsigned flags, apenet_descriptor_t *out);

#ifdef __cplusplus
}
#endif

#endif /* APENET_GPU_RING_H */
