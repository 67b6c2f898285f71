/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-run/report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "base/text.h"
#include "tools/emuq-run/tie.h"

#define TEXT_BYTES 4096 /* for what is said about one rank */

/* Says something about one rank: lines, each with its end. */
typedef void (*describe_t)(const emuq_crew_t *crew, const emuq_launch_t *launch, uint32_t rank, char *text);

/* ---- ranks of which the same is said ---- */

/* Prints "rank 3" or "ranks 0-5,7": those from @p first on whose text is the same. Their texts are freed, but
 * for that of @p first. */
static void print_group(FILE *out, char **text, uint32_t first, uint32_t ranks)
{
    const char *separator = "";
    uint32_t members = 0;
    for (uint32_t i = first; i < ranks; i++)
        members += text[i] != NULL && strcmp(text[i], text[first]) == 0;
    fprintf(out, members == 1 ? "rank " : "ranks ");
    for (uint32_t i = first, last; i < ranks; i = last + 1) {
        last = i;
        if (text[i] == NULL || strcmp(text[i], text[first]) != 0)
            continue;
        while (last + 1 < ranks && text[last + 1] != NULL && strcmp(text[last + 1], text[first]) == 0)
            last++;
        fprintf(out, last > i ? "%s%u-%u" : "%s%u", separator, i, last);
        separator = ",";
        for (uint32_t member = i; member <= last; member++) {
            if (member != first) {
                free(text[member]);
                text[member] = NULL;
            }
        }
    }
}

/* Prints the lines of a text: the first behind the ranks, others below it. @param to NULL: as messages */
static void print_lines(const char *ranks, const char *text, FILE *to)
{
    for (bool is_first = true; is_first || *text != '\0'; is_first = false) {
        int length = (int)strcspn(text, "\n");
        const char *before = is_first ? ranks : "", *between = is_first ? ": " : "  ";
        if (to != NULL)
            fprintf(to, "%s%s%.*s\n", before, between, length, text);
        else
            emuq_say("%s%s%.*s", before, between, length, text);
        text += length;
        text += *text == '\n';
    }
}

static void print_grouped(const emuq_crew_t *crew, const emuq_launch_t *launch, describe_t describe, FILE *to)
{
    char **text = emuq_need(calloc(crew->ranks, sizeof(*text)));
    for (uint32_t i = 0; i < crew->ranks; i++) {
        if (!emuq_launch_is_here(launch, i))
            continue;
        text[i] = emuq_need(calloc(1, TEXT_BYTES));
        describe(crew, launch, i, text[i]);
    }
    for (uint32_t i = 0; i < crew->ranks; i++) {
        char *ranks = NULL;
        size_t length;
        if (text[i] == NULL)
            continue;
        FILE *out = emuq_need(open_memstream(&ranks, &length));
        print_group(out, text, i, crew->ranks);
        fclose(out);
        print_lines(emuq_need(ranks), text[i], to);
        free(ranks);
        free(text[i]);
    }
    free(text);
}

/* ---- what is said ---- */

const char *emuq_signal_name(int signal, char *name)
{
    const char *short_name = sigabbrev_np(signal);
    if (short_name != NULL)
        snprintf(name, 32, "SIG%s", short_name);
    else
        snprintf(name, 32, "signal %d", signal);
    return name;
}

static void describe_wait(const emuq_crew_t *crew, const emuq_launch_t *launch, uint32_t number, char *text)
{
    const emuq_rank_t *rank = &crew->rank[number];
    char name[32];
    if (!rank->ended)
        emuq_launch_describe(launch, number, text, TEXT_BYTES);
    else if (WIFEXITED(rank->status))
        snprintf(text, TEXT_BYTES, "has ended with status %d", WEXITSTATUS(rank->status));
    else
        snprintf(text, TEXT_BYTES, "has been ended by %s", emuq_signal_name(WTERMSIG(rank->status), name));
}

static void describe_path(const emuq_crew_t *crew, const emuq_launch_t *launch, uint32_t number, char *text)
{
    (void)crew;
    emuq_launch_explain(launch, number, text, TEXT_BYTES);
}

void emuq_report_waits(const emuq_crew_t *crew, const emuq_launch_t *launch)
{
    print_grouped(crew, launch, describe_wait, NULL);
}

void emuq_report_waits_to(const emuq_crew_t *crew, const emuq_launch_t *launch, FILE *out)
{
    print_grouped(crew, launch, describe_wait, out);
}

void emuq_report_paths(const emuq_crew_t *crew, const emuq_launch_t *launch)
{
    print_grouped(crew, launch, describe_path, NULL);
}

void emuq_report_job(const emuq_launch_t *launch)
{
    const emuq_job_t *job = emuq_launch_job(launch);
    char buffer[16];
    emuq_text_t mesh = emuq_text(buffer, sizeof(buffer));
    for (int d = 0; d < 5; d++)
        if (job->mesh & (0x10u >> d))
            emuq_text_add(&mesh, "%c", "ABCDE"[d]);
    emuq_say("%u ranks on %ux%ux%ux%ux%u nodes, up to %u on each, mapping %s, %s%s", job->np, job->shape[0],
             job->shape[1], job->shape[2], job->shape[3], job->shape[4], job->ppn, job->mapping,
             mesh.length != 0 ? "a mesh in " : "a torus", buffer);
}

void emuq_report_partition(const emuq_launch_t *launch)
{
    emuq_say("partition%s %s", emuq_tie_where(), emuq_launch_path(launch));
}

void emuq_report_processes(const emuq_crew_t *crew)
{
    char *list = NULL;
    size_t length;
    FILE *out = emuq_need(open_memstream(&list, &length));
    for (uint32_t first = 0, last; first < crew->ranks; first = last + 1) {
        last = first;
        if (crew->rank[first].pid == 0) /* on another host */
            continue;
        while (last + 1 < crew->ranks && crew->rank[last + 1].pid == crew->rank[last].pid + 1)
            last++;
        if (last == first)
            fprintf(out, "%srank %u: %d", ftell(out) != 0 ? "; " : "", first, (int)crew->rank[first].pid);
        else
            fprintf(out, "%sranks %u-%u: %d-%d", ftell(out) != 0 ? "; " : "", first, last,
                    (int)crew->rank[first].pid, (int)crew->rank[last].pid);
    }
    fclose(out);
    emuq_say("processes%s: %s", emuq_tie_where(), (const char *)emuq_need(list));
    free(list);
}

void emuq_report_lanes(const emuq_launch_t *launch, uint32_t hosts)
{
    emuq_lane_counts_t n;
    for (uint32_t host = 0; host < hosts; host++)
        if (emuq_launch_connection(launch, host, &n) == 0 && (n.frames_out != 0 || n.frames_in != 0))
            emuq_say("lane%s to host %u: %" PRIu64 " messages, %" PRIu64 " bytes, %" PRIu64 " sends, %" PRIu64
                     " waits; from it %" PRIu64 " messages, %" PRIu64 " bytes",
                     emuq_tie_where(), host, n.frames_out, n.bytes_out, n.sends, n.waits, n.frames_in,
                     n.bytes_in);
}

void emuq_report_dropped(const emuq_launch_t *launch)
{
    uint64_t packets = emuq_launch_dropped(launch);
    if (packets != 0)
        emuq_say("%" PRIu64 " packets came for ranks that had ended, and were dropped", packets);
}

void emuq_report_slow(const emuq_crew_t *crew, const emuq_launch_t *launch)
{
    char first[512] = "", other[512], more[64] = "";
    uint32_t ranks = 0;
    for (uint32_t i = 0; i < crew->ranks; i++)
        ranks += emuq_launch_slow(launch, i, ranks == 0 ? first : other, sizeof(first)) != 0;
    if (ranks > 1)
        snprintf(more, sizeof(more), " (and in %u more)", ranks - 1);
    if (ranks != 0)
        emuq_say("%s%s", first, more);
}

void emuq_report_death(const emuq_crew_t *crew, const emuq_rank_t *rank, uint32_t running)
{
    int signal = WTERMSIG(rank->status);
    char name[32], others[64] = "";
    if (running > 0)
        snprintf(others, sizeof(others), "; ending the %u ranks that still run", running);
    emuq_tie_cause(128 + signal, false, "rank %u%s (process %d) was ended by %s (%s), %s%s",
                   (uint32_t)(rank - crew->rank), emuq_tie_where(), (int)rank->pid,
                   emuq_signal_name(signal, name), strsignal(signal),
                   WCOREDUMP(rank->status) ? "core dumped" : "no core dumped", others);
}

void emuq_report_bad_exit(const emuq_crew_t *crew, const emuq_rank_t *rank, uint32_t running)
{
    emuq_tie_cause(WEXITSTATUS(rank->status), false,
                   "rank %u%s (process %d) exited with status %d; ending the %u ranks that still run (see "
                   "--kill-on-bad-exit)",
                   (uint32_t)(rank - crew->rank), emuq_tie_where(), (int)rank->pid, WEXITSTATUS(rank->status),
                   running);
}
