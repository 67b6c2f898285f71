/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file traffic.h
 * @brief Traffic for tests of counters: rank 0 of a ring of nodes puts messages to rank 1.
 */
#ifndef TRAFFIC_H
#define TRAFFIC_H

#include <string.h>

#include "hwi/include/common/emuq_wait.h"
#include "spi/setup/spi_setup.h"

enum { NODES = 4, BYTES = 1100, PACKETS = 3, CHUNKS = PACKETS + (BYTES + 31) / 32 };

typedef struct {
    spi_process_t process;
    spi_window_t window;
    uint64_t arrived;
} traffic_rank_t;

/* Collective. After a barrier rank 0 puts BYTES to rank 1 in direction A+; rank 1 returns when all bytes have
 * arrived. The barrier sends no packets between nodes. */
static inline void traffic_put(traffic_rank_t *r)
{
    spi_process_t *p = &r->process;
    uint64_t *counter = (uint64_t *)(void *)r->window.memory;
    char *payload = r->window.memory + SPI_LINE;
    spi_barrier(p);
    r->arrived += BYTES;
    if (p->rank == 0) {
        uint32_t to[SPI_DIMS] = {1, 0, 0, 0, 0, 0};
        MUHWI_Descriptor_t d;
        spi_put_descriptor(p, &d, to, 1, &r->window, payload, BYTES, payload, counter);
        spi_wait_sent(p, 1, spi_inject(p, 1, &d));
    } else if (p->rank == 1) {
        unsigned turns = 0;
        while (__atomic_load_n(counter, __ATOMIC_ACQUIRE) != -r->arrived)
            emuq_relax(&turns);
    }
}

static inline void traffic_open(traffic_rank_t *r)
{
    memset(r, 0, sizeof *r);
    spi_open(&r->process, 2, 1);
    spi_window_open(&r->process, &r->window, 0, 4096);
    spi_barrier(&r->process);
}

static inline void traffic_close(traffic_rank_t *r)
{
    spi_close(&r->process);
    spi_window_close(&r->window);
}

#endif /* TRAFFIC_H */
