/* SPDX-License-Identifier: BSD-3-Clause */
/* Traces replayed by emuq-net: messages lead from node to node and depend only on earlier messages. */
#include <stdlib.h>

#include "fuzz.h"
#include "tools/emuq-net/net.h"

static void look_at(const traffic_trace_t *trace, const emuq_net_shape_t *shape)
{
    const uint32_t nodes = emuq_net_nodes(shape);
    for (uint32_t i = 0; i < trace->messages; i++) {
        const traffic_trace_message_t *m = &trace->message[i];
        FUZZ_CHECK(m->source < nodes && m->destination < nodes && m->vc < 4);
        uint32_t edges = 0;
        for (uint32_t e = m->first; e != TRAFFIC_TRACE_NONE; e = trace->edge[e].next) {
            FUZZ_CHECK(e < trace->edges && trace->edge[e].waiter > i &&
                       trace->edge[e].waiter < trace->messages);
            FUZZ_CHECK(edges++ < trace->edges);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char reason[512], *text = fuzz_text(data, size);
    emuq_text_t why = emuq_text(reason, sizeof reason);
    emuq_net_shape_t shape;
    traffic_trace_t trace;
    FUZZ_CHECK(traffic_shape_parse("4x2x2x1x2", &shape, &why) == 0);
    if (traffic_trace_parse(&trace, text, "fuzz", &shape, 0xf, &why) == 0) {
        look_at(&trace, &shape);
        traffic_trace_free(&trace);
    } else {
        FUZZ_CHECK(reason[0] != '\0');
    }
    free(text);
    return 0;
}
