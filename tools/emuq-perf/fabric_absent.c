/* SPDX-License-Identifier: BSD-3-Clause */
/* A build without the headers of libfabric measures nothing with it. */
#include "tools/emuq-perf/fabric.h"

#include <stdio.h>

int perf_fabric_open(struct perf_rank *r)
{
    (void)r;
    fputs("emuq-perf: this build has no libfabric; install libfabric-dev and build it again\n", stderr);
    return -1;
}

/* Not reached: the ranks are not connected. */
void perf_fabric_send(struct perf_rank *r, size_t size)
{
    (void)r, (void)size;
}

void perf_fabric_flush(struct perf_rank *r)
{
    (void)r;
}

void perf_fabric_receive(struct perf_rank *r)
{
    (void)r;
}
