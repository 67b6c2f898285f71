/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file footprint.c Host memory per node when the network is full: 131,072 nodes fit into 2 GB.
 */
#include <stdio.h>
#include <unistd.h>

#include "emuq_test.h"
#include "network/network.h"

#define MOST    ((UINT64_C(2) << 30) / 131072) /* bytes of a node */
#define AT_ONCE 6                              /* messages of a node */
#define CYCLES  12000

static emuq_net_t *net;
static uint32_t nodes;
static uint64_t state = 1;

static uint32_t draw(uint32_t bound)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((state >> 33) * bound >> 31);
}

/** A full packet to any node, on one of the two user channels. */
static void send(uint32_t source, uint32_t queue, uint64_t tick)
{
    emuq_net_message_t m = {.source = source,
                            .destination = (source + 1 + draw(nodes - 1)) % nodes,
                            .bytes = 512,
                            .queue = (uint16_t)queue,
                            .map = (1u << EMUQ_NET_L0) - 1,
                            .vc = (uint8_t)draw(2)};
    CU_ASSERT_EQUAL(emuq_net_send(net, tick, &m), 0);
}

static void again(void *context, const emuq_net_message_t *message, uint64_t tick)
{
    (void)context;
    send(message->source, message->queue, tick);
}

/** Resident bytes of this process. */
static uint64_t resident(void)
{
    unsigned long all = 0, here = 0;
    FILE *statm = fopen("/proc/self/statm", "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(statm);
    CU_ASSERT_EQUAL_FATAL(fscanf(statm, "%lu %lu", &all, &here), 2);
    fclose(statm);
    return (uint64_t)here * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void full(void)
{
    const emuq_net_shape_t shape = {5, {8, 8, 8, 4, 2}, 0x1f};
    const emuq_net_client_t client = {.sent = again};
    emuq_net_parameters_t p;
    uint64_t before = resident();
    nodes = emuq_net_nodes(&shape);
    CU_ASSERT_EQUAL_FATAL(emuq_net_preset("bgq", &p), 0);
    CU_ASSERT_EQUAL_FATAL(emuq_net_open(&p, &shape, 1, 1, &client, &net), 0);
    for (uint32_t node = 0; node < nodes; node++)
        for (uint32_t i = 0; i < AT_ONCE; i++)
            send(node, i, 0);
    emuq_net_run(net, (uint64_t)CYCLES * p.clock.cycle);
    uint64_t each = (resident() - before) / nodes;
    printf("%llu bytes of a node, with %.1f packets\n", (unsigned long long)each,
           (double)emuq_net_present(net) / nodes);
    CU_ASSERT(emuq_net_present(net) > (uint64_t)20 * nodes); /* the network is full */
    CU_ASSERT(each > 1000);
    CU_ASSERT(each < MOST);
    emuq_net_close(net);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"a full machine", full}, {NULL, NULL}};
    return emuq_test_main("network footprint", tests);
}
