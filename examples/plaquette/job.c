/* SPDX-License-Identifier: BSD-3-Clause */
#include "job.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"

enum { REDUCE_ENTRY, EXCHANGE_ENTRY, WINDOWS }; /* BAT entries */

#define LARGEST_DEVIATION 1e-4 /* from SU(3), of a link that somebody else has written */

void job_print(const job_t *job, const char *format, ...)
{
    if (job->process.rank != 0)
        return;
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
}

int job_failed(job_t *job, bool failed, const char *error)
{
    double first = failed ? job->process.rank : job->process.ranks;
    reduce_numbers(&job->reduce, REDUCE_MIN, &first, 1);
    if (failed && first == job->process.rank)
        fprintf(stderr, "plaquette: %s\n", error);
    return first < job->process.ranks;
}

int job_open(job_t *job, const options_t *options)
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

void job_close(job_t *job)
{
    if (job->has_field) {
        exchange_close(&job->exchange);
        field_close(&job->field);
    }
    reduce_close(&job->reduce);
    spi_close(&job->process);
}

int job_open_field(job_t *job, const int global[LATTICE_DIMS])
{
    const uint32_t *n = job->process.extent;
    char error[200];
    snprintf(error, sizeof error,
             "a %dx%dx%dx%d lattice cannot be divided among %ux%ux%ux%ux%u nodes of %u processes", global[0],
             global[1], global[2], global[3], n[0], n[1], n[2], n[3], n[4], n[5]);
    if (job_failed(job, lattice_spread(&job->lat, global, n) != 0, error))
        return 1;
    lattice_place(&job->lat, job->process.at);
    bool no_memory = field_open(&job->field, &job->lat) != 0;
    if (job_failed(job, no_memory, "no memory for the field")) {
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

/* The checksum and the links of what all ranks have read. */
static int verify(job_t *job, const ildg_file_t *file, checksum_t part)
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

int job_read_field(job_t *job, const char *path, char plaquette[32])
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

/* Makes the file on rank 0, and tells the others where in it the field begins. */
static int create(job_t *job, ildg_file_t *file, const char *path, const ildg_history_t *history)
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

int job_check_target(job_t *job, const char *path)
{
    char error[500] = "";
    struct stat status;
    if (job->process.rank == 0 && stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        snprintf(error, sizeof error,
                 "%.400s is not an ordinary file and stays as it is; give --save another name", path);
    return job_failed(job, error[0] != '\0', emuq_printable(error, false));
}

int job_write_field(job_t *job, const char *path, const ildg_history_t *history)
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

double job_plaquette(job_t *job)
{
    double planes = 6.0 * (double)lattice_global_volume(&job->lat);
    return reduce_sum(&job->reduce, field_plaquette_sum(&job->field)) / planes;
}
