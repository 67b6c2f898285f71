/* SPDX-License-Identifier: BSD-3-Clause */
/* Traffic in networks of routers and crossbars with finite FIFOs: all packets arrive, in order for each pair
 * of nodes; with one VC a ring stops. A seeded generator draws the order of events. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apenet/net/crossbar.h"
#include "emuq_test.h"

#define NODES_MOST   64u
#define PACKETS_MOST (NODES_MOST * 200u)

static uint64_t state = 1;

static uint32_t random_below(uint32_t n)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((state >> 33) % n);
}

/* Packets and network of a run. */
typedef struct traffic {
    uint32_t size[3], mesh, order;
    apenet_crossbar_config_t config;
    uint32_t packets; /* from each node */
    uint32_t shift;   /* destination: this number of nodes behind the source; 0: random */
    uint32_t payload; /* words of each packet; 0: random */
    bool vc_0;        /* a wrong rule: all packets in VC 0 */
    bool cuts;        /* a packet may leave the next node before this node has sent all of the packet */
} traffic_t;

typedef struct packet {
    uint32_t from, to, serial; /* serial: number among the packets of this pair */
    uint32_t payload;
} packet_t;

/* A packet on a link, or between a crossbar and an internal port. */
typedef struct transfer {
    bool is_busy, has_arrived;
    apenet_grant_t grant;
} transfer_t;

typedef struct member {
    apenet_router_t router;
    apenet_crossbar_t crossbar;
    apenet_crossbar_packet_t *slots;
    uint32_t unsent[APENET_CROSSBAR_INTERNAL]; /* next packet for each internal port */
    transfer_t transfer[APENET_CROSSBAR_PORTS];
    apenet_space_t returned[APENET_CROSSBAR_PORTS][APENET_VCS]; /* credit on its path to this output */
} member_t;

static const uint8_t ports[APENET_CROSSBAR_PORTS] = {
    APENET_PORT_INTERNAL, APENET_PORT_INTERNAL + 1, 0, 1, 2, 3, 4, 5};

static struct {
    traffic_t traffic;
    apenet_lattice_t lattice;
    uint32_t nodes, packets, delivered, interleaved, disordered, overflows, misrouted;
    member_t member[NODES_MOST];
    packet_t packet[PACKETS_MOST]; /* packets of node n: from n * traffic.packets on */
    uint32_t expected[NODES_MOST][NODES_MOST];
} net;

static uint32_t number_of(apenet_node_t n)
{
    return ((uint32_t)n.at[0] * net.lattice.size[1] + n.at[1]) * net.lattice.size[2] + n.at[2];
}

static apenet_node_t node_of(uint32_t number)
{
    uint32_t z = net.lattice.size[2], y = net.lattice.size[1];
    return (apenet_node_t){{(uint8_t)(number / z / y), (uint8_t)(number / z % y), (uint8_t)(number % z)}};
}

static unsigned position_of(unsigned port)
{
    unsigned i = 0;
    while (ports[i] != port)
        i++;
    return i;
}

/* Internal port at both ends of a packet: one for each pair, so that a pair stays in order. */
static unsigned internal_port(const packet_t *p)
{
    return p->to % APENET_CROSSBAR_INTERNAL;
}

/* First packet of a node for an internal port, from a packet on; the end of the node's packets if there is
 * none. */
static uint32_t packet_from(uint32_t node, unsigned port, uint32_t i)
{
    uint32_t end = (node + 1) * net.traffic.packets;
    while (i < end && internal_port(&net.packet[i]) != port)
        i++;
    return i;
}

static void make_packets(uint32_t node)
{
    const traffic_t *t = &net.traffic;
    uint32_t serial[NODES_MOST] = {0};
    for (uint32_t i = node * t->packets; i < (node + 1) * t->packets; i++) {
        uint32_t to = (node + (t->shift != 0 ? t->shift : random_below(net.nodes))) % net.nodes;
        uint32_t payload = t->payload != 0 ? t->payload : 1 + random_below(random_below(3) == 0 ? 256 : 8);
        net.packet[i] = (packet_t){node, to, serial[to]++, payload};
        net.packets++;
    }
}

static void net_start(const traffic_t *t)
{
    memset(&net, 0, sizeof net);
    net.traffic = *t;
    CU_ASSERT_EQUAL_FATAL(apenet_lattice_init(&net.lattice, t->size, t->mesh), 0);
    net.nodes = t->size[0] * t->size[1] * t->size[2];
    CU_ASSERT_FATAL(net.nodes <= NODES_MOST && net.nodes * t->packets <= PACKETS_MOST);
    for (uint32_t n = 0; n < net.nodes; n++) {
        member_t *m = &net.member[n];
        m->slots = calloc(apenet_crossbar_slots(&t->config), sizeof *m->slots);
        CU_ASSERT_PTR_NOT_NULL_FATAL(m->slots);
        CU_ASSERT_EQUAL_FATAL(apenet_router_init(&m->router, &net.lattice, node_of(n), APENET_LINKS_ALL), 0);
        CU_ASSERT_TRUE(apenet_router_set_order(&m->router, t->order));
        CU_ASSERT_EQUAL_FATAL(apenet_crossbar_init(&m->crossbar, &t->config, m->slots), 0);
        for (unsigned o = 0; o < APENET_CROSSBAR_PORTS; o++)
            for (unsigned vc = 0; vc < APENET_VCS; vc++)
                apenet_crossbar_credit(&m->crossbar, ports[o], vc, t->config.depth);
        make_packets(n);
        for (unsigned i = 0; i < APENET_CROSSBAR_INTERNAL; i++)
            m->unsent[i] = packet_from(n, i, n * t->packets);
    }
}

static void net_end(void)
{
    for (uint32_t n = 0; n < net.nodes; n++)
        free(net.member[n].slots);
}

/* Routes a packet at the input of a node and stores the packet. @return the result of apenet_crossbar_push()
 */
static int node_receive(uint32_t node, unsigned input, unsigned vc, uint64_t token)
{
    member_t *m = &net.member[node];
    const packet_t *p = &net.packet[token];
    apenet_node_t to = node_of(p->to);
    apenet_target_t target = {{to.at[0], to.at[1], to.at[2]}, (uint8_t)internal_port(p)};
    apenet_hop_t hop = apenet_route(&m->router, input, target, vc);
    if (net.traffic.vc_0)
        hop.vc = 0;
    apenet_crossbar_packet_t reference = {token, (uint16_t)p->payload, hop.port, hop.vc};
    return apenet_crossbar_push(&m->crossbar, input, vc, &reference);
}

/* Consumes a packet at its destination. */
static void node_deliver(uint32_t node, uint64_t token)
{
    const packet_t *p = &net.packet[token];
    net.misrouted += p->to != node;
    net.disordered += net.expected[p->from][p->to]++ != p->serial;
    net.delivered++;
}

/* Passes the packet of an output to the next node, or to its destination. */
static void transfer_arrive(uint32_t node, transfer_t *t)
{
    const apenet_crossbar_packet_t *p = &t->grant.packet;
    t->has_arrived = true;
    if (p->output >= APENET_PORT_INTERNAL) {
        node_deliver(node, p->token);
        return;
    }
    apenet_node_t next = apenet_lattice_next(&net.lattice, node_of(node), p->output);
    net.overflows += node_receive(number_of(next), apenet_port_opposite(p->output), p->vc, p->token) != 0;
}

static void return_credit(uint32_t node, unsigned output, unsigned vc, uint32_t payload)
{
    apenet_space_t *to = &net.member[node].returned[position_of(output)][vc];
    apenet_space_t cost = apenet_crossbar_cost(&net.traffic.config, payload);
    to->data += cost.data;
    to->header += cost.header;
}

/* Ends a transfer: its output, and space for the previous router. */
static void transfer_end(uint32_t node, unsigned o)
{
    member_t *m = &net.member[node];
    apenet_grant_t g;
    CU_ASSERT_TRUE(apenet_crossbar_complete(&m->crossbar, ports[o], &g));
    CU_ASSERT_EQUAL(g.packet.token, m->transfer[o].grant.packet.token);
    m->transfer[o].is_busy = false;
    if (g.packet.output >= APENET_PORT_INTERNAL) /* consumed at once */
        return_credit(node, g.packet.output, g.packet.vc, g.packet.payload);
    if (g.input >= APENET_PORT_INTERNAL)
        return;
    apenet_node_t previous = apenet_lattice_next(&net.lattice, node_of(node), g.input);
    return_credit(number_of(previous), apenet_port_opposite(g.input), g.vc, g.packet.payload);
}

/* One event of an output. @return whether the output is or was busy */
static bool output_step(uint32_t node, unsigned o)
{
    member_t *m = &net.member[node];
    transfer_t *t = &m->transfer[o];
    apenet_grant_t g;
    if (t->is_busy) {
        net.interleaved += apenet_crossbar_grant(&m->crossbar, ports[o], &g);
        if (random_below(2) == 0)
            return true;
        if (!t->has_arrived) {
            transfer_arrive(node, t);
            if (net.traffic.cuts && random_below(2) == 0)
                return true;
        }
        transfer_end(node, o);
        return true;
    }
    if (!apenet_crossbar_grant(&m->crossbar, ports[o], &t->grant))
        return false;
    t->is_busy = true;
    t->has_arrived = false;
    return true;
}

/* Starts packets of a node, while its FIFOs have space. */
static bool source_step(uint32_t node)
{
    member_t *m = &net.member[node];
    bool moved = false;
    for (unsigned i = 0; i < APENET_CROSSBAR_INTERNAL; i++) {
        uint32_t p = m->unsent[i];
        if (p == (node + 1) * net.traffic.packets || node_receive(node, APENET_PORT_INTERNAL + i, 0, p) != 0)
            continue;
        m->unsent[i] = packet_from(node, i, p + 1);
        moved = true;
    }
    return moved;
}

/* Delivers credit to an output, sometimes later. @return whether credit is or was on its path */
static bool credit_step(uint32_t node, unsigned o)
{
    member_t *m = &net.member[node];
    bool is_there = false;
    for (unsigned vc = 0; vc < APENET_VCS; vc++) {
        apenet_space_t *space = &m->returned[o][vc];
        if (space->data == 0 && space->header == 0)
            continue;
        is_there = true;
        if (random_below(4) == 0)
            continue;
        CU_ASSERT_EQUAL(apenet_crossbar_credit(&m->crossbar, ports[o], vc, *space), 0);
        *space = (apenet_space_t){0, 0};
    }
    return is_there;
}

/* Runs until all packets have arrived or nothing can move. @return whether all have arrived */
static bool net_run(const traffic_t *t)
{
    net_start(t);
    bool moved = true;
    while (moved) {
        moved = false;
        uint32_t first = random_below(net.nodes);
        for (uint32_t i = 0; i < net.nodes; i++) {
            uint32_t node = (first + i) % net.nodes;
            moved |= source_step(node);
            for (unsigned o = 0; o < APENET_CROSSBAR_PORTS; o++) {
                moved |= credit_step(node, o);
                moved |= output_step(node, o);
            }
        }
    }
    net_end();
    CU_ASSERT_EQUAL(net.interleaved, 0);
    CU_ASSERT_EQUAL(net.disordered, 0);
    CU_ASSERT_EQUAL(net.overflows, 0);
    CU_ASSERT_EQUAL(net.misrouted, 0);
    return net.delivered == net.packets;
}

/* Runs traffic that must drain. Then the FIFOs are empty and all credit has returned. */
static void drains(const traffic_t *t)
{
    bool all = net_run(t);
    CU_ASSERT_TRUE(all);
    if (!all)
        fprintf(stderr, "%ux%ux%u mesh %02x order %02x shift %u: %" PRIu32 " of %" PRIu32 " packets\n",
                t->size[0], t->size[1], t->size[2], t->mesh, t->order, t->shift, net.delivered, net.packets);
    for (uint32_t n = 0; n < net.nodes; n++) {
        CU_ASSERT_EQUAL(net.member[n].crossbar.packets, 0);
        for (unsigned o = 0; o < APENET_CROSSBAR_PORTS; o++)
            for (unsigned vc = 0; vc < APENET_VCS; vc++) {
                apenet_space_t credit = net.member[n].crossbar.output[o].credit[vc];
                CU_ASSERT(credit.data == t->config.depth.data && credit.header == t->config.depth.header);
            }
    }
}

/* The smallest FIFO has space for one packet of the largest size. */
static const apenet_crossbar_config_t smallest = {APENET_ROUND_ROBIN, false, {258, 0}, 16};

static traffic_t traffic_of(uint32_t x, uint32_t y, uint32_t z, uint32_t mesh, uint32_t packets)
{
    return (traffic_t){
        .size = {x, y, z}, .mesh = mesh, .order = 0x24, .config = smallest, .packets = packets};
}

/* Large packets over half of the ring: the packet in each FIFO waits for the next FIFO. */
static void rings(void)
{
    for (uint32_t nodes = 2; nodes <= 12; nodes++)
        for (uint32_t shift = 0; shift < nodes; shift++) {
            traffic_t t = traffic_of(nodes, 1, 1, 0, 40);
            t.shift = shift;
            t.payload = shift != 0 ? 256 : 0;
            drains(&t);
        }
}

/* The same traffic with VC 0 alone stops; on a mesh it does not. */
static void deadlock_in_one_vc(void)
{
    for (uint32_t nodes = 4; nodes <= 12; nodes++) {
        traffic_t t = traffic_of(nodes, 1, 1, 0, 40);
        t.shift = nodes / 2;
        t.payload = 256;
        t.vc_0 = true;
        CU_ASSERT_FALSE(net_run(&t));
        t.mesh = 0x10;
        drains(&t);
    }
}

static void tori(void)
{
    static const uint8_t orders[] = {0x06, 0x09, 0x12, 0x18, 0x21, 0x24};
    static const uint32_t shapes[][3] = {{2, 2, 2}, {3, 3, 3}, {4, 4, 4}, {4, 1, 5}, {1, 6, 6}, {5, 3, 2}};
    for (unsigned s = 0; s < sizeof shapes / sizeof *shapes; s++)
        for (unsigned o = 0; o < sizeof orders; o++) {
            traffic_t t = traffic_of(shapes[s][0], shapes[s][1], shapes[s][2], random_below(8) << 2, 30);
            t.mesh = o % 2 == 0 ? 0 : t.mesh;
            t.order = orders[o];
            t.cuts = o % 3 == 0;
            t.payload = o % 3 == 1 ? 256 : 0;
            drains(&t);
        }
}

/* All packets to a node at a distance that loads one direction. */
static void shifted_traffic(void)
{
    static const uint32_t shifts[] = {1, 4 + 1, 16 + 4 + 1, 32 + 8 + 2, 63};
    for (unsigned i = 0; i < sizeof shifts / sizeof *shifts; i++) {
        traffic_t t = traffic_of(4, 4, 4, 0, 40);
        t.shift = shifts[i];
        t.payload = 256;
        drains(&t);
    }
}

/* Both arbitrations, deeper FIFOs, separate header FIFOs, no limit of passes. */
static void configurations(void)
{
    static const apenet_crossbar_config_t configs[] = {
        {APENET_ROUND_ROBIN, false, {1024, 0}, 0},    {APENET_ROUND_ROBIN, false, {258, 0}, 1},
        {APENET_ROUND_ROBIN, false, {300, 0}, 0},     {APENET_FIXED_PRIORITY, false, {258, 0}, 0},
        {APENET_FIXED_PRIORITY, true, {512, 128}, 0}, {APENET_ROUND_ROBIN, true, {256, 2}, 16}};
    for (unsigned i = 0; i < sizeof configs / sizeof *configs; i++)
        for (unsigned cuts = 0; cuts < 2; cuts++) {
            traffic_t t = traffic_of(4, 3, 4, 0, 60);
            t.config = configs[i];
            t.cuts = cuts != 0;
            drains(&t);
        }
}

int main(void)
{
    static const emuq_test_t tests[] = {{"rings", rings},
                                        {"deadlock in one VC", deadlock_in_one_vc},
                                        {"tori", tori},
                                        {"shifted traffic", shifted_traffic},
                                        {"configurations", configurations},
                                        {NULL, NULL}};
    return emuq_test_main("traffic in networks of APEnet+", tests);
}
