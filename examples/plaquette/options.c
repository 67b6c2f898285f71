/* SPDX-License-Identifier: BSD-3-Clause */
/* The command line. Not getopt_long(): ranks may be threads, which would share its global state. */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plaquette.h"

#define MOST_SWEEPS    100000000u
#define LARGEST_EXTENT 4096

const char *const options_help =
    "usage: plaquette [job options] [FILE]\n"
    "       plaquette [job options] --beta B --lattice XxYxZxT [options]\n"
    "\n"
    "Measures the average plaquette of an SU(3) gauge field on a partition of Blue Gene/Q nodes: reads the\n"
    "field FILE (ILDG format; without FILE the one that comes with the program), or makes one at coupling "
    "B.\n"
    "\n"
    "measuring\n"
    "  --repeat N              exchange the halo and measure N times; all results must be equal (1)\n"
    "making a field\n"
    "  --beta B                coupling of the Wilson action\n"
    "  --lattice XxYxZxT       extents of the lattice, all even\n"
    "  --start cold|hot|FILE   begin with ordered links, random links, or a field (cold)\n"
    "  --thermal N             sweeps before measurements begin (0)\n"
    "  --sweeps N              sweeps with a measurement each (10)\n"
    "  --overrelax K           over-relaxation steps after each heat bath sweep (0)\n"
    "  --seed S                of the random numbers (1)\n"
    "  --save FILE             write the last field\n"
    "  --precision 32|64       bits of a number in the written file (64)\n"
    "  --check-average P:TOL   fail unless the average plaquette is within TOL of P\n"
    "in general\n"
    "  --verbose               also print the plaquette in full, and how the lattice is spread\n"
    "  --help                  print this\n"
    "\n"
    "job options, for a job whose ranks are threads\n"
    "  --shape AxBxCxDxE       nodes per dimension of the partition (1x1x1x1x1)\n"
    "  --ppn N                 processes per node: 1, 2, 4, ... 64 (1)\n"
    "  --mapping M             order of ranks: a permutation of ABCDET, or a map file (ABCDET)\n"
    "  --mesh ABC              dimensions that do not wrap around\n"
    "\n"
    "exit status: 0 all is well, 1 an error or a failed check, 2 a wrong command line\n";

typedef struct parser {
    options_t *o;
    const char *option; /* current option, for messages */
    char *error;
    unsigned long error_size;
} parser_t;

static int fail(parser_t *p, const char *what)
{
    snprintf(p->error, p->error_size, "plaquette: %s %s (see --help)", p->option, what);
    return -1;
}

static int read_flag(parser_t *p, const char *text, void *field)
{
    (void)p, (void)text;
    *(bool *)field = true;
    return 0;
}

static int read_count(parser_t *p, const char *text, void *field)
{
    char *end;
    errno = 0;
    unsigned long number = strtoul(text, &end, 10);
    if (!isdigit((unsigned char)*text) || *end != '\0' || errno != 0 || number > MOST_SWEEPS)
        return fail(p, "needs a whole number, not negative");
    *(unsigned *)field = (unsigned)number;
    return 0;
}

static int read_seed(parser_t *p, const char *text, void *field)
{
    char *end;
    errno = 0;
    unsigned long long seed = strtoull(text, &end, 0);
    if (!isdigit((unsigned char)*text) || *end != '\0' || errno != 0)
        return fail(p, "needs a whole number, not negative");
    *(uint64_t *)field = seed;
    return 0;
}

static int read_beta(parser_t *p, const char *text, void *field)
{
    char *end;
    double beta = strtod(text, &end);
    if (end == text || *end != '\0' || !isfinite(beta) || beta < 0)
        return fail(p, "needs a number, not negative");
    *(double *)field = beta;
    p->o->generate = true;
    return 0;
}

static int read_lattice(parser_t *p, const char *text, void *field)
{
    int *lattice = field;
    char *end = NULL;
    for (int mu = 0; mu < LATTICE_DIMS; mu++, text = end + 1) {
        errno = 0;
        long extent = isdigit((unsigned char)*text) ? strtol(text, &end, 10) : 0;
        if (extent < 2 || extent > LARGEST_EXTENT || extent % 2 != 0 || errno != 0 ||
            *end != (mu == LATTICE_DIMS - 1 ? '\0' : 'x'))
            return fail(p, "needs four even extents, as 8x8x8x16");
        lattice[mu] = (int)extent;
    }
    return 0;
}

static int read_precision(parser_t *p, const char *text, void *field)
{
    int bits = strcmp(text, "32") == 0 ? 32 : strcmp(text, "64") == 0 ? 64 : 0;
    *(int *)field = bits;
    return bits != 0 ? 0 : fail(p, "has to be 32 or 64");
}

static int read_check(parser_t *p, const char *text, void *field)
{
    char *colon, *end = NULL;
    p->o->average = strtod(text, &colon);
    if (colon != text && *colon == ':')
        p->o->tolerance = strtod(colon + 1, &end);
    if (end == NULL || end == colon + 1 || *end != '\0' || !isfinite(p->o->average) ||
        !(p->o->tolerance >= 0))
        return fail(p, "needs P:TOL, as 0.5937:0.002");
    *(bool *)field = true;
    return 0;
}

static int read_name(parser_t *p, const char *text, void *field)
{
    *(const char **)field = text;
    return *text != '\0' ? 0 : fail(p, "needs a name");
}

static const struct option {
    const char *name;
    int (*read)(parser_t *p, const char *text, void *field);
    size_t field;
} table[] = {
    {"--help", read_flag, offsetof(options_t, help)},
    {"--verbose", read_flag, offsetof(options_t, verbose)},
    {"--repeat", read_count, offsetof(options_t, repeat)},
    {"--beta", read_beta, offsetof(options_t, beta)},
    {"--lattice", read_lattice, offsetof(options_t, lattice)},
    {"--start", read_name, offsetof(options_t, start)},
    {"--thermal", read_count, offsetof(options_t, thermal)},
    {"--sweeps", read_count, offsetof(options_t, sweeps)},
    {"--overrelax", read_count, offsetof(options_t, overrelax)},
    {"--seed", read_seed, offsetof(options_t, seed)},
    {"--save", read_name, offsetof(options_t, save)},
    {"--precision", read_precision, offsetof(options_t, precision)},
    {"--check-average", read_check, offsetof(options_t, check)},
};

/* Finds the row of "--name" or "--name=value". @param value set to the string after the "=", or NULL */
static const struct option *find_option(const char *text, const char **value)
{
    for (size_t n = 0; n < sizeof table / sizeof table[0]; n++) {
        size_t length = strlen(table[n].name);
        if (strncmp(text, table[n].name, length) == 0 && (text[length] == '\0' || text[length] == '=')) {
            *value = text[length] == '=' ? text + length + 1 : NULL;
            return &table[n];
        }
    }
    return NULL;
}

/* Reads the option at argv[*i] and advances *i to its last word. */
static int read_option(parser_t *p, int *i, int argc, char **argv)
{
    const char *value;
    const struct option *option = find_option(argv[*i], &value);
    p->option = option != NULL ? option->name : argv[*i];
    if (option == NULL)
        return fail(p, "is not an option");
    if (option->read == read_flag && value != NULL)
        return fail(p, "takes no value");
    if (option->read != read_flag && value == NULL) {
        if (++*i >= argc)
            return fail(p, "needs a value");
        value = argv[*i];
    }
    return option->read(p, value, (char *)p->o + option->field);
}

static int check_together(parser_t *p)
{
    const options_t *o = p->o;
    p->option = "--repeat";
    if (o->repeat == 0)
        return fail(p, "has to be positive");
    bool from_file = strcmp(o->start, "cold") != 0 && strcmp(o->start, "hot") != 0;
    if (!o->generate) {
        p->option = o->check          ? "--check-average"
                    : o->save != NULL ? "--save"
                    : o->lattice[0]   ? "--lattice"
                                      : NULL;
        return p->option != NULL ? fail(p, "needs --beta") : 0;
    }
    p->option = "--beta";
    if (o->file != NULL)
        return fail(p, "makes a field: no FILE to measure; to begin with one, --start FILE");
    if (!from_file && o->lattice[0] == 0)
        return fail(p, "needs --lattice");
    p->option = "--lattice";
    if (from_file && o->lattice[0] != 0)
        return fail(p, "is the one of the file that --start names");
    p->option = "--check-average";
    if (o->check && o->sweeps == 0)
        return fail(p, "needs --sweeps");
    return 0;
}

int options_read(options_t *o, int argc, char **argv, char *error, unsigned long error_size)
{
    parser_t p = {.o = o, .error = error, .error_size = error_size};
    *o = (options_t){.repeat = 1, .start = "cold", .sweeps = 10, .seed = 1, .precision = 64};
    bool only_names = false;
    for (int i = 1; i < argc; i++) {
        p.option = argv[i];
        if (!only_names && strcmp(argv[i], "--") == 0) {
            only_names = true;
        } else if (!only_names && argv[i][0] == '-') {
            if (read_option(&p, &i, argc, argv) != 0)
                return -1;
        } else if (o->file != NULL) {
            return fail(&p, "is one file too many");
        } else {
            o->file = argv[i];
        }
    }
    return o->help ? 0 : check_together(&p);
}
