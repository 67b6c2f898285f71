/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file refusals.h
 * @brief Jobs with rejected messages: counts the reports; the FIFO continues later.
 */
#ifndef REFUSALS_H
#define REFUSALS_H

#include <unistd.h>

#include "mu_support.h"

#define REFUSAL "software error of the Message Unit"

static FILE *refusals_file; /* standard error of the job */

/* Text of all reports; to be freed. */
static inline char *refusals_text(void)
{
    enum { MOST = 1 << 20 };
    char *text = calloc(1, MOST);
    if (text == NULL || pread(fileno(refusals_file), text, MOST - 1, 0) < 0)
        abort();
    return text;
}

static inline uint32_t refusals(void)
{
    char *text = refusals_text();
    uint32_t count = 0;
    for (const char *at = text; (at = strstr(at, REFUSAL)) != NULL; at++)
        count++;
    free(text);
    return count;
}

/** Whether the job has @p count reports now or soon. */
static inline bool refusals_are(uint32_t count)
{
    const uint64_t end = mu_microseconds() + UINT64_C(20000000);
    unsigned turns = 0;
    while (refusals() < count && mu_microseconds() < end)
        emuq_relax(&turns);
    return refusals() == count;
}

/** Same as mu_run(), with @p count rejected messages; a report contains @p says. */
static inline void mu_run_refused(emuq_job_t job, mu_body_t body, uint32_t count, const char *says)
{
    unsigned failed = CU_get_number_of_failures();
    fflush(stderr);
    refusals_file = tmpfile();
    int saved = dup(STDERR_FILENO);
    if (refusals_file == NULL || saved < 0 || dup2(fileno(refusals_file), STDERR_FILENO) < 0)
        abort();
    setenv("EMUQ_ON_ERROR", "report", 1);
    mu_run(job, body);
    unsetenv("EMUQ_ON_ERROR");
    fflush(stderr);
    dup2(saved, STDERR_FILENO);
    close(saved);
    CU_ASSERT_EQUAL(refusals(), count);
    char *text = refusals_text();
    CU_ASSERT(strstr(text, says) != NULL);
    if (CU_get_number_of_failures() != failed)
        fprintf(stderr, "%s\n", text);
    free(text);
    fclose(refusals_file);
}

#endif /* REFUSALS_H */
