/* SPDX-License-Identifier: BSD-3-Clause */
/* The first thing that the program does: measure a field from a file. */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "job.h"

/* The field that comes with the program: where it was when the program was built, or installed beside it. */
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
    return PLAQUETTE_DEFAULT_FIELD; /* reported as missing */
}

static void print_times(const job_t *job, uint64_t start)
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

int job_measure(job_t *job)
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
