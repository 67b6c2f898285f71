/* SPDX-License-Identifier: BSD-3-Clause */
#include "network/files/constants.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "network/files/file.h"
#include "network/files/quantity.h"
#include "network/files/toml.h"
#include "network/files/why.h"

#define KEY 130 /* most bytes of a key: table, point, name */

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

/* ---- one value ---- */

/* @param also another name that may be meant; NULL: none */
static const emuq_net_parameter_t *find(const char *key, const char *also, emuq_text_t *why)
{
    emuq_nearest_t search = emuq_nearest(key, strlen(key));
    if (also != NULL)
        emuq_nearest_try(&search, also);
    for (uint32_t i = 0; i < emuq_net_parameter_count; i++) {
        emuq_nearest_try(&search, emuq_net_parameter[i].key);
        if (search.distance == 0)
            return &emuq_net_parameter[i];
    }
    emuq_net_refuse_name(why, "there is no parameter", &search, "emuq-net --show lists them");
    return NULL;
}

int emuq_net_constants_name(const char *key, const char *also, emuq_text_t *why)
{
    return (also != NULL && strcmp(key, also) == 0) || find(key, also, why) != NULL ? 0 : -EINVAL;
}

/* Finds a word among those separated by '|'. @return its index, or -1 */
static int word_index(const char *words, const char *word)
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

/* A word that a row does not have. */
static int refuse_word(const emuq_net_parameter_t *row, const char *text, emuq_text_t *why)
{
    char words[EMUQ_NET_SOURCE], list[EMUQ_NET_SOURCE + 16], *save;
    emuq_nearest_t search = emuq_nearest(text, strlen(text));
    snprintf(words, sizeof words, "%s", row->words);
    snprintf(list, sizeof list, "there are %s", row->words);
    for (char *word = strtok_r(words, "|", &save); word != NULL; word = strtok_r(NULL, "|", &save))
        emuq_nearest_try(&search, word);
    char what[64];
    snprintf(what, sizeof what, "%s has no word", row->key);
    return emuq_net_refuse_name(why, what, &search, list);
}

/* Picoseconds of a row's unit; 0: it is no time. */
static uint64_t unit_ps(const emuq_net_constants_t *p, const emuq_net_parameter_t *row)
{
    if (strcmp(row->unit, "ticks") == 0)
        return EMUQ_NET_TICK_PS;
    if (strncmp(row->unit, "cycles", 6) == 0)
        return (uint64_t)p->value.clock.cycle * EMUQ_NET_TICK_PS;
    if (strcmp(row->unit, "cpu cycles") == 0)
        return (uint64_t)p->value.clock.cpu * EMUQ_NET_TICK_PS;
    return 0;
}

static void store(emuq_net_constants_t *p, const emuq_net_parameter_t *row, uint64_t value, const char *who)
{
    *emuq_net_value(&p->value, row) = (uint32_t)value;
    snprintf(p->source[row - emuq_net_parameter], EMUQ_NET_SOURCE, "%s", who);
}

static int set_row(emuq_net_constants_t *p, const emuq_net_parameter_t *row, const char *text,
                   const char *who, emuq_text_t *why)
{
    uint64_t n = 0, ps = unit_ps(p, row);
    if (row->words != NULL) {
        int i = word_index(row->words, text);
        if (i < 0)
            return refuse_word(row, text, why);
        n = (uint64_t)i;
    } else if ((emuq_number_parse(text, EMUQ_NUMBER_COUNT, row->low, row->high, &n) != 0 &&
                (ps == 0 || emuq_net_time(text, ps, &n) != 0)) ||
               n < row->low || n > row->high) {
        return emuq_net_refuse(why, "%s takes %u..%u %s%s, not '%s'", row->key, row->low, row->high,
                               row->unit, ps != 0 ? ", or a time such as 44ns" : "", text);
    }
    store(p, row, n, who);
    return 0;
}

/* ---- zones ---- */

/* Sets the masks of zone "zone.N" to groups of dimensions, such as AB,CD,E. */
static int set_zone(emuq_net_constants_t *p, const char *key, const char *text, const char *who,
                    emuq_text_t *why)
{
    uint32_t mask[EMUQ_NET_DIMENSIONS] = {0}, all = 0, group = 0;
    for (const char *c = text; *c != '\0'; c++) {
        uint32_t bit = *c >= 'A' && *c < 'A' + EMUQ_NET_DIMENSIONS ? 1U << (*c - 'A') : 0;
        if (*c == ',' && mask[group] != 0 && group + 1 < EMUQ_NET_DIMENSIONS)
            group++;
        else if (bit == 0 || (mask[group] & bit) != 0)
            return emuq_net_refuse(why, "%s takes up to %d groups of dimensions such as AB,CD,E, not '%s'",
                                   key, EMUQ_NET_DIMENSIONS, text);
        mask[group] |= bit;
        all |= bit;
    }
    if (all == 0 || mask[group] == 0)
        return emuq_net_refuse(why, "%s takes groups of dimensions such as AB,CD,E, not '%s'", key, text);
    for (uint32_t i = 0; i < EMUQ_NET_DIMENSIONS; i++) {
        char name[KEY];
        snprintf(name, sizeof name, "%s.%u", key, i);
        store(p, find(name, NULL, why), mask[i], who);
    }
    return 0;
}

static bool is_zone(const char *key)
{
    return strncmp(key, "zone.", 5) == 0 && key[5] >= '0' && key[5] < '0' + EMUQ_NET_ZONES && key[6] == '\0';
}

static int set(emuq_net_constants_t *p, const char *key, const char *text, const char *who, emuq_text_t *why)
{
    if (is_zone(key))
        return set_zone(p, key, text, who, why);
    if (strncmp(key, "zone.", 5) == 0 && strchr(key + 5, '.') == NULL)
        return emuq_net_refuse(why, "zones are zone.0 to zone.%d, not '%s'", EMUQ_NET_ZONES - 1, key);
    const emuq_net_parameter_t *row = find(key, NULL, why);
    return row != NULL ? set_row(p, row, text, who, why) : -EINVAL;
}

int emuq_net_constants_set(emuq_net_constants_t *p, const char *assignment, const char *who, emuq_text_t *why)
{
    size_t length = strcspn(assignment, "=");
    char key[KEY];
    if (assignment[length] != '=' || length >= sizeof key)
        return emuq_net_refuse(why, "a parameter is set by key=value, not by '%s'", assignment);
    memcpy(key, assignment, length);
    key[length] = '\0';
    return set(p, key, assignment + length + 1, who, why);
}

/* ---- files ---- */

/* While a file is read. */
typedef struct reader {
    emuq_net_constants_t *p;
    const char *who; /* provenance, unless the file gives another */
} reader_t;

static int refuse_preset(const char *what, const char *name, emuq_text_t *why)
{
    emuq_nearest_t search = emuq_nearest(name, strlen(name));
    emuq_nearest_try(&search, "bgq");
    emuq_nearest_try(&search, "torus3d");
    return emuq_net_refuse_name(why, what, &search, "there are the presets bgq and torus3d");
}

static int use_model(reader_t *r, const emuq_net_toml_t *a, emuq_text_t *why)
{
    if (strcmp(a->key, "name") == 0) {
        snprintf(r->p->name, sizeof r->p->name, "%.63s", a->item[0]);
        return 0;
    }
    if (strcmp(a->key, "preset") != 0)
        return emuq_net_refuse(why, "[model] has name and preset, not '%s'", a->key);
    if (emuq_net_preset(a->item[0], &r->p->value) != 0)
        return refuse_preset("there is no preset", a->item[0], why);
    memset(r->p->source, 0, emuq_net_parameter_count * sizeof *r->p->source);
    return 0;
}

static int use_provenance(reader_t *r, const emuq_net_toml_t *a, emuq_text_t *why)
{
    bool zone = is_zone(a->key);
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

/* The items of a list, separated by commas: what set() takes. */
static void join(const emuq_net_toml_t *a, emuq_text_t *text)
{
    for (unsigned i = 0; i < a->items; i++)
        emuq_text_add(text, "%s%s", i > 0 ? "," : "", a->item[i]);
}

static int use(void *context, const emuq_net_toml_t *a, emuq_text_t *why)
{
    reader_t *r = context;
    if (strcmp(a->table, "provenance") != 0 && strcmp(a->table, "model") != 0) {
        char key[KEY], text[EMUQ_NET_TOML_TEXT];
        emuq_text_t value = emuq_text(text, sizeof text);
        snprintf(key, sizeof key, "%s%s%s", a->table, a->table[0] != '\0' ? "." : "", a->key);
        join(a, &value);
        return set(r->p, key, text, r->who, why);
    }
    if (a->items != 1 || !a->quoted[0])
        return emuq_net_refuse(why, "'%s' takes a text", a->key);
    return a->table[0] == 'm' ? use_model(r, a, why) : use_provenance(r, a, why);
}

int emuq_net_constants_parse(emuq_net_constants_t *p, const char *text, const char *file, emuq_text_t *why)
{
    char who[EMUQ_NET_SOURCE];
    snprintf(who, sizeof who, "changed by %.100s", file);
    return emuq_net_toml_parse(text, file, use, &(reader_t){p, who}, why);
}

int emuq_net_constants_read(emuq_net_constants_t *p, const char *name, emuq_text_t *why)
{
    if (emuq_net_preset(name, &p->value) == 0) {
        snprintf(p->name, sizeof p->name, "%.63s", name);
        memset(p->source, 0, emuq_net_parameter_count * sizeof *p->source);
        return 0;
    }
    if (strpbrk(name, "./") == NULL && access(name, F_OK) != 0)
        return refuse_preset("there is no preset and no file", name, why);
    char *text = emuq_net_file_read(name, why);
    if (text == NULL)
        return -EINVAL;
    int rc = emuq_net_constants_parse(p, text, name, why);
    free(text);
    return rc;
}

/* ---- all ---- */

int emuq_net_constants_check(const emuq_net_constants_t *p, emuq_text_t *why)
{
    const char *reason = "";
    if (emuq_net_parameters_check(&p->value, &reason) == 0)
        return 0;
    return emuq_net_refuse(why, "the parameters do not go together: %s", reason);
}
