/* SPDX-License-Identifier: BSD-3-Clause */
/* How a job on several hosts ends. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "tools/emuq-run/head_state.h"
#include "tools/emuq-run/program.h"
#include "tools/emuq-run/say.h"

#define CONSEQUENCE_MS 400  /* a cause that may be a consequence waits so long for a better one */
#define GRACE_MS       2500 /* for the agents to end the job on their hosts */
#define ANSWER_MS      300  /* of these, for an agent whose host is lost, to show that it is there */
#define MOST_NAMES     8    /* of hosts in a message */
#define STATUS_FAILED  1

unsigned emuq_head_greeting_ms = 10000;

void emuq_head_signal(emuq_head_t *h, int signal)
{
    for (uint32_t i = 0; i < h->agents.agents; i++) {
        emuq_agent_t *agent = &h->agents.agent[i];
        if (agent->state == EMUQ_AGENT_GREETED || agent->state == EMUQ_AGENT_MET) {
            emuq_frame_add_u32(&agent->out, EMUQ_FRAME_SIGNAL, (uint32_t)signal);
            emuq_agent_write(agent);
        }
    }
}

/* When the agents have had their time. Those that are missed get less, once they are all that is awaited. */
static void set_deadline(emuq_head_t *h)
{
    bool waits_for_others = false;
    for (uint32_t i = 0; i < h->agents.agents; i++) {
        const emuq_agent_t *agent = &h->agents.agent[i];
        waits_for_others |= !emuq_agent_is_done(agent) && !agent->is_missed;
    }
    if (h->phase == ENDING)
        h->deadline = h->told + (waits_for_others ? GRACE_MS : ANSWER_MS);
}

void emuq_head_miss(emuq_head_t *h, emuq_agent_t *agent, bool is_missed)
{
    if (agent->is_missed == is_missed)
        return;
    agent->is_missed = is_missed;
    set_deadline(h);
}

void emuq_head_done(emuq_head_t *h, emuq_agent_t *agent, emuq_agent_state_t state)
{
    if (emuq_agent_is_done(agent))
        return;
    h->starting -= agent->state == EMUQ_AGENT_STARTED;
    agent->state = state;
    h->done++;
    if (h->input < h->agents.agents && agent == &h->agents.agent[h->input])
        h->input = UINT32_MAX;
    set_deadline(h);
}

/* Ends the job on all hosts. The first reason gives the status. */
void emuq_head_end(emuq_head_t *h, int status)
{
    if (h->phase >= ENDING)
        return;
    h->status = status;
    h->phase = ENDING;
    h->told = emuq_head_now();
    emuq_head_signal(h, SIGTERM);
    for (uint32_t i = 0; i < h->agents.agents; i++) {
        emuq_agent_t *agent = &h->agents.agent[i];
        if (agent->state == EMUQ_AGENT_WAITS)
            emuq_head_done(h, agent, EMUQ_AGENT_OVER);
        else if (agent->state == EMUQ_AGENT_STARTED)
            emuq_agent_shut(agent); /* it ends when it finds that */
        if (agent->state == EMUQ_AGENT_STARTED)
            emuq_head_done(h, agent, EMUQ_AGENT_LOST);
    }
    set_deadline(h);
}

/* What host engines have said: the reason if they end the job, else a consequence of another one. */
void emuq_head_say_messages(emuq_head_t *h)
{
    if (h->messages != NULL)
        emuq_stream_take(&h->agents.agent[0].streams[1], h->messages, strlen(h->messages));
    free(h->messages);
    h->messages = NULL;
}

void emuq_head_say_silent(const emuq_head_t *h)
{
    emuq_bytes_t names = {0};
    uint32_t said = 0;
    for (uint32_t i = 0; i < h->agents.agents; i++) {
        const emuq_agent_t *agent = &h->agents.agent[i];
        if (agent->state != EMUQ_AGENT_STARTED || said++ >= MOST_NAMES)
            continue;
        const char *before = said == 1 ? "" : said == h->starting ? " and " : ", ";
        emuq_bytes_add(&names, before, strlen(before));
        emuq_bytes_add(&names, agent->name, strlen(agent->name));
    }
    char others[40] = "";
    if (said > MOST_NAMES)
        snprintf(others, sizeof(others), " and %u others", said - MOST_NAMES);
    if (said != 0)
        emuq_say("waiting for %.*s%s: no agent there has answered for %u s; check that %s reaches them",
                 (int)names.length, names.at + names.start, others, emuq_head_greeting_ms / 1000,
                 h->agents.command[0]);
    emuq_bytes_free(&names);
}

void emuq_head_say_doubt(emuq_head_t *h)
{
    emuq_head_say_messages(h);
    if (h->doubt != NULL && !h->has_lost)
        emuq_say("%s", h->doubt);
    free(h->doubt);
    h->doubt = NULL;
}

/* The job ends because of something. Only the first cause counts; what may be a consequence waits for it. */
void emuq_head_cause(emuq_head_t *h, int status, bool is_consequence, const char *text)
{
    if (h->phase >= ENDING || (is_consequence && h->phase == DOUBTING))
        return;
    if (is_consequence) {
        h->phase = DOUBTING;
        h->deadline = emuq_head_now() + CONSEQUENCE_MS;
        h->status = status;
        h->doubt = emuq_need(strdup(text));
        return;
    }
    if (*text == '\0') /* the host has said it */
        emuq_head_say_messages(h);
    else
        emuq_say("%s", text);
    /* Before the hosts have met no rank runs: there is no program. */
    if (status == EMUQ_STATUS_NOT_FOUND && h->met < h->agents.agents)
        emuq_command_doubt(h->command);
    free(h->messages);
    h->messages = NULL;
    emuq_head_end(h, status);
}

/* An agent has gone before its job was over. */
void emuq_head_lose(emuq_head_t *h, emuq_agent_t *agent)
{
    char *how = NULL, *text = NULL;
    uint32_t number = (uint32_t)(agent - h->agents.agent);
    bool was_there = agent->state > EMUQ_AGENT_STARTED;
    emuq_agent_shut(agent);
    emuq_head_done(h, agent, EMUQ_AGENT_LOST);
    bool ended = emuq_agent_reap(agent, EMUQ_HEAD_REAP_MS);
    emuq_stream_drain(&agent->own); /* its own words come first */
    if (h->phase >= ENDING)
        return;
    if (!ended)
        how = emuq_need(strdup("has closed its output"));
    else if (asprintf(&how,
                      WIFSIGNALED(agent->status) ? "has been ended by signal %d" : "has ended with status %d",
                      WIFSIGNALED(agent->status) ? WTERMSIG(agent->status) : WEXITSTATUS(agent->status)) < 0)
        emuq_need(NULL);
    char *ranks = emuq_plan_ranks(&h->plan, number);
    if (asprintf(&text,
                 was_there ? "%s is lost, with %s: its agent %s; ending the job"
                           : "%s: cannot start %s: the agent %s; ending the job",
                 agent->name, ranks, how) < 0)
        emuq_need(NULL);
    emuq_head_cause(
        h, ended && WIFSIGNALED(agent->status) ? EMUQ_STATUS_SIGNAL + WTERMSIG(agent->status) : STATUS_FAILED,
        false, text);
    free(ranks);
    free(how);
    free(text);
}

/* An agent that has not ended its part of the job is left: it finds that, if it is there at all. */
void emuq_head_leave(emuq_head_t *h)
{
    h->phase = LEAVING;
    for (uint32_t i = 0; i < h->agents.agents; i++) {
        emuq_agent_t *agent = &h->agents.agent[i];
        if (emuq_agent_is_done(agent))
            continue;
        if (!agent->is_missed) /* otherwise a host engine has said so */
            emuq_say("%s does not answer", agent->name);
        emuq_agent_shut(agent);
        emuq_head_done(h, agent, EMUQ_AGENT_LOST);
    }
}
