/* SPDX-License-Identifier: BSD-3-Clause */
/* Output: machine and versions, the table, and JSON. */
#include <errno.h>
#include <hwloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/backoff.h"
#include "base/process.h"
#include "tools/common/options.h"
#include "tools/emuq-perf/rank.h"

static const struct level {
    hwloc_obj_type_t type;
    const char *name;
} levels[] = {{HWLOC_OBJ_L1CACHE, "L1"}, {HWLOC_OBJ_L2CACHE, "L2"}, {HWLOC_OBJ_L3CACHE, "L3"}};

#define LEVELS (sizeof levels / sizeof levels[0])

/* Restricts the topology to the cores of the job. A launcher may have bound this process to a part of the
 * cores; the job has the cores of the launcher. */
static void machine_restrict_to_job(hwloc_topology_t topology)
{
    hwloc_bitmap_t own = hwloc_bitmap_alloc(), launcher = hwloc_bitmap_alloc();
    if (own != NULL && launcher != NULL && hwloc_get_cpubind(topology, own, HWLOC_CPUBIND_PROCESS) == 0) {
        if (getenv("EMUQ_RANK") != NULL &&
            hwloc_get_proc_cpubind(topology, getppid(), launcher, HWLOC_CPUBIND_PROCESS) == 0)
            hwloc_bitmap_or(own, own, launcher);
        (void)hwloc_topology_restrict(topology, own, 0);
    }
    hwloc_bitmap_free(own);
    hwloc_bitmap_free(launcher);
}

/* Loads the topology of the job. @return NULL if the topology cannot be loaded */
static hwloc_topology_t machine_load(void)
{
    hwloc_topology_t topology;
    if (!emuq_affinity_is_available() || hwloc_topology_init(&topology) != 0)
        return NULL;
    if (hwloc_topology_set_flags(topology, HWLOC_TOPOLOGY_FLAG_IS_THISSYSTEM) == 0 &&
        hwloc_topology_load(topology) == 0) {
        machine_restrict_to_job(topology);
        return topology;
    }
    hwloc_topology_destroy(topology);
    return NULL;
}

static unsigned machine_count(hwloc_topology_t topology, hwloc_obj_type_t type)
{
    int n = topology != NULL ? hwloc_get_nbobjs_by_type(topology, type) : 0;
    return n > 0 ? (unsigned)n : 0;
}

uint32_t perf_machine_cores(int *core, uint32_t most)
{
    hwloc_topology_t topology = machine_load();
    hwloc_obj_type_t type = machine_count(topology, HWLOC_OBJ_CORE) > 0 ? HWLOC_OBJ_CORE : HWLOC_OBJ_PU;
    uint32_t cores = machine_count(topology, type);
    if (cores > most)
        cores = most;
    for (uint32_t i = 0; i < cores; i++)
        core[i] = hwloc_bitmap_first(hwloc_get_obj_by_type(topology, type, i)->cpuset);
    if (topology != NULL)
        hwloc_topology_destroy(topology);
    if (cores == 0) {
        core[0] = 0;
        cores = 1;
    }
    return cores;
}

/* ---- machine ---- */

static const char *machine_model(hwloc_topology_t topology)
{
    hwloc_obj_t package = topology != NULL ? hwloc_get_obj_by_type(topology, HWLOC_OBJ_PACKAGE, 0) : NULL;
    const char *name = package != NULL ? hwloc_obj_get_info_by_name(package, "CPUModel") : NULL;
    return name != NULL ? name : "unknown";
}

static unsigned long long machine_cache_bytes(hwloc_topology_t topology, hwloc_obj_type_t type)
{
    return (unsigned long long)hwloc_get_obj_by_type(topology, type, 0)->attr->cache.size;
}

void perf_machine_print(FILE *out)
{
    struct utsname system;
    hwloc_topology_t topology = machine_load();
    uname(&system);
    fprintf(out, "EMUQ %s on %s, %s %s, %u cores", EMUQ_VERSION, machine_model(topology), system.sysname,
            system.release, machine_count(topology, HWLOC_OBJ_CORE));
    for (size_t i = 0; i < LEVELS; i++)
        if (machine_count(topology, levels[i].type) != 0)
            fprintf(out, ", %u x %s of %llu KiB", machine_count(topology, levels[i].type), levels[i].name,
                    machine_cache_bytes(topology, levels[i].type) / 1024);
    putc('\n', out);
    if (topology != NULL)
        hwloc_topology_destroy(topology);
}

static void machine_member(FILE *out, const char *name, const char *text, const char *end)
{
    fprintf(out, "\"%s\": ", name);
    emuq_json_string(out, text);
    fputs(end, out);
}

static void machine_write_json(FILE *out)
{
    struct utsname system;
    hwloc_topology_t topology = machine_load();
    uname(&system);
    fputs("  \"machine\": {", out);
    machine_member(out, "processor", machine_model(topology), ", ");
    machine_member(out, "architecture", system.machine, ", ");
    fprintf(out, "\"cores\": %u, \"hardware_threads\": %u, \"memory\": %llu, \"caches\": [",
            machine_count(topology, HWLOC_OBJ_CORE), machine_count(topology, HWLOC_OBJ_PU),
            topology != NULL ? (unsigned long long)hwloc_get_root_obj(topology)->total_memory : 0);
    const char *separator = "";
    for (size_t i = 0; i < LEVELS; i++) {
        if (machine_count(topology, levels[i].type) == 0)
            continue;
        fprintf(out, "%s{\"level\": \"%s\", \"count\": %u, \"bytes\": %llu}", separator, levels[i].name,
                machine_count(topology, levels[i].type), machine_cache_bytes(topology, levels[i].type));
        separator = ", ";
    }
    fputs("]},\n  \"versions\": {", out);
    machine_member(out, "emuq", EMUQ_VERSION, ", ");
    machine_member(out, "compiler", __VERSION__, ", ");
    machine_member(out, "system", system.sysname, ", ");
    machine_member(out, "kernel", system.release, "}");
    if (topology != NULL)
        hwloc_topology_destroy(topology);
}

extern char **environ;

static const char *const units[] = {
    [PERF_TIME] = "ns", [PERF_BANDWIDTH] = "GB/s", [PERF_RATE] = "M/s", [PERF_PERCENT] = "%"};

static const char *report_wait_setting(void)
{
    const char *wait = getenv("EMUQ_WAIT");
    return wait != NULL && *wait != '\0' ? wait : "auto";
}

static bool report_is_recorded(void)
{
    const char *trace = getenv("EMUQ_TRACE");
    return trace != NULL && *trace != '\0';
}

/* The value that a result is compared to; for a limit, the limit itself. */
static double report_bound(const perf_result_t *result)
{
    return result->limit != NULL                ? result->bound.median
           : result->test->unit == PERF_PERCENT ? 100
                                                : result->value.median;
}

static const char *report_limit_name(const perf_result_t *result)
{
    return result->limit != NULL                ? result->limit->name
           : result->test->unit == PERF_PERCENT ? "all"
                                                : result->test->name;
}

/* ---- table ---- */

void perf_report_head(const perf_rank_t *r, const char *mode)
{
    const spi_process_t *p = &r->process;
    printf("\n%u %s on %ux%ux%ux%ux%u nodes, %u cores, %s, EMUQ_WAIT=%s%s\n", p->ranks, mode, p->extent[0],
           p->extent[1], p->extent[2], p->extent[3], p->extent[4], r->shared->cores,
           r->is_pinned ? "pinned" : "not pinned", report_wait_setting(),
           report_is_recorded() ? ", recorded" : "");
    if (!r->options->explain && !r->options->table)
        printf("\n%-22s %9s %5s %4s %10s %24s %10s %7s  %s\n", "test", "bytes", "pairs", "hops", "median",
               "quartiles", "limit", "ratio", "of");
    fflush(stdout);
}

static void report_print_result(const perf_result_t *result)
{
    const perf_value_t *v = &result->value;
    perf_unit_t unit = result->test->unit;
    char bytes[24] = "-", pairs[12] = "-", hops[12] = "-", quartiles[2 * PERF_SI_BYTES + 4];
    char median[PERF_SI_BYTES], low[PERF_SI_BYTES], high[PERF_SI_BYTES], doubts[PERF_DOUBTS_BYTES];
    if (result->size != 0)
        snprintf(bytes, sizeof bytes, "%llu", (unsigned long long)result->size);
    if (result->pairs != 0) {
        snprintf(pairs, sizeof pairs, "%u", result->pairs);
        snprintf(hops, sizeof hops, "%u", result->hops);
    }
    snprintf(quartiles, sizeof quartiles, "%s .. %s", perf_si(low, unit, v->low),
             perf_si(high, unit, v->high));
    printf("%-22s %9s %5s %4s %10s %24s", result->test->name, bytes, pairs, hops,
           perf_si(median, unit, v->median), quartiles);
    if (result->limit != NULL || unit == PERF_PERCENT)
        printf(" %10s %7.2f  %s", perf_si(low, unit, report_bound(result)), v->median / report_bound(result),
               report_limit_name(result));
    if (result->doubts != 0)
        printf("  ? %s", perf_doubts_text(doubts, result->doubts));
    putchar('\n');
    fflush(stdout);
}

void perf_report_table_head(const perf_test_t *const *test, size_t tests)
{
    printf("\n%9s", "");
    for (size_t i = 0; i < tests; i++)
        printf(" %22s ", test[i]->name);
    printf("\n%9s", "bytes");
    for (size_t i = 0; i < tests; i++)
        printf(" %11s %10s ", "min", "median");
    putchar('\n');
    fflush(stdout);
}

void perf_report_table_row(uint64_t size, const perf_result_t *result, size_t tests)
{
    char least[PERF_SI_BYTES] = "-", median[PERF_SI_BYTES] = "-";
    printf("%9llu", (unsigned long long)size);
    for (const perf_result_t *r = result; r < result + tests; r++) {
        bool is_measured = r->test != NULL;
        printf(" %11s %10s%s", is_measured ? perf_si(least, r->test->unit, r->value.least) : "-",
               is_measured ? perf_si(median, r->test->unit, r->value.median) : "-",
               is_measured && r->doubts != 0 ? "?" : " ");
    }
    putchar('\n');
    fflush(stdout);
}

void perf_report_doubts(const uint32_t doubtful[PERF_DOUBTS], uint32_t any, uint32_t lines, double load,
                        uint32_t cores)
{
    static const char *const reasons[PERF_DOUBTS] = {
        "the load before the measurement was above half of the cores",
        "rank 0 was preempted in more than one of eight samples",
        "the limit changed by more than a factor of 1.25 during the line or since its first line",
        "the quartiles of the result or of the limit differ by more than a factor of 2"};
    if (any == 0)
        return;
    printf("\nwarning: %u of %u results (marked ?) are uncertain, the machine was busy or unsteady: load "
           "%.1f, %u "
           "cores\n",
           any, lines, load, cores);
    for (unsigned i = 0; i < PERF_DOUBTS; i++)
        if (doubtful[i] != 0)
            printf("  %-10s %4u: %s\n", perf_doubt_name(i), doubtful[i], reasons[i]);
    puts("  measure again when no other program runs");
    fflush(stdout);
}

void perf_report_wrong(const perf_rank_t *r)
{
    if (r->wrong != 0)
        fprintf(stderr, "emuq-perf: rank %u: %llu messages were wrong\n", r->process.rank,
                (unsigned long long)r->wrong);
}

/* ---- JSON ---- */

static void report_record_result(const perf_rank_t *r, const char *mode, const perf_result_t *result,
                                 FILE *out)
{
    const spi_process_t *p = &r->process;
    const perf_value_t *v = &result->value;
    double bound = report_bound(result);
    fprintf(out,
            "{\"test\": \"%s\", \"size\": %llu, \"ranks\": %u, \"mode\": \"%s\", \"median\": %.6g, "
            "\"low\": %.6g, \"high\": %.6g, \"min\": %.6g, \"unit\": \"%s\", ",
            result->test->name, (unsigned long long)result->size, p->ranks, mode, v->median, v->low, v->high,
            v->least, units[result->test->unit]);
    fprintf(out, "\"limit_name\": \"%s\", \"limit\": %.6g, \"ratio\": %.6g, ", report_limit_name(result),
            bound, v->median / bound);
    fprintf(out,
            "\"shape\": [%u, %u, %u, %u, %u], \"ppn\": %u, \"pairs\": %u, \"hops\": %u, \"samples\": %llu, "
            "\"pinned\": %s, \"recorded\": %s, \"progress\": ",
            p->extent[0], p->extent[1], p->extent[2], p->extent[3], p->extent[4], p->extent[SPI_T],
            result->pairs, result->hops, (unsigned long long)result->samples, r->is_pinned ? "true" : "false",
            report_is_recorded() ? "true" : "false");
    emuq_json_string(out, report_wait_setting());
    const perf_conditions_t *c = &result->conditions;
    char doubts[PERF_DOUBTS_BYTES];
    fprintf(out,
            ", \"load\": %.2f, \"cores\": %u, \"preemptions\": %llu, \"limit_begun\": %.6g, "
            "\"limit_ended\": %.6g, \"doubts\": \"%s\"",
            c->load, c->cores, (unsigned long long)c->switches, c->begun, c->ended,
            perf_doubts_text(doubts, result->doubts));
    fputs("}\n", out);
    fflush(out);
}

void perf_report_result(const perf_rank_t *r, const char *mode, const perf_result_t *result, FILE *record)
{
    if (!r->options->quiet && !r->options->table)
        report_print_result(result);
    if (record != NULL)
        report_record_result(r, mode, result, record);
}

/* Writes the EMUQ_ variables of the environment. */
static void report_settings(FILE *out)
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
        if (strcmp(name, "EMUQ_PARTITION") == 0 || strcmp(name, "EMUQ_RANK") == 0) /* specific to this rank */
            continue;
        fputs(separator, out);
        emuq_json_string(out, name);
        fputs(": ", out);
        emuq_json_string(out, *variable + length + 1);
        separator = ", ";
    }
    fputs("},\n", out);
}

/* Copies the lines of the record. */
static void report_results(FILE *out, FILE *record)
{
    const char *separator = "\n    ";
    char *line = NULL;
    size_t bytes = 0;
    rewind(record);
    fputs("  \"results\": [", out);
    for (; getline(&line, &bytes, record) > 0; separator = ",\n    ")
        fprintf(out, "%s%.*s", separator, (int)strcspn(line, "\n"), line);
    free(line);
    fputs("\n  ]\n", out);
}

int perf_report_close(const char *file, FILE *out)
{
    int rc = emuq_file_close(out);
    if (rc != 0)
        fprintf(stderr, "emuq-perf: cannot write %s: %s\n", file, strerror(-rc));
    return rc;
}

/* ---- files ---- */

bool perf_can_write(const char *file, bool is_verbose)
{
    if (file == NULL || strcmp(file, "-") == 0)
        return true;
    FILE *out = fopen(file, "ae");
    if (out != NULL)
        fclose(out);
    else if (is_verbose)
        fprintf(stderr, "emuq-perf: cannot write %s: %s\n", file, strerror(errno));
    return out != NULL;
}

/* @return NULL after printing an error */
static FILE *report_open(const char *file)
{
    FILE *out = strcmp(file, "-") == 0 ? stdout : fopen(file, "we");
    if (out == NULL)
        fprintf(stderr, "emuq-perf: cannot write %s: %s\n", file, strerror(errno));
    return out;
}

static void report_write_document(FILE *record, FILE *out)
{
    fputs("{\n  \"program\": \"emuq-perf\",\n", out);
    machine_write_json(out);
    fputs(",\n", out);
    report_settings(out);
    report_results(out, record);
    fputs("}\n", out);
}

/* The names of the columns are the members of a result in JSON, and version and host. */
static void report_write_csv(FILE *record, FILE *out)
{
    struct utsname system;
    char more[sizeof system.nodename + sizeof EMUQ_VERSION + 1], *line = NULL;
    size_t bytes = 0;
    uname(&system);
    snprintf(more, sizeof more, "%s,%s", EMUQ_VERSION, system.nodename);
    rewind(record);
    for (bool is_first = true; getline(&line, &bytes, record) > 0; is_first = false) {
        if (is_first)
            perf_csv_row(line, true, "version,host", out);
        perf_csv_row(line, false, more, out);
    }
    free(line);
}

static int report_write(const char *file, FILE *record, void (*write)(FILE *record, FILE *out))
{
    FILE *out = file != NULL ? report_open(file) : NULL;
    if (out == NULL)
        return file != NULL ? -1 : 0;
    write(record, out);
    return out == stdout ? 0 : perf_report_close(file, out); /* emuq_stdout_guard() checks standard output */
}

int perf_report_files(const perf_options_t *o, FILE *record)
{
    int rc = report_write(o->json, record, report_write_document);
    return report_write(o->csv, record, report_write_csv) != 0 || rc != 0 ? -1 : 0;
}
