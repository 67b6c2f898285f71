/* SPDX-License-Identifier: BSD-3-Clause */
/* Shapes, nodes, and the regions and trees of collectives. */
#include <string.h>

#include "base/text.h"
#include "tools/emuq-net/net.h"

int traffic_shape_parse(const char *text, emuq_net_shape_t *shape, emuq_text_t *why)
{
    emuq_net_shape_t s = {.dimensions = 0};
    for (const char *at = text;; at++) {
        uint64_t n;
        if (s.dimensions == EMUQ_NET_DIMENSIONS || emuq_number_scan(at, EMUQ_NUMBER_COUNT, &n, &at) != 0 ||
            n < 1 || n > EMUQ_NET_SIZE || (*at != 'x' && *at != '\0'))
            return emuq_net_error(why,
                                  "invalid shape '%s' (expected up to %d sizes, 1 to %d, such as 16x8x8x8)",
                                  text, EMUQ_NET_DIMENSIONS, EMUQ_NET_SIZE);
        s.torus |= 1U << s.dimensions;
        s.size[s.dimensions++] = (uint32_t)n;
        if (*at == '\0')
            break;
    }
    if (emuq_net_shape_check(&s) != 0)
        return emuq_net_error(why, "shape '%s' has too many nodes", text);
    *shape = s;
    return 0;
}

int traffic_shape_mesh(const char *letters, emuq_net_shape_t *shape, emuq_text_t *why)
{
    uint32_t mesh = 0;
    for (const char *c = letters; *c != '\0'; c++) {
        if (*c < 'A' || *c >= 'A' + (int)shape->dimensions)
            return emuq_net_error(why, "--mesh: invalid value '%s' (expected dimensions A to %c)", letters,
                                  'A' + (int)shape->dimensions - 1);
        mesh |= 1U << (*c - 'A');
    }
    shape->torus &= ~mesh;
    return 0;
}

void traffic_shape_print(const emuq_net_shape_t *shape, emuq_text_t *text)
{
    for (uint32_t d = 0; d < shape->dimensions; d++)
        emuq_text_add(text, "%s%u%s", d > 0 ? "x" : "", shape->size[d], shape->torus >> d & 1 ? "" : "-");
}

/* Parses (a,b,..), one coordinate per dimension. */
static int shape_scan_coordinates(const emuq_net_shape_t *shape, const char *text, uint32_t *node,
                                  const char **end)
{
    uint8_t at[EMUQ_NET_DIMENSIONS] = {0};
    const char *c = text;
    for (uint32_t d = 0; d < shape->dimensions; d++) {
        uint64_t n;
        if (emuq_number_scan(c + 1, EMUQ_NUMBER_COUNT, &n, &c) != 0 || n >= shape->size[d] ||
            *c != (d + 1 < shape->dimensions ? ',' : ')'))
            return -EINVAL;
        at[d] = (uint8_t)n;
    }
    *node = emuq_net_node(shape, at);
    *end = c + 1;
    return 0;
}

int traffic_node_scan(const emuq_net_shape_t *shape, const char *text, uint32_t *node, const char **end,
                      emuq_text_t *why)
{
    uint64_t n;
    if (*text == '(') {
        if (shape_scan_coordinates(shape, text, node, end) == 0)
            return 0;
    } else if (emuq_number_scan(text, EMUQ_NUMBER_COUNT, &n, end) == 0 && n < emuq_net_nodes(shape)) {
        *node = (uint32_t)n;
        return 0;
    }
    return emuq_net_error(why,
                          "invalid node '%.24s' (expected a number below %u or %u coordinates such as (1,0))",
                          text, emuq_net_nodes(shape), shape->dimensions);
}

#define FORMS "world, line:A, plane:AB or a box such as (0,0)-(1,3)"

/* Parses the dimensions of trees. @param count expected number of letters */
static int region_read_extent(traffic_region_t *r, const char *letters, int count, emuq_text_t *why)
{
    r->extent = 0;
    for (const char *c = letters; *c >= 'A' && *c < 'A' + (int)r->shape.dimensions; c++)
        r->extent |= 1U << (*c - 'A');
    if (__builtin_popcount(r->extent) == count && strlen(letters) == (size_t)count)
        return 0;
    return emuq_net_error(why, "%s:%s: expected %s of the dimensions A to %c", count == 1 ? "line" : "plane",
                          letters, count == 1 ? "one" : "two", 'A' + (int)r->shape.dimensions - 1);
}

static int region_read_box(traffic_region_t *r, const char *text, emuq_text_t *why)
{
    uint8_t low[EMUQ_NET_DIMENSIONS], high[EMUQ_NET_DIMENSIONS];
    uint32_t first, last;
    const char *end;
    int rc = traffic_node_scan(&r->shape, text, &first, &end, why);
    if (rc == 0 && *end != '-')
        return emuq_net_error(why, "invalid tree '%s' (expected " FORMS ")", text);
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
                 : emuq_net_error(why, "invalid box '%s' (expected its lowest node, -, its highest node)",
                                  text);
}

int traffic_region_read(traffic_region_t *r, const char *text, const emuq_net_shape_t *shape,
                        emuq_text_t *why)
{
    static const char *const names[] = {"world", "line", "plane"};
    size_t length = strcspn(text, ":");
    *r = (traffic_region_t){.shape = *shape, .extent = (1U << shape->dimensions) - 1};
    memcpy(r->size, shape->size, sizeof r->size);
    if (strcmp(text, "world") == 0)
        return 0;
    if (strncmp(text, "line:", 5) == 0)
        return region_read_extent(r, text + 5, 1, why);
    if (strncmp(text, "plane:", 6) == 0)
        return region_read_extent(r, text + 6, 2, why);
    if (*text == '(' || (*text >= '0' && *text <= '9'))
        return region_read_box(r, text, why);
    emuq_nearest_t search = emuq_nearest(text, length);
    emuq_nearest_of(&search, names, sizeof names / sizeof names[0]);
    return emuq_net_error_name(why, "unknown tree", &search, "expected " FORMS);
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

/* Dimension that the walk from a node to the root corrects in a step: the last dimension first. The
 * kernel starts at the position given by the number of the first dimension with several nodes. */
static uint32_t region_dimension(const traffic_region_t *r, uint32_t step)
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
        uint32_t d = region_dimension(r, step), root = r->low[d] + r->size[d] / 2,
                 end = r->low[d] + r->size[d];
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
