/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A descriptor is done in two steps: its packet is delivered, then its event is written. Either may have to
 * wait for room, at the card of the destination or at the own one, and is tried again when there is room. The
 * slot is free after the second. Packets to one card that follow one another are a *train*: one look at the
 * ring, one lock, one copy of what lies side by side at both ends.
 */
#include "apenet/card/transmit.h"

#include <string.h>

#include "apenet/card/interrupt.h"
#include "apenet/card/queue.h"
#include "apenet/card/read.h"
#include "apenet/card/receive.h"
#include "apenet/card/verify.h"

void (*apenet_refusal_hook)(const apenet_refusal_t *refusal);

/* The slots that the driver has filled and the card has not read. @param slot gets the first of them
 * @return how many */
static uint32_t filled_slots(const apenet_device_t *d, uint32_t *slot)
{
    /* Acquire: pairs with the driver's store; the descriptors before its index are there. */
    uint32_t pointers = __atomic_load_n(&d->reg[APENET_REG_TX_RB_NEXT_PTR], __ATOMIC_ACQUIRE);
    *slot = apenet_get(&pointers, APENET_PTR_CARD);
    uint32_t end = apenet_get(&pointers, APENET_PTR_DRIVER);
    return d->tx.ring == NULL ? 0 : end >= *slot ? end - *slot : end + d->tx.size - *slot;
}

/* Gives slots back, from the first one on. */
static void advance(apenet_device_t *d, uint32_t slot, uint32_t slots)
{
    uint32_t *reg = &d->reg[APENET_REG_TX_RB_NEXT_PTR], now = __atomic_load_n(reg, __ATOMIC_RELAXED), next;
    uint32_t end = slot + slots;
    end -= end >= d->tx.size ? d->tx.size : 0;
    do {
        next = now;
        apenet_set(&next, APENET_PTR_CARD, end);
        /* seq_cst: an interrupt that is looked at afterwards (interrupt.h). */
    } while (!__atomic_compare_exchange_n(reg, &now, next, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
    if (apenet_get(&next, APENET_PTR_CARD) == apenet_get(&next, APENET_PTR_DRIVER))
        apenet_interrupt_raise(d, APENET_IRQ_RING_EMPTY);
    emuq_event_notify_light(&d->bell, EMUQ_EVENT_ALL);
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
    void (*hook)(const apenet_refusal_t *) = __atomic_load_n(&apenet_refusal_hook, __ATOMIC_RELAXED);
    if (hook == NULL)
        return;
    char text[1024];
    apenet_verdict_report(d, descriptor, slot, verdict, text, sizeof text);
    hook(&(apenet_refusal_t){d->number, slot, verdict.what, text});
}

static void count_packets(apenet_device_t *d, uint32_t packets, uint32_t bytes)
{
    apenet_count(&d->counters.packets_sent, packets);
    apenet_count(&d->counters.bytes_sent, bytes);
}

/* A packet leaves: it has a number of its own, which one that is refused has not. */
static void sent(apenet_device_t *d, const apenet_descriptor_t *descriptor)
{
    bool has_event = apenet_get(descriptor->cmd1, APENET_CMD1_TAG) == APENET_COMP_EQ;
    d->tx.serial++;
    d->tx.bytes += apenet_get(descriptor->cmd0, APENET_CMD0_BYTES);
    if (has_event)
        complete(d, descriptor, APENET_EVENT_SENT, APENET_STATUS_OK, d->tx.bytes);
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
    d->tx.serial++;
    count_packets(d, 1, sizeof request);
    apenet_status_t status = apenet_read(d, answers, &descriptor->header, &request, &bytes);
    complete(d, descriptor, APENET_EVENT_GET_DONE, status, bytes);
}

/* A packet that has been checked, but for its source. */
static apenet_packet_t packet_of(const apenet_device_t *d, const apenet_descriptor_t *descriptor,
                                 apenet_place_t source, apenet_train_t *train)
{
    return (apenet_packet_t){.header = descriptor->header,
                             .source = source,
                             .bytes = apenet_get(descriptor->cmd0, APENET_CMD0_BYTES),
                             .from = d->number,
                             .serial = d->tx.serial,
                             .train = train};
}

/* Whether a slot has another packet for a card; if so, *descriptor becomes its. What is wrong with one that
 * is refused is said later. */
static bool follows(const apenet_device_t *d, const apenet_device_t *to, uint32_t slot,
                    apenet_descriptor_t *descriptor, apenet_place_t *source)
{
    apenet_descriptor_t next = d->tx.ring[slot];
    bool is_next = apenet_get(next.header.w, APENET_HEADER_CMD) != APENET_CMD_GET &&
                   apenet_verify_next(d, &next, descriptor, source).status == APENET_STATUS_OK &&
                   apenet_device_at(d->machine, apenet_destination(&next.header)) == to;
    *descriptor = next;
    return is_next;
}

/* Delivers packets to one card, up to one that has an event. The first one has been checked. @return how many
 */
static uint32_t deliver_train(apenet_device_t *d, uint32_t slot, uint32_t slots,
                              apenet_descriptor_t *descriptor, apenet_place_t source)
{
    apenet_device_t *to = apenet_device_at(d->machine, apenet_destination(&descriptor->header));
    apenet_train_t train;
    uint32_t most = slots < APENET_TRAIN ? slots : APENET_TRAIN, n = 0, bytes = 0;
    memset(&train, 0, sizeof train);
    emuq_light_lock(&to->lock);
    do {
        apenet_packet_t packet = packet_of(d, descriptor, source, &train);
        if (!apenet_receive(to, &packet))
            break;
        bytes += packet.bytes;
        n++;
        sent(d, descriptor);
    } while (!d->tx.is_done && n < most && follows(d, to, (slot + n) % d->tx.size, descriptor, &source));
    apenet_copy_end(&train.copy);
    emuq_light_pass(&to->lock);
    count_packets(d, n, bytes);
    return n;
}

/* Does what the first slots say. @return how many are done, of which the last one may have an event
 * (is_done); 0: the ring has been parked */
static uint32_t deliver(apenet_device_t *d, uint32_t slot, uint32_t slots)
{
    /* The driver may write to a slot that it has filled, though it must not: what is checked is a copy. */
    apenet_descriptor_t descriptor = d->tx.ring[slot];
    apenet_place_t source;
    apenet_verdict_t verdict = apenet_verify(d, &descriptor, &source);
    if (verdict.status != APENET_STATUS_OK)
        refuse(d, &descriptor, slot, verdict);
    else if (apenet_get(descriptor.header.w, APENET_HEADER_CMD) == APENET_CMD_GET)
        get(d, &descriptor, slot, &source);
    else
        return deliver_train(d, slot, slots, &descriptor, source);
    return 1;
}

/* Writes an event of the own card. @return false: the ring has been parked */
static bool tell(apenet_device_t *d, const apenet_entry_t *entry)
{
    emuq_light_lock(&d->lock);
    bool has_room = apenet_queue_has_room(d);
    if (has_room)
        apenet_queue_write(d, entry);
    else
        apenet_park(d, d);
    emuq_light_unlock(&d->lock);
    return has_room;
}

/* The event of a message without a slot, which has waited for room. @return 0: it still does */
static uint32_t tell_loose(apenet_device_t *d)
{
    d->tx.is_done = d->tx.is_loose = !tell(d, &d->tx.pending);
    if (d->tx.is_loose)
        apenet_count(&d->counters.parked, 1);
    return d->tx.is_loose ? 0 : 1;
}

/* @return how many slots are free again, or 1 for an event that had none; 0: the ring is empty, or has to
 * wait */
static uint32_t step(apenet_device_t *d)
{
    if (__builtin_expect(d->tx.is_loose, 0))
        return tell_loose(d);
    uint32_t slot, slots = filled_slots(d, &slot);
    if (slots == 0)
        return 0;
    uint32_t done = d->tx.is_done ? 1 : deliver(d, slot, slots);
    if (d->tx.is_done) {
        d->tx.is_done = !tell(d, &d->tx.pending);
        done -= d->tx.is_done;
    }
    if (done == 0)
        apenet_count(&d->counters.parked, 1);
    else
        advance(d, slot, done);
    return done;
}

void apenet_transmit_run_on(apenet_device_t *d)
{
    apenet_tx_t *tx = &d->tx;
    uint32_t done, steps = 0;
    /* Relaxed: `is_long` only says when to wait for the claim. Who reads heirs != 0 here, holding the claim,
     * leaves it to a thread that does wait: an heir is no longer one before it gives the claim back. */
    do {
        while ((done = step(d)) != 0) {
            steps += done;
            if (steps >= APENET_RUN_LONG)
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
    apenet_transmit_run_on(d);
}

void apenet_resume(apenet_device_t *d)
{
    for (uint32_t word = 0; word < (d->machine->devices + 63) / 64; word++) {
        emuq_light_lock(&d->lock);
        bool is_over = d->parks == 0;
        uint64_t rings = apenet_unpark(d, word);
        emuq_light_unlock(&d->lock);
        if (is_over)
            return;
        for (; rings != 0; rings &= rings - 1) {
            apenet_device_t *waits = &d->machine->device[word * 64 + (uint32_t)__builtin_ctzll(rings)];
            if (emuq_claim_try(&waits->tx.claim))
                apenet_transmit_run_on(waits);
        }
    }
}

/* Sends packets of a run; there may be more bytes. @return how many */
static uint64_t send_some(apenet_device_t *d, apenet_packet_t *packet, uint64_t bytes)
{
    apenet_device_t *to = apenet_device_at(d->machine, apenet_destination(&packet->header));
    apenet_train_t train;
    memset(&train, 0, sizeof train);
    packet->train = &train;
    packet->serial = d->tx.serial;
    uint64_t others = (bytes - packet->bytes) / APENET_PAYLOAD_BYTES;
    emuq_light_lock(&to->lock);
    uint32_t n = apenet_receive_run(to, packet, (uint32_t)others + 1);
    apenet_copy_end(&train.copy);
    emuq_light_pass(&to->lock);
    uint64_t done = n == 0 ? 0 : packet->bytes + (uint64_t)(n - 1) * APENET_PAYLOAD_BYTES;
    d->tx.serial = (uint16_t)(d->tx.serial + n);
    d->tx.bytes += (uint32_t)done;
    count_packets(d, n, (uint32_t)done);
    return done;
}

/* Of a run of packets, those from byte @p at on whose sources are in one granule. @param d gets the
 * descriptor of their first one, from that of the run's. @return their bytes; 0: they are for the ring */
static uint64_t begin_part(const apenet_device_t *device, const apenet_descriptor_t *first, uint64_t at,
                           uint64_t bytes, apenet_descriptor_t *d, apenet_place_t *source)
{
    uint64_t bus = apenet_get64(first->cmd0) + at, left = EMUQ_GRANULE_BYTES - bus % EMUQ_GRANULE_BYTES;
    *d = *first;
    if (at != 0) {
        apenet_set(d->header.w, APENET_HEADER_SIZE, apenet_words(APENET_PAYLOAD_BYTES));
        apenet_set(d->header.w, APENET_HEADER_PAD, 0);
        apenet_set64(&d->header.w[2], apenet_header_address(&first->header) + at);
        apenet_set64(d->cmd0, bus);
        apenet_set(d->cmd0, APENET_CMD0_BYTES, APENET_PAYLOAD_BYTES);
    }
    if (left > bytes - at)
        left = bytes - at;
    bool is_plain = apenet_get(d->header.w, APENET_HEADER_CMD) == APENET_CMD_PUT &&
                    apenet_verify(device, d, source).status == APENET_STATUS_OK &&
                    apenet_bus_find(device, bus, left, APENET_USE_ALL, source) && source->at != NULL;
    return is_plain ? left : 0;
}

/* The caller has the claim. */
static uint64_t send_run(apenet_device_t *d, const apenet_descriptor_t *first, uint64_t bytes)
{
    uint64_t done = 0, part = 0, some = 0;
    apenet_packet_t packet;
    if (!apenet_ring_is_idle(d))
        return 0;
    while (done < bytes) {
        if (part == 0) {
            apenet_descriptor_t begin;
            apenet_place_t source;
            part = begin_part(d, first, done, bytes, &begin, &source);
            if (part == 0)
                break;
            packet = packet_of(d, &begin, source, NULL);
        }
        some = send_some(d, &packet, part);
        if (some == 0)
            break;
        done += some;
        part -= some;
        packet.source = apenet_place_behind(packet.source, (uint32_t)some);
        packet.bytes = APENET_PAYLOAD_BYTES;
        apenet_set64(&packet.header.w[2], apenet_header_address(&packet.header) + some);
    }
    return done;
}

/* The packet behind a run, whose event is left to apenet_transmit_run_on(). The caller has the claim. @return
 * its bytes; 0: it is for the ring */
static uint64_t send_last(apenet_device_t *d, const apenet_descriptor_t *last)
{
    apenet_descriptor_t descriptor = *last;
    apenet_place_t source;
    if (apenet_verify(d, &descriptor, &source).status != APENET_STATUS_OK ||
        deliver_train(d, 0, 1, &descriptor, source) == 0)
        return 0;
    d->tx.is_loose = d->tx.is_done;
    return apenet_get(descriptor.cmd0, APENET_CMD0_BYTES);
}

uint64_t apenet_transmit_run(apenet_device_t *d, const apenet_descriptor_t *first, uint64_t bytes,
                             const apenet_descriptor_t *last)
{
    emuq_critical_begin();
    if (!emuq_claim_try(&d->tx.claim)) {
        emuq_critical_end();
        return 0;
    }
    uint64_t done = send_run(d, first, bytes);
    if (done == bytes && last != NULL)
        done += send_last(d, last);
    apenet_transmit_run_on(d); /* the event, what others have left a note for, and the release of the claim */
    emuq_critical_end();
    return done;
}
