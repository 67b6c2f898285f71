/* SPDX-License-Identifier: BSD-3-Clause */
/* A build without the headers of libfabric: no job is on several hosts. */
#include <errno.h>

#include "base/log.h"
#include "transport/fabric.h"

int emuq_fabric_open(const char *near, emuq_fabric_t **fabric, emuq_host_text_t *text)
{
    (void)near, (void)fabric, (void)text;
    emuq_log(
        "this build of EMUQ has no network between hosts; install libfabric-dev and build it again, or "
        "start all ranks on one host");
    return -ENOTSUP;
}

int emuq_fabric_connect(emuq_fabric_t *fabric, uint32_t hosts, uint32_t host, const emuq_host_text_t *texts,
                        const unsigned char key[EMUQ_KEY_BYTES], struct emuq_lane_counts *counts,
                        uint64_t spins)
{
    (void)fabric, (void)hosts, (void)host, (void)texts, (void)key, (void)counts, (void)spins;
    return -ENOTSUP;
}

void emuq_fabric_lanes(emuq_fabric_t *fabric, emuq_lanes_t *lanes)
{
    (void)fabric, (void)lanes;
}

void emuq_fabric_close(emuq_fabric_t *fabric)
{
    (void)fabric;
}
