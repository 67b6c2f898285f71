/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-net/pattern.h"

#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "network/files/files.h"

static const traffic_pattern_kind_t *const tables[] = {traffic_patterns_random, traffic_patterns_exchange,
                                                       traffic_patterns_fixed, traffic_patterns_collective};
#define TABLES (sizeof tables / sizeof tables[0])

static const traffic_pattern_kind_t *find(const char *name, size_t length, emuq_text_t *why)
{
    emuq_nearest_t search = emuq_nearest(name, length);
    for (size_t t = 0; t < TABLES; t++)
        for (const traffic_pattern_kind_t *k = tables[t]; k->name != NULL; k++) {
            emuq_nearest_try(&search, k->name);
            if (search.distance == 0)
                return k;
        }
    emuq_net_error_name(why, "there is no pattern", &search, "emuq-net --list names them");
    return NULL;
}

int traffic_pattern_open(traffic_pattern_t *p, const char *text, const emuq_net_shape_t *shape, uint64_t seed,
                         emuq_text_t *why)
{
    *p = (traffic_pattern_t){.shape = *shape, .nodes = emuq_net_nodes(shape), .seed = seed, .round = 1};
    snprintf(p->text, sizeof p->text, "%s", text);
    size_t length = strcspn(text, ":");
    p->kind = find(text, length, why);
    if (p->kind == NULL)
        return -EINVAL;
    if (p->kind->argument == NULL && text[length] != '\0')
        return emuq_net_error(why, "pattern %s takes nothing behind its name, not '%s'", p->kind->name,
                               text);
    return p->kind->read != NULL ? p->kind->read(p, text[length] != '\0' ? text + length + 1 : "", why) : 0;
}

void traffic_pattern_free(traffic_pattern_t *p)
{
    free(p->by_distance);
}

void traffic_pattern_list(FILE *out)
{
    for (size_t t = 0; t < TABLES; t++)
        for (const traffic_pattern_kind_t *k = tables[t]; k->name != NULL; k++) {
            char left[64];
            snprintf(left, sizeof left, "%s%s", k->name, k->argument != NULL ? k->argument : "");
            fprintf(out, "  %-40s %s\n", left, k->help);
        }
}
