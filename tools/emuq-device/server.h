/* SPDX-License-Identifier: BSD-3-Clause */
/** @file server.h @brief The protocol of backends/mmio/device.h, for any number of connections in one thread.
 */
#ifndef EMUQ_DEVICE_SERVER_H
#define EMUQ_DEVICE_SERVER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct emuq_server emuq_server_t; /**< A socket that listens, and its connections. */

/** What a server offers. */
typedef struct emuq_offer {
    bool has_shape; /**< only this shape */
    uint32_t size[5];
    uint32_t ppn; /**< 0: any; only with has_shape */
} emuq_offer_t;

/**
 * Listens.
 * @param where path, or @ and a name without a file
 * @return 0, or a negative errno after a message
 */
int emuq_server_open(const char *where, const emuq_offer_t *offer, emuq_server_t **server);

/** A descriptor that is readable when emuq_server_turn() has something to do. */
int emuq_server_fd(const emuq_server_t *server);

/** Does what can be done without waiting. */
void emuq_server_turn(emuq_server_t *server);

/** Ends connections and the partition, and removes the socket. NULL is allowed. */
void emuq_server_close(emuq_server_t *server);

#endif /* EMUQ_DEVICE_SERVER_H */
