/* SPDX-License-Identifier: BSD-3-Clause */
/** @file pattern_collective.c  Patterns in which the nodes of trees work together (collect.h). */
#include "tools/emuq-net/pattern.h"

static int read_trees(traffic_pattern_t *p, traffic_collective_t what, const char *argument, emuq_text_t *why)
{
    p->collective = what;
    return traffic_region_read(&p->region, *argument != '\0' ? argument : "world", &p->shape, why);
}

static int read_allreduce(traffic_pattern_t *p, const char *argument, emuq_text_t *why)
{
    return read_trees(p, TRAFFIC_ALLREDUCE, argument, why);
}

static int read_broadcast(traffic_pattern_t *p, const char *argument, emuq_text_t *why)
{
    return read_trees(p, TRAFFIC_BROADCAST, argument, why);
}

static int read_barrier(traffic_pattern_t *p, const char *argument, emuq_text_t *why)
{
    return read_trees(p, TRAFFIC_BARRIER, argument, why);
}

#define TREES "[:world|line:A|plane:AB|BOX]"

const traffic_pattern_kind_t traffic_patterns_collective[] = {
    {"allreduce", TREES, "packets of all nodes of a tree combined, the result to all of them", read_allreduce,
     NULL},
    {"broadcast", TREES, "from the lowest node of a tree to all", read_broadcast, NULL},
    {"barrier", TREES, "global interrupts; a BOX is its lowest and highest node, (0,0)-(1,3)", read_barrier,
     NULL},
    {0},
};
