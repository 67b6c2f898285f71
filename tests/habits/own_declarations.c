/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernel calls declared by the program in addition to the headers. */
#include <stdint.h>
#include <stdio.h>

extern uint32_t Kernel_ProcessCount();
extern uint32_t Kernel_MyTcoord();
extern uint32_t Kernel_GetRank();

#include <spi/include/kernel/location.h>
#include <spi/include/kernel/process.h>

uint32_t Kernel_ProcessCount(void);
uint32_t Kernel_MyTcoord(void);
uint32_t Kernel_GetRank(void);

int own_t(void); /* in own_declarations_alone.c */

int main(void)
{
    if (Kernel_MyTcoord() >= Kernel_ProcessCount() || own_t() != (int)Kernel_MyTcoord()) {
        fprintf(stderr, "rank %u: T coordinate %d of %u\n", Kernel_GetRank(), own_t(), Kernel_ProcessCount());
        return 1;
    }
    return 0;
}
