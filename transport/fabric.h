/* SPDX-License-Identifier: BSD-3-Clause */
/** OPENING
 * @file host_text.h
 * @brief Private to the kernel shim: what a host says of itself, "HOSTNAME/PROVIDER/HEXADDRESS".

 * @file interface.h
 * @brief Private to the kernel shim: addresses by which hosts reach each other.

 * @file probe.h
 * @brief Private to the kernel shim: asks the system of a silent host whether its engine still is there.
 *
 * Providers over TCP do not report that a peer has ended, they try to connect again. But its system does, to
 * anybody who tries to connect. Not thread-safe.

 * @file fabric.h
 * @brief Private to the kernel shim: connections to the engines of other hosts, over a network (libfabric).
 *
 * Frames are copied once, into a network message, or are lent, if they are long. A connection whose last
 messages
 * are still on their way collects frames in one; a connection that cannot send queues. A connection takes
 memory when its
 * first frame is sent.
 *
 * A host is *watched* if it is a neighbour of this one in the ring of all hosts, or if frames have been
 * exchanged with it. Watched hosts hear of each other every second; a watched host that says nothing for
 * EMUQ_HEARTBEAT seconds is lost. Time during which this process took no turn does not count.
 */
#ifndef EMUQ_TRANSPORT_FABRIC_H
#define EMUQ_TRANSPORT_FABRIC_H

#include <stdbool.h>
#include <stddef.h>

#include "transport/connection.h"

/** Bytes of what a host says of itself, with the zero: letters, digits and "-._:;/+@", neither blanks nor
 * '='. Values of PMI have room for twice as much. */
#define EMUQ_HOST_TEXT 400u

/** What the other hosts have to know of one. */
typedef struct emuq_host_text {
    char text[EMUQ_HOST_TEXT];
} emuq_host_text_t;

/** Prints it; characters of @p name that are not allowed become '-'. @return 0, or -ENAMETOOLONG after a
 * message */
int emuq_host_text_print(emuq_host_text_t *text, const char *name, const char *provider,
                         const unsigned char *address, size_t bytes);

/** The parts of a text. */
typedef struct emuq_host_parts {
    char name[128], provider[64];
    unsigned char address[128];
    size_t address_bytes;
    bool covers_all; /**< authentication codes cover every byte (EMUQ_HOST_MAC=all) */
    bool is_of_rank; /**< the engine is in the process of a rank, which may be stopped */
} emuq_host_parts_t;

/** What follows the address then, in this order. */
#define EMUQ_TEXT_COVERS_ALL "*"
#define EMUQ_TEXT_OF_RANK    "+" /**< the second one */

/** Says in a text that codes cover every byte; before emuq_host_text_of_rank(). @return 0, or -ENAMETOOLONG
 * after a message */
int emuq_host_text_covers_all(emuq_host_text_t *text);

/** Says in a text that the engine is in the process of a rank. @return 0, or -ENAMETOOLONG after a message */
int emuq_host_text_of_rank(emuq_host_text_t *text);

/** Reads a text. @return 0, or -EINVAL: it is none */
int emuq_host_text_parse(const char *text, emuq_host_parts_t *parts);

/** Bytes of a numeric address as text, with the zero. */
#define EMUQ_ADDRESS_TEXT 64u

/** Chooses an address of this host: that of EMUQ_INTERFACE (name of an interface, or an address); else the
 *  one that @p near stands for; else the one that the name of this host stands for, if it is no loopback;
 * else that of the first interface that is up and no loopback; else 127.0.0.1.
 *  @param near a name or an address of this host, or NULL
 *  @return 0; or -ENODEV after a message: EMUQ_INTERFACE is not of this host. */
int emuq_interface_address(const char *near, char text[EMUQ_ADDRESS_TEXT]);

/** Whether an address is one of the loopback interface, at which a host reaches nobody but itself.
 *  @param address a struct sockaddr of @p bytes bytes, of whatever family */
bool emuq_interface_is_loopback(const void *address, size_t bytes);

#define EMUQ_PROBE_REFUSED (-2) /**< a probe that has been answered at once */

/** Whether the endpoints of a provider can be asked: they listen on a TCP port. */
bool emuq_probe_can(const char *provider);
/** Begins to ask. @param address a struct sockaddr of @p bytes bytes @return a probe; -1: not possible now */
int emuq_probe_begin(const void *address, size_t bytes);
/** Looks for the answer.
 *  @return 0: there is none yet; 1: a process listens, which need not run; -ECONNREFUSED: none does;
 * -EHOSTUNREACH: not known. If not 0, the probe is ended. */
int emuq_probe_poll(int probe);
/** Ends a probe; -1: none. */
void emuq_probe_end(int probe);

/** An endpoint and the connections that begin there. */
typedef struct emuq_fabric emuq_fabric_t;

/** Opens an endpoint as EMUQ_FABRIC and EMUQ_INTERFACE say. In the process that uses it, as libraries below
 * do not survive a fork.
 *  @param near see emuq_interface_address() @param text set: "HOSTNAME/PROVIDER/HEXADDRESS"
 *  @return 0, or a negative errno after a message */
int emuq_fabric_open(const char *near, emuq_fabric_t **fabric, emuq_host_text_t *text);

/** Who the hosts of a job are. Lanes are opened when they are used.
 *  @param texts [hosts] @param key of the job @param counts [hosts] or NULL
 *  @param spins the longest time to look for frames before sleeping, in ns
 *  @return 0, or a negative errno after a message */
int emuq_fabric_connect(emuq_fabric_t *fabric, uint32_t hosts, uint32_t host, const emuq_host_text_t *texts,
                        const unsigned char key[EMUQ_KEY_BYTES], emuq_connection_counts_t *counts,
                        uint64_t spins);

/** The connections, once connected. They are valid until emuq_fabric_close(). */
void emuq_fabric_connections(emuq_fabric_t *fabric, emuq_connections_t *connections);

/** Closes the endpoint. What has not been sent is lost. No other thread uses it. */
void emuq_fabric_close(emuq_fabric_t *fabric);

#endif /* EMUQ_TRANSPORT_FABRIC_H */
