/* SPDX-License-Identifier: BSD-3-Clause */
/* emuq-info: what this EMUQ is, what machine it runs on, and its settings. */
#include <hwloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "backends/backend.h"
#include "base/cores.h"
#include "base/nearest.h"
#include "base/settings.h"
#include "kernel-shim/partition/launch.h"
#include "tools/common/json.h"
#include "tools/common/stdout.h"

static const char *const type_names[] = {
    [EMUQ_SETTING_TYPE_COUNT] = "number",
    [EMUQ_SETTING_TYPE_SIZE] = "size",
    [EMUQ_SETTING_TYPE_CHOICE] = "choice",
    [EMUQ_SETTING_TYPE_TEXT] = "text",
};

static void usage(FILE *out)
{
    fprintf(
        out,
        "usage: emuq-info [--hosts | --json | --markdown[=TABLE] | --version | -h]\n"
        "  Prints the version of EMUQ, the machine's cores and caches, the backends, and the settings:\n"
        "  environment variables with their type, default, value now, range and meaning.\n"
        "  --hosts             what this host would use for a job on several hosts: name, address, provider\n"
        "  --json              the same as one JSON object\n"
        "  --markdown[=TABLE]  the settings alone, as a table for documents; TABLE: emuq or pami\n"
        "  --version           the version alone\n"
        "  -h, --help          this text\n");
}

/* ---- machine ---- */

typedef struct {
    hwloc_obj_type_t type;
    const char *name;
} level_t;

static const level_t levels[] = {
    {HWLOC_OBJ_L1CACHE, "L1"}, {HWLOC_OBJ_L2CACHE, "L2"}, {HWLOC_OBJ_L3CACHE, "L3"}};

#define LEVELS (sizeof levels / sizeof levels[0])

static int count_of(hwloc_topology_t machine, hwloc_obj_type_t type)
{
    int n = hwloc_get_nbobjs_by_type(machine, type);
    return n > 0 ? n : 0;
}

static unsigned long long cache_bytes(hwloc_topology_t machine, hwloc_obj_type_t type)
{
    hwloc_obj_t cache = hwloc_get_obj_by_type(machine, type, 0);
    return cache != NULL ? (unsigned long long)cache->attr->cache.size : 0;
}

/* ---- text ---- */

static int width_of(int width, const char *text)
{
    int length = (int)strlen(text);
    return length > width ? length : width;
}

/* Widths of the columns of a table of settings. */
typedef struct widths {
    int name, def, value, values;
} widths_t;

static widths_t widths_of_settings(void)
{
    widths_t w = {0, 7, 5, 5};
    for (emuq_settings_t *t = emuq_settings_next(NULL); t != NULL; t = emuq_settings_next(t)) {
        for (unsigned i = 0; i < t->rows; i++) {
            w.name = width_of(w.name, t->row[i].name);
            w.def = width_of(w.def, t->row[i].def);
            w.value = width_of(w.value, emuq_settings_value(t, i)->text);
            w.values = width_of(w.values, t->row[i].values);
        }
    }
    return w;
}

static void print_settings(void)
{
    widths_t w = widths_of_settings();
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

static void print_text(hwloc_topology_t machine)
{
    printf("EMUQ %s\n", EMUQ_VERSION);
    printf("machine: %d cores, %d hardware threads\n", count_of(machine, HWLOC_OBJ_CORE),
           count_of(machine, HWLOC_OBJ_PU));
    for (size_t i = 0; i < LEVELS; i++) {
        if (count_of(machine, levels[i].type) != 0)
            printf("cache:   %s, %d of %llu KiB\n", levels[i].name, count_of(machine, levels[i].type),
                   cache_bytes(machine, levels[i].type) / 1024);
    }
    for (size_t i = 0; i < EMUQ_BACKENDS; i++)
        printf("backend: %s, %s\n", emuq_backends[i]->name, emuq_backends[i]->help);
    print_settings();
}

static void print_markdown_rows(const emuq_settings_t *t)
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

/* Prints the table of that name; all if it is NULL. @return the exit status. */
static int print_markdown(const char *name)
{
    bool found = false;
    for (emuq_settings_t *t = emuq_settings_next(NULL); t != NULL; t = emuq_settings_next(t))
        found |= name == NULL || strcmp(name, t->name) == 0;
    if (!found) {
        fprintf(stderr, "emuq-info: there is no table of settings '%s'; try emuq-info --help\n", name);
        return 2;
    }
    printf("| Setting | Type | Default | Range | Meaning |\n|---|---|---|---|---|\n");
    for (emuq_settings_t *t = emuq_settings_next(NULL); t != NULL; t = emuq_settings_next(t))
        if (name == NULL || strcmp(name, t->name) == 0)
            print_markdown_rows(t);
    return 0;
}

/* ---- JSON ---- */

static void print_string(const char *key, const char *text, const char *end)
{
    printf("\"%s\": ", key);
    emuq_json_string(stdout, text);
    fputs(end, stdout);
}

static void print_json_settings(void)
{
    const char *separator = "\n    {";
    for (emuq_settings_t *t = emuq_settings_next(NULL); t != NULL; t = emuq_settings_next(t)) {
        for (unsigned i = 0; i < t->rows; i++) {
            const emuq_setting_info_t *s = &t->row[i];
            fputs(separator, stdout);
            separator = ",\n    {";
            print_string("name", s->name, ", ");
            print_string("type", type_names[s->type], ", ");
            print_string("default", s->def, ", ");
            print_string("value", emuq_settings_value(t, i)->text, ", ");
            printf("\"set\": %s, ", emuq_settings_value(t, i)->is_set ? "true" : "false");
            print_string("range", s->values, ", ");
            print_string("help", s->help, "}");
        }
    }
}

static void print_json(hwloc_topology_t machine)
{
    printf("{\n  ");
    print_string("version", EMUQ_VERSION, ",\n");
    printf("  \"cores\": %d,\n  \"hardware_threads\": %d,\n  \"caches\": [",
           count_of(machine, HWLOC_OBJ_CORE), count_of(machine, HWLOC_OBJ_PU));
    const char *separator = "";
    for (size_t i = 0; i < LEVELS; i++) {
        int n = count_of(machine, levels[i].type);
        if (n == 0)
            continue;
        printf("%s{\"level\": \"%s\", \"count\": %d, \"bytes\": %llu}", separator, levels[i].name, n,
               cache_bytes(machine, levels[i].type));
        separator = ", ";
    }
    printf("],\n  \"backends\": [");
    for (size_t i = 0; i < EMUQ_BACKENDS; i++) {
        printf("%s{", i != 0 ? ", " : "");
        print_string("name", emuq_backends[i]->name, ", ");
        print_string("help", emuq_backends[i]->help, "}");
    }
    printf("],\n  \"settings\": [");
    print_json_settings();
    printf("\n  ]\n}\n");
}

static int report(bool json)
{
    hwloc_topology_t machine;
    if (!emuq_affinity_is_known()) {
        fprintf(stderr,
                "emuq-info: sched_getaffinity() fails: is it rejected by a filter of system calls?\n");
        return 1;
    }
    if (hwloc_topology_init(&machine) != 0 || hwloc_topology_load(machine) != 0) {
        fprintf(stderr, "emuq-info: hwloc cannot read the topology of this machine\n");
        return 1;
    }
    if (json)
        print_json(machine);
    else
        print_text(machine);
    hwloc_topology_destroy(machine);
    return 0;
}

/* What this host would use for a job on several hosts. @return the exit status. */
static int print_hosts(void)
{
    emuq_preflight_t p;
    if (emuq_preflight(&p) != 0)
        return 1;
    printf("host:      %s\naddress:   %s\ninterface: %s\nprovider:  %s\n", p.name, p.address, p.interface,
           p.provider);
    return 0;
}

static bool read_settings(void)
{
    bool good = true;
    for (emuq_settings_t *t = emuq_settings_next(NULL); t != NULL; t = emuq_settings_next(t))
        good &= emuq_settings_read(t) == 0;
    return good;
}

/* @return the exit status */
static int refuse(const char *argument)
{
    static const char *const names[] = {"--hosts", "--json", "--markdown", "--version", "--help"};
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
    const char *option = argc > 1 ? argv[1] : "";
    if (argc > 2) {
        fprintf(stderr, "emuq-info: more than one argument; try emuq-info --help\n");
        return 2;
    }
    if (strcmp(option, "-h") == 0 || strcmp(option, "--help") == 0) {
        usage(stdout);
        return 0;
    }
    if (strcmp(option, "--version") == 0) {
        puts(EMUQ_VERSION);
        return 0;
    }
    static const char markdown[] = "--markdown";
    bool json = strcmp(option, "--json") == 0, hosts = strcmp(option, "--hosts") == 0;
    bool all = strcmp(option, markdown) == 0;
    bool one = strncmp(option, markdown, strlen(markdown)) == 0 && option[strlen(markdown)] == '=';
    if (argc == 2 && !json && !hosts && !all && !one)
        return refuse(option);
    /* Bad settings are reported; the values that would be printed are not those of the environment. */
    if (!read_settings())
        return 2;
    if (hosts)
        return print_hosts();
    if (all || one)
        return print_markdown(one ? option + strlen(markdown) + 1 : NULL);
    return report(json);
}
