/* SPDX-License-Identifier: BSD-3-Clause */
/* Links that are down, and nodes that are stopped because the process with their claim has died. */
#include "apenet/net/node.h"
#include "base/process.h"
#include "base/text.h"

bool apenet_network_is_reachable(const apenet_network_t *n, uint32_t node, const apenet_header_t *header)
{
    /* Acquire: pairs with network_publish_down(). */
    if (__builtin_expect(AO_int_load_acquire(&n->has_down) == 0, 1))
        return true;
    unsigned input = APENET_PORT_INTERNAL, vc = 0;
    for (uint32_t hops = 0; hops <= 3 * APENET_NODES_MOST; hops++) {
        const network_node_t *at = &n->node[node];
        apenet_hop_t hop = apenet_route(&at->router, input, apenet_header_target(header), vc);
        if (AO_int_load(&at->is_stopped) != 0)
            return false;
        if (hop.port >= APENET_PORTS)
            return true;
        if (at->link[hop.port] == NULL || AO_int_load(&at->is_down[hop.port]) != 0)
            return false;
        node = at->next[hop.port];
        input = apenet_port_opposite(hop.port);
        vc = hop.vc;
    }
    return false;
}

uint32_t apenet_network_down(const apenet_network_t *n, uint32_t node)
{
    const network_node_t *at = &n->node[node];
    /* Acquire: pairs with network_publish_down(). */
    if (AO_int_load_acquire(&n->has_down) == 0)
        return 0;
    uint32_t down = AO_int_load(&at->is_stopped) != 0 ? APENET_NETWORK_STOPPED : 0;
    for (unsigned port = 0; port < APENET_PORTS; port++)
        down |= (uint32_t)(AO_int_load(&at->is_down[port]) != 0) << port;
    return down;
}

/* Ends the links to a stopped node at its neighbours on this host, which have packets for it. */
static void network_end_links(apenet_network_t *n, const network_node_t *stopped)
{
    for (unsigned port = 0; port < APENET_PORTS; port++) {
        network_node_t *next = &n->node[stopped->next[port]];
        if (stopped->link[port] == NULL || next->is_remote)
            continue;
        AO_int_store(&next->is_down[apenet_port_opposite(port)], true);
        network_publish_down(n);
        apenet_network_mark(n, next->number);
    }
}

void apenet_network_set_down(apenet_network_t *n, uint32_t node, uint32_t ports)
{
    network_node_t *at = &n->node[node];
    for (unsigned port = 0; port < APENET_PORTS; port++)
        if ((ports >> port & 1) != 0)
            AO_int_store(&at->is_down[port], true);
    if ((ports & APENET_NETWORK_STOPPED) != 0)
        AO_int_store(&at->is_stopped, true);
    if (ports != 0)
        network_publish_down(n);
    if ((ports & APENET_NETWORK_STOPPED) != 0)
        network_end_links(n, at);
}

static void network_report_stopped(const network_node_t *n, unsigned process)
{
    const uint8_t *at = n->router.node.at;
    emuq_log("process %u has died while it moved packets of the APEnet+ card (%u,%u,%u): the card is out of "
             "operation and its links are down; later packets from it, to it or over it end with -ENETDOWN, "
             "and packets on their path are lost",
             process, at[0], at[1], at[2]);
}

/* The claim gets an owner that is never replaced behind the last step: if this process dies before, the next
 * one repeats all steps. */
bool apenet_network_repair(apenet_network_t *n, uint32_t node)
{
    network_node_t *at = &n->node[node];
    unsigned dead = at->is_remote ? 0 : emuq_claim_holder(&at->claim);
    if (dead != 0 && emuq_process_has_exited((pid_t)dead) &&
        emuq_claim_replace(&at->claim, dead, AO_load(&apenet_lock_owner))) {
        apenet_network_set_down(n, node, at->ports | APENET_NETWORK_STOPPED);
        network_report_stopped(at, dead);
        (void)emuq_exchange(&at->claim, EMUQ_CLAIM_OWNER);
    }
    return AO_int_load(&at->is_stopped) != 0;
}
