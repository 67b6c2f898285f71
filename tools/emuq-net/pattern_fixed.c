/* SPDX-License-Identifier: BSD-3-Clause */
/** @file pattern_fixed.c  Patterns in which each node has one destination. */
#include <string.h>

#include "base/number.h"
#include "tools/emuq-net/pattern.h"
#include "tools/emuq-net/permutation.h"
#include "tools/emuq-net/random.h"
#include "network/files/files.h"

/* ---- by coordinates ---- */

static uint32_t longest(const emuq_net_shape_t *shape)
{
    uint32_t best = 0;
    for (uint32_t d = 1; d < shape->dimensions; d++)
        if (shape->size[d] > shape->size[best])
            best = d;
    return best;
}

static int read_bisection(traffic_pattern_t *p, const char *argument, emuq_text_t *why)
{
    p->all = strcmp(argument, "all") == 0;
    if (!p->all && *argument != '\0')
        return emuq_net_error(why, "pattern bisection takes all or nothing behind its name, not '%s'",
                               argument);
    return 0;
}

static traffic_target_t bisection(const traffic_pattern_t *p, uint32_t source, uint64_t number)
{
    (void)number;
    uint8_t at[EMUQ_NET_DIMENSIONS];
    emuq_net_coordinates(&p->shape, source, at);
    uint32_t chosen = longest(&p->shape);
    for (uint32_t d = 0; d < p->shape.dimensions; d++)
        if (p->all || d == chosen)
            at[d] = (uint8_t)((at[d] + p->shape.size[d] / 2) % p->shape.size[d]);
    return (traffic_target_t){emuq_net_node(&p->shape, at), 0};
}

static traffic_target_t complement(const traffic_pattern_t *p, uint32_t source, uint64_t number)
{
    (void)number;
    uint8_t at[EMUQ_NET_DIMENSIONS];
    emuq_net_coordinates(&p->shape, source, at);
    for (uint32_t d = 0; d < p->shape.dimensions; d++)
        at[d] = (uint8_t)(p->shape.size[d] - 1 - at[d]);
    return (traffic_target_t){emuq_net_node(&p->shape, at), 0};
}

static traffic_target_t tornado(const traffic_pattern_t *p, uint32_t source, uint64_t number)
{
    (void)number;
    uint8_t at[EMUQ_NET_DIMENSIONS];
    uint32_t size = p->shape.size[0];
    emuq_net_coordinates(&p->shape, source, at);
    at[0] = (uint8_t)((at[0] + (size > 1 ? size / 2 - 1 : 0)) % size);
    return (traffic_target_t){emuq_net_node(&p->shape, at), 0};
}

/* ---- by bits of the node number ---- */

static unsigned bits_of(const traffic_pattern_t *p)
{
    return 31 - (unsigned)__builtin_clz(p->nodes);
}

static int want_power(const traffic_pattern_t *p, emuq_text_t *why)
{
    if ((p->nodes & (p->nodes - 1)) == 0)
        return 0;
    return emuq_net_error(why, "pattern %s wants a number of nodes that is a power of 2, not %u",
                           p->kind->name, p->nodes);
}

static int read_bits(traffic_pattern_t *p, const char *argument, emuq_text_t *why)
{
    (void)argument;
    return want_power(p, why);
}

static traffic_target_t reverse(const traffic_pattern_t *p, uint32_t source, uint64_t number)
{
    (void)number;
    uint32_t node = 0;
    for (unsigned b = 0; b < bits_of(p); b++)
        node |= (source >> b & 1) << (bits_of(p) - 1 - b);
    return (traffic_target_t){node, 0};
}

/* Turns the bits of the source to the left by @p by. */
static traffic_target_t rotate(const traffic_pattern_t *p, uint32_t source, unsigned by)
{
    uint64_t wide = (uint64_t)source << by;
    return (traffic_target_t){(uint32_t)((wide | wide >> bits_of(p)) & (p->nodes - 1)), 0};
}

static traffic_target_t shuffle(const traffic_pattern_t *p, uint32_t source, uint64_t number)
{
    (void)number;
    return rotate(p, source, p->nodes > 1);
}

/* ---- transpose ---- */

static int read_transpose(traffic_pattern_t *p, const char *argument, emuq_text_t *why)
{
    const emuq_net_shape_t *s = &p->shape;
    p->all = strcmp(argument, "rank") == 0;
    if (p->all) {
        if (want_power(p, why) != 0)
            return -EINVAL;
        return bits_of(p) % 2 == 0
                   ? 0
                   : emuq_net_error(why, "pattern transpose:rank wants 4, 16, 64, .. nodes, not %u",
                                     p->nodes);
    }
    if (*argument != '\0')
        return emuq_net_error(why, "pattern transpose takes rank or nothing behind its name, not '%s'",
                               argument);
    if (s->dimensions < 2 || s->size[0] != s->size[1] || (s->dimensions >= 4 && s->size[2] != s->size[3]))
        return emuq_net_error(
            why, "pattern transpose wants equal dimensions A and B, and C and D; transpose:rank "
                 "does not");
    return 0;
}

static traffic_target_t transpose(const traffic_pattern_t *p, uint32_t source, uint64_t number)
{
    (void)number;
    if (p->all)
        return rotate(p, source, bits_of(p) / 2);
    uint8_t at[EMUQ_NET_DIMENSIONS];
    emuq_net_coordinates(&p->shape, source, at);
    for (uint32_t d = 0; d + 1 < p->shape.dimensions && d < 4; d += 2) {
        uint8_t first = at[d];
        at[d] = at[d + 1];
        at[d + 1] = first;
    }
    return (traffic_target_t){emuq_net_node(&p->shape, at), 0};
}

/* ---- random, but fixed ---- */

static int read_permutation(traffic_pattern_t *p, const char *argument, emuq_text_t *why)
{
    if (*argument != '\0' && emuq_number_parse(argument, EMUQ_NUMBER_COUNT, 0, UINT64_MAX, &p->seed) != 0)
        return emuq_net_error(why, "pattern permutation takes a number, not '%s'", argument);
    return 0;
}

static traffic_target_t permutation(const traffic_pattern_t *p, uint32_t source, uint64_t number)
{
    (void)number;
    return (traffic_target_t){traffic_permute(traffic_mix(p->seed), p->nodes, source), 0};
}

const traffic_pattern_kind_t traffic_patterns_fixed[] = {
    {"bisection", "[:all]", "half the ring away in the longest dimension, or in all", read_bisection,
     bisection},
    {"transpose", "[:rank]", "coordinates A and B, C and D exchanged; halves of the number's bits",
     read_transpose, transpose},
    {"complement", NULL, "the opposite coordinate in each dimension", NULL, complement},
    {"reverse", NULL, "bits of the node number reversed", read_bits, reverse},
    {"shuffle", NULL, "bits of the node number turned by one", read_bits, shuffle},
    {"tornado", NULL, "nearly half the ring away in dimension A", NULL, tornado},
    {"permutation", "[:SEED]", "a random permutation of the nodes", read_permutation, permutation},
    {0},
};
