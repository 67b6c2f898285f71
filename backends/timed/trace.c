/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/timed/trace.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "backends/settings.h"
#include "base/process.h"

#define TICKS_PER_NS (1000 / EMUQ_NET_TICK_PS)
#define PS_PER_NS    1000

/* How to send the messages again. */
static void begin(const emuq_timed_t *t, const char *path)
{
    const uint32_t *k = t->machine->geometry.size;
    fprintf(t->trace,
            "# time_ns source destination bytes vc zone; in the order in which messages have been injected\n"
            "# emuq-net --shape %" PRIu32 "x%" PRIu32 "x%" PRIu32 "x%" PRIu32 "x%" PRIu32
            " --pattern trace:%s\n",
            k[0], k[1], k[2], k[3], k[4], path);
}

int emuq_timed_trace_open(emuq_timed_t *t)
{
    const char *path = emuq_setting_text(EMUQ_SETTING_TIME_TRACE);
    if (*path == '\0')
        return 0;
    t->trace = fopen(path, "we");
    if (t->trace == NULL) {
        emuq_file_failed(path, "EMUQ_TIME_TRACE", -errno);
        return -EINVAL;
    }
    begin(t, path);
    return 0;
}

static void write_time(emuq_timed_t *t)
{
    uint64_t tick = t->now - t->begin;
    fprintf(t->trace, "%" PRIu64 ".%03" PRIu64, tick / TICKS_PER_NS,
            tick % TICKS_PER_NS * (PS_PER_NS / TICKS_PER_NS));
}

void emuq_timed_trace_message(emuq_timed_t *t, const emuq_net_message_t *m)
{
    if (t->trace == NULL)
        return;
    write_time(t);
    fprintf(t->trace, " %" PRIu32 " %" PRIu32 " %" PRIu32 " %u %u\n", m->source, m->destination, m->bytes,
            m->vc, m->zone);
}

void emuq_timed_trace_contribution(emuq_timed_t *t, const emuq_net_message_t *m)
{
    if (t->trace == NULL)
        return;
    fputs("# ", t->trace);
    write_time(t);
    fprintf(t->trace, " %" PRIu32 " @%u %s %" PRIu32 "\n", m->source, m->tree,
            m->flags & EMUQ_NET_BROADCAST ? "broadcast"
            : m->flags & EMUQ_NET_REDUCE  ? "reduce"
                                          : "allreduce",
            m->bytes);
}

void emuq_timed_trace_close(emuq_timed_t *t)
{
    if (t->trace == NULL)
        return;
    emuq_file_finish(t->trace, emuq_setting_text(EMUQ_SETTING_TIME_TRACE), "EMUQ_TIME_TRACE");
    t->trace = NULL;
}
