/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/gone.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define STAT_SKIP " %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*u %*u %*d %*d" /* up to num_threads */

bool emuq_process_is_gone(pid_t pid)
{
    char path[32], text[1024], state = 0;
    unsigned threads = 0;
    if (kill(pid, 0) != 0)
        return errno == ESRCH;
    snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t bytes = file >= 0 ? read(file, text, sizeof(text) - 1) : 0;
    if (file >= 0)
        close(file);
    text[bytes > 0 ? bytes : 0] = '\0';
    const char *behind = strrchr(text, ')'); /* the name, which may have any characters */
    if (behind == NULL || sscanf(behind + 1, " %c" STAT_SKIP " %u", &state, &threads) != 2)
        return false;
    return state == 'X' || (state == 'Z' && threads <= 1); /* with more, only its first thread has ended */
}
