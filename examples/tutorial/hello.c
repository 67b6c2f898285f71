/* SPDX-License-Identifier: BSD-3-Clause */
/* hello: every rank prints its location in the job. */
#include <stdio.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/process.h>

int main(void)
{
    Personality_t node;
    Kernel_GetPersonality(&node, sizeof node);
    Personality_Networks_t *torus = &node.Network_Config;
    uint32_t processes = Kernel_ProcessCount();
    uint32_t subgroups = 64 / processes;
    uint32_t first = Kernel_MyTcoord() * subgroups;

    printf(
        "rank %u: node (%u,%u,%u,%u,%u) of %ux%ux%ux%ux%u, process %u of %u, subgroups %u to %u\n",
        Kernel_GetRank(), torus->Acoord, torus->Bcoord, torus->Ccoord, torus->Dcoord, torus->Ecoord,
        torus->Anodes, torus->Bnodes, torus->Cnodes, torus->Dnodes, torus->Enodes,
        Kernel_MyTcoord(), processes, first, first + subgroups - 1);
}
