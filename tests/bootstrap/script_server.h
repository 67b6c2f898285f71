/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file script_server.h
 * @brief A PMI launcher for one rank that follows a script.
 */
#ifndef EMUQ_TESTS_SCRIPT_SERVER_H
#define EMUQ_TESTS_SCRIPT_SERVER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "emuq_test.h"
#include "environment.h"

#define REQUESTS 12

/** A request and its reply. */
typedef struct step {
    const char
        *request; /**< NULL: the end; the server closes. Without a newline at its end: a message of PMI-2
                   */
    const char *answer; /**< NULL: nothing */
} step_t;

typedef struct server {
    step_t step[REQUESTS];
    int fd[2]; /**< of the server, of the client */
    int wrong; /**< requests other than expected; valid after the thread has ended */
    pthread_t thread;
} server_t;

/* Reads a line, or a message of PMI-2 without its length. */
static inline void script_read(int fd, bool is_line, char request[4096])
{
    size_t length = 0, most = 4095;
    char digits[7] = "";
    if (!is_line)
        most = recv(fd, digits, 6, MSG_WAITALL) == 6 ? strtoul(digits, NULL, 10) : 0;
    while (length < most && length < 4095 && read(fd, &request[length], 1) == 1)
        if (request[length++] == '\n' && is_line)
            break;
    request[length] = '\0';
}

static inline void *serve(void *argument)
{
    server_t *s = argument;
    for (const step_t *step = s->step; step->request != NULL; step++) {
        char line[4096], length[8] = "";
        size_t wanted = strlen(step->request);
        bool is_line = wanted == 0 || step->request[wanted - 1] == '\n';
        script_read(s->fd[0], is_line, line);
        if (strcmp(line, step->request) != 0) {
            printf("server: got \"%s\" for \"%s\"\n", line, step->request);
            s->wrong++;
        }
        if (step->answer == NULL)
            continue;
        /* Replies that begin with a digit or a blank contain their length. */
        if (!is_line && step->answer[0] == 'c')
            snprintf(length, sizeof(length), "%6u", (unsigned)strlen(step->answer) % 100000);
        if (write(s->fd[0], length, strlen(length)) < 0 ||
            write(s->fd[0], step->answer, strlen(step->answer)) < 0)
            s->wrong++;
    }
    shutdown(s->fd[0], SHUT_WR);
    char byte;
    while (read(s->fd[0], &byte, 1) == 1) /* until the client closes, without further requests */
        s->wrong++;
    close(s->fd[0]);
    return NULL;
}

/** Starts a server with the steps, and sets the environment of rank @p rank of 2. */
static inline void start(server_t *s, const char *rank, const step_t *steps)
{
    memset(s, 0, sizeof(*s));
    for (int i = 0; steps[i].request != NULL; i++)
        s->step[i] = steps[i];
    CU_ASSERT_EQUAL_FATAL(socketpair(AF_UNIX, SOCK_STREAM, 0, s->fd), 0);
    char fd[16];
    snprintf(fd, sizeof(fd), "%d", s->fd[1]);
    const char *const variables[] = {"PMI_FD", fd,          "PMI_RANK", rank, "PMI_SIZE",
                                     "2",      "PMI_JOBID", "7.0",      NULL};
    environment(variables);
    pthread_create(&s->thread, NULL, serve, s);
}

static inline void stop(server_t *s)
{
    close(s->fd[1]);
    pthread_join(s->thread, NULL);
    CU_ASSERT_EQUAL(s->wrong, 0);
}

#endif /* EMUQ_TESTS_SCRIPT_SERVER_H */
