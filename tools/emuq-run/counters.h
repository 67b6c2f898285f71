/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file counters.h
 * @brief Counters of a job: tables of one host, and sums of all hosts.
 */
#ifndef EMUQ_TOOLS_COUNTERS_H
#define EMUQ_TOOLS_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "kernel-shim/partition/launch.h"
#include "tools/emuq-run/health.h"

struct emuq_host_plan;   /* run.h */
struct emuq_run_command; /* run.h */

/* ---- counters.c: counters of Message Units, links and APEnet+ cards ---- */

#define EMUQ_COUNTS_NAME 48u /**< bytes of the name of a counter */

/** A counter of all nodes, or of all links of all nodes. */
typedef struct emuq_counts_column {
    char name[EMUQ_COUNTS_NAME];
    uint32_t width;  /**< 1; EMUQ_COUNT_LINKS: links of a unit; EMUQ_COMPONENT_LINKS: links of a card */
    uint64_t *value; /**< [nodes * width] */
} emuq_counts_column_t;

/** The counters of a job, or of one host of it. */
typedef struct emuq_counts {
    uint32_t shape[5], nodes;
    emuq_counts_column_t *column;
    unsigned columns;
} emuq_counts_t;

/** Makes an empty table. */
void emuq_counts_open(emuq_counts_t *c, const uint32_t shape[5]);
void emuq_counts_close(emuq_counts_t *c);
/** Finds a column, or adds one with zeros. @return values of the column */
uint64_t *emuq_counts_column(emuq_counts_t *c, const char *name, uint32_t width);
/** Adds counts of Message Units. @param node [nodes] */
void emuq_counts_add_units(emuq_counts_t *c, const emuq_node_counts_t *node);
/** Opens a table with the counters of this host, after the end of all ranks.
 *  @param[out] c closed by the caller, also after an error @return 0, or a negative errno after printing an
 *  error */
int emuq_counts_read(emuq_counts_t *c, const emuq_launch_t *launch);
/** --counters: prints all counters that are not 0, and the busiest links. --heat: writes the heat map of the
 * links, words of APEnet+ cards if there are any, else chunks of the Message Units.
 * @return 0, or a negative errno of --heat after printing an error */
int emuq_counts_report(const emuq_counts_t *c, const struct emuq_run_command *command);
/** @param text buffer of 64 bytes @return text: a node and its coordinates, "3 (0,1,1,0,0)" */
const char *emuq_node_name(const uint32_t *shape, uint32_t node, char *text);

/** A link in its send direction, with the number of sent chunks of 32 bytes. */
typedef struct emuq_busy_link {
    uint64_t chunks;
    uint32_t node;
    unsigned link;
} emuq_busy_link_t;

/** Inserts a link into a list in falling order. The first of equal links wins.
 *  @param most [links + 1], all zero at first; the last element is scratch memory */
void emuq_busy_link_insert(emuq_busy_link_t *most, int links, emuq_busy_link_t link);

/** Increase of a count. A sample during a change may seem to shrink. */
static inline uint64_t emuq_growth(uint64_t before, uint64_t now)
{
    return now > before ? now - before : 0;
}

#define EMUQ_COUNTER_RATES 8 /**< maximum number of rates */

/** Two samples of the counters of components such as APEnet+ cards, and their rates. */
typedef struct emuq_counter_rates {
    uint32_t nodes, rates;
    const char *name[EMUQ_COUNTER_RATES];
    uint64_t *before, *now; /**< [EMUQ_COUNTER_RATES * nodes] */
    uint64_t sampled;       /**< nanoseconds: time of the last sample */
    double seconds;         /**< time between the samples */
} emuq_counter_rates_t;

void emuq_counter_rates_open(emuq_counter_rates_t *r, const emuq_launch_t *launch);
void emuq_counter_rates_close(emuq_counter_rates_t *r);
void emuq_counter_rates_sample(emuq_counter_rates_t *r, const emuq_launch_t *launch);
/** Prints the rates that are not 0: their sum, and the node with the largest.
 *  @param before string before each rate @return number of rates */
uint32_t emuq_counter_rates_print(const emuq_counter_rates_t *r, const emuq_launch_t *launch,
                                  const char *before, FILE *out);

/* ---- merge.c: counters and health of a job on several hosts ---- */

/** Sends the counters of this host to the front end. */
void emuq_merge_send_counts(const emuq_counts_t *c);
/** Sends the worst health of the nodes of this host. */
void emuq_merge_send_health(const emuq_health_t *h);
/** Sends the end of these lines. */
void emuq_merge_send_end(void);

typedef struct emuq_merge_host {
    uint32_t lines, hash; /**< received lines */
    bool has_counts;
    bool is_complete; /**< all sent lines have been received */
} emuq_merge_host_t;

/** Sums of all hosts, at the front end. */
typedef struct emuq_merge {
    emuq_counts_t counts;
    emuq_health_t health;
    uint32_t hosts;
    emuq_merge_host_t *host; /**< [hosts] */
} emuq_merge_t;

void emuq_merge_open(emuq_merge_t *m, const uint32_t shape[5], uint32_t hosts);
/** No effect without emuq_merge_open(). */
void emuq_merge_close(emuq_merge_t *m);
/** Takes a line of a host. @param mark EMUQ_MARK_COUNTS, EMUQ_MARK_HEALTH or EMUQ_MARK_SENT @param text is
 * changed */
void emuq_merge_take(emuq_merge_t *m, uint32_t host, char mark, long number, char *text);
/** Prints health and counters of the whole job, writes the file of --heat, and names hosts whose numbers are
 * missing. @return 0, or a negative errno of --heat after printing an error */
int emuq_merge_print(const emuq_merge_t *m, const struct emuq_host_plan *plan,
                     const struct emuq_run_command *command);

#endif /* EMUQ_TOOLS_COUNTERS_H */
