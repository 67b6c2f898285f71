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
#define PERF_MAX_COLUMNS    6 /**< of a table of sizes */
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
    const char *json;     /**< file for the JSON document, "-": standard output, or NULL */
    const char *csv;      /**< file for rows of CSV, "-": standard output, or NULL */
    bool table;           /**< rows of sizes, columns of tests */
    bool default_sizes;   /**< `sizes` are the sizes of --table without --sizes */
    bool quiet;           /**< print no text */
    double load;          /**< load average before the measurement; negative: read at the start of a job */
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

/* ---- values.c: numbers of the output, functions of their arguments only ---- */

#define PERF_SI_BYTES 24

/** Formats a value with three digits in ns, us, ms or s, kB/s to TB/s, /s to G/s, or %. @param value in the
 * unit of a result @return @p text */
char *perf_si(char text[PERF_SI_BYTES], perf_unit_t unit, double value);

/** Circumstances of a result. Without a limit, the results of the test stand for the limit. */
typedef struct perf_conditions {
    double load;                /**< load average before the measurement; negative: unknown */
    uint32_t cores;             /**< of the job */
    uint64_t switches, samples; /**< preemptions of rank 0, and its samples */
    bool shares_cores;   /**< the test makes ranks share cores: preemptions are no sign of a busy machine */
    double begun, ended; /**< of the limit: medians of the first and last third of the samples; 0: unknown */
    double low, high;    /**< of the result: quartiles */
    double limit_low, limit_high;
} perf_conditions_t;

#define PERF_DOUBTS          4
#define PERF_DOUBT_LOAD      1u /**< other programs used more than half of the cores before */
#define PERF_DOUBT_PREEMPTED 2u /**< more than one of eight samples was interrupted */
#define PERF_DOUBT_MOVED                                                                                     \
    4u /**< the limit changed by more than a factor of 1.25 during the line or since its first line */
#define PERF_DOUBT_SPREAD 8u /**< the quartiles of result or limit differ by more than a factor of 2 */
#define PERF_DOUBTS_BYTES 40

/** @return PERF_DOUBT_... ; 0: none */
unsigned perf_doubts(const perf_conditions_t *conditions);

/** A limit of the machine as measured before. */
typedef struct perf_limit {
    const perf_test_t *test;
    uint64_t size;
    uint32_t partner;
    double median; /**< of the first measurement */
} perf_limit_t;

#define PERF_MAX_LIMITS 256

/** The limits of a run, each with its first median. */
typedef struct perf_limits {
    perf_limit_t limit[PERF_MAX_LIMITS];
    size_t count;
} perf_limits_t;

/** Compares a limit with its first measurement in the run; keeps a limit without an earlier measurement.
 * @return PERF_DOUBT_MOVED or 0 */
unsigned perf_limit_check(perf_limits_t *limits, perf_limit_t now);

/** @param index from 0, of the bit */
const char *perf_doubt_name(unsigned index);

/** Names of doubts, joined by "+". @return @p text */
char *perf_doubts_text(char text[PERF_DOUBTS_BYTES], unsigned doubts);

/** Medians of the first and last third of samples in the order of time; 0 for too few. */
void perf_thirds(const double *sample, uint64_t count, double *begun, double *ended);

/** Prints a flat JSON object as a row of CSV: its names or its values. @param more last fields */
void perf_csv_row(const char *json, bool is_head, const char *more, FILE *out);

/** Compares doubles for qsort(). */
int perf_compare(const void *a, const void *b);

/* ---- job.c ---- */

/** Runs the tests. Called by all ranks. @param mode "threads", "processes" or "hosts" @return exit status */
int perf_job(const perf_options_t *o, const char *mode);

/* ---- sample.c: batches and medians ---- */

/** Median, quartiles and minimum of the batches, in the unit of the test. */
typedef struct perf_value {
    double median, low, high, least;
} perf_value_t;

/** A line of the table. */
typedef struct perf_result {
    const perf_test_t *test, *limit; /**< `limit` may be NULL */
    uint64_t size;
    perf_value_t value, bound;
    uint64_t samples;
    uint32_t hops, pairs;
    perf_conditions_t conditions;
    unsigned doubts; /**< PERF_DOUBT_... */
} perf_result_t;

/** Measures one line of the table. Called by all ranks. @param limit measured alternately with the test; or
 * NULL
 *  @param partner partner of rank 0 @param result set on rank 0 */
void perf_measure(perf_rank_t *r, const perf_test_t *test, const perf_test_t *limit, uint64_t size,
                  uint32_t partner, perf_result_t *result);

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

/** Prints the head of a table of sizes. @param test [tests] columns */
void perf_report_table_head(const perf_test_t *const *test, size_t tests);

/** Prints a row of a table of sizes. @param result [tests]; `test` NULL: not measured */
void perf_report_table_row(uint64_t size, const perf_result_t *result, size_t tests);

/** Prints a warning about doubtful results. @param doubtful [PERF_DOUBTS] numbers of results with a doubt
 * @param any results with at least one doubt */
void perf_report_doubts(const uint32_t doubtful[PERF_DOUBTS], uint32_t any, uint32_t lines, double load,
                        uint32_t cores);

/** Prints the number of wrong messages on standard error, unless it is 0. */
void perf_report_wrong(const perf_rank_t *r);

/** Checks an output file before the measurements. @param file NULL or "-": none @param is_verbose prints the
 * error
 * @return false if the file cannot be written */
bool perf_can_write(const char *file, bool is_verbose);

/** Writes the JSON document and the CSV file of the options, with the results in @p record. @return 0, or -1
 * after printing an error */
int perf_report_files(const perf_options_t *o, FILE *record);

/** Closes an output file. @return 0, or a negative errno after printing an error */
int perf_report_close(const char *file, FILE *out);

#endif /* EMUQ_PERF_PERF_H */
