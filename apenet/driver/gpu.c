/* SPDX-License-Identifier: BSD-3-Clause */
#include "apenet/driver/gpu.h"

#include <errno.h>
#include <string.h>

#include "apenet/driver/address.h"
#include "apenet/driver/cards.h"
#include "apenet/driver/events.h"
#include "apenet/driver/operations.h"
#include "apenet/driver/pins.h"

int apenet_gpu_alloc(apenet_card_t *card, int gpu, size_t bytes, void **out)
{
    uint64_t va;
    if (bytes == 0)
        return -EINVAL;
    int rc = gpu < 0 ? -ENXIO : apenet_gpu_take(card->host->device, (uint32_t)gpu, card->pid, bytes, &va);
    if (rc == 0)
        *out = (void *)va;
    return rc;
}

/* Whether a buffer is registered in [va, va + bytes). The caller has the process's lock. */
static bool has_buffer(const apenet_card_t *card, uint64_t va, uint64_t bytes)
{
    for (uint32_t i = 0; i < APENET_BUFFERS_MOST; i++) {
        const apenet_record_t *r = &card->record[i];
        if (r->uses != 0 && r->va < va + bytes && va < r->va + r->bytes)
            return true;
    }
    return false;
}

/* The card forgets the pages before another process can have them. The caller has the process's lock. */
static void give_back(apenet_card_t *card, uint64_t va, uint64_t bytes)
{
    apenet_pins_forget(card, va, bytes);
    (void)apenet_gpu_give(card->host->device, card->pid, va);
}

int apenet_gpu_free(apenet_card_t *card, void *memory)
{
    uint64_t va = (uintptr_t)memory;
    if (memory == NULL)
        return 0;
    apenet_drain(card->host); /* operations that are complete do not count */
    emuq_light_lock(&card->lock);
    uint64_t bytes = apenet_gpu_block(card->host->device, card->pid, va);
    int rc = bytes == 0 ? -ENOENT : 0;
    if (rc == 0 && (has_buffer(card, va, bytes) || apenet_is_in_use(card, va, bytes)))
        rc = -EBUSY;
    if (rc == 0)
        give_back(card, va, bytes);
    emuq_light_unlock(&card->lock);
    return rc;
}

void apenet_gpu_free_all(apenet_card_t *card)
{
    apenet_device_t *d = card->host->device;
    emuq_light_lock(&card->lock);
    for (uint32_t gpu = 0; gpu < APENET_GPUS; gpu++)
        for (uint64_t va = 0; (va = apenet_gpu_next(d, gpu, card->pid, va)) != 0;)
            give_back(card, va, apenet_gpu_block(d, card->pid, va));
    emuq_light_unlock(&card->lock);
}

/* Where the machine has memory of a process; NULL: there is none. */
static void *place_of(apenet_card_t *card, uint64_t va, size_t bytes)
{
    if (apenet_gpu_of(va) != APENET_GPUS)
        return apenet_gpu_at(card->host->device, card->pid, va, bytes);
    return emuq_is_mapped((const void *)va, bytes) ? (void *)va : NULL;
}

int apenet_gpu_copy(void *to, const void *from, size_t bytes)
{
    apenet_card_t *card;
    if (bytes == 0)
        return -EINVAL;
    int rc = apenet_card_find(&card);
    if (rc != 0)
        return rc;
    void *target = place_of(card, (uintptr_t)to, bytes);
    const void *source = place_of(card, (uintptr_t)from, bytes);
    if (target == NULL || source == NULL)
        return -EFAULT;
    memcpy(target, source, bytes);
    return 0;
}

int apenet_gpu_acquire(const apenet_event_t *event)
{
    bool has_come = event->kind == APENET_EVENT_RECEIVED || event->kind == APENET_EVENT_GET_DONE ||
                    event->kind == APENET_EVENT_ERROR;
    if (!has_come || apenet_gpu_of((uintptr_t)event->address) == APENET_GPUS)
        return -EINVAL;
    /* Whoever has taken the event has acquired the bytes. A full barrier besides: kernels may run already,
     * and no later store of the caller, which one of them waits for, is before the bytes. */
    static uint32_t barrier;
    __atomic_fetch_add(&barrier, 1, __ATOMIC_SEQ_CST);
    return 0;
}

int apenet_gpu_kernel_address(const void *memory, size_t bytes, void **out)
{
    apenet_card_t *card;
    int rc = apenet_card_find(&card);
    if (rc != 0)
        return rc;
    void *at = apenet_gpu_at(card->host->device, card->pid, (uintptr_t)memory, bytes);
    if (at == NULL)
        return -EFAULT;
    *out = at;
    return 0;
}
