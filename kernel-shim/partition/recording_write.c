/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kernel-shim/partition/recording_write.h"

#include <signal.h>
#include <string.h>
#include <time.h>

#include "backends/record.h"
#include "base/clock.h"

/* How long the thread of a stream sleeps: rings that are filled by an eighth are looked at sooner. */
#define LONG_SLEEP_NS  4000000
#define SHORT_SLEEP_NS 500000

static bool is_modelled(void)
{
    return __atomic_load_n(&emuq_record_time, __ATOMIC_RELAXED) != NULL;
}

/* Times from begin to end, in modelled time: which only a thread can ask for that runs when nobody else does.
 */
static void describe_modelled(emuq_record_file_t *f, bool is_over)
{
    uint64_t ticks = is_over ? emuq_record_clock() : 0;
    f->begun_ticks = f->begun_ns = 0;
    f->ended_ns = ticks / EMUQ_RECORD_MODELLED_TICKS + 1;
    f->ended_ticks = f->ended_ns * EMUQ_RECORD_MODELLED_TICKS;
}

static emuq_record_file_t describe(const emuq_partition_t *p, uint32_t threads, uint64_t pieces, bool is_over)
{
    const emuq_recording_t *r = p->recording;
    emuq_record_file_t f = {.record_bytes = sizeof(emuq_record_t),
                            .threads = threads,
                            .pieces = pieces,
                            .torus = p->geometry.torus,
                            .ppn = p->job.ppn,
                            .np = p->job.np,
                            .host = p->placement.host,
                            .hosts = p->placement.hosts > 1 ? p->placement.hosts : 1,
                            .payload = r->payload,
                            .without = __atomic_load_n(&r->without, __ATOMIC_RELAXED),
                            .job_id = p->job_id,
                            .begun_ticks = r->ticks,
                            .begun_ns = r->ns,
                            .realtime_ns = r->realtime_ns};
    memcpy(f.magic, EMUQ_RECORD_MAGIC, sizeof(f.magic));
    memcpy(f.size, p->geometry.size, sizeof(f.size));
    if (is_modelled()) {
        describe_modelled(&f, is_over);
        return f;
    }
    f.ended_ns = emuq_host_now_ns();
    f.ended_ticks = emuq_record_clock_after();
    return f;
}

/* Threads that may have a ring. */
static uint32_t threads_of(const emuq_recording_t *r)
{
    uint32_t threads = __atomic_load_n(&r->threads, __ATOMIC_RELAXED);
    return threads < EMUQ_RECORD_THREADS ? threads : EMUQ_RECORD_THREADS;
}

/* Writes records from @p first to @p end of a ring. */
static void write_piece(const emuq_record_ring_t *ring, uint32_t number, uint64_t first, uint64_t end,
                        uint64_t lost, FILE *out)
{
    emuq_record_thread_t t = {.kept = end - first,
                              .lost = lost,
                              .number = number,
                              .is_modelled = is_modelled(),
                              .node = ring->node,
                              .rank = ring->rank,
                              .process = ring->process,
                              .thread = ring->thread,
                              .waiting = ring->waiting};
    uint64_t at = first & (ring->slots - 1), before_end = ring->slots - at;
    if (before_end > t.kept)
        before_end = t.kept;
    fwrite(&t, sizeof(t), 1, out);
    fwrite(&ring->record[at], sizeof(*ring->record), before_end, out);
    fwrite(ring->record, sizeof(*ring->record), t.kept - before_end, out);
}

/* ---- at once ---- */

/* The latest records. The place of the next one is left out: a thread that was killed may have begun to write
 * there. */
static void write_latest(const emuq_record_ring_t *ring, uint32_t number, FILE *out)
{
    uint64_t end = emuq_stream_end(&ring->stream);
    uint64_t first = end < ring->slots ? 0 : end - (ring->slots - 1);
    write_piece(ring, number, first, end, first, out);
}

void emuq_recording_write(const emuq_partition_t *p, FILE *file)
{
    const emuq_recording_t *r = p->recording;
    static const emuq_record_ring_t *ring[EMUQ_RECORD_THREADS]; /* threads that still run may make more */
    uint32_t wanted = threads_of(r), threads = 0;
    for (uint32_t i = 0; i < wanted; i++) {
        /* Acquire: pairs with the release in emuq_record_ring_make(). */
        ring[threads] = __atomic_load_n(&r->ring[i], __ATOMIC_ACQUIRE);
        threads += ring[threads] != NULL;
    }
    emuq_record_file_t f = describe(p, threads, threads, true);
    fwrite(&f, sizeof(f), 1, file);
    fwrite(p->process_of_rank, sizeof(*p->process_of_rank), p->job.np, file);
    for (uint32_t i = 0; i < threads; i++)
        write_latest(ring[i], i, file);
}

/* ---- as a stream ---- */

static void write_head(emuq_recording_stream_t *s, bool is_end)
{
    emuq_record_file_t f = describe(s->partition, threads_of(s->partition->recording), s->pieces, is_end);
    fseek(s->file, 0, SEEK_SET);
    fwrite(&f, sizeof(f), 1, s->file);
    fseek(s->file, 0, SEEK_END);
}

/* Writes what has come, and at the end of the job also a piece for each thread that has got none by that:
 * what it waits for. @return records that waited in the fullest ring */
static uint64_t write_news(emuq_recording_stream_t *s, bool is_end)
{
    emuq_recording_t *r = s->partition->recording;
    uint64_t most = 0, pieces = s->pieces;
    for (uint32_t i = 0; i < threads_of(r); i++) {
        /* Acquire: pairs with the release in emuq_record_ring_make(). */
        emuq_record_ring_t *ring = __atomic_load_n(&r->ring[i], __ATOMIC_ACQUIRE);
        if (ring == NULL)
            continue;
        uint64_t end = emuq_stream_end(&ring->stream), waited = end - ring->stream.taken;
        if (waited == 0 && !is_end)
            continue;
        write_piece(ring, i, ring->stream.taken, end, __atomic_load_n(&ring->stream.lost, __ATOMIC_RELAXED),
                    s->file);
        emuq_stream_take(&ring->stream, end);
        s->pieces++;
        most = most > waited ? most : waited;
    }
    if (s->pieces != pieces)
        write_head(s, is_end);
    return most;
}

static void *stream(void *of)
{
    emuq_recording_stream_t *s = of;
    uint64_t slots = s->partition->recording->records;
    while (__atomic_load_n(&s->is_over, __ATOMIC_RELAXED) == 0) {
        uint64_t most = write_news(s, false);
        struct timespec pause = {.tv_nsec = most < slots / 8 ? LONG_SLEEP_NS : SHORT_SLEEP_NS};
        if (most < slots / 2)
            nanosleep(&pause, NULL);
    }
    return NULL;
}

int emuq_recording_stream_begin(emuq_recording_stream_t *s, const emuq_partition_t *p, FILE *file)
{
    sigset_t all, before;
    *s = (emuq_recording_stream_t){.partition = p, .file = file};
    setvbuf(file, NULL, _IONBF, 0); /* a forked process has no copy of what waits there */
    emuq_record_file_t f = describe(p, 0, 0, false);
    fwrite(&f, sizeof(f), 1, file);
    fwrite(p->process_of_rank, sizeof(*p->process_of_rank), p->job.np, file);
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    int rc = pthread_create(&s->thread, NULL, stream, s);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return -rc;
}

void emuq_recording_stream_end(emuq_recording_stream_t *s)
{
    __atomic_store_n(&s->is_over, 1, __ATOMIC_RELAXED);
    pthread_join(s->thread, NULL);
    write_news(s, true);
}
