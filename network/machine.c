/* SPDX-License-Identifier: BSD-3-Clause */
/** @file machine.c
 *  Records of packets and messages; what class routes may be. */
#include <errno.h>

#include "network/machine.h"

uint32_t emuq_net_more_packets(emuq_net_t *net)
{
    net->packet = emuq_net_grow(net->packet, net->packet_count, &net->packet_room, sizeof(*net->packet));
    return net->packet_count++;
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

int emuq_net_check_tree(const emuq_net_t *net, uint32_t node, uint32_t tree, const emuq_net_tree_t *what)
{
    uint32_t links = what->inputs;
    if (node >= net->nodes || tree >= EMUQ_NET_TREES || links >> net->links != 0 ||
        (what->output >= net->links && what->output != EMUQ_NET_LINKS) || links >> what->output & 1)
        return -EINVAL;
    links |= 1u << what->output;
    for (uint32_t link = 0; link < net->links; link++)
        if (links >> link & 1 && emuq_net_neighbour(&net->shape, node, link) == EMUQ_NET_NOWHERE)
            return -EINVAL;
    return 0;
}
