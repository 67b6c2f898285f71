/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages about ranks. Ranks with equal descriptions are printed together. */
#define _GNU_SOURCE
#include "tools/emuq-run/run.h"

#include <inttypes.h>
#include <sys/wait.h>

#include "base/text.h"

#define TEXT_BYTES 4096 /* maximum bytes of the description of a rank */

/* Describes one rank in complete lines. */
typedef void (*describe_t)(const emuq_rank_table_t *table, uint32_t rank, char *text);

/* ---- groups of ranks ---- */

void emuq_report_ranks(FILE *out, uint32_t ranks, bool (*is_chosen)(const void *group, uint32_t rank),
                       const void *group, long most)
{
    const char *separator = "";
    uint32_t count = 0;
    for (uint32_t rank = 0; rank < ranks; rank++)
        count += is_chosen(group, rank);
    fputs(count == 0 ? "no rank" : count == 1 ? "rank " : "ranks ", out);
    for (uint32_t first = 0, last; first < ranks; first = last + 1) {
        last = first;
        if (!is_chosen(group, first))
            continue;
        while (last + 1 < ranks && is_chosen(group, last + 1))
            last++;
        if (ftell(out) > most) {
            fprintf(out, ",...: %u of them", count);
            break;
        }
        fprintf(out, last > first ? "%s%u-%u" : "%s%u", separator, first, last);
        separator = ",";
    }
}

typedef struct report_texts {
    char **text;       /* indexed by rank; NULL: already printed, or a rank of another host */
    const char *group; /* description of the chosen ranks */
} report_texts_t;

static bool report_is_in_group(const void *texts, uint32_t rank)
{
    const report_texts_t *t = texts;
    return t->text[rank] != NULL && strcmp(t->text[rank], t->group) == 0;
}

/* Prints a description line by line; @p ranks prefixes the first line. @param to stream; NULL:
 * emuq_run_message() */
static void report_print_lines(const char *ranks, const char *text, FILE *to)
{
    for (bool is_first = true; is_first || *text != '\0'; is_first = false) {
        int length = (int)strcspn(text, "\n");
        const char *before = is_first ? ranks : "", *between = is_first ? ": " : "  ";
        if (to != NULL)
            fprintf(to, "%s%s%.*s\n", before, between, length, text);
        else
            emuq_run_message("%s%s%.*s", before, between, length, text);
        text += length;
        text += *text == '\n';
    }
}

static void report_print_grouped(const emuq_rank_table_t *table, describe_t describe, FILE *to)
{
    char **text = emuq_need(calloc(table->ranks, sizeof(*text)));
    for (uint32_t i = 0; i < table->ranks; i++) {
        if (!emuq_launch_is_here(table->launch, i))
            continue;
        text[i] = emuq_need(calloc(1, TEXT_BYTES));
        describe(table, i, text[i]);
    }
    for (uint32_t i = 0; i < table->ranks; i++) {
        char *ranks, *group = text[i];
        if (group == NULL)
            continue;
        FILE *out = emuq_text_open(&ranks);
        emuq_report_ranks(out, table->ranks, report_is_in_group, &(report_texts_t){text, group}, LONG_MAX);
        fclose(out);
        report_print_lines(emuq_need(ranks), group, to);
        free(ranks);
        for (uint32_t other = table->ranks; other-- > i;)
            if (text[other] != NULL && strcmp(text[other], group) == 0) {
                free(text[other]);
                text[other] = NULL;
            }
    }
    free(text);
}

/* ---- messages ---- */

const char *emuq_signal_name(int signal, char *name)
{
    const char *short_name = sigabbrev_np(signal);
    if (short_name != NULL)
        snprintf(name, 32, "SIG%s", short_name);
    else
        snprintf(name, 32, "signal %d", signal);
    return name;
}

static void report_describe_wait(const emuq_rank_table_t *table, uint32_t number, char *text)
{
    const emuq_rank_process_t *rank = &table->rank[number];
    char name[32];
    if (!rank->ended)
        emuq_launch_describe(table->launch, number, text, TEXT_BYTES);
    else if (WIFEXITED(rank->status))
        snprintf(text, TEXT_BYTES, "has ended with status %d", WEXITSTATUS(rank->status));
    else
        snprintf(text, TEXT_BYTES, "has been ended by %s", emuq_signal_name(WTERMSIG(rank->status), name));
}

static void report_describe_path(const emuq_rank_table_t *table, uint32_t number, char *text)
{
    emuq_launch_explain(table->launch, number, text, TEXT_BYTES);
}

void emuq_report_waits(const emuq_rank_table_t *table, FILE *to)
{
    report_print_grouped(table, report_describe_wait, to);
}

void emuq_report_paths(const emuq_rank_table_t *table)
{
    report_print_grouped(table, report_describe_path, NULL);
}

void emuq_report_job(const emuq_launch_t *launch)
{
    const emuq_job_t *job = emuq_launch_job(launch);
    char buffer[16];
    emuq_text_t mesh = emuq_text(buffer, sizeof(buffer));
    for (int d = 0; d < 5; d++)
        if (job->mesh & (0x10u >> d))
            emuq_text_add(&mesh, "%c", "ABCDE"[d]);
    emuq_run_message("%u ranks on %ux%ux%ux%ux%u nodes, up to %u on each, mapping %s, %s%s", job->np,
                     job->shape[0], job->shape[1], job->shape[2], job->shape[3], job->shape[4], job->ppn,
                     job->mapping, mesh.length != 0 ? "a mesh in " : "a torus", buffer);
}

void emuq_report_processes(const emuq_rank_table_t *table)
{
    char *list;
    FILE *out = emuq_text_open(&list);
    for (uint32_t first = 0, last; first < table->ranks; first = last + 1) {
        last = first;
        if (table->rank[first].pid == 0) /* not on this host */
            continue;
        while (last + 1 < table->ranks && table->rank[last + 1].pid == table->rank[last].pid + 1)
            last++;
        if (last == first)
            fprintf(out, "%srank %u: %d", ftell(out) != 0 ? "; " : "", first, (int)table->rank[first].pid);
        else
            fprintf(out, "%sranks %u-%u: %d-%d", ftell(out) != 0 ? "; " : "", first, last,
                    (int)table->rank[first].pid, (int)table->rank[last].pid);
    }
    fclose(out);
    emuq_run_message("processes%s: %s", emuq_member_where, (const char *)emuq_need(list));
    free(list);
}

void emuq_report_connections(const emuq_launch_t *launch, uint32_t hosts)
{
    emuq_connection_counts_t n;
    for (uint32_t host = 0; host < hosts; host++)
        if (emuq_launch_connection(launch, host, &n) == 0 && (n.frames_out != 0 || n.frames_in != 0))
            emuq_run_message("connection%s to host %u: %" PRIu64 " messages, %" PRIu64 " bytes, %" PRIu64
                             " sends, %" PRIu64 " waits; from it %" PRIu64 " messages, %" PRIu64 " bytes",
                             emuq_member_where, host, n.frames_out, n.bytes_out, n.sends, n.waits,
                             n.frames_in, n.bytes_in);
}

void emuq_report_dropped(const emuq_launch_t *launch)
{
    uint64_t packets = emuq_launch_dropped(launch);
    if (packets != 0)
        emuq_run_message("%" PRIu64 " packets came for ranks that had ended, and were dropped", packets);
}

void emuq_report_slow(const emuq_rank_table_t *table)
{
    char first[512] = "", other[512], more[64] = "";
    uint32_t ranks = 0;
    for (uint32_t i = 0; i < table->ranks; i++)
        ranks += emuq_launch_slow(table->launch, i, ranks == 0 ? first : other, sizeof(first)) != 0;
    if (ranks > 1)
        snprintf(more, sizeof(more), " (and in %u more)", ranks - 1);
    if (ranks != 0)
        emuq_run_message("%s%s", first, more);
}

#define END_TEXT 160

/* @return text: how a process has ended */
static const char *report_end(int status, char text[END_TEXT])
{
    char name[32];
    if (WIFSIGNALED(status))
        snprintf(text, END_TEXT, "was ended by %s (%s), %s", emuq_signal_name(WTERMSIG(status), name),
                 strsignal(WTERMSIG(status)), WCOREDUMP(status) ? "core dumped" : "no core dumped");
    else
        snprintf(text, END_TEXT, "exited with status %d", WEXITSTATUS(status));
    return text;
}

void emuq_report_death(const emuq_rank_table_t *table, const emuq_rank_process_t *rank, uint32_t running)
{
    char end[END_TEXT], others[64] = "";
    if (running > 0)
        snprintf(others, sizeof(others), "; ending the %u ranks that still run", running);
    emuq_member_cause(emuq_wait_exit_status(rank->status), false, "rank %u%s (process %d) %s%s",
                      (uint32_t)(rank - table->rank), emuq_member_where, (int)rank->pid,
                      report_end(rank->status, end), others);
}

void emuq_report_lost(const emuq_rank_table_t *table, const emuq_rank_process_t *rank, uint32_t running)
{
    uint32_t number = (uint32_t)(rank - table->rank);
    char end[END_TEXT];
    emuq_run_message("rank %u%s (node %u, process %d) %s; %u ranks continue (EMUQ_ON_PEER_DEATH=report)",
                     number, emuq_member_where, emuq_launch_node(table->launch, number), (int)rank->pid,
                     report_end(rank->status, end), running);
}

static bool report_is_lost(const void *table, uint32_t rank)
{
    return ((const emuq_rank_table_t *)table)->rank[rank].is_lost;
}

void emuq_report_all_lost(const emuq_rank_table_t *table, int status)
{
    char *ranks;
    FILE *out = emuq_text_open(&ranks);
    emuq_report_ranks(out, table->ranks, report_is_lost, table, LONG_MAX);
    fclose(out);
    emuq_need(ranks);
    if (emuq_is_member) /* the front end knows the status */
        emuq_run_message("the ranks%s have ended: %s died", emuq_member_where, ranks);
    else
        emuq_run_message("the job has ended with status %d: %s died", status, ranks);
    free(ranks);
}

void emuq_report_bad_exit(const emuq_rank_table_t *table, const emuq_rank_process_t *rank, uint32_t running)
{
    emuq_member_cause(WEXITSTATUS(rank->status), false,
                      "rank %u%s (process %d) exited with status %d; ending the %u ranks that still run (see "
                      "--kill-on-bad-exit)",
                      (uint32_t)(rank - table->rank), emuq_member_where, (int)rank->pid,
                      WEXITSTATUS(rank->status), running);
}
