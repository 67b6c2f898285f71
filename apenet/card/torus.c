/* SPDX-License-Identifier: BSD-3-Clause */
/* Packet mode: payloads are read into packets at the source card, move through the network, and are written
 * at the target card by the thread that moves them. A get is a request packet; the target's card replies. The
 * ring of a card waits for its get, so that events have the same order as in direct mode. */
#include "apenet/card/torus.h"

#include <errno.h>
#include <string.h>

/* Writes the footer behind the payload. */
static void torus_write_footer(apenet_word_t *packet, uint32_t words, uint16_t serial, uint32_t get)
{
    apenet_word_t *footer = &packet[1 + words];
    memset(footer, 0, sizeof *footer);
    apenet_set(footer->w, APENET_FOOTER_CRC, apenet_crc32(&packet[1], words * sizeof *packet, 0));
    apenet_set(footer->w, APENET_FOOTER_SERIAL, serial);
    apenet_set(footer->w, APENET_FOOTER_GET, get);
    apenet_set(footer->w, APENET_FOOTER_ENVELOPE, apenet_crc32(footer->w, 12, 0));
}

/* Copies a payload behind the header, with zeros after its end. */
static bool torus_write_payload(apenet_word_t *packet, const apenet_location_t *source, uint32_t bytes)
{
    apenet_location_t to = apenet_location_of(&packet[1]);
    memset(&packet[apenet_words(bytes)], 0, sizeof *packet);
    return apenet_bus_copy(&to, source, bytes);
}

static int torus_make_wires(apenet_machine_t *m, const apenet_plan_t *plan)
{
    m->has_datagrams = plan->has_datagrams;
    m->host_of = plan->host_of;
    m->host = plan->host;
    m->has_link_time = plan->faults != NULL && plan->faults->is_on;
    if (!m->has_datagrams && m->host_of == NULL)
        return 0;
    m->has_link_time = true;
    m->endpoint = emuq_arena_alloc(m->arena, m->devices * APENET_PORTS * sizeof *m->endpoint, 64);
    m->opener = emuq_arena_alloc(m->arena, m->devices * sizeof *m->opener, 64);
    m->reported = emuq_arena_alloc(m->arena, m->devices * sizeof *m->reported, 64);
    return m->endpoint != NULL && m->opener != NULL && m->reported != NULL ? 0 : -ENOMEM;
}

int apenet_torus_make(apenet_machine_t *m, const apenet_plan_t *plan)
{
    apenet_network_plan_t network;
    memset(&network, 0, sizeof network);
    apenet_link_defaults(&network.link, APENET_DIALECT_APENET);
    if (plan->faults != NULL)
        network.faults = *plan->faults;
    network.is_external = plan->has_datagrams;
    network.host_of = plan->host_of;
    network.host = plan->host;
    int rc = apenet_lattice_init(&network.lattice, m->size, plan->mesh);
    void *memory = emuq_arena_alloc(m->arena, apenet_network_bytes(&network), 64);
    if (rc != 0 || memory == NULL || torus_make_wires(m, plan) != 0)
        return -ENOMEM;
    m->network = apenet_network_init(memory, &network);
    for (uint32_t i = 0; i < m->devices && m->network != NULL; i++)
        m->device[i].tx.mode = APENET_TX_PACKETS;
    return m->network != NULL ? 0 : -ENOMEM;
}

int apenet_torus_set_direct(apenet_device_t *d, bool is_direct)
{
    if (d->machine->network == NULL)
        return -EINVAL;
    apenet_ring_wait(d);
    uint32_t pointers = AO_int_load_acquire(&d->reg[APENET_REG_TX_RB_NEXT_PTR]); /* pairs with the driver */
    bool is_busy = d->tx.is_done || d->tx.is_getting || d->tx.mode == APENET_TX_NO_SLOT ||
                   apenet_get(&pointers, APENET_PTR_CARD) != apenet_get(&pointers, APENET_PTR_DRIVER);
    if (!is_busy) {
        d->tx.mode = is_direct ? APENET_TX_DIRECT : APENET_TX_PACKETS;
        d->tx.direct_ring = is_direct ? d->tx.ring : NULL;
    }
    emuq_claim_leave(&d->tx.claim);
    return is_busy ? -EBUSY : 0;
}

bool apenet_torus_inject(apenet_device_t *d, const apenet_header_t *header, uint32_t bytes,
                         const apenet_location_t *source)
{
    apenet_word_t *packet = apenet_network_reserve(d->machine->network, d->number, APENET_INJECT_MESSAGES);
    if (packet == NULL)
        return false;
    if (!torus_write_payload(packet, source, bytes))
        memset(&packet[1], 0, apenet_words(bytes) * sizeof *packet); /* the source process has ended */
    memcpy(packet, header, sizeof *packet);
    torus_write_footer(packet, apenet_words(bytes), d->tx.serial, 0);
    apenet_network_commit(d->machine->network, d->number, APENET_INJECT_MESSAGES);
    return true;
}

/* ---- arriving messages ---- */

static bool torus_is_damaged(const apenet_network_packet_t *p)
{
    return apenet_get(p->footer.w, APENET_FOOTER_PAYLOAD_ERR) != 0;
}

static bool torus_take_message(apenet_device_t *d, const apenet_network_packet_t *p)
{
    apenet_batch_t batch;
    apenet_packet_t packet = {.source = apenet_location_of((void *)(uintptr_t)p->payload),
                              .serial = (uint16_t)apenet_get(p->footer.w, APENET_FOOTER_SERIAL),
                              .batch = &batch};
    memset(&batch, 0, sizeof batch);
    memcpy(&packet.header, &p->header, sizeof packet.header);
    apenet_set(packet.header.w, APENET_HEADER_VC, 0);
    packet.bytes = apenet_header_bytes(&packet.header);
    const apenet_device_t *source = apenet_device_at(d->machine, apenet_source(&packet.header));
    if (source == NULL) { /* a header that no card has written */
        d->counters.dropped++;
        return true;
    }
    packet.from = source->number;
    bool is_taken = apenet_receive_from_link(d, &packet, torus_is_damaged(p));
    apenet_copy_end(&batch.copy);
    return is_taken;
}

/* ---- gets ---- */

void apenet_torus_open_get(apenet_device_t *d, const apenet_header_t *header,
                           const apenet_get_request_t *request)
{
    apenet_card_lock(d);
    d->get = (apenet_open_get_t){.header = *header, .is_open = true, .serial = request->serial};
    emuq_light_unlock(&d->lock);
}

bool apenet_torus_get_is_open(apenet_device_t *d, apenet_status_t *status, uint32_t *bytes)
{
    apenet_card_lock(d);
    bool is_open = d->get.is_open;
    *status = d->get.status;
    *bytes = d->get.bytes;
    emuq_light_unlock(&d->lock);
    return is_open;
}

/* Ends the open get; its ring continues. Caller holds the card lock. */
static void torus_close_get(apenet_device_t *d)
{
    d->get.is_open = false;
    apenet_network_wake(d->machine->network, d->number);
}

static bool torus_get_has_path(const apenet_device_t *d)
{
    const apenet_header_t *h = &d->get.header;
    const apenet_device_t *to = apenet_device_at(d->machine, apenet_destination(h));
    apenet_header_t back;
    apenet_header_make(&back, APENET_CMD_GET, d->address, to->address, 0, 1);
    return apenet_network_is_reachable(d->machine->network, d->number, h) &&
           apenet_network_is_reachable(d->machine->network, to->number, &back);
}

bool apenet_torus_check_get(apenet_device_t *d)
{
    apenet_card_lock(d);
    bool ends = d->get.is_open && !torus_get_has_path(d);
    if (ends) {
        d->get.status = APENET_STATUS_LINK_DOWN;
        torus_close_get(d);
    }
    emuq_light_unlock(&d->lock);
    return ends;
}

/* Enters a request into the list of replies. */
static bool torus_take_request(apenet_device_t *d, const apenet_network_packet_t *p)
{
    apenet_reply_t *r = d->spare_reply;
    if (r != NULL)
        d->spare_reply = r->next;
    else
        r = emuq_arena_alloc(d->machine->arena, sizeof *r, 64);
    if (r == NULL || p->words * sizeof(apenet_word_t) < sizeof r->request) {
        d->counters.dropped++;
        return true;
    }
    memset(r, 0, sizeof *r);
    memcpy(&r->header, &p->header, sizeof r->header);
    memcpy(&r->request, p->payload, sizeof r->request);
    r->is_damaged = torus_is_damaged(p);
    apenet_reply_t **end = &d->reply;
    while (*end != NULL)
        end = &(*end)->next;
    *end = r;
    apenet_network_mark(d->machine->network, d->number); /* for torus_reply() */
    return true;
}

/* Writes the next packet of a reply. @return whether it is the last one */
static bool torus_write_reply(apenet_device_t *d, apenet_reply_t *r, apenet_word_t *packet)
{
    apenet_location_t from;
    uint32_t segment = 0;
    apenet_address_t to = apenet_source(&r->header), me = apenet_destination(&r->header);
    apenet_card_lock(d);
    bool is_found = !r->is_damaged && apenet_get_find(d, &r->header, &r->request, r->at, &segment, &from) &&
                    torus_write_payload(packet, &from, segment);
    emuq_light_unlock(&d->lock);
    if (!is_found) {
        segment = APENET_WORD_BYTES;
        memset(&packet[1], 0, sizeof *packet);
    }
    apenet_header_t h;
    apenet_header_make(&h, APENET_CMD_GET, to, me, apenet_get64(r->request.sink) + r->at, segment);
    h.w[0] = (h.w[0] & ~apenet_mask(APENET_HEADER_DEST_PID)) | r->request.table;
    apenet_set(h.w, APENET_HEADER_REPLY, 1);
    apenet_set(h.w, APENET_HEADER_PKT_ERR, !is_found);
    if (is_found) {
        r->at += segment;
        apenet_count(&d->counters.replies, 1);
        apenet_count(&d->counters.reply_bytes, segment);
    }
    bool is_last = !is_found || r->at >= r->request.bytes;
    apenet_set(h.w, APENET_HEADER_LAST_FRAG, is_last);
    memcpy(packet, &h, sizeof *packet);
    torus_write_footer(packet, apenet_words(segment), d->reply_serial++, r->request.serial);
    return is_last;
}

/* Hook `reply`. Requests are taken and replies are written under the claim of the node. */
static void torus_reply(void *machine, uint32_t node)
{
    apenet_machine_t *m = machine;
    apenet_device_t *d = &m->device[node];
    apenet_word_t *packet;
    while (d->reply != NULL &&
           (packet = apenet_network_reserve(m->network, node, APENET_INJECT_REPLIES)) != NULL) {
        apenet_reply_t *r = d->reply;
        bool is_last = torus_write_reply(d, r, packet);
        apenet_network_commit(m->network, node, APENET_INJECT_REPLIES);
        if (is_last) {
            d->reply = r->next;
            r->next = d->spare_reply;
            d->spare_reply = r;
        }
    }
}

static void torus_take_reply(apenet_device_t *d, const apenet_network_packet_t *p)
{
    apenet_open_get_t *g = &d->get;
    apenet_header_t h;
    memcpy(&h, &p->header, sizeof h);
    if (!g->is_open || apenet_get(p->footer.w, APENET_FOOTER_GET) != g->serial) {
        d->counters.dropped++;
        return;
    }
    bool is_refused = apenet_get(h.w, APENET_HEADER_PKT_ERR) != 0;
    if (is_refused && g->status == APENET_STATUS_OK)
        g->status = APENET_STATUS_GET_REFUSED;
    if (!is_refused && (g->status == APENET_STATUS_OK || g->status == APENET_STATUS_RX_PAYLOAD_ERROR)) {
        apenet_status_t status = apenet_receive_reply(d, &h, p->payload);
        if (status == APENET_STATUS_OK)
            g->bytes += apenet_header_bytes(&h);
        else
            g->status = status;
        if (g->status == APENET_STATUS_OK && torus_is_damaged(p))
            g->status = APENET_STATUS_RX_PAYLOAD_ERROR;
    }
    if (is_refused || apenet_get(h.w, APENET_HEADER_LAST_FRAG) != 0)
        torus_close_get(d);
}

/* ---- hooks ---- */

static bool torus_deliver(void *machine, uint32_t node, const apenet_network_packet_t *p)
{
    apenet_device_t *d = &((apenet_machine_t *)machine)->device[node];
    bool is_taken = true;
    apenet_card_lock(d);
    if (apenet_get(p->header.w, APENET_HEADER_CMD) != APENET_CMD_GET)
        is_taken = torus_take_message(d, p);
    else if (apenet_get(p->header.w, APENET_HEADER_REPLY) != 0)
        torus_take_reply(d, p);
    else
        is_taken = torus_take_request(d, p);
    emuq_light_unlock(&d->lock);
    return is_taken;
}

apenet_send_hook_t *apenet_send_hook;

/* Hook `send`. Called by threads of processes that have opened a card. */
static bool torus_send(void *machine, uint32_t node, unsigned port, uint64_t number,
                       const apenet_word_t *word, uint32_t words)
{
    apenet_send_hook_t *send = emuq_pointer_load(&apenet_send_hook);
    return send != NULL && send(machine, node, port, number, word, words);
}

void apenet_torus_run(apenet_machine_t *m, void (*refill)(void *machine, uint32_t node))
{
    const apenet_network_hooks_t hooks = {torus_deliver, torus_reply, refill, torus_send};
    apenet_network_run(m->network, &hooks, m);
}
