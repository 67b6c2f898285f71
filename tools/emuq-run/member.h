/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file member.h
 * @brief The launcher of one host of a job on several: its link to the front end and to the other hosts.
 *
 * A process manager starts one launcher per host (emuq-run --on-host); the front end forks those of simulated
 * hosts. A launcher marks each line that it writes, so that the front end separates its output, its reports
 * and the messages of the process manager. Not thread-safe.
 */
#ifndef EMUQ_MEMBER_H
#define EMUQ_MEMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel-shim/launch/launch.h"
#include "tools/emuq-run/command.h"

/** Which host a launcher is for. */
typedef struct emuq_host {
    const emuq_launch_spread_t *spread; /**< NULL: the job is on one host */
    uint32_t hosts;                     /**< 1 or more */
    uint32_t nodes;                     /**< of this host; 0: all */
} emuq_host_t;

/** Runs the ranks of one host. @return exit status */
typedef int (*emuq_launch_function_t)(const emuq_command_t *command, const emuq_host_t *host);

/** Shared by the launchers of simulated hosts: how to reach each engine. */
typedef struct emuq_member_texts {
    uint32_t given;                    /**< number of texts that are complete */
    unsigned char key[EMUQ_KEY_BYTES]; /**< of the job */
    emuq_host_text_t text[];           /**< by host */
} emuq_member_texts_t;

/** Runs the launcher of a host that a process manager has started.
 *  @param argv --on-host SPEC DIRECTORY NAME OPTION... as written by the front end
 *  @return exit status: 0 if the front end has got a report */
int emuq_member_main(int argc, char **argv, emuq_launch_function_t launch);
/** Runs the agent of mpiexec.hydra, which does not notice when an agent fails. @param argv command and
 * arguments
 *  @return its exit status, which is reported to the front end if it is not 0 */
int emuq_member_agent(char **argv);
/** As emuq_member_main() for a simulated host, in a forked process of the front end. @return as
 * emuq_member_main() */
int emuq_member_simulate(const emuq_command_t *command, const emuq_host_t *host, const char *name,
                         emuq_member_texts_t *texts, emuq_launch_function_t launch);

/** Whether this process is the launcher of one host of several. */
bool emuq_is_member(void);
/** " on HOST" in such a launcher; else an empty text. */
const char *emuq_member_where(void);
/** After emuq_output_open(): opens the pipe for messages of the host engine. @return 0 or a negative errno */
int emuq_member_output(void);
/** Closes it after the host engine has ended. */
void emuq_member_close(void);
/** Write end of that pipe. */
int emuq_member_messages(void);

/** Reports why the job ends: to the front end, or as a message if there is none.
 *  @param status of the job @param is_consequence may be the consequence of a cause on another host
 *  @param format empty: a message has been printed already */
void emuq_member_cause(int status, bool is_consequence, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/** Reports to the front end, if there is one, that the engine of this host has lost another host. */
void emuq_member_lost(uint32_t host);
/** Whether standard input comes from a process manager. */
bool emuq_member_pumps(void);
/** So much of standard input has been read: gives the front end credit. */
void emuq_member_read(size_t bytes);
/** Before (@p described false) and after the ranks are described because the time limit is over. */
void emuq_member_timeout(bool described);
/** Milliseconds since the launcher of this host has begun. */
uint64_t emuq_member_age(void);
/** A signal has ended the job here: the status of this host does not count. */
void emuq_member_ended(void);

/** Exchanges the texts of all engines. Collective over the launchers of all hosts.
 *  @param engine process that runs the local engine; 0: none
 *  @param signals non-blocking signalfd; a pending SIGUSR1 is dropped
 *  @param texts [hosts] set @param key set
 *  @return 0; -ESRCH: the engine has ended; -ECANCELED: a signal ends the job; or another negative errno
 * after a message */
int emuq_member_meet(const emuq_host_text_t *text, pid_t engine, int signals, uint32_t hosts,
                     emuq_host_text_t *texts, unsigned char key[EMUQ_KEY_BYTES]);

#endif /* EMUQ_MEMBER_H */
