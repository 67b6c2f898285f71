/* SPDX-License-Identifier: BSD-3-Clause */
/** @file links.h
 * @brief Carriers of external wires: datagrams, and messages between hosts (apenet 8.8).
 */
#ifndef APENET_DRIVER_LINKS_H
#define APENET_DRIVER_LINKS_H

#include "apenet/driver/driver.h"

/** Head of a message between hosts; all hosts run the same build. */
typedef struct apenet_links_message {
    uint64_t endpoint; /**< ENDPOINT; DOWN: set of ports whose links are down */
    enum { APENET_LINKS_WORDS, APENET_LINKS_ENDPOINT, APENET_LINKS_DOWN } kind;
    uint32_t node, port; /**< WORDS: the receiving end; ENDPOINT: the end that has the socket; DOWN: node */
    uint32_t number;     /**< WORDS: a datagram starts here, with the number of its first word */
} apenet_links_message_t;

_Static_assert(sizeof(apenet_links_message_t) == 24, "words follow directly");

/** Takes a message of another host. One thread at a time. May wait for the thread that processes the node.
 * @param message any bytes, aligned to 8
 * @return 0, or as apenet_network_arrive(); -EBADMSG: malformed, nothing is taken */
int apenet_links_take(apenet_machine_t *m, const void *message, uint32_t bytes);

/** Connects the external wires of a node, once per node and Linux process: opens sockets, starts the thread
 * that receives. Without effect on wires in memory. Thread-safe. @return 0, or a negative errno after
 * printing an error */
int apenet_links_open(apenet_card_t *card);

#endif /* APENET_DRIVER_LINKS_H */
