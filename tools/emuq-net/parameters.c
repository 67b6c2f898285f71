/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-net/parameters.h"

#include <stdbool.h>
#include <string.h>

#include "tools/common/output.h"

static uint32_t value_of(const emuq_net_constants_t *p, uint32_t i)
{
    uint32_t value;
    memcpy(&value, (const char *)&p->value + emuq_net_parameter[i].offset, sizeof value);
    return value;
}

/* The value as text: a word or a number. */
static void value_text(const emuq_net_parameter_t *row, uint32_t value, char *to, size_t size)
{
    const char *word = row->words;
    if (word == NULL) {
        snprintf(to, size, "%u", value);
        return;
    }
    for (; value > 0; value--)
        word += strcspn(word, "|") + 1;
    snprintf(to, size, "%.*s", (int)strcspn(word, "|"), word);
}

/* Where the value comes from: its tag is that of preset bgq. */
static const char *source_of(const emuq_net_constants_t *p, uint32_t i, const char **tag)
{
    const emuq_net_parameter_t *row = &emuq_net_parameter[i];
    bool preset = p->source[i][0] == '\0', bgq = value_of(p, i) == row->bgq;
    *tag = preset && bgq ? row->tag : "-";
    return !preset ? p->source[i] : bgq ? row->source : "preset";
}

static void print_row(const emuq_net_constants_t *p, uint32_t i, FILE *out)
{
    const emuq_net_parameter_t *row = &emuq_net_parameter[i];
    char value[32], range[32];
    const char *tag, *source = source_of(p, i, &tag);
    value_text(row, value_of(p, i), value, sizeof value);
    snprintf(range, sizeof range, "%u..%u", row->low, row->high);
    fprintf(out, "%-24s %12s %-17s %-3s %-16s %s\n", row->key, value, row->unit, tag,
            row->words != NULL ? "" : range, source);
}

void traffic_parameters_print(const emuq_net_constants_t *p, FILE *out)
{
    fprintf(out, "model %s\n%-24s %12s %-17s %-3s %-16s %s\n", p->name, "parameter", "value", "unit", "tag",
            "range", "source");
    for (uint32_t i = 0; i < emuq_net_parameter_count; i++)
        print_row(p, i, out);
}

void traffic_parameters_print_one(const emuq_net_constants_t *p, const char *key, FILE *out)
{
    for (uint32_t i = 0; i < emuq_net_parameter_count; i++)
        if (strcmp(emuq_net_parameter[i].key, key) == 0)
            print_row(p, i, out);
}

void traffic_parameters_json(const emuq_net_constants_t *p, FILE *out, int indent)
{
    fputs("{\n", out);
    for (uint32_t i = 0; i < emuq_net_parameter_count; i++) {
        const emuq_net_parameter_t *row = &emuq_net_parameter[i];
        char value[32];
        const char *tag, *source = source_of(p, i, &tag);
        value_text(row, value_of(p, i), value, sizeof value);
        fprintf(out,
                "%*s\"%s\": {\"value\": %s%s%s, \"unit\": \"%s\", \"tag\": \"%s\", \"source\": ", indent + 2,
                "", row->key, row->words ? "\"" : "", value, row->words ? "\"" : "", row->unit, tag);
        emuq_json_string(out, source);
        fprintf(out, "}%s\n", i + 1 < emuq_net_parameter_count ? "," : "");
    }
    fprintf(out, "%*s}", indent, "");
}

uint64_t traffic_parameters_digest(const emuq_net_constants_t *p)
{
    uint64_t digest = 0xcbf29ce484222325; /* FNV-1a */
    for (uint32_t i = 0; i < emuq_net_parameter_count; i++)
        for (uint32_t value = value_of(p, i), byte = 0; byte < 4; byte++)
            digest = (digest ^ (value >> (8 * byte) & 0xff)) * 0x100000001b3;
    return digest;
}
