/* SPDX-License-Identifier: BSD-3-Clause */
#include "options.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <spi/include/kernel/location.h>

static const char *program(char **argv)
{
    const char *slash = strrchr(argv[0], '/');
    return slash != NULL ? slash + 1 : argv[0];
}

int example_complain(char **argv, const char *format, ...)
{
    if (Kernel_GetRank() == 0) {
        char text[200];
        va_list list;
        va_start(list, format);
        vsnprintf(text, sizeof text, format, list);
        va_end(list);
        fprintf(stderr, "%s: %s; see %s --help\n", program(argv), text, program(argv));
    }
    return 2;
}

/* The row that stands for EXAMPLE_ANY_RANKS, or NULL. */
static const example_option_t *any_ranks(const example_option_t *options)
{
    while (options->name != NULL && options->value != NULL)
        options++;
    return options->name != NULL ? options : NULL;
}

static int help(char **argv, const char *purpose, const example_option_t *options)
{
    const example_option_t *ranks = any_ranks(options);
    if (Kernel_GetRank() != 0)
        return 0;
    printf("usage: %s [job options] [options]\n\n%s\n\n", program(argv), purpose);
    for (const example_option_t *o = options; o->name != NULL; o++)
        if (o != ranks)
            printf("  %-14s N  %s (%lu)\n", o->name, o->help, *o->value);
    printf("\njob options, for a job whose ranks are threads\n"
           "  --shape AxBxCxDxE  nodes per dimension of the partition (1x1x1x1x1)\n"
           "  --ppn N            processes per node: 1, 2, 4, ... 64 (1)\n"
           "  --mapping M        order of ranks: a permutation of ABCDET, or a map file (ABCDET)\n"
           "  --mesh ABC         dimensions that do not wrap around\n");
    if (ranks != NULL)
        printf("  %-5sN             %s\n", ranks->name, ranks->help);
    printf("\nexit status: 0 all data were right, 1 they were not, 2 a wrong command line\n");
    return 0;
}

int example_every_process(char **argv)
{
    BG_JobCoords_t job;
    if (Kernel_JobCoords(&job) != 0)
        return example_complain(argv, "the job has no coordinates");
    size_t places = (size_t)job.shape.a * job.shape.b * job.shape.c * job.shape.d * job.shape.e *
                    (size_t)Kernel_ProcessCount();
    BG_CoordinateMapping_t *map = malloc(places * sizeof *map);
    uint64_t ranks = 0;
    bool is_full =
        map != NULL && Kernel_RanksToCoords(places * sizeof *map, map, &ranks) == 0 && ranks == places;
    free(map);
    return is_full ? -1
                   : example_complain(argv, "every process of every node has to be a rank; leave out --np");
}

int example_options(int argc, char **argv, const char *purpose, const example_option_t *options)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return help(argv, purpose, options);
        const example_option_t *o = options;
        size_t length = strcspn(argv[i], "=");
        while (o->name != NULL &&
               (o->value == NULL || strlen(o->name) != length || strncmp(o->name, argv[i], length) != 0))
            o++;
        if (o->name == NULL)
            return example_complain(argv, "unknown option '%s'", argv[i]);
        const char *text = argv[i][length] == '=' ? argv[i] + length + 1 : i + 1 < argc ? argv[++i] : "";
        char *end;
        errno = 0;
        unsigned long value = strtoul(text, &end, 10);
        if (*text < '0' || *text > '9' || *end != '\0' || errno != 0 || value < o->least || value > o->most)
            return example_complain(argv, "%s takes a number from %lu to %lu, not '%s'", o->name, o->least,
                                    o->most, text);
        *o->value = value;
    }
    return any_ranks(options) != NULL ? -1 : example_every_process(argv);
}
