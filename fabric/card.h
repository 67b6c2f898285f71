/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file card.h
 * @brief APEnet+ card of an endpoint: packets, gets, puts. See port.h.
 *
 * The endpoints of a process share its card (apenet/rdma.h). A packet, a header and the payload, is a put to
 * a ring of the receiver (rings.h), or without space in a ring a send into a streaming buffer. The thread
 * that takes an event of the card handles packets to its endpoint in the ring or buffer, and copies packets
 * to other endpoints into their inboxes, so that each poll of an endpoint frees space for all. A sender whose
 * packet finds no streaming buffer keeps the packet in its card, and returns -FI_EAGAIN when its slots are
 * full.
 *
 * One thread at a time uses an endpoint.
 */
#ifndef EMUQ_FABRIC_CARD_H
#define EMUQ_FABRIC_CARD_H

#include "base/atomic.h"
#include "fabric/mu.h"
#include "fabric/rings.h"

#define EMUQ_FI_CARD_SLOTS   64u   /**< packets and puts of an endpoint that are not complete */
#define EMUQ_FI_CARD_HEADER  24u   /**< bytes before the payload of a packet */
#define EMUQ_FI_CARD_PACKET  4072u /**< maximum payload of a packet */
#define EMUQ_FI_CARD_MESSAGE UINT64_C(0xffff0000) /**< maximum bytes of a get or put, in whole pages */
#define EMUQ_FI_CARD_PAGE    4096u
#define EMUQ_FI_CARD_CONTEXT 0x20000u /**< of events of exposed memory */

/** A packet or a put. */
typedef struct emuq_fi_card_slot {
    uint8_t to[4];  /**< coordinates x, y, z and the process */
    bool is_put;    /**< false: a packet */
    bool is_silent; /**< a later slot reports that this one is complete */
    uint32_t bytes;
    uint32_t process; /**< number, see rings.h */
    uint64_t local;   /**< address of the data */
    uint64_t remote;  /**< of a put */
} emuq_fi_card_slot_t;

typedef struct emuq_fi_card_kept emuq_fi_card_kept_t;

typedef struct emuq_fi_card {
    emuq_fi_address_t address;
    /** In shared memory: packets, of all slots that are not complete, one behind the other; a packet without
     * effect; the tails of rings, by process. */
    char *payload;
    uint32_t at; /**< offset of the next packet */
    emuq_fi_tail_t *tail;
    emuq_fi_card_slot_t slot[EMUQ_FI_CARD_SLOTS];
    /** Numbers of the next slot to fill, and to give to the card. The card executes slots in this order. */
    uint32_t next, posted;
    uint32_t done;           /**< atomic: slots below are complete. Stores hold the lock of the card */
    uint32_t silent;         /**< slots since the last one that is not silent */
    uint32_t put;            /**< number of the latest put */
    emuq_fi_get_t *flushing; /**< emuq_fi_card_flush() */
    bool is_empty;           /**< the latest poll of the card found no event */
    /** Guarded by the lock of the card: */
    bool is_open;
    emuq_fi_card_kept_t *inbox, **inbox_end; /**< packets to this endpoint */
} emuq_fi_card_t;

/** @return the card of this process, which emuq_fi_card_prepare() has opened */
apenet_card_t *emuq_fi_card_of_process(void);

/** Opens the card of this process, if it is not open. @return 0, or as apenet_open(), after printing the
 * reason. Thread-safe */
int emuq_fi_card_prepare(void);

/** Opens endpoint @p number (0..) of this rank; one thread at a time per number. @return 0; -ENOSPC: no such
 * number; or as emuq_fi_card_prepare() */
int emuq_fi_card_open(emuq_fi_card_t **card, uint32_t number);

/** Drops later packets. The object stays for the next endpoint of the number. */
void emuq_fi_card_close(emuq_fi_card_t *card);

/** Finds the address of endpoint @p endpoint of @p rank. @return false: no such rank or number. Thread-safe
 */
bool emuq_fi_card_find_address(uint32_t rank, uint32_t endpoint, emuq_fi_address_t *address);

void emuq_fi_card_route(const emuq_fi_address_t *peer, emuq_fi_route_t *route);

/** @return number of the first slot that is not complete; memory of slots below can be written */
static inline uint32_t emuq_fi_card_done(const emuq_fi_card_t *card)
{
    return AO_int_load_acquire(&card->done); /* pairs with the thread that takes the event of a slot */
}

/** @return whether there is space for @p slots packets and puts, with emuq_fi_card_take() in between */
static inline bool emuq_fi_card_has_space(const emuq_fi_card_t *card, uint32_t slots)
{
    return card->next - emuq_fi_card_done(card) + slots <= EMUQ_FI_CARD_SLOTS;
}

/** @return payload memory of the next slot; there is space */
static inline char *emuq_fi_card_payload(const emuq_fi_card_t *card)
{
    return card->payload + card->at + EMUQ_FI_CARD_HEADER;
}

/** Sends a packet, of the payload at emuq_fi_card_payload(). There is space. */
void emuq_fi_card_send_packet(emuq_fi_card_t *card, const emuq_fi_route_t *route, uint8_t kind, uint32_t size,
                              uint64_t word, size_t bytes);

/** Puts [local, local + bytes) to @p remote of a peer. There is space. @param bytes 1 or more */
void emuq_fi_card_put(emuq_fi_card_t *card, const emuq_fi_route_t *route, uint64_t remote, uint64_t local,
                      size_t bytes);

/** Waits for the latest put: get->left becomes 0 when the card has sent its data. */
void emuq_fi_card_flush(emuq_fi_card_t *card, emuq_fi_get_t *get);

/** @return whether messages of the card are in direct mode: sent data are written */
bool emuq_fi_card_is_direct(void);

/** @return the descriptor of the card, see apenet_event_fd(); -1: no descriptor left. Thread-safe */
int emuq_fi_card_event_fd(void);

/** @return whether the card has sent all packets and puts */
bool emuq_fi_card_has_sent(emuq_fi_card_t *card);

/** Allocates gets, in a list. @return NULL: no memory */
emuq_fi_get_t *emuq_fi_card_gets(void);

/** Gets [remote, remote + bytes) of a peer's memory into @p local of this process. get->left is 0 at the
 * end, and then get->error a positive errno or 0. @return false: no space in the card */
bool emuq_fi_card_get(const emuq_fi_route_t *route, emuq_fi_get_t *get, uint64_t remote, uint64_t local,
                      size_t bytes);

/** Handles a packet. @param s header @param size value of the sender @param payload valid until the return */
typedef void emuq_fi_card_handler_t(void *context, const emuq_fi_software_t *s, uint32_t size,
                                    const char *payload);

/** Gives slots to the card, takes events, and handles a packet to this endpoint. @return whether there was an
 * event */
bool emuq_fi_card_take(emuq_fi_card_t *card, emuq_fi_card_handler_t *handle, void *context);

/** Registers memory, so that peers can get it; a cache keeps registrations. @param address set to its address
 * for peers @param exposure set for emuq_fi_card_conceal() @return false: no such memory, memory that is not
 * writable, or too much. Thread-safe */
bool emuq_fi_card_expose(const void *memory, size_t bytes, uint64_t *address, void **exposure);

/** emuq_fi_card_expose() of exactly these bytes, also for puts, without the cache. @return 0; -EINVAL: no
 * such memory; -ENOSPC: too many regions; -ENOMEM */
int emuq_fi_card_expose_region(const void *memory, size_t bytes, void **exposure);

/** Thread-safe */
void emuq_fi_card_conceal(void *exposure);

#endif /* EMUQ_FABRIC_CARD_H */
