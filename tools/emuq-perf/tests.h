/* SPDX-License-Identifier: BSD-3-Clause */
/** @file tests.h  The table of what can be measured. */
#ifndef EMUQ_PERF_TESTS_H
#define EMUQ_PERF_TESTS_H

#include <stddef.h>
#include <stdint.h>

struct perf_rank;

/** What a result is. Of a time less is better, of the others more. */
typedef enum perf_unit {
    PERF_TIME,      /**< nanoseconds for one operation */
    PERF_BANDWIDTH, /**< 10^9 bytes per second */
    PERF_RATE,      /**< 10^6 operations per second */
    PERF_PERCENT,   /**< of a time */
} perf_unit_t;

/** Which ranks take part; the others sleep. */
typedef enum perf_who {
    PERF_PAIRS, /**< two ranks, or --pairs times two */
    PERF_NODES, /**< one process of each node */
    PERF_ALL,   /**< all ranks; in a limit that is of PERF_NODES, one process of each node */
    PERF_ONE,   /**< rank 0 alone */
} perf_who_t;

#define PERF_ONE_CORE 1u  /**< all who take part run on one core, and yield it when they wait */
#define PERF_LAYER    2u  /**< needs a client of the message layer */
#define PERF_HOSTS    4u  /**< only where the two ranks are on two hosts */
#define PERF_FACES    8u  /**< needs memory for messages from all neighbours */
#define PERF_THREADED 16u /**< needs an injection FIFO for each of PERF_MOST_THREADS threads */

#define PERF_MOST_THREADS 4 /**< threads of a rank that inject */

typedef struct perf_test {
    const char *name, *help;
    perf_unit_t unit;
    perf_who_t who;
    size_t sizes[6];        /**< by default; ends with 0 */
    int sized;              /**< --sizes replaces them */
    unsigned how;           /**< PERF_ONE_CORE and the like, or nothing */
    const char *limit;      /**< test that bounds it; NULL: it is itself a limit */
    size_t limit_up_to;     /**< longer messages ... */
    const char *limit_long; /**< ... are bounded by this, if not NULL */
    /** Called once by those who take part, before the first batch; may be NULL. */
    void (*prepare)(struct perf_rank *r, size_t size);
    /** Does the operation @p rounds times. All who take part call it at the same time.
     *  @return seconds for one operation, where the rank's role is 0; of PERF_PERCENT, the fraction */
    double (*batch)(struct perf_rank *r, size_t size, uint64_t rounds);
    const char *limit_between_hosts; /**< instead of the limits above, if the two ranks are on two hosts;
                                        NULL: none */
} perf_test_t;

extern const perf_test_t perf_tests[];
extern const size_t perf_test_count;

/** @return number of the test with that name, or -1. */
int perf_test_number(const char *name, size_t length);

/** The test that bounds @p t for messages of that size, or NULL.
 *  @param crowded  whether there are more ranks than cores: then barriers are compared with one that yields
 *  @param spread  whether the job is on several hosts
 */
const perf_test_t *perf_limit_of(const perf_test_t *t, size_t size, int crowded, int spread);

/** Prints the table for people. */
void perf_tests_print(void);

#endif /* EMUQ_PERF_TESTS_H */
