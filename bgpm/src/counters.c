/* SPDX-License-Identifier: BSD-3-Clause */
/* The counters of core sets. */
#include "bgpm/src/private.h"

bgpm_counter_t *bgpm_counter_of(const bgpm_set_t *set, unsigned target, unsigned index)
{
    return &set->counter[target * set->events + index];
}

void bgpm_punit_count(bgpm_set_t *set, uint64_t mask, bool run)
{
    for (unsigned t = 0; t < set->targets; t++) {
        for (unsigned i = 0; i < set->events; i++) {
            bgpm_counter_t *counter = bgpm_counter_of(set, t, i);
            if ((i < 64 && !(mask >> i & 1)) || counter->tally.runs == run)
                continue;
            if (set->event[i].period != 0)
                bgpm_source_enable(&counter->source, run);
            (run ? bgpm_tally_start : bgpm_tally_stop)(&counter->tally, bgpm_source_now(&counter->source));
        }
    }
    (run ? bgpm_tally_start : bgpm_tally_stop)(&set->mux.elapsed, GetTimeBase());
}

uint64_t bgpm_punit_running(const bgpm_set_t *set)
{
    uint64_t mask = 0;
    for (unsigned i = 0; i < set->events && i < 64; i++)
        mask |= (uint64_t)bgpm_counter_of(set, 0, i)->tally.runs << i;
    return mask;
}

uint64_t bgpm_counter_value(const bgpm_counter_t *counter)
{
    return bgpm_tally_value(&counter->tally, counter->tally.runs ? bgpm_source_now(&counter->source) : 0);
}

uint64_t bgpm_punit_value(const bgpm_set_t *set, unsigned index)
{
    uint64_t sum = 0;
    for (unsigned t = 0; t < set->targets; t++)
        sum += bgpm_counter_value(bgpm_counter_of(set, t, index));
    return sum;
}
