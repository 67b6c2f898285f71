/* SPDX-License-Identifier: BSD-3-Clause */
/* Datagrams of APElink: a network of two or three nodes takes its datagrams late, twice, cut, damaged or
 * never, and forged ones of any bytes. The input is a sequence of steps, on one thread. All packets arrive
 * once, in order, with their header, unless words are forged; a damaged payload is flagged. After the last
 * step, without forged words, everything arrives or a link is down. */
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#include "apenet/net/node.h"
#include "fuzz.h"

#define NODES     3u
#define PACKETS   64u /* of a pair of nodes */
#define DATAGRAMS 64u

static const apenet_word_t magic = APENET_LINK_MAGIC;

/* A datagram on its path. */
typedef struct datagram {
    uint32_t node, port; /* the receiving end */
    uint64_t bytes;
    uint32_t word[APENET_DATAGRAM_BYTES / sizeof(uint32_t)];
} datagram_t;

static struct {
    apenet_network_t *network;
    uint32_t nodes;
    uint32_t sent[NODES][NODES], arrived[NODES][NODES];
    bool blocks, rejects; /* results of the hooks send and deliver */
    bool is_forged;
    datagram_t datagram[DATAGRAMS];
    uint32_t first, count;
} world;

/* ---- packets ---- */

static uint32_t words_of(uint32_t serial)
{
    return 1 + serial * 37 % (serial % 8 == 7 ? APENET_PAYLOAD_WORDS : 5);
}

static apenet_word_t word_of(uint32_t from, uint32_t to, uint32_t serial, uint32_t i)
{
    return i % 5 == 3 ? magic : (apenet_word_t){{from, to, serial, i}};
}

static void make_packet(apenet_word_t *at, uint32_t from, uint32_t to, uint32_t serial)
{
    uint32_t words = words_of(serial);
    apenet_header_t h;
    apenet_header_make(&h, APENET_CMD_PUT, (apenet_address_t){(uint8_t)to, 0, 0, 0},
                       (apenet_address_t){(uint8_t)from, 0, 0, 0}, serial, words * APENET_WORD_BYTES);
    memcpy(at, &h, sizeof h);
    for (uint32_t i = 0; i < words; i++)
        at[1 + i] = word_of(from, to, serial, i);
    apenet_word_t *footer = &at[1 + words];
    memset(footer, 0, sizeof *footer);
    footer->w[0] = libdeflate_crc32(0, &at[1], words * sizeof *at);
    footer->w[3] = libdeflate_crc32(0, footer->w, 12);
}

static void inject(uint32_t from, uint32_t to)
{
    if (world.sent[from][to] == PACKETS)
        return;
    apenet_word_t *at = apenet_network_reserve(world.network, from, APENET_INJECT_MESSAGES);
    if (at == NULL)
        return;
    make_packet(at, from, to, world.sent[from][to]++);
    apenet_network_commit(world.network, from, APENET_INJECT_MESSAGES);
}

/* ---- hooks ---- */

static void check_packet(uint32_t node, const apenet_network_packet_t *p)
{
    apenet_header_t h;
    memcpy(&h, &p->header, sizeof h);
    uint32_t from = apenet_source(&h).x, to = apenet_destination(&h).x;
    FUZZ_CHECK(from < world.nodes && to == node);
    uint32_t serial = world.arrived[from][to]++;
    FUZZ_CHECK(serial < world.sent[from][to] && apenet_header_address(&h) == serial);
    FUZZ_CHECK(p->words == words_of(serial));
    for (uint32_t i = 0; i < p->words && apenet_get(p->footer.w, APENET_FOOTER_PAYLOAD_ERR) == 0; i++) {
        apenet_word_t w = word_of(from, to, serial, i);
        FUZZ_CHECK(memcmp(&p->payload[i], &w, sizeof w) == 0);
    }
}

static bool deliver(void *argument, uint32_t node, const apenet_network_packet_t *p)
{
    (void)argument;
    volatile uint32_t sum = 0;
    FUZZ_CHECK(node < world.nodes && p->words >= 1 && p->words <= APENET_PAYLOAD_WORDS);
    for (uint32_t i = 0; i < p->words; i++)
        sum = sum + p->payload[i].w[3]; /* a sanitizer checks the access */
    (void)sum;
    if (world.rejects)
        return false;
    if (!world.is_forged)
        check_packet(node, p);
    return true;
}

static void reply(void *argument, uint32_t node)
{
    (void)argument, (void)node;
}

/* Keeps a datagram for a later step; without space it is lost. */
static bool send_words(void *argument, uint32_t node, unsigned port, uint64_t number,
                       const apenet_word_t *word, uint32_t words)
{
    (void)argument;
    FUZZ_CHECK(words >= 1 && words <= APENET_SEGMENT_WORDS);
    if (world.blocks)
        return false;
    if (world.count == DATAGRAMS)
        return true;
    datagram_t *d = &world.datagram[(world.first + world.count++) % DATAGRAMS];
    d->node = apenet_network_next(world.network, node, port);
    d->port = apenet_port_opposite(port);
    d->bytes = sizeof d->word[0] + words * sizeof *word;
    d->word[0] = (uint32_t)number;
    memcpy(&d->word[1], word, words * sizeof *word);
    return true;
}

static const apenet_network_hooks_t hooks = {deliver, reply, reply, send_words};

/* ---- datagrams ---- */

/* Gives a copy of exactly this size. */
static void arrive(const datagram_t *d)
{
    void *copy = malloc(d->bytes != 0 ? d->bytes : 1);
    FUZZ_CHECK(copy != NULL);
    memcpy(copy, d->word, d->bytes);
    (void)apenet_network_arrive_datagram(world.network, d->node, d->port, copy, d->bytes);
    free(copy);
}

static void next_datagram(bool is_lost)
{
    if (world.count == 0)
        return;
    datagram_t *d = &world.datagram[world.first];
    world.first = (world.first + 1) % DATAGRAMS;
    world.count--;
    if (!is_lost)
        arrive(d);
}

/* Damages one bit, the number, or the length of a datagram on its path. */
static void damage(fuzz_input_t *input)
{
    uint8_t which = fuzz_byte(input), what = fuzz_byte(input), value = fuzz_byte(input);
    if (world.count == 0)
        return;
    datagram_t *d = &world.datagram[(world.first + which % world.count) % DATAGRAMS];
    if (d->bytes == 0)
        return;
    uint32_t at = (uint32_t)((what / 4u + value * 64u) % d->bytes);
    if (what % 4 == 0)
        d->word[0] += (uint32_t)(int8_t)value;
    else if (what % 4 == 1)
        d->bytes = at;
    else
        ((unsigned char *)d->word)[at] ^= (unsigned char)(1u << value % 8);
}

static void put_word(datagram_t *d, const apenet_word_t *w)
{
    memcpy((char *)d->word + d->bytes, w, sizeof *w);
    d->bytes += sizeof *w;
}

/* A control word with a valid check word, and for a START its header. */
static void forge_words(datagram_t *d, fuzz_input_t *input)
{
    static const uint8_t kinds[] = {APENET_LINK_START, APENET_LINK_START, APENET_LINK_CREDIT,
                                    APENET_LINK_NACK};
    uint8_t kind = fuzz_byte(input), number = fuzz_byte(input), size = fuzz_byte(input);
    apenet_word_t c = {{kinds[kind % 4] | (uint32_t)(kind >> 2) << 8, number, size, 0}},
                  header = {{0, 0, 0, 0}};
    if (kind % 4 < 2) {
        apenet_header_t h;
        apenet_header_make(&h, APENET_CMD_PUT, (apenet_address_t){size % 4, 0, 0, 0},
                           (apenet_address_t){0, 0, 0, 0}, 0, APENET_WORD_BYTES);
        memcpy(&header, &h, sizeof h);
        apenet_set(header.w, APENET_HEADER_SIZE, fuzz_byte(input) * 2u);
        c.w[2] = libdeflate_crc32(0, &header, sizeof header);
    } else {
        c.w[1] = (uint32_t)number << 16 | size;
        c.w[2] = fuzz_byte(input) | (uint32_t)fuzz_byte(input) << 16;
    }
    c.w[3] = libdeflate_crc32(0, c.w, 12);
    put_word(d, &magic);
    put_word(d, &c);
    if (kind % 4 < 2)
        put_word(d, &header);
}

/* A datagram of any words, with a number near the expected one. */
static void forge(fuzz_input_t *input)
{
    datagram_t d = {.bytes = sizeof d.word[0]};
    uint8_t end = fuzz_byte(input), parts = fuzz_byte(input);
    d.node = end / 2 % world.nodes;
    d.port = end % 2 * 3; /* X+ or X- */
    const network_line_t *line = world.network->node[d.node].line[d.port];
    if (line == NULL)
        return;
    world.is_forged = true;
    d.word[0] = line->expected + (uint32_t)(int8_t)fuzz_byte(input);
    for (unsigned i = 0; i < parts % 16; i++) {
        apenet_word_t w = {{i, 0, 0, 0}};
        if (fuzz_byte(input) % 2 != 0) {
            forge_words(&d, input);
            continue;
        }
        fuzz_take(input, &w, 8);
        put_word(&d, &w);
    }
    if (parts / 16 % 4 == 3)
        d.bytes = fuzz_byte(input);
    arrive(&d);
}

/* ---- steps ---- */

static void mark_all(void)
{
    for (uint32_t i = 0; i < world.nodes; i++)
        apenet_network_mark(world.network, i);
}

static void move(uint64_t *now_ns, uint64_t ns)
{
    *now_ns += ns;
    (void)apenet_network_tick(world.network, 255, *now_ns);
    apenet_network_run(world.network, &hooks, NULL);
}

static void check_lines(void)
{
    for (uint32_t i = 0; i < world.nodes; i++)
        for (unsigned port = 0; port < APENET_PORTS; port++) {
            const network_line_t *line = world.network->node[i].line[port];
            FUZZ_CHECK(line == NULL ||
                       (line->tail - line->head <= LINE_SEGMENTS && line->out.words <= APENET_SEGMENT_WORDS));
        }
}

static void step(fuzz_input_t *input, uint64_t *now_ns)
{
    uint8_t what = fuzz_byte(input), value = what / 16;
    switch (what % 16) {
    case 0:
    case 1:
        inject(value % world.nodes, value / 4 % world.nodes);
        break;
    case 2:
        for (unsigned i = 0; i < value; i++)
            inject(0, 1);
        break;
    case 3:
    case 4:
        for (unsigned i = 0; i <= value; i++)
            next_datagram(false);
        break;
    case 5:
        next_datagram(true);
        break;
    case 6: /* early, and once more in its turn */
        if (world.count != 0)
            arrive(&world.datagram[(world.first + value % world.count) % DATAGRAMS]);
        break;
    case 7:
        damage(input);
        break;
    case 8:
    case 9:
        forge(input);
        break;
    case 10:
        move(now_ns, UINT64_C(1000000) << value);
        break;
    case 11: /* the hook has said no: the nodes are marked when it can send again */
        world.blocks = value % 2 != 0;
        if (!world.blocks)
            mark_all();
        break;
    case 12:
        world.rejects = value % 2 != 0;
        if (!world.rejects)
            mark_all();
        break;
    default:
        apenet_network_run(world.network, &hooks, NULL);
        break;
    }
}

/* @return whether all packets have arrived, or may have been lost with a link */
static bool is_over(void)
{
    bool is_over = true;
    for (uint32_t i = 0; i < world.nodes; i++) {
        for (uint32_t to = 0; to < world.nodes; to++)
            is_over &= world.arrived[i][to] == world.sent[i][to];
        if (apenet_network_down(world.network, i) != 0)
            return true;
    }
    return is_over;
}

/* Without further losses all packets arrive. */
static void finish(uint64_t *now_ns)
{
    world.blocks = world.rejects = false;
    mark_all();
    for (unsigned i = 0; !world.is_forged && !is_over(); i++) {
        FUZZ_CHECK(i < 100000);
        while (world.count != 0) {
            next_datagram(false);
            apenet_network_run(world.network, &hooks, NULL);
        }
        move(now_ns, UINT64_C(1000000000));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input_t input = {data, size};
    apenet_network_plan_t plan;
    uint64_t now_ns = 1;
    uint8_t kind = fuzz_byte(&input);
    memset(&world, 0, sizeof world);
    memset(&plan, 0, sizeof plan);
    world.nodes = 2 + kind % 2;
    plan.is_external = true;
    FUZZ_CHECK(
        apenet_lattice_init(&plan.lattice, (const uint32_t[]){world.nodes, 1, 1}, kind & 2 ? 0x10 : 0) == 0);
    apenet_link_defaults(&plan.link, APENET_DIALECT_APENET);
    size_t bytes = apenet_network_bytes(&plan);
    void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
    FUZZ_CHECK(memory != NULL);
    memset(memory, 0, bytes);
    world.network = apenet_network_init(memory, &plan);
    FUZZ_CHECK(world.network != NULL);
    while (input.size > 0) {
        step(&input, &now_ns);
        check_lines();
    }
    finish(&now_ns);
    free(memory);
    return 0;
}
