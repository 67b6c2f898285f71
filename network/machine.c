/* SPDX-License-Identifier: BSD-3-Clause */
/** @file machine.c
 *  Records of packets and messages, lists, random choices; what class routes may be. */
#include <errno.h>

#include "network/machine.h"

uint32_t emuq_net_take_packet(emuq_net_t *net)
{
    uint32_t i = net->packet_free;
    net->present++;
    if (i != EMUQ_NET_NONE_ITEM) {
        net->packet_free = net->packet[i].next;
        return i;
    }
    net->packet = emuq_net_grow(net->packet, net->packet_count, &net->packet_room, sizeof(*net->packet));
    return net->packet_count++;
}

void emuq_net_drop_packet(emuq_net_t *net, uint32_t packet)
{
    net->present--;
    net->packet[packet].next = net->packet_free;
    net->packet_free = packet;
}

uint32_t emuq_net_take_work(emuq_net_t *net)
{
    uint32_t i = net->work_free;
    if (i != EMUQ_NET_NONE_ITEM) {
        net->work_free = net->work[i].next;
        return i;
    }
    net->work = emuq_net_grow(net->work, net->work_count, &net->work_room, sizeof(*net->work));
    return net->work_count++;
}

void emuq_net_drop_work(emuq_net_t *net, uint32_t work)
{
    net->work[work].next = net->work_free;
    net->work_free = work;
}

void emuq_net_append(emuq_net_t *net, emuq_net_list_t *list, uint32_t packet)
{
    net->packet[packet].next = EMUQ_NET_NONE_ITEM;
    if (list->head == EMUQ_NET_NONE_ITEM)
        list->head = packet;
    else
        net->packet[list->tail].next = packet;
    list->tail = packet;
}

uint32_t emuq_net_remove(emuq_net_t *net, emuq_net_list_t *list)
{
    uint32_t packet = list->head;
    list->head = net->packet[packet].next;
    return packet;
}

uint64_t emuq_net_hash(const emuq_net_t *net, uint32_t node, uint64_t number)
{
    uint64_t x = (net->seed ^ (uint64_t)node << 32) + number * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

uint32_t emuq_net_draw(emuq_net_t *net, uint32_t node, uint32_t bound)
{
    return (uint32_t)((emuq_net_hash(net, node, net->node[node].draws++) >> 40) * bound >> 24);
}

uint32_t emuq_net_draw_bit(emuq_net_t *net, uint32_t node, uint32_t mask)
{
    uint32_t skip = 0;
    if ((mask & (mask - 1)) != 0)
        skip = emuq_net_draw(net, node, (uint32_t)__builtin_popcount(mask));
    while (skip-- > 0)
        mask &= mask - 1;
    return (uint32_t)__builtin_ctz(mask);
}

int emuq_net_check_tree(const emuq_net_t *net, uint32_t node, uint32_t tree, const emuq_net_tree_t *what)
{
    uint32_t links = what->inputs;
    if (node >= net->nodes || tree >= EMUQ_NET_TREES || links >> net->links != 0 ||
        (what->output >= net->links && what->output != EMUQ_NET_LINKS) || links >> what->output & 1)
        return -EINVAL;
    links |= 1u << what->output;
    for (uint32_t link = 0; link < net->links; link++)
        if (links >> link & 1 && emuq_net_link_of(net, node, link)->to == EMUQ_NET_NOWHERE)
            return -EINVAL;
    return 0;
}
