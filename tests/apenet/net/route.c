/* SPDX-License-Identifier: BSD-3-Clause */
/* Routes in the 3-D torus: single decisions, all paths of many lattices, and the graph of channel
 * dependencies. */
#include "apenet/net/route.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emuq_test.h"

#define NODES_MOST (8u * 8u * 8u)
#define CHANNELS   (NODES_MOST * APENET_PORTS * APENET_VCS)
#define ORDERS     6u

/* All permutations; Z, Y, X is the value after a reset. */
static const uint8_t orders[ORDERS] = {0x06, 0x09, 0x12, 0x18, 0x21, 0x24};

static uint64_t state = 1;

static uint32_t random_below(uint32_t n)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((state >> 33) % n);
}

static apenet_lattice_t lattice_of(uint32_t x, uint32_t y, uint32_t z, uint32_t mesh)
{
    uint32_t size[3] = {x, y, z};
    apenet_lattice_t l;
    CU_ASSERT_EQUAL_FATAL(apenet_lattice_init(&l, size, mesh), 0);
    return l;
}

static apenet_router_t router_at(const apenet_lattice_t *l, apenet_node_t node, uint32_t order)
{
    apenet_router_t r;
    CU_ASSERT_EQUAL_FATAL(apenet_router_init(&r, l, node, APENET_LINKS_ALL), 0);
    apenet_router_set_order(&r, order);
    return r;
}

static apenet_target_t target_of(apenet_node_t n)
{
    return (apenet_target_t){{n.at[0], n.at[1], n.at[2]}, 0};
}

static uint32_t nodes_of(const apenet_lattice_t *l)
{
    return (uint32_t)l->size[0] * l->size[1] * l->size[2];
}

/* ---- paths ---- */

static struct {
    apenet_lattice_t lattice;
    uint32_t order;
    bool vc_0; /* a wrong rule: all packets in VC 0 */
    apenet_router_t router[NODES_MOST];
    uint16_t next[CHANNELS]; /* requested channels of the next node */
    uint8_t visited[CHANNELS];
    uint32_t paths; /* number of checked paths */
} net;

static void net_init(const apenet_lattice_t *l, uint32_t order)
{
    net.lattice = *l;
    net.order = order;
    net.vc_0 = false;
    memset(net.next, 0, sizeof net.next);
    memset(net.visited, 0, sizeof net.visited);
    for (uint32_t n = 0; n < nodes_of(l); n++)
        net.router[n] = router_at(l, apenet_lattice_node(l, n), order);
}

/* Shortest distance in one dimension, by definition. */
static uint32_t ring_distance(const apenet_lattice_t *l, unsigned d, int from, int to)
{
    int direct = abs(to - from), around = l->size[d] - direct;
    return (uint32_t)(l->is_mesh[d] || direct < around ? direct : around);
}

static void path_error(uint32_t from, uint32_t to, const char *what)
{
    fprintf(stderr, "%ux%ux%u mesh %d%d%d order %02x, %" PRIu32 " to %" PRIu32 ": %s\n", net.lattice.size[0],
            net.lattice.size[1], net.lattice.size[2], net.lattice.is_mesh[0], net.lattice.is_mesh[1],
            net.lattice.is_mesh[2], net.order, from, to, what);
}

/* A path in one dimension. */
typedef struct segment {
    unsigned dimension, hops, vc;
    bool wraps;
} segment_t;

/* Checks the complete part of a path in a dimension. */
static const char *segment_check(const segment_t *s, apenet_node_t from, apenet_node_t to)
{
    unsigned d = s->dimension;
    if (s->hops != ring_distance(&net.lattice, d, from.at[d], to.at[d]))
        return "a path that is not the shortest";
    if (!net.vc_0 && s->vc != (unsigned)s->wraps)
        return "a VC that differs from the rule";
    return NULL;
}

/* Checks the port of a hop against the lattice. */
static const char *hop_check(apenet_node_t at, apenet_hop_t hop, unsigned rank, unsigned previous_rank)
{
    unsigned d = hop.port % 3, end = hop.port < 3 ? net.lattice.size[d] - 1 : 0;
    if (hop.port >= APENET_PORTS || net.lattice.size[d] == 1)
        return "a port that does not exist";
    if (net.lattice.is_mesh[d] && at.at[d] == end)
        return "a hop across the end of a mesh";
    if (hop.vc >= APENET_VCS || hop.out_of_lattice)
        return "an invalid decision";
    return rank < previous_rank ? "a dimension out of order" : NULL;
}

/* Position of a dimension in the order of the network, decoded here. */
static unsigned rank_of(unsigned d)
{
    return (net.order >> 4 & 3) == d ? 0 : (net.order >> 2 & 3) == d ? 1 : 2;
}

/* Follows a packet and records the dependencies of its channels. @return NULL, or the error */
static const char *path_follow(uint32_t source, uint32_t destination)
{
    apenet_node_t at = apenet_lattice_node(&net.lattice, source),
                  to = apenet_lattice_node(&net.lattice, destination), start = at;
    segment_t s = {3, 0, 0, false};
    unsigned input = APENET_PORT_INTERNAL, vc = 0, rank = 0;
    uint32_t before = UINT32_MAX;
    bool must_enter = true;
    for (;;) {
        apenet_hop_t hop =
            apenet_route(&net.router[apenet_lattice_number(&net.lattice, at)], input, target_of(to), vc);
        if (hop.port == APENET_PORT_INTERNAL)
            break;
        const char *wrong = hop_check(at, hop, rank_of(hop.port % 3), rank);
        if (wrong != NULL)
            return wrong;
        unsigned d = hop.port % 3;
        if (hop.enters != must_enter || hop.enters != (d != s.dimension))
            return "a wrong mark of the entry into a dimension";
        if (hop.enters && s.dimension != 3 && (wrong = segment_check(&s, start, at)) != NULL)
            return wrong;
        if (hop.enters)
            s = (segment_t){d, 0, hop.vc, false};
        if (!net.vc_0 && hop.vc != s.vc)
            return "a VC that changes within a dimension";
        vc = net.vc_0 ? 0 : hop.vc;
        uint32_t channel =
            (apenet_lattice_number(&net.lattice, at) * APENET_PORTS + hop.port) * APENET_VCS + vc;
        if (before != UINT32_MAX)
            net.next[before] |= (uint16_t)(1u << (hop.port * APENET_VCS + vc));
        before = channel;
        s.hops++;
        s.wraps |= at.at[d] == (hop.port < 3 ? net.lattice.size[d] - 1 : 0);
        at = apenet_lattice_next(&net.lattice, at, hop.port);
        if (hop.leaves != (at.at[d] == to.at[d]))
            return "a wrong mark of the end of a dimension";
        if (s.hops > net.lattice.size[d])
            return "an endless path";
        rank = rank_of(d);
        must_enter = hop.leaves;
        input = (hop.port + 3u) % 6;
    }
    if (apenet_lattice_number(&net.lattice, at) != destination)
        return "a delivery at the wrong node";
    return s.dimension != 3 ? segment_check(&s, start, at) : NULL;
}

/* Follows all pairs. @return whether all paths are right; prints the first wrong path */
static bool all_paths(void)
{
    uint32_t nodes = nodes_of(&net.lattice);
    for (uint32_t a = 0; a < nodes; a++)
        for (uint32_t b = 0; b < nodes; b++) {
            const char *wrong = path_follow(a, b);
            if (wrong != NULL) {
                path_error(a, b, wrong);
                return false;
            }
            net.paths++;
        }
    return true;
}

/* Depth-first search. @return whether a cycle is reachable from the channel */
static bool has_cycle_from(uint32_t channel)
{
    enum { ON_PATH = 1, DONE = 2 };
    net.visited[channel] = ON_PATH;
    uint32_t node = channel / (APENET_PORTS * APENET_VCS);
    apenet_port_t port = channel / APENET_VCS % APENET_PORTS;
    uint32_t to = apenet_lattice_number(
        &net.lattice, apenet_lattice_next(&net.lattice, apenet_lattice_node(&net.lattice, node), port));
    for (uint32_t i = 0; i < APENET_PORTS * APENET_VCS; i++) {
        uint32_t next = to * APENET_PORTS * APENET_VCS + i;
        if (!(net.next[channel] >> i & 1) || net.visited[next] == DONE)
            continue;
        if (net.visited[next] == ON_PATH || has_cycle_from(next))
            return true;
    }
    net.visited[channel] = DONE;
    return false;
}

static bool has_cycle(void)
{
    for (uint32_t c = 0; c < nodes_of(&net.lattice) * APENET_PORTS * APENET_VCS; c++)
        if (net.visited[c] == 0 && has_cycle_from(c))
            return true;
    return false;
}

/* Checks all paths of a lattice in some orders, and that no channels wait for each other. */
static void check_lattice(uint32_t x, uint32_t y, uint32_t z, uint32_t mesh, unsigned first, unsigned last)
{
    apenet_lattice_t l = lattice_of(x, y, z, mesh);
    for (unsigned o = first; o < last; o++) {
        net_init(&l, orders[o]);
        CU_ASSERT_TRUE(all_paths());
        CU_ASSERT_FALSE(has_cycle());
    }
}

static void small_shapes(void)
{
    net.paths = 0;
    for (uint32_t shape = 0; shape < 64; shape++)
        for (uint32_t mesh = 0; mesh < 8; mesh++)
            check_lattice(1 + shape / 16, 1 + shape / 4 % 4, 1 + shape % 4, mesh << 2, 0, ORDERS);
    CU_ASSERT_EQUAL(net.paths, 30 * 30 * 30 * 8 * ORDERS); /* 1 + 4 + 9 + 16 pairs in each dimension */
}

static void random_shapes(void)
{
    state = 20261129;
    for (unsigned i = 0; i < 24; i++) {
        uint32_t x = 1 + random_below(8), y = 1 + random_below(8), z = 1 + random_below(8);
        unsigned order = random_below(ORDERS);
        check_lattice(x, y, z, random_below(8) << 2, order, order + 1);
    }
    check_lattice(8, 8, 8, 0, 5, 6);
}

static void rings(void)
{
    for (uint32_t n = 2; n <= 32; n++)
        check_lattice(n, 1, 1, 0, 5, 6);
    check_lattice(5, 3, 2, 0, 0, ORDERS);
    check_lattice(6, 6, 1, 0, 0, ORDERS);
}

/* Without the second VC the search finds cycles. */
static void cycles_in_one_vc(void)
{
    for (uint32_t n = 4; n <= 16; n++) {
        apenet_lattice_t l = lattice_of(1, n, 1, 0);
        net_init(&l, APENET_ROUTE_ORDER_RESET);
        net.vc_0 = true;
        CU_ASSERT_TRUE(all_paths());
        CU_ASSERT_TRUE(has_cycle());
        l = lattice_of(1, n, 1, 0x08);
        net_init(&l, APENET_ROUTE_ORDER_RESET);
        net.vc_0 = true;
        CU_ASSERT_TRUE(all_paths());
        CU_ASSERT_FALSE(has_cycle()); /* a mesh needs one VC */
    }
}

/* ---- single decisions ---- */

static void ring_of_two(void)
{
    apenet_lattice_t l = lattice_of(2, 1, 1, 0);
    for (uint8_t a = 0; a < 2; a++) {
        apenet_router_t r = router_at(&l, (apenet_node_t){{a, 0, 0}}, APENET_ROUTE_ORDER_RESET);
        apenet_target_t other = {{1 - a, 0, 0}, 3}, here = {{a, 0, 0}, 3};
        apenet_hop_t hop = apenet_route(&r, APENET_PORT_INTERNAL, other, 0);
        CU_ASSERT(hop.port == APENET_PORT_X_PLUS && hop.vc == a && hop.enters && hop.leaves);
        hop = apenet_route(&r, APENET_PORT_X_MINUS, here, 1);
        CU_ASSERT(hop.port == APENET_PORT_INTERNAL + 3 && hop.vc == 1 && !hop.enters && hop.leaves);
        /* One cable: the node has the link to minus only. */
        CU_ASSERT_EQUAL(apenet_router_init(&r, &l, r.node, 1 << APENET_PORT_X_MINUS), 0);
        hop = apenet_route(&r, APENET_PORT_INTERNAL, other, 0);
        CU_ASSERT(hop.port == APENET_PORT_X_MINUS && hop.vc == 1 - a && hop.enters && hop.leaves);
    }
}

/* Half of a ring: plus, or minus if the link to plus is absent; the next routers continue. */
static void half_of_a_ring(void)
{
    apenet_lattice_t l = lattice_of(1, 1, 6, 0);
    for (uint8_t a = 0; a < 6; a++) {
        apenet_node_t node = {{0, 0, a}};
        apenet_target_t to = {{0, 0, (uint8_t)((a + 3) % 6)}, 0};
        apenet_router_t r = router_at(&l, node, APENET_ROUTE_ORDER_RESET);
        apenet_hop_t hop = apenet_route(&r, APENET_PORT_INTERNAL, to, 0);
        CU_ASSERT(hop.port == APENET_PORT_Z_PLUS && hop.vc == (a >= 3) && !hop.leaves);
        apenet_router_init(&r, &l, node, APENET_LINKS_ALL & ~(1 << APENET_PORT_Z_PLUS));
        hop = apenet_route(&r, APENET_PORT_INTERNAL, to, 0);
        CU_ASSERT(hop.port == APENET_PORT_Z_MINUS && hop.vc == (a < 3) && !hop.leaves);
        r = router_at(&l, apenet_lattice_next(&l, node, APENET_PORT_Z_MINUS), APENET_ROUTE_ORDER_RESET);
        hop = apenet_route(&r, APENET_PORT_Z_PLUS, to, hop.vc);
        CU_ASSERT(hop.port == APENET_PORT_Z_MINUS && hop.vc == (a < 3) && !hop.enters && !hop.leaves);
    }
}

/* All values of the register: six permutations, and 58 values that count as z, y, x. */
static void order_register(void)
{
    unsigned permutations = 0;
    for (uint32_t value = 0; value < 64; value++) {
        uint8_t order[3];
        unsigned a = value >> 4, b = value >> 2 & 3, c = value & 3;
        bool is_permutation = a < 3 && b < 3 && c < 3 && a != b && b != c && a != c;
        CU_ASSERT_EQUAL(apenet_route_order(value, order), is_permutation);
        permutations += is_permutation;
        if (is_permutation)
            CU_ASSERT(order[0] == a && order[1] == b && order[2] == c);
        if (!is_permutation)
            CU_ASSERT(order[0] == 2 && order[1] == 1 && order[2] == 0);
        CU_ASSERT_EQUAL(apenet_route_order(value | 0xffffffc0, order), is_permutation);
    }
    CU_ASSERT_EQUAL(permutations, ORDERS);
}

static void order_of_routing(void)
{
    apenet_lattice_t l = lattice_of(3, 3, 3, 0);
    apenet_router_t r;
    apenet_target_t to = {{1, 1, 1}, 0};
    CU_ASSERT_EQUAL(apenet_router_init(&r, &l, (apenet_node_t){{0, 0, 0}}, APENET_LINKS_ALL), 0);
    CU_ASSERT_EQUAL(apenet_route(&r, APENET_PORT_INTERNAL, to, 0).port, APENET_PORT_Z_PLUS);
    CU_ASSERT_TRUE(apenet_router_set_order(&r, 0x06)); /* x, y, z */
    CU_ASSERT_EQUAL(apenet_route(&r, APENET_PORT_INTERNAL, to, 0).port, APENET_PORT_X_PLUS);
    CU_ASSERT_TRUE(apenet_router_set_order(&r, 0x18)); /* y, z, x */
    CU_ASSERT_EQUAL(apenet_route(&r, APENET_PORT_INTERNAL, to, 0).port, APENET_PORT_Y_PLUS);
    CU_ASSERT_FALSE(apenet_router_set_order(&r, 0x15)); /* y, y, y */
    CU_ASSERT_EQUAL(apenet_route(&r, APENET_PORT_INTERNAL, to, 0).port, APENET_PORT_Z_PLUS);
}

static void out_of_lattice(void)
{
    apenet_lattice_t l = lattice_of(3, 2, 4, 0x08);
    for (uint32_t n = 0; n < nodes_of(&l); n++) {
        apenet_router_t r = router_at(&l, apenet_lattice_node(&l, n), APENET_ROUTE_ORDER_RESET);
        for (unsigned d = 0; d < 3; d++)
            for (unsigned value = 0; value < 64; value++) {
                apenet_target_t to = {{r.node.at[0], r.node.at[1], r.node.at[2]}, 7};
                to.at[d] = (uint8_t)value;
                apenet_hop_t hop = apenet_route(&r, APENET_PORT_INTERNAL + 1, to, 0);
                CU_ASSERT_EQUAL(hop.out_of_lattice, value >= l.size[d]);
                if (hop.out_of_lattice)
                    CU_ASSERT(hop.port == APENET_PORT_INTERNAL && hop.vc == 0 && !hop.enters && hop.leaves);
            }
    }
}

static void lattices(void)
{
    static const uint32_t bad[][3] = {{0, 1, 1}, {1, 0, 1}, {1, 1, 0}, {33, 1, 1}, {1, 33, 1}, {1, 1, 33}};
    apenet_lattice_t l = lattice_of(4, 3, 1, 0x0b), before = l; /* mesh in B, D and E */
    CU_ASSERT(!l.is_mesh[0] && l.is_mesh[1] && !l.is_mesh[2]);
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
        CU_ASSERT_EQUAL(apenet_lattice_init(&l, bad[i], 0), -EINVAL);
    CU_ASSERT_EQUAL(memcmp(&l, &before, sizeof l), 0);
    CU_ASSERT_EQUAL(apenet_lattice_links(&l, (apenet_node_t){{0, 0, 0}}), 0x0b); /* X+ Y+ X- */
    CU_ASSERT_EQUAL(apenet_lattice_links(&l, (apenet_node_t){{3, 1, 0}}), 0x1b); /* and Y- */
    CU_ASSERT_EQUAL(apenet_lattice_links(&l, (apenet_node_t){{2, 2, 0}}), 0x19); /* X+ X- Y- */
    apenet_router_t r;
    CU_ASSERT_EQUAL(apenet_router_init(&r, &l, (apenet_node_t){{0, 3, 0}}, APENET_LINKS_ALL), -EINVAL);
    CU_ASSERT_EQUAL(apenet_router_init(&r, &l, (apenet_node_t){{0, 2, 0}}, 0x11), 0);
    CU_ASSERT_EQUAL(r.links, 0x11);
    CU_ASSERT_EQUAL(apenet_router_init(&r, &l, (apenet_node_t){{0, 0, 0}}, 0x11), 0);
    CU_ASSERT_EQUAL(r.links, 0x01);
}

/* Both ends of each link agree, and distances are those of the definition. */
static void neighbours(void)
{
    for (uint32_t mesh = 0; mesh < 8; mesh++) {
        apenet_lattice_t l = lattice_of(4, 2, 3, mesh << 2);
        for (uint32_t n = 0; n < nodes_of(&l); n++) {
            apenet_node_t a = apenet_lattice_node(&l, n);
            for (apenet_port_t p = 0; p < APENET_PORTS; p++) {
                apenet_node_t b = apenet_lattice_next(&l, a, p);
                if (!(apenet_lattice_links(&l, a) >> p & 1))
                    continue;
                apenet_node_t back = apenet_lattice_next(&l, b, apenet_port_opposite(p));
                CU_ASSERT_TRUE(apenet_lattice_links(&l, b) >> apenet_port_opposite(p) & 1);
                CU_ASSERT_EQUAL(apenet_lattice_number(&l, back), n);
                CU_ASSERT_EQUAL(apenet_lattice_distance(&l, a, b), 1);
            }
            for (uint32_t m = 0; m < nodes_of(&l); m++) {
                apenet_node_t b = apenet_lattice_node(&l, m);
                uint32_t hops = 0;
                for (unsigned d = 0; d < 3; d++)
                    hops += ring_distance(&l, d, a.at[d], b.at[d]);
                CU_ASSERT_EQUAL(apenet_lattice_distance(&l, a, b), hops);
            }
        }
    }
}

/* z varies fastest. */
static void numbers_of_nodes(void)
{
    apenet_lattice_t l = lattice_of(4, 3, 2, 0);
    CU_ASSERT_EQUAL(apenet_lattice_number(&l, (apenet_node_t){{3, 1, 0}}), 3 * 6 + 1 * 2);
    apenet_node_t node = apenet_lattice_node(&l, 1 * 6 + 2 * 2 + 1);
    CU_ASSERT(node.at[0] == 1 && node.at[1] == 2 && node.at[2] == 1);
}

static void names_of_links(void)
{
    static const char *const name[APENET_PORTS] = {"X+", "Y+", "Z+", "X-", "Y-", "Z-"};
    for (unsigned port = 0; port < APENET_PORTS; port++)
        CU_ASSERT_STRING_EQUAL(apenet_port_name(port), name[port]);
}

/* Numbers of the specification. */
static void register_numbers(void)
{
    uint32_t status = 0;
    apenet_set(&status, APENET_CARD_STATUS_LINKS, 1 << APENET_PORT_Z_MINUS | 1 << APENET_PORT_X_PLUS);
    CU_ASSERT_EQUAL(status, 0x2100);
    CU_ASSERT_EQUAL(APENET_CARD_STATUS_READY | APENET_CARD_STATUS_RUNNING, APENET_CARD_READY);
    CU_ASSERT_EQUAL(APENET_CARD_STATUS_ROUTE_ORDER, 4);
    CU_ASSERT(APENET_REG_ROUTE_ORDER == 4 && APENET_REG_HOST_WD == 112 && APENET_REG_WD_PERIOD_MS == 121);
    CU_ASSERT_EQUAL(APENET_REG_HEALTH_PORT + APENET_PORT_Z_MINUS, 120);
    CU_ASSERT_EQUAL(APENET_REG_COUNTERS + APENET_PORT_REGISTERS * APENET_PORT_Y_MINUS + APENET_COUNT_DROPPED,
                    128 + 16 * 4 + 15);
    apenet_header_t h;
    apenet_address_t to = {1, 2, 3, 1}, from = {0, 0, 0, 0};
    apenet_header_make(&h, APENET_CMD_PUT, to, from, 16, 16);
    apenet_target_t t = apenet_header_target(&h);
    CU_ASSERT(t.at[0] == 1 && t.at[1] == 2 && t.at[2] == 3 && t.internal == 0);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"lattices", lattices},
                                        {"neighbours and distances", neighbours},
                                        {"numbers of nodes", numbers_of_nodes},
                                        {"names of links", names_of_links},
                                        {"numbers of registers", register_numbers},
                                        {"register of the dimension order", order_register},
                                        {"order of routing", order_of_routing},
                                        {"ring of two nodes", ring_of_two},
                                        {"half of a ring", half_of_a_ring},
                                        {"destination outside of the lattice", out_of_lattice},
                                        {"rings", rings},
                                        {"small shapes", small_shapes},
                                        {"random shapes", random_shapes},
                                        {"cycles in one VC", cycles_in_one_vc},
                                        {NULL, NULL}};
    return emuq_test_main("routes of APEnet+", tests);
}
