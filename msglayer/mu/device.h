/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file device.h
 * @brief A context's part of the Message Unit: its FIFOs, and its view of memory.
 *
 * A device belongs to the thread that advances the context; nothing in it is shared with other contexts of
 * the process, but for the process's dummy counter. Every injection FIFO has, for each slot, 512 bytes of
 * payload of its own: they are free again when the slot is, so short messages are copied there and need no
 * completion.
 */
#ifndef EMUQ_PAMI_MU_DEVICE_H
#define EMUQ_PAMI_MU_DEVICE_H

#include "msglayer/mu/packet.h"
#include "msglayer/mu/resources.h"

#define EMUQ_PAMI_SEND_FIFOS 4u /**< most of them */
#define EMUQ_PAMI_WINDOWS    8u /**< of memory, that a device remembers */

/** An injection FIFO with payload. */
typedef struct emuq_pami_fifo {
    MUSPI_InjFifo_t *fifo;
    char *payload;                      /**< EMUQ_PAMI_PAYLOAD bytes for each slot */
    uint64_t payload_pa;                /**< as the Message Unit sees it */
    struct emuq_pami_op *first, **last; /**< operations that wait for a descriptor's completion, in order */
    emuq_pami_inj_resource_t resource;
} emuq_pami_fifo_t;

/** Memory from @p va to @p end, all of it at the same distance from its physical address. */
typedef struct emuq_pami_window {
    uintptr_t va, end;
    uint64_t pa;
} emuq_pami_window_t;

/** The device. */
typedef struct emuq_pami_device {
    MUSPI_RecFifo_t *rec;
    emuq_pami_fifo_t send[EMUQ_PAMI_SEND_FIFOS]; /**< messages; one FIFO for all that go to one endpoint */
    emuq_pami_fifo_t rdma;                       /**< puts and remote gets */
    emuq_pami_window_t window[EMUQ_PAMI_WINDOWS];
    uint32_t next_window;
    MUHWI_Descriptor_t
        message; /**< model of a packet to this context, to be injected by another node's Message Unit */
    emuq_pami_resources_t *resources;
    uint32_t context;
    void *memory;
    struct emuq_pami_counter *free_counters; /**< counter.h */
    struct emuq_pami_counters *counters;     /**< memory of all counters */
} emuq_pami_device_t;

/** Opens the device of context @p context of the resources's process, or finds it open. @return NULL: no
 * memory, or its FIFOs are not free */
emuq_pami_device_t *emuq_pami_device_open(emuq_pami_resources_t *resources, uint32_t context);

/** Frees a device of a job that has ended; NULL is allowed. */
void emuq_pami_device_free(emuq_pami_device_t *device);

/** Makes in @p d the model of all memory-FIFO packets from @p device to a context. */
void emuq_pami_packet_model(const emuq_pami_device_t *device, uint32_t task, uint32_t context,
                            MUHWI_Descriptor_t *d);

/** Makes in @p d the model of all puts to a task. */
void emuq_pami_put_model(const emuq_pami_resources_t *resources, uint32_t task, MUHWI_Descriptor_t *d);

/** Makes in @p d the model of all remote gets from a context. */
void emuq_pami_get_model(const emuq_pami_resources_t *resources, uint32_t task, uint32_t context,
                         MUHWI_Descriptor_t *d);

/** Whether a task is on the process's node. */
static inline bool emuq_pami_is_local(const emuq_pami_resources_t *resources, uint32_t task)
{
    return resources->place[task].node.Destination.Destination ==
           resources->place[resources->task].node.Destination.Destination;
}

/** The FIFO map of a message to task @p task, between nodes or inside one. */
uint64_t emuq_pami_map(uint32_t task, bool is_local);

/** Slow path of emuq_pami_pa(): calls the kernel. */
bool emuq_pami_find_window(emuq_pami_device_t *device, uintptr_t va, size_t bytes, uint64_t *pa);

/** Physical address of memory of the process. @return false: there is none for all of it. */
static inline bool emuq_pami_pa(emuq_pami_device_t *device, const void *address, size_t bytes, uint64_t *pa)
{
    uintptr_t va = (uintptr_t)address;
    for (uint32_t i = 0; i < EMUQ_PAMI_WINDOWS; i++) {
        const emuq_pami_window_t *w = &device->window[i];
        if (va >= w->va && va <= w->end && bytes <= w->end - va) {
            *pa = w->pa + (va - w->va);
            return true;
        }
    }
    return emuq_pami_find_window(device, va, bytes, pa);
}

/** Whether @p slots slots are free. Does not give up the processor when there are not. */
static inline bool emuq_pami_has_room(emuq_pami_fifo_t *f, uint64_t slots)
{
    if (__builtin_expect(f->fifo->freeSpace >= slots, 1))
        return true;
    f->fifo->freeSpace = MUSPI_getHwFreeSpace(f->fifo);
    return f->fifo->freeSpace >= slots;
}

/** The slot for the next descriptor, in a FIFO that has room, and the payload that is the slot's own. */
static inline void *emuq_pami_slot(emuq_pami_fifo_t *f, char **payload, uint64_t *payload_pa)
{
    void *slot = f->fifo->_fifo.va_tail;
    MUSPI_InjFifoNextDesc(f->fifo, &slot);
    uint64_t offset = (uint64_t)((char *)slot - (char *)f->fifo->_fifo.va_start) *
                      (EMUQ_PAMI_PAYLOAD / sizeof(MUHWI_Descriptor_t));
    *payload = f->payload + offset;
    *payload_pa = f->payload_pa + offset;
    return slot;
}

/** The same, with a copy of @p model in the slot. */
static inline MUHWI_Descriptor_t *emuq_pami_next(emuq_pami_fifo_t *f, const MUHWI_Descriptor_t *model,
                                                 char **payload)
{
    uint64_t payload_pa;
    MUHWI_Descriptor_t *d = emuq_pami_slot(f, payload, &payload_pa);
    memcpy(d, model, sizeof *d);
    d->Pa_Payload = payload_pa;
    return d;
}

/** Half of a quarter of a descriptor, and the quarter. A descriptor is written in quarters, each with one
 * store: the Message Unit reads it at once, and a load that spans several stores has to wait for all of them
 * to reach the cache. */
typedef uint64_t emuq_pami_quarter_t __attribute__((vector_size(16), aligned(16), may_alias));

/** Eight bytes of a model. */
static inline uint64_t emuq_pami_model_word(const MUHWI_Descriptor_t *model, unsigned word)
{
    uint64_t value;
    memcpy(&value, (const char *)model + word * sizeof value, sizeof value);
    return value;
}

/** Writes into a slot a copy of @p model with another payload and message length and the words 5, 6 and 7
 * given. */
static inline void emuq_pami_write(void *slot, const MUHWI_Descriptor_t *model, uint64_t pa, uint64_t length,
                                   uint64_t word5, uint64_t word6, uint64_t word7)
{
    emuq_pami_quarter_t *d = (emuq_pami_quarter_t *)slot;
    d[0] = (emuq_pami_quarter_t){0, pa};
    d[1] = (emuq_pami_quarter_t){length, model->Torus_FIFO_Map};
    d[2] = (emuq_pami_quarter_t){emuq_pami_model_word(model, 4), word5};
    d[3] = (emuq_pami_quarter_t){word6, word7};
}

/** Starts the descriptor in the last slot. @return its number. */
static inline uint64_t emuq_pami_go(emuq_pami_fifo_t *f)
{
    return MUSPI_InjFifoAdvanceDesc(f->fifo);
}

#endif /* EMUQ_PAMI_MU_DEVICE_H */
