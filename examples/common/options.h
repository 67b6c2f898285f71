/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file options.h
 * @brief Command lines of the examples: options with a number or word as value, and flags. Only rank 0
 * prints.
 *
 * getopt_long() is not usable here: ranks may be threads, which would share its global state and argv.
 */
#ifndef EXAMPLES_OPTIONS_H
#define EXAMPLES_OPTIONS_H

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <spi/include/kernel/location.h>

typedef struct example_option {
    const char *name;     /**< name with dashes; NULL ends the table */
    unsigned long *value; /**< NULL: a row of EXAMPLE_ANY_RANKS */
    unsigned long least, most;
    const char *help;
} example_option_t;

/** A row of the table: the program runs on any number of ranks, so its help lists --np. */
#define EXAMPLE_ANY_RANKS                                                                                    \
    {                                                                                                        \
        "--np", NULL, 0, 0, "ranks (all processes of all nodes)"                                             \
    }

/** Limits of an option without a value, which sets the number to 1. */
#define EXAMPLE_FLAG 0, 0

static inline bool example_is_flag(const example_option_t *o)
{
    return o->value != NULL && o->most == 0 && o->least == 0;
}

/** Limits of an option with a word as value: the help is "WORD|WORD: text". The number is set to that of the
 * word, from 1. */
#define EXAMPLE_WORDS 1, 0

static inline bool example_is_word(const example_option_t *o)
{
    return o->value != NULL && o->most < o->least;
}

/** Number of a word in "WORD|WORD: text", from 1; 0: none. */
static inline unsigned long example_word(const char *words, const char *word)
{
    unsigned long number = 1;
    for (const char *at = words;; number++) {
        size_t length = strcspn(at, "|:");
        if (strlen(word) == length && strncmp(word, at, length) == 0)
            return number;
        at += length;
        if (*at++ != '|')
            return 0;
    }
}

static inline const char *example_program(char **argv)
{
    const char *slash = strrchr(argv[0], '/');
    return slash != NULL ? slash + 1 : argv[0];
}

/** Reports an error of the command line on rank 0. @return exit status 2 */
__attribute__((format(printf, 2, 3))) static inline int example_error(char **argv, const char *format, ...)
{
    if (Kernel_GetRank() == 0) {
        va_list list;
        va_start(list, format);
        fprintf(stderr, "%s: ", example_program(argv));
        vfprintf(stderr, format, list);
        fprintf(stderr, "; see %s --help\n", example_program(argv));
        va_end(list);
    }
    return 2;
}

/** For programs that wait for every process of every node. @return -1 if all processes are ranks, or exit
 * status 2 after printing an error */
static inline int example_every_process(char **argv)
{
    BG_JobCoords_t job;
    if (Kernel_JobCoords(&job) != 0)
        return example_error(argv, "the job has no coordinates");
    size_t slots = (size_t)job.shape.a * job.shape.b * job.shape.c * job.shape.d * job.shape.e *
                   (size_t)Kernel_ProcessCount();
    BG_CoordinateMapping_t *map = malloc(slots * sizeof *map);
    uint64_t ranks = 0;
    bool is_full =
        map != NULL && Kernel_RanksToCoords(slots * sizeof *map, map, &ranks) == 0 && ranks == slots;
    free(map);
    return is_full ? -1 : example_error(argv, "every process of every node must be a rank; omit --np");
}

static inline int example_help(char **argv, const char *purpose, const example_option_t *options)
{
    const example_option_t *any_ranks = NULL;
    if (Kernel_GetRank() != 0)
        return 0;
    printf("usage: %s [job options] [options]\n\n%s\n\n", example_program(argv), purpose);
    for (const example_option_t *o = options; o->name != NULL; o++)
        if (o->value == NULL)
            any_ranks = o;
        else if (example_is_flag(o))
            printf("  %-17s %s\n", o->name, o->help);
        else if (example_is_word(o))
            printf("  %-8s %s\n", o->name, o->help);
        else
            printf("  %-14s N  %s (%lu)\n", o->name, o->help, *o->value);
    printf("\njob options, for a job whose ranks are threads\n"
           "  --shape AxBxCxDxE  nodes per dimension of the partition (1x1x1x1x1)\n"
           "  --ppn N            processes per node: 1, 2, 4, ... 64 (1)\n"
           "  --mapping M        order of ranks: a permutation of ABCDET, or a map file (ABCDET)\n"
           "  --mesh ABC         dimensions that do not wrap around\n");
    if (any_ranks != NULL)
        printf("  %-5sN             %s\n", any_ranks->name, any_ranks->help);
    printf("\nexit status: 0 all data were right, 1 wrong data, 2 invalid command line\n");
    return 0;
}

/* Reads the value of an option. @return -1 to continue, or exit status 2 after printing an error */
static inline int example_value(char **argv, const example_option_t *o, const char *text)
{
    if (example_is_word(o)) {
        unsigned long number = example_word(o->help, text);
        if (number == 0)
            return example_error(argv, "%s: invalid value '%s' (expected %.*s)", o->name, text,
                                 (int)strcspn(o->help, ":"), o->help);
        *o->value = number;
        return -1;
    }
    char *end;
    errno = 0;
    unsigned long value = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || errno != 0 || value < o->least || value > o->most)
        return example_error(argv, "%s: invalid value '%s' (expected a number from %lu to %lu)", o->name,
                             text, o->least, o->most);
    *o->value = value;
    return -1;
}

/** Reads the command line. Without EXAMPLE_ANY_RANKS, every process must be a rank.
 *  @return -1 to continue, or the exit status: 0 after --help, 2 after printing an error */
static inline int example_options(int argc, char **argv, const char *purpose, const example_option_t *options)
{
    bool takes_any_ranks = false;
    for (const example_option_t *o = options; o->name != NULL; o++)
        takes_any_ranks |= o->value == NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return example_help(argv, purpose, options);
        const example_option_t *o = options;
        size_t length = strcspn(argv[i], "=");
        while (o->name != NULL &&
               (o->value == NULL || strlen(o->name) != length || strncmp(o->name, argv[i], length) != 0))
            o++;
        if (o->name == NULL)
            return example_error(argv, "unknown option '%s'", argv[i]);
        const char *text = argv[i][length] == '=' ? argv[i] + length + 1 : NULL;
        if (example_is_flag(o)) {
            if (text != NULL)
                return example_error(argv, "%s takes no value", o->name);
            *o->value = 1;
            continue;
        }
        if (text == NULL)
            text = i + 1 < argc ? argv[++i] : "";
        if (example_value(argv, o, text) >= 0)
            return 2;
    }
    return takes_any_ranks ? -1 : example_every_process(argv);
}

#endif /* EXAMPLES_OPTIONS_H */
