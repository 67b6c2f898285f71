/* SPDX-License-Identifier: BSD-3-Clause */
#include "network/parameters.h"

#include <errno.h>
#include <string.h>

#include "network/network.h"
#include "network/rules.h"

int emuq_net_shape_check(const emuq_net_shape_t *shape)
{
    if (shape->dimensions < 1 || shape->dimensions > EMUQ_NET_DIMENSIONS)
        return -EINVAL;
    uint64_t nodes = 1;
    for (uint32_t d = 0; d < shape->dimensions; d++) {
        if (shape->size[d] < 1 || shape->size[d] > EMUQ_NET_SIZE)
            return -EINVAL;
        nodes *= shape->size[d];
    }
    return nodes <= UINT32_C(1) << 24 ? 0 : -EINVAL;
}

uint32_t emuq_net_nodes(const emuq_net_shape_t *shape)
{
    uint32_t nodes = 1;
    for (uint32_t d = 0; d < shape->dimensions; d++)
        nodes *= shape->size[d];
    return nodes;
}

uint32_t emuq_net_node(const emuq_net_shape_t *shape, const uint8_t at[EMUQ_NET_DIMENSIONS])
{
    uint32_t node = 0;
    for (uint32_t d = 0; d < shape->dimensions; d++)
        node = node * shape->size[d] + at[d];
    return node;
}

void emuq_net_coordinates(const emuq_net_shape_t *shape, uint32_t node, uint8_t at[EMUQ_NET_DIMENSIONS])
{
    for (uint32_t d = EMUQ_NET_DIMENSIONS; d-- > 0;) {
        uint32_t size = d < shape->dimensions ? shape->size[d] : 1;
        at[d] = (uint8_t)(node % size);
        node /= size;
    }
}

bool emuq_net_wraps(const emuq_net_shape_t *shape, uint32_t direction, uint32_t at)
{
    return at == (direction % 2 ? shape->size[direction / 2] - 1 : 0);
}

uint32_t emuq_net_neighbour(const emuq_net_shape_t *shape, uint32_t node, uint32_t direction)
{
    uint32_t dimension = direction / 2, size = shape->size[dimension];
    uint8_t at[EMUQ_NET_DIMENSIONS];
    emuq_net_coordinates(shape, node, at);
    if (emuq_net_wraps(shape, direction, at[dimension]) && !(shape->torus >> dimension & 1))
        return EMUQ_NET_NOWHERE;
    at[dimension] = (uint8_t)((at[dimension] + (direction % 2 ? 1 : size - 1)) % size);
    return emuq_net_node(shape, at);
}

/** Signed hops per dimension on the shortest route. */
static void shape_offsets(const emuq_net_shape_t *shape, uint32_t from, uint32_t to,
                          int hops[EMUQ_NET_DIMENSIONS])
{
    uint8_t a[EMUQ_NET_DIMENSIONS], b[EMUQ_NET_DIMENSIONS];
    uint32_t sum = 0;
    emuq_net_coordinates(shape, from, a);
    emuq_net_coordinates(shape, to, b);
    for (uint32_t d = 0; d < shape->dimensions; d++)
        sum += a[d];
    for (uint32_t d = 0; d < shape->dimensions; d++) {
        int direction = emuq_net_ring_direction(a[d], b[d], shape->size[d], shape->torus >> d & 1, sum);
        hops[d] = emuq_net_ring_offset(a[d], b[d], shape->size[d], direction);
    }
}

uint32_t emuq_net_hints(const emuq_net_shape_t *shape, uint32_t from, uint32_t to)
{
    int hops[EMUQ_NET_DIMENSIONS];
    uint32_t hints = 0;
    shape_offsets(shape, from, to, hops);
    for (uint32_t d = 0; d < shape->dimensions; d++)
        if (hops[d] != 0)
            hints |= 1u << (2 * d + (hops[d] > 0));
    return hints;
}

uint32_t emuq_net_distance(const emuq_net_shape_t *shape, uint32_t from, uint32_t to)
{
    int hops[EMUQ_NET_DIMENSIONS];
    uint32_t distance = 0;
    shape_offsets(shape, from, to, hops);
    for (uint32_t d = 0; d < shape->dimensions; d++)
        distance += (uint32_t)(hops[d] < 0 ? -hops[d] : hops[d]);
    return distance;
}

emuq_net_wire_t emuq_net_wire(const emuq_net_shape_t *shape, uint32_t direction, uint32_t at)
{
    uint32_t size = shape->size[direction / 2];
    if (emuq_net_wraps(shape, direction, at) && size > 2)
        return size > 4 ? EMUQ_NET_WIRE_CABLE : EMUQ_NET_WIRE_LOOP;
    uint32_t low = direction % 2 || at == 0 ? at : at - 1; /* the wire connects low and low + 1 */
    if (size <= 2 || low % 2 == 0)
        return EMUQ_NET_WIRE_BOARD;
    return low % 4 == 3 ? EMUQ_NET_WIRE_CABLE : EMUQ_NET_WIRE_MIDPLANE;
}

#define EMUQ_NET_KINDS "none|dynamic|bubble|dateline|upper|collective"

const emuq_net_parameter_t emuq_net_parameter[] = {
#define ROW(member, key, unit, words, low, high, bgq, torus3d, tag, source)                                  \
    {key, offsetof(emuq_net_parameters_t, member), unit, words, low, high, bgq, torus3d, tag, source},
#include "network/parameters.def"
#undef ROW
};
const uint32_t emuq_net_parameter_count = sizeof(emuq_net_parameter) / sizeof(emuq_net_parameter[0]);

int emuq_net_preset(const char *name, emuq_net_parameters_t *parameters)
{
    int torus3d = strcmp(name, "torus3d") == 0;
    if (!torus3d && strcmp(name, "bgq") != 0)
        return -ENOENT;
    memset(parameters, 0, sizeof(*parameters));
    for (uint32_t i = 0; i < emuq_net_parameter_count; i++) {
        const emuq_net_parameter_t *row = &emuq_net_parameter[i];
        *emuq_net_value(parameters, row) = torus3d ? row->torus3d : row->bgq;
    }
    return 0;
}

/** @return description of an invalid setting of a channel, or NULL */
static const char *parameters_check_channel(const emuq_net_parameters_t *p, uint32_t v)
{
    const emuq_net_channel_t *c = &p->vc[v];
    if (c->kind == EMUQ_NET_NONE)
        return NULL;
    if (c->tokens < (c->chunks ? emuq_net_chunks(p->mu.payload) : 1))
        return "a virtual channel has no space for a full packet";
    if (c->kind == EMUQ_NET_BUBBLE && (c->chunks || c->tokens > EMUQ_NET_HEADS))
        return "a bubble channel needs 1 to 8 packet slots";
    if (c->kind != EMUQ_NET_BUBBLE && c->queues == 0)
        return "a virtual channel needs a queue";
    if (c->kind == EMUQ_NET_DATELINE && (v + 1 == EMUQ_NET_CHANNELS || p->vc[v + 1].kind != EMUQ_NET_UPPER))
        return "the channel after a dateline channel must be of kind upper";
    if ((c->kind == EMUQ_NET_COLLECTIVE) != (v >= EMUQ_NET_VCS))
        return "vc.4 and vc.5 must be collective or none, all remaining channels must not be collective";
    if (c->kind == EMUQ_NET_DYNAMIC && v != 0)
        return "only vc.0 may be dynamic";
    return NULL;
}

int emuq_net_parameters_check(const emuq_net_parameters_t *parameters, const char **reason)
{
    const char *wrong = NULL;
    for (uint32_t i = 0; i < emuq_net_parameter_count && wrong == NULL; i++) {
        const emuq_net_parameter_t *row = &emuq_net_parameter[i];
        uint32_t value;
        memcpy(&value, (const char *)parameters + row->offset, sizeof(value));
        if (value < row->low || value > row->high)
            wrong = row->key;
    }
    for (uint32_t v = 0; v < EMUQ_NET_CHANNELS && wrong == NULL; v++)
        wrong = parameters_check_channel(parameters, v);
    if (wrong == NULL && parameters->vc[0].kind == EMUQ_NET_DYNAMIC && parameters->router.escape &&
        parameters->vc[1].kind != EMUQ_NET_BUBBLE)
        wrong = "vc.1 must be of kind bubble: packets of vc.0 escape into vc.1";
    if (wrong == NULL)
        return 0;
    if (reason != NULL)
        *reason = wrong;
    return -EINVAL;
}
