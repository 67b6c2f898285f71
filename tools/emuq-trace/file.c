/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/emuq-trace/trace.h"

uint64_t trace_records_most = UINT64_C(1) << 31;

void trace_error(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fputs("emuq-trace: ", stderr);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
}

void *trace_alloc(size_t count, size_t bytes)
{
    void *p = calloc(count != 0 ? count : 1, bytes);
    if (p == NULL) {
        trace_error("out of memory (%zu elements of %zu bytes)", count, bytes);
        exit(EXIT_FAILURE);
    }
    return p;
}

/* Bytes up to the end of the file: bounds the counts in its headers before memory is allocated. */
static uint64_t file_bytes_left(FILE *in)
{
    long here = ftell(in);
    if (here < 0 || fseek(in, 0, SEEK_END) != 0)
        return 0;
    long end = ftell(in);
    return fseek(in, here, SEEK_SET) == 0 && end > here ? (uint64_t)(end - here) : 0;
}

/* Reads a job header of this or the previous layout. @return false: not a recording */
static bool file_read_head(FILE *in, emuq_record_file_t *job)
{
    char *text[] = {job->program, job->machine, job->version, job->command};
    size_t bytes[] = {sizeof job->program, sizeof job->machine, sizeof job->version, sizeof job->command};
    memset(job, 0, sizeof *job);
    if (fread(job, EMUQ_RECORD_HEAD_2_BYTES, 1, in) != 1)
        return false;
    if (memcmp(job->magic, EMUQ_RECORD_MAGIC_2, sizeof job->magic) == 0)
        return true; /* without the description of the job */
    if (memcmp(job->magic, EMUQ_RECORD_MAGIC, sizeof job->magic) != 0 ||
        fread(job->program, sizeof *job - EMUQ_RECORD_HEAD_2_BYTES, 1, in) != 1)
        return false;
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        text[i][bytes[i] - 1] = '\0';
    return true;
}

static bool file_is_job_valid(const emuq_record_file_t *job)
{
    uint64_t nodes = 1;
    for (int d = 0; d < 5; d++) {
        if (job->size[d] == 0 || job->size[d] > (d < 4 ? 64 : 2))
            return false;
        nodes *= job->size[d];
    }
    return job->record_bytes == sizeof(emuq_record_t) && job->threads <= EMUQ_RECORD_THREADS &&
           job->ppn >= 1 && job->ppn <= 64 && job->np <= nodes * job->ppn;
}

/* Reads the job header, which must be the same in all files. @return false: invalid */
static bool file_read_job(FILE *in, trace_file_t *f, emuq_record_file_t *job)
{
    if (!file_read_head(in, job) || !file_is_job_valid(job) ||
        file_bytes_left(in) / sizeof *f->place < job->np)
        return false;
    if (f->place == NULL) {
        f->job = *job;
        f->job.without = 0;
        f->place = trace_alloc(job->np, sizeof *f->place);
        memcpy(f->geometry.size, job->size, sizeof f->geometry.size);
        f->geometry.torus = job->torus;
        f->nodes = emuq_geometry_nodes(&f->geometry);
    } else if (memcmp(f->job.size, job->size, sizeof job->size) != 0 || f->job.np != job->np ||
               f->job.ppn != job->ppn || f->job.job_id != job->job_id) {
        return false;
    }
    if (fread(f->place, sizeof *f->place, job->np, in) != job->np)
        return false;
    for (uint32_t i = 0; i < job->np; i++)
        if (f->place[i] >= f->nodes * job->ppn)
            return false;
    return true;
}

/* ---- clocks ---- */

/* Converts ticks of a file to nanoseconds since the start of the first file's recording. */
typedef struct file_scale {
    uint64_t ticks;
    int64_t ns; /* time at `ticks` */
    double ns_of_tick;
} file_scale_t;

static file_scale_t file_scale_of(const emuq_record_file_t *job, uint64_t realtime_ns)
{
    uint64_t ticks = job->ended_ticks - job->begun_ticks;
    return (file_scale_t){job->begun_ticks, (int64_t)(job->realtime_ns - realtime_ns),
                          ticks != 0 ? (double)(job->ended_ns - job->begun_ns) / (double)ticks : 0};
}

static uint64_t file_ticks_to_ns(const file_scale_t *scale, uint64_t ticks)
{
    double ns = (double)(int64_t)(ticks - scale->ticks) * scale->ns_of_tick + (double)scale->ns;
    return ns >= (double)INT64_MAX ? INT64_MAX : ns > 0 ? (uint64_t)ns : 0;
}

static void file_convert_record(const file_scale_t *scale, emuq_record_t *r)
{
    if (r->kind == EMUQ_RECORD_PAYLOAD)
        return;
    double lasted = (double)r->lasted * scale->ns_of_tick;
    if (r->lasted != 0)
        r->lasted = lasted < 1 ? 1 : lasted < EMUQ_RECORD_LONGEST ? (uint64_t)lasted : EMUQ_RECORD_LONGEST;
    r->ticks = file_ticks_to_ns(scale, r->ticks);
    if (emuq_record_is_span(r->kind)) {
        r->position = file_ticks_to_ns(scale, r->position);
        if (r->position < r->ticks) /* skew between the clocks of two processors */
            r->position = r->ticks;
    }
}

/* ---- threads ---- */

/* True if the kind and the node of a record exist in the job. */
static bool file_is_record_valid(const trace_file_t *f, const emuq_record_t *r)
{
    return r->kind < EMUQ_RECORD_KINDS && (r->node < f->nodes || r->node == EMUQ_RECORD_NO_NODE);
}

/* Grows the array of records for a segment and one more record. @return false: out of memory */
static bool file_reserve(trace_thread_t *t, uint64_t records)
{
    uint64_t capacity = t->capacity != 0 ? t->capacity : 64;
    while (capacity < t->records + records + 1)
        capacity *= 2;
    if (capacity == t->capacity)
        return true;
    emuq_record_t *all = realloc(t->record, capacity * sizeof *all);
    if (all == NULL)
        return false;
    t->record = all;
    t->capacity = capacity;
    return true;
}

/* Reads a segment: records of one thread. @return false: invalid. @param t [threads] threads of this file */
static bool file_read_segment(FILE *in, trace_file_t *f, trace_thread_t *t, uint32_t threads,
                              const file_scale_t *scale)
{
    emuq_record_thread_t is;
    if (fread(&is, sizeof is, 1, in) != 1 || is.number >= threads ||
        is.kept > trace_records_most - f->records || file_bytes_left(in) / sizeof *t->record < is.kept ||
        is.rank >= (int64_t)f->job.np)
        return false;
    f->is_modelled |= is.is_modelled == 1;
    if (is.node >= f->nodes)
        is.node = EMUQ_RECORD_NO_NODE;
    t += is.number;
    t->is = is;
    if (!file_reserve(t, is.kept) || fread(t->record + t->records, sizeof *t->record, is.kept, in) != is.kept)
        return false;
    for (uint64_t end = t->records + is.kept; t->records < end; t->records++) {
        if (!file_is_record_valid(f, &t->record[t->records]))
            return false;
        file_convert_record(scale, &t->record[t->records]);
    }
    f->records += is.kept;
    return true;
}

/* Appends the wait without end, after the last segment. @return false if the record is invalid */
static bool file_finish_thread(trace_file_t *f, trace_thread_t *t, const file_scale_t *scale,
                               uint64_t ended_ticks)
{
    f->lost += t->is.lost;
    if (t->is.waiting.kind != EMUQ_RECORD_WAIT)
        return true;
    if (t->is.waiting.position > ended_ticks)
        t->is.waiting.position = ended_ticks;
    t->record[t->records] = t->is.waiting;
    file_convert_record(scale, &t->record[t->records]);
    return file_is_record_valid(f, &t->record[t->records++]);
}

static bool file_read_one(FILE *in, trace_file_t *f)
{
    emuq_record_file_t job;
    if (!file_read_job(in, f, &job))
        return false;
    file_scale_t scale = file_scale_of(&job, f->job.realtime_ns);
    f->job.without += job.without;
    uint64_t ns = job.ended_ns - job.begun_ns;
    if (f->job.ended_ns - f->job.begun_ns < ns)
        f->job.ended_ns = f->job.begun_ns + ns;
    trace_thread_t *all = realloc(f->thread, (f->threads + job.threads + 1) * sizeof *all);
    if (all == NULL)
        return false;
    f->thread = all;
    trace_thread_t *own = all + f->threads;
    uint32_t threads = 0;
    memset(own, 0, job.threads * sizeof *all);
    f->threads += job.threads;
    for (uint64_t i = 0; i < job.pieces; i++)
        if (!file_read_segment(in, f, own, job.threads, &scale))
            return false;
    for (uint32_t i = 0; i < job.threads; i++) {
        if (own[i].record == NULL) /* thread without a ring */
            continue;
        if (!file_finish_thread(f, &own[i], &scale, job.ended_ticks))
            return false;
        own[threads++] = own[i];
        if (threads <= i)
            own[i].record = NULL;
    }
    f->threads -= job.threads - threads;
    return true;
}

int trace_file_read(char *const *paths, uint32_t count, trace_file_t *file)
{
    *file = (trace_file_t){0};
    for (uint32_t i = 0; i < count; i++) {
        FILE *in = fopen(paths[i], "rbe");
        bool is_good = in != NULL && file_read_one(in, file);
        if (in == NULL)
            trace_error("cannot read %s: %s", paths[i], strerror(errno));
        else if (!is_good)
            trace_error("%s is not a complete recording of %s; emuq-run --trace creates one", paths[i],
                        i == 0 ? "a job" : "the same job");
        if (in != NULL)
            fclose(in);
        if (!is_good) {
            trace_file_free(file);
            return -1;
        }
    }
    return 0;
}

void trace_file_free(trace_file_t *file)
{
    for (uint32_t i = 0; i < file->threads; i++)
        free(file->thread[i].record);
    free(file->thread);
    free(file->place);
    *file = (trace_file_t){0};
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

char *trace_text(const char *text, char *to)
{
    snprintf(to, EMUQ_RECORD_HEADER_BYTES, "%.*s", EMUQ_RECORD_HEADER_BYTES - 1, text);
    return to;
}
