/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/nearest.h"

#include <string.h>

#define LONGEST 63 /* names longer than that are not compared */

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Levenshtein distance: insertions, deletions and replacements that turn one name into the other. */
static unsigned distance(const char *a, size_t a_length, const char *b)
{
    unsigned row[LONGEST + 1];
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

void emuq_nearest_try(emuq_nearest_t *search, const char *name)
{
    if (search->length > LONGEST || strlen(name) > LONGEST)
        return;
    unsigned d = distance(search->word, search->length, name);
    if (d >= search->distance)
        return;
    search->distance = d;
    search->name = name;
}
