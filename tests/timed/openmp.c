/* SPDX-License-Identifier: BSD-3-Clause */
/* OpenMP: its threads would wait on the host for threads that do not run. */
#include <stdio.h>

#include <hwi/include/bqc/A2_inlines.h>

int main(void)
{
    long sum = 0;
    for (int round = 0; round < 3; round++) {
#pragma omp parallel for reduction(+ : sum)
        for (int i = 0; i < 1000; i++)
            sum += i;
        (void)GetTimeBase();
    }
    printf("sum %ld\n", sum);
    return sum == 3 * 499500 ? 0 : 3;
}
