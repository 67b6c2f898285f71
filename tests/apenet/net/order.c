/* SPDX-License-Identifier: BSD-3-Clause */
/* Packets that pass by the crossbar: inputs alternate, and headers name the virtual channel. */
#include <string.h>
#include <sys/mman.h>

#include "apenet/card/packets.h"
#include "apenet/net/node.h"
#include "emuq_test.h"

#define NODES 4u

static apenet_network_t *network;
static uint64_t network_bytes;
static bool is_open; /* nodes take packets */
static unsigned packets;
static uint32_t from[QUEUE_SLOTS + 1], vc;

/* Opens a ring of nodes. */
static void open_ring(void)
{
    apenet_network_plan_t plan;
    memset(&plan, 0, sizeof plan);
    CU_ASSERT_EQUAL(apenet_lattice_init(&plan.lattice, (const uint32_t[]){NODES, 1, 1}, 0), 0);
    apenet_link_defaults(&plan.link, APENET_DIALECT_APENET);
    network_bytes = apenet_network_bytes(&plan);
    void *memory = mmap(NULL, network_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CU_ASSERT_FATAL(memory != MAP_FAILED);
    network = apenet_network_init(memory, &plan);
    CU_ASSERT_PTR_NOT_NULL_FATAL(network);
    packets = 0;
}

static apenet_header_t header(uint32_t source, uint32_t target)
{
    apenet_header_t h;
    apenet_header_make(&h, APENET_CMD_PUT, (apenet_address_t){(uint8_t)target, 0, 0, 0},
                       (apenet_address_t){(uint8_t)source, 0, 0, 0}, 0, sizeof(apenet_word_t));
    return h;
}

static void inject(uint32_t source, uint32_t target)
{
    apenet_word_t *at = apenet_network_reserve(network, source, APENET_INJECT_MESSAGES);
    CU_ASSERT_PTR_NOT_NULL_FATAL(at);
    apenet_header_t h = header(source, target);
    memset(at, 0, 3 * sizeof *at);
    memcpy(at, &h, sizeof h);
    apenet_set(at[2].w, APENET_FOOTER_CRC, apenet_crc32(&at[1], sizeof at[1], 0));
    apenet_set(at[2].w, APENET_FOOTER_ENVELOPE, apenet_crc32(&at[2], 12, 0));
    apenet_network_commit(network, source, APENET_INJECT_MESSAGES);
}

static bool deliver(void *argument, uint32_t node, const apenet_network_packet_t *p)
{
    (void)argument;
    (void)node;
    apenet_header_t h;
    if (!is_open)
        return false;
    memcpy(&h, &p->header, sizeof h);
    CU_ASSERT_FATAL(packets <= QUEUE_SLOTS);
    from[packets++] = apenet_source(&h).x;
    vc = apenet_get(h.w, APENET_HEADER_VC);
    return true;
}

static void reply_or_refill(void *argument, uint32_t node)
{
    (void)argument;
    (void)node;
}

static void run(void)
{
    static const apenet_network_hooks_t hooks = {deliver, reply_or_refill, reply_or_refill, NULL};
    apenet_network_run(network, &hooks, NULL);
}

/* A packet that waits for an output is not overtaken by all packets of another input. */
static void inputs_alternate(void)
{
    open_ring();
    is_open = false;
    inject(0, 1);
    run();
    for (unsigned i = 0; i < QUEUE_SLOTS; i++)
        inject(1, 1);
    is_open = true;
    run();
    CU_ASSERT_EQUAL(packets, QUEUE_SLOTS + 1);
    CU_ASSERT(from[0] == 0 || from[1] == 0);
    munmap(network, network_bytes);
}

/* The header of a packet names the VC of its last link. */
static void headers_name_the_vc(void)
{
    unsigned in_vc[APENET_VCS] = {0, 0};
    open_ring();
    is_open = true;
    for (unsigned i = 0; i < 2 * NODES; i++) {
        uint32_t source = i / 2, target = (source + (i % 2 != 0 ? 1 : NODES - 1)) % NODES;
        apenet_header_t h = header(source, target);
        apenet_hop_t hop =
            apenet_route(&network->node[source].router, APENET_PORT_INTERNAL, apenet_header_target(&h), 0);
        packets = 0;
        inject(source, target);
        run();
        CU_ASSERT_EQUAL(packets, 1);
        CU_ASSERT_EQUAL(vc, hop.vc);
        in_vc[hop.vc]++;
    }
    CU_ASSERT(in_vc[0] != 0 && in_vc[1] != 0);
    munmap(network, network_bytes);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"inputs alternate", inputs_alternate}, {"headers name the VC", headers_name_the_vc}, {NULL, NULL}};
    return emuq_test_main("order of packets in routers", tests);
}
