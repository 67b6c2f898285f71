/* SPDX-License-Identifier: BSD-3-Clause */
/* The part of a rank: selects sizes and partners, and measures the lines of the table. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/emuq-perf/rank.h"

#define JOB_MANY 16 /* ranks */
#define JOB_LONG_FOR_MANY                                                                                    \
    (64 * 1024)                      /* bytes; longest default message of more ranks, with two buffers each */
#define JOB_LONGEST_FACE (64 * 1024) /* bytes; each rank has buffers for many neighbours */

typedef struct job_state {
    const perf_options_t *o;
    const char *mode;
    perf_rank_t r;
    uint64_t longest;                /* longest default message */
    uint32_t partner[PERF_MAX_LIST]; /* partners of rank 0, one for each distance */
    size_t partners;
    uint32_t nodes, ranks;
    bool is_recorded; /* on rank 0 with --json, --csv or --record */
    FILE *record;     /* file for JSON results; NULL: none, or not created */
    uint32_t lines;
    uint32_t doubtful[PERF_DOUBTS], any_doubtful; /* numbers of results */
    perf_limits_t limits;
} job_state_t;

__attribute__((format(printf, 1, 2))) static void job_report(const char *format, ...)
{
    va_list list;
    if (Kernel_GetRank() != 0)
        return;
    fputs("emuq-perf: ", stderr);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    putc('\n', stderr);
}

/* ---- sizes and partners ---- */

/* Selects the message sizes of a test. @return number of sizes, at least 1 */
static size_t job_sizes(const job_state_t *j, const perf_test_t *t, uint64_t size[PERF_MAX_LIST])
{
    size_t count = 0;
    uint64_t longest =
        (t->flags & PERF_FACES) != 0 && j->longest > JOB_LONGEST_FACE ? JOB_LONGEST_FACE : j->longest;
    if (t->sized && j->o->sizes.count > 0) {
        for (size_t i = 0; i < j->o->sizes.count; i++)
            if (((t->flags & PERF_FACES) == 0 && !j->o->default_sizes) || j->o->sizes.value[i] <= longest)
                size[count++] = j->o->sizes.value[i];
    } else {
        for (const size_t *s = t->sizes; *s != 0; s++)
            if (*s <= longest)
                size[count++] = *s;
    }
    if (count == 0)
        size[count++] = t->sizes[0] < longest ? t->sizes[0] : longest;
    return count;
}

/* The longest message of all selected tests with these flags (0: any). */
static uint64_t job_longest_message(const job_state_t *j, unsigned how)
{
    uint64_t most = 0, size[PERF_MAX_LIST];
    for (size_t i = 0; i < perf_test_count; i++) {
        bool counts = (j->o->all_tests || j->o->chosen[i]) && (perf_tests[i].flags & how) == how;
        size_t count = counts ? job_sizes(j, &perf_tests[i], size) : 0;
        for (size_t s = 0; s < count; s++)
            most = size[s] > most ? size[s] : most;
    }
    for (size_t s = 0; j->o->explain && s < j->o->sizes.count; s++)
        most = j->o->sizes.value[s] > most ? j->o->sizes.value[s] : most;
    return most;
}

/* True if a test with one of these flags is selected. */
static bool job_needs(const job_state_t *j, unsigned how)
{
    for (size_t i = 0; i < perf_test_count; i++)
        if ((j->o->all_tests || j->o->chosen[i]) && (perf_tests[i].flags & how) != 0)
            return true;
    return false;
}

static perf_needs_t job_memory(const job_state_t *j)
{
    uint64_t longest = job_longest_message(j, 0);
    return (perf_needs_t){.pairs = j->o->pairs,
                          .ranks = j->ranks,
                          .fifos = job_needs(j, PERF_THREADED) ? PERF_MOST_THREADS : 1,
                          .block_bytes = longest > sizeof(perf_handle_t) ? longest : sizeof(perf_handle_t),
                          .face_bytes = job_longest_message(j, PERF_FACES)};
}

/* Selects the partners of rank 0: the first rank at each distance of --hops, or a neighbour. @return false
 * after printing an error */
static bool job_choose_partners(job_state_t *j)
{
    const perf_list_t *hops = &j->o->hops;
    uint32_t ranks = j->r.process.ranks, nearest = 1;
    for (uint32_t rank = 1; rank < ranks; rank++) {
        uint32_t d = perf_distance(&j->r, 0, rank), best = perf_distance(&j->r, 0, nearest);
        if (d != 0 && (best == 0 || d < best))
            nearest = rank;
    }
    j->partner[0] = nearest;
    j->partners = 1;
    for (size_t i = 0; i < hops->count; i++) {
        uint32_t rank = 1;
        while (rank < ranks && perf_distance(&j->r, 0, rank) != hops->value[i])
            rank++;
        if (rank == ranks) {
            job_report("no rank is %llu hops from rank 0", (unsigned long long)hops->value[i]);
            return false;
        }
        j->partner[i] = rank;
        j->partners = i + 1;
    }
    return true;
}

/* ---- measuring ---- */

static void job_run_line(job_state_t *j, const perf_test_t *t, uint64_t size, uint32_t partner,
                         perf_result_t *result)
{
    const perf_test_t *limit =
        perf_find_limit(t, size, j->nodes > j->r.shared->cores, j->o->modes == PERF_MODE_HOSTS);
    perf_measure(&j->r, t, limit, size, partner, result);
    j->lines++;
    if (j->r.process.rank != 0)
        return;
    if (limit != NULL)
        result->doubts |=
            perf_limit_check(&j->limits, (perf_limit_t){limit, size, limit->group == PERF_PAIRS ? partner : 0,
                                                        result->bound.median});
    perf_report_result(&j->r, j->mode, result, j->record);
    for (unsigned i = 0; i < PERF_DOUBTS; i++)
        j->doubtful[i] += result->doubts >> i & 1;
    j->any_doubtful += result->doubts != 0;
}

/* @return false if this job cannot run the test, after printing the reason for a chosen test */
static bool job_can_run(const job_state_t *j, const perf_test_t *t)
{
    if ((t->flags & PERF_LAYER) != 0 && j->r.layer == NULL) {
        job_report("%s is left out: not enough FIFOs and base addresses for the message layer", t->name);
        return false;
    }
    if ((t->flags & PERF_HOSTS) != 0 && j->o->modes != PERF_MODE_HOSTS) {
        if (!j->o->all_tests)
            job_report("%s needs --mode hosts", t->name);
        return false;
    }
    bool has_nodes =
        j->nodes >= 2 && j->r.map[0].t == 0; /* the first process of a node represents the node */
    if ((t->group == PERF_NODES || t->group == PERF_ALL) && !has_nodes) {
        if (!j->o->all_tests)
            job_report("%s is left out: it needs two nodes, and rank 0 as the first process of a node",
                       t->name);
        return false;
    }
    return true;
}

static void job_run_test(job_state_t *j, const perf_test_t *t)
{
    perf_result_t result;
    uint64_t size[PERF_MAX_LIST];
    size_t sizes = job_sizes(j, t, size);
    /* distances do not matter for limits and collectives */
    size_t partners = t->group == PERF_PAIRS && t->limit != NULL ? j->partners : 1;
    if (!job_can_run(j, t))
        return;
    for (size_t p = 0; p < partners; p++)
        for (size_t s = 0; s < sizes; s++)
            job_run_line(j, t, size[s], j->partner[p], &result);
}

/* Measures all tests for a size, then for the next size. */
static void job_run_table(job_state_t *j)
{
    const perf_test_t *test[PERF_MAX_COLUMNS];
    size_t tests = 0;
    for (size_t i = 0; i < perf_test_count && tests < PERF_MAX_COLUMNS; i++)
        if (j->o->chosen[i] && job_can_run(j, &perf_tests[i]))
            test[tests++] = &perf_tests[i];
    bool is_printed = j->r.process.rank == 0 && !j->o->quiet && tests != 0;
    if (is_printed)
        perf_report_table_head(test, tests);
    for (size_t s = 0; s < j->o->sizes.count; s++) {
        perf_result_t result[PERF_MAX_COLUMNS] = {0};
        uint64_t size[PERF_MAX_LIST];
        uint32_t lines = j->lines;
        for (size_t i = 0; i < tests; i++) {
            size_t sizes = job_sizes(j, test[i], size), k = 0;
            while (k < sizes && size[k] != j->o->sizes.value[s])
                k++;
            if (k < sizes)
                job_run_line(j, test[i], size[k], j->partner[0], &result[i]);
        }
        if (is_printed && j->lines != lines)
            perf_report_table_row(j->o->sizes.value[s], result, tests);
    }
}

static void job_explain(job_state_t *j)
{
    static const perf_list_t short_one = {.value = {8}, .count = 1};
    const perf_list_t *sizes = j->o->sizes.count > 0 ? &j->o->sizes : &short_one;
    for (size_t p = 0; p < j->partners; p++)
        for (size_t s = 0; s < sizes->count; s++, j->lines++)
            perf_explain(&j->r, sizes->value[s], j->partner[p]);
}

static int job_run_tests(job_state_t *j)
{
    if (!job_choose_partners(j))
        return PERF_STATUS_USAGE;
    bool is_printed = j->r.process.rank == 0 && !j->o->quiet;
    if (is_printed)
        perf_report_head(&j->r, j->mode);
    if (j->o->explain)
        job_explain(j);
    if (j->o->table)
        job_run_table(j);
    for (size_t i = 0; i < perf_test_count && !j->o->table; i++)
        if (j->o->all_tests || j->o->chosen[i])
            job_run_test(j, &perf_tests[i]);
    if (is_printed)
        perf_report_doubts(j->doubtful, j->any_doubtful, j->lines, j->r.load, j->r.shared->cores);
    perf_report_wrong(&j->r);
    return j->r.wrong != 0 || j->lines == 0;
}

/* ---- the job ---- */

static bool job_check(job_state_t *j)
{
    BG_JobCoords_t job;
    if (Kernel_JobCoords(&job) != 0) {
        job_report("cannot determine the shape of the job");
        return false;
    }
    j->nodes = (uint32_t)(job.shape.a * job.shape.b * job.shape.c * job.shape.d * job.shape.e);
    j->ranks = j->nodes * Kernel_ProcessCount();
    j->longest = j->ranks > JOB_MANY ? JOB_LONG_FOR_MANY : PERF_MAX_BYTES;
    if (j->ranks < 2)
        job_report("at least two ranks are needed, for example --shape 2");
    else if (2 * j->o->pairs > j->ranks)
        job_report("%u pairs need %u ranks; there are %u", j->o->pairs, 2 * j->o->pairs, j->ranks);
    else
        return true;
    return false;
}

/* Opens the file for results. Every rank tries, so that all ranks get the same result. @return false after
 * printing an error */
static bool job_open_record(job_state_t *j)
{
    const perf_options_t *o = j->o;
    bool is_first = Kernel_GetRank() == 0;
    if (!perf_can_write(o->record, is_first) || !perf_can_write(o->json, is_first) ||
        !perf_can_write(o->csv, is_first))
        return false;
    j->is_recorded = is_first && (o->record != NULL || o->json != NULL || o->csv != NULL);
    if (j->is_recorded)
        j->record = o->record != NULL ? fopen(o->record, "ae") : tmpfile();
    if (j->is_recorded && j->record == NULL)
        job_report("cannot create a file for results: %s", strerror(errno));
    return true;
}

/* @return 0, or EXIT_FAILURE after printing an error */
static int job_close_record(job_state_t *j)
{
    int rc = 0;
    if (j->record == NULL)
        return j->is_recorded ? EXIT_FAILURE : 0;
    if (j->o->record == NULL)
        rc = perf_report_files(j->o, j->record);
    int closed = perf_report_close(j->o->record != NULL ? j->o->record : "a temporary file", j->record);
    return rc != 0 || closed != 0 ? EXIT_FAILURE : 0;
}

int perf_job(const perf_options_t *o, const char *mode)
{
    job_state_t j;
    memset(&j, 0, sizeof j);
    j.o = o;
    j.mode = mode;
    if (!job_check(&j) || !job_open_record(&j))
        return PERF_STATUS_USAGE;
    perf_needs_t memory = job_memory(&j);
    double load = o->load;
    if (load < 0 && getloadavg(&load, 1) != 1)
        load = -1;
    if (perf_rank_open(&j.r, o, &memory) != 0)
        return PERF_STATUS_USAGE;
    j.r.load = load;
    if (job_needs(&j, PERF_LAYER))
        perf_layer_open(&j.r);
    int status = job_run_tests(&j);
    perf_layer_close(&j.r);
    perf_rank_close(&j.r);
    int written = job_close_record(&j);
    return status != 0 ? status : written;
}
