/* SPDX-License-Identifier: BSD-3-Clause */
#include "emuq/trace.h"
#include "emuq/trace_pami.h"

#include <string.h>

#include "backends/record.h"

_Static_assert(EMUQ_TRACE_TEXT + 1 == EMUQ_RECORD_HEADER_BYTES, "the text of a mark fits into a record");

_Static_assert((int)EMUQ_TRACE_PAMI_OPERATION == (int)EMUQ_RECORD_PAMI_OPERATION, "the same kinds");

static void record(emuq_record_mark_t what, const char *text, uint64_t value)
{
    emuq_record_ring_t *ring = emuq_record_ring_for(EMUQ_RECORD_MARK);
    if (ring == NULL)
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

uint64_t emuq_trace_clock(void)
{
    return emuq_the_recording != NULL ? emuq_record_clock() : 0;
}

void emuq_trace_pami(emuq_trace_pami_t what, const char *name, uint32_t id, size_t bytes, uint64_t begun)
{
    emuq_record_call(EMUQ_RECORD_PAMI, name, begun,
                     (emuq_record_t){.detail = (uint8_t)what, .fifo = (uint16_t)id, .bytes = bytes});
}
