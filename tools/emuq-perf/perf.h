/* SPDX-License-Identifier: BSD-3-Clause */
/** @file perf.h @brief emuq-perf: command line, table of tests, measurement, output. */
#ifndef EMUQ_PERF_PERF_H
#define EMUQ_PERF_PERF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct perf_rank perf_rank_t; /* rank.h */

/* ---- options.c: the command line ---- */

#define PERF_STATUS_USAGE   2
#define PERF_MAX_LIST       32 /**< maximum numbers in a list */
#define PERF_MAX_TESTS      64
#define PERF_MAX_PAIRS      64
#define PERF_MAX_BYTES      (UINT64_C(64) << 20)
#define PERF_MODE_THREADS   1u
#define PERF_MODE_PROCESSES 2u
#define PERF_MODE_HOSTS     4u /**< processes on simulated hosts */

/** A list of numbers; count 0: not given. */
typedef struct perf_list {
    uint64_t value[PERF_MAX_LIST];
    size_t count;
} perf_list_t;

/** All options except the options of the job. */
typedef struct perf_options {
    bool chosen[PERF_MAX_TESTS]; /**< tests of --test, by index in perf_tests */
    bool all_tests;              /**< without --test */
    perf_list_t sizes, hops;
    uint32_t pairs;
    bool explain;   /**< print the stages of messages */
    double seconds; /**< measuring time for each line of the table */
    bool pin;
    uint32_t modes;       /**< PERF_MODE_... */
    const char *json;     /**< file for the JSON document, or NULL */
    const char *record;   /**< file for a JSON object per result, or NULL */
    const char *progress; /**< values of EMUQ_WAIT, or NULL */
    bool trace;           /**< measure again with a recording */
} perf_options_t;

/** Reads a command line without the options of the job. @param is_verbose print messages; true on one rank
 * @return -1 to continue, or an exit status: 0 after --help, --list or --version, else #PERF_STATUS_USAGE */
int perf_options_read(perf_options_t *o, int argc, char **argv, bool is_verbose);

/* ---- tests.c: the table of tests ---- */

/** Unit of a result. Smaller is better for PERF_TIME, larger for the rest. */
typedef enum perf_unit {
    PERF_TIME,      /**< nanoseconds per operation */
    PERF_BANDWIDTH, /**< 10^9 bytes per second */
    PERF_RATE,      /**< 10^6 operations per second */
    PERF_PERCENT,   /**< share of a time */
} perf_unit_t;

/** Ranks that take part in a test; the other ranks sleep. */
typedef enum perf_group {
    PERF_PAIRS, /**< two ranks, or two times --pairs */
    PERF_NODES, /**< one process of each node */
    PERF_ALL,   /**< all ranks; for the limit of a PERF_NODES test, one process of each node */
    PERF_ONE,   /**< rank 0 */
} perf_group_t;

#define PERF_ONE_CORE 1u  /**< active ranks share one core and yield it while waiting */
#define PERF_LAYER    2u  /**< needs a client of the message layer */
#define PERF_HOSTS    4u  /**< measured only if the two ranks are on two hosts */
#define PERF_FACES    8u  /**< needs memory for messages from all neighbours */
#define PERF_THREADED 16u /**< needs an injection FIFO for each of #PERF_MOST_THREADS threads */

#define PERF_MOST_THREADS 4 /**< maximum injecting threads of a rank */

typedef struct perf_test {
    const char *name, *help;
    perf_unit_t unit;
    perf_group_t group;
    size_t sizes[6];        /**< default message sizes, terminated by 0 */
    int sized;              /**< true if --sizes replaces the sizes */
    unsigned flags;         /**< PERF_ONE_CORE, PERF_LAYER, ... */
    const char *limit;      /**< test that bounds this test, or NULL */
    size_t limit_up_to;     /**< maximum message size for `limit` if `limit_long` is set */
    const char *limit_long; /**< bound for longer messages, or NULL */
    /** Prepares batches, on each active rank before the first batch. NULL: nothing to prepare. */
    void (*prepare)(perf_rank_t *r, size_t size);
    /** Does the operation @p rounds times. All active ranks call it concurrently.
     *  @return on the rank with role PERF_FIRST: seconds per operation, or a fraction */
    double (*batch)(perf_rank_t *r, size_t size, uint64_t rounds);
    const char *limit_between_hosts; /**< the limit between two hosts, or NULL */
    uint32_t parameter;              /**< variant of `batch` */
} perf_test_t;

extern const perf_test_t perf_tests[];
extern const size_t perf_test_count;

/** @return index of the test with this name, or -1 */
int perf_test_number(const char *name, size_t length);

/** The test that bounds @p t for this size, or NULL. @param oversubscribed more nodes than cores */
const perf_test_t *perf_find_limit(const perf_test_t *t, size_t size, int oversubscribed, int between_hosts);

/** Prints the list of tests. */
void perf_tests_print(void);

/* ---- job.c ---- */

/** Runs the tests. Called by all ranks. @param mode "threads", "processes" or "hosts" @return exit status */
int perf_job(const perf_options_t *o, const char *mode);

/* ---- sample.c: batches and medians ---- */

/** Median and quartiles of the batches, in the unit of the test. */
typedef struct perf_value {
    double median, low, high;
} perf_value_t;

/** A line of the table. */
typedef struct perf_result {
    const perf_test_t *test, *limit; /**< `limit` may be NULL */
    uint64_t size;
    perf_value_t value, bound;
    uint64_t samples;
    uint32_t hops, pairs;
} perf_result_t;

/** Measures one line of the table. Called by all ranks. @param limit measured alternately with the test; or
 * NULL
 *  @param partner partner of rank 0 @param result set on rank 0 */
void perf_measure(perf_rank_t *r, const perf_test_t *test, const perf_test_t *limit, uint64_t size,
                  uint32_t partner, perf_result_t *result);

/** Compares doubles for qsort(). */
int perf_compare(const void *a, const void *b);

/* ---- explain.c: stages of a message ---- */

/** True if the library was built with time stamps. */
bool perf_has_stamps(void);

/** Prints the stages of a put and of a memory-FIFO message. Called by all ranks. @param partner of rank 0 */
void perf_explain(perf_rank_t *r, uint64_t size, uint32_t partner);

/* ---- report.c: machine and results as text and JSON ---- */

/** Finds the cores of the job. @param core receives the number of a hardware thread of each core, up to @p
 * most
 *  @return number of cores, at least 1 */
uint32_t perf_machine_cores(int *core, uint32_t most);

/** Prints machine and versions as one line of text. */
void perf_machine_print(FILE *out);

/** Prints the kind of job and the head of the table. */
void perf_report_head(const perf_rank_t *r, const char *mode);

/** Prints a result. @param record file for the result as one line of JSON, or NULL */
void perf_report_result(const perf_rank_t *r, const char *mode, const perf_result_t *result, FILE *record);

/** Prints the number of wrong messages on standard error, unless it is 0. */
void perf_report_wrong(const perf_rank_t *r);

/** Writes the JSON document with the results in @p record. @return 0, or -1 after printing an error */
int perf_report_document(const char *file, FILE *record);

/** Closes an output file. @return 0, or a negative errno after printing an error */
int perf_report_close(const char *file, FILE *out);

#endif /* EMUQ_PERF_PERF_H */
