/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/settings.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct row {
    const char *name;
    uint64_t def, least, most;
} row_t;

static const row_t rows[] = {
#define EMUQ_PAMI_SETTING(id, name, def, least, most, help) {name, def, least, most},
#include "msglayer/settings.def"
#undef EMUQ_PAMI_SETTING
};

/* @return whether the text is a number, with or without a suffix, and nothing else. */
static int parse(const char *text, uint64_t *value)
{
    char *end;
    if (*text < '0' || *text > '9')
        return 0;
    *value = strtoull(text, &end, 10);
    if (*end == 'k' || *end == 'K') {
        *value <<= 10;
        end++;
    } else if (*end == 'm' || *end == 'M') {
        *value <<= 20;
        end++;
    }
    return *end == '\0';
}

uint64_t emuq_pami_setting(emuq_pami_setting_t id)
{
    const row_t *row = &rows[id];
    const char *text = getenv(row->name);
    uint64_t value;
    if (text == NULL || *text == '\0')
        return row->def;
    if (parse(text, &value) && value >= row->least && value <= row->most)
        return value;
    fprintf(stderr, "pami: %s=%s is not a number from %llu to %llu; %llu is used\n", row->name, text,
            (unsigned long long)row->least, (unsigned long long)row->most, (unsigned long long)row->def);
    return row->def;
}
