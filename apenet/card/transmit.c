/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A descriptor is done in two steps: its packet is delivered, then its event is written. Either may have to
 * wait for room, at the card of the destination or at the own one, and is tried again when there is room. The
 * slot is free after the second.
 */
#include "apenet/card/transmit.h"

#include <string.h>

#include "apenet/card/queue.h"
#include "apenet/card/read.h"
#include "apenet/card/receive.h"
#include "apenet/card/verify.h"

void (*apenet_refusal_hook)(const char *report);

/* Number of the first slot that the driver has filled and the card has not read; false: there is none. */
static bool next_slot(const apenet_device_t *d, uint32_t *slot)
{
    /* Acquire: pairs with the driver's store; the descriptors before its index are there. */
    uint32_t pointers = __atomic_load_n(&d->reg[APENET_REG_TX_RB_NEXT_PTR], __ATOMIC_ACQUIRE);
    *slot = apenet_get(&pointers, APENET_PTR_CARD);
    return d->tx.ring != NULL && *slot != apenet_get(&pointers, APENET_PTR_DRIVER);
}

/* Gives the slot back. */
static void advance(apenet_device_t *d, uint32_t slot)
{
    uint32_t *reg = &d->reg[APENET_REG_TX_RB_NEXT_PTR], now = __atomic_load_n(reg, __ATOMIC_RELAXED), next;
    do {
        next = now;
        apenet_set(&next, APENET_PTR_CARD, (slot + 1) % d->tx.size);
    } while (!__atomic_compare_exchange_n(reg, &now, next, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    if (apenet_get(&next, APENET_PTR_CARD) == apenet_get(&next, APENET_PTR_DRIVER))
        __atomic_fetch_or(&d->reg[APENET_REG_IRQ_STATUS], APENET_IRQ_RING_EMPTY, __ATOMIC_RELAXED);
    d->tx.is_done = false;
    emuq_event_notify(&d->bell, EMUQ_EVENT_ALL);
}

/* The descriptor's own event, from its CMD1. */
static void complete(apenet_device_t *d, const apenet_descriptor_t *descriptor, apenet_event_kind_t kind,
                     apenet_status_t status, uint32_t bytes)
{
    apenet_entry_t e = apenet_entry(kind, status);
    memcpy(e.head, descriptor->cmd1, sizeof e.head);
    e.bytes = bytes;
    d->tx.pending = e;
    d->tx.is_done = true;
}

static void refuse(apenet_device_t *d, const apenet_descriptor_t *descriptor, uint32_t slot,
                   apenet_verdict_t verdict)
{
    apenet_count(&d->counters.refused, 1);
    complete(d, descriptor, APENET_EVENT_ERROR, verdict.status, 0);
    void (*hook)(const char *) = __atomic_load_n(&apenet_refusal_hook, __ATOMIC_RELAXED);
    if (hook == NULL)
        return;
    char text[1024];
    apenet_verdict_report(d, descriptor, slot, verdict, text, sizeof text);
    hook(text);
}

/* A packet leaves: it has a number of its own, which one that is refused has not. */
static void count_packet(apenet_device_t *d, uint32_t bytes)
{
    apenet_count(&d->counters.packets_sent, 1);
    apenet_count(&d->counters.bytes_sent, bytes);
    d->tx.serial++;
}

static void sent(apenet_device_t *d, const apenet_descriptor_t *descriptor)
{
    uint32_t bytes = apenet_get(descriptor->cmd0, APENET_CMD0_BYTES);
    bool has_event = apenet_get(descriptor->cmd1, APENET_CMD1_TAG) == APENET_COMP_EQ;
    count_packet(d, bytes);
    d->tx.bytes += bytes;
    complete(d, descriptor, has_event ? APENET_EVENT_SENT : (apenet_event_kind_t)0, APENET_STATUS_OK,
             d->tx.bytes);
    if (apenet_get(descriptor->header.w, APENET_HEADER_LAST_FRAG) != 0)
        d->tx.bytes = 0;
}

static void get(apenet_device_t *d, const apenet_descriptor_t *descriptor, uint32_t slot,
                const apenet_place_t *source)
{
    apenet_get_request_t request;
    apenet_place_t here = apenet_place_of(&request);
    apenet_verdict_t verdict = {APENET_STATUS_TX_BAD_SOURCE, "the request of a get cannot be read"};
    if (apenet_bus_copy(&here, source, sizeof request))
        verdict = apenet_verify_request(d, &request);
    if (verdict.status != APENET_STATUS_OK) {
        refuse(d, descriptor, slot, verdict);
        return;
    }
    uint32_t bytes;
    apenet_device_t *answers = apenet_device_at(d->machine, apenet_destination(&descriptor->header));
    count_packet(d, sizeof request);
    apenet_status_t status = apenet_read(d, answers, &descriptor->header, &request, &bytes);
    complete(d, descriptor, APENET_EVENT_GET_DONE, status, bytes);
}

/* @return false: the ring has been parked */
static bool deliver(apenet_device_t *d, const apenet_descriptor_t *descriptor, uint32_t slot)
{
    apenet_packet_t packet = {.header = descriptor->header, .from = d->number, .serial = d->tx.serial};
    apenet_verdict_t verdict = apenet_verify(d, descriptor, &packet.source);
    if (verdict.status != APENET_STATUS_OK) {
        refuse(d, descriptor, slot, verdict);
        return true;
    }
    if (apenet_get(packet.header.w, APENET_HEADER_CMD) == APENET_CMD_GET) {
        get(d, descriptor, slot, &packet.source);
    } else {
        apenet_device_t *to = apenet_device_at(d->machine, apenet_destination(&packet.header));
        packet.bytes = apenet_get(descriptor->cmd0, APENET_CMD0_BYTES);
        emuq_shared_lock(&to->lock);
        bool is_taken = apenet_receive(to, &packet);
        emuq_shared_unlock(&to->lock);
        if (!is_taken)
            return false;
        sent(d, descriptor);
    }
    return true;
}

/* Writes the event of a descriptor that is done, if it has one. @return false: the ring has been parked */
static bool tell(apenet_device_t *d)
{
    if (apenet_get(&d->tx.pending.what, APENET_ENTRY_KIND) == 0)
        return true;
    emuq_shared_lock(&d->lock);
    bool has_room = apenet_queue_has_room(d);
    if (has_room)
        apenet_queue_write(d, &d->tx.pending);
    else
        apenet_park(d, d);
    emuq_shared_unlock(&d->lock);
    return has_room;
}

/* @return false: the ring is empty, or has to wait */
static bool step(apenet_device_t *d)
{
    uint32_t slot;
    if (!next_slot(d, &slot))
        return false;
    /* The driver may write to a slot that it has filled, though it must not: what is checked is a copy. */
    apenet_descriptor_t descriptor = d->tx.ring[slot];
    if ((!d->tx.is_done && !deliver(d, &descriptor, slot)) || !tell(d)) {
        apenet_count(&d->counters.parked, 1);
        return false;
    }
    advance(d, slot);
    return true;
}

/* Runs the ring. The caller holds the claim, and gives it back when there is nothing to do, or to an heir. */
static void run(apenet_device_t *d)
{
    apenet_tx_t *tx = &d->tx;
    uint32_t steps = 0;
    /* Relaxed: `is_long` only says when to wait for the claim. Who reads heirs != 0 here, holding the claim,
     * leaves it to a thread that does wait: an heir is no longer one before it gives the claim back. */
    do {
        while (step(d)) {
            if (++steps >= APENET_RUN_LONG)
                __atomic_store_n(&tx->is_long, true, __ATOMIC_RELAXED);
            if (__atomic_load_n(&tx->heirs, __ATOMIC_RELAXED) != 0) {
                __atomic_store_n(&tx->is_long, false, __ATOMIC_RELAXED);
                emuq_claim_leave(&tx->claim);
                return;
            }
        }
        if (steps >= APENET_RUN_LONG)
            __atomic_store_n(&tx->is_long, false, __ATOMIC_RELAXED);
    } while (!emuq_claim_release(&tx->claim));
}

void apenet_transmit(apenet_device_t *d)
{
    apenet_tx_t *tx = &d->tx;
    if (!emuq_claim_try(&tx->claim)) {
        if (!__atomic_load_n(&tx->is_long, __ATOMIC_RELAXED))
            return;
        __atomic_fetch_add(&tx->heirs, 1, __ATOMIC_RELAXED);
        emuq_claim_wait(&tx->claim);
        __atomic_fetch_sub(&tx->heirs, 1, __ATOMIC_RELAXED);
    }
    run(d);
}

void apenet_resume(apenet_device_t *d)
{
    for (uint32_t word = 0; word < (d->machine->devices + 63) / 64; word++) {
        emuq_shared_lock(&d->lock);
        bool is_over = d->parks == 0;
        uint64_t rings = apenet_unpark(d, word);
        emuq_shared_unlock(&d->lock);
        if (is_over)
            return;
        for (; rings != 0; rings &= rings - 1) {
            apenet_device_t *waits = &d->machine->device[word * 64 + (uint32_t)__builtin_ctzll(rings)];
            if (emuq_claim_try(&waits->tx.claim))
                run(waits);
        }
    }
}
