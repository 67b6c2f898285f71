/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * emuq-perf: measures the cost of messages, barriers and collectives, and compares it to limits of the
 * machine.
 *
 * Reading order: perf.h and rank.h (interfaces), main.c (jobs), options.c, tests.c (table of tests), job.c
 * (tests of a job), rank.c (setup), sample.c (batches and medians), point_to_point.c, many.c,
 * message_layer.c, limits.c and network.c (operations), explain.c, report.c.
 *
 * The program has a main() without emuq_main, because it reads the options of the job itself.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <spi/include/kernel/location.h>

#include "emuq/partition.h"
#include "tools/common/options.h"
#include "tools/emuq-perf/rank.h"

/* Programs, nine options with values, --quiet, terminating NULL; the given options not included */
#define RUNS_WORDS 22

extern char **environ;

/* The jobs of a command line: one for each mode and value of EMUQ_WAIT. */
typedef struct runs {
    const perf_options_t *o;
    const emuq_job_t *job;
    int argc;
    char **argv;
    char self[PATH_MAX], launcher[PATH_MAX]; /* emuq-run in the folder of this program */
    char record[PATH_MAX];                   /* results of all runs */
    char shape[64], ppn[16], np[16], mesh[8], load[32];
    const char **word; /* command line of a run */
    int words;
} runs_t;

/* ---- command lines ---- */

static bool runs_find_programs(runs_t *u)
{
    ssize_t length = readlink("/proc/self/exe", u->self, sizeof u->self - 1);
    if (length < 0) {
        fprintf(stderr, "emuq-perf: cannot read /proc/self/exe: %s\n", strerror(errno));
        return false;
    }
    u->self[length] = '\0';
    int directory = (int)(strrchr(u->self, '/') - u->self);
    if (snprintf(u->launcher, sizeof u->launcher, "%.*s/emuq-run", directory, u->self) >=
            (int)sizeof u->launcher ||
        (access(u->launcher, X_OK) != 0 && u->o->modes != PERF_MODE_THREADS)) {
        fprintf(stderr, "emuq-perf: no launcher %s to start processes; use --mode threads\n", u->launcher);
        return false;
    }
    return true;
}

static void runs_add(runs_t *u, const char *option, const char *value)
{
    u->word[u->words++] = option;
    u->word[u->words++] = value;
}

static void runs_add_job_options(runs_t *u)
{
    const emuq_job_t *job = u->job;
    int length = 0;
    for (int d = 0; d < 5; d++)
        length += snprintf(u->shape + length, sizeof u->shape - (size_t)length, "%s%u", d > 0 ? "x" : "",
                           job->shape[d] != 0 ? job->shape[d] : 1);
    runs_add(u, "--shape", u->shape);
    snprintf(u->ppn, sizeof u->ppn, "%u", job->ppn != 0 ? job->ppn : 1);
    runs_add(u, "--ppn", u->ppn);
    snprintf(u->np, sizeof u->np, "%u", job->np);
    if (job->np != 0)
        runs_add(u, "--np", u->np);
    if (job->mapping != NULL)
        runs_add(u, "--mapping", job->mapping);
    length = 0;
    for (int d = 0; d < 5; d++)
        if (job->mesh & (0x10u >> d))
            u->mesh[length++] = (char)('A' + d);
    u->mesh[length] = '\0';
    if (job->mesh != 0)
        runs_add(u, "--mesh", u->mesh);
}

/* Adds the other options, except options that select runs and output files. */
static void runs_add_options(runs_t *u)
{
    static const char *const dropped[] = {"--mode", "--progress", "--json", "--record", "--csv", "--load"};
    const size_t count = sizeof dropped / sizeof dropped[0];
    for (int i = 1; i < u->argc; i++) {
        size_t length = strcspn(u->argv[i], "="), d = 0;
        while (d < count && (strlen(dropped[d]) != length || strncmp(dropped[d], u->argv[i], length) != 0))
            d++;
        if (d < count)
            i += u->argv[i][length] == '\0'; /* skip the value */
        else if (strcmp(u->argv[i], "--trace") != 0 && strcmp(u->argv[i], "--quiet") != 0)
            u->word[u->words++] = u->argv[i];
    }
}

/* ---- runs ---- */

static int runs_spawn(const char **word)
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

static int runs_mode(runs_t *u, uint32_t mode)
{
    bool processes = mode != PERF_MODE_THREADS;
    u->words = 0;
    u->word = calloc((size_t)u->argc + RUNS_WORDS, sizeof *u->word);
    if (u->word == NULL) {
        fputs("emuq-perf: out of memory for a command line\n", stderr);
        return EXIT_FAILURE;
    }
    fflush(stdout);
    u->word[u->words++] = processes ? u->launcher : u->self;
    runs_add_job_options(u);
    if (processes && (mode != PERF_MODE_HOSTS || !u->o->pin))
        runs_add(u, "--bind", "none"); /* ranks choose their cores */
    if (processes)
        u->word[u->words++] = u->self;
    runs_add_options(u);
    runs_add(u, "--mode", mode == PERF_MODE_HOSTS ? "hosts" : processes ? "processes" : "threads");
    if (u->record[0] != '\0')
        runs_add(u, "--record", u->record);
    if (u->o->quiet)
        u->word[u->words++] = "--quiet";
    if (u->load[0] != '\0')
        runs_add(u, "--load", u->load);
    int status = runs_spawn(u->word);
    free(u->word);
    return status;
}

/* Runs the selected modes. Stops at a usage error, which is the same in all modes. */
static int runs_modes(runs_t *u)
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
        int status = runs_mode(u, mode);
        worst = status > worst ? status : worst;
    }
    return worst;
}

static int runs_settings(runs_t *u)
{
    const char *before = getenv("EMUQ_WAIT");
    char *kept = before != NULL ? strdup(before) : NULL;
    int worst = 0;
    for (const char *item = u->o->progress; *item != '\0' && worst != PERF_STATUS_USAGE;) {
        char setting[8];
        int length = (int)strcspn(item, ",");
        snprintf(setting, sizeof setting, "%.*s", length, item);
        setenv("EMUQ_WAIT", setting, 1);
        int status = runs_modes(u);
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

static int runs_all(runs_t *u)
{
    return u->o->progress != NULL ? runs_settings(u) : runs_modes(u);
}

/* Runs without a recording, then with a recording to /dev/null. */
static int runs_traced(runs_t *u)
{
    unsetenv("EMUQ_TRACE");
    int status = runs_all(u);
    if (status == PERF_STATUS_USAGE)
        return status;
    setenv("EMUQ_TRACE", "/dev/null", 1);
    int recorded = runs_all(u);
    return recorded > status ? recorded : status;
}

/* Sets the file for results: of --record, or in memory. @return file to read the results from, or NULL */
static FILE *runs_open_record(runs_t *u)
{
    if (u->o->record != NULL) {
        snprintf(u->record, sizeof u->record, "%s", u->o->record);
        return NULL;
    }
    int fd = memfd_create("emuq-perf results", MFD_CLOEXEC);
    snprintf(u->record, sizeof u->record, "/proc/%d/fd/%d", (int)getpid(), fd);
    return fd >= 0 ? fdopen(fd, "r") : NULL;
}

static int runs_start(const perf_options_t *o, const emuq_job_t *job, int argc, char **argv)
{
    runs_t u = {.o = o, .job = job, .argc = argc, .argv = argv};
    if (!perf_can_write(o->json, true) || !perf_can_write(o->csv, true))
        return PERF_STATUS_USAGE;
    if (!runs_find_programs(&u))
        return EXIT_FAILURE;
    double load = o->load; /* before the first run, which raises the load */
    if (load >= 0 || getloadavg(&load, 1) == 1)
        snprintf(u.load, sizeof u.load, "%.2f", load);
    FILE *record = o->explain ? NULL : runs_open_record(&u);
    if (record == NULL && o->record == NULL && !o->explain) {
        fprintf(stderr, "emuq-perf: cannot create a file for results: %s\n", strerror(errno));
        return EXIT_FAILURE;
    }
    int status = o->trace ? runs_traced(&u) : runs_all(&u);
    if (record != NULL && status != PERF_STATUS_USAGE && perf_report_files(o, record) != 0)
        status = EXIT_FAILURE;
    if (record != NULL)
        fclose(record);
    return status;
}

/* ---- main ---- */

/* Shared by all ranks that are threads, which only read the options. */
static perf_options_t options;

static int main_thread(int argc, char **argv)
{
    (void)argc, (void)argv;
    return perf_job(&options, "threads");
}

/* A rank that a launcher started. */
static int main_process(int argc, char **argv)
{
    int first = Kernel_GetRank() == 0;
    int rc = perf_options_read(&options, argc, argv, first);
    if (rc >= 0)
        return rc;
    if (options.progress != NULL || options.trace || options.modes == PERF_MODE_THREADS) {
        if (first)
            fputs("emuq-perf: under a launcher, --mode threads, --progress and --trace are not available; "
                  "start emuq-perf without a launcher, or set EMUQ_WAIT or EMUQ_TRACE\n",
                  stderr);
        return PERF_STATUS_USAGE;
    }
    return perf_job(&options, options.modes == PERF_MODE_HOSTS ? "hosts" : "processes");
}

int main(int argc, char **argv)
{
    emuq_stdout_guard("emuq-perf");
    emuq_job_t job;
    perf_layer_reserve();
    if (emuq_is_rank())
        return main_process(argc, argv);
    if (emuq_job_options(&job, &argc, argv) != 0)
        return PERF_STATUS_USAGE;
    int rc = perf_options_read(&options, argc, argv, true);
    if (rc >= 0)
        return rc;
    uint64_t slots = job.ppn != 0 ? job.ppn : 1;
    for (int d = 0; d < 5; d++)
        slots *= job.shape[d] != 0 ? job.shape[d] : 1;
    if (slots == 1) /* the tests need a partner */
        job.shape[0] = 2;
    if (options.record == NULL && !options.quiet)
        perf_machine_print(stdout);
    if (options.modes == PERF_MODE_THREADS && options.progress == NULL && !options.trace) {
        int status = emuq_run_threads(&job, main_thread, argc, argv);
        return status >= 0 ? status : status == -EINVAL ? PERF_STATUS_USAGE : EXIT_FAILURE;
    }
    return runs_start(&options, &job, argc, argv);
}
