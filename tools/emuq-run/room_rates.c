/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-run/room_rates.h"

#include <stdlib.h>

#include "base/clock.h"
#include "tools/emuq-run/counters.h"
#include "tools/emuq-run/say.h"

void emuq_room_rates_open(emuq_room_rates_t *r, const emuq_launch_t *launch)
{
    const uint32_t *shape = emuq_launch_job(launch)->shape;
    uint32_t nodes = shape[0] * shape[1] * shape[2] * shape[3] * shape[4];
    *r = (emuq_room_rates_t){.nodes = nodes, .looked = emuq_now_ns()};
    r->before = emuq_need(calloc((size_t)nodes * EMUQ_ROOM_RATES, sizeof *r->before));
    r->now = emuq_need(calloc((size_t)nodes * EMUQ_ROOM_RATES, sizeof *r->now));
}

void emuq_room_rates_close(emuq_room_rates_t *r)
{
    free(r->before);
    free(r->now);
}

void emuq_room_rates_look(emuq_room_rates_t *r, const emuq_launch_t *launch)
{
    uint64_t *before = r->before, now = emuq_now_ns();
    r->before = r->now;
    r->now = before;
    r->seconds = (double)(now - r->looked) / EMUQ_NS_PER_S;
    r->looked = now;
    for (r->rates = 0; r->rates < EMUQ_ROOM_RATES; r->rates++) {
        uint64_t *count = &r->now[(size_t)r->rates * r->nodes];
        r->name[r->rates] = emuq_launch_component_rate(launch, r->rates, count);
        if (r->name[r->rates] == NULL)
            break;
    }
}

/* What a count has grown by: what was read while it was changed may seem to shrink. */
static uint64_t growth(const emuq_room_rates_t *r, uint32_t rate, uint32_t node)
{
    size_t at = (size_t)rate * r->nodes + node;
    return r->now[at] > r->before[at] ? r->now[at] - r->before[at] : 0;
}

uint32_t emuq_room_rates_write(const emuq_room_rates_t *r, const emuq_launch_t *launch, const char *before,
                               FILE *out)
{
    char name[64];
    uint32_t written = 0;
    for (uint32_t rate = 0; rate < r->rates; rate++) {
        uint64_t sum = 0;
        uint32_t most = 0;
        for (uint32_t i = 0; i < r->nodes; i++) {
            sum += growth(r, rate, i);
            most = growth(r, rate, i) > growth(r, rate, most) ? i : most;
        }
        if (sum == 0 || r->seconds <= 0)
            continue;
        fprintf(out, "%s%.0f %s/s, most at node %s: %.0f", before, (double)sum / r->seconds, r->name[rate],
                emuq_node_name(emuq_launch_job(launch)->shape, most, name),
                (double)growth(r, rate, most) / r->seconds);
        written++;
    }
    return written;
}
