/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "backends/timed/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "backends/settings.h"
#include "base/number.h"

enum { GIVEN, EMPTY };

/* By who has the baton alone. */
static FILE *stream[2]; /* what stdin is; NULL: it stays as it is */
static int file[2];     /* copies of what descriptor 0 is */
static int32_t reader;
static int present; /* GIVEN or EMPTY */

static int open_both(void)
{
    file[GIVEN] = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    stream[EMPTY] = fopen("/dev/null", "re");
    if (file[GIVEN] < 0 || stream[EMPTY] == NULL)
        return -errno;
    file[EMPTY] = fileno(stream[EMPTY]);
    stream[GIVEN] = stdin;
    present = GIVEN;
    return 0;
}

int emuq_timed_input_open(uint32_t ranks)
{
    const char *text = emuq_setting_text(EMUQ_SETTING_TIME_INPUT);
    uint64_t rank;
    if (*text == '\0')
        return 0;
    if (emuq_number_parse(text, EMUQ_NUMBER_COUNT, 0, ranks - 1, &rank) != 0) {
        fprintf(stderr, "emuq: EMUQ_TIME_INPUT is %s; there are ranks 0 to %u\n", text, ranks - 1);
        return -EINVAL;
    }
    reader = (int32_t)rank;
    int rc = open_both();
    if (rc != 0)
        fprintf(stderr, "emuq: cannot give rank %s the standard input: %s\n", text, strerror(-rc));
    return rc;
}

void emuq_timed_input_close(void)
{
    if (stream[GIVEN] == NULL)
        return;
    emuq_timed_input_enter(reader);
    fclose(stream[EMPTY]);
    close(file[GIVEN]);
    stream[GIVEN] = NULL;
}

void emuq_timed_input_enter(int32_t rank)
{
    int wanted = rank == reader ? GIVEN : EMPTY;
    if (stream[GIVEN] == NULL)
        return;
    stdin = stream[wanted]; /* may be among the data of the rank */
    if (wanted != present)
        (void)dup2(file[wanted], STDIN_FILENO);
    present = wanted;
}
