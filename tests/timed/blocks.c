/* SPDX-License-Identifier: BSD-3-Clause */
/* Time of the program's own code: prints the cycles of loops of 1000, 2000 and 3000 iterations, and when
 * a polling thread sees a store that a second thread makes after its own work. With an argument the
 * polling thread yields, else it makes no call. */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>

static volatile unsigned place, flag[2];

static void work(unsigned turns)
{
    for (unsigned i = 0; i < turns; i++)
        place = i;
}

static unsigned long long cycles_of(unsigned turns)
{
    unsigned long long begin = GetTimeBase();
    work(turns);
    return GetTimeBase() - begin;
}

static void *work_then_tell(void *rank)
{
    work(20000 + 1000 * *(unsigned *)rank);
    flag[*(unsigned *)rank] = 1;
    work(20000);
    return NULL;
}

int main(int argc, char **argv)
{
    (void)argv;
    unsigned rank = Kernel_GetRank();
    unsigned long long first = cycles_of(1000), second = cycles_of(2000), third = cycles_of(3000);
    pthread_t thread;
    if (pthread_create(&thread, NULL, work_then_tell, &rank) != 0)
        return 1;
    while (!flag[rank])
        if (argc > 1)
            sched_yield();
    unsigned long long seen = GetTimeBase();
    pthread_join(thread, NULL);
    printf("rank %u: %llu %llu %llu, seen at %llu, over at %llu\n", rank, first, second, third, seen,
           (unsigned long long)GetTimeBase());
    return 0;
}
