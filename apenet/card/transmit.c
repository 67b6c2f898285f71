/* SPDX-License-Identifier: BSD-3-Clause */
/* TX block: executes the descriptors of the ring in two steps, delivery of the packet, then its event. Each
 * step may park the ring. Consecutive packets to one card form a batch under one lock. */
#include <string.h>

#include "apenet/card/packets.h"
#include "apenet/card/torus.h"

void (*apenet_rejection_hook)(const apenet_rejection_t *rejection);

static void transmit_complete(apenet_device_t *d, const apenet_descriptor_t *descriptor,
                              apenet_event_kind_t kind, apenet_status_t status, uint32_t bytes)
{
    apenet_entry_t e = apenet_entry(kind, status);
    memcpy(e.head, descriptor->cmd1, sizeof e.head);
    e.bytes = bytes;
    d->tx.pending = e;
    d->tx.is_done = true;
}

/* Drops a packet to a dead process, which is no software error. The last packet reports the message. */
static void transmit_drop(apenet_device_t *d, const apenet_descriptor_t *descriptor)
{
    bool is_get = apenet_get(descriptor->header.w, APENET_HEADER_CMD) == APENET_CMD_GET;
    if (apenet_get(descriptor->cmd1, APENET_CMD1_TAG) == APENET_COMP_EQ)
        transmit_complete(d, descriptor, is_get ? APENET_EVENT_GET_DONE : APENET_EVENT_ERROR,
                          APENET_STATUS_HOST_DEAD, 0);
    if (apenet_get(descriptor->header.w, APENET_HEADER_LAST_FRAG) != 0)
        d->tx.bytes = 0;
}

static void transmit_reject(apenet_device_t *d, const apenet_descriptor_t *descriptor, uint32_t slot,
                            apenet_verdict_t verdict)
{
    if (verdict.status == APENET_STATUS_HOST_DEAD) {
        transmit_drop(d, descriptor);
        return;
    }
    apenet_count(&d->counters.rejected, 1);
    transmit_complete(d, descriptor, APENET_EVENT_ERROR, verdict.status, 0);
    void (*hook)(const apenet_rejection_t *) = emuq_pointer_load(&apenet_rejection_hook);
    if (hook == NULL)
        return;
    char text[1024];
    apenet_verdict_report(d, descriptor, slot, verdict, text, sizeof text);
    hook(&(apenet_rejection_t){d->number, slot, verdict.what, text});
}

static void transmit_count_packets(apenet_device_t *d, uint32_t packets, uint32_t bytes)
{
    apenet_count(&d->counters.packets_sent, packets);
    apenet_count(&d->counters.bytes_sent, bytes);
}

/* Counts a sent packet; rejected packets get no serial number. */
static inline __attribute__((always_inline)) void transmit_count_sent(apenet_device_t *d,
                                                                      const apenet_descriptor_t *descriptor)
{
    bool has_event = apenet_get(descriptor->cmd1, APENET_CMD1_TAG) == APENET_COMP_EQ;
    d->tx.serial++;
    d->tx.bytes += apenet_get(descriptor->cmd0, APENET_CMD0_BYTES);
    if (has_event)
        transmit_complete(d, descriptor, APENET_EVENT_SENT, APENET_STATUS_OK, d->tx.bytes);
    if (apenet_get(descriptor->header.w, APENET_HEADER_LAST_FRAG) != 0)
        d->tx.bytes = 0;
}

/* Copies the request of a get. @return false: the get is rejected */
static bool transmit_read_request(apenet_device_t *d, const apenet_descriptor_t *descriptor, uint32_t slot,
                                  const apenet_location_t *source, apenet_get_request_t *request)
{
    apenet_location_t here = apenet_location_of(request);
    apenet_verdict_t verdict = {APENET_STATUS_TX_BAD_SOURCE, "the request of a get cannot be read"};
    if (apenet_bus_copy(&here, source, sizeof *request))
        verdict = apenet_verify_request(d, request);
    if (verdict.status != APENET_STATUS_OK)
        transmit_reject(d, descriptor, slot, verdict);
    return verdict.status == APENET_STATUS_OK;
}

static void transmit_get(apenet_device_t *d, const apenet_descriptor_t *descriptor, uint32_t slot,
                         const apenet_location_t *source)
{
    apenet_get_request_t request;
    if (!transmit_read_request(d, descriptor, slot, source, &request))
        return;
    uint32_t bytes;
    apenet_device_t *responder = apenet_device_at(d->machine, apenet_destination(&descriptor->header));
    d->tx.serial++;
    transmit_count_packets(d, 1, sizeof request);
    apenet_status_t status = apenet_read(d, responder, &descriptor->header, &request, &bytes);
    transmit_complete(d, descriptor, APENET_EVENT_GET_DONE, status, bytes);
}

static apenet_packet_t transmit_packet_of(const apenet_device_t *d, const apenet_descriptor_t *descriptor,
                                          apenet_location_t source, apenet_batch_t *batch)
{
    return (apenet_packet_t){.header = descriptor->header,
                             .source = source,
                             .bytes = apenet_get(descriptor->cmd0, APENET_CMD0_BYTES),
                             .from = d->number,
                             .serial = d->tx.serial,
                             .batch = batch};
}

/* Tests if a slot continues the batch; *descriptor becomes its copy. */
static bool transmit_follows(apenet_device_t *d, const apenet_device_t *to, uint32_t slot,
                             apenet_descriptor_t *descriptor, apenet_location_t *source)
{
    apenet_descriptor_t next = d->tx.ring[slot];
    bool is_next = apenet_get(next.header.w, APENET_HEADER_CMD) != APENET_CMD_GET &&
                   apenet_verify_next(d, &next, descriptor, source).status == APENET_STATUS_OK &&
                   apenet_device_at(d->machine, apenet_destination(&next.header)) == to;
    *descriptor = next;
    if (is_next)
        apenet_ring_begin(d, slot);
    return is_next;
}

/* Delivers packets to one card up to the first with an event. @return their number */
static uint32_t transmit_deliver_batch(apenet_device_t *d, uint32_t slot, uint32_t slots,
                                       apenet_descriptor_t *descriptor, apenet_location_t source)
{
    apenet_device_t *to = apenet_device_at(d->machine, apenet_destination(&descriptor->header));
    apenet_batch_t batch;
    uint32_t most = slots < APENET_BATCH ? slots : APENET_BATCH, n = 0, bytes = 0;
    memset(&batch, 0, sizeof batch);
    apenet_card_lock(to);
    do {
        apenet_packet_t packet = transmit_packet_of(d, descriptor, source, &batch);
        if (!apenet_receive(to, &packet))
            break;
        bytes += packet.bytes;
        n++;
        transmit_count_sent(d, descriptor);
    } while (!d->tx.is_done && n < most &&
             transmit_follows(d, to, (slot + n) % d->tx.size, descriptor, &source));
    apenet_copy_end(&batch.copy);
    emuq_light_pass(&to->lock);
    transmit_count_packets(d, n, bytes);
    return n;
}

/* Executes the first slots. @return their number, the last possibly with an event (is_done); 0: parked */
static uint32_t transmit_deliver(apenet_device_t *d, uint32_t slot, uint32_t slots)
{
    /* Check and use a private copy: a faulty driver may modify the slot concurrently. */
    apenet_descriptor_t descriptor = d->tx.ring[slot];
    apenet_location_t source;
    apenet_ring_begin(d, slot);
    apenet_verdict_t verdict = apenet_verify(d, &descriptor, &source);
    if (verdict.status != APENET_STATUS_OK)
        transmit_reject(d, &descriptor, slot, verdict);
    else if (apenet_get(descriptor.header.w, APENET_HEADER_CMD) == APENET_CMD_GET)
        transmit_get(d, &descriptor, slot, &source);
    else
        return transmit_deliver_batch(d, slot, slots, &descriptor, source);
    return 1;
}

/* In a critical section. @return false: the ring is parked */
static bool transmit_write_event(apenet_device_t *d, const apenet_entry_t *entry)
{
    apenet_card_lock_critical(d);
    bool has_space = apenet_queue_has_space(d);
    if (has_space)
        apenet_queue_write(d, entry);
    else
        apenet_park(d, d);
    apenet_card_unlock_critical(d);
    return has_space;
}

/* Writes the pending event of a message without a slot. @return 0: parked */
static uint32_t transmit_write_loose(apenet_device_t *d)
{
    d->tx.is_done = !transmit_write_event(d, &d->tx.pending);
    if (!d->tx.is_done)
        d->tx.mode = d->tx.direct_ring != NULL ? APENET_TX_DIRECT : APENET_TX_PACKETS;
    else
        apenet_count(&d->counters.parked, 1);
    return d->tx.is_done ? 0 : 1;
}

/* Drops the next packet of an aborted message. @return 1; 0: empty or parked */
static uint32_t transmit_step_aborted(apenet_device_t *d)
{
    uint32_t slot, slots = apenet_ring_filled(d, &slot);
    if (slots == 0)
        return 0;
    apenet_descriptor_t descriptor = d->tx.ring[slot];
    bool is_of_message = apenet_get(descriptor.header.w, APENET_HEADER_SRC_PID) == d->tx.aborted;
    bool is_last = !is_of_message || apenet_get(descriptor.header.w, APENET_HEADER_LAST_FRAG) != 0;
    if (is_of_message && !d->tx.is_done) {
        apenet_ring_begin(d, slot);
        transmit_drop(d, &descriptor);
    }
    if (d->tx.is_done)
        d->tx.is_done = !transmit_write_event(d, &d->tx.pending);
    if (d->tx.is_done) {
        apenet_count(&d->counters.parked, 1);
        return 0;
    }
    if (is_of_message)
        apenet_ring_advance(d, slot, 1);
    if (is_last) {
        d->tx.direct_ring = d->tx.ring;
        d->tx.mode = APENET_TX_DIRECT;
    }
    return 1;
}

/* ---- packet mode ---- */

/* Injects the request of a get, or rejects the get. @return false: no space */
static bool transmit_inject_get(apenet_device_t *d, const apenet_descriptor_t *descriptor, uint32_t slot,
                                const apenet_location_t *source)
{
    apenet_get_request_t request;
    if (!transmit_read_request(d, descriptor, slot, source, &request))
        return true;
    apenet_location_t here = apenet_location_of(&request);
    apenet_torus_open_get(d, &descriptor->header, &request);
    if (!apenet_torus_inject(d, &descriptor->header, sizeof request, &here))
        return false;
    d->tx.serial++;
    d->tx.is_getting = true;
    transmit_count_packets(d, 1, sizeof request);
    return true;
}

/* A packet without a working path, or behind one in the same message. The last one reports the message. */
static void transmit_fail(apenet_device_t *d, const apenet_descriptor_t *descriptor)
{
    d->tx.is_failed = apenet_get(descriptor->header.w, APENET_HEADER_LAST_FRAG) == 0;
    if (apenet_get(descriptor->cmd1, APENET_CMD1_TAG) == APENET_COMP_EQ)
        transmit_complete(d, descriptor, APENET_EVENT_ERROR, APENET_STATUS_LINK_DOWN, 0);
    if (!d->tx.is_failed)
        d->tx.bytes = 0;
}

/* Injects the packet of a slot, or rejects it. `begun` is the state before: slot, number of injected packets
 * modulo 65536 << 16, and bytes of the message << 32; see repair_continue(). @return false: no space */
static bool transmit_inject(apenet_device_t *d, uint32_t slot)
{
    uint64_t injected = apenet_network_injected(d->machine->network, d->number);
    apenet_ring_begin(d, slot | (injected & 0xffff) << 16 | (uint64_t)d->tx.bytes << 32);
    apenet_descriptor_t descriptor = d->tx.ring[slot];
    apenet_location_t source;
    apenet_verdict_t verdict = apenet_verify(d, &descriptor, &source);
    if (verdict.status != APENET_STATUS_OK) {
        transmit_reject(d, &descriptor, slot, verdict);
        return true;
    }
    if (d->tx.is_failed || !apenet_network_is_reachable(d->machine->network, d->number, &descriptor.header)) {
        transmit_fail(d, &descriptor);
        return true;
    }
    if (apenet_get(descriptor.header.w, APENET_HEADER_CMD) == APENET_CMD_GET)
        return transmit_inject_get(d, &descriptor, slot, &source);
    uint32_t bytes = apenet_get(descriptor.cmd0, APENET_CMD0_BYTES);
    if (!apenet_torus_inject(d, &descriptor.header, bytes, &source))
        return false;
    transmit_count_packets(d, 1, bytes);
    transmit_count_sent(d, &descriptor);
    return true;
}

/* Completes the get of the first slot. @return false: replies are missing */
static bool transmit_end_get(apenet_device_t *d, uint32_t slot)
{
    apenet_status_t status;
    uint32_t bytes;
    if (apenet_torus_get_is_open(d, &status, &bytes))
        return false;
    apenet_descriptor_t descriptor = d->tx.ring[slot];
    d->tx.is_getting = false;
    transmit_complete(d, &descriptor, APENET_EVENT_GET_DONE, status, bytes);
    return true;
}

/* As transmit_step(). The network sets RETRY of the claim if there is space again. */
static __attribute__((noinline, cold)) uint32_t transmit_step_packets(apenet_device_t *d)
{
    uint32_t slot, slots = apenet_ring_filled(d, &slot), done = 0;
    if (slots == 0)
        return 0;
    if (d->tx.is_done || (d->tx.is_getting && transmit_end_get(d, slot)))
        done = 1;
    while (!d->tx.is_done && !d->tx.is_getting && done < slots &&
           transmit_inject(d, (slot + done) % d->tx.size))
        done += !d->tx.is_getting;
    apenet_torus_run(d->machine, apenet_ring_refill);
    if (d->tx.is_done) {
        d->tx.is_done = !transmit_write_event(d, &d->tx.pending);
        done -= d->tx.is_done;
    }
    if (done != 0)
        apenet_ring_advance(d, slot, done);
    else if (!d->tx.is_getting)
        apenet_count(&d->counters.parked, 1);
    return done;
}

/* @return number of freed slots, or 1 for an event without a slot; 0: empty or parked */
static uint32_t transmit_step(apenet_device_t *d)
{
    if (__builtin_expect(d->tx.mode != APENET_TX_DIRECT, 0))
        return d->tx.mode == APENET_TX_NO_SLOT   ? transmit_write_loose(d)
               : d->tx.mode == APENET_TX_ABORTED ? transmit_step_aborted(d)
                                                 : transmit_step_packets(d);
    uint32_t slot, slots = apenet_ring_filled(d, &slot);
    if (slots == 0)
        return 0;
    uint32_t done = d->tx.is_done ? 1 : transmit_deliver(d, slot, slots);
    if (d->tx.is_done) {
        d->tx.is_done = !transmit_write_event(d, &d->tx.pending);
        done -= d->tx.is_done;
    }
    if (done == 0)
        apenet_count(&d->counters.parked, 1);
    else
        apenet_ring_advance(d, slot, done);
    return done;
}

void apenet_ring_continue(apenet_device_t *d)
{
    apenet_tx_t *tx = &d->tx;
    uint32_t done, steps = 0;
    /* Relaxed: `is_long` is a hint to wait for the claim. An owner that reads waiting_owners != 0 leaves the
     * ring to a waiting thread, which decrements the counter only as the next owner. */
    do {
        while ((done = transmit_step(d)) != 0) {
            steps += done;
            if (steps >= APENET_RUN_LONG)
                emuq_flag_store(&tx->is_long, true);
            if (AO_int_load(&tx->waiting_owners) != 0) {
                emuq_flag_store(&tx->is_long, false);
                emuq_claim_leave(&tx->claim);
                return;
            }
        }
        if (steps >= APENET_RUN_LONG)
            emuq_flag_store(&tx->is_long, false);
    } while (!emuq_claim_release_for(&tx->claim, AO_load(&apenet_lock_owner)));
}

static inline bool transmit_try(apenet_device_t *d)
{
    return emuq_claim_try_for(&d->tx.claim, AO_load(&apenet_lock_owner));
}

void apenet_ring_refill(void *machine, uint32_t node)
{
    apenet_device_t *d = &((apenet_machine_t *)machine)->device[node];
    if (transmit_try(d))
        apenet_ring_continue(d);
}

void apenet_ring_run(apenet_device_t *d)
{
    if (apenet_ring_take_over(d) || transmit_try(d))
        apenet_ring_continue(d);
}

/* Removes a waiting thread. apenet_repair_all() may have reset the counter, which then is too small: a thread
 * waits longer. */
static void transmit_end_wait(apenet_tx_t *tx)
{
    unsigned waiting;
    do
        waiting = AO_int_load(&tx->waiting_owners);
    while (waiting != 0 && !AO_int_compare_and_swap(&tx->waiting_owners, waiting, waiting - 1));
}

void apenet_transmit(apenet_device_t *d)
{
    apenet_tx_t *tx = &d->tx;
    if (!transmit_try(d)) {
        if (!emuq_flag_load(&tx->is_long))
            return;
        (void)AO_int_fetch_and_add(&tx->waiting_owners, 1);
        apenet_ring_wait(d);
        transmit_end_wait(tx);
    }
    apenet_ring_continue(d);
}

void apenet_resume(apenet_device_t *d)
{
    if (d->machine->network != NULL) { /* packets wait in its router */
        apenet_network_mark(d->machine->network, d->number);
        apenet_torus_run(d->machine, apenet_ring_refill);
    }
    for (uint32_t word = 0; word < (d->machine->devices + 63) / 64; word++) {
        apenet_card_lock(d);
        bool is_over = d->parks == 0;
        uint64_t rings = d->parked[word];
        d->parked[word] = 0;
        d->parks -= (uint32_t)__builtin_popcountll(rings);
        emuq_light_unlock(&d->lock);
        if (is_over)
            return;
        for (; rings != 0; rings &= rings - 1)
            apenet_ring_refill(d->machine, word * 64 + (uint32_t)__builtin_ctzll(rings));
    }
}

static uint64_t transmit_send_some(apenet_device_t *d, apenet_packet_t *packet, uint64_t bytes)
{
    apenet_device_t *to = apenet_device_at(d->machine, apenet_destination(&packet->header));
    apenet_batch_t batch;
    memset(&batch, 0, sizeof batch);
    packet->batch = &batch;
    packet->serial = d->tx.serial;
    uint64_t others = (bytes - packet->bytes) / APENET_PAYLOAD_BYTES;
    apenet_card_lock(to);
    uint32_t n = apenet_receive_run(to, packet, (uint32_t)others + 1);
    apenet_copy_end(&batch.copy);
    emuq_light_pass(&to->lock);
    uint64_t done = n == 0 ? 0 : packet->bytes + (uint64_t)(n - 1) * APENET_PAYLOAD_BYTES;
    d->tx.serial = (uint16_t)(d->tx.serial + n);
    d->tx.bytes += (uint32_t)done;
    transmit_count_packets(d, n, (uint32_t)done);
    return done;
}

/* Starts a part of a run with sources in one granule. @param d set to the first descriptor @return bytes; 0:
 * use the ring */
static uint64_t transmit_begin_part(const apenet_device_t *device, const apenet_descriptor_t *first,
                                    uint64_t at, uint64_t bytes, apenet_descriptor_t *d,
                                    apenet_location_t *source)
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

/* Caller holds the claim. @return bytes sent */
static uint64_t transmit_send_run(apenet_device_t *d, const apenet_descriptor_t *first, uint64_t bytes)
{
    uint64_t done = 0, part = 0, some = 0;
    apenet_packet_t packet;
    if (!apenet_ring_is_idle(d))
        return 0;
    while (done < bytes) {
        if (part == 0) {
            apenet_descriptor_t begin;
            apenet_location_t source;
            part = transmit_begin_part(d, first, done, bytes, &begin, &source);
            if (part == 0)
                break;
            packet = transmit_packet_of(d, &begin, source, NULL);
        }
        some = transmit_send_some(d, &packet, part);
        if (some == 0)
            break;
        done += some;
        part -= some;
        packet.source = apenet_location_after(packet.source, (uint32_t)some);
        packet.bytes = APENET_PAYLOAD_BYTES;
        apenet_set64(&packet.header.w[2], apenet_header_address(&packet.header) + some);
    }
    return done;
}

/* Sends the packet after a run. Caller holds the claim. @return its bytes; 0: use the ring */
static uint64_t transmit_send_last(apenet_device_t *d, const apenet_descriptor_t *last)
{
    apenet_descriptor_t descriptor = *last;
    apenet_location_t source;
    if (apenet_verify(d, &descriptor, &source).status != APENET_STATUS_OK ||
        transmit_deliver_batch(d, 0, 1, &descriptor, source) == 0)
        return 0;
    d->tx.mode = d->tx.is_done ? APENET_TX_NO_SLOT : APENET_TX_DIRECT;
    return apenet_get(descriptor.cmd0, APENET_CMD0_BYTES);
}

uint64_t apenet_transmit_run(apenet_device_t *d, const apenet_descriptor_t *first, uint64_t bytes,
                             const apenet_descriptor_t *last)
{
    emuq_critical_begin();
    if (!transmit_try(d)) {
        emuq_critical_end();
        return 0;
    }
    uint64_t done = transmit_send_run(d, first, bytes);
    if (done == bytes && last != NULL)
        done += transmit_send_last(d, last);
    apenet_ring_continue(d); /* writes the event */
    emuq_critical_end();
    return done;
}
