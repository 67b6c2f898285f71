/* SPDX-License-Identifier: BSD-3-Clause */
/** @file route.c
 *  Routes. */
#include <errno.h>
#include <string.h>

#include "network/route.h"
#include "network/ties.h"

static uint32_t length(const emuq_net_shape_t *shape, uint32_t d)
{
    return shape->torus >> d & 1 ? shape->size[d] / 2 : shape->size[d];
}

/** Dimensions in the order of deterministic packets. The firmware's sort by exchange is not stable: what it
 *  does with equal lengths is part of the model. */
static void dimension_order(const emuq_net_t *net, uint32_t order[EMUQ_NET_DIMENSIONS])
{
    const emuq_net_shape_t *shape = &net->shape;
    uint32_t last = shape->dimensions - 1;
    for (uint32_t d = 0; d <= last; d++)
        order[d] = net->p.router.order == EMUQ_NET_DESCENDING ? last - d : d;
    if (net->p.router.order != EMUQ_NET_LONGEST)
        return;
    for (uint32_t i = 0; i <= last; i++)
        for (uint32_t j = i + 1; j <= last; j++) {
            uint32_t a = length(shape, order[i]), b = length(shape, order[j]), moved = order[i];
            if (b < a || (b == a && shape->torus >> order[j] & 1))
                continue;
            order[i] = order[j];
            order[j] = moved;
        }
}

/** The masks of a zone, in their order: those of the parameters, or else what the firmware sets. */
static void zone_masks(const emuq_net_t *net, uint32_t zone, const uint32_t order[EMUQ_NET_DIMENSIONS],
                       uint32_t mask[EMUQ_NET_DIMENSIONS])
{
    uint32_t n = net->shape.dimensions, any = 0;
    for (uint32_t i = 0; i < EMUQ_NET_DIMENSIONS; i++)
        any |= mask[i] = net->p.zone[zone][i];
    if (any != 0)
        return;
    for (uint32_t i = 0, group = 0; i < n; i++) {
        if (zone == 1)
            group = 0;
        else if (i > 0 && (zone != 0 || length(&net->shape, order[i]) != length(&net->shape, order[i - 1])))
            group++;
        mask[group] |= 1u << order[i] | (zone == 3 ? 1u << (n - 1) : 0);
    }
}

void emuq_net_tables(emuq_net_t *net)
{
    uint32_t order[EMUQ_NET_DIMENSIONS], mask[EMUQ_NET_ZONES][EMUQ_NET_DIMENSIONS];
    dimension_order(net, order);
    for (uint32_t z = 0; z < EMUQ_NET_ZONES; z++)
        zone_masks(net, z, order, mask[z]);
    for (uint32_t d = 0; d < EMUQ_NET_DIMENSIONS; d++)
        for (uint32_t set = 0; set < 1u << EMUQ_NET_DIMENSIONS; set++)
            net->pair[set] |= (uint16_t)((set >> d & 1) * 3u << 2 * d);
    for (uint32_t togo = 1; togo < 1u << net->shape.dimensions; togo++) {
        uint32_t i = 0;
        while (!(togo >> order[i] & 1))
            i++;
        net->first[togo] = (uint8_t)order[i];
        for (uint32_t z = 0; z < EMUQ_NET_ZONES; z++) {
            uint32_t choice = togo;
            for (i = EMUQ_NET_DIMENSIONS; i-- > 0;)
                if (togo & mask[z][i])
                    choice = togo & mask[z][i];
            net->zone[z][togo] = (uint8_t)choice;
        }
    }
}

/** Hops to go in a dimension. @param hint minus and plus bit @param sum what decides ties
 *  @return 0 or -EINVAL */
static int plan_dimension(const emuq_net_shape_t *shape, uint32_t d, const uint8_t a[], const uint8_t b[],
                          uint32_t hint, uint32_t sum, int8_t *left)
{
    int apart = b[d] - a[d], wraps = shape->torus >> d & 1;
    int way = hint == 0 ? emuq_net_way(a[d], b[d], shape->size[d], wraps, sum) : hint == 2 ? 1 : -1;
    *left = 0;
    if (hint == 3)
        return -EINVAL;
    if (apart == 0)
        return 0;
    if (!wraps && way * apart < 0)
        return -EINVAL;
    *left = (int8_t)emuq_net_offset(a[d], b[d], shape->size[d], way);
    return 0;
}

int emuq_net_plan(const emuq_net_t *net, const emuq_net_message_t *m, int8_t left[EMUQ_NET_DIMENSIONS])
{
    const emuq_net_shape_t *shape = &net->shape;
    const uint8_t *a = net->at[m->source], *b = net->at[m->destination];
    uint32_t sum = 0, used = 0;
    for (uint32_t d = 0; d < shape->dimensions && net->p.router.ties == EMUQ_NET_PARITY; d++)
        sum += a[d];
    memset(left, 0, EMUQ_NET_DIMENSIONS);
    for (uint32_t d = 0; d < shape->dimensions; d++) {
        uint32_t hint = m->hints >> 2 * d & 3;
        int rc = plan_dimension(shape, d, a, b, hint, sum, &left[d]);
        if (rc != 0)
            return rc;
        if (m->source == m->destination && shape->size[d] == 1 && shape->torus >> d & 1 && hint != 0)
            left[d] = hint == 2 ? 1 : -1;
        used += left[d] != 0;
    }
    return m->flags & EMUQ_NET_DEPOSIT && used > 1 ? -EINVAL : 0;
}

#define SIGNS UINT64_C(0x8080808080808080) /* one of each byte */

/** The signs of bytes, bit d of byte d: the product moves that of byte d to bit 56 + d. */
static uint32_t gather(uint64_t signs)
{
    return (uint32_t)((signs >> 7) * UINT64_C(0x0102040810204080) >> 56);
}

/** Hops to go of a packet, byte d of dimension d. */
static uint64_t bytes_left(const emuq_net_record_t *packet)
{
    _Static_assert(offsetof(emuq_net_record_t, left) == 0 && sizeof(packet->left) == EMUQ_NET_DIMENSIONS,
                   "byte d of the record is dimension d");
    uint64_t left;
    memcpy(&left, packet, sizeof(left));
    return left & ((UINT64_C(1) << 8 * EMUQ_NET_DIMENSIONS) - 1);
}

/** Dimensions in which there are hops to go, one bit each: the sign of each byte that is not 0 becomes a 1.
 */
static uint32_t dimensions_left(uint64_t left)
{
    return gather((((left & ~SIGNS) + ~SIGNS) | left) & SIGNS);
}

uint16_t emuq_net_directions(const emuq_net_t *net, const emuq_net_record_t *packet)
{
    uint64_t left = bytes_left(packet);
    uint32_t minus = gather(left & SIGNS), plus = dimensions_left(left) & ~minus;
    return (net->pair[minus] & 0x555) | (net->pair[plus] & 0xaaa);
}

/** What of reception a packet wants at its destination. */
static uint16_t reception(const emuq_net_record_t *packet, uint32_t from)
{
    if (from == EMUQ_NET_FIFO_UNIT)
        return EMUQ_NET_WANT_L;
    return packet->packet.vc == EMUQ_NET_VC_PRIORITY ? EMUQ_NET_WANT_HP
           : packet->packet.vc == EMUQ_NET_VC_SYSTEM ? EMUQ_NET_WANT_IO
                                                     : EMUQ_NET_WANT_T;
}

emuq_net_first_t emuq_net_route(const emuq_net_t *net, const emuq_net_record_t *packet, uint32_t from,
                                uint32_t vc)
{
    uint32_t togo = dimensions_left(bytes_left(packet)), flags = packet->packet.flags;
    emuq_net_first_t first = {.size = packet->size, .vc = packet->packet.vc};
    if (togo == 0 || (flags & EMUQ_NET_DEPOSIT && from != EMUQ_NET_FIFO_UNIT))
        first.want = reception(packet, from);
    if (togo == 0)
        return first;
    uint32_t plus = 2 * (uint32_t)net->first[togo] + 1;
    first.ordered = (uint8_t)(plus - !(packet->ways >> plus & 1));
    if (first.vc == EMUQ_NET_VC_DYNAMIC && !(flags & EMUQ_NET_STAY && from != EMUQ_NET_FIFO_UNIT && vc == 1))
        first.dynamic = net->pair[net->zone[packet->zone][togo]] & packet->ways;
    if (first.dynamic == 0 || net->p.router.escape)
        first.want |= (uint16_t)(1u << first.ordered);
    first.want |= first.dynamic;
    return first;
}
