/* SPDX-License-Identifier: BSD-3-Clause */
/** @file links.h
 * @brief Carriers of external wires: datagrams, and messages between hosts (apenet 8.8).
 */
#ifndef APENET_DRIVER_LINKS_H
#define APENET_DRIVER_LINKS_H

#include "apenet/driver/driver.h"

/** Connects the external wires of a node, once per node and Linux process: opens sockets, starts the thread
 * that receives. Without effect on wires in memory. Thread-safe. @return 0, or a negative errno after
 * printing an error */
int apenet_links_open(apenet_card_t *card);

#endif /* APENET_DRIVER_LINKS_H */
