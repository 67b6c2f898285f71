/* SPDX-License-Identifier: BSD-3-Clause */
/* Packets and global interrupts of a recording as a capture. */
#include <stdlib.h>
#include <string.h>

#include "backends/emulator/core/header.h"
#include "tools/common/pcapng.h"
#include "tools/emuq-trace/trace.h"

/* True if the dissector should decode software bytes as PAMI headers. */
static bool capture_uses_pami(const trace_events_t *e)
{
    for (uint64_t i = 0; i < e->events; i++)
        if (e->event[i].record->kind == EMUQ_RECORD_PAMI)
            return true;
    return false;
}

static void capture_write_interface(const trace_events_t *e, uint32_t node, uint32_t link, FILE *out)
{
    char name[64], text[80];
    snprintf(text, sizeof text, "node %s", trace_node_name(e->file, node, name));
    pcapng_write_interface(out, link, text, capture_uses_pami(e) ? "PAMI" : NULL);
}

/* Interface numbers of each node, in the order of interface blocks. TRACE_NONE: none. */
typedef struct capture_interfaces {
    uint32_t *packets, *interrupts; /* halves of one allocation */
    uint32_t count;
} capture_interfaces_t;

static void capture_require_interface(const trace_events_t *e, capture_interfaces_t *all, uint32_t *number,
                                      uint32_t node, uint32_t link, FILE *out)
{
    if (node == EMUQ_RECORD_NO_NODE || number[node] != TRACE_NONE)
        return;
    number[node] = all->count++;
    capture_write_interface(e, node, link, out);
}

static capture_interfaces_t capture_write_interfaces(const trace_events_t *e, FILE *out)
{
    size_t nodes = e->file->nodes;
    capture_interfaces_t all = {.packets = trace_alloc(2 * nodes, sizeof *all.packets)};
    all.interrupts = all.packets + nodes;
    for (size_t i = 0; i < 2 * nodes; i++)
        all.packets[i] = TRACE_NONE;
    for (uint32_t i = 0; i < e->messages; i++)
        if (e->message[i].type != TRACE_UNKNOWN)
            capture_require_interface(e, &all, all.packets, e->message[i].from, TRACE_PCAPNG_LINK, out);
    for (uint64_t i = 0; i < e->events; i++)
        if (e->event[i].record->kind == EMUQ_RECORD_INTERRUPT)
            capture_require_interface(e, &all, all.interrupts, e->event[i].record->node,
                                      TRACE_PCAPNG_INTERRUPTS, out);
    return all;
}

/* The header of the packet with bytes [at, at + bytes) of a message, as received. */
static MUHWI_PacketHeader_t capture_header_at(const trace_message_t *m, uint64_t at, uint32_t bytes)
{
    MUHWI_PacketHeader_t h;
    memcpy(&h, m->record->header, sizeof h);
    bool is_several = m->bytes > emuq_packet_limit(&h);
    MUHWI_Pt2PtNetworkHeader_t *net = &h.NetworkHeader.pt2pt;
    net->Byte8.Size = (bytes + EMUQ_CHUNK - 1) / EMUQ_CHUNK;
    memset(&net->Injection_Info, 0, sizeof net->Injection_Info);
    uint32_t type = emuq_packet_type(&h);
    if (type == EMUQ_TYPE_PUT)
        h.messageUnitHeader.Packet_Types.Direct_Put.Valid_Bytes_In_Payload = (uint16_t)bytes;
    if (type == EMUQ_TYPE_PUT || (type == EMUQ_TYPE_FIFO && is_several))
        emuq_fifo_offset_add(&h, at); /* both types have the put offset at the same position */
    return h;
}

/* Copies the recorded part of payload bytes [at, at + bytes); stops at a record with an invalid length.
 * @param last end of the thread's records @return number of bytes copied */
static uint32_t capture_payload_at(const trace_message_t *m, const emuq_record_t *last, uint64_t at,
                                   uint32_t bytes, char *to)
{
    uint32_t have = 0;
    uint64_t from = 0;
    for (const emuq_record_t *r = m->record + 1;
         r < last && r->kind == EMUQ_RECORD_PAYLOAD && r->bytes <= EMUQ_RECORD_DATA_BYTES && have < bytes;
         from += r->bytes, r++) {
        uint64_t skip = at + have - from;
        if (skip >= r->bytes)
            continue;
        uint64_t n = r->bytes - skip < bytes - have ? r->bytes - skip : bytes - have;
        memcpy(to + have, r->data + skip, n);
        have += (uint32_t)n;
    }
    return have;
}

static void capture_write_packet(const trace_events_t *e, const trace_message_t *m, uint32_t interface_number,
                                 uint64_t at, uint32_t bytes, FILE *out)
{
    const trace_thread_t *t = &e->file->thread[m->thread];
    MUHWI_PacketHeader_t h = capture_header_at(m, at, bytes);
    char payload[MUHWI_PACKET_MAX_PAYLOAD_SIZE_IN_BYTES] = {0};
    uint32_t have = capture_payload_at(m, t->record + t->records, at, bytes, payload);
    uint32_t whole = (bytes + EMUQ_CHUNK - 1) / EMUQ_CHUNK * EMUQ_CHUNK;
    uint32_t captured = have == bytes ? whole : have; /* padding is zero */
    pcapng_block_t b;
    pcapng_begin_packet(&b, interface_number, e->file->job.realtime_ns + m->injected,
                        (uint32_t)sizeof h + captured, (uint32_t)sizeof h + whole);
    pcapng_put(&b, &h, sizeof h);
    pcapng_put(&b, payload, captured);
    pcapng_end(&b, out);
}

/* @return true if the message has more packets than are written */
static bool capture_write_message(const trace_events_t *e, const capture_interfaces_t *all,
                                  const trace_message_t *m, FILE *out)
{
    MUHWI_PacketHeader_t h;
    memcpy(&h, m->record->header, sizeof h);
    uint64_t limit = emuq_packet_limit(&h), at = 0;
    if (m->type == TRACE_UNKNOWN || m->from == EMUQ_RECORD_NO_NODE ||
        limit > MUHWI_PACKET_MAX_PAYLOAD_SIZE_IN_BYTES || (limit == 0 && m->bytes != 0))
        return false;
    uint64_t most = limit * TRACE_PCAPNG_PACKETS, stop = m->bytes < most ? m->bytes : most;
    do {
        uint32_t bytes = (uint32_t)(m->bytes - at < limit ? m->bytes - at : limit);
        capture_write_packet(e, m, all->packets[m->from], at, bytes, out);
        at += bytes;
    } while (at < stop && ferror(out) == 0);
    return stop < m->bytes;
}

static void capture_write_interrupt(const trace_events_t *e, const capture_interfaces_t *all,
                                    const trace_event_t *event, FILE *out)
{
    const emuq_record_t *r = event->record;
    pcapng_block_t b;
    char data[sizeof r->position + 2];
    const uint16_t route = r->fifo;
    if (r->node == EMUQ_RECORD_NO_NODE)
        return;
    memcpy(data, &route, sizeof route);
    memcpy(data + sizeof route, &r->position, sizeof r->position);
    pcapng_begin_packet(&b, all->interrupts[r->node], e->file->job.realtime_ns + event->ns, sizeof data,
                        sizeof data);
    pcapng_put(&b, data, sizeof data);
    pcapng_end(&b, out);
}

void trace_pcapng(const trace_events_t *events, FILE *out)
{
    uint64_t cut = 0;
    pcapng_write_section(out);
    capture_interfaces_t all = capture_write_interfaces(events, out);
    for (uint64_t i = 0; i < events->events && ferror(out) == 0; i++) {
        const trace_event_t *event = &events->event[i];
        if (event->record->kind == EMUQ_RECORD_SEND || event->record->kind == EMUQ_RECORD_INJECT)
            cut += capture_write_message(events, &all, &events->message[event->message], out);
        else if (event->record->kind == EMUQ_RECORD_INTERRUPT)
            capture_write_interrupt(events, &all, event, out);
    }
    if (cut != 0)
        trace_error("messages of more than %u packets: %llu; only their first %u packets are written",
                    TRACE_PCAPNG_PACKETS, (unsigned long long)cut, TRACE_PCAPNG_PACKETS);
    free(all.packets);
}
