/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A message is the packets of one source process to one destination process up to the last fragment. The
 * record of one that is not complete gives its event the address and the bytes of all of them.
 */
#include "apenet/card/receive.h"

#include <string.h>

#include "apenet/card/crc.h"
#include "apenet/card/queue.h"
#include "apenet/card/record.h"

bool apenet_translate_slow(apenet_device_t *d, unsigned table, uint64_t page, uint64_t *bus)
{
    bool is_found = apenet_page_find(&d->table[table].pages, page, bus);
    if (__builtin_expect(d->machine->is_recorded, 0))
        apenet_record_miss(d, table, page, is_found);
    if (is_found)
        apenet_tlb_note(&d->tlb, table, page, *bus);
    return is_found;
}

/* Finds where bytes of one page are. @return how many there are of them up to the page's end; 0: nowhere */
static inline uint32_t find_piece(apenet_device_t *d, unsigned table, uint64_t va, uint32_t bytes,
                                  apenet_place_t *to)
{
    uint64_t bus;
    uint32_t left;
    if (!apenet_translate(d, table, va, &bus, &left))
        return 0;
    if (left > bytes)
        left = bytes;
    return apenet_bus_find(d, bus, left, APENET_USE_MEMORY, to) ? left : 0;
}

static bool overlap(const apenet_place_t *a, uint64_t a_bytes, const apenet_place_t *b, uint64_t b_bytes)
{
    bool is_comparable = a->at != NULL ? b->at != NULL : b->at == NULL && a->pid == b->pid;
    uintptr_t first = a->at != NULL ? (uintptr_t)a->at : a->va,
              second = b->at != NULL ? (uintptr_t)b->at : b->va;
    return is_comparable && first < second + b_bytes && second < first + a_bytes;
}

/* Writes a packet to two pieces of memory, of which the first is where the bytes of the second are read. */
static bool write_overlapping(const apenet_place_t *to, uint32_t piece, const apenet_place_t *rest,
                              const apenet_place_t *from, uint32_t bytes, apenet_copy_t *copy)
{
    char payload[APENET_PAYLOAD_BYTES];
    apenet_place_t here = apenet_place_of(payload), behind = apenet_place_of(payload + piece);
    apenet_copy_end(copy);
    return apenet_bus_copy(&here, from, bytes) && apenet_bus_copy(to, &here, piece) &&
           apenet_bus_copy(rest, &behind, bytes - piece);
}

apenet_status_t apenet_write(apenet_device_t *d, unsigned table, uint64_t va, apenet_place_t from,
                             uint32_t bytes, apenet_copy_t *copy)
{
    apenet_place_t to, rest, behind;
    uint32_t piece = find_piece(d, table, va, bytes, &to);
    bool has_rest = piece != bytes; /* 4096 bytes lie on two pages at most */
    if (piece == 0 || (has_rest && find_piece(d, table, va + piece, bytes - piece, &rest) == 0))
        return APENET_STATUS_RX_NO_PAGE;
    behind = apenet_place_behind(from, piece);
    bool is_copied = has_rest && overlap(&to, piece, &behind, bytes - piece)
                         ? write_overlapping(&to, piece, &rest, &from, bytes, copy)
                         : apenet_copy_add(copy, &to, &from, piece) &&
                               (!has_rest || apenet_copy_add(copy, &rest, &behind, bytes - piece));
    return is_copied ? APENET_STATUS_OK : APENET_STATUS_RX_NO_PAGE;
}

/* ---- packets of a run ---- */

/* The others of a run, behind its first packet. */
typedef struct others {
    unsigned table;
    uint64_t va; /* of the next one */
    apenet_place_t from;
    uint32_t packets; /* that are left */
    uint32_t piece;   /* of those that have been taken, how many others wait for */
    apenet_copy_t *copy;
} others_t;

/* Some of them have been taken. @return whether others wait, and nothing is to be copied */
static bool go_on(const apenet_device_t *d, others_t *o, uint32_t packets)
{
    o->va += (uint64_t)packets * APENET_PAYLOAD_BYTES;
    o->from = apenet_place_behind(o->from, packets * APENET_PAYLOAD_BYTES);
    o->packets -= packets;
    o->piece += packets;
    if (o->piece < APENET_TRAIN)
        return false;
    o->piece = 0;
    apenet_copy_end(o->copy);
    return emuq_light_is_contended(&d->lock);
}

/* Looks for whole pages that lie from bus address @p bus on, as far as they do in a range, and none of them
 * is written to where another one is read. */
static apenet_tlb_run_t look_for_more(const apenet_device_t *d, const others_t *o, uint64_t bus,
                                      const emuq_range_t *range)
{
    if (!emuq_range_holds(range, bus, APENET_PAGE_BYTES) || o->from.at == NULL)
        return (apenet_tlb_run_t){0, 0, 0};
    uint64_t most = (range->end - bus) / APENET_PAGE_BYTES;
    uint64_t distance = (uintptr_t)emuq_range_at(range, bus) - (uintptr_t)o->from.at;
    if (most > distance / APENET_PAGE_BYTES)
        most = distance / APENET_PAGE_BYTES;
    if (most > o->packets)
        most = o->packets;
    return apenet_tlb_look_run(&d->tlb, o->table, o->va, (uint32_t)most, bus);
}

/* Copies pages of a run to where they follow, and uses those that it has come to. @return as go_on() */
static bool write_pages_of(apenet_device_t *d, others_t *o, const apenet_tlb_run_t *run, uint64_t bus,
                           char *at)
{
    uint64_t va = o->va;
    uint32_t n = 0;
    bool is_awaited = false;
    while (n < run->pages && !is_awaited) {
        apenet_place_t to = apenet_place_of(at + (uint64_t)n * APENET_PAGE_BYTES);
        uint32_t some = APENET_TRAIN - o->piece < run->pages - n ? APENET_TRAIN - o->piece : run->pages - n;
        (void)apenet_copy_add(o->copy, &to, &o->from, some * APENET_PAGE_BYTES); /* both ends are here */
        is_awaited = go_on(d, o, some);
        n += some;
    }
    apenet_tlb_run_t used = n == run->pages ? *run : apenet_tlb_look_run(&d->tlb, o->table, va, n, bus);
    apenet_tlb_use_run(&d->tlb, &used);
    return is_awaited;
}

/* Writes one page of memory of the host. @param range a range that has it, or had the page before
 * @param bus gets its bus address @return as apenet_copy_add() */
static bool write_page(apenet_device_t *d, const others_t *o, emuq_range_t *range, uint64_t *bus)
{
    apenet_place_t to;
    uint32_t left;
    if (!apenet_translate(d, o->table, o->va, bus, &left))
        return false;
    if (!emuq_range_holds(range, *bus, APENET_PAGE_BYTES))
        *range = emuq_range_around(d->memory, *bus);
    if (emuq_range_holds(range, *bus, APENET_PAGE_BYTES))
        to = apenet_place_of(emuq_range_at(range, *bus));
    else if (!apenet_bus_find(d, *bus, APENET_PAGE_BYTES, APENET_USE_MEMORY, &to))
        return false;
    return apenet_copy_add(o->copy, &to, &o->from, APENET_PAGE_BYTES);
}

/* Whole pages of memory of the host, each as by apenet_write(). @return whether all that have been tried have
 * been written */
static bool write_pages(apenet_device_t *d, others_t *o)
{
    emuq_range_t range = {0, 0, 0};
    uint64_t bus = 0; /* of the next page, if it lies behind the one before */
    bool is_awaited = false;
    while (o->packets != 0 && !is_awaited) {
        apenet_tlb_run_t run = look_for_more(d, o, bus, &range);
        if (run.pages != 0) {
            is_awaited = write_pages_of(d, o, &run, bus, emuq_range_at(&range, bus));
        } else {
            if (!write_page(d, o, &range, &bus))
                return false;
            run.pages = 1;
            is_awaited = go_on(d, o, 1);
        }
        bus += (uint64_t)run.pages * APENET_PAGE_BYTES;
    }
    return true;
}

/* ---- records of messages ---- */

static uint32_t ends_of(const apenet_header_t *h)
{
    return (h->w[0] & (apenet_mask(APENET_HEADER_DEST_PID) | apenet_mask(APENET_HEADER_IS_GPU) |
                       apenet_mask(APENET_HEADER_GPU_ID))) |
           apenet_get(h->w, APENET_HEADER_SRC_PID);
}

/* Where the record of a packet's message is in the list, or the end of the list. */
static apenet_message_t **find_message(apenet_device_t *d, const apenet_packet_t *p)
{
    apenet_message_t **at = &d->open;
    while (*at != NULL && ((*at)->source != p->from || (*at)->ends != ends_of(&p->header)))
        at = &(*at)->next;
    return at;
}

/* Keeps the record of a message that goes on. @return false without memory */
static bool keep_message(apenet_device_t *d, const apenet_message_t *message)
{
    apenet_message_t *m = d->spare;
    if (m != NULL)
        d->spare = m->next;
    else
        m = emuq_arena_alloc(d->machine->arena, sizeof *m, 64);
    if (m == NULL)
        return false;
    *m = *message;
    m->next = d->open;
    d->open = m;
    return true;
}

static void end_message(apenet_device_t *d, apenet_message_t **at)
{
    apenet_message_t *m = *at;
    *at = m->next;
    m->next = d->spare;
    d->spare = m;
}

static apenet_message_t new_message(const apenet_packet_t *p)
{
    apenet_message_t m;
    memset(&m, 0, sizeof m);
    m.source = p->from;
    m.ends = ends_of(&p->header);
    m.address = apenet_header_address(&p->header);
    m.owner = apenet_get(p->header.w, APENET_HEADER_DEST_PID);
    m.is_streaming = m.address == 0 && apenet_get(p->header.w, APENET_HEADER_IS_PHYS) == 0;
    return m;
}

/* ---- where a packet goes ---- */

static void take_buffer(apenet_message_t *m, const apenet_buffer_rec_t *b)
{
    m->has_buffer = true;
    m->magic = b->magic;
}

/* Writes what a buffer has room for. */
static apenet_status_t write_buffer(apenet_device_t *d, unsigned table, apenet_message_t *m, uint64_t va,
                                    uint64_t room, const apenet_packet_t *p)
{
    uint32_t bytes = p->bytes <= room ? p->bytes : (uint32_t)room;
    apenet_status_t status =
        bytes != 0 ? apenet_write(d, table, va, p->source, bytes, &p->train->copy) : APENET_STATUS_OK;
    if (status != APENET_STATUS_OK)
        return status;
    m->bytes += bytes;
    return bytes == p->bytes ? APENET_STATUS_OK : APENET_STATUS_RX_OVERRUN;
}

static apenet_status_t write_persistent(apenet_device_t *d, unsigned table, apenet_message_t *m,
                                        const apenet_packet_t *p)
{
    uint64_t va = apenet_header_address(&p->header);
    apenet_table_t *t = &d->table[table];
    bool is_alone = !m->has_buffer && apenet_get(p->header.w, APENET_HEADER_LAST_FRAG) != 0;
    const apenet_buffer_rec_t *b = is_alone
                                       ? apenet_buffer_seek(t, m->owner, va, p->bytes)
                                       : apenet_buffer_find_next(t, m->owner, va, p->bytes, &p->train->found);
    if (b == NULL)
        return m->has_buffer ? APENET_STATUS_RX_OVERRUN : APENET_STATUS_RX_NO_BUFFER;
    if (!m->has_buffer)
        take_buffer(m, b);
    return write_buffer(d, table, m, va, b->va + b->bytes - va, p);
}

/* The first packet has taken the buffer (or found none), the others follow in it. */
static apenet_status_t write_stream(apenet_device_t *d, unsigned table, apenet_message_t *m,
                                    const apenet_packet_t *p)
{
    const apenet_buffer_rec_t *b =
        m->has_buffer ? apenet_buffer_named(&d->table[table], m->address, m->magic) : NULL;
    if (b == NULL)
        return APENET_STATUS_RX_NO_BUFFER;
    uint32_t offset = m->offset < b->bytes ? m->offset : b->bytes;
    m->offset += p->bytes;
    return write_buffer(d, table, m, b->va + offset, b->bytes - offset, p);
}

static apenet_status_t write_physical(apenet_device_t *d, apenet_message_t *m, const apenet_packet_t *p)
{
    apenet_place_t to;
    if (!apenet_bus_find(d, apenet_header_address(&p->header), p->bytes, APENET_USE_MEMORY, &to) ||
        !apenet_copy_add(&p->train->copy, &to, &p->source, p->bytes))
        return APENET_STATUS_RX_NO_PAGE;
    m->bytes += p->bytes;
    return APENET_STATUS_OK;
}

static void write_packet(apenet_device_t *d, unsigned table, apenet_message_t *m, const apenet_packet_t *p)
{
    apenet_status_t status;
    if (apenet_get(p->header.w, APENET_HEADER_IS_PHYS) != 0)
        status = write_physical(d, m, p);
    else if (m->is_streaming)
        status = write_stream(d, table, m, p);
    else
        status = write_persistent(d, table, m, p);
    d->counters.packets_received++;
    d->counters.dropped += status != APENET_STATUS_OK;
    if (m->status == APENET_STATUS_OK)
        m->status = status;
}

/* Whether all packets of a run until an address lie in one buffer, which all find. */
static const apenet_buffer_rec_t *buffer_of_run(const apenet_table_t *t, const apenet_message_t *m,
                                                const apenet_packet_t *p, uint64_t *end)
{
    apenet_found_t *found = &p->train->found;
    uint64_t va = apenet_header_address(&p->header);
    const apenet_buffer_rec_t *b = apenet_buffer_find_next(t, m->owner, va, p->bytes, found);
    if (b == NULL || found->buffer != b || found->table != t)
        return NULL;
    *end = found->end < b->va + b->bytes ? found->end : b->va + b->bytes;
    return b;
}

/* Whether packets of a run, each of them a whole page of its source, are whole pages of the table, too. */
static bool are_pages(const apenet_table_t *t, uint64_t va)
{
    return va % APENET_PAGE_BYTES == 0 && UINT64_C(1) << t->pages.page_bits == APENET_PAGE_BYTES;
}

/* Packets behind the first of a run. @return whether all that have been tried have been written */
static bool write_others(apenet_device_t *d, others_t *o)
{
    bool is_awaited = false;
    if (are_pages(&d->table[o->table], o->va))
        return write_pages(d, o);
    while (o->packets != 0 && !is_awaited) {
        if (apenet_write(d, o->table, o->va, o->from, APENET_PAYLOAD_BYTES, o->copy) != APENET_STATUS_OK)
            return false;
        is_awaited = go_on(d, o, 1);
    }
    return true;
}

/* @return how many packets have been taken; one that could not be written is the last of them */
static uint32_t write_run(apenet_device_t *d, unsigned table, apenet_message_t *m, const apenet_packet_t *p,
                          uint32_t packets)
{
    uint64_t va = apenet_header_address(&p->header), end = 0;
    const apenet_buffer_rec_t *b = buffer_of_run(&d->table[table], m, p, &end);
    if (b == NULL || packets == 0 || end - va < p->bytes)
        return 0;
    uint64_t room = (end - va - p->bytes) / APENET_PAYLOAD_BYTES;
    uint32_t most = room < packets - 1 ? (uint32_t)room : packets - 1, n = 0;
    others_t o = {.table = table,
                  .va = va + p->bytes,
                  .from = apenet_place_behind(p->source, p->bytes),
                  .packets = most,
                  .piece = 1,
                  .copy = &p->train->copy};
    bool is_written = apenet_write(d, table, va, p->source, p->bytes, o.copy) == APENET_STATUS_OK;
    if (is_written) {
        is_written = write_others(d, &o);
        n = 1 + most - o.packets;
        m->bytes += (uint32_t)(o.va - va);
    }
    if (!is_written) {
        m->status = APENET_STATUS_RX_NO_PAGE;
        d->counters.dropped++;
        n++;
    }
    if (!m->has_buffer)
        take_buffer(m, b);
    d->counters.packets_received += n;
    return n;
}

/* ---- the event of a message ---- */

/* Of the payload before it is written, which may be to where it is read. */
static uint32_t crc_of(const apenet_packet_t *p)
{
    apenet_copy_t *copy = &p->train->copy;
    apenet_place_t before = apenet_place_of(copy->to);
    if (overlap(&before, copy->bytes, &p->source, p->bytes))
        apenet_copy_end(copy);
    char payload[APENET_PAYLOAD_BYTES];
    const char *at = p->source.at;
    if (at == NULL) {
        apenet_place_t here = apenet_place_of(payload);
        if (!apenet_bus_copy(&here, &p->source, p->bytes))
            return 0;
        at = payload;
    }
    return apenet_crc32(at, p->bytes, apenet_words(p->bytes) * APENET_WORD_BYTES - p->bytes);
}

static void report(apenet_device_t *d, const apenet_message_t *m, const apenet_packet_t *p, uint32_t crc)
{
    apenet_entry_t e =
        apenet_entry(m->status == APENET_STATUS_OK ? APENET_EVENT_RECEIVED : APENET_EVENT_ERROR, m->status);
    apenet_header_t header = p->header;
    apenet_copy_end(&p->train->copy);
    apenet_set64(&header.w[2], m->address);
    apenet_set(header.w, APENET_HEADER_DEST_PID, m->owner);
    memcpy(e.head, header.w, sizeof e.head);
    apenet_set(e.footer, APENET_FOOTER_CRC, crc);
    apenet_set(e.footer, APENET_FOOTER_SERIAL, p->serial);
    apenet_set64(&e.footer[2], m->magic);
    e.bytes = m->bytes;
    d->counters.bytes_received += m->bytes;
    apenet_queue_write(d, &e);
}

/* Whether the first packet of a message has what it needs; takes the streaming buffer. */
static bool begin(apenet_device_t *d, unsigned table, apenet_message_t *m, const apenet_packet_t *p)
{
    if (!m->is_streaming)
        return true;
    apenet_buffer_rec_t *b = apenet_buffer_stream(&d->table[table], m->owner, p->bytes);
    if (b == NULL)
        return d->machine->drops;
    b->is_used = true;
    take_buffer(m, b);
    m->address = b->va;
    return true;
}

bool apenet_receive(apenet_device_t *d, const apenet_packet_t *p)
{
    const uint32_t *w = p->header.w;
    unsigned table = apenet_table_of(w[0]);
    bool is_last = apenet_get(w, APENET_HEADER_LAST_FRAG) != 0;
    apenet_message_t fresh, **at = find_message(d, p), *m = *at;
    if (m == NULL) {
        fresh = new_message(p);
        m = &fresh;
    }
    if ((is_last && !apenet_queue_has_room(d)) || (m == &fresh && !begin(d, table, m, p))) {
        apenet_park(d, &d->machine->device[p->from]);
        return false;
    }
    uint32_t crc = is_last ? crc_of(p) : 0;
    write_packet(d, table, m, p);
    if (is_last)
        report(d, m, p, crc);
    if (is_last && m != &fresh)
        end_message(d, at);
    if (!is_last && m == &fresh && !keep_message(d, m))
        d->counters.dropped++; /* without memory the rest of the message is one of its own */
    return true;
}

uint32_t apenet_receive_run(apenet_device_t *d, const apenet_packet_t *p, uint32_t packets)
{
    apenet_message_t fresh, **at = find_message(d, p), *m = *at;
    if (m == NULL) {
        fresh = new_message(p);
        m = &fresh;
    }
    if (m->is_streaming || m->status != APENET_STATUS_OK ||
        apenet_get(p->header.w, APENET_HEADER_IS_PHYS) != 0)
        return 0;
    uint32_t n = write_run(d, apenet_table_of(p->header.w[0]), m, p, packets);
    if (n != 0 && m == &fresh && !keep_message(d, m))
        d->counters.dropped++; /* as in apenet_receive() */
    return n;
}
