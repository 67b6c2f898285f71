/* SPDX-License-Identifier: BSD-3-Clause */
/** @file network.c
 *  Messages come in, time goes on. */
#include <errno.h>

#include "network/cycle.h"
#include "network/injection.h"
#include "network/parts.h"
#include "network/route.h"
#include "network/tally.h"
#include "network/tree.h"

#define LOCAL_FIFOS (1u << EMUQ_NET_L0 | 1u << EMUQ_NET_L1)
#define LINK_FIFOS  (((1u << EMUQ_NET_L0) - 1) | 1u << EMUQ_NET_HP | 1u << EMUQ_NET_IO)

/** Whether messages of a header channel can be sent from point to point. */
static bool has_channel(const emuq_net_t *net, uint32_t vc)
{
    return net->p.vc[vc].kind != EMUQ_NET_NONE && net->p.vc[vc].kind != EMUQ_NET_UPPER;
}

/** Sets what follows from a message: hops, and FIFOs that it may use. @return 0 or -EINVAL */
static int plan(const emuq_net_t *net, const emuq_net_message_t *m, emuq_net_work_t *work)
{
    uint32_t hops = 0, fifos = LOCAL_FIFOS;
    if (m->source >= net->nodes || m->destination >= net->nodes || m->queue >= EMUQ_NET_QUEUES ||
        m->packet > net->p.mu.payload)
        return -EINVAL;
    if (m->vc >= EMUQ_NET_VCS) {
        int fifo = emuq_net_tree_plan(net, m);
        fifos = fifo < 0 ? 0 : 1u << fifo;
    } else if (m->zone >= EMUQ_NET_ZONES || m->hints >> net->links != 0 || !has_channel(net, m->vc) ||
               emuq_net_plan(net, m, work->left) != 0)
        return -EINVAL;
    for (uint32_t d = 0; d < net->shape.dimensions; d++)
        hops |= (uint32_t)(work->left[d] != 0);
    work->map = m->map & (hops == 0 ? fifos : LINK_FIFOS);
    return work->map != 0 ? 0 : -EINVAL;
}

int emuq_net_send(emuq_net_t *net, uint64_t tick, const emuq_net_message_t *message)
{
    emuq_net_work_t work = {.message = *message};
    if (plan(net, message, &work) != 0)
        return -EINVAL;
    net = emuq_net_part_of(net, message->source);
    if (!emuq_net_cycle_of(net, tick, &work.available))
        return -EINVAL;
    uint32_t i = emuq_net_take_work(net);
    net->work[i] = work;
    emuq_net_enqueue(net, i);
    return 0;
}

int emuq_net_spill(emuq_net_t *net, uint32_t node, bool in_ddr)
{
    if (node >= net->nodes || net->p.memory.kind != EMUQ_NET_AUTO)
        return -EINVAL;
    net->node[node].spills = in_ddr;
    return 0;
}

uint64_t emuq_net_next(const emuq_net_t *net)
{
    uint64_t cycle = UINT64_MAX;
    for (uint32_t i = 0; i < net->parts; i++) {
        uint64_t upcoming = emuq_net_upcoming(&net->part[i]->calendar);
        cycle = upcoming < cycle ? upcoming : cycle;
    }
    return cycle == UINT64_MAX ? cycle : cycle * net->p.clock.cycle;
}

void emuq_net_run(emuq_net_t *net, uint64_t until)
{
    uint64_t cycle, last = until == UINT64_MAX ? until - 1 : until / net->p.clock.cycle, now = 0;
    if (net->parts > 1)
        emuq_net_run_parts(net, last);
    else
        while ((cycle = emuq_net_upcoming(&net->calendar)) <= last)
            emuq_net_run_cycle(net, cycle);
    for (uint32_t i = 0; i < net->parts; i++)
        now = net->part[i]->calendar.now > now ? net->part[i]->calendar.now : now;
    if (until != UINT64_MAX && last > now)
        now = last;
    for (uint32_t i = 0; i < net->parts; i++)
        net->part[i]->calendar.now = now;
}

uint64_t emuq_net_present(const emuq_net_t *net)
{
    uint64_t present = 0;
    for (uint32_t i = 0; i < net->parts; i++)
        present += net->part[i]->present;
    return present;
}

emuq_net_counts_t emuq_net_counts(const emuq_net_t *net, uint32_t node, uint32_t direction)
{
    emuq_net_counts_t counts = *emuq_net_sent_of(net, node, direction);
    emuq_net_add_recent(&counts, net->node[node].recent[direction]);
    return counts;
}

emuq_net_waits_t emuq_net_waits(const emuq_net_t *net, uint32_t node, uint32_t direction)
{
    emuq_net_waits_t w;
    uint64_t now = emuq_net_part_of(net, node)->calendar.now;
    for (uint32_t vc = 0; vc < EMUQ_NET_VCS; vc++) {
        const emuq_net_buffer_t *b = emuq_net_buffer_of(net, node, direction, vc);
        uint64_t present = 0;
        for (uint32_t i = 0; i < EMUQ_NET_HEADS; i++)
            present += b->length[i];
        w.packets[vc] = b->came;
        w.cycles[vc] = b->left + present * now;
    }
    return w;
}
