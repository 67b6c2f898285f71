/* SPDX-License-Identifier: BSD-3-Clause */
/* trouble time: takes time by calls, some seconds of the host's; trouble crash: rank 1 reads at an address
 * where nothing is, while rank 0 waits; trouble deadlock: rank 0 waits for what nobody gives. */
#include <semaphore.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

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

/* CPU time of the process is the host's. */
static __attribute__((noinline)) void takes_time(void)
{
    while (clock() / CLOCKS_PER_SEC < SECONDS)
        DelayTimeBase(100000);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    sem_t nothing;
    if (strcmp(what, "time") == 0)
        takes_time();
    else if (Kernel_GetRank() == 0)
        return sem_init(&nothing, 0, 0) + waits_for_nothing(&nothing);
    else if (strcmp(what, "crash") == 0) {
        DelayTimeBase(1000);
        return reads_nowhere((volatile const int *)(uintptr_t)(argc * 8));
    }
    return 0;
}
