/* SPDX-License-Identifier: BSD-3-Clause */
#include "emuq/trace.h"

#include <string.h>

#include "backends/record.h"

_Static_assert(EMUQ_TRACE_TEXT + 1 == EMUQ_RECORD_HEADER_BYTES, "the text of a mark fits into a record");

static void record(emuq_record_mark_t what, const char *text, uint64_t value)
{
    emuq_record_ring_t *ring = emuq_the_recording != NULL ? emuq_record_ring() : NULL;
    if (ring == NULL || !emuq_record_wants(ring, EMUQ_RECORD_MARK))
        return;
    emuq_record_t *r = emuq_record_next(ring);
    *r = (emuq_record_t){.ticks = emuq_record_clock_after(),
                         .kind = EMUQ_RECORD_MARK,
                         .detail = (uint8_t)what,
                         .node = ring->node,
                         .position = value};
    memcpy(r->text, text, strnlen(text, EMUQ_TRACE_TEXT));
    emuq_record_add(ring);
}

void emuq_trace_mark(const char *text, uint64_t value)
{
    record(EMUQ_RECORD_MARK_POINT, text, value);
}

void emuq_trace_begin(const char *text, uint64_t value)
{
    record(EMUQ_RECORD_MARK_BEGIN, text, value);
}

void emuq_trace_end(void)
{
    record(EMUQ_RECORD_MARK_END, "", 0);
}
