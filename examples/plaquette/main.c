/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * plaquette: lattice gauge theory on the System Programming Interface of Blue Gene/Q.
 *
 * Reading order: lattice.h (sites of a rank, fields), su3.h, ildg.h (files), plaquette.h (communication,
 * steps of the program), spi/setup/spi_setup.h, and this file. All ranks run the program; rank 0 prints.
 * There are no global variables.
 */
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plaquette.h"

enum { REDUCE_ENTRY, EXCHANGE_ENTRY, WINDOWS }; /* BAT entries */

#define LARGEST_DEVIATION 1e-4 /* tolerance of the distance from SU(3) for links from files */

void job_print(const plaquette_job_t *job, const char *format, ...)
{
    if (job->process.rank != 0)
        return;
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
}

int job_failed(plaquette_job_t *job, bool failed, const char *error)
{
    double first = failed ? job->process.rank : job->process.ranks;
    reduce_numbers(&job->reduce, REDUCE_MIN, &first, 1);
    if (failed && first == job->process.rank)
        fprintf(stderr, "plaquette: %s\n", error);
    return first < job->process.ranks;
}

int job_open(plaquette_job_t *job, const options_t *options)
{
    memset(job, 0, sizeof *job);
    job->options = options;
    if (spi_open(&job->process, EXCHANGE_DIRECTIONS, WINDOWS) != 0) {
        if (job->process.rank == 0)
            fprintf(stderr,
                    "plaquette: every process of the partition has to be a rank (--np leaves some out)\n");
        return -1;
    }
    reduce_open(&job->reduce, &job->process, REDUCE_ENTRY);
    return 0;
}

void job_close(plaquette_job_t *job)
{
    if (job->has_field) {
        exchange_close(&job->exchange);
        field_close(&job->field);
    }
    reduce_close(&job->reduce);
    spi_close(&job->process);
}

int job_open_field(plaquette_job_t *job, const int global[LATTICE_DIMS])
{
    const uint32_t *n = job->process.extent;
    char error[200];
    snprintf(error, sizeof error,
             "a %dx%dx%dx%d lattice cannot be divided among %ux%ux%ux%ux%u nodes of %u processes", global[0],
             global[1], global[2], global[3], n[0], n[1], n[2], n[3], n[4], n[5]);
    if (job_failed(job, lattice_distribute(&job->lat, global, n) != 0, error))
        return 1;
    lattice_set_position(&job->lat, job->process.at);
    bool no_memory = field_open(&job->field, &job->lat) != 0;
    if (job_failed(job, no_memory, "out of memory for the field")) {
        if (!no_memory)
            field_close(&job->field);
        return 1;
    }
    exchange_open(&job->exchange, &job->process, EXCHANGE_ENTRY, &job->lat);
    job->has_field = true;

    char rule[64];
    const int *local = job->lat.local;
    lattice_describe(&job->lat, rule, sizeof rule);
    job_print(job, "lattice     %dx%dx%dx%d\n", global[0], global[1], global[2], global[3]);
    job_print(job, "partition   %ux%ux%ux%ux%u nodes, %u process%s each, %dx%dx%dx%d sites per rank\n", n[0],
              n[1], n[2], n[3], n[4], n[5], n[5] > 1 ? "es" : "", local[0], local[1], local[2], local[3]);
    if (job->options->verbose)
        job_print(job, "spread      %s\n", rule[0] != '\0' ? rule : "on one rank");
    return 0;
}

/* Verifies the checksum and the links read by all ranks. */
static int verify(plaquette_job_t *job, const ildg_file_t *file, checksum_t part)
{
    char error[500] = "";
    uint64_t sum = (uint64_t)part.suma << 32 | part.sumb;
    reduce_xor(&job->reduce, &sum, 1);
    checksum_t whole = {(uint32_t)(sum >> 32), (uint32_t)sum};
    double deviation = field_deviation(&job->field);
    reduce_numbers(&job->reduce, REDUCE_MAX, &deviation, 1);

    bool wrong =
        file->has_checksum && (whole.suma != file->checksum.suma || whole.sumb != file->checksum.sumb);
    if (wrong)
        snprintf(error, sizeof error, "%s: the checksum is %08x %08x, but %08x %08x is recorded",
                 file->lime.path, whole.suma, whole.sumb, file->checksum.suma, file->checksum.sumb);
    else if (!(deviation < LARGEST_DEVIATION))
        snprintf(error, sizeof error, "%s: a link is no SU(3) matrix, by %.1e", file->lime.path, deviation);
    if (job_failed(job, error[0] != '\0', error))
        return 1;
    job_print(job, "checksum    %s (%08x %08x)\n", file->has_checksum ? "ok" : "absent", whole.suma,
              whole.sumb);
    job_print(job, "unitarity   %.1e\n", deviation);
    return 0;
}

int job_read_field(plaquette_job_t *job, const char *path, char plaquette[32])
{
    ildg_file_t file;
    checksum_t part;
    bool bad = ildg_open(&file, path) != 0;
    if (job_failed(job, bad, file.lime.error)) {
        if (!bad)
            ildg_close(&file);
        return 1;
    }
    job_print(job, "file        %s (ILDG, %d bit)\n", path, file.precision);
    int status = job_open_field(job, file.global);
    if (status == 0) {
        bad = ildg_read_field(&file, &job->field, &part) != 0;
        status = job_failed(job, bad, file.lime.error) || verify(job, &file, part);
    }
    memcpy(plaquette, file.plaquette, sizeof file.plaquette);
    ildg_close(&file);
    return status;
}

/* Creates the file on rank 0 and broadcasts the offset of the field. */
static int create(plaquette_job_t *job, ildg_file_t *file, const char *path, const ildg_history_t *history)
{
    bool first = job->process.rank == 0, bad = false;
    int precision = job->options->precision;
    if (first)
        bad = ildg_create(file, path, &job->lat, precision, history) != 0;
    if (job_failed(job, bad, file->lime.error))
        return 1;
    uint64_t data = first ? file->data : 0;
    reduce_xor(&job->reduce, &data, 1);
    if (!first)
        bad = ildg_join(file, path, &job->lat, precision, data) != 0;
    int status = job_failed(job, bad, file->lime.error);
    if (status != 0 && !bad)
        ildg_close(file);
    return status;
}

int job_check_target(plaquette_job_t *job, const char *path)
{
    char error[500] = "";
    struct stat status;
    if (job->process.rank == 0 && stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        snprintf(error, sizeof error,
                 "%.400s is not an ordinary file and stays as it is; give --save another name", path);
    return job_failed(job, error[0] != '\0', lime_printable(error));
}

int job_write_field(plaquette_job_t *job, const char *path, const ildg_history_t *history)
{
    ildg_file_t file;
    checksum_t part;
    char unfinished[4096], error[500] = "";
    bool first = job->process.rank == 0;
    if ((size_t)snprintf(unfinished, sizeof unfinished, "%s.part", path) >= sizeof unfinished)
        snprintf(error, sizeof error, "the name of the file to write is too long");
    if (job_failed(job, error[0] != '\0', error) || create(job, &file, unfinished, history) != 0)
        return 1;

    bool bad = ildg_write_field(&file, &job->field, &part) != 0;
    uint64_t sum = (uint64_t)part.suma << 32 | part.sumb;
    reduce_xor(&job->reduce, &sum, 1);
    if (!bad && first)
        bad = ildg_finish(&file, (checksum_t){(uint32_t)(sum >> 32), (uint32_t)sum}) != 0;
    bad = ildg_close(&file) != 0 || bad;
    int status = job_failed(job, bad, file.lime.error);
    if (status == 0) {
        bad = first && rename(unfinished, path) != 0;
        status = job_failed(job, bad, "the written file cannot be given its name");
    }
    if (status != 0 && first)
        remove(unfinished);
    if (status == 0)
        job_print(job, "saved       %s (ILDG, %d bit, checksum %08x %08x)\n", path, job->options->precision,
                  (uint32_t)(sum >> 32), (uint32_t)sum);
    return status;
}

double job_plaquette(plaquette_job_t *job)
{
    double sum = field_plaquette_sum(&job->field);
    reduce_numbers(&job->reduce, REDUCE_SUM, &sum, 1);
    return sum / (6.0 * (double)lattice_global_volume(&job->lat)); /* six planes */
}

/* ---- measurement of a field from a file ---- */

/* Path of the default field: in the source tree, or installed next to the program. */
static const char *default_field(char *path, size_t size)
{
    static const char *const beside[] = {"/default.lime", "/../share/emuq/plaquette/default.lime"};
    if (access(PLAQUETTE_DEFAULT_FIELD, R_OK) == 0)
        return PLAQUETTE_DEFAULT_FIELD;
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(program, '/');
    if (slash != NULL)
        *slash = '\0';
    for (size_t i = 0; i < sizeof beside / sizeof beside[0]; i++)
        if ((size_t)snprintf(path, size, "%s%s", program, beside[i]) < size && access(path, R_OK) == 0)
            return path;
    return PLAQUETTE_DEFAULT_FIELD; /* the error message names this path */
}

static void print_times(const plaquette_job_t *job, uint64_t start)
{
    const exchange_t *e = &job->exchange;
    double all = (double)(GetTimeBase() - start) / SPI_TICKS_PER_SECOND;
    double exchange = (double)e->ticks / SPI_TICKS_PER_SECOND,
           waiting = (double)e->waiting / SPI_TICKS_PER_SECOND;
    job_print(job, "time        %.6f s, exchanges %.6f s, of which %.6f s waiting\n", all, exchange, waiting);
    job_print(job, "exchange    %llu times, %.1f KiB each in %d messages per rank, %.1f MB/s\n",
              (unsigned long long)e->exchanges, (double)e->bytes / (double)e->exchanges / 1024,
              EXCHANGE_DIRECTIONS, exchange > 0 ? (double)e->bytes / exchange / 1e6 : 0);
}

int job_measure(plaquette_job_t *job)
{
    char path[PATH_MAX], recorded[32], error[200] = "";
    const char *file = job->options->file;
    if (file == NULL)
        file = default_field(path, sizeof path);
    if (job_read_field(job, file, recorded) != 0)
        return 1;

    uint64_t start = GetTimeBase();
    double plaquette = 0;
    for (unsigned n = 0; n < job->options->repeat; n++) {
        exchange_halo(&job->exchange, &job->field, FIELD_ALL_DIRECTIONS, FIELD_BOTH_PARITIES);
        double again = job_plaquette(job);
        if (n > 0 && again != plaquette)
            snprintf(error, sizeof error, "measurement %u gives %a, but the one before gave %a", n, again,
                     plaquette);
        plaquette = again;
    }
    job_print(job, "plaquette %.6e\n", plaquette);
    if (job->options->verbose)
        job_print(job, "plaquette-hex %a\n", plaquette);
    print_times(job, start);
    if (error[0] == '\0' && recorded[0] != '\0' && !ildg_agrees(plaquette, recorded))
        snprintf(error, sizeof error, "%.60s: the file records the plaquette %s, not %.10e", file, recorded,
                 plaquette);
    if (job_failed(job, error[0] != '\0', error))
        return 1;
    job_print(job, "recorded    %s\n", recorded[0] != '\0' ? "the same" : "nothing");
    return 0;
}

/* ---- generation of a field by a Markov chain ---- */

#define BAR_WIDTH 40

/* Shows a progress bar on a terminal, otherwise lines of text. */
static void show_progress(const plaquette_job_t *job, unsigned done, unsigned all, double plaquette)
{
    if (job->process.rank != 0)
        return;
    if (!isatty(STDERR_FILENO)) {
        fprintf(stderr, "sweep %u/%u plaquette %.6f\n", done, all, plaquette);
        return;
    }
    char bar[BAR_WIDTH + 1];
    unsigned full = (unsigned)((uint64_t)BAR_WIDTH * done / all);
    for (unsigned i = 0; i < BAR_WIDTH; i++)
        bar[i] = i < full ? '#' : '.';
    bar[BAR_WIDTH] = '\0';
    fprintf(stderr, "\r[%s] %u/%u plaquette %.6f%s", bar, done, all, plaquette, done == all ? "\n" : "");
}

/* Creates the first field: ordered, random, or from a file. */
static int start_field(plaquette_job_t *job)
{
    const options_t *o = job->options;
    bool cold = strcmp(o->start, "cold") == 0, hot = strcmp(o->start, "hot") == 0;
    char recorded[32];
    int status = cold || hot ? job_open_field(job, o->lattice) : job_read_field(job, o->start, recorded);
    if (status != 0)
        return status;
    bool odd = false;
    for (int mu = 0; mu < LATTICE_DIMS; mu++)
        odd = odd || job->lat.global[mu] % 2 != 0;
    if (job_failed(job, odd, "the heat bath needs a lattice with even extents"))
        return 1;
    if (hot)
        field_randomise(&job->field, o->seed);
    exchange_halo(&job->exchange, &job->field, FIELD_ALL_DIRECTIONS, FIELD_BOTH_PARITIES);
    return 0;
}

static void print_chain_times(const plaquette_job_t *job, uint64_t start, unsigned sweeps)
{
    const exchange_t *e = &job->exchange;
    double all = (double)(GetTimeBase() - start) / SPI_TICKS_PER_SECOND;
    double exchange = (double)e->ticks / SPI_TICKS_PER_SECOND,
           waiting = (double)e->waiting / SPI_TICKS_PER_SECOND;
    job_print(job, "time        %.3f s for %u sweeps, exchanges %.3f s, of which %.3f s waiting\n", all,
              sweeps, exchange, waiting);
    job_print(job, "exchange    %llu times, %.1f KiB each in %d messages per rank\n",
              (unsigned long long)e->exchanges, (double)e->bytes / (double)e->exchanges / 1024,
              EXCHANGE_DIRECTIONS);
}

/* Runs the chain. The average excludes the thermal sweeps; the error estimate assumes independent sweeps. */
static double run(plaquette_job_t *job, heatbath_t *h, double *average, double *error)
{
    const options_t *o = job->options;
    unsigned all = o->thermal + o->sweeps;
    double plaquette = job_plaquette(job), sum = 0, squares = 0;
    for (unsigned n = 0; n < all; n++) {
        heatbath_sweep(h, &job->field);
        for (unsigned k = 0; k < o->overrelax; k++)
            heatbath_overrelax(h, &job->field);
        plaquette = job_plaquette(job);
        if (n >= o->thermal) {
            sum += plaquette;
            squares += plaquette * plaquette;
        }
        show_progress(job, n + 1, all, plaquette);
    }
    *average = o->sweeps > 0 ? sum / o->sweeps : plaquette;
    *error = o->sweeps > 1 ? sqrt(fmax(0, squares / o->sweeps - *average * *average) / (o->sweeps - 1)) : 0;
    return plaquette;
}

int job_generate(plaquette_job_t *job)
{
    const options_t *o = job->options;
    if ((o->save != NULL && job_check_target(job, o->save) != 0) || start_field(job) != 0)
        return 1;
    heatbath_t h = {.beta = o->beta, .seed = o->seed, .halo = exchange_halo, .context = &job->exchange};
    uint64_t start = GetTimeBase();
    double average, error;
    double plaquette = run(job, &h, &average, &error);

    job_print(job, "plaquette %.6e\n", plaquette);
    if (o->verbose)
        job_print(job, "plaquette-hex %a\n", plaquette);
    job_print(job, "average   %.6f +- %.6f (beta %g, %u sweeps after %u)\n", average, error, o->beta,
              o->sweeps, o->thermal);
    print_chain_times(job, start, o->thermal + o->sweeps);

    ildg_history_t history = {plaquette, o->beta, o->seed, o->thermal + o->sweeps};
    if (o->save != NULL && job_write_field(job, o->save, &history) != 0)
        return 1;
    char wrong[200];
    snprintf(wrong, sizeof wrong, "the average plaquette is %.6f, not %g within %g", average, o->average,
             o->tolerance);
    return job_failed(job, o->check && !(fabs(average - o->average) <= o->tolerance), wrong);
}

int main(int argc, char **argv)
{
    options_t options;
    char error[300];
    bool first = Kernel_GetRank() == 0;
    if (options_read(&options, argc, argv, error, sizeof error) != 0) {
        if (first)
            fprintf(stderr, "%s\n", error);
        return 2;
    }
    if (options.help) {
        if (first)
            fputs(options_help, stdout);
        return 0;
    }
    plaquette_job_t job;
    if (job_open(&job, &options) != 0)
        return 1;
    int status = options.generate ? job_generate(&job) : job_measure(&job);
    job_close(&job);
    return status;
}
