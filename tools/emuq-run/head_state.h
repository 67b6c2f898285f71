/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file head_state.h
 * @brief Private to the head: what it knows of its job, and how the job ends.
 */
#ifndef EMUQ_HEAD_STATE_H
#define EMUQ_HEAD_STATE_H

#include "base/host_calls.h"
#include "tools/emuq-run/agent.h"
#include "tools/emuq-run/command.h"
#include "tools/emuq-run/plan.h"

#define EMUQ_HEAD_LEAVE_MS 1000 /**< for agents to end that have been left alone */
#define EMUQ_HEAD_REAP_MS  200  /**< for an agent's process to end after its last word */

/** Milliseconds without a greeting, after which agents that have not greeted are named. A variable for the
 * sake of tests.
 */
extern unsigned emuq_head_greeting_ms;

/** How far the end of a job has come. */
typedef enum emuq_head_phase {
    RUNNING,
    DOUBTING, /**< a cause is there that may be a consequence */
    ENDING,   /**< the agents have been told */
    LEAVING   /**< and left alone */
} emuq_head_phase_t;

/** The head of a job. */
typedef struct emuq_head {
    const emuq_command_t *command;
    emuq_plan_t plan;
    emuq_agents_t agents;
    int signals;
    uint64_t layout;
    emuq_head_phase_t phase;
    uint64_t deadline; /**< ms: of the phase; UINT64_MAX: none */
    uint64_t told;     /**< ms: when the agents were told to end the job */
    uint64_t timeout;  /**< ms: the time limit; UINT64_MAX: none */
    uint64_t greeting; /**< ms: when agents that have not greeted are named; UINT64_MAX: they have been */
    int status;        /**< of the cause, or the first that is not 0 */
    char *doubt;       /**< text of a cause that may be a consequence */
    bool has_lost;   /**< a host engine has lost a host, which it says itself: that is the cause of its end */
    char *messages;  /**< of host engines since the last moment at which all was well, or NULL */
    uint32_t input;  /**< agent that takes standard input; UINT32_MAX: none, or no more */
    uint32_t credit; /**< bytes that it takes, up to EMUQ_FRAME_INPUT_MOST */
    bool input_is_over; /**< the agent has been sent the end of standard input */
    uint32_t starting, met, done;
} emuq_head_t;

/** Milliseconds now. */
static inline uint64_t emuq_head_now(void)
{
    return emuq_now_ns() / 1000000;
}

/** An agent has been started, or has greeted: the others get their time. */
static inline void emuq_head_await_greetings(emuq_head_t *h)
{
    h->greeting = emuq_head_now() + emuq_head_greeting_ms;
}

/** Whether nothing is expected of an agent any more. */
static inline bool emuq_agent_is_done(const emuq_agent_t *agent)
{
    return agent->state >= EMUQ_AGENT_OVER;
}

/* ---- ending.c ---- */

/** Sends a signal to the launchers of all hosts. */
void emuq_head_signal(emuq_head_t *h, int signal);
/** An agent is over or lost. */
void emuq_head_done(emuq_head_t *h, emuq_agent_t *agent, emuq_agent_state_t state);
/** Ends the job on all hosts. The first reason gives the status. */
void emuq_head_end(emuq_head_t *h, int status);
/** The job ends because of something. Only the first cause counts; what may be a consequence waits for it.
 *  @param text empty: it has been said */
void emuq_head_cause(emuq_head_t *h, int status, bool is_consequence, const char *text);
/** Says what host engines have said. */
void emuq_head_say_messages(emuq_head_t *h);
/** Says that, and a cause that has waited for a better one. */
void emuq_head_say_doubt(emuq_head_t *h);
/** Says which agents have been started and have not greeted. */
void emuq_head_say_silent(const emuq_head_t *h);
/** A host engine has lost the host of an agent, or (not @p is_missed) the agent has spoken since. */
void emuq_head_miss(emuq_head_t *h, emuq_agent_t *agent, bool is_missed);
/** An agent has gone before its job was over. */
void emuq_head_lose(emuq_head_t *h, emuq_agent_t *agent);
/** Leaves agents that have not ended their part of the job: they find that, if they are there at all. */
void emuq_head_leave(emuq_head_t *h);

/* ---- hear.c ---- */

/** Reads from an agent, and does what its frames say. */
void emuq_head_hear(emuq_head_t *h, emuq_agent_t *agent);

#endif /* EMUQ_HEAD_STATE_H */
