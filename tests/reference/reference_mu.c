/* SPDX-License-Identifier: BSD-3-Clause */
#include "reference_mu.h"

#include <stdlib.h>
#include <string.h>

#include "reference_operations.h"
#include "reference_packet.h"

enum { INJ_FIFOS = 544, REC_FIFOS = 272, BATS = 544, ROUTES = 16, LINKS = 12, SEGMENTS = 4 };
enum { FIFO, PUT, GET };                                /* packet types */
enum { BROADCAST = 0, ALLREDUCE = 2, REDUCE = 3 };      /* collective types */
enum { PT2PT_PACKET = 0x55, COLLECTIVE_PACKET = 0x5a }; /* header byte 0 */

#define BITS_37 ((UINT64_C(1) << 37) - 1)
#define ATOMIC  (UINT64_C(1) << 36)

typedef struct inj {
    uint8_t *memory;
    uint32_t slots, head, tail;
    uint64_t completed;
    uint64_t sent;   /* bytes of the head message already sent */
    uint32_t hop;    /* deposit: nodes that have the current packet */
    bool has_loaded; /* the atomic load of the payload is done */
    uint64_t loaded;
} inj_t;

typedef struct rec {
    uint8_t *memory;
    uint32_t size, head, tail;
} rec_t;

typedef struct route {
    uint16_t input, output;
    queue_t up[LINKS]; /* packets waiting at each input, by bit number of the input word */
    queue_t turned;    /* root: results on their way down */
} route_t;

typedef struct segment {
    uint64_t pa, size;
    uint8_t *bytes;
} segment_t;

typedef struct node {
    segment_t segment[SEGMENTS];
    inj_t inj[INJ_FIFOS];
    rec_t rec[REC_FIFOS];
    uint64_t bat[BATS];
    route_t route[ROUTES];
} node_t;

struct ref_mu {
    uint32_t size[5], torus, nodes;
    node_t *node;
    uint32_t inj_fifos, routes; /* upper bounds of the numbers in use */
    packet_t *unused;           /* free list of reference_packet.h */
    const char *error;
};

static void fail(ref_mu_t *mu, const char *what)
{
    if (mu->error == NULL)
        mu->error = what;
}

/* ---- Memory and shape of the network ---- */

static uint8_t *memory_at(ref_mu_t *mu, uint32_t node, uint64_t pa, uint64_t bytes)
{
    for (int i = 0; i < SEGMENTS; i++) {
        segment_t *s = &mu->node[node].segment[i];
        if (pa >= s->pa && pa + bytes <= s->pa + s->size)
            return s->bytes + (pa - s->pa);
    }
    fail(mu, "an address outside the memory of the node");
    return NULL;
}

static void coordinates(const ref_mu_t *mu, uint32_t node, uint32_t c[5])
{
    for (int d = 4; d >= 0; d--) {
        c[d] = node % mu->size[d];
        node /= mu->size[d];
    }
}

static uint32_t node_at(const ref_mu_t *mu, const uint32_t c[5])
{
    uint32_t node = 0;
    for (int d = 0; d < 5; d++)
        node = node * mu->size[d] + c[d];
    return node;
}

static uint32_t step_along(const ref_mu_t *mu, uint32_t node, int d, int direction)
{
    uint32_t c[5];
    coordinates(mu, node, c);
    c[d] = (c[d] + mu->size[d] + (uint32_t)direction) % mu->size[d];
    return node_at(mu, c);
}

/* Destination word: A 29..24, B 23..18, C 17..12, D 11..6, E 5..0. */
static uint32_t destination_of(ref_mu_t *mu, const uint8_t *header)
{
    uint32_t word = get32(header + 4), c[5];
    for (int d = 0; d < 5; d++) {
        c[d] = word >> (24 - 6 * d) & 63;
        if (c[d] >= mu->size[d])
            fail(mu, "a destination outside the partition");
    }
    return mu->error == NULL ? node_at(mu, c) : 0;
}

/* ---- Reception ---- */

static uint8_t *atomic_word(ref_mu_t *mu, uint32_t node, uint64_t address)
{
    return memory_at(mu, node, address & ~ATOMIC & ~UINT64_C(7), 8);
}

static int type_of(const packet_t *p)
{
    return p->header[8] >> 6;
}

static uint32_t stored_bytes(const packet_t *p)
{
    return 32 + 32 * (p->header[8] & 31u);
}

static rec_t *rec_of(ref_mu_t *mu, uint32_t node, const packet_t *p)
{
    uint32_t id = get16(p->header + 12) >> 6 & 511;
    if (id >= REC_FIFOS || mu->node[node].rec[id].memory == NULL) {
        fail(mu, "a reception FIFO that is not there");
        return NULL;
    }
    return &mu->node[node].rec[id];
}

static inj_t *get_fifo_of(ref_mu_t *mu, uint32_t node, const packet_t *p)
{
    uint32_t id = get16(p->header + 12) >> 6;
    if (id >= INJ_FIFOS || mu->node[node].inj[id].memory == NULL) {
        fail(mu, "a remote-get FIFO that is not there");
        return NULL;
    }
    return &mu->node[node].inj[id];
}

static uint32_t free_slots(const inj_t *f)
{
    return f->slots - 1 - (f->tail + f->slots - f->head) % f->slots;
}

/* Whether the node has space for the packet. */
static bool has_room(ref_mu_t *mu, uint32_t node, const packet_t *p)
{
    if (type_of(p) == FIFO) {
        rec_t *r = rec_of(mu, node, p);
        if (r == NULL)
            return false;
        uint32_t used = (r->tail + r->size - r->head) % r->size;
        return r->size - used - 32 >= stored_bytes(p);
    }
    if (type_of(p) == GET) {
        inj_t *f = get_fifo_of(mu, node, p);
        return f != NULL && free_slots(f) >= p->valid / REF_DESCRIPTOR_BYTES;
    }
    return true;
}

static void append_bytes(rec_t *r, const uint8_t *from, uint32_t bytes)
{
    uint32_t first = r->size - r->tail < bytes ? r->size - r->tail : bytes;
    memcpy(r->memory + r->tail, from, first);
    memcpy(r->memory, from + first, bytes - first);
    r->tail = (r->tail + bytes) % r->size;
}

static void receive_fifo(ref_mu_t *mu, uint32_t node, const packet_t *p)
{
    rec_t *r = rec_of(mu, node, p);
    if (r == NULL)
        return;
    append_bytes(r, p->header, 32);
    append_bytes(r, p->payload, stored_bytes(p) - 32);
}

static void receive_put(ref_mu_t *mu, uint32_t node, const packet_t *p)
{
    const uint8_t *mu_header = p->header + 12;
    uint32_t payload_id = get16(mu_header) >> 6, counter_id = get16(mu_header + 6) & 1023;
    uint64_t offset = (uint64_t)(get16(mu_header) & 31) << 32 | get32(mu_header + 2);
    if (payload_id >= BATS || counter_id >= BATS) {
        fail(mu, "a base address table entry that is not there");
        return;
    }
    uint64_t payload = mu->node[node].bat[payload_id] + offset;
    uint64_t counter = mu->node[node].bat[counter_id] + (get64(mu_header + 12) & BITS_37);
    if (payload > BITS_37 || counter > BITS_37 || !(counter & ATOMIC) ||
        ((counter & 7) != 2 && (counter & 7) != 3)) {
        fail(mu, "bad addresses in a put");
        return;
    }
    if (payload & ATOMIC) {
        uint8_t *word = atomic_word(mu, node, payload);
        if (word != NULL)
            ref_atomic_store(word, payload & 7, get64(p->payload));
    } else {
        uint8_t *target = memory_at(mu, node, payload, p->valid);
        if (target != NULL)
            memcpy(target, p->payload, p->valid);
    }
    uint8_t *word = atomic_word(mu, node, counter);
    if (word != NULL)
        ref_atomic_store(word, counter & 7, -(uint64_t)p->valid);
}

static void append(inj_t *f, const uint8_t *descriptor)
{
    memcpy(f->memory + (size_t)f->tail * REF_DESCRIPTOR_BYTES, descriptor, REF_DESCRIPTOR_BYTES);
    f->tail = (f->tail + 1) % f->slots;
}

static void receive_get(ref_mu_t *mu, uint32_t node, const packet_t *p)
{
    inj_t *f = get_fifo_of(mu, node, p);
    for (uint32_t i = 0; f != NULL && i < p->valid; i += REF_DESCRIPTOR_BYTES)
        append(f, p->payload + i);
}

static void receive(ref_mu_t *mu, uint32_t node, const packet_t *p)
{
    if (type_of(p) == FIFO)
        receive_fifo(mu, node, p);
    else if (type_of(p) == PUT)
        receive_put(mu, node, p);
    else
        receive_get(mu, node, p);
}

/* ---- Collectives ---- */

static void combine(ref_mu_t *mu, packet_t *a, const packet_t *b)
{
    unsigned op = a->header[1] >> 4;
    uint32_t word = 4u << (a->header[1] & 15);
    if (a->valid != b->valid || memcmp(a->header, b->header, 9) != 0)
        fail(mu, "contributions that do not match");
    for (uint32_t i = 0; i < a->valid; i += word) {
        if (op >= 12)
            ref_combine_doubles(a->payload + i, b->payload + i, op);
        else
            ref_combine_integers(a->payload + i, b->payload + i, word, op);
    }
}

/* Bit number of a link in a class route: A- 11, A+ 10, ... E- 3, E+ 2. */
static uint32_t neighbour(const ref_mu_t *mu, uint32_t node, int bit)
{
    return step_along(mu, node, (11 - bit) / 2, bit % 2 ? -1 : 1);
}

static int collective_type(const packet_t *p)
{
    return p->header[3] >> 3 & 3;
}

static void pass_up(ref_mu_t *mu, uint32_t node, uint32_t id, packet_t *p)
{
    route_t *r = &mu->node[node].route[id];
    if (r->output == 0) {
        enqueue(&r->turned, p);
        return;
    }
    int bit = 0;
    while (!(r->output >> bit & 1))
        bit++;
    enqueue(&mu->node[neighbour(mu, node, bit)].route[id].up[bit ^ 1], p);
}

static bool is_receiver(ref_mu_t *mu, uint32_t node, const route_t *r, const packet_t *p)
{
    return (r->input & 1) && (collective_type(p) != REDUCE || destination_of(mu, p->header) == node);
}

/* Visits the tree below @p node: checks for space everywhere, or delivers. */
static bool go_down(ref_mu_t *mu, uint32_t node, uint32_t id, const packet_t *p, bool deliver)
{
    route_t *r = &mu->node[node].route[id];
    bool room = true;
    if (is_receiver(mu, node, r, p)) {
        if (deliver)
            receive(mu, node, p);
        else
            room = has_room(mu, node, p);
    }
    for (int bit = 2; bit < LINKS; bit++)
        if (r->input >> bit & 1)
            room &= go_down(mu, neighbour(mu, node, bit), id, p, deliver);
    return room;
}

/* Moves a packet of a class route: a broadcast alone, a reduction when all inputs are present. */
static bool step_route(ref_mu_t *mu, uint32_t node, uint32_t id)
{
    route_t *r = &mu->node[node].route[id];
    if (r->turned.first != NULL && go_down(mu, node, id, r->turned.first, false)) {
        packet_t *p = dequeue(&r->turned);
        go_down(mu, node, id, p, true);
        drop_packet(&mu->unused, p);
        return true;
    }
    bool all = (r->input & 0xfff) != 0;
    for (int bit = 0; bit < LINKS; bit++) {
        if (!(r->input >> bit & 1))
            continue;
        if (r->up[bit].first != NULL && collective_type(r->up[bit].first) == BROADCAST) {
            pass_up(mu, node, id, dequeue(&r->up[bit]));
            return true;
        }
        all &= r->up[bit].first != NULL;
    }
    if (!all)
        return false;
    packet_t *sum = NULL;
    for (int bit = 0; bit < LINKS; bit++) {
        if (!(r->input >> bit & 1))
            continue;
        packet_t *p = dequeue(&r->up[bit]);
        if (sum == NULL) {
            sum = p;
        } else {
            combine(mu, sum, p);
            drop_packet(&mu->unused, p);
        }
    }
    pass_up(mu, node, id, sum);
    return true;
}

/* ---- Injection ---- */

/* Direction of a deposit message along @p d: by hints, or the shorter one. */
static int direction(ref_mu_t *mu, uint32_t from, uint32_t to, int d, const uint8_t *header)
{
    uint32_t hints = (uint32_t)header[1] << 2 | header[2] >> 6; /* A- A+ B- B+ C- C+ D- D+ E- E+ */
    if (hints != 0)
        return hints >> (9 - 2 * d) & 1 ? -1 : 1;
    uint32_t plus = (to + mu->size[d] - from) % mu->size[d];
    if (!(mu->torus & 0x10u >> d))
        return to > from ? 1 : -1;
    return 2 * plus <= mu->size[d] ? 1 : -1;
}

/* Receiver of copy @p hop of a packet; *last: the final receiver. */
static uint32_t target(ref_mu_t *mu, uint32_t node, const uint8_t *header, uint32_t hop, bool *last)
{
    uint32_t to = destination_of(mu, header), a[5], b[5];
    *last = true;
    if (!(header[2] >> 1 & 1) || to == node)
        return to;
    coordinates(mu, node, a);
    coordinates(mu, to, b);
    int d = 0;
    while (a[d] == b[d])
        d++;
    int sign = direction(mu, a[d], b[d], d, header);
    for (uint32_t i = 0; i <= hop; i++)
        node = step_along(mu, node, d, sign);
    *last = node == to;
    return node;
}

static void fetch(ref_mu_t *mu, uint32_t node, inj_t *f, const uint8_t *d, packet_t *p)
{
    uint64_t pa = get64(d + 8) & BITS_37;
    if (p->valid == 0)
        return;
    if (!(pa & ATOMIC)) {
        const uint8_t *source = memory_at(mu, node, pa + f->sent, p->valid);
        if (source != NULL)
            memcpy(p->payload, source, p->valid);
        return;
    }
    if (!f->has_loaded) {
        uint8_t *word = atomic_word(mu, node, pa);
        f->loaded = word != NULL ? ref_atomic_load(word, pa & 7) : 0;
        f->has_loaded = true;
    }
    put64(p->payload, f->loaded);
}

/* The next packet of the head message (hwi-descriptor 4). */
static void make_packet(ref_mu_t *mu, uint32_t node, inj_t *f, const uint8_t *d, packet_t *p)
{
    uint64_t length = get64(d + 16) & BITS_37, left = length - f->sent;
    uint32_t limit = 32 * (d[40] & 31u);
    memcpy(p->header, d + 32, 32);
    p->valid = left < limit ? (uint32_t)left : limit;
    if (length != 0 && p->valid == 0) {
        fail(mu, "packets of no bytes");
        p->valid = (uint32_t)left;
    }
    uint32_t stored = (p->valid + 31) / 32 * 32;
    memset(p->payload + p->valid, 0, stored > sizeof p->payload ? 0 : stored - p->valid);
    p->header[8] = (uint8_t)((p->header[8] & 0xe0) | stored / 32);
    p->header[9] = p->header[10] = p->header[11] = 0;
    uint8_t *h = p->header + 12;
    int type = type_of(p);
    if (type == FIFO) {
        bool interrupt = (get32(d + 4) & 1) && f->sent + p->valid == length;
        p->header[2] = (uint8_t)((p->header[2] & 0xfe) | interrupt);
    }
    if (type == PUT)
        put16(h + 8, (uint16_t)p->valid);
    if (type == PUT || (type == FIFO && length > limit)) {
        uint64_t offset = ((uint64_t)(get16(h) & 31) << 32 | get32(h + 2)) + f->sent;
        put16(h, (uint16_t)((get16(h) & ~31u) | (offset >> 32 & 31)));
        put32(h + 2, (uint32_t)offset);
    }
    fetch(mu, node, f, d, p);
}

static void complete(inj_t *f)
{
    f->head = (f->head + 1) % f->slots;
    f->completed++;
    f->sent = 0;
    f->hop = 0;
    f->has_loaded = false;
}

/* Moves one packet of an injection FIFO. */
static bool step_inj(ref_mu_t *mu, uint32_t node, inj_t *f)
{
    if (f->head == f->tail)
        return false;
    const uint8_t *d = f->memory + (size_t)f->head * REF_DESCRIPTOR_BYTES;
    if (get32(d) & 1) { /* prefetch only */
        complete(f);
        return true;
    }
    packet_t *p = new_packet(&mu->unused);
    make_packet(mu, node, f, d, p);
    uint64_t sent = f->sent + p->valid;
    bool gone = false, last = true;
    if (p->header[0] == COLLECTIVE_PACKET) {
        enqueue(&mu->node[node].route[p->header[2] >> 4].up[0], p);
        gone = true;
    } else {
        if (p->header[0] != PT2PT_PACKET)
            fail(mu, "an unknown kind of packet");
        uint32_t to = target(mu, node, p->header, f->hop, &last);
        if (mu->error == NULL && has_room(mu, to, p)) {
            receive(mu, to, p);
            gone = true;
        }
        drop_packet(&mu->unused, p);
    }
    if (!gone)
        return false;
    f->hop++;
    if (last) {
        f->hop = 0;
        f->sent = sent;
        if (sent == (get64(d + 16) & BITS_37))
            complete(f);
    }
    return true;
}

/* ---- Interface ---- */

ref_mu_t *ref_new(const uint32_t size[5], uint32_t torus)
{
    ref_mu_t *mu = calloc(1, sizeof *mu);
    if (mu == NULL)
        abort();
    mu->nodes = 1;
    for (int d = 0; d < 5; d++) {
        mu->size[d] = size[d];
        mu->nodes *= size[d];
    }
    mu->torus = torus;
    mu->node = calloc(mu->nodes, sizeof *mu->node);
    if (mu->node == NULL)
        abort();
    return mu;
}

void ref_free(ref_mu_t *mu)
{
    for (uint32_t n = 0; n < mu->nodes; n++) {
        for (int i = 0; i < INJ_FIFOS; i++)
            free(mu->node[n].inj[i].memory);
        for (int i = 0; i < REC_FIFOS; i++)
            free(mu->node[n].rec[i].memory);
        for (int i = 0; i < ROUTES; i++) {
            for (int bit = 0; bit < LINKS; bit++)
                free_packets(mu->node[n].route[i].up[bit].first);
            free_packets(mu->node[n].route[i].turned.first);
        }
    }
    free_packets(mu->unused);
    free(mu->node);
    free(mu);
}

void ref_memory(ref_mu_t *mu, uint32_t node, uint64_t pa, uint8_t *bytes, uint64_t size)
{
    for (int i = 0; i < SEGMENTS; i++) {
        segment_t *s = &mu->node[node].segment[i];
        if (s->size == 0) {
            *s = (segment_t){pa, size, bytes};
            return;
        }
    }
    fail(mu, "too many pieces of memory");
}

void ref_inj_fifo(ref_mu_t *mu, uint32_t node, uint32_t id, uint32_t slots)
{
    inj_t *f = &mu->node[node].inj[id];
    f->memory = calloc(slots, REF_DESCRIPTOR_BYTES);
    if (f->memory == NULL)
        abort();
    f->slots = slots;
    mu->inj_fifos = id >= mu->inj_fifos ? id + 1 : mu->inj_fifos;
}

void ref_rec_fifo(ref_mu_t *mu, uint32_t node, uint32_t id, uint32_t bytes)
{
    rec_t *r = &mu->node[node].rec[id];
    r->memory = calloc(1, bytes);
    if (r->memory == NULL)
        abort();
    r->size = bytes;
}

void ref_bat(ref_mu_t *mu, uint32_t node, uint32_t id, uint64_t base)
{
    mu->node[node].bat[id] = base;
}

void ref_class_route(ref_mu_t *mu, uint32_t node, uint32_t id, uint16_t input, uint16_t output)
{
    mu->node[node].route[id].input = input;
    mu->node[node].route[id].output = output;
    mu->routes = id >= mu->routes ? id + 1 : mu->routes;
}

bool ref_inject(ref_mu_t *mu, uint32_t node, uint32_t fifo, const void *descriptor)
{
    inj_t *f = &mu->node[node].inj[fifo];
    if (free_slots(f) == 0)
        return false;
    append(f, descriptor);
    return true;
}

bool ref_step(ref_mu_t *mu)
{
    bool moved = false;
    for (uint32_t n = 0; n < mu->nodes && mu->error == NULL; n++) {
        for (uint32_t i = 0; i < mu->inj_fifos && mu->error == NULL; i++)
            if (mu->node[n].inj[i].memory != NULL)
                moved |= step_inj(mu, n, &mu->node[n].inj[i]);
        for (uint32_t i = 0; i < mu->routes && mu->error == NULL; i++)
            moved |= step_route(mu, n, i);
    }
    return moved && mu->error == NULL;
}

uint32_t ref_receive(ref_mu_t *mu, uint32_t node, uint32_t fifo, uint8_t packet[REF_PACKET_BYTES])
{
    rec_t *r = &mu->node[node].rec[fifo];
    if (r->head == r->tail)
        return 0;
    uint32_t bytes = 32 + 32 * (r->memory[(r->head + 8) % r->size] & 31u);
    uint32_t first = r->size - r->head < bytes ? r->size - r->head : bytes;
    memcpy(packet, r->memory + r->head, first);
    memcpy(packet + first, r->memory, bytes - first);
    r->head = (r->head + bytes) % r->size;
    return bytes;
}

uint64_t ref_completed(const ref_mu_t *mu, uint32_t node, uint32_t fifo)
{
    return mu->node[node].inj[fifo].completed;
}

const char *ref_error(const ref_mu_t *mu)
{
    return mu->error;
}
