/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "backends/timed/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backends/settings.h"
#include "backends/timed/report.h"
#include "base/text.h"

enum { GIVEN, EMPTY };

/* By who has the baton alone. */
static FILE **stream;          /* what stdin is for each rank; NULL: it stays as it is for all */
static int file[2] = {-1, -1}; /* what descriptor 0 is while it is the other one; -1: closed */
static int32_t reader;
static int present; /* GIVEN or EMPTY */

/* Descriptor 0 is what @p wanted is; a rank may have closed it or opened it again since it was so. */
static void change(int wanted)
{
    int kept = file[present] >= 0 ? dup3(STDIN_FILENO, file[present], O_CLOEXEC)
                                  : fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (kept < 0 && file[present] >= 0)
        close(file[present]);
    file[present] = kept;
    if (file[wanted] >= 0)
        (void)dup2(file[wanted], STDIN_FILENO);
    else
        close(STDIN_FILENO);
    present = wanted;
}

/* Each rank may close its stream. @return 0 or a negative errno */
static int open_streams(uint32_t ranks)
{
    int rc = 0;
    for (uint32_t i = 0; i < ranks && rc == 0; i++) {
        stream[i] = (int32_t)i == reader ? stdin : fdopen(STDIN_FILENO, "r");
        rc = stream[i] == NULL ? -errno : 0;
    }
    return rc;
}

/* @return 0 or a negative errno, after which the process ends */
static int open_all(uint32_t ranks)
{
    present = GIVEN;
    stream = calloc(ranks, sizeof(FILE *));
    if (stream == NULL)
        return -ENOMEM;
    int empty = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (empty < 0)
        return -errno;
    file[EMPTY] = fcntl(empty, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    int rc = file[EMPTY] < 0 ? -errno : 0;
    close(empty);
    if (rc != 0)
        return rc;
    change(EMPTY);
    return open_streams(ranks);
}

void emuq_timed_input_open(uint32_t ranks)
{
    const char *text = emuq_setting_text(EMUQ_SETTING_TIME_INPUT);
    char why[160];
    uint64_t rank;
    if (*text == '\0')
        return;
    if (emuq_number_parse(text, EMUQ_NUMBER_COUNT, 0, ranks - 1, &rank) != 0) {
        snprintf(why, sizeof why, "EMUQ_TIME_INPUT is %.40s; there are ranks 0 to %u", text, ranks - 1);
        emuq_timed_fail(why);
    }
    reader = (int32_t)rank;
    int rc = open_all(ranks);
    if (rc != 0) {
        snprintf(why, sizeof why, "cannot give rank %.40s the standard input: %s", text, strerror(-rc));
        emuq_timed_fail(why);
    }
}

void emuq_timed_input_close(void)
{
    if (stream == NULL)
        return;
    emuq_timed_input_enter(reader);
    for (int i = 0; i < 2; i++)
        if (file[i] >= 0)
            close(file[i]);
    file[GIVEN] = file[EMPTY] = -1;
    free(stream); /* the streams stay: which of them ranks have closed is not known */
    stream = NULL;
}

void emuq_timed_input_enter(int32_t rank)
{
    int wanted = rank == reader ? GIVEN : EMPTY;
    if (stream == NULL)
        return;
    stdin = stream[rank]; /* may be among the data of the rank */
    if (wanted != present)
        change(wanted);
}
