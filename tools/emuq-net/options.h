/* SPDX-License-Identifier: BSD-3-Clause */
/** @file options.h  What emuq-net is asked to do. */
#ifndef EMUQ_NET_OPTIONS_H
#define EMUQ_NET_OPTIONS_H

#include "tools/emuq-net/parameters.h"
#include "tools/emuq-net/simulate.h"
#include "tools/emuq-net/trace.h"

#define TRAFFIC_STATUS_WRONG 1 /**< a figure is out of its tolerance, or a run failed */
#define TRAFFIC_STATUS_USAGE 2 /**< wrong command line or file; nothing has been written */

/** A value that runs through a range. */
typedef struct traffic_sweep {
    bool wanted;
    char name[64];              /**< "load", or the key of a parameter */
    uint64_t first, last, step; /**< in 10^-6 */
} traffic_sweep_t;

/** What is to be done. */
typedef enum traffic_task {
    TRAFFIC_SIMULATE, /**< traffic */
    TRAFFIC_VALIDATE, /**< published figures */
    TRAFFIC_CHECK,    /**< closed forms */
    TRAFFIC_EXPLAIN   /**< one packet */
} traffic_task_t;

/** The command line, read and checked. */
typedef struct traffic_options {
    traffic_task_t task;
    const char
        *line; /**< of the table that the task prints; NULL: all. Of --explain: its nodes, as written */
    emuq_net_message_t explained; /**< by --explain */
    emuq_net_constants_t parameters;
    emuq_net_shape_t shape;
    traffic_setup_t setup;                         /**< workload.pattern is opened */
    const char *params, *mesh, *pattern, *routing; /**< as written; NULL: not given */
    bool show;                                     /**< print the constants */
    bool markdown;                                 /**< tables as Markdown */
    traffic_trace_t trace;                         /**< of pattern trace:FILE; else empty */
    bool is_trace;
    uint64_t load;     /**< in 10^-6: share of the peak, or GB/s of a node; 0: closed loop */
    bool load_is_rate; /**< load is GB/s */
    traffic_sweep_t sweep;
    const char *json, *csv, *curve, *heat, *links; /**< files to write; NULL: not wanted */
} traffic_options_t;

/**
 * Reads the command line.
 * @return -1: do what it says, and call traffic_options_free(); else the exit status: a wrong argument has
 * been reported, or help, a list or the parameters have been printed
 */
int traffic_options_read(traffic_options_t *o, int argc, char **argv);

void traffic_options_free(traffic_options_t *o);

/** Sets the mean time between messages of setup for a load, in 10^-6 as in traffic_options_t. @return 0 or
 * -EINVAL with the reason in @p why: the pattern sends nothing */
int traffic_options_load(const traffic_options_t *o, uint64_t load, traffic_setup_t *setup, emuq_text_t *why);

#endif /* EMUQ_NET_OPTIONS_H */
