/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file fabric.h
 * @brief Connections over libfabric, and addresses of hosts.
 *
 * Frames are copied once, into a network message; long frames are lent. A connection with messages in flight
 * collects frames in one message, or queues.
 *
 * A host is *watched* if it is a neighbour in the ring of hosts, or has exchanged frames with this host.
 * Watched hosts exchange heartbeats; a host that is silent for EMUQ_HEARTBEAT seconds is lost. TCP providers
 * reconnect instead of reporting the end of a peer; a *probe* by TCP finds whether a process still listens.
 * Not thread-safe.
 */
#ifndef EMUQ_TRANSPORT_FABRIC_H
#define EMUQ_TRANSPORT_FABRIC_H

#include <stdbool.h>
#include <stddef.h>

#include "transport/connection.h"

/** Bytes of a host text of letters, digits and "-._:;/+@*". Values of PMI allow twice as many. */
#define EMUQ_HOST_TEXT 400u

/** Name and address of a host: "HOSTNAME/PROVIDER/HEXADDRESS" and marks. */
typedef struct emuq_host_text {
    char text[EMUQ_HOST_TEXT];
} emuq_host_text_t;

/** Replaces forbidden characters of @p name by '-'. @return 0, or -ENAMETOOLONG after printing an error */
int emuq_host_text_print(emuq_host_text_t *text, const char *name, const char *provider,
                         const unsigned char *address, size_t bytes);

typedef struct emuq_host_parts {
    char name[128], provider[64];
    unsigned char address[128];
    size_t address_bytes;
    bool covers_all; /**< EMUQ_HOST_MAC=all */
    bool is_of_rank; /**< the engine is in a rank */
} emuq_host_parts_t;

/** Marks after the address, in this order. */
#define EMUQ_TEXT_COVERS_ALL "*" /**< covers_all */
#define EMUQ_TEXT_OF_RANK    "+" /**< is_of_rank */

/** Appends a mark. @return 0, or -ENAMETOOLONG after printing an error */
int emuq_host_text_mark(emuq_host_text_t *text, const char *mark);

/** @return 0, or -EINVAL */
int emuq_host_text_parse(const char *text, emuq_host_parts_t *parts);

#define EMUQ_ADDRESS_TEXT 64u

/** Chooses an address of this host: EMUQ_INTERFACE (interface or address); else @p local_address (name,
 * address, or NULL); else the host's name, unless loopback; else the first interface that is up and not
 * loopback; else 127.0.0.1. @return 0; -ENODEV after printing an error: no such EMUQ_INTERFACE */
int emuq_interface_address(const char *local_address, char text[EMUQ_ADDRESS_TEXT]);

/** @param address a struct sockaddr of any family */
bool emuq_interface_is_loopback(const void *address, size_t bytes);

#define EMUQ_PROBE_REFUSED (-2) /**< connection refused immediately */

/** Whether the endpoints of a provider listen on a TCP port. */
bool emuq_probe_can(const char *provider);
/** Starts a probe. @param address a struct sockaddr @return the probe; -1: not possible now;
 * EMUQ_PROBE_REFUSED */
int emuq_probe_begin(const void *address, size_t bytes);
/** Polls a probe. @return 0: pending; 1: a process listens, perhaps stopped; -ECONNREFUSED: none;
 * -EHOSTUNREACH: unknown. All but 0 end the probe. */
int emuq_probe_poll(int probe);
void emuq_probe_end(int probe);

typedef struct emuq_fabric emuq_fabric_t;

/** Opens an endpoint (EMUQ_FABRIC, EMUQ_INTERFACE) in the process that uses it: the libraries do not survive
 * a fork. @param[out] text address of the endpoint @return 0, or -errno after printing an error */
int emuq_fabric_open(const char *local_address, emuq_fabric_t **fabric, emuq_host_text_t *text);

/** Sets the hosts of the job. @param counts [hosts] or NULL @param spins maximum time to spin in ns
 * @return 0, or -errno after printing an error */
int emuq_fabric_connect(emuq_fabric_t *fabric, uint32_t hosts, uint32_t host, const emuq_host_text_t *texts,
                        const unsigned char key[EMUQ_KEY_BYTES], emuq_connection_counts_t *counts,
                        uint64_t spins);

/** Sets @p connections, which are valid until emuq_fabric_close(). */
void emuq_fabric_connections(emuq_fabric_t *fabric, emuq_connections_t *connections);

/** Closes the endpoint. Unsent frames are lost. */
void emuq_fabric_close(emuq_fabric_t *fabric);

#endif /* EMUQ_TRANSPORT_FABRIC_H */
