/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-perf/job.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tools/emuq-perf/explain.h"
#include "tools/emuq-perf/message_layer.h"
#include "tools/emuq-perf/report.h"

#define LONG_FOR_MANY (64 * 1024) /* bytes of the longest message, unless --sizes says more, ... */
#define LONGEST_FACE                                                                                         \
    (64 * 1024) /* bytes of the longest message to a neighbour: each rank has memory for many */
#define MANY 16 /* ... of more ranks than this: each has memory for two */

typedef struct job {
    const perf_options_t *o;
    const char *mode;
    perf_rank_t r;
    uint64_t longest;                /* default size */
    uint32_t partner[PERF_MAX_LIST]; /* of rank 0, for each distance */
    size_t partners;
    uint32_t nodes, ranks;
    FILE *record; /* at rank 0, if results are wanted as JSON */
    uint32_t lines;
} job_t;

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...)
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

/* ---- what there is to measure ---- */

/* Sizes of a test. @return how many; at least one */
static size_t sizes_of(const job_t *j, const perf_test_t *t, uint64_t size[PERF_MAX_LIST])
{
    size_t count = 0;
    uint64_t longest = (t->how & PERF_FACES) != 0 && j->longest > LONGEST_FACE ? LONGEST_FACE : j->longest;
    if (t->sized && j->o->sizes.count > 0) {
        for (size_t i = 0; i < j->o->sizes.count; i++)
            if ((t->how & PERF_FACES) == 0 || j->o->sizes.value[i] <= longest)
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

/* The longest message of the tests that are wanted, and are of that kind (0: any). */
static uint64_t longest_message(const job_t *j, unsigned how)
{
    uint64_t most = 0, size[PERF_MAX_LIST];
    for (size_t i = 0; i < perf_test_count; i++) {
        bool counts = (j->o->all_tests || j->o->chosen[i]) && (perf_tests[i].how & how) == how;
        size_t count = counts ? sizes_of(j, &perf_tests[i], size) : 0;
        for (size_t s = 0; s < count; s++)
            most = size[s] > most ? size[s] : most;
    }
    for (size_t s = 0; j->o->explain && s < j->o->sizes.count; s++)
        most = j->o->sizes.value[s] > most ? j->o->sizes.value[s] : most;
    return most;
}

/* Whether a test of that kind is wanted. */
static bool needs(const job_t *j, unsigned how)
{
    for (size_t i = 0; i < perf_test_count; i++)
        if ((j->o->all_tests || j->o->chosen[i]) && (perf_tests[i].how & how) != 0)
            return true;
    return false;
}

static perf_needs_t needs_of(const job_t *j)
{
    uint64_t longest = longest_message(j, 0);
    return (perf_needs_t){.pairs = j->o->pairs,
                          .ranks = j->ranks,
                          .fifos = needs(j, PERF_THREADED) ? PERF_MOST_THREADS : 1,
                          .block_bytes = longest > sizeof(perf_place_t) ? longest : sizeof(perf_place_t),
                          .face_bytes = longest_message(j, PERF_FACES)};
}

/* Whether the job is on several hosts. */
static bool is_spread(const job_t *j)
{
    return j->o->modes == PERF_MODE_HOSTS;
}

static bool has_nodes(const job_t *j)
{
    return j->nodes >= 2 && j->r.map[0].t == 0; /* rank 0 has to be the process that speaks for its node */
}

/* Rank 0's partners: the first rank at each distance that is asked for, or a neighbour. */
static bool choose_partners(job_t *j)
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
            say("no rank is %llu hops from rank 0", (unsigned long long)hops->value[i]);
            return false;
        }
        j->partner[i] = rank;
        j->partners = i + 1;
    }
    return true;
}

/* ---- measuring ---- */

static void run_line(job_t *j, const perf_test_t *t, uint64_t size, uint32_t partner)
{
    perf_result_t result;
    const perf_test_t *limit = perf_limit_of(t, size, j->nodes > j->r.shared->cores, is_spread(j));
    perf_measure(&j->r, t, limit, size, partner, &result);
    if (j->r.process.rank == 0)
        perf_report_result(&j->r, j->mode, &result, j->record);
    j->lines++;
}

static void run_test(job_t *j, const perf_test_t *t)
{
    uint64_t size[PERF_MAX_LIST];
    size_t sizes = sizes_of(j, t, size);
    /* Distances mean something where there are messages. */
    size_t partners = t->who == PERF_PAIRS && t->limit != NULL ? j->partners : 1;
    if ((t->how & PERF_LAYER) != 0 && j->r.layer == NULL) {
        say("%s is left out: the message layer does not fit beside emuq-perf's own FIFOs and tables",
            t->name);
        return;
    }
    if ((t->how & PERF_HOSTS) != 0 && !is_spread(j)) {
        if (!j->o->all_tests)
            say("%s is measured between hosts: --mode hosts", t->name);
        return;
    }
    if ((t->who == PERF_NODES || t->who == PERF_ALL) && !has_nodes(j)) {
        if (!j->o->all_tests)
            say("%s needs two nodes, and rank 0 on the first process of one: it is left out", t->name);
        return;
    }
    for (size_t p = 0; p < partners; p++)
        for (size_t s = 0; s < sizes; s++)
            run_line(j, t, size[s], j->partner[p]);
}

static void explain(job_t *j)
{
    static const perf_list_t short_one = {.value = {8}, .count = 1};
    const perf_list_t *sizes = j->o->sizes.count > 0 ? &j->o->sizes : &short_one;
    for (size_t p = 0; p < j->partners; p++)
        for (size_t s = 0; s < sizes->count; s++, j->lines++)
            perf_explain(&j->r, sizes->value[s], j->partner[p]);
}

static int run_tests(job_t *j)
{
    if (!choose_partners(j))
        return PERF_STATUS_USAGE;
    if (j->r.process.rank == 0)
        perf_report_head(&j->r, j->mode);
    if (j->o->explain)
        explain(j);
    for (size_t i = 0; i < perf_test_count; i++)
        if (j->o->all_tests || j->o->chosen[i])
            run_test(j, &perf_tests[i]);
    perf_report_wrong(&j->r);
    return j->r.wrong != 0 || j->lines == 0;
}

/* ---- the job ---- */

/* Nodes, and ranks, of the job. */
static bool find_shape(job_t *j)
{
    BG_JobCoords_t job;
    if (Kernel_JobCoords(&job) != 0)
        return false;
    j->nodes = (uint32_t)(job.shape.a * job.shape.b * job.shape.c * job.shape.d * job.shape.e);
    j->ranks = j->nodes * Kernel_ProcessCount();
    return true;
}

static bool check(job_t *j)
{
    if (!find_shape(j)) {
        say("the kernel does not know the shape of the job");
        return false;
    }
    j->longest = j->ranks > MANY ? LONG_FOR_MANY : PERF_MAX_BYTES;
    if (j->ranks < 2)
        say("two ranks are needed at least, for example --shape 2");
    else if (2 * j->o->pairs > j->ranks)
        say("%u pairs need %u ranks; there are %u", j->o->pairs, 2 * j->o->pairs, j->ranks);
    else
        return true;
    return false;
}

/* Every rank does it, so that all agree whether it works. */
static bool open_record(job_t *j)
{
    const char *file = j->o->record != NULL ? j->o->record : j->o->json;
    if (file == NULL)
        return true;
    FILE *f = fopen(file, "a");
    if (f == NULL) {
        say("cannot write %s: %s", file, strerror(errno));
        return false;
    }
    if (Kernel_GetRank() == 0 && j->o->record != NULL) {
        j->record = f;
        return true;
    }
    fclose(f);
    if (Kernel_GetRank() == 0)
        j->record = tmpfile();
    return true;
}

static int close_record(job_t *j)
{
    int rc = 0;
    if (j->record == NULL)
        return 0;
    if (j->o->record == NULL)
        rc = perf_report_document(j->o->json, j->record);
    int closed = perf_report_close(j->o->record != NULL ? j->o->record : "a temporary file", j->record);
    return rc != 0 || closed != 0;
}

int perf_job(const perf_options_t *o, const char *mode)
{
    job_t j;
    memset(&j, 0, sizeof j);
    j.o = o;
    j.mode = mode;
    if (!check(&j) || !open_record(&j))
        return PERF_STATUS_USAGE;
    perf_needs_t memory = needs_of(&j);
    if (perf_rank_open(&j.r, o, &memory) != 0)
        return PERF_STATUS_USAGE;
    if (needs(&j, PERF_LAYER))
        perf_layer_open(&j.r);
    int status = run_tests(&j);
    perf_layer_close(&j.r);
    perf_rank_close(&j.r);
    int written = close_record(&j);
    return status != 0 ? status : written;
}
