/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file errors.c Links with bit errors: frequency and cost of retransmissions, and order.
 */
#include <math.h>

#include "emuq_test.h"
#include "tests/timed/network/audit.h"

#define PACKETS 8192 /* of the long message */

static const emuq_net_shape_t ring = {5, {4, 1, 1, 1, 1}, 0x1f};

/** Arrivals of a message. */
typedef struct seen {
    uint64_t count, disorder, last; /**< packets; packets out of order; cycle of the last */
} seen_t;

static bool arrived(void *context, uint32_t node, const emuq_net_packet_t *packet, uint64_t tick)
{
    seen_t *seen = context;
    (void)node;
    seen->disorder += packet->number != seen->count++;
    seen->last = tick / 16;
    return true;
}

static emuq_net_t *machine(uint32_t errors, seen_t *seen)
{
    emuq_net_parameters_t p;
    emuq_net_client_t client = {.context = seen, .arrived = arrived};
    emuq_net_t *net = NULL;
    *seen = (seen_t){0, 0, 0};
    CU_ASSERT_EQUAL_FATAL(emuq_net_preset("bgq", &p), 0);
    p.link.errors = errors;
    CU_ASSERT_EQUAL_FATAL(emuq_net_open(&p, &ring, 1, 1, &client, &net), 0);
    return net;
}

/** A message over some hops in plus direction. @return number of retransmissions */
static uint64_t put(emuq_net_t *net, uint64_t cycle, uint32_t hops, uint32_t bytes)
{
    emuq_net_message_t m = {
        .destination = hops, .bytes = bytes, .map = 1, .hints = 2, .vc = EMUQ_NET_VC_DETERMINISTIC};
    uint64_t resent = 0;
    CU_ASSERT_EQUAL(emuq_net_send(net, cycle * 16, &m), 0);
    emuq_net_run(net, UINT64_MAX);
    CU_ASSERT_EQUAL(emuq_net_present(net), 0);
    CU_ASSERT_PTR_NULL(emuq_net_audit(net));
    for (uint32_t node = 0; node < 4; node++)
        for (uint32_t link = 0; link < 10; link++)
            resent += emuq_net_counts(net, node, link).resent;
    return resent;
}

/** A continuously busy link loses for each error the packet and the timeout, and nothing more. Of n
 * packets, n p / (1 - p) are retransmitted, 4416 bits each. */
static void busy_link(void)
{
    static const uint32_t errors[] = {1000000, 10000000, 100000000};
    seen_t seen;
    emuq_net_t *net = machine(0, &seen);
    CU_ASSERT_EQUAL(put(net, 0, 1, PACKETS * 512), 0);
    uint64_t base = seen.last;
    emuq_net_close(net);
    for (uint32_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++) {
        net = machine(errors[i], &seen);
        double p = 1 - pow(1 - errors[i] / 1e12, 4416), mean = PACKETS * p / (1 - p);
        uint64_t resent = put(net, 0, 1, PACKETS * 512);
        CU_ASSERT(fabs((double)resent - mean) < 5 * sqrt(mean / (1 - p)));
        CU_ASSERT_EQUAL(seen.last,
                        base + resent * (144 + 1000)); /* the first packet of this seed is intact */
        CU_ASSERT_EQUAL(seen.count, PACKETS);
        CU_ASSERT_EQUAL(seen.disorder, 0);
        CU_ASSERT_EQUAL(emuq_net_counts(net, 0, 1).packets[1], PACKETS); /* each packet counts once */
        emuq_net_close(net);
    }
}

/** Arguments of emuq_net_client_t::down. */
typedef struct broken {
    seen_t seen; /**< first member: context of arrived() */
    uint32_t calls, node, direction;
} broken_t;

static void down(void *context, uint32_t node, uint32_t direction, uint64_t tick)
{
    broken_t *b = context;
    (void)tick;
    b->calls++;
    b->node = node;
    b->direction = direction;
}

/** A link fails with its fifth packet: four packets arrive, the rest is stuck. A second link continues. */
static void link_down(void)
{
    emuq_net_parameters_t p;
    broken_t b = {.calls = 0};
    emuq_net_client_t client = {.context = &b, .arrived = arrived, .down = down};
    emuq_net_t *net = NULL;
    emuq_net_message_t m = {
        .source = 1, .destination = 3, .bytes = 5120, .map = 1, .hints = 2, .vc = EMUQ_NET_VC_DETERMINISTIC};
    CU_ASSERT_EQUAL_FATAL(emuq_net_preset("bgq", &p), 0);
    CU_ASSERT_EQUAL_FATAL(emuq_net_open(&p, &ring, 1, 1, &client, &net), 0);
    CU_ASSERT_EQUAL(emuq_net_break(net, 4, 1, 1), -EINVAL);
    CU_ASSERT_EQUAL(emuq_net_break(net, 2, 10, 1), -EINVAL);
    CU_ASSERT_EQUAL(emuq_net_break(net, 2, 1, 0), -EINVAL);
    CU_ASSERT_EQUAL(emuq_net_break(net, 2, 1, 5), 0);
    CU_ASSERT_EQUAL(emuq_net_send(net, 0, &m), 0);
    emuq_net_run(net, UINT64_MAX);
    CU_ASSERT_EQUAL(b.seen.count, 4);
    CU_ASSERT_EQUAL(b.seen.disorder, 0);
    CU_ASSERT(b.calls == 1 && b.node == 2 && b.direction == 1);
    CU_ASSERT_EQUAL(emuq_net_present(net), 6);
    CU_ASSERT_EQUAL(emuq_net_counts(net, 2, 1).packets[1], 4);
    emuq_net_close(net);
}

/** An error of a lone packet costs its own time and 150 cycles. */
static void idle_link(void)
{
    seen_t seen;
    emuq_net_t *net = machine(100000000, &seen);
    const uint64_t whole = 125 + (22 + 24 + 22) + 138 + 85 + 136; /* without errors */
    uint64_t resent = 0, damaged = 0;
    for (uint64_t cycle = 100000; cycle < 20000000; cycle += 100000) {
        uint64_t before = resent;
        resent = put(net, cycle, 3, 512);
        CU_ASSERT_EQUAL(seen.last - cycle, whole + (144 + 150) * (resent - before));
        damaged += resent > before;
    }
    CU_ASSERT(damaged > 0 && damaged < 199);
    emuq_net_close(net);
}

/** Small packets are damaged less often: 320 bits without payload. */
static void by_size(void)
{
    seen_t seen;
    emuq_net_t *net = machine(100000000, &seen);
    uint64_t resent = 0;
    for (uint64_t i = 0; i < 4000; i++)
        resent = put(net, 100000 * (i + 1), 1, 0);
    CU_ASSERT(resent > 80 && resent < 180); /* 130 */
    emuq_net_close(net);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"a link that never rests", busy_link},
                                        {"a packet alone", idle_link},
                                        {"a link that is down", link_down},
                                        {"small packets", by_size},
                                        {NULL, NULL}};
    return emuq_test_main("network errors", tests);
}
