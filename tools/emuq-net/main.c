/* SPDX-License-Identifier: BSD-3-Clause */
/* emuq-net: executes the runs of a command line, and writes the output files. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/process.h"
#include "tools/common/options.h"
#include "tools/emuq-net/net.h"

/* Writes an output file, if requested. @return exit status */
static int write_file(const char *name, traffic_write_t *write, const traffic_point_t *points, unsigned count)
{
    if (name == NULL || count == 0)
        return 0;
    errno = 0;
    bool is_stdout = strcmp(name, "-") == 0;
    FILE *out = is_stdout ? stdout : fopen(name, "w");
    int rc = out != NULL ? write(points, count, out) : -errno;
    int closed = out != NULL && !is_stdout ? emuq_file_close(out) : 0; /* stdout: emuq_stdout_guard() */
    rc = rc == 0 ? closed : rc;
    if (rc != 0)
        fprintf(stderr, "emuq-net: cannot write '%s': %s\n", name, strerror(-rc));
    return rc != 0 ? TRAFFIC_STATUS_WRONG : 0;
}

/* Moves the completed runs to the front. @return their number */
static unsigned main_completed(traffic_point_t *points, unsigned runs)
{
    unsigned count = 0;
    for (unsigned i = 0; i < runs; i++) {
        if (!points[i].is_done)
            continue;
        traffic_point_t point = points[count];
        points[count] = points[i];
        points[i] = count < i ? point : points[i];
        points[count].options.setup.parameters = &points[count].options.parameters;
        count++;
    }
    return count;
}

static int main_run(const traffic_options_t *o, emuq_text_t *why)
{
    unsigned runs = traffic_options_runs(o), count = 0;
    bool interrupted = false;
    traffic_point_t *points = calloc(runs, sizeof *points);
    if (points == NULL)
        return emuq_net_error(why, "no memory for the results"), -ENOMEM;
    int rc = traffic_execute(o, points, &interrupted, why), status = 0;
    if (rc == 0) {
        count = main_completed(points, runs);
        status |= write_file(o->json, traffic_report_json, points, count);
        status |= write_file(o->csv, traffic_csv_runs, points, count);
        status |= write_file(o->series, traffic_csv_series, points, count);
        status |= write_file(o->curve, traffic_curve, points, count);
        status |= write_file(o->heat, traffic_heat, points, count);
        status |= write_file(o->links, traffic_csv_links, points, count);
    }
    for (unsigned i = 0; i < runs; i++)
        if (points[i].is_failed || (points[i].is_done && points[i].result.missing > 0))
            status |= TRAFFIC_STATUS_WRONG;
    if (rc == 0 && interrupted) {
        fprintf(stderr, "emuq-net: SIGINT: %u of %u runs, partial results\n", count, runs);
        status = TRAFFIC_STATUS_INTERRUPTED;
    }
    traffic_execute_free(points, runs);
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
