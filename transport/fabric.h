/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file fabric.h
 * @brief Private to the kernel shim: lanes to the engines of other hosts, over a network (libfabric).
 *
 * Frames are copied once, into a network message, or are lent, if they are long. A lane whose last messages
 * are still on their way collects frames in one; a lane that cannot send queues. A lane takes memory when its
 * first frame is sent.
 *
 * A host is *watched* if it is a neighbour of this one in the ring of all hosts, or if frames have been
 * exchanged with it. Watched hosts hear of each other every second; a watched host that says nothing for
 * EMUQ_HEARTBEAT seconds is lost. Time during which this process took no turn does not count.
 */
#ifndef EMUQ_HOSTS_FABRIC_H
#define EMUQ_HOSTS_FABRIC_H

#include "transport/engine.h"
#include "kernel-shim/partition/host_engine.h"

/** An endpoint and the lanes that begin there. */
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
                        const unsigned char key[EMUQ_KEY_BYTES], struct emuq_lane_counts *counts,
                        uint64_t spins);

/** The lanes, once connected. They are valid until emuq_fabric_close(). */
void emuq_fabric_lanes(emuq_fabric_t *fabric, emuq_lanes_t *lanes);

/** Closes the endpoint. What has not been sent is lost. No other thread uses it. */
void emuq_fabric_close(emuq_fabric_t *fabric);

#endif /* EMUQ_HOSTS_FABRIC_H */
