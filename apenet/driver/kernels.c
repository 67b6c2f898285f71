/* SPDX-License-Identifier: BSD-3-Clause */
#include "apenet/driver/kernels.h"

#include <errno.h>

#include "apenet/driver/post.h"
#include "apenet/gpu_ring.h"

/* Whether all has been moved. The caller has kernel_lock. */
static bool move(apenet_card_t *card, apenet_gpu_ring_t *ring)
{
    /* Relaxed: stored under the lock. */
    uint32_t read = __atomic_load_n(&ring->read, __ATOMIC_RELAXED);
    /* Acquire: pairs with the release of the kernel; the descriptors before its number are there. */
    uint32_t next = __atomic_load_n(&ring->next, __ATOMIC_ACQUIRE);
    if (next >= APENET_GPU_SLOTS)
        return true;
    while (read != next && apenet_post_descriptor(card, &ring->slot[read])) {
        read = (read + 1) % APENET_GPU_SLOTS;
        /* Release: pairs with the acquire of a kernel that fills the slot again; it has been read. */
        __atomic_store_n(&ring->read, read, __ATOMIC_RELEASE);
    }
    return read == next;
}

bool apenet_kernels_run(apenet_card_t *card)
{
    /* Relaxed: a hint, for processes without kernels; looked at again under the lock. */
    if (__atomic_load_n(&card->kernels, __ATOMIC_RELAXED) == NULL)
        return false;
    if (emuq_shared_try_lock(&card->kernel_lock) != 0)
        return true; /* another thread does it */
    apenet_gpu_ring_t *ring = __atomic_load_n(&card->kernels, __ATOMIC_RELAXED);
    if (ring != NULL)
        (void)move(card, ring);
    emuq_shared_unlock(&card->kernel_lock);
    return true;
}

static void end(apenet_card_t *card)
{
    emuq_arena_t *arena = card->host->device->machine->arena;
    emuq_arena_free(arena, card->kernels, sizeof *card->kernels);
    __atomic_store_n(&card->kernels, NULL, __ATOMIC_RELAXED);
}

void apenet_kernels_end(apenet_card_t *card)
{
    emuq_shared_lock(&card->kernel_lock);
    end(card);
    emuq_shared_unlock(&card->kernel_lock);
}

int apenet_gpu_ring_open(apenet_card_t *card, apenet_gpu_ring_t **out)
{
    emuq_arena_t *arena = card->host->device->machine->arena;
    int rc = -EBUSY;
    emuq_shared_lock(&card->kernel_lock);
    if (card->kernels == NULL) {
        apenet_gpu_ring_t *ring = emuq_arena_alloc(arena, sizeof *ring, sizeof ring->slot[0]);
        __atomic_store_n(&card->kernels, ring, __ATOMIC_RELAXED);
        rc = ring != NULL ? 0 : -ENOMEM;
    }
    if (rc == 0)
        *out = card->kernels;
    emuq_shared_unlock(&card->kernel_lock);
    return rc;
}

int apenet_gpu_ring_close(apenet_card_t *card)
{
    emuq_shared_lock(&card->kernel_lock);
    int rc = card->kernels == NULL ? -ENOENT : move(card, card->kernels) ? 0 : -EAGAIN;
    if (rc == 0)
        end(card);
    emuq_shared_unlock(&card->kernel_lock);
    return rc;
}
