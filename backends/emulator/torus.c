/* SPDX-License-Identifier: BSD-3-Clause */
/* The torus: neighbours, directions, lines (hwi-packet-headers section 7). */
#include "backends/emulator/torus.h"

#include "network/rules.h"

/* Node number distance of one step in each dimension. */
static uint32_t stride(const emuq_geometry_t *g, int d)
{
    uint32_t s = 1;
    for (int i = 4; i > d; i--)
        s *= g->size[i];
    return s;
}

static uint32_t coordinate(const emuq_geometry_t *g, uint32_t node, int d)
{
    return node / stride(g, d) % g->size[d];
}

static uint32_t coordinate_sum(const emuq_geometry_t *g, uint32_t node)
{
    uint32_t sum = 0;
    for (int d = 0; d < 5; d++)
        sum += coordinate(g, node, d);
    return sum;
}

static bool wraps(const emuq_geometry_t *g, int d)
{
    return (g->torus & (0x10u >> d)) != 0;
}

/* The node one step from @p node, whose coordinate in the dimension is *c and becomes that of the other one;
 * or UINT32_MAX off a mesh. */
static uint32_t step(const emuq_geometry_t *g, uint32_t node, uint32_t *c, int d, bool is_up)
{
    uint32_t last = g->size[d] - 1, s = stride(g, d), from = *c;
    if (from == (is_up ? last : 0)) {
        *c = last - from;
        return !wraps(g, d) ? UINT32_MAX : is_up ? node - last * s : node + last * s;
    }
    *c = is_up ? from + 1 : from - 1;
    return is_up ? node + s : node - s;
}

uint32_t emuq_neighbour(const emuq_geometry_t *g, uint32_t node, uint32_t link)
{
    const int d = (int)(link / 2);
    uint32_t c = coordinate(g, node, d);
    return step(g, node, &c, d, link % 2 != 0);
}

/* Hint bits of a dimension: byte 1 is (A- A+ B- B+ C- C+ D- D+), byte 2 begins with (E- E+). */
static uint32_t hint_minus(int d)
{
    return d == 4 ? 0x80u : 0x8000u >> (2 * d);
}

/* As emuq_direction(), with the coordinates in the dimension, and the sum of all of the source. */
static int direction(const emuq_geometry_t *g, uint32_t from, uint32_t to, uint32_t source_sum, int d,
                     uint32_t hints, const char **error)
{
    int sign;
    if (from == to)
        return 0;
    if (hints == 0)
        sign = emuq_net_ring_direction(from, to, g->size[d], wraps(g, d), source_sum);
    else if (hints & hint_minus(d))
        sign = -1;
    else if (hints & (hint_minus(d) >> 1))
        sign = 1;
    else {
        *error = "the hint bits leave out a dimension in which the destination differs";
        return 0;
    }
    if (!wraps(g, d) && (sign > 0) != (to > from))
        *error = "the hint bits lead off the edge of a dimension that does not wrap around";
    return sign;
}

int emuq_direction(const emuq_geometry_t *g, uint32_t src, uint32_t dst, int d, uint32_t hints,
                   const char **error)
{
    return direction(g, coordinate(g, src, d), coordinate(g, dst, d), coordinate_sum(g, src), d, hints,
                     error);
}

emuq_way_t emuq_way(const emuq_geometry_t *g, uint32_t source, uint32_t to, uint32_t hints)
{
    emuq_way_t way = {.geometry = g, .hints = hints, .next = source};
    emuq_geometry_coordinates(g, source, way.at);
    emuq_geometry_coordinates(g, to, way.to);
    for (int d = 0; d < 5; d++)
        way.source_sum += way.at[d];
    return way;
}

bool emuq_way_next(emuq_way_t *way)
{
    const char *ignore = NULL;
    for (; way->dimension < 5; way->dimension++, way->sign = 0) {
        const int d = way->dimension;
        if (way->at[d] == way->to[d])
            continue;
        if (way->sign == 0)
            way->sign =
                direction(way->geometry, way->at[d], way->to[d], way->source_sum, d, way->hints, &ignore);
        bool is_up = way->sign > 0;
        way->link = (uint32_t)d * 2 + is_up;
        way->from = way->next;
        way->next = step(way->geometry, way->from, &way->at[d], d, is_up);
        return way->next != UINT32_MAX;
    }
    return false;
}

const char *emuq_route_check(const emuq_geometry_t *g, uint32_t src, uint32_t dst, uint32_t hints)
{
    const char *error = NULL;
    for (int d = 0; d < 5 && error == NULL; d++)
        emuq_direction(g, src, dst, d, hints, &error);
    return error;
}

uint32_t emuq_line_node(const emuq_geometry_t *g, uint32_t src, uint32_t dst, uint32_t hints, uint32_t k,
                        uint32_t *count, const char **error)
{
    int line = -1;
    *count = 1;
    for (int d = 0; d < 5; d++) {
        if (coordinate(g, src, d) == coordinate(g, dst, d))
            continue;
        if (line >= 0) {
            *error = "a deposit message changes more than one dimension";
            return UINT32_MAX;
        }
        line = d;
    }
    if (line < 0)
        return dst;
    int sign = emuq_direction(g, src, dst, line, hints, error);
    if (*error != NULL)
        return UINT32_MAX;
    uint32_t from = coordinate(g, src, line), to = coordinate(g, dst, line), size = g->size[line];
    *count = sign > 0 ? (to + size - from) % size : (from + size - to) % size;
    uint32_t c = sign > 0 ? (from + k + 1) % size : (from + size - (k + 1) % size) % size;
    return src + c * stride(g, line) - from * stride(g, line);
}
