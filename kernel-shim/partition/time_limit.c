/* SPDX-License-Identifier: BSD-3-Clause */
/* Time limit of a job whose ranks are threads (EMUQ_TIMEOUT): what each rank waits for, and the variables
 * that all ranks share. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef EMUQ_HAVE_BACKTRACE
#include <backtrace.h>
#endif

#include "backends/modelled_time.h"
#include "backends/settings.h"
#include "base/host_calls.h"
#include "base/process.h"
#include "base/text.h"
#include "kernel-shim/partition/launch.h"
#include "kernel-shim/partition/report.h"
#include "kernel-shim/partition/threads.h"

#define STATUS      124  /* exit status of emuq-run and timeout(1) for the same */
#define TEXT_BYTES  1024 /* description of a rank */
#define LINE_BYTES  512
#define LARGEST     3
#define SEARCH_STEP 8u /* bytes between variables */

/* ---- what each rank waits for ---- */

static char *limit_describe(const emuq_partition_t *p, uint32_t rank)
{
    const emuq_process_t *process = &p->process[p->process_of_rank[rank]];
    char *text = malloc(TEXT_BYTES);
    if (text == NULL)
        return NULL;
    if (emuq_process_ended(process))
        snprintf(text, TEXT_BYTES, "has ended\n");
    else
        emuq_process_describe(process, EMUQ_RANK_JOINED, text, TEXT_BYTES);
    return text;
}

static bool limit_is_equal(char *const *text, uint32_t rank, uint32_t first)
{
    return text[rank] != NULL && strcmp(text[rank], text[first]) == 0;
}

/* Adds the ranks with the text of @p first: "ranks 0-2,5" */
static void limit_add_ranks(emuq_text_t *line, char *const *text, uint32_t ranks, uint32_t first)
{
    const char *separator = "";
    uint32_t count = 0;
    for (uint32_t i = first; i < ranks; i++)
        count += limit_is_equal(text, i, first);
    emuq_text_add(line, count == 1 ? "rank " : "ranks ");
    for (uint32_t i = first, last; i < ranks; i = last + 1) {
        last = i;
        if (!limit_is_equal(text, i, first))
            continue;
        while (last + 1 < ranks && limit_is_equal(text, last + 1, first))
            last++;
        emuq_text_add(line, last > i ? "%s%u-%u" : "%s%u", separator, i, last);
        separator = ",";
    }
}

static void limit_print_waits(const emuq_partition_t *p)
{
    uint32_t ranks = p->job.np;
    char **text = calloc(ranks, sizeof *text), buffer[LINE_BYTES];
    for (uint32_t i = 0; text != NULL && i < ranks; i++)
        text[i] = limit_describe(p, i);
    for (uint32_t i = 0; text != NULL && i < ranks; i++) {
        if (text[i] == NULL)
            continue;
        emuq_text_t line = emuq_text(buffer, sizeof buffer);
        limit_add_ranks(&line, text, ranks, i);
        for (uint32_t k = i + 1; k < ranks; k++)
            if (limit_is_equal(text, k, i)) {
                free(text[k]);
                text[k] = NULL;
            }
        for (char *rest = text[i], *at; (at = strsep(&rest, "\n")) != NULL && *at != '\0';)
            emuq_log("%s%s%s", at == text[i] ? buffer : "", at == text[i] ? ": " : "  ", at);
        free(text[i]);
        text[i] = NULL;
    }
    free(text);
}

/* ---- variables that all ranks share ---- */

#ifdef EMUQ_HAVE_BACKTRACE
typedef struct shared_variables {
    uintptr_t next; /* end of the last variable found */
    uint64_t count, bytes;
    const char *name[LARGEST];
    uint64_t size[LARGEST]; /* in falling order */
} shared_variables_t;

static void variables_ignore(void *variables, const char *message, int error)
{
    (void)variables, (void)message, (void)error;
}

/* Names of the C library, the compiler and EMUQ are no variables of the program. */
static bool variables_is_foreign(const char *name)
{
    return name[0] == '_' || strncmp(name, "emuq_", 5) == 0 || strncmp(name, "completed.", 10) == 0 ||
           strcmp(name, "stdin") == 0 || strcmp(name, "stdout") == 0 || strcmp(name, "stderr") == 0 ||
           strcmp(name, "environ") == 0;
}

static void variables_add(void *variables, uintptr_t pc, const char *name, uintptr_t value, uintptr_t size)
{
    shared_variables_t *v = variables;
    (void)pc;
    if (name == NULL || size == 0)
        return;
    v->next = value + size;
    if (variables_is_foreign(name))
        return;
    v->count++;
    v->bytes += size;
    for (int i = 0; i < LARGEST; i++)
        if (size > v->size[i]) {
            memmove(&v->size[i + 1], &v->size[i], (size_t)(LARGEST - 1 - i) * sizeof v->size[0]);
            memmove(&v->name[i + 1], &v->name[i], (size_t)(LARGEST - 1 - i) * sizeof v->name[0]);
            v->size[i] = size;
            v->name[i] = name;
            return;
        }
}

/* Defined by the linker; NULL if EMUQ is a shared library, or its sections are not renamed */
extern const char __start_emuq_data[] __attribute__((weak)), __stop_emuq_data[] __attribute__((weak)),
    __start_emuq_bss[] __attribute__((weak)), __stop_emuq_bss[] __attribute__((weak));

/* @return the end of EMUQ's data at an address; 0: the program's */
static uintptr_t variables_library_end(uintptr_t at)
{
    const char *const begin[] = {__start_emuq_data, __start_emuq_bss}, *const end[] = {__stop_emuq_data,
                                                                                       __stop_emuq_bss};
    for (int i = 0; i < 2; i++)
        if (at >= (uintptr_t)begin[i] && at < (uintptr_t)end[i])
            return (uintptr_t)end[i];
    return 0;
}

/* @return false: EMUQ's variables are among the program's, so nothing is found */
static bool variables_find(shared_variables_t *v)
{
    static volatile char own;
    own = 1;
    struct backtrace_state *symbols = backtrace_create_state(NULL, 1, variables_ignore, NULL);
    emuq_program_data_t data = emuq_program_data_find();
    if (symbols == NULL || ((uintptr_t)&own >= data.begin && (uintptr_t)&own < data.end &&
                            variables_library_end((uintptr_t)&own) == 0))
        return false;
    for (uintptr_t at = data.begin, end; at < data.end; at = end) {
        end = variables_library_end(at);
        if (end != 0)
            continue;
        v->next = 0;
        backtrace_syminfo(symbols, at, variables_add, variables_ignore, v);
        end = v->next > at ? v->next : at + SEARCH_STEP;
    }
    return true;
}

/* @return false: unknown */
static bool variables_print(void)
{
    shared_variables_t v = {0};
    if (!variables_find(&v))
        return false;
    if (v.count != 0)
        emuq_log("the ranks are threads of one process, and share the %llu global variables of the program "
                 "(%llu bytes; largest: %s%s%s%s%s): if each rank needs its copies, start the program by "
                 "emuq-run",
                 (unsigned long long)v.count, (unsigned long long)v.bytes, v.name[0],
                 v.name[1] != NULL ? ", " : "", v.name[1] != NULL ? v.name[1] : "",
                 v.name[2] != NULL ? ", " : "", v.name[2] != NULL ? v.name[2] : "");
    return true;
}
#else
static bool variables_print(void)
{
    return false;
}
#endif

/* ---- the limit ---- */

uint64_t emuq_time_limit(void)
{
    uint64_t seconds = emuq_waits == NULL ? emuq_setting_number(EMUQ_SETTING_TIMEOUT) : 0;
    return seconds != 0 ? emuq_host_now_ns() + seconds * EMUQ_NS_PER_S : EMUQ_NO_LIMIT;
}

void emuq_time_limit_end(const emuq_partition_t *p)
{
    emuq_log("the time limit of %llu s is over (EMUQ_TIMEOUT); ending the job",
             (unsigned long long)emuq_setting_number(EMUQ_SETTING_TIMEOUT));
    limit_print_waits(p);
    if (!variables_print())
        emuq_log(
            "the ranks are threads of one process, and share the global variables of the program: if each "
            "rank needs its copies, start the program by emuq-run");
    emuq_report_flush(stdout);
    _exit(STATUS);
}
