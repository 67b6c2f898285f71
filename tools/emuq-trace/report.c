/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-trace/report.h"

#include <stdlib.h>
#include <string.h>

#include "tools/emuq-trace/report_page.h"
#include "tools/emuq-trace/stats_print.h"

/* Stands in the page for the numbers. */
static const char place[] = "\"EMUQ_STATS\"";

/* Strings are the only place of '<' in JSON; there it must not end the page's script. */
static void print_for_script(const char *json, FILE *out)
{
    for (; *json != '\0'; json++)
        if (*json == '<')
            fputs("\\u003c", out);
        else
            putc(*json, out);
}

void trace_report(const trace_events_t *events, const trace_sums_t *sums, FILE *out)
{
    const char *page = (const char *)trace_report_page, *at = strstr(page, place);
    char *json = NULL;
    size_t bytes;
    FILE *memory = open_memstream(&json, &bytes);
    if (memory != NULL)
        trace_stats_json(events, sums, memory);
    if (memory == NULL || fclose(memory) != 0) {
        trace_say("no memory for the report");
        exit(EXIT_FAILURE);
    }
    fwrite(page, 1, (size_t)(at - page), out);
    print_for_script(json, out);
    fputs(at + strlen(place), out);
    free(json);
}
