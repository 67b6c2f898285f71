/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/timed/routes.h"

#include <errno.h>

#include "backends/emulator/core/deliver.h"
#include "backends/emulator/core/inject.h"
#include "backends/emulator/collective/tree.h"
#include "backends/timed/actors.h"
#include "backends/timed/bits.h"
#include "backends/timed/memory.h"

#define LINKS      0x3ffu
#define FIRST_LINK 4 /* of half a class-route word that is mirrored */

/* Links of half a class-route word, bit per direction. */
static uint16_t links_of(uint32_t half)
{
    return (uint16_t)(emuq_mirror16((uint16_t)half) >> FIRST_LINK & LINKS);
}

/* A node's part of a tree by its class-route word. No route, or one that leads two ways: it is in none. */
static emuq_net_tree_t part_of(uint32_t word)
{
    static const uint8_t channel[] = {EMUQ_NET_VC_WORLD, EMUQ_NET_VC_SYSTEM_WORLD, EMUQ_NET_VC_SUBGROUP, 0};
    uint32_t output = links_of(word);
    if (word == 0 || (output & (output - 1)) != 0)
        return (emuq_net_tree_t){.output = EMUQ_NET_LINKS};
    return (emuq_net_tree_t){.inputs = links_of(word >> 16),
                             .output = output != 0 ? (uint8_t)__builtin_ctz(output) : EMUQ_NET_LINKS,
                             .vc = channel[word >> 28 & 3],
                             .local = emuq_is_participant(word)};
}

static int set(emuq_timed_t *t, uint32_t node, uint32_t route, bool gi, uint32_t word)
{
    static const emuq_net_tree_t none = {.output = EMUQ_NET_LINKS};
    emuq_net_tree_t part = part_of(word);
    int (*give)(emuq_net_t *, uint32_t, uint32_t, const emuq_net_tree_t *) =
        gi ? emuq_net_set_interrupt_tree : emuq_net_set_tree;
    int rc = give(t->network, node, route, &part);
    return rc != -EINVAL ? rc : give(t->network, node, route, &none); /* a link that is not there */
}

/* Gives the network what a node has stored to the control register of a route. */
static void give_level(emuq_timed_t *t, uint32_t node, uint32_t route)
{
    emuq_mu_node_t *n = &t->machine->node[node];
    uint64_t bits = __atomic_load_n(emuq_reg(n, 0, EMUQ_REG_GI_CONTROL + route * 8), __ATOMIC_RELAXED);
    if (bits != 0)
        emuq_routes_level(n, route, (uint32_t)bits);
}

/* The tree of a route of interrupts may be complete now. Levels that were raised before have not come to
 * nodes that were not in it: all of them begin again. */
static int begin_interrupts(emuq_timed_t *t, uint32_t node, uint32_t route)
{
    const emuq_tree_t *tree = emuq_tree_find(&t->machine->node[node], route, true);
    int rc = tree != NULL ? 0 : -ENOMEM;
    for (uint32_t i = 0; rc == 0 && tree->complete && i < tree->nodes; i++)
        rc = set(t, tree->node[i], route, true, tree->word[i]);
    for (uint32_t i = 0; rc == 0 && tree->complete && i < tree->nodes; i++)
        give_level(t, tree->node[i], route);
    return rc;
}

int emuq_routes_update(emuq_timed_t *t, uint32_t node)
{
    const emuq_mu_node_t *n = &t->machine->node[node];
    for (uint32_t gi = 0; gi < 2; gi++)
        for (uint32_t route = 0; route < EMUQ_ROUTES; route++) {
            uint32_t *known = &t->route[node].word[gi][route], word = emuq_route_word(n, route, gi);
            if (word == *known)
                continue;
            if (set(t, node, route, gi, word) != 0)
                return -ENOMEM;
            *known = word;
            if (gi && t->is_booted && word != 0 && begin_interrupts(t, node, route) != 0)
                return -ENOMEM;
        }
    return 0;
}

uint8_t emuq_routes_channel(const emuq_mu_node_t *n, uint32_t route)
{
    return part_of(emuq_route_word(n, route, false)).vc;
}

void emuq_routes_level(emuq_mu_node_t *n, uint32_t route, uint32_t bits)
{
    emuq_timed_t *t = emuq_the_timed;
    /* -EINVAL: the node does not take part, and changes nothing. */
    (void)emuq_net_interrupt(t->network, t->now, n->number, route, (uint8_t)bits);
}

void emuq_routes_boot(emuq_timed_t *t)
{
    for (uint32_t node = 0; node < t->machine->nodes; node++)
        for (uint32_t route = 0; route < EMUQ_ROUTES; route++)
            give_level(t, node, route);
    t->is_booted = true;
    for (uint64_t event; (event = emuq_net_next(t->network)) != EMUQ_NEVER; t->begin = event)
        emuq_net_run(t->network, event);
}

void emuq_routes_interrupted(emuq_timed_t *t, uint32_t node, uint32_t route, uint32_t bits)
{
    emuq_work_t work;
    emuq_timed_memory_interrupt(t, &t->machine->node[node], route, bits);
    emuq_work_begin(&work);
    emuq_gi_show_status(&work, &t->machine->node[node], route, bits);
    emuq_work_run(&work);
    emuq_actor_wake(t, node, -1);
}
