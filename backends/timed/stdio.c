/* SPDX-License-Identifier: BSD-3-Clause */
/* Standard streams of ranks that are threads of one process. */
#define _GNU_SOURCE
#include "backends/timed/timed.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backends/settings.h"
#include "base/text.h"

enum { GIVEN, EMPTY };

static FILE **input_stream;          /* stdin of each rank; NULL: shared */
static int input_file[2] = {-1, -1}; /* replaces descriptor 0 on a switch; -1: closed */
static int32_t input_rank;
static int input_current; /* GIVEN or EMPTY */

/* A rank may have closed or reopened descriptor 0 since the last switch. */
static void input_switch(int wanted)
{
    int kept = input_file[input_current] >= 0 ? dup3(STDIN_FILENO, input_file[input_current], O_CLOEXEC)
                                              : fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (kept < 0 && input_file[input_current] >= 0)
        close(input_file[input_current]);
    input_file[input_current] = kept;
    if (input_file[wanted] >= 0)
        (void)dup2(input_file[wanted], STDIN_FILENO);
    else
        close(STDIN_FILENO);
    input_current = wanted;
}

static int input_open_streams(uint32_t ranks)
{
    int rc = 0;
    for (uint32_t i = 0; i < ranks && rc == 0; i++) {
        input_stream[i] = (int32_t)i == input_rank ? stdin : fdopen(STDIN_FILENO, "r");
        rc = input_stream[i] == NULL ? -errno : 0;
    }
    return rc;
}

static int input_open_all(uint32_t ranks)
{
    input_current = GIVEN;
    input_stream = calloc(ranks, sizeof(FILE *));
    if (input_stream == NULL)
        return -ENOMEM;
    int empty = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (empty < 0)
        return -errno;
    input_file[EMPTY] = fcntl(empty, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    int rc = input_file[EMPTY] < 0 ? -errno : 0;
    close(empty);
    if (rc != 0)
        return rc;
    input_switch(EMPTY);
    return input_open_streams(ranks);
}

void emuq_timed_input_open(uint32_t ranks)
{
    const char *text = emuq_setting_text(EMUQ_SETTING_TIME_INPUT);
    char why[160];
    uint64_t rank;
    if (*text == '\0')
        return;
    if (emuq_number_parse(text, EMUQ_NUMBER_COUNT, 0, ranks - 1, &rank) != 0) {
        snprintf(why, sizeof why, "EMUQ_TIME_INPUT: invalid value '%.40s' (expected a rank, 0 to %u)", text,
                 ranks - 1);
        emuq_timed_fail(why);
    }
    input_rank = (int32_t)rank;
    int rc = input_open_all(ranks);
    if (rc != 0) {
        snprintf(why, sizeof why, "cannot redirect standard input to rank %.40s: %s", text, strerror(-rc));
        emuq_timed_fail(why);
    }
}

void emuq_timed_input_close(void)
{
    if (input_stream == NULL)
        return;
    emuq_timed_input_enter(input_rank);
    for (int i = 0; i < 2; i++)
        if (input_file[i] >= 0)
            close(input_file[i]);
    input_file[GIVEN] = input_file[EMPTY] = -1;
    free(input_stream); /* the streams leak: ranks may have closed them */
    input_stream = NULL;
}

void emuq_timed_input_enter(int32_t rank)
{
    int wanted = rank == input_rank ? GIVEN : EMPTY;
    if (input_stream == NULL)
        return;
    stdin = input_stream[rank]; /* possibly in the rank's data */
    if (wanted != input_current)
        input_switch(wanted);
}

#define NO_MARK   INT32_MIN
#define MARK_MOST 64

/* Duplicates of descriptors 1 and 2, which the program may redirect. */
static int mark_file[2] = {-1, -1};
static int32_t mark_rank;

void emuq_marks_open(void)
{
    if (*emuq_setting_text(EMUQ_SETTING_TIME_MARK) == '\0')
        return;
    for (int i = 0; i < 2; i++)
        mark_file[i] = fcntl(STDOUT_FILENO + i, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    mark_rank = NO_MARK;
}

void emuq_marks_close(void)
{
    for (int i = 0; i < 2; i++) {
        if (mark_file[i] >= 0)
            close(mark_file[i]);
        mark_file[i] = -1;
    }
}

void emuq_marks_leave(void)
{
    if (mark_file[0] < 0 || __fpending(stdout) == 0 || ftrylockfile(stdout) != 0)
        return;
    fflush_unlocked(stdout);
    funlockfile(stdout);
}

void emuq_marks_enter(int32_t rank)
{
    char mark[MARK_MOST];
    if (mark_file[0] < 0 || rank == mark_rank)
        return;
    int length = snprintf(mark, sizeof mark, "%c%s%08" PRIx32, '\0',
                          emuq_setting_text(EMUQ_SETTING_TIME_MARK), (uint32_t)rank);
    mark_rank = rank;
    for (int i = 0; i < 2; i++)
        while (mark_file[i] >= 0 && write(mark_file[i], mark, (size_t)length) < 0 && errno == EINTR)
            continue;
}
