/* SPDX-License-Identifier: BSD-3-Clause */
#include "apenet/card/short.h"

#include <string.h>

#include "apenet/card/crc.h"
#include "apenet/card/queue.h"
#include "apenet/card/receive.h"
#include "apenet/card/transmit.h"

#define LOOKS 32u /* at the claim of a thread that sends another short message */

/* Takes the claim; one that another thread has is often free soon. @return false: that thread will look at
 * the ring again */
static bool take_claim(apenet_tx_t *tx)
{
    if (__builtin_expect(emuq_claim_acquire(&tx->claim), 1))
        return true;
    for (unsigned n = 0; n < LOOKS && emuq_claim_is_held(&tx->claim); n++)
        emuq_pause();
    return emuq_claim_try(&tx->claim);
}

/* A copy as by memmove(), of few bytes in line. */
static inline void copy(char *to, const char *from, uint32_t bytes)
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

/* Writes a packet that lies in one page. */
static inline apenet_status_t write_packet(apenet_device_t *to, unsigned table, uint64_t va,
                                           const apenet_place_t *source, uint32_t bytes)
{
    apenet_place_t place;
    uint64_t bus;
    uint32_t left;
    if (!apenet_translate(to, table, va, &bus, &left) ||
        !apenet_bus_find(to, bus, bytes, APENET_USE_MEMORY, &place))
        return APENET_STATUS_RX_NO_PAGE;
    if (__builtin_expect(place.at == NULL, 0))
        return apenet_bus_copy(&place, source, bytes) ? APENET_STATUS_OK : APENET_STATUS_RX_NO_PAGE;
    copy(place.at, source->at, bytes);
    return APENET_STATUS_OK;
}

/* The event of a packet whose header is that of its message. */
static inline void report(apenet_device_t *to, const apenet_short_t *message, uint32_t crc,
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

/* The way of most packets: apenet_receive() of a message that is put to a persistent buffer, all in one of
 * its pages, and whose buffer the table knows. The caller has the lock of the card that receives. @return
 * false: it is none, and nothing has been done */
static inline bool receive_known(apenet_device_t *d, const apenet_short_t *message,
                                 const apenet_place_t *source)
{
    apenet_device_t *to = message->to;
    const uint32_t *w = message->header.w;
    unsigned table = apenet_table_of(w[0]);
    uint64_t va = apenet_header_address(&message->header);
    const apenet_table_t *t = &to->table[table];
    const apenet_buffer_rec_t *b =
        apenet_buffer_known(t, apenet_get(w, APENET_HEADER_DEST_PID), va, message->bytes);
    if (b == NULL || source->at == NULL || to->open != NULL || !apenet_queue_has_room(to) ||
        apenet_get(w, APENET_HEADER_IS_PHYS) != 0 ||
        (va ^ (va + message->bytes - 1)) >> t->pages.page_bits != 0)
        return false;
    uint64_t magic = b->magic;
    /* Before the packet is written, which may be to where it is read. */
    uint32_t crc = apenet_crc32(source->at, message->bytes, (0u - message->bytes) % APENET_WORD_BYTES);
    apenet_status_t status = write_packet(to, table, va, source, message->bytes);
    to->counters.packets_received++;
    to->counters.dropped += status != APENET_STATUS_OK;
    report(to, message, crc, status, d->tx.serial, magic);
    d->tx.known++;
    return true;
}

static __attribute__((noinline)) bool receive(apenet_device_t *d, const apenet_short_t *message,
                                              const apenet_place_t *source)
{
    apenet_train_t train = {.copy = {NULL, NULL, 0}};
    apenet_packet_t packet = {.header = message->header,
                              .source = *source,
                              .bytes = message->bytes,
                              .from = d->number,
                              .serial = d->tx.serial,
                              .train = &train};
    bool is_taken = apenet_receive(message->to, &packet);
    apenet_copy_end(&train.copy);
    return is_taken;
}

/* The caller has the claim. @return false: the packet has not been taken */
static inline bool send_packet(apenet_device_t *d, const apenet_short_t *message)
{
    apenet_place_t source;
    if (!apenet_bus_find(d, message->bus, message->bytes, APENET_USE_ALL, &source))
        return false;
    emuq_light_lock(&message->to->lock);
    bool is_taken = receive_known(d, message, &source) || receive(d, message, &source);
    emuq_light_unlock(&message->to->lock);
    if (!is_taken)
        return false;
    d->tx.serial++;
    apenet_count(&d->counters.packets_sent, 1);
    apenet_count(&d->counters.bytes_sent, message->bytes);
    return true;
}

static void fill_sent(apenet_entry_t *e, const apenet_short_t *message)
{
    memset(e, 0, offsetof(apenet_entry_t, serial));
    apenet_set64(e->head, message->magic);
    e->what = apenet_bits(APENET_ENTRY_KIND, APENET_EVENT_SENT);
    e->bytes = message->bytes;
}

/* The event of a message that has been sent. One that finds no room is kept beside the ring. */
static void tell(apenet_device_t *d, const apenet_short_t *message)
{
    emuq_light_lock(&d->lock);
    bool has_room = apenet_queue_has_room(d);
    if (has_room) {
        fill_sent(apenet_queue_next(d), message);
        apenet_queue_show(d, APENET_EVENT_SENT);
    } else {
        apenet_park(d, d);
    }
    emuq_light_unlock(&d->lock);
    if (has_room)
        return;
    apenet_count(&d->counters.parked, 1);
    memset(&d->tx.pending, 0, sizeof d->tx.pending);
    fill_sent(&d->tx.pending, message);
    d->tx.is_done = d->tx.is_loose = true;
}

bool apenet_transmit_short(apenet_device_t *d, const apenet_short_t *message)
{
    emuq_critical_begin();
    if (!take_claim(&d->tx)) {
        emuq_critical_end();
        return false;
    }
    bool is_sent = apenet_ring_is_idle(d) && d->tx.bytes == 0 /* nor the rest of a message goes before */
                   && send_packet(d, message);
    if (is_sent && message->has_event)
        tell(d, message);
    if (__builtin_expect(!emuq_claim_release(&d->tx.claim), 0))
        apenet_transmit_run_on(d);
    emuq_critical_end();
    return is_sent;
}
