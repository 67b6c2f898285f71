/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file command.h
 * @brief The command line of the launcher, in its two spellings: emuq-run and runjob.
 */
#ifndef EMUQ_COMMAND_H
#define EMUQ_COMMAND_H

#include <stdbool.h>
#include <stdint.h>

#include "emuq/partition.h"
#include "tools/emuq-run/words.h"

/** Exit status of the launcher for a command that is not possible. */
#define EMUQ_STATUS_USAGE   2
#define EMUQ_STATUS_TIMEOUT 124 /**< of a job that has been ended by its time limit */
#define EMUQ_STATUS_SIGNAL  128 /**< and the signal by which a rank or the job has been ended */

/** Runs a command on another host, whose name and the command follow. */
#define EMUQ_AGENT_DEFAULT                                                                                   \
    "ssh -x -o BatchMode=yes -o ConnectTimeout=30 -o ServerAliveInterval=5 -o ServerAliveCountMax=2"

/** What stands in front of the lines of a rank. */
typedef enum emuq_label {
    EMUQ_LABEL_NONE,
    EMUQ_LABEL_SHORT, /**< "3: " */
    EMUQ_LABEL_LONG   /**< "stdout[3]: " or "stderr[3]: " */
} emuq_label_t;

/** Process managers, as in --launcher. */
typedef enum emuq_manager_kind {
    EMUQ_MANAGER_HYDRA,
    EMUQ_MANAGER_PRTE,
    EMUQ_MANAGER_SRUN,
    EMUQ_MANAGER_AUTO
} emuq_manager_kind_t;

/** What the launcher is to do. */
typedef struct emuq_command {
    emuq_job_t job;
    emuq_words_t program; /**< program and arguments */
    const char *path;     /**< what is executed; NULL: the program, as it is called */
    emuq_label_t label;
    uint64_t timeout;    /**< milliseconds; 0 = none */
    uint32_t input_rank; /**< the rank that reads the launcher's standard input */
    const char *bind;    /**< as of emuq_binding_open() */
    bool verbose;
    bool timed;                      /**< the program runs the ranks itself, in modelled time */
    const char *debugger;            /**< command that is brought to a rank; NULL: none */
    uint32_t debug_rank;             /**< that rank */
    bool has_debug_rank;             /**< it has been said which */
    bool backtrace;                  /**< stacks of the ranks before the job is ended */
    bool watch;                      /**< what the job is doing, once a second */
    bool counters;                   /**< counts of Message Units and links at the end */
    const struct emuq_option *doubt; /**< the option before the program that could have a value; NULL: none */
    emuq_words_t envs;               /**< what --envs has set, NAME=VALUE */
    const char *hosts;               /**< as of emuq_hostlist_add(); or NULL */
    const char *hostfile;            /**< as of emuq_hostlist_read(); or NULL */
    emuq_manager_kind_t manager;     /**< that starts launchers on the hosts */
    const char *agent;               /**< command that runs a command on a host; NULL: EMUQ_AGENT_DEFAULT */
    const char *remote_path; /**< of emuq-run on the hosts; NULL: that of this program, or a setting says */
    char **word;             /**< the command line without the name of the launcher */
    int words;
    emuq_words_t job_words; /**< what emuq_job_options() has read; the job's mapping may point into it */
} emuq_command_t;

/**
 * Reads the command line and the settings, and of runjob the RUNJOB_ variables. Does what --envs and --cwd
 * say to this process: the ranks inherit it.
 * @param command set; to be freed whatever happens.
 * @return 0; 1: nothing is to be run (help was asked for); or -EINVAL after a message.
 */
int emuq_command_read(emuq_command_t *command, int argc, char **argv);
void emuq_command_free(emuq_command_t *command);

/** In the launcher of one of several hosts: the front end has chosen directory and hosts. */
void emuq_command_of_member(void);

/** Says, of a program that is not there, that it may have been meant as the value of an option. */
void emuq_command_doubt(const emuq_command_t *command);

/** Number of ranks of a job on one host, if it is possible at all. */
uint64_t emuq_command_ranks(const emuq_job_t *job);

#endif /* EMUQ_COMMAND_H */
