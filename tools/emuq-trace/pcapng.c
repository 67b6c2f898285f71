/* SPDX-License-Identifier: BSD-3-Clause */
/* The format is that of draft-ietf-opsawg-pcapng: blocks of 32-bit words in the writer's byte order. */
#include "tools/emuq-trace/pcapng.h"

#include <stdlib.h>
#include <string.h>

#include "backends/emulator/core/header.h"

#define SECTION_HEADER     0x0a0d0d0au
#define INTERFACE          1u
#define ENHANCED_PACKET    6u
#define BYTE_ORDER_MAGIC   0x1a2b3c4du
#define OPTION_END         0u
#define OPTION_NAME        2u
#define OPTION_DESCRIPTION 3u
#define OPTION_TSRESOL     9u
#define NANOSECONDS        9u /* of OPTION_TSRESOL: 10^-9 */

/* A block under construction. */
typedef struct block {
    unsigned char bytes[1024];
    size_t length;
} block_t;

static void put(block_t *b, const void *data, size_t bytes)
{
    if (bytes != 0)
        memcpy(b->bytes + b->length, data, bytes);
    b->length += bytes;
    while (b->length % 4 != 0)
        b->bytes[b->length++] = 0;
}

static void put32(block_t *b, uint32_t value)
{
    put(b, &value, sizeof value);
}

static void option(block_t *b, uint16_t code, const void *value, uint16_t bytes)
{
    put32(b, (uint32_t)code | (uint32_t)bytes << 16);
    put(b, value, bytes);
}

static void begin(block_t *b, uint32_t type)
{
    b->length = 0;
    put32(b, type);
    put32(b, 0); /* its length, when that is known */
}

static void end(block_t *b, FILE *out)
{
    uint32_t length = (uint32_t)b->length + 4;
    memcpy(b->bytes + 4, &length, sizeof length);
    put32(b, length);
    fwrite(b->bytes, 1, b->length, out);
}

static void section(FILE *out)
{
    block_t b;
    begin(&b, SECTION_HEADER);
    put32(&b, BYTE_ORDER_MAGIC);
    put32(&b, 1);          /* version 1.0 */
    put32(&b, UINT32_MAX); /* length of the section: */
    put32(&b, UINT32_MAX); /* not known */
    end(&b, out);
}

/* Whether the dissector should take software bytes for those of PAMI. */
static bool uses_pami(const trace_events_t *e)
{
    for (uint64_t i = 0; i < e->events; i++)
        if (e->event[i].record->kind == EMUQ_RECORD_PAMI)
            return true;
    return false;
}

static void interface(const trace_events_t *e, uint32_t node, uint32_t link, FILE *out)
{
    block_t b;
    char name[64], text[80];
    const uint8_t resolution = NANOSECONDS;
    snprintf(text, sizeof text, "node %s", trace_node_name(e->file, node, name));
    begin(&b, INTERFACE);
    put32(&b, link);
    put32(&b, 0); /* packets of any length */
    option(&b, OPTION_NAME, text, (uint16_t)strlen(text));
    if (uses_pami(e))
        option(&b, OPTION_DESCRIPTION, "PAMI", 4);
    option(&b, OPTION_TSRESOL, &resolution, 1);
    option(&b, OPTION_END, NULL, 0);
    end(&b, out);
}

/* Interfaces are numbered in the order of their blocks. */
typedef struct interfaces {
    uint32_t *packets, *interrupts; /* number of a node's; TRACE_NONE: it has none */
    uint32_t count;
} interfaces_t;

static uint32_t *no_interfaces(const trace_events_t *e)
{
    uint32_t *number = trace_need(e->file->nodes, sizeof *number);
    for (uint32_t i = 0; i < e->file->nodes; i++)
        number[i] = TRACE_NONE;
    return number;
}

static void need_interface(const trace_events_t *e, interfaces_t *all, uint32_t *number, uint32_t node,
                           uint32_t link, FILE *out)
{
    if (node == EMUQ_RECORD_NO_NODE || number[node] != TRACE_NONE)
        return;
    number[node] = all->count++;
    interface(e, node, link, out);
}

static interfaces_t interfaces(const trace_events_t *e, FILE *out)
{
    interfaces_t all = {no_interfaces(e), no_interfaces(e), 0};
    for (uint32_t i = 0; i < e->messages; i++)
        if (e->message[i].type != TRACE_UNKNOWN)
            need_interface(e, &all, all.packets, e->message[i].from, TRACE_PCAPNG_LINK, out);
    for (uint64_t i = 0; i < e->events; i++)
        if (e->event[i].record->kind == EMUQ_RECORD_INTERRUPT)
            need_interface(e, &all, all.interrupts, e->event[i].record->node, TRACE_PCAPNG_INTERRUPTS, out);
    return all;
}

/* The header as the receiver of bytes [at, at + bytes) of a message finds it. */
static MUHWI_PacketHeader_t header_at(const trace_message_t *m, uint64_t at, uint32_t bytes)
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
        emuq_fifo_offset_add(&h, at); /* the put offset of both is at the same place */
    return h;
}

/* Copies what is recorded of the payload's bytes [at, at + bytes). Where the bytes behind a record with a
 * wrong length belong is not known. @param last behind the thread's records @return how many that are */
static uint32_t payload_at(const trace_message_t *m, const emuq_record_t *last, uint64_t at, uint32_t bytes,
                           char *to)
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

/* Begins a packet block. @param bytes that the packet has, of which @p captured follow */
static void begin_packet(const trace_events_t *e, block_t *b, uint32_t interface_number, uint64_t ns,
                         uint32_t captured, uint32_t bytes)
{
    uint64_t when = e->file->job.realtime_ns + ns;
    begin(b, ENHANCED_PACKET);
    put32(b, interface_number);
    put32(b, (uint32_t)(when >> 32));
    put32(b, (uint32_t)when);
    put32(b, captured);
    put32(b, bytes);
}

static void packet(const trace_events_t *e, const trace_message_t *m, uint32_t interface_number, uint64_t at,
                   uint32_t bytes, FILE *out)
{
    const trace_thread_t *t = &e->file->thread[m->thread];
    MUHWI_PacketHeader_t h = header_at(m, at, bytes);
    char payload[MUHWI_PACKET_MAX_PAYLOAD_SIZE_IN_BYTES] = {0};
    uint32_t have = payload_at(m, t->record + t->records, at, bytes, payload);
    uint32_t whole = (bytes + EMUQ_CHUNK - 1) / EMUQ_CHUNK * EMUQ_CHUNK;
    uint32_t captured = have == bytes ? whole : have; /* the padding is known */
    block_t b;
    begin_packet(e, &b, interface_number, m->injected, (uint32_t)sizeof h + captured,
                 (uint32_t)sizeof h + whole);
    put(&b, &h, sizeof h);
    put(&b, payload, captured);
    end(&b, out);
}

/* @return whether packets of the message are left out */
static bool message(const trace_events_t *e, const interfaces_t *all, const trace_message_t *m, FILE *out)
{
    MUHWI_PacketHeader_t h;
    memcpy(&h, m->record->header, sizeof h);
    uint64_t limit = emuq_packet_limit(&h), at = 0;
    if (m->type == TRACE_UNKNOWN || m->from == EMUQ_RECORD_NO_NODE ||
        limit > MUHWI_PACKET_MAX_PAYLOAD_SIZE_IN_BYTES || (limit == 0 && m->bytes != 0))
        return false;
    uint64_t most = limit * TRACE_PCAPNG_PACKETS, end = m->bytes < most ? m->bytes : most;
    do {
        uint32_t bytes = (uint32_t)(m->bytes - at < limit ? m->bytes - at : limit);
        packet(e, m, all->packets[m->from], at, bytes, out);
        at += bytes;
    } while (at < end && ferror(out) == 0);
    return end < m->bytes;
}

static void interrupt(const trace_events_t *e, const interfaces_t *all, const trace_event_t *event, FILE *out)
{
    const emuq_record_t *r = event->record;
    block_t b;
    char data[sizeof r->position + 2];
    const uint16_t route = r->fifo;
    if (r->node == EMUQ_RECORD_NO_NODE)
        return;
    memcpy(data, &route, sizeof route);
    memcpy(data + sizeof route, &r->position, sizeof r->position);
    begin_packet(e, &b, all->interrupts[r->node], event->ns, sizeof data, sizeof data);
    put(&b, data, sizeof data);
    end(&b, out);
}

void trace_pcapng(const trace_events_t *events, FILE *out)
{
    uint64_t cut = 0;
    section(out);
    interfaces_t all = interfaces(events, out);
    for (uint64_t i = 0; i < events->events && ferror(out) == 0; i++) {
        const trace_event_t *event = &events->event[i];
        if (event->record->kind == EMUQ_RECORD_SEND || event->record->kind == EMUQ_RECORD_INJECT)
            cut += message(events, &all, &events->message[event->message], out);
        else if (event->record->kind == EMUQ_RECORD_INTERRUPT)
            interrupt(events, &all, event, out);
    }
    if (cut != 0)
        trace_say("messages of more than %u packets: %llu; only their first %u packets are written",
                  TRACE_PCAPNG_PACKETS, (unsigned long long)cut, TRACE_PCAPNG_PACKETS);
    free(all.packets);
    free(all.interrupts);
}
