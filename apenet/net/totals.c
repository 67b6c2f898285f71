/* SPDX-License-Identifier: BSD-3-Clause */
/* The lower halves of totals equal the counters, as both start at 0: no copies of the counters are kept. */
#include "apenet/net/totals.h"

#include "base/atomic.h"

static void totals_advance(uint64_t *total, uint32_t counter)
{
    uint64_t before = AO_load(total); /* relaxed: one thread stores */
    AO_store(total, before + (uint32_t)(counter - (uint32_t)before));
}

void apenet_totals_update(apenet_totals_t *totals, unsigned port, const apenet_link_counters_t *counters)
{
    unsigned link = apenet_totals_link(port);
    totals_advance(&totals->link[APENET_TOTAL_WORDS][link], counters->words_sent_low);
    totals_advance(&totals->link[APENET_TOTAL_PACKETS][link], counters->start_sent - counters->resends);
    totals_advance(&totals->link[APENET_TOTAL_RESENDS][link], counters->resends);
    totals_advance(&totals->link[APENET_TOTAL_REPAIRED][link], counters->headers_repaired);
    totals_advance(&totals->link[APENET_TOTAL_PAYLOAD_ERRORS][link], counters->payload_errors);
    totals_advance(&totals->link[APENET_TOTAL_STALLS][link], counters->credit_stalls);
}
