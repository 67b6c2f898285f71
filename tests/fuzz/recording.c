/* SPDX-License-Identifier: BSD-3-Clause */
/* Recordings: emuq-trace rejects a file, or prints its contents in all formats. */
#include <stdio.h>

#include "fuzz.h"
#include "tools/emuq-trace/trace.h"

/* Larger inputs only take longer. */
#define MOST_NODES 4096u
#define MOST_BYTES 100000u /* of a message, written packet by packet */

static FILE *out;

static void print(const trace_file_t *file)
{
    const trace_filter_t all = {-1, -1, UINT32_MAX};
    trace_events_t events;
    trace_sums_t sums;
    trace_events_make(file, &events);
    trace_dump(&events, &all, out);
    trace_perfetto(&events, out);
    trace_pcapng(&events, out);
    trace_sums_make(&events, &sums);
    trace_stats_text(&events, &sums, out);
    trace_stats_json(&events, &sums, out);
    trace_report(&events, &sums, out);
    trace_sums_free(&sums);
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
    for (uint32_t t = 0; t < file.threads; t++)
        for (uint64_t i = 0; i < file.thread[t].records; i++)
            if (file.thread[t].record[i].kind != EMUQ_RECORD_PAYLOAD)
                file.thread[t].record[i].bytes %= MOST_BYTES;
    if (file.nodes <= MOST_NODES)
        print(&file);
    trace_file_free(&file);
    return 0;
}
