/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-trace/file.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_RANKS   (UINT32_C(1) << 30)
#define MOST_RECORDS (UINT64_C(1) << 32) /* of a thread */

void trace_say(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fputs("emuq-trace: ", stderr);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
}

void *trace_need(size_t count, size_t bytes)
{
    void *p = calloc(count != 0 ? count : 1, bytes);
    if (p == NULL) {
        trace_say("no memory for %zu things of %zu bytes", count, bytes);
        exit(EXIT_FAILURE);
    }
    return p;
}

/* Bytes that are left in a file, so that what its numbers promise is not believed. */
static uint64_t left(FILE *in)
{
    long here = ftell(in);
    if (here < 0 || fseek(in, 0, SEEK_END) != 0)
        return 0;
    long end = ftell(in);
    return fseek(in, here, SEEK_SET) == 0 && end > here ? (uint64_t)(end - here) : 0;
}

static bool is_job(const emuq_record_file_t *job)
{
    uint64_t nodes = 1;
    for (int d = 0; d < 5; d++) {
        if (job->size[d] == 0 || job->size[d] > 64)
            return false;
        nodes *= job->size[d];
    }
    return memcmp(job->magic, EMUQ_RECORD_MAGIC, sizeof job->magic) == 0 &&
           job->record_bytes == sizeof(emuq_record_t) && job->threads <= EMUQ_RECORD_THREADS &&
           job->np <= MOST_RANKS && job->ppn >= 1 && job->ppn <= 64 && job->np <= nodes * job->ppn;
}

static bool read_job(FILE *in, trace_file_t *f)
{
    if (fread(&f->job, sizeof f->job, 1, in) != 1 || !is_job(&f->job))
        return false;
    memcpy(f->geometry.size, f->job.size, sizeof f->geometry.size);
    f->geometry.torus = f->job.torus;
    f->nodes = emuq_geometry_nodes(&f->geometry);
    if (left(in) / sizeof *f->place < f->job.np)
        return false;
    f->place = trace_need(f->job.np, sizeof *f->place);
    f->thread = trace_need(f->job.threads, sizeof *f->thread);
    if (fread(f->place, sizeof *f->place, f->job.np, in) != f->job.np)
        return false;
    for (uint32_t i = 0; i < f->job.np; i++)
        if (f->place[i] >= f->nodes * f->job.ppn)
            return false;
    return true;
}

/* A record that leads nowhere outside the job. */
static bool is_record(const trace_file_t *f, const emuq_record_t *r)
{
    return r->kind < EMUQ_RECORD_KINDS && (r->node < f->nodes || r->node == EMUQ_RECORD_NO_NODE);
}

static bool read_thread(FILE *in, trace_file_t *f, trace_thread_t *t)
{
    if (fread(&t->is, sizeof t->is, 1, in) != 1 || t->is.kept > MOST_RECORDS || t->is.kept > t->is.written ||
        left(in) / sizeof *t->record < t->is.kept)
        return false;
    if (t->is.node >= f->nodes)
        t->is.node = EMUQ_RECORD_NO_NODE;
    if (t->is.rank >= (int64_t)f->job.np)
        return false;
    t->record = trace_need(t->is.kept + 1, sizeof *t->record);
    t->records = t->is.kept;
    if (fread(t->record, sizeof *t->record, t->records, in) != t->records)
        return false;
    if (t->is.waiting.kind == EMUQ_RECORD_WAIT)
        t->record[t->records++] = t->is.waiting;
    for (uint64_t i = 0; i < t->records; i++)
        if (!is_record(f, &t->record[i]))
            return false;
    f->records += t->is.kept;
    f->lost += t->is.written - t->is.kept;
    return true;
}

int trace_file_read(const char *path, trace_file_t *file)
{
    FILE *in = fopen(path, "rbe");
    *file = (trace_file_t){0};
    if (in == NULL) {
        trace_say("cannot read %s: %s", path, strerror(errno));
        return -1;
    }
    bool is_good = read_job(in, file);
    while (is_good && file->threads < file->job.threads)
        is_good = read_thread(in, file, &file->thread[file->threads++]);
    fclose(in);
    if (is_good)
        return 0;
    trace_say("%s is no recording of a job, or is cut off; emuq-run --trace makes one", path);
    trace_file_free(file);
    return -1;
}

void trace_file_free(trace_file_t *file)
{
    for (uint32_t i = 0; i < file->threads; i++)
        free(file->thread[i].record);
    free(file->thread);
    free(file->place);
    *file = (trace_file_t){0};
}

uint64_t trace_ns(const trace_file_t *file, uint64_t ticks)
{
    const emuq_record_file_t *job = &file->job;
    uint64_t span = job->ended_ticks - job->begun_ticks;
    if (ticks < job->begun_ticks || span == 0)
        return 0;
    return (uint64_t)((double)(ticks - job->begun_ticks) * (double)(job->ended_ns - job->begun_ns) /
                      (double)span);
}

const char *trace_node_name(const trace_file_t *file, uint32_t node, char *text)
{
    uint32_t at[5];
    if (node >= file->nodes)
        return strcpy(text, "?");
    emuq_geometry_coordinates(&file->geometry, node, at);
    snprintf(text, 64, "%u (%u,%u,%u,%u,%u)", node, at[0], at[1], at[2], at[3], at[4]);
    return text;
}
