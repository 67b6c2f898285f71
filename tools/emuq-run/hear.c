/* SPDX-License-Identifier: BSD-3-Clause */
/* What the agents say. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "tools/emuq-run/head_state.h"
#include "tools/emuq-run/say.h"

#define MESSAGE_MS    400  /* messages of host engines wait so long for the cause of an end */
#define MESSAGES_MOST 6400 /* bytes of them that wait */
#define STATUS_FAILED 1

static void give_order(emuq_head_t *h, emuq_agent_t *agent)
{
    char nothing[] = "";
    emuq_order_t order = h->plan.order;
    order.host = (uint32_t)(agent - h->agents.agent);
    order.name = (char *)(uintptr_t)agent->name;
    bool is_here = h->agents.local != NULL || strcmp(agent->name, "localhost") == 0;
    const char *at = strchr(agent->name, '@'); /* a user is the agent's business */
    order.near = is_here ? nothing : at != NULL ? (char *)(uintptr_t)(at + 1) : order.name;
    emuq_order_add(&order, &agent->out);
}

/* All engines are there: tells each of all, by one frame. */
static void connect_all(emuq_head_t *h)
{
    unsigned char key[EMUQ_KEY_BYTES];
    emuq_bytes_t frame = {.is_secret = true};
    if (getrandom(key, sizeof(key), 0) != (ssize_t)sizeof(key)) {
        emuq_head_cause(h, STATUS_FAILED, false, "cannot make the key of the job");
        return;
    }
    size_t begin = emuq_frame_begin(&frame, EMUQ_FRAME_CONNECT);
    emuq_frame_text(&frame, key, sizeof(key));
    emuq_frame_u32(&frame, h->agents.agents);
    for (uint32_t i = 0; i < h->agents.agents; i++)
        emuq_frame_string(&frame, h->agents.agent[i].engine.text);
    emuq_frame_end(&frame, begin);
    for (uint32_t i = 0; i < h->agents.agents; i++)
        emuq_agent_send(&h->agents.agent[i], &frame);
    explicit_bzero(key, sizeof(key));
    emuq_bytes_free(&frame);
}

static int take_hello(emuq_head_t *h, emuq_agent_t *agent, emuq_frame_read_t *frame)
{
    int rc = emuq_frame_check_hello(frame, h->layout, agent->name);
    if (rc == -ENOEXEC)
        emuq_head_cause(h, STATUS_FAILED, false, "");
    if (rc != 0)
        return rc;
    h->starting--;
    agent->state = EMUQ_AGENT_GREETED;
    emuq_head_await_greetings(h);
    give_order(h, agent);
    return 0;
}

static int take_engine(emuq_head_t *h, emuq_agent_t *agent, emuq_frame_read_t *frame)
{
    size_t length;
    const char *text = emuq_frame_get_text(frame, &length);
    if (!emuq_frame_is_done(frame) || length >= EMUQ_HOST_TEXT || memchr(text, '\0', length) != NULL ||
        agent->state != EMUQ_AGENT_GREETED)
        return -EPROTO;
    memcpy(agent->engine.text, text, length);
    agent->engine.text[length] = '\0';
    agent->state = EMUQ_AGENT_MET;
    if (++h->met == h->agents.agents)
        connect_all(h);
    return 0;
}

static int take_credit(emuq_head_t *h, const emuq_agent_t *agent, emuq_frame_read_t *frame)
{
    uint32_t number = (uint32_t)(agent - h->agents.agent), bytes = emuq_frame_get_u32(frame);
    if (!emuq_frame_is_done(frame) || number != h->plan.host_of_rank[h->command->input_rank])
        return -EPROTO;
    if (h->input_is_over)
        return 0;
    if (bytes > EMUQ_FRAME_INPUT_MOST - h->credit)
        return -EPROTO;
    h->input = number;
    h->credit += bytes;
    return 0;
}

static int take_message(emuq_head_t *h, emuq_frame_read_t *frame)
{
    size_t length, before = h->messages != NULL ? strlen(h->messages) : 0;
    const char *text = emuq_frame_get_text(frame, &length);
    if (!emuq_frame_is_done(frame))
        return -EPROTO;
    if (h->phase >= ENDING)
        return 0;                 /* consequences */
    if (before > MESSAGES_MOST) { /* more than what ends a job */
        emuq_head_say_messages(h);
        before = 0;
    }
    if (before != 0 && memmem(h->messages, before, text, length) != NULL)
        return 0; /* engines that have found the same say the same */
    h->messages = emuq_need(realloc(h->messages, before + length + 1));
    memcpy(h->messages + before, text, length);
    h->messages[before + length] = '\0';
    if (h->phase == RUNNING)
        h->deadline = emuq_head_now() + MESSAGE_MS; /* said then, if nothing has happened */
    return 0;
}

static int take_output(emuq_stream_t *stream, emuq_frame_read_t *frame)
{
    size_t length;
    const char *text = emuq_frame_get_text(frame, &length);
    if (!emuq_frame_is_done(frame))
        return -EPROTO;
    emuq_stream_take(stream, text, length);
    return 0;
}

static int take_cause_frame(emuq_head_t *h, emuq_frame_read_t *frame)
{
    uint32_t status = emuq_frame_get_u32(frame), is_consequence = emuq_frame_get_u32(frame);
    char *text = emuq_frame_get_string(frame);
    bool done = emuq_frame_is_done(frame);
    if (done)
        emuq_head_cause(h, (int)(status & 0xff), is_consequence != 0, text);
    free(text);
    return done ? 0 : -EPROTO;
}

static int take_missed(emuq_head_t *h, emuq_frame_read_t *frame)
{
    uint32_t host = emuq_frame_get_u32(frame);
    if (!emuq_frame_is_done(frame) || host >= h->agents.agents)
        return -EPROTO;
    h->has_lost = true;
    emuq_head_miss(h, &h->agents.agent[host], true);
    return 0;
}

/* No rank runs on a host any more. Before all hosts have met that is an end with a message of its own. */
static int take_over(emuq_head_t *h, emuq_agent_t *agent, emuq_frame_read_t *frame)
{
    int status = (int)(emuq_frame_get_u32(frame) & 0xff);
    if (!emuq_frame_is_done(frame))
        return -EPROTO;
    emuq_head_done(h, agent, EMUQ_AGENT_OVER);
    if (h->met < h->agents.agents)
        emuq_head_cause(h, status != 0 ? status : STATUS_FAILED, false, "");
    else if (h->phase == RUNNING && h->status == 0)
        h->status = status;
    return 0;
}

static int take(emuq_head_t *h, emuq_agent_t *agent, emuq_frame_read_t *frame)
{
    if (agent->state == EMUQ_AGENT_STARTED)
        return take_hello(h, agent, frame);
    switch (frame->kind) {
    case EMUQ_FRAME_ENGINE:
        return take_engine(h, agent, frame);
    case EMUQ_FRAME_CREDIT:
        return take_credit(h, agent, frame);
    case EMUQ_FRAME_OUT:
        return take_output(&agent->streams[0], frame);
    case EMUQ_FRAME_ERR:
        return take_output(&agent->streams[1], frame);
    case EMUQ_FRAME_MESSAGE:
        return take_message(h, frame);
    case EMUQ_FRAME_CAUSE:
        return take_cause_frame(h, frame);
    case EMUQ_FRAME_MISSED:
        return take_missed(h, frame);
    case EMUQ_FRAME_SIGNALLED:
        return emuq_frame_is_done(frame) ? 0 : -EPROTO;
    case EMUQ_FRAME_OVER:
        return take_over(h, agent, frame);
    default:
        return -EPROTO;
    }
}

/* What an agent has said is no frame. */
static void refuse(emuq_head_t *h, emuq_agent_t *agent)
{
    char *text = NULL;
    const char *said = agent->in.at + agent->in.start;
    int length = (int)(agent->in.length < 60 ? agent->in.length : 60);
    for (int i = 0; i < length; i++)
        if ((unsigned char)said[i] < ' ' || (unsigned char)said[i] > '~')
            length = i;
    if (asprintf(&text, "%s: '%.*s' is not what an agent of this version says%s; ending the job", agent->name,
                 length, said,
                 agent->state == EMUQ_AGENT_STARTED ? "; start-up files of that host must print nothing"
                                                    : "") < 0)
        emuq_need(NULL);
    emuq_head_cause(h, STATUS_FAILED, false, text);
    free(text);
    emuq_agent_shut(agent);
    emuq_head_done(h, agent, EMUQ_AGENT_LOST);
}

static int next_frame(const emuq_agent_t *agent, emuq_frame_read_t *frame)
{
    return agent->state == EMUQ_AGENT_STARTED ? emuq_frame_first(&agent->in, frame)
                                              : emuq_frame_next(&agent->in, frame);
}

void emuq_head_hear(emuq_head_t *h, emuq_agent_t *agent)
{
    emuq_frame_read_t frame;
    int rc = 0;
    ssize_t got = emuq_bytes_read(&agent->in, agent->from);
    if (got > 0)
        emuq_head_miss(h, agent, false);
    while (rc == 0 && !emuq_agent_is_done(agent) && (rc = next_frame(agent, &frame)) > 0) {
        rc = take(h, agent, &frame);
        if (rc == 0)
            emuq_bytes_drop(&agent->in, frame.bytes);
    }
    if (rc < 0 && !emuq_agent_is_done(agent))
        refuse(h, agent);
    else if (emuq_agent_is_done(agent))
        emuq_agent_shut(agent);
    else if (got <= 0 && got != -EAGAIN)
        emuq_head_lose(h, agent);
}
