/* SPDX-License-Identifier: BSD-3-Clause */
/* Captures of links over UDP (apenet 8.8): the payload of a datagram is a little-endian 32-bit number of its
 * first word, and up to 88 words. Reads pcapng and pcap of either byte order with the link types of tcpdump,
 * IPv4 and IPv6; datagrams of other forms, and streams without MAGIC, are ignored. */
#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

#include "tools/apenet-link/wire.h"
#include "tools/common/pcapng.h"

#define LINK_NULL         0u
#define LINK_ETHERNET     1u
#define LINK_RAW          101u
#define LINK_SLL          113u
#define LINK_IPV4         228u
#define LINK_SLL2         276u
#define LINK_NONE         UINT32_MAX
#define UDP               17u
#define IPV4_BYTES        20u
#define UDP_BYTES         8u
#define NUMBER_BYTES      4u
#define WORD_NS           5u /* time stamps of written captures: 16 bytes at about 3 GB/s */
#define PCAP_MICROSECONDS 0xa1b2c3d4u
#define PCAP_NANOSECONDS  0xa1b23c4du
#define PCAP_HEAD         24u
#define PCAP_PACKET       16u
#define INTERFACE_MOST    1024u

/* ---- reading: blocks ---- */

typedef struct capture {
    const char *name;
    const unsigned char *bytes;
    size_t size;
    bool is_swapped; /* byte order of the section */
    uint32_t link[INTERFACE_MOST];
    uint32_t links;
    wire_streams_t all;
} capture_t;

static uint32_t capture_word(const capture_t *c, size_t at)
{
    uint32_t word;
    memcpy(&word, c->bytes + at, sizeof word);
    return c->is_swapped ? __builtin_bswap32(word) : word;
}

static uint32_t capture_half(const unsigned char *at)
{
    return (uint32_t)at[0] << 8 | at[1];
}

/* ---- reading: datagrams ---- */

/* Bytes in front of the IP header, or -1: no IP packet. */
static int capture_link_bytes(uint32_t link, const unsigned char *p, size_t n)
{
    static const unsigned vlan = 0x8100, ip4 = 0x0800, ip6 = 0x86dd;
    size_t at = link == LINK_ETHERNET ? 12 : link == LINK_SLL ? 14 : 0;
    switch (link) {
    case LINK_RAW:
    case LINK_IPV4:
        return 0;
    case LINK_NULL:
        return n >= 4 ? 4 : -1;
    case LINK_SLL2:
        return n >= 20 && (capture_half(p) == ip4 || capture_half(p) == ip6) ? 20 : -1;
    case LINK_ETHERNET:
    case LINK_SLL:
        if (link == LINK_ETHERNET && n >= 18 && capture_half(p + at) == vlan)
            at += 4;
        return n >= at + 2 && (capture_half(p + at) == ip4 || capture_half(p + at) == ip6) ? (int)at + 2 : -1;
    default:
        return -1;
    }
}

/* Formats the destination of an IP packet. @return offset of its UDP header, or -1 */
static int capture_ip(const unsigned char *p, size_t n, char to[INET6_ADDRSTRLEN])
{
    if (n >= IPV4_BYTES && p[0] >> 4 == 4 && (p[0] & 15) >= 5 && p[9] == UDP &&
        (capture_half(p + 6) & 0x3fff) == 0) {
        inet_ntop(AF_INET, p + 16, to, INET6_ADDRSTRLEN);
        return (p[0] & 15) * 4;
    }
    if (n >= 40 && p[0] >> 4 == 6 && p[6] == UDP) {
        inet_ntop(AF_INET6, p + 24, to, INET6_ADDRSTRLEN);
        return 40;
    }
    return -1;
}

/* The stream of a destination. One direction of a link has a socket of its receiver, but each process of a
 * host sends from a different one. */
static wire_stream_t *capture_stream(capture_t *c, const char *name, uint16_t from, uint16_t to)
{
    for (size_t i = 0; i < c->all.count; i++)
        if (strcmp(c->all.stream[i].name, name) == 0)
            return &c->all.stream[i];
    wire_stream_t *s = wire_add_stream(&c->all);
    snprintf(s->name, sizeof s->name, "%s", name);
    s->ports[0] = from;
    s->ports[1] = to;
    s->is_addressed = true;
    return s;
}

/* Adds the words of a datagram that are not passed yet. */
static void capture_words(wire_stream_t *s, const unsigned char *payload, size_t words)
{
    uint32_t first;
    memcpy(&first, payload, sizeof first);
    if (s->count == 0)
        s->next = first;
    int32_t ahead = (int32_t)(first - (uint32_t)s->next);
    size_t skip = ahead >= 0 ? 0 : -(int64_t)ahead < (int64_t)words ? (size_t) - (int64_t)ahead : words;
    s->next += ahead > 0 ? (uint32_t)ahead : 0;
    s->dropped += skip;
    for (size_t i = skip; i < words; i++) {
        apenet_word_t word;
        memcpy(&word, payload + NUMBER_BYTES + i * sizeof word, sizeof word);
        wire_add(s, &word);
    }
}

static void capture_packet(capture_t *c, uint32_t link, const unsigned char *p, size_t n)
{
    char to[INET6_ADDRSTRLEN], name[WIRE_NAME_BYTES];
    int at = capture_link_bytes(link, p, n);
    int ip = at >= 0 && (size_t)at <= n ? capture_ip(p + at, n - (size_t)at, to) : -1;
    if (ip < 0 || (size_t)(at + ip) + UDP_BYTES > n)
        return;
    const unsigned char *udp = p + at + ip;
    size_t bytes = capture_half(udp + 4), there = n - (size_t)(at + ip);
    if (bytes < UDP_BYTES + NUMBER_BYTES || bytes > there)
        return;
    size_t words = (bytes - UDP_BYTES - NUMBER_BYTES) / sizeof(apenet_word_t);
    if ((bytes - UDP_BYTES - NUMBER_BYTES) % sizeof(apenet_word_t) != 0 || words == 0 ||
        words > WIRE_DATAGRAM_WORDS)
        return;
    uint16_t ports[] = {(uint16_t)capture_half(udp), (uint16_t)capture_half(udp + 2)};
    snprintf(name, sizeof name, "to %s port %u", to, ports[1]);
    capture_words(capture_stream(c, name, ports[0], ports[1]), udp + UDP_BYTES, words);
}

/* ---- reading: the file ---- */

/* @return false: the block is malformed */
static bool capture_block(capture_t *c, size_t at, uint32_t type, uint32_t length)
{
    const unsigned char *body = c->bytes + at + 8;
    if (type == PCAPNG_INTERFACE && length >= 20) {
        uint16_t link;
        memcpy(&link, body, sizeof link);
        if (c->links == INTERFACE_MOST)
            return wire_error("%s: more than %u interfaces", c->name, INTERFACE_MOST);
        c->link[c->links++] = c->is_swapped ? __builtin_bswap16(link) : link;
    } else if (type == PCAPNG_PACKET && length >= 32) {
        uint32_t number = capture_word(c, at + 8), bytes = capture_word(c, at + 20);
        if (bytes > length - 32)
            return wire_error("%s: malformed packet at byte %zu", c->name, at);
        capture_packet(c, number < c->links ? c->link[number] : LINK_NONE, body + 20, bytes);
    } else if (type == PCAPNG_SIMPLE && length >= 16) {
        uint32_t bytes = capture_word(c, at + 8);
        capture_packet(c, c->links != 0 ? c->link[0] : LINK_NONE, body + 4,
                       bytes < length - 16 ? bytes : length - 16);
    }
    return true;
}

static bool capture_blocks(capture_t *c)
{
    for (size_t at = 0; at < c->size;) {
        uint32_t type, order;
        if (c->size - at < 12)
            return wire_error("%s: truncated at byte %zu", c->name, at);
        memcpy(&type, c->bytes + at, sizeof type);
        if (type == PCAPNG_SECTION) {
            memcpy(&order, c->bytes + at + 8, sizeof order);
            c->is_swapped = order == __builtin_bswap32(PCAPNG_BYTE_ORDER);
            c->links = 0;
            if (order != PCAPNG_BYTE_ORDER && !c->is_swapped)
                return wire_error("%s: malformed section at byte %zu", c->name, at);
        }
        uint32_t length = capture_word(c, at + 4);
        if (length < 12 || length % 4 != 0 || length > c->size - at)
            return wire_error("%s: malformed or truncated block at byte %zu", c->name, at);
        if (!capture_block(c, at, capture_word(c, at), length))
            return false;
        at += length;
    }
    return true;
}

static bool capture_is_pcap(uint32_t magic)
{
    return magic == PCAP_MICROSECONDS || magic == PCAP_NANOSECONDS;
}

bool wire_is_capture(const char *bytes, size_t size)
{
    uint32_t magic;
    if (size < sizeof magic)
        return false;
    memcpy(&magic, bytes, sizeof magic);
    return magic == PCAPNG_SECTION || capture_is_pcap(magic) || capture_is_pcap(__builtin_bswap32(magic));
}

/* Reads a file in the older format of tcpdump: a head of 24 bytes, and 16 bytes in front of each packet. */
static bool capture_pcap(capture_t *c)
{
    uint32_t magic;
    memcpy(&magic, c->bytes, sizeof magic);
    c->is_swapped = !capture_is_pcap(magic);
    if (c->size < PCAP_HEAD)
        return wire_error("%s: truncated at byte %zu", c->name, c->size);
    uint32_t link = capture_word(c, PCAP_HEAD - 4) & 0xffff;
    for (size_t at = PCAP_HEAD; at < c->size;) {
        if (c->size - at < PCAP_PACKET)
            return wire_error("%s: truncated at byte %zu", c->name, at);
        uint32_t bytes = capture_word(c, at + 8);
        if (bytes > c->size - at - PCAP_PACKET)
            return wire_error("%s: malformed or truncated packet at byte %zu", c->name, at);
        capture_packet(c, link, c->bytes + at + PCAP_PACKET, bytes);
        at += PCAP_PACKET + bytes;
    }
    return true;
}

static bool capture_has_magic(const wire_stream_t *s)
{
    static const apenet_word_t magics[] = {APENET_LINK_MAGIC, APENET_EXANET_MAGIC};
    for (size_t i = 0; i < s->count; i++)
        if (memcmp(&s->word[i].word, &magics[0], sizeof magics[0]) == 0 ||
            memcmp(&s->word[i].word, &magics[1], sizeof magics[1]) == 0)
            return true;
    return false;
}

/* Moves the selected streams. @return their number before the selection */
static size_t capture_select(const wire_options_t *o, wire_streams_t *all, wire_streams_t *streams)
{
    size_t found = 0;
    for (size_t i = 0; i < all->count; i++) {
        wire_stream_t *s = &all->stream[i];
        bool is_link = capture_has_magic(s);
        found += is_link;
        if (is_link && (o->only == 0 || o->only == found)) {
            *wire_add_stream(streams) = *s;
            s->word = NULL;
        }
    }
    return found;
}

bool wire_read_capture(const wire_options_t *o, const char *name, const char *bytes, size_t size,
                       wire_streams_t *streams)
{
    capture_t *c = calloc(1, sizeof *c);
    if (c == NULL)
        return wire_error("no memory for a capture");
    c->name = name;
    c->bytes = (const unsigned char *)bytes;
    c->size = size;
    uint32_t magic;
    memcpy(&magic, bytes, sizeof magic);
    bool is_good = magic == PCAPNG_SECTION ? capture_blocks(c) : capture_pcap(c);
    size_t found = is_good ? capture_select(o, &c->all, streams) : 0;
    if (is_good && found == 0)
        is_good =
            wire_error("%s: no datagram of a link (expected UDP with %u + 16 n bytes, n up to %u, and MAGIC)",
                       name, NUMBER_BYTES, WIRE_DATAGRAM_WORDS);
    if (is_good && o->only > found)
        is_good = wire_error("--stream: invalid value '%llu' (expected 1..%zu)", (unsigned long long)o->only,
                             found);
    wire_streams_free(&c->all);
    free(c);
    return is_good;
}

/* ---- writing ---- */

static void capture_put_half(unsigned char *at, uint32_t value)
{
    at[0] = (unsigned char)(value >> 8);
    at[1] = (unsigned char)value;
}

/* IPv4 and UDP headers between ports of 127.0.0.1; without UDP checksum. @param bytes of the payload */
static void capture_headers(unsigned char p[IPV4_BYTES + UDP_BYTES], const uint16_t ports[2], uint32_t bytes)
{
    static const unsigned char ip[IPV4_BYTES] = {0x45, 0, 0,   0, 0, 0, 0x40, 0, 64, UDP,
                                                 0,    0, 127, 0, 0, 1, 127,  0, 0,  1};
    uint32_t sum = 0;
    memcpy(p, ip, sizeof ip);
    capture_put_half(p + 2, IPV4_BYTES + UDP_BYTES + bytes);
    for (unsigned i = 0; i < IPV4_BYTES; i += 2)
        sum += capture_half(p + i);
    sum = (sum & 0xffff) + (sum >> 16);
    capture_put_half(p + 10, ~(sum + (sum >> 16)));
    capture_put_half(p + IPV4_BYTES, ports[0]);
    capture_put_half(p + IPV4_BYTES + 2, ports[1]);
    capture_put_half(p + IPV4_BYTES + 4, UDP_BYTES + bytes);
    capture_put_half(p + IPV4_BYTES + 6, 0);
}

static void capture_write_datagram(const uint16_t ports[2], const wire_word_t *first, uint32_t words,
                                   FILE *out)
{
    pcapng_block_t b;
    unsigned char headers[IPV4_BYTES + UDP_BYTES];
    uint32_t bytes = NUMBER_BYTES + words * (uint32_t)sizeof(apenet_word_t), number = (uint32_t)first->number;
    capture_headers(headers, ports, bytes);
    pcapng_begin_packet(&b, 0, first->number * WORD_NS, IPV4_BYTES + UDP_BYTES + bytes,
                        IPV4_BYTES + UDP_BYTES + bytes);
    pcapng_put(&b, headers, sizeof headers);
    pcapng_put(&b, &number, sizeof number);
    for (uint32_t i = 0; i < words; i++)
        pcapng_put(&b, &first[i].word, sizeof first[i].word);
    pcapng_end(&b, out);
}

void wire_write_capture(const wire_options_t *o, const wire_streams_t *streams, FILE *out)
{
    pcapng_write_section(out);
    pcapng_write_interface(out, LINK_RAW, "apenet-link", NULL);
    for (size_t i = 0; i < streams->count; i++) {
        const wire_stream_t *s = &streams->stream[i];
        for (size_t at = 0, n; at < s->count && ferror(out) == 0; at += n) {
            n = 1;
            while (n < WIRE_DATAGRAM_WORDS && at + n < s->count &&
                   s->word[at + n].number == s->word[at].number + n)
                n++;
            capture_write_datagram(s->is_addressed ? s->ports : o->ports, &s->word[at], (uint32_t)n, out);
        }
    }
}
