/* SPDX-License-Identifier: BSD-3-Clause */
/** @file simulate.h  One run: a machine, its sources, a warm-up, a window of measurement. */
#ifndef EMUQ_NET_SIMULATE_H
#define EMUQ_NET_SIMULATE_H

#include "tools/emuq-net/links.h"
#include "tools/emuq-net/measure.h"
#include "tools/emuq-net/parameters.h"
#include "tools/emuq-net/peak.h"
#include "tools/emuq-net/source.h"

#define TRAFFIC_WARM_UP_AUTO UINT64_MAX
#define TRAFFIC_WARM_UP_MOST 200000 /**< cycles of an automatic warm-up at most */

/** How far a run is. @param share done, of 1000; @param cycle modelled time */
typedef void (*traffic_progress_t)(void *context, uint64_t cycle, uint32_t share);

/** What to run. */
typedef struct traffic_setup {
    const emuq_net_constants_t *parameters;
    traffic_workload_t workload; /**< with pattern and shape */
    uint64_t seed;
    uint32_t threads;
    uint64_t warm_up; /**< cycles, or #TRAFFIC_WARM_UP_AUTO: until the throughput of two windows differs by <
                         1 % */
    uint64_t
        cycles; /**< of the window; 0: everything is measured until all has arrived (closed loop, finite) */
    traffic_progress_t progress; /**< NULL: none */
    void *progress_context;
} traffic_setup_t;

/** What came out. */
typedef struct traffic_result {
    traffic_measure_t measure;
    traffic_peak_t peak;
    traffic_links_t links; /**< in the window */
    uint64_t nodes;
    uint64_t warm_up; /**< cycles before the window */
    bool settled;     /**< the automatic warm-up ended before its limit */
    uint64_t cycles;  /**< length of the window */
    uint64_t offered; /**< bytes created in the window */
    uint64_t missing; /**< bytes that have not arrived when nothing happens any more: the network is stuck */
    uint64_t hops;    /**< of all packets of the run */
    uint64_t resent;  /**< packets that links sent again after bit errors, each time, in the run */
    double seconds;   /**< host time */
} traffic_result_t;

/** Runs. @return 0 or a negative errno with the reason in @p why; a result is undone by traffic_result_free()
 */
int traffic_simulate(const traffic_setup_t *setup, traffic_result_t *result, emuq_text_t *why);

void traffic_result_free(traffic_result_t *r);

/** How much is done, of 1000. @param run of traffic_run_out() */
typedef uint32_t (*traffic_share_t)(const void *run);

/**
 * Runs a network that needs no sources until nothing happens any more.
 * @param error of traffic_error_note(), noted by what the network calls
 * @param run   for @p share
 * @return 0 or the error
 */
int traffic_run_out(const traffic_setup_t *setup, emuq_net_t *net, const int *error, traffic_share_t share,
                    const void *run);

/** Fills in what links have done. @param before as for traffic_links_window() @return 0 or -ENOMEM */
int traffic_result_links(traffic_result_t *r, const traffic_setup_t *setup, const emuq_net_t *net,
                         const uint64_t *before);

/** The same of a run that is measured as a whole, and its length. @param begin tick at which it began */
int traffic_result_whole(traffic_result_t *r, const traffic_setup_t *setup, const emuq_net_t *net,
                         uint64_t begin);

/** Ends a run. @param begin of emuq_now_ns() @param rc 0, or a negative errno: the result is freed, and @p
 * why gets the reason @return rc */
int traffic_result_end(traffic_result_t *r, uint64_t begin, int rc, emuq_text_t *why);

/** GB/s of payload that a node receives on average. */
double traffic_throughput(const traffic_result_t *r, const emuq_net_constants_t *p);

/** Share of the window in which the links of the busiest cut were busy, as far as packets that arrived count.
 */
double traffic_utilisation(const traffic_result_t *r);

/** Throughput as a share of the pattern's peak at 1.8 GB/s a link, as published figures count. */
double traffic_share(const traffic_result_t *r, const emuq_net_constants_t *p);

#endif /* EMUQ_NET_SIMULATE_H */
