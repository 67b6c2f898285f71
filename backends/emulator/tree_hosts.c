/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/tree_hosts.h"

#include "backends/emulator/torus.h"

static void add(emuq_tree_t *t, uint32_t at, uint32_t node)
{
    t->node[at] = node;
    t->word[at] = emuq_route_word(&t->machine->node[node], t->route, t->gi);
}

/* The hosts of the nodes, in order, each once. */
static void find_hosts(emuq_tree_t *t)
{
    t->hosts = 0;
    for (uint32_t i = 0; i < t->nodes; i++) {
        uint16_t host = t->machine->placement.of_node[t->node[i]];
        uint32_t at = t->hosts;
        while (at > 0 && t->host[at - 1] > host)
            at--;
        if (at > 0 && t->host[at - 1] == host)
            continue;
        memmove(&t->host[at + 1], &t->host[at], (t->hosts++ - at) * sizeof *t->host);
        t->host[at] = host;
    }
}

static uint64_t mixed(uint64_t z)
{
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static uint64_t part_of_id(const emuq_tree_t *t, uint32_t node)
{
    const emuq_mu_node_t *n = &t->machine->node[node];
    uint64_t changes = n->gi_changes[t->route];
    return mixed(mixed((uint64_t)node << 32 | emuq_route_word(n, t->route, true)) + changes);
}

/* From the words of the nodes, and of those that their words name, and from how often these have changed:
 * whatever has the tree given up makes it another one. Hosts learn the changes of a node in the same order.
 */
static uint64_t id_of(const emuq_tree_t *t)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < t->nodes; i++) {
        sum += part_of_id(t, t->node[i]);
        for (uint32_t link = 0; link < EMUQ_LINKS; link++) {
            bool is_named = ((t->word[i] | t->word[i] >> 16) & emuq_link_bit(link)) != 0;
            uint32_t other = is_named ? emuq_neighbour(&t->machine->geometry, t->node[i], link) : UINT32_MAX;
            if (other != UINT32_MAX)
                sum += mixed(part_of_id(t, other) + link);
        }
    }
    return sum;
}

static void place_gi(emuq_tree_t *t, const uint32_t *found)
{
    const emuq_machine_t *m = t->machine;
    uint32_t elsewhere = t->nodes;
    t->here = 0;
    t->lowest = UINT32_MAX;
    for (uint32_t i = 0; i < t->nodes; i++) {
        t->lowest = found[i] < t->lowest ? found[i] : t->lowest;
        if (!m->node[found[i]].is_here) {
            add(t, --elsewhere, found[i]);
            continue;
        }
        add(t, t->here++, found[i]);
        if (emuq_is_participant(t->word[t->here - 1]))
            t->participant[t->participants++] = found[i];
    }
    t->hosts = 1;
    if (m->placement.hosts > 1) {
        find_hosts(t);
        t->id = id_of(t);
    }
}

void emuq_tree_place(emuq_tree_t *t, const uint32_t *found)
{
    if (t->gi) {
        place_gi(t, found);
        return;
    }
    for (uint32_t i = 0; i < t->nodes; i++)
        add(t, i, found[i]);
}
