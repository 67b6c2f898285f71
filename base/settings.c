/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/settings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/atomic.h"
#include "base/host_calls.h"
#include "base/text.h"

extern char **environ;

static emuq_settings_t *settings_tables; /* sorted by name; constant in main() */

void emuq_settings_register(emuq_settings_t *table)
{
    emuq_settings_t **at = &settings_tables;
    while (*at != NULL && strcmp((*at)->name, table->name) < 0)
        at = &(*at)->next;
    table->next = *at;
    *at = table;
}

emuq_settings_t *emuq_settings_next(const emuq_settings_t *table)
{
    return table != NULL ? table->next : settings_tables;
}

/* @param range begins with "low..high" */
static int settings_parse_range(const char *text, emuq_number_kind_t kind, const char *range,
                                uint64_t *number)
{
    uint64_t low, high;
    const char *end;
    if (emuq_number_scan(range, kind, &low, &end) != 0 || strncmp(end, "..", 2) != 0 ||
        emuq_number_scan(end + 2, kind, &high, &end) != 0)
        return -EINVAL;
    return emuq_number_parse(text, kind, low, high, number) == 0 ? 0 : -EINVAL;
}

/* Whether @p text is "name:NUMBER" for the choice "name:low..high". */
static bool settings_has_number(const char *text, const char *choice)
{
    uint64_t ignored;
    size_t name = strcspn(choice, ":|");
    return choice[name] == ':' && strncmp(text, choice, name + 1) == 0 &&
           settings_parse_range(text + name + 1, EMUQ_NUMBER_THOUSANDTHS, choice + name + 1, &ignored) == 0;
}

static int settings_parse_choice(const char *text, const char *choices, uint64_t *index)
{
    uint64_t ignored;
    for (*index = 0;; ++*index) {
        size_t length = strcspn(choices, "|");
        bool is_word = strcspn(choices, ":|") == length;
        if ((is_word && strlen(text) == length && strncmp(text, choices, length) == 0) ||
            settings_parse_range(text, EMUQ_NUMBER_COUNT, choices, &ignored) == 0 ||
            settings_has_number(text, choices))
            return 0;
        if (choices[length] == '\0')
            return -EINVAL;
        choices += length + 1;
    }
}

int emuq_setting_info_parse(const emuq_setting_info_t *row, const char *text, uint64_t *number)
{
    uint64_t n = 0;
    if (row->type == EMUQ_SETTING_TYPE_TEXT)
        return 0;
    int rc = row->type == EMUQ_SETTING_TYPE_CHOICE ? settings_parse_choice(text, row->values, &n)
             : row->type == EMUQ_SETTING_TYPE_SIZE
                 ? settings_parse_range(text, EMUQ_NUMBER_SIZE, row->values, &n)
                 : settings_parse_range(text, EMUQ_NUMBER_COUNT, row->values, &n);
    if (rc == 0 && number != NULL)
        *number = n;
    return rc;
}

static int settings_report_unknown(const emuq_settings_t *table)
{
    int unknown = 0;
    for (char **variable = environ; table->prefix != NULL && variable != NULL && *variable != NULL;
         variable++) {
        const char *name = *variable;
        int length = (int)strcspn(name, "=");
        if (strncmp(name, table->prefix, strlen(table->prefix)) != 0)
            continue;
        emuq_nearest_t nearest = emuq_nearest(name, (size_t)length);
        for (const emuq_settings_t *t = settings_tables; t != NULL; t = t->next)
            for (unsigned i = 0; i < t->rows; i++)
                emuq_nearest_try(&nearest, t->row[i].name);
        if (nearest.distance == 0)
            continue;
        if (nearest.name != NULL)
            fprintf(stderr, "%s: there is no setting %.*s; did you mean %s?\n", table->name, length, name,
                    nearest.name);
        else
            fprintf(stderr, "%s: there is no setting %.*s; emuq-info lists the settings\n", table->name,
                    length, name);
        unknown++;
    }
    return unknown;
}

static void settings_use_default(const emuq_setting_info_t *row, emuq_setting_value_t *value)
{
    *value = (emuq_setting_value_t){.text = row->def};
    emuq_setting_info_parse(row, value->text, &value->number);
}

static int settings_read_one(const emuq_settings_t *table, const emuq_setting_info_t *row,
                             emuq_setting_value_t *value)
{
    settings_use_default(row, value);
    const char *text = getenv(row->name);
    if (text == NULL)
        return 0;
    if (emuq_setting_info_parse(row, text, &value->number) != 0) {
        fprintf(stderr, "%s: %s=%s is not a value of this setting; it takes %s (%s)\n", table->name,
                row->name, text, row->values, row->help);
        return -EINVAL;
    }
    char *copy = strdup(text);
    if (copy == NULL) {
        fprintf(stderr, "%s: no memory for the value of %s\n", table->name, row->name);
        return -EINVAL;
    }
    value->text = copy;
    value->is_set = true;
    return 0;
}

static void settings_release(emuq_setting_value_t *value, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (value[i].is_set)
            free((char *)value[i].text);
}

int emuq_settings_read(emuq_settings_t *table)
{
    emuq_setting_value_t fresh[table->rows];
    int bad = settings_report_unknown(table);
    for (unsigned i = 0; i < table->rows; i++)
        bad += settings_read_one(table, &table->row[i], &fresh[i]) != 0;
    if (bad != 0) {
        settings_release(fresh, table->rows);
        for (unsigned i = 0; i < table->rows && !table->loaded; i++)
            settings_use_default(&table->row[i], &table->value[i]);
    } else {
        settings_release(table->value, table->rows);
        memcpy(table->value, fresh, sizeof(fresh));
    }
    /* Release: pairs with emuq_settings_value(). */
    emuq_flag_store_release(&table->loaded, true);
    return bad != 0 ? -EINVAL : 0;
}

const emuq_setting_value_t *emuq_settings_value(emuq_settings_t *table, unsigned i)
{
    /* Acquire: pairs with emuq_settings_read(). */
    if (!emuq_flag_load_acquire(&table->loaded)) {
        emuq_host_mutex_lock(&table->lock);
        if (!table->loaded)
            emuq_settings_read(table);
        emuq_host_mutex_unlock(&table->lock);
    }
    return &table->value[i];
}
