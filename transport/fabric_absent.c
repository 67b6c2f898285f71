/* SPDX-License-Identifier: BSD-3-Clause */
/* A build without libfabric: all ranks run on one host. */
#include <errno.h>

#include "base/text.h"
#include "transport/fabric.h"

int emuq_fabric_open(const char *local_address, emuq_fabric_t **fabric, emuq_host_text_t *text)
{
    (void)local_address, (void)fabric, (void)text;
    emuq_log("this build of EMUQ has no network between hosts; install libfabric-dev and build it again, or "
             "start all ranks on one host");
    return -ENOTSUP;
}

int emuq_fabric_connect(emuq_fabric_t *fabric, uint32_t hosts, uint32_t host, const emuq_host_text_t *texts,
                        const unsigned char key[EMUQ_KEY_BYTES], emuq_connection_counts_t *counts,
                        uint64_t spins)
{
    (void)fabric, (void)hosts, (void)host, (void)texts, (void)key, (void)counts, (void)spins;
    return -ENOTSUP;
}

void emuq_fabric_connections(emuq_fabric_t *fabric, emuq_connections_t *connections)
{
    (void)fabric, (void)connections;
}

void emuq_fabric_close(emuq_fabric_t *fabric)
{
    (void)fabric;
}
