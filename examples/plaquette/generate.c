/* SPDX-License-Identifier: BSD-3-Clause */
/* The second thing that the program does: make a field by a Markov chain, and average the plaquette on the
 * way. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "heatbath.h"
#include "job.h"

#define BAR_WIDTH 40

/* A bar that moves on a terminal, plain lines elsewhere. */
static void show_progress(const job_t *job, unsigned done, unsigned all, double plaquette)
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

/* The first field: ordered, random, or from a file. */
static int start_field(job_t *job)
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

static void print_times(const job_t *job, uint64_t start, unsigned sweeps)
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

/* Runs the chain. The average is over the sweeps after the thermal ones; its error takes them as independent.
 */
static double run(job_t *job, heatbath_t *h, double *average, double *error)
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

int job_generate(job_t *job)
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
    print_times(job, start, o->thermal + o->sweeps);

    ildg_history_t history = {plaquette, o->beta, o->seed, o->thermal + o->sweeps};
    if (o->save != NULL && job_write_field(job, o->save, &history) != 0)
        return 1;
    char wrong[200];
    snprintf(wrong, sizeof wrong, "the average plaquette is %.6f, not %g within %g", average, o->average,
             o->tolerance);
    return job_failed(job, o->check && !(fabs(average - o->average) <= o->tolerance), wrong);
}
