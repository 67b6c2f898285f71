/* SPDX-License-Identifier: BSD-3-Clause */
/* The recording of a job (EMUQ_TRACE): filters and the file. */
#define _GNU_SOURCE
#include "kernel-shim/partition/partition.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "backends/record.h"
#include "backends/settings.h"
#include "base/host_calls.h"
#include "base/text.h"
#include "base/process.h"
#include "kernel-shim/partition/state.h"

typedef struct recording_stream {
    const emuq_partition_t *partition;
    FILE *file;
    uint64_t blocks; /* written */
    pthread_t thread;
    uint32_t is_over; /* relaxed; the thread must end */
} recording_stream_t;

/* Sleep of the stream's thread, and the shorter sleep if a ring is filled by an eighth */
#define LONG_SLEEP_NS  4000000
#define SHORT_SLEEP_NS 500000

static bool recording_is_modelled(void)
{
    return emuq_pointer_load(&emuq_record_time) != NULL;
}

/* ---- description of the job ---- */

/* Set before the recording is opened. Empty program: this process runs the program. */
static char recording_program[sizeof(((emuq_record_file_t *)0)->program)];
static char recording_command[EMUQ_RECORD_COMMAND_BYTES];

void emuq_job_recording_name(const char *program)
{
    const char *slash = strrchr(program, '/');
    snprintf(recording_program, sizeof(recording_program), "%s", slash != NULL ? slash + 1 : program);
}

/* Appends a word of a command line, quoted as for a shell. @return false: no space, "..." is appended */
static bool recording_add_word(char *to, size_t bytes, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=,+@%-";
    bool is_plain = *word != '\0' && word[strspn(word, plain)] == '\0';
    size_t begun = strlen(to), used = begun, most = bytes - sizeof(" ...");
    if (used != 0)
        to[used++] = ' ';
    if (!is_plain)
        to[used++] = '\'';
    for (; *word != '\0' && used + 5 < most; word++)
        used += (size_t)sprintf(to + used, *word == '\'' ? "'\\''" : "%c", *word);
    if (*word == '\0' && !is_plain)
        to[used++] = '\'';
    to[used] = '\0';
    if (*word == '\0' && used < most)
        return true;
    strcpy(to + begun, begun != 0 ? " ..." : "...");
    return false;
}

static void recording_read_command(void)
{
    char *word = NULL;
    size_t capacity = 0;
    FILE *in = fopen("/proc/self/cmdline", "re");
    recording_command[0] = '\0';
    if (in == NULL)
        return;
    while (getdelim(&word, &capacity, '\0', in) > 0 &&
           recording_add_word(recording_command, sizeof(recording_command), word))
        ;
    free(word);
    fclose(in);
}

static void recording_describe_job(emuq_record_file_t *f)
{
    snprintf(f->program, sizeof(f->program), "%s",
             recording_program[0] != '\0' ? recording_program : program_invocation_short_name);
    snprintf(f->version, sizeof(f->version), "%s", EMUQ_VERSION);
    if (gethostname(f->machine, sizeof(f->machine) - 1) != 0)
        f->machine[0] = '\0';
    memcpy(f->command, recording_command, sizeof(f->command));
}

/* Modelled time is valid only while no simulated thread runs. */
static void recording_describe_modelled(emuq_record_file_t *f, bool is_over)
{
    uint64_t ticks = is_over ? emuq_record_clock() : 0;
    f->begun_ticks = f->begun_ns = 0;
    f->ended_ns = ticks / EMUQ_RECORD_MODELLED_TICKS + 1;
    f->ended_ticks = f->ended_ns * EMUQ_RECORD_MODELLED_TICKS;
}

static emuq_record_file_t recording_describe(const emuq_partition_t *p, uint32_t threads, uint64_t pieces,
                                             bool is_over)
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
                            .without = AO_int_load(&r->without),
                            .job_id = p->job_id,
                            .begun_ticks = r->ticks,
                            .begun_ns = r->ns,
                            .realtime_ns = r->realtime_ns};
    memcpy(f.magic, EMUQ_RECORD_MAGIC, sizeof(f.magic));
    memcpy(f.size, p->geometry.size, sizeof(f.size));
    recording_describe_job(&f);
    if (recording_is_modelled()) {
        recording_describe_modelled(&f, is_over);
        return f;
    }
    f.ended_ns = emuq_host_now_ns();
    f.ended_ticks = emuq_record_clock_after();
    return f;
}

static uint32_t recording_threads(const emuq_recording_t *r)
{
    uint32_t threads = AO_int_load(&r->threads);
    return threads < EMUQ_RECORD_THREADS ? threads : EMUQ_RECORD_THREADS;
}

/* Writes records @p first to @p end - 1. */
static void recording_write_block(const emuq_record_ring_t *ring, uint32_t number, uint64_t first,
                                  uint64_t end, uint64_t lost, FILE *out)
{
    emuq_record_thread_t t = {.kept = end - first,
                              .lost = lost,
                              .number = number,
                              .is_modelled = recording_is_modelled(),
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

/* ---- whole file ---- */

/* Writes the latest records, except the oldest, whose slot a killed thread may have begun to overwrite. */
static void recording_write_latest(const emuq_record_ring_t *ring, uint32_t number, FILE *out)
{
    uint64_t end = emuq_stream_end(&ring->stream);
    uint64_t first = end < ring->slots ? 0 : end - (ring->slots - 1);
    recording_write_block(ring, number, first, end, first, out);
}

static void recording_write(const emuq_partition_t *p, FILE *file)
{
    const emuq_recording_t *r = p->recording;
    static const emuq_record_ring_t *ring[EMUQ_RECORD_THREADS]; /* running threads may add rings */
    uint32_t wanted = recording_threads(r), threads = 0;
    for (uint32_t i = 0; i < wanted; i++) {
        /* Acquire: pairs with the release in emuq_record_ring_make(). */
        ring[threads] = emuq_pointer_load_acquire(&r->ring[i]);
        threads += ring[threads] != NULL;
    }
    emuq_record_file_t f = recording_describe(p, threads, threads, true);
    fwrite(&f, sizeof(f), 1, file);
    fwrite(p->process_of_rank, sizeof(*p->process_of_rank), p->job.np, file);
    for (uint32_t i = 0; i < threads; i++)
        recording_write_latest(ring[i], i, file);
}

/* ---- stream ---- */

static void recording_write_header(recording_stream_t *s, bool is_end)
{
    emuq_record_file_t f =
        recording_describe(s->partition, recording_threads(s->partition->recording), s->blocks, is_end);
    fseek(s->file, 0, SEEK_SET);
    fwrite(&f, sizeof(f), 1, s->file);
    fseek(s->file, 0, SEEK_END);
}

/* At the end, threads without new records get an empty block with the reason of their wait. @return records
 * in the fullest ring */
static uint64_t recording_write_new(recording_stream_t *s, bool is_end)
{
    emuq_recording_t *r = s->partition->recording;
    uint64_t most = 0, blocks = s->blocks;
    for (uint32_t i = 0; i < recording_threads(r); i++) {
        /* Acquire: pairs with the release in emuq_record_ring_make(). */
        emuq_record_ring_t *ring = emuq_pointer_load_acquire(&r->ring[i]);
        if (ring == NULL)
            continue;
        uint64_t end = emuq_stream_end(&ring->stream), waited = end - ring->stream.taken;
        if (waited == 0 && !is_end)
            continue;
        recording_write_block(ring, i, ring->stream.taken, end, AO_load(&ring->stream.lost), s->file);
        emuq_stream_take(&ring->stream, end);
        s->blocks++;
        most = most > waited ? most : waited;
    }
    if (s->blocks != blocks)
        recording_write_header(s, is_end);
    return most;
}

static void *recording_stream_thread(void *of)
{
    recording_stream_t *s = of;
    uint64_t slots = s->partition->recording->records;
    while (AO_int_load(&s->is_over) == 0) {
        uint64_t most = recording_write_new(s, false);
        struct timespec pause = {.tv_nsec = most < slots / 8 ? LONG_SLEEP_NS : SHORT_SLEEP_NS};
        if (most < slots / 2)
            nanosleep(&pause, NULL);
    }
    return NULL;
}

static int recording_stream_begin(recording_stream_t *s, const emuq_partition_t *p, FILE *file)
{
    *s = (recording_stream_t){.partition = p, .file = file};
    setvbuf(file, NULL, _IONBF, 0); /* a forked process must not inherit buffered data */
    emuq_record_file_t f = recording_describe(p, 0, 0, false);
    fwrite(&f, sizeof(f), 1, file);
    fwrite(p->process_of_rank, sizeof(*p->process_of_rank), p->job.np, file);
    return -emuq_internal_thread(&s->thread, recording_stream_thread, s);
}

/* The file between open and save, in the process of the partition. The lock is held during the write:
 * several threads may end the process. Recursive locking fails. */
static struct {
    pthread_mutex_t lock;
    FILE *file;    /* guarded by the lock, except in recording_open_file() */
    pid_t process; /* forked children have copies */
    const emuq_partition_t *partition;
    bool is_kept; /* no more files are opened */
    bool is_streamed;
    recording_stream_t stream;
    char path[PATH_MAX];
} output = {.lock = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP};

/* ---- filters ---- */

static void recording_report_kind(const char *word)
{
    emuq_nearest_t search = emuq_record_kind_nearest(word);
    if (search.name != NULL)
        emuq_log("EMUQ_TRACE_KINDS: unknown kind \"%s\"; did you mean %s?", word, search.name);
    else
        emuq_log("EMUQ_TRACE_KINDS: unknown kind \"%s\"; see emuq-trace(1)", word);
}

/* @return bits of the kinds in a list of words; 0 after printing an error */
static uint32_t recording_parse_kinds(const char *list)
{
    uint32_t kinds = 0;
    char text[256], *rest = text;
    if (*list == '\0')
        return UINT32_MAX;
    snprintf(text, sizeof(text), "%s", list);
    for (const char *word; (word = strsep(&rest, ",")) != NULL;) {
        emuq_record_kind_t kind = emuq_record_kind_of(word);
        if (kind == EMUQ_RECORD_KINDS) {
            recording_report_kind(word);
            return 0;
        }
        kinds |= UINT32_C(1) << kind;
    }
    return kinds | UINT32_C(1) << EMUQ_RECORD_PAYLOAD;
}

/* @param list numbers and ranges @param rank -1: only checks the list @return 1, 0, or -EINVAL */
static int recording_lists_rank(const char *list, long rank)
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

static void recording_identify(emuq_record_ring_t *ring)
{
    const emuq_process_t *process = emuq_thread_self.process;
    if (process == NULL)
        process = emuq_joined_process;
    if (process != NULL)
        ring->node = process->node->number;
    if (emuq_thread_self.process != NULL && process->rank != UINT32_MAX)
        ring->rank = (int32_t)process->rank;
    if (ring->rank >= 0 && recording_lists_rank(emuq_setting_text(EMUQ_SETTING_TRACE_RANKS), ring->rank) != 1)
        ring->kinds = 0;
}

/* ---- begin and end ---- */

static int recording_open_file(const emuq_partition_t *p, const char *path)
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
    recording_read_command();
    output.file = fopen(output.path, "wbe");
    output.is_streamed = p->recording->is_streamed;
    int rc = output.file == NULL ? -errno : 0;
    if (rc == 0 && output.is_streamed)
        rc = recording_stream_begin(&output.stream, p, output.file);
    if (rc == 0)
        return 0;
    if (output.file != NULL)
        fclose(output.file);
    output.file = NULL;
    emuq_log("cannot write the recording %s: %s", output.path, strerror(-rc));
    return rc;
}

void emuq_job_recording_keep(bool keep)
{
    output.is_kept = keep;
}

int emuq_job_recording_open(emuq_partition_t *p)
{
    const char *path = emuq_setting_text(EMUQ_SETTING_TRACE);
    if (*path == '\0' || output.is_kept)
        return 0;
    if (!emuq_backend->has_records) {
        emuq_log("EMUQ_TRACE: backend %s cannot be recorded; use the emulator or timed", emuq_backend->name);
        return -ENOTSUP;
    }
    uint32_t kinds = recording_parse_kinds(emuq_setting_text(EMUQ_SETTING_TRACE_KINDS));
    if (kinds == 0)
        return -EINVAL;
    if (recording_lists_rank(emuq_setting_text(EMUQ_SETTING_TRACE_RANKS), -1) < 0) {
        emuq_log("EMUQ_TRACE_RANKS: invalid value \"%s\" (expected a list of ranks such as 0,4-7)",
                 emuq_setting_text(EMUQ_SETTING_TRACE_RANKS));
        return -EINVAL;
    }
    p->recording = emuq_recording_begin(p->arena, emuq_setting_number(EMUQ_SETTING_TRACE_RECORDS), kinds,
                                        (uint32_t)emuq_setting_number(EMUQ_SETTING_TRACE_PAYLOAD),
                                        strcmp(emuq_setting_text(EMUQ_SETTING_TRACE_STREAM), "on") == 0);
    if (p->recording == NULL) {
        emuq_log("no memory to record the job");
        return -ENOMEM;
    }
    return recording_open_file(p, path);
}

void emuq_job_recording_join(emuq_partition_t *p)
{
    emuq_record_identify = recording_identify;
    emuq_the_recording = p->recording;
}

static void recording_save(FILE *out)
{
    if (output.is_streamed) {
        AO_int_store(&output.stream.is_over, 1);
        pthread_join(output.stream.thread, NULL);
        recording_write_new(&output.stream, true);
    } else {
        recording_write(output.partition, out);
    }
    emuq_file_finish(out, output.path, "EMUQ_TRACE");
}

void emuq_job_recording_end(const emuq_partition_t *p)
{
    if (p->recording != NULL)
        emuq_job_recording_save();
    emuq_the_recording = NULL;
}

void emuq_job_recording_save(void)
{
    if (output.process != getpid() || emuq_host_mutex_lock(&output.lock) != 0)
        return;
    if (output.file != NULL)
        recording_save(output.file);
    output.file = NULL;
    emuq_host_mutex_unlock(&output.lock);
}
