/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/fault/bad_links.h"

#include <stdio.h>
#include <stdlib.h>

#include "backends/emulator/collective/collective.h"
#include "backends/emulator/remote/far.h"
#include "backends/emulator/core/header.h"
#include "network/damage.h"

#define RESEND_NS 2000u /* time-out of a sender: link.timeout of network/parameters.def */

/* Which choice it is for a message: whether its packet is damaged on a link of a node, once more. */
static uint64_t choice(uint32_t node, uint32_t link, uint64_t packet, uint64_t again)
{
    return ((uint64_t)node * 16 + link + 1) << 40 | packet << 8 | (again & 0xff);
}

void emuq_bad_links_plan(emuq_faults_t *faults)
{
    for (uint32_t chunks = 0; chunks <= EMUQ_FAULTS_MOST_CHUNKS; chunks++)
        faults->damage[chunks] =
            emuq_net_damage(faults->plan.bit_errors, EMUQ_NET_CHUNK_BITS * chunks + EMUQ_NET_CHECK_BITS);
}

static void go_down(uint32_t node, uint32_t link, uint64_t packet)
{
    char what[160];
    snprintf(what, sizeof what,
             "link %c%c is down: its sender has had no acknowledgement of packet %llu, however often it has "
             "sent it",
             "ABCDE"[link / 2], "-+"[link % 2], (unsigned long long)packet);
    emuq_the_kernel.failed(emuq_the_kernel.context, node, what, "EMUQ_FAULTS has planned it");
}

void emuq_bad_links_crossed(emuq_machine_t *m, uint64_t packets)
{
    const emuq_fault_plan_t *plan = &m->faults->plan;
    if (plan->down_packet != 0 &&
        __atomic_add_fetch(&m->faults->crossed, packets, __ATOMIC_RELAXED) >= plan->down_packet)
        go_down(plan->down_node, plan->down_link, plan->down_packet);
}

bool emuq_bad_links_ask(emuq_mu_node_t *node, uint64_t packets, bool waits)
{
    struct emuq_news *news = emuq_far_tell(node, EMUQ_TOLD_CROSSED, 0, packets, waits);
    if (news != NULL && waits)
        emuq_far_wait(news);
    return !emuq_far_is_over(node->machine);
}

/* Packets are sent on a link: counts them if it is the one that goes down. */
static void count_down(emuq_crossing_t *c, uint32_t node, uint32_t link, uint64_t packets)
{
    const emuq_fault_plan_t *plan = &c->machine->faults->plan;
    if (plan->down_packet == 0 || plan->down_node != node || plan->down_link != link)
        return;
    if (c->machine->node[node].is_here)
        emuq_bad_links_crossed(c->machine, packets);
    else
        c->asks += packets;
}

/* Bytes [begin, end) of the message are sent on a link. @return packets that are sent again, each time */
static uint64_t cross(emuq_crossing_t *c, uint32_t node, uint32_t link, uint64_t begin, uint64_t end)
{
    const emuq_faults_t *faults = c->machine->faults;
    uint64_t limit = emuq_packet_limit(c->header), resent = 0, packets = 0;
    if (limit == 0)
        limit = (EMUQ_FAULTS_MOST_CHUNKS - 1) * EMUQ_CHUNK;
    for (uint64_t at = begin; at < end || packets == 0; at += limit, packets++) {
        uint64_t bytes = end - at < limit ? end - at : limit, again = 0;
        uint64_t damage = faults->damage[1 + (bytes + EMUQ_CHUNK - 1) / EMUQ_CHUNK];
        while (emuq_fault_plan_draw(&faults->plan, c->node, c->fifo, c->number,
                                    choice(node, link, at / limit, again), UINT64_MAX) < damage)
            again++;
        resent += again;
    }
    if (resent != 0)
        __atomic_fetch_add(&c->machine->node[node].resent[link], resent, __ATOMIC_RELAXED);
    count_down(c, node, link, packets);
    return resent;
}

uint64_t emuq_bad_links_delay(emuq_crossing_t *c, uint32_t target, uint64_t begin, uint64_t end)
{
    emuq_path_t way = emuq_path(&c->machine->geometry, c->node, target, emuq_hints(c->header));
    uint64_t resent = 0;
    while (emuq_path_next(&way))
        resent += cross(c, way.from, way.link, begin, end);
    return resent * RESEND_NS;
}

void emuq_bad_links_collective(emuq_crossing_t *c, const emuq_tree_t *t, uint64_t length)
{
    bool goes_up = emuq_collective_kind(c->header) != EMUQ_BROADCAST;
    for (uint32_t i = 0; i < t->nodes; i++)
        for (uint32_t link = 0; link < EMUQ_LINKS; link++) {
            uint32_t bit = emuq_link_bit(link);
            if ((t->word[i] & bit && goes_up) || t->word[i] >> 16 & bit)
                (void)cross(c, t->node[i], link, 0, length);
        }
}
