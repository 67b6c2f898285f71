/* SPDX-License-Identifier: BSD-3-Clause */
/* Setup of ranks, shared memory, roles, waiting. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/lock.h"
#include "base/process.h"
#include "tools/emuq-perf/rank.h"

#define PAGE_ROUND(bytes) (((bytes) + 0xffff) & ~(uint64_t)0xffff)

/* ---- memory ---- */

static void *shared_map(int fd, size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    return memory != MAP_FAILED ? memory : NULL;
}

/* Creates the shared memory. @return NULL with errno set on failure */
static perf_shared_t *shared_make(const perf_needs_t *needs, perf_handle_t *handle)
{
    uint64_t blocks = PAGE_ROUND(sizeof(perf_shared_t) + needs->pairs * sizeof(perf_pair_t));
    uint64_t block_bytes = PAGE_ROUND(needs->block_bytes);
    uint64_t face_bytes = (needs->face_bytes + PERF_LINE - 1) / PERF_LINE * PERF_LINE;
    uint64_t faces = blocks + 2 * needs->pairs * block_bytes;
    uint64_t directions = face_bytes != 0 ? (uint64_t)needs->ranks * PERF_DIRECTIONS : 0;
    uint64_t bytes = faces + directions * (sizeof(perf_word_t) + 2 * face_bytes);
    int fd = memfd_create("emuq-perf", MFD_CLOEXEC);
    if (fd < 0)
        return NULL;
    int rc = emuq_file_resize(fd, bytes);
    perf_shared_t *s = rc == 0 ? shared_map(fd, bytes) : NULL;
    if (s == NULL) {
        rc = rc != 0 ? -rc : errno;
        close(fd);
        errno = rc;
        return NULL;
    }
    s->block_bytes = block_bytes;
    s->blocks = blocks;
    s->bytes = bytes;
    s->face_bytes = face_bytes;
    s->faces = faces;
    *handle = (perf_handle_t){(uint64_t)getpid(), (uint64_t)fd, (uint64_t)(uintptr_t)s};
    return s;
}

/* Maps the memory of rank 0. @return NULL on failure */
static perf_shared_t *shared_open(const perf_handle_t *handle)
{
    char path[64];
    struct stat status;
    if (handle->process == (uint64_t)getpid()) /* ranks are threads */
        return (perf_shared_t *)(uintptr_t)handle->address;
    snprintf(path, sizeof path, "/proc/%llu/fd/%llu", (unsigned long long)handle->process,
             (unsigned long long)handle->descriptor);
    int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0)
        return NULL;
    perf_shared_t *s = fstat(fd, &status) == 0 ? shared_map(fd, (size_t)status.st_size) : NULL;
    close(fd);
    return s;
}

/* ---- waiting ---- */

void perf_relax(uint64_t *spins, uint64_t spin_limit)
{
    if (++*spins > spin_limit)
        sched_yield();
}

void perf_barrier(perf_barrier_t *b, uint64_t members, uint64_t spin_limit)
{
    uint64_t spins = 0, generation = AO_load(&b->generation.value);
    /* All arrivals are released to the last rank, which releases them to the waiting ranks. */
    if (AO_fetch_and_add_full(&b->arrived.value, 1) + 1 == members) {
        AO_store(&b->arrived.value, 0);
        AO_store_release(&b->generation.value, generation + 1);
        return;
    }
    while (AO_load_acquire(&b->generation.value) == generation)
        perf_relax(&spins, spin_limit);
}

void perf_futex_wait(uint32_t *word, uint32_t value)
{
    for (uint32_t seen; (seen = AO_int_load_acquire(word)) != value;)
        emuq_futex_wait(word, seen, EMUQ_FUTEX_FOREVER);
}

void perf_futex_set(uint32_t *word, uint32_t value)
{
    AO_int_store_release(word, value);
    emuq_futex_wake(word, EMUQ_FUTEX_ALL);
}

#define RANK_GET_FIFO_BYTES  4096
#define RANK_THREAD_BYTES    ((uint64_t)3 * PERF_LINE)
#define RANK_RECEPTION_BYTES (64 * 1024)
/* Unsuccessful polls before a rank yields. */
#define RANK_SPINS                100000 /* on a free core */
#define RANK_SPINS_WITH_ENGINE    20     /* on a core shared with a progress process */
#define RANK_SPINS_OVERSUBSCRIBED 50     /* with more ranks than cores */

/* ---- reception ---- */

static int rank_count_packet(void *argument, MUHWI_PacketHeader_t *header, uint32_t bytes)
{
    perf_rank_t *r = argument;
    (void)header, (void)bytes;
    r->packets++;
    return 0;
}

/* Copies packets to consecutive addresses of the target, wrapping around. */
static int rank_copy_packet(void *argument, MUHWI_PacketHeader_t *header, uint32_t bytes)
{
    perf_rank_t *r = argument;
    uint32_t payload = bytes - (uint32_t)sizeof *header;
    if (r->consumed + payload > r->most)
        r->consumed = 0;
    memcpy(r->target + r->consumed, header + 1, payload);
    r->consumed += payload;
    r->packets++;
    return 0;
}

/* ---- remote gets ---- */

/* Sets up the injection FIFO into which the partner's Message Unit writes descriptors. */
static void rank_open_get_fifo(perf_rank_t *r)
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
    if (posix_memalign(&r->get_memory, PERF_LINE, RANK_GET_FIFO_BYTES) != 0 ||
        Kernel_AllocateInjFifos(subgroup, &r->get_group, 1, &r->get_fifo, &attributes) != 0 ||
        Kernel_CreateMemoryRegion(&region, r->get_memory, RANK_GET_FIFO_BYTES) != 0 ||
        Kernel_InjFifoInit(&r->get_group, r->get_fifo, &region,
                           (uint64_t)r->get_memory - (uint64_t)region.BaseVa, RANK_GET_FIFO_BYTES - 1) != 0 ||
        Kernel_InjFifoActivate(&r->get_group, 1, &r->get_fifo, KERNEL_INJ_FIFO_ACTIVATE) != 0)
        spi_fatal(p, "cannot set up injection FIFO %u of subgroup %u for remote gets", r->get_fifo, subgroup);
}

/* ---- setup ---- */

static uint64_t rank_round_to_lines(uint64_t bytes)
{
    return (bytes + PERF_LINE - 1) / PERF_LINE * PERF_LINE;
}

/* Assigns addresses in the second part of the window: thread buffers, then faces. */
static void rank_divide_window(perf_rank_t *r, char *next, uint64_t face)
{
    for (int i = 0; i < PERF_MOST_THREADS; i++, next += RANK_THREAD_BYTES)
        r->thread_buffer[i] = next;
    for (int direction = 0; face != 0 && direction < PERF_DIRECTIONS; direction++, next += PERF_LINE)
        r->face_counter[direction] = (uint64_t *)next;
    for (int which = 0; face != 0 && which < 2; which++) {
        r->face_source[which] = next;
        next += face;
        for (int direction = 0; direction < PERF_DIRECTIONS; direction++, next += face)
            r->face[direction][which] = next;
    }
}

static void rank_open_window(perf_rank_t *r, const perf_needs_t *needs)
{
    uint64_t face = rank_round_to_lines(needs->face_bytes);
    r->most = rank_round_to_lines(needs->block_bytes);
    uint64_t bytes = 2 * r->most + (PERF_COUNTERS + 2) * PERF_LINE,
             rest = PERF_MOST_THREADS * RANK_THREAD_BYTES;
    if (face != 0)
        rest += PERF_DIRECTIONS * PERF_LINE + 2 * (PERF_DIRECTIONS + 1) * face;
    spi_window_open(&r->process, &r->window, 0, bytes + rest);
    rank_divide_window(r, r->window.memory + bytes, face);
    r->source = r->window.memory;
    r->target = r->source + r->most;
    r->flag = (uint64_t *)(r->target + r->most + PERF_COUNTERS * PERF_LINE);
    r->request = (MUHWI_Descriptor_t *)(r->target + r->most + (PERF_COUNTERS + 1) * PERF_LINE);
    for (uint64_t i = 0; i < PERF_COUNTERS; i++)
        r->counter[i] = (uint64_t *)(r->target + r->most + i * PERF_LINE);
}

/* Rank 0 creates the shared memory and sends the handle to each rank. */
static void rank_send_handle(perf_rank_t *r, const perf_needs_t *needs)
{
    spi_process_t *p = &r->process;
    r->shared = shared_make(needs, &r->handle);
    if (r->shared == NULL)
        spi_fatal(p, "cannot create shared memory: %s; check ulimit -f and ulimit -v", strerror(errno));
    r->shared->cores = perf_machine_cores(r->shared->core, PERF_MAX_CORES);
    memcpy(r->source, &r->handle, sizeof r->handle);
    for (uint32_t rank = 1; rank < p->ranks; rank++) {
        const BG_CoordinateMapping_t *m = &r->map[rank];
        const uint32_t to[SPI_DIMS] = {m->a, m->b, m->c, m->d, m->e, m->t};
        MUHWI_Descriptor_t d;
        spi_put_descriptor(p, &d, to, 1, &r->window, r->source, sizeof r->handle, r->target,
                           r->counter[PERF_DATA]);
        spi_inject(p, 0, &d);
    }
}

static void rank_receive_handle(perf_rank_t *r)
{
    r->expected[PERF_DATA] += sizeof r->handle;
    spi_wait_counter(&r->window, r->counter[PERF_DATA], r->expected[PERF_DATA]);
    memcpy(&r->handle, r->target, sizeof r->handle);
    r->shared = shared_open(&r->handle);
    if (r->shared == NULL)
        spi_fatal(&r->process, "cannot map memory of process %llu through /proc",
                  (unsigned long long)r->handle.process);
}

/* True if the launcher bound the rank to a part of the cores. */
static bool rank_is_bound(const perf_rank_t *r)
{
    const perf_shared_t *s = r->shared;
    for (uint32_t i = 0; i < s->cores; i++)
        if (!CPU_ISSET((size_t)s->core[i], &r->cores_mask))
            return true;
    return false;
}

/* Assigns cores round-robin. Ranks of simulated hosts keep the binding of the launcher, which includes their
 * progress processes, unless there are more of them than cores. */
static void rank_choose_cores(perf_rank_t *r)
{
    const perf_shared_t *s = r->shared;
    sched_getaffinity(0, sizeof r->cores_mask, &r->cores_mask);
    r->is_pinned = r->options->pin && s->cores > 0; /* 0: hwloc reports no cores */
    if (!r->is_pinned || (r->options->modes == PERF_MODE_HOSTS && rank_is_bound(r)))
        return;
    cpu_set_t all = r->cores_mask;
    CPU_ZERO(&r->cores_mask);
    CPU_SET((size_t)s->core[r->process.rank % s->cores], &r->cores_mask);
    r->is_pinned = sched_setaffinity(0, sizeof r->cores_mask, &r->cores_mask) == 0;
    if (!r->is_pinned)
        r->cores_mask = all;
}

int perf_rank_open(perf_rank_t *r, const perf_options_t *o, const perf_needs_t *needs)
{
    memset(r, 0, sizeof *r);
    spi_process_t *p = &r->process;
    r->options = o;
    if (spi_open(p, needs->fifos, 1) != 0) {
        if (p->rank == 0)
            fprintf(stderr, "emuq-perf: every process of every node must be a rank; omit --np\n");
        return -1;
    }
    uint64_t ranks;
    r->map = calloc(p->ranks, sizeof *r->map);
    if (r->map == NULL || Kernel_RanksToCoords(p->ranks * sizeof *r->map, r->map, &ranks) != 0)
        spi_fatal(p, "cannot get the coordinates of the ranks");
    rank_open_window(r, needs);
    r->count_packet = (uint8_t)MUSPI_RegisterReceiveFunction(rank_count_packet, r);
    r->copy_packet = (uint8_t)MUSPI_RegisterReceiveFunction(rank_copy_packet, r);
    for (uint32_t t = 0; t < p->extent[SPI_T]; t++) { /* one process of a node after the other */
        if (t == p->at[SPI_T])
            rank_open_get_fifo(r);
        spi_barrier(p);
    }
    spi_reception_open(p, &r->reception, 1, RANK_RECEPTION_BYTES);
    if (p->rank == 0)
        rank_send_handle(r, needs);
    else
        rank_receive_handle(r);
    rank_choose_cores(r);
    spi_barrier(p);
    return 0;
}

void perf_rank_close(perf_rank_t *r)
{
    spi_process_t *p = &r->process;
    spi_barrier(p);
    if (p->rank == 0)
        close((int)r->handle.descriptor);
    if (p->rank == 0 || r->handle.process != (uint64_t)getpid())
        munmap(r->shared, r->shared->bytes);
    Kernel_InjFifoActivate(&r->get_group, 1, &r->get_fifo, KERNEL_INJ_FIFO_DEACTIVATE);
    free(r->get_memory);
    spi_reception_close(p, &r->reception);
    spi_close(p);
    spi_window_close(&r->window);
    free(r->map);
    free(r->stamps);
}

/* ---- roles ---- */

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

static void rank_set_partner(perf_rank_t *r, uint32_t rank)
{
    const BG_CoordinateMapping_t *m = &r->map[rank];
    const uint32_t to[SPI_DIMS] = {m->a, m->b, m->c, m->d, m->e, m->t};
    memcpy(r->partner, to, sizeof to);
    r->partner_rank = rank;
    r->hops = perf_distance(r, r->process.rank, rank);
}

/* Pair i consists of ranks i and i + half of the ranks; a single pair of rank 0 and @p partner. */
static void rank_assign_pairs(perf_rank_t *r, uint32_t partner)
{
    uint32_t me = r->process.rank, pairs = r->options->pairs, distance = r->process.ranks / 2;
    if (pairs == 1)
        distance = partner;
    r->active = 2 * pairs;
    r->role = me < pairs ? PERF_FIRST : PERF_SECOND;
    r->pair = r->role == PERF_FIRST ? me : me - distance;
    r->is_active = r->role == PERF_FIRST || (me >= distance && me < distance + pairs);
    if (r->is_active)
        rank_set_partner(r, r->role == PERF_FIRST ? me + distance : me - distance);
}

/* Activates one process of each node. The partner of rank 0 is the process of the last node. */
static void rank_assign_nodes(perf_rank_t *r)
{
    uint32_t first = UINT32_MAX, last = 0, me = r->process.rank;
    for (uint32_t rank = 0; rank < r->process.ranks; rank++) {
        if (r->map[rank].t != 0)
            continue;
        first = rank < first ? rank : first;
        last = rank;
    }
    r->active = r->process.ranks / r->process.extent[SPI_T];
    r->role = me == first ? PERF_FIRST : me == last ? PERF_SECOND : PERF_BYSTANDER;
    r->pair = 0;
    r->is_active = r->process.at[SPI_T] == 0;
    rank_set_partner(r, r->role == PERF_FIRST ? last : first);
}

void perf_rank_assign(perf_rank_t *r, const perf_test_t *t, uint32_t partner)
{
    if (t->group == PERF_NODES || t->group == PERF_ALL)
        rank_assign_nodes(r);
    else
        rank_assign_pairs(r, partner);
    if (t->group == PERF_ALL || t->group == PERF_ONE) {
        r->active = t->group == PERF_ALL ? r->process.ranks : 1;
        r->is_active = t->group == PERF_ALL || r->process.rank == 0;
    }
    uint32_t engines =
        r->options->modes == PERF_MODE_HOSTS ? 2 : 0; /* active processes besides the ranks, at least */
    r->spin_limit = r->active > r->shared->cores             ? RANK_SPINS_OVERSUBSCRIBED
                    : r->active + engines > r->shared->cores ? RANK_SPINS_WITH_ENGINE
                                                             : RANK_SPINS;
    if ((t->flags & PERF_ONE_CORE) == 0 || !r->is_active)
        return;
    r->spin_limit = 0;
    perf_bind(r, r->pair);
}

void perf_bind(const perf_rank_t *r, uint32_t core)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET((size_t)r->shared->core[core % r->shared->cores], &one);
    sched_setaffinity(0, sizeof one, &one);
}

void perf_rank_restore(perf_rank_t *r)
{
    sched_setaffinity(0, sizeof r->cores_mask, &r->cores_mask);
}

/* ---- sleep ---- */

void perf_sleep(perf_rank_t *r)
{
    perf_futex_wait(&perf_pair(r)->finished_batch, r->batch);
}

void perf_end_sleep(perf_rank_t *r)
{
    perf_futex_set(&perf_pair(r)->finished_batch, r->batch);
}
