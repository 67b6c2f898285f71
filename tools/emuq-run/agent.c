/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-run/agent.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tools/emuq-run/files.h"
#include "tools/emuq-run/words.h"

#define STATUS_LOST 125 /* of a process that ends before it becomes the agent */

/* A word as the shell of another host reads it: agents like ssh hand their words to one. */
static char *quoted(const char *word)
{
    char *text = emuq_need(malloc(4 * strlen(word) + 3)), *to = text;
    bool plain = *word != '\0';
    for (const char *c = word; *c != '\0'; c++)
        plain &= (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') ||
                 strchr("/._-+@%,:=", *c) != NULL;
    if (plain)
        return strcpy(text, word);
    *to++ = '\'';
    for (; *word != '\0'; word++) {
        if (*word == '\'')
            to = stpcpy(to, "'\\'");
        *to++ = *word;
    }
    strcpy(to, "'");
    return text;
}

/* In the agent's process: its ends of the pipes are its standard files. */
static void become(const emuq_agents_t *agents, const emuq_agent_t *agent, int in, int out, int err)
{
    emuq_words_t words = {0};
    setpgid(0, 0); /* signals of a terminal are the head's */
    signal(SIGPIPE, SIG_DFL);
    sigprocmask(SIG_SETMASK, &agents->signals, NULL);
    if (dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0)
        _exit(STATUS_LOST);
    setrlimit(RLIMIT_NOFILE, &agents->files);
    if (agents->local != NULL || strcmp(agent->name, "localhost") == 0) {
        close(in);
        close(out);
        close(err);
        for (uint32_t i = 0; i < agents->agents; i++) {
            emuq_shut(&agents->agent[i].to);
            emuq_shut(&agents->agent[i].from);
            emuq_shut(&agents->agent[i].own.fd);
        }
        int own_in = fcntl(0, F_DUPFD_CLOEXEC, 3), own_out = fcntl(1, F_DUPFD_CLOEXEC, 3);
        emuq_output_forget();
        _exit(own_in < 0 || own_out < 0 || !freopen("/dev/null", "r", stdin) || dup2(2, 1) < 0
                  ? STATUS_LOST
                  : emuq_serve(own_in, own_out, agents->local, agents->launch));
    }
    for (char **word = agents->command; *word != NULL; word++)
        emuq_words_add(&words, *word, strlen(*word));
    char *path = quoted(agents->path);
    emuq_words_add(&words, agent->name, strlen(agent->name));
    emuq_words_add(&words, path, strlen(path));
    emuq_words_add(&words, "--serve", strlen("--serve"));
    execvp(words.word[0], words.word);
    fprintf(stderr, "cannot run the agent %s: %s\n", words.word[0], strerror(errno));
    _exit(STATUS_LOST);
}

int emuq_agent_start(const emuq_agents_t *agents, emuq_agent_t *agent)
{
    int in[2], out[2], err;
    char label[sizeof(agent->own.label)];
    snprintf(label, sizeof(label), "%.60s: ", agent->name);
    if (pipe2(in, O_CLOEXEC) != 0)
        return -errno;
    if (pipe2(out, O_CLOEXEC) != 0)
        goto no_pipe;
    if (emuq_stream_open(&agent->own, 2, label, &err) != 0)
        goto no_stream;
    agent->pid = fork();
    if (agent->pid == 0) {
        close(in[1]);
        close(out[0]);
        become(agents, agent, in[0], out[1], err);
    }
    int rc = agent->pid > 0 ? 0 : -errno;
    agent->pid = agent->pid > 0 ? agent->pid : 0;
    close(err);
    close(in[0]);
    close(out[1]);
    agent->to = in[1];
    agent->from = out[0];
    if (rc == 0 &&
        (fcntl(agent->to, F_SETFL, O_NONBLOCK) != 0 || fcntl(agent->from, F_SETFL, O_NONBLOCK) != 0))
        rc = -errno;
    return rc;
no_stream:
    close(out[0]);
    close(out[1]);
no_pipe:
    rc = errno != 0 ? -errno : -EMFILE;
    close(in[0]);
    close(in[1]);
    return rc;
}

void emuq_agent_write(emuq_agent_t *agent)
{
    if (agent->to < 0 || emuq_bytes_write(&agent->out, agent->to) != 0)
        emuq_bytes_free(&agent->out);
}

void emuq_agent_send(emuq_agent_t *agent, const emuq_bytes_t *bytes)
{
    emuq_bytes_t rest = *bytes;
    rest.is_secret = false; /* the bytes are the caller's */
    emuq_agent_write(agent);
    bool is_next = agent->out.length == 0;
    if (agent->to >= 0 && (!is_next || emuq_bytes_write(&rest, agent->to) == 0))
        emuq_bytes_add(&agent->out, rest.at + rest.start, rest.length);
}

void emuq_agent_shut(emuq_agent_t *agent)
{
    emuq_shut(&agent->to);
    emuq_shut(&agent->from);
}

bool emuq_agent_reap(emuq_agent_t *agent, unsigned wait)
{
    for (unsigned i = 0; agent->pid != 0; i++) {
        if (waitpid(agent->pid, &agent->status, WNOHANG) == agent->pid)
            agent->pid = 0;
        else if (i >= wait)
            return false;
        else
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    return true;
}

void emuq_agent_free(emuq_agent_t *agent)
{
    emuq_agent_shut(agent);
    emuq_stream_close(&agent->streams[0]);
    emuq_stream_close(&agent->streams[1]);
    emuq_stream_close(&agent->own);
    emuq_bytes_free(&agent->out);
    emuq_bytes_free(&agent->in);
}
