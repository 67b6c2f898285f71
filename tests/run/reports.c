/* SPDX-License-Identifier: BSD-3-Clause */
/* What the head of a job does with the reports of an agent: each good one has its effect, and one that is a
 * field away from it is rejected. Each report goes to a head in a process that handles it alone. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emuq_test.h"
#include "secrets.h"
#include "tools/emuq-run/head_state.h"
#include "tools/emuq-run/words.h"

enum {
    HOSTS = 2,
    OTHER = 0,
    READER = 1 /* host of the rank that reads standard input */,
    TEXT = 1 << 14,
    LAYOUT = 77
};

#define REJECTED "is not what an agent of this version says"

/* What a head is after a report. */
typedef struct outcome {
    emuq_agent_state_t state; /* of the agent */
    emuq_head_phase_t phase;
    int status;
    uint32_t input, credit;
    uint64_t deadline;
    bool has_lost, other_is_missed;
    char messages[64]; /* that wait, or their beginning */
} outcome_t;

static outcome_t outcome;
static char said[TEXT]; /* on standard output and standard error */

/* ---- a head ---- */

static emuq_head_t head;
static emuq_command_t command;

/* A head whose hosts have met, but for the agents in @p state. */
static void make_head(uint32_t agent, emuq_agent_state_t state)
{
    static emuq_agent_t agents[HOSTS];
    static uint32_t nodes[HOSTS] = {1, 1}, host_of_rank[HOSTS] = {OTHER, READER};
    static char text[] = "", mapping[] = "ABCDET", path[] = "/p", *words[] = {path, NULL};
    command = (emuq_command_t){
        .input_rank = 1, .program = {words, 1}, .job = {{HOSTS, 1, 1, 1, 1}, 1, HOSTS, mapping, 1}};
    head = (emuq_head_t){.command = &command,
                         .signals = -1,
                         .layout = LAYOUT,
                         .deadline = UINT64_MAX,
                         .timeout = UINT64_MAX,
                         .input = UINT32_MAX,
                         .agents = {.agent = agents, .agents = HOSTS, .command = words},
                         .plan = {.ranks = HOSTS, .host_of_rank = host_of_rank}};
    head.plan.order = (emuq_order_t){.command = command,
                                     .hosts = HOSTS,
                                     .nodes = nodes,
                                     .directory = text,
                                     .mapping = mapping,
                                     .path = path};
    for (uint32_t i = 0; i < HOSTS; i++) {
        agents[i] = (emuq_agent_t){.name = i == OTHER ? "n0" : "n1",
                                   .state = i == agent ? state : EMUQ_AGENT_MET,
                                   .to = -1,
                                   .from = -1,
                                   .out.is_secret = true,
                                   .own.fd = -1};
        snprintf(agents[i].engine.text, sizeof agents[i].engine.text, "engine %u", i);
        emuq_stream_open_plain(&agents[i].streams[0], 1);
        emuq_stream_open_plain(&agents[i].streams[1], 2);
        head.met += agents[i].state >= EMUQ_AGENT_MET;
        head.starting += agents[i].state == EMUQ_AGENT_STARTED;
    }
}

/* In a process whose output is read by the test: the head handles what the agent has sent. */
static void hear(uint32_t number, const emuq_bytes_t *report, int result)
{
    emuq_agent_t *agent = &head.agents.agent[number];
    int ends[2];
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
        _exit(99);
    agent->from = ends[0];
    for (size_t at = 0; at < report->length;) { /* not more than a pipe takes */
        ssize_t written = write(ends[1], report->at + at, report->length - at);
        at += written > 0 ? (size_t)written : 0;
        emuq_head_hear(&head, agent);
        if (agent->from < 0)
            break;
    }
    outcome = (outcome_t){.state = agent->state,
                          .phase = head.phase,
                          .status = head.status,
                          .input = head.input,
                          .credit = head.credit,
                          .deadline = head.deadline,
                          .has_lost = head.has_lost,
                          .other_is_missed = head.agents.agent[OTHER].is_missed};
    if (head.messages != NULL)
        snprintf(outcome.messages, sizeof outcome.messages, "%s", head.messages);
    if (write(result, &outcome, sizeof outcome) != (ssize_t)sizeof outcome)
        _exit(99);
    for (uint32_t i = 0; i < HOSTS; i++)
        emuq_agent_free(&head.agents.agent[i]);
    emuq_output_close();
}

typedef struct report {
    const char *name;
    void (*add)(emuq_bytes_t *out);
    emuq_agent_state_t state; /* of the agent before it */
    void (*prepare)(void);    /* of the head, or NULL */
    bool is_of_other;         /* it comes from the host that does not read standard input */
} report_t;

/* Lets a head handle a report. Sets what it is then, and what it has said. */
static void handle(const report_t *r)
{
    emuq_bytes_t report = {0};
    int output[2], result[2], status = -1;
    size_t length = 0;
    ssize_t got;
    r->add(&report);
    CU_ASSERT_EQUAL_FATAL(pipe2(output, O_CLOEXEC) | pipe2(result, O_CLOEXEC), 0);
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        uint32_t number = r->is_of_other ? OTHER : READER;
        alarm(20);
        if (dup2(output[1], 1) < 0 || dup2(output[1], 2) < 0 || emuq_output_open() != 0)
            _exit(99);
        make_head(number, r->state);
        if (r->prepare != NULL)
            r->prepare();
        hear(number, &report, result[1]);
        _exit(0);
    }
    close(output[1]);
    close(result[1]);
    while ((got = read(output[0], said + length, TEXT - 1 - length)) > 0)
        length += (size_t)got;
    said[length] = '\0';
    memset(&outcome, 0, sizeof outcome);
    got = read(result[0], &outcome, sizeof outcome);
    waitpid(pid, &status, 0);
    close(output[0]);
    close(result[0]);
    emuq_bytes_free(&report);
    if (got != (ssize_t)sizeof outcome || status != 0)
        printf("    %s: wait status %d\n", r->name, status);
    CU_ASSERT_EQUAL(got, (ssize_t)sizeof outcome);
    CU_ASSERT_EQUAL(status, 0);
}

/* ---- reports ---- */

/* A report of numbers, a text or none (NULL), and bytes that no field needs. */
static void add_frame(emuq_bytes_t *out, emuq_frame_kind_t kind, unsigned numbers, uint32_t number,
                      const char *text, size_t length, unsigned more)
{
    size_t begin = emuq_frame_begin(out, kind);
    for (unsigned i = 0; i < numbers; i++)
        emuq_frame_u32(out, number);
    if (text != NULL)
        emuq_frame_text(out, text, length);
    emuq_bytes_add(out, "more", more);
    emuq_frame_end(out, begin);
}

#define REPORT(name, statement)                                                                              \
    static void name(emuq_bytes_t *out)                                                                      \
    {                                                                                                        \
        statement;                                                                                           \
    }
#define NUMBER(name, kind, number)  REPORT(name, add_frame(out, kind, 1, number, NULL, 0, 0))
#define NUMBER_(name, kind, number) REPORT(name, add_frame(out, kind, 1, number, NULL, 0, 1))
#define STRING(name, kind, text)    REPORT(name, add_frame(out, kind, 0, 0, text, sizeof(text) - 1, 0))
#define STRING_(name, kind, text)   REPORT(name, add_frame(out, kind, 0, 0, text, sizeof(text) - 1, 1))

static char long_text[EMUQ_HOST_TEXT + 1];

static void add_engine(emuq_bytes_t *out, size_t length)
{
    memset(long_text, 'x', sizeof long_text);
    add_frame(out, EMUQ_FRAME_ENGINE, 0, 0, long_text, length, 0);
}

static void add_cause(emuq_bytes_t *out, uint32_t status, uint32_t is_consequence, const char *text,
                      size_t length, unsigned more)
{
    size_t begin = emuq_frame_begin(out, EMUQ_FRAME_CAUSE);
    emuq_frame_u32(out, status);
    emuq_frame_u32(out, is_consequence);
    emuq_frame_text(out, text, length);
    emuq_bytes_add(out, "more", more);
    emuq_frame_end(out, begin);
}

REPORT(hello, emuq_frame_add_hello(out, LAYOUT))
REPORT(other_hello, emuq_frame_add_hello(out, LAYOUT + 1))
REPORT(long_hello, emuq_frame_u32(out, EMUQ_FRAME_HELLO_MOST + 1); emuq_frame_u32(out, EMUQ_FRAME_HELLO))
REPORT(long_output, emuq_frame_u32(out, EMUQ_FRAME_HELLO_MOST + 1); emuq_frame_u32(out, EMUQ_FRAME_OUT))
REPORT(banner, emuq_bytes_add(out, "Welcome to n1\n", 14))
STRING(engine, EMUQ_FRAME_ENGINE, "engine")
STRING_(engine_more, EMUQ_FRAME_ENGINE, "engine")
STRING(engine_zero, EMUQ_FRAME_ENGINE, "eng\0ine")
REPORT(engine_longest, add_engine(out, EMUQ_HOST_TEXT - 1))
REPORT(engine_long, add_engine(out, EMUQ_HOST_TEXT))
NUMBER(credit_one, EMUQ_FRAME_CREDIT, 1)
NUMBER(credit_most, EMUQ_FRAME_CREDIT, EMUQ_FRAME_INPUT_MOST)
NUMBER(credit_above, EMUQ_FRAME_CREDIT, EMUQ_FRAME_INPUT_MOST + 1)
NUMBER(credit_huge, EMUQ_FRAME_CREDIT, UINT32_MAX)
NUMBER_(credit_more, EMUQ_FRAME_CREDIT, 1)
STRING(output, EMUQ_FRAME_OUT, "of a rank\n")
STRING_(output_more, EMUQ_FRAME_OUT, "of a rank\n")
STRING(error, EMUQ_FRAME_ERR, "of a rank\n")
STRING_(error_more, EMUQ_FRAME_ERR, "of a rank\n")
STRING(message, EMUQ_FRAME_MESSAGE, "of an engine\n")
STRING_(message_more, EMUQ_FRAME_MESSAGE, "of an engine\n")
REPORT(cause, add_cause(out, 3, 0, "a cause", 7, 0))
REPORT(cause_consequence, add_cause(out, 3, 1, "a cause", 7, 0))
REPORT(cause_status, add_cause(out, 0x103, 0, "a cause", 7, 0))
REPORT(cause_more, add_cause(out, 3, 0, "a cause", 7, 1))
REPORT(cause_zero, add_cause(out, 3, 0, "a cau\0e", 7, 0))
NUMBER(missed, EMUQ_FRAME_MISSED, OTHER)
NUMBER(missed_no_host, EMUQ_FRAME_MISSED, HOSTS)
NUMBER_(missed_more, EMUQ_FRAME_MISSED, OTHER)
REPORT(signalled, add_frame(out, EMUQ_FRAME_SIGNALLED, 0, 0, NULL, 0, 0))
REPORT(signalled_more, add_frame(out, EMUQ_FRAME_SIGNALLED, 0, 0, NULL, 0, 1))
NUMBER(over, EMUQ_FRAME_OVER, 0)
NUMBER(over_status, EMUQ_FRAME_OVER, 0x104)
NUMBER_(over_more, EMUQ_FRAME_OVER, 0)
STRING(order, EMUQ_FRAME_ORDER, "")
STRING(connect_frame, EMUQ_FRAME_CONNECT, "")
STRING(input, EMUQ_FRAME_INPUT, "")
NUMBER(signal_frame, EMUQ_FRAME_SIGNAL, SIGTERM)

static void full_credit(void)
{
    head.input = READER;
    head.credit = EMUQ_FRAME_INPUT_MOST;
}

static void input_is_over(void)
{
    head.input_is_over = true;
    head.credit = EMUQ_FRAME_INPUT_MOST;
}

static void ending(void)
{
    head.phase = ENDING;
}

static void other_greeted(void)
{
    head.agents.agent[OTHER].state = EMUQ_AGENT_GREETED;
    head.met--;
}

static void doubting(void)
{
    head.phase = DOUBTING;
}

static void has_status(void)
{
    head.status = 5;
}

/* More messages than the head keeps. */
static void many_messages(emuq_bytes_t *out)
{
    char text[80];
    for (int i = 0; i < 100; i++) {
        snprintf(text, sizeof text, "%d %*s\n", i, 70, "");
        emuq_frame_add_text(out, EMUQ_FRAME_MESSAGE, text, strlen(text));
    }
}

static void the_same_messages(emuq_bytes_t *out)
{
    message(out);
    message(out);
}

static void reports_that_lie(void)
{
    static const report_t rows[] = {
        {"another frame than a greeting", output, EMUQ_AGENT_STARTED, NULL, false},
        {"more than a greeting", long_hello, EMUQ_AGENT_STARTED, NULL, false},
        {"a banner", banner, EMUQ_AGENT_STARTED, NULL, false},
        {"a second greeting", hello, EMUQ_AGENT_MET, NULL, false},
        {"engine and more", engine_more, EMUQ_AGENT_GREETED, NULL, false},
        {"engine with a zero", engine_zero, EMUQ_AGENT_GREETED, NULL, false},
        {"engine too long", engine_long, EMUQ_AGENT_GREETED, NULL, false},
        {"a second engine", engine, EMUQ_AGENT_MET, NULL, false},
        {"credit above the limit", credit_above, EMUQ_AGENT_MET, NULL, false},
        {"credit that wraps", credit_huge, EMUQ_AGENT_MET, full_credit, false},
        {"credit above what is left", credit_one, EMUQ_AGENT_MET, full_credit, false},
        {"credit of another host", credit_one, EMUQ_AGENT_MET, NULL, true},
        {"credit and more", credit_more, EMUQ_AGENT_MET, NULL, false},
        {"output and more", output_more, EMUQ_AGENT_MET, NULL, false},
        {"error and more", error_more, EMUQ_AGENT_MET, NULL, false},
        {"message and more", message_more, EMUQ_AGENT_MET, NULL, false},
        {"cause and more", cause_more, EMUQ_AGENT_MET, NULL, false},
        {"cause with a zero", cause_zero, EMUQ_AGENT_MET, NULL, false},
        {"lost host behind the last", missed_no_host, EMUQ_AGENT_MET, NULL, false},
        {"lost host and more", missed_more, EMUQ_AGENT_MET, NULL, false},
        {"signal and more", signalled_more, EMUQ_AGENT_MET, NULL, false},
        {"end and more", over_more, EMUQ_AGENT_MET, NULL, false},
        {"a job description", order, EMUQ_AGENT_MET, NULL, false},
        {"engines", connect_frame, EMUQ_AGENT_MET, NULL, false},
        {"input", input, EMUQ_AGENT_MET, NULL, false},
        {"a signal", signal_frame, EMUQ_AGENT_MET, NULL, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        handle(&rows[i]);
        bool is_rejected = outcome.state == EMUQ_AGENT_LOST && outcome.phase == ENDING &&
                           outcome.status == 1 && strstr(said, REJECTED) != NULL;
        if (!is_rejected)
            printf("    %s: agent in state %d, \"%s\"\n", rows[i].name, (int)outcome.state, said);
        CU_ASSERT(is_rejected);
        CU_ASSERT(outcome.credit <= EMUQ_FRAME_INPUT_MOST);
    }
}

/* Handles a good report. @return whether the messages contain the text, and none is a rejection */
static bool good(const char *name, void (*add)(emuq_bytes_t *out), emuq_agent_state_t state,
                 void (*prepare)(void), const char *text)
{
    const report_t report = {name, add, state, prepare, false};
    handle(&report);
    bool is_good = strstr(said, REJECTED) == NULL && strstr(said, text) != NULL;
    if (!is_good)
        printf("    %s: \"%s\"\n", name, said);
    return is_good;
}

static void greetings(void)
{
    CU_ASSERT(good("greeting", hello, EMUQ_AGENT_STARTED, NULL, ""));
    CU_ASSERT_EQUAL(outcome.state, EMUQ_AGENT_GREETED);
    CU_ASSERT(good("greeting of another build", other_hello, EMUQ_AGENT_STARTED, NULL,
                   "n1: another version or build of EMUQ is there"));
    CU_ASSERT_EQUAL(outcome.state, EMUQ_AGENT_LOST);
    CU_ASSERT_EQUAL(outcome.phase, ENDING);
    CU_ASSERT(good("the start of a long frame", long_output, EMUQ_AGENT_MET, NULL, ""));
    CU_ASSERT_EQUAL(outcome.state, EMUQ_AGENT_MET);
}

static void engines(void)
{
    CU_ASSERT(good("engine", engine, EMUQ_AGENT_GREETED, NULL, ""));
    CU_ASSERT_EQUAL(outcome.state, EMUQ_AGENT_MET);
    CU_ASSERT(good("the longest engine", engine_longest, EMUQ_AGENT_GREETED, NULL, ""));
    CU_ASSERT_EQUAL(outcome.state, EMUQ_AGENT_MET);
}

static void credits(void)
{
    CU_ASSERT(good("all credit", credit_most, EMUQ_AGENT_MET, NULL, ""));
    CU_ASSERT_EQUAL(outcome.credit, EMUQ_FRAME_INPUT_MOST);
    CU_ASSERT_EQUAL(outcome.input, READER);
    CU_ASSERT(good("credit after the end of input", credit_one, EMUQ_AGENT_MET, input_is_over, ""));
    CU_ASSERT_EQUAL(outcome.input, UINT32_MAX);
}

static void outputs(void)
{
    CU_ASSERT(good("output", output, EMUQ_AGENT_MET, NULL, "of a rank\n"));
    CU_ASSERT(good("error", error, EMUQ_AGENT_MET, NULL, "of a rank\n"));
    CU_ASSERT(good("message", message, EMUQ_AGENT_MET, NULL, ""));
    CU_ASSERT_STRING_EQUAL(outcome.messages, "of an engine\n");
    CU_ASSERT_NOT_EQUAL(outcome.deadline, UINT64_MAX);
    CU_ASSERT(good("the same messages", the_same_messages, EMUQ_AGENT_MET, NULL, ""));
    CU_ASSERT_STRING_EQUAL(outcome.messages, "of an engine\n");
    CU_ASSERT(good("message with a doubt", message, EMUQ_AGENT_MET, doubting, ""));
    CU_ASSERT_STRING_EQUAL(outcome.messages, "of an engine\n");
    CU_ASSERT_EQUAL(outcome.deadline, UINT64_MAX);
    CU_ASSERT(good("many messages", many_messages, EMUQ_AGENT_MET, NULL, "\n1 "));
    CU_ASSERT_NOT_EQUAL(outcome.messages[0], '0');
    CU_ASSERT(good("message at the end", message, EMUQ_AGENT_MET, ending, ""));
    CU_ASSERT_STRING_EQUAL(outcome.messages, "");
}

static void ends(void)
{
    CU_ASSERT(good("cause", cause, EMUQ_AGENT_MET, NULL, "a cause"));
    CU_ASSERT_EQUAL(outcome.phase, ENDING);
    CU_ASSERT_EQUAL(outcome.status, 3);
    CU_ASSERT(good("consequence", cause_consequence, EMUQ_AGENT_MET, NULL, ""));
    CU_ASSERT_EQUAL(outcome.phase, DOUBTING);
    CU_ASSERT(good("status above 255", cause_status, EMUQ_AGENT_MET, NULL, ""));
    CU_ASSERT_EQUAL(outcome.status, 3);
    CU_ASSERT(good("lost host", missed, EMUQ_AGENT_MET, NULL, ""));
    CU_ASSERT(outcome.has_lost && outcome.other_is_missed);
    CU_ASSERT(good("signal handled", signalled, EMUQ_AGENT_MET, NULL, ""));
    CU_ASSERT(good("end", over, EMUQ_AGENT_MET, NULL, ""));
    CU_ASSERT_EQUAL(outcome.state, EMUQ_AGENT_OVER);
    CU_ASSERT_EQUAL(outcome.status, 0);
    CU_ASSERT_EQUAL(outcome.phase, RUNNING);
    CU_ASSERT(good("end with a status", over_status, EMUQ_AGENT_MET, NULL, ""));
    CU_ASSERT_EQUAL(outcome.status, 4);
    CU_ASSERT(good("a second status", over_status, EMUQ_AGENT_MET, has_status, ""));
    CU_ASSERT_EQUAL(outcome.status, 5);
    CU_ASSERT(good("a status while another one is in doubt", over_status, EMUQ_AGENT_MET, doubting, ""));
    CU_ASSERT_EQUAL(outcome.status, 0);
    CU_ASSERT(good("end before the hosts have met", over, EMUQ_AGENT_MET, other_greeted, ""));
    CU_ASSERT_EQUAL(outcome.phase, ENDING);
    CU_ASSERT_EQUAL(outcome.status, 1);
}

/* ---- the key ---- */

/* Reads the engines of all hosts as an agent, whose pipe takes less than the frame at once.
 * @param inverted the key, with all bits inverted */
static void read_engines(int from, unsigned char inverted[EMUQ_KEY_BYTES])
{
    unsigned char bytes[EMUQ_FRAME_HEADER + 4 + EMUQ_KEY_BYTES];
    size_t length = 0;
    ssize_t got;
    while (length < sizeof bytes && (got = read(from, bytes + length, sizeof bytes - length)) > 0)
        length += (size_t)got;
    CU_ASSERT_EQUAL(length, sizeof bytes);
    for (size_t i = 0; i < EMUQ_KEY_BYTES; i++)
        inverted[i] = (unsigned char)~bytes[EMUQ_FRAME_HEADER + 4 + i];
    explicit_bzero(bytes, sizeof bytes);
    char rest[TEXT];
    while (read(from, rest, sizeof rest) == (ssize_t)sizeof rest)
        ;
    explicit_bzero(rest, sizeof rest);
}

/* The head keeps no copy of the key: of agents that take it at once, and of those that take it later. */
static void no_key_is_left(void)
{
    unsigned char inverted[EMUQ_KEY_BYTES];
    int to[HOSTS][2], from[2];
    emuq_bytes_t report = {0};
    CU_ASSERT_EQUAL_FATAL(emuq_output_open(), 0);
    make_head(READER, EMUQ_AGENT_GREETED);
    CU_ASSERT_EQUAL_FATAL(pipe2(from, O_CLOEXEC | O_NONBLOCK), 0);
    for (int i = 0; i < HOSTS; i++) {
        emuq_agent_t *agent = &head.agents.agent[i];
        CU_ASSERT_EQUAL_FATAL(pipe2(to[i], O_CLOEXEC | O_NONBLOCK), 0);
        agent->to = to[i][1];
        if (i == OTHER) /* fills its pipe */
            while (write(agent->to, long_text, sizeof long_text) > 0 || write(agent->to, "", 1) > 0)
                ;
    }
    engine(&report);
    CU_ASSERT_EQUAL(write(from[1], report.at, report.length), (ssize_t)report.length);
    head.agents.agent[READER].from = from[0];
    emuq_head_hear(&head, &head.agents.agent[READER]);
    CU_ASSERT_EQUAL(head.met, HOSTS);
    read_engines(to[READER][0], inverted);
    unsigned copies = secrets_found(getpid(), inverted, sizeof inverted);
    CU_ASSERT(copies > 0 && copies < 4); /* it waits for the other agent */
    char rest[TEXT];
    while (read(to[OTHER][0], rest, sizeof rest) > 0)
        ;
    emuq_frame_add_u32(&head.agents.agent[OTHER].out, EMUQ_FRAME_SIGNAL, SIGTERM);
    emuq_agent_write(&head.agents.agent[OTHER]);
    CU_ASSERT(read(to[OTHER][0], rest, sizeof rest) > 0);
    explicit_bzero(rest, sizeof rest);
    CU_ASSERT_EQUAL(secrets_found(getpid(), inverted, sizeof inverted), 0);
    for (int i = 0; i < HOSTS; i++) {
        emuq_agent_free(&head.agents.agent[i]);
        close(to[i][0]);
    }
    close(from[1]);
    emuq_bytes_free(&report);
    emuq_output_close();
}

int main(void)
{
    static const emuq_test_t tests[] = {{"reports that lie", reports_that_lie},
                                        {"greetings", greetings},
                                        {"engines", engines},
                                        {"credits", credits},
                                        {"outputs", outputs},
                                        {"ends", ends},
                                        {"no key is left", no_key_is_left},
                                        {NULL, NULL}};
    signal(SIGPIPE, SIG_IGN);
    return emuq_test_main("reports of agents", tests);
}
