/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kernel-shim/partition/recording.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/host_calls.h"
#include "backends/record.h"
#include "backends/settings.h"
#include "base/nearest.h"
#include "base/written.h"
#include "base/log.h"
#include "kernel-shim/partition/recording_write.h"
#include "kernel-shim/partition/thread.h"

/* The file, between open and save: in the process that has made the partition. Several threads may end it at
 * once: the lock is held until the file is written. A thread that has it and fails does not wait for itself.
 */
static struct {
    pthread_mutex_t lock;
    FILE *file;    /* under the lock, except in open_file() */
    pid_t process; /* that has opened it; a child has a copy of all this */
    const emuq_partition_t *partition;
    bool is_kept;     /* for good: no other is opened */
    bool is_streamed; /* by this */
    emuq_recording_stream_t stream;
    char path[PATH_MAX];
} output = {.lock = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP};

/* ---- filters ---- */

static void refuse_kind(const char *word)
{
    emuq_nearest_t search = emuq_record_kind_nearest(word);
    if (search.name != NULL)
        emuq_log("EMUQ_TRACE_KINDS: \"%s\" is nothing that is recorded; did you mean %s?", word,
                     search.name);
    else
        emuq_log("EMUQ_TRACE_KINDS: \"%s\" is nothing that is recorded; see emuq-trace(1)", word);
}

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
            refuse_kind(word);
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
    output.is_streamed = p->recording->is_streamed;
    int rc = output.file == NULL ? -errno : 0;
    if (rc == 0 && output.is_streamed)
        rc = emuq_recording_stream_begin(&output.stream, p, output.file);
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
    if (emuq_backend != &emuq_backend_emulator && emuq_backend != &emuq_backend_timed) {
        emuq_log("EMUQ_TRACE: backend %s cannot be recorded; use the emulator or timed",
                     emuq_backend->name);
        return -ENOTSUP;
    }
    uint32_t kinds = parse_kinds(emuq_setting_text(EMUQ_SETTING_TRACE_KINDS));
    if (kinds == 0)
        return -EINVAL;
    if (rank_is_listed(emuq_setting_text(EMUQ_SETTING_TRACE_RANKS), -1) < 0) {
        emuq_log("EMUQ_TRACE_RANKS: \"%s\" is no list of ranks such as 0,4-7",
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
    return open_file(p, path);
}

void emuq_job_recording_join(emuq_partition_t *p)
{
    emuq_record_identify = identify;
    emuq_the_recording = p->recording;
}

static void save(FILE *out)
{
    if (output.is_streamed)
        emuq_recording_stream_end(&output.stream);
    else
        emuq_recording_write(output.partition, out);
    emuq_file_finish(out, output.path, "EMUQ_TRACE");
}

void emuq_job_recording_save(void)
{
    if (output.process != getpid() || emuq_host_mutex_lock(&output.lock) != 0)
        return;
    if (output.file != NULL)
        save(output.file);
    output.file = NULL;
    emuq_host_mutex_unlock(&output.lock);
}
