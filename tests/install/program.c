/* SPDX-License-Identifier: BSD-3-Clause */
/* Prints the rank. Uses the include styles of Blue Gene/Q programs. Compiles as C and as C++. */
#include <stdio.h>
#include <hwi/include/bqc/MU_Descriptor.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/mu/GIBarrier.h>
#include <kernel/location.h>
#include <mu/InjFifo.h>
#include <l2/atomic.h>
#include <firmware/include/personality.h>

int main(int argc, char **argv)
{
    Personality_t p;
    if (argc != 2 || Kernel_GetPersonality(&p, sizeof p) != 0)
        return 1;
    printf("%s: rank %u on a node of %d\n", argv[1], (unsigned)Kernel_GetRank(),
           ND_TORUS_SIZE(p.Network_Config));
    return 0;
}
