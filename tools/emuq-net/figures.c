/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-net/figures.h"

#include <math.h>
#include <string.h>

#include "tools/emuq-net/collect.h"
#include "tools/emuq-net/shape.h"

static void row(const traffic_figures_t *f, const char *line, const char *what, const char *wanted,
                const char *model, const char *unit, const char *allowed, const char *verdict)
{
    if (f->markdown)
        fprintf(f->out, "| %s | %s | %s | %s | %s | %s |\n", what, wanted, model, unit, allowed, verdict);
    else
        fprintf(f->out, "%-4s %-50s %12s %12s  %-7s %-22s %s\n", line, what, wanted, model, unit, allowed,
                verdict);
    fflush(f->out);
}

void traffic_figures_head(traffic_figures_t *f)
{
    row(f, "", "", "published", "model", "", "allowed", "verdict");
    if (f->markdown)
        fputs("|---|---|---|---|---|---|\n", f->out);
}

void traffic_figure(traffic_figures_t *f, const char *what, const char *wanted, double model,
                    const char *unit, double low, double high)
{
    bool inside = model >= low && model <= high;
    char value[32], range[64];
    snprintf(value, sizeof value, "%.6g", model);
    if (isinf(high))
        snprintf(range, sizeof range, "from %.6g", low);
    else
        snprintf(range, sizeof range, "%.6g to %.6g", low, high);
    row(f, f->line, what, wanted, value, unit, range, inside ? "inside" : "OUTSIDE");
    f->inside += inside;
    f->outside += !inside;
}

void traffic_figure_near(traffic_figures_t *f, const char *what, double wanted, double model,
                         const char *unit, double tolerance, bool share)
{
    char text[32];
    double t = share ? wanted * tolerance : tolerance;
    snprintf(text, sizeof text, "%.6g", wanted);
    traffic_figure(f, what, text, model, unit, wanted - t, wanted + t);
}

void traffic_figure_absent(traffic_figures_t *f, const char *what, const char *wanted, const char *reason)
{
    char verdict[160];
    snprintf(verdict, sizeof verdict, "not modelled: %s", reason);
    row(f, f->line, what, wanted, "-", "", "", verdict);
    f->absent++;
}

/* A row of a run without a result. */
static void fail(traffic_figures_t *f, const char *what, const char *reason)
{
    char verdict[320];
    snprintf(verdict, sizeof verdict, "FAILED: %s", reason);
    row(f, f->line, what, "", "-", "", "", verdict);
    f->failed++;
}

void traffic_figure_failed(traffic_figures_t *f, const char *what, int rc)
{
    fail(f, what, strerror(-rc));
}

static int set_up(const traffic_figures_t *f, const traffic_experiment_t *e, traffic_setup_t *setup,
                  emuq_text_t *why)
{
    emuq_net_shape_t shape;
    *setup = (traffic_setup_t){.parameters = f->parameters,
                               .seed = 1,
                               .threads = 1,
                               .warm_up = e->warm_up,
                               .cycles = e->messages > 0 ? 0 : e->cycles};
    traffic_workload_t *w = &setup->workload;
    w->seed = setup->seed;
    w->bytes_min = w->bytes_max = e->bytes;
    w->messages = e->messages;
    w->outstanding = e->outstanding > 0 ? e->outstanding : 64;
    w->dynamic = e->deterministic ? 0 : UINT32_MAX;
    w->zone = e->zone;
    int rc = traffic_shape_parse(e->shape, &shape, why);
    return rc != 0 ? rc : traffic_pattern_open(&w->pattern, e->pattern, &shape, setup->seed, why);
}

bool traffic_try(traffic_figures_t *f, const traffic_experiment_t *e, traffic_result_t *result)
{
    char reason[256] = "";
    emuq_text_t why = emuq_text(reason, sizeof reason);
    traffic_setup_t setup;
    int rc = set_up(f, e, &setup, &why);
    bool collective = setup.workload.pattern.collective != TRAFFIC_ALONE;
    if (rc == 0)
        rc = collective ? traffic_collect(&setup, result, &why) : traffic_simulate(&setup, result, &why);
    if (rc == 0) {
        f->hops += result->hops;
        f->seconds += result->seconds;
        if (result->missing > 0) {
            traffic_result_free(result);
            snprintf(reason, sizeof reason, "packets wait for each other for good");
            rc = -1;
        }
    }
    traffic_pattern_free(&setup.workload.pattern);
    if (rc == 0)
        return true;
    char what[96];
    snprintf(what, sizeof what, "%s on %s", e->pattern, e->shape);
    fail(f, what, reason);
    return false;
}
