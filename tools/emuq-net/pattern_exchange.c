/* SPDX-License-Identifier: BSD-3-Clause */
/** @file pattern_exchange.c  Patterns in which a node sends to several others in turn. */
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "tools/emuq-net/pattern.h"
#include "tools/emuq-net/permutation.h"
#include "tools/emuq-net/random.h"
#include "network/files/files.h"

/* ---- all nodes ---- */

static traffic_target_t in_random_order(const traffic_pattern_t *p, uint32_t source, uint64_t i)
{
    uint32_t other = traffic_permute(traffic_hash(p->seed, source, 0, 0), p->nodes - 1, (uint32_t)i);
    return (traffic_target_t){other + (other >= source), 0};
}

static traffic_target_t in_order(const traffic_pattern_t *p, uint32_t source, uint64_t i)
{
    return (traffic_target_t){(uint32_t)((source + i + 1) % p->nodes), 0};
}

static traffic_target_t by_bits(const traffic_pattern_t *p, uint32_t source, uint64_t i)
{
    (void)p;
    return (traffic_target_t){source ^ (uint32_t)(i + 1), 0};
}

static traffic_target_t near_first(const traffic_pattern_t *p, uint32_t source, uint64_t i)
{
    uint8_t at[EMUQ_NET_DIMENSIONS], offset[EMUQ_NET_DIMENSIONS];
    emuq_net_coordinates(&p->shape, source, at);
    emuq_net_coordinates(&p->shape, p->by_distance[i], offset);
    for (uint32_t d = 0; d < p->shape.dimensions; d++)
        at[d] = (uint8_t)((at[d] + offset[d]) % p->shape.size[d]);
    return (traffic_target_t){emuq_net_node(&p->shape, at), 0};
}

/* Counting sort of all offsets but 0 by distance, as on a torus. */
static int sort_by_distance(traffic_pattern_t *p)
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
                                          uint64_t) = {in_random_order, in_order, by_bits, near_first};
static const char *const order_names[] = {"perm", "shift", "xor", "near-first"};
enum { ORDER_PERM, ORDER_SHIFT, ORDER_XOR, ORDER_NEAR, ORDERS };

static int read_window(traffic_pattern_t *p, const char *text, emuq_text_t *why)
{
    uint64_t bytes;
    if (strncmp(text, "window=", 7) != 0 ||
        emuq_number_parse(text + 7, EMUQ_NUMBER_SIZE, 1, UINT32_MAX, &bytes) != 0)
        return emuq_net_error(why, "pattern alltoall takes window=BYTES behind its order, not '%s'", text);
    p->window = (uint32_t)bytes;
    return 0;
}

static int read_alltoall(traffic_pattern_t *p, const char *argument, emuq_text_t *why)
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
        return emuq_net_error(why,
                               "pattern alltoall has the orders perm, shift, xor and near-first, not '%.*s'",
                               (int)length, argument);
    if (order == ORDER_XOR && (p->nodes & (p->nodes - 1)) != 0)
        return emuq_net_error(
            why, "pattern alltoall:xor wants a number of nodes that is a power of 2, not %u", p->nodes);
    p->order = order;
    p->everyone = true;
    p->round = p->nodes > 1 ? p->nodes - 1 : 1;
    const char *rest = argument + length + (argument[length] == ':');
    if (*rest != '\0' && read_window(p, rest, why) != 0)
        return -EINVAL;
    return order == ORDER_NEAR ? sort_by_distance(p) : 0;
}

static traffic_target_t alltoall(const traffic_pattern_t *p, uint32_t source, uint64_t number)
{
    return p->nodes > 1 ? orders[p->order](p, source, number % p->round) : (traffic_target_t){source, 0};
}

/* ---- neighbours ---- */

static int read_neighbour(traffic_pattern_t *p, const char *argument, emuq_text_t *why)
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
        return emuq_net_error(why, "pattern neighbour takes a direction with a link, such as A+, not '%s'",
                               argument);
    p->round = (uint64_t)__builtin_popcount(p->directions);
    return 0;
}

static traffic_target_t neighbour(const traffic_pattern_t *p, uint32_t source, uint64_t number)
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

const traffic_pattern_kind_t traffic_patterns_exchange[] = {
    {"alltoall", "[:perm|shift|xor|near-first][:window=B]", "every other node once, and again", read_alltoall,
     alltoall},
    {"neighbour", "[:A+]", "all directions in turn, or one", read_neighbour, neighbour},
    {0},
};
