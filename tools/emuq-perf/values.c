/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers of the output: SI units, doubts about a result, and rows of CSV. These functions depend on their
 * arguments only. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/emuq-perf/perf.h"

/* ---- SI units ---- */

typedef struct values_unit {
    const char *name;
    double factor; /* of this unit in the unit of a result */
} values_unit_t;

/* Units of a kind of result, smallest first. */
static const values_unit_t values_units[][5] = {
    [PERF_TIME] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}},
    [PERF_BANDWIDTH] = {{"kB/s", 1e-6}, {"MB/s", 1e-3}, {"GB/s", 1}, {"TB/s", 1e3}},
    [PERF_RATE] = {{"/s", 1e-6}, {"k/s", 1e-3}, {"M/s", 1}, {"G/s", 1e3}},
    [PERF_PERCENT] = {{"%", 1}},
};

char *perf_si(char text[PERF_SI_BYTES], perf_unit_t unit, double value)
{
    const values_unit_t *u = values_units[unit];
    while (u[1].name != NULL && value >= 999.5 * u->factor)
        u++;
    double scaled = value / u->factor;
    int digits = scaled < 9.995 ? 2 : scaled < 99.95 ? 1 : 0;
    if (scaled > 999999)
        snprintf(text, PERF_SI_BYTES, "> 999999 %s", u->name);
    else
        snprintf(text, PERF_SI_BYTES, "%.*f %s", digits, scaled, u->name);
    return text;
}

/* ---- doubts ---- */

/* Load average per core: beyond half, a rank shares a core of a pair of cores with another program. */
#define VALUES_BUSY_LOAD 0.5
/* Preempted samples: the quartiles change when a quarter is slow. Only one of the ranks is counted, so half.
 */
#define VALUES_BUSY_SWITCHES 0.125
/* A limit is a property of the machine. Changes of the clock frequency stay within a quarter. */
#define VALUES_MOVED 1.25
/* Half of the samples of a quiet machine lie within a few percent. */
#define VALUES_SPREAD 2.0
/* Fewer samples in a third have no useful median. */
#define VALUES_LEAST_THIRD 4

static const char *const values_doubts[] = {"load", "preempted", "moved", "spread"};
_Static_assert(sizeof values_doubts / sizeof values_doubts[0] == PERF_DOUBTS, "a name for each doubt");

static bool values_differ(double one, double other, double factor)
{
    return one > 0 && other > 0 && fmax(one, other) > factor * fmin(one, other);
}

unsigned perf_doubts(const perf_conditions_t *c)
{
    unsigned doubts = 0;
    if (c->cores != 0 && c->load > VALUES_BUSY_LOAD * c->cores)
        doubts |= PERF_DOUBT_LOAD;
    if (!c->shares_cores && (double)c->switches > VALUES_BUSY_SWITCHES * (double)c->samples)
        doubts |= PERF_DOUBT_PREEMPTED;
    if (values_differ(c->begun, c->ended, VALUES_MOVED))
        doubts |= PERF_DOUBT_MOVED;
    if (values_differ(c->low, c->high, VALUES_SPREAD) ||
        values_differ(c->limit_low, c->limit_high, VALUES_SPREAD))
        doubts |= PERF_DOUBT_SPREAD;
    return doubts;
}

unsigned perf_limit_check(perf_limits_t *limits, perf_limit_t now)
{
    for (const perf_limit_t *l = limits->limit; l < limits->limit + limits->count; l++)
        if (l->test == now.test && l->size == now.size && l->partner == now.partner)
            return values_differ(l->median, now.median, VALUES_MOVED) ? PERF_DOUBT_MOVED : 0;
    if (limits->count < PERF_MAX_LIMITS)
        limits->limit[limits->count++] = now;
    return 0;
}

const char *perf_doubt_name(unsigned index)
{
    return values_doubts[index];
}

char *perf_doubts_text(char text[PERF_DOUBTS_BYTES], unsigned doubts)
{
    size_t used = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < PERF_DOUBTS; i++)
        if (doubts >> i & 1)
            used += (size_t)snprintf(text + used, PERF_DOUBTS_BYTES - used, "%s%s", used != 0 ? "+" : "",
                                     values_doubts[i]);
    return text;
}

int perf_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Median of samples in any order. */
static double values_median(const double *sample, uint64_t count)
{
    double *sorted = malloc(count * sizeof *sorted);
    if (sorted == NULL)
        return 0;
    memcpy(sorted, sample, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, perf_compare);
    double median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
    free(sorted);
    return median;
}

void perf_thirds(const double *sample, uint64_t count, double *begun, double *ended)
{
    uint64_t third = count / 3;
    *begun = *ended = 0;
    if (third < VALUES_LEAST_THIRD)
        return;
    *begun = values_median(sample, third);
    *ended = values_median(sample + count - third, third);
}

/* ---- CSV ---- */

/* End of the JSON value at @p at: a string, an array, or a number or word. */
static const char *values_json_end(const char *at)
{
    if (*at == '[')
        return at + strcspn(at, "]") + 1;
    if (*at != '"')
        return at + strcspn(at, ",}");
    for (at++; *at != '"' && *at != '\0'; at++)
        at += *at == '\\' && at[1] != '\0';
    return at + (*at != '\0');
}

/* Prints a value as a field: a string with its quotes if needed; the numbers of an array joined by "x". */
static void values_csv_field(const char *at, const char *end, FILE *out)
{
    bool is_string = *at == '"', is_plain = is_string && memchr(at, ',', (size_t)(end - at)) == NULL;
    for (at += is_plain, end -= is_plain; at < end; at++)
        if (is_string || strchr("[], ", *at) == NULL)
            putc(*at, out);
        else if (*at == ',')
            putc('x', out);
}

void perf_csv_row(const char *json, bool is_head, const char *more, FILE *out)
{
    for (const char *at = json; (at = strchr(at, '"')) != NULL;) {
        const char *name = at + 1, *name_end = strchr(name, '"');
        if (name_end == NULL)
            break;
        const char *value = name_end + 1 + strspn(name_end + 1, ": "), *end = values_json_end(value);
        if (is_head)
            fprintf(out, "%.*s,", (int)(name_end - name), name);
        else
            values_csv_field(value, end, out), putc(',', out);
        at = end;
    }
    fprintf(out, "%s\n", more);
}
