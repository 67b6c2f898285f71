/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-perf/runs.h"

#include <errno.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/emuq-perf/report.h"

#define JOB_WORDS 14 /* launcher or program, five options with values, program, ... */
#define END_WORDS 5  /* ... --mode M --record FILE, and the end */

extern char **environ;

typedef struct runs {
    const perf_options_t *o;
    const emuq_job_t *job;
    int argc;
    char **argv;
    char self[PATH_MAX], launcher[PATH_MAX]; /* emuq-run is next to this program */
    char record[PATH_MAX];                   /* results of all runs */
    char shape[64], ppn[16], np[16], mesh[8];
} runs_t;

/* ---- command lines ---- */

static bool find_programs(runs_t *u)
{
    ssize_t length = readlink("/proc/self/exe", u->self, sizeof u->self - 1);
    if (length < 0) {
        fprintf(stderr, "emuq-perf: cannot find its own program: %s\n", strerror(errno));
        return false;
    }
    u->self[length] = '\0';
    int directory = (int)(strrchr(u->self, '/') - u->self);
    if (snprintf(u->launcher, sizeof u->launcher, "%.*s/emuq-run", directory, u->self) >=
            (int)sizeof u->launcher ||
        (access(u->launcher, X_OK) != 0 && u->o->modes != PERF_MODE_THREADS)) {
        fprintf(stderr, "emuq-perf: there is no launcher %s to start processes; use --mode threads\n",
                u->launcher);
        return false;
    }
    return true;
}

/* The options of the job, as words again. */
static int add_job(runs_t *u, const char **word)
{
    const emuq_job_t *job = u->job;
    int n = 0, length = 0;
    for (int d = 0; d < 5; d++)
        length += snprintf(u->shape + length, sizeof u->shape - (size_t)length, "%s%u", d > 0 ? "x" : "",
                           job->shape[d] != 0 ? job->shape[d] : 1);
    word[n++] = "--shape";
    word[n++] = u->shape;
    snprintf(u->ppn, sizeof u->ppn, "%u", job->ppn != 0 ? job->ppn : 1);
    word[n++] = "--ppn";
    word[n++] = u->ppn;
    if (job->np != 0) {
        snprintf(u->np, sizeof u->np, "%u", job->np);
        word[n++] = "--np";
        word[n++] = u->np;
    }
    if (job->mapping != NULL) {
        word[n++] = "--mapping";
        word[n++] = job->mapping;
    }
    if (job->mesh != 0) {
        length = 0;
        for (int d = 0; d < 5; d++)
            if (job->mesh & (0x10u >> d))
                u->mesh[length++] = (char)('A' + d);
        u->mesh[length] = '\0';
        word[n++] = "--mesh";
        word[n++] = u->mesh;
    }
    return n;
}

/* The program's own options, without those that say which runs there are and where results go. */
static int add_own(const runs_t *u, const char **word)
{
    static const char *const dropped[] = {"--mode", "--progress", "--json", "--record"};
    int n = 0;
    for (int i = 1; i < u->argc; i++) {
        size_t length = strcspn(u->argv[i], "="), d = 0;
        while (d < 4 && (strlen(dropped[d]) != length || strncmp(dropped[d], u->argv[i], length) != 0))
            d++;
        if (strcmp(u->argv[i], "--trace") == 0)
            continue;
        if (d == 4)
            word[n++] = u->argv[i];
        else if (u->argv[i][length] == '\0')
            i++; /* its value */
    }
    return n;
}

/* ---- runs ---- */

static int run(const char **word)
{
    pid_t child;
    int status, rc = posix_spawn(&child, word[0], NULL, NULL, (char **)word, environ);
    if (rc != 0) {
        fprintf(stderr, "emuq-perf: cannot start %s: %s\n", word[0], strerror(rc));
        return EXIT_FAILURE;
    }
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return EXIT_FAILURE;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int run_mode(runs_t *u, uint32_t mode)
{
    const char **word = calloc((size_t)u->argc + JOB_WORDS + END_WORDS, sizeof *word);
    if (word == NULL) {
        fputs("emuq-perf: no memory for a command line\n", stderr);
        return EXIT_FAILURE;
    }
    int n = 0;
    fflush(stdout);
    bool processes = mode != PERF_MODE_THREADS;
    word[n++] = processes ? u->launcher : u->self;
    n += add_job(u, word + n);
    if (processes && (mode != PERF_MODE_HOSTS || !u->o->pin)) {
        word[n++] = "--bind"; /* ranks go to cores by themselves */
        word[n++] = "none";
    }
    if (processes)
        word[n++] = u->self;
    n += add_own(u, word + n);
    word[n++] = "--mode";
    word[n++] = mode == PERF_MODE_HOSTS ? "hosts" : processes ? "processes" : "threads";
    if (u->record[0] != '\0') {
        word[n++] = "--record";
        word[n++] = u->record;
    }
    int status = run(word);
    free(word);
    return status;
}

/* Threads, then processes, as far as they are wanted. What makes no sense for one makes none for the other.
 */
static int run_modes(runs_t *u)
{
    int worst = 0;
    for (uint32_t mode = PERF_MODE_THREADS; mode <= PERF_MODE_HOSTS && worst != PERF_STATUS_USAGE;
         mode *= 2) {
        if ((u->o->modes & mode) == 0)
            continue;
        if (mode == PERF_MODE_HOSTS) {
            setenv("EMUQ_HOSTS", "2", 0);
            setenv("EMUQ_FABRIC", "tcp;ofi_rxm", 0);
        }
        int status = run_mode(u, mode);
        worst = status > worst ? status : worst;
    }
    return worst;
}

static int run_settings(runs_t *u)
{
    const char *before = getenv("EMUQ_WAIT");
    char *kept = before != NULL ? strdup(before) : NULL;
    int worst = 0;
    for (const char *item = u->o->progress; *item != '\0' && worst != PERF_STATUS_USAGE;) {
        char setting[8];
        int length = (int)strcspn(item, ",");
        snprintf(setting, sizeof setting, "%.*s", length, item);
        setenv("EMUQ_WAIT", setting, 1);
        int status = run_modes(u);
        worst = status > worst ? status : worst;
        item += length + (item[length] == ',');
    }
    if (kept != NULL)
        setenv("EMUQ_WAIT", kept, 1);
    else
        unsetenv("EMUQ_WAIT");
    free(kept);
    return worst;
}

static int run_wanted(runs_t *u)
{
    return u->o->progress != NULL ? run_settings(u) : run_modes(u);
}

/* Without a recording, then with one that nobody keeps. */
static int run_traced(runs_t *u)
{
    unsetenv("EMUQ_TRACE");
    int status = run_wanted(u);
    if (status == PERF_STATUS_USAGE)
        return status;
    setenv("EMUQ_TRACE", "/dev/null", 1);
    int recorded = run_wanted(u);
    return recorded > status ? recorded : status;
}

/* Results go to memory that the runs find through /proc, or to the file that somebody wants them in. */
static FILE *open_record(runs_t *u)
{
    if (u->o->record != NULL) {
        snprintf(u->record, sizeof u->record, "%s", u->o->record);
        return NULL;
    }
    int fd = memfd_create("emuq-perf results", MFD_CLOEXEC);
    snprintf(u->record, sizeof u->record, "/proc/%d/fd/%d", (int)getpid(), fd);
    return fd >= 0 ? fdopen(fd, "r") : NULL;
}

int perf_runs(const perf_options_t *o, const emuq_job_t *job, int argc, char **argv)
{
    runs_t u = {.o = o, .job = job, .argc = argc, .argv = argv};
    if (!find_programs(&u))
        return EXIT_FAILURE;
    FILE *record = o->explain ? NULL : open_record(&u);
    if (record == NULL && o->record == NULL && !o->explain) {
        fprintf(stderr, "emuq-perf: no memory for results: %s\n", strerror(errno));
        return EXIT_FAILURE;
    }
    int status = o->trace ? run_traced(&u) : run_wanted(&u);
    if (record != NULL && o->json != NULL && status != PERF_STATUS_USAGE &&
        perf_report_document(o->json, record) != 0)
        status = EXIT_FAILURE;
    if (record != NULL)
        fclose(record);
    return status;
}
