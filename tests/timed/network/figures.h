/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file figures.h
 * @brief Comparison of the network model with published figures and with closed forms: a table with verdicts.
 *
 * Published figures: SC11 = "The IBM Blue Gene/Q Interconnection Network and Message Unit"; SC12 = "Looking
 * under the hood of the IBM Blue Gene/Q network"; PGAS13 = a measurement of one-way puts.
 */
#ifndef EMUQ_TEST_NETWORK_FIGURES_H
#define EMUQ_TEST_NETWORK_FIGURES_H

#include "tools/emuq-net/net.h"

/** State of a table. */
typedef struct traffic_figures {
    const emuq_net_constants_t *parameters;
    const char *line; /**< name of the present line, such as "V2" */
    FILE *out;
    bool markdown;                    /**< Markdown table with methods, independent of the host */
    unsigned inside, outside, failed; /**< rows; failed: runs without a result */
    unsigned absent;                  /**< published figures that are not modelled */
    uint64_t hops;                    /**< packet-hops of all runs */
    double seconds;                   /**< of all runs */
} traffic_figures_t;

/** A line: related figures. */
typedef struct traffic_line {
    const char *name, *title;
    void (*run)(traffic_figures_t *f);
    const char *method; /**< how the model's figures are measured, for the document; or NULL */
    const char *note;   /**< comment on the verdicts, for the document; or NULL */
} traffic_line_t;

extern const traffic_line_t traffic_published[], traffic_closed_forms[]; /**< end with a name of NULL */

/** Prints and counts a row. @param wanted the published figure or the closed form @param low,high allowed
 * range, INFINITY: unbounded */
void traffic_figure(traffic_figures_t *f, const char *what, const char *wanted, double model,
                    const char *unit, double low, double high);
/** Same as traffic_figure(), with a tolerance, absolute or (@p share) relative. */
void traffic_figure_near(traffic_figures_t *f, const char *what, double wanted, double model,
                         const char *unit, double tolerance, bool share);
/** Prints and counts a published figure that is not modelled. */
void traffic_figure_absent(traffic_figures_t *f, const char *what, const char *wanted, const char *reason);
/** Prints and counts a failed run. @param rc negative errno */
void traffic_figure_failed(traffic_figures_t *f, const char *what, int rc);

/** A run of traffic or of a collective. */
typedef struct traffic_experiment {
    const char *shape, *pattern;
    uint32_t bytes; /**< of a message */
    uint8_t zone;
    bool deterministic;
    uint64_t messages;        /**< per node, all measured; 0: endless */
    uint32_t outstanding;     /**< 0: 64 */
    uint64_t warm_up, cycles; /**< of endless traffic */
} traffic_experiment_t;

/** Runs an experiment; prints and counts a failure. @return true: @p result must be freed */
bool traffic_try(traffic_figures_t *f, const traffic_experiment_t *e, traffic_result_t *result);

#endif /* EMUQ_TEST_NETWORK_FIGURES_H */
