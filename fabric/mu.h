/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file mu.h
 * @brief Message Unit of an endpoint: packets, remote gets, physical addresses. See port.h.
 *
 * An endpoint has a subgroup of its node: injection FIFO 0 sends, FIFO 1 executes remote gets of peers, FIFO
 * 2 gets, FIFO 3 starts atomic operations, FIFO 4 executes loads of peers; reception FIFO 0; base
 * address 0 is 0: offsets are physical addresses; base address 1 is an unread counter of puts. FIFOs, payload
 * of short messages and counters are in memory of all processes of the host (emuq_message_memory()).
 *
 * Atomic operations have FIFOs, because a word in memory that is not shared is changed by a thread of its
 * process: until then the FIFO of an operation waits.
 *
 * One thread at a time uses an endpoint.
 */
#ifndef EMUQ_FABRIC_MU_H
#define EMUQ_FABRIC_MU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <hwi/include/bqc/MU_PacketHeader.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>
#include <spi/include/mu/Addressing.h>
#include <spi/include/mu/InjFifo.h>
#include <spi/include/mu/RecFifo.h>

#include "sync/offer.h"

#define EMUQ_FI_PACKET  512u /**< maximum payload of a packet */
#define EMUQ_FI_SLOTS   64u  /**< descriptors of FIFO `send` */
#define EMUQ_FI_WINDOWS 8u

#define EMUQ_FI_ENDPOINTS 64u /**< most endpoints of a process */

/** Address of an endpoint, exchanged by programs. */
typedef struct emuq_fi_address {
    uint64_t job;                      /**< identifies the partition */
    uint32_t rank;                     /**< of the process */
    uint32_t destination;              /**< coordinates of the node, MUHWI_Destination_t */
    uint16_t rec_fifo, get_fifo, base; /**< numbers in the node */
    uint16_t endpoint;                 /**< number in the process */
    uint64_t domain;                   /**< 0: Message Unit */
    /** @name Registered memory of the endpoint's domain, see registration.h. 0: none
     * @{ */
    uint64_t table;    /**< address of the table in the process */
    uint64_t table_pa; /**< physical address of the table */
    uint64_t check;    /**< checksum of the two */
    /** @} */
} emuq_fi_address_t;

/** Software bytes of packets. */
typedef struct emuq_fi_software {
    uint8_t kind;
    uint8_t endpoint; /**< of the sender */
    uint32_t rank;    /**< of the sender */
    uint64_t word;    /**< by kind */
} __attribute__((__packed__)) emuq_fi_software_t;

_Static_assert(sizeof(emuq_fi_software_t) == 14, "all software bytes of a packet");

/** Descriptors to a peer. */
typedef struct emuq_fi_route {
    MUHWI_Descriptor_t packet; /**< packet.Torus_FIFO_Map: 0 until the route is made */
    union {
        struct {
            MUHWI_Descriptor_t get, put;
        };
        struct {
            uint8_t to[4]; /**< coordinates x, y, z and the process */
            uint8_t endpoint;
            uint32_t process; /**< number, see rings.h */
        } card;
    };
} emuq_fi_route_t;

/** A get, in shared memory. */
typedef struct emuq_fi_get {
    MUHWI_Descriptor_t put; /**< for the Message Unit of the peer */
    uint64_t left; /**< atomic: bytes to arrive; the Message Unit subtracts with release, the owner loads
                      with acquire */
    uint64_t pa;   /**< of this object */
    struct emuq_fi_get *next;
    uint64_t byte; /**< target of emuq_fi_mu_flush() */
    union {
        /** Of emuq_fi_card_flush(): the next one, and the number of the put. */
        struct emuq_fi_get *flushing;
        /** Of an atomic operation, see atomic.h; Message Unit only. The word keeps its value. */
        emuq_offer_t offer;
    };
    uint32_t put_number;
    int error;               /**< 0, or a positive errno if left is 0: no access, or the peer has ended */
    uint64_t operand, value; /**< of an atomic operation: to be stored, and loaded */
} __attribute__((aligned(64))) emuq_fi_get_t;

typedef struct emuq_fi_window {
    uintptr_t va, end;
    uint64_t pa;
} emuq_fi_window_t;

typedef struct emuq_fi_mu {
    MUSPI_InjFifoSubGroup_t inj;
    MUSPI_RecFifoSubGroup_t rec;
    MUSPI_BaseAddressTableSubGroup_t bases;
    MUSPI_InjFifo_t *send, *get, *atomic; /**< NULL: not open */
    MUSPI_RecFifo_t *receive;             /**< NULL: not open */
    uint32_t subgroup;
    bool has_bases;
    char *payload; /**< [EMUQ_FI_SLOTS][EMUQ_FI_PACKET] of the slots of `send` */
    uint64_t payload_pa;
    emuq_fi_address_t address;
    emuq_fi_window_t window[EMUQ_FI_WINDOWS];
    uint32_t next_window;
} emuq_fi_mu_t;

/** Opens the Message Unit of endpoint @p number (0..) of this rank; one thread at a time
 * per number. @return 0; -ENOSPC: no such subgroup; -EBUSY: in use; -ENOMEM */
int emuq_fi_mu_open(emuq_fi_mu_t **mu, uint32_t number);

/** @return whether the Message Unit has taken all packets from memory */
bool emuq_fi_mu_has_sent(const emuq_fi_mu_t *mu);

/** Drops later packets. The object and its memory stay for the next endpoint of the number. */
void emuq_fi_mu_close(emuq_fi_mu_t *mu);

/** Allocates gets, in a list. @return NULL: no memory */
emuq_fi_get_t *emuq_fi_mu_gets(emuq_fi_mu_t *mu);

/**
 * Gets [pa, pa + bytes) of a peer's memory into @p target_pa of this process. get->left is 0 after the
 * arrival.
 * @return false: no space in the FIFO
 */
bool emuq_fi_mu_get(emuq_fi_mu_t *mu, const emuq_fi_route_t *route, emuq_fi_get_t *get, uint64_t pa,
                    uint64_t target_pa, size_t bytes);

/** Puts [pa, pa + bytes) to @p target_pa of a peer. There is space in the FIFO. @param bytes 1 or more */
void emuq_fi_mu_put(emuq_fi_mu_t *mu, const emuq_fi_route_t *route, uint64_t target_pa, uint64_t pa,
                    size_t bytes);

/** Gets a byte of a peer after the puts to it: get->left is 0 when their data have arrived. There is space.
 * @param pa readable memory of the peer */
void emuq_fi_mu_flush(emuq_fi_mu_t *mu, const emuq_fi_route_t *route, emuq_fi_get_t *get, uint64_t pa);

/**
 * Performs an atomic load operation on a word of a peer. get->left is 0 when get->value is the value before.
 * Operations on a peer are performed in the order of calls, except that a store may overtake a load.
 * @param peer of the route @param pa of the word, a multiple of 8 @param op MUHWI_ATOMIC_OPCODE_LOAD...
 * @return false: no space in the FIFO
 */
bool emuq_fi_mu_atomic_load(emuq_fi_mu_t *mu, const emuq_fi_route_t *route, const emuq_fi_address_t *peer,
                            emuq_fi_get_t *get, uint64_t pa, unsigned op);

/** Performs an atomic store operation, see emuq_fi_mu_atomic_load(). get->left is 0 when it is done.
 * @param peer has a table @param op MUHWI_ATOMIC_OPCODE_STORE... */
bool emuq_fi_mu_atomic_store(emuq_fi_mu_t *mu, const emuq_fi_route_t *route, const emuq_fi_address_t *peer,
                             emuq_fi_get_t *get, uint64_t pa, unsigned op, uint64_t operand);

/** Finds the coordinates of a rank. @return false: no such rank. Thread-safe */
bool emuq_fi_coordinates(uint32_t rank, BG_CoordinateMapping_t *found);

/** Finds the address of endpoint @p endpoint of @p rank, open or not. @return false: no such
 * rank or number. Thread-safe */
bool emuq_fi_mu_find_address(uint32_t rank, uint32_t endpoint, emuq_fi_address_t *address);

/** Prepares descriptors to a peer. */
void emuq_fi_mu_route(const emuq_fi_mu_t *mu, const emuq_fi_address_t *peer, emuq_fi_route_t *route);

/** Finds the contiguous physical memory around [va, va + bytes). @param bytes 0 as 1 @return false: none.
 * Thread-safe */
bool emuq_fi_mu_region(uintptr_t va, size_t bytes, emuq_fi_window_t *region);

/** emuq_fi_mu_pa() of memory in no window. */
bool emuq_fi_mu_find_window(emuq_fi_mu_t *mu, uintptr_t va, size_t bytes, uint64_t *pa);

/** Finds the physical address of memory. @return false: none */
static inline bool emuq_fi_mu_pa(emuq_fi_mu_t *mu, const void *address, size_t bytes, uint64_t *pa)
{
    uintptr_t va = (uintptr_t)address;
    for (uint32_t i = 0; i < EMUQ_FI_WINDOWS; i++) {
        const emuq_fi_window_t *w = &mu->window[i];
        if (va >= w->va && va <= w->end && bytes <= w->end - va) {
            *pa = w->pa + (va - w->va);
            return true;
        }
    }
    return emuq_fi_mu_find_window(mu, va, bytes, pa);
}

/** @return whether FIFO `send` has space for @p slots descriptors */
static inline bool emuq_fi_mu_has_space(const emuq_fi_mu_t *mu, uint64_t slots)
{
    MUSPI_InjFifo_t *f = mu->send;
    if (__builtin_expect(f->freeSpace >= slots, 1))
        return true;
    f->freeSpace = MUSPI_getHwFreeSpace(f);
    return f->freeSpace >= slots;
}

/** @return payload memory of the next packet; there is space */
static inline char *emuq_fi_mu_payload(const emuq_fi_mu_t *mu)
{
    size_t slot = (size_t)((char *)mu->send->_fifo.va_tail - (char *)mu->send->_fifo.va_start);
    return mu->payload + slot * (EMUQ_FI_PACKET / sizeof(MUHWI_Descriptor_t));
}

/** A quarter of a descriptor, written by one store. */
typedef uint64_t emuq_fi_quarter_t __attribute__((vector_size(16), aligned(16), may_alias));

/**
 * Sends a packet, of the payload at emuq_fi_mu_payload(). There is space.
 * @param size value for the receiver, in the put offset
 * @param bytes of payload, 1 to EMUQ_FI_PACKET
 */
static inline void emuq_fi_mu_send_packet(emuq_fi_mu_t *mu, const emuq_fi_route_t *route, uint8_t kind,
                                          uint32_t size, uint64_t word, size_t bytes)
{
    uint64_t pa = mu->payload_pa + (uint64_t)(emuq_fi_mu_payload(mu) - mu->payload);
    const emuq_fi_quarter_t *model = (const emuq_fi_quarter_t *)(const void *)&route->packet;
    emuq_fi_quarter_t *d = (emuq_fi_quarter_t *)mu->send->_fifo.va_tail;
    emuq_fi_quarter_t rest[2];
    memcpy(rest, model + 2, sizeof rest);
    char *header = (char *)rest; /* byte 32 of the descriptor: the packet header */
    memcpy(header + 14, &size, sizeof size);
    header[18] = (char)kind;
    memcpy(header + 24, &word, sizeof word);
    d[0] = (emuq_fi_quarter_t){0, pa};
    d[1] = (emuq_fi_quarter_t){bytes, model[1][1]};
    d[2] = rest[0];
    d[3] = rest[1];
    (void)MUSPI_InjFifoAdvanceDesc(mu->send);
}

#endif /* EMUQ_FABRIC_MU_H */
