/* SPDX-License-Identifier: BSD-3-Clause */
#include "reference.h"

#include <string.h>

#define PAGE APENET_PAGE_BYTES

static unsigned char *memory_at(ref_t *r, uint64_t va)
{
    return &r->memory[va - r->base];
}

/* CRC-32, bit by bit. */
static uint32_t crc_of(const unsigned char *p, uint32_t bytes)
{
    uint32_t crc = 0xffffffff;
    for (uint32_t i = 0; i < bytes; i++) {
        crc ^= p[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xedb88320 : 0);
    }
    return ~crc;
}

/* ---- translation ---- */

static uint64_t tlb_key(unsigned pid, uint64_t va)
{
    return (va & ~(uint64_t)(PAGE - 1)) | pid;
}

/* Index of a key in the TLB, or REF_TLB. */
static unsigned tlb_place(const ref_card_t *c, uint64_t key)
{
    unsigned i = 0;
    while (i < REF_TLB && c->tlb[i] != key)
        i++;
    return i;
}

/* Moves the entries before an index back by one and stores the key in front. */
static void tlb_use(ref_card_t *c, unsigned place, uint64_t key)
{
    memmove(&c->tlb[1], &c->tlb[0], place * sizeof c->tlb[0]);
    c->tlb[0] = key;
}

static void tlb_forget(ref_card_t *c, uint64_t key)
{
    unsigned i = tlb_place(c, key);
    if (i == REF_TLB)
        return;
    memmove(&c->tlb[i], &c->tlb[i + 1], (REF_TLB - 1 - i) * sizeof c->tlb[0]);
    c->tlb[REF_TLB - 1] = 0;
}

static bool translate(const ref_t *r, ref_card_t *c, unsigned pid, uint64_t va)
{
    uint64_t key = tlb_key(pid, va);
    unsigned place = tlb_place(c, key);
    if (place < REF_TLB) {
        c->counters.tlb_hits++;
        tlb_use(c, place, key);
        return true;
    }
    c->counters.tlb_misses++;
    uint64_t page = (va - r->base) / PAGE;
    if (page >= REF_PAGES || !c->process[pid].page[page])
        return false;
    tlb_use(c, REF_TLB - 1, key);
    return true;
}

static apenet_status_t write_bytes(ref_t *r, ref_card_t *c, unsigned pid, uint64_t va,
                                   const unsigned char *from, uint32_t bytes)
{
    if (!translate(r, c, pid, va) ||
        (va / PAGE != (va + bytes - 1) / PAGE && !translate(r, c, pid, va + bytes - 1)))
        return APENET_STATUS_RX_NO_PAGE;
    memcpy(memory_at(r, va), from, bytes);
    return APENET_STATUS_OK;
}

/* ---- buffers ---- */

static bool holds(const ref_buffer_t *b, uint64_t va, uint32_t bytes)
{
    return va >= b->va && va + bytes <= b->va + b->bytes;
}

/* The smallest persistent buffer that contains the bytes, the oldest of equals. */
static const ref_buffer_t *smallest(const ref_process_t *p, uint64_t va, uint32_t bytes)
{
    const ref_buffer_t *best = NULL;
    for (unsigned i = p->buffers; i-- > 0;) {
        const ref_buffer_t *b = &p->buffer[i];
        if ((b->flags & APENET_BUFFER_STREAMING) == 0 && holds(b, va, bytes) &&
            (best == NULL || b->bytes <= best->bytes))
            best = b;
    }
    return best;
}

static ref_buffer_t *first_stream(ref_process_t *p, uint32_t bytes)
{
    for (unsigned i = 0; i < p->buffers; i++)
        if ((p->buffer[i].flags & APENET_BUFFER_STREAMING) != 0 && !p->buffer[i].is_used &&
            p->buffer[i].bytes >= bytes)
            return &p->buffer[i];
    return NULL;
}

static unsigned named(const ref_process_t *p, uint64_t va, uint64_t magic)
{
    unsigned i = 0;
    while (i < p->buffers && (p->buffer[i].va != va || p->buffer[i].magic != magic))
        i++;
    return i;
}

/* ---- received packets ---- */

/* Writes the bytes that fit into the buffer. */
static apenet_status_t write_part(ref_t *r, const ref_packet_t *p, ref_message_t *m, uint64_t va,
                                  uint64_t end)
{
    uint32_t room = va < end ? (uint32_t)(end - va) : 0, bytes = p->bytes < room ? p->bytes : room;
    apenet_status_t status =
        bytes == 0 ? APENET_STATUS_OK
                   : write_bytes(r, &r->card[p->to], p->to_pid, va, memory_at(r, p->source), bytes);
    if (status == APENET_STATUS_OK)
        m->bytes += bytes;
    return status == APENET_STATUS_OK && bytes < p->bytes ? APENET_STATUS_RX_OVERRUN : status;
}

static apenet_status_t put(ref_t *r, const ref_packet_t *p, ref_message_t *m)
{
    const ref_process_t *to = &r->card[p->to].process[p->to_pid];
    const ref_buffer_t *b = smallest(to, p->address, p->bytes);
    if (b == NULL)
        b = smallest(to, p->address, 1);
    if (b == NULL)
        return m->has_buffer ? APENET_STATUS_RX_OVERRUN : APENET_STATUS_RX_NO_BUFFER;
    if (!m->has_buffer)
        m->magic = b->magic;
    m->has_buffer = true;
    return write_part(r, p, m, p->address, b->va + b->bytes);
}

static apenet_status_t stream(ref_t *r, const ref_packet_t *p, ref_message_t *m)
{
    const ref_process_t *to = &r->card[p->to].process[p->to_pid];
    unsigned i = named(to, m->address, m->magic);
    if (!m->has_buffer || i == to->buffers)
        return APENET_STATUS_RX_NO_BUFFER;
    uint64_t va = m->address + m->offset;
    m->offset += p->bytes;
    return write_part(r, p, m, va, to->buffer[i].va + to->buffer[i].bytes);
}

static void begin_message(ref_message_t *m, const ref_packet_t *p)
{
    *m = (ref_message_t){.is_open = true, .address = p->address, .is_streaming = p->address == 0};
}

static void add_event(ref_card_t *c, const apenet_entry_t *e)
{
    c->queue[c->entries] = *e;
    c->queue[c->entries++].serial = ++c->event_serial;
    c->counters.events++;
}

static void received(ref_t *r, const ref_packet_t *p, const ref_message_t *m)
{
    ref_card_t *to = &r->card[p->to];
    apenet_address_t source = r->card[p->from].address, target = to->address;
    unsigned char payload[PAGE] = {0};
    apenet_header_t header;
    apenet_entry_t e = {.bytes = m->bytes};
    source.pid = (uint8_t)p->from_pid;
    target.pid = (uint8_t)p->to_pid;
    apenet_header_make(&header, p->command, target, source,
                       p->is_physical ? m->address - r->base + r->bus : m->address, p->bytes);
    apenet_set(header.w, APENET_HEADER_LAST_FRAG, 1);
    apenet_set(header.w, APENET_HEADER_IS_PHYS, p->is_physical);
    memcpy(e.head, header.w, sizeof e.head);
    memcpy(payload, memory_at(r, p->source), p->bytes);
    apenet_set(e.footer, APENET_FOOTER_CRC, crc_of(payload, apenet_words(p->bytes) * APENET_WORD_BYTES));
    apenet_set(e.footer, APENET_FOOTER_SERIAL, r->card[p->from].packet_serial);
    apenet_set64(&e.footer[2], m->magic);
    apenet_set(&e.what, APENET_ENTRY_KIND,
               m->status == APENET_STATUS_OK ? APENET_EVENT_RECEIVED : APENET_EVENT_ERROR);
    apenet_set(&e.what, APENET_ENTRY_STATUS, m->status);
    to->counters.bytes_received += m->bytes;
    add_event(to, &e);
}

/* @return false: no space for the event, or no streaming buffer */
static bool receive(ref_t *r, const ref_packet_t *p)
{
    ref_card_t *to = &r->card[p->to];
    ref_process_t *process = &to->process[p->to_pid];
    ref_message_t *m = &process->message[p->from][p->from_pid];
    ref_buffer_t *b = first_stream(process, p->bytes);
    bool needs = !m->is_open && p->address == 0;
    if ((p->is_last && to->entries == REF_QUEUE - 1) || (needs && b == NULL && !r->drops))
        return false;
    if (!m->is_open)
        begin_message(m, p);
    if (needs && b != NULL) {
        b->is_used = m->has_buffer = true;
        m->magic = b->magic;
        m->address = b->va;
    }
    apenet_status_t status = APENET_STATUS_OK;
    if (p->is_physical) {
        memcpy(memory_at(r, p->address), memory_at(r, p->source), p->bytes);
        m->bytes += p->bytes;
    } else {
        status = m->is_streaming ? stream(r, p, m) : put(r, p, m);
    }
    to->counters.packets_received++;
    to->counters.dropped += status != APENET_STATUS_OK;
    m->status = m->status != APENET_STATUS_OK ? m->status : status;
    if (p->is_last) {
        received(r, p, m);
        m->is_open = false;
    }
    return true;
}

/* ---- gets ---- */

static apenet_status_t get(ref_t *r, const ref_packet_t *p, uint32_t *bytes)
{
    ref_card_t *asks = &r->card[p->from], *answers = &r->card[p->to];
    const ref_buffer_t *b = smallest(&answers->process[p->to_pid], p->address, p->length);
    apenet_status_t status =
        b != NULL && (b->flags & APENET_BUFFER_GET) != 0 ? APENET_STATUS_OK : APENET_STATUS_GET_REFUSED;
    for (*bytes = 0; *bytes < p->length && status == APENET_STATUS_OK;) {
        uint64_t from = p->address + *bytes;
        uint32_t left = PAGE - (uint32_t)(from % PAGE), piece = p->length - *bytes;
        piece = piece < left ? piece : left;
        if (!translate(r, answers, p->to_pid, from))
            return APENET_STATUS_GET_REFUSED;
        status = write_bytes(r, asks, p->from_pid, p->sink + *bytes, memory_at(r, from), piece);
        if (status != APENET_STATUS_OK)
            break;
        *bytes += piece;
        answers->counters.packets_sent++;
        answers->counters.bytes_sent += piece;
        asks->counters.packets_received++;
        asks->counters.bytes_received += piece;
    }
    return status;
}

/* ---- rings ---- */

static apenet_status_t verdict_of(const ref_packet_t *p)
{
    if (p->tag != APENET_COMP_EQ && p->tag != APENET_COMP_NONE)
        return APENET_STATUS_TX_BAD_DESCRIPTOR;
    if (p->to_pid >= REF_PIDS)
        return APENET_STATUS_NO_SUCH_NODE;
    bool is_of_the_node = p->command == APENET_CMD_LOOPBACK || p->is_physical;
    if ((is_of_the_node && p->from != p->to) || (p->command == APENET_CMD_GET && p->length == 0))
        return APENET_STATUS_TX_BAD_DESCRIPTOR;
    return APENET_STATUS_OK;
}

/* The local event of a packet; kind 0: none. */
static void complete(ref_card_t *c, const ref_packet_t *p, unsigned kind, apenet_status_t status,
                     uint32_t bytes)
{
    apenet_entry_t e = {.bytes = bytes};
    apenet_set64(e.head, p->magic);
    e.head[2] = p->tag;
    apenet_set(&e.what, APENET_ENTRY_KIND, kind);
    apenet_set(&e.what, APENET_ENTRY_STATUS, status);
    c->pending = e;
    c->is_done = true;
}

static void sent(ref_card_t *c, const ref_packet_t *p)
{
    c->counters.packets_sent++;
    c->counters.bytes_sent += p->bytes;
    c->message_bytes += p->bytes;
    complete(c, p, p->tag == APENET_COMP_EQ ? APENET_EVENT_SENT : 0, APENET_STATUS_OK, c->message_bytes);
    if (p->is_last)
        c->message_bytes = 0;
}

/* @return false: the packet waits at the destination card */
static bool execute(ref_t *r, ref_card_t *c, const ref_packet_t *p)
{
    apenet_status_t verdict = verdict_of(p);
    uint32_t bytes;
    if (verdict != APENET_STATUS_OK) {
        c->counters.rejected++;
        complete(c, p, APENET_EVENT_ERROR, verdict, 0);
        return true;
    }
    if (p->command == APENET_CMD_GET) {
        c->counters.packets_sent++;
        c->counters.bytes_sent += p->bytes;
        apenet_status_t status = get(r, p, &bytes);
        complete(c, p, APENET_EVENT_GET_DONE, status, bytes);
    } else if (receive(r, p)) {
        sent(c, p);
    } else {
        r->card[p->to].parked[p->from] = true;
        return false;
    }
    c->packet_serial++;
    return true;
}

static void run(ref_t *r, unsigned number)
{
    ref_card_t *c = &r->card[number];
    while (c->told > 0) {
        bool has_event, is_over = c->is_done || execute(r, c, &c->ring[0]);
        has_event = is_over && apenet_get(&c->pending.what, APENET_ENTRY_KIND) != 0;
        if (has_event && c->entries == REF_QUEUE - 1) {
            c->parked[number] = true;
            is_over = false;
        }
        if (!is_over) {
            c->counters.parked++;
            return;
        }
        if (has_event)
            add_event(c, &c->pending);
        c->is_done = false;
        c->told--;
        c->posted--;
        memmove(&c->ring[0], &c->ring[1], c->posted * sizeof c->ring[0]);
    }
}

/* Space at a card: runs the waiting rings. */
static void resume(ref_t *r, unsigned card)
{
    bool parked[REF_CARDS];
    memcpy(parked, r->card[card].parked, sizeof parked);
    memset(r->card[card].parked, 0, sizeof parked);
    for (unsigned i = 0; i < REF_CARDS; i++)
        if (parked[i])
            run(r, i);
}

/* ---- interface ---- */

static apenet_status_t change_buffer(ref_process_t *p, const ref_buffer_t *buffer, bool adds)
{
    unsigned i = named(p, buffer->va, buffer->magic);
    bool is_there = i < p->buffers;
    if (is_there)
        memmove(&p->buffer[i], &p->buffer[i + 1], (--p->buffers - i) * sizeof p->buffer[0]);
    if (adds)
        p->buffer[p->buffers++] = *buffer;
    return adds || is_there ? APENET_STATUS_OK : APENET_STATUS_RX_NO_BUFFER;
}

static apenet_status_t change_page(ref_t *r, ref_card_t *c, unsigned pid, uint64_t va, bool adds)
{
    bool *page = &c->process[pid].page[(va - r->base) / PAGE];
    if (!adds && !*page)
        return APENET_STATUS_RX_NO_PAGE;
    *page = adds;
    c->counters.pages_added += adds;
    c->counters.pages_removed += !adds;
    tlb_forget(c, tlb_key(pid, va));
    return APENET_STATUS_OK;
}

apenet_status_t ref_command(ref_t *r, unsigned card, apenet_op_t op, unsigned pid, const ref_buffer_t *buffer)
{
    bool adds = op == APENET_OP_PAGE_ADD || op == APENET_OP_BUFFER_ADD;
    bool is_page = op == APENET_OP_PAGE_ADD || op == APENET_OP_PAGE_REMOVE;
    apenet_status_t status = is_page ? change_page(r, &r->card[card], pid, buffer->va, adds)
                                     : change_buffer(&r->card[card].process[pid], buffer, adds);
    resume(r, card);
    return status;
}

bool ref_post(ref_t *r, const ref_packet_t *packet)
{
    ref_card_t *c = &r->card[packet->from];
    if (c->posted == REF_RING - 1)
        return false;
    c->ring[c->posted++] = *packet;
    return true;
}

void ref_ring(ref_t *r, unsigned card)
{
    r->card[card].told = r->card[card].posted;
    run(r, card);
}

bool ref_event(ref_t *r, unsigned card, apenet_entry_t *e)
{
    ref_card_t *c = &r->card[card];
    if (c->entries == 0)
        return false;
    *e = c->queue[0];
    memmove(&c->queue[0], &c->queue[1], --c->entries * sizeof c->queue[0]);
    resume(r, card);
    return true;
}
