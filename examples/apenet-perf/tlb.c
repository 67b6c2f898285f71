/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The TLB of the card of the last rank: how many translations of a put it finds when the same put has come
 * before, by its size. Cards here are not slow, so what follows for the machine is calculated: a hit takes
 * 124 ns there and a miss 1.9 us, once for each packet, and nothing is faster than its translations.
 */
#include <stdio.h>

#include "apenet/driver/driver.h" /* for what cards have counted */
#include "perf.h"

#define HIT_US  0.124
#define MISS_US 1.9

static apenet_device_t *last_card(const perf_t *p)
{
    const apenet_machine_t *m = p->world.card->host->device->machine;
    return apenet_device_at(m, apenet_world_address(&p->world, p->world.ranks - 1));
}

/* Puts from the first rank's host to the last one's host or GPU. */
static void put(perf_t *p, uint32_t bytes, unsigned flags)
{
    apenet_address_t last = apenet_world_address(&p->world, p->world.ranks - 1);
    apenet_event_t e;
    int rc = apenet_rdma_put(p->world.card, last, p->source, bytes, flags != 0 ? p->gpu_there : p->there, 0,
                             flags);
    if (rc == 0)
        rc = apenet_wait_event(p->world.card, APENET_KIND(APENET_EVENT_SENT), -1, &e);
    apenet_world_must(&p->world, rc == 0, "apenet_rdma_put");
}

/* @return of 100 translations, those that are found */
static double hits(perf_t *p, uint32_t bytes, unsigned flags)
{
    apenet_counters_t before, after;
    put(p, bytes, flags);
    apenet_device_counters(last_card(p), &before);
    put(p, bytes, flags);
    apenet_device_counters(last_card(p), &after);
    double found = (double)(after.tlb_hits - before.tlb_hits),
           missed = (double)(after.tlb_misses - before.tlb_misses);
    return 100 * found / (found + missed);
}

static void print(double found)
{
    double us = (found * HIT_US + (100 - found) * MISS_US) / 100;
    printf("   %7.1f %9.0f", found, APENET_PAYLOAD_BYTES / us);
}

/* Nobody else uses the card of the last rank meanwhile: all but the first one wait. */
void perf_count_tlb(perf_t *p)
{
    apenet_world_sum(&p->world, NULL, 0);
    apenet_world_sent(&p->world);
    if (p->is_first)
        printf("TLB of %u entries (EMUQ_APENET_TLB): found when a put is repeated, and MB/s that translation "
               "allows\n"
               "%8s   %7s %9s   %7s %9s\n",
               last_card(p)->tlb.entries, "bytes", "H, %", "MB/s", "G, %", "MB/s");
    for (uint32_t bytes = 1u << 16; p->is_first && bytes <= PERF_BYTES; bytes *= 2) {
        printf("%8u", bytes);
        print(hits(p, bytes, 0));
        if (p->gpu_there != 0)
            print(hits(p, bytes, APENET_REMOTE_GPU(0)));
        printf("\n");
    }
    apenet_world_sum(&p->world, NULL, 0);
    apenet_world_sent(&p->world);
}
