/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages of one packet without a slot of the ring. */
#include <string.h>

#include "apenet/card/packets.h"
#include "apenet/card/torus.h"

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
    apenet_batch_t batch = {.copy = {.bytes = 0}};
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
    if (!apenet_torus_inject(d, &message->header, message->bytes, &source))
        return false;
    d->tx.serial++;
    apenet_count(&d->counters.packets_sent, 1);
    apenet_count(&d->counters.bytes_sent, message->bytes);
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
        apenet_ring_continue(d);
    emuq_critical_end();
    return is_sent;
}
