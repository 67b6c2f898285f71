/* SPDX-License-Identifier: BSD-3-Clause */
/* Barriers: the structure is initialised again before every barrier, without synchronisation. Time-outs and
 * times are cycles of a 1.6 GHz clock. */
#include <time.h>

#include "common.h"

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(void)
{
    int i;
    for (i = 0; i < 100; i++) {
        MUSPI_GIBarrier_t b;
        EXPECT(MUSPI_GIBarrierInit(&b, 0) == 0);
        EXPECT(MUSPI_GIBarrierEnter(&b) == 0);
        EXPECT(MUSPI_GIBarrierPollWithTimeout(&b, (uint64_t)1600000000 * 60) == 0);
    }
    MUSPI_GIBarrier_t b;
    EXPECT(MUSPI_GIBarrierInit(&b, 0) == 0);
    for (i = 0; i < 100; i++)
        EXPECT(MUSPI_GIBarrierEnterAndWaitWithTimeout(&b, 1600000000ULL * 30) == 0);

    double from = seconds();
    uint64_t start = GetTimeBase();
    DelayTimeBase(1600000 * 20);
    double cycles = (double)(GetTimeBase() - start), elapsed = seconds() - from;
    EXPECT(cycles / 1.6e9 >= 0.020 && cycles / 1.6e9 < elapsed * 1.01 + 0.001);
    EXPECT(cycles / 1.6e9 > elapsed * 0.99 - 0.001 || elapsed > 0.5);
    EXPECT(cycles / 1.6e3 >= 20000); /* microseconds */

    EXPECT(MUSPI_GIBarrierInit(&b, 0) == 0); /* the second initialisation adopts the current phase. */
    if (next_node().nodes > 1 && Kernel_GetRank() == 0) {
        /* Rank 0 is alone: time-out. The same barrier completes later. */
        MUSPI_GIBarrierEnter(&b);
        start = GetTimeBase();
        EXPECT(MUSPI_GIBarrierPollWithTimeout(&b, 1600000 * 3) == -1);
        EXPECT((double)(GetTimeBase() - start) / 1.6e6 >= 3);
        EXPECT(MUSPI_GIBarrierPollWithTimeout(&b, 1600000000ULL * 60) == 0);
    } else {
        DelayTimeBase(1600000 * 200);
        EXPECT(MUSPI_GIBarrierEnterAndWaitWithTimeout(&b, 1600000000ULL * 60) == 0);
    }
    return 0;
}
