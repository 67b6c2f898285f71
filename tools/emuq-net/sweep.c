/* SPDX-License-Identifier: BSD-3-Clause */
/* Sweeps: lists and ranges of values of an option or a parameter. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/emuq-net/net.h"

#define DECIMALS 6
#define UNIT     1000000.0

/* Number of a value, for axes: "0.5", "4K", "44ns", "2GB/s", or nodes of a shape. */
static double sweep_number(const char *name, const char *text)
{
    emuq_net_shape_t shape;
    char reason[256];
    emuq_text_t why = emuq_text(reason, sizeof reason);
    uint64_t value;
    const char *end;
    if (strcmp(name, "shape") == 0)
        return traffic_shape_parse(text, &shape, &why) == 0 ? emuq_net_nodes(&shape) : NAN;
    if (emuq_number_parse(text, EMUQ_NUMBER_SIZE, 0, UINT64_MAX, &value) == 0)
        return (double)value;
    if (emuq_net_decimal(text, DECIMALS, &value, &end) != 0)
        return NAN;
    static const char *const units[] = {"", "ns", "us", "GB/s"};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcmp(end, units[i]) == 0)
            return (double)value / UNIT;
    return NAN;
}

/* Parses FIRST:LAST:STEP. @return number of values, 0: not a range */
static uint64_t sweep_range(const char *text, uint64_t *first, uint64_t *step, const char **unit)
{
    uint64_t last;
    const char *end = text;
    if (emuq_net_decimal(end, DECIMALS, first, &end) != 0 || *end++ != ':' ||
        emuq_net_decimal(end, DECIMALS, &last, &end) != 0 || *end++ != ':' ||
        emuq_net_decimal(end, DECIMALS, step, &end) != 0 || (*end != '\0' && strcmp(end, "GB/s") != 0) ||
        *step == 0 || last < *first)
        return 0;
    *unit = end;
    return (last - *first) / *step + 1;
}

static void sweep_set(const traffic_sweep_t *s, traffic_value_t *value, const char *text, size_t length)
{
    snprintf(value->text, sizeof value->text, "%.*s", (int)length, text);
    value->number = sweep_number(s->name, value->text);
}

static int sweep_add_range(traffic_sweep_t *s, uint64_t first, uint64_t step, const char *unit)
{
    for (unsigned i = 0; i < s->count; i++) {
        uint64_t micro = first + i * step;
        char text[48];
        int length = snprintf(text, sizeof text, "%llu.%06llu", (unsigned long long)(micro / 1000000),
                              (unsigned long long)(micro % 1000000));
        while (text[length - 1] == '0')
            length--;
        length -= text[length - 1] == '.';
        snprintf(text + length, sizeof text - (size_t)length, "%s", unit);
        sweep_set(s, &s->value[i], text, strlen(text));
    }
    return 0;
}

/* @param separators between values @return 0, or -EINVAL for an empty or too long value */
static int sweep_add_list(traffic_sweep_t *s, const char *text, const char *separators)
{
    for (unsigned i = 0; i < s->count; i++) {
        size_t length = strcspn(text, separators);
        if (length == 0 || length >= sizeof s->value[i].text)
            return -EINVAL;
        sweep_set(s, &s->value[i], text, length);
        text += length + 1;
    }
    return 0;
}

int traffic_sweep_parse(traffic_sweep_t *s, const char *text, emuq_text_t *why)
{
    size_t length = strcspn(text, "=");
    const char *values = text + length + (text[length] == '='), *unit = "", *comma;
    const char *separators = strchr(values, ';') != NULL ? ";" : ",";
    uint64_t first = 0, step = 0, count = 0;
    *s = (traffic_sweep_t){.count = 0};
    bool good = length > 0 && length < sizeof s->name && *values != '\0', range = false;
    if (good) {
        snprintf(s->name, sizeof s->name, "%.*s", (int)length, text);
        count = sweep_range(values, &first, &step, &unit);
        range = count > 0;
        for (comma = values; !range && comma != NULL; count++, comma = strpbrk(comma + 1, separators))
            continue;
        count -= !range && values[strlen(values) - 1] == ';'; /* a single value with commas: "0,0.1;" */
        good = count >= 1 && count <= TRAFFIC_VALUES;
    }
    s->count = good ? (unsigned)count : 0;
    s->value = good ? calloc(s->count, sizeof *s->value) : NULL;
    if (good && s->value == NULL)
        return -ENOMEM;
    if (good)
        good = (range ? sweep_add_range(s, first, step, unit) : sweep_add_list(s, values, separators)) == 0;
    if (good)
        return 0;
    free(s->value);
    s->value = NULL;
    return emuq_net_error(why,
                          "--sweep: invalid value '%s' (expected NAME=A,B,C or NAME=FIRST:LAST:STEP with up "
                          "to %d values, such as load=0.1:1.0:0.1; with commas in a value NAME=A;B)",
                          text, TRAFFIC_VALUES);
}

void traffic_sweep_free(traffic_options_t *o)
{
    for (unsigned i = 0; i < o->sweeps; i++)
        free(o->sweep[i].value);
    o->sweeps = 0;
}

unsigned traffic_options_runs(const traffic_options_t *o)
{
    uint64_t runs = 1;
    for (unsigned i = 0; i < o->sweeps && runs <= TRAFFIC_RUNS; i++)
        runs *= o->sweep[i].count;
    return (unsigned)runs;
}

const traffic_value_t *traffic_sweep_value(const traffic_options_t *o, unsigned sweep)
{
    unsigned index = o->run;
    for (unsigned i = o->sweeps; i-- > sweep + 1;)
        index /= o->sweep[i].count;
    return &o->sweep[sweep].value[index % o->sweep[sweep].count];
}

int traffic_sweep_axis(const traffic_options_t *o)
{
    int axis = -1;
    for (unsigned i = 0; i < o->sweeps; i++) {
        const traffic_sweep_t *s = &o->sweep[i];
        bool numbers = true;
        for (unsigned k = 0; k < s->count; k++)
            numbers &= !isnan(s->value[k].number);
        if (numbers && strcmp(s->name, "load") == 0)
            return (int)i;
        axis = numbers ? (int)i : axis;
    }
    return axis;
}
