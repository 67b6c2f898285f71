/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/settings.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

#define PREFIX       "EMUQ_"
#define LONGEST_NAME 63 /* names longer than that are not compared */

static const emuq_setting_info_t table[EMUQ_SETTINGS] = {
#define EMUQ_SETTING(id, name, type, def, values, help) {name, EMUQ_SETTING_TYPE_##type, def, values, help},
#include "backends/settings.def"
#undef EMUQ_SETTING
};

/* The value of one setting. */
typedef struct value {
    uint64_t number;
    const char *text; /* the default of the table, or a copy of the environment's */
    bool is_set;      /* the copy: to be freed */
} value_t;

static value_t values[EMUQ_SETTINGS];
static bool loaded; /* release after values; acquire by the getters */

const emuq_setting_info_t *emuq_setting_info(emuq_setting_t id)
{
    return &table[id];
}

/* Reads digits and, for a size, a suffix. Sets *end behind them. */
static int parse_number(const char *text, bool is_size, uint64_t *number, const char **end)
{
    uint64_t n = 0;
    if (*text < '0' || *text > '9')
        return -EINVAL;
    for (; *text >= '0' && *text <= '9'; text++)
        if (__builtin_mul_overflow(n, 10, &n) || __builtin_add_overflow(n, (uint64_t)(*text - '0'), &n))
            return -EINVAL;
    static const char suffixes[] = "KMG";
    const char *suffix = is_size && *text != '\0' ? strchr(suffixes, *text) : NULL;
    if (suffix != NULL) {
        if (__builtin_mul_overflow(n, UINT64_C(1) << (10 * (suffix - suffixes + 1)), &n))
            return -EINVAL;
        text++;
    }
    *number = n;
    *end = text;
    return 0;
}

/* Reads a number that is all of @p text and in the range "low..high" at the start of @p range. */
static int parse_in_range(const char *text, bool is_size, const char *range, uint64_t *number)
{
    uint64_t n, low, high;
    const char *end;
    if (parse_number(text, is_size, &n, &end) != 0 || *end != '\0')
        return -EINVAL;
    if (parse_number(range, is_size, &low, &end) != 0 || strncmp(end, "..", 2) != 0 ||
        parse_number(end + 2, is_size, &high, &end) != 0)
        return -EINVAL;
    if (n < low || n > high)
        return -EINVAL;
    *number = n;
    return 0;
}

/* Finds @p text among the words and ranges of a choice. */
static int parse_choice(const char *text, const char *choices, uint64_t *index)
{
    uint64_t ignored;
    for (*index = 0;; ++*index) {
        size_t length = strcspn(choices, "|");
        if ((strlen(text) == length && strncmp(text, choices, length) == 0) ||
            parse_in_range(text, false, choices, &ignored) == 0)
            return 0;
        if (choices[length] == '\0')
            return -EINVAL;
        choices += length + 1;
    }
}

int emuq_setting_parse(emuq_setting_t id, const char *text, uint64_t *number)
{
    const emuq_setting_info_t *row = &table[id];
    uint64_t n = 0;
    int rc = 0;
    switch (row->type) {
    case EMUQ_SETTING_TYPE_COUNT:
    case EMUQ_SETTING_TYPE_SIZE:
        rc = parse_in_range(text, row->type == EMUQ_SETTING_TYPE_SIZE, row->values, &n);
        break;
    case EMUQ_SETTING_TYPE_CHOICE:
        rc = parse_choice(text, row->values, &n);
        break;
    case EMUQ_SETTING_TYPE_TEXT:
        return 0;
    }
    if (rc == 0 && number != NULL)
        *number = n;
    return rc;
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Levenshtein distance: insertions, deletions and replacements that turn one name into the other. */
static unsigned distance(const char *a, size_t a_length, const char *b)
{
    unsigned row[LONGEST_NAME + 1];
    size_t b_length = strlen(b);
    for (size_t j = 0; j <= b_length; j++)
        row[j] = (unsigned)j;
    for (size_t i = 1; i <= a_length; i++) {
        unsigned diagonal = row[0];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= b_length; j++) {
            unsigned replaced = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = least(replaced, least(row[j], row[j - 1]) + 1);
        }
    }
    return row[b_length];
}

/* The setting whose name is near enough to be meant, or NULL. */
static const char *nearest(const char *name, size_t length)
{
    const char *best = NULL;
    unsigned best_distance = 4;
    for (int i = 0; i < EMUQ_SETTINGS && length <= LONGEST_NAME; i++) {
        unsigned d = distance(name, length, table[i].name);
        if (d < best_distance) {
            best = table[i].name;
            best_distance = d;
        }
    }
    return best;
}

static bool is_known(const char *name, size_t length)
{
    for (int i = 0; i < EMUQ_SETTINGS; i++)
        if (strlen(table[i].name) == length && strncmp(table[i].name, name, length) == 0)
            return true;
    return false;
}

/* @return the number of variables that look like settings and are none; each has been reported. */
static int report_unknown(void)
{
    int unknown = 0;
    for (char **variable = environ; variable != NULL && *variable != NULL; variable++) {
        const char *name = *variable;
        size_t length = strcspn(name, "=");
        if (strncmp(name, PREFIX, strlen(PREFIX)) != 0 || is_known(name, length))
            continue;
        const char *meant = nearest(name, length);
        if (meant != NULL)
            fprintf(stderr, "emuq: there is no setting %.*s; did you mean %s?\n", (int)length, name, meant);
        else
            fprintf(stderr, "emuq: there is no setting %.*s; emuq-info lists the settings\n", (int)length,
                    name);
        unknown++;
    }
    return unknown;
}

static void use_default(emuq_setting_t id, value_t *value)
{
    *value = (value_t){.text = table[id].def};
    emuq_setting_parse(id, value->text, &value->number);
}

static void release(value_t value[EMUQ_SETTINGS])
{
    for (int i = 0; i < EMUQ_SETTINGS; i++)
        if (value[i].is_set)
            free((char *)value[i].text);
}

/* Takes a setting from the environment. @return 0, or -EINVAL after a message. */
static int read_one(emuq_setting_t id, value_t *value)
{
    use_default(id, value);
    const char *text = getenv(table[id].name);
    if (text == NULL)
        return 0;
    if (emuq_setting_parse(id, text, &value->number) != 0) {
        fprintf(stderr, "emuq: %s=%s is not a value of this setting; it takes %s (%s)\n", table[id].name,
                text, table[id].values, table[id].help);
        return -EINVAL;
    }
    char *copy = strdup(text);
    if (copy == NULL) {
        fprintf(stderr, "emuq: no memory for the value of %s\n", table[id].name);
        return -EINVAL;
    }
    value->text = copy;
    value->is_set = true;
    return 0;
}

int emuq_settings_load(void)
{
    value_t fresh[EMUQ_SETTINGS];
    int bad = report_unknown();
    for (int i = 0; i < EMUQ_SETTINGS; i++)
        bad += read_one((emuq_setting_t)i, &fresh[i]) != 0;
    if (bad != 0) {
        release(fresh);
        for (int i = 0; i < EMUQ_SETTINGS && !loaded; i++)
            use_default((emuq_setting_t)i, &values[i]);
    } else {
        release(values);
        memcpy(values, fresh, sizeof(values));
    }
    __atomic_store_n(&loaded, true, __ATOMIC_RELEASE);
    return bad != 0 ? -EINVAL : 0;
}

static void load_first(void)
{
    if (!__atomic_load_n(&loaded, __ATOMIC_ACQUIRE))
        emuq_settings_load();
}

static const value_t *value_of(emuq_setting_t id)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (!__atomic_load_n(&loaded, __ATOMIC_ACQUIRE))
        pthread_once(&once, load_first);
    return &values[id];
}

uint64_t emuq_setting_number(emuq_setting_t id)
{
    return value_of(id)->number;
}

const char *emuq_setting_text(emuq_setting_t id)
{
    return value_of(id)->text;
}

int emuq_setting_is_set(emuq_setting_t id)
{
    return value_of(id)->is_set;
}
