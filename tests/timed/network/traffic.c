/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file traffic.c Machines under load: no packet is lost or waits although it could move, and order is kept.
 */
#include <stdlib.h>
#include <string.h>

#include "emuq_test.h"
#include "forest.h"
#include "tests/timed/network/audit.h"
#include "network/machine.h"

#define MESSAGES 40

/** Modes: events of a cycle are shuffled; constants are random. */
enum { SHUFFLED = 1, VARIED = 2 };

/** A machine and the observations of its clients. */
typedef struct world {
    emuq_net_t *net;
    emuq_net_shape_t shape;
    uint64_t state;             /**< of random numbers */
    uint64_t sent, bytes_sent;  /**< messages; payload */
    uint64_t packets, expected; /**< arrived; expected */
    uint64_t digest;            /**< of all deliveries */
    uint64_t last;              /**< time of the last callback */
    uint32_t how;               /**< SHUFFLED, VARIED */
    uint32_t refuse;            /**< every n-th packet is rejected once */
    uint32_t requested, disorder, astray, backwards;
    uint32_t *number; /**< by source, destination and channel: last packet in order */
} world_t;

static uint64_t draw(world_t *w, uint64_t bound)
{
    w->state = w->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (w->state >> 33) % bound;
}

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 31) * UINT64_C(0x7fb5d329728ea185);
    x = (x ^ x >> 27) * UINT64_C(0x81dadef4bc2dd44d);
    return x ^ x >> 33;
}

/** Packets with an odd tag use one path in order: tags and numbers only increase. */
static void check_order(world_t *w, uint32_t node, const emuq_net_packet_t *p)
{
    uint32_t nodes = emuq_net_nodes(&w->shape);
    uint32_t *last = &w->number[(p->source * nodes + node) * EMUQ_NET_VCS + p->vc];
    uint32_t now = (uint32_t)(p->tag >> 1) * 64 + p->number + 1;
    w->disorder += now <= *last;
    *last = now;
}

static bool arrived(void *context, uint32_t node, const emuq_net_packet_t *p, uint64_t tick)
{
    world_t *w = context;
    w->backwards += tick < w->last || tick < p->built;
    w->last = tick;
    if (w->refuse != 0 && ++w->requested % w->refuse == 0)
        return false;
    w->packets++;
    if (p->vc >= EMUQ_NET_VC_WORLD) {
        w->digest += mix(tick ^ (uint64_t)node << 40 ^ (uint64_t)p->number << 52 ^ p->tree);
        return true;
    }
    w->bytes_sent -= p->flags & EMUQ_NET_DEPOSIT ? 0 : p->bytes;
    w->digest += mix(tick ^ (uint64_t)node << 40 ^ p->tag << 20 ^ (uint64_t)p->number << 52 ^ p->hops);
    if (!(p->flags & EMUQ_NET_DEPOSIT)) {
        w->astray += node != p->destination || p->hops != emuq_net_distance(&w->shape, p->source, node);
        if (p->tag & 1)
            check_order(w, node, p);
    }
    return true;
}

/** Sends a random message. */
static void send_any(world_t *w, uint32_t source, uint32_t number, const uint8_t *channels, uint32_t count)
{
    uint32_t nodes = emuq_net_nodes(&w->shape);
    emuq_net_message_t m = {.source = source,
                            .destination = (uint32_t)draw(w, nodes),
                            .bytes = (uint32_t)draw(w, draw(w, 4) == 0 ? 3000 : 600),
                            .queue = (uint16_t)draw(w, 20),
                            .map = 0x3fff,
                            .zone = draw(w, 4) & 3,
                            .vc = channels[draw(w, count)],
                            .flags = draw(w, 8) == 0 ? EMUQ_NET_STAY : 0,
                            .tag = (uint64_t)number * 2};
    if (m.vc != EMUQ_NET_VC_DYNAMIC && draw(w, 2) == 0) {
        m.tag++;
        m.queue = 100; /* one queue and one FIFO: in order */
        m.map = 1u << EMUQ_NET_L0 | 1;
    }
    if (draw(w, 8) == 0 && m.source != m.destination) {
        emuq_net_message_t deposit = m;
        deposit.flags |= EMUQ_NET_DEPOSIT;
        deposit.tag &= ~UINT64_C(1);
        if (emuq_net_send(w->net, 0, &deposit) == 0) {
            w->expected += (uint64_t)emuq_net_distance(&w->shape, source, m.destination) *
                           ((m.bytes + 511) / 512 + !m.bytes);
            return;
        }
    }
    CU_ASSERT_EQUAL(emuq_net_send(w->net, draw(w, 1000) * 16, &m), 0);
    w->expected += (m.bytes + 511) / 512 + !m.bytes;
    w->bytes_sent += m.bytes;
}

/** All nodes contribute to collectives of two trees: of the machine and of its parts. */
static void send_collectives(world_t *w)
{
    uint32_t nodes = emuq_net_nodes(&w->shape), dimensions = (uint32_t)draw(w, 64);
    forest_plant(w->net, &w->shape, 0, 63, EMUQ_NET_VC_WORLD);
    forest_plant(w->net, &w->shape, 1, dimensions, EMUQ_NET_VC_SUBGROUP);
    for (uint32_t i = 0; i < MESSAGES / 4; i++) {
        emuq_net_message_t m = {.bytes = (uint32_t)draw(w, 5000),
                                .queue = 200, /* contributions have the same order everywhere */
                                .map = 1 << EMUQ_NET_C0,
                                .tree = (uint8_t)draw(w, 2)};
        m.vc = m.tree == 0 ? EMUQ_NET_VC_WORLD : EMUQ_NET_VC_SUBGROUP;
        for (m.source = 0; m.source < nodes; m.source++) {
            CU_ASSERT_EQUAL(emuq_net_send(w->net, draw(w, 1000) * 16, &m), 0);
            w->expected += (m.bytes + 511) / 512 + !m.bytes;
        }
    }
}

/** Random constants: little buffer space, short and long links. Channels stay free of deadlock. */
static void vary(world_t *w, emuq_net_parameters_t *p)
{
    for (uint32_t v = 0; v < EMUQ_NET_CHANNELS; v++) {
        if (p->vc[v].kind == EMUQ_NET_COLLECTIVE)
            p->vc[v].chunks = (uint32_t)draw(w, 2);
        if (p->vc[v].kind != EMUQ_NET_NONE)
            p->vc[v].tokens = (uint32_t)(p->vc[v].chunks ? 17 + draw(w, 40) : 2 + draw(w, 3));
    }
    if (p->vc[0].kind == EMUQ_NET_DYNAMIC)
        p->vc[0].queues = (uint32_t)(1 + draw(w, EMUQ_NET_HEADS));
    uint32_t *fifos[] = {&p->router.injection, &p->router.reception, &p->router.reception_large};
    for (uint32_t i = 0; i < 3; i++)
        *fifos[i] = (uint32_t)(17 + draw(w, 60));
    p->router.through = (uint32_t)draw(w, 20);
    p->router.paths = (uint32_t)(1 + draw(w, 3));
    p->router.choose = (uint32_t)draw(w, 2);
    p->router.order = (uint32_t)draw(w, 3);
    p->router.token = (uint32_t)(1 + draw(w, 200));
    p->link.hop = (uint32_t)(1 + draw(w, 40));
    p->link.errors = (uint32_t)(draw(w, 2) * draw(w, 100000000));
    p->link.recovery = (uint32_t)draw(w, 200);
    p->link.timeout = (uint32_t)draw(w, 2000);
    p->memory.kind = (uint32_t)draw(w, 2);
    p->memory.rate = (uint32_t)(1 + draw(w, 60));
    p->mu.inject = (uint32_t)draw(w, 60);
    p->mu.receive = (uint32_t)draw(w, 60);
    p->mu.drain = p->mu.engine = (uint32_t)(1 + draw(w, 8));
    for (uint32_t i = 0; i < EMUQ_NET_ZONES * EMUQ_NET_DIMENSIONS; i++)
        (&p->zone[0][0])[i] = (uint32_t)draw(w, 64);
    CU_ASSERT_EQUAL(emuq_net_parameters_check(p, NULL), 0);
}

static world_t *begin(const char *preset, const emuq_net_shape_t *shape, uint64_t seed, uint32_t refuse,
                      uint32_t how)
{
    emuq_net_parameters_t p;
    world_t *w = calloc(1, sizeof(*w));
    uint32_t nodes = emuq_net_nodes(shape);
    emuq_net_client_t client = {.context = w, .arrived = arrived};
    *w = (world_t){.shape = *shape, .state = seed, .refuse = refuse, .how = how, .digest = 1};
    w->number = calloc((size_t)nodes * nodes * EMUQ_NET_VCS, sizeof(uint32_t));
    emuq_net_preset(preset, &p);
    if (how & VARIED)
        vary(w, &p);
    CU_ASSERT_EQUAL_FATAL(emuq_net_open(&p, shape, seed, 1, &client, &w->net), 0);
    return w;
}

/** An event and its slot. */
typedef struct place {
    uint64_t key;
    uint32_t former;
    emuq_net_event_t event;
} place_t;

static int by_key(const void *a, const void *b)
{
    const place_t *p = a, *q = b;
    return p->key != q->key ? (p->key > q->key) - (p->key < q->key)
                            : (p->former > q->former) - (p->former < q->former);
}

/** Shuffles the events of a list; events that a node posts to itself keep their order. */
static void shuffle_lane(const emuq_net_calendar_t *calendar, const emuq_net_event_list_t *list,
                         uint64_t cycle)
{
    emuq_net_event_t *e;
    uint32_t count = 0, reader = 0, writer = 0;
    while ((e = emuq_net_read(calendar, list, &reader)) != NULL)
        count++;
    place_t *places = calloc(count + 1, sizeof(*places));
    reader = 0;
    for (uint32_t i = 0; i < count; i++) {
        e = emuq_net_read(calendar, list, &reader);
        bool foreign = e->kind == EMUQ_NET_ARRIVE || e->kind == EMUQ_NET_TOKEN;
        places[i] = (place_t){mix(cycle << 32 ^ (foreign ? i << 24 : e->node)), i, *e};
    }
    qsort(places, count, sizeof(*places), by_key);
    for (uint32_t i = 0; i < count; i++)
        *emuq_net_read(calendar, list, &writer) = places[i].event;
    free(places);
}

/** Shuffles the events of the next cycle. */
static void shuffle(world_t *w)
{
    uint64_t cycle = emuq_net_calendar_next(&w->net->calendar);
    for (uint32_t i = 0; i < EMUQ_NET_LISTS; i++)
        shuffle_lane(&w->net->calendar, &w->net->calendar.slot[cycle % EMUQ_NET_SLOTS].list[i], cycle);
}

/** Runs until no event is left, with occasional audits. @return digest of all deliveries */
static uint64_t finish(world_t *w)
{
    uint32_t steps = 0;
    for (uint64_t tick; (tick = emuq_net_next(w->net)) != UINT64_MAX; steps++) {
        if (w->how & SHUFFLED)
            shuffle(w);
        emuq_net_run(w->net, tick);
        const char *wrong = steps % 97 == 0 ? emuq_net_audit(w->net) : NULL;
        if (wrong != NULL)
            CU_FAIL_FATAL(wrong);
    }
    CU_ASSERT_PTR_NULL(emuq_net_audit(w->net));
    CU_ASSERT_EQUAL(emuq_net_present(w->net), 0);
    CU_ASSERT_EQUAL(w->packets, w->expected);
    CU_ASSERT_EQUAL(w->bytes_sent, 0);
    CU_ASSERT_EQUAL(w->disorder + w->astray + w->backwards, 0);
    uint64_t digest = w->digest;
    emuq_net_close(w->net);
    free(w->number);
    free(w);
    return digest;
}

static uint64_t any(const char *preset, emuq_net_shape_t shape, uint64_t seed, uint32_t refuse, uint32_t how)
{
    static const uint8_t all[] = {0, 0, 0, 1, 2, 3}, one[] = {1};
    bool bgq = strcmp(preset, "bgq") == 0;
    world_t *w = begin(preset, &shape, seed, refuse, how);
    for (uint32_t i = 0; i < MESSAGES; i++)
        for (uint32_t node = 0; node < emuq_net_nodes(&shape); node++)
            send_any(w, node, i, bgq ? all : one, bgq ? 6 : 1);
    if (bgq)
        send_collectives(w);
    return finish(w);
}

static void random_messages(void)
{
    any("bgq", (emuq_net_shape_t){5, {4, 2, 3, 2, 2}, 0x1f}, 1, 0, 0);
    any("bgq", (emuq_net_shape_t){5, {4, 4, 1, 5, 2}, 0x12}, 2, 0, 0);
    any("bgq", (emuq_net_shape_t){1, {16}, 1}, 3, 0, 0);
}

static void three_dimensions(void)
{
    any("torus3d", (emuq_net_shape_t){3, {4, 5, 4}, 7}, 4, 0, 0);
    any("torus3d", (emuq_net_shape_t){3, {8, 2, 3}, 5}, 5, 0, 0);
}

static void clients_without_room(void)
{
    any("bgq", (emuq_net_shape_t){5, {4, 2, 2, 2, 2}, 0x1f}, 6, 3, 0);
}

/** The order in which events of a cycle are posted does not matter. */
static void order_of_events(void)
{
    emuq_net_shape_t shape = {4, {4, 4, 2, 3}, 15};
    uint64_t digest = any("bgq", shape, 9, 0, 0);
    CU_ASSERT_EQUAL(any("bgq", shape, 9, 0, SHUFFLED), digest);
}

/** Everything arrives for all constants and shapes. */
static void any_machine(void)
{
    for (uint64_t seed = 100; seed < 140; seed++) {
        world_t w = {.state = seed};
        emuq_net_shape_t shape = {(uint32_t)(1 + draw(&w, 6)), {1, 1, 1, 1, 1, 1}, (uint32_t)draw(&w, 64)};
        for (uint32_t d = 0, nodes = 1; d < shape.dimensions; d++, nodes *= shape.size[d - 1])
            shape.size[d] = (uint32_t)(1 + draw(&w, nodes > 30 ? 2 : 7));
        any(seed % 4 ? "bgq" : "torus3d", shape, seed, seed % 3 ? 0 : 4, VARIED);
    }
}

static void reproducible(void)
{
    emuq_net_shape_t shape = {3, {4, 4, 4}, 7};
    uint64_t digest = any("bgq", shape, 7, 0, 0);
    CU_ASSERT_EQUAL(any("bgq", shape, 7, 0, 0), digest);
    CU_ASSERT_NOT_EQUAL(any("bgq", shape, 8, 0, 0), digest);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"random messages of all channels", random_messages},
                                        {"a torus of three dimensions", three_dimensions},
                                        {"clients that have no room now and then", clients_without_room},
                                        {"the same seed, the same result", reproducible},
                                        {"any constants, any shape", any_machine},
                                        {"the order of events does not matter", order_of_events},
                                        {NULL, NULL}};
    return emuq_test_main("network traffic", tests);
}
