/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file routes.h
 * @brief Class routes in the modelled network, and the global interrupts that use them.
 */
#ifndef EMUQ_TIMED_ROUTES_H
#define EMUQ_TIMED_ROUTES_H

#include "backends/timed/timed.h"

/** Gives the network the class routes of a node, as far as it does not know them. Nothing uses those that
 * have changed. Not from a call of the network. @return 0 or -ENOMEM */
int emuq_routes_update(emuq_timed_t *t, uint32_t node);

/** Virtual channel of the collectives of a node's class route. */
uint8_t emuq_routes_channel(const emuq_mu_node_t *n, uint32_t route);

/** Gives the network the levels of global interrupts that the kernel has set when it booted the nodes, and
 * lets the time pass until all nodes see them. */
void emuq_routes_boot(emuq_timed_t *t);

/** emuq_network_hooks_t::level. */
void emuq_routes_level(emuq_mu_node_t *n, uint32_t route, uint32_t bits);

/** emuq_net_client_t::interrupted. */
void emuq_routes_interrupted(emuq_timed_t *t, uint32_t node, uint32_t route, uint32_t bits);

#endif /* EMUQ_TIMED_ROUTES_H */
