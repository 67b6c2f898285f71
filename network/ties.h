/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file ties.h
 * @brief Which way a packet takes around a ring, if software gives no hint.
 *
 * The one place of the rule: the emulated Message Unit (routes, counters, lines of deposit messages) and the
 * network core use it. Depends on nothing.
 */
#ifndef EMUQ_NETWORK_TIES_H
#define EMUQ_NETWORK_TIES_H

#include <stdbool.h>
#include <stdint.h>

/** Direction of a packet in a dimension of @p size nodes: the only way on a mesh; the shorter one on a ring.
 * Nodes that are half a ring apart send plus if the sum of the sender's coordinates is even, and minus if it
 * is odd, in all dimensions alike: so the links of both directions carry the same.
 *  @param from,to  coordinates of the sending node and of the destination, below @p size
 *  @param wraps    the dimension is a ring
 *  @param sum      of all coordinates of the sending node
 *  @return 1 plus, -1 minus, 0: nowhere to go */
static inline int emuq_net_way(uint32_t from, uint32_t to, uint32_t size, bool wraps, uint32_t sum)
{
    if (from == to)
        return 0;
    if (!wraps)
        return to > from ? 1 : -1;
    uint32_t plus = to > from ? to - from : to + size - from, minus = size - plus;
    if (plus == minus)
        return sum % 2 == 0 ? 1 : -1;
    return plus < minus ? 1 : -1;
}

/** Hops of a packet that goes a way: coordinates up, or down if negative.
 *  @param from,to  coordinates, below @p size
 *  @param way      1 or -1, on a mesh the one that leads there; unused if the coordinates are equal */
static inline int emuq_net_offset(uint32_t from, uint32_t to, uint32_t size, int way)
{
    int apart = (int)to - (int)from;
    return way * apart >= 0 ? apart : apart + way * (int)size;
}

#endif /* EMUQ_NETWORK_TIES_H */
