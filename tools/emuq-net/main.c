/* SPDX-License-Identifier: BSD-3-Clause */
/* emuq-net: executes the runs of a command line, shows progress, and writes the output files. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/host_calls.h"
#include "base/process.h"
#include "tools/common/options.h"
#include "tools/emuq-net/net.h"

#define INTERVAL (EMUQ_NS_PER_S / 5) /* nanoseconds between updates of the progress line */
#define UNIT     1000000             /* a sweep value of 1 */

/* Progress line on the terminal. */
typedef struct progress {
    uint32_t cycle_ps;
    uint64_t begin; /* host time of the start, ns */
    uint64_t shown; /* host time of the latest update, ns; 0: none */
} progress_t;

/* A traffic_progress_t: modelled time, share done and time left, if standard error is a terminal. */
static void progress_show(void *context, uint64_t cycle, uint32_t share)
{
    progress_t *p = context;
    uint64_t time = emuq_now_ns();
    if (time - p->shown < INTERVAL || !isatty(STDERR_FILENO))
        return;
    p->shown = time;
    fprintf(stderr, "\r%.1f us modelled, %.1f %%", (double)cycle * p->cycle_ps / 1e6, share / 10.0);
    if (share > 0)
        fprintf(stderr, ", about %.0f s left", (double)(time - p->begin) / 1e9 * (1000 - share) / share);
    fputs("\033[K", stderr);
}

/* Removes the line and restarts the clock for the next run. */
static void progress_restart(progress_t *p)
{
    if (p->shown > 0)
        fputs("\r\033[K", stderr);
    p->begin = emuq_now_ns();
    p->shown = 0;
}

static int sweep_apply(traffic_options_t *o, uint64_t value, emuq_text_t *why)
{
    char assignment[128];
    if (strcmp(o->sweep.name, "load") == 0)
        return traffic_options_load(o, value, &o->setup, why);
    if (value % UNIT != 0)
        return emuq_net_error(why, "--sweep: parameter %s takes integers only", o->sweep.name);
    snprintf(assignment, sizeof assignment, "%s=%llu", o->sweep.name, (unsigned long long)(value / UNIT));
    int rc = emuq_net_constants_set(&o->parameters, assignment, "swept", why);
    rc = rc == 0 ? emuq_net_constants_check(&o->parameters, why) : rc;
    return rc == 0 && o->load > 0 ? traffic_options_load(o, o->load, &o->setup, why) : rc;
}

/* Executes and prints all runs, after checking all sweep values. @param count set to the completed runs */
static int run_all(traffic_options_t *o, traffic_point_t *points, unsigned wanted, unsigned *count,
                   emuq_text_t *why)
{
    int rc = 0;
    bool collective = o->setup.workload.pattern.collective != TRAFFIC_POINT_TO_POINT;
    for (unsigned i = 0; i < wanted && rc == 0 && o->sweep.wanted; i++)
        rc = sweep_apply(o, o->sweep.first + i * o->sweep.step, why);
    for (unsigned i = 0; i < wanted && rc == 0; i++) {
        points[i].value = o->sweep.first + i * o->sweep.step;
        if (o->sweep.wanted)
            rc = sweep_apply(o, points[i].value, why);
        if (rc == 0)
            rc = o->is_trace  ? traffic_replay(&o->setup, &o->trace, &points[i].result, why)
                 : collective ? traffic_collect(&o->setup, &points[i].result, why)
                              : traffic_simulate(&o->setup, &points[i].result, why);
        progress_restart(o->setup.progress_context);
        if (rc != 0)
            break;
        ++*count;
        traffic_report_text(o, &points[i], stdout);
        fflush(stdout);
    }
    return rc;
}

/* Writes an output file, if requested. @return exit status */
static int write_file(const char *name, traffic_write_t *write, const traffic_options_t *o,
                      const traffic_point_t *points, unsigned count)
{
    if (name == NULL)
        return 0;
    errno = 0;
    bool is_stdout = strcmp(name, "-") == 0;
    FILE *out = is_stdout ? stdout : fopen(name, "w");
    int rc = out != NULL ? write(o, points, count, out) : -errno;
    if (out != NULL && is_stdout && (fflush(out) != 0 || ferror(out)) && rc == 0)
        rc = errno != 0 ? -errno : -EIO;
    int closed = out != NULL && !is_stdout ? emuq_file_close(out) : 0;
    rc = rc == 0 ? closed : rc;
    if (rc != 0)
        fprintf(stderr, "emuq-net: cannot write '%s': %s\n", name, strerror(-rc));
    return rc != 0 ? TRAFFIC_STATUS_WRONG : 0;
}

static int main_run(traffic_options_t *o, emuq_text_t *why)
{
    unsigned wanted = o->sweep.wanted ? (unsigned)((o->sweep.last - o->sweep.first) / o->sweep.step) + 1 : 1,
             count = 0;
    progress_t progress = {.cycle_ps = o->parameters.value.clock.cycle * EMUQ_NET_TICK_PS,
                           .begin = emuq_now_ns()};
    traffic_point_t *points = calloc(wanted, sizeof *points);
    if (points == NULL)
        return emuq_net_error(why, "no memory for the results"), -ENOMEM;
    o->setup.progress = progress_show;
    o->setup.progress_context = &progress;
    int rc = run_all(o, points, wanted, &count, why), status = 0;
    if (rc == 0) {
        status |= write_file(o->json, traffic_report_json, o, points, count);
        status |= write_file(o->csv, traffic_report_csv, o, points, count);
        status |= write_file(o->curve, traffic_curve, o, points, count);
        status |= write_file(o->heat, traffic_heat, o, points, count);
        status |= write_file(o->links, traffic_heat_csv, o, points, count);
    }
    for (unsigned i = 0; i < count; i++) {
        if (points[i].result.missing > 0)
            status |= TRAFFIC_STATUS_WRONG;
        traffic_result_free(&points[i].result);
    }
    free(points);
    return rc != 0 ? rc : status;
}

int main(int argc, char **argv)
{
    char reason[512];
    emuq_text_t why = emuq_text(reason, sizeof reason);
    traffic_options_t options;
    emuq_stdout_guard("emuq-net");
    int status = traffic_options_read(&options, argc, argv);
    if (status >= 0)
        return status;
    int rc = options.explain != NULL
                 ? traffic_explain(&options.parameters, &options.shape, &options.explained, stdout, &why)
                 : main_run(&options, &why);
    if (rc < 0)
        fprintf(stderr, "emuq-net: %s\n", reason);
    traffic_options_free(&options);
    return rc >= 0 ? rc : rc == -EINVAL ? TRAFFIC_STATUS_USAGE : TRAFFIC_STATUS_WRONG;
}
