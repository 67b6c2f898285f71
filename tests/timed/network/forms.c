/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file forms.c Loads with results in closed form: link rates, ties, and deadlocks.
 */
#include "emuq_test.h"
#include "tests/timed/network/audit.h"

/** A source of endless messages. */
typedef struct load {
    emuq_net_t *net;
    emuq_net_shape_t shape;
    bool (*next)(struct load *load, emuq_net_message_t *message); /**< sets the next message of its queue */
    uint64_t state, bytes;                                        /**< of random numbers; payload received */
    uint64_t left;                                                /**< messages left to send */
} load_t;

static uint64_t draw(load_t *load, uint64_t bound)
{
    load->state = load->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (load->state >> 33) % bound;
}

static bool arrived(void *context, uint32_t node, const emuq_net_packet_t *packet, uint64_t tick)
{
    (void)node, (void)tick;
    ((load_t *)context)->bytes += packet->bytes;
    return true;
}

static void sent(void *context, const emuq_net_message_t *message, uint64_t tick)
{
    load_t *load = context;
    emuq_net_message_t m = *message;
    if (load->left == 0 || !load->next(load, &m))
        return;
    load->left--;
    CU_ASSERT_EQUAL(emuq_net_send(load->net, tick, &m), 0);
}

static bool again(load_t *load, emuq_net_message_t *m)
{
    (void)load, (void)m;
    return true;
}

/** The next destination: any different node. */
static bool uniform(load_t *load, emuq_net_message_t *m)
{
    uint32_t nodes = emuq_net_nodes(&load->shape);
    m->destination = (uint32_t)(m->source + 1 + draw(load, nodes - 1)) % nodes;
    return true;
}

static load_t *open_with(load_t *load, const emuq_net_parameters_t *p, emuq_net_shape_t shape)
{
    emuq_net_client_t client = {.context = load, .arrived = arrived, .sent = sent};
    *load = (load_t){.shape = shape, .next = again, .state = 11, .left = UINT64_MAX};
    CU_ASSERT_EQUAL_FATAL(emuq_net_open(p, &shape, 3, 1, &client, &load->net), 0);
    return load;
}

static emuq_net_parameters_t bgq(void)
{
    emuq_net_parameters_t p;
    emuq_net_preset("bgq", &p);
    return p;
}

/** Starts endless messages in some queues. */
static void start(load_t *load, emuq_net_message_t m, uint32_t queues)
{
    for (uint32_t q = 0; q < queues; q++) {
        m.queue = (uint16_t)q;
        CU_ASSERT_EQUAL(emuq_net_send(load->net, 0, &m), 0);
    }
}

/** Throughput after a warm-up. @return bytes per node and cycle, relative to the rate of a link with full
 * packets */
static double rate(load_t *load, uint64_t warm, uint64_t cycles)
{
    emuq_net_run(load->net, warm * 16);
    uint64_t before = load->bytes;
    emuq_net_run(load->net, (warm + cycles) * 16);
    CU_ASSERT_PTR_NULL(emuq_net_audit(load->net));
    return (double)(load->bytes - before) * 144 / 512 / (double)cycles;
}

/** A single pair of nodes: dynamic packets use every differing dimension, deterministic packets one link. */
static void one_pair(void)
{
    for (uint32_t vc = 0; vc < 2; vc++) {
        emuq_net_parameters_t p = bgq();
        load_t load, *l = open_with(&load, &p, (emuq_net_shape_t){5, {4, 4, 4, 4, 2}, 0x1f});
        start(l,
              (emuq_net_message_t){
                  .destination = 32 + 8 + 2, .bytes = 4096, .map = 0x3ff, .vc = (uint8_t)vc, .zone = 1},
              16);
        double links = rate(l, 5000, 20000);
        CU_ASSERT_DOUBLE_EQUAL(links, vc == 0 ? 3 : 1, 0.03);
        emuq_net_close(l->net);
    }
}

/** Each node sends to all neighbours: all links are always busy. */
static void neighbours(void)
{
    emuq_net_parameters_t p = bgq();
    load_t load, *l = open_with(&load, &p, (emuq_net_shape_t){5, {4, 4, 2, 1, 1}, 0x1f});
    for (uint32_t node = 0; node < 32; node++)
        for (uint32_t d = 0; d < 10; d++) {
            emuq_net_message_t m = {.source = node,
                                    .destination = emuq_net_neighbour(&l->shape, node, d),
                                    .bytes = 65536,
                                    .queue = (uint16_t)d,
                                    .map = (uint16_t)(1u << d),
                                    .hints = (uint16_t)(1u << d),
                                    .vc = EMUQ_NET_VC_DETERMINISTIC};
            CU_ASSERT_EQUAL(emuq_net_send(l->net, 0, &m), 0);
        }
    CU_ASSERT_DOUBLE_EQUAL(rate(l, 3000, 144000) / 32, 10, 0.05);
    emuq_net_close(l->net);
}

/** Most distant pairs in the longest dimension: 4 / k of a link's rate per node. */
static void antipodes(void)
{
    emuq_net_parameters_t p = bgq();
    load_t load, *l = open_with(&load, &p, (emuq_net_shape_t){3, {16, 2, 2}, 7});
    for (uint32_t node = 0; node < 64; node++)
        start(l,
              (emuq_net_message_t){.source = node,
                                   .destination = (node + 32) % 64,
                                   .bytes = 4096,
                                   .map = 0x3ff,
                                   .vc = EMUQ_NET_VC_DETERMINISTIC},
              4);
    double links = rate(l, 20000, 40000) / 64;
    CU_ASSERT_DOUBLE_EQUAL(links, 0.25, 0.002);
    emuq_net_close(l->net);
}

/** Uniform dynamic traffic, in groups of equal length: close to the link capacity, and not above. */
static void saturation(void)
{
    emuq_net_parameters_t p = bgq();
    load_t load, *l = open_with(&load, &p, (emuq_net_shape_t){4, {4, 4, 4, 4}, 15});
    l->next = uniform;
    for (uint32_t node = 0; node < 256; node++)
        start(
            l,
            (emuq_net_message_t){.source = node, .destination = (node + 1) % 256, .bytes = 512, .map = 0x3ff},
            20);
    double utilisation = rate(l, 10000, 10000) / 256 / (8. / 4) * 256 / 255;
    CU_ASSERT(utilisation <= 1 && utilisation > 0.97);
    emuq_net_close(l->net);
}

/** All nodes send to one node: all links into that node are always busy. */
static void hot_spot(void)
{
    for (uint8_t vc = 0; vc < 2; vc++) {
        emuq_net_parameters_t p = bgq();
        load_t load, *l = open_with(&load, &p, (emuq_net_shape_t){3, {4, 4, 4}, 7});
        for (uint32_t node = 1; node < 64; node++)
            start(l, (emuq_net_message_t){.source = node, .bytes = 512, .map = 0x3ff, .vc = vc}, 10);
        CU_ASSERT_DOUBLE_EQUAL(rate(l, 5000, 20000), 6, 0.02);
        emuq_net_close(l->net);
    }
}

/** One packet per pair of a ring: k^2 / 8 on every link. */
static void ties(void)
{
    emuq_net_parameters_t p = bgq();
    for (uint32_t k = 4; k <= 16; k *= 2) {
        load_t load, *l = open_with(&load, &p, (emuq_net_shape_t){1, {k}, 1});
        l->left = 0;
        for (uint32_t pair = 0; pair < k * k; pair++)
            if (pair / k != pair % k)
                start(l, (emuq_net_message_t){.source = pair / k, .destination = pair % k, .map = 0x3ff}, 1);
        emuq_net_run(l->net, UINT64_MAX);
        for (uint32_t link = 0; link < 2 * k; link++) {
            const emuq_net_counts_t c = emuq_net_counts(l->net, link / 2, link % 2);
            CU_ASSERT_EQUAL(c.packets[0] + c.packets[1], k * k / 8);
        }
        emuq_net_close(l->net);
    }
}

/** True if a small network with little buffer space deadlocks under uniform load. */
static bool stops(emuq_net_shape_t shape, uint32_t escape)
{
    emuq_net_parameters_t p = bgq();
    p.router.escape = escape;
    p.router.through = 0;
    p.vc[0].tokens = 17;
    p.vc[1].tokens = 2;
    load_t load, *l = open_with(&load, &p, shape);
    l->next = uniform;
    l->left = 200 * emuq_net_nodes(&shape);
    for (uint32_t node = 0; node < emuq_net_nodes(&shape); node++)
        start(l,
              (emuq_net_message_t){
                  .source = node, .destination = node ^ 1, .bytes = 512, .map = 0x3ff, .zone = 1},
              20);
    emuq_net_run(l->net, UINT64_MAX);
    CU_ASSERT_PTR_NULL(emuq_net_audit(l->net));
    bool stuck = emuq_net_present(l->net) > 0;
    emuq_net_close(l->net);
    return stuck;
}

static void deadlock(void)
{
    const emuq_net_shape_t plane = {2, {8, 8}, 3}, cube = {3, {4, 4, 4}, 7};
    CU_ASSERT(stops(plane, 0));
    CU_ASSERT(stops(cube, 0));
    CU_ASSERT(!stops(plane, 1));
    CU_ASSERT(!stops(cube, 1));
}

/** System packets precede priority packets, which precede all user packets: in a shared engine, and on the
 * link. */
static void classes(void)
{
    static const uint16_t own[] = {0, 1, 1 << EMUQ_NET_HP, 1 << EMUQ_NET_IO};
    for (uint32_t run = 0; run < 4; run++) {
        uint32_t highest = 2 + run % 2;
        emuq_net_parameters_t p = bgq();
        load_t load, *l = open_with(&load, &p, (emuq_net_shape_t){1, {4}, 1});
        for (uint32_t vc = 1; vc <= highest; vc++) {
            emuq_net_message_t m = {
                .destination = 1, .bytes = 65536, .queue = (uint16_t)vc, .vc = (uint8_t)vc};
            m.map = run < 2 ? own[vc] : 1;
            CU_ASSERT_EQUAL(emuq_net_send(l->net, 0, &m), 0);
        }
        emuq_net_run(l->net, 14400 * 16);
        const emuq_net_counts_t c = emuq_net_counts(l->net, 0, 1);
        CU_ASSERT(c.packets[highest] >= 90);
        CU_ASSERT(c.packets[highest - 1] + c.packets[highest - 2] <= 8);
        emuq_net_close(l->net);
    }
}

/** Delivered packets by source. */
static bool count_source(void *context, uint32_t node, const emuq_net_packet_t *packet, uint64_t tick)
{
    (void)node, (void)tick;
    ((uint32_t *)context)[packet->source]++;
    return true;
}

/** At 90 % of the link capacity every source gets an equal share, over 10^4 packets each. */
static void fairness(void)
{
    enum { NODES = 16, PACKETS = 10000 };
    const emuq_net_shape_t shape = {2, {4, 4}, 3};
    emuq_net_parameters_t p = bgq();
    uint32_t delivered[NODES] = {0}, least = UINT32_MAX, most = 0;
    emuq_net_client_t client = {.context = delivered, .arrived = count_source};
    load_t load = {.shape = shape, .state = 11};
    CU_ASSERT_EQUAL_FATAL(emuq_net_open(&p, &shape, 3, 1, &client, &load.net), 0);
    /* In a ring of 4, a link carries 4 / 8 packets if each node sends one packet to all nodes including
     * itself. */
    uint64_t interval = emuq_net_occupancy(&p, 17) * 4 / 8 * NODES / (NODES - 1) * 10 / 9;
    for (uint64_t i = 0; i < PACKETS; i++) {
        for (uint32_t node = 0; node < NODES; node++) {
            emuq_net_message_t m = {
                .source = node, .bytes = 512, .queue = (uint16_t)(i % 64), .map = (1u << EMUQ_NET_L0) - 1};
            uniform(&load, &m);
            uint64_t cycle = i * interval + draw(&load, interval);
            CU_ASSERT_EQUAL(emuq_net_send(load.net, cycle * p.clock.cycle, &m), 0);
        }
        emuq_net_run(load.net, (i + 1) * interval * p.clock.cycle - 1);
    }
    for (uint32_t node = 0; node < NODES; node++) {
        least = delivered[node] < least ? delivered[node] : least;
        most = delivered[node] > most ? delivered[node] : most;
    }
    CU_ASSERT(least > PACKETS * 98 / 100);
    CU_ASSERT(most - least <= most / 50);
    emuq_net_close(load.net);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"one pair", one_pair},
                                        {"all neighbours", neighbours},
                                        {"furthest pairs", antipodes},
                                        {"uniform saturation", saturation},
                                        {"a hot spot", hot_spot},
                                        {"ties load links alike", ties},
                                        {"without escape it stops, with escape it does not", deadlock},
                                        {"classes in their order", classes},
                                        {"sources are served alike", fairness},
                                        {NULL, NULL}};
    return emuq_test_main("network closed forms", tests);
}
