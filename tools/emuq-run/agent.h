/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file agent.h
 * @brief The head's side of an agent: the command that runs it, and the bytes to and from it.
 */
#ifndef EMUQ_AGENT_H
#define EMUQ_AGENT_H

#include <signal.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "kernel-shim/partition/launch.h"
#include "tools/emuq-run/frame.h"
#include "tools/emuq-run/output.h"
#include "tools/emuq-run/serve.h"

#define EMUQ_AGENT_FILES 3u /**< descriptors of the head for each */

/** How far it has come. */
typedef enum emuq_agent_state {
    EMUQ_AGENT_WAITS,   /**< it has not been started */
    EMUQ_AGENT_STARTED, /**< and has not greeted */
    EMUQ_AGENT_GREETED, /**< and has got its order */
    EMUQ_AGENT_MET,     /**< and has told of its host engine */
    EMUQ_AGENT_OVER,    /**< no rank runs on its host */
    EMUQ_AGENT_LOST     /**< it has gone before */
} emuq_agent_state_t;

typedef struct emuq_agent {
    const char *name; /**< of the host */
    emuq_agent_state_t state;
    bool is_missed; /**< a host engine has lost its host, and it has said nothing since */
    pid_t pid;      /**< 0: it has not been started, or has ended */
    int to, from;   /**< -1: closed */
    int status;     /**< as of waitpid(), when it has ended */
    emuq_bytes_t out, in;
    emuq_stream_t streams[2]; /**< standard output and error of the ranks */
    emuq_stream_t own;        /**< standard error of the agent itself, each line labelled with the host */
    emuq_host_text_t engine;
} emuq_agent_t;

/** What all agents of a job are started with. */
typedef struct emuq_agents {
    char **command;            /**< in front of the host's name, ended by NULL */
    const char *path;          /**< of emuq-run on the hosts */
    sigset_t signals;          /**< mask of signals for them */
    struct rlimit files;       /**< their limit of open files */
    emuq_local_hosts_t *local; /**< pretended hosts; or NULL */
    emuq_launch_function_t launch;
    emuq_agent_t *agent; /**< [agents] */
    uint32_t agents;
} emuq_agents_t;

/** Starts an agent: on this machine as a process of this program if the hosts are pretended or it is
 * localhost, else by the command. @return 0, or a negative errno. */
int emuq_agent_start(const emuq_agents_t *agents, emuq_agent_t *agent);
/** Writes bytes for it, which may be those of many agents: keeps a copy only of what it does not take now. */
void emuq_agent_send(emuq_agent_t *agent, const emuq_bytes_t *bytes);
/** Writes what it takes now. What one that has gone does not take is thrown away. */
void emuq_agent_write(emuq_agent_t *agent);
/** Closes what leads to it and from it. */
void emuq_agent_shut(emuq_agent_t *agent);
/** Notes that its process has ended. @param wait milliseconds to wait for that. @return whether it has */
bool emuq_agent_reap(emuq_agent_t *agent, unsigned wait);
void emuq_agent_free(emuq_agent_t *agent);

#endif /* EMUQ_AGENT_H */
