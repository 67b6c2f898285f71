/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file gpu_ring.h
 * @brief TX ring of GPU kernels.
 *
 * A kernel writes a descriptor to a slot, then stores the number of the next slot to the doorbell with
 * release. The driver moves posted descriptors to the ring of the card during apenet_wait_event().
 *
 * A slot is free if its number + 1 (modulo ::APENET_GPU_SLOTS) is not `read`. Concurrent kernels coordinate
 * their slots.
 *
 * The host prepares descriptors with apenet_gpu_prepare_put(). Kernels may change address, length (with size
 * and padding) and source of copies. The driver reports rejected descriptors.
 */
#ifndef APENET_GPU_RING_H
#define APENET_GPU_RING_H

#include "apenet/rdma.h"
#include "apenet/ring.h"

#define APENET_GPU_SLOTS 64u /**< slots of the ring */

/** The ring. Access words with __atomic builtins. */
typedef struct apenet_gpu_ring {
    uint32_t next;      /**< doorbell: the next slot to fill; invalid numbers are ignored */
    uint32_t zero0[31]; /**< 0 */
    uint32_t read;      /**< the next slot that the driver reads */
    uint32_t zero1[31]; /**< 0 */
    apenet_descriptor_t slot[APENET_GPU_SLOTS]; /**< descriptors */
} apenet_gpu_ring_t;

APENET_STATIC_ASSERT(offsetof(apenet_gpu_ring_t, read) == 128, gpu_ring_read);
APENET_STATIC_ASSERT(offsetof(apenet_gpu_ring_t, slot) == 256, gpu_ring_slot);

#ifdef __cplusplus
extern "C" {
#endif

/** Opens the ring of the process. @param out address for host and kernels @return 0; -EBUSY: already open;
 * -ENOMEM */
int apenet_gpu_ring_open(apenet_card_t *card, apenet_gpu_ring_t **out);

/** Sends posted descriptors and closes the ring, which kernels no longer use. @return 0; -ENOENT: not open;
 * -EAGAIN: not sent yet */
int apenet_gpu_ring_close(apenet_card_t *card);

/**
 * Fills a descriptor of a put with the arguments of apenet_rdma_put(). Valid while the source stays mapped.
 * @param bytes 1..4096 within one page of the source; else -EMSGSIZE
 * @param flags APENET_SILENT, APENET_LOCAL_GPU(), APENET_REMOTE_GPU()
 * @return 0 or as apenet_rdma_put()
 */
int apenet_gpu_prepare_put(apenet_card_t *card, apenet_address_t to, const void *local, size_t bytes,
                           uint64_t remote_va, uint64_t tag, unsigned flags, apenet_descriptor_t *out);

#ifdef __cplusplus
}
#endif

#endif /* APENET_GPU_RING_H */
