/* SPDX-License-Identifier: BSD-3-Clause */
#include "apenet/card/record.h"

#include <string.h>

#include "backends/record.h"

static emuq_record_event_t event_of(const apenet_entry_t *entry)
{
    bool is_good = apenet_get(&entry->what, APENET_ENTRY_STATUS) == APENET_STATUS_OK;
    if (apenet_entry_is_own(entry))
        return is_good ? EMUQ_RECORD_EVENT_COMPLETED : EMUQ_RECORD_EVENT_FAILED;
    return is_good ? EMUQ_RECORD_EVENT_RECEIVED : EMUQ_RECORD_EVENT_LOST;
}

static emuq_record_card_t message_of(const apenet_device_t *d, const apenet_entry_t *entry)
{
    apenet_header_t header;
    memcpy(header.w, entry->head, sizeof header.w);
    apenet_address_t from = apenet_source(&header);
    const apenet_device_t *peer = apenet_device_at(d->machine, from);
    if (apenet_entry_is_own(entry))
        return (emuq_record_card_t){.peer = EMUQ_RECORD_NO_NODE, .operation = apenet_get64(entry->head)};
    return (emuq_record_card_t){.peer = peer != NULL ? peer->number : EMUQ_RECORD_NO_NODE,
                                .process = (uint16_t)apenet_get(entry->head, APENET_HEADER_DEST_PID),
                                .peer_process = from.pid,
                                .message = apenet_get(entry->footer, APENET_FOOTER_SERIAL)};
}

void apenet_record_event(const apenet_device_t *d, const apenet_entry_t *entry)
{
    emuq_record_ring_t *ring = emuq_record_ring_for(EMUQ_RECORD_CARD_EVENT);
    if (ring == NULL)
        return;
    emuq_record_card_t card = message_of(d, entry);
    emuq_record_write(emuq_record_next(ring),
                      (emuq_record_note_t){.ticks = emuq_record_clock(),
                                           .bytes = entry->bytes,
                                           .kind = EMUQ_RECORD_CARD_EVENT,
                                           .detail = (uint8_t)event_of(entry),
                                           .fifo = (uint16_t)apenet_get(&entry->what, APENET_ENTRY_STATUS),
                                           .node = d->number,
                                           .position = entry->serial},
                      &card);
    emuq_record_add(ring);
}

void apenet_record_miss(const apenet_device_t *d, unsigned table, uint64_t page, bool is_found)
{
    emuq_record_ring_t *ring = emuq_record_ring_for(EMUQ_RECORD_CARD_MISS);
    if (ring == NULL)
        return;
    emuq_record_write(emuq_record_next(ring),
                      (emuq_record_note_t){.ticks = emuq_record_clock(),
                                           .kind = EMUQ_RECORD_CARD_MISS,
                                           .detail = is_found,
                                           .fifo = (uint16_t)table,
                                           .node = d->number,
                                           .position = page},
                      NULL);
    emuq_record_add(ring);
}
