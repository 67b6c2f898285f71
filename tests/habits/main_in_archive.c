/* SPDX-License-Identifier: BSD-3-Clause */
/* main() is a member of an archive, as in run-time libraries. */
#include <stdint.h>
#include <stdio.h>

uint32_t Kernel_GetRank(void);

int main(void)
{
    printf("rank %u\n", Kernel_GetRank());
    return 0;
}
