/* SPDX-License-Identifier: BSD-3-Clause */
/* trouble time: takes time by calls, some seconds of the host; endless: takes time forever; crash: rank 1
 * reads an unmapped address while rank 0 waits; deadlock: rank 0 waits forever; child: a child of rank 0
 * aborts; status: rank 1 exits with status 1 while rank 0 takes time forever. */
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>

enum { SECONDS = 3 };

static __attribute__((noinline)) int waits_for_nothing(sem_t *nothing)
{
    int rc = sem_wait(nothing);
    return rc + sem_destroy(nothing);
}

static __attribute__((noinline)) int reads_nowhere(volatile const int *where)
{
    return *where;
}

/* CPU time of the process is host time. */
static __attribute__((noinline)) void takes_time(bool is_endless)
{
    while (is_endless || clock() / CLOCKS_PER_SEC < SECONDS)
        DelayTimeBase(100000);
}

/* @return 0: the child has ended by its signal */
static int loses_a_child(void)
{
    int status;
    pid_t pid = fork();
    if (pid == 0)
        abort();
    return pid < 0 || waitpid(pid, &status, 0) != pid || !WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    sem_t nothing;
    if (strcmp(what, "time") == 0 || strcmp(what, "endless") == 0)
        takes_time(what[0] == 'e');
    else if (strcmp(what, "child") == 0)
        return Kernel_GetRank() == 0 ? loses_a_child() : 0;
    else if (strcmp(what, "status") == 0 && Kernel_GetRank() == 0)
        takes_time(true);
    else if (strcmp(what, "status") == 0)
        return 1;
    else if (Kernel_GetRank() == 0)
        return sem_init(&nothing, 0, 0) + waits_for_nothing(&nothing);
    else if (strcmp(what, "crash") == 0) {
        DelayTimeBase(1000);
        return reads_nowhere((volatile const int *)(uintptr_t)(argc * 8));
    }
    return 0;
}
