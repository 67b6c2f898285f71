/* SPDX-License-Identifier: BSD-3-Clause */
/* emuq-info: prints the version, the machine, the backends and the settings. */
#include <errno.h>
#include <hwloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <emuq_components.h>

#include "backends/backend.h"
#include "base/backoff.h"
#include "base/process.h"
#include "base/text.h"
#include "base/settings.h"
#include "kernel-shim/include/emuq/partition.h"
#include "kernel-shim/partition/launch.h"
#include "tools/common/options.h"
#include "tools/common/svg.h"

static const char *const type_names[] = {
    [EMUQ_SETTING_TYPE_COUNT] = "number",
    [EMUQ_SETTING_TYPE_SIZE] = "size",
    [EMUQ_SETTING_TYPE_CHOICE] = "choice",
    [EMUQ_SETTING_TYPE_TEXT] = "text",
};

/* The optional components. */
static const struct {
    const char *name;
    bool is_built;
} components[] = {{"pami", EMUQ_HAVE_PAMI},     {"apenet", EMUQ_HAVE_APENET}, {"bgpm", EMUQ_HAVE_BGPM},
                  {"hosts", EMUQ_HAVE_HOSTS},   {"mmio", EMUQ_HAVE_MMIO},     {"timed", EMUQ_HAVE_TIMED},
                  {"faults", EMUQ_HAVE_FAULTS}, {"trace", EMUQ_HAVE_TRACE},   {"spin", EMUQ_HAVE_SPIN}};

#define COMPONENTS (sizeof components / sizeof components[0])

static void info_usage(FILE *out)
{
    fprintf(
        out,
        "usage: emuq-info [--hosts | --json | --man | --markdown[=TABLE] | --version | -h]\n"
        "       emuq-info --picture FILE [--shape AxBxCxDxE] [--ppn N] [--np N] [--mapping M] [--mesh AB..]\n"
        "  Prints the version of EMUQ, the machine's cores and caches, the backends, the optional\n"
        "  components, and the settings: environment variables with type, default, current value, range\n"
        "  and meaning.\n"
        "  --hosts             name, address and provider of this host in a job on several hosts\n"
        "  --json              the same as one JSON object\n"
        "  --man               only the settings, as the manual page emuq-settings(7)\n"
        "  --markdown[=TABLE]  only the settings, as a Markdown table; TABLE: emuq or pami\n"
        "  --picture FILE      draw nodes, ranks and class route 0 of a partition, SVG; -: standard output\n"
        "  --shape AxBxCxDxE   its nodes per dimension, and --ppn N, --np N, --mapping M, --mesh AB.. as of\n"
        "                      emuq-run\n"
        "  --version           only the version\n"
        "  -h, --help          this text\n");
}

/* ---- machine ---- */

static const struct {
    hwloc_obj_type_t type;
    const char *name;
} levels[] = {{HWLOC_OBJ_L1CACHE, "L1"}, {HWLOC_OBJ_L2CACHE, "L2"}, {HWLOC_OBJ_L3CACHE, "L3"}};

#define LEVELS (sizeof levels / sizeof levels[0])

static int info_count_of(hwloc_topology_t machine, hwloc_obj_type_t type)
{
    int n = hwloc_get_nbobjs_by_type(machine, type);
    return n > 0 ? n : 0;
}

static unsigned long long info_cache_bytes(hwloc_topology_t machine, hwloc_obj_type_t type)
{
    hwloc_obj_t cache = hwloc_get_obj_by_type(machine, type, 0);
    return cache != NULL ? (unsigned long long)cache->attr->cache.size : 0;
}

/* ---- text ---- */

static int info_width_of(int width, const char *text)
{
    int length = (int)strlen(text);
    return length > width ? length : width;
}

/* Column widths of the table of settings. */
typedef struct info_widths {
    int name, def, value, values;
} info_widths_t;

static info_widths_t info_widths_of_settings(void)
{
    info_widths_t w = {0, 7, 5, 5};
    for (emuq_settings_t *t = emuq_settings_next(NULL); t != NULL; t = emuq_settings_next(t)) {
        for (unsigned i = 0; i < t->rows; i++) {
            w.name = info_width_of(w.name, t->row[i].name);
            w.def = info_width_of(w.def, t->row[i].def);
            w.value = info_width_of(w.value, emuq_settings_value(t, i)->text);
            w.values = info_width_of(w.values, t->row[i].values);
        }
    }
    return w;
}

static void info_print_settings(void)
{
    info_widths_t w = info_widths_of_settings();
    for (emuq_settings_t *t = emuq_settings_next(NULL); t != NULL; t = emuq_settings_next(t)) {
        printf("\n%-*s  %-6s  %-*s  %-*s  %-*s  meaning\n", w.name, "setting", "type", w.def, "default",
               w.value, "value", w.values, "range");
        for (unsigned i = 0; i < t->rows; i++) {
            const emuq_setting_info_t *s = &t->row[i];
            printf("%-*s  %-6s  %-*s  %-*s  %-*s  %s\n", w.name, s->name, type_names[s->type], w.def, s->def,
                   w.value, emuq_settings_value(t, i)->text, w.values, s->values, s->help);
        }
    }
}

static void info_print_text(hwloc_topology_t machine)
{
    printf("EMUQ %s\n", EMUQ_VERSION);
    printf("machine: %d cores, %d hardware threads\n", info_count_of(machine, HWLOC_OBJ_CORE),
           info_count_of(machine, HWLOC_OBJ_PU));
    for (size_t i = 0; i < LEVELS; i++) {
        if (info_count_of(machine, levels[i].type) != 0)
            printf("cache:   %s, %d of %llu KiB\n", levels[i].name, info_count_of(machine, levels[i].type),
                   info_cache_bytes(machine, levels[i].type) / 1024);
    }
    for (size_t i = 0; i < EMUQ_BACKENDS; i++)
        printf("backend: %s, %s\n", emuq_backends[i]->name, emuq_backends[i]->help);
    printf("components:");
    for (size_t i = 0; i < COMPONENTS; i++)
        printf(" %s%s", components[i].name, components[i].is_built ? "" : " (absent)");
    putchar('\n');
    info_print_settings();
}

static void info_print_markdown_rows(const emuq_settings_t *t)
{
    for (unsigned i = 0; i < t->rows; i++) {
        const emuq_setting_info_t *s = &t->row[i];
        printf("| `%s` | %s | %s%s%s | ", s->name, type_names[s->type], s->def[0] ? "`" : "", s->def,
               s->def[0] ? "`" : "none");
        for (const char *c = s->values; *c != '\0'; c++)
            printf("%s%c", *c == '|' ? "\\" : "", *c);
        printf(" | %s |\n", s->help);
    }
}

/* Prints one table, or all tables if @p name is NULL. @return exit status */
static int info_print_markdown(const char *name)
{
    bool found = false;
    for (emuq_settings_t *t = emuq_settings_next(NULL); t != NULL; t = emuq_settings_next(t))
        found |= name == NULL || strcmp(name, t->name) == 0;
    if (!found) {
        fprintf(stderr, "emuq-info: --markdown: unknown table '%s' (expected emuq or pami)\n", name);
        return 2;
    }
    printf("| Setting | Type | Default | Range | Meaning |\n|---|---|---|---|---|\n");
    for (emuq_settings_t *t = emuq_settings_next(NULL); t != NULL; t = emuq_settings_next(t))
        if (name == NULL || strcmp(name, t->name) == 0)
            info_print_markdown_rows(t);
    return 0;
}

/* ---- manual page ---- */

/* Prints a text with characters that troff interprets escaped. */
static void info_man_text(const char *text)
{
    fputs("\\&", stdout); /* a control character at the start of a line is text */
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '-')
            fputs("\\-", stdout);
        else if (*c == '\\')
            fputs("\\e", stdout);
        else
            putchar(*c);
    }
}

static void info_man_setting(const emuq_setting_info_t *s)
{
    printf(".TP\n.BI %s= \"", s->name);
    info_man_text(s->values);
    printf("\"\n");
    info_man_text(s->help);
    printf(".\nType: %s. Default: ", type_names[s->type]);
    info_man_text(s->def[0] != '\0' ? s->def : "none");
    printf(".\n");
}

static void info_print_man(void)
{
    printf(".TH EMUQ\\-SETTINGS 7 \"\" \"EMUQ %s\" \"EMUQ\"\n"
           ".SH NAME\nemuq\\-settings \\- environment variables of EMUQ\n"
           ".SH DESCRIPTION\nPrograms, launcher and tools of EMUQ read these environment variables at the "
           "start of\n"
           "a job. An invalid value, and an unknown name with the prefix EMUQ_, ends the program with a "
           "message.\n"
           "Sizes have an optional suffix K, M or G.\n"
           ".BR emuq\\-info (1)\nprints current values. Options of\n.BR emuq\\-run (1)\ntake precedence.\n",
           EMUQ_VERSION);
    for (emuq_settings_t *t = emuq_settings_next(NULL); t != NULL; t = emuq_settings_next(t)) {
        printf(".SH SETTINGS OF %s\n", strcmp(t->name, "emuq") == 0 ? "EMUQ" : "THE MESSAGE LAYER (PAMI)");
        for (unsigned i = 0; i < t->rows; i++)
            info_man_setting(&t->row[i]);
    }
    printf(".SH SEE ALSO\n.BR emuq\\-info (1),\n.BR emuq\\-run (1)\n");
}

/* ---- JSON ---- */

static void info_json_string(const char *key, const char *text, const char *end)
{
    printf("\"%s\": ", key);
    emuq_json_string(stdout, text);
    fputs(end, stdout);
}

static void info_print_json_settings(void)
{
    const char *separator = "\n    {";
    for (emuq_settings_t *t = emuq_settings_next(NULL); t != NULL; t = emuq_settings_next(t)) {
        for (unsigned i = 0; i < t->rows; i++) {
            const emuq_setting_info_t *s = &t->row[i];
            fputs(separator, stdout);
            separator = ",\n    {";
            info_json_string("name", s->name, ", ");
            info_json_string("type", type_names[s->type], ", ");
            info_json_string("default", s->def, ", ");
            info_json_string("value", emuq_settings_value(t, i)->text, ", ");
            printf("\"set\": %s, ", emuq_settings_value(t, i)->is_set ? "true" : "false");
            info_json_string("range", s->values, ", ");
            info_json_string("help", s->help, "}");
        }
    }
}

static void info_print_json(hwloc_topology_t machine)
{
    printf("{\n  ");
    info_json_string("version", EMUQ_VERSION, ",\n");
    printf("  \"cores\": %d,\n  \"hardware_threads\": %d,\n  \"caches\": [",
           info_count_of(machine, HWLOC_OBJ_CORE), info_count_of(machine, HWLOC_OBJ_PU));
    const char *separator = "";
    for (size_t i = 0; i < LEVELS; i++) {
        int n = info_count_of(machine, levels[i].type);
        if (n == 0)
            continue;
        printf("%s{\"level\": \"%s\", \"count\": %d, \"bytes\": %llu}", separator, levels[i].name, n,
               info_cache_bytes(machine, levels[i].type));
        separator = ", ";
    }
    printf("],\n  \"backends\": [");
    for (size_t i = 0; i < EMUQ_BACKENDS; i++) {
        printf("%s{", i != 0 ? ", " : "");
        info_json_string("name", emuq_backends[i]->name, ", ");
        info_json_string("help", emuq_backends[i]->help, "}");
    }
    printf("],\n  \"components\": {");
    for (size_t i = 0; i < COMPONENTS; i++)
        printf("%s\"%s\": %s", i != 0 ? ", " : "", components[i].name,
               components[i].is_built ? "true" : "false");
    printf("},\n  \"settings\": [");
    info_print_json_settings();
    printf("\n  ]\n}\n");
}

static int info_report(bool json)
{
    hwloc_topology_t machine;
    if (!emuq_affinity_is_available()) {
        fprintf(stderr, "emuq-info: sched_getaffinity() failed (rejected by a system call filter?)\n");
        return 1;
    }
    if (hwloc_topology_init(&machine) != 0 || hwloc_topology_load(machine) != 0) {
        fprintf(stderr, "emuq-info: hwloc cannot read the topology of this machine\n");
        return 1;
    }
    if (json)
        info_print_json(machine);
    else
        info_print_text(machine);
    hwloc_topology_destroy(machine);
    return 0;
}

/* Prints name, address and provider for jobs on several hosts. @return exit status */
static int info_print_hosts(void)
{
    emuq_preflight_t p;
    if (emuq_preflight(&p) != 0)
        return 1;
    printf("host:      %s\naddress:   %s\ninterface: %s\nprovider:  %s\n", p.name, p.address, p.interface,
           p.provider);
    return 0;
}

static bool info_read_settings(void)
{
    bool good = true;
    for (emuq_settings_t *t = emuq_settings_next(NULL); t != NULL; t = emuq_settings_next(t))
        good &= emuq_settings_read(t) == 0;
    return good;
}

/* ---- picture ---- */

/* Finds and removes --picture FILE or --picture=FILE. @return true: found; *name is NULL without a file */
static bool info_find_picture(int *argc, char **argv, const char **name)
{
    static const char option[] = "--picture";
    int i = 1;
    while (i < *argc && (strncmp(argv[i], option, strlen(option)) != 0 ||
                         (argv[i][strlen(option)] != '\0' && argv[i][strlen(option)] != '=')))
        i++;
    if (i == *argc)
        return false;
    bool joined = argv[i][strlen(option)] == '=';
    *name = joined ? argv[i] + strlen(option) + 1 : argv[i + 1];
    int words = !joined && *name != NULL ? 2 : 1;
    memmove(argv + i, argv + i + words, (size_t)(*argc - i - words + 1) * sizeof *argv);
    *argc -= words;
    return true;
}

/* @return exit status */
static int info_write(const char *name, const char *text, size_t length)
{
    if (strcmp(name, "-") == 0)
        return fwrite(text, 1, length, stdout) != length; /* an error is reported at the exit */
    errno = 0;
    FILE *out = fopen(name, "w");
    bool good = out != NULL && fwrite(text, 1, length, out) == length;
    int rc = out != NULL ? emuq_file_close(out) : -errno;
    if (rc == 0 && good)
        return 0;
    fprintf(stderr, "emuq-info: cannot write '%s': %s\n", name, strerror(rc != 0 ? -rc : EIO));
    return 1;
}

/* Draws a partition. @return exit status */
static int info_picture(int argc, char **argv, const char *name)
{
    emuq_job_t job;
    if (name == NULL || *name == '\0') {
        fprintf(stderr, "emuq-info: --picture: missing value (expected a file, or - for standard output)\n");
        return 2;
    }
    if (emuq_job_options(&job, &argc, argv) != 0)
        return 2;
    if (argc > 1) {
        fprintf(stderr, "emuq-info: --picture does not work with '%s'; try emuq-info --help\n", argv[1]);
        return 2;
    }
    char *text = NULL;
    size_t length = 0;
    FILE *memory = open_memstream(&text, &length);
    if (memory == NULL) {
        fprintf(stderr, "emuq-info: no memory for the picture\n");
        return 1;
    }
    int rc = emuq_picture_partition(&job, memory) != 0 ? 2 : 0;
    if (fclose(memory) != 0 && rc == 0) {
        fprintf(stderr, "emuq-info: no memory for the picture\n");
        rc = 1;
    }
    if (rc == 0)
        rc = info_write(name, text, length);
    free(text);
    return rc;
}

/* Reports an unknown argument. @return exit status */
static int info_reject(const char *argument)
{
    static const char *const names[] = {"--hosts",   "--json",    "--man", "--markdown",
                                        "--picture", "--version", "--help"};
    emuq_nearest_t search = emuq_nearest(argument, strcspn(argument, "="));
    emuq_nearest_of(&search, names, sizeof names / sizeof names[0]);
    if (search.name != NULL)
        fprintf(stderr, "emuq-info: unknown argument '%s'; did you mean %s?\n", argument, search.name);
    else
        fprintf(stderr, "emuq-info: unknown argument '%s'; try emuq-info --help\n", argument);
    return 2;
}

int main(int argc, char **argv)
{
    emuq_stdout_guard("emuq-info");
    const char *picture, *option = argc > 1 ? argv[1] : "";
    if (info_find_picture(&argc, argv, &picture))
        return info_picture(argc, argv, picture);
    if (argc > 2) {
        fprintf(stderr, "emuq-info: more than one argument; try emuq-info --help\n");
        return 2;
    }
    if (strcmp(option, "-h") == 0 || strcmp(option, "--help") == 0) {
        info_usage(stdout);
        return 0;
    }
    if (strcmp(option, "--version") == 0) {
        puts(EMUQ_VERSION);
        return 0;
    }
    if (strcmp(option, "--man") == 0) { /* the environment has no effect on it */
        info_print_man();
        return 0;
    }
    static const char markdown[] = "--markdown";
    bool json = strcmp(option, "--json") == 0, hosts = strcmp(option, "--hosts") == 0;
    bool all = strcmp(option, markdown) == 0;
    bool one = strncmp(option, markdown, strlen(markdown)) == 0 && option[strlen(markdown)] == '=';
    if (argc == 2 && !json && !hosts && !all && !one)
        return info_reject(option);
    /* Invalid settings are errors: the printed values would differ from the environment. */
    if (!info_read_settings())
        return 2;
    if (hosts)
        return info_print_hosts();
    if (all || one)
        return info_print_markdown(one ? option + strlen(markdown) + 1 : NULL);
    return info_report(json);
}
