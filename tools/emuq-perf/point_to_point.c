/* SPDX-License-Identifier: BSD-3-Clause */
/* Operations between two ranks. */
#include <pthread.h>
#include <time.h>

#include "tools/emuq-perf/rank.h"

/* ---- ping-pong: a reply confirms the arrival, so the source may be overwritten ---- */

void perf_fill(perf_rank_t *r, size_t size)
{
    double *source = (double *)r->source;
    for (size_t i = 0; i < size / sizeof *source; i++)
        source[i] = (double)(i % 1000 + 1);
    r->tail_sum = perf_read(source + 1, size - sizeof *source);
}

double perf_put_latency(perf_rank_t *r, size_t size, uint64_t rounds)
{
    MUHWI_Descriptor_t d;
    MUSPI_InjFifo_t *fifo = perf_injection(r);
    perf_put_descriptor(r, &d, size, PERF_DATA);
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        if (r->role == PERF_FIRST)
            perf_inject(r, fifo, &d);
        perf_await(r, PERF_DATA, size);
        if (r->role == PERF_SECOND)
            perf_inject(r, fifo, &d);
    }
    return (perf_now() - begin) / (2.0 * (double)rounds);
}

double perf_fifo_latency(perf_rank_t *r, size_t size, uint64_t rounds)
{
    MUHWI_Descriptor_t d;
    MUSPI_InjFifo_t *fifo = perf_injection(r);
    uint64_t packets = perf_packets(size);
    perf_fifo_descriptor(r, &d, size, r->count_packet);
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        if (r->role == PERF_FIRST)
            perf_inject(r, fifo, &d);
        perf_await_packets(r, packets);
        if (r->role == PERF_SECOND)
            perf_inject(r, fifo, &d);
    }
    return (perf_now() - begin) / (2.0 * (double)rounds);
}

/* Sends a block whose first word is the number of the round. */
static void latency_send_block(perf_rank_t *r, MUSPI_InjFifo_t *fifo, MUHWI_Descriptor_t *d, uint64_t round)
{
    *(uint64_t *)r->source = round;
    perf_inject(r, fifo, d);
}

double perf_put_read(perf_rank_t *r, size_t size, uint64_t rounds)
{
    MUHWI_Descriptor_t d;
    MUSPI_InjFifo_t *fifo = perf_injection(r);
    perf_put_descriptor(r, &d, size, PERF_DATA);
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        if (r->role == PERF_FIRST)
            latency_send_block(r, fifo, &d, i);
        perf_await(r, PERF_DATA, size);
        r->wrong += perf_read(r->target, size) != r->tail_sum + i;
        if (r->role == PERF_SECOND)
            latency_send_block(r, fifo, &d, i);
    }
    return (perf_now() - begin) / (2.0 * (double)rounds);
}

/* ---- remote get ---- */

void perf_rget_prepare(perf_rank_t *r, size_t size)
{
    if (r->role == PERF_SECOND)
        perf_put_descriptor(r, &perf_pair(r)->reply, size, PERF_DATA);
}

void perf_carry_descriptor(const perf_rank_t *r, MUHWI_Descriptor_t *d, const MUHWI_Descriptor_t *carried)
{
    const spi_process_t *p = &r->process;
    const uint32_t *to = r->partner;
    MUSPI_Pt2PtRemoteGetDescriptorInfo_t info;
    memset(&info, 0, sizeof info);
    info.Base.Pre_Fetch_Only = MUHWI_DESCRIPTOR_PRE_FETCH_ONLY_NO;
    info.Base.Payload_Address = r->window.physical + spi_payload_offset(&r->window, carried);
    info.Base.Message_Length = sizeof *carried;
    info.Base.Torus_FIFO_Map = spi_network_fifo(p, to, 1);
    MUSPI_SetUpDestination(&info.Base.Dest, p->corner[0] + to[0], p->corner[1] + to[1], p->corner[2] + to[2],
                           p->corner[3] + to[3], p->corner[4] + to[4]);
    info.Pt2Pt.Misc1 = MUHWI_PACKET_USE_DETERMINISTIC_ROUTING | MUHWI_PACKET_DO_NOT_DEPOSIT;
    info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
    info.RemoteGet.Type = MUHWI_PACKET_TYPE_GET;
    info.RemoteGet.Rget_Inj_FIFO_Id =
        (uint16_t)(to[SPI_T] * p->subgroups * BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP + r->get_fifo);
    MUSPI_CreatePt2PtRemoteGetDescriptor(d, &info);
}

void perf_get_descriptor(perf_rank_t *r, MUHWI_Descriptor_t *d)
{
    *r->request = perf_pair(r)->reply;
    perf_carry_descriptor(r, d, r->request);
}

/* The second rank is passive: its Message Unit replies. */
double perf_rget_latency(perf_rank_t *r, size_t size, uint64_t rounds)
{
    MUHWI_Descriptor_t d;
    MUSPI_InjFifo_t *fifo = perf_injection(r);
    if (r->role != PERF_FIRST)
        return 0;
    perf_get_descriptor(r, &d);
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        perf_inject(r, fifo, &d);
        perf_await(r, PERF_DATA, size);
    }
    return (perf_now() - begin) / (double)rounds;
}

/* ---- streams: many messages in one direction, then one reply ---- */

#define REPLY_BYTES 8
#define MULTIPLE    16 /* descriptors per injection */

/* Injects a descriptor @p rounds times, up to @p multiple per call. */
static void stream_inject_all(perf_rank_t *r, const MUHWI_Descriptor_t *one, uint64_t rounds,
                              uint32_t multiple)
{
    MUSPI_InjFifo_t *fifo = perf_injection(r);
    MUHWI_Descriptor_t d[MULTIPLE];
    for (uint32_t i = 0; i < multiple; i++)
        d[i] = *one;
    for (; multiple == 1 && rounds > 0; rounds--)
        perf_inject(r, fifo, d);
    while (rounds > 0) {
        uint32_t n = rounds < multiple ? (uint32_t)rounds : multiple;
        uint64_t spins = 0;
        while (MUSPI_InjFifoInjectMultiple(fifo, d, n) == (uint64_t)-1)
            perf_relax(&spins, r->spin_limit);
        rounds -= n;
    }
}

static void stream_reply(perf_rank_t *r)
{
    MUHWI_Descriptor_t d;
    perf_put_descriptor(r, &d, REPLY_BYTES, PERF_REPLY);
    perf_inject(r, perf_injection(r), &d);
}

/* Sends and waits for the reply; runs on the first rank. */
static double stream_send(perf_rank_t *r, const MUHWI_Descriptor_t *d, uint64_t rounds, uint32_t multiple)
{
    double begin = perf_now();
    stream_inject_all(r, d, rounds, multiple);
    perf_await(r, PERF_REPLY, REPLY_BYTES);
    return (perf_now() - begin) / (double)rounds;
}

double perf_put_stream(perf_rank_t *r, size_t size, uint64_t rounds)
{
    MUHWI_Descriptor_t d;
    if (r->role == PERF_FIRST) {
        perf_put_descriptor(r, &d, size, PERF_DATA);
        return stream_send(r, &d, rounds, r->parameter);
    }
    perf_await(r, PERF_DATA, size * rounds);
    stream_reply(r);
    return 0;
}

/* Parameter 0: one descriptor per injection, and the receive function copies. */
double perf_fifo_stream(perf_rank_t *r, size_t size, uint64_t rounds)
{
    MUHWI_Descriptor_t d;
    if (r->role == PERF_FIRST) {
        perf_fifo_descriptor(r, &d, size, r->parameter == 0 ? r->copy_packet : r->count_packet);
        return stream_send(r, &d, rounds, r->parameter == 0 ? 1 : r->parameter);
    }
    perf_await_packets(r, rounds * perf_packets(size));
    stream_reply(r);
    return 0;
}

/* ---- chain of remote gets ----
 *
 * Each remote get carries the descriptor of the next remote get, back to the first node. Both ranks sleep, so
 * only Message Units and, between hosts, progress processes need a core. */

#define CHAIN_POLL_NS   100000l  /* interval between two polls */
#define CHAIN_SETTLE_NS 2000000l /* time until both ranks sleep */

/* Descriptors in the window of each rank. The first rank writes the links of the second rank by a put. */
enum {
    CHAIN_NEXT, /* remote get of the partner's CHAIN_NEXT */
    CHAIN_LAST, /* second rank: remote get of the put that ends the chain */
    CHAIN_LINKS
};

static MUHWI_Descriptor_t *chain_links(const perf_rank_t *r)
{
    return (MUHWI_Descriptor_t *)r->thread_buffer[0];
}

void perf_chain_prepare(perf_rank_t *r, size_t size)
{
    (void)size;
    perf_rget_prepare(r, sizeof(uint64_t));
    if (r->role == PERF_SECOND)
        perf_carry_descriptor(r, &perf_pair(r)->link, chain_links(r) + CHAIN_NEXT);
}

static void chain_sleep_ns(long ns)
{
    nanosleep(&(struct timespec){0, ns}, NULL);
}

/* Sends the links to the second rank and injects the first remote get. */
static void chain_start(perf_rank_t *r)
{
    MUHWI_Descriptor_t put, first, *sent = chain_links(r) + 1;
    chain_links(r)[CHAIN_NEXT] = perf_pair(r)->link;
    perf_carry_descriptor(r, &first, chain_links(r) + CHAIN_NEXT);
    sent[CHAIN_NEXT] = first;
    perf_get_descriptor(r, &sent[CHAIN_LAST]);
    spi_put_descriptor(&r->process, &put, r->partner, 1, &r->window, sent, CHAIN_LINKS * sizeof *sent,
                       chain_links(r), r->counter[PERF_UNWATCHED]);
    perf_inject(r, perf_injection(r), &put);
    perf_inject(r, perf_injection(r), &first);
}

/* Ends the chain: the next descriptor carries CHAIN_LAST. Only one word changes, as the remote Message Unit
 * may be reading the descriptor. */
static void chain_stop(perf_rank_t *r)
{
    uint64_t *payload = &chain_links(r)[CHAIN_NEXT].Pa_Payload;
    AO_store_release(payload, *payload + sizeof(MUHWI_Descriptor_t));
    r->expected[PERF_DATA] += sizeof(uint64_t);
    /* Acquire: pairs with the release of the Message Unit's counter update, after it stored the data. */
    while ((int64_t)(AO_load_acquire(r->counter[PERF_DATA]) + r->expected[PERF_DATA]) > 0)
        chain_sleep_ns(CHAIN_POLL_NS);
}

/* A round trip consists of two messages. Counts the descriptors in the local FIFO for remote gets. */
double perf_unit_hop(perf_rank_t *r, size_t size, uint64_t rounds)
{
    MUSPI_InjFifo_t *fifo = MUSPI_IdToInjFifo((int)r->get_fifo, &r->get_group);
    (void)size;
    if (r->role != PERF_FIRST) {
        perf_sleep(r);
        return 0;
    }
    chain_start(r);
    chain_sleep_ns(CHAIN_SETTLE_NS);
    uint64_t before = MUSPI_getHwDescCount(fifo), passed;
    double begin = perf_now(), seconds;
    do {
        chain_sleep_ns(CHAIN_POLL_NS);
        passed = MUSPI_getHwDescCount(fifo) - before;
        seconds = perf_now() - begin;
    } while (passed < rounds);
    chain_stop(r);
    perf_end_sleep(r);
    return seconds / (2.0 * (double)passed);
}

/* ---- overlap: the share of a put's time in which the sender can compute; all further ranks sleep ---- */

#define OVERLAP_UNIT 256 /* steps between two reads of the clock */

/* Computes without memory accesses. @return a value that depends on all steps */
static double overlap_compute(uint64_t units)
{
    double x = 1;
    for (uint64_t i = 0; i < units * OVERLAP_UNIT; i++)
        x = x * 0.999 + 0.001;
    return x;
}

static uint64_t overlap_send(perf_rank_t *r, MUHWI_Descriptor_t *d)
{
    MUSPI_InjFifo_t *fifo = perf_injection(r);
    perf_inject(r, fifo, d);
    return MUSPI_getNumInjected(fifo);
}

static void overlap_wait_sent(perf_rank_t *r, uint64_t number)
{
    while (!MUSPI_CheckDescComplete(perf_injection(r), number)) {
    }
}

/* Finds the amount of computation that takes @p seconds. */
static uint64_t overlap_units_for(double seconds)
{
    double begin = perf_now(), elapsed = 0;
    uint64_t units = 0;
    for (; elapsed < seconds; elapsed = perf_now() - begin)
        units += overlap_compute(1) > 0;
    return units;
}

/* Times a message, a computation, and both at once. @return the saved part of the shorter time */
static double overlap_once(perf_rank_t *r, MUHWI_Descriptor_t *d)
{
    double t0 = perf_now();
    overlap_wait_sent(r, overlap_send(r, d));
    double t1 = perf_now(), message = t1 - t0;
    uint64_t units = overlap_units_for(message), computed = 0;
    double t2 = perf_now();
    computed += overlap_compute(units) > 0;
    double t3 = perf_now(), computing = t3 - t2;
    uint64_t number = overlap_send(r, d);
    computed += overlap_compute(units) > 0;
    overlap_wait_sent(r, number);
    double both = perf_now() - t3;
    double most = message < computing ? message : computing;
    double part = (message + computing - both) / most;
    r->wrong += computed != 2;
    return part < 0 ? 0 : part > 1 ? 1 : part;
}

double perf_overlap(perf_rank_t *r, size_t size, uint64_t rounds)
{
    MUHWI_Descriptor_t d;
    double sum = 0;
    perf_put_descriptor(r, &d, size, PERF_UNWATCHED);
    for (uint64_t i = 0; i < rounds; i++)
        sum += overlap_once(r, &d);
    return sum / (double)rounds;
}

/* ---- threads of a rank, each with a separate injection FIFO and cache lines; the partner sleeps ---- */

/* Operations of a thread per round: many, so that the start of threads has little weight. */
#define THREADS_EACH 64

typedef struct threads_worker {
    perf_rank_t *r;
    pthread_barrier_t *start;
    uint32_t index;
    uint64_t operations;
    double begin, end;
} __attribute__((aligned(PERF_LINE))) threads_worker_t;

/* A thread buffer has one cache line each for source, target and counter. */
static char *threads_target(const perf_rank_t *r, uint32_t thread_buffer)
{
    return r->thread_buffer[thread_buffer] + PERF_LINE;
}

static uint64_t *threads_counter(const perf_rank_t *r, uint32_t thread_buffer)
{
    return (uint64_t *)(r->thread_buffer[thread_buffer] + (size_t)2 * PERF_LINE);
}

static void threads_begin(threads_worker_t *w)
{
    if (w->r->options->pin)
        perf_bind(w->r, w->index);
    pthread_barrier_wait(w->start);
    w->begin = perf_now();
}

static void *threads_put(void *argument)
{
    threads_worker_t *w = argument;
    perf_rank_t *r = w->r;
    MUSPI_InjFifo_t *fifo = MUSPI_IdToInjFifo((int)r->process.fifo_id[w->index], &r->process.injection);
    MUHWI_Descriptor_t d;
    uint64_t spins = 0;
    threads_begin(w);
    spi_put_descriptor(&r->process, &d, r->partner, 1, &r->window, r->thread_buffer[w->index],
                       sizeof(uint64_t), threads_target(r, w->index), threads_counter(r, w->index));
    for (uint64_t i = 0; i < w->operations; i++)
        perf_inject(r, fifo, &d);
    while (!MUSPI_CheckDescComplete(fifo, MUSPI_getNumInjected(fifo)))
        perf_relax(&spins, r->spin_limit);
    w->end = perf_now();
    return NULL;
}

static void *threads_store(void *argument)
{
    threads_worker_t *w = argument;
    perf_slot_t ring[PERF_RING_SLOTS];
    threads_begin(w);
    for (uint64_t n = 1; n <= w->operations; n++) {
        perf_slot_t *slot = &ring[n % PERF_RING_SLOTS];
        for (uint64_t i = 0; i < 7; i++)
            slot->payload[i] = n + i;
        /* same stores as limits_write_ring(), but without a reader */
        AO_store_release(&slot->number, n);
        __asm__ volatile("" : : "r"(slot) : "memory");
    }
    w->end = perf_now();
    return NULL;
}

/* Runs @p work in @p threads threads with @p operations operations each. @return seconds from the first start
 * to the last end, divided by the operations of all threads */
static double threads_run(perf_rank_t *r, uint32_t threads, uint64_t operations, void *(*work)(void *))
{
    threads_worker_t worker[PERF_MOST_THREADS];
    pthread_t thread[PERF_MOST_THREADS];
    pthread_barrier_t start;
    pthread_barrier_init(&start, NULL, threads);
    for (uint32_t i = 0; i < threads; i++) {
        worker[i] = (threads_worker_t){.r = r, .start = &start, .index = i, .operations = operations};
        if (pthread_create(&thread[i], NULL, work, &worker[i]) != 0)
            spi_fatal(&r->process, "cannot create thread %u of %u that inject", i + 1, threads);
    }
    for (uint32_t i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    pthread_barrier_destroy(&start);
    double first = worker[0].begin, last = worker[0].end;
    for (uint32_t i = 1; i < threads; i++) {
        first = worker[i].begin < first ? worker[i].begin : first;
        last = worker[i].end > last ? worker[i].end : last;
    }
    return (last - first) / ((double)operations * threads);
}

/* Waits for the messages of all threads and checks them. */
static void threads_check(perf_rank_t *r, uint32_t threads, uint64_t operations)
{
    for (uint32_t i = 0; i < threads; i++) {
        uint64_t spins = 0, *counter = threads_counter(r, i);
        /* Acquire: pairs with the release of the Message Unit's counter update, after it stored the data. */
        while (AO_load_acquire(counter) + operations * sizeof(uint64_t) != 0)
            perf_relax(&spins, r->spin_limit);
        r->wrong += *(uint64_t *)threads_target(r, i) != operations;
        *counter = 0;
    }
}

double perf_fifo_threads(perf_rank_t *r, size_t size, uint64_t rounds)
{
    uint32_t threads = r->parameter;
    (void)size;
    if (r->role != PERF_FIRST) {
        perf_sleep(r);
        threads_check(r, threads, rounds * THREADS_EACH);
        return 0;
    }
    for (uint32_t i = 0; i < threads; i++)
        *(uint64_t *)r->thread_buffer[i] = rounds * THREADS_EACH;
    double seconds = threads_run(r, threads, rounds * THREADS_EACH, threads_put);
    perf_end_sleep(r);
    return seconds;
}

double perf_stores(perf_rank_t *r, size_t size, uint64_t rounds)
{
    (void)size;
    if (r->role != PERF_FIRST) {
        perf_sleep(r);
        return 0;
    }
    double seconds = threads_run(r, r->parameter, rounds * THREADS_EACH, threads_store);
    perf_end_sleep(r);
    return seconds;
}
