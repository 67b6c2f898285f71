/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * threads: every thread of every process has a private injection FIFO and reception FIFO and sends numbered
 * messages to all threads of the job. No locks are needed, as each FIFO has one user. Messages of one sender
 * to one receiver use the same route and arrive in order, which the receiver checks.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "spi/setup/reception.h"

#define MAX_THREADS BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP
#define FIFO_BYTES  (64 * 1024)

typedef struct threads_job {
    spi_process_t process;
    spi_reception_t reception;
    BG_CoordinateMapping_t *map;
    unsigned long threads, messages; /* threads: per process; messages: per pair of threads */
} threads_job_t;

typedef struct worker {
    threads_job_t *job;
    uint32_t index;
    uint32_t self;
    uint32_t peers; /* number of threads of the job */
    uint64_t *next; /* next expected number, by sender */
    uint64_t received, wrong;
} worker_t;

/* Messages have no payload; data are in the software bytes of the header. 0: receive function, 2..5:
 * sender, 6..13: number. */
static int arrived(void *argument, MUHWI_PacketHeader_t *header, uint32_t bytes)
{
    worker_t *w = argument;
    uint32_t from;
    uint64_t number;
    memcpy(&from, &header->messageUnitHeader.Packet_Types.Memory_FIFO.Unused2[2], sizeof from);
    memcpy(&number, &header->messageUnitHeader.Packet_Types.Memory_FIFO.Unused2[6], sizeof number);
    w->received++;
    if (bytes != sizeof *header || from >= w->peers || number != w->next[from]++)
        w->wrong++;
    return 0;
}

static void prepare(const worker_t *w, uint32_t peer, MUHWI_Descriptor_t *d)
{
    const threads_job_t *j = w->job;
    const BG_CoordinateMapping_t *c = &j->map[peer / j->threads];
    const uint32_t to[SPI_DIMS] = {c->a, c->b, c->c, c->d, c->e, c->t};
    uint32_t thread = peer % (uint32_t)j->threads;
    spi_fifo_descriptor(&j->process, d, to, 1, 0, 0, thread, (uint8_t)thread);
    memcpy(&d->PacketHeader.messageUnitHeader.Packet_Types.Memory_FIFO.Unused2[2], &w->self, sizeof w->self);
}

static void *run(void *argument)
{
    worker_t *w = argument;
    threads_job_t *j = w->job;
    /* FIFO 0 of the process belongs to the barrier of the main thread. */
    MUSPI_InjFifo_t *out = MUSPI_IdToInjFifo((int)j->process.fifo_id[w->index + 1], &j->process.injection);
    MUSPI_RecFifo_t *in = MUSPI_IdToRecFifo((int)w->index, &j->reception.group);
    MUHWI_Descriptor_t *d = aligned_alloc(SPI_LINE, w->peers * sizeof *d);
    if (d == NULL)
        spi_fatal(&j->process, "out of memory for descriptors");
    for (uint32_t peer = 0; peer < w->peers; peer++)
        prepare(w, peer, &d[peer]);

    uint64_t all = (uint64_t)w->peers * j->messages;
    for (uint64_t n = 0; n < j->messages; n++) {
        for (uint32_t k = 0; k < w->peers; k++) {
            MUHWI_Descriptor_t *to = &d[(w->self + k) % w->peers];
            memcpy(&to->PacketHeader.messageUnitHeader.Packet_Types.Memory_FIFO.Unused2[6], &n, sizeof n);
            while (MUSPI_InjFifoInject(out, to) == (uint64_t)-1)
                MUSPI_RecFifoPoll(
                    in,
                    64); /* FIFO full: receive, as peers may wait for space in this thread's reception FIFO */
        }
    }
    while (w->received < all)
        MUSPI_RecFifoPoll(in, 64);
    free(d);
    return NULL;
}

int main(int argc, char **argv)
{
    threads_job_t j;
    memset(&j, 0, sizeof j);
    j.threads = 2;
    j.messages = 200;
    const example_option_t options[] = {
        {"--iterations", &j.messages, 1, 10000000, "messages of each thread to each other thread"},
        {"--threads", &j.threads, 1, MAX_THREADS, "threads of each process"},
        {NULL, NULL, 0, 0, NULL}};
    int status = example_options(
        argc, argv,
        "Every thread sends numbered messages to every thread of the job, each through FIFOs of\n"
        "its own, without locks; checks the numbers and prints the message rate.",
        options);
    if (status >= 0)
        return status;
    if (spi_open(&j.process, (uint32_t)j.threads + 1, 1) != 0)
        return 1;
    uint64_t ranks;
    j.map = calloc(j.process.ranks, sizeof *j.map);
    if (j.map == NULL || Kernel_RanksToCoords(j.process.ranks * sizeof *j.map, j.map, &ranks) != 0)
        spi_fatal(&j.process, "cannot get the coordinates of the ranks");
    uint32_t peers = j.process.ranks * (uint32_t)j.threads;
    if (peers > 128 && j.messages > 2)
        j.messages = 2; /* the number of pairs grows with the square */

    worker_t worker[MAX_THREADS];
    pthread_t thread[MAX_THREADS];
    memset(worker, 0, sizeof worker);
    for (uint32_t i = 0; i < j.threads; i++) {
        worker[i] = (worker_t){.job = &j, .index = i, .peers = peers};
        worker[i].self = j.process.rank * (uint32_t)j.threads + i;
        worker[i].next = calloc(peers, sizeof *worker[i].next);
        if (worker[i].next == NULL || MUSPI_RegisterReceiveFunction(arrived, &worker[i]) != (int32_t)i)
            spi_fatal(&j.process, "cannot register receive function %u", i);
    }
    spi_reception_open(&j.process, &j.reception, (uint32_t)j.threads, FIFO_BYTES);

    uint64_t begin = GetTimeBase();
    for (uint32_t i = 0; i < j.threads; i++)
        if (pthread_create(&thread[i], NULL, run, &worker[i]) != 0)
            spi_fatal(&j.process, "cannot create a thread");
    uint64_t wrong = 0;
    for (uint32_t i = 0; i < j.threads; i++) {
        pthread_join(thread[i], NULL);
        wrong += worker[i].wrong;
        free(worker[i].next);
    }
    double seconds = (double)(GetTimeBase() - begin) / SPI_TICKS_PER_SECOND;
    spi_barrier(&j.process);
    if (j.process.rank == 0)
        printf("%u ranks with %lu threads, %lu messages between each two threads\nmessage rate %10.3f "
               "million per second "
               "in all\n",
               j.process.ranks, j.threads, j.messages,
               (double)peers * peers * (double)j.messages / seconds / 1e6);
    if (wrong != 0)
        fprintf(stderr, "rank %u: %llu messages out of order or damaged\n", j.process.rank,
                (unsigned long long)wrong);
    spi_reception_close(&j.process, &j.reception);
    spi_close(&j.process);
    free(j.map);
    return wrong != 0;
}
