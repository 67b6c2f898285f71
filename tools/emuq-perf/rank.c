/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-perf/rank.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/emuq-perf/machine.h"

#define GET_FIFO_BYTES  4096
#define LANE_BYTES      ((uint64_t)3 * PERF_LINE)
#define RECEPTION_BYTES (64 * 1024)
#define ALONE           100000 /* vain looks before a rank that has a core yields it: somebody else may want it */
#define WITH_ENGINE     20     /* the same for one that shares its core with a host engine */
#define CROWDED         50     /* the same for one of more ranks than cores */

/* ---- reception ---- */

static int count_packet(void *argument, MUHWI_PacketHeader_t *header, uint32_t bytes)
{
    perf_rank_t *r = argument;
    (void)header, (void)bytes;
    r->packets++;
    return 0;
}

/* Copies to consecutive places, again and again. */
static int copy_packet(void *argument, MUHWI_PacketHeader_t *header, uint32_t bytes)
{
    perf_rank_t *r = argument;
    uint32_t payload = bytes - (uint32_t)sizeof *header;
    if (r->taken + payload > r->most)
        r->taken = 0;
    memcpy(r->landing + r->taken, header + 1, payload);
    r->taken += payload;
    r->packets++;
    return 0;
}

/* ---- remote gets ---- */

/* The injection FIFO into which the partner's Message Unit puts descriptors. */
static void open_get_fifo(perf_rank_t *r)
{
    spi_process_t *p = &r->process;
    uint32_t subgroup = p->at[SPI_T] * p->subgroups, available, free_id[BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP];
    Kernel_InjFifoAttributes_t attributes;
    Kernel_MemoryRegion_t region;
    memset(&attributes, 0, sizeof attributes);
    attributes.RemoteGet = 1;
    if (Kernel_QueryInjFifos(subgroup, &available, free_id) != 0 || available == 0)
        spi_fatal(p, "subgroup %u has no free injection FIFO for remote gets", subgroup);
    r->get_fifo = free_id[0];
    if (posix_memalign(&r->get_memory, PERF_LINE, GET_FIFO_BYTES) != 0 ||
        Kernel_AllocateInjFifos(subgroup, &r->get_group, 1, &r->get_fifo, &attributes) != 0 ||
        Kernel_CreateMemoryRegion(&region, r->get_memory, GET_FIFO_BYTES) != 0 ||
        Kernel_InjFifoInit(&r->get_group, r->get_fifo, &region,
                           (uint64_t)r->get_memory - (uint64_t)region.BaseVa, GET_FIFO_BYTES - 1) != 0 ||
        Kernel_InjFifoActivate(&r->get_group, 1, &r->get_fifo, KERNEL_INJ_FIFO_ACTIVATE) != 0)
        spi_fatal(p, "cannot set up injection FIFO %u of subgroup %u for remote gets", r->get_fifo, subgroup);
}

/* ---- setup ---- */

static uint64_t lines(uint64_t bytes)
{
    return (bytes + PERF_LINE - 1) / PERF_LINE * PERF_LINE;
}

/* Deals out what is behind the rest of the window: lanes of threads, then what comes from neighbours. */
static void deal_out(perf_rank_t *r, char *next, uint64_t face)
{
    for (int i = 0; i < PERF_MOST_THREADS; i++, next += LANE_BYTES)
        r->lane[i] = next;
    for (int way = 0; face != 0 && way < PERF_WAYS; way++, next += PERF_LINE)
        r->face_counter[way] = (uint64_t *)next;
    for (int which = 0; face != 0 && which < 2; which++) {
        r->face_source[which] = next;
        next += face;
        for (int way = 0; way < PERF_WAYS; way++, next += face)
            r->face[way][which] = next;
    }
}

static void open_window(perf_rank_t *r, const perf_needs_t *needs)
{
    uint64_t face = lines(needs->face_bytes);
    r->most = lines(needs->block_bytes);
    uint64_t bytes = 2 * r->most + (PERF_COUNTERS + 2) * PERF_LINE, rest = PERF_MOST_THREADS * LANE_BYTES;
    if (face != 0)
        rest += PERF_WAYS * PERF_LINE + 2 * (PERF_WAYS + 1) * face;
    spi_window_open(&r->process, &r->window, 0, bytes + rest);
    deal_out(r, r->window.memory + bytes, face);
    r->source = r->window.memory;
    r->landing = r->source + r->most;
    r->flag = (uint64_t *)(r->landing + r->most + PERF_COUNTERS * PERF_LINE);
    r->question = (MUHWI_Descriptor_t *)(r->landing + r->most + (PERF_COUNTERS + 1) * PERF_LINE);
    for (uint64_t i = 0; i < PERF_COUNTERS; i++)
        r->counter[i] = (uint64_t *)(r->landing + r->most + i * PERF_LINE);
}

/* Rank 0 makes the shared memory and tells everybody, by a message to each, where it is. */
static void tell_place(perf_rank_t *r, const perf_needs_t *needs)
{
    spi_process_t *p = &r->process;
    r->shared = perf_shared_make(needs, &r->place);
    if (r->shared == NULL)
        spi_fatal(p, "no shared memory for the limits of the machine: %s; see ulimit -f and ulimit -v",
                  strerror(errno));
    r->shared->cores = perf_machine_cores(r->shared->core, PERF_MAX_CORES);
    memcpy(r->source, &r->place, sizeof r->place);
    for (uint32_t rank = 1; rank < p->ranks; rank++) {
        const BG_CoordinateMapping_t *m = &r->map[rank];
        const uint32_t to[SPI_DIMS] = {m->a, m->b, m->c, m->d, m->e, m->t};
        MUHWI_Descriptor_t d;
        spi_put_descriptor(p, &d, to, 1, &r->window, r->source, sizeof r->place, r->landing,
                           r->counter[PERF_DATA]);
        spi_inject(p, 0, &d);
    }
}

static void hear_place(perf_rank_t *r)
{
    r->expected[PERF_DATA] += sizeof r->place;
    spi_wait_counter(&r->window, r->counter[PERF_DATA], r->expected[PERF_DATA]);
    memcpy(&r->place, r->landing, sizeof r->place);
    r->shared = perf_shared_map(&r->place);
    if (r->shared == NULL)
        spi_fatal(&r->process, "cannot map memory of process %llu through /proc",
                  (unsigned long long)r->place.process);
}

/* Whether the launcher has given the rank a part of the cores. */
static bool has_share(const perf_rank_t *r)
{
    const perf_shared_t *s = r->shared;
    for (uint32_t i = 0; i < s->cores; i++)
        if (!CPU_ISSET((size_t)s->core[i], &r->home))
            return true;
    return false;
}

/* Ranks go to the cores in turn. The launcher binds those of pretended hosts, with their host engines, unless
 * there are more of them than cores. */
static void choose_home(perf_rank_t *r)
{
    const perf_shared_t *s = r->shared;
    sched_getaffinity(0, sizeof r->home, &r->home);
    r->is_pinned = r->options->pin && s->cores > 0; /* 0: hwloc does not know them */
    if (!r->is_pinned || (r->options->modes == PERF_MODE_HOSTS && has_share(r)))
        return;
    cpu_set_t all = r->home;
    CPU_ZERO(&r->home);
    CPU_SET((size_t)s->core[r->process.rank % s->cores], &r->home);
    r->is_pinned = sched_setaffinity(0, sizeof r->home, &r->home) == 0;
    if (!r->is_pinned)
        r->home = all;
}

int perf_rank_open(perf_rank_t *r, const perf_options_t *o, const perf_needs_t *needs)
{
    memset(r, 0, sizeof *r);
    spi_process_t *p = &r->process;
    r->options = o;
    if (spi_open(p, needs->fifos, 1) != 0) {
        if (p->rank == 0)
            fprintf(stderr, "emuq-perf: every process of every node has to be a rank; leave out --np\n");
        return -1;
    }
    uint64_t ranks;
    r->map = calloc(p->ranks, sizeof *r->map);
    if (r->map == NULL || Kernel_RanksToCoords(p->ranks * sizeof *r->map, r->map, &ranks) != 0)
        spi_fatal(p, "cannot get the coordinates of the ranks");
    open_window(r, needs);
    r->count_packet = (uint8_t)MUSPI_RegisterReceiveFunction(count_packet, r);
    r->copy_packet = (uint8_t)MUSPI_RegisterReceiveFunction(copy_packet, r);
    for (uint32_t t = 0; t < p->extent[SPI_T]; t++) { /* the processes of a node one after the other */
        if (t == p->at[SPI_T])
            open_get_fifo(r);
        spi_barrier(p);
    }
    spi_reception_open(p, &r->reception, 1, RECEPTION_BYTES);
    if (p->rank == 0)
        tell_place(r, needs);
    else
        hear_place(r);
    choose_home(r);
    spi_barrier(p);
    return 0;
}

void perf_rank_close(perf_rank_t *r)
{
    spi_process_t *p = &r->process;
    spi_barrier(p);
    if (p->rank == 0 || r->place.process != (uint64_t)getpid())
        perf_shared_unmap(r->shared, &r->place, p->rank == 0);
    Kernel_InjFifoActivate(&r->get_group, 1, &r->get_fifo, KERNEL_INJ_FIFO_DEACTIVATE);
    free(r->get_memory);
    spi_reception_close(p, &r->reception);
    spi_close(p);
    spi_window_close(&r->window);
    free(r->map);
    free(r->explained);
}

/* ---- parts ---- */

uint32_t perf_distance(const perf_rank_t *r, uint32_t a, uint32_t b)
{
    const uint32_t *extent = r->process.extent;
    const BG_CoordinateMapping_t *x = &r->map[a], *y = &r->map[b];
    const uint32_t from[SPI_TORUS_DIMS] = {x->a, x->b, x->c, x->d, x->e};
    const uint32_t to[SPI_TORUS_DIMS] = {y->a, y->b, y->c, y->d, y->e};
    uint32_t hops = 0;
    for (int d = 0; d < SPI_TORUS_DIMS; d++) {
        uint32_t ahead = (to[d] + extent[d] - from[d]) % extent[d], back = extent[d] - ahead;
        hops += ahead < back ? ahead : back;
    }
    return hops;
}

static void set_partner(perf_rank_t *r, uint32_t rank)
{
    const BG_CoordinateMapping_t *m = &r->map[rank];
    const uint32_t to[SPI_DIMS] = {m->a, m->b, m->c, m->d, m->e, m->t};
    memcpy(r->partner, to, sizeof to);
    r->partner_rank = rank;
    r->hops = perf_distance(r, r->process.rank, rank);
}

/* Pair i is ranks i and i + half of them; a single pair is rank 0 and a rank of choice. */
static void cast_pairs(perf_rank_t *r, uint32_t partner)
{
    uint32_t me = r->process.rank, pairs = r->options->pairs, apart = r->process.ranks / 2;
    if (pairs == 1)
        apart = partner;
    r->players = 2 * pairs;
    r->role = me < pairs ? PERF_FIRST : PERF_SECOND;
    r->pair = r->role == PERF_FIRST ? me : me - apart;
    r->playing = r->role == PERF_FIRST || (me >= apart && me < apart + pairs);
    if (r->playing)
        set_partner(r, r->role == PERF_FIRST ? me + apart : me - apart);
}

/* One process of each node takes part. The partner of rank 0's is that of the last node. */
static void cast_nodes(perf_rank_t *r)
{
    uint32_t first = UINT32_MAX, last = 0, me = r->process.rank;
    for (uint32_t rank = 0; rank < r->process.ranks; rank++) {
        if (r->map[rank].t != 0)
            continue;
        first = rank < first ? rank : first;
        last = rank;
    }
    r->players = r->process.ranks / r->process.extent[SPI_T];
    r->role = me == first ? PERF_FIRST : me == last ? PERF_SECOND : PERF_BYSTANDER;
    r->pair = 0;
    r->playing = r->process.at[SPI_T] == 0;
    set_partner(r, r->role == PERF_FIRST ? last : first);
}

static void cast_all(perf_rank_t *r)
{
    cast_nodes(r);
    r->players = r->process.ranks;
    r->playing = true;
}

void perf_rank_cast(perf_rank_t *r, const perf_test_t *t, uint32_t partner)
{
    if (t->who == PERF_NODES)
        cast_nodes(r);
    else if (t->who == PERF_ALL)
        cast_all(r);
    else
        cast_pairs(r, partner);
    if (t->who == PERF_ONE) {
        r->playing = r->process.rank == 0;
        r->players = 1;
    }
    uint32_t engines = r->options->modes == PERF_MODE_HOSTS ? 2 : 0; /* at work meanwhile, or more */
    r->patience = r->players > r->shared->cores             ? CROWDED
                  : r->players + engines > r->shared->cores ? WITH_ENGINE
                                                            : ALONE;
    if ((t->how & PERF_ONE_CORE) == 0 || !r->playing)
        return;
    r->patience = 0;
    perf_run_on(r, r->pair);
}

void perf_run_on(const perf_rank_t *r, uint32_t core)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET((size_t)r->shared->core[core % r->shared->cores], &one);
    sched_setaffinity(0, sizeof one, &one);
}

void perf_rank_uncast(perf_rank_t *r)
{
    sched_setaffinity(0, sizeof r->home, &r->home);
}

/* ---- sleep ---- */

void perf_sleep(perf_rank_t *r)
{
    uint32_t *played = &perf_mine(r)->played;
    for (uint32_t seen; (seen = __atomic_load_n(played, __ATOMIC_ACQUIRE)) != r->batch;)
        perf_futex_wait(played, seen);
}

void perf_end_sleep(perf_rank_t *r)
{
    uint32_t *played = &perf_mine(r)->played;
    __atomic_store_n(played, r->batch, __ATOMIC_RELEASE); /* pairs with perf_sleep() */
    perf_futex_wake(played);
}
