/* SPDX-License-Identifier: BSD-3-Clause */
/** @file pattern_random.c  Patterns with a new random destination for each message. */
#include "tools/emuq-net/pattern.h"
#include "network/files/files.h"
#include "tools/emuq-net/random.h"
#include "tools/emuq-net/shape.h"

enum { UNIT_DESTINATION = 1, UNIT_HOT }; /* of traffic_hash() */

static int read_uniform(traffic_pattern_t *p, const char *argument, emuq_text_t *why)
{
    (void)argument, (void)why;
    p->round = 0;
    return 0;
}

static traffic_target_t uniform(const traffic_pattern_t *p, uint32_t source, uint64_t number)
{
    if (p->nodes == 1)
        return (traffic_target_t){source, 0};
    uint32_t other = traffic_below(traffic_hash(p->seed, source, UNIT_DESTINATION, number), p->nodes - 1);
    return (traffic_target_t){other + (other >= source), 0};
}

static int read_hotspot(traffic_pattern_t *p, const char *argument, emuq_text_t *why)
{
    const char *end;
    uint64_t share;
    int rc = traffic_node_scan(&p->shape, argument, &p->target_node, &end, why);
    if (rc != 0)
        return rc;
    if (*end != ',' || emuq_net_decimal(end + 1, 6, &share, &end) != 0 || *end != '\0' || share > 1000000)
        return emuq_net_error(why, "pattern hotspot takes a node and a probability, hotspot:0,0.1, not '%s'",
                               argument);
    p->probability = (share << 32) / 1000000;
    p->round = 0;
    return 0;
}

static traffic_target_t hotspot(const traffic_pattern_t *p, uint32_t source, uint64_t number)
{
    bool hot = traffic_hash(p->seed, source, UNIT_HOT, number) >> 32 < p->probability;
    return hot && source != p->target_node ? (traffic_target_t){p->target_node, 0}
                                           : uniform(p, source, number);
}

const traffic_pattern_kind_t traffic_patterns_random[] = {
    {"uniform", NULL, "a random other node", read_uniform, uniform},
    {"hotspot", ":NODE,P", "the node with probability P, else uniform", read_hotspot, hotspot},
    {0},
};
