/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file threads.c Results are independent of the number of threads.
 */
#include <stdlib.h>
#include <string.h>

#include "emuq_test.h"
#include "forest.h"
#include "tests/timed/network/audit.h"

#define NODES 256
#if defined(__SANITIZE_THREAD__) /* 20 times as slow */
#define MESSAGES 3
#else
#define MESSAGES 20
#endif

static const emuq_net_shape_t shape = {5, {4, 2, 8, 2, 2}, 0x1d};

/** Observations and random state of a node, used by the node's thread. */
typedef struct part {
    uint64_t digest, state, calls;
    uint32_t answers;
} part_t;

typedef struct world {
    emuq_net_t *net;
    part_t node[NODES];
} world_t;

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 31) * UINT64_C(0x7fb5d329728ea185);
    x = (x ^ x >> 27) * UINT64_C(0x81dadef4bc2dd44d);
    return x ^ x >> 33;
}

static uint64_t draw(part_t *n, uint64_t bound)
{
    n->state = n->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (n->state >> 33) % bound;
}

static emuq_net_message_t any_message(part_t *n, uint32_t source)
{
    return (emuq_net_message_t){.source = source,
                                .destination = (uint32_t)draw(n, NODES),
                                .bytes = (uint32_t)draw(n, 3000),
                                .queue = (uint16_t)draw(n, 8),
                                .map = 0x3fff,
                                .vc = (uint8_t)(draw(n, 2) ? 0 : draw(n, 4)),
                                .zone = (uint8_t)draw(n, 4),
                                .flags = draw(n, 4) ? 0 : EMUQ_NET_STAY,
                                .tag = draw(n, 1 << 20)};
}

/** Digest of the order of callbacks of a node. */
static void note(part_t *n, uint64_t what)
{
    n->digest = mix(n->digest * 31 ^ what);
    n->calls++;
}

static void built(void *context, const emuq_net_packet_t *p, uint64_t tick)
{
    world_t *w = context;
    note(&w->node[p->source], tick ^ p->tag << 40 ^ (uint64_t)p->number << 32 ^ p->fifo);
}

static void sent(void *context, const emuq_net_message_t *m, uint64_t tick)
{
    world_t *w = context;
    note(&w->node[m->source], tick ^ m->tag << 40 ^ 1);
}

/** Rejects some packets and replies to some. */
static bool arrived(void *context, uint32_t node, const emuq_net_packet_t *p, uint64_t tick)
{
    world_t *w = context;
    part_t *n = &w->node[node];
    note(n, tick ^ p->tag << 40 ^ (uint64_t)p->number << 32 ^ (uint64_t)p->hops << 8 ^ p->fifo);
    if (n->calls % 11 == 0)
        return false;
    if (n->answers > 0 && draw(n, 4) == 0) {
        emuq_net_message_t m = any_message(n, node);
        n->answers--;
        emuq_net_send(w->net, tick + draw(n, 2) * 5000, &m);
    }
    return true;
}

static void interrupted(void *context, uint32_t node, uint32_t tree, uint32_t bits, uint64_t tick)
{
    world_t *w = context;
    note(&w->node[node], tick ^ (uint64_t)bits << 40 ^ tree);
}

static void send_all(world_t *w, uint64_t begin)
{
    for (uint32_t node = 0; node < NODES; node++) {
        for (uint32_t i = 0; i < MESSAGES; i++) {
            emuq_net_message_t m = any_message(&w->node[node], node);
            CU_ASSERT_EQUAL(emuq_net_send(w->net, begin + draw(&w->node[node], 20000), &m), 0);
        }
        for (uint32_t i = 0; i < 4; i++) {
            emuq_net_message_t m = {.source = node,
                                    .bytes = 1000 * i,
                                    .queue = 100,
                                    .map = 1 << EMUQ_NET_C0,
                                    .vc = (uint8_t)(EMUQ_NET_VC_WORLD + i % 2),
                                    .tree = (uint8_t)(i % 2)};
            CU_ASSERT_EQUAL(emuq_net_send(w->net, begin + draw(&w->node[node], 20000), &m), 0);
            CU_ASSERT_EQUAL(emuq_net_interrupt(w->net, begin + 16 * draw(&w->node[node], 9000), node, 0,
                                               (uint8_t)draw(&w->node[node], 8)),
                            0);
        }
    }
}

/** @param errors of 10^12 bits; if not 0, payloads are in DDR as well
 * @return digest of all callbacks and counters */
static uint64_t run(uint32_t threads, uint64_t seed, uint32_t errors)
{
    emuq_net_parameters_t p;
    world_t *w = calloc(1, sizeof(*w));
    emuq_net_client_t client = {w, built, sent, arrived, interrupted, NULL};
    uint64_t digest = 0;
    emuq_net_preset("bgq", &p);
    p.link.errors = errors;
    p.memory.kind = errors > 0 ? EMUQ_NET_DDR : EMUQ_NET_L2;
    CU_ASSERT_EQUAL_FATAL(emuq_net_open(&p, &shape, seed, threads, &client, &w->net), 0);
    forest_plant(w->net, &shape, 0, 0x1f, EMUQ_NET_VC_WORLD);
    forest_plant(w->net, &shape, 1, 0x15, EMUQ_NET_VC_SUBGROUP);
    for (uint32_t node = 0; node < NODES; node++) {
        emuq_net_tree_t tree = forest_tree(&shape, node, 0x1f);
        CU_ASSERT_EQUAL(emuq_net_set_interrupt_tree(w->net, node, 0, &tree), 0);
        w->node[node] = (part_t){.state = mix(seed << 32 ^ node), .answers = MESSAGES};
    }
    send_all(w, 0);
    for (uint64_t tick = 7777; tick < 300000; tick += 77777) {
        emuq_net_run(w->net, tick);
        CU_ASSERT_PTR_NULL(emuq_net_audit(w->net));
        digest = mix(digest ^ emuq_net_present(w->net) ^ emuq_net_next(w->net) << 20);
    }
    send_all(w, 400000);
    emuq_net_run(w->net, UINT64_MAX);
    CU_ASSERT_EQUAL(emuq_net_present(w->net), 0);
    CU_ASSERT_PTR_NULL(emuq_net_audit(w->net));
    for (uint32_t node = 0; node < NODES; node++) {
        digest = mix(digest ^ w->node[node].digest);
        for (uint32_t link = 0; link < 10; link++) {
            const emuq_net_counts_t counts = emuq_net_counts(w->net, node, link);
            digest = mix(digest ^ counts.resent);
            for (uint32_t vc = 0; vc < EMUQ_NET_CHANNELS; vc++)
                digest = mix(digest ^ counts.packets[vc] << 32 ^ counts.chunks[vc]);
        }
    }
    emuq_net_close(w->net);
    free(w);
    return digest;
}

static void same_with(uint32_t errors)
{
    static const uint32_t threads[] = {2, 3, 7, 100};
    uint64_t digest = run(1, 5, errors);
    CU_ASSERT_NOT_EQUAL(run(1, 6, errors), digest);
    for (uint32_t i = 0; i < sizeof(threads) / sizeof(threads[0]); i++)
        CU_ASSERT_EQUAL(run(threads[i], 5, errors), digest);
}

static void same(void)
{
    same_with(0);
}

static void same_with_errors(void)
{
    same_with(10000000);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"the same result with any number of threads", same},
                                        {"with bit errors, and payloads in memory", same_with_errors},
                                        {NULL, NULL}};
    return emuq_test_main("network threads", tests);
}
