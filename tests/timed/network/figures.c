/* SPDX-License-Identifier: BSD-3-Clause */
/* Compares the network model with published figures (lines V..) or closed forms (lines C..).
 *   network_figures [--set KEY=VALUE].. [--markdown] [V | C | LINE]    default V: all published figures
 * Exit status: 0, 1: a figure is outside its range, a run failed, or no figure is modelled, 2: wrong
 * arguments. */
#include <math.h>
#include <string.h>

#include "base/host_calls.h"
#include "tests/timed/network/figures.h"

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

static void print_head(const traffic_figures_t *f)
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

/* Prints a row of a run without a result. */
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
    bool collective = setup.workload.pattern.collective != TRAFFIC_POINT_TO_POINT;
    if (rc == 0)
        rc = collective ? traffic_collect(&setup, result, &why) : traffic_simulate(&setup, result, &why);
    if (rc == 0) {
        f->hops += result->hops;
        f->seconds += result->seconds;
        if (result->missing > 0) {
            traffic_result_free(result);
            snprintf(reason, sizeof reason, "deadlock");
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

/* Prints a section of the document. */
static void document_line(traffic_figures_t *f, const traffic_line_t *line)
{
    fprintf(f->out, "### %s: %s\n\n", line->name, line->title);
    if (line->method != NULL)
        fprintf(f->out, "%s\n\n", line->method);
    print_head(f);
    line->run(f);
    fprintf(f->out, "\n%s%s", line->note != NULL ? line->note : "", line->note != NULL ? "\n\n" : "");
}

static void run_line(traffic_figures_t *f, const traffic_line_t *line)
{
    f->line = line->name;
    if (f->markdown) {
        document_line(f, line);
        return;
    }
    fprintf(f->out, "%-4s %s\n", line->name, line->title);
    uint64_t begin = emuq_now_ns();
    line->run(f);
    fprintf(f->out, "%-4s took %.1f s\n", line->name, (double)(emuq_now_ns() - begin) / 1e9);
}

static int finish(const traffic_figures_t *f)
{
    fprintf(f->out, "%s%u inside, %u outside, %u failed, %u not modelled", f->markdown ? "" : "\n", f->inside,
            f->outside, f->failed, f->absent);
    if (f->seconds > 0 && !f->markdown)
        fprintf(f->out, "; %.1f million packet-hops, %.2f million a second", (double)f->hops / 1e6,
                (double)f->hops / f->seconds / 1e6);
    fputc('\n', f->out);
    return f->inside == 0 || f->outside > 0 || f->failed > 0 ? TRAFFIC_STATUS_WRONG : 0;
}

/* Runs a line, or all lines of a table. @return exit status */
static int run_table(traffic_figures_t *f, const traffic_line_t *table, const char *name)
{
    bool all = strlen(name) == 1;
    unsigned count = 0;
    if (all && !f->markdown)
        print_head(f);
    for (const traffic_line_t *line = table; line->name != NULL; line++)
        if (all || strcmp(line->name, name) == 0) {
            run_line(f, line);
            count++;
        }
    if (count > 0)
        return finish(f);
    fprintf(stderr, "network_figures: there is no line '%s'; there are", name);
    for (const traffic_line_t *line = table; line->name != NULL; line++)
        fprintf(stderr, " %s", line->name);
    fputc('\n', stderr);
    return TRAFFIC_STATUS_USAGE;
}

int main(int argc, char **argv)
{
    char reason[256] = "no memory";
    emuq_text_t why = emuq_text(reason, sizeof reason);
    emuq_net_constants_t p;
    traffic_figures_t f = {.parameters = &p, .out = stdout};
    const char *name = "V";
    int rc = emuq_net_constants_open(&p);
    for (int i = 1; i < argc && rc == 0; i++) {
        if (strcmp(argv[i], "--markdown") == 0)
            f.markdown = true;
        else if (strcmp(argv[i], "--set") == 0 && i + 1 < argc)
            rc = emuq_net_constants_set(&p, argv[++i], "changed by the command line", &why);
        else
            name = argv[i];
    }
    rc = rc == 0 ? emuq_net_constants_check(&p, &why) : rc;
    if (rc != 0)
        fprintf(stderr, "network_figures: %s\n", reason);
    int status = rc != 0 ? TRAFFIC_STATUS_USAGE
                         : run_table(&f, *name == 'C' ? traffic_closed_forms : traffic_published, name);
    emuq_net_constants_free(&p);
    return status;
}
