/* SPDX-License-Identifier: BSD-3-Clause */
/* RX block: writes packets to registered buffers, and replies to gets, under the lock of the receiving card.
 * The packets between two processes up to the last fragment are a message. A get holds both cards' locks for
 * a batch of replies at a time, and ends if the buffer is unregistered in between. */
#include <libdeflate.h>
#include <string.h>

#include "apenet/card/packets.h"
#include "apenet/link.h"

uint32_t apenet_crc32(const void *p, size_t bytes, size_t zeros)
{
    static const unsigned char zero[64];
    uint32_t crc = apenet_link_crc(p, bytes);
    for (size_t n; zeros > 0; zeros -= n) {
        n = zeros < sizeof zero ? zeros : sizeof zero;
        crc = libdeflate_crc32(crc, zero, n);
    }
    return crc;
}

bool apenet_translate_slow(apenet_device_t *d, unsigned table, uint64_t page, uint64_t *bus)
{
    bool is_found = apenet_page_find(&d->table[table].pages, page, bus);
    if (__builtin_expect(d->machine->is_recorded, 0))
        apenet_record_miss(d, table, page, is_found);
    if (is_found)
        apenet_tlb_note(&d->tlb, table, page, *bus);
    return is_found;
}

/* @return bytes up to the end of the page; 0: none */
static inline uint32_t receive_find_segment(apenet_device_t *d, unsigned table, uint64_t va, uint32_t bytes,
                                            apenet_location_t *to)
{
    uint64_t bus;
    uint32_t left;
    if (!apenet_translate(d, table, va, &bus, &left))
        return 0;
    if (left > bytes)
        left = bytes;
    return apenet_bus_find(d, bus, left, APENET_USE_MEMORY, to) ? left : 0;
}

static bool receive_overlap(const apenet_location_t *a, uint64_t a_bytes, const apenet_location_t *b,
                            uint64_t b_bytes)
{
    bool is_comparable = a->at != NULL ? b->at != NULL : b->at == NULL && a->pid == b->pid;
    uintptr_t first = a->at != NULL ? (uintptr_t)a->at : a->va,
              second = b->at != NULL ? (uintptr_t)b->at : b->va;
    return is_comparable && first < second + b_bytes && second < first + a_bytes;
}

/* Writes a packet to two segments via a buffer: the first target overlaps the second source. */
static bool receive_write_overlapping(const apenet_location_t *to, uint32_t segment,
                                      const apenet_location_t *rest, const apenet_location_t *from,
                                      uint32_t bytes, apenet_copy_t *copy)
{
    char payload[APENET_PAYLOAD_BYTES];
    apenet_location_t here = apenet_location_of(payload), behind = apenet_location_of(payload + segment);
    apenet_copy_end(copy);
    return apenet_bus_copy(&here, from, bytes) && apenet_bus_copy(to, &here, segment) &&
           apenet_bus_copy(rest, &behind, bytes - segment);
}

/* Writes 1..4096 bytes; the caller ends the copy. @return OK, or RX_NO_PAGE without effect */
static apenet_status_t receive_write(apenet_device_t *d, unsigned table, uint64_t va, apenet_location_t from,
                                     uint32_t bytes, apenet_copy_t *copy)
{
    apenet_location_t to, rest, behind;
    uint32_t segment = receive_find_segment(d, table, va, bytes, &to);
    bool has_rest = segment != bytes; /* 4096 bytes touch at most two pages */
    if (segment == 0 ||
        (has_rest && receive_find_segment(d, table, va + segment, bytes - segment, &rest) == 0))
        return APENET_STATUS_RX_NO_PAGE;
    behind = apenet_location_after(from, segment);
    bool is_copied = has_rest && receive_overlap(&to, segment, &behind, bytes - segment)
                         ? receive_write_overlapping(&to, segment, &rest, &from, bytes, copy)
                         : apenet_copy_add(copy, &to, &from, segment) &&
                               (!has_rest || apenet_copy_add(copy, &rest, &behind, bytes - segment));
    return is_copied ? APENET_STATUS_OK : APENET_STATUS_RX_NO_PAGE;
}

typedef struct receive_rest {
    unsigned table;
    uint64_t va; /* next packet */
    apenet_location_t from;
    uint32_t packets;
    uint32_t unchecked; /* packets since the last check for waiting threads */
    apenet_copy_t *copy;
} receive_rest_t;

/* @return whether to yield the card; no copy is pending then */
static bool receive_advance(const apenet_device_t *d, receive_rest_t *o, uint32_t packets)
{
    o->va += (uint64_t)packets * APENET_PAYLOAD_BYTES;
    o->from = apenet_location_after(o->from, packets * APENET_PAYLOAD_BYTES);
    o->packets -= packets;
    o->unchecked += packets;
    if (o->unchecked < APENET_BATCH)
        return false;
    o->unchecked = 0;
    apenet_copy_end(o->copy);
    return emuq_light_is_contended(&d->lock);
}

/* Finds whole pages of a range such that no target overlaps a source. */
static apenet_tlb_run_t receive_find_run(const apenet_device_t *d, const receive_rest_t *o, uint64_t bus,
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
    return apenet_tlb_find_run(&d->tlb, o->table, o->va, (uint32_t)most, bus);
}

/* @return as receive_advance() */
static bool receive_write_pages_of(apenet_device_t *d, receive_rest_t *o, const apenet_tlb_run_t *run,
                                   uint64_t bus, char *at)
{
    uint64_t va = o->va;
    uint32_t n = 0;
    bool is_awaited = false;
    while (n < run->pages && !is_awaited) {
        apenet_location_t to = apenet_location_of(at + (uint64_t)n * APENET_PAGE_BYTES);
        uint32_t some =
            APENET_BATCH - o->unchecked < run->pages - n ? APENET_BATCH - o->unchecked : run->pages - n;
        (void)apenet_copy_add(o->copy, &to, &o->from,
                              some * APENET_PAGE_BYTES); /* cannot fail: both ends are shared memory */
        is_awaited = receive_advance(d, o, some);
        n += some;
    }
    apenet_tlb_run_t used = n == run->pages ? *run : apenet_tlb_find_run(&d->tlb, o->table, va, n, bus);
    apenet_tlb_use_run(&d->tlb, &used);
    return is_awaited;
}

/* Writes one page of host memory. @param range of this or the previous page @return as apenet_copy_add() */
static bool receive_write_page(apenet_device_t *d, const receive_rest_t *o, emuq_range_t *range,
                               uint64_t *bus)
{
    apenet_location_t to;
    uint32_t left;
    if (!apenet_translate(d, o->table, o->va, bus, &left))
        return false;
    if (!emuq_range_holds(range, *bus, APENET_PAGE_BYTES))
        *range = emuq_range_around(d->memory, *bus);
    if (emuq_range_holds(range, *bus, APENET_PAGE_BYTES))
        to = apenet_location_of(emuq_range_at(range, *bus));
    else if (!apenet_bus_find(d, *bus, APENET_PAGE_BYTES, APENET_USE_MEMORY, &to))
        return false;
    return apenet_copy_add(o->copy, &to, &o->from, APENET_PAGE_BYTES);
}

/* @return whether all attempted writes succeeded */
static bool receive_write_pages(apenet_device_t *d, receive_rest_t *o)
{
    emuq_range_t range = {0, 0, 0};
    uint64_t bus = 0; /* address after the previous page */
    bool is_awaited = false;
    while (o->packets != 0 && !is_awaited) {
        apenet_tlb_run_t run = receive_find_run(d, o, bus, &range);
        if (run.pages != 0) {
            is_awaited = receive_write_pages_of(d, o, &run, bus, emuq_range_at(&range, bus));
        } else {
            if (!receive_write_page(d, o, &range, &bus))
                return false;
            run.pages = 1;
            is_awaited = receive_advance(d, o, 1);
        }
        bus += (uint64_t)run.pages * APENET_PAGE_BYTES;
    }
    return true;
}

static uint32_t receive_ends_of(const apenet_header_t *h)
{
    return (h->w[0] & (apenet_mask(APENET_HEADER_DEST_PID) | apenet_mask(APENET_HEADER_IS_GPU) |
                       apenet_mask(APENET_HEADER_GPU_ID))) |
           apenet_get(h->w, APENET_HEADER_SRC_PID);
}

/* Link to the record of the message, or end of the list. */
static apenet_message_t **receive_find_message(apenet_device_t *d, const apenet_packet_t *p)
{
    apenet_message_t **at = &d->open;
    while (*at != NULL && ((*at)->source != p->from || (*at)->ends != receive_ends_of(&p->header)))
        at = &(*at)->next;
    return at;
}

/* @return false: out of memory */
static bool receive_keep_message(apenet_device_t *d, const apenet_message_t *message)
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

static inline __attribute__((always_inline)) void receive_end_message(apenet_device_t *d,
                                                                      apenet_message_t **at)
{
    apenet_message_t *m = *at;
    *at = m->next;
    m->next = d->spare;
    d->spare = m;
}

static apenet_message_t receive_new_message(const apenet_packet_t *p)
{
    apenet_message_t m;
    memset(&m, 0, sizeof m);
    m.source = p->from;
    m.ends = receive_ends_of(&p->header);
    m.address = apenet_header_address(&p->header);
    m.owner = apenet_get(p->header.w, APENET_HEADER_DEST_PID);
    m.is_streaming = m.address == 0 && apenet_get(p->header.w, APENET_HEADER_IS_PHYS) == 0;
    return m;
}

static void receive_set_buffer(apenet_message_t *m, const apenet_buffer_rec_t *b)
{
    m->has_buffer = true;
    m->magic = b->magic;
}

static apenet_status_t receive_write_buffer(apenet_device_t *d, unsigned table, apenet_message_t *m,
                                            uint64_t va, uint64_t space, const apenet_packet_t *p)
{
    uint32_t bytes = p->bytes <= space ? p->bytes : (uint32_t)space;
    apenet_status_t status =
        bytes != 0 ? receive_write(d, table, va, p->source, bytes, &p->batch->copy) : APENET_STATUS_OK;
    if (status != APENET_STATUS_OK)
        return status;
    m->bytes += bytes;
    return bytes == p->bytes ? APENET_STATUS_OK : APENET_STATUS_RX_OVERRUN;
}

static inline __attribute__((always_inline)) apenet_status_t
receive_write_persistent(apenet_device_t *d, unsigned table, apenet_message_t *m, const apenet_packet_t *p)
{
    uint64_t va = apenet_header_address(&p->header);
    apenet_table_t *t = &d->table[table];
    bool is_alone = !m->has_buffer && apenet_get(p->header.w, APENET_HEADER_LAST_FRAG) != 0;
    const apenet_buffer_rec_t *b = is_alone
                                       ? apenet_buffer_seek(t, m->owner, va, p->bytes)
                                       : apenet_buffer_find_next(t, m->owner, va, p->bytes, &p->batch->found);
    if (b == NULL)
        return m->has_buffer ? APENET_STATUS_RX_OVERRUN : APENET_STATUS_RX_NO_BUFFER;
    if (!m->has_buffer)
        receive_set_buffer(m, b);
    return receive_write_buffer(d, table, m, va, b->va + b->bytes - va, p);
}

static inline __attribute__((always_inline)) apenet_status_t
receive_write_stream(apenet_device_t *d, unsigned table, apenet_message_t *m, const apenet_packet_t *p)
{
    const apenet_buffer_rec_t *b =
        m->has_buffer ? apenet_buffer_named(&d->table[table], m->address, m->magic) : NULL;
    if (b == NULL)
        return APENET_STATUS_RX_NO_BUFFER;
    uint32_t offset = m->offset < b->bytes ? m->offset : b->bytes;
    m->offset += p->bytes;
    return receive_write_buffer(d, table, m, b->va + offset, b->bytes - offset, p);
}

static inline __attribute__((always_inline)) apenet_status_t
receive_write_physical(apenet_device_t *d, apenet_message_t *m, const apenet_packet_t *p)
{
    apenet_location_t to;
    if (!apenet_bus_find(d, apenet_header_address(&p->header), p->bytes, APENET_USE_MEMORY, &to) ||
        !apenet_copy_add(&p->batch->copy, &to, &p->source, p->bytes))
        return APENET_STATUS_RX_NO_PAGE;
    m->bytes += p->bytes;
    return APENET_STATUS_OK;
}

static inline __attribute__((always_inline)) void
receive_write_packet(apenet_device_t *d, unsigned table, apenet_message_t *m, const apenet_packet_t *p)
{
    apenet_status_t status;
    if (apenet_get(p->header.w, APENET_HEADER_IS_PHYS) != 0)
        status = receive_write_physical(d, m, p);
    else if (m->is_streaming)
        status = receive_write_stream(d, table, m, p);
    else
        status = receive_write_persistent(d, table, m, p);
    d->counters.packets_received++;
    d->counters.dropped += status != APENET_STATUS_OK;
    if (m->status == APENET_STATUS_OK)
        m->status = status;
}

/* @param end set to the address up to which packets find this buffer */
static const apenet_buffer_rec_t *receive_buffer_of_run(const apenet_table_t *t, const apenet_message_t *m,
                                                        const apenet_packet_t *p, uint64_t *end)
{
    apenet_found_t *found = &p->batch->found;
    uint64_t va = apenet_header_address(&p->header);
    const apenet_buffer_rec_t *b = apenet_buffer_find_next(t, m->owner, va, p->bytes, found);
    if (b == NULL || found->buffer != b || found->table != t)
        return NULL;
    *end = found->end < b->va + b->bytes ? found->end : b->va + b->bytes;
    return b;
}

/* @return whether all attempted writes succeeded */
static bool receive_write_others(apenet_device_t *d, receive_rest_t *o)
{
    bool is_awaited = false;
    if (o->va % APENET_PAGE_BYTES == 0 &&
        UINT64_C(1) << d->table[o->table].pages.page_bits == APENET_PAGE_BYTES)
        return receive_write_pages(d, o);
    while (o->packets != 0 && !is_awaited) {
        if (receive_write(d, o->table, o->va, o->from, APENET_PAYLOAD_BYTES, o->copy) != APENET_STATUS_OK)
            return false;
        is_awaited = receive_advance(d, o, 1);
    }
    return true;
}

/* @return number of processed packets; a failed write is the last */
static uint32_t receive_write_run(apenet_device_t *d, unsigned table, apenet_message_t *m,
                                  const apenet_packet_t *p, uint32_t packets)
{
    uint64_t va = apenet_header_address(&p->header), end = 0;
    const apenet_buffer_rec_t *b = receive_buffer_of_run(&d->table[table], m, p, &end);
    if (b == NULL || packets == 0 || end - va < p->bytes)
        return 0;
    uint64_t space = (end - va - p->bytes) / APENET_PAYLOAD_BYTES;
    uint32_t most = space < packets - 1 ? (uint32_t)space : packets - 1, n = 0;
    receive_rest_t o = {.table = table,
                        .va = va + p->bytes,
                        .from = apenet_location_after(p->source, p->bytes),
                        .packets = most,
                        .unchecked = 1,
                        .copy = &p->batch->copy};
    bool is_written = receive_write(d, table, va, p->source, p->bytes, o.copy) == APENET_STATUS_OK;
    if (is_written) {
        is_written = receive_write_others(d, &o);
        n = 1 + most - o.packets;
        m->bytes += (uint32_t)(o.va - va);
    }
    if (!is_written) {
        m->status = APENET_STATUS_RX_NO_PAGE;
        d->counters.dropped++;
        n++;
    }
    if (!m->has_buffer)
        receive_set_buffer(m, b);
    d->counters.packets_received += n;
    return n;
}

/* CRC of the payload. Call before the write, which may overlap the source. */
static inline __attribute__((always_inline)) uint32_t receive_crc_of(const apenet_packet_t *p)
{
    apenet_copy_t *copy = &p->batch->copy;
    apenet_location_t before = apenet_location_of(copy->to);
    if (receive_overlap(&before, copy->bytes, &p->source, p->bytes))
        apenet_copy_end(copy);
    char payload[APENET_PAYLOAD_BYTES];
    const char *at = p->source.at;
    if (at == NULL) {
        apenet_location_t here = apenet_location_of(payload);
        if (!apenet_bus_copy(&here, &p->source, p->bytes))
            return 0;
        at = payload;
    }
    return apenet_crc32(at, p->bytes, apenet_words(p->bytes) * APENET_WORD_BYTES - p->bytes);
}

static inline __attribute__((always_inline)) void
receive_write_event(apenet_device_t *d, const apenet_message_t *m, const apenet_packet_t *p, uint32_t crc)
{
    apenet_entry_t e =
        apenet_entry(m->status == APENET_STATUS_OK ? APENET_EVENT_RECEIVED : APENET_EVENT_ERROR, m->status);
    apenet_header_t header = p->header;
    apenet_copy_end(&p->batch->copy);
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

/* Claims the streaming buffer of a new message. @return false: no credit */
static inline __attribute__((always_inline)) bool receive_begin(apenet_device_t *d, unsigned table,
                                                                apenet_message_t *m, const apenet_packet_t *p)
{
    if (!m->is_streaming)
        return true;
    apenet_buffer_rec_t *b = apenet_buffer_stream(&d->table[table], m->owner, p->bytes);
    if (b == NULL)
        return d->machine->drops;
    b->is_used = true;
    receive_set_buffer(m, b);
    m->address = b->va;
    return true;
}

/* Handles a packet without credit: drops the packet if its process has died. @param at slot of the open
 * message
 * @return false: the ring of the sender is parked */
static __attribute__((noinline, cold)) bool receive_drop(apenet_device_t *d, apenet_message_t **at,
                                                         const apenet_packet_t *p)
{
    bool is_dead = apenet_process_is_dead(d, apenet_get(p->header.w, APENET_HEADER_DEST_PID));
    if (!is_dead) {
        apenet_park(d, &d->machine->device[p->from]);
        return false;
    }
    d->counters.packets_received++;
    d->counters.dropped++;
    if (*at != NULL && apenet_get(p->header.w, APENET_HEADER_LAST_FRAG) != 0)
        receive_end_message(d, at);
    return true;
}

/* @param is_damaged constant false in direct mode */
static inline __attribute__((always_inline)) bool receive_packet(apenet_device_t *d, const apenet_packet_t *p,
                                                                 bool is_damaged)
{
    const uint32_t *w = p->header.w;
    unsigned table = apenet_table_of(w[0]);
    bool is_last = apenet_get(w, APENET_HEADER_LAST_FRAG) != 0;
    apenet_message_t fresh, **at = receive_find_message(d, p), *m = *at;
    if (m == NULL) {
        fresh = receive_new_message(p);
        m = &fresh;
    }
    if ((is_last && !apenet_queue_has_space(d)) || (m == &fresh && !receive_begin(d, table, m, p)))
        return receive_drop(d, at, p);
    uint32_t crc = is_last ? receive_crc_of(p) : 0;
    receive_write_packet(d, table, m, p);
    if (is_damaged && m->status == APENET_STATUS_OK)
        m->status = APENET_STATUS_RX_PAYLOAD_ERROR;
    if (is_last)
        receive_write_event(d, m, p, crc);
    if (is_last && m != &fresh)
        receive_end_message(d, at);
    if (!is_last && m == &fresh && !receive_keep_message(d, m))
        d->counters.dropped++; /* out of memory: the rest becomes a separate message */
    return true;
}

void apenet_receive_abort(apenet_device_t *d, const apenet_header_t *header, uint32_t from)
{
    const apenet_packet_t packet = {.header = *header, .from = from};
    apenet_card_lock(d);
    apenet_message_t **at = receive_find_message(d, &packet);
    if (*at != NULL)
        receive_end_message(d, at);
    emuq_light_unlock(&d->lock);
}

bool apenet_receive(apenet_device_t *d, const apenet_packet_t *p)
{
    return receive_packet(d, p, false);
}

bool apenet_receive_from_link(apenet_device_t *d, const apenet_packet_t *p, bool is_damaged)
{
    apenet_packet_t packet = *p;
    apenet_set(packet.header.w, APENET_HEADER_PKT_ERR, is_damaged);
    return receive_packet(d, &packet, is_damaged);
}

apenet_status_t apenet_receive_reply(apenet_device_t *d, const apenet_header_t *header, const void *payload)
{
    apenet_copy_t copy = {.bytes = 0};
    uint32_t bytes = apenet_header_bytes(header);
    apenet_status_t status = receive_write(d, apenet_table_of(header->w[0]), apenet_header_address(header),
                                           apenet_location_of((void *)(uintptr_t)payload), bytes, &copy);
    apenet_copy_end(&copy);
    if (status == APENET_STATUS_OK) {
        d->counters.packets_received++;
        d->counters.bytes_received += bytes;
    }
    return status;
}

uint32_t apenet_receive_run(apenet_device_t *d, const apenet_packet_t *p, uint32_t packets)
{
    apenet_message_t fresh, **at = receive_find_message(d, p), *m = *at;
    if (m == NULL) {
        fresh = receive_new_message(p);
        m = &fresh;
    }
    if (m->is_streaming || m->status != APENET_STATUS_OK ||
        apenet_get(p->header.w, APENET_HEADER_IS_PHYS) != 0)
        return 0;
    uint32_t n = receive_write_run(d, apenet_table_of(p->header.w[0]), m, p, packets);
    if (n != 0 && m == &fresh && !receive_keep_message(d, m))
        d->counters.dropped++;
    return n;
}

static void get_lock_both(apenet_device_t *a, apenet_device_t *b)
{
    apenet_card_lock(a->number < b->number ? a : b);
    if (a != b)
        apenet_card_lock(a->number < b->number ? b : a);
}

/* emuq_light_pass() for two locks: keeps neither while yielding the other. @return whether a thread waited */
static bool get_pass_both(apenet_device_t *a, apenet_device_t *b)
{
    bool a_is_awaited = emuq_light_is_contended(&a->lock), b_is_awaited = emuq_light_is_contended(&b->lock);
    emuq_light_unlock(&a->lock);
    if (a == b)
        b_is_awaited = false;
    else
        emuq_light_unlock(&b->lock);
    if (a_is_awaited)
        emuq_light_yield(&a->lock);
    if (b_is_awaited)
        emuq_light_yield(&b->lock);
    return a_is_awaited || b_is_awaited;
}

/* Tests that a get may read its bytes. */
static bool get_is_permitted(const apenet_device_t *d, const apenet_header_t *header, uint32_t bytes)
{
    uint64_t va = apenet_header_address(header);
    const apenet_buffer_rec_t *b = apenet_buffer_find(
        &d->table[apenet_table_of(header->w[0])], apenet_get(header->w, APENET_HEADER_DEST_PID), va, bytes);
    return b != NULL && bytes <= b->va + b->bytes - va && (b->flags & APENET_BUFFER_GET) != 0;
}

/* Memory that contains the last page of one end of a get, and perhaps the next ones. Zeros: empty. */
typedef struct get_near {
    uint64_t bus, end;
    apenet_location_t first;
} get_near_t;

/* apenet_bus_find(). @param rest bytes up to the end of the get */
static inline bool get_locate(const apenet_device_t *d, uint64_t bus, uint32_t bytes, uint32_t rest,
                              get_near_t *near, apenet_location_t *location)
{
    if (bus < near->bus || bus >= near->end || bytes > near->end - bus) {
        uint64_t most = EMUQ_GRANULE_BYTES - bus % EMUQ_GRANULE_BYTES;
        near->bus = bus;
        near->end = bus + (most < rest ? most : rest);
        if (!apenet_bus_find(d, bus, near->end - bus, APENET_USE_MEMORY, &near->first)) {
            near->end = 0;
            return apenet_bus_find(d, bus, bytes, APENET_USE_MEMORY, location);
        }
    }
    *location = apenet_location_after(near->first, (uint32_t)(bus - near->bus));
    return true;
}

/* Finds bytes of a permitted get. */
static inline bool get_find(apenet_device_t *d, const apenet_header_t *header, uint32_t bytes, uint32_t at,
                            get_near_t *near, uint32_t *segment, apenet_location_t *from)
{
    uint64_t va = apenet_header_address(header), bus;
    uint32_t left;
    if (!apenet_translate(d, apenet_table_of(header->w[0]), va + at, &bus, &left))
        return false;
    *segment = left < bytes - at ? left : bytes - at;
    if (*segment > APENET_PAYLOAD_BYTES)
        *segment = APENET_PAYLOAD_BYTES;
    return get_locate(d, bus, *segment, bytes - at, near, from);
}

bool apenet_get_find(apenet_device_t *d, const apenet_header_t *header, const apenet_get_request_t *request,
                     uint32_t at, uint32_t *segment, apenet_location_t *from)
{
    get_near_t near = {.bus = 0};
    return get_is_permitted(d, header, request->bytes) &&
           get_find(d, header, request->bytes, at, &near, segment, from);
}

/* State of a batch. Zeros except `copy.defers`. */
typedef struct get_batch {
    apenet_copy_t copy;
    get_near_t source, sink;
} get_batch_t;

/* receive_write() to the sink. @param rest bytes up to the end of the get */
static apenet_status_t get_write(apenet_device_t *d, unsigned table, uint64_t va,
                                 const apenet_location_t *from, uint32_t bytes, uint32_t rest,
                                 get_batch_t *batch)
{
    apenet_location_t to;
    uint64_t bus;
    uint32_t left;
    if ((va ^ (va + bytes - 1)) >> d->table[table].pages.page_bits != 0)
        return receive_write(d, table, va, *from, bytes, &batch->copy);
    bool is_written = apenet_translate(d, table, va, &bus, &left) &&
                      get_locate(d, bus, bytes, rest, &batch->sink, &to) &&
                      (apenet_copy_merge(&batch->copy, &to, from, bytes) ||
                       apenet_copy_add(&batch->copy, &to, from, bytes));
    return is_written ? APENET_STATUS_OK : APENET_STATUS_RX_NO_PAGE;
}

/* Copies a reply: a segment of one page of the source. */
static apenet_status_t get_reply(apenet_device_t *requester, apenet_device_t *responder,
                                 const apenet_header_t *header, const apenet_get_request_t *request,
                                 uint32_t at, uint32_t *segment, get_batch_t *batch)
{
    uint64_t sink = apenet_get64(request->sink);
    apenet_location_t from;
    if (!get_find(responder, header, request->bytes, at, &batch->source, segment, &from))
        return APENET_STATUS_GET_REFUSED;
    apenet_status_t status = get_write(requester, apenet_table_of(request->table), sink + at, &from, *segment,
                                       request->bytes - at, batch);
    if (status == APENET_STATUS_OK) {
        apenet_count(&responder->counters.replies, 1);
        apenet_count(&responder->counters.reply_bytes, *segment);
        requester->counters.packets_received++;
        requester->counters.bytes_received += *segment;
    }
    return status;
}

/* Copies up to @p most pages under both locks. @param at advanced by the copied bytes @param has_failed set
 * if none are: the process has died, or has unmapped a part of the memory */
static apenet_status_t get_pages(apenet_device_t *requester, apenet_device_t *responder,
                                 const apenet_header_t *header, const apenet_get_request_t *request,
                                 unsigned most, uint32_t *at, bool *has_failed)
{
    const uint32_t first = *at;
    uint32_t segment;
    get_batch_t batch = {.copy = {.defers = true}};
    if (!get_is_permitted(responder, header, request->bytes))
        return APENET_STATUS_GET_REFUSED;
    apenet_status_t status = APENET_STATUS_OK;
    for (unsigned n = 0; n < most && *at < request->bytes && status == APENET_STATUS_OK; n++) {
        status = get_reply(requester, responder, header, request, *at, &segment, &batch);
        *at += status == APENET_STATUS_OK ? segment : 0;
    }
    apenet_copy_end(&batch.copy);
    *has_failed = batch.copy.has_failed;
    if (!*has_failed)
        return status;
    *at = first;
    return APENET_STATUS_RX_NO_PAGE;
}

apenet_status_t apenet_read(apenet_device_t *requester, apenet_device_t *responder,
                            const apenet_header_t *header, const apenet_get_request_t *request,
                            uint32_t *bytes)
{
    apenet_status_t status = APENET_STATUS_OK;
    unsigned limit = APENET_GET_BATCH, most = limit;
    bool has_failed = false;
    *bytes = 0;
    while (*bytes < request->bytes && status == APENET_STATUS_OK) {
        get_lock_both(requester, responder);
        status = get_pages(requester, responder, header, request, most, bytes, &has_failed);
        if (has_failed && most > APENET_BATCH) { /* finds the readable bytes */
            status = APENET_STATUS_OK;
            limit = APENET_BATCH;
        }
        most = get_pass_both(requester, responder) ? APENET_BATCH : limit;
    }
    return status;
}
