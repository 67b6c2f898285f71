/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file manager.h
 * @brief Front end of a job on several hosts: its state, and the end of the job. One thread.
 */
#ifndef EMUQ_RUN_MANAGER_H
#define EMUQ_RUN_MANAGER_H

#include "tools/emuq-run/run.h"

typedef enum emuq_manager_phase {
    RUNNING,
    DELAYING,  /**< a cause is delayed: a possible consequence */
    REPORTING, /**< the time limit is over; ranks are described */
    ENDING,    /**< SIGTERM has been sent */
    KILLED
} emuq_manager_phase_t;

typedef enum emuq_managed_state { HOST_AWAITED, HOST_BEGUN, HOST_OVER, HOST_ENDED } emuq_managed_state_t;

typedef struct emuq_managed_host {
    emuq_managed_state_t state;
    bool is_lost;       /**< an engine has lost the host */
    bool has_described; /**< the ranks have been described after the time limit */
} emuq_managed_host_t;

/** The process manager, or the launcher of a simulated host. */
typedef struct emuq_manager_child {
    pid_t pid; /**< 0: ended */
    int status;
    emuq_marked_stream_t out, err;
} emuq_manager_child_t;

typedef struct emuq_manager {
    const emuq_run_command_t *command;
    emuq_launch_function_t launch;
    emuq_host_plan_t plan;
    emuq_process_manager_t pm;
    emuq_manager_child_t *child;
    uint32_t children, running;
    emuq_managed_host_t *host;
    uint32_t connected; /**< number of hosts whose engine is connected with all engines */
    uint32_t over;      /**< number of hosts on which all ranks have ended */
    int signals;
    sigset_t mask;       /**< signal mask of children */
    struct rlimit files; /**< limit of open files of children */
    emuq_input_t input;
    emuq_local_hosts_t *local;
    emuq_member_texts_t *texts;
    emuq_manager_phase_t phase;
    uint64_t begun, timeout, deadline, named; /**< milliseconds; UINT64_MAX: none */
    int status;
    char *delayed;  /**< message of the delayed cause */
    bool has_lost;  /**< an engine has reported a lost host, which replaces a delayed cause */
    char *messages; /**< delayed messages of host engines; or NULL */
    char *printed;  /**< last printed messages; or NULL */
    emuq_merge_t merge;
    emuq_mpirun_t mpirun; /**< starts the ranks with --mpi; else all 0 */
    /** Milliseconds: limit for the hosts to report the end of the ranks of mpirun; UINT64_MAX: none */
    uint64_t mpirun_over;
    /** Milliseconds: limit for reports that hosts are connected, after a host has ended; UINT64_MAX: none */
    uint64_t unconnected;
} emuq_manager_t;

static inline const char *emuq_manager_host_name(const emuq_manager_t *m, uint32_t host)
{
    return m->plan.hosts.host[host].name;
}

/* ---- manager_end.c ---- */

/** Sends a signal to the process manager, or to the launchers of simulated hosts. */
void emuq_manager_signal(const emuq_manager_t *m, int signal);
/** Sets the time limit for the end of the hosts. */
void emuq_manager_set_deadline(emuq_manager_t *m);
/** Ends the job on all hosts. The first cause gives the status. */
void emuq_manager_end(emuq_manager_t *m, int status);
/** Ends the job for a cause. @param is_consequence wait for a better cause @param text message; "": none */
void emuq_manager_cause(emuq_manager_t *m, int status, bool is_consequence, const char *text);
/** Kills all children. Names hosts without a report, unless an engine has reported their loss. */
void emuq_manager_kill(emuq_manager_t *m);
/** Prints the delayed messages of host engines. */
void emuq_manager_print_messages(emuq_manager_t *m);
/** Prints these messages and the delayed cause. */
void emuq_manager_print_delayed(emuq_manager_t *m);
/** Formats the names of the hosts in states up to @p last: "n1, n2 and n3". @param[out] count number of hosts
 * @return string, freed by the caller */
char *emuq_manager_names_of(const emuq_manager_t *m, emuq_managed_state_t last, uint32_t *count);
/** Handles the end of the child of hosts [first, end): hosts without a final report are lost. */
void emuq_manager_child_ended(emuq_manager_t *m, uint32_t first, uint32_t end, int status);
/** Handles the failure of an agent. @param text status and arguments, one of which is the host; changed */
void emuq_manager_handle_agent(emuq_manager_t *m, char *text);
/** Handles the end of mpirun, which has printed the reason of a status except 0. */
void emuq_manager_mpirun_ended(emuq_manager_t *m, int status);
/** The time limit is over: waits for the descriptions of ranks. */
void emuq_manager_time_limit(emuq_manager_t *m);
/** Ends the job after all hosts have described their ranks. */
void emuq_manager_check_described(emuq_manager_t *m);
/** The deadline has passed. */
void emuq_manager_check_deadline(emuq_manager_t *m);

#endif /* EMUQ_RUN_MANAGER_H */
