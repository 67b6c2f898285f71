/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kernel-shim/job/recording.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backends/record_file.h"
#include "backends/settings.h"
#include "base/clock.h"
#include "kernel-shim/errors/say.h"
#include "kernel-shim/state/thread.h"

/* The file, between open and save: in the process that has made the partition. Several threads may end it at
 * once: the lock is held until the file is written. A thread that has it and fails does not wait for itself.
 */
static struct {
    pthread_mutex_t lock;
    FILE *file;    /* under the lock, except in open_file() */
    pid_t process; /* that has opened it; a child has a copy of all this */
    const emuq_partition_t *partition;
    char path[PATH_MAX];
} output = {.lock = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP};

/* ---- filters ---- */

/* Bits of the kinds in a list of words. @return 0 after a message */
static uint32_t parse_kinds(const char *list)
{
    uint32_t kinds = 0;
    char text[256], *rest = text;
    if (*list == '\0')
        return UINT32_MAX;
    snprintf(text, sizeof(text), "%s", list);
    for (const char *word; (word = strsep(&rest, ",")) != NULL;) {
        emuq_record_kind_t kind = emuq_record_kind_of(word);
        if (kind == EMUQ_RECORD_KINDS) {
            emuq_job_say("EMUQ_TRACE_KINDS: \"%s\" is nothing that is recorded; see emuq-trace(1)", word);
            return 0;
        }
        kinds |= UINT32_C(1) << kind;
    }
    return kinds | UINT32_C(1) << EMUQ_RECORD_PAYLOAD;
}

/* Whether a rank is in a list of numbers and ranges. @param rank -1: only whether it is a list
 * @return 1, 0, or -EINVAL */
static int rank_is_listed(const char *list, long rank)
{
    int found = *list == '\0';
    while (*list != '\0') {
        char *end;
        long low = strtol(list, &end, 10), high = low;
        if (end == list || low < 0)
            return -EINVAL;
        if (*end == '-') {
            const char *second = end + 1;
            high = strtol(second, &end, 10);
            if (end == second || high < low)
                return -EINVAL;
        }
        found |= rank >= low && rank <= high;
        if (*end != '\0' && (*end != ',' || end[1] == '\0'))
            return -EINVAL;
        list = *end == ',' ? end + 1 : end;
    }
    return found;
}

static void identify(emuq_record_ring_t *ring)
{
    const emuq_process_t *process = emuq_thread_self.process;
    if (process == NULL)
        process = emuq_joined_process;
    if (process != NULL)
        ring->node = process->node->number;
    if (emuq_thread_self.process != NULL && process->rank != UINT32_MAX)
        ring->rank = (int32_t)process->rank;
    if (ring->rank >= 0 && rank_is_listed(emuq_setting_text(EMUQ_SETTING_TRACE_RANKS), ring->rank) != 1)
        ring->kinds = 0;
}

/* ---- begin and end ---- */

/* Of a job on several hosts each has a file. */
static int open_file(const emuq_partition_t *p, const char *path)
{
    if (p->placement.hosts > 1)
        snprintf(output.path, sizeof(output.path), "%s.%u", path, p->placement.host);
    else
        snprintf(output.path, sizeof(output.path), "%s", path);
    if (output.file != NULL)
        fclose(output.file);
    output.partition = p;
    output.process = getpid();
    emuq_before_end = emuq_job_recording_save;
    output.file = fopen(output.path, "wbe");
    if (output.file != NULL)
        return 0;
    int rc = -errno;
    emuq_job_say("cannot write the recording %s: %s", output.path, strerror(-rc));
    return rc;
}

int emuq_job_recording_open(emuq_partition_t *p)
{
    const char *path = emuq_setting_text(EMUQ_SETTING_TRACE);
    if (*path == '\0')
        return 0;
    if (emuq_backend != &emuq_backend_emulator) {
        emuq_job_say("EMUQ_TRACE: backend %s cannot be recorded; use the emulator", emuq_backend->name);
        return -ENOTSUP;
    }
    uint32_t kinds = parse_kinds(emuq_setting_text(EMUQ_SETTING_TRACE_KINDS));
    if (kinds == 0)
        return -EINVAL;
    if (rank_is_listed(emuq_setting_text(EMUQ_SETTING_TRACE_RANKS), -1) < 0) {
        emuq_job_say("EMUQ_TRACE_RANKS: \"%s\" is no list of ranks such as 0,4-7",
                     emuq_setting_text(EMUQ_SETTING_TRACE_RANKS));
        return -EINVAL;
    }
    p->recording = emuq_recording_begin(p->arena, emuq_setting_number(EMUQ_SETTING_TRACE_RECORDS), kinds,
                                        (uint32_t)emuq_setting_number(EMUQ_SETTING_TRACE_PAYLOAD));
    if (p->recording == NULL) {
        emuq_job_say("no memory to record the job");
        return -ENOMEM;
    }
    return open_file(p, path);
}

void emuq_job_recording_join(emuq_partition_t *p)
{
    emuq_record_identify = identify;
    emuq_the_recording = p->recording;
}

static emuq_record_file_t describe(const emuq_partition_t *p, uint32_t threads)
{
    const emuq_recording_t *r = p->recording;
    emuq_record_file_t f = {.record_bytes = sizeof(emuq_record_t),
                            .threads = threads,
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
    f.ended_ns = emuq_now_ns();
    f.ended_ticks = emuq_record_clock_after();
    return f;
}

/* The place of the next record is left out: a thread that was killed may have begun to write there. */
static void write_thread(const emuq_record_ring_t *ring, FILE *out)
{
    /* Acquire: pairs with the release in emuq_record_add(). */
    uint64_t written = __atomic_load_n(&ring->written, __ATOMIC_ACQUIRE), size = ring->mask + 1;
    emuq_record_thread_t t = {.written = written,
                              .kept = written < ring->mask ? written : ring->mask,
                              .node = ring->node,
                              .rank = ring->rank,
                              .process = ring->process,
                              .thread = ring->thread,
                              .waiting = ring->waiting};
    uint64_t first = (written - t.kept) & ring->mask, before_end = size - first;
    if (before_end > t.kept)
        before_end = t.kept;
    fwrite(&t, sizeof(t), 1, out);
    fwrite(&ring->record[first], sizeof(*ring->record), before_end, out);
    fwrite(ring->record, sizeof(*ring->record), t.kept - before_end, out);
}

static void write_file(const emuq_partition_t *p, FILE *out)
{
    const emuq_recording_t *r = p->recording;
    static const emuq_record_ring_t *ring[EMUQ_RECORD_THREADS]; /* threads that still run may make more */
    uint32_t wanted = __atomic_load_n(&r->threads, __ATOMIC_RELAXED), threads = 0;
    for (uint32_t i = 0; i < wanted && i < EMUQ_RECORD_THREADS; i++) {
        /* Acquire: pairs with the release in emuq_record_ring_make(). */
        ring[threads] = __atomic_load_n(&r->ring[i], __ATOMIC_ACQUIRE);
        threads += ring[threads] != NULL;
    }
    emuq_record_file_t f = describe(p, threads);
    fwrite(&f, sizeof(f), 1, out);
    fwrite(p->process_of_rank, sizeof(*p->process_of_rank), p->job.np, out);
    for (uint32_t i = 0; i < threads; i++)
        write_thread(ring[i], out);
}

static void save(FILE *out)
{
    write_file(output.partition, out);
    bool is_written = ferror(out) == 0;
    if (fclose(out) != 0 || !is_written)
        emuq_job_say("cannot write the recording %s: %s", output.path, strerror(errno));
}

void emuq_job_recording_save(void)
{
    if (output.process != getpid() || pthread_mutex_lock(&output.lock) != 0)
        return;
    if (output.file != NULL)
        save(output.file);
    output.file = NULL;
    pthread_mutex_unlock(&output.lock);
}
