/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-run/order.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernel-shim/partition/job.h"

extern char **environ;

/* ---- making ---- */

/* Variables that other hosts get, beside those of --envs; those that end with _ are beginnings. */
static const char *const passed[] = {"EMUQ_", "BG_", "PAMI_", "MUSPI_", "PATH", "LD_LIBRARY_PATH"};
/* What is about this host or process. */
static const char *const kept[] = {"EMUQ_HOSTS", "EMUQ_REMOTE_RUN", "EMUQ_PARTITION", "EMUQ_RANK"};

static bool is_among(const char *const *names, size_t count, const char *entry)
{
    size_t name = strcspn(entry, "=");
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(names[i]);
        if (strncmp(entry, names[i], length) == 0 && (names[i][length - 1] == '_' || name == length))
            return true;
    }
    return false;
}

static void add_environment(emuq_order_t *order, const emuq_command_t *command)
{
    for (char **e = environ; *e != NULL; e++)
        if (is_among(passed, sizeof(passed) / sizeof(passed[0]), *e) &&
            !is_among(kept, sizeof(kept) / sizeof(kept[0]), *e))
            emuq_words_add(&order->environment, *e, strlen(*e));
    for (int i = 0; i < command->envs.count; i++)
        emuq_words_add(&order->environment, command->envs.word[i], strlen(command->envs.word[i]));
}

static int read_map(emuq_order_t *order, const char *path)
{
    emuq_bytes_t bytes = {0};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = fd >= 0 ? 1 : -errno;
    while (got > 0 && bytes.length < EMUQ_FRAME_MOST / 2)
        got = emuq_bytes_read(&bytes, fd);
    if (fd >= 0)
        close(fd);
    if (got != 0) {
        emuq_say("cannot read map file %s: %s", path, got < 0 ? strerror((int)-got) : "it is too large");
        emuq_bytes_free(&bytes);
        return -EINVAL;
    }
    order->map = emuq_need(strndup("", 0));
    if (bytes.length != 0) {
        order->map = emuq_need(realloc(order->map, bytes.length));
        memcpy(order->map, bytes.at + bytes.start, bytes.length);
    }
    order->map_bytes = bytes.length;
    emuq_bytes_free(&bytes);
    return 0;
}

/* A program that is named by a path is executed from the same path on all hosts. */
static char *path_of(const char *program, const char *directory)
{
    char *path;
    if (*program == '/' || strchr(program, '/') == NULL)
        return emuq_need(strdup(program));
    while (strncmp(program, "./", 2) == 0)
        program += 2;
    return asprintf(&path, "%s/%s", directory, program) >= 0 ? path : emuq_need(NULL);
}

int emuq_order_make(emuq_order_t *order, const emuq_command_t *command)
{
    *order = (emuq_order_t){.command = *command};
    order->command.program = order->command.job_words = order->command.envs = (emuq_words_t){0};
    order->directory = emuq_need(getcwd(NULL, 0));
    order->mapping = emuq_need(strdup(command->job.mapping));
    order->command.job.mapping = order->mapping;
    order->bind = command->bind != NULL ? emuq_need(strdup(command->bind)) : NULL;
    order->command.bind = order->bind;
    order->path = path_of(command->program.word[0], order->directory);
    for (int i = 0; i < command->program.count; i++)
        emuq_words_add(&order->command.program, command->program.word[i], strlen(command->program.word[i]));
    add_environment(order, command);
    return emuq_mapping_is_file(command->job.mapping) ? read_map(order, command->job.mapping) : 0;
}

/* ---- as a frame ---- */

static void add_words(emuq_bytes_t *bytes, const emuq_words_t *words)
{
    emuq_frame_u32(bytes, (uint32_t)words->count);
    for (int i = 0; i < words->count; i++)
        emuq_frame_string(bytes, words->word[i]);
}

static void get_words(emuq_words_t *words, emuq_frame_read_t *frame)
{
    uint32_t count = emuq_frame_get_u32(frame);
    for (uint32_t i = 0; i < count && !frame->malformed; i++) {
        char *word = emuq_frame_get_string(frame);
        emuq_words_add(words, word, strlen(word));
        free(word);
    }
}

void emuq_order_add(const emuq_order_t *order, emuq_bytes_t *bytes)
{
    const emuq_command_t *command = &order->command;
    size_t begin = emuq_frame_begin(bytes, EMUQ_FRAME_ORDER);
    emuq_frame_string(bytes, emuq_launcher_name);
    for (int d = 0; d < 5; d++)
        emuq_frame_u32(bytes, command->job.shape[d]);
    emuq_frame_u32(bytes, command->job.ppn);
    emuq_frame_u32(bytes, command->job.np);
    emuq_frame_u32(bytes, command->job.mesh);
    emuq_frame_string(bytes, order->mapping);
    emuq_frame_u32(bytes, order->map != NULL);
    emuq_frame_text(bytes, order->map != NULL ? order->map : "", order->map_bytes);
    emuq_frame_u32(bytes, command->label);
    emuq_frame_u32(bytes, command->verbose);
    emuq_frame_u32(bytes, command->watch);
    emuq_frame_u32(bytes, command->counters);
    emuq_frame_u32(bytes, command->input_rank);
    emuq_frame_u32(bytes, order->bind != NULL);
    emuq_frame_string(bytes, order->bind != NULL ? order->bind : "");
    emuq_frame_string(bytes, order->name);
    emuq_frame_string(bytes, order->near);
    emuq_frame_string(bytes, order->directory);
    emuq_frame_u64(bytes, order->job_id);
    emuq_frame_u32(bytes, order->host);
    emuq_frame_u32(bytes, order->hosts);
    for (uint32_t i = 0; i < order->hosts; i++)
        emuq_frame_u32(bytes, order->nodes[i]);
    emuq_frame_string(bytes, order->path);
    add_words(bytes, &command->program);
    add_words(bytes, &order->environment);
    emuq_frame_end(bytes, begin);
}

static void get_job(emuq_order_t *order, emuq_frame_read_t *frame)
{
    emuq_job_t *job = &order->command.job;
    for (int d = 0; d < 5; d++)
        job->shape[d] = emuq_frame_get_u32(frame);
    job->ppn = emuq_frame_get_u32(frame);
    job->np = emuq_frame_get_u32(frame);
    job->mesh = emuq_frame_get_u32(frame);
    job->mapping = order->mapping = emuq_frame_get_string(frame);
    bool has_map = emuq_frame_get_u32(frame) != 0;
    const char *map = emuq_frame_get_text(frame, &order->map_bytes);
    frame->malformed |= !has_map && order->map_bytes != 0;
    if (has_map) {
        order->map = emuq_need(malloc(order->map_bytes + 1));
        memcpy(order->map, map, order->map_bytes);
    }
}

static void get_options(emuq_order_t *order, emuq_frame_read_t *frame)
{
    emuq_command_t *command = &order->command;
    command->label = (emuq_label_t)emuq_frame_get_u32(frame);
    frame->malformed |= command->label > EMUQ_LABEL_LONG;
    command->verbose = emuq_frame_get_u32(frame) != 0;
    command->watch = emuq_frame_get_u32(frame) != 0;
    command->counters = emuq_frame_get_u32(frame) != 0;
    command->input_rank = emuq_frame_get_u32(frame);
    bool has_bind = emuq_frame_get_u32(frame) != 0;
    order->bind = emuq_frame_get_string(frame);
    command->bind = has_bind ? order->bind : NULL;
}

/* Hosts and their nodes, which are all nodes of the job. */
static void get_hosts(emuq_order_t *order, emuq_frame_read_t *frame)
{
    const emuq_job_t *job = &order->command.job;
    uint64_t nodes = 1, placed = 0;
    order->name = emuq_frame_get_string(frame);
    order->near = emuq_frame_get_string(frame);
    order->directory = emuq_frame_get_string(frame);
    order->job_id = emuq_frame_get_u64(frame);
    order->host = emuq_frame_get_u32(frame);
    order->hosts = emuq_frame_get_u32(frame);
    frame->malformed |= order->host >= order->hosts || order->hosts > frame->left / 4;
    if (frame->malformed)
        return;
    order->nodes = emuq_need(calloc(order->hosts, sizeof(*order->nodes)));
    for (uint32_t i = 0; i < order->hosts; i++) {
        order->nodes[i] = emuq_frame_get_u32(frame);
        frame->malformed |= order->nodes[i] == 0;
        placed += order->nodes[i];
    }
    for (int d = 0; d < 5; d++)
        if (__builtin_mul_overflow(nodes, job->shape[d], &nodes))
            frame->malformed = true;
    frame->malformed |= placed != nodes;
}

int emuq_order_get(emuq_order_t *order, emuq_frame_read_t *frame)
{
    *order = (emuq_order_t){0};
    char *name = emuq_frame_get_string(frame);
    emuq_launcher_name = strcmp(name, "runjob") == 0 ? "runjob" : "emuq-run";
    free(name);
    get_job(order, frame);
    get_options(order, frame);
    get_hosts(order, frame);
    order->command.path = order->path = emuq_frame_get_string(frame);
    get_words(&order->command.program, frame);
    get_words(&order->environment, frame);
    for (int i = 0; i < order->environment.count; i++)
        frame->malformed |= order->environment.word[i][strcspn(order->environment.word[i], "=")] == '\0' ||
                            order->environment.word[i][0] == '=';
    return emuq_frame_is_done(frame) && order->command.program.count >= 1 ? 0 : -EPROTO;
}

void emuq_order_free(emuq_order_t *order)
{
    emuq_words_free(&order->command.program);
    emuq_words_free(&order->environment);
    free(order->nodes);
    free(order->name);
    free(order->near);
    free(order->directory);
    free(order->map);
    free(order->path);
    free(order->bind);
    free(order->mapping);
    *order = (emuq_order_t){0};
}
