/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-net/sweep.h"

#include <stdlib.h>
#include <string.h>

#include "tools/emuq-net/collect.h"
#include "tools/emuq-net/replay.h"
#include "network/files/files.h"

#define UNIT 1000000 /* of values */

/* Sets what is swept to a value. */
static int apply(traffic_options_t *o, uint64_t value, emuq_text_t *why)
{
    char assignment[128];
    if (strcmp(o->sweep.name, "load") == 0)
        return traffic_options_load(o, value, &o->setup, why);
    if (value % UNIT != 0)
        return emuq_net_error(why, "parameter %s takes whole numbers only", o->sweep.name);
    snprintf(assignment, sizeof assignment, "%s=%llu", o->sweep.name, (unsigned long long)(value / UNIT));
    int rc = emuq_net_constants_set(&o->parameters, assignment, "swept", why);
    rc = rc == 0 ? emuq_net_constants_check(&o->parameters, why) : rc;
    return rc == 0 && o->load > 0 ? traffic_options_load(o, o->load, &o->setup, why) : rc;
}

/* All values are tried first, so that a wrong one is refused before anything runs. */
static int check(traffic_options_t *o, unsigned count, emuq_text_t *why)
{
    int rc = 0;
    for (unsigned i = 0; i < count && rc == 0 && o->sweep.wanted; i++)
        rc = apply(o, o->sweep.first + i * o->sweep.step, why);
    return rc;
}

static int run_once(const traffic_options_t *o, traffic_result_t *result, emuq_text_t *why)
{
    if (o->is_trace)
        return traffic_replay(&o->setup, &o->trace, result, why);
    return o->setup.workload.pattern.collective != TRAFFIC_ALONE ? traffic_collect(&o->setup, result, why)
                                                                 : traffic_simulate(&o->setup, result, why);
}

int traffic_sweep_run(traffic_options_t *o,
                      void (*each)(const traffic_options_t *o, const traffic_point_t *point),
                      traffic_point_t **points, unsigned *count, emuq_text_t *why)
{
    unsigned wanted = o->sweep.wanted ? (unsigned)((o->sweep.last - o->sweep.first) / o->sweep.step) + 1 : 1;
    *count = 0;
    *points = NULL;
    int rc = check(o, wanted, why);
    if (rc != 0)
        return rc;
    *points = calloc(wanted, sizeof **points);
    if (*points == NULL)
        return emuq_net_error(why, "no memory for the results"), -ENOMEM;
    for (unsigned i = 0; i < wanted; i++) {
        traffic_point_t *point = &(*points)[i];
        point->value = o->sweep.first + i * o->sweep.step;
        if (o->sweep.wanted)
            rc = apply(o, point->value, why);
        rc = rc == 0 ? run_once(o, &point->result, why) : rc;
        if (rc != 0)
            return rc;
        ++*count;
        if (each != NULL)
            each(o, point);
    }
    return 0;
}

void traffic_sweep_free(traffic_point_t *points, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        traffic_result_free(&points[i].result);
    free(points);
}
