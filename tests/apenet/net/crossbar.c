/* SPDX-License-Identifier: BSD-3-Clause */
/* One crossbar: space, credit, arbitration, and the waiting time of requests. */
#include "apenet/net/crossbar.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "emuq_test.h"

#define IN0   APENET_PORT_INTERNAL
#define IN1   (APENET_PORT_INTERNAL + 1)
#define XP    APENET_PORT_X_PLUS
#define XM    APENET_PORT_X_MINUS
#define YP    APENET_PORT_Y_PLUS
#define DEPTH 1024u

/* All ports in the order of the crossbar. */
static const uint8_t ports[APENET_CROSSBAR_PORTS] = {IN0, IN1, 0, 1, 2, 3, 4, 5};

static apenet_crossbar_t c;
static apenet_crossbar_packet_t *slots;
static uint64_t state = 1;

static uint32_t random_below(uint32_t n)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((state >> 33) % n);
}

static const apenet_crossbar_config_t common = {APENET_ROUND_ROBIN, false, {DEPTH, 0}, 0};

static void start(const apenet_crossbar_config_t *config)
{
    free(slots);
    slots = calloc(apenet_crossbar_slots(config), sizeof *slots);
    CU_ASSERT_PTR_NOT_NULL_FATAL(slots);
    CU_ASSERT_EQUAL_FATAL(apenet_crossbar_init(&c, config, slots), 0);
}

static void give(unsigned output, unsigned vc, uint32_t data, uint32_t header)
{
    CU_ASSERT_EQUAL(apenet_crossbar_credit(&c, output, vc, (apenet_space_t){data, header}), 0);
}

static int push(unsigned input, unsigned vc, unsigned output, unsigned to_vc, uint32_t payload,
                uint64_t token)
{
    apenet_crossbar_packet_t p = {token, (uint16_t)payload, (uint8_t)output, (uint8_t)to_vc};
    return apenet_crossbar_push(&c, input, vc, &p);
}

/* @return the token of the packet in transfer; 0: no transfer begins */
static uint64_t grant(unsigned output)
{
    apenet_grant_t g = {{0, 0, 0, 0}, 0, 0};
    return apenet_crossbar_grant(&c, output, &g) ? g.packet.token : 0;
}

static uint64_t complete(unsigned output)
{
    apenet_grant_t g = {{0, 0, 0, 0}, 0, 0};
    return apenet_crossbar_complete(&c, output, &g) ? g.packet.token : 0;
}

static void invalid_arguments(void)
{
    apenet_crossbar_config_t config = common;
    apenet_crossbar_t before = c;
    config.depth.data = APENET_PAYLOAD_WORDS + 1;
    CU_ASSERT_EQUAL(apenet_crossbar_init(&c, &config, slots), -EINVAL);
    config.has_header_fifos = true;
    CU_ASSERT_EQUAL(apenet_crossbar_init(&c, &config, slots), -EINVAL);
    CU_ASSERT_EQUAL(memcmp(&c, &before, sizeof c), 0);
    config.depth.header = 2;
    CU_ASSERT_EQUAL(apenet_crossbar_init(&c, &config, slots), 0);
    start(&common);
    static const unsigned no_ports[] = {6, 15, 18, 255, 0xffffffff};
    apenet_grant_t g;
    for (unsigned i = 0; i < sizeof no_ports / sizeof *no_ports; i++) {
        unsigned p = no_ports[i];
        CU_ASSERT_EQUAL(push(p, 0, XP, 0, 1, 1), -EINVAL);
        CU_ASSERT_EQUAL(push(XP, 0, p & 0xff, 0, 1, 1), -EINVAL);
        CU_ASSERT_EQUAL(apenet_crossbar_credit(&c, p, 0, (apenet_space_t){1, 0}), -EINVAL);
        CU_ASSERT_FALSE(apenet_crossbar_grant(&c, p, &g));
        CU_ASSERT_FALSE(apenet_crossbar_complete(&c, p, &g));
        CU_ASSERT_FALSE(apenet_crossbar_drop(&c, p, &g));
        CU_ASSERT_EQUAL(apenet_crossbar_space(&c, p, 0).data, 0);
    }
    CU_ASSERT_EQUAL(push(XP, 2, XM, 0, 1, 1), -EINVAL);
    CU_ASSERT_EQUAL(push(XP, 0, XM, 2, 1, 1), -EINVAL);
    CU_ASSERT_EQUAL(push(XP, 0, XM, 0, APENET_PAYLOAD_WORDS + 1, 1), -EINVAL);
    CU_ASSERT_EQUAL(apenet_crossbar_credit(&c, XP, 2, (apenet_space_t){1, 0}), -EINVAL);
    CU_ASSERT_EQUAL(apenet_crossbar_space(&c, XP, 2).data, 0);
    give(XP, 0, UINT32_MAX, 0);
    CU_ASSERT_EQUAL(apenet_crossbar_credit(&c, XP, 0, (apenet_space_t){1, 0}), -EINVAL);
    give(XP, 1, 0, UINT32_MAX);
    CU_ASSERT_EQUAL(apenet_crossbar_credit(&c, XP, 1, (apenet_space_t){1, 1}), -EINVAL);
    CU_ASSERT_EQUAL(c.packets, 0);
    config = common; /* the depth of header FIFOs that do not exist is 0 */
    config.depth.header = 9;
    start(&config);
    CU_ASSERT_EQUAL(apenet_crossbar_space(&c, XP, 1).header, 0);
}

/* A FIFO takes exactly its words; VCs and ports are independent. */
static void space_of_a_fifo(void)
{
    start(&common);
    for (unsigned i = 0; i < 3; i++)
        CU_ASSERT_EQUAL(push(XM, 1, XP, 1, 256, i + 1), 0);
    CU_ASSERT_EQUAL(apenet_crossbar_space(&c, XM, 1).data, 1024 - 3 * 258);
    CU_ASSERT_EQUAL(push(XM, 1, XP, 1, 249, 4), -ENOSPC);
    CU_ASSERT_EQUAL(push(XM, 1, XP, 1, 248, 4), 0);
    CU_ASSERT_EQUAL(push(XM, 1, XP, 1, 0, 5), -ENOSPC);
    CU_ASSERT_EQUAL(apenet_crossbar_space(&c, XM, 1).data, 0);
    CU_ASSERT_EQUAL(apenet_crossbar_space(&c, XM, 0).data, 1024);
    CU_ASSERT_EQUAL(apenet_crossbar_space(&c, XP, 1).data, 1024);
    /* The space is free after the transfer. */
    give(XP, 1, 258, 0);
    CU_ASSERT_EQUAL(grant(XP), 1);
    CU_ASSERT_EQUAL(apenet_crossbar_space(&c, XM, 1).data, 0);
    CU_ASSERT_EQUAL(complete(XP), 1);
    CU_ASSERT_EQUAL(apenet_crossbar_space(&c, XM, 1).data, 258);
    /* The smallest packets fill all slots. */
    for (unsigned i = 0; i < 512; i++)
        CU_ASSERT_EQUAL(push(IN1, 0, XP, 0, 0, 1), 0);
    CU_ASSERT_EQUAL(push(IN1, 0, XP, 0, 0, 1), -ENOSPC);
    CU_ASSERT_EQUAL(c.packets, 515);
}

static void space_of_header_fifos(void)
{
    apenet_crossbar_config_t config = {APENET_ROUND_ROBIN, true, {512, 128}, 0};
    start(&config);
    CU_ASSERT_EQUAL(push(XM, 0, XP, 0, 256, 1), 0);
    CU_ASSERT_EQUAL(push(XM, 0, XP, 0, 256, 2), 0);
    CU_ASSERT_EQUAL(push(XM, 0, XP, 0, 1, 3), -ENOSPC);
    for (unsigned i = 0; i < 62; i++)
        CU_ASSERT_EQUAL(push(XM, 0, XP, 0, 0, 3 + i), 0);
    CU_ASSERT_EQUAL(push(XM, 0, XP, 0, 0, 99), -ENOSPC);
    give(XP, 0, 256, 1);
    CU_ASSERT_EQUAL(grant(XP), 0);
    give(XP, 0, 0, 1);
    CU_ASSERT_EQUAL(grant(XP), 1);
    CU_ASSERT_EQUAL(complete(XP), 1);
    give(XP, 0, 255, 10);
    CU_ASSERT_EQUAL(grant(XP), 0);
    give(XP, 0, 1, 0);
    CU_ASSERT_EQUAL(grant(XP), 2);
    CU_ASSERT_EQUAL(complete(XP), 2);
    for (unsigned i = 0; i < 4; i++) { /* without payload: headers alone count */
        CU_ASSERT_EQUAL(grant(XP), 3 + i);
        CU_ASSERT_EQUAL(complete(XP), 3 + i);
    }
    CU_ASSERT_EQUAL(grant(XP), 0);
}

/* Virtual cut-through: credit for the whole packet, in its VC. */
static void credit_for_the_whole_packet(void)
{
    for (uint32_t payload = 0; payload <= 256; payload++)
        for (unsigned vc = 0; vc < 2; vc++) {
            start(&common);
            CU_ASSERT_EQUAL(push(IN0, 0, YP, vc, payload, 7), 0);
            give(YP, !vc, 1000, 0);
            CU_ASSERT_EQUAL(grant(YP), 0);
            give(YP, vc, payload + 1, 0);
            CU_ASSERT_EQUAL(grant(YP), 0);
            give(YP, vc, 1, 0);
            CU_ASSERT_EQUAL(grant(XP), 0);
            CU_ASSERT_EQUAL(grant(YP), 7);
            CU_ASSERT_EQUAL(complete(YP), 7);
            CU_ASSERT_EQUAL(push(IN0, 0, YP, vc, 0, 8), 0); /* the credit is consumed */
            CU_ASSERT_EQUAL(grant(YP), 0);
            CU_ASSERT_EQUAL(push(IN1, 0, YP, !vc, 256, 9), 0); /* the other VC goes on */
            CU_ASSERT_EQUAL(grant(YP), 9);
        }
}

/* A link that reports free space: the last report counts, less the packets granted since. */
static void replaced_credit(void)
{
    apenet_space_t space = {100, 0};
    start(&common);
    CU_ASSERT_EQUAL(apenet_crossbar_set_credit(&c, 6, 0, space), -EINVAL);
    CU_ASSERT_EQUAL(apenet_crossbar_set_credit(&c, XP, 2, space), -EINVAL);
    give(XP, 0, 1000, 0);
    CU_ASSERT_EQUAL(apenet_crossbar_set_credit(&c, XP, 0, space), 0);
    for (unsigned i = 0; i < 3; i++)
        CU_ASSERT_EQUAL(push(IN0, 0, XP, 0, 48, i + 1), 0);
    CU_ASSERT_EQUAL(grant(XP), 1);
    CU_ASSERT_EQUAL(complete(XP), 1);
    CU_ASSERT_EQUAL(grant(XP), 2);
    CU_ASSERT_EQUAL(complete(XP), 2);
    CU_ASSERT_EQUAL(grant(XP), 0);
    space.data = 50;
    CU_ASSERT_EQUAL(apenet_crossbar_set_credit(&c, XP, 1, space), 0);
    CU_ASSERT_EQUAL(grant(XP), 0);
    CU_ASSERT_EQUAL(apenet_crossbar_set_credit(&c, XP, 0, space), 0);
    CU_ASSERT_EQUAL(grant(XP), 3);
}

static void one_packet_at_a_time(void)
{
    start(&common);
    for (unsigned vc = 0; vc < 2; vc++)
        for (unsigned i = 0; i < 2; i++)
            give(i == 0 ? XP : YP, vc, 1000, 0);
    CU_ASSERT_EQUAL(push(IN0, 0, XP, 0, 10, 1), 0);
    CU_ASSERT_EQUAL(push(IN0, 0, YP, 0, 10, 2), 0);
    CU_ASSERT_EQUAL(push(IN1, 0, XP, 1, 10, 3), 0);
    CU_ASSERT_EQUAL(grant(YP), 0); /* packet 2 is not the first */
    CU_ASSERT_EQUAL(grant(XP), 1);
    CU_ASSERT_EQUAL(grant(XP), 0); /* the output is busy */
    CU_ASSERT_EQUAL(grant(YP), 0); /* so is the FIFO */
    CU_ASSERT_EQUAL(complete(YP), 0);
    CU_ASSERT_EQUAL(complete(XP), 1);
    CU_ASSERT_EQUAL(complete(XP), 0);
    CU_ASSERT_EQUAL(grant(YP), 2);
    CU_ASSERT_EQUAL(grant(XP), 3);
    CU_ASSERT_EQUAL(complete(YP), 2);
    CU_ASSERT_EQUAL(complete(XP), 3);
    CU_ASSERT_EQUAL(c.packets, 0);
}

/* Fills all FIFOs with packets for output XP; the token is 1 + the number of the FIFO. */
static void fill_for_one_output(unsigned packets, uint32_t payload)
{
    for (unsigned i = 0; i < packets; i++)
        for (unsigned f = 0; f < APENET_CROSSBAR_FIFOS; f++)
            CU_ASSERT_EQUAL(push(ports[f / 2], f % 2, XP, f / 4 % 2, payload, f + 1), 0);
}

static void round_robin(void)
{
    start(&common);
    give(XP, 0, 100000, 0);
    give(XP, 1, 100000, 0);
    fill_for_one_output(3, 10);
    for (unsigned i = 0; i < 3 * APENET_CROSSBAR_FIFOS; i++) {
        CU_ASSERT_EQUAL(grant(XP), i % APENET_CROSSBAR_FIFOS + 1);
        complete(XP);
    }
    /* The search starts behind the last winner, FIFO 5. */
    CU_ASSERT_EQUAL(push(ports[2], 1, XP, 0, 1, 6), 0);
    CU_ASSERT_EQUAL(grant(XP), 6);
    complete(XP);
    CU_ASSERT_EQUAL(push(ports[2], 1, XP, 0, 1, 6), 0);
    CU_ASSERT_EQUAL(push(ports[2], 0, XP, 0, 1, 5), 0);
    CU_ASSERT_EQUAL(push(ports[3], 0, XP, 0, 1, 7), 0);
    static const unsigned order[] = {7, 5, 6};
    for (unsigned i = 0; i < 3; i++) {
        CU_ASSERT_EQUAL(grant(XP), order[i]);
        complete(XP);
    }
}

static void fixed_priority(void)
{
    apenet_crossbar_config_t config = common;
    config.arbitration = APENET_FIXED_PRIORITY;
    config.pass_limit = 1; /* without effect */
    start(&config);
    give(XP, 0, 100000, 0);
    give(XP, 1, 100000, 0);
    fill_for_one_output(3, 10);
    for (unsigned i = 0; i < 3 * APENET_CROSSBAR_FIFOS; i++) {
        CU_ASSERT_EQUAL(grant(XP), i / 3 + 1);
        complete(XP);
    }
}

static void requests_of_an_output_that_is_off(void)
{
    start(&common);
    give(YP, 0, 1000, 0);
    apenet_grant_t g;
    CU_ASSERT_EQUAL(push(XM, 1, XP, 0, 10, 1), 0);
    CU_ASSERT_EQUAL(push(XM, 1, XP, 1, 20, 2), 0);
    CU_ASSERT_EQUAL(push(XM, 1, YP, 0, 30, 3), 0);
    CU_ASSERT_EQUAL(push(IN0, 0, XP, 0, 40, 4), 0);
    for (unsigned token = 0, i = 0; i < 3; i++) {
        static const unsigned order[] = {4, 1, 2};
        CU_ASSERT_TRUE(apenet_crossbar_drop(&c, XP, &g));
        token = order[i];
        CU_ASSERT_EQUAL(g.packet.token, token);
        CU_ASSERT(g.input == (token == 4 ? IN0 : XM) && g.vc == (token != 4));
    }
    CU_ASSERT_FALSE(apenet_crossbar_drop(&c, XP, &g));
    CU_ASSERT_EQUAL(apenet_crossbar_space(&c, XM, 1).data, DEPTH - 32);
    CU_ASSERT_EQUAL(grant(YP), 3);
    CU_ASSERT_FALSE(apenet_crossbar_drop(&c, YP, &g)); /* a transfer is no request */
    CU_ASSERT_EQUAL(complete(YP), 3);
    CU_ASSERT_EQUAL(c.packets, 0);
}

/* The removal of a request frees its reserved VC. */
static void reserved_for_a_removed_request(void)
{
    apenet_crossbar_config_t config = common;
    config.pass_limit = 1;
    start(&config);
    apenet_grant_t g;
    give(XP, 0, 20, 0);
    CU_ASSERT_EQUAL(push(IN0, 0, XP, 0, 256, 1), 0);
    CU_ASSERT_EQUAL(push(XM, 0, XP, 0, 1, 2), 0);
    CU_ASSERT_EQUAL(push(XM, 0, XP, 0, 1, 3), 0);
    CU_ASSERT_EQUAL(grant(XP), 2);
    CU_ASSERT_EQUAL(complete(XP), 2);
    CU_ASSERT_EQUAL(grant(XP), 0); /* reserved */
    CU_ASSERT_TRUE(apenet_crossbar_drop(&c, XP, &g));
    CU_ASSERT_EQUAL(g.packet.token, 1);
    CU_ASSERT_EQUAL(grant(XP), 3);
}

/* ---- waiting times ---- */

/* The FIFO behind an output: sizes of packets, the oldest first. */
typedef struct next_fifo {
    uint32_t size[DEPTH], first, count;
} next_fifo_t;

/* Frees the space of the oldest packet of a VC. */
static void next_fifo_drain(next_fifo_t *next, unsigned vc)
{
    if (next->count == 0)
        return;
    give(XP, vc, next->size[next->first++ % DEPTH], 0);
    next->count--;
}

/* Requests for one output at all inputs: large packets in FIFO 1, small ones in the remaining FIFOs.
 * @param depth of the next FIFOs, which free space when no transfer begins
 * @return the most grants that passed a waiting request: of its VC, or of both VCs if @p both */
static uint32_t longest_wait(uint32_t pass_limit, uint32_t depth, bool both, uint32_t grants)
{
    apenet_crossbar_config_t config = common;
    config.pass_limit = pass_limit;
    start(&config);
    uint32_t waits[APENET_CROSSBAR_FIFOS] = {0}, vc_of[APENET_CROSSBAR_FIFOS] = {0}, most = 0;
    next_fifo_t next[APENET_VCS];
    memset(next, 0, sizeof next);
    state = 7;
    for (unsigned vc = 0; vc < APENET_VCS; vc++)
        give(XP, vc, depth, 0);
    while (grants > 0) {
        for (unsigned f = 0; f < APENET_CROSSBAR_FIFOS; f++) {
            if (apenet_crossbar_space(&c, ports[f / 2], f % 2).data != DEPTH)
                continue;
            vc_of[f] = f < 2 ? 0 : random_below(2);
            waits[f] = 0;
            push(ports[f / 2], f % 2, XP, vc_of[f], f == 1 ? 256 : 1 + random_below(3), f);
        }
        apenet_grant_t g;
        if (!apenet_crossbar_grant(&c, XP, &g)) {
            next_fifo_drain(&next[0], 0);
            next_fifo_drain(&next[1], 1);
            continue;
        }
        CU_ASSERT_TRUE(apenet_crossbar_complete(&c, XP, &g));
        next_fifo_t *to = &next[g.packet.vc];
        to->size[(to->first + to->count++) % DEPTH] = g.packet.payload + 2u;
        for (unsigned f = 0; f < APENET_CROSSBAR_FIFOS; f++) {
            waits[f] += f != g.packet.token && (both || vc_of[f] == g.packet.vc);
            most = waits[f] > most ? waits[f] : most;
        }
        grants--;
    }
    return most;
}

#define GRANTS 10000u
#define AMPLE  1000000000u

/* With credit each request is passed by each other FIFO at most once. */
static void bounded_wait(void)
{
    CU_ASSERT_EQUAL(longest_wait(0, AMPLE, true, 500), APENET_CROSSBAR_FIFOS - 1);
    CU_ASSERT_EQUAL(longest_wait(APENET_CROSSBAR_FIFOS, AMPLE, true, 500), APENET_CROSSBAR_FIFOS - 1);
}

/* Small packets consume the credit of a large one forever, unless the passes are limited. */
static void bounded_wait_for_credit(void)
{
    CU_ASSERT(longest_wait(0, 300, false, GRANTS) > GRANTS / 4); /* the test provokes starvation */
    for (uint32_t limit = 1; limit <= 64; limit *= 2) {
        uint32_t most = longest_wait(limit, 300, false, GRANTS);
        CU_ASSERT(most >= limit && most <= APENET_CROSSBAR_FIFOS * (limit + 1));
    }
}

/* ---- model ---- */

#define MODEL_PACKETS 512u

/* The state of a crossbar, counted independently. */
static struct {
    uint64_t queue[APENET_CROSSBAR_FIFOS][MODEL_PACKETS]; /* tokens */
    uint32_t count[APENET_CROSSBAR_FIFOS], used[APENET_CROSSBAR_FIFOS];
    uint32_t credit[APENET_CROSSBAR_PORTS][2];
    int sender[APENET_CROSSBAR_PORTS]; /* FIFO, or -1 */
    apenet_crossbar_packet_t packet[65536];
} model;

static unsigned position_of(unsigned port)
{
    unsigned i = 0;
    while (ports[i] != port)
        i++;
    return i;
}

static void model_push(uint64_t token)
{
    unsigned f = random_below(APENET_CROSSBAR_FIFOS);
    apenet_crossbar_packet_t p = {token, (uint16_t)random_below(257), ports[random_below(8)],
                                  (uint8_t)random_below(2)};
    bool fits = model.used[f] + p.payload + 2 <= DEPTH;
    CU_ASSERT_EQUAL(apenet_crossbar_push(&c, ports[f / 2], f % 2, &p), fits ? 0 : -ENOSPC);
    if (!fits)
        return;
    model.packet[token] = p;
    model.queue[f][model.count[f]++] = token;
    model.used[f] += p.payload + 2u;
}

static void model_pop(const apenet_grant_t *g)
{
    unsigned f = position_of(g->input) * 2 + g->vc;
    CU_ASSERT_EQUAL(g->packet.token, model.queue[f][0]);
    memmove(model.queue[f], model.queue[f] + 1, sizeof model.queue[f] - sizeof model.queue[f][0]);
    model.count[f]--;
    model.used[f] -= g->packet.payload + 2u;
}

/* @return whether a FIFO's first packet, not in transfer, wants this output and has credit */
static bool model_has_candidate(unsigned o)
{
    for (unsigned f = 0; f < APENET_CROSSBAR_FIFOS; f++) {
        bool is_sending = false;
        for (unsigned i = 0; i < APENET_CROSSBAR_PORTS; i++)
            is_sending |= model.sender[i] == (int)f;
        const apenet_crossbar_packet_t *p = &model.packet[model.queue[f][0]];
        if (model.count[f] != 0 && !is_sending && p->output == ports[o] &&
            model.credit[o][p->vc] >= p->payload + 2u)
            return true;
    }
    return false;
}

static void model_grant(unsigned o)
{
    apenet_grant_t g;
    bool expected = model.sender[o] < 0 && model_has_candidate(o);
    bool granted = apenet_crossbar_grant(&c, ports[o], &g);
    CU_ASSERT_EQUAL(granted, expected);
    if (!granted)
        return;
    unsigned f = position_of(g.input) * 2 + g.vc;
    const apenet_crossbar_packet_t *p = &model.packet[model.queue[f][0]];
    CU_ASSERT_EQUAL(g.packet.token, model.queue[f][0]);
    CU_ASSERT(p->output == ports[o] && p->payload == g.packet.payload && p->vc == g.packet.vc);
    CU_ASSERT(model.credit[o][p->vc] >= p->payload + 2u);
    for (unsigned i = 0; i < APENET_CROSSBAR_PORTS; i++)
        CU_ASSERT_NOT_EQUAL(model.sender[i], (int)f);
    model.credit[o][p->vc] -= p->payload + 2u;
    model.sender[o] = (int)f;
}

static void model_complete(unsigned o)
{
    apenet_grant_t g;
    bool completed = apenet_crossbar_complete(&c, ports[o], &g);
    CU_ASSERT_EQUAL(completed, model.sender[o] >= 0);
    if (!completed)
        return;
    CU_ASSERT_EQUAL(position_of(g.input) * 2 + g.vc, (unsigned)model.sender[o]);
    model_pop(&g);
    model.sender[o] = -1;
}

static void random_operations(void)
{
    for (unsigned fixed = 0; fixed < 2; fixed++) {
        apenet_crossbar_config_t config = common;
        config.arbitration = fixed ? APENET_FIXED_PRIORITY : APENET_ROUND_ROBIN;
        start(&config);
        memset(&model, 0, sizeof model);
        for (unsigned o = 0; o < APENET_CROSSBAR_PORTS; o++)
            model.sender[o] = -1;
        state = 11 + fixed;
        for (uint64_t i = 0; i < 60000; i++) {
            unsigned o = random_below(APENET_CROSSBAR_PORTS), vc = random_below(2);
            uint32_t words = random_below(300);
            switch (random_below(4)) {
            case 0:
                model_push(i);
                break;
            case 1:
                model_grant(o);
                break;
            case 2:
                model_complete(o);
                break;
            default:
                give(ports[o], vc, words, 0);
                model.credit[o][vc] += words;
            }
        }
        for (unsigned f = 0; f < APENET_CROSSBAR_FIFOS; f++)
            CU_ASSERT_EQUAL(apenet_crossbar_space(&c, ports[f / 2], f % 2).data, DEPTH - model.used[f]);
    }
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"invalid arguments", invalid_arguments},
        {"space of a FIFO", space_of_a_fifo},
        {"space of header FIFOs", space_of_header_fifos},
        {"credit for the whole packet", credit_for_the_whole_packet},
        {"replaced credit", replaced_credit},
        {"one packet at a time", one_packet_at_a_time},
        {"round robin", round_robin},
        {"fixed priority", fixed_priority},
        {"requests of an output that is off", requests_of_an_output_that_is_off},
        {"VC reserved for a removed request", reserved_for_a_removed_request},
        {"bounded wait", bounded_wait},
        {"bounded wait for credit", bounded_wait_for_credit},
        {"random operations", random_operations},
        {NULL, NULL}};
    int status = emuq_test_main("crossbar of APEnet+", tests);
    free(slots);
    return status;
}
