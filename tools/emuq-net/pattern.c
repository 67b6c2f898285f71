/* SPDX-License-Identifier: BSD-3-Clause */
/* Patterns of destinations and their peak rates. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "network/rules.h"
#include "tools/emuq-net/net.h"

#define ROUNDS 4

/* A round-based bijection on numbers of 2 @p half bits (a Feistel network). */
static uint32_t pattern_bijection(uint64_t key, unsigned half, uint32_t x)
{
    uint32_t mask = (1U << half) - 1, left = x >> half, right = x & mask;
    for (uint64_t round = 0; round < ROUNDS; round++) {
        uint32_t next = left ^ ((uint32_t)traffic_mix(key ^ (round << 56 | right)) & mask);
        left = right;
        right = next;
    }
    return left << half | right;
}

uint32_t traffic_permute(uint64_t key, uint32_t count, uint32_t i)
{
    unsigned half = 1;
    while (half < 16 && (1ULL << (2 * half)) < count)
        half++;
    do
        i = pattern_bijection(key, half, i);
    while (i >= count);
    return i;
}

enum { UNIT_DESTINATION = 1, UNIT_HOT }; /* units of traffic_hash() */

static int pattern_read_uniform(traffic_pattern_t *p, const char *argument, emuq_text_t *why)
{
    (void)argument, (void)why;
    p->round = 0;
    return 0;
}

static traffic_target_t pattern_uniform(const traffic_pattern_t *p, uint32_t source, uint64_t number)
{
    if (p->nodes == 1)
        return (traffic_target_t){source, 0};
    uint32_t other = traffic_below(traffic_hash(p->seed, source, UNIT_DESTINATION, number), p->nodes - 1);
    return (traffic_target_t){other + (other >= source), 0};
}

static int pattern_read_hotspot(traffic_pattern_t *p, const char *argument, emuq_text_t *why)
{
    const char *end;
    uint64_t share;
    int rc = traffic_node_scan(&p->shape, argument, &p->target_node, &end, why);
    if (rc != 0)
        return rc;
    if (*end != ',' || emuq_net_decimal(end + 1, 6, &share, &end) != 0 || *end != '\0' || share > 1000000)
        return emuq_net_error(
            why, "pattern hotspot: invalid argument '%s' (expected a node and a probability, 0,0.1)",
            argument);
    p->probability = (share << 32) / 1000000;
    p->round = 0;
    return 0;
}

static traffic_target_t pattern_hotspot(const traffic_pattern_t *p, uint32_t source, uint64_t number)
{
    bool hot = traffic_hash(p->seed, source, UNIT_HOT, number) >> 32 < p->probability;
    return hot && source != p->target_node ? (traffic_target_t){p->target_node, 0}
                                           : pattern_uniform(p, source, number);
}

static traffic_target_t order_perm(const traffic_pattern_t *p, uint32_t source, uint64_t i)
{
    uint32_t other = traffic_permute(traffic_hash(p->seed, source, 0, 0), p->nodes - 1, (uint32_t)i);
    return (traffic_target_t){other + (other >= source), 0};
}

static traffic_target_t order_shift(const traffic_pattern_t *p, uint32_t source, uint64_t i)
{
    return (traffic_target_t){(uint32_t)((source + i + 1) % p->nodes), 0};
}

static traffic_target_t order_xor(const traffic_pattern_t *p, uint32_t source, uint64_t i)
{
    (void)p;
    return (traffic_target_t){source ^ (uint32_t)(i + 1), 0};
}

static traffic_target_t order_near(const traffic_pattern_t *p, uint32_t source, uint64_t i)
{
    uint8_t at[EMUQ_NET_DIMENSIONS], offset[EMUQ_NET_DIMENSIONS];
    emuq_net_coordinates(&p->shape, source, at);
    emuq_net_coordinates(&p->shape, p->by_distance[i], offset);
    for (uint32_t d = 0; d < p->shape.dimensions; d++)
        at[d] = (uint8_t)((at[d] + offset[d]) % p->shape.size[d]);
    return (traffic_target_t){emuq_net_node(&p->shape, at), 0};
}

/* Counting sort of all nonzero offsets by distance on a torus. */
static int pattern_sort_by_distance(traffic_pattern_t *p)
{
    emuq_net_shape_t torus = p->shape;
    torus.torus = (1U << torus.dimensions) - 1;
    uint32_t start[EMUQ_NET_DIMENSIONS * EMUQ_NET_SIZE + 2] = {0};
    p->by_distance = malloc(p->nodes * sizeof *p->by_distance);
    if (p->by_distance == NULL)
        return -ENOMEM;
    for (uint32_t n = 1; n < p->nodes; n++)
        start[emuq_net_distance(&torus, 0, n) + 1]++;
    for (size_t i = 1; i < sizeof start / sizeof start[0]; i++)
        start[i] += start[i - 1];
    for (uint32_t n = 1; n < p->nodes; n++)
        p->by_distance[start[emuq_net_distance(&torus, 0, n)]++] = n;
    return 0;
}

static traffic_target_t (*const orders[])(const traffic_pattern_t *, uint32_t,
                                          uint64_t) = {order_perm, order_shift, order_xor, order_near};
static const char *const order_names[] = {"perm", "shift", "xor", "near-first"};
enum { ORDER_PERM, ORDER_SHIFT, ORDER_XOR, ORDER_NEAR, ORDERS };

static int pattern_read_window(traffic_pattern_t *p, const char *text, emuq_text_t *why)
{
    uint64_t bytes;
    if (strncmp(text, "window=", 7) != 0 ||
        emuq_number_parse(text + 7, EMUQ_NUMBER_SIZE, 1, UINT32_MAX, &bytes) != 0)
        return emuq_net_error(why, "pattern alltoall: invalid argument '%s' (expected window=BYTES)", text);
    p->window = (uint32_t)bytes;
    return 0;
}

static int pattern_read_alltoall(traffic_pattern_t *p, const char *argument, emuq_text_t *why)
{
    size_t length = strcspn(argument, ":");
    uint32_t order = 0;
    while (order < ORDERS &&
           (strlen(order_names[order]) != length || strncmp(order_names[order], argument, length) != 0))
        order++;
    if (strncmp(argument, "window=", 7) == 0)
        length = 0;
    if (length == 0)
        order = ORDER_PERM;
    if (order == ORDERS)
        return emuq_net_error(
            why, "pattern alltoall: invalid order '%.*s' (expected perm, shift, xor or near-first)",
            (int)length, argument);
    if (order == ORDER_XOR && (p->nodes & (p->nodes - 1)) != 0)
        return emuq_net_error(why, "pattern alltoall:xor: %u nodes are not a power of 2", p->nodes);
    p->order = order;
    p->all_nodes = true;
    p->round = p->nodes > 1 ? p->nodes - 1 : 1;
    const char *rest = argument + length + (argument[length] == ':');
    if (*rest != '\0' && pattern_read_window(p, rest, why) != 0)
        return -EINVAL;
    return order == ORDER_NEAR ? pattern_sort_by_distance(p) : 0;
}

static traffic_target_t pattern_alltoall(const traffic_pattern_t *p, uint32_t source, uint64_t number)
{
    return p->nodes > 1 ? orders[p->order](p, source, number % p->round) : (traffic_target_t){source, 0};
}

static int pattern_read_neighbour(traffic_pattern_t *p, const char *argument, emuq_text_t *why)
{
    const emuq_net_shape_t *s = &p->shape;
    uint32_t existing = 0;
    for (uint32_t d = 0; d < 2 * s->dimensions; d++)
        if (s->size[d / 2] > 1)
            existing |= 1U << d;
    p->directions = *argument == '\0' ? existing : 0;
    if (*argument >= 'A' && *argument < 'A' + (int)s->dimensions &&
        (argument[1] == '+' || argument[1] == '-') && argument[2] == '\0')
        p->directions = existing & 1U << (2 * (*argument - 'A') + (argument[1] == '+'));
    if (p->directions == 0)
        return emuq_net_error(
            why, "pattern neighbour: invalid direction '%s' (expected a direction with a link, such as A+)",
            argument);
    p->round = (uint64_t)__builtin_popcount(p->directions);
    return 0;
}

static traffic_target_t pattern_neighbour(const traffic_pattern_t *p, uint32_t source, uint64_t number)
{
    uint32_t left = p->directions;
    for (uint64_t skip = number % p->round; skip > 0; skip--)
        left &= left - 1;
    uint32_t direction = (uint32_t)__builtin_ctz(left),
             node = emuq_net_neighbour(&p->shape, source, direction);
    if (node == EMUQ_NET_NOWHERE)
        return (traffic_target_t){source, 0};
    return (traffic_target_t){node, (uint16_t)(1U << direction)};
}

/* The destination that the pattern finds by coordinates. */
static traffic_target_t pattern_moved(const traffic_pattern_t *p, uint32_t source, uint64_t number)
{
    (void)number;
    uint8_t at[EMUQ_NET_DIMENSIONS];
    emuq_net_coordinates(&p->shape, source, at);
    p->kind->move(p, at);
    return (traffic_target_t){emuq_net_node(&p->shape, at), 0};
}

static int pattern_read_bisection(traffic_pattern_t *p, const char *argument, emuq_text_t *why)
{
    p->all = strcmp(argument, "all") == 0;
    if (!p->all && *argument != '\0')
        return emuq_net_error(why, "pattern bisection: invalid argument '%s' (expected all)", argument);
    return 0;
}

static void pattern_bisection(const traffic_pattern_t *p, uint8_t at[EMUQ_NET_DIMENSIONS])
{
    const emuq_net_shape_t *s = &p->shape;
    uint32_t longest = 0;
    for (uint32_t d = 1; d < s->dimensions; d++)
        longest = s->size[d] > s->size[longest] ? d : longest;
    for (uint32_t d = 0; d < s->dimensions; d++)
        if (p->all || d == longest)
            at[d] = (uint8_t)((at[d] + s->size[d] / 2) % s->size[d]);
}

static void pattern_complement(const traffic_pattern_t *p, uint8_t at[EMUQ_NET_DIMENSIONS])
{
    for (uint32_t d = 0; d < p->shape.dimensions; d++)
        at[d] = (uint8_t)(p->shape.size[d] - 1 - at[d]);
}

static void pattern_tornado(const traffic_pattern_t *p, uint8_t at[EMUQ_NET_DIMENSIONS])
{
    uint32_t size = p->shape.size[0];
    at[0] = (uint8_t)((at[0] + (size > 1 ? size / 2 - 1 : 0)) % size);
}

static unsigned pattern_bits(const traffic_pattern_t *p)
{
    return 31 - (unsigned)__builtin_clz(p->nodes);
}

static int pattern_read_bits(traffic_pattern_t *p, const char *argument, emuq_text_t *why)
{
    (void)argument;
    if ((p->nodes & (p->nodes - 1)) == 0)
        return 0;
    return emuq_net_error(why, "pattern %s: %u nodes are not a power of 2", p->kind->name, p->nodes);
}

static traffic_target_t pattern_reverse(const traffic_pattern_t *p, uint32_t source, uint64_t number)
{
    (void)number;
    uint32_t node = 0;
    for (unsigned b = 0; b < pattern_bits(p); b++)
        node |= (source >> b & 1) << (pattern_bits(p) - 1 - b);
    return (traffic_target_t){node, 0};
}

/* Rotates the bits of the source left. */
static uint32_t pattern_rotate(const traffic_pattern_t *p, uint32_t source, unsigned by)
{
    uint64_t wide = (uint64_t)source << by;
    return (uint32_t)((wide | wide >> pattern_bits(p)) & (p->nodes - 1));
}

static traffic_target_t pattern_shuffle(const traffic_pattern_t *p, uint32_t source, uint64_t number)
{
    (void)number;
    return (traffic_target_t){pattern_rotate(p, source, p->nodes > 1), 0};
}

static int pattern_read_transpose(traffic_pattern_t *p, const char *argument, emuq_text_t *why)
{
    const emuq_net_shape_t *s = &p->shape;
    p->all = strcmp(argument, "rank") == 0;
    if (p->all) {
        if (pattern_read_bits(p, argument, why) != 0)
            return -EINVAL;
        return pattern_bits(p) % 2 == 0
                   ? 0
                   : emuq_net_error(
                         why, "pattern transpose:rank: invalid number of nodes %u (expected 4, 16, 64, ..)",
                         p->nodes);
    }
    if (*argument != '\0')
        return emuq_net_error(why, "pattern transpose: invalid argument '%s' (expected rank)", argument);
    if (s->dimensions < 2 || s->size[0] != s->size[1] || (s->dimensions >= 4 && s->size[2] != s->size[3]))
        return emuq_net_error(why,
                              "pattern transpose needs equal dimensions A and B, and C and D; transpose:rank "
                              "does not");
    return 0;
}

static void pattern_transpose(const traffic_pattern_t *p, uint8_t at[EMUQ_NET_DIMENSIONS])
{
    if (p->all) { /* transposes bits of the node number */
        uint32_t node = pattern_rotate(p, emuq_net_node(&p->shape, at), pattern_bits(p) / 2);
        emuq_net_coordinates(&p->shape, node, at);
        return;
    }
    for (uint32_t d = 0; d + 1 < p->shape.dimensions && d < 4; d += 2) {
        uint8_t first = at[d];
        at[d] = at[d + 1];
        at[d + 1] = first;
    }
}

static int pattern_read_permutation(traffic_pattern_t *p, const char *argument, emuq_text_t *why)
{
    if (*argument != '\0' && emuq_number_parse(argument, EMUQ_NUMBER_COUNT, 0, UINT64_MAX, &p->seed) != 0)
        return emuq_net_error(why, "pattern permutation: invalid seed '%s' (expected a number)", argument);
    return 0;
}

static traffic_target_t pattern_permutation(const traffic_pattern_t *p, uint32_t source, uint64_t number)
{
    (void)number;
    return (traffic_target_t){traffic_permute(traffic_mix(p->seed), p->nodes, source), 0};
}

static int pattern_read_trees(traffic_pattern_t *p, const char *argument, emuq_text_t *why)
{
    return traffic_region_read(&p->region, *argument != '\0' ? argument : "world", &p->shape, why);
}

#define TREES "[:world|line:A|plane:AB|BOX]"

/* clang-format off */
static const traffic_pattern_kind_t pattern_kinds[] = {
    {"uniform", NULL, "a random node", pattern_read_uniform, pattern_uniform, NULL, 0},
    {"hotspot", ":NODE,P", "the node with probability P, else uniform", pattern_read_hotspot, pattern_hotspot, NULL, 0},
    {"alltoall", "[:perm|shift|xor|near-first][:window=B]", "all nodes in sequence", pattern_read_alltoall, pattern_alltoall, NULL, 0},
    {"neighbour", "[:A+]", "all directions in sequence, or a single direction", pattern_read_neighbour, pattern_neighbour, NULL, 0},
    {"bisection", "[:all]", "half the ring away in the longest dimension, or in all", pattern_read_bisection, pattern_moved, pattern_bisection, 0},
    {"transpose", "[:rank]", "coordinates A and B, C and D exchanged; halves of the number's bits", pattern_read_transpose, pattern_moved, pattern_transpose, 0},
    {"complement", NULL, "the opposite coordinate in each dimension", NULL, pattern_moved, pattern_complement, 0},
    {"reverse", NULL, "bits of the node number reversed", pattern_read_bits, pattern_reverse, NULL, 0},
    {"shuffle", NULL, "bits of the node number rotated by one", pattern_read_bits, pattern_shuffle, NULL, 0},
    {"tornado", NULL, "nearly half the ring away in dimension A", NULL, pattern_moved, pattern_tornado, 0},
    {"permutation", "[:SEED]", "a random permutation of the nodes", pattern_read_permutation, pattern_permutation, NULL, 0},
    {"allreduce", TREES, "packets of all nodes of a tree combined, the result to all nodes", pattern_read_trees, NULL, NULL, TRAFFIC_ALLREDUCE},
    {"broadcast", TREES, "from the lowest node of a tree to all", pattern_read_trees, NULL, NULL, TRAFFIC_BROADCAST},
    {"barrier", TREES, "global interrupts; a BOX is its lowest and highest node, (0,0)-(1,3)", pattern_read_trees, NULL, NULL, TRAFFIC_BARRIER},
};
/* clang-format on */
#define KINDS (sizeof pattern_kinds / sizeof pattern_kinds[0])

static const traffic_pattern_kind_t *pattern_find(const char *name, size_t length, emuq_text_t *why)
{
    emuq_nearest_t search = emuq_nearest(name, length);
    for (const traffic_pattern_kind_t *k = pattern_kinds; k < pattern_kinds + KINDS; k++) {
        emuq_nearest_try(&search, k->name);
        if (search.distance == 0)
            return k;
    }
    emuq_net_error_name(why, "unknown pattern", &search, "emuq-net --list prints all patterns");
    return NULL;
}

int traffic_pattern_open(traffic_pattern_t *p, const char *text, const emuq_net_shape_t *shape, uint64_t seed,
                         emuq_text_t *why)
{
    *p = (traffic_pattern_t){.shape = *shape, .nodes = emuq_net_nodes(shape), .seed = seed, .round = 1};
    snprintf(p->text, sizeof p->text, "%s", text);
    size_t length = strcspn(text, ":");
    p->kind = pattern_find(text, length, why);
    if (p->kind == NULL)
        return -EINVAL;
    if (p->kind->argument == NULL && text[length] != '\0')
        return emuq_net_error(why, "pattern %s takes no argument: '%s'", p->kind->name, text);
    p->collective = p->kind->collective;
    return p->kind->read != NULL ? p->kind->read(p, text[length] != '\0' ? text + length + 1 : "", why) : 0;
}

void traffic_pattern_free(traffic_pattern_t *p)
{
    free(p->by_distance);
}

void traffic_pattern_list(FILE *out)
{
    for (const traffic_pattern_kind_t *k = pattern_kinds; k < pattern_kinds + KINDS; k++) {
        char left[64];
        snprintf(left, sizeof left, "%s%s", k->name, k->argument != NULL ? k->argument : "");
        fprintf(out, "  %-40s %s\n", left, k->help);
    }
}

/* Messages that cross each link position, by direction and coordinate, if all sources send one. */
typedef struct loads {
    double link[EMUQ_NET_LINKS][EMUQ_NET_SIZE];
    double hops; /* sum over all messages */
    double sent;
} loads_t;

static void peak_walk(loads_t *l, const traffic_pattern_t *p, uint32_t d, uint32_t from, uint32_t to,
                      int direction, double weight)
{
    uint32_t size = p->shape.size[d];
    for (uint32_t at = from; at != to; at = (at + size + (uint32_t)direction) % size) {
        l->link[2 * d + (direction > 0)][at] += weight;
        l->hops += weight;
    }
}

static void peak_add_message(loads_t *l, const traffic_pattern_t *p, uint32_t source, traffic_target_t target,
                             double weight)
{
    uint8_t from[EMUQ_NET_DIMENSIONS], to[EMUQ_NET_DIMENSIONS];
    uint32_t sum = 0;
    emuq_net_coordinates(&p->shape, source, from);
    emuq_net_coordinates(&p->shape, target.node, to);
    for (uint32_t d = 0; d < p->shape.dimensions; d++)
        sum += from[d];
    for (uint32_t d = 0; d < p->shape.dimensions; d++) {
        int direction =
            emuq_net_ring_direction(from[d], to[d], p->shape.size[d], p->shape.torus >> d & 1, sum);
        if (target.hints >> (2 * d) & 3)
            direction = target.hints >> (2 * d + 1) & 1 ? 1 : -1;
        peak_walk(l, p, d, from[d], to[d], direction, weight);
    }
    l->sent += weight;
}

/* Adds messages between all pairs of nodes, each with probability 1 / (nodes - 1), per dimension: all
 * coordinate pairs (from, to) are equally frequent. */
static void peak_add_uniform(loads_t *l, const traffic_pattern_t *p, double weight)
{
    for (uint32_t d = 0; d < p->shape.dimensions && p->nodes > 1; d++) {
        uint32_t size = p->shape.size[d];
        double pairs = (double)p->nodes / size * ((double)p->nodes / size) / (p->nodes - 1) * weight / 2;
        for (uint32_t from = 0; from < size; from++)
            for (uint32_t to = 0; to < size; to++)
                for (uint32_t sum = 0; sum < 2; sum++) /* parities of coordinate sums are equally frequent */
                    peak_walk(l, p, d, from, to,
                              emuq_net_ring_direction(from, to, size, p->shape.torus >> d & 1, sum), pairs);
    }
    l->sent += (double)p->nodes * weight;
}

static double peak_hot_share(const traffic_pattern_t *p)
{
    return (double)p->probability / 4294967296.0;
}

/* Rate at which all links into the hot node are busy. */
static double peak_hot_rate(const traffic_pattern_t *p)
{
    double into = peak_hot_share(p) * (p->nodes - 1) + 1 - peak_hot_share(p);
    uint32_t links = 0;
    for (uint32_t d = 0; d < 2 * p->shape.dimensions; d++)
        links +=
            p->shape.size[d / 2] > 1 && emuq_net_neighbour(&p->shape, p->target_node, d) != EMUQ_NET_NOWHERE;
    return links / into;
}

/* Adds a round of messages of each source, or a random message. */
static void peak_add_pattern(loads_t *l, const traffic_pattern_t *p)
{
    double hot = peak_hot_share(p);
    if (p->round == 0)
        peak_add_uniform(l, p, 1 - hot);
    else if (p->all_nodes)
        peak_add_uniform(l, p, (double)p->round);
    for (uint32_t s = 0; s < p->nodes; s++) {
        if (hot > 0)
            peak_add_message(l, p, s, (traffic_target_t){p->target_node, 0}, hot);
        for (uint64_t i = 0; i < p->round && !p->all_nodes; i++) {
            traffic_target_t target = traffic_pattern_target(p, s, i);
            if (target.node != s)
                peak_add_message(l, p, s, target, 1);
        }
    }
}

traffic_peak_t traffic_peak(const traffic_pattern_t *p)
{
    loads_t l = {.sent = 0};
    peak_add_pattern(&l, p);
    traffic_peak_t peak = {.rate = 0, .hops = l.sent > 0 ? l.hops / l.sent : 0};
    double worst = 0, all = (p->round > 0 ? (double)p->round : 1) * p->nodes;
    for (uint32_t d = 0; d < p->shape.dimensions; d++)
        for (uint32_t i = 0; i < 2 * p->shape.size[d]; i++) {
            double load = l.link[2 * d + i % 2][i / 2] * p->shape.size[d]; /* times nodes: per link */
            if (load > worst) {
                worst = load;
                peak.dimension = d;
            }
        }
    if (worst > 0)
        peak.rate = all / worst;
    if (p->probability > 0)
        peak.rate = fmin(peak.rate, peak_hot_rate(p));
    peak.mean = p->round > 0 ? peak.rate * l.sent / all : peak.rate;
    return peak;
}

static double peak_busy(const emuq_net_parameters_t *p, uint32_t bytes)
{
    uint32_t full = bytes / p->mu.payload, rest = bytes % p->mu.payload;
    double cycles = (double)full * emuq_net_occupancy(p, emuq_net_chunks(p->mu.payload));
    return rest > 0 || full == 0 ? cycles + emuq_net_occupancy(p, emuq_net_chunks(rest)) : cycles;
}

double traffic_mean_busy(const emuq_net_parameters_t *p, uint32_t least, uint32_t most)
{
    double sum = 0, count = 0;
    uint32_t step = (most - least) / 4096 + 1; /* long ranges are sampled */
    for (uint64_t bytes = least; bytes <= most; bytes += step, count++)
        sum += peak_busy(p, (uint32_t)bytes);
    return sum / count;
}
