/* SPDX-License-Identifier: BSD-3-Clause */
/* Capture files in the format of draft-ietf-opsawg-pcapng: blocks of 32-bit words in host byte order. */
#include <stdlib.h>
#include <string.h>

#include "backends/emulator/core/header.h"
#include "tools/emuq-trace/trace.h"

#define SECTION_HEADER     0x0a0d0d0au
#define INTERFACE          1u
#define ENHANCED_PACKET    6u
#define BYTE_ORDER_MAGIC   0x1a2b3c4du
#define OPTION_END         0u
#define OPTION_NAME        2u
#define OPTION_DESCRIPTION 3u
#define OPTION_TSRESOL     9u
#define NANOSECONDS        9u /* value of OPTION_TSRESOL: 10^-9 s */

/* A block under construction. */
typedef struct pcapng_block {
    unsigned char bytes[1024];
    size_t length;
} pcapng_block_t;

static void pcapng_put(pcapng_block_t *b, const void *data, size_t bytes)
{
    if (bytes != 0)
        memcpy(b->bytes + b->length, data, bytes);
    b->length += bytes;
    while (b->length % 4 != 0)
        b->bytes[b->length++] = 0;
}

static void pcapng_put32(pcapng_block_t *b, uint32_t value)
{
    pcapng_put(b, &value, sizeof value);
}

static void pcapng_option(pcapng_block_t *b, uint16_t code, const void *value, uint16_t bytes)
{
    pcapng_put32(b, (uint32_t)code | (uint32_t)bytes << 16);
    pcapng_put(b, value, bytes);
}

static void pcapng_begin(pcapng_block_t *b, uint32_t type)
{
    b->length = 0;
    pcapng_put32(b, type);
    pcapng_put32(b, 0); /* length, set by pcapng_end() */
}

static void pcapng_end(pcapng_block_t *b, FILE *out)
{
    uint32_t length = (uint32_t)b->length + 4;
    memcpy(b->bytes + 4, &length, sizeof length);
    pcapng_put32(b, length);
    fwrite(b->bytes, 1, b->length, out);
}

static void pcapng_write_section(FILE *out)
{
    pcapng_block_t b;
    pcapng_begin(&b, SECTION_HEADER);
    pcapng_put32(&b, BYTE_ORDER_MAGIC);
    pcapng_put32(&b, 1);          /* version 1.0 */
    pcapng_put32(&b, UINT32_MAX); /* 64 bits: unknown length of the section */
    pcapng_put32(&b, UINT32_MAX);
    pcapng_end(&b, out);
}

/* True if the dissector should decode software bytes as PAMI headers. */
static bool pcapng_uses_pami(const trace_events_t *e)
{
    for (uint64_t i = 0; i < e->events; i++)
        if (e->event[i].record->kind == EMUQ_RECORD_PAMI)
            return true;
    return false;
}

static void pcapng_write_interface(const trace_events_t *e, uint32_t node, uint32_t link, FILE *out)
{
    pcapng_block_t b;
    char name[64], text[80];
    const uint8_t resolution = NANOSECONDS;
    snprintf(text, sizeof text, "node %s", trace_node_name(e->file, node, name));
    pcapng_begin(&b, INTERFACE);
    pcapng_put32(&b, link);
    pcapng_put32(&b, 0); /* no length limit of packets */
    pcapng_option(&b, OPTION_NAME, text, (uint16_t)strlen(text));
    if (pcapng_uses_pami(e))
        pcapng_option(&b, OPTION_DESCRIPTION, "PAMI", 4);
    pcapng_option(&b, OPTION_TSRESOL, &resolution, 1);
    pcapng_option(&b, OPTION_END, NULL, 0);
    pcapng_end(&b, out);
}

/* Interface numbers of each node, in the order of interface blocks. TRACE_NONE: none. */
typedef struct pcapng_interfaces {
    uint32_t *packets, *interrupts; /* halves of one allocation */
    uint32_t count;
} pcapng_interfaces_t;

static void pcapng_require_interface(const trace_events_t *e, pcapng_interfaces_t *all, uint32_t *number,
                                     uint32_t node, uint32_t link, FILE *out)
{
    if (node == EMUQ_RECORD_NO_NODE || number[node] != TRACE_NONE)
        return;
    number[node] = all->count++;
    pcapng_write_interface(e, node, link, out);
}

static pcapng_interfaces_t pcapng_write_interfaces(const trace_events_t *e, FILE *out)
{
    size_t nodes = e->file->nodes;
    pcapng_interfaces_t all = {.packets = trace_alloc(2 * nodes, sizeof *all.packets)};
    all.interrupts = all.packets + nodes;
    for (size_t i = 0; i < 2 * nodes; i++)
        all.packets[i] = TRACE_NONE;
    for (uint32_t i = 0; i < e->messages; i++)
        if (e->message[i].type != TRACE_UNKNOWN)
            pcapng_require_interface(e, &all, all.packets, e->message[i].from, TRACE_PCAPNG_LINK, out);
    for (uint64_t i = 0; i < e->events; i++)
        if (e->event[i].record->kind == EMUQ_RECORD_INTERRUPT)
            pcapng_require_interface(e, &all, all.interrupts, e->event[i].record->node,
                                     TRACE_PCAPNG_INTERRUPTS, out);
    return all;
}

/* The header of the packet with bytes [at, at + bytes) of a message, as received. */
static MUHWI_PacketHeader_t pcapng_header_at(const trace_message_t *m, uint64_t at, uint32_t bytes)
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
static uint32_t pcapng_payload_at(const trace_message_t *m, const emuq_record_t *last, uint64_t at,
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

/* Starts a packet block. @param bytes packet length, of which @p captured bytes follow */
static void pcapng_begin_packet(const trace_events_t *e, pcapng_block_t *b, uint32_t interface_number,
                                uint64_t ns, uint32_t captured, uint32_t bytes)
{
    uint64_t when = e->file->job.realtime_ns + ns;
    pcapng_begin(b, ENHANCED_PACKET);
    pcapng_put32(b, interface_number);
    pcapng_put32(b, (uint32_t)(when >> 32));
    pcapng_put32(b, (uint32_t)when);
    pcapng_put32(b, captured);
    pcapng_put32(b, bytes);
}

static void pcapng_write_packet(const trace_events_t *e, const trace_message_t *m, uint32_t interface_number,
                                uint64_t at, uint32_t bytes, FILE *out)
{
    const trace_thread_t *t = &e->file->thread[m->thread];
    MUHWI_PacketHeader_t h = pcapng_header_at(m, at, bytes);
    char payload[MUHWI_PACKET_MAX_PAYLOAD_SIZE_IN_BYTES] = {0};
    uint32_t have = pcapng_payload_at(m, t->record + t->records, at, bytes, payload);
    uint32_t whole = (bytes + EMUQ_CHUNK - 1) / EMUQ_CHUNK * EMUQ_CHUNK;
    uint32_t captured = have == bytes ? whole : have; /* padding is zero */
    pcapng_block_t b;
    pcapng_begin_packet(e, &b, interface_number, m->injected, (uint32_t)sizeof h + captured,
                        (uint32_t)sizeof h + whole);
    pcapng_put(&b, &h, sizeof h);
    pcapng_put(&b, payload, captured);
    pcapng_end(&b, out);
}

/* @return true if the message has more packets than are written */
static bool pcapng_write_message(const trace_events_t *e, const pcapng_interfaces_t *all,
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
        pcapng_write_packet(e, m, all->packets[m->from], at, bytes, out);
        at += bytes;
    } while (at < stop && ferror(out) == 0);
    return stop < m->bytes;
}

static void pcapng_write_interrupt(const trace_events_t *e, const pcapng_interfaces_t *all,
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
    pcapng_begin_packet(e, &b, all->interrupts[r->node], event->ns, sizeof data, sizeof data);
    pcapng_put(&b, data, sizeof data);
    pcapng_end(&b, out);
}

void trace_pcapng(const trace_events_t *events, FILE *out)
{
    uint64_t cut = 0;
    pcapng_write_section(out);
    pcapng_interfaces_t all = pcapng_write_interfaces(events, out);
    for (uint64_t i = 0; i < events->events && ferror(out) == 0; i++) {
        const trace_event_t *event = &events->event[i];
        if (event->record->kind == EMUQ_RECORD_SEND || event->record->kind == EMUQ_RECORD_INJECT)
            cut += pcapng_write_message(events, &all, &events->message[event->message], out);
        else if (event->record->kind == EMUQ_RECORD_INTERRUPT)
            pcapng_write_interrupt(events, &all, event, out);
    }
    if (cut != 0)
        trace_error("messages of more than %u packets: %llu; only their first %u packets are written",
                    TRACE_PCAPNG_PACKETS, (unsigned long long)cut, TRACE_PCAPNG_PACKETS);
    free(all.packets);
}
