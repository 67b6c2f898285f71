/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file launch.h
 * @brief Interface of launchers: a partition whose ranks are Linux processes.
 *
 * The launcher opens the partition, starts each rank with EMUQ_PARTITION=(path) and EMUQ_RANK=(rank) in its
 * environment, and monitors the processes. Ranks join before main(). Functions that return a negative errno
 * have printed an error, unless noted. Not thread-safe.
 */
#ifndef EMUQ_LAUNCH_H
#define EMUQ_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "backends/backend.h"
#include "emuq/partition.h"
#include "kernel-shim/partition/host_engine.h"
#include "kernel-shim/partition/state.h"
#include "transport/fabric.h"
#include "transport/connection.h"

typedef struct emuq_launch emuq_launch_t;

/** Marks a program that joins no partition. */
#define EMUQ_IS_NO_RANK                                                                                      \
    extern const int emuq_is_no_rank;                                                                        \
    const int emuq_is_no_rank = 1

/* ---- hosts of a job ---- */

/** Number of simulated hosts (EMUQ_HOSTS), at most one per node */
uint32_t emuq_launch_hosts(const emuq_job_t *job);

/** Connects simulated hosts, before a process is forked for each. @return 0; or a negative errno, with a
 * message only for -ENOTSUP: a build without EMUQ_HAVE_HOSTS */
int emuq_launch_hosts_open(uint32_t hosts, emuq_local_hosts_t **opened);

/** Frees the connections in a process that runs no host. */
void emuq_launch_hosts_close(emuq_local_hosts_t *hosts);

typedef struct emuq_launch_job_hosts {
    uint32_t hosts;            /**< 2 or more */
    uint32_t host;             /**< this host, from 0 */
    const uint32_t *nodes;     /**< [hosts] consecutive nodes of each host */
    uint64_t job_id;           /**< equal on all hosts; not 0 */
    const char *local_address; /**< address of this host for remote hosts; NULL: automatic */
    emuq_local_hosts_t *local; /**< simulated hosts; NULL: real hosts */
    bool is_planned;           /**< validated in advance; diagnostics already printed */
} emuq_launch_job_hosts_t;

/** Hash of the build; equal on hosts that can work together */
uint64_t emuq_launch_layout(void);

/* ---- equal_inputs.c: inputs of a job that must be equal on all hosts ---- */

#define EMUQ_EQUAL_INPUTS 16   /**< settings, map file and build */
#define EMUQ_EQUAL_BUILD  0    /**< number of the build; the only input of unequal builds */
#define EMUQ_DIGEST_BYTES 129u /**< with the zero byte */
#define EMUQ_INPUT_BYTES  256u

/** Writes a hash of each input of this host. */
void emuq_job_digest(char digest[EMUQ_DIGEST_BYTES]);

/** @return number of the first input that differs; -1: equal */
int emuq_job_difference(const char *one, const char *other);

/** @return the name of an input, for a message: "EMUQ_MESH" */
const char *emuq_job_input_name(int input);

/** Writes the value of an input on this host, for a message: "'AB'", "'' (not set)" or a checksum of a file.
 */
void emuq_job_input_value(int input, char value[EMUQ_INPUT_BYTES]);

/** Network parameters of this host */
typedef struct emuq_preflight {
    char name[128];                  /**< host name */
    char interface[64];              /**< interface name; "none": unknown */
    char address[EMUQ_ADDRESS_TEXT]; /**< address for remote hosts */
    char provider[64];
} emuq_preflight_t;

/** Determines the parameters with a temporary endpoint. @return 0 or a negative errno */
int emuq_preflight(emuq_preflight_t *preflight);

/* ---- life of the partition ---- */

/** Sets the name of the job's program for recordings. Before emuq_launch_open() */
void emuq_launch_name(const char *program);

/** Moves later partitions to the address of those of emuq_join(). */
void emuq_launch_for_plugins(void);

/** Boots a partition in processes mode, one at a time. @param hosts NULL: one host; valid as long as the
 * launch @return 0 or a negative errno */
int emuq_launch_open(const emuq_job_t *job, const emuq_launch_job_hosts_t *hosts, emuq_launch_t **launch);

/** Frees everything. Call when no rank runs. */
void emuq_launch_close(emuq_launch_t *launch);

bool emuq_launch_is_distributed(const emuq_launch_t *launch);

/** Lets the program of a rank inherit the arena's file descriptor, so that it can map the arena without its
 * path (containers). Call in the child before exec. */
void emuq_launch_inherit(const emuq_launch_t *launch);

/** Lets a rank with more threads than bound processors use all processors. Call before ranks start. @param
 * processors [EMUQ_UNBOUND_WORDS] bit set of all */
void emuq_launch_unbind(emuq_launch_t *launch, const uint64_t *processors);

/** Makes a fatal signal stop a rank until SIGCONT. Call before ranks start. */
void emuq_launch_stop_on_fatal_signal(emuq_launch_t *launch);

/* ---- host engine ---- */

/** Offers the engine to the only rank of this host, which is started next. @return 0; -ENOENT without a
 * message: start the engine as a process, before ranks; or a negative errno */
int emuq_launch_engine_offer(emuq_launch_t *launch);

/** Lets the program of that rank inherit the engine's socket. Call in the child before exec. */
void emuq_launch_engine_inherit(const emuq_launch_t *launch);

/** Starts the engine as a child, unless a rank accepts the offer. @param rank that rank, or process 0; and
 * the cancel descriptor @param text set: address of the engine @param pid set; 0: in the rank @return 0 or a
 * negative errno; without a message: -ESRCH: the rank has ended; -ECANCELED */
int emuq_launch_engine_start(emuq_launch_t *launch, emuq_peer_t rank, emuq_host_text_t *text, int32_t *pid);

/** Connects the engine. @param texts [hosts] addresses of the engines @return as
 * emuq_launch_engine_start() */
int emuq_launch_engine_connect(emuq_launch_t *launch, const emuq_host_text_t *texts,
                               const unsigned char key[EMUQ_KEY_BYTES]);

/** @return 0; -ENOENT without a message: no such connection */
int emuq_launch_connection(const emuq_launch_t *launch, uint32_t host, emuq_connection_counts_t *counts);

/** Whether the engine has ended its rank after printing an error */
bool emuq_launch_engine_failed(const emuq_launch_t *launch);

/** @return the lost host that has ended the job; UINT32_MAX: none */
uint32_t emuq_launch_lost_host(const emuq_launch_t *launch);

/* ---- ranks ---- */

/** Value of EMUQ_PARTITION */
const char *emuq_launch_path(const emuq_launch_t *launch);

uint32_t emuq_launch_ranks(const emuq_launch_t *launch);

const emuq_job_t *emuq_launch_job(const emuq_launch_t *launch);

uint32_t emuq_launch_node(const emuq_launch_t *launch, uint32_t rank);

bool emuq_launch_is_here(const emuq_launch_t *launch, uint32_t rank);

emuq_rank_state_t emuq_launch_state(const emuq_launch_t *launch, uint32_t rank);

/** Whether a fatal signal has stopped a rank, or is about to */
bool emuq_launch_is_dying(const emuq_launch_t *launch, uint32_t rank);

/** Records that the process of @p rank has exited with @p status. @return the status of the rank, which may
 * have ended before its process was killed */
int emuq_launch_ended(const emuq_launch_t *launch, uint32_t rank, int status);

/** Whether the job continues after the death of a rank (EMUQ_ON_PEER_DEATH=report) */
bool emuq_launch_reports_deaths(const emuq_launch_t *launch);

/** Marks a rank that has died while the job continues. Call after emuq_launch_ended(). */
void emuq_launch_lost(const emuq_launch_t *launch, uint32_t rank);

/** Whether a rank has returned from main() or called exit(). Its process may still run. */
bool emuq_launch_is_ending(const emuq_launch_t *launch, uint32_t rank);

/** Whether all ranks of all hosts have ended */
bool emuq_launch_is_over(const emuq_launch_t *launch);

/** @return the first exit status of a rank except 0 */
int emuq_launch_status(const emuq_launch_t *launch);

/** @return exit status after a reported software error; 0: none */
int emuq_launch_failed(const emuq_launch_t *launch);

/** Signals the running ranks of this host that have joined (0: no signal). @return whether there are any */
bool emuq_launch_signal(const emuq_launch_t *launch, int signal);

/* ---- statistics ---- */

/** @return packets dropped after the end of their ranks */
uint64_t emuq_launch_dropped(const emuq_launch_t *launch);

/** Reads the counts of all nodes on this host, when no rank runs. @param counts set: [nodes]; the caller
 * frees it @return 0, -ENOMEM, or -ENOTSUP, without a message */
int emuq_launch_counts(const emuq_launch_t *launch, emuq_node_counts_t **counts);

/** Reads approximate counts while ranks run. @param[out] counts [nodes] @return 0; -ENOTSUP without a
 * message */
int emuq_launch_snapshot(const emuq_launch_t *launch, emuq_node_counts_t *counts);

/** Lists the fullest FIFOs. @return number of entries set */
uint32_t emuq_launch_fullest(const emuq_launch_t *launch, emuq_fifo_fill_t *fill, uint32_t most);

/** Reads a component's counter. @param which in order of publication @param[out] count [nodes] @return the
 * name; NULL: no such counter */
const char *emuq_launch_component_counter(const emuq_launch_t *launch, uint32_t which, uint64_t *count);

/** Reads a component's counter of links. @param[out] count [nodes][EMUQ_COMPONENT_LINKS]: links A-, A+, B-,
 * ...
 * @return the name; NULL: no such counter */
const char *emuq_launch_link_counter(const emuq_launch_t *launch, uint32_t which, uint64_t *count);

/** Reads a component's counter with a rate. @return the counted objects; NULL: none */
const char *emuq_launch_component_rate(const emuq_launch_t *launch, uint32_t which, uint64_t *count);

/** Reads the health of the nodes, as published by a component (apenet 8.6). @param[out] word [nodes] words
 * HEALTH; 0: not known @return false: none is published, @p word is unchanged */
bool emuq_launch_health(const emuq_launch_t *launch, uint32_t *word);

/** Describes a process and its wait in one or more lines. @param state EMUQ_RANK_JOINED for a running thread
 * @return length, at most bytes - 1 */
size_t emuq_process_describe(const emuq_process_t *process, emuq_rank_state_t state, char *text,
                             size_t bytes);

/** Describes a rank and its wait in one or more lines. @return length, at most bytes - 1 */
size_t emuq_launch_describe(const emuq_launch_t *launch, uint32_t rank, char *text, size_t bytes);

/** Describes unshared message memory of a rank in one line without newline; empty: none. @return length */
size_t emuq_launch_slow(const emuq_launch_t *launch, uint32_t rank, char *text, size_t bytes);

/** Describes the backend, and the access of ranks to the memory of @p rank, in one line. @return length */
size_t emuq_launch_explain(const emuq_launch_t *launch, uint32_t rank, char *text, size_t bytes);

#endif /* EMUQ_LAUNCH_H */
