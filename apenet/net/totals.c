/* SPDX-License-Identifier: BSD-3-Clause */
/* The lower halves of totals equal the counters, as both start at 0: no copies of the counters are kept. */
#include "apenet/net/totals.h"

#include "base/atomic.h"

static void totals_advance(uint64_t *total, uint32_t counter)
{
    uint64_t before = AO_load(total); /* relaxed: one thread stores */
    if ((uint32_t)before != counter)
        AO_store(total, before + (uint32_t)(counter - (uint32_t)before));
}

void apenet_totals_update(apenet_totals_t *totals, unsigned port, const apenet_link_counters_t *counters)
{
    uint64_t *count = totals->link[apenet_totals_link(port)].count;
    totals_advance(&count[APENET_TOTAL_WORDS], counters->words_sent_low);
    totals_advance(&count[APENET_TOTAL_PACKETS], counters->start_sent - counters->resends);
    totals_advance(&count[APENET_TOTAL_RESENDS], counters->resends);
    totals_advance(&count[APENET_TOTAL_REPAIRED], counters->headers_repaired);
    totals_advance(&count[APENET_TOTAL_PAYLOAD_ERRORS], counters->payload_errors);
    totals_advance(&count[APENET_TOTAL_STALLS], counters->credit_stalls);
}
