/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file device.h
 * @brief Message Unit of a context: packets, injection FIFOs, memory translation, counters.
 *
 * Every slot of an injection FIFO has 512 bytes of payload memory, free when the slot is: short messages are
 * copied there and need no completion.
 *
 * Software bytes of a packet: kind, dispatch id, sender's endpoint (4 bytes), *word* (8 bytes, by kind). In
 * messages of several packets the put offset is the position in the stream (hwi-descriptor 4).
 */
#ifndef EMUQ_PAMI_CORE_DEVICE_H
#define EMUQ_PAMI_CORE_DEVICE_H

#include <stdint.h>
#include <string.h>

#include <hwi/include/bqc/MU_Addressing.h>
#include <hwi/include/bqc/MU_PacketHeader.h>

#include "base/atomic.h"
#include "msglayer/core/resources.h"

/** Kinds of packets. "Request": id of an operation of the sender; 0: none. */
enum {
    /** A complete message. Word: request << 32 | data bytes << 16 | header bytes. Payload: header; data at a
       multiple of 8. */
    EMUQ_PAMI_SINGLE,
    /** First packet of an eager message. Word: request << 32 | header bytes. Payload: emuq_pami_start_t, then
       the header if it fits. */
    EMUQ_PAMI_EAGER_FIRST,
    /** Request to send a rendezvous message, which the receiver gets. Format of EAGER_FIRST. */
    EMUQ_PAMI_RTS,
    /** Next bytes of the sender's last message: the header if it did not fit, then the data. */
    EMUQ_PAMI_CONTINUATION,
    /** The receiver has the message of request (word). */
    EMUQ_PAMI_RECEIVED,
    /** Request (word) is complete; injected by the target's Message Unit. */
    EMUQ_PAMI_DONE,
    /** The receiver has taken a packet with EMUQ_PAMI_CREDIT_REQUEST. */
    EMUQ_PAMI_CREDIT,
    /** A CREDIT packet that send.c has handled in place. */
    EMUQ_PAMI_TAKEN,
    /** A result of the collective network. Word: key of the geometry. */
    EMUQ_PAMI_COMBINED,
    EMUQ_PAMI_PACKET_KINDS = 16
};

#define EMUQ_PAMI_KIND_MASK 0x0fu
/** Flag in a packet's kind: the receiver replies with EMUQ_PAMI_CREDIT. */
#define EMUQ_PAMI_CREDIT_REQUEST 0x80u

/** Maximum payload of a packet in bytes. */
#define EMUQ_PAMI_PAYLOAD      512u
#define EMUQ_PAMI_START_HEADER (EMUQ_PAMI_PAYLOAD - (uint32_t)sizeof(emuq_pami_start_t))

/** Maximum total bytes of header and data for which any division fits into one packet. */
#define EMUQ_PAMI_IMMEDIATE (EMUQ_PAMI_PAYLOAD - 8u)

typedef struct emuq_pami_start {
    uint64_t data_size;
    uint64_t data_pa; /**< RTS: physical address of the data, at the sender */
} emuq_pami_start_t;

typedef struct emuq_pami_software {
    uint8_t kind;
    uint8_t id;
    uint32_t origin;
    uint64_t word;
} __attribute__((__packed__)) emuq_pami_software_t;

EMUQ_STATIC_ASSERT(sizeof(emuq_pami_software_t) == 14, "all software bytes");

static inline emuq_pami_software_t *emuq_pami_software(const MUHWI_PacketHeader_t *header)
{
    return (emuq_pami_software_t *)(uintptr_t)header->messageUnitHeader.Packet_Types.Memory_FIFO.Unused2;
}

/** Descriptor word 6 (kind, id, origin) for put offset 0; byte n is byte 48 + n of the descriptor. */
static inline uint64_t emuq_pami_kind_word(uint64_t model_word, uint8_t kind, uint8_t id)
{
    return model_word | (uint64_t)kind << 16 | (uint64_t)id << 24;
}

static inline uint64_t emuq_pami_stream_offset(const MUHWI_PacketHeader_t *header)
{
    return (uint64_t)header->messageUnitHeader.Packet_Types.Memory_FIFO.Put_Offset_MSB << 32 |
           header->messageUnitHeader.Packet_Types.Memory_FIFO.Put_Offset_LSB;
}

static inline uint64_t emuq_pami_single_word(uint32_t request, size_t header, size_t data)
{
    return (uint64_t)request << 32 | (uint64_t)data << 16 | header;
}

/** Byte offset of data behind @p header bytes. */
static inline size_t emuq_pami_aligned(size_t header)
{
    return (header + 7) & ~(size_t)7;
}

#define EMUQ_PAMI_ROUTES 16u

/** Short result of a class route, overwritten after this process's next contribution. */
typedef struct emuq_pami_result_buffer {
    uint64_t value; /**< atomic: minus the bytes that have arrived; the Message Unit stores with release */
    char result[EMUQ_PAMI_PAYLOAD];
    uint64_t requested; /**< bytes of all results requested so far */
} __attribute__((aligned(64))) emuq_pami_result_buffer_t;

/** Memory outside FIFOs that the Message Unit writes. Base EMUQ_PAMI_BAT_AREA of every process refers to its
 * area, so one packet header fits all. */
typedef struct emuq_pami_put_area {
    uint64_t dummy; /**< counter of all puts; not read */
    emuq_pami_result_buffer_t result_buffer[EMUQ_PAMI_ROUTES];
} __attribute__((aligned(64))) emuq_pami_put_area_t;

/** Counter offset in a put, for the counter at @p offset of the area. */
static inline uint64_t emuq_pami_area_counter(size_t offset)
{
    return MUHWI_ATOMIC_ADDRESS_INDICATOR | offset | MUHWI_ATOMIC_OPCODE_STORE_ADD;
}

#define EMUQ_PAMI_SEND_FIFOS 4u
#define EMUQ_PAMI_WINDOWS    8u

typedef struct emuq_pami_fifo {
    MUSPI_InjFifo_t *fifo;
    char *payload; /**< EMUQ_PAMI_PAYLOAD bytes for each slot */
    uint64_t payload_pa;
    struct emuq_pami_op *first, **last; /**< operations that wait for descriptors, oldest first */
    emuq_pami_inj_resource_t resource;
} emuq_pami_fifo_t;

/** Translation of addresses from @p va up to @p end (exclusive). */
typedef struct emuq_pami_window {
    uintptr_t va, end;
    uint64_t pa;
} emuq_pami_window_t;

typedef struct emuq_pami_device {
    MUSPI_RecFifo_t *rec;
    emuq_pami_fifo_t send[EMUQ_PAMI_SEND_FIFOS]; /**< all messages to an endpoint use one FIFO */
    emuq_pami_fifo_t rdma;                       /**< puts and remote gets */
    emuq_pami_window_t window[EMUQ_PAMI_WINDOWS];
    uint32_t next_window;
    MUHWI_Descriptor_t message; /**< model of packets that remote Message Units inject to this context */
    emuq_pami_resources_t *resources;
    uint32_t context;
    void *memory;
    struct emuq_pami_counter *free_counters;
    struct emuq_pami_counters *counters;
} emuq_pami_device_t;

/** @name Node-wide ids
 * @{ */
uint32_t emuq_pami_rec_id(const emuq_pami_resources_t *resources, uint32_t t, uint32_t context);
uint32_t emuq_pami_bat_id(const emuq_pami_resources_t *resources, uint32_t t, emuq_pami_bat_t entry);
/** @} */

/** Allocates an injection FIFO of a context. @param index 0: for remote gets; from 1: for sends, puts and
 * gets
 * @return false: in use */
bool emuq_pami_inj_allocate(const emuq_pami_resources_t *resources, uint32_t context, uint32_t index,
                            bool remote_get, emuq_pami_inj_resource_t *inj);
/** Assigns memory to an injection FIFO and activates it. @param va 64-byte aligned, in @p region */
void emuq_pami_inj_start(emuq_pami_inj_resource_t *inj, Kernel_MemoryRegion_t *region, void *va,
                         uint64_t bytes);
void emuq_pami_inj_free(emuq_pami_inj_resource_t *inj);
/** Opens the device of a context, or returns the open one. @return NULL: out of memory, or FIFOs in use */
emuq_pami_device_t *emuq_pami_device_open(emuq_pami_resources_t *resources, uint32_t context);
/** Frees the device of an ended job, with its counters. NULL does nothing. */
void emuq_pami_device_free(emuq_pami_device_t *device);
/** Initialises @p d as a model of memory-FIFO packets to a context. */
void emuq_pami_packet_model(const emuq_pami_device_t *device, uint32_t task, uint32_t context,
                            MUHWI_Descriptor_t *d);
void emuq_pami_put_model(const emuq_pami_resources_t *resources, uint32_t task, MUHWI_Descriptor_t *d);
void emuq_pami_get_model(const emuq_pami_resources_t *resources, uint32_t task, uint32_t context,
                         MUHWI_Descriptor_t *d);

static inline bool emuq_pami_is_local(const emuq_pami_resources_t *resources, uint32_t task)
{
    return resources->location[task].node.Destination.Destination ==
           resources->location[resources->task].node.Destination.Destination;
}

uint64_t emuq_pami_map(uint32_t task, bool is_local);
bool emuq_pami_find_window(emuq_pami_device_t *device, uintptr_t va, size_t bytes, uint64_t *pa);

/** Finds the physical address of memory. @return false: some of the memory has none */
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

/** Whether @p slots slots are free. Never yields the processor. */
static inline bool emuq_pami_has_space(emuq_pami_fifo_t *f, uint64_t slots)
{
    if (__builtin_expect(f->fifo->freeSpace >= slots, 1))
        return true;
    f->fifo->freeSpace = MUSPI_getHwFreeSpace(f->fifo);
    return f->fifo->freeSpace >= slots;
}

/** Next slot of a FIFO with space. @param payload, payload_pa set to its payload memory */
static inline void *emuq_pami_next_slot(emuq_pami_fifo_t *f, char **payload, uint64_t *payload_pa)
{
    void *slot = f->fifo->_fifo.va_tail;
    MUSPI_InjFifoNextDesc(f->fifo, &slot);
    uint64_t offset = (uint64_t)((char *)slot - (char *)f->fifo->_fifo.va_start) *
                      (EMUQ_PAMI_PAYLOAD / sizeof(MUHWI_Descriptor_t));
    *payload = f->payload + offset;
    *payload_pa = f->payload_pa + offset;
    return slot;
}

/** Copies @p model into the next slot, with the slot's payload address. @return the slot */
static inline MUHWI_Descriptor_t *emuq_pami_next(emuq_pami_fifo_t *f, const MUHWI_Descriptor_t *model,
                                                 char **payload)
{
    uint64_t payload_pa;
    MUHWI_Descriptor_t *d = emuq_pami_next_slot(f, payload, &payload_pa);
    memcpy(d, model, sizeof *d);
    d->Pa_Payload = payload_pa;
    return d;
}

/** Quarter of a descriptor, written with one store: a load by the Message Unit across smaller stores would
 * stall. */
typedef uint64_t emuq_pami_quarter_t __attribute__((vector_size(16), aligned(16), may_alias));

static inline uint64_t emuq_pami_model_word(const MUHWI_Descriptor_t *model, unsigned word)
{
    uint64_t value;
    memcpy(&value, (const char *)model + word * sizeof value, sizeof value);
    return value;
}

/** Writes a copy of @p model with payload, length and words 5 to 7 replaced. */
static inline void emuq_pami_write_descriptor(void *slot, const MUHWI_Descriptor_t *model, uint64_t pa,
                                              uint64_t length, uint64_t word5, uint64_t word6, uint64_t word7)
{
    emuq_pami_quarter_t *d = (emuq_pami_quarter_t *)slot;
    d[0] = (emuq_pami_quarter_t){0, pa};
    d[1] = (emuq_pami_quarter_t){length, model->Torus_FIFO_Map};
    d[2] = (emuq_pami_quarter_t){emuq_pami_model_word(model, 4), word5};
    d[3] = (emuq_pami_quarter_t){word6, word7};
}

/** Injects the descriptor in the last slot. @return its number */
static inline uint64_t emuq_pami_inject(emuq_pami_fifo_t *f)
{
    return MUSPI_InjFifoAdvanceDesc(f->fifo);
}

/** Counter of bytes put into this process; never reset. */
typedef struct emuq_pami_counter {
    uint64_t value; /**< atomic: minus the bytes that have arrived; the Message Unit writes it */
    uint64_t requested;
    uint64_t offset; /**< counter offset for puts through base 0 */
    struct emuq_pami_counter *next;
} emuq_pami_counter_t;

/** Allocates a counter. @return NULL: out of memory */
emuq_pami_counter_t *emuq_pami_counter_acquire(emuq_pami_device_t *device);
/** Frees a counter, or leaks it if puts are outstanding. */
void emuq_pami_counter_release(emuq_pami_device_t *device, emuq_pami_counter_t *counter);

static inline uint64_t emuq_pami_counter_arrived(const emuq_pami_counter_t *counter)
{
    return -AO_load_acquire(&counter->value);
}

typedef struct emuq_pami_contribution {
    uint64_t pa;
    size_t bytes; /**< multiple of word_bytes */
    uint8_t op_code;
    uint8_t word_bytes;
    uint8_t route;
    uint32_t t;    /**< T coordinate of the processes that get the result, on all nodes */
    bool is_short; /**< complete operand, at most EMUQ_PAMI_PAYLOAD bytes */
    uint64_t word; /**< software word of the result packets */
} emuq_pami_contribution_t;

/** Injection FIFO of the collective network. A contribution blocks the FIFO until all nodes of the class
 * route have contributed: geometries with different orders of collectives must not share a FIFO. */
typedef struct emuq_pami_coll_fifo {
    struct emuq_pami_coll_fifo *next;
    emuq_pami_inj_resource_t resource;
    MUSPI_InjFifo_t *fifo;
    MUHWI_Descriptor_t ring[64] __attribute__((aligned(64))); /**< memory of the FIFO */
    emuq_pami_contribution_t last;                            /**< last contribution; `bytes` 0: none */
    MUHWI_Descriptor_t descriptor;                            /**< descriptor of `last` */
    emuq_pami_put_area_t *area;
} emuq_pami_coll_fifo_t;

/** Opens the FIFO of the world at the first call. @return NULL: no FIFO; if coll_fifo is still NULL, no
 * memory */
emuq_pami_coll_fifo_t *emuq_pami_coll_fifo_open(emuq_pami_resources_t *resources);
/** Allocates a FIFO for a geometry. @return NULL: FIFOs in use, or no memory */
emuq_pami_coll_fifo_t *emuq_pami_coll_fifo_acquire(emuq_pami_resources_t *resources);
/** Releases a FIFO, which must be empty. NULL does nothing. */
void emuq_pami_coll_fifo_release(emuq_pami_resources_t *resources, emuq_pami_coll_fifo_t *coll_fifo);
void emuq_pami_coll_fifos_free(emuq_pami_resources_t *resources);
/** Injects a contribution to an all-reduce. Take the previous short result of the route before. @return
 * false: FIFO full */
bool emuq_pami_contribute(emuq_pami_coll_fifo_t *coll_fifo, const emuq_pami_resources_t *resources,
                          const emuq_pami_contribution_t *contribution);

#endif /* EMUQ_PAMI_CORE_DEVICE_H */
