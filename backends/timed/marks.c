/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "backends/timed/marks.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <unistd.h>

#include "backends/settings.h"

#define NO_MARK   INT32_MIN
#define MARK_MOST 64

/* Where marks go, and the rank of the latest one. Only the thread with the baton uses them. The program may
 * turn its own descriptors to something else. */
static int file[2] = {-1, -1};
static int32_t marked;

void emuq_marks_open(void)
{
    if (*emuq_setting_text(EMUQ_SETTING_TIME_MARK) == '\0')
        return;
    for (int i = 0; i < 2; i++)
        file[i] = fcntl(STDOUT_FILENO + i, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    marked = NO_MARK;
}

void emuq_marks_close(void)
{
    for (int i = 0; i < 2; i++) {
        if (file[i] >= 0)
            close(file[i]);
        file[i] = -1;
    }
}

void emuq_marks_leave(void)
{
    if (file[0] < 0 || __fpending(stdout) == 0 || ftrylockfile(stdout) != 0)
        return;
    fflush_unlocked(stdout);
    funlockfile(stdout);
}

void emuq_marks_enter(int32_t rank)
{
    char mark[MARK_MOST];
    if (file[0] < 0 || rank == marked)
        return;
    int length = snprintf(mark, sizeof mark, "%c%s%08" PRIx32, '\0',
                          emuq_setting_text(EMUQ_SETTING_TIME_MARK), (uint32_t)rank);
    marked = rank;
    for (int i = 0; i < 2; i++)
        while (file[i] >= 0 && write(file[i], mark, (size_t)length) < 0 && errno == EINTR)
            continue;
}
