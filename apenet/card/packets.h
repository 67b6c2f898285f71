/* SPDX-License-Identifier: BSD-3-Clause */
/** @file packets.h
 * @brief Path of a packet through TX block and RX block.
 */
#ifndef APENET_CARD_PACKETS_H
#define APENET_CARD_PACKETS_H

#include <stddef.h>
#include <stdint.h>

#include "apenet/card/device.h"

/** Ethernet CRC-32 (polynomial 0x04c11db7, reflected, inverted at both ends) of @p bytes bytes and @p zeros
 * zero bytes. Thread-safe. */
uint32_t apenet_crc32(const void *p, size_t bytes, size_t zeros);

typedef struct apenet_verdict {
    apenet_status_t status;
    const char *what;
} apenet_verdict_t;

/** Checks a descriptor. @param source set to the payload of an accepted descriptor */
apenet_verdict_t apenet_verify(const apenet_device_t *d, const apenet_descriptor_t *descriptor,
                               apenet_location_t *source);

/** Checks the differences to an accepted descriptor. The tables of the destination must be unchanged. */
apenet_verdict_t apenet_verify_next(const apenet_device_t *d, const apenet_descriptor_t *descriptor,
                                    const apenet_descriptor_t *before, apenet_location_t *source);

apenet_verdict_t apenet_verify_request(const apenet_device_t *d, const apenet_get_request_t *request);

/** Writes a report with the decoded descriptor. @return its length */
size_t apenet_verdict_report(const apenet_device_t *d, const apenet_descriptor_t *descriptor, unsigned slot,
                             apenet_verdict_t verdict, char *text, size_t bytes);

/** State of packets under one lock. Starts with zeros, ends with apenet_copy_end(). */
typedef struct apenet_batch {
    apenet_copy_t copy;
    apenet_found_t found;
} apenet_batch_t;

typedef struct apenet_packet {
    apenet_header_t header;
    apenet_location_t source; /**< payload */
    uint32_t bytes;
    uint32_t from;
    uint16_t serial;
    apenet_batch_t *batch;
} apenet_packet_t;

/** Writes a packet and, for the last one of a message, its event. Caller holds the lock of @p d.
 * @return false: no credit; the ring of card `from` is parked */
bool apenet_receive(apenet_device_t *d, const apenet_packet_t *packet);

/** Receives a packet from a link, as apenet_receive(). @param is_damaged a link has damaged the payload */
bool apenet_receive_from_link(apenet_device_t *d, const apenet_packet_t *packet, bool is_damaged);

/** Writes a reply to a get. Caller holds the lock of @p d. */
apenet_status_t apenet_receive_reply(apenet_device_t *d, const apenet_header_t *header, const void *payload);

/** Finds bytes that a get requests. Caller holds the lock of @p d. @param segment set to their number: at
 * most a packet, within a page @return false: refused */
bool apenet_get_find(apenet_device_t *d, const apenet_header_t *header, const apenet_get_request_t *request,
                     uint32_t at, uint32_t *segment, apenet_location_t *from);

/** Maximum packets under one lock of a card: waiters wait for at most 128 KiB. */
#define APENET_BATCH 32u

/** The same for gets if no thread waited for the last batch: a copy between processes takes a system call for
 * each batch. */
#define APENET_GET_BATCH 256u

/** Receives packets of APENET_PAYLOAD_BYTES (the first may be shorter), but not the last of a message. Stops
 * before a packet outside of the buffer, after a failed write, and after APENET_BATCH packets if a thread
 * waits.
 * @return number of received packets */
uint32_t apenet_receive_run(apenet_device_t *d, const apenet_packet_t *packet, uint32_t packets);

bool apenet_translate_slow(apenet_device_t *d, unsigned table, uint64_t page, uint64_t *bus);

/** Translates an address. @param left set to the bytes up to the end of the page @return whether the page is
 * registered */
static inline bool apenet_translate(apenet_device_t *d, unsigned table, uint64_t va, uint64_t *bus,
                                    uint32_t *left)
{
    uint64_t bytes = UINT64_C(1) << d->table[table].pages.page_bits, offset = va & (bytes - 1);
    if (!apenet_tlb_find(&d->tlb, table, va - offset, bus) &&
        !apenet_translate_slow(d, table, va - offset, bus))
        return false;
    *bus += offset;
    *left = (uint32_t)(bytes - offset);
    return true;
}

/** Executes a get validated by the caller. Takes the locks of both cards, and releases them between batches.
 * @param request copied payload @param bytes set to the number of bytes written @return status of GET_DONE */
apenet_status_t apenet_read(apenet_device_t *requester, apenet_device_t *responder,
                            const apenet_header_t *header, const apenet_get_request_t *request,
                            uint32_t *bytes);

#define APENET_RUN_LONG 1024u /**< packets that one thread sends before a takeover */

/** Runs the ring until it is empty or parked, or leaves it to the running thread. Call after a store to the
 * ring pointer, without card locks. */
void apenet_transmit(apenet_device_t *d);

/** Number of filled slots. @param slot set to the first */
static inline __attribute__((always_inline)) uint32_t apenet_ring_filled(const apenet_device_t *d,
                                                                         uint32_t *slot)
{
    /* Acquire: pairs with the release of the driver; descriptors before its index are visible. */
    uint32_t pointers = AO_int_load_acquire(&d->reg[APENET_REG_TX_RB_NEXT_PTR]);
    *slot = apenet_get(&pointers, APENET_PTR_CARD);
    uint32_t end = apenet_get(&pointers, APENET_PTR_DRIVER);
    return d->tx.ring == NULL ? 0 : end >= *slot ? end - *slot : end + d->tx.size - *slot;
}

/** Frees the first slots. Caller holds the claim. @param slot first slot */
static inline __attribute__((always_inline)) void apenet_ring_advance(apenet_device_t *d, uint32_t slot,
                                                                      uint32_t slots)
{
    uint32_t *reg = &d->reg[APENET_REG_TX_RB_NEXT_PTR], now, next;
    uint32_t end = slot + slots;
    end -= end >= d->tx.size ? d->tx.size : 0;
    do {
        next = now = AO_int_load(reg);
        apenet_set(&next, APENET_PTR_CARD, end);
        /* seq_cst: ordered before the load of IRQ_STATUS (device.h). */
    } while (!emuq_compare_exchange(reg, now, next, __ATOMIC_SEQ_CST));
    if (apenet_get(&next, APENET_PTR_CARD) == apenet_get(&next, APENET_PTR_DRIVER))
        apenet_interrupt_raise(d, APENET_IRQ_RING_EMPTY);
    emuq_event_notify_light(&d->wakeup, EMUQ_EVENT_ALL);
}

/** Tests that a direct packet cannot overtake a descriptor or event. Caller holds the claim. */
static inline bool apenet_ring_is_idle(const apenet_device_t *d)
{
    /* Acquire: pairs with the release of the driver. */
    uint32_t pointers = AO_int_load_acquire(&d->reg[APENET_REG_TX_RB_NEXT_PTR]);
    return d->tx.direct_ring != NULL && !d->tx.is_done &&
           apenet_get(&pointers, APENET_PTR_CARD) == apenet_get(&pointers, APENET_PTR_DRIVER);
}

/** Sends packets of a long put without ring slots if the ring is idle. The effects are those of descriptors,
 * without ring pointer and RING_EMPTY. For the only writer of the ring, without card locks.
 * @param first descriptor of the first packet, without an event; later packets have 4096 bytes each
 * @param bytes size of these packets
 * @param last descriptor of the next packet, possibly with an event; NULL: left to the ring
 * @return bytes sent, in whole packets; the ring sends the rest */
uint64_t apenet_transmit_run(apenet_device_t *d, const apenet_descriptor_t *first, uint64_t bytes,
                             const apenet_descriptor_t *last);

void apenet_resume(apenet_device_t *d);

/** Claims the ring if the process of the holder has died, and repairs its state. @return success */
bool apenet_ring_take_over(apenet_device_t *d);

/** Waits for the claim of the ring, if needed after a process that has died. */
void apenet_ring_wait(apenet_device_t *d);

/** Hook `refill` of the network with the machine as argument (net/network.h): runs the ring of a card. */
void apenet_ring_refill(void *machine, uint32_t node);

/** Runs the ring of a card, if needed after a process that has died, or leaves it to the running thread. */
void apenet_ring_run(apenet_device_t *d);

/** Repairs all cards of the host after deaths of processes: takes over claims, and repeats marks, runs and
 * wake-ups that the processes may have missed. Call without claims and card locks. Thread-safe. */
void apenet_repair_all(apenet_machine_t *m);

/** apenet_repair_all() if a process has died. */
static inline void apenet_repair(apenet_machine_t *m)
{
    /* Acquire: pairs with presence_clear(). */
    if (__builtin_expect(AO_int_load_acquire(&m->deaths) != AO_int_load(&m->repaired), 0))
        apenet_repair_all(m);
}

/** Ends a message without an event for its receiver: the rest of it is not sent. A streaming buffer stays in
 * use: the event may have been written. @param from source card */
void apenet_receive_abort(apenet_device_t *d, const apenet_header_t *header, uint32_t from);

/** Passes time on the links, and repairs cards, at most every 0.2 ms; waiting threads call it if `has_ticks`
 * is set. Call without card locks. @param d card of the caller, whose get may have lost its path */
void apenet_tick(apenet_device_t *d);

/** Hook `send` of the network (net/network.h) with the machine as argument; NULL: no external wires. Atomic,
 * relaxed: constant once set. */
typedef bool apenet_send_hook_t(void *machine, uint32_t node, unsigned port, uint64_t number,
                                const struct apenet_word *word, uint32_t words);
extern apenet_send_hook_t *apenet_send_hook;

/** Moves packets until nothing moves; packet mode. Call without card locks. */
void apenet_run_network(apenet_machine_t *m);

/** Runs the ring, then releases the claim. Caller holds the claim, in a critical section. */
void apenet_ring_continue(apenet_device_t *d);

/** Notes the slot in progress: the next process after the death of this one must not execute it again. */
static inline void apenet_ring_begin(apenet_device_t *d, uint64_t begun)
{
    AO_store(&d->tx.begun, begun);
    AO_compiler_barrier();
}

/* ---- short.c ---- */

typedef struct apenet_short {
    apenet_header_t header;
    apenet_device_t *to;
    uint64_t bus; /**< source, owned by the sender */
    uint32_t bytes;
    bool has_event;
    uint64_t magic;
} apenet_short_t;

/** Sends an accepted message of one packet without a ring slot if the ring is idle between messages, in
 * direct and packet mode. Effects and conditions as apenet_transmit_run(), but any thread may call.
 * @return false: nothing is done; use the ring */
bool apenet_transmit_short(apenet_device_t *d, const apenet_short_t *message);

#endif /* APENET_CARD_PACKETS_H */
