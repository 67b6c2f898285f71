/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-net/region.h"

#include <string.h>

#include "tools/emuq-net/shape.h"
#include "network/files/files.h"

#define FORMS "world, line:A, plane:AB or a box such as (0,0)-(1,3)"

static void take_all(traffic_region_t *r, const emuq_net_shape_t *shape)
{
    *r = (traffic_region_t){.shape = *shape, .extent = (1U << shape->dimensions) - 1};
    memcpy(r->size, shape->size, sizeof r->size);
}

/* Reads the dimensions in which trees extend. @param count of letters that is wanted */
static int read_extent(traffic_region_t *r, const char *letters, int count, emuq_text_t *why)
{
    r->extent = 0;
    for (const char *c = letters; *c >= 'A' && *c < 'A' + (int)r->shape.dimensions; c++)
        r->extent |= 1U << (*c - 'A');
    if (__builtin_popcount(r->extent) == count && strlen(letters) == (size_t)count)
        return 0;
    return emuq_net_error(why, "%s takes %s of the dimensions A to %c, not '%s'",
                           count == 1 ? "line" : "plane", count == 1 ? "one" : "two",
                           'A' + (int)r->shape.dimensions - 1, letters);
}

static int read_box(traffic_region_t *r, const char *text, emuq_text_t *why)
{
    uint8_t low[EMUQ_NET_DIMENSIONS], high[EMUQ_NET_DIMENSIONS];
    uint32_t first, last;
    const char *end;
    int rc = traffic_node_scan(&r->shape, text, &first, &end, why);
    if (rc == 0 && *end != '-')
        return emuq_net_error(why, "trees cover " FORMS ", not '%s'", text);
    rc = rc == 0 ? traffic_node_scan(&r->shape, end + 1, &last, &end, why) : rc;
    if (rc != 0)
        return rc;
    emuq_net_coordinates(&r->shape, first, low);
    emuq_net_coordinates(&r->shape, last, high);
    bool right = *end == '\0';
    for (uint32_t d = 0; d < r->shape.dimensions; d++) {
        right &= low[d] <= high[d];
        r->low[d] = low[d];
        r->size[d] = high[d] - low[d] + 1U;
    }
    return right ? 0
                 : emuq_net_error(why, "a box goes from its lowest node to its highest, not as '%s'", text);
}

int traffic_region_read(traffic_region_t *r, const char *text, const emuq_net_shape_t *shape,
                        emuq_text_t *why)
{
    static const char *const names[] = {"world", "line", "plane"};
    size_t length = strcspn(text, ":");
    take_all(r, shape);
    if (strcmp(text, "world") == 0)
        return 0;
    if (strncmp(text, "line:", 5) == 0)
        return read_extent(r, text + 5, 1, why);
    if (strncmp(text, "plane:", 6) == 0)
        return read_extent(r, text + 6, 2, why);
    if (*text == '(' || (*text >= '0' && *text <= '9'))
        return read_box(r, text, why);
    emuq_nearest_t search = emuq_nearest(text, length);
    emuq_nearest_of(&search, names, sizeof names / sizeof names[0]);
    return emuq_net_error_name(why, "there is no tree", &search, "trees cover " FORMS);
}

uint32_t traffic_region_members(const traffic_region_t *r)
{
    uint32_t members = 1;
    for (uint32_t d = 0; d < r->shape.dimensions; d++)
        members *= r->size[d];
    return members;
}

uint32_t traffic_region_node(const traffic_region_t *r, uint32_t rank)
{
    uint8_t at[EMUQ_NET_DIMENSIONS];
    for (uint32_t d = r->shape.dimensions; d-- > 0; rank /= r->size[d])
        at[d] = (uint8_t)(r->low[d] + rank % r->size[d]);
    return emuq_net_node(&r->shape, at);
}

uint32_t traffic_region_rank(const traffic_region_t *r, uint32_t node)
{
    uint8_t at[EMUQ_NET_DIMENSIONS];
    uint32_t rank = 0;
    emuq_net_coordinates(&r->shape, node, at);
    for (uint32_t d = 0; d < r->shape.dimensions; d++) {
        if (at[d] < r->low[d] || at[d] - r->low[d] >= r->size[d])
            return EMUQ_NET_NOWHERE;
        rank = rank * r->size[d] + (at[d] - r->low[d]);
    }
    return rank;
}

uint32_t traffic_region_first(const traffic_region_t *r, uint32_t node)
{
    uint8_t at[EMUQ_NET_DIMENSIONS];
    emuq_net_coordinates(&r->shape, node, at);
    for (uint32_t d = 0; d < r->shape.dimensions; d++)
        if (r->extent >> d & 1)
            at[d] = (uint8_t)r->low[d];
    return emuq_net_node(&r->shape, at);
}

/* The dimension that the walk from a node to the root visits in a step: the last one first. The kernel takes
 * the number of the first dimension with more than one node for the position at which the walk begins. */
static uint32_t visited(const traffic_region_t *r, uint32_t step)
{
    uint32_t n = r->shape.dimensions, first = 0;
    while (first < n && !(r->extent >> first & 1 && r->size[first] > 1))
        first++;
    return n - 1 - (first + step) % n;
}

emuq_net_tree_t traffic_region_tree(const traffic_region_t *r, uint32_t node, uint8_t vc)
{
    emuq_net_tree_t tree = {.output = EMUQ_NET_LINKS, .vc = vc, .local = true};
    uint8_t at[EMUQ_NET_DIMENSIONS];
    emuq_net_coordinates(&r->shape, node, at);
    for (uint32_t step = 0; step < r->shape.dimensions && tree.output == EMUQ_NET_LINKS; step++) {
        uint32_t d = visited(r, step), root = r->low[d] + r->size[d] / 2, end = r->low[d] + r->size[d];
        if (!(r->extent >> d & 1))
            continue;
        if (at[d] <= root && at[d] > r->low[d])
            tree.inputs |= (uint16_t)(1U << (2 * d));
        if (at[d] >= root && at[d] + 1U < end)
            tree.inputs |= (uint16_t)(1U << (2 * d + 1));
        if (at[d] != root)
            tree.output = (uint8_t)(2 * d + (at[d] < root));
    }
    return tree;
}
