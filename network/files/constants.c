/* SPDX-License-Identifier: BSD-3-Clause */
#include "network/files/files.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"

#define KEY 130 /* maximum bytes of a key "table.name" */

int emuq_net_constants_open(emuq_net_constants_t *p)
{
    emuq_net_preset("bgq", &p->value);
    snprintf(p->name, sizeof p->name, "bgq");
    p->source = calloc(emuq_net_parameter_count, sizeof *p->source);
    return p->source != NULL ? 0 : -ENOMEM;
}

void emuq_net_constants_free(emuq_net_constants_t *p)
{
    free(p->source);
}

/* @param also an alternative name for suggestions; NULL: none */
static const emuq_net_parameter_t *constants_find(const char *key, const char *also, emuq_text_t *why)
{
    emuq_nearest_t search = emuq_nearest(key, strlen(key));
    if (also != NULL)
        emuq_nearest_try(&search, also);
    for (uint32_t i = 0; i < emuq_net_parameter_count; i++) {
        emuq_nearest_try(&search, emuq_net_parameter[i].key);
        if (search.distance == 0)
            return &emuq_net_parameter[i];
    }
    emuq_net_error_name(why, "unknown parameter", &search, "emuq-net --show lists all parameters");
    return NULL;
}

int emuq_net_constants_name(const char *key, const char *also, emuq_text_t *why)
{
    return (also != NULL && strcmp(key, also) == 0) || constants_find(key, also, why) != NULL ? 0 : -EINVAL;
}

/* Index of a word in a list separated by '|', or -1. */
static int constants_word_index(const char *words, const char *word)
{
    for (int i = 0;; i++) {
        size_t length = strcspn(words, "|");
        if (strlen(word) == length && strncmp(words, word, length) == 0)
            return i;
        if (words[length] == '\0')
            return -1;
        words += length + 1;
    }
}

static int constants_word_error(const emuq_net_parameter_t *row, const char *text, emuq_text_t *why)
{
    char words[EMUQ_NET_SOURCE], list[EMUQ_NET_SOURCE + 16], *save;
    emuq_nearest_t search = emuq_nearest(text, strlen(text));
    snprintf(words, sizeof words, "%s", row->words);
    snprintf(list, sizeof list, "expected %s", row->words);
    for (char *word = strtok_r(words, "|", &save); word != NULL; word = strtok_r(NULL, "|", &save))
        emuq_nearest_try(&search, word);
    char what[64];
    snprintf(what, sizeof what, "%s: invalid value", row->key);
    return emuq_net_error_name(why, what, &search, list);
}

/* Length of a row's unit in picoseconds; 0 if the unit is not a time. */
static uint64_t constants_unit_ps(const emuq_net_constants_t *p, const emuq_net_parameter_t *row)
{
    if (strcmp(row->unit, "ticks") == 0)
        return EMUQ_NET_TICK_PS;
    if (strncmp(row->unit, "cycles", 6) == 0)
        return (uint64_t)p->value.clock.cycle * EMUQ_NET_TICK_PS;
    if (strcmp(row->unit, "cpu cycles") == 0)
        return (uint64_t)p->value.clock.cpu * EMUQ_NET_TICK_PS;
    return 0;
}

static void constants_store(emuq_net_constants_t *p, const emuq_net_parameter_t *row, uint64_t value,
                            const char *who)
{
    *emuq_net_value(&p->value, row) = (uint32_t)value;
    snprintf(p->source[row - emuq_net_parameter], EMUQ_NET_SOURCE, "%s", who);
}

static int constants_set_row(emuq_net_constants_t *p, const emuq_net_parameter_t *row, const char *text,
                             const char *who, emuq_text_t *why)
{
    uint64_t n = 0, ps = constants_unit_ps(p, row);
    if (row->words != NULL) {
        int i = constants_word_index(row->words, text);
        if (i < 0)
            return constants_word_error(row, text, why);
        n = (uint64_t)i;
    } else if ((emuq_number_parse(text, EMUQ_NUMBER_COUNT, row->low, row->high, &n) != 0 &&
                (ps == 0 || emuq_net_time(text, ps, &n) != 0)) ||
               n < row->low || n > row->high) {
        return emuq_net_error(why, "%s: invalid value '%s' (expected %u..%u %s%s)", row->key, text, row->low,
                              row->high, row->unit, ps != 0 ? ", or a time such as 44ns" : "");
    }
    constants_store(p, row, n, who);
    return 0;
}

/* Sets zone "zone.N" to groups of dimensions, such as AB,CD,E. */
static int constants_set_zone(emuq_net_constants_t *p, const char *key, const char *text, const char *who,
                              emuq_text_t *why)
{
    uint32_t mask[EMUQ_NET_DIMENSIONS] = {0}, all = 0, group = 0;
    for (const char *c = text; *c != '\0'; c++) {
        uint32_t bit = *c >= 'A' && *c < 'A' + EMUQ_NET_DIMENSIONS ? 1U << (*c - 'A') : 0;
        if (*c == ',' && mask[group] != 0 && group + 1 < EMUQ_NET_DIMENSIONS)
            group++;
        else if (bit == 0 || (mask[group] & bit) != 0)
            return emuq_net_error(
                why, "%s: invalid value '%s' (expected up to %d groups of dimensions, e.g. AB,CD,E)", key,
                text, EMUQ_NET_DIMENSIONS);
        mask[group] |= bit;
        all |= bit;
    }
    if (all == 0 || mask[group] == 0)
        return emuq_net_error(why, "%s: invalid value '%s' (expected groups of dimensions, e.g. AB,CD,E)",
                              key, text);
    for (uint32_t i = 0; i < EMUQ_NET_DIMENSIONS; i++) {
        char name[KEY];
        snprintf(name, sizeof name, "%s.%u", key, i);
        constants_store(p, constants_find(name, NULL, why), mask[i], who);
    }
    return 0;
}

static bool constants_is_zone(const char *key)
{
    return strncmp(key, "zone.", 5) == 0 && key[5] >= '0' && key[5] < '0' + EMUQ_NET_ZONES && key[6] == '\0';
}

static int constants_assign(emuq_net_constants_t *p, const char *key, const char *text, const char *who,
                            emuq_text_t *why)
{
    if (constants_is_zone(key))
        return constants_set_zone(p, key, text, who, why);
    if (strncmp(key, "zone.", 5) == 0 && strchr(key + 5, '.') == NULL)
        return emuq_net_error(why, "unknown zone '%s' (expected zone.0 to zone.%d)", key, EMUQ_NET_ZONES - 1);
    const emuq_net_parameter_t *row = constants_find(key, NULL, why);
    return row != NULL ? constants_set_row(p, row, text, who, why) : -EINVAL;
}

int emuq_net_constants_set(emuq_net_constants_t *p, const char *assignment, const char *source,
                           emuq_text_t *why)
{
    size_t length = strcspn(assignment, "=");
    char key[KEY];
    if (assignment[length] != '=' || length >= sizeof key)
        return emuq_net_error(why, "invalid assignment '%s' (expected key=value)", assignment);
    memcpy(key, assignment, length);
    key[length] = '\0';
    return constants_assign(p, key, assignment + length + 1, source, why);
}

typedef struct reader {
    emuq_net_constants_t *p;
    const char *who; /* default provenance */
} reader_t;

static int constants_preset_error(const char *what, const char *name, emuq_text_t *why)
{
    emuq_nearest_t search = emuq_nearest(name, strlen(name));
    emuq_nearest_try(&search, "bgq");
    emuq_nearest_try(&search, "torus3d");
    return emuq_net_error_name(why, what, &search, "expected bgq or torus3d");
}

static int constants_use_model(reader_t *r, const emuq_net_toml_t *a, emuq_text_t *why)
{
    if (strcmp(a->key, "name") == 0) {
        snprintf(r->p->name, sizeof r->p->name, "%.63s", a->item[0]);
        return 0;
    }
    if (strcmp(a->key, "preset") != 0)
        return emuq_net_error(why, "[model]: unknown key '%s' (expected name or preset)", a->key);
    if (emuq_net_preset(a->item[0], &r->p->value) != 0)
        return constants_preset_error("unknown preset", a->item[0], why);
    memset(r->p->source, 0, emuq_net_parameter_count * sizeof *r->p->source);
    return 0;
}

static int constants_use_provenance(reader_t *r, const emuq_net_toml_t *a, emuq_text_t *why)
{
    bool zone = constants_is_zone(a->key);
    uint32_t found = 0;
    for (uint32_t i = 0; i < emuq_net_parameter_count; i++) {
        const char *key = emuq_net_parameter[i].key;
        if (zone ? strncmp(key, a->key, 6) != 0 : strcmp(key, a->key) != 0)
            continue;
        snprintf(r->p->source[i], EMUQ_NET_SOURCE, "%.127s", a->item[0]);
        found++;
    }
    return found != 0 ? 0 : emuq_net_constants_name(a->key, NULL, why);
}

/* Joins the items of a list with commas. */
static void constants_join(const emuq_net_toml_t *a, emuq_text_t *text)
{
    for (unsigned i = 0; i < a->items; i++)
        emuq_text_add(text, "%s%s", i > 0 ? "," : "", a->item[i]);
}

static int constants_use(void *context, const emuq_net_toml_t *a, emuq_text_t *why)
{
    reader_t *r = context;
    if (strcmp(a->table, "provenance") != 0 && strcmp(a->table, "model") != 0) {
        char key[KEY], text[EMUQ_NET_TOML_TEXT];
        emuq_text_t value = emuq_text(text, sizeof text);
        snprintf(key, sizeof key, "%s%s%s", a->table, a->table[0] != '\0' ? "." : "", a->key);
        constants_join(a, &value);
        return constants_assign(r->p, key, text, r->who, why);
    }
    if (a->items != 1 || !a->quoted[0])
        return emuq_net_error(why, "'%s': expected a text in quotes", a->key);
    return a->table[0] == 'm' ? constants_use_model(r, a, why) : constants_use_provenance(r, a, why);
}

int emuq_net_constants_parse(emuq_net_constants_t *p, const char *text, const char *file, emuq_text_t *why)
{
    char who[EMUQ_NET_SOURCE];
    snprintf(who, sizeof who, "changed by %.100s", file);
    return emuq_net_toml_parse(text, file, constants_use, &(reader_t){p, who}, why);
}

int emuq_net_constants_read(emuq_net_constants_t *p, const char *name, emuq_text_t *why)
{
    if (emuq_net_preset(name, &p->value) == 0) {
        snprintf(p->name, sizeof p->name, "%.63s", name);
        memset(p->source, 0, emuq_net_parameter_count * sizeof *p->source);
        return 0;
    }
    if (strpbrk(name, "./") == NULL && access(name, F_OK) != 0)
        return constants_preset_error("no preset or file", name, why);
    char *text = emuq_net_file_read(name, why);
    if (text == NULL)
        return -EINVAL;
    int rc = emuq_net_constants_parse(p, text, name, why);
    free(text);
    return rc;
}

int emuq_net_constants_check(const emuq_net_constants_t *p, emuq_text_t *why)
{
    const char *reason = "";
    if (emuq_net_parameters_check(&p->value, &reason) == 0)
        return 0;
    return emuq_net_error(why, "inconsistent parameters: %s", reason);
}
