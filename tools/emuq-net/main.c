/* SPDX-License-Identifier: BSD-3-Clause */
/** @file main.c  emuq-net: traffic on the modelled network. */
#include <string.h>

#include "base/written.h"
#include "tools/common/output.h"
#include "tools/emuq-net/curve.h"
#include "tools/emuq-net/explain.h"
#include "tools/emuq-net/heat.h"
#include "tools/emuq-net/progress.h"
#include "tools/emuq-net/report.h"
#include "tools/emuq-net/sweep.h"
#include "tools/emuq-net/validate.h"
#include "network/files/why.h"

static void print_point(const traffic_options_t *o, const traffic_point_t *point)
{
    traffic_progress_line_t *line = o->setup.progress_context;
    traffic_progress_end(line);
    traffic_report_text(o, point, stdout);
    fflush(stdout);
    traffic_progress_begin(line, line->cycle_ps);
}

static int write_json(const traffic_options_t *o, const traffic_point_t *points, unsigned count, FILE *out)
{
    traffic_report_json(o, points, count, out);
    return 0;
}

static int write_csv(const traffic_options_t *o, const traffic_point_t *points, unsigned count, FILE *out)
{
    traffic_report_csv(o, points, count, out);
    return 0;
}

/* Writes one file, if it is wanted. @return 0, or 1 after a message */
static int write_file(const char *name,
                      int (*write)(const traffic_options_t *, const traffic_point_t *, unsigned, FILE *),
                      const traffic_options_t *o, const traffic_point_t *points, unsigned count)
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
    if (rc == 0)
        rc = closed;
    if (rc == 0)
        return 0;
    fprintf(stderr, "emuq-net: cannot write '%s': %s\n", name, strerror(-rc));
    return TRAFFIC_STATUS_WRONG;
}

static int run(traffic_options_t *o)
{
    char reason[512];
    emuq_text_t why = emuq_text(reason, sizeof reason);
    traffic_progress_line_t line;
    traffic_point_t *points;
    unsigned count;
    traffic_progress_begin(&line, o->parameters.value.clock.cycle * EMUQ_NET_TICK_PS);
    o->setup.progress = traffic_progress_show;
    o->setup.progress_context = &line;
    int rc = traffic_sweep_run(o, print_point, &points, &count, &why), status = 0;
    if (rc != 0) {
        traffic_progress_end(&line);
        fprintf(stderr, "emuq-net: %s\n", reason);
        status = rc == -EINVAL ? TRAFFIC_STATUS_USAGE : TRAFFIC_STATUS_WRONG;
    } else {
        status |= write_file(o->json, write_json, o, points, count);
        status |= write_file(o->csv, write_csv, o, points, count);
        status |= write_file(o->curve, traffic_curve, o, points, count);
        status |= write_file(o->heat, traffic_heat, o, points, count);
        status |= write_file(o->links, traffic_heat_csv, o, points, count);
    }
    for (unsigned i = 0; i < count; i++)
        if (points[i].result.missing > 0)
            status |= TRAFFIC_STATUS_WRONG;
    traffic_sweep_free(points, count);
    return status;
}

static int explain(const traffic_options_t *o)
{
    char reason[512];
    emuq_text_t why = emuq_text(reason, sizeof reason);
    int rc = traffic_explain(&o->parameters, &o->shape, &o->explained, stdout, &why);
    if (rc != 0)
        fprintf(stderr, "emuq-net: %s\n", reason);
    return rc == 0 ? 0 : rc == -EINVAL ? TRAFFIC_STATUS_USAGE : TRAFFIC_STATUS_WRONG;
}

int main(int argc, char **argv)
{
    emuq_stdout_guard("emuq-net");
    traffic_options_t options;
    int status = traffic_options_read(&options, argc, argv);
    if (status >= 0)
        return status;
    status = options.task == TRAFFIC_VALIDATE
                 ? traffic_validate(&options.parameters, options.line, options.markdown, stdout)
             : options.task == TRAFFIC_EXPLAIN ? explain(&options)
             : options.task == TRAFFIC_CHECK
                 ? traffic_check(&options.parameters, options.line, options.markdown, stdout)
                 : run(&options);
    traffic_options_free(&options);
    return status;
}
