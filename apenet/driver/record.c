/* SPDX-License-Identifier: BSD-3-Clause */
#include "apenet/driver/record.h"

#include <string.h>

static void note(emuq_record_ring_t *ring, emuq_record_note_t what, const void *rest)
{
    emuq_record_write(emuq_record_next(ring), what, rest);
    emuq_record_add(ring);
}

/* ---- messages ---- */

/* The card numbers its packets, and those that it has not sent yet follow. A card with an empty ring has sent
 * all: descriptors that it has refused have got no number. Its number is plain: the ring's lock orders this
 * load behind tell_card(), whose load of the card's pointer (acquire) pairs with the store after the last
 * packet. */
apenet_start_t apenet_record_begin(apenet_host_t *h, uint32_t packets)
{
    if (!__atomic_load_n(&h->is_behind, __ATOMIC_RELAXED))
        h->packets = h->device->tx.serial;
    h->packets = (uint16_t)(h->packets + packets);
    return (apenet_start_t){emuq_record_clock(), (uint16_t)(h->packets - 1)};
}

static emuq_record_start_t start_of(apenet_rdma_cmd_t command)
{
    return command == APENET_CMD_PUT    ? EMUQ_RECORD_START_PUT
           : command == APENET_CMD_SEND ? EMUQ_RECORD_START_SEND
                                        : EMUQ_RECORD_START_GET;
}

void apenet_record_start(const apenet_card_t *card, const apenet_start_t *start, const apenet_post_t *post,
                         uint64_t operation)
{
    emuq_record_ring_t *ring = emuq_record_ring_for(EMUQ_RECORD_CARD_START);
    if (ring == NULL)
        return;
    const apenet_device_t *peer = apenet_device_at(card->host->device->machine, post->to);
    emuq_record_card_t rest = {.peer = peer != NULL ? peer->number : EMUQ_RECORD_NO_NODE,
                               .process = (uint16_t)card->pid,
                               .peer_process = post->to.pid,
                               .message = start->message,
                               .operation = operation,
                               .tag = post->tag};
    note(ring,
         (emuq_record_note_t){.ticks = start->begun,
                              .bytes = post->bytes,
                              .lasted = emuq_record_lasted(start->begun),
                              .kind = EMUQ_RECORD_CARD_START,
                              .detail = (uint8_t)start_of(post->command),
                              .fifo = (uint16_t)card->pid,
                              .node = card->host->device->number,
                              .position = post->address},
         &rest);
}

/* ---- events ---- */

static emuq_record_event_t event_of(const apenet_event_t *event)
{
    switch (event->kind) {
    case APENET_EVENT_RECEIVED:
        return EMUQ_RECORD_EVENT_RECEIVED;
    case APENET_EVENT_ERROR:
        return EMUQ_RECORD_EVENT_LOST;
    default:
        return event->status == 0 ? EMUQ_RECORD_EVENT_COMPLETED : EMUQ_RECORD_EVENT_FAILED;
    }
}

void apenet_record_take(const apenet_card_t *card, uint32_t number, const apenet_event_t *event)
{
    emuq_record_ring_t *ring = emuq_record_ring_for(EMUQ_RECORD_CARD_TAKE);
    if (ring != NULL)
        note(ring,
             (emuq_record_note_t){.ticks = emuq_record_clock_after(),
                                  .bytes = event->bytes,
                                  .kind = EMUQ_RECORD_CARD_TAKE,
                                  .detail = (uint8_t)event_of(event),
                                  .fifo = (uint16_t)card->pid,
                                  .node = card->host->device->number,
                                  .position = number},
             NULL);
}

/* ---- waits ---- */

/* A thread that has polled a Message Unit waits there no longer. */
emuq_record_ring_t *apenet_record_wait(const apenet_card_t *card, emuq_record_wait_t what, unsigned which)
{
    emuq_record_ring_t *ring = emuq_record_ring_for(EMUQ_RECORD_WAIT);
    if (ring == NULL)
        return NULL;
    emuq_record_polls_end(ring);
    emuq_record_write(&ring->waiting,
                      (emuq_record_note_t){.ticks = emuq_record_clock(),
                                           .position = UINT64_MAX,
                                           .kind = EMUQ_RECORD_WAIT,
                                           .detail = (uint8_t)what,
                                           .fifo = (uint16_t)which,
                                           .node = card->host->device->number},
                      NULL);
    return ring;
}

void apenet_record_wait_end(emuq_record_ring_t *ring)
{
    if (ring == NULL)
        return;
    ring->waiting.position = emuq_record_clock_after();
    emuq_record_waited(ring);
}

/* ---- refusals ---- */

static void note_refusal(emuq_record_refusal_t who, uint32_t node, uint64_t position, const char *why)
{
    emuq_record_ring_t *ring = emuq_record_ring_for(EMUQ_RECORD_CARD_REFUSE);
    char text[EMUQ_RECORD_HEADER_BYTES] = "";
    if (ring == NULL)
        return;
    memcpy(text, why, strnlen(why, sizeof text - 1));
    note(ring,
         (emuq_record_note_t){.ticks = emuq_record_clock(),
                              .kind = EMUQ_RECORD_CARD_REFUSE,
                              .detail = (uint8_t)who,
                              .node = node,
                              .position = position},
         text);
}

int apenet_refused(const apenet_card_t *card, const char *call, int rc)
{
    note_refusal(EMUQ_RECORD_REFUSED_BY_CALL, card->host->device->number, (uint64_t)-rc, call);
    return rc;
}

void apenet_record_refusal(uint32_t node, unsigned slot, const char *why)
{
    note_refusal(EMUQ_RECORD_REFUSED_BY_CARD, node, slot, why);
}
