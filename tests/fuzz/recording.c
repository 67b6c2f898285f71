/* SPDX-License-Identifier: BSD-3-Clause */
/* Recordings: emuq-trace refuses a file, or prints something of it in all its ways. */
#include <stdio.h>

#include "fuzz.h"
#include "tools/emuq-trace/dump.h"
#include "tools/emuq-trace/pcapng.h"
#include "tools/emuq-trace/perfetto.h"
#include "tools/emuq-trace/report.h"
#include "tools/emuq-trace/stats_print.h"

#define MOST_NODES 4096u /* more of them only take long */

static FILE *out;

static void print(const trace_file_t *file)
{
    const trace_filter_t all = {-1, -1, UINT32_MAX};
    trace_events_t events;
    trace_stats_t stats;
    trace_timeline_t line;
    trace_events_make(file, &events);
    trace_dump(&events, &all, out);
    trace_perfetto(&events, out);
    trace_pcapng(&events, out);
    trace_stats_make(&events, &stats);
    trace_timeline_make(&events, &line);
    trace_stats_text(&events, &stats, out);
    trace_stats_json(&events, &stats, &line, out);
    trace_report(&events, &stats, &line, out);
    trace_timeline_free(&line);
    trace_stats_free(&stats);
    trace_events_free(&events);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    out = fopen("/dev/null", "we");
    FUZZ_CHECK(out != NULL);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    trace_file_t file;
    char *path[] = {fuzz_file(data, size)};
    if (trace_file_read(path, 1, &file) != 0)
        return 0;
    if (file.nodes <= MOST_NODES)
        print(&file);
    trace_file_free(&file);
    return 0;
}
