/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-perf/report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/written.h"
#include "tools/common/output.h"
#include "tools/emuq-perf/machine.h"

extern char **environ;

static const char *const units[] = {
    [PERF_TIME] = "ns", [PERF_BANDWIDTH] = "GB/s", [PERF_RATE] = "M/s", [PERF_PERCENT] = "%"};

static const char *progress(void)
{
    const char *wait = getenv("EMUQ_WAIT");
    return wait != NULL && *wait != '\0' ? wait : "auto";
}

static bool is_recorded(void)
{
    const char *trace = getenv("EMUQ_TRACE");
    return trace != NULL && *trace != '\0';
}

/* What a result is compared with. A limit is its own. */
static double bound_of(const perf_result_t *result)
{
    return result->limit != NULL                ? result->bound.median
           : result->test->unit == PERF_PERCENT ? 100
                                                : result->value.median;
}

static const char *limit_name(const perf_result_t *result)
{
    return result->limit != NULL                ? result->limit->name
           : result->test->unit == PERF_PERCENT ? "all"
                                                : result->test->name;
}

/* ---- for people ---- */

void perf_report_head(const perf_rank_t *r, const char *mode)
{
    const spi_process_t *p = &r->process;
    printf("\n%u %s on %ux%ux%ux%ux%u nodes, %u cores, %s, EMUQ_WAIT=%s%s\n", p->ranks, mode, p->extent[0],
           p->extent[1], p->extent[2], p->extent[3], p->extent[4], r->shared->cores,
           r->is_pinned ? "pinned" : "not pinned", progress(), is_recorded() ? ", recorded" : "");
    if (!r->options->explain)
        printf("\n%-22s %9s %5s %4s %12s %21s  %-4s %12s %7s  %s\n", "test", "bytes", "pairs", "hops",
               "median", "quartiles", "", "limit", "ratio", "of");
    fflush(stdout);
}

static void print_result(const perf_result_t *result)
{
    const perf_value_t *v = &result->value;
    char bytes[24] = "-", pairs[12] = "-", hops[12] = "-", quartiles[32];
    if (result->size != 0)
        snprintf(bytes, sizeof bytes, "%llu", (unsigned long long)result->size);
    if (result->pairs != 0) {
        snprintf(pairs, sizeof pairs, "%u", result->pairs);
        snprintf(hops, sizeof hops, "%u", result->hops);
    }
    snprintf(quartiles, sizeof quartiles, "%.4g .. %.4g", v->low, v->high);
    printf("%-22s %9s %5s %4s %12.5g %21s  %-4s", result->test->name, bytes, pairs, hops, v->median,
           quartiles, units[result->test->unit]);
    if (result->limit != NULL || result->test->unit == PERF_PERCENT)
        printf(" %12.5g %7.2f  %s", bound_of(result), v->median / bound_of(result), limit_name(result));
    putchar('\n');
    fflush(stdout);
}

void perf_report_wrong(const perf_rank_t *r)
{
    if (r->wrong != 0)
        fprintf(stderr, "emuq-perf: rank %u: %llu messages were wrong\n", r->process.rank,
                (unsigned long long)r->wrong);
}

/* ---- JSON ---- */

static void record_result(const perf_rank_t *r, const char *mode, const perf_result_t *result, FILE *out)
{
    const spi_process_t *p = &r->process;
    const perf_value_t *v = &result->value;
    double bound = bound_of(result);
    fprintf(out,
            "{\"test\": \"%s\", \"size\": %llu, \"ranks\": %u, \"mode\": \"%s\", \"median\": %.6g, "
            "\"low\": %.6g, \"high\": %.6g, \"unit\": \"%s\", ",
            result->test->name, (unsigned long long)result->size, p->ranks, mode, v->median, v->low, v->high,
            units[result->test->unit]);
    fprintf(out, "\"limit_name\": \"%s\", \"limit\": %.6g, \"ratio\": %.6g, ", limit_name(result), bound,
            v->median / bound);
    fprintf(out,
            "\"shape\": [%u, %u, %u, %u, %u], \"ppn\": %u, \"pairs\": %u, \"hops\": %u, \"samples\": %llu, "
            "\"pinned\": %s, \"recorded\": %s, \"progress\": ",
            p->extent[0], p->extent[1], p->extent[2], p->extent[3], p->extent[4], p->extent[SPI_T],
            result->pairs, result->hops, (unsigned long long)result->samples, r->is_pinned ? "true" : "false",
            is_recorded() ? "true" : "false");
    emuq_json_string(out, progress());
    fputs("}\n", out);
    fflush(out);
}

void perf_report_result(const perf_rank_t *r, const char *mode, const perf_result_t *result, FILE *record)
{
    print_result(result);
    if (record != NULL)
        record_result(r, mode, result, record);
}

/* The settings that the environment gives. */
static void write_settings(FILE *out)
{
    const char *separator = "";
    fputs("  \"settings\": {", out);
    for (char **variable = environ; *variable != NULL; variable++) {
        size_t length = strcspn(*variable, "=");
        char name[64];
        if (strncmp(*variable, "EMUQ_", 5) != 0 || (*variable)[length] == '\0' || length >= sizeof name)
            continue;
        memcpy(name, *variable, length);
        name[length] = '\0';
        if (strcmp(name, "EMUQ_PARTITION") == 0 || strcmp(name, "EMUQ_RANK") == 0) /* of this rank alone */
            continue;
        fputs(separator, out);
        emuq_json_string(out, name);
        fputs(": ", out);
        emuq_json_string(out, *variable + length + 1);
        separator = ", ";
    }
    fputs("},\n", out);
}

static void write_results(FILE *out, FILE *record)
{
    const char *separator = "\n    ";
    int c, at_start = 1;
    rewind(record);
    fputs("  \"results\": [", out);
    while ((c = getc(record)) != EOF) {
        if (c == '\n') {
            at_start = 1;
            continue;
        }
        if (at_start)
            fputs(separator, out);
        separator = ",\n    ";
        at_start = 0;
        putc(c, out);
    }
    fputs("\n  ]\n", out);
}

int perf_report_close(const char *file, FILE *out)
{
    int rc = emuq_file_close(out);
    if (rc != 0)
        fprintf(stderr, "emuq-perf: cannot write %s: %s\n", file, strerror(-rc));
    return rc;
}

int perf_report_document(const char *file, FILE *record)
{
    FILE *out = fopen(file, "w");
    if (out == NULL) {
        fprintf(stderr, "emuq-perf: cannot write %s: %s\n", file, strerror(errno));
        return -1;
    }
    fputs("{\n  \"program\": \"emuq-perf\",\n", out);
    perf_machine_json(out);
    fputs(",\n", out);
    write_settings(out);
    write_results(out, record);
    fputs("}\n", out);
    return perf_report_close(file, out);
}
