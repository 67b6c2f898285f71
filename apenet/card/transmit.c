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

/* The next process after the death of this one must not execute the slot again. */
static inline void transmit_begin(apenet_device_t *d, uint64_t begun)
{
    AO_store(&d->tx.begun, begun);
    AO_compiler_barrier();
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
        transmit_begin(d, slot);
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
    transmit_begin(d, slot);
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
        transmit_begin(d, slot);
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
    transmit_begin(d, slot | (injected & 0xffff) << 16 | (uint64_t)d->tx.bytes << 32);
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

/* Runs the ring, then releases the claim. */
static void transmit_continue(apenet_device_t *d)
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
        transmit_continue(d);
}

void apenet_ring_run(apenet_device_t *d)
{
    if (apenet_ring_take_over(d) || transmit_try(d))
        transmit_continue(d);
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
    transmit_continue(d);
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
        for (; rings != 0; rings &= rings - 1) {
            apenet_device_t *waits = &d->machine->device[word * 64 + (uint32_t)__builtin_ctzll(rings)];
            if (transmit_try(waits))
                transmit_continue(waits);
        }
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
    transmit_continue(d); /* writes the event */
    emuq_critical_end();
    return done;
}

#define CLAIM_POLLS 32u

/* Acquires the claim within a few polls. @return false: the owner will scan the ring again */
static bool short_take_claim(apenet_tx_t *tx)
{
    const uint64_t owner = AO_load(&apenet_lock_owner);
    if (__builtin_expect(emuq_claim_acquire_for(&tx->claim, owner), 1))
        return true;
    for (unsigned n = 0; n < CLAIM_POLLS && emuq_claim_is_held(&tx->claim); n++)
        emuq_pause();
    return emuq_claim_try_for(&tx->claim, owner);
}

/* memmove() with inline code for 16 to 32 bytes. */
static inline void short_copy(char *to, const char *from, uint32_t bytes)
{
    struct {
        uint64_t half[2];
    } first, last;
    if (bytes < sizeof first || bytes > 2 * sizeof first) {
        memmove(to, from, bytes);
        return;
    }
    memcpy(&first, from, sizeof first);
    memcpy(&last, from + bytes - sizeof last, sizeof last);
    memcpy(to, &first, sizeof first);
    memcpy(to + bytes - sizeof last, &last, sizeof last);
}

static inline apenet_status_t short_write_packet(apenet_device_t *to, unsigned table, uint64_t va,
                                                 const apenet_location_t *source, uint32_t bytes)
{
    apenet_location_t location;
    uint64_t bus;
    uint32_t left;
    if (!apenet_translate(to, table, va, &bus, &left) ||
        !apenet_bus_find(to, bus, bytes, APENET_USE_MEMORY, &location))
        return APENET_STATUS_RX_NO_PAGE;
    if (__builtin_expect(location.at == NULL, 0))
        return apenet_bus_copy(&location, source, bytes) ? APENET_STATUS_OK : APENET_STATUS_RX_NO_PAGE;
    short_copy(location.at, source->at, bytes);
    return APENET_STATUS_OK;
}

static inline void short_write_event(apenet_device_t *to, const apenet_short_t *message, uint32_t crc,
                                     apenet_status_t status, uint16_t serial, uint64_t magic)
{
    apenet_entry_t *e = apenet_queue_next(to);
    apenet_event_kind_t kind = status == APENET_STATUS_OK ? APENET_EVENT_RECEIVED : APENET_EVENT_ERROR;
    memcpy(e->head, message->header.w, sizeof e->head);
    memset(e->zero, 0, sizeof e->zero);
    e->footer[0] = crc;
    e->footer[1] = apenet_bits(APENET_FOOTER_SERIAL, serial);
    apenet_set64(&e->footer[2], magic);
    e->what = apenet_bits(APENET_ENTRY_KIND, kind) | apenet_bits(APENET_ENTRY_STATUS, status);
    e->bytes = status == APENET_STATUS_OK ? message->bytes : 0;
    to->counters.bytes_received += e->bytes;
    apenet_queue_show(to, kind);
}

/* Receives a put within one page of a cached persistent buffer. Caller holds the lock of the receiver.
 * @return false: nothing is done */
static inline bool short_receive_known(apenet_device_t *d, const apenet_short_t *message,
                                       const apenet_location_t *source)
{
    apenet_device_t *to = message->to;
    const uint32_t *w = message->header.w;
    unsigned table = apenet_table_of(w[0]);
    uint64_t va = apenet_header_address(&message->header);
    const apenet_table_t *t = &to->table[table];
    const apenet_buffer_rec_t *b =
        apenet_buffer_known(t, apenet_get(w, APENET_HEADER_DEST_PID), va, message->bytes);
    if (b == NULL || source->at == NULL || to->open != NULL || !apenet_queue_has_space(to) ||
        apenet_get(w, APENET_HEADER_IS_PHYS) != 0 ||
        (va ^ (va + message->bytes - 1)) >> t->pages.page_bits != 0)
        return false;
    uint64_t magic = b->magic;
    /* CRC before the write, which may overlap the source */
    uint32_t crc = apenet_crc32(source->at, message->bytes, (0u - message->bytes) % APENET_WORD_BYTES);
    apenet_status_t status = short_write_packet(to, table, va, source, message->bytes);
    to->counters.packets_received++;
    to->counters.dropped += status != APENET_STATUS_OK;
    short_write_event(to, message, crc, status, d->tx.serial, magic);
    d->tx.known++;
    return true;
}

static __attribute__((noinline)) bool short_receive_general(apenet_device_t *d, const apenet_short_t *message,
                                                            const apenet_location_t *source)
{
    apenet_batch_t batch = {.copy = {NULL, NULL, 0}};
    apenet_packet_t packet = {.header = message->header,
                              .source = *source,
                              .bytes = message->bytes,
                              .from = d->number,
                              .serial = d->tx.serial,
                              .batch = &batch};
    bool is_taken = apenet_receive(message->to, &packet);
    apenet_copy_end(&batch.copy);
    return is_taken;
}

/* Caller holds the claim, in a critical section. @return false: not sent */
static inline bool short_send_packet(apenet_device_t *d, const apenet_short_t *message)
{
    apenet_location_t source;
    if (!apenet_bus_find(d, message->bus, message->bytes, APENET_USE_ALL, &source))
        return false;
    apenet_card_lock_critical(message->to);
    bool is_taken = short_receive_known(d, message, &source) || short_receive_general(d, message, &source);
    apenet_card_unlock_critical(message->to);
    if (!is_taken)
        return false;
    d->tx.serial++;
    apenet_count(&d->counters.packets_sent, 1);
    apenet_count(&d->counters.bytes_sent, message->bytes);
    return true;
}

static void short_fill_sent(apenet_entry_t *e, const apenet_short_t *message)
{
    memset(e, 0, offsetof(apenet_entry_t, serial));
    apenet_set64(e->head, message->magic);
    e->what = apenet_bits(APENET_ENTRY_KIND, APENET_EVENT_SENT);
    e->bytes = message->bytes;
}

/* Writes the event of a sent message, or keeps the event and parks the ring. In a critical section. */
static void short_write_sent(apenet_device_t *d, const apenet_short_t *message)
{
    apenet_card_lock_critical(d);
    bool has_space = apenet_queue_has_space(d);
    if (has_space) {
        short_fill_sent(apenet_queue_next(d), message);
        apenet_queue_show(d, APENET_EVENT_SENT);
    } else {
        apenet_park(d, d);
    }
    apenet_card_unlock_critical(d);
    if (has_space)
        return;
    apenet_count(&d->counters.parked, 1);
    memset(&d->tx.pending, 0, sizeof d->tx.pending);
    short_fill_sent(&d->tx.pending, message);
    d->tx.is_done = true;
    AO_compiler_barrier(); /* the next process after the death of this one finds the event by the mode */
    d->tx.mode = APENET_TX_NO_SLOT;
}

/* Sends a message in packet mode. Caller holds the claim, in a critical section. @return false: not sent */
static __attribute__((noinline)) bool short_inject(apenet_device_t *d, const apenet_short_t *message)
{
    apenet_location_t source;
    uint32_t slot;
    if (d->tx.mode != APENET_TX_PACKETS || d->tx.ring == NULL || apenet_ring_filled(d, &slot) != 0 ||
        d->tx.is_done || d->tx.is_getting || d->tx.is_failed || d->tx.bytes != 0 ||
        !apenet_network_is_reachable(d->machine->network, d->number, &message->header) ||
        !apenet_bus_find(d, message->bus, message->bytes, APENET_USE_ALL, &source))
        return false;
    transmit_begin(d, (slot + d->tx.size - 1) % d->tx.size); /* no slot: the one before the first */
    if (!apenet_torus_inject(d, &message->header, message->bytes, &source))
        return false;
    d->tx.serial++;
    transmit_count_packets(d, 1, message->bytes);
    apenet_torus_run(d->machine, apenet_ring_refill);
    return true;
}

bool apenet_transmit_short(apenet_device_t *d, const apenet_short_t *message)
{
    emuq_critical_begin();
    if (!short_take_claim(&d->tx)) {
        emuq_critical_end();
        return false;
    }
    bool is_sent = apenet_ring_is_idle(d) && d->tx.bytes == 0 /* no partly sent message */
                   && short_send_packet(d, message);
    if (__builtin_expect(!is_sent, 0))
        is_sent = short_inject(d, message);
    if (is_sent && message->has_event)
        short_write_sent(d, message);
    if (__builtin_expect(!emuq_claim_release_for(&d->tx.claim, AO_load(&apenet_lock_owner)), 0))
        transmit_continue(d);
    emuq_critical_end();
    return is_sent;
}
