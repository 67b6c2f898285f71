/* SPDX-License-Identifier: BSD-3-Clause */
/** @file figures.h  Figures of the model next to what they should be: a table with verdicts. */
#ifndef EMUQ_NET_FIGURES_H
#define EMUQ_NET_FIGURES_H

#include "tools/emuq-net/simulate.h"

/** A table under way. */
typedef struct traffic_figures {
    const emuq_net_constants_t *parameters;
    const char *line; /**< name of the figures that come now, such as "V2" */
    FILE *out;
    bool markdown;                    /**< rows of a Markdown table */
    unsigned inside, outside, failed; /**< rows; runs that have no result */
    unsigned absent;                  /**< published figures that the model does not have */
    uint64_t hops;                    /**< of packets, in all runs */
    double seconds;                   /**< of all runs */
} traffic_figures_t;

/** Prints the head line. */
void traffic_figures_head(traffic_figures_t *f);

/** Prints a row, and counts it. @param low,high what the model may give; INFINITY: anything
 *  @param wanted what is published, or what the closed form gives, as text */
void traffic_figure(traffic_figures_t *f, const char *what, const char *wanted, double model,
                    const char *unit, double low, double high);

/** The same with a published number and a tolerance, of the number itself or (@p share) in parts of it. */
void traffic_figure_near(traffic_figures_t *f, const char *what, double wanted, double model,
                         const char *unit, double tolerance, bool share);

/** Prints a row of a published figure that the model does not have, and counts it: neither inside nor
 * outside.
 */
void traffic_figure_absent(traffic_figures_t *f, const char *what, const char *wanted, const char *reason);

/** Prints a row of a run that failed, and counts it. @param rc negative errno */
void traffic_figure_failed(traffic_figures_t *f, const char *what, int rc);

/** Traffic, or a collective, whose throughput or time is wanted. */
typedef struct traffic_experiment {
    const char *shape, *pattern;
    uint32_t bytes; /**< of a message */
    uint8_t zone;
    bool deterministic;
    uint64_t messages;        /**< of each node; all is measured until the last arrival. 0: endless */
    uint32_t outstanding;     /**< 0: 64 */
    uint64_t warm_up, cycles; /**< of endless traffic */
} traffic_experiment_t;

/** Runs it. A failure is printed and counted.
 *  @return whether there is a result, to be undone by traffic_result_free() */
bool traffic_try(traffic_figures_t *f, const traffic_experiment_t *e, traffic_result_t *result);

#endif /* EMUQ_NET_FIGURES_H */
